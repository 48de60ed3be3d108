"""Drawings of Penpa+ in the form of SudokuPad's, which `_drawn` reads by words and by what the caller says.

Colors and sizes are those of the styles of Penpa+, unless the link has a color of its own for a drawing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bitdoku._errors import PuzzleError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Point = tuple[float, float]

_GREEN, _GRAY, _LIGHT, _BLACK, _WHITE, _RED = "#208020", "#999999", "#cccccc", "#000000", "#ffffff", "#ff0000"
#: The colors of lines; other styles are black.
_LINES = {3: _GREEN, 5: _GRAY, 6: _GRAY, 8: _RED, 9: "#187bcd", 30: _GREEN, 40: _GRAY, 20: _WHITE}
#: The fillings and borders of symbols.
_SYMBOLS = {
    1: (_WHITE, _BLACK), 2: (_BLACK, _BLACK), 3: (_LIGHT, ""), 4: ("", _BLACK), 5: (_LIGHT, _BLACK), 6: (_WHITE, _GRAY),
    7: (_WHITE, ""), 8: (_WHITE, _BLACK), 9: (_LIGHT, _BLACK), 10: (_WHITE, _BLACK), 11: (_RED, _RED),
    12: (_GREEN, _GREEN), 13: ("", _BLACK),
}  # fmt: skip
_SURFACES = {
    1: "#444444", 2: "#b3ffb3", 3: _LIGHT, 4: _BLACK, 5: "#c0e0ff", 6: "#ffa3a3", 7: "#ffffa3", 8: _GRAY, 9: "#ffb3ff",
    10: "#ffcc80", 11: "#cc99ff", 12: "#eecab1", 13: "#ff670099",
}  # fmt: skip
#: Diameters of circles and sides of squares.
_SIZES = {
    "circle_L": 0.86, "circle_M": 0.7, "circle_S": 0.44, "circle_SS": 0.26, "square_LL": 1.0, "square_L": 0.8,
    "square_M": 0.7, "square_S": 0.44, "square_SS": 0.26,
}  # fmt: skip
_INEQUALITIES = {1: "<", 2: "^", 3: ">", 4: "∨"}
#: The direction of an arrow beside a number, by the end of its text.
_DIRECTIONS = {
    "_0": (-1, 0), "_1": (0, -1), "_2": (0, 1), "_3": (1, 0), "_4": (-1, -1), "_5": (-1, 1), "_6": (1, -1),
    "_7": (1, 1),
}  # fmt: skip
#: Fillings of the circles behind numbers, by the style of their color.
_BEHIND = {5: (_WHITE, ""), 6: (_WHITE, _BLACK), 7: (_BLACK, _BLACK), 11: (_RED, _RED)}


class Drawings:
    """Collects drawings.

    Attributes
    ----------
    document
        The drawings in the form of SudokuPad.
    """

    def __init__(self, place: Callable[[Any], Point], colors: dict[str, Any]) -> None:
        self.place = place
        self.colors = colors
        self.document: dict[str, list[dict[str, Any]]] = {"underlays": [], "lines": [], "arrows": [], "overlays": []}

    def color(self, name: str, key: Any, default: str) -> str:
        """The color of a drawing of its own, or the default."""
        own = self.colors.get(name)
        found = (
            own.get(key) if isinstance(own, dict) else own[key] if isinstance(own, list) and key < len(own) else None
        )
        return _code(found) or default

    def text(self, point: Any, entry: list[Any], name: str) -> None:
        """Add a number or text, with the circle behind it and the arrow of its direction."""
        text, place = str(entry[0]).strip(), self.place(point)
        if str(entry[2] if len(entry) > 2 else "") == "2" and text[-2:] in _DIRECTIONS:
            down, right = _DIRECTIONS[text[-2:]]
            text = text[:-2]
            points = [[place[0] + k * down, place[1] + k * right] for k in (0.3, 0.6)]
            self.document["arrows"].append({"wayPoints": points, "color": _BLACK, "origin": name})
        if entry[1] in _BEHIND:
            self._shape(place, 0.4, *_BEHIND[entry[1]], name, rounded=True)
        self.document["overlays"].append({"center": [*place], "width": 0, "height": 0, "text": text, "origin": name})

    def symbols(self, entries: dict[str, Any]) -> None:
        """Add circles, squares and inequality signs; other symbols become texts with their names."""
        for point, entry in entries.items():
            style, name = entry[0], str(entry[1])
            place = self.place(point)
            if name in _SIZES and style in _SYMBOLS:
                filling, border = _SYMBOLS[style]
                own = self.color("symbol", point, "")
                filling, border = (own if filling else "", border if filling else own) if own else (filling, border)
                self._shape(place, _SIZES[name], filling, border, "symbol", rounded=name.startswith("circle"))
                continue
            text = _INEQUALITIES.get(style, "") if name == "inequality" else ""
            self.document["overlays"].append(
                {"center": [*place], "width": 0, "height": 0, "text": text or f"{name} {style}", "origin": "symbol"}
            )

    def surfaces(self, entries: dict[str, Any]) -> None:
        """Add the shading of cells."""
        for point, style in entries.items():
            color = self.color("surface", point, _SURFACES.get(style, _LIGHT))
            self._shape(self.place(point), 1.0, color, "", "surface", rounded=False, kind="underlays")

    def _shape(
        self, place: Point, size: float, filling: str, border: str, name: str, *, rounded: bool, kind: str = "overlays"
    ) -> None:
        self.document[kind].append({
            "center": [*place], "width": size, "height": size, "rounded": rounded, "backgroundColor": filling or None,
            "borderColor": border or None, "origin": name,
        })  # fmt: skip

    def segments(self, entries: dict[str, Any], name: str) -> None:
        """Add the lines that segments between two points form, by their colors."""
        groups: dict[str, list[tuple[Point, Point]]] = {}
        for key, style in entries.items():
            points = [self.place(point) for point in str(key).split(",")]
            if len(points) != 2:
                center = [*points[0]]
                self.document["overlays"].append({"center": center, "text": f"{name} {style}", "origin": name})
                continue
            groups.setdefault(self.color(name, key, _LINES.get(style, _BLACK)), []).append((points[0], points[1]))
        for color, pairs in groups.items():
            for path in joined(pairs):
                self.line(path, color, name)

    def line(self, path: Iterable[Point], color: str, name: str, kind: str = "lines") -> None:
        """Add a line or an arrow."""
        self.document[kind].append({"wayPoints": [[*point] for point in path], "color": color, "origin": name})

    def lists(self, entries: list[Any], name: str, default: str) -> None:
        """Add the arrows or lines of a list of points each; ``"arrows"`` start in a circle."""
        for k, points in enumerate(entries):
            if not points:
                continue
            path = [self.place(point) for point in points]
            color = self.color(name, k, default)
            if name == "arrows":
                self._shape(path[0], 0.8, "", color, name, rounded=True)
            self.line(path, color, name, "arrows" if name in ("arrows", "direction") else "lines")


def _code(color: Any) -> str:
    """The code of a color such as ``"#ff0000"`` or ``"rgb(255, 0, 0)"``; "" for any other text."""
    text = str(color or "").strip()
    if re.fullmatch("#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text):
        return text
    numbers = re.fullmatch(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+))?\s*\)", text)
    if not numbers:
        return ""
    opacity = min(255, round(255 * float(numbers[4]))) if numbers[4] and numbers[4].count(".") < 2 else 255
    return "#" + "".join(f"{min(255, int(number)):02x}" for number in numbers.groups()[:3]) + f"{opacity:02x}"


def joined(pairs: list[tuple[Point, Point]]) -> list[list[Point]]:
    """The paths of segments: each segment is in one path, and paths end where segments end or branch."""
    around: dict[Point, list[Point]] = {}
    for one, two in dict.fromkeys(pairs):
        if one == two:
            raise PuzzleError(f"a line has the points {shown(one)} twice")
        around.setdefault(one, []).append(two)
        around.setdefault(two, []).append(one)
    left = {frozenset(pair) for pair in pairs}
    paths = []
    # Rings have no end; they start anywhere.
    for start in sorted(around, key=lambda point: (len(around[point]) == 2, point)):
        for following in around[start]:
            path = [start]
            while frozenset((path[-1], following)) in left:
                left.remove(frozenset((path[-1], following)))
                path.append(following)
                if len(around[following]) != 2 or following == start:
                    break
                following = next(point for point in around[following] if point != path[-2])
            if len(path) > 1:
                paths.append(path)
    return paths
