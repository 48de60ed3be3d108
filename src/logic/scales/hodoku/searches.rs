//! What each row of the table searches for.

use crate::control::Stop;
use crate::logic::found::Found;
use crate::logic::position::Changes;
use crate::logic::{Nodes, Position, almost, remote_pair, sue_de_coq, x_chain, xy_chain};

use super::queues::State;
use super::table::Search;

/// What searches keep, from search to search and from puzzle to puzzle.
pub(super) struct Memory {
    sets: almost::Table,
    /// Whether the sets are those of the position.
    has_sets: bool,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { sets: almost::Table::new(), has_sets: false }
    }

    /// Forgets what was kept of a position, for it has changed.
    pub(super) fn forget(&mut self) {
        self.has_sets = false;
    }

    /// The almost locked sets of the position.
    fn sets(&mut self, position: &Position) -> &mut almost::Table {
        if !std::mem::replace(&mut self.has_sets, true) {
            self.sets.fill(position);
        }
        &mut self.sets
    }
}

impl Search {
    /// The conclusion that the scale takes, if there is one. `changes` is what was removed since the search last found
    /// nothing.
    pub(super) fn first(
        self,
        state: &mut State,
        changes: &Changes,
        memory: &mut Memory,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Found>, Stop> {
        let position = state.position();
        let _ = nodes;
        Ok(match self {
            Search::FullHouse => state.full_house(),
            Search::NakedSingle => state.naked_single(),
            Search::HiddenSingle => state.hidden_single(),
            Search::LockedSet(_) => None,
            Search::Pointing => None,
            Search::Claiming => None,
            Search::NakedSet(_) => None,
            Search::HiddenSet(_) => None,
            Search::Fish(_) => None,
            Search::BugPlusOne => None,
            Search::Skyscraper => None,
            Search::TwoStringKite => None,
            Search::EmptyRectangle => None,
            Search::WWing => None,
            Search::XyWing => None,
            Search::XyzWing => None,
            Search::Uniqueness(_) => None,
            Search::HiddenRectangle => None,
            Search::AvoidableRectangle(_) => None,
            Search::FinnedFish(_) => None,
            Search::SashimiFish(_) => None,
            Search::SimpleColors => None,
            Search::MultiColors => None,
            Search::FrankenFish(_) => None,
            Search::FinnedFrankenFish(_) => None,
            // Chains of one digit or of bivalue cells, and almost locked sets.
            Search::RemotePair => remote_pair::remote_pair(position, changes),
            Search::TurbotFish => x_chain::turbot_fish(position, changes),
            Search::SueDeCoq => sue_de_coq::sue_de_coq(position, changes),
            Search::XChain => x_chain::x_chain(position, changes),
            Search::XyChain => xy_chain::xy_chain(position, changes),
            Search::AlsXz => almost::xz::als_xz(memory.sets(position)),
            Search::AlsXyWing => almost::xy_wing::als_xy_wing(memory.sets(position)),
            Search::AlsXyChain => almost::chain::als_xy_chain(memory.sets(position)),
            // Tables.
            Search::NiceLoop => None,
            Search::GroupedNiceLoop => None,
            Search::ForcingChain => None,
            Search::ForcingNet => None,
            Search::BruteForce => None,
        })
    }
}
