//! Boards with two stacks of boxes (4x4, 6x6, 8x8): the number of grids, and uniformly random ones.
//!
//! ```text
//!             stack 0       stack 1
//!   band 0    A  A  A  | ¬A ¬A ¬A      the digits of the first row of a box are the set A: the second row
//!            ¬A ¬A ¬A  |  A  A  A      has the others, and in the other box it is the reverse
//!   band 1    B  B  B  | ...
//! ```
//!
//! Once a set for each band is chosen, the two stacks are independent. A stack is an array of `side` rows, each a
//! permutation of its set, whose columns are permutations of all digits. Both stacks have the same number L of arrays
//! (exchange the rows of each band), so the number of grids is the sum of L² over all choices of sets. L depends only
//! on the number of digits in each combination of sets, so few values need to be counted. A stack is a sequence of
//! perfect matchings of rows and digits, without common edges; these are enumerated, with the last two columns at once.
//!
//! The arrays of a stack are numbered in this order. A random grid consists of sets chosen in proportion to L², and two
//! random numbers below L. Boards with two bands are transposed.

#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::random::Words;

/// The boards of one side with boxes of two rows.
pub(super) struct TwoStacks {
    side: usize,
    /// The possible sets for bands 1, 2, …: the sets without the last digit.
    sets: Vec<u8>,
    /// For each choice of sets, the number of grids with this choice and all previous ones.
    sums: Vec<u64>,
}

/// For each row, the digits that its columns still need.
type Rows = [u8; 8];

impl TwoStacks {
    /// The boards with side 4, 6 or 8.
    pub fn of(side: usize) -> &'static TwoStacks {
        static BOARDS: [OnceLock<TwoStacks>; 3] = [const { OnceLock::new() }; 3];
        BOARDS[side / 2 - 2].get_or_init(|| TwoStacks::new(side))
    }

    fn new(side: usize) -> TwoStacks {
        let (width, bands) = (side / 2, side / 2);
        // The first band has the first digits in its first row; each set also represents its complement.
        let sets: Vec<u8> = (0..1u32 << (side - 1))
            .filter(|set| set.count_ones() as usize == width)
            .map(|set| set as u8)
            .collect();
        let mut known: HashMap<[u8; 16], u64> = HashMap::new();
        let mut boards = TwoStacks { side, sets, sums: Vec::new() };
        let mut sum = 0;
        for choice in 0..boards.sets.len().pow(bands as u32 - 1) {
            let rows = boards.rows(choice);
            // The number of digits in each combination of sets.
            let mut kinds = [0; 16];
            for digit in 0..side {
                let inside = (0..bands).filter(|&band| rows[2 * band] >> digit & 1 == 1);
                kinds[inside.fold(0, |kind, band| kind | 1 << band)] += 1;
            }
            let arrays = *known.entry(kinds).or_insert_with(|| boards.arrays(&rows, width));
            sum += arrays * arrays;
            boards.sums.push(sum);
        }
        boards
    }

    /// The sets of all rows of the left stack.
    fn rows(&self, mut choice: usize) -> Rows {
        let all = ((1u32 << self.side) - 1) as u8;
        let mut rows = [0; 8];
        for band in 0..self.side / 2 {
            let set = if band == 0 {
                (1 << (self.side / 2)) - 1
            } else {
                let set = self.sets[choice % self.sets.len()];
                choice /= self.sets.len();
                set
            };
            (rows[2 * band], rows[2 * band + 1]) = (set, all & !set);
        }
        rows
    }

    /// The number of arrays with these sets left for `columns` columns.
    fn arrays(&self, rows: &Rows, columns: usize) -> u64 {
        if columns == 2 {
            return 1 << self.cycles(rows);
        }
        let mut sum = 0;
        self.matchings(rows, &mut |rest, _| {
            sum += self.arrays(rest, columns - 1);
            false
        });
        sum
    }

    /// Rows and digits with two edges each form cycles, and each cycle can be divided in two ways.
    fn cycles(&self, rows: &Rows) -> u32 {
        let mut left = (1u32 << self.side) - 1;
        let mut cycles = 0;
        while left != 0 {
            cycles += 1;
            let start = left.trailing_zeros() as usize;
            let (mut row, mut digits) = (start, rows[start]);
            loop {
                left &= !(1 << row);
                let digit = digits & digits.wrapping_neg();
                let other = (0..self.side).find(|&r| r != row && rows[r] & digit != 0);
                row = other.expect("each digit is in two rows");
                digits = rows[row] & !digit;
                if row == start {
                    break;
                }
            }
        }
        cycles
    }

    /// Enumerates the ways to take one digit from each row, using each digit once. `visit` receives the remaining sets
    /// and the digits taken, and returns whether to stop.
    fn matchings(&self, rows: &Rows, visit: &mut dyn FnMut(&Rows, &Rows) -> bool) -> bool {
        self.extend(rows, &mut [0; 8], 0, 0, visit)
    }

    fn extend(
        &self,
        rows: &Rows,
        taken: &mut Rows,
        row: usize,
        used: u8,
        visit: &mut dyn FnMut(&Rows, &Rows) -> bool,
    ) -> bool {
        if row == self.side {
            return visit(&std::array::from_fn(|r| rows[r] & !taken[r]), taken);
        }
        let mut open = rows[row] & !used;
        while open != 0 {
            let digit = open & open.wrapping_neg();
            open ^= digit;
            taken[row] = digit;
            if self.extend(rows, taken, row + 1, used | digit, visit) {
                return true;
            }
        }
        false
    }

    /// Appends the columns of array number `number`, with a digit as one bit for each row.
    fn array(&self, rows: &Rows, columns: usize, mut number: u64, out: &mut Vec<Rows>) {
        if columns == 0 {
            return;
        }
        let mut found = None;
        self.matchings(rows, &mut |rest, taken| {
            let below = if columns > 2 { self.arrays(rest, columns - 1) } else { 1 };
            if number < below {
                found = Some((*rest, *taken));
                return true;
            }
            number -= below;
            false
        });
        let (rest, taken) = found.expect("a number below the number of arrays");
        out.push(taken);
        self.array(&rest, columns - 1, number, out);
    }

    /// Writes a uniformly random grid; boxes have two rows or, with `transposed`, two columns.
    pub fn random(&self, words: &mut Words, transposed: bool, grid: &mut [u8]) {
        let (side, width) = (self.side, self.side / 2);
        let total = self.sums.last().copied().unwrap_or(0);
        let drawn = words.below(total);
        let choice = self.sums.partition_point(|&sum| sum <= drawn);
        let left = self.rows(choice);
        let right = std::array::from_fn(|row| if row < side { left[row ^ 1] } else { 0 });
        let mut columns = Vec::with_capacity(side);
        // Each step of the sums is the square of a number of arrays.
        let before = if choice == 0 { 0 } else { self.sums[choice - 1] };
        let arrays = (self.sums[choice] - before).isqrt();
        for rows in [left, right] {
            self.array(&rows, width, words.below(arrays), &mut columns);
        }
        let mut names: Vec<u8> = (1..=side as u8).collect();
        words.shuffle(&mut names);
        let exchange = words.next_word();
        for row in 0..side {
            let from = row ^ (exchange >> (row / 2) & 1) as usize;
            for (column, digits) in columns.iter().enumerate() {
                let digit = names[digits[from].trailing_zeros() as usize];
                grid[if transposed { side * column + row } else { side * row + column }] = digit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};

    /// The number of complete grids.
    fn grids(boards: &TwoStacks) -> u64 {
        let width = boards.side / 2;
        let choose = (1..=width).fold(1, |product, i| product * (width + i) as u64 / i as u64);
        // The set of the first band is arbitrary, and each of the other sets may be its complement.
        (boards.sums[boards.sums.len() - 1] * choose) << (width - 1)
    }

    /// The published numbers of grids, on which `rules::small` relies.
    #[test]
    fn all_grids_of_two_stacks_are_counted() {
        assert_eq!(grids(TwoStacks::of(4)), 288);
        assert_eq!(grids(TwoStacks::of(6)), 28_200_960);
        assert_eq!(grids(TwoStacks::of(8)), 29_136_487_207_403_520);
    }

    #[test]
    fn each_of_the_288_grids_is_as_likely() {
        let mut seen: HashMap<[u8; 16], u32> = HashMap::new();
        for item in 0..28_800 {
            let mut grid = [0; 16];
            let mut words = Key::from_u64(9).words(Domain::Grids, item, 0);
            TwoStacks::of(4).random(&mut words, item % 2 == 1, &mut grid);
            *seen.entry(grid).or_default() += 1;
        }
        assert_eq!(seen.len(), 288);
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
        assert!(chi < 400.0, "chi-square {chi} on 287 degrees of freedom");
    }
}
