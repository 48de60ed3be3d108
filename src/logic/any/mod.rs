//! Human logic on boards of any side with any rules.
//!
//! ```text
//!   rules.rs      units and clues with names      sums.rs, regions.rs   sums, and sums derived from units
//!   position.rs   values and candidates           look.rs               the input of finders, and the text of steps
//!   cells.rs      sets of cells
//!
//!   singles.rs · locked.rs · subsets.rs · fish.rs                 finders that use units and peers
//!   empty_rectangle.rs · wings.rs · almost/
//!   sue_de_coq.rs · colors.rs · remote_pair.rs
//!   clues.rs                                                      pair tables, sums, lines
//!   unique.rs                                                     plain boards only
//!   graph.rs · chains.rs · forcing.rs                             links, chains, forcing chains
//!   net.rs · proof.rs · nets.rs                                   forcing nets
//!
//!   scale.rs      order, scores, and the path through a puzzle
//! ```
//!
//! Nothing in this folder depends on a rule by name. Finders use units (cells that all differ), peers (cells that differ from
//! one cell), pair tables, sums and automata, so they are correct for every rule composed of these. Classic 9x9 Sudoku has
//! separate finders beside this folder, which reproduce the steps of two programs exactly.

mod almost;
mod cells;
mod chains;
mod clues;
mod colors;
mod empty_rectangle;
mod fish;
mod forcing;

mod graph;
mod locked;
mod look;
mod net;
mod nets;
mod position;
mod proof;
mod regions;
mod remote_pair;
mod rules;
mod scale;
mod singles;
mod subsets;
mod sue_de_coq;
mod sums;
#[cfg(test)]
mod tests;
mod unique;
mod wings;

pub use look::Look;
pub use position::Position;
pub use rules::{House, Rules};
pub use scale::{SWAPPING, Scale, techniques_in_order};
