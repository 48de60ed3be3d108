//! Canonical forms of the smallest plain boards: 4x4, 6x6, and Latin squares up to 5x5.
//!
//! ```text
//!   form so far   . . 1 | . . 2      a state: the rows of the board that these are, and as a bit set, the orders of
//!                 . 3 . | 1 . .      columns that produce these rows
//!   next row      ? ? ? | ? ? ?      for each state and each row that may follow, by position: blank? 1? 2? 3? new?
//! ```
//!
//! There are at most 120 orders of columns, so a set of them is a `u128`. `places` contains the orders that move one of
//! some columns to a position, so that "can a blank be here?" is one AND. A row greater than the best one is abandoned
//! immediately; states with equal rows survive.
//!
//! A label is identified by the row and position at which it first appeared; the digit that it represents depends on
//! the order of columns. Digit d therefore has label k under a set of orders: the orders that move the columns of d, in
//! the row where k first appeared, to that position.
//!
//! *Cost.* 1 to 3 µs for 6x6; docs/dev/symmetry.md lists the alternatives.

#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::fmt::Debug;

use super::frame::Frame;

/// The largest side, and the length of arrays, a power of two so that masked indices need no bounds check.
const LARGEST: usize = 6;
const ROOM: usize = 8;

/// The maximum number of orders of columns.
const MOST_ORDERS: usize = 128;

/// Up to this many orders are compared one by one, which is faster on full grids (docs/dev/symmetry.md).
const FEW: u32 = 2;

/// A set of orders of columns.
type Orders = u128;

/// Computes the forms for one board shape.
pub(super) trait Small: Debug + Send + Sync {
    /// Writes the smallest image of a puzzle; returns the number of moves that attain it.
    fn canonical(&self, puzzle: &[u8], form: &mut [u8], scratch: &mut Scratch) -> u64;
}

/// The tables for a board; `None` if it has too many orders of columns.
pub(super) fn small(frame: Frame) -> Option<Box<dyn Small>> {
    if frame.side > LARGEST {
        return None;
    }
    let orders = orders(frame.side, frame.stack);
    if orders.len() > MOST_ORDERS {
        return None;
    }
    Some(match frame.side {
        1 => Box::new(Tables::<1>::new(frame, &orders)),
        2 => Box::new(Tables::<2>::new(frame, &orders)),
        3 => Box::new(Tables::<3>::new(frame, &orders)),
        4 => Box::new(Tables::<4>::new(frame, &orders)),
        5 => Box::new(Tables::<5>::new(frame, &orders)),
        _ => Box::new(Tables::<6>::new(frame, &orders)),
    })
}

/// Computes [`Tables::last`] for a side.
fn last(side: usize, orders: &[Vec<u8>]) -> Vec<(u8, Orders)> {
    let last = |columns: u8| {
        let bit = |k: usize, &column: &u8| (columns >> column & 1) << k;
        let image = |order: &Vec<u8>| {
            order.iter().enumerate().fold(0, |image, (k, column)| image | bit(k, column))
        };
        let images = || orders.iter().map(image);
        let least = images().min_by_key(|image| image.reverse_bits()).unwrap_or(0);
        let those = images().zip(0..).filter(|&(image, _)| image == least);
        (least, those.fold(0, |set, (_, k)| set | 1 << k))
    };
    (0..1 << side).map(last).collect()
}

/// Computes [`Tables::places`] for a side.
fn places(side: usize, orders: &[Vec<u8>]) -> [[Orders; 1 << LARGEST]; ROOM] {
    let mut places = [[0; 1 << LARGEST]; ROOM];
    for (position, places) in places.iter_mut().enumerate().take(side) {
        for (columns, set) in places.iter_mut().enumerate() {
            let fits = |order: &Vec<u8>| Orders::from(columns as u8 >> order[position] & 1);
            *set = orders.iter().zip(0..).fold(0, |set, (order, k)| set | fits(order) << k);
        }
    }
    places
}

/// The tables for a board with side `N`.
#[derive(Debug)]
struct Tables<const N: usize> {
    frame: Frame,
    /// All orders of columns.
    orders: Vec<[u8; N]>,
    /// For each set of columns, the rightmost positions to which an order can move them, and the orders that do so.
    last: Vec<(u8, Orders)>,
    /// For each position and set of columns, the orders that move one of these columns there.
    places: [[Orders; 1 << LARGEST]; ROOM],
}

/// Rows of the board that equal the first rows of the form under some orders of columns.
#[derive(Clone, Copy)]
struct State {
    orders: Orders,
    /// The rows of the board, in the order of the form.
    rows: [u8; ROOM],
    /// A bit for each remaining row.
    left: u8,
    /// 0 for the puzzle, 1 for its transpose.
    board: u8,
}

/// A puzzle, or its transpose.
#[derive(Clone, Copy, Default)]
struct Board {
    digits: [[u8; ROOM]; ROOM],
    /// For each row, the columns, as a set, of each digit and of blanks.
    columns: [[u8; ROOM]; ROOM],
    /// A bit for each row that contains a digit twice.
    repeats: u8,
    /// Whether a row, a column or a box contains a digit twice.
    clashes: bool,
}

/// The labels assigned so far: the row and the position in the form at which each first appeared.
#[derive(Clone, Copy)]
struct Labels<const N: usize> {
    rows: [u8; ROOM],
    positions: [u8; ROOM],
    used: u8,
    /// For each position of the next row, the labels excluded by its column and box, as bits.
    excluded: [u8; N],
}

impl<const N: usize> Labels<N> {
    /// Records a label if it is new.
    #[inline(always)]
    fn record(&mut self, label: u8, row: usize, position: usize) {
        if label > self.used {
            self.used = label;
            self.rows[usize::from(label) % ROOM] = row as u8;
            self.positions[usize::from(label) % ROOM] = position as u8;
        }
    }
}

/// Buffers reused from board to board.
#[derive(Default)]
pub(super) struct Scratch {
    states: Vec<State>,
    next: Vec<State>,
}

impl<const N: usize> Small for Tables<N> {
    fn canonical(&self, puzzle: &[u8], form: &mut [u8], scratch: &mut Scratch) -> u64 {
        let transposes = self.frame.transposes();
        let mut boards = [self.board(puzzle, N, 1), Board::default()];
        if transposes {
            boards[1] = self.board(puzzle, 1, N);
        }
        let clashes = boards[0].clashes;
        let Scratch { states, next } = scratch;
        let (all, left) = (Orders::MAX >> (MOST_ORDERS - self.orders.len()), (1 << N) - 1);
        let start = |board| State { orders: all, rows: [0; ROOM], left, board };
        states.clear();
        states.extend((0..=u8::from(transposes)).map(start));
        let mut labels =
            Labels { rows: [0; ROOM], positions: [0; ROOM], used: 0, excluded: [0; N] };
        // The labels of each column and box of the form, as bits; they cannot occur again.
        let (mut columns, mut boxes) = ([0u8; N], [0u8; N]);
        let (rows, _) = form.as_chunks_mut::<N>();
        for (row, best) in rows.iter_mut().enumerate() {
            best.fill(u8::MAX);
            next.clear();
            labels.excluded = std::array::from_fn(|k| columns[k] | boxes[self.box_of(row, k)]);
            for state in &*states {
                let board = &boards[usize::from(state.board)];
                let mut sources = self.sources(state, row);
                while sources != 0 {
                    let mut longer = *state;
                    longer.rows[row] = sources.trailing_zeros() as u8;
                    longer.left ^= sources & sources.wrapping_neg();
                    sources &= sources - 1;
                    match self.compare(&mut longer, board, row, labels, best) {
                        Ordering::Greater => continue,
                        Ordering::Equal => {}
                        Ordering::Less => next.clear(),
                    }
                    next.push(longer);
                }
            }
            for (position, &label) in best.iter().enumerate() {
                labels.record(label, row, position);
                if !clashes {
                    columns[position] |= 1 << label;
                    boxes[self.box_of(row, position)] |= 1 << label;
                }
            }
            std::mem::swap(states, next);
        }
        states.iter().map(|state| u64::from(state.orders.count_ones())).sum()
    }
}

/// Compares a row with the best one while it is computed, from the left; a smaller row replaces the best one.
struct Comparison<'b, const N: usize> {
    best: &'b mut [u8; N],
    ordering: Ordering,
}

impl<const N: usize> Comparison<'_, N> {
    /// The largest value that may follow.
    #[inline(always)]
    fn most(&self, position: usize) -> u8 {
        if self.ordering == Ordering::Less { u8::MAX } else { self.best[position] }
    }

    /// Appends a value; returns `false` if that makes the row greater than the best one.
    #[inline(always)]
    fn push(&mut self, position: usize, value: u8) -> bool {
        if value > self.most(position) {
            return false;
        }
        if value < self.best[position] {
            self.ordering = Ordering::Less;
        }
        self.best[position] = value;
        true
    }
}

impl<const N: usize> Tables<N> {
    fn new(frame: Frame, orders: &[Vec<u8>]) -> Tables<N> {
        Tables {
            frame,
            orders: orders.iter().map(|order| std::array::from_fn(|k| order[k])).collect(),
            last: last(N, orders),
            places: places(N, orders),
        }
    }

    /// The rows that may follow the first `row` rows of a state.
    #[inline]
    fn sources(&self, state: &State, row: usize) -> u8 {
        let band = self.frame.band;
        if row.is_multiple_of(band) {
            return state.left;
        }
        let start = usize::from(state.rows[row - 1]) / band * band;
        state.left & (((1 << band) - 1) << start) as u8
    }

    /// Compares the smallest image of the last row of `state` with the best one, and keeps the state's orders that
    /// attain it.
    #[inline]
    fn compare(
        &self,
        state: &mut State,
        board: &Board,
        row: usize,
        labels: Labels<N>,
        best: &mut [u8; N],
    ) -> Ordering {
        let comparison = Comparison { best, ordering: Ordering::Equal };
        if row == 0 && board.repeats >> state.rows[0] & 1 == 0 {
            self.compare_first(state, board, comparison)
        } else if state.orders.count_ones() <= FEW {
            self.compare_each(state, board, row, labels, comparison.best)
        } else {
            self.compare_next(state, board, row, labels, comparison)
        }
    }

    /// [`Tables::compare`] for a first row without a repeated digit, whose smallest image has its givens as far to the
    /// right as possible.
    fn compare_first(
        &self,
        state: &mut State,
        board: &Board,
        mut comparison: Comparison<'_, N>,
    ) -> Ordering {
        let blanks = board.columns[usize::from(state.rows[0]) % ROOM][0];
        let (image, orders) = self.last[self.last.len() - 1 - usize::from(blanks)];
        state.orders = orders;
        let mut used = 0;
        for position in 0..N {
            let given = image >> position & 1;
            used += given;
            if !comparison.push(position, used * given) {
                return Ordering::Greater;
            }
        }
        comparison.ordering
    }

    /// [`Tables::compare`] for any row.
    fn compare_next(
        &self,
        state: &mut State,
        board: &Board,
        row: usize,
        mut labels: Labels<N>,
        mut comparison: Comparison<'_, N>,
    ) -> Ordering {
        let source = usize::from(state.rows[row]) % ROOM;
        let columns = &board.columns[source];
        let repeats = board.repeats >> source & 1 != 0;
        // The labels in this row.
        let mut excluded = 0;
        for position in 0..N {
            let places = &self.places[position];
            let at = |places: &[Orders; 1 << LARGEST], columns: u8| {
                places[usize::from(columns) % (1 << LARGEST)]
            };
            let blank = state.orders & at(places, columns[0]);
            let mut value = 0;
            if blank != 0 {
                state.orders = blank;
            } else {
                // The orders that move each digit here.
                let digits: [Orders; ROOM] = std::array::from_fn(|digit| match digit {
                    0 => 0,
                    _ if digit > N => 0,
                    _ => state.orders & at(places, columns[digit]),
                });
                value = labels.used + 1;
                let most = labels.used.min(comparison.most(position));
                let mut open = ((2 << most) - 2) & !(excluded | labels.excluded[position]);
                while open != 0 {
                    let label = open.trailing_zeros() as u8;
                    open &= open - 1;
                    let k = usize::from(label) % ROOM;
                    let first = usize::from(state.rows[usize::from(labels.rows[k]) % ROOM]) % ROOM;
                    let there = &self.places[usize::from(labels.positions[k]) % ROOM];
                    let orders = (1..=N).fold(0, |orders, digit| {
                        orders | digits[digit] & at(there, board.columns[first][digit])
                    });
                    if orders != 0 {
                        (value, state.orders) = (label, orders);
                        break;
                    }
                }
            }
            if !comparison.push(position, value) {
                return Ordering::Greater;
            }
            labels.record(value, row, position);
            if !repeats {
                excluded |= 1 << value;
            }
        }
        comparison.ordering
    }

    /// The number of a box; in a Latin square, the rows take the place of boxes.
    #[inline(always)]
    fn box_of(&self, row: usize, column: usize) -> usize {
        let Frame { band, stack, .. } = self.frame;
        if stack == N { row } else { row / band * band + column / stack }
    }

    /// A puzzle or its transpose: the distance between cells is `down` in a column and `across` in a row.
    fn board(&self, puzzle: &[u8], down: usize, across: usize) -> Board {
        let mut board = Board::default();
        let (mut columns, mut boxes) = ([0u8; N], [0u8; N]);
        for row in 0..N {
            for column in 0..N {
                let digit = puzzle[row * down + column * across];
                board.digits[row][column] = digit;
                let (in_row, this) = (&mut board.columns[row][usize::from(digit)], 1 << digit);
                let repeats = digit != 0 && *in_row != 0;
                *in_row |= 1 << column;
                board.repeats |= u8::from(repeats) << row;
                let in_box = &mut boxes[self.box_of(row, column)];
                board.clashes |= digit != 0 && (repeats || (columns[column] | *in_box) & this != 0);
                columns[column] |= this;
                *in_box |= this;
            }
        }
        board
    }

    /// [`Tables::compare`] for any row, one order after another.
    fn compare_each(
        &self,
        state: &mut State,
        board: &Board,
        row: usize,
        labels: Labels<N>,
        best: &mut [u8; N],
    ) -> Ordering {
        let digits = &board.digits[usize::from(state.rows[row]) % ROOM];
        let (mut kept, mut ordering) = (0, Ordering::Greater);
        let mut orders = state.orders;
        'orders: while orders != 0 {
            let order = &self.orders[orders.trailing_zeros() as usize];
            let this = orders & orders.wrapping_neg();
            orders ^= this;
            let mut label_of = [0; ROOM];
            for label in 1..=labels.used {
                let k = usize::from(label) % ROOM;
                let first = usize::from(state.rows[usize::from(labels.rows[k]) % ROOM]) % ROOM;
                let column = order[usize::from(labels.positions[k]) % N];
                label_of[usize::from(board.digits[first][usize::from(column) % ROOM]) % ROOM] =
                    label;
            }
            let mut used = labels.used;
            let mut comparison = Comparison { best, ordering: Ordering::Equal };
            for (position, &column) in order.iter().enumerate() {
                let digit = usize::from(digits[usize::from(column) % ROOM]) % ROOM;
                if digit != 0 && label_of[digit] == 0 {
                    used += 1;
                    label_of[digit] = used;
                }
                if !comparison.push(position, label_of[digit]) {
                    continue 'orders;
                }
            }
            if comparison.ordering == Ordering::Less {
                kept = 0;
            }
            if ordering != Ordering::Less {
                ordering = comparison.ordering;
            }
            kept |= this;
        }
        state.orders = kept;
        ordering
    }
}

/// All orders of `side` lines that keep blocks of `block` lines together.
pub(super) fn orders(side: usize, block: usize) -> Vec<Vec<u8>> {
    let block_of = |line: usize| line / block;
    let mut orders: Vec<Vec<u8>> = vec![Vec::new()];
    for position in 0..side {
        let longer = |order: Vec<u8>| {
            let fits = {
                let order = order.clone();
                move |line: &usize| {
                    let begun =
                        order.iter().any(|&other| block_of(other.into()) == block_of(*line));
                    let last = order.last().map(|&last| block_of(last.into()));
                    let same = position % block != 0;
                    !order.contains(&(*line as u8))
                        && if same { last == Some(block_of(*line)) } else { !begun }
                }
            };
            (0..side).filter(fits).map(move |line| [&order[..], &[line as u8]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}
