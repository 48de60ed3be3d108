"""``bitdoku audit``: finds faults in a data set."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import (
    add_about_input,
    add_command,
    add_format,
    add_rules,
    add_work,
    grouped,
    natural,
    some_of,
    source,
    target,
)
from bitdoku.cli.progress import progress
from bitdoku.cli.rows import choose_backend

if TYPE_CHECKING:
    import argparse

    from bitdoku.datasets import Audit
    from bitdoku.datasets._io.read import Source

DESCRIPTION = """\
Finds the faults of a data set: unreadable rows, clashing givens, puzzles with no solution or several, stored solutions
that are wrong or not unique, duplicates, equivalent puzzles, and leaks into another set. The set may be larger than
memory: temporary files need 64 bytes a row (in the folder TMPDIR). The exit code is 0 if there are no faults, 1 if
faults were found, and 2 if no report was written.
"""
EXAMPLES = """\
  bitdoku audit sudoku.csv
  bitdoku audit test.parquet --against train.parquet
  bitdoku audit sudoku.csv.xz -o report.html
  bitdoku audit sudoku.npy --json | jq .faults
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "audit", "find the faults of a data set", DESCRIPTION, EXAMPLES, run)
    grouped(command, "input").add_argument(
        "file", metavar="FILE", nargs="?", type=source, default="-", help="default or -: stdin"
    )
    command.add_argument(
        "--against",
        metavar="OTHER",
        type=source,
        help="a set whose puzzles, and equivalents of them, must not be in FILE",
    )
    kind = command.add_mutually_exclusive_group()
    kind.add_argument("--json", dest="kind", action="store_const", const="json", help="write JSON")
    kind.add_argument("--html", dest="kind", action="store_const", const="html", help="write HTML")
    command.add_argument(
        "-o",
        "--output",
        type=target,
        metavar="REPORT",
        help="write to this file, atomically; the extension .txt, .html or .json gives the format",
    )
    command.add_argument(
        "--examples", type=natural, default=10, metavar="N", help="list the first N rows of each kind (default 10)"
    )
    command.add_argument(
        "--ratings",
        type=_ratings,
        default=[],
        metavar="COLUMNS",
        help="histograms of some of level,score,er,ep,ed,minutes,te,b,bxb,bxbb",
    )
    add_rules(command)
    group = add_about_input(command)
    add_format(group, "--against-format", "the format of OTHER")
    group.add_argument(
        "--against-puzzle", metavar="COLUMN", help="the puzzle column of OTHER (default: that of --puzzle)"
    )
    add_work(command)
    command.set_defaults(error_code=USAGE)


def _ratings(text: str) -> list[str]:
    from bitdoku.logic._rate import RATINGS

    return some_of(text, RATINGS, "rating")


def run(options: argparse.Namespace) -> int:
    """Run the audit and write the report."""
    from bitdoku.datasets import audit
    from bitdoku.datasets._audit import scanned
    from bitdoku.rules._rules import rules_of, size_of_files

    kind = _kind(options)
    choose_backend(options)
    if options.file == options.against == "-":
        raise CommandError("stdin cannot be read twice; FILE and OTHER are both -", USAGE)
    size = None if options.rules is None else size_of_files(rules_of(options.rules))
    source = scanned(
        options.file,
        size,
        puzzle=options.puzzle,
        solution=options.solution,
        format=options.format,
        side=options.side,
        symbols=options.symbols,
    )
    against = options.against and scanned(
        options.against,
        size,
        puzzle=options.against_puzzle or options.puzzle,
        format=options.against_format,
        side=options.side,
        symbols=options.symbols,
        solutions=False,
    )
    with progress(hidden=options.quiet) as show:
        report = audit(
            source,
            against=against,
            rules=options.rules,
            ratings=options.ratings,
            examples=options.examples,
            threads=options.threads,
            progress=lambda done, _total: show(done, None if options.against else _share(source, done)),
        )
    _write(report, kind, options)
    return 0 if report.clean else 1


def _share(source: Source, done: int) -> float | None:
    return min(1.0, done / source.total) if source.total else source.done()


def _kind(options: argparse.Namespace) -> str:
    """The format of the report: text, html or json."""
    if options.kind is not None or options.output in (None, "-"):
        return options.kind or "text"
    suffix = os.path.splitext(options.output)[1].lower()
    known = {"": "text", ".txt": "text", ".html": "html", ".htm": "html", ".json": "json"}
    if suffix not in known:
        raise CommandError(f"{options.output}: expected a name that ends in .txt, .html or .json", USAGE)
    return known[suffix]


def _write(report: Audit, kind: str, options: argparse.Namespace) -> None:
    from bitdoku._atomic import replacing
    from bitdoku.datasets._io.streams import standard

    text = {"json": report.to_json, "html": report.html, "text": report.__str__}[kind]()
    content = f"{text.rstrip()}\n".encode()
    if options.output in (None, "-"):
        standard("stdout").write(content)
        standard("stdout").flush()
        return
    with replacing(options.output) as file:
        file.write(content)
