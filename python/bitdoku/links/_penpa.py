"""Links of Penpa+, which are drawings of a puzzle: givens, regions, diagonals, killer cages and thermometers are read.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=…      p: lines of text, deflated, in base 64

    line 0      sudoku,<columns>,<rows>,…,Title: …,Author: …,<source>,<rules>
    line 1      [top, bottom, left, right]: rows and columns of space around the board, part of the size
    line 3, 4   what the setter and the solver have drawn, as JSON
                {"number": {"<point>": [<text>, <color>, <style>]}, "lineE": {"<point>,<point>": <style>}, …}

    points      columns + 4 in a row, with two around the board; first the cells (0 at the upper left), then the lower
                right corners of cells; small numbers have four places for each point

Names of keys are shortened by two letters that begin with z. All other drawings may be rules and are refused by name.

Credit: the source code of Penpa+, swaroopg92/penpa-edit (MIT).
"""

from __future__ import annotations

import base64
import re
import zlib
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.links._documents import components, regions, skipped
from bitdoku.links._shared import Shared, unsupported
from bitdoku.rules import Rules
from bitdoku.rules._layout import default_box
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

_LINK = re.compile(r"(?:https?://)?\S*penpa\S*[#?&]m=\w+&(\S+)", re.IGNORECASE)
#: The length of a text that a link may contain.
_MAX_LENGTH = 1 << 24
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
    lines = _expanded(_inflated(unquote(fields["p"]))).split("\n")
    if len(lines) < 5:
        raise PuzzleError(f"the link to Penpa+ holds {len(lines)} lines; expected at least 5")
    try:
        return _Drawings(lines, ignore).shared()
    except (AttributeError, TypeError, KeyError, IndexError) as error:
        raise PuzzleError(f"the link to Penpa+ has a malformed drawing: {error}") from None


def _inflated(packed: str) -> str:
    packed = packed.replace(" ", "+")
    try:
        inflater = zlib.decompressobj(-15)
        data = inflater.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True), _MAX_LENGTH)
        if inflater.unconsumed_tail:
            raise PuzzleError(f"the link to Penpa+ holds more than {_MAX_LENGTH} bytes")
        if not inflater.eof:
            raise PuzzleError("the link to Penpa+ is cut off")
        return data.decode()
    except (ValueError, zlib.error) as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"the link to Penpa+ does not contain a compressed puzzle: {error}") from None


def _expanded(text: str) -> str:
    """The text with its names in full."""
    for short, name in _SHORT.items():
        text = text.replace(short, name)
    return text


class _Drawings:
    """The drawings of the setter.

    Attributes
    ----------
    width, height
        The points in a row and in a column.
    """

    def __init__(self, lines: list[str], ignore: Collection[str]) -> None:
        self.ignore = ignore
        self.head = lines[0].split(",")
        try:
            space, self.question, self.answer = (loads(lines[k]) for k in (1, 3, 4))
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
        read = ("number", "numberS", "lineE", "killercages", "thermo")
        more = [key for key, value in self.question.items() if value and (key not in read or key in ignore)]
        # The frames of killer cages are drawn too; other frames may be cages.
        neutral = _NEUTRAL if self.question.get("killercages") else _NEUTRAL[1:]
        self.ignored = dict.fromkeys(skipped(more, neutral, ignore, "the drawing"))
        self._expect_square(lines[5] if len(lines) > 5 else "")

    def shared(self) -> Shared:
        """The puzzle with its rules."""
        puzzle = np.zeros((self.side, self.side), np.uint8)
        entered = np.zeros_like(puzzle)
        for point, entry in self._drawn("number", {}).items():
            self._enter(puzzle, point, entry)
        try:
            for point, entry in (self.answer.get("number") or {}).items():
                self._enter(entered, point, entry)
        except RulesError:  # notes, or digits outside the board
            self.ignored["notes of the solver"] = None
        entered[puzzle > 0] = 0
        points = self.width * self.height
        sums = {self._number(point) // 4 - points: entry for point, entry in self._drawn("numberS", {}).items()}
        rules = self._board()
        for cage in self._drawn("killercages", []):
            if cage:
                found = [sums.pop(point)[0] for point in sorted(cage) if point in sums]
                if len(found) > 1 or not all(str(text).strip().isdecimal() for text in found):
                    raise RulesError(f"the cage at {self._label(min(cage))} has the sums {found}; expected one number")
                rules += r.killer_cage([self._cell(point) for point in cage], int(found[0]) if found else None)
        if sums:
            raise unsupported(f"the drawing has 'numberS' at {self._label(min(sums))} outside of cages", "numberS")
        for line in self._drawn("thermo", []):
            if line:
                rules += r.thermometer([self._cell(point) for point in line])
        title, author, ruleset = (_words(self.head[k]) if k < len(self.head) else "" for k in (15, 16, 18))
        return Shared(
            puzzle, rules, title=title.removeprefix("Title:").strip(), author=author.removeprefix("Author:").strip(),
            ruleset=ruleset, entered=entered, ignored=tuple(sorted(self.ignored)),
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

    def _enter(self, board: Any, point: Any, entry: Any) -> None:
        """Enter a number of the drawing."""
        if not isinstance(entry, list) or len(entry) < 3:
            raise PuzzleError(f"the drawing has the number {shown(entry)}; expected text, color and style")
        text, style = str(entry[0]).strip(), str(entry[2])
        if style not in _GIVEN_STYLES or not text.isdecimal() or not 1 <= int(text) <= self.side:
            raise unsupported(f"the drawing has the 'number' {shown(text)} at {self._label(point)}", "number")
        board[self._cell(point)] = int(text)

    def _board(self) -> Rules:
        """The board with the regions between thick edges, and diagonals along which lines are drawn."""
        if "lineE" in self.ignore:
            return Rules(box=default_box(self.side))
        edges, diagonals = set(), {True: set[int](), False: set[int]()}
        for key, style in self._drawn("lineE", {}).items():
            corners = [divmod(self._number(point) - self.width * self.height, self.width) for point in key.split(",")]
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
                raise unsupported(f"the drawing has a line 'lineE' of style {shown(style)}", "lineE")
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
