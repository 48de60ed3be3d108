//! Franken fish, in the order of HoDoKu: base and cover may contain boxes.
//!
//! ```text
//!   base    rows and boxes          columns and boxes
//!   cover   columns and boxes   or  rows and boxes         at least one box in total
//! ```
//!
//! A base cell that is not covered is a fin, and a cell in two base houses is an endo fin. Cells that are covered but not in
//! the base, and cells that are covered twice, lose the digit if they see all fins.

use smallvec::SmallVec;

use crate::board::Cell;

use super::fish::{FinnedFish, MOST_FINS};
use super::found::{Found, eliminations};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::{BOXES, HOUSES_OF};
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::technique::Technique;

/// The maximum number of cells in two base houses.
const MOST_ENDO_FINS: u32 = 2;

/// The first useful Franken fish of size `degree`, with or without fins: by digit, rows and boxes as base before columns and
/// boxes, base houses, cover houses.
pub(crate) fn franken_fish(
    position: &Position,
    degree: u32,
    has_fins: bool,
    changes: &Changes,
) -> Option<Found<FinnedFish>> {
    for digit in changes.digits().iter() {
        for base_kind in 0..2 {
            let cells = position.cells(digit);
            let units = |kind: usize| -> Units {
                std::array::from_fn(|k| {
                    let house = if k < 9 { 9 * kind + k } else { 9 + k };
                    (house as u8, cells & HOUSE_SETS[house])
                })
            };
            let search = Search {
                cells,
                degree,
                has_fins,
                digit,
                base_kind,
                bases: units(base_kind),
                covers: units(1 - base_kind),
            };
            if search.is_possible() {
                let found = search.base(0, degree, Base::default());
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Nine lines and nine boxes: each house with its places for the digit.
type Units = [(u8, CellSet); 18];

/// The base houses chosen so far.
#[derive(Clone, Copy, Default)]
struct Base {
    houses: u32,
    cells: CellSet,
    endo_fins: CellSet,
}

/// The cover houses chosen so far.
#[derive(Clone, Copy, Default)]
struct Cover {
    houses: u32,
    cells: CellSet,
    /// The cells covered twice.
    twice: CellSet,
}

/// The search for one digit.
struct Search {
    cells: CellSet,
    degree: u32,
    has_fins: bool,
    digit: u8,
    /// The kind of lines in the base: 0 rows, 1 columns.
    base_kind: usize,
    bases: Units,
    covers: Units,
}

impl Search {
    /// Whether any cell might be removed by some fish, ignoring the limits on fins.
    ///
    /// Suppose that the digit is in a cell, and remove it from all cells that this cell sees. If a fish of n houses removes the
    /// cell, n base houses then have all their places in n − 1 cover houses, or n − 1 base houses in n − 2 cover houses if the
    /// cell is in the base. The base houses share none of these places, which would be endo fins that do not see the cell.
    fn is_possible(&self) -> bool {
        self.cells.iter().any(|target| {
            let left = self.cells.without(PEER_SETS[target.index()] | CellSet::only(target));
            let bases = self.bases.iter().filter(|(_, cells)| !cells.is_empty());
            let bases: SmallVec<[(u8, CellSet); 18]> = bases
                .filter(|(_, cells)| !cells.contains(target))
                .map(|&(house, cells)| (house, cells & left))
                .collect();
            bases.iter().any(|&(house, places)| {
                let Some(first) = places.iter().next() else { return true };
                self.covers_of(first, house).into_iter().flatten().any(|(one, cells)| {
                    let rest = places.without(cells);
                    let Some(second) = rest.iter().next() else {
                        return has_disjoint(&bases, 2, cells, 1 << one);
                    };
                    self.degree > 2
                        && self.covers_of(second, house).into_iter().flatten().any(
                            |(other, more)| {
                                let covers = 1 << one | 1 << other;
                                rest.without(more).is_empty()
                                    && has_disjoint(&bases, 3, cells | more, covers)
                            },
                        )
                })
            })
        })
    }

    /// The two cover houses of a cell, except the base house.
    fn covers_of(&self, cell: Cell, base: u8) -> [Option<(u8, CellSet)>; 2] {
        let [line, r#box] = [1 - self.base_kind, 2].map(|kind| HOUSES_OF[cell.index()][kind].0);
        let cover = |house: u8| {
            (house != base).then(|| (house, self.cells & HOUSE_SETS[usize::from(house)]))
        };
        [cover(line), cover(r#box)]
    }

    fn base(&self, from: usize, missing: u32, base: Base) -> Option<Found<FinnedFish>> {
        if missing == 0 {
            return self.cover(0, self.degree, &base, Cover::default());
        }
        for (k, &(house, cells)) in self.bases.iter().enumerate().skip(from) {
            let endo_fins = base.endo_fins | base.cells & cells;
            let fits = if self.has_fins {
                endo_fins.len() <= MOST_ENDO_FINS
            } else {
                endo_fins.is_empty() && cells.len() <= self.degree
            };
            if cells.is_empty() || !fits {
                continue;
            }
            let houses = base.houses | 1 << house;
            let cells = base.cells | cells;
            let found = self.base(k + 1, missing - 1, Base { houses, cells, endo_fins });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn cover(
        &self,
        from: usize,
        missing: u32,
        base: &Base,
        cover: Cover,
    ) -> Option<Found<FinnedFish>> {
        let uncovered = base.cells.without(cover.cells);
        if missing == 0 {
            return self.fins(base, &cover, uncovered | base.endo_fins);
        }
        let most = if self.has_fins { MOST_FINS } else { 0 };
        for (k, &(house, cells)) in self.covers.iter().enumerate().skip(from) {
            if base.houses >> house & 1 != 0 || !cells.meets(base.cells) {
                continue;
            }
            let next = Cover {
                houses: cover.houses | 1 << house,
                cells: cover.cells | cells,
                twice: cover.twice | cover.cells & cells,
            };
            if missing == 1 && uncovered.without(cells).len() > most {
                continue;
            }
            let found = self.cover(k + 1, missing - 1, base, next);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fins(&self, base: &Base, cover: &Cover, fins: CellSet) -> Option<Found<FinnedFish>> {
        if (base.houses | cover.houses) & BOXES == 0
            || fins.is_empty() == self.has_fins
            || fins.len() > MOST_FINS
        {
            return None;
        }
        let gone = self.cells & (cover.cells.without(base.cells) | cover.twice);
        if gone.is_empty() {
            return None;
        }
        let gone = gone & fins.common_peers();
        if gone.is_empty() {
            return None;
        }
        let technique = match (self.degree, self.has_fins) {
            (2, false) => Technique::FrankenXWing,
            (2, true) => Technique::FinnedFrankenXWing,
            (_, false) => Technique::FrankenSwordfish,
            (_, true) => Technique::FinnedFrankenSwordfish,
        };
        let fish = FinnedFish { digit: self.digit, base: base.houses, cover: cover.houses, fins };
        Some(Found::removing(technique, eliminations(gone, self.digit), fish))
    }
}

/// Whether `count` of the houses outside `covers` have all their places in `cells` and share none.
fn has_disjoint(houses: &[(u8, CellSet)], count: u32, cells: CellSet, covers: u32) -> bool {
    count == 0
        || houses.iter().enumerate().any(|(k, &(house, places))| {
            covers >> house & 1 == 0
                && places.without(cells).is_empty()
                && has_disjoint(&houses[k + 1..], count - 1, cells.without(places), covers)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{marked, only};

    fn first(position: &Position, has_fins: bool) -> Option<(String, String)> {
        let found = franken_fish(position, 2, has_fins, &Changes::ALL)?;
        let step = found.clone().into::<Proof>().step(position);
        step.notation.split_once(" => ").map(|(fish, removed)| (fish.into(), removed.into()))
    }

    #[test]
    fn a_row_and_a_box_are_the_base_of_an_x_wing() {
        let mut position = marked(&[]);
        only(&mut position, 4, "r5c1 r5c2", "1");
        only(&mut position, 18, "r1c1 r2c3", "1");
        assert_eq!(first(&position, false), None);
        let mut position = marked(&[]);
        only(&mut position, 4, "r5c1 r5c2", "1");
        only(&mut position, 18, "r1c1 r2c2", "1");
        let (fish, removed) = first(&position, false).unwrap();
        assert_eq!(fish, "Franken X-Wing: 1 r5b1 c12");
        assert_eq!(removed, "r4c12,r6c12,r7c12,r8c12,r9c12<>1");
    }

    #[test]
    fn what_sees_the_fin_goes() {
        let mut position = marked(&[]);
        only(&mut position, 4, "r5c1 r5c2 r5c3", "1");
        only(&mut position, 18, "r1c1 r2c2", "1");
        assert_eq!(first(&position, false), None);
        let (fish, removed) = first(&position, true).unwrap();
        assert_eq!(fish, "Finned Franken X-Wing: 1 r5b1 c12 fr5c3");
        assert_eq!(removed, "r4c12,r6c12<>1");
    }
}
