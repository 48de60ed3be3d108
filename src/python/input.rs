//! Puzzles in any form: what they are, how many, and how their rows are read.
//!
//! ```text
//!   str · bytes · bytearray ─────────────┐                    ┌─ Detached: any thread reads any row, without Python
//!   list · tuple · numpy text · Series ──┤                    │    numpy memory, Arrow buffers, rows read already
//!   numpy integers ──────────────────────┼─> Input { shape } ─┤
//!   nested lists of integers ────────────┤                    └─ Texts: rows are Python objects, read in stages
//!   Arrow C interface ───────────────────┘                         of a few thousand while attached
//! ```
//!
//! Nothing is parsed here but nested lists and single texts; a million rows are recognised by their first.

#![forbid(unsafe_code)]

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple, PyType};

use super::arrow::{self, ArrowForm};
use super::axes::{Axes, shape_error};
use super::fault::puzzle_error;
use super::nested;
use super::rows::{Owned, Rows};
use super::shared_memory::{Contiguous, Strided};
use super::symbols::Symbols;
use super::text::{Items, TextKind, Texts, is_null};

/// Puzzles, or answers, as they came in.
pub struct Input<'py> {
    /// The argument's name, for messages.
    pub name: String,
    /// The leading axes; none for one puzzle.
    pub shape: Vec<usize>,
    /// How many puzzles: the product of `shape`.
    pub rows: usize,
    /// What results have to look like.
    pub form: Form<'py>,
    /// How texts are read, and written.
    pub symbols: Symbols,
    /// Where the rows are.
    pub source: Source<'py>,
}

/// The form of the input, which the output mirrors.
pub enum Form<'py> {
    /// One text.
    Text(TextKind),
    /// A list or tuple of texts.
    List { kind: TextKind, tuple: bool },
    /// A pandas Series of texts.
    Series { kind: TextKind, series: Bound<'py, PyAny> },
    /// A numpy array of text or objects; `dtype` is that of results.
    TextArray { kind: TextKind, dtype: Bound<'py, PyAny> },
    /// Integers, in arrays or nested lists.
    Numbers { flat: bool },
    /// Arrow data.
    Arrow(ArrowForm<'py>),
}

/// Where rows are read.
pub enum Source<'py> {
    /// By any thread, without Python.
    Detached(Box<dyn Rows + 'py>),
    /// From Python objects.
    Texts(Texts<'py>),
}

impl<'py> Input<'py> {
    /// Recognises the form of `object`, the argument called `name`.
    pub fn new(name: &str, object: &Bound<'py, PyAny>, symbols: &Symbols) -> PyResult<Input<'py>> {
        if let Some(kind) = TextKind::of(object) {
            return one_text(name, object, kind, symbols);
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            return array_input(name, array, symbols);
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return list_input(name, object, symbols);
        }
        if is_series(object)? {
            return series_input(name, object, symbols);
        }
        if let Some((rows, form)) = arrow::import(name, object, symbols)? {
            let shape = vec![rows.len()];
            return Ok(Input::detached(name, shape, Form::Arrow(form), Box::new(rows), symbols));
        }
        if object.hasattr(intern!(object.py(), "__array__"))? {
            let array = object.py().import("numpy")?.call_method1("asarray", (object,))?;
            return array_input(name, array.cast::<PyUntypedArray>()?, symbols);
        }
        let hint = match object.get_type().name()?.to_cow()?.as_ref() {
            "memoryview" => {
                ": pass raw digits as np.frombuffer(data, np.uint8), text as bytes(data)"
            }
            "array" => ": pass it as np.frombuffer(data, data.typecode)",
            _ => "",
        };
        Err(PyTypeError::new_err(format!(
            "{name} is {}; expected text, integers (an array or nested lists), or many texts (a list, array, \
             Series or Arrow column){hint}",
            object.get_type().name()?
        )))
    }

    fn detached(
        name: &str,
        shape: Vec<usize>,
        form: Form<'py>,
        rows: Box<dyn Rows + 'py>,
        symbols: &Symbols,
    ) -> Input<'py> {
        let source = Source::Detached(rows);
        let symbols = symbols.clone();
        Input { name: name.to_owned(), rows: shape.iter().product(), shape, form, symbols, source }
    }

    /// Whether this is one puzzle, so that results are scalars.
    pub fn is_one(&self) -> bool {
        self.shape.is_empty()
    }

    /// The shape of an array with one item a cell: that of the input, and (…, 9, 9) for text.
    pub fn cell_shape(&self) -> Vec<usize> {
        let flat = match &self.form {
            Form::Numbers { flat } => *flat,
            Form::Arrow(form) => form.is_numbers(),
            _ => false,
        };
        let mut shape = self.shape.clone();
        shape.extend_from_slice(if flat { &[81] } else { &[9, 9] });
        shape
    }
}

fn one_text<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    kind: TextKind,
    symbols: &Symbols,
) -> PyResult<Input<'py>> {
    let mut owned = Owned { cells: vec![[0; 81]], faults: Vec::new() };
    match kind.read(object, symbols, &mut owned.cells[0]) {
        Some(Ok(())) => {}
        Some(Err(fault)) => owned.faults.push((0, fault)),
        None => unreachable!("the kind is the object's"),
    }
    Ok(Input::detached(name, vec![], Form::Text(kind), Box::new(owned), symbols))
}

fn list_input<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    symbols: &Symbols,
) -> PyResult<Input<'py>> {
    let (items, length, tuple) = match object.cast::<PyList>() {
        Ok(list) => (Items::List(list.clone()), list.len(), false),
        Err(_) => {
            let tuple = object.cast::<PyTuple>()?;
            (Items::Tuple(tuple.clone()), tuple.len(), true)
        }
    };
    // The first item that is not null tells; an empty list, or one of nulls, counts as text.
    let mut kind = Some(TextKind::Str);
    for item in object.try_iter()? {
        let item = item?;
        if !is_null(&item) {
            kind = TextKind::of(&item);
            break;
        }
    }
    let Some(kind) = kind else {
        let (axes, owned) = nested::read(name, object)?;
        let form = Form::Numbers { flat: axes.flat };
        return Ok(Input::detached(name, axes.leading, form, Box::new(owned), symbols));
    };
    if length == 9 && rows_of_nine(object)? {
        return Err(nine_texts(object.py(), name));
    }
    let symbols = symbols.clone();
    let source = Source::Texts(Texts { items, kind, symbols: symbols.clone() });
    let form = Form::List { kind, tuple };
    Ok(Input { name: name.to_owned(), shape: vec![length], rows: length, form, symbols, source })
}

fn nine_texts(py: Python<'_>, name: &str) -> PyErr {
    let message = format!(
        "{name} is nine texts of nine characters; for one puzzle, join them: ''.join({name})"
    );
    puzzle_error(py, message)
}

fn rows_of_nine(list: &Bound<'_, PyAny>) -> PyResult<bool> {
    for item in list.try_iter()? {
        let item = item?;
        if TextKind::of(&item).is_none() || item.len()? != 9 {
            return Ok(false);
        }
    }
    Ok(true)
}

fn array_input<'py>(
    name: &str,
    array: &Bound<'py, PyUntypedArray>,
    symbols: &Symbols,
) -> PyResult<Input<'py>> {
    let py = array.py();
    let dtype = array.dtype();
    match dtype.kind() {
        b'i' | b'u' => {}
        b'U' | b'S' | b'T' | b'O' => return text_array(name, array, None, symbols),
        kind => {
            let what = dtype.str()?;
            let how = match kind {
                b'b' | b'f' | b'c' => format!(": convert with {name}.astype(np.uint8)"),
                _ => String::new(),
            };
            return Err(PyTypeError::new_err(format!(
                "{name} has dtype {what}; expected integers{how}"
            )));
        }
    }
    refuse_masked(name, array)?;
    let axes = Axes::split(array.shape()).ok_or_else(|| shape_error(py, name, array.shape()))?;
    let rows = axes.leading.iter().product();
    let form = Form::Numbers { flat: axes.flat };
    let source: Box<dyn Rows> = if rows == 0 {
        Box::new(Owned::default())
    } else if let (b'u', Some(rows)) = (dtype.kind(), Contiguous::new(array, rows)) {
        Box::new(rows)
    } else if let Some(rows) = Strided::new(array) {
        Box::new(rows)
    } else {
        return Err(PyTypeError::new_err(format!("{name} has dtype {}", dtype.str()?)));
    };
    Ok(Input::detached(name, axes.leading, form, source, symbols))
}

/// Masked cells have no value; reading what lies beneath would be a guess.
fn refuse_masked(name: &str, array: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
    if is_masked(array)? {
        return Err(PyTypeError::new_err(format!(
            "{name} is a masked array: fill it first, with {name}.filled(0) for blanks"
        )));
    }
    Ok(())
}

/// Whether an array is one of `numpy.ma`.
pub fn is_masked(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = array.py();
    if array.get_type().is(NDARRAY.import(py, "numpy", "ndarray")?) {
        return Ok(false);
    }
    static MASKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    array.is_instance(MASKED.import(py, "numpy.ma", "MaskedArray")?)
}

/// A numpy array of text or objects; `series` where it is the contents of one.
fn text_array<'py>(
    name: &str,
    array: &Bound<'py, PyUntypedArray>,
    series: Option<&Bound<'py, PyAny>>,
    symbols: &Symbols,
) -> PyResult<Input<'py>> {
    let py = array.py();
    refuse_masked(name, array)?;
    if array.ndim() == 0 {
        return Err(puzzle_error(
            py,
            format!("{name} is a zero-dimensional array; pass its text with {name}.item()"),
        ));
    }
    // A view where the array is contiguous. (`array.flat` would never copy, but NumPy 2.4 fails to assign StringDType
    // through it.)
    let flat = array.call_method1(intern!(py, "reshape"), (-1,))?;
    if array.shape() == [9] && rows_of_nine(&flat)? {
        return Err(nine_texts(py, name));
    }
    let dtype = array.dtype();
    let (kind, dtype) = match dtype.kind() {
        b'U' => (TextKind::Str, PyString::new(py, "U81").into_any()),
        b'S' => {
            let dtype = format!("S{}", 81 * symbols.widest());
            (TextKind::Bytes, PyString::new(py, &dtype).into_any())
        }
        b'T' => (TextKind::Str, dtype.into_any()),
        _ => {
            let mut kind = TextKind::Str;
            for item in flat.try_iter()? {
                let item = item?;
                if !is_null(&item) {
                    kind = TextKind::of(&item).ok_or_else(|| not_text(name, &item))?;
                    break;
                }
            }
            (kind, dtype.into_any())
        }
    };
    let form = match series {
        Some(series) => Form::Series { kind, series: series.clone() },
        None => Form::TextArray { kind, dtype },
    };
    let shape = array.shape().to_vec();
    let symbols = symbols.clone();
    let source = Source::Texts(Texts { items: Items::Flat(flat), kind, symbols: symbols.clone() });
    Ok(Input { name: name.to_owned(), rows: shape.iter().product(), shape, form, symbols, source })
}

fn not_text(name: &str, item: &Bound<'_, PyAny>) -> PyErr {
    let kind =
        item.get_type().name().map_or_else(|_| "something else".into(), |kind| kind.to_string());
    PyTypeError::new_err(format!(
        "{name} is an array of objects that holds {kind}; expected text, or integers with an integer dtype"
    ))
}

/// Whether `object` is a pandas Series; pandas is not imported to find out.
fn is_series(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    if !class.module()?.to_cow()?.starts_with("pandas") && !object.hasattr("iloc")? {
        return Ok(false);
    }
    match object.py().import("sys")?.getattr("modules")?.get_item("pandas") {
        Ok(pandas) => object.is_instance(&pandas.getattr("Series")?),
        Err(_) => Ok(false),
    }
}

fn series_input<'py>(
    name: &str,
    series: &Bound<'py, PyAny>,
    symbols: &Symbols,
) -> PyResult<Input<'py>> {
    let dtype = series.getattr("dtype")?;
    if dtype.hasattr("pyarrow_dtype")? {
        let column = series.getattr("array")?.call_method0("__arrow_array__")?;
        let (rows, mut form) = arrow::import(name, &column, symbols)?
            .ok_or_else(|| PyTypeError::new_err(format!("{name} is no Arrow column")))?;
        form.wrap_in_series(series);
        let shape = vec![rows.len()];
        return Ok(Input::detached(name, shape, Form::Arrow(form), Box::new(rows), symbols));
    }
    let values = series.call_method0("to_numpy")?.cast_into::<PyUntypedArray>()?;
    if values.dtype().kind() != b'O' {
        return Err(PyTypeError::new_err(format!(
            "{name} is a Series of {}; expected text: pass numbers as {name}.to_numpy()",
            dtype.str()?
        )));
    }
    text_array(name, &values, Some(series), symbols)
}
