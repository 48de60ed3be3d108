//! ALS-XZ: two almost locked sets with one or two restricted commons.
//!
//! ```text
//!   A 2 8 9   x = 2   B 2 5 6 7 8      one of A and B lacks 2 and so holds all its other digits:
//!        └── 8 ── cell ── 8 ──┘        8 is in A or in B, and a cell that sees every 8 of both is not 8
//! ```
//!
//! With two restricted commons each set lacks one of them, so each holds all its other digits, and each common is in one of
//! the sets.

use smallvec::smallvec;

use crate::board::Digits;
use crate::logic::found::{Found, Proof};
use crate::logic::step::{Candidate, Technique};

use super::rows::{Rows, add_twice, both_above};
use super::{Sets, Table};

/// The first pair of sets that removes something.
pub(crate) fn als_xz(table: &Table) -> Option<Found> {
    let (mut seen, mut useful) = (Rows::default(), Rows::default());
    seen.reset(2, table.sets.len());
    useful.reset(1, table.sets.len());
    let useful = useful.row_mut(0);
    for one in 0..table.sets.len() {
        let digits = table.sets[one].digits;
        // Sets that take one, and more than one, of the digits from a cell together with this one.
        let (once, twice) = seen.two_cleared();
        for digit in digits.iter() {
            add_twice(once, twice, table.removing.row(table.group(one, digit)));
        }
        // The digit that goes is not the restricted common.
        useful.copy_from_slice(table.linked_twice.row(one));
        for digit in digits.iter() {
            let group = table.group(one, digit);
            let (common, removing) = (table.common.row(group), table.removing.row(group));
            for (k, useful) in useful.iter_mut().enumerate() {
                for (j, useful) in useful.iter_mut().enumerate() {
                    *useful |= common[k][j] & (twice[k][j] | once[k][j] & !removing[k][j]);
                }
            }
        }
        for other in both_above(useful, table.linked.row(one), one) {
            if let Some(found) = pair(table, one, other) {
                return Some(found);
            }
        }
    }
    None
}

/// What two sets remove.
fn pair(table: &Table, one: usize, other: usize) -> Option<Found> {
    let commons = table.commons(one, other);
    let mut eliminations = smallvec![];
    for common in commons.iter() {
        let digits = table.shared(one, other).without(Digits::only(common));
        eliminations.extend(table.removed(one, other, digits));
    }
    if commons.len() == 2 {
        let cells = table.sets[one].cells | table.sets[other].cells;
        for set in [one, other] {
            for digit in table.sets[set].digits.without(commons).iter() {
                let gone = table.gone(set, digit).without(cells);
                eliminations.extend(gone.iter().map(|cell| Candidate { cell, digit }));
            }
        }
    }
    if eliminations.is_empty() {
        return None;
    }
    let sets = smallvec![table.sets[one], table.sets[other]];
    let proof = Proof::AlmostLockedSets(Box::new(Sets { sets, links: smallvec![commons] }));
    Some(Found::removing(Technique::AlsXz, eliminations, proof))
}
