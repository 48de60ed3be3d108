//! The shipped puzzles, `puzzle:count:solution`, against every backend and the reference solver.

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::reference;
use bitdoku::solve::{Backend, Verdict, count, solve};

fn grid(line: &str) -> Grid {
    let cells: Vec<u8> = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
    Grid::new(cells.try_into().expect("81 cells")).expect("digits")
}

/// Puzzle, number of solutions, smallest solution (blank where there is none).
fn rows() -> Vec<(Grid, u64, Grid)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).expect("tests/data") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("text");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(':').collect();
            let [puzzle, count, solution] = fields[..] else { panic!("{line}") };
            let solution = if solution.is_empty() { Grid::EMPTY } else { grid(solution) };
            rows.push((grid(puzzle), count.parse().expect("a number"), solution));
        }
    }
    assert!(rows.len() > 300);
    rows
}

#[test]
fn the_reference_solver_agrees_with_the_rows() {
    for (puzzle, count, solution) in rows() {
        assert_eq!(reference::count(&puzzle, count + 1), count, "{puzzle}");
        assert_eq!(reference::first(&puzzle).unwrap_or(Grid::EMPTY), solution, "{puzzle}");
    }
}

#[test]
fn every_backend_agrees_with_the_rows() {
    let rows = rows();
    let puzzles: Vec<Grid> = rows.iter().map(|row| row.0).collect();
    for backend in Backend::available() {
        let mut solutions = vec![Grid::EMPTY; puzzles.len()];
        let mut verdicts = vec![Verdict::Malformed; puzzles.len()];
        let mut counts = vec![0; puzzles.len()];
        let control = Control::unlimited();
        solve(backend, &puzzles, &mut solutions, &mut verdicts, &control).unwrap();
        count(backend, &puzzles, &mut counts, 1_000_000, &control).unwrap();
        for (i, (puzzle, count, solution)) in rows.iter().enumerate() {
            let name = backend.name();
            assert_eq!(counts[i], *count, "{name}: {puzzle}");
            assert_eq!(verdicts[i] as u64, (*count).min(2), "{name}: {puzzle}");
            assert_eq!(solutions[i], *solution, "{name}: {puzzle}");
        }
    }
}
