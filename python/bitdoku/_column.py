"""Columns of a table other than its boards.

A column is stored in the form in which it was read, so that reading and writing copy nothing:

==================  ==================================================
numpy array         any shape with one entry a row; native byte order
``_core._Texts``    text, or the source of JSON values
pyarrow Array       one chunk, no views of text
Polars Series       one chunk
==================  ==================================================

The functions of this module are the same for all four.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, shown

if TYPE_CHECKING:
    import numpy.typing as npt

#: The kind of a JSON value whose text is its source.
_JSON = 2
#: Integers up to this are exact as float64.
_EXACT = 1 << 53


def as_column(name: str, data: Any) -> Any:
    """A column from an array, a list, a Series or an Arrow array.

    Raises
    ------
    TypeError
        For any other object.
    """
    is_table = hasattr(type(data), "columns")
    if isinstance(data, _core._Texts):
        return data
    if isinstance(data, np.ma.MaskedArray) or (isinstance(data, np.ndarray) and data.dtype.kind == "T"):
        return _array(data.tolist())
    if isinstance(data, np.ndarray) and data.ndim:
        return data if data.dtype.isnative else data.astype(data.dtype.newbyteorder("="))
    if isinstance(data, (list, tuple, range)):
        return _array([*data])
    if hasattr(data, "rechunk") and not is_table:  # Polars
        return data.rechunk()
    if hasattr(data, "isna") and not is_table:  # pandas
        return _array([None if na else one for one, na in zip(data.tolist(), data.isna().tolist(), strict=True)])
    if is_table or not hasattr(data, "to_pylist"):
        raise TypeError(f"column {name!r} is {kind(data)}; expected an array, a list, a Series or an Arrow array")
    data = without_views(data)
    return data.combine_chunks() if hasattr(data, "chunks") else data


def values(column: Any) -> list[Any]:
    """The Python values of a column, None for null and NaN.

    Rows of a 2-D uint8 array (fingerprints) become bytes, other rows lists. Times that Python types cannot represent
    become text, and so do bytes that are not UTF-8, with backslash escapes.
    """
    if isinstance(column, _core._Texts):
        kinds, texts = column.kinds, column.to_list()
        if kinds is None or not (kinds == _JSON).any():
            return texts
        return [
            _json_value(text, row) if kind == _JSON and text is not None else text
            for row, (text, kind) in enumerate(zip(texts, kinds.tolist(), strict=True))
        ]
    if isinstance(column, np.ndarray):
        return _array_values(column)
    return [None if value != value else value for value in _foreign_values(column)]


def texts(column: Any) -> list[str]:
    """The values as text: "" for null and NaN, space-separated numbers for lists, hex for bytes."""
    return ["" if value is None or value != value else plain_text(value) for value in values(column)]


def as_array(column: Any) -> npt.NDArray[Any]:
    """The column as a numpy array: numbers and bools, with NaN for null among floats; otherwise Python objects."""
    if isinstance(column, np.ndarray) and column.dtype != object:
        return column
    return _array(values(column), nan=True)


def as_arrow(column: Any) -> Any:
    """The column as an object with the Arrow C interface: numbers, bools, or text; null stays null."""
    # Polars refuses lists of length 0.
    if isinstance(column, np.ndarray) and column.dtype.kind in "biuf" and 0 not in column.shape[1:]:
        if column.dtype.kind == "f" and column.itemsize not in (4, 8):
            column = column.astype(float)
        valid = ~np.isnan(column) if column.ndim == 1 and column.dtype.kind == "f" else None
        return _core._arrow_array(np.ascontiguousarray(column), None if valid is None or valid.all() else valid)
    if isinstance(column, np.ndarray) or (isinstance(column, _core._Texts) and column.kinds is not None):
        return _arrow_from_values(values(column))
    return column


def take(column: Any, rows: slice | npt.NDArray[np.int64]) -> Any:
    """The rows of a slice, or those at these positions."""
    if isinstance(column, np.ndarray) or hasattr(column, "rechunk"):
        return column[rows]
    return column.take(np.arange(len(column))[rows] if isinstance(rows, slice) else rows)


def concatenated(parts: Sequence[Any]) -> Any:
    """The columns one after the other; an int stands for that many nulls."""
    if all(isinstance(part, _core._Texts) for part in parts):
        return _core._Texts.concat(parts)
    if all(isinstance(part, np.ndarray) for part in parts):
        return np.concatenate(parts)
    return _array([*chain.from_iterable([None] * part if isinstance(part, int) else values(part) for part in parts)])


def without_views(data: Any) -> Any:
    """A pyarrow array without views of text, of which pyarrow cannot take rows; other arrays unchanged."""
    if "_view" not in str(getattr(data, "type", "")):
        return data
    import pyarrow as pa

    def plain(kind: Any) -> Any:
        if pa.types.is_dictionary(kind):
            return pa.dictionary(kind.index_type, plain(kind.value_type), kind.ordered)
        if pa.types.is_struct(kind):
            return pa.struct([field.with_type(plain(field.type)) for field in kind])
        if pa.types.is_list(kind) or pa.types.is_large_list(kind):
            make = pa.list_ if pa.types.is_list(kind) else pa.large_list
            return make(kind.value_field.with_type(plain(kind.value_type)))
        if pa.types.is_fixed_size_list(kind):
            return pa.list_(kind.value_field.with_type(plain(kind.value_type)), kind.list_size)
        if pa.types.is_map(kind):
            return pa.map_(plain(kind.key_type), plain(kind.item_type), kind.keys_sorted)
        return {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}.get(kind, kind)

    return data.cast(plain(data.type))


def is_text(kind: Any) -> bool:
    """Whether a pyarrow type is text, possibly in a dictionary; views are not."""
    import pyarrow as pa

    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _array(items: list[Any], *, nan: bool = False) -> npt.NDArray[Any]:
    """An array of items: of numbers or bools if all have one type, else of objects.

    With ``nan``, numbers of both types and None become floats if all of them are exact.
    """
    kinds = set(map(type, items))
    if kinds == {bool} or kinds == {float}:
        return np.array(items)
    if kinds == {int}:
        for dtype in (np.int64, np.uint64):
            with suppress(OverflowError):
                return np.array(items, dtype)
    if nan and kinds & {int, float} and kinds <= {int, float, type(None)} and _are_exact(items):
        return np.array([np.nan if item is None else item for item in items])
    array = np.empty(len(items), object)
    array[:] = items
    return array


def _are_exact(items: list[Any]) -> bool:
    return all(abs(item) <= _EXACT for item in items if type(item) is int)


def _array_values(array: npt.NDArray[Any]) -> list[Any]:
    if array.ndim == 2 and array.dtype == np.uint8:
        return [row.tobytes() for row in array]
    if array.dtype.kind == "S":
        array = np.char.decode(array, "utf-8", "backslashreplace")
    items: list[Any] = array.tolist()
    if array.ndim == 1 and array.dtype.kind in "fO":
        return [None if type(item) is float and item != item else item for item in items]
    if array.ndim == 1 and array.dtype.kind in "mM":
        times = zip(array, items, strict=True)
        return [str(time).replace("T", " ") if isinstance(item, int) else item for time, item in times]
    return items


def _foreign_values(column: Any) -> list[Any]:
    """The values of a Polars Series or a pyarrow array."""
    items: list[Any]
    try:
        items = column.to_list() if hasattr(column, "rechunk") else column.to_pylist()
    except (ValueError, OverflowError) as error:
        unknown = f"a column of type {column.type} has a value that Python cannot represent: {error}"
    else:
        return items
    import pyarrow as pa

    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        raise FormatError(unknown)
    kind = pa.binary() if pa.types.is_string(column.type) else pa.large_binary()  # text that is not UTF-8
    items = column.view(kind).to_pylist()
    return [None if item is None else item.decode(errors="backslashreplace") for item in items]


def _arrow_from_values(items: list[Any]) -> Any:
    kinds = set(map(type, items)) - {type(None)}
    valid = np.array([item is not None for item in items], bool)
    numbers: list[tuple[set[type], Any]] = [({bool}, bool), ({int}, np.int64), ({int}, np.uint64)]
    numbers += [({int, float}, float)] * _are_exact(items)
    for allowed, dtype in numbers:
        if kinds and kinds <= allowed:
            with suppress(OverflowError):
                return _core._arrow_array(np.array([0 if item is None else item for item in items], dtype), valid)
    return _core._Texts.of([None if item is None else plain_text(item) for item in items])


def plain_text(value: Any) -> str:
    """A value as text in CSV and in lines of text."""
    if _has_no_text(value):
        return " ".join(map(plain_text, value))
    if isinstance(value, (bool, dict, list, tuple)):
        return as_json(value)
    return value.hex() if isinstance(value, bytes) else value.to_json() if hasattr(value, "to_json") else str(value)


def _has_no_text(value: Any) -> bool:
    """Whether a value is a list, possibly nested, of only numbers or bytes."""
    return isinstance(value, (list, tuple)) and all(
        isinstance(one, (int, float, np.number, bytes)) or _has_no_text(one) for one in value
    )


def as_json(value: Any) -> str:
    """A value as JSON: bytes in hex, NaN as null, other values without JSON type (dates, infinity, …) as text."""
    return json.dumps(_for_json(value), ensure_ascii=False)


def _for_json(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, dict):
        return {key: _for_json(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_for_json(one) for one in value]
    if value is None or isinstance(value, (str, int)) or (isinstance(value, float) and value - value == 0):
        return value
    return None if value != value else plain_text(value)


def _json_value(text: str, row: int) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise FormatError(f"row {row} of a column: {error}") from None


def positions(key: Any, rows: int) -> npt.NDArray[np.int64]:
    """The positions that a mask or a sequence of positions selects."""
    array = array_of("key", key)
    if array.dtype == bool and array.ndim == 1:
        if len(array) != rows:
            raise IndexError(f"the mask has {len(array)} entries; expected {rows}, one for each row")
        return np.flatnonzero(array)
    if isinstance(key, tuple) or array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        expected = "expected a name, a position, a slice, a mask, or whole numbers in a list or an array"
        raise TypeError(f"key is {shown(key)}; {expected}")
    return np.arange(rows)[array.astype(np.int64, copy=False)]
