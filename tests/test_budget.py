"""Budgets: decided results are right, the others are marked as undecided."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
import reference
from bitdoku import Verdict
from puzzles import EASY, EMPTY, HARD, NONE, THREE

PUZZLES = [HARD, EASY, THREE, NONE, EMPTY] * 30


@pytest.mark.parametrize("budget", [1, 2, 5, 20, 100, 10**6, 10**30, np.int64(3), timedelta(hours=1), timedelta.max])
def test_decided_verdicts_are_right(budget: int | timedelta) -> None:
    expected = bd.solve(PUZZLES)
    solution, verdict = bd.solve(PUZZLES, budget=budget)
    open_rows = verdict == Verdict.UNDECIDED
    assert (verdict[~open_rows] == expected.verdict[~open_rows]).all()
    for i, text in enumerate(solution):
        assert text == (EMPTY if open_rows[i] else expected.solution[i])
    if isinstance(budget, timedelta) or budget >= 10**6:
        assert not open_rows.any()
    verdicts = bd.verdict(PUZZLES, budget=budget, threads=2)
    decided = verdicts != Verdict.UNDECIDED
    assert (verdicts[decided] == expected.verdict[decided]).all()


def test_a_small_budget_leaves_hard_puzzles_undecided() -> None:
    assert bd.verdict(HARD, budget=1) is Verdict.UNDECIDED
    assert bd.solve(HARD, budget=1) == (EMPTY, Verdict.UNDECIDED)
    array = np.array(reference.cells_of(HARD))
    solution, verdict = bd.solve(array, budget=1)
    assert verdict is Verdict.UNDECIDED
    assert not solution.any()


def test_no_time_at_all() -> None:
    verdict = bd.verdict([EMPTY] * 20_000, budget=timedelta(microseconds=1))
    assert set(verdict.tolist()) <= {2, 3}
    # Malformed rows are reported all the same.
    with pytest.raises(bd.PuzzleError) as caught:
        bd.verdict([EMPTY] * 19_999 + ["x"], budget=timedelta(microseconds=1))
    assert caught.value.index == (19_999,)


@pytest.mark.serial
def test_counting_within_a_budget() -> None:
    start = time.perf_counter()
    assert bd.count(EMPTY, budget=timedelta(milliseconds=50)) == (0, Verdict.UNDECIDED)
    assert bd.count(EMPTY, budget=1000) == (0, Verdict.UNDECIDED)
    counts, verdicts = bd.count([THREE, EMPTY, HARD, NONE], budget=timedelta(milliseconds=100))
    assert time.perf_counter() - start < 20
    assert (counts.dtype, verdicts.dtype) == (np.dtype(np.uint64), np.dtype(np.uint8))
    assert (counts.tolist(), verdicts.tolist()) == ([3, 0, 1, 0], [2, 3, 1, 0])
    assert bd.count(THREE, budget=10**9) == (3, Verdict.MULTIPLE)
    # Whether there is a second solution is not known.
    assert bd.count([HARD, NONE], limit=1, budget=10**9).verdict.tolist() == [3, 0]


@pytest.mark.parametrize(
    ("budget", "kind"),
    [
        (0, ValueError), (-5, ValueError), (timedelta(seconds=-1), ValueError), (timedelta(0), ValueError),
        (1.5, TypeError), (True, TypeError), ("1", TypeError), (np.timedelta64(1, "s"), TypeError),
    ],
    ids=str,
)  # fmt: skip
def test_invalid_budgets(budget: Any, kind: type[Exception]) -> None:
    for function in (bd.solve, bd.verdict, bd.count):
        with pytest.raises(kind, match="budget"):
            function(EASY, budget=budget)


@pytest.mark.parametrize("size", [2, 31, 32, 64, 300])
@pytest.mark.parametrize("threads", [1, 2])
def test_nodes_decide_a_puzzle_the_same_in_every_batch(size: int, threads: int) -> None:
    for budget in (1, 25, 50, 75, 92, 110, 150, 200):
        alone = bd.verdict(HARD, budget=budget)
        assert bd.verdict([HARD] * size, budget=budget, threads=threads).tolist() == [alone] * size
        mixed = [HARD, EASY, THREE, NONE] * size
        expected = [bd.solve(text, budget=budget) for text in mixed[:4]]
        solution, verdict = bd.solve(mixed, budget=budget, threads=threads)
        assert verdict.tolist() == [one.verdict for one in expected] * size
        assert solution == [one.solution for one in expected] * size


@pytest.mark.parametrize("rules", [None, "x"])
@pytest.mark.parametrize("budget", [1, 30, 10**9, timedelta(microseconds=1), timedelta(hours=1)])
def test_candidates_within_a_budget_occur_and_the_others_are_undecided(rules: str | None, budget: Any) -> None:
    puzzles = [HARD, EASY, THREE, NONE, EMPTY]
    expected = bd.candidates(puzzles, level="true", rules=rules)
    found, undecided = bd.candidates(puzzles, level="true", rules=rules, budget=budget)
    assert found.shape == undecided.shape == expected.shape
    assert not (found & undecided).any()
    assert not (found & ~expected).any()
    assert not (expected & ~(found | undecided)).any()
    is_decided = ~undecided.any(axis=(1, 2))
    assert (found[is_decided] == expected[is_decided]).all()
    assert is_decided.all() == (budget in (10**9, timedelta(hours=1)))


def test_candidates_of_one_puzzle_with_a_budget() -> None:
    result = bd.candidates(HARD, level="locked", budget=1)
    assert isinstance(result, bd.CandidatesResult)
    assert result.candidates.shape == result.undecided.shape == (9, 9)
    assert (result.candidates == bd.candidates(HARD, level="locked")).all()
    assert not result.undecided.any()
    flat = bd.candidates(np.zeros((2, 256), int), rules="16x16", level="true", budget=1)
    assert flat.undecided.shape == (2, 256)
    assert flat.undecided.any()


@pytest.mark.parametrize("rules", [None, "x"])
@pytest.mark.parametrize("budget", [1, 30, 300, 10**9, timedelta(microseconds=1), timedelta(hours=1)])
def test_clues_are_kept_unless_they_are_known_to_be_redundant(rules: str | None, budget: Any) -> None:
    loose = bd.generate(6, seed=1, rules=rules, clues=34, minimal=False).puzzle
    expected = bd.redundant(loose, rules=rules)
    known, undecided = result = bd.redundant(loose, rules=rules, budget=budget)
    assert isinstance(result, bd.RedundantResult)
    assert known.shape == undecided.shape == loose.shape
    assert not (undecided & (known | (loose == 0))).any()
    assert (known == expected)[~undecided].all()
    small = bd.minimize(loose, seed=1, rules=rules, budget=budget)
    smallest = bd.minimize(loose, seed=1, rules=rules)
    assert (bd.verdict(small, rules=rules) == Verdict.UNIQUE).all()
    assert (small == loose)[small != 0].all()
    is_decided = budget in (10**9, timedelta(hours=1))
    if is_decided:
        assert (small == smallest).all()
        assert not undecided.any()
    elif rules is None and budget == 1:
        assert undecided.any()
    if isinstance(budget, int):
        assert (bd.minimize(loose[1:], seed=1, start=1, rules=rules, budget=budget, threads=1) == small[1:]).all()
        alone = bd.redundant(loose[1].ravel(), rules=rules, budget=budget)
        assert (alone.redundant == known[1].ravel()).all()


def test_puzzles_that_may_have_several_solutions_stay_as_they_are() -> None:
    assert bd.minimize(EMPTY, seed=1, budget=1) == EMPTY
    with pytest.raises(bd.PuzzleError, match="several"):
        bd.minimize(EMPTY, seed=1, budget=10**6)


def test_solutions_stop_at_a_budget_and_go_on() -> None:
    solutions, found, stops = bd.solutions(HARD, budget=1), [], 0
    while True:
        try:
            found.append(next(solutions))
        except bd.BudgetError:
            stops += 1
        except StopIteration:
            break
    assert found == [bd.solve(HARD).solution]
    assert stops > 0
    with pytest.raises(bd.BudgetError, match="time ran out"):
        list(bd.solutions(EMPTY, rules="x", budget=timedelta(milliseconds=20)))


@pytest.mark.parametrize("budget", [3, timedelta(microseconds=1)])
def test_counts_and_samples_raise_when_the_budget_ends(budget: Any) -> None:
    with pytest.raises(bd.BudgetError):
        bd.candidate_counts(EMPTY, rules="x", budget=budget)
    with pytest.raises(bd.BudgetError):
        bd.sample(EMPTY, 3, seed=1, rules="x", budget=budget)


def test_counts_and_samples_within_a_budget() -> None:
    assert (bd.candidate_counts(THREE, budget=10**6) == bd.candidate_counts(THREE)).all()
    hour = timedelta(hours=1)
    assert bd.sample(THREE, 20, seed=1, budget=hour) == bd.sample(THREE, 20, seed=1)


def test_any_solution_is_a_solution() -> None:
    blank = np.zeros((9, 9), int)
    for rules in (None, "x", "6x6", "16x16"):
        puzzle = blank if rules in (None, "x") else np.zeros((int(rules[: rules.index("x")]),) * 2, int)
        results = [bd.solve([puzzle] * 3, rules=rules, solution="any", threads=threads) for threads in (1, 2)]
        assert (results[0].solution == results[1].solution).all()
        assert (results[0].verdict == Verdict.MULTIPLE).all()
        assert bd.check(puzzle, results[0].solution[0], rules=rules).correct
    assert bd.solve(NONE, solution="any") == bd.solve(NONE)
    assert bd.solve(HARD, rules="x", solution="any") == bd.solve(HARD, rules="x")
    with pytest.raises(ValueError, match="solution is 'first'; expected 'smallest' or 'any'"):
        bd.solve(HARD, solution="first")  # type: ignore[call-overload]
