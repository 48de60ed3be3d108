"""Every form of input gives the answer of the plain text, in its own form."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from puzzles import EASY, EMPTY, FULL, HARD, HARD_SOLUTION, NONE, THREE

BATCH = [HARD, EASY, THREE, NONE, EMPTY, FULL]
EXPECTED = [bd.solve(text) for text in BATCH]
TEXTS = [result.solution for result in EXPECTED]
VERDICTS = [int(result.verdict) for result in EXPECTED]
DIGITS = np.array([[int(c) if c != "." else 0 for c in text] for text in BATCH], np.uint8)
SOLVED = np.array([[int(c) if c != "." else 0 for c in text] for text in TEXTS], np.uint8)
INTEGERS = [np.dtype(code).newbyteorder("<" if order else ">") for code in "bBhHiIlLqQ" for order in (0, 1)]


def same(result: Any, solution: np.ndarray, verdict: list[int]) -> None:
    found, verdicts = result
    assert type(found) is np.ndarray
    assert found.dtype == np.uint8
    assert found.flags.c_contiguous
    assert found.flags.writeable
    assert found.shape == solution.shape
    np.testing.assert_array_equal(found, solution)
    assert verdicts.dtype == np.uint8
    assert verdicts.tolist() == verdict


def test_the_text_is_right() -> None:
    assert TEXTS[0] == HARD_SOLUTION
    assert VERDICTS == [1, 1, 2, 0, 2, 1]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@pytest.mark.parametrize("shape", [(6, 81), (6, 9, 9), (2, 3, 81), (1, 3, 2, 9, 9)])
def test_integer_arrays(dtype: np.dtype, shape: tuple[int, ...]) -> None:
    puzzles = DIGITS.astype(dtype).reshape(shape)
    solution, verdict = bd.solve(puzzles)
    np.testing.assert_array_equal(solution, SOLVED.reshape(shape))
    assert solution.dtype == np.uint8
    leading = shape[:-1] if shape[-1] == 81 else shape[:-2]
    assert verdict.shape == leading
    assert verdict.ravel().tolist() == VERDICTS


def strided_views(array: np.ndarray) -> dict[str, np.ndarray]:
    """The same values in memory of every kind."""
    wide = np.zeros((2 * array.shape[0], 9, 9 * 3), array.dtype)
    wide[::2, :, 1::3] = array.reshape(-1, 9, 9)
    record = np.zeros(array.reshape(-1, 9, 9).shape, [("pad", "u1"), ("value", array.dtype)])
    record["value"] = array.reshape(-1, 9, 9)
    frozen = array.reshape(-1, 9, 9).copy()
    frozen.flags.writeable = False
    return {
        "fortran": np.asfortranarray(array.reshape(-1, 9, 9)),
        "fortran flat": np.asfortranarray(array),
        "sliced": wide[::2, :, 1::3],
        "backwards": array.reshape(-1, 9, 9)[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1],
        "transposed": array.reshape(-1, 9, 9).transpose(0, 2, 1).copy().transpose(0, 2, 1),
        "unaligned": record["value"],
        "read-only": frozen,
        "offset by one": np.concatenate([np.zeros(1, array.dtype), array.ravel()])[1:].reshape(-1, 81),
        "subclass": array.reshape(-1, 9, 9).view(type("Mine", (np.ndarray,), {})),
    }


@pytest.mark.parametrize("dtype", ["u1", "i1", "<u2", ">i2", "<i4", ">u4", "<i8", ">u8"])
@pytest.mark.parametrize("view", list(strided_views(DIGITS)))
def test_strides(dtype: str, view: str) -> None:
    puzzles = strided_views(DIGITS.astype(dtype))[view]
    before = puzzles.copy()
    solution, verdict = bd.solve(puzzles)
    np.testing.assert_array_equal(solution.reshape(-1, 81), SOLVED)
    assert verdict.tolist() == VERDICTS
    np.testing.assert_array_equal(puzzles, before)


def test_broadcast_rows_share_their_memory() -> None:
    puzzles = np.broadcast_to(DIGITS[0], (500, 81))
    same(bd.solve(puzzles), np.broadcast_to(SOLVED[0], (500, 81)), [1] * 500)


def test_a_transposed_puzzle_has_the_transposed_solution() -> None:
    puzzle = DIGITS[0].reshape(9, 9).T
    np.testing.assert_array_equal(bd.solve(puzzle).solution, SOLVED[0].reshape(9, 9).T)


@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_one_puzzle_of_numbers(shape: tuple[int, ...]) -> None:
    solution, verdict = bd.solve(DIGITS[0].reshape(shape))
    assert solution.shape == shape
    assert verdict is bd.Verdict.UNIQUE


def test_nine_rows_of_81_are_nine_puzzles() -> None:
    assert bd.verdict(np.zeros((9, 81), int)).shape == (9,)
    assert bd.verdict(np.zeros((81, 81), int)).shape == (81,)
    assert bd.verdict(np.zeros((81, 9, 9), int)).shape == (81,)
    assert bd.verdict([[0] * 81] * 9).shape == (9,)


@pytest.mark.parametrize(
    "puzzles",
    [
        DIGITS.tolist(),
        DIGITS.reshape(-1, 9, 9).tolist(),
        [tuple(row) for row in DIGITS.tolist()],
        tuple(map(tuple, DIGITS.tolist())),
        list(DIGITS),
        list(DIGITS.astype(">i8")),
        [list(board) for board in DIGITS.reshape(-1, 9, 9)],
        [[np.int16(value) for value in row] for row in DIGITS],
        [DIGITS[0].tolist(), *DIGITS[1:]],
    ],
    ids=range(9),
)
def test_nested_lists_give_arrays(puzzles: Any) -> None:
    solution, verdict = bd.solve(puzzles)
    assert isinstance(solution, np.ndarray)
    np.testing.assert_array_equal(solution.reshape(-1, 81), SOLVED)
    assert verdict.tolist() == VERDICTS


def test_one_nested_list() -> None:
    solution, verdict = bd.solve(DIGITS[0].reshape(9, 9).tolist())
    np.testing.assert_array_equal(solution, SOLVED[0].reshape(9, 9))
    assert verdict is bd.Verdict.UNIQUE
    np.testing.assert_array_equal(bd.solve(DIGITS[0].tolist()).solution, SOLVED[0])


@pytest.mark.parametrize("kind", [str, np.str_, bytes, bytearray, np.bytes_], ids=lambda kind: kind.__name__)
def test_text(kind: Any) -> None:
    def make(text: str) -> Any:
        return kind(text) if issubclass(kind, str) else kind(text.encode())

    plain = str if issubclass(kind, str) else bytearray if kind is bytearray else bytes
    for text, expected in zip(BATCH, EXPECTED, strict=True):
        solution, verdict = bd.solve(make(text))
        assert type(solution) is plain
        assert solution == (expected.solution if plain is str else expected.solution.encode())
        assert verdict is expected.verdict
    many = [make(text) for text in BATCH]
    for container in (list, tuple):
        solutions, verdicts = bd.solve(container(many))
        assert type(solutions) is container
        assert all(type(solution) is plain for solution in solutions)
        assert list(solutions) == [text if plain is str else text.encode() for text in TEXTS]
        assert verdicts.dtype == np.uint8
        assert verdicts.tolist() == VERDICTS


@pytest.mark.parametrize("shape", [(6,), (2, 3), (1, 6, 1)])
@pytest.mark.parametrize("dtype", ["U81", ">U90", "S81", "S100", "O", "T", "O bytes"])
def test_numpy_text(dtype: str, shape: tuple[int, ...]) -> None:
    if dtype == "T":
        if not hasattr(np.dtypes, "StringDType"):
            pytest.skip("NumPy 1 has no such type")
        array = np.array(BATCH, np.dtypes.StringDType())
    elif dtype == "O bytes":
        array = np.array([text.encode() for text in BATCH], object)
    else:
        array = np.array(BATCH, dtype)
    puzzles = array.reshape(shape)
    solution, verdict = bd.solve(puzzles)
    assert type(solution) is np.ndarray
    assert solution.shape == verdict.shape == shape
    assert solution.dtype.kind == array.dtype.kind
    texts = [text.decode() if isinstance(text, bytes) else text for text in solution.ravel().tolist()]
    assert texts == TEXTS
    assert verdict.ravel().tolist() == VERDICTS
    # Any strides.
    assert bd.verdict(puzzles[::-1]).ravel().tolist() == bd.verdict(puzzles.copy()[::-1].copy()).ravel().tolist()
    np.testing.assert_array_equal(bd.solve(puzzles.T).solution, solution.T)


def test_anything_that_makes_an_array() -> None:
    class Tensor:
        def __array__(self, dtype: Any = None, copy: object = None) -> np.ndarray:
            return DIGITS

    same(bd.solve(Tensor()), SOLVED, VERDICTS)


@pytest.mark.parametrize(
    ("puzzles", "shape"),
    [
        (np.zeros((0, 81), int), (0, 81)),
        (np.zeros((0, 9, 9), np.uint8), (0, 9, 9)),
        (np.zeros((3, 0, 81), ">i2"), (3, 0, 81)),
        (np.zeros((0,), "U81"), (0,)),
        (np.zeros((2, 0), object), (2, 0)),
    ],
)
def test_empty_batches(puzzles: np.ndarray, shape: tuple[int, ...]) -> None:
    solution, verdict = bd.solve(puzzles)
    assert solution.shape == shape
    leading = shape[: len(shape) - 1] if shape[-1] == 81 else shape[:-2] if shape[-2:] == (9, 9) else shape
    assert verdict.shape == leading
    assert bd.count(puzzles).shape == leading
    assert bd.candidates(puzzles).size == 0


def test_an_empty_list() -> None:
    empty: Any
    for empty in ([], ()):
        solution, verdict = bd.solve(empty)
        assert type(solution) is type(empty)
        assert len(solution) == 0
        assert verdict.shape == (0,)
    assert bd.count([]).shape == (0,)
    assert bd.candidates([]).shape == bd.conflicts([]).shape == (0, 9, 9)


@pytest.mark.parametrize("blank", list(".0_*?xX"))
def test_blanks(blank: str) -> None:
    assert bd.solve(HARD.replace(".", blank)).solution == HARD_SOLUTION
    assert bd.solve(HARD.replace(".", blank).encode()).solution == HARD_SOLUTION.encode()


def test_text_in_other_layouts() -> None:
    rows = [HARD[i : i + 9] for i in range(0, 81, 9)]
    assert bd.solve("\n".join(rows)).solution == HARD_SOLUTION
    assert bd.solve(" ".join("0" if c == "." else c for c in HARD)).solution == HARD_SOLUTION
    assert bd.solve(["\n".join(rows) + "\n", HARD + " # the hardest"]).solution == [HARD_SOLUTION] * 2


@given(st.lists(st.sampled_from(range(6)), max_size=20), st.integers(0, 3))
def test_all_forms_agree(rows: list[int], form: int) -> None:
    texts = [BATCH[i] for i in rows]
    expected = [VERDICTS[i] for i in rows]
    digits = DIGITS[rows]
    puzzles: Any = [texts, digits, np.array(texts, "U81"), digits.astype(">i4").reshape(-1, 9, 9)][form]
    assert bd.verdict(puzzles).tolist() == expected


def test_more_rows_than_a_stage() -> None:
    rows = np.arange(20_000) % 6
    rows[rows == 4] = 5  # the empty grid is slow to solve
    texts = [BATCH[i] for i in rows]
    expected = [TEXTS[i] for i in rows]
    verdicts = np.array(VERDICTS, np.uint8)[rows]
    for threads in (1, 2, 3):
        solution, verdict = bd.solve(texts, threads=threads)
        assert solution == expected
        np.testing.assert_array_equal(verdict, verdicts)
        array, verdict = bd.solve(DIGITS[rows], threads=threads)
        np.testing.assert_array_equal(array, SOLVED[rows])
        np.testing.assert_array_equal(verdict, verdicts)


@pytest.mark.parametrize("dtype", [None, "S9", object])
def test_nine_texts_of_nine_in_an_array_are_no_nine_puzzles(dtype: Any) -> None:
    rows = np.array([HARD[i : i + 9] for i in range(0, 81, 9)], dtype)
    with pytest.raises(bd.PuzzleError, match="9 texts"):
        bd.solve(rows)


def test_arrays_of_the_standard_library_are_told_the_way() -> None:
    digits = array.array("B", [int(c) if c != "." else 0 for c in HARD])
    with pytest.raises(TypeError, match=r"np\.frombuffer"):
        bd.solve(digits)
    assert (bd.solve(np.frombuffer(digits, digits.typecode)).solution == SOLVED[0]).all()


@pytest.mark.parametrize("dtype", ["object", "string[pyarrow]", "str"])
@pytest.mark.parametrize("rules", [None, "6x6"])
def test_attributes_of_a_series_stay(dtype: str, rules: Any) -> None:
    pd = pytest.importorskip("pandas")
    series = pd.Series([HARD if rules is None else "." * 36], dtype=dtype)
    series.attrs["source"] = ["a"]
    found = bd.solve(series, rules=rules).solution
    assert found.attrs == {"source": ["a"]}
    found.attrs["source"].append("b")
    assert series.attrs == {"source": ["a"]}
