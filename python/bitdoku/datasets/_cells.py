"""Conversion of columns between strings of n² characters and uint8 arrays of shape (rows, n²).

Rows with one character a cell are translated by a table of 256 bytes, a whole column at once (some nanoseconds a cell).
Other spellings (space-separated numbers, boards in frames) are parsed row by row.
"""

from __future__ import annotations

import itertools
import math
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._errors import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    Digits = npt.NDArray[np.uint8]

#: The value of an unreadable cell.
UNKNOWN = 255
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".0_*?xX"
SIDES = range(2, 65)
_SEPARATOR = re.compile(r"[\s,]+")


def side_of(length: int) -> int | None:
    """The side of a board of that many cells, or None."""
    side = math.isqrt(length)
    return side if side * side == length and side in SIDES else None


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
    side = side_of(len(text))
    if side is None or side < 4 or not text.isascii() or UNKNOWN in text.encode().translate(decoding(side)):
        return None
    return side


@lru_cache(512)
def side_of_text(text: str) -> int | None:
    """The side of the board in a text, by its length in characters or in space-separated numbers."""
    if (spelled := side_spelled(text)) is not None:
        return spelled
    tokens = _SEPARATOR.split(text.strip())
    side = side_of(len(tokens[0]))
    if (side is None or side < 4) and all(token.isdigit() or token in BLANKS for token in tokens):
        side = side_of(len(tokens))
    return side if side is not None and side > 3 else None


@lru_cache(512)  # called repeatedly for the first rows
def is_board(text: str) -> bool:
    """Whether a text is a board: one character a cell with optional text after it, or numbers."""
    if side_spelled(text) is not None:
        return True
    side = side_of_text(text)
    if side is None or not text.isascii():
        return False
    tokens = _SEPARATOR.split(text.strip())
    if len(tokens[0]) == side * side:
        return UNKNOWN not in tokens[0].encode().translate(decoding(side))
    return all(token in BLANKS or int(token) <= side for token in tokens)


def may_be_boards(values: Iterable[Any]) -> bool:
    """Whether any of the first two hundred values is a board, or all of them are missing."""
    present = [value for value in itertools.islice(values, 200) if value is not None and value != ""]
    return not present or any(_may_be_board(value) for value in present)


def _may_be_board(value: Any) -> bool:
    if isinstance(value, list):
        return side_of(len(value) ** 2 if value and isinstance(value[0], list) else len(value)) is not None
    return isinstance(value, str) and is_board(value.strip())


def to_text(cells: Digits, blank: str = ".") -> npt.NDArray[np.bytes_]:
    """Rows of cells as strings, one character a cell; an array of type ``S``.

    Raises:
    ------
    ValueError
        If there are more digits than characters.
    """
    rows, length = cells.shape
    side = math.isqrt(length)
    if side >= len(SYMBOLS):
        raise ValueError(f"boards of side {side} cannot be written with one character a cell")
    table = bytearray(256)
    table[: side + 1] = (blank + SYMBOLS[1 : side + 1]).encode()
    text = np.ascontiguousarray(cells).tobytes().translate(bytes(table))
    return np.frombuffer(text, f"S{length}", count=rows)


def from_numbers(values: npt.NDArray[Any], side: int) -> tuple[Digits, npt.NDArray[np.bool_]]:
    """Numbers of shape (rows, n²) as uint8, and a mask of the rows with values outside 0..n; those become 0."""
    bad = np.asarray(~((values >= 0) & (values <= side)).all(axis=1))
    cells = np.ascontiguousarray(values, np.uint8) if not bad.any() else np.where(bad[:, None], 0, values)
    return cells.astype(np.uint8, copy=False), bad


def from_text(column: Any, side: int) -> tuple[Digits, npt.NDArray[np.bool_]]:
    """Texts as uint8 of shape (rows, n²), and a mask of the malformed rows; those become 0.

    ``column`` is a list of str or None, an Arrow array of strings, or an array of type ``S``.
    """
    length = side * side
    raw, fits = _characters(column, length)
    flat = raw.tobytes().translate(decoding(side))
    cells = np.frombuffer(bytearray(flat), np.uint8).reshape(raw.shape)
    bad = ~fits
    if UNKNOWN in flat:
        bad |= (cells == UNKNOWN).any(axis=1)
    for i in np.flatnonzero(bad).tolist():
        try:
            cells[i] = parse(text_at(column, i), side, "")
            bad[i] = False
        except PuzzleError:
            cells[i] = 0
    return cells, bad


def parse(text: str | None, side: int, name: str) -> Digits:
    """One text, in any spelling.

    Raises:
    ------
    PuzzleError
        With a message that begins with ``name``.
    """
    if text is None:
        raise PuzzleError(f"{name}: the puzzle is missing; expected {side * side} cells")
    if side == 9:
        try:
            return np.frombuffer(_core.board_cells(text, "puzzle"), np.uint8)
        except PuzzleError as error:
            raise PuzzleError(str(error).replace("puzzle:", f"{name}:", 1)) from None
    table = decoding(side)
    if len(text) == side * side:
        for i, character in enumerate(text):
            if not character.isascii() or table[ord(character)] == UNKNOWN:
                raise _fault(name, i, side, repr(character))
        return np.frombuffer(text.encode().translate(table), np.uint8)
    tokens = [token for token in _SEPARATOR.split(text.strip()) if token]
    if len(tokens) != side * side:
        expected = f"{side * side} cells"
        raise PuzzleError(
            f"{name}: the text holds {len(tokens) if len(tokens) > 1 else len(text)} cells; expected {expected}"
        )
    cells = np.zeros(side * side, np.uint8)
    for i, token in enumerate(tokens):
        if token.isascii() and token.isdigit() and int(token) <= side:
            cells[i] = int(token)
        elif token not in set(BLANKS):
            raise _fault(name, i, side, repr(token))
    return cells


def number_fault(values: npt.NDArray[Any], side: int, name: str) -> PuzzleError:
    """The error for a row of numbers that :func:`from_numbers` marked."""
    i = int(np.argmin((values >= 0) & (values <= side) & (values == np.rint(values))))
    return _fault(name, i, side, str(values[i]))


def _fault(name: str, cell: int, side: int, value: str) -> PuzzleError:
    error = PuzzleError(f"{name}: cell {divmod(cell, side)} holds {value}; expected 0..{side}")
    error.cell = divmod(cell, side)
    return error


def text_at(column: Any, i: int) -> str | None:
    """Row ``i`` of a column of texts. Invalid UTF-8 becomes replacement characters."""
    value = column[i]
    if hasattr(value, "as_buffer"):  # an Arrow scalar
        if not value.is_valid:
            return None
        value = value.as_buffer().to_pybytes()
    return bytes(value).decode(errors="replace") if isinstance(value, bytes) else value


def _characters(column: Any, length: int) -> tuple[Digits, npt.NDArray[np.bool_]]:
    """The bytes of the rows of this length, shape (rows, length), and a mask of these rows."""
    if isinstance(column, np.ndarray):
        size = column.dtype.itemsize
        fits: npt.NDArray[np.bool_] = np.char.str_len(column) == length
        if size == length:
            return np.ascontiguousarray(column).view(np.uint8).reshape(-1, length), fits
        column = column.tolist()
    if isinstance(column, list):
        raw = [text.encode() if isinstance(text, str) else text or b"" for text in column]
        fits = np.array([len(text) == length for text in raw], bool)
        joined = b"".join(text if fit else bytes(length) for text, fit in zip(raw, fits.tolist(), strict=True))
        return np.frombuffer(joined, np.uint8).reshape(-1, length), fits
    return _arrow_characters(column, length)


def _arrow_characters(column: Any, length: int) -> tuple[Digits, npt.NDArray[np.bool_]]:
    import pyarrow as pa

    column = plain_strings(column)
    valid, offset_bytes, data_bytes = column.buffers()
    rows = len(column)
    if rows == 0:
        return np.zeros((0, length), np.uint8), np.zeros(0, bool)
    kind = np.int64 if pa.types.is_large_string(column.type) else np.int32
    offsets = np.frombuffer(offset_bytes, kind, rows + 1, column.offset * np.dtype(kind).itemsize)
    data = np.frombuffer(data_bytes if data_bytes is not None else b"", np.uint8)
    fits: npt.NDArray[np.bool_] = np.diff(offsets) == length
    if valid is not None and column.null_count:
        fits &= np.asarray(column.is_valid())
    if fits.all():
        return data[offsets[0] : offsets[-1]].reshape(rows, length), fits
    raw = np.zeros((rows, length), np.uint8)
    starts = offsets[:-1].astype(np.int64)
    raw[fits] = data[starts[fits][:, None] + np.arange(length)]
    return raw, fits


def holds(column: Any, sign: bytes) -> bool:
    """Whether any text of an Arrow column of strings contains an ASCII character."""
    chunks = column.chunks if hasattr(column, "chunks") else [column]
    buffers = [buffer for buffer in (chunk.buffers()[2] for chunk in chunks if len(chunk)) if buffer]
    # Finding the lowest byte is faster than a search.
    low = (buffer for buffer in buffers if np.frombuffer(buffer, np.uint8).min() <= sign[0])
    return any(sign in buffer.to_pybytes() for buffer in low)


def plain_strings(column: Any) -> Any:
    """An Arrow column of texts as one array of type string or large_string."""
    import pyarrow as pa

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pa.ChunkedArray):  # too long for 32-bit offsets
            column = pa.concat_arrays([chunk.cast(pa.large_string()) for chunk in column.chunks])
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return column
    return column.cast(pa.string())


def strings(text: npt.NDArray[np.bytes_]) -> Any:
    """A zero-copy Arrow array of strings over an array of type ``S`` without shorter rows."""
    import pyarrow as pa

    length = text.dtype.itemsize
    rows = len(text)
    short = (rows + 1) * length < 2**31
    offsets = np.arange(0, (rows + 1) * length, length, dtype=np.int32 if short else np.int64)[: rows + 1]
    kind = pa.StringArray if short else pa.LargeStringArray
    return kind.from_buffers(rows, pa.py_buffer(offsets), pa.py_buffer(text))
