"""Rules whose clues stand outside the board, each defined in a few lines by the primitives, as in named.py."""

from __future__ import annotations

from builtins import sum as _sum
from functools import reduce
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError, shown
from bitdoku.rules._rule import Automaton, Rule, UnattainableError, named
from bitdoku.rules.named import accepted, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.rules._layout import Layout
    from bitdoku.rules.named import Cell

    #: Rows and columns of cells, in order.
    Places = list[tuple[int, int]]

__all__ = ["little_killer", "numbered_room", "sandwich", "skyscraper", "x_sum"]


@named
def little_killer(layout: Layout, start: Cell, direction: str, sum: int) -> Iterator[Rule]:
    """The digits on a diagonal add up to ``sum``; they may repeat.

    Parameters
    ----------
    start
        The first cell of the diagonal, at the edge of the board.
    direction
        ``"down-right"``, ``"down-left"``, ``"up-right"`` or ``"up-left"``.
    sum
        The sum of the digits.
    """
    steps = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}
    if direction not in steps:
        raise RulesError(f"direction is {shown(direction)}; expected {', '.join(map(repr, steps))}")
    (row, col), (down, right) = layout.place(layout.cell(start, "start")), steps[direction]
    if layout.inside(row - down, col - right):
        raise RulesError(
            f"start {layout.label(layout.cell(start))} is not at the edge where a diagonal {direction} begins"
        )
    cells = []
    while layout.inside(row, col):
        cells.append((row, col))
        row, col = row + down, col + right
    yield total(cells, sum)


#: States of an automaton before the first crust of a sandwich and after the second.
_BEFORE, _AFTER = -1, -2


def line_of(layout: Layout, row: int | None, column: int | None, *, reverse: bool = False) -> tuple[Places, str]:
    """The cells of a row or column, in reverse if the clue stands at the right or the bottom, and its name."""
    if (row is None) == (column is None):
        raise RulesError("expected either row or column")
    line = layout.number(column if row is None else row, "row or column", 0)
    cells = [layout.place(layout.cell((k, line) if row is None else (line, k))) for k in range(layout.side)]
    return cells[::-1] if reverse else cells, f"column {line + 1}" if row is None else f"row {line + 1}"


@named
def sandwich(layout: Layout, sum: int, *, row: int | None = None, column: int | None = None) -> Iterator[Rule]:
    """The digits between the lowest and the highest digit, in a row or column (counted from 0), add up to ``sum``.

    If there are more digits than the side, both are in this row or column.
    """
    cells, where = line_of(layout, row, column)
    layout.number(sum, "sum", 0)
    if layout.count < 2:
        raise RulesError("a 1x1 board has no cells between the lowest and the highest digit")
    low, *fillings, high = layout.values
    most = _sum(fillings)
    if sum > most:
        raise UnattainableError(f"sum is {sum}; expected 0..{most}")
    if not reduce(lambda sums, digit: sums | sums << digit, fillings, 1) >> sum & 1:
        raise UnattainableError(f"sum is {sum}; no digits of {fillings[0]}..{fillings[-1]} in {where} add up to it")

    # States: before the first crust, the sum between them so far, after the second crust.
    def step(state: int, digit: int) -> int | None:
        crust = digit in (low, high)
        if state < 0:
            return state if not crust else 0 if state == _BEFORE else None
        if crust:
            return _AFTER if state == sum else None
        return state + digit if state + digit <= sum else None

    yield accepted(cells, Automaton.of(layout.values, _BEFORE, step, lambda state: state == _AFTER))


@named
def skyscraper(
    layout: Layout, count: int, *, row: int | None = None, column: int | None = None, reverse: bool = False
) -> Iterator[Rule]:
    """So many digits of a row or column (counted from 0) are higher than all digits before them.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
    """
    cells, _ = line_of(layout, row, column, reverse=reverse)
    layout.number(count, "count", 1)
    if count > layout.side:
        raise RulesError(f"count is {count}; expected 1..{layout.side}")

    # States: the highest digit and how many were seen.
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, seen = state
        if digit > highest:
            highest, seen = digit, seen + 1
        return (highest, seen) if seen <= count else None

    start = (layout.first - 1, 0)
    yield accepted(cells, Automaton.of(layout.values, start, step, lambda state: state[1] == count))


@named
def x_sum(
    layout: Layout, sum: int, *, row: int | None = None, column: int | None = None, reverse: bool = False
) -> Iterator[Rule]:
    """The first X digits of a row or column (counted from 0) add up to ``sum``, where X is the first of them.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
    """
    cells, where = line_of(layout, row, column, reverse=reverse)
    layout.number(sum, "sum", 0)
    values = layout.values
    bounds = []
    for x in (x for x in values if x <= layout.side):
        others = [digit for digit in values if digit != x]
        bounds.append((x + _sum(others[: x - 1]), x + _sum(others[len(others) - x + 1 :])) if x else (0, 0))
    if not any(low <= sum <= high for low, high in bounds):
        raise UnattainableError(f"sum is {sum}; no first digits of {where} add up to it")

    # States: how many digits are still counted, and their sum; before the first digit, no numbers.
    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        left, rest = state or (digit, sum)
        if left:
            left, rest = left - 1, rest - digit
        return (left, rest) if rest >= 0 and (left or not rest) else None

    start: tuple[int, ...] = ()
    yield accepted(cells, Automaton.of(values, start, step, lambda state: state == (0, 0)))


@named
def numbered_room(
    layout: Layout, digit: int, *, row: int | None = None, column: int | None = None, reverse: bool = False
) -> Iterator[Rule]:
    """The X-th cell of a row or column (counted from 0) holds ``digit``, where X is the digit in its first cell.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
    """
    cells, _ = line_of(layout, row, column, reverse=reverse)
    layout.digits(digit)
    wanted = digit

    # States: how many cells are left up to the room; 0 after it.
    def step(state: int, digit: int) -> int | None:
        left = digit if state < 0 else state
        if left == 0:
            return None if state < 0 else 0
        if left == 1 and digit != wanted:
            return None
        return left - 1

    yield accepted(cells, Automaton.of(layout.values, -1, step, lambda left: left == 0))
