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

/// ER, EP and ED of a puzzle, as if it had exactly one solution. It may take long; [`Scale::rate`] has limits.
pub fn rate(puzzle: &Grid) -> Rating<Ratings> {
    let mut scale = Explainer::new(Options::default());
    let cells = &puzzle.cells()[..];
    scale.rate_puzzle(cells.into(), &Control::unlimited()).expect("nothing stops it")
}

/// The scale, with the memory of its searches, which is kept from puzzle to puzzle.
pub struct Explainer {
    options: Options,
    chaining: Chaining,
}

impl Explainer {
    /// A scale that uses the techniques of `options`.
    pub fn new(options: Options) -> Explainer {
        let chains = chains::Scale { allowed: options.allowed(), ..CHAINS };
        Explainer { options, chaining: Chaining::new(chains) }
    }

    /// The next hint, if there is one.
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

    /// The open cells in the order in which the steps fill them, as far as there are steps.
    ///
    /// # Errors
    /// As [`Scale::rate`].
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

    /// Every hint of every technique that applies. Dynamic chains, of which there are thousands, take minutes to list: of
    /// these only the next one if nothing else applies, unless they are among the techniques chosen.
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
