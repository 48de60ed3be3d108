"""``bitdoku canonical``: replaces puzzles by the representatives of their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_files, add_work
from bitdoku.cli.rows import Flow, write_results

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Replaces each puzzle by the representative of its class. A class consists of the puzzles
that relabeling digits, permuting rows, columns, bands and stacks, reflecting and rotating transform into each other.

stdout and .txt files get one puzzle a line; .csv, .parquet and the like also get the column fingerprint, which is equal
for equivalent puzzles, and the other columns of the input.
"""
EXAMPLES = """\
  bitdoku canonical puzzles.txt | sort | uniq --count
  bitdoku canonical sudoku.csv -o canonical.parquet
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "canonical", "find the representative of each class", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    add_work(command, "mark", "write an empty line for each")


def run(options: argparse.Namespace) -> int:
    """Write canonical forms, and print a summary to stderr."""
    return write_results(options, _results, lines="txt")


def _results(flow: Flow) -> Iterator[Puzzles]:

    import bitdoku as bd
    from bitdoku._board_text import expect_givens

    # Stored solutions are dropped: they belong to the original puzzles.
    for rows in flow.batches(solutions=False):
        expect_givens(rows)
        how: dict[str, Any] = {"rules": flow.options.rules, "threads": flow.options.threads, "malformed": "mark"}
        found = flow.timed(bd.canonical, rows, **how)
        found[rows.malformed] = 255
        columns = {} if flow.lines else dict(rows._columns)
        if not flow.lines:
            columns["fingerprint"] = flow.timed(bd.fingerprint, rows, **how)
        yield rows.replace(puzzle=found, columns=columns, faults={})
