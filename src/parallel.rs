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

use std::cell::Cell;
use std::collections::HashMap;
use std::iter::Enumerate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use rayon::ThreadPool;

use crate::control::{Control, Limits, POLL_INTERVAL, Stop};
use crate::error::Error;

/// How a job is run.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// How many threads work, the calling one included; at least 1.
    pub threads: usize,
    /// How much work is allowed.
    pub limits: Limits,
    /// Asked by the calling thread every few milliseconds; `true` cancels the job.
    pub poll: Option<&'a dyn Fn() -> bool>,
}

#[cfg(test)]
impl Workers<'_> {
    /// The calling thread alone, never interrupted.
    pub const ALONE: Workers<'static> = Workers { threads: 1, limits: Limits::NONE, poll: None };
}

/// How many threads run at most at once on this machine.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Calls `work` on every chunk, on up to `workers.threads` threads.
///
/// # Errors
/// The error of the first chunk that has one, whatever the number of threads, or [`Stop::Cancelled`] if the poll said
/// stop; what the other chunks hold is then unspecified.
pub fn for_each<I>(
    workers: Workers<'_>,
    chunks: I,
    work: impl Fn(I::Item, &Control<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error>
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
{
    let helpers = workers.threads.min(chunks.len()).saturating_sub(1);
    // A switch for each worker, the caller first, since a chunk that fails stops those behind it alone; and one for the
    // caller's wait.
    let switches: Vec<AtomicBool> = (0..helpers + 2).map(|_| AtomicBool::new(false)).collect();
    let interrupted = Cell::new(false);
    let poll = || {
        if workers.poll.is_some_and(|poll| poll()) {
            interrupted.set(true);
            switches.iter().for_each(|switch| switch.store(true, Ordering::Relaxed));
        }
        interrupted.get()
    };
    let polling = |switch| {
        let control = Control::new(switch, workers.limits);
        if workers.poll.is_some() { control.with_poll(&poll) } else { control }
    };
    let caller = polling(&switches[0]);
    let Some(pool) = (helpers > 0).then(|| borrow_pool(helpers)).flatten() else {
        return { chunks }.try_for_each(|chunk| work(chunk, &caller));
    };

    let queue = Mutex::new(Queue {
        chunks: chunks.enumerate(),
        in_hand: vec![0; helpers + 1],
        failure: None,
    });
    let busy = (Mutex::new(helpers), Condvar::new());
    let drain = |worker: usize, control: &Control<'_>| {
        // The lock is held only while a chunk is taken.
        while let Some((number, chunk)) = { lock(&queue).take(worker) } {
            if let Err(error) = work(chunk, control) {
                lock(&queue).fail(number, error, &switches);
                return;
            }
        }
    };
    pool.in_place_scope(|scope| {
        for worker in 1..=helpers {
            let (drain, busy, switches) = (&drain, &busy, &switches);
            scope.spawn(move |_| {
                let _done = Done(busy);
                drain(worker, &Control::new(&switches[worker], workers.limits));
            });
        }
        drain(0, &caller);
        // The caller's own switch may be on, and the poll has to be heard nevertheless.
        let waiting = polling(&switches[helpers + 1]);
        let mut open = lock(&busy.0);
        while *open > 0 {
            open =
                busy.1.wait_timeout(open, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
            // The poll sets the switches that the helpers look at; there is nothing else to do here.
            let _ = waiting.checkpoint();
        }
    });
    give_back(helpers, pool);
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    match queue.failure {
        Some((_, error)) => Err(error),
        None if interrupted.get() => Err(Stop::Cancelled.into()),
        None => Ok(()),
    }
}

/// The chunks that nobody has taken, and what became of the others.
struct Queue<I> {
    chunks: Enumerate<I>,
    /// The last chunk that each worker took.
    in_hand: Vec<usize>,
    /// The first of the chunks that failed.
    failure: Option<(usize, Error)>,
}

impl<I: Iterator> Queue<I> {
    /// The next chunk, unless one has failed: all that are open are behind it.
    fn take(&mut self, worker: usize) -> Option<(usize, I::Item)> {
        if self.failure.is_some() {
            return None;
        }
        let (number, chunk) = self.chunks.next()?;
        self.in_hand[worker] = number;
        Some((number, chunk))
    }

    /// Keeps the error of the first chunk, whoever was quicker, and stops the workers at chunks behind it.
    fn fail(&mut self, number: usize, error: Error, switches: &[AtomicBool]) {
        if self.failure.as_ref().is_some_and(|(first, _)| *first < number) {
            return;
        }
        self.failure = Some((number, error));
        for (switch, _) in switches.iter().zip(&self.in_hand).filter(|(_, chunk)| **chunk > number)
        {
            switch.store(true, Ordering::Relaxed);
        }
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
    use std::time::{Duration, Instant};

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
            let workers = Workers { threads, limits: Limits::NONE, poll: Some(&stop) };
            let result = for_each(workers, 0..3, |_, control| {
                loop {
                    control.checkpoint()?;
                }
            });
            assert_eq!(result, Err(Error::Stopped(Stop::Cancelled)));
        }
    }

    #[test]
    fn the_error_of_the_first_chunk_wins_over_quicker_ones() {
        for threads in [1, 2, 4] {
            let result =
                for_each(Workers { threads, ..Workers::ALONE }, 0..8, |row, _| match row {
                    0 => Ok(()),
                    1 => {
                        std::thread::sleep(Duration::from_millis(30));
                        Err(Error::NotUnique { row, solutions: 2 })
                    }
                    _ => Err(Error::NotUnique { row, solutions: 0 }),
                });
            assert_eq!(result, Err(Error::NotUnique { row: 1, solutions: 2 }), "{threads}");
        }
    }

    #[test]
    fn an_error_stops_the_chunks_behind_it() {
        let workers = Workers { threads: 2, ..Workers::ALONE };
        let result = for_each(workers, 0..100, |i, _| {
            if i == 3 { Err(Error::Stopped(Stop::Cancelled)) } else { Ok(()) }
        });
        assert_eq!(result, Err(Error::Stopped(Stop::Cancelled)));
    }
}
