"""Arguments of rules that are true of a grid, at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class Maker:
    """Makes arguments that are true of a grid."""

    def __init__(
        self, rng: np.random.Generator, grid: np.ndarray, regions: np.ndarray, largest: int | None = None
    ) -> None:
        self.rng = rng
        self.grid = grid
        self.side = len(grid)
        #: The largest digit, by default the side.
        self.largest = largest or len(grid)
        self.regions = regions

    def cells(self) -> list[tuple[int, int]]:
        order = self.rng.permutation(self.side**2)
        return [(int(k) // self.side, int(k) % self.side) for k in order]

    def walk(
        self, length: int, fits: Callable[[list[int]], bool] = lambda _: True, *, crossing: bool = False
    ) -> list[tuple[int, int]]:
        """A line of cells that touch, each prefix of whose digits fits; shorter where it ends.

        With ``crossing``, it may visit a cell again.
        """
        for start in self.cells():
            line = [start]
            while len(line) < length:
                row, column = line[-1]
                ways = [
                    (row + down, column + right)
                    for down, right in self.rng.permutation(STEPS).tolist()
                    if 0 <= row + down < self.side and 0 <= column + right < self.side
                ]
                visited = line[-2:] if crossing else line
                ways = [w for w in ways if w not in visited and fits([int(self.grid[c]) for c in [*line, w]])]
                if crossing:
                    ways.sort(key=lambda w: w not in line)
                if not ways:
                    break
                line.append(ways[0])
            if len(line) >= min(length, 3):
                return line
        return []

    def pairs(self, fits: Callable[[int, int], bool], share: float = 0.5) -> list[Any]:
        """Some of the neighbours whose digits fit."""
        found = []
        for row, column in np.ndindex(self.side, self.side):
            for down, right in ((0, 1), (1, 0)):
                other = (row + down, column + right)
                if max(other) < self.side and self.rng.random() < share:
                    first, second = int(self.grid[row, column]), int(self.grid[other])
                    if fits(first, second):
                        found.append(((row, column), other))
        return found

    def length(self) -> int:
        return int(self.rng.integers(3, min(self.side, 5) + 1))

    def digits(self, cells: Any) -> list[int]:
        return [int(self.grid[cell]) for cell in cells]

    def outside(self) -> tuple[list[int], dict[str, Any]]:
        """The digits of a row or column as a clue outside the board sees them, and where it stands."""
        k, reverse = int(self.rng.integers(self.side)), bool(self.rng.integers(2))
        across = bool(self.rng.integers(2))
        line = (self.grid[k] if across else self.grid[:, k]).tolist()
        return line[::-1] if reverse else line, {"row" if across else "column": k, "reverse": reverse}

    def sum(self, cells: Any) -> int:
        return int(sum(int(self.grid[cell]) for cell in cells))
