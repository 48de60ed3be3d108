//! How a long piece of work is told to stop: cancelled from outside, or out of time.
//!
//! Every kernel calls [`Control::checkpoint`] at least once a millisecond or so (some hundred search
//! nodes); between two checkpoints it looks at nothing but its own work.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a checkpoint found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Signal {
    /// Go on.
    Continue,
    /// The deadline has passed: leave what is open undecided and return.
    OutOfTime,
    /// Called off: return at once; results are thrown away.
    Cancelled,
}

/// One worker's view of the switches that stop it.
///
/// The switch `cancel` is shared by all workers of a job. `poll` belongs to the calling thread alone:
/// it asks the outer world (Python's signal handlers) whether to go on, every [`POLL_INTERVAL`].
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    deadline: Option<Instant>,
    poll: Option<&'a dyn Fn() -> bool>,
    last_poll: Cell<Instant>,
}

/// How often the calling thread asks the outer world; well under the promised 100 ms.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Control<'a> {
    /// Nothing ever stops this work.
    pub fn unlimited() -> Control<'static> {
        Control::new(&NEVER, None)
    }

    /// Stops when `cancel` is set or `deadline` has passed.
    pub fn new(cancel: &'a AtomicBool, deadline: Option<Instant>) -> Control<'a> {
        Control { cancel, deadline, poll: None, last_poll: Cell::new(Instant::now()) }
    }

    /// The same, and asks `poll` now and then; an answer of `true` cancels the whole job.
    pub fn with_poll(mut self, poll: &'a dyn Fn() -> bool) -> Control<'a> {
        self.poll = Some(poll);
        self
    }

    /// Looks at the switches. Costs an atomic load, and a clock reading where there is a deadline or a poll.
    pub fn checkpoint(&self) -> Signal {
        if self.cancel.load(Ordering::Relaxed) {
            return Signal::Cancelled;
        }
        if self.deadline.is_none() && self.poll.is_none() {
            return Signal::Continue;
        }
        let now = Instant::now();
        if let Some(poll) = self.poll
            && now.duration_since(self.last_poll.get()) >= POLL_INTERVAL
        {
            self.last_poll.set(now);
            if poll() {
                self.cancel.store(true, Ordering::Relaxed);
                return Signal::Cancelled;
            }
        }
        match self.deadline {
            Some(deadline) if now >= deadline => Signal::OutOfTime,
            _ => Signal::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poll_that_says_stop_cancels_every_worker() {
        let cancel = AtomicBool::new(false);
        let caller = Control::new(&cancel, None).with_poll(&|| true);
        let worker = Control::new(&cancel, None);
        assert_eq!(worker.checkpoint(), Signal::Continue);
        std::thread::sleep(POLL_INTERVAL);
        assert_eq!(caller.checkpoint(), Signal::Cancelled);
        assert_eq!(worker.checkpoint(), Signal::Cancelled);
    }

    #[test]
    fn a_deadline_passes() {
        let cancel = AtomicBool::new(false);
        assert_eq!(Control::new(&cancel, Some(Instant::now())).checkpoint(), Signal::OutOfTime);
    }
}
