//! ALS-XY-wing: two almost locked sets that each have a restricted common with a third.
//!
//! ```text
//!   A 2 3 4 8   x = 2   C 1 2 4 7   y = 7   B 2 3 7 8        C contains 2 or 7 or both, so A lacks 2 or B lacks 7:
//!        └───────── 8 ───── cell ───── 8 ──────┘             8 is in A or in B
//! ```

use smallvec::smallvec;

use crate::control::{Control, Stop};
use crate::logic::common::rows::{PAIR, Rows, add, both_above, take};
use crate::logic::hodoku::found::Found;
use crate::logic::technique::Technique;

use super::{Sets, Table};

/// The first useful pair of links that share a set. Links are ordered by their first and second set.
pub(crate) fn als_xy_wing(
    table: &Table,
    control: &Control<'_>,
) -> Result<Option<Found<Box<Sets>>>, Stop> {
    let count = table.sets.len();
    let mut removing = Rows::default();
    removing.reset(count, count);
    for (number, set) in table.sets.iter().enumerate() {
        let row = removing.row_mut(number);
        control.work(set.rows() * row.len())?;
        set.digits
            .iter()
            .for_each(|digit| add(row, table.removing.row(table.group(number, digit))));
        set.cells.iter().for_each(|cell| take(row, table.meeting.row(cell.index())));
    }
    for one in 0..count {
        let linked = table.linked.row(one);
        for other in both_above(linked, linked, one) {
            // The second link comes later than the first: a later link of the first set, then of the second set.
            control.work(4 * linked.len())?;
            for (pivot, end, last) in [(one, other, other), (other, one, one)] {
                for far in both_above(table.linked.row(pivot), removing.row(end), last) {
                    control.work(PAIR)?;
                    let found = wing(table, [end, pivot, far]);
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
    }
    Ok(None)
}

/// The step of a wing with these sets, if it removes anything.
fn wing(table: &Table, [one, pivot, other]: [usize; 3]) -> Option<Found<Box<Sets>>> {
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
    let proof = Box::new(proof);
    Some(Found::removing(Technique::AlsXyWing, eliminations, proof))
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
        als_xy_wing(&table, &control).unwrap()
    }

    #[test]
    fn a_digit_is_in_one_of_two_sets_that_a_third_links() {
        let marks = [("r1c1", "12"), ("r1c5", "23"), ("r5c5", "13")];
        let found = first(&marked(&marks)).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&marked(&marks)).notation,
            "Almost Locked Set XY-Wing: A=r1c1 {12}, B=r5c5 {13}, C=r1c5 {23}, X,Y=2,3, Z=1 => r5c1<>1"
        );
        // The same digit links both pairs.
        assert_eq!(first(&marked(&[("r1c1", "12"), ("r1c5", "24"), ("r5c5", "12")])), None);
    }

    #[test]
    fn sets_of_several_cells() {
        let position = pencilmarks(
            "49 1 34 59 8 357 3467 2 467 \
             89 37 6 2 4 37 58 159 18 \
             2489 2378 5 19 179 6 3478 479 478 \
             2468 5 7 3468 36 9 1 46 2468 \
             3 28 1248 14568 1567 178 245678 4567 9 \
             1468 89 1489 14568 2 1578 45678 3 4678 \
             17 4 19 569 569 12 267 8 3 \
             1278 6 28 138 13 4 9 17 5 \
             5 389 389 7 69 128 246 146 1246",
        );
        let found = first(&position).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "Almost Locked Set XY-Wing: A=r4c5 {36}, B=r9c235 {3689}, C=r8c1358 {12378}, X,Y=3,8, Z=6 => r57c5<>6"
        );
    }
}
