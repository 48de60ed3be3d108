"""The training stream without any framework: orders that are permutations, items that depend on their number alone."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets._stream import Order, Stream

if TYPE_CHECKING:
    from pathlib import Path

MADE = bd.generate(50, seed=51)


def stream(**options: object) -> Stream:
    return Stream(MADE.puzzle, MADE.solution, **{"seed": 5, "shuffle": True, "augment": True, "threads": 1, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 15, 16, 17, 64, 65, 1000, 65537])
def test_orders_are_permutations(n: int) -> None:
    order = Order(n, 3)
    seen = {tuple(order.rows(epoch, np.arange(n)).tolist()) for epoch in range(3)}
    assert all(sorted(rows) == list(range(n)) for rows in seen)
    assert n < 5 or len(seen) == 3
    some = np.random.default_rng(n).integers(0, n, 20)
    np.testing.assert_array_equal(order.rows(1, some), order.rows(1, np.arange(n))[some])


def test_orders_are_equally_likely() -> None:
    order = Order(4, 9)
    counts = Counter(tuple(order.rows(epoch, np.arange(4)).tolist()) for epoch in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 64, "23 degrees of freedom; more than that happens once in 100,000 times"


def test_orders_stay() -> None:
    """What a run has been trained with can be repeated by later versions."""
    assert Order(1000, 7).rows(3, np.arange(5)).tolist() == STABLE


STABLE = [257, 202, 132, 185, 450]


def test_items_depend_on_their_number_alone() -> None:
    everything = [stream().take(epoch, np.arange(50)) for epoch in range(2)]
    for epoch, positions in [(1, [7, 8, 9, 3, 49, 0]), (0, [5]), (1, range(20, 50)), (0, [4, 4, 5])]:
        taken = stream().take(epoch, np.array(positions))
        for got, expected in zip(taken, everything[epoch], strict=True):
            np.testing.assert_array_equal(got, expected[list(positions)])
    assert (everything[0][0] != everything[1][0]).any()
    other = stream(seed=6).take(0, np.arange(50))
    assert (other[0] != everything[0][0]).any()


def test_an_epoch_has_each_class_once() -> None:
    for epoch in range(3):
        puzzles, solutions = stream().take(epoch, np.arange(50))
        assert bd.check(puzzles, solutions).correct.all()
        forms = [bd.canonical(boards).reshape(50, 81).tolist() for boards in (puzzles, MADE.puzzle)]
        assert sorted(forms[0]) == sorted(forms[1])
        assert forms[0] != forms[1]
    puzzles, _ = stream(shuffle=False).take(0, np.arange(50))
    assert (puzzles != MADE.puzzle).any(axis=(1, 2)).all()
    np.testing.assert_array_equal(bd.canonical(puzzles), bd.canonical(MADE.puzzle))
    puzzles, solutions = stream(shuffle=False, augment=False).take(4, np.arange(50))
    np.testing.assert_array_equal(puzzles, MADE.puzzle)
    np.testing.assert_array_equal(solutions, MADE.solution)


@pytest.mark.parametrize("rules", ["4x4", "6x6", "x"])
def test_boards_of_other_rules(rules: str) -> None:
    solutions = bd.grids(12, seed=1, rules=rules)
    puzzles = bd.minimize(solutions, seed=1, rules=rules)

    def take(positions: Any) -> tuple[np.ndarray, np.ndarray]:
        feed = Stream(puzzles, solutions, seed=5, shuffle=True, augment=True, rules=rules)
        return feed.take(1, np.array(positions))

    moved, answers = take(range(12))
    assert moved.shape == puzzles.shape
    assert bd.check(moved, answers, rules=rules).correct.all()
    assert (moved != puzzles).any()
    forms = [bd.canonical(boards, rules=rules).reshape(12, -1).tolist() for boards in (moved, puzzles)]
    assert sorted(forms[0]) == sorted(forms[1])
    np.testing.assert_array_equal(take([7, 3, 4])[0], moved[[7, 3, 4]])


def test_what_cannot_be_streamed_is_refused() -> None:
    with pytest.raises(ValueError, match="49 solutions"):
        Stream(MADE.puzzle, MADE.solution[1:], seed=1, shuffle=True, augment=True, threads=1)
    with pytest.raises(ValueError, match="no puzzles"):
        Stream([], [], seed=1, shuffle=True, augment=True, threads=1)
    with pytest.raises(bd.PuzzleError, match=r"solutions\[0\]"):
        stream_of(MADE.puzzle, MADE.solution[::-1])
    for position in (50, -51):
        with pytest.raises(IndexError, match="position"):
            stream().take(0, np.array([3, position]))
    np.testing.assert_array_equal(stream().take(0, np.array([-1]))[0], stream().take(0, np.array([49]))[0])


def stream_of(puzzles: Any, solutions: Any) -> Stream:
    return Stream(puzzles, solutions, seed=1, shuffle=False, augment=False, threads=1)


def test_rows_of_mapped_files_are_looked_at(tmp_path: Path) -> None:
    cases: list[tuple[int, int, int]] = [(0, 7, 77), (1, 7, 77), (1, 7, 0), (1, 7, 10), (0, 7, 255), (1, 8, 255)]
    for which, row, value in cases:
        pair = [MADE.puzzle.copy(), MADE.solution.copy()]
        given = divmod(int(np.argmax(MADE.puzzle[row].ravel() > 0)), 9)
        pair[which][(row, *given)] = value
        for name, boards in zip(("puzzles", "solutions"), pair, strict=True):
            np.save(tmp_path / f"{name}.npy", boards)
        mapped = [np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in ("puzzles", "solutions")]
        feed = stream_of(*mapped)
        assert np.array_equal(feed.take(0, np.arange(row))[0], MADE.puzzle[:row])
        with pytest.raises(bd.PuzzleError, match=rf"solutions\[{row}\]"):
            feed.take(0, np.arange(5, 10))
