"""``bitdoku bench``: how fast this machine is."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_input, add_work, seconds

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

DESCRIPTION = """\
Measures puzzles a second on this machine, from memory to memory: of a file, or of 2000 generated minimal puzzles.
Every figure is the best of some rounds.
"""
EXAMPLES = """\
  bitdoku bench
  bitdoku bench puzzles.txt --threads 1 --seconds 5
  bitdoku bench --backend scalar --json
"""

#: Puzzles that are made where there is no file.
MADE = 2000


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = add_command(subparsers, "bench", "measure puzzles a second", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    command.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="time for each figure (default 1)")
    command.add_argument("--json", action="store_true", help="JSON instead of a table")
    add_work(command)
    command.set_defaults(files=[], malformed="raise", output=None, to=None)


def run(options: argparse.Namespace) -> int:
    """Measures and prints."""
    from bitdoku.cli.rows import Flow, choose_backend

    backend = choose_backend(options)
    import os

    import numpy as np

    import bitdoku as bd

    if options.files:
        flow = Flow(options)
        boards = [rows.decoded().puzzles for rows in flow.batches()]
        puzzles = np.concatenate(boards) if boards else np.zeros((0, 81), np.uint8)
        what = ", ".join(options.files)
    else:
        puzzles = bd.generate(MADE, seed=0).puzzle.reshape(-1, 81)
        what = "generated minimal puzzles"
    counts = [1] if options.threads == 1 else [1, options.threads or os.cpu_count() or 1]
    out = np.empty_like(puzzles)
    questions: dict[str, Callable[[int], object]] = {
        "solve": lambda threads: bd.solve(puzzles, out=out, threads=threads),
        "verdict": lambda threads: bd.verdict(puzzles, threads=threads),
        "canonical": lambda threads: bd.canonical(puzzles, threads=threads),
        "fingerprint": lambda threads: bd.fingerprint(puzzles, threads=threads),
        "generate": lambda threads: bd.generate(MADE // 4, seed=0, threads=threads),
    }
    rates = {
        name: {
            threads: (MADE // 4 if name == "generate" else len(puzzles)) / _best(question, threads, options.seconds)
            for threads in dict.fromkeys(counts)
        }
        for name, question in questions.items()
    }
    if options.json:
        report = {"version": bd.__version__, "backend": backend, "puzzles": len(puzzles), "source": what}
        print(json.dumps({**report, "rates": rates}))
        return 0
    print(f"{len(puzzles)} {what}; bitdoku {bd.__version__}, {backend}; puzzles a second by threads")
    print(f"{'':12}" + "".join(f"{threads:>14}" for threads in rates["solve"]))
    for name, row in rates.items():
        print(f"{name:12}" + "".join(f"{value:>14,.0f}" for value in row.values()))
    return 0


def _best(question: Callable[[int], object], threads: int, seconds: float) -> float:
    """The shortest time of a round, in seconds."""
    best, end = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        start = time.perf_counter()
        question(threads)
        best = min(best, time.perf_counter() - start)
    return best
