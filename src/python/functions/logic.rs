//! Private functions of `bitdoku.explain` and `bitdoku.rate`, which check the arguments: the steps of one puzzle as tuples,
//! ratings of many puzzles as bytes, and the tables of techniques and columns.

use bytemuck::NoUninit;
use numpy::PyArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::board::{Cell, Grid};
use crate::engine::{COLUMNS, Column, Explanation, Extent, Needs, RateOptions, Scale, State};
use crate::logic::any::{self, Rules};
use crate::logic::explainer::{self, tenths};
use crate::logic::{Candidate, Link, LinkReason, Start, Step, Technique, Techniques, hodoku};
use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::errors::{core_error, exception};
use crate::python::run::detach::detach_once;
use crate::python::run::{each_row, with_one};
use crate::rules::bits;
use crate::solve::{self, Pace};

use super::signature::python_function;

/// The techniques by number, from 1: (name, label, level on HoDoKu's scale and on the scale of other rules, or 0).
#[pyfunction]
#[pyo3(name = "_techniques")]
pub fn techniques() -> Vec<(String, &'static str, u8)> {
    let level = |technique: Technique| technique.worth().map_or(0, |(level, _)| level as u8);
    let row = |one: Technique| (one.key().to_uppercase(), one.label(), level(one));
    Technique::ALL.into_iter().map(row).collect()
}

/// The columns of ratings in order: (name, type, values per puzzle, whether it is a rating that does not depend on the chosen
/// scale, whether it is for classic boards only, whether it is a default).
#[pyfunction]
#[pyo3(name = "_columns")]
pub fn columns() -> Vec<(&'static str, &'static str, usize, bool, bool, bool)> {
    let is_rating = |needs| matches!(needs, Needs::Steps(Some(_)) | Needs::OneSolution);
    COLUMNS
        .iter()
        .map(|row| {
            let is_rating = is_rating(row.needs);
            (row.name, row.dtype, row.values, is_rating, row.is_classic, row.is_default)
        })
        .collect()
}

/// The scales by name.
pub const SCALES: [(&str, Scale); 2] = [("hodoku", Scale::Hodoku), ("explainer", Scale::Explainer)];

/// The numbers of the techniques of a scale, in its order, for classic or other rules.
#[pyfunction]
#[pyo3(name = "_techniques_of", signature = (scale, classic = true))]
pub fn techniques_of_scale(scale: Word<'_, '_>, classic: bool) -> PyResult<Vec<u8>> {
    let techniques = match scale.choose("scale", &SCALES)? {
        Scale::Hodoku if !classic => any::techniques_in_order(),
        Scale::Hodoku => hodoku::techniques_in_order(),
        Scale::Explainer => explainer::techniques_in_order(),
    };
    Ok(techniques.into_iter().map(Technique::number).collect())
}

/// Techniques by number.
pub fn techniques_of(numbers: &[u8]) -> PyResult<Techniques> {
    numbers.iter().map(|&number| technique_of(number)).collect()
}

/// The technique with a number.
pub fn technique_of(number: u8) -> PyResult<Technique> {
    let known = usize::from(number).checked_sub(1).and_then(|at| Technique::ALL.get(at));
    known.copied().ok_or_else(|| PyValueError::new_err(format!("no technique {number}")))
}

/// Refuses rules that human logic or a scale does not support.
pub fn expect_logic(py: Python<'_>, call: &Call<'_>, is_explainer: bool) -> PyResult<()> {
    let refuse = |message: &str| Err(exception(py, "RulesError", message.to_owned()));
    let Some(rules) = &call.rules else { return Ok(()) };
    if rules.getattr_opt("symbols")?.is_some_and(|symbols| !symbols.is_none()) {
        return refuse("human logic has digits from 1; the rules have digits from 0");
    }
    if is_explainer {
        let refusal = "the scale 'explainer' is for classic 9x9 Sudoku only; use scale='hodoku'";
        call.engine.expect_classic(refusal).map_err(|error| core_error(py, &error))?;
    }
    Ok(())
}

python_function!(
    #[signature(
        "_explain": puzzle, scale: Word<'_, 'py>, extent: Word<'_, 'py>, *, techniques: Option<Vec<u8>> = None,
        marks: Option<Vec<u64>> = None, givens: Option<Vec<u8>> = None, rules = None, symbols = None, budget = None
    )]
    /// The steps that solve a puzzle: (verdict, givens, steps, cells and masks after the last
    /// step, level and score or None, the reason for the end as a word and as a sentence).
    ///
    /// ``scale`` is "hodoku" or "explainer"; ``extent`` is "path", "next" or "all"; ``techniques`` are numbers. ``marks``
    /// are masks of all cells that replace the candidates of a puzzle of givens; ``givens`` are the cells of the original
    /// puzzle, 0 for cells solved later.
    pub fn explain<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzle), &keywords)?;
        let scale = scale.choose("scale", &SCALES)?;
        let extent = extent.choose(
            "extent",
            &[("path", Extent::Path), ("next", Extent::Next), ("all", Extent::All)],
        )?;
        expect_logic(py, &call, scale == Scale::Explainer)?;
        let input = call.input("puzzle", puzzle)?;
        input.expect_one("this function")?;
        let all_techniques = techniques.is_none();
        let techniques =
            techniques.map_or(Ok(Techniques::DEFAULT), |numbers| techniques_of(&numbers))?;
        let mut start = with_one(py, &input, &call, |puzzle| Ok(Start::new(puzzle)))?
            .expect("malformed puzzles raise");
        let area = start.values.len();
        if marks.as_ref().is_some_and(|marks| marks.len() != area)
            || givens.as_ref().is_some_and(|givens| givens.len() != area)
        {
            return Err(PyValueError::new_err(format!("marks and givens have {area} cells")));
        }
        if let Some(marks) = marks {
            start.candidates = Some(marks);
            start.has_marks = false;
        }
        if let Some(givens) = givens {
            start.givens = Some(givens.iter().map(|&digit| digit != 0).collect());
        }
        let found = detach_once(py, call.limits, |control| {
            call.engine.explain(&start, scale, extent, techniques, control)
        })?;
        let rules = call.engine.logic();
        let digits = call.engine.digits();
        let writer = Writer { py, side: call.engine.side() as u16, digits, rules };
        let closing = call.engine.closing_sentence(&found, scale, all_techniques);
        writer.explanation(&start, &found, &closing)
    }
);

/// Writes steps as tuples.
struct Writer<'a, 'py> {
    py: Python<'py>,
    side: u16,
    digits: usize,
    /// None for classic boards, whose houses are passed to Python by number.
    rules: Option<&'a Rules>,
}

/// Row, column, digit.
type Place = (u16, u16, u8);

impl<'py> Writer<'_, 'py> {
    fn explanation(
        &self,
        start: &Start,
        found: &Explanation,
        closing: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let steps = PyList::empty(self.py);
        for (before, step) in &found.steps {
            let (cells, masks) = self.state(before);
            steps.append((self.step(step)?, cells, masks))?;
        }
        let (cells, masks) = self.state(&found.end);
        let tuple = (
            found.verdict as u8,
            PyBytes::new(self.py, &start.values),
            steps,
            cells,
            masks,
            found.worth.map(|(level, score)| (level as u8, score)),
            found.ended().name(),
            closing,
        );
        Ok(tuple.into_pyobject(self.py)?.into_any())
    }

    /// The cells as bytes, and the candidates as masks of two bytes for up to 16 digits, four up to 32, else eight.
    fn state(&self, state: &State) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let sets = state.candidates.iter();
        let masks = match self.digits {
            0..=16 => self.bytes(&sets.map(|&set| (set as u16).to_le()).collect::<Vec<_>>()),
            17..=32 => self.bytes(&sets.map(|&set| (set as u32).to_le()).collect::<Vec<_>>()),
            _ => self.bytes(&sets.map(|&set| set.to_le()).collect::<Vec<_>>()),
        };
        (PyBytes::new(self.py, &state.values), masks)
    }

    fn bytes<T: NoUninit>(&self, words: &[T]) -> Bound<'py, PyBytes> {
        PyBytes::new(self.py, bytemuck::cast_slice(words))
    }

    /// A step: (technique, rating, placements, eliminations, cells, digits, houses, chains, complexity, nested steps, text,
    /// notation).
    fn step(&self, step: &Step) -> PyResult<Bound<'py, PyTuple>> {
        let py = self.py;
        let candidates =
            |list: &[Candidate]| PyTuple::new(py, list.iter().map(|&one| self.candidate(one)));
        let mut chains = Vec::with_capacity(step.chains.len());
        for chain in &step.chains {
            let links = chain.iter().map(|link| self.link(link));
            chains.push(PyTuple::new(py, links.collect::<PyResult<Vec<_>>>()?)?);
        }
        let digits = bits(step.digits).map(|digit| digit.trailing_zeros() + 1);
        let houses = step.houses.iter().map(|&house| self.house(house));
        let nested = step.nested.iter().map(|inner| self.step(inner));
        let tuple = (
            step.technique.number(),
            tenths(step.rating),
            candidates(&step.placements)?,
            candidates(&step.eliminations)?,
            self.cells(&step.cells)?,
            PyTuple::new(py, digits.collect::<Vec<_>>())?,
            PyTuple::new(py, houses.collect::<PyResult<Vec<_>>>()?)?,
            PyTuple::new(py, chains)?,
            step.complexity,
            PyTuple::new(py, nested.collect::<PyResult<Vec<_>>>()?)?,
            &step.text,
            &step.notation,
        );
        tuple.into_pyobject(py)
    }

    fn cells(&self, cells: &[u16]) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(self.py, cells.iter().map(|cell| (cell / self.side, cell % self.side)))
    }

    fn candidate(&self, one: Candidate) -> Place {
        (one.cell / self.side, one.cell % self.side, one.digit)
    }

    /// A house: its number on a classic board, else (kind, number, cells).
    fn house(&self, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let Some(rules) = self.rules else { return Ok(number.into_pyobject(self.py)?.into_any()) };
        let house = rules.house_of(number);
        let tuple = (&house.kind, house.number, self.cells(&house.cells)?);
        Ok(tuple.into_pyobject(self.py)?.into_any())
    }

    /// A link: (from, whether it is on, to, whether it is on, reason): −1 for a cell, below −1 for nested steps, else a house
    /// without its cells.
    fn link(&self, link: &Link) -> PyResult<(Place, bool, Place, bool, Bound<'py, PyAny>)> {
        let number = match (link.reason, self.rules) {
            (LinkReason::Cell, _) => -1,
            (LinkReason::Nested(number), _) => -2 - i32::from(number),
            (LinkReason::House(house), None) => house as i32,
            (LinkReason::House(house), Some(rules)) => {
                let house = rules.house_of(house);
                let reason = (&house.kind, house.number).into_pyobject(self.py)?.into_any();
                return Ok(self.linked(link, reason));
            }
        };
        Ok(self.linked(link, number.into_pyobject(self.py)?.into_any()))
    }

    fn linked(
        &self,
        link: &Link,
        reason: Bound<'py, PyAny>,
    ) -> (Place, bool, Place, bool, Bound<'py, PyAny>) {
        (self.candidate(link.from), link.from_on, self.candidate(link.to), link.to_on, reason)
    }
}

python_function!(
    #[signature(
        "_rate": puzzles, columns: Vec<String>, *, scale = "hodoku", strict = False, pace: Option<(f64, f64, f64)> = None,
        rules = None, symbols = None, threads = None, budget = None, malformed = "raise"
    )]
    /// Ratings of puzzles as bytes of shape (…, width): the named columns in order, without padding.
    pub fn rate<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let scale = scale.choose("scale", &SCALES)?;
        expect_logic(py, &call, scale == Scale::Explainer)?;
        let strict = strict.flag("strict")?;
        let is_named = |name: &str| columns.iter().any(|column| column == name);
        let rows = COLUMNS.iter().filter(|row| is_named(row.name));
        let columns: Vec<Column> = rows.map(|row| row.column).collect();
        let input = call.input("puzzles", puzzles)?;
        if columns.contains(&Column::Guesses) {
            input.expect_givens("the column guesses")?;
        }
        let pace =
            pace.map_or_else(Pace::default, |(write, look, left)| Pace { write, look, left });
        let options = RateOptions { scale, pace, strict };
        let width: usize = columns.iter().map(|column| column.width(call.engine.side())).sum();
        // Finding the steps of a puzzle takes a millisecond to minutes.
        let least = if columns.iter().any(|column| column.is_logic()) { 1 } else { 256 };
        each_row(py, &input, &call, &[width], least, 255, &|block, control| {
            call.engine.rate(block.puzzles, &columns, &options, block.values, control)
        })
    }
);

/// A round: (digits written, open cells, digits hidden in boxes, in rows and columns, weight of naked singles, seconds).
type RoundTuple = (Vec<Place>, u32, u32, u32, f64, f64);

/// The predicted minutes for a classic puzzle with one solution, its rounds, and the number of cells left.
#[pyfunction]
#[pyo3(name = "_rounds")]
pub fn rounds(puzzle: [u8; 81]) -> PyResult<(f64, Vec<RoundTuple>, u32)> {
    let mut rounds = Vec::new();
    let grid = Grid::new(puzzle).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let left = solve::rounds(&grid, |round| {
        let written = round.written().into_iter();
        let place = |(cell, digit): (Cell, u8)| (cell.row() as u16, cell.column() as u16, digit);
        let seconds = round.seconds(&Pace::default());
        let written = written.map(place).collect();
        rounds.push((written, round.open, round.boxes, round.lines, round.naked, seconds));
    });
    let minutes = solve::minutes(&grid, &Pace::default());
    let (minutes, left) = minutes.zip(left).ok_or_else(|| PyValueError::new_err("givens clash"))?;
    Ok((minutes, rounds, left))
}
