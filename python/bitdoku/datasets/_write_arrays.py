"""Writers of numpy, Parquet and Arrow files.

Memory holds one batch, or one row group of a Parquet file. The type of a column is known only after all of its values:
arrays are collected in a temporary file, tables are rewritten if a type turns out to be too narrow.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bitdoku._errors import FormatError
from bitdoku.datasets._cells import SYMBOLS
from bitdoku.datasets._columns import (
    FLOAT_EXACT,
    REAL,
    WHOLE,
    arrow_column,
    arrow_texts,
    board_strings,
    number_column,
    numbers,
    same_titles,
    stand_for_numbers,
    values_of,
)
from bitdoku.datasets._files import naming, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    import numpy.typing as npt

    from bitdoku.datasets._options import Options
    from bitdoku.datasets._rows import Rows

#: Rows in a row group of a Parquet file: some twenty megabytes.
ROW_GROUP = 1 << 17

#: Values of an array copied at a time.
COPIED = 1 << 17


class _Growing:
    """An array on disk that grows by rows; its final type fits all of them."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self._spelled = True
        """Whether all texts represent numbers."""
        self._shape: tuple[int, ...] = (9, 9)
        self._runs: list[tuple[np.dtype[Any], int]] = []
        """The type and the length of each run of rows in the file."""
        self._large = False
        """Whether there are integers that floats cannot represent."""
        self._negative = False

    def append(self, values: npt.NDArray[Any]) -> None:
        if not self._runs:
            self._shape = values.shape[1:]
        elif values.shape[1:] != self._shape:
            raise FormatError(f"{self._name} has rows of shape {values.shape[1:]} after rows of shape {self._shape}")
        if self._runs and self._runs[-1][0] == values.dtype:
            self._runs[-1] = values.dtype, self._runs[-1][1] + len(values)
        else:
            self._runs.append((values.dtype, len(values)))
        if values.dtype.kind in "iu" and values.dtype.itemsize == 8 and values.size:
            self._large |= int(values.max()) > FLOAT_EXACT or int(values.min()) < -FLOAT_EXACT
        if values.dtype.kind not in "iuf":
            self._spelled &= values.dtype.kind == "U" and stand_for_numbers(self._name, values.reshape(-1).tolist())
        if values.dtype.kind == "i" and values.size:
            self._negative |= int(values.min()) < 0
        with naming(tempfile.gettempdir()):
            self._file.write(np.ascontiguousarray(values).tobytes())

    def copy(self, file: BinaryIO) -> None:
        """Write the whole array."""
        # Empty batches do not affect the type unless all are empty.
        kinds = [kind for kind, rows in self._runs if rows] or [kind for kind, _ in self._runs] or [np.dtype(np.uint8)]
        dtype = np.result_type(*kinds)
        signs = {kind.kind for kind in kinds}
        if "U" in signs and self._spelled and not self._large:
            dtype = np.dtype(np.float64)
        if dtype.kind == "f" and signs <= {"i", "u"} and not (self._large and self._negative):
            dtype = np.dtype(np.int64 if self._negative else np.uint64)
        if (dtype.kind == "f" and self._large) or ("b" in signs and len(signs) > 1):
            dtype = np.result_type(*kinds, np.str_)
        descr = np.lib.format.dtype_to_descr(dtype)
        shape = (sum(rows for _, rows in self._runs), *self._shape)
        header = {"descr": descr, "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(file, cast("Any", header))
        self._file.seek(0)
        width = max(1, int(np.prod(self._shape)))
        for kind, rows in self._runs:
            left = rows * width
            while left:
                count = min(left, COPIED)
                values = np.frombuffer(self._file.read(count * kind.itemsize), kind)
                file.write((_spelled(values, dtype) if kind != dtype else values).tobytes())
                left -= count


def _spelled(values: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Values converted to another type; missing values are empty in text."""
    if dtype.kind == "f" and values.dtype.kind == "U":
        return np.where(values == "", "nan", values).astype(dtype)
    if dtype.kind == "U" and values.dtype.kind == "b":
        return np.where(values, "true", "false").astype(dtype)
    if dtype.kind == "U" and values.dtype.kind == "f":
        # Whole floats are written as integers.
        texts = [text.removesuffix(".0") for text in values.astype(dtype).tolist()]
        return np.where(np.isnan(values), "", np.array(texts, dtype)).astype(dtype)
    return values.astype(dtype)


def write_npy(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """The puzzles, uint8 of shape (rows, n, n)."""
    with tempfile.TemporaryFile() as unfinished:
        array = _Growing(cast("BinaryIO", unfinished), "puzzles")
        for rows in batches:
            array.append(_boards(numbers(rows).puzzles, rows.side))
        array.copy(file)


def _boards(cells: npt.NDArray[Any], side: int) -> npt.NDArray[np.uint8]:
    return cells.astype(np.uint8, copy=False).reshape(-1, side, side)


def write_npz(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """Arrays ``puzzles`` and ``solutions``, uint8 of shape (rows, n, n), and one for each other column."""
    with ExitStack() as stack:
        arrays: dict[str, _Growing] = {}
        known: list[str] | None = None
        for rows in batches:
            known = same_titles(rows, known)
            decoded = numbers(rows)
            columns = {"puzzles": _boards(decoded.puzzles, rows.side)}
            if decoded.solutions is not None:
                columns["solutions"] = _boards(decoded.solutions, rows.side)
            columns |= {name: number_column(name, column) for name, column in rows.columns.items()}
            for name, column in columns.items():
                if "\0" in name:
                    raise FormatError(f"column {name!r} has a name that npz files cannot have")
                if name not in arrays:
                    arrays[name] = _Growing(cast("BinaryIO", stack.enter_context(tempfile.TemporaryFile())), name)
                arrays[name].append(column)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                # A fixed date, so that the same data give the same bytes.
                entry = zipfile.ZipInfo(f"{name}.npy")
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as member:
                    array.copy(cast("BinaryIO", member))


def _table(rows: Rows, options: Options) -> Any:
    import pyarrow as pa

    boards = {"puzzle": rows.puzzles} | ({} if rows.solutions is None else {"solution": rows.solutions})
    if options.lists or rows.side >= len(SYMBOLS):
        decoded = numbers(rows)
        boards = {name: decoded.puzzles if name == "puzzle" else decoded.solutions for name in boards}
        columns = {name: arrow_column(name, board.astype(np.uint8)) for name, board in boards.items()}
    else:
        columns = {name: board_strings(board, rows.side, options.blank) for name, board in boards.items()}
    columns |= {name: arrow_column(name, column) for name, column in rows.columns.items()}
    return pa.table(columns)


def _write_tables(
    file: BinaryIO, batches: Iterator[Rows], options: Options, rows: int, opened: Callable[[Any], Any], read: Any
) -> None:
    """Write tables of at least ``rows`` rows with a schema that fits all of them.

    ``opened`` returns a writer for a schema. If later rows have another column, or values that do not fit a column, the
    file is read with ``read`` and rewritten.
    """
    import pyarrow as pa

    schema = pa.schema([], options.metadata)
    writer: _Writer | None = None
    waiting: list[Any] = []
    large: set[str] = set()
    """Columns with integers that floats cannot represent."""
    spelled: dict[str, bool] = {}
    """For columns of text, whether all of it represents numbers."""

    def flush() -> None:
        nonlocal writer
        # Columns of only nulls become text.
        kinds = [pa.field(field.name, pa.string()) if pa.types.is_null(field.type) else field for field in schema]
        full = pa.schema(kinds, options.metadata)
        if writer is None:
            writer = opened(full)
        elif writer.schema != full:
            writer.close()
            with tempfile.TemporaryFile() as copy:
                file.seek(0)
                with naming(tempfile.gettempdir()):
                    shutil.copyfileobj(file, copy, 1 << 20)
                file.seek(0)
                file.truncate()
                writer = opened(full)
                for batch in read(copy):
                    writer.table(_fitted(pa.Table.from_batches([batch]), full))
        if waiting:
            writer.table(pa.concat_tables([_fitted(table, full) for table in waiting]))
            waiting.clear()

    try:
        for batch in batches:
            waiting.append(_table(batch, options))
            large |= _large(waiting[-1])
            for name, column in zip(waiting[-1].column_names, waiting[-1].columns, strict=True):
                if pa.types.is_string(column.type) and name.lower() in WHOLE | REAL:
                    spelled[name] = spelled.get(name, True) and stand_for_numbers(name, values_of(column))
            schema = _wider(schema, waiting[-1].schema, large)
            if sum(map(len, waiting)) >= rows:
                flush()
        for name in (name for name, numbers_alone in spelled.items() if numbers_alone and name not in large):
            if pa.types.is_string((field := schema.field(name)).type):
                schema = schema.set(schema.get_field_index(name), field.with_type(pa.float64()))
        flush()
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise FormatError(f"a column cannot be written: {str(error).partition(chr(10))[0]}") from error
    finally:
        if writer is not None:
            writer.close()


def _large(table: Any) -> set[str]:
    """The columns with integers that floats cannot represent."""
    import pyarrow as pa
    import pyarrow.compute as pc

    wide = {pa.int64(), pa.uint64()}
    ends = {
        name: pc.min_max(table[name])
        for name, kind in zip(table.column_names, table.schema.types, strict=True)
        if kind in wide
    }
    return {name for name, end in ends.items() if any(abs(value or 0) > FLOAT_EXACT for value in end.as_py().values())}


def _wider(schema: Any, other: Any, large: set[str]) -> Any:
    """The schema widened for the columns and types of another; text if types have no common one."""
    import pyarrow as pa

    for field in other:
        i = schema.get_field_index(field.name)
        if i < 0:
            schema = schema.append(field)
        elif schema.field(i).type != field.type:
            try:
                both = [pa.schema([schema.field(i)]), pa.schema([field])]
                kind = pa.unify_schemas(both, promote_options="permissive").field(0).type
            except pa.ArrowException:
                kind = pa.string()
            if pa.types.is_floating(kind) and field.name in large:
                kind = pa.string()
            schema = schema.set(i, pa.field(field.name, kind))
    return schema


def _fitted(table: Any, schema: Any) -> Any:
    """The table converted to a wider schema."""
    import pyarrow as pa

    if table.schema.equals(schema):
        return table.replace_schema_metadata(schema.metadata)
    columns = []
    for field in schema:
        column = table[field.name] if field.name in table.column_names else None
        if column is None or column.null_count == len(column):
            columns.append(pa.nulls(len(table), field.type))
            continue
        if field.type == pa.string() and not pa.types.is_large_string(column.type) and column.type != field.type:
            columns.append(arrow_texts(column))
            continue
        try:
            columns.append(column.cast(field.type))
        except pa.ArrowException as error:
            raise FormatError(f"column {field.name!r} has values without a common type: {error}") from None
    return pa.table(columns, schema)


class _Writer:
    """A writer of pyarrow with its schema and options."""

    def __init__(self, writer: Any, schema: Any, **options: Any) -> None:
        self.schema, self.close = schema, writer.close
        self._write, self._options = writer.write_table, options

    def table(self, table: Any) -> None:
        self._write(table, **self._options)


def write_parquet(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle."""
    require("pyarrow", "arrow", "writing Parquet")
    import pyarrow.parquet as pq

    def opened(schema: Any) -> _Writer:
        # Boards rarely repeat, so dictionaries would only cost time.
        repeating = [name for name in schema.names if name not in ("puzzle", "solution", "fingerprint")]
        writer = pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeating)
        return _Writer(writer, schema, row_group_size=ROW_GROUP)

    _write_tables(file, batches, options, ROW_GROUP, opened, lambda copy: pq.ParquetFile(copy).iter_batches(ROW_GROUP))


def write_arrow(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle; a file of record batches, which is also Feather."""
    require("pyarrow", "arrow", "writing Arrow files")
    import pyarrow as pa

    def read(copy: Any) -> Iterator[Any]:
        reader = pa.ipc.open_file(copy)
        return (reader.get_batch(i) for i in range(reader.num_record_batches))

    _write_tables(file, batches, options, 1, lambda schema: _Writer(pa.ipc.new_file(file, schema), schema), read)
