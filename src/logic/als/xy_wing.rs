//! ALS-XY-wing: two almost locked sets that each have a restricted common with a third.

use smallvec::{SmallVec, smallvec};

use crate::logic::found::{Found, Proof, Technique};
use crate::logic::position::Position;
use crate::logic::step::Candidate;

use super::{Rows, Sets, Table, add, ones};

/// The first two links that share a set, in the order of the links, that remove something.
pub(crate) fn als_xy_wing(_position: &Position, table: &Table) -> Option<Found> {
    let words = table.touching.words;
    let (mut linked, mut removing) = (Rows::default(), Rows::default());
    linked.reset(table.sets.len(), words);
    removing.reset(table.sets.len(), words);
    let mut overlap = Vec::new();
    for (number, set) in table.sets.iter().enumerate() {
        table.overlap(number, &mut overlap);
        for digit in set.digits.iter() {
            let group = table.group(number, digit);
            add(linked.row_mut(number), table.common.row(group));
            add(removing.row_mut(number), table.removing.row(group));
        }
        for rows in [&mut linked, &mut removing] {
            for (word, overlap) in rows.row_mut(number).iter_mut().zip(&overlap) {
                *word &= !overlap;
            }
        }
    }
    for one in 0..table.sets.len() {
        for word in one / 64..words {
            for other in ones(word, linked.row(one)[word]) {
                if other <= one {
                    continue;
                }
                // The pivot is the first set of the link, then the second.
                for (pivot, end, above) in [(one, other, other), (other, one, one)] {
                    for word in above / 64..words {
                        let bits = linked.row(pivot)[word] & removing.row(end)[word];
                        for far in ones(word, bits) {
                            if far > above {
                                if let Some(found) = wing(table, [end, pivot, far]) {
                                    return Some(found);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    None
}

/// What the ends of a wing remove.
fn wing(table: &Table, [one, pivot, other]: [usize; 3]) -> Option<Found> {
    let links = [table.commons(one, pivot), table.commons(pivot, other)];
    if links[0] == links[1] && links[0].len() == 1 {
        return None;
    }
    let digits = (table.sets[one].digits & table.sets[other].digits).without(links[0] | links[1]);
    let mut eliminations: SmallVec<[Candidate; 8]> = SmallVec::new();
    for digit in digits.iter() {
        let cells = table.gone(one, digit) & table.gone(other, digit);
        eliminations.extend(cells.iter().map(|cell| Candidate { cell, digit }));
    }
    if eliminations.is_empty() {
        return None;
    }
    let sets = [one, pivot, other].map(|set| table.sets[set]);
    let proof = Sets { sets: sets.into_iter().collect(), links: smallvec![links[0], links[1]] };
    Some(Found {
        technique: Technique::AlsXyWing,
        placements: SmallVec::new(),
        eliminations,
        proof: Proof::Als(Box::new(proof)),
    })
}
