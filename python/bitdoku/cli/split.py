"""``bitdoku split``: splits a data set into parts without equivalent puzzles in common."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_by, add_command, add_files, add_seed, add_work
from bitdoku.cli.rows import Flow, choose_backend, seed_of, target_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

PARTS = {"train": 0.9, "test": 0.1}

DESCRIPTION = """\
Splits a data set into parts such that equivalent puzzles are in the same part. Writes one file for each part: {part} in
the name of the output is replaced by the name of the part. Files have the solutions and other columns of the input.

The part of a puzzle depends only on its class and the seed, so adding or reordering rows does not change it. The sizes
of the parts match the fractions on average. With --exact they match exactly, and the part of a puzzle also depends on
the other puzzles. All rows are held in memory.
"""
EXAMPLES = """\
  bitdoku split sudoku.csv --seed 7 -o 'sudoku-{part}.csv'
  bitdoku split sudoku.csv --parts train=0.8,valid=0.1,test=0.1 --seed 7 --exact -o '{part}.parquet'
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    # argparse formats with %, so the braces are safe.
    command = add_command(subparsers, "split", "split a data set into parts", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    command.add_argument(
        "--parts",
        type=_parts,
        default=PARTS,
        metavar="NAMES",
        help="names and fractions of the parts, with sum 1 (default train=0.9,test=0.1)",
    )
    add_seed(command)
    add_by(command, "class")
    command.add_argument(
        "--exact", action="store_true", help="parts with exactly these fractions, or as close as possible"
    )
    add_work(command, "drop", "leave each out")


def _parts(text: str) -> dict[str, float]:
    parts: dict[str, float] = {}
    for word in text.split(","):
        name, _, number = word.partition("=")
        try:
            fraction = float(number)
        except ValueError:
            fraction = -1.0
        if not name or "/" in name or not 0 <= fraction <= 1:
            raise argparse.ArgumentTypeError(f"{word!r} is not a name and a fraction such as train=0.9")
        if name in parts:
            raise argparse.ArgumentTypeError(f"two parts are called {name!r}")
        parts[name] = fraction
    if abs(sum(parts.values()) - 1) > 1e-6:
        raise argparse.ArgumentTypeError(f"the fractions {text!r} add up to {sum(parts.values()):g}; expected 1")
    return parts


def run(options: argparse.Namespace) -> int:
    """Write the parts, and print a summary to stderr."""
    import bitdoku as bd
    from bitdoku._table import concatenated

    choose_backend(options)
    if "{part}" not in (options.output or ""):
        raise CommandError("-o needs a name with {part}, such as -o 'sudoku-{part}.csv'", USAGE)
    kind = target_kind(options)
    flow = Flow(options)
    seed = seed_of(options)
    with flow.showing():
        batches = flow.of_one_side()
        parts = bd.datasets.split(
            concatenated([rows.replace(solution=None, columns={}) for rows in batches]),
            options.parts,
            seed=seed,
            by=options.by.replace("-", "_"),
            exact=options.exact,
            rules=options.rules,
            threads=options.threads,
        )
        for name, numbers in parts.items():
            bd.datasets.write(options.output.replace("{part}", name), _taken(batches, numbers), to=kind)
    if not options.quiet:
        for name, numbers in parts.items():
            print(f"{name}: {len(numbers)} puzzle{'s' * (len(numbers) != 1)}", file=sys.stderr)
        print(f"seed {seed}", file=sys.stderr)
    return flow.code


def _taken(batches: list[Puzzles], numbers: Any) -> Iterator[Puzzles]:
    """The rows with these numbers, in at least one batch, because it defines the columns."""
    start = 0
    for rows in batches:
        here = numbers[(numbers >= start) & (numbers < start + len(rows))] - start
        if len(here) or not start:
            yield rows[here]
        start += len(rows)
