"""Arrays of any memory layout, and forms that test_boundary_forms.py leaves out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from puzzles import EASY, EMPTY, FULL, HARD, HARD_SOLUTION, NONE, THREE

BATCH = [HARD, EASY, THREE, NONE, EMPTY, FULL]
TEXTS = bd.solve(BATCH).solution
VERDICTS = bd.verdict(BATCH).tolist()
DIGITS = np.array([[int(c) if c != "." else 0 for c in text] for text in BATCH], np.uint8)
SOLVED = np.array([[int(c) if c != "." else 0 for c in text] for text in TEXTS], np.uint8)


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


@pytest.mark.parametrize("dtype", ["u1", ">i2", "<i4", ">u8"])
@pytest.mark.parametrize("view", list(strided_views(DIGITS)))
def test_strides(dtype: str, view: str) -> None:
    puzzles = strided_views(DIGITS.astype(dtype))[view]
    before = puzzles.copy()
    solution, verdict = bd.solve(puzzles)
    np.testing.assert_array_equal(solution.reshape(-1, 81), SOLVED)
    assert verdict.tolist() == VERDICTS
    np.testing.assert_array_equal(puzzles, before)


@pytest.mark.parametrize("offset", range(9))
@pytest.mark.parametrize("rows", [1, 2, 3, 52, 500])
def test_bytes_at_any_address(offset: int, rows: int) -> None:
    """Bytes are copied by words or, from 4096 on, by one instruction; the ends are copied one by one."""
    cells = np.tile(DIGITS, (rows, 1))[:rows]
    puzzles = np.concatenate([np.zeros(offset, np.uint8), cells.ravel()])[offset:].reshape(rows, 81)
    out = np.zeros(offset + 81 * rows, np.uint8)[offset:].reshape(rows, 81)
    np.testing.assert_array_equal(bd.solve(puzzles, out=out).solution, np.tile(SOLVED, (rows, 1))[:rows])
    for value in (10, 127, 128, 138, 255):
        wrong = puzzles.copy()
        wrong[-1, 80 - offset] = value
        with pytest.raises(bd.PuzzleError, match=rf"\[{rows - 1}\]: r9c{9 - offset} holds {value};"):
            bd.verdict(wrong)


@pytest.mark.parametrize(
    ("dtype", "value", "message"),
    [
        ("i8", -1, "-1"),
        (">i8", -2, "-2"),
        ("u8", 2**64 - 1, str(2**64 - 1)),
        ("i4", -98303, "-98303"),
        (">u2", 65279, "65279"),
        ("i1", -7, "-7"),
        ("f8", -1e300, "-1e300"),
        ("f8", 2.0**80, str(2**80)),
        (">f4", 256, "256"),
    ],
)
def test_values_that_are_no_digits(dtype: str, value: float, message: str) -> None:
    puzzle = np.zeros((9, 9), dtype)
    puzzle[2, 5] = value
    with pytest.raises(bd.PuzzleError, match=rf"r3c6 holds {message};"):
        bd.verdict(puzzle)


def test_a_transposed_puzzle_has_the_transposed_solution() -> None:
    puzzle = DIGITS[0].reshape(9, 9).T
    np.testing.assert_array_equal(bd.solve(puzzle).solution, SOLVED[0].reshape(9, 9).T)


def test_nine_rows_of_81_are_nine_puzzles() -> None:
    assert bd.verdict(np.zeros((9, 81), int)).shape == (9,)
    assert bd.verdict(np.zeros((81, 81), int)).shape == (81,)
    assert bd.verdict(np.zeros((81, 9, 9), int)).shape == (81,)
    assert bd.verdict([[0] * 81] * 9).shape == (9,)


@pytest.mark.parametrize("blank", list(".0_*?xX"))
def test_blanks(blank: str) -> None:
    assert bd.solve(HARD.replace(".", blank)).solution == HARD_SOLUTION
    assert bd.solve(HARD.replace(".", blank).encode()).solution == HARD_SOLUTION.encode()


@given(st.lists(st.sampled_from(range(6)), max_size=20), st.integers(0, 3))
def test_all_forms_agree(rows: list[int], form: int) -> None:
    texts, digits = [BATCH[i] for i in rows], DIGITS[rows]
    puzzles: Any = [texts, digits, np.array(texts, "U81"), digits.astype(">i4").reshape(-1, 9, 9)][form]
    assert bd.verdict(puzzles).tolist() == [VERDICTS[i] for i in rows]


@pytest.mark.parametrize("dtype", [None, "S9", object])
def test_nine_texts_of_nine_in_an_array_are_no_nine_puzzles(dtype: Any) -> None:
    rows = np.array([HARD[i : i + 9] for i in range(0, 81, 9)], dtype)
    with pytest.raises(bd.PuzzleError, match="9 texts"):
        bd.solve(rows)


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
