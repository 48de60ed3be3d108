//! Arguments that are not puzzles: words, whole numbers, orders. Messages name the argument and what was expected, unlike
//! those of pyo3.

#![forbid(unsafe_code)]

pub mod call;
pub mod rules;
pub mod seed;

use std::num::NonZero;

use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyString};

/// An argument that is one of several words, such as `malformed`, with the first as the default, or that is True or False.
#[derive(Default)]
pub enum Word<'a, 'py> {
    /// The argument was omitted.
    #[default]
    Default,
    /// The argument.
    Given(Borrowed<'a, 'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Word<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Word<'a, 'py>> {
        Ok(Word::Given(object))
    }
}

impl<'py> Word<'_, 'py> {
    /// The argument, unless it was omitted.
    pub fn given(&self) -> Option<&Bound<'py, PyAny>> {
        match self {
            Word::Default => None,
            Word::Given(object) => Some(object),
        }
    }

    /// The value of the word among `choices`.
    ///
    /// # Errors
    /// ValueError for another word, TypeError for other objects; the message lists the choices.
    pub fn choose<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
        let Word::Given(object) = self else { return Ok(choices[0].1) };
        let word = object.cast::<PyString>().ok();
        let text = word.as_ref().and_then(|word| word.to_str().ok());
        if let Some((_, value)) = choices.iter().find(|(choice, _)| Some(*choice) == text) {
            return Ok(*value);
        }
        let names: Vec<String> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
        let expected = match &names[..] {
            [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
            _ => names.join(""),
        };
        Err(match word {
            Some(word) => {
                PyValueError::new_err(format!("{name} is {}; expected {expected}", quoted(&word)))
            }
            None => wrong_kind(name, object, &expected),
        })
    }

    /// True or False, Python's or numpy's; by default False.
    ///
    /// # Errors
    /// TypeError for anything else, 0 and 1 included.
    pub fn flag(&self, name: &str) -> PyResult<bool> {
        match self {
            Word::Default => Ok(false),
            Word::Given(value) if is_bool(value)? => value.is_truthy(),
            Word::Given(value) => Err(wrong_kind(name, value, "True or False")),
        }
    }
}

/// The TypeError for an argument.
pub fn wrong_kind(name: &str, object: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} is {}; expected {expected}", kind(object)))
}

/// `None`, or the name of an object's type.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    if object.is_none() {
        return "None".to_owned();
    }
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// Whether an object is True or False, of Python or numpy.
pub fn is_bool(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyBool>() {
        return Ok(true);
    }
    let class = object.get_type();
    Ok(class.module()? == "numpy" && class.name()?.to_cow()?.starts_with("bool"))
}

/// A Python int of any size.
fn integer<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let refuse = || wrong_kind(name, value, expected);
    if is_bool(value)? {
        return Err(refuse());
    }
    index(value)?.ok_or_else(refuse)
}

/// The result of `operator.index`, or `None` for an object that is not an integer.
pub fn index<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    if let Ok(int) = value.cast::<PyInt>() {
        return Ok(Some(int.clone().into_any()));
    }
    match INDEX.import(py, "operator", "index")?.call1((value,)) {
        Ok(int) => Ok(Some(int)),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// An integer in a message, shortened if it has hundreds of digits.
pub fn shown(number: &Bound<'_, PyAny>) -> String {
    let shown = number.py().import("bitdoku._errors").and_then(|errors| errors.getattr("shown"));
    shown.and_then(|shown| shown.call1((number,))?.extract()).unwrap_or_default()
}

/// The repr of a text for a message, cut after 200 characters.
pub fn quoted(text: &Bound<'_, PyString>) -> String {
    let text = text.repr().map_or_else(|_| String::new(), |text| text.to_string());
    match text.char_indices().nth(200) {
        Some(_) => text.chars().take(199).chain(['…']).collect(),
        None => text,
    }
}

/// A whole number of at least 1; numbers above 2^64 - 1 become 2^64 - 1.
pub fn at_least_one(name: &str, value: &Bound<'_, PyAny>) -> PyResult<NonZero<u64>> {
    let number = integer(name, value, "a whole number of at least 1")?;
    let read = match number.extract::<u64>() {
        Ok(number) => number,
        Err(_) if number.gt(0)? => u64::MAX,
        Err(_) => 0,
    };
    NonZero::new(read).ok_or_else(|| {
        PyValueError::new_err(format!("{name} is {}; expected at least 1", shown(&number)))
    })
}

/// A whole number of at least 0 and below 2 to the power of `bits`.
pub fn below(name: &str, value: &Bound<'_, PyAny>, bits: u32) -> PyResult<u64> {
    let number = integer(name, value, "a whole number of at least 0")?;
    match number.extract::<u64>() {
        Ok(read) if bits >= 64 || read >> bits == 0 => Ok(read),
        _ => Err(PyValueError::new_err(format!(
            "{name} is {}; expected at least 0 and below 2**{bits}",
            shown(&number)
        ))),
    }
}

/// ``None``, or the name of a value's type, for messages.
#[pyfunction]
#[pyo3(name = "_kind")]
pub fn kind_of(value: &Bound<'_, PyAny>) -> String {
    kind(value)
}

/// A whole number within bounds; True and 1.0 are not whole numbers.
#[pyfunction]
#[pyo3(name = "_whole", signature = (name, value, *, least = None, most = None))]
#[pyo3(text_signature = "(name, value, *, least=0, most=None)")]
pub fn whole<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    least: Option<&Bound<'py, PyAny>>,
    most: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    // An array of one number has an `__index__` too.
    if value.cast::<PyUntypedArray>().is_ok() {
        return Err(wrong_kind(name, value, "a whole number"));
    }
    let number = integer(name, value, "a whole number")?;
    let zero = 0i32.into_pyobject(value.py())?.into_any();
    let least = least.unwrap_or(&zero);
    if number.lt(least)? {
        let message = format!("{name} is {}; expected at least {least}", shown(&number));
        return Err(PyValueError::new_err(message));
    }
    if let Some(most) = most
        && number.gt(most)?
    {
        let message = format!("{name} is {}; expected at most {most}", shown(&number));
        return Err(PyValueError::new_err(message));
    }
    Ok(number)
}

/// One of a few words.
#[pyfunction]
#[pyo3(name = "_word")]
pub fn word<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    choices: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let choices: Vec<String> =
        choices.try_iter()?.map(|choice| choice?.extract()).collect::<PyResult<_>>()?;
    let choices: Vec<(&str, ())> = choices.iter().map(|choice| (choice.as_str(), ())).collect();
    Word::Given(value.as_borrowed()).choose(name, &choices)?;
    Ok(value.clone())
}

/// A permutation of the nine numbers from `first` on; by default in ascending order.
pub fn order(name: &str, value: Option<&Bound<'_, PyAny>>, first: u8) -> PyResult<[u8; 9]> {
    let usual = std::array::from_fn(|k| first + k as u8);
    let Some(value) = value else { return Ok(usual) };
    let last = first + 8;
    let is_text = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>();
    let items = match value.try_iter() {
        Ok(items) if !is_text => items,
        Err(error) if !error.is_instance_of::<PyTypeError>(value.py()) => return Err(error),
        _ => {
            let expected = format!("the numbers {first}..{last} in some order");
            return Err(wrong_kind(name, value, &expected));
        }
    };
    let mut numbers = Vec::with_capacity(9);
    for (i, item) in items.enumerate() {
        if i == 9 {
            return Err(PyValueError::new_err(format!(
                "{name} has more than nine numbers; expected nine"
            )));
        }
        let place = format!("{name}[{i}]");
        let number = integer(&place, &item?, &format!("an integer {first}..{last}"))?;
        match number.extract::<u8>() {
            Ok(read) if (first..=last).contains(&read) && !numbers.contains(&read) => {
                numbers.push(read)
            }
            Ok(read) if numbers.contains(&read) => {
                return Err(PyValueError::new_err(format!(
                    "{place} is {read} again; expected each of {first}..{last} once"
                )));
            }
            _ => {
                return Err(PyValueError::new_err(format!(
                    "{place} is {}; expected {first}..{last}",
                    shown(&number)
                )));
            }
        }
    }
    numbers.try_into().map_err(|numbers: Vec<u8>| {
        PyValueError::new_err(format!("{name} has {} numbers; expected nine", numbers.len()))
    })
}
