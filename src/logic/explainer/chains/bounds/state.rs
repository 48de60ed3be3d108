//! The state of a reduced position in the computation of bounds, and its singles.
//!
//! ```text
//!   alive     bit k: node k is still a candidate        256 bits
//!   digits    of each cell                              9 bits each
//!   places    of each digit in each house               9 bits each
//!   on        bit k: node k has turned others off       256 bits
//! ```

use crate::board::{Cell, HOUSES};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::{CellSet, Position};

use crate::logic::explainer::chains::bits::{CANDIDATES, cell, digit};
use crate::logic::explainer::chains::closure::{ABSENT, common, join, members, open};

/// A set of nodes.
pub(super) type Row = [u64; 4];

/// The smallest member.
#[inline]
pub(super) fn first(row: &Row) -> Option<usize> {
    (0..4).find(|&k| row[k] != 0).map(|k| 64 * k + row[k].trailing_zeros() as usize)
}

/// The members of `a` that are not in `b`.
#[inline]
pub(super) fn without(a: &Row, b: &Row) -> Row {
    std::array::from_fn(|k| a[k] & !b[k])
}

/// The location of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) cell: u8,
    /// The digit minus 1.
    pub(super) digit: u8,
    pub(super) houses: [(u8, u8); 3],
    /// The groups of the node: its digit in each house, 9·house + digit, and its cell, 243 + cell.
    pub(super) groups: [u16; 4],
}

/// The nodes: the candidates of a position, in ascending order.
pub(super) struct Map {
    pub(super) candidates: Vec<u16>,
    /// The node of each candidate, or [`ABSENT`].
    pub(super) node: Box<[u16; CANDIDATES]>,
    pub(super) spots: Vec<Spot>,
    /// For each node, the nodes that it turns off when it is on.
    pub(super) weak: Vec<Row>,
}

impl Map {
    pub(super) fn new() -> Map {
        Map {
            candidates: Vec::new(),
            node: Box::new([ABSENT; CANDIDATES]),
            spots: Vec::new(),
            weak: Vec::new(),
        }
    }

    /// Builds the map of a position. Returns false if the position has too many candidates, or none.
    pub(super) fn take(&mut self, position: &Position) -> bool {
        self.node.fill(ABSENT);
        self.candidates.clear();
        self.spots.clear();
        self.weak.clear();
        let mut groups = [[0; 4]; 324];
        for candidate in open(position) {
            let node = self.candidates.len();
            if node == 256 {
                self.candidates.clear();
                return false;
            }
            self.node[usize::from(candidate)] = node as u16;
            self.candidates.push(candidate);
            let (cell, digit) = (cell(candidate).index(), digit(candidate) - 1);
            let houses = HOUSES_OF[cell];
            let of_house = |(house, _)| 9 * u16::from(house) + u16::from(digit);
            let [row, column, r#box] = houses.map(of_house);
            let spot = Spot {
                cell: cell as u8,
                digit,
                houses,
                groups: [row, column, r#box, 243 + cell as u16],
            };
            self.spots.push(spot);
            for group in spot.groups {
                let row: &mut Row = &mut groups[usize::from(group)];
                row[node / 64] |= 1 << (node % 64);
            }
        }
        for (node, spot) in self.spots.iter().enumerate() {
            let mut row = [0; 4];
            for group in spot.groups {
                join(&mut row, &groups[usize::from(group)]);
            }
            row[node / 64] &= !(1 << (node % 64));
            self.weak.push(row);
        }
        !self.candidates.is_empty()
    }

    /// All nodes.
    pub(super) fn all(&self) -> Row {
        let mut row = [0; 4];
        for node in 0..self.candidates.len() {
            row[node / 64] |= 1 << (node % 64);
        }
        row
    }

    /// The node of a digit (minus 1) in a cell.
    #[inline]
    pub(super) fn at(&self, cell: usize, digit: usize) -> u16 {
        self.node[9 * cell + digit]
    }

    /// The node of a digit (minus 1) at a place of a house.
    #[inline]
    pub(super) fn in_house(&self, house: usize, place: usize, digit: usize) -> u16 {
        self.node[9 * HOUSES[house][place].index() + digit]
    }
}

/// The remaining candidates of a position.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) alive: Row,
    pub(super) digits: [u16; 81],
    pub(super) places: [[u16; 9]; 27],
    pub(super) on: Row,
}

impl State {
    pub(super) const NONE: State =
        State { alive: [0; 4], digits: [0; 81], places: [[0; 9]; 27], on: [0; 4] };

    /// The candidates of a position, without the set of remaining nodes.
    pub(super) fn of(position: &Position) -> State {
        State {
            alive: [0; 4],
            digits: position.all_candidates().map(|digits| digits.bits()),
            places: std::array::from_fn(|house| *position.places_of(house)),
            on: [0; 4],
        }
    }

    #[inline]
    pub(super) fn is_alive(&self, node: u16) -> bool {
        self.alive[usize::from(node) / 64] >> (node % 64) & 1 != 0
    }

    /// Removes a node.
    pub(super) fn remove(&mut self, map: &Map, node: usize) {
        self.alive[node / 64] &= !(1 << (node % 64));
        let spot = &map.spots[node];
        self.digits[usize::from(spot.cell)] &= !(1 << spot.digit);
        for (house, place) in spot.houses {
            self.places[usize::from(house)][usize::from(spot.digit)] &= !(1 << place);
        }
    }

    /// Whether a node is the last one in its cell, and the last of its digit in its houses.
    pub(super) fn is_settled(&self, map: &Map, node: usize) -> bool {
        let spot = &map.spots[node];
        self.digits[usize::from(spot.cell)].is_power_of_two()
            && spot.houses.iter().all(|&(house, _)| {
                self.places[usize::from(house)][usize::from(spot.digit)].is_power_of_two()
            })
    }
}

/// The pending work on a state.
pub(super) struct Work {
    /// The nodes that are on, but have not turned anything off yet.
    on: Vec<u16>,
    /// Whether a cell, or a digit in a house, has no candidate left.
    pub(super) is_contradiction: bool,
    /// The cells that have lost digits, and for each house the digits that have lost places, since patterns were last searched.
    pub(super) cells: CellSet,
    pub(super) changed: [u16; 27],
}

impl Work {
    pub(super) fn new() -> Work {
        Work { on: Vec::new(), is_contradiction: false, cells: CellSet::NONE, changed: [0; 27] }
    }

    /// Discards all pending work.
    pub(super) fn begin(&mut self) {
        self.on.clear();
        self.is_contradiction = false;
        self.cells = CellSet::NONE;
        self.changed = [0; 27];
    }

    /// Records all differences between two states as changes.
    pub(super) fn differ(&mut self, before: &State, now: &State) {
        for cell in CellSet::ALL.iter() {
            if before.digits[cell.index()] != now.digits[cell.index()] {
                self.cells.insert(cell);
            }
        }
        for house in 0..27 {
            let mut changed = 0;
            for digit in 0..9 {
                let differs = before.places[house][digit] != now.places[house][digit];
                changed |= u16::from(differs) << digit;
            }
            self.changed[house] |= changed;
        }
    }

    /// Removes a node of the state.
    #[inline]
    pub(super) fn remove(&mut self, map: &Map, state: &mut State, node: usize) {
        state.alive[node / 64] &= !(1 << (node % 64));
        let spot = &map.spots[node];
        let (cell, digit) = (usize::from(spot.cell), usize::from(spot.digit));
        let digits = &mut state.digits[cell];
        *digits &= !(1 << digit);
        let left = *digits;
        self.cells.insert(Cell::new(cell));
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                self.is_contradiction = true;
            } else {
                self.on.push(map.at(cell, left.trailing_zeros() as usize));
            }
        }
        for (house, place) in spot.houses {
            let house = usize::from(house);
            let places = &mut state.places[house][digit];
            *places &= !(1 << place);
            let left = *places;
            self.changed[house] |= 1 << digit;
            if left & left.wrapping_sub(1) == 0 {
                if left == 0 {
                    self.is_contradiction = true;
                } else {
                    self.on.push(map.in_house(house, left.trailing_zeros() as usize, digit));
                }
            }
        }
    }

    /// Removes nodes of the state.
    pub(super) fn remove_each(&mut self, map: &Map, state: &mut State, gone: Row) {
        for node in members(gone) {
            self.remove(map, state, node);
        }
    }

    /// Applies singles until there are none. Returns whether there is no contradiction.
    pub(super) fn singles(&mut self, map: &Map, state: &mut State) -> bool {
        while !self.is_contradiction {
            let Some(node) = self.on.pop() else { return true };
            state.on[usize::from(node) / 64] |= 1 << (node % 64);
            let gone = common(&map.weak[usize::from(node)], &state.alive);
            self.remove_each(map, state, gone);
        }
        false
    }
}
