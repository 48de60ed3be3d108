//! Naked and hidden sets: k cells of a unit that have k digits, and k digits that have k places.

use crate::logic::Technique;
use crate::rules::{UnitKind, bits};

use super::cells::Cells;
use super::look::{Look, Sink, digits_short, digits_text};
use super::rules::is_line;
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// Takes a choice of cells, and the digits that they have together.
type VisitCells<'a> = dyn FnMut(&[u16], u64) -> Result<(), Halt> + 'a;

/// The same for items that have sets of cells.
type VisitSets<'a> = dyn FnMut(&[u32], &Cells) -> Result<(), Halt> + 'a;

/// k cells that see each other and have k digits: no cell that sees all cells with a digit has that digit. If `locked`, only
/// sets in a line and a box.
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
        let fits = |cell: &u16| {
            let count = look.position.candidates(*cell).count_ones() as usize;
            count != 0 && count <= size
        };
        let open: Vec<u16> = unit.cells().iter().copied().filter(fits).collect();
        let mut chosen = Vec::new();
        combine(look, &open, [size; 2], 0, &mut chosen, &mut |cells, digits| {
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
                let (names, words) = (look.cells(cells), digits_text(digits, "and"));
                let text = format!(
                    "In {}, the {size} cells {names} have only the {size} digits {words}. So these are in them, and not in \
                     cells that see them{}",
                    look.houses(&found.houses),
                    look.removed(&found.eliminations)
                );
                (format!("{} in {}", digits_short(digits), look.short(cells)), text)
            }))
        })?;
    }
    Ok(())
}

/// Lines that contain all these cells.
fn shared<'a>(look: &Look<'a>, cells: &'a [u16]) -> impl Iterator<Item = u32> + use<'a> {
    let geometry = look.rules.geometry();
    geometry.units_of(usize::from(cells[0])).iter().copied().filter(move |&unit| {
        let unit = geometry.unit(unit as usize);
        is_line(unit.kind()) && cells.iter().all(|&cell| unit.set().contains(usize::from(cell)))
    })
}

/// Calls `found` with each `size` cells that, together with `digits`, have `most` digits.
pub fn combine(
    look: &Look<'_>,
    open: &[u16],
    [size, most]: [usize; 2],
    digits: u64,
    chosen: &mut Vec<u16>,
    found: &mut VisitCells<'_>,
) -> Result<(), Halt> {
    if chosen.len() == size {
        return if digits.count_ones() as usize == most { found(chosen, digits) } else { Ok(()) };
    }
    for (i, &cell) in open.iter().enumerate() {
        let digits = digits | look.position.candidates(cell);
        if digits.count_ones() as usize <= most {
            chosen.push(cell);
            combine(look, &open[i + 1..], [size, most], digits, chosen, found)?;
            chosen.pop();
        }
    }
    Ok(())
}

/// k digits that have only k places in a unit: these cells have no other digit.
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
        let mut chosen = Vec::new();
        let none = Cells::from_cells(&[], unit.set().words().len());
        cover(&open, size, none, &mut chosen, &mut |digits, cells| {
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
                let words = digits_text(kept, "and");
                let text = format!(
                    "In {}, the {size} digits {words} can only go in the {size} cells {}. So these hold no other digit{}",
                    look.house(found.houses[0]).name,
                    look.cells(&cells),
                    look.removed(&found.eliminations)
                );
                (format!("{} in {}", digits_short(kept), look.short(&cells)), text)
            }))
        })?;
    }
    Ok(())
}

/// Calls `found` with each `size` items whose sets have as many cells together.
pub fn cover(
    open: &[(u32, Cells)],
    size: usize,
    cells: Cells,
    chosen: &mut Vec<u32>,
    found: &mut VisitSets<'_>,
) -> Result<(), Halt> {
    if chosen.len() == size {
        return if cells.len() == size { found(chosen, &cells) } else { Ok(()) };
    }
    for (i, (item, places)) in open.iter().enumerate() {
        let cells = cells.clone().or(places.words());
        if cells.len() <= size {
            chosen.push(*item);
            cover(&open[i + 1..], size, cells, chosen, found)?;
            chosen.pop();
        }
    }
    Ok(())
}
