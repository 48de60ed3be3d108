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
from bitdoku._atomic import disk_named
from bitdoku._column import as_array, as_arrow, is_text, texts, values, without_views
from bitdoku._errors import FormatError
from bitdoku.datasets._io.streams import require
from bitdoku.datasets._io.writing import Options, board_columns, expect_plain, written_names
from bitdoku.rules._layout import SYMBOLS

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku._table import Puzzles

#: Rows in a row group of a Parquet file: some twenty megabytes.
ROW_GROUP = 1 << 17

#: Rows compressed at a time, for which Ctrl-C waits.
COPIED = 1 << 12


class _Growing:
    """An array on disk that grows by rows; texts may have any length."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self._parts: list[npt.NDArray[Any]] = []
        """An empty array of the type of each part in the file."""
        self._rows = 0

    @property
    def dtype(self) -> np.dtype[Any] | None:
        return self._parts[0].dtype if self._parts else None

    def append(self, items: npt.NDArray[Any], place: str) -> None:
        """Append rows; ``place`` is the place of the first.

        Raises FormatError if they have another shape, or another type other than text.
        """
        first = self._parts[0] if self._parts else items
        if items.shape[1:] != first.shape[1:]:
            raise _unfitting(place, self._name, f"shape {first.shape[1:]}", f"shape {items.shape[1:]}")
        if items.dtype != first.dtype and (items.dtype.kind, first.dtype.kind) != ("U", "U"):
            raise _unfitting(place, self._name, str(first.dtype), str(items.dtype))
        self._parts.append(items[:0])
        self._rows += len(items)
        with disk_named(tempfile.gettempdir()):
            np.save(self._file, items)

    def copy(self, file: BinaryIO) -> None:
        """Write the whole array in the .npy format."""
        empty = np.concatenate(self._parts) if self._parts else np.zeros((0, 9, 9), np.uint8)
        descr = np.lib.format.dtype_to_descr(empty.dtype)
        header = {"descr": descr, "fortran_order": False, "shape": (self._rows, *empty.shape[1:])}
        np.lib.format.write_array_header_1_0(file, cast("Any", header))
        self._file.seek(0)
        for _ in self._parts:
            part = np.load(self._file)
            pieces = (part[start : start + COPIED] for start in range(0, len(part), COPIED))
            file.writelines(piece.astype(empty.dtype).tobytes() for piece in pieces)


def number_column(name: str, column: Any, known: np.dtype[Any] | None = None) -> npt.NDArray[Any]:
    """A column other than boards as a numpy array: of numbers if all values are numbers, else of text.

    ``known`` is the type of earlier rows, which the array has too if its values fit.
    """
    keys = fingerprints(name, column)
    if keys is not None:
        return keys
    array = as_array(column)
    if known is not None and known.kind in "iuf" and array.dtype != known and array.dtype.kind in "iufO":
        with suppress(TypeError, ValueError, OverflowError):
            numbers = values(column)
            fitting = np.array([np.nan if one is None else one for one in numbers], known)
            pairs = zip(numbers, fitting.tolist(), strict=True)
            if all(one is None or (one == other and not isinstance(one, bool)) for one, other in pairs):
                return fitting
    if array.dtype.kind in "OSU" or (known is not None and known.kind == "U"):
        written = texts(column)
        if any(text.endswith("\0") for text in written):
            raise FormatError(f"column {name!r} has a text that ends in NUL, which npz files lose; expected others")
        return np.array(written, np.str_)
    return array


def fingerprints(name: str, column: Any) -> npt.NDArray[np.uint8] | None:
    """A column of fingerprints, as bytes or hex, as uint8 of shape (rows, 16); None for other columns."""
    if name != "fingerprint":
        return None
    with suppress(ValueError):
        keys = [bytes.fromhex(value) if isinstance(value, str) else value for value in values(column)]
        if all(isinstance(key, bytes) and len(key) == 16 for key in keys):
            return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)
    return None


def _unfitting(place: str, name: str, known: str, found: str) -> FormatError:
    return FormatError(
        f"{place} and after: column {name!r} does not fit the type of earlier rows, {known}: {found}; "
        "JSON lines can hold both"
    )


def write_npy(file: BinaryIO, tables: Iterator[Puzzles], _options: Options) -> None:
    """The puzzles, uint8 of shape (rows, n, n)."""
    with tempfile.TemporaryFile() as unfinished:
        array = _Growing(cast("BinaryIO", unfinished), "puzzle")
        for table in tables:
            array.append(expect_plain(table, "npy").puzzle, "")
        array.copy(file)


def write_npz(file: BinaryIO, tables: Iterator[Puzzles], _options: Options) -> None:
    """Arrays ``puzzle`` and ``solution``, uint8 of shape (rows, n, n), and one for each other column."""
    with ExitStack() as stack:
        arrays: dict[str, _Growing] = {}
        known: list[str] | None = None
        for table in tables:
            known = written_names(expect_plain(table, "npz", solutions=True), known)
            boards = {"puzzle": table.puzzle} | ({} if table.solution is None else {"solution": table.solution})
            others = table._columns
            for name in (*boards, *others):
                if "\0" in name:
                    raise FormatError(f"column {name!r} has a name that npz files cannot have")
                if name not in arrays:
                    arrays[name] = _Growing(cast("BinaryIO", stack.enter_context(tempfile.TemporaryFile())), name)
                array = arrays[name]
                items = boards[name] if name in boards else number_column(name, others[name], array.dtype)
                array.append(items, table.place(0) if len(table) else "")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                # A fixed date, so that the same data give the same bytes.
                entry = zipfile.ZipInfo(f"{name}.npy")
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as member:
                    array.copy(cast("BinaryIO", member))


def board_strings(boards: npt.NDArray[np.uint8] | list[Any], blank: str, digits: int | None = None) -> Any:
    """Boards, or texts of boards, as an Arrow array of strings; a malformed board is null."""
    if isinstance(boards, list):
        return _strings(_core._Texts.of(boards))
    return _strings(_core._Texts.of_lines(_core._line_rows(boards, blank, digits)))


def _strings(texts: Any) -> Any:
    """Texts as an Arrow array, with offsets of 32 bits if they suffice."""
    import pyarrow as pa

    array = pa.array(texts)
    return array.cast(pa.string()) if pa.types.is_large_string(array.type) and array.nbytes < 2**31 else array


def _arrow_column(name: str, column: Any) -> Any:
    """A column other than boards as an Arrow array: of its own type, else of text."""
    import pyarrow as pa

    keys = fingerprints(name, column)
    if keys is not None:
        keys = np.ascontiguousarray(keys)
        return pa.Array.from_buffers(pa.binary(keys.shape[1]), len(keys), [None, pa.py_buffer(keys)])
    if hasattr(column, "rechunk"):  # Polars
        return without_views(column.to_arrow())
    if isinstance(column, np.ndarray) and column.ndim > 1:
        rows = np.ascontiguousarray(column).reshape(len(column), int(np.prod(column.shape[1:])))
        if not rows.shape[1]:
            return pa.array(rows.tolist(), pa.list_(pa.from_numpy_dtype(rows.dtype)))
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
    if isinstance(column, np.ndarray) and column.dtype != object:
        with suppress(pa.ArrowException):  # bytes of any encoding, and types that only numpy has
            return pa.array(column, from_pandas=True)
    if isinstance(column, np.ndarray) or (isinstance(column, _core._Texts) and column.kinds is not None):
        items = values(column)
        kinds = {type(item) for item in items if item is not None}
        # Objects of JSON stay JSON, because later ones may have other keys. Bools are not mixed with numbers.
        if dict not in kinds and (bool not in kinds or len(kinds) == 1):
            with suppress(pa.ArrowException, OverflowError):  # values of several types
                return pa.array(items)
    return _strings(as_arrow(column))


def _arrow_table(table: Puzzles, options: Options) -> Any:
    import pyarrow as pa

    blank = options.blank_for(table)
    boards: dict[str, Any]
    if options.lists or table.side >= len(SYMBOLS):
        expect_plain(table, "a list of numbers", solutions=True)
        boards = {"puzzle": _lists(table.puzzle)}
        if table.solution is not None:
            boards["solution"] = _lists(table.solution)
    else:
        boards = {name: board_strings(one, blank, table.digits) for name, one in board_columns(table, blank).items()}
    return pa.table(boards | {name: _arrow_column(name, column) for name, column in table._columns.items()})


def _lists(boards: npt.NDArray[np.uint8]) -> Any:
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(boards).reshape(-1)), boards.shape[1] ** 2)


def _write_tables(
    tables: Iterator[Puzzles], options: Options, rows: int, opened: Callable[[Any], tuple[Any, dict[str, Any]]]
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
        for batch in tables:
            known = written_names(batch, known)
            table = _arrow_table(batch, options)
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


def _fitted(arrow: Any, schema: Any, table: Puzzles) -> Any:
    """The Arrow table with the types of a schema. Raises FormatError if a value does not fit."""
    import pyarrow as pa

    columns = []
    for field, column in zip(schema, arrow.columns, strict=True):
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
            raise _unfitting(table.place(0), field.name, str(field.type), str(error)) from None
    return pa.table(columns, schema)


def write_parquet(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """One row a puzzle."""
    require("pyarrow", "arrow", "writing Parquet")
    import pyarrow.parquet as pq

    def opened(schema: Any) -> Any:
        # Boards rarely repeat, so dictionaries would only cost time.
        repeating = [name for name in schema.names if name not in ("puzzle", "solution", "fingerprint")]
        writer = pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeating)
        return writer, {"row_group_size": ROW_GROUP}

    _write_tables(tables, options, ROW_GROUP, opened)


def write_arrow(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """One row a puzzle; a file of record batches, which is also Feather."""
    require("pyarrow", "arrow", "writing Arrow files")
    import pyarrow as pa

    _write_tables(tables, options, 1, lambda schema: (pa.ipc.new_file(file, schema), {}))
