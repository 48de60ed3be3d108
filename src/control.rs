//! Cancellation and limits. Work stops early when it is cancelled, its deadline passes, or its search nodes are used
//! up.
//!
//! Every kernel calls [`Control::checkpoint`] at intervals of a few milliseconds or less, at most every few thousand
//! search nodes.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The reason why work stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The call was cancelled (Ctrl-C). It has no results.
    Cancelled,
    /// The deadline passed. Unfinished puzzles are undecided.
    Deadline,
    /// The puzzle used up its search nodes. Other puzzles are not affected.
    Nodes,
}

/// Limits on the work. The default is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of search nodes for each puzzle; `None` for no limit.
    ///
    /// A node is one guess of a depth-first search: two to four branches, each propagated to a fixpoint. A puzzle
    /// solved by propagation needs no nodes, and finding n solutions needs at least n - 1. Whether a limit suffices
    /// depends on the puzzle, the query and the backend, but not on the other puzzles or the threads. With a limit,
    /// puzzles are searched one at a time, which is slower.
    pub nodes: Option<u64>,
    /// The deadline of the whole call; `None` for no limit.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits { nodes: None, deadline: None };

    /// Returns these limits with at most `nodes` search nodes for each puzzle.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Returns these limits with a deadline.
    #[must_use]
    pub const fn with_deadline(self, deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..self }
    }
}

/// The cancellation flag and the limits of one worker.
///
/// Each worker of a job has its own flag, `cancel`, so that a failed chunk stops only the chunks after it. The calling
/// thread also has a function `poll`, called every [`POLL_INTERVAL`], which runs Python's signal handlers.
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    limits: Limits,
    poll: Option<&'a dyn Fn() -> bool>,
    /// The time of the last poll; `None` without a poll function or a clock.
    last_poll: Cell<Option<Instant>>,
    /// Units of work since the last checkpoint made by [`Control::work`].
    #[cfg(any(test, feature = "logic"))]
    work: Cell<usize>,
}

/// The time between two polls of the calling thread, well below the promised 100 ms.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The units of work between two checkpoints: about a millisecond.
#[cfg(any(test, feature = "logic"))]
const WORK_INTERVAL: usize = 1 << 18;

/// The current time, or `None` where the standard library has no clock and would panic: WebAssembly other than
/// Emscripten and WASI. There, deadlines have no effect and every checkpoint polls.
pub(crate) fn now() -> Option<Instant> {
    const CLOCK: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
    CLOCK.then(Instant::now)
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Control<'a> {
    /// A control that never stops the work.
    pub fn unlimited() -> Control<'static> {
        Control::within(Limits::NONE)
    }

    /// A control that stops the work only at `limits`.
    pub fn within(limits: Limits) -> Control<'static> {
        Control::new(&NEVER, limits)
    }

    /// A control that stops the work when `cancel` is set or `limits` are reached.
    pub fn new(cancel: &'a AtomicBool, limits: Limits) -> Control<'a> {
        Control {
            cancel,
            limits,
            poll: None,
            last_poll: Cell::new(None),
            #[cfg(any(test, feature = "logic"))]
            work: Cell::new(0),
        }
    }

    /// Adds a poll function; when it returns `true`, the whole job is cancelled.
    #[must_use]
    pub fn with_poll(mut self, poll: &'a dyn Fn() -> bool) -> Control<'a> {
        self.poll = Some(poll);
        self.last_poll.set(now());
        self
    }

    /// The maximum number of search nodes for each puzzle; `u64::MAX` for no limit.
    pub fn nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Checks whether the work may continue.
    ///
    /// Costs one atomic load, plus a clock reading if there is a deadline or a poll function.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Deadline`]. The searches count nodes themselves.
    pub fn checkpoint(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if self.limits.deadline.is_none() && self.poll.is_none() {
            return Ok(());
        }
        let now = now();
        if let Some(poll) = self.poll
            && now
                .zip(self.last_poll.get())
                .is_none_or(|(now, last)| now.duration_since(last) >= POLL_INTERVAL)
        {
            self.last_poll.set(now);
            if poll() {
                self.cancel.store(true, Ordering::Relaxed);
                return Err(Stop::Cancelled);
            }
        }
        match now.zip(self.limits.deadline) {
            Some((now, deadline)) if now >= deadline => Err(Stop::Deadline),
            _ => Ok(()),
        }
    }

    /// Counts units of work and makes a checkpoint about every millisecond.
    ///
    /// For loops that are short for most puzzles, where a checkpoint in each iteration would be too expensive. A unit
    /// is a few nanoseconds.
    ///
    /// # Errors
    /// As [`Control::checkpoint`].
    #[cfg(any(test, feature = "logic"))]
    pub(crate) fn work(&self, units: usize) -> Result<(), Stop> {
        let work = self.work.get() + units;
        if work < WORK_INTERVAL {
            self.work.set(work);
            return Ok(());
        }
        self.work.set(0);
        self.checkpoint()
    }

    /// Whether time is left; a [`Control::checkpoint`] for work that leaves puzzles undecided at the deadline.
    ///
    /// # Errors
    /// [`Stop::Cancelled`].
    #[inline]
    pub(crate) fn has_time(&self) -> Result<bool, Stop> {
        match self.checkpoint() {
            Err(Stop::Cancelled) => Err(Stop::Cancelled),
            result => Ok(result.is_ok()),
        }
    }
}

/// The result of a search; `None` if its nodes or its time ran out.
///
/// # Errors
/// [`Stop::Cancelled`].
#[cfg(any(test, feature = "rules"))]
pub(crate) fn decided<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match result {
        Err(Stop::Nodes | Stop::Deadline) => Ok(None),
        result => result.map(Some),
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
    fn work_comes_to_a_checkpoint() {
        let cancel = AtomicBool::new(true);
        let control = Control::new(&cancel, Limits::NONE);
        assert_eq!(control.work(WORK_INTERVAL - 1), Ok(()));
        assert_eq!(control.work(1), Err(Stop::Cancelled));
        assert_eq!(control.work(1), Ok(()));
    }

    #[test]
    fn a_deadline_passes() {
        let limits = Limits::NONE.with_deadline(Instant::now());
        assert_eq!(Control::within(limits).checkpoint(), Err(Stop::Deadline));
    }
}
