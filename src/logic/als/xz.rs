//! ALS-XZ: two almost locked sets with a restricted common.

use smallvec::{SmallVec, smallvec};

use crate::board::Digits;
use crate::logic::found::{Found, Proof, Technique};
use crate::logic::position::Position;
use crate::logic::step::Candidate;

use super::{Sets, Table, ones};

/// The first pair of sets that removes something.
pub(crate) fn als_xz(position: &Position, table: &Table) -> Option<Found> {
    let words = table.touching.words;
    let (mut overlap, mut candidates) = (Vec::new(), vec![0u64; words]);
    for one in 0..table.sets.len() {
        let digits = table.sets[one].digits;
        table.overlap(one, &mut overlap);
        candidates.fill(0);
        let mut once = [0u64; 64];
        assert!(words <= 64);
        for digit in digits.iter() {
            let common = table.common.row(table.group(one, digit));
            for (k, word) in common.iter().enumerate() {
                let mut removing = once[k];
                for other in digits.iter() {
                    if other != digit {
                        removing |= table.removing.row(table.group(one, other))[k];
                    }
                }
                candidates[k] |= word & removing;
                once[k] |= word;
            }
        }
        for word in one / 64..words {
            let mut bits = candidates[word] & !overlap[word];
            if word == one / 64 {
                bits &= !1 << (one % 64);
            }
            for other in ones(word, bits) {
                if let Some(found) = pair(position, table, one, other) {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// What two sets remove.
fn pair(position: &Position, table: &Table, one: usize, other: usize) -> Option<Found> {
    let commons = table.commons(one, other);
    let sets = [one, other].map(|set| table.sets[set]);
    let mut eliminations: SmallVec<[Candidate; 8]> = SmallVec::new();
    let mut remove = |digit: u8, cells: crate::logic::CellSet| {
        eliminations.extend(cells.iter().map(|cell| Candidate { cell, digit }));
    };
    for common in commons.iter() {
        for digit in (sets[0].digits & sets[1].digits).without(Digits::only(common)).iter() {
            remove(digit, table.gone(one, digit) & table.gone(other, digit));
        }
    }
    if commons.len() == 2 {
        for (set, number) in sets.iter().zip([one, other]) {
            for digit in set.digits.without(commons).iter() {
                let cells = table.gone(number, digit).without(sets[0].cells | sets[1].cells);
                remove(digit, cells);
            }
        }
    }
    let _ = position;
    if eliminations.is_empty() {
        return None;
    }
    let proof = Sets { sets: sets.into_iter().collect(), links: smallvec![commons] };
    Some(Found {
        technique: Technique::AlsXz,
        placements: SmallVec::new(),
        eliminations,
        proof: Proof::Als(Box::new(proof)),
    })
}
