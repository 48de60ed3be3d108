"""Game ids of Solo, the Sudoku of Simon Tatham's Portable Puzzle Collection.

    3x3:a4_2b…                  columns x rows of boxes, then the givens
    4jxda:…,…                   a jigsaw of side 4, with diagonals
    3x3k:…,…,…                  killer cages

    givens      numbers; between them a..z for 1..26 blanks, or _ for none
    regions     the edges between cells of one row, then of one column, column by column: _ or a..y for 0..25 pairs of
                cells without an edge, and an edge; z for 25 pairs, without an edge behind them
    sums        written as the givens, each in the first cell of its cage

The parameters are followed by x for diagonals, k for cages, and the symmetry and difficulty, which are of no account.

Credit: the source code of the collection, solo.c (MIT).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError
from bitdoku.links._documents import board, components, regions
from bitdoku.links._shared import Shared
from bitdoku.rules import Rules
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

_ID = re.compile(
    r"(?:https?://\S*/solo\.html#|solo:\s*)?"
    r"(?P<columns>\d{1,3})(?:x(?P<rows>\d{1,3}))?(?P<flags>(?:[jxka]|[rm]d?\d|d[a-z])*)(?P<rest>[:#].+)",
    re.IGNORECASE | re.DOTALL,
)


def recognizes(source: Source) -> bool:
    """Whether the text is a game id, possibly in a link to the game."""
    return _ID.fullmatch(source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:  # noqa: ARG001 - an id has only rules
    """Read the game id."""
    match = _ID.fullmatch(source.text)
    if match is None:
        raise PuzzleError("not a game id of Solo")
    if match["rest"].startswith("#"):
        raise PuzzleError("the id has a random seed, from which only Solo can generate the puzzle; expected ':' and it")
    columns = int(match["columns"])
    rows = int(match["rows"] or columns)
    flags = {flag[0] for flag in re.findall("[rm]d?[0-9]|d[a-z]|[a-z]", match["flags"].lower())}
    # 9j is a jigsaw of side 9, as is 3x3j.
    side = columns if "j" in flags and not match["rows"] else columns * rows
    if not 1 <= side <= MAX_SIDE:
        raise RulesError(f"the id has {columns} by {rows} boxes, side {side}; expected a side of 1 to {MAX_SIDE}")
    parts = match["rest"].removeprefix(":").strip().split(",")
    expected = 1 + ("j" in flags) + 2 * ("k" in flags)
    if len(parts) != expected:
        raise PuzzleError(f"the id has {len(parts)} parts after ':'; expected {expected}")
    puzzle = board(_numbers(parts.pop(0), side, "the givens"), side, "the givens")
    # A box is as high as there are columns of boxes.
    rules = Rules(box=(columns, rows))
    if "j" in flags:
        rules = Rules.jigsaw(regions(_groups(parts.pop(0), side, "the regions"), side, "the regions"))
    if "x" in flags:
        rules += r.diagonals()
    if "k" in flags:
        rules += _cages(_groups(parts[0], side, "the cages"), _numbers(parts[1], side, "the sums"), side)
    return Shared(puzzle, rules, entered=np.zeros_like(puzzle))


def _numbers(text: str, side: int, what: str) -> list[int]:
    """The numbers of all cells, 0 for none."""
    if not re.fullmatch("(?:[0-9]{1,5}|[a-z_])*", text):
        raise PuzzleError(f"{what} have {re.sub('[0-9a-z_]', '', text)[:1]!r}; expected digits, a..z and _")
    found: list[int] = []
    for token in re.findall("[0-9]+|[a-z]", text):
        found += [int(token)] if token.isdigit() else [0] * (ord(token) - ord("a") + 1)
    if len(found) != side * side:
        raise PuzzleError(f"{what} hold {len(found)} cells; expected {side * side}")
    return found


def _groups(text: str, side: int, what: str) -> list[list[Cell]]:
    """The groups of cells between edges."""
    across = [((row, column), (row, column + 1)) for row in range(side) for column in range(side - 1)]
    pairs = across + [((b, a), (d, c)) for (a, b), (c, d) in across]
    edges, position = set(), 0
    for character in text:
        if not (character == "_" or "a" <= character <= "z"):
            raise PuzzleError(f"{what} have {character!r}; expected a..z and _")
        position += 25 if character == "z" else 0 if character == "_" else ord(character) - ord("a") + 1
        if character != "z":
            edges.update(pairs[position : position + 1])
            position += 1
    # The text ends with an edge behind the last pair.
    if position != len(pairs) + 1:
        raise PuzzleError(f"{what} have {position - 1} pairs of cells; expected {len(pairs)}")
    return components(side, edges)


def _cages(groups: list[list[Cell]], sums: list[int], side: int) -> list[r.Rule]:
    """The cages. Raises RulesError if a cage has several sums."""
    rules = []
    for cells in groups:
        found = [sums[row * side + column] for row, column in cells if sums[row * side + column]]
        if len(found) > 1:
            row, column = cells[0]
            raise RulesError(f"the cage at r{row + 1}c{column + 1} has the sums {found}; expected one")
        rules.append(r.killer_cage(cells, found[0] if found else None))
    return rules
