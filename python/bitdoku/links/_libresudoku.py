"""Backups of LibreSudoku, which are JSON.

    {"backupSchemeVersion": 1, "savedGames": […], …,
     "boards": [{"initialBoard": "0053…", "solvedBoard": "…", "type": "Killer9x9", "difficulty": "Easy",
                 "killerCages": "[{'id':0,'sum':12,'cells':[{'row':0,'col':0,…},…]}]"}, …]}     (JSON in a text)

Boards have the characters 1..9 and a..c. A backup is read if it holds one board.

Credit: the source code of LibreSudoku (GPL), from which only the format is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.links._documents import board, skipped
from bitdoku.links._shared import Shared, Source, unsupported
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection

_BOXES = {"9x9": (3, 3), "12x12": (3, 4), "6x6": (2, 3)}


def recognizes(source: Source) -> bool:
    """Whether the text is a backup."""
    return source.has("backupSchemeVersion", "boards")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the board of the backup."""
    boards = source.data["boards"]
    if not isinstance(boards, list) or len(boards) != 1 or not isinstance(boards[0], dict):
        count = len(boards) if isinstance(boards, list) else 0
        raise PuzzleError(f"the backup holds {count} puzzles; expected one")
    data: dict[str, Any] = boards[0]
    read = ("initialBoard", "solvedBoard", "type", "killerCages")
    ignored = skipped(
        [key for key in data if key not in read or key in ignore],
        ("uid", "difficulty", "folderId"),
        ignore,
        "boards[0]",
    )
    kind = str(data.get("type"))
    killer, box = kind.startswith("Killer"), _BOXES.get(kind.removeprefix("Killer").removeprefix("Default"))
    if box is None:
        raise RulesError(f"boards[0].type is {kind!r}, which is not supported; expected Default9x9, Killer9x9, …")
    side = box[0] * box[1]
    meanings = {**dict.fromkeys("0.-_", 0), **{"0123456789abc"[digit]: digit for digit in range(1, side + 1)}}
    puzzle = board(str(data.get("initialBoard", "")), side, "boards[0].initialBoard", meanings)
    solved = data.get("solvedBoard")
    solution = board(str(solved), side, "boards[0].solvedBoard", meanings) if solved else None
    rules = Rules(box=box)
    if killer and "killerCages" not in ignore:
        rules += _cages(data.get("killerCages"))
    elif data.get("killerCages") and "killerCages" not in ignore:
        raise unsupported("boards[0] has 'killerCages', but is no killer", "killerCages")
    if solution is not None and not solution.any():
        solution = None
    return Shared(puzzle, rules, solution=solution, entered=np.zeros_like(puzzle), ignored=tuple(ignored))


def _cages(text: Any) -> list[r.Rule]:
    """The cages, which are JSON in a text."""
    try:
        return [
            r.killer_cage([(cell["row"], cell["col"]) for cell in cage["cells"]], cage["sum"]) for cage in loads(text)
        ]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, RulesError):
            raise
        raise PuzzleError(f"boards[0].killerCages is {shown(text)}; expected cages as JSON") from None
