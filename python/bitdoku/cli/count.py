"""``bitdoku count``: counts the solutions of puzzles."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_budget, add_command, add_files, add_work, positive
from bitdoku.cli.progress import on_terminal
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

#: The default limit: less than a second of work for a puzzle.
LIMIT = 1_000_000

DESCRIPTION = """\
Counts the solutions of each puzzle. Writes each puzzle with its number of solutions, which is exact if it is below the
limit. The number is empty for malformed rows and where the budget ran out.
"""
EXAMPLES = """\
  bitdoku count puzzles.txt
  bitdoku count sudoku.csv --limit 2 -o counted.parquet
  bitdoku count puzzles.txt --limit none --budget 1e9
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "count", "count solutions", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    command.add_argument(
        "--limit",
        type=lambda text: None if text == "none" else positive(text),
        default=LIMIT,
        metavar="N",
        help=f"stop counting at N solutions (default {LIMIT:,}), or none: use --budget then, for a board with few "
        "clues may take longer than a life",
    )
    add_budget(command)
    add_work(command, "mark", "leave its number empty")


def run(options: argparse.Namespace) -> int:
    """Write counts, and print a summary to stderr."""
    backend = choose_backend(options)
    if options.limit is None and options.budget is None and on_terminal(sys.stderr) and not options.quiet:
        print("bitdoku: no limit: --limit N or --budget 10s end a count of too many solutions", file=sys.stderr)
    flow = Flow(options)
    reached: list[int] = []
    undecided: list[int] = []
    code = flow.write(_results(flow, reached, undecided), headings=True)
    advice = "--limit N counts further, --budget 10s limits the time"
    kinds = [
        *[f"{sum(reached)} with {options.limit or 0:,} solutions or more ({advice})"] * any(reached),
        *[f"{sum(undecided)} undecided: the budget ran out"] * any(undecided),
    ]
    flow.summary(", ".join(kinds), backend)
    return code


def _results(flow: Flow, reached: list[int], undecided: list[int]) -> Iterator[Puzzles]:
    import bitdoku as bd

    options = flow.options
    for rows in flow.batches():
        found = flow.timed(
            bd.count,
            rows,
            rules=flow.rules(rows),
            limit=options.limit,
            threads=options.threads,
            budget=flow.budget,
            malformed="mark",
        )
        numbers: Any = found.count
        # With a limit of 1 a count is UNDECIDED, too.
        unknown = (found.verdict >= bd.Verdict.UNDECIDED) & (numbers == 0)
        if unknown.any():
            numbers = [None if missing else number for number, missing in zip(numbers.tolist(), unknown, strict=True)]
        reached.append(0 if options.limit is None else int((found.count >= options.limit).sum()))
        undecided.append(int((unknown & ~rows.malformed).sum()))
        stored = None if flow.lines else rows.solution
        yield rows.with_results(stored, {"count": numbers}, only=flow.lines)
