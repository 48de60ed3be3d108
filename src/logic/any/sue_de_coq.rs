//! Sue de Coq: the cells where two units cross, combined with further cells of each unit.
//!
//! ```text
//!   one unit    . b b | . . . | . . .      I  the cells of the crossing: at least two more digits than cells
//!               I I . | L . . | - - -      L  cells of one unit, B  cells of the other: together with I as many cells
//!               - - - |                       as digits, and no digit of I in both
//! ```
//!
//! A digit of I occurs at most once in I and L, and at most once in I and B. Any other digit of L occurs at most once in L, and
//! any other digit of B at most once in B. Counted this way, there are as many digits as cells. So every digit is used, and a
//! cell that sees all its places loses it.
//!
//! `hodoku::sue_de_coq` is separate, because it removes only from the line and the box, in its own order.

use crate::logic::Technique;
use crate::logic::text::wings as text;
use crate::rules::bits;

use super::look::{Look, Sink};
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;
use crate::logic::{Candidate, Step};

/// The maximum number of cells of L and of B.
const MOST: usize = 4;

/// The largest side that is searched. Larger boards have too many sets of cells.
const LARGEST: usize = 12;

/// The cells of one unit, with their digits.
struct Part {
    cells: Vec<u16>,
    digits: u64,
    /// The number of cells minus the number of digits that are not in the crossing.
    spare: u32,
}

/// Finds all patterns, unit by unit.
pub fn find(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    if look.rules.side() > LARGEST {
        return Ok(());
    }
    let geometry = look.rules.geometry();
    for one in geometry.units() {
        for other in geometry.units().filter(|other| other.number() > one.number()) {
            let open = |cell: &u16| look.position.candidates(*cell) != 0;
            let shared = one.cells().iter().copied().filter(open);
            let crossing: Vec<u16> =
                shared.filter(|&cell| other.set().contains(usize::from(cell))).collect();
            for (i, &a) in crossing.iter().enumerate() {
                for (j, &b) in crossing.iter().enumerate().skip(i + 1) {
                    let units = [one.number() as u32, other.number() as u32];
                    among(look, &[a, b], units, sink)?;
                    for &c in &crossing[j + 1..] {
                        among(look, &[a, b, c], units, sink)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Finds the patterns with these cells of a crossing.
fn among(
    look: &Look<'_>,
    crossing: &[u16],
    units: [u32; 2],
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let digits = look.union(crossing);
    let needed = digits.count_ones().saturating_sub(crossing.len() as u32);
    if needed < 2 {
        return Ok(());
    }
    let geometry = look.rules.geometry();
    let [one, other] = [(units[0], units[1]), (units[1], units[0])].map(|(unit, other)| {
        // Cells that are also in the other unit would count twice.
        let far = geometry.unit(other as usize);
        let open = |&cell: &u16| {
            look.position.candidates(cell) != 0 && !far.set().contains(usize::from(cell))
        };
        let cells: Vec<u16> =
            geometry.unit(unit as usize).cells().iter().copied().filter(open).collect();
        let mut parts = Vec::new();
        grow(look, &cells, digits, needed - 1, &mut Vec::new(), 0, &mut parts);
        parts
    });
    for l in &one {
        for b in &other {
            if l.digits & b.digits & digits == 0
                && l.spare + b.spare == needed
                && let Some(found) = step(look, crossing, [l, b], units)
            {
                sink(found)?;
            }
        }
    }
    Ok(())
}

/// Collects sets of cells that share a digit with the crossing and leave 1 to `most` cells for its digits.
fn grow(
    look: &Look<'_>,
    open: &[u16],
    digits: u64,
    most: u32,
    chosen: &mut Vec<u16>,
    all: u64,
    found: &mut Vec<Part>,
) {
    for (i, &cell) in open.iter().enumerate() {
        let all = all | look.position.candidates(cell);
        chosen.push(cell);
        let (cells, extra) = (chosen.len() as u32, (all & !digits).count_ones());
        if cells > extra && cells - extra <= most && all & digits != 0 {
            found.push(Part { cells: chosen.clone(), digits: all, spare: cells - extra });
        }
        if chosen.len() < MOST {
            grow(look, &open[i + 1..], digits, most, chosen, all, found);
        }
        chosen.pop();
    }
}

fn step(look: &Look<'_>, crossing: &[u16], parts: [&Part; 2], units: [u32; 2]) -> Option<Step> {
    let digits = look.union(crossing);
    let [l, b] = parts;
    let mut marks: Vec<Candidate> = Vec::new();
    let mut remove = |places: &[u16], d: u32| {
        let places = places.iter().copied().filter(|&cell| look.position.has(cell, d));
        let gone = look.common_peers(places).and(look.position.places(d));
        marks.extend(look.marks(&gone, d));
    };
    for d in bits(digits).map(u64::trailing_zeros) {
        let part = parts.into_iter().find(|part| part.digits >> d & 1 == 1);
        let rest = part.map_or(&[][..], |part| &part.cells);
        remove(&[crossing, rest].concat(), d);
    }
    for part in parts {
        // Another digit that both parts contain occurs once in each.
        bits(part.digits & !digits).for_each(|digit| remove(&part.cells, digit.trailing_zeros()));
    }
    if marks.is_empty() {
        return None;
    }
    let all = digits | l.digits | b.digits;
    let cells = [crossing, &l.cells, &b.cells].concat();
    let found = Step::removing(Technique::SueDeCoq, marks).by(cells, all, units.to_vec());
    Some(look.tell(found, |found| {
        let units = look.house_names(&units);
        let [cells, left, right] =
            [crossing, &l.cells, &b.cells].map(|cells| look.names(cells.iter().copied()));
        let text = text::sue_de_coq(
            [&units[0], &units[1]],
            (&cells, digits),
            [(&left, l.digits), (&right, b.digits)],
            &look.removed(found),
        );
        let short =
            |part: &Part| format!("{} {}", look.short(&part.cells), alternatives(part.digits));
        let pattern = format!(
            "{} {}, {}, {}",
            look.short(crossing),
            alternatives(digits),
            short(l),
            short(b)
        );
        (pattern, text)
    }))
}
