//! The hints that have been found within chains, by position.
//!
//! ```text
//!   this step     r4c5.3 on ⇒ … ⇒ position A  ─┐
//!   this step     r7c5.3 on ⇒ … ⇒ position A  ─┼──►  hints of A, each with its walk
//!   the next      r4c5.3 on ⇒ … ⇒ position A  ─┘
//! ```
//!
//! Different assumptions often leave the same position, and what a step removes is often what most branches remove anyway:
//! two of five searches within chains have been made before. A search that is not made spends its nodes all the same.
//!
//! *Cost.* Some ten thousand bytes for each position; two generations of at most [`GENERATION`] are kept.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::Candidates;
use crate::logic::Position;

use super::hint::ChainHint;
use super::producer::Producer;
use super::search::Walks;

/// How many positions are kept before the oldest are given up.
const GENERATION: usize = 400;

/// What a search within a chain has found.
pub(super) struct Found {
    /// In the order in which they are used; each is numbered by its place.
    pub(super) hints: Vec<ChainHint>,
    pub(super) walks: Walks,
    /// The nodes that the search has spent.
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

/// What a search depends on.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Key {
    producer: Producer,
    /// Whether only useful hints were wanted.
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

/// The searches of late.
#[derive(Default)]
pub(super) struct Memory {
    now: HashMap<Key, Arc<Found>>,
    before: HashMap<Key, Arc<Found>>,
}

impl Memory {
    /// What a search has found, if it was made not long ago.
    pub(super) fn recall(&mut self, key: &Key) -> Option<Arc<Found>> {
        if let Some(found) = self.now.get(key) {
            return Some(found.clone());
        }
        let (key, found) = self.before.remove_entry(key)?;
        self.keep(key, found.clone());
        Some(found)
    }

    /// Remembers what a search has found.
    pub(super) fn keep(&mut self, key: Key, found: Arc<Found>) {
        if self.now.len() >= GENERATION {
            self.before = std::mem::take(&mut self.now);
        }
        self.now.insert(key, found);
    }
}
