"""The caller's own array for solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

import bitdoku as bd
import reference
from puzzles import EASY, HARD, NONE, THREE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DIGITS = np.array([reference.cells_of(text) for text in (HARD, EASY, THREE, NONE)], np.uint8)
SOLVED = bd.solve(DIGITS).solution


@pytest.mark.parametrize("rows", [1, 4, 5000])
@pytest.mark.parametrize("threads", [1, 3])
def test_solutions_are_written_there(rows: int, threads: int) -> None:
    puzzles = DIGITS[np.arange(rows) % 4]
    for given in (puzzles, puzzles.astype(">i4"), puzzles.reshape(-1, 9, 9), puzzles.reshape(-1, 9, 9).tolist()):
        out = np.full(np.shape(given), 77, np.uint8)
        result = bd.solve(given, out=out, threads=threads)
        assert result.solution is out
        np.testing.assert_array_equal(out.reshape(-1, 81), SOLVED[np.arange(rows) % 4])
        # At any alignment, and not a byte beside it.
        memory = np.full(out.size + 20, 77, np.uint8)
        out = memory[3 : 3 + out.size].reshape(out.shape)
        bd.solve(given, out=out, threads=threads)
        np.testing.assert_array_equal(out.reshape(-1, 81), SOLVED[np.arange(rows) % 4])
        assert (memory[:3] == 77).all()
        assert (memory[3 + out.size :] == 77).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_in_place(threads: int) -> None:
    puzzles = DIGITS[np.arange(5000) % 4].copy()
    result = bd.solve(puzzles, out=puzzles, threads=threads)
    assert result.solution is puzzles
    np.testing.assert_array_equal(puzzles, SOLVED[np.arange(5000) % 4])
    one = DIGITS[0].reshape(9, 9).copy()
    assert bd.solve(one, out=one).verdict is bd.Verdict.UNIQUE
    np.testing.assert_array_equal(one.ravel(), SOLVED[0])
    # The same memory seen by another array.
    puzzles = DIGITS.copy()
    bd.solve(puzzles.reshape(4, 81), out=puzzles)
    np.testing.assert_array_equal(puzzles, SOLVED)


def test_malformed_puzzles_are_not_overwritten() -> None:
    puzzles = DIGITS[np.arange(5000) % 4].copy()
    puzzles[4990, 3] = 10
    before = puzzles.copy()
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(puzzles, out=puzzles)
    assert (caught.value.index, caught.value.cell) == ((4990,), (0, 3))
    np.testing.assert_array_equal(puzzles, before)
    verdict = bd.solve(puzzles, out=puzzles, malformed="mark").verdict
    assert verdict[4990] == 255
    assert not puzzles[4990].any()
    np.testing.assert_array_equal(puzzles[:4990], SOLVED[np.arange(4990) % 4])


class Viewed:
    """Some other library's array, which NumPy sees in place."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.array


def frame(array: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(array, copy=False)


@pytest.mark.parametrize("seen_as", [Viewed, frame])
@pytest.mark.parametrize("threads", [1, 3])
def test_memory_that_is_seen_by_another_object(seen_as: Callable[[np.ndarray], Any], threads: int) -> None:
    memory = np.zeros((5001, 81), np.uint8)
    memory[:5000] = DIGITS[np.arange(5000) % 4]
    before = memory.copy()
    with pytest.raises(ValueError, match="shares memory"):
        bd.solve(seen_as(memory[:5000]), out=memory[1:], threads=threads)
    np.testing.assert_array_equal(memory, before)
    memory[4990, 3] = 10
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(seen_as(memory), out=memory, threads=threads)
    assert (caught.value.index, caught.value.cell) == ((4990,), (0, 3))
    memory[4990, 3] = before[4990, 3]
    np.testing.assert_array_equal(memory, before)
    bd.solve(seen_as(memory[:5000]), out=memory[:5000], threads=threads)
    np.testing.assert_array_equal(memory[:5000], SOLVED[np.arange(5000) % 4])


def test_the_memory_of_our_own_containers() -> None:
    made = bd.generate(5, seed=1)
    made.puzzle.flags.writeable = True
    with pytest.raises(ValueError, match="shares memory"):
        bd.solve(made[:4], out=made.puzzle[1:])
    solved = bd.solve(made, out=made.puzzle)
    np.testing.assert_array_equal(solved.solution, made.solution)


def test_what_is_refused() -> None:
    """Other types and shapes are in test_boundary_batches.py."""
    shared = np.zeros((5, 81), np.uint8)
    shared[:4] = DIGITS
    for puzzles, out in ((shared[:4], shared[1:]), (shared[:4][::-1], shared[:4])):
        with pytest.raises(ValueError, match="shares memory"):
            bd.solve(puzzles, out=out)
    masked = np.ma.masked_array(np.zeros((4, 81), np.uint8), mask=True)
    with pytest.raises(TypeError, match="out"):
        bd.solve(DIGITS, out=masked)
    assert not masked.data.any()
    assert bd.solve(DIGITS, out=masked.data).solution.any()


def test_subclasses_are_written_like_arrays(tmp_path: Path) -> None:
    mapped = np.memmap(tmp_path / "solutions", np.uint8, "w+", shape=(4, 81))
    result = bd.solve(DIGITS, out=mapped)
    assert result.solution is mapped
    mapped.flush()
    np.testing.assert_array_equal(np.fromfile(tmp_path / "solutions", np.uint8).reshape(4, 81), SOLVED)
    mine: np.ndarray = np.zeros((4, 81), np.uint8).view(type("Mine", (np.ndarray,), {}))
    assert bd.solve(DIGITS, out=mine).solution is mine
    np.testing.assert_array_equal(np.asarray(mine), SOLVED)
