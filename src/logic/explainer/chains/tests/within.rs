//! Searches within chains: the selection of useful hints, and the cache by position.

use crate::control::{Control, Limits, Stop};
use crate::logic::explainer::length::CHAINS;
use crate::logic::{Nodes, Position};

use super::{HARD, positions};
use crate::logic::explainer::chains::bits::Bits;
use crate::logic::explainer::chains::forcing::Forcing;
use crate::logic::explainer::chains::hint::{ChainHint, choose};
use crate::logic::explainer::chains::search::{Sink, Useful, Walks};
use crate::logic::explainer::chains::{Chaining, Producer};

/// The contents of a hint, and the conclusions on which it depends.
fn facts(hint: &ChainHint, walks: &Walks) -> (f64, usize, Vec<u16>, Vec<(u16, u8)>) {
    let walk = walks.of(hint.created).iter().map(|walked| (walked.what, walked.reason));
    (hint.rating, hint.complexity, hint.removed.iter().collect(), walk.collect())
}

#[test]
fn useful_hints_are_those_that_remove_something_first() {
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let (mut forcing, mut useful, mut dropped) = (Forcing::new(), Useful::new(), 0);
    for position in HARD.iter().flat_map(|puzzle| positions(puzzle, 6)) {
        let (mut hints, mut walks) = (Vec::new(), Walks::default());
        let mut all = Sink::All(&mut hints, Some(&mut walks));
        forcing.search(&position, Producer::Dynamic, CHAINS, &mut all, &nodes).expect("no stop");
        choose(&mut hints, &mut Vec::new());
        let mut gone = Bits::NONE;
        let first = |hint: &&ChainHint| {
            let fresh = hint.removed.iter().any(|candidate| !gone.contains(candidate));
            hint.removed.iter().for_each(|candidate| gone.insert(candidate));
            fresh
        };
        let wanted: Vec<_> = hints.iter().filter(first).map(|hint| facts(hint, &walks)).collect();

        useful.clear();
        let mut sink = Sink::Useful(&mut useful);
        forcing.search(&position, Producer::Dynamic, CHAINS, &mut sink, &nodes).expect("no stop");
        useful.choose();
        choose(&mut useful.hints, &mut Vec::new());
        let found: Vec<_> = useful.hints.iter().map(|hint| facts(hint, &useful.walks)).collect();
        assert_eq!(found, wanted);
        dropped += hints.len() - found.len();
    }
    assert!(dropped > 0);
}

/// The first hint of level 4, and the number of nodes left.
fn level_four(chaining: &mut Chaining, position: &Position, limit: u64) -> (String, u64) {
    let control = Control::within(Limits::NONE.with_nodes(limit));
    let nodes = Nodes::new(&control);
    let hint = chaining.first(position, Producer::DynamicPlus(4), &nodes);
    if let Err(stop) = hint {
        assert!(matches!(stop, Stop::Nodes));
    }
    (format!("{hint:?}"), nodes.left())
}

#[test]
fn remembered_searches_spend_their_nodes() {
    let limit = 1 << 40;
    for position in HARD[2..4].iter().flat_map(|puzzle| positions(puzzle, 2)) {
        let mut chaining = Chaining::new(CHAINS);
        let cold = level_four(&mut chaining, &position, limit);
        let warm = level_four(&mut chaining, &position, limit);
        assert_eq!(cold, warm);
        let spent = limit - cold.1;
        assert!(spent > 0);
        let (found, _) = level_four(&mut chaining, &position, spent);
        assert_eq!(found, cold.0);
        let (found, _) = level_four(&mut chaining, &position, spent - 1);
        assert!(found.starts_with("Err"), "{found}");
    }
}
