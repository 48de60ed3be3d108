"""Random boards in every form of input: all functions agree with the plain array.

A batch is drawn once and written in each form that it can have, so that a form is not tested with three puzzles alone.
``HYPOTHESIS_PROFILE=slow`` draws more.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundary import columns, lines, numbers, own
from boundary.boards import BOARDS
from boundary.functions import FUNCTIONS, parts

if TYPE_CHECKING:
    from boundary.boards import Board, Digits
    from boundary.form import Form

FORMS = [*numbers.FORMS, *lines.FORMS, *columns.FORMS, *own.FORMS]
MANY = numbers.ARRAYS[0]
ONE = next(form for form in FORMS if form.name == "uint8 (n, n)")
#: Functions whose time does not depend much on the puzzle.
CHOSEN = [
    function
    for function in FUNCTIONS
    if function.name in {"solve", "verdict", "candidates, basic", "candidates, locked", "conflicts", "check", "shuffle"}
]
SMALL = [board for board in BOARDS if board.side <= 9]


@st.composite
def batches(draw: st.DrawFn) -> tuple[Board, Digits]:
    """A board, and grids for it: parts of a solution with some cells changed."""
    board = draw(st.sampled_from(SMALL))
    solution = np.array(board.solved(0)[0], np.uint8)
    count = draw(st.integers(1, 4))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    grids = np.where(random.random((count, board.area)) < random.random((count, 1)), solution, 0)
    changed = random.random(grids.shape) < draw(st.sampled_from([0, 0.02]))
    grids[changed] = random.integers(0, board.side + 1, changed.sum())
    # A text of blanks alone, or a board that starts with a number that is cut, is ambiguous in some forms.
    grids[:, 0] = solution[0]
    return board, grids.astype(np.uint8).reshape(count, board.side, board.side)


@pytest.mark.parametrize("form", FORMS, ids=str)
@settings(max_examples=max(2, settings().max_examples // 20))
@given(batch=batches())
def test_a_form_gives_the_answers_of_the_array(form: Form, batch: tuple[Board, Digits]) -> None:
    if any(importlib.util.find_spec(package) is None for package in form.needs):
        pytest.skip("a package is missing")
    board, grids = batch
    if not form.fits(board):
        return
    plain = ONE if form.one else MANY
    if form.one:
        grids = grids[0]
    answers: Any = np.roll(grids, 1, axis=-1)
    source, filled = form.make(grids, board), form.make(answers, board)
    for function in CHOSEN:
        if not (function.takes(form) and function.fits(board)) or (function.one and not form.one):
            continue
        if function.name == "shuffle" and board.cages and not form.needs_rules:
            continue  # refused: puzzles carry cages, which shuffle does not transform
        wanted = parts(plain, function, board, plain.make(grids, board), plain.make(answers, board))
        found = parts(form, function, board, source, filled)
        for name, part in wanted.items():
            np.testing.assert_array_equal(found[name], part)
