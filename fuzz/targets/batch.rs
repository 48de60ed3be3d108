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

/// The most different puzzles, and the most of each; more than 32 together go through the lanes.
const MOST: usize = 24;
const COPIES: usize = 6;

/// Nodes that a puzzle may take the scalar backend: the fuzzer is not to find puzzles that only take long.
const NODES: u64 = 1000;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let limit = bytes.choice(&[2, 1, 3, 20]);
    let nodes = bytes.choice(&[100, 0, 1, 10, 1000]);
    let threads = 2 + bytes.below(3);
    let (mut grids, mut marked, mut order) = (Vec::new(), Vec::new(), Vec::new());
    while !bytes.is_empty() && grids.len() < MOST {
        let copies = 1 + bytes.below(COPIES);
        let grid = bytes.puzzle(0);
        let marks = if bytes.flag() { bytes.strike(&grid) } else { loose(&mut bytes) };
        let is_quick =
            |puzzles: Puzzles<'_>| search(Backend::Scalar, puzzles, limit, NODES).0 != [UNDECIDED];
        if is_quick(Puzzles::Grids(&[grid])) && is_quick(Puzzles::Candidates(&[marks])) {
            for _ in 0..copies {
                // Neighbours in the lanes differ.
                order.insert(7 * order.len() % (order.len() + 1), grids.len());
            }
            grids.push(grid);
            marked.push(marks);
        }
    }
    let givens: Vec<Candidates> = grids.iter().map(Grid::givens).collect();
    let copies: Vec<Grid> = order.iter().map(|&i| grids[i]).collect();
    for backend in Backend::available() {
        together(backend, &givens, &order, limit, nodes);
        together(backend, &marked, &order, limit, nodes);
        // Givens as givens.
        let (counts, _) = search(backend, Puzzles::Grids(&copies), limit, u64::MAX);
        let (as_marks, _) = search(backend, Puzzles::Candidates(&givens), limit, u64::MAX);
        assert!(order.iter().zip(counts).all(|(&i, count)| as_marks[i] == count), "{backend:?}");
        all_functions(backend, &copies, threads);
        let mut found = vec![solve::Tier::Beyond; order.len()];
        let copies: Vec<Candidates> = order.iter().map(|&i| marked[i]).collect();
        let control = Control::unlimited();
        tiers(backend, Puzzles::Candidates(&copies), &mut found, &control).expect("not cancelled");
        for (found, marks) in found.iter().zip(&copies) {
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

fn search(backend: Backend, puzzles: Puzzles<'_>, limit: u64, nodes: u64) -> (Vec<u64>, Vec<Grid>) {
    let (mut counts, mut solutions) = (vec![77; puzzles.len()], vec![Grid::EMPTY; puzzles.len()]);
    let query = Query::new(puzzles, limit).with_nodes(nodes);
    let mut answers = Answers::new(&mut counts).with_solutions(&mut solutions);
    backend.search(&query, &mut answers, &Control::unlimited()).expect("nothing cancels");
    (counts, solutions)
}

/// The puzzles in some order as one by one.
fn together(backend: Backend, puzzles: &[Candidates], order: &[usize], limit: u64, nodes: u64) {
    let copies: Vec<Candidates> = order.iter().map(|&i| puzzles[i]).collect();
    let (counts, solutions) = search(backend, Puzzles::Candidates(&copies), limit, u64::MAX);
    let (limited, _) = search(backend, Puzzles::Candidates(&copies), limit, nodes);
    let alone = |backend, nodes| -> Vec<u64> {
        let one = |marks| {
            search(backend, Puzzles::Candidates(std::slice::from_ref(marks)), limit, nodes).0[0]
        };
        puzzles.iter().map(one).collect()
    };
    let expected = alone(Backend::Scalar, u64::MAX);
    assert_eq!(alone(backend, u64::MAX), expected, "{backend:?}, {limit}: {puzzles:?}");
    let with_nodes = alone(backend, nodes);
    for (at, (&i, marks)) in order.iter().zip(&copies).enumerate() {
        let context =
            || format!("{backend:?}, {limit}, {nodes} nodes, number {at} of {order:?}: {marks:?}");
        assert_eq!(counts[at], expected[i], "{}", context());
        match expected[i] {
            0 => assert_eq!(solutions[at], Grid::EMPTY, "{}", context()),
            _ => assert!(solves(&solutions[at], marks), "{} {}", solutions[at], context()),
        }
        assert!([expected[i], UNDECIDED].contains(&limited[at]), "{}", context());
        assert_eq!(limited[at], with_nodes[i], "{}", context());
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
