//! The scale of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! ```text
//!   30 searches in a fixed order (producers)  ──►  the first hint of the first that has one  ──►  apply, begin again
//!
//!   ER   rating of the hardest step
//!   EP   the same, up to the first step that places a digit
//!   ED   rating of the first step
//! ```
//!
//! Ratings are facts about a program: which hint is found first decides them, oddities included, so the searches follow its
//! order to the letter. They depend on the puzzle as it is written: equivalent puzzles can differ. There is one exception:
//! within chains of 9.0 and more the original visits cells in an order that differs from run to run; here it is
//! row-major.
//!
//! Sudoku Explainer is by Nicolas Juillerat. Shortcuts, all without effect on the numbers: see [`rate`](Explainer::rate).

mod aligned;
mod bug;
pub mod chains;
mod hint;
pub(crate) mod length;
mod loops;
mod path;
mod producers;
mod rate;

pub use hint::Hint;
pub use path::{Path, compact};
pub use producers::techniques_in_order;
pub use rate::{Rating, Within, tenths};

pub use super::technique::Options;

use super::Position;
use super::grid9::position::Changes;
use super::nodes::Nodes;
use crate::control::Stop;
use chains::{Chaining, Scale};

use length::CHAINS;
use producers::PRODUCERS;

/// The scale, with the memory of its searches, which is kept from puzzle to puzzle.
pub struct Explainer {
    options: Options,
    chaining: Chaining,
}

impl Explainer {
    /// A scale that uses the techniques of `options`.
    pub fn new(options: Options) -> Explainer {
        let chains = Scale { allowed: options.allowed(), ..CHAINS };
        Explainer { options, chaining: Chaining::new(chains) }
    }

    /// The next step, if there is one.
    ///
    /// # Errors
    /// When there are no nodes left, or the control of `nodes` says stop.
    pub fn next(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Option<Hint>, Stop> {
        for producer in PRODUCERS {
            let hint = producer.first(
                position,
                &Changes::ALL,
                &self.options,
                &mut self.chaining,
                nodes,
            )?;
            if hint.is_some() {
                return Ok(hint);
            }
        }
        Ok(None)
    }

    /// Every hint of every technique that applies now, in the order of the scale.
    ///
    /// # Errors
    /// When there are no nodes left, or the control of `nodes` says stop.
    pub fn all(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Vec<Hint>, Stop> {
        let mut hints = Vec::new();
        for producer in PRODUCERS {
            hints.extend(producer.all(position, &self.options, &mut self.chaining, nodes)?);
        }
        Ok(hints)
    }
}
