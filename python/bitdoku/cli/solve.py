"""``bitdoku solve``: puzzles in, one a line; ``puzzle,verdict,solution`` lines or boards out."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, TextIO

from bitdoku.cli.lines import SEPARATOR, chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bitdoku.cli.lines import Chunk

#: Malformed lines that are described, with ``--malformed mark``; the others are only counted.
DESCRIBED = 10

DESCRIPTION = """\
Solves the puzzles of text files, one a line, of 81 characters: digits, and . or 0 for a blank cell. Blank lines and
lines that begin with # are skipped; what follows a puzzle behind white space, a comma, # or ; is ignored.

For each puzzle a line comes out: the puzzle, what is known of its solutions (unique, multiple, no_solution,
undecided, malformed), and the solution; of several solutions the smallest.
"""


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = subparsers.add_parser(
        "solve",
        help="solve puzzles, one a line",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="- or nothing for stdin")
    command.add_argument("-o", "--output", metavar="FILE", help="write there, whole or not at all, instead of stdout")
    command.add_argument("--pretty", action="store_true", help="draw boards instead of writing lines")
    command.add_argument("--threads", type=_positive, metavar="N", help="worker threads (default: all cores)")
    command.add_argument(
        "--budget",
        type=budget,
        metavar="B",
        help="search nodes a puzzle may take (100000), or time that the whole run may (2s)",
    )
    command.add_argument("--backend", metavar="NAME", help="kernels to use instead of the fastest")
    command.add_argument(
        "--malformed",
        choices=("raise", "mark"),
        default="raise",
        help="stop at the first line that is no puzzle (the default), or mark those and go on; exit code 1 in both",
    )
    command.add_argument("-q", "--quiet", action="store_true", help="no summary, no progress")
    command.set_defaults(run=run)


def budget(text: str) -> int | datetime.timedelta:
    """A number of search nodes, or a time such as ``2s``, ``250ms``, ``1.5min``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|min)", text)
    if match is None:
        if not text.isascii() or not text.isdigit() or int(text) < 1:
            raise argparse.ArgumentTypeError(
                f"{text!r} is neither a number of search nodes (100000) nor a time (250ms, 2s, 1.5min)"
            )
        return int(text)
    unit = {"ms": "milliseconds", "s": "seconds", "min": "minutes"}[match[2]]
    return datetime.timedelta(**{unit: float(match[1])})


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Solves, writes, and sums up on stderr."""
    from bitdoku.cli import USAGE, CommandError

    if options.backend is not None:
        os.environ["BITDOKU_BACKEND"] = options.backend
    import bitdoku as bd
    from bitdoku.cli.output import opened
    from bitdoku.cli.progress import progress, rate

    try:
        backend = bd.backend()
    except bd.Error as error:
        raise CommandError(str(error), USAGE) from None

    counts: Counter[bd.Verdict] = Counter()
    done = 0
    seconds = 0.0
    allowed = options.budget
    with opened(options.output) as output, progress(sys.stderr if options.quiet else output) as show:
        for chunk in chunks(options.files):
            if isinstance(options.budget, datetime.timedelta):
                allowed = max(options.budget - datetime.timedelta(seconds=seconds), datetime.timedelta())
            start = time.perf_counter()
            solutions, verdicts = bd.solve(chunk.puzzles, threads=options.threads, budget=allowed, malformed="mark")
            seconds += time.perf_counter() - start
            verdicts = [bd.Verdict(verdict) for verdict in verdicts.tolist()]
            bad = [i for i, verdict in enumerate(verdicts) if verdict is bd.Verdict.MALFORMED]
            end = bad[0] if bad and options.malformed == "raise" else len(verdicts)
            (_write_boards if options.pretty else _write_lines)(output, chunk, solutions[:end], verdicts[:end])
            if end < len(verdicts):
                raise CommandError(f"{chunk.place(end)}: {_fault(chunk.puzzles[end])}")
            for i in bad[: max(0, DESCRIBED - counts[bd.Verdict.MALFORMED])]:
                print(f"bitdoku: {chunk.place(i)}: {_fault(chunk.puzzles[i])}", file=sys.stderr)
            counts.update(verdicts)
            done += len(verdicts)
            show(done)
            if output.isatty():
                output.flush()
    if not options.quiet:
        kinds = ", ".join(f"{counts[verdict]} {_name(verdict)}" for verdict in bd.Verdict if counts[verdict])
        speed = f"; {rate(done, seconds)} with {backend} in {seconds:.3g} s" if done else ""
        print(f"{done} puzzle{'s' * (done != 1)}{': ' * bool(kinds)}{kinds}{speed}", file=sys.stderr)
    return 1 if counts[bd.Verdict.MALFORMED] else 0


def _fault(line: str) -> str:
    """What is wrong with a malformed line."""
    import bitdoku as bd

    try:
        bd.solve(line)
    except bd.PuzzleError as error:
        return str(error).removeprefix("puzzles: ")
    return "malformed"  # never: it was found malformed a moment ago


def _name(verdict: Any) -> str:
    return str(verdict.name).lower()


def _write_lines(output: TextIO, chunk: Chunk, solutions: Sequence[str], verdicts: Iterable[Any]) -> None:
    output.writelines(
        f"{_field(puzzle)},{_name(verdict)},{solution if verdict in (1, 2) else ''}\n"
        for puzzle, solution, verdict in zip(chunk.puzzles, solutions, verdicts, strict=False)
    )


def _field(line: str) -> str:
    """A puzzle as a field of the output: quoted where it is not the usual 81 characters."""
    if len(line) == 81 and not SEPARATOR.search(line):
        return line
    return '"' + line.replace('"', '""') + '"'


def _write_boards(output: TextIO, chunk: Chunk, solutions: Sequence[str], verdicts: Iterable[Any]) -> None:
    import bitdoku as bd

    for i, (solution, verdict) in enumerate(zip(solutions, verdicts, strict=True)):
        output.write(f"{chunk.place(i)}: {_name(verdict).replace('_', ' ')}\n")
        if verdict is not bd.Verdict.MALFORMED:
            output.write(f"{bd.Board(chunk.puzzles[i], solution if verdict in (1, 2) else None)}\n")
        output.write("\n")
