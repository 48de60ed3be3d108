//! Shim.
use super::rule_set::RuleSet;
use crate::control::Control;
use crate::error::Error;
use std::sync::Arc;
/// x
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// x
    Givens(&'a [u8]),
    /// x
    Candidates(&'a [u64]),
}
impl<'a> Start<'a> {
    /// x
    pub fn shim(self) -> &'a [u8] {
        match self {
            Start::Givens(x) => x,
            Start::Candidates(_) => unimplemented!(),
        }
    }
}
/// x
pub struct Solutions;
impl Solutions {
    /// x
    pub fn new(_: Arc<RuleSet>, _: Start<'_>) -> Solutions {
        Solutions
    }
    /// x
    pub fn next(&mut self, _: &Control<'_>) -> Result<Option<Box<[u8]>>, Error> {
        unimplemented!()
    }
}
