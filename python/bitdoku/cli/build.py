"""``bitdoku build``: builds a data set from a plan."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_command, add_work, folder
from bitdoku.cli.parser import MANUAL
from bitdoku.cli.progress import progress
from bitdoku.cli.rows import choose_backend

if TYPE_CHECKING:
    import argparse

DESCRIPTION = f"""\
Builds a data set from a plan in a TOML file: generates or reads puzzles, filters, dedupes, splits, augments, encodes
and writes them. {MANUAL}/datasets-build.html lists the keys of plans.

The output folder holds the puzzles in data, manifest.json with counts and the sha256 of each file, and README.md. To
resume a build that was stopped or killed, run the same command again; the result has the same bytes.
"""
EXAMPLES = """\
  bitdoku build plan.toml -o sudoku
  bitdoku build sudoku/manifest.json -o again     # the same bytes once more
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "build", "build a data set from a plan", DESCRIPTION, EXAMPLES, run)
    command.add_argument("plan", metavar="PLAN", help="a TOML file, or the manifest.json of another build")
    command.add_argument(
        "-o",
        "--output",
        type=folder,
        metavar="FOLDER",
        required=True,
        help="a new or empty folder, or one in which this build was begun",
    )
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Build, and print a summary to stderr."""
    choose_backend(options)
    from bitdoku._errors import PlanError
    from bitdoku.datasets import build

    with progress(hidden=options.quiet) as show:
        try:
            manifest = build(
                options.output,
                options.plan,
                threads=options.threads,
                progress=lambda done, total: show(done, done / total if total else None),
            )
        except PlanError as error:
            raise CommandError(str(error), USAGE) from None
    if not options.quiet:
        for part, counts in manifest["parts"].items():
            copies = f", {counts['rows']} rows with copies" if counts["rows"] != counts["puzzles"] else ""
            print(f"{part}: {counts['puzzles']} puzzle{'s' * (counts['puzzles'] != 1)}{copies}", file=sys.stderr)
    return 0
