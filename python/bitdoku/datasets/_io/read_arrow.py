"""Reading Parquet and Arrow files (including Feather), and tables in memory, by record batches.

Boards are strings, or lists of n² numbers (or of n lists of n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._column import is_text, without_views
from bitdoku._errors import FormatError
from bitdoku.datasets._io.request import FIRST, Request
from bitdoku.datasets._io.streams import HeadedReader, require, seekable

if TYPE_CHECKING:
    from bitdoku.datasets._io.raw import Raw


def read_parquet(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """The rows of a Parquet file."""
    require("pyarrow", "arrow", "reading Parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    with _opened_file(stream) as source, pq.ParquetFile(source) as file:
        schema = file.schema_arrow
        request.total = file.metadata.num_rows

        def first(name: str) -> Any:
            batch = next(file.iter_batches(FIRST, columns=[name], use_threads=False), None)
            return pa.nulls(0) if batch is None else batch.column(0)

        yield _described(schema, first, request)
        names = [name for name in schema.names if request.solutions or name != request.solution]
        yield from _rows(file.iter_batches(batch_size=request.rows, columns=names, use_threads=False), request)


def _opened_file(stream: HeadedReader) -> Any:
    """A file for pyarrow: its own if possible, because errors in Python files may make it abort the process."""
    import pyarrow as pa

    return seekable(stream) if stream.path is None else pa.OSFile(stream.path)


def read_arrow(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """The rows of a file or stream of record batches."""
    require("pyarrow", "arrow", "reading Arrow files")
    import pyarrow as pa

    with _opened_file(stream) as source, ExitStack() as stack:
        if stream.head.startswith(b"FEA1"):
            from pyarrow import feather

            table = feather.read_table(source)
            table.validate()
            schema, batches = table.schema, iter(table.to_batches())
        elif stream.head.startswith(b"ARROW1"):
            file = stack.enter_context(pa.ipc.open_file(source))
            schema, batches = file.schema, (_validated(file.get_batch(i)) for i in range(file.num_record_batches))
        else:
            file = stack.enter_context(pa.ipc.open_stream(source))
            schema, batches = file.schema, map(_validated, file)
        yield from _batched_rows(schema, batches, request)


def is_table(source: Any) -> bool:
    """Whether an object is a Polars or pandas DataFrame, a pyarrow Table or RecordBatch, or a Hugging Face Dataset.

    A :class:`bitdoku.Puzzles` is not: its boards need no decoding.
    """
    if hasattr(source, "__bitdoku__"):
        return False
    of_frames, of_datasets = ("__arrow_c_stream__", "columns"), ("with_format", "column_names", "__len__")
    return any(all(hasattr(source, name) for name in names) for names in (of_frames, of_datasets))


def read_table(table: Any, request: Request) -> Iterator[Raw]:
    """The rows of an object accepted by :func:`is_table`; without pyarrow, only of a Polars or pandas DataFrame."""
    try:
        pa = require("pyarrow", "arrow", "reading tables")
    except ImportError:
        if not hasattr(table, "itertuples") and not hasattr(table, "iter_rows"):
            raise
        yield from _rows_of_frame(table, request)
        return
    if hasattr(table, "reset_index"):  # the index of pandas would become a column
        request.expect_different(table.columns.tolist())
        table = _with_texts(table.reset_index(drop=True))
    request.total = len(table)  # first, since a relation of DuckDB gives one answer at a time
    stream = table if hasattr(table, "__arrow_c_stream__") else table.with_format("arrow")[:]
    try:
        reader = pa.RecordBatchReader.from_stream(stream)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:  # object columns of pandas
        raise FormatError(f"{request.name}: {'; '.join(map(str, error.args))}") from None
    yield from _batched_rows(reader.schema, iter(reader), request)


def _rows_of_frame(frame: Any, request: Request) -> Iterator[Raw]:
    """The rows of a DataFrame of Polars or pandas, whose Series of boards the core reads."""
    names = list(frame.columns)
    request.find_columns(names, lambda name: request.may_be_boards(frame[name]))
    puzzle, request.total = request.puzzle_among(names), len(frame)
    request.detect(frame[puzzle])
    request.solution_dtype = None if request.solution is None else "text"
    for i in range(0, max(len(frame), 1), request.rows):
        part = frame[i : i + request.rows]
        boards = (request.puzzle, request.solution)
        yield request.raw({name: part[name] if name in boards else list(part[name]) for name in names})


def _with_texts(frame: Any) -> Any:
    """A pandas DataFrame with flat arrays for nested ones, and with texts for integers too large for Arrow.

    Such integers are boards that were read as numbers, with blanks as 0.
    """
    for name in frame.columns:
        column = frame[name]
        if column.dtype == object and any(isinstance(value, np.ndarray) and value.ndim > 1 for value in column):
            rows = [value.ravel() if isinstance(value, np.ndarray) else value for value in column]
            frame = frame.assign(**{name: type(column)(rows, index=column.index)})
        values = frame[name].dropna() if frame[name].dtype == object else ()
        if len(values) and all(type(value) is int for value in values) and max(values) >= 1 << 63:
            cells = (likely_side(len(str(max(values)))) or 9) ** 2
            texts = [str(value) if type(value) is int else None for value in frame[name]]
            frame = frame.assign(
                **{name: [text.zfill(cells) if text and len(text) > cells // 2 else text for text in texts]}
            )
    return frame


def likely_side(digits: int) -> int | None:
    """The side of boards written as numbers, the longest of which has ``digits`` digits; None for other numbers."""
    return next((side for side in (4, 6, 8, 9) if side * side // 2 < digits <= side * side), None)


def _batched_rows(schema: Any, batches: Iterator[Any], request: Request) -> Iterator[Raw]:
    import pyarrow as pa

    # Whole batches, since a slice of a dictionary or of lists has all their values.
    batches = map(_plain, batches)
    head = next(filter(len, batches), None)
    yield _described(schema, lambda name: pa.nulls(0) if head is None else head.column(name)[:FIRST], request)
    batches = chain(() if head is None else (head,), batches)
    yield from _rows((b.slice(i, request.rows) for b in batches for i in range(0, len(b), request.rows)), request)


def _plain(batch: Any) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([*map(without_views, batch.columns)], names=batch.schema.names)


def _validated(batch: Any) -> Any:
    """The batch, after a check of its offsets: those of a damaged file would crash the process.

    Raises pyarrow.ArrowInvalid if an offset is out of range. Invalid UTF-8 is reported later, by row.
    """
    import pyarrow as pa

    as_bytes = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    for column in batch.columns:
        kind = as_bytes.get(column.type)
        (column if kind is None else column.view(kind)).validate(full=True)
    return batch


def _described(schema: Any, first: Callable[[str], Any], request: Request) -> Raw:
    """The columns, without rows; ``first`` returns the first values of one."""
    import pyarrow as pa

    def are_boards(name: str) -> bool:
        kind = schema.field(name).type
        if pa.types.is_null(kind) or pa.types.is_primitive(kind):
            return False
        with suppress(FormatError):  # of another type
            return request.may_be_boards(board_column(first(name), request.name, name))
        return False

    request.find_columns(schema.names, are_boards)
    puzzle = request.puzzle_among(schema.names)
    request.dtype = cell_type(schema.field(puzzle).type)
    request.solution_dtype = None if request.solution is None else cell_type(schema.field(request.solution).type)
    request.metadata = {
        key.decode(): value.decode(errors="replace")
        for key, value in (schema.metadata or {}).items()
        if not key.startswith((b"ARROW:", b"pandas", b"huggingface"))
    }
    # From the first rows that the source gives together, however few are wanted in a batch.
    request.detect(board_column(first(puzzle), request.name, puzzle))
    return request.raw({field.name: pa.nulls(0, field.type) for field in schema})


def _rows(records: Iterable[Any], request: Request) -> Iterator[Raw]:
    for record in records:
        columns = dict(zip(record.schema.names, record.columns, strict=True))
        for name in columns:
            if name in (request.puzzle, request.solution):
                columns[name] = board_column(columns[name], request.name, name, request.side)
        yield request.raw(columns)


def cell_type(kind: Any) -> str:
    """How a column of this type stores a cell: ``text``, or the name of an integer type."""
    import pyarrow as pa

    while hasattr(kind, "value_type") or isinstance(kind, pa.BaseExtensionType):
        kind = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind.value_type
    return str(kind) if pa.types.is_integer(kind) else "text"


def board_column(column: Any, where: str, name: str, side: int | None = None) -> Any:
    """A column of boards: texts, or lists of whole numbers; nested lists become flat ones.

    Whole numbers are texts whose leading zeros have been lost.

    Raises FormatError if it has another type.
    """
    import pyarrow as pa

    column = without_views(column)
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    kind = column.type
    if pa.types.is_null(kind):
        return column.cast(pa.string())
    if is_text(kind):
        return column
    if pa.types.is_fixed_size_binary(kind):
        column, kind = column.cast(pa.binary()), pa.binary()
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):  # which need not be UTF-8
        return column.view(pa.string() if pa.types.is_binary(kind) else pa.large_string())
    if pa.types.is_integer(kind):
        return _padded(column, where, name, side)
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)):
        raise FormatError(f"{where}: column {name!r} is of type {kind}; expected strings or lists of whole numbers")
    cells = kind.value_type
    while hasattr(cells, "value_type"):
        cells = cells.value_type
    if not pa.types.is_integer(cells):
        raise FormatError(f"{where}: column {name!r} has lists of {cells}; expected whole numbers")
    if hasattr(kind.value_type, "value_type"):
        return pa.array(map(_flat, column.to_pylist()), pa.list_(cells))
    return column


def _padded(column: Any, where: str, name: str, side: int | None) -> Any:
    """Texts of n² digits for whole numbers; a number of at most half as many is no board, and its text is short.

    Raises FormatError if no side is given, and none fits the largest number.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = column.cast(pa.string())
    digits = pc.utf8_length(texts)
    longest = pc.max(digits).as_py()
    side = side or (9 if longest is None else likely_side(longest))
    if side is None:
        raise FormatError(
            f"{where}: column {name!r} holds whole numbers up to {pc.max(column)}; expected boards: text, lists of "
            "cells, or numbers of n² digits; give the name of another column with puzzle="
        )
    return pc.if_else(pc.greater(digits, side * side // 2), pc.utf8_lpad(texts, side * side, "0"), texts)


def _flat(row: Any) -> Any:
    """The numbers of nested lists; none if the lists differ in length."""
    if not isinstance(row, list):
        return row
    parts = [_flat(part) if isinstance(part, list) else [part] for part in row]
    return [*chain.from_iterable(parts)] if len({*map(len, parts)}) == 1 else []
