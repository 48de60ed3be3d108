//! The one-puzzle kernel's vectors, one file a processor family. The concept is in `solve/register/`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod layout;
#[cfg(target_arch = "x86_64")]
mod rows;
