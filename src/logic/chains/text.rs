//! Chains in words, and in players' notation.
//!
//! ```text
//!   Suppose that r6c2 is 2.
//!   r6c8 is not 2, since row 6 already has its 2.
//!   r2c8 is 2, the only place left for 2 in column 8.
//!   …
//!   r3c1 would be 2 and not 2 at the same time, so r6c2 is not 2.
//! ```

use crate::board::{Cell, Digits};
use crate::logic::houses::{Kind, name};
use crate::logic::pattern::{
    cells_notation, conclusion_notation, digits_text, eliminations_text, listed,
};
use crate::logic::{Candidate, Technique};

use super::Producer;
use super::bits::{candidate, digit};
use super::hint::ChainHint;
use super::links::{CELL, START};
use super::proof::{Conclusion, Proof};
use super::statics::is_cycle;

/// A candidate in notation: `r1c2.3`.
fn short(what: Candidate) -> String {
    format!("{}.{}", what.cell, what.digit)
}

/// A state in notation.
fn state(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// A conclusion in words.
fn is(what: Candidate, on: bool) -> String {
    format!("{} is {}{}", what.cell, if on { "" } else { "not " }, what.digit)
}

/// What the name of a technique with others inside ends in.
fn within(level: u8) -> String {
    match level {
        1 => " (+)".to_string(),
        2 => " (+ Forcing Chains)".to_string(),
        3 => " (+ Multiple Forcing Chains)".to_string(),
        4 => " (+ Dynamic Forcing Chains)".to_string(),
        _ => format!(" (+ Dynamic Forcing Chains{})", within(level.saturating_sub(3))),
    }
}

/// The step in one line.
pub(super) fn notation(
    hint: &ChainHint,
    cells: &[Cell],
    placements: &[Candidate],
    removed: &[Candidate],
) -> String {
    let name = match hint.technique {
        Technique::XCycle if hint.complexity == 4 => "Generalized X-Wing",
        Technique::XCycle => "Bidirectional X-Cycle",
        Technique::YCycle => "Bidirectional Y-Cycle",
        Technique::XyCycle => "Bidirectional Cycle",
        Technique::ForcingXChain if hint.complexity == 6 => "Turbot Fish",
        Technique::ForcingXChain => "Forcing X-Chain",
        Technique::ForcingChain => "Forcing Chain",
        Technique::Nishio => "Nishio Forcing Chains",
        Technique::CellForcingChains => "Cell Forcing Chains",
        Technique::RegionForcingChains => "Region Forcing Chains",
        Technique::DynamicCellForcingChains => "Dynamic Cell Forcing Chains",
        Technique::DynamicRegionForcingChains => "Dynamic Region Forcing Chains",
        Technique::DynamicDouble => "Dynamic Double Forcing Chains",
        _ => "Dynamic Contradiction Forcing Chains",
    };
    let (source, on) = (candidate(hint.source.0), hint.source.1);
    let (target, target_on) = (candidate(hint.target.0), hint.target.1);
    let end = format!("{} {}", short(target), state(target_on));
    let body = match hint.technique {
        Technique::Nishio | Technique::DynamicContradiction => {
            format!("{} {} ==> {} both on & off", short(source), state(on), short(target))
        }
        Technique::DynamicDouble => format!("{} on & off ==> {end}", short(source)),
        Technique::CellForcingChains | Technique::DynamicCellForcingChains => {
            format!("{} ==> {end}", source.cell)
        }
        Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => {
            let house = Kind::of(usize::from(hint.through.0)).short();
            format!("{} in {house} ==> {end}", source.digit)
        }
        technique if is_cycle(technique) => cells_notation(cells),
        _ => end,
    };
    let suffix = match hint.producer {
        Producer::DynamicPlus(level) => within(level),
        _ => String::new(),
    };
    let conclusion = conclusion_notation(placements, removed);
    format!("{name}{suffix} n={}: {body} => {conclusion}", hint.complexity)
}

/// The chain told link by link.
pub(super) fn sentences(
    hint: &ChainHint,
    proof: &Proof,
    placements: &[Candidate],
    removed: &[Candidate],
) -> String {
    let (source, on) = (candidate(hint.source.0), hint.source.1);
    let (target, target_on) = (candidate(hint.target.0), hint.target.1);
    let mut parts: Vec<String> = Vec::new();
    let contradiction =
        matches!(hint.technique, Technique::Nishio | Technique::DynamicContradiction);
    match hint.technique {
        Technique::CellForcingChains | Technique::DynamicCellForcingChains => {
            parts.push(format!("Each digit left for {} leads to the same.", source.cell));
        }
        Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => {
            let house = name(usize::from(hint.through.0));
            parts.push(format!(
                "Each place left for {} in {house} leads to the same.",
                digit(hint.source.0)
            ));
        }
        Technique::DynamicDouble => {
            parts.push(format!("Whether or not {}, it leads to the same.", is(source, true)));
        }
        _ => {}
    }
    for (k, end) in proof.ends.iter().enumerate() {
        if contradiction && k == 1 {
            parts.push(format!("But also, still with the assumption that {}:", is(source, on)));
        }
        let skip = usize::from(contradiction && k == 1);
        parts.extend(end[skip..].iter().map(|to| sentence(to, end, proof)));
    }
    parts.push(match hint.technique {
        technique if is_cycle(technique) => format!(
            "The chain closes. If instead {}, the same links hold the other way round, so every link has its digit in \
             exactly one of its two ends. This removes {}.",
            is(source, false),
            eliminations_text(removed)
        ),
        _ if contradiction => format!(
            "{} would be {} and not {} at the same time, so the assumption is wrong: {}.",
            target.cell,
            target.digit,
            target.digit,
            is(source, !on)
        ),
        Technique::ForcingChain | Technique::ForcingXChain => format!(
            "The assumption that {} leads to its opposite, so {}.",
            is(source, on),
            is(target, target_on)
        ),
        _ => format!("In every case {}.", is(target, target_on)),
    });
    if let [placed] = placements
        && removed.len() > 1
    {
        parts.push(format!("The other digits of {} go.", placed.cell));
    }
    parts.join(" ")
}

/// One link in words.
fn sentence(to: &Conclusion, end: &[Conclusion], proof: &Proof) -> String {
    let Candidate { cell, digit } = to.what;
    match (to.nested.map(|k| &proof.nested[usize::from(k)]), to.reason, to.on) {
        (Some(step), ..) => {
            let facts = to.parents.iter().map(|&k| is(end[k].what, end[k].on)).collect();
            let text = step.text.trim_end_matches('.');
            format!("Since {}: {text}. So {}.", listed(facts, "and"), is(to.what, false))
        }
        (None, START, on) => format!("Suppose that {}.", is(to.what, on)),
        (None, CELL, true) => format!("{cell} is {digit}, the only digit left there."),
        (None, CELL, false) => {
            let other = end[to.parents[0]].what.digit;
            format!("{cell} is not {digit}, since it is {other}.")
        }
        (None, house, true) => {
            let house = name(usize::from(house));
            format!("{cell} is {digit}, the only place left for {digit} in {house}.")
        }
        (None, house, false) => {
            let other = end[to.parents[0]].what.cell;
            let house = name(usize::from(house));
            format!("{cell} is not {digit}, since {house} has its {digit} in {other}.")
        }
    }
}

/// A pattern within a chain in words.
pub(super) fn pattern(
    technique: Technique,
    houses: [u8; 2],
    digits: Digits,
    removed: &[Candidate],
) -> String {
    let [one, two] = houses.map(|house| name(usize::from(house)));
    let digits = digits_text(digits);
    let reason = match technique {
        Technique::Pointing | Technique::Claiming => {
            format!("all places left for {digits} in {one} are in {two}")
        }
        Technique::HiddenPair => format!("{digits} have only the same two cells left in {one}"),
        Technique::NakedPair => format!("two cells of {one} can hold only {digits}"),
        _ => {
            let lines = if houses[0] < 9 { "columns" } else { "rows" };
            format!("the places left for {digits} in {one} and {two} are in the same two {lines}")
        }
    };
    format!("{reason}, which removes {}.", eliminations_text(removed))
}
