"""`check` judges any answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
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


@pytest.mark.parametrize("rules", [None, "x", "6x6", bd.Rules() + bd.rules.killer_cage("r1c1 r1c2", 5)], ids=str)
def test_another_grid_contradicts_the_givens(rules: bd.Rules | str | None) -> None:
    puzzle, answer = bd.grids(2, seed=1, rules=rules)
    result = bd.check(puzzle, answer, rules=rules)
    assert (result.correct, result.respects_givens, result.complete) == (False, False, True)
    np.testing.assert_array_equal(result.cell_errors, puzzle != answer)
    # A single given of another value, in a cell of its own.
    alone = np.zeros_like(puzzle)
    cell = tuple(np.argwhere(puzzle != answer)[-1])
    alone[cell] = puzzle[cell]
    result = bd.check(alone, answer, rules=rules)
    assert (result.correct, result.respects_givens) == (False, False)
    assert [tuple(at) for at in np.argwhere(result.cell_errors)] == [cell]


@pytest.mark.parametrize(
    "value", [10, -100, -1, 255, 300, 2**40, -(2**63), 1.5, -0.5, 1e30, float("inf"), float("-inf")]
)
def test_any_value_is_judged(value: Any) -> None:
    answer = np.array(reference.cells_of(HARD_SOLUTION), type(value))
    answer[1] = value
    forms = [answer, answer.reshape(9, 9), answer.tolist()]
    if isinstance(value, float):
        forms += [answer.astype(">f4"), answer.astype(np.longdouble), pd.DataFrame([answer])]
    else:
        forms.append(answer.astype(">i8"))
    for answers in forms:
        result = bd.check(HARD, answers)
        assert [np.ravel(part).tolist() for part in result[:3]] == [[False], [True], [False]]
        assert result.cell_errors.ravel().nonzero()[0].tolist() == [1]
    # The others of a batch are judged as ever; a puzzle is not judged.
    batch = np.array([reference.cells_of(HARD_SOLUTION), answer])
    assert bd.check(HARD, batch, malformed="mark").correct.tolist() == [True, False]
    with pytest.raises((TypeError, bd.PuzzleError), match="puzzles"):
        bd.check(batch, HARD_SOLUTION)


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
    for puzzles, answers, shapes in (
        ([HARD, HARD], [HARD_SOLUTION], r"\(2,\).*\(1,\)"),
        (np.zeros((2, 3, 81), int), np.zeros((6, 81), int), r"\(2, 3\).*\(6,\)"),
    ):
        with pytest.raises(ValueError, match=shapes):
            bd.check(puzzles, answers)


def test_one_answer_and_many_puzzles() -> None:
    result = bd.check([HARD, EASY, EMPTY], HARD_SOLUTION)
    assert result.correct.tolist() == [True, False, True]
    assert result.complete.tolist() == [True] * 3
    assert result.cell_errors.shape == (3, 9, 9)
    assert bd.check([HARD], HARD_SOLUTION).correct.tolist() == [True]
    digits = np.array(reference.cells_of(HARD_SOLUTION))
    assert bd.check(np.array([[HARD, EASY]]), digits).cell_errors.shape == (1, 2, 81)
    assert bd.check(np.zeros((0, 9, 9), int), digits).cell_errors.shape == (0, 81)
    for threads in (1, 3):  # more rows than a stage
        many = bd.check([HARD, EASY] * 20_000, digits.reshape(9, 9), threads=threads)
        assert many.correct.tolist() == [True, False] * 20_000
    with pytest.raises(bd.PuzzleError, match="answers"):
        bd.check([HARD] * 3, "x")
    assert bd.check([HARD] * 3, "x", malformed="mark").correct.tolist() == [False] * 3


def wrong_cells(puzzle: str, answer: str) -> list[int]:
    return [int(cell) for cell in bd.check(puzzle, answer).cell_errors.ravel().nonzero()[0]]


def test_any_text_of_81_cells_is_judged() -> None:
    result = bd.check(EMPTY, "Z" * 81)
    assert (result.correct, result.respects_givens, result.complete) == (False, True, False)
    assert result.cell_errors.all()
    for wrong in "Zé🀇\x00#":
        answer = HARD_SOLUTION[:30] + wrong + HARD_SOLUTION[31:]
        assert wrong_cells(HARD, answer) == [30]
        rows = "\n".join(answer[i : i + 9] for i in range(0, 81, 9))
        if wrong != "#":
            assert wrong_cells(HARD, rows) == [30]
            assert bd.check(HARD, answer.encode()).cell_errors.ravel().nonzero()[0].tolist() == ([30])
    numbers = " ".join(HARD_SOLUTION).split()
    assert wrong_cells(HARD, " ".join([*numbers[:5], "12", *numbers[6:]])) == [5]
    assert wrong_cells(HARD, ",".join([*numbers[:5], "-5", *numbers[6:]])) == [5]
    assert bd.check(HARD, b"\xff" * 81).cell_errors.all()
    many = bd.check([HARD] * 2, np.array(["Z" * 81, HARD_SOLUTION]))
    assert many.correct.tolist() == [False, True]
    assert many.cell_errors.sum(axis=(1, 2)).tolist() == [81, 0]


@pytest.mark.parametrize("text", ["", "Z" * 80, "Z" * 82, HARD_SOLUTION + "9", HARD_SOLUTION * 2, bytes(81)])
def test_text_of_another_length_is_no_answer(text: str | bytes) -> None:
    with pytest.raises(bd.PuzzleError, match="answers"):
        bd.check(HARD, text)
    assert not bd.check(HARD, text, malformed="mark")
    # A puzzle is not judged: a stray character stays an error.
    with pytest.raises(bd.PuzzleError, match="puzzles"):
        bd.check("Z" * 81, HARD_SOLUTION)


def test_malformed() -> None:
    for puzzles, answers, argument, index, cell in (
        ([HARD, HARD], [HARD_SOLUTION, "x"], "answers", (1,), None),
        (["x", HARD], [HARD_SOLUTION] * 2, "puzzles", (0,), None),
        (np.full((1, 81), 10), [HARD_SOLUTION], "puzzles", (0,), (0, 0)),
    ):
        with pytest.raises(bd.PuzzleError, match=argument) as caught:
            bd.check(puzzles, answers)
        assert (caught.value.index, caught.value.cell) == (index, cell)
    result = bd.check([HARD, "x", HARD], ["y", HARD_SOLUTION, HARD_SOLUTION], malformed="mark")
    assert result.correct.tolist() == [False, False, True]
    assert result.respects_givens.tolist() == [False, False, True]


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
