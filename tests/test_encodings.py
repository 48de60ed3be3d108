"""Encodings against plain loops, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
import reference
from bitdoku import _core
from bitdoku.datasets import encodings
from puzzles import EASY, HARD, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

MADE = bd.generate(60, seed=41)
PUZZLES, SOLUTIONS = MADE.puzzle, MADE.solution


def test_every_cell_is_encoded_as_it_says() -> None:
    one_hot = encodings.one_hot(PUZZLES)
    signs = encodings.plus_minus(PUZZLES)
    masks = encodings.masks(PUZZLES)
    open_ = encodings.candidates(PUZZLES)
    labels = encodings.labels(PUZZLES, SOLUTIONS)
    everywhere = encodings.labels(PUZZLES, SOLUTIONS, ignore=None, dtype="uint8")
    plus = encodings.digits(PUZZLES, offset=3)
    assert one_hot.shape == signs.shape == open_.shape == (60, 9, 9, 9)
    assert [str(a.dtype) for a in (one_hot, masks, open_, labels)] == ["uint8", "uint16", "bool", "int64"]
    for i, r, c in np.ndindex(PUZZLES.shape):
        digit, answer = int(PUZZLES[i, r, c]), int(SOLUTIONS[i, r, c])
        expected = [int(d == digit) for d in range(1, 10)]
        assert one_hot[i, r, c].tolist() == expected
        assert signs[i, r, c].tolist() == [2 * bit - 1 for bit in expected]
        assert open_[i, r, c].tolist() == [bool(masks[i, r, c] >> k & 1) for k in range(9)]
        assert labels[i, r, c] == (-100 if digit else answer - 1)
        assert everywhere[i, r, c] == answer - 1
        assert plus[i, r, c] == digit + 3
    np.testing.assert_array_equal(masks, bd.candidates(PUZZLES))
    assert encodings.one_hot(PUZZLES, dtype="float32").dtype == np.float32


def test_what_is_encoded_comes_back() -> None:
    for offset, dtype in [(0, "uint8"), (1, "int32"), (-5, "float32")]:
        encoded = encodings.digits(PUZZLES, offset=offset, dtype=dtype)
        np.testing.assert_array_equal(encodings.from_digits(encoded, offset=offset), PUZZLES)
    np.testing.assert_array_equal(encodings.from_one_hot(encodings.one_hot(PUZZLES)), PUZZLES)
    np.testing.assert_array_equal(encodings.from_one_hot(encodings.plus_minus(PUZZLES, dtype="float32")), PUZZLES)
    labels = encodings.labels(PUZZLES, SOLUTIONS)
    np.testing.assert_array_equal(encodings.from_labels(PUZZLES, labels), SOLUTIONS)
    np.testing.assert_array_equal(encodings.from_labels(PUZZLES, labels.reshape(60, 81)), SOLUTIONS)
    for puzzles in (PUZZLES, PUZZLES[0], PUZZLES.reshape(3, 20, 9, 9)):
        back, solutions = encodings.from_traces(encodings.traces(puzzles))
        np.testing.assert_array_equal(back, puzzles)
        np.testing.assert_array_equal(solutions, bd.solve(puzzles).solution)


def test_any_form_goes_in() -> None:
    texts = bd.to_text(PUZZLES, blank="0")
    np.testing.assert_array_equal(encodings.one_hot(texts), encodings.one_hot(PUZZLES.reshape(60, 81)))
    assert encodings.one_hot(texts[0]).shape == (9, 9, 9)
    assert encodings.traces(texts).shape == (60, 325)
    assert encodings.digits(PUZZLES.reshape(4, 15, 81).astype(np.int64)).shape == (4, 15, 9, 9)


HOUSES = [[9 * r + c for r, c in house] for house in reference.HOUSES]


def slow_trace(puzzle: list[int], solution: list[int]) -> list[int]:
    """The definition, word by word, on sets."""
    out = [sum(1 for digit in puzzle if digit)]
    for cell, digit in enumerate(puzzle):
        if digit:
            out += [*divmod(cell, 9), digit, 0]
    board = list(puzzle)
    while 0 in board:
        left = {
            cell: set(range(1, 10)) - {board[p] for p in reference.PEERS[cell]} for cell in range(81) if not board[cell]
        }
        naked = [cell for cell in left if len(left[cell]) == 1]
        hidden = [
            cell
            for cell in left
            if any(
                cell in house and all(other == cell or solution[cell] not in left.get(other, ()) for other in house)
                for house in HOUSES
            )
        ]
        cell, technique = (
            (naked[0], 1)
            if naked
            else (hidden[0], 2)
            if hidden
            else (min(left, key=lambda cell: (len(left[cell]), cell)), 3)
        )
        board[cell] = solution[cell]
        out += [*divmod(cell, 9), board[cell], technique]
    return out


def test_traces_follow_their_definition() -> None:
    made = bd.generate(6, seed=4)
    puzzles = np.concatenate([made.puzzle.reshape(-1, 81), encodings.digits([EASY, HARD]).reshape(-1, 81)])
    solutions = bd.solve(puzzles).solution
    expected = [slow_trace(p, s) for p, s in zip(puzzles.tolist(), solutions.tolist(), strict=True)]
    np.testing.assert_array_equal(encodings.traces(puzzles), expected)
    techniques = encodings.traces(puzzles)[:, 4::4]
    assert {encodings.GIVEN, encodings.NAKED_SINGLE, encodings.HIDDEN_SINGLE, encodings.OTHER} == set(
        np.unique(techniques).tolist()
    )
    # What singles solve needs nothing else.
    np.testing.assert_array_equal((techniques != encodings.OTHER).all(axis=1), _core._singles(puzzles))


@pytest.mark.parametrize("rules", ["4x4", "6x6", "16x16", "x"])
def test_boards_of_other_rules(rules: str) -> None:
    solutions = bd.grids(5, seed=1, rules=rules)
    side = solutions.shape[-1]
    puzzles = solutions.copy()
    puzzles[np.random.default_rng(1).random(puzzles.shape) < 0.5] = 0
    one_hot = encodings.one_hot(puzzles, rules=rules)
    assert one_hot.shape == (5, side, side, side)
    for i, r, c in np.ndindex(puzzles.shape):
        assert one_hot[i, r, c].tolist() == [int(d == puzzles[i, r, c]) for d in range(1, side + 1)]
    open_ = encodings.candidates(puzzles, rules=rules)
    masks = bd.candidates(puzzles, rules=rules)
    assert [[int(m) >> k & 1 for k in range(side)] for m in masks.ravel()] == open_.reshape(-1, side).tolist()
    np.testing.assert_array_equal(encodings.from_one_hot(one_hot), puzzles)
    np.testing.assert_array_equal(encodings.from_one_hot(encodings.plus_minus(puzzles, rules=rules)), puzzles)
    labels = encodings.labels(puzzles, solutions, rules=rules)
    assert labels.max() == side - 1
    assert ((labels == -100) == (puzzles != 0)).all()
    np.testing.assert_array_equal(encodings.from_labels(puzzles, labels, rules=rules), solutions)
    digits = encodings.digits(puzzles, offset=1, rules=rules)
    np.testing.assert_array_equal(digits, puzzles + 1)
    np.testing.assert_array_equal(encodings.from_digits(digits, offset=1, rules=rules), puzzles)
    assert encodings.one_hot(puzzles[0], rules=rules).shape == (side, side, side)
    text = "".join("." if digit == 0 else np.base_repr(digit, 36) for digit in puzzles[0].ravel().tolist())
    np.testing.assert_array_equal(encodings.digits(text, rules=rules), puzzles[0])


@pytest.mark.parametrize(
    ("call", "kind", "named"),
    [
        (lambda: encodings.digits(PUZZLES, offset=-1), ValueError, "uint8.*-1"),
        (lambda: encodings.from_digits(PUZZLES + 10), bd.PuzzleError, "holds"),
        (lambda: encodings.from_digits(PUZZLES + 0.5), bd.PuzzleError, "fractions"),
        (lambda: encodings.from_one_hot(PUZZLES), ValueError, "9, 9, 9"),
        (lambda: encodings.labels(PUZZLES, SOLUTIONS[1:]), ValueError, "same"),
        (lambda: encodings.labels(["." * 81], ["." * 80]), bd.PuzzleError, r"solutions\[0\].*80"),
        (lambda: encodings.from_digits(np.zeros(80, int)), bd.PuzzleError, r"encoded.*\(80,\)"),
        (lambda: encodings.from_labels(PUZZLES, np.full((60, 81), 9)), bd.PuzzleError, "9"),
        (lambda: encodings.digits(PUZZLES, offset=cast("Any", "1")), TypeError, "offset"),
        (lambda: encodings.one_hot(PUZZLES, dtype="U1"), TypeError, "dtype.*<U1"),
        (lambda: encodings.digits(PUZZLES, dtype="abc"), TypeError, "dtype"),
        (lambda: encodings.digits(PUZZLES, dtype=cast("Any", 10**5000)), TypeError, "dtype"),
        (lambda: encodings.digits(PUZZLES, dtype=cast("Any", [("a", 1, 2, 3)])), TypeError, "dtype"),
        (lambda: encodings.from_digits(np.ones((1, 81), bool)), TypeError, "encoded.*bool"),
        (lambda: encodings.from_traces(np.ones((1, 81), bool)), TypeError, "encoded.*bool"),
        (lambda: encodings.from_one_hot(np.full((9, 9, 9), np.nan)), ValueError, "scores.*NaN"),
        (lambda: encodings.labels(PUZZLES, SOLUTIONS, ignore=5), ValueError, "ignore.*5"),
        (lambda: encodings.labels(PUZZLES, SOLUTIONS, dtype="uint8"), ValueError, "ignore.*-100"),
        (lambda: encodings.from_labels(PUZZLES, [1, 2]), ValueError, "equal"),
        (lambda: encodings.traces([EASY, THREE]), bd.PuzzleError, r"puzzles\[1\]"),
        (lambda: encodings.traces(bd.generate(2, seed=1, rules="4x4").puzzle), bd.PuzzleError, "9x9"),
        (lambda: encodings.traces(["1" + "." * 15]), bd.PuzzleError, "9x9"),
        (lambda: encodings.traces(np.zeros((2, 5))), bd.PuzzleError, "9, 9"),
        (lambda: encodings.traces("." * 81, scale=cast("Any", "mine")), ValueError, "scale.*'mine'"),
    ],
)
def test_invalid_arguments_are_named(call: Callable[[], Any], kind: type[Exception], named: str) -> None:
    with pytest.raises(kind, match=named):
        call()


def test_invalid_values_are_named_with_their_place() -> None:
    wrong = SOLUTIONS.copy()
    wrong[7, 2, 3] = 0
    with pytest.raises(bd.PuzzleError, match=r"solutions\[7\].*r3c4"):
        encodings.labels(PUZZLES, wrong)
    trace = encodings.traces(PUZZLES)
    trace[5, 1:3] = trace[5, 5:7]
    with pytest.raises(bd.PuzzleError, match=r"encoded\[5\]"):
        encodings.from_traces(trace)
    values: list[Any] = ["12", None, [[1, 2], [3]], object()]
    for value in values:
        for back in (encodings.from_digits, encodings.from_one_hot, encodings.from_traces):
            with pytest.raises((TypeError, ValueError)):
                back(value)


@pytest.mark.parametrize("scale", ["hodoku", "explainer"])
def test_traces_of_a_scale_are_those_of_its_steps(scale: Any) -> None:
    order = bd._core._techniques_of("hodoku")

    def rank(step: bd.Step) -> float:
        return order.index(step.technique) if scale == "hodoku" else step.rating or 0.0

    puzzles = bd.generate(25, seed=4).puzzle
    traces = encodings.traces(puzzles, scale=scale)
    assert traces.shape == (25, 325)
    for puzzle, trace in zip(puzzles, traces, strict=True):
        givens = int((puzzle > 0).sum())
        expected = [[*cell, puzzle[tuple(cell)], 0] for cell in np.argwhere(puzzle > 0).tolist()]
        used: list[bd.Step] = []
        for step in bd.explain(puzzle, scale=scale):
            used.append(step)
            hardest = max(used, key=rank).technique
            for row, column, digit in sorted(step.placements):
                expected.append([row, column, digit, int(hardest)])
                used = []
        assert trace[0] == givens
        assert trace[1:].reshape(81, 4).tolist() == expected
    _, solutions = encodings.from_traces(traces)
    np.testing.assert_array_equal(solutions, bd.solve(puzzles).solution)
    with pytest.raises(bd.PuzzleError, match="one solution"):
        encodings.traces("." * 81, scale=scale)


def test_dtypes_too_narrow_for_what_is_encoded() -> None:
    for dtype in ("uint8", bool, np.uint64):
        with pytest.raises(ValueError, match=rf"{np.dtype(dtype)}.*-1"):
            encodings.plus_minus(PUZZLES, dtype=dtype)
    for ignore in (None, -100):
        with pytest.raises(ValueError, match=r"bool.*8"):
            encodings.labels(PUZZLES, SOLUTIONS, dtype=bool, ignore=ignore)
    with pytest.raises(ValueError, match=r"bool.*9"):
        encodings.digits(PUZZLES, dtype=bool)
    np.testing.assert_array_equal(encodings.one_hot(PUZZLES, dtype=bool), encodings.one_hot(PUZZLES) == 1)
    assert encodings.plus_minus(PUZZLES, dtype="float16").min() == -1


def test_log_probabilities_are_decoded_by_exp() -> None:
    chances = np.random.default_rng(1).dirichlet(np.ones(9), (9, 9))
    assert (encodings.from_one_hot(np.log(chances)) == 0).all()
    np.testing.assert_array_equal(encodings.from_one_hot(np.exp(np.log(chances))), chances.argmax(axis=-1) + 1)
