"""Right verdicts, solutions, counts and candidates: known puzzles, the slow reference, and invariants."""

from __future__ import annotations

import hashlib
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
import reference
from benchmark_sets import puzzle_sets, read_set
from bitdoku import Verdict
from puzzles import CLASH, EASY, EMPTY, FULL, HARD, KNOWN, NO_CANDIDATE, SMALLEST, THREE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", KNOWN)
def test_known_puzzles(name: str) -> None:
    puzzle, number = KNOWN[name]
    expected = 2 if number is None else min(number, 2)
    solution, verdict = bd.solve(puzzle)
    assert verdict == bd.verdict(puzzle) == expected
    assert bd.count(puzzle, limit=3000) == (3000 if number is None else number)
    if number == 0:
        assert solution == EMPTY
    else:
        first = reference.text_of(min(reference.all_solutions(reference.cells_of(puzzle), 4))) if number else None
        assert reference.is_solution(reference.cells_of(solution))
        assert all(p in (".", s) for p, s in zip(puzzle, solution, strict=True))
        if first:
            assert solution == first


def test_the_empty_grid() -> None:
    assert bd.solve(EMPTY) == (SMALLEST, Verdict.MULTIPLE)
    assert bd.count(EMPTY, limit=10**6) == 10**6
    firsts = list(itertools.islice(bd.solutions(EMPTY), 300))
    assert firsts[0] == SMALLEST
    assert firsts == sorted(set(firsts))
    assert all(reference.is_solution(reference.cells_of(text)) for text in firsts)


def test_well_known_faults() -> None:
    assert bd.verdict(FULL) is Verdict.UNIQUE
    assert bd.solve(FULL).solution == FULL
    assert bd.verdict(NO_CANDIDATE) is Verdict.NO_SOLUTION
    assert bd.verdict(CLASH) is Verdict.NO_SOLUTION
    # Fewer than 17 givens are a puzzle with several solutions, and no error.
    assert bd.verdict(HARD[:40] + "." * 41) is Verdict.MULTIPLE
    # A full grid with a clash.
    assert bd.verdict("2" + FULL[1:]) is Verdict.NO_SOLUTION
    assert bd.count(FULL) == 1
    assert bd.count("2" + FULL[1:]) == 0


def test_counts() -> None:
    count = bd.count(THREE)
    assert count == 3
    assert type(count) is int
    assert bd.count([THREE, HARD, CLASH, EMPTY], limit=100).tolist() == [3, 1, 0, 100]
    assert bd.count(THREE, limit=10**40) == 3
    limit: Any
    for limit, kind in ((0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(kind, match="limit"):
            bd.count(THREE, limit=limit)


def test_solutions_of_one_puzzle() -> None:
    texts = list(bd.solutions(THREE))
    assert texts == sorted(map(reference.text_of, reference.all_solutions(reference.cells_of(THREE))))
    assert len(texts) == 3
    assert list(bd.solutions(THREE, limit=2)) == texts[:2]
    assert list(bd.solutions(CLASH)) == []
    iterator = bd.solutions(THREE, limit=1)
    assert iter(iterator) is iterator
    assert [*iterator, *iterator] == texts[:1]
    many: Any
    for many in ([THREE], np.zeros((1, 81), int)):
        with pytest.raises(TypeError, match="solutions"):
            bd.solutions(many)
    with pytest.raises(bd.PuzzleError, match="puzzle"):
        bd.solutions("x")


def masks_of(puzzle: str) -> list[int]:
    """The candidates that the givens of the peers leave."""
    cells = reference.cells_of(puzzle)
    return [
        sum(1 << d - 1 for d in range(1, 10) if cells[i] in (0, d) and all(cells[j] != d for j in reference.PEERS[i]))
        for i in range(81)
    ]


@pytest.mark.parametrize("puzzle", [HARD, EASY, THREE, EMPTY, CLASH, NO_CANDIDATE, FULL])
def test_candidates(puzzle: str) -> None:
    basic = bd.candidates(puzzle)
    assert basic.dtype == np.uint16
    assert basic.shape == (9, 9)
    assert basic.ravel().tolist() == masks_of(puzzle)
    levels = [bd.candidates(puzzle, level=level) for level in ("basic", "singles", "locked", "true")]
    for wide, narrow in itertools.pairwise(levels):
        assert not (narrow & ~wide).any()
    occurring = np.zeros(81, int)
    if puzzle == EMPTY:
        occurring[:] = 511
    else:
        for solution in reference.all_solutions(reference.cells_of(puzzle)):
            occurring |= 1 << (np.array(solution) - 1)
    assert levels[3].ravel().tolist() == occurring.tolist()


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
def test_conflicts(cells: list[int]) -> None:
    found = bd.conflicts(cells)
    assert found.dtype == np.bool_
    assert found.tolist() == reference.conflicts(cells)
    expected = np.reshape(reference.conflicts(cells), (9, 9))
    np.testing.assert_array_equal(bd.conflicts(reference.text_of(cells)), expected)
    np.testing.assert_array_equal(bd.conflicts([reference.text_of(cells)] * 2)[1], expected)


GRIDS = st.sampled_from([FULL, SMALLEST, bd.solve(HARD).solution, bd.solve(EASY).solution])


@st.composite
def puzzles(draw: st.DrawFn, blanks: int = 50) -> list[int]:
    """A grid with some cells blanked, and now and then one given changed."""
    cells = reference.cells_of(draw(GRIDS))
    for i in draw(st.sets(st.integers(0, 80), max_size=blanks)):
        cells[i] = 0
    if draw(st.booleans()):
        cells[draw(st.integers(0, 80))] = draw(st.integers(0, 9))
    return cells


@given(puzzles())
def test_the_reference_agrees(cells: list[int]) -> None:
    all_solutions = sorted(reference.all_solutions(cells, 500))
    text = reference.text_of(cells)
    solution, verdict = bd.solve(text)
    assert verdict == min(len(all_solutions), 2)
    assert bd.count(text, limit=500) == len(all_solutions)
    if len(all_solutions) < 500:
        assert solution == (reference.text_of(all_solutions[0]) if all_solutions else EMPTY)
        assert [found.tolist() for found in bd.solutions(cells)] == all_solutions
    assert bd.conflicts(cells).tolist() == reference.conflicts(cells)


@given(puzzles(), st.permutations(range(1, 10)), st.data())
def test_verdicts_are_invariant(cells: list[int], digits: list[int], data: st.DataObject) -> None:
    board = np.array([0, *digits])[np.reshape(cells, (9, 9))]
    for _ in range(2):
        bands = data.draw(st.permutations(range(3)))
        rows = [3 * band + row for band in bands for row in data.draw(st.permutations(range(3)))]
        board = board[rows].T
    assert bd.verdict(board) == bd.verdict(cells)
    assert bd.count(board, limit=50) == bd.count(cells, limit=50)


@given(puzzles(), st.integers(0, 80))
def test_a_given_less_never_loses_solutions(cells: list[int], cell: int) -> None:
    fewer = [0 if i == cell else value for i, value in enumerate(cells)]
    assert bd.count(fewer, limit=100) >= bd.count(cells, limit=100)


SUMS = {
    "kaggle": 1, "minimal": 1, "17clue": 1, "top1465": 1, "hardest_1905": 1, "hardest_1106": 1,
    "multiple": 2, "multiple_16clue": 2, "none": 0, "none_hard": 0,
}  # fmt: skip


@pytest.mark.skipif(not puzzle_sets(), reason="BITDOKU_PUZZLES is not set")
@pytest.mark.parametrize("path", puzzle_sets(), ids=lambda path: path.name)
def test_every_puzzle_of_every_set(path: Path) -> None:
    texts = read_set(path)
    digits = np.frombuffer("".join(texts).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - 48
    solution, verdict = bd.solve(digits)
    expected = SUMS[path.name.split(".")[0]]
    assert (verdict == expected).all()
    if expected:
        assert bd.check(digits, solution).correct.all()
    else:
        assert not solution.any()
    np.testing.assert_array_equal(bd.verdict(texts, threads=2), verdict)
    few = texts[:: max(1, len(texts) // 500)]
    assert hashlib.sha256("".join(bd.solve(few).solution).encode()).hexdigest() == (
        hashlib.sha256("".join(bd.solve(text).solution for text in few).encode()).hexdigest()
    )
