//! Builds cells from partitions.
//!
//! A cell is the one digit that its row block and its column block share: `digit = R & C`. The last step makes all
//! starting points equally likely: one of 1680 digit permutations (which map C13 = {012|345|678} to every labeled
//! partition), one of 6 orders of the rows in each band, and one of 6 orders of the columns in stacks 1 and 2. The
//! order of the columns in stack 3 is determined by the digit permutation.

#![forbid(unsafe_code)]

use crate::board::Grid;

use super::proposal::Draw;
use super::tables::{ORDERS, Sets, Tables};

/// The number of labels, 1680 · 6^5.
const LABELS: u64 = 1680 * 7776;
/// Words whose last fraction is below this would make some labels more likely than others.
const SURPLUS: u64 = LABELS.wrapping_neg() % LABELS;

/// The last random choice.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Label {
    /// The number of the digit permutation, below 1680.
    pub digits: usize,
    /// The order of the rows in each band.
    pub rows: [usize; 3],
    /// The order of the columns in each stack; in stack 3 it is 0, the identity.
    pub columns: [usize; 3],
}

impl Label {
    /// Reads a word, and further words as long as they are surplus words (fewer than one in 10^12).
    #[inline]
    pub fn new(word: u64, further: impl FnMut() -> u64) -> Label {
        let mut candidates = std::iter::once(word).chain(std::iter::repeat_with(further));
        loop {
            let mut fraction = candidates.next().expect("an infinite iterator");
            let mut digit = |radix: u64| {
                let product = u128::from(fraction) * u128::from(radix);
                fraction = product as u64;
                (product >> 64) as usize
            };
            let label = Label {
                digits: digit(1680),
                rows: [digit(6), digit(6), digit(6)],
                columns: [digit(6), digit(6), 0],
            };
            if fraction >= SURPLUS {
                return label;
            }
        }
    }
}

/// The row sets of the three boxes of each band and the column sets of the three boxes of each stack, before labels.
pub struct Skeleton {
    /// `rows[band][stack]`.
    pub rows: [[Sets; 3]; 3],
    /// `columns[stack][band]`.
    pub columns: [[Sets; 3]; 3],
}

impl Skeleton {
    /// The sets of an accepted proposal, completed by structures (l, i, j).
    #[inline]
    pub fn new(tables: &Tables, draw: &Draw, [l, i, j]: [u16; 3]) -> Skeleton {
        let chute = |root: u16, structure: u16| {
            let first = tables.blocks[root as usize];
            let second = tables.structure_blocks[root as usize][structure as usize];
            let third = tables.structure_blocks[root as usize]
                [if structure < 28 { structure + 28 } else { structure - 28 } as usize];
            [first, second, third]
        };
        let [r13, r11, r12] = chute(draw.r13, draw.first_band);
        let [c13, c23, c33] = chute(0, l);
        Skeleton {
            rows: [[r11, r12, r13], chute(draw.y4, i), chute(draw.y7, j)],
            columns: [
                chute(draw.c11, draw.first_stack),
                chute(draw.c12, draw.second_stack),
                [c13, c23, c33],
            ],
        }
    }

    /// The labeled grid.
    pub fn grid(&self, tables: &Tables, label: &Label) -> Grid {
        let digits = &tables.relabel[label.digits];
        let mut cells = [0; 81];
        for band in 0..3 {
            for row in 0..3 {
                for stack in 0..3 {
                    let set = self.rows[band][stack][ORDERS[label.rows[band]][row]];
                    for column in 0..3 {
                        let other = self.columns[stack][band][ORDERS[label.columns[stack]][column]];
                        // Both sets share one digit; the mask tells the compiler that it is below 16.
                        let digit = (set & other).trailing_zeros() as usize & 15;
                        cells[27 * band + 9 * row + 3 * stack + column] = digits[digit];
                    }
                }
            }
        }
        Grid::unchecked(cells)
    }
}
