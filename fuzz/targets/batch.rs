//! A puzzle gets the same answer alone, in a batch of any others, on any number of threads and on any backend: puzzles of
//! all kinds, with few or many givens, impossible ones, pencil marks, each of them once or many times.

use bitdoku::Batch;
use bitdoku::board::{Candidates, Digits, Grid};
use bitdoku::control::{Control, Limits};
use bitdoku::solve::{
    self, Answers, Backend, Puzzles, Query, Solutions, UNDECIDED, Verdict, solved_by_locked, tier,
    tiers,
};

use super::bytes::Bytes;

/// The most puzzles of a batch; more than 32 go through the lanes.
const MOST: usize = 160;

/// Nodes that a puzzle may take the scalar backend: the fuzzer is not to find puzzles that only take long.
const NODES: u64 = 5000;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let limit = bytes.choice(&[2, 1, 3, 50, 200]);
    let nodes = bytes.choice(&[100, 0, 1, 10, 1000]);
    let threads = 2 + bytes.below(3);
    let (mut grids, mut marked) = (Vec::new(), Vec::new());
    while !bytes.is_empty() && marked.len() < MOST {
        let copies = 1 + bytes.byte() / 32;
        let grid = bytes.puzzle(0);
        let marks = if bytes.flag() { bytes.strike(&grid) } else { loose(&mut bytes) };
        let is_quick =
            |puzzles: Puzzles<'_>| alone(Backend::Scalar, puzzles, limit, NODES).0 != UNDECIDED;
        if is_quick(Puzzles::Grids(&[grid])) && is_quick(Puzzles::Candidates(&[marks])) {
            for _ in 0..copies {
                // Neighbours in the lanes differ.
                let at = 7 * grids.len() % (grids.len() + 1);
                grids.insert(at, grid);
                marked.insert(at, marks);
            }
        }
    }
    for backend in Backend::available() {
        together(backend, Puzzles::Grids(&grids), limit, nodes);
        together(backend, Puzzles::Candidates(&marked), limit, nodes);
        all_functions(backend, &grids, threads);
        let mut found = vec![solve::Tier::Beyond; marked.len()];
        tiers(backend, Puzzles::Candidates(&marked), &mut found, &Control::unlimited())
            .expect("nothing cancels");
        for (found, marks) in found.iter().zip(&marked) {
            assert_eq!(*found, tier(marks), "{backend:?} {marks:?}");
        }
    }
}

/// Any candidates in some cells, all in the others.
fn loose(bytes: &mut Bytes<'_>) -> Candidates {
    let mut marks = [Digits::ALL; 81];
    for _ in 0..bytes.below(48) {
        marks[bytes.below(81)] &= Digits::from_bits(bytes.below(512) as u16);
    }
    marks
}

fn alone(backend: Backend, puzzles: Puzzles<'_>, limit: u64, nodes: u64) -> (u64, Grid) {
    let (counts, solutions) = search(backend, puzzles, limit, nodes);
    (counts[0], solutions[0])
}

fn search(backend: Backend, puzzles: Puzzles<'_>, limit: u64, nodes: u64) -> (Vec<u64>, Vec<Grid>) {
    let (mut counts, mut solutions) = (vec![77; puzzles.len()], vec![Grid::EMPTY; puzzles.len()]);
    let query = Query::new(puzzles, limit).with_nodes(nodes);
    let mut answers = Answers::new(&mut counts).with_solutions(&mut solutions);
    backend.search(&query, &mut answers, &Control::unlimited()).expect("nothing cancels");
    (counts, solutions)
}

/// The puzzles at once as one by one.
fn together(backend: Backend, puzzles: Puzzles<'_>, limit: u64, nodes: u64) {
    let (counts, solutions) = search(backend, puzzles, limit, u64::MAX);
    let (limited, _) = search(backend, puzzles, limit, nodes);
    for i in 0..puzzles.len() {
        let marks = puzzles.get(i).givens();
        let one = Puzzles::Candidates(std::slice::from_ref(&marks));
        let (expected, _) = alone(Backend::Scalar, one, limit, u64::MAX);
        assert_eq!(counts[i], expected, "{backend:?}, puzzle {i} of {}: {marks:?}", puzzles.len());
        assert_eq!(
            alone(backend, one, limit, u64::MAX).0,
            expected,
            "{backend:?} alone: {marks:?}"
        );
        match expected {
            0 => assert_eq!(solutions[i], Grid::EMPTY),
            _ => assert!(
                solves(&solutions[i], &marks),
                "{backend:?}: {} for {marks:?}",
                solutions[i]
            ),
        }
        assert!(
            [expected, UNDECIDED].contains(&limited[i]),
            "{backend:?}, {nodes} nodes: {marks:?}"
        );
        assert_eq!(
            limited[i],
            alone(backend, one, limit, nodes).0,
            "{backend:?}, {nodes} nodes: {marks:?}"
        );
    }
}

fn solves(solution: &Grid, marks: &Candidates) -> bool {
    solution.is_solution()
        && solution.cells().iter().zip(marks).all(|(&digit, set)| set.contains(digit))
}

/// Verdicts, smallest solutions and counts, on one thread and on several.
fn all_functions(backend: Backend, grids: &[Grid], threads: usize) {
    let solved = Batch::new().backend(backend).threads(threads).solve(grids);
    let verdicts = Batch::new().backend(backend).threads(1).verdicts(grids);
    let counts = Batch::new().backend(backend).threads(threads).counts(grids, 3);
    let by_locked =
        solved_by_locked(backend, grids, &Control::unlimited()).expect("nothing cancels");
    for (i, grid) in grids.iter().enumerate() {
        let smallest = Solutions::new(grid).next(&Control::unlimited()).expect("nothing cancels");
        assert_eq!(solved[i].solution, smallest, "{backend:?} {grid}");
        assert_eq!(solved[i].verdict, verdicts[i], "{backend:?} {grid}");
        assert_eq!(
            counts[i].map(|count| count.min(2)),
            Some(verdicts[i] as u64),
            "{backend:?} {grid}"
        );
        assert!(!by_locked[i] || verdicts[i] == Verdict::Unique, "{backend:?} {grid}");
    }
    let limits = Limits::NONE.with_nodes(10);
    let (mut all, mut one) = (vec![Verdict::Undecided; grids.len()], [Verdict::Undecided]);
    solve::verdict(backend, grids, &mut all, &Control::within(limits)).expect("nothing cancels");
    for (grid, verdict) in grids.iter().zip(all) {
        solve::verdict(backend, &[*grid], &mut one, &Control::within(limits))
            .expect("nothing cancels");
        assert_eq!(one, [verdict], "{backend:?} {grid}");
    }
}
