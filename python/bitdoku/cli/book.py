"""``bitdoku book``: makes a book of puzzles from a plan."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_command, add_work, target
from bitdoku.cli.parser import MANUAL
from bitdoku.cli.progress import progress
from bitdoku.cli.rows import choose_backend

if TYPE_CHECKING:
    import argparse

DESCRIPTION = f"""\
Makes a book of puzzles from a plan in a TOML file: generates, composes or reads the puzzles of each chapter, orders
them by difficulty, and lays them out on pages with the answers at the end. No two puzzles are equivalent.
{MANUAL}/guides/books.html lists the keys of plans.

PDF needs the packages fpdf2 and uharfbuzz: pip install "bitdoku[pdf]".
"""
EXAMPLES = """\
  bitdoku book plan.toml -o book.pdf
  bitdoku book plan.toml -o book.pdf --puzzles volume-1.csv    # for the key against of the next volume
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "book", "make a book of puzzles", DESCRIPTION, EXAMPLES, run)
    command.add_argument("plan", metavar="PLAN", help="a TOML file")
    text = "the book, written atomically: .pdf or .html"
    command.add_argument("-o", "--output", type=target, metavar="FILE", required=True, help=text)
    text = "also write the puzzles and solutions: .csv, .jsonl, … with {side} in the name if there are several sizes"
    command.add_argument("--puzzles", type=target, metavar="FILE", help=text)
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Make the book, and print a summary to stderr."""
    choose_backend(options)
    from bitdoku._errors import FormatError, PlanError
    from bitdoku.datasets._io.write import write
    from bitdoku.pages._book import book

    if not options.output.lower().endswith((".pdf", ".html")):
        raise CommandError(f"{options.output}: expected a name that ends in .pdf or .html", USAGE)
    try:
        with progress(hidden=options.quiet) as show:
            made = book(options.plan, threads=options.threads, progress=lambda done, all_: show(done, done / all_))
        if options.puzzles and len(made.tables) > 1 and "{side}" not in options.puzzles:
            raise CommandError(f"--puzzles is {options.puzzles}; boards of several sizes need {{side}} in it", USAGE)
        made.save(options.output)
        for table in made.tables if options.puzzles else ():
            write(options.puzzles.replace("{side}", str(table.side)), table)
    except (PlanError, FormatError) as error:
        raise CommandError(str(error), USAGE) from None
    except ValueError as error:  # about an option of the pages
        raise CommandError(f"{options.plan}: {error}", USAGE) from None
    if not options.quiet:
        count, pages = sum(map(len, made.tables)), len(made)
        left_out = f"; {made.left_out} left out, which are equivalent to others" if made.left_out else ""
        left_out += f"; {made.dropped} malformed row{'s' * (made.dropped != 1)} dropped" if made.dropped else ""
        print(f"{count} puzzle{'s' * (count != 1)} on {pages} page{'s' * (pages != 1)}{left_out}", file=sys.stderr)
    return 0
