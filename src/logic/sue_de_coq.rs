//! Sue de Coq: two or three cells where a line crosses a box, which the rest of the line and the rest of the box share out.
//!
//! ```text
//!   line   . b b | . . . | . . .        I  the cells of the crossing: at least two digits more than cells
//!          I I . | L . . | - - -        L  cells of the line, B  cells of the box: together with I as many cells as digits,
//!          - - - |                         and no digit of I in both
//! ```
//!
//! Each digit of I, L and B then has its place in them: those of L and I in the line, those of B and I in the box.

use smallvec::SmallVec;

use crate::board::{Cell, Digits, HOUSES};

use super::cells::{CellSet, HOUSE_SETS};
use super::found::{Found, Proof};
use super::houses;
use super::pattern::{self, cells_text, digits_text};
use super::position::Position;
use super::short;
use super::step::{Candidate, Step, Technique};

/// The three sets of cells, and their houses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SueDeCoq {
    pub(crate) crossing: CellSet,
    pub(crate) in_line: CellSet,
    pub(crate) in_box: CellSet,
    pub(crate) line: u8,
    pub(crate) r#box: u8,
}

/// Cells of a house, and their digits.
#[derive(Clone, Copy)]
struct Part {
    cells: CellSet,
    digits: Digits,
    /// Cells minus digits that the crossing does not have.
    spare: u32,
}

/// Visits the sets of `cells`, in the order in which they grow, that share a digit with `digits` and leave 1 to `most` cells
/// for them.
fn parts(
    position: &Position,
    cells: &[Cell],
    digits: Digits,
    most: u32,
    found: &mut impl FnMut(Part),
) {
    fn grow(
        position: &Position,
        cells: &[Cell],
        part: (CellSet, Digits, u32),
        digits: Digits,
        most: u32,
        found: &mut impl FnMut(Part),
    ) {
        for (k, &cell) in cells.iter().enumerate() {
            let (mut set, all, count) = part;
            set.insert(cell);
            let (all, count) = (all | position.candidates(cell), count + 1);
            let extra = all.without(digits).len();
            if count > extra && count - extra <= most && all.len() > extra {
                found(Part { cells: set, digits: all, spare: count - extra });
            }
            grow(position, &cells[k + 1..], (set, all, count), digits, most, found);
        }
    }
    grow(position, cells, (CellSet::NONE, Digits::NONE, 0), digits, most, found);
}

/// The first Sue de Coq: rows and then columns with each of their boxes, two cells of the crossing before three.
pub(crate) fn sue_de_coq(position: &Position) -> Option<Found> {
    for line in 0..18 {
        for r#box in 18..27 {
            let crossing = HOUSE_SETS[line] & HOUSE_SETS[r#box] & position.empty();
            if !crossing.is_several() {
                continue;
            }
            let cells: SmallVec<[_; 3]> = crossing.iter().collect();
            for i in 0..cells.len() {
                for j in i + 1..cells.len() {
                    let two = CellSet::only(cells[i]) | CellSet::only(cells[j]);
                    if let Some(found) = among(position, two, line, r#box) {
                        return Some(found);
                    }
                    for &third in &cells[j + 1..] {
                        let three = two | CellSet::only(third);
                        if let Some(found) = among(position, three, line, r#box) {
                            return Some(found);
                        }
                    }
                }
            }
        }
    }
    None
}

/// The first with these cells of a crossing.
fn among(position: &Position, crossing: CellSet, line: usize, r#box: usize) -> Option<Found> {
    let digits = crossing.iter().fold(Digits::NONE, |all, cell| all | position.candidates(cell));
    let needed = digits.len().checked_sub(crossing.len()).filter(|&needed| needed >= 2)?;
    let open = |house: usize| -> SmallVec<[_; 9]> {
        let cells = HOUSES[house].into_iter();
        cells.filter(|&cell| position.empty().contains(cell) && !crossing.contains(cell)).collect()
    };
    let mut of_line: SmallVec<[Part; 32]> = SmallVec::new();
    parts(position, &open(line), digits, needed - 1, &mut |part| of_line.push(part));
    if of_line.is_empty() {
        return None;
    }
    let mut of_box: SmallVec<[Part; 32]> = SmallVec::new();
    parts(position, &open(r#box), digits, needed - 1, &mut |part| of_box.push(part));
    for one in &of_line {
        for other in &of_box {
            if one.spare + other.spare != needed
                || one.cells.meets(other.cells)
                || !(one.digits & other.digits & digits).is_empty()
            {
                continue;
            }
            let mut eliminations = SmallVec::new();
            let mut remove = |house: usize, part: &Part, gone: Digits| {
                let kept = crossing | part.cells;
                for cell in (HOUSE_SETS[house] & position.empty()).without(kept).iter() {
                    let digits = gone & position.candidates(cell);
                    eliminations.extend(digits.iter().map(|digit| Candidate { cell, digit }));
                }
            };
            remove(r#box, other, other.digits | digits.without(one.digits));
            remove(line, one, one.digits | digits.without(other.digits));
            if !eliminations.is_empty() {
                let proof = SueDeCoq {
                    crossing,
                    in_line: one.cells,
                    in_box: other.cells,
                    line: line as u8,
                    r#box: r#box as u8,
                };
                let proof = Proof::SueDeCoq(proof);
                return Some(Found::removing(Technique::SueDeCoq, eliminations, proof));
            }
        }
    }
    None
}

impl SueDeCoq {
    pub(crate) fn step(&self, position: &Position, removed: &[Candidate]) -> Step {
        let mut step = pattern::step(Technique::SueDeCoq, 0.0);
        let sets = [self.crossing, self.in_line, self.in_box];
        let digits = sets
            .map(|set| set.iter().fold(Digits::NONE, |all, cell| all | position.candidates(cell)));
        let [crossing, in_line, in_box] = digits;
        step.cells = sets.into_iter().flat_map(CellSet::iter).collect();
        step.digits = crossing | in_line | in_box;
        step.houses = vec![self.line, self.r#box];
        let [line, r#box] = [self.line, self.r#box].map(|house| houses::name(usize::from(house)));
        let [of_crossing, of_line, of_box] = sets.map(|set| cells_text(set.iter()));
        step.text = format!(
            "{of_crossing} are in {line} and {box} and can only be {}. In {line}, {of_line} can be {}; in {box}, {of_box} can \
             be {}. The two parts have none of the digits of {of_crossing} in common, so in these {} cells no digit can be \
             twice but where each part has it for itself, and there are just as many digits as cells: all of them are there. \
             No other cell of {line} is {}, and no other cell of {box} is {}: remove {}.",
            digits_text(crossing),
            digits_text(in_line),
            digits_text(in_box),
            step.cells.len(),
            pattern::any_digit_text(in_line | crossing.without(in_box)),
            pattern::any_digit_text(in_box | crossing.without(in_line)),
            pattern::eliminations_text(&pattern::in_order(removed))
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
