"""Drawings of f-puzzles in the form of SudokuPad's, which `_drawn` reads by words and by what the caller says.

A drawing that belongs to a rule of the document, which extensions of the site add for other readers, is no rule itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bitdoku._errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from bitdoku.links._shared import Cell

#: Lists of drawings.
LISTS = ("line", "circle", "rectangle", "text", "cage")
#: Texts of cages that show cells in fog.
_FOG = ("FOW", "FOGLIGHT")


class Drawings:
    """The drawings of a document.

    Attributes
    ----------
    document, cages
        The drawings in the form of SudokuPad.
    ignored
        The names of drawings that belong to rules.
    """

    def __init__(self, data: dict[str, Any], ignore: Collection[str], read: Collection[str]) -> None:
        self.document: dict[str, list[dict[str, Any]]] = {"underlays": [], "lines": [], "overlays": []}
        self.cages: list[dict[str, Any]] = []
        self.ignored: dict[str, None] = {}
        typed = {
            tuple(line) for key in read for entry in _entries(data, key) for line in entry.get("lines") or []
            if isinstance(line, list) and all(isinstance(cell, str) for cell in line)
        }  # fmt: skip
        for name in LISTS:
            for entry in _entries(data, name) if name not in ignore else ():
                if _draws_rule(entry, data, read) or (name == "line" and _repeats(entry, typed)):
                    self.ignored[f"{name}: drawings of rules"] = None
                elif name == "cage" and str(entry.get("value")) in _FOG:
                    self.ignored["fog"] = None
                else:
                    try:
                        getattr(self, f"_{name}")(entry)
                    except (KeyError, TypeError, ValueError) as error:
                        if isinstance(error, RulesError):
                            raise
                        raise RulesError(f"{name!r} has {shown(entry)}; ignore=[{name!r}] skips it") from None

    def shade(self, colors: Mapping[Cell, tuple[str, ...]], wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Add the wanted colors of cells as squares."""
        for (row, column), found in colors.items():
            for color in found:
                square = {"center": [row + 0.5, column + 0.5], "width": 1, "height": 1, "backgroundColor": color}
                if wanted(square):
                    self.document["underlays"].append({**square, "origin": "c"})

    def _line(self, entry: dict[str, Any]) -> None:
        for line in entry["lines"]:
            points = [[row + 0.5, column + 0.5] for row, column in map(_cell, line)]
            self.document["lines"].append({"wayPoints": points, "color": entry.get("outlineC"), "origin": "line"})

    def _circle(self, entry: dict[str, Any]) -> None:
        self._shape(entry, "circle", rounded=True)

    def _rectangle(self, entry: dict[str, Any]) -> None:
        self._shape(entry, "rectangle", rounded=False)

    def _shape(self, entry: dict[str, Any], name: str, *, rounded: bool) -> None:
        sizes = {key: float(entry.get(key) or 0) for key in ("width", "height")}
        self.document["overlays"].append({
            "center": _center(entry), **sizes, "rounded": rounded, "backgroundColor": entry.get("baseC"),
            "borderColor": entry.get("outlineC"), "text": entry.get("value"), "origin": name,
        })  # fmt: skip

    def _text(self, entry: dict[str, Any]) -> None:
        if entry.get("value") not in (None, ""):
            self.document["overlays"].append({
                "center": _center(entry), "width": 0, "height": 0, "text": entry["value"], "angle": entry.get("angle"),
                "origin": "text",
            })  # fmt: skip

    def _cage(self, entry: dict[str, Any]) -> None:
        cells = [[*_cell(name)] for name in entry["cells"]]
        self.cages.append({"cells": cells, "value": entry.get("value"), "origin": "cage"})


def _entries(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    entries = data.get(key) or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        if key in LISTS:
            raise RulesError(f"{key!r} is malformed; expected a list of drawings; ignore=[{key!r}] skips it")
        return []
    return entries


def _draws_rule(entry: dict[str, Any], data: dict[str, Any], read: Collection[str]) -> bool:
    """Whether a drawing belongs to a rule that is read too."""
    rule = "lockout" if entry.get("isLLConstraint") is True else entry.get("fromConstraint")
    key = re.sub(r"\W", "", rule).lower() if isinstance(rule, str) else ""
    return key in read and bool(data.get(key))


def _repeats(entry: dict[str, Any], typed: Collection[tuple[str, ...]]) -> bool:
    """Whether all lines of an entry are lines of rules."""
    lines = entry.get("lines")
    return isinstance(lines, list) and bool(lines) and all(
        isinstance(line, list) and all(isinstance(cell, str) for cell in line) and tuple(line) in typed
        for line in lines
    )  # fmt: skip


def _cell(name: Any) -> Cell:
    match = re.fullmatch(r"[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})", name)
    if not match:
        raise RulesError(f"{shown(name)} is not a cell; expected a name such as R1C1")
    return int(match[1]) - 1, int(match[2]) - 1


def _center(entry: dict[str, Any]) -> list[float]:
    cells = [_cell(name) for name in entry["cells"]]
    if not cells:
        raise ValueError("no cells")
    return [sum(cell[axis] for cell in cells) / len(cells) + 0.5 for axis in (0, 1)]
