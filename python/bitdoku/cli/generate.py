"""``bitdoku generate``: generates puzzles, by seed and number."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from bitdoku._symmetries import SYMMETRIES
from bitdoku.cli.boards import are_styled, drawn
from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.kept_rules import noted
from bitdoku.cli.options import (
    add_command,
    add_no_header,
    add_output,
    add_rules,
    add_seed,
    add_start,
    add_work,
    grouped,
    interval,
    natural,
    positive,
    shard,
)
from bitdoku.cli.progress import on_terminal, progress, rate
from bitdoku.cli.rows import choose_backend, seed_of, target_kind

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Generates puzzles with exactly one solution. Puzzle i depends only on the seed, i and the options: it is the same on any
machine, with any number of threads and in any division into shards.

stdout and .txt files get one puzzle a line; .csv, .parquet and the like also get the solution, the number of clues and
i. --rules selects other boards: digits above 9 are letters, above 35 space-separated numbers. With --rules killer,
jigsaw, thermometer, kropki and the like, marks are composed too; stdout then gets JSON lines, because each puzzle has
rules of its own. --pretty writes boards instead.

--difficulty has a level (easy, medium, hard, unfair, extreme), a range of minutes (quick, short, moderate, long,
very_long), or conditions such as er=7-7.5,requires=x_wing+xy_wing. The conditions:

  singles   0 naked singles, 1 all singles, 2 also locked candidates and subsets, 3 none of these
  level     level-level, as in HoDoKu; score: the sum of the scores of the steps
  er        rating of the hardest step, as in Sudoku Explainer; ep: up to the first placement; ed: of the first step
  minutes   predicted minutes of players
  te        number of nested assumptions; b, bxb and bxbb: lengths of braids
  requires  techniques that occur; forbids: that do not; hardest: the hardest one; scale: hodoku or explainer

A shard is one part of the whole: --shard 3/100 -n 1000000 generates puzzles 20,000 to 29,999. The concatenated shards
1/100 to 100/100 equal the output of a run without --shard, byte for byte in txt, jsonl, and csv without headers, and
row by row in other formats. Each CSV file has a header; --no-header omits it, for files to concatenate.
"""
EXAMPLES = """\
  bitdoku generate --difficulty easy --pretty
  bitdoku generate -n 1e6 --seed 7 -o puzzles.parquet
  bitdoku generate -n 100 --clues 24-28 --symmetry half_turn
  bitdoku generate -n 100 --difficulty hard
  bitdoku generate -n 100 --rules 6x6 --difficulty hard
  bitdoku generate -n 10 --rules killer --difficulty medium -o killers.jsonl
  bitdoku generate -n 10 --rules 16x16 --clues 120 -o big.csv
  bitdoku generate -n 1e8 --seed 7 --shard 3/1000 -o part-3.csv
"""

#: Puzzles generated at a time: some tenths of a second of work, so that pipes and shards get results early.
BLOCK = 4096
#: Puzzles for each thread at a time with the controlled method, which needs seconds of a core for a puzzle: with fewer,
#: threads often wait for the slowest. A single thread writes each puzzle at once.
CONTROLLED_BLOCK = 8
#: Puzzles at a time with other rules up to this side. Larger boards need seconds a puzzle: one for each thread.
OTHER_BLOCK = 64
OTHER_SIDE = 16
#: Seconds without a puzzle before a note.
PATIENCE = 10


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "generate", "generate puzzles", DESCRIPTION, EXAMPLES, run)
    command.add_argument(
        "-n", type=natural, default=1, metavar="N", help="the number of puzzles, of all shards together (default 1)"
    )
    add_seed(command)
    add_start(command)
    command.add_argument("--shard", type=shard, metavar="I/K", help="part I of K parts, from 1 on; needs --seed")
    group = grouped(command, "puzzles")
    group.add_argument("--clues", type=interval, metavar="N", help="number of clues: 30, or 24-28")
    text = f"symmetry of the clue pattern: {', '.join(SYMMETRIES)}"
    group.add_argument("--symmetry", choices=SYMMETRIES, metavar="NAME", help=text)
    add_rules(group, kinds=True)
    group.add_argument("--pattern", metavar="BOARD", help="a board as text; its blank cells may not hold clues")
    group.add_argument(
        "--difficulty",
        metavar="SPEC",
        help="a level (hard), minutes (quick), or conditions: er=7-7.5,requires=x_wing+xy_wing",
    )
    group.add_argument(
        "--minimal", action="store_true", default=None, help="minimal puzzles, whatever the other options"
    )
    group.add_argument(
        "--method",
        choices=("top_down", "controlled"),
        default="top_down",
        help="controlled: minimal puzzles with a known bias, which the column log_weight "
        "corrects; seconds for each puzzle",
    )
    group.add_argument(
        "--effort",
        type=positive,
        metavar="N",
        help="maximum number of grids to try for a puzzle (default 1e6; controlled: 2e7; other rules: 200, with "
        "--difficulty 10,000)",
    )
    add_output(command)
    grouped(command, "output").add_argument("--pretty", action="store_true", help="write boards instead of rows")
    add_no_header(command)
    add_work(command)


def run(options: argparse.Namespace) -> int:
    """Generate and write puzzles, and print the seed to stderr."""
    if options.shard is not None and options.seed is None:
        raise CommandError("--shard needs --seed: without it, each shard would draw its own seed", USAGE)
    choose_backend(options)
    from bitdoku import _core
    from bitdoku._errors import FormatError
    from bitdoku.datasets._io.rules_column import keeps_rules, no_rules_column
    from bitdoku.datasets._io.write import write

    seed = seed_of(options)
    part, parts = options.shard or (1, 1)
    first, end = (options.start + options.n * k // parts for k in (part - 1, part))
    target = options.output or "-"
    known, kinds = options.rules, _kinds(options)
    if options.pretty:
        return _show(options, seed, first, end)
    if kinds and target == "-" and options.to is None:
        options.to = "jsonl"
    kind = target_kind(options)
    if kinds and not keeps_rules(kind, header=options.header):
        raise CommandError(str(no_rules_column(kind)), USAGE)
    # The rules of composed puzzles are a column.
    rules = {} if known is None or kinds else {"rules": known if isinstance(known, str) else known.to_json()}
    begun = time.perf_counter()
    try:
        with progress(hidden=options.quiet or (target == "-" and on_terminal(sys.stdout))) as show:
            made = write(
                target,
                noted(_puzzles(options, seed, first, end, show), options, kind, header=options.header),
                to=kind,
                header=options.header,
                metadata={
                    "stream_version": str(_core.stream_version()),
                    "seed": str(seed),
                    "start": str(first),
                    "options": _option_text(options),
                    **rules,
                    "license": "CC0-1.0",
                },
            )
    except FormatError as error:  # the format does not support the side
        raise CommandError(str(error), USAGE) from None
    if not options.quiet:
        seconds = time.perf_counter() - begun
        print(f"{made} puzzle{'s' * (made != 1)}, seed {seed}; {rate(made, seconds)}", file=sys.stderr)
    return 0


def _show(options: argparse.Namespace, seed: int, first: int, end: int) -> int:
    """Write boards, and print the seed to stderr."""
    import bitdoku as bd
    from bitdoku.datasets._io.streams import opened_target

    if options.to is not None:
        raise CommandError(f"--pretty writes boards, not {options.to}", USAGE)
    target = options.output or "-"
    with opened_target(target) as file:
        for made in _puzzles(options, seed, first, end, lambda _done, _share: None):
            for number, row in zip(made.numbers, made, strict=True):
                board = drawn(bd.Board(row), styled=are_styled(target))
                file.write(f"puzzle {number}: {(row.puzzle > 0).sum()} givens\n{board}\n\n".encode())
            file.flush()
    if not options.quiet:
        print(f"{end - first} puzzle{'s' * (end - first != 1)}, seed {seed}", file=sys.stderr)
    return 0


def _option_text(options: argparse.Namespace) -> str:
    """The options that determine the puzzles, as on the command line."""
    words = [f"--rules {options.rules}"] if _kinds(options) else []
    for name in ("clues", "symmetry", "pattern", "difficulty", "minimal", "method", "effort"):
        value = getattr(options, name)
        if value is True:
            words.append(f"--{name}")
        elif value is not None:
            words.append(f"--{name} {'-'.join(map(str, value)) if isinstance(value, tuple) else value}")
    return " ".join(words)


def _kinds(options: argparse.Namespace) -> list[str]:
    """The kinds of marks in the option ``--rules``."""
    from bitdoku._kinds import named_kinds

    return named_kinds(options.rules)[1] if isinstance(options.rules, str) else []


def _board(options: argparse.Namespace) -> Any:
    """The rules of the option ``--rules`` without the kinds of marks."""
    from bitdoku._kinds import named_kinds

    return named_kinds(options.rules)[0] if isinstance(options.rules, str) else options.rules


class _Progress:
    """The progress of all blocks. It also says, once, that the first puzzle takes long."""

    def __init__(self, show: Any, total: int, *, quiet: bool) -> None:
        self._show, self._total, self._told = show, total, quiet
        self._begun = time.perf_counter()

    def of_block(self, before: int) -> Any:
        """The callback for a block with ``before`` puzzles generated before it."""
        return lambda here, _: self._report(before + here)

    def _report(self, done: int) -> None:
        self._show(done, done / self._total if self._total else None)
        if not self._told and not done and time.perf_counter() - self._begun > PATIENCE:
            self._told = True
            message = f"no puzzle after {PATIENCE} s: few have these properties; --effort N limits the search"
            print(f"bitdoku: {message}", file=sys.stderr)


def _block(options: argparse.Namespace) -> int:
    """The number of puzzles to generate before they are written."""
    from bitdoku._core import _threads
    from bitdoku.rules._rules import rules_of

    threads = _threads(options.threads)
    known = rules_of(_board(options))
    if not known.is_classic or _kinds(options):
        return OTHER_BLOCK if known.side <= OTHER_SIDE else threads
    if options.method != "controlled":
        return BLOCK
    return 1 if threads == 1 else CONTROLLED_BLOCK * threads


def _puzzles(options: argparse.Namespace, seed: int, first: int, end: int, show: Any) -> Iterator[Puzzles]:

    import bitdoku as bd
    from bitdoku._arguments import stream_range
    from bitdoku._core import _cells
    from bitdoku.logic._difficulty import parse_difficulty
    from bitdoku.rules._rules import rules_of

    side = rules_of(_board(options)).side
    try:
        pattern = None
        if options.pattern is not None:
            pattern = _cells(options.pattern, rules=_board(options), name="--pattern").reshape(side, side) > 0
        named = ("clues", "symmetry", "minimal", "method", "effort", "rules", "threads")
        arguments: dict[str, Any] = {name: getattr(options, name) for name in named}
        arguments |= {"seed": seed, "pattern": pattern}
        arguments["difficulty"] = None if options.difficulty is None else parse_difficulty(options.difficulty)
        # Both validate before the first puzzle.
        stream_range(options.n, options.start)
        bd.generate(0, **arguments)
    except (bd.Error, ValueError, TypeError) as error:
        raise CommandError(str(error), USAGE) from None
    block = 1 if options.pretty else _block(options)
    progress = _Progress(show, end - first, quiet=options.quiet)
    # At least one batch: an empty one defines the columns.
    for start in range(first, max(end, first + 1), block):
        count = min(block, end - start)
        made = bd.generate(count, start=start, progress=progress.of_block(start - first), **arguments)
        results = {"clues": made.clues, "index": made.numbers}
        yield made.with_results(made.solution, results)
