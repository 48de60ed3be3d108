"""Rules with clues outside the board, defined by the primitives as in :mod:`bitdoku.rules.named`."""

from __future__ import annotations

from builtins import sum as _sum
from functools import lru_cache
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError, shown
from bitdoku.rules._rule import Automaton, Rule, UnattainableError, named
from bitdoku.rules.named import accepted, allowed, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.rules._layout import Layout
    from bitdoku.rules.named import Cell

    #: Cells (row, column) in order.
    Places = list[tuple[int, int]]

__all__ = ["full_rank", "little_killer", "numbered_room", "sandwich", "skyscraper", "x_sum"]


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

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom.
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

    # States: the number of digits left and the rest of the sum; () before the first digit.
    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        left, rest = state or (digit, sum)
        if left:
            left, rest = left - 1, rest - digit
        return (left, rest) if rest >= 0 and (left or not rest) else None

    start: tuple[int, ...] = ()
    yield accepted(cells, Automaton.of(layout.values, start, step, lambda state: state == (0, 0)))


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


# --- full rank ------------------------------------------------------------------------------------------------------
#
# Each row and column is a number, read from either end. On each of the four sides exactly one line begins with each
# digit, so a rank determines the first digit and the number of smaller lines among those that begin with this digit.

#: On larger boards the automaton has more states than the core allows.
_LARGEST_RANKED = 12

#: States of a comparison of two numbers: all digits so far are equal; the comparison is decided.
_EQUAL, _DECIDED = -1, -2


@named
def full_rank(
    layout: Layout, rank: int, *, row: int | None = None, column: int | None = None, reverse: bool = False
) -> Iterator[Rule]:
    """The row or column (counted from 0) has a rank among all rows and columns, read as numbers in both directions.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom. The smallest
    number has rank 1. Boards up to 12x12 with as many digits as the side are supported. Few clues on an empty board
    leave many solutions: a verdict may then take seconds, and the smallest solution longer.
    """
    cells = line_cells(layout, row, column, reverse=reverse)
    side = layout.side
    if layout.count > side:
        raise RulesError(f"expected as many digits as cells in a row; there are {layout.count} for {side}")
    if side > _LARGEST_RANKED:
        raise RulesError(f"boards may be up to {_LARGEST_RANKED}x{_LARGEST_RANKED}; this one is {side}x{side}")
    layout.number(rank, "rank", 1)
    most = 4 * side if side > 1 else 1
    if rank > most:
        raise RulesError(f"rank is {rank}; expected 1..{most}")
    first, smaller = divmod(rank - 1, 4)
    yield allowed(cells[0], [layout.values[first]])
    # The automaton reads this line again, alternately with each line that may begin with the same digit.
    read = []
    for other in _lines(layout):
        if other != cells and (other[0] == cells[0] or not _share_a_house(layout, other[0], cells[0])):
            read += [other[0], *(cell for pair in zip(cells[1:], other[1:], strict=True) for cell in pair)]
    if read:
        yield accepted(read, _smaller_lines(layout.values, layout.values[first], smaller))


def _lines(layout: Layout) -> Iterator[Places]:
    """The cells of all rows and columns, in both directions."""
    for k in range(layout.side):
        for line in (line_cells(layout, k, None), line_cells(layout, None, k)):
            yield line
            if layout.side > 1:
                yield line[::-1]


def _share_a_house(layout: Layout, a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] == b[0] or a[1] == b[1] or layout.regions[layout.cell(a)] == layout.regions[layout.cell(b)]


@lru_cache(maxsize=64)
def _smaller_lines(values: range, first: int, smaller: int) -> Automaton:
    """Accepts if ``smaller`` of the other lines begin with the digit ``first`` and are smaller than the clue's line."""
    length = 2 * len(values) - 2

    # States: the number of smaller lines, the cells left of this pair of lines, and the digit of the clue's line to
    # compare the next digit with, _EQUAL or _DECIDED.
    def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        found, left, known = state
        if left == 0:
            return (found, length, _EQUAL if digit == first and length else _DECIDED)
        left -= 1
        if known == _EQUAL:
            return (found, left, digit)
        if known != _DECIDED:
            found, known = found + (digit < known), _EQUAL if digit == known else _DECIDED
        if found > smaller:
            return None
        return (found, left, known if left else _DECIDED)

    return Automaton.of(values, (0, 0, _DECIDED), step, lambda state: state == (smaller, 0, _DECIDED))
