"""``Rows`` of a data set: decoded boards and other columns, as :func:`bitdoku.datasets.scan` yields them.

.. code-block:: text

    a reader ── Raw ──> decoded() ── Rows ──> audits, writers, the command line
                text or numbers      uint8 (n, side, side), 255 in malformed boards

Boards are decoded by the functions that read the puzzles of :func:`bitdoku.solve`, so that a text means the same in a
file and in a call.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeAlias, cast

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of, expect_text
from bitdoku._core import _kind as kind
from bitdoku._display import html
from bitdoku._errors import FormatError, PuzzleError, shown
from bitdoku.datasets._io.column import Column, positions
from bitdoku.datasets._io.recognition import UNKNOWN, decoding
from bitdoku.rules._layout import default_box
from bitdoku.rules._rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

Malformed: TypeAlias = Literal["raise", "mark", "drop"]
Which: TypeAlias = Literal["puzzle", "solution"]

#: The value of the cells of a malformed board.
MALFORMED = 255


class Fault(NamedTuple):
    """A malformed board as the file has it, and the reader's description of the fault, if it has one."""

    value: Any
    message: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """Consecutive rows of a data set.

    Attributes
    ----------
    puzzle : uint8 array of shape (n, side, side)
        Digits, 0 where blank, 255 throughout a malformed puzzle.
    solution : uint8 array of shape (n, side, side), or None
        The stored solutions likewise; 0 throughout a missing one.
    columns : dict of str to Column
        The other columns by name, with one entry a row; other lengths raise ValueError.
    name : str
        The file.
    start : int
        The number of the first row in the file, from 0.
    lines : sequence of int, or None
        The line of each row in a text file, from 1.
    numbers : sequence of int, or None
        The number of each row in the file, if they are not consecutive from ``start`` on.
    malformed : bool array of shape (n,)
        The rows with a malformed puzzle or solution.
    candidates : unsigned array of shape (n, side, side), or None
        Masks of candidates, bit k for digit k + 1, if the puzzles are pencil marks (Sukaku) rather than givens.
    blank : str
        How the file writes a blank cell, in formats of text.
    digits : int, or None
        The number of digits, if it is not the side.
    names : sequence of str, or None
        The file of each row, if they are from several.
    """

    puzzle: Boards
    solution: Boards | None = None
    columns: dict[str, Column] = field(default_factory=dict)
    name: str = ""
    start: int = 0
    lines: Sequence[int] | npt.NDArray[np.int64] | None = None
    numbers: Sequence[int] | None = None
    malformed: npt.NDArray[np.bool_] = None  # type: ignore[assignment]
    candidates: npt.NDArray[Any] | None = None
    blank: str = "."
    faults: Mapping[tuple[int, Which], Fault] = field(default_factory=dict)
    digits: int | None = None
    names: Sequence[str] | None = None

    def __post_init__(self) -> None:
        for which in ("puzzle", "solution", "candidates"):
            boards = getattr(self, which)
            if boards is None and which != "puzzle":
                continue
            if not isinstance(boards, np.ndarray):
                raise TypeError(f"{which} is {kind(boards)}; expected an array of shape (n, side, side)")
            side = round(boards.shape[-1] ** 0.5) if boards.ndim == 2 else boards.shape[-1] if boards.ndim else 0
            if not side or boards.shape[1:] not in ((side, side), (side * side,)):
                raise PuzzleError(f"{which} has shape {boards.shape}; expected (n, side, side)")
            object.__setattr__(self, which, boards.reshape(len(boards), side, side))
            if (len(boards), side, side) != self.puzzle.shape:
                raise PuzzleError(f"{which} has shape {boards.shape}; expected that of puzzle, {self.puzzle.shape}")
        if not isinstance(self.columns, Mapping):
            raise TypeError(f"columns is {kind(self.columns)}; expected a mapping of names to columns")
        columns = {}
        for name, column in self.columns.items():
            expect_text("the name of a column", name)
            try:
                columns[name] = Column(column)
            except TypeError as error:
                raise TypeError(f"column {name!r} {str(error).removeprefix('data ')}") from None
            if len(columns[name]) != len(self):
                raise ValueError(f"column {name!r} has {len(columns[name])} entries for {len(self)} rows")
        object.__setattr__(self, "columns", columns)
        for which in ("lines", "numbers", "names"):
            given: Any = getattr(self, which)
            try:
                entries = len(self) if given is None else len(given)
            except TypeError:
                raise TypeError(f"{which} is {kind(given)}; expected one entry a row") from None
            if entries != len(self):
                raise ValueError(f"{which} has {entries} entries for {len(self)} rows")
        given = self.malformed
        marked = np.zeros(len(self), bool) if given is None else array_of("malformed", given)
        if marked.shape == (0,):
            marked = marked.astype(bool)
        if marked.dtype != bool or marked.shape != (len(self),):
            found = f"malformed is an array of {marked.dtype} of shape {marked.shape}"
            raise ValueError(f"{found}; expected one of bool of shape ({len(self)},)")
        object.__setattr__(self, "malformed", marked)

    @property
    def side(self) -> int:
        """The side n of the boards."""
        return int(self.puzzle.shape[1])

    def __len__(self) -> int:
        return len(self.puzzle)

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        bad = self.malformed
        if bad.any() and not mark:
            raise self.fault(int(np.argmax(bad)))
        if self.candidates is not None:
            return self.candidates, True
        # A puzzle whose solution is malformed is malformed too.
        return (np.where(bad[:, None, None], np.uint8(MALFORMED), self.puzzle) if bad.any() else self.puzzle), False

    @property
    def __bitdoku_rules__(self) -> Rules | None:
        return rules_of_side(self.side, self.digits)

    def __repr__(self) -> str:
        stored = "with" if self.solution is not None else "without"
        more = f", columns {', '.join(self.columns)}" if self.columns else ""
        return f"<{len(self)} rows of side {self.side} {stored} solutions{more}>"

    def _repr_html_(self) -> str:
        return html(self)

    def place(self, i: int) -> str:
        """Where row ``i`` stands, for messages: ``puzzles.csv:17`` by line, ``puzzles.npy[16]`` by number from 0."""
        name = (self.name if self.names is None else self.names[i]) or "puzzles"
        return f"{name}:{self.lines[i]}" if self.lines is not None else f"{name}[{self.number(i)}]"

    def number(self, i: int) -> int:
        """The number of row ``i`` in the file, from 0."""
        return self.start + i if self.numbers is None else self.numbers[i]

    def fault(self, i: int) -> PuzzleError:
        """The error for row ``i``, which is malformed.

        Raises
        ------
        ValueError
            If the row is well-formed.
        """
        if not self.malformed[i]:
            raise ValueError(f"row {i} is well-formed")
        which: Which = "puzzle" if (i, "puzzle") in self.faults else "solution"
        fault = self.faults.get((i, which), Fault(None, "malformed"))
        place = self.place(i) + (" (solution)" if which == "solution" else "")
        error = _error(fault, self.side, self.digits, place)
        error.index = (self.number(i),)
        return error

    def boards(self, which: Which, blank: str) -> Boards | list[Any]:
        """The puzzles or the solutions for a writer of text: an array, or texts if it does not hold all.

        Pencil marks are texts of 729 characters; a malformed board is as the file has it, or None.
        """
        cells = self.puzzle if which == "puzzle" else self.solution
        assert cells is not None, "asked for if there are solutions"
        faults = [i for i, of in self.faults if of == which]
        marks = self.candidates if which == "puzzle" else None
        if marks is None and not faults:
            return cells
        if marks is None:
            texts: list[Any] = [*board_texts(cells, blank, self.digits)]
        else:
            signs = np.frombuffer(b"123456789", np.uint8)
            open_ = marks.astype(np.uint16)[..., None] & (np.uint16(1) << np.arange(9, dtype=np.uint16)) > 0
            text = np.where(open_, signs, np.uint8(ord("."))).tobytes().decode()
            texts = [text[i : i + 729] for i in range(0, len(text), 729)]
        for i in faults:
            texts[i] = _text_of(self.faults[i, which].value)
        return texts

    def with_results(self, solution: Any, results: dict[str, Any], *, only: bool = False) -> Rows:
        """The same puzzles with other solutions, and with results before the other columns, or as the only columns.

        A result replaces a column with the same name, which is from an earlier run.
        """
        kept = {} if only else {name: column for name, column in self.columns.items() if name not in results}
        faults = {key: fault for key, fault in self.faults.items() if key[1] == "puzzle"}
        return replace(self, solution=solution, columns={**results, **kept}, faults=faults)

    def take(self, keep: Sequence[int] | npt.NDArray[Any]) -> Self:
        """The rows with these positions, in this order, or those that a mask selects."""
        chosen = np.arange(len(self))[positions(keep, len(self))]
        rows = chosen.tolist()
        places = {row: i for i, row in enumerate(rows)} if self.faults else {}
        return replace(
            self,
            puzzle=self.puzzle[chosen],
            solution=None if self.solution is None else self.solution[chosen],
            candidates=None if self.candidates is None else self.candidates[chosen],
            columns={name: column.take(chosen) for name, column in self.columns.items()},
            malformed=self.malformed[chosen],
            lines=None if self.lines is None else np.asarray(self.lines)[chosen],
            numbers=[self.number(i) for i in rows],
            names=None if self.names is None else [self.names[i] for i in rows],
            faults={(places[i], of): fault for (i, of), fault in self.faults.items() if i in places},
        )

    def part(self, first: int, end: int) -> Self:
        """Consecutive rows."""
        if end - first == len(self):
            return self
        rows = self.take(np.arange(first, end))
        return replace(rows, start=self.start + first, numbers=None) if self.numbers is None else rows


# After the class: a dataclass looks its module up, which may not be loaded yet.
Rows.__module__ = "bitdoku.datasets"


def list_of(value: Any) -> list[Any] | None:
    """The list in a text of JSON, unless it holds whole numbers only: the core reads those as text."""
    if not (isinstance(value, str) and value.startswith("[") and any(sign in value for sign in '.eEnN"')):
        return None
    try:
        return cast("list[Any]", json.loads(value))
    except (ValueError, RecursionError):
        return None


def expect_givens(rows: Rows, sentence: str = "expected givens") -> None:
    """Raise FormatError if puzzles are pencil marks; ``sentence`` says what was expected."""
    if rows.candidates is not None:
        raise FormatError(f"{rows.place(0)}: the puzzle has candidates; {sentence}")


def _error(fault: Fault, side: int, digits: int | None, place: str) -> PuzzleError:
    value = fault.value
    if fault.message is not None:
        return PuzzleError(f"{place}: {fault.message}")
    if value is None:
        return PuzzleError(f"{place}: the puzzle is missing; expected {side * side} cells")
    if isinstance(value, np.ndarray):
        if len(value) != side * side or (value == -1).all():
            return PuzzleError(f"{place}: not a board of {side * side} cells")
        i = int(np.argmin((value >= 0) & (value <= (digits or side)) & (value == np.rint(value))))
        error = PuzzleError(f"{place}: cell {divmod(i, side)} holds {value[i]}; expected 0..{digits or side}")
        error.cell = divmod(i, side)
        return error
    listed = value if isinstance(value, list) else list_of(value)
    if listed is not None:
        return _error_of_list(listed, side, digits or side, place)
    try:
        _core._cells(value, rules=rules_of_side(side, digits), name=place)
    except PuzzleError as error:
        if isinstance(value, str) and value.startswith("["):  # of JSON
            error.args = (str(error).replace(": the text holds ", ": the list holds "),)
        return error
    except (TypeError, ValueError) as error:
        return PuzzleError(str(error))
    return PuzzleError(f"{place}: malformed")  # pragma: no cover - the core refuses what is a fault


def _error_of_list(rows: list[Any], side: int, digits: int, place: str) -> PuzzleError:
    several = list if len(rows) != side else (list, str)
    cells = [cell for row in rows for cell in (row if isinstance(row, several) else [row])]
    if not cells:
        return PuzzleError(f"{place}: an empty list, or rows of different lengths; expected {side * side} cells")
    if len(cells) != side * side:
        plural = "s" * (len(cells) != 1)
        return PuzzleError(f"{place}: the list holds {len(cells)} cell{plural}; expected {side * side}")
    wrong = next((i for i, cell in enumerate(cells) if not _is_cell(cell, digits)), None)
    if wrong is None:
        return PuzzleError(
            f"{place}: the list is not one board; expected {side} rows or {side * side} cells, of one kind"
        )
    error = PuzzleError(f"{place}: cell {divmod(wrong, side)} holds {shown(cells[wrong])}; expected 0..{digits}")
    error.cell = divmod(wrong, side)
    return error


def _is_cell(cell: Any, digits: int) -> bool:
    """Whether an item of a list is a digit or a blank."""
    if isinstance(cell, str):
        return len(cell) == 1 and cell.isascii() and decoding(digits)[ord(cell)] != UNKNOWN
    whole = isinstance(cell, int | float) and not isinstance(cell, bool) and 0 <= cell <= digits and cell == int(cell)
    return cell is None or cell != cell or whole


def board_texts(cells: Boards, blank: str = ".", digits: int | None = None) -> list[str]:
    """Boards as texts: one character a cell, or space-separated numbers from side 36 on."""
    return str(_core._line_rows(cells, blank, digits), "utf-8").split("\n")[:-1]


def _text_of(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return " ".join(map(str, np.asarray(value).ravel().tolist()))


@cache
def rules_of_side(side: int, digits: int | None = None) -> Rules | None:
    """Rules for reading boards of a side, with other than as many digits if given: None for classic 9x9."""
    digits = digits or side
    return None if side == digits == 9 else Rules(box=default_box(side), digits=range(1, digits + 1))


def concatenated(parts: Iterable[Rows]) -> Rows:
    """Concatenate the rows of at least one part."""
    rows = [*parts]
    first = rows[0]
    if len(rows) == 1:
        return first
    starts = np.cumsum([0, *map(len, rows)]).tolist()
    faults = {
        (start + i, of): fault
        for start, part in zip(starts, rows, strict=False)
        for (i, of), fault in part.faults.items()
    }

    def joined(which: str) -> Any:
        boards = [getattr(part, which) for part in rows]
        if all(board is None for board in boards):
            return None
        blank = [np.zeros_like(part.puzzle) for part in rows]
        return np.concatenate([none if board is None else board for board, none in zip(boards, blank, strict=True)])

    # The last rows have all columns.
    columns = {
        name: Column.concatenated([part.columns.get(name, len(part)) for part in rows]) for name in rows[-1].columns
    }
    lines = [np.asarray(part.lines) for part in rows if part.lines is not None]
    named = any(part.name != first.name or part.names is not None for part in rows)
    numbers = names = None
    if named or any(part.numbers is not None for part in rows):
        numbers = [part.number(i) for part in rows for i in range(len(part))]
    if named:
        names = [name for part in rows for name in ([part.name] * len(part) if part.names is None else part.names)]
    return replace(
        first,
        puzzle=joined("puzzle"),
        solution=joined("solution"),
        candidates=joined("candidates"),
        columns=columns,
        lines=np.concatenate(lines) if lines and sum(map(len, lines)) == starts[-1] else None,
        numbers=numbers,
        names=names,
        malformed=np.concatenate([part.malformed for part in rows]),
        faults=faults,
    )
