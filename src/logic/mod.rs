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

mod aligned;
mod almost;
mod alternating;
mod best;
mod bug;
mod bug_plus_one;
mod cells;
pub mod chains;
mod colors;
mod fish;
mod fish_in_order;
mod found;
mod franken;
pub mod general;
mod houses;
mod locked;
mod loops;
mod nodes;
mod pattern;
mod position;
mod rectangles;
mod remote_pair;
pub mod scales;
mod sets_in_order;
mod short;
mod single_digit;
mod singles;
mod square;
mod step;
mod subsets;
mod sue_de_coq;
mod tables;
#[cfg(test)]
mod testing;
mod tuples;
mod wings;
mod wings_in_order;
mod x_chain;
mod xy_chain;

pub use cells::CellSet;
pub use nodes::Nodes;
pub use position::Position;
pub use step::{Candidate, Link, LinkReason, Step, Technique, Techniques};
