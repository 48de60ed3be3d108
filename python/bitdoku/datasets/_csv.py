"""CSV, with a header or without; separated by commas, semicolons or tabs.

Every column is text, so that no leading zero is lost. pyarrow reads where it is installed, in blocks, and the strings
go on as Arrow arrays; else the standard library.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.datasets._cells import is_board, text_at
from bitdoku.datasets._names import FormatError, delimiter_of, puzzle_column
from bitdoku.datasets._request import Opened, usual_side
from bitdoku.datasets._rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request


class Layout:
    """What the first line says: names, separator, which columns have the boards."""

    def __init__(self, head: bytes, request: Request) -> None:
        lines = [line for line in head.decode("utf-8-sig", "replace").splitlines() if line.strip()][:2]
        first = lines[0] if lines else "puzzle"
        self.delimiter = delimiter_of(first)
        fields = next(csv.reader([first], delimiter=self.delimiter), ["puzzle"])
        boards = [i for i, field in enumerate(fields) if is_board(field.strip())]
        self.header = not boards
        if self.header:
            self.names = [field.strip() or f"column{i}" for i, field in enumerate(fields)]
        else:
            self.names = [f"column{i}" for i in range(len(fields))]
            self.names[boards[0]] = "puzzle"
            if len(boards) > 1:
                self.names[boards[1]] = "solution"
        puzzle = puzzle_column(self.names, request.puzzle, "puzzle", request.name)
        self.solution = puzzle_column(self.names, request.solution, "solution", request.name)
        if puzzle is None and len(lines) == 2:
            # Columns of other names: the first that holds boards, and the next.
            values = next(csv.reader([lines[1]], delimiter=self.delimiter))
            found = [name for name, value in zip(self.names, values, strict=False) if is_board(value.strip())]
            puzzle = found[0] if found else None
            self.solution = self.solution or (found[1] if len(found) > 1 else None)
        if puzzle is None:
            msg = f"{request.name}: no column of puzzles among {', '.join(map(repr, self.names))}; name it with puzzle="
            raise FormatError(msg)
        self.puzzle = puzzle
        unwanted = None if request.solutions else self.solution
        self.wanted = [name for name in self.names if name != unwanted]

    def rows(self, columns: dict[str, Any], request: Request, start: int, lines: Any, side: int) -> Rows:
        puzzles = columns.pop(self.puzzle)
        solutions = columns.pop(self.solution, None) if self.solution is not None else None
        return Rows(puzzles, solutions, columns, request.name, start, side, lines)


def open_csv(stream: HeadedReader, request: Request) -> Opened:
    """Reads with pyarrow, or with the standard library where that is missing."""
    layout = Layout(stream.head, request)
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        batches = _standard(stream, request, layout)
    else:
        batches = _arrow(stream, request, layout)
    return Opened(batches, layout.puzzle, layout.solution)


def _standard(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Rows]:
    text = io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), "utf-8-sig", "replace", newline="")
    reader = csv.reader(text, delimiter=layout.delimiter)
    if layout.header:
        next((row for row in reader if row), None)
    start = 0
    side = request.side
    width = len(layout.names)
    while chunk := [(reader.line_num, row) for row in itertools.islice(reader, request.rows)]:
        columns: dict[str, list[str | None]] = {name: [] for name in layout.names}
        lines = []
        for number, row in chunk:
            if not row:
                continue
            values: list[str | None] = [*row]
            if len(row) != width:
                request.fault(number, _wrong_width(len(row), width))
                values = [None] * width
            lines.append(number)
            for name, value in zip(layout.names, values, strict=True):
                columns[name].append(value)
        if lines:
            side = side or usual_side(columns[layout.puzzle])
            yield layout.rows({**columns}, request, start, lines, side)
            start += len(lines)


def _wrong_width(found: int, expected: int) -> str:
    return f"{found} field{'s' * (found != 1)}; expected {expected}"


class _Utf8:
    """A file for pyarrow: no byte order mark, and bytes that are no UTF-8 become replacement characters."""

    closed = False

    def __init__(self, stream: HeadedReader) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._plain = True

    def read(self, size: int) -> bytes:
        data = self._stream.read1(size)
        if 0 < len(data) < size:
            # As much as was asked for, so that batches do not depend on where the bytes come from.
            pieces = [data]
            while (wanted := size - sum(map(len, pieces))) and (piece := self._stream.read1(wanted)):
                pieces.append(piece)
            data = b"".join(pieces)
        # An incomplete character at the end of a block waits in the decoder, which is therefore kept in use.
        if self._plain and data.isascii():
            return data
        self._plain = False
        return self._decode(data, final=not data).encode()

    def close(self) -> None:
        self._stream.close()


def _arrow(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Rows]:
    import pyarrow as pa

    done = 0
    if stream.path is not None:
        # pyarrow's own files need no Python in the thread that reads ahead.
        with pa.OSFile(stream.path) as file:
            try:
                for rows in _arrow_rows(file, request, layout):
                    stream.done = file.tell()
                    yield rows
                    done += len(rows)
            except pa.ArrowInvalid as error:
                if "UTF8" not in str(error):
                    raise
            else:
                return
    # Once more, with other bytes than UTF-8 replaced, from the first row on that has not come yet.
    for rows in _arrow_rows(_Utf8(stream), request, layout):
        if rows.start >= done:
            yield rows
        elif rows.start + len(rows) > done:
            yield rows.take(np.arange(done - rows.start, len(rows)))


def _arrow_rows(file: Any, request: Request, layout: Layout) -> Iterator[Rows]:
    import pyarrow as pa
    import pyarrow.csv

    skipped: list[int] = []
    faults: list[tuple[int, str]] = []

    def invalid(row: Any) -> str:
        # An exception would end here: pyarrow drops those of its callbacks.
        faults.append((row.number, _wrong_width(row.actual_columns, row.expected_columns)))
        skipped.append(row.number)
        return "skip"

    size = max(request.rows * 164, 1 << 12)
    try:
        reader = pa.csv.open_csv(
            file,
            # One thread: rows have numbers, and errors come in order.
            read_options=pa.csv.ReadOptions(
                use_threads=False, block_size=size, column_names=layout.names, skip_rows=int(layout.header)
            ),
            parse_options=pa.csv.ParseOptions(
                delimiter=layout.delimiter, ignore_empty_lines=False, invalid_row_handler=invalid
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(layout.names, pa.string()),
                include_columns=layout.wanted,
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            return
        raise
    side = request.side
    start, line = 0, 1 + layout.header
    # A last round without rows is for malformed lines at the end.
    for batch in itertools.chain(reader, [None]):
        for number, text in faults:
            request.fault(number, text)
        faults.clear()
        columns = {name: pa.nulls(0, pa.string()) if batch is None else batch.column(name) for name in layout.wanted}
        rows = len(columns[layout.puzzle])
        side = side or usual_side(text_at(columns[layout.puzzle], i) for i in range(min(rows, 200)))
        numbers, missing, line = _line_numbers(rows, line, skipped)
        if rows and _text_bytes(columns[layout.puzzle]) != rows * side * side:
            # Some rows have another length: perhaps blank lines, which are rows of empty texts here.
            keep = np.flatnonzero(~_blank_lines(columns))
            if len(keep) < rows:
                columns = {name: column.take(pa.array(keep)) for name, column in columns.items()}
                numbers = [numbers[i] for i in keep.tolist()]
        if missing:
            columns, numbers = _put_back(columns, [*numbers, *missing], len(missing))
        if numbers:
            yield layout.rows(columns, request, start, numbers, side)
            start += len(numbers)


def _text_bytes(column: Any) -> int:
    offsets = np.frombuffer(column.buffers()[1], np.int32, len(column) + 1, column.offset * 4)
    return int(offsets[-1] - offsets[0])


def _blank_lines(columns: dict[str, Any]) -> Any:
    import pyarrow.compute as pc

    empty = [np.asarray(pc.fill_null(pc.equal(pc.binary_length(column), 0), True)) for column in columns.values()]
    return np.logical_and.reduce(empty)


def _line_numbers(rows: int, line: int, skipped: list[int]) -> tuple[Sequence[int], list[int], int]:
    """The lines of the next rows, those that were skipped among them, and the line after all these."""
    if not skipped:
        return range(line, line + rows), [], line + rows
    good: list[int] = []
    bad: list[int] = []
    while len(good) < rows or line in skipped[:1]:
        if line in skipped[:1]:
            bad.append(skipped.pop(0))
        else:
            good.append(line)
        line += 1
    return good, bad, line


def _put_back(columns: dict[str, Any], numbers: list[int], missing: int) -> tuple[dict[str, Any], list[int]]:
    """Rows of nulls for the last ``missing`` of the lines, all in the order of the lines."""
    import pyarrow as pa

    order = np.argsort(numbers)
    nulls = pa.nulls(missing, pa.string())
    columns = {name: pa.concat_arrays([column, nulls]).take(pa.array(order)) for name, column in columns.items()}
    return columns, [numbers[i] for i in order.tolist()]
