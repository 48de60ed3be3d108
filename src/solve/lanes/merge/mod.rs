//! Counts all solutions of one puzzle with many: nodes that have become the same are searched once.
//!
//! ```text
//!          pending    nodes that wait, each with the number of ways that lead to it       pending.rs
//!             |  ^
//!   32 of the |  |  the same node again: its number grows
//!     fullest v  |
//!          expand   a child for each digit of a cell, with its number         choose.rs
//!             |  ^
//!             v  |  stalled
//!          round    as in every search: dead lanes go, solved lanes add their number    round.rs
//! ```
//!
//! Where a puzzle has many solutions its search comes to the same place on many ways: two cells of a row swap
//! their digits with two of another, and the rest of the board does not notice. A solution a leaf would be
//! two nodes a solution; here it is an eighth to a fiftieth of one, the fewer the more there are.
//!
//! A child has fewer candidates than its parent, so nodes are taken in the order of their candidates, the most
//! first. Nodes beyond [`ROOM`] are searched depth first: less is found to be the same, and memory stays bounded.

#![forbid(unsafe_code)]

mod choose;
mod pending;

use crate::control::{Control, Signal};
use crate::error::Error;
use crate::solve::UNDECIDED;

use super::input::{BLOCK, PIECES, read};
use super::simd::{Simd, each, lowest};
use super::stack::Stack;
use super::{PATIENCE, round, take};
use choose::{choose, upright};
use pending::{Boards, Cells, Pending, boards_of, cells_of};

/// Nodes that may wait before the search turns depth first; with all that belongs to them 150 bytes each.
const ROOM: usize = if cfg!(test) { 1 << 12 } else { 1 << 20 };

/// Nodes that are neither pending nor done: in lanes, ready for them, or come from them.
const MOVING: usize = 512;

/// min(solutions, `limit`) of the puzzle with these candidates, [`UNDECIDED`] where time is out, `None` once
/// `guesses` are used up. The puzzle must have several solutions.
///
/// # Errors
/// [`Error::Cancelled`].
#[inline(always)]
pub(super) fn count<S: Simd>(
    s: S,
    puzzle: &[u16; 81],
    limit: u64,
    guesses: u64,
    control: &Control<'_>,
) -> Result<Option<u64>, Error> {
    let mut merge = Merge {
        pending: Pending::new(),
        ready: Stack::new(2 * BLOCK),
        stalled: Stack::new(2 * BLOCK),
        block: Stack::new(BLOCK),
        nodes: [[0; 96]; BLOCK],
        boards: [[0; 27]; BLOCK],
        weights: [0; MOVING],
        unused: (1..MOVING as u16).collect(),
        numbers: [0; 32],
        active: 0,
        guesses,
        total: 0,
    };
    let root = settled(s, puzzle);
    read(s, std::iter::once(&upright(&root)), &mut merge.ready);
    merge.ready.row_mut(81, 0)[0] = 0;
    merge.ready.set_len(1);
    merge.weights[0] = 1;
    merge.search(s, limit, control)
}

/// What propagation alone leaves of a puzzle that has solutions.
#[inline(always)]
fn settled<S: Simd>(s: S, puzzle: &[u16; 81]) -> [u16; 81] {
    let mut cells = [s.splat(0); 81];
    for (cell, &candidates) in cells.iter_mut().zip(puzzle) {
        *cell = s.splat(candidates);
    }
    let mut sum = s.splat(round::CHANGED);
    loop {
        let outcome = round::round(s, &mut cells, &mut sum);
        if outcome.dead | outcome.solved | outcome.stalled != 0 {
            break;
        }
    }
    let mut lanes = [0; 32];
    let mut root = [0; 81];
    for (cell, &v) in root.iter_mut().zip(&cells) {
        s.store(v, &mut lanes);
        *cell = lanes[0];
    }
    root
}

/// A search in progress. Each node on the move has a number, under which its weight is kept.
struct Merge {
    pending: Pending,
    /// Children that no lane has taken.
    ready: Stack,
    /// Nodes from stalled lanes, on their way to the pending ones.
    stalled: Stack,
    /// Nodes on their way to and from the pending ones, in columns, cell by cell, and digit by digit.
    block: Stack,
    nodes: [Cells; BLOCK],
    boards: [Boards; BLOCK],
    weights: [u64; MOVING],
    unused: Vec<u16>,
    /// The number of the node in each lane.
    numbers: [u16; 32],
    active: u32,
    /// Guesses that are left.
    guesses: u64,
    total: u64,
}

impl Merge {
    #[inline(always)]
    fn search<S: Simd>(
        &mut self,
        s: S,
        limit: u64,
        control: &Control<'_>,
    ) -> Result<Option<u64>, Error> {
        let mut cells = [s.splat(0); 81];
        let mut sum = s.splat(round::CHANGED);
        let mut rounds = 0;
        loop {
            let fresh = self.fill(s, &mut cells);
            if self.guesses == 0 {
                return Ok(None);
            }
            if self.active == 0 {
                return Ok(Some(self.total));
            }
            sum = s.select(s.mask(fresh), s.splat(round::CHANGED), sum);
            let (outcome, done) = loop {
                let outcome = round::round(s, &mut cells, &mut sum);
                rounds += 1;
                let done = (outcome.dead | outcome.solved | outcome.stalled) & self.active;
                if 2 * done.count_ones() >= self.active.count_ones() {
                    break (outcome, done);
                }
            };
            if rounds >= PATIENCE {
                rounds = 0;
                match control.checkpoint() {
                    Signal::Continue => {}
                    Signal::OutOfTime => return Ok(Some(UNDECIDED)),
                    Signal::Cancelled => return Err(Error::Cancelled),
                }
            }
            for lane in each(outcome.solved & self.active) {
                let weight = self.weights[self.numbers[lane] as usize];
                self.total = self.total.saturating_add(weight);
            }
            if self.total >= limit {
                return Ok(Some(limit));
            }
            for lane in each(done & !outcome.stalled) {
                self.unused.push(self.numbers[lane]);
            }
            self.set_aside(s, &cells, outcome.stalled & self.active);
            self.active &= !done;
        }
    }

    /// Copies `lanes` to the stalled nodes, and has those merged when there are many.
    #[inline(always)]
    fn set_aside<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], lanes: u32) {
        if lanes == 0 {
            return;
        }
        let column = self.stalled.len();
        let packing = s.packing(lanes);
        for (row, &v) in cells.iter().enumerate() {
            s.store(s.carry(packing, v, v), self.stalled.row_mut(row, column));
        }
        let numbers = s.load(&self.numbers);
        s.store(s.carry(packing, numbers, numbers), self.stalled.row_mut(81, column));
        self.stalled.set_len(column + lanes.count_ones() as usize);
        if self.stalled.len() >= BLOCK {
            self.merge(s);
        }
    }

    /// Makes the last stalled nodes, up to a block of them, pending.
    #[inline(always)]
    fn merge<S: Simd>(&mut self, s: S) {
        let start = self.stalled.len().saturating_sub(BLOCK);
        let n = self.stalled.len() - start;
        for first in PIECES {
            for batch in 0..BLOCK / S::LANES {
                let row = |k: usize| self.stalled.row(first + k, start + batch * S::LANES);
                let columns = s.transpose([
                    s.load(row(0)),
                    s.load(row(1)),
                    s.load(row(2)),
                    s.load(row(3)),
                    s.load(row(4)),
                    s.load(row(5)),
                    s.load(row(6)),
                    s.load(row(7)),
                ]);
                for (k, column) in columns.into_iter().enumerate() {
                    let mut lanes = [0u16; 32];
                    s.store(column, &mut lanes);
                    for eight in 0..S::LANES / 8 {
                        let node = batch * S::LANES + 8 * eight + k;
                        self.nodes[node][first..first + 8]
                            .copy_from_slice(&lanes[8 * eight..][..8]);
                    }
                }
            }
        }
        // All are made before the first is copied: a wide load waits for the narrow stores that it covers.
        let mut marks = [(0, 0); BLOCK];
        for ((mark, cells), boards) in
            marks.iter_mut().zip(&self.nodes).zip(&mut self.boards).take(n)
        {
            *mark = boards_of(s, cells, boards);
        }
        for (i, (boards, mark)) in self.boards.iter().zip(marks).enumerate().take(n) {
            let number = self.stalled.puzzle(start + i);
            self.pending.add(boards, mark, self.weights[number as usize]);
            self.unused.push(number);
        }
        self.stalled.set_len(start);
    }

    /// Gives work to the free lanes while there is any. Returns those that were free.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, s: S, cells: &mut [S::Vector; 81]) -> u32 {
        let idle = S::EVERY_LANE & !self.active;
        loop {
            let free = S::EVERY_LANE & !self.active;
            if free == 0 || (self.ready.len() == 0 && !self.expand(s)) {
                return idle;
            }
            let to = lowest(free, self.ready.len());
            let column = self.ready.len() - to.count_ones() as usize;
            take(s, &self.ready, column, to, cells, &mut self.numbers);
            self.ready.set_len(column);
            self.active |= to;
        }
    }

    /// Makes the children of some pending nodes ready; `false` if there was none, or no guess is left.
    #[inline(always)]
    fn expand<S: Simd>(&mut self, s: S) -> bool {
        if self.pending.len() == 0 {
            if self.stalled.len() == 0 {
                return false;
            }
            self.merge(s);
        }
        let fullest = self.pending.len() < ROOM;
        let mut weights = [0; 32];
        let mut n = 0;
        while n < S::LANES
            && let Some((boards, weight)) = self.pending.take(fullest)
        {
            cells_of(s, boards, &mut self.nodes[n]);
            weights[n] = weight;
            n += 1;
        }
        self.guesses = self.guesses.saturating_sub(n as u64);
        if self.guesses == 0 {
            return false;
        }
        let rows = self.nodes[..n].iter().map(|cells| cells.first_chunk().expect("81 of 96"));
        read(s, rows, &mut self.block);
        let mut cells = [s.splat(0); 81];
        for (row, cell) in cells.iter_mut().enumerate() {
            *cell = s.load(self.block.row(row, 0));
        }
        let cell = choose(s, &cells);
        let zero = s.splat(0);
        let mut digits = zero;
        for (row, &v) in cells.iter().enumerate() {
            digits = s.select(s.equal(cell, s.splat(row as u16)), v, digits);
        }
        let parents = lowest(S::EVERY_LANE, n);
        loop {
            // The lanes that have another digit: one child of each.
            let open = parents & !s.lanes(s.is_zero(digits));
            if open == 0 {
                return true;
            }
            let rest = s.and(digits, s.add(digits, s.splat(0xffff)));
            let digit = s.and_not(digits, rest);
            digits = rest;
            self.ready.reserve(S::LANES);
            let column = self.ready.len();
            let packing = s.packing(open);
            for (row, &v) in cells.iter().enumerate() {
                let v = s.select(s.equal(cell, s.splat(row as u16)), digit, v);
                s.store(s.carry(packing, v, v), self.ready.row_mut(row, column));
            }
            let mut children = 0;
            for parent in each(open) {
                let number = self.unused.pop().expect("more numbers than nodes on the move");
                self.weights[number as usize] = weights[parent];
                self.ready.row_mut(81, column)[children] = number;
                children += 1;
            }
            self.ready.set_len(column + children);
        }
    }
}
