"""``bitdoku canonical``: puzzles in, the one that stands for all their equivalents out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_input, add_malformed, add_output, add_rules, add_work

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku.cli.rows import Flow
    from bitdoku.datasets import Rows

DESCRIPTION = """\
Turns each puzzle into the one that stands for all its equivalents: those that come from it by exchanging digits, rows,
columns, bands and stacks, and by reflecting and turning. Two puzzles are equivalent if the same comes out.

Lines go to stdout and to .txt files; .csv, .parquet and the like also have the column fingerprint, which is the same
for equivalent puzzles, and the other columns of the input.
"""
EXAMPLES = """\
  bitdoku canonical puzzles.txt | sort | uniq --count
  bitdoku canonical sudoku.csv -o canonical.parquet
"""


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = add_command(subparsers, "canonical", "find the representative of each class", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    add_output(command)
    add_malformed(command, "mark", "write empty lines for those")
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Canonicalises, writes, and sums up on stderr."""
    from bitdoku.cli.rows import Flow, choose_backend

    backend = choose_backend(options)
    flow = Flow(options)
    code = flow.write(_results(flow))
    flow.summary("", backend)
    return code


def _results(flow: Flow) -> Iterator[Rows]:
    from dataclasses import replace

    import numpy as np

    import bitdoku as bd
    from bitdoku.datasets._columns import board_texts

    # The stored solution is that of the puzzle as it was.
    for rows in flow.batches(solutions=False):
        decoded = rows.decoded("mark")
        how = {"rules": flow.rules(rows), "threads": flow.options.threads}
        found = flow.timed(bd.canonical, decoded.puzzles, **how)
        bad = np.flatnonzero(decoded.malformed).tolist() if decoded.malformed is not None else []
        columns = dict(rows.columns)
        if flow.lines:
            columns = {}
        else:
            columns["fingerprint"] = flow.timed(bd.fingerprint, decoded.puzzles, **how)
        puzzles: Any = found
        if bad:
            puzzles = board_texts(found, rows.side, ".")
            for i in bad:
                puzzles[i] = ""
        result = replace(decoded, puzzles=puzzles, columns=columns, malformed=None)
        yield from flow.checked(rows, bad, result)
