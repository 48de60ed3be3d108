"""Shared by the writers: their options, the columns of a table, and the refusal of boards that a format cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bitdoku._board_text import written_boards
from bitdoku._errors import FormatError

if TYPE_CHECKING:
    from bitdoku._table import Puzzles


@dataclass(frozen=True)
class Options:
    """Options for writing; each writer uses those that apply to its format."""

    blank: str = "."
    keep_blank: bool = False  # formats with columns write blank cells as the file that was read
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    array: bool = False  # JSON is one array, not lines
    metadata: Mapping[str, str] | None = None

    def blank_for(self, table: Puzzles) -> str:
        """The character for a blank cell in formats with columns."""
        return table.blank if self.keep_blank else self.blank


def board_columns(table: Puzzles, blank: str) -> dict[str, Any]:
    """The columns of boards, as arrays or lists of texts."""
    boards: dict[str, Any] = {"puzzle": written_boards(table, "puzzle", blank)}
    if table.solution is not None:
        boards["solution"] = written_boards(table, "solution", blank)
    return boards


def written_names(table: Puzzles, known: list[str] | None = None) -> list[str]:
    """The columns in the order of the file: puzzle, verdict, solution, and the others.

    Raises FormatError if they differ from the columns of earlier rows, ``known``.
    """
    names = sorted(["puzzle", *["solution"] * (table.solution is not None), *table._columns], key=_rank)
    if known not in (None, names):
        raise FormatError(f"{table.place(0)}: columns {names}; earlier rows have {known}. JSON lines support both")
    return names


def _rank(name: str) -> int:
    return {"puzzle": 0, "verdict": 1, "solution": 2}.get(name, 3)


def expect_plain(table: Puzzles, name: str, *, solutions: bool = False) -> Puzzles:
    """The table, for a format without candidates and malformed boards; ``solutions`` if it has solutions.

    Raises FormatError or PuzzleError if a row has some.
    """
    faults = [i for i, which in table._faults if solutions or which == "puzzle"]
    if faults:
        raise table.fault(min(faults))
    if table.candidates is not None:
        raise FormatError(
            f"{table.place(0)}: the puzzle has candidates, which {name} cannot hold; "
            "write sdx, pencilmarks, or lines of text, CSV or JSON"
        )
    return table
