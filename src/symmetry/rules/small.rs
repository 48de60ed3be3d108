//! Canonical forms of the smallest plain boards: 4x4, 6x6, and Latin squares up to 5x5.
//!
//! ```text
//!   form so far   . . 1 | . . 2          a state: which rows of the board these are, and as a bit set, the orders of
//!                 . 3 . | 1 . .          columns under which they look like this
//!   next row      ? ? ? | ? ? ?          of each state each row that may follow, position by position: blank? 1? 2? 3? new?
//! ```
//!
//! There are at most 120 orders of columns, so a set of them is a `u128`. `places` tells which orders put one of some
//! columns at a position, so a question such as "can a blank be here?" is one AND. What is greater than the best row is
//! given up at once; what is equal survives. The first rows mostly leave a handful of orders of one or two states.
//!
//! A label is known by where it appeared first, at a position of a row of the form; which digit that is depends on
//! the order of columns. Whether digit d has label k is therefore a set of orders as well: those that put d's columns, in the
//! row where k appeared, at that position.
//!
//! *Cost.* 1 to 2 µs for 6x6, where all 3,456 moves one by one take 35.

#![forbid(unsafe_code)]

use super::frame::Frame;

/// The largest side.
const LARGEST: usize = 6;

/// The most orders of columns.
const MOST_ORDERS: usize = 128;

/// A set of orders of columns.
type Orders = u128;

/// The tables of a board.
#[derive(Debug)]
pub(super) struct Small {
    frame: Frame,
    /// All orders of columns.
    all: Orders,
    /// For each position and set of columns, the orders that put one of these columns there.
    places: Vec<[Orders; 1 << LARGEST]>,
}

/// Rows of the board that look like the first rows of the form under some orders of columns.
#[derive(Clone, Copy)]
struct State {
    orders: Orders,
    /// The rows of the board, in the order of the form.
    rows: [u8; LARGEST],
    /// A bit for each row that is left.
    left: u8,
    /// Which of the boards.
    board: u8,
}

/// For each row the columns, as a set, of each digit and of blanks.
type Columns = [[u8; LARGEST + 1]; LARGEST];

/// Where labels appeared: the row and the position in the form, from label 1 on.
#[derive(Clone, Copy, Default)]
struct Labels {
    first: [(u8, u8); LARGEST + 1],
    used: u8,
}

/// Memory for one board after the other.
#[derive(Default)]
pub(super) struct Scratch {
    states: Vec<State>,
    next: Vec<State>,
}

impl Small {
    /// The tables of a board that is small enough.
    pub fn new(frame: Frame) -> Option<Small> {
        if frame.side > LARGEST {
            return None;
        }
        let orders = orders(frame.side, frame.stack);
        if orders.len() > MOST_ORDERS {
            return None;
        }
        let places = (0..frame.side).map(|position| {
            std::array::from_fn(|columns| {
                let fits = |order: &Vec<u8>| (columns >> order[position] & 1) as Orders;
                orders.iter().zip(0..).fold(0, |set, (order, k)| set | fits(order) << k)
            })
        });
        Some(Small {
            frame,
            all: Orders::MAX >> (MOST_ORDERS - orders.len()),
            places: places.collect(),
        })
    }

    /// Writes the smallest image of a puzzle; gives the number of moves that lead there.
    pub fn canonical(&self, puzzle: &[u8], form: &mut [u8], scratch: &mut Scratch) -> u64 {
        let side = self.frame.side;
        let boards = [self.columns(puzzle, side, 1), self.columns(puzzle, 1, side)];
        let Scratch { states, next } = scratch;
        states.clear();
        for board in 0..=u8::from(self.frame.transposes()) {
            let left = ((1u16 << side) - 1) as u8;
            states.push(State { orders: self.all, rows: [0; LARGEST], left, board });
        }
        let mut labels = Labels::default();
        for (row, best) in form.chunks_exact_mut(side).enumerate() {
            best.fill(u8::MAX);
            next.clear();
            for state in states.iter() {
                let mut sources = self.sources(state, row);
                while sources != 0 {
                    let source = sources.trailing_zeros() as u8;
                    sources &= sources - 1;
                    let mut longer = *state;
                    longer.rows[row] = source;
                    longer.left &= !(1 << source);
                    let columns = &boards[usize::from(state.board)];
                    if let Some(smaller) = self.look(&mut longer, columns, row, labels, best) {
                        if smaller {
                            next.clear();
                        }
                        next.push(longer);
                    }
                }
            }
            for (position, &label) in (0..).zip(&*best) {
                labels.see(label, row, position);
            }
            std::mem::swap(states, next);
        }
        states.iter().map(|state| u64::from(state.orders.count_ones())).sum()
    }

    /// The rows that may follow the first `row` rows of a state.
    fn sources(&self, state: &State, row: usize) -> u8 {
        let band = self.frame.band;
        if row.is_multiple_of(band) {
            return state.left;
        }
        let start = usize::from(state.rows[row - 1]) / band * band;
        state.left & (((1u16 << band) - 1) << start) as u8
    }

    /// Compares the smallest image of the last row of `state` with the best: `None` where it is greater. Else leaves
    /// in the state the orders that lead there, and tells whether it is smaller; then it is the best now.
    #[inline]
    fn look(
        &self,
        state: &mut State,
        board: &Columns,
        row: usize,
        mut labels: Labels,
        best: &mut [u8],
    ) -> Option<bool> {
        let side = self.frame.side;
        let columns = &board[usize::from(state.rows[row])];
        let mut smaller = false;
        for position in 0..side {
            let places = &self.places[position];
            let most = if smaller { labels.used + 1 } else { best[position] };
            let blank = state.orders & places[usize::from(columns[0])];
            let value = if blank != 0 {
                state.orders = blank;
                0
            } else {
                // The orders that put each digit here.
                let mut digits = [0; LARGEST + 1];
                for digit in 1..=side {
                    digits[digit] = state.orders & places[usize::from(columns[digit])];
                }
                let known = (1..=labels.used.min(most)).find_map(|label| {
                    let (first, at) = labels.first[usize::from(label)];
                    let there = &self.places[usize::from(at)];
                    let source = &board[usize::from(state.rows[usize::from(first)])];
                    let orders = (1..=side).fold(0, |orders, digit| {
                        orders | digits[digit] & there[usize::from(source[digit])]
                    });
                    (orders != 0).then_some((label, orders))
                });
                match known {
                    Some((label, orders)) => {
                        state.orders = orders;
                        label
                    }
                    None if labels.used < most => labels.used + 1,
                    None => return None,
                }
            };
            if !smaller {
                if value > best[position] {
                    return None;
                }
                smaller = value < best[position];
            }
            best[position] = value;
            labels.see(value, row, position as u8);
        }
        Some(smaller)
    }

    /// The columns of each digit of each row, of the board or of its transpose.
    fn columns(&self, puzzle: &[u8], down: usize, across: usize) -> Columns {
        let mut columns = [[0; LARGEST + 1]; LARGEST];
        for (row, columns) in columns.iter_mut().enumerate().take(self.frame.side) {
            for column in 0..self.frame.side {
                let digit = puzzle[row * down + column * across];
                columns[usize::from(digit)] |= 1 << column;
            }
        }
        columns
    }
}

impl Labels {
    /// Notes a label that is new.
    #[inline]
    fn see(&mut self, label: u8, row: usize, position: u8) {
        if label > self.used {
            self.used = label;
            self.first[usize::from(label)] = (row as u8, position);
        }
    }
}

/// All orders of `side` lines that keep blocks of `block` together.
pub(super) fn orders(side: usize, block: usize) -> Vec<Vec<u8>> {
    let mut orders: Vec<Vec<u8>> = vec![Vec::new()];
    for position in 0..side {
        let longer = |order: &Vec<u8>| {
            let same = position % block != 0;
            let last = order.last().map_or(0, |&line| usize::from(line) / block);
            let order = order.clone();
            let fits = move |line: &usize| {
                let new = !order.contains(&(*line as u8));
                let fresh =
                    || order.iter().all(|&other| usize::from(other) / block != line / block);
                new && if same { line / block == last } else { fresh() }
            };
            (0..side).filter(fits).map(|line| line as u8).collect::<Vec<u8>>()
        };
        orders = orders
            .iter()
            .flat_map(|order| {
                longer(order).into_iter().map(|line| {
                    let mut longer = order.clone();
                    longer.push(line);
                    longer
                })
            })
            .collect();
    }
    orders
}
