"""Recognition of boards in text, for the detection of formats, columns and sides; the core reads them."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.rules._layout import SYMBOLS

if TYPE_CHECKING:
    import numpy.typing as npt

#: The value of an unreadable cell.
UNKNOWN = 255
BLANKS = ".0_*?xX"
SIDES = range(2, 65)
_FRAME = re.compile(r"[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*[-=─═]{2}[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*")
_BAR = re.compile(r"[|│║]")
_HEADING = re.compile(r"[^\W\d_][^,;|]*?\d*\s*[:.)]?")
_BLANK = frozenset({*BLANKS, "-"})
_SEPARATOR = re.compile(r"[\s,\[\]]+")


def side_of(length: int, least: int = SIDES[0]) -> int | None:
    """The side of a board of that many cells, or None if it would be below ``least`` or above 64."""
    side = math.isqrt(length)
    return side if side * side == length and least <= side <= SIDES[-1] else None


def side_of_shape(shape: tuple[int, ...], side: int | None = None) -> int | None:
    """The side of the boards in an array, or None.

    A last axis of length n² is flat, else the last two axes are (n, n). Three axes with the last two equal are always
    (rows, n, n), unless ``side`` excludes that.
    """
    if not shape:
        return None
    square = shape[-1] if len(shape) > 1 and shape[-1] == shape[-2] and 3 < shape[-1] <= 64 else None
    if side is not None and side in (side_of(shape[-1]), square):
        return side
    flat = side_of(shape[-1], 4)
    return (square or flat) if len(shape) > 2 else (flat or square)


def has_boxes(side: int) -> bool:
    """Whether boards of that side have boxes of more than one row or column."""
    return any(side % rows == 0 for rows in range(2, side))


@cache
def decoding(side: int) -> bytes:
    """For each byte the value of the cell, or 255."""
    table = bytearray([UNKNOWN]) * 256
    for blank in BLANKS:
        table[ord(blank)] = 0
    for value, symbol in enumerate(SYMBOLS[1 : side + 1], 1):
        table[ord(symbol)] = table[ord(symbol.lower())] = value
    return bytes(table)


def side_spelled(text: str) -> int | None:
    """The side of a board written with exactly one character for each cell; None for other texts."""
    side = side_of(len(text), 4)
    if side is None or not text.isascii() or UNKNOWN in text.encode().translate(decoding(side)):
        return None
    return side


@lru_cache(512)
def side_of_text(text: str) -> int | None:
    """The side of the board in a text, by its length in characters or in space-separated numbers."""
    if is_pencilmarks(text):
        return 9
    tokens = _tokens(text)
    side = side_of(len(tokens[0]), 4)
    if side is None and all(token.isdigit() or token in BLANKS for token in tokens):
        side = side_of(len(tokens), 4)
    return side


@lru_cache(512)  # called repeatedly for the first rows
def is_board(text: str) -> bool:
    """Whether a text is a board: one character a cell with optional text after it, or numbers."""
    if side_spelled(text) is not None:
        return True
    side = side_of_text(text)
    if side is None or not text.isascii():
        return False
    tokens = _tokens(text)
    if len(tokens[0]) == side * side:
        return UNKNOWN not in tokens[0].encode().translate(decoding(side))
    # The core reads numbers of up to three digits; Python refuses those of thousands.
    return all(token in BLANKS or (len(token) <= 3 and int(token) <= side) for token in tokens)


def _tokens(text: str) -> list[str]:
    """The texts between white space, commas and the brackets of lists."""
    return _SEPARATOR.split(text.strip("[] \t\r\n"))


def is_pencilmarks(text: str) -> bool:
    """Whether a text has nine characters for each of 81 cells: its candidates, and ``.`` or ``0`` for the others."""
    return len(text) == 729 and all(c in ".0" or c == d for c, d in zip(text, itertools.cycle("123456789")))


def pencilmarks(text: str) -> npt.NDArray[np.uint16]:
    """The candidates in a text of 729 characters as masks, (81,).

    Raises ValueError if the text is not one of pencil marks.
    """
    if len(text) != 729:
        raise ValueError(f"{len(text)} characters; expected 729, nine for each cell")
    signs = np.frombuffer(text.encode("latin-1", "replace"), np.uint8).reshape(81, 9)
    blank = (signs == ord(".")) | (signs == ord("0"))
    wrong = np.argwhere(~blank & (signs != np.arange(ord("1"), ord("9") + 1)))
    if len(wrong):
        cell, digit = wrong[0].tolist()
        found = text[9 * cell + digit]
        raise ValueError(
            f"cell {divmod(cell, 9)} holds {found!r} in the place of {digit + 1}; expected that digit, . or 0"
        )
    masks: npt.NDArray[np.uint16] = ~blank @ (1 << np.arange(9, dtype=np.uint16))
    return masks


def may_be_boards(values: Iterable[Any]) -> bool:
    """Whether any of the first two hundred values is a board, or there are none."""
    first = list(itertools.islice(values, 200))
    return not first or any(_may_be_board(value) for value in first)


def _may_be_board(value: Any) -> bool:
    if isinstance(value, list):
        return side_of(len(value) ** 2 if value and isinstance(value[0], list) else len(value)) is not None
    return isinstance(value, str) and (is_board(value.strip()) or is_pencilmarks(value.strip()))


def cells_of(line: str) -> list[str]:
    """The cells of a row, ``.`` for an empty one; none if the line has no cells.

    ``53..7....``, ``|53.|.7.|...|``, ``|5|3| | |7| | | | |`` and ``5,3,,,7,,,,`` are the same row.
    """
    text = line.strip(" \r\n")
    framed = _BAR.split(text)
    if len(framed) > 1:
        # A frame has empty texts at its ends.
        fields = framed[not framed[0].strip() : len(framed) - (not framed[-1].strip())]
        if all(len(field.strip()) <= 1 for field in fields) and len(fields) > 3:
            return [field.strip() or "." for field in fields]
        return [*"".join("".join(fields).split())]
    for delimiter in ",;\t":
        if delimiter in text:
            fields = [field.strip().strip("\"'") for field in text.split(delimiter)]
            if len(fields) > 4 and not fields[-1] and (len(fields) - 1) ** 0.5 % 1 == 0:
                fields.pop()  # after a delimiter at the end
            return [field or "." for field in fields]
    tokens = text.split()
    return tokens if len(tokens) > 1 and all(len(token) <= 2 for token in tokens) else [*"".join(tokens)]


def starts_board(lines: list[str]) -> bool:
    """Whether the first lines are n rows of n cells, where a row is not a whole smaller board."""
    content = [line for line in lines if not is_frame(line)]
    if content and is_heading(content[0]):
        content = content[1:]
    rows = [cells_of(line) for line in content[:1]]
    side = len(rows[0]) if rows else 0
    rows = [cells_of(line) for line in content[:side]]
    if side < 4 or len(rows) < side or not all(len(row) == side and are_cells(row, len(row)) for row in rows):
        return False
    return side not in (16, 25, 36, 49, 64) or any(" " in line or "," in line for line in content[:1])


def are_cells(row: list[str], side: int) -> bool:
    """Whether all texts are digits or blanks of a board of that side."""
    return all(
        not cell
        or cell in _BLANK
        or (len(cell) <= 3 and cell.isdecimal() and int(cell) <= side)
        or (len(cell) == 1 and side_of_digit(cell) <= side)
        for cell in row
    )


def side_of_digit(symbol: str) -> int:
    """The smallest side that has a digit, 1 to 9 and A to Z; 64 and more for other characters."""
    return SYMBOLS.index(symbol.upper()) if symbol.isascii() and symbol.upper() in SYMBOLS else 65


def is_heading(line: str) -> bool:
    """Whether a line is the title of a board, such as ``Grid 01``, and no row of one."""
    text = line.strip()
    if len(text) > 40 or sum(map(str.isalpha, text)) < 3 or _HEADING.fullmatch(text) is None:
        return False
    row = cells_of(text)
    return len(row) not in SIDES or not are_cells(row, len(row))


def is_frame(line: str) -> bool:
    """Whether a line is part of the frame of a board, without cells."""
    return bool(_FRAME.fullmatch(line))
