//! XY-wing and XYZ-wing.
//!
//! ```text
//!   XY-wing                                XYZ-wing
//!   +----------+----------+                +----------+----------+
//!   | ab . .   | . . bc   |  pivot ab      | abc . .  | . . bc   |  pivot abc
//!   | .  . .   | -c       |  wings ac, bc  | -c -c .  |          |  wings ac, bc
//!   | .  ac .  | . . .    |                | .  ac .  |          |
//!   +----------+----------+                +----------+----------+
//! ```
//!
//! For every digit of the pivot, a wing or the pivot itself holds c.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::pattern::{self, Removals};
use crate::logic::grid9::position::Position;
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::wings as text;

/// A pivot and two wings that share the digit `common`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wing {
    pub(crate) pivot: Cell,
    pub(crate) wings: [Cell; 2],
    pub(crate) common: u8,
    /// Whether the common digit is also a candidate of the pivot (XYZ-wing).
    pub(crate) is_in_pivot: bool,
}

/// The peers of `cell` in `among`: first in its box, then in its row, then in its column.
pub(crate) fn peers_in_order(cell: Cell, among: CellSet) -> impl Iterator<Item = Cell> {
    let [row, column, r#box] =
        HOUSES_OF[cell.index()].map(|(house, _)| HOUSE_SETS[usize::from(house)]);
    let peers = among & PEER_SETS[cell.index()];
    let parts = [peers & r#box, (peers & row).without(r#box), (peers & column).without(r#box)];
    parts.into_iter().flat_map(CellSet::iter)
}

/// Visits the useful XY-wings (or XYZ-wings): by pivot in row-major order, then by the two wings. Wings are in row-major order
/// if `IN_ORDER`, otherwise in the order box, row, column.
pub(crate) fn wings<B, const IN_ORDER: bool>(
    position: &Position,
    is_in_pivot: bool,
    found: &mut impl FnMut(Wing) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let counts = position.cells_by_count();
    let pivots = if is_in_pivot { counts.three } else { counts.two };
    for pivot in pivots.iter() {
        let digits = position.candidates(pivot);
        let near = counts.two & PEER_SETS[pivot.index()];
        // Each wing lacks exactly one digit of the pivot.
        let (mut once, mut twice) = (CellSet::NONE, CellSet::NONE);
        let mut thrice = CellSet::NONE;
        for digit in digits.iter() {
            let cells = near & position.cells(digit);
            thrice |= twice & cells;
            twice |= once & cells;
            once |= cells;
        }
        let ends = if is_in_pivot { twice.without(thrice) } else { once.without(twice) };
        if ends.len() < 2 {
            continue;
        }
        let ends: SmallVec<[Cell; 20]> = match IN_ORDER {
            true => ends.iter().collect(),
            false => peers_in_order(pivot, ends).collect(),
        };
        for (i, &first) in ends.iter().enumerate() {
            let of_first = position.candidates(first);
            for &second in &ends[i + 1..] {
                let of_second = position.candidates(second);
                let common = of_first & of_second;
                if common.len() != 1
                    || (digits | of_first | of_second).len() != 3
                    || (digits & common).is_empty() == is_in_pivot
                {
                    continue;
                }
                let wing =
                    Wing { pivot, wings: [first, second], common: common.smallest(), is_in_pivot };
                if position.cells(wing.common).meets(wing.seen()) {
                    found(wing)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Wing {
    /// The cells that see every cell that may hold the common digit.
    #[inline]
    pub(crate) fn seen(&self) -> CellSet {
        let [first, second] = self.wings.map(|wing| PEER_SETS[wing.index()]);
        let seen = first & second;
        if self.is_in_pivot { seen & PEER_SETS[self.pivot.index()] } else { seen }
    }

    pub(crate) fn removals(&self) -> Removals {
        pattern::removal(self.seen(), Digits::only(self.common))
    }

    pub(crate) fn technique(&self) -> Technique {
        if self.is_in_pivot { Technique::XyzWing } else { Technique::XyWing }
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let [first, second] = self.wings;
        let digits = position.candidates(self.pivot);
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step = step.by([self.pivot, first, second], digits | Digits::only(self.common), NO_HOUSES);
        let of_wing =
            |wing: Cell| position.candidates(wing).without(Digits::only(self.common)).smallest();
        let names = self.wings.map(|wing| wing.to_string());
        step.text = text::xy(
            (&self.pivot.to_string(), digits.into()),
            [(&names[0], of_wing(first)), (&names[1], of_wing(second))],
            self.common,
            &pattern::removed(&step.eliminations),
        );
        step.notation = format!(
            "{}: Cells {} on value {} => {}",
            if self.is_in_pivot { "XYZ-Wing" } else { "XY-Wing" },
            pattern::cells_notation(&step.cells),
            self.common,
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::{marked, visited};

    fn all(position: &Position, is_in_pivot: bool) -> Vec<Wing> {
        visited(|found| {
            let _ = wings::<_, false>(position, is_in_pivot, &mut |wing| found(wing));
        })
    }

    #[test]
    fn two_wings_of_a_pivot_exclude_their_common_digit() {
        let position = marked(&[("r1c1", "12"), ("r1c5", "23"), ("r4c1", "13")]);
        let found = all(&position, false);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].step(&position).notation,
            "XY-Wing: Cells r1c1,r1c5,r4c1 on value 3 => -3r4c5"
        );
        let unseen = marked(&[("r1c1", "12"), ("r5c5", "23"), ("r4c1", "13")]);
        assert_eq!(all(&unseen, false), []);
        let equal = marked(&[("r1c1", "12"), ("r1c5", "23"), ("r4c1", "23")]);
        assert_eq!(all(&equal, false), []);
    }

    #[test]
    fn a_pivot_with_the_common_digit_sees_what_goes() {
        let position = marked(&[("r1c1", "123"), ("r1c5", "23"), ("r2c2", "13")]);
        let found = all(&position, true);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].step(&position).notation,
            "XYZ-Wing: Cells r1c1,r2c2,r1c5 on value 3 => -3r1c2 -3r1c3"
        );
        assert_eq!(all(&position, false), []);
    }
}
