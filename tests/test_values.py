"""Puzzles, results and boards as values: what they equal, how they are shown, what they refuse."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import bitdoku as bd
from puzzles import EASY, HARD, HARD_SOLUTION


def test_boards_of_steps() -> None:
    explanation = bd.explain(HARD)
    step = explanation[0]
    assert bd.Board(step).step is step
    assert bd.Board(HARD).step is None
    with pytest.raises(TypeError, match="step"):
        bd.Board(HARD, step=3)  # type: ignore[arg-type]
    with pytest.raises(bd.PuzzleError, match="side 9"):
        bd.Board("." * 36, rules="6x6", step=step)


@pytest.mark.parametrize(("rules", "word"), [("16x16", "side 9"), (bd.Rules(digits=range(1, 13)), "9 digits")])
def test_a_board_keeps_its_size(rules: Any, word: str) -> None:
    with pytest.raises(bd.PuzzleError, match=word):
        bd.Board(bd.Board(HARD), rules=rules)


def test_a_board_as_the_solution_of_another() -> None:
    board = bd.Board(HARD, bd.Board(HARD_SOLUTION))
    assert board == bd.Board(HARD, HARD_SOLUTION)
    assert board.line() == HARD_SOLUTION
    small = bd.generate(1, seed=1, rules="4x4").solution[0]
    with pytest.raises(bd.PuzzleError, match="solution"):
        bd.Board(EASY, bd.Board(small, rules="4x4"))


def test_a_link_of_a_candidate_to_itself_is_not_drawn() -> None:
    """No finder makes one today; it would have no direction."""
    puzzle = "007000004000000000100000300500000943000000080000090000000005000070049200020301007"
    step = next(step for step in bd.explain(puzzle, rules="x") if step.links)
    loop = step.links[0][0]._replace(end=step.links[0][0].start, end_on=True)
    drawn = [
        bd.Board(replace(step, links=(links,))).svg() for links in ((loop, *step.links[0]), step.links[0], (loop,))
    ]
    curves = [re.findall(r"M[\d.]+ [\d.]+Q[\d. ]+", svg) for svg in drawn]
    assert curves[0] == curves[1] != []
    assert curves[2] == []
