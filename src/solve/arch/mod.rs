//! The kernels, one file a processor family, and the choice between them.

mod scalar;

use crate::control::Control;
use crate::error::Error;

use super::{Answers, Query};

/// A set of kernels. All give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// Plain 64-bit integers, on every processor.
    Scalar,
}

impl Backend {
    /// The fastest that runs on this machine.
    pub fn detect() -> Backend {
        Backend::Scalar
    }

    /// All that run on this machine, slowest first.
    pub fn available() -> Vec<Backend> {
        vec![Backend::Scalar]
    }

    /// The name that `BITDOKU_BACKEND` and `bd.backend()` use.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
        }
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where there is none, or this machine cannot run it.
    pub fn named(name: &str) -> Result<Backend, Error> {
        Backend::available().into_iter().find(|b| b.name() == name).ok_or_else(|| {
            Error::BackendUnavailable {
                asked: name.to_owned(),
                available: Backend::available().into_iter().map(Backend::name).collect(),
            }
        })
    }

    /// Answers `query`.
    ///
    /// # Errors
    /// [`Error::Cancelled`], with the answers unspecified.
    pub fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Backend::Scalar => scalar::search(query, answers, control),
        }
    }
}
