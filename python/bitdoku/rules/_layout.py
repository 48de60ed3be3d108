"""``Layout``: the side, boxes or regions, and digits of a board, and checks of arguments against them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import RulesError, shown
from bitdoku.rules._rule import MAX_NUMBER, MAX_SIDE, is_cell, is_int

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bitdoku.rules._rule import Cell, Mask

#: The characters of digits from 0.
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Layout:
    """The layout of a board: the side, the region of each cell, the shape of the boxes, and the digits.

    Masks, tables and automata number the digits in order: bit 0 of a mask is the first digit. Sums and comparisons use
    the values of the digits. If there are more digits than the side, a row holds only some of them.
    """

    side: int
    regions: tuple[int, ...]
    box: tuple[int, int] | None
    values: range

    @property
    def first(self) -> int:
        """The first digit."""
        return self.values.start

    @property
    def count(self) -> int:
        """The number of digits."""
        return len(self.values)

    def label(self, cell: int) -> str:
        """r1c1 for cell 0."""
        return f"r{cell // self.side + 1}c{cell % self.side + 1}"

    def labels(self, cells: Iterable[int]) -> str:
        """The labels of some cells; after eight, an ellipsis."""
        cells = list(cells)
        labels = ", ".join(map(self.label, cells[:8]))
        return f"{labels}, …" if len(cells) > 8 else labels

    def counted(self, cells: Sequence[int]) -> str:
        """The number of cells with their labels: 2 cells (r1c1, r1c2)."""
        return f"{len(cells)} cell{'s' * (len(cells) != 1)}" + f" ({self.labels(cells)})" * bool(cells)

    @property
    def all_digits(self) -> Mask:
        return (1 << self.count) - 1

    def inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.side and 0 <= column < self.side

    def cell(self, place: Any, what: str = "cell") -> int:
        """The number of a cell (row, column)."""
        if not is_cell(place):
            raise RulesError(f"{what} is {shown(place)}; expected (row, column), counted from 0")
        row, column = place
        if not self.inside(row, column):
            # Messages count from 1, so row -1 is r0.
            cell = f"r{shown(row + 1)}c{shown(column + 1)}"
            raise RulesError(f"{what} {cell} is outside the {self.side}x{self.side} board")
        return int(row * self.side + column)

    def cells(self, places: Any, what: str = "cells", *, least: int = 1, distinct: bool = True) -> list[int]:
        """The numbers of some cells."""
        if not isinstance(places, tuple):
            raise RulesError(f"{what} is {shown(places)}; expected a list of (row, column)")
        if is_cell(places):
            raise RulesError(f"{what} is one cell, {shown(places)}; expected a list of (row, column)")
        numbers = [self.cell(place) for place in places]
        if len(numbers) < least:
            raise RulesError(f"{what} holds {self.counted(numbers)}; expected at least {least}")
        if distinct and len({*numbers}) < len(numbers):
            twice = next(number for i, number in enumerate(numbers) if number in numbers[:i])
            raise RulesError(f"{what} holds {self.label(twice)} twice")
        return numbers

    def groups(self, groups: Any) -> list[list[int]]:
        """The numbers of the cells in two groups or more."""
        if not isinstance(groups, tuple) or len(groups) < 2:
            raise RulesError(f"groups is {shown(groups)}; expected at least two lists of (row, column)")
        return [self.cells(group, "a group") for group in groups]

    def place(self, cell: int) -> Cell:
        """The row and column of a cell."""
        return divmod(cell, self.side)

    def places(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(map(self.place, cells))

    def pairs(self, pairs: Any, what: str = "pairs") -> list[tuple[int, int]]:
        """The numbers of pairs of cells."""
        if not isinstance(pairs, tuple):
            raise RulesError(f"{what} is {shown(pairs)}; expected a list of pairs of cells")
        found = []
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise RulesError(f"{what} holds {shown(pair)}; expected two cells, each (row, column)")
            if is_cell(pair):
                label = self.label(self.cell(pair))
                raise RulesError(f"{what} holds one cell, {label}; expected pairs of cells, such as ['r1c1 r1c2']")
            first, second = self.cell(pair[0]), self.cell(pair[1])
            if first == second:
                raise RulesError(f"{what} holds {self.label(first)} with itself")
            found.append((first, second))
        return found

    def number(self, value: Any, what: str, least: int = -MAX_NUMBER) -> int:
        """A whole number."""
        if not is_int(value):
            raise RulesError(f"{what} is {shown(value)}; expected a whole number")
        if value < least and least != -MAX_NUMBER:
            raise RulesError(f"{what} is {shown(value)}; expected at least {least}")
        if abs(value) > MAX_NUMBER:
            raise RulesError(f"{what} is {shown(value)}; expected at most 2^40 in size")
        return int(value)

    def digits(self, digits: Any) -> Mask:
        """The mask of some digits."""
        mask = 0
        for digit in digits if isinstance(digits, tuple) else (digits,):
            if not is_int(digit) or digit not in self.values:
                raise RulesError(f"digits hold {shown(digit)}; expected {self.values[0]}..{self.values[-1]}")
            mask |= 1 << (digit - self.first)
        return mask

    def table(self, table: Any) -> tuple[tuple[int, ...], ...]:
        """A truth table of 0 and 1, from an array or a predicate of two digits."""
        span = self.values
        if callable(table):
            return tuple(tuple(int(bool(table(first, second))) for second in span) for first in span)
        if not isinstance(table, tuple) or len(table) != self.count:
            raise RulesError(
                f"table is malformed; expected a {self.count}x{self.count} array or a function of two digits"
            )
        for digit, row in zip(span, table, strict=True):
            if not isinstance(row, tuple) or len(row) != self.count:
                raise RulesError(f"table: the row of digit {digit} does not have {self.count} values")
            if not {*row} <= {0, 1}:
                raise RulesError(f"table: the row of digit {digit} holds values other than true and false")
        return tuple([tuple(map(int, row)) for row in table])

    def neighbors(self, steps: Sequence[tuple[int, int]] = ((0, 1), (1, 0))) -> Iterator[tuple[Cell, Cell]]:
        """All pairs of cells that differ by one of the steps; by default, each pair of neighbors once."""
        for row, column in np.ndindex(self.side, self.side):
            for down, right in steps:
                if self.inside(row + down, column + right):
                    yield (row, column), (row + down, column + right)


def shapes(side: int) -> Iterable[tuple[int, int]]:
    """The possible box shapes of a board."""
    return ((height, side // height) for height in range(1, side + 1) if side % height == 0)


@lru_cache(maxsize=16)
def box_layout(height: int, width: int, values: range | None = None) -> Layout:
    """The layout with boxes, numbered in the order of appearance; the default digits are 1 to the side."""
    side = height * width
    values = range(1, side + 1) if values is None else values
    rows, columns = np.divmod(np.arange(side**2), side)
    return Layout(side, tuple((rows // height * height + columns // width).tolist()), (height, width), values)


def digit_range(digits: Iterable[int], side: int) -> range:
    """The argument ``digits`` of a board as a range."""
    try:
        some = [index(digit) for digit in islice(digits, MAX_SIDE + 1) if not isinstance(digit, bool | np.bool_)]
    except TypeError:
        raise RulesError(f"digits are {shown(digits)}; expected whole numbers such as range({side})") from None
    for first, most in ((1, MAX_SIDE), (0, len(SYMBOLS))):
        values = range(first, first + len(some))
        if some == [*values] and 0 < len(some) <= most:
            if len(some) < side:
                raise RulesError(
                    f"digits are {first} to {values[-1]}; expected at least {side}: the {side} cells of a row differ"
                )
            return values
    raise RulesError(
        f"digits are {shown(some)}; expected 0 to {side - 1}, 1 to {side} or more: in order, from 0 at most "
        f"{len(SYMBOLS)}, from 1 at most {MAX_SIDE}"
    )


def default_box(side: int) -> tuple[int, int]:
    """The box nearest to a square, at least as wide as high; (1, side) for a prime side."""
    height = max(height for height in range(1, side + 1) if side % height == 0 and height * height <= side)
    return height, side // height


def named_box(side: int, name: str) -> tuple[int, int]:
    """The box of a size given by name."""
    if not 1 <= side <= MAX_SIDE:
        raise RulesError(f"rules {shown(name)} have side {side}; expected 1 to {MAX_SIDE}")
    box = default_box(side)
    if box[0] == 1 and side > 1:
        raise RulesError(
            f"rules {shown(name)}: {side}x{side} has no boxes; use Rules(box=(1, {side})) for rows and columns only, "
            "or Rules.jigsaw(…)"
        )
    return box
