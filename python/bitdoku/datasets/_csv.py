"""Reading CSV, with or without a header, separated by commas, semicolons or tabs.

Every column is text, so that leading zeros are kept. Lines without any value are skipped, and so are comments before
the header; :mod:`bitdoku.datasets._layout` detects headers and comments. If pyarrow is installed, it reads blocks of
rows as Arrow arrays of strings, else the standard library reads the rows.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import os
from collections import deque
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError
from bitdoku.datasets._cells import holds, text_at
from bitdoku.datasets._layout import BREAK, Layout
from bitdoku.datasets._request import Opened, likely_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request
    from bitdoku.datasets._rows import Rows


def open_csv(stream: HeadedReader, request: Request) -> Opened:
    """Open a CSV file with pyarrow, or with the standard library.

    Without a header the columns are named ``puzzle``, ``solution``, and ``column0`` and so on. The first row is a
    header if it has names in the columns that hold boards in later rows; else it is a row of data, malformed unless it
    has boards.
    """
    layout = Layout(stream.head, request)
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        batches = _standard(stream, request, layout)
    else:
        batches = _arrow(stream, request, layout)
    empty = layout.rows({name: [] for name in layout.names}, request, 0, [], request.side or 9)
    return Opened(_closed(batches, stream, layout), layout.puzzle, layout.solution, empty=empty)


def _closed(batches: Iterator[Rows], stream: HeadedReader, layout: Layout) -> Iterator[Rows]:
    """The batches. An unclosed quote, which makes one field of all lines after it, raises an error."""
    last: Rows | None = None
    for rows in batches:
        last = rows
        yield rows
    if last is None:
        return
    boards: dict[str | None, Any] = {layout.puzzle: last.puzzles, layout.solution: last.solutions}
    column = (boards | last.columns).get(layout.names[-1])
    if column is not None and BREAK.search(text_at(column, len(last) - 1) or ""):
        end = stream.last if stream.path is None else _end(stream.path)
        if not end.rstrip(b"\r\n").endswith(b'"'):
            raise FormatError(f"{last.place(len(last) - 1)}: a quote is not closed")


def _end(path: str) -> bytes:
    """The last bytes of a file."""
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 64))
        return file.read()


def _rows_within(place: str) -> FormatError:
    return FormatError(f"{place}: a quoted field contains what looks like rows; is a quote not closed?")


def _standard(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Rows]:
    text = io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), "utf-8-sig", "replace", newline="")
    for _ in range(layout.lines):
        text.readline()  # quotes in comments have no meaning
    records = _numbered(csv.reader(text, delimiter=layout.delimiter), request.name, layout.lines)
    start = 0
    side = layout.side
    width = len(layout.names)
    while chunk := list(itertools.islice(records, request.rows)):
        columns: dict[str, list[str | None]] = {name: [] for name in layout.names}
        lines = []
        for number, row, several in chunk:
            if several and layout.swallowed(row):
                raise _rows_within(f"{request.name}:{number}")
            if not any(row) and len(row) in (0, width):
                continue  # a line without any value counts as blank
            values: list[str | None] = [*row]
            if len(row) != width:
                request.fault(number, _wrong_width(len(row), width))
                values = [None] * width
            lines.append(number)
            for name, value in zip(layout.names, values, strict=True):
                columns[name].append(value)
        if lines:
            side = side or likely_side(columns[layout.puzzle])
            yield layout.rows({**columns}, request, start, lines, side)
            start += len(lines)


def _numbered(reader: Any, name: str, before: int) -> Iterator[tuple[int, list[str], bool]]:
    """The first line of each row, the row, and whether it spans several lines; ``before`` lines precede them."""
    line = before
    try:
        for row in reader:
            end = before + reader.line_num
            yield line + 1, row, end > line + 1
            line = end
    except csv.Error as error:
        raise FormatError(f"{name}: after line {line}, {error}; is a quote not closed?") from None


def _wrong_width(found: int, expected: int) -> str:
    return f"{found} field{'s' * (found != 1)}; expected {expected}"


class _Utf8:
    """A file for pyarrow without byte order mark, with replacement characters for invalid UTF-8."""

    closed = False

    def __init__(self, stream: HeadedReader) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._plain = True
        self._held = b""

    def read(self, size: int) -> bytes:
        # Exactly the requested size, so that batches do not depend on the source of the bytes.
        pieces = [self._held]
        while (wanted := size - sum(map(len, pieces))) and (piece := self._stream.read1(wanted)):
            pieces.append(piece)
        data, self._held = b"".join(pieces), b""
        if len(data) == size > 1 and data.endswith(b"\r"):
            # pyarrow loses a quoted line feed at the start of a block.
            data, self._held = data[:-1], b"\r"
        # The decoder may hold an incomplete character, so once used it is used for all later blocks.
        if self._plain and data.isascii():
            return data
        self._plain = False
        return self._decode(data, final=not data).encode()

    def close(self) -> None:
        self._stream.close()


def _arrow(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Rows]:
    import pyarrow as pa

    done = 0
    if stream.path is not None and _is_simple(stream.head):
        every = layout.wanted == layout.names
        known = layout.bytes + len(codecs.BOM_UTF8) * stream.head.startswith(codecs.BOM_UTF8)
        # Files of pyarrow need no Python in the thread that reads ahead.
        with pa.OSFile(stream.path) as file:
            try:
                # A quote in a column that is not read could hide rows, so quotes are disabled then.
                for rows in _arrow_rows(file, request, layout, quotes=every):
                    stream.done = file.tell()
                    yield rows
                    done += len(rows)
                    known += 0 if every else _expected_bytes(rows, layout)
            except _UndecidedError:
                pass
            except pa.ArrowInvalid as error:
                # The second pass below reports rows of the wrong width and invalid UTF-8.
                if "UTF8" not in str(error) and "CSV parse error" not in str(error):
                    raise
            else:
                # If the size differs from the expected one, the column that was not read may have quotes.
                if every or known - os.path.getsize(stream.path) == (not _end(stream.path).endswith(b"\n")):
                    return
    # Second pass: all columns, with invalid UTF-8 replaced, from the first row that was not yielded.
    for rows in _arrow_rows(_Utf8(stream), request, layout):
        if rows.start >= done:
            yield rows
        elif rows.start + len(rows) > done:
            yield rows.take(np.arange(done - rows.start, len(rows)))


def _expected_bytes(rows: Rows, layout: Layout) -> int:
    """The bytes of rows if the column that was not read has a solution of one character a cell in each."""
    return len(rows) * (rows.side**2 + len(layout.names)) + sum(
        map(_text_bytes, [rows.puzzles, *rows.columns.values()])
    )


class _UndecidedError(Exception):
    """Some rows are not plain; reading them needs all columns, with quotes."""


def _is_simple(head: bytes) -> bool:
    """Whether a file seems to be UTF-8 with lines that end in a line feed only."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return b"\r" not in head


def _arrow_rows(file: Any, request: Request, layout: Layout, *, quotes: bool = True) -> Iterator[Rows]:
    """All columns, or without quotes the wanted ones; malformed rows only if ``file`` is a :class:`_Utf8`."""
    import pyarrow as pa
    import pyarrow.csv

    wanted = layout.names if quotes else layout.wanted
    lines = _Lines(layout.lines + 1)

    def invalid(row: Any) -> str:
        # pyarrow drops exceptions of its callbacks.
        breaks = len(BREAK.findall(row.text))
        swallowed = breaks and layout.swallowed(layout.fields(row.text))
        text = None if swallowed else _wrong_width(row.actual_columns, row.expected_columns)
        lines.skipped.append((row.number, breaks, text))
        return "skip"

    size = max(request.rows * 164, 1 << 12, 2 * layout.bytes)
    try:
        reader = pa.csv.open_csv(
            file,
            # One thread, so that rows are numbered and errors come in order.
            read_options=pa.csv.ReadOptions(
                use_threads=False, block_size=size, column_names=layout.names, skip_rows=layout.lines
            ),
            parse_options=pa.csv.ParseOptions(
                delimiter=layout.delimiter,
                ignore_empty_lines=False,
                invalid_row_handler=invalid if isinstance(file, _Utf8) else None,
                quote_char='"' if quotes else False,
                newlines_in_values=quotes,
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(layout.names, pa.string()),
                include_columns=wanted,
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid as error:
        # A block is larger than all lines before the first row, so the file has no rows.
        if "Empty CSV" in str(error) or "Could not skip" in str(error):
            return
        raise _row_too_long(error, request, lines, size) from None
    side = layout.side
    start = 0
    # A last round without rows handles malformed lines at the end.
    for batch in itertools.chain(_blocks(reader, request, lines, size), [None]):
        columns = {name: pa.nulls(0, pa.string()) if batch is None else batch.column(name) for name in wanted}
        rows = len(columns[layout.puzzle])
        side = side or likely_side(text_at(columns[layout.puzzle], i) for i in range(rows))
        breaks = _breaks(columns) if quotes else None
        numbers, missing = lines.of(breaks, rows)
        plain = _have_length(columns[layout.puzzle], side * side)
        if not quotes and (not plain or any(holds(column, b'"') for column in columns.values())):
            raise _UndecidedError
        within = []
        if breaks is not None:
            several = np.flatnonzero(breaks)
            fields = [column.take(pa.array(several)).to_pylist() for column in columns.values()]
            found = zip(several.tolist(), zip(*fields, strict=True), strict=True)
            within = [(numbers[i], None) for i, texts in found if layout.swallowed(texts)]
        for number, fault in sorted([*within, *missing], key=itemgetter(0)):
            if fault is None:
                raise _rows_within(f"{request.name}:{number}")
            request.fault(number, fault)
        if not plain:
            # Some rows have another length: they may be blank lines, which pyarrow reads as empty texts.
            keep = np.flatnonzero(~_blank_lines(columns))
            if len(keep) < rows:
                columns = {name: column.take(pa.array(keep)) for name, column in columns.items()}
                numbers = [numbers[i] for i in keep.tolist()]
        if missing:
            columns, numbers = _put_back(columns, [*numbers, *(number for number, _ in missing)], len(missing))
        if numbers:
            yield layout.rows(columns, request, start, numbers, side)
            start += len(numbers)


def _blocks(reader: Any, request: Request, lines: _Lines, size: int) -> Iterator[Any]:
    import pyarrow as pa

    try:
        yield from reader
    except pa.ArrowInvalid as error:
        raise _row_too_long(error, request, lines, size) from None


def _row_too_long(error: Exception, request: Request, lines: _Lines, size: int) -> Exception:
    """A FormatError for pyarrow's error about a row longer than a block; other errors unchanged."""
    if "straddling" not in str(error):
        return error
    return FormatError(
        f"{request.name}: after line {lines.last}, a row has more than {size:,} bytes; is a quote not closed?"
    )


class _Lines:
    """The first line of each row: pyarrow numbers rows, and some rows have quoted line breaks."""

    def __init__(self, first: int) -> None:
        self._next = first
        self._within = 0
        """Line breaks within the rows so far."""
        self.skipped: deque[tuple[int, int, str | None]] = deque()
        """Malformed rows that pyarrow skipped: the number, the line breaks within, and the fault, or None if the row
        contains other rows."""

    @property
    def last(self) -> int:
        """The last line of the rows so far."""
        return self._next + self._within - 1

    def of(self, breaks: npt.NDArray[np.int64] | None, rows: int) -> tuple[Sequence[int], list[tuple[int, str | None]]]:
        """The lines of the next rows, and the lines and faults of malformed rows among them."""
        bad: list[tuple[int, int, str | None]] = []
        while self.skipped and self.skipped[0][0] <= self._next + rows + len(bad):
            bad.append(self.skipped.popleft())
        first, total = self._next, rows + len(bad)
        self._next += total
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
        faults = [(line, text) for line, (_, _, text) in zip(lines[~good].tolist(), bad, strict=True)]
        return lines[good].tolist(), faults


def _breaks(columns: dict[str, Any]) -> npt.NDArray[np.int64] | None:
    """The number of line breaks within each row; None if no row has any."""
    import pyarrow.compute as pc

    found = [column for column in columns.values() if holds(column, b"\n") or holds(column, b"\r")]
    return (
        np.sum([np.asarray(pc.count_substring_regex(column, BREAK.pattern)) for column in found], axis=0)
        if found
        else None
    )


def _ends(column: Any) -> npt.NDArray[np.int32]:
    return np.frombuffer(column.buffers()[1], np.int32, len(column) + 1, column.offset * 4)


def _text_bytes(column: Any) -> int:
    ends = _ends(column)
    return int(ends[-1] - ends[0])


def _have_length(column: Any, length: int) -> bool:
    """Whether all texts have this number of bytes."""
    ends = _ends(column)
    return bool((ends[1:] - ends[:-1] == length).all())


def _blank_lines(columns: dict[str, Any]) -> Any:
    import pyarrow.compute as pc

    empty = [np.asarray(pc.fill_null(pc.equal(pc.binary_length(column), 0), True)) for column in columns.values()]
    return np.logical_and.reduce(empty)


def _put_back(columns: dict[str, Any], numbers: list[int], missing: int) -> tuple[dict[str, Any], list[int]]:
    """Insert rows of nulls for the last ``missing`` line numbers, in the order of the lines."""
    import pyarrow as pa

    order = np.argsort(numbers)
    nulls = pa.nulls(missing, pa.string())
    columns = {name: pa.concat_arrays([column, nulls]).take(pa.array(order)) for name, column in columns.items()}
    return columns, [numbers[i] for i in order.tolist()]
