"""Solutions drawn at random, and how many solutions have each candidate."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules

if TYPE_CHECKING:
    from collections.abc import Callable

THREE = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."


def opened(blanks: int, seed: int = 1) -> str:
    """A complete grid of which ``blanks`` cells were emptied."""
    grid = bd.grids(1, seed=seed)[0].ravel()
    grid[np.random.default_rng(seed).permutation(81)[:blanks]] = 0
    text: str = bd.to_text(grid)
    return text


def board(index: int, rule: Any) -> tuple[Any, Any]:
    """A puzzle with some solutions under rules."""
    known = bd.Rules() + rule if rule is not None and not isinstance(rule, str) else rule
    grid = bd.grids(1, seed=index, rules=known)[0]
    side = len(grid)
    cells = np.random.default_rng(index).permutation(side * side)[: {4: 13, 6: 24, 9: 52}[side]]
    grid.reshape(-1)[cells] = 0
    return grid, known


@pytest.mark.parametrize(("blanks", "seed"), [(48, 3), (50, 4), (54, 1), (57, 2), (54, 4)])
def test_samples_are_uniform(blanks: int, seed: int) -> None:
    """Chi-square over all solutions."""
    puzzle = opened(blanks, seed)
    every = list(bd.solutions(puzzle))
    assert 10 <= len(every) <= 5000
    n = 20 * len(every)
    drawn = Counter(bd.sample(puzzle, n, seed=7))
    assert set(drawn) <= set(every)
    chi = sum((drawn[solution] - 20) ** 2 / 20 for solution in every)
    freedom = len(every) - 1
    assert abs(chi - freedom) < 5 * math.sqrt(2 * freedom)


def test_parts_are_divided_as_the_list_is() -> None:
    """With more solutions than are listed: the numbers drawn, looked up in the list of all solutions."""
    puzzle = opened(60, seed=3)
    every = list(bd.solutions(puzzle))
    assert 5000 < len(every) < 500_000
    drawn = bd.sample(puzzle, 3000, seed=1)
    places = np.searchsorted(np.array(every), drawn)
    np.testing.assert_array_equal(np.array(every)[places], drawn)
    counted = np.histogram(places, bins=20, range=(0, len(every)))[0]
    assert (((counted - 150) ** 2) / 150).sum() < 50


def test_an_item_depends_on_the_seed_and_its_number() -> None:
    puzzle = opened(60, seed=3)
    drawn = bd.sample(puzzle, 40, seed=5)
    assert bd.sample(puzzle, 7, seed=5) == drawn[:7]
    assert bd.sample(puzzle, 40, seed=5, threads=1) == drawn
    assert bd.sample(puzzle, 40, seed=6) != drawn
    assert bd.sample(puzzle, 40, seed=np.random.SeedSequence(5)) == drawn


def test_samples_mirror_the_puzzle() -> None:
    cells = np.array([0 if c == "." else int(c) for c in THREE], np.int64)
    assert isinstance(bd.sample(THREE, 2, seed=1), list)
    assert isinstance(bd.sample(THREE.encode(), 2, seed=1)[0], bytes)
    flat, square = bd.sample(cells, 4, seed=1), bd.sample(cells.reshape(9, 9), 4, seed=1)
    assert (flat.shape, square.shape) == ((4, 81), (4, 9, 9))
    assert flat.dtype == np.uint8
    assert ["".join(map(str, row)) for row in flat] == bd.sample(THREE, 4, seed=1)
    assert len(bd.sample(THREE, 0, seed=1)) == 0
    letters = THREE.translate(str.maketrans("123456789", "ABCDEFGHI"))
    assert set(bd.sample(letters, 3, seed=1, symbols="ABCDEFGHI")[0]) == set("ABCDEFGHI")
    assert not bd.candidate_counts("x" * 80, malformed="mark").any()
    marked = bd.sample("x" * 80, 2, seed=1, malformed="mark")
    assert marked == ["." * 81] * 2


@pytest.mark.parametrize(
    "rule", [None, "4x4", "6x6", "x", rules.anti_knight(), rules.thermometer([(0, 0), (1, 0), (2, 0)])]
)
def test_candidate_counts_are_those_of_the_list(rule: Any) -> None:
    for index in range(3):
        puzzle, known = board(index, rule)
        every = np.array(list(bd.solutions(puzzle, rules=known)))
        side = len(puzzle)
        expected = (every[..., None] == np.arange(1, side + 1)).sum(axis=0)
        counts = bd.candidate_counts(puzzle, rules=known)
        assert counts.shape == (side, side, side)
        assert counts.dtype == np.uint64
        np.testing.assert_array_equal(counts, expected)
        drawn = bd.sample(puzzle, 30, seed=index, rules=known)
        assert {grid.tobytes() for grid in drawn} <= {grid.tobytes() for grid in every}


def test_many_solutions() -> None:
    """More than are listed: each cell adds up, and each candidate has as many as its puzzle."""
    puzzle = opened(56, seed=4)
    total = bd.count(puzzle)
    assert total > 10**5
    counts = bd.candidate_counts(puzzle)
    assert (counts.sum(axis=2) == total).all()
    np.testing.assert_array_equal(counts, bd.candidate_counts(puzzle, threads=1))
    for place in [0, 17, 40, 63, 80]:
        if puzzle[place] == ".":
            for digit in range(1, 10):
                one = puzzle[:place] + str(digit) + puzzle[place + 1 :]
                assert bd.count(one) == counts[place // 9, place % 9, digit - 1]


@pytest.mark.parametrize(
    ("call", "error", "word"),
    [
        (lambda: bd.sample("11" + "." * 79, 1, seed=1), bd.PuzzleError, "^puzzle"),
        (lambda: bd.sample("." * 80, 1, seed=1), bd.PuzzleError, "80"),
        (lambda: bd.sample(cast("Any", [THREE, THREE]), 1, seed=1), TypeError, "^puzzle"),
        (lambda: bd.candidate_counts(cast("Any", [THREE, THREE])), TypeError, "^puzzle"),
        (lambda: bd.sample(THREE, cast("Any", 1.5), seed=1), TypeError, r"^n\b"),
        (lambda: bd.sample(THREE, -1, seed=1), ValueError, r"^n\b"),
    ],
    ids=range(6),
)
def test_refusals(call: Callable[[], Any], error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        call()
