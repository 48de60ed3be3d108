"""Names of the symmetries of clue patterns, in a module of their own so that the command line need not load numpy."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Symmetry: TypeAlias = Literal[
    "none",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "half_turn",
    "quarter_turn",
    "mirrors",
    "diagonals",
    "full",
]

SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)
