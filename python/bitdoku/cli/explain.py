"""``bitdoku explain``: writes the steps that solve puzzles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from bitdoku.cli.errors import USAGE, CommandError
from bitdoku.cli.options import add_budget, add_command, add_input, add_quiet, add_rules, grouped, target_of_rows
from bitdoku.cli.parser import wrapped
from bitdoku.cli.rows import Flow

if TYPE_CHECKING:
    from bitdoku import Explanation, Step
    from bitdoku._table import Puzzles

DESCRIPTION = """\
Explains how a person solves each puzzle: the steps of HoDoKu with their scores, or of Sudoku Explainer (classic 9x9
only) with their ratings, easiest first.

txt (default) lists singles as cell=digit(rating) and other steps on lines of their own; jsonl has one puzzle a line
with all details of its steps; csv has one step a line. --text writes the steps as sentences, with their names and
ratings.
"""
EXAMPLES = """\
  bitdoku explain puzzles.txt
  bitdoku explain puzzles.txt --text
  bitdoku explain puzzles.txt --scale explainer
  bitdoku explain puzzles.txt --techniques singles
  bitdoku explain killer.txt --rules killer.json --text
  bitdoku explain sudoku.csv --to jsonl -o steps.jsonl
"""
FORMATS = ("txt", "jsonl", "csv")


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "explain", "write the steps that solve puzzles", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    add_about_steps(command)
    group = grouped(command, "output")
    group.add_argument(
        "-o", "--output", type=target_of_rows, metavar="FILE", help="write to this file, atomically, instead of stdout"
    )
    group.add_argument("--to", choices=FORMATS, help="the format of the output, if its extension does not give it")
    command.add_argument("--text", action="store_true", help="write sentences instead of notation")
    add_budget(command)
    add_quiet(command, "mark", "skip it")


def add_about_steps(command: Any) -> None:
    """Add the options for scale and techniques."""
    add_scale(command, "order and values of the techniques")
    command.add_argument(
        "--techniques",
        type=_techniques,
        metavar="NAMES",
        help="techniques to use, separated by commas: singles, or names such as naked_pair,x_wing (default: all)",
    )


def add_scale(command: Any, meaning: str) -> None:
    """Add the option for the scale."""
    command.add_argument(
        "--scale", choices=("hodoku", "explainer"), default="hodoku", help=f"{meaning} (default: hodoku)"
    )


def _techniques(text: str) -> list[str]:
    from bitdoku.logic._explain import technique_numbers

    names = text.split(",")
    try:
        technique_numbers(names)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def run(options: argparse.Namespace) -> int:
    """Write explanations, and print a summary to stderr."""
    import os

    import bitdoku as bd
    from bitdoku.datasets._io.streams import bare_name

    suffix = os.path.splitext(bare_name(options.output or ""))[1][1:].lower()
    form = options.to or suffix or "txt"
    if form not in FORMATS:
        raise CommandError(f"{options.output}: expected a name that ends in .txt, .jsonl or .csv", USAGE)
    if options.text and form != "txt":
        raise CommandError(f"--text writes sentences, not {form}", USAGE)
    write = {"txt": _sentences if options.text else _text, "jsonl": _json, "csv": _csv}[form]
    flow = Flow(options)
    solved = 0
    with flow.opened() as file:
        if form == "csv":
            worth = worth_of(options.scale)
            file.write(f"puzzle,step,technique,{worth},placements,eliminations,notation\n".encode())
        for rows in flow.well_formed(solutions=False):
            for i in range(len(rows)):
                explanation = ask(flow, bd.explain, rows, i)
                solved += explanation.solved
                text = write(explanation)
                file.write((wrapped(text) if flow.is_for_people else text).encode())
                file.flush()
    undecided = f", {flow.undecided} undecided" * bool(flow.undecided)
    flow.summary(f"{solved} solved{undecided}", bd.backend())
    return flow.code


def ask(flow: Flow, function: Any, rows: Puzzles, i: int) -> Any:
    """Call ``function`` with row ``i`` and the options. If the budget ran out, the row is named and counted."""
    import bitdoku as bd

    options = flow.options
    found = flow.timed(
        function,
        rows.puzzle[i] if rows.candidates is None else bd.Pencilmarks(rows.candidates[i]),
        scale=options.scale,
        rules=flow.rules(rows),
        techniques=options.techniques,
        budget=flow.budget,
    )
    if found.ended == "budget":
        flow.run_out(rows.place(i))
    return found


def _text(explanation: Explanation) -> str:
    return f"{explanation.to_text()}\n\n"


def _sentences(explanation: Explanation) -> str:
    from bitdoku.logic._steps import chains_within

    lines = [explanation.to_text().partition("\n")[0]]
    for number, step in enumerate(explanation, 1):
        lines.append(f"{number}. {step.label}, {step.worth}: {_indented(step.text)}")
        for within, inner in chains_within(step):
            lines.append(f"   Nested step {within}, with all concluded before it: {_indented(inner.text)}")
    lines.append(explanation._closing)
    return "\n".join(line for line in lines if line) + "\n\n"


def _indented(text: str) -> str:
    """The text with all lines but the first indented."""
    return text.replace("\n", "\n   ")


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


def worth_of(scale: str) -> str:
    """The name of the column with the value of a step."""
    return "score" if scale == "hodoku" else "rating"


def columns_of(step: Step) -> tuple[Any, ...]:
    """The columns of a step."""
    from bitdoku.logic._steps import candidate_label

    placed = " ".join(map(candidate_label, step.placements))
    removed = " ".join(f"-{digit}r{row + 1}c{column + 1}" for row, column, digit in step.eliminations)
    worth = step.score if step.rating is None else step.rating
    return (step.technique.name.lower(), worth, placed, removed, step.notation)
