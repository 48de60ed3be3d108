//! Finders for full houses, naked singles and hidden singles.

use crate::logic::Technique;
use crate::logic::text::singles as text;
use crate::rules::is_single;

use super::look::{Look, Sink};
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// Finds the last empty cells of complete units.
pub fn full_houses(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for unit in look.rules.geometry().units().filter(|unit| unit.is_complete()) {
        let values = look.position.values();
        let mut open = unit.cells().iter().copied().filter(|&cell| values[usize::from(cell)] == 0);
        let (Some(cell), None) = (open.next(), open.next()) else { continue };
        if is_single(look.position.candidates(cell)) {
            let mark = Candidate::nth(cell, look.position.candidates(cell).trailing_zeros());
            let number = unit.number() as u32;
            let found = Step { houses: vec![number], ..Step::placing(Technique::FullHouse, mark) };
            sink(look.tell(found, |_| {
                let house = &look.house(number).name;
                (String::new(), text::last(house, &look.cell(cell), mark.digit))
            }))?;
        }
    }
    Ok(())
}

/// Finds cells with one candidate.
pub fn naked(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for (cell, &digits) in look.position.all_candidates().iter().enumerate() {
        if is_single(digits) {
            let mark = Candidate::nth(cell as u16, digits.trailing_zeros());
            let found = Step::placing(Technique::NakedSingle, mark);
            sink(
                look.tell(found, |_| {
                    (String::new(), text::naked(&look.cell(mark.cell), mark.digit))
                }),
            )?;
        }
    }
    Ok(())
}

/// Finds digits with one place in a complete unit.
pub fn hidden(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for unit in look.rules.geometry().units().filter(|unit| unit.is_complete()) {
        for d in 0..look.rules.digits() as u32 {
            let places = look.position.places_in(unit.set().words(), d);
            if places.len() == 1 {
                let cell = places.first().expect("a place");
                let number = unit.number() as u32;
                let found = Step {
                    houses: vec![number],
                    ..Step::placing(Technique::HiddenSingle, Candidate::nth(cell, d))
                };
                sink(look.tell(found, |_| {
                    let house = &look.house(number).name;
                    (String::new(), text::hidden(house, &look.cell(cell), d as u8 + 1))
                }))?;
            }
        }
    }
    Ok(())
}
