"""``bitdoku bench``: measures the speed on this machine."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_input, add_rules, add_work, seconds
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

DESCRIPTION = """\
Measures puzzles per second on this machine, in memory, for the puzzles of files or for 2000 generated minimal puzzles
(250 with --rules; above 16x16, two thirds of the cells are given). Each figure is the best of several rounds.
"""
EXAMPLES = """\
  bitdoku bench
  bitdoku bench puzzles.txt --threads 1 --seconds 5
  bitdoku bench --backend scalar --json
  bitdoku bench --rules 6x6
"""

#: Numbers of puzzles to generate if there is no file, for classic Sudoku and other rules.
GENERATED = 2000
OTHER_GENERATED = 250
#: The largest side for minimal puzzles; on larger boards, each takes seconds.
MINIMAL_SIDE = 16


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "bench", "measure puzzles per second", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    command.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="time for each figure (default 1)")
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    add_work(command)
    command.set_defaults(files=[], malformed="raise", output=None, to=None)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    backend = choose_backend(options)
    import numpy as np

    import bitdoku as bd
    from bitdoku._core import _threads
    from bitdoku.datasets._classes import has_classes
    from bitdoku.rules._rules import rules_of

    rules = options.rules
    if options.files:
        flow = Flow(options)
        batches = flow.of_one_side()
        rules = flow.rules(batches[0]) if batches else rules
        source = ", ".join(options.files)
    known = rules_of(rules)
    generated = GENERATED if known.is_classic else OTHER_GENERATED
    large = known.side > MINIMAL_SIDE
    arguments: dict[str, Any] = {"seed": 0, "rules": known}
    if large:
        arguments["clues"] = known.side**2 * 2 // 3
    if options.files:
        empty = np.empty((0, known.side**2), np.uint8)
        puzzles = np.concatenate([empty, *(rows.puzzle.reshape(-1, known.side**2) for rows in batches)])
    else:
        puzzles = bd.generate(generated, **arguments).puzzle.reshape(generated, -1)
        source = f"generated {'' if large else 'minimal '}puzzles"
    counts = dict.fromkeys((1, _threads(options.threads)))
    out = np.empty_like(puzzles)
    functions: dict[str, Callable[[int], object]] = {
        "solve": lambda threads: bd.solve(puzzles, out=out, rules=known, threads=threads),
        "verdict": lambda threads: bd.verdict(puzzles, rules=known, threads=threads),
        "canonical": lambda threads: bd.canonical(puzzles, rules=known, threads=threads),
        "fingerprint": lambda threads: bd.fingerprint(puzzles, rules=known, threads=threads),
        "generate": lambda threads: bd.generate(generated // 4, threads=threads, **arguments),
    }
    if not has_classes(known):
        del functions["canonical"], functions["fingerprint"]
    rates = {
        name: {
            threads: (generated // 4 if name == "generate" else len(puzzles))
            / _best(function, threads, options.seconds)
            for threads in counts
        }
        for name, function in functions.items()
    }
    if options.json:
        report = {"version": bd.__version__, "backend": backend, "puzzles": len(puzzles), "source": source}
        print(json.dumps({**report, "rates": rates}))
        return 0
    print(f"{len(puzzles)} {source}; bitdoku {bd.__version__}, {backend}; puzzles per second by threads")
    print(f"{'':12}" + "".join(f"{threads:>14}" for threads in rates["solve"]))
    for name, row in rates.items():
        print(f"{name:12}" + "".join(f"{value:>14,.0f}" for value in row.values()))
    return 0


def _best(function: Callable[[int], object], threads: int, seconds: float) -> float:
    """The shortest time of a round in seconds."""
    best, end = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        start = time.perf_counter()
        function(threads)
        best = min(best, time.perf_counter() - start)
    return best
