//! Bounds contain the conclusions of branches, at every level and from step to step.

use crate::control::Control;
use crate::logic::explainer::length::CHAINS;
use crate::logic::{Nodes, Position};

use super::HARD;
use crate::logic::explainer::chains::bits::number;
use crate::logic::explainer::chains::bounds::Bounds;
use crate::logic::explainer::chains::branch::Branch;
use crate::logic::explainer::chains::nested::Nested;
use crate::logic::explainer::chains::propagate::{Propagator, Reach, Rules};

/// Compares all assumptions of a position at a level. Returns the number of contradictions.
fn compare(position: &Position, level: u8, bounds: &mut Bounds) -> usize {
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let mut propagator = Propagator::new(position);
    let mut nested = Nested::new();
    nested.begin(level, CHAINS);
    let (mut branch, mut contradictions) = (Branch::new(), 0);
    assert!(bounds.take(position));
    for at in position.empty().iter().filter(|&at| position.candidates(at).len() > 1) {
        for digit in position.candidates(at).iter() {
            for on in [true, false] {
                let candidate = number(at, digit);
                let rules = (level > 0).then_some(&mut nested as &mut dyn Rules);
                let source = (candidate, on);
                propagator
                    .run(position, source, Reach::Dynamic, rules, &mut branch, &nodes)
                    .expect("no stop");
                let contradicts = bounds.contradicts(usize::from(level), candidate, on);
                contradictions += usize::from(branch.clash.is_some());
                if branch.clash.is_some() {
                    assert!(contradicts, "level {level}, {source:?}");
                } else if !contradicts {
                    let concluded = bounds.concluded(&branch);
                    let bound = bounds.reached(usize::from(level), candidate, on);
                    assert!(concluded.and(&bound) == concluded, "level {level}, {source:?}");
                }
            }
        }
    }
    contradictions
}

#[test]
fn bounds_hold_what_branches_conclude() {
    let mut contradictions = 0;
    for puzzle in HARD {
        let mut bounds = Bounds::new();
        for position in super::positions(puzzle, 3) {
            for level in 0..=3 {
                contradictions += compare(&position, level, &mut bounds);
            }
        }
    }
    assert!(contradictions > 0);
}

#[test]
fn bounds_go_on_from_step_to_step() {
    for puzzle in &HARD[..3] {
        let solution = super::solution(&puzzle.parse().expect("a puzzle"));
        let mut position = Position::new(&puzzle.parse().expect("a puzzle"));
        let mut bounds = Bounds::new();
        for round in 0..4 {
            for level in 0..=2 {
                compare(&position, level, &mut bounds);
            }
            // Remove a false candidate, and fill a cell.
            let at = position.empty().iter().nth(5 * round).expect("an empty cell");
            let wrong = position.candidates(at).iter().find(|&digit| digit != solution.get(at));
            wrong.into_iter().for_each(|digit| position.remove(at, digit));
            let at = position.empty().iter().nth(7 * round).expect("an empty cell");
            position.place(at, solution.get(at));
        }
    }
}
