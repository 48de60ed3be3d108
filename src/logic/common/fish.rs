//! Fish: X-wing, swordfish, jellyfish.
//!
//! ```text
//!             cover   cover
//!   base   . .  *  . .  *  .      In each base row the digit can only be in a cover column.
//!          . .  -  . .  -  .      The number of rows equals the number of columns, so every column has its digit in a
//!   base   . .  *  . .  *  .      base row, and no other cell of the columns holds the digit.
//! ```

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Digits, HOUSES};

use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::Kind;
use crate::logic::grid9::pattern::{self, Removals};
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::{eligible, members, removes, tuples};
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::fish as text;

/// A digit whose places in k parallel lines are all in k crossing lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fish {
    pub(crate) digit: u8,
    /// [`Kind::Row`] or [`Kind::Column`].
    pub(crate) base_kind: Kind,
    /// The base lines: bit k stands for the k-th row or column.
    pub(crate) base: u16,
    /// The cover lines, likewise.
    pub(crate) cover: u16,
}

/// Visits the useful fish of size `degree` for the digits of `among`: by kind of base, then in increasing order of the bits of
/// the base lines, then by digit. Digits missing in fewer than 2·degree cells are skipped.
pub(crate) fn fish<B>(
    position: &Position,
    degree: u32,
    base_kinds: [Kind; 2],
    among: Digits,
    found: &mut impl FnMut(Fish) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for base_kind in base_kinds {
        let mut kept: SmallVec<[Fish; 8]> = SmallVec::new();
        // With fewer missing cells, the complement of the fish is a smaller fish.
        for digit in among.iter().filter(|&digit| position.placed(digit) + 2 * degree <= 9) {
            let _ = of_digit::<(), false>(position, degree, (base_kind, digit), &mut |fish| {
                kept.push(fish);
                ControlFlow::Continue(())
            });
        }
        kept.sort_by_key(|fish| (fish.base, fish.digit));
        for fish in kept {
            found(fish)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits the useful fish of one digit, in the order of [`tuples`] of the base lines. Every base line has at least two places.
pub(crate) fn of_digit<B, const IN_ORDER: bool>(
    position: &Position,
    degree: u32,
    (base_kind, digit): (Kind, u8),
    found: &mut impl FnMut(Fish) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let lines = position.lines(base_kind, digit);
    let open = eligible(&lines, degree, 2);
    tuples::<B, IN_ORDER>(&lines, open, degree, &mut |base, cover| match removes(
        &lines, base, cover,
    ) {
        true => found(Fish { digit, base_kind, base, cover }),
        false => ControlFlow::Continue(()),
    })
}

impl Fish {
    fn cover_kind(&self) -> Kind {
        self.base_kind.across()
    }

    /// The indices in [`HOUSES`] of lines of a kind.
    fn houses(kind: Kind, lines: u16) -> impl Iterator<Item = usize> {
        members(lines).map(move |k| kind.first() + k)
    }

    /// The base lines, as indices of [`HOUSES`].
    fn base_houses(&self) -> impl Iterator<Item = usize> {
        Fish::houses(self.base_kind, self.base)
    }

    /// The cells of the base lines, and the cells of the cover lines.
    pub(crate) fn lines(&self) -> (CellSet, CellSet) {
        let union = |kind, lines| {
            Fish::houses(kind, lines).fold(CellSet::NONE, |set, house| set | HOUSE_SETS[house])
        };
        (union(self.base_kind, self.base), union(self.cover_kind(), self.cover))
    }

    /// The base lines and the cover lines, each as bits of [`HOUSES`].
    pub(crate) fn houses_as_bits(&self) -> (u32, u32) {
        let bits = |kind: Kind, lines: u16| u32::from(lines) << kind.first();
        (bits(self.base_kind, self.base), bits(self.cover_kind(), self.cover))
    }

    pub(crate) fn removals(&self) -> Removals {
        let (base, cover) = self.lines();
        pattern::removal(cover.without(base), Digits::only(self.digit))
    }

    pub(crate) fn technique(&self) -> Technique {
        [Technique::XWing, Technique::Swordfish, Technique::Jellyfish]
            [self.base.count_ones() as usize - 2]
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let (degree, digit) = (self.base.count_ones(), self.digit);
        let cover: Vec<usize> = Fish::houses(self.cover_kind(), self.cover).collect();
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        // Sudoku Explainer lists the cells cover line by cover line.
        let (base_cells, _) = self.lines();
        step = step.by(
            cover
                .iter()
                .flat_map(|&house| HOUSES[house])
                .filter(|&cell| (position.cells(self.digit) & base_cells).contains(cell)),
            Digits::only(self.digit),
            NO_HOUSES,
        );
        step.houses =
            self.base_houses().chain(cover.iter().copied()).map(|house| house as u32).collect();
        let names =
            |kind, lines| pattern::house_names(Fish::houses(kind, lines).map(|house| house as u32));
        step.text = text::Fish {
            digit,
            bases: &names(self.base_kind, self.base),
            covers: &names(self.cover_kind(), self.cover),
            fins: &[],
            twice: &[],
        }
        .text(&pattern::removed(&step.eliminations));
        step.notation = format!(
            "{}: Cells {}: {} in {degree} {}s and {degree} {}s => {}",
            ["X-Wing", "Swordfish", "Jellyfish"][degree as usize - 2],
            pattern::cells_notation(&step.cells),
            self.digit,
            self.base_kind.short(),
            self.cover_kind().short(),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::{marked, only, removed, visited};

    fn all(position: &Position, degree: u32) -> Vec<Fish> {
        visited(|found| {
            let _ = fish(position, degree, [Kind::Column, Kind::Row], Digits::ALL, &mut |fish| {
                found(fish)
            });
        })
    }

    #[test]
    fn two_rows_whose_places_are_in_two_columns_are_an_x_wing() {
        let mut position = marked(&[]);
        only(&mut position, 1, "r2c4 r2c7", "1");
        only(&mut position, 5, "r6c4 r6c8", "1");
        assert_eq!(all(&position, 2), []);
        only(&mut position, 5, "r6c4 r6c7", "1");
        // Row 6 has a place left only in column 4.
        assert_eq!(all(&position, 2), []);
        let mut position = marked(&[]);
        only(&mut position, 1, "r2c4 r2c7", "1");
        only(&mut position, 5, "r6c4 r6c7", "1");
        let found = all(&position, 2);
        assert_eq!(found.len(), 1);
        let step = found[0].step(&position);
        assert!(step.notation.starts_with(
            "X-Wing: Cells r2c4,r6c4,r2c7,r6c7: 1 in 2 rows and 2 columns => -1r1c4 -1r1c7 -1r3c4"
        ));
        assert_eq!(removed(&step).split(' ').count(), 14);
    }

    #[test]
    fn three_columns_are_a_swordfish() {
        let mut position = marked(&[]);
        only(&mut position, 9, "r1c1 r5c1", "8");
        only(&mut position, 13, "r5c5 r9c5", "8");
        only(&mut position, 17, "r1c9 r9c9", "8");
        let found = all(&position, 3);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].base_kind, found[0].cover), (Kind::Column, 0b100010001));
        assert_eq!(all(&position, 2), []);
    }
}
