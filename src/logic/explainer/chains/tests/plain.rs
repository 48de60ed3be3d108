//! The static search written from its definition, with lists and scans instead of bit rows.

use crate::board::{Cell, Digits};
use crate::logic::explainer::length::CHAINS;
use crate::logic::{Position, Technique};

use crate::logic::explainer::chains::Producer;
use crate::logic::explainer::chains::bits::{cell, digit, number};
use crate::logic::explainer::chains::links::{System, strong, weak};

/// One chain.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) technique: Technique,
    pub(super) complexity: usize,
    pub(super) rating: f64,
    pub(super) removed: Vec<u16>,
    /// From the end back to the start, without repeats.
    pub(super) path: Vec<u16>,
}

/// A node and its parent.
type Nodes = Vec<(u16, Option<usize>)>;

fn path(nodes: &Nodes, mut at: usize) -> Vec<u16> {
    let mut path = vec![nodes[at].0];
    while let Some(parent) = nodes[at].1 {
        at = parent;
        if !path.contains(&nodes[at].0) {
            path.push(nodes[at].0);
        }
    }
    path
}

fn next(position: &Position, what: u16, system: System) -> Vec<u16> {
    let mut list = Vec::new();
    if what & 1 != 0 {
        weak(position, what >> 1, system, |other, _| {
            list.push(2 * other);
            true
        });
    } else {
        strong(position, what >> 1, system, |other, _| list.push(2 * other + 1));
    }
    list
}

/// All chains, sorted, without chains that have the same eliminations as an earlier one.
pub(super) fn statics(position: &Position) -> Vec<Plain> {
    let mut found = Vec::new();
    for system in [System::X, System::Y, System::Xy] {
        for at in Cell::all() {
            let digits = position.candidates(at);
            if digits.len() < 2 || system == System::Y && digits.len() > 2 {
                continue;
            }
            for digit in digits.iter() {
                start(position, number(at, digit), system, &mut found);
            }
        }
    }
    let rank = |plain: &Plain| (CHAINS.rank)(plain.technique);
    found.sort_by(|a: &Plain, b: &Plain| {
        (a.rating.total_cmp(&b.rating))
            .then_with(|| (a.complexity, rank(a)).cmp(&(b.complexity, rank(b))))
    });
    let mut kept: Vec<Plain> = Vec::new();
    for plain in found {
        if !kept.iter().any(|other| other.removed == plain.removed) {
            kept.push(plain);
        }
    }
    kept
}

fn start(position: &Position, candidate: u16, system: System, found: &mut Vec<Plain>) {
    let [cycle, chain] = match system {
        System::X => [Technique::XCycle, Technique::ForcingXChain],
        System::Y => [Technique::YCycle, Technique::YCycle],
        System::Xy => [Technique::XyCycle, Technique::ForcingChain],
    };
    let mut push = |technique, path: Vec<u16>, removed: Vec<u16>| {
        if !removed.is_empty() {
            let complexity = path.len();
            let rating = (CHAINS.rating)(Producer::Static, technique, complexity);
            found.push(Plain { technique, complexity, rating, removed, path });
        }
    };
    for path in cycles(position, 2 * candidate + 1, system) {
        let removed = removed(position, &path);
        push(cycle, path, removed);
    }
    if system == System::Y {
        return;
    }
    for from in [2 * candidate + 1, 2 * candidate] {
        if let Some(path) = forcing(position, from, system) {
            let removed = if from & 1 != 0 {
                vec![candidate]
            } else {
                let others = position.candidates(cell(candidate));
                let others = others.without(Digits::only(digit(candidate)));
                others.iter().map(|other| number(cell(candidate), other)).collect()
            };
            push(chain, path, removed);
        }
    }
}

fn cycles(position: &Position, from: u16, system: System) -> Vec<Vec<u16>> {
    let mut nodes: Nodes = vec![(from, None)];
    let mut level = vec![0];
    let (mut ons, mut cycles, mut length) = (vec![from], Vec::new(), 0);
    while !level.is_empty() {
        length += 1;
        let mut after = Vec::new();
        for &at in &level {
            let line = path(&nodes, at);
            for what in next(position, nodes[at].0, system) {
                if what & 1 == 0 {
                    if line.contains(&what) {
                        continue;
                    }
                } else if what == from {
                    if length >= 4 {
                        nodes.push((what, Some(at)));
                        cycles.push(path(&nodes, nodes.len() - 1));
                    }
                    continue;
                } else if ons.contains(&what) {
                    continue;
                } else {
                    ons.push(what);
                }
                nodes.push((what, Some(at)));
                after.push(nodes.len() - 1);
            }
        }
        level = after;
    }
    cycles
}

fn forcing(position: &Position, from: u16, system: System) -> Option<Vec<u16>> {
    let mut nodes: Nodes = vec![(from, None)];
    let mut at = 0;
    // The order of a single queue is level by level, because the levels alternate between on and off.
    while at < nodes.len() {
        for what in next(position, nodes[at].0, system) {
            if nodes.iter().any(|&(other, _)| other == what) {
                continue;
            }
            nodes.push((what, Some(at)));
            if what == from ^ 1 {
                return Some(path(&nodes, nodes.len() - 1));
            }
        }
        at += 1;
    }
    None
}

fn removed(position: &Position, path: &[u16]) -> Vec<u16> {
    let sees = |at: Cell, digit_: u8, on: u16| {
        path.iter()
            .any(|&what| what & 1 == on && digit(what >> 1) == digit_ && cell(what >> 1).sees(at))
    };
    let mut removed = Vec::new();
    for at in Cell::all() {
        for digit in position.candidates(at).iter() {
            let outside = path.iter().all(|&what| cell(what >> 1) != at);
            if outside && sees(at, digit, 0) && sees(at, digit, 1) {
                removed.push(number(at, digit));
            }
        }
    }
    removed
}
