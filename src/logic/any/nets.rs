//! Finders for forcing nets: contradictions of assumptions, and common consequences of alternatives.
//!
//! Nets are deepened iteratively: all assumptions are followed to the same depth, which grows round by round, so that a short
//! contradiction is found before a long one.

use crate::logic::step::NO_HOUSES;
use std::collections::HashMap;

use crate::logic::Technique;
use crate::logic::conclusion::links;
use crate::logic::nodes::Nodes;
use crate::logic::text::chain::Clash;

use super::look::{Look, Sink};
use super::net::{Conflict, NONE, Net};
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// The numbers of rounds to which the nets are followed, one after the other.
fn depths() -> impl Iterator<Item = usize> {
    (1..6).chain(std::iter::successors(Some(8), |depth| Some(2 * depth)))
}

/// Finds the contradictions at the smallest depth.
pub fn contradiction(look: &Look<'_>, nodes: &Nodes<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let open = look.all_marks();
    let is_kept = fit_in_memory(look, open.len());
    let mut open: Vec<(Candidate, Option<Net<'_>>)> =
        open.into_iter().map(|mark| (mark, None)).collect();
    for rounds in depths() {
        let mut deeper = Vec::new();
        for (mark, kept) in open {
            nodes.checkpoint()?;
            let mut net = kept.unwrap_or_else(|| Net::new(look, mark, 0));
            net.deepen(rounds);
            let Some(conflict) = net.conflict else {
                if !net.is_finished {
                    deeper.push((mark, is_kept.then_some(net)));
                }
                continue;
            };
            let mut found = Step::removing(Technique::ForcingNetContradiction, vec![mark]).by(
                vec![mark.cell],
                1u64 << mark.d(),
                NO_HOUSES,
            );
            if look.texts {
                let (list, lost) = net.conclusions(&net.causes(conflict));
                found.houses = match conflict {
                    Conflict::Cell(_) => Vec::new(),
                    Conflict::Place(unit, _) => vec![unit],
                    Conflict::Clue(clue) => vec![clue.house(look)],
                };
                found.chains = vec![links(&list)];
                let clash = clash(look, conflict);
                found.text =
                    look.narrate(|narrator| narrator.contradiction(&[list], &clash, &lost));
                found.notation = format!("{} is {}", look.cell(mark.cell), mark.digit);
            }
            sink(found)?;
        }
        if deeper.is_empty() {
            break;
        }
        open = deeper;
    }
    Ok(())
}

/// A conflict in the form needed by the sentences.
fn clash(look: &Look<'_>, conflict: Conflict) -> Clash {
    match conflict {
        Conflict::Cell(cell) => Clash::Cell(cell),
        Conflict::Place(unit, d) => Clash::Place(unit, d as u8 + 1),
        Conflict::Clue(clue) => Clash::Clue(clue.broken(look)),
    }
}

/// The memory limit, in candidates times entries of a net, up to which all nets are kept at once. Every board up to side 16 is
/// below it.
const MOST_PAIRS: usize = 1 << 24;

/// Whether the nets of this number of candidates fit in memory.
fn fit_in_memory(look: &Look<'_>, candidates: usize) -> bool {
    candidates * look.rules.cells() * look.rules.digits() <= MOST_PAIRS
}

/// Finds common consequences of all candidates of a cell, or of all places of a digit in a unit. Large boards with many
/// candidates are skipped.
pub fn verity(look: &Look<'_>, nodes: &Nodes<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = look.all_marks();
    if !fit_in_memory(look, all.len()) {
        return Ok(());
    }
    let mut nets = HashMap::new();
    for &mark in &all {
        nodes.checkpoint()?;
        nets.insert(mark, Net::new(look, mark, usize::MAX));
    }
    for (group, unit) in look.alternatives() {
        nodes.checkpoint()?;
        // If contradictions are not allowed as steps, a branch may end in one; the other branches then decide.
        let branches: Vec<&Net<'_>> = group.iter().map(|mark| &nets[mark]).collect();
        if branches.iter().all(|net| net.conflict.is_some()) {
            continue;
        }
        for &mark in &all {
            let at = branches[0].index(mark);
            let agrees = |net: &&Net<'_>| net.conflict.is_some() || net.off[at] != NONE;
            if !branches.iter().all(agrees) {
                continue;
            }
            let mut found = Step::removing(Technique::ForcingNetVerity, vec![mark])
                .by_alternatives(&group, unit);
            if look.texts {
                let (pattern, intro) = look.alternatives_text(&group, unit);
                let branch = |net: &&Net<'_>| match net.conflict {
                    Some(conflict) => {
                        let (list, lost) = net.conclusions(&net.causes(conflict));
                        (list, Some((clash(look, conflict), lost)))
                    }
                    None => (net.conclusions(&[net.off[at]]).0, None),
                };
                let (lists, clashes): (Vec<_>, Vec<_>) = branches.iter().map(branch).unzip();
                found.chains = lists.iter().map(|list| links(list)).collect();
                found.notation = pattern;
                let outcome = (mark, false);
                found.text = look.narrate(|tell| tell.common(intro, &lists, &clashes, outcome));
            }
            sink(found)?;
        }
    }
    Ok(())
}
