"""Forms of our own: boards, generated puzzles, rows of data sets. They carry their side, and boards their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from boundary.form import Form, boards, flat, one_board, texts

if TYPE_CHECKING:
    from boundary.boards import Board, Digits


def _one(grid: Digits, board: Board) -> bd.Board:
    return bd.Board(grid, rules=board.rules)


def _list(grids: Digits, board: Board) -> list[bd.Board]:
    return [_one(grid, board) for grid in grids]


def _puzzles(grids: Digits, board: Board) -> bd.Puzzles:
    """A table with rules, as generated ones have."""
    return bd.Puzzles(grids, grids, rules=board.rules)


def rows_of_text(grids: Digits, board: Board, **how: Any) -> Any:
    return bd.datasets.read(texts(grids), side=board.side, digits=board.digits, **how)


def rows_of_numbers(grids: Digits, board: Board, **_: Any) -> Any:
    return bd.Puzzles(flat(grids).astype(np.uint8), rules=board.rules)


FORMS = [
    Form("Board", _one, one_board, one=True),
    Form("Board without rules=", _one, one_board, one=True, needs_rules=False),
    Form("list of Board", _list, boards),
    Form("list of Board without rules=", _list, boards, needs_rules=False),
    Form("tuple of Board", lambda grids, board: tuple(_list(grids, board)), boards),
    Form("Puzzles", _puzzles, boards),
    Form("Puzzles without rules=", _puzzles, boards, needs_rules=False),
    Form("table of texts", rows_of_text, boards),
    Form("table of numbers", rows_of_numbers, boards),
    Form("table without rules=", rows_of_text, boards, needs_rules=False, fits=lambda board: board.plain),
]
