"""What writers share: options, titles, boards as columns, and what a format cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError
from bitdoku.datasets._io.rows import MALFORMED

if TYPE_CHECKING:
    from bitdoku.datasets._io.rows import Rows


@dataclass(frozen=True)
class Options:
    """Options for writing; each writer uses those that apply to its format."""

    blank: str = "."
    own_blank: bool = False  # whether ``blank`` was not asked for, so that formats with columns write that of the rows
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    metadata: Mapping[str, str] | None = None

    def blank_of(self, rows: Rows) -> str:
        """The character for a blank cell in formats with columns."""
        return rows.blank if self.own_blank else self.blank


def boards_of(rows: Rows, blank: str) -> dict[str, Any]:
    """The columns of boards for a writer of text with columns, which writes null for a missing solution."""
    columns: dict[str, Any] = {"puzzle": rows.boards("puzzle", blank)}
    if rows.solution is not None:
        columns["solution"] = solutions = rows.boards("solution", blank)
        # A missing solution is 0 throughout, so the first cell decides about nearly all.
        missing = rows.solution[:, 0, 0] == 0
        if missing.any():
            missing[missing] = ~rows.solution[missing].any(axis=(1, 2))
        if missing.any() and isinstance(solutions, list):
            columns["solution"] = [None if no else text for text, no in zip(solutions, missing.tolist(), strict=True)]
        elif missing.any():
            columns["solution"] = np.where(missing[:, None, None], np.uint8(MALFORMED), solutions)
    return columns


def titles(rows: Rows, known: list[str] | None = None) -> list[str]:
    """The columns of a table: puzzle, verdict and solution if present, and the others.

    Raises FormatError if they are not those of earlier rows, ``known``.
    """
    others = [name for name in rows.columns if name != "verdict"]
    before = [*["verdict"] * ("verdict" in rows.columns), *["solution"] * (rows.solution is not None)]
    found = ["puzzle", *before, *others]
    if known not in (None, found):
        raise FormatError(f"{rows.place(0)}: columns {found}; earlier rows have {known}. JSON lines support both")
    return found


def without_candidates(rows: Rows, name: str, *, solutions: bool = False) -> Rows:
    """The rows, for formats without candidates and malformed boards; solutions count if they are written.

    Raises FormatError, PuzzleError if a row has some.
    """
    faults = [i for i, of in rows.faults if solutions or of == "puzzle"]
    if faults:
        raise rows.fault(min(faults))
    if rows.candidates is not None:
        raise FormatError(
            f"{rows.place(0)}: the puzzle has candidates, which {name} cannot hold; "
            "write sdx, pencilmarks, or lines of text, CSV or JSON"
        )
    return rows
