//! `canonical`, `fingerprint`, `automorphisms` and `shuffle`.

use numpy::{PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString, PyTuple};

use crate::control::Limits;
use crate::random::Key;
use crate::symmetry::{Group, Transform};

use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::{Word, at_least_one, below, seed, wrong_kind};
use crate::python::errors::{core_error, shape_text};
use crate::python::input::rows::Size;
use crate::python::input::{Input, is_masked};
use crate::python::run::detach::detach_once;
use crate::python::run::{each_board, each_row};

use super::signature::python_function;

/// Rows that are worth a thread of their own, where a row takes a microsecond.
const LEAST: usize = 256;

/// Values of cells that are moved at a time.
const PIECE: usize = 8192 * 81;

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Return the canonical form of each puzzle: the lexicographically smallest of its symmetric images.
    ///
    /// Two puzzles have the same canonical form exactly if a symmetry of Sudoku maps one to the other. The 1,218,998,108,160
    /// symmetries combine transposition, permutations of bands, stacks, rows and columns, and relabeling of digits. The
    /// form depends on the puzzle, not on its solutions, so every board has one, even with clashing givens. Blank sorts
    /// before 1.
    ///
    /// Parameters
    /// ----------
    /// puzzles : text, integer array, list, Series or Arrow column
    ///     One puzzle or many, in any form that :func:`solve` accepts.
    /// rules : str, Rules or Rule, optional
    /// symbols : str, optional
    ///     The characters for the digits from 1 on in text, as for :func:`solve`.
    /// threads : int, optional
    ///     The number of threads; all cores by default.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get a blank grid; ``verdict(puzzles, malformed="mark")`` finds these rows.
    ///
    /// Returns
    /// -------
    /// The canonical forms, in the input's form.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    /// >>> bd.canonical(puzzle)
    /// '........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9.'
    /// >>> bd.canonical(bd.shuffle(puzzle, seed=7)) == bd.canonical(puzzle)
    /// True
    pub fn canonical<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "canonical")?;
        let (engine, area) = (&call.engine, input.size().area);
        each_board(py, &input, &call, None, LEAST, &|block, control| {
            let cells = block.puzzles.givens();
            let mut counts = vec![0; cells.len() / area];
            engine.canonical(cells, block.solutions, &mut counts, control)
        })
    }
);

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Count the automorphisms of each puzzle: geometric transformations, of 3,359,232, that only relabel its digits.
    ///
    /// The parameters are those of :func:`canonical`. With ``malformed="mark"``, malformed rows get 0.
    ///
    /// Returns
    /// -------
    /// int or ndarray of uint32
    ///     One number, or an array with the leading shape of the puzzles.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> bd.automorphisms("." * 81)
    /// 3359232
    /// >>> bd.automorphisms("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
    /// 648
    pub fn automorphisms<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "automorphisms")?;
        let engine = &call.engine;
        let array = each_row(py, &input, &call, &[], LEAST, 0u64, &|block, control| {
            let cells = block.puzzles.givens();
            engine.canonical(cells, &mut vec![0; cells.len()], block.values, control)
        })?;
        if array.readonly().as_slice()?.contains(&u64::MAX) {
            return Err(PyOverflowError::new_err("2^64 automorphisms or more"));
        }
        match input.is_one() {
            true => array.call_method0("item"),
            // The numbers of classic boards fit 32 bits.
            false if call.engine.counts_fit_u32() => array.call_method1("astype", ("u4",)),
            false => Ok(array.into_any()),
        }
    }
);

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Return 16 bytes that identify the class of each puzzle, the same in every version of bitdoku.
    ///
    /// The fingerprint is the 16-byte BLAKE2b digest of the canonical form as 81 characters with ``.`` for blank; see the
    /// example. The parameters are those of :func:`canonical`. With ``malformed="mark"``, malformed rows get zeros.
    ///
    /// Returns
    /// -------
    /// bytes or ndarray of uint8
    ///     16 bytes for one puzzle, an array of shape (…, 16) for many.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd, hashlib
    /// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    /// >>> bd.fingerprint(puzzle).hex()
    /// '5b9b7ada987770fd518a37e9e00256dc'
    /// >>> bd.fingerprint(puzzle) == hashlib.blake2b(bd.canonical(puzzle).encode(), digest_size=16).digest()
    /// True
    pub fn fingerprint<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "fingerprint")?;
        let engine = &call.engine;
        let array = each_row(py, &input, &call, &[16], LEAST, 0, &|block, control| {
            let (fingerprints, _) = block.values.as_chunks_mut();
            engine.fingerprint(block.puzzles.givens(), fingerprints, control)
        })?;
        match input.is_one() {
            true => Ok(PyBytes::new(py, array.readonly().as_slice()?).into_any()),
            false => Ok(array.into_any()),
        }
    }
);

python_function!(
    #[signature(
        puzzles, *also, seed, moves = None, copies = None, group = "all", start = None, rules = None,
        symbols = None, threads = None, malformed = "raise"
    )]
    /// Transform each puzzle by a random symmetry, for data augmentation.
    ///
    /// The symmetries are drawn uniformly from all 1,218,998,108,160, or from a ``group`` of them, and depend only on the
    /// seed and the number of the puzzle, not on threads or batches: puzzle i gets ``Transform.random(seed, i)``.
    ///
    /// Parameters
    /// ----------
    /// puzzles : text, integer array, list, Series or Arrow column
    ///     One puzzle or many, in any form that :func:`solve` accepts.
    /// *also : as puzzles
    ///     Further puzzles with the same leading shape, such as the solutions; they get the transformations of
    ///     ``puzzles``. Integers and text are digits. Arrays of bool or float hold a value for each cell, which moves with
    ///     the cell and is not relabeled.
    /// moves : sequence of arrays
    ///     Further arrays with a value of any dtype for each cell, which moves with the cell and is not relabeled: cell
    ///     numbers, masks of candidates (see ``group``), one-hot cells. Their shape is the leading shape of the puzzles,
    ///     then (9, 9) or (81,), then any axes. They are returned after ``also``.
    /// seed : int, numpy SeedSequence, numpy Generator or None
    ///     An int is equivalent to its SeedSequence. A Generator advances. None means entropy from the operating system.
    /// copies : int, optional
    ///     The number of transformed copies of each puzzle, on a new axis after the leading ones. Copy k of puzzle i gets
    ///     transformation ``i * copies + k``.
    /// group : {"all", "digits", "geometry"}
    ///     "digits" relabels digits only, "geometry" moves cells only.
    /// start : int
    ///     The number of the first transformation: ``start=i`` continues after a batch of i puzzles.
    /// rules : str, Rules or Rule, optional
    /// symbols : str, optional
    ///     The characters for the digits from 1 on in text, as for :func:`solve`.
    /// threads : int, optional
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get blank grids in all results. The transformations of other rows do not
    ///     change.
    ///
    /// Returns
    /// -------
    /// The transformed puzzles in the form of the input; with ``also`` or ``moves``, a tuple of these and the other arrays.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd, numpy as np
    /// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    /// >>> moved, solution = bd.shuffle(puzzle, bd.solve(puzzle).solution, seed=1)
    /// >>> bd.solve(moved).solution == solution
    /// True
    /// >>> bd.shuffle(np.zeros((5, 81), np.uint8), seed=1, copies=3).shape
    /// (5, 3, 81)
    pub fn shuffle<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "shuffle")?;
        let copies =
            copies.map(|copies| PyResult::Ok(at_least_one("copies", copies)?.get() as usize));
        let copies = copies.transpose()?;
        let start = start.map_or(Ok(0), |start| below("start", start, 62))?;
        let items = (input.rows as u64).checked_mul(copies.unwrap_or(1) as u64);
        if items.and_then(|items| items.checked_add(start)).is_none_or(|end| end >> 62 != 0) {
            return Err(PyValueError::new_err(format!(
                "start is {start} and {} puzzles are to have {} copies each; transformations are numbered below 2**62",
                input.rows,
                copies.unwrap_or(1)
            )));
        }
        let (key, group) = (seed::key(seed)?, read_group(&group)?);
        let mover = Mover { call: &call, key: &key, group, copies, start };

        // All arrays are looked at before the first is moved.
        let mut others = Vec::with_capacity(also.len());
        for (k, other) in also.iter().enumerate() {
            let values = match other.cast::<PyUntypedArray>() {
                Ok(array) if matches!(array.dtype().kind(), b'b' | b'f' | b'c') => {
                    Some(array.clone())
                }
                _ => None,
            };
            if let Some(array) = values {
                expect_values(&format!("also[{k}]"), &array, &input)?;
                others.push(Other::Values(array));
                continue;
            }
            let other = call.input(format!("also[{k}]"), &other)?;
            other.expect_givens("shuffle")?;
            if other.shape != input.shape {
                return Err(PyValueError::new_err(format!(
                    "puzzles have the leading shape {}, also[{k}] has {}; expected the same",
                    shape_text(&input.shape),
                    shape_text(&other.shape)
                )));
            }
            others.push(Other::Grids(Box::new(other)));
        }
        if let Some(moves) = moves {
            let refusal = || wrong_kind("moves", moves, "a sequence of arrays");
            if moves.is_instance_of::<PyUntypedArray>() || moves.is_instance_of::<PyString>() {
                return Err(refusal());
            }
            let arrays = moves.try_iter().map_err(|error| {
                if error.is_instance_of::<PyTypeError>(py) { refusal() } else { error }
            })?;
            for (k, array) in arrays.enumerate() {
                let (name, array) = (format!("moves[{k}]"), array?);
                let array = array
                    .cast::<PyUntypedArray>()
                    .map_err(|_| wrong_kind(&name, &array, "an array"))?;
                expect_values(&name, array, &input)?;
                others.push(Other::Values(array.clone()));
            }
        }
        let first = mover.move_grids(py, &input)?;
        if others.is_empty() {
            return Ok(first);
        }
        let mut results = vec![first];
        for other in &others {
            results.push(match other {
                Other::Grids(other) => mover.move_grids(py, other)?,
                Other::Values(array) => mover.move_values(py, array, &input)?,
            });
        }
        Ok(PyTuple::new(py, results)?.into_any())
    }
);

/// An array that is transformed with the puzzles.
enum Other<'py> {
    /// Digits.
    Grids(Box<Input<'py>>),
    /// A value for each cell.
    Values(Bound<'py, PyUntypedArray>),
}

/// The axes of an array after those of the cells; `None` if the array has no value for each cell.
fn inner_axes<'a>(shape: &'a [usize], input: &Input<'_>) -> Option<&'a [usize]> {
    let Size { side, area, .. } = input.size();
    match shape.strip_prefix(&input.shape[..])? {
        [rows, columns, inner @ ..] if (*rows, *columns) == (side, side) => Some(inner),
        [cells, inner @ ..] if *cells == area => Some(inner),
        _ => None,
    }
}

/// Refuses arrays without a value for each cell of each puzzle.
fn expect_values(name: &str, array: &Bound<'_, PyUntypedArray>, input: &Input<'_>) -> PyResult<()> {
    if is_masked(array)? {
        return Err(PyTypeError::new_err(format!("{name} is a masked array: fill it first")));
    }
    if inner_axes(array.shape(), input).is_some() {
        return Ok(());
    }
    let Size { side, area, .. } = input.size();
    let axes = |cells: &[usize]| shape_text(&[&input.shape[..], cells].concat());
    Err(PyValueError::new_err(format!(
        "{name} has shape {}; expected {} or {}, and further axes perhaps",
        shape_text(array.shape()),
        axes(&[side, side]),
        axes(&[area])
    )))
}

/// The name of a group.
pub fn read_group(name: &Word<'_, '_>) -> PyResult<Group> {
    name.choose(
        "group",
        &[("all", Group::All), ("digits", Group::Digits), ("geometry", Group::Geometry)],
    )
}

/// The transformations of a call of `shuffle`.
struct Mover<'a, 'py> {
    call: &'a Call<'py>,
    key: &'a Key,
    group: Group,
    copies: Option<usize>,
    start: u64,
}

impl<'py> Mover<'_, 'py> {
    fn move_grids(&self, py: Python<'py>, input: &Input<'py>) -> PyResult<Bound<'py, PyAny>> {
        let copies = self.copies.unwrap_or(1);
        let least = (16 * LEAST / copies).max(1);
        let Mover { key, group, start, .. } = *self;
        let engine = &self.call.engine;
        each_board(py, input, self.call, self.copies, least, &|block, control| {
            let first = start + (block.first * copies) as u64;
            let moves = engine.moves(key, group, control)?;
            moves.apply(first, copies, block.puzzles.givens(), block.solutions, control)
        })
    }

    /// Gathers with numpy, because the items may have any type.
    fn move_values(
        &self,
        py: Python<'py>,
        array: &Bound<'py, PyUntypedArray>,
        input: &Input<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copies = self.copies.unwrap_or(1);
        let (leading, area) = (&input.shape, input.size().area);
        let items = input.rows * copies;
        let mut shape = leading.to_vec();
        shape.extend(self.copies);
        shape.extend_from_slice(&array.shape()[leading.len()..]);
        // One row a cell; its length is given, since an empty array does not tell it.
        let inner = inner_axes(array.shape(), input).expect("the shape was looked at");
        let width = inner.iter().product::<usize>();
        let flat = array.call_method1("reshape", ((area * input.rows, width),))?;
        let moved = py.import("numpy")?.call_method1("empty", (shape, array.dtype()))?;
        let places = moved.call_method1("reshape", ((area * items, width),))?;
        let Mover { key, group, start, .. } = *self;
        let engine = &self.call.engine;
        // In pieces, since a place is eight bytes for a value of perhaps one, and signals are looked at between them.
        let most = (PIECE / area).max(1);
        for first in (0..items).step_by(most) {
            let piece = most.min(items - first);
            let sources = detach_once(py, Limits::NONE, |control| {
                let mut all = Vec::with_capacity(area * piece);
                let moves = engine.moves(key, group, control)?;
                moves.sources(start + first as u64, piece, |item, sources| {
                    let row = area * ((first + item) / copies);
                    // NumPy 1 takes signed places only.
                    all.extend(sources.iter().map(|&source| (row + usize::from(source)) as isize));
                });
                Ok(all)
            })?;
            let (start, end) = (area * first, area * (first + piece));
            let taken = flat.call_method1("take", (numpy::PyArray1::from_vec(py, sources), 0))?;
            places.set_item(PySlice::new(py, start as isize, end as isize, 1), taken)?;
        }
        Ok(moved)
    }
}

/// Applies one transformation to all.
pub fn apply<'py>(
    py: Python<'py>,
    transform: &Transform,
    puzzles: &Bound<'py, PyAny>,
    keywords: &Keywords<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let call = Call::new(py, Some(puzzles), keywords)?;
    let refusal = "a Transform is a symmetry of the classic rules; for others there is shuffle(puzzles, rules=…)";
    call.engine.expect_classic(refusal).map_err(|error| core_error(py, &error))?;
    let input = call.input("puzzles", puzzles)?;
    input.expect_givens("a Transform")?;
    each_board(py, &input, &call, None, 16 * LEAST, &|block, _| {
        call.engine.transform(transform, block.puzzles.givens(), block.solutions);
        Ok(())
    })
}
