//! The canonical form of boards without a repeated digit in a line: breadth first, row by row.
//!
//! All states share the first rows of the form and differ in the transformation that produces them:
//!
//! ```text
//!   place    0 1 2 | 3 4 5 | 6 7 8         a state: rows used, column at each place, label of each digit
//!   row 0    . . . | . . . | . . 1
//!   row 1    . . . | . . 2 | . 1 .         free columns (all blank so far) are at the left of their stack,
//!   free     3       2       1             free stacks at the left of the board
//! ```
//!
//! Blank is the smallest symbol. If no line repeats a digit, a column that is blank so far is therefore interchangeable
//! with the other free columns of its stack, and is to the left of the columns that are not blank; the same holds for
//! stacks. The number of free columns in each stack describes the remaining freedom, and the search never branches on
//! blank columns.
//!
//! A level extends every state by every row that may follow. The row's digits become labels (15 for a new digit), then
//! free columns are sorted, then free stacks. The result, a value of nine nibbles, orders the rows like the next row of
//! the form, because new digits are labeled from left to right and all states have equally many labels. The states
//! with the smallest value survive. New digits can be in any order, and each order is a separate state.
//!
//! Blank rows of a band, and blank bands, are interchangeable: the search uses the first one and multiplies the number
//! of automorphisms at the end.
//!
//! *Cost.* A 17-clue puzzle has about 15 states and 37 row values; no level of any test board has more than 23,328
//! states.

#![forbid(unsafe_code)]

use super::lines::ORDERS_OF_3;
use super::sparse_tables::{
    FIRST_VALUES, FREE_PAIRS, PAIRS, REVERSED, SORTED, SORTING, VALUE, pairs,
};

/// A board in both orientations: rows 0..9, then columns as rows 9..18, then padding.
pub struct Board {
    /// Digits times four (bit offsets into a nibble map), zeros from byte 9 on.
    pub rows: [[u8; 16]; 20],
    /// For each row, the places that contain a digit.
    pub masks: [u16; 20],
}

/// A transformation that produces the first rows of the form.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct State {
    /// The source column of place k in byte 15 - k; bytes below 7 are 0x80, which a byte shuffle turns into 0.
    pub columns: [u8; 16],
    /// Nibble d is the label of digit d: 0 for blank, 15 if it has none yet.
    pub labels: u64,
    /// The unused source rows.
    unused: u16,
    /// 0 for rows, 9 for columns.
    pub orientation: u8,
    /// The band of the next row; 3 at the start of a band.
    band: u8,
    /// The number of free columns in each stack.
    free: [u8; 3],
    /// Whether no free columns can be exchanged, because each stack has at most one.
    fixed: bool,
}

/// Buffers reused from board to board.
#[derive(Default)]
pub struct Scratch {
    states: Vec<State>,
    next: Vec<State>,
    /// States with a next row: the value in the highest 36 bits, then the number of the state, then 4 bits for the row.
    choices: Vec<u64>,
}

/// The steps that have vector implementations.
pub trait Steps: Copy {
    /// The board of `grid`.
    fn board(self, grid: &[u8; 81]) -> Board;

    /// The values of rows `first` to `first + 2` of `board`, at least of the rows whose bit is set in `wanted`: nine
    /// nibbles in the highest 36 bits, place 0 highest; 15 for a digit without a label.
    fn values(self, board: &Board, state: &State, first: usize, wanted: u32) -> [u64; 4];

    /// Like [`Steps::values`], for one row.
    fn value(self, board: &Board, state: &State, row: usize) -> u64;

    /// The columns in order `number` of [`REVERSED`].
    fn reorder(self, columns: &[u8; 16], number: usize) -> [u8; 16];
}

/// [`Steps`] without vector instructions.
#[derive(Clone, Copy)]
pub struct Plain;

impl Steps for Plain {
    #[inline(always)]
    fn board(self, grid: &[u8; 81]) -> Board {
        let mut board = Board { rows: [[0; 16]; 20], masks: [0; 20] };
        for r in 0..9 {
            for c in 0..9 {
                let digit = grid[9 * r + c];
                board.rows[r][c] = 4 * digit;
                board.rows[9 + c][r] = 4 * digit;
            }
        }
        for (mask, row) in board.masks.iter_mut().zip(&board.rows) {
            *mask = row.iter().enumerate().fold(0, |set, (k, &x)| set | u16::from(x != 0) << k);
        }
        board
    }

    #[inline(always)]
    fn values(self, board: &Board, state: &State, first: usize, wanted: u32) -> [u64; 4] {
        std::array::from_fn(|k| {
            if wanted >> k & 1 == 1 { self.value(board, state, first + k) } else { 0 }
        })
    }

    #[inline(always)]
    fn value(self, board: &Board, state: &State, row: usize) -> u64 {
        let row = &board.rows[row];
        let value = state.columns[7..].iter().rev().fold(0, |value, &column| {
            value << 4 | state.labels.wrapping_shr(u32::from(row[usize::from(column & 15)])) & 15
        });
        value << VALUE
    }

    #[inline(always)]
    fn reorder(self, columns: &[u8; 16], number: usize) -> [u8; 16] {
        REVERSED[number].map(|place| columns[usize::from(place & 15)])
    }
}

/// The nibbles of a value that are 15, as the lowest bit of each.
#[inline(always)]
fn new_digits(value: u64) -> u64 {
    let pairs = value & value >> 1;
    pairs & pairs >> 2 & 0x1111_1111_1000_0000
}

/// The twelve bits of each stack of a value.
#[inline(always)]
fn stacks(value: u64) -> [usize; 3] {
    [52, 40, 28].map(|shift| (value >> shift) as usize & 0xfff)
}

/// The blank lines of one orientation.
#[derive(Clone, Copy)]
struct Blanks {
    rows: u16,
    /// The first row of each entirely blank band.
    bands: u16,
}

impl Blanks {
    #[inline(always)]
    fn new(rows: u16) -> Blanks {
        Blanks { rows, bands: rows & rows >> 1 & rows >> 2 & 0o111 }
    }

    /// The rows to try among the unused rows of a band.
    #[inline(always)]
    fn in_band(self, unused: u16) -> u16 {
        let blank = self.rows & unused;
        unused & !blank | blank & blank.wrapping_neg()
    }

    /// The rows to try among the rows of unused bands.
    #[inline(always)]
    fn at_start(self, unused: u16) -> u16 {
        let blank = self.rows & unused;
        let bands = self.bands & unused;
        // The first blank row of each band, but only in the first of the blank bands.
        let firsts = blank & !(blank << 1 & 0o666) & !(blank << 2 & 0o444);
        unused & !blank | firsts & !bands | bands & bands.wrapping_neg()
    }

    /// The number of exchanges of blank lines.
    fn exchanges(self) -> u32 {
        const FACTORIAL: [u32; 4] = [1, 1, 2, 6];
        let within = |shift: u32| FACTORIAL[(self.rows >> shift & 7).count_ones() as usize];
        within(0) * within(3) * within(6) * FACTORIAL[self.bands.count_ones() as usize]
    }
}

impl State {
    /// The value after sorting free columns and free stacks.
    #[inline(always)]
    fn sorted(&self, value: u64) -> u64 {
        let [a, b, c] = stacks(value);
        let [mut a, mut b, mut c] = [(a, 0), (b, 1), (c, 2)].map(|(stack, k)| match self.free[k] {
            2 => u64::from(SORTED[0][stack]),
            3 => u64::from(SORTED[1][stack]),
            _ => stack as u64,
        });
        if self.free[1] == 3 {
            (a, b) = (a.min(b), a.max(b));
            if self.free[2] == 3 {
                (b, c) = (b.min(c), b.max(c));
                (a, b) = (a.min(b), a.max(b));
            }
        }
        a << 52 | b << 40 | c << 28
    }
}

/// The canonical form of a board without a repeated digit in a row or column, and its number of automorphisms.
#[inline(always)]
pub fn canonical<S: Steps>(steps: S, grid: &[u8; 81], scratch: &mut Scratch) -> ([u8; 81], u32) {
    let board = steps.board(grid);
    let blank = board.masks[..18]
        .iter()
        .enumerate()
        .fold(0u32, |set, (row, &mask)| set | u32::from(mask == 0) << row);
    let blanks = [Blanks::new(blank as u16 & 0o777), Blanks::new((blank >> 9) as u16)];
    let Scratch { states, next, choices } = scratch;
    let mut form = [0; 81];

    // In the first row every digit is new, so only the places of the digits matter.
    states.clear();
    choices.clear();
    for side in [0, 9] {
        let mut columns = [0x80; 16];
        (0..9).for_each(|k| columns[15 - k] = k as u8);
        let labels = u64::MAX << 4;
        states.push(State {
            columns,
            labels,
            unused: 0o777,
            orientation: side,
            band: 3,
            free: [3; 3],
            fixed: false,
        });
        let mut rows = blanks[usize::from(side != 0)].at_start(0o777);
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let value = FIRST_VALUES[usize::from(board.masks[usize::from(side) + row] & 0o777)];
            choices.push(value | u64::from(side != 0) << 4 | row as u64);
        }
    }
    let mut labels = 0;
    for level in 0..9 {
        if level > 0 {
            choose(steps, &board, &blanks, states, level % 3 == 0, choices);
        }
        let value = choices.iter().fold(u64::MAX, |least, &choice| least.min(choice)) >> VALUE;
        next.clear();
        for &choice in choices.iter().filter(|&&choice| choice >> VALUE == value) {
            let state = &states[(choice as usize & ((1 << VALUE) - 1)) >> 4];
            expand(steps, &board, state, value << VALUE, choice as usize & 15, labels, next);
        }
        std::mem::swap(states, next);
        labels = write_row(value << VALUE, labels, &mut form[9 * level..9 * level + 9]);
    }
    (form, states.len() as u32 * blanks[0].exchanges() * blanks[1].exchanges())
}

/// Writes a row from its nibbles, with new digits numbered from `labels + 1` on. Returns the last label.
#[inline(always)]
fn write_row(value: u64, mut labels: u8, row: &mut [u8]) -> u8 {
    // Expands eight nibbles to eight bytes, with the highest first in memory.
    let mut spread = value >> 32;
    spread = (spread << 16 | spread) & 0x0000_ffff_0000_ffff;
    spread = (spread << 8 | spread) & 0x00ff_00ff_00ff_00ff;
    spread = (spread << 4 | spread) & 0x0f0f_0f0f_0f0f_0f0f;
    row[..8].copy_from_slice(&spread.to_be_bytes());
    row[8] = (value >> 28) as u8 & 15;
    let mut rest = new_digits(value);
    while rest != 0 {
        let place = rest.leading_zeros() / 4;
        labels += 1;
        row[place as usize] = labels;
        rest ^= 1 << (60 - 4 * place);
    }
    labels
}

/// Fills `choices` with every state and every row that may follow.
#[inline(always)]
fn choose<S: Steps>(
    steps: S,
    board: &Board,
    blanks: &[Blanks; 2],
    states: &[State],
    start: bool,
    choices: &mut Vec<u64>,
) {
    choices.clear();
    for (i, state) in states.iter().enumerate() {
        let blanks = blanks[usize::from(state.orientation != 0)];
        let mut rows = if start {
            blanks.at_start(state.unused)
        } else {
            blanks.in_band(state.unused & 0o7 << (3 * state.band))
        };
        while rows != 0 {
            let first = rows.trailing_zeros() as usize / 3 * 3;
            let mut wanted = u32::from(rows) >> first & 7;
            rows &= !(0o7 << first);
            let values = steps.values(board, state, usize::from(state.orientation) + first, wanted);
            while wanted != 0 {
                let k = wanted.trailing_zeros() as usize;
                wanted &= wanted - 1;
                let value = if state.fixed { values[k & 3] } else { state.sorted(values[k & 3]) };
                choices.push(value | (i as u64) << 4 | (first + k) as u64);
            }
        }
    }
}

/// Adds the states to which `row`, with sorted value `value`, leads.
#[inline(always)]
fn expand<S: Steps>(
    steps: S,
    board: &Board,
    state: &State,
    value: u64,
    row: usize,
    labels: u8,
    next: &mut Vec<State>,
) {
    let mut child = State { unused: state.unused & !(1 << row), band: (row / 3) as u8, ..*state };
    if value == 0 {
        next.push(child);
        return;
    }
    let row = usize::from(state.orientation) + row;
    let source = &board.rows[row];
    let fresh = new_digits(value);
    let labelled = |columns: [u8; 16]| {
        let mut map = state.labels;
        let (mut rest, mut number) = (fresh, labels);
        while rest != 0 {
            let place = rest.leading_zeros() / 4;
            let digit = source[usize::from(columns[(15 - place) as usize & 15] & 15)];
            number += 1;
            map ^= u64::from(15 ^ number).wrapping_shl(u32::from(digit));
            rest ^= 1 << (60 - 4 * place);
        }
        map
    };
    if state.fixed {
        // If a stack still has one free column, it is at the stack's first place.
        for (free, stack) in child.free.iter_mut().zip(stacks(value)) {
            *free &= u8::from(stack < 0x100);
        }
        child.labels = labelled(child.columns);
        next.push(child);
        return;
    }
    let raw = stacks(steps.value(board, state, row));
    let inner: [u8; 3] = std::array::from_fn(|k| {
        SORTING[usize::from(PAIRS[raw[k]] & FREE_PAIRS[usize::from(state.free[k] & 3)])]
    });
    let sorted: [u16; 3] = std::array::from_fn(|k| match state.free[k] {
        2 => SORTED[0][raw[k]],
        3 => SORTED[1][raw[k]],
        _ => raw[k] as u16,
    });
    let free_stacks = state.free.iter().filter(|&&free| free == 3).count();
    let mut outer =
        SORTING[usize::from(pairs(sorted[0], sorted[1], sorted[2]) & FREE_PAIRS[free_stacks & 3])];
    // The number of columns that stay free does not depend on the choice of order.
    while outer != 0 {
        let o = outer.trailing_zeros() as usize;
        outer &= outer - 1;
        let order = ORDERS_OF_3[o % 6].map(|k| usize::from(k % 3));
        child.free = order.map(|from| {
            let blanks = (u32::from(sorted[from]) << 20 | 1 << 19).leading_zeros() / 4;
            state.free[from].min(blanks as u8)
        });
        child.fixed = child.free.iter().all(|&free| free < 2);
        let mut first = inner[order[0]];
        while first != 0 {
            let number = 6 * o + first.trailing_zeros() as usize;
            first &= first - 1;
            let mut second = inner[order[1]];
            while second != 0 {
                let number = 6 * number + second.trailing_zeros() as usize;
                second &= second - 1;
                let mut third = inner[order[2]];
                while third != 0 {
                    let number = 6 * number + third.trailing_zeros() as usize;
                    third &= third - 1;
                    child.columns = steps.reorder(&state.columns, number);
                    child.labels = labelled(child.columns);
                    next.push(child);
                }
            }
        }
    }
}
