"""CSV, with a header or without; separated by commas, semicolons or tabs.

Every column is text, so that no leading zero is lost. pyarrow reads where it is installed, in blocks, and the strings
go on as Arrow arrays; else the standard library.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import os
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.datasets._cells import is_board, may_be_boards, text_at
from bitdoku.datasets._files import HEAD
from bitdoku.datasets._names import FormatError, board_columns, delimiter_of, no_puzzles
from bitdoku.datasets._request import Opened, usual_side
from bitdoku.datasets._rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request


class Layout:
    """What the first lines say: names, separator, which columns have the boards."""

    def __init__(self, head: bytes, request: Request) -> None:
        text = head.decode("utf-8-sig", "replace")
        if len(head) >= HEAD and "\n" in text:
            text = text[: text.rindex("\n") + 1]
        self.delimiter = delimiter_of(next((line for line in text.splitlines() if line.strip()), ""))
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter)
        records: list[list[str]] = []
        self.lines = 0
        """The lines before the first row."""
        for record in reader:
            if any(field.strip() for field in record):
                self.lines = self.lines if records else reader.line_num
                records.append(record)
            if len(records) > 200:
                break
        fields = records[0] if records else ["puzzle"]
        boards = [i for i, field in enumerate(fields) if is_board(field.strip())]
        if not boards:
            self.names = [field.strip() or f"column{i}" for i, field in enumerate(fields)]
            del records[:1]
        else:
            self.lines = 0
            self.names = [f"column{i}" for i in range(len(fields))]
            self.names[boards[0]] = "puzzle"
            if len(boards) > 1:
                self.names[boards[1]] = "solution"
        places = {name: i for i, name in enumerate(self.names)}

        def values(name: str) -> list[str]:
            return [record[places[name]].strip() for record in records if len(record) > places[name]]

        puzzle, self.solution = board_columns(self.names, request, lambda name: may_be_boards(values(name)))
        if puzzle is None:
            # Columns of other names: the first that holds boards, and the next.
            found = [name for name in self.names if any(is_board(value) for value in values(name))]
            puzzle = found[0] if found else None
            if len(found) > 1 and request.solution is None:
                self.solution = self.solution or found[1]
        if puzzle is None:
            raise no_puzzles(self.names, request)
        self.puzzle = puzzle
        # Where there are quotes, all columns count for lines and their ends.
        unwanted = None if request.solutions or '"' in text else self.solution
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
    return Opened(_closed(batches, stream, layout), layout.puzzle, layout.solution)


def _closed(batches: Iterator[Rows], stream: HeadedReader, layout: Layout) -> Iterator[Rows]:
    """The batches. A quote that nobody closes takes all lines behind it into one field, and is an error."""
    last: Rows | None = None
    for rows in batches:
        last = rows
        yield rows
    if last is None:
        return
    boards: dict[str | None, Any] = {layout.puzzle: last.puzzles, layout.solution: last.solutions}
    column = (boards | last.columns).get(layout.names[-1])
    if column is not None and "\n" in (text_at(column, len(last) - 1) or ""):
        end = stream.last
        if stream.path is not None:
            with open(stream.path, "rb") as file:
                file.seek(max(0, os.path.getsize(stream.path) - 64))
                end = file.read()
        if not end.rstrip(b"\r\n").endswith(b'"'):
            raise FormatError(f"{last.place(len(last) - 1)}: a quote is opened and never closed")


def _standard(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Rows]:
    text = io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), "utf-8-sig", "replace", newline="")
    reader = csv.reader(text, delimiter=layout.delimiter)
    while reader.line_num < layout.lines:
        next(reader)
    records = _numbered(reader)
    start = 0
    side = request.side
    width = len(layout.names)
    while chunk := list(itertools.islice(records, request.rows)):
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


def _numbered(reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows, and the line on which each begins."""
    line = reader.line_num
    for row in reader:
        yield line + 1, row
        line = reader.line_num


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

    lines = _Lines(layout.lines + 1)

    def invalid(row: Any) -> str:
        # An exception would end here: pyarrow drops those of its callbacks.
        text = _wrong_width(row.actual_columns, row.expected_columns)
        lines.skipped.append((row.number, row.text.count("\n"), text))
        return "skip"

    size = max(request.rows * 164, 1 << 12)
    try:
        reader = pa.csv.open_csv(
            file,
            # One thread: rows have numbers, and errors come in order.
            read_options=pa.csv.ReadOptions(
                use_threads=False, block_size=size, column_names=layout.names, skip_rows=layout.lines
            ),
            parse_options=pa.csv.ParseOptions(
                delimiter=layout.delimiter,
                ignore_empty_lines=False,
                invalid_row_handler=invalid,
                newlines_in_values=True,
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
    start = 0
    # A last round without rows is for malformed lines at the end.
    for batch in itertools.chain(reader, [None]):
        columns = {name: pa.nulls(0, pa.string()) if batch is None else batch.column(name) for name in layout.wanted}
        rows = len(columns[layout.puzzle])
        side = side or usual_side(text_at(columns[layout.puzzle], i) for i in range(rows))
        numbers, missing = lines.of(columns, rows)
        for number, text in missing:
            request.fault(number, text)
        if rows and _text_bytes(columns[layout.puzzle]) != rows * side * side:
            # Some rows have another length: perhaps blank lines, which are rows of empty texts here.
            keep = np.flatnonzero(~_blank_lines(columns))
            if len(keep) < rows:
                columns = {name: column.take(pa.array(keep)) for name, column in columns.items()}
                numbers = [numbers[i] for i in keep.tolist()]
        if missing:
            columns, numbers = _put_back(columns, [*numbers, *(number for number, _ in missing)], len(missing))
        if numbers:
            yield layout.rows(columns, request, start, numbers, side)
            start += len(numbers)


class _Lines:
    """On which line each row begins: pyarrow numbers rows, and some have line breaks within quotes."""

    def __init__(self, first: int) -> None:
        self._next = first
        self._within = 0
        """Line breaks within the rows so far."""
        self.skipped: deque[tuple[int, int, str]] = deque()
        """Malformed rows that pyarrow has left out: their number, the line breaks within, what is wrong."""

    def of(self, columns: dict[str, Any], rows: int) -> tuple[Sequence[int], list[tuple[int, str]]]:
        """The lines of the next rows, and those of malformed ones among them and what is wrong there."""
        bad: list[tuple[int, int, str]] = []
        while self.skipped and self.skipped[0][0] <= self._next + rows + len(bad):
            bad.append(self.skipped.popleft())
        first, total = self._next, rows + len(bad)
        self._next += total
        breaks = _breaks(columns)
        if breaks is None and not bad:
            return range(first + self._within, first + self._within + total), []
        good = np.ones(total, bool)
        within = np.zeros(total, np.int64)
        for number, count, _ in bad:
            good[number - first] = False
            within[number - first] = count
        if breaks is not None:
            within[good] = breaks
        lines = first + self._within + np.arange(total) + np.cumsum(within) - within
        self._within += int(within.sum())
        told = [(line, text) for line, (_, _, text) in zip(lines[~good].tolist(), bad, strict=True)]
        return lines[good].tolist(), told


def _breaks(columns: dict[str, Any]) -> npt.NDArray[np.int64] | None:
    """The line breaks within each row; None where no row has any."""
    import pyarrow.compute as pc

    found = [column for column in columns.values() if _has_controls(column)]
    return np.sum([np.asarray(pc.count_substring(column, "\n")) for column in found], axis=0) if found else None


def _has_controls(column: Any) -> bool:
    """Whether some byte comes before the space, as line breaks do: quicker to see than the line breaks themselves."""
    data = np.frombuffer(column.buffers()[2] or b"", np.uint8)
    return bool(data.size) and bool(data.min() < 32)


def _text_bytes(column: Any) -> int:
    offsets = np.frombuffer(column.buffers()[1], np.int32, len(column) + 1, column.offset * 4)
    return int(offsets[-1] - offsets[0])


def _blank_lines(columns: dict[str, Any]) -> Any:
    import pyarrow.compute as pc

    empty = [np.asarray(pc.fill_null(pc.equal(pc.binary_length(column), 0), True)) for column in columns.values()]
    return np.logical_and.reduce(empty)


def _put_back(columns: dict[str, Any], numbers: list[int], missing: int) -> tuple[dict[str, Any], list[int]]:
    """Rows of nulls for the last ``missing`` of the lines, all in the order of the lines."""
    import pyarrow as pa

    order = np.argsort(numbers)
    nulls = pa.nulls(missing, pa.string())
    columns = {name: pa.concat_arrays([column, nulls]).take(pa.array(order)) for name, column in columns.items()}
    return columns, [numbers[i] for i in order.tolist()]
