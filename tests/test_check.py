"""`check` judges any answer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
import reference
from puzzles import EASY, EMPTY, FULL, HARD, HARD_SOLUTION, SMALLEST, THREE


def test_any_valid_solution_is_correct() -> None:
    for solution in bd.solutions(THREE):
        result = bd.check(THREE, solution)
        assert (result.correct, result.respects_givens, result.complete) == (True, True, True)
        assert type(result.correct) is bool
        assert not result.cell_errors.any()
        assert result.cell_errors.shape == (9, 9)
        assert result
    assert not bd.check(THREE, HARD_SOLUTION)


def test_what_is_wrong_is_told() -> None:
    answer = np.array(reference.cells_of(HARD_SOLUTION))
    wrong = answer.copy()
    wrong[0] = 9  # a given is 8, and the row has another 9
    result = bd.check(HARD, wrong)
    assert (result.correct, result.respects_givens, result.complete) == (False, False, True)
    assert result.cell_errors.shape == (81,)
    assert result.cell_errors[0]
    assert set(result.cell_errors.nonzero()[0]) == {0} | {i for i in reference.PEERS[0] if answer[i] == 9}
    blank = answer.copy()
    blank[1] = 0
    result = bd.check(HARD, blank.reshape(9, 9))
    assert (result.correct, result.respects_givens, result.complete) == (False, True, False)
    assert not result.cell_errors.any()
    # A given that the answer leaves blank is missing, not contradicted.
    blank[0] = 0
    result = bd.check(HARD, blank)
    assert (result.correct, result.respects_givens, result.complete) == (False, False, False)
    assert not result.cell_errors.any()


@pytest.mark.parametrize("value", [10, -100, -1, 255, 300, 2**40, -(2**63)])
def test_any_value_is_judged(value: int) -> None:
    answer = np.array(reference.cells_of(HARD_SOLUTION), np.int64)
    answer[1] = value
    for answers in (answer, answer.reshape(9, 9), answer.tolist(), answer.astype(">i8")):
        result = bd.check(HARD, answers)
        assert (result.correct, result.respects_givens, result.complete) == (False, True, False)
        assert result.cell_errors.ravel().nonzero()[0].tolist() == [1]


def test_forms_may_differ() -> None:
    puzzles = [HARD, EASY, THREE]
    solutions = bd.solve(puzzles).solution
    digits = np.array([reference.cells_of(text) for text in solutions])
    for left in (puzzles, np.array(puzzles), np.array([reference.cells_of(p) for p in puzzles])):
        for right in (solutions, tuple(solutions), digits, digits.reshape(3, 9, 9), np.array(solutions, object)):
            result = bd.check(left, right)
            assert result.correct.tolist() == [True] * 3
            assert result.correct.dtype == np.bool_
    result = bd.check(puzzles, solutions[::-1])
    assert result.correct.tolist() == [False, True, False]
    assert result.complete.all()


def test_one_puzzle_and_many_answers() -> None:
    answers = [*bd.solutions(THREE), FULL, EMPTY]
    result = bd.check(THREE, answers)
    assert result.correct.tolist() == [True] * 3 + [False] * 2
    assert bd.check(EMPTY, np.array([[SMALLEST, FULL]])).correct.tolist() == [[True, True]]
    assert bd.check(EMPTY, np.zeros((0, 81), int)).correct.shape == (0,)


def test_shapes_have_to_match() -> None:
    with pytest.raises(ValueError, match="leading shape"):
        bd.check([HARD, HARD], [HARD_SOLUTION])
    with pytest.raises(ValueError, match="leading shape"):
        bd.check([HARD], HARD_SOLUTION)


def test_malformed() -> None:
    with pytest.raises(bd.PuzzleError, match=r"^answers\[1\]: "):
        bd.check([HARD, HARD], [HARD_SOLUTION, "x"])
    with pytest.raises(bd.PuzzleError, match=r"^puzzles\[0\]: "):
        bd.check(["x", HARD], [HARD_SOLUTION] * 2)
    with pytest.raises(bd.PuzzleError, match=r"^puzzles\[0\]: cell \(0, 0\) holds 10"):
        bd.check(np.full((1, 81), 10), [HARD_SOLUTION])
    result = bd.check([HARD, "x", HARD], ["y", HARD_SOLUTION, HARD_SOLUTION], malformed="mark")
    assert result.correct.tolist() == [False, False, True]
    assert result.respects_givens.tolist() == [False, False, True]


def test_more_rows_than_a_stage() -> None:
    answers = np.tile(np.array(reference.cells_of(HARD_SOLUTION), np.uint8), (40_000, 1))
    answers[::3, 80] = 0
    for threads in (1, 3):
        result = bd.check([HARD] * 40_000, answers, threads=threads)
        assert (result.correct == (np.arange(40_000) % 3 != 0)).all()
        assert (result.complete == result.correct).all()


@given(st.lists(st.integers(-3, 12), min_size=81, max_size=81))
def test_the_reference_agrees(cells: list[int]) -> None:
    result = bd.check(HARD, cells)
    puzzle = reference.cells_of(HARD)
    legal = [value if 1 <= value <= 9 else 0 for value in cells]
    assert result.correct is False
    assert result.complete == all(legal)
    assert result.respects_givens == all(p in (0, a) for p, a in zip(puzzle, cells, strict=True))
    clashes = reference.conflicts(legal)
    expected = [
        clash or not 0 <= a <= 9 or (a != 0 and p not in (0, a))
        for clash, a, p in zip(clashes, cells, puzzle, strict=True)
    ]
    assert result.cell_errors.tolist() == expected
