//! The operations on rows of lanes and on members of variables, compiled for AVX2 as well.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls that need processor features")
)]

mod braid;

use crate::cpu::Backend;

use super::lanes::{Lanes, Row};
use super::state::State;

/// The instructions that the operations may use.
#[derive(Clone, Copy)]
pub(super) struct Vectors {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<crate::cpu::Avx2>,
}

impl Vectors {
    pub fn new(backend: Backend) -> Vectors {
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = matches!(backend, Backend::Avx2 | Backend::Avx512);
            Vectors { avx2: if has_avx2 { crate::cpu::Avx2::detect() } else { None } }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = backend;
            Vectors {}
        }
    }
}

/// Compiles methods for AVX2 and for all processors, and chooses at run time.
macro_rules! by_vectors {
    ($object:ty: $($(#[doc = $about:literal])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $method:ident;)*) => {
        impl $object {$(
            $(#[doc = $about])*
            pub fn $name(&mut self, $($argument: $type),*) -> $result {
                #[cfg(target_arch = "x86_64")]
                if self.vectors.avx2.is_some() {
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    fn compiled(object: &mut $object, $($argument: $type),*) -> $result {
                        object.$method($($argument),*)
                    }
                    // SAFETY: there is a proof of every feature that the function is compiled for.
                    return unsafe { compiled(self, $($argument),*) };
                }
                self.$method($($argument),*)
            }
        )*}
    };
}

use by_vectors;

by_vectors! { Lanes:
    /// Assumes each open candidate from number `first` on, as far as there are lanes.
    fn load(state: &State, first: usize) -> () = load_rows;
    /// Finds the single members of all variables. Returns the lanes in which a variable has none, and retires them.
    fn find() -> Row = find_singles;
    /// Removes the candidates linked to the single members. Returns whether there were any.
    fn remove() -> bool = remove_linked;
}
