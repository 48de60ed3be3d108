//! Applies many random transformations to many grids, for data augmentation.
//!
//! Items are drawn, [prepared](super::prepared) and applied in blocks.

#![forbid(unsafe_code)]

use super::arch;
use super::prepared::Prepared;
use super::transform::{Draw, Transform};
use crate::board::Grid;
use crate::control::Control;
use crate::cpu::Backend;
use crate::error::Error;

/// The number of items prepared at a time; 12 KB, so that they stay in the first-level cache for several arrays.
const BLOCK: usize = 256;

/// Applies random transformations `start + copies·g` to `start + copies·(g + 1)` of the stream of `key` to grid g.
///
/// To apply the same transformations to several arrays, pass the arrays one after another with the same start.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If there are not `copies` results for each grid, or an item's number reaches 2^62.
pub fn shuffle(
    backend: Backend,
    grids: &[Grid],
    results: &mut [Grid],
    copies: usize,
    draw: &mut Draw<'_>,
    control: &Control<'_>,
) -> Result<(), Error> {
    assert!(grids.len() * copies == results.len());
    let mut prepared = [Prepared::BLANK; BLOCK];
    for (block, results) in results.chunks_mut(BLOCK).enumerate() {
        control.checkpoint()?;
        let items = &mut prepared[..results.len()];
        arch::prepare(backend, draw, items);
        let first = block * BLOCK;
        if copies == 1 {
            arch::transform(backend, items, &grids[first..first + items.len()], results);
            continue;
        }
        // Sequences of copies of one grid.
        let (mut items, mut results) = (&*items, results);
        let mut at = first;
        while !results.is_empty() {
            let run = (copies - at % copies).min(results.len());
            let (these, later) = results.split_at_mut(run);
            arch::transform_one(backend, &items[..run], &grids[at / copies], these);
            (items, results, at) = (&items[run..], later, at + run);
        }
    }
    Ok(())
}

/// Applies one transformation to all grids.
///
/// # Panics
/// If the slices differ in length.
pub fn transform_all(
    backend: Backend,
    transform: &Transform,
    grids: &[Grid],
    results: &mut [Grid],
) {
    assert!(grids.len() == results.len());
    let prepared = [Prepared::from(transform); 16];
    for (grids, results) in grids.chunks(16).zip(results.chunks_mut(16)) {
        arch::transform(backend, &prepared[..grids.len()], grids, results);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;
    use crate::symmetry::Group;

    #[test]
    fn every_item_is_its_own_transform_of_its_grid() {
        let mut words = Key::from_u64(4).words(crate::random::Domain::Clues, 0, 0);
        let grids: Vec<Grid> = (0..300)
            .map(|_| Grid::new(std::array::from_fn(|_| words.below(10) as u8)).unwrap())
            .collect();
        let key = Key::from_u64(9);
        for backend in [Backend::Scalar, Backend::detect()] {
            for (copies, group) in [(1, Group::All), (300, Group::Digits), (2, Group::Geometry)] {
                let mut a = vec![Grid::EMPTY; grids.len() * copies];
                let mut draw = Draw::new(&key, group, 1000);
                let control = Control::unlimited();
                shuffle(backend, &grids, &mut a, copies, &mut draw, &control).unwrap();
                for i in 0..a.len() {
                    let t = Transform::random(&key, group, 1000 + i as u64);
                    assert_eq!(a[i], t.apply(&grids[i / copies]));
                }
            }
            let t = Transform::random(&key, Group::All, 0);
            let mut moved = vec![Grid::EMPTY; grids.len()];
            transform_all(backend, &t, &grids, &mut moved);
            assert!(moved.iter().zip(&grids).all(|(moved, grid)| *moved == t.apply(grid)));
        }
    }
}
