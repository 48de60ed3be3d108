"""Solves the puzzles of standard input with hodoku-py, a Python port of HoDoKu, and prints a line of JSON for each.

It runs as a program of its own, since hodoku-py has the GNU General Public License. A line holds the level, the score,
and for each step its type and the cells with their digits that it sets and removes.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def cell(index: int, digit: int) -> tuple[int, int, int]:
    return index // 9, index % 9, digit


def main() -> None:
    from hodoku import Solver

    solver: Any = Solver()
    for line in sys.stdin:
        result = solver.solve(line.strip())
        steps = []
        for step in result.steps:
            removed = sorted({cell(one.index, one.value) for one in step.candidates_to_delete})
            placed = [] if removed else sorted(map(cell, step.indices, step.values))
            steps.append((step.type.name, placed, removed))
        print(json.dumps({"level": result.level.name, "score": result.score, "steps": steps}), flush=True)


if __name__ == "__main__":
    main()
