//! W-wing, XY-wing and XYZ-wing in the order of HoDoKu: the first useful one, by cells in row-major order.
//!
//! ```text
//!   W-wing
//!   ab . . | . . .  -a       the two cells hold a or b; in some house b has two places, each seen by one of the cells:
//!    .     |    .            so not both cells are b, and one of them is a
//!    b  =  =  =  b           (here the places are in columns 1 and 5)
//!   -a     |   ab
//! ```

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::found::{Found, eliminations};
use crate::logic::common::wings::{Wing, wings};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::size;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::logic::text::{short, wings as text};

/// Two cells with the same two candidates, and a strong link of one of these digits that prevents both cells from holding it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WWing {
    pub(crate) cells: [Cell; 2],
    /// The places of the linking digit. The first cell sees the first place, and the second cell the second.
    pub(crate) link: [Cell; 2],
    linking: u8,
    pub(crate) removed: u8,
    /// The house of the strong link, as an index of [`crate::board::HOUSES`].
    pub(crate) house: u8,
}

/// The first W-wing: by the two cells, then by the removed digit, then by the house of the link.
pub(crate) fn w_wing(position: &Position) -> Option<Found<WWing>> {
    let bivalue = position.cells_by_count().two;
    for first in bivalue.iter() {
        let digits = position.candidates(first);
        let [low, high] = [digits.smallest(), digits.largest()];
        let equal = bivalue & position.cells(low) & position.cells(high);
        for second in equal.iter().filter(|&second| second > first) {
            let seen = PEER_SETS[first.index()] & PEER_SETS[second.index()];
            for (removed, linking) in [(low, high), (high, low)] {
                let gone = position.cells(removed) & seen;
                if gone.is_empty() {
                    continue;
                }
                let Some((house, link)) = link_between(position, linking, first, second) else {
                    continue;
                };
                let wing = WWing { cells: [first, second], link, linking, removed, house };
                let removed = eliminations(gone, removed);
                return Some(Found::removing(Technique::WWing, removed, wing));
            }
        }
    }
    None
}

/// The first house in which a digit has two places, one seen only by `first` and one seen only by `second`.
fn link_between(
    position: &Position,
    digit: u8,
    first: Cell,
    second: Cell,
) -> Option<(u8, [Cell; 2])> {
    let [by_first, by_second] = [first, second].map(|cell| PEER_SETS[cell.index()]);
    let cells = position.cells(digit);
    let (near, far) = (cells & by_first.without(by_second), cells & by_second.without(by_first));
    (0..27u8).find_map(|house| {
        if size(position.places(usize::from(house), digit)) != 2 {
            return None;
        }
        let set = HOUSE_SETS[usize::from(house)];
        let [one, other] = [near & set, far & set].map(|ends| ends.iter().next());
        let link = [one?, other?];
        let apart = !link.contains(&first) && !link.contains(&second);
        apart.then_some((house, link))
    })
}

/// The first XY-wing: by its three cells in row-major order, then by the pivot.
pub(crate) fn xy_wing(position: &Position) -> Option<Found<Wing>> {
    let bivalue: SmallVec<[(Cell, Digits); 64]> = position
        .cells_by_count()
        .two
        .iter()
        .map(|cell| (cell, position.candidates(cell)))
        .collect();
    let sets: [CellSet; 9] =
        std::array::from_fn(|at| position.cells(at as u8 + 1) & position.cells_by_count().two);
    for (i, &(first, of_first)) in bivalue.iter().enumerate() {
        for &(second, of_second) in &bivalue[i + 1..] {
            if (of_first & of_second).len() != 1 {
                continue;
            }
            let common = of_first & of_second;
            let third = (of_first | of_second).without(common);
            let mut digits = third.iter().map(|digit| sets[usize::from(digit) - 1]);
            let (Some(one), Some(other)) = (digits.next(), digits.next()) else { continue };
            let [by_first, by_second] = [first, second].map(|cell| PEER_SETS[cell.index()]);
            // At least two of the three pairs of cells see each other.
            let near =
                if by_first.contains(second) { by_first | by_second } else { by_first & by_second };
            let after = one & other & near;
            for third in after.iter().filter(|&third| third > second) {
                let cells = [first, second, third];
                for pivot in 0..3 {
                    let wings = [cells[(pivot == 0) as usize], cells[2 - (pivot == 2) as usize]];
                    let pivot = cells[pivot];
                    let seen = PEER_SETS[pivot.index()];
                    if !seen.contains(wings[0]) || !seen.contains(wings[1]) {
                        continue;
                    }
                    let common = position.candidates(wings[0]) & position.candidates(wings[1]);
                    let common = common.smallest();
                    let wing = Wing { pivot, wings, common, is_in_pivot: false };
                    let found = found(position, wing);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// The first XYZ-wing: by pivot, then by the wings.
pub(crate) fn xyz_wing(position: &Position) -> Option<Found<Wing>> {
    let visit =
        &mut |wing| found(position, wing).map_or(ControlFlow::Continue(()), ControlFlow::Break);
    wings::<_, true>(position, true, visit).break_value()
}

fn found(position: &Position, wing: Wing) -> Option<Found<Wing>> {
    let gone = position.cells(wing.common) & wing.seen();
    let removed = eliminations(gone, wing.common);
    (!gone.is_empty()).then(|| Found::removing(wing.technique(), removed, wing))
}

impl WWing {
    /// The step that removes `gone`.
    pub(crate) fn step(&self, gone: &str) -> Step {
        let WWing { cells: [first, second], link: [near, far], linking, removed, house } = *self;
        let mut step = Step::new(Technique::WWing).by(
            [first, near, far, second],
            Digits::only(linking) | Digits::only(removed),
            [house],
        );
        step.text = text::w(
            [&first.to_string(), &second.to_string()],
            step.digits,
            (&houses::name(house.into()), &pattern::names([near, far])),
            [linking, removed],
            gone,
        );
        let cells = pattern::cells_notation(&self.cells);
        let link = short::cells(self.link.into_iter().collect());
        step.notation = format!("{removed}/{linking} in {cells} connected by {linking} in {link}");
        step
    }
}
