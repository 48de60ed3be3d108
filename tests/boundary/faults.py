"""Faults of puzzles: rows that are malformed, in every container, and objects that are no puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boundary.form import flat, text, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board


# --- rows that are malformed ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Container:
    """Something that holds many rows, some perhaps missing or too long."""

    name: str
    #: From lines of text, or lists of numbers; None is a missing row.
    make: Callable[[list[Any]], Any]
    #: Whether a row may be missing.
    nulls: bool = True
    #: Rows are bytes.
    bytes: bool = False
    needs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


def _pandas(dtype: str) -> Callable[[list[Any]], Any]:
    def make(rows: list[Any]) -> Any:
        import pandas as pd

        return pd.Series(rows, dtype=dtype)

    return make


def _polars(name: str) -> Callable[[list[Any]], Any]:
    def make(rows: list[Any]) -> Any:
        import polars as pl

        dtype = {"List": pl.List(pl.UInt8), "List(Int32)": pl.List(pl.Int32)}.get(name) or getattr(pl, name)
        return pl.Series(rows, dtype=dtype)

    return make


def _arrow(kind: Callable[[Any], Any]) -> Callable[[list[Any]], Any]:
    def make(rows: list[Any]) -> Any:
        import pyarrow as pa

        return pa.array(rows, kind(pa))

    return make


def _chunked(rows: list[Any]) -> Any:
    import pyarrow as pa

    return pa.chunked_array([rows[:1], rows[1:]], pa.string())


def _dictionary(rows: list[Any]) -> Any:
    import pyarrow as pa

    return pa.array(rows).dictionary_encode()


def _objects(rows: list[Any]) -> Any:
    array = np.empty(len(rows), object)
    array[:] = rows
    return array


TEXTS = [
    Container("list", list),
    Container("tuple", tuple),
    Container("list of bytes", list, bytes=True),
    Container("numpy U", np.array, nulls=False),
    Container("numpy S", np.array, nulls=False, bytes=True),
    Container("numpy StringDType", lambda rows: np.array(rows, np.dtypes.StringDType()), nulls=False),
    Container("numpy objects", _objects),
    Container("Series of object", _pandas("object"), needs=("pandas",)),
    Container("Series of str", _pandas("str"), needs=("pandas",)),
    Container("Series of string", _pandas("string"), needs=("pandas",)),
    Container("Series of string[pyarrow]", _pandas("string[pyarrow]"), needs=("pandas", "pyarrow")),
    Container("Series of category", _pandas("category"), needs=("pandas",)),
    Container("Polars String", _polars("String"), needs=("polars",)),
    Container("Polars Categorical", _polars("Categorical"), needs=("polars",)),
    Container("Polars Binary", _polars("Binary"), bytes=True, needs=("polars",)),
    Container("Arrow string", _arrow(lambda pa: pa.string()), needs=("pyarrow",)),
    Container("Arrow large_string", _arrow(lambda pa: pa.large_string()), needs=("pyarrow",)),
    Container("Arrow string_view", _arrow(lambda pa: pa.string_view()), needs=("pyarrow",)),
    Container("Arrow binary", _arrow(lambda pa: pa.binary()), bytes=True, needs=("pyarrow",)),
    Container("Arrow string in chunks", _chunked, needs=("pyarrow",)),
    Container("Arrow dictionary", _dictionary, needs=("pyarrow",)),
]

LISTS = [
    Container("list of lists", list),
    Container("tuple of lists", tuple),
    Container("list of tuples", lambda rows: [row if row is None else tuple(row) for row in rows]),
    Container("list of arrays", lambda rows: [row if row is None else np.array(row, np.int32) for row in rows]),
    Container("Series of lists", _pandas("object"), needs=("pandas",)),
    Container("Polars List", _polars("List"), needs=("polars",)),
    Container("Polars List(Int32)", _polars("List(Int32)"), needs=("polars",)),
    Container("Arrow list", _arrow(lambda pa: pa.list_(pa.uint8())), needs=("pyarrow",)),
    Container("Arrow large_list", _arrow(lambda pa: pa.large_list(pa.uint8())), needs=("pyarrow",)),
    Container("Arrow list of int64", _arrow(lambda pa: pa.list_(pa.int64())), needs=("pyarrow",)),
]

#: A row that is malformed as a whole, made of a good one; None for a missing one. The same for text and lists.
ROWS: dict[str, Callable[[Any], Any]] = {
    "a cell less": lambda row: row[:-1],
    "a cell more": lambda row: row + row[:1],
    "no cell": lambda row: row[:0],
    "two boards": lambda row: row + row,
    "missing": lambda row: None,
}


def with_row(container: Container, rows: list[Any], fault: str, of_text: bool) -> Any:
    """The second of three rows is malformed."""
    if of_text:
        rows = [row.encode() if container.bytes else row for row in rows]
    return container.make([rows[0], ROWS[fault](rows[1]), *rows[2:]])


# --- objects that are no puzzles ------------------------------------------------------------------------------------


def _changed(board: Board, value: Any) -> list[Any]:
    """Nested lists with another value in a cell of the second puzzle."""
    rows: list[Any] = board.puzzles.tolist()
    rows[1][1][2] = value
    return rows


def _masked(board: Board) -> Any:
    return np.ma.masked_equal(board.puzzles.astype(int), 0)


#: What raises a TypeError, whatever ``malformed`` says: the object has to be converted by its owner.
OBJECTS: dict[str, Callable[[Board], Any]] = {
    "bool among numbers": lambda board: _changed(board, True),
    "numpy bool among numbers": lambda board: _changed(board, np.True_),
    "text among numbers": lambda board: _changed(board, "1"),
    "an object among numbers": lambda board: _changed(board, object()),
    "a dict among numbers": lambda board: _changed(board, {}),
    "complex in lists": lambda board: _changed(board, 1j),
    "text in an array of objects": lambda board: np.array(_changed(board, "1"), object),
    "bool in an array of objects": lambda board: np.array(_changed(board, True), object),
    "complex array": lambda board: board.puzzles.astype(complex),
    "bool array": lambda board: board.puzzles.astype(bool),
    "list of bool arrays": lambda board: [*board.puzzles.astype(bool)],
    "list of complex arrays": lambda board: [*board.puzzles.astype(complex)],
    "array of dates": lambda board: board.puzzles.astype("M8[s]"),
    "structured array": lambda board: np.zeros(board.puzzles.shape, [("a", "u1")]),
    "masked array": _masked,
    "list of masked arrays": lambda board: [*_masked(board)],
    "number among texts": lambda board: [*texts(board.puzzles), 5],
    "text among lists": lambda board: [*board.puzzles.tolist(), text(board.puzzles[0])],
    "list among texts": lambda board: [text(board.puzzles[0]), board.puzzles[0].tolist()],
    "bytes among str": lambda board: [text(board.puzzles[0]), text(board.puzzles[1]).encode()],
    "str among bytes": lambda board: [text(board.puzzles[0]).encode(), text(board.puzzles[1])],
    "bytearray among bytes": lambda board: [
        text(board.puzzles[0]).encode(),
        bytearray(text(board.puzzles[1]).encode()),
    ],
    "None": lambda board: None,
    "a number": lambda board: 5,
    "a set": lambda board: {text(board.puzzles[0])},
    "a dict": lambda board: {"puzzle": text(board.puzzles[0])},
    "an iterator": lambda board: iter(texts(board.puzzles)),
}

#: Arrays and lists with a value in cell (1, 2) of the second puzzle that is no whole number.
FRACTIONS: dict[str, Callable[[Board, float], Any]] = {
    "lists": _changed,
    "array": lambda board, value: np.array(_changed(board, value), float),
    "flat array of float32": lambda board, value: flat(np.array(_changed(board, value), np.float32)),
    "array of objects": lambda board, value: np.array(_changed(board, value), object),
    "list of arrays": lambda board, value: [*np.array(_changed(board, value), float)],
}

#: Shapes that fit no board of the side.
SHAPES: dict[str, Callable[[int], tuple[int, ...]]] = {
    "no axis": lambda side: (),
    "one row": lambda side: (side,),
    "a column less": lambda side: (side, side - 1),
    "a row less": lambda side: (3, side - 1, side),
    "a cell more": lambda side: (3, side**2 + 1),
    "axes exchanged": lambda side: (side**2, 3),
}
