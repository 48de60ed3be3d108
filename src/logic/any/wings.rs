//! Wings: two or three cells with two or three candidates, one of which holds a certain digit in every case.
//!
//! Classic boards have their own finders, because HoDoKu orders XY-wings by all three cells, and its W-wings need a strong
//! link.

use crate::logic::Technique;
use crate::logic::step::NO_HOUSES;
use crate::logic::text::wings as text;
use crate::rules::bits;

use super::cells::Cells;
use super::look::{Look, Sink};
use crate::logic::Step;
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;

/// The empty cells with `count` candidates.
fn cells_with(look: &Look<'_>, count: u32) -> Vec<u16> {
    let all = look.position.all_candidates().iter().enumerate();
    all.filter(|(_, set)| set.count_ones() == count).map(|(cell, _)| cell as u16).collect()
}

/// Finds XY-wings (pivot with x and y, wings with x and z, y and z) and XYZ-wings (pivot with x, y and z).
pub fn wings(look: &Look<'_>, technique: Technique, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let has_three = technique == Technique::XyzWing;
    let pairs = cells_with(look, 2);
    for pivot in cells_with(look, if has_three { 3 } else { 2 }) {
        let set = look.position.candidates(pivot);
        let near: Vec<u16> = pairs.iter().copied().filter(|&cell| look.sees(pivot, cell)).collect();
        for (i, &one) in near.iter().enumerate() {
            for &other in &near[i + 1..] {
                let (a, b) = (look.position.candidates(one), look.position.candidates(other));
                let z = a & b;
                let fits = match has_three {
                    true => a | b == set,
                    false => a & !z | b & !z == set && set & z == 0,
                };
                if !fits || z.count_ones() != 1 {
                    continue;
                }
                let d = z.trailing_zeros();
                let ends = [one, other].into_iter().chain(has_three.then_some(pivot));
                let gone = look.common_peers(ends).and(look.position.places(d));
                if gone.is_empty() {
                    continue;
                }
                let found = Step::removing(technique, look.marks(&gone, d)).by(
                    vec![pivot, one, other],
                    set | z,
                    NO_HOUSES,
                );
                sink(look.tell(found, |found| {
                    let names = [one, other].map(|wing| look.cell(wing));
                    let digit = |set: u64| (set & !z).trailing_zeros() as u8 + 1;
                    let text = text::xy(
                        (&look.cell(pivot), set),
                        [(&names[0], digit(a)), (&names[1], digit(b))],
                        d as u8 + 1,
                        &look.removed(found),
                    );
                    (format!("{} in {}", alternatives(set | z), look.short(&found.cells)), text)
                }))?;
            }
        }
    }
    Ok(())
}

/// Finds W-wings: two cells with the same two candidates, such that every place of one digit in some unit sees one of them. One
/// of the two cells then holds the other digit.
pub fn w_wings(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let pairs = cells_with(look, 2);
    let geometry = look.rules.geometry();
    for (i, &one) in pairs.iter().enumerate() {
        for &other in &pairs[i + 1..] {
            let set = look.position.candidates(one);
            if set != look.position.candidates(other) || look.sees(one, other) {
                continue;
            }
            let peers = |cell: u16| geometry.peers(usize::from(cell)).words();
            let seen = Cells::of(peers(one)).or(peers(other));
            for digit in bits(set) {
                let (d, e) = (digit.trailing_zeros(), (set & !digit).trailing_zeros());
                let gone = look.common_peers([one, other]).and(look.position.places(e));
                if gone.is_empty() {
                    continue;
                }
                for unit in geometry.units().filter(|unit| unit.is_complete()) {
                    let places = look.position.places_in(unit.set().words(), d);
                    if places.len() < 2 || !places.is_within(seen.words()) {
                        continue;
                    }
                    let found = Step::removing(Technique::WWing, look.marks(&gone, e)).by(
                        vec![one, other],
                        set,
                        vec![unit.number() as u32],
                    );
                    sink(look.tell(found, |found| {
                        let text = text::w(
                            [&look.cell(one), &look.cell(other)],
                            set,
                            (&look.house(found.houses[0]).name, &look.names(places.iter())),
                            [d as u8 + 1, e as u8 + 1],
                            &look.removed(found),
                        );
                        (format!("{} in {}", alternatives(set), look.short(&found.cells)), text)
                    }))?;
                }
            }
        }
    }
    Ok(())
}
