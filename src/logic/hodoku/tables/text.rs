//! Loops, chains and nets in words, and in HoDoKu's notation.

use crate::board::{Cell, Digits};
use crate::logic::conclusion::Conclusion;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::{HOUSES_OF, name};
use crate::logic::grid9::pattern;
use crate::logic::hodoku::found::Found;
use crate::logic::step::NO_HOUSES;
use crate::logic::text::chain::{self, Clash, Narrator};
use crate::logic::text::{short, singles};
use crate::logic::{Candidate, Position, Step, Technique};

use super::TableProof;
use super::forcing::Reason;

/// The step in sentences, with a line for each branch.
pub(super) fn sentences<P>(
    proof: &TableProof,
    position: &Position,
    branches: &[Vec<Conclusion>],
    found: &Found<P>,
) -> String {
    let board = pattern::board();
    let mut narrator = Narrator::new(&board, &[]);
    let gone = pattern::in_order(&found.eliminations);
    match proof {
        TableProof::Loop { .. } if is_continuous(found.technique) => {
            narrator.cycle(&branches[0], &gone)
        }
        TableProof::Loop { .. } => narrator.chain(&branches[0], &gone),
        TableProof::Forcing { reason: Reason::Contradiction { .. }, .. } => {
            let clash = match lost(position, branches) {
                Lost::Nothing => match (branches, branches[0].last()) {
                    ([_, _, ..], Some(&Conclusion { ref cells, digit, .. })) => {
                        Clash::Candidate(Candidate { cell: cells[0], digit })
                    }
                    _ => Clash::Assumption,
                },
                Lost::Cell(cell) => Clash::Cell(cell.into()),
                Lost::House(house, digit) => Clash::Place(house as u32, digit),
            };
            narrator.contradiction(branches, &clash, &[])
        }
        TableProof::Forcing { .. } => {
            let outcome = match found.placements[..] {
                [placed, ..] => (placed, true),
                [] => (gone[0], false),
            };
            narrator.common(alternatives(position, branches), branches, &[], outcome)
        }
    }
}

/// The introduction to the assumptions, of which one is true.
fn alternatives(position: &Position, branches: &[Vec<Conclusion>]) -> String {
    let starts: Vec<&Conclusion> = branches.iter().map(|branch| &branch[0]).collect();
    let cells = cells_of(starts.iter().copied());
    let (digit, cell) = (starts[0].digit, pattern::names(starts[0].cells.clone()).concat());
    let is_all = |house: &u8| position.cells(digit) & HOUSE_SETS[usize::from(*house)] == cells;
    match cells.houses().find(is_all) {
        _ if starts.iter().any(|one| !one.on) => chain::both_ways(&cell, digit),
        Some(house) if cells.is_several() => chain::places_of(digit, &name(house.into())),
        _ => chain::digits_of(&cell),
    }
}

fn cells_of<'a>(list: impl IntoIterator<Item = &'a Conclusion>) -> CellSet {
    list.into_iter().flat_map(|one| &one.cells).copied().collect()
}

fn is_continuous(technique: Technique) -> bool {
    matches!(technique, Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop)
}

/// The step in one line of HoDoKu's notation.
pub(super) fn notation<P>(
    proof: &TableProof,
    position: &Position,
    branches: &[Vec<Conclusion>],
    found: &Found<P>,
) -> String {
    let name = found.technique.label();
    let is_loop = !matches!(found.technique, Technique::Aic | Technique::GroupedAic);
    let gone = short::removed(&found.eliminations);
    let TableProof::Loop { .. } = proof else {
        let place = match lost(position, branches) {
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
    let mut chain = short::cells(cells_of([first]));
    for pair in list.windows(2) {
        let [from, to] = pair else { continue };
        if from.cells != to.cells {
            let mark = if to.on { '=' } else { '-' };
            chain.push_str(&format!(" {mark}{}{mark} {}", to.digit, short::cells(cells_of([to]))));
        }
    }
    let chain = match (is_loop, is_continuous(found.technique)) {
        (true, false) => chain,
        (true, true) => format!("{}= {chain} ={}", last.digit, first.digit),
        (false, _) => format!("{}- {chain} -{}", first.digit, last.digit),
    };
    format!("{name}: {digits} {chain} => {gone}")
}

/// The cell or house that has nothing left at the end of a contradiction.
enum Lost {
    /// A candidate is both on and off.
    Nothing,
    Cell(Cell),
    House(usize, u8),
}

fn lost(position: &Position, branches: &[Vec<Conclusion>]) -> Lost {
    let ends: Vec<&Conclusion> = branches.iter().filter_map(|branch| branch.last()).collect();
    let cells = cells_of(ends.iter().copied());
    let digits = ends.iter().fold(Digits::NONE, |all, end| all | Digits::only(end.digit));
    let Some(cell) = cells.iter().next() else { return Lost::Nothing };
    match cells.houses().next() {
        _ if digits.len() > 1 => Lost::Cell(cell),
        Some(house) if cells.is_several() => Lost::House(house.into(), digits.smallest()),
        _ if branches[0][0].cells == ends[0].cells => Lost::Nothing,
        _ if position.candidates(cell).len() == 1 => Lost::Cell(cell),
        _ => {
            let digit = digits.smallest();
            let is_only =
                |house: &u8| position.places(usize::from(*house), digit).is_power_of_two();
            let houses = HOUSES_OF[cell.index()].map(|(house, _)| house);
            let only = houses.into_iter().find(is_only);
            only.map_or(Lost::Nothing, |house| Lost::House(house.into(), digit))
        }
    }
}

/// The step of a digit taken from the solution.
pub(crate) fn brute_force_step(placed: Candidate) -> Step {
    let (cell, digit) = (placed.classic_cell(), placed.digit);
    let mut step = Step::new(Technique::BruteForce);
    step = step.by([cell], Digits::only(digit), NO_HOUSES);
    step.text = singles::brute_force(&cell.to_string(), digit);
    step.notation = format!("Brute Force: {cell}={digit}");
    step
}
