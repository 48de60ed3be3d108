"""PDF from our SVG, by the package fpdf2, which is an extra.

fpdf2 writes the file, embeds the fonts and shapes the text. It would convert an SVG too, but takes 20 ms for a board:
here the drawing operators of a stroke are computed once, because digits and lines are at the same places of each board.

The SVG has the elements that bitdoku writes: ``rect``, ``path``, ``polyline``, ``circle``, ``use``, ``g`` and ``text``,
with colors as attributes.
"""

from __future__ import annotations

import html
import math
import re
import warnings
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bitdoku.board._font import BUILT_IN, Font, built_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_ELEMENT = re.compile(r"<(/?)(\w+)([^>]*?)/?>(?:([^<]*)</text>)?")
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_CAPS, _JOINS = {"round": 1, "square": 2}, {"round": 1}


def pdf_from_svg(pages: Iterable[str], title: str = "Sudoku", font: Font | None = None) -> bytes:
    """Convert SVGs to a PDF with a page for each, as large as its SVG, one point for a pixel; fonts are embedded.

    Raises
    ------
    ImportError
        fpdf2 or uharfbuzz is not installed.
    """
    try:
        import fpdf
        import uharfbuzz  # noqa: F401  shapes the text
    except ImportError as error:
        package = "fpdf2" if error.name == "fpdf" else error.name
        raise ImportError(f"PDF needs {package}: pip install 'bitdoku[pdf]'", name=error.name) from None
    document = fpdf.FPDF(unit="pt")
    document.set_margin(0)
    document.c_margin = 0
    document.set_auto_page_break(False)
    # A fixed date, so that equal pages give equal files.
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_title(title)
    own = font or built_in()
    has_text = False
    for svg in pages:
        head = dict(_ATTRIBUTE.findall(svg[: svg.index(">")]))
        width, height = float(head["width"]), float(head["height"])
        left, top, box_width, _ = map(float, head["viewBox"].split())
        scale = width / box_width
        document.add_page(format=(width, height))
        operators, texts = _operators(svg)
        document._out(f"q {scale:g} 0 0 {-scale:g} {-left * scale:g} {height + top * scale:g} cm\n{operators}\nQ")
        if texts and not has_text:
            has_text = True
            _add_fonts(document, own)
        for about, text in texts:
            _write(document, about, html.unescape(text))
    with warnings.catch_warnings():
        # fontTools warns of tables that it drops from a font.
        warnings.simplefilter("ignore")
        return bytes(document.output())


def _add_fonts(document: Any, font: Font) -> None:
    document.add_font("own", fname=font.path)
    document.set_text_shaping(True)
    if font.path != str(BUILT_IN):
        document.add_font("built-in", fname=BUILT_IN)
        document.set_fallback_fonts(["built-in"])


def _write(document: Any, about: dict[str, str], text: str) -> None:
    """Write a text of the page at its baseline."""
    size, x, anchor = float(about["font-size"]), float(about["x"]), about.get("text-anchor", "start")
    document.set_font("own", size=size)
    # Equal parts become a level of gray, so that printers see no color.
    parts = [int(about["fill"][k : k + 2], 16) for k in (1, 3, 5)]
    document.set_text_color(*(parts[:1] if len({*parts}) == 1 else parts))
    room = 4 * document.w
    document.x = x - {"start": 0, "middle": room / 2, "end": room}[anchor]
    # A line as high as the font has its baseline at 0.8 of the height.
    document.y = float(about["y"]) - 0.8 * size
    document.cell(room, size, text, align={"start": "L", "middle": "C", "end": "R"}[anchor])


def _operators(svg: str) -> tuple[str, list[tuple[dict[str, str], str]]]:
    """The drawing operators of the shapes of a page, and its texts with their attributes."""
    out: list[str] = []
    texts: list[tuple[dict[str, str], str]] = []
    shapes: dict[str, str] = {}
    for closing, name, given, text in _ELEMENT.findall(svg):
        if closing:
            if name == "g":
                out.append("Q")
            continue
        about = dict(_ATTRIBUTE.findall(given))
        if name == "text":
            texts.append((about, text))
        elif name == "g":
            out.append(f"q{_transform(about)}{_pen(about)}")
        elif name == "use":
            out.append(f"{_path(shapes[about['href'][1:]], float(about['x']), float(about['y']))} S")
        elif "id" in about:
            shapes[about["id"]] = about["d"]
        elif name in _SHAPES:
            path = _SHAPES[name](about)
            ink = "f" if about.get("fill", "none") != "none" else "S"
            out.append(f"q{_transform(about)}{_pen(about)} {path} {ink} Q")
    return "\n".join(out), texts


def _transform(about: dict[str, str]) -> str:
    numbers = list(map(float, _NUMBER.findall(about.get("transform", ""))))
    if not numbers:
        return ""
    x, y, scale = (*numbers, 1.0)[:3]
    return f" {scale:g} 0 0 {scale:g} {x:g} {y:g} cm"


@lru_cache(1024)
def _color(color: str, operators: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    if red == green == blue:
        return f" {red:.3g} {operators[0]}"
    return f" {red:.3g} {green:.3g} {blue:.3g} {operators[1:]}"


def _pen(about: dict[str, str]) -> str:
    """The operators that set colors and lines."""
    out = ""
    if (fill := about.get("fill", "none")) != "none":
        out += _color(fill, "grg")
    if "stroke" in about:
        out += _color(about["stroke"], "GRG")
        out += f" {about.get('stroke-width', '1')} w"
        out += f" {_CAPS.get(about.get('stroke-linecap', ''), 0)} J {_JOINS.get(about.get('stroke-linejoin', ''), 0)} j"
        if dash := about.get("stroke-dasharray"):
            out += f" [{dash}] 0 d"
    return out


# --- shapes -----------------------------------------------------------------------------------------------------------


def _rectangle(about: dict[str, str]) -> str:
    return " ".join(about.get(name, "0") for name in ("x", "y", "width", "height")) + " re"


def _polyline(about: dict[str, str]) -> str:
    points = [point.replace(",", " ") for point in about["points"].split()]
    # A line with a single point is a dot.
    return f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:] or points)


def _disc(about: dict[str, str]) -> str:
    x, y, r = (float(about[name]) for name in ("cx", "cy", "r"))
    return _path(f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0a{r} {r} 0 0 1 {-2 * r} 0z")


def _path(d: str, x: float = 0.0, y: float = 0.0) -> str:
    """The operators of a path, moved by (x, y)."""
    return " ".join([_stroke(stroke, x, y) for stroke in d.split("M")[1:]])


_SHAPES: dict[str, Callable[[dict[str, str]], str]] = {
    "rect": _rectangle,
    "polyline": _polyline,
    "circle": _disc,
    "path": lambda about: _path(about["d"]),
}


@lru_cache(1 << 16)
def _stroke(text: str, right: float, down: float) -> str:
    """The operators of a path between two absolute moves."""
    out: list[str] = []

    def add(operator: str, *numbers: float) -> None:
        shifted = (number + (right, down)[k % 2] for k, number in enumerate(numbers))
        out.append(" ".join([*(f"{round(number, 2) + 0.0:g}" for number in shifted), operator]))

    x = y = 0.0
    start = (0.0, 0.0)
    for command, given in re.findall("([A-Za-z])([^A-Za-z]*)", f"M{text}"):
        numbers = list(map(float, _NUMBER.findall(given)))
        base = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "Z":
            out.append("h")
            x, y = start
        elif kind in "HV":
            x, y = (base[0] + numbers[0], y) if kind == "H" else (x, base[1] + numbers[0])
            add("l", x, y)
        elif kind == "A":
            end = base[0] + numbers[5], base[1] + numbers[6]
            for curve in _arc((x, y), end, (numbers[0], numbers[1]), large=numbers[3] > 0, sweep=numbers[4] > 0):
                add("c", *curve)
            x, y = end
        else:
            points = [number + base[k % 2] for k, number in enumerate(numbers)]
            x, y = points[-2:]
            if kind == "M":
                # Further points are lines.
                add("m", *points[:2])
                start = (points[0], points[1])
                points = points[2:]
            size = 6 if kind == "C" else 2
            for k in range(0, len(points), size):
                add("c" if kind == "C" else "l", *points[k : k + size])
    return " ".join(out)


def _arc(
    start: tuple[float, float], end: tuple[float, float], radii: tuple[float, float], *, large: bool, sweep: bool
) -> Iterator[tuple[float, ...]]:
    """An arc of an upright ellipse as curves of at most a quarter (SVG 2, appendix B.2.4)."""
    a, b = radii
    u, v = (start[0] - end[0]) / 2 / a, (start[1] - end[1]) / 2 / b
    half = math.hypot(u, v)
    a, b, u, v = (a * half, b * half, u / half, v / half) if half > 1 else (a, b, u, v)
    away = math.sqrt(max(0.0, 1 / (u * u + v * v) - 1)) * (-1 if large == sweep else 1)
    x, y = away * v, -away * u  # the center, relative to the middle between start and end, in radii
    first, last = math.atan2(v - y, u - x), math.atan2(-v - y, -u - x)
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    x, y = a * x + (start[0] + end[0]) / 2, b * y + (start[1] + end[1]) / 2
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    pull = 4 / 3 * math.tan(step / 4)
    for k in range(count):
        (c, s), (d, t) = ((math.cos(angle), math.sin(angle)) for angle in (first + step * k, first + step * (k + 1)))
        yield (
            x + a * (c - pull * s), y + b * (s + pull * c),
            x + a * (d + pull * t), y + b * (t - pull * d),
            x + a * d, y + b * t,
        )  # fmt: skip
