//! ALS-XY-wing: two almost locked sets that each have a restricted common with a third.
//!
//! ```text
//!   A 2 3 4 8   x = 2   C 1 2 4 7   y = 7   B 2 3 7 8        C holds 2 or 7 or both, so A lacks 2 or B lacks 7:
//!        └───────── 8 ───── cell ───── 8 ──────┘             8 is in A or in B
//! ```

use smallvec::smallvec;

use crate::logic::found::{Found, Proof};
use crate::logic::step::Technique;

use super::rows::{Rows, add, both_above, take};
use super::{Sets, Table};

/// The first two links that share a set, in the order of links by their first and second set, that remove something.
pub(crate) fn als_xy_wing(table: &Table) -> Option<Found> {
    let count = table.sets.len();
    let mut removing = Rows::default();
    removing.reset(count, count);
    for (number, set) in table.sets.iter().enumerate() {
        let row = removing.row_mut(number);
        set.digits
            .iter()
            .for_each(|digit| add(row, table.removing.row(table.group(number, digit))));
        set.cells.iter().for_each(|cell| take(row, table.meeting.row(cell.index())));
    }
    for one in 0..count {
        let linked = table.linked.row(one);
        for other in both_above(linked, linked, one) {
            // The second link comes after the first: of the first set, then of the second one.
            for (pivot, end, last) in [(one, other, other), (other, one, one)] {
                for far in both_above(table.linked.row(pivot), removing.row(end), last) {
                    if let Some(found) = wing(table, [end, pivot, far]) {
                        return Some(found);
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
    let digits = table.shared(one, other).without(links[0] | links[1]);
    let eliminations = table.removed(one, other, digits);
    if eliminations.is_empty() {
        return None;
    }
    let sets = smallvec![table.sets[one], table.sets[pivot], table.sets[other]];
    let proof = Sets { sets, links: links.into_iter().collect() };
    let proof = Proof::AlmostLockedSets(Box::new(proof));
    Some(Found::removing(Technique::AlsXyWing, eliminations, proof))
}
