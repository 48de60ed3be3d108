"""Reading CSV, with or without a header, separated by commas, semicolons or tabs.

Every column is text, so that leading zeros are kept. Lines without any value are skipped, and so are comments before
the header; :mod:`bitdoku.datasets._layout` detects headers and comments.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._layout import Layout
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
    has boards.
    """
    layout = Layout(stream.head, request)
    others = [name for name in layout.names if name not in (layout.puzzle, layout.solution)]
    opened = Opened(iter(()), layout.puzzle, layout.solution, side=layout.side)
    opened.columns = {name: [] for name in others}
    if layout.solution is not None:
        opened.solution_dtype = "text"
    opened.batches = _batches(stream, request, layout)
    return opened


def _batches(stream: HeadedReader, request: Request, layout: Layout) -> Iterator[Raw]:
    wanted = [name for name in layout.names if request.solutions or name != layout.solution]
    reader = _core._CsvReader(
        request.name,
        layout.delimiter,
        len(layout.names),
        line=layout.lines + 1,
        keep=[name in wanted for name in layout.names],
    )
    stream.skip(_start(stream.head, layout.lines))
    start = 0
    for batch in fed(stream, reader, request.rows):
        columns: dict[str, Any] = dict(zip(wanted, batch.columns, strict=True))
        for i in batch.several:
            if layout.swallowed([columns[name][i] or "" for name in wanted]):
                place = f"{request.name}:{batch.lines[i]}"
                raise FormatError(f"{place}: a quoted field contains what looks like rows; is a quote not closed?")
        puzzles = columns.pop(layout.puzzle)
        solutions = columns.pop(layout.solution, None) if layout.solution is not None else None
        yield Raw(puzzles, solutions, columns, start, batch.lines, dict(batch.faults))
        start += len(batch.lines)


def _start(head: bytes, lines: int) -> int:
    """The number of bytes before the first row: a byte order mark, and so many lines."""
    end = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    for _ in range(lines):
        found = _BREAK.search(head, end)
        if found is None:
            return len(head)
        end = found.end()
    return end
