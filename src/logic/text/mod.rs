//! The text of steps: sentences for players who know only the rules, and players' notation.
//!
//! Each file serves one family of techniques, in all engines. The functions receive names of cells and houses, digits and
//! eliminations, and return sentences.

pub(crate) mod almost;
pub(crate) mod chain;
pub(crate) mod clues;
pub(crate) mod colors;
pub(crate) mod fish;
pub(crate) mod locked;
pub(crate) mod short;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod unique;
pub(crate) mod wings;
pub(crate) mod words;
