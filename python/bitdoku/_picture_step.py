"""A step of human logic on a board: shaded houses and cells, marked candidates, and chains as arrows.

```
  house ░   cell of the pattern ▒   digit of the pattern, or on in a chain ●   off in a chain ◐   removed ⊘   placed ◎
  strong link, from off to on  ──▶          weak link, from on to off  - - ▶          one colour for each branch
```

Shapes tell what colours tell, so that a print in black and white can be read.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bitdoku._steps import Candidate, Cell, House, Step

    Point = tuple[float, float]

#: Colours of branches.
BRANCHES = ("chain1", "chain2", "chain3", "chain4", "chain5")
#: Arrows that meet a candidate end outside its disc.
GAP = 6.6
#: The houses of a step with chains are shaded if there are no more.
HOUSES = 3
#: Above so many links, lines are thinner.
MANY = 40


def cells_of(house: House) -> Iterator[Cell]:
    """The cells of a house."""
    kind, k = house
    for i in range(9):
        yield {"row": (k, i), "column": (i, k), "box": (k // 3 * 3 + i // 3, k % 3 * 3 + i % 3)}[kind]


def colours_of(step: Step) -> dict[Candidate, str]:
    """The colours of the candidates' discs."""
    found: dict[Candidate, str] = {}
    if not step.links:
        found.update({(*cell, digit): "green" for cell in step.cells for digit in step.digits})
    for branch in step.links:
        for link in branch:
            found.setdefault(link.start, "green" if link.start_on else "orange")
            found.setdefault(link.end, "green" if link.end_on else "orange")
    found.update(dict.fromkeys(step.eliminations, "red"))
    found.update(dict.fromkeys(step.placements, "green"))
    return found


def arrows(
    step: Step,
    at: Callable[[Candidate], Point],
    extent: float,
    fill: Callable[[str], str],
    stroke: Callable[[str], str],
) -> list[str]:
    """The chains as arrows on a board ``extent`` wide; ``at`` gives the centre of a candidate."""
    many = sum(map(len, step.links)) > MANY
    width = 1.1 if many else 1.7
    out, drawn = [], set()
    for number, branch in enumerate(step.links):
        paint = BRANCHES[number % len(BRANCHES)]
        lines: dict[bool, list[str]] = {True: [], False: []}
        heads = []
        for link in branch:
            # Branches share links: each is drawn once.
            if (link.start, link.end) not in drawn:
                drawn.add((link.start, link.end))
                line, head = _arrow(at(link.start), at(link.end), width, extent)
                lines[link.strong].append(line)
                heads.append(head)
        for strong, paths in lines.items():
            if paths:
                dash = "" if strong else f' stroke-dasharray="{3 * width:g} {2.2 * width:g}"'
                out.append(
                    f'<path {stroke(paint)} fill="none" stroke-linecap="{"round" if strong else "butt"}" '
                    f'stroke-width="{width:g}"{dash} d="{"".join(paths)}"/>'
                )
        if heads:
            out.append(f'<path {fill(paint)} d="{"".join(heads)}"/>')
    return out


def _arrow(start: Point, end: Point, width: float, extent: float) -> tuple[str, str]:
    """A curve from one candidate to another and its head, as commands of paths."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y)
    # Curves pass beside the candidates on a straight line between their ends.
    bend = 0.0 if length < 20 else min(0.16 * length, 16)
    across = -(v - y) / length, (u - x) / length
    # To the side that is inside the board.
    middle = (x + u) / 2 + bend * across[0], (y + v) / 2 + bend * across[1]
    if not all(4 < place < extent - 4 for place in middle):
        bend = -bend
    p, q = (x + u) / 2 + 2 * bend * across[0], (y + v) / 2 + 2 * bend * across[1]
    gap = min(GAP, 0.4 * length)
    x, y = _toward((x, y), (p, q), gap)
    tip = _toward((u, v), (p, q), gap)
    size = 3.2 + width
    u, v = _toward(tip, (p, q), min(0.7 * size, 0.3 * length))
    # The head points along the curve's end.
    d = math.hypot(tip[0] - u, tip[1] - v) or 1.0
    along = ((tip[0] - u) / d, (tip[1] - v) / d)
    back = (tip[0] - size * along[0], tip[1] - size * along[1])
    side = (-along[1] * size * 0.45, along[0] * size * 0.45)
    head = (
        f"M{tip[0]:.1f} {tip[1]:.1f}L{back[0] + side[0]:.1f} {back[1] + side[1]:.1f}"
        f"L{back[0] - side[0]:.1f} {back[1] - side[1]:.1f}Z"
    )
    return f"M{x:.1f} {y:.1f}Q{p:.1f} {q:.1f} {u:.1f} {v:.1f}", head


def _toward(start: Point, end: Point, distance: float) -> Point:
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (
        start[0] + (end[0] - start[0]) * distance / length,
        start[1] + (end[1] - start[1]) * distance / length,
    )
