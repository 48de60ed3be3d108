//! Franken fish as HoDoKu takes them: base and cover houses may be boxes.
//!
//! ```text
//!   base    rows and boxes          columns and boxes
//!   cover   columns and boxes   or  rows and boxes         at least one box in all
//! ```
//!
//! A cell of the base that is not covered is a fin, one in two base houses an endo fin. What is covered and not in the base, or
//! covered twice, goes if it sees all fins.

#![forbid(unsafe_code)]

use super::cells::{CellSet, HOUSE_SETS};
use super::fish_in_order::FinnedFish;
use super::found::{Found, Proof, eliminations};
use super::position::{Changes, Position};
use super::step::Technique;

/// Fins of all kinds, and endo fins among them.
const MOST_FINS: u32 = 5;
const MOST_ENDO_FINS: u32 = 2;

/// The first Franken fish of `degree`, with or without fins: by digit, rows and boxes as base before columns and boxes, base
/// houses, cover houses.
pub(crate) fn franken_fish(
    position: &Position,
    degree: u32,
    has_fins: bool,
    changes: &Changes,
) -> Option<Found> {
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
                bases: units(base_kind),
                covers: units(1 - base_kind),
            };
            let found = search.base(0, degree, Base::default());
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Nine lines and nine boxes: the house and its places for the digit.
type Units = [(u8, CellSet); 18];

/// Base houses chosen so far.
#[derive(Clone, Copy, Default)]
struct Base {
    houses: u32,
    cells: CellSet,
    endo_fins: CellSet,
}

/// Cover houses chosen so far.
#[derive(Clone, Copy, Default)]
struct Cover {
    houses: u32,
    cells: CellSet,
    /// Covered twice.
    twice: CellSet,
}

/// The search for one digit.
struct Search {
    cells: CellSet,
    degree: u32,
    has_fins: bool,
    digit: u8,
    bases: Units,
    covers: Units,
}

const BOXES: u32 = 0x1FF << 18;

impl Search {
    fn base(&self, from: usize, missing: u32, base: Base) -> Option<Found> {
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

    fn cover(&self, from: usize, missing: u32, base: &Base, cover: Cover) -> Option<Found> {
        let uncovered = base.cells.without(cover.cells);
        if missing == 0 {
            return self.fins(base, &cover, uncovered | base.endo_fins);
        }
        let most = if self.has_fins { MOST_FINS } else { 0 };
        for (k, &(house, cells)) in self.covers.iter().enumerate().skip(from) {
            if base.houses >> house & 1 != 0 || !cells.meets(base.cells) {
                continue;
            }
            // No house has more than nine places, no line and box share more than three.
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

    fn fins(&self, base: &Base, cover: &Cover, fins: CellSet) -> Option<Found> {
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
        Some(Found::removing(technique, eliminations(gone, self.digit), Proof::FinnedFish(fish)))
    }
}
