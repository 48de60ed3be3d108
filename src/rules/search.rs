//! The results of search steps, and the node counter, for all searches.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};

/// The result of one step of a search, which can continue after each solution and after each stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The next solution.
    Solution,
    /// There are no more solutions.
    Nothing,
    /// The search stopped early.
    Stopped(Stop),
}

/// Work between two checkpoints, in cells; a node costs [`Compiled::node_cost`](super::compiled::Compiled::node_cost).
const CHECK_EVERY: usize = 1 << 14;

/// Counts nodes and work, and makes checkpoints.
#[derive(Default)]
pub(super) struct Meter {
    /// Work since the last checkpoint.
    work: usize,
}

impl Meter {
    /// Begins a node: subtracts it from `nodes`.
    ///
    /// # Errors
    /// No nodes are left, or the control stops the search; nothing is then subtracted.
    #[inline]
    pub fn node(
        &mut self,
        cost: usize,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        if *nodes == 0 {
            return Err(Stop::Nodes);
        }
        self.work += cost;
        if self.work >= CHECK_EVERY {
            self.work = 0;
            control.checkpoint()?;
        }
        *nodes -= 1;
        Ok(())
    }
}
