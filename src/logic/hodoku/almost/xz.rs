//! ALS-XZ: two almost locked sets with one or two restricted commons.
//!
//! ```text
//!   A 2 8 9   x = 2   B 2 5 6 7 8      A or B lacks 2 and so contains all its other digits:
//!        └── 8 ── cell ── 8 ──┘        8 is in A or in B, and a cell that sees every 8 of both is not 8
//! ```
//!
//! With two restricted commons, each set lacks one of them. So each set contains all its other digits, and each restricted
//! common is in one of the sets.

use smallvec::smallvec;

use crate::board::Digits;
use crate::control::{Control, Stop};
use crate::logic::common::rows::{PAIR, Rows, add_twice, both_above};
use crate::logic::hodoku::found::Found;
use crate::logic::step::Candidate;
use crate::logic::technique::Technique;

use super::{Sets, Table};

/// The first useful pair of sets.
pub(crate) fn als_xz(
    table: &Table,
    control: &Control<'_>,
) -> Result<Option<Found<Box<Sets>>>, Stop> {
    let (mut seen, mut useful) = (Rows::default(), Rows::default());
    seen.reset(2, table.sets.len());
    useful.reset(1, table.sets.len());
    let useful = useful.row_mut(0);
    for one in 0..table.sets.len() {
        let digits = table.sets[one].digits;
        // The sets that together with this one remove one of its digits, and more than one, from some cell.
        let (once, twice) = seen.two_cleared();
        control.work(2 * table.sets[one].rows() * once.len())?;
        for digit in digits.iter() {
            add_twice(once, twice, table.removing.row(table.group(one, digit)));
        }
        // The removed digit must differ from the restricted common.
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
            control.work(PAIR)?;
            let found = pair(table, one, other);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(None)
}

/// The step of a pair of sets, if it removes anything.
fn pair(table: &Table, one: usize, other: usize) -> Option<Found<Box<Sets>>> {
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
                eliminations.extend(gone.iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
    }
    if eliminations.is_empty() {
        return None;
    }
    let sets = smallvec![table.sets[one], table.sets[other]];
    let proof = Box::new(Sets { sets, links: smallvec![commons] });
    Some(Found::removing(Technique::AlsXz, eliminations, proof))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Position;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{marked, pencilmarks};

    fn first(position: &Position) -> Option<Found<Box<Sets>>> {
        let (mut table, control) = (Table::new(), Control::unlimited());
        table.fill(position, &control).unwrap();
        als_xz(&table, &control).unwrap()
    }

    #[test]
    fn a_digit_is_in_one_of_two_linked_sets() {
        let marks = [("r1c1", "12"), ("r5c1", "13"), ("r5c5", "23")];
        let found = first(&marked(&marks)).unwrap();
        let step = found.clone().into::<Proof>().step(&marked(&marks));
        assert_eq!(
            step.notation,
            "Almost Locked Set XZ-Rule: A=r1c1 {12}, B=r5c15 {123}, X=1, Z=2 => r1c5<>2"
        );
        assert_eq!(
            step.text,
            "Set A: r1c1 is 1 or 2. Set B: r5c1 and r5c5 use all but one of 1, 2 and 3. Every 1 of A sees every 1 of B, so they \
             cannot both have a 1. If A lacks 2, it has 1. Then B lacks 1 and has 2. So 2 is in A or B, and no cell that sees every \
             place for 2 in both sets can be 2. Remove 2 from r1c5."
        );
        assert_eq!(step.houses, [0, 4]);
        // Without a common digit, or without a link.
        assert_eq!(first(&marked(&[("r1c1", "12"), ("r5c1", "13"), ("r5c5", "43")])), None);
        assert_eq!(first(&marked(&[("r1c1", "12"), ("r5c2", "13"), ("r5c5", "23")])), None);
    }

    #[test]
    fn two_sets_with_two_restricted_commons_hold_all_their_other_digits() {
        let position = pencilmarks(
            "3789 3789 4 357 2 58 1 369 369 \
             1238 138 6 9 38 4 25 235 7 \
             2379 5 237 1 37 6 8 4 239 \
             13578 13678 9 4 3678 128 2567 2567 2568 \
             134578 13678 1378 2367 36789 1289 245679 25679 245689 \
             478 2 78 67 5 89 3 1 4689 \
             1279 179 5 26 469 3 24679 8 124 \
             23789 4 2378 256 1 259 2679 23679 2369 \
             6 139 123 8 49 7 2459 2359 12345",
        );
        let found = first(&position).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "Almost Locked Set XZ-Rule: A=r6c1346 {46789}, B=r2345c5 {36789}, X=6,9 => r5c6<>9, r5c4<>6, r5c1,r6c9<>4, r6c9<>8"
        );
    }
}
