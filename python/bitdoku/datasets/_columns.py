"""Columns on their way out: boards as text or numbers, everything else as values of one type.

A writer gets rows in any of the forms of :class:`bitdoku.datasets.Rows` and asks here for the form that it writes.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, PuzzleError
from bitdoku.datasets._cells import SYMBOLS, strings, to_text

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.datasets._rows import Rows

#: The names that the boards have in files that we write, and no other column.
BOARDS = frozenset({"puzzle", "puzzles", "solution", "solutions"})
#: Columns that hold numbers by the formats' own account; they are text where a file has nothing but text.
WHOLE = frozenset({"rating", "clues", "guesses", "level", "index"})
REAL = frozenset({"difficulty", "score"})
#: How those are spelled; 007 is text.
_WHOLE = r"(0|-?[1-9][0-9]*)"
_NUMBER = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"
#: Of numbers that are no longer than this, floats keep all digits.
_DIGITS = 16
#: Whole numbers up to here are floats too.
FLOAT_EXACT = 1 << 53


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


def given_column(name: str, column: Any) -> Any:
    """A column from outside as an array, a list or an Arrow array.

    Raises:
    ------
    TypeError
        If it is none, or its name is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is {kind(name)}; expected text")
    if isinstance(column, list) or hasattr(column, "to_pylist") or (isinstance(column, np.ndarray) and column.ndim):
        return column
    if hasattr(column, "to_arrow"):  # Polars
        return column.to_arrow()
    if hasattr(column, "isna") and hasattr(column, "tolist"):  # pandas
        return [None if none else value for value, none in zip(column.tolist(), column.isna().tolist(), strict=True)]
    if isinstance(column, (tuple, range)):
        return list(column)
    raise TypeError(f"column {name!r} is {kind(column)}; expected an array, a list, a Series or an Arrow column")


def usual(column: Any) -> Any:
    """A column in a form that all writers know: no masks, no text of several widths, bytes in the machine's order."""
    if not isinstance(column, np.ndarray):
        return column
    if isinstance(column, np.ma.MaskedArray):
        if column.ndim > 1:
            return column.tolist()
        masked: list[bool] = np.ma.getmaskarray(column).tolist()
        return [None if none else value for value, none in zip(values_of(column.data), masked, strict=True)]
    if column.dtype.kind == "T":
        return [value if isinstance(value, str) else None for value in column.tolist()]
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def values_of(column: Any) -> list[Any]:
    """Any column as a list of Python values; rows of an array are lists, of one of uint8 (fingerprints) bytes.

    A number that is none stands for null in arrays, which have no other word for it. Times that Python has no type for
    are text.
    """
    if isinstance(column, list):
        return column
    if isinstance(column, np.ndarray):
        if column.ndim == 2 and column.dtype == np.uint8:
            return [row.tobytes() for row in column]
        if column.ndim == 1 and column.dtype.kind == "f":
            return [None if value != value else value for value in column.tolist()]
        if column.ndim == 1 and column.dtype.kind in "mM":
            times = zip(column, column.tolist(), strict=True)
            return [str(time).replace("T", " ") if isinstance(value, int) else value for time, value in times]
        if column.dtype.kind == "S":
            column = np.char.decode(column, "utf-8", "backslashreplace")
        return list(column.tolist())
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError) as error:
        return _not_utf8(column, error)


def _not_utf8(column: Any, error: Exception) -> list[Any]:
    """An Arrow column of texts, whose bytes that are no UTF-8 are spelled as in Python.

    Raises:
    ------
    FormatError
        If the column is of another type, such as one of dates beyond those that Python has.
    """
    import pyarrow as pa

    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        raise FormatError(f"a column of type {column.type} has a value that Python cannot hold: {error}") from None
    kind = pa.binary() if pa.types.is_string(column.type) else pa.large_binary()
    values = [value for chunk in getattr(column, "chunks", [column]) for value in chunk.view(kind).to_pylist()]
    return [None if value is None else value.decode(errors="backslashreplace") for value in values]


def plain_texts(column: Any) -> list[str]:
    """Any column but those of boards, as text: nothing for null, numbers of a list behind each other, bytes in hex."""
    return ["" if value is None else _plain_text(value) for value in values_of(column)]


def _plain_text(value: Any) -> str:
    if _has_no_text(value):
        return " ".join(map(_plain_text, value))
    if isinstance(value, (bool, dict, list, tuple)):
        return as_json(value)
    return value.hex() if isinstance(value, bytes) else str(value)


def _has_no_text(value: Any) -> bool:
    """Whether a value is a list, or lists in a list, of nothing but numbers or bytes: texts would run together."""
    return isinstance(value, (list, tuple)) and all(
        isinstance(one, (int, float, np.number, bytes)) or _has_no_text(one) for one in value
    )


def as_json(value: Any) -> str:
    """A value as JSON: bytes in hex, what JSON has nothing for (dates, decimals, infinity, …) as text, NaN as null."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_for_json)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, default=_for_json)


def _finite(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else str(value)


def _for_json(value: Any) -> Any:
    if isinstance(value, np.generic) and not isinstance(item := value.item(), np.generic):
        return item
    return value.hex() if isinstance(value, bytes) else str(value)


def fingerprints(name: str, column: Any) -> npt.NDArray[np.uint8] | None:
    """A column of fingerprints, bytes or in hex, as uint8 of shape (rows, 16); None where it is anything else."""
    if name != "fingerprint" or (isinstance(column, np.ndarray) and column.ndim == 2):
        return column if name == "fingerprint" and column.dtype == np.uint8 else None
    keys = []
    for value in values_of(column):
        try:
            key = bytes.fromhex(value) if isinstance(value, str) else value
        except ValueError:
            return None
        if not isinstance(key, bytes) or len(key) != 16:
            return None
        keys.append(key)
    return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)


def numbers_of(name: str, values: list[str]) -> list[float | None] | None:
    """The numbers that a column of text stands for, by its name and its values.

    None where it stands for none, or numbers would be spelled otherwise: later rows may say that it is text.
    """
    texts = [value for value in values if value != ""]
    if name.lower() not in WHOLE | REAL or not all(re.fullmatch(_NUMBER, text) for text in texts):
        return None
    whole = name.lower() in WHOLE and all(re.fullmatch(_WHOLE, text) for text in texts)
    found = [None if value == "" else int(value) if whole else float(value) for value in values]
    alike = all(number is None or _mixed_text(number) == value for number, value in zip(found, values, strict=True))
    return found if alike else None


def stand_for_numbers(name: str, values: list[str | None]) -> bool:
    """Whether texts can become floats when all rows have been seen: by the name, and of no more digits than those have.

    Nothing, and no text at all, stands for null.
    """
    return name.lower() in WHOLE | REAL and all(
        len(value) <= _DIGITS and re.fullmatch(_NUMBER, value) is not None and math.isfinite(float(value))
        for value in values
        if value
    )


def arrow_column(name: str, column: Any) -> Any:
    """Any column but those of boards as an Arrow array; text that stands for numbers becomes numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    keys = fingerprints(name, column)
    if keys is not None:
        data = np.ascontiguousarray(keys)
        return pa.Array.from_buffers(pa.binary(data.shape[1]), len(data), [None, pa.py_buffer(data)])
    if isinstance(column, np.ndarray) and column.ndim > 1:
        rows = np.ascontiguousarray(column).reshape(len(column), int(np.prod(column.shape[1:])))
        if not rows.shape[1]:
            return pa.array(rows.tolist(), pa.list_(pa.from_numpy_dtype(rows.dtype)))
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
    array = column
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        try:
            # Objects of JSON stay JSON: the next may have other keys. No number is a truth value.
            kinds = {type(value) for value in column if value is not None} if isinstance(column, list) else set()
            array = (
                arrow_texts(column)
                if dict in kinds or (bool in kinds and len(kinds) > 1)
                else pa.array(column, from_pandas=isinstance(column, np.ndarray))
            )
        except (pa.ArrowException, OverflowError):  # values of several types
            array = arrow_texts(column)
    if pa.types.is_string(array.type) and name.lower() in WHOLE | REAL:
        array = pc.if_else(pc.equal(array, ""), None, array)
        if name.lower() in WHOLE and _all_match(array, _WHOLE):
            with suppress(pa.ArrowInvalid):  # too large for the type: then it stays text
                return array.cast(pa.int64())
        elif _all_match(array, _NUMBER):
            found = array.cast(pa.float64())
            # Spelled otherwise, it stays text for now: later rows may be no numbers.
            return found if arrow_texts(found).to_pylist() == array.to_pylist() else array
    return array


def _all_match(texts: Any, pattern: str) -> bool:
    import pyarrow.compute as pc

    return pc.all(pc.match_substring_regex(texts, f"^({pattern})$"), min_count=0).as_py() is not False


def arrow_texts(column: Any) -> Any:
    """Any column but those of boards as an Arrow array of strings, for values that no other type has."""
    import pyarrow as pa

    return pa.array([None if value is None else _mixed_text(value) for value in values_of(column)], pa.string())


def _mixed_text(value: Any) -> str:
    """A value as text. Whole numbers have one spelling, as some of them have been among fractions on their way."""
    if _has_no_text(value):
        return " ".join(map(_mixed_text, value))
    text = _plain_text(value)
    return text.removesuffix(".0") if isinstance(value, float) else text


def number_column(name: str, column: Any) -> npt.NDArray[Any]:
    """Any column but those of boards as a numpy array; text that stands for numbers becomes numbers."""
    keys = fingerprints(name, column)
    if keys is not None:
        return keys
    if isinstance(column, np.ndarray) and column.dtype.kind not in "OSU":
        return column
    values: list[Any] = [value.item() if isinstance(value, np.generic) else value for value in values_of(column)]
    if all(isinstance(value, str) for value in values):
        values = numbers_of(name, values) or values
    kinds = {type(value) for value in values}
    array = None
    if kinds == {int} and min(values) >= 0 and 1 << 63 <= max(values) < 1 << 64:
        array = np.array(values, np.uint64)
    elif kinds <= {bool} or kinds <= {int}:
        array = np.array(values)
    elif kinds <= {int, float, type(None)} and not any(type(v) is int and abs(v) > FLOAT_EXACT for v in values):
        array = np.array([np.nan if value is None else value for value in values], float)
    if array is None or (array.dtype.kind not in "bui" and kinds == {int}):
        # No number is a truth value, and some whole ones are no floats.
        return np.array(["" if value is None or value != value else _mixed_text(value) for value in values], np.str_)
    return array


def numbers(rows: Rows) -> Rows:
    """The rows with boards as numbers.

    Raises:
    ------
    PuzzleError
        If a row cannot be read.
    """
    return rows.decoded() if is_text(rows.puzzles) or (rows.solutions is not None and is_text(rows.solutions)) else rows


def titles(rows: Rows) -> list[str]:
    """The columns of a table: the boards that there are, with the verdict between them, and the others."""
    others = [name for name in rows.columns if name != "verdict"]
    return ["puzzle", *["verdict"] * ("verdict" in rows.columns), *["solution"] * (rows.solutions is not None), *others]


def same_titles(rows: Rows, known: list[str] | None) -> list[str]:
    """The columns of a file that has those of its first rows.

    Raises:
    ------
    PuzzleError
        If later rows have others.
    """
    found = titles(rows)
    if known not in (None, found):
        msg = f"{rows.place(0)}: columns {found}; the rows before have {known}. Parquet files can have both"
        raise PuzzleError(msg)
    return found


def apart(rows: Rows) -> Rows:
    """The rows with usual columns, other names for those that are called like boards in files: ``other_puzzle``."""
    columns: dict[str, Any] = {}
    for name, column in rows.columns.items():
        title = name
        while title.lower() in BOARDS or (title != name and title in rows.columns):
            title = f"other_{title}"
        columns[title] = usual(column)
    return replace(rows, columns=columns)
