"""Tables with a column for each cell: of a board, of a puzzle and its solution, or of a row of a board.

.. code-block:: text

    id,0,1,2,…,80,level     a record for each board      ,0,1,2,…,8     n records for each board,
    7,5,3,0,…,9,easy                                     0,5,3,0,…,0    as pandas writes a board with its
                                                         1,6,0,0,…,0    header and its index

The columns of cells are consecutive. Up to three other columns may stand before and after those of whole boards; before
those of rows, an index. The values decide which columns hold cells, and the names where several choices are possible.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

from bitdoku import _core
from bitdoku._errors import FormatError

#: The most columns beside those of cells.
_OTHERS = 3
#: The boards of a record and the number of other columns, in the order in which they are tried.
_SHAPES = (*itertools.product((1, 2), range(_OTHERS + 1)), (0, 2), (0, 1), (0, 0))


def detect_delimiter(line: str) -> str:
    """The most frequent of comma, semicolon and tab."""
    return max(",;\t", key=line.count) if any(sign in line for sign in ",;\t") else ","


class CellTable(NamedTuple):
    """The layout of a table with a column for each cell."""

    side: int
    boards: int
    """The boards of a record: 1, 2 with the solution, 0 for a row of a board."""
    first: int
    """The first column of cells."""
    header: list[str]
    """The names of all columns; empty without a header."""
    width: int
    delimiter: str

    @property
    def names(self) -> dict[int, str]:
        """The names of the columns other than cells and an index without a name, by their numbers."""
        cells = range(self.first, self.first + self.boards * self.side**2)
        others = (i for i in range(self.width) if i not in cells and self.header[i : i + 1] != [""])
        return {i: self.header[i] if self.header else f"column{i}" for i in others}

    def lists(self, record: Sequence[str]) -> list[str]:
        """Each board of a record, or the row of a board, as the text of a list, where null is blank and 5.0 is 5."""
        count = self.side ** (2 if self.boards else 1)
        cells = [field.strip() or "null" for field in record[self.first : self.first + count * (self.boards or 1)]]
        return [f"[{','.join(cells[i : i + count])}]" for i in range(0, len(cells), count)]

    @classmethod
    def detected(cls, name: str, lines: Sequence[str], whole: bool, symbols: str | None = None) -> CellTable | None:
        """The layout of a table that begins with these lines, or is ``whole`` in them; None for other text.

        Raises FormatError if several choices of columns are possible.
        """
        delimiter = detect_delimiter(next(iter(lines), ""))
        try:
            records = [[field.strip() for field in record] for record in csv.reader(lines, delimiter=delimiter)]
        except csv.Error:
            return None
        for header in (1, 0):
            rows = records[header:]
            width = len(rows[0]) if rows else 0
            if width < 4 or (header and len(records[0]) != width):
                continue
            names = records[0] if header else []
            for boards, others in _SHAPES:
                count = (width - others) // (boards or 1)
                side = isqrt(count) if boards else count
                if not 4 <= side <= 64 or (boards and side * side * boards != width - others):
                    continue
                starts = range(others + 1) if boards else [others]
                found = [cls(side, boards, first, names, width, delimiter) for first in starts]
                if names and boards and any(one._are_cells([names], symbols) for one in found):
                    continue
                found = [one for one in found if one._holds(rows, whole, symbols)]
                if len(found) > 1:
                    found = [one for one in found if one._is_named()] or found
                if len(found) > 1:
                    found = [one for one in found if one.first and _counts(row[one.first - 1] for row in rows)]
                    if len(found) != 1:
                        expected = "expected a header with other names for the others"
                        raise FormatError(f"{name}: {width} columns, {boards * side**2} of which are cells; {expected}")
                if found:
                    return found[0]
        return None

    def _holds(self, rows: Sequence[Sequence[str]], whole: bool, symbols: str | None) -> bool:
        """Whether the first rows, some of which may be malformed, have this layout."""
        if self.boards:
            # The last line may be cut off.
            rows = rows if whole else rows[:-1] or rows
            good = [self._are_cells([row], symbols) for row in rows]
            return good[0] and 2 * sum(good) >= len(good)
        names, side = self.header[self.first :], self.side
        rows = [row for row in rows if row != self.header]
        if len(rows) < side or not self._are_cells(rows[:side], symbols):
            return False
        fits = whole and len(rows) % side == 0
        if not names:
            return self.first == 1 and fits and _counts(row[0] for row in rows[:side])
        if self.first:
            index = [row[self.first - 1] for row in rows[:side]]
            return len({*index}) == side and (_counts(names) or not _are_digits(names))
        return all(names) and (not _are_digits(names) or (_counts(names) and (fits or names[0] == "0")))

    def _are_cells(self, rows: Sequence[Sequence[str]], symbols: str | None) -> bool:
        """Whether the boards of a record, or of the n rows of a board, are boards of this side."""
        if any(len(row) != self.width for row in rows):
            return False
        lists = [text for row in rows for text in self.lists(row)]
        texts = lists if self.boards else [joined(lists)]
        found = (_core._recognize(text, symbols, self.side if symbols else None) for text in texts)
        return all(side == self.side and kind is not None for side, _, kind, _ in found)

    def _is_named(self) -> bool:
        """Whether the names of the cells of a board differ only in their numbers."""
        area = self.side**2
        shapes = [re.sub(r"\d+", "#", name) for name in self.header]
        starts = range(self.first, self.first + self.boards * area, area)
        return bool(shapes) and all(len({*shapes[i : i + area]}) == 1 for i in starts)


def joined(lists: Sequence[str]) -> str:
    """The text of the list of all items of some lists."""
    return f"[{','.join(text[1:-1] for text in lists)}]"


def _are_digits(names: Sequence[str]) -> bool:
    return all(name.isdecimal() for name in names)


def _counts(texts: Iterable[str]) -> bool:
    """Whether texts are consecutive whole numbers from 0 or 1 on."""
    found = [*texts]
    return found in ([str(i + first) for i in range(len(found))] for first in (0, 1))
