"""``Raw``: rows as a reader finds them, and the decoding of their boards.

Boards are decoded by the functions that read the puzzles of :func:`bitdoku.solve`, so that a text means the same in a
file and in a call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._board_text import MALFORMED, Fault, Which, rules_of_side
from bitdoku._errors import FormatError
from bitdoku._faults import json_list
from bitdoku._table import Puzzles
from bitdoku.datasets._io.recognition import is_pencilmarks, pencilmarks

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku._board_text import Boards

#: Solutions that are missing, besides null; the third is an empty list in JSON.
_MISSING: Any = ("", b"", "[]", [])


@dataclass
class Raw:
    """Consecutive rows as a reader finds them.

    Boards are in any form that :func:`bitdoku.solve` takes, text or numbers; -1 in numbers is not a digit. A missing
    solution is null or an empty text, or 0 throughout.
    """

    puzzles: Any
    solutions: Any = None
    columns: dict[str, Any] = field(default_factory=dict)
    lines: Sequence[int] | npt.NDArray[np.int64] | None = None
    faults: Mapping[int, str | Fault] = field(default_factory=dict)
    """Faults or their descriptions by position; these rows have no boards."""
    candidates: npt.NDArray[Any] | None = None
    name: str | None = None  # the file, if not that of the request

    def decoded(
        self, name: str, side: int, start: int = 0, *, marks: bool = False, digits: int | None = None, blank: str = "."
    ) -> Puzzles:
        """The rows, from number ``start`` on; malformed boards are marked. ``marks``: the puzzles are pencil marks."""
        if self.candidates is None and marks:
            return self._with_pencilmarks().decoded(name, side, start, blank=blank)
        if isinstance(self.puzzles, np.ndarray) and self.puzzles.shape[1:] != (side * side,):
            raise FormatError(f"{name}: boards of {self.puzzles.shape[1]} cells; expected {side**2} for side {side}")
        faults: dict[tuple[int, Which], Fault] = {}
        puzzle = self._cells("puzzle", side, digits, faults)
        solution = None if self.solutions is None else self._cells("solution", side, digits, faults)
        malformed = np.zeros(len(puzzle), bool)
        malformed[[i for i, _ in faults]] = True
        return Puzzles(
            puzzle,
            solution,
            self.columns,
            rules=rules_of_side(side, digits),
            candidates=self.candidates,
            malformed=malformed,
            name=self.name or name,
            start=start,
            lines=self.lines,
            blank=blank,
            faults=faults,
        )

    def _with_pencilmarks(self) -> Raw:
        """The rows of texts of 729 characters: with candidates, the single ones also as givens.

        Puzzles of 81 characters among them have all candidates in blank cells.
        """
        masks = np.zeros((len(self.puzzles), 81), np.uint16)
        faults = dict(self.faults)
        for i in range(len(masks)):
            text = (item(self.puzzles, i) or "").strip()
            try:
                if len(text) == 81:
                    digits = _core._cells(text, name="").astype(np.uint16)
                    masks[i] = np.where(digits > 0, 1 << (np.maximum(digits, 1) - 1), 511)
                else:
                    masks[i] = pencilmarks(text)
            except ValueError as error:
                faults.setdefault(i, Fault(text, str(error).removeprefix(": ")))
        single = (masks > 0) & (masks & (masks - np.uint16(1)) == 0)
        puzzles = np.where(single, np.log2(np.maximum(masks, 1)) + 1, 0).astype(np.int16)
        puzzles[[*faults]] = -1
        return replace(self, puzzles=puzzles, candidates=masks, faults=faults)

    def _cells(self, which: Which, side: int, digits: int | None, faults: dict[tuple[int, Which], Fault]) -> Boards:
        column = self.puzzles if which == "puzzle" else self.solutions
        if len(column) == 0:
            return np.zeros((0, side, side), np.uint8)
        try:
            cells = _core._cells(column, rules=rules_of_side(side, digits), malformed="mark")
        except TypeError:  # pencil marks among puzzles of givens, or numbers that are not whole
            cells = np.concatenate([_cells_of(item(column, i), side, digits) for i in range(len(column))])
        for i in np.flatnonzero(cells[:, 0] == MALFORMED).tolist():
            value = item(column, i)
            if which == "solution" and (value is None or (not isinstance(value, np.ndarray) and value in _MISSING)):
                cells[i] = 0
                continue
            listed = json_list(value)
            if listed is not None:
                cells[i] = _cells_of(listed, side, digits)
                if cells[i, 0] != MALFORMED:
                    continue
            known = self.faults.get(i) if which == "puzzle" else None
            faults[i, which] = known if isinstance(known, Fault) else Fault(value, known)
        return cells.reshape(-1, side, side)


def _cells_of(value: Any, side: int, digits: int | None) -> Boards:
    """The cells of one board; those of pencil marks, or of anything else, are malformed."""
    try:
        cells = _core._cells([value], rules=rules_of_side(side, digits), malformed="mark")
    except (TypeError, ValueError):
        cells = None
    if cells is not None and cells.shape == (1, side * side):
        return cells
    return np.full((1, side * side), MALFORMED, np.uint8)


def are_pencilmarks(column: Any) -> bool:
    """Whether pencil marks are among the first texts of a column, and no fewer than boards of givens."""
    if isinstance(column, np.ndarray):
        return False
    first = (item(column, i) for i in range(min(len(column), 200)))
    texts = [value.strip() for value in first if isinstance(value, str)]
    marks = sum(map(is_pencilmarks, texts))
    return marks > 0 and marks >= sum(len(text) == 81 for text in texts)


def item(column: Any, i: int) -> Any:
    """Item ``i`` of a column of boards as text, as an integer array, or None."""
    value = column[i]
    if hasattr(value, "as_buffer"):  # an Arrow scalar of text, which may be invalid UTF-8
        value = value.as_buffer().to_pybytes().decode(errors="replace") if value.is_valid else None
    return value.as_py() if hasattr(value, "as_py") else value
