"""``bitdoku minimize``: removes clues that are not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_budget, add_command, add_files, add_seed, add_start, add_work, natural
from bitdoku.cli.rows import Flow, write_drawn

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Removes clues in random order until each puzzle is minimal or, with --clues K, has K clues. Puzzles must have exactly
one solution. The result for puzzle i depends only on the puzzle, the seed and i. With --budget, clues are kept if the
budget runs out before they are known to be redundant.

stdout and .txt files get one puzzle a line; .csv, .parquet and the like also get the number of clues, and the stored
solutions and other columns of the input.
"""
EXAMPLES = """\
  bitdoku minimize puzzles.txt
  bitdoku minimize sudoku.csv --seed 7 -o minimal.csv
  bitdoku minimize grids.txt --clues 30 --seed 1
  bitdoku minimize puzzles.txt --malformed drop --threads 2 > minimal.txt
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "minimize", "remove clues that are not needed", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    command.add_argument("--clues", type=natural, metavar="K", default=0, help="stop at this number of clues")
    add_seed(command)
    add_start(command)
    add_budget(command)
    add_work(command, "drop", "leave each out, also puzzles without exactly one solution,")


def run(options: argparse.Namespace) -> int:
    """Write minimal puzzles, and print a summary to stderr."""
    return write_drawn(options, _results)


def _results(flow: Flow, seed: int) -> Iterator[Puzzles]:
    import numpy as np

    import bitdoku as bd

    start = flow.options.start
    for rows in flow.of_givens():
        how = {"rules": flow.rules(rows), "threads": flow.options.threads}
        verdicts = flow.timed(bd.verdict, rows.puzzle, budget=flow.budget, **how)
        # Puzzles that are undecided keep their clues.
        wrong = (verdicts == bd.Verdict.NO_SOLUTION) | (verdicts == bd.Verdict.MULTIPLE)
        for unique in flow.without(rows, np.flatnonzero(wrong).tolist(), _why(rows, verdicts)):
            how = {**how, "budget": flow.budget, "clues": flow.options.clues}
            found = flow.timed(bd.minimize, unique.puzzle, seed=seed, start=start, **how)
            start += len(unique)
            clues = np.count_nonzero(found, axis=(1, 2))
            yield unique.replace(puzzle=found).with_results(unique.solution, {"clues": clues})


def _why(rows: Puzzles, verdicts: Any) -> Any:
    """What is wrong with a puzzle that does not have exactly one solution."""
    found = {0: "no solution", 2: "several solutions"}
    return lambda i: f"{rows.place(i)}: {found[int(verdicts[i])]}; expected exactly one"
