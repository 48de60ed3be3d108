"""``bitdoku draw``: draws puzzles as SVG, PNG or HTML."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import MALFORMED, USAGE, CommandError
from bitdoku.cli.options import add_command, add_input, add_malformed, add_rules, add_work, positive, target

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku import Board
    from bitdoku.cli.rows import Flow

FORMATS = ("svg", "png", "html")

DESCRIPTION = """\
Draws puzzles. HTML is one page with all of them, to look at or to print; SVG and PNG are pictures of one puzzle each:
for several puzzles, {number} in the name of the output is replaced by 1, 2, 3 and so on. Constraints such as
thermometers and cages are drawn. PNG needs the package resvg-py: pip install "bitdoku[png]".
"""
EXAMPLES = """\
  bitdoku draw 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o hard.svg
  bitdoku draw puzzles.txt -o sheet.html
  bitdoku draw sudoku.csv --solved -o 'board-{number}.png' --size 400
  bitdoku draw puzzle.txt --rules killer.json --candidates basic > killer.svg
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "draw", "draw puzzles", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    command.add_argument(
        "-o", "--output", type=target, metavar="FILE", help="write to this file, atomically, instead of stdout"
    )
    command.add_argument("--to", choices=FORMATS, help="the format, if the extension does not give it (default svg)")
    command.add_argument(
        "--solved", action="store_true", help="also draw the solution: the stored one, else a computed one"
    )
    command.add_argument(
        "--candidates",
        choices=("basic", "singles", "locked", "true"),
        metavar="LEVEL",
        help="also draw candidates: basic, singles, locked or true, see bd.candidates",
    )
    command.add_argument("--size", type=positive, metavar="N", help="pixels wide and high")
    command.add_argument("--theme", choices=("light", "dark", "auto"), default="light", help="colours (default light)")
    add_malformed(command, "drop", "leave each out")
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Draw, and print a summary to stderr."""
    from bitdoku.cli.rows import Flow, choose_backend

    choose_backend(options)
    flow = Flow(options)
    form = _format(options)
    with flow.showing():
        boards = _boards(flow)
        number = _page(flow, boards) if form == "html" else _pictures(flow, boards, form)
    if not options.quiet:
        print(f"{number} puzzle{'s' * (number != 1)}", file=sys.stderr)
    return MALFORMED if flow.malformed else 0


def _format(options: argparse.Namespace) -> str:
    suffix = os.path.splitext(options.output or "")[1][1:].lower()
    form: str = options.to or (suffix if suffix or options.output not in (None, "-") else "svg")
    if form not in FORMATS:
        raise CommandError(f"{options.output}: expected a name that ends in .svg, .png or .html", USAGE)
    if form == "png" and options.theme == "auto":
        raise CommandError("--theme auto is for svg and html; expected light or dark for png", USAGE)
    return form


def _boards(flow: Flow) -> Iterator[Board]:
    import bitdoku as bd

    options = flow.options
    for rows in flow.well_formed(solutions=options.solved):
        puzzles, solutions = rows.puzzle, rows.solution
        rules = flow.rules(rows)
        computed = None
        if options.solved and (solutions is None or not solutions.any(axis=(1, 2)).all()):
            computed = bd.solve(puzzles, rules=rules, threads=options.threads).solution
        for i in range(len(rows)):
            shown = None if solutions is None or not solutions[i].any() else solutions[i]
            shown = computed[i] if shown is None and computed is not None else shown
            try:
                yield bd.Board(puzzles[i], shown, candidates=options.candidates, rules=rules)
            except bd.PuzzleError as error:  # the stored solution is of another puzzle
                raise CommandError(f"{rows.place(i)}: {error}") from None


def _data(board: Board, form: str, options: argparse.Namespace) -> bytes:
    """One picture."""
    about: dict[str, Any] = {"theme": options.theme}
    if options.size is not None:
        about["size"] = options.size
    return board.png(**about) if form == "png" else board.svg(**about).encode()


def _pictures(flow: Flow, boards: Iterator[Board], form: str) -> int:
    """Write pictures of one puzzle each."""
    from bitdoku.datasets._files import opened_target, standard

    number = 0
    for number, board in enumerate(boards, 1):
        if "{number}" not in flow.target and number > 1:
            raise CommandError(f"several puzzles need html, or a name such as -o 'board-{{number}}.{form}'", USAGE)
        data = _data(board, form, flow.options)
        if flow.target == "-":
            standard("stdout").write(data + b"\n" * (form == "svg"))
            continue
        with opened_target(flow.target.replace("{number}", str(number))) as file:
            file.write(data)
    return number


def _page(flow: Flow, boards: Iterator[Board]) -> int:
    """Write a page with all puzzles."""
    from contextlib import ExitStack

    from bitdoku.datasets._files import opened_target, standard

    number = 0
    with ExitStack() as stack:
        file = standard("stdout") if flow.target == "-" else stack.enter_context(opened_target(flow.target))
        file.write(_HEAD.encode())
        for number, board in enumerate(boards, 1):
            file.write(b"<figure>" + _data(board, "svg", flow.options) + f"<figcaption>{number}</figcaption>".encode())
            file.write(b"</figure>\n")
        file.write(b"</main>\n")
    return number


_HEAD = """\
<!DOCTYPE html>
<meta charset="utf-8">
<title>Sudoku</title>
<style>
main { display: flex; flex-wrap: wrap; gap: 24px }
figure { margin: 0; break-inside: avoid }
figcaption { font: 12px system-ui, sans-serif; text-align: center; opacity: .6 }
</style>
<main>
"""
