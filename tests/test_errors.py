"""What is refused, and the sentence that says why."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import encodings
from puzzles import CLASH, EASY, EMPTY, HARD

DIGITS = np.zeros((20, 81), int)
ROWS = bd.datasets.read([EMPTY])
MARKS = bd.Pencilmarks(bd.candidates([EMPTY]))


def refused(kind: type[Exception], message: str, puzzles: Any, **options: Any) -> Exception:
    with pytest.raises(kind, match=re.escape(message)) as caught:
        bd.solve(puzzles, **options)
    assert type(caught.value) is kind
    return caught.value


@pytest.mark.parametrize("dtype", ["u1", "i2", "<i4", ">i8", "u8"])
@pytest.mark.parametrize("value", [10, 12, 77, 127])
def test_a_value_out_of_range_is_named(dtype: str, value: int) -> None:
    puzzles = DIGITS.astype(dtype).reshape(-1, 9, 9)
    puzzles[17, 2, 5] = value
    puzzles[18, 0, 0] = 99
    message = f"puzzles[17]: cell (2, 5) holds {value}; expected 0..9"
    for threads in (1, 2):
        error = refused(bd.PuzzleError, message, puzzles, threads=threads)
        assert str(error) == message
    assert isinstance(error, bd.PuzzleError)
    assert (error.index, error.cell) == ((17,), (2, 5))
    refused(bd.PuzzleError, f"puzzles[3, 2]: cell (2, 5) holds {value}; expected 0..9", puzzles.reshape(4, 5, 81)[:, :])
    refused(bd.PuzzleError, f"puzzles: cell (2, 5) holds {value}; expected 0..9", puzzles[17])


@pytest.mark.parametrize("value", [-1, -128, 300, 2**40, 2**63 - 1, -(2**63)])
def test_values_are_not_wrapped(value: int) -> None:
    puzzle = [0] * 81
    puzzle[40] = value
    refused(bd.PuzzleError, f"cell (4, 4) holds {value}; expected 0..9", puzzle)
    refused(bd.PuzzleError, f"cell (4, 4) holds {value}; expected 0..9", [[puzzle]])
    array = np.array(puzzle, np.int64)
    for order in "<>":
        refused(bd.PuzzleError, f"cell (4, 4) holds {value}; expected 0..9", array.astype(f"{order}i8"))
    if value > 0:
        refused(bd.PuzzleError, f"cell (4, 4) holds {value}; expected 0..9", array.astype("u8"))


def test_the_largest_numbers() -> None:
    refused(bd.PuzzleError, f"holds {2**64 - 1}; expected", np.full(81, 2**64 - 1, np.uint64))
    refused(bd.PuzzleError, f"holds {10**22}; expected", [10**22] * 81)
    refused(bd.PuzzleError, "…; expected 0..9", [10**4000] * 81)


def test_the_first_of_many_is_reported_on_any_number_of_threads() -> None:
    puzzles = np.zeros((60_000, 81), np.uint8)
    puzzles[:, :2] = 1
    puzzles[31_000:, 7] = 200
    for threads in (1, 2, 5):
        refused(bd.PuzzleError, "puzzles[31000]: cell (0, 7) holds 200", puzzles, threads=threads)


@pytest.mark.parametrize("shape", [(), (0,), (9,), (80,), (82,), (9, 8), (16, 16), (2, 9, 10), (81, 9), (3, 82)])
def test_shapes(shape: tuple[int, ...]) -> None:
    shown = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
    refused(bd.PuzzleError, f"puzzles has shape {shown}; expected (…, 9, 9) or (…, 81)", np.zeros(shape, np.int32))


def test_a_board_of_another_size_needs_rules() -> None:
    refused(
        bd.PuzzleError, "(16, 16); expected (…, 9, 9) or (…, 81); boards of other sizes need rules", [[0] * 16] * 16
    )
    with pytest.raises(bd.PuzzleError, match=r"\(…, 81\)$"):
        bd.solve(np.zeros((9, 10), int))


@pytest.mark.parametrize("dtype", [bool, complex])
def test_other_dtypes_say_how_to_convert(dtype: type) -> None:
    refused(TypeError, "convert with puzzles.astype(np.uint8)", np.zeros((3, 81), dtype))


@pytest.mark.parametrize("dtype", ["M8[s]", "m8[s]", "V4", [("a", "u1")]])
def test_dtypes_that_are_no_numbers(dtype: Any) -> None:
    refused(TypeError, "expected integers", np.zeros((3, 81), dtype))


@pytest.mark.parametrize(
    ("puzzles", "kind", "message"),
    [
        (["1", 2], TypeError, "puzzles[1] is int; expected str"),
        ([2, "1"], TypeError, "puzzles[1] is text among numbers"),
        ([True, 2], TypeError, "puzzles[0] is a bool"),
        ([[0] * 80 + [True]], TypeError, "puzzles[0][80] is a bool"),
        ([[0] * 80 + [np.True_]], TypeError, "puzzles[0][80] is a bool"),
        ([[5, None]], bd.PuzzleError, "shape (1, 2)"),
        ([300, -1], bd.PuzzleError, "shape (2,)"),
        ([1.5], TypeError, "puzzles[0] is 1.5; expected an integer"),
        ([[0] * 80 + [np.float32(0.5)]], TypeError, "puzzles[0][80] is 0.5; expected an integer"),
        ([1.0] * 80 + [float("inf")], TypeError, "puzzles[80] is inf"),
        (np.full((1, 81), 1.5), TypeError, "puzzles[0]: cell (0, 0) holds 1.5; expected whole numbers: convert"),
        ([12.0] * 81, bd.PuzzleError, "cell (0, 0) holds 12; expected 0..9"),
        ([1e300] * 81, bd.PuzzleError, "cell (0, 0) holds 1e300; expected 0..9"),
        (np.full(81, 1e300), bd.PuzzleError, "cell (0, 0) holds 1e300; expected 0..9"),
        ([1e-300] * 81, TypeError, "puzzles[0] is 1e-300; expected an integer"),
        (np.full(81, 1e-300), TypeError, "cell (0, 0) holds 1e-300; expected whole numbers: convert"),
        ([[0] * 81, [0] * 80], bd.PuzzleError, "puzzles[1]: 80 cells; expected 81"),
        ([[0] * 81, 5], bd.PuzzleError, "puzzles[1] is one number; expected a puzzle of 81 cells"),
        ([5, [0] * 81], bd.PuzzleError, "puzzles[1] is a list; expected an integer like the first"),
        ([[]], bd.PuzzleError, "shape (1, 0)"),
        ([[], []], bd.PuzzleError, "shape (2, 0)"),
        ([[EMPTY]], TypeError, "puzzles[0][0] is a text of 81 characters; expected a character"),
        ([np.zeros(81, bool)], TypeError, "puzzles[0][0] is a bool"),
        (
            [np.zeros(81, int), np.zeros((9, 9), int)],
            bd.PuzzleError,
            "puzzles[1]: nested differently from the other puzzles; expected 81 numbers",
        ),
        ([object()], TypeError, "puzzles[0] is object; expected an integer"),
        ([{}], TypeError, "puzzles[0] is dict"),
        ([EMPTY, EMPTY.encode()], TypeError, "puzzles[1] is bytes; expected str"),
        ([bd.Board(EMPTY), EMPTY], TypeError, "puzzles[1] is str; expected Board as in the rows before"),
        ([ROWS, MARKS], TypeError, "puzzles[1] holds pencil marks; expected givens as in the rows before"),
        ([MARKS, ROWS], TypeError, "puzzles[1] holds givens; expected pencil marks as in the rows before"),
        ([EMPTY.encode(), bytearray(EMPTY.encode())], TypeError, "puzzles[1] is bytearray; expected bytes"),
        (["." * 9] * 9, bd.PuzzleError, "join them: ''.join(puzzles)"),
        ((b"." * 9,) * 9, bd.PuzzleError, "join them: ''.join(puzzles)"),
        (None, TypeError, "puzzles is NoneType"),
        (5, TypeError, "puzzles is int"),
        (5.0, TypeError, "puzzles is float"),
        ({"a": EMPTY}, TypeError, "puzzles is dict"),
        ({EMPTY}, TypeError, "puzzles is set"),
        (iter([EMPTY]), TypeError, "puzzles is list_iterator"),
        (memoryview(bytes(81)), TypeError, "np.frombuffer(data, np.uint8)"),
        (bytes(81), bd.PuzzleError, "np.frombuffer(data, np.uint8)"),
        (bytearray([1] * 81), bd.PuzzleError, "np.frombuffer(data, np.uint8)"),
        (np.int64(5), bd.PuzzleError, "shape ()"),
        (np.array(EMPTY), bd.PuzzleError, "zero-dimensional"),
        (np.array([object()], object), TypeError, "expected text, or integers with an integer dtype"),
        (np.array([EMPTY, 2.5], object), TypeError, "puzzles[1] is float; expected str"),
        (np.array([EMPTY, 25], object), TypeError, "puzzles[1] is 25; expected text, or an integer of 81 digits"),
        (np.array([10**40 - 1, -25], object), TypeError, f"puzzles[0] is {10**40 - 1}; expected text"),
        (np.array([EMPTY, 10**5000], object), TypeError, "puzzles[1] is a very large number; expected text"),
        (np.array([[EMPTY], [2.5]], object), TypeError, "puzzles[1, 0] is float; expected str"),
        (np.array([EMPTY, None], object), bd.PuzzleError, "puzzles[1]: a null; expected a puzzle"),
        (np.array([EMPTY, np.nan], object), bd.PuzzleError, "puzzles[1]: a null; expected a puzzle"),
        ([EMPTY, None], bd.PuzzleError, "puzzles[1]: a null; expected a puzzle"),
        ([None, EMPTY], bd.PuzzleError, "puzzles[0]: a null; expected a puzzle"),
        (np.ma.masked_equal(np.zeros((9, 9), int), 0), TypeError, "masked array"),
        (b"\xff" * 81, bd.PuzzleError, "byte 0 is 0xff"),
        (np.array([b"\xff" * 81]), bd.PuzzleError, "puzzles[0]: byte 0 is 0xff"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) > 20 else "",
)
def test_refusals(puzzles: Any, kind: type[Exception], message: str) -> None:
    refused(kind, message, puzzles)


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
    error = refused(bd.PuzzleError, "puzzles: ", HARD[:30] + "q" + HARD[31:])
    assert "'q'" in str(error)
    assert "column 31" in str(error)
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
        lambda number: bd.harder(EASY, target=number),
        lambda number: bd.datasets.Column([1])[number],
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
def test_every_function_refuses_alike(function: Any) -> None:
    with pytest.raises(bd.PuzzleError, match=r"^puzzles\[1\]: "):
        function([EMPTY, "?" * 80])
    with pytest.raises(TypeError):
        function(np.full(81, 0.5))
    with pytest.raises(ValueError, match="expected at least 1"):
        function(CLASH, threads=0)
    with pytest.raises(TypeError, match="threads is float"):
        function(CLASH, threads=1.0)
    with pytest.raises(TypeError, match="threads is bool"):
        function(CLASH, threads=True)
    with pytest.raises(ValueError, match="malformed is 'ignore'"):
        function(CLASH, malformed="ignore")
    with pytest.raises(TypeError):
        function(CLASH, 1)  # everything else is keyword-only
    for rules in ("7-7", "y", 3, object()):
        with pytest.raises(bd.RulesError, match=r"rules .*; expected "):
            function(CLASH, rules=rules)
    function(CLASH, rules="9x9")
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


def test_malformed_rows_can_be_marked() -> None:
    texts = [EASY, "x", EMPTY.replace(".", "1", 2), None]
    puzzles: Any
    for puzzles in (texts, tuple(texts), np.array(texts, object)):
        solution, verdict = bd.solve(puzzles, malformed="mark")
        assert verdict.tolist() == [1, 255, 0, 255]
        assert [solution[1], solution[3]] == [EMPTY, EMPTY]
    assert bd.solve("x", malformed="mark") == (EMPTY, bd.Verdict.MALFORMED)
    numbers = np.zeros((3, 81), int)
    numbers[1, 5], numbers[2, :2] = -4, 1
    for threads in (1, 2):
        grids, verdicts = bd.solve(numbers, malformed="mark", threads=threads)
        assert verdicts.tolist() == [2, 255, 0]
        assert not grids[1:].any()
    assert bd.verdict(numbers, malformed="mark").tolist() == [2, 255, 0]
    assert not bd.candidates(numbers, malformed="mark")[1].any()
    assert not bd.conflicts(numbers, malformed="mark")[1].any()
    counts = bd.count(numbers, limit=3, malformed="mark")
    assert isinstance(counts, np.ma.MaskedArray)
    assert counts.mask.tolist() == [False, True, False]
    assert counts.tolist() == [3, None, 0]
    with pytest.raises(bd.PuzzleError):
        bd.count("x", malformed="mark")
    assert list(bd.solutions("x", malformed="mark")) == []


def test_clashing_givens_are_not_malformed() -> None:
    assert bd.verdict(CLASH) is bd.Verdict.NO_SOLUTION
    assert bd.solve(CLASH).solution == EMPTY
    assert bd.verdict([CLASH], malformed="mark").tolist() == [0]


BOARD = [[0] * 9 for _ in range(9)]


@pytest.mark.parametrize(
    ("rows", "bad"),
    [
        ([[0] * 81, [0] * 80, [0] * 81], {1: "80 cells; expected 81"}),
        ([[0] * 80, [0] * 81], {0: "80 cells; expected 81"}),
        ([[0] * 81, []], {1: "0 cells; expected 81"}),
        ([[], [0] * 82, [0] * 81], {0: "0 cells; expected 81", 1: "82 cells; expected 81"}),
        ([None, [0] * 81, np.zeros(9, int)], {0: "a null; expected a puzzle", 2: "9 cells; expected 81"}),
        ([BOARD, BOARD[:8], BOARD], {1: "72 cells; expected 81"}),
        ([BOARD, [*BOARD[:8], [0] * 8]], {1: "80 cells; expected 81"}),
        ([[*BOARD[:8], [0] * 8], BOARD], {0: "80 cells; expected 81"}),
        ([BOARD, [], np.zeros((9, 9), int)], {1: "0 cells; expected 81"}),
        ([BOARD, None], {1: "a null; expected a puzzle"}),
        ([BOARD, [*BOARD[:8], None]], {1: "nested differently"}),
        ([BOARD, [[0] * 10, [0] * 8, *BOARD[:7]]], {1: "rows of different lengths; expected 9 of 9"}),
        ([BOARD, [*BOARD[:8], [*[0] * 7, [0], 0]]], {1: "nested differently"}),
        ([BOARD, [0] * 81], {1: "nested differently"}),
        ([[0] * 81, BOARD], {1: "nested differently"}),
        ([[0] * 9] * 8 + [[0] * 81], dict.fromkeys(range(8), "9 cells; expected 81")),
    ],
    ids=range(16),
)
def test_nested_rows_of_the_wrong_length_can_be_marked(rows: list[Any], bad: dict[int, str]) -> None:
    solution, verdict = bd.solve(rows, malformed="mark")
    expected = [255 if i in bad else 2 for i in range(len(rows))]
    assert verdict.tolist() == expected
    assert [int(grid.any()) for grid in solution] == [int(v == 2) for v in expected]
    first = min(bad)
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(rows)
    assert caught.value.index == (first,)
    assert str(caught.value).startswith(f"puzzles[{first}]: ")
    assert bad[first] in str(caught.value)
    # The same deeper down.
    solution, verdict = bd.solve([rows, rows], malformed="mark")
    assert verdict.tolist() == [expected, expected]
    with pytest.raises(bd.PuzzleError, match=re.escape(f"puzzles[0, {first}]: ")):
        bd.solve([rows, rows])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([0] * 80, "puzzles has shape (80,); expected"),
        ([*BOARD[:8], [0] * 8], "puzzles[8] has 8 items; expected 9 like the first"),
        ([[0] * 80, [0] * 80], "puzzles has shape (2, 80); expected"),
        ([[0] * 80, [0] * 79], "puzzles[1] has 79 items; expected 80 like the first"),
        ([[BOARD, BOARD], [BOARD]], "puzzles[1] has 1 item; expected 2 like the first"),
        ([[[0] * 81], [[0] * 81] * 2], "puzzles[1] has 2 items; expected 1 like the first"),
        ([[0] * 81, 5], "puzzles[1] is one number; expected a puzzle of 81 cells"),
    ],
    ids=range(7),
)
def test_nested_lists_of_no_certain_shape_are_refused(rows: list[Any], message: str) -> None:
    """One puzzle, no row that shows the shape, or leading axes that do not fit: there is nothing to mark."""
    for malformed in ("raise", "mark"):
        refused(bd.PuzzleError, message, rows, malformed=malformed)


def test_wrong_objects_are_no_malformed_rows() -> None:
    row: Any
    for row in ([0] * 80 + [1.5], [0] * 79 + ["1"], [0] * 80 + [True], "." * 81, object()):
        with pytest.raises(TypeError):
            bd.solve([[0] * 81, row], malformed="mark")
    refused(bd.PuzzleError, "holds a very large number; expected 0..9", [10**5000] * 81)


#: Functions that take an array of numbers which is not of puzzles, and the argument's name.
ARRAYS: list[tuple[Any, str]] = [
    (bd.Pencilmarks, "masks"),
    (bd.digits_of, "masks"),
    (lambda masks: bd.Board(EASY, candidates=masks), "candidates"),
    (lambda pattern: bd.generate(1, pattern=pattern), "pattern"),
    (encodings.from_digits, "encoded"),
    (encodings.from_one_hot, "scores"),
    (lambda encoded: encodings.from_labels(EASY, encoded), "encoded"),
    (encodings.from_traces, "encoded"),
]


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_arrays_of_numbers_are_refused_alike(function: Any, name: str) -> None:
    hold = "hold" if name.endswith("s") else "holds"
    masked = np.ma.masked_array(np.zeros((9, 9), int), np.eye(9, dtype=bool))
    for given, kind, message in (
        (masked, TypeError, f"{name} is a masked array; expected a plain one, as {name}.filled(0) returns"),
        (
            [[1, 2], [3]],
            ValueError,
            f"{name} {hold} lists of different lengths; expected numbers in rows of one length",
        ),
        ([2**64] * 81, ValueError, f"{name} {hold} {2**64}; expected numbers of at most 64 bits"),
        ([10**5000] * 81, ValueError, f"{name} {hold} a very large number; expected numbers of at most 64 bits"),
    ):
        with pytest.raises(kind) as caught:
            function(given)
        assert str(caught.value) == message


def test_masks_that_are_none() -> None:
    masks = bd.candidates(EASY)
    with pytest.raises(ValueError, match=f"^masks hold {2**64}; expected"):
        bd.digits_of(2**64)
    with pytest.raises(TypeError, match=r"^candidates have dtype float64; expected .*, or the name of a level$"):
        bd.Board(EASY, candidates=masks / 2)
    for puzzle in (bd.Board(EASY), bd.Pencilmarks(masks)):
        with pytest.raises(TypeError, match=f"masks are {type(puzzle).__name__}; expected integers"):
            bd.Pencilmarks(puzzle)  # type: ignore[arg-type]
