//! A model of the time that players need for a classic puzzle.
//!
//! Players look at open cells in no particular order until they find a digit, and write it. The model solves the puzzle
//! in rounds: it counts the digits that can be found on the board, and then writes all of them at once.
//!
//! ```text
//!   found = digits hidden in boxes + 1/2 · (in rows + in columns) + Σ 2^-(m-1) over the other naked singles
//!   round = cells written · (write + look · open cells / max(found, 1/4))   seconds
//!   total = Σ rounds + left · cells that are open where singles and locked candidates end
//! ```
//!
//! m is the smallest number of open cells in a house of the cell. A digit that is hidden in several houses counts in each.
//! Naked singles are written only in rounds without hidden singles. Locked candidates take no time.
//!
//! *Invariant.* A round depends only on numbers that symmetries preserve, and only the division rounds, so equivalent
//! puzzles have the same total to the last bit.
//!
//! *Sources.* The seconds were fitted to the data of S.-W. Wang, doi 10.1109/ACCESS.2024.3434632. The rounds resemble the
//! dependency of steps in R. Pelánek, arXiv 1403.7373.

use crate::board::{Cell, Grid};

use super::{ALL, BITS, Board, CELLS, FIRST, cells};

/// The seconds of the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// To write a digit.
    pub write: f64,
    /// To look at a cell.
    pub look: f64,
    /// For each cell that is open where singles and locked candidates end.
    pub left: f64,
}

impl Default for Pace {
    /// The average player of one app who finished.
    fn default() -> Pace {
        Pace { write: 3.0, look: 0.7, left: 15.0 }
    }
}

/// The digits that can be found on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// The number of open cells.
    pub open: u32,
    /// The number of digits hidden in boxes.
    pub boxes: u32,
    /// The number of digits hidden in rows and columns.
    pub lines: u32,
    /// The weight of the naked singles that are not hidden singles.
    pub naked: f64,
    /// For each digit, the cells in which it is written, in the order of rows.
    written: [u128; 9],
}

impl Round {
    /// The digits written in this round, by cell.
    pub fn written(&self) -> Vec<(Cell, u8)> {
        let digits = self.written.iter().zip(1..);
        let mut written: Vec<_> =
            digits.flat_map(|(&set, digit)| cells(0, set).map(move |cell| (cell, digit))).collect();
        written.sort_unstable();
        written
    }

    /// The seconds of the round.
    pub fn seconds(&self, pace: &Pace) -> f64 {
        let written = self.written.iter().fold(0, |all, &set| all | set).count_ones();
        let found = f64::from(self.boxes) + 0.5 * f64::from(self.lines) + self.naked;
        f64::from(written) * (pace.write + pace.look * f64::from(self.open) / found.max(0.25))
    }
}

/// Calls `each` with every round of a puzzle, and returns the number of cells that remain open; `None` if givens clash.
pub fn rounds(puzzle: &Grid, mut each: impl FnMut(&Round)) -> Option<u32> {
    let mut board = Board::new(puzzle.into())?;
    let mut searched = [0; 9];
    while !board.is_full() {
        let round = board.round(&mut searched);
        if round.written.iter().any(|&cells| cells != 0) {
            each(&round);
            for (digit, &cells) in round.written.iter().enumerate() {
                board.place_all(0, digit, cells);
            }
        } else if !board.remove_locked() {
            break;
        }
    }
    Some(81 - board.filled[0].count_ones())
}

/// The predicted minutes for a puzzle; `None` if givens clash.
pub fn minutes(puzzle: &Grid, pace: &Pace) -> Option<f64> {
    let mut seconds = 0.0;
    let left = rounds(puzzle, |round| seconds += round.seconds(pace))?;
    Some((seconds + pace.left * f64::from(left)) / 60.0)
}

impl Board {
    /// The digits that can be found. `searched` has the cells that each digit had in the round before: if they are the
    /// same, the digit is in no house a hidden single, as it would have been written.
    fn round(&self, searched: &mut [u128; 9]) -> Round {
        let (mut counts, mut hidden) = ([0; 3], 0);
        let mut written = [0; 9];
        for ((digit, written), searched) in written.iter_mut().enumerate().zip(searched) {
            let open = self.open[0][digit] & !self.filled[0];
            if open == std::mem::replace(searched, open) {
                continue;
            }
            for (order, count) in counts.iter_mut().enumerate() {
                let (found, cells) = in_rows(order, self.hidden(order, digit));
                *count += found;
                *written |= cells;
            }
            hidden |= *written;
        }
        // A cell without candidates has none at the end either.
        let single = self.naked().unwrap_or(0) & !hidden;
        let naked = cells(0, single).map(|cell| self.naked_weight(cell)).sum();
        if hidden == 0 {
            written = std::array::from_fn(|digit| self.open[0][digit] & single);
        }
        let [rows, columns, boxes] = counts;
        let open = 81 - self.filled[0].count_ones();
        Round { open, boxes, lines: rows + columns, naked, written }
    }

    /// The weight of a naked single: 1/2 if a house has two open cells, and half of that for each further one.
    fn naked_weight(&self, cell: Cell) -> f64 {
        let open = (0..3).map(|order| {
            let at = BITS[order][cell.index()].trailing_zeros() / 10 * 10;
            9 - (self.filled[order] >> at & 0x1FF).count_ones()
        });
        1.0 / f64::from(1 << (open.min().unwrap_or(9) - 1))
    }

    /// Removes all locked candidates of the board; returns `false` if there are none.
    fn remove_locked(&mut self) -> bool {
        let mut any = false;
        for digit in 0..9 {
            let locked = [0, 1].map(|order| locked(self.open[order][digit] & !self.filled[order]));
            let removed = locked[0] | in_rows(1, locked[1]).1;
            any |= removed != 0;
            for cell in cells(0, removed) {
                (0..3).for_each(|order| self.open[order][digit] &= !BITS[order][cell.index()]);
            }
        }
        any
    }
}

/// The number of cells of a set in any order, and the set in the order of rows.
///
/// The sets are small, so this is faster than an instruction for counting bits, which not every processor has.
#[inline]
fn in_rows(order: usize, mut positions: u128) -> (u32, u128) {
    let (mut count, mut rows) = (0, 0);
    while positions != 0 {
        count += 1;
        rows |= BITS[0][usize::from(CELLS[order][positions.trailing_zeros() as usize])];
        positions &= positions - 1;
    }
    (count, rows)
}

/// The locked candidates of a digit, given its cells in the order of rows or columns.
#[inline]
fn locked(open: u128) -> u128 {
    // The first cell of each crossing with a cell of the set.
    let crossings = (open | open >> 1 | open >> 2) & CROSSINGS;
    let mut removed = 0;
    for band in [0, 30, 60] {
        // Bits 0, 3, 6, 10, 13, 16, 20, 23 and 26 of a band.
        let band_crossings = (crossings >> band) as usize;
        let line = |line: usize| {
            let bits = band_crossings >> (10 * line);
            (bits & 1 | bits >> 2 & 2 | bits >> 4 & 4) << (3 * line)
        };
        removed |= u128::from(LOCKED[line(0) | line(1) | line(2)]) << band;
    }
    open & removed
}

/// The first cell of each crossing of a line with a box.
const CROSSINGS: u128 = FIRST | FIRST << 3 | FIRST << 6;

const _: () = assert!(CROSSINGS | CROSSINGS << 1 | CROSSINGS << 2 == ALL);

/// For each set of crossings that may hold a digit, the cells of the band from which locked candidates are removed.
///
/// The nine crossings of three lines with their boxes, bit 3 · line + box of the index:
///
/// ```text
///              box 0   box 1   box 2
///   line 0       A       C       C       a digit of A and C that is nowhere in B cannot be in C,
///   line 1       B       .       .       and one of A and B that is nowhere in C cannot be in B
///   line 2       B       .       .
/// ```
const LOCKED: [u32; 512] = {
    let mut removed = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut a = 0;
        while a < 9 {
            let b = 0b001_001_001 << (a % 3) & !(1 << a);
            let c = 0b111 << (a / 3 * 3) & !(1 << a);
            let gone = match (set & 1 << a != 0, set & b != 0, set & c != 0) {
                (true, false, true) => c,
                (true, true, false) => b,
                _ => 0,
            };
            let mut crossing = 0;
            while crossing < 9 {
                if gone >> crossing & 1 == 1 {
                    removed[set] |= 0b111 << (crossing / 3 * 10 + crossing % 3 * 3);
                }
                crossing += 1;
            }
            a += 1;
        }
        set += 1;
    }
    removed
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values of the model: puzzle, rounds, cells left, seconds.
    const PUBLISHED: [(&str, usize, u32, f64); 20] = [
        (
            "..6.7.........9.515..238.4....7.31.5..1...6..2.54.6....7.524..314.8.........9.4..",
            7,
            0,
            235.715570,
        ),
        (
            "1.9.3.........685.6...71.9...5....1..7.4.8.6..8....2...4.15...2.976.........8.9.3",
            5,
            0,
            252.505958,
        ),
        (
            "8.1..4....4.9.26........5.44.9.....6..56832..3.....7.59.7........41.9.7....2..9.3",
            11,
            0,
            362.222743,
        ),
        (
            "..5.6.2..8..9.....4..2.5.8796.....7....4.7....2.....5128.7.1..5.....9..2..7.5.8..",
            10,
            0,
            295.214272,
        ),
        (
            ".92.1......674....41.6..7...6......534.....269......4...9..8.31....612......9.48.",
            11,
            0,
            330.170416,
        ),
        (
            "....7.95......1.3..7.45.1...647...1.1...8...3.8...947...6.25.4..5.3......49.1....",
            13,
            0,
            382.059947,
        ),
        (
            "..5.96..14...3.......4...8.1.2...4.6.6..5..7.3.7...1.5.2...9.......2...85..76.3..",
            13,
            0,
            488.886316,
        ),
        (
            "5..4.2...........4..7.659..35...6..2.2..3..8.7..5...69..975.6..1...........2.4..3",
            18,
            0,
            568.519995,
        ),
        (
            ".42.....5..5...2367........1..8.742....6.3....745.1..8........9261...5..5.....18.",
            8,
            27,
            776.767744,
        ),
        (
            "....6.9.193.1..6.8...2..........2.5..74...83..6.8..........5...7.5..8.136.3.7....",
            8,
            17,
            580.716571,
        ),
        (
            "......7.97..5...16....8..35..8.1..976...2...117..9.5..24..7....81...6..33.6......",
            3,
            44,
            878.517647,
        ),
        (
            "2.6......9...2.1.4...397....6.9......7.2.5.3......4.1....872...7.1.4...8......6.2",
            16,
            0,
            604.810979,
        ),
        (
            "96...3..42489..3....1...2..8...6..4...........7..9...3..9...8....3..94274..2...59",
            1,
            48,
            763.538462,
        ),
        (
            ".....2.8...4.7...3..53..7...5..6.3..91.....64..8.2..1...1..85..2...3.1...7.2.....",
            8,
            39,
            1397.300144,
        ),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            5,
            0,
            229.541278,
        ),
        (
            "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6",
            17,
            23,
            993.003894,
        ),
        (
            "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
            3,
            48,
            947.853333,
        ),
        (
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
            21,
            0,
            611.613839,
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            0,
            60,
            900.000000,
        ),
        (
            "7364298518415762395921834764276951839837.1562165832794654918327379254618218367945",
            1,
            0,
            3.350000,
        ),
    ];

    #[test]
    fn equals_the_published_values() {
        for (text, count, left, seconds) in PUBLISHED {
            let puzzle: Grid = text.parse().unwrap();
            let mut number = 0;
            assert_eq!(rounds(&puzzle, |_| number += 1), Some(left), "{text}");
            assert_eq!(number, count, "{text}");
            let predicted = 60.0 * minutes(&puzzle, &Pace::default()).unwrap();
            // The published values have six decimals.
            assert!((predicted - seconds).abs() < 5.1e-7, "{text}: {predicted}");
        }
    }

    #[test]
    fn rounds_equal_the_published_ones() {
        let published = [
            (17, 51, 11, 19, 0.5625, 79.814243),
            (11, 34, 7, 14, 0.5, 51.055172),
            (6, 23, 3, 7, 0.0, 32.861538),
            (6, 17, 3, 6, 0.5, 28.984615),
            (5, 11, 4, 8, 0.75, 19.4),
            (5, 6, 2, 4, 0.0, 20.25),
            (1, 1, 1, 2, 0.0, 3.35),
        ];
        let mut found = Vec::new();
        rounds(&PUBLISHED[0].0.parse().unwrap(), |round| found.push(*round)).unwrap();
        assert_eq!(found.len(), published.len());
        for (round, (written, open, boxes, lines, naked, seconds)) in found.iter().zip(published) {
            assert_eq!(round.written().len(), written);
            assert_eq!((round.open, round.boxes, round.lines), (open, boxes, lines));
            assert_eq!(round.naked, naked);
            assert!((round.seconds(&Pace::default()) - seconds).abs() < 5.1e-7);
        }
    }

    #[test]
    fn boards_without_one_solution_end() {
        let mut clash = Grid::EMPTY;
        clash.set(Cell::new(0), 1);
        clash.set(Cell::new(1), 1);
        assert_eq!(minutes(&clash, &Pace::default()), None);
        assert_eq!(minutes(&Grid::EMPTY, &Pace::default()), Some(81.0 * 15.0 / 60.0));
        // r1c9 has no candidate.
        let stuck: Grid = format!("12345678.........9{}", ".".repeat(63)).parse().unwrap();
        assert!(rounds(&stuck, |_| {}).unwrap() > 0);
    }
}
