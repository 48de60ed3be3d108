"""The drawings of a document as places on the board.

The form of SudokuPad is the common one; readers of other formats translate their drawings into it.

Coordinates are ``[row, column]`` in cells from the top left corner: the center of r1c1 is ``[0.5, 0.5]``, ``[0.5, 1]``
is the edge between r1c1 and r1c2, and ``[1, 1]`` the corner of four cells.
"""

from __future__ import annotations

import colorsys
import math
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bitdoku._errors import PuzzleError, shown

if TYPE_CHECKING:
    from bitdoku.links._shared import Cell

#: Hues in degrees up to which a color has a name.
_HUES = [
    (16, {"red"}), (44, {"orange"}), (70, {"yellow"}), (158, {"green"}), (184, {"turquoise", "green"}),
    (200, {"turquoise", "blue"}), (250, {"blue"}), (285, {"purple"}), (318, {"purple", "pink"}), (345, {"pink"}),
    (361, {"red", "pink"}),
]  # fmt: skip


def color_names(code: Any) -> set[str]:
    """The names of a color such as ``"#f067f0"``; none if it is transparent or missing."""
    digits = str(code or "")[1:]
    if not re.fullmatch(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", str(code or "")):
        return set()
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    if digits[6:] and int(digits[6:], 16) < 16:
        return set()
    # Colors are seen on white.
    opacity = int(digits[6:], 16) / 255 if digits[6:] else 1.0
    red, green, blue = (1 - opacity * (1 - int(digits[k : k + 2], 16) / 255) for k in (0, 2, 4))
    hue, lightness, _ = colorsys.rgb_to_hls(red, green, blue)
    chroma = max(red, green, blue) - min(red, green, blue)
    if chroma < 0.1:
        return {"white"} if lightness > 0.97 else {"black"} if lightness < 0.2 else {"gray"}
    return next(names for end, names in _HUES if hue * 360 < end) | ({"gray"} if chroma < 0.16 else set())


def color_code(code: Any) -> str:
    """The code ``"#rrggbb"`` of a color, in lower case and without its opacity."""
    digits = str(code).lower()[1:]
    return "#" + ("".join(digit * 2 for digit in digits[:3]) if len(digits) < 6 else digits[:6])


@dataclass(eq=False)
class Drawn:
    """A line, an arrow or a shape.

    Attributes
    ----------
    kind
        The list of the document: ``"lines"``, ``"arrows"``, ``"overlays"`` or ``"underlays"``.
    data
        The entry.
    points
        The way points, or the center; of a cage, the centers of its cells.
    text
        The text of a shape or a cage.
    meaning
        The rule that it is part of, ``"decoration"``, or "" as long as it has none.
    called
        Whether the meaning is the caller's.
    """

    kind: str
    data: dict[str, Any]
    points: list[tuple[float, float]]
    text: str = ""
    meaning: str = ""
    called: bool = False

    @property
    def used(self) -> bool:
        """Whether it has a meaning."""
        return bool(self.meaning)

    @property
    def center(self) -> tuple[float, float]:
        """The center of a shape."""
        return self.points[0]

    @property
    def size(self) -> tuple[float, float]:
        """Height and width of a shape in cells."""
        height, width = (self.data.get(key) for key in ("height", "width"))
        return tuple(float(x) if isinstance(x, int | float) else 0.0 for x in (height, width))  # type: ignore[return-value]

    @property
    def colors(self) -> set[str]:
        """The names of the color of a line, or of the filling of a shape."""
        return color_names(self.data.get("color" if self.kind in {"lines", "arrows"} else "backgroundColor"))

    @property
    def color(self) -> str:
        """The color as a code such as ``"#67f067"``, without opacity; the border's if a shape has no filling."""
        keys = ("color",) if self.kind in {"lines", "arrows"} else ("backgroundColor", "borderColor")
        return next((color_code(code) for key in keys if color_names(code := self.data.get(key))), "")

    @property
    def border(self) -> set[str]:
        """The names of the color of the border of a shape."""
        return color_names(self.data.get("borderColor"))

    @property
    def is_round(self) -> bool:
        """Whether a shape is a circle or a pill."""
        return bool(self.data.get("rounded"))

    @property
    def is_invisible(self) -> bool:
        """Whether nothing of it can be seen, or only a frame around the board."""
        if self.data.get("target") == "cell-grids" or self.data.get("class") == "board-position":
            return True
        return self.kind in {"overlays", "underlays"} and not (self.text or self.colors or self.border)

    def cell(self) -> Cell | None:
        """The cell in whose center a shape is."""
        row, column = self.center
        near = abs(row % 1 - 0.5) < 0.1 and abs(column % 1 - 0.5) < 0.1
        return (math.floor(row), math.floor(column)) if near else None

    def edge(self) -> tuple[Cell, Cell] | None:
        """The two cells on whose edge a shape is."""
        row, column = self.center
        if abs(row - round(row)) < 0.1 and abs(column % 1 - 0.5) < 0.1:
            return (round(row) - 1, math.floor(column)), (round(row), math.floor(column))
        if abs(column - round(column)) < 0.1 and abs(row % 1 - 0.5) < 0.1:
            return (math.floor(row), round(column) - 1), (math.floor(row), round(column))
        return None

    def corner(self) -> Cell | None:
        """The top left cell of the four around the corner where a shape is."""
        row, column = self.center
        near = abs(row - round(row)) < 0.1 and abs(column - round(column)) < 0.1
        return (round(row) - 1, round(column) - 1) if near else None

    def covered(self) -> list[Cell]:
        """The cells that a circle or pill covers, in reading order."""
        (row, column), (height, width) = self.center, self.size
        rows = range(math.floor(row - height / 2 + 0.3), math.ceil(row + height / 2 - 0.3))
        columns = range(math.floor(column - width / 2 + 0.3), math.ceil(column + width / 2 - 0.3))
        return [(i, j) for i in rows for j in columns]

    def path(self) -> list[Cell] | None:
        """The cells of a line or arrow; None if it does not run through centers of cells in the eight directions.

        Arrows start at the edge of their circle, anywhere in its cell.
        """
        centered = self.points[self.kind == "arrows" :]
        if len(self.points) < 2 or any(
            max(abs(row % 1 - 0.5), abs(column % 1 - 0.5)) > 0.42 for row, column in centered
        ):
            return None
        stops = [(math.floor(row), math.floor(column)) for row, column in self.points]
        cells = stops[:1]
        for (row, column), (below, right) in pairwise(stops):
            down, over = below - row, right - column
            length = max(abs(down), abs(over))
            if down and over and abs(down) != abs(over):
                return None
            cells += [(row + down * k // length, column + over * k // length) for k in range(1, length + 1)]
        return cells if len(cells) > 1 else None

    def touched(self) -> list[Cell]:
        """The cells of a line or cage, or those that the center of a shape touches, also outside the board."""
        if self.kind == "cages":
            return [(math.floor(row), math.floor(column)) for row, column in self.points]
        if self.kind in {"lines", "arrows"}:
            return self.path() or list(
                dict.fromkeys((math.floor(row), math.floor(column)) for row, column in self.points)
            )
        if (edge := self.edge()) is not None:
            return [*edge]
        if (corner := self.corner()) is not None:
            return [(corner[0] + down, corner[1] + right) for down in (0, 1) for right in (0, 1)]
        row, column = self.center
        return [(math.floor(row), math.floor(column))]

    @property
    def shape(self) -> str:
        """``"line"``, ``"arrow"``, ``"cage"``, ``"text"``, ``"circle"`` or ``"rectangle"``."""
        names = {"lines": "line", "arrows": "arrow", "cages": "cage"}
        return names.get(self.kind, "text" if self.text else "circle" if self.is_round else "rectangle")

    @property
    def origin(self) -> str:
        """The name of its list in the document."""
        return str(self.data.get("origin") or self.kind)


def drawings(document: dict[str, Any]) -> list[Drawn]:
    """All lines, arrows and shapes of a document. Raises PuzzleError for malformed ones."""
    found = []
    for kind in ("underlays", "lines", "arrows", "overlays"):
        entries = document.get(kind) or []
        if not isinstance(entries, list):
            raise PuzzleError(f"{kind} is {shown(entries)}; expected a list")
        for k, entry in enumerate(entries):
            if not isinstance(entry, dict):
                raise PuzzleError(f"{kind}[{k}] is {shown(entry)}; expected an object")
            points = entry.get("wayPoints") if kind in {"lines", "arrows"} else [entry.get("center")]
            if points is None and isinstance(entry.get("d", entry.get("d2")), str):
                points = [[0, 0]]  # an SVG path
            for key in ("width", "height"):
                if isinstance(size := entry.get(key, 0), int | float) and not abs(size) < 1000:
                    raise PuzzleError(f"{kind}[{k}] has the {key} {shown(size)}")
            text = "" if entry.get("text") is None else str(entry["text"]).strip()
            found.append(Drawn(kind, entry, _points(points, f"{kind}[{k}]"), text))
    return found


def _points(values: Any, name: str) -> list[tuple[float, float]]:
    if not isinstance(values, list) or not values:
        raise PuzzleError(f"{name} has the points {shown(values)}; expected a list of [row, column]")
    for value in values:
        numbers = isinstance(value, list) and len(value) == 2 and all(type(x) in (int, float) for x in value)
        if not numbers or not all(abs(x) < 1000 for x in value):
            raise PuzzleError(f"{name} has the point {shown(value)}; expected [row, column]")
    return [(float(row), float(column)) for row, column in values]
