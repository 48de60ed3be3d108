"""``bitdoku hint``: writes the next step of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.explain import add_about_steps, ask, columns_of, worth_of
from bitdoku.cli.options import add_budget, add_command, add_files, add_quiet
from bitdoku.cli.parser import wrapped
from bitdoku.cli.rows import Flow

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from bitdoku import Step
    from bitdoku._table import Puzzles

DESCRIPTION = """\
Finds the next step of each puzzle: the easiest on the scale. Says it in words, or why there is none.

.csv, .parquet and the like, also with --to csv, get each puzzle with the columns technique, score (HoDoKu) or rating
(Sudoku Explainer), placements, eliminations and notation. They are empty if there is no next step. Rows for which the
budget ran out are named on stderr.
"""
EXAMPLES = """\
  bitdoku hint puzzles.txt
  bitdoku generate --difficulty easy | bitdoku hint
  bitdoku hint puzzles.csv -o hints.csv
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "hint", "find the next step of puzzles", DESCRIPTION, EXAMPLES, run)
    add_files(command)
    add_about_steps(command)
    add_budget(command)
    add_quiet(command, "mark", "leave its columns empty")


def run(options: argparse.Namespace) -> int:
    """Write hints, and print a summary to stderr."""
    import bitdoku as bd

    flow = Flow(options)
    code = _write_texts(flow) if flow.lines else flow.write(_results(flow))
    flow.summary(f"{flow.undecided} undecided" * bool(flow.undecided), bd.backend())
    return code


def _results(flow: Flow) -> Iterator[Puzzles]:

    for rows in flow.batches(solutions=False):
        names = ("technique", worth_of(flow.options.scale), "placements", "eliminations", "notation")
        steps = [None if rows.malformed[i] else _next(flow, rows, i)[0] for i in range(len(rows))]
        found = [(None,) * len(names) if step is None else columns_of(step) for step in steps]
        results = {name: [values[k] for values in found] for k, name in enumerate(names)}
        yield rows.with_results(None, results, only=flow.lines)


def _next(flow: Flow, rows: Puzzles, i: int) -> tuple[Step | None, str]:
    """The next step of a well-formed row, or None, and a sentence: the step, or why there is none."""
    from bitdoku.logic._explain import first

    found = ask(flow, first, rows, i)
    if not found or found.ended == "budget":
        return None, found._closing
    step = found[0]
    return step, f"{step.label} ({step.worth}): {step.text}"


def _write_texts(flow: Flow) -> int:
    with flow.opened() as file:
        for rows in flow.batches(solutions=False):
            for i in range(len(rows)):
                text = "malformed" if rows.malformed[i] else _next(flow, rows, i)[1]
                place = "" if rows.name == "argument" else f"{rows.place(i)}: "
                line = place + text.replace("\n", " ")
                file.write(f"{wrapped(line) if flow.is_for_people else line}\n".encode())
            file.flush()
    return flow.code
