//! Forcing chains: all consequences of an assumption by single links.
//!
//! ```text
//!   contradiction   an assumption (a candidate on or off) implies that another is both on and off      the shortest one
//!   verity          every candidate of a cell, or every place of a digit in a unit, implies the same
//! ```

use crate::logic::Technique;
use crate::logic::conclusion::{Conclusion, links};
use crate::logic::nodes::Nodes;
use crate::logic::text::chain::Clash;

use super::graph::{Closure, Graph};
use super::look::{Look, Sink};
use crate::logic::Step;
use crate::logic::scale::Halt;

/// Finds the contradiction with the fewest links.
pub fn contradiction(
    look: &Look<'_>,
    graph: &Graph,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let count = graph.marks.len() as u32;
    let mut best: Option<(u32, u32, u32)> = None;
    for start in 0..2 * count {
        let closure = graph.closure(start, nodes)?;
        for candidate in 0..count {
            let (off, on) = (2 * candidate, 2 * candidate + 1);
            if closure.contains(off) && closure.contains(on) {
                let length = closure.depth(off) + closure.depth(on);
                if best.is_none_or(|(shortest, ..)| length < shortest) {
                    best = Some((length, start, candidate));
                }
            }
        }
    }
    let Some((_, start, candidate)) = best else { return Ok(()) };
    sink(step(look, graph, start, candidate, &graph.closure(start, nodes)?))
}

fn step(look: &Look<'_>, graph: &Graph, start: u32, candidate: u32, closure: &Closure) -> Step {
    let (mark, other) = (graph.mark(start), graph.marks[candidate as usize]);
    let technique = Technique::ForcingChainContradiction;
    let mut found = match start & 1 {
        1 => Step::removing(technique, vec![mark]),
        _ => Step::placing(technique, mark),
    };
    found.cells = vec![mark.cell];
    found.digits = 1 << mark.d();
    let ends = [2 * candidate + 1, 2 * candidate].into_iter();
    let paths: Vec<Vec<u32>> =
        ends.map(|node| closure.path(node)).filter(|path| path.len() > 1).collect();
    let paths = paths.iter().map(|path| graph.conclusions(look, path));
    let paths: Vec<Vec<Conclusion>> = paths.collect();
    found.chains = paths.iter().map(|path| links(path)).collect();
    look.tell(found, |_| {
        let clash = match paths.len() {
            1 => Clash::Assumption,
            _ => Clash::Candidate(other),
        };
        let text = look.narrate(|narrator| narrator.contradiction(&paths, &clash, &[]));
        let is = if start & 1 == 1 { "is" } else { "is not" };
        (format!("{} {is} {}", look.cell(mark.cell), mark.digit), text)
    })
}

/// Finds common consequences of all candidates of a cell, or of all places of a digit in a unit.
pub fn verity(
    look: &Look<'_>,
    graph: &Graph,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let all_nodes = 2 * graph.marks.len() as u32;
    // For each candidate, its consequences if it is on, as bits.
    let mut reached: Vec<Vec<u64>> = Vec::new();
    for candidate in 0..graph.marks.len() as u32 {
        let closure = graph.closure(2 * candidate + 1, nodes)?;
        let mut set = vec![0; (all_nodes as usize).div_ceil(64)];
        for node in (0..all_nodes).filter(|&node| closure.contains(node)) {
            set[node as usize / 64] |= 1 << (node % 64);
        }
        reached.push(set);
    }
    for (marks, unit) in look.alternatives() {
        nodes.checkpoint()?;
        let numbers: Vec<u32> = marks.iter().map(|&mark| graph.number(look, mark)).collect();
        let mut common = reached[numbers[0] as usize].clone();
        for &number in &numbers[1..] {
            common.iter_mut().zip(&reached[number as usize]).for_each(|(all, one)| *all &= one);
        }
        if common.iter().all(|&word| word == 0) {
            continue;
        }
        let closures: Vec<Closure> = numbers
            .iter()
            .map(|&number| graph.closure(2 * number + 1, nodes))
            .collect::<Result<_, _>>()?;
        let node = (0..all_nodes)
            .filter(|&node| common[node as usize / 64] >> (node % 64) & 1 == 1)
            .min_by_key(|&node| closures.iter().map(|closure| closure.depth(node)).sum::<u32>());
        let Some(node) = node else { continue };
        let mark = graph.mark(node);
        let technique = Technique::ForcingChainVerity;
        let found = match node & 1 {
            1 => Step::placing(technique, mark),
            _ => Step::removing(technique, vec![mark]),
        };
        let mut found = found.by_alternatives(&marks, unit);
        let paths: Vec<Vec<u32>> = closures
            .iter()
            .map(|closure| closure.path(node))
            .filter(|path| path.len() > 1)
            .collect();
        let paths = paths.iter().map(|path| graph.conclusions(look, path));
        let paths: Vec<Vec<Conclusion>> = paths.collect();
        found.chains = paths.iter().map(|path| links(path)).collect();
        sink(look.tell(found, |_| {
            let (pattern, intro) = look.alternatives_text(&marks, unit);
            let outcome = (mark, node & 1 == 1);
            let text = look.narrate(|narrator| narrator.common(intro, &paths, &[], outcome));
            (pattern, text)
        }))?;
    }
    Ok(())
}
