"""What a reader is asked for, and what it says before the first row."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError, PuzzleError
from bitdoku.datasets._cells import has_boxes, is_board, side_of, side_of_text, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bitdoku.datasets._rows import Malformed, Rows


#: Rows that tell the side of the boards.
FIRST = 200
#: Malformed lines of which it is known what was wrong: more than anybody describes.
FAULTS = 1000


@dataclass(frozen=True)
class Request:
    """One file to read."""

    name: str
    """What messages call it."""
    puzzle: str | None
    """The name of the puzzles' column, where it was given."""
    solution: str | None
    """The same for the solutions; an empty text where no column has any."""
    side: int | None
    """The side of the boards, where it was given."""
    rows: int
    """Rows in a batch, about."""
    malformed: Malformed
    solutions: bool = True
    """Whether stored solutions are wanted; where not, columns of them need not be read."""

    faults: dict[int, str] = field(default_factory=dict)
    """What was wrong with the first malformed lines, by their numbers."""

    def fault(self, line: int, text: str) -> None:
        """Raises for a malformed line, unless such are marked."""
        if self.malformed == "raise":
            msg = f"{self.name}:{line}: {text}"
            raise PuzzleError(msg)
        if len(self.faults) < FAULTS:
            self.faults[line] = text


@dataclass
class Opened:
    """A file that is being read."""

    batches: Iterator[Rows]
    puzzle: str | None = None
    """The name of the puzzles' column, where columns have names."""
    solution: str | None = None
    total: int | None = None
    """The number of rows, where the file says so."""
    dtype: str = "text"
    """How a cell of a puzzle is stored: ``text``, or the dtype of an array."""
    solution_dtype: str | None = None
    """The same of stored solutions, where there are any and the file says so for all of them."""
    empty: Rows | None = None
    """No rows, but the columns, where a file without rows has some."""
    metadata: dict[str, str] | None = None
    """What a Parquet or Arrow file says of itself."""


def usual_side(texts: Iterable[str | None], default: int = 9) -> int:
    """The side of the boards that most of the first texts are; where none is one, that they have the length of."""
    first = [(text, side_of_text(text)) for text in islice(texts, FIRST) if text]
    boards = Counter(side for text, side in first if side is not None and is_board(text.strip()))
    # Texts of 25 characters are seldom boards without boxes.
    sides = boards or Counter(side for _, side in first if side is not None and has_boxes(side))
    return sides.most_common(1)[0][0] if sides else default


def side_of_rows(puzzles: Any, request: Request, known: int | None = None) -> int:
    """The side of the boards in a batch: the one of the batches before, or that was asked for, or what its rows say.

    Raises:
    ------
    FormatError
        If an array has rows of other boards than those.
    """
    side = known or request.side or side_of_column(puzzles)
    if isinstance(puzzles, np.ndarray) and puzzles.ndim == 2 and puzzles.shape[1] != side**2:
        msg = f"{request.name}: boards of {puzzles.shape[1]} cells; expected {side**2}, as those of side {side} have"
        raise FormatError(msg)
    return side


def side_of_column(column: Any) -> int:
    """The side of the boards in a column, by its first rows."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "iu":
        return side_of(column.shape[1]) or 9
    return usual_side(text_at(column, i) for i in range(len(column)))
