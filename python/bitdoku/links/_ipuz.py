"""Sudokus in the ipuz format; `_ipuz_writer` is the inverse.

    {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "charset": "123456789",
     "puzzle": [[0, 0, 8, …], …], "solution": […], "saved": […],
     "zones": [{"cells": [[0, 0], [1, 0], …]}], "cages": [{"rect": [0, 0, 1, 0], "value": 12, "operator": "+"}]}

Cells are [column, row] and rectangles [column, row, column, row], from 0. Zones are the regions of a jigsaw, or regions
in addition to boxes. The digits of a cage are different, except in a calcudoku.

Credit: the specification at ipuz.org (Puzzazz, CC BY-ND), as the validator svisser/ipuz (MIT) renders it.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._documents import board, cage, regions, skipped
from bitdoku.links._shared import Shared, unsupported
from bitdoku.rules import Rules
from bitdoku.rules._layout import SYMBOLS, default_box
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import numpy.typing as npt

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

KIND = "http://ipuz.org/sudoku"
_KINDS = ("", "wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku", "calcudoku", "killersudoku")
#: Keys that are read.
_READ = {
    "version", "kind", "dimensions", "charset", "empty", "boxes", "puzzle", "solution", "saved", "zones", "cages",
    "title", "author", "intro",
}  # fmt: skip
#: Keys that do not affect the rules.
_NEUTRAL = {
    "copyright", "publisher", "publication", "url", "uniqueid", "explanation", "annotation", "editor", "date", "notes",
    "difficulty", "origin", "block", "styles", "checksum", "displaycharset", "showoperators", "cageborder", "volatile",
}  # fmt: skip
#: Keys of styles that are only drawn. Others, such as "lessthan", may be rules.
_DRAWN = {"highlight", "color", "colortext", "colorborder", "colorbar", "border", "image", "imagebg", "label", "named"}


def recognizes(source: Source) -> bool:
    """Whether the text is a JSON object that names ipuz as its version."""
    return source.has("version", "kind") and str(source.data["version"]).startswith("http://ipuz.org/")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the document."""
    return _Reader(source.data, ignore).shared()


class _Reader:
    def __init__(self, data: dict[str, Any], ignore: Collection[str]) -> None:
        self.data = {key: value for key, value in data.items() if key not in ignore}
        self.ignore = ignore
        unknown = [key for key in data if key not in _READ or key in ignore]
        self.ignored = dict.fromkeys(skipped(unknown, _NEUTRAL, ignore, "the document"))
        self.kinds = self._kinds()
        rows = self.data.get("puzzle")
        self.side = len(rows) if isinstance(rows, list) else 0
        if not 1 <= self.side <= MAX_SIDE:
            raise PuzzleError(f"puzzle holds {self.side} rows; expected a list of 1 to {MAX_SIDE} rows")
        size = self.data.get("dimensions", {"width": self.side, "height": self.side})
        if size != {"width": self.side, "height": self.side}:
            raise PuzzleError(f"dimensions is {shown(size)}; expected width and height {self.side}")

    def _kinds(self) -> set[str]:
        kinds = self.data.get("kind")
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds) or not kinds:
            raise PuzzleError(f"kind is {shown(kinds)}; expected a list such as ['{KIND}#1']")
        found = set()
        for kind in kinds:
            name = kind.partition("#")[0].removeprefix(KIND).strip("/")
            if not kind.startswith(KIND) or name not in _KINDS:
                raise RulesError(f"the document has the kind {kind!r}, which is not supported; expected {KIND}")
            found.add(name)
        return found

    def shared(self) -> Shared:
        """The puzzle with its rules."""
        meanings = self._meanings()
        puzzle = self._board("puzzle", "given", meanings)
        rules = self._rules()
        solution = self._board("solution", "value", meanings) if self.data.get("solution") else None
        entered, marks = self._saved(meanings)
        words = {"title": "title", "author": "author", "ruleset": "intro"}
        texts: dict[str, Any] = {name: html.unescape(str(self.data.get(key) or "")) for name, key in words.items()}
        return Shared(
            puzzle, rules, **texts, solution=solution, entered=np.where(puzzle > 0, 0, entered).astype(np.uint8),
            center_marks=marks, ignored=tuple(sorted(self.ignored)),
        )  # fmt: skip

    def _meanings(self) -> dict[Any, int]:
        """The digit of each value of a cell."""
        charset = self.data.get("charset", SYMBOLS[1 : self.side + 1])
        if not isinstance(charset, str) or len({*charset}) != len(charset) or len(charset) != self.side:
            raise PuzzleError(f"charset is {shown(charset)}; expected {self.side} different characters")
        digits = {character: digit for digit, character in enumerate(charset, 1)}
        numbers = {int(character): digit for character, digit in digits.items() if character in "0123456789"}
        if "charset" not in self.data:
            numbers = {digit: digit for digit in digits.values()}
            digits |= {str(digit): digit for digit in numbers}
        empty = self.data.get("empty", 0)
        blanks: dict[Any, int] = {str(empty): 0, None: 0, "": 0}
        if str(empty).isdecimal():
            blanks[int(empty)] = 0
        clash = [blank for blank in blanks if blank in digits]
        if clash:
            raise PuzzleError(f"charset has {clash[0]!r}, which is also the empty cell; expected another 'empty'")
        return {**blanks, **digits, **{key: digit for key, digit in numbers.items() if key not in blanks}}

    def _cells(self, key: str, inner: str) -> list[Any]:
        """The values of the cells of a board."""
        rows = self.data[key]
        if not isinstance(rows, list) or len(rows) != self.side:
            raise PuzzleError(f"{key} is malformed; expected {self.side} rows")
        cells = []
        for i, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != self.side:
                raise PuzzleError(f"{key}[{i}] is malformed; expected {self.side} cells")
            for j, cell in enumerate(row):
                if isinstance(cell, dict):
                    self._style(cell.get("style"), f"{key}[{i}][{j}]")
                    other = [name for name in cell if name not in (inner, "style")]
                    self.ignored.update(dict.fromkeys(skipped(other, (), self.ignore, f"{key}[{i}][{j}]")))
                    cell = cell.get(inner)
                cells.append(cell)
        return cells

    def _board(self, key: str, inner: str, meanings: Mapping[Any, int]) -> npt.NDArray[np.uint8]:
        cells = self._cells(key, inner)
        for i, cell in enumerate(cells):
            if not isinstance(cell, str | int | None) or isinstance(cell, bool) or cell not in meanings:
                row, column = divmod(i, self.side)
                raise PuzzleError(f"{key}[{row}][{column}] is {shown(cell)}; expected a character of charset")
        return board(cells, self.side, key, meanings)

    def _saved(self, meanings: Mapping[Any, int]) -> tuple[npt.NDArray[np.uint8], dict[Cell, tuple[int, ...]]]:
        """The digits entered, and the candidates of cells with a list."""
        entered, marks = np.zeros((self.side, self.side), np.uint8), {}
        if self.data.get("saved"):
            for i, cell in enumerate(self._cells("saved", "value")):
                row, column = divmod(i, self.side)
                guesses = cell if isinstance(cell, list) else [cell]
                if not all(isinstance(guess, str | int | None) and guess in meanings for guess in guesses):
                    raise PuzzleError(f"saved[{row}][{column}] is {shown(cell)}; expected characters of charset")
                if isinstance(cell, list):
                    marks[row, column] = tuple(meanings[guess] for guess in guesses)
                else:
                    entered[row, column] = meanings[cell]
        return entered, marks

    def _style(self, style: Any, what: str) -> None:
        """Note a style that is only drawn. Raises RulesError for a style that may be a rule."""
        styles = self.data.get("styles")
        known = styles.get(style) if isinstance(style, str) and isinstance(styles, dict) else style
        if known not in (None, "", {}):
            names = known if isinstance(known, dict) else {str(known): None}
            self.ignored.update(dict.fromkeys(skipped(names, _DRAWN, self.ignore, f"the style of {what}")))

    # --- rules --------------------------------------------------------------------------------------------------------

    def _groups(self, key: str) -> list[dict[str, Any]]:
        groups = self.data.get(key) or []
        if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
            raise PuzzleError(f"{key} is malformed; expected a list of objects")
        return groups

    def _places(self, group: dict[str, Any], what: str) -> list[Cell]:
        """The cells (row, column) of a zone or cage."""
        self._style(group.get("style"), what)
        numbers = [group["rect"]] if "rect" in group else group.get("cells")
        length, inside = (4 if "rect" in group else 2), range(self.side)
        if not isinstance(numbers, list) or not numbers:
            raise PuzzleError(f"{what} is {shown(group)}; expected 'cells' or 'rect'")
        for item in numbers:
            if (
                not isinstance(item, list)
                or len(item) != length
                or not all(type(k) is int and k in inside for k in item)
            ):
                raise PuzzleError(f"{what} has {shown(item)}; expected {length} numbers, 0..{self.side - 1}")
        if "rect" not in group:
            return [(row, column) for column, row in numbers]
        left, top, right, bottom = numbers[0]
        return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]

    def _rules(self) -> Rules:
        side, kinds = self.side, self.kinds
        boxes = self.data.get("boxes", not kinds & {"latinsquare", "calcudoku", "jigsawsudoku"})
        if not isinstance(boxes, bool):
            raise PuzzleError(f"boxes is {shown(boxes)}; expected true or false")
        zones = [self._places(zone, f"zones[{i}]") for i, zone in enumerate(self._groups("zones"))]
        if zones and (not boxes or "jigsawsudoku" in kinds):
            rules = Rules.jigsaw(regions(zones, side, "zones"))
        else:
            if "jigsawsudoku" in kinds:
                raise RulesError("a jigsaw has no zones")
            box = default_box(side)
            if boxes and box[0] == 1 and side > 1:
                raise RulesError(f"boxes is true, but a board of side {side} has no boxes")
            rules = Rules(box=box if boxes else (1, side))
            if zones and "hypersudoku" not in kinds and any(len(zone) != side for zone in zones):
                raise unsupported("the document has 'zones' of other sizes than the side", "zones")
            rules += [r.extra_region(zone) for zone in zones]
        if "diagonalsudoku" in kinds:
            rules += r.diagonals()
        if "hypersudoku" in kinds and not zones:
            rules += r.windoku()
        cages = self._groups("cages")
        if kinds & {"killersudoku", "calcudoku"} and not cages and "cages" not in self.ignore:
            raise RulesError(f"the document has the kind {min(kinds - {''})!r}, but no cages")
        return rules + [self._cage(rules, one, f"cages[{i}]") for i, one in enumerate(cages)]

    def _cage(self, rules: Rules, group: dict[str, Any], what: str) -> r.Rule:
        other = [key for key in group if key not in ("rect", "cells", "value", "operator", "style")]
        self.ignored.update(dict.fromkeys(skipped(other, (), self.ignore, what)))
        cells, value, operator = self._places(group, what), group.get("value"), group.get("operator")
        if type(value) is not int and value is not None:
            raise PuzzleError(f"{what} has the value {shown(value)}; expected a whole number")
        if "calcudoku" not in self.kinds and operator in (None, "+"):
            return r.killer_cage(cells, value)
        if operator is None and len(cells) == 1:
            operator = "+"
        if value is None or operator not in ("+", "-", "*", "/"):
            raise unsupported(f"{what} has the value {shown(value)} and the operator {shown(operator)}", "cages")
        return cage(rules, cells, value, operator, what)
