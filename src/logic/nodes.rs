//! The budget of search nodes of one puzzle. Every step costs a node, and so does every assumption that a chain follows, at any
//! level of nesting.

use std::cell::Cell;

use crate::control::{Control, Stop};

/// The limits on the work for one puzzle, and the number of nodes left.
pub struct Nodes<'a> {
    control: &'a Control<'a>,
    left: Cell<u64>,
}

impl<'a> Nodes<'a> {
    /// A full budget: every node that `control` allows.
    pub fn new(control: &'a Control<'a>) -> Nodes<'a> {
        Nodes { control, left: Cell::new(control.nodes()) }
    }

    /// The control that may stop the search.
    pub fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Spends one node.
    ///
    /// # Errors
    /// [`Stop::Nodes`] if no node is left, and the errors of [`Control::checkpoint`].
    pub fn checkpoint(&self) -> Result<(), Stop> {
        self.spend(1)
    }

    /// The number of nodes left.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Spends several nodes at once.
    ///
    /// # Errors
    /// The errors of [`Nodes::checkpoint`].
    pub(crate) fn spend(&self, nodes: u64) -> Result<(), Stop> {
        self.left.set(self.left.get().checked_sub(nodes).ok_or(Stop::Nodes)?);
        self.control.checkpoint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    #[test]
    fn nodes_run_out() {
        let control = Control::within(Limits::NONE.with_nodes(2));
        let nodes = Nodes::new(&control);
        assert_eq!(
            [(); 4].map(|()| nodes.checkpoint()),
            [Ok(()), Ok(()), Err(Stop::Nodes), Err(Stop::Nodes)]
        );
    }
}
