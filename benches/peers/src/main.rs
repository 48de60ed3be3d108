//! bitdoku beside the Sudoku crates of the registry: are the answers the same, and who is faster?
//!
//! ```text
//!   bitdoku-peers solve      puzzles a second with limit 2 or `--limit`, on every set of $BITDOKU_PUZZLES
//!   bitdoku-peers count      solutions a second, on puzzles with 10^5 to 10^8 of them
//!   bitdoku-peers make       grids, minimal puzzles and equivalents a second
//!   bitdoku-peers canonical  canonical forms a second, and the slowest boards
//! ```
//!
//! One thread. All contestants run in turns in one process (measure.rs), because clocks drift and only
//! what is measured side by side compares. Answers are checked before anything is timed (check.rs). The
//! result is a table on stderr and a JSON record (record.rs).

mod canonical;
mod check;
mod contestants;
mod count;
mod make;
mod measure;
mod published;
mod record;
mod sets;
mod solve;
mod subsets;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// bitdoku beside the Sudoku crates of the registry.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Puzzles a second: a solution and whether it is the only one.
    Solve(SolveOptions),
    /// Solutions a second: counting them all.
    Count(CountOptions),
    /// Complete grids, minimal puzzles and equivalents a second.
    Make(Common),
    /// Canonical forms a second.
    Canonical(CanonicalOptions),
}

/// What every command understands.
#[derive(Args, Clone)]
struct Common {
    /// Our kernels to measure, comma-separated: names, or "all"; the fastest one where not given.
    #[arg(long, value_delimiter = ',')]
    backend: Vec<String>,
    /// How many times everybody gets a turn.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// How long one turn lasts at least, in milliseconds.
    #[arg(long, default_value_t = 150)]
    turn_ms: u64,
    /// What a turn is timed with. The processor time of the thread is the wall clock on an idle machine,
    /// and does not count what others do on a busy one.
    #[arg(long, value_enum, default_value_t = Clock::Cpu)]
    clock: Clock,
    /// A first look: three short rounds.
    #[arg(long)]
    quick: bool,
    /// Peers to measure, comma-separated; all where not given, "none" for none (no ratios then).
    #[arg(long, value_delimiter = ',')]
    peer: Vec<String>,
    /// Where the JSON record goes; nowhere where not given.
    #[arg(long)]
    record: Option<std::path::PathBuf>,
}

impl Common {
    fn settled(mut self) -> Common {
        if self.quick {
            self.rounds = 3;
            self.turn_ms = self.turn_ms.min(50);
        }
        self
    }
}

#[derive(Args, Clone)]
struct SolveOptions {
    #[command(flatten)]
    common: Common,
    /// Sets to run, comma-separated; all where not given.
    #[arg(long, value_delimiter = ',')]
    set: Vec<String>,
    /// Our batch call alone, or our single call alone.
    #[arg(long, value_enum)]
    only: Option<Mode>,
    /// What is asked; where not given, `solve` and, on sets with several solutions, `verdict` too.
    #[arg(long, value_enum)]
    question: Option<Question>,
    /// Count the solutions of each puzzle up to this limit instead.
    #[arg(long, conflicts_with = "question", value_parser = clap::value_parser!(u64).range(1..u64::MAX))]
    limit: Option<u64>,
    /// At most this many puzzles of a set, evenly spaced.
    #[arg(long)]
    sample: Option<usize>,
    /// Skip the comparison of answers (only when they were compared a moment ago).
    #[arg(long)]
    no_check: bool,
}

#[derive(Args, Clone)]
struct CountOptions {
    #[command(flatten)]
    common: Common,
    /// Only puzzles with at most this many solutions.
    #[arg(long, default_value_t = 20_000_000)]
    up_to: u64,
}

#[derive(Args, Clone)]
struct CanonicalOptions {
    #[command(flatten)]
    common: Common,
    /// Sets to run, comma-separated; all where not given.
    #[arg(long, value_delimiter = ',')]
    set: Vec<String>,
}

/// How our front door is called.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Mode {
    /// All puzzles in one call.
    Batch,
    /// One call a puzzle.
    Single,
}

/// What is asked of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Question {
    /// The solution, and whether there is another.
    Solve,
    /// min(number of solutions, 2).
    Verdict,
    /// min(number of solutions, this limit).
    #[value(skip)]
    Count(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Clock {
    Cpu,
    Wall,
}

fn main() -> std::process::ExitCode {
    let outcome = match Cli::parse().command {
        Command::Solve(options) => {
            solve::run(SolveOptions { common: options.common.clone().settled(), ..options })
        }
        Command::Count(options) => {
            count::run(CountOptions { common: options.common.clone().settled(), ..options })
        }
        Command::Make(common) => make::run(common.settled()),
        Command::Canonical(options) => {
            canonical::run(CanonicalOptions { common: options.common.clone().settled(), ..options })
        }
    };
    match outcome {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
