"""Saved games of GNOME Sudoku, which are JSON.

    {"difficulty_category": "easy", "time_elapsed": 61.5,
     "cells": [{"position": [0, 4], "value": 7, "fixed": true, "earmarks": []}, …]}

Positions are [row, column] from 0. Earmarks are notes of the player.

Credit: the source code of GNOME Sudoku (GPL), from which only the format is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bitdoku._errors import PuzzleError, shown
from bitdoku.links._documents import skipped
from bitdoku.links._shared import Cell, Shared, Source
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection


def recognizes(source: Source) -> bool:
    """Whether the text is a saved game."""
    return source.has("difficulty_category", "cells")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the game. Earmarks become corner marks."""
    data = source.data
    ignored = skipped(
        [key for key in data if key != "cells"], ("difficulty_category", "time_elapsed"), ignore, "the game"
    )
    if not isinstance(data["cells"], list):
        raise PuzzleError(f"cells is {shown(data['cells'])}; expected a list")
    puzzle, entered = np.zeros((2, 9, 9), np.uint8)
    marks: dict[Cell, tuple[int, ...]] = {}
    for i, cell in enumerate(data["cells"]):
        if not isinstance(cell, dict) or not {"position", "value", "fixed"} <= cell.keys():
            raise PuzzleError(f"cells[{i}] is {shown(cell)}; expected an object with position, value and fixed")
        other = [key for key in cell if key not in ("position", "value", "fixed", "earmarks")]
        ignored += skipped(other, (), ignore, f"cells[{i}]")
        position, value, earmarks = cell["position"], cell["value"], cell.get("earmarks") or []
        if (
            not isinstance(position, list)
            or len(position) != 2
            or not all(type(k) is int and 0 <= k < 9 for k in position)
        ):
            raise PuzzleError(f"cells[{i}].position is {shown(position)}; expected a row and a column, 0..8")
        digits = [value, *earmarks] if isinstance(earmarks, list) else [None]
        if not all(type(digit) is int and 0 <= digit <= 9 for digit in digits) or 0 in earmarks:
            raise PuzzleError(
                f"cells[{i}] has the value {shown(value)} and the earmarks {shown(earmarks)}; expected 0..9"
            )
        row, column = position
        (puzzle if cell["fixed"] is True else entered)[row, column] = value
        if earmarks:
            marks[row, column] = tuple(earmarks)
    return Shared(puzzle, Rules(), entered=entered, corner_marks=marks, ignored=tuple(dict.fromkeys(ignored)))
