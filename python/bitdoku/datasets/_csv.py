"""Reading CSV, with or without a header, separated by commas, semicolons or tabs.

Every column is text, so that leading zeros are kept. Lines without any value are skipped, and so are comments before
the header; :mod:`bitdoku.datasets._layout` detects headers and comments.
"""

from __future__ import annotations

import codecs
import csv
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._boards import open_boards
from bitdoku.datasets._cells import are_cells, side_of, starts_board
from bitdoku.datasets._layout import Layout
from bitdoku.datasets._names import delimiter_of
from bitdoku.datasets._request import Opened, fed
from bitdoku.datasets._rows import Raw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request

_BREAK = re.compile(rb"\r\n?|\n")


def open_csv(stream: HeadedReader, request: Request) -> Opened:
    """Open a CSV file.

    Without a header the columns are named ``puzzle``, ``solution``, and ``column0`` and so on. The first row is a
    header if it has names in the columns that hold boards in later rows; else it is a row of data, malformed unless it
    has boards. A file without columns of boards may have a column for each cell, or be a board: n rows of n fields.
    """
    try:
        layout = Layout(stream.head, request)
    except FormatError:
        lines = [line for line in stream.head.decode("utf-8-sig", "replace").splitlines() if line.strip()][:65]
        spread = _Spread.of(lines)
        if spread is not None:
            return Opened(_spread(stream, request, spread), side=spread.side)
        if starts_board(lines):
            return open_boards(stream, request)
        raise
    others = [name for name in layout.names if name not in (layout.puzzle, layout.solution)]
    opened = Opened(iter(()), layout.puzzle, layout.solution, side=layout.side, marks=layout.marks)
    opened.columns = {name: [] for name in others}
    if layout.solution is not None:
        opened.solution_dtype = "text"
    opened.batches = _batches(stream, request, layout)
    return opened


def _batches(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Raw]:
    # Also solutions that are not wanted: a quote in one of them may not be closed.
    reader = _core._Reader.csv(request.name, layout.delimiter, len(layout.names), line=layout.lines + 1)
    stream.skip(_start(stream.head, layout.lines))
    start = 0
    for batch in fed(stream, reader, request.rows):
        columns: dict[str, Any] = dict(zip(layout.names, batch.columns, strict=True))
        for i in batch.several:
            if layout.swallowed([column[i] or "" for column in batch.columns]):
                place = f"{request.name}:{batch.lines[i]}"
                raise FormatError(f"{place}: a quoted field contains what looks like rows; is a quote not closed?")
        puzzles = columns.pop(layout.puzzle)
        solutions = columns.pop(layout.solution, None) if layout.solution is not None else None
        yield Raw(puzzles, solutions, columns, start, batch.lines, dict(batch.faults))
        start += len(batch.lines)


class _Spread(NamedTuple):
    """A layout with a column for each cell of the puzzle, and for each of the solution or not."""

    side: int
    columns: int
    delimiter: str
    lines: int
    """Lines before the first row: 1 for a header."""

    @classmethod
    def of(cls, lines: list[str]) -> _Spread | None:
        delimiter = delimiter_of(lines[0])
        records = [[*map(str.strip, record)] for record in csv.reader(lines, delimiter=delimiter)]
        for start in (0, 1):
            for boards in (1, 2):
                side = side_of(len(records[start]) // boards) if len(records) > start else None
                if side is None or side < 4 or side * side * boards != len(records[start]):
                    continue
                # The last line may be cut off, others may be malformed.
                rows = records[start:-1] or records[start:]
                well = [len(record) == len(records[start]) and are_cells(record, side) for record in rows]
                if well[0] and 2 * sum(well) >= len(well):
                    return cls(side, len(records[start]), delimiter, start)
        return None


def _spread(stream: HeadedReader, request: Request, spread: _Spread) -> Iterator[Raw]:
    reader = _core._Reader.csv(request.name, spread.delimiter, spread.columns, line=spread.lines + 1)
    stream.skip(_start(stream.head, spread.lines))
    area = spread.side**2
    start = 0
    for batch in fed(stream, reader, request.rows):
        faults = dict(batch.faults)
        rows = zip(*(column.to_list() for column in batch.columns), strict=True)
        cells = [None if i in faults else [field.strip() or "." for field in row] for i, row in enumerate(rows)]
        boards = [
            [None if row is None else " ".join(row[first : first + area]) for row in cells]
            for first in range(0, spread.columns, area)
        ]
        solutions = boards[1] if len(boards) > 1 and request.solutions else None
        yield Raw(boards[0], solutions, {}, start, batch.lines, faults)
        start += len(cells)


def _start(head: bytes, lines: int) -> int:
    """The number of bytes before the first row: a byte order mark, and so many lines."""
    end = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    for _ in range(lines):
        found = _BREAK.search(head, end)
        if found is None:
            return len(head)
        end = found.end()
    return end
