"""``Board``: the display of boards in terminals, notebooks and files."""

from bitdoku.board import _html as _html  # registers the displays
from bitdoku.board._board import Board

__all__ = ["Board"]
