//! Naked and hidden sets: k cells of a unit with k candidates, and k digits with k places in a unit.
//!
//! `common::subsets` is separate, because it stores a house in nine bits.

use crate::logic::Technique;
use crate::logic::text::subsets as text;
use crate::rules::{UnitKind, bits};

use super::cells::Cells;
use super::look::{Look, Sink};
use super::rules::is_line;
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;
use crate::logic::{Candidate, Step};

/// A set that can be united with others: of digits, or of cells.
pub trait Union {
    /// The union of both sets.
    fn with(&self, other: &Self) -> Self;
    /// The number of elements.
    fn size(&self) -> usize;
}

impl Union for u64 {
    fn with(&self, other: &u64) -> u64 {
        self | other
    }

    fn size(&self) -> usize {
        self.count_ones() as usize
    }
}

impl Union for Cells {
    fn with(&self, other: &Cells) -> Cells {
        self.clone().or(other.words())
    }

    fn size(&self) -> usize {
        self.len()
    }
}

/// Visits each choice of `size` items whose sets, united with `union`, have `most` elements.
pub fn combine<T: Copy, S: Union, E>(
    items: &[(T, S)],
    [size, most]: [usize; 2],
    union: S,
    visit: &mut impl FnMut(&[T], &S) -> Result<(), E>,
) -> Result<(), E> {
    add(items, [size, most], &union, &mut Vec::with_capacity(size), visit)
}

fn add<T: Copy, S: Union, E>(
    items: &[(T, S)],
    [size, most]: [usize; 2],
    union: &S,
    chosen: &mut Vec<T>,
    visit: &mut impl FnMut(&[T], &S) -> Result<(), E>,
) -> Result<(), E> {
    if chosen.len() == size {
        return if union.size() == most { visit(chosen, union) } else { Ok(()) };
    }
    for (i, (item, set)) in items.iter().enumerate() {
        let union = union.with(set);
        if union.size() <= most {
            chosen.push(*item);
            add(&items[i + 1..], [size, most], &union, chosen, visit)?;
            chosen.pop();
        }
    }
    Ok(())
}

/// Finds sets of k cells of a unit with k candidates. A cell that sees all cells with one of the digits loses the digit. If
/// `locked`, only sets in the intersection of a box and a line.
pub fn naked(look: &Look<'_>, size: usize, locked: bool, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let technique = match (size, locked) {
        (2, true) => Technique::LockedPair,
        (_, true) => Technique::LockedTriple,
        (2, _) => Technique::NakedPair,
        (3, _) => Technique::NakedTriplet,
        _ => Technique::NakedQuad,
    };
    let geometry = look.rules.geometry();
    for unit in geometry.units() {
        let fits = |(_, digits): &(u16, u64)| digits.count_ones() as usize <= size;
        let open: Vec<(u16, u64)> = look.open(unit).filter(fits).collect();
        combine(&open, [size; 2], 0, &mut |cells, &digits| {
            let cover = shared(look, cells).find(|&other| other as usize != unit.number());
            if locked && (cover.is_none() || unit.kind() != UnitKind::Box) {
                return Ok(());
            }
            let mut marks = Vec::new();
            for digit in bits(digits) {
                let d = digit.trailing_zeros();
                let with = cells.iter().copied().filter(|&cell| look.position.has(cell, d));
                let seen = look.common_peers(with).and(look.position.places(d));
                marks.extend(
                    look.marks(&seen, d).into_iter().filter(|mark| !cells.contains(&mark.cell)),
                );
            }
            if marks.is_empty() {
                return Ok(());
            }
            let mut houses = vec![unit.number() as u32];
            houses.extend(cover.filter(|_| locked));
            let found = Step::removing(technique, marks).by(cells.to_vec(), digits, houses);
            sink(look.tell(found, |found| {
                let names = look.names(cells.iter().copied());
                let houses = look.house_names(&found.houses);
                let is_in = |cell: u16, house: u32| look.house(house).cells.contains(&cell);
                let is_inside =
                    |mark: &Candidate| found.houses.iter().any(|house| is_in(mark.cell, *house));
                let inside = found.eliminations.iter().all(is_inside);
                let text = text::naked(&houses, &names, digits, inside, &look.removed(found));
                (format!("{} in {}", alternatives(digits), look.short(cells)), text)
            }))
        })?;
    }
    Ok(())
}

/// The lines that contain all the cells.
fn shared<'a>(look: &Look<'a>, cells: &'a [u16]) -> impl Iterator<Item = u32> + use<'a> {
    let geometry = look.rules.geometry();
    geometry.units_of(usize::from(cells[0])).iter().copied().filter(move |&unit| {
        let unit = geometry.unit(unit as usize);
        is_line(unit.kind()) && cells.iter().all(|&cell| unit.set().contains(usize::from(cell)))
    })
}

/// Finds k digits with k places in a unit. These cells lose all other digits.
pub fn hidden(look: &Look<'_>, size: usize, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let technique = match size {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriplet,
        _ => Technique::HiddenQuad,
    };
    for unit in look.rules.geometry().units().filter(|unit| unit.is_complete()) {
        let mut open: Vec<(u32, Cells)> = Vec::new();
        let digits = (0..look.rules.digits() as u32)
            .map(|d| (d, look.position.places_in(unit.set().words(), d)));
        open.extend(digits.filter(|(_, places)| (2..=size).contains(&places.len())));
        let none = Cells::from_cells(&[], unit.set().words().len());
        combine(&open, [size; 2], none, &mut |digits, cells| {
            let cells: Vec<u16> = cells.iter().collect();
            let kept = digits.iter().fold(0, |set, d| set | 1 << d);
            let mut marks = Vec::new();
            for &cell in &cells {
                let gone = bits(look.position.candidates(cell) & !kept);
                marks.extend(gone.map(|digit| Candidate::nth(cell, digit.trailing_zeros())));
            }
            if marks.is_empty() {
                return Ok(());
            }
            let found = Step::removing(technique, marks).by(
                cells.clone(),
                kept,
                vec![unit.number() as u32],
            );
            sink(look.tell(found, |found| {
                let house = &look.house(found.houses[0]).name;
                let names = look.names(cells.iter().copied());
                let text = text::hidden(house, &names, kept, &look.removed(found));
                (format!("{} in {}", alternatives(kept), look.short(&cells)), text)
            }))
        })?;
    }
    Ok(())
}
