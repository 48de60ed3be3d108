"""Every board beyond single rows: no puzzles, long batches, several axes, ``out=``, and the ways to give rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary import numbers
from boundary.boards import BOARDS
from boundary.form import flat, texts
from boundary.functions import FUNCTIONS, answers_of, expected

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board
    from boundary.functions import Function

every_board = pytest.mark.parametrize("board", BOARDS, ids=str)
MANY = numbers.ARRAYS[0]


def rules(board: Board) -> dict[str, Any]:
    return {} if board.rules is None else {"rules": board.rules}


# --- nothing --------------------------------------------------------------------------------------------------------


def _pandas(dtype: str) -> Callable[[Board], Any]:
    return lambda board: pytest.importorskip("pandas").Series([], dtype=dtype, name="puzzle")


def _polars(dtype: Callable[[Any], Any]) -> Callable[[Board], Any]:
    def make(board: Board) -> Any:
        pl = pytest.importorskip("polars")
        return pl.Series("puzzle", [], dtype=dtype(pl))

    return make


def _arrow(kind: Callable[[Any], Any], *, chunked: bool = False) -> Callable[[Board], Any]:
    def make(board: Board) -> Any:
        pa = pytest.importorskip("pyarrow")
        return pa.chunked_array([], kind(pa)) if chunked else pa.array([], kind(pa))

    return make


#: No puzzles in various forms, and the leading axes of the results.
EMPTY: dict[str, tuple[Callable[[Board], Any], tuple[int, ...]]] = {
    "list": (lambda board: [], (0,)),
    "tuple": (lambda board: (), (0,)),
    "uint8 (0, n, n)": (lambda board: board.puzzles[:0], (0,)),
    "int64 (0, n²)": (lambda board: np.zeros((0, board.area), np.int64), (0,)),
    "uint8 (3, 0, n, n)": (lambda board: np.zeros((3, 0, board.side, board.side), np.uint8), (3, 0)),
    "float64 (0, n²)": (lambda board: np.zeros((0, board.area)), (0,)),
    "numpy U": (lambda board: np.zeros(0, f"U{board.area}"), (0,)),
    "numpy S (2, 0)": (lambda board: np.zeros((2, 0), f"S{board.area}"), (2, 0)),
    "numpy objects": (lambda board: np.zeros(0, object), (0,)),
    "numpy StringDType": (lambda board: np.zeros(0, np.dtypes.StringDType()), (0,)),
    "Series of object": (_pandas("object"), (0,)),
    "Series of str": (_pandas("str"), (0,)),
    "Series of string": (_pandas("string"), (0,)),
    "Polars String": (_polars(lambda pl: pl.String), (0,)),
    "Polars List": (_polars(lambda pl: pl.List(pl.UInt8)), (0,)),
    "Arrow string": (_arrow(lambda pa: pa.string()), (0,)),
    "Arrow list": (_arrow(lambda pa: pa.list_(pa.uint8())), (0,)),
    "Arrow string in no chunks": (_arrow(lambda pa: pa.string(), chunked=True), (0,)),
}


@every_board
@pytest.mark.parametrize("form", EMPTY)
def test_no_puzzles(form: str, board: Board) -> None:
    make, leading = EMPTY[form]
    puzzles = make(board)
    like = np.ndarray if "(" in form or "numpy" in form else type(puzzles)
    for function in FUNCTIONS:
        if function.one:
            continue
        for name, part in function.call(puzzles, make(board), **rules(board)).items():
            if function.kinds[name] == "grids":
                assert isinstance(part, like)
                assert len(part) == leading[0]
                if isinstance(puzzles, np.ndarray):
                    assert part.shape == puzzles.shape
            else:
                assert isinstance(part, np.ndarray)
                assert part.size == 0
                assert part.shape[: len(leading)] == leading


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
        lines = np.array(texts(board.puzzles))[rows].tolist()
        solution, verdict = bd.solve(lines, threads=threads, **rules(board))
        first = texts(short[0]["solution"])
        assert solution == [first[row] for row in rows.tolist()]
        assert verdict.tolist() == [(1, 2, 0)[row] for row in rows.tolist()]


LONG = [function for function in FUNCTIONS if function.name in ("solve", "count", "candidates, basic", "conflicts")]


def parts_of(function: Function, board: Board, puzzles: Any, threads: int) -> dict[str, Any]:
    return function.call(puzzles, None, threads=threads, **rules(board))


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
        wanted = function.call(board.puzzles[rows], answers_of(board)[rows], **rules(board))
        for name, part in function.call(puzzles, filled, **rules(board)).items():
            kind = function.kinds[name]
            assert part.shape[:2] == (2, 3)
            if kind == "grids" and part.dtype.kind in "USO":
                lines = [line if isinstance(line, str) else line.decode() for line in part.ravel().tolist()]
                assert lines == texts(wanted[name])
            else:
                if kind in ("grids", "cells"):
                    assert part.shape[2:] == ((board.area,) if is_flat else (board.side, board.side))
                np.testing.assert_array_equal(part.reshape(wanted[name].shape), wanted[name])
    grids = grids.copy()
    grids[1, 0, 1, 2] = board.digits + 3
    with pytest.raises(bd.PuzzleError) as caught:
        bd.verdict(make(grids), **rules(board))
    assert (caught.value.index, caught.value.cell) == ((1, 0), (1, 2))
    marked = bd.verdict(make(grids), malformed="mark", **rules(board))
    assert marked.tolist() == [[1, 2, 0], [255, 1, 2]]


@every_board
def test_shuffled_rows_depend_on_their_numbers_alone(board: Board) -> None:
    many = board.puzzles[[0] * 300]
    made = [bd.shuffle(many, seed=7, threads=threads, **rules(board)) for threads in (1, 2)]
    np.testing.assert_array_equal(made[0], made[1])
    np.testing.assert_array_equal(bd.shuffle(many[:10], seed=7, **rules(board)), made[0][:10])
    np.testing.assert_array_equal(bd.shuffle(many[290:], seed=7, start=290, **rules(board)), made[0][290:])
    assert bd.shuffle(texts(many), seed=7, **rules(board)) == texts(made[0])


@every_board
def test_copies_follow_the_leading_axes(board: Board) -> None:
    puzzles, n = board.puzzles, board.side
    made = bd.shuffle(puzzles, seed=7, copies=4, **rules(board))
    assert made.shape == (3, 4, n, n)
    np.testing.assert_array_equal(bd.shuffle(flat(puzzles), seed=7, copies=4, **rules(board)), flat(made))
    lines = [texts(copies) for copies in made]
    assert bd.shuffle(texts(puzzles), seed=7, copies=4, **rules(board)) == lines
    one = bd.shuffle(puzzles[0], seed=7, copies=4, **rules(board))
    np.testing.assert_array_equal(one, made[0])
    assert bd.shuffle(texts(puzzles)[0], seed=7, copies=4, **rules(board)) == lines[0]
    pa = pytest.importorskip("pyarrow")
    column = bd.shuffle(pa.array(texts(puzzles)), seed=7, copies=4, **rules(board))
    assert column.to_pylist() == lines


# --- out ------------------------------------------------------------------------------------------------------------


@every_board
def test_solutions_into_an_array(board: Board) -> None:
    wanted, verdicts = bd.solve(board.puzzles, **rules(board))
    for source in (board.puzzles, board.puzzles.astype(np.int32), flat(board.puzzles), board.puzzles.tolist()):
        out = np.full(np.shape(source), 77, np.uint8)
        solution, verdict = bd.solve(source, out=out, **rules(board))
        assert solution is out
        np.testing.assert_array_equal(out.reshape(wanted.shape), wanted)
        np.testing.assert_array_equal(verdict, verdicts)
    # The puzzles may be overwritten.
    same = board.puzzles.copy()
    solution, verdict = bd.solve(same, out=same, **rules(board))
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
            bd.solve(board.puzzles, out=out, **rules(board))
    with pytest.raises(TypeError, match="out"):
        bd.solve(texts(board.puzzles), out=good, **rules(board))  # type: ignore[arg-type]


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
