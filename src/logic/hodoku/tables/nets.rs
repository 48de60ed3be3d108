//! The consequences of an assumption by singles: the direct links of forcing nets.
//!
//! ```text
//!   assumption  ──►  place it, or remove it  ──►  all singles of the position  ──►  …      four rounds
//! ```
//!
//! Unlike a link, a single may depend on several earlier removals. Singles are queued as they arise, separately for cells with
//! one digit and for digits with one place. A round processes the singles queued at its beginning, cells first. If the
//! assumption is wrong, a queued single may have become invalid: it is placed nevertheless, unless its cell has been filled.

use crate::board::{Grid, HOUSES, PEERS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::{Candidate, Position};

/// The number of rounds of singles.
const ROUNDS: usize = 4;

/// A position after an assumption, with the queued singles.
pub(super) struct Lookahead {
    position: Position,
    naked: Vec<Candidate>,
    hidden: Vec<Candidate>,
    /// Scratch: the singles of a round.
    round: Vec<Candidate>,
}

impl Lookahead {
    pub(super) fn new() -> Lookahead {
        Lookahead {
            position: Position::new(&Grid::EMPTY),
            naked: Vec::new(),
            hidden: Vec::new(),
            round: Vec::new(),
        }
    }

    /// Passes all consequences of the assumption that a candidate is on, or off, to `note`, in order.
    pub(super) fn follow(
        &mut self,
        position: &Position,
        (one, on): (Candidate, bool),
        mut note: impl FnMut(Candidate, bool),
    ) {
        self.position.clone_from(position);
        self.naked.clear();
        self.hidden.clear();
        if on {
            self.place(one, &mut note);
        } else {
            self.remove(one, &mut note);
        }
        for _ in 0..ROUNDS {
            let empty = self.position.empty();
            self.round.clear();
            self.round
                .extend(self.naked.drain(..).filter(|one| empty.contains(one.classic_cell())));
            let position = &self.position;
            let waits = |one: &Candidate| {
                empty.contains(one.classic_cell())
                    && HOUSES_OF[one.classic_cell().index()].iter().any(|&(house, _)| {
                        position.places(usize::from(house), one.digit).is_power_of_two()
                    })
            };
            self.round.extend(self.hidden.drain(..).filter(waits));
            if self.round.is_empty() {
                break;
            }
            for k in 0..self.round.len() {
                let one = self.round[k];
                if self.position.empty().contains(one.classic_cell()) {
                    self.place(one, &mut note);
                }
            }
        }
    }

    fn place(&mut self, one: Candidate, note: &mut impl FnMut(Candidate, bool)) {
        let (cell, digit) = (one.classic_cell(), one.digit);
        note(one, true);
        for peer in PEERS[cell.index()] {
            if self.position.candidates(peer).contains(digit) {
                self.remove(Candidate::new(peer, digit), note);
            }
        }
        for own in self.position.candidates(cell).iter() {
            let gone = Candidate::new(cell, own);
            self.position.remove(cell, own);
            if own != digit {
                note(gone, false);
                self.watch_houses(gone);
            }
        }
        self.position.place(cell, digit);
    }

    fn remove(&mut self, gone: Candidate, note: &mut impl FnMut(Candidate, bool)) {
        note(gone, false);
        self.position.remove(gone.classic_cell(), gone.digit);
        self.watch_houses(gone);
        let left = self.position.candidates(gone.classic_cell());
        if left.len() == 1 {
            self.naked.push(Candidate { cell: gone.cell, digit: left.smallest() });
        }
    }

    /// Queues the hidden singles that the removal of a candidate creates in its houses.
    fn watch_houses(&mut self, gone: Candidate) {
        for (house, _) in HOUSES_OF[gone.classic_cell().index()] {
            let places = self.position.places(usize::from(house), gone.digit);
            if places.is_power_of_two() {
                let cell = HOUSES[usize::from(house)][places.trailing_zeros() as usize];
                self.hidden.push(Candidate::new(cell, gone.digit));
            }
        }
    }
}
