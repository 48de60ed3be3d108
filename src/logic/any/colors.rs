//! Coloring: the places of a digit connected by strong links, in two alternating colors.
//!
//! ```text
//!   A ══ b      strong link: a unit with two places         all places of one color hold the digit,
//!   ║                                                       and no place of the other color does
//!   b ══ A
//! ```
//!
//! * Trap: a cell sees both colors.
//! * Multi colors 1: a color of one component sees a color of another, so one of the two remaining colors is true, and cells
//!   that see both are not the digit.
//!
//! Simple colors wrap and multi colors 2 are left to chains: they occurred in 2 and in none of 4,369 paths.
//!
//! `hodoku::colors` is separate, because it combines all exclusions between two components in one step.

use crate::logic::Technique;
use crate::logic::step::NO_HOUSES;
use crate::logic::text::{colors as text, words};

use super::cells::Cells;
use super::look::{Look, Sink};
use crate::logic::Step;
use crate::logic::scale::Halt;

/// The two colors of a component. The first one contains its lowest cell.
type Component = [Cells; 2];

/// Finds traps, or conclusions from two components.
pub fn find(look: &Look<'_>, technique: Technique, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for d in 0..look.rules.digits() as u32 {
        let all = components(look, d);
        for (i, one) in all.iter().enumerate() {
            match technique {
                Technique::SimpleColorsTrap => trap(look, d, one, sink)?,
                _ => {
                    for other in all.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, two)| two)
                    {
                        multi(look, d, [one, other], sink)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The components of a digit with at least two cells, ordered by their lowest cells.
fn components(look: &Look<'_>, d: u32) -> Vec<Component> {
    let geometry = look.rules.geometry();
    let words = look.position.places(d).len();
    let mut seen = Cells::from_cells(&[], words);
    let mut found = Vec::new();
    for lowest in Cells::of(look.position.places(d)).iter() {
        let mut colors = [Vec::new(), Vec::new()];
        let mut open = vec![(lowest, 0)];
        while let Some((cell, color)) = open.pop() {
            if seen.contains(cell) {
                continue;
            }
            seen.insert(cell);
            colors[color].push(cell);
            for &unit in geometry.units_of(usize::from(cell)) {
                let unit = geometry.unit(unit as usize);
                let places = look.position.places_in(unit.set().words(), d);
                if unit.is_complete() && places.len() == 2 {
                    let other = places.iter().find(|&other| other != cell).expect("another place");
                    open.push((other, 1 - color));
                }
            }
        }
        if !colors[1].is_empty() {
            found.push(colors.map(|cells| Cells::from_cells(&cells, words)));
        }
    }
    found
}

/// The places of a digit that some cell of the set sees.
fn seen_by(look: &Look<'_>, cells: &Cells, d: u32) -> Cells {
    let geometry = look.rules.geometry();
    let none = Cells::from_cells(&[], cells.words().len());
    let seen =
        cells.iter().fold(none, |seen, cell| seen.or(geometry.peers(usize::from(cell)).words()));
    seen.and(look.position.places(d))
}

fn trap(look: &Look<'_>, d: u32, colors: &Component, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let [one, other] = colors;
    let both = seen_by(look, one, d).and(seen_by(look, other, d).words());
    let gone = both.without(one.words()).without(other.words());
    if gone.is_empty() {
        return Ok(());
    }
    let found = step(look, Technique::SimpleColorsTrap, d, &gone, &[colors]);
    sink(look.tell(found, |found| {
        let text = told(look, d, &[[one, other]], |told| told.trap(&look.removed(found)));
        (pattern(look, d, &[colors]), text)
    }))
}

fn multi(
    look: &Look<'_>,
    d: u32,
    components: [&Component; 2],
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let [one, other] = components;
    for i in 0..2 {
        let seen = seen_by(look, &one[i], d);
        let sees = |color: &Cells| seen.meets(color.words());
        for j in (0..2).filter(|&j| sees(&other[j])) {
            let [left, right] = [&one[1 - i], &other[1 - j]];
            let both = seen_by(look, left, d).and(seen_by(look, right, d).words());
            let gone = both.without(left.words()).without(right.words());
            if gone.is_empty() {
                continue;
            }
            let found = step(look, Technique::MultiColors1, d, &gone, &components);
            sink(look.tell(found, |found| {
                let [near, far] = clashing(look, &one[i], &other[j]);
                let clash = [('A', near), ('C', far)];
                let text = told(look, d, &[[&one[i], left], [&other[j], right]], |told| {
                    told.exclude(&[(clash, ['B', 'D'])], &look.removed(found))
                });
                (pattern(look, d, &components), text)
            }))?;
        }
    }
    Ok(())
}

fn step(
    look: &Look<'_>,
    technique: Technique,
    d: u32,
    gone: &Cells,
    components: &[&Component],
) -> Step {
    let cells = components.iter().flat_map(|colors| colors.iter()).flat_map(Cells::iter);
    Step::removing(technique, look.marks(gone, d)).by(cells, 1u64 << d, NO_HOUSES)
}

/// The sentences for pairs of colors.
fn told(
    look: &Look<'_>,
    d: u32,
    colors: &[[&Cells; 2]],
    tell: impl FnOnce(text::Colors<'_>) -> String,
) -> String {
    let names = colors.iter().map(|colors| colors.map(|cells| look.names(cells.iter())));
    tell(text::Colors { digit: d as u8 + 1, groups: &names.collect::<Vec<_>>() })
}

/// The first cell of one color that sees a cell of the other, with the first cell that it sees.
fn clashing(look: &Look<'_>, one: &Cells, other: &Cells) -> [String; 2] {
    let sees = |cell: u16| Some([cell, other.iter().find(|&other| look.sees(cell, other))?]);
    one.iter().find_map(sees).map_or_else(Default::default, |pair| pair.map(|cell| look.cell(cell)))
}

fn pattern(look: &Look<'_>, d: u32, components: &[&Component]) -> String {
    let names = components.iter().map(|colors| {
        let [one, other] =
            [&colors[0], &colors[1]].map(|cells| look.short(&cells.iter().collect::<Vec<_>>()));
        format!("{one} / {other}")
    });
    format!("{} in {}", d + 1, words::and(&names.collect::<Vec<_>>()))
}
