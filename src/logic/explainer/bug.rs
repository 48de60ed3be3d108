//! BUG (bivalue universal grave): the extra candidates without which every empty cell would have two candidates.
//!
//! ```text
//!   12  .  12 | ...        If every empty cell had two candidates, and every digit no place or two places in each house,
//!   .  123  . | ...        the puzzle would have no solution or several. So one of the extra candidates (here 3) is true.
//! ```
//!
//! * Type 1: one cell has extra candidates, and holds one of them.
//! * Type 2: all extra candidates have the same digit, which is removed from the cells that see all of them.
//! * Type 3: one of the cells with extra candidates forms a naked set with other cells of a house.
//! * Type 4: two cells have extra candidates and share another digit. One of them holds that digit.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use crate::logic::common::wings::peers_in_order;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::{self, BOXES_ROWS_COLUMNS, HouseOrder};
use crate::logic::grid9::pattern::{self, Removal, Removals};
use crate::logic::grid9::position::Position;
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::unique as text;

/// The conclusion from a BUG, by type.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Conclusion {
    One,
    /// `seen`: the cells that see every cell with extra candidates.
    Two {
        seen: CellSet,
    },
    Three {
        house: u8,
        seen: CellSet,
        others: SmallVec<[Cell; 6]>,
        digits: Digits,
    },
    Four {
        house: u8,
        digit: u8,
    },
}

/// The cells with extra candidates, in the order in which the search found them, and one conclusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bug {
    cells: SmallVec<[Cell; 8]>,
    /// The extra digits of each of `cells`.
    extras: SmallVec<[Digits; 8]>,
    conclusion: Conclusion,
}

/// The result of the search.
struct Found {
    cells: SmallVec<[Cell; 8]>,
    extras: SmallVec<[Digits; 8]>,
    all_extras: Digits,
    /// The cells that see all of `cells`.
    seen: CellSet,
}

/// Searches for the extra candidates, house by house. If a digit has places in a house, but not two of them, its extra place is
/// in the only one of these cells with three or more candidates.
fn search(position: &Position, order: &HouseOrder) -> Option<Found> {
    let counts = position.cells_by_count();
    let several = position.empty().without(counts.two);
    // Candidates are never added, and no cell sees more than twenty others.
    if several.is_empty() || several.len() > 20 || !several.without(counts.two_or_more).is_empty() {
        return None;
    }
    let mut scratch = position.clone();
    let mut found = Found {
        cells: SmallVec::new(),
        extras: SmallVec::new(),
        all_extras: Digits::NONE,
        seen: CellSet::NONE,
    };
    for &house in order {
        for digit in 1..=9 {
            if matches!(position.places(usize::from(house), digit).count_ones(), 0 | 2) {
                continue;
            }
            let with_more = several & position.cells(digit) & HOUSE_SETS[usize::from(house)];
            if with_more.len() > 1 {
                continue;
            }
            let cell = with_more.iter().next()?;
            let its = match found.cells.iter().position(|&other| other == cell) {
                Some(its) => its,
                None => {
                    let peers = PEER_SETS[cell.index()];
                    found.seen = if found.cells.is_empty() { peers } else { found.seen & peers };
                    found.cells.push(cell);
                    found.extras.push(Digits::NONE);
                    found.cells.len() - 1
                }
            };
            found.extras[its] |= Digits::only(digit);
            found.all_extras |= Digits::only(digit);
            if scratch.candidates(cell).contains(digit) {
                scratch.remove(cell, digit);
            }
            if found.cells.len() > 1 && found.all_extras.len() > 1 && found.seen.is_empty() {
                return None;
            }
        }
    }
    let is_bug = scratch.cells_by_count().two == position.empty()
        && (0..27).all(|house| {
            scratch.places_of(house).iter().all(|places| matches!(places.count_ones(), 0 | 2))
        });
    (is_bug && !found.cells.is_empty()).then_some(found)
}

/// Visits the conclusions from a BUG: type 1; or type 2, then 4; or type 4, then 3. `order` is the order of the houses in the
/// search. Houses of types 3 and 4 come in the order boxes, rows, columns.
///
/// *Quirk of the original*: the search fails as soon as no cell sees all the cells found and their extra digits differ, even if
/// type 4 would apply.
pub(crate) fn bug<B>(
    position: &Position,
    order: &HouseOrder,
    found: &mut impl FnMut(Bug) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(Found { cells, extras, all_extras, seen }) = search(position, order) else {
        return ControlFlow::Continue(());
    };
    let mut report = |conclusion| {
        let bug = Bug { cells: cells.clone(), extras: extras.clone(), conclusion };
        if pattern::is_useful(position, &bug.removals(position)) {
            found(bug)
        } else {
            ControlFlow::Continue(())
        }
    };
    let set: CellSet = cells.iter().copied().collect();
    let holds_all = |house: &u8| set.without(HOUSE_SETS[usize::from(*house)]).is_empty();
    let shared = || BOXES_ROWS_COLUMNS.into_iter().filter(holds_all);
    let four = |report: &mut dyn FnMut(Conclusion) -> ControlFlow<B>| {
        let [first, second] = cells[..] else { return ControlFlow::Continue(()) };
        let common = (position.candidates(first) & position.candidates(second)).without(all_extras);
        if common.len() == 1 {
            for house in shared() {
                report(Conclusion::Four { house, digit: common.smallest() })?;
            }
        }
        ControlFlow::Continue(())
    };
    if cells.len() == 1 {
        return report(Conclusion::One);
    }
    if all_extras.len() == 1 {
        report(Conclusion::Two { seen })?;
        return four(&mut report);
    }
    if seen.is_empty() {
        return ControlFlow::Continue(());
    }
    four(&mut report)?;
    for house in shared() {
        let near: SmallVec<[Cell; 8]> =
            peers_in_order(cells[0], seen & HOUSE_SETS[usize::from(house)]).collect();
        for degree in 2..=6u32 {
            if near.len() < degree as usize {
                continue;
            }
            for chosen in 1u16..1 << near.len() {
                if chosen.count_ones() != degree - 1 {
                    continue;
                }
                let others: SmallVec<[Cell; 6]> =
                    (0..near.len()).filter(|k| chosen >> k & 1 != 0).map(|k| near[k]).collect();
                let union =
                    others.iter().fold(Digits::NONE, |all, &cell| all | position.candidates(cell));
                let has_two = others.iter().all(|&cell| position.candidates(cell).len() >= 2);
                if union.len() == degree && has_two && (union | all_extras) == union {
                    report(Conclusion::Three { house, seen, others, digits: union })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Bug {
    pub(crate) fn removals(&self, position: &Position) -> Removals {
        let all = self.extras.iter().fold(Digits::NONE, |all, &extras| all | extras);
        match &self.conclusion {
            Conclusion::One => pattern::removal(CellSet::only(self.cells[0]), !all),
            Conclusion::Two { seen } => pattern::removal(*seen, all),
            Conclusion::Three { house, seen, others, digits } => {
                let others: CellSet = others.iter().copied().collect();
                pattern::removal((*seen & HOUSE_SETS[usize::from(*house)]).without(others), *digits)
            }
            Conclusion::Four { digit, .. } => {
                let each = self.cells.iter().zip(&self.extras);
                each.map(|(&cell, &extras)| Removal {
                    cells: CellSet::only(cell),
                    digits: position.candidates(cell).without(extras | Digits::only(*digit)),
                })
                .collect()
            }
        }
    }

    /// The type, 1 to 4.
    pub(crate) fn number(&self) -> u8 {
        match self.conclusion {
            Conclusion::One => 1,
            Conclusion::Two { .. } => 2,
            Conclusion::Three { .. } => 3,
            Conclusion::Four { .. } => 4,
        }
    }

    /// The size of the naked set of type 3, otherwise 0.
    pub(crate) fn set_size(&self) -> u32 {
        match &self.conclusion {
            Conclusion::Three { digits, .. } => digits.len(),
            _ => 0,
        }
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let mut step = Step::new(Technique::Bug);
        let extras = self.extras.iter().fold(Digits::NONE, |all, &extras| all | extras);
        step.eliminations = pattern::candidates_of(position, &self.removals(position));
        step = step.by(self.cells.to_vec(), extras, NO_HOUSES);
        let gone = pattern::removed(&step.eliminations);
        let each: Vec<u64> = self.extras.iter().map(|&extras| extras.into()).collect();
        let bug = text::Bug { cells: &pattern::names(self.cells.iter().copied()), extras: &each };
        step.text = match &self.conclusion {
            Conclusion::One => bug.one(&gone),
            Conclusion::Two { .. } => bug.two(&gone),
            Conclusion::Three { house, others, digits, .. } => {
                let others = pattern::names(others.iter().copied());
                bug.naked(&houses::name((*house).into()), (&others, (*digits).into()), &gone)
            }
            Conclusion::Four { house, digit } => {
                bug.locked(&houses::name((*house).into()), *digit, &gone)
            }
        };
        if let Conclusion::Three { house, .. } | Conclusion::Four { house, .. } = self.conclusion {
            step.houses = vec![house.into()];
        }
        if let Conclusion::Three { others, .. } = &self.conclusion {
            step.cells.extend(others.iter().map(|&cell| u16::from(cell)));
        }
        let extras = if self.number() == 1 {
            String::new()
        } else {
            format!(" on {}", pattern::digits_notation(extras))
        };
        step.notation = format!(
            "BUG type {}: {}{extras} => {}",
            self.number(),
            pattern::cells_notation(&self.cells),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Technique;
    use crate::logic::testing::{before, visited};

    fn all(position: &Position) -> Vec<Bug> {
        visited(|found| {
            let _ = bug(position, &BOXES_ROWS_COLUMNS, &mut |bug| found(bug));
        })
    }

    #[test]
    fn extra_candidates_of_one_digit() {
        let puzzle =
            "..............1..2..3..4.5.........6......1....738.....1...6...4.....8..8..2...7.";
        let (mut position, step) = before(puzzle, Technique::Bug);
        assert_eq!(step.notation, "BUG type 2: r5c1,r4c6,r4c8 on 9 => -9r4c1");
        let found = all(&position);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].number(), found[0].step(&position)),
            (2, Step { rating: 0.0, ..step })
        );
        let cell = crate::logic::testing::cell("r4c1");
        position.remove(cell, 9);
        assert_eq!(all(&position), []);
        assert_eq!(all(&Position::new(&puzzle.parse().unwrap())), []);
    }
}
