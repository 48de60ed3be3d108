"""Conversion of columns for writers: boards to text or numbers, other columns to values of one type.

Writers get rows in any of the forms of :class:`bitdoku.datasets.Rows` and convert them with these functions.
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

#: Names reserved for the columns of boards in written files.
BOARDS = frozenset({"puzzle", "puzzles", "solution", "solutions"})
#: Columns that hold numbers by convention, even in formats where all columns are text.
WHOLE = frozenset({"rating", "clues", "guesses", "level", "index"})
REAL = frozenset({"difficulty", "score"})
#: Their spellings; 007 is text.
_WHOLE = r"(0|-?[1-9][0-9]*)"
_NUMBER = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"
#: Floats keep all digits of numbers up to this length.
_DIGITS = 16
#: Floats represent all integers up to this one.
FLOAT_EXACT = 1 << 53


def is_text(column: Any) -> bool:
    """Whether a column of boards is text."""
    return not (isinstance(column, np.ndarray) and column.dtype.kind in "iu")


def board_texts(column: Any, side: int, blank: str) -> list[str]:
    """Boards as lines of text: one character a cell, or space-separated numbers from side 36 on."""
    if is_text(column):
        return ["" if value is None else str(value) for value in values_of(column)]
    cells = np.ascontiguousarray(column, np.uint8)
    if side < len(SYMBOLS):
        return [text.decode() for text in to_text(cells, blank).tolist()]
    return [" ".join(map(str, row)) for row in cells.tolist()]


def board_strings(column: Any, side: int, blank: str) -> Any:
    """Like :func:`board_texts`, as an Arrow array of strings."""
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
    """A zero-copy Arrow array over a numpy array. ``pyarrow.array`` would import pandas, which takes 0.2 s."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])


@cache
def arrow_words(words: tuple[str, ...]) -> Any:
    """An Arrow array of a few texts, without importing pandas."""
    import pyarrow as pa

    offsets = np.cumsum([0, *(len(word.encode()) for word in words)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(offsets), pa.py_buffer("".join(words).encode()))


def given_column(name: str, column: Any) -> Any:
    """A column given by the user as an array, a list or an Arrow array.

    Raises:
    ------
    TypeError
        If the object is not a column, or its name is not text.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is {kind(name)}; expected text")
    if isinstance(column, list) or hasattr(column, "to_pylist") or (isinstance(column, np.ndarray) and column.ndim):
        return column
    if hasattr(column, "to_arrow"):  # Polars
        return column.to_arrow()
    if hasattr(column, "isna") and hasattr(column, "tolist"):  # pandas
        return [None if na else value for value, na in zip(column.tolist(), column.isna().tolist(), strict=True)]
    if isinstance(column, (tuple, range)):
        return list(column)
    raise TypeError(f"column {name!r} is {kind(column)}; expected an array, a list, a Series or an Arrow column")


def normalized(column: Any) -> Any:
    """A column in a form that all writers support: no masked arrays, no ``StringDType``, native byte order."""
    if not isinstance(column, np.ndarray):
        return column
    if isinstance(column, np.ma.MaskedArray):
        if column.ndim > 1:
            return column.tolist()
        masked: list[bool] = np.ma.getmaskarray(column).tolist()
        return [None if na else value for value, na in zip(values_of(column.data), masked, strict=True)]
    if column.dtype.kind == "T":
        return [value if isinstance(value, str) else None for value in column.tolist()]
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def values_of(column: Any) -> list[Any]:
    """Any column as a list of Python values; rows of a 2-D array become lists, those of uint8 (fingerprints) bytes.

    NaN in arrays becomes None. Times that Python types cannot represent become text.
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
    """An Arrow column of texts with invalid UTF-8 as backslash escapes.

    Raises:
    ------
    FormatError
        If the column has another type, such as dates outside the range of Python.
    """
    import pyarrow as pa

    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        raise FormatError(f"a column of type {column.type} has a value that Python cannot represent: {error}") from None
    kind = pa.binary() if pa.types.is_string(column.type) else pa.large_binary()
    values = [value for chunk in getattr(column, "chunks", [column]) for value in chunk.view(kind).to_pylist()]
    return [None if value is None else value.decode(errors="backslashreplace") for value in values]


def plain_texts(column: Any) -> list[str]:
    """A column other than boards as text: "" for null, space-separated numbers for lists, hex for bytes."""
    return ["" if value is None else _plain_text(value) for value in values_of(column)]


def _plain_text(value: Any) -> str:
    if _has_no_text(value):
        return " ".join(map(_plain_text, value))
    if isinstance(value, (bool, dict, list, tuple)):
        return as_json(value)
    return value.hex() if isinstance(value, bytes) else str(value)


def _has_no_text(value: Any) -> bool:
    """Whether a value is a list, possibly nested, of only numbers or bytes."""
    return isinstance(value, (list, tuple)) and all(
        isinstance(one, (int, float, np.number, bytes)) or _has_no_text(one) for one in value
    )


def as_json(value: Any) -> str:
    """A value as JSON: bytes in hex, NaN as null, other values without JSON type (dates, infinity, …) as text."""
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
    """A column of fingerprints, as bytes or hex, as uint8 of shape (rows, 16); None for other columns."""
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
    """The numbers of a column of text that holds numbers, by its name and its values.

    None if it holds other values, or numbers in another spelling: later rows may show that it is text.
    """
    texts = [value for value in values if value != ""]
    if name.lower() not in WHOLE | REAL or not all(re.fullmatch(_NUMBER, text) for text in texts):
        return None
    whole = name.lower() in WHOLE and all(re.fullmatch(_WHOLE, text) for text in texts)
    found = [None if value == "" else int(value) if whole else float(value) for value in values]
    alike = all(number is None or _mixed_text(number) == value for number, value in zip(found, values, strict=True))
    return found if alike else None


def stand_for_numbers(name: str, values: list[str | None]) -> bool:
    """Whether texts can become floats without loss, by the name of the column and the number of digits.

    "" and None stand for null.
    """
    return name.lower() in WHOLE | REAL and all(
        len(value) <= _DIGITS and re.fullmatch(_NUMBER, value) is not None and math.isfinite(float(value))
        for value in values
        if value
    )


def arrow_column(name: str, column: Any) -> Any:
    """A column other than boards as an Arrow array; numbers in text become numbers."""
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
            # JSON objects stay JSON, because later ones may have other keys. Bools are not mixed with numbers.
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
            with suppress(pa.ArrowInvalid):  # numbers too large for the type stay text
                return array.cast(pa.int64())
        elif _all_match(array, _NUMBER):
            found = array.cast(pa.float64())
            # In another spelling it stays text for now: later rows may not be numbers.
            return found if arrow_texts(found).to_pylist() == array.to_pylist() else array
    return array


def _all_match(texts: Any, pattern: str) -> bool:
    import pyarrow.compute as pc

    return pc.all(pc.match_substring_regex(texts, f"^({pattern})$"), min_count=0).as_py() is not False


def arrow_texts(column: Any) -> Any:
    """A column other than boards as an Arrow array of strings, for values without a common type."""
    import pyarrow as pa

    return pa.array([None if value is None else _mixed_text(value) for value in values_of(column)], pa.string())


def _mixed_text(value: Any) -> str:
    """A value as text. Whole floats are written as integers, because integers may have become floats."""
    if _has_no_text(value):
        return " ".join(map(_mixed_text, value))
    text = _plain_text(value)
    return text.removesuffix(".0") if isinstance(value, float) else text


def number_column(name: str, column: Any) -> npt.NDArray[Any]:
    """A column other than boards as a numpy array; numbers in text become numbers."""
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
        # Bools are not mixed with numbers, and floats do not represent all integers.
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
    """The columns of a table: puzzle, verdict and solution if present, and the others."""
    others = [name for name in rows.columns if name != "verdict"]
    return ["puzzle", *["verdict"] * ("verdict" in rows.columns), *["solution"] * (rows.solutions is not None), *others]


def same_titles(rows: Rows, known: list[str] | None) -> list[str]:
    """The columns of a batch, which must be those of the first batch.

    Raises:
    ------
    PuzzleError
        If they differ.
    """
    found = titles(rows)
    if known not in (None, found):
        raise PuzzleError(f"{rows.place(0)}: columns {found}; earlier rows have {known}. Parquet files support both")
    return found


def with_unreserved_names(rows: Rows) -> Rows:
    """The rows with normalized columns, renamed like ``other_puzzle`` if the name is reserved for boards."""
    columns: dict[str, Any] = {}
    for name, column in rows.columns.items():
        title = name
        while title.lower() in BOARDS or (title != name and title in rows.columns):
            title = f"other_{title}"
        columns[title] = normalized(column)
    return replace(rows, columns=columns)
