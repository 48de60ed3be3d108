//! The scale of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! ```text
//!   30 searches (producers) in a fixed order  ──►  the first hint of the first successful one  ──►  apply, repeat
//!
//!   ER   rating of the hardest step
//!   EP   rating of the hardest step up to the first one that places a digit
//!   ED   rating of the first step
//! ```
//!
//! The ratings are defined by the program: they depend on the hint found first, including the oddities of its search, so the
//! searches reproduce its order exactly. They also depend on how the puzzle is written: equivalent puzzles can have different
//! ratings. There is one exception: within chains rated 9.0 and above, the original visits cells in an order that varies from
//! run to run, and this implementation visits them in row-major order.
//!
//! Sudoku Explainer is by Nicolas Juillerat. For the shortcuts, none of which changes a rating, see
//! [`rate`](Explainer::rate).

mod aligned;
mod bug;
pub mod chains;
mod hint;
pub(crate) mod length;
mod loops;
mod producers;
mod rate;

pub use producers::techniques_in_order;
pub use rate::tenths;

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::rules;

use super::filled::{Filled, Order};
use super::grid9::position::Changes;
use super::scale::{Halt, Scale, Start};
use super::score::{Level, Rating, Ratings, Within};
use super::technique::{Options, Techniques};
use super::{Nodes, Position, Step, Technique};
use chains::Chaining;
use hint::Hint;
use length::CHAINS;
use producers::PRODUCERS;

/// ER, EP and ED of a puzzle, assuming that it has exactly one solution. This may take long; [`Scale::rate`] accepts limits.
pub fn rate(puzzle: &Grid) -> Rating<Ratings> {
    let mut scale = Explainer::new(Options::default());
    let cells = &puzzle.cells()[..];
    scale.rate_puzzle(cells.into(), &Control::unlimited()).expect("nothing stops it")
}

/// The scale of Sudoku Explainer, with buffers that its searches reuse from puzzle to puzzle.
pub struct Explainer {
    options: Options,
    chaining: Chaining,
}

impl Explainer {
    /// A scale restricted to the techniques of `options`.
    pub fn new(options: Options) -> Explainer {
        let chains = chains::Scale { allowed: options.allowed(), ..CHAINS };
        Explainer { options, chaining: Chaining::new(chains) }
    }

    /// The next hint; `None` if no technique applies.
    fn first(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Option<Hint>, Stop> {
        for producer in PRODUCERS {
            let (options, chaining) = (&self.options, &mut self.chaining);
            let hint = producer.first(position, &Changes::ALL, options, chaining, nodes)?;
            if hint.is_some() {
                return Ok(hint);
            }
        }
        Ok(None)
    }

    /// The cells that the steps fill, in that order. Cells that the techniques cannot fill are missing.
    ///
    /// # Errors
    /// As for [`Scale::rate`].
    pub fn filled(
        &mut self,
        puzzle: rules::Start<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Filled>, Stop> {
        let mut position = self.position(&Start::new(puzzle));
        let mut order = Order::new(position.values());
        self.walk(&mut position, &Nodes::new(control), &mut |position, hint| {
            order.step(position.values(), hint.technique(), hint.rating());
        })?;
        Ok(order.end(position.values()))
    }
}

impl Scale for Explainer {
    type Position = Position;
    type Grade = Ratings;

    fn position(&self, start: &Start) -> Position {
        Position::with_candidates(&start.grid(), &start.digits())
    }

    fn values<'p>(&self, position: &'p Position) -> &'p [u8] {
        position.values()
    }

    fn candidates(&self, position: &Position) -> Vec<u64> {
        position.masks()
    }

    fn contradicts_itself(&self, position: &Position) -> bool {
        position.is_impossible()
    }

    fn next(&mut self, position: &mut Position, nodes: &Nodes<'_>) -> Result<Option<Step>, Halt> {
        let Some(hint) = self.first(position, nodes)? else { return Ok(None) };
        let step = hint.step(position);
        hint.apply(position);
        Ok(Some(step))
    }

    /// Every hint of every technique that applies. Dynamic chains have thousands of hints that take minutes to list. With the
    /// default techniques, they are searched only if nothing else applies, and only the next one is returned.
    fn all(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt> {
        let mut options = self.options;
        if options.techniques == Techniques::DEFAULT {
            options.techniques = options.techniques.minus(Techniques::LONG);
        }
        let mut hints = Vec::new();
        for producer in PRODUCERS {
            hints.extend(producer.all(position, &options, &mut self.chaining, nodes)?);
        }
        if hints.is_empty() && options != self.options {
            hints.extend(self.first(position, nodes)?);
        }
        Ok(hints.iter().map(|hint| hint.step(position)).collect())
    }

    fn level(&self, _: &Start, _: &[Technique], _: bool) -> Option<(Level, u32)> {
        None
    }

    fn rate(&mut self, position: Position, nodes: &Nodes<'_>) -> Result<Rating<Ratings>, Stop> {
        self.rate_fully(position, nodes)
    }

    fn rate_within(
        &mut self,
        mut position: Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Ratings>>, Stop> {
        self.rate_quickly(&mut position, within, nodes)
    }
}
