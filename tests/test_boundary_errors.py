"""Faulty puzzles in every form and on every side: the same exception, place and marks.

``boundary.faults`` holds the table of faults. A malformed row raises PuzzleError with its place, or is marked;
an object of the wrong kind is a TypeError in both cases.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary import columns, lines, numbers, own
from boundary.boards import BOARDS, DIGITS
from boundary.faults import FRACTIONS, LISTS, OBJECTS, ROWS, SHAPES, TEXTS, with_row
from boundary.form import flat, texts
from boundary.functions import FUNCTIONS, answers_of, parts

if TYPE_CHECKING:
    from boundary.boards import Board, Digits
    from boundary.faults import Container
    from boundary.form import Form
    from boundary.functions import Function

every_board = pytest.mark.parametrize("board", BOARDS, ids=str)

#: Forms that can hold a digit that is larger than the last, as a number or as its letter.
HOLDING = [
    form
    for form in [*numbers.FORMS, *lines.ONE, *lines.MANY, *columns.FORMS, *own.FORMS]
    if "frame" not in form.name or "pandas" in form.name or "Polars" in form.name
    if "Board" not in form.name and "table" not in form.name
    if "integers of n²" not in form.name
]
ARRAY = numbers.ARRAYS[0]
LINES = next(form for form in lines.MANY if form.name == "list of str")
MARKING = [function for function in FUNCTIONS if function.marks and not function.one]


def need(what: Any) -> None:
    for package in what.needs:
        pytest.importorskip(package)


def too_large(board: Board) -> Digits:
    """The three puzzles, with a digit too large in cell (1, 2) of the second."""
    puzzles = board.puzzles.copy()
    puzzles[1, 1, 2] = board.digits + 3
    return puzzles


def refused(board: Board, puzzles: Any, index: Any = (1,), cell: tuple[int, int] | None = None, **options: Any) -> str:
    """The message of the PuzzleError that verdict raises, with that place."""
    with pytest.raises(bd.PuzzleError) as caught:
        bd.verdict(puzzles, **{**board.options, **options})
    assert type(caught.value) is bd.PuzzleError
    assert (caught.value.index, caught.value.cell) == (index, cell)
    return str(caught.value)


# --- a cell -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "board"), [(f, b) for f in HOLDING for b in BOARDS if f.fits(b)], ids=str)
def test_a_cell_out_of_range(form: Form, board: Board) -> None:
    """It is named with its value; or its row is marked, in grids, values and cells."""
    need(form)
    source = form.make(too_large(board)[1] if form.one else too_large(board), board)
    index = () if form.one else tuple(int(i) for i in np.unravel_index(1, form.leading(3)))
    message = refused(board, source, index, (1, 2), **({} if form.needs_rules else {"rules": None}))
    number = board.digits + 3
    assert re.search(rf"\b({number}|{DIGITS[number]})\b", message, re.IGNORECASE)
    if not form.one:
        answers = form.make(answers_of(board), board)
        for function in MARKING:
            if function.name in ("solve", "count", "conflicts"):
                wanted = parts(ARRAY, function, board, too_large(board), answers_of(board), malformed="mark")
                found = parts(form, function, board, source, answers, malformed="mark")
                for name, part in wanted.items():
                    assert found[name].tolist() == part.tolist()


@every_board
@pytest.mark.parametrize("value", [-1, -128, 300, 2**40, -(2**63), 10**30])
def test_values_are_not_wrapped(value: int, board: Board) -> None:
    rows: Any = board.puzzles.tolist()
    rows[1][1][2] = value
    forms: list[Any] = [rows, [flat(np.array(row, object)).tolist() for row in rows], np.array(rows, object)]
    if abs(value) < 2**63 or value == -(2**63):
        array = np.array(rows, np.int64)
        forms += [array, array.astype(">i8"), [*array], flat(array)]
    for puzzles in forms:
        assert str(value) in refused(board, puzzles, cell=(1, 2))
        assert bd.verdict(puzzles, malformed="mark", **board.options).tolist() == [1, 255, 0]


@every_board
@pytest.mark.parametrize("malformed", ["raise", "mark"])
@pytest.mark.parametrize("form", FRACTIONS)
def test_fractions_are_refused(form: str, malformed: Any, board: Board) -> None:
    """The owner of the numbers has to convert them: a TypeError, and no malformed row."""
    for value in (1.5, float("inf"), -0.5):
        with pytest.raises(TypeError, match=rf"puzzles\[1\].* {value}"):
            bd.verdict(FRACTIONS[form](board, value), malformed=malformed, **board.options)


@every_board
@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
@pytest.mark.parametrize("form", [ARRAY, LINES], ids=str)
def test_every_function_names_the_cell(form: Form, function: Function, board: Board) -> None:
    rows = [2, 2] if function.name == "minimize" else [0, 1, 2]
    puzzles, answers = too_large(board)[rows], answers_of(board)[rows]
    puzzles[1, 1, 2] = board.digits + 3
    source, filled = form.make(puzzles, board), form.make(answers, board)
    if function.one:
        source, filled = source[1], filled[1]
    with pytest.raises(bd.PuzzleError) as caught:
        function.call(source, filled, **board.options)
    assert (caught.value.index, caught.value.cell) == (() if function.one else (1,), (1, 2))


# --- marks --------------------------------------------------------------------------------------------------------

#: The values of a malformed row; others are 0.
MARKS = {"verdict": bd.Verdict.MALFORMED, "to_array": 255}


@every_board
@pytest.mark.parametrize("function", MARKING, ids=str)
def test_a_malformed_row_is_marked_and_no_other(function: Function, board: Board) -> None:
    """The oracle of the marks: the plain array."""
    good = parts(ARRAY, function, board, board.puzzles, answers_of(board))
    marked = parts(ARRAY, function, board, too_large(board), answers_of(board), malformed="mark")
    for name, part in marked.items():
        if (function.name, name) == ("shuffle, with another", "second"):
            continue
        assert (part[1] == MARKS.get(name, 0)).all()
        for row in (0, 2):
            np.testing.assert_array_equal(part[row], good[name][row])
        assert part.dtype == good[name].dtype


@every_board
def test_one_malformed_puzzle(board: Board) -> None:
    puzzle = too_large(board)[1]
    for source in (puzzle, puzzle.tolist(), texts(puzzle[None])[0]):
        solution, verdict = bd.solve(source, malformed="mark", **board.options)
        assert verdict is bd.Verdict.MALFORMED
        assert not np.any(solution) if not isinstance(solution, str) else solution == "." * board.area
        assert bd.verdict(source, malformed="mark", **board.options) is bd.Verdict.MALFORMED
        assert list(bd.solutions(source, malformed="mark", **board.options)) == []
        assert bd.count(source, malformed="mark", **board.options) == (0, bd.Verdict.MALFORMED)


# --- a row ----------------------------------------------------------------------------------------------------------

CONTAINED = [
    pytest.param(container, of_text, fault, id=f"{container}-{fault}")
    for of_text, containers in ((True, TEXTS), (False, LISTS))
    for container in containers
    for fault in ROWS
    if fault != "missing" or container.nulls
]


def malformed_rows(container: Container, of_text: bool, fault: str, board: Board) -> Any:
    rows: list[Any] = texts(board.puzzles) if of_text else flat(board.puzzles).tolist()
    return with_row(container, rows, fault, of_text)


@pytest.mark.parametrize(("container", "of_text", "fault"), CONTAINED)
def test_a_row_that_is_no_puzzle(container: Container, of_text: bool, fault: str) -> None:
    """The row is named; or it is marked, and no other."""
    need(container)
    for board in BOARDS:
        puzzles = malformed_rows(container, of_text, fault, board)
        message = refused(board, puzzles)
        assert fault in ("missing", "two boards") or str(board.area) in message
        solution, verdict = bd.solve(puzzles, malformed="mark", **board.options)
        assert verdict.tolist() == [1, 255, 0]
        assert len(solution) == 3
        items = solution.to_pylist() if hasattr(solution, "to_pylist") else list(solution)
        assert {*items[1]} <= {0, ".", ord(".")}
        assert bd.verdict(puzzles, malformed="mark", **board.options).tolist() == [1, 255, 0]
        counts = bd.count(puzzles, malformed="mark", **board.options)
        assert counts.verdict.tolist() == [1, 255, 0]


@every_board
def test_rows_of_different_lengths_can_be_marked(board: Board) -> None:
    flat_rows, grid = flat(board.puzzles[1]).tolist(), board.puzzles[1].tolist()
    for rows in ([flat_rows, flat_rows[1:]], [grid, grid[1:]], [grid, [*grid[1:], [0]]], [grid, []], [grid, None]):
        assert bd.verdict(rows, malformed="mark", **board.options).tolist() == [2, 255]
        refused(board, rows)
    deeper = [[flat_rows], [flat_rows[1:]]]
    assert bd.verdict(deeper, malformed="mark", **board.options).tolist() == [[2], [255]]


@every_board
@pytest.mark.parametrize("make", [own.rows_of_text, own.rows_of_numbers])
def test_rows_of_a_data_set(make: Any, board: Board) -> None:
    """Errors name the row of the data set; the rest is as for other forms."""
    with pytest.raises(bd.PuzzleError, match=r"\[1\].*r2c3"):
        bd.verdict(make(too_large(board), board), **board.options)
    read = make(too_large(board), board, malformed="mark")
    assert bd.verdict(read, malformed="mark", **board.options).tolist() == [1, 255, 0]
    with pytest.raises(bd.PuzzleError, match=r"\[1\]"):
        bd.verdict(read, **board.options)


@every_board
@pytest.mark.parametrize("data", [b"\xff", bytes([1])], ids=["no UTF-8", "raw digits"])
def test_bytes_that_are_no_text(data: bytes, board: Board) -> None:
    rows = [texts(board.puzzles)[0].encode(), data * board.area]
    for puzzles in (rows, tuple(rows), np.array(rows), np.array(rows, object)):
        refused(board, puzzles)
        assert bd.verdict(puzzles, malformed="mark", **board.options).tolist() == [1, 255]


# --- the whole ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("malformed", ["raise", "mark"])
@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_the_wrong_kind(name: str, malformed: Any) -> None:
    for board in BOARDS:
        with pytest.raises(TypeError, match="puzzles"):
            bd.verdict(OBJECTS[name](board), malformed=malformed, **board.options)


@every_board
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str, board: Board) -> None:
    puzzles = np.zeros(SHAPES[shape](board.side), np.int16)
    for malformed in ("raise", "mark"):
        assert str(puzzles.shape) in refused(board, puzzles, None, malformed=malformed)
    if puzzles.ndim and shape != "axes exchanged":
        with pytest.raises(bd.PuzzleError):
            bd.verdict(puzzles.tolist(), **board.options)


@pytest.mark.parametrize("board", [board for board in BOARDS if board.side != 9], ids=str)
def test_boards_of_another_side_than_the_rules(board: Board) -> None:
    """Without rules nine is expected; what brings its own side is told apart from the rules."""
    for puzzles in (board.puzzles, board.puzzles.tolist(), texts(board.puzzles)):
        with pytest.raises(bd.PuzzleError):
            bd.verdict(puzzles)
    for puzzles in (bd.Board(board.puzzles[0], rules=board.rules), bd.generate(0, seed=1, rules=board.rules)):
        with pytest.raises(ValueError, match=rf"{board.side}|9") as caught:
            bd.verdict(puzzles, rules="9x9")
        assert isinstance(caught.value, bd.Error)
