"""The speed of solvers that are written in Python alone, for the chart of the README.

Each solver gets the same puzzles, spread evenly over the set, and its solutions are compared with bitdoku's. Times are
of the processor. The solvers are not dependencies, so they are installed where bitdoku is:

    pip install dlxsudoku==0.10.3 py-sudoku==2.0.0
    python benches/pure_python.py --record benches/records/pure_python.json
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from python_bench import header, sets

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable

#: The set of the chart.
SET = "minimal"


def dlxsudoku(puzzle: str) -> str:
    """Singles, then dancing links."""
    from dlxsudoku import Sudoku

    board = Sudoku(puzzle.replace(".", "0"))
    board.solve()
    return str(board.to_oneliner())


def py_sudoku(puzzle: str) -> str:
    """Backtracking cell by cell."""
    from sudoku import Sudoku

    cells = [int(digit) or None for digit in puzzle.replace(".", "0")]
    solved = Sudoku(3, 3, board=[cells[i : i + 9] for i in range(0, 81, 9)]).solve()
    return "".join(str(cell) for row in solved.board for cell in row)


SOLVERS: dict[str, Callable[[str], str]] = {"dlxsudoku": dlxsudoku, "py-sudoku": py_sudoku}


def measured(name: str, puzzles: list[str], rounds: int) -> dict[str, Any]:
    """The puzzles per second of a solver in each round, and their median."""
    solve, speeds = SOLVERS[name], []
    wanted = bd.solve(puzzles).solution
    for _ in range(rounds):
        start = time.process_time()
        found = [solve(puzzle) for puzzle in puzzles]
        speeds.append(round(len(puzzles) / (time.process_time() - start), 3))
        if found != wanted:
            raise ValueError(f"{name} gives other solutions")
    return {
        "contestant": name,
        "version": version(name),
        "puzzles": len(puzzles),
        "rounds": speeds,
        "puzzles_per_second": statistics.median(speeds),
    }


def main() -> None:
    """Measure, and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=200, help="the number of puzzles")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--record", type=Path)
    parser.set_defaults(turn_ms=None, quick=False)
    options = parser.parse_args()
    digest, lines = sets({SET})[SET]
    chosen = [lines[i] for i in np.linspace(0, len(lines) - 1, options.puzzles).astype(int)]
    record = header(options, "pure_python", "processor time", {"bitdoku": bd.__version__})
    record |= {"set": SET, "sha256": digest, "results": [measured(name, chosen, options.rounds) for name in SOLVERS]}
    text = json.dumps(record, indent=1) + "\n"
    print(text, end="")
    if options.record is not None:
        options.record.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
