"""``Board`` and ``sheet``: the display of boards in terminals, notebooks and files."""

from bitdoku.board._board import Board

__all__ = ["Board"]
