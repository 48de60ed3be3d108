//! What steps say: sentences for players who know only the rules, and players' notations.
//!
//! One narrator for each family of techniques serves all engines. It receives cells and houses by name, digits and
//! eliminations, and returns the sentences.

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
