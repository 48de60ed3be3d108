//! Sentences and notations.

pub(crate) mod short;
