//! The kinds of searches for chains, and the rating of their hints by a scale.

use crate::logic::{Technique, Techniques};

/// A kind of search for chains, from easy to hard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Cycles and forcing chains of one branch.
    Static,
    /// Contradictions within one digit. Candidates that are off are removed along the way.
    Nishio,
    /// All candidates of a cell, or all places of a digit in a house, have a common conclusion.
    Multiple,
    /// As `Multiple`, with contradictions. Candidates that are off are removed along the way.
    Dynamic,
    /// As `Dynamic`, with nested techniques. Level 1: locked candidates, pairs and X-wings; 2: level 1 and static chains; 3:
    /// level 2 and multiple chains; 4: level 1 and dynamic chains; 5: level 1 and dynamic chains of level 2.
    DynamicPlus(u8),
}

/// The rating of chains by a scale, and its order of preference.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The rating of a chain by producer, technique and complexity. It never decreases with the complexity.
    pub rating: fn(Producer, Technique, usize) -> f64,
    /// The preference among techniques of equal rating and complexity. The smaller rank comes first.
    pub rank: fn(Technique) -> u8,
    /// The techniques of the hints. Nested chains may use any technique.
    pub allowed: Techniques,
}
