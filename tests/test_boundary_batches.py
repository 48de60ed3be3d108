"""Every board beyond single rows: no puzzles, long batches, several axes, ``out=``, and the ways to give rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary import columns, lines, numbers
from boundary.boards import BOARDS
from boundary.form import flat, texts
from boundary.functions import FUNCTIONS, answers_of, expected, parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board
    from boundary.form import Form
    from boundary.functions import Function

every_board = pytest.mark.parametrize("board", BOARDS, ids=str)
MANY = numbers.ARRAYS[0]
FORMS = [*numbers.FORMS, *lines.FORMS, *columns.FORMS]


# --- nothing --------------------------------------------------------------------------------------------------------


#: Forms that have a type without a row.
EMPTY = (
    *("list of str", "tuple of str", "uint8 (N, n, n)", "uint8 (N, n²)", "uint8 (1, N, n, n)", "float64", "numpy U"),
    *("numpy S (N, 1)", "numpy objects of str", "numpy StringDType", "Series of object", "Series of str"),
    *(
        "Series of string",
        "Polars String",
        "Polars List(UInt8)",
        "Arrow string",
        "Arrow list",
        "Arrow string in chunks",
    ),
)


@every_board
@pytest.mark.parametrize("form", [form for form in FORMS if form.name in EMPTY], ids=str)
def test_no_puzzles(form: Form, board: Board) -> None:
    for package in form.needs:
        pytest.importorskip(package)
    for function in FUNCTIONS:
        if not function.one and function.takes(form):
            sources = (form.make(board.puzzles[:0], board) for _ in range(2))
            for part in parts(form, function, board, *sources).values():
                assert part.shape[0] == 0


# --- many -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [board for board in BOARDS if board.side < 16], ids=str)
def test_more_rows_than_a_stage_on_any_number_of_threads(board: Board) -> None:
    """Rows of a long batch are answered like those of a short one, wherever the workers cut it."""
    rows = np.arange(15_000) % 3
    short = [parts_of(function, board, board.puzzles, 1) for function in LONG]
    for threads in (1, 2, 3):
        for function, wanted in zip(LONG, short, strict=True):
            found = parts_of(function, board, board.puzzles[rows], threads)
            for name in wanted:
                np.testing.assert_array_equal(found[name], wanted[name][rows])
        strings = np.array(texts(board.puzzles))[rows].tolist()
        solution, verdict = bd.solve(strings, threads=threads, **board.options)
        first = texts(short[0]["solution"])
        assert solution == [first[row] for row in rows.tolist()]
        assert verdict.tolist() == [(1, 2, 0)[row] for row in rows.tolist()]


LONG = [function for function in FUNCTIONS if function.name in ("solve", "count", "candidates, basic", "conflicts")]


def parts_of(function: Function, board: Board, puzzles: Any, threads: int) -> dict[str, Any]:
    return function.call(puzzles, None, threads=threads, **board.options)


#: Six puzzles along two axes, (2, 3), and whether masks of their cells are flat.
AXES: dict[str, tuple[Callable[[np.ndarray], Any], bool]] = {
    "uint8 (2, 3, n, n)": (lambda grids: grids, False),
    "int32 (2, 3, n²)": (lambda grids: flat(grids).astype(np.int32), True),
    "Fortran order": (np.asfortranarray, False),
    "nested lists": (lambda grids: grids.tolist(), False),
    "flat nested lists": (lambda grids: flat(grids).tolist(), True),
    "numpy U": (lambda grids: np.array([texts(row) for row in grids]), False),
    "numpy objects": (lambda grids: np.array([texts(row) for row in grids], object), False),
    "numpy S": (lambda grids: np.array([texts(row) for row in grids], "S"), False),
}


@every_board
@pytest.mark.parametrize("form", AXES)
def test_several_leading_axes(form: str, board: Board) -> None:
    """Results have the leading axes; puzzles are numbered along them, the last one first."""
    make, is_flat = AXES[form]
    rows = [0, 1, 2, 2, 0, 1]
    grids, answers = (array[rows].reshape(2, 3, board.side, board.side) for array in (board.puzzles, answers_of(board)))
    puzzles, filled = make(grids), make(answers)
    for function in FUNCTIONS:
        if function.one or function.name in ("minimize", "redundant"):
            continue
        wanted = function.call(board.puzzles[rows], answers_of(board)[rows], **board.options)
        for name, part in function.call(puzzles, filled, **board.options).items():
            kind = function.kinds[name]
            assert part.shape[:2] == (2, 3)
            if kind == "grids" and part.dtype.kind in "USO":
                found = [line if isinstance(line, str) else line.decode() for line in part.ravel().tolist()]
                assert found == texts(wanted[name])
            else:
                if kind in ("grids", "cells"):
                    assert part.shape[2:] == ((board.area,) if is_flat else (board.side, board.side))
                np.testing.assert_array_equal(part.reshape(wanted[name].shape), wanted[name])
    grids = grids.copy()
    grids[1, 0, 1, 2] = board.digits + 3
    with pytest.raises(bd.PuzzleError) as caught:
        bd.verdict(make(grids), **board.options)
    assert (caught.value.index, caught.value.cell) == ((1, 0), (1, 2))
    marked = bd.verdict(make(grids), malformed="mark", **board.options)
    assert marked.tolist() == [[1, 2, 0], [255, 1, 2]]


@every_board
def test_shuffled_rows_depend_on_their_numbers_alone(board: Board) -> None:
    many = board.puzzles[[0] * 300]
    made = [bd.shuffle(many, seed=7, threads=threads, **board.options) for threads in (1, 2)]
    np.testing.assert_array_equal(made[0], made[1])
    np.testing.assert_array_equal(bd.shuffle(many[:10], seed=7, **board.options), made[0][:10])
    np.testing.assert_array_equal(bd.shuffle(many[290:], seed=7, start=290, **board.options), made[0][290:])
    assert bd.shuffle(texts(many), seed=7, **board.options) == texts(made[0])


@every_board
def test_copies_follow_the_leading_axes(board: Board) -> None:
    puzzles, n = board.puzzles, board.side
    made = bd.shuffle(puzzles, seed=7, copies=4, **board.options)
    assert made.shape == (3, 4, n, n)
    np.testing.assert_array_equal(bd.shuffle(flat(puzzles), seed=7, copies=4, **board.options), flat(made))
    copied = [texts(copies) for copies in made]
    assert bd.shuffle(texts(puzzles), seed=7, copies=4, **board.options) == copied
    one = bd.shuffle(puzzles[0], seed=7, copies=4, **board.options)
    np.testing.assert_array_equal(one, made[0])
    assert bd.shuffle(texts(puzzles)[0], seed=7, copies=4, **board.options) == copied[0]
    pa = pytest.importorskip("pyarrow")
    column = bd.shuffle(pa.array(texts(puzzles)), seed=7, copies=4, **board.options)
    assert column.to_pylist() == copied


# --- out ------------------------------------------------------------------------------------------------------------


@every_board
def test_solutions_into_an_array(board: Board) -> None:
    wanted, verdicts = bd.solve(board.puzzles, **board.options)
    for source in (board.puzzles, board.puzzles.astype(np.int32), flat(board.puzzles), board.puzzles.tolist()):
        out = np.full(np.shape(source), 77, np.uint8)
        solution, verdict = bd.solve(source, out=out, **board.options)
        assert solution is out
        np.testing.assert_array_equal(out.reshape(wanted.shape), wanted)
        np.testing.assert_array_equal(verdict, verdicts)
    # The puzzles may be overwritten.
    same = board.puzzles.copy()
    solution, verdict = bd.solve(same, out=same, **board.options)
    assert solution is same
    np.testing.assert_array_equal(same, wanted)
    np.testing.assert_array_equal(verdict, verdicts)


@every_board
def test_what_is_no_place_for_solutions(board: Board) -> None:
    good = np.empty(board.puzzles.shape, np.uint8)
    frozen = good.copy()
    frozen.flags.writeable = False
    wrong: list[Any] = [
        good.astype(np.int8),
        good[:2],
        good.reshape(3, -1),
        np.asfortranarray(good),
        good[:, :, ::-1],
        frozen,
        good.tolist(),
    ]
    for out in wrong:
        with pytest.raises((TypeError, ValueError), match="out"):
            bd.solve(board.puzzles, out=out, **board.options)
    with pytest.raises(TypeError, match="out"):
        bd.solve(texts(board.puzzles), out=good, **board.options)  # type: ignore[arg-type]


# --- rules ----------------------------------------------------------------------------------------------------------


@every_board
@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
def test_rules_by_name_and_as_objects(function: Function, board: Board) -> None:
    """However the rules are given, and classic ones by default: the same bytes."""
    if not function.fits(board) or function.one:
        return
    given: list[Any] = [board.rules] if board.rules is not None else [None, "9x9", "9X9", bd.Rules(), bd.Rules((3, 3))]
    if board.plain:
        given.append(bd.Rules(box=board.box, digits=range(1, board.digits + 1)))
    if board.diagonals:
        given += ["X", "diagonals", bd.rules.diagonals(), bd.Rules() + bd.rules.diagonals()]
    rows = list(function.rows(board))
    wanted = expected(MANY, function, board)
    for known in given:
        found = function.call(board.puzzles[rows], answers_of(board)[rows], rules=known)
        for name, part in found.items():
            np.testing.assert_array_equal(part, wanted[name])


def test_rules_that_are_not_understood() -> None:
    for function in FUNCTIONS:
        for known in ("7-7", "y", 3, object(), ["x"]):
            with pytest.raises(bd.RulesError, match="rules"):
                function.call("." * 81, "." * 81, rules=known)
