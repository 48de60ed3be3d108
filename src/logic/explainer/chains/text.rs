//! The sentences and the notation of chains.

use crate::board::Digits;
use crate::logic::grid9::houses::{Kind, name};
use crate::logic::grid9::pattern::{self, cells_notation, conclusion_notation};
use crate::logic::text::chain::{self, Board, Clash, Narrator};
use crate::logic::text::{fish, locked, subsets};
use crate::logic::{Candidate, Step, Technique};

use super::bits::candidate;
use super::hint::{ChainHint, is_cycle};
use super::producer::Producer;
use super::proof::Proof;

/// A candidate in notation: `r1c2.3`.
fn short(what: Candidate) -> String {
    format!("{}.{}", what.classic_cell(), what.digit)
}

/// A state in notation.
fn state(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// The suffix of the name of a technique with nested techniques.
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
    cells: &[u16],
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
            format!("{} ==> {end}", source.classic_cell())
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

/// The chain in sentences, with a line for each branch.
pub(super) fn sentences(hint: &ChainHint, proof: &Proof, removed: &[Candidate]) -> String {
    let (source, target) = (candidate(hint.source.0), candidate(hint.target.0));
    let outcome = (target, hint.target.1);
    let within = |step: &Step| match step.houses[..] {
        [one, ..] if step.chains.is_empty() => {
            let other = step.houses.get(1).copied().unwrap_or(one);
            Some(reason(step.technique, [one, other], step.digits))
        }
        _ => None,
    };
    let board = Board { reason: &within, ..pattern::board() };
    let mut narrator = Narrator::new(&board, &proof.nested);
    let cell = source.classic_cell().to_string();
    match hint.technique {
        Technique::CellForcingChains | Technique::DynamicCellForcingChains => {
            narrator.common(chain::digits_of(&cell), &proof.ends, &[], outcome)
        }
        Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => {
            let house = name(hint.through.0.into());
            narrator.common(chain::places_of(source.digit, &house), &proof.ends, &[], outcome)
        }
        Technique::DynamicDouble => {
            narrator.common(chain::both_ways(&cell, source.digit), &proof.ends, &[], outcome)
        }
        Technique::Nishio | Technique::DynamicContradiction => {
            narrator.contradiction(&proof.ends, &Clash::Candidate(target), &[])
        }
        technique if is_cycle(technique) => narrator.cycle(&proof.ends[0], removed),
        _ => narrator.contradiction(&proof.ends, &Clash::Assumption, &[]),
    }
}

/// A nested pattern in words.
pub(super) fn pattern(
    technique: Technique,
    houses: [u8; 2],
    digits: Digits,
    removed: &[Candidate],
) -> String {
    let reason = reason(technique, houses.map(u32::from), digits.into());
    chain::pattern(reason, &pattern::removed(removed))
}

/// The reason of a nested pattern, in lower case.
fn reason(technique: Technique, houses: [u32; 2], digits: u64) -> String {
    let [one, two] = houses.map(|house| name(house as usize));
    match technique {
        Technique::Pointing | Technique::Claiming => locked::reason(digits, [&one, &two]),
        Technique::HiddenPair => subsets::hidden_reason(&one, digits),
        Technique::NakedPair => subsets::naked_reason(&one, digits),
        _ => fish::reason(digits, [&one, &two]),
    }
}
