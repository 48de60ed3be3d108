//! The steps of puzzles of rules other than classic, as tuples.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::engine::{self, Engine, RulesExplanation, RulesStart};
use crate::logic::any::{Look, Position, Rules, Source};
use crate::logic::{Candidate, Link, LinkReason, Step};
use crate::rules::bits;

use crate::python::arguments::call::Call;
use crate::python::arguments::rules::constraint;
use crate::python::errors::exception;

/// Refuses rules that human logic or a scale does not have, and gives the engine the names of rules, for texts, at the first
/// call.
pub fn expect_logic(py: Python<'_>, call: &Call<'_>, is_explainer: bool) -> PyResult<()> {
    let refuse = |message: &str| Err(exception(py, "RulesError", message.to_owned()));
    let Some(rules) = &call.rules else { return Ok(()) };
    if rules.getattr_opt("symbols")?.is_some_and(|symbols| !symbols.is_none()) {
        return refuse("human logic has digits from 1; the rules have digits from 0");
    }
    let Engine::Other(other) = &call.engine else { return Ok(()) };
    if is_explainer {
        return refuse("the scale 'explainer' is for classic 9x9 Sudoku only; use scale='hodoku'");
    }
    other.name_sources(|| {
        let sources = py.import("bitdoku.rules._sources")?.call_method1("sources", (rules,))?;
        let mut named = Vec::new();
        for item in sources.try_iter()? {
            let (name, tuple): (String, Bound<'_, PyAny>) = item?.extract()?;
            named.push(Source { name, constraint: constraint(&tuple)? });
        }
        Ok(named)
    })
}

/// An explanation: (verdict, contradictory, out of budget, givens, steps, cells and masks after the last, level and score,
/// the clue that a full board breaks).
pub fn rules_tuple<'py>(
    py: Python<'py>,
    rules: &Rules,
    start: &RulesStart,
    found: &RulesExplanation,
) -> PyResult<Bound<'py, PyAny>> {
    let steps = PyList::empty(py);
    for (position, step) in &found.steps {
        let (cells, masks) = state(py, rules, position);
        let look = Look { rules, position, texts: true };
        steps.append((step_tuple(py, &look, step)?, cells, masks))?;
    }
    let (cells, masks) = state(py, rules, &found.end);
    let (level, score) = found.worth;
    let clue = match found.is_contradictory && found.end.is_full() {
        true => rules.broken(found.end.values()),
        false => None,
    };
    let tuple = (
        found.verdict as u8,
        found.is_contradictory,
        found.is_out_of_budget,
        PyBytes::new(py, &start.values),
        steps,
        cells,
        masks,
        Some((level as u8, score)),
        clue.map(|clue| &clue.name),
    );
    Ok(tuple.into_pyobject(py)?.into_any())
}

/// The cells of a position as bytes, and its candidates as masks of two bytes for up to 16 digits, four up to 32, else eight.
fn state<'py>(
    py: Python<'py>,
    rules: &Rules,
    position: &Position,
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let width = match rules.digits() {
        0..=16 => 2,
        17..=32 => 4,
        _ => 8,
    };
    let masks = position
        .all_candidates()
        .iter()
        .flat_map(|mask| mask.to_le_bytes().into_iter().take(width));
    (PyBytes::new(py, position.values()), PyBytes::new(py, &masks.collect::<Vec<u8>>()))
}

/// A step: (technique, score, placements, eliminations, cells, digits, houses, chains, complexity, nested steps, text, notation
/// without the name of the technique). A house is (kind, number, cells).
fn step_tuple<'py>(py: Python<'py>, look: &Look<'_>, step: &Step) -> PyResult<Bound<'py, PyTuple>> {
    let side = look.rules.side();
    let place = |cell: u16| (usize::from(cell) / side, usize::from(cell) % side);
    let candidate = |mark: &Candidate| (place(mark.cell).0, place(mark.cell).1, mark.d() + 1);
    let candidates = |list: &[Candidate]| PyTuple::new(py, list.iter().map(candidate));
    let cells = |list: &[u16]| PyTuple::new(py, list.iter().map(|&cell| place(cell)));
    let mut houses = Vec::new();
    for &number in &step.houses {
        let house = look.rules.house_of(number);
        houses.push((&house.kind, house.number, cells(&house.cells)?));
    }
    let link = |link: &Link| -> PyResult<Bound<'py, PyTuple>> {
        let reason = match link.reason {
            LinkReason::Nested(_) | LinkReason::Cell => (-1i32).into_pyobject(py)?.into_any(),
            LinkReason::House(number) => {
                let house = look.rules.house_of(number);
                (&house.kind, house.number).into_pyobject(py)?.into_any()
            }
        };
        (candidate(&link.from), link.from_on, candidate(&link.to), link.to_on, reason)
            .into_pyobject(py)
    };
    let mut chains = Vec::new();
    for chain in &step.chains {
        chains.push(PyTuple::new(py, chain.iter().map(link).collect::<PyResult<Vec<_>>>()?)?);
    }
    let digits: Vec<u32> = bits(step.digits).map(|digit| digit.trailing_zeros() + 1).collect();
    let tuple = (
        engine::number(step.technique),
        step.rating,
        candidates(&step.placements)?,
        candidates(&step.eliminations)?,
        cells(&step.cells)?,
        PyTuple::new(py, digits)?,
        houses,
        PyTuple::new(py, chains)?,
        step.complexity,
        PyTuple::empty(py),
        &step.text,
        &step.notation,
    );
    tuple.into_pyobject(py)
}
