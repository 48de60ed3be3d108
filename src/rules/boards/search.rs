//! Search over boards: a guess copies them, a dead end takes the copy back and rules the guess out.
//!
//! The choice of the guess is that of [`super::super::search`]: a cell with two digits that took part in the most
//! conflicts, a digit with two places in a unit, or the cell with the fewest digits for its conflicts.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::rules::arch::{self, Vectors};
use crate::rules::rule_set::RuleSet;
use crate::rules::search::{CHECK_EVERY, Found, Search};
use crate::rules::state::Conflict;

use super::conclude::{Memory, View};
use super::{Board, Cells, LARGEST, and, for_each, has, or, size, without};

struct Guess<const W: usize> {
    /// As it was before.
    board: Board<W>,
    cell: usize,
    d: usize,
}

/// A depth-first search that can go on after each solution.
pub(in crate::rules) struct BoardSearch<'r, const W: usize> {
    view: View<'r, W>,
    board: Board<W>,
    guesses: Vec<Guess<W>>,
    /// How often each cell took part in a conflict, as one where it came out or as the last guess before.
    weight: Vec<u32>,
    /// The cell of the last guess.
    guessed: usize,
    memory: Memory,
    work: usize,
    /// The places at the last fixpoint; none at the beginning.
    seen: Option<[Cells<W>; LARGEST]>,
    next: Next,
}

/// What a search does next. Concluding is a step of its own, so that its code, which is long, is there once.
#[derive(Clone, Copy)]
enum Next {
    /// Something has changed since `seen`.
    Conclude,
    /// The board is at a fixpoint: look whether it is a solution, else guess.
    Look,
    /// Go back to the last guess.
    Back,
}

impl<'r, const W: usize> BoardSearch<'r, W> {
    /// A search by these rules.
    pub fn new(rules: &'r RuleSet) -> BoardSearch<'r, W> {
        BoardSearch {
            view: View::new(rules),
            board: Board::BLANK,
            guesses: Vec::new(),
            weight: vec![0; rules.cells()],
            guessed: 0,
            memory: Memory::new(rules),
            work: 0,
            seen: None,
            next: Next::Back,
        }
    }

    #[inline(always)]
    fn go_on(&mut self, nodes: &mut u64, control: &Control<'_>, vectors: impl Vectors) -> Found {
        loop {
            match self.next {
                Next::Conclude => {
                    let held = self.view.conclude(
                        &mut self.board,
                        self.seen.as_ref(),
                        &mut self.memory,
                        vectors,
                    );
                    self.next = match held {
                        Ok(()) => Next::Look,
                        Err(culprits) => {
                            for_each!(cell in culprits => {
                                self.weight[cell] += 1;
                            });
                            self.weight[self.guessed] += 1;
                            Next::Back
                        }
                    };
                }
                Next::Look => {
                    if self.board.done == self.view.all {
                        self.next = Next::Back;
                        return Found::Solution;
                    }
                    if *nodes == 0 {
                        return Found::Stopped(Stop::Nodes);
                    }
                    self.work += self.view.rules.cost;
                    if self.work >= CHECK_EVERY {
                        self.work = 0;
                        if let Err(stop) = control.checkpoint() {
                            return Found::Stopped(stop);
                        }
                    }
                    *nodes -= 1;
                    let (cell, d) = self.choose();
                    self.guessed = cell;
                    let board = self.board;
                    self.guesses.push(Guess { board, cell, d });
                    self.seen = Some(board.places);
                    let others = self.view.rules.all & !(1 << d);
                    self.board.take(others, cell);
                    self.next = Next::Conclude;
                }
                Next::Back => {
                    let Some(Guess { board, cell, d }) = self.guesses.pop() else {
                        return Found::Nothing;
                    };
                    self.board = board;
                    self.guessed = cell;
                    self.seen = Some(board.places);
                    self.board.take(1 << d, cell);
                    self.next = Next::Conclude;
                }
            }
        }
    }

    /// The next guess: a cell and the number of a digit.
    #[inline(always)]
    fn choose(&self) -> (usize, usize) {
        let side = self.view.rules.side;
        let (mut once, mut twice, mut thrice) = ([0; W], [0; W], [0; W]);
        for places in &self.board.places[..side] {
            thrice = or(&thrice, &and(&twice, places));
            twice = or(&twice, &and(&once, places));
            once = or(&once, places);
        }
        let open = without(&self.view.all, &self.board.done);
        let heaviest = |cells: Cells<W>| {
            let mut best: Option<(u32, u32, usize)> = None;
            for_each!(cell in cells => {
                let weight = self.weight[cell];
                if best.is_none_or(|(most, ..)| weight >= most) {
                    let unsolved = size(&and(&open, &self.view.peers[cell]));
                    if best.is_none_or(|(most, peers, _)| (weight, unsolved) > (most, peers)) {
                        best = Some((weight, unsolved, cell));
                    }
                }
            });
            best
        };
        if let Some((_, _, cell)) = heaviest(without(&twice, &thrice)) {
            return (cell, self.freest(cell));
        }
        if let Some(guess) = self.two_places() {
            return guess;
        }
        // digits / (1 + weight), compared crosswise.
        let mut best: Option<(u64, u64, usize)> = None;
        for_each!(cell in open => {
            let digits = u64::from(self.board.digits(side, cell).count_ones());
            let weight = u64::from(self.weight[cell]) + 1;
            if best.is_none_or(|(s, w, _)| digits * w < s * weight) {
                best = Some((digits, weight, cell));
            }
        });
        let (_, _, cell) = best.expect("some cell is open");
        (cell, self.freest(cell))
    }

    /// A digit with two places in a unit: one of the places, the digit.
    #[inline(always)]
    fn two_places(&self) -> Option<(usize, usize)> {
        let mut best: Option<(u32, usize, usize)> = None;
        for unit in self.view.units {
            for d in 0..self.view.rules.side {
                let places = and(&self.board.places[d], unit);
                if size(&places) == 2 {
                    let (mut weight, mut place) = (0, (0, 0));
                    for_each!(cell in places => {
                        weight += self.weight[cell];
                        place = place.max((self.weight[cell], cell));
                    });
                    if best.is_none_or(|(most, ..)| weight > most) {
                        best = Some((weight, place.1, d));
                    }
                }
            }
        }
        best.map(|(_, cell, d)| (cell, d))
    }

    /// The digit of `cell` that the fewest peers could hold.
    #[inline(always)]
    fn freest(&self, cell: usize) -> usize {
        let digits = (0..self.view.rules.side).filter(|&d| has(&self.board.places[d], cell));
        let holders = |&d: &usize| size(&and(&self.board.places[d], &self.view.peers[cell]));
        digits.min_by_key(holders).expect("an open cell has digits")
    }
}

struct GoOn<'a, 'r, 'c, const W: usize> {
    search: &'a mut BoardSearch<'r, W>,
    nodes: &'a mut u64,
    control: &'a Control<'c>,
}

impl<const W: usize> arch::Work for GoOn<'_, '_, '_, W> {
    type Result = Found;

    #[inline(always)]
    fn run(self, vectors: impl Vectors) -> Found {
        self.search.go_on(self.nodes, self.control, vectors)
    }
}

impl<const W: usize> Search for BoardSearch<'_, W> {
    fn begin(&mut self, sets: &mut dyn Iterator<Item = u64>) -> Result<(), Conflict> {
        self.guesses.clear();
        self.weight.copy_from_slice(&self.view.masks.weights);
        self.board = Board::BLANK;
        for (cell, set) in sets.enumerate() {
            for digit in crate::rules::state::bits(set & self.view.rules.allowed[cell]) {
                self.board.places[digit.trailing_zeros() as usize][cell / 64] |= 1 << (cell % 64);
            }
        }
        self.seen = None;
        self.next = Next::Conclude;
        self.memory.without_cells(self.view.rules)
    }

    fn next(&mut self, nodes: &mut u64, control: &Control<'_>) -> Found {
        arch::run(self.view.rules.backend, GoOn { search: self, nodes, control })
    }

    fn beginning(&self) -> Vec<u64> {
        let board = self.guesses.first().map_or(&self.board, |guess| &guess.board);
        let rules = self.view.rules;
        (0..rules.cells()).map(|cell| board.digits(rules.side, cell)).collect()
    }

    fn write_digits(&self, digits: &mut [u8]) {
        for (d, &places) in self.board.places[..self.view.rules.side].iter().enumerate() {
            for_each!(cell in places => { digits[cell] = d as u8 + 1; });
        }
    }
}
