//! One puzzle in nine pairs of words, and how it is narrowed down to a fixpoint.
//!
//! ```text
//!   round   digit by digit, where something changed
//!             1. a naked single clears the rest of its box
//!             2. minirows and minicolumns in use → two table look-ups a band and stack → what is left
//!             3. boxes with one place left: the digit is placed there
//!           then all nine digits together
//!             4. a placed cell is lost to the other digits
//!             5. cells with one digit left: naked singles, for the next round
//! ```
//!
//! Step 2 is locked candidates in both directions, exactly, and with it a hidden single of a row or column
//! becomes one of its box: clearing the other boxes of the band leaves a single place in this one. So steps 2
//! and 3 find the hidden singles of all 27 houses, and the peers of a placed digit need no table.
//!
//! There are few branches that depend on the puzzle, on purpose: a round is about a thousand instructions that
//! do not wait for each other, where a queue of placed cells is a third of that at a fifth of the speed.

use super::layout::{
    ALL, BAND, CELL, CELL_AT, LOWEST, MINICOLUMNS, MINIROWS, Places, SPARE, SPLIT, STACK, WAYS,
};
use crate::board::{Candidates, Cell, Digits, Grid};

/// A search node.
#[derive(Clone, Copy)]
pub(in crate::solve) struct State {
    /// The places left for each digit.
    digits: [Places; 9],
    /// Cells that hold their digit and have been cleared of the others.
    placed: Places,
    /// Digits that changed since they were last looked at, one bit each.
    dirty: u32,
}

/// What propagation came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solve) enum Outcome {
    /// There is no solution.
    Dead,
    /// There is one, and every cell holds it.
    Solved,
    /// Nothing more follows without a guess.
    Open,
}

/// A minirow or minicolumn that `digit` is in, or not.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Guess {
    digit: usize,
    cells: Places,
}

/// The places of a digit seen as lines: six indices for the tables, bands 0 to 2 and stacks 0 to 2.
#[inline(always)]
fn lines(places: Places) -> [usize; 6] {
    let rows = or(or(places, shr(places, 1)), shr(places, 2));
    let rows = and(rows, MINIROWS);
    // The next box is ten bits on, so a shift by nine brings its minirows one bit beside those of this one.
    let rows = or(or(rows, shr(rows, 9)), shr(rows, 18));
    let columns = or(or(places, shr(places, 3)), shr(places, 6));
    let columns = and(columns, MINICOLUMNS);
    // Likewise for the box below, 30 bits on, and the one below that, in the other word.
    let columns = columns[0] | columns[0] >> 27 | columns[1] << 6;
    [rows[0], rows[0] >> 30, rows[1], columns, columns >> 10, columns >> 20]
        .map(|line| line as usize & 511)
}

/// From this many ways in the tightest band or stack on, a cell is guessed. 18 to 26 are alike.
const LOOSE: u8 = 20;

impl State {
    /// The state before any propagation. Bytes above 9 count as no digit at all.
    #[inline]
    pub fn from_grid(grid: &Grid) -> State {
        // Four sums a digit: blanks are most of the cells, and one sum would wait for its own store each time.
        let mut given = [[[0; 2]; 4]; 10];
        for (i, &value) in grid.cells().iter().enumerate() {
            if let Some(sums) = given.get_mut(value as usize) {
                sums[i % 4] = or(sums[i % 4], CELL[i]);
            }
        }
        let given: [Places; 10] = given.map(|[a, b, c, d]| or(or(a, b), or(c, d)));
        let open = minus(ALL, given[1..].iter().fold([0; 2], |all, &own| or(all, own)));
        let digits = std::array::from_fn(|d| or(minus(open, boxes_of(given[d + 1])), given[d + 1]));
        State { digits, placed: [0; 2], dirty: 0x1ff }
    }

    /// The state before any propagation.
    pub fn from_candidates(candidates: &Candidates) -> State {
        let mut digits = [[0; 2]; 9];
        for (cell, candidates) in CELL.iter().zip(candidates) {
            for (d, places) in digits.iter_mut().enumerate() {
                let yes = (u64::from(candidates.bits()) >> d & 1).wrapping_neg();
                *places = or(*places, and(*cell, [yes; 2]));
            }
        }
        State { digits, placed: [0; 2], dirty: 0x1ff }
    }

    /// Follows all singles and locked candidates to the end.
    #[inline(always)]
    pub fn propagate(&mut self) -> Outcome {
        let mut dirty = self.dirty;
        let mut naked = [0; 2];
        let mut first = true;
        loop {
            let mut fresh = [[0; 2]; 9];
            let (mut once, mut twice) = ([0; 2], [0; 2]);
            let mut again = 0;
            while dirty != 0 {
                let d = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                let Some(places) = self.digits.get_mut(d) else { break };
                let before = *places;

                let own = and(before, naked);
                let used = and(add(own, ALL), SPARE);
                let clash = and(own, sub(own, shr(used, 9)));
                let now = minus(before, minus(sub(used, shr(used, 9)), own));

                let [a, b, c, d0, d1, d2] = lines(now);
                let bands = [BAND[a] | BAND[b] << 30, BAND[c]];
                let stacks = or(or(STACK[d0], shl(STACK[d1], 10)), shl(STACK[d2], 20));
                let now = and(and(now, bands), stacks);
                *places = now;

                // Less the lowest place of each box; a box without any loses its spare bit.
                let less = sub(or(now, SPARE), LOWEST);
                if any(or(clash, minus(SPARE, less))) {
                    return Outcome::Dead;
                }
                let several = and(add(and(now, less), ALL), SPARE);
                let single = minus(now, sub(several, shr(several, 9)));
                fresh[d] = minus(single, self.placed);
                twice = or(twice, and(once, fresh[d]));
                once = or(once, fresh[d]);
                again |= u32::from(now != before) << d;
            }
            if any(twice) {
                return Outcome::Dead;
            }
            if again == 0 && !any(once) && !first {
                break;
            }
            first = false;
            self.placed = or(self.placed, once);
            let (mut some, mut several) = ([0; 2], [0; 2]);
            for (d, places) in self.digits.iter_mut().enumerate() {
                again |= u32::from(any(and(*places, once))) << d;
                *places = or(minus(*places, once), fresh[d]);
                several = or(several, and(some, *places));
                some = or(some, *places);
            }
            if some != ALL {
                return Outcome::Dead;
            }
            naked = minus(minus(some, several), self.placed);
            if any(naked) {
                for (d, places) in self.digits.iter().enumerate() {
                    again |= u32::from(any(and(*places, naked))) << d;
                }
            }
            dirty = again;
            if dirty == 0 {
                break;
            }
        }
        self.dirty = 0;
        if self.placed == ALL { Outcome::Solved } else { Outcome::Open }
    }

    /// What to ask next of an open state that propagation has left.
    ///
    /// Of the bands and stacks, the one whose digits have the fewest ways left between them; in it, the digit
    /// with the fewest ways but more than one; and the minirow that parts them best. Half the search tree of
    /// "the first cell with two candidates" (78 guesses against 132 on the hardest puzzles). Where even the
    /// tightest is loose, few cells are narrowed yet and lines say nothing about how many digits crowd into three
    /// cells: a cell is the better guess. (Lines alone never came to an end on the empty grid.)
    #[inline]
    pub fn guess(&self) -> Guess {
        let lines = self.digits.map(lines);
        let mut sums = [0u8; 6];
        for lines in &lines {
            for (sum, &line) in sums.iter_mut().zip(lines) {
                *sum += WAYS[line];
            }
        }
        // Every digit has at least one way: nine in all where nothing is open.
        let tightest = (0..6).min_by_key(|&k| sums[k].wrapping_sub(10)).unwrap_or(0);
        let digit = (0..9).min_by_key(|&d| WAYS[lines[d][tightest]].wrapping_sub(2)).unwrap_or(0);
        if sums[tightest] >= LOOSE {
            return self.guess_cell();
        }
        let place = SPLIT[lines[digit][tightest]] as usize;
        let mut cells = [0; 2];
        if tightest < 3 {
            let r#box = 3 * tightest + place % 3;
            cells[r#box / 6] = 0o7 << (r#box % 6 * 10 + place / 3 * 3);
        } else {
            let r#box = place / 3 * 3 + tightest - 3;
            cells[r#box / 6] = 0o111 << (r#box % 6 * 10 + place % 3);
        }
        Guess { digit, cells: and(cells, self.digits[digit]) }
    }

    /// The smallest digit of the first cell among those with the fewest candidates.
    #[inline(never)]
    fn guess_cell(&self) -> Guess {
        // at_least[k]: the cells with more than k candidates.
        let mut at_least = [[0; 2]; 10];
        for places in self.digits {
            for k in (1..9).rev() {
                at_least[k] = or(at_least[k], and(at_least[k - 1], places));
            }
            at_least[0] = or(at_least[0], places);
        }
        let fewest = (1..9).map(|k| minus(at_least[k], at_least[k + 1])).find(|&cells| any(cells));
        let cell = match fewest.unwrap_or(ALL) {
            [0, word] => [0, word & word.wrapping_neg()],
            [word, _] => [word & word.wrapping_neg(), 0],
        };
        let digit = (0..9).find(|&d| any(and(self.digits[d], cell))).unwrap_or(0);
        Guess { digit, cells: cell }
    }

    /// Takes the guess for true.
    #[inline]
    pub fn require(&mut self, guess: Guess) {
        let places = &mut self.digits[guess.digit];
        *places = minus(*places, minus(boxes_of(guess.cells), guess.cells));
        self.dirty |= 1 << guess.digit;
    }

    /// Takes the guess for false.
    #[inline]
    pub fn forbid(&mut self, guess: Guess) {
        let places = &mut self.digits[guess.digit];
        *places = minus(*places, guess.cells);
        self.dirty |= 1 << guess.digit;
    }

    /// The first open cell in row-major order with its smallest digit, of an open state that propagation has left.
    #[inline]
    pub fn first_open(&self) -> (Cell, Guess) {
        let mut cell = [0; 2];
        for row in 0..9 {
            // The three minirows of a row: bands 0 and 1 lie in word 0, band 2 in word 1.
            let (word, band) = (row / 6, row / 3 % 2);
            let minirows = (0o7 | 0o7 << 10 | 0o7 << 20) << (30 * band + row % 3 * 3);
            let open = minirows & !self.placed[word];
            if open != 0 {
                cell[word] = open & open.wrapping_neg();
                break;
            }
        }
        let digit = (0..9).find(|&d| any(and(self.digits[d], cell))).unwrap_or(0);
        let word = usize::from(cell[0] == 0);
        let number = CELL_AT[word][cell[word].trailing_zeros() as usize % 64];
        (Cell::new(number as usize), Guess { digit, cells: cell })
    }

    /// The guess that `digit` is in `cell`; nothing if it is not a candidate there.
    #[inline]
    pub fn candidate(&self, cell: Cell, digit: u8) -> Option<Guess> {
        let digit = (digit as usize).wrapping_sub(1);
        let cells = and(*self.digits.get(digit)?, CELL[cell.index()]);
        any(cells).then_some(Guess { digit, cells })
    }

    /// What each cell may still hold.
    pub fn candidates(&self) -> Candidates {
        let mut masks = [0; 81];
        for (d, places) in self.digits.iter().enumerate() {
            for (places, cells) in places.iter().zip(&CELL_AT) {
                let mut rest = *places;
                while rest != 0 {
                    masks[cells[rest.trailing_zeros() as usize] as usize] |= 1 << d;
                    rest &= rest - 1;
                }
            }
        }
        masks.map(Digits::from_bits)
    }

    /// The grid of a solved state.
    pub fn solution(&self) -> Grid {
        let mut cells = [0; 81];
        for (places, digit) in self.digits.iter().zip(1..) {
            for (word, boxes) in [6, 3].into_iter().enumerate() {
                let mut rest = places[word];
                for _ in 0..boxes {
                    let cell = CELL_AT[word][rest.trailing_zeros() as usize % 64];
                    cells[cell as usize] = digit;
                    rest &= rest.wrapping_sub(1);
                }
            }
        }
        Grid::new(cells).expect("digits are 1 to 9")
    }
}

#[inline(always)]
fn and(a: Places, b: Places) -> Places {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline(always)]
fn or(a: Places, b: Places) -> Places {
    [a[0] | b[0], a[1] | b[1]]
}

#[inline(always)]
fn minus(a: Places, b: Places) -> Places {
    [a[0] & !b[0], a[1] & !b[1]]
}

#[inline(always)]
fn add(a: Places, b: Places) -> Places {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn sub(a: Places, b: Places) -> Places {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn shl(a: Places, n: u32) -> Places {
    [a[0] << n, a[1] << n]
}

#[inline(always)]
fn shr(a: Places, n: u32) -> Places {
    [a[0] >> n, a[1] >> n]
}

#[inline(always)]
fn any(a: Places) -> bool {
    a[0] | a[1] != 0
}

/// All nine cells of each box that `a` touches.
#[inline(always)]
fn boxes_of(a: Places) -> Places {
    let used = and(add(a, ALL), SPARE);
    sub(used, shr(used, 9))
}
