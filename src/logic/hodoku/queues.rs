//! A position with the two queues in which singles wait.
//!
//! ```text
//!   remove a candidate ──►  its row, column, box: one place left for the digit   ──►  hidden queue
//!                      └─►  one digit left in the cell                           ──►  naked queue
//! ```
//!
//! First in, first out: the order in which candidates go decides which single is taken, and so how many of them are hidden
//! (14 points) and how many naked (4). Each digit of a house and each cell comes at most once, so the queues are two arrays.

use super::found::Found;
use crate::board::{Candidates, Cell, Grid, HOUSES};
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::{Candidate, Position, Technique};

/// Why a digit is a single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Single {
    /// The only place for it in a house (index of [`HOUSES`]).
    Hidden { house: u8 },
    /// The only digit for its cell.
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

    /// Those that wait, the first first.
    #[inline]
    fn waiting(&self) -> &[Candidate] {
        &self.entries[self.first..self.end]
    }

    /// Takes entries up to the first whose cell is in `empty`.
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

/// What is known at one point of the path.
#[derive(Clone)]
pub struct State {
    position: Position,
    /// The cells with a value from the start.
    givens: CellSet,
    hidden: Queue<243>,
    naked: Queue<81>,
    /// Whether some empty cell has lost all candidates.
    is_broken: bool,
}

impl State {
    /// The state of a puzzle: its values are placed in row-major order.
    ///
    /// Of the candidates that remain, those that are not in `candidates` are then removed in row-major order of cells, then
    /// by digit.
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

    /// The cells that had a value at the start.
    #[inline]
    pub(super) fn givens(&self) -> CellSet {
        self.givens
    }

    /// Sets values, then removes candidates, in their order; a candidate that is gone already is passed over.
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

    /// Removes a candidate that the cell has.
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

    /// Notes the houses of a cell in which a digit, just removed, has one place left.
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

    /// The first of the naked queue that is the last of a house. It stays in the queue.
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

    /// Whether no other digit is open in a house in which a cell has one candidate left.
    #[inline]
    fn is_last(&self, house: usize, digit: u8) -> bool {
        if !self.is_broken {
            return self.position.empty_in(house) == 1;
        }
        let mut others = self.position.places_of(house).iter().zip(1..);
        others.all(|(&places, other)| other == digit || places == 0)
    }

    /// All full houses, naked and hidden singles, each in the order of its queue.
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

    /// The first of the naked queue.
    pub(super) fn naked_single(&mut self) -> Option<Found<Single>> {
        let entry = self.naked.pop(self.position.empty())?;
        Some(Found::placing(Technique::NakedSingle, entry, Single::Naked))
    }

    /// The first of the hidden queue, if it still has a house with one place; otherwise none, though others may wait.
    pub(super) fn hidden_single(&mut self) -> Option<Found<Single>> {
        let entry = self.hidden.pop(self.position.empty())?;
        let mut houses = HOUSES_OF[entry.classic_cell().index()].iter().map(|&(house, _)| house);
        let house = houses.find(|&house| {
            self.position.places(usize::from(house), entry.digit).is_power_of_two()
        })?;
        Some(Found::placing(Technique::HiddenSingle, entry, Single::Hidden { house }))
    }
}
