//! Death Blossom: a cell, the stem, and for each of its digits a petal, an almost locked set that cannot hold the digit if
//! the stem does.
//!
//! ```text
//!   stem 1 2 3    1 ─ petal 1 4 9    Whichever digit the stem holds, one petal loses that digit and so contains 9:
//!                 2 ─ petal 2 9      cells that see every 9 of all petals are not 9.
//!                 3 ─ petal 3 5 9
//! ```
//!
//! A stem with two digits is an ALS-XY-wing.

use crate::logic::Step;
use crate::logic::Technique;
use crate::logic::any::cells::Cells;
use crate::logic::any::look::{Look, Sink};
use crate::logic::nodes::Nodes;
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;
use crate::rules::bits;

use super::{Almost, Table, most_cells};
use crate::logic::text::almost as text;

/// The minimum number of digits of a stem.
const STEM: u32 = 3;

/// The largest side on which petals may have any number of cells.
const LARGE: usize = 9;

/// Finds the first blossom of each stem and digit, with small petals, then with petals of any size.
pub fn blossom(look: &Look<'_>, nodes: &Nodes<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let side = look.rules.side();
    of_petals(look, &Table::of_sets(look, most_cells(side)), nodes, sink)?;
    if side > LARGE {
        return Ok(());
    }
    of_petals(look, &Table::of_sets(look, side - 1), nodes, sink)
}

/// Finds the first blossom of each stem and digit with petals from the table.
fn of_petals(
    look: &Look<'_>,
    table: &Table,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    for (stem, &digits) in look.position.all_candidates().iter().enumerate() {
        if digits.count_ones() < STEM {
            continue;
        }
        nodes.checkpoint()?;
        // For each digit of the stem, the sets that lose it.
        let petals = bits(digits).map(|digit| {
            let loses = |&set: &usize| {
                let group = |set| table.group(set, digit.trailing_zeros());
                table.sets[set].digits & digit != 0
                    && table.groups[group(set)].gone.contains(stem as u16)
            };
            (0..table.sets.len()).filter(loses).collect::<Vec<usize>>()
        });
        let petals: Vec<Vec<usize>> = petals.collect();
        for z in (0..look.rules.digits() as u32).filter(|z| digits >> z & 1 == 0) {
            if let Some(found) = with(look, table, (stem as u16, digits), &petals, z) {
                sink(found)?;
            }
        }
    }
    Ok(())
}

/// The blossom whose petals all contain z.
fn with(
    look: &Look<'_>,
    table: &Table,
    (stem, digits): (u16, u64),
    petals: &[Vec<usize>],
    z: u32,
) -> Option<Step> {
    let gone = |set: usize| &table.groups[table.group(set, z)].gone;
    let having = |petals: &'_ [usize]| -> Vec<usize> {
        petals.iter().copied().filter(|&set| table.sets[set].digits >> z & 1 == 1).collect()
    };
    let petals: Vec<Vec<usize>> = petals.iter().map(|petals| having(petals)).collect();
    // The cells from which some petal of each digit removes z.
    let all = Cells::of(look.position.places(z));
    let targets = petals.iter().fold(all.clone(), |targets, petals| {
        let none = Cells::from_cells(&[], all.words().len());
        targets.and(petals.iter().fold(none, |any, &set| any.or(gone(set).words())).words())
    });
    let target = targets.first()?;
    let takes =
        |petals: &Vec<usize>| petals.iter().copied().find(|&set| gone(set).contains(target));
    let chosen: Vec<usize> = petals.iter().map(|petals| takes(petals).expect("a petal")).collect();
    let cells = chosen.iter().fold(all, |cells, &set| cells.and(gone(set).words()));
    let sets = || chosen.iter().map(|&set| &table.sets[set]);
    let mut members = vec![stem];
    for &cell in sets().flat_map(|set| &set.cells) {
        if !members.contains(&cell) {
            members.push(cell);
        }
    }
    let mut houses: Vec<u32> = Vec::new();
    for unit in sets().map(|set| set.unit) {
        if !houses.contains(&unit) {
            houses.push(unit);
        }
    }
    let found = Step::removing(Technique::DeathBlossom, look.marks(&cells, z)).by(
        members,
        sets().fold(digits, |all, set| all | set.digits),
        houses,
    );
    Some(look.tell(found, |found| {
        let mut pattern = look.cell(stem);
        for (digit, set) in bits(digits).zip(sets()) {
            pattern += &format!(
                ", {} {} {{{}}}",
                digit.trailing_zeros() + 1,
                look.short(&set.cells),
                alternatives(set.digits)
            );
        }
        let petal = |set: &Almost| set.told(look);
        let petals: Vec<text::Almost> = sets().map(petal).collect();
        let gone = look.removed(found);
        let text = text::blossom(&look.cell(stem), digits, &petals, z as u8 + 1, &gone);
        (pattern, text)
    }))
}
