"""Full rank: clues that depend on each other.

Each row and column is a number, read from either end, and a clue is the rank of one of these numbers. On each of the
four sides exactly one line begins with each digit, so a rank determines the first digit and the number of smaller lines
among the three others that begin with this digit. The order of clues with the same first digit is known, so the
automata of a clue compare its line only with lines on the sides without such a clue::

    ranks 33 and 35 of 36   both lines begin with 9, and the first is less than the second
    33                      no other line that begins with 9 is less
    35                      of the lines on the other two sides that begin with 9, one is less

If none or all of the other lines are less, each of them has an automaton. Otherwise one automaton counts them.

These automata need all clues and are therefore made at the first use of the rules (:mod:`bitdoku.rules._parts`). With
an independent automaton for each clue, a setter's board takes twice as long. Comparing clues with each other and
counting only the other lines is an idea of sigh/Interactive-Sudoku-Solver.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError
from bitdoku.rules._outside import line_cells
from bitdoku.rules._rule import Automaton, Rule, named
from bitdoku.rules.named import accepted, allowed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bitdoku.rules._layout import Layout
    from bitdoku.rules._outside import Places
    from bitdoku.rules._rule import Cell

__all__ = ["full_rank"]

#: On larger boards the automaton has more states than the core allows.
_LARGEST_RANKED = 12

#: States of a comparison of two numbers: all digits so far are equal; it is decided; it has not begun.
_EQUAL, _DECIDED, _START = -1, -2, -3


@named
def full_rank(
    layout: Layout,
    rank: int,
    *,
    row: int | None = None,
    column: int | None = None,
    reverse: bool = False,
    ties: bool = True,
) -> Iterator[Rule]:
    """The row or column (counted from 0) has a rank among all rows and columns, read as numbers in both directions.

    A row is read from the left and a column from the top; with ``reverse``, from the right or the bottom. The rank is
    one more than the number of smaller numbers, so that equal numbers share a rank; with ``ties=False``, no other
    number is equal to this one. Boards up to 12x12 with as many digits as the side are supported. Few clues on an empty
    board leave many solutions: a verdict may then take seconds, and the smallest solution longer.
    """
    clue = line_and_rank(layout, rank, row, column, reverse=reverse)
    yield first_digit(layout, *clue)
    if not ties:
        yield from unequal(layout, clue[0])
    yield from ranked(layout, dict([clue]))


def line_and_rank(layout: Layout, rank: int, row: int | None, column: int | None, *, reverse: bool) -> tuple[int, int]:
    """The number of the line and the rank of a clue. Raises RulesError if the clue does not fit the board."""
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
    return _lines(layout).index(cells), rank


def first_digit(layout: Layout, line: int, rank: int) -> Rule:
    """The first digit of a line with this rank."""
    return allowed(_lines(layout)[line][0], [layout.values[(rank - 1) // 4]])


def unequal(layout: Layout, line: int) -> Iterator[Rule]:
    """A rule for each other line that may begin with the same digit: it differs from this line."""
    if layout.side > 1:
        lines = _lines(layout)
        for other in _rivals(layout)[line]:
            yield accepted(
                [lines[line][0], lines[other][0], *_alternating(lines[line], lines[other])], _unequal(layout.values)
            )


def check_together(layout: Layout, clues: Mapping[int, int]) -> None:
    """Raise RulesError if counting lines shows that clues contradict each other."""
    for line in clues:
        _others(layout, clues, line)


def ranked(layout: Layout, clues: Mapping[int, int]) -> Iterator[Rule]:
    """The rules of all clues of a board, the rank by line, without the first digits."""
    cells_of = _lines(layout)
    by_first: dict[int, list[int]] = {}
    for line, rank in clues.items():
        by_first.setdefault((rank - 1) // 4, []).append(line)
    for lines in by_first.values():
        for a, b in combinations(sorted(lines, key=clues.__getitem__), 2):
            cells = _alternating(cells_of[a], cells_of[b])
            if cells:
                yield accepted(cells, _in_order(layout.values, equal=clues[a] == clues[b]))
    for line, rank in clues.items():
        sides, smaller = _others(layout, clues, line)
        first = layout.values[(rank - 1) // 4]
        cells = []
        for other in (other for side in sides for other in side):
            pair = [cells_of[other][0], *_alternating(cells_of[line], cells_of[other])]
            if smaller in (0, len(sides)):
                yield accepted(pair, _one_compared(layout.values, first, less=smaller > 0))
            else:
                # The automaton reads the line again, alternately with each of the others.
                cells += pair
        if cells:
            yield accepted(cells, _compared(layout.values, first, smaller, len(sides) - smaller))


def _alternating(line: Places, other: Places) -> Places:
    """The cells of two lines after the first ones, alternately."""
    return [cell for pair in zip(line[1:], other[1:], strict=True) for cell in pair]


def _others(layout: Layout, clues: Mapping[int, int], line: int) -> tuple[list[list[int]], int]:
    """The lines without a clue that may begin with the same digit as this line, and the number of smaller ones.

    The lines are in lists, one for each side of the board where exactly one line begins with the digit.
    """
    rank, rivals = clues[line], _rivals(layout)[line]
    first, smaller = divmod(rank - 1, 4)
    sides: dict[tuple[bool, int], list[int]] = {}
    for other in rivals:
        if other not in clues:
            sides.setdefault(_side(layout, other), []).append(other)
    for other, second in clues.items():
        if other != line and (second - 1) // 4 == first:
            if other not in rivals:
                raise RulesError(
                    f"rank is {rank}; a line that begins in the same row, column or region has rank {second}"
                )
            smaller -= second < rank
            sides.pop(_side(layout, other), None)
    if not 0 <= smaller <= len(sides):
        raise RulesError(f"rank is {rank}; the ranks of other lines exclude it")
    return [*sides.values()], smaller


def _side(layout: Layout, line: int) -> tuple[bool, int]:
    """Whether a line is read in reverse, and whether it is a row (0) or a column (1)."""
    return line >= 2 * layout.side, line % 2


@functools.lru_cache(maxsize=16)
def _lines(layout: Layout) -> list[Places]:
    """The cells of all rows and columns, in both directions."""
    lines = [line_cells(layout, *where) for k in range(layout.side) for where in ((k, None), (None, k))]
    return lines + [line[::-1] for line in lines] * (layout.side > 1)


@functools.lru_cache(maxsize=16)
def _rivals(layout: Layout) -> list[list[int]]:
    """For each line the lines that may begin with the same digit: the first cells share no row, column or region."""

    def places(cell: Cell) -> tuple[int, int, int]:
        return *cell, layout.regions[layout.cell(cell)]

    firsts = [line[0] for line in _lines(layout)]
    return [
        [
            other
            for other, b in enumerate(firsts)
            if other != line and (a == b or all(x != y for x, y in zip(places(a), places(b), strict=True)))
        ]
        for line, a in enumerate(firsts)
    ]


@functools.lru_cache(maxsize=16)
def _in_order(values: range, *, equal: bool) -> Automaton:
    """Reads the digits of two numbers alternately; accepts if they are equal, or if the first number is less."""

    # States: the digits are equal so far; decided; the digit of the first number.
    def step(state: int, digit: int) -> int | None:
        if state == _DECIDED:
            return state
        if state == _EQUAL:
            return digit
        if digit == state:
            return _EQUAL
        return None if equal or digit < state else _DECIDED

    return Automaton.of(values, _EQUAL, step, lambda state: state == (_EQUAL if equal else _DECIDED))


@functools.lru_cache(maxsize=16)
def _unequal(values: range) -> Automaton:
    """Reads the digits of two numbers alternately; accepts if they differ."""

    # States as in _in_order.
    def step(state: int, digit: int) -> int:
        if state in (_DECIDED, _EQUAL):
            return digit if state == _EQUAL else state
        return _EQUAL if digit == state else _DECIDED

    return Automaton.of(values, _EQUAL, step, lambda state: state == _DECIDED)


@functools.lru_cache(maxsize=64)
def _one_compared(values: range, first: int, *, less: bool) -> Automaton:
    """Reads the first digit of another line, then the digits of the clue's line and of the other line alternately.

    Accepts if the other line does not begin with the digit ``first``, or if it is less than the clue's line; without
    ``less``, if it is not less.
    """

    # States: the start, the digits are equal so far, decided, the digit of the clue's line.
    def step(state: int, digit: int) -> int | None:
        if state == _START:
            return _EQUAL if digit == first else _DECIDED
        if state == _DECIDED:
            return state
        if state == _EQUAL:
            return digit
        if digit == state:
            return _EQUAL
        return _DECIDED if (digit < state) == less else None

    return Automaton.of(values, _START, step, lambda state: state == _DECIDED or (state == _EQUAL and not less))


@functools.lru_cache(maxsize=64)
def _compared(values: range, first: int, smaller: int, larger: int) -> Automaton:
    """Accepts if ``smaller`` of the other lines begin with the digit ``first`` and are less than the clue's line.

    Exactly ``larger`` other lines begin with this digit and are not less.
    """
    side = len(values)

    # States: the number of smaller and of other lines that begin with the digit, the cells left of this pair of lines,
    # and the digit of the clue's line to compare the next digit with, _EQUAL or _DECIDED.
    def step(state: tuple[int, int, int, int], digit: int) -> tuple[int, int, int, int] | None:
        less, others, left, known = state
        if left == 0:
            known = _EQUAL if digit == first else _DECIDED
            left = 2 * side - 2
            return (less, others, left, known)
        left -= 1
        if known == _EQUAL:
            return (less, others, left, digit)
        if known != _DECIDED:
            if digit == known and left:
                return (less, others, left, _EQUAL)
            less, others, known = less + (digit < known), others + (digit >= known), _DECIDED
        return (less, others, left, known) if less <= smaller and others <= larger else None

    return Automaton.of(values, (0, 0, 0, _DECIDED), step, lambda state: state == (smaller, larger, 0, _DECIDED))
