//! Puzzles from text or JSON.
//!
//! ```text
//!   "53..7....6..195…"                                  text in any form, of the size of the board
//!   {"values": [5, 3, 0, …]}                            the digit of each cell, 0 if it is open
//!   {"values": …, "candidates": [[], [], [1, 2], …],    the candidates of open cells, at the start of steps
//!    "givens": [true, …]}                               the cells of the original puzzle, if some were solved
//! ```

use bitdoku::board::text;
use bitdoku::engine::Puzzles;
use bitdoku::logic::Start;
use serde_json::Value;

use super::rules::Board;
use super::{Result, error};

/// A puzzle of one board.
pub struct Puzzle(pub Start);

impl Puzzle {
    /// Reads a puzzle.
    pub fn read(text: &str, board: &Board) -> Result<Puzzle> {
        if text.starts_with('{') {
            return Puzzle::from_json(text, board);
        }
        let fault = match text::parse_cells(text, &board.alphabet) {
            Ok(values) => return Ok(Puzzle(Start::new(Puzzles::Givens(&values)))),
            Err(fault) => fault,
        };
        let fault = match text::parse_pencilmarks(text, &board.alphabet) {
            Ok(masks) => return Ok(Puzzle(Start::new(Puzzles::Candidates(&masks)))),
            Err(other) if text::lists_candidates(text) => other,
            Err(_) => fault,
        };
        let (side, digits) = (board.engine.side(), board.engine.digits());
        Err(error(fault.for_board(side, digits).to_string()))
    }

    fn from_json(text: &str, board: &Board) -> Result<Puzzle> {
        let puzzle: Value = serde_json::from_str(text).map_err(|fault| error(fault.to_string()))?;
        let (area, digits) = (board.engine.area(), board.engine.digits() as u64);
        let side = board.engine.side();
        // The list of a key with one item for each cell.
        let list = |key: &str| match &puzzle[key] {
            Value::Null => Ok(None),
            Value::Array(items) if items.len() == area => Ok(Some(items)),
            _ => Err(error(format!("{key} of the puzzle: expected a list of {area} items"))),
        };
        let refuse = |cell: usize, item: &Value, expected: String| {
            let (row, column) = (cell / side + 1, cell % side + 1);
            error(format!("r{row}c{column} holds {item}; expected {expected}"))
        };
        let values = list("values")?.ok_or_else(|| error("the puzzle has no values"))?.iter();
        let values = values.enumerate().map(|(cell, item)| {
            let digit = item.as_u64().filter(|&digit| digit <= digits);
            let expected = || refuse(cell, item, format!("a digit from 1 to {digits}, or 0"));
            digit.map(|digit| digit as u8).ok_or_else(expected)
        });
        let mask = |(cell, item): (usize, &Value)| {
            let expected = || refuse(cell, item, format!("a list of digits from 1 to {digits}"));
            let set = item.as_array().ok_or_else(expected)?.iter().try_fold(0, |set, digit| {
                let digit = digit.as_u64().filter(|digit| (1..=digits).contains(digit))?;
                Some(set | 1 << (digit - 1))
            });
            set.ok_or_else(expected)
        };
        let given = |(cell, item): (usize, &Value)| {
            item.as_bool().ok_or_else(|| refuse(cell, item, "true or false".to_owned()))
        };
        let masks = list("candidates")?
            .map(|items| items.iter().enumerate().map(mask).collect::<Result<Vec<_>>>());
        let givens = list("givens")?
            .map(|items| items.iter().enumerate().map(given).collect::<Result<Vec<_>>>());
        Ok(Puzzle(Start {
            values: values.collect::<Result<_>>()?,
            givens: givens.transpose()?,
            candidates: masks.transpose()?,
            has_marks: false,
        }))
    }

    /// The puzzle for solvers. Only pencil marks restrict it; other candidates are for steps.
    pub fn open(&self) -> Puzzles<'_> {
        match &self.0.candidates {
            Some(masks) if self.0.has_marks => Puzzles::Candidates(masks),
            _ => Puzzles::Givens(&self.0.values),
        }
    }
}

/// The digits of a mask.
pub fn digits_of(mask: u64) -> Value {
    (0..64).filter(|digit| mask >> digit & 1 == 1).map(|digit| digit + 1).collect()
}
