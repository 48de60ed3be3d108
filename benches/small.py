"""Plain 4x4, 6x6 and 8x8: minimal puzzles per second by ``bitdoku.solve`` on an array, with one thread.

    python benches/small.py

For each size 20,000 minimal puzzles from seed 1, repeated fifty times, are solved in one call; the result is the median
of nine calls, which alternate between the sizes. The solutions are checked before the measurement.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

import bitdoku as bd

SIZES = ("4x4", "6x6", "8x8")


def main() -> None:
    """Measure and print."""
    batches = {}
    for size in SIZES:
        made = bd.generate(20_000, seed=1, rules=size)
        solved = bd.solve(made.puzzle, rules=size, threads=1)
        assert (solved.verdict == bd.Verdict.UNIQUE).all()
        assert (solved.solution == made.solution).all()
        batches[size] = np.tile(made.puzzle, (50, 1, 1))
    seconds: dict[str, list[float]] = {size: [] for size in SIZES}
    for _ in range(9):
        for size, batch in batches.items():
            begin = time.perf_counter()
            bd.solve(batch, rules=size, threads=1)
            seconds[size].append(time.perf_counter() - begin)
    for size, batch in batches.items():
        print(f"{size}  {len(batch) / statistics.median(seconds[size]) / 1e6:6.2f} million puzzles per second")


if __name__ == "__main__":
    main()
