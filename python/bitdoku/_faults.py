"""Errors for malformed boards, made from the value in the file when a message needs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import numpy as np

from bitdoku import _core
from bitdoku._board_text import MALFORMED, rules_of_side
from bitdoku._errors import FormatError, PuzzleError, shown

if TYPE_CHECKING:
    from bitdoku._board_text import Fault
    from bitdoku._table import Puzzles
    from bitdoku.rules import Rules

Malformed: TypeAlias = Literal["raise", "mark", "drop"]


def expect_givens(puzzles: Puzzles, sentence: str = "expected givens") -> None:
    """Raise FormatError for pencil marks; ``sentence`` is the end of the message."""
    if puzzles.candidates is not None:
        raise FormatError(f"{puzzles.place(0)}: the puzzle has candidates; {sentence}")


def error_for(fault: Fault, side: int, digits: int | None, place: str) -> PuzzleError:
    """The error for a malformed board at a place."""
    value = fault.value
    if fault.message is not None:
        return PuzzleError(f"{place}: {fault.message}")
    if value is None:
        return PuzzleError(f"{place}: the puzzle is missing; expected {side * side} cells")
    area, rules = side * side, rules_of_side(side, digits)
    is_array = isinstance(value, np.ndarray)
    listed = value if isinstance(value, list) else json_list(value)
    if listed is not None:
        value = [cell for row in listed for cell in (row if isinstance(row, list) else [row])]
    elif is_array:
        value = value.tolist()
    # A list may have a text for each row.
    if isinstance(value, list) and (is_array or len(value) != side):
        if len(value) != area or set(value) == {-1}:
            found = "not a board of" if is_array else f"the list holds {len(value)} cells; expected"
            return PuzzleError(f"{place}: {found} {area} cells")
        wrong = next((i for i, cell in enumerate(value) if not _is_cell(cell, area, rules)), None)
        if wrong is not None:
            cell = divmod(wrong, side)
            error = PuzzleError(f"{place}: cell {cell} holds {shown(value[wrong])}; expected 0..{digits or side}")
            error.cell = cell
            return error
    try:
        _core._cells([value], rules=rules, name=place)
    except (TypeError, ValueError) as refusal:
        error = refusal if isinstance(refusal, PuzzleError) else PuzzleError()
        error.args = (str(refusal).replace(f"{place}[0]", f"{place}: the list" if listed else place, 1),)
        return error
    return PuzzleError(f"{place}: malformed")  # pragma: no cover - the core refuses what is a fault


def _is_cell(cell: Any, area: int, rules: Rules | None) -> bool:
    """Whether a board can be full of such cells."""
    try:
        return bool(_core._cells([[cell] * area], rules=rules, malformed="mark")[0, 0] != MALFORMED)
    except (TypeError, ValueError):
        return False


def json_list(value: Any) -> list[Any] | None:
    """The list in a JSON text; None for a list of whole numbers only, which the core reads as text."""
    if not (isinstance(value, str) and value.startswith("[") and any(sign in value for sign in '.eEnN"')):
        return None
    try:
        return cast("list[Any]", json.loads(value))
    except (ValueError, RecursionError):
        return None
