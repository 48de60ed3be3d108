"""``Rows`` of a data set, as :func:`bitdoku.datasets.scan` yields and :func:`bitdoku.datasets.read` returns them.

A column of boards is one of

* text in the form of the file: an Arrow array of strings, a list of str, or a numpy array of type ``S``;
* numbers: an integer array of shape (rows, n²) of any dtype, possibly a view of a memory-mapped file.

:func:`bitdoku.solve` and similar functions accept these directly, which is the fastest way from file to file;
therefore scanning does not validate cells. :meth:`Rows.decoded` does, and converts them to uint8.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

import numpy as np

from bitdoku._errors import PuzzleError
from bitdoku.datasets._cells import from_numbers, from_text, number_fault, parse, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt

Malformed: TypeAlias = Literal["raise", "mark"]


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """Consecutive rows of a data set.

    Attributes:
    ----------
    puzzles : column
        The puzzles: an Arrow array of strings, a list of str, an ``S`` array, or an integer array (rows, n²).
        Null, None or an empty text represent a missing puzzle. :func:`bitdoku.solve` takes all of these.
    solutions : column or None
        The stored solutions in the same forms; blank or null if missing.
    columns : dict of str to column
        The other columns by name: Arrow arrays, numpy arrays or lists with one entry a row.
    name : str
        The file.
    start : int
        The number of the first row in the file, from 0.
    side : int
        n, so that a puzzle has n² cells.
    lines : sequence of int, or None
        The line of each row in a text file, from 1.
    numbers : sequence of int, or None
        The number of each row in the file, if they are not consecutive from ``start`` on.
    malformed : bool array or None
        After :meth:`decoded` with ``malformed="mark"``: the rows with a malformed puzzle or solution, whose cells are
        0. None if there are none.
    faults : mapping of int to str
        Descriptions of the faults of malformed lines by line number, if available.
    """

    puzzles: Any
    solutions: Any = None
    columns: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    start: int = 0
    side: int = 9
    lines: Sequence[int] | None = None
    malformed: npt.NDArray[np.bool_] | None = None
    numbers: Sequence[int] | None = None
    faults: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[np.uint8], bool]:
        cells, bad = self._cells(self.puzzles, "", "mark" if mark else "raise")
        if self.malformed is not None:
            bad = bad | self.malformed
        if bad.any():
            if not mark:
                raise self.fault(int(np.argmax(bad)))
            cells = np.where(bad[:, None], np.uint8(255), cells)
        return cells.reshape(-1, self.side, self.side), False

    @property
    def __bitdoku_rules__(self) -> str | None:
        return None if self.side == 9 else f"{self.side}x{self.side}"

    def __repr__(self) -> str:
        stored = "with" if self.solutions is not None else "without"
        more = f", columns {', '.join(self.columns)}" if self.columns else ""
        return f"<{len(self)} rows of side {self.side} {stored} solutions{more}>"

    def place(self, i: int) -> str:
        """Where row ``i`` stands, for messages: ``puzzles.csv:17`` by line, ``puzzles.npy[16]`` by number from 0."""
        name = self.name or "puzzles"
        return f"{name}:{self.lines[i]}" if self.lines is not None else f"{name}[{self.number(i)}]"

    def number(self, i: int) -> int:
        """The number of row ``i`` in the file, from 0."""
        return self.start + i if self.numbers is None else self.numbers[i]

    def decoded(self, malformed: Malformed = "raise") -> Rows:
        """The rows with puzzles and solutions as uint8 arrays of shape (rows, n²), 0 for a blank.

        Raises:
        ------
        PuzzleError
            For the first malformed row, unless ``malformed="mark"``; the message names file, line and cell.
        """
        puzzles, bad = self._cells(self.puzzles, "", malformed)
        solutions = None
        if self.solutions is not None:
            solutions, wrong = self._cells(self.solutions, " (solution)", malformed, absent_is_blank=True)
            bad |= wrong
        if self.malformed is not None:
            bad |= self.malformed
        return replace(self, puzzles=puzzles, solutions=solutions, malformed=bad if bad.any() else None)

    def _cells(
        self, column: Any, suffix: str, malformed: Malformed, *, absent_is_blank: bool = False
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
        numbers = isinstance(column, np.ndarray) and column.dtype.kind in "iu"
        cells, bad = from_numbers(column, self.side) if numbers else from_text(column, self.side)
        for i in np.flatnonzero(bad).tolist() if not numbers and absent_is_blank else ():
            bad[i] = bool(text_at(column, i))
        if malformed == "raise" and bad.any():
            i = int(np.argmax(bad))
            where = self.place(i) + suffix
            known = None if self.lines is None or absent_is_blank else self.faults.get(self.lines[i])
            if known is not None:
                error = PuzzleError(f"{where}: {known}")
            elif numbers and (column[i] == -1).all():
                error = PuzzleError(f"{where}: not a board of {self.side**2} cells")
            elif numbers:
                error = number_fault(column[i], self.side, where)
            else:
                error = self._text_fault(text_at(column, i), where)
            error.index = (self.number(i),)
            raise error
        return cells, bad

    def _text_fault(self, text: str | None, where: str) -> PuzzleError:
        try:
            parse(text, self.side, where)
        except PuzzleError as error:
            return error
        return PuzzleError(f"{where}: malformed")  # unreachable: the text is malformed

    def fault(self, i: int) -> PuzzleError:
        """The error for row ``i``, which is malformed."""
        try:
            self.take(np.array([i])).decoded()
        except PuzzleError as error:
            return error
        return PuzzleError(f"{self.place(i)}: malformed")

    def with_results(self, solutions: Any, results: dict[str, Any], *, only: bool = False) -> Rows:
        """The same puzzles with other solutions, and with results before the other columns, or as the only columns.

        A result replaces a column with the same name, which is from an earlier run.
        """
        kept = {} if only else {name: column for name, column in self.columns.items() if name not in results}
        return replace(self, solutions=solutions, columns={**results, **kept})

    def take(self, keep: npt.NDArray[np.intp]) -> Self:
        """The rows with these positions, in this order."""
        lines = None if self.lines is None else [self.lines[i] for i in keep.tolist()]
        return replace(
            self,
            puzzles=_take(self.puzzles, keep),
            solutions=None if self.solutions is None else _take(self.solutions, keep),
            columns={name: _take(column, keep) for name, column in self.columns.items()},
            malformed=None if self.malformed is None else self.malformed[keep],
            lines=lines,
            numbers=[self.number(i) for i in keep.tolist()],
        )


def _take(column: Any, keep: npt.NDArray[np.intp]) -> Any:
    if isinstance(column, list):
        return [column[i] for i in keep.tolist()]
    return column[keep] if isinstance(column, np.ndarray) else column.take(keep)


def concatenated(parts: Iterable[Rows]) -> Rows:
    """Concatenate decoded rows of at least one part."""
    rows = [*parts]
    first = rows[0]
    if len(rows) == 1:
        return first
    malformed = None
    if any(part.malformed is not None for part in rows):
        malformed = np.concatenate(
            [np.zeros(len(part), bool) if part.malformed is None else part.malformed for part in rows]
        )
    solutions = None
    if any(part.solutions is not None for part in rows):
        blank = [np.zeros_like(part.puzzles) if part.solutions is None else part.solutions for part in rows]
        solutions = np.concatenate(blank)
    # The last rows have all columns.
    columns = {name: [part.columns.get(name, [None] * len(part)) for part in rows] for name in rows[-1].columns}
    return replace(
        first,
        puzzles=np.concatenate([part.puzzles for part in rows]),
        solutions=solutions,
        columns={name: _joined(parts) for name, parts in columns.items()},
        lines=None if first.lines is None else list(itertools.chain(*(part.lines or () for part in rows))),
        malformed=malformed,
    )


def _joined(columns: list[Any]) -> Any:
    if isinstance(columns[0], list):
        return list(itertools.chain(*columns))
    if isinstance(columns[0], np.ndarray):
        return np.concatenate(columns)
    import pyarrow as pa

    chunks = [c for column in columns for c in (column.chunks if isinstance(column, pa.ChunkedArray) else [column])]
    return pa.chunked_array(chunks)
