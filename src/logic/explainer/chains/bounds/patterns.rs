//! Locked candidates, pairs and X-wings for bounds. Only changed houses and cells are searched, in no particular order.

use crate::board::HOUSES;
use crate::logic::grid9::houses::{HOUSES_OF, overlap};
use crate::logic::grid9::tuples::members;

use super::state::{Map, State, Work};
use crate::logic::explainer::chains::links::is_pair;

impl Work {
    /// Applies the patterns that have changed. Returns whether anything was removed.
    pub(super) fn patterns(&mut self, map: &Map, state: &mut State) -> bool {
        let cells = std::mem::take(&mut self.cells);
        let changed = std::mem::take(&mut self.changed);
        let before = state.alive;
        for (house, digits) in changed.into_iter().enumerate() {
            for digit in members(digits) {
                let places = state.places[house][digit];
                let rest = places & places.wrapping_sub(1);
                if rest == 0 {
                    continue;
                }
                if rest & (rest - 1) == 0 {
                    self.hidden_pair(map, state, house, digit);
                    self.x_wing(map, state, house, digit);
                }
                self.locked(map, state, house, digit);
            }
        }
        for cell in cells.iter() {
            if is_pair(state.digits[cell.index()]) {
                self.naked_pair(map, state, cell.index());
            }
        }
        state.alive != before
    }

    /// Removes a digit from places of a house.
    fn remove_places(
        &mut self,
        map: &Map,
        state: &mut State,
        house: usize,
        digit: usize,
        places: u16,
    ) {
        for place in members(state.places[house][digit] & places) {
            self.remove(map, state, usize::from(map.in_house(house, place, digit)));
        }
    }

    /// Removes digits from a cell.
    fn remove_digits(&mut self, map: &Map, state: &mut State, cell: usize, digits: u16) {
        for digit in members(state.digits[cell] & digits) {
            self.remove(map, state, usize::from(map.at(cell, digit)));
        }
    }

    /// A digit whose places in one house are all in another.
    fn locked(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        let places = state.places[house][digit];
        if house < 18 {
            let third = places.trailing_zeros() as usize / 3;
            if places & !(7 << (3 * third)) == 0 {
                let at = HOUSES[house][3 * third].index();
                let r#box = usize::from(HOUSES_OF[at][2].0);
                self.remove_places(map, state, r#box, digit, !overlap(r#box, house));
            }
            return;
        }
        for third in 0..3 {
            let at = house - 18;
            if places & !(7 << (3 * third)) == 0 {
                let row = 3 * (at / 3) + third;
                self.remove_places(map, state, row, digit, !overlap(row, house));
            }
            if places & !(0o111 << third) == 0 {
                let column = 9 + 3 * (at % 3) + third;
                self.remove_places(map, state, column, digit, !overlap(column, house));
            }
        }
    }

    /// Another digit with the same two places.
    fn hidden_pair(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        let places = state.places[house][digit];
        for other in 0..9 {
            if other != digit && state.places[house][other] == places {
                for place in members(places) {
                    let cell = HOUSES[house][place].index();
                    self.remove_digits(map, state, cell, !(1 << digit | 1 << other));
                }
                return;
            }
        }
    }

    /// Another line in which the digit has the same two places.
    fn x_wing(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        if house >= 18 {
            return;
        }
        let places = state.places[house][digit];
        let base = house / 9 * 9;
        for other in base..base + 9 {
            if other != house && state.places[other][digit] == places {
                let lines: u16 = 1 << (house - base) | 1 << (other - base);
                for place in members(places) {
                    let cover = 9 - base + place;
                    self.remove_places(map, state, cover, digit, !lines);
                }
                return;
            }
        }
    }

    /// Another cell of a house with the same two digits.
    fn naked_pair(&mut self, map: &Map, state: &mut State, cell: usize) {
        let digits = state.digits[cell];
        for (house, place) in HOUSES_OF[cell] {
            let cells = &HOUSES[usize::from(house)];
            for (k, other) in cells.iter().enumerate() {
                if k != usize::from(place) && state.digits[other.index()] == digits {
                    for (l, third) in cells.iter().enumerate() {
                        if l != k && l != usize::from(place) {
                            self.remove_digits(map, state, third.index(), digits);
                        }
                    }
                    break;
                }
            }
        }
    }
}
