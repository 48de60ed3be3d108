"""``bitdoku shuffle``: applies random symmetries to puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_command, add_files, add_seed, add_start, add_work, positive
from bitdoku.cli.rows import Flow, write_drawn

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Replaces each puzzle by a random equivalent one, or by several: relabels digits, permutes rows, columns, bands and
stacks, and reflects and rotates the board. With --rules, only symmetries of the rules are used.

stdout and .txt files get one puzzle a line; .csv, .parquet and the like also get the stored solutions, transformed in
the same way, and the other columns of the input. The result for row i depends only on the row, the seed and i.
"""
EXAMPLES = """\
  bitdoku shuffle puzzles.txt
  bitdoku shuffle sudoku.csv --seed 7 --copies 10 -o augmented.csv
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "shuffle", "apply random symmetries", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    add_seed(command)
    add_start(command)
    command.add_argument(
        "--copies", type=positive, default=1, metavar="N", help="write N equivalents of each puzzle (default 1)"
    )
    add_work(command, "drop", "leave each out")


def run(options: argparse.Namespace) -> int:
    """Write equivalent puzzles, and print a summary to stderr."""
    if max(1, min(options.start, 1 << 40)) * options.copies >= 1 << 62:
        raise CommandError(f"--copies is {options.copies}; transformations are numbered below 2^62", USAGE)
    return write_drawn(options, _results)


def _results(flow: Flow, seed: int) -> Iterator[Puzzles]:
    import numpy as np

    import bitdoku as bd

    options = flow.options
    start = options.start * options.copies
    for rows in flow.of_givens():
        boards = [boards for boards in (rows, rows.solution) if boards is not None]
        moved = flow.timed(
            bd.shuffle,
            *boards,
            seed=seed,
            copies=options.copies,
            start=start,
            rules=options.rules,
            threads=options.threads,
        )
        start += len(rows) * options.copies
        repeated = rows[np.repeat(np.arange(len(rows)), options.copies)]
        puzzle, solution = moved if len(boards) > 1 else (moved, None)
        yield repeated.replace(puzzle=puzzle.reshape(-1, *rows.puzzle.shape[1:])).with_results(
            None if solution is None else solution.reshape(-1, *rows.puzzle.shape[1:]), {}
        )
