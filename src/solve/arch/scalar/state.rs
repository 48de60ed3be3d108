//! A puzzle as nine pairs of words, and its propagation to a fixpoint.
//!
//! ```text
//!   round   for each digit that changed
//!             1. minirows with places → one table lookup per band → the remaining places
//!             2. minicolumns with places → one table lookup per stack → the remaining places
//!             3. boxes with one remaining place: the digit is placed there
//!           then for all nine digits together
//!             4. a placed cell is removed from the other digits
//!             5. cells with one digit (naked singles): the digit is removed from the rest of the box
//! ```
//!
//! Steps 1 and 2 are exactly the locked candidates, in both directions. They also turn a hidden single of a row or
//! column into one of its box, because clearing the other boxes of the band leaves one place in this box. Steps 1 to 3
//! therefore find the hidden singles of all 27 houses, and placed digits need no table of peers.
//!
//! *Cost.* About 80 instructions per digit with 128-bit registers, twice that with integers, and 200 for the rest of a
//! round. A puzzle or a guess takes 4 to 7 rounds. Few branches depend on the puzzle, so digits do not wait for each
//! other: two or three instructions per cycle, compared with one for a queue of placed cells. Steps 3 and 5 each end
//! with one mispredicted branch. Alternatives: docs/dev/performance.md, "Scalar".

use super::layout::{
    ALL, BAND, CELL, CELL_AT, LOWEST, MINICOLUMNS, MINIROWS, SPARE, SPLIT, STACK, TALLY, TALLY_WAYS,
};
use super::pair::Pair;
use crate::board::{Candidates, Cell, Digits, Grid};
use crate::solve::Puzzle;

/// A search node.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Node<P> {
    /// The places of each digit.
    digits: [P; 9],
    /// Cells whose digit has been removed from its peers.
    placed: P,
    /// A bit for each digit that changed since its last propagation.
    dirty: u32,
}

/// The result of propagation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solve) enum Outcome {
    /// There is no solution.
    Dead,
    /// Every cell holds a digit of the unique solution.
    Solved,
    /// Propagation is complete; a guess is needed.
    Open,
}

/// The statement "`digit` is in these cells": a cell, a minirow or a minicolumn.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Guess<P> {
    digit: usize,
    cells: P,
}

/// The number of ways in the tightest band or stack from which the search guesses a cell. Below 20, hard puzzles take
/// more guesses; above 26, boards with few givens do.
const LOOSE: u64 = 20;

/// Added to a sum of tallies, this sets the top bit of each place that more than three digits must use.
const OVERFULL: u64 = 0x4_4444_4444;

impl<P: Pair> Node<P> {
    /// The state of a puzzle before propagation. Bytes above 9 are ignored.
    #[inline(always)]
    pub fn from_grid(grid: &Grid) -> Node<P> {
        let none = P::new([0; 2]);
        // Four sums per digit: most cells are blank, and a single sum would wait for its own previous store each time.
        let mut sums = [[none; 10]; 4];
        for (values, cells) in grid.cells().chunks(4).zip(CELL.chunks(4)) {
            for ((&value, &cell), sums) in values.iter().zip(cells).zip(&mut sums) {
                if let Some(sum) = sums.get_mut(value as usize) {
                    *sum = sum.or(P::new(cell));
                }
            }
        }
        let [a, b, c, d] = &sums;
        let given: [P; 10] = std::array::from_fn(|k| a[k].or(b[k]).or(c[k].or(d[k])));
        let open = P::new(ALL).minus(given[1..].iter().fold(none, |all, &own| all.or(own)));
        let digits = std::array::from_fn(|d| open.minus(boxes_of(given[d + 1])).or(given[d + 1]));
        Node { digits, placed: none, dirty: 0x1ff }
    }

    /// The state of a puzzle before propagation.
    #[inline(always)]
    pub fn from_puzzle(puzzle: Puzzle<'_>) -> Node<P> {
        match puzzle {
            Puzzle::Grid(grid) => Node::from_grid(grid),
            Puzzle::Candidates(candidates) => Node::from_candidates(candidates),
        }
    }

    /// The state of a puzzle with pencil marks before propagation.
    pub fn from_candidates(candidates: &Candidates) -> Node<P> {
        let mut digits = [P::new([0; 2]); 9];
        for (&cell, candidates) in CELL.iter().zip(candidates) {
            for (d, places) in digits.iter_mut().enumerate() {
                let yes = (u64::from(candidates.bits()) >> d & 1).wrapping_neg();
                *places = places.or(P::new(cell).and(P::new([yes; 2])));
            }
        }
        Node { digits, placed: P::new([0; 2]), dirty: 0x1ff }
    }

    /// Propagates singles and locked candidates to a fixpoint.
    #[inline(always)]
    pub fn propagate(&mut self) -> Outcome {
        let none = P::new([0; 2]);
        let (all, spare, lowest) = (P::new(ALL), P::new(SPARE), P::new(LOWEST));
        let mut dirty = self.dirty;
        let mut first = true;
        loop {
            let mut fresh = [none; 9];
            let (mut once, mut twice, mut changed) = (none, none, none);
            let mut again = 0;
            while dirty != 0 {
                let d = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                let Some(places) = self.digits.get_mut(d) else { break };
                let before = *places;

                let rows = minirows(before);
                let [a, b, c] = bands(rows);
                let band = P::new([BAND[a] | BAND[b] << 30, BAND[c]]);
                let now = before.and(band);
                let [a, b, c] = stacks(minicolumns(now));
                let stack = |line: usize| P::new(STACK[line]);
                let now = now.and(stack(a).or(stack(b).shl::<10>()).or(stack(c).shl::<20>()));
                *places = now;
                // The digit needs no further lookup unless the stacks have cleared another minirow.
                again |= u32::from(!minirows(now).is(rows.and(band))) << d;
                changed = changed.or(before.minus(now));

                // Subtracts 1 from each box; a box without a place loses its spare bit.
                let less = now.or(spare).sub(lowest);
                if spare.minus(less).any() {
                    return Outcome::Dead;
                }
                let several = now.and(less).add(all).and(spare);
                let single = now.minus(several.sub(several.shr::<9>()));
                let new = single.minus(self.placed);
                fresh[d] = new;
                twice = twice.or(once.and(new));
                once = once.or(new);
            }
            if twice.any() {
                return Outcome::Dead;
            }
            if !first && !changed.or(once).any() {
                break;
            }
            first = false;
            self.placed = self.placed.or(once);
            if again == 0 && self.placed.is(all) {
                break;
            }
            let (some, several, hit) = sweep(&mut self.digits, &fresh, once);
            again |= hit;
            if !some.is(all) {
                return Outcome::Dead;
            }
            let naked = some.minus(several).minus(self.placed);
            if naked.any() {
                let mut clash = none;
                for (d, places) in self.digits.iter_mut().enumerate() {
                    let own = places.and(naked);
                    if own.any() {
                        let used = own.add(all).and(spare);
                        clash = clash.or(own.and(own.sub(used.shr::<9>())));
                        *places = places.minus(used.sub(used.shr::<9>()).minus(own));
                        again |= 1 << d;
                    }
                }
                if clash.any() {
                    return Outcome::Dead;
                }
            }
            dirty = again;
            if dirty == 0 {
                break;
            }
        }
        self.dirty = 0;
        if self.placed.is(all) { Outcome::Solved } else { Outcome::Open }
    }

    /// The next guess for an open state at a fixpoint; `None` if the state has no solution.
    ///
    /// The guess is in the band or stack with the fewest ways over all digits. Its digit is the one with the fewest
    /// ways, but more than one, and its minirow divides these ways best. If even that band or stack has many ways, the
    /// board has few givens, and the function guesses a cell.
    ///
    /// If four digits must go into the same three cells, there is no solution. Propagation does not detect this, and a
    /// search below such a state takes thousands of guesses on a board with few givens. The sums over the digits reveal
    /// it here.
    #[inline(always)]
    pub fn guess(&self) -> Option<Guess<P>> {
        let lines = self.digits.map(|places| {
            let ([a, b, c], [d, e, f]) = (bands(minirows(places)), stacks(minicolumns(places)));
            [a, b, c, d, e, f]
        });
        let mut sums = [0; 6];
        for lines in &lines {
            for (sum, &line) in sums.iter_mut().zip(lines) {
                *sum += TALLY[line];
            }
        }
        if sums.iter().fold(0, |all, sum| all | (sum + OVERFULL)) & (OVERFULL << 1) != 0 {
            return None;
        }
        let sums = sums.map(|sum| sum >> TALLY_WAYS);
        // Every digit has at least one way, so a sum of 9 means that the region is settled.
        let tightest = (0..6).min_by_key(|&k| sums[k].wrapping_sub(10)).unwrap_or(0);
        if sums[tightest] >= LOOSE {
            return Some(self.guess_cell());
        }
        let ways = |d: usize| TALLY[lines[d][tightest]] >> TALLY_WAYS;
        let digit = (0..9).min_by_key(|&d| ways(d).wrapping_sub(2)).unwrap_or(0);
        let place = SPLIT[lines[digit][tightest]] as usize;
        let mut cells = [0; 2];
        if tightest < 3 {
            let r#box = 3 * tightest + place % 3;
            cells[r#box / 6] = 0o7 << (r#box % 6 * 10 + place / 3 * 3);
        } else {
            let r#box = place / 3 * 3 + tightest - 3;
            cells[r#box / 6] = 0o111 << (r#box % 6 * 10 + place % 3);
        }
        Some(Guess { digit, cells: P::new(cells).and(self.digits[digit]) })
    }

    /// The smallest digit of the first cell with the fewest candidates.
    #[inline(never)]
    fn guess_cell(&self) -> Guess<P> {
        // `at_least[k]`: the cells with more than k candidates.
        let mut at_least = [P::new([0; 2]); 10];
        for places in self.digits {
            for k in (1..9).rev() {
                at_least[k] = at_least[k].or(at_least[k - 1].and(places));
            }
            at_least[0] = at_least[0].or(places);
        }
        let fewest = (1..9).map(|k| at_least[k].minus(at_least[k + 1])).find(|cells| cells.any());
        let cell = match fewest.unwrap_or(P::new(ALL)).words() {
            [0, word] => [0, word & word.wrapping_neg()],
            [word, _] => [word & word.wrapping_neg(), 0],
        };
        let cells = P::new(cell);
        let digit = (0..9).find(|&d| self.digits[d].and(cells).any()).unwrap_or(0);
        Guess { digit, cells }
    }

    /// Assumes that the guess is true.
    #[inline(always)]
    pub fn require(&mut self, guess: Guess<P>) {
        let places = &mut self.digits[guess.digit];
        *places = places.minus(boxes_of(guess.cells).minus(guess.cells));
        self.dirty |= 1 << guess.digit;
    }

    /// Assumes that the guess is false.
    #[inline(always)]
    pub fn forbid(&mut self, guess: Guess<P>) {
        let places = &mut self.digits[guess.digit];
        *places = places.minus(guess.cells);
        self.dirty |= 1 << guess.digit;
    }

    /// The first open cell in row-major order, and the guess of its smallest digit, for an open state at a fixpoint.
    #[inline]
    pub fn first_open(&self) -> (Cell, Guess<P>) {
        let placed = self.placed.words();
        let mut cell = [0; 2];
        for row in 0..9 {
            // The three minirows of a row. Bands 0 and 1 are in word 0, band 2 is in word 1.
            let (word, band) = (row / 6, row / 3 % 2);
            let minirows = (0o7 | 0o7 << 10 | 0o7 << 20) << (30 * band + row % 3 * 3);
            let open = minirows & !placed[word];
            if open != 0 {
                cell[word] = open & open.wrapping_neg();
                break;
            }
        }
        let cells = P::new(cell);
        let digit = (0..9).find(|&d| self.digits[d].and(cells).any()).unwrap_or(0);
        let word = usize::from(cell[0] == 0);
        let number = CELL_AT[word][cell[word].trailing_zeros() as usize % 64];
        (Cell::new(number as usize), Guess { digit, cells })
    }

    /// The guess that `digit` is in `cell`; `None` if it is not a candidate.
    #[inline]
    pub fn candidate(&self, cell: Cell, digit: u8) -> Option<Guess<P>> {
        let digit = (digit as usize).wrapping_sub(1);
        let cells = self.digits.get(digit)?.and(P::new(CELL[cell.index()]));
        cells.any().then_some(Guess { digit, cells })
    }

    /// The candidates of each cell.
    pub fn candidates(&self) -> Candidates {
        let mut masks = [0; 81];
        for (d, places) in self.digits.iter().enumerate() {
            for (mut rest, cells) in places.words().into_iter().zip(&CELL_AT) {
                while rest != 0 {
                    masks[cells[rest.trailing_zeros() as usize] as usize] |= 1 << d;
                    rest &= rest - 1;
                }
            }
        }
        masks.map(Digits::from_bits)
    }

    /// The grid of a solved state.
    pub fn solution(&self) -> Grid {
        let mut cells = [0; 81];
        for (places, digit) in self.digits.iter().zip(1..) {
            for (word, boxes) in [6, 3].into_iter().enumerate() {
                let mut rest = places.words()[word];
                for _ in 0..boxes {
                    let cell = CELL_AT[word][rest.trailing_zeros() as usize % 64];
                    cells[cell as usize] = digit;
                    rest &= rest.wrapping_sub(1);
                }
            }
        }
        Grid::unchecked(cells)
    }
}

/// The first cell of each minirow that has a place.
#[inline(always)]
fn minirows<P: Pair>(places: P) -> P {
    places.or(places.shr::<1>()).or(places.shr::<2>()).and(P::new(MINIROWS))
}

/// The first cell of each minicolumn that has a place.
#[inline(always)]
fn minicolumns<P: Pair>(places: P) -> P {
    places.or(places.shr::<3>()).or(places.shr::<6>()).and(P::new(MINICOLUMNS))
}

/// Minirows as an index into the tables, for each band.
#[inline(always)]
fn bands<P: Pair>(minirows: P) -> [usize; 3] {
    // The next box is ten bits higher. A shift by nine moves its minirows next to those of this box.
    let [low, high] = minirows.or(minirows.shr::<9>()).or(minirows.shr::<18>()).words();
    [low, low >> 30, high].map(|line| line as usize & 511)
}

/// Minicolumns as an index into the tables, for each stack.
#[inline(always)]
fn stacks<P: Pair>(minicolumns: P) -> [usize; 3] {
    // The box below is 30 bits higher, and the box below that is in the other word. The shifts move them to adjacent
    // triples of bits.
    let [low, high] = minicolumns.words();
    let lines = low | low >> 27 | high << 6;
    [lines, lines >> 10, lines >> 20].map(|line| line as usize & 511)
}

/// Steps 4 and 5: removes the placed cells `once` from all digits except their own. Returns the cells with candidates,
/// the cells with several, and the digits that changed.
#[inline(never)]
fn sweep<P: Pair>(digits: &mut [P], fresh: &[P], once: P) -> (P, P, u32) {
    let none = P::new([0; 2]);
    let (mut some, mut several) = (none, none);
    let mut hit = 0;
    let mut bit = 1;
    for (places, &fresh) in digits.iter_mut().zip(fresh) {
        let now = places.minus(once).or(fresh);
        hit |= if now.is(*places) { 0 } else { bit };
        bit *= 2;
        *places = now;
        several = several.or(some.and(now));
        some = some.or(now);
    }
    (some, several, hit)
}

/// All nine cells of each box that contains a cell of `a`.
#[inline(always)]
fn boxes_of<P: Pair>(a: P) -> P {
    let used = a.add(P::new(ALL)).and(P::new(SPARE));
    used.sub(used.shr::<9>())
}
