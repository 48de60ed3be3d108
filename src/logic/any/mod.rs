//! Human logic on boards of any side with any rules.
//!
//! ```text
//!   rules.rs      units and clues with names      sums.rs, regions.rs   sums, and those that follow from units
//!   position.rs   values and candidates           look.rs               what a finder looks at, and words
//!   cells.rs      sets of cells
//!
//!   singles.rs · locked.rs · subsets.rs · fish.rs                 finders that use units and peers
//!   empty_rectangle.rs · wings.rs · almost/
//!   sue_de_coq.rs · colors.rs · remote_pair.rs
//!   clues.rs                                                      tables of pairs, sums, lines
//!   unique.rs                                                     on plain boards only
//!   graph.rs · chains.rs · forcing.rs                             links, chains, forcing chains
//!   net.rs · proof.rs · nets.rs                                   forcing nets
//!
//!   scale.rs      order, scores, and the way through a puzzle
//! ```
//!
//! Nothing here knows a rule by name. A finder asks for units (cells that all differ), peers (cells that differ from one), the
//! digits that go with others by a table, sums and automata; so what is right for these is right for every rule that is made of
//! them. Classic 9x9 has finders of its own beside this folder, which give exactly the steps of two programs.

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
