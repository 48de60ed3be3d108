//! Unique rectangles and loops: closed chains of cells that all contain the same two digits.
//!
//! ```text
//!   +---------+---------+
//!   | 12 .  . | 12 .  . |     If the four cells held only 1 and 2, the two digits could be swapped and the puzzle
//!   | .  .  . | .  .  . |     would have two solutions. So one of them holds another digit: here 3.
//!   | 12 .  . | 123.  . |
//!   +---------+---------+     Each row, column and box of the loop contains exactly two of its cells, one of each parity.
//! ```
//!
//! * Type 1: one cell has extra candidates, and loses the two digits.
//! * Type 2: all extra candidates have the same digit, and one of the cells holds it.
//! * Type 3: two cells have extra candidates. The extra digits form a naked set with other cells of a house, or the two
//!   digits form a hidden set without one of the cells.
//! * Type 4: two cells have extra candidates. One of the two digits has no other place in a house, so the other is removed.
//!
//! The search is depth-first from each cell with two candidates. A loop may enter at most two cells with extra candidates,
//! or more as long as the extra digits *seen so far* are a single digit. These include the digits of all cells tried from the
//! path, even of cells that were not entered. (Sudoku Explainer 1.2.1.)

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use crate::logic::common::subsets::cells_at;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::{HOUSE_BITS, HOUSES_OF, Kind, name};
use crate::logic::grid9::pattern::{self, Removals};
use crate::logic::grid9::position::{ByCount, Position};
use crate::logic::grid9::tuples::{eligible, tuples};
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::unique as text;

/// The conclusion from a loop, by type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kinds {
    /// One cell has extra candidates.
    One,
    /// The extra candidates have one digit.
    Two { extra: u8 },
    /// The extra digits form a naked set with the cells at the places `others` of the house.
    ThreeNaked { house: u8, others: u16, digits: Digits },
    /// The two digits, possibly with more, form a hidden set at `places` of the house, without the second cell.
    ThreeHidden { house: u8, places: u16, digits: Digits },
    /// In this house, `locked` has no place outside the two cells.
    Four { house: u8, locked: u8 },
}

/// A loop and one conclusion from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Loop {
    /// The cells, in the order of the loop.
    pub(crate) cells: SmallVec<[Cell; 16]>,
    pub(crate) digits: Digits,
    pub(crate) kind: Kinds,
}

/// Visits all useful conclusions from all loops in the order of the search: by start in row-major order; from each cell by box,
/// row and column, then along the house. A loop may be found several times, in both directions and from several starts.
pub(crate) fn loops<B>(
    position: &Position,
    found: &mut impl FnMut(Loop) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let counts = position.cells_by_count();
    let mut pairs: SmallVec<[Pair; 16]> = SmallVec::new();
    for start in counts.two.iter() {
        let digits = position.candidates(start);
        let at = pairs.iter().position(|pair| pair.digits == digits).unwrap_or_else(|| {
            pairs.push(Pair::new(position, &counts, digits));
            pairs.len() - 1
        });
        let pair = &mut pairs[at];
        if !pair.usable.contains(start) {
            continue;
        }
        let mut search = Search {
            position,
            pair: *pair,
            path: SmallVec::new(),
            on_path: CellSet::NONE,
            houses: [0; 2],
            found: &mut *found,
        };
        search.enter(start, None, Digits::NONE, 2)?;
        // All loops through this start are known, unless the digits seen affect which loops are found.
        if !pair.can_have_many_extras {
            pair.usable = closed(pair.usable.without(CellSet::only(start)), pair.two);
        }
    }
    ControlFlow::Continue(())
}

/// Two digits that are all the candidates of some cell, and the cells that their loops can use.
#[derive(Clone, Copy)]
struct Pair {
    digits: Digits,
    /// The cells that may hold both digits.
    with_both: CellSet,
    /// The cells that can be part of a loop.
    usable: CellSet,
    /// All cells with two candidates.
    two: CellSet,
    /// The houses of the usable cells with two candidates.
    houses_of_two: u32,
    /// Whether a loop might have three or more cells with an extra candidate.
    can_have_many_extras: bool,
}

impl Pair {
    fn new(position: &Position, counts: &ByCount, digits: Digits) -> Pair {
        let [a, b] = pair(digits);
        let with_both = position.cells(a) & position.cells(b);
        let mut usable = closed(with_both, CellSet::ALL);
        let two = counts.two;
        let three = usable & counts.three;
        let can_have_many_extras = (!digits).iter().any(|extra| {
            let with_extra = three & position.cells(extra);
            let has_many = |cells: CellSet| (cells & with_extra).len() > 2;
            has_many(usable) && has_many(closed(usable & two | with_extra, CellSet::ALL))
        });
        if !can_have_many_extras {
            usable = closed(usable, two);
        }
        let houses_of_two =
            (usable & two).iter().fold(0, |set, cell| set | HOUSE_BITS[cell.index()]);
        Pair { digits, with_both, usable, two, houses_of_two, can_have_many_extras }
    }
}

/// The two digits of a pair.
fn pair(digits: Digits) -> [u8; 2] {
    let first = digits.smallest();
    [first, digits.without(Digits::only(first)).smallest()]
}

/// The cells that can be part of a loop: each shares every one of its houses with another of them. A cell outside `two` must
/// also see a cell of `two`, because a loop with at most two other cells has at least two cells of `two`.
fn closed(mut cells: CellSet, two: CellSet) -> CellSet {
    let mut rest = cells;
    while let Some(cell) = rest.iter().next() {
        rest.remove(cell);
        let others = cells.without(CellSet::only(cell));
        let peers = others & PEER_SETS[cell.index()];
        let is_lonely = HOUSES_OF[cell.index()]
            .iter()
            .any(|&(house, _)| !peers.meets(HOUSE_SETS[usize::from(house)]));
        if is_lonely || !two.contains(cell) && !peers.meets(two) {
            cells = others;
            rest |= peers;
        }
    }
    if (cells & two).is_several() { cells } else { CellSet::NONE }
}

struct Search<'a, F> {
    position: &'a Position,
    pair: Pair,
    path: SmallVec<[Cell; 16]>,
    on_path: CellSet,
    /// The houses of the path's cells, separately for each parity.
    houses: [u32; 2],
    found: F,
}

impl<F> Search<'_, F> {
    /// Appends a cell reached through a house of kind `by`, and continues from there.
    fn enter<B>(
        &mut self,
        cell: Cell,
        by: Option<Kind>,
        mut seen: Digits,
        allowed: i32,
    ) -> ControlFlow<B>
    where
        F: FnMut(Loop) -> ControlFlow<B>,
    {
        let parity = self.path.len() % 2;
        let own = HOUSE_BITS[cell.index()];
        // Two cells of the same parity in a house: no loop is possible.
        if self.houses[parity] & own != 0 {
            return ControlFlow::Continue(());
        }
        // The extra digits seen matter only if many cells may have them.
        let many = self.pair.can_have_many_extras;
        self.houses[parity] |= own;
        // Each house still needs a second cell, and a cell with extra candidates can complete at most three houses.
        let lonely = (self.houses[0] ^ self.houses[1]) & !self.pair.houses_of_two;
        let is_bounded = !many || seen.len() > 1;
        if is_bounded && lonely.count_ones() as i32 > 3 * allowed.max(0) {
            self.houses[parity] &= !own;
            return ControlFlow::Continue(());
        }
        self.path.push(cell);
        self.on_path.insert(cell);
        for kind in [Kind::Box, Kind::Row, Kind::Column] {
            if by == Some(kind) {
                continue;
            }
            let (house, _) = HOUSES_OF[cell.index()][kind as usize];
            let tried = if many { self.pair.with_both } else { self.pair.usable };
            for next in (tried & HOUSE_SETS[usize::from(house)]).iter() {
                if next == self.path[0] && self.path.len() >= 4 {
                    if self.houses[0] == self.houses[1] {
                        self.conclude()?;
                    }
                } else if !self.on_path.contains(next) {
                    let extra = self.position.candidates(next).without(self.pair.digits);
                    seen |= extra;
                    let is_allowed = extra.is_empty() || allowed > 0 || many && seen.len() == 1;
                    if is_allowed && self.pair.usable.contains(next) {
                        self.enter(next, Some(kind), seen, allowed - i32::from(!extra.is_empty()))?;
                    }
                }
            }
        }
        self.on_path.remove(cell);
        self.path.pop();
        self.houses[parity] &= !own;
        ControlFlow::Continue(())
    }

    fn report<B>(&mut self, kind: Kinds) -> ControlFlow<B>
    where
        F: FnMut(Loop) -> ControlFlow<B>,
    {
        let found = Loop { cells: self.path.clone(), digits: self.pair.digits, kind };
        if pattern::is_useful(self.position, &found.removals(self.position)) {
            (self.found)(found)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reports the conclusions from the path as a loop.
    fn conclude<B>(&mut self) -> ControlFlow<B>
    where
        F: FnMut(Loop) -> ControlFlow<B>,
    {
        let position = self.position;
        let with_more: SmallVec<[Cell; 16]> =
            self.path.iter().copied().filter(|&cell| position.candidates(cell).len() > 2).collect();
        let extras: Digits = with_more
            .iter()
            .fold(Digits::NONE, |all, &cell| all | position.candidates(cell))
            .without(self.pair.digits);
        match with_more[..] {
            [] => ControlFlow::Continue(()),
            [_] => self.report(Kinds::One),
            [first, second] => {
                if extras.len() == 1 {
                    self.report(Kinds::Two { extra: extras.smallest() })?;
                } else {
                    self.sets(first, second, extras)?;
                }
                self.locked(first, second)
            }
            [first, ..] => {
                let extra = position.candidates(first).without(self.pair.digits).smallest();
                self.report(Kinds::Two { extra })
            }
        }
    }

    /// Type 3, smaller sets first.
    fn sets<B>(&mut self, first: Cell, second: Cell, extras: Digits) -> ControlFlow<B>
    where
        F: FnMut(Loop) -> ControlFlow<B>,
    {
        let position = self.position;
        let extra = |cell| position.candidates(cell).without(self.pair.digits).bits();
        let in_both = extra(first) & extra(second);
        for degree in extras.len()..=7 {
            for (house, [at_first, at_second]) in common_houses(first, second) {
                let empty = position.empty_in(usize::from(house));
                if 2 * degree <= empty {
                    let mut cells = position.candidates_of(usize::from(house));
                    let members = eligible(&cells, degree, 2) & !at_second & !at_first;
                    cells[at_first.trailing_zeros() as usize] = extras.bits();
                    tuples::<_, false>(
                        &cells,
                        members | at_first,
                        degree,
                        &mut |places, digits| {
                            let others = places & !at_first;
                            let seen = Digits::from_bits(others)
                                .iter()
                                .fold(in_both, |all, k| all | cells[usize::from(k) - 1]);
                            if others == places || seen.count_ones() != degree {
                                return ControlFlow::Continue(());
                            }
                            let digits = Digits::from_bits(digits);
                            self.report(Kinds::ThreeNaked { house, others, digits })
                        },
                    )?;
                }
                if 2 * degree < empty {
                    let pair = self.pair.digits;
                    let places =
                        position.places_of(usize::from(house)).map(|places| places & !at_second);
                    let members = eligible(&places, degree, 1) & !extras.bits() | pair.bits();
                    tuples::<_, false>(&places, members, degree, &mut |digits, places| {
                        let digits = Digits::from_bits(digits);
                        if digits & pair != pair {
                            return ControlFlow::Continue(());
                        }
                        self.report(Kinds::ThreeHidden {
                            house,
                            places: places & !at_first,
                            digits,
                        })
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Type 4: the last house that qualifies, and the smaller digit before the larger.
    fn locked<B>(&mut self, first: Cell, second: Cell) -> ControlFlow<B>
    where
        F: FnMut(Loop) -> ControlFlow<B>,
    {
        for locked in pair(self.pair.digits) {
            let houses = common_houses(first, second);
            let house = houses.filter(|&(house, [first, second])| {
                self.position.places(usize::from(house), locked) & !(first | second) == 0
            });
            if let Some((house, _)) = house.last() {
                return self.report(Kinds::Four { house, locked });
            }
        }
        ControlFlow::Continue(())
    }
}

/// The houses that contain both cells, in the order box, row, column, with their places as bits.
fn common_houses(first: Cell, second: Cell) -> impl Iterator<Item = (u8, [u16; 2])> {
    [Kind::Box, Kind::Row, Kind::Column].into_iter().filter_map(move |kind| {
        let [(house, a), (other, b)] =
            [first, second].map(|cell| HOUSES_OF[cell.index()][kind as usize]);
        (house == other).then_some((house, [1 << a, 1 << b]))
    })
}

impl Loop {
    /// The cells with more than two candidates.
    fn with_more(&self, position: &Position) -> CellSet {
        self.cells.iter().copied().filter(|&cell| position.candidates(cell).len() > 2).collect()
    }

    pub(crate) fn removals(&self, position: &Position) -> Removals {
        let with_more = self.with_more(position);
        match self.kind {
            Kinds::One => pattern::removal(with_more, self.digits),
            Kinds::Two { extra } => pattern::removal(with_more.common_peers(), Digits::only(extra)),
            Kinds::ThreeNaked { house, others, digits } => {
                let kept = with_more | cells_at(house, others);
                pattern::removal(HOUSE_SETS[usize::from(house)].without(kept), digits)
            }
            Kinds::ThreeHidden { house, places, digits } => {
                pattern::removal(cells_at(house, places).without(with_more), !digits)
            }
            Kinds::Four { locked, .. } => {
                pattern::removal(with_more, self.digits.without(Digits::only(locked)))
            }
        }
    }

    /// The type, 1 to 4.
    pub(crate) fn number(&self) -> u8 {
        match self.kind {
            Kinds::One => 1,
            Kinds::Two { .. } => 2,
            Kinds::ThreeNaked { .. } | Kinds::ThreeHidden { .. } => 3,
            Kinds::Four { .. } => 4,
        }
    }

    /// Whether both draw the same conclusion from a loop through the same cells.
    pub(crate) fn is_like(&self, other: &Loop) -> bool {
        let cells = |found: &Loop| found.cells.iter().copied().collect::<CellSet>();
        let is_like = match (self.kind, other.kind) {
            (Kinds::ThreeNaked { .. } | Kinds::ThreeHidden { .. }, kind) => self.kind == kind,
            _ => self.number() == other.number(),
        };
        is_like && self.cells.len() == other.cells.len() && cells(self) == cells(other)
    }

    pub(crate) fn technique(&self) -> Technique {
        if self.cells.len() == 4 { Technique::UniqueRectangle } else { Technique::UniqueLoop }
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let [a, b] = pair(self.digits);
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals(position));
        step = step.by(self.cells.to_vec(), self.digits, NO_HOUSES);
        let roof = self.with_more(position);
        let extras: u64 = roof
            .iter()
            .fold(Digits::NONE, |all, cell| all | position.candidates(cell))
            .without(self.digits)
            .into();
        let gone = pattern::removed(&step.eliminations);
        let cells = pattern::names(self.cells.iter().copied());
        let deadly = text::Deadly { cells: &cells, digits: step.digits };
        let with_more = pattern::names(roof.iter());
        let others = |house, set| pattern::names(cells_at(house, set).without(roof).iter());
        step.text = match self.kind {
            Kinds::One => deadly.one(&with_more[0], &gone),
            Kinds::Two { extra } => deadly.two(&with_more, extra, &gone),
            Kinds::ThreeNaked { house, others: set, digits } => {
                let part = (&others(house, set)[..], digits.into());
                deadly.naked(&with_more, extras, &name(house.into()), part, &gone)
            }
            Kinds::ThreeHidden { house, places, digits } => {
                let part = (&others(house, places)[..], digits.into());
                deadly.hidden(&with_more, extras, &name(house.into()), part, &gone)
            }
            Kinds::Four { house, locked } => {
                deadly.locked(&with_more, locked, &name(house.into()), &gone)
            }
        };
        if let Kinds::ThreeNaked { house, .. }
        | Kinds::ThreeHidden { house, .. }
        | Kinds::Four { house, .. } = self.kind
        {
            step.houses = vec![house.into()];
        }
        if let Kinds::ThreeNaked { house, others: set, .. }
        | Kinds::ThreeHidden { house, places: set, .. } = self.kind
        {
            step.cells.extend(cells_at(house, set).without(roof).iter().map(u16::from));
        }
        step.notation = format!(
            "Unique {} type {}: Cells {} on {a}, {b} => {}",
            if self.cells.len() == 4 { "Rectangle" } else { "Loop" },
            self.number(),
            pattern::cells_notation(&self.cells),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}
