"""Links of Penpa+, which are drawings of a puzzle. `_penpa_drawings` translates lines, symbols and texts.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=…      p: lines of text, deflated, in base 64

    line 0      sudoku,<columns>,<rows>,…,Title: …,Author: …,<source>,<rules>
    line 1      [top, bottom, left, right]: rows and columns of space around the board, part of the size
    line 3, 4   what the setter and the solver have drawn, as JSON
                {"number": {"<point>": [<text>, <color>, <style>]}, "lineE": {"<point>,<point>": <style>}, …}

    line 13, 14 1 if drawings have colors of their own, and these colors, as in line 3

    points      columns + 4 in a row, with two around the board; first the cells (0 at the upper left), then the lower
                right corners of cells, the centers of their lower and of their right edges; then four points around
                the center of each cell, and four more

Names of keys are shortened by two letters that begin with z. Regions between thick edges, diagonals, killer cages,
thermometers and arrows have a meaning; that of other drawings is in the rules in words, or the caller says it.

Credit: the source code of Penpa+, swaroopg92/penpa-edit (MIT).
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.links._documents import components, regions, skipped
from bitdoku.links._drawn import read_drawn
from bitdoku.links._penpa_drawings import Drawings
from bitdoku.links._shared import Shared, inflated, unsupported
from bitdoku.links._words import WHOLE, Statement, understood
from bitdoku.rules import Rules
from bitdoku.rules._layout import default_box
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

_LINK = re.compile(r"(?:https?://)?\S*penpa\S*[#?&]m=\w+&(\S+)", re.IGNORECASE)
_SHORT = {
    "zO": "null", "z_": '"__a"', "z7": '"nobulbthermo"', "z6": '"killercages"', "z4": '"deletelineE"',
    "z5": '"polygon"', "z0": '"squareframe"', "zD": '"direction"', "z3": '"arrows"', "zT": '"thermo"',
    "z2": '"freelineE"', "zF": '"freeline"', "z1": '"numberS"', "z8": '"command_replay"', "zU": '"command_undo"',
    "zR": '"command_redo"', "zB": '"board"', "zP": '"special"', "zY": '"symbol"', "zN": '"number"', "zC": '"cage"',
    "zW": '"wall"', "zE": '"lineE"', "zL": '"line"', "zS": '"surface"', "zM": '"edit_mode"', "zG": '"grid"',
    "zA": '"pu_a"', "zQ": '"pu_q"', "z9": '"qa"', "zZ": "z",
}  # fmt: skip
#: Styles of numbers that fill a cell: normal, big, medium, small.
_GIVEN_STYLES = ("1", "10", "6", "5")
#: Styles of thick edges.
_THICK = (2, 21)
#: Drawings that are read.
_READ = {
    "number", "numberS", "lineE", "killercages", "thermo", "symbol", "surface", "line", "freeline", "arrows",
    "direction", "nobulbthermo", "squareframe", "polygon",
}  # fmt: skip
_NEUTRAL = ("cage", "command_redo", "command_undo", "command_replay")


def recognizes(source: Source) -> bool:
    """Whether the text is a link to Penpa+."""
    return _LINK.fullmatch(source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the link."""
    match = _LINK.fullmatch(source.text)
    fields = dict(field.partition("=")[::2] for field in (match[1] if match else "").split("&"))
    if "p" not in fields:
        raise PuzzleError("the link to Penpa+ has no parameter 'p' with a puzzle")
    lines = _expanded(inflated("the link to Penpa+", unquote(fields["p"]))).split("\n")
    if len(lines) < 5:
        raise PuzzleError(f"the link to Penpa+ holds {len(lines)} lines; expected at least 5")
    try:
        return _Link(lines, ignore, source).shared()
    except (AttributeError, TypeError, KeyError, IndexError) as error:
        raise PuzzleError(f"the link to Penpa+ has a malformed drawing: {error}") from None


def _expanded(text: str) -> str:
    """The text with its names in full."""
    for short, name in _SHORT.items():
        text = text.replace(short, name)
    return text


class _Link:
    """The drawings of the setter.

    Attributes
    ----------
    width, height
        The points in a row and in a column.
    """

    def __init__(self, lines: list[str], ignore: Collection[str], source: Source) -> None:
        self.ignore = ignore
        self.source = source
        self.head = lines[0].split(",")
        try:
            space, self.question, self.answer = (loads(lines[k]) for k in (1, 3, 4))
            colors = loads(lines[14]) if len(lines) > 14 and lines[13].strip() == "1" else {}
            columns, rows = int(self.head[1]), int(self.head[2])
            self.top, bottom, self.left, right = space
            sides = rows - self.top - bottom, columns - self.left - right
        except (ValueError, TypeError, IndexError, RecursionError) as error:
            raise PuzzleError(f"the link to Penpa+ is malformed: {error}") from None
        if self.head[0] not in ("sudoku", "square"):
            raise PuzzleError(f"the link to Penpa+ has the grid {self.head[0]!r}; expected 'sudoku' or 'square'")
        self.side = sides[0]
        if sides[0] != sides[1] or not 1 <= self.side <= MAX_SIDE:
            raise PuzzleError(f"the link to Penpa+ has {sides[0]} rows and {sides[1]} columns; expected a square board")
        for drawn in (self.question, self.answer):
            if not isinstance(drawn, dict):
                raise PuzzleError(f"the link to Penpa+ has {shown(drawn)}; expected an object with drawings")
        self.width, self.height = columns + 4, rows + 4
        self.points = self.width * self.height
        self.drawings = Drawings(self._place, colors if isinstance(colors, dict) else {})
        more = [key for key, value in self.question.items() if value and (key not in _READ or key in ignore)]
        # The frames of killer cages are drawn too; other frames may be cages.
        neutral = _NEUTRAL if self.question.get("killercages") else _NEUTRAL[1:]
        self.ignored = dict.fromkeys(skipped(more, neutral, ignore, "the drawing"))
        self._expect_square(lines[5] if len(lines) > 5 else "")

    def shared(self) -> Shared:
        """The puzzle with its rules."""
        puzzle = np.zeros((self.side, self.side), np.uint8)
        entered = np.zeros_like(puzzle)
        for point, entry in self._drawn("number", {}).items():
            if not self._enter(puzzle, point, entry):
                self.drawings.text(point, entry, "number")
        for point, entry in (self.answer.get("number") or {}).items():
            if not self._enter(entered, point, entry):  # notes, or digits outside the board
                self.ignored["notes of the solver"] = None
        entered[puzzle > 0] = 0
        sums = dict(self._drawn("numberS", {}))
        cages = []
        for cage in self._drawn("killercages", []):
            if cage:
                named = {point: sums[point] for point in sums if self._number(point) // 4 - self.points in cage}
                if len(named) > 1:
                    texts = [entry[0] for entry in named.values()]
                    raise RulesError(f"the cage at {self._label(min(cage))} has the sums {texts}; expected one number")
                value = next((str(sums.pop(point)[0]) for point in named), None)
                cells = [[*self._cell(point)] for point in sorted(cage)]
                cages.append({"cells": cells, "value": value, "unique": True, "origin": "killercages"})
        for point, entry in sums.items():
            self.drawings.text(point, entry, "numberS")
        self.drawings.symbols(self._drawn("symbol", {}))
        self.drawings.surfaces(self._drawn("surface", {}))
        for name in ("line", "freeline"):
            self.drawings.segments(self._drawn(name, {}), name)
        for name, color in {"arrows": "#999999", "direction": "#999999", "nobulbthermo": "#cccccc",
                            "squareframe": "#b3b3b3", "polygon": "#000000"}.items():  # fmt: skip
            self.drawings.lists(self._drawn(name, []), name, color)
        board = self._board()
        title, author, ruleset = (_words(self.head[k]) if k < len(self.head) else "" for k in (15, 16, 18))
        words = understood(ruleset, self.side)
        slow = bool(words.slow())
        typed = [
            r.thermometer([self._cell(point) for point in line], slow=slow)
            for line in self._drawn("thermo", []) if line
        ]  # fmt: skip
        if not words.mentions(r"\barrow"):
            words.statements.append(Statement("arrow", ""))
        document = {key: value for key, value in self.drawings.document.items() if value}
        drawn = read_drawn(board, words, document, cages, self.source, self.ignore)
        rules = board + typed + drawn.rules
        rules += [make() for name, make in WHOLE.values() if words.named(name)]
        return Shared(
            puzzle, rules, title=title.removeprefix("Title:").strip(), author=author.removeprefix("Author:").strip(),
            ruleset=ruleset, entered=entered, ignored=tuple(sorted({*self.ignored, *drawn.ignored})),
            by_words=drawn.by_words, drawings=drawn.listed,
        )  # fmt: skip

    def _expect_square(self, text: str) -> None:
        """Raise RulesError if cells of the board are missing or cells around it belong to it."""
        try:
            steps = loads(text) if text else []
        except ValueError as error:
            raise PuzzleError(f"the link to Penpa+ is malformed: {error}") from None
        inside = range(self.side)
        cells = [(row + 2 + self.top) * self.width + column + 2 + self.left for row in inside for column in inside]
        if steps and (not isinstance(steps, list) or sorted(accumulate(steps)) != cells):
            raise RulesError("the drawing has a board of another shape than a square")

    def _drawn(self, key: str, default: Any) -> Any:
        """The drawings of one kind, a list or an object as ``default``."""
        found = default if key in self.ignore else self.question.get(key) or default
        if not isinstance(found, type(default)):
            raise PuzzleError(f"the drawing has {key!r} {shown(found)}; expected a {type(default).__name__}")
        return found

    def _number(self, point: Any) -> int:
        if not re.fullmatch("[0-9]{1,9}", str(point)):
            raise PuzzleError(f"the drawing has the point {shown(point)}; expected a number")
        return int(point)

    def _cell(self, point: Any) -> Cell:
        """The cell of a point. Raises RulesError outside the board."""
        row, column = divmod(self._number(point), self.width)
        cell = row - 2 - self.top, column - 2 - self.left
        if not all(0 <= k < self.side for k in cell):
            raise unsupported(f"the drawing has a clue at {self._label(point)}, outside the board", "number")
        return cell

    def _label(self, point: Any) -> str:
        row, column = divmod(self._number(point), self.width)
        return f"r{row - 1 - self.top}c{column - 1 - self.left}"

    def _place(self, point: Any) -> tuple[float, float]:
        """The place of a point on the board, as SudokuPad has it."""
        kind, number = divmod(self._number(point), self.points)
        if kind >= 4:
            # Four points around the center of each cell, in one of two patterns.
            number, part = divmod(self._number(point) - 4 * self.points * (kind // 4), 4)
            around = ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25))
            offset = around[part] if kind < 8 else ((-0.3, 0), (0, 0.3), (0, -0.3), (0.3, 0))[part]
        else:
            offset = ((0, 0), (0.5, 0.5), (0.5, 0), (0, 0.5))[kind]
        row, column = divmod(number, self.width)
        return row - 1.5 - self.top + offset[0], column - 1.5 - self.left + offset[1]

    def _enter(self, board: Any, point: Any, entry: Any) -> bool:
        """Enter a number of the drawing. False if it is no digit in a cell."""
        if not isinstance(entry, list) or len(entry) < 3:
            raise PuzzleError(f"the drawing has the number {shown(entry)}; expected text, color and style")
        text, style = str(entry[0]).strip(), str(entry[2])
        row, column = divmod(self._number(point), self.width)
        cell = row - 2 - self.top, column - 2 - self.left
        inside = all(0 <= k < self.side for k in cell)
        if not inside or style not in _GIVEN_STYLES or not text.isdecimal() or not 1 <= int(text) <= self.side:
            return False
        board[cell] = int(text)
        return True

    def _board(self) -> Rules:
        """The board with the regions between thick edges, and diagonals along which lines are drawn."""
        if "lineE" in self.ignore:
            return Rules(box=default_box(self.side))
        edges, diagonals = set(), {True: set[int](), False: set[int]()}
        for key, style in self._drawn("lineE", {}).items():
            corners = [divmod(self._number(point) - self.points, self.width) for point in key.split(",")]
            if len(corners) != 2:
                raise PuzzleError(f"the drawing has the line {key!r}; expected two points")
            # The corner (row, column) of the board is the upper left corner of that cell.
            (a, b), (c, d) = sorted((row - 1 - self.top, column - 1 - self.left) for row, column in corners)
            if c - a == 1 and (b, d) in ((a, c), (self.side - a, self.side - c)) and 0 <= a < self.side:
                diagonals[d > b].add(a)
            elif style in _THICK and (c - a, d - b) == (1, 0):
                edges.add(((a, b - 1), (a, b)))
            elif style in _THICK and (c - a, d - b) == (0, 1):
                edges.add(((a - 1, b), (a, b)))
            else:
                self.drawings.segments({key: style}, "lineE")
        groups = components(self.side, edges)
        if {len(group) for group in groups} != {self.side}:
            raise unsupported("the thick edges do not divide the board into regions of one size: 'lineE'", "lineE")
        rules = Rules.jigsaw(regions(groups, self.side, "the drawing"))
        for main, rows in diagonals.items():
            if rows and len(rows) < self.side:
                raise unsupported("the drawing has part of a diagonal: 'lineE'", "lineE")
            if rows:
                rules += r.diagonals(main=main, anti=not main)
        return rules


def _words(text: str) -> str:
    """A text of the first line, in which some characters are replaced."""
    for code, character in {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}.items():
        text = text.replace(code, character)
    return text
