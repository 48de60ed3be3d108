"""Boards of a table as text, and the rules of boards of which only the size is known."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.rules._layout import SYMBOLS, default_box
from bitdoku.rules._rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku._table import Puzzles

    Boards: TypeAlias = npt.NDArray[np.uint8]

Which: TypeAlias = Literal["puzzle", "solution"]
Malformed: TypeAlias = Literal["raise", "mark", "drop"]

#: The value of the cells of a malformed board.
MALFORMED = 255


class Fault(NamedTuple):
    """A malformed board as its source has it, the reason, and the row and column of the cell at fault."""

    value: Any
    message: str
    cell: tuple[int, int] | None = None


@cache
def rules_of_side(side: int, digits: int | None = None, symbols: str | None = None) -> Rules | None:
    """The rules for reading boards of a side, with another number of digits if given; None for classic 9x9.

    If the symbols are digits from 0, the rules have these digits.
    """
    digits = digits or side
    first = 0 if symbols == SYMBOLS[:digits] else 1
    return None if first and side == digits == 9 else Rules(box=default_box(side), digits=range(first, digits + first))


def are_of_side(rules: Rules) -> bool:
    """Whether rules are those of an ordinary board with such digits, which readers infer."""
    return rules == (rules_of_side(rules.side, len(rules.digits)) or Rules())


def columns_with_rules(table: Puzzles) -> dict[str, Any]:
    """The columns of a table other than its boards; ``rules``, as JSON text, unless readers infer the rules."""
    columns, rules = dict(table._columns), table._row_rules()
    if not isinstance(rules, Rules):
        columns["rules"] = _core._Texts.of([one.to_json() for one in rules])
    elif not are_of_side(rules):
        if "rules" in columns:
            columns["other_rules"] = columns.pop("rules")
        columns["rules"] = _core._Texts.of_codes(np.zeros(len(table), np.uint8), [rules.to_json()])
    return columns


def board_texts(cells: Boards, blank: str = ".", digits: int | None = None, symbols: str | None = None) -> list[str]:
    """Boards as texts: one character a cell, or space-separated numbers from side 36 on.

    ``symbols`` are the digits of rules with digits from 0, whose blank is a point.
    """
    text = str(_core._line_rows(cells, "." if symbols else blank, digits), "utf-8")
    if symbols:
        text = text.translate(str.maketrans(SYMBOLS[1 : len(symbols) + 1], symbols))
    return text.split("\n")[:-1]


def text_column(table: Puzzles, which: Which) -> _core._Texts:
    """The puzzles or the solutions as text, in the symbols of the rules; a missing solution is null."""
    boards = written_boards(table, which, ".")
    if isinstance(boards, list):
        return _core._Texts.of(boards)
    return _core._Texts.of_lines(_core._line_rows(boards, ".", table.digits))


def expect_givens(table: Puzzles, sentence: str = "expected givens") -> None:
    """Raise FormatError for pencil marks; ``sentence`` is the end of the message."""
    if table.candidates is not None:
        raise FormatError(f"{table.place(0)}: the puzzle has candidates; {sentence}")


def _pencilmark_texts(table: Puzzles) -> list[Any]:
    """The candidates of each puzzle as text: one character for each digit of each cell."""
    marks, digits = table.candidates, table.digits or table.side
    assert marks is not None, "called for pencil marks"
    if digits >= len(SYMBOLS):
        raise FormatError(f"{table.place(0)}: pencil marks of more than {len(SYMBOLS) - 1} digits have no text")
    signs = np.frombuffer(SYMBOLS[1 : 1 + digits].encode(), np.uint8)
    is_open = marks[..., None] >> np.arange(digits, dtype=marks.dtype) & 1 > 0
    text = np.where(is_open, signs, np.uint8(ord("."))).tobytes().decode()
    width = digits * table.side**2
    return [text[i : i + width] for i in range(0, len(text), width)]


def written_boards(table: Puzzles, which: Which, blank: str) -> Boards | list[Any]:
    """The puzzles or the solutions for a writer: an array, or a list of texts if an array cannot hold them.

    Pencil marks are texts of one character for each digit of each cell. A malformed board is as its source has it, or
    None. In an array, 255 fills a board that is null. Boards with digits from 0 are texts, with a point for a blank.
    """
    cells: Boards = table.puzzle if which == "puzzle" else table.solution
    faults = [i for i, of in table._faults if of == which]
    if which == "puzzle" and table.candidates is not None:
        texts: list[Any] = _pencilmark_texts(table)
    else:
        if which == "solution":
            # A missing solution is 0 throughout, so the first cell decides about nearly all.
            missing = cells[:, 0, 0] == 0
            missing[missing] = ~cells[missing].any(axis=(1, 2))
            cells = np.where(missing[:, None, None], np.uint8(MALFORMED), cells) if missing.any() else cells
        symbols = table.rules.symbols
        if not faults and symbols is None:
            return cells
        texts = [text or None for text in board_texts(cells, blank, table.digits, symbols)]
    for i in faults:
        value = table._faults[i, which].value
        is_text = value is None or isinstance(value, str)
        texts[i] = value if is_text else " ".join(map(str, np.asarray(value).ravel().tolist()))
    return texts
