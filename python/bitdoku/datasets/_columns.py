"""Columns for writers: boards as text, other columns as text, Arrow arrays or numpy arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError
from bitdoku.datasets._cells import is_board, is_pencilmarks
from bitdoku.datasets._column import Column, as_json
from bitdoku.datasets._rows import MALFORMED, Rows

if TYPE_CHECKING:
    import numpy.typing as npt


#: Names reserved for the columns of boards in written files.
BOARDS = frozenset({"puzzle", "puzzles", "solution", "solutions"})


def board_strings(boards: npt.NDArray[np.uint8] | list[Any], blank: str, digits: int | None = None) -> Any:
    """Boards, or texts of boards, as an Arrow array of strings; a malformed board is null."""
    import pyarrow as pa

    if isinstance(boards, list):
        return pa.array(boards, pa.string())
    area = boards.shape[1] ** 2
    text = np.frombuffer(_core._line_rows(boards, blank, digits), np.uint8)
    if len(text) != len(boards) * (area + 1):
        return pa.array([line or None for line in text.tobytes().decode().split("\n")[:-1]], pa.string())
    short = (len(boards) + 1) * area < 2**31
    offsets = np.arange(len(boards) + 1, dtype=np.int32 if short else np.int64) * area
    cells = np.ascontiguousarray(text.reshape(-1, area + 1)[:, :area])
    kind = pa.StringArray if short else pa.LargeStringArray
    return kind.from_buffers(len(boards), pa.py_buffer(offsets), pa.py_buffer(cells))


def is_path(given: Any) -> bool:
    """Whether an object is the path of a data set: a string is one, unless it is a board."""
    if isinstance(given, str):
        text = given.strip()
        return not (is_board(text) or is_pencilmarks(text) or "\n" in text)
    return isinstance(given, os.PathLike)


def boards_of(rows: Rows, blank: str) -> dict[str, Any]:
    """The columns of boards for a writer of text with columns, which writes null for a missing solution."""
    columns: dict[str, Any] = {"puzzle": rows.boards("puzzle", blank)}
    if rows.solution is not None:
        columns["solution"] = solutions = rows.boards("solution", blank)
        # A missing solution is 0 throughout, so the first cell decides about nearly all.
        missing = rows.solution[:, 0, 0] == 0
        if missing.any():
            missing[missing] = ~rows.solution[missing].any(axis=(1, 2))
        if missing.any() and isinstance(solutions, list):
            columns["solution"] = [None if no else text for text, no in zip(solutions, missing.tolist(), strict=True)]
        elif missing.any():
            columns["solution"] = np.where(missing[:, None, None], np.uint8(MALFORMED), solutions)
    return columns


def given_column(name: str, column: Any) -> Column:
    """A column given by the user as an array, a list, a Series, an Arrow array or a ``Column``.

    Raises TypeError if the object is not a column, or its name is not text.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is {kind(name)}; expected text")
    if isinstance(column, np.ndarray) and column.ndim:
        return Column(_normalized(column))
    if isinstance(column, (Column, list)) or hasattr(column, "to_pylist"):
        return Column(column)
    if hasattr(column, "to_arrow"):  # Polars
        return Column(column.to_arrow())
    if hasattr(column, "isna") and hasattr(column, "tolist"):  # pandas
        return Column(
            [None if na else value for value, na in zip(column.tolist(), column.isna().tolist(), strict=True)]
        )
    if isinstance(column, (tuple, range)):
        return Column(list(column))
    raise TypeError(f"column {name!r} is {kind(column)}; expected an array, a list, a Series or an Arrow column")


def _normalized(column: npt.NDArray[Any]) -> Any:
    """An array in a form that all writers support: not masked, no ``StringDType``, native byte order."""
    if isinstance(column, np.ma.MaskedArray):
        if column.ndim > 1:
            return column.tolist()
        masked: list[bool] = np.ma.getmaskarray(column).tolist()
        values = Column(column.data).to_list()
        return [None if na else value for value, na in zip(values, masked, strict=True)]
    if column.dtype.kind == "T":
        return [value if isinstance(value, str) else None for value in column.tolist()]
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def plain_texts(column: Any) -> list[str]:
    """A column other than boards as text: "" for null and NaN, space-separated numbers for lists, hex for bytes."""
    return ["" if value is None or value != value else _plain_text(value) for value in column.to_list()]


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


def fingerprints(name: str, column: Column) -> npt.NDArray[np.uint8] | None:
    """A column of fingerprints, as bytes or hex, as uint8 of shape (rows, 16); None for other columns."""
    if name != "fingerprint":
        return None
    if isinstance(column.data, np.ndarray) and column.data.ndim == 2:
        return column.data if column.data.dtype == np.uint8 else None
    keys = []
    for value in column.to_list():
        try:
            key = bytes.fromhex(value) if isinstance(value, str) else value
        except ValueError:
            return None
        if not isinstance(key, bytes) or len(key) != 16:
            return None
        keys.append(key)
    return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)


def arrow_column(name: str, column: Column) -> Any:
    """A column other than boards as an Arrow array: of its own type, else of text."""
    import pyarrow as pa

    data = fingerprints(name, column)
    if data is not None:
        data = np.ascontiguousarray(data)
        return pa.Array.from_buffers(pa.binary(data.shape[1]), len(data), [None, pa.py_buffer(data)])
    data = column.data
    if isinstance(data, np.ndarray) and data.ndim > 1:
        rows = np.ascontiguousarray(data).reshape(len(data), int(np.prod(data.shape[1:])))
        if not rows.shape[1]:
            return pa.array(rows.tolist(), pa.list_(pa.from_numpy_dtype(rows.dtype)))
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        return data
    if isinstance(data, _core._Texts) and data.kinds is None:
        return pa.array(data).cast(pa.string())
    values = data if isinstance(data, np.ndarray) else column.to_list()
    # Objects of JSON stay JSON, because later ones may have other keys. Bools are not mixed with numbers.
    kinds = {type(value) for value in values if value is not None} if isinstance(values, list) else set()
    if dict not in kinds and (bool not in kinds or len(kinds) == 1):
        with suppress(pa.ArrowException, OverflowError):  # values of several types
            return pa.array(values, from_pandas=isinstance(values, np.ndarray))
    return pa.array([None if value is None else _plain_text(value) for value in column.to_list()], pa.string())


def number_column(name: str, column: Column, known: np.dtype[Any] | None = None) -> npt.NDArray[Any]:
    """A column other than boards as a numpy array: of numbers if all values are, else of text.

    ``known`` is the type of the rows before, which the array has too if its values fit.
    """
    keys = fingerprints(name, column)
    if keys is not None:
        return keys
    array = column.to_numpy()
    if known is not None and known.kind in "iuf" and array.dtype != known and array.dtype.kind in "iufO":
        with suppress(TypeError, ValueError, OverflowError):
            numbers = column.to_list()
            fitting = np.array([np.nan if one is None else one for one in numbers], known)
            pairs = zip(numbers, fitting.tolist(), strict=True)
            if all(one is None or (one == other and not isinstance(one, bool)) for one, other in pairs):
                return fitting
    if array.dtype.kind in "OS" or (known is not None and known.kind == "U"):
        return np.array(plain_texts(column), np.str_)
    return array


def titles(rows: Rows, known: list[str] | None = None) -> list[str]:
    """The columns of a table: puzzle, verdict and solution if present, and the others.

    Raises FormatError if they are not those of earlier rows, ``known``.
    """
    others = [name for name in rows.columns if name != "verdict"]
    before = [*["verdict"] * ("verdict" in rows.columns), *["solution"] * (rows.solution is not None)]
    found = ["puzzle", *before, *others]
    if known not in (None, found):
        raise FormatError(f"{rows.place(0)}: columns {found}; earlier rows have {known}. JSON lines support both")
    return found


def without_candidates(rows: Rows, name: str, *, solutions: bool = False) -> Rows:
    """The rows, for formats without candidates and malformed boards; solutions count if they are written.

    Raises FormatError, PuzzleError if a row has some.
    """
    faults = [i for i, of in rows.faults if solutions or of == "puzzle"]
    if faults:
        raise rows.fault(min(faults))
    if rows.candidates is not None:
        raise FormatError(
            f"{rows.place(0)}: the puzzle has candidates, which {name} cannot hold; "
            "write sdx, pencilmarks, or lines of text, CSV or JSON"
        )
    return rows


def with_unreserved_names(rows: Rows) -> Rows:
    """The rows with columns renamed like ``other_puzzle`` if their names are reserved for boards."""
    columns: dict[str, Column] = {}
    for name, column in rows.columns.items():
        title = name
        while title.lower() in BOARDS or (title != name and title in rows.columns):
            title = f"other_{title}"
        columns[title] = Column(column)
    return replace(rows, columns=columns)


@dataclass(frozen=True)
class Options:
    """Options for writing; each writer uses those that apply to its format."""

    blank: str = "."
    own_blank: bool = False  # whether ``blank`` was not asked for, so that formats with columns write that of the rows
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    metadata: Mapping[str, str] | None = None

    def blank_of(self, rows: Rows) -> str:
        """The character for a blank cell in formats with columns."""
        return rows.blank if self.own_blank else self.blank
