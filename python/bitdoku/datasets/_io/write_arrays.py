"""Writers of numpy, Parquet and Arrow files.

Memory holds one batch, or one row group of a Parquet file; arrays, whose length comes first, are collected in temporary
files. The types of columns are those of the source: text for CSV, the types of the first batch for JSON.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.column import is_text, plain_text
from bitdoku.datasets._io.streams import naming, require
from bitdoku.datasets._io.writing import Options, boards_of, titles, without_candidates
from bitdoku.rules._layout import SYMBOLS

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.datasets._io.column import Column
    from bitdoku.datasets._io.rows import Rows

#: Rows in a row group of a Parquet file: some twenty megabytes.
ROW_GROUP = 1 << 17

#: Values of an array copied at a time.
COPIED = 1 << 17


class _Growing:
    """An array on disk that grows by rows; texts may have any length."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self._runs: list[tuple[npt.NDArray[Any], int]] = []
        """An empty array of the type of each run of rows in the file, and the number of rows."""

    @property
    def dtype(self) -> np.dtype[Any] | None:
        return self._runs[0][0].dtype if self._runs else None

    def append(self, values: npt.NDArray[Any], place: str) -> None:
        """Append rows; ``place`` is that of the first.

        Raises FormatError if they have another shape, or another type other than text.
        """
        if self._runs:
            first = self._runs[0][0]
            if values.shape[1:] != first.shape[1:]:
                raise _unfitting(place, self._name, f"shape {first.shape[1:]}", f"shape {values.shape[1:]}")
            if values.dtype != first.dtype and (values.dtype.kind, first.dtype.kind) != ("U", "U"):
                raise _unfitting(place, self._name, str(first.dtype), str(values.dtype))
        if not self._runs or self._runs[-1][0].dtype != values.dtype:
            self._runs.append((values[:0], 0))
        self._runs[-1] = self._runs[-1][0], self._runs[-1][1] + len(values)
        with naming(tempfile.gettempdir()):
            self._file.write(np.ascontiguousarray(values).tobytes())

    def copy(self, file: BinaryIO) -> None:
        empty = np.concatenate([run for run, _ in self._runs]) if self._runs else np.zeros((0, 9, 9), np.uint8)
        rows = sum(rows for _, rows in self._runs)
        descr = np.lib.format.dtype_to_descr(empty.dtype)
        header = {"descr": descr, "fortran_order": False, "shape": (rows, *empty.shape[1:])}
        np.lib.format.write_array_header_1_0(file, cast("Any", header))
        self._file.seek(0)
        width = int(np.prod(empty.shape[1:]))
        for run, rows in self._runs:
            for left in range(rows * width, 0, -COPIED):
                values = np.frombuffer(self._file.read(min(left, COPIED) * run.itemsize), run.dtype)
                file.write(values.astype(empty.dtype).tobytes())


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
    if array.dtype.kind in "OSU" or (known is not None and known.kind == "U"):
        texts = column.texts()
        if any(text.endswith("\0") for text in texts):
            raise FormatError(f"column {name!r} has a text that ends in NUL, which npz files lose; expected others")
        return array if array.dtype.kind == "U" else np.array(texts, np.str_)
    return array


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


def _unfitting(place: str, name: str, known: str, found: str) -> FormatError:
    return FormatError(
        f"{place} and after: column {name!r} does not fit the type of earlier rows, {known}: {found}; "
        "JSON lines can hold both"
    )


def write_npy(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """The puzzles, uint8 of shape (rows, n, n)."""
    with tempfile.TemporaryFile() as unfinished:
        array = _Growing(cast("BinaryIO", unfinished), "puzzle")
        for rows in batches:
            array.append(without_candidates(rows, "npy").puzzle, rows.name)
        array.copy(file)


def write_npz(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """Arrays ``puzzle`` and ``solution``, uint8 of shape (rows, n, n), and one for each other column."""
    with ExitStack() as stack:
        arrays: dict[str, _Growing] = {}
        known: list[str] | None = None
        for rows in batches:
            known = titles(without_candidates(rows, "npz", solutions=True), known)
            boards = {"puzzle": rows.puzzle} | ({} if rows.solution is None else {"solution": rows.solution})
            for name in (*boards, *rows.columns):
                if "\0" in name:
                    raise FormatError(f"column {name!r} has a name that npz files cannot have")
                if name not in arrays:
                    arrays[name] = _Growing(cast("BinaryIO", stack.enter_context(tempfile.TemporaryFile())), name)
                array = arrays[name]
                values = boards[name] if name in boards else number_column(name, rows.columns[name], array.dtype)
                array.append(values, rows.place(0) if len(rows) else "")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                # A fixed date, so that the same data give the same bytes.
                entry = zipfile.ZipInfo(f"{name}.npy")
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as member:
                    array.copy(cast("BinaryIO", member))


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
    return pa.array([None if value is None else plain_text(value) for value in column.to_list()], pa.string())


def _table(rows: Rows, options: Options) -> Any:
    import pyarrow as pa

    blank = options.blank_of(rows)
    boards: dict[str, Any]
    if options.lists or rows.side >= len(SYMBOLS):
        without_candidates(rows, "a list of numbers", solutions=True)
        boards = {"puzzle": _lists(rows.puzzle)}
        if rows.solution is not None:
            boards["solution"] = _lists(rows.solution)
    else:
        boards = {name: board_strings(texts, blank, rows.digits) for name, texts in boards_of(rows, blank).items()}
    return pa.table(boards | {name: arrow_column(name, column) for name, column in rows.columns.items()})


def _lists(boards: npt.NDArray[np.uint8]) -> Any:
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(boards).reshape(-1)), boards.shape[1] ** 2)


def _write_tables(
    batches: Iterator[Rows], options: Options, rows: int, opened: Callable[[Any], tuple[Any, dict[str, Any]]]
) -> None:
    """Write tables of at least ``rows`` rows with the columns and types of the first batch.

    ``opened`` returns a writer of pyarrow for a schema, and options for each table.
    """
    import pyarrow as pa

    writer: Any = None
    schema: Any = None
    more: dict[str, Any] = {}
    waiting: list[Any] = []
    known: list[str] | None = None
    try:
        for batch in batches:
            known = titles(batch, known)
            table = _table(batch, options)
            if writer is None:
                # A column of nulls becomes text.
                kinds = [pa.field(f.name, pa.string()) if pa.types.is_null(f.type) else f for f in table.schema]
                schema = pa.schema(kinds, options.metadata)
                writer, more = opened(schema)
            waiting.append(_fitted(table, schema, batch))
            if sum(map(len, waiting)) >= rows:
                writer.write_table(pa.concat_tables(waiting), **more)
                waiting.clear()
        if waiting:
            writer.write_table(pa.concat_tables(waiting), **more)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise FormatError(f"a column cannot be written: {str(error).partition(chr(10))[0]}") from error
    finally:
        if writer is not None:
            writer.close()


def _fitted(table: Any, schema: Any, rows: Rows) -> Any:
    """The table with the types of a schema. Raises FormatError if a value does not fit."""
    import pyarrow as pa

    columns = []
    for field, column in zip(schema, table.columns, strict=True):
        if column.type == field.type:
            columns.append(column)
            continue
        kinds = column.type, field.type
        try:
            # Text that looks like a number is not one, and neither is a bool.
            if not is_text(field.type) and any(is_text(kind) or pa.types.is_boolean(kind) for kind in kinds):
                raise pa.ArrowInvalid(str(column.type))
            columns.append(column.cast(field.type))
        except pa.ArrowException as error:
            raise _unfitting(rows.place(0), field.name, str(field.type), str(error)) from None
    return pa.table(columns, schema)


def write_parquet(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle."""
    require("pyarrow", "arrow", "writing Parquet")
    import pyarrow.parquet as pq

    def opened(schema: Any) -> Any:
        # Boards rarely repeat, so dictionaries would only cost time.
        repeating = [name for name in schema.names if name not in ("puzzle", "solution", "fingerprint")]
        writer = pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeating)
        return writer, {"row_group_size": ROW_GROUP}

    _write_tables(batches, options, ROW_GROUP, opened)


def write_arrow(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle; a file of record batches, which is also Feather."""
    require("pyarrow", "arrow", "writing Arrow files")
    import pyarrow as pa

    _write_tables(batches, options, 1, lambda schema: (pa.ipc.new_file(file, schema), {}))
