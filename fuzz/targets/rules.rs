//! The solver for any rules against a slow one: givens and pencil marks, plain search and clause learning, every backend,
//! with and without budgets.

use std::sync::Arc;

use bitdoku::control::{Control, Limits};
use bitdoku::rules::{
    Constraint, Primitive, RuleSet, SMALLEST_UP_TO, Solutions, Solver, Start, candidates, conflicts,
};
use bitdoku::solve::{Backend, Level, UNDECIDED};

use super::bytes::Bytes;
use super::constraints::Rules;
use super::oracle::may_hold;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let patience = bytes.choice(&[u64::MAX, 0, 1, 20]);
    let nodes = bytes.choice(&[0, 1, 5, 40, 300]);
    let limit = bytes.choice(&[3, 1, 2, 30]);
    let rules = Rules::new(&mut bytes);
    let set = RuleSet::new(rules.side, &rules.constraints).expect("valid rules");
    for _ in 0..4 {
        let givens = rules.givens(&mut bytes);
        let marks = rules.marks(&mut bytes);
        let masks = rules.masks(&givens);
        if let Some(expected) = rules.solutions(&masks) {
            marked_conflicts(&rules, &set, &givens, &expected);
            for backend in Backend::available() {
                let set = Arc::new(set.clone().with_backend(backend));
                let mut solver = Solver::with_patience(&set, patience);
                let puzzle = Start::Givens(&givens);
                let context = format!("{backend:?} {:?}\n{givens:?}", rules.constraints);
                compare(&set, &mut solver, puzzle, &expected, &context);
                budget(&mut solver, puzzle, expected.len() as u64, limit, nodes, &context);
            }
        }
        if let Some(expected) = rules.solutions(&marks) {
            for backend in Backend::available() {
                let set = Arc::new(set.clone().with_backend(backend));
                let mut solver = Solver::with_patience(&set, patience);
                let puzzle = Start::Candidates(&marks);
                let context = format!("{backend:?} {:?}\n{marks:?}", rules.constraints);
                compare(&set, &mut solver, puzzle, &expected, &context);
                budget(&mut solver, puzzle, expected.len() as u64, limit, nodes, &context);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
}

/// All that can be asked of a puzzle, against the list of its solutions.
fn compare(
    set: &Arc<RuleSet>,
    solver: &mut Solver<'_>,
    puzzle: Start<'_>,
    expected: &[Vec<u8>],
    context: &str,
) {
    let (cells, control) = (set.cells(), Control::unlimited());
    assert_eq!(
        solver.count(puzzle, u64::MAX - 1, &control).unwrap(),
        expected.len() as u64,
        "{context}"
    );
    assert_eq!(
        solver.verdict(puzzle, &control).unwrap() as usize,
        expected.len().min(2),
        "{context}"
    );
    let mut solution = vec![77; cells];
    let verdict = solver.solve(puzzle, &mut solution, &control).unwrap();
    assert_eq!(verdict as usize, expected.len().min(2), "{context}");
    assert!(set.side() <= SMALLEST_UP_TO);
    assert_eq!(solution, expected.first().cloned().unwrap_or(vec![0; cells]), "{context}");
    let found = solver.find(puzzle, &mut solution, &mut { u64::MAX }, &control).unwrap();
    assert_eq!(found, !expected.is_empty(), "{context}");
    assert!(!found || expected.contains(&solution), "{context}");
    let mut solutions = Solutions::new(Arc::clone(set), puzzle);
    for board in expected {
        assert_eq!(solutions.next(&control).unwrap().as_deref(), Some(&board[..]), "{context}");
    }
    assert_eq!(
        (solutions.next(&control), solutions.next(&control)),
        (Ok(None), Ok(None)),
        "{context}"
    );

    let mut occurring = vec![0u64; cells];
    for board in expected {
        occurring.iter_mut().zip(board).for_each(|(mask, digit)| *mask |= 1 << (digit - 1));
    }
    let (mut masks, mut wider) = (vec![0; cells], vec![!0; cells]);
    for level in [Level::Basic, Level::Singles, Level::Locked, Level::True] {
        candidates(solver, puzzle, level, &mut masks, &control).unwrap();
        let nested = |narrow: &[u64], wide: &[u64]| {
            narrow.iter().zip(wide).all(|(mask, wide)| mask & !wide == 0)
        };
        assert!(nested(&masks, &wider) && nested(&occurring, &masks), "{level:?} {context}");
        wider.copy_from_slice(&masks);
    }
    assert_eq!(masks, occurring, "{context}");
}

/// A budget leaves a puzzle undecided or does not change the answer, and more nodes never undo that.
fn budget(
    solver: &mut Solver<'_>,
    puzzle: Start<'_>,
    solutions: u64,
    limit: u64,
    nodes: u64,
    context: &str,
) {
    let mut count = |nodes| {
        let control = Control::within(Limits::NONE.with_nodes(nodes));
        solver.count(puzzle, limit, &control).expect("budgets are no errors")
    };
    let (few, again, more) = (count(nodes), count(nodes), count(2 * nodes));
    let expected = solutions.min(limit);
    assert!(
        [expected, UNDECIDED].contains(&few) && few == again,
        "{nodes} nodes: {few}, {again} {context}"
    );
    assert!(more == expected || more == UNDECIDED && few == UNDECIDED, "{nodes} nodes {context}");
}

/// Givens that clash leave no solution; a full board clashes exactly if it breaks a rule.
fn marked_conflicts(rules: &Rules, set: &RuleSet, givens: &[u8], expected: &[Vec<u8>]) {
    let mut clashes = vec![false; givens.len()];
    conflicts(set, givens, &mut clashes);
    let clash = clashes.contains(&true);
    assert!(!clash || expected.is_empty(), "{:?}\n{givens:?}", rules.constraints);
    for cell in 0..givens.len() {
        assert!(!clashes[cell] || givens[cell] != 0, "{:?}\n{givens:?}", rules.constraints);
    }
    // A sum of nothing has no given to blame.
    let is_empty_sum = |constraint: &Constraint| match &constraint.primitive {
        Primitive::Total { weights: Some(weights), .. } => {
            weights.iter().all(|&weight| weight == 0)
        }
        _ => false,
    };
    if !givens.contains(&0) && !rules.constraints.iter().any(is_empty_sum) {
        let holds = rules.constraints.iter().all(|constraint| may_hold(constraint, givens));
        assert_eq!(clash, !holds, "{:?}\n{givens:?}", rules.constraints);
    }
}
