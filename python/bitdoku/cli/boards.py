"""Boards in the terminal: givens in bold and solved cells in color, or plain text elsewhere."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from bitdoku.cli.progress import on_terminal

if TYPE_CHECKING:
    from bitdoku import Board

#: Escape sequences of terminals. Cyan is readable on dark and light backgrounds.
BOLD, FAINT, SOLVED_COLOR, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"


def are_styled(target: str) -> bool:
    """Whether text for a target goes to a terminal that understands escape sequences."""
    return target == "-" and on_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def drawn(board: Board, *, styled: bool) -> str:
    """A board as text, with its candidates if it has any, and a line about what text does not show."""
    from bitdoku.board._board import note_of_unshown

    text = board.text() if board.candidates is None else board.pencilmarks()
    notes = [f"{note} (bitdoku draw shows them)" for note in note_of_unshown(board.rules)]
    return "\n".join([_styled(text, board) if styled else text, *notes])


def _styled(text: str, board: Board) -> str:
    """The text of a board with givens in bold, solved cells in color and candidates faint."""
    color = "" if os.environ.get("NO_COLOR") else SOLVED_COLOR
    givens, cells = iter(board.puzzle.ravel().tolist()), iter(board.cells.ravel().tolist())

    def style(entry: re.Match[str]) -> str:
        given, cell = next(givens), next(cells)
        before = BOLD if given else color if cell else FAINT
        return f"{before}{entry[0]}{PLAIN}" if before else entry[0]

    # Entries of cells are what is between the characters of frames.
    return re.sub(r"[\w.!]+", style, text)
