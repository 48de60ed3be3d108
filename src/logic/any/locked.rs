//! Locked candidates: all places of a digit in a unit see a cell, so the cell cannot hold the digit.
//!
//! Pointing and claiming are the cases in which the places lie in a second line or box. The general case covers all units,
//! and cells that see each other by other rules. With pair tables, all places can also exclude a different digit.

use crate::logic::Technique;
use crate::logic::text::locked as text;
use crate::rules::{UnitKind, bits};

use super::cells::Cells;
use super::look::{Look, Sink};
use super::rules::is_line;
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// Finds places in one unit that lie in another: of boxes in lines (pointing), or of lines in boxes (claiming).
pub fn in_units(look: &Look<'_>, technique: Technique, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let geometry = look.rules.geometry();
    let from_box = technique == Technique::Pointing;
    for unit in geometry.units().filter(|unit| unit.is_complete()) {
        if !(if from_box { unit.kind() == UnitKind::Box } else { is_line(unit.kind()) }) {
            continue;
        }
        for d in 0..look.rules.digits() as u32 {
            let places = look.position.places_in(unit.set().words(), d);
            if places.len() < 2 {
                continue;
            }
            let first = usize::from(places.first().expect("a place"));
            for &other in geometry.units_of(first) {
                let cover = geometry.unit(other as usize);
                let fits =
                    if from_box { is_line(cover.kind()) } else { cover.kind() == UnitKind::Box };
                if !fits || !places.is_within(cover.set().words()) {
                    continue;
                }
                let gone = look.position.places_in(cover.set().words(), d).without(places.words());
                if !gone.is_empty() {
                    let houses = vec![unit.number() as u32, other];
                    let found = Step::removing(technique, look.marks(&gone, d));
                    sink(tell(look, found.by(places.iter(), 1u64 << d, houses), d))?;
                }
            }
        }
    }
    Ok(())
}

/// Finds places in any complete unit that all see a cell, or that all exclude a digit in it.
pub fn any(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for unit in look.rules.geometry().units().filter(|unit| unit.is_complete()) {
        for d in 0..look.rules.digits() as u32 {
            let places = look.position.places_in(unit.set().words(), d);
            if places.len() >= 2 {
                let found = excluded(look, &places, d);
                if !found.is_empty() {
                    let found = Step::removing(Technique::LockedCandidates, found).by(
                        places.iter(),
                        1u64 << d,
                        vec![unit.number() as u32],
                    );
                    sink(tell(look, found, d))?;
                }
            }
        }
    }
    Ok(())
}

/// The candidates excluded if digit d + 1 is in one of these places, whichever it is.
pub fn excluded(look: &Look<'_>, places: &Cells, d: u32) -> Vec<Candidate> {
    let seen =
        look.common_peers(places.iter()).and(look.position.places(d)).without(places.words());
    let mut marks = look.marks(&seen, d);
    // Only tables can exclude another digit, and each place needs one.
    let first = places.first().expect("a place");
    for &relation in look.rules.related(usize::from(first)) {
        let open = look.position.candidates(relation.to) & !look.rules.partners(relation, d);
        for digit in bits(open) {
            let mark = Candidate::nth(relation.to, digit.trailing_zeros());
            if !places.contains(mark.cell)
                && places.iter().all(|place| excludes(look, place, d, mark))
            {
                marks.push(mark);
            }
        }
    }
    marks
}

/// Whether digit d + 1 in a cell excludes a candidate.
pub fn excludes(look: &Look<'_>, cell: u16, d: u32, mark: Candidate) -> bool {
    if cell == mark.cell {
        return d != mark.d();
    }
    (d == mark.d() && look.sees(cell, mark.cell))
        || look.rules.related(usize::from(cell)).iter().any(|&relation| {
            relation.to == mark.cell && look.rules.partners(relation, d) >> mark.d() & 1 == 0
        })
}

fn tell(look: &Look<'_>, found: Step, d: u32) -> Step {
    look.tell(found, |found| {
        let (base, digit) = (&look.house(found.houses[0]).name, d as u8 + 1);
        let (cells, gone) = (look.names(found.cells.iter().copied()), look.removed(found));
        let text = match found.houses.get(1).map(|&cover| &look.house(cover).name) {
            Some(cover) => text::Locked { digit, base, cover, cells: &cells }.text(&gone),
            None => {
                let same = found.eliminations.iter().all(|mark| mark.d() == d);
                text::any(base, digit, &cells, same, &gone)
            }
        };
        (format!("{digit} in {base}"), text)
    })
}
