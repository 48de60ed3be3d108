//! The search of each row of the table.

use super::bug_plus_one::bug_plus_one;
use super::colors::{multi_colors, simple_colors};
use super::fish::{finned_fish, fish};
use super::found::{Found, eliminations};
use super::franken::franken_fish;
use super::proof::Proof;
use super::rectangles::{Rectangle, UniqueSteps, avoidable, unique};
use super::single_digit::{empty_rectangle, kite, skyscraper};
use super::tables::{Tables, brute_force};
use super::wings::{w_wing, xy_wing, xyz_wing};
use super::{almost, remote_pair, subsets, sue_de_coq, x_chain, xy_chain};
use crate::board::{Candidates, Cell, Digits, Grid};
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::logic::Technique::{self, *};
use crate::logic::any::Rules;
use crate::logic::common::locked::{self, Locked};
use crate::logic::grid9::houses::Kind;
use crate::logic::grid9::position::Changes;
use crate::logic::{Nodes, Position, Techniques};
use crate::solve::Solutions;

use super::named;
use super::queues::State;

/// The data that searches keep from search to search and from puzzle to puzzle.
pub(super) struct Memory {
    /// The unique rectangles of the position, computed on first use.
    rectangles: Option<UniqueSteps>,
    sets: almost::Table,
    /// Whether `sets` was computed for the current position.
    has_sets: bool,
    tables: Tables,
    /// The rules of classic Sudoku for the engine for any rules, created when a technique that only this engine implements is
    /// first requested.
    named: Option<Box<Rules>>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            rectangles: None,
            sets: almost::Table::new(),
            has_sets: false,
            tables: Tables::new(),
            named: None,
        }
    }

    /// Discards the data of a position that has changed.
    pub(super) fn forget(&mut self) {
        self.rectangles = None;
        self.has_sets = false;
        self.tables.forget();
    }

    fn rectangle(&mut self, position: &Position, kind: usize) -> Option<Found<Box<Rectangle>>> {
        self.rectangles.get_or_insert_with(|| unique(position))[kind].clone()
    }

    /// The almost locked sets of the position, computed on first use.
    fn sets(
        &mut self,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<&mut almost::Table, Stop> {
        if !self.has_sets {
            self.sets.fill(position, control)?;
            self.has_sets = true;
        }
        Ok(&mut self.sets)
    }
}

/// Searches for a technique and its variants, as far as they are in `allowed`, and returns the conclusion that the scale
/// prefers. `changes` holds the removals since the search last found nothing.
pub(super) fn first(
    technique: Technique,
    state: &mut State,
    (allowed, changes): (Techniques, &Changes),
    memory: &mut Memory,
    nodes: &Nodes<'_>,
) -> Result<Option<Found<Proof>>, Stop> {
    let (position, control) = (state.position(), nodes.control());
    let changed = |cells| changes.cells.meets(cells);
    Ok(match technique {
        FullHouse => told(state.full_house()),
        NakedSingle => told(state.naked_single()),
        HiddenSingle => told(state.hidden_single()),
        LockedPair => told(subsets::locked(position, 2, changes.any_house())),
        LockedTriple => told(subsets::locked(position, 3, changes.any_house())),
        Pointing => told(candidates_of(position, locked::first(position, Kind::Box, changes))),
        Claiming => {
            let mut lines = [Kind::Row, Kind::Column].into_iter();
            let first = lines.find_map(|kind| locked::first(position, kind, changes));
            told(candidates_of(position, first))
        }
        NakedPair => told(subsets::naked(position, 2, changes.any_house())),
        NakedTriplet => told(subsets::naked(position, 3, changes.any_house())),
        NakedQuad => told(subsets::naked(position, 4, changes.any_house())),
        HiddenPair => told(subsets::hidden(position, 2, changes.any_house())),
        HiddenTriplet => told(subsets::hidden(position, 3, changes.any_house())),
        HiddenQuad => told(subsets::hidden(position, 4, changes.any_house())),
        XWing => told(fish(position, 2, allowed, changes)),
        Swordfish => told(fish(position, 3, allowed, changes)),
        Jellyfish => told(fish(position, 4, allowed, changes)),
        BugPlusOne => told(bug_plus_one(position)),
        Skyscraper => told(skyscraper(position, changes)),
        TwoStringKite => told(kite(position, changes)),
        EmptyRectangle => told(empty_rectangle(position, changes)),
        WWing => told(w_wing(position)),
        // A new wing contains a cell that now has two or three candidates.
        XyWing if !changed(position.cells_by_count().two) => None,
        XyWing => told(xy_wing(position)),
        XyzWing => told(xyz_wing(position)),
        Uniqueness1 => told(memory.rectangle(position, 0)),
        Uniqueness2 => told(memory.rectangle(position, 1)),
        Uniqueness3 => told(memory.rectangle(position, 2)),
        Uniqueness4 => told(memory.rectangle(position, 3)),
        Uniqueness5 => told(memory.rectangle(position, 4)),
        Uniqueness6 => told(memory.rectangle(position, 5)),
        HiddenRectangle => told(memory.rectangle(position, 6)),
        AvoidableRectangle1 => told(avoidable(position, state.givens(), 1)),
        AvoidableRectangle2 => told(avoidable(position, state.givens(), 2)),
        FinnedXWing => told(finned_fish(position, 2, false, changes)),
        FinnedSwordfish => told(finned_fish(position, 3, false, changes)),
        FinnedJellyfish => told(finned_fish(position, 4, false, changes)),
        SashimiXWing => told(finned_fish(position, 2, true, changes)),
        SashimiSwordfish => told(finned_fish(position, 3, true, changes)),
        SashimiJellyfish => told(finned_fish(position, 4, true, changes)),
        SimpleColorsTrap | SimpleColorsWrap => told(simple_colors(position, allowed, changes)),
        MultiColors1 | MultiColors2 => told(multi_colors(position, allowed, changes)),
        FrankenXWing => told(franken_fish(position, 2, false, changes)),
        FrankenSwordfish => told(franken_fish(position, 3, false, changes)),
        FinnedFrankenXWing => told(franken_fish(position, 2, true, changes)),
        FinnedFrankenSwordfish => told(franken_fish(position, 3, true, changes)),
        // Chains of one digit or of bivalue cells, and almost locked sets.
        RemotePair => told(remote_pair::remote_pair(position, changes)),
        TurbotFish => told(x_chain::turbot_fish(position, changes)),
        SueDeCoq => told(sue_de_coq::sue_de_coq(position, changes)),
        XChain => told(x_chain::x_chain(position, changes)),
        XyChain => told(xy_chain::xy_chain(position, changes)),
        AlsXz => told(almost::xz::als_xz(memory.sets(position, control)?, control)?),
        AlsXyWing => told(almost::xy_wing::als_xy_wing(memory.sets(position, control)?, control)?),
        AlsXyChain => told(almost::chain::als_xy_chain(memory.sets(position, control)?, control)?),
        // Techniques based on all consequences of each candidate.
        ContinuousNiceLoop | DiscontinuousNiceLoop | Aic => {
            told(memory.tables.nice_loop(position, false, allowed))
        }
        GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic => {
            told(memory.tables.nice_loop(position, true, allowed))
        }
        ForcingChainContradiction | ForcingChainVerity => {
            told(memory.tables.forcing_chain(position, allowed))
        }
        ForcingNetContradiction | ForcingNetVerity => {
            told(memory.tables.forcing_net(position, allowed))
        }
        BruteForce => match solution(position, nodes)? {
            Some(solution) => told(brute_force(position, &solution)),
            None => None,
        },
        // Techniques used only on explicit request.
        technique => {
            let rules = memory.named.get_or_insert_with(|| Box::new(named::rules()));
            told(named::first(rules, position, technique, nodes)?)
        }
    })
}

/// A conclusion with its proof as a [`Proof`].
fn told<P>(found: Option<Found<P>>) -> Option<Found<Proof>>
where
    Proof: From<P>,
{
    found.map(Found::into)
}

/// The solution of a position, if it has exactly one.
fn solution(position: &Position, nodes: &Nodes<'_>) -> Result<Option<Grid>, Stop> {
    let candidates: Candidates = std::array::from_fn(|at| {
        let cell = Cell::new(at);
        match position.value(cell) {
            0 => position.candidates(cell),
            value => Digits::only(value),
        }
    });
    let mut solutions = Solutions::new(&candidates);
    let mut next = || match solutions.next(nodes.control()) {
        Ok(solution) => Ok(solution),
        Err(Error::Stopped(stop)) => Err(stop),
        Err(_) => Ok(None),
    };
    let first = next()?;
    Ok(if next()?.is_none() { first } else { None })
}

fn candidates_of(position: &Position, locked: Option<Locked>) -> Option<Found<Locked>> {
    let locked = locked?;
    let gone = locked.removals()[0].cells & position.cells(locked.digit);
    let removed = eliminations(gone, locked.digit);
    Some(Found::removing(locked.technique(), removed, locked))
}
