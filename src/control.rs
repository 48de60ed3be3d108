//! When work stops before it is done: cancelled from outside, out of time, or out of search nodes.
//!
//! Every kernel calls [`Control::checkpoint`] at least once a millisecond or so (some hundred search nodes); between
//! two checkpoints it looks at nothing but its own work.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why work stopped before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// Cancelled from outside (Ctrl-C). Results are thrown away.
    Cancelled,
    /// The deadline has passed. Puzzles that are not decided yet stay so.
    Deadline,
    /// The search nodes allowed for the puzzle are used up; the other puzzles have theirs.
    Nodes,
}

/// How much work is allowed. The default is: as much as it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Search nodes for each puzzle; `None` for as many as it takes.
    ///
    /// A node is one guess of a depth-first search: two branches, each propagated to a fixpoint. What propagation alone
    /// solves takes none, and n solutions take at least n - 1. Whether a number of nodes is enough depends on the puzzle,
    /// the question and the backend, never on the other puzzles or on threads. Batches are searched one puzzle at a time
    /// then, which is slower than without a limit.
    pub nodes: Option<u64>,
    /// The end of the whole call; `None` for no end.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// As much work as it takes.
    pub const NONE: Limits = Limits { nodes: None, deadline: None };

    /// The same, with at most `nodes` search nodes for each puzzle.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The same, ending at `deadline`.
    #[must_use]
    pub const fn with_deadline(self, deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..self }
    }
}

/// One worker's view of what stops it.
///
/// The flag `cancel` is shared by all workers of a job. `poll` belongs to the calling thread: it asks the outer world
/// (Python's signal handlers) whether to go on, every [`POLL_INTERVAL`].
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    limits: Limits,
    poll: Option<&'a dyn Fn() -> bool>,
    last_poll: Cell<Instant>,
}

/// How often the calling thread asks the outer world; well under the promised 100 ms.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Control<'a> {
    /// Nothing ever stops this work.
    pub fn unlimited() -> Control<'static> {
        Control::within(Limits::NONE)
    }

    /// Only `limits` stop this work.
    pub fn within(limits: Limits) -> Control<'static> {
        Control::new(&NEVER, limits)
    }

    /// Stops when `cancel` is set or `limits` are reached.
    pub fn new(cancel: &'a AtomicBool, limits: Limits) -> Control<'a> {
        Control { cancel, limits, poll: None, last_poll: Cell::new(Instant::now()) }
    }

    /// The same, and calls `poll` every [`POLL_INTERVAL`]; an answer of `true` cancels the whole job.
    #[must_use]
    pub fn with_poll(mut self, poll: &'a dyn Fn() -> bool) -> Control<'a> {
        self.poll = Some(poll);
        self
    }

    /// Search nodes for each puzzle; `u64::MAX` for as many as it takes.
    pub fn nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Whether to go on. Costs an atomic load, and a clock reading if there is a deadline or a poll.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] and [`Stop::Deadline`]. Nodes are counted by the searches.
    pub fn checkpoint(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if self.limits.deadline.is_none() && self.poll.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if let Some(poll) = self.poll
            && now.duration_since(self.last_poll.get()) >= POLL_INTERVAL
        {
            self.last_poll.set(now);
            if poll() {
                self.cancel.store(true, Ordering::Relaxed);
                return Err(Stop::Cancelled);
            }
        }
        match self.limits.deadline {
            Some(deadline) if now >= deadline => Err(Stop::Deadline),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poll_that_says_stop_cancels_every_worker() {
        let cancel = AtomicBool::new(false);
        let caller = Control::new(&cancel, Limits::NONE).with_poll(&|| true);
        let worker = Control::new(&cancel, Limits::NONE);
        assert_eq!(worker.checkpoint(), Ok(()));
        std::thread::sleep(POLL_INTERVAL);
        assert_eq!(caller.checkpoint(), Err(Stop::Cancelled));
        assert_eq!(worker.checkpoint(), Err(Stop::Cancelled));
    }

    #[test]
    fn a_deadline_passes() {
        let limits = Limits::NONE.with_deadline(Instant::now());
        assert_eq!(Control::within(limits).checkpoint(), Err(Stop::Deadline));
    }
}
