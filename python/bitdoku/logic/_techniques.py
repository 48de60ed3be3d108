"""``Technique`` and ``Level``: the names and numbers of human logic, from the table of the core."""

from __future__ import annotations

import enum

from bitdoku import _core

_TABLE = _core._techniques()
_LABELS = ["None", *(label for _, label, _ in _TABLE)]


class Level(enum.IntEnum):
    """How difficult a puzzle or a step is, on the scale ``"hodoku"``."""

    __module__ = "bitdoku"

    INCOMPLETE = 0
    """The techniques do not solve the puzzle."""
    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


class _Labelled(enum.IntEnum):
    @property
    def label(self) -> str:
        """The name in words, such as ``"X-Wing"``."""
        return _LABELS[self] if self < len(_LABELS) else self.name.title()


Technique = _Labelled(
    "Technique",
    [("NONE", 0), *((name, number) for number, (name, _, _) in enumerate(_TABLE, 1)), ("UNKNOWN", 255)],
    module="bitdoku",
)
Technique.__doc__ = """The techniques of human logic. The numbers do not change from version to version.

``NONE`` stands for no step at all, for a grid that is complete; ``UNKNOWN`` for a puzzle that is malformed or
undecided, or does not have exactly one solution.
"""

#: Techniques that are written in one line with their neighbours.
SINGLES = (Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE, Technique.FULL_HOUSE)

#: The level of each technique on the scale "hodoku".
LEVELS = (Level.INCOMPLETE, *(Level(level) for _, _, level in _TABLE))
