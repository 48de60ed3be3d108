"""Puzzles as documents of ipuz, in the format that `_ipuz` reads."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import rules as r
from bitdoku._arguments import one_board
from bitdoku._errors import RulesError
from bitdoku.links._ipuz import KIND
from bitdoku.links._shared import expect_solution
from bitdoku.rules._layout import SYMBOLS, default_box
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bitdoku.rules import Rules


def to_ipuz(
    puzzle: Any, rules: Any = None, *, title: str = "", author: str = "", ruleset: str = "", solution: Any = None
) -> dict[str, Any]:
    """The puzzle as JSON data of ipuz. Raises RulesError if ipuz does not support a rule."""
    known = rules_of(rules, puzzle)
    side = known.side
    if known.symbols is not None or len(known.digits) != side:
        raise RulesError("ipuz has as many digits as rows, from 1")
    if side >= len(SYMBOLS):
        raise RulesError(f"ipuz has one character for each digit; expected a side of at most {len(SYMBOLS) - 1}")
    givens = one_board("puzzle", puzzle, known)
    boards = {"puzzle": givens}
    if solution is not None:
        solved = one_board("solution", solution, known)
        expect_solution(givens, solved, known)
        boards |= {"solution": solved} if solved.any() else {}
    kinds, parts = _kinds_and_parts(known)
    words = {"title": title, "author": author, "intro": ruleset}
    return {
        "version": "http://ipuz.org/v2",
        "kind": [f"{KIND}/{kind}#1" for kind in kinds] or [f"{KIND}#1"],
        **{key: html.escape(text, quote=False) for key, text in words.items() if text},
        "dimensions": {"width": side, "height": side},
        "charset": SYMBOLS[1 : side + 1],
        "boxes": known.box == default_box(side) and 1 not in known.box,
        **{key: [[SYMBOLS[digit] if digit else 0 for digit in row] for row in cells] for key, cells in boards.items()},
        **parts,
    }


def _kinds_and_parts(rules: Rules) -> tuple[list[str], dict[str, Any]]:
    """The kinds of the puzzle, its zones and its cages."""
    side, kinds = rules.side, []
    zones, cages = [], []
    if rules.box == (1, side):
        kinds.append("latinsquare")
    elif rules.box != default_box(side):
        kinds.append("jigsawsudoku")
        zones = [_written(np.argwhere(rules.regions == k).tolist()) for k in range(side)]
    for rule in rules.rules:
        cells = rules._layout.places(rules._layout.cells(rule.arguments["cells"])) if "cells" in rule.arguments else ()
        if rule == r.diagonals():
            kinds.append("diagonalsudoku")
        elif rule == r.windoku() and not zones:
            kinds.append("hypersudoku")
        elif rule.name == "extra_region" and not kinds:
            zones.append(_written(cells))
        elif rule.name == "killer_cage":
            total = rule.arguments["sum"]
            cages.append({"cells": _written(cells)} | ({} if total is None else {"value": total, "operator": "+"}))
        else:
            raise RulesError(f"ipuz does not support the rule {rule.name!r} on this board")
    if cages:
        kinds.append("killersudoku")
    parts: dict[str, Any] = {"zones": [{"cells": zone} for zone in zones], "cages": cages}
    return kinds, {key: items for key, items in parts.items() if items}


def _written(cells: Iterable[Sequence[int]]) -> list[list[int]]:
    return [[column, row] for row, column in cells]
