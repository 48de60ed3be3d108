//! No text makes a parser panic, what it reads was there, and what is printed reads back: on boards of all sides.

use bitdoku::board::text::{
    Alphabet, Frame, board, framed, line, parse, parse_cells, parse_line, parse_pencilmarks,
    parse_with, pencilmarks_line,
};

use super::bytes::Bytes;

const SIDES: [usize; 10] = [9, 4, 6, 16, 25, 1, 12, 35, 36, 64];
const SYMBOLS: [&str; 4] = ["αbCdEfghX", "0123456789ABCDEF", "WXYZ", "012345678"];

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let kind = bytes.below(SIDES.len() + SYMBOLS.len());
    let alphabet = match kind.checked_sub(SIDES.len()) {
        None => Alphabet::standard(SIDES[kind]),
        Some(k) => Alphabet::new(SYMBOLS[k]).expect("an alphabet"),
    };
    let Ok(text) = str::from_utf8(bytes.rest()) else { return };
    cells(text, &alphabet);
    pencilmarks(text, &alphabet);
    if kind == 0 {
        classic(text.trim_start_matches('\u{feff}'));
    } else if alphabet.side() == 9 {
        assert_eq!(
            parse_with(text, &alphabet).ok().map(|grid| grid.cells().to_vec()),
            parse_cells(text, &alphabet).ok()
        );
    }
}

fn cells(text: &str, alphabet: &Alphabet) {
    let side = alphabet.side();
    let cells = match parse_cells(text, alphabet) {
        Ok(cells) => cells,
        Err(error) => {
            assert!(error.cell().is_none_or(|cell| cell < side * side), "{text:?}");
            assert!(!error.for_board(side, side).to_string().is_empty());
            return;
        }
    };
    assert!(
        cells.len() == side * side && cells.iter().all(|&digit| usize::from(digit) <= side),
        "{text:?}"
    );
    let numbers: Vec<String> = cells.iter().map(|digit| digit.to_string()).collect();
    let numbers = numbers.join(" ");
    if is_standard(alphabet) {
        assert_eq!(parse_cells(&numbers, alphabet).as_ref(), Ok(&cells), "{numbers}");
    }
    if is_standard(alphabet) && side > 35 {
        return;
    }
    let symbols: Vec<String> =
        cells.iter().map(|&digit| alphabet.symbol(digit).to_string()).collect();
    assert_eq!(parse_cells(&symbols.concat(), alphabet).as_ref(), Ok(&cells), "{text:?}");
    let shapes = [None, Some((side.isqrt(), side.isqrt()))];
    for shape in shapes
        .into_iter()
        .filter(|shape| shape.is_none_or(|(height, width)| height * width == side))
    {
        for frame in [Frame::Box, Frame::Ascii] {
            let board = framed(&symbols, shape, frame);
            assert_eq!(parse_cells(&board, alphabet).as_ref(), Ok(&cells), "{board}");
        }
    }
}

fn is_standard(alphabet: &Alphabet) -> bool {
    *alphabet == Alphabet::standard(alphabet.side())
}

fn pencilmarks(text: &str, alphabet: &Alphabet) {
    let side = alphabet.side();
    let masks = match parse_pencilmarks(text, alphabet) {
        Ok(masks) => masks,
        Err(error) => {
            assert!(error.cell().is_none_or(|cell| cell < side * side), "{text:?}");
            assert!(!error.for_board(side, side).to_string().is_empty());
            return;
        }
    };
    let all = u64::MAX >> (64 - side);
    assert!(masks.len() == side * side && masks.iter().all(|mask| mask & !all == 0), "{text:?}");
    if !is_standard(alphabet) || side <= 35 {
        let line = pencilmarks_line(&masks, alphabet);
        assert_eq!(parse_pencilmarks(&line, alphabet), Ok(masks), "{text:?}");
    }
}

/// The digits of the puzzle stand in the text in that order, and line ends do not matter.
fn classic(text: &str) {
    let grid = match parse(text) {
        Ok(grid) => grid,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut digits = text.bytes().filter(u8::is_ascii_digit);
    for &value in grid.cells().iter().filter(|&&value| value != 0) {
        assert!(digits.any(|byte| byte == b'0' + value), "{grid} from {text:?}");
    }
    assert_eq!(parse_cells(text, &Alphabet::STANDARD).as_deref(), Ok(&grid.cells()[..]));
    assert_eq!(parse(&format!("{text}\n")), Ok(grid));
    let carriage = text.replace("\r\n", "\n").replace('\n', "\r\n");
    assert_eq!(parse(&carriage), Ok(grid), "{text:?}");
    assert_eq!(parse_line(line(&grid, &Alphabet::STANDARD).as_bytes()), Some(grid));
    for frame in [Frame::Box, Frame::Ascii] {
        let board = board(&grid, &Alphabet::STANDARD, frame);
        assert!(parse(&format!("{board}\n{text}")).is_err(), "a second board: {text:?}");
    }
}
