//! Applies simple rules to many puzzles: rounds without guesses.
//!
//! ```text
//!   puzzles --> naked singles --> hidden singles --> locked candidates --> left over
//!                     |                 |                   |
//!                  solved            solved              solved
//! ```
//!
//! Each level continues with the puzzles left over by the previous level, and with their remaining candidates, because
//! a rule never concludes less from fewer candidates. Puzzles that locked candidates do not solve are restarted for the
//! subsets, each with a known solution.
//!
//! *Subsets.* If k cells of a house hold k digits between them, the other cells lose these digits. Let cell a point to
//! cell b if b's digit in the solution is a candidate of a. Then k such cells are a set that no arrow leaves. Cell a
//! therefore keeps b's digit if and only if b reaches a, because then every set that contains b also contains a:
//!
//! ```text
//!   candidates   {1,2}  {1,2}  {2,3}        arrows   a <-> b,  c -> b        c loses 2: b does not reach c
//!   solution       1      2      3
//! ```
//!
//! The closure of the arrows finds all subsets of a house, of every size, in nine steps. Any solution can be used.
//!
//! *Cost.* A round of naked singles takes a third of a full round, a round of hidden singles about as much as a full
//! one, and the subsets of 27 houses as much as six.

use crate::board::{Grid, HOUSES};
use crate::control::Control;
use crate::error::Error;
use crate::solve::Puzzles;
use crate::solve::grade::Tier;

use super::input::Input;
use super::round::{self, NAKED, NAMED};
use super::simd::{Simd, each, lowest};
use super::stack::Stack;
use super::take;

/// The number of puzzles that pass through the levels together; their candidates stay in the second-level cache.
const PIECE: usize = 512;

/// The rules to apply.
#[derive(Clone, Copy)]
pub(in crate::solve) enum Rules<'a> {
    /// Naked singles, then hidden singles, then locked candidates.
    Each,
    /// Singles and locked candidates.
    Locked,
    /// Singles, locked candidates and subsets, given a solution of each puzzle.
    Subsets(&'a [Grid]),
}

/// Writes the tiers of the puzzles that the rules solve, and leaves the other tiers unchanged.
///
/// # Errors
/// [`Error::Stopped`].
#[inline(always)]
pub(in crate::solve) fn tiers<S: Simd>(
    s: S,
    puzzles: Puzzles<'_>,
    rules: Rules<'_>,
    tiers: &mut [Tier],
    control: &Control<'_>,
) -> Result<(), Error> {
    let (first, solutions) = match rules {
        Rules::Each => (Tier::NakedSingles, None),
        Rules::Locked => (Tier::Subsets, None),
        Rules::Subsets(solutions) => (Tier::Subsets, Some(Puzzles::Grids(solutions))),
    };
    let new = || Stack::new(PIECE);
    let (mut open, mut stalled, mut solved) = (new(), new(), new());
    for (piece, tiers) in tiers.chunks_mut(PIECE).enumerate() {
        control.checkpoint()?;
        let range = piece * PIECE..piece * PIECE + tiers.len();
        let sources = [(Some(puzzles), &mut open), (solutions, &mut solved)];
        for (puzzles, stack) in sources {
            let Some(puzzles) = puzzles else { continue };
            let mut input = Input::new(puzzles.slice(range.clone()));
            stack.set_len(0);
            loop {
                let (block, column, ready) = input.ready(s);
                if ready == 0 {
                    break;
                }
                stack.append(block, column, ready);
                input.take(ready);
            }
        }
        let mut settling = Settling { open, stalled, tiers };
        for tier in [Tier::NakedSingles, Tier::Singles, Tier::Subsets] {
            if tier >= first {
                settling.settle(s, tier, solutions.map(|_| &solved));
                std::mem::swap(&mut settling.open, &mut settling.stalled);
            }
        }
        Settling { open, stalled, .. } = settling;
    }
    Ok(())
}

/// A part of the puzzles.
struct Settling<'a> {
    /// Puzzles to which the rules have not been applied.
    open: Stack,
    /// Puzzles that the rules do not solve.
    stalled: Stack,
    tiers: &'a mut [Tier],
}

impl Settling<'_> {
    /// Applies the rules of a tier to the open puzzles until they conclude nothing more. With `solutions`, in the
    /// columns of the puzzles, subsets are among the rules.
    #[inline(always)]
    fn settle<S: Simd>(&mut self, s: S, tier: Tier, solutions: Option<&Stack>) {
        let mut cells = [s.splat(0); 81];
        let mut solution = cells;
        let mut puzzles = [0; 32];
        let mut sum = s.splat(0);
        let mut active = 0;
        loop {
            let to = lowest(S::EVERY_LANE & !active, self.open.len());
            let column = self.open.len() - to.count_ones() as usize;
            for (stack, cells) in [(solutions, &mut solution), (Some(&self.open), &mut cells)] {
                if let Some(stack) = stack {
                    take(s, stack, column, to, cells, &mut puzzles);
                }
            }
            self.open.set_len(column);
            sum = s.select(s.mask(to), s.splat(round::CHANGED), sum);
            active |= to;
            if active == 0 {
                return;
            }
            let outcome = loop {
                let outcome = if tier == Tier::NakedSingles {
                    round::round_with::<S, NAKED>(s, &mut cells, &mut sum, false)
                } else {
                    let locked = tier == Tier::Subsets;
                    round::round_with::<S, NAMED>(s, &mut cells, &mut sum, locked)
                };
                let pending = active & (outcome.dead | outcome.full | outcome.stalled);
                if 3 * pending.count_ones() >= active.count_ones() {
                    break outcome;
                }
            };
            let solved = round::solved(s, &cells, outcome.full & active);
            for lane in each(solved) {
                self.tiers[usize::from(puzzles[lane])] = tier;
            }
            active &= !(outcome.dead | solved);
            let mut stuck = outcome.stalled & active;
            if solutions.is_some() && stuck != 0 {
                subsets(s, &mut cells, &solution);
                // As in a round, the sum is the same only if each cell is.
                let after = cells.iter().fold(s.splat(0), |sum, &cell| s.add(sum, cell));
                stuck &= s.lanes(s.equal(after, sum));
                sum = after;
            }
            active &= !stuck;
            let column = self.stalled.len();
            self.stalled.put(s, column, &cells, stuck);
            let numbers = s.load(&puzzles);
            s.store(s.carry(s.packing(stuck), numbers, numbers), self.stalled.row_mut(81, column));
            self.stalled.set_len(column + stuck.count_ones() as usize);
        }
    }
}

/// Removes the digits of each subset from the other cells of its house.
#[inline(always)]
fn subsets<S: Simd>(s: S, cells: &mut [S::Vector; 81], solution: &[S::Vector; 81]) {
    let zero = s.splat(0);
    // `v` in the lanes where the sets share a digit, else 0.
    let if_shared = |a, b, v| s.select(s.is_zero(s.and(a, b)), zero, v);
    for house in &HOUSES {
        let (mut own, mut reached) = ([zero; 9], [zero; 9]);
        for (k, cell) in house.iter().enumerate() {
            own[k] = solution[cell.index()];
            reached[k] = cells[cell.index()];
        }
        for via in 0..9 {
            for from in 0..9 {
                let more = if_shared(reached[from], own[via], reached[via]);
                reached[from] = s.or(reached[from], more);
            }
        }
        for (k, cell) in house.iter().enumerate() {
            let mut kept = zero;
            for from in 0..9 {
                kept = s.or(kept, if_shared(reached[from], own[k], own[from]));
            }
            cells[cell.index()] = s.and(cells[cell.index()], kept);
        }
    }
}
