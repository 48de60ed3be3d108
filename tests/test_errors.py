"""Invalid puzzles beyond those of tests/boundary: the exception's class, and the place and value that it names."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import encodings
from puzzles import CLASH, EASY, EMPTY, HARD

ROWS = bd.datasets.read([EMPTY])
MARKS = bd.Puzzles(ROWS.puzzle, candidates=bd.candidates([EMPTY]))


def refused(kind: type[Exception], named: str, puzzles: Any, **options: Any) -> Exception:
    with pytest.raises(kind, match=re.escape(named)) as caught:
        bd.solve(puzzles, **options)
    assert type(caught.value) is kind
    return caught.value


def test_the_largest_numbers() -> None:
    refused(bd.PuzzleError, f"{2**64 - 1}", np.full(81, 2**64 - 1, np.uint64))
    refused(bd.PuzzleError, f"{10**22}", [10**22] * 81)
    refused(bd.PuzzleError, "…", [10**4000] * 81)
    refused(bd.PuzzleError, "very large", [10**5000] * 81)


def test_the_first_of_many_is_reported_on_any_number_of_threads() -> None:
    puzzles = np.zeros((60_000, 81), np.uint8)
    puzzles[:, :2] = 1
    puzzles[31_000:, 7] = 200
    for threads in (1, 2, 5):
        error: Any = refused(bd.PuzzleError, "200", puzzles, threads=threads)
        assert (error.index, error.cell) == ((31_000,), (0, 7))


@pytest.mark.parametrize(
    ("puzzles", "kind", "named"),
    [
        (["1", 2], TypeError, "puzzles[1] is int"),
        ([2, "1"], TypeError, "puzzles[1] is text"),
        ([True, 2], TypeError, "puzzles[0] is a bool"),
        ([[0] * 80 + [np.True_]], TypeError, "puzzles[0][80] is a bool"),
        ([[5, None]], bd.PuzzleError, "(1, 2)"),
        ([300, -1], bd.PuzzleError, "(2,)"),
        ([1.5], TypeError, "puzzles[0] is 1.5"),
        ([[0] * 80 + [np.float32(0.5)]], TypeError, "puzzles[0][80] is 0.5"),
        ([1.0] * 80 + [float("inf")], TypeError, "puzzles[80] is inf"),
        (np.full((1, 81), 1.5), TypeError, "puzzles[0]: r1c1 holds 1.5"),
        ([12.0] * 81, bd.PuzzleError, "r1c1 holds 12"),
        ([1e300] * 81, bd.PuzzleError, "r1c1 holds 1e300"),
        (np.full(81, 1e300), bd.PuzzleError, "r1c1 holds 1e300"),
        ([1e-300] * 81, TypeError, "puzzles[0] is 1e-300"),
        (np.full(81, 1e-300), TypeError, "r1c1 holds 1e-300"),
        ([[0] * 81, 5], bd.PuzzleError, "puzzles[1]"),
        ([5, [0] * 81], bd.PuzzleError, "puzzles[1]"),
        ([[]], bd.PuzzleError, "(1, 0)"),
        ([[], []], bd.PuzzleError, "(2, 0)"),
        ([[EMPTY]], TypeError, "puzzles[0][0] is a text"),
        ([np.zeros(81, int), np.zeros((9, 9), int)], bd.PuzzleError, "puzzles[1]"),
        ([object()], TypeError, "puzzles[0] is object"),
        ([{}], TypeError, "puzzles[0] is dict"),
        ([bd.Board(EMPTY), EMPTY], TypeError, "puzzles[1] is str"),
        ([ROWS, MARKS], TypeError, "puzzles[1] holds pencil marks"),
        ([MARKS, ROWS], TypeError, "puzzles[1] holds givens"),
        (["." * 9] * 9, bd.PuzzleError, "join"),
        ((b"." * 9,) * 9, bd.PuzzleError, "join"),
        (bytes(81), bd.PuzzleError, "np.frombuffer"),
        (bytearray([1] * 81), bd.PuzzleError, "np.frombuffer"),
        (np.int64(5), bd.PuzzleError, "()"),
        (np.array(EMPTY), bd.PuzzleError, "zero-dimensional"),
        (np.array([object()], object), TypeError, "text"),
        (np.array([EMPTY, 2.5], object), TypeError, "puzzles[1] is float"),
        (np.array([EMPTY, 25], object), TypeError, "puzzles[1] is 25"),
        (np.array([10**40 - 1, -25], object), TypeError, f"puzzles[0] is {10**40 - 1}"),
        (np.array([EMPTY, 10**5000], object), TypeError, "puzzles[1] is a very large number"),
        (np.array([[EMPTY], [2.5]], object), TypeError, "puzzles[1, 0] is float"),
        (np.array([EMPTY, np.nan], object), bd.PuzzleError, "puzzles[1]: a null"),
        ([None, EMPTY], bd.PuzzleError, "puzzles[0]: a null"),
        (b"\xff" * 81, bd.PuzzleError, "0xff"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) > 20 else "",
)
def test_refusals(puzzles: Any, kind: type[Exception], named: str) -> None:
    refused(kind, named, puzzles)


@pytest.mark.parametrize(
    "text", ["", "x", "." * 80, "." * 82, EASY + EASY, EASY + "5", "\0" * 81, "\ud800" * 81, "½" * 81]
)
def test_texts_that_are_no_puzzle(text: str) -> None:
    for puzzles, place in (
        (text, "puzzles: "),
        ([EASY, text], "puzzles[1]: "),
        (np.array([[EASY, text]], object), "puzzles[0, 1]: "),
    ):
        refused(bd.PuzzleError, place, puzzles)


def test_a_stray_character_is_named_with_its_position() -> None:
    error: Any = refused(bd.PuzzleError, "'q'", HARD[:30] + "q" + HARD[31:])
    assert (error.index, error.cell) == ((), divmod(30, 9))
    # Never skipped: 81 good characters and a bad one are no puzzle.
    refused(bd.PuzzleError, "puzzles: ", HARD[:30] + "q" + HARD[30:])


@pytest.mark.parametrize("zeros", [1000, 5000])
@pytest.mark.parametrize(
    "function",
    [
        lambda number: bd.generate(number),
        lambda number: bd.generate(1, start=number),
        lambda number: bd.Rules((number, 1)),
        lambda number: bd.Rules(digits=[number]),
        lambda number: bd.Rules() + bd.rules.killer_cage([(0, 0), (0, 1)], number),
        lambda number: bd.Rules() + bd.rules.skyscraper(number, row=0),
        lambda number: bd.Rules() + bd.rules.even([(number, 0)]),
        lambda number: bd.Board(EASY, highlight=[(number, 0)]),
        lambda number: bd.Difficulty(er=(number, 1)),
        lambda number: bd.generate(1, seed=1)[number],
    ],
)
def test_a_message_shows_the_beginning_of_a_huge_number(function: Any, zeros: int) -> None:
    """Python itself refuses to write one of more than 4,300 digits."""
    with pytest.raises((bd.Error, ValueError, IndexError), match=r"^(?!Exceeds).{10,600}$"):
        function(10**zeros)


def test_a_list_that_holds_itself() -> None:
    endless: list[object] = []
    endless.append(endless)
    refused(bd.PuzzleError, "nested deeper", endless)


def test_an_index_that_lies() -> None:
    class Liar:
        def __index__(self) -> object:
            return self

    class Raiser:
        def __index__(self) -> int:
            raise RuntimeError("its own")

    refused(TypeError, "puzzles[0] is Liar", [Liar()])
    refused(RuntimeError, "its own", [Raiser()])


@pytest.mark.parametrize("function", [bd.solve, bd.verdict, bd.count, bd.candidates, bd.conflicts])
def test_arguments_of_every_function(function: Any) -> None:
    with pytest.raises(TypeError, match="positional"):
        function(CLASH, 1)  # everything else is keyword-only
    function(CLASH, rules=None, threads=np.int8(2))
    function(CLASH, threads=10**30)


def test_the_family_of_errors() -> None:
    assert issubclass(bd.PuzzleError, bd.Error)
    assert issubclass(bd.PuzzleError, ValueError)
    assert issubclass(bd.RulesError, bd.Error)
    assert issubclass(bd.RulesError, ValueError)
    assert issubclass(bd.GenerationError, bd.Error)
    assert issubclass(bd.GenerationError, RuntimeError)
    assert issubclass(bd.BudgetError, bd.Error)
    for kind in (bd.Error, bd.PuzzleError, bd.RulesError, bd.GenerationError, bd.BudgetError):
        assert kind.__module__ == "bitdoku"
        copy = pickle.loads(pickle.dumps(kind("why")))
        assert type(copy) is kind
        assert copy.args == ("why",)


def test_where_an_error_was_survives_pickling() -> None:
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(np.full((2, 3, 81), 12))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.index, copy.cell, str(copy)) == ((0, 0), (0, 0), str(caught.value))


def test_clashing_givens_are_not_malformed() -> None:
    assert bd.verdict(CLASH) is bd.Verdict.NO_SOLUTION
    assert bd.solve(CLASH).solution == EMPTY
    assert bd.verdict([CLASH], malformed="mark").tolist() == [0]


BOARD = [[0] * 9 for _ in range(9)]


@pytest.mark.parametrize(
    ("rows", "bad"),
    [
        ([[0] * 81, [0] * 80, [0] * 81], {1}),
        ([[0] * 80, [0] * 81], {0}),
        ([[], [0] * 82, [0] * 81], {0, 1}),
        ([None, [0] * 81, np.zeros(9, int)], {0, 2}),
        ([BOARD, BOARD[:8], BOARD], {1}),
        ([BOARD, [*BOARD[:8], [0] * 8]], {1}),
        ([[*BOARD[:8], [0] * 8], BOARD], {0}),
        ([BOARD, [], np.zeros((9, 9), int)], {1}),
        ([BOARD, None], {1}),
        ([BOARD, [*BOARD[:8], None]], {1}),
        ([BOARD, [[0] * 10, [0] * 8, *BOARD[:7]]], {1}),
        ([BOARD, [*BOARD[:8], [*[0] * 7, [0], 0]]], {1}),
        ([BOARD, [0] * 81], {1}),
        ([[0] * 81, BOARD], {1}),
        ([[0] * 9] * 8 + [[0] * 81], {*range(8)}),
    ],
    ids=range(15),
)
def test_nested_rows_of_the_wrong_length_can_be_marked(rows: list[Any], bad: set[int]) -> None:
    solution, verdict = bd.solve(rows, malformed="mark")
    expected = [255 if i in bad else 2 for i in range(len(rows))]
    assert verdict.tolist() == expected
    assert [int(grid.any()) for grid in solution] == [int(v == 2) for v in expected]
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(rows)
    assert caught.value.index == (min(bad),)
    # The same deeper down.
    solution, verdict = bd.solve([rows, rows], malformed="mark")
    assert verdict.tolist() == [expected, expected]
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve([rows, rows])
    assert caught.value.index == (0, min(bad))


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ([0] * 80, "(80,)"),
        ([*BOARD[:8], [0] * 8], "puzzles[8]"),
        ([[0] * 80, [0] * 80], "(2, 80)"),
        ([[0] * 80, [0] * 79], "puzzles[1]"),
        ([[BOARD, BOARD], [BOARD]], "puzzles[1]"),
        ([[[0] * 81], [[0] * 81] * 2], "puzzles[1]"),
        ([[0] * 81, 5], "puzzles[1]"),
    ],
    ids=range(7),
)
def test_nested_lists_of_no_certain_shape_are_refused(rows: list[Any], named: str) -> None:
    """One puzzle, no row that shows the shape, or leading axes that do not fit: there is nothing to mark."""
    for malformed in ("raise", "mark"):
        refused(bd.PuzzleError, named, rows, malformed=malformed)


def test_wrong_objects_are_no_malformed_rows() -> None:
    row: Any
    for row in ([0] * 80 + [1.5], [0] * 79 + ["1"], [0] * 80 + [True], "." * 81, object()):
        with pytest.raises(TypeError):
            bd.solve([[0] * 81, row], malformed="mark")


#: Functions that take an array of numbers which is not of puzzles, and the argument's name.
ARRAYS: list[tuple[Any, str]] = [
    (bd.Pencilmarks, "masks"),
    (lambda masks: bd.Board(EASY, candidates=masks), "candidates"),
    (lambda pattern: bd.generate(1, pattern=pattern), "pattern"),
    (encodings.from_digits, "encoded"),
    (encodings.from_one_hot, "scores"),
    (lambda encoded: encodings.from_labels(EASY, encoded), "encoded"),
    (encodings.from_traces, "encoded"),
]


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_arrays_of_numbers_are_refused_alike(function: Any, name: str) -> None:
    masked = np.ma.masked_array(np.zeros((9, 9), int), np.eye(9, dtype=bool))
    for given, kind, word in (
        (masked, TypeError, "masked"),
        ([[1, 2], [3]], ValueError, "lengths"),
        ([2**64] * 81, ValueError, str(2**64)),
        ([10**5000] * 81, ValueError, "very large"),
    ):
        with pytest.raises(kind, match=rf"{name}.*{word}"):
            function(given)


def test_masks_that_are_none() -> None:
    masks = bd.candidates(EASY)
    with pytest.raises(TypeError, match=r"candidates.*float64"):
        bd.Board(EASY, candidates=masks / 2)
    for puzzle in (bd.Board(EASY), bd.Pencilmarks(masks)):
        with pytest.raises(TypeError, match=rf"masks.*{type(puzzle).__name__}"):
            bd.Pencilmarks(puzzle)  # type: ignore[arg-type]
