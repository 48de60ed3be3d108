"""``Request``: the options of a reader, and its description of the file.

A reader is a generator ``read_format(stream, request)``. It adds a description of the file to the request, and then
yields rows as ``Raw``. If the file may have no rows, the first ``Raw`` is empty and has the names of the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import PUZZLE_NAMES, SOLUTION_NAMES
from bitdoku.datasets._io.raw import Raw

if TYPE_CHECKING:
    from bitdoku._board_text import Malformed
    from bitdoku.datasets._io.streams import HeadedReader
    from bitdoku.rules._rules import Rules


#: Bytes read at a time: they stay in the cache.
PIECE = 1 << 18
#: Rows used to detect the side of the boards.
FIRST = 200


@dataclass
class Request:
    """The options for reading a file, and the description of the file by its reader."""

    name: str  # the name of the file in messages
    wanted: tuple[str | None, str | None]  # the names of the columns of boards, if given; "" if there are no solutions
    side: int | None  # the side of the boards, if given or found
    rows: int  # the approximate number of rows in a batch
    malformed: Malformed
    solutions: bool = True  # whether to read stored solutions
    digits: int | None = None  # the number of digits, if it is not the side
    symbols: str | None = None  # the character of each digit in texts, if not the standard ones

    rules: Rules | None = None  # the rules of all puzzles, if given

    puzzle: str | None = None  # the name of the puzzle column, if columns have names
    solution: str | None = None
    total: int | None = None  # the number of rows, if the file declares it
    dtype: str = "text"  # how a cell of a puzzle is stored: ``text``, or the dtype of an array
    solution_dtype: str | None = None  # the same for stored solutions, if the file has one type for all of them
    marks: bool = False  # whether the puzzles are pencil marks; False too if batches have candidates anyway
    metadata: dict[str, str] | None = None  # the metadata of a Parquet or Arrow file

    def recognized(self, puzzles: Any) -> tuple[int | None, int | None, str | None, str]:
        """The side, the number of digits, the kind and the blank of the first puzzles, in the symbols of the file."""
        return _core._recognize(puzzles, self.symbols, self.side)

    def may_be_boards(self, column: Any) -> bool:
        """Whether boards are among the first rows of a column, or it has no rows."""
        return not len(column) or self.recognized(column)[2] is not None

    def are_solutions(self, column: Any) -> bool:
        """Whether more than half of the boards among the first rows of a column are complete."""
        return self.recognized(column[:FIRST])[2] == "grids"

    def roles_among(self, columns: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """The names of the columns of puzzles and of solutions among columns of boards, if there are any.

        Of two columns of complete boards, the first has the puzzles.

        Raises FormatError if several columns may have the puzzles, or the solutions.
        """
        puzzles = [name for name, column in columns.items() if not self.are_solutions(column)] or [*columns][:1]
        solutions = [name for name in columns if name not in puzzles]
        for what, found, names in (("puzzles", puzzles, ""), ("solutions", solutions, " and solution=")):
            if len(found) > 1:
                among = ", ".join(map(repr, found))
                raise FormatError(f"{self.name}: {among} may be the {what}; name the column with puzzle={names}")
        return next(iter(puzzles), None), next(iter(solutions), None)

    def detect(self, puzzles: Any) -> None:
        """Set the size of the boards and whether they are pencil marks, by the first puzzles."""
        side, digits, kind, _ = self.recognized(puzzles)
        self.side = self.side or side
        if self.digits is None and self.side == side != digits:
            self.digits = digits
        self.marks = kind == "pencilmarks" and self.side == side

    def expect_different(self, names: Sequence[Any]) -> None:
        """Raise FormatError if two columns have the same name."""
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise FormatError(f"{self.name}: two columns have the name {twice!r}")

    def find_columns(self, names: Sequence[str], are_boards: Callable[[str], bool]) -> None:
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
            if wanted and wanted not in names and wanted.isdecimal() and 0 < int(wanted) <= len(names):
                wanted = names[int(wanted) - 1]
                self.wanted = (wanted, self.wanted[1]) if i == 0 else (self.wanted[0], wanted)
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

    def raw(self, columns: dict[Any, Any], lines: Any = None, faults: Mapping[int, str] | None = None) -> Raw:
        """The rows of these columns, which include the columns of boards."""
        puzzles, solutions = columns.pop(self.puzzle), columns.pop(self.solution, None)
        return Raw(puzzles, solutions, columns, lines, faults or {})


def read_batches(stream: HeadedReader, reader: Any, rows: int, *, flush: bool = False) -> Iterator[Any]:
    """The batches that a reader of the core makes of a stream.

    On a terminal, or with ``flush``, a batch has the rows that are available.
    """
    flush = flush or stream.isatty()
    data = None
    while data != b"":
        data = stream.read1(PIECE)
        reader.feed(data)
        while (batch := reader.batch(rows, flush)) is not None:
            yield batch
