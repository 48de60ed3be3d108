//! Many puzzles at once: one search node in each 16-bit lane of the processor's vectors.
//!
//! ```text
//!              lane 0     lane 1            lane 31
//!   cell 0   {1,4,9}      {2}       ...     {3,7}       81 vectors of candidate sets
//!   cell 1     {5}      {1,2,…,9}   ...      {8}
//!     ...                                               5 KB for 32 lanes: stays in the first-level cache
//!   cell 80   {2,6}      {7,9}      ...      {}
//!   puzzle      17         17       ...      203        the puzzle of each node
//! ```
//!
//! A solver for one puzzle waits: each deduction needs the previous one, and each decision is a branch that the
//! processor mispredicts. Lanes do not wait for each other, and a round has no branches:
//!
//! ```text
//!     +--> round     one step of propagation in every lane        round.rs
//!     |      |       repeat until a third, or half, is dead, full or stalled
//!     |    refill    solved lanes are counted and written         output.rs
//!     |      |       stalled lanes branch                         guess.rs, branch.rs
//!     |      |       or dive, if puzzles have several solutions   dive.rs
//!     |      |       free lanes take a sibling, a pending node    stack.rs
//!     +------+       or a new puzzle                              input.rs
//! ```
//!
//! [`Simd`] is implemented in `arch/`; this module has no unsafe code. A different method with the same rounds counts
//! large numbers of solutions: [`merge`]. Rounds with fewer rules determine which rules solve a puzzle:
//! [`tiers`](mod@tiers).
//!
//! *Invariant.* A puzzle is finished when it has no more nodes; its count is then final. When a puzzle reaches its
//! limit, its nodes are dropped by comparing puzzle numbers.

#![forbid(unsafe_code)]

mod branch;
mod dive;
mod guess;
mod input;
mod merge;
mod output;
mod round;
mod simd;
mod stack;
mod tiers;

#[cfg(any(test, target_arch = "x86_64"))]
pub(super) use simd::Cells;
pub(super) use simd::Simd;
use simd::{each, lowest};
pub(super) use tiers::{Rules, tiers};

use crate::board::{Candidates, Digits, Grid};
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Level, Puzzles, Query, UNDECIDED, candidates};
use dive::Policy;
pub(super) use dive::{Dive, Diving};
use input::Input;
use merge::Merge;
use output::Output;
use stack::Stack;

/// The number of puzzles in a run; puzzle numbers have 16 bits.
const RUN: usize = 1 << 15;

/// The initial capacity of the stack, in nodes.
const STACK: usize = 256;

/// The limit above which [`merge`] may be used.
const MERGE: u64 = 1 << 14;

/// The number of solutions at which [`merge`] takes over. Puzzles with up to twice as many take up to 1.9 times as long
/// as one by one; from four times as many it is faster. A larger threshold would slow down large counts:
/// docs/dev/performance.md, "Counting".
const FEW: u64 = if cfg!(test) { 1 << 6 } else { 1 << 10 };

/// Answers a query with the lanes of `s`. Nodes are not counted, because their number depends on the other puzzles;
/// queries with a budget do not use lanes. `advance` is [`Dive::advance`].
///
/// # Errors
/// [`Error::Stopped`].
#[inline(always)]
pub(super) fn search<S: Simd>(
    s: S,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    advance: impl Fn(&mut Dive<S>, &mut [S::Vector; 81], Diving) -> u32,
) -> Result<(), Error> {
    let mut asked = *query;
    if query.limit > MERGE && !(query.smallest && answers.solutions.is_some()) {
        asked.limit = FEW;
    }
    // Puzzles that are counted one by one after all. This is a loop because a second copy of the engine would be large.
    let mut again: Vec<usize> = Vec::new();
    let mut puzzles: Vec<Candidates>;
    let mut counts: Vec<u64> = Vec::new();
    loop {
        let mut wanted = match again.is_empty() {
            true => Answers {
                counts: &mut *answers.counts,
                solutions: answers.solutions.as_deref_mut(),
            },
            false => Answers { counts: &mut counts, solutions: None },
        };
        one_by_one(s, &asked, &mut wanted, control, &advance)?;
        if asked.limit == query.limit {
            break;
        }
        let mut merge: Option<Merge> = None;
        for i in 0..answers.counts.len() {
            if answers.counts[i] != FEW {
                continue;
            }
            // Most counts take less time than the search needs until its first checkpoint, and there may be thousands
            // of them.
            if !control.has_time()? {
                answers.counts[i] = UNDECIDED;
                continue;
            }
            // One guess per eight solutions takes less than half the time of counting one by one. If the guesses do not
            // suffice, for example because the limit is far below the number of solutions, little is lost.
            let guesses = query.limit / 8;
            let candidates = candidates(query.puzzles.get(i), Level::Locked, control)?;
            let cells = Digits::words(&candidates);
            let merge = merge.get_or_insert_with(Merge::new);
            match merge.count(s, cells, query.limit, guesses, control)? {
                Some(count) => answers.counts[i] = count,
                None => again.push(i),
            }
        }
        puzzles = again.iter().map(|&i| query.puzzles.get(i).givens()).collect();
        counts.resize(again.len(), 0);
        asked = Query { puzzles: Puzzles::Candidates(&puzzles), ..*query };
        if again.is_empty() {
            break;
        }
    }
    for (&i, &count) in again.iter().zip(&counts) {
        answers.counts[i] = count;
    }
    if let (true, Some(solutions)) = (query.limit > MERGE, &mut answers.solutions) {
        for (solution, &count) in solutions.iter_mut().zip(&*answers.counts) {
            if count == UNDECIDED {
                *solution = Grid::EMPTY;
            }
        }
    }
    Ok(())
}

/// Answers a query by visiting every solution.
///
/// # Errors
/// [`Error::Stopped`].
#[inline(always)]
fn one_by_one<S: Simd>(
    s: S,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    advance: impl Fn(&mut Dive<S>, &mut [S::Vector; 81], Diving) -> u32,
) -> Result<(), Error> {
    let mut start = 0;
    while start < query.puzzles.len() {
        let end = (start + RUN).min(query.puzzles.len());
        let mut run = Run {
            input: Input::new(query.puzzles.slice(start..end)),
            output: Output::new(
                answers.solutions.as_mut().map(|solutions| &mut solutions[start..end]),
            ),
            ledger: Ledger::new(query, &mut answers.counts[start..end]),
            stack: Stack::new(STACK),
            puzzles: [0; 32],
            active: 0,
            fresh: 0,
            diving: 0,
            policy: Policy::new(query),
        };
        run.search(s, control, &advance)?;
        start = end;
    }
    Ok(())
}

/// The counts of a run.
struct Ledger<'a> {
    /// The solutions so far, or [`UNDECIDED`].
    counts: &'a mut [u64],
    limit: u64,
    /// Whether some puzzle reached its limit while it may have more nodes.
    has_closed: bool,
    /// If the query requires it: whether the solution written for each puzzle is the smallest.
    smallest: Vec<bool>,
}

impl Ledger<'_> {
    fn new<'a>(query: &Query<'_>, counts: &'a mut [u64]) -> Ledger<'a> {
        counts.fill(0);
        let smallest = vec![false; if query.smallest { counts.len() } else { 0 }];
        Ledger { counts, limit: query.limit, has_closed: false, smallest }
    }

    /// Whether the puzzle needs no more nodes.
    #[inline(always)]
    fn is_closed(&self, puzzle: u16) -> bool {
        self.counts[puzzle as usize] >= self.limit
    }

    /// Marks a puzzle as undecided unless its count is known.
    fn give_up(&mut self, puzzle: usize) {
        if self.counts[puzzle] < self.limit {
            self.counts[puzzle] = UNDECIDED;
        }
    }
}

/// The state of a search.
struct Run<'a> {
    input: Input<'a>,
    output: Output<'a>,
    ledger: Ledger<'a>,
    stack: Stack,
    /// The puzzle of each lane.
    puzzles: [u16; 32],
    /// The lanes that contain a node.
    active: u32,
    /// The lanes whose puzzle has no other nodes and may dive.
    fresh: u32,
    /// The lanes that dive.
    diving: u32,
    policy: Policy,
}

impl Run<'_> {
    #[inline(always)]
    fn search<S: Simd>(
        &mut self,
        s: S,
        control: &Control<'_>,
        advance: impl Fn(&mut Dive<S>, &mut [S::Vector; 81], Diving) -> u32,
    ) -> Result<(), Error> {
        let mut cells = [s.splat(0); 81];
        let mut sum = s.splat(round::CHANGED);
        // Most calls never use it.
        let mut dive: Option<Dive<S>> = None;
        let mut rounds = 0;
        // The lanes changed or freed since they were filled; initially all lanes.
        let mut changed = S::EVERY_LANE;
        loop {
            if changed != 0 {
                changed |= self.fill(s, &mut cells);
                if self.active == 0 {
                    break;
                }
                sum = s.select(s.mask(changed), s.splat(round::CHANGED), sum);
                changed = 0;
            }
            let outcome = round::round(s, &mut cells, &mut sum);
            rounds += 1;
            let pending = (outcome.dead | outcome.full | outcome.stalled) & self.active;
            // Thresholds from a third to a half of the lanes differ by less than 1 %. A guess of a dive is more
            // expensive, so it waits for more lanes; with a threshold of half the lanes, one half often waited while
            // the other half searched.
            let (times, lanes) = if self.policy.all() { (16, 9) } else { (3, 1) };
            if times * pending.count_ones() < lanes * self.active.count_ones() {
                continue;
            }
            if rounds >= round::PATIENCE {
                rounds = 0;
                if !control.has_time()? {
                    self.give_up();
                    break;
                }
            }
            let solved = round::solved(s, &cells, outcome.full & self.active);
            let ended = outcome.dead & self.active | solved;
            changed = ended;
            let mut open = ended & self.diving;
            self.active &= !ended;
            if solved != 0 {
                open &= !self.count(s, &cells, solved);
            }
            self.fresh &= self.active;
            self.diving &= self.active | open;
            if self.policy.all() {
                self.diving |= self.fresh & outcome.stalled;
            }
            let stalled = outcome.stalled & self.diving;
            if open | stalled != 0 {
                let fresh = self.fresh & stalled;
                self.fresh &= !stalled;
                if dive.is_none() {
                    dive = Some(Dive::new(s, !self.ledger.smallest.is_empty()));
                }
                let Some(dive) = &mut dive else { unreachable!("made above") };
                let failed = advance(dive, &mut cells, Diving { fresh, stalled, failed: open });
                for lane in each(failed) {
                    let puzzle = self.puzzles[lane];
                    self.ledger.counts[puzzle as usize] = 0;
                    self.policy.failed();
                    self.input.again(puzzle);
                }
                self.diving &= !failed;
                self.active |= open & !failed;
                changed |= stalled | open;
            }
            let stalled = outcome.stalled & self.active & !self.diving;
            // A guess costs the same for one lane as for all lanes, so a few stalled lanes wait for more, unless there
            // is nothing else to do.
            if stalled != 0
                && (5 * stalled.count_ones() >= self.active.count_ones() || stalled == pending)
            {
                changed |= self.branch(s, &mut cells, stalled) | (stalled & !self.diving);
            }
        }
        self.output.write(s);
        let Ledger { counts, limit, smallest, .. } = &self.ledger;
        let blank = |(i, &n): (usize, &u64)| {
            n == 0 || n == UNDECIDED || n == *limit && smallest.get(i) == Some(&false)
        };
        self.output.blank(counts.iter().enumerate().map(blank));
        Ok(())
    }

    /// Counts the solutions in these lanes. Returns the lanes with nodes of puzzles that have reached their limit.
    #[inline(always)]
    fn count<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], solved: u32) -> u32 {
        let mut first = 0;
        let mut closed = 0;
        for lane in each(solved) {
            let puzzle = self.puzzles[lane];
            let count = self.ledger.counts[puzzle as usize];
            if count < self.ledger.limit {
                let mut is_first = count == 0;
                if let Some(smallest) = self.ledger.smallest.get_mut(puzzle as usize) {
                    // The solution remains if its dive fails and the puzzle is restarted.
                    is_first &= !*smallest;
                    *smallest |= is_first && self.diving >> lane & 1 == 1;
                }
                first |= u32::from(is_first) << lane;
                self.ledger.counts[puzzle as usize] = count + 1;
                if count + 1 == self.ledger.limit {
                    closed |= s.lanes(s.equal(s.load(&self.puzzles), s.splat(puzzle)));
                    if self.fresh >> lane & 1 == 0 {
                        self.policy.several();
                    }
                }
            }
        }
        self.active &= !closed;
        self.ledger.has_closed |= closed != 0;
        self.output.put(s, cells, s.load(&self.puzzles), first);
        closed
    }

    /// Branches the stalled lanes. Returns the lanes that were free before.
    #[inline(always)]
    fn branch<S: Simd>(&mut self, s: S, cells: &mut [S::Vector; 81], stalled: u32) -> u32 {
        let guess = guess::guess(s, cells);
        self.active &= !(stalled & guess.clash);
        // These lanes dive in the next round and remain fresh until then, because a dive must forget the previous
        // puzzle.
        let loose = match self.policy.loose() {
            true => stalled & self.fresh & guess.loose & self.active,
            false => 0,
        };
        self.diving |= loose;
        self.fresh &= !stalled | loose;
        // Every stalled lane has a branch. A lane without one would take another round.
        let stalled = stalled & guess.possible & !guess.clash & !self.diving;
        let free = S::EVERY_LANE & !self.active;
        let direct = lowest(stalled, free.count_ones() as usize);
        let surplus = stalled & !direct;
        let free = lowest(free, direct.count_ones() as usize);
        branch::branch(s, cells, &guess, direct, free, surplus, &mut self.stack);

        let puzzles = s.load(&self.puzzles);
        let column = self.stack.len();
        s.store(s.carry(s.packing(surplus), puzzles, puzzles), self.stack.row_mut(81, column));
        self.stack.set_len(column + surplus.count_ones() as usize);
        s.store(s.carry(s.moving(direct, free), puzzles, puzzles), &mut self.puzzles);
        self.active |= free;
        free
    }

    /// Fills the free lanes with pending nodes, then with new puzzles. Returns the lanes that were free.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, s: S, cells: &mut [S::Vector; 81]) -> u32 {
        let idle = S::EVERY_LANE & !self.active;
        loop {
            let free = S::EVERY_LANE & !self.active;
            if free == 0 {
                return idle;
            }
            if self.ledger.has_closed {
                while let Some(top) = self.stack.len().checked_sub(1)
                    && self.ledger.is_closed(self.stack.puzzle(top))
                {
                    self.stack.set_len(top);
                }
            }
            let waiting = self.stack.len();
            if waiting > 0 {
                let to = lowest(free, waiting);
                let column = waiting - to.count_ones() as usize;
                take(s, &self.stack, column, to, cells, &mut self.puzzles);
                self.stack.set_len(column);
                self.active |= to;
                if self.ledger.has_closed {
                    for lane in each(to) {
                        if self.ledger.is_closed(self.puzzles[lane]) {
                            self.active &= !(1 << lane);
                        }
                    }
                }
                continue;
            }
            let (block, column, ready) = self.input.ready(s);
            if ready == 0 {
                return idle;
            }
            let to = lowest(free, ready);
            take(s, block, column, to, cells, &mut self.puzzles);
            self.input.take(to.count_ones() as usize);
            self.active |= to;
            if !self.input.is_again() {
                self.fresh |= to;
            }
        }
    }

    /// Marks all undecided puzzles.
    fn give_up(&mut self) {
        for lane in each(self.active) {
            self.ledger.give_up(self.puzzles[lane] as usize);
        }
        for &puzzle in self.stack.puzzles() {
            self.ledger.give_up(puzzle as usize);
        }
        for puzzle in self.input.untouched() {
            self.ledger.give_up(puzzle);
        }
    }
}

/// Copies columns, starting at `column`, into the lanes `to`.
#[inline(always)]
fn take<S: Simd>(
    s: S,
    from: &Stack,
    column: usize,
    to: u32,
    cells: &mut [S::Vector; 81],
    puzzles: &mut [u16; 32],
) {
    let route = s.spreading(to);
    let mut rows = from.rows(column);
    for (cell, row) in cells.iter_mut().zip(&mut rows) {
        *cell = s.spread(route, row, *cell);
    }
    let numbers = rows.next().expect("a row after the cells");
    s.store(s.spread(route, numbers, s.load(puzzles)), puzzles);
}
