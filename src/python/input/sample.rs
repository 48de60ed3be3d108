//! The side and the kind of puzzles whose rules the caller does not know, by the first rows.
//!
//! Files say neither. The side of most boards among the first rows is that of all; rows that are no board do not count
//! unless all are such.

use std::cmp::Reverse;

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::board::text::{self, Alphabet, Kind, MAX_SIDE};

use crate::python::arrow_c::{self, Row};

use super::containers;
use super::recognise::buffer;
use super::rows::refuse_one_hot;
use super::text::{is_null, text_of};

/// The number of rows to look at.
const ROWS: usize = 200;

/// The smallest side that is found.
const LEAST_SIDE: usize = 4;

/// The boards found among some rows.
#[derive(Default)]
pub struct Sample {
    /// The side of the boards; of rows that are probably boards with faults, if there are no others.
    pub side: Option<usize>,
    /// The number of digits of the rules that the puzzles carry.
    pub digits: Option<usize>,
    /// The kind of most boards: grids are more than half of them, pencil marks at least half.
    pub kind: Option<Kind>,
    /// Whether the first board writes its blanks as `0` only.
    pub has_zeros: bool,
}

/// What one row shows.
enum Shown {
    Text(String),
    /// A list or an array of a board, and its side.
    Board(usize),
    Nothing,
}

impl Sample {
    /// Looks at puzzles of any form; texts are in the symbols of `own`, by default the standard ones.
    pub fn of(object: &Bound<'_, PyAny>, own: Option<&Alphabet>) -> PyResult<Sample> {
        if let Some(text) = text_of(object) {
            return Ok(Sample::of_rows(vec![Shown::Text(text)], own));
        }
        if let Some(carried) = containers::carried(object, true)? {
            let rules = containers::rules(object)?;
            let shape = carried.data.cast::<PyUntypedArray>()?.shape();
            let digits = rules.map(|rules| rules.getattr("digits")?.len()).transpose()?;
            let kind = if carried.candidates { Kind::Pencilmarks } else { Kind::Puzzle };
            return Ok(Sample {
                side: side_of_shape(shape),
                digits,
                kind: Some(kind),
                has_zeros: false,
            });
        }
        if let Some(data) = buffer(object)? {
            return Sample::of(&data, own);
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            if matches!(array.dtype().kind(), b'i' | b'u' | b'f') {
                refuse_one_hot("puzzles", array)?;
                return Ok(Sample::of_board(side_of_shape(array.shape())));
            }
            return Sample::of_items(&object.call_method1("reshape", (-1,))?, own);
        }
        match arrow_c::import("puzzles", object) {
            Ok(Some((_, chunks))) => {
                let rows = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|i| chunk.row(i)));
                let shown = |row| match row {
                    Row::Null | Row::Uneven => Shown::Nothing,
                    Row::Text(bytes) => Shown::Text(String::from_utf8_lossy(bytes).into_owned()),
                    Row::List(items) => {
                        square_root(items.len()).map_or(Shown::Nothing, Shown::Board)
                    }
                };
                Ok(Sample::of_rows(rows.take(ROWS).map(shown).collect(), own))
            }
            _ => Sample::of_items(object, own),
        }
    }

    /// The sample of the items of a list, a tuple or a Series.
    fn of_items(object: &Bound<'_, PyAny>, own: Option<&Alphabet>) -> PyResult<Sample> {
        let Ok(length) = object.len() else { return Ok(Sample::default()) };
        let items: Vec<Bound<'_, PyAny>> =
            object.try_iter()?.take(ROWS).collect::<PyResult<_>>()?;
        let lengths: Vec<Option<usize>> = items.iter().map(list_length).collect();
        // One board: n lists of n cells, or n² cells.
        let rows_of_one = (LEAST_SIDE..=MAX_SIDE).contains(&length)
            && lengths.iter().all(|&found| found == Some(length))
            && items
                .iter()
                .all(|row| first_item(row).is_none_or(|cell| list_length(&cell).is_none()));
        let is_cell =
            |item: &Bound<'_, PyAny>| text_of(item).is_none_or(|text| text.chars().count() == 1);
        let one = if rows_of_one {
            Some(length)
        } else if lengths.iter().all(Option::is_none) && items.iter().all(is_cell) {
            square_root(length)
        } else {
            None
        };
        if one.is_some() {
            return Ok(Sample::of_board(one));
        }
        let shown = |item: &Bound<'_, PyAny>| match (text_of(item), side_of_list(item)) {
            (Some(text), _) => Shown::Text(text),
            (None, Some(side)) => Shown::Board(side),
            (None, None) => Shown::Nothing,
        };
        Ok(Sample::of_rows(items.iter().map(shown).collect(), own))
    }

    fn of_board(side: Option<usize>) -> Sample {
        Sample { side, kind: side.map(|_| Kind::Puzzle), ..Sample::default() }
    }

    fn of_rows(rows: Vec<Shown>, own: Option<&Alphabet>) -> Sample {
        let recognize = |text: &str| match own {
            Some(alphabet) => text::recognize_in(text, alphabet),
            None => text::recognize(text),
        };
        let (mut boards, mut likely, mut kinds) = (Vec::new(), Vec::new(), [0; 3]);
        let mut has_zeros = None;
        for row in rows {
            match row {
                Shown::Board(side) => {
                    boards.push(side);
                    kinds[Kind::Puzzle as usize] += 1;
                }
                Shown::Text(text) => {
                    has_zeros.get_or_insert(text.contains('0') && !text.contains('.'));
                    if let Some((side, kind)) = recognize(text.trim_matches(['\r', '\n'])) {
                        boards.push(side);
                        kinds[kind as usize] += 1;
                    } else {
                        likely.extend(text::likely_side(&text));
                    }
                }
                Shown::Nothing => {}
            }
        }
        let [puzzles, grids, marks] = kinds;
        let kind = match () {
            () if boards.is_empty() => None,
            () if marks >= puzzles + grids => Some(Kind::Pencilmarks),
            () if grids > puzzles + marks => Some(Kind::Grid),
            () => Some(Kind::Puzzle),
        };
        let side = most_frequent(if boards.is_empty() { &likely } else { &boards });
        Sample { side, digits: None, kind, has_zeros: has_zeros.unwrap_or(false) }
    }
}

/// The side of the boards in an array of numbers: its last two axes are (n, n), else the last has n² cells.
fn side_of_shape(shape: &[usize]) -> Option<usize> {
    match shape {
        [.., rows, columns] if rows == columns && side_in_range(*rows).is_some() => Some(*rows),
        [.., cells] => square_root(*cells),
        [] => None,
    }
}

/// The side of the boards in a list, nested or not, or an array; one of n rows counts though the first is malformed.
fn side_of_list(list: &Bound<'_, PyAny>) -> Option<usize> {
    if let Ok(array) = list.cast::<PyUntypedArray>() {
        return side_of_shape(array.shape());
    }
    let mut shape = vec![list_length(list)?];
    let mut item = first_item(list);
    while let Some((length, list)) = item.and_then(|item| Some((list_length(&item)?, item))) {
        shape.push(length);
        item = first_item(&list);
    }
    side_of_shape(&shape).or_else(|| side_in_range(shape[0]).filter(|_| shape.len() == 2))
}

/// The most frequent number, the first one of several.
fn most_frequent(sides: &[usize]) -> Option<usize> {
    let count = |side: usize| sides.iter().filter(|&&other| other == side).count();
    let first = |side: usize| sides.iter().position(|&other| other == side);
    sides.iter().copied().max_by_key(|&side| (count(side), Reverse(first(side))))
}

/// The length of a list, a tuple or an array; `None` for anything else.
fn list_length(object: &Bound<'_, PyAny>) -> Option<usize> {
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    let is_array = || object.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 0);
    (is_list || is_array()).then(|| object.len().ok()).flatten()
}

/// The first item that is not null.
fn first_item<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    object.try_iter().ok()?.flatten().find(|item| !is_null(item))
}

fn square_root(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    side_in_range(side).filter(|_| side * side == cells)
}

fn side_in_range(side: usize) -> Option<usize> {
    (LEAST_SIDE..=MAX_SIDE).contains(&side).then_some(side)
}
