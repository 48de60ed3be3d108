//! Chains: what follows if a candidate is assumed to be on, or off.
//!
//! ```text
//!   links          one candidate turns another off, or on
//!     │
//!   closure        all candidates at once, level by level     ──►  statics, cycles    of one branch
//!     │            trace: the path itself
//!   propagate      one assumption, in the order of a queue    ──►  forcing    Nishio, several branches, dynamic
//!     │            branch: what follows, with parents
//!     │            bounds: what can follow at most, as sets
//!   rules, nested  techniques and chains within a chain       ──►  forcing, levels 1 to 5
//! ```
//!
//! The searches find the chain that a scale prefers, or all of them. Which chain is found when several would do depends on
//! the order in which links are followed and on the first parents of each conclusion; this is the order of Sudoku Explainer
//! by Nicolas Juillerat, so that ratings agree. How lengths become ratings belongs to the scale ([`Scale`]).

mod bits;
mod bounds;
mod branch;
mod closure;
mod complexity;
mod cycles;
mod forcing;
mod hint;
mod links;
mod memory;
mod nested;
mod nishio;
mod proof;
mod propagate;
mod rules;
mod search;
mod statics;
#[cfg(test)]
mod tests;
mod text;
mod trace;
mod useful;
mod worth;

use crate::control::Stop;
use crate::logic::nodes::Nodes;
use crate::logic::{Position, Technique, Techniques};

use forcing::Forcing;
pub use hint::ChainHint;
use statics::Statics;

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

/// The searches and their memory, which is kept from call to call.
pub struct Chaining {
    scale: Scale,
    statics: Statics,
    forcing: Forcing,
}

impl Chaining {
    /// A search whose hints `scale` rates.
    pub fn new(scale: Scale) -> Chaining {
        Chaining { scale, statics: Statics::new(), forcing: Forcing::new() }
    }

    /// The hint that the scale prefers to all others of a producer: the lowest rating, then the lowest complexity, then
    /// the rank of the technique, then the order of creation.
    ///
    /// # Errors
    /// When `nodes` says stop.
    pub fn first(
        &mut self,
        position: &Position,
        producer: Producer,
        nodes: &Nodes<'_>,
    ) -> Result<Option<ChainHint>, Stop> {
        match producer {
            Producer::Static => self.statics.first(position, self.scale, nodes),
            _ => self.forcing.first(position, producer, self.scale, nodes),
        }
    }

    /// All hints of a producer in that order, without those that remove the same as an earlier one.
    ///
    /// # Errors
    /// When `nodes` says stop.
    pub fn all(
        &mut self,
        position: &Position,
        producer: Producer,
        nodes: &Nodes<'_>,
    ) -> Result<Vec<ChainHint>, Stop> {
        let mut hints = Vec::new();
        match producer {
            Producer::Static => self.statics.all(position, self.scale, &mut hints, nodes)?,
            _ => self.forcing.all(position, producer, self.scale, &mut hints, nodes)?,
        }
        hint::choose(&mut hints, &mut Vec::new());
        Ok(hints)
    }
}
