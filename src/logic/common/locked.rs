//! Locked candidates (pointing and claiming), and placements that follow from them directly.
//!
//! ```text
//!   pointing                          claiming                          direct pointing
//!   +-------+-------+                 +-------+-------+                 +-------+-------+
//!   | . . . |       |                 | - - - |       |                 | . . . | . . . |
//!   | * * . | - - - |  cover: row     | * * . | . . . |  base: row      | * * . |       |  cover: row
//!   | . . . |       |                 | - - - |       |                 | . . . | . # . |  # is the only other place
//!   +-------+-------+                 +-------+-------+                 +-------+-------+  in its box
//!     base: box                         cover: box                        base: box
//! ```
//!
//! All places of the digit in the base are also in the cover, so no other cell of the cover holds the digit.

use std::ops::ControlFlow;

use crate::board::{Cell, Digits, HOUSES};

use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::{self, Kind};
use crate::logic::grid9::pattern::{self, Removals};
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::grid9::tuples::size;
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::locked as text;

/// The kinds of base and cover, in search order.
pub(crate) type Passes = [(Kind, Kind)];

/// A digit whose places in the base are all in the cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Locked {
    pub(crate) digit: u8,
    /// The index in [`HOUSES`].
    pub(crate) base: u8,
    pub(crate) cover: u8,
}

/// Locked candidates that leave the digit one place in a third house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectLocked {
    pub(crate) locked: Locked,
    pub(crate) house: u8,
    pub(crate) cell: Cell,
}

/// For each set of two or more places: bit k if all places are in the k-th group of three (k = 0, 1, 2), bit 3 + k if all
/// places have remainder k modulo 3.
const LOCKS: [u8; 512] = {
    let mut locks = [0; 512];
    let mut places = 0;
    while places < 512 {
        let mut k = 0;
        while k < 3 && (places as u16).count_ones() >= 2 {
            if places & !(0b111 << (3 * k)) == 0 {
                locks[places] |= 1 << k;
            }
            if places & !(0b1001001 << k) == 0 {
                locks[places] |= 1 << (3 + k);
            }
            k += 1;
        }
        places += 1;
    }
    locks
};

/// The k-th house of kind `cover` that crosses `base`.
#[inline]
fn crossing(base: usize, cover: Kind, k: usize) -> usize {
    let i = base % 9;
    match (Kind::of(base), cover) {
        (Kind::Box, Kind::Row) => i / 3 * 3 + k,
        (Kind::Box, _) => 9 + i % 3 * 3 + k,
        (Kind::Column, _) => 18 + 3 * k + i / 3,
        (Kind::Row, _) => 18 + i / 3 * 3 + k,
    }
}

/// Visits every pattern of the houses and digits in `among`, useful or not: by pass, base, cover, then digit.
#[inline]
fn patterns<B>(
    position: &Position,
    passes: &Passes,
    among: &Changes,
    found: &mut impl FnMut(Locked) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for &(kind, cover) in passes {
        let shift = if cover == Kind::Column { 3 } else { 0 };
        let first = kind.first();
        // For each base, the digits with a pattern, by cover.
        let mut digits = [[0u16; 3]; 9];
        let mut bases = 0u16;
        for (at, houses) in among.houses.iter().enumerate() {
            let mut asked = houses >> first & 0x1FF;
            while asked != 0 {
                let base = asked.trailing_zeros() as usize;
                asked &= asked - 1;
                let places = position.places_of(first + base)[at];
                let locks = LOCKS[usize::from(places & 0x1FF)] >> shift & 7;
                if locks != 0 {
                    digits[base][usize::from(locks >> 1)] |= 1 << at;
                    bases |= 1 << base;
                }
            }
        }
        while bases != 0 {
            let base = bases.trailing_zeros() as usize;
            bases &= bases - 1;
            for (k, &digits) in digits[base].iter().enumerate() {
                let cover = crossing(first + base, cover, k);
                for digit in Digits::from_bits(digits).iter() {
                    found(Locked { digit, base: (first + base) as u8, cover: cover as u8 })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the useful locked candidates whose base is in `among`.
pub(crate) fn locked<B>(
    position: &Position,
    passes: &Passes,
    among: &Changes,
    found: &mut impl FnMut(Locked) -> ControlFlow<B>,
) -> ControlFlow<B> {
    patterns(position, passes, among, &mut |locked| {
        let places = |house: u8| size(position.places(usize::from(house), locked.digit));
        // The places in the cover include those in the base, so more places mean that something is removed.
        if places(locked.cover) > places(locked.base) {
            found(locked)
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// The first useful locked candidates with a base of this kind in `among`: by base, then by digit; for a box, the row before
/// the column.
pub(crate) fn first(position: &Position, base: Kind, among: &Changes) -> Option<Locked> {
    let bases = base.first()..base.first() + 9;
    let covers: &[(Kind, u8)] = match base {
        Kind::Box => &[(Kind::Row, 0), (Kind::Column, 3)],
        _ => &[(Kind::Box, 0)],
    };
    let asked = among.any_house();
    for base in bases.filter(|&base| asked >> base & 1 != 0) {
        for (at, &places) in position.places_of(base).iter().enumerate() {
            let locks = LOCKS[usize::from(places & 0x1FF)];
            if locks == 0 {
                continue;
            }
            for &(kind, shift) in covers {
                let Some(k) = (0..3).find(|k| locks >> (shift + k) & 1 != 0) else { continue };
                let cover = crossing(base, kind, usize::from(k));
                if size(position.places_of(cover)[at]) > size(places) {
                    let (base, cover) = (base as u8, cover as u8);
                    return Some(Locked { digit: at as u8 + 1, base, cover });
                }
            }
        }
    }
    None
}

/// Visits the direct placements. The third houses are of the kind of the base and cross the cover; they are visited in order.
pub(crate) fn direct<B>(
    position: &Position,
    passes: &Passes,
    among: &Changes,
    found: &mut impl FnMut(DirectLocked) -> ControlFlow<B>,
) -> ControlFlow<B> {
    patterns(position, passes, among, &mut |locked| {
        let (base, cover) = (usize::from(locked.base), usize::from(locked.cover));
        for k in 0..3 {
            let house = crossing(cover, Kind::of(base), k);
            let places = position.places(house, locked.digit);
            let outside = places & !houses::overlap(house, cover);
            if house != base && places != outside && outside.is_power_of_two() {
                let cell = HOUSES[house][outside.trailing_zeros() as usize];
                found(DirectLocked { locked, house: house as u8, cell })?;
            }
        }
        ControlFlow::Continue(())
    })
}

impl Locked {
    /// The places of the digit in the base.
    pub(crate) fn cells(&self, position: &Position) -> CellSet {
        position.cells(self.digit) & HOUSE_SETS[usize::from(self.base)]
    }

    pub(crate) fn removals(&self) -> Removals {
        let [base, cover] = [self.base, self.cover].map(|house| HOUSE_SETS[usize::from(house)]);
        pattern::removal(cover.without(base), Digits::only(self.digit))
    }

    fn is_pointing(&self) -> bool {
        Kind::of(usize::from(self.base)) == Kind::Box
    }

    pub(crate) fn technique(&self) -> Technique {
        if self.is_pointing() { Technique::Pointing } else { Technique::Claiming }
    }

    /// The sentences, in which the cells have these names.
    fn told(&self, cells: &[String], tell: impl FnOnce(text::Locked<'_>) -> String) -> String {
        let [base, cover] = [self.base, self.cover].map(|house| houses::name(house.into()));
        tell(text::Locked { digit: self.digit, base: &base, cover: &cover, cells })
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let [base, cover] = [self.base, self.cover].map(usize::from);
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step =
            step.by(self.cells(position).iter(), Digits::only(self.digit), [self.base, self.cover]);
        step.text = self.told(&pattern::names(step.cells.iter().copied()), |told| {
            told.text(&pattern::removed(&step.eliminations))
        });
        step.notation = format!(
            "{}: Cells {}: {} in {} and {} => {}",
            if self.is_pointing() { "Pointing" } else { "Claiming" },
            pattern::cells_notation(&step.cells),
            self.digit,
            Kind::of(base).short(),
            Kind::of(cover).short(),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

impl DirectLocked {
    pub(crate) fn technique(&self) -> Technique {
        if self.locked.is_pointing() {
            Technique::DirectPointing
        } else {
            Technique::DirectClaiming
        }
    }

    pub(crate) fn placement(&self) -> Candidate {
        Candidate::new(self.cell, self.locked.digit)
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let locked = self.locked;
        let [base, cover] = [locked.base, locked.cover].map(usize::from);
        let mut step = Step::new(self.technique());
        step.placements = vec![self.placement()];
        step = step.by(
            locked.cells(position).iter(),
            Digits::only(locked.digit),
            [locked.base, locked.cover, self.house],
        );
        step.text = locked.told(&pattern::names(step.cells.iter().copied()), |told| {
            told.direct(&houses::name(self.house.into()), &self.cell.to_string())
        });
        step.notation = format!(
            "Direct {}: Cells {}: {} of {} in {} => {}",
            if locked.is_pointing() { "Pointing" } else { "Claiming" },
            pattern::cells_notation(&step.cells),
            locked.digit,
            Kind::of(base).short(),
            Kind::of(cover).short(),
            pattern::conclusion_notation(&step.placements, &[])
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::{marked, only, removed, visited};

    const PASSES: &Passes = &[(Kind::Box, Kind::Row), (Kind::Row, Kind::Box)];

    fn all(position: &Position) -> Vec<Locked> {
        visited(|found| {
            let _ = locked(position, PASSES, &Changes::ALL, &mut |locked| found(locked));
        })
    }

    #[test]
    fn a_digit_in_one_row_of_a_box_is_locked() {
        let mut position = marked(&[]);
        only(&mut position, 18, "r2c1 r2c3 r3c1", "6");
        assert_eq!(all(&position), []);
        only(&mut position, 18, "r2c1 r2c3", "6");
        assert_eq!(all(&position), [Locked { digit: 6, base: 18, cover: 1 }]);
        let step = all(&position)[0].step(&position);
        assert_eq!(removed(&step), "-6r2c4 -6r2c5 -6r2c6 -6r2c7 -6r2c8 -6r2c9");
        assert_eq!(
            step.text,
            "In box 1, 6 can only go in r2c1 or r2c3, both of them in row 2. Whichever it is, no other cell in row 2 can be 6. \
             Remove 6 from r2c4, r2c5, r2c6, r2c7, r2c8 and r2c9."
        );
    }

    #[test]
    fn a_digit_in_one_box_of_a_row_is_claimed() {
        let mut position = marked(&[]);
        only(&mut position, 4, "r5c4 r5c5 r5c6", "9");
        let found = all(&position);
        assert_eq!(found, [Locked { digit: 9, base: 4, cover: 22 }]);
        assert_eq!(removed(&found[0].step(&position)), "-9r4c4 -9r4c5 -9r4c6 -9r6c4 -9r6c5 -9r6c6");
        for cell in found[0].removals()[0].cells.iter() {
            position.remove(cell, 9);
        }
        assert_eq!(all(&position), [], "nothing is left to remove");
    }

    #[test]
    fn a_locked_digit_leaves_one_place_in_another_box() {
        let mut position = marked(&[]);
        only(&mut position, 18, "r2c1 r2c3", "6");
        let direct = |position: &Position| {
            visited(|found| {
                let _ = direct(position, PASSES, &Changes::ALL, &mut |direct| found(direct));
            })
        };
        only(&mut position, 19, "r2c4 r1c5 r3c6", "6");
        assert_eq!(direct(&position), []);
        only(&mut position, 19, "r2c4 r1c5", "6");
        let found = direct(&position);
        let notations = found.iter().map(|direct| direct.step(&position).notation);
        assert_eq!(
            notations.collect::<Vec<_>>(),
            [
                "Direct Pointing: Cells r2c1,r2c3: 6 of block in row => r1c5=6",
                "Direct Claiming: Cells r3c7,r3c8,r3c9: 6 of row in block => r1c5=6",
            ]
        );
    }
}
