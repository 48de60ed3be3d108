"""Writers of numpy, Parquet and Arrow files.

Memory holds a batch, or the row group of a Parquet file. An array's header says how many rows there are, which is known
at the end; it is written again in place, for which numpy leaves room.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bitdoku.datasets._cells import SYMBOLS
from bitdoku.datasets._columns import arrow_column, board_strings, number_column, numbers, same_columns
from bitdoku.datasets._files import require

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    import numpy.typing as npt

    from bitdoku.datasets._rows import Rows
    from bitdoku.datasets._write import Options

#: Rows in a row group of a Parquet file: some twenty megabytes.
ROW_GROUP = 1 << 17


class _Growing:
    """An array on disk that grows by rows."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self._rows = 0
        self._kind: tuple[np.dtype[Any], tuple[int, ...]] | None = None

    def append(self, values: npt.NDArray[Any], name: str) -> None:
        values = np.ascontiguousarray(values)
        if self._kind is None:
            self._kind = values.dtype, values.shape[1:]
            self._header()
        dtype, shape = self._kind
        if values.shape[1:] != shape or not np.can_cast(values.dtype, dtype, "same_kind"):
            msg = f"{name} has rows of {values.dtype} and shape {values.shape[1:]} behind rows of {dtype} and {shape}"
            raise ValueError(msg)
        if values.dtype.kind in "US" and values.dtype.itemsize > dtype.itemsize:
            msg = f"{name} has texts of more than {dtype}, which the rows before have; write Parquet or CSV instead"
            raise ValueError(msg)
        self.file.write(values.astype(dtype, copy=False).tobytes())
        self._rows += len(values)

    def finish(self) -> None:
        self.file.seek(0)
        self._header()
        self.file.seek(0)

    def _header(self) -> None:
        dtype, shape = self._kind or (np.dtype(np.uint8), (9, 9))
        descr = np.lib.format.dtype_to_descr(dtype)
        header = {"descr": descr, "fortran_order": False, "shape": (self._rows, *shape)}
        np.lib.format.write_array_header_1_0(self.file, cast("Any", header))


def write_npy(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """The puzzles, uint8 of shape (rows, n, n)."""
    with tempfile.TemporaryFile() as unfinished:
        array = _Growing(cast("BinaryIO", unfinished))
        for rows in batches:
            array.append(_boards(numbers(rows).puzzles, rows.side), "puzzles")
        array.finish()
        shutil.copyfileobj(unfinished, file, 1 << 20)


def _boards(cells: npt.NDArray[Any], side: int) -> npt.NDArray[np.uint8]:
    return cells.astype(np.uint8, copy=False).reshape(-1, side, side)


def write_npz(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """Arrays ``puzzles`` and ``solutions``, uint8 of shape (rows, n, n), and one for each other column."""
    with ExitStack() as stack:
        arrays: dict[str, _Growing] = {}
        names: list[str] | None = None
        for rows in batches:
            if names is None:
                names = list(rows.columns)
                for name in ("puzzles", *["solutions"] * (rows.solutions is not None), *names):
                    arrays[name] = _Growing(cast("BinaryIO", stack.enter_context(tempfile.TemporaryFile())))
            same_columns(rows, names)
            decoded = numbers(rows)
            arrays["puzzles"].append(_boards(decoded.puzzles, rows.side), "puzzles")
            if "solutions" in arrays:
                arrays["solutions"].append(_boards(decoded.solutions, rows.side), "solutions")
            for name in names:
                arrays[name].append(number_column(name, rows.columns[name]), name)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                array.finish()
                # A date of its own would make other bytes of the same data.
                entry = zipfile.ZipInfo(f"{name}.npy")
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as member:
                    shutil.copyfileobj(array.file, member, 1 << 20)


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


def _tables(batches: Iterator[Rows], options: Options) -> Iterator[Any]:
    """Tables of one schema, that of the first, with the metadata."""
    schema: Any = None
    for rows in batches:
        table = _table(rows, options)
        if schema is None:
            schema = table.schema.with_metadata(options.metadata)
        same_columns(rows, [name for name in schema.names if name not in ("puzzle", "solution")])
        yield table.cast(schema)


def write_parquet(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle."""
    require("pyarrow", "arrow", "writing Parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer: Any = None
    waiting: list[Any] = []
    with ExitStack() as stack:
        for table in _tables(batches, options):
            if writer is None:
                # Boards do not repeat: to look for dictionaries among them takes time and finds none.
                repeating = [name for name in table.column_names if name not in ("puzzle", "solution", "fingerprint")]
                writer = stack.enter_context(
                    pq.ParquetWriter(file, table.schema, compression="zstd", use_dictionary=repeating)
                )
            waiting.append(table)
            if sum(map(len, waiting)) >= ROW_GROUP:
                writer.write_table(pa.concat_tables(waiting), row_group_size=ROW_GROUP)
                waiting.clear()
        if waiting:
            writer.write_table(pa.concat_tables(waiting), row_group_size=ROW_GROUP)


def write_arrow(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One row a puzzle; a file of record batches, which is also Feather."""
    require("pyarrow", "arrow", "writing Arrow files")
    import pyarrow as pa

    writer: Any = None
    with ExitStack() as stack:
        for table in _tables(batches, options):
            if writer is None:
                writer = stack.enter_context(pa.ipc.new_file(file, table.schema))
            writer.write_table(table)
