"""Killer Sudoku in one line of text: the formats of SudoCue and of the Enjoy Sudoku forum, for classic boards.

    3x3::k:3841:7705:…:4375:    256 · sum + cage for each cell; cells with a number below 256 are in no cage
    3x3:d:k:…                   the same with diagonals
    D<C<OF<C<^K<<^R<<^7^P<^…    81 characters: a sum, or the direction of another cell of the cage

    sums        0..9, A..Z for 10 to 35, a..j for 36 to 45; 0 for none
    directions  < > ^ v  and  ` ' , .  for up left, up right, down left, down right

Credit: the readers of Interactive Sudoku Solver (sigh), which name the threads of both forums.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError
from bitdoku.links._shared import Shared
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

_NUMBERS = re.compile("3x3:([^:]*):k:(.*)", re.DOTALL)
_ARROWS = {
    "<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1),
}  # fmt: skip
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def recognizes(source: Source) -> bool:
    """Whether the text has the header of the first format, or 81 sums and directions."""
    text = "".join(source.text.split())
    is_arrows = len(text) == 81 and set(text) <= {*_ARROWS, *_SUMS} and re.search("[<>^`',]", text)
    return bool(_NUMBERS.fullmatch(text) or is_arrows)


def read(source: Source, ignore: Collection[str]) -> Shared:  # noqa: ARG001 - the text has only rules
    """Read the text."""
    text = "".join(source.text.split())
    match = _NUMBERS.fullmatch(text)
    rules = Rules() + [
        r.killer_cage(cells, total or None)
        for cells, total in (_cages_of_numbers(match[2]) if match else _cages_of_arrows(text))
        if total or len(cells) > 1
    ]
    if match and match[1] not in ("", "d"):
        raise RulesError(f"the text has the rules {match[1]!r}; expected 'd' for diagonals, or none")
    if match and match[1] == "d":
        rules += r.diagonals()
    puzzle = np.zeros((9, 9), np.uint8)
    return Shared(puzzle, rules, entered=puzzle.copy())


def _named(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _cages_of_numbers(text: str) -> list[tuple[list[Cell], int]]:
    """The cells and the sum of each cage."""
    numbers = text.removesuffix(":").split(":")
    if len(numbers) != 81:
        raise PuzzleError(f"the text has {len(numbers)} numbers after 'k:'; expected 81")
    cages: dict[int, tuple[list[Cell], int]] = {}
    for i, number in enumerate(numbers):
        cell = divmod(i, 9)
        if not re.fullmatch("[0-9]{1,5}", number):
            raise PuzzleError(f"{_named(cell)} is {number!r}; expected a number, 256 · sum + cage")
        total, cage = divmod(int(number), 256)
        if not total:
            continue
        cells, known = cages.setdefault(cage, ([], total))
        if known != total:
            raise RulesError(f"{_named(cell)}: cage {cage} has the sums {known} and {total}; expected one")
        cells.append(cell)
    return list(cages.values())


def _cages_of_arrows(text: str) -> list[tuple[list[Cell], int]]:
    """The cells and the sum of each cage, 0 for none."""
    cages: dict[Cell, tuple[list[Cell], int]] = {}
    for i in range(81):
        start = cell = divmod(i, 9)
        passed = {cell}
        while step := _ARROWS.get(text[9 * cell[0] + cell[1]]):
            cell = (cell[0] + step[0], cell[1] + step[1])
            if not (0 <= cell[0] < 9 and 0 <= cell[1] < 9) or cell in passed:
                found = "in a circle" if cell in passed else "out of the board"
                raise PuzzleError(f"the directions from {_named(start)} lead {found}; expected a sum at their end")
            passed.add(cell)
        cages.setdefault(cell, ([], _SUMS.index(text[9 * cell[0] + cell[1]])))[0].append(start)
    return list(cages.values())
