"""The functions that take puzzles: what a call gives, in parts that can be compared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board, Digits
    from boundary.form import Form

# The kinds of parts: grids in the form of the input; one value for each puzzle; one value for each cell.
GRIDS, VALUES, CELLS = "grids", "values", "cells"

ALL_ROWS = (0, 1, 2)


@dataclass(frozen=True, eq=False)
class Function:
    """One row of the table of functions."""

    name: str
    #: From puzzles in any form, and their answers in the same, to parts by name.
    call: Callable[..., dict[str, Any]]
    #: The kinds of the parts.
    kinds: dict[str, str]
    #: Which of the three puzzles of a board it takes.
    rows: Callable[[Board], tuple[int, ...]] = lambda board: ALL_ROWS
    #: Whether it takes one puzzle only.
    one: bool = False
    #: Whether it has the argument ``malformed``.
    marks: bool = True
    fits: Callable[[Board], bool] = lambda board: True
    #: Whether it takes that form.
    takes: Callable[[Form], bool] = lambda form: True

    def __str__(self) -> str:
        return self.name


def _solve(puzzles: Any, answers: Any, **options: Any) -> dict[str, Any]:
    solution, verdict = bd.solve(puzzles, **options)
    return {"solution": solution, "verdict": verdict}


def _check(puzzles: Any, answers: Any, **options: Any) -> dict[str, Any]:
    correct, respects_givens, complete, cell_errors = bd.check(puzzles, answers, **options)
    return {
        "correct": correct,
        "respects_givens": respects_givens,
        "complete": complete,
        "cell_errors": cell_errors,
    }


def _with_another(puzzles: Any, answers: Any, **options: Any) -> dict[str, Any]:
    if isinstance(answers, np.ndarray) and answers.dtype.kind == "f":
        # Floats that go along are values of cells, not digits.
        answers = np.nan_to_num(answers).astype(np.uint8)
    first, second = bd.shuffle(puzzles, answers, seed=5, **options)
    return {"first": first, "second": second}


def _single(
    name: str, kind: str, function: Callable[..., Any], *, marks: bool = True, one: bool = False, **about: Any
) -> Function:
    """A function of puzzles that gives one thing."""
    options = about.pop("options", {})

    def call(puzzles: Any, answers: Any, **more: Any) -> dict[str, Any]:
        return {name: function(puzzles, **options, **more)}

    return Function(name, call, {name: kind}, marks=marks, one=one, **about)


def _count(puzzles: Any, answers: Any, **options: Any) -> dict[str, Any]:
    found = bd.count(puzzles, **options)
    return {"count": found.count if isinstance(found, bd.CountResult) else found}


def _list_solutions(puzzle: Any, **options: Any) -> list[Any]:
    return [*bd.solutions(puzzle, **options)]


LEVELS = ("basic", "singles", "locked", "true")

FUNCTIONS = [
    Function("solve", _solve, {"solution": GRIDS, "verdict": VALUES}),
    _single("verdict", VALUES, bd.verdict),
    Function("count", _count, {"count": VALUES}),
    _single("solutions", "list of grids", _list_solutions, one=True),
    *[_single(f"candidates, {level}", CELLS, bd.candidates, options={"level": level}) for level in LEVELS],
    _single("conflicts", CELLS, bd.conflicts),
    _single("to_array", CELLS, bd.to_array),
    Function(
        "check",
        _check,
        {"correct": VALUES, "respects_givens": VALUES, "complete": VALUES, "cell_errors": CELLS},
    ),
    _single("canonical", GRIDS, bd.canonical),
    _single("fingerprint", VALUES, bd.fingerprint),
    _single("automorphisms", VALUES, bd.automorphisms),
    _single("shuffle", GRIDS, bd.shuffle, options={"seed": 5}),
    # What goes with the puzzles may be values of cells: floats are not taken for grids there.
    Function(
        "shuffle, with another",
        _with_another,
        {"first": GRIDS, "second": GRIDS},
        takes=lambda form: not form.name.startswith("float"),
    ),
    # Puzzles with one solution. Minimal puzzles of side 25 take minutes to make, whatever the form.
    _single(
        "minimize",
        GRIDS,
        bd.minimize,
        marks=False,
        options={"seed": 5},
        rows=lambda board: (0, 0),
        fits=lambda board: board.side < 25,
    ),
    # Of large boards with several solutions each given is a search of its own.
    _single("redundant", CELLS, bd.redundant, marks=False, rows=lambda board: ALL_ROWS if board.side < 10 else (0,)),
]


def _rate(puzzles: Any, answers: Any, **options: Any) -> dict[str, Any]:
    rated = bd.rate(puzzles, columns=RATED, **options)
    return {name: rated[name] for name in RATED}


#: Ratings of pencil marks have no guesses.
RATED: tuple[Any, ...] = ("clues", "singles", "er", "ep", "ed", "te", "b", "bxb", "bxbb", "hardest")
#: Functions for classic Sudoku only.
CLASSIC_FUNCTIONS = [
    Function("rate", _rate, dict.fromkeys(RATED, VALUES), fits=lambda board: board.side == 9 and board.rules is None)
]

#: The types of the values of one puzzle.
SCALARS: dict[str, type] = {
    "verdict": bd.Verdict,
    "count": int,
    "correct": bool,
    "respects_givens": bool,
    "complete": bool,
    "fingerprint": bytes,
    "automorphisms": int,
    "hardest": bd.Technique,
    **dict.fromkeys(("clues", "singles", "te"), np.uint8),
    **dict.fromkeys(("er", "ep", "ed", "b", "bxb", "bxbb"), np.float64),
}


def answers_of(board: Board) -> Digits:
    """Answers to judge: a solution; one with two cells exchanged; one with a blank."""
    right, other = (np.array(board.solved(row)[0], np.uint8) for row in (0, 1))
    other[[0, 1]] = other[[1, 0]]
    partial = right.copy()
    partial[board.area // 2] = 0
    return np.stack([right, other, partial]).reshape(3, board.side, board.side)


@cache
def _sources(form: Form, board: Board, rows: tuple[int, ...]) -> tuple[Any, Any]:
    """Puzzles and answers in a form; one row for a form of one puzzle. All functions get the same objects."""
    chosen = rows[0] if form.one else list(rows)
    return form.make(board.puzzles[chosen], board), form.make(answers_of(board)[chosen], board)


def answer(form: Form, function: Function, board: Board) -> dict[str, Any]:
    """What a function gives for a form, each part as an array with an axis of puzzles first."""
    rows = function.rows(board)
    if not form.one:
        return parts(form, function, board, *_sources(form, board, rows))
    each = [parts(form, function, board, *_sources(form, board, (row,))) for row in rows]
    return {
        name: [one[name] for one in each] if name == "solutions" else np.concatenate([one[name] for one in each])
        for name in function.kinds
    }


def parts(form: Form, function: Function, board: Board, puzzles: Any, answers: Any, **more: Any) -> dict[str, Any]:
    """What a function gives for puzzles of a form, each part as an array with an axis of puzzles first."""
    options = {**form.options(board), **more}
    if form.needs_rules and board.rules is not None:
        options = {"rules": board.rules, **options}
    made = function.call(puzzles, answers, **options)
    return {name: _read(form, function.kinds[name], name, part, puzzles, board) for name, part in made.items()}


def _read(form: Form, kind: str, name: str, part: Any, source: Any, board: Board) -> Any:
    """A part as an array with an axis of puzzles first; asserts that its type and shape belong to the form."""
    if kind == GRIDS:
        return form.read(part, source, board)
    if kind == "list of grids":
        return [form.read(grid, source, board)[0] for grid in part]
    if kind == VALUES and form.one:
        assert type(part) is SCALARS[name]
        return np.array([np.frombuffer(part, np.uint8)]) if isinstance(part, bytes) else np.array([part])
    assert type(part) is np.ndarray
    cells = (board.area,) if form.flat else (board.side, board.side)
    trailing = cells if kind == CELLS else (16,) if name == "fingerprint" else ()
    leading = part.shape[: part.ndim - len(trailing)]
    count = math.prod(leading)
    assert part.shape == (() if form.one else form.leading(count)) + trailing
    return part.reshape(count, *((board.side, board.side) if kind == CELLS else trailing))


@cache
def expected(form: Form, function: Function, board: Board) -> dict[str, Any]:
    """The oracle: the answer for the plain array."""
    return answer(form, function, board)
