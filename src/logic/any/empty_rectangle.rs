//! Empty rectangles: a strong link of a digit, and a box in which every place sees one end of the link or the target.
//!
//! ```text
//!   a ═ b     strong link: a or b is the digit              if t were the digit, b would not be, so a would be; then
//!   │   t     t sees b                                      the box would have no place left, because each of its
//!   box                                                     places sees a or t
//! ```
//!
//! Since units may have any shape and cells any peers, this covers all turbot fish with groups of places.
//!
//! `hodoku::single_digit` is separate, because there the link crosses a row and a column of the box.

use crate::logic::Technique;
use crate::logic::text::fish as text;
use crate::rules::Unit;

use super::look::{Look, Sink};
use super::rules::is_line;
use crate::logic::Step;
use crate::logic::scale::Halt;

/// Finds all empty rectangles whose box is neither a row nor a column.
pub fn find(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let geometry = look.rules.geometry();
    let full = || geometry.units().filter(|unit| unit.is_complete());
    for d in 0..look.rules.digits() as u32 {
        let places = |unit: Unit<'_>| look.position.places_in(unit.set().words(), d);
        for link in full() {
            let ends: Vec<u16> = match places(link) {
                ends if ends.len() == 2 => ends.iter().collect(),
                _ => continue,
            };
            for (a, b) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                let near = geometry.peers(usize::from(a)).words();
                for unit in
                    full().filter(|unit| !is_line(unit.kind()) && unit.number() != link.number())
                {
                    let inside = places(unit);
                    let left = inside.clone().without(near);
                    if inside.len() < 2
                        || left.is_empty()
                        || left.len() == inside.len()
                        || unit.set().contains(usize::from(a))
                    {
                        continue;
                    }
                    let seen =
                        look.common_peers(left.iter().chain([b])).and(look.position.places(d));
                    let gone = seen.without(inside.words());
                    if gone.is_empty() {
                        continue;
                    }
                    let mut cells: Vec<u16> = inside.iter().collect();
                    cells.extend([a, b]);
                    let houses = vec![unit.number() as u32, link.number() as u32];
                    let found = Step::removing(Technique::EmptyRectangle, look.marks(&gone, d)).by(
                        cells,
                        1u64 << d,
                        houses,
                    );
                    sink(look.tell(found, |found| {
                        let [name, link] = [0, 1].map(|k| &look.house(found.houses[k]).name);
                        let (near, far) = (look.cell(a), look.cell(b));
                        let text = text::empty_rectangle(
                            d as u8 + 1,
                            (link, &near, &far),
                            (name, &look.names(left.iter())),
                            &look.removed(found),
                        );
                        (format!("{} in {name}, {near} and {far}", d + 1), text)
                    }))?;
                }
            }
        }
    }
    Ok(())
}
