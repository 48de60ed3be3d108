"""Boards drawn as SVG, without fonts.

Digits are drawn as strokes, not text: they are centred in every browser, renderer and document, and need no font.
Givens and solved cells differ in weight, background and colour; clashes are ringed. A cell is 40 units wide; ``size``
is the width of the picture in pixels.

Colours are given twice. Attributes hold those of one theme, which every renderer understands. With ``theme="auto"`` a
style sheet with variables overrides them: the picture follows the theme of JupyterLab, VS Code and Colab, elsewhere
that of the system.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._picture_rules import OUTSIDE, Marks
from bitdoku._picture_step import Costs, arrows, colours_of, rings_of, shaded_cells, shades_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bitdoku._steps import Candidate, Step
    from bitdoku.rules import Rules

    #: A cell (row, column), or one of its candidates (row, column, digit).
    Place = tuple[int, int] | tuple[int, int, int]

CELL = 40
MARGIN = 2

#: Colours by theme. The first letter of a CSS class is f for a fill, s for a stroke.
THEMES: dict[str, dict[str, str]] = {
    "light": {
        "paper": "#ffffff",
        "ground": "#eef1f4",
        "thin": "#b3bac2",
        "thick": "#24292f",
        "given": "#0d1117",
        "solved": "#0b62d6",
        "candidate": "#59636e",
        "clash": "#d1242f",
        "yellow": "#ffec99",
        "green": "#b2f2bb",
        "blue": "#a5d8ff",
        "red": "#ffc9c9",
        "orange": "#ffd8a8",
        "purple": "#e5dbff",
        "house": "#dcebfb",
        "pattern": "#fff1b8",
        "frame": "#8a6d00",
        "on": "#86e096",
        "off": "#b35900",
        "placed": "#1a7f37",
        "chain1": "#0b62d6",
        "chain2": "#8250df",
        "chain3": "#b35900",
        "chain4": "#0f766e",
        "chain5": "#b0206b",
    },
    "dark": {
        "paper": "#15181c",
        "ground": "#262b31",
        "thin": "#4d555e",
        "thick": "#c4ccd4",
        "given": "#f6f8fa",
        "solved": "#6cb6ff",
        "candidate": "#b4bdc7",
        "clash": "#ff7b72",
        "yellow": "#6b5900",
        "green": "#175c2a",
        "blue": "#0f4c81",
        "red": "#7a2326",
        "orange": "#7a4300",
        "purple": "#4b3a86",
        "house": "#1b2b3d",
        "pattern": "#4a4118",
        "frame": "#d9b93b",
        "on": "#1c7036",
        "off": "#f0a04b",
        "placed": "#56d364",
        "chain1": "#6cb6ff",
        "chain2": "#c4a0ff",
        "chain3": "#f0a04b",
        "chain4": "#4fd1c5",
        "chain5": "#ff8ac2",
    },
}

#: Colours of highlights.
COLOURS = ("yellow", "green", "blue", "red", "orange", "purple")

# Strokes of the digits, centred at (0, 0), 14 units high: absolute SVG path commands.
_THREE = (
    "M-3.6 -5.2C-2.9 -6.3 -1.7 -7 -.1 -7C2.1 -7 3.6 -5.7 3.6 -3.8C3.6 -1.8 2.1 -.5 -.1 -.5H-1.2"
    "M-.1 -.5C2.5 -.5 4.1 1 4.1 3.2C4.1 5.5 2.3 7 -.2 7C-2 7 -3.4 6.2 -4.1 4.8"
)
_SIX = "M3.4 -5.6C2.7 -6.5 1.6 -7 .4 -7C-2.5 -7 -4.1 -4.2 -4.1 1.2V2.5A4.1 4.5 0 0 0 4.1 2.5A4.1 4.5 0 0 0 -4.1 2.5"
_NINE = "M-3.4 5.6C-2.7 6.5 -1.6 7 -.4 7C2.5 7 4.1 4.2 4.1 -1.2V-2.5A4.1 4.5 0 0 0 -4.1 -2.5A4.1 4.5 0 0 0 4.1 -2.5"
_STROKES = (
    "M0 -7A4.1 7 0 0 1 0 7A4.1 7 0 0 1 0 -7Z",
    "M-2.3 -4.5L1 -7V7",
    "M-3.9 -3.5C-3.9 -5.6 -2.3 -7 0 -7C2.3 -7 3.8 -5.6 3.8 -3.6C3.8 -1.9 2.8 -.6 1 1.3L-4.2 7H4.2",
    _THREE,
    "M1.9 7V-7L-4.4 3.4H4.5",
    "M3.4 -7H-2.9L-3.5 -.6C-2.7 -1.5 -1.4 -2 0 -2C2.5 -2 4.1 -.2 4.1 2.4C4.1 5.1 2.3 7 -.2 7C-2 7 -3.4 6.2 -4.1 4.8",
    _SIX,
    "M-4.2 -7H4.2L-1.5 7",
    "M0 -7A3.5 3.25 0 0 1 0 -.5A3.5 3.25 0 0 1 0 -7ZM0 -.5A4.1 3.75 0 0 1 0 7A4.1 3.75 0 0 1 0 -.5Z",
    _NINE,
)


def draw(
    cells: np.ndarray,
    givens: np.ndarray,
    clashes: np.ndarray,
    candidates: np.ndarray | None,
    highlight: Mapping[Place, str],
    *,
    rules: Rules,
    size: int,
    theme: str,
    label: str,
    step: Step | None = None,
) -> str:
    """The picture of a board as SVG.

    ``cells`` are (n, n) digits, 0 for blank; ``givens`` and ``clashes`` (n, n) bools; ``candidates`` (n, n) masks
    shown in blank cells. ``highlight`` maps (row, column) and (row, column, digit) to one of `COLOURS`. Thick lines
    separate the regions of ``rules``; rules with a picture are drawn. ``step`` is drawn too; a highlight replaces its
    colour of a cell or candidate.
    """
    word("theme", theme, ("auto", *THEMES))
    whole("size", size, least=1)
    paint = THEMES["light" if theme == "auto" else theme]
    side = len(cells)
    extent = side * CELL + 2 * MARGIN
    # Clues outside the board need a cell's width around it.
    around = CELL + MARGIN if any(rule.name in OUTSIDE for rule in rules.rules) else 0
    shown = extent + 2 * around

    def fill(name: str) -> str:
        return f'class="f-{name}" fill="{paint[name]}"'

    def stroke(name: str) -> str:
        return f'class="s-{name}" stroke="{paint[name]}"'

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku" width="{size}" height="{size}" '
        f'viewBox="{-around} {-around} {shown} {shown}" style="max-width:100%;height:auto" role="img" '
        f'aria-label="{label}">'
    )
    out = [head]
    if theme == "auto":
        out.append(f"<style>{_STYLE}</style>")
    corner = f'x="{-around}" y="{-around}" ' if around else ""
    out.append(f'<rect {corner}width="{shown}" height="{shown}" rx="3" {fill("paper")}/>')

    # Backgrounds: a highlight replaces the background of a given, which its weight still shows.
    marks: dict[Place, str] = {}
    frames: dict[str, list[str]] = {"": [], ' stroke-dasharray="5 3"': []}
    masks = np.zeros(cells.shape, np.uint16) if candidates is None else candidates
    if step is not None:
        marks.update(dict.fromkeys(shaded_cells(step), "house"))
        for shade, dash, places in zip(("pattern", "house"), frames, shades_of(step), strict=True):
            marks.update(dict.fromkeys(places, shade))
            for row, column in places:
                x, y = MARGIN + column * CELL + 1.8, MARGIN + row * CELL + 1.8
                frames[dash].append(f"M{x:g} {y:g}h{CELL - 3.6:g}v{CELL - 3.6:g}h-{CELL - 3.6:g}z")
        marks.update(colours_of(step, masks).items())
    marks.update(highlight)
    backgrounds: dict[str, list[str]] = {}
    for row, column in np.ndindex(side, side):
        name = marks.get((row, column)) or ("ground" if givens[row, column] else None)
        if name:
            x, y = MARGIN + column * CELL, MARGIN + row * CELL
            backgrounds.setdefault(name, []).append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    out += [f'<path {fill(name)} d="{"".join(squares)}"/>' for name, squares in backgrounds.items()]

    drawn = Marks(rules, cell=CELL, margin=MARGIN, fill=fill, stroke=stroke, number=_number)
    out += drawn.under
    out.append(f'<path {stroke("thin")} stroke-width="1" d="{_lines(rules.regions, thick=False)}"/>')
    out.append(
        f'<path {stroke("thick")} stroke-width="3" stroke-linecap="square" d="{_lines(rules.regions, thick=True)}"/>'
    )

    out += [
        f'<path {stroke("frame")} fill="none" stroke-width="1.2"{dash} d="{"".join(paths)}"/>'
        for dash, paths in frames.items()
        if paths
    ]
    out += drawn.over

    # Digits, one path for each kind.
    inks: dict[str, list[str]] = {"given": [], "solved": [], "candidate": []}
    rings, discs, strikes = [], [], []
    edges: list[str] = []
    offs: list[str] = []
    # Candidates form a square grid, 12 units apart on a 9x9 board.
    per_row = math.isqrt(side - 1) + 1
    # Sums of cages are in the upper left corners of cells, so candidates make room for them.
    drop = 3 if any(rule.name == "killer_cage" and rule.arguments["sum"] is not None for rule in rules.rules) else 0
    middle, pitch = (per_row - 1) / 2, (36 - drop) / per_row

    def at(place: Candidate) -> tuple[float, float]:
        row, column, digit = place
        x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL + drop
        return x + ((digit - 1) % per_row - middle) * pitch, y + ((digit - 1) // per_row - middle) * pitch

    for row, column in np.ndindex(side, side):
        x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
        digit = int(cells[row, column])
        if digit:
            ink = inks["given" if givens[row, column] else "solved"]
            ink.append(_number(digit, x, y, 1.45))
            if clashes[row, column]:
                rings.append(_circle(x, y, 16))
        elif candidates is not None:
            for digit in (k + 1 for k in range(side) if int(candidates[row, column]) >> k & 1):
                u, v = at((row, column, digit))
                colour = marks.get((row, column, digit))
                if colour:
                    discs.append(f'<circle cx="{u:g}" cy="{v:g}" r="{pitch / 2:g}" {fill(colour)}/>')
                if colour == "red":
                    reach = 5 * pitch / 12
                    strikes.append(f"M{u - reach:g} {v + reach:g}L{u + reach:g} {v - reach:g}")
                inks["candidate"].append(_number(digit, u, v, pitch / 20))
    out += discs
    if step is not None:
        edges = [_circle(*at(place), 0.53 * pitch) for place in step.placements]
        offs = [_circle(*at(place), 0.46 * pitch) for place in rings_of(step, masks)]
        out += arrows(step, at, _costs(cells, masks, at, extent), fill, stroke) if step.links else []
    widths = {"given": 3.5, "solved": 2.2, "candidate": 1.25}
    joins = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    for name, paths in inks.items():
        if paths:
            out.append(f'<path {stroke(name)} {joins} stroke-width="{widths[name]}" d="{"".join(paths)}"/>')
    for paths, name, width in (
        (rings, "clash", 2.2),
        (strikes, "clash", 1.8),
        (edges, "placed", 1.8),
        (offs, "off", 1.1),
    ):
        if paths:
            out.append(f'<path {stroke(name)} {joins} stroke-width="{width}" d="{"".join(paths)}"/>')
    out.append("</svg>")
    return "".join(out)


def _costs(cells: np.ndarray, masks: np.ndarray, at: Callable[[Candidate], tuple[float, float]], extent: int) -> Costs:
    """What it costs to draw an arrow over the digits."""
    costs = Costs(extent)
    for row, column in np.ndindex(cells.shape):
        if cells[row, column]:
            costs.add(MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL, 8, 0.3)
        for digit in (k + 1 for k in range(len(cells)) if int(masks[row, column]) >> k & 1):
            costs.add(*at((row, column, digit)), 4, 0.5)
    return costs


def _lines(regions: np.ndarray, *, thick: bool) -> str:
    """The thin lines within regions or the thick lines around them, merged into runs."""
    side = len(regions)
    out = []
    for grid, letter in ((regions, "h"), (regions.T, "v")):
        for k in range(side + 1):
            parts = [k in (0, side) or grid[k - 1, j] != grid[k, j] for j in range(side)]
            start = 0
            for is_thick, run in groupby(parts):
                end = start + len(list(run))
                if is_thick == thick:
                    at, along = MARGIN + k * CELL, MARGIN + start * CELL
                    x, y = (along, at) if letter == "h" else (at, along)
                    out.append(f"M{x} {y}{letter}{(end - start) * CELL}")
                start = end
    return "".join(out)


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r} {r} 0 0 1 {2 * r:g} 0a{r} {r} 0 0 1 {-2 * r:g} 0z"


def _number(number: int, x: float, y: float, scale: float) -> str:
    """The strokes of a number centred at (x, y), smaller if it has several digits."""
    digits = [int(digit) for digit in str(number)]
    scale *= (1, 0.72, 0.52)[min(len(digits), 3) - 1]
    first = x - 5.4 * scale * (len(digits) - 1)
    return "".join(_digit(digit, first + 10.8 * scale * k, y, scale) for k, digit in enumerate(digits))


def _digit(digit: int, x: float, y: float, scale: float) -> str:
    """The strokes of a digit centred at (x, y)."""
    return "".join(f"M{round(x + u, 1):g} {round(y + v, 1):g}{rest}" for u, v, rest in _shape(digit, scale))


@cache
def _shape(digit: int, scale: float) -> list[tuple[float, float, str]]:
    """The strokes of a digit: the start of each, and relative commands, which are short."""
    out: list[tuple[float, float, str]] = []
    x = y = 0.0
    for command, words in re.findall("([A-Z])([^A-Z]*)", _STROKES[digit]):
        numbers = [float(word) * scale for word in words.split()]
        before = (x, y)
        if command in "HV":
            numbers = [numbers[0] - before["HV".index(command)]]
            x, y = (x + numbers[0], y) if command == "H" else (x, y + numbers[0])
        elif numbers:
            x, y = numbers[-2:]
            if command == "M":
                out.append((x, y, ""))
                continue
            # Of arcs the radii come first, then three flags.
            count = 5 if command == "A" else 0
            ends = [number - before[i % 2] for i, number in enumerate(numbers[count:])]
            flags = [round(number / scale) for number in numbers[2:count]]
            numbers = [*numbers[: min(count, 2)], *flags, *ends]
        u, v, rest = out[-1]
        words = " ".join(f"{round(number, 2) + 0.0:g}" for number in numbers)
        out[-1] = (u, v, rest + command.lower() + re.sub(r"\b0\.", ".", words).replace(" -", "-"))
    return out


def _style() -> str:
    """CSS variables for both themes; the notebook's choice overrides the system's."""
    light, dark = (
        "".join(f"--bd-{name}:{value};" for name, value in THEMES[theme].items()) for theme in ("light", "dark")
    )
    light_notebooks = '[data-jp-theme-light="true"] .bitdoku,.vscode-light .bitdoku,html[theme="light"] .bitdoku'
    dark_notebooks = '[data-jp-theme-light="false"] .bitdoku,.vscode-dark .bitdoku,html[theme="dark"] .bitdoku'
    rules = [
        f".bitdoku{{{light}}}",
        f"@media (prefers-color-scheme:dark){{.bitdoku{{{dark}}}}}",
        f"{light_notebooks}{{{light}}}",
        f"{dark_notebooks}{{{dark}}}",
    ]
    for name in THEMES["light"]:
        rules.append(f".bitdoku .f-{name}{{fill:var(--bd-{name})}}")
        rules.append(f".bitdoku .s-{name}{{stroke:var(--bd-{name})}}")
    return "".join(rules)


_STYLE = _style()
