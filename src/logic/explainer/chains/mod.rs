//! Chains: the consequences of assuming that a candidate is on, or off.
//!
//! ```text
//!   links          one candidate turns another off, or on
//!     │
//!   closure        all candidates at once, level by level     ──►  statics, cycles    of one branch
//!     │            trace: the path itself
//!   propagate      one assumption, in the order of a queue    ──►  forcing    Nishio, several branches, dynamic
//!     │            branch: the conclusions, with parents
//!     │            bounds: upper bounds on the conclusions, as sets
//!   rules, nested  techniques and chains within a chain       ──►  forcing, levels 1 to 5
//! ```
//!
//! The searches find the chain that a scale prefers, or all chains. If several chains would do, the one found depends on the
//! order in which links are followed and on the first parents of each conclusion. This is the order of Sudoku Explainer by
//! Nicolas Juillerat, so that ratings agree. The conversion of lengths to ratings belongs to the scale ([`Scale`]).

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

/// The searches, with buffers that they reuse from call to call.
pub struct Chaining {
    scale: Scale,
    statics: Statics,
    forcing: Forcing,
}

impl Chaining {
    /// The searches for hints that `scale` rates.
    pub fn new(scale: Scale) -> Chaining {
        Chaining { scale, statics: Statics::new(), forcing: Forcing::new() }
    }

    /// The hint of a producer that the scale prefers: by lowest rating, then lowest complexity, then rank of the technique,
    /// then order of creation.
    ///
    /// # Errors
    /// If `nodes` stops the search.
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

    /// All hints of a producer, in that order, without hints that have the same eliminations as an earlier one.
    ///
    /// # Errors
    /// If `nodes` stops the search.
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
