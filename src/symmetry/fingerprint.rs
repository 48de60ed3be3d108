//! Digests of 16 bytes that identify classes. They never change.
//!
//! ```text
//!   fingerprint(board) = BLAKE2b( canonical form as 81 ASCII characters 1-9 and '.', digest of 16 bytes )
//! ```
//!
//! There is no key, salt or personalization: the equivalent is `hashlib.blake2b(form.encode(), digest_size=16)` in
//! Python and `b2sum -l 128` in a shell. Under other rules, the digest is computed from the side² bytes of the form.
//!
//! Two classes share a fingerprint with probability 2^-128: one of 10^21 sets of 10^9 classes contains a collision, and
//! none can be constructed on purpose. An injective encoding would need about 229 bits.

#![forbid(unsafe_code)]

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

use super::canonical::canonical;
use crate::board::Grid;
use crate::control::Control;
use crate::cpu::Backend;
use crate::error::Error;

/// The number of boards whose forms are stored, and of rows that are hashed, at a time.
pub const STEP: usize = 64;

/// Writes the fingerprint of each board's class.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn fingerprint(
    backend: Backend,
    grids: &[Grid],
    fingerprints: &mut [[u8; 16]],
    control: &Control<'_>,
) -> Result<(), Error> {
    assert!(grids.len() == fingerprints.len());
    let (mut forms, mut counts) = ([Grid::EMPTY; STEP], [0; STEP]);
    for (grids, fingerprints) in grids.chunks(STEP).zip(fingerprints.chunks_mut(STEP)) {
        let n = grids.len();
        canonical(backend, grids, &mut forms[..n], &mut counts[..n], control)?;
        digest(&forms[..n], fingerprints);
    }
    Ok(())
}

/// Writes the 16-byte BLAKE2b digest of each grid's 81 characters.
///
/// # Panics
/// If the slices differ in length.
pub fn digest(grids: &[Grid], digests: &mut [[u8; 16]]) {
    assert!(grids.len() == digests.len());
    let mut texts = [[b'.'; 81]; STEP];
    for (grids, digests) in grids.chunks(STEP).zip(digests.chunks_mut(STEP)) {
        for (text, grid) in texts.iter_mut().zip(grids) {
            *text = grid.cells().map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
        }
        digest_rows(texts[..grids.len()].as_flattened(), 81, digests);
    }
}

/// Writes the 16-byte BLAKE2b digest of each row of `width` bytes, for at most [`STEP`] rows.
///
/// # Panics
/// If the slices differ in their number of rows.
// Inlined, so that the width of classic boards is a constant.
#[inline(always)]
pub fn digest_rows(rows: &[u8], width: usize, digests: &mut [[u8; 16]]) {
    assert!(rows.len() == width * digests.len() && digests.len() <= STEP);
    let mut params = Params::new();
    params.hash_length(16);
    let row = |i: usize| rows.get(i * width..(i + 1) * width).unwrap_or_default();
    let mut jobs: [_; STEP] = std::array::from_fn(|i| HashManyJob::new(&params, row(i)));
    hash_many(jobs[..digests.len()].iter_mut());
    for (digest, job) in digests.iter_mut().zip(&jobs) {
        digest.copy_from_slice(job.to_hash().as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by `hashlib.blake2b(form.encode(), digest_size=16).hexdigest()`. These never change.
    #[test]
    fn fingerprints_stay_as_they_are() {
        for (text, expected) in [
            (".".repeat(81), "af205879bc2eef79a3a46811d4ed163e"),
            (".".repeat(80) + "1", "92c71bba4935f76ad59b5a7a5d521338"),
            (
                "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
                    .into(),
                "6d0bb44172dc4f61f777aeeaf45df2e5",
            ),
            ("1".repeat(81), "bfef8739b25509225c853444558c10cf"),
        ] {
            let grid = Grid::new(std::array::from_fn(|i| text.as_bytes()[i].saturating_sub(b'0')))
                .unwrap();
            for backend in [Backend::Scalar, Backend::detect()] {
                let mut found = [[0; 16]];
                fingerprint(backend, &[grid], &mut found, &Control::unlimited()).unwrap();
                let hex: String = found[0].iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(hex, expected, "{text}");
            }
        }
    }
}
