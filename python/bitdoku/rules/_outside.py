"""Rules with clues outside the board, defined by the primitives as in :mod:`bitdoku.rules.named`."""

from __future__ import annotations

from builtins import sum as _sum
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError, shown
from bitdoku.rules._rule import Automaton, Rule, UnattainableError, named
from bitdoku.rules.named import accepted, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.rules._layout import Layout
    from bitdoku.rules.named import Cell

    #: Cells (row, column) in order.
    Places = list[tuple[int, int]]

__all__ = ["little_killer", "numbered_room", "sandwich", "skyscraper", "x_sum"]

#: The maximum number of digits for which the automaton of an X-sum contains sets of digits.
_MOST_SETS = 10

#: The sets of digits that complete a complete sum.
_COMPLETE = frozenset([0])

#: Steps (rows, columns) of diagonals.
DIRECTIONS = {"down_right": (1, 1), "down_left": (1, -1), "up_right": (-1, 1), "up_left": (-1, -1)}


@named
def little_killer(layout: Layout, start: Cell, direction: str, sum: int) -> Iterator[Rule]:
    """The digits on a diagonal add up to ``sum`` and may repeat.

    Parameters
    ----------
    start
        The first cell of the diagonal, at the edge of the board.
    direction
        ``"down_right"``, ``"down_left"``, ``"up_right"`` or ``"up_left"``.
    sum
        The sum of the digits.
    """
    if direction not in DIRECTIONS:
        raise RulesError(f"direction is {shown(direction)}; expected {', '.join(map(repr, DIRECTIONS))}")
    (row, col), (down, right) = layout.place(layout.cell(start, "start")), DIRECTIONS[direction]
    if layout.inside(row - down, col - right):
        raise RulesError(
            f"start {layout.label(layout.cell(start))} is not at the edge where a diagonal {direction} begins"
        )
    cells = []
    while layout.inside(row, col):
        cells.append((row, col))
        row, col = row + down, col + right
    yield total(cells, sum)


#: States of the automaton of a sandwich before the first crust and after the second.
_BEFORE, _AFTER = -1, -2


def line_cells(layout: Layout, row: int | None, column: int | None, *, reverse: bool = False) -> Places:
    """The cells of a row or column, in reverse for a clue at the right or the bottom."""
    if (row is None) == (column is None):
        raise RulesError("expected either row or column")
    line = layout.number(column if row is None else row, "row or column", 0)
    cells = [layout.place(layout.cell((k, line) if row is None else (line, k))) for k in range(layout.side)]
    return cells[::-1] if reverse else cells


@named
def sandwich(layout: Layout, sum: int, *, row: int | None = None, column: int | None = None) -> Iterator[Rule]:
    """The digits between the lowest and the highest digit of a row or column (counted from 0) add up to ``sum``.

    On a board with more digits than the side, the row or column holds the lowest and the highest of all digits.
    """
    cells = line_cells(layout, row, column)
    layout.number(sum, "sum", 0)
    if layout.count < 2:
        raise RulesError("a 1x1 board has no cells between the lowest and the highest digit")
    low, *fillings, high = layout.values
    most = _sum(fillings)
    if sum > most:
        raise UnattainableError(f"sum is {sum}; expected 0..{most}")

    # States: before the first crust, the sum since then, after the second crust.
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
    """A row or column (counted from 0) has ``count`` digits that are higher than all digits before them.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom. The first
    digit counts, even if it is 0, so that ``count`` is at least 1.
    """
    cells = line_cells(layout, row, column, reverse=reverse)
    layout.number(count, "count", 1)
    if count > layout.side:
        raise RulesError(f"count is {count}; expected 1..{layout.side}")

    # States: the highest digit, and the number of digits that were the highest.
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
    """The first X digits of a row or column (counted from 0) add up to ``sum``, where X is the first digit.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
    """
    cells = line_cells(layout, row, column, reverse=reverse)
    layout.number(sum, "sum", 0)

    yield accepted(cells, _x_sum(layout.values, layout.side, sum))


@lru_cache(maxsize=64)
def _x_sum(values: range, side: int, sum: int) -> Automaton:
    """Reads a line of different digits; accepts if the first X digits add up to ``sum``, where X is the first digit."""
    if len(values) > _MOST_SETS:
        return _x_sum_with_repeats(values, sum)

    # States: the sets of digits that may complete the sum, as masks; none before the first digit.
    def step(state: frozenset[int], digit: int) -> frozenset[int] | None:
        if state == _COMPLETE:
            return _COMPLETE
        if state:
            sets = frozenset(mask ^ 1 << digit for mask in state if mask >> digit & 1)
        elif digit:
            others = [d for d in values if d != digit] if digit <= side else []
            rest = combinations(others, digit - 1)
            sets = frozenset(_sum(1 << d for d in digits) for digits in rest if digit + _sum(digits) == sum)
        else:
            sets = frozenset() if sum else _COMPLETE
        return sets or None

    return Automaton.of(values, frozenset[int](), step, lambda state: state == _COMPLETE)


def _x_sum_with_repeats(values: range, sum: int) -> Automaton:
    """The same for many digits, without the condition that they differ, which would need too many states."""

    # States: the number of digits left and the rest of the sum; () before the first digit.
    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        left, rest = state or (digit, sum)
        if left:
            left, rest = left - 1, rest - digit
        return (left, rest) if rest >= 0 and (left or not rest) else None

    start: tuple[int, ...] = ()
    return Automaton.of(values, start, step, lambda state: state == (0, 0))


@named
def numbered_room(
    layout: Layout, digit: int, *, row: int | None = None, column: int | None = None, reverse: bool = False
) -> Iterator[Rule]:
    """The X-th cell of a row or column (counted from 0) holds ``digit``, where X is the digit in the first cell.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
    """
    cells = line_cells(layout, row, column, reverse=reverse)
    layout.digits(digit)
    wanted = digit

    # States: the number of cells up to the room; 0 after it, -1 before the first digit.
    def step(state: int, digit: int) -> int | None:
        left = digit if state < 0 else state
        if left == 0:
            return None if state < 0 else 0
        if left == 1 and digit != wanted:
            return None
        return left - 1

    yield accepted(cells, Automaton.of(layout.values, -1, step, lambda left: left == 0))
