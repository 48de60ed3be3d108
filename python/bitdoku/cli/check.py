"""``bitdoku check``: checks answers to puzzles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import MALFORMED, USAGE, CommandError
from bitdoku.cli.options import add_command, add_files, add_format, add_work, source
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku._table import Puzzles

#: The columns of the output: the fields of :class:`bitdoku.CheckResult` that have one value for a puzzle.
COLUMNS = ("correct", "respects_givens", "complete")

DESCRIPTION = """\
Checks answers to puzzles. The answers are the stored solutions of the input, or come from another file in the same
order. Writes each puzzle with its answer and these columns, each true or false:

  correct          the answer is a solution of the puzzle (any, if it has several)
  respects_givens  every given is in the answer
  complete         every cell of the answer has a digit

A terminal gets a table of the rows whose answer is not correct.

The exit code is 1 if an answer is wrong or missing, or a row is malformed.
"""
EXAMPLES = """\
  bitdoku check sudoku.csv
  bitdoku check puzzles.txt --answers answers.txt
  bitdoku check train.csv --solution label --quiet -o /dev/null && echo all correct
  bitdoku check puzzles.txt --answers submitted.parquet --answers-column answer -o checked.csv
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "check", "check answers", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    group = command.add_argument_group("answers")
    group.add_argument(
        "--answers", metavar="OTHER", type=source, help="a file with the answers: its solutions, or its boards"
    )
    add_format(group, "--answers-format", "the format of OTHER")
    group.add_argument("--answers-column", metavar="COLUMN", help="the column of OTHER with the answers")
    add_work(command, "mark", "leave its columns empty")


def run(options: argparse.Namespace) -> int:
    """Write the three columns, and print a summary to stderr."""
    from collections import Counter

    backend = choose_backend(options)
    if options.answers == "-" and "-" in options.files:
        raise CommandError("stdin cannot be read twice; FILE and OTHER are both -", USAGE)
    flow = Flow(options)
    answers = None if options.answers is None else _Answers(options)
    counts: Counter[str] = Counter()
    code = flow.write(_results(flow, answers, counts), headings=True)
    wrong = counts["answers"] - counts["correct"]
    kinds = f"{counts['correct']} correct, {wrong} wrong"
    if wrong:
        changed, missing = (counts["answers"] - counts[name] for name in COLUMNS[1:])
        kinds += f" ({changed} changed givens, {missing} incomplete)"
    blank, malformed = counts["blank"], counts["malformed"]
    kinds += f", {blank} without an answer" if blank else ""
    kinds += f", {malformed} malformed" if malformed else ""
    flow.summary(kinds, backend)
    return MALFORMED if wrong or blank or malformed else code


def _has_solutions_alone(options: argparse.Namespace) -> bool:
    """Whether a file has no column of puzzles: then its solutions are read as boards."""
    from bitdoku import FormatError
    from bitdoku.datasets import scan

    try:
        scan(options.answers, format=options.answers_format, malformed="mark").close()
    except FormatError:
        return True
    except (OSError, ValueError):
        pass  # reported when the file is read
    return False


class _Answers:
    """Reads the answers of another file in batches as large as the batches of puzzles."""

    def __init__(self, options: argparse.Namespace) -> None:
        import numpy as np

        column = options.answers_column
        about = {"format": options.answers_format, "puzzle": column, "solution": None if column is None else ""}
        if column is None and options.answers != "-" and _has_solutions_alone(options):
            about["solution"] = ""
        self._flow = Flow(argparse.Namespace(**{**vars(options), **about, "files": [options.answers]}))
        self._batches = self._read()
        self._boards: Any = None
        self._bad = np.zeros(0, bool)

    def _read(self) -> Iterator[tuple[Any, Any]]:
        for rows in self._flow.batches():
            yield (rows.puzzle if rows.solution is None else rows.solution), rows.malformed

    def take(self, rows: Puzzles) -> tuple[Any, Any]:
        """The answers to these rows, and a mask of the malformed ones."""
        import numpy as np

        while self._boards is None or len(self._boards) < len(rows):
            boards, bad = next(self._batches, (None, None))
            if boards is None or not len(boards):
                raise CommandError(f"{self._flow.options.answers}: {self._flow.done} answers; expected more")
            if boards.shape[1] != rows.side:
                sides = f"boards of side {boards.shape[1]}, puzzles of side {rows.side}; expected equal sides"
                raise CommandError(f"{self._flow.options.answers}: {sides}")
            self._boards = boards if self._boards is None else np.concatenate([self._boards, boards])
            self._bad = np.concatenate([self._bad, bad])
        found = self._boards[: len(rows)], self._bad[: len(rows)]
        self._boards, self._bad = self._boards[len(rows) :], self._bad[len(rows) :]
        return found

    def expect_end(self, puzzles: int) -> None:
        """Raise if there are more answers than puzzles."""
        more = next(self._batches, None)
        if (self._boards is not None and len(self._boards)) or (more is not None and len(more[0])):
            raise CommandError(f"{self._flow.options.answers}: more answers than the {puzzles} puzzles")


def _results(flow: Flow, answers: _Answers | None, counts: Any) -> Iterator[Puzzles]:
    import numpy as np

    import bitdoku as bd

    last: Puzzles | None = None
    for rows in flow.batches():
        given, wrong = rows.solution, np.zeros(len(rows), bool)
        if answers is not None and len(rows):
            given, wrong = answers.take(rows)
        if given is None:
            raise CommandError(
                "no stored solutions to check; name their column with --solution, or a file with --answers", USAGE
            )
        known = ~wrong & ~rows.malformed
        answered = known & given.any(axis=(1, 2))
        found = flow.timed(
            bd.check,
            rows,
            given,
            rules=flow.rules(rows),
            malformed="mark",
            threads=flow.options.threads,
        )
        columns = {}
        for name in COLUMNS:
            values = getattr(found, name)
            counts[name] += int(np.count_nonzero(values & answered))
            marks = zip(values.tolist(), known, strict=True)
            columns[name] = [value if is_known else None for value, is_known in marks]
        counts["answers"] += int(answered.sum())
        counts["blank"] += int((known & ~answered).sum())
        counts["malformed"] += int((~known).sum())
        results = rows.with_results(given, columns, only=flow.lines)
        if last is not None:
            yield last
        last = results[~(found.correct & known)] if flow.is_for_people else results
    # Before the last rows are written, so that a short file gets the message alone.
    if answers is not None:
        answers.expect_end(flow.done)
    if last is not None:
        yield last
