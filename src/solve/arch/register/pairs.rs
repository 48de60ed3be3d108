//! Nine boxes in two 128-bit vectors: bands 0 and 1, then bands 2 and 0.
//!
//! ```text
//!   pair         | band 0 | band 1 |   | band 2 | band 0 |        as in solve/register/vector.rs
//!   1 further    | band 1 | band 2 |   | band 0 | band 1 |        crossing, first
//!   2 further    | band 2 | band 0 |   | band 1 | band 2 |        second, crossing
//! ```
//!
//! Because band 0 is repeated, a single shuffle gives every word the next box of its stack, or the box after that.

use crate::arch::{Aligned, Words};
use crate::board::{Candidates, Digits, Grid};
use crate::solve::register::{ALL, LOWEST, Nine};

use super::layout;

/// The operations on 128-bit vectors required in addition to [`Words`].
pub trait Octet: Words {
    /// Sets words that are 0 to all ones, and other words to 0.
    fn zeros(self, v: Self::Vector) -> Self::Vector;
    /// See [`Nine::settle`].
    #[inline(always)]
    fn settle(self, x: Self::Vector, possible: Self::Vector, unsure: Self::Vector) -> Self::Vector {
        let x = self.and(x, possible);
        let hidden = self.and_not(x, unsure);
        self.and_not(x, self.and_not(unsure, self.zeros(hidden)))
    }
    /// The words that are not 0, as a bit mask.
    fn nonzero(self, v: Self::Vector) -> u8;
    /// Selects bytes of `v` by index.
    fn shuffle(self, v: Self::Vector, bytes: &'static Aligned<[u8; 32]>) -> Self::Vector;
    /// The second half of `a` followed by the first half of `b`.
    fn crossing(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Reads a puzzle into nine vectors.
    #[inline(always)]
    fn read_grid(self, grid: &Grid) -> [[Self::Vector; 2]; 9] {
        self.read_candidates(&grid.givens())
    }

    /// Reads a puzzle with pencil marks into nine vectors.
    #[inline(always)]
    fn read_candidates(self, candidates: &Candidates) -> [[Self::Vector; 2]; 9] {
        let mut x = [[self.splat(0); 2]; 9];
        for (position, pair) in x.iter_mut().enumerate() {
            for (half, vector) in pair.iter_mut().enumerate() {
                let mut words = [0; 8];
                for (i, word) in words.iter_mut().enumerate() {
                    *word = candidates[layout::cell(position, 8 * half + i)].bits() << LOWEST;
                }
                *vector = self.load(&words);
            }
        }
        x
    }

    /// Writes a solved puzzle.
    #[inline(always)]
    fn write(self, x: &[[Self::Vector; 2]; 9], grid: &mut Grid) {
        let mut cells = [0; 81];
        for (position, pair) in x.iter().enumerate() {
            for (half, &vector) in pair.iter().enumerate() {
                let mut words = [0; 8];
                self.store(vector, &mut words);
                for (i, word) in words.into_iter().enumerate() {
                    let digit = Digits::from_bits(word >> LOWEST).smallest();
                    cells[layout::cell(position, 8 * half + i)] = digit;
                }
            }
        }
        *grid = Grid::unchecked(cells);
    }
}

/// Two vectors treated as one.
#[derive(Clone, Copy)]
pub struct Pairs<T>(pub T);

/// Defines methods that apply the same operation to both vectors.
macro_rules! both {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self::Vector),*) -> Self::Vector {
            [self.0.$name($($argument[0]),*), self.0.$name($($argument[1]),*)]
        }
    )*};
}

impl<T: Words> Words for Pairs<T> {
    type Vector = [T::Vector; 2];
    const WORDS: usize = 2 * T::WORDS;

    #[inline(always)]
    fn load(self, from: &[u16]) -> Self::Vector {
        [self.0.load(from), self.0.load(&from[T::WORDS..])]
    }
    #[inline(always)]
    fn store(self, v: Self::Vector, to: &mut [u16]) {
        self.0.store(v[0], to);
        self.0.store(v[1], &mut to[T::WORDS..]);
    }
    #[inline(always)]
    fn splat(self, value: u16) -> Self::Vector {
        [self.0.splat(value); 2]
    }
    both! {
        and(a, b);
        or(a, b);
        xor(a, b);
        and_not(a, b);
        add(a, b);
        saturating_sub(a, b);
        min(a, b);
        population(v);
    }
}

impl<T: Octet> Nine for Pairs<T> {
    #[inline(always)]
    fn read_grid(self, grid: &Grid) -> [Self::Vector; 9] {
        self.0.read_grid(grid)
    }
    #[inline(always)]
    fn read_candidates(self, candidates: &Candidates) -> [Self::Vector; 9] {
        self.0.read_candidates(candidates)
    }
    #[inline(always)]
    fn write(self, cells: &[Self::Vector; 9], grid: &mut Grid) {
        self.0.write(cells, grid);
    }

    #[inline(always)]
    fn unless(self, x: Self::Vector, rest: Self::Vector) -> Self::Vector {
        self.and(x, [self.0.zeros(rest[0]), self.0.zeros(rest[1])])
    }
    #[inline(always)]
    fn at_most_three(self, all: Self::Vector) -> Self::Vector {
        self.unless(all, self.rest(self.rest(self.rest(all))))
    }
    #[inline(always)]
    fn settle(self, x: Self::Vector, possible: Self::Vector, unsure: Self::Vector) -> Self::Vector {
        [self.0.settle(x[0], possible[0], unsure[0]), self.0.settle(x[1], possible[1], unsure[1])]
    }
    #[inline(always)]
    fn across<const N: usize>(self, v: Self::Vector) -> Self::Vector {
        let bytes = &layout::ACROSS[N];
        [self.0.shuffle(v[0], bytes), self.0.shuffle(v[1], bytes)]
    }
    #[inline(always)]
    fn down<const N: usize>(self, v: Self::Vector) -> Self::Vector {
        let crossing = self.0.crossing(v[0], v[1]);
        if N == 1 { [crossing, v[0]] } else { [v[1], crossing] }
    }
    #[inline(always)]
    fn nonzero(self, v: Self::Vector) -> u16 {
        u16::from(self.0.nonzero(v[0])) | u16::from(self.0.nonzero(v[1])) << 8
    }
    #[inline(always)]
    fn is_zero(self, v: Self::Vector) -> bool {
        self.0.nonzero(self.0.or(v[0], v[1])) == 0
    }
    #[inline(always)]
    fn has_zero(self, v: Self::Vector) -> bool {
        self.0.nonzero(self.0.min(v[0], v[1])) != 0xff
    }
    #[inline(always)]
    fn is_all(self, v: Self::Vector) -> bool {
        let missing = self.0.and_not(self.0.splat(ALL), self.0.and(v[0], v[1]));
        self.0.nonzero(missing) == 0
    }
    #[inline(always)]
    fn only(self, v: Self::Vector, word: usize) -> Self::Vector {
        self.and(v, self.load(&layout::ONLY[word].0))
    }
    #[inline(always)]
    fn least(self, bands: Self::Vector, stacks: Self::Vector) -> (u16, usize) {
        let (mut words, mut last) = ([0; 16], [0; 8]);
        self.store(bands, &mut words);
        self.0.store(stacks[0], &mut last);
        let six = [words[0], words[4], words[8], last[0], last[1], last[2]];
        let mut least = 0;
        for i in 1..6 {
            if six[i] < six[least] {
                least = i;
            }
        }
        (six[least], least)
    }
}
