//! Locked candidates, pairs and X-wings of bounds: those that have changed, without order.

use crate::board::HOUSES;
use crate::logic::houses::HOUSES_OF;

use super::super::links::is_pair;
use super::state::{Map, State, Work};

impl Work {
    /// Applies the patterns that have changed; whether anything was removed.
    pub(super) fn patterns(&mut self, map: &Map, state: &mut State) -> bool {
        let cells = std::mem::replace(&mut self.cells, crate::logic::CellSet::NONE);
        let changed = std::mem::take(&mut self.changed);
        let before = state.alive;
        for (house, mut digits) in changed.into_iter().enumerate() {
            while digits != 0 {
                let digit = digits.trailing_zeros() as usize;
                digits &= digits - 1;
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
        let mut gone = state.places[house][digit] & places;
        while gone != 0 {
            let place = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            self.remove(map, state, usize::from(map.in_house(house, place, digit)));
        }
    }

    /// Removes digits from a cell.
    fn remove_digits(&mut self, map: &Map, state: &mut State, cell: usize, digits: u16) {
        let mut gone = state.digits[cell] & digits;
        while gone != 0 {
            let digit = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            self.remove(map, state, usize::from(map.at(cell, digit)));
        }
    }

    /// A digit of one house within another.
    fn locked(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        let places = state.places[house][digit];
        if house < 18 {
            let third = places.trailing_zeros() as usize / 3;
            if places & !(7 << (3 * third)) == 0 {
                let at = HOUSES[house][3 * third].index();
                let (r#box, _) = HOUSES_OF[at][2];
                let inside = if house < 9 { 7 << (3 * (house % 3)) } else { 0o111 << (house % 3) };
                self.remove_places(map, state, usize::from(r#box), digit, !inside);
            }
            return;
        }
        for third in 0..3 {
            let at = house - 18;
            if places & !(7 << (3 * third)) == 0 {
                let row = 3 * (at / 3) + third;
                self.remove_places(map, state, row, digit, !(7 << (3 * (at % 3))));
            }
            if places & !(0o111 << third) == 0 {
                let column = 9 + 3 * (at % 3) + third;
                self.remove_places(map, state, column, digit, !(7 << (3 * (at / 3))));
            }
        }
    }

    /// Another digit with the same two places.
    fn hidden_pair(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        let places = state.places[house][digit];
        for other in 0..9 {
            if other != digit && state.places[house][other] == places {
                let mut rest = places;
                while rest != 0 {
                    let cell = HOUSES[house][rest.trailing_zeros() as usize].index();
                    rest &= rest - 1;
                    self.remove_digits(map, state, cell, !(1 << digit | 1 << other));
                }
                return;
            }
        }
    }

    /// Another line with the digit in the same two places.
    fn x_wing(&mut self, map: &Map, state: &mut State, house: usize, digit: usize) {
        if house >= 18 {
            return;
        }
        let places = state.places[house][digit];
        let base = house / 9 * 9;
        for other in base..base + 9 {
            if other != house && state.places[other][digit] == places {
                let lines: u16 = 1 << (house - base) | 1 << (other - base);
                let mut rest = places;
                while rest != 0 {
                    let cover = 9 - base + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
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
