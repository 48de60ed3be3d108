"""Encoding of puzzles and solutions as arrays for models, and decoding.

Puzzles may have any form that :func:`bitdoku.solve` takes. Leading axes are kept: one puzzle gives one item, n puzzles
an array of n items. With ``rules`` of side n, n replaces 9 below, except in traces.

====================  =============================  =============================================================
function              an item                        its inverse
====================  =============================  =============================================================
:func:`digits`        (9, 9), digit + offset         :func:`from_digits`
:func:`one_hot`       (9, 9, 9), blank all zero      :func:`from_one_hot`, which also takes scores of a model
:func:`plus_minus`    (9, 9, 9), +1 and −1           :func:`from_one_hot`
:func:`candidates`    (9, 9, 9), bool                none, since a cell with one candidate may be blank
:func:`masks`         (9, 9), uint16                 none
:func:`labels`        (9, 9), 0–8, −100 on givens    :func:`from_labels`
:func:`traces`        (325,), solving order          :func:`from_traces`
====================  =============================  =============================================================

A copy by :func:`bitdoku.shuffle` can have another ``level``, ``score``, ``er``, ``ep`` or ``ed`` of
:func:`bitdoku.rate` than the puzzle. As targets of a model, beside augmented puzzles, use columns that are equal for
all copies, such as ``minutes``, ``te`` or ``b``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of
from bitdoku._core import _whole as whole
from bitdoku._errors import PuzzleError, cell_name, shown
from bitdoku.datasets._io.read_arrays import TRACE, decode_traces
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

    _Boards: TypeAlias = npt.NDArray[np.uint8]
    _Threads: TypeAlias = SupportsIndex | None
    _Level: TypeAlias = Literal["basic", "singles", "locked", "true"]

#: Codes of techniques in :func:`traces`.
GIVEN, NAKED_SINGLE, HIDDEN_SINGLE, OTHER = range(4)

_MAX = 1_000_000_000


def _boards(puzzles: Any, rules: object = None, name: str = "puzzles") -> _Boards:
    side = rules_of(rules).side
    cells = _core._cells(puzzles, rules=rules, name=name)
    return cells.reshape(*cells.shape[:-1], side, side)


def _largest(rules: object) -> int:
    """The number of digits."""
    return len(rules_of(rules).digits)


def _converted(table: npt.NDArray[Any], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The numbers in another dtype. Raises ValueError if it cannot represent them."""
    try:
        found = np.dtype(dtype)
    except (TypeError, ValueError):
        found = None
    if found is None or found.kind not in "biuf":
        raise TypeError(f"dtype is {shown(dtype) if found is None else found}; expected an integer or float dtype")
    encoded = table.astype(found)
    if (encoded != table).any():
        raise ValueError(f"{found} cannot represent all of {table.min()} to {table.max()}")
    return encoded


def _numbers(name: str, values: npt.ArrayLike, *, integral: bool = False) -> npt.NDArray[Any]:
    """An array of numbers; with ``integral`` checked and converted to int64."""
    found = array_of(name, values)
    if found.dtype.kind not in ("iuf" if integral else "biuf"):
        raise TypeError(f"{name} holds {found.dtype}; expected numbers")
    if not integral:
        return found
    if found.dtype.kind == "f" and not (found == np.rint(found)).all():
        raise PuzzleError(f"{name} holds fractions; expected whole numbers")
    if not ((found >= -_MAX) & (found <= _MAX)).all():
        raise PuzzleError(f"{name} holds numbers out of range; expected at most 10^9 in size")
    return found.astype(np.int64)


def _whole(name: str, value: object) -> int:
    return whole(name, value, least=-_MAX, most=_MAX)


def digits(puzzles: Any, *, offset: int = 0, dtype: npt.DTypeLike = np.uint8, rules: object = None) -> npt.NDArray[Any]:
    """Digits plus ``offset``: a blank is 0 with offset 0, and 1 with offset 1, as in HRM.

    Raises
    ------
    ValueError
        If the dtype cannot represent ``offset`` to ``offset + n``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets import encodings
    >>> encodings.digits("12" + "." * 79, offset=1, dtype="int32")[0]
    array([2, 3, 1, 1, 1, 1, 1, 1, 1], dtype=int32)
    """
    boards, offset = _boards(puzzles, rules), _whole("offset", offset)
    return _converted(np.arange(offset, offset + _largest(rules) + 1), dtype)[boards]


def from_digits(encoded: npt.ArrayLike, *, offset: int = 0, rules: object = None) -> _Boards:
    """The boards, uint8 of shape (…, 9, 9), encoded by :func:`digits`.

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.from_digits(encodings.digits("12" + "." * 79, offset=1), offset=1)[0]
    array([1, 2, 0, 0, 0, 0, 0, 0, 0], dtype=uint8)
    """
    values = _numbers("encoded", encoded, integral=True)
    offset = _whole("offset", offset)
    return _boards(values - offset, rules, "encoded")


def one_hot(puzzles: Any, *, dtype: npt.DTypeLike = np.uint8, rules: object = None) -> npt.NDArray[Any]:
    """One-hot cells: 1 at [row, column, digit − 1] for each given; a blank cell is all zero.

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.one_hot("2" + "." * 80)[0, :2].tolist()
    [[0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]
    """
    return _indicators(puzzles, rules, dtype, 0)


def plus_minus(puzzles: Any, *, dtype: npt.DTypeLike = np.int8, rules: object = None) -> npt.NDArray[Any]:
    """Like :func:`one_hot`, with −1 in place of 0; a blank cell is all −1.

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.plus_minus("2" + "." * 80)[0, 0].tolist()
    [-1, 1, -1, -1, -1, -1, -1, -1, -1]
    """
    return _indicators(puzzles, rules, dtype, -1)


def _indicators(puzzles: Any, rules: object, dtype: npt.DTypeLike, other: int) -> npt.NDArray[Any]:
    """1 for the digit of a cell, and another number for other digits."""
    boards = _boards(puzzles, rules)
    return _converted(np.where(np.eye(_largest(rules) + 1)[:, 1:] == 1, 1, other), dtype)[boards]


def from_one_hot(scores: npt.ArrayLike) -> _Boards:
    """The boards, uint8 of shape (…, n, n), from one-hot or ±1 arrays or scores of a model, shape (…, n, n, digits).

    A cell gets the digit with the highest score, the smallest of equal ones. It is blank if no score is above 0, so
    pass probabilities rather than their logarithms.

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.from_one_hot(encodings.plus_minus("2" + "." * 80))[0]
    array([2, 0, 0, 0, 0, 0, 0, 0, 0], dtype=uint8)
    """
    values = _numbers("scores", scores)
    shape = values.shape[-3:]
    if len(shape) < 3 or not 0 < shape[0] == shape[1] <= shape[2]:
        raise ValueError(f"scores have shape {values.shape}; expected (…, 9, 9, 9), or the same for another side")
    largest = values.max(axis=-1)
    if (largest != largest).any():
        raise ValueError("scores hold NaN; expected numbers")
    return np.where(largest > 0, values.argmax(axis=-1) + 1, 0).astype(np.uint8)


def masks(puzzles: Any, *, level: _Level = "basic", rules: Any = None, threads: _Threads = None) -> npt.NDArray[Any]:
    """Candidates as bit masks, bit k for digit k + 1: :func:`bitdoku.candidates` with items of shape (9, 9).

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.masks("2" + "." * 80)[0, :2].tolist()
    [2, 509]
    """
    found: npt.NDArray[Any] = _core.candidates(_boards(puzzles, rules), level=level, rules=rules, threads=threads)
    return found


def candidates(
    puzzles: Any, *, level: _Level = "basic", rules: Any = None, threads: _Threads = None
) -> npt.NDArray[np.bool_]:
    """Whether [row, column, digit − 1] is a candidate; levels as in :func:`bitdoku.candidates`.

    Examples
    --------
    >>> from bitdoku.datasets import encodings
    >>> encodings.candidates("2" + "." * 80)[0, :2].sum(axis=-1).tolist()
    [1, 8]
    """
    found = masks(puzzles, level=level, rules=rules, threads=threads)
    bits = found[..., None] >> np.arange(_largest(rules), dtype=found.dtype)
    open_: npt.NDArray[np.bool_] = (bits & found.dtype.type(1)).astype(bool)
    return open_


def labels(
    puzzles: Any, solutions: Any, *, ignore: int | None = -100, dtype: npt.DTypeLike = np.int64, rules: object = None
) -> npt.NDArray[Any]:
    """The digits of the solution minus one, 0 to 8, and ``ignore`` for givens.

    Losses of PyTorch ignore ``-100``. None keeps all cells.

    Raises
    ------
    PuzzleError
        If a solution has a blank cell, or contradicts a given.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets import encodings
    >>> made = bd.generate(1, seed=1)
    >>> encodings.labels(made.puzzle, made.solution).shape
    (1, 9, 9)
    """
    givens, answers = _boards(puzzles, rules), _boards(solutions, rules, "solutions")
    largest = _largest(rules)
    if givens.shape != answers.shape:
        raise ValueError(f"puzzles have shape {givens.shape}, solutions {answers.shape}; expected the same")
    wrong = (answers == 0) | ((givens != 0) & (givens != answers))
    if wrong.any():
        *index, row, column = np.argwhere(wrong)[0].tolist()
        where = f"solutions{index}" if index else "solutions"
        found, given = answers[(*index, row, column)], givens[(*index, row, column)]
        raise PuzzleError(f"{where}: {cell_name(row, column)} holds {found}; expected {given or f'1..{largest}'}")
    encoded = _converted(np.arange(largest), dtype)[answers - 1]
    if ignore is not None:
        mark = np.array(_whole("ignore", ignore))
        if 0 <= mark < largest:
            raise ValueError(f"ignore is {mark}, which is also a label; expected none of 0..{largest - 1}")
        if mark.astype(encoded.dtype) != mark:
            raise ValueError(f"{encoded.dtype} cannot represent ignore, which is {ignore}")
        encoded[givens != 0] = mark
    return encoded


def from_labels(puzzles: Any, encoded: npt.ArrayLike, *, rules: object = None) -> _Boards:
    """The answers, uint8 of shape (…, 9, 9): givens from the puzzles, other cells from the labels 0 to 8.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets import encodings
    >>> made = bd.generate(1, seed=1)
    >>> puzzle, solution = made.puzzle, made.solution
    >>> bool((encodings.from_labels(puzzle, encodings.labels(puzzle, solution)) == solution).all())
    True
    """
    givens, values = _boards(puzzles, rules), _numbers("encoded", encoded)
    if values.size != givens.size:
        raise ValueError(f"encoded has shape {values.shape}, puzzles {givens.shape}; expected equal numbers of cells")
    values, largest = values.reshape(givens.shape), _largest(rules)
    blank = givens == 0
    wrong = blank & ~((values >= 0) & (values < largest) & (values == np.rint(values)))
    if wrong.any():
        *index, row, column = np.argwhere(wrong)[0].tolist()
        where = f"encoded{index}" if index else "encoded"
        raise PuzzleError(
            f"{where}: {cell_name(row, column)} holds {values[(*index, row, column)]}; expected 0..{largest - 1}"
        )
    return np.where(blank, values + 1, givens).astype(np.uint8)


def traces(puzzles: Any, *, scale: Literal["hodoku", "explainer"] | None = None, threads: _Threads = None) -> _Boards:
    """The order in which a solver fills the cells, for models that solve step by step: uint8 of shape (…, 325).

    An item is the number of givens, then 81 times (row, column, digit, technique) with rows and columns from 0. The
    givens come first, in reading order, with technique 0.

    With ``scale`` the cells are in the order of the steps of :func:`bitdoku.explain`, and the technique is the number
    of a :class:`bitdoku.Technique`: the hardest since the previous cell. Without it, each cell is found by the first of
    these rules that applies to the current board:

    1. the first blank cell, in reading order, with one candidate left: a naked single;
    2. the first blank cell that is the only place for a digit in its row, column or box: a hidden single;
    3. the first of the blank cells with the fewest candidates, filled from the solution.

    Raises
    ------
    PuzzleError
        If a puzzle has no solution or several.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets import encodings
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> trace = encodings.traces(puzzle)
    >>> int(trace[0]), trace[1:].reshape(81, 4)[:2].tolist()
    (21, [[0, 0, 8, 0], [1, 2, 3, 0]])
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> bd.Technique(encodings.traces(easy, scale="hodoku")[-1]).label
    'Full House'
    """
    try:
        found = _core._traces(puzzles, scale=scale, threads=threads)
    except PuzzleError as error:
        # The message recommends ``rules``, which traces do not have.
        text, other, _ = str(error).partition("boards of other sizes")
        error.args = (text + (other and "traces are for 9x9 only"),)
        raise
    bad = found[..., 0] == 255
    if bad.any():
        index = np.argwhere(bad)[0].tolist()
        where = f"puzzles{index}" if index else "the puzzle"
        raise PuzzleError(f"{where} does not have exactly one solution; expected one")
    return found


def from_traces(encoded: npt.ArrayLike) -> tuple[_Boards, _Boards]:
    """The puzzles and the solutions, uint8 of shape (…, 9, 9), of traces of shape (…, 325).

    Raises
    ------
    PuzzleError
        If a trace does not fill each cell once.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets import encodings
    >>> made = bd.generate(1, seed=1)
    >>> puzzle, solution = encodings.from_traces(encodings.traces(made.puzzle))
    >>> bool((puzzle == made.puzzle).all() and (solution == made.solution).all())
    True
    """
    values = _numbers("encoded", encoded, integral=True)
    if values.shape[-1:] != (TRACE,):
        raise ValueError(f"encoded has shape {values.shape}; expected (…, {TRACE})")
    flat = values.reshape(-1, TRACE)
    puzzles, solutions = decode_traces(flat)
    valid = ((solutions >= 1) & (solutions <= 9)).all(axis=1) & (flat[:, 0] >= 0) & (flat[:, 0] <= 81)
    if not valid.all():
        raise PuzzleError(f"encoded[{int(np.argmin(valid))}] is not a trace; expected each cell once, with 1..9")
    shape = (*values.shape[:-1], 9, 9)
    return puzzles.astype(np.uint8).reshape(shape), solutions.astype(np.uint8).reshape(shape)
