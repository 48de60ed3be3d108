"""``bitdoku rate``: rates the difficulty of puzzles."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from bitdoku.cli.explain import add_scale
from bitdoku.cli.options import add_budget, add_command, add_files, add_work, some_of
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Rates the difficulty of each puzzle. Writes each puzzle with clues, singles, level and score, or with --columns, in this
order:

  clues    number of givens
  singles  simplest techniques: 0 naked singles, 1 all singles, 2 also locked candidates and subsets, 3 none of these
  guesses  mean number of guesses of the search, over members of the class
  level    easy, medium, hard, unfair or extreme, as in HoDoKu; score: the sum of the scores of its steps
  er       rating of the hardest step, as in Sudoku Explainer; ep: up to the first placement; ed: of the first step
  minutes  predicted mean time of players in minutes; a lower bound if logic beyond singles is needed
  te       T&E depth: number of nested assumptions, 0 to 3
  b        length of the longest braid needed; bxb: within one assumption; bxbb: within two; inf if deeper
  hardest  name of the hardest technique on the scale

er, ep and ed are the most expensive: a puzzle takes from a millisecond to minutes.

Columns are empty if they are not known: for malformed rows, if the budget ran out, and (level to hardest) for puzzles
that do not have exactly one solution. Guesses and er to bxbb are for classic 9x9 only.
"""
EXAMPLES = """\
  bitdoku rate puzzles.txt
  bitdoku rate sudoku.csv.gz -o rated.csv --malformed mark
  bitdoku rate puzzles.txt --columns er,guesses --budget 10s
  bitdoku rate diagonal.txt --rules x --columns score,hardest
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "rate", "rate the difficulty of puzzles", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    command.add_argument(
        "--columns",
        type=_names,
        metavar="NAMES",
        help="columns to compute, separated by commas (default: clues,singles,level,score)",
    )
    add_scale(command, "scale for the column hardest")
    command.add_argument(
        "--any",
        action="store_true",
        help="do not check for one solution: rate all puzzles as if they had one; others may not end without --budget",
    )
    add_budget(command)
    add_work(command, "mark", "leave its columns empty")


def _names(text: str) -> tuple[str, ...]:
    if "counts" in text.split(","):
        raise argparse.ArgumentTypeError("'counts' is an array, which a table cannot hold")
    from bitdoku.logic._rate import COLUMNS

    names = some_of(text, tuple(name for name in COLUMNS if name != "counts"), "column")
    return tuple(name for name in COLUMNS if name in names)


def run(options: argparse.Namespace) -> int:
    """Write ratings, and print a summary to stderr."""
    backend = choose_backend(options)
    flow = Flow(options)
    reasons: Counter[str] = Counter()
    code = flow.write(_results(flow, reasons), headings=True)
    words = ", ".join(f"{number} {reason}" for reason, number in sorted(reasons.items()))
    flow.summary(f"{reasons.total()} not rated ({words})" * bool(reasons), backend)
    return code


def _results(flow: Flow, reasons: Counter[str]) -> Iterator[Puzzles]:
    import numpy as np

    import bitdoku as bd
    from bitdoku.logic._rate import DEFAULT, RATINGS

    options = flow.options
    names = options.columns or DEFAULT
    for rows in flow.batches():
        found = flow.timed(
            bd.rate,
            rows,
            columns=names,
            scale=options.scale,
            rules=flow.rules(rows),
            threads=options.threads,
            budget=flow.budget,
            malformed="mark",
            strict=not options.any,
        )
        columns = {name: _column(name, found[name]) for name in names}
        ratings = [columns[name] for name in names if name in RATINGS]
        unrated = [i for i, row in enumerate(zip(*ratings, strict=True)) if all(value is None for value in row)]
        if unrated and not options.any:
            bad = rows[unrated]
            found = flow.timed(
                bd.verdict, bad, rules=flow.rules(rows), threads=options.threads, budget=flow.budget, malformed="mark"
            )
            counts = np.bincount(found, minlength=3)
            reasons += Counter({"without a solution": int(counts[0]), "with several": int(counts[2])})
        stored = None if flow.lines else rows.solution
        yield rows.with_results(stored, columns, only=flow.lines)


def _column(name: str, values: Any) -> list[Any]:
    """The values of a column, None for those that are not known."""
    import numpy as np

    import bitdoku as bd

    if values.dtype.kind == "f":
        return [None if missing else value for value, missing in zip(values.tolist(), np.isnan(values), strict=True)]
    if name == "hardest":
        names = {technique: technique.name.lower() for technique in bd.Technique}
        return [None if code == bd.Technique.UNKNOWN else names[code] for code in values.tolist()]
    if name == "level":
        return [None if code == 255 else bd.Level(code).name.lower() for code in values.tolist()]
    unknown = -1 if name == "score" else np.iinfo(values.dtype).max
    return [None if value == unknown else value for value in values.tolist()]
