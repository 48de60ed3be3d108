//! The scales that rate steps and puzzles.

pub mod explainer;
