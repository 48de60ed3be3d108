"""Duplicates, splits and leaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import dedupe, leaks, split
from puzzles import HARD

if TYPE_CHECKING:
    from collections.abc import Callable

EASY = "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63.."
SEVERAL = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."


@pytest.fixture
def family() -> tuple[np.ndarray, np.ndarray]:
    """3000 boards in 300 classes, shuffled, and the number of each one's class."""
    rng = np.random.default_rng(5)
    solution = np.array([int(digit) for digit in bd.solve(HARD).solution], np.uint8)
    boards = bd.shuffle(solution * (rng.random((300, 81)) < 0.4), seed=1, copies=10).reshape(-1, 81)
    order = rng.permutation(3000)
    return boards[order], (np.arange(3000) // 10)[order]


def test_dedupe_keeps_the_first_of_each(family: tuple[np.ndarray, np.ndarray]) -> None:
    boards, classes = family
    np.testing.assert_array_equal(dedupe(boards, by="class"), np.sort(np.unique(classes, return_index=True)[1]))
    assert len(dedupe(boards)) == 3000
    doubled = np.concatenate([boards, boards])
    np.testing.assert_array_equal(dedupe(doubled), np.arange(3000))
    assert dedupe(HARD).tolist() == [0]
    assert dedupe([]).tolist() == []


def test_solution_classes() -> None:
    solution = bd.solve(HARD).solution
    other = solution[:40] + "." + solution[41:]
    puzzles = [HARD, bd.shuffle(other, seed=1), SEVERAL, bd.shuffle(SEVERAL, seed=2), EASY, solution]
    assert dedupe(puzzles, by="class").tolist() == [0, 1, 2, 4, 5]
    assert dedupe(puzzles, by="solution_class").tolist() == [0, 2, 4]


def test_no_class_straddles_a_split(family: tuple[np.ndarray, np.ndarray]) -> None:
    boards, classes = family
    parts = split(boards, (0.7, 0.2, 0.1), seed=3)
    np.testing.assert_array_equal(np.sort(np.concatenate(parts)), np.arange(3000))
    sets = [set(classes[part].tolist()) for part in parts]
    assert sum(map(len, sets)) == len(set.union(*sets)) == 300
    assert all(
        abs(len(s) - 300 * share) < 5 * (300 * share) ** 0.5 for s, share in zip(sets, (0.7, 0.2, 0.1), strict=True)
    )
    assert leaks(boards[parts[0]], boards[parts[1]]).clean


def test_splits_are_stable(family: tuple[np.ndarray, np.ndarray]) -> None:
    boards, _ = family
    named = split(boards, {"train": 0.5, "test": 0.5}, seed=3)
    grown = split(np.concatenate([boards, boards[::-1]]), [0.5, 0.5], seed=3)
    np.testing.assert_array_equal(named["train"], grown[0][grown[0] < 3000])
    moved = split(bd.shuffle(boards, seed=8), [0.5, 0.5], seed=np.random.SeedSequence(3))
    np.testing.assert_array_equal(named["test"], moved[1])
    assert (
        len(split(boards, [0.5, 0.5], seed=4)[0]) != len(named["train"])
        or (split(boards, [0.5, 0.5], seed=4)[0] != named["train"]).any()
    )
    # The same in every version.
    assert split([HARD, EASY, SEVERAL, "." * 81], [0.5, 0.5], seed=0)[0].tolist() == [1, 2, 3]


def test_empty_parts() -> None:
    assert split(HARD, [1.0, 0.0], seed=1)[0].tolist() == [0]
    with pytest.raises(TypeError, match="seed"):
        split(HARD, [1.0], seed=None)


def test_leaks_name_both_sides(family: tuple[np.ndarray, np.ndarray]) -> None:
    boards, classes = family
    train, test = boards[:2000], bd.shuffle(boards[2000:], seed=7)
    found = leaks(train, test)
    known = {c: i for i, c in reversed(list(enumerate(classes[:2000].tolist())))}
    expected = [(i, known[c]) for i, c in enumerate(classes[2000:].tolist()) if c in known]
    assert list(zip(found.test.tolist(), found.train.tolist(), strict=True)) == expected
    assert len(found) == len(expected)
    assert leaks(train, test, by="exact").clean
    assert not found.clean
    assert len(leaks(train, train, by="exact")) == 2000


def test_keys_that_agree_in_half_their_bits() -> None:
    from bitdoku.datasets._classes import _groups

    keys = np.array([[1, 5], [1, 4], [2, 4], [1, 5], [1, 4]], np.uint64)
    numbers, first = _groups(keys)
    assert numbers.tolist() == [1, 0, 2, 1, 0]
    assert first.tolist() == [1, 0, 2]


def test_leaks_compare_by_value_and_have_no_truth_value(family: tuple[np.ndarray, np.ndarray]) -> None:
    train = family[0]
    found = leaks(train, train[:5])
    assert found == leaks(train, train[:5])
    assert leaks(train, train) != leaks(train, train[:1])
    assert found != 1
    for some in (found, leaks(train, ["." * 80 + "1"])):
        with pytest.raises(TypeError, match="clean"):
            bool(some)


def test_exact_splits(family: tuple[np.ndarray, np.ndarray]) -> None:
    # The puzzles of three rows may all be in one part; exact sizes leave no part empty.
    three = [HARD, EASY, SEVERAL]
    for seed in range(20):
        sizes = [len(part) for part in split(three, [0.7, 0.3], seed=seed, exact=True)]
        assert sizes == [2, 1]
    assert {len(split(three, [0.7, 0.3], seed=seed)[0]) for seed in range(20)} > {2}
    made = bd.generate(100, seed=1).puzzle
    assert [len(part) for part in split(made, [0.29, 0.01, 0.7], seed=1, exact=True)] == [29, 1, 70]
    thirds = split(made, {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}, seed=1, exact=True)
    assert {name: len(part) for name, part in thirds.items()} == {"a": 34, "b": 33, "c": 33}
    # All are in one part, each part is a random choice, and another seed gives another.
    np.testing.assert_array_equal(np.sort(np.concatenate([*thirds.values()])), np.arange(100))
    assert 5 < np.count_nonzero(thirds["a"] < 50) < 29
    assert (split(made, [0.34, 0.66], seed=2, exact=True)[0] != thirds["a"]).any()


def test_exact_splits_keep_classes_whole(family: tuple[np.ndarray, np.ndarray]) -> None:
    boards, classes = family  # of ten puzzles a class, about
    parts = split(boards, (0.7, 0.2, 0.1), seed=3, exact=True)
    assert [len(part) for part in parts] == [2100, 600, 300]
    sets = [set(classes[part].tolist()) for part in parts]
    assert sum(map(len, sets)) == len(set.union(*sets))
    # The order of the puzzles makes no difference, their number does.
    order = np.random.default_rng(1).permutation(len(boards))
    again = split(boards[order], (0.7, 0.2, 0.1), seed=3, exact=True)
    for part, moved in zip(parts, again, strict=True):
        np.testing.assert_array_equal(np.sort(order[moved]), part)
    # Cell by cell there are no classes of several.
    assert [len(part) for part in split(boards[:10], [0.25, 0.75], seed=1, by="exact", exact=True)] == [3, 7]


def test_exact_splits_of_large_classes_are_as_near_as_moves_and_swaps_bring_them() -> None:
    from bitdoku.datasets._classes import assign_exact_parts

    def sizes(classes: list[int], shares: list[float], seed: int) -> list[int]:
        keys = np.repeat(np.arange(len(classes), dtype=np.uint64), classes)
        keys = np.stack([keys, keys[::-1] * 0], axis=1)
        parts = assign_exact_parts(keys, np.array(shares), seed)
        assert all(len({*parts[keys[:, 0] == k].tolist()}) == 1 for k in range(len(classes)))
        found: list[int] = np.bincount(parts, minlength=len(shares)).tolist()
        return found

    for seed in range(50):
        assert sizes([3, 3, 2, 2, 2], [0.5, 0.5], seed) == [6, 6]
        assert sorted(sizes([2, 2, 2], [0.5, 0.5], seed)) == [2, 4]
        assert sizes([9, 1, 1, 1], [0.75, 0.25], seed) == [9, 3]
        assert sizes([5, 4, 3, 2, 1, 1], [0.5, 0.25, 0.25], seed) == [8, 4, 4]
        assert sizes([100], [0.1, 0.9], seed) == [0, 100]


def test_rules_of_sets() -> None:
    # Two puzzles that only classic symmetries transform into each other: exchanging rows moves the diagonals.
    twins = [HARD, HARD[9:18] + HARD[:9] + HARD[18:]]
    assert dedupe(twins, by="class").tolist() == [0]
    assert dedupe(twins, by="class", rules="x").tolist() == [0, 1]
    assert (leaks([twins[0]], [twins[1]]).clean, leaks([twins[0]], [twins[1]], rules="x").clean) == (False, True)
    apart = [split(twins, [0.5, 0.5], seed=seed, rules="x")[0].tolist() for seed in range(20)]
    assert [0] in apart
    small = np.zeros((3, 4, 4), int)
    assert len(split(small, [0.5, 0.5], seed=1, rules="4x4", exact=True)[0]) in (0, 3)


def test_shares_in_single_precision_add_up(family: tuple[np.ndarray, np.ndarray]) -> None:
    shares: Any = [np.float32(0.9), np.float32(0.1)]
    parts = split(family[0], shares, seed=1)
    assert sum(map(len, parts)) == len(family[0])
    with pytest.raises(ValueError, match="add up"):
        split(family[0], [0.9, 0.1001], seed=1)


@pytest.mark.parametrize("name", ["datasets._io.raw", "_table", "logic._steps", "board", "typing", "plot", "links"])
def test_modules_can_be_the_first_to_be_loaded(name: str, python: Callable[..., Any]) -> None:
    done = python(f"import bitdoku.{name}")
    assert done.returncode == 0 or "pip install" in done.stderr, done.stderr
