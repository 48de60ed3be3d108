"""The pictures that the core draws: colors, measures, and steps as it reads them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bitdoku import _core

if TYPE_CHECKING:
    from bitdoku.logic._steps import Step

#: The colors of each theme by name. The theme "auto" contains "light" and "dark".
THEMES = {theme: _core._colors(theme) for theme in ("light", "dark", "gray")}
#: The colors of highlights.
COLORS = tuple(_core._highlights())
#: The width of a cell, the offset of the first one, and the height of the sums of cages.
CELL, MARGIN, SUM_HEIGHT = _core._measures()


def step_json(step: Step) -> str:
    """The step as JSON, with the cells of its houses unless the board is classic."""
    return json.dumps({**step.to_dict(), "house_cells": step._cells_of_houses})


def omission_note(step: Step) -> str:
    """A sentence about links that the picture omits; empty if there are none."""
    return _core._omission_note(step_json(step)) if step.links else ""
