"""A slow, obvious solver in plain Python, which shares nothing with the core: the oracle of the tests."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HOUSES = (
    [[(r, c) for c in range(9)] for r in range(9)]
    + [[(r, c) for r in range(9)] for c in range(9)]
    + [[(3 * b + r, 3 * s + c) for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
)
PEERS = [sorted({9 * r + c for house in HOUSES if (i // 9, i % 9) in house for r, c in house} - {i}) for i in range(81)]


def cells_of(text: str) -> list[int]:
    """The 81 numbers of a line, 0 for blank."""
    return [int(c) if c.isdigit() else 0 for c in text]


def text_of(cells: Sequence[int]) -> str:
    """The line of 81 numbers, ``.`` for blank."""
    return "".join("." if not value else str(value) for value in cells)


def conflicts(cells: Sequence[int]) -> list[bool]:
    """Which givens clash with a peer."""
    return [bool(value) and any(cells[j] == value for j in PEERS[i]) for i, value in enumerate(cells)]


def is_solution(cells: Sequence[int]) -> bool:
    """Whether every house holds each digit once."""
    return all({cells[9 * r + c] for r, c in house} == set(range(1, 10)) for house in HOUSES)


def _fill(cells: list[int]) -> Iterator[list[int]]:
    """Every completion, by always filling the cell with the fewest possible digits."""
    best, options = -1, list(range(1, 11))
    for i, value in enumerate(cells):
        if not value:
            here = [digit for digit in range(1, 10) if all(cells[j] != digit for j in PEERS[i])]
            if len(here) < len(options):
                best, options = i, here
                if len(here) < 2:
                    break
    if best < 0:
        yield cells[:]
        return
    for digit in options:
        cells[best] = digit
        yield from _fill(cells)
    cells[best] = 0


def all_solutions(cells: Sequence[int], limit: int | None = None) -> list[list[int]]:
    """Solutions in the order of the search, at most ``limit``."""
    if any(conflicts(cells)):
        return []
    return list(islice(_fill(list(cells)), limit))


def verdict(cells: Sequence[int]) -> int:
    """min(number of solutions, 2)."""
    return len(all_solutions(cells, 2))
