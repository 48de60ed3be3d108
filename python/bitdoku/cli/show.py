"""``bitdoku show``: shows puzzles as boards in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.boards import are_styled, drawn
from bitdoku.cli.draw import add_candidates, boards
from bitdoku.cli.options import add_command, add_input, add_rules, add_work
from bitdoku.cli.rows import Flow, choose_backend

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Shows each puzzle as a board of text. On a terminal, givens are bold, solved cells are colored and candidates are faint;
NO_COLOR turns the color off. Constraints such as cages are named below the board; bitdoku draw makes pictures of them.
"""
EXAMPLES = """\
  bitdoku show puzzles.txt
  bitdoku show puzzles.txt --candidates basic
  bitdoku generate -n 3 | bitdoku show --solved
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "show", "show boards in the terminal", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_rules(command)
    add_candidates(command)
    add_work(command, "drop", "leave each out")
    command.set_defaults(output=None, to=None)


def run(options: argparse.Namespace) -> int:
    """Show the boards."""
    choose_backend(options)
    flow = Flow(options)
    styled = are_styled("-")
    with flow.opened() as file:
        for place, board in boards(flow):
            title = "" if place.startswith("argument:") else f"{place}: {(board.puzzle > 0).sum()} givens\n"
            file.write(f"{title}{drawn(board, styled=styled)}\n\n".encode())
            file.flush()
    return flow.code
