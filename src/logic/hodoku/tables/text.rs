//! Loops, chains and nets in words, and in HoDoKu's notation.

use crate::board::{Cell, Digits};
use crate::logic::grid9::cells::CellSet;
use crate::logic::grid9::houses::name;
use crate::logic::grid9::pattern::{any_cell_text, eliminations_text, in_order};
use crate::logic::hodoku::found::Found;
use crate::logic::step::NO_HOUSES;
use crate::logic::text::short;
use crate::logic::{Candidate, LinkReason, Step, Technique};

use super::TableProof;
use super::forcing::Reason;
use super::proof::Conclusion;

/// A candidate or group in words: `r1c2 is 5`, `none of r1c2 or r1c3 is 5`.
fn words(cells: CellSet, digit: u8, on: bool) -> String {
    let several = cells.is_several();
    let cells = any_cell_text(cells.iter());
    match (on, several) {
        (true, true) => format!("one of {cells} is {digit}"),
        (true, false) => format!("{cells} is {digit}"),
        (false, true) => format!("none of {cells} is {digit}"),
        (false, false) => format!("{cells} is not {digit}"),
    }
}

fn is(one: &Conclusion) -> String {
    words(one.cells, one.digit, one.on)
}

/// A list of conclusions in sentences: what is on, and the end.
fn branch(list: &[Conclusion], from: usize) -> Vec<String> {
    let mut parts = Vec::new();
    for (number, one) in list.iter().enumerate().skip(from) {
        match one.reason {
            None => parts.push(format!("Suppose that {}.", is(one))),
            Some(LinkReason::House(house)) if one.on => {
                let house = name(house as usize);
                let left = format!("no other place is left for {} in {house}", one.digit);
                parts.push(format!("Then {}: {left}.", is(one)));
            }
            Some(_) if one.on => {
                parts.push(format!("Then {}: no other digit is left for it.", is(one)));
            }
            Some(_) if number + 1 == list.len() => parts.push(format!("Then {}.", is(one))),
            Some(_) => {}
        }
    }
    parts
}

/// The step in sentences, a line for each branch.
pub(super) fn sentences(proof: &TableProof, branches: &[Vec<Conclusion>], found: &Found) -> String {
    let mut lines = Vec::new();
    for (k, list) in branches.iter().enumerate() {
        let is_contradiction =
            matches!(proof, TableProof::Forcing { reason: Reason::Contradiction { .. }, .. });
        let repeats = is_contradiction && k > 0;
        let mut parts = branch(list, usize::from(repeats));
        if repeats {
            parts.insert(0, "From the same assumption:".to_string());
        }
        lines.push(parts.join(" "));
    }
    let removed = eliminations_text(&in_order(&found.eliminations));
    let (first, last) = (&branches[0][0], branches[0].last());
    lines.push(match proof {
        TableProof::Loop { .. } => conclusion(first, last.unwrap_or(first), found, &removed),
        TableProof::Forcing { reason: Reason::Contradiction { .. }, .. } => {
            let why = match lost(branches) {
                Lost::Nothing if branches.len() == 1 => {
                    "This is the opposite of the assumption".to_string()
                }
                Lost::Nothing => "Both cannot be".to_string(),
                Lost::Cell(cell) => format!("No digit would be left for {cell}"),
                Lost::House(house, digit) => {
                    format!("No place would be left for {digit} in {}", name(house))
                }
            };
            format!("{why}, so the assumption is wrong: {}.", outcome(found))
        }
        TableProof::Forcing { .. } => {
            format!("One of the assumptions is true, and all lead to the same: {}.", outcome(found))
        }
    });
    lines.join("\n")
}

/// What is so in the end.
fn outcome(found: &Found) -> String {
    match (&found.placements[..], &found.eliminations[..]) {
        ([placed], _) => words(CellSet::only(placed.classic_cell()), placed.digit, true),
        (_, [gone]) => words(CellSet::only(gone.classic_cell()), gone.digit, false),
        _ => String::new(),
    }
}

fn is_continuous(technique: Technique) -> bool {
    matches!(technique, Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop)
}

/// What a loop or chain shows.
fn conclusion(first: &Conclusion, last: &Conclusion, found: &Found, removed: &str) -> String {
    if is_continuous(found.technique) {
        return format!(
            "The chain closes, and its links hold in both directions: of any two neighbours that exclude each other one is \
             true, and what both exclude is false. Remove {removed}."
        );
    }
    let opposite = words(first.cells, first.digit, true);
    match (first.on, last.on) {
        (true, _) => format!("This excludes the assumption, so remove {removed}."),
        (false, true) if first.cells == last.cells => {
            format!("So {} in any case: remove {removed}.", is(last))
        }
        (false, true) => {
            format!(
                "So {opposite} or {}, and what both exclude is false: remove {removed}.",
                is(last)
            )
        }
        (false, false) => {
            format!("If {opposite}, {} as well: remove {removed}.", is(last))
        }
    }
}

/// The step in one line, as HoDoKu writes it.
pub(super) fn notation(proof: &TableProof, branches: &[Vec<Conclusion>], found: &Found) -> String {
    let (name, is_loop) = match found.technique {
        Technique::ContinuousNiceLoop => ("Continuous Nice Loop", true),
        Technique::GroupedContinuousNiceLoop => ("Grouped Continuous Nice Loop", true),
        Technique::DiscontinuousNiceLoop => ("Discontinuous Nice Loop", true),
        Technique::GroupedDiscontinuousNiceLoop => ("Grouped Discontinuous Nice Loop", true),
        Technique::Aic => ("AIC", false),
        Technique::GroupedAic => ("Grouped AIC", false),
        Technique::ForcingChainContradiction => ("Forcing Chain Contradiction", false),
        Technique::ForcingChainVerity => ("Forcing Chain Verity", false),
        Technique::ForcingNetContradiction => ("Forcing Net Contradiction", false),
        _ => ("Forcing Net Verity", false),
    };
    let gone = short::removed(&found.eliminations);
    let TableProof::Loop { .. } = proof else {
        let place = match lost(branches) {
            Lost::Cell(cell) => format!(" in {cell}"),
            Lost::House(house, _) => format!(" in {}", short::houses(1 << house)),
            Lost::Nothing => String::new(),
        };
        let place = if name.ends_with("Verity") { String::new() } else { place };
        let placed =
            found.placements.iter().map(|one| format!("{}={}", one.classic_cell(), one.digit));
        return format!("{name}{place} => {gone}{}", placed.collect::<String>());
    };
    let list = &branches[0];
    let digits =
        found.eliminations.iter().fold(Digits::NONE, |all, one| all | Digits::only(one.digit));
    let digits = short::alternatives(digits);
    let (first, last) = (&list[0], &list[list.len() - 1]);
    let mut chain = short::cells(first.cells);
    for pair in list.windows(2) {
        let [from, to] = pair else { continue };
        if from.cells != to.cells {
            let mark = if to.on { '=' } else { '-' };
            chain.push_str(&format!(" {mark}{}{mark} {}", to.digit, short::cells(to.cells)));
        }
    }
    let chain = match (is_loop, is_continuous(found.technique)) {
        (true, false) => chain,
        (true, true) => format!("{}= {chain} ={}", last.digit, first.digit),
        (false, _) => format!("{}- {chain} -{}", first.digit, last.digit),
    };
    format!("{name}: {digits} {chain} => {gone}")
}

/// What has nothing left at the ends of the branches of a contradiction.
enum Lost {
    /// A candidate is both on and off.
    Nothing,
    Cell(Cell),
    House(usize, u8),
}

fn lost(branches: &[Vec<Conclusion>]) -> Lost {
    let ends: Vec<&Conclusion> = branches.iter().filter_map(|branch| branch.last()).collect();
    let cells = ends.iter().fold(CellSet::NONE, |all, end| all | end.cells);
    let digits = ends.iter().fold(Digits::NONE, |all, end| all | Digits::only(end.digit));
    let Some(cell) = cells.iter().next() else { return Lost::Nothing };
    match cells.houses().next() {
        _ if digits.len() > 1 => Lost::Cell(cell),
        Some(house) if cells.is_several() => Lost::House(house.into(), digits.smallest()),
        _ => Lost::Nothing,
    }
}

/// The step of a digit that the solution gives.
pub(crate) fn brute_force_step(placed: Candidate) -> Step {
    let (cell, digit) = (placed.classic_cell(), placed.digit);
    let mut step = Step::new(Technique::BruteForce);
    step = step.by([cell], Digits::only(digit), NO_HOUSES);
    step.text = format!(
        "No other technique finds anything. The solution of the puzzle has {digit} in {cell}."
    );
    step.notation = format!("Brute Force: {cell}={digit}");
    step
}
