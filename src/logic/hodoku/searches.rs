//! What each row of the table searches for.

use super::bug_plus_one::bug_plus_one;
use super::colors::{multi_colors, simple_colors};
use super::found::{Found, Proof, eliminations};
use super::franken::franken_fish;
use super::rectangles::{UniqueSteps, avoidable, unique};
use super::single_digit::{empty_rectangle, kite, skyscraper};
use super::tables::{Tables, brute_force};
use super::{almost, remote_pair, sue_de_coq, x_chain, xy_chain};
use crate::board::{Candidates, Cell, Digits, Grid};
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::logic::any::Rules;
use crate::logic::common::fish_in_order::{finned_fish, fish};
use crate::logic::common::locked::{self, Locked};
use crate::logic::common::sets_in_order as sets;
use crate::logic::common::wings_in_order::{w_wing, xy_wing, xyz_wing};
use crate::logic::grid9::houses::Kind;
use crate::logic::grid9::position::Changes;
use crate::logic::{Nodes, Position, Techniques};
use crate::solve::Solutions;

use super::general;
use super::queues::State;
use super::table::Search;

/// What searches keep, from search to search and from puzzle to puzzle.
pub(super) struct Memory {
    /// The unique rectangles of the position, once they were looked for.
    rectangles: Option<UniqueSteps>,
    sets: almost::Table,
    /// Whether the sets are those of the position.
    has_sets: bool,
    tables: Tables,
    /// The rules of classic Sudoku for the engine for all boards, once it is asked.
    general: Option<Box<Rules>>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            rectangles: None,
            sets: almost::Table::new(),
            has_sets: false,
            tables: Tables::new(),
            general: None,
        }
    }

    /// Forgets what was kept of a position, for it has changed.
    pub(super) fn forget(&mut self) {
        self.rectangles = None;
        self.has_sets = false;
        self.tables.forget();
    }

    fn rectangle(&mut self, position: &Position, kind: usize) -> Option<Found> {
        self.rectangles.get_or_insert_with(|| unique(position))[kind].clone()
    }

    /// The almost locked sets of the position.
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

impl Search {
    /// The conclusion that the scale prefers, if there is one: of the techniques that the search shares, those in `allowed`
    /// count. `changes` is what was removed since the search last found nothing.
    pub(super) fn first(
        self,
        state: &mut State,
        (allowed, changes): (Techniques, &Changes),
        memory: &mut Memory,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Found>, Stop> {
        let (position, control) = (state.position(), nodes.control());
        let changed = |cells| changes.cells.meets(cells);
        Ok(match self {
            Search::FullHouse => state.full_house(),
            Search::NakedSingle => state.naked_single(),
            Search::HiddenSingle => state.hidden_single(),
            Search::LockedSet(degree) => sets::locked(position, degree, changes.any_house()),
            Search::Pointing => {
                candidates_of(position, locked::first(position, Kind::Box, changes))
            }
            Search::Claiming => {
                let mut lines = [Kind::Row, Kind::Column].into_iter();
                let first = lines.find_map(|kind| locked::first(position, kind, changes));
                candidates_of(position, first)
            }
            Search::NakedSet(degree) => sets::naked(position, degree, changes.any_house()),
            Search::HiddenSet(degree) => sets::hidden(position, degree, changes.any_house()),
            Search::Fish(degree) => fish(position, degree, allowed, changes),
            Search::BugPlusOne => bug_plus_one(position),
            Search::Skyscraper => skyscraper(position, changes),
            Search::TwoStringKite => kite(position, changes),
            Search::EmptyRectangle => empty_rectangle(position, changes),
            Search::WWing => w_wing(position),
            // A new wing has a cell that now has two candidates, or three.
            Search::XyWing if !changed(position.cells_by_count().two) => None,
            Search::XyWing => xy_wing(position),
            Search::XyzWing => xyz_wing(position),
            Search::Uniqueness(number) => memory.rectangle(position, usize::from(number) - 1),
            Search::HiddenRectangle => memory.rectangle(position, 6),
            Search::AvoidableRectangle(number) => avoidable(position, state.givens(), number),
            Search::FinnedFish(degree) => finned_fish(position, degree, false, changes),
            Search::SashimiFish(degree) => finned_fish(position, degree, true, changes),
            Search::SimpleColors => simple_colors(position, allowed, changes),
            Search::MultiColors => multi_colors(position, allowed, changes),
            Search::FrankenFish(degree) => franken_fish(position, degree, false, changes),
            Search::FinnedFrankenFish(degree) => franken_fish(position, degree, true, changes),
            // Chains of one digit or of bivalue cells, and almost locked sets.
            Search::RemotePair => remote_pair::remote_pair(position, changes),
            Search::TurbotFish => x_chain::turbot_fish(position, changes),
            Search::SueDeCoq => sue_de_coq::sue_de_coq(position, changes),
            Search::XChain => x_chain::x_chain(position, changes),
            Search::XyChain => xy_chain::xy_chain(position, changes),
            Search::AlsXz => almost::xz::als_xz(memory.sets(position, control)?, control)?,
            Search::AlsXyWing => {
                almost::xy_wing::als_xy_wing(memory.sets(position, control)?, control)?
            }
            Search::AlsXyChain => {
                almost::chain::als_xy_chain(memory.sets(position, control)?, control)?
            }
            // All that follows from each candidate.
            Search::NiceLoop => memory.tables.nice_loop(position, false, allowed),
            Search::GroupedNiceLoop => memory.tables.nice_loop(position, true, allowed),
            Search::ForcingChain => memory.tables.forcing_chain(position, allowed),
            Search::ForcingNet => memory.tables.forcing_net(position, allowed),
            Search::General(technique) => {
                let rules = memory.general.get_or_insert_with(|| Box::new(general::rules()));
                general::first(rules, position, technique, nodes)?
            }
            Search::BruteForce => match solution(position, nodes)? {
                Some(solution) => brute_force(position, &solution),
                None => None,
            },
        })
    }
}

/// The solution of a position that has exactly one.
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

fn candidates_of(position: &Position, locked: Option<Locked>) -> Option<Found> {
    let locked = locked?;
    let gone = locked.removals()[0].cells & position.cells(locked.digit);
    let removed = eliminations(gone, locked.digit);
    Some(Found::removing(locked.technique(), removed, Proof::Locked(locked)))
}
