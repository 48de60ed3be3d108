"""Shuffling, canonical forms, fingerprints and transforms, as Python sees them."""

from __future__ import annotations

import hashlib
import itertools
import lzma
import math
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
# The four extreme canonical grids that players have published; automorphisms of the first and the third known.
EXTREMES = [
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
    "123456789456789123789123456214365897365897214897214365531642978648971532972538641",
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
    "123456789457389621896217354268741593745893162931625847382164975574938216619572438",
]
# A pair published by players: the second is the first with its solution brought to minlex form.
PAIR = (
    "3.9...4..2..7.9....87......75..6.23.6..9.4..8.28.5..41......59....1.6..7..6...1.4",
    "...45.7.9..7.89.3......3.412..9..8..7..8..6.........17.8.....65.12.6...49.6...32.",
    "123456789457189236698273541261947853745831692839625417384792165512368974976514328",
)

boards = st.lists(st.sampled_from([0] * 12 + list(range(1, 10))), min_size=81, max_size=81)
seeds = st.integers(0, 2**64)


def digits(text: str) -> np.ndarray:
    return np.array([0 if c == "." else int(c) for c in text], np.uint8)


def puzzle_set(name: str) -> list[str]:
    folder = os.environ.get("BITDOKU_PUZZLES")
    if not folder:
        pytest.skip("BITDOKU_PUZZLES is not set")
    with lzma.open(Path(folder) / f"{name}.txt.xz", "rt") as file:
        return file.read().split()


def image(t: bd.Transform, board: np.ndarray) -> np.ndarray:
    """What the documentation says a transform does."""
    source = board.reshape(9, 9)
    if t.transpose:
        source = source.T
    moved: np.ndarray = np.array([0, *t.digits])[source[np.ix_(t.rows, t.columns)]].ravel()
    return moved


@given(boards, seeds)
def test_a_transform_does_what_its_parts_say(board: list[int], seed: int) -> None:
    t = bd.Transform.random(seed)
    cells = np.array(board, np.uint8)
    np.testing.assert_array_equal(t(cells), image(t, cells))
    np.testing.assert_array_equal(t.inverse(t(cells)), cells)
    assert t == bd.Transform(t.transpose, t.rows, t.columns, t.digits)
    assert eval(repr(t), {"Transform": bd.Transform}) == t
    assert pickle.loads(pickle.dumps(t)) == t
    assert hash(pickle.loads(pickle.dumps(t))) == hash(t)


@given(boards, seeds, seeds, seeds)
def test_transforms_form_a_group(board: list[int], a: int, b: int, c: int) -> None:
    cells = np.array(board, np.uint8)
    t, u, v = map(bd.Transform.random, (a, b, c))
    np.testing.assert_array_equal((t @ u)(cells), t(u(cells)))
    assert (t @ u) @ v == t @ (u @ v)
    assert t @ t.inverse == bd.Transform() == t.inverse @ t
    assert (t @ u).inverse == u.inverse @ t.inverse


@given(boards, seeds)
def test_the_form_is_that_of_every_image(board: list[int], seed: int) -> None:
    cells = np.array(board, np.uint8)
    images = bd.shuffle(cells, seed=seed, copies=5)
    form = bd.canonical(cells)
    assert (bd.canonical(images) == form).all()
    assert (bd.automorphisms(images) == bd.automorphisms(cells)).all()
    assert (form == bd.canonical(form)).all()
    assert tuple(form) <= min(map(tuple, images))
    text = "".join(".123456789"[d] for d in form)
    assert bd.fingerprint(cells) == hashlib.blake2b(text.encode(), digest_size=16).digest()


def test_numbers_of_automorphisms() -> None:
    assert bd.automorphisms("." * 81) == 2 * 6**8
    assert bd.automorphisms("1" * 81) == 2 * 6**8
    assert bd.automorphisms("1" + "." * 80) == 2 * 6**8 // 81
    assert bd.automorphisms(MOST_SYMMETRIC) == 648
    assert bd.automorphisms(EXTREMES[2]) == 72
    cyclic = "".join(str((3 * r + r // 3 + c) % 9 + 1) for r, c in itertools.product(range(9), repeat=2))
    assert bd.automorphisms(cyclic) == 54
    assert bd.automorphisms([MOST_SYMMETRIC, "." * 81]).tolist() == [648, 3359232]


def test_published_forms() -> None:
    assert bd.canonical(EXTREMES) == EXTREMES
    assert bd.canonical(bd.shuffle(EXTREMES, seed=1)) == EXTREMES
    puzzle, form, solution = PAIR
    assert bd.canonical(puzzle) == bd.canonical(form)
    assert bd.fingerprint(puzzle) == bd.fingerprint(form)
    assert bd.canonical(bd.solve(puzzle).solution) == solution
    # Ours is the smallest of the puzzle itself, not of its solution.
    assert bd.canonical(puzzle) < form


def test_all_17_clue_puzzles_are_different() -> None:
    puzzles = puzzle_set("17clue")
    assert len(puzzles) == 49158
    forms = bd.canonical(puzzles)
    assert len(set(forms)) == 49158
    assert len(np.unique(bd.fingerprint(puzzles), axis=0)) == 49158
    moved = bd.shuffle(puzzles, seed=9)
    assert bd.canonical(moved) == forms
    solutions = bd.solve(moved).solution
    assert bd.canonical(solutions) == bd.canonical(bd.solve(puzzles).solution)


@pytest.mark.parametrize("name", ["hardest_1905", "multiple", "none"])
def test_forms_of_any_number_of_solutions(name: str) -> None:
    puzzles = puzzle_set(name)
    for seed in range(5):
        assert bd.canonical(bd.shuffle(puzzles, seed=seed)) == bd.canonical(puzzles)


def test_items_of_a_shuffle_depend_on_their_numbers_alone() -> None:
    rng = np.random.default_rng(0)
    boards = rng.integers(0, 10, (5000, 81)).astype(np.uint8)
    whole = bd.shuffle(boards, seed=3)
    np.testing.assert_array_equal(whole, bd.shuffle(boards, seed=3, threads=1))
    np.testing.assert_array_equal(whole, bd.shuffle(boards.reshape(50, 100, 9, 9), seed=3).reshape(-1, 81))
    parts = [bd.shuffle(boards[i : i + 700], seed=3, start=i) for i in range(0, 5000, 700)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
    for i in [0, 1, 999, 4999]:
        np.testing.assert_array_equal(whole[i], bd.Transform.random(3, i)(boards[i]))
    copies = bd.shuffle(boards[:100], seed=3, copies=7)
    assert copies.shape == (100, 7, 81)
    np.testing.assert_array_equal(copies[13, 5], bd.Transform.random(3, 13 * 7 + 5)(boards[13]))


def test_what_goes_along_gets_the_same_transformation() -> None:
    solutions = bd.solve([HARD] * 20).solution
    puzzles = np.array([digits(HARD)] * 20)
    mask = puzzles > 0
    moved, texts, where, weights = bd.shuffle(
        puzzles, solutions, mask.reshape(20, 9, 9), mask.astype(np.float32), seed=4, copies=2
    )
    assert isinstance(texts, list)
    assert len(texts) == 20
    assert len(texts[0]) == 2
    assert (bd.verdict(moved) == 1).all()
    assert bd.check(moved, np.array([[digits(t) for t in pair] for pair in texts]))
    np.testing.assert_array_equal(where.reshape(20, 2, 81), moved > 0)
    np.testing.assert_array_equal(weights > 0, moved > 0)
    assert weights.dtype == np.float32


def test_subgroups() -> None:
    board = digits(HARD)
    renamed = bd.shuffle(board, seed=5, copies=50, group="digits")
    assert ((renamed > 0) == (board > 0)).all()
    moved = bd.shuffle(board, seed=5, copies=50, group="geometry")
    assert (np.sort(moved) == np.sort(board)).all()
    both = [bd.Transform.random(5, i, group="digits") @ bd.Transform.random(5, i, group="geometry") for i in range(50)]
    assert both == [bd.Transform.random(5, i) for i in range(50)]


def test_seeds_are_numpys() -> None:
    t = bd.Transform.random(2**100)
    assert t == bd.Transform.random(np.random.SeedSequence(2**100))
    assert bd.Transform.random(7) == bd.Transform.random(np.int64(7))
    generator = np.random.default_rng(1)
    first, second = bd.Transform.random(generator), bd.Transform.random(generator)
    assert first != second
    assert first == bd.Transform.random(np.random.default_rng(1))
    assert bd.Transform.random(None) != bd.Transform.random(None)


def test_random_transforms_are_uniform() -> None:
    n = 50_000
    # Where two cells of one row, two of one box, and two unrelated ones go, from the images of marked boards.
    marked = np.zeros((n, 81), np.uint8)
    marked[:, 0], marked[:, 1], marked[:, 40] = 1, 2, 3
    moved = bd.shuffle(marked, seed=12, group="geometry")
    places = [np.argmax(moved == digit, axis=1) for digit in (1, 2, 3)]

    def chi_square(values: np.ndarray, classes: int) -> float:
        counts = np.bincount(values, minlength=classes)
        expected = n / classes
        chi = ((counts - expected) ** 2 / expected).sum()
        return float((chi - (classes - 1)) / math.sqrt(2 * (classes - 1)))

    for place in places:
        assert abs(chi_square(place, 81)) < 4
    # A neighbour in row and box goes to one of 4 cells: two in the row, two in the column of the same box.
    row, other = np.divmod(places[0], 9), np.divmod(places[1], 9)
    transposed = row[0] != other[0]
    assert abs(chi_square(transposed.astype(int), 2)) < 4
    digits_moved = bd.shuffle(np.tile(np.arange(1, 10, dtype=np.uint8).repeat(9), (n, 1)), seed=12, group="digits")
    pair = (digits_moved[:, 0].astype(int) - 1) * 9 + digits_moved[:, 40] - 1
    values, index = np.unique(pair, return_inverse=True)
    assert len(values) == 72
    assert abs(chi_square(index, 72)) < 4


class Raising:
    """An iterable whose iterator raises."""

    def __iter__(self) -> Iterator[int]:
        raise OSError("the disk is gone")


MADE = bd.generate(2, seed=3).puzzle
NUMBERS = np.arange(162).reshape(2, 9, 9)


@pytest.mark.parametrize(
    ("call", "error", "place"),
    [
        (lambda: bd.Transform(rows=range(8)), ValueError, "rows"),
        (lambda: bd.Transform(rows=[0, 3, 1, 2, 4, 5, 6, 7, 8]), ValueError, "rows"),
        (lambda: bd.Transform(columns=[0, 0, 1, 3, 4, 5, 6, 7, 8]), ValueError, "columns"),
        (lambda: bd.Transform(digits=range(9)), ValueError, "digits"),
        (lambda: bd.Transform(rows=cast("Any", Raising())), OSError, "disk"),
        (lambda: setattr(bd.Transform(), "rows", ()), AttributeError, "rows"),
        (lambda: cast("Any", bd.Transform()) @ MADE, TypeError, "Transform"),
        (lambda: MADE @ cast("Any", bd.Transform()), TypeError, "Transform"),
        (lambda: bd.Transform()(HARD, rules="x"), bd.RulesError, "classic"),
        (lambda: bd.Transform.random(cast("Any", True)), TypeError, "seed"),
        (lambda: bd.Transform.random(cast("Any", "1")), TypeError, "seed"),
        (lambda: bd.shuffle(MADE, seed=-1), ValueError, "seed"),
        (lambda: bd.shuffle(MADE, seed=5, group=cast("Any", "rows")), ValueError, "group"),
        (lambda: bd.shuffle(["." * 81] * 2, ["." * 81, "?"], seed=1), bd.PuzzleError, r"also\[0\]\[1\]"),
        (lambda: bd.shuffle(MADE, MADE, NUMBERS, seed=1), bd.PuzzleError, r"also\[1\]\[0\]: r2c2"),
        (lambda: bd.shuffle(MADE, MADE, MADE[:1], seed=1), ValueError, r"also\[1\]"),
        (lambda: bd.shuffle(MADE, np.zeros((2, 9)), seed=1), ValueError, r"also\[0\]"),
        (lambda: bd.shuffle(MADE, np.ma.masked_array(MADE * 0.5), seed=1), TypeError, r"also\[0\]"),
        (lambda: bd.shuffle(MADE, seed=1, moves=[NUMBERS, NUMBERS[0]]), ValueError, r"moves\[1\]"),
        (lambda: bd.shuffle(MADE, seed=1, moves=cast("Any", [[1]])), TypeError, r"moves\[0\]"),
        (lambda: bd.shuffle(MADE, seed=1, moves=cast("Any", 5)), TypeError, "moves"),
        (lambda: bd.shuffle(MADE, seed=1, moves=NUMBERS), TypeError, "moves"),
        (lambda: bd.shuffle(MADE, seed=1, moves=cast("Any", Raising())), OSError, "disk"),
    ],
)
def test_refusals(call: Callable[[], Any], error: type[Exception], place: str) -> None:
    with pytest.raises(error, match=place):
        call()


@pytest.mark.parametrize("copies", [None, 3])
def test_values_of_any_type_move_like_digits(copies: int | None) -> None:
    """More rows than are moved at a time."""
    puzzles = np.random.default_rng(1).integers(0, 10, (9001, 81), np.uint8)
    options: dict[str, Any] = {"seed": 4, "group": "geometry", "copies": copies}
    moved, floats, flags = bd.shuffle(puzzles, puzzles * 0.5, puzzles > 4, **options)
    assert (floats.dtype, flags.dtype) == (np.float64, np.bool_)
    np.testing.assert_array_equal(floats, moved * 0.5)
    np.testing.assert_array_equal(flags, moved > 4)


def test_anything_about_cells_moves_along() -> None:
    made = bd.generate(4, seed=3).puzzle.reshape(2, 2, 9, 9)
    numbers = np.broadcast_to(np.arange(81).reshape(9, 9), made.shape)
    masks = bd.candidates(made)
    hot = (made[..., None] == np.arange(10)).reshape(2, 2, 81, 10)
    moved, solution, where, told, cells = bd.shuffle(
        made, bd.solve(made).solution, seed=3, copies=3, group="geometry", moves=(numbers, masks, hot)
    )
    assert where.shape == (2, 2, 3, 9, 9)
    assert where.dtype == numbers.dtype
    flat = np.broadcast_to(made.reshape(2, 2, 1, 81), (2, 2, 3, 81))
    np.testing.assert_array_equal(np.take_along_axis(flat, where.reshape(2, 2, 3, 81), -1), moved.reshape(2, 2, 3, 81))
    # Without relabelling, masks of candidates stay those of the puzzle.
    np.testing.assert_array_equal(told, bd.candidates(moved))
    np.testing.assert_array_equal(cells.argmax(-1), moved.reshape(2, 2, 3, 81))
    np.testing.assert_array_equal(bd.solve(moved).solution, solution)
    for i in range(4):
        transform = bd.Transform.random(8, i)
        geometry = bd.Transform(transform.transpose, transform.rows, transform.columns)
        _, where = bd.shuffle(made[0, 0], seed=8, start=i, moves=[np.arange(81) % 10])
        np.testing.assert_array_equal(where, geometry(np.arange(81) % 10))
    assert bd.shuffle(made[:0], seed=1, moves=[hot[:0]])[1].shape == (0, 2, 81, 10)
