//! One puzzle and many: what the front page shows, against the reference.

use std::time::Duration;

use bitdoku::solve::Backend;
use bitdoku::{Batch, Grid, Verdict, reference, solutions, solve};

fn puzzles() -> Vec<Grid> {
    let texts = [
        include_str!("../data/several.txt"),
        include_str!("../data/easy.txt"),
        include_str!("../data/none.txt"),
    ];
    let rows = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    let puzzles: Vec<Grid> = rows.map(|row| row[..81].parse().expect("a puzzle")).collect();
    assert!(puzzles.len() > 100);
    puzzles
}

#[test]
fn one_puzzle_and_many_agree_with_the_reference() {
    let puzzles = puzzles();
    let batch = Batch::new().threads(2);
    let solved = batch.solve(&puzzles);
    let counts = batch.counts(&puzzles, 5);
    for ((puzzle, one), count) in puzzles.iter().zip(&solved).zip(counts) {
        assert_eq!(*one, solve(puzzle), "{puzzle}");
        assert_eq!(one.solution, reference::first(puzzle), "{puzzle}");
        assert_eq!(count, Some(reference::count(puzzle, 5)), "{puzzle}");
        assert_eq!(solutions(puzzle).next(), one.solution, "{puzzle}");
    }
    let verdicts: Vec<Verdict> = solved.iter().map(|solved| solved.verdict).collect();
    assert_eq!(batch.verdicts(&puzzles), verdicts);
    assert_eq!(batch.time(Duration::MAX).solve(&puzzles), solved);
    assert_eq!(batch.backend(Backend::Scalar).threads(0).solve(&puzzles), solved);
    assert!(batch.solve(&[]).is_empty());
}

#[test]
fn a_limit_leaves_puzzles_undecided() {
    let open = Batch::new().nodes(0).solve(&[Grid::EMPTY]);
    assert_eq!((open[0].verdict, open[0].solution), (Verdict::Undecided, None));
    assert_eq!(Batch::new().time(Duration::ZERO).counts(&[Grid::EMPTY], 1 << 40), [None]);
}

#[test]
fn what_makes_no_grid() {
    let error = "53..7".parse::<Grid>().unwrap_err();
    assert_eq!(error.to_string(), "the text holds 5 cells; expected 81");
    assert_eq!(
        Grid::try_from([10; 81]).unwrap_err().to_string(),
        "cell r1c1 holds 10; expected 0..9"
    );
}
