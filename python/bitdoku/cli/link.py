"""``bitdoku link``: writes and reads links to f-puzzles and SudokuPad."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.kept_rules import choose_format
from bitdoku.cli.options import add_command, add_files, add_quiet
from bitdoku.cli.rows import Flow

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

#: Columns with the texts of a link.
WORDS = ("title", "author", "ruleset")

DESCRIPTION = """\
Writes a link to SudokuPad or f-puzzles, or a document of ipuz, for each puzzle. stdout and .txt files get one a line;
.csv, .parquet and the like get the column link after the puzzle. Links have the stored solution, if any, with which
SudokuPad checks the answer, and the columns title, author and ruleset, if any.

--read reads links and documents: files with one a line, JSON arrays of them, or arguments. stdout and .txt files get
one puzzle a line; .csv, .parquet and the like also get the solution, title, author, ruleset, the rules as JSON, and the
ignored keys. Puzzles with other rules than those of their size are JSON lines on stdout, and an error in .txt files. An
unsupported constraint is an error, because without it the puzzle would have other solutions; --ignore NAME skips it.
stderr names rules that the words mention and no constraint states.
"""
EXAMPLES = """\
  bitdoku link 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  bitdoku link puzzles.txt --rules x --title "Diagonals" -o links.txt
  bitdoku link --read links.txt -o puzzles.csv
  bitdoku link --read https://sudokupad.app/fpuzzles… --ignore text
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(
        subparsers, "link", "write and read links to f-puzzles and SudokuPad", DESCRIPTION, EXAMPLES, run
    )
    add_files(command)
    command.add_argument("--read", action="store_true", help="read links instead of writing them")
    command.add_argument(
        "--site", choices=("sudokupad", "f_puzzles"), default="sudokupad", help="of links to write (default sudokupad)"
    )
    command.add_argument(
        "--as",
        dest="link_format",
        choices=("f_puzzles", "scl", "ipuz", "playground"),
        default="f_puzzles",
        help="the format of the link (default f_puzzles, which both sites read); ipuz is a document, playground a link "
        "to the page of bitdoku",
    )
    for name in WORDS:
        command.add_argument(f"--{name}", metavar="TEXT", help=f"the {name} in links to write")
    add_quiet(command, "drop", "leave each out")


def run(options: argparse.Namespace) -> int:
    """Write or read links, and print a summary to stderr."""
    import bitdoku as bd

    if options.read and options.rules is not None:
        raise CommandError("--rules is for links to write; links to read have their own", USAGE)
    flow = Flow(options)
    if options.read:
        code = flow.write_rows(_read(flow))
    else:
        code = _write_lines(flow) if flow.lines else flow.write(_linked(flow))
    flow.summary("", bd.backend())
    return code


def _linked(flow: Flow) -> Iterator[Puzzles]:
    """The rows with their links."""
    from bitdoku import PuzzleError, links
    from bitdoku._column import texts

    options = flow.options
    for rows in flow.of_givens():
        puzzles, solutions = rows.puzzle, rows.solution
        # Links to the playground have no texts.
        columns = () if options.link_format == "playground" else rows.columns
        words = {name: texts(rows._columns[name]) for name in WORDS if name in columns}
        made = []
        for i in range(len(rows)):
            solution = None if solutions is None or not solutions[i].any() else solutions[i]
            about = {name: word[i] for name, word in words.items()}
            about |= {name: getattr(options, name) for name in WORDS if getattr(options, name) is not None}
            try:
                form = {"site": options.site, "format": options.link_format}
                made.append(flow.timed(links.write, puzzles[i], flow.rules(rows), solution=solution, **form, **about))
            except PuzzleError as error:
                raise CommandError(f"{rows.place(i)}: {error}") from None
            except ValueError as error:
                raise CommandError(str(error)) from None
        yield rows.with_results(solutions, {"link": made})


def _write_lines(flow: Flow) -> int:
    """Write one link a line."""
    with flow.opened() as file:
        for rows in _linked(flow):
            file.write("".join(f"{link}\n" for link in rows["link"]).encode())
            file.flush()
    return flow.code


def _entries(flow: Flow) -> Iterator[tuple[str, str, int, Any]]:
    """The links and documents with their file, their place in it, and the number."""
    from bitdoku.links._files import entries
    from bitdoku.links._formats import recognized
    from bitdoku.links._shared import Source

    for k, name in enumerate(flow.options.files, 1):
        if (
            name != "-"
            and not os.path.exists(name)
            and ("://" in name or name.lstrip().startswith("{") or recognized(Source(name)))
        ):
            yield "argument", f":{k}", k, name
            continue
        for place, number, entry in entries(name):
            yield "stdin" if name == "-" else name, place, number, entry


def _read(flow: Flow) -> Iterator[Puzzles]:
    """The puzzles in links, one at a time: they may have different sides."""
    import numpy as np

    import bitdoku as bd
    from bitdoku._table import Puzzles
    from bitdoku.links._files import read_entry

    for name, place, number, entry in _entries(flow):
        flow.done += 1
        try:
            shared = flow.timed(read_entry, entry, flow.options.ignore)
        except (bd.PuzzleError, bd.RulesError) as error:
            message = f"{name}{place}: {error}"
            if flow.options.malformed == "raise":
                raise CommandError(message) from None
            flow.report([0], [message].__getitem__)
            continue
        if not flow.options.quiet:
            for warning in shared.warnings:
                print(f"bitdoku: {name}{place}: {warning}", file=sys.stderr)
        columns: dict[str, Any] = {word: [getattr(shared, word)] for word in WORDS}
        columns["rules"] = [shared.rules]
        columns["ignored"] = [", ".join(shared.ignored)]
        puzzle = shared.puzzle[None]
        # All rows have the column of solutions, since the first ones define the columns.
        solution = np.zeros_like(puzzle) if shared.solution is None else shared.solution[None]
        rows = Puzzles(puzzle, solution, columns, rules=shared.rules, name=name, lines=[number])
        choose_format(rows, flow.options)
        yield rows
