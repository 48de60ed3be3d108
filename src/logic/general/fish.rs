//! Fish: the places of a digit in k rows lie in k columns, or the other way round.
//!
//! With fins: but for a few places, the fins. Either a fin is the digit, or it is a fish; cells that the fish would exclude and
//! that see all fins are excluded in any case. It is *sashimi* if a row has one place or none without its fins.

use crate::logic::Technique;
use crate::rules::{UnitKind, bits};

use super::cells::Cells;
use super::found::{Found, Halt, Look, Mark, Sink};
use super::subsets::cover;

/// The most fins.
const FINS: usize = 4;

/// The largest sides on which fish of 2, 3 and 4 lines with fins are searched: there are too many on larger ones.
const LARGEST: [usize; 3] = [64, 16, 9];

/// The numbers of the rows and of the columns that have all digits.
fn lines(look: &Look<'_>) -> [Vec<u32>; 2] {
    [UnitKind::Row, UnitKind::Column].map(|kind| {
        let units = look.rules.geometry().units();
        let of_kind = units.filter(|unit| unit.kind() == kind && unit.is_complete());
        of_kind.map(|unit| unit.number() as u32).collect()
    })
}

/// X-wings (2), swordfish (3) and jellyfish (4).
pub fn basic(look: &Look<'_>, size: usize, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let technique = match size {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    let (side, geometry) = (look.rules.side(), look.rules.geometry());
    let [rows, columns] = lines(look);
    if rows.len() != side || columns.len() != side {
        return Ok(());
    }
    for d in 0..look.rules.digits() as u32 {
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
                        if is_base { inside.push(cell) } else { gone.push(Mark { cell, d }) }
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

/// Finned and sashimi fish of 2 to 4 lines.
pub fn finned(look: &Look<'_>, technique: Technique, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let (size, sashimi) = match technique {
        Technique::FinnedXWing => (2, false),
        Technique::SashimiXWing => (2, true),
        Technique::FinnedSwordfish => (3, false),
        Technique::SashimiSwordfish => (3, true),
        Technique::FinnedJellyfish => (4, false),
        _ => (4, true),
    };
    let (side, geometry) = (look.rules.side(), look.rules.geometry());
    let [rows, columns] = lines(look);
    let is_large = side > LARGEST[size - 2];
    if is_large || rows.len() != side || columns.len() != side {
        return Ok(());
    }
    for d in 0..look.rules.digits() as u32 {
        for (base, across) in [(&rows, &columns), (&columns, &rows)] {
            let is_row = std::ptr::eq(base, &raw const rows);
            let index = |cell: u16| if is_row { cell % side as u16 } else { cell / side as u16 };
            let mut open: Vec<(u32, Vec<u16>, u64)> = Vec::new();
            for &line in base {
                let places = look.position.places_in(geometry.unit(line as usize).set().words(), d);
                let set = places.iter().fold(0u64, |set, cell| set | 1 << index(cell));
                if (2..=size + FINS).contains(&places.len()) {
                    open.push((line, places.iter().collect(), set));
                }
            }
            let mut chosen: Vec<&(u32, Vec<u16>, u64)> = Vec::new();
            choose(&open, size, &mut chosen, &mut |chosen| {
                let set = chosen.iter().fold(0, |all, (_, _, set)| all | set);
                if set.count_ones() as usize > size + FINS || set.count_ones() as usize <= size {
                    return Ok(());
                }
                subsets(set, size, &mut |covers| {
                    let outside = chosen.iter().map(|(_, _, set)| (set & !covers).count_ones());
                    let is_sashimi =
                        chosen.iter().any(|(_, _, set)| (set & covers).count_ones() < 2);
                    if !(1..=FINS).contains(&(outside.sum::<u32>() as usize))
                        || is_sashimi != sashimi
                        || chosen.iter().any(|(_, _, set)| set & covers == 0)
                    {
                        return Ok(());
                    }
                    let all: Vec<u16> =
                        chosen.iter().flat_map(|(_, cells, _)| cells.iter().copied()).collect();
                    let (body, fins): (Vec<u16>, Vec<u16>) =
                        all.iter().copied().partition(|&cell| covers >> index(cell) & 1 == 1);
                    let seen = look.common_peers(fins.iter().copied()).and(look.position.places(d));
                    let gone: Vec<Mark> = seen
                        .iter()
                        .filter(|&cell| covers >> index(cell) & 1 == 1 && !all.contains(&cell))
                        .map(|cell| Mark { cell, d })
                        .collect();
                    if gone.is_empty() {
                        return Ok(());
                    }
                    let cover = bits(covers).map(|bit| across[bit.trailing_zeros() as usize]);
                    let houses: Vec<u32> =
                        chosen.iter().map(|(line, ..)| *line).chain(cover).collect();
                    let found = Found::removing(technique, gone).by(
                        [&body[..], &fins].concat(),
                        1 << d,
                        houses,
                    );
                    sink(look.tell(found, |found| {
                        let (lines, covers) = found.houses.split_at(size);
                        let text = format!(
                            "In {}, {} can only be in {}, or in {}. Cells there that see {} are excluded in either case{}",
                            look.houses(lines),
                            d + 1,
                            look.houses(covers),
                            look.cells(&fins),
                            look.cells(&fins),
                            look.removed(&found.eliminations)
                        );
                        (format!("{} in {} with {}", d + 1, look.short(&body), look.short(&fins)), text)
                    }))
                })
            })?;
        }
    }
    Ok(())
}

/// Calls `found` with each `size` of the lines.
fn choose<'a, T>(
    open: &'a [T],
    size: usize,
    chosen: &mut Vec<&'a T>,
    found: &mut dyn FnMut(&[&'a T]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    if chosen.len() == size {
        return found(chosen);
    }
    for (i, line) in open.iter().enumerate() {
        chosen.push(line);
        choose(&open[i + 1..], size, chosen, found)?;
        chosen.pop();
    }
    Ok(())
}

/// Calls `found` with each `size` of the lines across.
fn subsets(
    set: u64,
    size: usize,
    found: &mut dyn FnMut(u64) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let items: Vec<u64> = bits(set).collect();
    choose(&items, size, &mut Vec::new(), &mut |chosen| {
        found(chosen.iter().fold(0, |all, bit| all | **bit))
    })
}
