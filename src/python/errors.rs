//! Faults of rows and their messages: `puzzles[17]: r3c6 holds 12; expected 0..9`.

#![forbid(unsafe_code)]

use std::fmt;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::board::text::{Alphabet, Position, TextError};
use crate::control::Stop;
use crate::error::Error;

use crate::python::allocate::out_of_memory;
use crate::python::input::rows::Size;

/// Why a row is not a puzzle. Data only; `sentence` makes the text.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// A cell that holds neither a digit nor a blank.
    Cell {
        /// The cell's number.
        cell: usize,
        /// Its content.
        value: Value,
    },
    /// A cell with pencil marks for digits that the board does not have.
    Mask {
        /// The cell's number.
        cell: usize,
        /// Its content.
        value: Value,
    },
    /// Text that is not a puzzle.
    Text(TextError),
    /// A character that is not one of the caller's symbols.
    Symbol {
        /// Its position.
        at: Position,
        /// The character.
        found: char,
        /// The number of the cell.
        cell: usize,
        /// The symbols.
        symbols: String,
    },
    /// A text in which 0 seems to be a digit rather than a blank.
    DigitZero,
    /// Bytes that are not text.
    Bytes {
        /// The position of the first such byte.
        at: usize,
        /// The byte.
        byte: u8,
    },
    /// Bytes below 10: an array of digits passed as bytes.
    RawDigits,
    /// A text that names a file.
    Path(String),
    /// A null among the rows.
    Null,
    /// A board of nulls: usually data that a parser failed to read.
    Nulls,
    /// A list of the wrong length.
    Length(usize),
    /// The right number of cells, but in rows of different lengths.
    Uneven,
    /// A list that is nested differently from the other puzzles.
    Nesting {
        /// Whether the other puzzles are flat lists.
        flat: bool,
    },
}

/// The content of a cell that is not a digit.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// An integer that is out of range.
    Integer(i128),
    /// An integer beyond 128 bits, in decimal.
    Huge(String),
    /// A number that is not whole, or infinite. It raises TypeError, even with `malformed="mark"`.
    Fraction(f64),
    /// The repr of a text that is not a symbol.
    Text(String),
}

impl Fault {
    /// The number of the faulty cell, if the fault is in one cell.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Fault::Cell { cell, .. } | Fault::Mask { cell, .. } | Fault::Symbol { cell, .. } => {
                Some(*cell)
            }
            Fault::Text(error) => error.cell(),
            _ => None,
        }
    }

    /// Whether this is the wrong kind of object rather than a malformed row, and always raises.
    pub fn is_wrong_kind(&self) -> bool {
        matches!(self, Fault::Cell { value: Value::Fraction(_), .. })
    }

    /// The message for a row that should have been a board of this size.
    pub fn sentence(&self, size: Size) -> String {
        let Size { side, digits, area } = size;
        let cell_name = |cell: usize| {
            let (row, column) = size.place(cell);
            format!("r{}c{}", row + 1, column + 1)
        };
        match self {
            Fault::Cell { cell, value: Value::Fraction(value) } => format!(
                "{} holds {value:?}; expected whole numbers: convert with .astype(np.uint8)",
                cell_name(*cell)
            ),
            Fault::Cell { cell, value } => {
                format!("{} holds {value}; expected 0..{digits}", cell_name(*cell))
            }
            Fault::Mask { cell, value } => {
                let most = u64::MAX >> (64 - digits);
                format!("{} holds {value}; expected a mask 0..{most}", cell_name(*cell))
            }
            // The most common sizes besides 9x9.
            Fault::Text(TextError::Length { cells: cells @ (16 | 36 | 64 | 144 | 256 | 625) })
                if side == 9 =>
            {
                let other = cells.isqrt();
                format!(
                    "the text holds {cells} cells; expected 81; boards of other sizes need rules, such as \
                     '{other}x{other}'"
                )
            }
            Fault::Text(error @ TextError::Character { found, .. })
                if digits > 9 && found.is_ascii_alphabetic() =>
            {
                format!("{}; pass other digits as symbols=", error.for_board(side, digits))
            }
            Fault::Text(error) => error.for_board(side, digits).to_string(),
            Fault::Path(text) => format!(
                "'{text}' is the name of a file; expected its contents, bd.datasets.read('{text}')"
            ),
            Fault::DigitZero => {
                let standard = Alphabet::standard(digits);
                let symbols: String =
                    (1..digits as u8).map(|value| standard.symbol(value)).collect();
                format!(
                    "0 and another blank both occur, and the highest digit {} does not; if 0 is a digit, pass \
                     symbols='0{symbols}'",
                    standard.symbol(digits as u8)
                )
            }
            Fault::Symbol { at, found, cell, symbols } => format!(
                "{} holds {found:?} at {at}; expected one of the symbols {symbols} or a blank",
                cell_name(*cell)
            ),
            Fault::Bytes { at, byte } => {
                format!("byte {at} is 0x{byte:02x}; expected text in ASCII or UTF-8")
            }
            Fault::RawDigits => "bytes below 10; bytes are read as text, so pass raw digits as \
                                 np.frombuffer(data, np.uint8)"
                .to_owned(),
            Fault::Null => "a null; expected a puzzle".to_owned(),
            Fault::Nulls => "every cell is null; expected digits, or 0 for a blank cell".to_owned(),
            Fault::Length(1) => format!("1 cell; expected {area}"),
            Fault::Length(length) => format!("{length} cells; expected {area}"),
            Fault::Uneven => format!("rows of different lengths; expected {side} of {side}"),
            Fault::Nesting { flat: true } => {
                format!("nested differently from the other puzzles; expected {area} numbers")
            }
            Fault::Nesting { flat: false } => format!(
                "nested differently from the other puzzles; expected {side} lists of {side} numbers"
            ),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => write!(f, "{value}"),
            Value::Huge(value) | Value::Text(value) => f.write_str(value),
            // Shorter than `{value}` for numbers such as 1e-300.
            Value::Fraction(value) => write!(f, "{value:?}"),
        }
    }
}

/// The place of row number `row` of the leading axes `shape`: `puzzles`, `puzzles[17]` or `puzzles[3, 4]`, and the index.
pub fn place(name: &str, shape: &[usize], mut row: usize) -> (String, Vec<usize>) {
    let mut index = vec![0; shape.len()];
    for (index, &length) in index.iter_mut().zip(shape).rev() {
        *index = row % length;
        row /= length;
    }
    if index.is_empty() {
        return (name.to_owned(), index);
    }
    let numbers: Vec<String> = index.iter().map(usize::to_string).collect();
    (format!("{name}[{}]", numbers.join(", ")), index)
}

/// A shape as Python prints it: `(2, 9, 9)`, `(81,)`.
pub fn shape_text(shape: &[usize]) -> String {
    let axes: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("({}{})", axes.join(", "), if axes.len() == 1 { "," } else { "" })
}

/// The `PuzzleError` for a row, with its attributes `index` and `cell`, or a TypeError for the wrong kind of number.
pub fn row_error(
    py: Python<'_>,
    name: &str,
    shape: &[usize],
    size: Size,
    row: usize,
    fault: &Fault,
) -> PyErr {
    let (place, index) = place(name, shape, row);
    let message = format!("{place}: {}", fault.sentence(size));
    if fault.is_wrong_kind() {
        return PyTypeError::new_err(message);
    }
    located(py, message, index, fault.cell().map(|cell| size.place(cell)))
}

/// A `PuzzleError` with the attributes `index` and `cell`.
fn located(
    py: Python<'_>,
    message: String,
    index: Vec<usize>,
    cell: Option<(usize, usize)>,
) -> PyErr {
    let error = puzzle_error(py, message);
    let mark = || -> PyResult<()> {
        error.value(py).setattr("index", PyTuple::new(py, index)?)?;
        cell.map_or(Ok(()), |cell| error.value(py).setattr("cell", cell))
    };
    mark().err().unwrap_or(error)
}

/// The `PuzzleError` for a row without exactly one solution.
pub fn not_unique(
    py: Python<'_>,
    name: &str,
    shape: &[usize],
    row: usize,
    solutions: u64,
) -> PyErr {
    let (place, index) = place(name, shape, row);
    let found = if solutions == 0 { "no solution" } else { "several solutions" };
    located(py, format!("{place} has {found}; expected exactly one"), index, None)
}

/// A `bitdoku.PuzzleError`.
pub fn puzzle_error(py: Python<'_>, message: String) -> PyErr {
    exception(py, "PuzzleError", message)
}

/// One of the exceptions of `bitdoku._errors`, by name.
pub fn exception(py: Python<'_>, name: &str, message: String) -> PyErr {
    let class = py
        .import("bitdoku._errors")
        .and_then(|module| module.getattr(name))
        .and_then(|class| Ok(class.cast_into::<PyType>()?));
    match class {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// The Python exception for an error of the core.
pub fn core_error(py: Python<'_>, error: &Error) -> PyErr {
    let name = match error {
        Error::OutOfMemory => return out_of_memory(),
        Error::Impossible { .. } | Error::NotFound { .. } => "GenerationError",
        Error::Unsupported { .. } | Error::TooManySymmetries { .. } => "RulesError",
        Error::NotUnique { .. } => "PuzzleError",
        Error::Stopped(Stop::Deadline | Stop::Nodes) => "BudgetError",
        _ => "Error",
    };
    exception(py, name, error.to_string())
}

/// A `bitdoku.Verdict`.
pub fn verdict_member(py: Python<'_>, verdict: u8) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: PyOnceLock<[Py<PyAny>; 5]> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("bitdoku._results")?.getattr("Verdict")?;
        let member = |value: u8| PyResult::Ok(class.call1((value,))?.unbind());
        PyResult::Ok([member(0)?, member(1)?, member(2)?, member(3)?, member(255)?])
    })?;
    Ok(members[usize::from(verdict).min(4)].bind(py).clone())
}
