//! What `bitdoku.explain` and `bitdoku.rate` ask of the core: the steps of one puzzle, as tuples, and ratings of many, as
//! bytes. Private functions: the Python side documents and judges their arguments.

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::board::{Cell, Digits};
use crate::engine::{self, Column, Engine, Extent, RulesStart, Scale, Start};
use crate::logic::any;
use crate::logic::explainer::{self, tenths};
use crate::logic::hodoku;
use crate::logic::{Candidate, CellSet, Link, LinkReason, Position, Step, Technique, Techniques};
use crate::rules::bits;

use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::run::detach::detach_once;
use crate::python::run::{each_row, with_one};

use super::logic_rules::{expect_logic, rules_tuple};

/// The techniques in the order of their numbers, which begin at 1.
#[pyfunction]
#[pyo3(name = "_techniques")]
pub fn techniques() -> Vec<String> {
    Technique::ALL.iter().map(|technique| format!("{technique:?}")).collect()
}

/// The level of each technique on HoDoKu's scale and that of other rules, by number; 0 for those of other scales.
#[pyfunction]
#[pyo3(name = "_levels")]
pub fn levels() -> Vec<u8> {
    let levels = Technique::ALL.iter().map(|&technique| any::worth(technique));
    std::iter::once(0)
        .chain(levels.map(|worth| worth.map_or(0, |(level, _)| level as u8)))
        .collect()
}

/// The scales by name.
pub const SCALES: [(&str, Scale); 2] = [("hodoku", Scale::Hodoku), ("explainer", Scale::Explainer)];

/// The numbers of the techniques of a scale, in its order; with `classic` false, those of other rules.
#[pyfunction]
#[pyo3(name = "_techniques_of", signature = (scale, classic = true))]
pub fn techniques_of_scale(scale: Word<'_, '_>, classic: bool) -> PyResult<Vec<u8>> {
    let techniques = match scale.choose("scale", &SCALES)? {
        Scale::Hodoku if !classic => any::techniques_in_order(),
        Scale::Hodoku => hodoku::techniques_in_order(),
        Scale::Explainer => explainer::techniques_in_order(),
    };
    Ok(techniques.into_iter().map(engine::number).collect())
}

/// Techniques by number.
pub fn techniques_of(numbers: &[u8]) -> Techniques {
    numbers.iter().map(|&number| Technique::ALL[usize::from(number) - 1]).collect()
}

/// The steps that solve a puzzle: (verdict, contradictory, out of budget, givens, steps, cells and masks after the last, level
/// and score or None).
///
/// ``scale`` is "hodoku" or "explainer"; ``extent`` "path", "next" or "all"; ``techniques`` are numbers; ``marks`` masks of
/// all cells that replace the candidates of a puzzle of givens; ``givens`` the digits of which only the nonzero ones are given.
#[pyfunction]
#[pyo3(name = "_explain", signature = (puzzle, scale, extent, *, techniques = None, marks = None, givens = None, rules = None, symbols = None, budget = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub fn explain<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    scale: Word<'_, 'py>,
    extent: Word<'_, 'py>,
    techniques: Option<Vec<u8>>,
    marks: Option<Vec<u64>>,
    givens: Option<Vec<u8>>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords { rules, symbols, budget, ..Keywords::default() };
    let call = Call::new(py, Some(puzzle), &keywords)?;
    let scale = scale.choose("scale", &SCALES)?;
    let extent = extent.choose(
        "extent",
        &[("path", Extent::Path), ("next", Extent::Next), ("all", Extent::All)],
    )?;
    expect_logic(py, &call, scale == Scale::Explainer)?;
    let input = call.input("puzzle", puzzle)?;
    input.expect_one("this function")?;
    let techniques = techniques.map_or(Techniques::DEFAULT, |numbers| techniques_of(&numbers));
    let backend = match &call.engine {
        Engine::Classic(backend) => *backend,
        Engine::Other(other) => {
            let mut start = with_one(py, &input, &call, |puzzle| Ok(RulesStart::new(puzzle)))?
                .expect("malformed puzzles raise");
            if let Some(marks) = marks {
                start.candidates = marks;
                start.has_marks = false;
            }
            let found = detach_once(py, call.limits, |control| {
                engine::explain_rules(other, &start, extent, techniques, control)
            })?;
            return rules_tuple(py, other.logic(), &start, &found);
        }
    };
    let mut start = with_one(py, &input, &call, |puzzle| Ok(Start::new(puzzle)))?
        .expect("malformed puzzles raise");
    if let Some(marks) = marks {
        start.candidates = std::array::from_fn(|cell| Digits::from_bits(marks[cell] as u16));
    }
    if let Some(givens) = givens {
        let is_given = |cell: &Cell| givens.get(cell.index()).is_some_and(|&digit| digit != 0);
        start.givens = Cell::all().filter(is_given).collect::<CellSet>();
    }
    let found = detach_once(py, call.limits, |control| {
        engine::explain(backend, &start, scale, extent, techniques, control)
    })?;
    let steps = PyList::empty(py);
    for (position, step) in &found.steps {
        let (cells, masks) = state(py, position);
        steps.append((step_tuple(py, step)?, cells, masks))?;
    }
    let (cells, masks) = state(py, &found.end);
    let tuple = (
        found.verdict as u8,
        found.is_contradictory,
        found.is_out_of_budget,
        PyBytes::new(py, start.values.cells()),
        steps,
        cells,
        masks,
        found.worth.map(|(level, score)| (level as u8, score)),
        None::<&str>,
    );
    Ok(tuple.into_pyobject(py)?.into_any())
}

/// The cells of a position as 81 bytes, and its candidates as 81 masks of two bytes.
fn state<'py>(py: Python<'py>, position: &Position) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let masks = position.all_candidates().map(|digits| digits.bits().to_le_bytes());
    (PyBytes::new(py, position.values()), PyBytes::new(py, masks.as_flattened()))
}

/// A step: (technique, rating, placements, eliminations, cells, digits, houses, chains, complexity, nested steps, text,
/// notation).
fn step_tuple<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyTuple>> {
    let candidates = |list: &[Candidate]| PyTuple::new(py, list.iter().map(candidate));
    let chains = step.chains.iter().map(|chain| PyTuple::new(py, chain.iter().map(link)));
    let nested = step.nested.iter().map(|inner| step_tuple(py, inner));
    let tuple = (
        engine::number(step.technique),
        tenths(step.rating),
        candidates(&step.placements)?,
        candidates(&step.eliminations)?,
        PyTuple::new(py, step.cells.iter().map(|cell| (cell / 9, cell % 9)))?,
        PyTuple::new(
            py,
            bits(step.digits).map(|digit| digit.trailing_zeros() + 1).collect::<Vec<_>>(),
        )?,
        PyTuple::new(py, step.houses.iter().copied())?,
        PyTuple::new(py, chains.collect::<PyResult<Vec<_>>>()?)?,
        step.complexity,
        PyTuple::new(py, nested.collect::<PyResult<Vec<_>>>()?)?,
        &step.text,
        &step.notation,
    );
    tuple.into_pyobject(py)
}

/// Row, column, digit.
type Place = (u16, u16, u8);

fn candidate(candidate: &Candidate) -> Place {
    (candidate.cell / 9, candidate.cell % 9, candidate.digit)
}

/// A link: (from, whether it is on, to, whether it is on, reason): −1 for a cell, below −1 for nested steps, else a house.
fn link(link: &Link) -> (Place, bool, Place, bool, i32) {
    let reason = match link.reason {
        LinkReason::Cell => -1,
        LinkReason::House(house) => house as i32,
        LinkReason::Nested(number) => -2 - i32::from(number),
    };
    (candidate(&link.from), link.from_on, candidate(&link.to), link.to_on, reason)
}

/// The columns of ratings, by name.
const COLUMNS: [(&str, Column); 10] = [
    ("clues", Column::Clues),
    ("singles", Column::Singles),
    ("guesses", Column::Guesses),
    ("level", Column::Level),
    ("score", Column::Score),
    ("er", Column::Er),
    ("ep", Column::Ep),
    ("ed", Column::Ed),
    ("hardest", Column::Hardest),
    ("counts", Column::Counts),
];

/// Ratings of puzzles as bytes of shape (…, width): the named columns one after the other, without padding.
#[pyfunction]
#[pyo3(name = "_rate", signature = (puzzles, columns, *, scale = Word::Default, strict = Word::Default, rules = None, symbols = None, threads = None, budget = None, malformed = Word::Default))]
#[pyo3(
    text_signature = "(puzzles, columns, *, scale=\"hodoku\", strict=False, rules=None, symbols=None, threads=None, budget=None, malformed=\"raise\")"
)]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub fn rate<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    columns: Vec<String>,
    scale: Word<'_, 'py>,
    strict: Word<'_, 'py>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    malformed: Word<'_, 'py>,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let keywords = Keywords { rules, symbols, threads, budget, malformed };
    let call = Call::new(py, Some(puzzles), &keywords)?;
    let scale = scale.choose("scale", &SCALES)?;
    expect_logic(py, &call, scale == Scale::Explainer)?;
    let strict = strict.flag("strict")?;
    let columns: Vec<Column> = COLUMNS
        .iter()
        .filter(|(name, _)| columns.iter().any(|column| column == name))
        .map(|(_, column)| *column)
        .collect();
    let input = call.input("puzzles", puzzles)?;
    if columns.contains(&Column::Guesses) {
        input.expect_givens("the column guesses")?;
    }
    let width: usize = columns.iter().map(|column| column.width(call.engine.side())).sum();
    // The steps of a puzzle take from a millisecond to minutes.
    let least = if columns.iter().any(|column| column.is_logic()) { 1 } else { 256 };
    each_row(py, &input, &call, &[width], least, 255, &|block, control| {
        call.engine.rate(block.puzzles, &columns, scale, strict, block.values, control)
    })
}
