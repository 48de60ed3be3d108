//! Patterns of one digit: skyscraper, two-string kite, empty rectangle.
//!
//! ```text
//!   skyscraper                2-string kite             empty rectangle
//!   . 1 . | . . - | . .  .    . 1 . | . . 1 | . . .     . .  1 | . . . | . .  .
//!   . . . | . . - | . .  .    1 . . |                   1 1  . | . . . | . 1  .      the box has its 1 in row 2
//!   . . . |   1   |           . . . |                   . .  1 | . . . | . .  .      or in column 3
//!   . . . | - . . |           ...                       ...
//!   . . . | - . . |           1 . . | . . -             . .  - | . . . | . 1  .
//!   . 1 . | . . 1 |
//! ```
//!
//! Skyscraper and kite: two houses have two places each, and one place of each is in a common house. So one of the other two
//! places holds the digit.

use crate::board::{Cell, Digits, HOUSES};

use super::found::{Found, eliminations};
use crate::logic::grid9::cells::{HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::{self, HOUSES_OF, Kind};
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::grid9::tuples::size;
use crate::logic::step::{Candidate, Link, LinkReason, Step};
use crate::logic::technique::Technique;
use crate::logic::text::{fish as text, short};

/// Two strong links of a digit, joined by a weak one: `ends[0]` = `joints[0]` - `joints[1]` = `ends[1]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TwoLinks {
    pub(crate) digit: u8,
    pub(crate) ends: [Cell; 2],
    joints: [Cell; 2],
    /// The houses of the strong links, as indices of [`HOUSES`].
    pub(crate) strong: [u8; 2],
    /// The house of the weak link.
    pub(crate) weak: u8,
}

/// A box in which all places of a digit are in one row and one column, and a strong link that crosses one of these lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EmptyRectangle {
    pub(crate) digit: u8,
    pub(crate) r#box: u8,
    /// The row and the column of the box that contain all its places.
    pub(crate) lines: [u8; 2],
    /// The strong link, starting with the end in one of the lines.
    pub(crate) link: [Cell; 2],
    /// The house of the strong link.
    pub(crate) house: u8,
}

/// The houses of a kind in which a digit has two places, with these places.
fn pairs(position: &Position, digit: u8, kind: Kind) -> impl Iterator<Item = (u8, [Cell; 2])> {
    let first = kind.first();
    (first..first + 9).filter_map(move |house| {
        let places = position.places(house, digit);
        (size(places) == 2).then(|| {
            let second = 15 - places.leading_zeros() as usize;
            let cells = [places.trailing_zeros() as usize, second].map(|k| HOUSES[house][k]);
            (house as u8, cells)
        })
    })
}

fn changed(changes: &Changes) -> impl Iterator<Item = u8> {
    changes.digits().iter()
}

/// The first skyscraper: with rows as strong links, by digit; then with columns.
pub(crate) fn skyscraper(position: &Position, changes: &Changes) -> Option<Found<TwoLinks>> {
    for kind in [Kind::Row, Kind::Column] {
        let across = 1 - kind as usize;
        let line = |cell: Cell| HOUSES_OF[cell.index()][across].0;
        for digit in changed(changes) {
            let lines: smallvec::SmallVec<[(u8, [Cell; 2]); 9]> =
                pairs(position, digit, kind).collect();
            for (i, &(one, first)) in lines.iter().enumerate() {
                for &(other, second) in &lines[i + 1..] {
                    let Some(joint) = (0..2).find(|&end| line(first[end]) == line(second[end]))
                    else {
                        continue;
                    };
                    let ends = [first[1 - joint], second[1 - joint]];
                    if line(ends[0]) == line(ends[1]) {
                        continue;
                    }
                    let links = TwoLinks {
                        digit,
                        ends,
                        joints: [first[joint], second[joint]],
                        strong: [one, other],
                        weak: line(first[joint]),
                    };
                    let found = links.found(position, Technique::Skyscraper);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// The first two-string kite: by digit, row and column.
pub(crate) fn kite(position: &Position, changes: &Changes) -> Option<Found<TwoLinks>> {
    let r#box = |cell: Cell| HOUSES_OF[cell.index()][2].0;
    for digit in changed(changes) {
        for (row, first) in pairs(position, digit, Kind::Row) {
            for (column, second) in pairs(position, digit, Kind::Column) {
                if first.iter().any(|cell| second.contains(cell)) {
                    continue;
                }
                let ways = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let joined = ways.into_iter().find(|&(i, j)| r#box(first[i]) == r#box(second[j]));
                let Some((i, j)) = joined else { continue };
                let links = TwoLinks {
                    digit,
                    ends: [first[1 - i], second[1 - j]],
                    joints: [first[i], second[j]],
                    strong: [row, column],
                    weak: r#box(first[i]),
                };
                let found = links.found(position, Technique::TwoStringKite);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

impl TwoLinks {
    fn found(self, position: &Position, technique: Technique) -> Option<Found<TwoLinks>> {
        let [first, second] = self.ends.map(|end| PEER_SETS[end.index()]);
        let gone = position.cells(self.digit) & first & second;
        let removed = eliminations(gone, self.digit);
        (!gone.is_empty()).then(|| Found::removing(technique, removed, self))
    }
}

/// The first empty rectangle: by digit, box, and crossing of a row and a column of the box; along the row first.
pub(crate) fn empty_rectangle(
    position: &Position,
    changes: &Changes,
) -> Option<Found<EmptyRectangle>> {
    for digit in changed(changes) {
        let cells = position.cells(digit);
        for r#box in 18..27usize {
            let places = position.places(r#box, digit);
            // With two places it is a turbot fish.
            if !(3..=5).contains(&size(places)) {
                continue;
            }
            for crossing in 0..9usize {
                let row_arm = 0b111 << (crossing / 3 * 3) & !(1 << crossing);
                let column_arm = 0b1001001 << (crossing % 3) & !(1 << crossing);
                if places & !(row_arm | column_arm | 1 << crossing) != 0
                    || places & row_arm == 0
                    || places & column_arm == 0
                {
                    continue;
                }
                let lines = [0, 1].map(|k| HOUSES_OF[HOUSES[r#box][crossing].index()][k].0);
                for k in 0..2 {
                    // Along one line, then across by a strong link, and back to the other line.
                    let along = HOUSE_SETS[usize::from(lines[k])].without(HOUSE_SETS[r#box]);
                    for start in (cells & along).iter() {
                        let house = HOUSES_OF[start.index()][1 - k].0;
                        let mut others = cells & HOUSE_SETS[usize::from(house)];
                        others.remove(start);
                        let Some(end) = others.iter().next() else { continue };
                        if others.is_several() {
                            continue;
                        }
                        let across = HOUSE_SETS[usize::from(HOUSES_OF[end.index()][k].0)];
                        let gone = (cells & across & HOUSE_SETS[usize::from(lines[1 - k])])
                            .without(HOUSE_SETS[r#box]);
                        if !gone.is_empty() {
                            let link = [start, end];
                            let r#box = r#box as u8;
                            let pattern = EmptyRectangle { digit, r#box, lines, link, house };
                            let removed = eliminations(gone, digit);
                            let proof = pattern;
                            return Some(Found::removing(
                                Technique::EmptyRectangle,
                                removed,
                                proof,
                            ));
                        }
                    }
                }
            }
        }
    }
    None
}

impl TwoLinks {
    /// The step that removes `gone`.
    pub(crate) fn step(&self, gone: &str) -> Step {
        let TwoLinks { digit, ends: [first, last], joints: [one, other], strong, weak } = *self;
        let mut step = Step::new(Technique::Skyscraper).by(
            [first, one, other, last],
            Digits::only(digit),
            [strong[0], weak, strong[1]],
        );
        let link = |from: Cell, from_on: bool, to: Cell, house: u8| {
            let [from, to] = [from, to].map(|cell| Candidate::new(cell, digit));
            Link { from, from_on, to, to_on: !from_on, reason: LinkReason::House(house.into()) }
        };
        step.chains = vec![vec![
            link(first, false, one, strong[0]),
            link(one, true, other, weak),
            link(other, false, last, strong[1]),
        ]];
        step.complexity = 4;
        let houses = step.houses.iter().map(|&house| houses::name(house as usize));
        let (cells, houses) = (pattern::names(step.cells.clone()), houses.collect::<Vec<_>>());
        step.text = text::two_links(
            digit,
            [0, 1, 2, 3].map(|k: usize| &cells[k][..]),
            [0, 1, 2].map(|k: usize| &houses[k][..]),
            gone,
        );
        let [ends, joints] =
            [self.ends, self.joints].map(|pair| short::cells(pair.into_iter().collect()));
        step.notation = format!("{digit} in {ends} (connected by {joints})");
        step
    }
}

impl EmptyRectangle {
    /// The step that removes `gone`.
    pub(crate) fn step(&self, position: &Position, gone: &str) -> Step {
        let EmptyRectangle { digit, r#box, lines, link: [start, end], house } = *self;
        let mut step = Step::new(Technique::EmptyRectangle);
        let places = position.cells(digit) & HOUSE_SETS[usize::from(r#box)];
        step = step.by(
            places.iter().chain([start, end]),
            Digits::only(digit),
            [r#box, lines[0], lines[1], house],
        );
        let name = |house: u8| houses::name(usize::from(house));
        let left = places.without(PEER_SETS[start.index()]);
        step.text = text::empty_rectangle(
            digit,
            (&name(house), &start.to_string(), &end.to_string()),
            (&name(r#box), &pattern::names(left.iter())),
            gone,
        );
        let link = short::cells([start, end].into_iter().collect());
        step.notation = format!("{digit} in {} ({link})", short::houses(1 << r#box));
        step
    }
}
