"""Forms that are columns of other libraries: pandas, Polars, pyarrow, and whatever has the Arrow C interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boundary.form import Form, cells, flat, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board, Digits


def _numbers(rows: Any, board: Board) -> Digits:
    """The grids of lists of digits."""
    assert {len(row) for row in rows} <= {board.area}
    return np.array([list(row) for row in rows], np.uint8).reshape(-1, board.side, board.side)


# --- pandas ---------------------------------------------------------------------------------------------------------

PANDAS = ("pandas",)
PANDAS_ARROW = ("pandas", "pyarrow")


def _series(dtype: Any, items: Callable[[Digits], Any] = texts) -> Callable[[Digits, Board], Any]:
    """A Series with an index and a name of its own; ``dtype`` may be a function of pyarrow's types."""

    def make(grids: Digits, board: Board) -> Any:
        import pandas as pd

        kind = dtype
        if callable(dtype):
            import pyarrow as pa

            kind = pd.ArrowDtype(dtype(pa))
        index = [f"row {7 * i}" for i in range(len(grids))]
        return pd.Series(items(grids), index=index, name="puzzle", dtype=kind)

    return make


def _sliced_series(grids: Digits, board: Board) -> Any:
    import pandas as pd

    lines = [line for puzzle in texts(grids) for line in ("", puzzle)]
    return pd.Series(lines, name="puzzle")[1::2]


def _padded(grids: Digits) -> list[int]:
    """Numbers of up to n² digits, without their leading blanks."""
    return [int("".join(map(str, grid.ravel().tolist()))) for grid in grids]


def _bytes(grids: Digits) -> list[bytes]:
    return [line.encode() for line in texts(grids)]


def _lists(grids: Digits) -> list[list[int]]:
    lists: list[list[int]] = flat(grids).tolist()
    return lists


def _arrays(grids: Digits) -> list[Digits]:
    return [*flat(grids)]


def _read_series(what: str) -> Callable[[Any, Any, Board], Digits]:
    """A Series with the index and name of the input."""

    def read(result: Any, source: Any, board: Board) -> Digits:
        import pandas as pd

        assert type(result) is pd.Series
        assert result.index.equals(source.index)
        assert result.name == source.name
        # Categories are decoded, and the lists of Arrow become lists of uint8.
        if what != "lists":
            assert result.dtype == getattr(source.dtype, "categories", source).dtype
        return _numbers(result.tolist(), board) if what == "lists" else cells(result.tolist(), board)

    return read


OF_PANDAS = [
    Form("Series of object", _series("object"), _read_series("text"), needs=PANDAS),
    Form("Series of str", _series("str"), _read_series("text"), needs=PANDAS),
    Form("Series of string", _series("string"), _read_series("text"), needs=PANDAS),
    Form("Series of string[python]", _series("string[python]"), _read_series("text"), needs=PANDAS),
    Form("Series of string[pyarrow]", _series("string[pyarrow]"), _read_series("text"), needs=PANDAS_ARROW),
    Form("Series of Arrow string", _series(lambda pa: pa.string()), _read_series("text"), needs=PANDAS_ARROW),
    Form("Series of Arrow large_string", _series(lambda pa: pa.large_string()), _read_series("text"),
         needs=PANDAS_ARROW),
    Form("Series of Arrow binary", _series(lambda pa: pa.binary(), _bytes), _read_series("text"), needs=PANDAS_ARROW),
    Form("Series of Arrow lists", _series(lambda pa: pa.list_(pa.uint8()), _lists), _read_series("lists"), flat=True,
         needs=PANDAS_ARROW),
    Form("Series of category", _series("category"), _read_series("text"), needs=PANDAS),
    Form("Series of bytes", _series("object", _bytes), _read_series("text"), needs=PANDAS),
    Form("Series, every second row", _sliced_series, _read_series("text"), needs=PANDAS),
    Form("Series of lists", _series("object", _lists), _read_series("lists"), flat=True, needs=PANDAS),
    Form("Series of arrays", _series("object", _arrays), _read_series("lists"), flat=True, needs=PANDAS),
    Form("Series of integers of n² digits", _series("object", _padded), _read_series("text"), needs=PANDAS,
         fits=lambda board: board.side < 10),
]  # fmt: skip


# --- Polars ---------------------------------------------------------------------------------------------------------

POLARS = ("polars",)


def _polars(
    dtype: Callable[[Any, Board, list[Any]], Any], items: Callable[[Digits], Any] = texts
) -> Callable[[Digits, Board], Any]:
    def make(grids: Digits, board: Board) -> Any:
        import polars as pl

        values = items(grids)
        return pl.Series("puzzle", values, dtype=dtype(pl, board, values))

    return make


def _polars_chunks(grids: Digits, board: Board) -> Any:
    import polars as pl

    chunks = [pl.Series("puzzle", [line]) for line in ["", *texts(grids)]]
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole = whole.append(chunk)
    return whole[1:]


def _read_polars(dtype: Callable[[Any, Board], Any]) -> Callable[[Any, Any, Board], Digits]:
    def read(result: Any, source: Any, board: Board) -> Digits:
        import polars as pl

        kind = dtype(pl, board)
        assert type(result) is pl.Series
        assert result.name == source.name
        assert result.dtype == kind
        lines = result.to_list()
        return cells(lines, board) if kind in (pl.String, pl.Binary) else _numbers(lines, board)

    return read


_read_string = _read_polars(lambda pl, board: pl.String)
_read_list = _read_polars(lambda pl, board: pl.List(pl.UInt8))

OF_POLARS = [
    Form("Polars String", _polars(lambda pl, board, items: pl.String), _read_string, needs=POLARS),
    Form("Polars String in chunks", _polars_chunks, _read_string, needs=POLARS),
    Form("Polars Categorical", _polars(lambda pl, board, items: pl.Categorical), _read_string, needs=POLARS),
    Form("Polars Enum", _polars(lambda pl, board, items: pl.Enum([*dict.fromkeys(items)])), _read_string,
         needs=POLARS),
    Form("Polars Binary", _polars(lambda pl, board, items: pl.Binary, _bytes),
         _read_polars(lambda pl, board: pl.Binary), needs=POLARS),
    Form("Polars List(UInt8)", _polars(lambda pl, board, items: pl.List(pl.UInt8), _lists), _read_list, flat=True,
         needs=POLARS),
    Form("Polars List(Int64)", _polars(lambda pl, board, items: pl.List(pl.Int64), _lists), _read_list, flat=True,
         needs=POLARS),
    Form("Polars List(Int16)", _polars(lambda pl, board, items: pl.List(pl.Int16), _lists), _read_list, flat=True,
         needs=POLARS),
    Form("Polars Array(UInt8)", _polars(lambda pl, board, items: pl.Array(pl.UInt8, board.area), _lists),
         _read_polars(lambda pl, board: pl.Array(pl.UInt8, board.area)), flat=True, needs=POLARS),
    Form("Polars Array(Int32)", _polars(lambda pl, board, items: pl.Array(pl.Int32, board.area), _lists),
         _read_polars(lambda pl, board: pl.Array(pl.UInt8, board.area)), flat=True, needs=POLARS),
]  # fmt: skip


# --- pyarrow --------------------------------------------------------------------------------------------------------

ARROW = ("pyarrow",)


def _arrow(kind: Callable[[Any, Board], Any], items: Callable[[Digits], Any] = texts) -> Callable[[Digits, Board], Any]:
    def make(grids: Digits, board: Board) -> Any:
        import pyarrow as pa

        return pa.array(items(grids), kind(pa, board))

    return make


def _chunks(
    kind: Callable[[Any, Board], Any], items: Callable[[Digits], Any] = texts
) -> Callable[[Digits, Board], Any]:
    """A chunk of one puzzle, an empty one, and the rest."""

    def make(grids: Digits, board: Board) -> Any:
        import pyarrow as pa

        rows: list[Any] = items(grids)
        return pa.chunked_array([pa.array(part, kind(pa, board)) for part in (rows[:1], [], rows[1:])])

    return make


def _slice(grids: Digits, board: Board) -> Any:
    import pyarrow as pa

    return pa.array([None, *texts(grids), ""]).slice(1, len(grids))


def _sliced_lists(grids: Digits, board: Board) -> Any:
    import pyarrow as pa

    return pa.array([None, *_lists(grids), []], pa.list_(pa.uint8())).slice(1, len(grids))


def _dictionary(grids: Digits, board: Board) -> Any:
    import pyarrow as pa

    return pa.array(texts(grids)).dictionary_encode()


class ArrayOnly:
    """What has the Arrow C interface for one array, and nothing else."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __len__(self) -> int:
        return len(self._array)

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self._array.__arrow_c_array__(requested_schema)


class StreamOnly:
    """What has the Arrow C interface for a stream, and nothing else."""

    def __init__(self, column: Any) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._column.__arrow_c_stream__(requested_schema)


def _of_others(wrap: Callable[[Any], Any], make: Callable[[Digits, Board], Any]) -> Callable[[Digits, Board], Any]:
    return lambda grids, board: wrap(make(grids, board))


def _read_arrow(kind: Callable[[Any, Board], Any], *, chunks: bool = False) -> Callable[[Any, Any, Board], Digits]:
    def read(result: Any, source: Any, board: Board) -> Digits:
        import pyarrow as pa

        wanted = kind(pa, board)
        assert isinstance(result, pa.ChunkedArray if chunks else pa.Array)
        assert result.type == wanted
        assert result.null_count == 0
        assert len(result) == len(source)
        if isinstance(source, pa.ChunkedArray):
            assert [len(chunk) for chunk in result.chunks] == [len(chunk) for chunk in source.chunks]
        result.validate(full=True)
        lines = result.to_pylist()
        return _numbers(lines, board) if pa.types.is_nested(wanted) else cells(lines, board)

    return read


def _same_type(name: str, *, chunks: bool = False) -> dict[str, Any]:
    """A form of text of that type, which results have too."""

    def kind(pa: Any, board: Board) -> Any:
        return getattr(pa, name)()

    items = _bytes if "binary" in name else texts
    return {
        "make": (_chunks if chunks else _arrow)(kind, items),
        "read": _read_arrow(kind, chunks=chunks),
        "needs": ARROW,
    }


def _list(pa: Any, board: Board) -> Any:
    return pa.list_(pa.uint8())


def _large_list(pa: Any, board: Board) -> Any:
    return pa.large_list(pa.uint8())


def _fixed_list(pa: Any, board: Board) -> Any:
    return pa.list_(pa.uint8(), board.area)


def _string(pa: Any, board: Board) -> Any:
    return pa.string()


OF_ARROW = [
    *[
        Form(f"Arrow {name}", **_same_type(name))
        for name in ("string", "large_string", "string_view", "binary", "large_binary")
    ],
    *[Form(f"Arrow {name} in chunks", **_same_type(name, chunks=True)) for name in ("string", "large_string")],
    Form("Arrow string, a slice", _slice, _read_arrow(_string), needs=ARROW),
    Form("Arrow dictionary", _dictionary, _read_arrow(_string), needs=ARROW),
    Form("Arrow list", _arrow(_list, _lists), _read_arrow(_list), flat=True, needs=ARROW),
    Form("Arrow list, a slice", _sliced_lists, _read_arrow(_list), flat=True, needs=ARROW),
    Form("Arrow list in chunks", _chunks(_list, _lists), _read_arrow(_list, chunks=True), flat=True, needs=ARROW),
    Form("Arrow large_list", _arrow(_large_list, _lists), _read_arrow(_large_list), flat=True, needs=ARROW),
    Form("Arrow fixed-size list", _arrow(_fixed_list, _lists), _read_arrow(_fixed_list), flat=True, needs=ARROW),
    Form("Arrow list of int64", _arrow(lambda pa, board: pa.list_(pa.int64()), _lists), _read_arrow(_list), flat=True,
         needs=ARROW),
    Form("Arrow fixed-size list of int16", _arrow(lambda pa, board: pa.list_(pa.int16(), board.area), _lists),
         _read_arrow(_fixed_list), flat=True, needs=ARROW),
    Form("__arrow_c_array__", _of_others(ArrayOnly, _arrow(_string)), _read_arrow(_string), needs=ARROW),
    Form("__arrow_c_array__ of lists", _of_others(ArrayOnly, _arrow(_list, _lists)), _read_arrow(_list), flat=True,
         needs=ARROW),
    Form("__arrow_c_stream__", _of_others(StreamOnly, _chunks(_string)), _read_arrow(_string, chunks=True),
         needs=ARROW),
]  # fmt: skip

FORMS = [*OF_PANDAS, *OF_POLARS, *OF_ARROW]
