"""Boards drawn as SVG, without fonts.

Digits are drawn as strokes (see `_strokes`). Givens and solved cells differ in weight, background and colour; clashes
are ringed. A cell is 40 units wide; ``size`` is the width of the picture in pixels.

```
  around: clues outside the board, in layers
  ┌─────────────┐
  │ MARGIN      │     in a cell with the sum of a cage, digit and candidates make room for it
  │  ┌───────┐  │
  │  │ cells │  │
  │  └───────┘  │
  └─────────────┘
  caption: the rules that have no picture
```

Colours are given twice. Attributes hold those of one theme, which every renderer understands. With ``theme="auto"`` a
style sheet with variables overrides them: the picture follows the theme of JupyterLab, VS Code, Colab and of pages that
set ``data-theme``, elsewhere that of the system. The sheet applies to the class ``bitdoku-auto`` only, because styles
within an SVG apply to the whole page.

Candidates are copies (``use``) of one shape for each digit, which makes pictures small. The identifier of a shape names
its content, so two pictures on one page may share it.
"""

from __future__ import annotations

import html
import math
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._setting import digits_in
from bitdoku.board import _glyphs
from bitdoku.board._svg_rules import CELL, MARGIN, Marks
from bitdoku.board._svg_step import Costs, arrows, colours_of, rings_of, shaded_cells, shades_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bitdoku.logic._steps import Candidate, Step
    from bitdoku.rules import Rules

    #: A cell (row, column), or one of its candidates (row, column, digit).
    Place = tuple[int, int] | tuple[int, int, int]

#: Height of a line of the caption, and the scale of its text.
LINE, TEXT = 16, 0.68

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
        "violet": "#b197fc",
        "white": "#ffffff",
        "black": "#0d1117",
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
        "violet": "#6741d9",
        # Dots keep their meaning.
        "white": "#ffffff",
        "black": "#0d1117",
    },
}


def natural_size(rules: Rules, *, has_candidates: bool) -> float:
    """How many pixels a unit of a picture has by default: enough to read the candidates of large boards."""
    if has_candidates and len(rules.digits) > 9:
        return CELL / 3 / _pitch(len(rules.digits))
    return 1.0 if rules.side <= 9 else 0.75


def draw(
    cells: np.ndarray,
    givens: np.ndarray,
    clashes: np.ndarray,
    candidates: np.ndarray | None,
    highlight: Mapping[Place, str],
    *,
    rules: Rules,
    size: int | None,
    theme: str,
    label: str,
    step: Step | None = None,
    scale: float = 1.0,
) -> str:
    """The picture of a board as SVG.

    ``cells`` are (n, n) digits, 0 for blank; ``givens`` and ``clashes`` (n, n) bools; ``candidates`` (n, n) masks
    shown in blank cells. ``highlight`` maps (row, column) and (row, column, digit) to one of `COLOURS`. Thick lines
    separate the regions of ``rules``; rules with a picture are drawn, others named below. ``step`` is drawn too; a
    highlight replaces its colour of a cell or candidate. ``size`` is the width in pixels; None stands for ``scale``
    times the natural one.
    """
    word("theme", theme, ("auto", *THEMES))
    if size is not None:
        whole("size", size, least=1, most=(1 << 31) - 1)
    paint = THEMES["light" if theme == "auto" else theme]
    side = len(cells)
    extent = side * CELL + 2 * MARGIN

    used: set[str] = set()

    def fill(name: str) -> str:
        used.add(name)
        return f'class="f-{name}" fill="{paint[name]}"'

    def stroke(name: str) -> str:
        used.add(name)
        return f'class="s-{name}" stroke="{paint[name]}"'

    drawn = Marks(rules, fill, stroke)
    around = drawn.room
    wide = extent + 2 * around
    caption = _wrapped(drawn.captions, extent - 3 * MARGIN)
    high = wide + LINE * len(caption) + (6 if caption else 0)
    if size is None:
        size = round(wide * scale * natural_size(rules, has_candidates=candidates is not None))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku-{theme}" width="{size}" '
        f'height="{round(size * high / wide)}" viewBox="{-around} {-around} {wide} {high}" '
        f'style="max-width:100%;height:auto" role="img" aria-label="{html.escape(label)}">'
    ]
    corner = f'x="{-around}" y="{-around}" ' if around else ""
    out.append(f'<rect {corner}width="{wide}" height="{high}" rx="3" {fill("paper")}/>')

    # Backgrounds: a highlight replaces the background of a given, which its weight still shows.
    marks: dict[Place, str] = dict(drawn.shades.items())
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

    out += drawn.under
    thin, thick = (_lines(side, rules.regions.tobytes(), thick=thick) for thick in (False, True))
    out.append(f'<path {stroke("thin")} stroke-width="1" d="{thin}"/>')
    out.append(f'<path {stroke("thick")} stroke-width="3" stroke-linecap="square" d="{thick}"/>')

    out += [
        f'<path {stroke("frame")} fill="none" stroke-width="1.2"{dash} d="{"".join(paths)}"/>'
        for dash, paths in frames.items()
        if paths
    ]
    out += drawn.over

    inks: dict[str, list[str]] = {"given": [], "solved": []}
    rings, discs, strikes, small = [], [], [], []
    edges: list[str] = []
    offs: list[str] = []
    shown = 0
    digits = len(rules.digits)
    pitch = _pitch(digits)
    # Candidates form a square grid, 12 units apart if there are 9.
    per_row = round(36 / pitch)
    size_of = pitch / 20 * (0.88 if drawn.sums else 1.0)
    shape = f"bd{'s' * bool(drawn.sums)}{digits}-"
    spots = [(digit % per_row - (per_row - 1) / 2, digit // per_row - (per_row - 1) / 2) for digit in range(digits)]

    def at(place: Candidate) -> tuple[float, float]:
        row, column, digit = place
        x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
        across, down = spots[digit - 1]
        if (row, column) in drawn.sums:
            return x + across * pitch, y + 3.6 + down * pitch * 0.73
        return x + across * pitch, y + down * pitch

    # From the position of a digit to the digit.
    shift = rules.digits[0] - 1
    values = zip(np.ndindex(side, side), cells.ravel().tolist(), masks.ravel().tolist(), strict=True)
    for (row, column), digit, mask in values:
        if digit:
            x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
            ink = inks["given" if givens[row, column] else "solved"]
            down = 3.5 * ((row, column) in drawn.sums)
            ink.append(_glyphs.number(digit + shift, x, y + down, 1.45))
            if clashes[row, column]:
                rings.append(_circle(x, y + down, 16 - down))
            continue
        shown |= mask
        for digit in digits_in(mask):
            place = (row, column, digit)
            u, v = at(place)
            colour = marks.get(place)
            if colour:
                discs.append(f'<circle cx="{u:g}" cy="{v:g}" r="{pitch / 2:g}" {fill(colour)}/>')
            if colour == "red":
                reach = 5 * pitch / 12
                strikes.append(f"M{u - reach:g} {v + reach:g}L{u + reach:g} {v - reach:g}")
            small.append(f'<use href="#{shape}{digit + shift}" x="{_short(u)}" y="{_short(v)}"/>')
    out += discs
    if step is not None:
        edges = [_circle(*at(place), 0.53 * pitch) for place in step.placements]
        offs = [_circle(*at(place), 0.46 * pitch) for place in rings_of(step, masks)]
        out += arrows(step, at, _costs(cells, masks, at, extent), fill, stroke) if step.links else []
    joins = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    if shown:
        numbers = (digit + shift for digit in digits_in(shown))
        shapes = (f'<path id="{shape}{one}" d="{_glyphs.number(one, 0, 0, size_of)}"/>' for one in numbers)
        out.append(f"<defs>{''.join(shapes)}</defs>")
        out.append(f'<g {stroke("candidate")} {joins} stroke-width="{0.3 + 0.08 * pitch:.2g}">{"".join(small)}</g>')
    for paths, name, width in (
        (inks["given"], "given", 3.5),
        (inks["solved"], "solved", 2.2),
        (rings, "clash", 2.2),
        (strikes, "clash", 1.8),
        (edges, "placed", 1.8),
        (offs, "off", 1.1),
    ):
        if paths:
            out.append(f'<path {stroke(name)} {joins} stroke-width="{width}" d="{"".join(paths)}"/>')
    if caption:
        rows = (_glyphs.text(line, 2 * MARGIN, extent + around + 8 + LINE * k, TEXT) for k, line in enumerate(caption))
        out.append(f'<path {stroke("candidate")} {joins} stroke-width="1.3" d="{"".join(rows)}"/>')
    if theme == "auto":
        out.insert(1, f"<style>{_style(frozenset(used))}</style>")
    out.append("</svg>")
    return "".join(out)


@lru_cache(4096)
def _short(number: float) -> str:
    """A coordinate as text. Candidates of one column share theirs, so few numbers are new."""
    return f"{number:g}"


def _pitch(digits: int) -> float:
    """The distance of so many candidates in a cell."""
    return 36 / (math.isqrt(digits - 1) + 1)


def _wrapped(captions: list[str], wide: float) -> list[str]:
    """The captions in lines that are not wider than the picture."""
    lines: list[str] = []
    for word_ in ", ".join(captions).split():
        if lines and _glyphs.width(f"{lines[-1]} {word_}", TEXT) <= wide:
            lines[-1] += f" {word_}"
        else:
            lines.append(word_)
    return lines


def _costs(cells: np.ndarray, masks: np.ndarray, at: Callable[[Candidate], tuple[float, float]], extent: int) -> Costs:
    """What it costs to draw an arrow over the digits."""
    costs = Costs(extent)
    for row, column in np.ndindex(cells.shape):
        if cells[row, column]:
            costs.add(MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL, 8, 0.3)
        for digit in digits_in(int(masks[row, column])):
            costs.add(*at((row, column, digit)), 4, 0.5)
    return costs


@lru_cache(64)
def _lines(side: int, regions: bytes, *, thick: bool) -> str:
    """The thin lines within regions or the thick lines around them, merged into runs."""
    out = []
    across = np.frombuffer(regions, np.uint8).reshape(side, side)
    for grid, letter in ((across, "h"), (across.T, "v")):
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


@cache
def _style(used: frozenset[str]) -> str:
    """CSS variables of some colours for both themes; the notebook's choice overrides the system's."""
    names = [name for name in THEMES["light"] if name in used]
    light, dark = ("".join(f"--bd-{name}:{THEMES[theme][name]};" for name in names) for theme in ("light", "dark"))
    rules = [f".bitdoku-auto{{{light}}}", f"@media (prefers-color-scheme:dark){{.bitdoku-auto{{{dark}}}}}"]
    for theme, is_light, colours in (("light", "true", light), ("dark", "false", dark)):
        places = f'[data-jp-theme-light="{is_light}"]', f".vscode-{theme}", f'html[theme="{theme}"]'
        where = ",".join(f"{place} .bitdoku-auto" for place in (*places, f'[data-theme="{theme}"]'))
        rules.append(f"{where}{{{colours}}}")
    uses = (
        f".bitdoku-auto .{letter}-{name}{{{attribute}:var(--bd-{name})}}"
        for name in names
        for letter, attribute in (("f", "fill"), ("s", "stroke"))
    )
    # Renderers without variables would paint black; they also skip what begins with @supports.
    return f"{''.join(rules)}@supports (fill:var(--bd-paper)){{{''.join(uses)}}}"
