//! Steps of clues: tables of pairs, sums, and lines that automata read.
//!
//! ```text
//!   pairs   a candidate needs a partner in each related cell             thermometers, dots, whispers, inequalities
//!   sums    the digits of the other cells have to make up the rest       cages, arrows, little killers, innies and outies
//!   lines   some way through the automaton has to use the candidate      sandwiches, lines between
//!           in a unit, some way without a digit twice
//! ```
//!
//! A clue is looked at again only if one of its cells has changed.

use crate::logic::Technique;
use crate::logic::grid9::pattern::listed;
use crate::rules::{Family, bits, is_single};

use super::cells::Cells;
use super::locked;
use super::look::{Look, Sink, digits_text, joined};
use super::rules::{Pairs, Relation};
use super::sums::{Left, Sum};
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// When each clue was last found to say nothing.
#[derive(Clone, Default)]
pub struct Seen {
    pairs: Vec<u32>,
    sums: Vec<u32>,
    lines: Vec<u32>,
    different_lines: Vec<u32>,
}

/// The most combinations that a text lists.
const LISTED: usize = 6;

/// Calls `work` for each clue with news; it returns whether it found something.
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

/// The candidates that are not among those kept.
fn gone(look: &Look<'_>, cells: &[u16], kept: &[u64]) -> Vec<Candidate> {
    let mut marks = Vec::new();
    for (&cell, &kept) in cells.iter().zip(kept) {
        let gone = bits(look.position.candidates(cell) & !kept);
        marks.extend(gone.map(|digit| Candidate::nth(cell, digit.trailing_zeros())));
    }
    marks
}

/// `r1c1 can only be 2 or 3; r1c2 can only be 4`: the cells that lose digits.
fn what_is_left(look: &Look<'_>, cells: &[u16], kept: &[u64]) -> String {
    let parts = cells
        .iter()
        .zip(kept)
        .filter(|&(&cell, &kept)| look.position.candidates(cell) & !kept != 0);
    let parts = parts.map(|(&cell, &kept)| {
        format!("{} can only be {}", look.cell(cell), digits_text(kept, "or"))
    });
    parts.collect::<Vec<_>>().join("; ")
}

// --- pairs -----------------------------------------------------------------------------------------------------------

/// Candidates without a partner in a related cell.
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
                Some(&(from, relation)) => format!(
                    "By {}, {} in {} would leave no digit for {}, which is {}{}",
                    house.name,
                    found.eliminations[0].digit,
                    look.cell(from),
                    look.cell(relation.to),
                    digits_text(look.position.possible(relation.to), "or"),
                    look.removed(&found.eliminations)
                ),
                None => format!(
                    "By {}, each digit needs one that goes with it in the next cell: {}.",
                    house.name,
                    what_is_left(look, cells, &sets)
                ),
            };
            (house.name.clone(), why)
        }))?;
        Ok(true)
    })
}

/// Keeps what has partners, to a fixpoint; whether each cell keeps something.
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

/// Candidates with which a sum cannot be reached: of given sums (combinations, reachable sums), or of those that follow.
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
        sink(look.tell(found, |found| {
            (sum_pattern(look, sum), sum_text(look, sum, &left, &found.eliminations))
        }))?;
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

/// A sum in a sentence: its clue, or the formula that follows.
pub fn sum_name(look: &Look<'_>, sum: &Sum) -> String {
    match sum.derived {
        None => look.house(sum.house).name.clone(),
        Some(_) => formula(look, sum),
    }
}

/// `r1c1 + r1c2 = 4`, `r1c1 = r1c2 + r1c3`.
fn formula(look: &Look<'_>, sum: &Sum) -> String {
    let terms = |sign: i64| -> Vec<String> {
        let mut terms: Vec<(u16, i64)> = sum
            .cells
            .iter()
            .copied()
            .zip(sum.weights.iter().copied())
            .filter(|term| term.1 * sign > 0)
            .collect();
        terms.sort_unstable();
        let name = |&(cell, weight): &(u16, i64)| match weight.abs() {
            1 => look.cell(cell),
            weight => format!("{weight} × {}", look.cell(cell)),
        };
        terms.iter().map(name).collect()
    };
    let (mut left, mut right) = (terms(1), terms(-1));
    let mut total = sum.sum;
    if left.is_empty() {
        (left, right, total) = (right, left, -total);
    }
    match (total, right.is_empty()) {
        (total, true) => format!("{} = {total}", left.join(" + ")),
        (0, _) => format!("{} = {}", left.join(" + "), right.join(" + ")),
        (1.., _) => format!("{} = {} + {total}", left.join(" + "), right.join(" + ")),
        _ => format!("{} + {} = {}", left.join(" + "), -total, right.join(" + ")),
    }
}

fn sum_pattern(look: &Look<'_>, sum: &Sum) -> String {
    match (&sum.derived, sum.is_cage) {
        (None, true) => format!("{} of {}", look.short(&sum.cells), sum.sum),
        _ => formula(look, sum),
    }
}

fn sum_text(look: &Look<'_>, sum: &Sum, left: &Left, gone: &[Candidate]) -> String {
    let ways = match left.combinations.len() {
        0 => String::new(),
        count if count <= LISTED => {
            let ways = left.combinations.iter().map(|&set| joined(set, "+"));
            format!(" as {}", listed(ways, "or"))
        }
        count => format!(" in {count} ways"),
    };
    let some = left.combinations.iter().fold(0, |some, set| some | set);
    // If the combinations say all, the cells need not be told.
    let rest = match sum.is_cage
        && left.combinations.len() <= LISTED
        && gone.iter().all(|mark| some >> mark.d() & 1 == 0)
    {
        true => look.removed(gone),
        false => format!(": {}.", what_is_left(look, &sum.cells, &left.kept)),
    };
    match &sum.derived {
        None if sum.is_cage => {
            let name = &look.house(sum.house).name;
            match sum.cells.len() {
                1 => format!("The digit of {name} is {}{rest}", sum.sum),
                _ => format!(
                    "With the digits left in its cells, {name} can only add up to {}{ways}{rest}",
                    sum.sum
                ),
            }
        }
        None => format!("By {}, {}{rest}", look.house(sum.house).name, formula(look, sum)),
        Some(derived) => {
            let clues =
                listed(derived.sums.iter().map(|&house| look.house(house).name.clone()), "and");
            let (add, them) =
                if derived.units.len() == 1 { ("adds", "it") } else { ("add", "them") };
            let mut units = look.houses(&derived.units);
            units[..1].make_ascii_uppercase();
            let differ = if derived.sums.len() == 1 { "differs" } else { "differ" };
            let ways = if sum.is_cage && sum.cells.len() > 1 { &ways[..] } else { "" };
            let rest = if sum.cells.len() == 1 { "." } else { &rest[..] };
            format!(
                "{units} {add} up to {}, and {clues}, which {differ} from {them} in {}, to {}. So {}{ways}{rest}",
                derived.whole,
                differing(look, sum),
                derived.subtracted,
                formula(look, sum)
            )
        }
    }
}

/// The cells in which units and sums differ.
fn differing(look: &Look<'_>, sum: &Sum) -> String {
    let mut cells = sum.cells.clone();
    cells.sort_unstable();
    look.cells(&cells)
}

/// Digits that every combination of a cage has: cells that see all its places are not these.
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
                let subject = match house {
                    Some(house) => look.house(house).name.clone(),
                    None => formula(look, sum),
                };
                let text = format!(
                    "Each way for {subject} to add up to {} has a {}, in {}. Cells that see all of these are not {}{}",
                    sum.sum,
                    d + 1,
                    look.cells(&found.cells),
                    d + 1,
                    look.removed(&found.eliminations)
                );
                (format!("{} in {}", d + 1, look.short(&found.cells)), text)
            }))?;
        }
    }
    Ok(())
}

// --- lines -----------------------------------------------------------------------------------------------------------

/// Candidates that no accepted sequence has: first of any digits, then of digits that differ, if the cells lie in a unit.
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
                let once = unit.map_or(String::new(), |unit| {
                    format!(", and no digit twice in {}", look.house(unit).name)
                });
                let text = format!(
                    "With the digits left in its cells{once}, {name} can only be met so: {}.",
                    what_is_left(look, cells, &sets).replace(" can only be ", " is ")
                );
                (name.clone(), text)
            }))?;
            Ok(true)
        })?;
    }
    Ok(())
}
