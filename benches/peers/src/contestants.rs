//! Who is measured: our front door, batch and single, on each backend, and the peers.
//!
//! Everybody goes from the same memory to the same memory: 81 bytes of digits in; the count up to two, or
//! up to a larger limit, and, where a solution is asked for, 81 bytes of digits out.

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::solve::{Backend, Verdict, count, solve, verdict};

use crate::{Mode, Question};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Contestant {
    Ours(Backend, Mode),
    Sudoku,
    Msolve,
    Rustoku,
}

pub const PEERS: [Contestant; 3] = [Contestant::Sudoku, Contestant::Msolve, Contestant::Rustoku];

/// Versions of the peers, as pinned in Cargo.toml.
pub const PEER_VERSIONS: [(&str, &str); 3] =
    [("sudoku", "0.8.0"), ("msolve", "0.6.0"), ("rustoku-lib", "0.16.0")];

/// Room for the answers.
pub struct Answers {
    pub verdicts: Vec<Verdict>,
    pub solutions: Vec<Grid>,
    pub counts: Vec<u64>,
}

impl Answers {
    pub fn new(puzzles: usize) -> Answers {
        Answers {
            verdicts: vec![Verdict::Malformed; puzzles],
            solutions: vec![Grid::EMPTY; puzzles],
            counts: vec![0; puzzles],
        }
    }
}

impl Contestant {
    pub fn is_peer(self) -> bool {
        !matches!(self, Contestant::Ours(..))
    }

    pub fn name(self) -> String {
        match self {
            Contestant::Ours(backend, Mode::Batch) => format!("bitdoku {} batch", backend.name()),
            Contestant::Ours(backend, Mode::Single) => format!("bitdoku {} single", backend.name()),
            Contestant::Sudoku => "sudoku".to_owned(),
            Contestant::Msolve => "msolve".to_owned(),
            Contestant::Rustoku => "rustoku-lib".to_owned(),
        }
    }

    /// Answers every puzzle once.
    pub fn answer(self, question: Question, puzzles: &[Grid], answers: &mut Answers) {
        let Answers { verdicts, solutions, counts } = answers;
        let control = Control::unlimited();
        match (self, question) {
            (_, Question::Count(limit)) => self.count(puzzles, limit, counts),
            (Contestant::Ours(backend, mode), Question::Solve) => {
                let step = step(mode, puzzles);
                for ((puzzles, solutions), verdicts) in puzzles
                    .chunks(step)
                    .zip(solutions.chunks_mut(step))
                    .zip(verdicts.chunks_mut(step))
                {
                    solve(backend, puzzles, solutions, verdicts, &control).expect("no cancel");
                }
            }
            (Contestant::Ours(backend, mode), Question::Verdict) => {
                let step = step(mode, puzzles);
                for (puzzles, verdicts) in puzzles.chunks(step).zip(verdicts.chunks_mut(step)) {
                    verdict(backend, puzzles, verdicts, &control).expect("no cancel");
                }
            }
            (Contestant::Sudoku, Question::Solve) => {
                each(puzzles, solutions, verdicts, |puzzle, solution| {
                    let mut found = [[0; 81]; 2];
                    let sudoku = sudoku::Sudoku::from_bytes(*puzzle).expect("digits");
                    let count = sudoku.solutions_up_to_buffer(&mut found, 2);
                    *solution = found[0];
                    count
                });
            }
            (Contestant::Sudoku, Question::Verdict) => {
                each(puzzles, solutions, verdicts, |puzzle, _| {
                    sudoku::Sudoku::from_bytes(*puzzle).expect("digits").solutions_count_up_to(2)
                });
            }
            (Contestant::Msolve, Question::Solve) => {
                each(puzzles, solutions, verdicts, |puzzle, solution| {
                    let mut found = msolve::Sudoku::from(puzzle).iter();
                    let Some(first) = found.next() else { return 0 };
                    *solution = first.to_array();
                    1 + usize::from(found.next().is_some())
                });
            }
            (Contestant::Msolve, Question::Verdict) => {
                each(puzzles, solutions, verdicts, |puzzle, _| {
                    msolve::Sudoku::from(puzzle).count_solutions(2)
                });
            }
            (Contestant::Rustoku, Question::Solve) => {
                each(puzzles, solutions, verdicts, |puzzle, solution| {
                    let Ok(mut solver) = rustoku(puzzle) else { return 0 };
                    let found = solver.solve_until(2);
                    if let Some(first) = found.first() {
                        for (i, cell) in solution.iter_mut().enumerate() {
                            *cell = first.board.get(i / 9, i % 9);
                        }
                    }
                    found.len()
                });
            }
            (Contestant::Rustoku, Question::Verdict) => {
                each(puzzles, solutions, verdicts, |puzzle, _| {
                    rustoku(puzzle).map_or(0, |mut solver| solver.count_solutions_until(2))
                });
            }
        }
    }

    /// min(number of solutions, `limit`) of every puzzle.
    pub fn count(self, puzzles: &[Grid], limit: u64, counts: &mut [u64]) {
        let one: fn(&[u8; 81], usize) -> usize = match self {
            Contestant::Ours(backend, mode) => {
                let (step, control) = (step(mode, puzzles), Control::unlimited());
                for (puzzles, counts) in puzzles.chunks(step).zip(counts.chunks_mut(step)) {
                    count(backend, puzzles, counts, limit, &control).expect("no cancel");
                }
                return;
            }
            Contestant::Sudoku => |puzzle, limit| {
                sudoku::Sudoku::from_bytes(*puzzle).expect("digits").solutions_count_up_to(limit)
            },
            Contestant::Msolve => {
                |puzzle, limit| msolve::Sudoku::from(puzzle).count_solutions(limit)
            }
            Contestant::Rustoku => |puzzle, limit| {
                rustoku(puzzle).map_or(0, |mut solver| solver.count_solutions_until(limit))
            },
        };
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        for (puzzle, count) in puzzles.iter().zip(counts) {
            *count = one(puzzle.cells(), limit) as u64;
        }
    }
}

/// How many puzzles a call of ours gets.
fn step(mode: Mode, puzzles: &[Grid]) -> usize {
    match mode {
        Mode::Batch => puzzles.len(),
        Mode::Single => 1,
    }
}

fn each(
    puzzles: &[Grid],
    solutions: &mut [Grid],
    verdicts: &mut [Verdict],
    solve: impl Fn(&[u8; 81], &mut [u8; 81]) -> usize,
) {
    for ((puzzle, solution), verdict) in puzzles.iter().zip(solutions).zip(verdicts) {
        let mut cells = [0; 81];
        *verdict = match solve(puzzle.cells(), &mut cells) {
            0 => Verdict::NoSolution,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        *solution = Grid::new(cells).expect("digits");
    }
}

fn rustoku(puzzle: &[u8; 81]) -> Result<rustoku_lib::Rustoku, rustoku_lib::RustokuError> {
    let rows = std::array::from_fn(|row| std::array::from_fn(|column| puzzle[9 * row + column]));
    rustoku_lib::Rustoku::new(rustoku_lib::core::Board::new(rows))
}

/// The backends asked for: the fastest where none is named.
pub fn backends(names: &[String]) -> Result<Vec<Backend>, String> {
    if names.is_empty() {
        return Ok(vec![Backend::detect()]);
    }
    if names.iter().any(|name| name == "all") {
        return Ok(Backend::available());
    }
    names.iter().map(|name| Backend::named(name).map_err(|e| e.to_string())).collect()
}

/// The peers asked for: all where none is named.
pub fn peers(names: &[String]) -> Result<Vec<Contestant>, String> {
    if names.is_empty() {
        return Ok(PEERS.to_vec());
    }
    if names == ["none"] {
        return Ok(Vec::new());
    }
    let named = |name: &String| {
        let peer = PEERS.into_iter().find(|peer| peer.name() == *name);
        peer.ok_or_else(|| {
            format!("no peer called {name:?}; there are {}", PEERS.map(Contestant::name).join(", "))
        })
    };
    names.iter().map(named).collect()
}
