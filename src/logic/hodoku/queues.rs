//! A position with two queues of singles.
//!
//! ```text
//!   remove a candidate ──►  its row, column, box: one place left for the digit   ──►  hidden queue
//!                      └─►  one digit left in the cell                           ──►  naked queue
//! ```
//!
//! The queues are first in, first out. So the order in which candidates are removed determines the next single, and with it the
//! number of hidden singles (14 points) and naked singles (4 points). Each digit of a house and each cell is queued at most
//! once, so arrays of fixed size suffice.

use super::found::Found;
use crate::board::{Candidates, Cell, Grid, HOUSES};
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::{Candidate, Position, Technique};

/// The reason why a digit is a single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Single {
    /// The only place for the digit in a house, given as an index of [`HOUSES`].
    Hidden { house: u8 },
    /// The only candidate of its cell.
    Naked,
    /// The last empty cell of a house.
    Last { house: u8 },
}

/// A queue of singles.
#[derive(Clone)]
struct Queue<const N: usize> {
    entries: [Candidate; N],
    first: usize,
    end: usize,
}

impl<const N: usize> Queue<N> {
    const EMPTY: Queue<N> =
        Queue { entries: [Candidate::new(Cell::new(0), 0); N], first: 0, end: 0 };

    #[inline]
    fn push(&mut self, cell: Cell, digit: u8) {
        self.entries[self.end] = Candidate::new(cell, digit);
        self.end += 1;
    }

    /// The queued singles, oldest first.
    #[inline]
    fn waiting(&self) -> &[Candidate] {
        &self.entries[self.first..self.end]
    }

    /// Removes entries up to and including the first one whose cell is in `empty`, and returns that entry.
    #[inline]
    fn pop(&mut self, empty: CellSet) -> Option<Candidate> {
        while self.first < self.end {
            self.first += 1;
            let entry = self.entries[self.first - 1];
            if empty.contains(entry.classic_cell()) {
                return Some(entry);
            }
        }
        None
    }
}

/// The state between two steps of a path.
#[derive(Clone)]
pub struct State {
    position: Position,
    /// The cells with a value at the start.
    givens: CellSet,
    hidden: Queue<243>,
    naked: Queue<81>,
    /// Whether some empty cell has no candidate left.
    is_broken: bool,
}

impl State {
    /// The state of a puzzle, whose values are placed in row-major order.
    ///
    /// Remaining candidates that are not in `candidates` are then removed, in row-major order of cells, then by digit.
    pub fn new(puzzle: &Grid, givens: CellSet, candidates: &Candidates) -> State {
        let mut position = Position::new(&Grid::EMPTY);
        let _ = position.take_changes();
        let (hidden, naked) = (Queue::EMPTY, Queue::EMPTY);
        let mut state = State { position, givens, hidden, naked, is_broken: false };
        for cell in Cell::all().filter(|&cell| puzzle.get(cell) != 0) {
            state.place(cell, puzzle.get(cell));
        }
        for cell in state.position.empty().iter() {
            let gone = state.position.candidates(cell).without(candidates[cell.index()]);
            gone.iter().for_each(|digit| state.remove(cell, digit));
        }
        state
    }

    /// The values and candidates.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub(super) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The cells with a value at the start.
    #[inline]
    pub(super) fn givens(&self) -> CellSet {
        self.givens
    }

    /// Sets the values, then removes the candidates, in order. Candidates that are already gone are skipped.
    pub fn apply(&mut self, placements: &[Candidate], eliminations: &[Candidate]) {
        for placed in placements {
            self.place(placed.classic_cell(), placed.digit);
        }
        for gone in eliminations {
            if self.position.candidates(gone.classic_cell()).contains(gone.digit) {
                self.remove(gone.classic_cell(), gone.digit);
            }
        }
    }

    fn place(&mut self, cell: Cell, digit: u8) {
        for peer in (self.position.cells(digit) & PEER_SETS[cell.index()]).iter() {
            self.remove(peer, digit);
        }
        for own in self.position.candidates(cell).iter() {
            self.position.remove(cell, own);
            if own != digit {
                self.note_places(cell, own);
            }
        }
        self.position.place(cell, digit);
    }

    /// Removes a candidate, which the cell must have.
    #[inline]
    fn remove(&mut self, cell: Cell, digit: u8) {
        self.position.remove(cell, digit);
        self.note_places(cell, digit);
        let left = self.position.candidates(cell);
        if left.len() == 1 {
            self.naked.push(cell, left.smallest());
        }
        self.is_broken |= left.is_empty();
    }

    /// Queues hidden singles of a digit that was just removed from a cell: its houses with one place left.
    #[inline]
    fn note_places(&mut self, cell: Cell, digit: u8) {
        for (house, _) in HOUSES_OF[cell.index()] {
            let house = usize::from(house);
            let places = self.position.places(house, digit);
            if places.is_power_of_two() {
                self.hidden.push(HOUSES[house][places.trailing_zeros() as usize], digit);
            }
        }
    }

    /// The oldest entry of the naked queue that is the last empty cell of a house. It stays in the queue.
    pub(super) fn full_house(&self) -> Option<Found<Single>> {
        let empty = self.position.empty();
        let mut waiting =
            self.naked.waiting().iter().filter(|entry| empty.contains(entry.classic_cell()));
        waiting.find_map(|&entry| self.full_house_of(entry))
    }

    fn full_house_of(&self, entry: Candidate) -> Option<Found<Single>> {
        let mut houses = HOUSES_OF[entry.classic_cell().index()].iter().map(|&(house, _)| house);
        let house = houses.find(|&house| self.is_last(usize::from(house), entry.digit))?;
        Some(Found::placing(Technique::FullHouse, entry, Single::Last { house }))
    }

    /// Whether no other digit is missing in a house that contains a cell with one candidate.
    #[inline]
    fn is_last(&self, house: usize, digit: u8) -> bool {
        if !self.is_broken {
            return self.position.empty_in(house) == 1;
        }
        let mut others = self.position.places_of(house).iter().zip(1..);
        others.all(|(&places, other)| other == digit || places == 0)
    }

    /// All full houses, naked singles and hidden singles, each in the order of its queue.
    pub(super) fn all_singles(&self) -> Vec<Found<Single>> {
        let mut rest = self.clone();
        let mut found: Vec<Found<Single>> = Vec::new();
        let empty = self.position.empty();
        for entry in
            self.naked.waiting().iter().filter(|entry| empty.contains(entry.classic_cell()))
        {
            found.extend(self.full_house_of(*entry));
        }
        found.extend(std::iter::from_fn(|| rest.naked_single()));
        found.extend(std::iter::from_fn(|| rest.hidden_single()));
        found
    }

    /// The oldest entry of the naked queue.
    pub(super) fn naked_single(&mut self) -> Option<Found<Single>> {
        let entry = self.naked.pop(self.position.empty())?;
        Some(Found::placing(Technique::NakedSingle, entry, Single::Naked))
    }

    /// The oldest entry of the hidden queue, if some house still has only that place for the digit. Otherwise `None`, even if
    /// the queue has further entries.
    pub(super) fn hidden_single(&mut self) -> Option<Found<Single>> {
        let entry = self.hidden.pop(self.position.empty())?;
        let mut houses = HOUSES_OF[entry.classic_cell().index()].iter().map(|&(house, _)| house);
        let house = houses.find(|&house| {
            self.position.places(usize::from(house), entry.digit).is_power_of_two()
        })?;
        Some(Found::placing(Technique::HiddenSingle, entry, Single::Hidden { house }))
    }
}
