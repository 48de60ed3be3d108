"""What the page of the interactive board shows: the picture, labels and texts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._kinds import KINDS
from bitdoku._results import Verdict
from bitdoku.board._board import Board
from bitdoku.board._drawing import CELL, COLORS, MARGIN, omission_note
from bitdoku.rules._rules import NAMES
from bitdoku.widget import _edits as edits

if TYPE_CHECKING:
    from bitdoku.logic._explanation import Explanation
    from bitdoku.logic._steps import Step
    from bitdoku.rules import Rules

VERDICTS = {
    Verdict.NO_SOLUTION: "no solution",
    Verdict.UNIQUE: "exactly one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNDECIDED: "number of solutions not decided in time",
}


def page_view(
    board: Board, step: Step | None, explanation: Explanation | None, number: int, verdict: Verdict, theme: str
) -> dict[str, Any]:
    """The view of a board with a step, or with an explanation at a step."""
    rules = board.rules
    if step is not None:
        board = Board(step)
    elif explanation is not None:
        board = Board(board.puzzle, explanation.state(number).grid, rules=rules)
    clashes = np.asarray(_core.conflicts(board.cells, rules=rules))
    labels, kinds = edits.describe_cells(board, clashes)
    return {
        "svg": board.svg(theme=theme),  # type: ignore[arg-type]
        "side": rules.side,
        "digits": len(rules.digits),
        "margin": MARGIN,
        "cell": CELL,
        "colors": COLORS,
        "names": [*(f"{k}x{k}" for k in (4, 6, 8, 9, 12, 16, 25)), *NAMES],
        "composed": ["", *KINDS],
        "marks": list(edits.DRAWN),
        "groups": _groups(rules),
        "rules": ", ".join(dict.fromkeys(rule.name.replace("_", " ") for rule in rules.rules)),
        "values": board.cells.ravel().tolist(),
        "labels": labels,
        "kinds": kinds,
        "clashes": np.flatnonzero(clashes).tolist(),
        "line": board.line(),
        "verdict": verdict.name,
        "status": _status(board, verdict, int(clashes.sum())),
        "player": _player(step, explanation, number),
    }


@lru_cache(8)
def _groups(rules: Rules) -> list[list[int]]:
    """The groups of cells whose digits all differ."""
    return [list(one[1]) for one in rules.constraints if one[0] == "different"]


def _status(board: Board, verdict: Verdict, clashes: int) -> str:
    givens, blank = int((board.puzzle > 0).sum()), int((board.cells == 0).sum())
    words = [VERDICTS[verdict].capitalize(), f"{givens} given{'s' * (givens != 1)}, {blank} blank"]
    if clashes:
        words.append(f"{clashes} cells in conflict")
    elif not blank:
        solved = _core.check(board.puzzle, board.cells, rules=board.rules).correct
        words.append("solved" if solved else "complete, but some rule is broken")
    return "; ".join(words)


def _player(step: Step | None, explanation: Explanation | None, number: int) -> dict[str, Any] | None:
    if explanation is None and step is None:
        return None
    title, text = "", ""
    if step is not None:
        worth = f" ({step.worth})" if step.score is not None or step.rating is not None else ""
        title, text = f"{step.label}{worth}", "\n".join(filter(None, (step.text, omission_note(step))))
    elif explanation is not None:
        title, text = f"End: {explanation.ended}", explanation._closing
    return {"at": number, "count": 0 if explanation is None else len(explanation), "title": title, "text": text}
