//! Human logic: the techniques that people use, the steps they consist of, and the scales that rate them.
//!
//! ```text
//!   technique.rs   the table: names, place and worth of each technique        score.rs   levels, scores, ratings
//!   step.rs        one application of a technique, on any board               scale.rs   the trait of all scales
//!
//!   explainer/     Sudoku Explainer 1.2.1: ER, EP, ED       ┐  classic boards, with the same steps as the programs;
//!   hodoku/        HoDoKu 2.2: level and score              ┘  grid9/ position and cells, common/ shared finders
//!   any/           boards of any side and rules: HoDoKu's scale on units, peers, sums and automata
//!   text/          the sentences and notations of all three
//! ```
//!
//! A finder visits the patterns of one technique in a fixed order. A scale determines which finders run, in which order, and
//! which of several patterns becomes the step. Sentences, notation and chains of a step are built only on request. No result
//! depends on the order of a hash map, on threads or on the processor.
//!
//! ```
//! use bitdoku::logic::{Level, hodoku, explainer};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert_eq!(hodoku::rate(&puzzle).grade.level, Level::Easy);
//! assert_eq!(explainer::rate(&puzzle).grade.er, 1.2);
//! # Ok::<(), bitdoku::board::text::TextError>(())
//! ```
//!
//! Step by step, with any [`Scale`]:
//!
//! ```
//! use bitdoku::control::Control;
//! use bitdoku::logic::explainer::Explainer;
//! use bitdoku::logic::{Nodes, Options, Position, Scale};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut explainer = Explainer::new(Options::default());
//! let mut position = Position::new(&puzzle);
//! let control = Control::unlimited();
//! let step = explainer.next(&mut position, &Nodes::new(&control)).unwrap().expect("a step");
//! assert_eq!(step.notation, "r1c6=8");
//! # Ok::<(), bitdoku::board::text::TextError>(())
//! ```

#![forbid(unsafe_code)]

pub mod any;
pub(crate) mod bits;
mod common;
mod conclusion;
pub mod explainer;
mod filled;
mod grid9;
pub mod hodoku;
mod nodes;
pub mod scale;
pub mod score;
mod square;
mod step;
mod technique;
#[cfg(test)]
mod testing;
mod text;

pub use filled::Filled;
pub use grid9::cells::CellSet;
pub use grid9::position::Position;
pub use nodes::Nodes;
pub use scale::{Scale, Start};
pub use score::Level;
pub use step::{Candidate, Link, LinkReason, Step};
pub use technique::{Options, Technique, Techniques};
