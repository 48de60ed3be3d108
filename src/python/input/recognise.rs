//! Recognises the form of an argument: text, lists, arrays, Series, DataFrames, Arrow columns, our own containers.
//!
//! Types are tried from the cheapest test to the dearest; pandas and Polars are not imported to find out.

use std::borrow::Cow;

use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::python::allocate::{collected, make_room};
use crate::python::arguments::kind;
use crate::python::errors::{Fault, Value, puzzle_error, shape_text};
use crate::python::shared_memory::{Contiguous, Strided};

use super::containers::{self, Carried};
use super::nested::{self, Nested};
use super::rows::{Axes, Content, Owned, Rows, Size, refuse_one_hot, shape_error};
use super::symbols::Symbols;
use super::text::{Items, TextKind, Texts, content_of, is_integer, is_null, text_of};
use super::{Characters, Form, Input, Source, arrow, is_masked};

impl<'py> Input<'py> {
    /// Recognises the form of `object`, the argument called `name`.
    ///
    /// Nine texts of nine characters are one board if `sized`: the caller has given rules, and so a size. If `mark`,
    /// malformed rows are not an error.
    pub fn new(
        name: Cow<'static, str>,
        object: &Bound<'py, PyAny>,
        symbols: &Symbols,
        sized: bool,
        mark: bool,
    ) -> PyResult<Input<'py>> {
        let name = &name;
        let reader = Reader { name, symbols, sized };
        if let Some(kind) = TextKind::of(object) {
            return reader.one_text(object, kind);
        }
        match containers::carried(object, mark)? {
            Some(Carried { data, candidates: true, .. }) => return reader.masks(&data),
            Some(Carried { data, .. }) => return reader.array(data.cast::<PyUntypedArray>()?),
            None => {}
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            return reader.array(array);
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            if !object.is_exact_instance_of::<PyList>()
                && object.get_type().name()? == "SolveResult"
            {
                return Err(PyTypeError::new_err(format!(
                    "{name} is SolveResult; pass its solution"
                )));
            }
            return reader.list(object);
        }
        // Polars' Series are Arrow columns.
        if is_of(object, "pandas", "Series")? {
            return reader.series(object);
        }
        if is_of(object, "pandas", "DataFrame")? || is_of(object, "polars", "DataFrame")? {
            return reader.table(object);
        }
        if let Some((rows, form)) = arrow::import(name, object, symbols)? {
            let content = rows.content();
            let (shape, rows) = (vec![rows.len()], Box::new(rows));
            return Ok(reader.detached(shape, content, Form::Arrow(form), rows));
        }
        if object.hasattr(intern!(object.py(), "__array__"))? {
            let array = object.py().import("numpy")?.call_method1("asarray", (object,))?;
            return reader.array(array.cast::<PyUntypedArray>()?);
        }
        if is_of(object, "collections.abc", "Sequence")? {
            let sequence = match buffer(object)? {
                Some(data) => data,
                None => {
                    PyList::new(object.py(), object.try_iter()?.collect::<PyResult<Vec<_>>>()?)?
                        .into_any()
                }
            };
            return Input::new(name.clone(), &sequence, symbols, sized, mark);
        }
        let hint = match object.get_type().name()?.to_cow()?.as_ref() {
            "LazyFrame" => ": collect it first, with puzzles.collect()",
            _ if object.hasattr("column_names")? => ": pass one of its columns, puzzles['name']",
            "dict" => ": pass one of its values",
            _ if object.hasattr("__fspath__")? || object.hasattr("readline")? => {
                ": read files with bd.datasets.read"
            }
            _ if object.is_instance_of::<PyInt>() && object.gt(u64::MAX)? => {
                ": write a puzzle as text, f'{number:081}'"
            }
            _ if object.hasattr("__iter__")? => ": make it a list, list(puzzles)",
            _ => "",
        };
        Err(PyTypeError::new_err(format!(
            "{name} is {}; expected text, numbers (an array, a DataFrame or nested lists), or many texts (a list, \
             array, Series or Arrow column){hint}",
            object.get_type().name()?
        )))
    }
}

/// The content of a memoryview or an `array.array`: text if all bytes are printable, else an array of numbers. `None` for
/// any other object.
///
/// A board with a blank cell, or a complete one, has numbers below those of printable characters.
pub fn buffer<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let class = object.get_type();
    if !matches!(class.name()?.to_cow()?.as_ref(), "memoryview" | "array")
        || !is_of(object, "collections.abc", "Sequence")?
    {
        return Ok(None);
    }
    let py = object.py();
    let view = py.import("builtins")?.call_method1("memoryview", (object,))?;
    let bytes = view.call_method0("tobytes")?;
    let is_text = view.getattr("itemsize")?.extract::<usize>()? == 1
        && bytes.extract::<&[u8]>()?.iter().all(|&byte| byte >= b' ' || byte.is_ascii_whitespace());
    if is_text {
        Ok(Some(bytes))
    } else {
        py.import("numpy")?.call_method1("asarray", (object,)).map(Some)
    }
}

/// Whether an object is of a class of a package, which is not imported to find out.
fn is_of(object: &Bound<'_, PyAny>, package: &str, class: &str) -> PyResult<bool> {
    let modules = object.py().import("sys")?.getattr("modules")?;
    match modules.get_item(package) {
        // None stands for a package that is not to be found; one that is being imported may have no classes yet.
        Ok(package) => {
            package.getattr_opt(class)?.map_or(Ok(false), |class| object.is_instance(&class))
        }
        Err(_) => Ok(false),
    }
}

/// Recognises forms.
struct Reader<'a> {
    name: &'a Cow<'static, str>,
    symbols: &'a Symbols,
    sized: bool,
}

impl Reader<'_> {
    fn detached<'py>(
        &self,
        shape: Vec<usize>,
        content: Content,
        form: Form<'py>,
        rows: Box<dyn Rows + 'py>,
    ) -> Input<'py> {
        self.input(shape, content, form, Source::Detached(rows))
    }

    fn input<'py>(
        &self,
        shape: Vec<usize>,
        content: Content,
        form: Form<'py>,
        source: Source<'py>,
    ) -> Input<'py> {
        let (name, symbols) = (self.name.clone(), self.symbols.clone());
        let rows = shape.iter().product();
        Input { name, rows, shape, content, form, symbols, source, array: None }
    }

    fn texts<'py>(
        &self,
        shape: Vec<usize>,
        form: Form<'py>,
        kind: TextKind,
        items: Items<'py>,
        first: Option<&Bound<'py, PyAny>>,
    ) -> Input<'py> {
        let content = first.map_or(Content::Digits, |first| content_of(first, self.symbols));
        let texts = Texts { items, kind, content, symbols: self.symbols.clone() };
        self.input(shape, content, form, Source::Texts(texts))
    }

    fn one_text<'py>(&self, object: &Bound<'py, PyAny>, kind: TextKind) -> PyResult<Input<'py>> {
        let size = self.symbols.size;
        let mut bytes = vec![0; size.area];
        let mut content = Content::Digits;
        let read = |content, bytes: &mut [u8]| {
            let read = kind.read(object, self.symbols, content, bytes);
            read.expect("the kind is the object's").err()
        };
        let mut fault = read(content, &mut bytes);
        if fault.is_some() && content_of(object, self.symbols) == Content::Candidates {
            content = Content::Candidates;
            bytes.resize(size.bytes(content), 0);
            fault = read(content, &mut bytes);
        }
        if fault.is_some()
            && let Some(text) = text_of(object).filter(|text| names_a_file(text))
        {
            fault = Some(Fault::Path(text));
        }
        let faults = fault.map(|fault| (0, fault)).into_iter().collect();
        let rows = Owned { width: size.bytes(content), bytes, faults };
        Ok(self.detached(vec![], content, Form::Text(kind), Box::new(rows)))
    }

    fn list<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Input<'py>> {
        let (items, length, tuple) = match object.cast::<PyList>() {
            Ok(list) => (Items::List(list.clone()), list.len(), false),
            Err(_) => {
                let tuple = object.cast::<PyTuple>()?;
                (Items::Tuple(tuple.clone()), tuple.len(), true)
            }
        };
        // The first item that is not null tells; an empty list, or one of nulls, counts as text, unless it has as many
        // nulls as a board has cells.
        let first = first_value(object)?;
        let kind = match &first {
            Some(item) => TextKind::of(item),
            None if length == self.symbols.size.area => None,
            None => Some(TextKind::Str),
        };
        let Some(kind) = kind else { return self.nested(object) };
        if self.is_board_of_texts(object, length)? {
            return self.rows_of_text(
                object,
                if tuple { Characters::RowsInTuple } else { Characters::RowsInList },
            );
        }
        Ok(self.texts(vec![length], Form::List { kind, tuple }, kind, items, first.as_ref()))
    }

    fn nested<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Input<'py>> {
        let Nested { axes, owned, is_text } = nested::read(self.name, object, self.symbols)?;
        let flat = axes.flat;
        let form = match is_text {
            true => Form::Characters { flat, layout: Characters::Lists },
            false => Form::Numbers { flat },
        };
        Ok(self.detached(axes.leading, Content::Digits, form, Box::new(owned)))
    }

    /// One board whose rows, or cells, are texts.
    fn rows_of_text<'py>(
        &self,
        texts: &Bound<'py, PyAny>,
        layout: Characters,
    ) -> PyResult<Input<'py>> {
        let mut input = self.nested(texts)?;
        if let Form::Characters { flat: false, layout: old } = &mut input.form {
            *old = layout;
        }
        Ok(input)
    }

    /// Whether texts are the rows, or the cells, of one board rather than puzzles.
    ///
    /// # Errors
    /// If they may be and nobody has said which size boards have.
    fn is_board_of_texts(&self, texts: &Bound<'_, PyAny>, length: usize) -> PyResult<bool> {
        let Size { side, area, .. } = self.symbols.size;
        let expected = if length == area && area > 1 {
            1
        } else if length == side && side > 1 {
            side
        } else {
            return Ok(false);
        };
        for item in texts.try_iter()? {
            let item = item?;
            let null = is_null(&item);
            if null && expected > 1 || !null && TextKind::of(&item).is_none() {
                return Ok(false);
            }
            if !null && item.len()? != expected {
                return Ok(false);
            }
        }
        if expected == side && !self.sized {
            let message = format!(
                "{0} is {side} texts of {side} characters; for one puzzle, join them: ''.join({0}), or pass \
                 rules='{side}x{side}'",
                self.name
            );
            return Err(puzzle_error(texts.py(), message));
        }
        Ok(true)
    }

    fn array<'py>(&self, array: &Bound<'py, PyUntypedArray>) -> PyResult<Input<'py>> {
        let (py, name, size) = (array.py(), self.name, self.symbols.size);
        let dtype = array.dtype();
        match dtype.kind() {
            b'i' | b'u' | b'f' => {}
            b'U' | b'S' | b'T' | b'O' => return self.text_array(array, None),
            kind => {
                let what = dtype.str()?;
                let how = match kind {
                    b'b' | b'c' => format!(": convert with {name}.astype(np.uint8)"),
                    _ => String::new(),
                };
                return Err(PyTypeError::new_err(format!(
                    "{name} has dtype {what}; expected integers, or whole floats{how}"
                )));
            }
        }
        self.refuse_masked(array)?;
        refuse_one_hot(name, array)?;
        let axes = Axes::split(array.shape(), size)
            .ok_or_else(|| shape_error(py, name, array.shape(), size))?;
        let rows = axes.leading.iter().product();
        let form = Form::Numbers { flat: axes.flat };
        let source: Box<dyn Rows> = if rows == 0 {
            Box::new(Owned { width: size.area, ..Owned::default() })
        } else if let (b'u', Some(rows)) = (dtype.kind(), Contiguous::new(array, rows, size)) {
            Box::new(rows)
        } else if let Some(rows) = Strided::new(array, size) {
            Box::new(rows)
        } else {
            // Floats of 2 or 16 bytes.
            let array = array.call_method1("astype", ("f8",))?;
            let rows = Strided::new(array.cast::<PyUntypedArray>()?, size);
            Box::new(rows.expect("floats of 8 bytes in the shape of boards"))
        };
        let mut input = self.detached(axes.leading, Content::Digits, form, source);
        input.array = Some(array.clone());
        Ok(input)
    }

    /// Masked cells have no value; reading what lies beneath would be a guess.
    fn refuse_masked(&self, array: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
        if is_masked(array)? {
            return Err(PyTypeError::new_err(format!(
                "{0} is a masked array: fill it first, with {0}.filled(0) for blanks",
                self.name
            )));
        }
        Ok(())
    }

    /// A numpy array of text or objects, or the contents of a Series.
    fn text_array<'py>(
        &self,
        array: &Bound<'py, PyUntypedArray>,
        series: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Input<'py>> {
        let (py, name, size) = (array.py(), self.name, self.symbols.size);
        self.refuse_masked(array)?;
        if array.ndim() == 0 {
            let message =
                format!("{name} is a zero-dimensional array; pass its text with {name}.item()");
            return Err(puzzle_error(py, message));
        }
        // A view if the array is contiguous. (`array.flat` would never copy, but NumPy 2.4 fails to assign StringDType
        // through it.)
        let flat = array.call_method1(intern!(py, "reshape"), (-1,))?;
        let first = first_value(&flat)?;
        let shape = array.shape().to_vec();
        let dtype = array.dtype();
        let is_board = Axes::split(&shape, size).is_some();
        let (kind, dtype) = match (dtype.kind(), &first) {
            (b'U', _) => {
                let dtype = format!("U{}", self.symbols.characters());
                (TextKind::Str, PyString::new(py, &dtype).into_any())
            }
            (b'S', _) => {
                let dtype = format!("S{}", self.symbols.widest());
                (TextKind::Bytes, PyString::new(py, &dtype).into_any())
            }
            (b'T', _) => (TextKind::Str, dtype.into_any()),
            (_, None) if is_board && series.is_none() => return self.nested(array.as_any()),
            (_, None) => (TextKind::Str, dtype.into_any()),
            (_, Some(item)) => match TextKind::of(item) {
                Some(kind) => (kind, dtype.into_any()),
                // A board of objects, or rows that a CSV reader took for numbers.
                None if is_board && series.is_none() => return self.nested(array.as_any()),
                None if shape.len() == 1 && is_integer(item)? => (TextKind::Str, dtype.into_any()),
                None if shape.len() == 1 && is_sequence(item) => {
                    let mut input = self.nested(&flat.call_method0("tolist")?)?;
                    if let (Some(series), Form::Numbers { flat: true }) = (series, &input.form) {
                        let arrays = item.cast::<PyUntypedArray>().is_ok();
                        input.form = Form::SeriesOfRows { series: series.clone(), arrays };
                    }
                    return Ok(input);
                }
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{name} is an array of objects that holds {}; expected text, or integers with an integer dtype",
                        kind(item)
                    )));
                }
            },
        };
        let characters = is_board && series.is_none();
        if characters && first.as_ref().is_some_and(|item| item.len().is_ok_and(|n| n <= 1)) {
            let mut input = self.nested(&array.call_method0("tolist")?)?;
            if let Form::Characters { layout, .. } = &mut input.form {
                *layout = match kind {
                    TextKind::Str => Characters::Array,
                    _ => Characters::ArrayOfBytes,
                };
            }
            return Ok(input);
        }
        if shape.len() == 1 && self.is_board_of_texts(&flat, shape[0])? {
            return self.rows_of_text(&flat.call_method0("tolist")?, Characters::RowsInArray);
        }
        let form = match series {
            Some(series) => Form::Series { kind, series: series.clone() },
            None => Form::TextArray { kind, dtype },
        };
        Ok(self.texts(shape, form, kind, Items::Flat(flat), first.as_ref()))
    }

    fn series<'py>(&self, series: &Bound<'py, PyAny>) -> PyResult<Input<'py>> {
        let name = self.name;
        let dtype = series.getattr("dtype")?;
        if dtype.hasattr("pyarrow_dtype")? {
            let column = series.getattr("array")?.call_method0("__arrow_array__")?;
            let (rows, mut form) = arrow::import(name, &column, self.symbols)?
                .ok_or_else(|| PyTypeError::new_err(format!("{name} is not an Arrow column")))?;
            form.wrap_in_series(series);
            let (shape, content) = (vec![rows.len()], rows.content());
            return Ok(self.detached(shape, content, Form::Arrow(form), Box::new(rows)));
        }
        let values = series.call_method0("to_numpy")?.cast_into::<PyUntypedArray>()?;
        // A number of 64 bits has up to 20 digits: boards that a reader of CSV took for numbers, as in an object column.
        if matches!(values.dtype().kind(), b'i' | b'u') && self.symbols.size.area < 20 {
            return self.series(&series.call_method1("astype", ("O",))?);
        }
        if values.dtype().kind() != b'O' {
            return Err(PyTypeError::new_err(format!(
                "{name} is a Series of {}; expected text: pass numbers as {name}.to_numpy()",
                dtype.str()?
            )));
        }
        self.text_array(&values, Some(series))
    }

    /// A DataFrame: a board of n columns, or rows of n² columns.
    fn table<'py>(&self, table: &Bound<'py, PyAny>) -> PyResult<Input<'py>> {
        let values = table.call_method0("to_numpy")?.cast_into::<PyUntypedArray>()?;
        let size = self.symbols.size;
        if Axes::split(values.shape(), size).is_none() {
            let Size { side, area, .. } = size;
            let message = format!(
                "{0} is a DataFrame of shape {1}; expected ({side}, {side}) for one puzzle, or {area} columns of \
                 numbers: pass a column of texts as such, {0}['name']",
                self.name,
                shape_text(values.shape())
            );
            return Err(match values.dtype().kind() {
                b'i' | b'u' | b'f' => puzzle_error(table.py(), message),
                _ => PyTypeError::new_err(message),
            });
        }
        match values.dtype().kind() {
            b'O' => self.nested(&values.call_method0("tolist")?),
            _ => self.array(&values),
        }
    }

    /// The masks of `Pencilmarks`: integers of shape (…, n, n) or (…, n²).
    fn masks<'py>(&self, masks: &Bound<'py, PyAny>) -> PyResult<Input<'py>> {
        let (py, name, size) = (masks.py(), self.name, self.symbols.size);
        let array = masks.cast::<PyUntypedArray>()?;
        let axes = Axes::split(array.shape(), size)
            .ok_or_else(|| shape_error(py, name, array.shape(), size))?;
        let is_signed = array.dtype().kind() != b'u';
        let wide = array.call_method1("astype", (if is_signed { "i8" } else { "u8" },))?;
        let flat = wide.call_method1("reshape", (-1,))?.call_method1("view", ("u8",))?;
        let words = flat.cast::<PyArray1<u64>>()?.readonly();
        let words = words.as_slice()?;
        let most = i128::from(u64::MAX >> (64 - size.digits));
        let mut faults: Vec<(usize, Fault)> = Vec::new();
        for (i, &word) in words.iter().enumerate() {
            let (row, cell) = (i / size.area, i % size.area);
            let value = if is_signed { word.cast_signed().into() } else { word.into() };
            if !(0..=most).contains(&value) && faults.last().is_none_or(|(last, _)| *last != row) {
                make_room(&mut faults, 1)?;
                faults.push((row, Fault::Mask { cell, value: Value::Integer(value) }));
            }
        }
        let bytes = collected(8 * words.len(), bytemuck::cast_slice(words).iter().copied())?;
        let rows = Owned { width: 8 * size.area, bytes, faults };
        let form = Form::Numbers { flat: axes.flat };
        Ok(self.detached(axes.leading, Content::Candidates, form, Box::new(rows)))
    }
}

/// The first item that is not null.
fn first_value<'py>(items: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    items.try_iter()?.find(|item| item.as_ref().map_or(true, |item| !is_null(item))).transpose()
}

/// Whether an object is a list, a tuple or an array.
fn is_sequence(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.cast::<PyUntypedArray>().is_ok()
}

/// Whether a text that is not a puzzle is the name of a file.
fn names_a_file(text: &str) -> bool {
    let ends = [
        ".arrow", ".csv", ".gz", ".json", ".jsonl", ".npy", ".npz", ".parquet", ".sdm", ".tsv",
        ".txt", ".xz", ".zst",
    ];
    let name = text.to_ascii_lowercase();
    !name.contains('\n') && ends.iter().any(|end| name.ends_with(end))
}
