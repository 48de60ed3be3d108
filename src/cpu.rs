//! Backends, and the processor features that each requires.
//!
//! ```text
//!   backend   vectors    requires
//!   scalar       -       nothing
//!   neon      128 bits   64-bit Arm
//!   simd128   128 bits   WebAssembly, compiled with the target feature simd128
//!   sse       128 bits   SSE4.1, SSSE3
//!   avx2      256 bits   AVX2, BMI, LZCNT, POPCNT
//!   avx512    512 bits   AVX-512 as of Ice Lake and Zen 4
//! ```
//!
//! Solving, symmetries, generation and other rules receive a [`Backend`] as an argument. A function without a kernel
//! for that backend uses portable code.
//!
//! *Invariant.* A *proof* is a zero-sized type that only its `detect` function creates, after checking every processor
//! feature. Code that holds a proof may call functions that enable these features.

#![forbid(unsafe_code)]

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::sync::OnceLock;

use crate::error::Error;

/// The environment variable that selects the backend.
const OVERRIDE: &str = "BITDOKU_BACKEND";

/// A set of kernels. All backends compute the same results.
///
/// Use [`Backend::detect`], [`Backend::available`] or [`Backend::named`]. A backend that the machine does not support
/// falls back to portable code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Plain 64-bit integers; available on every processor.
    Scalar,
    /// 128-bit vectors with NEON (64-bit Arm).
    Neon,
    /// 128-bit vectors of WebAssembly.
    Simd128,
    /// 128-bit vectors with SSE4.1.
    Sse,
    /// 256-bit vectors with AVX2.
    Avx2,
    /// 512-bit vectors with AVX-512 as of Ice Lake and Zen 4.
    Avx512,
}

impl Backend {
    /// All backends, slowest first.
    pub const ALL: [Backend; 6] = [
        Backend::Scalar,
        Backend::Neon,
        Backend::Simd128,
        Backend::Sse,
        Backend::Avx2,
        Backend::Avx512,
    ];

    /// The fastest backend that this machine supports.
    pub fn detect() -> Backend {
        Backend::ALL.into_iter().rfind(|backend| backend.is_available()).unwrap_or(Backend::Scalar)
    }

    /// All backends that this machine supports, slowest first.
    pub fn available() -> Vec<Backend> {
        Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect()
    }

    /// Whether this machine supports the backend.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Sse => Sse::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Neon::detect().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => Simd128::detect().is_some(),
            _ => false,
        }
    }

    /// The name of the backend, as in `BITDOKU_BACKEND` and `bd.backend()`.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
            Backend::Neon => "neon",
            Backend::Simd128 => "simd128",
            Backend::Sse => "sse",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if no backend has this name, or this machine does not support it.
    pub fn named(name: &str) -> Result<Backend, Error> {
        Backend::available().into_iter().find(|b| b.name() == name).ok_or_else(|| {
            Error::BackendUnavailable {
                asked: name.to_owned(),
                available: Backend::available().into_iter().map(Backend::name).collect(),
            }
        })
    }

    /// The backend named by the environment variable `BITDOKU_BACKEND`, or the fastest one if the variable is unset or
    /// empty.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if no backend has this name, or this machine does not support it.
    pub fn from_environment() -> Result<Backend, Error> {
        match std::env::var_os(OVERRIDE) {
            Some(name) if !name.is_empty() => Backend::named(&name.to_string_lossy()),
            _ => Ok(Backend::detect()),
        }
    }

    /// The proof for the AVX2 kernels, if this is their backend.
    #[cfg(all(target_arch = "x86_64", any(test, feature = "rules")))]
    #[inline]
    pub(crate) fn avx2(self) -> Option<Avx2> {
        if self == Backend::Avx2 { Avx2::detect() } else { None }
    }

    /// The proof for the AVX-512 kernels, if this is their backend.
    #[cfg(all(target_arch = "x86_64", any(test, feature = "rules")))]
    #[inline]
    pub(crate) fn avx512(self) -> Option<Avx512> {
        if self == Backend::Avx512 { Avx512::detect() } else { None }
    }
}

/// Defines proofs of processor features. Each caches the result of `detect`, because a call for a single puzzle takes
/// only 70 ns.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! proofs {
    ($asked:ident: $($(#[$about:meta])* $name:ident: $($feature:tt),*;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            /// The proof, if this processor has the features.
            #[inline]
            pub fn detect() -> Option<$name> {
                static PRESENT: OnceLock<bool> = OnceLock::new();
                let present = *PRESENT.get_or_init(|| [$(std::arch::$asked!($feature)),*] == [true; _]);
                present.then_some($name(()))
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
proofs! {
    is_x86_feature_detected:
    /// Proof of SSE4.1 and of the byte shuffle of SSSE3: most Intel processors since 2008, AMD processors since 2012.
    Sse: "sse4.1", "ssse3";
    /// Proof of AVX2, BMI, LZCNT and POPCNT.
    Avx2: "avx2", "bmi1", "bmi2", "lzcnt", "popcnt";
    /// Proof of AVX-512 as of Ice Lake and Zen 4.
    Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512vnni",
        "avx512bitalg", "avx512vpopcntdq", "gfni", "vaes", "bmi1", "bmi2", "lzcnt", "popcnt";
}

#[cfg(target_arch = "aarch64")]
proofs! {
    is_aarch64_feature_detected:
    /// Proof of NEON, which every 64-bit Arm processor has.
    Neon: "neon";
}

/// Proof of the vectors of WebAssembly. A module that contains their instructions does not load without them, so they are
/// enabled for the whole build or not at all.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128(());

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Simd128 {
    /// The proof.
    #[inline]
    pub fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_backends() {
        for backend in Backend::available() {
            assert_eq!(Backend::named(backend.name()), Ok(backend));
        }
        assert_eq!(Backend::available().first(), Some(&Backend::Scalar));
        assert_eq!(Backend::available().last(), Some(&Backend::detect()));
        let error = Backend::named("abacus").unwrap_err().to_string();
        assert!(error.contains("abacus") && error.contains("scalar"), "{error}");
    }

    /// `make test-kernels` sets the variable. Without this test, the tests of an unavailable backend would pass
    /// unnoticed.
    #[test]
    fn the_backend_of_the_environment_is_available() {
        Backend::from_environment().unwrap();
    }
}
