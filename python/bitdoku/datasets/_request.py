"""What readers share: the request, the description of the file, batches of the core, sides.

A reader is a generator ``read_format(stream, request, opened)``. It describes the file in ``opened`` before it yields
the first rows as ``Raw``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError
from bitdoku.datasets._cells import has_boxes, is_board, side_of, side_of_text
from bitdoku.datasets._rows import Malformed, item

if TYPE_CHECKING:
    from contextlib import ExitStack

    from bitdoku.datasets._files import HeadedReader


#: Bytes read at a time.
PIECE = 1 << 20
#: Rows used to detect the side of the boards.
FIRST = 200


@dataclass(frozen=True)
class Request:
    """A request to read one file."""

    name: str  # the name of the file in messages
    puzzle: str | None  # the name of the puzzle column, if given
    solution: str | None  # the name of the solution column, if given; "" if there is none
    side: int | None  # the side of the boards, if given
    rows: int  # the approximate number of rows in a batch
    malformed: Malformed
    solutions: bool = True  # whether to read stored solutions
    digits: int | None = None  # the number of digits, if it is not the side


@dataclass
class Opened:
    """An opened file; what its reader opens is closed by ``stack``."""

    stack: ExitStack
    path: str | None = None  # the path, if the stream is the file itself
    puzzle: str | None = None  # the name of the puzzle column, if columns have names
    solution: str | None = None
    total: int | None = None  # the number of rows, if the file declares it
    dtype: str = "text"  # how a cell of a puzzle is stored: ``text``, or the dtype of an array
    solution_dtype: str | None = None  # the same for stored solutions, if the file has one type for all of them
    side: int | None = None  # the side of the boards, if the reader knows it before the first rows
    marks: bool = False  # whether the puzzles are pencil marks; False too if batches have candidates anyway
    columns: dict[str, Any] = field(default_factory=dict)  # the other columns of a file without rows
    name: str | None = None  # the name for messages, if not that of the request
    metadata: dict[str, str] | None = None  # the metadata of a Parquet or Arrow file


def fed(stream: HeadedReader, reader: Any, rows: int, *, flush: bool = False) -> Iterator[Any]:
    """The batches of a reader of the core, fed from a stream; on a terminal, or with ``flush``, what is there."""
    flush = flush or stream.isatty()
    data = None
    while data != b"":
        data = stream.read1(PIECE)
        reader.feed(data)
        while (batch := reader.batch(rows, flush)) is not None:
            yield batch


def likely_side(texts: Iterable[str | None], default: int = 9) -> int:
    """The side of most boards among the first texts; if none is a board, the most frequent side by length."""
    first = [(text, side_of_text(text)) for text in islice(texts, FIRST) if text]
    boards = Counter(side for text, side in first if side is not None and is_board(text.strip()))
    # A text of 25 characters is rarely a 5x5 board.
    sides = boards or Counter(side for _, side in first if side is not None and has_boxes(side))
    return sides.most_common(1)[0][0] if sides else default


def side_of_rows(puzzles: Any, request: Request, known: int | None = None) -> int:
    """The side of the boards in a batch: that of earlier batches, or of the request, or of its rows.

    Raises FormatError if an array has rows of another length.
    """
    side = known or request.side or side_of_column(puzzles)
    if isinstance(puzzles, np.ndarray) and puzzles.ndim == 2 and puzzles.shape[1] != side**2:
        raise FormatError(f"{request.name}: boards of {puzzles.shape[1]} cells; expected {side**2} for side {side}")
    return side


def side_of_column(column: Any) -> int:
    """The side of the boards in a column, from its first rows."""
    if isinstance(column, np.ndarray) and column.ndim == 2:
        return side_of(column.shape[1]) or 9
    first = [item(column, i) for i in range(min(len(column), FIRST))]
    lists = [value for value in first if isinstance(value, list)]
    # A board of n rows, or of n² cells.
    sides = Counter(len(row) if row and isinstance(row[0], list) else side_of(len(row)) or 0 for row in lists)
    side = max((side for side in sides if side > 3), key=sides.__getitem__, default=0)
    return side or likely_side(value for value in first if isinstance(value, str))


def blank_of(column: Any) -> str:
    """How a column of texts writes blank cells: ``0`` if its first board has no other blanks, else a point."""
    text = item(column, 0) if len(column) else None
    return "0" if isinstance(text, str) and "0" in text and "." not in text else "."
