//! Tests of the searches against plain implementations, and of what they prove.

mod bounds;
mod plain;
mod within;

use crate::board::{Cell, Grid};
use crate::control::Control;
use crate::logic::Nodes;
use crate::logic::Position;
use crate::logic::Scale as _;
use crate::logic::explainer::length::CHAINS;
use crate::logic::explainer::{Explainer, Options};
use crate::random::{Domain, Key};
use crate::reference;

use super::bits::{cell, digit};
use super::complexity::{END, Walked};
use super::hint::{ChainHint, choose};
use super::statics::Statics;
use super::{Chaining, Producer};

/// Hard puzzles from various lists, with enough candidates for every kind of chain.
const HARD: [&str; 6] = [
    "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..",
    "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "98.7..6..75.....9...6......4...6...3..75...6......21....89...5.....3.2.......1..6",
    "..1..4.....25.94..6......5...82..5...9...1.6........38.....7.14.2.43......5......",
    "1234....94.7...23.......5....9.41..5....2.1.8...8...7.5.8.....1.6....9.....3....7",
];

fn solution(puzzle: &Grid) -> Grid {
    reference::first(puzzle).expect("a solution")
}

/// Positions of a puzzle with some false candidates removed at random.
fn positions(puzzle: &str, count: u64) -> impl Iterator<Item = Position> {
    let puzzle: Grid = puzzle.parse().expect("a puzzle");
    let solution = solution(&puzzle);
    (0..count).map(move |seed| {
        let mut random = Key::from_u64(seed).words(Domain::Clues, 0, 0);
        let mut position = Position::new(&puzzle);
        for at in Cell::all() {
            for digit in position.candidates(at).iter() {
                if digit != solution.get(at) && random.below(8) < seed % 6 {
                    position.remove(at, digit);
                }
            }
        }
        position
    })
}

#[test]
fn static_searches_find_what_a_plain_search_finds() {
    for puzzle in HARD {
        for position in positions(puzzle, 12) {
            let mut statics = Statics::new();
            let (mut hints, control) = (Vec::new(), Control::unlimited());
            let nodes = Nodes::new(&control);
            let first = statics.first(&position, CHAINS, &nodes).expect("no stop");
            statics.all(&position, CHAINS, &mut hints, &nodes).expect("no stop");
            choose(&mut hints, &mut Vec::new());
            let plain = plain::statics(&position);
            for (hint, plain) in hints.iter().zip(&plain) {
                let mut walk: Vec<Walked> = Vec::new();
                statics.walk(&position, hint, &mut walk);
                walk.retain(|walked| *walked != END);
                let walk: Vec<u16> = walk.iter().map(|walked| walked.what).collect();
                let removed: Vec<u16> = hint.removed.iter().collect();
                let found = (hint.technique, hint.complexity, removed, walk);
                let wanted =
                    (plain.technique, plain.complexity, plain.removed.clone(), plain.path.clone());
                assert_eq!(found, wanted, "{puzzle}");
            }
            assert_eq!(hints.len(), plain.len(), "{puzzle}");
            let same = |hint: &ChainHint| (hint.technique, hint.complexity, hint.source);
            assert_eq!(first.as_ref().map(same), hints.first().map(same), "{puzzle}");
        }
    }
}

/// Walks through a puzzle with chains alone, as far as they go, and passes every hint to `look`.
fn walk(puzzle: &str, producers: &[Producer], mut look: impl FnMut(&Position, &ChainHint)) {
    let puzzle: Grid = puzzle.parse().expect("a puzzle");
    let mut position = Position::new(&puzzle);
    let mut chaining = Chaining::new(CHAINS);
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    'steps: while !position.is_full() {
        for &producer in producers {
            if let Some(hint) = chaining.first(&position, producer, &nodes).expect("no stop") {
                look(&position, &hint);
                hint.apply(&mut position);
                // Cells with one candidate start no chain and end none.
                while let Some(at) = single(&position) {
                    position.place(at, position.candidates(at).smallest());
                }
                continue 'steps;
            }
        }
        return;
    }
}

fn single(position: &Position) -> Option<Cell> {
    position.empty().iter().find(|&at| position.candidates(at).len() == 1)
}

#[test]
fn no_chain_removes_a_digit_of_the_solution() {
    let all = [
        Producer::Static,
        Producer::Nishio,
        Producer::Multiple,
        Producer::Dynamic,
        Producer::DynamicPlus(1),
        Producer::DynamicPlus(2),
    ];
    for puzzle in HARD {
        let solution = solution(&puzzle.parse().expect("a puzzle"));
        for producers in [&all[..], &all[1..], &all[3..]] {
            let mut used = 0;
            walk(puzzle, producers, |position, hint| {
                used += 1;
                for removed in hint.removed.iter() {
                    assert_ne!(solution.get(cell(removed)), digit(removed), "{puzzle} {hint:?}");
                    assert!(position.candidates(cell(removed)).contains(digit(removed)));
                }
                if hint.places() {
                    assert_eq!(solution.get(cell(hint.placed)), digit(hint.placed), "{puzzle}");
                }
            });
            assert!(used > 0, "{puzzle}");
        }
    }
}

#[test]
fn the_first_hint_heads_the_list_of_all() {
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    for puzzle in HARD {
        for position in positions(puzzle, 4) {
            let mut chaining = Chaining::new(CHAINS);
            for producer in
                [Producer::Static, Producer::Nishio, Producer::Multiple, Producer::Dynamic]
            {
                let first = chaining.first(&position, producer, &nodes).expect("no stop");
                let all = chaining.all(&position, producer, &nodes).expect("no stop");
                let same = |hint: &ChainHint| (hint.technique, hint.complexity, hint.removed);
                assert_eq!(first.as_ref().map(same), all.first().map(same), "{puzzle}");
                for (k, hint) in all.iter().enumerate() {
                    assert!(all[..k].iter().all(|other| other.removed != hint.removed));
                    assert!(k == 0 || all[k - 1].rating <= hint.rating);
                }
            }
        }
    }
}

#[test]
fn steps_tell_where_each_branch_ends() {
    for puzzle in HARD {
        walk(
            puzzle,
            &[Producer::Static, Producer::Dynamic, Producer::DynamicPlus(2)],
            |now, hint| {
                let step = hint.step(now);
                assert_eq!(step.complexity, hint.complexity());
                assert!(step.notation.contains(&format!("n={}", hint.complexity())));
                for branch in &step.chains {
                    for link in branch {
                        assert!(now.candidates(link.from.classic_cell()).contains(link.from.digit));
                        assert!(now.candidates(link.to.classic_cell()).contains(link.to.digit));
                    }
                    let ends = branch.last().is_some_and(|link| {
                        step.text.contains(&link.to.classic_cell().to_string())
                    });
                    assert!(ends || branch.is_empty(), "{}", step.text);
                }
                assert!(step.text.ends_with('.'), "{}", step.text);
            },
        );
    }
}

/// The step that a producer prefers, in notation.
fn notation(puzzle: &str, removed: &[(usize, u8)], producer: Producer) -> Option<String> {
    let puzzle: Grid = puzzle.parse().expect("a puzzle");
    let mut position = Position::new(&puzzle);
    for &(at, digit) in removed {
        position.remove(Cell::new(at), digit);
    }
    let hint = Chaining::new(CHAINS).first(&position, producer, &Nodes::new(&Control::unlimited()));
    Some(hint.expect("no stop")?.step(&position).notation)
}

#[test]
fn a_puzzle_of_singles_needs_no_contradiction() {
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let puzzle = format!(".{}", &solved[1..]);
    for producer in [Producer::Static, Producer::Nishio, Producer::Multiple, Producer::Dynamic] {
        assert_eq!(notation(&puzzle, &[], producer), None);
    }
}

#[test]
fn nested_chains_are_steps_of_their_own() {
    let mut seen = [false; 2];
    walk(HARD[2], &[Producer::DynamicPlus(2)], |position, hint| {
        let step = hint.step(position);
        for nested in &step.nested {
            let is_chain = nested.complexity > 0;
            seen[usize::from(is_chain)] = true;
            assert!(!nested.eliminations.is_empty() || !nested.placements.is_empty());
            assert_eq!(nested.chains.is_empty(), !is_chain);
        }
    });
    assert_eq!(seen, [true; 2]);
}

/// Puzzles, each with steps of its path on the scale of Sudoku Explainer. Every kind of chain occurs at least once.
const PATHS: [(&str, &[&str]); 8] = [
    (
        ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5...",
        &["Bidirectional X-Cycle n=6: r2c1,r2c8,r7c8,r9c7,r9c3,r1c3 => -3r6c8 -3r9c2"],
    ),
    (
        "..3...7.....1892..69.3........9.1...7.68....3......4....9......54...2.....25.4.9.",
        &["Turbot Fish n=6: r4c2.8 off => -8r4c2", "Forcing X-Chain n=8: r1c8.1 off => -1r1c8"],
    ),
    (
        "5...7.36........8..87...5.....92......53...76..8.4...13.......4..16....5...1..2..",
        &["Bidirectional Y-Cycle n=8: r3c1,r2c2,r5c2,r1c2 => -6r2c1 -9r9c2"],
    ),
    (
        "................12..3.45........6..4.27...5...8.1........2...8...6...7..4........",
        &[
            "Bidirectional Cycle n=10: r4c4,r4c7,r5c9,r8c9,r8c6,r8c4 => -1r9c9",
            "Forcing Chain n=10: r4c4.5 off => -5r4c4",
        ],
    ),
    (
        "1234....94.7...23.......5....9.41..5....2.1.8...8...7.5.8.....1.6....9.....3....7",
        &["Forcing Chain n=10: r2c4.1 on => r2c4=1 -9r2c4"],
    ),
    (
        "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
        &[
            "Nishio Forcing Chains n=8: r6c2.2 on ==> r3c1.2 both on & off => -2r6c2",
            "Region Forcing Chains n=12: 7 in row ==> r3c6.2 off => -2r3c6",
        ],
    ),
    (
        "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..",
        &[
            "Cell Forcing Chains n=16: r6c3 ==> r4c7.6 off => -6r4c7",
            "Dynamic Cell Forcing Chains n=16: r1c2 ==> r7c2.7 off => -7r7c2",
            "Dynamic Region Forcing Chains n=13: 7 in block ==> r7c3.7 off => -7r7c3",
            "Dynamic Contradiction Forcing Chains n=19: r2c1.5 off ==> r4c5.5 both on & off => r2c1=5 -7r2c1",
        ],
    ),
    (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        &[
            "Dynamic Double Forcing Chains n=31: r4c6.2 on & off ==> r4c6.6 off => -6r4c6",
            "Dynamic Contradiction Forcing Chains (+) n=99: r8c6.2 on ==> r7c7.2 both on & off => -2r8c6",
            "Dynamic Region Forcing Chains (+ Forcing Chains) n=50: 3 in column ==> r6c8.7 off => -7r6c8",
        ],
    ),
];

#[test]
fn paths_use_the_chains_of_the_original() {
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    for (puzzle, wanted) in PATHS {
        let mut position = Position::new(&puzzle.parse().expect("a puzzle"));
        let mut scale = Explainer::new(Options::default());
        let mut found = Vec::new();
        while let Some(step) = scale.next(&mut position, &nodes).expect("no stop") {
            found.push(step.notation);
        }
        for wanted in wanted {
            assert!(found.iter().any(|found| found == wanted), "{wanted}: {found:#?}");
        }
    }
}
