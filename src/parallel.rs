//! The only door to threads: a list of independent chunks, worked off by the caller and its helpers.
//!
//! ```text
//!   caller ──┬── takes chunks, asks its poll (Ctrl-C) at every checkpoint ──┬── waits, still polling ── returns
//!   helper ──┘── takes chunks ──────────────────────────────────────────────┘
//! ```
//!
//! Chunks are handed out one at a time under a lock, so a slow chunk holds nobody up. What is computed
//! must not depend on who computes it. Helpers come from a rayon pool that is made at the first use, never
//! at import, and made anew in a forked child: threads do not survive `fork`, and waiting for the parent's
//! would last for ever. A job has its pool for itself while it lasts, or a short job would wait for the helpers
//! of a long one. Where no thread can be started the caller works alone.

#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use rayon::ThreadPool;

use crate::control::{Control, POLL_INTERVAL};
use crate::error::Error;

/// How a job is run.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// How many threads work, the calling one included; at least 1.
    pub threads: usize,
    /// After this moment, what is open is left undecided.
    pub deadline: Option<Instant>,
    /// Asked by the calling thread every few milliseconds; `true` cancels the job.
    pub poll: Option<&'a dyn Fn() -> bool>,
}

impl Workers<'_> {
    /// The calling thread alone, never interrupted.
    pub const ALONE: Workers<'static> = Workers { threads: 1, deadline: None, poll: None };
}

/// How many threads run at most at once on this machine.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Calls `work` on every chunk, on up to `workers.threads` threads.
///
/// # Errors
/// The first error of a chunk, or [`Error::Cancelled`] if the poll said stop; what the other chunks hold is
/// then unspecified.
pub fn for_each<I>(
    workers: Workers<'_>,
    chunks: I,
    work: impl Fn(I::Item, &Control<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error>
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
{
    let cancel = AtomicBool::new(false);
    let caller = Control::new(&cancel, workers.deadline);
    let caller = match workers.poll {
        Some(poll) => caller.with_poll(poll),
        None => caller,
    };
    let helpers = workers.threads.min(chunks.len()).saturating_sub(1);
    let Some(pool) = (helpers > 0).then(|| borrow_pool(helpers)).flatten() else {
        return { chunks }.try_for_each(|chunk| work(chunk, &caller));
    };

    let queue = Mutex::new(chunks);
    let failure = Mutex::new(None);
    let busy = (Mutex::new(helpers), Condvar::new());
    let drain = |control: &Control<'_>| {
        // The lock is held only while a chunk is taken.
        while let Some(chunk) = { lock(&queue).next() } {
            if let Err(error) = work(chunk, control) {
                cancel.store(true, Ordering::Relaxed);
                lock(&failure).get_or_insert(error);
                return;
            }
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| {
                let _done = Done(&busy);
                drain(&Control::new(&cancel, workers.deadline));
            });
        }
        drain(&caller);
        let mut open = lock(&busy.0);
        while *open > 0 {
            open =
                busy.1.wait_timeout(open, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
            // The poll sets the switch that the helpers look at; there is nothing else to do here.
            let _ = caller.checkpoint();
        }
    });
    give_back(helpers, pool);
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failure {
        Some(error) => Err(error),
        None if cancel.into_inner() => Err(Error::Cancelled),
        None => Ok(()),
    }
}

/// Reports a helper as finished, also when its work panicked.
struct Done<'a>(&'a (Mutex<usize>, Condvar));

impl Drop for Done<'_> {
    fn drop(&mut self) {
        *lock(&self.0.0) -= 1;
        self.0.1.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Idle pools by the number of their helpers, and the process that they belong to.
type Idle = (u32, HashMap<usize, Vec<ThreadPool>>);

/// Held for nanoseconds at a time: a process may be forked at any moment.
static IDLE: Mutex<Option<Idle>> = Mutex::new(None);

/// How many idle pools of a size are kept. Their threads sleep.
const KEPT: usize = 4;

fn idle_pools<T>(helpers: usize, work: impl FnOnce(&mut Vec<ThreadPool>) -> T) -> T {
    let mut idle = lock(&IDLE);
    let process = std::process::id();
    if let Some((owner, _)) = &*idle
        && *owner != process
    {
        // We are a forked child: the parent's threads are not here, and dropping a pool waits for them.
        std::mem::forget(idle.take());
    }
    let (_, sizes) = idle.get_or_insert_with(|| (process, HashMap::new()));
    work(sizes.entry(helpers).or_default())
}

/// A pool with this many helpers that nobody else uses; nothing where they cannot be started.
fn borrow_pool(helpers: usize) -> Option<ThreadPool> {
    idle_pools(helpers, Vec::pop).or_else(|| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(helpers);
        builder.thread_name(|i| format!("bitdoku-{i}")).build().ok()
    })
}

fn give_back(helpers: usize, pool: ThreadPool) {
    let surplus = idle_pools(helpers, |pools| {
        if pools.len() < KEPT {
            pools.push(pool);
            return None;
        }
        Some(pool)
    });
    // Its threads end here, outside the lock.
    drop(surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_worked_once_on_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut out = vec![0u32; 1000];
            let chunks: Vec<_> = out.chunks_mut(7).enumerate().collect();
            let workers = Workers { threads, ..Workers::ALONE };
            for_each(workers, chunks.into_iter(), |(i, chunk), _| {
                chunk.iter_mut().for_each(|x| *x += i as u32 + 1);
                Ok(())
            })
            .unwrap();
            assert!(out.iter().enumerate().all(|(i, &x)| x as usize == i / 7 + 1));
        }
    }

    #[test]
    fn a_poll_cancels_helpers_that_never_end() {
        let start = Instant::now();
        let stop = || start.elapsed() > 2 * POLL_INTERVAL;
        for threads in [1, 3] {
            let workers = Workers { threads, deadline: None, poll: Some(&stop) };
            let result = for_each(workers, 0..3, |_, control| {
                loop {
                    if control.checkpoint() == crate::control::Signal::Cancelled {
                        return Err(Error::Cancelled);
                    }
                }
            });
            assert_eq!(result, Err(Error::Cancelled));
        }
    }

    #[test]
    fn the_first_error_wins() {
        let workers = Workers { threads: 2, ..Workers::ALONE };
        let result =
            for_each(workers, 0..100, |i, _| if i == 3 { Err(Error::Cancelled) } else { Ok(()) });
        assert_eq!(result, Err(Error::Cancelled));
    }
}
