//! Counts, orders, candidates, their counts and samples against the list of all solutions: of classic puzzles and of small
//! boards with any rules, by the functions that Python calls.

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::engine::{Engine, Puzzles};
use bitdoku::random::{Domain, Key};
use bitdoku::reference;
use bitdoku::solve::{Backend, Level};

use super::bytes::Bytes;
use super::constraints::Rules;

/// The most solutions of a classic puzzle: more than are listed rather than numbered.
const MOST: usize = 1500;
const FEWEST: usize = 44;
/// Solutions that are sampled of each puzzle.
const ITEMS: usize = 12;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let backend = bytes.choice(&Backend::available());
    let key = Key::from_u64(bytes.byte().into());
    if bytes.flag() {
        let puzzle = bytes.puzzle(FEWEST);
        let marks = bytes.strike(&puzzle).map(|set| u64::from(set.bits()));
        let Some(all) = listed(&puzzle) else { return };
        let engine = Engine::Classic(backend);
        compare(&engine, Puzzles::Givens(puzzle.cells()), &all, &key);
        let mut clashes = [false; 81];
        engine.conflicts(puzzle.cells(), &mut clashes);
        assert!(!clashes.contains(&true) || all.is_empty(), "{puzzle}");
        let fits =
            |solution: &&Vec<u8>| (0..81).all(|cell| marks[cell] >> (solution[cell] - 1) & 1 == 1);
        let expected: Vec<Vec<u8>> = all.iter().filter(fits).cloned().collect();
        compare(&engine, Puzzles::Candidates(&marks), &expected, &key);
    } else {
        let rules = Rules::new(&mut bytes);
        let (side, constraints) = (rules.side, rules.constraints.clone());
        let engine =
            Engine::new(side, side, rules.shape, constraints, None, backend).expect("valid rules");
        let givens = rules.givens(&mut bytes);
        if let Some(expected) = rules.solutions(&rules.masks(&givens)) {
            compare(&engine, Puzzles::Givens(&givens), &expected, &key);
        }
        let marks = rules.marks(&mut bytes);
        if let Some(expected) = rules.solutions(&marks) {
            compare(&engine, Puzzles::Candidates(&marks), &expected, &key);
        }
    }
}

/// All solutions in order, if they are few.
fn listed(puzzle: &Grid) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    reference::solutions(puzzle, &mut |solution| {
        all.push(solution.cells().to_vec());
        all.len() <= MOST
    });
    (all.len() <= MOST).then_some(all)
}

fn compare(engine: &Engine, puzzle: Puzzles<'_>, expected: &[Vec<u8>], key: &Key) {
    let (side, area, control) = (engine.side(), engine.area(), Control::unlimited());
    let number = expected.len() as u64;
    let mut solutions = engine.solutions(puzzle);
    for solution in expected {
        assert_eq!(solutions.next(&control).unwrap().as_deref(), Some(&solution[..]), "{puzzle:?}");
    }
    assert_eq!(solutions.next(&control), Ok(None), "{puzzle:?}");
    for limit in [1, 2, 7, u64::MAX - 1] {
        let mut count = [77];
        engine.count(puzzle, &mut count, limit, &control).unwrap();
        assert_eq!(count, [number.min(limit)], "{puzzle:?}");
    }
    let (mut solution, mut verdict) = (vec![77; area], [bitdoku::Verdict::Undecided]);
    engine.solve(puzzle, &mut solution, &mut verdict, &control).unwrap();
    assert_eq!(verdict[0] as usize, expected.len().min(2), "{puzzle:?}");
    assert_eq!(solution, expected.first().cloned().unwrap_or(vec![0; area]), "{puzzle:?}");

    let mut counts = vec![0u64; area * side];
    for (cell, digit) in expected.iter().flat_map(|solution| solution.iter().enumerate()) {
        counts[cell * side + usize::from(*digit) - 1] += 1;
    }
    let mut found = vec![77; area * side];
    assert!(engine.few_candidate_counts(puzzle, number, &mut found, &control).unwrap());
    assert_eq!(found, counts, "{puzzle:?}");
    for (cell, counts) in counts.chunks_exact(side).enumerate().filter(|_| number > 0) {
        let mut found = vec![77; side];
        engine.candidate_counts(puzzle, number, cell, &mut found, &control).unwrap();
        assert_eq!(found, counts, "cell {cell} {puzzle:?}");
    }
    let mut wider = vec![!0; area];
    for level in [Level::Basic, Level::Singles, Level::Locked, Level::True] {
        let mut write = |_, masks: &[u64]| {
            for (cell, (mask, wide)) in masks.iter().zip(&mut wider).enumerate() {
                let occurs = |digit: usize| counts[cell * side + digit] > 0;
                let occurring =
                    (0..side).filter(|&digit| occurs(digit)).fold(0, |all, digit| all | 1 << digit);
                assert!(mask & !*wide == 0 && occurring & !mask == 0, "{level:?} {puzzle:?}");
                assert!(level != Level::True || *mask == occurring, "{puzzle:?}");
                *wide = *mask;
            }
        };
        engine.candidates(puzzle, level, &mut write, &control).unwrap();
    }
    if number > 0 {
        sample(engine, puzzle, expected, key);
    }
}

/// Item i is the solution whose number is drawn from word i.
fn sample(engine: &Engine, puzzle: Puzzles<'_>, expected: &[Vec<u8>], key: &Key) {
    let number = expected.len() as u64;
    let mut parts = vec![engine.sample(puzzle, number, ITEMS, key).expect("memory")];
    let mut items = vec![Vec::new(); ITEMS];
    while !parts.is_empty() {
        let found = engine.divide(&parts, &Control::unlimited()).unwrap();
        found.solutions.into_iter().for_each(|(item, solution)| items[item] = solution.to_vec());
        parts = found.parts;
    }
    for (item, found) in items.iter().enumerate() {
        let drawn = key.words(Domain::Samples, item as u64, 0).below(number);
        assert_eq!(*found, expected[drawn as usize], "item {item} {puzzle:?}");
    }
}
