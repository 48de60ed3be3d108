//! Chains in words, and in players' notation.
//!
//! ```text
//!   Suppose that r6c2 is 2.
//!   r2c8 is 2, the only place left for 2 in column 8, since the 2 in r6c2 excludes r6c8.
//!   …
//!   r3c1 would be 2 and not 2 at the same time, so the assumption is wrong: r6c2 is not 2.
//! ```
//!
//! A sentence tells what is on, and why all else is off: candidates that are off have no sentences of their own but at the
//! end.

use crate::board::{Cell, Digits};
use crate::logic::grid9::cells::PEER_SETS;
use crate::logic::grid9::houses::{Kind, name};
use crate::logic::grid9::pattern::{
    any_digit_text, cells_notation, cells_text, conclusion_notation, digits_text, eliminations_text,
};
use crate::logic::{Candidate, CellSet, Technique};

use super::bits::{candidate, digit};
use super::hint::{ChainHint, is_cycle};
use super::links::{CELL, START};
use super::producer::Producer;
use super::proof::{Conclusion, Proof};

/// A candidate in notation: `r1c2.3`.
fn short(what: Candidate) -> String {
    format!("{}.{}", what.classic_cell(), what.digit)
}

/// A state in notation.
fn state(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// A conclusion in words.
fn is(what: Candidate, on: bool) -> String {
    format!("{} is {}{}", what.classic_cell(), if on { "" } else { "not " }, what.digit)
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

/// The chain in sentences, a line for each branch.
pub(super) fn sentences(
    hint: &ChainHint,
    proof: &Proof,
    placements: &[Candidate],
    removed: &[Candidate],
) -> String {
    let (source, on) = (candidate(hint.source.0), hint.source.1);
    let (target, target_on) = (candidate(hint.target.0), hint.target.1);
    let mut lines: Vec<String> = Vec::new();
    let contradiction =
        matches!(hint.technique, Technique::Nishio | Technique::DynamicContradiction);
    match hint.technique {
        Technique::CellForcingChains | Technique::DynamicCellForcingChains => {
            lines.push(format!(
                "Each digit left for {} leads to the same conclusion.",
                source.classic_cell()
            ));
        }
        Technique::RegionForcingChains | Technique::DynamicRegionForcingChains => {
            let house = name(usize::from(hint.through.0));
            lines.push(format!(
                "Each place left for {} in {house} leads to the same conclusion.",
                digit(hint.source.0)
            ));
        }
        Technique::DynamicDouble => {
            lines.push(format!("Whether or not {}, the conclusion is the same.", is(source, true)));
        }
        _ => {}
    }
    let mut told = Told::default();
    for (k, end) in proof.ends.iter().enumerate() {
        // Both ends of a contradiction start alike: what the first has told is not told again.
        let before = if contradiction && k == 1 { &proof.ends[0][..] } else { &[] };
        let is_told = |&k: &usize| {
            let one = &end[k];
            (one.on || one.reason == START || one.nested.is_some() || k + 1 == end.len())
                && !before.iter().any(|other| (other.what, other.on) == (one.what, one.on))
        };
        let numbers: Vec<usize> = (0..end.len()).filter(is_told).collect();
        let steps = numbers
            .chunk_by(|&k, &next| end[k].nested.is_some() && end[k].nested == end[next].nested);
        let mut parts: Vec<String> =
            steps.map(|together| sentence(together, end, proof, &mut told)).collect();
        if parts.is_empty() {
            continue;
        }
        if !before.is_empty() {
            parts
                .insert(0, format!("But also, still with the assumption that {}:", is(source, on)));
        }
        lines.push(parts.join(" "));
        told.since.clear();
    }
    let conclusion = match hint.technique {
        technique if is_cycle(technique) => format!(
            "The chain closes. If instead {}, the same links hold the other way round. In both cases {}.",
            is(source, false),
            either_way(proof.ends.first().map_or(&[], Vec::as_slice), removed)
        ),
        _ if contradiction => format!(
            "{} would be {} and not {} at the same time, so the assumption is wrong: {}.",
            target.classic_cell(),
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
    };
    lines.push(conclusion);
    if let [placed] = placements
        && removed.len() > 1
    {
        lines.push(format!("This removes the other digits of {}.", placed.classic_cell()));
    }
    lines.join("\n")
}

/// What both directions of a cycle exclude: in the one, all its candidates that are on are true, in the other, all that are
/// off. So one of two candidates, one of each kind, is true, and what both exclude is not.
fn either_way(cycle: &[Conclusion], removed: &[Candidate]) -> String {
    let mut groups: Vec<([Candidate; 2], Vec<Candidate>)> = Vec::new();
    for &gone in removed {
        let excludes = |by: &&Conclusion| {
            if by.what.classic_cell() == gone.classic_cell() {
                by.what.digit != gone.digit
            } else {
                by.what.digit == gone.digit
                    && PEER_SETS[usize::from(gone.cell)].contains(by.what.classic_cell())
            }
        };
        let linked = cycle.windows(2).find(|pair| pair.iter().all(|one| excludes(&one)));
        let any = |on| cycle.iter().filter(|one| one.on == on).find(excludes);
        let pair = match linked {
            Some([one, other]) => Some([one.what, other.what]),
            _ => any(true).zip(any(false)).map(|(on, off)| [on.what, off.what]),
        };
        let Some(pair) = pair else { continue };
        match groups.iter_mut().find(|(other, _)| *other == pair) {
            Some((_, all)) => all.push(gone),
            None => groups.push((pair, vec![gone])),
        }
    }
    let told = groups.iter().map(|([one, other], gone)| {
        let mut digits = Digits::NONE;
        for one in gone {
            digits |= Digits::only(one.digit);
        }
        let cells: CellSet = gone.iter().map(|one| one.classic_cell()).collect();
        let verb = if cells.len() == 1 { "is" } else { "are" };
        let cells = cells_text(cells.iter());
        let digits = any_digit_text(digits);
        if one.classic_cell() == other.classic_cell() {
            format!(
                "{} is {} or {}, so it is not {digits}",
                one.classic_cell(),
                one.digit,
                other.digit
            )
        } else if one.digit == other.digit {
            let sees = if verb == "is" { "sees" } else { "see" };
            format!(
                "{} or {} is {}, so {cells}, which {sees} both, {verb} not {digits}",
                one.classic_cell(),
                other.classic_cell(),
                one.digit
            )
        } else {
            format!("{} or {}, so {cells} {verb} not {digits}", is(*one, true), is(*other, true))
        }
    });
    told.collect::<Vec<_>>().join("; ")
}

/// Why candidates are off.
#[derive(PartialEq)]
enum Cause {
    /// Its cell holds this.
    Held(Candidate),
    /// A house of its cell has this.
    Excluded(Candidate),
    /// A conclusion told before.
    Known,
}

/// What a conclusion rests on, in words: empty, or `since … and …`.
fn since(to: &Conclusion, end: &[Conclusion]) -> String {
    let is_digit = to.on && to.reason == CELL;
    let mut causes: Vec<(Cause, Vec<Cell>, Digits)> = Vec::new();
    for one in to.parents.iter().map(|&k| &end[k]) {
        let by = one.parents.first().map(|&k| end[k].what);
        let cause = match (one.reason, by) {
            _ if one.on => Cause::Held(one.what),
            (START, _) | (_, None) => Cause::Known,
            _ if one.nested.is_some() => Cause::Known,
            (CELL, Some(by)) => Cause::Held(by),
            (_, Some(by)) => Cause::Excluded(by),
        };
        let (cell, digit) = (one.what.classic_cell(), Digits::only(one.what.digit));
        let is_like = |other: &Cause, digits: &Digits| {
            *other == cause && (cause != Cause::Known || is_digit || *digits == digit)
        };
        match causes.iter_mut().find(|(other, _, digits)| is_like(other, digits)) {
            Some((_, cells, digits)) => {
                cells.push(cell);
                *digits |= digit;
            }
            None => causes.push((cause, vec![cell], digit)),
        }
    }
    let clauses = causes.iter().map(|(cause, cells, digits)| match cause {
        Cause::Held(by) => is(*by, true),
        Cause::Excluded(by) if is_digit => format!("{} is in {}", by.digit, by.classic_cell()),
        Cause::Excluded(by) => {
            let cells = cells_text(cells.iter().copied());
            format!("the {} in {} excludes {cells}", by.digit, by.classic_cell())
        }
        Cause::Known if is_digit => format!("it is not {}", any_digit_text(*digits)),
        Cause::Known => {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not {}", cells_text(cells.iter().copied()), any_digit_text(*digits))
        }
    });
    let clauses: Vec<String> = clauses.collect();
    match &clauses[..] {
        [] => String::new(),
        [one] => format!("since {one}"),
        [all @ .., last] => format!("since {}, and {last}", all.join(", ")),
    }
}

/// What the text has said of steps within.
#[derive(Default)]
struct Told {
    /// The reasons given by patterns.
    patterns: Vec<String>,
    /// What the last step within rests on.
    since: String,
}

/// Reasons up to this length are repeated.
const SHORT: usize = 40;

/// What a step within concludes, in words: a pattern is told in full the first time, a chain by what it shows.
fn nested(
    number: u16,
    together: &[usize],
    end: &[Conclusion],
    proof: &Proof,
    told: &mut Told,
) -> String {
    let step = &proof.nested[usize::from(number)];
    let facts = since(&end[together[0]], end);
    let since =
        if facts == told.since && facts.len() > SHORT { "for the same reasons" } else { &facts };
    let comma = if since.is_empty() { "" } else { ", " };
    let mut removed: Vec<Candidate> = together.iter().map(|&k| end[k].what).collect();
    removed.sort_unstable();
    let removed = eliminations_text(&removed);
    let sentence = match step.houses[..] {
        [one, ..] if step.chains.is_empty() => {
            let other = step.houses.get(1).copied().unwrap_or(one);
            let reason = reason(step.technique, [one, other], step.digits);
            if told.patterns.contains(&reason) {
                format!("as before, {since}{comma}this removes {removed}.")
            } else {
                let sentence = format!("{since}{comma}{reason}, which removes {removed}.");
                told.patterns.push(reason);
                sentence
            }
        }
        _ => {
            format!("{since}{comma}a nested chain removes {removed} (nested step {}).", number + 1)
        }
    };
    let sentence = capitalised(&sentence);
    told.since = facts;
    sentence
}

/// A sentence with a capital.
fn capitalised(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// A conclusion in words, or several of one step within.
fn sentence(together: &[usize], end: &[Conclusion], proof: &Proof, told: &mut Told) -> String {
    let to = &end[together[0]];
    if let Some(number) = to.nested {
        return nested(number, together, end, proof, told);
    }
    let (cell, digit) = (to.what.classic_cell(), to.what.digit);
    let so = is(to.what, to.on);
    match (to.reason, to.on) {
        (START, _) => format!("Suppose that {so}."),
        (CELL, true) => format!("{so}, the only digit left there, {}.", since(to, end)),
        (CELL, false) => {
            let other = end[to.parents[0]].what.digit;
            format!("{so}, since it is {other}.")
        }
        (house, true) => {
            let house = name(usize::from(house));
            format!("{so}, the only place left for {digit} in {house}, {}.", since(to, end))
        }
        (house, false) => {
            let other = end[to.parents[0]].what.classic_cell();
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
    let reason = reason(technique, houses.map(u32::from), digits.into());
    capitalised(&format!("{reason}, which removes {}.", eliminations_text(removed)))
}

/// Why a pattern within a chain removes something, without a capital.
fn reason(technique: Technique, houses: [u32; 2], digits: u64) -> String {
    let [one, two] = houses.map(|house| name(house as usize));
    let digits = digits_text(digits);
    match technique {
        Technique::Pointing | Technique::Claiming => {
            format!("all places left for {digits} in {one} are in {two}")
        }
        Technique::HiddenPair => format!("{digits} have only the same two cells left in {one}"),
        Technique::NakedPair => format!("two cells of {one} can hold only {digits}"),
        _ => {
            let lines = if houses[0] < 9 { "columns" } else { "rows" };
            format!("the places left for {digits} in {one} and {two} are in the same two {lines}")
        }
    }
}
