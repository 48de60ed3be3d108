//! Kinds of searches for chains, and how a scale rates what they find.

use crate::logic::{Technique, Techniques};

/// A kind of search for chains, from easy to hard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Cycles and forcing chains of one branch.
    Static,
    /// Contradictions within one digit; what is off is removed on the way.
    Nishio,
    /// All candidates of a cell, or all places of a digit in a house, lead to the same.
    Multiple,
    /// As `Multiple`, with contradictions; what is off is removed on the way.
    Dynamic,
    /// As `Dynamic`, with techniques within the chain: 1 locked candidates, pairs and X-wings, 2 and static chains,
    /// 3 and multiple ones, 4 level 1 and dynamic chains, 5 level 1 and dynamic chains of level 2.
    DynamicPlus(u8),
}

/// How a scale rates chains and chooses among them.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The rating of a chain of a complexity; never smaller for a greater complexity.
    pub rating: fn(Producer, Technique, usize) -> f64,
    /// The preference among techniques of equal rating and complexity; smaller goes first.
    pub rank: fn(Technique) -> u8,
    /// The techniques of the hints; chains within a chain may be of any.
    pub allowed: Techniques,
}
