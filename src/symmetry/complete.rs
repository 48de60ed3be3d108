//! The canonical form of complete grids, without vector instructions.
//!
//! The first three rows of the form are the smallest form of some band or stack. Tables contain the class of each of
//! the six chutes (bands and stacks). For each chute of the smallest class, the algorithm follows all ways that lead to
//! the smallest form (`bands`). A way determines the columns and labels; the six rows below are then sorted by their
//! first cell, and bands by their first row. The number of ways that lead to the smallest grid is the number of
//! automorphisms.

#![forbid(unsafe_code)]

use super::bands::{BANDS, Normal, WAYS, normal, way_orders};

/// Cell (row, column) of chute `chute` of six: three bands, then three stacks read as bands of the transpose.
#[inline]
fn cell(chute: usize, row: usize, column: usize) -> usize {
    if chute < 3 { 9 * (3 * chute + row) + column } else { 9 * column + 3 * (chute - 3) + row }
}

/// The canonical form of a complete, valid grid, and its number of automorphisms.
///
/// For 81 bytes that are not a valid grid, the result is unspecified.
pub fn canonical(grid: &[u8; 81]) -> ([u8; 81], u32) {
    let bands = &*BANDS;
    let normals: [Normal; 6] =
        std::array::from_fn(|chute| normal(|row, column| grid[cell(chute, row, column)]));
    let classes = normals.map(|normal| bands.class[normal.key]);
    let class = *classes.iter().min().expect("six chutes");
    let count = usize::from(bands.count[usize::from(class)]);
    let mut form = [u8::MAX; 81];
    form[..27].copy_from_slice(&bands.rows[usize::from(class)][..27]);
    let mut automorphisms = 0;
    for chute in (0..6).filter(|&chute| classes[chute] == class) {
        let normal = &normals[chute];
        let start = usize::from(class) * WAYS + usize::from(bands.start[normal.key]);
        for &way in &bands.ways[start..start + count] {
            let rest = follow(grid, chute, &normal.columns, way);
            match rest[..].cmp(&form[27..]) {
                std::cmp::Ordering::Less => {
                    form[27..].copy_from_slice(&rest);
                    automorphisms = 1;
                }
                std::cmp::Ordering::Equal => automorphisms += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
    (form, automorphisms)
}

/// The last six rows of the grid along `way`.
#[inline]
fn follow(grid: &[u8; 81], chute: usize, normal: &[u8; 9], way: u16) -> [u8; 54] {
    let (rows, order) = way_orders(way);
    let columns: [usize; 9] =
        std::array::from_fn(|k| usize::from(normal[usize::from(order[k] % 9)]));
    let (band, rows_apart, columns_apart) =
        if chute < 3 { (chute, 9, 1) } else { (chute - 3, 1, 9) };
    let offsets = columns.map(|column| columns_apart * column);
    let top = rows_apart * (3 * band + usize::from(rows[0]));
    let mut labels = [0u8; 16];
    for (k, offset) in offsets.iter().enumerate() {
        labels[usize::from(grid[top + offset] & 15)] = k as u8 + 1;
    }
    // Rows are sorted by their first cell within a band, and bands by their first row.
    let label =
        |row: usize, k: usize| labels[usize::from(grid[rows_apart * row + offsets[k]] & 15)];
    let other = |first: usize| {
        let mut rows = [first, first + 1, first + 2].map(|row| (label(row, 0), row));
        rows.sort_unstable();
        rows
    };
    let (mut second, mut third) = (other((3 * band + 3) % 9), other((3 * band + 6) % 9));
    if third[0].0 < second[0].0 {
        std::mem::swap(&mut second, &mut third);
    }
    let mut rest = [0; 54];
    for (&(_, row), out) in second.iter().chain(&third).zip(rest.chunks_exact_mut(9)) {
        for (k, out) in out.iter_mut().enumerate() {
            *out = label(row, k);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::cpu::Backend;
    use crate::random::Key;
    use crate::symmetry::{Draw, Group, arch};

    /// The four extreme canonical grids, published by players.
    #[test]
    fn extreme_grids_are_their_own_forms() {
        for (text, automorphisms) in [
            (
                "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
                None,
            ),
            (
                "123456789456789123789123456214365897365897214897214365531642978648971532972538641",
                None,
            ),
            (
                "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
                Some(72),
            ),
            (
                "123456789457389621896217354268741593745893162931625847382164975574938216619572438",
                None,
            ),
        ] {
            let grid: Grid = text.parse().expect("81 characters");
            let (form, count) = canonical(grid.cells());
            assert_eq!(Grid::new(form).unwrap(), grid);
            let key = Key::from_u64(3);
            let mut draw = Draw::new(&key, Group::All, 0);
            for _ in 0..100 {
                let moved = draw.next_transform().apply(&grid);
                assert!(moved.is_solution());
                for backend in [Backend::Scalar, Backend::detect()] {
                    let (mut forms, mut counts) = ([Grid::EMPTY], [0]);
                    arch::complete(backend, &[moved], &mut forms, &mut counts);
                    assert_eq!((forms[0], counts[0]), (grid, count), "{backend:?}");
                }
            }
            automorphisms.inspect(|&n| assert_eq!(count, n));
        }
    }
}
