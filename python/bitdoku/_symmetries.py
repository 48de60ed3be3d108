"""The symmetries that a pattern of clues can have, by name; the command line names them without loading numpy."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Symmetry: TypeAlias = Literal[
    "none",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "half-turn",
    "quarter-turn",
    "mirrors",
    "diagonals",
    "full",
]

SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)
