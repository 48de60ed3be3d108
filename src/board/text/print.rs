//! Prints puzzles as a line, a framed board or a grid of candidates. The parsers read all three.

use super::super::{Candidates, Grid};
use super::Alphabet;

/// The characters used to draw a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Frame {
    /// Box-drawing characters: `┌───┬` and `│`.
    #[default]
    Box,
    /// `+---+` and `|`.
    Ascii,
}

/// The strokes of a frame: horizontal, vertical, and the corners of its top, middle and bottom lines.
struct Strokes {
    across: char,
    down: char,
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
}

impl Frame {
    fn strokes(self) -> Strokes {
        match self {
            Frame::Box => Strokes {
                across: '─',
                down: '│',
                top: ['┌', '┬', '┐'],
                middle: ['├', '┼', '┤'],
                bottom: ['└', '┴', '┘'],
            },
            Frame::Ascii => Strokes {
                across: '-',
                down: '|',
                top: ['+'; 3],
                middle: ['+'; 3],
                bottom: ['+'; 3],
            },
        }
    }
}

/// Formats a grid as a line of 81 characters, `.` for blank.
pub fn line(grid: &Grid, alphabet: &Alphabet) -> String {
    grid.cells().iter().map(|&value| alphabet.symbol(value)).collect()
}

/// Formats a grid as a framed board, `.` for blank, without a final line break.
pub fn board(grid: &Grid, alphabet: &Alphabet, frame: Frame) -> String {
    let words = grid.cells().map(|value| alphabet.symbol(value).to_string());
    framed(&words, Some((3, 3)), frame)
}

/// Formats candidates as a framed board with aligned columns, `!` for a cell without candidates, without a final line
/// break.
pub fn candidates(candidates: &Candidates, alphabet: &Alphabet, frame: Frame) -> String {
    let words = candidates.map(|digits| match digits.is_empty() {
        true => "!".to_owned(),
        false => digits.iter().map(|digit| alphabet.symbol(digit)).collect(),
    });
    framed(&words, Some((3, 3)), frame)
}

/// Draws cells, in row-major order, in a frame around boxes with the given numbers of rows and columns, or around the
/// board if there are no boxes. Each column is as wide as its widest cell. There is no final line break.
///
/// ```text
/// ┌───────┬───────┬───────┐        ┌────────────────────┬──
/// │ 8 . . │ . . . │ . . . │        │ 8     1246  24569  │ 2347 …
/// │ . . 3 │ 6 . . │ . . . │        │ 12459 124   3      │ 6 …
/// ```
///
/// # Panics
/// If the number of cells is not a square.
pub fn framed(cells: &[String], shape: Option<(usize, usize)>, frame: Frame) -> String {
    let side = cells.len().isqrt();
    assert!(side > 0 && side * side == cells.len(), "expected the cells of a square board");
    let (height, width) = match shape {
        Some((height, width)) if height > 1 && width > 1 => (height, width),
        _ => (side, side),
    };
    let widths: Vec<usize> = (0..side)
        .map(|column| {
            let column = cells.iter().skip(column).step_by(side);
            column.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let strokes = frame.strokes();
    let across = |out: &mut String, corners: [char; 3]| {
        for (stack, widths) in widths.chunks(width).enumerate() {
            out.push(corners[usize::from(stack > 0)]);
            let length = widths.iter().sum::<usize>() + widths.len() + 1;
            out.extend(std::iter::repeat_n(strokes.across, length));
        }
        out.push(corners[2]);
    };
    let mut out = String::new();
    across(&mut out, strokes.top);
    for (row, cells) in cells.chunks(side).enumerate() {
        out.push('\n');
        if row > 0 && row % height == 0 {
            across(&mut out, strokes.middle);
            out.push('\n');
        }
        for (column, cell) in cells.iter().enumerate() {
            if column % width == 0 {
                out.push(strokes.down);
                out.push(' ');
            }
            out.push_str(cell);
            out.extend(std::iter::repeat_n(' ', widths[column] - cell.chars().count() + 1));
        }
        out.push(strokes.down);
    }
    out.push('\n');
    across(&mut out, strokes.bottom);
    out
}
