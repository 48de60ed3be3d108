//! Puzzles printed: a line, a framed board, a grid of candidates. The first two read back.

use super::super::{Candidates, Cell, Grid};
use super::Alphabet;

/// What frames are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Frame {
    /// Box-drawing characters: `┌───┬` and `│`.
    #[default]
    Box,
    /// `+---+` and `|`.
    Ascii,
}

/// The strokes of a frame: across, down, and the corners of its top, middle and bottom line.
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

/// The line of 81 characters, `.` for blank.
pub fn line(grid: &Grid, alphabet: &Alphabet) -> String {
    grid.cells().iter().map(|&value| alphabet.symbol(value)).collect()
}

/// The framed board, `.` for blank; no line break at the end.
///
/// ```text
/// ┌───────┬───────┬───────┐
/// │ 8 . . │ . . . │ . . . │
/// │ . . 3 │ 6 . . │ . . . │
/// ```
pub fn board(grid: &Grid, alphabet: &Alphabet, frame: Frame) -> String {
    framed(frame, |cell| alphabet.symbol(grid.get(cell)).to_string())
}

/// The grid of candidates in aligned columns, `!` where a cell has none; no line break at the end.
///
/// ```text
/// ┌────────────────────┬──
/// │ 8     1246  24569  │ 2347 …
/// │ 12459 124   3      │ 6 …
/// ```
pub fn candidates(candidates: &Candidates, alphabet: &Alphabet, frame: Frame) -> String {
    framed(frame, |cell| {
        let digits = candidates[cell.index()];
        if digits.is_empty() {
            return String::from("!");
        }
        digits.iter().map(|digit| alphabet.symbol(digit)).collect()
    })
}

/// A frame around the boxes; each column as wide as its widest cell.
fn framed(frame: Frame, text: impl Fn(Cell) -> String) -> String {
    let cells: Vec<String> = Cell::all().map(text).collect();
    let widths: [usize; 9] = std::array::from_fn(|column| {
        (0..9).map(|row| cells[9 * row + column].chars().count()).max().unwrap_or(0)
    });
    let strokes = frame.strokes();
    let across = |out: &mut String, corners: [char; 3]| {
        for (stack, widths) in widths.chunks(3).enumerate() {
            out.push(corners[usize::from(stack > 0)]);
            let width = widths.iter().sum::<usize>() + widths.len() + 1;
            out.extend(std::iter::repeat_n(strokes.across, width));
        }
        out.push(corners[2]);
    };
    let mut out = String::new();
    across(&mut out, strokes.top);
    for (row, cells) in cells.chunks(9).enumerate() {
        out.push('\n');
        if row > 0 && row % 3 == 0 {
            across(&mut out, strokes.middle);
            out.push('\n');
        }
        for (column, cell) in cells.iter().enumerate() {
            if column % 3 == 0 {
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
