//! The keyword arguments that the functions share: rules, symbols, threads, budget, malformed.

use std::borrow::Cow;
use std::num::{IntErrorKind, NonZero};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDelta, PyDeltaAccess};

use crate::control::Limits;
use crate::engine::Engine;
use crate::parallel;
use crate::solve::Backend;

use crate::python::errors::core_error;
use crate::python::input::rows::Size;
use crate::python::input::symbols::Symbols;
use crate::python::input::{Input, containers};

use super::{Word, at_least_one, rules};

/// The keyword arguments of a call, unparsed; `None` for those that the function does not have.
#[derive(Default)]
pub struct Keywords<'a, 'py> {
    pub rules: Option<&'a Bound<'py, PyAny>>,
    pub symbols: Option<&'a Bound<'py, PyAny>>,
    pub threads: Option<&'a Bound<'py, PyAny>>,
    pub budget: Option<&'a Bound<'py, PyAny>>,
    pub malformed: Word<'a, 'py>,
}

/// The options of a call.
pub struct Call<'py> {
    /// The engine for the boards.
    pub engine: Engine,
    /// The rules as a Python object; `None` for the default, classic Sudoku.
    pub rules: Option<Bound<'py, PyAny>>,
    /// The symbols of texts.
    pub symbols: Symbols,
    /// The maximum number of threads.
    pub threads: usize,
    /// Search nodes for each puzzle, and the deadline of the call.
    pub limits: Limits,
    /// Whether malformed rows are marked rather than raised.
    pub mark: bool,
}

impl<'py> Call<'py> {
    /// Parses the keyword arguments of a call. The default rules are those of `puzzles`.
    pub fn new(
        py: Python<'py>,
        puzzles: Option<&Bound<'py, PyAny>>,
        keywords: &Keywords<'_, 'py>,
    ) -> PyResult<Call<'py>> {
        let mut rules = keywords.rules.cloned();
        if rules.is_none()
            && let Some(puzzles) = puzzles
        {
            rules = containers::rules(puzzles)?;
        }
        let engine = rules::engine(py, rules.as_ref())?;
        // Rules with digits from 0 have symbols of their own.
        let own = match &rules {
            Some(rules) if keywords.symbols.is_none() => rules.getattr_opt("symbols")?,
            _ => None,
        };
        let symbols = keywords.symbols.or(own.as_ref().filter(|symbols| !symbols.is_none()));
        let symbols = Symbols::new(Size::with_digits(engine.side(), engine.digits()), symbols)?;
        let limits = keywords.budget.map_or(Ok(Limits::NONE), read_budget)?;
        let mark = keywords.malformed.choose("malformed", &[("raise", false), ("mark", true)])?;
        let threads = read_threads(keywords.threads)?;
        Ok(Call { engine, rules, symbols, threads, limits, mark })
    }

    /// The options and the puzzles of `what`, a function that does not support pencil marks.
    pub fn givens(
        py: Python<'py>,
        puzzles: &Bound<'py, PyAny>,
        keywords: &Keywords<'_, 'py>,
        what: &str,
    ) -> PyResult<(Call<'py>, Input<'py>)> {
        let call = Call::new(py, Some(puzzles), keywords)?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens(what)?;
        Ok((call, input))
    }

    /// Recognizes the form of an argument.
    pub fn input(
        &self,
        name: impl Into<Cow<'static, str>>,
        object: &Bound<'py, PyAny>,
    ) -> PyResult<Input<'py>> {
        self.input_with(name, object, &self.symbols)
    }

    /// [`Call::input`] with other symbols.
    pub fn input_with(
        &self,
        name: impl Into<Cow<'static, str>>,
        object: &Bound<'py, PyAny>,
        symbols: &Symbols,
    ) -> PyResult<Input<'py>> {
        Input::new(name.into(), object, symbols, self.rules.is_some(), self.mark)
    }

    /// Refuses rules other than those of classic Sudoku.
    pub fn expect_classic(&self, py: Python<'py>, what: &str) -> PyResult<()> {
        let refusal = format!("{what} supports classic 9x9 Sudoku only");
        self.engine.expect_classic(&refusal).map_err(|error| core_error(py, &error))
    }
}

/// The number of worker threads that a call with this argument uses.
#[pyfunction]
#[pyo3(name = "_threads", signature = (threads = None))]
pub fn worker_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    read_threads(threads)
}

/// The argument `threads`, else the environment variable. The variable is checked even if one thread suffices, so that
/// an error does not depend on the size of the input.
fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    // More than four threads per processor never helped, and operating systems allow many more.
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    let available = *AVAILABLE.get_or_init(parallel::available);
    let wanted = match threads {
        Some(threads) => at_least_one("threads", threads)?.get() as usize,
        // An empty variable counts as unset.
        None => match std::env::var_os("BITDOKU_THREADS").filter(|text| !text.is_empty()) {
            None => available,
            Some(text) => {
                let text = text.to_string_lossy();
                let digits = text.trim();
                match digits.parse::<NonZero<usize>>() {
                    Ok(number) => number.get(),
                    // As for the argument, larger numbers are allowed.
                    Err(error)
                        if *error.kind() == IntErrorKind::PosOverflow
                            && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
                    {
                        usize::MAX
                    }
                    Err(_) => {
                        return Err(PyValueError::new_err(format!(
                            "the environment variable BITDOKU_THREADS is {text:?}; expected a whole number of at least 1"
                        )));
                    }
                }
            }
        },
    };
    Ok(wanted.min(4 * available.max(4)))
}

/// The kernels in use: `BITDOKU_BACKEND`, else the fastest. The variable is read at the first call.
pub fn backend(py: Python<'_>) -> PyResult<Backend> {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    if let Some(&backend) = BACKEND.get() {
        return Ok(backend);
    }
    let backend = Backend::from_environment().map_err(|error| core_error(py, &error))?;
    Ok(*BACKEND.get_or_init(|| backend))
}

fn read_budget(budget: &Bound<'_, PyAny>) -> PyResult<Limits> {
    if let Ok(delta) = budget.cast::<PyDelta>() {
        let seconds = i64::from(delta.get_days()) * 86_400 + i64::from(delta.get_seconds());
        let Ok(seconds) = u64::try_from(seconds) else {
            return Err(PyValueError::new_err("budget is a negative time"));
        };
        let time = Duration::new(seconds, 1000 * delta.get_microseconds() as u32);
        if time.is_zero() {
            return Err(PyValueError::new_err("budget is no time at all; expected more than 0"));
        }
        // A time too far away to be represented is no limit.
        let deadline = Instant::now().checked_add(time);
        return Ok(deadline.map_or(Limits::NONE, |end| Limits::NONE.with_deadline(end)));
    }
    let nodes = at_least_one("budget", budget).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(budget.py()) {
            PyTypeError::new_err(
                "budget is neither a whole number of search nodes nor a datetime.timedelta",
            )
        } else {
            error
        }
    })?;
    Ok(Limits::NONE.with_nodes(nodes.get()))
}
