//! Threads: the calling thread and helper threads process a list of independent chunks.
//!
//! ```text
//!   caller ──┬── takes chunks, polls (Ctrl-C) at every checkpoint ──┬── waits, still polling ── returns
//!   helper ──┘── takes chunks ──────────────────────────────────────┘
//! ```
//!
//! A worker takes one chunk at a time under a lock, so a slow chunk does not delay the others. Results must not depend
//! on which thread computes a chunk.
//!
//! *Bound.* The number of helpers in a process is less than the largest number of threads requested so far. Helpers are
//! started on first use, not at import, and kept. Concurrent jobs share them: a job takes the idle helpers when it
//! starts, and looks for further idle helpers before each chunk of its caller. The caller always works too, so no job
//! waits for another. If no thread can be started, the caller works alone.
//!
//! *Fork.* Threads do not survive `fork`. Helpers belong to a process id, and a child process leaks its parent's
//! helpers.
//!
//! A helper is a rayon pool with one thread. Rayon can lend borrowed data to an existing thread; `std` can do so only
//! for a new thread, which takes 100 µs to start. A single pool for all helpers could not grow.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

use crate::control::{Control, Limits, POLL_INTERVAL, Stop};
use crate::error::Error;

/// Settings for a job.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// The number of threads, including the calling one; at least 1.
    pub threads: usize,
    /// The limits of the work.
    pub limits: Limits,
    /// A function that the calling thread calls every few milliseconds; `true` cancels the job.
    pub poll: Option<&'a dyn Fn() -> bool>,
}

#[cfg(test)]
impl Workers<'_> {
    /// The calling thread alone, without limits.
    pub const ALONE: Workers<'static> = Workers { threads: 1, limits: Limits::NONE, poll: None };
}

/// The number of threads that this machine can run at once.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Calls `work` on every chunk, on up to `workers.threads` threads.
///
/// # Errors
/// The error of the first failed chunk in chunk order, whatever the number of threads, or [`Stop::Cancelled`] if the
/// poll function cancelled the job. The contents of the other chunks are then unspecified.
pub fn for_each<I>(
    workers: Workers<'_>,
    chunks: I,
    work: impl Fn(I::Item, &Control<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error>
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
{
    if workers.threads.min(chunks.len()) <= 1 {
        // One thread needs no allocation. Most calls are for a single puzzle.
        let chunks = Mutex::new(Some(chunks));
        return run(workers, 1, &|_, control| {
            let chunks = lock(&chunks).take();
            chunks.into_iter().flatten().try_for_each(|chunk| work(chunk, control))
        });
    }
    let chunks: Vec<_> = chunks.map(|chunk| Mutex::new(Some(chunk))).collect();
    run(workers, chunks.len(), &|number, control| {
        let chunk = lock(&chunks[number]).take();
        chunk.map_or(Ok(()), |chunk| work(chunk, control))
    })
}

/// Processes the chunk with the given number. A trait object avoids a copy of the large code around it for each of its
/// many uses.
type Work<'a> = &'a (dyn Fn(usize, &Control<'_>) -> Result<(), Error> + Sync);

/// [`for_each`] for chunks identified by number.
fn run(workers: Workers<'_>, chunks: usize, work: Work<'_>) -> Result<(), Error> {
    let helpers = workers.threads.min(chunks).saturating_sub(1);
    // One flag per worker, the caller first, because a failed chunk cancels only later chunks; and one flag for the
    // time when the caller waits.
    let flags: Vec<AtomicBool> = (0..helpers + 2).map(|_| AtomicBool::new(false)).collect();
    let interrupted = Cell::new(false);
    let poll = || {
        if workers.poll.is_some_and(|poll| poll()) {
            interrupted.set(true);
            flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        }
        interrupted.get()
    };
    let polling = |flag| {
        let control = Control::new(flag, workers.limits);
        if workers.poll.is_some() { control.with_poll(&poll) } else { control }
    };
    let caller = polling(&flags[0]);
    if helpers == 0 {
        return (0..chunks).try_for_each(|number| work(number, &caller));
    }
    let job = Job {
        queue: Mutex::new(Queue {
            chunks: 0..chunks,
            current: vec![0; helpers + 1],
            failure: None,
        }),
        work,
        limits: workers.limits,
        flags: &flags,
        helpers,
        busy: Mutex::new(0),
        idle: Condvar::new(),
    };
    // The caller's own flag may already be set while it waits, but it must continue to poll.
    job.lead(0, &caller, &polling(&flags[helpers + 1]));
    let queue = job.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    match queue.failure {
        Some((_, error)) => Err(error),
        None if interrupted.get() => Err(Stop::Cancelled.into()),
        None => Ok(()),
    }
}

/// A call of [`for_each`] with helpers.
struct Job<'a> {
    queue: Mutex<Queue>,
    work: Work<'a>,
    limits: Limits,
    flags: &'a [AtomicBool],
    /// The maximum number of helpers.
    helpers: usize,
    /// The number of active helpers.
    busy: Mutex<usize>,
    /// Signaled when a helper finishes.
    idle: Condvar,
}

impl Job<'_> {
    /// The caller's loop, with `helping` helpers already active: takes chunks, and starts another helper whenever one
    /// is idle. The scope of each helper lies within the scope of the previous one.
    fn lead(&self, helping: usize, control: &Control<'_>, waiting: &Control<'_>) {
        loop {
            if helping < self.helpers
                && lock(&self.queue).has_more()
                && let Some(helper) = Helper::take(self.helpers)
                && let Some(pool) = &helper.pool
            {
                *lock(&self.busy) += 1;
                return pool.in_place_scope(|scope| {
                    scope.spawn(|_| {
                        let _done = Done(self);
                        let worker = helping + 1;
                        let control = Control::new(&self.flags[worker], self.limits);
                        while self.work_one(worker, &control) {}
                    });
                    self.lead(helping + 1, control, waiting);
                });
            }
            if !self.work_one(0, control) {
                break;
            }
        }
        let mut busy = lock(&self.busy);
        while *busy > 0 {
            let waited = self.idle.wait_timeout(busy, POLL_INTERVAL);
            busy = waited.unwrap_or_else(PoisonError::into_inner).0;
            // The poll function sets the helpers' flags; the return value is not needed.
            let _ = waiting.checkpoint();
        }
    }

    /// Processes the next chunk. Returns `false` if none is left or a chunk has failed.
    fn work_one(&self, worker: usize, control: &Control<'_>) -> bool {
        // The lock is held only while the chunk is taken.
        let Some(number) = lock(&self.queue).take(worker) else { return false };
        let result = (self.work)(number, control);
        if let Err(error) = result {
            lock(&self.queue).fail(number, error, self.flags);
            return false;
        }
        true
    }
}

/// Marks a helper as finished when dropped, even after a panic.
struct Done<'j, 'a>(&'j Job<'a>);

impl Drop for Done<'_, '_> {
    fn drop(&mut self) {
        *lock(&self.0.busy) -= 1;
        self.0.idle.notify_all();
    }
}

/// The remaining chunks, and the state of the others.
struct Queue {
    chunks: Range<usize>,
    /// The last chunk taken by each worker.
    current: Vec<usize>,
    /// The first failed chunk in chunk order, and its error.
    failure: Option<(usize, Error)>,
}

impl Queue {
    /// Whether chunks are left.
    fn has_more(&self) -> bool {
        self.failure.is_none() && !self.chunks.is_empty()
    }

    /// The next chunk, or `None` after a failure, since all remaining chunks come after the failed one.
    fn take(&mut self, worker: usize) -> Option<usize> {
        if self.failure.is_some() {
            return None;
        }
        let number = self.chunks.next()?;
        self.current[worker] = number;
        Some(number)
    }

    /// Stores the error unless an earlier chunk has failed, and cancels the workers at later chunks.
    fn fail(&mut self, number: usize, error: Error, flags: &[AtomicBool]) {
        if self.failure.as_ref().is_some_and(|(first, _)| *first < number) {
            return;
        }
        self.failure = Some((number, error));
        for (flag, _) in flags.iter().zip(&self.current).filter(|(_, chunk)| **chunk > number) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// The helpers of a process.
struct Team {
    process: u32,
    /// The number of helpers, idle or active.
    started: usize,
    idle: Vec<ThreadPool>,
}

/// Locked only for nanoseconds, since the process may be forked at any time.
static TEAM: Mutex<Option<Team>> = Mutex::new(None);

/// The process id; 0 on WebAssembly other than Emscripten, which has neither processes nor `fork` and where the
/// function would panic.
fn process() -> u32 {
    const PROCESSES: bool = cfg!(not(target_family = "wasm")) || cfg!(target_os = "emscripten");
    if PROCESSES { std::process::id() } else { 0 }
}

fn with_team<T>(work: impl FnOnce(&mut Team) -> T) -> T {
    let mut team = lock(&TEAM);
    let process = process();
    if team.as_ref().is_some_and(|team| team.process != process) {
        // A forked child does not have its parent's threads, and dropping their pools would wait for them forever.
        std::mem::forget(team.take());
    }
    work(team.get_or_insert(Team { process, started: 0, idle: Vec::new() }))
}

/// An active helper, which becomes idle when dropped.
struct Helper {
    process: u32,
    pool: Option<ThreadPool>,
}

impl Helper {
    /// An idle helper, or a new one if the process has fewer than `most`.
    fn take(most: usize) -> Option<Helper> {
        let (process, number, idle) = with_team(|team| {
            let idle = team.idle.pop_if(|_| !no_threads());
            if idle.is_none() {
                if team.started >= most {
                    return None;
                }
                team.started += 1;
            }
            Some((team.process, team.started, idle))
        })?;
        // Outside the lock, since starting a thread takes 100 µs.
        let pool = idle.or_else(|| start(number));
        if pool.is_none() {
            with_team(|team| team.started -= 1);
            return None;
        }
        Some(Helper { process, pool })
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let pool = self.pool.take();
        with_team(|team| match team.process == self.process {
            true => team.idle.extend(pool),
            false => std::mem::forget(pool),
        });
    }
}

/// Starts a helper; `None` if no thread can be started.
fn start(number: usize) -> Option<ThreadPool> {
    if no_threads() {
        return None;
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(1);
    builder.thread_name(move |_| format!("bitdoku-{number}")).build().ok()
}

/// Whether a test simulates a system without threads on this thread.
fn no_threads() -> bool {
    #[cfg(test)]
    return tests::NO_THREADS.get();
    #[cfg(not(test))]
    false
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, Instant};

    thread_local! {
        /// Whether helpers are unavailable to this thread, as on a system without threads.
        pub(super) static NO_THREADS: Cell<bool> = const { Cell::new(false) };
    }

    #[test]
    fn without_threads_the_caller_works_alone() {
        NO_THREADS.set(true);
        let caller = std::thread::current().id();
        let mut out = vec![0; 100];
        for_each(
            Workers { threads: 100, ..Workers::ALONE },
            out.iter_mut().enumerate(),
            |(i, x), _| {
                assert_eq!(std::thread::current().id(), caller);
                *x = i;
                Ok(())
            },
        )
        .unwrap();
        NO_THREADS.set(false);
        assert!(out.iter().enumerate().all(|(i, &x)| i == x));
    }

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

    /// The number of threads in this process that are named as helpers; `None` without /proc.
    fn helpers_alive() -> Option<usize> {
        let tasks = std::fs::read_dir("/proc/self/task").ok()?;
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
        // The program's name has the same prefix. It is also the name of the main thread, and of a new thread until its
        // own name is set.
        let is_helper = |name: &String| {
            let number = name.trim_end().strip_prefix("bitdoku-");
            number.is_some_and(|number| number.len() < 4 && number.parse::<u32>().is_ok())
        };
        Some(tasks.flatten().filter_map(name).filter(is_helper).count())
    }

    /// No other test requests more threads than `MOST`.
    #[test]
    fn helpers_are_bounded_and_shared() {
        const MOST: usize = 9;
        let Some(_) = helpers_alive() else {
            eprintln!("SKIPPED: no /proc/self/task to count threads in");
            return;
        };
        let pause = |_, _: &Control<'_>| {
            std::thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        for threads in 2..=MOST {
            for_each(Workers { threads, ..Workers::ALONE }, 0..4 * threads, pause).unwrap();
            assert!(helpers_alive().unwrap() < MOST);
        }
        assert_eq!(helpers_alive().unwrap(), MOST - 1, "they are kept");
        let sum = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    for_each(Workers { threads: MOST, ..Workers::ALONE }, 0..40, |i, control| {
                        sum.fetch_add(i, Ordering::Relaxed);
                        assert!(helpers_alive().unwrap() < MOST);
                        pause(i, control)
                    })
                    .unwrap();
                });
            }
        });
        assert_eq!(sum.into_inner(), 16 * 40 * 39 / 2);
    }

    /// A later job gets helpers as soon as the earlier job releases them, and finishes without them too.
    #[test]
    fn a_short_job_ends_beside_a_long_one() {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for_each(Workers { threads: 8, ..Workers::ALONE }, 0..8, |_, _| {
                    while !over.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    Ok(())
                })
            });
            for_each(Workers { threads: 8, ..Workers::ALONE }, 0..50, |_, _| Ok(())).unwrap();
            over.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_panic_leaves_the_helpers_usable() {
        let job = || {
            for_each(Workers { threads: 4, ..Workers::ALONE }, 0..40, |i, _| {
                assert_ne!(i, 7, "on purpose");
                Ok(())
            })
        };
        for _ in 0..3 {
            assert!(std::panic::catch_unwind(job).is_err());
        }
        for_each(Workers { threads: 4, ..Workers::ALONE }, 0..40, |_, _| Ok(())).unwrap();
    }
}
