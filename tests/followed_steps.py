"""Follows the steps of an explanation on a board of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

import bitdoku as bd


def follow(puzzle: Any, grid: np.ndarray, *, rules: Any = None, **options: Any) -> bd.Explanation:
    """Explains a puzzle, and checks each step against the solution and the board before it."""
    explanation = bd.explain(puzzle, rules=rules, **options)
    board = np.array(puzzle)
    masks = np.where(board > 0, 0, np.asarray(bd.candidates(puzzle, rules=rules)).astype(object))
    for i, step in enumerate(explanation):
        state = explanation.state(i)
        np.testing.assert_array_equal(state.grid, board)
        np.testing.assert_array_equal(state.candidates.astype(object), masks)
        assert step.placements or step.eliminations
        for row, column, digit in step.eliminations:
            assert masks[row, column] >> (digit - 1) & 1
            assert grid[row, column] != digit, (repr(rules), puzzle, step.text)
            masks[row, column] &= ~(1 << (digit - 1))
        for row, column, digit in step.placements:
            assert board[row, column] == 0
            assert grid[row, column] == digit, (repr(rules), puzzle, step.text)
            board[row, column] = digit
            masks[row, column] = 0
            # A digit excludes the same candidates as in a puzzle of that digit alone.
            alone = np.zeros_like(board)
            alone[row, column] = digit
            seen = np.asarray(bd.candidates(alone, rules=rules)).astype(object)
            masks &= np.where(board > 0, 0, seen | ~(1 << (digit - 1)))
        assert step.text
        assert (step.score is None) == (explanation.scale == "explainer")
        for link in (link for branch in step.links for link in branch):
            assert link.start != link.end
    np.testing.assert_array_equal(board, grid)
    assert explanation.solved
    return explanation
