//! The step of a hint in full: the search runs again from the same start, and its conclusions are recorded.
//!
//! ```text
//!   hint   source r6c2.2 on, ends r3c1.2            ──►   Proof   one list of conclusions for each end, with their parents
//!                                                   ──►   Step    links, nested steps, text, notation
//! ```

use crate::board::{Digits, HOUSES};
use crate::control::Control;
use crate::logic::conclusion::{Conclusion, Why, links};
use crate::logic::grid9::tuples::members;
use crate::logic::nodes::Nodes;
use crate::logic::{Candidate, CellSet, Position, Step, Technique};

use super::bits::{candidate, cell, digit, number};
use super::branch::{Branch, NONE, PATTERNS, Shape};
use super::complexity::{END, Walked};
use super::hint::{ChainHint, is_cycle};
use super::links::{CELL, Reason, START};
use super::nested::Nested;
use super::propagate::{Propagator, Reach, Rules};
use super::statics::Statics;
use super::{Producer, text};

/// The conclusions that lead to each end, and the nested steps.
pub(super) struct Proof {
    pub(super) ends: Vec<Vec<Conclusion>>,
    pub(super) nested: Vec<Step>,
}

impl ChainHint {
    /// The step in full. `position` is the position in which the hint was found.
    pub fn step(&self, position: &Position) -> Step {
        let proof = match self.producer {
            Producer::Static => self.static_proof(position),
            _ => self.forcing_proof(position),
        };
        let placements: Vec<Candidate> =
            self.places().then(|| candidate(self.placed)).into_iter().collect();
        let removed: Vec<Candidate> = self.removed.iter().map(candidate).collect();
        let chains = proof.ends.iter().map(|end| links(end)).collect();
        let cells = self.cells(&proof);
        let mut digits = Digits::NONE;
        let mut houses = Vec::new();
        for conclusion in proof.ends.iter().flatten() {
            digits |= Digits::only(conclusion.digit);
            if let (true, &Why::House(house)) = (conclusion.on, &conclusion.why)
                && !houses.contains(&house)
            {
                houses.push(house);
            }
        }
        Step {
            technique: self.technique,
            rating: self.rating,
            eliminations: if self.places() { Vec::new() } else { removed.clone() },
            digits: digits.into(),
            houses,
            chains,
            complexity: self.complexity,
            text: text::sentences(self, &proof, &removed),
            notation: text::notation(self, &cells, &placements, &removed),
            cells,
            placements,
            nested: proof.nested,
        }
    }

    /// The cells of a cycle or chain in its order; with several branches, the cells in which they start.
    fn cells(&self, proof: &Proof) -> Vec<u16> {
        match self.producer {
            Producer::Static => {
                let mut cells = Vec::new();
                // The start of a cycle is also its end and is listed last.
                let skip = usize::from(is_cycle(self.technique));
                for conclusion in proof.ends.iter().flatten().skip(skip) {
                    if !cells.contains(&conclusion.cells[0]) {
                        cells.push(conclusion.cells[0]);
                    }
                }
                cells
            }
            _ => {
                let starts: CellSet = proof.ends.iter().map(|end| end[0].cells[0]).collect();
                starts.iter().map(u16::from).collect()
            }
        }
    }

    fn static_proof(&self, position: &Position) -> Proof {
        let mut statics = Statics::new();
        let mut walk: Vec<Walked> = Vec::new();
        statics.prepare(position, self);
        statics.walk(position, self, &mut walk);
        walk.retain(|walked| *walked != END);
        if is_cycle(self.technique) {
            walk.push(Walked { what: 2 * self.source.0 + 1, reason: START });
        }
        let end = walk
            .iter()
            .rev()
            .enumerate()
            .map(|(k, walked)| {
                let parents = k.checked_sub(1).into_iter().collect();
                conclusion((walked.what >> 1, walked.what & 1 != 0), walked.reason, None, parents)
            })
            .collect();
        Proof { ends: vec![end], nested: Vec::new() }
    }

    fn forcing_proof(&self, position: &Position) -> Proof {
        let reach = Reach::of(self.producer);
        let mut within = Nested::new();
        if let Producer::DynamicPlus(level) = self.producer {
            within.begin(level, self.scale);
            within.keep();
        }
        let mut propagator = Propagator::new(position);
        let mut proof = Proof { ends: Vec::new(), nested: Vec::new() };
        // For each nested chain, its number among the steps of the proof.
        let mut numbers = Vec::new();
        for source in self.sources(position) {
            let mut branch = Branch::new();
            let rules = match self.producer {
                Producer::DynamicPlus(_) => Some(&mut within as &mut dyn Rules),
                _ => None,
            };
            let unlimited = Control::unlimited();
            let nodes = Nodes::new(&unlimited);
            // Work without limits does not stop.
            if propagator.run(position, source, reach, rules, &mut branch, &nodes).is_err() {
                continue;
            }
            let ends = match (self.technique, branch.clash) {
                (Technique::Nishio | Technique::DynamicContradiction, Some((on, off))) => {
                    vec![on, off]
                }
                _ => vec![branch.node_of(self.target.0, self.target.1)],
            };
            let mut patterns = vec![None; branch.patterns.len()];
            for end in ends {
                let end = conclusions(&branch, end, |nested| {
                    if nested >= PATTERNS {
                        let pattern = (nested - PATTERNS) as usize;
                        *patterns[pattern].get_or_insert_with(|| {
                            proof.nested.push(pattern_step(&branch, nested));
                            proof.nested.len() as u16 - 1
                        })
                    } else {
                        if let Some(&(_, number)) = numbers.iter().find(|(one, _)| *one == nested) {
                            return number;
                        }
                        if let Some((hint, now)) = within.kept(nested) {
                            proof.nested.push(hint.step(now));
                        }
                        let number = proof.nested.len() as u16 - 1;
                        numbers.push((nested, number));
                        number
                    }
                });
                proof.ends.push(end);
            }
        }
        proof
    }

    /// The assumptions of the branches.
    fn sources(&self, position: &Position) -> Vec<(u16, bool)> {
        let (source, on) = self.source;
        let (at, value) = (cell(source), digit(source));
        match self.technique {
            Technique::DynamicDouble => vec![(source, true), (source, false)],
            Technique::CellForcingChains | Technique::DynamicCellForcingChains => {
                position.candidates(at).iter().map(|digit| (number(at, digit), true)).collect()
            }
            Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => {
                let house = usize::from(self.through.0);
                let places = position.places(house, value);
                let cells = members(places).map(|place| HOUSES[house][place]);
                cells.map(|cell| (number(cell, value), true)).collect()
            }
            _ => vec![(source, on)],
        }
    }
}

/// The ancestors of a node, from the assumption to the node itself.
fn conclusions(
    branch: &Branch,
    end: u16,
    mut number_of: impl FnMut(u32) -> u16,
) -> Vec<Conclusion> {
    let mut wanted = vec![false; branch.nodes.len()];
    wanted[usize::from(end)] = true;
    for node in (0..=usize::from(end)).rev() {
        if wanted[node] {
            for &parent in branch.parents_of(&branch.nodes[node]) {
                wanted[usize::from(parent)] = true;
            }
        }
    }
    let mut position = vec![0; branch.nodes.len()];
    let mut list = Vec::new();
    for (number, node) in branch.nodes.iter().enumerate().filter(|(number, _)| wanted[*number]) {
        position[number] = list.len();
        let parents = branch.parents_of(node).iter().map(|&k| position[usize::from(k)]);
        let nested = (node.nested != NONE).then(|| number_of(node.nested));
        let what = (node.candidate(), node.on());
        list.push(conclusion(what, node.reason, nested, parents.collect()));
    }
    list
}

/// The conclusion for a reason of chains, or for a nested step.
fn conclusion(
    (what, on): (u16, bool),
    reason: Reason,
    nested: Option<u16>,
    parents: Vec<usize>,
) -> Conclusion {
    let Candidate { cell, digit } = candidate(what);
    let why = match (nested, reason) {
        (Some(nested), _) => Why::Nested(nested),
        (None, START) => Why::Assumed,
        (None, CELL) => Why::Cell,
        (None, house) => Why::House(house.into()),
    };
    Conclusion { cells: vec![cell], digit, on, why, parents }
}

/// The step of a pattern nested in a branch.
fn pattern_step(branch: &Branch, nested: u32) -> Step {
    let Shape { technique, houses, digits } = branch.patterns[(nested - PATTERNS) as usize];
    let removed: Vec<Candidate> = branch
        .nodes
        .iter()
        .filter(|node| node.nested == nested)
        .map(|node| candidate(node.candidate()))
        .collect();
    let mut step = Step::new(technique);
    step.text = text::pattern(technique, houses, digits, &removed);
    step.eliminations = removed;
    step.digits = digits.into();
    step.houses = houses.map(u32::from).to_vec();
    step.houses.dedup();
    step
}
