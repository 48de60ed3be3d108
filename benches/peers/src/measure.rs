//! Turns: every contestant works for a moment, then the next, round after round.
//!
//! ```text
//!   round 1   ours │ sudoku │ msolve │ rustoku
//!   round 2         sudoku │ msolve │ rustoku │ ours      who begins moves on by one
//! ```
//!
//! The clock of the machine drifts over seconds and other work comes and goes; within a round everybody
//! meets the same conditions. A ratio is therefore taken inside each round, and the median over the
//! rounds is what counts.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::Clock;

/// Somebody who can do one pass over his work; `units` of it in a pass.
pub struct Runner<'a> {
    pub units: f64,
    pub pass: Box<dyn FnMut() + 'a>,
}

/// Units a second, a row for each runner, a column for each round.
pub fn rounds(
    runners: &mut [Runner<'_>],
    rounds: usize,
    turn: Duration,
    clock: Clock,
) -> Vec<Vec<f64>> {
    let passes: Vec<u32> = runners
        .iter_mut()
        .map(|runner| {
            let once = timed(clock, 1, &mut runner.pass);
            (turn.as_secs_f64() / once.as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e9) as u32
        })
        .collect();
    let mut rates = vec![Vec::with_capacity(rounds); runners.len()];
    for round in 0..rounds {
        for turn in 0..runners.len() {
            let i = (round + turn) % runners.len();
            let took = timed(clock, passes[i], &mut runners[i].pass);
            rates[i].push(f64::from(passes[i]) * runners[i].units / took.as_secs_f64());
        }
    }
    rates
}

/// How long `passes` passes take.
pub fn timed(clock: Clock, passes: u32, pass: &mut dyn FnMut()) -> Duration {
    let mut work = || (0..passes).for_each(|_| pass());
    match clock {
        Clock::Wall => {
            let start = Instant::now();
            work();
            start.elapsed()
        }
        Clock::Cpu => {
            let start = ThreadTime::now();
            work();
            start.elapsed()
        }
    }
}

/// The median; 0 of nothing.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The median over the rounds of one rate through another.
pub fn ratio(rates: &[f64], others: &[f64]) -> f64 {
    median(&rates.iter().zip(others).map(|(a, b)| a / b).collect::<Vec<_>>())
}
