"""Runs calls for which Python cannot make objects: the first, the second …, each alone and with all that follow.

Prints how each call ended. Objects that are wanted before and after the body of a function are not looked at: the
arguments are those of Python itself, and what PyO3 makes of lists and tuples is its own.
"""

from __future__ import annotations

import _testcapi  # type: ignore[import-not-found]
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = bd.solve(PUZZLE).solution
TEXTS = [PUZZLE] * 5
CELLS = np.array([[int(c) if c.isdigit() else 0 for c in PUZZLE]] * 50, np.uint8)
SEVERAL = PUZZLE[:70] + "." * 11

CALLS: dict[str, Callable[[], Any]] = {
    "solve, array": lambda: bd.solve(CELLS),
    "solve, text": lambda: bd.solve(PUZZLE),
    "solve, list": lambda: bd.solve(TEXTS),
    "solve, 6x6": lambda: bd.solve("." * 36, rules="6x6"),
    "count": lambda: bd.count(TEXTS),
    "check": lambda: bd.check(PUZZLE, SOLUTION),
    "candidates": lambda: bd.candidates(PUZZLE),
    "solutions": lambda: list(bd.solutions(SEVERAL, limit=3)),
    "sample": lambda: bd.sample(SEVERAL, 3, seed=1),
    "minimize": lambda: bd.minimize(TEXTS, seed=1),
    "shuffle": lambda: bd.shuffle(TEXTS, seed=1),
    "canonical": lambda: bd.canonical(TEXTS),
    "fingerprint": lambda: bd.fingerprint(TEXTS),
    "a short text": lambda: bd.solve(PUZZLE[:-1]),
    "wrong digits": lambda: bd.solve(CELLS + 9),
    "no threads": lambda: bd.solve(CELLS, threads=0),
}


def outcome(call: Callable[[], Any], first: int, last: int) -> str:
    """How a call ends if the allocations from the first up to the last, or all if that is 0, fail."""
    try:
        _testcapi.set_nomemory(first, last)
        try:
            call()
        finally:
            _testcapi.remove_mem_hooks()
    except BaseException as error:  # noqa: BLE001 - a PanicException too
        return type(error).__name__
    return "ended"


# PyO3 tells of each MemoryError that it panics for.
sys.unraisablehook = lambda _: None
for name, call in CALLS.items():
    usual = [outcome(call, 1 << 30, 0) for _ in range(2)][1]
    # No call makes so many objects.
    alone = {outcome(call, first, first + 1) for first in range(40)}
    rest = {outcome(call, first, 0) for first in range(40)}
    print(f"{name}: {usual}: {' '.join(sorted((alone | rest) - {usual}))}")
