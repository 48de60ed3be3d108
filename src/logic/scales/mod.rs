//! The scales that rate steps and puzzles.

pub mod explainer;
mod filled;
pub mod hodoku;

pub use filled::Filled;

use super::{Technique, Techniques};

/// Which techniques are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Only these.
    pub techniques: Techniques,
    /// Whether steps may use that the puzzle has exactly one solution.
    pub uniqueness: bool,
}

/// Techniques whose steps hold only if the puzzle has exactly one solution.
const UNIQUENESS: Techniques = Techniques::NONE
    .with(Technique::UniqueRectangle)
    .with(Technique::UniqueLoop)
    .with(Technique::Bug)
    .with(Technique::BugPlusOne)
    .with(Technique::Uniqueness1)
    .with(Technique::Uniqueness2)
    .with(Technique::Uniqueness3)
    .with(Technique::Uniqueness4)
    .with(Technique::Uniqueness5)
    .with(Technique::Uniqueness6)
    .with(Technique::HiddenRectangle)
    .with(Technique::AvoidableRectangle1)
    .with(Technique::AvoidableRectangle2)
    .with(Technique::BruteForce);

impl Default for Options {
    fn default() -> Options {
        Options { techniques: Techniques::DEFAULT, uniqueness: true }
    }
}

impl Options {
    /// Whether a technique is used.
    #[inline]
    pub const fn allows(&self, technique: Technique) -> bool {
        self.techniques.contains(technique) && (self.uniqueness || !UNIQUENESS.contains(technique))
    }
}
