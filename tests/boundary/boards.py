"""Boards of several sides and rules with three puzzles each, and a slow solver for all of them.

The solver is plain Python and knows rows, columns, boxes, diagonals and cages as lists of cells. It shares nothing with
bitdoku, whose answers for plain arrays are checked against it in test_boundary_oracle.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from puzzles import EASY, THREE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Digits = np.ndarray[Any, np.dtype[np.uint8]]

#: The digits of texts: 1 to 9, then A for 10.
DIGITS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, eq=False)
class Board:
    """A side and rules, with three puzzles: one solution, several, none."""

    name: str
    #: Rows and columns of a box.
    box: tuple[int, int]
    unique: str
    multiple: str
    #: Whether both diagonals hold each digit once.
    diagonals: bool = False
    #: (cells, sum), the digits of a cage being different.
    cages: tuple[tuple[tuple[int, ...], int], ...] = ()
    #: How many more digits there are than the side.
    more: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def side(self) -> int:
        return self.box[0] * self.box[1]

    @property
    def digits(self) -> int:
        """The number of digits."""
        return self.side + self.more

    @property
    def area(self) -> int:
        return self.side**2

    @property
    def plain(self) -> bool:
        """Whether there is nothing but rows, columns and boxes."""
        return not (self.diagonals or self.cages)

    @cached_property
    def rules(self) -> Any:
        """What a call takes as ``rules=``."""
        if self.diagonals:
            return "x"
        if self.more:
            return bd.Rules(box=self.box, digits=range(1, self.digits + 1))
        if self.cages:
            places = [([divmod(cell, self.side) for cell in cells], total) for cells, total in self.cages]
            return bd.Rules(box=self.box) + [bd.rules.killer_cage(cells, total) for cells, total in places]
        return None if self.side == 9 else f"{self.side}x{self.side}"

    @property
    def options(self) -> dict[str, Any]:
        """Arguments of a call."""
        return {} if self.rules is None else {"rules": self.rules}

    @cached_property
    def puzzles(self) -> Digits:
        """One solution, several, none, as an array (3, side, side); the last one has two givens that clash."""
        unique, multiple = (
            np.array([DIGITS.index(c) for c in text], np.uint8) for text in (self.unique, self.multiple)
        )
        clash = unique.copy()
        given = int(np.flatnonzero(unique)[0])
        row = given - given % self.side
        blank = row + int(np.flatnonzero(unique[row : row + self.side] == 0)[0])
        clash[blank] = clash[given]
        return np.stack([unique, multiple, clash]).reshape(3, self.side, self.side)

    @cached_property
    def houses(self) -> list[list[int]]:
        """Cells that hold different digits."""
        n, (height, width) = self.side, self.box
        rows = [[n * r + c for c in range(n)] for r in range(n)]
        boxes = [
            [n * (top + r) + left + c for r in range(height) for c in range(width)]
            for top in range(0, n, height)
            for left in range(0, n, width)
        ]
        lines = [[(n + 1) * i for i in range(n)], [(n - 1) * (i + 1) for i in range(n)]] if self.diagonals else []
        return rows + [list(column) for column in zip(*rows, strict=True)] + boxes + lines

    @cached_property
    def peers(self) -> list[list[int]]:
        """For each cell those that hold other digits."""
        peers: list[set[int]] = [set() for _ in range(self.area)]
        for cells in [*self.houses, *(cells for cells, _ in self.cages)]:
            for cell in cells:
                peers[cell].update(cells)
        return [sorted(others - {cell}) for cell, others in enumerate(peers)]

    # --- the slow solver -----------------------------------------------------------------------------------------

    def conflicts(self, cells: Sequence[int]) -> list[bool]:
        """Which cells hold the digit of a peer."""
        return [bool(digit) and any(cells[j] == digit for j in self.peers[i]) for i, digit in enumerate(cells)]

    def possible(self, cells: Sequence[int], cell: int) -> list[int]:
        """The digits of a blank cell that no peer holds and that break no cage."""
        taken = {cells[peer] for peer in self.peers[cell]}
        return [d for d in range(1, self.digits + 1) if d not in taken and self._within_cages(cells, cell, d)]

    def _within_cages(self, cells: Sequence[int], cell: int, digit: int) -> bool:
        for members, total in self.cages:
            if cell in members:
                held = [digit if member == cell else cells[member] for member in members]
                if sum(held) > total or (all(held) and sum(held) != total):
                    return False
        return True

    def is_solution(self, cells: Sequence[int]) -> bool:
        """Whether a full grid obeys the rules."""
        digits = set(range(1, self.digits + 1))
        held = [{cells[i] for i in house} for house in self.houses]
        return all(len(house) == self.side and house <= digits for house in held) and all(
            sum(cells[i] for i in members) == total and len({cells[i] for i in members}) == len(members)
            for members, total in self.cages
        )

    def solutions(self, cells: Sequence[int], limit: int = 1000) -> list[list[int]]:
        """All solutions in lexicographic order; an error if there are more than ``limit``."""
        found: list[list[int]] = []
        if any(self.conflicts(cells)):
            return found
        for solution in self._fill(list(cells)):
            if self.is_solution(solution):
                found.append(solution)
            if len(found) > limit:
                raise ValueError(f"more than {limit} solutions")
        return sorted(found)

    def _fill(self, cells: list[int]) -> Iterator[list[int]]:
        """Every completion, always filling the cell with the fewest possible digits."""
        best, options = -1, [0] * (self.digits + 1)
        for cell, digit in enumerate(cells):
            if not digit:
                here = self.possible(cells, cell)
                if len(here) < len(options):
                    best, options = cell, here
                    if len(here) < 2:
                        break
        if best < 0:
            yield cells[:]
            return
        for digit in options:
            cells[best] = digit
            yield from self._fill(cells)
        cells[best] = 0

    @cache  # noqa: B019 - boards live as long as the tests
    def solved(self, row: int) -> list[list[int]]:
        """All solutions of one of the three puzzles."""
        return self.solutions(self.puzzles[row].ravel().tolist())

    # --- symmetries, for small boards ----------------------------------------------------------------------------

    @cached_property
    def moves(self) -> list[np.ndarray[Any, np.dtype[np.intp]]]:
        """Every rearrangement of cells that keeps rows, columns and boxes: 128 on 4x4, 3456 on 6x6."""
        n, (height, width) = self.side, self.box
        cells = np.arange(n * n).reshape(n, n)
        turned = [cells, cells.T] if height == width else [cells]
        rows, columns = _orders(n // height, height), _orders(n // width, width)
        return [board[r][:, c].ravel() for board in turned for r in rows for c in columns]


def _orders(groups: int, size: int) -> list[list[int]]:
    """Every order of lines that keeps bands together."""
    within = list(permutations(range(size)))
    orders: list[list[int]] = []
    for outer in permutations(range(groups)):
        partial: list[list[int]] = [[]]
        for group in outer:
            partial = [[*lines, *(size * group + line for line in inner)] for lines in partial for inner in within]
        orders += partial
    return orders


def _large(name: str, box: tuple[int, int]) -> Board:
    """A large board with four cells in five given: one solution; two where two rows lose a cycle of digits as well."""
    height, width = box
    n = height * width
    grid = [[(width * (r % height) + r // height + c) % n + 1 for c in range(n)] for r in range(n)]
    for r in range(n):
        for c in range(n):
            if (31 * r + 17 * c + r * c) % 5 == 0:
                grid[r][c] = 0
    unique = "".join(DIGITS[digit] for row in grid for digit in row)
    # Rows 0 and 1 hold the same digits in columns that are a box apart.
    for c in range(0, n, width):
        grid[0][c] = grid[1][c] = 0
    return Board(name, box, unique, "".join(DIGITS[digit] for row in grid for digit in row))


#: Dominoes of a 6x6 grid with their sums.
_CAGES = (
    (0, 6, 5),
    (2, 8, 11),
    (4, 10, 5),
    (13, 19, 5),
    (15, 21, 5),
    (17, 23, 5),
    (24, 30, 5),
    (26, 32, 5),
    (28, 34, 5),
)

BOARDS = [
    Board("4x4", (2, 2), ".43..2..21......", ".43232...1.3...."),
    Board("6x6", (2, 3), "....2....1.6...6...24....4.23......4", ".6.......1.6...64..2431..4.23..1...4"),
    Board("9x9", (3, 3), EASY, THREE),
    _large("16x16", (4, 4)),
    _large("25x25", (5, 5)),
    Board(
        "x",
        (3, 3),
        ".2....1..1...7....6..1.3.................6..3...79..6.....3.69..9......55362....8",
        ".2..5.18.1...7.......123......3.2........6..3...79..6.2...3.69..9......55362....8",
        diagonals=True,
    ),
    Board(
        "killer",
        (2, 3),
        "..5....4..2......1.3..6.1....2...6..",
        "215...34..2..2...1.31.6.1....2..2..3",
        cages=tuple(((a, b), total) for a, b, total in _CAGES),
    ),
    Board("6x6 of 9", (2, 3), ".7351.5..89781246535...9..1674937.82", "658392..9.17483......175246.59.37681", more=3),
]
