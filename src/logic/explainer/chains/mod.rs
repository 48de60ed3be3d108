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
mod producer;
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
use crate::logic::Position;
use crate::logic::nodes::Nodes;

use forcing::Forcing;
pub use hint::ChainHint;
pub use producer::{Producer, Scale};
use statics::Statics;

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
