//! Sue de Coq: two or three cells where a line crosses a box, combined with further cells of the line and of the box.
//!
//! ```text
//!   line   . b b | . . . | . . .        I  the cells of the crossing: at least two more digits than cells
//!          I I . | L . . | - - -        L  cells of the line, B  cells of the box: together with I as many cells as digits,
//!          - - - |                         and no digit of I in both
//! ```
//!
//! Every digit of I, L and B is then placed in these cells: the digits of L and I in the line, the digits of B and I in the
//! box.

use smallvec::SmallVec;

use crate::board::{Cell, Digits, HOUSES};

use super::found::{Found, eliminations_of};
use crate::logic::common::subsets::cells_at;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses;
use crate::logic::grid9::pattern::{self, Eliminations};
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::grid9::tuples::{grow, size};
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::{short, wings as text};

/// The three sets of cells, and their houses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SueDeCoq {
    pub(crate) crossing: CellSet,
    pub(crate) in_line: CellSet,
    pub(crate) in_box: CellSet,
    pub(crate) line: u8,
    pub(crate) r#box: u8,
}

/// Cells of a house, as places, with their digits.
#[derive(Clone, Copy)]
struct Part {
    places: u16,
    digits: u16,
    /// The number of cells minus the number of digits that are not in the crossing.
    spare: u32,
}

/// The sets of cells of a house, at the places `open`, that share a digit with `digits` and leave 1 to `most` cells for these
/// digits.
fn parts(candidates: &[u16; 9], open: u16, digits: u16, most: u32) -> SmallVec<[Part; 64]> {
    let mut parts = SmallVec::new();
    grow(candidates, open, (0, 0), &mut |places, all, open| {
        let (cells, extra) = (size(places), size(all & !digits));
        if cells > extra && cells - extra <= most && all & digits != 0 {
            parts.push(Part { places, digits: all, spare: cells - extra });
        }
        cells + size(open) > extra
    });
    parts
}

/// The first Sue de Coq: rows and then columns with each of their boxes, two cells of the crossing before three. Houses without
/// changes are skipped.
pub(crate) fn sue_de_coq(position: &Position, changes: &Changes) -> Option<Found<SueDeCoq>> {
    let changed = changes.any_house();
    for (line, of_line) in HOUSE_SETS.iter().enumerate().take(18) {
        for (r#box, of_box) in HOUSE_SETS.iter().enumerate().skip(18) {
            let crossing = *of_line & *of_box & position.empty();
            if !crossing.is_several() || changed & (1 << line | 1 << r#box) == 0 {
                continue;
            }
            let cells: SmallVec<[Cell; 3]> = crossing.iter().collect();
            for i in 0..cells.len() {
                for j in i + 1..cells.len() {
                    let two = CellSet::only(cells[i]) | CellSet::only(cells[j]);
                    let found = among(position, two, line, r#box).or_else(|| {
                        let third = *cells.get(j + 1)?;
                        among(position, two | CellSet::only(third), line, r#box)
                    });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// The first Sue de Coq with these cells of a crossing.
fn among(
    position: &Position,
    crossing: CellSet,
    line: usize,
    r#box: usize,
) -> Option<Found<SueDeCoq>> {
    let digits = crossing.iter().fold(Digits::NONE, |all, cell| all | position.candidates(cell));
    let needed = digits.len().checked_sub(crossing.len()).filter(|&needed| needed >= 2)?;
    let [of_line, of_box] = {
        let of_house = |house: usize| {
            let candidates = position.candidates_of(house);
            let mut open = 0;
            for (place, candidates) in candidates.iter().enumerate() {
                let is_free = *candidates != 0 && !crossing.contains(HOUSES[house][place]);
                open |= u16::from(is_free) << place;
            }
            parts(&candidates, open, digits.bits(), needed - 1)
        };
        let of_line = of_house(line);
        if of_line.is_empty() {
            return None;
        }
        [of_line, of_house(r#box)]
    };
    for one in &of_line {
        for other in &of_box {
            if one.digits & other.digits & digits.bits() != 0 || one.spare + other.spare != needed {
                continue;
            }
            let sets =
                [(line, one), (r#box, other)].map(|(house, part)| cells_at(house, part.places));
            let proof = SueDeCoq {
                crossing,
                in_line: sets[0],
                in_box: sets[1],
                line: line as u8,
                r#box: r#box as u8,
            };
            if sets[0].meets(sets[1]) {
                continue;
            }
            let eliminations = proof.removed(
                position,
                [one, other].map(|part| Digits::from_bits(part.digits)),
                digits,
            );
            if !eliminations.is_empty() {
                return Some(Found::removing(Technique::SueDeCoq, eliminations, proof));
            }
        }
    }
    None
}

impl SueDeCoq {
    /// The eliminations: from the rest of the box, then from the rest of the line. If the third cell of the intersection
    /// belongs to one part, it can still lose digits to the other part: those that both parts have but the crossing does not.
    fn removed(
        &self,
        position: &Position,
        [in_line, in_box]: [Digits; 2],
        digits: Digits,
    ) -> Eliminations {
        let mut removed = Eliminations::new();
        for (house, part, gone) in [
            (self.r#box, self.in_box, in_box | digits.without(in_line)),
            (self.line, self.in_line, in_line | digits.without(in_box)),
        ] {
            let rest = HOUSE_SETS[usize::from(house)] & position.empty();
            removed.extend(eliminations_of(position, rest.without(self.crossing | part), gone));
        }
        removed
    }

    pub(crate) fn step(&self, position: &Position, removed: &[Candidate]) -> Step {
        let mut step = Step::new(Technique::SueDeCoq);
        let sets = [self.crossing, self.in_line, self.in_box];
        let digits = sets
            .map(|set| set.iter().fold(Digits::NONE, |all, cell| all | position.candidates(cell)));
        let [crossing, in_line, in_box] = digits;
        step = step.by(
            sets.into_iter().flat_map(CellSet::iter),
            crossing | in_line | in_box,
            [self.line, self.r#box],
        );
        let [line, r#box] = [self.line, self.r#box].map(|house| houses::name(house.into()));
        let names = sets.map(|set| pattern::names(set.iter()));
        let part = |at: usize| (&names[at][..], digits[at].into());
        step.text = text::sue_de_coq(
            [&line, &r#box],
            part(0),
            [part(1), part(2)],
            &pattern::removed(&pattern::in_order(removed)),
        );
        let part =
            |at: usize| format!("{} - {{{}}}", short::cells(sets[at]), short::digits(digits[at]));
        step.notation = format!(
            "Sue de Coq: {} ({}, {}) => {}",
            part(0),
            part(1),
            part(2),
            short::removed(removed)
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{marked, pencilmarks};

    #[test]
    fn two_parts_share_out_the_digits_of_a_crossing() {
        let marks = |last| marked(&[("r1c1 r1c2", "1234"), ("r1c5", "12"), ("r2c1", last)]);
        let position = marks("34");
        let found = sue_de_coq(&position, &Changes::ALL).unwrap();
        let step = found.clone().into::<Proof>().step(&position);
        assert_eq!(
            step.notation,
            "Sue de Coq: r1c12 - {1234} (r1c5 - {12}, r2c1 - {34}) => \
             r123c3,r23c2,r3c1<>3, r123c3,r23c2,r3c1<>4, r1c346789<>1, r1c346789<>2"
        );
        // The rest of the box comes before the rest of the line.
        assert_eq!(found.eliminations[0], Candidate::new(Cell::new(2), 3));
        assert_eq!(found.eliminations.len(), 24);
        assert_eq!(step.houses, [0, 18]);
        assert_eq!(sue_de_coq(&position, &Changes::NONE), None);
        assert_eq!(sue_de_coq(&marks("35"), &Changes::ALL), None);
    }

    #[test]
    fn cells_of_the_other_part_lose_digits_that_both_have() {
        let position = pencilmarks(
            "289 129 3 15 4 7 259 6 2589 \
             789 79 5 2 3 6 49 489 1 \
             6 12 4 15 8 9 25 3 7 \
             379 579 1679 67 2 8 145679 457 3569 \
             4 8 167 9 5 3 1267 27 26 \
             2379 2579 679 67 1 4 5679 5789 35689 \
             59 4 8 3 79 1 25679 25 2569 \
             1 6 2 8 79 5 3 79 4 \
             579 3 79 4 6 2 8 1 59",
        );
        let found = sue_de_coq(&position, &Changes::ALL).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "Sue de Coq: r46c7 - {145679} (r123c7 - {2459}, r5c789 - {1267}) => r46c8<>7, r46c9<>6, r57c7<>2, r7c7<>5, r7c7<>9"
        );
    }
}
