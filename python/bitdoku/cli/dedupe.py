"""``bitdoku dedupe``: removes repeated puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_by, add_command, add_files, add_work
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Removes puzzles that are equal or equivalent to an earlier puzzle of any of the files. stdout and .txt files get one
puzzle a line; .csv, .parquet and the like also get the stored solutions and other columns of the input. The command
needs about 100 bytes of memory for each puzzle that it keeps.
"""
EXAMPLES = """\
  bitdoku dedupe puzzles.txt more.txt > all.txt
  bitdoku dedupe sudoku.csv --by class -o classes.csv
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "dedupe", "remove repeated puzzles", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    add_by(command, "exact")
    add_work(command, "drop", "leave each out")


def run(options: argparse.Namespace) -> int:
    """Write the first of equal or equivalent puzzles, and print a summary to stderr."""
    backend = choose_backend(options)
    flow = Flow(options)
    seen: set[bytes] = set()
    code = flow.write_rows(_results(flow, seen))
    flow.summary(f"{len(seen)} kept, {flow.done - flow.malformed - len(seen)} removed", backend)
    return code


def _results(flow: Flow, seen: set[bytes]) -> Iterator[Puzzles]:
    import numpy as np

    from bitdoku.datasets._puzzle_keys import Keys

    options = flow.options
    keys_of = Keys(options.by.replace("-", "_"), options.rules, threads=options.threads)
    for rows in flow.of_givens():
        keys = flow.timed(keys_of, rows)
        new = []
        for i, key in enumerate(keys.view("V16").ravel().tolist()):
            if key not in seen:
                seen.add(key)
                new.append(i)
        yield rows[np.array(new, np.intp)]
