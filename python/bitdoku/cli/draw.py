"""``bitdoku draw``: draws puzzles as SVG or PNG, or on pages as HTML or PDF."""

from __future__ import annotations

import os
import sys
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_command, add_input, add_rules, add_work, grouped, natural, positive, target
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku import Board

FORMATS = ("svg", "png", "html", "pdf")
#: Formats of pages, and their options.
PAGES = ("html", "pdf")
PAGE_OPTIONS = (
    *("columns", "per_page", "answers", "answers_per_page", "title", "caption", "first", "rule_text"),
    *("qr", "paper", "bound", "large_print", "font"),
)

DESCRIPTION = """\
Draws puzzles. HTML and PDF output is numbered pages with all puzzles; an SVG or PNG file shows one puzzle. For several
puzzles, {number} in the name of the output is replaced by 1, 2, 3 and so on. Constraints such as
thermometers and cages are drawn. PNG needs the package resvg-py: pip install "bitdoku[png]"; PDF needs fpdf2: pip
install "bitdoku[pdf]". PDF files contain the fonts of their text.
"""
EXAMPLES = """\
  bitdoku draw 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o hard.svg
  bitdoku draw puzzles.txt -o sheet.pdf --answers --title Monday
  bitdoku draw sudoku.csv --solved -o 'board-{number}.png' --size 400
  bitdoku draw puzzle.txt --rules killer.json --candidates basic > killer.svg
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "draw", "draw puzzles", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    group = grouped(command, "output")
    group.add_argument(
        "-o", "--output", type=target, metavar="FILE", help="write to this file, atomically, instead of stdout"
    )
    group.add_argument("--to", choices=FORMATS, help="the format, if the extension does not give it (default svg)")
    add_candidates(command)
    command.add_argument("--size", type=positive, metavar="N", help="pixels wide (svg and png)")
    pages = command.add_argument_group("pages (html and pdf)")
    pages.add_argument("--columns", type=positive, metavar="N", help="boards beside each other (default 2)")
    pages.add_argument("--per-page", type=positive, metavar="N", help="puzzles on a page (default: as many as fit)")
    pages.add_argument("--answers", action="store_true", help="add pages with the solutions")
    pages.add_argument("--answers-per-page", type=positive, metavar="N", help="solutions on a page")
    pages.add_argument("--title", help="a title for each page")
    text = "text above each puzzle with {number}, {level}, {minutes}, {clues}; what follows \\t is at the right"
    pages.add_argument("--caption", metavar="TEXT", help=text)
    pages.add_argument("--first", type=natural, metavar="N", help="the number of the first puzzle (default 1)")
    pages.add_argument("--rule-text", metavar="TEXT", help="the rules in words, instead of a sentence for each kind")
    pages.add_argument("--qr", action="store_true", help="a QR code with a link to play each puzzle (extra qr)")
    pages.add_argument("--paper", metavar="SIZE", help="a4 (default), a5, letter, or inches such as 6x9")
    pages.add_argument("--bound", action="store_true", help="margins and page numbers of a book")
    pages.add_argument("--large-print", action="store_true", help="text and digits of at least 16 points")
    pages.add_argument("--font", metavar="FILE", help="a font for all text (.ttf, .otf; default Noto Sans)")
    themes = ("light", "dark", "gray", "auto")
    command.add_argument("--theme", choices=themes, default="light", help="colors (default light)")
    add_work(command, "drop", "leave each out")


def add_candidates(command: Any) -> None:
    """Add the options for the solution and the candidates of boards."""
    command.add_argument("--solved", action="store_true", help="with the solution: stored, or else computed")
    command.add_argument(
        "--candidates",
        choices=("basic", "singles", "locked", "true"),
        metavar="LEVEL",
        help="with candidates: basic (no digit of a row, column or box), singles (after all singles), locked (after "
        "locked candidates too), true (digits of solutions)",
    )


def run(options: argparse.Namespace) -> int:
    """Draw, and print a summary to stderr."""
    choose_backend(options)
    flow = Flow(options)
    form = _format(options)
    with flow.showing():
        found = (board for _, board in boards(flow))
        number = _pages(flow, list(found), form) if form in PAGES else _pictures(flow, found, form)
    if not options.quiet:
        print(f"{number} puzzle{'s' * (number != 1)}", file=sys.stderr)
    return flow.code


def _format(options: argparse.Namespace) -> str:
    suffix = os.path.splitext(options.output or "")[1][1:].lower()
    form: str = options.to or (suffix if suffix or options.output not in (None, "-") else "svg")
    if form not in FORMATS:
        raise CommandError(f"{options.output}: expected a name that ends in .svg, .png, .html or .pdf", USAGE)
    if form in ("png", "pdf") and options.theme == "auto":
        raise CommandError(f"--theme auto is for svg and html; expected light or dark for {form}", USAGE)
    for name in ("size",) if form in PAGES else PAGE_OPTIONS:
        if getattr(options, name) not in (None, False):
            kinds = "svg and png" if form in PAGES else "html and pdf"
            raise CommandError(f"--{name.replace('_', '-')} is for {kinds}; the output is {form}", USAGE)
    return form


def boards(flow: Flow) -> Iterator[tuple[str, Board]]:
    """The place and the board of each well-formed row, as ``--solved`` and ``--candidates`` say."""
    import bitdoku as bd

    options = flow.options
    for rows in flow.well_formed(solutions=options.solved):
        puzzles, solutions = rows.puzzle, rows.solution
        rules = flow.rules(rows)
        computed = None
        if options.solved and (solutions is None or not solutions.any(axis=(1, 2)).all()):
            computed = bd.solve(rows, rules=rules, threads=options.threads).solution
        for i in range(len(rows)):
            shown = None if solutions is None or not solutions[i].any() else solutions[i]
            shown = computed[i] if shown is None and computed is not None else shown
            candidates = options.candidates if rows.candidates is None else rows.candidates[i]
            try:
                yield rows.place(i), bd.Board(puzzles[i], shown, candidates=candidates, rules=rules)
            except bd.PuzzleError as error:  # the stored solution contradicts the givens
                raise CommandError(f"{rows.place(i)}: {error}") from None


def _data(board: Board, form: str, options: argparse.Namespace) -> bytes:
    """One picture."""
    about: dict[str, Any] = {"theme": options.theme}
    if options.size is not None:
        about["size"] = options.size
    try:
        return board.png(**about) if form == "png" else board.svg(**about).encode()
    except ValueError as error:  # too large
        raise CommandError(f"--{error}", USAGE) from None


def _pictures(flow: Flow, boards: Iterator[Board], form: str) -> int:
    """Write pictures of one puzzle each."""
    from bitdoku.datasets._io.streams import opened_target

    first = list(islice(boards, 2))
    if "{number}" not in flow.target and len(first) > 1:
        raise CommandError(f"several puzzles need html or pdf, or a name such as -o 'board-{{number}}.{form}'", USAGE)
    number = 0
    for number, board in enumerate(chain(first, boards), 1):
        data = _data(board, form, flow.options)
        with opened_target(flow.target.replace("{number}", str(number))) as file:
            file.write(data + b"\n" * (form == "svg" and flow.target == "-"))
    return number


def _pages(flow: Flow, boards: list[Board], form: str) -> int:
    """Write pages with all puzzles."""
    import bitdoku as bd
    from bitdoku.datasets._io.streams import opened_target

    options = flow.options
    given = {name: value for name in PAGE_OPTIONS if (value := getattr(options, name)) is not None}
    if options.caption is not None:
        given["caption"] = options.caption.replace("\\t", "\t")
    try:
        pages = bd.sheet(boards, theme=options.theme, **given)
        data = pages.pdf() if form == "pdf" else pages.html().encode()
    except bd.Error:  # not about an option
        raise
    except ValueError as error:  # about an option
        name = str(error).partition(" ")[0]
        message = f"--{name.replace('_', '-')}{str(error)[len(name) :]}" if hasattr(options, name) else str(error)
        raise CommandError(message, USAGE) from None
    with opened_target(flow.target) as file:
        file.write(data)
    return len(boards)
