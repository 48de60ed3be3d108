//! Counts the solutions of a puzzle that has many: equal nodes are searched only once.
//!
//! ```text
//!          pending    nodes, each with the number of paths that lead to it                pending.rs
//!             |  ^
//!   32 of the |  |  an equal node: the numbers are added
//!   fullest   v  |
//!          expand   a child for each digit of a cell, with the number of its parent       choose.rs
//!             |  ^
//!             v  |  stalled
//!          round    dead lanes are dropped, solved lanes add their number to the count    round.rs
//! ```
//!
//! A search for many solutions reaches equal nodes along different paths. For example, two cells of a row exchange
//! their digits with two cells of another row, and the rest of the board is the same.
//!
//! *Invariant.* A child has fewer open cells than its parent. Nodes are therefore taken in decreasing order of their
//! number of open cells, and most equal nodes have been added by the time a node is taken.
//!
//! *Cost.* One node per 8 to 50 solutions; counting one by one takes two nodes per solution. Beyond [`MOST_PENDING`]
//! nodes the search is depth first: it finds fewer equal nodes, and memory is bounded.

#![forbid(unsafe_code)]

mod choose;
mod pending;

use crate::arch::unrolled;
use crate::control::Control;
use crate::error::Error;
use crate::solve::UNDECIDED;

use super::input::{BLOCK, PIECES, read};
use super::round;
use super::simd::{Cells, Simd, each, lowest};
use super::stack::Stack;
use choose::{choose, oriented};
use pending::Pending;

/// The number of pending nodes, of 180 bytes each, beyond which the search is depth first.
const MOST_PENDING: usize = if cfg!(test) { 1 << 12 } else { 1 << 20 };

/// A child that is not yet in a lane: its parent with one digit in a cell.
#[derive(Clone, Copy)]
struct Child {
    /// The column of the parent.
    parent: u8,
    cell: u16,
    /// The digit as a set of candidates.
    digit: u16,
}

/// The cell of a child that is its parent unchanged.
const NO_CELL: u16 = u16::MAX;

/// The search; its memory is reused for the next puzzle.
pub(super) struct Merge {
    pending: Pending,
    /// The nodes taken last, as columns, and their children.
    parents: Stack,
    weights_of_parents: [u64; 32],
    children: Vec<Child>,
    /// Nodes from stalled lanes that are not yet pending, as columns.
    stalled: Stack,
    weights_of_stalled: Vec<u64>,
    /// A block of these nodes, with the cells of each node together.
    nodes: [Cells; BLOCK],
    /// The weight of the node in each lane.
    weights: [u64; 32],
    active: u32,
    /// The number of guesses left.
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

    /// min(number of solutions, `limit`) of a puzzle with several solutions, given its candidates after propagation;
    /// [`UNDECIDED`] after the deadline, `None` if the guesses are used up.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::OutOfMemory`].
    #[inline(always)]
    pub fn count<S: Simd>(
        &mut self,
        s: S,
        root: &[u16; 81],
        limit: u64,
        guesses: u64,
        control: &Control<'_>,
    ) -> Result<Option<u64>, Error> {
        self.pending.clear();
        self.stalled.set_len(0);
        self.weights_of_stalled.clear();
        (self.active, self.guesses, self.total) = (0, guesses, 0);
        read(s, std::iter::once(&oriented(root)), &mut self.parents);
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
            if self.pending.is_short {
                return Err(Error::OutOfMemory);
            }
            if self.guesses == 0 {
                return Ok(None);
            }
            if self.active == 0 {
                return Ok(Some(self.total));
            }
            sum = s.select(s.mask(fresh), s.splat(round::CHANGED), sum);
            let outcome = loop {
                let outcome = round::round(s, &mut cells, &mut sum);
                rounds += 1;
                let pending = (outcome.dead | outcome.full | outcome.stalled) & self.active;
                if 2 * pending.count_ones() >= self.active.count_ones() {
                    break outcome;
                }
            };
            if rounds >= round::PATIENCE {
                rounds = 0;
                if !control.has_time()? {
                    return Ok(Some(UNDECIDED));
                }
            }
            let solved = round::solved(s, &cells, outcome.full & self.active);
            for lane in each(solved) {
                self.total = self.total.saturating_add(self.weights[lane]);
            }
            if self.total >= limit {
                return Ok(Some(limit));
            }
            self.store_stalled(s, &cells, outcome.stalled & self.active);
            self.active &= !(outcome.dead | solved | outcome.stalled);
        }
    }

    /// Copies these lanes to the stalled nodes, and makes a block of them pending when there are enough.
    #[inline(always)]
    fn store_stalled<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], lanes: u32) {
        if lanes == 0 {
            return;
        }
        let column = self.stalled.len();
        self.stalled.put(s, column, cells, lanes);
        for lane in each(lanes) {
            self.weights_of_stalled.push(self.weights[lane]);
        }
        self.stalled.set_len(column + lanes.count_ones() as usize);
        if self.stalled.len() >= BLOCK {
            self.merge(s);
        }
    }

    /// Makes the last stalled nodes pending, up to a block of them.
    #[inline(always)]
    fn merge<S: Simd>(&mut self, s: S) {
        let start = self.stalled.len().saturating_sub(BLOCK);
        let n = self.stalled.len() - start;
        for first in PIECES {
            for batch in 0..BLOCK / S::LANES {
                let row = |k: usize| self.stalled.row(first + k, start + batch * S::LANES);
                let columns = s.transpose(unrolled!(K in [0 1 2 3 4 5 6 7] => s.load(row(K))));
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
        // All keys are computed before the first lookup, see [`Pending::prefetch`].
        let mut keys = [([0; 2], 0); BLOCK];
        for (key, cells) in keys.iter_mut().zip(&self.nodes).take(n) {
            *key = s.relabelling_invariant_key(cells);
            self.pending.prefetch(key.0);
        }
        let weights = self.weights_of_stalled[start..].iter();
        for ((cells, (key, open)), &weight) in self.nodes.iter().zip(keys).zip(weights).take(n) {
            self.pending.add(s, cells, key, open, weight);
        }
        self.weights_of_stalled.truncate(start);
        self.stalled.set_len(start);
    }

    /// Fills the free lanes with children. Returns the lanes that were free.
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

    /// Takes pending nodes and lists their children. Returns `false` if no nodes or no guesses are left.
    #[inline(always)]
    fn expand<S: Simd>(&mut self, s: S) -> bool {
        if self.pending.len() == 0 {
            if self.stalled.len() == 0 {
                return false;
            }
            self.merge(s);
        }
        let fullest = self.pending.len() < MOST_PENDING;
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
