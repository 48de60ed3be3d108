//! Sets of cells of `W` words.
//!
//! Loops use indices, because iterators over words are not always inlined here.

#![forbid(unsafe_code)]

/// A set of cells: bit c % 64 of word c / 64 represents cell c.
pub(super) type Cells<const W: usize> = [u64; W];

/// Whether the set contains a cell.
#[inline(always)]
pub(super) fn some<const W: usize>(cells: &Cells<W>) -> bool {
    let mut any = 0;
    for word in cells {
        any |= word;
    }
    any != 0
}

/// Defines functions that apply the same operation to every word.
macro_rules! by_word {
    ($($name:ident($a:ident $(, $b:ident)*) = $result:expr;)*) => {$(
        #[inline(always)]
        pub(super) fn $name<const W: usize>($a: &Cells<W> $(, $b: &Cells<W>)*) -> Cells<W> {
            let mut result = [0; W];
            for w in 0..W {
                let ($a $(, $b)*) = ($a[w] $(, $b[w])*);
                result[w] = $result;
            }
            result
        }
    )*};
}
by_word! {
    and(a, b) = a & b;
    and3(a, b, c) = a & b & c;
    or(a, b) = a | b;
    without(a, b) = a & !b;
}

/// The cells of a set of one to three cells; the last one is repeated if there are fewer than three.
#[inline(always)]
pub(super) fn some_of_three<const W: usize>(cells: &Cells<W>) -> [usize; 3] {
    let mut rest = *cells;
    let mut is_first = !0;
    for word in &mut rest {
        let lowest = *word & word.wrapping_neg() & is_first;
        is_first = if *word == 0 { is_first } else { 0 };
        *word ^= lowest;
    }
    let last = last(cells);
    [first(cells, last), first(&rest, last), last]
}

/// The first cell of a set; `none` if it is empty.
#[inline(always)]
fn first<const W: usize>(cells: &Cells<W>, none: usize) -> usize {
    let mut first = none;
    for w in 0..W {
        let word = cells[W - 1 - w];
        first = if word == 0 { first } else { 64 * (W - 1 - w) + word.trailing_zeros() as usize };
    }
    first
}

/// The last cell of a set; 0 if it is empty.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
fn last<const W: usize>(cells: &Cells<W>) -> usize {
    let mut last = 0;
    for w in 0..W {
        let word = cells[w];
        last = if word == 0 { last } else { 64 * w + 63 - word.leading_zeros() as usize };
    }
    last
}

#[inline(always)]
pub(super) fn has<const W: usize>(cells: &Cells<W>, cell: usize) -> bool {
    cells[cell / 64] >> (cell % 64) & 1 == 1
}

/// Runs the block for each cell of a set, in order.
macro_rules! for_each {
    ($cell:ident in $cells:expr => $body:block) => {
        let cells = $cells;
        for w in 0..W {
            let mut word = cells[w];
            while word != 0 {
                let $cell = 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                $body
            }
        }
    };
}
pub(super) use for_each;
