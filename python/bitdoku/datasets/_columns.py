"""Columns on their way out: boards as text or numbers, everything else as values of one type.

A writer gets rows in any of the forms of :class:`bitdoku.datasets.Rows` and asks here for the form that it writes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import PuzzleError
from bitdoku.datasets._cells import SYMBOLS, strings, to_text

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.datasets._rows import Rows

#: Columns that hold numbers by the formats' own account; they are text where a file has nothing but text.
WHOLE = frozenset({"rating", "clues", "guesses", "level", "index"})
REAL = frozenset({"difficulty", "score"})


def is_text(column: Any) -> bool:
    """Whether a column of boards is text."""
    return not (isinstance(column, np.ndarray) and column.dtype.kind in "iu")


def board_texts(column: Any, side: int, blank: str) -> list[str]:
    """Boards as they stand on a line: a character a cell, or numbers behind each other from side 36 on."""
    if is_text(column):
        return ["" if value is None else str(value) for value in values_of(column)]
    cells = np.ascontiguousarray(column, np.uint8)
    if side < len(SYMBOLS):
        return [text.decode() for text in to_text(cells, blank).tolist()]
    return [" ".join(map(str, row)) for row in cells.tolist()]


def board_strings(column: Any, side: int, blank: str) -> Any:
    """The same as an Arrow array of strings."""
    import pyarrow as pa

    if isinstance(column, np.ndarray) and column.dtype.kind == "S":
        return strings(column)
    if isinstance(column, (pa.Array, pa.ChunkedArray)):
        return column
    if is_text(column):
        return pa.array(values_of(column), pa.string())
    if side < len(SYMBOLS):
        return strings(to_text(np.ascontiguousarray(column, np.uint8), blank))
    return pa.array(board_texts(column, side, blank), pa.string())


def arrow_numbers(values: npt.NDArray[Any]) -> Any:
    """An Arrow array over a numpy array. Where ``pyarrow.array`` would do, it loads pandas first: 0.2 s."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])


@cache
def arrow_words(words: tuple[str, ...]) -> Any:
    """The same for a few texts."""
    import pyarrow as pa

    offsets = np.cumsum([0, *(len(word.encode()) for word in words)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(offsets), pa.py_buffer("".join(words).encode()))


def values_of(column: Any) -> list[Any]:
    """Any column as a list of Python values; rows of an array are lists, of one of uint8 (fingerprints) bytes."""
    if isinstance(column, list):
        return column
    if isinstance(column, np.ndarray):
        if column.ndim == 2 and column.dtype == np.uint8:
            return [row.tobytes() for row in column]
        return [value.decode() for value in column.tolist()] if column.dtype.kind == "S" else list(column.tolist())
    return list(column.to_pylist())


def plain_texts(column: Any) -> list[str]:
    """Any column but those of boards, as text: nothing for null, arrays as numbers behind each other, bytes in hex."""
    return ["" if value is None else _plain_text(value) for value in values_of(column)]


def _plain_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(_plain_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return value.hex() if isinstance(value, bytes) else str(value)


def arrow_column(name: str, column: Any) -> Any:
    """Any column but those of boards as an Arrow array; text that stands for numbers becomes numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if isinstance(column, np.ndarray) and column.ndim == 2:
        if name == "fingerprint" and column.dtype == np.uint8:
            data = np.ascontiguousarray(column)
            return pa.Array.from_buffers(pa.binary(data.shape[1]), len(data), [None, pa.py_buffer(data)])
        flat = pa.array(np.ascontiguousarray(column).reshape(-1))
        return pa.FixedSizeListArray.from_arrays(flat, column.shape[1])
    array = column if isinstance(column, (pa.Array, pa.ChunkedArray)) else pa.array(column)
    if pa.types.is_null(array.type):
        array = array.cast(pa.string())
    if pa.types.is_string(array.type) and name.lower() in WHOLE | REAL:
        array = pc.if_else(pc.equal(array, ""), None, array)
        return array.cast(pa.int64() if name.lower() in WHOLE else pa.float64())
    return array


def number_column(name: str, column: Any) -> npt.NDArray[Any]:
    """Any column but those of boards as a numpy array; text that stands for numbers becomes numbers."""
    if isinstance(column, np.ndarray) and column.dtype.kind != "O":
        return column
    values = values_of(column)
    if name.lower() in WHOLE | REAL and all(isinstance(value, str) for value in values):
        return np.array([float(value or "nan") for value in values] if name.lower() in REAL else [*map(int, values)])
    if any(value is None for value in values):
        numeric = all(value is None or isinstance(value, (int, float)) for value in values)
        return np.array([np.nan if value is None else value for value in values]) if numeric else _texts(values)
    array = np.array(values)
    return array if array.dtype.kind in "biufSU" else _texts(values)


def _texts(values: list[Any]) -> npt.NDArray[np.str_]:
    return np.array(["" if value is None else str(value) for value in values], np.str_)


def numbers(rows: Rows) -> Rows:
    """The rows with boards as numbers.

    Raises:
    ------
    PuzzleError
        If a row cannot be read.
    """
    return rows.decoded() if is_text(rows.puzzles) or (rows.solutions is not None and is_text(rows.solutions)) else rows


def same_columns(rows: Rows, names: list[str]) -> None:
    """Raises if the rows of one file have different columns."""
    if list(rows.columns) != names:
        msg = f"{rows.place(0)}: columns {list(rows.columns)}; the rows before have {names}"
        raise PuzzleError(msg)
