//! Nested lists of numbers or characters, read element by element before NumPy could turn `True` into 1 or `"1"` into
//! text.
//!
//! ```text
//!   [[…n²…], [… n²−1 …], …]       lists of which one has n² items: flat puzzles, one of them faulty
//!   [[[…n…], …n…], […], …]        lists of lists of lists, one of them n lists of n: boards
//!   [[…n…], …n…]                  n lists of n, and none of n²: one board
//!   [["5", "3", ".", …], …]       the same with single characters; a row may be one text of n characters
//! ```
//!
//! The first regular puzzle decides, so that a puzzle of the wrong length is a faulty row, which can be marked. If
//! none is regular, and if there is only one puzzle, no answer could have a shape: an error.

use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::python::allocate::{collected, make_room};
use crate::python::arguments::{index, is_bool, shown};
use crate::python::errors::{Fault, Value, puzzle_error};

use super::is_masked;
use super::rows::{Axes, ILLEGAL, Owned, Size, shape_error};
use super::symbols::Symbols;
use super::text::{TextKind, is_null, text_of};

/// The way out for rows of a table.
const FIELDS: &str = "pass one field of each row, or read rows of several with bd.datasets.read";

/// Deeper nesting than this is a list that holds itself.
const DEEPEST: usize = 32;

/// What a nested list holds.
pub struct Nested {
    /// Its axes.
    pub axes: Axes,
    /// Its rows.
    pub owned: Owned,
    /// Whether its elements are single characters.
    pub is_text: bool,
}

/// Reads a nested list (lists, tuples, arrays within lists) of shape (…, n, n) or (…, n²).
pub fn read(name: &str, list: &Bound<'_, PyAny>, symbols: &Symbols) -> PyResult<Nested> {
    let size = symbols.size;
    let mut shape = Vec::new();
    let mut first = list.clone();
    let mut is_text = false;
    while let Some(items) = items_of(&first, size.side)? {
        if shape.len() == DEEPEST {
            let message = format!("{name} is nested deeper than {DEEPEST} lists");
            return Err(puzzle_error(list.py(), message));
        }
        is_text |= TextKind::of(&first).is_some();
        shape.push(items.len());
        // A null is not an example of what the items are.
        let Some(item) = items.iter().find(|item| !is_null(item)).or(items.iter().next()) else {
            break;
        };
        is_text |= TextKind::of(&item).is_some();
        first = item;
    }
    let depth = shape.len();
    let row_depth = if depth >= 2 && has_row(list, depth - 1, &[size.area], size.side)? {
        Some(depth - 1)
    } else if depth >= 3 && has_row(list, depth - 2, &[size.side, size.side], size.side)? {
        Some(depth - 2)
    } else {
        None
    };
    if let Some(row_depth) = row_depth {
        let flat = depth - row_depth == 1;
        shape.truncate(row_depth);
        size.add_axes(&mut shape, flat);
    }
    let mut reader = Reader {
        name,
        symbols,
        is_text,
        shape,
        row_depth,
        path: Vec::new(),
        cells: Vec::new(),
        values: Vec::new(),
        rows: Vec::new(),
        nulls: 0,
    };
    reader.walk(list).map_err(|wrong| match wrong {
        Wrong::Refused(error) => error,
        Wrong::Shape(message, _) => puzzle_error(list.py(), message),
    })?;

    // Among many puzzles a board of nulls is a faulty row.
    if row_depth.is_none() && reader.nulls == size.area && reader.cells.len() == size.area {
        reader.rows.push((0, Fault::Nulls));
    }
    let Reader { shape, cells, values, rows, .. } = reader;
    let axes = Axes::split(&shape, size).ok_or_else(|| {
        // A CSV reader makes one integer of a puzzle.
        if let (1, Some((_, Value::Huge(number)))) = (shape.len(), values.first()) {
            let area = size.area;
            let message = format!(
                "{name} holds the number {number}; expected {area} digits, or text, \
                 [f'{{number:0{area}}}' for number in {name}]"
            );
            return puzzle_error(list.py(), message);
        }
        shape_error(list.py(), name, &shape, size)
    })?;
    let area = size.area;
    let count = values.len() + rows.len();
    let faults = values
        .into_iter()
        .map(|(at, value)| (at / area, Fault::Cell { cell: at % area, value }))
        .chain(rows)
        .enumerate()
        .map(|(place, (row, fault))| (row, place, fault));
    let mut faults: Vec<(usize, usize, Fault)> = collected(count, faults)?;
    // One fault a row: the first.
    faults.sort_by_key(|&(row, place, _)| (row, place));
    faults.dedup_by_key(|&mut (row, ..)| row);
    let faults = faults.into_iter().map(|(row, _, fault)| (row, fault)).collect();
    Ok(Nested { axes, owned: Owned { width: area, bytes: cells, faults }, is_text })
}

/// The items of a list or tuple, or of an array as nested lists; the characters of a text that is a row of a board.
/// `None` for anything else.
fn items_of<'py>(object: &Bound<'py, PyAny>, side: usize) -> PyResult<Option<Bound<'py, PyList>>> {
    match text_of(object) {
        Some(text) if side > 1 && text.chars().count() == side => {
            Ok(Some(PyList::new(object.py(), text.chars())?))
        }
        _ => items(object),
    }
}

/// The items of a list or tuple, or of an array as nested lists; `None` for anything else.
fn items<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    if let Ok(list) = object.cast::<PyList>() {
        return Ok(Some(list.clone()));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Ok(Some(tuple.to_list()));
    }
    if TextKind::of(object).is_some() {
        return Ok(None);
    }
    if !object.is_instance_of::<PyInt>() && object.hasattr("tolist")? {
        if object.cast::<PyUntypedArray>().is_ok_and(|array| is_masked(array).unwrap_or(true)) {
            let message =
                "a masked array among the puzzles: fill it first, with .filled(0) for blanks";
            return Err(PyTypeError::new_err(message));
        }
        // An array, or a scalar of one, for which `tolist` does not give a list.
        return Ok(object.call_method0("tolist")?.cast_into::<PyList>().ok());
    }
    Ok(None)
}

/// Whether one of the items so many levels down has these lengths. Usually the first.
fn has_row(
    object: &Bound<'_, PyAny>,
    levels: usize,
    lengths: &[usize],
    side: usize,
) -> PyResult<bool> {
    let Some(items) = items_of(object, side)? else { return Ok(false) };
    if levels == 0 {
        if items.len() != lengths[0] {
            return Ok(false);
        }
        for item in items.iter().filter(|_| lengths.len() > 1) {
            if !has_row(&item, 0, &lengths[1..], side)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    for item in items.iter() {
        if has_row(&item, levels - 1, lengths, side)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Why a list cannot be read.
enum Wrong {
    /// It holds something that is neither a number nor, among characters, a character.
    Refused(PyErr),
    /// Its shape is another than expected: the sentence, and whether lengths are wrong rather than the nesting.
    Shape(String, bool),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong::Refused(error)
    }
}

struct Reader<'a> {
    name: &'a str,
    symbols: &'a Symbols,
    is_text: bool,
    shape: Vec<usize>,
    /// How deep the puzzles are, if there are many.
    row_depth: Option<usize>,
    path: Vec<usize>,
    cells: Vec<u8>,
    /// Values that are not digits, by the cell's number.
    values: Vec<(usize, Value)>,
    /// Rows that are not puzzles.
    rows: Vec<(usize, Fault)>,
    /// The null cells so far.
    nulls: usize,
}

impl Reader<'_> {
    fn size(&self) -> Size {
        self.symbols.size
    }

    fn place(&self) -> String {
        self.path.iter().fold(self.name.to_owned(), |place, index| format!("{place}[{index}]"))
    }

    fn walk(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        if self.row_depth == Some(self.path.len()) { self.row(object) } else { self.level(object) }
    }

    /// One of many puzzles: what is wrong with its shape is a fault of this row.
    fn row(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        // A million of them take seconds, during which the interpreter is ours.
        object.py().check_signals()?;
        let area = self.size().area;
        let (cells, values, depth) = (self.cells.len(), self.values.len(), self.path.len());
        let nulls = self.nulls;
        let flat = self.shape.len() - depth == 1;
        let fault = if is_null(object) {
            Fault::Null
        } else if items_of(object, self.size().side)?.is_none() {
            self.element(object)?;
            let message =
                format!("{} is one number; expected a puzzle of {area} cells", self.place());
            return Err(puzzle_error(object.py(), message).into());
        } else {
            match self.level(object) {
                Ok(()) if self.nulls - nulls == area => Fault::Nulls,
                Ok(()) => return Ok(()),
                Err(Wrong::Shape(_, lengths)) => {
                    self.path.truncate(depth);
                    match leaves(object, self.shape.len() - depth, self.size().side)? {
                        Some(n) if lengths && n != area => Fault::Length(n),
                        Some(_) if lengths => Fault::Uneven,
                        _ => Fault::Nesting { flat },
                    }
                }
                Err(refused) => return Err(refused),
            }
        };
        self.cells.truncate(cells);
        self.values.truncate(values);
        make_room(&mut self.rows, 1)?;
        self.rows.push((cells / area, fault));
        make_room(&mut self.cells, area)?;
        self.cells.resize(cells + area, ILLEGAL);
        Ok(())
    }

    fn level(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        let depth = self.path.len();
        let Some(&length) = self.shape.get(depth) else {
            return self.element(object);
        };
        let Some(items) = items_of(object, self.size().side)? else {
            // A wrong element is worse news than a wrong shape.
            let (cells, values) = (self.cells.len(), self.values.len());
            self.element(object)?;
            self.cells.truncate(cells);
            self.values.truncate(values);
            let what = if is_null(object) { "a null" } else { "one number" };
            let message =
                format!("{} is {what}; expected {length} items like the first", self.place());
            return Err(Wrong::Shape(message, is_null(object)));
        };
        for (i, item) in items.iter().enumerate() {
            self.path.push(i);
            self.walk(&item)?;
            self.path.pop();
        }
        if items.len() != length {
            let message = format!(
                "{} has {} item{}; expected {length} like the first",
                self.place(),
                items.len(),
                if items.len() == 1 { "" } else { "s" }
            );
            return Err(Wrong::Shape(message, true));
        }
        Ok(())
    }

    /// One cell.
    fn element(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        let expected = if self.is_text { "a character" } else { "an integer" };
        let refuse = |what: &str| {
            let message = format!("{} is {what}; expected {expected}", self.place());
            Err(PyTypeError::new_err(message).into())
        };
        let value = if let (false, Ok(int)) = (self.is_text, object.cast_exact::<PyInt>()) {
            match int.extract::<i64>() {
                Ok(value) => self.in_range(value),
                Err(_) => Err(Value::Huge(shown(int))),
            }
        } else if is_null(object) {
            self.nulls += 1;
            Ok(0)
        } else if is_bool(object)? {
            return refuse("a bool");
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let message = format!("{} is a list; expected {expected} like the first", self.place());
            return Err(Wrong::Shape(message, false));
        } else if let Some(text) = text_of(object) {
            if !self.is_text {
                if text.chars().count() > 1 {
                    let place = self.place();
                    let message = format!("{place} is text among other values: {FIELDS}");
                    return Err(PyTypeError::new_err(message).into());
                }
                return refuse("text among numbers");
            }
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => match self.symbols.alphabet().value(character) {
                    Some(value) => Ok(value),
                    None => Err(Value::Text(object.repr()?.to_string())),
                },
                _ => {
                    let count = text.chars().count();
                    if count >= self.size().area {
                        let place = self.place();
                        let message = format!("{place} is a text of {count} characters: {FIELDS}");
                        return Err(PyTypeError::new_err(message).into());
                    }
                    return refuse(&format!("a text of {count} characters"));
                }
            }
        } else if self.is_text {
            return refuse("a number among text");
        } else if let Some(value) = float_value(object)? {
            if value.fract() != 0.0 || value.is_infinite() {
                if !self.symbols.is_answer {
                    return refuse(&format!("{value:?}"));
                }
                Err(Value::Fraction(value))
            } else if value.abs() < 1e18 {
                self.in_range(value as i64)
            } else {
                Err(Value::Huge(format!("{value:e}")))
            }
        } else if let Some(index) = index(object)? {
            match index.extract::<i64>() {
                Ok(value) => self.in_range(value),
                Err(_) => Err(Value::Huge(shown(&index))),
            }
        } else {
            let kind = object.get_type().name()?.to_string();
            if object.is_instance_of::<PyDict>() {
                let message = format!("{} is dict: {FIELDS}", self.place());
                return Err(PyTypeError::new_err(message).into());
            }
            return refuse(&kind);
        };
        make_room(&mut self.cells, 1)?;
        make_room(&mut self.values, 1)?;
        self.cells.push(value.unwrap_or_else(|value| {
            self.values.push((self.cells.len(), value));
            ILLEGAL
        }));
        Ok(())
    }

    fn in_range(&self, value: i64) -> Result<u8, Value> {
        let most = self.size().digits as i64;
        if (0..=most).contains(&value) {
            Ok(value as u8)
        } else {
            Err(Value::Integer(value.into()))
        }
    }
}

/// The value of a float, Python's or NumPy's.
fn float_value(object: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if let Ok(float) = object.cast::<PyFloat>() {
        return Ok(Some(float.value()));
    }
    let class = object.get_type();
    if class.module()? == "numpy" && class.name()?.to_cow()?.starts_with("float") {
        return object.extract().map(Some);
    }
    Ok(None)
}

/// How many elements lie exactly so many levels down; `None` if there are some, or lists, elsewhere.
fn leaves(object: &Bound<'_, PyAny>, levels: usize, side: usize) -> PyResult<Option<usize>> {
    match items_of(object, side)? {
        None => Ok((levels == 0).then_some(1)),
        Some(_) if levels == 0 => Ok(None),
        Some(items) => {
            let mut sum = 0;
            for item in items.iter() {
                match leaves(&item, levels - 1, side)? {
                    None => return Ok(None),
                    Some(n) => sum += n,
                }
            }
            Ok(Some(sum))
        }
    }
}
