"""Links and documents of SudokuMaker: the board, the digits and the texts. `_sudokumaker_rules` reads the constraints.

    https://sudokumaker.app/?puzzle=N4Ig…       JSON, compressed by lz-string for URLs (``-`` for ``/``)

    {"formatVersion": "1.5.0", "puzzle": {
        "name": …, "author": …, "comment": <the rules in words>, "width": 9, "height": 9, "minDigit": 1, "maxDigit": 9,
        "cells": [{"value": 5, "given": true}, {}, …], "constraints": [{"type": 1, "regions": [0, 0, 0, 1, …]}, …]}}

The size is left out for 9x9. Cells may have ``candidates`` and ``cornerPencilMarks``, in which bit d is digit d, and
``colors``, in which bit k is the k-th color of the palette.

Credit: the public descriptions of the format, yusitnikov's type declarations of SudokuMaker and caneff/gridfind.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from bitdoku._errors import PuzzleError, RulesError, cell_name, shown
from bitdoku.links._drawn import read_drawn
from bitdoku.links._shared import Cell, Shared, decompressed, parsed, unsupported
from bitdoku.links._sudokumaker_rules import ConstraintsReader
from bitdoku.links._words import understood
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt

    from bitdoku.links._shared import Source

_LINK = re.compile(r"(?:https?://)?(?:[\w-]+\.)*sudokumaker\.app/[^?]*\?(?:[^#]*&)?puzzle=([^&#\s]+)", re.IGNORECASE)
#: The palette in the order of its bits.
_COLORS = (
    "white", "red", "orange", "yellow", "light green", "green", "light blue", "blue", "purple", "magenta", "light gray",
    "dark gray", "black", "pink", "brown", "lime green", "teal", "royal blue", "violet",
)  # fmt: skip
_KEYS = {
    "name", "author", "comment", "type", "size", "width", "height", "minDigit", "maxDigit", "cells", "constraints",
}  # fmt: skip
#: Keys without meaning for the puzzle.
_NEUTRAL = {"messages", "id", "creationTimestamp", "exportSettings"}
_CELL_KEYS = {"value", "given", "candidates", "cornerPencilMarks", "colors"}


def recognizes(source: Source) -> bool:
    """Whether the text is a document of SudokuMaker or a link with one."""
    return _LINK.match(source.text) is not None or source.has("formatVersion", "puzzle")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the puzzle."""
    match = _LINK.match(source.text)
    data = source.data
    if match:
        data = parsed(decompressed(unquote(match[1]).replace("-", "/").rstrip("$")))
    puzzle = data.get("puzzle") if isinstance(data, dict) else None
    if not isinstance(puzzle, dict) or not isinstance(puzzle.get("cells"), list):
        raise PuzzleError("not a SudokuMaker document: it has no 'puzzle' with 'cells'")
    for key, value in puzzle.items():
        if key not in _KEYS and key not in _NEUTRAL and key not in ignore and value not in (None, "", [], {}):
            raise unsupported(f"the puzzle has {key!r}", key)
    side, digits = _size(puzzle)
    blocks = _blocks(puzzle)
    board = _board(puzzle, blocks, side, digits)
    cells = _cells(puzzle["cells"], board, ignore)
    reader = ConstraintsReader(board, ignore)
    rules = reader.rules(blocks)
    ruleset = str(puzzle.get("comment") or "")
    drawn = read_drawn(
        board,
        understood(ruleset, side),
        reader.drawings,
        reader.cages,
        source,
        ignore,
        strict=False,
        typed=reader.marks,
    )
    return Shared(
        cells.givens,
        board + rules + drawn.rules,
        title=str(puzzle.get("name") or ""),
        author=str(puzzle.get("author") or ""),
        ruleset=ruleset,
        entered=cells.entered,
        center_marks=cells.marks["candidates"],
        corner_marks=cells.marks["cornerPencilMarks"],
        colors=cells.colors,
        ignored=tuple(sorted({*reader.ignored, *drawn.ignored, *(key for key in puzzle if key in ignore)})),
        by_words=drawn.by_words,
        drawings=drawn.listed,
    )


def _size(puzzle: dict[str, Any]) -> tuple[int, range]:
    """The side and the digits."""
    numbers = {key: puzzle.get(key) for key in ("size", "width", "height", "minDigit", "maxDigit")}
    for key, value in numbers.items():
        if value is not None and (type(value) is not int or not 0 <= value <= 64):
            raise PuzzleError(f"{key} is {shown(value)}; expected a number up to 64")
    size = numbers["size"]
    width = numbers["width"] or size or 9
    height = numbers["height"] or size or (len(puzzle["cells"]) // width if numbers["width"] else 9)
    if width != height or len(puzzle["cells"]) != width * height:
        raise RulesError(
            f"the document has {len(puzzle['cells'])} cells and the size {height}x{width}; expected a square board"
        )
    least = 1 if numbers["minDigit"] is None else numbers["minDigit"]
    most = numbers["maxDigit"]
    if most is None and width > 9:
        raise RulesError(f"the document has {width}x{width} cells and no 'maxDigit'")
    most = least + width - 1 if most is None else most
    if least != 1 or most < width:
        raise RulesError(f"the document has the digits {least} to {most}; expected 1 to at least {width}")
    return width, range(1, most + 1)


def _blocks(puzzle: dict[str, Any]) -> list[dict[str, Any]]:
    """The constraints that are not switched off."""
    blocks = puzzle.get("constraints") or []
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise PuzzleError("constraints is malformed; expected a list of objects")
    return [block for block in blocks if block.get("disabled") is not True]


def _board(puzzle: dict[str, Any], blocks: list[dict[str, Any]], side: int, digits: range) -> Rules:
    """The board with the regions of the constraint of type 1; without one, it has rows and columns only."""
    areas = [block for block in blocks if block.get("type") == 2003]
    whole = [{"x": 0, "y": 0, "width": side, "height": side}]
    for block in areas:
        if block.get("areas") not in (None, [], whole):
            raise unsupported(
                f"the puzzle has rows and columns in parts of the board only: {shown(block)}", "SudokuRules"
            )
    if puzzle.get("type", "sudoku") not in ("sudoku", None) and not areas:
        raise RulesError(f"the puzzle has the type {shown(puzzle['type'])} without the rules of rows and columns")
    regions = [block.get("regions") for block in blocks if block.get("type") == 1]
    more = digits if len(digits) > side else None
    if not regions:
        return Rules(box=(1, side), digits=more)
    if len(regions) > 1:
        raise RulesError("the puzzle has several constraints with regions; expected one")
    (labels,) = regions
    if not isinstance(labels, list) or len(labels) != side * side or not all(type(label) is int for label in labels):
        raise PuzzleError(f"regions is {shown(labels)}; expected {side * side} numbers")
    if min(labels) < 0:
        row, column = divmod(labels.index(min(labels)), side)
        raise RulesError(f"r{row + 1}c{column + 1} is in no region; expected regions for all cells or for none")
    return Rules.jigsaw(np.reshape(labels, (side, side)), digits=more)


class _Cells:
    """The digits, marks and colors of cells."""

    def __init__(self, side: int) -> None:
        self.givens: npt.NDArray[np.uint8] = np.zeros((side, side), np.uint8)
        self.entered: npt.NDArray[np.uint8] = np.zeros((side, side), np.uint8)
        self.marks: dict[str, dict[Cell, tuple[int, ...]]] = {"candidates": {}, "cornerPencilMarks": {}}
        self.colors: dict[Cell, tuple[str, ...]] = {}


def _cells(values: list[Any], board: Rules, ignore: Collection[str]) -> _Cells:
    found = _Cells(board.side)
    for k, cell in enumerate(values):
        row, column = divmod(k, board.side)
        if cell is None:
            continue
        if not isinstance(cell, dict):
            raise PuzzleError(f"{cell_name(row, column)} is {shown(cell)}; expected an object")
        for key in sorted(cell.keys() - _CELL_KEYS):
            if key not in ignore and cell[key] not in (None, "", [], {}):
                raise unsupported(f"r{row + 1}c{column + 1} has {key!r}", key)
        value = cell.get("value")
        if value is not None:
            if type(value) is not int or value not in board.digits:
                expected = f"{board.digits[0]}..{board.digits[-1]}"
                raise PuzzleError(f"{cell_name(row, column)} holds {shown(value)}; expected {expected}")
            (found.givens if cell.get("given") is True else found.entered)[row, column] = value
        for key, marks in found.marks.items():
            if digits := tuple(digit for digit in board.digits if _bits(cell, key, (row, column)) >> digit & 1):
                marks[row, column] = digits
        bits = _bits(cell, "colors", (row, column))
        if bits:
            named = [
                _COLORS[k] if k < len(_COLORS) else f"color {k}" for k in range(bits.bit_length()) if bits >> k & 1
            ]
            found.colors[row, column] = tuple(named)
    return found


def _bits(cell: dict[str, Any], key: str, place: Cell) -> int:
    bits = cell.get(key) or 0
    if type(bits) is not int or not 0 <= bits < 1 << 65:
        raise PuzzleError(f"{cell_name(*place)} has {key} {shown(bits)}; expected a number")
    return bits
