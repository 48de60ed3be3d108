//! A cache of the hints found within chains, by position.
//!
//! ```text
//!   this step     r4c5.3 on ⇒ … ⇒ position A  ─┐
//!   this step     r7c5.3 on ⇒ … ⇒ position A  ─┼──►  hints of A, each with its walk
//!   the next      r4c5.3 on ⇒ … ⇒ position A  ─┘
//! ```
//!
//! Different assumptions often lead to the same position, and most branches remove the candidates that a step removes anyway:
//! two of five searches within chains repeat an earlier one. A search answered from the cache spends the same nodes as before.
//!
//! *Cost.* About ten thousand bytes for each position. Two generations of at most [`GENERATION`] positions are kept.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::Candidates;
use crate::logic::Position;

use super::hint::ChainHint;
use super::producer::Producer;
use super::search::Walks;

/// The number of positions in a generation. When it is full, the older generation is discarded.
const GENERATION: usize = 400;

/// The result of a search within a chain.
pub(super) struct Found {
    /// The hints in the order of their use, numbered by their index.
    pub(super) hints: Vec<ChainHint>,
    pub(super) walks: Walks,
    /// The number of nodes that the search spent.
    pub(super) nodes: u64,
}

impl Found {
    /// The hints in this order, with their walks.
    pub(super) fn new(hints: &[ChainHint], walks: &Walks, nodes: u64) -> Found {
        let mut found = Found { hints: hints.to_vec(), walks: Walks::default(), nodes };
        for (number, hint) in (0..).zip(&mut found.hints) {
            found.walks.push(walks.of(hint.created));
            hint.created = number;
        }
        found
    }
}

/// The inputs of a search.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Key {
    producer: Producer,
    /// Whether only useful hints were searched.
    useful: bool,
    candidates: Candidates,
    values: [u8; 81],
}

impl Key {
    pub(super) fn new(producer: Producer, useful: bool, position: &Position) -> Key {
        let (candidates, values) = (*position.all_candidates(), *position.values());
        Key { producer, useful, candidates, values }
    }
}

/// The results of recent searches.
#[derive(Default)]
pub(super) struct Memory {
    now: HashMap<Key, Arc<Found>>,
    before: HashMap<Key, Arc<Found>>,
}

impl Memory {
    /// The result of a search, if it is still cached.
    pub(super) fn recall(&mut self, key: &Key) -> Option<Arc<Found>> {
        if let Some(found) = self.now.get(key) {
            return Some(found.clone());
        }
        let (key, found) = self.before.remove_entry(key)?;
        self.keep(key, found.clone());
        Some(found)
    }

    /// Stores the result of a search.
    pub(super) fn keep(&mut self, key: Key, found: Arc<Found>) {
        if self.now.len() >= GENERATION {
            self.before = std::mem::take(&mut self.now);
        }
        self.now.insert(key, found);
    }
}
