//! Rows of digits and points by the block.
//!
//! The wheel is built for every x86-64, whose vectors have 16 bytes; with 32 a column of text costs half as much to read
//! and to write, of the 40 ns that the fastest kernel needs for an easy puzzle some 3.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls that need a feature of the processor")
)]

use crate::board::text::parse_points;

/// Puts the same body into a function for AVX2 where there is AVX2.
macro_rules! widest {
    ($(#[$about:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? { $body:expr }) => {
        $(#[$about])*
        pub fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $type),*) $(-> $result)? {
                    $body
                }
                if crate::cpu::Avx2::detect().is_some() {
                    // SAFETY: there is a proof of AVX2.
                    return unsafe { wide($($argument),*) };
                }
            }
            $body
        }
    };
}

widest! {
    /// The cells of rows without anything between them; whether all are digits or `.`.
    fn parse(bytes: &[u8], cells: &mut [u8]) -> bool {
        parse_points(bytes, cells)
    }
}

widest! {
    /// Makes cells characters, `.` for blank; ASCII whatever they hold.
    fn print(cells: &mut [u8]) {
        print_points(cells)
    }
}

#[inline(always)]
fn print_points(cells: &mut [u8]) {
    for cell in cells {
        let digit = *cell & 63;
        let letter = if digit > 9 { b'A' - b'0' - 10 } else { 0 };
        *cell = if digit == 0 { b'.' } else { b'0' + digit + letter };
    }
}
