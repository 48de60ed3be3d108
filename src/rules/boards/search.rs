//! Search with boards: a guess copies the board; a dead end restores the copy and rules out the guess.
//!
//! The choice of a guess is the same as in [`crate::rules::trail`]: the cell with two digits that took part in the most
//! conflicts, a digit with two places in a unit, or the cell with the fewest digits relative to its conflicts.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::cpu::Backend;
use crate::rules::arch::{self, DIGITS, Vectors, size};
use crate::rules::digits::{Conflict, bits};
use crate::rules::search::{Found, Meter};
use crate::rules::start::Start;

use super::board::Board;
use super::cells::{Cells, and, for_each, has, or, some, without};
use super::propagate::{Memory, Rules};

struct Guess<const W: usize> {
    /// The board before the guess.
    board: Board<W>,
    cell: usize,
    d: usize,
}

/// A depth-first search that can continue after each solution.
pub(in crate::rules) struct BoardSearch<const W: usize> {
    board: Board<W>,
    guesses: Vec<Guess<W>>,
    /// The number of conflicts in which each cell took part, as a cell of the conflict or as the last guess before it.
    weight: Vec<u32>,
    /// The cell of the last guess.
    guessed: usize,
    memory: Memory,
    meter: Meter,
    /// The places at the last fixpoint; `None` at the beginning.
    seen: Option<[Cells<W>; DIGITS]>,
    /// The candidates to guess first.
    preferred: [Cells<W>; DIGITS],
    /// Whether only solutions with a preferred candidate count.
    is_needed: bool,
    next: Next,
}

/// The next step of a search. Propagation is a separate step, so that its long code exists only once.
#[derive(Clone, Copy)]
enum Next {
    /// The board has changed since `seen`.
    Propagate,
    /// The board is at a fixpoint: it is a solution, or the search guesses.
    Look,
    /// The last guess is wrong, or all its solutions have been found.
    Back,
}

impl<const W: usize> BoardSearch<W> {
    /// A search under these rules, which must be the same in each call.
    pub fn new(rules: Rules<'_, W>) -> BoardSearch<W> {
        BoardSearch {
            board: Board::EMPTY,
            guesses: Vec::new(),
            weight: vec![0; rules.compiled.cells()],
            guessed: 0,
            memory: Memory::new(rules.compiled),
            meter: Meter::default(),
            seen: None,
            preferred: [[0; W]; DIGITS],
            is_needed: false,
            next: Next::Back,
        }
    }

    /// Starts with a puzzle.
    ///
    /// # Errors
    /// There is no solution.
    pub fn begin(&mut self, rules: Rules<'_, W>, start: Start<'_>) -> Result<(), Conflict> {
        self.forget(rules);
        self.begin_again(rules, start)
    }

    /// Forgets the weights from all conflicts.
    pub fn forget(&mut self, rules: Rules<'_, W>) {
        self.weight.copy_from_slice(&rules.masks.weights);
    }

    /// Starts with a similar puzzle, keeping the weights from all conflicts.
    ///
    /// # Errors
    /// There is no solution.
    pub fn begin_again(&mut self, rules: Rules<'_, W>, start: Start<'_>) -> Result<(), Conflict> {
        self.guesses.clear();
        self.board = Board::EMPTY;
        for (cell, (set, allowed)) in start.sets().zip(&rules.compiled.allowed).enumerate() {
            for digit in bits(set & allowed) {
                self.board.places[digit.trailing_zeros() as usize][cell / 64] |= 1 << (cell % 64);
            }
        }
        self.seen = None;
        self.next = Next::Propagate;
        (self.preferred, self.is_needed) = ([[0; W]; DIGITS], false);
        self.memory.check_without_cells(rules.compiled)
    }

    /// Guesses these candidates first. With `is_needed`, finds only solutions with one of them.
    pub fn prefer(&mut self, sets: &[u64], is_needed: bool) {
        (self.preferred, self.is_needed) = ([[0; W]; DIGITS], is_needed);
        for (cell, &set) in sets.iter().enumerate() {
            for digit in bits(set) {
                self.preferred[digit.trailing_zeros() as usize][cell / 64] |= 1 << (cell % 64);
            }
        }
    }

    /// Finds the next solution; each guess subtracts one from `nodes`.
    pub fn next(
        &mut self,
        rules: Rules<'_, W>,
        backend: Backend,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        arch::run(backend, Step { search: self, rules, nodes, control })
    }

    /// Starts again with the candidates before the first guess and the weights from all conflicts.
    pub fn restart(&mut self) {
        if !self.guesses.is_empty() {
            self.board = self.guesses[0].board;
            self.guesses.clear();
        }
        self.seen = None;
        self.next = Next::Propagate;
    }

    /// The candidates before the first guess.
    pub fn domain_before_guesses(&self, rules: Rules<'_, W>) -> Vec<u64> {
        let board = self.guesses.first().map_or(&self.board, |guess| &guess.board);
        let compiled = rules.compiled;
        (0..compiled.cells()).map(|cell| board.digits(compiled.digits, cell)).collect()
    }

    /// Writes the solution just found by `next`.
    pub fn write_digits(&self, digits: &mut [u8]) {
        for (digit, &places) in (1..).zip(&self.board.places) {
            for_each!(cell in places => { digits[cell] = digit; });
        }
    }

    #[inline(always)]
    fn step(
        &mut self,
        rules: &Rules<'_, W>,
        nodes: &mut u64,
        control: &Control<'_>,
        vectors: impl Vectors,
    ) -> Found {
        loop {
            match self.next {
                Next::Propagate => {
                    let held = rules.propagate(
                        &mut self.board,
                        self.seen.as_ref(),
                        &mut self.memory,
                        vectors,
                    );
                    self.next = match held {
                        Ok(()) => Next::Look,
                        Err(culprits) => {
                            if size(&culprits) <= rules.most_culprits() {
                                for_each!(cell in culprits => {
                                    self.weight[cell] += 1;
                                });
                            }
                            self.weight[self.guessed] += 1;
                            Next::Back
                        }
                    };
                }
                Next::Look => {
                    if self.is_needed && !self.has_preferred() {
                        self.next = Next::Back;
                        continue;
                    }
                    if self.board.done == rules.all {
                        self.next = Next::Back;
                        return Found::Solution;
                    }
                    if let Err(stop) = self.meter.node(rules.compiled.node_cost, nodes, control) {
                        return Found::Stopped(stop);
                    }
                    let (cell, d) = self.choose(rules);
                    self.guessed = cell;
                    let board = self.board;
                    self.guesses.push(Guess { board, cell, d });
                    self.seen = Some(board.places);
                    let others = rules.compiled.all & !(1 << d);
                    self.board.take(others, cell);
                    self.next = Next::Propagate;
                }
                Next::Back => {
                    let Some(Guess { board, cell, d }) = self.guesses.pop() else {
                        return Found::Nothing;
                    };
                    self.board = board;
                    self.guessed = cell;
                    self.seen = Some(board.places);
                    self.board.take(1 << d, cell);
                    self.next = Next::Propagate;
                }
            }
        }
    }

    /// The next guess: a cell and the index of a digit.
    #[inline(always)]
    fn choose(&self, rules: &Rules<'_, W>) -> (usize, usize) {
        let largest = rules.compiled.digits;
        let (mut once, mut twice, mut thrice) = ([0; W], [0; W], [0; W]);
        for places in &self.board.places[..largest] {
            thrice = or(&thrice, &and(&twice, places));
            twice = or(&twice, &and(&once, places));
            once = or(&once, places);
        }
        let open = without(&rules.all, &self.board.done);
        let heaviest = |cells: Cells<W>| {
            let mut best: Option<(u32, u32, usize)> = None;
            for_each!(cell in cells => {
                let weight = self.weight[cell];
                if best.is_none_or(|(most, ..)| weight >= most) {
                    let unsolved = size(&and(&open, &rules.peers[cell]));
                    if best.is_none_or(|(most, peers, _)| (weight, unsolved) > (most, peers)) {
                        best = Some((weight, unsolved, cell));
                    }
                }
            });
            best
        };
        if let Some((_, _, cell)) = heaviest(without(&twice, &thrice)) {
            return (cell, self.freest(rules, cell));
        }
        if let Some(guess) = self.two_places(rules) {
            return guess;
        }
        // Compares digits / (1 + weight) by cross-multiplication.
        let mut best: Option<(u64, u64, usize)> = None;
        for_each!(cell in open => {
            let digits = u64::from(self.board.digits(largest, cell).count_ones());
            let weight = u64::from(self.weight[cell]) + 1;
            if best.is_none_or(|(s, w, _)| digits * w < s * weight) {
                best = Some((digits, weight, cell));
            }
        });
        let (_, _, cell) = best.expect("some cell is open");
        (cell, self.freest(rules, cell))
    }

    /// A digit with two places in a unit: one of the places, and the index of the digit.
    #[inline(always)]
    fn two_places(&self, rules: &Rules<'_, W>) -> Option<(usize, usize)> {
        let mut best: Option<(u32, usize, usize)> = None;
        for unit in rules.units {
            for d in 0..rules.compiled.digits {
                let places = and(&self.board.places[d], unit);
                if size(&places) == 2 {
                    let (mut weight, mut place) = (0, (false, 0, 0));
                    for_each!(cell in places => {
                        weight += self.weight[cell];
                        place = place.max((has(&self.preferred[d], cell), self.weight[cell], cell));
                    });
                    if best.is_none_or(|(most, ..)| weight > most) {
                        best = Some((weight, place.2, d));
                    }
                }
            }
        }
        best.map(|(_, cell, d)| (cell, d))
    }

    /// Whether the position has a preferred candidate.
    #[inline(always)]
    fn has_preferred(&self) -> bool {
        let mut both = self.board.places.iter().zip(&self.preferred);
        both.any(|(places, preferred)| some(&and(places, preferred)))
    }

    /// The digit of `cell` that the fewest peers could hold, among the preferred ones if there are any.
    #[inline(always)]
    fn freest(&self, rules: &Rules<'_, W>, cell: usize) -> usize {
        let digits = (0..rules.compiled.digits).filter(|&d| has(&self.board.places[d], cell));
        let key = |&d: &usize| {
            let holders = size(&and(&self.board.places[d], &rules.peers[cell]));
            (!has(&self.preferred[d], cell), holders)
        };
        digits.min_by_key(key).expect("an open cell has digits")
    }
}

/// [`BoardSearch::step`] as work for [`arch`].
struct Step<'a, 'r, 'c, const W: usize> {
    search: &'a mut BoardSearch<W>,
    rules: Rules<'r, W>,
    nodes: &'a mut u64,
    control: &'a Control<'c>,
}

impl<const W: usize> arch::Work for Step<'_, '_, '_, W> {
    type Result = Found;

    #[inline(always)]
    fn run(self, vectors: impl Vectors) -> Found {
        self.search.step(&self.rules, self.nodes, self.control, vectors)
    }
}
