"""Puzzles of any side in any form, and results in the same form.

The compiled core does this for 9x9; here is the same for boards of 1x1 to 64x64, with NumPy over whole batches::

    any form ── read() ──> Batch.digits (N, n²) uint8 ── the rules' engine ── Batch.mirror() ──> the same form

Texts become digits and back in :mod:`bitdoku._forms_text`.
"""

from __future__ import annotations

import copy
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import kind, word
from bitdoku._errors import PuzzleError
from bitdoku._forms_text import NO_CELL, TEXT, Texts, is_null, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Digits = npt.NDArray[np.uint8]
    #: Makes the result of grids in the leading shape and copies, (…, n²).
    Writer = Callable[[Digits], Any]

__all__ = ["Batch", "read"]


class Batch:
    """Puzzles as they were read.

    Attributes:
        name: the argument's name, for messages.
        side: rows of a board.
        shape: the leading shape, () for one puzzle.
        digits: (N, n²) uint8; a malformed row is blank.
        faults: what is wrong with malformed rows, by number.
        flat: whether arrays of cells are (…, n²), not (…, n, n).
        numeric: whether the puzzles came as integers, and results are an array.
    """

    def __init__(
        self, name: str, side: int, shape: tuple[int, ...], digits: Digits, *, flat: bool, write: Writer
    ) -> None:
        self.name = name
        self.side = side
        self.shape = shape
        self.digits = digits
        self.flat = flat
        self.numeric = False
        self.faults: dict[int, tuple[str, int | None]] = {}
        self._write = write

    @property
    def one(self) -> bool:
        """Whether this is one puzzle, so that results are scalars."""
        return self.shape == ()

    @property
    def cell_shape(self) -> tuple[int, ...]:
        """The shape of an array with an item for each cell."""
        return (*self.shape, self.side**2) if self.flat else (*self.shape, self.side, self.side)

    @property
    def good(self) -> npt.NDArray[np.bool_]:
        """Which rows are puzzles."""
        good = np.ones(len(self.digits), bool)
        good[list(self.faults)] = False
        return good

    def mirror(self, grids: Digits, copies: int | None = None) -> Any:
        """Grids (N, n²), or (N, copies, n²), in the form of the input."""
        shape = self.shape if copies is None else (*self.shape, copies)
        return self._write(np.ascontiguousarray(grids, np.uint8).reshape(*shape, self.side**2))

    def refuse_faults(self) -> None:
        """Raises for the first malformed row.

        Raises:
            PuzzleError: there is one.
        """
        if not self.faults:
            return
        row = min(self.faults)
        message, cell = self.faults[row]
        index = tuple(int(i) for i in np.unravel_index(row, self.shape)) if self.shape else ()
        place = f"{self.name}[{', '.join(map(str, index))}]" if index else self.name
        error = PuzzleError(f"{place}: {message}")
        error.index = index
        if cell is not None:
            error.cell = divmod(cell, self.side)
        raise error


def read(
    name: str,
    puzzles: Any,
    side: int,
    malformed: str = "raise",
    *,
    symbols: Any = None,
    any_values: bool = False,
) -> Batch:
    """Reads puzzles of any form for a board of that side.

    Args:
        name: the argument's name, for messages.
        puzzles: one puzzle or many.
        side: rows of a board.
        malformed: "raise" or "mark".
        symbols: the characters of texts, the first for 1; None for 1 to 9 and A to Z.
        any_values: values that are no digits are made ``255`` instead of malformed.
    """
    word("malformed", malformed, ("raise", "mark"))
    if symbols is not None:
        if not isinstance(symbols, str):
            raise TypeError(
                f"symbols is {kind(symbols)}; expected a str of {side} different characters, the first for 1"
            )
        _core.text_cells("." * side**2, side, symbols)
    batch = _Reader(name, side, symbols, any_values=any_values).read(puzzles)
    if malformed == "raise":
        batch.refuse_faults()
    return batch


class _Reader:
    def __init__(self, name: str, side: int, symbols: str | None, *, any_values: bool) -> None:
        self.name = name
        self.side = side
        self.text = Texts(side, symbols)
        self.area = side * side
        self.any_values = any_values

    def read(self, puzzles: Any) -> Batch:
        if isinstance(puzzles, TEXT):
            text_kind = kind_of(puzzles)
            return self._texts([puzzles], (), lambda grids: self.text.make(grids, text_kind))
        if isinstance(puzzles, np.ndarray):
            return self._array(puzzles)
        if isinstance(puzzles, list | tuple):
            return self._list(puzzles)
        if _is_a(puzzles, "pandas", "Series"):
            return self._series(puzzles)
        if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
            return self._arrow(puzzles)
        if hasattr(puzzles, "__array__"):
            return self._array(np.asarray(puzzles))
        hint = ""
        if isinstance(puzzles, memoryview):
            hint = ": pass raw digits as np.frombuffer(data, np.uint8), text as bytes(data)"
        raise TypeError(
            f"{self.name} is {type(puzzles).__name__}; expected text, integers (an array or nested lists), or many "
            f"texts (a list, array, Series or Arrow column){hint}"
        )

    # --- numbers -------------------------------------------------------------------------------------------------

    def _split(self, shape: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
        """The leading axes, and whether the last one holds all cells."""
        # The board of one cell is the only one for which both fit.
        if shape[-1:] == (self.area,) and shape[-2:] != (1, 1):
            return shape[:-1], True
        if shape[-2:] == (self.side, self.side):
            return shape[:-2], False
        n = self.side
        raise PuzzleError(f"{self.name} has shape {shape}; expected (…, {n}, {n}) or (…, {n * n})")

    def _numbers(self, array: npt.NDArray[Any], write: Writer | None = None) -> Batch:
        """A batch of an integer array of any dtype and strides."""
        leading, flat = self._split(array.shape)
        cells = array.reshape(-1, self.area)
        wrong = cells > self.side
        if cells.dtype.kind != "u":
            wrong |= cells < 0
        shape = array.shape
        batch = Batch(
            self.name,
            self.side,
            leading,
            np.ascontiguousarray(cells, np.uint8) if not wrong.any() else np.where(wrong, 0, cells).astype(np.uint8),
            flat=flat,
            write=write or (lambda grids: grids if flat else grids.reshape(*grids.shape[:-1], *shape[-2:])),
        )
        batch.numeric = write is None
        for row in np.flatnonzero(wrong.any(axis=1)):
            if self.any_values:
                batch.digits[row, wrong[row]] = NO_CELL
            else:
                cell = int(np.argmax(wrong[row]))
                batch.faults[int(row)] = self._cell_fault(cell, cells[row, cell])
                batch.digits[row] = 0
        return batch

    def _cell_fault(self, cell: int, value: object) -> tuple[str, int]:
        row, column = divmod(cell, self.side)
        return f"cell ({row}, {column}) holds {value}; expected 0..{self.side}", cell

    def _array(self, array: npt.NDArray[Any]) -> Batch:
        kind = array.dtype.kind
        if isinstance(array, np.ma.MaskedArray):
            raise TypeError(f"{self.name} is a masked array: fill it first, with {self.name}.filled(0) for blanks")
        if kind in "iu":
            return self._numbers(np.asarray(array))
        if kind not in "USTO":
            how = f": convert with {self.name}.astype(np.uint8)" if kind in "bfc" else ""
            raise TypeError(f"{self.name} has dtype {array.dtype.str}; expected integers{how}")
        if array.ndim == 0:
            raise PuzzleError(f"{self.name} is a zero-dimensional array; pass its text with {self.name}.item()")
        texts = array.ravel().tolist()
        first = next((text for text in texts if not is_null(text)), "")
        if not isinstance(first, TEXT):
            raise TypeError(
                f"{self.name} is an array of objects that holds {type(first).__name__}; expected text, or integers "
                "with an integer dtype"
            )
        text_kind = bytes if kind == "S" else kind_of(first)

        def write(grids: Digits) -> Any:
            made = self.text.make(grids.reshape(-1, self.area), text_kind)
            dtype = array.dtype if kind in "TO" else np.dtype(f"{kind}{max(map(len, made), default=self.area)}")
            out = np.empty(len(made), dtype)
            out[:] = made
            return out.reshape(grids.shape[:-1])

        return self._texts(texts, array.shape, write)

    # --- lists ---------------------------------------------------------------------------------------------------

    def _list(self, items: list[Any] | tuple[Any, ...]) -> Batch:
        first = next((item for item in items if not is_null(item)), "")
        if not isinstance(first, TEXT):
            return self._nested(items)
        side = self.side
        if len(items) == side > 1 and all(isinstance(item, TEXT) and len(item) == side for item in items):
            raise PuzzleError(
                f"{self.name} is {side} texts of {side} characters; for one puzzle, join them: ''.join({self.name})"
            )
        kind, container = kind_of(first), type(items) if type(items) in (list, tuple) else list

        def write(grids: Digits) -> Any:
            return container(self.text.nest(grids, kind))

        return self._texts(list(items), (len(items),), write)

    def _nested(self, items: Any, write: Writer | None = None) -> Batch:
        """Nested lists of integers, each looked at before NumPy could make a number of it."""
        if write is not None and not items:
            return self._numbers(np.zeros((0, self.area), np.uint8), write)
        shape: list[int] = []
        first = items
        while isinstance(first := _listed(first), list):
            shape.append(len(first))
            if not first or len(shape) > 32:
                break
            first = first[0]
        flat: list[int] = []
        nulls: list[int] = []
        self._walk(items, shape, 0, self.name, flat, nulls)
        self._split(tuple(shape))
        # Larger than any digit, but small enough for int64: the message shows the value itself.
        values = [value if -(2**62) < value < 2**62 else 2**62 for value in flat]
        batch = self._numbers(np.array(values, np.int64).reshape(shape), write)
        if not self.any_values:
            for at in reversed([k for k, value in enumerate(flat) if value != values[k]]):
                batch.faults[at // self.area] = self._cell_fault(at % self.area, flat[at])
        for at in reversed(nulls):
            batch.faults[at // self.area] = self._cell_fault(at % self.area, "a null")
            batch.digits[at // self.area] = 0
        return batch

    def _walk(self, value: Any, shape: list[int], depth: int, place: str, flat: list[int], nulls: list[int]) -> None:
        if depth == len(shape):
            self._number(value, place, flat, nulls)
            return
        items = _listed(value)
        if not isinstance(items, list):
            self._number(value, place, [], [])  # a wrong element is worse news than a wrong shape
            raise PuzzleError(f"{place} is one number; expected {shape[depth]} items like the first")
        for i, item in enumerate(items):
            self._walk(item, shape, depth + 1, f"{place}[{i}]", flat, nulls)
        if len(items) != shape[depth]:
            raise PuzzleError(f"{place} has {len(items)} items; expected {shape[depth]} like the first")

    def _number(self, value: Any, place: str, flat: list[int], nulls: list[int]) -> None:
        if is_null(value):
            nulls.append(len(flat))
            flat.append(0)
        elif isinstance(value, bool | np.bool_):
            raise TypeError(f"{place} is a bool; expected an integer: convert with int()")
        elif isinstance(value, list | tuple):
            raise PuzzleError(f"{place} is a list; expected an integer like the first")
        elif isinstance(value, TEXT):
            raise TypeError(f"{place} is text among numbers; expected an integer")
        elif not hasattr(value, "__index__"):
            raise TypeError(f"{place} is {type(value).__name__}; expected an integer")
        else:
            flat.append(int(value.__index__()))

    # --- text ----------------------------------------------------------------------------------------------------

    def _texts(self, texts: list[Any], shape: tuple[int, ...], write: Writer) -> Batch:
        """A batch of texts, nulls among them."""
        digits, clean = self.text.clean(texts)
        batch = Batch(self.name, self.side, shape, digits, flat=False, write=write)
        first = next((text for text in texts if not is_null(text)), "")
        for row in np.flatnonzero(~clean).tolist():
            text = texts[row]
            if is_null(text):
                batch.faults[row] = ("a null; expected a puzzle", None)
            elif not isinstance(text, TEXT) or isinstance(text, str) != isinstance(first, str):
                raise TypeError(
                    f"{self.name}[{row}] is {type(text).__name__}; expected {type(first).__name__} like the first"
                )
            else:
                try:
                    digits[row] = np.frombuffer(_core.text_cells(text, self.side, self.text.symbols), np.uint8)
                except PuzzleError as error:
                    judged = self.text.judged(text) if self.any_values else None
                    if judged is not None:
                        digits[row] = judged
                        continue
                    at = error.cell
                    batch.faults[row] = (str(error), None if at is None else at[0] * self.side + at[1])
        return batch

    # --- columns -------------------------------------------------------------------------------------------------

    def _series(self, series: Any) -> Batch:
        import pandas as pd

        items = series.to_numpy(dtype=object).tolist()
        first = next((item for item in items if not is_null(item)), "")
        dtype = getattr(series.dtype, "categories", series).dtype

        def write(made: list[Any], copies: int | None) -> Any:
            result = pd.Series(made, index=series.index, name=series.name, dtype=dtype if copies is None else object)
            result.attrs = copy.deepcopy(series.attrs)
            return result

        return self._column(items, first, write, f"Series of {series.dtype}")

    def _column(self, items: list[Any], first: Any, write: Callable[..., Any], what: str) -> Batch:
        """A column of texts, or of lists of digits."""
        if isinstance(first, TEXT):
            kind = kind_of(first)
            return self._texts(items, (len(items),), lambda grids: write(self.text.nest(grids, kind), _copies(grids)))
        if not isinstance(first, list | tuple | np.ndarray):
            raise TypeError(f"{self.name} is a {what}; expected text, or lists of uint8")
        blank = [0] * self.area
        rows = [blank if is_null(item) or len(item) != self.area else list(item) for item in items]
        batch = self._nested(rows, lambda grids: write(grids.tolist(), _copies(grids)))
        for row, item in enumerate(items):
            if is_null(item):
                batch.faults[row] = ("a null; expected a puzzle", None)
            elif len(item) != self.area:
                batch.faults[row] = (f"{len(item)} cells; expected {self.area}", None)
        return batch

    def _arrow(self, column: Any) -> Batch:
        if _is_a(column, "polars", "Series"):
            return self._polars(column)
        import pyarrow as pa

        whole = isinstance(column, pa.Array) or not hasattr(column, "__arrow_c_stream__")
        try:
            array = pa.array(column) if whole else pa.chunked_array(column)
        except (TypeError, ValueError, pa.ArrowException) as error:
            raise TypeError(f"{self.name} is no Arrow column: {error}") from None
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        kind = array.type
        is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
        is_list = any(test(kind) for test in (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list))
        if not is_text and not (is_list and kind.value_type == pa.uint8()):
            raise TypeError(
                f"{self.name} is Arrow data of type {kind}; expected a column of strings, or of lists of uint8"
            )
        if pa.types.is_fixed_size_list(kind):
            kind = pa.list_(pa.uint8(), self.area)

        def write(made: list[Any], copies: int | None) -> Any:
            result = pa.array(made, kind if copies is None else pa.list_(kind, copies))
            if whole:
                return result
            ends = np.cumsum([0, *(len(chunk) for chunk in array.chunks)]).tolist()
            parts = [result.slice(start, end - start) for start, end in pairwise(ends)]
            return pa.chunked_array(parts, result.type)

        return self._column(array.to_pylist(), "" if is_text else [], write, f"column of {kind}")

    def _polars(self, series: Any) -> Batch:
        import polars as pl

        dtype = series.dtype
        is_text = dtype in (pl.String, pl.Categorical, pl.Enum)
        if not is_text and getattr(dtype, "inner", None) != pl.UInt8:
            raise TypeError(f"{self.name} is a Series of {dtype}; expected a column of strings, or of lists of uint8")
        if is_text:
            dtype = pl.String
        elif isinstance(dtype, pl.Array):
            dtype = pl.Array(pl.UInt8, self.area)

        def write(made: list[Any], copies: int | None) -> Any:
            return pl.Series(series.name, made, dtype=dtype if copies is None else pl.List(dtype))

        return self._column(series.to_list(), "" if is_text else [], write, f"Series of {dtype}")


def _copies(grids: Digits) -> int | None:
    """The length of the axis of copies, if there is one."""
    return grids.shape[1] if grids.ndim > 2 else None


def _is_a(value: object, package: str, name: str) -> bool:
    """Whether this is an instance of a package's class; the package is not imported to find out."""
    module = sys.modules.get(package)
    return module is not None and isinstance(value, getattr(module, name))


def _listed(value: Any) -> Any:
    """Lists, tuples and arrays as lists; anything else as it is."""
    if isinstance(value, list):
        return value
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, np.ndarray) and value.ndim:
        return value.tolist()
    if not isinstance(value, np.generic) and hasattr(value, "tolist"):
        return value.tolist()
    return value
