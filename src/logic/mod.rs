//! Human logic: the techniques that people use, the steps they give, and the scales that rate them.
//!
//! ```text
//!   Position           what is known: values, candidates of each cell, cells of each digit
//!      │  finders      one technique or family a file; each reports the patterns it finds, in a fixed order
//!      ▼
//!   pattern            a few bytes: which cells, digits and houses; knows its eliminations or its placement
//!      │  scales       order of the techniques, choice among several patterns, ratings
//!      ▼
//!   Step               a pattern in full: cells, houses, links, text; made only when someone looks
//! ```
//!
//! Finders know nothing of scales. Where two scales define a technique differently, the difference is a parameter of the
//! finder. No result depends on the order of a hash map, on threads or on the processor.

#![forbid(unsafe_code)]

pub mod any;
mod bits;
mod common;
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
