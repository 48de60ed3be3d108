//! Fish: X-wing, swordfish, jellyfish.
//!
//! ```text
//!             cover   cover
//!   base   . .  *  . .  *  .      in each base row the digit can only be in the cover columns,
//!          . .  -  . .  -  .      so the rows fill the columns between them,
//!   base   . .  *  . .  *  .      and no other cell of the columns holds the digit
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

/// A digit whose places in some lines are in as many crossing lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fish {
    pub(crate) digit: u8,
    /// [`Kind::Row`] or [`Kind::Column`].
    pub(crate) base_kind: Kind,
    /// The base lines: bit k is the k-th row or column.
    pub(crate) base: u16,
    /// The crossing lines.
    pub(crate) cover: u16,
}

/// Visits the fish of `degree` that remove something, for the digits of `among`: by kind of base, then in increasing order of
/// the bits of the base lines, then by digit. Digits that fewer than 2·degree cells still need are left out.
pub(crate) fn fish<B>(
    position: &Position,
    degree: u32,
    base_kinds: [Kind; 2],
    among: Digits,
    found: &mut impl FnMut(Fish) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for base_kind in base_kinds {
        let mut kept: SmallVec<[Fish; 8]> = SmallVec::new();
        // A larger fish has a smaller one as its complement.
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

/// Visits the fish of a digit that remove something, in the order of [`tuples`] of the base lines. Each has at least two
/// places.
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

    /// The lines of a kind as houses.
    fn houses(kind: Kind, lines: u16) -> impl Iterator<Item = usize> {
        members(lines).map(move |k| kind.first() + k)
    }

    /// The base lines (indices of [`HOUSES`]).
    fn base_houses(&self) -> impl Iterator<Item = usize> {
        Fish::houses(self.base_kind, self.base)
    }

    /// The cells of the base lines and of the cover lines.
    pub(crate) fn lines(&self) -> (CellSet, CellSet) {
        let union = |kind, lines| {
            Fish::houses(kind, lines).fold(CellSet::NONE, |set, house| set | HOUSE_SETS[house])
        };
        (union(self.base_kind, self.base), union(self.cover_kind(), self.cover))
    }

    /// The base and the cover lines as bits of [`HOUSES`].
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
        // Along the cover lines.
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
        // Row 6 has a place left in column 4 only.
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
