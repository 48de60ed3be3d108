//! The candidates and the variables of a classic board, by number.
//!
//! ```text
//!   candidate   9 * cell + digit - 1
//!   variable    cells 0..81         members: the digits of a cell
//!               rows 81..162        members: the columns for a digit in a row
//!               columns 162..243    members: the rows for a digit in a column
//!               boxes 243..324      members: the places for a digit in a box
//! ```
//!
//! The variables of rows, columns and boxes are in the order of digits, so that the nine variables of a digit are adjacent.

#![forbid(unsafe_code)]

/// The number of candidates.
pub const CANDIDATES: usize = 729;
/// The number of variables.
pub const VARIABLES: usize = 324;

/// The four variables of each candidate, and its number among their members.
pub static VARIABLES_OF: [[(u16, u8); 4]; CANDIDATES] = {
    let mut all = [[(0, 0); 4]; CANDIDATES];
    let mut candidate = 0;
    while candidate < CANDIDATES {
        all[candidate] = variables(candidate);
        candidate += 1;
    }
    all
};

/// The nine members of each variable.
pub static MEMBERS: [[u16; 9]; VARIABLES] = {
    let mut all = [[0; 9]; VARIABLES];
    let mut candidate = 0;
    while candidate < CANDIDATES {
        let variables = variables(candidate);
        let mut kind = 0;
        while kind < 4 {
            let (variable, member) = variables[kind];
            all[variable as usize][member as usize] = candidate as u16;
            kind += 1;
        }
        candidate += 1;
    }
    all
};

const fn variables(candidate: usize) -> [(u16, u8); 4] {
    let (cell, digit) = (candidate / 9, candidate % 9);
    let (row, column) = (cell / 9, cell % 9);
    let (square, place) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
    [
        (cell as u16, digit as u8),
        ((81 + 9 * digit + row) as u16, column as u8),
        ((162 + 9 * digit + column) as u16, row as u8),
        ((243 + 9 * digit + square) as u16, place as u8),
    ]
}
