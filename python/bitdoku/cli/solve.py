"""``bitdoku solve``: writes puzzles with verdicts and solutions, or draws boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.boards import are_styled, drawn
from bitdoku.cli.options import add_budget, add_command, add_files, add_work
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

DESCRIPTION = """\
Solves the puzzles of text files, one a line, and of data sets: CSV, Parquet, Arrow, JSON, numpy and more, optionally
compressed. In text, a blank cell is . or 0; blank lines, lines that begin with #, and text after a puzzle are ignored.
A link to f-puzzles or SudokuPad, or a .json file with one puzzle, has rules of its own.

Writes each puzzle with its verdict (unique, multiple, no_solution, undecided, malformed) and its solution, or the
smallest of several (with --any, the first one found). stdout and .txt files get lines such as 8...4,unique,8...4, which
can be read again as puzzles; .csv, .parquet and the like also keep the other columns of the input. --pretty draws
boards; on a terminal, givens are bold and solved cells are colored, or plain if NO_COLOR is set.
"""
EXAMPLES = """\
  bitdoku solve puzzles.txt
  bitdoku generate | bitdoku solve --pretty
  bitdoku solve sudoku.csv.gz -o solved.parquet --malformed mark
  bitdoku solve diagonal.txt --rules x
  bitdoku solve killer.json     # of f-puzzles, or {"puzzle": …, "rules": …}
  bitdoku solve train.csv --puzzle question --threads 4 -o solved.csv
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "solve", "solve puzzles", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    command.add_argument("--pretty", action="store_true", help="draw boards instead of writing rows")
    help_any = (
        "write any solution of a puzzle with several, not the smallest: faster with other rules than classic Sudoku"
    )
    command.add_argument("--any", action="store_true", help=help_any)
    add_budget(command)
    add_work(command, "mark", "mark each")


def run(options: argparse.Namespace) -> int:
    """Write solutions, and print a summary to stderr."""
    backend = choose_backend(options)
    import numpy as np

    import bitdoku as bd

    flow = Flow(options)
    counts = np.zeros(256, np.int64)
    results = _results(flow, counts)
    code = _write_boards(flow, results) if options.pretty else flow.write(results)
    kinds = ", ".join(f"{counts[verdict]} {verdict.name.lower()}" for verdict in bd.Verdict if counts[verdict])
    flow.summary(kinds, backend)
    return code


def _results(flow: Flow, counts: Any) -> Iterator[Puzzles]:
    """Puzzles, solutions, and a column of verdicts."""
    import numpy as np

    import bitdoku as bd
    from bitdoku import _core

    options = flow.options
    # MALFORMED, 255, comes last.
    words = [verdict.name.lower() for verdict in bd.Verdict]
    for rows in flow.batches(solutions=False):
        solutions, verdicts = flow.timed(
            bd.solve,
            rows,
            solution="any" if options.any else "smallest",
            rules=flow.rules(rows),
            threads=options.threads,
            budget=flow.budget,
            malformed="mark",
        )
        counts += np.bincount(verdicts, minlength=len(counts))
        names = _core._Texts.of_codes(np.minimum(verdicts, len(words) - 1), words)
        yield rows.with_results(solutions, {"verdict": names}, only=flow.lines)


def _write_boards(flow: Flow, results: Iterator[Puzzles]) -> int:
    import bitdoku as bd

    styled = are_styled(flow.target)
    with flow.opened() as file:
        for rows in results:
            verdicts = rows["verdict"]
            rules = flow.rules(rows)
            for i, row in enumerate(rows):
                text = f"{rows.place(i)}: {verdicts[i].replace('_', ' ')}\n"
                if verdicts[i] != "malformed":
                    solution = row.solution if verdicts[i] in ("unique", "multiple") else None
                    text += f"{drawn(bd.Board(row.puzzle, solution, rules=rules), styled=styled)}\n"
                file.write(f"{text}\n".encode())
            file.flush()
    return flow.code
