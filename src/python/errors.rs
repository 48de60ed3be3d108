//! What is wrong with a row, and the sentence for it: `puzzles[17]: cell (2, 5) holds 12; expected 0..9`.

#![forbid(unsafe_code)]

use std::fmt;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::board::text::{Position, TextError};
use crate::error::Error;

use crate::python::allocate::out_of_memory;
use crate::python::input::rows::Size;

/// Why a row is not a puzzle. Data only: the sentence is made when it is shown.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// A cell that holds neither a digit nor a blank.
    Cell {
        /// The cell's number.
        cell: usize,
        /// What it holds.
        value: Value,
    },
    /// A cell with pencil marks for digits that the board does not have.
    Mask {
        /// The cell's number.
        cell: usize,
        /// What it holds.
        value: Value,
    },
    /// Text that does not show a puzzle.
    Text(TextError),
    /// A character that is none of the caller's symbols.
    Symbol {
        /// Where it is.
        at: Position,
        /// What is there.
        found: char,
        /// The number of the cell that was due.
        cell: usize,
        /// The symbols.
        symbols: String,
    },
    /// Bytes that are not text.
    Bytes {
        /// The first such byte.
        at: usize,
        /// What is there.
        byte: u8,
    },
    /// Bytes below 10: an array of digits that was passed as bytes.
    RawDigits,
    /// A text that names a file.
    Path(String),
    /// A null among the rows.
    Null,
    /// A list of the wrong length.
    Length(usize),
    /// As many numbers as cells, but not in rows of equal length.
    Uneven,
    /// A list that is nested differently from the other puzzles.
    Nesting {
        /// Whether those are flat lists.
        flat: bool,
    },
}

/// What a cell holds instead of a digit.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// An integer that is out of range.
    Integer(i128),
    /// A larger one, in decimal.
    Huge(String),
    /// A number that is not whole, or infinite. It is refused with a TypeError, even if malformed rows are marked.
    Fraction(f64),
    /// A text that is not a symbol, as Python shows it.
    Text(String),
}

impl Fault {
    /// The number of the cell that is to blame, if one is.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Fault::Cell { cell, .. } | Fault::Mask { cell, .. } | Fault::Symbol { cell, .. } => {
                Some(*cell)
            }
            Fault::Text(error) => error.cell(),
            _ => None,
        }
    }

    /// Whether this is the wrong kind of object rather than a malformed row, so that it raises in any case.
    pub fn is_wrong_kind(&self) -> bool {
        matches!(self, Fault::Cell { value: Value::Fraction(_), .. })
    }

    /// The sentence for a row that had to be a board of that size.
    pub fn sentence(&self, size: Size) -> String {
        let Size { side, digits, area } = size;
        let cell_name = |cell: usize| {
            let (row, column) = size.place(cell);
            format!("cell ({row}, {column})")
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
            // The sizes that most boards have besides 9x9.
            Fault::Text(TextError::Length { cells: cells @ (16 | 36 | 64 | 144 | 256 | 625) })
                if side == 9 =>
            {
                let other = cells.isqrt();
                format!(
                    "the text holds {cells} cells; expected 81; boards of other sizes need rules, such as \
                     '{other}x{other}'"
                )
            }
            Fault::Text(error) => error.for_board(side, digits).to_string(),
            Fault::Path(text) => format!(
                "'{text}' is the name of a file; expected its contents, bd.datasets.read('{text}')"
            ),
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
            // The shorter form of 1e-300.
            Value::Fraction(value) => write!(f, "{value:?}"),
        }
    }
}

/// `puzzles`, `puzzles[17]` or `puzzles[3, 4]`: where row number `row` of the leading axes `shape` is.
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

/// The `PuzzleError` for a row; its attributes `index` and `cell` tell where. A TypeError for the wrong kind of number.
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

/// A `PuzzleError` whose attributes tell the row, and the cell if one is to blame.
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

/// The `PuzzleError` for a row that has no solution, or several, where there has to be one.
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

/// What the core refused, as Python sees it.
pub fn core_error(py: Python<'_>, error: &Error) -> PyErr {
    let name = match error {
        Error::OutOfMemory => return out_of_memory(),
        Error::Impossible { .. } | Error::NotFound { .. } => "GenerationError",
        Error::Unsupported { .. } | Error::TooManySymmetries { .. } => "RulesError",
        Error::NotUnique { .. } => "PuzzleError",
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
