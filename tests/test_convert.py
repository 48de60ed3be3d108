"""``to_array`` and ``to_text``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, HARD, digits

if TYPE_CHECKING:
    from collections.abc import Callable

FROM_ZERO = bd.Rules("4x4", digits=range(4))


def test_one_and_many() -> None:
    np.testing.assert_array_equal(bd.to_array(HARD), digits(HARD))
    assert bd.to_array([HARD, EASY]).shape == (2, 9, 9)
    assert bd.to_array([HARD]).shape == (1, 9, 9)
    assert bd.to_array([]).shape == (0, 9, 9)
    assert bd.to_text(bd.Board(HARD).text()) == HARD
    assert bd.to_text(HARD.encode(), blank="0") == HARD.replace(".", "0")
    assert bd.to_text([]) == []
    # Several leading axes are one list.
    assert bd.to_text(np.tile(digits(HARD), (2, 3, 1, 1))) == [HARD] * 6


def test_arrays_are_new() -> None:
    given = digits(HARD)
    made = bd.to_array(given.T)
    assert made.flags.c_contiguous
    assert not np.shares_memory(given, bd.to_array(given))
    np.testing.assert_array_equal(made, given.T)


@pytest.mark.parametrize("rules", ["4x4", "6x6", "16x16", "25x25", bd.Rules(box=(6, 6)), FROM_ZERO], ids=str)
def test_round_trips(rules: Any) -> None:
    grids = bd.grids(2, seed=1, rules=rules)
    grids[:, 0] = 0
    texts = bd.to_text(grids, rules=rules)
    np.testing.assert_array_equal(bd.to_array(texts, rules=rules), grids)
    assert bd.to_text(texts, rules=rules) == texts
    if rules is not FROM_ZERO:
        np.testing.assert_array_equal(bd.to_array(bd.to_text(grids, rules=rules, blank="0"), rules=rules), grids)


def test_symbols() -> None:
    text = bd.to_text([[1, 2, 3, 4]] * 4, rules="4x4", symbols="WXYZ")
    assert text == "WXYZ" * 4
    assert bd.to_array(text, rules="4x4", symbols="WXYZ")[0].tolist() == [1, 2, 3, 4]


def test_malformed_rows_are_255() -> None:
    marked = bd.to_array([HARD, "x", None], malformed="mark")
    np.testing.assert_array_equal(marked[0], digits(HARD))
    assert (marked[1:] == 255).all()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: bd.to_array([HARD, "x"]), bd.PuzzleError, r"puzzles\[1\]"),
        (lambda: bd.to_text([HARD, "x"]), bd.PuzzleError, r"puzzles\[1\]"),
        (lambda: bd.to_array(bd.Pencilmarks(bd.candidates(HARD))), TypeError, "pencil marks"),
        (lambda: bd.to_text(HARD, blank="x"), ValueError, "blank"),  # type: ignore[call-overload]
        (lambda: bd.to_text("0123" * 4, rules=FROM_ZERO, blank="0"), ValueError, "blank is '0'"),
    ],
)
def test_refusals(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
