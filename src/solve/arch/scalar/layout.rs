//! The places of a digit in two words, and tables for this layout.
//!
//! ```text
//!   word 0   [ box 5 ][ box 4 ][ box 3 ][ box 2 ][ box 1 ][ box 0 ]      ten bits per box:
//!   word 1                              [ box 8 ][ box 7 ][ box 6 ]
//!
//!            0 1 2
//!   a box    3 4 5      bit 9 is spare: it receives the borrow or carry of arithmetic on boxes
//!            6 7 8
//! ```
//!
//! A row of a box (three cells) is a *minirow*, a column of a box a *minicolumn*. A digit occurs once in each box and
//! each row of a band. It therefore uses three of the nine minirows of the band, one in each box and each row, in one
//! of six *ways*. The same is true of stacks and minicolumns. The tables are indexed by sets of minirows or minicolumns
//! and describe these six ways.

/// A set of cells, or the remaining places of one digit.
pub(super) type Places = [u64; 2];

/// The lowest bit of each box.
pub(super) const LOWEST: Places = {
    let three = 1 | 1 << 10 | 1 << 20;
    [three | three << 30, three]
};

/// All 81 cells.
pub(super) const ALL: Places = [LOWEST[0] * 511, LOWEST[1] * 511];

/// The spare bit of each box.
pub(super) const SPARE: Places = [LOWEST[0] << 9, LOWEST[1] << 9];

/// The first cell of each minirow.
pub(super) const MINIROWS: Places = [LOWEST[0] * 0o111, LOWEST[1] * 0o111];

/// The first cell of each minicolumn.
pub(super) const MINICOLUMNS: Places = [LOWEST[0] * 0o7, LOWEST[1] * 0o7];

/// Each cell as a one-element set.
pub(super) const CELL: [Places; 81] = {
    let mut cells = [[0; 2]; 81];
    let mut i = 0;
    while i < 81 {
        let (row, column) = (i / 9, i % 9);
        let r#box = row / 3 * 3 + column / 3;
        cells[i][r#box / 6] = 1 << (r#box % 6 * 10 + row % 3 * 3 + column % 3);
        i += 1;
    }
    cells
};

/// The number of the cell at each bit of each word.
pub(super) const CELL_AT: [[u8; 64]; 2] = {
    let mut cells = [[0; 64]; 2];
    let mut i = 0;
    while i < 81 {
        let word = if CELL[i][0] != 0 { 0 } else { 1 };
        cells[word][CELL[i][word].trailing_zeros() as usize] = i as u8;
        i += 1;
    }
    cells
};

/// Way number `way` as a set of three of nine places, numbered 3·line + position.
const fn way(way: usize) -> usize {
    // Line 0 uses position way / 2; lines 1 and 2 use the other two positions in either order.
    let first = way / 2;
    let second = (first + 1 + way % 2) % 3;
    1 << first | 8 << second | 64 << (3 - first - second)
}

/// The places of `open` that belong to a way within `open`.
const fn possible(open: usize) -> usize {
    let mut all = 0;
    let mut i = 0;
    while i < 6 {
        if open & way(i) == way(i) {
            all |= way(i);
        }
        i += 1;
    }
    all
}

/// The remaining places of a digit in a band, indexed by its minirows with places: bit 3·row + box.
pub(super) const BAND: [u64; 512] = {
    let mut left = [0; 512];
    let mut open = 0;
    while open < 512 {
        let mut place = 0;
        while place < 9 {
            if possible(open) >> place & 1 != 0 {
                left[open] |= 0o7 << (place % 3 * 10 + place / 3 * 3);
            }
            place += 1;
        }
        open += 1;
    }
    left
};

/// The remaining places of a digit in stack 0, indexed by its minicolumns with places: bit 3·box + column.
pub(super) const STACK: [Places; 512] = {
    let mut left = [[0; 2]; 512];
    let mut open = 0;
    while open < 512 {
        let mut place = 0;
        while place < 9 {
            if possible(open) >> place & 1 != 0 {
                let r#box = place / 3 * 3;
                left[open][r#box / 6] |= 0o111 << (r#box % 6 * 10 + place % 3);
            }
            place += 1;
        }
        open += 1;
    }
    left
};

/// Four bits per place, with value 1 if all remaining ways use the place; above them, the number of remaining ways. The
/// sum over all digits contains the number of digits that each minirow or minicolumn must hold, and the number of ways
/// in the band or stack.
pub(super) const TALLY: [u64; 512] = {
    let mut tally = [0; 512];
    let mut open = 0;
    while open < 512 {
        let (mut all, mut ways, mut i) = (511, 0, 0);
        while i < 6 {
            if open & way(i) == way(i) {
                all &= way(i);
                ways += 1;
            }
            i += 1;
        }
        let mut place = 0;
        while place < 9 {
            tally[open] |= (all as u64 >> place & 1) << (4 * place);
            place += 1;
        }
        tally[open] |= ways << TALLY_WAYS;
        open += 1;
    }
    tally
};

/// The position of the number of ways in a tally.
pub(super) const TALLY_WAYS: u32 = 36;

/// The place used by the most ways, but by at most half of them; the first one if there are several.
pub(super) const SPLIT: [u8; 512] = {
    let mut split = [0; 512];
    let mut open = 0;
    while open < 512 {
        let (mut place, mut best) = (0, 0);
        while place < 9 {
            let (mut with, mut i) = (0, 0);
            while i < 6 {
                with += (open & way(i) == way(i) && way(i) >> place & 1 != 0) as u64;
                i += 1;
            }
            if with > best && 2 * with <= TALLY[open] >> TALLY_WAYS {
                best = with;
                split[open] = place as u8;
            }
            place += 1;
        }
        open += 1;
    }
    split
};
