//! Canonical forms a second, beside crate `sudoku`'s `canonicalized`; and the worst boards known.
//!
//! The crate's form of a puzzle is another one (its solution brought to the smallest form, clues carried along), and it
//! takes unique puzzles only: for puzzles the times alone are compared. Of complete grids both give the same
//! form, which is checked before anything is timed. Boards are turned at random first.

use std::time::{Duration, Instant};

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::random::Key;
use bitdoku::solve::{Backend, Verdict, solve};
use bitdoku::symmetry::{Draw, Group, canonical};
use serde_json::{Value, json};

use crate::measure::{Runner, median, ratio, rounds};
use crate::{CanonicalOptions, record, sets};

/// Boards that a turn goes through again and again: they stay in the second-level cache.
const BOARDS: usize = 4000;

/// The crate takes this many of them in a pass.
const THEIRS: usize = 50;

pub fn run(options: CanonicalOptions) -> Result<(), String> {
    let common = &options.common;
    let mut record = record::header("canonical", common);
    record["kernels"] = json!(kernels().iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let mut results = Vec::new();
    let sets = sets::load(&options.set, Some(BOARDS))?;
    for set in &sets {
        let (unique, solutions) = solved(&set.puzzles)?;
        let puzzles = (set.name.clone(), set.puzzles.clone(), unique.len() == set.puzzles.len());
        let complete = (format!("{} solved", set.name), solutions, true);
        for (name, boards, comparable) in [puzzles, complete] {
            if boards.is_empty() {
                continue;
            }
            let boards = turned(&boards);
            let theirs: Vec<_> = if comparable {
                boards
                    .iter()
                    .take(THEIRS)
                    .map(|b| sudoku::Sudoku::from_bytes(*b.cells()).expect("digits"))
                    .collect()
            } else {
                Vec::new()
            };
            if name.ends_with("solved") {
                check(&boards, &theirs)?;
            }
            eprintln!("\n{name} ({} boards)", boards.len());
            let mut runners: Vec<Runner> = kernels()
                .into_iter()
                .map(|(_, backend)| {
                    let boards = &boards;
                    let (mut forms, mut counts) =
                        (vec![Grid::EMPTY; boards.len()], vec![0; boards.len()]);
                    Runner {
                        units: boards.len() as f64,
                        pass: Box::new(move || {
                            canonical(
                                backend,
                                boards,
                                &mut forms,
                                &mut counts,
                                &Control::unlimited(),
                            )
                            .expect("never cancelled");
                        }),
                    }
                })
                .collect();
            if comparable {
                runners.push(Runner {
                    units: theirs.len() as f64,
                    pass: Box::new(|| {
                        theirs.iter().for_each(|s| {
                            std::hint::black_box(s.canonicalized());
                        })
                    }),
                });
            }
            let turn = Duration::from_millis(common.turn_ms);
            let rates = rounds(&mut runners, common.rounds, turn, common.clock);
            let mut rows = Vec::new();
            for (i, (kernels, _)) in kernels().into_iter().enumerate() {
                let rate = median(&rates[i]);
                let mut row = json!({"kernels": kernels, "boards_per_second": rate.round()});
                let mut text = format!("  {kernels:10} {rate:>12.0} /s");
                if comparable {
                    let x = ratio(&rates[i], &rates[rates.len() - 1]);
                    row["to_sudoku"] = json!(x);
                    text += &format!("   {x:6.1} x sudoku");
                }
                eprintln!("{text}");
                rows.push(row);
            }
            results.push(
                json!({"set": name, "sha256": set.sha256, "boards": boards.len(), "results": rows}),
            );
        }
    }
    record["results"] = Value::from(results);
    record["worst"] = worst();
    match &common.record {
        Some(path) => record::write(&record, path),
        None => Ok(()),
    }
}

/// The puzzles with one solution, and these solutions.
fn solved(puzzles: &[Grid]) -> Result<(Vec<Grid>, Vec<Grid>), String> {
    let mut solutions = vec![Grid::EMPTY; puzzles.len()];
    let mut verdicts = vec![Verdict::Undecided; puzzles.len()];
    let control = Control::unlimited();
    solve(Backend::detect(), puzzles, &mut solutions, &mut verdicts, &control)
        .map_err(|e| e.to_string())?;
    let unique = |i: &usize| verdicts[*i] == Verdict::Unique;
    let those: Vec<usize> = (0..puzzles.len()).filter(unique).collect();
    Ok((those.iter().map(|&i| puzzles[i]).collect(), those.iter().map(|&i| solutions[i]).collect()))
}

fn turned(boards: &[Grid]) -> Vec<Grid> {
    let key = Key::from_u64(1);
    let mut draw = Draw::new(&key, Group::All, 0);
    boards.iter().map(|board| draw.next_transform().apply(board)).collect()
}

fn check(boards: &[Grid], theirs: &[sudoku::Sudoku]) -> Result<(), String> {
    for (board, theirs) in boards.iter().zip(theirs) {
        let form = form(Backend::detect(), board);
        let (expected, _) = theirs.canonicalized().ok_or("the crate refuses a grid")?;
        if *form.cells() != expected.to_bytes() {
            return Err(format!("{board}: the forms differ"));
        }
    }
    Ok(())
}

/// The kernels of canonical forms that this machine has, slowest first.
fn kernels() -> Vec<(&'static str, Backend)> {
    let mut kernels = vec![("Portable", Backend::Scalar)];
    if Backend::Avx512.is_available() {
        kernels.push(("Avx512", Backend::Avx512));
    }
    kernels
}

fn form(backend: Backend, board: &Grid) -> Grid {
    let (mut forms, mut counts) = ([Grid::EMPTY], [0]);
    canonical(backend, &[*board], &mut forms, &mut counts, &Control::unlimited())
        .expect("never cancelled");
    forms[0]
}

/// The slowest boards known, the longest of 20 random turns of each, in microseconds: the least of five tries, so that
/// what other programs do does not count.
fn worst() -> Value {
    let most = sets::grid(
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    );
    let keep = |keep: &dyn Fn(usize, usize, u8) -> bool| {
        let cells = *most.cells();
        Grid::new(std::array::from_fn(|i| if keep(i / 9, i % 9, cells[i]) { cells[i] } else { 0 }))
            .expect("digits")
    };
    let fill = |digit: &dyn Fn(usize, usize) -> usize| {
        Grid::new(std::array::from_fn(|i| digit(i / 9, i % 9) as u8)).expect("digits")
    };
    let boards = [
        ("empty", Grid::EMPTY),
        ("one clue", keep(&|r, c, _| r == 0 && c == 0)),
        ("one row", keep(&|r, _, _| r == 0)),
        ("one box", keep(&|r, c, _| r < 3 && c < 3)),
        ("one band", keep(&|r, _, _| r < 3)),
        ("two bands", keep(&|r, _, _| r < 6)),
        ("one digit", keep(&|_, _, d| d == 1)),
        ("two digits", keep(&|_, _, d| d <= 2)),
        ("80 clues of the most symmetric grid", keep(&|r, c, _| r + c > 0)),
        ("78 clues of the most symmetric grid", keep(&|r, c, _| r > 0 || c > 2)),
        ("diagonal boxes of the most symmetric grid", keep(&|r, c, _| r / 3 == c / 3)),
        ("the most symmetric grid", most),
        ("nine digits on the diagonal", fill(&|r, c| if r == c { r + 1 } else { 0 })),
        (
            "three equal boxes on the diagonal",
            fill(&|r, c| if r / 3 == c / 3 { 3 * (r % 3) + c % 3 + 1 } else { 0 }),
        ),
        ("one digit on the diagonal", fill(&|r, c| usize::from(r == c))),
        ("ones in all cells", fill(&|_, _| 1)),
        ("rows of equal digits", fill(&|r, _| r + 1)),
        ("boxes of equal digits", fill(&|r, c| r / 3 * 3 + c / 3 + 1)),
        ("a cyclic Latin square", fill(&|r, c| (r + c) % 9 + 1)),
        ("a chessboard", fill(&|r, c| (r + c) % 2)),
        ("ones and twos", fill(&|r, c| (r + c) % 2 + 1)),
        ("three digits in stripes", fill(&|r, c| (r + c) % 3 + 1)),
    ];
    eprintln!("\nworst boards, microseconds");
    let mut rows = Vec::new();
    for (name, board) in boards {
        let mut row = json!({"board": name});
        let mut text = format!("  {name:44}");
        for (kernels, backend) in kernels() {
            let slowest = turned(&[board; 20])
                .iter()
                .map(|board| {
                    let tries = (0..5).map(|_| {
                        let start = Instant::now();
                        std::hint::black_box(form(backend, board));
                        start.elapsed()
                    });
                    tries.min().expect("five")
                })
                .max()
                .expect("twenty");
            let micros = slowest.as_secs_f64() * 1e6;
            row[kernels] = json!(micros);
            text += &format!(" {kernels} {micros:8.1}");
        }
        eprintln!("{text}");
        rows.push(row);
    }
    Value::from(rows)
}
