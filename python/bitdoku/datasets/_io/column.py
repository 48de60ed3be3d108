"""``Column``: the values of one column other than boards, whatever library or format they come from."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, shown

if TYPE_CHECKING:
    import numpy.typing as npt

#: The kind of a JSON value whose text is its source.
_JSON = 2


class Column:
    """The values of one column: numbers, texts, values of JSON or of Arrow. It behaves the same whatever is installed.

    It is made of an array, a list, a Series or an Arrow array.

    ``len()``, iteration and indexing give Python values, None for null; a slice gives a ``Column``. Libraries with the
    Arrow C interface take it directly: ``polars.Series(column)``, ``pyarrow.array(column)``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> column = bd.datasets.Column([17, 23, 24])
    >>> column[0], column.to_list(), column.to_numpy().dtype
    (17, [17, 23, 24], dtype('int64'))
    """

    __module__ = "bitdoku.datasets"

    __slots__ = ("data",)

    data: Any
    """The values as they were read: an array of numpy, in native byte order and not masked, or of Arrow, or a list."""

    def __init__(self, data: Any) -> None:
        is_table = hasattr(type(data), "columns")
        if isinstance(data, Column):
            data = data.data
        elif isinstance(data, np.ndarray) and data.ndim:
            data = _plain_array(data)
        elif isinstance(data, (tuple, range)):
            data = list(data)
        elif hasattr(data, "to_arrow") and not is_table:  # Polars
            data = data.to_arrow()
        elif hasattr(data, "isna") and not is_table:  # pandas
            data = [None if na else value for value, na in zip(data.tolist(), data.isna().tolist(), strict=True)]
        elif is_table or not (isinstance(data, (list, _core._Texts)) or hasattr(data, "to_pylist")):
            raise TypeError(f"data is {kind(data)}; expected an array, a list, a Series or an Arrow column")
        self.data = without_views(data)

    def __len__(self) -> int:
        return len(self.data)

    @overload
    def __getitem__(self, key: int) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> Column: ...
    def __getitem__(self, key: int | slice) -> Any:
        if isinstance(key, slice):
            return self.take(np.arange(len(self))[key])
        try:
            row = operator.index(key)
        except TypeError:
            raise TypeError(f"key is {kind(key)}; expected the number of a row, or a slice") from None
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {shown(row)} of a column of {len(self)}")
        row %= len(self)
        return self.take(np.array([row])).to_list()[0]

    def __reduce__(self) -> Any:
        return Column, (self.to_list() if isinstance(self.data, _core._Texts) else self.data,)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_list())

    def __repr__(self) -> str:
        some = ", ".join(map(shown, self[:5])) + ", …" * (len(self) > 5)
        return f"<Column of {len(self)}: {some}>"

    def to_list(self) -> list[Any]:
        """Python values.

        Rows of a 2-D array become lists, those of uint8 (fingerprints) bytes; NaN in arrays becomes None. Times that
        Python types cannot represent become text, and so do bytes that are not UTF-8, with backslash escapes.
        """
        data = self.data
        if isinstance(data, list):
            return data
        if isinstance(data, _core._Texts):
            kinds = data.kinds
            texts = data.to_list()
            if kinds is None or not (kinds == _JSON).any():
                return texts
            return [
                _json_value(text, row) if kind == _JSON and text is not None else text
                for row, (text, kind) in enumerate(zip(texts, kinds.tolist(), strict=True))
            ]
        return _array_values(data) if isinstance(data, np.ndarray) else _arrow_values(data)

    def texts(self) -> list[str]:
        """Text of the values: "" for null and NaN, space-separated numbers for lists, hex for bytes."""
        return ["" if value is None or value != value else plain_text(value) for value in self.to_list()]

    def to_numpy(self) -> npt.NDArray[Any]:
        """A numpy array: of numbers or text if all values are, NaN for null among floats, else of objects."""
        if isinstance(self.data, np.ndarray):
            return self.data
        values = self.to_list()
        kinds = {type(value) for value in values}
        if kinds == {bool} or kinds == {str}:
            return np.array(values)
        if kinds == {int}:
            for dtype in (np.int64, np.uint64):
                if np.iinfo(dtype).min <= min(values) and max(values) <= np.iinfo(dtype).max:
                    return np.array(values, dtype)
        exact = all(abs(value) <= 1 << 53 for value in values if type(value) is int)
        if kinds & {int, float} and kinds <= {int, float, type(None)} and exact:
            return np.array([np.nan if value is None else value for value in values], float)
        array = np.empty(len(values), object)
        array[:] = values
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        array = self.to_numpy()
        if copy is False and (array is not self.data or np.dtype(dtype or array.dtype) != array.dtype):
            raise ValueError("the values would have to be copied; expected copy=None or copy=True")
        return np.array(array, dtype) if copy else np.asarray(array, dtype)

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        data = self.data
        is_json = isinstance(data, _core._Texts) and data.kinds is not None and bool((data.kinds == _JSON).any())
        if is_json or not hasattr(data, "__arrow_c_array__"):
            if not isinstance(data, np.ndarray) and not hasattr(data, "combine_chunks"):
                data = self.to_numpy()
            if isinstance(data, np.ndarray) and data.dtype.kind in "biuf" and data.ndim in (1, 2):
                data = _core._arrow_array(np.ascontiguousarray(data))
            elif hasattr(data, "combine_chunks"):
                data = data.combine_chunks()
            else:
                data = _core._Texts.of(
                    [None if v is None else v if isinstance(v, str) else as_json(v).strip('"') for v in self.to_list()]
                )
        return data.__arrow_c_array__(requested_schema)

    def take(self, keep: npt.ArrayLike) -> Column:
        """The rows with these positions, in this order, or those that a mask selects."""
        keep = positions(keep, len(self))
        if isinstance(self.data, list):
            return Column([self.data[i] for i in keep.tolist()])
        if isinstance(self.data, np.ndarray):
            return Column(self.data[keep])
        return Column(self.data.take(keep))

    @staticmethod
    def concatenated(parts: Sequence[Column | int]) -> Column:
        """The columns one after the other; a number stands for as many nulls."""
        known = [part.data for part in parts if isinstance(part, Column)]
        if len(known) == len(parts):
            if all(isinstance(data, _core._Texts) for data in known):
                return Column(_core._Texts.concat(known))
            if all(isinstance(data, np.ndarray) for data in known):
                return Column(np.concatenate(known))
        lists = ([None] * part if isinstance(part, int) else part.to_list() for part in parts)
        return Column(list(chain.from_iterable(lists)))


def without_views(data: Any) -> Any:
    """An Arrow array without views of texts, of which pyarrow cannot take rows; anything else as it is."""
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
    """Whether a type of Arrow is text, maybe in a dictionary; views apart."""
    import pyarrow as pa

    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def positions(keep: npt.ArrayLike, rows: int) -> npt.NDArray[np.int64]:
    """Positions of rows, of which there are so many, as an array; those that a mask selects."""
    array = array_of("keep", keep)
    if array.dtype == bool:
        if array.shape != (rows,):
            raise ValueError(f"the mask has shape {array.shape} for {rows} rows; expected one entry for each row")
        return np.flatnonzero(array)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"keep has dtype {array.dtype}; expected positions of rows, or a mask")
    return array.astype(np.int64, copy=False)


def _plain_array(array: npt.NDArray[Any]) -> Any:
    """An array in a form that all writers support: not masked, no ``StringDType``, native byte order."""
    if isinstance(array, np.ma.MaskedArray):
        if array.ndim > 1:
            return array.tolist()
        masked: list[bool] = np.ma.getmaskarray(array).tolist()
        values = Column(array.data).to_list()
        return [None if na else value for value, na in zip(values, masked, strict=True)]
    if array.dtype.kind == "T":
        return [value if isinstance(value, str) else None for value in array.tolist()]
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _array_values(array: npt.NDArray[Any]) -> list[Any]:
    if array.ndim == 2 and array.dtype == np.uint8:
        return [row.tobytes() for row in array]
    if array.ndim == 1 and array.dtype.kind == "f":
        return [None if value != value else value for value in array.tolist()]
    if array.ndim == 1 and array.dtype.kind in "mM":
        times = zip(array, array.tolist(), strict=True)
        return [str(time).replace("T", " ") if isinstance(value, int) else value for time, value in times]
    if array.dtype.kind == "S":
        array = np.char.decode(array, "utf-8", "backslashreplace")
    return list(array.tolist())


def _arrow_values(column: Any) -> list[Any]:
    try:
        return [None if value != value else value for value in column.to_pylist()]
    except (ValueError, OverflowError) as error:
        unknown = f"a column of type {column.type} has a value that Python cannot represent: {error}"
    import pyarrow as pa

    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        raise FormatError(unknown)
    kind = pa.binary() if pa.types.is_string(column.type) else pa.large_binary()  # for text that is not UTF-8
    values = [value for chunk in getattr(column, "chunks", [column]) for value in chunk.view(kind).to_pylist()]
    return [None if value is None else value.decode(errors="backslashreplace") for value in values]


def plain_text(value: Any) -> str:
    if _has_no_text(value):
        return " ".join(map(plain_text, value))
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
    if not isinstance(value, float) or value - value == 0:
        return value
    return None if value != value else str(value)


def _for_json(value: Any) -> Any:
    if isinstance(value, np.generic) and not isinstance(item := value.item(), np.generic):
        return item
    return value.hex() if isinstance(value, bytes) else str(value)


def _json_value(text: str, row: int) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise FormatError(f"row {row} of a column: {error}") from None
