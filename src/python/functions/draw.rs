//! Private functions of `bitdoku.board`: boards as SVG, and the colors and measures of pictures. Arguments are checked by
//! `Board`.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::draw::{self, Color, DrawError, Drawing, Place, Theme};
use crate::python::arguments::Word;

fn value_error(error: DrawError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A board as SVG. Cells, givens and conflicts have a byte for each cell; `highlight` has (row, column) or (row, column,
/// digit) with colors; `rules` and `step` are JSON.
#[pyfunction]
#[pyo3(
    name = "_svg",
    signature = (
        cells, *, givens, conflicts, candidates, highlight, rules, step, theme, size, scale, max_size, label, captioned,
        marked
    )
)]
#[expect(clippy::too_many_arguments, reason = "the fields of a drawing")]
pub fn svg(
    py: Python<'_>,
    cells: Vec<u8>,
    givens: Vec<u8>,
    conflicts: Vec<u8>,
    candidates: Option<Vec<u64>>,
    highlight: HashMap<Vec<usize>, String>,
    rules: &str,
    step: Option<&str>,
    theme: Word<'_, '_>,
    size: Option<u32>,
    scale: f64,
    max_size: u32,
    label: &str,
    captioned: bool,
    marked: bool,
) -> PyResult<String> {
    let theme = theme.choose("theme", &Theme::NAMED)?;
    let [givens, conflicts] = [givens, conflicts]
        .map(|flags| flags.into_iter().map(|flag| flag != 0).collect::<Vec<bool>>());
    let side = cells.len().isqrt();
    let colored = |(place, name): (Vec<usize>, String)| {
        let color = Color::HIGHLIGHTS.into_iter().find(|color| color.name() == name)?;
        match place[..] {
            [row, column] => Some((Place::Cell(row * side + column), color)),
            [row, column, digit] => Some((Place::Candidate(row * side + column, digit), color)),
            _ => None,
        }
    };
    let highlight = highlight.into_iter().map(colored).collect::<Option<Vec<_>>>();
    let highlight = highlight.ok_or_else(|| PyValueError::new_err("highlight is malformed"))?;
    let drawing = Drawing {
        rules,
        cells: &cells,
        givens: &givens,
        conflicts: &conflicts,
        candidates: candidates.as_deref(),
        highlight: &highlight,
        step,
        theme,
        size,
        scale,
        max_size,
        label,
        is_captioned: captioned,
        is_marked: marked,
    };
    py.detach(|| draw::svg(&drawing)).map_err(value_error)
}

/// A sentence about the links of a step that its picture omits; empty if there are none.
#[pyfunction]
#[pyo3(name = "_omission_note")]
pub fn omission_note(step: &str) -> PyResult<String> {
    draw::omission_note(step).map_err(value_error)
}

/// What a picture of rules does not show, in words.
#[pyfunction]
#[pyo3(name = "_captions")]
pub fn captions(rules: &str) -> PyResult<Vec<String>> {
    draw::captions(rules).map_err(value_error)
}

/// The colors of a theme by name.
#[pyfunction]
#[pyo3(name = "_colors")]
pub fn colors(theme: Word<'_, '_>) -> PyResult<HashMap<&'static str, String>> {
    let theme = theme.choose("theme", &Theme::NAMED)?;
    Ok(Color::ALL.iter().map(|color| (color.name(), color.value(theme))).collect())
}

/// The names of the colors of highlights.
#[pyfunction]
#[pyo3(name = "_highlights")]
pub fn highlights() -> [&'static str; 6] {
    Color::HIGHLIGHTS.map(Color::name)
}

/// The width of a cell, the offset of the first cell, and the height of the sums of cages in a picture.
#[pyfunction]
#[pyo3(name = "_measures")]
pub fn measures() -> (u32, u32, f64) {
    (draw::CELL, draw::MARGIN, draw::SUM_HEIGHT)
}
