"""``bitdoku build``: a data set from a plan."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_work

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Builds a data set: makes or takes puzzles, filters, dedupes, splits, augments, encodes and writes them, as a TOML file
says. docs/datasets-build.md lists what such a file can have.

The folder gets the puzzles in data, a manifest.json with counts and the sha256 of every file, and a README.md. When a
build was stopped or killed, the same command goes on, and ends with the same bytes.
"""
EXAMPLES = """\
  bitdoku build plan.toml -o sudoku
  bitdoku build sudoku/manifest.json -o again     # the same bytes once more
"""


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = add_command(subparsers, "build", "build a data set from a plan", DESCRIPTION, EXAMPLES, run)
    command.add_argument("plan", metavar="PLAN", help="a TOML file, or the manifest.json of another build")
    command.add_argument("-o", "--output", metavar="FOLDER", required=True, help="new, empty, or with this build begun")
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Builds, and sums up on stderr."""
    from bitdoku.cli.errors import USAGE, CommandError
    from bitdoku.cli.progress import progress
    from bitdoku.cli.rows import choose_backend

    choose_backend(options)
    from bitdoku.datasets import PlanError, build

    with progress(hidden=options.quiet) as show:
        come = 0  # rows made or taken

        def tell(stage: str, done: int, total: int | None) -> None:
            nonlocal come
            if stage == "writing":
                # Taken for half of the work; what comes counts on from what came.
                show(come + done, (done / total + 1) / 2 if total else None)
            elif stage != "checking":
                come = done
                show(done, done / total / 2 if total else None)

        try:
            manifest = build(options.output, options.plan, threads=options.threads, progress=tell)
        except PlanError as error:
            raise CommandError(str(error), USAGE) from None
    if not options.quiet:
        for part, counts in manifest["parts"].items():
            copies = f", {counts['rows']} rows with copies" if counts["rows"] != counts["puzzles"] else ""
            print(f"{part}: {counts['puzzles']} puzzle{'s' * (counts['puzzles'] != 1)}{copies}", file=sys.stderr)
    return 0
