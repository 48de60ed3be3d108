//! What each row of the table searches for.

use crate::control::Stop;
use crate::logic::Nodes;
use crate::logic::found::Found;
use crate::logic::position::Changes;

use super::queues::State;
use super::table::Search;

/// What searches keep, from search to search and from puzzle to puzzle.
pub(super) struct Memory {}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {}
    }

    /// Forgets what was kept of a position, for it has changed.
    pub(super) fn forget(&mut self) {}
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
        let _ = (position, changes, memory, nodes);
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
            Search::RemotePair => None,
            Search::TurbotFish => None,
            Search::SueDeCoq => None,
            Search::XChain => None,
            Search::XyChain => None,
            Search::AlsXz => None,
            Search::AlsXyWing => None,
            Search::AlsXyChain => None,
            // Tables.
            Search::NiceLoop => None,
            Search::GroupedNiceLoop => None,
            Search::ForcingChain => None,
            Search::ForcingNet => None,
            Search::BruteForce => None,
        })
    }
}
