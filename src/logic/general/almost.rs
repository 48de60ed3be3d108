//! Almost locked sets: k cells that see each other with k + 1 digits. If one digit goes, the others are locked.
//!
//! Two of them that cannot both have a digit x (*ALS-XZ*): one has lost x and so keeps every other digit, z among them. Cells
//! that see all places of z in both are not z.

use std::collections::HashSet;

use crate::logic::Technique;
use crate::rules::bits;

use super::cells::Cells;
use super::found::{Found, Halt, Look, Sink, digits_text};

/// Cells and their digits.
struct Almost {
    cells: Vec<u16>,
    set: Cells,
    digits: u64,
}

/// The most cells of a set: on large boards there are too many pairs of larger ones.
fn most_cells(side: usize) -> usize {
    match side {
        0..=9 => 4,
        10..=12 => 3,
        _ => 2,
    }
}

/// Two almost locked sets with a digit that only one of them can have.
pub fn xz(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = almost_locked(look);
    let places = |set: &Almost, d: u32| set.set.clone().and(look.position.places(d));
    for (i, one) in all.iter().enumerate() {
        for other in &all[..i] {
            let common = one.digits & other.digits;
            if common.count_ones() < 2 || !one.set.clone().and(other.set.words()).is_empty() {
                continue;
            }
            for x in bits(common).map(u64::trailing_zeros) {
                let far = look.common_peers(places(one, x).iter());
                if !places(other, x).is_within(far.words()) {
                    continue;
                }
                for z in bits(common & !(1 << x)).map(u64::trailing_zeros) {
                    let both = places(one, z).or(places(other, z).words());
                    let gone = look.common_peers(both.iter()).and(look.position.places(z));
                    if gone.is_empty() {
                        continue;
                    }
                    let cells = [&other.cells[..], &one.cells].concat();
                    let digits = one.digits | other.digits;
                    let found = Found::removing(Technique::AlsXz, look.marks(&gone, z)).by(
                        cells,
                        digits,
                        Vec::new(),
                    );
                    sink(look.tell(found, |found| {
                        let text = format!(
                            "{} have the digits {}, one more than cells; so have {} with {}. Not both can have {}. One of them \
                             lacks it and has all its other digits, {} too{}",
                            look.cells(&other.cells),
                            digits_text(other.digits, "and"),
                            look.cells(&one.cells),
                            digits_text(one.digits, "and"),
                            x + 1,
                            z + 1,
                            look.removed(&found.eliminations)
                        );
                        let pattern = format!(
                            "{} and {}, {} and {}",
                            look.short(&other.cells),
                            look.short(&one.cells),
                            x + 1,
                            z + 1
                        );
                        (pattern, text)
                    }))?;
                }
            }
        }
    }
    Ok(())
}

/// All almost locked sets in units, small ones first.
fn almost_locked(look: &Look<'_>) -> Vec<Almost> {
    let most = most_cells(look.rules.side());
    let geometry = look.rules.geometry();
    let mut known: HashSet<Vec<u16>> = HashSet::new();
    let mut all = Vec::new();
    for size in 1..=most {
        for unit in geometry.units() {
            let fits = |cell: &u16| {
                (2..=size + 1).contains(&(look.position.candidates(*cell).count_ones() as usize))
            };
            let open: Vec<u16> = unit.cells().iter().copied().filter(fits).collect();
            extend(look, &open, size, 0, &mut Vec::new(), &mut |cells, digits| {
                if known.insert(cells.to_vec()) {
                    let set = Cells::from_cells(cells, unit.set().words().len());
                    all.push(Almost { cells: cells.to_vec(), set, digits });
                }
            });
        }
    }
    all
}

fn extend(
    look: &Look<'_>,
    open: &[u16],
    size: usize,
    digits: u64,
    chosen: &mut Vec<u16>,
    found: &mut dyn FnMut(&[u16], u64),
) {
    if chosen.len() == size {
        if digits.count_ones() as usize == size + 1 {
            found(chosen, digits);
        }
        return;
    }
    for (i, &cell) in open.iter().enumerate() {
        let digits = digits | look.position.candidates(cell);
        if digits.count_ones() as usize <= size + 1 {
            chosen.push(cell);
            extend(look, &open[i + 1..], size, digits, chosen, found);
            chosen.pop();
        }
    }
}
