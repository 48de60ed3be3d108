//! Tables.
#![forbid(unsafe_code)]
pub(crate) mod graph;
pub(crate) mod loops;
pub(crate) mod walk;
pub(crate) use loops::LoopKind;
