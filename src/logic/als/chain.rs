//! ALS-XY-chain: almost locked sets, each with a restricted common with the next.

use smallvec::{SmallVec, smallvec};

use crate::board::Digits;
use crate::logic::best::{self, WORTHLESS, Worth};
use crate::logic::cells::CellSet;
use crate::logic::found::{Found, Proof, Technique};
use crate::logic::position::Position;

use super::{Rows, Sets, Table, add, ones};

/// The chain that removes most.
pub(crate) fn als_xy_chain(position: &Position, table: &Table) -> Option<Found> {
    let count = table.sets.len();
    let words = table.touching.words;
    let mut links: Vec<Vec<(usize, Digits)>> = vec![Vec::new(); count];
    let mut overlap = Vec::new();
    for one in 0..count {
        table.overlap(one, &mut overlap);
        let mut linked = vec![0u64; words];
        for digit in table.sets[one].digits.iter() {
            add(&mut linked, table.common.row(table.group(one, digit)));
        }
        for word in one / 64..words {
            for other in ones(word, linked[word] & !overlap[word]) {
                if other > one {
                    links[one].push((other, table.commons(one, other)));
                }
            }
        }
    }
    // row 9·set + first digit: 9·end + last digit
    let mut before = Rows::default();
    before.reset(9 * count, (9 * count).div_ceil(64));
    for one in 0..count {
        for &(other, digits) in &links[one] {
            for digit in digits.iter() {
                before.insert(9 * one + usize::from(digit) - 1, 9 * other + usize::from(digit) - 1);
            }
        }
    }
    let mut all = Rows::default();
    all.reset(9 * count, before.words);
    for length in 2..=5 {
        let mut after = Rows::default();
        after.reset(9 * count, before.words);
        for one in 0..count {
            for &(other, digits) in &links[one] {
                for digit in digits.iter() {
                    for next in 1..=9u8 {
                        if next != digit {
                            add(
                                after.row_mut(9 * one + usize::from(digit) - 1),
                                before.row(9 * other + usize::from(next) - 1),
                            );
                        }
                    }
                }
            }
        }
        if length >= 3 {
            add(&mut all.bits, &after.bits);
        }
        before = after;
    }
    let mut best: (Worth, Option<(usize, usize, u8, u8)>) = (WORTHLESS, None);
    let gone = |one: usize, other: usize, digit: u8| -> CellSet {
        table.gone(one, digit) & table.gone(other, digit)
    };
    for one in 0..count {
        for first in table.sets[one].digits.iter() {
            let row = all.row(9 * one + usize::from(first) - 1);
            for word in 0..row.len() {
                for end in ones(word, row[word]) {
                    let (end, last) = (end / 9, (end % 9) as u8 + 1);
                    let digits = (table.sets[one].digits & table.sets[end].digits)
                        .without(Digits::only(first) | Digits::only(last));
                    let worth = best::worth(digits, |digit| gone(one, end, digit));
                    if worth < best.0 {
                        best = (worth, Some((one, end, first, last)));
                    }
                }
            }
        }
    }
    let _ = position;
    let (one, end, first, last) = best.1?;
    let digits = (table.sets[one].digits & table.sets[end].digits)
        .without(Digits::only(first) | Digits::only(last));
    let proof = Sets { sets: smallvec![table.sets[one], table.sets[end]], links: SmallVec::new() };
    Some(Found {
        technique: Technique::AlsXyChain,
        placements: SmallVec::new(),
        eliminations: best::by_digit(digits, |digit| gone(one, end, digit)),
        proof: Proof::Als(Box::new(proof)),
    })
}
