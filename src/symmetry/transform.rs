//! One element of the symmetry group, which has 1,218,998,108,160 = 2 · 1296 · 1296 · 9! elements.
//!
//! ```text
//!   result[r][c] = digits[ source[rows[r]][columns[c]] ]      source = the grid, or its transpose
//!
//!   index of the source cell:   9·rows[r] + columns[c],  transposed  rows[r] + 9·columns[c]
//! ```
//!
//! *Invariant.* `rows` and `columns` keep bands and stacks together; `digits` maps 0 to 0 and permutes 1 to 9. The
//! index is always the sum of a row part and a column part, which the vector kernels add.

#![forbid(unsafe_code)]

use super::lines::{DIGIT_ORDERS, LINE_ORDERS, LINES, digit_order, line_number};
use crate::board::Grid;
use crate::random::{Domain, Key, Words};

/// The set of transformations to draw from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Group {
    /// All 1,218,998,108,160 transformations.
    #[default]
    All,
    /// The 362,880 relabelings, which leave every cell in place.
    Digits,
    /// The 3,359,232 moves of cells, which leave every digit unchanged.
    Geometry,
}

/// The number of geometric transformations: 2·6^8.
const GEOMETRIES: u64 = 2 * (LINE_ORDERS * LINE_ORDERS) as u64;

/// A symmetry of Sudoku: a transposition, then orders of rows and columns, then a relabeling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    transposed: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: [u8; 10],
}

impl Transform {
    /// The identity.
    pub const IDENTITY: Transform = Transform {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// The transformation with these parts: row r of the result is row `rows[r]` of the source (the grid or its
    /// transpose), column c is column `columns[c]`, and digit d becomes `digits[d - 1]`.
    ///
    /// `None` if a band or a stack is split, or an order contains an item twice.
    pub fn new(
        transposed: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [u8; 9],
    ) -> Option<Transform> {
        line_number(&rows)?;
        line_number(&columns)?;
        let seen = digits.iter().filter(|&&d| d <= 9).fold(0u16, |seen, &d| seen | 1 << d);
        let mut relabelled = [0; 10];
        relabelled[1..].copy_from_slice(&digits);
        (seen == 0x3fe).then_some(Transform { transposed, rows, columns, digits: relabelled })
    }

    /// The transformation with this geometry (below 3,359,232) and relabeling (below 362,880): a numbering of the
    /// whole group.
    ///
    /// # Panics
    /// If a number is out of range.
    #[inline]
    pub fn from_numbers(geometry: u64, relabelling: u64) -> Transform {
        assert!(geometry < GEOMETRIES && relabelling < DIGIT_ORDERS as u64);
        let nine = |padded: &[u8; 16]| std::array::from_fn(|k| padded[k]);
        let lines = geometry as usize / 2;
        let digits = digit_order(relabelling as usize);
        Transform {
            transposed: geometry % 2 == 1,
            rows: nine(&LINES[lines / LINE_ORDERS]),
            columns: nine(&LINES[lines % LINE_ORDERS]),
            digits: std::array::from_fn(|k| digits[k]),
        }
    }

    /// The random transformation with number `index` in the stream of `key`, uniform over the group.
    pub fn random(key: &Key, group: Group, index: u64) -> Transform {
        Draw::new(key, group, index).next_transform()
    }

    /// Whether the grid is transposed first.
    pub fn transposed(&self) -> bool {
        self.transposed
    }

    /// For each row of the result, the row of the source.
    pub fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// For each column of the result, the column of the source.
    pub fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// The images of the digits 0 (blank, always 0) to 9.
    pub fn digits(&self) -> &[u8; 10] {
        &self.digits
    }

    /// The row parts and the column parts of source cells; their sum is the index of the cell.
    #[inline]
    pub(super) fn parts(&self) -> ([u8; 9], [u8; 9]) {
        if self.transposed {
            (self.rows, self.columns.map(|column| 9 * column))
        } else {
            (self.rows.map(|row| 9 * row), self.columns)
        }
    }

    /// For each cell of the result, the cell of the source.
    pub fn sources(&self) -> [u8; 81] {
        let (rows, columns) = self.parts();
        std::array::from_fn(|i| rows[i / 9] + columns[i % 9])
    }

    /// Applies the transformation to a grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let sources = self.sources();
        let cells = grid.cells();
        Grid::new(std::array::from_fn(|i| {
            self.digits[usize::from(cells[usize::from(sources[i])].min(9))]
        }))
        .expect("digits stay digits")
    }

    /// The composition of `first` and then `self`.
    pub fn after(&self, first: &Transform) -> Transform {
        // `self` reads the result of `first` at (rows[r], columns[c]), or transposed at (columns[c], rows[r]).
        let (rows, columns) = if self.transposed {
            (&first.columns, &first.rows)
        } else {
            (&first.rows, &first.columns)
        };
        Transform {
            transposed: self.transposed != first.transposed,
            rows: self.rows.map(|row| rows[usize::from(row)]),
            columns: self.columns.map(|column| columns[usize::from(column)]),
            digits: first.digits.map(|digit| self.digits[usize::from(digit)]),
        }
    }

    /// The inverse.
    pub fn inverse(&self) -> Transform {
        fn invert<const N: usize>(order: &[u8; N]) -> [u8; N] {
            let mut inverse = [0; N];
            order.iter().enumerate().for_each(|(k, &to)| inverse[usize::from(to)] = k as u8);
            inverse
        }
        let (rows, columns) = (invert(&self.rows), invert(&self.columns));
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Transform { transposed: self.transposed, rows, columns, digits: invert(&self.digits) }
    }
}

/// A stream of random transformations; item i depends only on (key, group, i).
///
/// Item i reads words 2i and 2i + 1, one for the geometry and one for the relabeling. The subgroups therefore draw the
/// same geometry, or relabeling, as the whole group.
pub struct Draw<'a> {
    key: &'a Key,
    group: Group,
    words: Words,
    buffer: [u64; Draw::BUFFER],
    next: u64,
    left: usize,
}

impl Draw<'_> {
    /// The number of words read at a time.
    const BUFFER: usize = 64;

    /// A stream that starts with item `index`.
    ///
    /// # Panics
    /// If `index` is 2^62 or more.
    pub fn new(key: &Key, group: Group, index: u64) -> Draw<'_> {
        assert!(index >> 62 == 0, "expected an item number below 2^62");
        let words = key.words(Domain::Transforms, 0, 2 * index);
        Draw { key, group, words, buffer: [0; Draw::BUFFER], next: index, left: 0 }
    }

    /// The numbers of the next item: geometry and relabeling, as in [`Transform::from_numbers`].
    #[inline]
    pub fn next_numbers(&mut self) -> (u64, u64) {
        if self.left == 0 {
            self.words.fill(&mut self.buffer);
            self.left = Draw::BUFFER;
        }
        let at = Draw::BUFFER - self.left;
        self.left -= 2;
        let item = self.next;
        self.next += 1;
        let geometry = match self.group {
            Group::Digits => 0,
            _ => uniform::<GEOMETRIES>(self.buffer[at], self.key, 2 * item),
        };
        let relabelling = match self.group {
            Group::Geometry => IDENTITY_DIGITS,
            _ => uniform::<{ DIGIT_ORDERS as u64 }>(self.buffer[at + 1], self.key, 2 * item + 1),
        };
        (geometry, relabelling)
    }

    /// The next item.
    pub fn next_transform(&mut self) -> Transform {
        let (geometry, relabelling) = self.next_numbers();
        Transform::from_numbers(geometry, relabelling)
    }
}

/// The number of the identity relabeling: {1,2,3}, {4,5,6}, {7,8,9} in ascending order, the first deal.
const IDENTITY_DIGITS: u64 = 0;

/// An exactly uniform number below BOUND (Lemire's rejection), from the word at `position`. One word in 2^42 is
/// rejected and replaced by the word at the same position in the next lane.
#[inline]
fn uniform<const BOUND: u64>(mut word: u64, key: &Key, position: u64) -> u64 {
    let mut lane = 0;
    loop {
        let product = u128::from(word) * u128::from(BOUND);
        if product as u64 >= BOUND.wrapping_neg() % BOUND {
            return (product >> 64) as u64;
        }
        lane += 1;
        word = key.words(Domain::Transforms, lane, position).next_word();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_transform() -> impl Strategy<Value = Transform> {
        (0..GEOMETRIES, 0..DIGIT_ORDERS as u64).prop_map(|(g, d)| Transform::from_numbers(g, d))
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        proptest::collection::vec(0u8..10, 81)
            .prop_map(|cells| Grid::new(cells.try_into().unwrap()).unwrap())
    }

    proptest! {
        #[test]
        fn a_transform_and_its_inverse_cancel(t in any_transform(), grid in any_grid()) {
            prop_assert_eq!(t.inverse().apply(&t.apply(&grid)), grid);
            prop_assert_eq!(t.after(&t.inverse()), Transform::IDENTITY);
            prop_assert_eq!(t.inverse().after(&t), Transform::IDENTITY);
            prop_assert_eq!(t.inverse().inverse(), t);
        }

        #[test]
        fn products_do_one_after_the_other(
            t in any_transform(), u in any_transform(), v in any_transform(), grid in any_grid(),
        ) {
            prop_assert_eq!(t.after(&u).apply(&grid), t.apply(&u.apply(&grid)));
            prop_assert_eq!(t.after(&u).after(&v), t.after(&u.after(&v)));
        }

        #[test]
        fn parts_make_the_transform(t in any_transform()) {
            let digits = t.digits()[1..].try_into().unwrap();
            prop_assert_eq!(Transform::new(t.transposed(), *t.rows(), *t.columns(), digits), Some(t));
        }

        #[test]
        fn houses_stay_houses(t in any_transform()) {
            let sources = t.sources();
            for house in crate::board::HOUSES {
                let image: std::collections::HashSet<_> =
                    house.iter().map(|cell| sources[cell.index()]).collect();
                prop_assert!(crate::board::HOUSES.iter()
                    .any(|other| other.iter().all(|cell| image.contains(&(cell.index() as u8)))));
            }
        }
    }

    #[test]
    fn the_group_is_what_it_should_be() {
        assert_eq!(GEOMETRIES * DIGIT_ORDERS as u64, 1_218_998_108_160);
        assert_eq!(Transform::from_numbers(0, IDENTITY_DIGITS), Transform::IDENTITY);
        let [id, nine] = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9]];
        assert!(Transform::new(false, id, id, nine).is_some());
        assert!(Transform::new(false, [0, 1, 3, 2, 4, 5, 6, 7, 8], id, nine).is_none());
        assert!(Transform::new(false, id, [0, 0, 2, 3, 4, 5, 6, 7, 8], nine).is_none());
        assert!(Transform::new(false, id, id, [0, 2, 3, 4, 5, 6, 7, 8, 9]).is_none());
        assert!(Transform::new(false, id, id, [200, 2, 3, 4, 5, 6, 7, 8, 9]).is_none());
    }

    #[test]
    fn an_item_depends_on_its_index_alone() {
        let key = Key::from_u64(5);
        let mut draw = Draw::new(&key, Group::All, 0);
        let all: Vec<_> = (0..200).map(|_| draw.next_transform()).collect();
        for (i, t) in all.iter().enumerate() {
            assert_eq!(Transform::random(&key, Group::All, i as u64), *t);
            let moved = Transform::random(&key, Group::Geometry, i as u64);
            let renamed = Transform::random(&key, Group::Digits, i as u64);
            assert_eq!(renamed.after(&moved), *t);
            assert_eq!(*moved.digits(), *Transform::IDENTITY.digits());
            assert_eq!(renamed.sources(), Transform::IDENTITY.sources());
        }
    }

    #[test]
    fn draws_are_uniform() {
        let n = 1_000_000;
        let key = Key::from_u64(11);
        let mut draw = Draw::new(&key, Group::All, 0);
        // Transposition with the orders of bands and stacks; the orders of the rows; the source of the middle cell; the
        // images of a pair of digits.
        let mut frames = vec![0u32; 2 * 36];
        let mut rows = vec![0u32; LINE_ORDERS];
        let mut corner = vec![0u32; 81];
        let mut pairs = vec![0u32; 72];
        for _ in 0..n {
            let t = draw.next_transform();
            let bands = 2 * (t.rows[0] / 3) + u8::from(t.rows[3] > t.rows[6]);
            let stacks = 2 * (t.columns[0] / 3) + u8::from(t.columns[3] > t.columns[6]);
            frames[usize::from(t.transposed) * 36 + usize::from(6 * bands + stacks)] += 1;
            rows[line_number(&t.rows).unwrap()] += 1;
            corner[usize::from(t.sources()[40])] += 1;
            let (a, b) = (t.digits[3], t.digits[8]);
            pairs[usize::from((a - 1) * 8 + b - 1 - u8::from(b > a))] += 1;
        }
        for counts in [frames, rows, corner, pairs] {
            let expected = f64::from(n) / counts.len() as f64;
            let freedom = counts.len() as f64 - 1.0;
            let chi: f64 =
                counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            let z = (chi - freedom) / (2.0 * freedom).sqrt();
            assert!(z.abs() < 4.0, "z {z} over {} classes", counts.len());
        }
    }
}
