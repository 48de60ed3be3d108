//! Digits with the names of their cells.
//!
//! ```text
//!   r1c1 = 5   R1C1: 5   (1, 1) → 5   row 1, column 1: 5   {"row": 1, "col": 1, "value": 5}   (1, 1, 5)   | R1C1 | 5 |
//! ```
//!
//! Rows and columns count from 1, or from 0 if there is a 0. A later digit for a cell replaces an earlier one.

use crate::board::text::Alphabet;

/// The state after some tokens.
#[derive(Clone, Copy)]
enum State {
    /// Nothing yet.
    Start,
    /// After "row".
    Row,
    /// After the number of a row.
    HasRow(usize),
    /// After "column".
    Column(usize),
    /// After an opening bracket.
    Open,
    /// After a number and a comma in brackets.
    First(usize),
    Second(usize, usize),
    /// After a number that may be a row, or with a row before it a column.
    Number(Option<usize>, usize),
    /// After the name of a cell.
    Cell(usize, usize),
    /// After two numbers and commas in brackets.
    Third(usize, usize),
    /// After a digit and "in" or "at".
    Digit(u8),
}

/// Placed digits in order.
struct Placements {
    /// Rows and columns from 0, and digits; 0 for a number that is no digit of the board.
    found: Vec<(usize, usize, u8)>,
    /// Whether letters name rows or columns.
    are_letters: bool,
}

/// The placements in a text without markup, rows and columns from 0. Placements outside the board are included, with the
/// digit 0 for a number that is no digit.
pub(super) fn placements(text: &str, alphabet: &Alphabet) -> Vec<(usize, usize, u8)> {
    scan(text, alphabet).found
}

fn scan(text: &str, alphabet: &Alphabet) -> Placements {
    let mut found: Vec<(usize, usize, u8)> = Vec::new();
    // Lists of three numbers, which may be anything else.
    let mut lists: Vec<(usize, usize, u8)> = Vec::new();
    let mut are_letters = false;
    let mut state = State::Start;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c.is_alphanumeric() {
            true => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let number =
            || -> Option<usize> { if token.len() <= 2 { token.parse().ok() } else { None } };
        let value = || -> Option<u8> {
            let mut characters = token.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) => alphabet.value(c),
                _ if alphabet.digits() > 9 => {
                    number().filter(|&n| n <= alphabet.digits()).map(|n| n as u8)
                }
                _ => None,
            }
        };
        state = match (state, c) {
            (state, ' ' | '"' | '\'' | '*' | '`' | '_') => state,
            (State::Cell(..), '\n') => State::Start,
            (state, '\n') => state,
            (State::Cell(row, column), ':' | '=' | ')' | ']' | ',' | '.' | '|') => {
                State::Cell(row, column)
            }
            (State::HasRow(row), ',' | ':' | '/') => State::HasRow(row),
            (State::First(row), ']') => State::HasRow(row),
            (State::HasRow(row), '[') => State::Column(row),
            (State::Row, ':' | '=') => State::Row,
            (State::Column(row), ':' | '=') => State::Column(row),
            (State::First(row), ',') => State::Second(row, usize::MAX),
            (State::Second(row, column), ',') if column != usize::MAX => State::Third(row, column),
            (State::Second(row, column), ':' | '=') if column != usize::MAX => {
                State::Cell(row, column)
            }
            (State::Second(row, column), ')' | ']') if column != usize::MAX => {
                State::Cell(row, column)
            }
            (_, '(' | '[') => State::Open,
            (_, '{' | '}') => State::Start,
            _ if !c.is_alphanumeric() => State::Start,
            (before, _) => match (before, name(token), number()) {
                (State::Digit(value), Some(Name::Cell(row, column)), _) => {
                    found.push((row, column, value));
                    State::Start
                }
                (_, Some(Name::Cell(row, column)), _) => State::Cell(row, column),
                (State::Number(None, digit), ..)
                    if matches!(token, "in" | "at" | "into" | "goes" | "to")
                        && (1..=alphabet.digits()).contains(&digit) =>
                {
                    State::Digit(digit as u8)
                }
                (State::Digit(value), ..) if matches!(token, "in" | "at" | "into" | "cell") => {
                    State::Digit(value)
                }
                // Before other names: a digit may be a letter.
                (State::Cell(row, column), ..) if value().is_some_and(|value| value > 0) => {
                    found.extend(value().map(|value| (row, column, value)));
                    State::Start
                }
                // A number that is no digit.
                (State::Cell(row, column), None, Some(_)) => {
                    found.push((row, column, 0));
                    State::Start
                }
                (State::Third(row, column), ..) => {
                    lists.extend(value().map(|value| (row, column, value)));
                    State::Start
                }
                (State::HasRow(row), Some(Name::Column(Some(column))), _) => {
                    State::Cell(row, column)
                }
                (State::HasRow(row), Some(Name::Chess(3, column)), _) => State::Cell(row, column),
                (_, Some(Name::Chess(row, column)), _) => {
                    are_letters = true;
                    State::Cell(row, column)
                }
                (State::HasRow(row), Some(Name::Column(None)), _) => State::Column(row),
                (_, Some(Name::Row(Some(row))), _) => State::HasRow(row),
                (_, Some(Name::Row(None)), _) => State::Row,
                (State::Row, _, Some(row)) => State::HasRow(row),
                (State::Column(row), _, Some(column)) => State::Cell(row, column),
                (State::Open, _, Some(row)) => State::First(row),
                (State::Second(row, usize::MAX), _, Some(column)) => State::Second(row, column),
                (State::Cell(row, column), Some(Name::Filler), _) => State::Cell(row, column),
                (State::HasRow(row), Some(Name::Filler), _) => State::HasRow(row),
                (State::Number(None, row), _, None) if token.starts_with(['行', '행']) => {
                    State::HasRow(row)
                }
                (State::Number(Some(row), column), _, None) if token.starts_with(['列', '열']) => {
                    State::Cell(row, column)
                }
                (State::Cell(..), ..) => State::Start,
                (State::HasRow(row), _, Some(number)) => State::Number(Some(row), number),
                (_, _, Some(number)) => State::Number(None, number),
                _ => State::Start,
            },
        };
    }
    if found.is_empty() {
        found = lists;
    }
    let base = usize::from(!found.iter().any(|&(row, column, _)| row == 0 || column == 0));
    for (row, column, _) in &mut found {
        (*row, *column) = (*row - base, *column - base);
    }
    Placements { found, are_letters }
}

/// The board with the given and the placed digits; `None` if less than half of the blank cells are placed.
pub(super) fn read(text: &str, puzzle: &[u8], alphabet: &Alphabet) -> Option<Box<[u8]>> {
    let side = alphabet.side();
    let Placements { found, are_letters } = scan(text, alphabet);
    let place = |is_transposed: bool| {
        let (mut board, mut overwritten): (Box<[u8]>, _) = (puzzle.into(), 0);
        for &(row, column, value) in &found {
            let (row, column) = if is_transposed { (column, row) } else { (row, column) };
            if row < side && column < side && value > 0 {
                let cell = row * side + column;
                overwritten += usize::from(puzzle[cell] != 0 && puzzle[cell] != value);
                board[cell] = value;
            }
        }
        (board, overwritten)
    };
    // Letters are rows, or the columns of a spreadsheet: whichever keeps more givens.
    let (mut board, overwritten) = place(false);
    if are_letters && overwritten > 0 {
        let (other, fewer) = place(true);
        if fewer < overwritten {
            board = other;
        }
    }
    let blank = puzzle.iter().filter(|&&given| given == 0).count();
    let left = board.iter().filter(|&&digit| digit == 0).count();
    (blank > 0 && 2 * left <= blank).then_some(board)
}

enum Name {
    Row(Option<usize>),
    Column(Option<usize>),
    Cell(usize, usize),
    /// A letter for the row and a number.
    Chess(usize, usize),
    /// A word between a cell and its digit.
    Filler,
}

fn name(word: &str) -> Option<Name> {
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = word.split_at(letters);
    let mut buffer = [0; 8];
    let lower = buffer.get_mut(..letters)?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = (1..=2).contains(&digits).then(|| rest[..digits].parse().ok()).flatten();
    if digits < rest.len() {
        // r1c1
        let column = rest[digits..].strip_prefix(['c', 'C', 's', 'S'])?;
        let column = (column.len() <= 2).then(|| column.parse().ok())??;
        return matches!(&*lower, b"r" | b"f" | b"l" | b"z").then_some(Name::Cell(number?, column));
    }
    match (&*lower, number) {
        (b"r", _) => Some(Name::Row(number)),
        // The c of a column is one only after a row.
        ([letter], Some(column)) => Some(Name::Chess(usize::from(letter - b'a') + 1, column)),
        (b"row" | b"fila" | b"ligne" | b"linha" | b"riga" | b"zeile" | b"reihe", _) => {
            Some(Name::Row(number))
        }
        (
            b"c" | b"col" | b"column" | b"columna" | b"colonne" | b"coluna" | b"colonna"
            | b"spalte",
            _,
        ) => Some(Name::Column(number)),
        (
            b"value" | b"val" | b"digit" | b"number" | b"num" | b"d" | b"v" | b"is" | b"must"
            | b"be" | b"has" | b"holds" | b"contains" | b"the" | b"and",
            None,
        ) => Some(Name::Filler),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form() {
        let puzzle = [0; 16];
        let alphabet = Alphabet::standard(4);
        let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let forms: [fn(usize, usize, u8) -> String; 7] = [
            |r, c, d| format!("r{}c{}={d}\n", r + 1, c + 1),
            |r, c, d| format!("R{}C{}: {d}, ", r + 1, c + 1),
            |r, c, d| format!("({}, {}) = {d}\n", r + 1, c + 1),
            |r, c, d| format!("({r},{c}): {d} ",),
            |r, c, d| format!("Row {}, Column {}: **{d}**\n", r + 1, c + 1),
            |r, c, d| format!("{{\"row\": {}, \"col\": {}, \"value\": {d}}},\n", r + 1, c + 1),
            |r, c, d| format!("({}, {}, {d}), ", r + 1, c + 1),
        ];
        for form in forms {
            let text: String = (0..16).map(|cell| form(cell / 4, cell % 4, grid[cell])).collect();
            assert_eq!(read(&text, &puzzle, &alphabet).as_deref(), Some(&grid[..]), "{text}");
        }
        assert_eq!(read("r1c1 is not 5, r1c2 could be 3", &puzzle, &alphabet), None);
    }
}
