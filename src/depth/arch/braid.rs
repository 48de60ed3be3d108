//! The search for a braid.

use crate::control::Stop;
use crate::depth::braid::{Braids, Node};
use crate::depth::state::State;
use crate::logic::Nodes;

use super::by_vectors;

by_vectors! { Braids:
    /// Whether the bounds alone prove that an open candidate has a braid of at most `length`, or that it has none; `None` if
    /// they prove neither.
    fn bounded(state: &State, candidate: u16, length: u8) -> Option<bool> = bounds;
    /// Whether an open candidate has a braid of at most `length`.
    fn has(state: &State, candidate: u16, length: u8, nodes: &Nodes<'_>) -> Result<bool, Stop> = has_braid;
    /// Whether a node has a braid of at most `length` without banned candidates.
    fn search(state: &State, node: &Node, length: usize, nodes: &Nodes<'_>) -> Result<bool, Stop> = branch;
}
