//! `compose`. python/bitdoku/_compose.py prepares the kinds of marks, and turns marks into rules.

use std::sync::atomic::{AtomicU64, Ordering};

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::control::Limits;
use crate::engine::{Difficulty, Engine};
use crate::generate::compose::{Composed, Kind, Recipe, Shape, Template};

use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::rules::constraints;
use crate::python::arguments::seed;
use crate::python::errors::core_error;
use crate::python::run::detach::detach_with;

use super::generate::{DifficultyArgument, Progress, in_range, symmetry_of};
use super::signature::python_function;

/// A template: the numbers of cells of its parts, its constraints in the form of `RuleSet`, whether it has a sum.
type TemplateArgument<'py> = (Vec<usize>, Vec<Bound<'py, PyAny>>, bool);

/// A kind of marks, see [`Kind`].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct KindArgument<'py> {
    shape: ShapeArgument,
    count: (usize, usize),
    every: bool,
    sizes: Vec<u32>,
    grows: bool,
    by_region: bool,
    inside: bool,
    templates: Vec<TemplateArgument<'py>>,
    group: usize,
}

#[derive(FromPyObject)]
pub enum ShapeArgument {
    Name(String),
    Places(Vec<Vec<u16>>),
}

/// A mark: the numbers of its kind and template, its cells and its sum.
type MarkResult = (usize, usize, Vec<u16>, i64);

/// A puzzle: its givens, its solution, its regions, its marks.
type ComposedResult<'py> =
    (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Vec<u16>, Vec<MarkResult>);

fn kind(py: Python<'_>, argument: KindArgument<'_>) -> PyResult<Kind> {
    let KindArgument { count, every, sizes, grows, by_region, inside, group, .. } = argument;
    let shape = match argument.shape {
        ShapeArgument::Places(places) => Shape::Places(places),
        ShapeArgument::Name(name) => match &*name {
            "cover" => Shape::Cover,
            "cage" => Shape::Cage,
            "line" => Shape::Line,
            _ => return Err(PyValueError::new_err(format!("shape {name:?} is not understood"))),
        },
    };
    let template = |(parts, items, sum): TemplateArgument<'_>| {
        PyResult::Ok(Template { parts, constraints: constraints(py, &items)?, sum })
    };
    let templates = argument.templates.into_iter().map(template).collect::<PyResult<Vec<_>>>()?;
    Ok(Kind { shape, count, every, sizes, grows, by_region, inside, templates, group })
}

python_function!(
    #[signature(
        "_compose": n: usize, kinds: Vec<Bound<'py, PyAny>>, regions: Vec<u16>, *, seed, start: u64, givens: (usize, usize), symmetry: &str,
        minimal: bool, difficulty: Option<DifficultyArgument>, effort: Option<u64>, rules?, progress: Option<Py<PyAny>>,
        threads?
    )]
    /// The core of `bitdoku.compose`: for each puzzle its givens, its solution, its regions, and its marks.
    /// Without `regions`, each puzzle has random ones.
    pub fn compose<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Vec<ComposedResult<'py>>> {
        let call = Call::new(py, None, &keywords)?;
        let kinds = kinds.iter().map(|item| kind(py, item.extract()?));
        let engine = &call.engine;
        let recipe = Recipe {
            board: engine.board(regions),
            kinds: kinds.collect::<PyResult<_>>()?,
            givens,
            symmetry: symmetry_of(symmetry)?,
            minimal,
            effort,
        };
        let difficulty = difficulty.map(Difficulty::try_from).transpose()?;
        if let Some(difficulty) = &difficulty {
            Engine::check_composed(difficulty).map_err(|error| core_error(py, &error))?;
        }
        in_range(py, start, n, crate::generate::compose::ITEMS)?;
        let key = seed::key(seed)?;
        let mut results: Vec<Option<Composed>> = vec![None; n];
        let made = AtomicU64::new(0);
        let progress = Progress::new(progress, n);
        let parts: Vec<_> = (start..).zip(&mut results).collect();
        let result = detach_with(
            py,
            call.threads,
            Limits::NONE,
            &|py| progress.visit(py, made.load(Ordering::Relaxed)),
            parts,
            |(item, result), control| {
                *result =
                    Some(engine.compose(&recipe, difficulty.as_ref(), &key, item, control)?);
                made.fetch_add(1, Ordering::Relaxed);
                Ok(())
            },
        )?;
        result.map_err(|error| core_error(py, &error))?;
        progress.end(py)?;
        let composed = results.into_iter().flatten().map(|one| {
            let marks = one.marks.into_iter();
            let marks = marks.map(|mark| (mark.kind, mark.template, mark.cells, mark.value));
            let [puzzle, solution] =
                [one.puzzle, one.solution].map(|board| PyArray1::from_vec(py, board));
            (puzzle, solution, one.regions, marks.collect())
        });
        Ok(composed.collect())
    }
);
