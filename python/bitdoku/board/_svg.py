"""Boards drawn as SVG, without fonts.

A cell is 40 units wide; ``size`` is the width of the picture in pixels.

```
  room: clues outside the board, in layers
  ┌─────────────┐
  │ MARGIN      │     on a board with sums of cages, digits and candidates are lower
  │  ┌───────┐  │
  │  │ cells │  │
  │  └───────┘  │
  └─────────────┘
  caption: the rules that have no picture
```

Colors are written twice. Attributes contain the colors of one theme, for any renderer. With ``theme="auto"`` a style
sheet with variables overrides them: the picture follows the theme of JupyterLab, VS Code, Colab and of pages that set
``data-theme``, elsewhere the theme of the system. The sheet is for the class ``bitdoku-auto`` only, because styles
within an SVG apply to the whole page.

Candidates are copies (``use``) of one shape for each digit, which makes pictures small. The identifier of a shape names
its content, so that two pictures on one page may share it.
"""

from __future__ import annotations

import html
import math
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import _core
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._pencilmarks import digits_in
from bitdoku.board._glyphs import number_path, text_path, text_width
from bitdoku.board._svg_outline import CELL, MARGIN
from bitdoku.board._svg_rules import RuleShapes
from bitdoku.board._svg_step import (
    DrawingCosts,
    candidate_colors,
    chain_arrows,
    off_candidates,
    pattern_cells,
    shaded_cells,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from bitdoku.logic._steps import Candidate, Step
    from bitdoku.rules import Rules

    #: A cell (row, column), or one of its candidates (row, column, digit).
    Place = tuple[int, int] | tuple[int, int, int]

#: The height of a line of the caption, and the scale of its text.
LINE_HEIGHT, TEXT_SCALE = 16, 0.68

#: The light and the dark form of each color. The CSS class of a fill begins with f, of a stroke with s.
_COLORS = {
    "paper": ("#ffffff", "#15181c"),
    "ground": ("#eef1f4", "#262b31"),
    "thin": ("#b3bac2", "#4d555e"),
    "line": ("#d3d8de", "#3b434c"),
    "thick": ("#24292f", "#c4ccd4"),
    "given": ("#0d1117", "#f6f8fa"),
    "solved": ("#0b62d6", "#6cb6ff"),
    "candidate": ("#59636e", "#b4bdc7"),
    "clash": ("#d1242f", "#ff7b72"),
    "yellow": ("#ffec99", "#6b5900"),
    "green": ("#b2f2bb", "#175c2a"),
    "blue": ("#a5d8ff", "#0f4c81"),
    "red": ("#ffc9c9", "#7a2326"),
    "orange": ("#ffd8a8", "#7a4300"),
    "purple": ("#e5dbff", "#4b3a86"),
    "house": ("#dcebfb", "#1b2b3d"),
    "pattern": ("#fff1b8", "#4a4118"),
    "frame": ("#8a6d00", "#d9b93b"),
    "on": ("#86e096", "#1c7036"),
    "off": ("#b35900", "#f0a04b"),
    "placed": ("#1a7f37", "#56d364"),
    "chain1": ("#0b62d6", "#6cb6ff"),
    "chain2": ("#8250df", "#c4a0ff"),
    "chain3": ("#b35900", "#f0a04b"),
    "chain4": ("#0f766e", "#4fd1c5"),
    "chain5": ("#b0206b", "#ff8ac2"),
    "violet": ("#d0bfff", "#5636b5"),
    "white": ("#ffffff", "#ffffff"),
    "black": ("#0d1117", "#0d1117"),
}
THEMES = {theme: {name: pair[k] for name, pair in _COLORS.items()} for k, theme in enumerate(("light", "dark"))}


def _gray(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02x}" * 3


#: The light theme for printers without colors, who would print dark gray as dots.
THEMES["gray"] = {name: _gray(color) for name, color in THEMES["light"].items()}
THEMES["gray"] |= dict.fromkeys(("given", "thick", "black"), "#000000")


def draw(
    cells: NDArray[np.uint8],
    givens: NDArray[np.bool_],
    candidates: NDArray[np.unsignedinteger] | None,
    highlight: Mapping[Place, str],
    *,
    rules: Rules,
    size: int | None,
    theme: str,
    label: str,
    step: Step | None,
    scale: float,
    max_size: int,
    captioned: bool = True,
    marked: bool = True,
) -> str:
    """Draw a board.

    Parameters
    ----------
    cells
        Digits of shape (n, n), 0 where blank.
    givens
        The cells that are given.
    candidates
        Masks of shape (n, n), shown in blank cells.
    highlight
        Colors of `COLORS` by place. They override the colors of the step.
    rules
        Their regions have thick borders. Rules with a picture are drawn, others named below the board.
    size
        The width in pixels; None stands for ``scale`` times the natural one, but at most ``max_size``.
    theme, label, step
        The theme, the text for screen readers, and the step to draw.
    captioned, marked
        Whether rules without a picture are named, and whether rules are drawn at all.
    """
    word("theme", theme, ("auto", *THEMES))
    paint = THEMES["light" if theme == "auto" else theme]
    side, digits = len(cells), len(rules.digits)
    extent = side * CELL + 2 * MARGIN
    used: set[str] = set()

    def fill(name: str) -> str:
        used.add(name)
        return f'class="f-{name}" fill="{paint[name]}"'

    def stroke(name: str) -> str:
        used.add(name)
        return f'class="s-{name}" stroke="{paint[name]}"'

    shapes = RuleShapes(rules, fill, stroke, marked=marked)
    room = shapes.room
    width = extent + 2 * room
    caption = _wrap(shapes.captions, extent - 3 * MARGIN) if captioned else []
    height = width + LINE_HEIGHT * len(caption) + (6 if caption else 0)
    # Candidates form a square grid in a cell, 12 units apart if there are 9.
    per_row = math.isqrt(digits - 1) + 1
    pitch = 36 / per_row
    if size is not None:
        whole("size", size, least=1, most=max_size)
    else:
        # Large boards are smaller by default unless candidates have to be legible.
        natural = CELL / 3 / pitch if candidates is not None and digits > 9 else 1.0 if side <= 9 else 0.75
        size = min(round(width * scale * natural), max_size)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku-{theme}" width="{size}" '
        f'height="{round(size * height / width)}" viewBox="{-room} {-room} {width} {height}" '
        f'style="max-width:100%;height:auto" role="img" aria-label="{html.escape(label)}">'
    ]
    corner = f'x="{-room}" y="{-room}" ' if room else ""
    out.append(f'<rect {corner}width="{width}" height="{height}" rx="3" {fill("paper")}/>')

    # Backgrounds and frames. A highlight replaces the background of a given, whose digit is still bold.
    colors: dict[Place, str] = dict(shapes.shades.items())
    frames: dict[str, list[str]] = {"": [], ' stroke-dasharray="5 3"': []}
    masks = np.zeros(cells.shape, np.uint16) if candidates is None else candidates
    if step is not None:
        colors.update(dict.fromkeys(shaded_cells(step), "house"))
        for shade, dash, places in zip(("pattern", "house"), frames, pattern_cells(step), strict=True):
            colors.update(dict.fromkeys(places, shade))
            for row, column in places:
                x, y = MARGIN + column * CELL + 1.8, MARGIN + row * CELL + 1.8
                frames[dash].append(f"M{x:g} {y:g}h{CELL - 3.6:g}v{CELL - 3.6:g}h-{CELL - 3.6:g}z")
        colors.update(candidate_colors(step, masks).items())
    colors.update(highlight)
    backgrounds: dict[str, list[str]] = {}
    for row, column in np.ndindex(side, side):
        if name := colors.get((row, column)) or ("ground" if givens[row, column] else None):
            x, y = MARGIN + column * CELL, MARGIN + row * CELL
            backgrounds.setdefault(name, []).append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    out += [f'<path {fill(name)} d="{"".join(squares)}"/>' for name, squares in backgrounds.items()]
    out += shapes.under
    thin, thick = (_grid_lines(side, rules.regions.tobytes(), thick=thick) for thick in (False, True))
    out.append(f'<path {stroke("thin")} stroke-width="1" d="{thin}"/>')
    out.append(f'<path {stroke("thick")} stroke-width="3" stroke-linecap="square" d="{thick}"/>')
    out += [
        f'<path {stroke("frame")} fill="none" stroke-width="1.2"{dash} d="{"".join(paths)}"/>'
        for dash, paths in frames.items()
        if paths
    ]
    out += shapes.over

    # Digits and candidates.
    spots = [(k % per_row - (per_row - 1) / 2, k // per_row - (per_row - 1) / 2) for k in range(digits)]

    def center(place: Candidate) -> tuple[float, float]:
        row, column, digit = place
        x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
        right, down = spots[digit - 1]
        if shapes.sums:
            return x + right * pitch, y + 3.6 + down * pitch * 0.73
        return x + right * pitch, y + down * pitch

    #: The paths by color and width.
    strokes: dict[tuple[str, float], list[str]] = {("given", 3.5): [], ("solved", 2.2): [], ("clash", 2.2): []}
    strokes |= {("clash", 1.8): [], ("placed", 1.8): [], ("off", 1.1): []}
    given_digits, solved_digits, conflict_rings, strikes, placed_rings, off_rings = strokes.values()
    discs: list[str] = []
    copies: list[str] = []
    # Candidates that interrupt the thin lines of rules.
    halos: list[str] = []
    costs = DrawingCosts(extent) if step is not None and step.links else None
    conflicts = np.asarray(_core.conflicts(cells, rules=rules))
    shape_id = f"bd{'s' * bool(shapes.sums)}{digits}-"
    shown_mask = 0
    offset = rules.digits[0] - 1  # from the position of a digit to the digit
    values = zip(np.ndindex(side, side), cells.ravel().tolist(), masks.ravel().tolist(), strict=True)
    for (row, column), digit, mask in values:
        if digit:
            x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL
            down = 2.5 * bool(shapes.sums)
            path = number_path(digit + offset, x, y + down, 1.45)
            (given_digits if givens[row, column] else solved_digits).append(path)
            if costs:
                costs.add(x, y, 8, 0.3)
            if conflicts[row, column]:
                conflict_rings.append(_circle(x, y + down, 16 - down))
            continue
        shown_mask |= mask
        for digit in digits_in(mask):
            place = (row, column, digit)
            x, y = center(place)
            if costs:
                costs.add(x, y, 4, 0.5)
            if color := colors.get(place):
                discs.append(f'<circle cx="{x:g}" cy="{y:g}" r="{pitch / 2:g}" {fill(color)}/>')
            if color == "red":
                reach = 5 * pitch / 12
                strikes.append(f"M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}")
            copies.append(f'<use href="#{shape_id}{digit + offset}" x="{x:g}" y="{y:g}"/>')
            if (row, column) in shapes.lined and not color:
                halos.append(copies[-1])
    out += discs
    if step is not None:
        placed_rings += [_circle(*center(place), 0.53 * pitch) for place in step.placements]
        off_rings += [_circle(*center(place), 0.46 * pitch) for place in off_candidates(step, masks)]
        if costs:
            out += chain_arrows(step, center, costs, fill, stroke)
    joins = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    if shown_mask:
        glyph_scale = pitch / 20 * (0.82 if shapes.sums else 1.0)
        numbers = (digit + offset for digit in digits_in(shown_mask))
        glyphs = (f'<path id="{shape_id}{one}" d="{number_path(one, 0, 0, glyph_scale)}"/>' for one in numbers)
        out.append(f"<defs>{''.join(glyphs)}</defs>")
        line_width = 0.3 + 0.08 * pitch
        if halos:
            out.append(f'<g {stroke("paper")} {joins} stroke-width="{line_width + 2.4:.2g}">{"".join(halos)}</g>')
        out.append(f'<g {stroke("candidate")} {joins} stroke-width="{line_width:.2g}">{"".join(copies)}</g>')
    for (name, line_width), paths in strokes.items():
        if paths:
            out.append(f'<path {stroke(name)} {joins} stroke-width="{line_width}" d="{"".join(paths)}"/>')
    if caption:
        tops = (extent + room + 8 + LINE_HEIGHT * k for k in range(len(caption)))
        path = "".join(text_path(line, 2 * MARGIN, y, TEXT_SCALE) for line, y in zip(caption, tops, strict=True))
        out.append(f'<path {stroke("candidate")} {joins} stroke-width="1.3" d="{path}"/>')
    if theme == "auto":
        out.insert(1, f"<style>{_style_sheet(frozenset(used))}</style>")
    out.append("</svg>")
    return "".join(out)


def _wrap(captions: list[str], width: float) -> list[str]:
    """The captions as lines of at most this width."""
    lines: list[str] = []
    for part in ", ".join(captions).split():
        if lines and text_width(f"{lines[-1]} {part}", TEXT_SCALE) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


@lru_cache(64)
def _grid_lines(side: int, regions: bytes, *, thick: bool) -> str:
    """The path of the thin lines within regions, or of the thick lines around them, merged into runs."""
    out = []
    by_row = np.frombuffer(regions, np.uint8).reshape(side, side)
    for grid, letter in ((by_row, "h"), (by_row.T, "v")):
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
def _style_sheet(used: frozenset[str]) -> str:
    """CSS variables of these colors for both themes; the notebook's theme overrides the system's."""
    names = [name for name in THEMES["light"] if name in used]
    light, dark = ("".join(f"--bd-{name}:{THEMES[theme][name]};" for name in names) for theme in ("light", "dark"))
    rules = [f".bitdoku-auto{{{light}}}", f"@media (prefers-color-scheme:dark){{.bitdoku-auto{{{dark}}}}}"]
    for theme, is_light, variables in (("light", "true", light), ("dark", "false", dark)):
        hosts = f'[data-jp-theme-light="{is_light}"]', f".vscode-{theme}", f'html[theme="{theme}"]'
        selectors = ",".join(f"{host} .bitdoku-auto" for host in (*hosts, f'[data-theme="{theme}"]'))
        rules.append(f"{selectors}{{{variables}}}")
    uses = (
        f".bitdoku-auto .{letter}-{name}{{{attribute}:var(--bd-{name})}}"
        for name in names
        for letter, attribute in (("f", "fill"), ("s", "stroke"))
    )
    # Renderers without variables would paint black, but they also skip @supports.
    return f"{''.join(rules)}@supports (fill:var(--bd-paper)){{{''.join(uses)}}}"
