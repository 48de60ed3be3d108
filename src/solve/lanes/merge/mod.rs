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
//! A child has fewer open cells than its parent, so nodes are taken in the order of their open cells, the most
//! first. Nodes beyond [`ROOM`] are searched depth first: less is found to be the same, and memory stays bounded.

#![forbid(unsafe_code)]

mod choose;
mod pending;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::solve::UNDECIDED;

use super::input::{BLOCK, PIECES, read};
use super::round;
use super::simd::{Cells, Simd, each, lowest};
use super::stack::Stack;
use choose::{choose, upright};
use pending::Pending;

/// Nodes that may wait before the search turns depth first; with all that belongs to them 180 bytes each.
const ROOM: usize = if cfg!(test) { 1 << 12 } else { 1 << 20 };

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

/// A child that no lane has taken: its parent with one digit in a cell.
#[derive(Clone, Copy)]
struct Child {
    /// The parent's column.
    parent: u8,
    cell: u16,
    /// As a set of candidates.
    digit: u16,
}

/// The cell of a child that is its parent.
const NO_CELL: u16 = u16::MAX;

/// The search, and the memory that it keeps from puzzle to puzzle.
pub(super) struct Merge {
    pending: Pending,
    /// The nodes that were taken last, in columns, and their children.
    parents: Stack,
    weights_of_parents: [u64; 32],
    children: Vec<Child>,
    /// Nodes from stalled lanes, on their way to the pending ones, in columns.
    stalled: Stack,
    weights_of_stalled: Vec<u64>,
    /// The same, cell by cell.
    nodes: [Cells; BLOCK],
    /// The weight of the node in each lane.
    weights: [u64; 32],
    active: u32,
    /// Guesses that are left.
    guesses: u64,
    total: u64,
}

impl Merge {
    pub fn new() -> Merge {
        Merge {
            pending: Pending::new(),
            parents: Stack::new(BLOCK),
            weights_of_parents: [0; 32],
            children: Vec::with_capacity(9 * BLOCK),
            stalled: Stack::new(2 * BLOCK),
            weights_of_stalled: Vec::with_capacity(2 * BLOCK),
            nodes: [[0; 96]; BLOCK],
            weights: [0; 32],
            active: 0,
            guesses: 0,
            total: 0,
        }
    }

    /// min(solutions, `limit`) of the puzzle with these candidates, [`UNDECIDED`] where time is out, `None` once
    /// `guesses` are used up. The puzzle must have several solutions.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    #[inline(always)]
    pub fn count<S: Simd>(
        &mut self,
        s: S,
        puzzle: &[u16; 81],
        limit: u64,
        guesses: u64,
        control: &Control<'_>,
    ) -> Result<Option<u64>, Error> {
        self.pending.clear();
        self.stalled.set_len(0);
        self.weights_of_stalled.clear();
        (self.active, self.guesses, self.total) = (0, guesses, 0);
        let root = settled(s, puzzle);
        read(s, std::iter::once(&upright(&root)), &mut self.parents);
        self.weights_of_parents[0] = 1;
        self.children.clear();
        self.children.push(Child { parent: 0, cell: NO_CELL, digit: 0 });
        self.search(s, limit, control)
    }

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
            if rounds >= round::PATIENCE {
                rounds = 0;
                match control.checkpoint() {
                    Ok(()) => {}
                    Err(Stop::Deadline | Stop::Nodes) => return Ok(Some(UNDECIDED)),
                    Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                }
            }
            for lane in each(outcome.solved & self.active) {
                self.total = self.total.saturating_add(self.weights[lane]);
            }
            if self.total >= limit {
                return Ok(Some(limit));
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
        for lane in each(lanes) {
            self.weights_of_stalled.push(self.weights[lane]);
        }
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
        // All keys before the first is looked up, see [`Pending::look`].
        let mut keys = [([0; 2], 0); BLOCK];
        for (key, cells) in keys.iter_mut().zip(&self.nodes).take(n) {
            *key = s.nameless(cells);
            self.pending.look(key.0);
        }
        let weights = self.weights_of_stalled[start..].iter();
        for ((cells, (key, open)), &weight) in self.nodes.iter().zip(keys).zip(weights).take(n) {
            self.pending.add(s, cells, key, open, weight);
        }
        self.weights_of_stalled.truncate(start);
        self.stalled.set_len(start);
    }

    /// Gives children to the free lanes while there are any. Returns the lanes that were free.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, s: S, cells: &mut [S::Vector; 81]) -> u32 {
        let idle = S::EVERY_LANE & !self.active;
        loop {
            let free = S::EVERY_LANE & !self.active;
            if free == 0 || (self.children.is_empty() && !self.expand(s)) {
                return idle;
            }
            let to = lowest(free, self.children.len());
            let mut from = [0; 32];
            let (mut at, mut digits) = ([NO_CELL; 32], [0; 32]);
            for (lane, child) in each(to).zip(self.children.iter().rev()) {
                from[lane] = child.parent;
                at[lane] = child.cell;
                digits[lane] = child.digit;
                self.weights[lane] = self.weights_of_parents[child.parent as usize];
            }
            self.children.truncate(self.children.len() - to.count_ones() as usize);
            let route = s.route(&from, to);
            let (at, digits) = (s.load(&at), s.load(&digits));
            for (row, cell) in cells.iter_mut().enumerate() {
                let v = s.carry(route, s.load(self.parents.row(row, 0)), *cell);
                *cell = s.select(s.equal(at, s.splat(row as u16)), digits, v);
            }
            self.active |= to;
        }
    }

    /// Takes some pending nodes and notes their children; `false` if there was none, or no guess is left.
    #[inline(always)]
    fn expand<S: Simd>(&mut self, s: S) -> bool {
        if self.pending.len() == 0 {
            if self.stalled.len() == 0 {
                return false;
            }
            self.merge(s);
        }
        let fullest = self.pending.len() < ROOM;
        let mut places = [0; 32];
        let mut n = 0;
        while n < S::LANES
            && let Some((place, weight)) = self.pending.take(fullest)
        {
            places[n] = place;
            self.weights_of_parents[n] = weight;
            n += 1;
        }
        self.guesses = self.guesses.saturating_sub(n as u64);
        if self.guesses == 0 {
            return false;
        }
        for (cells, &place) in self.nodes.iter_mut().zip(&places[..n]) {
            self.pending.cells(s, place, cells);
        }
        let rows = self.nodes[..n].iter().map(|cells| cells.first_chunk().expect("81 of 96"));
        read(s, rows, &mut self.parents);
        let mut cells = [s.splat(0); 81];
        for (row, cell) in cells.iter_mut().enumerate() {
            *cell = s.load(self.parents.row(row, 0));
        }
        let mut chosen = [0; 32];
        s.store(choose(s, &cells), &mut chosen);
        for (parent, (cells, &cell)) in self.nodes.iter().zip(&chosen).enumerate().take(n) {
            let mut digits = cells[cell as usize];
            while digits != 0 {
                let digit = digits & digits.wrapping_neg();
                self.children.push(Child { parent: parent as u8, cell, digit });
                digits ^= digit;
            }
        }
        true
    }
}
