//! Unique rectangles in the order of HoDoKu: types 1 to 6, hidden and avoidable rectangles.
//!
//! ```text
//!   12 . . | 12 . .       Four cells in two rows, two columns and two boxes cannot hold only 1 and 2: the two digits
//!   .      | .            could be swapped, and the puzzle would have two solutions.
//!   12 . . | 12+ . .      So one of the extra candidates (+) is true.
//! ```
//!
//! * Type 1: one cell has extra candidates, and holds one of them.
//! * Types 2 and 5: all extra candidates have the same digit, which is removed from cells that see all of them. Type 2: two
//!   cells in a line.
//! * Type 3: two cells in a line together count as one cell of a naked set.
//! * Type 4: one of the two digits has no other place in the houses of the two cells, which lose the other digit.
//! * Type 6: the two cells are diagonally opposite. A digit with no other place in both rows and both columns is removed from
//!   them.
//! * Hidden: a digit has no other place in the row and the column of one corner, which loses the other digit.
//! * Avoidable: cells that are solved but not given count too.
//!
//! A corner may have lost one of the two digits, as long as no placed digit excludes it.

use smallvec::SmallVec;

use crate::board::{Cell, Digits, HOUSES};

use super::found::{Found, eliminations, eliminations_of};
use crate::logic::common::subsets::cells_at;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::pattern::{self, Eliminations};
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::grow;
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::{short, unique as text, words};

/// A rectangle and the conclusion from it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rectangle {
    /// The start cell, its neighbor in the box, and the corners opposite to these two.
    pub(crate) corners: [Cell; 4],
    /// The two digits.
    pub(crate) digits: Digits,
    /// The digit without other places (types 4 and 6, hidden), the extra digit (types 2 and 5) or the removed digit
    /// (avoidable); otherwise 0.
    pub(crate) digit: u8,
    /// The other cells of the naked set (type 3), or the corner that loses a digit (hidden).
    pub(crate) others: CellSet,
    /// The digits of the naked set.
    pub(crate) set: Digits,
    /// The house of the naked set, as an index of [`HOUSES`].
    pub(crate) house: u8,
}

/// The first step of each kind in one position: types 1 to 6, then hidden.
pub(crate) type UniqueSteps = [Option<Found<Box<Rectangle>>>; 7];

const TECHNIQUES: [Technique; 7] = [
    Technique::Uniqueness1,
    Technique::Uniqueness2,
    Technique::Uniqueness3,
    Technique::Uniqueness4,
    Technique::Uniqueness5,
    Technique::Uniqueness6,
    Technique::HiddenRectangle,
];
const HIDDEN: usize = 6;

/// Visits the rectangles of a start cell: by its neighbor in the box, which is in `among`, in box order, then by the opposite
/// side in row or column order.
fn corners(start: Cell, among: CellSet, mut visit: impl FnMut([Cell; 4])) {
    let [row, column, r#box] = HOUSES_OF[start.index()].map(|(house, _)| usize::from(house));
    let in_line = HOUSE_SETS[row] | HOUSE_SETS[column];
    let near = among & PEER_SETS[start.index()] & HOUSE_SETS[r#box] & in_line;
    for neighbour in near.iter() {
        let in_row = neighbour.row() == start.row();
        let (first, second) =
            if in_row { (column, 9 + neighbour.column()) } else { (row, neighbour.row()) };
        for (&one, &other) in HOUSES[first].iter().zip(&HOUSES[second]) {
            if HOUSES_OF[one.index()][2].0 as usize != r#box {
                visit([start, neighbour, one, other]);
            }
        }
    }
}

/// The first unique rectangle of each kind: by start cell, which has two candidates, then by neighbor and opposite side. Each
/// set of four cells is examined once.
pub(crate) fn unique(position: &Position) -> UniqueSteps {
    let mut steps = UniqueSteps::default();
    let bivalue = position.cells_by_count().two;
    if bivalue.is_empty() {
        return steps;
    }
    let allowed = position.allowed();
    let mut seen: SmallVec<[CellSet; 32]> = SmallVec::new();
    for start in bivalue.iter() {
        let digits = position.candidates(start);
        let open = digits.iter().fold(CellSet::ALL, |set, d| set & allowed[usize::from(d) - 1]);
        corners(start, open, |corners| {
            if !corners.iter().all(|&corner| open.contains(corner)) {
                return;
            }
            let cells: CellSet = corners.into_iter().collect();
            if !seen.contains(&cells) {
                seen.push(cells);
                examine(position, corners, digits, &mut steps);
            }
        });
    }
    steps
}

/// Collects the steps of a rectangle for the kinds without a step so far.
fn examine(position: &Position, corners: [Cell; 4], digits: Digits, steps: &mut UniqueSteps) {
    let extra_of = |cell: Cell| position.candidates(cell).without(digits);
    let extra: SmallVec<[Cell; 4]> =
        corners.into_iter().filter(|&cell| !extra_of(cell).is_empty()).collect();
    let extras = extra.iter().fold(Digits::NONE, |all, &cell| all | extra_of(cell));
    let rectangle = Rectangle::new(corners, digits, 0);
    let mut put = |kind: usize, removed: Eliminations, rectangle: Rectangle| {
        if steps[kind].is_none() && !removed.is_empty() {
            let proof = Box::new(rectangle);
            steps[kind] = Some(Found::removing(TECHNIQUES[kind], removed, proof));
        }
    };
    let set: CellSet = extra.iter().copied().collect();
    let is_in_line = match extra[..] {
        [one, other] => one.row() == other.row() || one.column() == other.column(),
        _ => false,
    };
    match extra.len() {
        1 => put(0, eliminations_of(position, set, digits), rectangle.clone()),
        2 | 3 if extras.len() == 1 => {
            let digit = extras.smallest();
            let gone = position.cells(digit) & set.common_peers();
            let kind = if is_in_line { 1 } else { 4 };
            put(kind, eliminations(gone, digit), Rectangle { digit, ..rectangle.clone() });
        }
        _ => {}
    }
    if is_in_line {
        naked_set(position, &rectangle, [extra[0], extra[1]], extras, &mut put);
        for digit in digits.iter() {
            if !position.cells(digit).meets(set.common_peers()) {
                let other = digits.without(Digits::only(digit));
                let removed = eliminations_of(position, set, other);
                put(3, removed, Rectangle { digit, ..rectangle.clone() });
            }
        }
    }
    let is_diagonal = extra.len() == 2 && !is_in_line;
    let elsewhere = |digit: u8, corners: &[Cell]| {
        let houses = corners.iter().flat_map(|cell| &HOUSES_OF[cell.index()][..2]);
        let lines = houses.fold(CellSet::NONE, |all, house| all | HOUSE_SETS[usize::from(house.0)]);
        let rectangle: CellSet = rectangle.corners.into_iter().collect();
        position.cells(digit).meets(lines.without(rectangle))
    };
    if is_diagonal {
        for digit in digits.iter().filter(|&digit| !elsewhere(digit, &extra)) {
            let removed = eliminations(set & position.cells(digit), digit);
            put(5, removed, Rectangle { digit, ..rectangle.clone() });
        }
    }
    if is_diagonal || extra.len() == 3 {
        // Each corner without extra candidates, and the opposite corner.
        for (corner, opposite) in [(0, 3), (1, 2), (2, 1), (3, 0)] {
            if extra.contains(&corners[corner]) {
                continue;
            }
            let far = corners[opposite];
            for digit in digits.iter().filter(|&digit| !elsewhere(digit, &[far])) {
                let other = digits.without(Digits::only(digit));
                let removed = eliminations_of(position, CellSet::only(far), other);
                let others = CellSet::only(far);
                put(HIDDEN, removed, Rectangle { digit, others, ..rectangle.clone() });
            }
        }
    }
}

/// The naked sets of type 3: in the row or column of the two cells, then in their box.
fn naked_set(
    position: &Position,
    rectangle: &Rectangle,
    pair: [Cell; 2],
    extras: Digits,
    put: &mut impl FnMut(usize, Eliminations, Rectangle),
) {
    let of_pair = HOUSES_OF[pair[0].index()].iter().zip(&HOUSES_OF[pair[1].index()]);
    for (&(house, _), _) in of_pair.filter(|(one, other)| one.0 == other.0) {
        let either = rectangle.digits.iter().fold(CellSet::NONE, |all, d| all | position.cells(d));
        let both: CellSet = pair.into_iter().collect();
        let pool = position.empty().without(both | either);
        let candidates = position.candidates_of(usize::from(house));
        let is_open = |k: &usize| pool.contains(HOUSES[usize::from(house)][*k]);
        let open = (0..9).filter(is_open).fold(0, |open, k| open | 1 << k);
        grow(&candidates, open, (0, extras.bits()), &mut |places, digits, _| {
            let (others, digits) = (cells_at(house, places), Digits::from_bits(digits));
            if digits.len() != others.len() + 1 {
                return true;
            }
            let cells = others | both;
            let line = |set: CellSet, kind: usize| {
                let mut lines = set.iter().map(|cell| HOUSES_OF[cell.index()][kind].0);
                let first = lines.next();
                first.filter(|&first| lines.all(|line| line == first))
            };
            let is_box = house >= 18;
            if is_box && (line(cells, 0).is_some() || line(cells, 1).is_some()) {
                return true;
            }
            let inside = HOUSE_SETS[usize::from(house)];
            let mut removed = eliminations_of(position, inside.without(cells), digits);
            if let Some(r#box) = line(cells, 2).filter(|_| !is_box) {
                let rest = HOUSE_SETS[usize::from(r#box)].without(inside);
                removed.extend(eliminations_of(position, rest, digits));
            }
            put(2, removed, Rectangle { others, set: digits, house, ..rectangle.clone() });
            true
        });
    }
}

/// The first avoidable rectangle of a type: by a cell that is solved but not given, a neighbor in its box that is solved but
/// not given, and the opposite side. On that side, one cell (type 1) or both cells (type 2) are empty and have two candidates.
pub(crate) fn avoidable(
    position: &Position,
    givens: CellSet,
    number: u8,
) -> Option<Found<Box<Rectangle>>> {
    let solved = !(position.empty() | givens);
    if !solved.is_several() {
        return None;
    }
    let bivalue = position.cells_by_count().two;
    let mut found = None;
    for start in solved.iter() {
        corners(start, solved, |corners| {
            let [_, _, one, other] = corners;
            if found.is_some() {
                return;
            }
            let sides = [one, other];
            found = match (number, sides.map(|cell| bivalue.contains(cell))) {
                (1, [true, false]) if solved.contains(other) => completed(position, corners, 2),
                (1, [false, true]) if solved.contains(one) => completed(position, corners, 3),
                (2, [true, true]) => shared_digit(position, corners),
                _ => None,
            };
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Type 1: the empty corner cannot complete the rectangle.
fn completed(
    position: &Position,
    corners: [Cell; 4],
    open: usize,
) -> Option<Found<Box<Rectangle>>> {
    // The corner opposite to the empty one, and a corner beside it.
    let far = position.value(corners[3 - open]);
    let near = position.value(corners[open - 2]);
    if position.value(corners[5 - open]) != near
        || !position.candidates(corners[open]).contains(far)
    {
        return None;
    }
    let removed = eliminations(CellSet::only(corners[open]), far);
    let rectangle = Rectangle::new(corners, Digits::only(near) | Digits::only(far), far);
    let proof = Box::new(rectangle);
    Some(Found::removing(Technique::AvoidableRectangle1, removed, proof))
}

/// Type 2: one of the two empty corners holds the digit that they share.
fn shared_digit(position: &Position, corners: [Cell; 4]) -> Option<Found<Box<Rectangle>>> {
    let [near, far] = [corners[0], corners[1]].map(|cell| position.value(cell));
    let rest = |cell: Cell, digit: u8| {
        let candidates = position.candidates(cell);
        candidates.contains(digit).then(|| candidates.without(Digits::only(digit)))
    };
    let shared = rest(corners[2], far)?;
    if rest(corners[3], near)? != shared {
        return None;
    }
    let digit = shared.smallest();
    let seen = PEER_SETS[corners[2].index()] & PEER_SETS[corners[3].index()];
    let removed = eliminations(position.cells(digit) & seen, digit);
    let rectangle = Rectangle::new(corners, Digits::only(near) | Digits::only(far), digit);
    let proof = Box::new(rectangle);
    let technique = Technique::AvoidableRectangle2;
    (!removed.is_empty()).then(|| Found::removing(technique, removed, proof))
}

impl Rectangle {
    fn new(corners: [Cell; 4], digits: Digits, digit: u8) -> Rectangle {
        let (others, set) = (CellSet::NONE, Digits::NONE);
        Rectangle { corners, digits, digit, others, set, house: 0 }
    }

    /// The step that removes `gone`.
    pub(crate) fn step(&self, position: &Position, technique: Technique, gone: &str) -> Step {
        let mut step = Step::new(technique).by(self.corners.to_vec(), self.digits, NO_HOUSES);
        let (cells, digit) = (pattern::names(self.corners), self.digit);
        let deadly = text::Deadly { cells: &cells, digits: step.digits };
        let corners: CellSet = self.corners.into_iter().collect();
        let has_extra = |&cell: &Cell| !position.candidates(cell).without(self.digits).is_empty();
        let extra: CellSet = corners.iter().filter(has_extra).collect();
        let extras = extra.iter().fold(Digits::NONE, |all, cell| all | position.candidates(cell));
        let names = pattern::names(extra.iter());
        let lines = |cells: CellSet| {
            let is_line = |house: &u8| cells.meets(HOUSE_SETS[usize::from(*house)]);
            words::houses(&pattern::house_names((0..18).filter(is_line)))
        };
        step.text = match technique {
            Technique::Uniqueness1 => deadly.one(&names[0], gone),
            Technique::Uniqueness2 | Technique::Uniqueness5 => deadly.two(&names, digit, gone),
            Technique::Uniqueness3 => {
                step.houses = vec![self.house.into()];
                step.cells.extend(self.others.iter().map(u16::from));
                let others = pattern::names(self.others.iter());
                let houses = pattern::house_names((extra | self.others).houses());
                deadly.naked(
                    &names,
                    extras.without(self.digits).into(),
                    &words::houses(&houses),
                    (&others, self.set.into()),
                    gone,
                )
            }
            Technique::Uniqueness4 => {
                let houses = words::houses(&pattern::house_names(extra.houses()));
                deadly.locked(&names, digit, &houses, gone)
            }
            Technique::Uniqueness6 => deadly.diagonal(&names, digit, &lines(extra), gone),
            Technique::HiddenRectangle => {
                let corner = pattern::names(self.others.iter()).concat();
                deadly.corner(&corner, digit, &lines(self.others), gone)
            }
            Technique::AvoidableRectangle1 => {
                let open = pattern::names((corners & position.empty()).iter()).concat();
                deadly.avoidable(&open, digit, gone)
            }
            _ => deadly.avoidable_two(&names, digit, gone),
        };
        let corners = short::cells(corners);
        step.notation = format!("{} in {corners}", short::alternatives(self.digits));
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::logic::testing::{cell, digits};

    #[test]
    fn one_of_two_open_corners_holds_the_digit_that_they_share() {
        let mut grid = Grid::EMPTY;
        grid.set(cell("r1c1"), 1);
        grid.set(cell("r2c1"), 2);
        let mut candidates = [Digits::ALL; 81];
        candidates[cell("r1c4").index()] = digits("23");
        candidates[cell("r2c4").index()] = digits("13");
        let position = Position::with_candidates(&grid, &candidates);
        let found = avoidable(&position, CellSet::NONE, 2).unwrap();
        assert_eq!(found.technique, Technique::AvoidableRectangle2);
        let seen = PEER_SETS[cell("r1c4").index()] & PEER_SETS[cell("r2c4").index()];
        assert_eq!(found.eliminations, eliminations(seen & position.cells(3), 3));
        // Givens are not part of an avoidable rectangle.
        assert_eq!(avoidable(&position, CellSet::only(cell("r2c1")), 2), None);
        assert_eq!(avoidable(&position, CellSet::NONE, 1), None);
        candidates[cell("r2c4").index()] = digits("14");
        let other = Position::with_candidates(&grid, &candidates);
        assert_eq!(avoidable(&other, CellSet::NONE, 2), None);
    }
}
