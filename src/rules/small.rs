//! The engine for plain 4x4, 6x6 and 8x8 boards: one word for each digit.
//!
//! ```text
//!   places[d]    bit side · row + column: digit d + 1 may be there             6x6: 36 bits of a word
//!
//!   rows      fields of `side` bits                       one place: x & (x - lowest bits) is empty there
//!   columns   the same bit of each row      \  once and twice, gathered by rotating the board (or the part
//!   boxes     part of some rows             /  of it that is a box) onto itself
//! ```
//!
//! One round processes all cells, houses and digits: the digits of cells with one digit are removed from their peers,
//! and digits with one place in a house are placed there.
//!
//! *Cost.* About 100 operations for each digit, the same for every puzzle, in loops over the digits that the compiler
//! vectorizes.
//!
//! *Counting.* Digits that have the same places at the start and have not been guessed are interchangeable. If a guess
//! has several of them to try, the search tries one, and counts its solutions once for each of them. The blank 6x6
//! board therefore takes 39,168 solutions instead of 720 times as many.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::cpu::Backend;

use super::arch;
use super::digits::bits;
use super::start::Start;

/// The shapes of these boards: rows and columns of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Small {
    Box2x2,
    Box2x3,
    Box3x2,
    Box2x4,
    Box4x2,
}

/// The number of guesses between two polls for cancellation.
const CHECK_EVERY: u32 = 1 << 10;

impl Small {
    /// The board with boxes of this shape, if this engine supports it.
    pub fn of(shape: (usize, usize)) -> Option<Small> {
        match shape {
            (2, 2) => Some(Small::Box2x2),
            (2, 3) => Some(Small::Box2x3),
            (3, 2) => Some(Small::Box3x2),
            (2, 4) => Some(Small::Box2x4),
            (4, 2) => Some(Small::Box4x2),
            _ => None,
        }
    }

    /// min(number of solutions, `limit`); for limits of 1 and 2, also writes the first solution found.
    ///
    /// # Errors
    /// The search stopped before the number was known.
    pub fn count(
        self,
        start: Start<'_>,
        limit: u64,
        nodes: &mut u64,
        first: &mut [u8],
        backend: Backend,
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        arch::run(backend, Count { small: self, start, limit, nodes, first, control })
    }

    /// Writes the lexicographically smallest solution; returns whether there is one.
    ///
    /// # Errors
    /// The nodes are used up.
    pub fn smallest(
        self,
        start: Start<'_>,
        nodes: &mut u64,
        solution: &mut [u8],
    ) -> Result<bool, Stop> {
        match self {
            Small::Box2x2 => Board::<4, 2, 2>::smallest(start, nodes, solution),
            Small::Box2x3 => Board::<6, 2, 3>::smallest(start, nodes, solution),
            Small::Box3x2 => Board::<6, 3, 2>::smallest(start, nodes, solution),
            Small::Box2x4 => Board::<8, 2, 4>::smallest(start, nodes, solution),
            Small::Box4x2 => Board::<8, 4, 2>::smallest(start, nodes, solution),
        }
    }
}

/// [`Small::count`] as work for [`arch`].
struct Count<'a, 'c> {
    small: Small,
    start: Start<'a>,
    limit: u64,
    nodes: &'a mut u64,
    first: &'a mut [u8],
    control: &'a Control<'c>,
}

impl arch::Work for Count<'_, '_> {
    type Result = Result<u64, Stop>;

    #[inline(always)]
    fn run(self, _: impl arch::Vectors) -> Result<u64, Stop> {
        let Count { small, start, limit, nodes, first, control } = self;
        match small {
            Small::Box2x2 => Board::<4, 2, 2>::count(start, limit, nodes, first, control),
            Small::Box2x3 => Board::<6, 2, 3>::count(start, limit, nodes, first, control),
            Small::Box3x2 => Board::<6, 3, 2>::count(start, limit, nodes, first, control),
            Small::Box2x4 => Board::<8, 2, 4>::count(start, limit, nodes, first, control),
            Small::Box4x2 => Board::<8, 4, 2>::count(start, limit, nodes, first, control),
        }
    }
}

/// A board with side `N` and boxes of `H` rows and `W` columns.
#[derive(Clone, Copy)]
struct Board<const N: usize, const H: usize, const W: usize> {
    places: [u64; N],
    /// The interchangeable digits: none of them has been given or guessed.
    fresh: u32,
    /// The number of solutions that each solution below represents.
    weight: u64,
}

#[derive(PartialEq, Eq)]
enum Outcome {
    Dead,
    Solved,
    Open,
}

impl<const N: usize, const H: usize, const W: usize> Board<N, H, W> {
    const ALL: u64 = if N == 8 { !0 } else { (1 << (N * N)) - 1 };
    /// The first cell of each row.
    const LOW: u64 = Self::ALL / ((1 << N) - 1);
    /// The last cell of each row.
    const HIGH: u64 = Self::LOW << (N - 1);

    /// The number of complete grids; a test of [`crate::generate`] counts them.
    const GRIDS: u64 = match N {
        4 => 288,
        6 => 28_200_960,
        _ => 29_136_487_207_403_520,
    };

    #[inline(always)]
    fn new(start: Start<'_>) -> Self {
        match start {
            Start::Givens(givens) => Self::from_givens(givens),
            Start::Candidates(masks) => Self::from_candidates(masks),
        }
    }

    #[inline(always)]
    fn from_givens(givens: &[u8]) -> Self {
        let mut given = [0; N];
        let mut blank = Self::ALL;
        for (cell, &digit) in givens.iter().enumerate().take(N * N) {
            if digit != 0 {
                blank &= !(1 << cell);
                if let Some(cells) = given.get_mut(usize::from(digit - 1)) {
                    *cells |= 1u64 << cell;
                }
            }
        }
        let fresh = (0..N).filter(|&d| given[d] == 0).fold(0, |fresh, d| fresh | 1 << d);
        Board { places: given.map(|cells| cells | blank), fresh, weight: 1 }
    }

    #[inline(never)]
    fn from_candidates(masks: &[u64]) -> Self {
        let mut places = [0; N];
        for (cell, &mask) in masks.iter().enumerate().take(N * N) {
            for digit in bits(mask & ((1 << N) - 1)) {
                places[digit.trailing_zeros() as usize] |= 1u64 << cell;
            }
        }
        // Digits whose places are exactly the blank cells are interchangeable.
        let blank = places.iter().fold(Self::ALL, |blank, cells| blank & cells);
        let fresh = (0..N).filter(|&d| places[d] == blank).fold(0, |fresh, d| fresh | 1 << d);
        Board { places, fresh, weight: 1 }
    }

    /// Rotates each field of `span` bits by `by` bits.
    #[inline(always)]
    fn rotate(x: u64, by: usize, span: usize) -> u64 {
        let fields = if span >= 64 { 1 } else { Self::ALL / ((1 << span) - 1) };
        let low = fields * ((1 << by) - 1);
        (x << by & !low | x >> (span - by) & low) & Self::ALL
    }

    /// In each field of `span` bits, the OR of the `count` places that are `step` bits apart, repeated in all these
    /// places.
    #[inline(always)]
    fn gather(mut once: u64, mut count: usize, step: usize, span: usize) -> u64 {
        while count.is_multiple_of(2) {
            count /= 2;
            once |= Self::rotate(once, count * step, span);
        }
        if count == 3 {
            once |= Self::rotate(once, step, span) | Self::rotate(once, 2 * step, span);
        }
        once
    }

    /// Like [`Self::gather`], together with the bits set in at least two of the places.
    #[inline(always)]
    fn gather_twice(
        mut once: u64,
        mut twice: u64,
        mut count: usize,
        step: usize,
        span: usize,
    ) -> (u64, u64) {
        while count.is_multiple_of(2) {
            count /= 2;
            let other = Self::rotate(once, count * step, span);
            twice |= Self::rotate(twice, count * step, span) | once & other;
            once |= other;
        }
        if count == 3 {
            let (b, c) = (Self::rotate(once, step, span), Self::rotate(once, 2 * step, span));
            twice |= Self::rotate(twice, step, span) | Self::rotate(twice, 2 * step, span);
            twice |= once & (b | c) | b & c;
            once |= b | c;
        }
        (once, twice)
    }

    /// The rows that contain one of these cells, in full.
    #[inline(always)]
    fn rows(x: u64) -> u64 {
        let rest = Self::HIGH - Self::LOW;
        let held = (((x & rest) + rest) | x) & Self::HIGH;
        (held << 1).wrapping_sub(held >> (N - 1))
    }

    /// These cells and all their peers.
    #[inline(always)]
    fn seen(x: u64) -> u64 {
        let columns = Self::gather(x, N, N, N * N);
        let boxes = Self::gather(Self::gather(x, W, 1, W), H, N, H * N);
        Self::rows(x) | columns | boxes
    }

    /// The cells that a digit with these places must be in, and the houses without a place.
    #[inline(always)]
    fn forced(x: u64) -> (u64, u64) {
        let (columns, columns_twice) = Self::gather_twice(x, 0, N, N, N * N);
        let (part, part_twice) = Self::gather_twice(x, 0, W, 1, W);
        let (boxes, boxes_twice) = Self::gather_twice(part, part_twice, H, N, H * N);
        let rows = Self::rows(x);
        let rows_twice = Self::rows(x & x.wrapping_sub(Self::LOW));
        // If a row is empty the subtraction borrows from the next row, but the board is then dead.
        let forced = x & !(columns_twice & boxes_twice & rows_twice);
        (forced, Self::ALL & !(columns & boxes & rows))
    }

    /// Propagates singles to a fixpoint. Returns the cells with at least two digits, and the cells with exactly two.
    #[inline(always)]
    fn propagate(&mut self) -> (Outcome, u64, u64) {
        loop {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &places in &self.places {
                thrice |= twice & places;
                twice |= once & places;
                once |= places;
            }
            if once != Self::ALL {
                return (Outcome::Dead, 0, 0);
            }
            let single = !twice;
            let mut forced = [0; N];
            let mut cleared = [0; N];
            let mut missing = 0;
            for d in 0..N {
                let here = self.places[d] & single;
                let x = self.places[d] & (!Self::seen(here) | here);
                let (cells, without) = Self::forced(x);
                missing |= without;
                forced[d] = cells;
                cleared[d] = x;
            }
            let (mut taken, mut clash, mut changed) = (0, 0, 0);
            for cells in forced {
                clash |= taken & cells;
                taken |= cells;
            }
            if missing | clash != 0 {
                return (Outcome::Dead, 0, 0);
            }
            for d in 0..N {
                let x = cleared[d] & !taken | forced[d];
                changed |= x ^ self.places[d];
                self.places[d] = x;
            }
            if changed == 0 {
                let outcome = if twice == 0 { Outcome::Solved } else { Outcome::Open };
                return (outcome, twice, twice & !thrice);
            }
        }
    }

    #[inline(always)]
    fn write(&self, solution: &mut [u8]) {
        solution.fill(0);
        for (digit, &places) in (1..).zip(&self.places) {
            let mut cells = places;
            while cells != 0 {
                solution[cells.trailing_zeros() as usize] = digit;
                cells &= cells - 1;
            }
        }
    }

    /// The board with this digit in this cell.
    #[inline(always)]
    fn with(&self, cell: u64, digit: usize) -> Self {
        let mut board = *self;
        board.places.iter_mut().for_each(|places| *places &= !cell);
        board.places[digit] |= cell;
        board.fresh &= !(1 << digit);
        board
    }

    #[inline(always)]
    fn count(
        start: Start<'_>,
        limit: u64,
        nodes: &mut u64,
        first: &mut [u8],
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        let mut board = Self::new(start);
        if limit > 2 && board.places == [Self::ALL; N] {
            // Enumerating the grids of 8x8 would take years.
            return Ok(Self::GRIDS.min(limit));
        }
        let (outcome, open, pairs) = board.propagate();
        match outcome {
            Outcome::Dead => return Ok(0),
            Outcome::Solved => {
                board.write(first);
                return Ok(1);
            }
            Outcome::Open => {}
        }
        let mut count: u64 = 0;
        let mut check = CHECK_EVERY;
        let mut pending = Vec::with_capacity(2 * N * N);
        board.branch(open, pairs, &mut pending);
        while let Some(mut board) = pending.pop() {
            if *nodes == 0 {
                return Err(Stop::Nodes);
            }
            *nodes -= 1;
            check -= 1;
            if check == 0 {
                check = CHECK_EVERY;
                control.checkpoint()?;
            }
            let (outcome, open, pairs) = board.propagate();
            match outcome {
                Outcome::Dead => {}
                Outcome::Solved => {
                    if count == 0 {
                        board.write(first);
                    }
                    count = count.saturating_add(board.weight);
                    if count >= limit {
                        return Ok(limit);
                    }
                }
                Outcome::Open => board.branch(open, pairs, &mut pending),
            }
        }
        Ok(count)
    }

    /// Pushes a board for each digit of the first cell with two digits or, if there is none, of the first open cell.
    #[inline(always)]
    fn branch(&self, open: u64, pairs: u64, pending: &mut Vec<Self>) {
        let from = if pairs != 0 { pairs } else { open };
        let cell = from & from.wrapping_neg();
        let mut tried = false;
        for d in (0..N).rev() {
            if self.places[d] & cell == 0 {
                continue;
            }
            if self.fresh >> d & 1 == 1 {
                if !tried {
                    tried = true;
                    let alike = (0..N).filter(|&e| self.fresh & 1 << e != 0).count() as u64;
                    let mut board = self.with(cell, d);
                    board.weight = self.weight.saturating_mul(alike);
                    pending.push(board);
                }
            } else {
                pending.push(self.with(cell, d));
            }
        }
    }

    fn smallest(start: Start<'_>, nodes: &mut u64, solution: &mut [u8]) -> Result<bool, Stop> {
        let mut pending = vec![Self::new(start)];
        while let Some(mut board) = pending.pop() {
            if *nodes == 0 {
                return Err(Stop::Nodes);
            }
            *nodes -= 1;
            let (outcome, open, _) = board.propagate();
            match outcome {
                Outcome::Dead => {}
                Outcome::Solved => {
                    board.write(solution);
                    return Ok(true);
                }
                Outcome::Open => {
                    let cell = open & open.wrapping_neg();
                    for d in (0..N).rev().filter(|&d| board.places[d] & cell != 0) {
                        pending.push(board.with(cell, d));
                    }
                }
            }
        }
        Ok(false)
    }
}
