//! Fish: the places of a digit in k rows lie in k columns, or the other way round.

use crate::logic::Technique;
use crate::rules::UnitKind;

use super::cells::Cells;
use super::found::{Found, Halt, Look, Sink};
use super::subsets::cover;

/// X-wings (2), swordfish (3) and jellyfish (4).
pub fn basic(look: &Look<'_>, size: usize, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let technique = match size {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    let (side, geometry) = (look.rules.side(), look.rules.geometry());
    let lines = |kind: UnitKind| -> Vec<u32> {
        geometry
            .units()
            .filter(|unit| unit.kind() == kind)
            .map(|unit| unit.number() as u32)
            .collect()
    };
    let (rows, columns) = (lines(UnitKind::Row), lines(UnitKind::Column));
    if rows.len() != side || columns.len() != side {
        return Ok(());
    }
    for d in 0..side as u32 {
        for (base, across) in [(&rows, &columns), (&columns, &rows)] {
            let is_row = std::ptr::eq(base, &raw const rows);
            // The numbers of the lines across, as a set of cells of one word.
            let index = |cell: u16| if is_row { cell % side as u16 } else { cell / side as u16 };
            let mut open: Vec<(u32, Cells)> = Vec::new();
            for &line in base {
                let places = look.position.places_in(geometry.unit(line as usize).set().words(), d);
                let set = places.iter().fold(0u64, |set, cell| set | 1 << index(cell));
                if (2..=size).contains(&places.len()) {
                    open.push((line, Cells::of(&[set])));
                }
            }
            cover(&open, size, Cells::of(&[0]), &mut Vec::new(), &mut |lines, set| {
                let mut inside = Vec::new();
                let mut gone = Vec::new();
                for column in set.iter() {
                    let column = across[usize::from(column)];
                    for cell in look
                        .position
                        .places_in(geometry.unit(column as usize).set().words(), d)
                        .iter()
                    {
                        let is_base = lines.iter().any(|&line| {
                            geometry.unit(line as usize).set().contains(usize::from(cell))
                        });
                        if is_base {
                            inside.push(cell)
                        } else {
                            gone.push(super::found::Mark { cell, d })
                        }
                    }
                }
                if gone.is_empty() {
                    return Ok(());
                }
                let covers: Vec<u32> =
                    set.iter().map(|column| across[usize::from(column)]).collect();
                let houses = [lines, &covers].concat();
                inside.sort_unstable();
                let found = Found::removing(technique, gone).by(inside, 1 << d, houses);
                sink(look.tell(found, |found| {
                    let text = format!(
                        "In {}, {} can only be in {}. So these have it in those cells, and nowhere else{}",
                        look.houses(lines),
                        d + 1,
                        look.houses(&covers),
                        look.removed(&found.eliminations)
                    );
                    (format!("{} in {}", d + 1, look.short(&found.cells)), text)
                }))
            })?;
        }
    }
    Ok(())
}
