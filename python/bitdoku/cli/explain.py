"""``bitdoku explain``: writes the steps that solve puzzles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_budget, add_command, add_input, add_malformed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku import Explanation, Step
    from bitdoku.cli.rows import Flow
    from bitdoku.datasets import Rows

DESCRIPTION = """\
Explains how a person solves each classic 9x9 puzzle: the steps of Sudoku Explainer, easiest first, with their ratings.

txt (default) has singles as cell=digit(rating) and other steps on lines of their own; jsonl has one puzzle a line, with
all that is known of its steps; csv has one step a line.
"""
EXAMPLES = """\
  bitdoku explain puzzles.txt
  bitdoku explain puzzles.txt --techniques singles
  bitdoku explain sudoku.csv --to jsonl -o steps.jsonl
"""
FORMATS = ("txt", "jsonl", "csv")


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "explain", "write the steps that solve puzzles", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_about_steps(command)
    command.add_argument("-o", "--output", metavar="FILE", help="write to this file, atomically, instead of stdout")
    command.add_argument("--to", choices=FORMATS, help="the format of the output, if its extension does not give it")
    add_budget(command)
    add_malformed(command, "mark", "skip it")
    command.add_argument("-q", "--quiet", action="store_true", help="no summary, no progress")
    command.set_defaults(rules=None)


def add_about_steps(command: Any) -> None:
    """Add the option for the techniques."""
    command.add_argument(
        "--techniques",
        type=_techniques,
        metavar="NAMES",
        help="techniques to use, separated by commas: singles, or names such as naked_pair,x_wing (default: all)",
    )


def _techniques(text: str) -> list[str]:
    from bitdoku._explain import numbers_of

    names = text.split(",")
    try:
        numbers_of(names)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def run(options: argparse.Namespace) -> int:
    """Write explanations, and print a summary to stderr."""
    import os
    from contextlib import ExitStack

    import bitdoku as bd
    from bitdoku.cli.rows import Flow
    from bitdoku.datasets._files import bare_name, opened_target, standard

    suffix = os.path.splitext(bare_name(options.output or ""))[1][1:]
    form = options.to or (suffix if suffix in FORMATS else "txt")
    write = {"txt": _text, "jsonl": _json, "csv": _csv}[form]
    flow = Flow(options)
    solved = 0
    with ExitStack() as stack:
        stack.enter_context(flow.showing())
        file = standard("stdout") if flow.target == "-" else stack.enter_context(opened_target(flow.target))
        if form == "csv":
            file.write(b"puzzle,step,technique,rating,placements,eliminations,notation\n")
        for explanation in explained(flow, bd.explain):
            solved += explanation.solved
            file.write(write(explanation).encode())
            file.flush()
    flow.summary(f"{solved} solved", bd.backend())
    return 1 if flow.malformed else 0


def explained(flow: Flow, function: Any) -> Iterator[Any]:
    """What a function gives for each well-formed puzzle."""
    for read, rows, bad in decoded_batches(flow):
        skipped = {*bad}
        for i in range(len(rows)):
            if i not in skipped:
                yield ask(flow, function, read, rows.puzzles[i])


def ask(flow: Flow, function: Any, rows: Rows, puzzle: Any) -> Any:
    """What a function gives for one of the rows."""
    options = flow.options
    return flow.timed(function, puzzle, rules=flow.rules(rows), techniques=options.techniques, budget=flow.budget)


def decoded_batches(flow: Flow) -> Iterator[tuple[Rows, Rows, list[int]]]:
    """The rows as read, the same as arrays, and which of them are malformed."""
    import numpy as np

    for rows in flow.batches(solutions=False):
        decoded = rows.decoded("mark")
        bad = np.flatnonzero(decoded.malformed).tolist() if decoded.malformed is not None else []
        for checked in flow.checked(rows, bad, decoded):
            yield rows, checked, bad


def _text(explanation: Explanation) -> str:
    return f"{explanation.to_text()}\n\n"


def _json(explanation: Explanation) -> str:
    import json

    return f"{json.dumps(explanation.to_dict())}\n"


def _csv(explanation: Explanation) -> str:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    puzzle = explanation.to_dict()["puzzle"]
    for number, step in enumerate(explanation, 1):
        writer.writerow((puzzle, number, *columns_of(step)))
    return text.getvalue()


def columns_of(step: Step) -> tuple[Any, ...]:
    """The columns of a step."""
    places = (
        " ".join(f"r{row + 1}c{column + 1}{sign}{digit}" for row, column, digit in candidates)
        for sign, candidates in (("=", step.placements), ("-", step.eliminations))
    )
    return (step.technique.name.lower(), step.rating, *places, step.notation)
