"""``Raw``: rows as a reader finds them, and the decoding of their boards by the core, as in :func:`bitdoku.solve`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._board_text import Fault, Which, rules_of_side
from bitdoku._errors import FormatError, PuzzleError
from bitdoku._table import Puzzles

if TYPE_CHECKING:
    import numpy.typing as npt

#: Solutions that are missing, besides null; the third is an empty list in JSON.
_MISSING: Any = ("", b"", "[]", [])


@dataclass
class Raw:
    """Consecutive rows as a reader finds them.

    Boards are a column of texts (``_core._Texts`` or Arrow), of lists (Arrow), or an array of numbers; -1 is not a
    digit. A missing solution is null, an empty text or an empty list, or 0 throughout.
    """

    puzzles: Any
    solutions: Any = None
    columns: dict[str, Any] = field(default_factory=dict)
    lines: Sequence[int] | npt.NDArray[np.int64] | None = None
    faults: Mapping[int, str] = field(default_factory=dict)
    """Descriptions of faults by position; these rows have no boards."""
    candidates: npt.NDArray[Any] | None = None
    name: str | list[str] | None = None  # the file, or the place of each row, if not the file of the request

    def decoded(
        self,
        name: str,
        side: int,
        start: int = 0,
        *,
        marks: bool = False,
        digits: int | None = None,
        symbols: str | None = None,
        blank: str = ".",
    ) -> Puzzles:
        """The rows, from number ``start`` on; malformed boards are marked. ``marks``: the puzzles are pencil marks.

        ``symbols`` are the characters of the digits in texts. The rules have them if they are digits from 0.

        Raises FormatError if an array in the file ``name`` has boards of another side.
        """
        faults: dict[tuple[int, Which], Fault] = {}

        def decode(which: Which, boards: Any, marks: bool) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any] | None]:
            if name and isinstance(boards, np.ndarray) and boards.shape[1:] != (side * side,):
                raise FormatError(f"{name}: boards of {boards.shape[1]} cells; expected {side**2} for side {side}")
            cells, masks, malformed = _core._decode(boards, side, digits, marks, f"{which}s", symbols)
            are_rows = hasattr(boards, "__len__") and len(boards) == len(cells)
            for i, message, cell in malformed:
                value = item(boards, i) if are_rows else None
                if which == "solution" and (value is None or (not isinstance(value, np.ndarray) and value in _MISSING)):
                    cells[i] = 0
                elif which == "puzzle" and i in self.faults:
                    faults[i, which] = Fault(value, self.faults[i])
                else:
                    faults[i, which] = Fault(value, message, cell)
            return cells, masks

        puzzle, candidates = decode("puzzle", self.puzzles, marks)
        if candidates is not None:
            most = digits or side
            candidates = candidates.astype(np.uint16 if most <= 16 else np.uint32 if most <= 32 else np.uint64)
        solution = None if self.solutions is None else decode("solution", self.solutions, False)[0]
        if solution is not None:
            expect_equal_counts(puzzle, solution)
        malformed = np.zeros(len(puzzle), bool)
        malformed[[i for i, _ in faults]] = True
        candidates = candidates if self.candidates is None else self.candidates
        return Puzzles(
            puzzle,
            solution,
            self.columns,
            rules=rules_of_side(side, digits, symbols),
            candidates=candidates,
            malformed=malformed,
            name=self.name or name,
            start=start,
            lines=self.lines,
            blank=blank,
            faults=faults,
        )


def other_sides(table: Puzzles) -> Counter[int]:
    """The sides of malformed puzzles that are boards of another side than the table, with their numbers."""
    texts = [fault.value for (_, which), fault in table._faults.items() if which == "puzzle"]
    found = (_core._recognize(text) for text in texts if isinstance(text, str))
    return Counter(side for side, _, kind, _ in found if kind and side not in (None, table.side))


def fault_with_sides(rows: Puzzles, i: int) -> PuzzleError:
    """The error for the malformed row ``i`` of a batch, with the sides of its boards if they differ."""
    error = rows.fault(i)
    sides = other_sides(rows) + Counter({rows.side: int((~rows.malformed).sum())})
    if not sides.keys() - {rows.side}:
        return error
    found = ", ".join(f"{count} of side {side}" for side, count in sorted(sides.items()))
    side = max(sides, key=sides.__getitem__)
    hint = f"pass side={side} and malformed='drop' for one side, or read all with bd.datasets.read_sides"
    longer = PuzzleError(f"{error}; there are boards of several sides ({found}): {hint}")
    longer.index, longer.cell = error.index, error.cell
    return longer


def expect_equal_counts(puzzles: Any, solutions: Any, what: str = "") -> None:
    """Raise unless there is one solution for each puzzle."""
    if len(puzzles) != len(solutions):
        counts = f"{len(puzzles)} puzzles and {len(solutions)} solutions; expected equal counts"
        raise ValueError(f"{what} has {counts}" if what else counts)


def item(column: Any, i: int) -> Any:
    """Item ``i`` of a column of boards as text, as an integer array, or None."""
    value = getattr(column, "iloc", column)[i]
    if hasattr(value, "as_buffer"):  # an Arrow scalar of text, which may be invalid UTF-8
        value = value.as_buffer().to_pybytes().decode(errors="replace") if value.is_valid else None
    return value.as_py() if hasattr(value, "as_py") else value
