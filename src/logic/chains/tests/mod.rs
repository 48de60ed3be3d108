//! Tests of the searches against plain ones, and of what they prove.

mod plain;

use crate::board::{Cell, Grid};
use crate::control::Control;
use crate::logic::scales::explainer::length::CHAINS;
use crate::logic::{Position, Technique};
use crate::random::{Domain, Key};
use crate::reference;

use super::bits::{cell, digit};
use super::complexity::{END, Walked};
use super::hint::{ChainHint, choose};
use super::statics::Statics;
use super::{Chaining, Producer};

/// Hard puzzles of many sources' lists: enough open candidates for every kind of chain.
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
            let first = statics.first(&position, CHAINS, &control).expect("no stop");
            statics.all(&position, CHAINS, &mut hints, &control).expect("no stop");
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
