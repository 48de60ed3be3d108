//! Steps of clues: pair tables, sums, and lines read by automata.
//!
//! ```text
//!   pairs   a candidate needs a partner in each related cell             thermometers, dots, whispers, inequalities
//!   sums    the digits of the other cells must add up to the rest        cages, arrows, little killers, innies and outies
//!   lines   some path through the automaton must use the candidate;      sandwiches, lines between
//!           in a unit, some path without repeated digits
//! ```
//!
//! A clue is searched again only after one of its cells has changed.

use crate::logic::Technique;
use crate::logic::text::{clues as text, locked as told};
use crate::rules::{Family, bits, is_single};

use super::cells::Cells;
use super::locked;
use super::look::{Look, Sink};
use super::rules::{Pairs, Relation};
use super::sums::{Left, Sum};
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// For each clue, the time when it was last found to imply nothing.
#[derive(Clone, Default)]
pub struct Seen {
    pairs: Vec<u32>,
    sums: Vec<u32>,
    lines: Vec<u32>,
    different_lines: Vec<u32>,
}

/// Calls `work` for each clue with a changed cell. `work` returns whether it found a step.
fn each<'a>(
    look: &Look<'a>,
    seen: &mut Vec<u32>,
    count: usize,
    cells: impl Fn(usize) -> &'a [u16],
    mut work: impl FnMut(usize) -> Result<bool, Halt>,
) -> Result<(), Halt> {
    seen.resize(count, 0);
    for (clue, seen) in seen.iter_mut().enumerate() {
        if look.position.has_changed(cells(clue), *seen) && !work(clue)? {
            *seen = look.position.now();
        }
    }
    Ok(())
}

/// The candidates of the cells that are not in `kept`.
fn gone(look: &Look<'_>, cells: &[u16], kept: &[u64]) -> Vec<Candidate> {
    let mut marks = Vec::new();
    for (&cell, &kept) in cells.iter().zip(kept) {
        let gone = bits(look.position.candidates(cell) & !kept);
        marks.extend(gone.map(|digit| Candidate::nth(cell, digit.trailing_zeros())));
    }
    marks
}

/// The cells that lose digits, by name, with the digits that they keep.
fn what_is_left(look: &Look<'_>, cells: &[u16], kept: &[u64]) -> Vec<(String, u64)> {
    let cells = cells.iter().zip(kept);
    let cells = cells.filter(|&(&cell, &kept)| look.position.candidates(cell) & !kept != 0);
    cells.map(|(&cell, &kept)| (look.cell(cell), kept)).collect()
}

// --- pairs -----------------------------------------------------------------------------------------------------------

/// Finds candidates without a partner in a related cell.
pub fn pairs(look: &Look<'_>, seen: &mut Seen, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let clues = look.rules.pairs();
    let cells = |clue: usize| &look.house(clues[clue].house).cells[..];
    each(look, &mut seen.pairs, clues.len(), cells, |clue| {
        let clue = &clues[clue];
        let cells = &look.house(clue.house).cells;
        let mut sets: Vec<u64> = cells.iter().map(|&cell| look.position.possible(cell)).collect();
        if !support(look, clue, cells, &mut sets) {
            return Err(Halt::Contradiction);
        }
        let marks = gone(look, cells, &sets);
        if marks.is_empty() {
            return Ok(false);
        }
        let found = Step::removing(Technique::PairRelation, marks).by(
            cells.clone(),
            0u64,
            vec![clue.house],
        );
        sink(look.tell(found, |found| {
            let house = look.house(clue.house);
            let without = |&&(from, relation): &&(u16, Relation)| {
                let [mark] = found.eliminations[..] else { return false };
                from == mark.cell
                    && look.rules.partners(relation, mark.d()) & look.position.possible(relation.to)
                        == 0
            };
            let why = match clue.pairs.iter().find(without) {
                Some(&(from, relation)) => text::pair(
                    &house.name,
                    (&look.cell(from), found.eliminations[0].digit),
                    (&look.cell(relation.to), look.position.possible(relation.to)),
                    &look.removed(found),
                ),
                None => text::pairs(&house.name, &what_is_left(look, cells, &sets)),
            };
            (house.name.clone(), why)
        }))?;
        Ok(true)
    })
}

/// Removes digits without a partner until nothing changes. Returns whether each cell keeps a digit.
pub fn support(look: &Look<'_>, clue: &Pairs, cells: &[u16], sets: &mut [u64]) -> bool {
    let at = |cell: u16| cells.iter().position(|&other| other == cell).expect("a cell of the clue");
    loop {
        let mut changed = false;
        for &(from, relation) in &clue.pairs {
            let (from, to) = (at(from), at(relation.to));
            let kept = sets[to] & look.rules.supported(relation, sets[from]);
            changed |= kept != sets[to];
            sets[to] = kept;
        }
        if sets.contains(&0) {
            return false;
        }
        if !changed {
            return true;
        }
    }
}

// --- sums ------------------------------------------------------------------------------------------------------------

/// Finds candidates that no way to reach a sum contains. The sums are given (combinations, reachable sums) or derived (innies
/// and outies).
pub fn sums(
    look: &Look<'_>,
    technique: Technique,
    seen: &mut Seen,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let all = look.rules.sums();
    let cells =
        |sum: usize| if technique_of(&all[sum]) == technique { &all[sum].cells[..] } else { &[] };
    each(look, &mut seen.sums, all.len(), cells, |sum| {
        let sum = &all[sum];
        let sets: Vec<u64> = sum.cells.iter().map(|&cell| look.position.possible(cell)).collect();
        let left = sum.narrow(&sets).ok_or(Halt::Contradiction)?;
        let marks = gone(look, &sum.cells, &left.kept);
        if marks.is_empty() {
            return Ok(false);
        }
        let houses = match &sum.derived {
            None => vec![sum.house],
            Some(derived) => derived.units.clone(),
        };
        let found = Step::removing(technique, marks).by(sum.cells.clone(), 0u64, houses);
        sink(
            look.tell(found, |found| (sum_pattern(look, sum), sum_text(look, sum, &left, found))),
        )?;
        Ok(true)
    })
}

fn technique_of(sum: &Sum) -> Technique {
    match sum {
        Sum { derived: Some(_), .. } => Technique::InniesAndOuties,
        Sum { is_cage: true, .. } => Technique::Combinations,
        _ => Technique::ReachableSums,
    }
}

/// A sum as named in sentences: its clue, or the formula of a derived sum.
pub fn sum_name(look: &Look<'_>, sum: &Sum) -> String {
    match sum.derived {
        None => look.house(sum.house).name.clone(),
        Some(_) => formula(look, sum),
    }
}

/// `r1c1 + r1c2 = 4`, `r1c1 = r1c2 + r1c3`.
fn formula(look: &Look<'_>, sum: &Sum) -> String {
    let mut terms: Vec<(u16, i64)> =
        sum.cells.iter().copied().zip(sum.weights.iter().copied()).collect();
    terms.sort_unstable();
    let terms = terms.iter().map(|&(cell, weight)| (look.cell(cell), weight));
    text::formula(&terms.collect::<Vec<_>>(), sum.sum)
}

fn sum_pattern(look: &Look<'_>, sum: &Sum) -> String {
    match (&sum.derived, sum.is_cage) {
        (None, true) => format!("{} of {}", look.short(&sum.cells), sum.sum),
        _ => formula(look, sum),
    }
}

fn sum_text(look: &Look<'_>, sum: &Sum, left: &Left, found: &Step) -> String {
    let some = left.combinations.iter().fold(0, |some, set| some | set);
    let told = text::Sum {
        ways: &left.combinations,
        is_clear: sum.is_cage && found.eliminations.iter().all(|mark| some >> mark.d() & 1 == 0),
        left: &what_is_left(look, &sum.cells, &left.kept),
        gone: &look.removed(found),
    };
    let name = &look.house(sum.house).name;
    match (&sum.derived, &sum.cells[..]) {
        (None, &[cell]) if sum.is_cage => told.single(name, &look.cell(cell), sum.sum),
        (None, _) if sum.is_cage => told.cage(name, sum.sum),
        (None, _) => told.clue(name, &formula(look, sum)),
        (Some(derived), cells) => {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            told.derived(
                (&look.house_names(&derived.units), derived.whole),
                (&look.house_names(&derived.sums), derived.subtracted),
                &look.names(cells),
                &formula(look, sum),
            )
        }
    }
}

/// Finds digits contained in every combination of a cage: cells that see all their places in the cage lose them.
pub fn locked_in_cages(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = look.rules.sums();
    for sum in all.iter().filter(|sum| sum.is_cage && sum.cells.len() > 1) {
        let sets: Vec<u64> = sum.cells.iter().map(|&cell| look.position.possible(cell)).collect();
        if sets.iter().all(|&set| is_single(set)) {
            continue;
        }
        let left = sum.narrow(&sets).ok_or(Halt::Contradiction)?;
        let settled = sets.iter().filter(|&&set| is_single(set)).fold(0, |all, set| all | set);
        let every = left.combinations.iter().fold(!0, |every, set| every & set) & !settled;
        for digit in bits(if left.combinations.is_empty() { 0 } else { every }) {
            let d = digit.trailing_zeros();
            let places: Vec<u16> =
                sum.cells.iter().copied().filter(|&cell| look.position.has(cell, d)).collect();
            if places.is_empty() {
                continue;
            }
            let words = look.position.places(d).len();
            let marks = locked::excluded(look, &Cells::from_cells(&places, words), d);
            if marks.is_empty() {
                continue;
            }
            let house = sum.derived.is_none().then_some(sum.house);
            let found = Step::removing(Technique::LockedCandidates, marks).by(
                places,
                digit,
                house.map_or_else(Vec::new, |house| vec![house]),
            );
            sink(look.tell(found, |found| {
                let need = match house {
                    Some(house) => text::cage_without(&look.house(house).name, sum.sum),
                    None => text::formula_without(&formula(look, sum)),
                };
                let same = found.eliminations.iter().all(|mark| mark.d() == d);
                let cells = look.names(found.cells.iter().copied());
                let digit = d as u8 + 1;
                let text = told::in_sum(&need, digit, &cells, same, &look.removed(found));
                (format!("{} in {}", d + 1, look.short(&found.cells)), text)
            }))?;
        }
    }
    Ok(())
}

// --- lines -----------------------------------------------------------------------------------------------------------

/// Finds candidates contained in no accepted sequence: first among all sequences, then, for cells within a unit, among
/// sequences without repeated digits.
pub fn lines(look: &Look<'_>, seen: &mut Seen, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = look.rules.lines();
    let (mut layers, mut families): (Vec<u64>, Vec<Family>) = (Vec::new(), Vec::new());
    for differ in [false, true] {
        let seen = if differ { &mut seen.different_lines } else { &mut seen.lines };
        let cells = |line: usize| match differ && all[line].unit.is_none() {
            true => &[],
            false => all[line].automaton.cells(),
        };
        each(look, seen, all.len(), cells, |line| {
            let line = &all[line];
            let unit = line.unit.filter(|_| differ);
            let cells = line.automaton.cells();
            let mut sets: Vec<u64> =
                cells.iter().map(|&cell| look.position.possible(cell)).collect();
            match unit {
                None => line.automaton.narrow(&mut sets, &mut layers),
                Some(_) => line.automaton.narrow_different(&mut sets, &mut layers, &mut families),
            }
            .map_err(|_| Halt::Contradiction)?;
            let marks = gone(look, cells, &sets);
            if marks.is_empty() {
                return Ok(false);
            }
            let houses = [line.house].into_iter().chain(unit);
            let found =
                Step::removing(Technique::LinePattern, marks).by(cells.to_vec(), 0u64, houses);
            sink(look.tell(found, |_| {
                let name = &look.house(line.house).name;
                let unit = unit.map(|unit| &look.house(unit).name[..]);
                let text = text::line(name, unit, &what_is_left(look, cells, &sets));
                (name.clone(), text)
            }))?;
            Ok(true)
        })?;
    }
    Ok(())
}
