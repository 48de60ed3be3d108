"""``bitdoku audit``: what is wrong with a data set."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_rules, add_work, natural, positive

if TYPE_CHECKING:
    import argparse

    from bitdoku.datasets import Audit, Source

DESCRIPTION = """\
Looks for everything that can be wrong with a data set: rows that cannot be read, givens that clash, puzzles with no
solution or several, stored solutions that are wrong or not the only ones, duplicates, equivalent puzzles, and leaks
into another set. The set may be larger than memory: 64 bytes a row are kept on disk meanwhile (where TMPDIR says).
The exit code is 0 if nothing is wrong and 1 if something is.
"""
EXAMPLES = """\
  bitdoku audit sudoku.csv
  bitdoku audit test.parquet --against train.parquet
  bitdoku audit sudoku.csv.xz -o report.html
  bitdoku audit sudoku.npy --json | jq .faults
"""


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = add_command(subparsers, "audit", "find what is wrong with a data set", DESCRIPTION, EXAMPLES, run)
    command.add_argument("file", metavar="FILE", nargs="?", default="-", help="- or nothing for stdin")
    command.add_argument("--against", metavar="OTHER", help="a set whose puzzles must not be in FILE, in any disguise")
    kind = command.add_mutually_exclusive_group()
    kind.add_argument("--json", dest="kind", action="store_const", const="json", help="write JSON")
    kind.add_argument("--html", dest="kind", action="store_const", const="html", help="write a page")
    command.add_argument(
        "-o", "--output", metavar="REPORT", help="write there, whole or not at all; .html and .json say what"
    )
    command.add_argument(
        "--examples", type=natural, default=10, metavar="N", help="name the first N rows of each kind (default 10)"
    )
    add_rules(command)
    group = command.add_argument_group("input, where it is not told from the files")
    group.add_argument("--format", metavar="NAME", help="csv, parquet, txt, … (see docs/datasets.md)")
    group.add_argument("--puzzle", metavar="COLUMN", help="the column of the puzzles")
    group.add_argument("--solution", metavar="COLUMN", help="the column of the stored solutions")
    group.add_argument("--side", type=positive, metavar="N", help="boards have N rows and N columns")
    group.add_argument("--against-format", metavar="NAME", help="the format of OTHER")
    group.add_argument(
        "--against-puzzle", metavar="COLUMN", help="the column of the puzzles in OTHER (default: as --puzzle)"
    )
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Audits, and writes the report."""
    from bitdoku.cli.errors import USAGE, CommandError
    from bitdoku.cli.progress import progress
    from bitdoku.cli.rows import choose_backend
    from bitdoku.datasets import audit, scan

    choose_backend(options)
    if options.file == options.against == "-":
        raise CommandError("stdin cannot be read twice; FILE and OTHER are both -", USAGE)
    source = scan(
        options.file,
        puzzle=options.puzzle,
        solution=options.solution,
        format=options.format,
        side=options.side,
        malformed="mark",
    )
    against = options.against and scan(
        options.against,
        puzzle=options.against_puzzle or options.puzzle,
        format=options.against_format,
        side=options.side,
        solutions=False,
        malformed="mark",
    )
    with progress(hidden=options.quiet) as show:
        report = audit(
            source,
            against=against,
            rules=options.rules,
            examples=options.examples,
            threads=options.threads,
            progress=lambda done: show(done, None if options.against else _share(source, done)),
        )
    _write(report, options)
    return 0 if report else 1


def _share(source: Source, done: int) -> float | None:
    return min(1.0, done / source.total) if source.total else source.done()


def _write(report: Audit, options: argparse.Namespace) -> None:
    from bitdoku.datasets._files import replacing

    to_stdout = options.output in (None, "-")
    kind = options.kind or ("" if to_stdout else options.output.rpartition(".")[2].lower())
    text = {"json": report.to_json, "html": report.html, "htm": report.html}.get(kind, report.__str__)()
    content = f"{text.rstrip()}\n".encode()
    if to_stdout:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    with replacing(options.output) as file:
        file.write(content)
