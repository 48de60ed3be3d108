"""What readers share: the request, which they complete by a description of the file, and batches of the core.

A reader is a generator ``read_format(stream, request)``. It describes the file in the request before it yields the
first rows as ``Raw``. If there may be no rows, it yields an empty ``Raw`` first, which has the names of the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import PUZZLE_NAMES, SOLUTION_NAMES
from bitdoku.datasets._io.raw import Raw, are_pencilmarks, item
from bitdoku.datasets._io.recognition import SIDES, has_boxes, is_board, side_of, side_of_text

if TYPE_CHECKING:
    from bitdoku._board_text import Fault
    from bitdoku._faults import Malformed
    from bitdoku.datasets._io.streams import HeadedReader


#: Bytes read at a time: they stay in the cache.
PIECE = 1 << 18
#: Rows used to detect the side of the boards.
FIRST = 200


@dataclass
class Request:
    """A request to read one file, and what its reader finds there."""

    name: str  # the name of the file in messages
    wanted: tuple[str | None, str | None]  # the names of the columns of boards, if given; "" if there are no solutions
    side: int | None  # the side of the boards, if given or found
    rows: int  # the approximate number of rows in a batch
    malformed: Malformed
    solutions: bool = True  # whether to read stored solutions
    digits: int | None = None  # the number of digits, if it is not the side

    puzzle: str | None = None  # the name of the puzzle column, if columns have names
    solution: str | None = None
    total: int | None = None  # the number of rows, if the file declares it
    dtype: str = "text"  # how a cell of a puzzle is stored: ``text``, or the dtype of an array
    solution_dtype: str | None = None  # the same for stored solutions, if the file has one type for all of them
    marks: bool = False  # whether the puzzles are pencil marks; False too if batches have candidates anyway
    metadata: dict[str, str] | None = None  # the metadata of a Parquet or Arrow file

    def look_at(self, puzzles: Any) -> None:
        """Find the side of the boards, and whether they are pencil marks, by the first puzzles."""
        self.side = self.side or side_of_column(puzzles)
        self.marks = are_pencilmarks(puzzles)

    def expect_different(self, names: Sequence[Any]) -> None:
        """Raise FormatError if two columns have the same name."""
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise FormatError(f"{self.name}: two columns have the name {twice!r}")

    def find(self, names: Sequence[str], are_boards: Callable[[str], bool]) -> None:
        """Find the columns of boards among columns with these names.

        Columns called puzzle or solution are accepted by name. For other known names, ``are_boards`` checks the values.

        Raises FormatError if a requested name does not exist, or two columns have the same name.
        """
        self.expect_different(names)
        if self.wanted[0] and self.wanted[0] == self.wanted[1]:
            raise FormatError(f"{self.name}: {self.wanted[0]!r} is given for both the puzzles and the solutions")
        found = [self.puzzle, self.solution]
        # Of names that differ only in case, the lower-case one is preferred, then the first.
        lower = {name.lower(): name for name in reversed(names)} | {n: n for n in names if n == n.lower()}
        for i, (what, known) in enumerate((("puzzles", PUZZLE_NAMES), ("solutions", SOLUTION_NAMES))):
            wanted = self.wanted[i]
            if wanted and wanted not in names:
                among = ", ".join(map(repr, names))
                raise FormatError(f"{self.name}: no column {wanted!r} for the {what}; expected one of {among}")
            other = found[1 - i] or self.wanted[1 - i]  # no column is both
            others = (n for n in known if lower.get(n, other) != other)
            candidates = (lower[n] for n in others if n in known[:2] or are_boards(lower[n]))
            found[i] = found[i] or (next(candidates, None) if wanted is None else wanted or None)
        self.puzzle, self.solution = found

    def puzzle_among(self, names: Sequence[str]) -> str:
        """The name of the puzzle column. Raises FormatError if none of these has the puzzles."""
        if self.puzzle is None:
            among = f" among {', '.join(map(repr, names))}" if names else ""
            raise FormatError(f"{self.name}: no column of puzzles{among}; give its name with puzzle=")
        return self.puzzle

    def raw(self, columns: dict[Any, Any], lines: Any = None, faults: Mapping[int, str | Fault] | None = None) -> Raw:
        """Rows with these columns, among which are those of boards."""
        puzzles, solutions = columns.pop(self.puzzle), columns.pop(self.solution, None)
        return Raw(puzzles, solutions, columns, lines, faults or {})


def fed(stream: HeadedReader, reader: Any, rows: int, *, flush: bool = False) -> Iterator[Any]:
    """The batches of a reader of the core, fed from a stream; on a terminal, or with ``flush``, what is there."""
    flush = flush or stream.isatty()
    data = None
    while data != b"":
        data = stream.read1(PIECE)
        reader.feed(data)
        while (batch := reader.batch(rows, flush)) is not None:
            yield batch


def side_of_column(column: Any) -> int | None:
    """The side of most boards among the first rows of a column, or None.

    If no text is a board, it is the most frequent side by length.
    """
    if isinstance(column, np.ndarray) and column.ndim == 2:
        return side_of(column.shape[1])
    first = [item(column, i) for i in range(min(len(column), FIRST))]
    lists = [value for value in first if isinstance(value, list)]
    # A board of n rows, or of n² cells.
    sides = Counter(len(row) if row and isinstance(row[0], list) else side_of(len(row)) or 0 for row in lists)
    side = max((side for side in sides if 3 < side <= SIDES[-1]), key=sides.__getitem__, default=None)
    if side is not None:
        return side
    texts = [(value, side_of_text(value)) for value in first if isinstance(value, str) and value]
    boards = Counter(side for text, side in texts if side is not None and is_board(text.strip()))
    # A text of 25 characters is rarely a 5x5 board.
    sides = boards or Counter(side for _, side in texts if side is not None and has_boxes(side))
    return sides.most_common(1)[0][0] if sides else None


def blank_of(column: Any) -> str:
    """How a column of texts writes blank cells: ``0`` if its first board has no other blanks, else a point."""
    text = item(column, 0) if len(column) else None
    return "0" if isinstance(text, str) and "0" in text and "." not in text else "."
