"""A step of human logic on a board: shaded houses and cells, marked candidates, and chains as arrows.

```
  house ░    cell of the pattern ▒ with a frame     other cell that takes part ░ with a dashed frame
  digit of the pattern, or on in a chain ●     off in a chain ○     extra digit ◉     removed ⊘     placed ◎
  strong link, from off to on  ──▶     weak link, from on to off  - - ▶     nested step  ···▶     colours: branches
```

Shapes tell what colours tell, so that a print in black and white can be read.

Arrows run from mark to mark. Each is the curve, of some with different bends, that covers the fewest digits and
earlier arrows: costs are kept for squares of `GRAIN` units. A chain with too many links for a picture is reduced to the
shortest way from each assumption to its end; `note_of` says so.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from bitdoku.logic._techniques import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from bitdoku.logic._steps import Candidate, Cell, House, Link, Step

    Point = tuple[float, float]
    Curve = tuple[Point, Point, Point]

#: Colours of branches.
BRANCHES = ("chain1", "chain2", "chain3", "chain4", "chain5")
#: Arrows begin and end so far from the centre of a candidate, outside its mark.
GAP = 6.4
#: The houses of a step with one chain are shaded if there are no more.
HOUSES = 3
#: The maximum number of arrows of a chain that is drawn in full.
ARROWS = 18
#: The width of the squares for which costs are kept.
GRAIN = 2
#: How far curves are from the straight line, in the middle.
BENDS = (0.0, 4.0, -4.0, 8.0, -8.0, 13.0, -13.0, 19.0, -19.0, 27.0, -27.0, 38.0, -38.0)

#: Techniques that conclude from digits beside two that could be swapped, or beside a BUG.
EXTRAS = (
    Technique.UNIQUE_RECTANGLE,
    Technique.UNIQUE_LOOP,
    Technique.BUG,
    Technique.BUG_PLUS_ONE,
    Technique.UNIQUENESS_1,
    Technique.UNIQUENESS_2,
    Technique.UNIQUENESS_4,
    Technique.UNIQUENESS_5,
    Technique.UNIQUENESS_6,
    Technique.HIDDEN_RECTANGLE,
)
BUGS = (Technique.BUG, Technique.BUG_PLUS_ONE)
#: Fish that may have fins. Their houses are as many base houses as cover houses after them.
FINNED = (
    Technique.FINNED_X_WING,
    Technique.SASHIMI_X_WING,
    Technique.FINNED_SWORDFISH,
    Technique.SASHIMI_SWORDFISH,
    Technique.FINNED_JELLYFISH,
    Technique.SASHIMI_JELLYFISH,
    Technique.FINNED_FRANKEN_X_WING,
    Technique.FINNED_FRANKEN_SWORDFISH,
    Technique.LARGE_FISH,
    Technique.FRANKEN_JELLYFISH,
    Technique.MUTANT_FISH,
)
#: How many of its cells lose digits; the others exclude combinations.
ALIGNED = {Technique.ALIGNED_PAIR_EXCLUSION: 2, Technique.ALIGNED_TRIPLET_EXCLUSION: 3}


def cells_of(house: House) -> Iterator[Cell]:
    """The cells of a house."""
    kind, k = house
    for i in range(9):
        yield {"row": (k, i), "column": (i, k), "box": (k // 3 * 3 + i // 3, k % 3 * 3 + i % 3)}[kind]


def shaded_cells(step: Step) -> Iterator[Cell]:
    """The cells of the houses to shade."""
    if step._cells_of_houses is None:
        for house in houses_of(step):
            yield from cells_of(house)
    elif not step.links or len(step.houses) <= HOUSES:
        for cells in step._cells_of_houses:
            yield from cells


def houses_of(step: Step) -> tuple[House, ...]:
    """The houses to shade on a classic board."""
    if not step.links:
        return step.houses
    # The house whose places are tried; its name is in the notation.
    if through := re.search(r" in (row|column|block) ==>", step.notation):
        row, column = step.cells[0]
        houses: dict[str, House] = {
            "row": ("row", row),
            "column": ("column", column),
            "block": ("box", row // 3 * 3 + column // 3),
        }
        return (houses[through[1]],)
    # The houses of long chains are most of the board.
    return step.houses if len(step.links) == 1 and len(step.houses) <= HOUSES else ()


def shades_of(step: Step) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells of the pattern, and others that take part."""
    count = ALIGNED.get(step.technique, len(step.cells))
    return step.cells[:count], step.cells[count:]


def colours_of(step: Step, masks: NDArray[np.integer]) -> dict[Candidate, str]:
    """The colours of the candidates' discs."""
    found: dict[Candidate, str] = {}
    if not step.links and step.technique not in ALIGNED:
        found.update(((*cell, digit), "on") for cell in step.cells for digit in step.digits)
        if step.technique in BUGS:
            found.clear()
        found.update(dict.fromkeys(extras_of(step, masks), "orange"))
    for links in shown_of(step):
        found.update((end, "on") for link in links for end, on in ends_of(link) if on)
    found.update(dict.fromkeys(step.eliminations, "red"))
    found.update(dict.fromkeys(step.placements, "on"))
    return found


def rings_of(step: Step, masks: NDArray[np.integer]) -> list[Candidate]:
    """The candidates that are off in a chain, and extra digits."""
    off = (end for links in shown_of(step) for link in links for end, on in ends_of(link) if not on)
    found = dict.fromkeys((*off, *extras_of(step, masks)))
    return [candidate for candidate in found if candidate not in step.eliminations]


def extras_of(step: Step, masks: NDArray[np.integer]) -> Iterator[Candidate]:
    """Candidates beside two digits that could be swapped, those that a BUG lacks, and fins."""
    if step.technique in FINNED:
        houses = [{*cells} for cells in step._cells_of_houses or map(cells_of, step.houses)]
        base, cover = houses[: len(houses) // 2], houses[len(houses) // 2 :]
        for cell in step.cells:
            if not any(cell in house for house in cover) or sum(cell in house for house in base) > 1:
                yield from ((*cell, digit) for digit in step.digits)
    if step.technique not in EXTRAS:
        return
    is_bug = step.technique in BUGS
    for row, column in step.cells:
        digits = [digit for digit in range(1, len(masks) + 1) if int(masks[row, column]) >> (digit - 1) & 1]
        # Of a BUG, cells with two candidates are those of a set.
        if not is_bug or len(digits) > 2:
            yield from ((row, column, digit) for digit in digits if (digit in step.digits) == is_bug)


def ends_of(link: Link) -> tuple[tuple[Candidate, bool], ...]:
    """Both ends of a link, and whether they are on."""
    return (link.start, link.start_on), (link.end, link.end_on)


# --- which links to draw ---------------------------------------------------------------------------------------------


def shown_of(step: Step) -> list[list[Link]]:
    """The links to draw of each branch. Branches share links: each is drawn once."""
    branches = [[*links] for links in step.links]
    if _count(branches) > ARROWS:
        branches = [_shortest(links) for links in step.links]
    drawn: set[tuple[object, ...]] = set()
    shown: list[list[Link]] = []
    for links in branches:
        shown.append([link for link in links if ends_of(link) not in drawn])
        drawn.update(map(ends_of, links))
    return shown


def note_of(step: Step) -> str:
    """What a picture leaves out, as a sentence; empty if it shows all links."""
    count, shown = _count(step.links), _count(shown_of(step))
    return f"The picture shows {shown} of {count} links: the shortest way of each branch." if shown < count else ""


def _count(branches: Iterable[Iterable[Link]]) -> int:
    return len({ends_of(link) for links in branches for link in links})


def _shortest(links: tuple[Link, ...]) -> list[Link]:
    """The shortest way from the assumption of a branch, which has the first link, to its end, which has the last."""
    first, *_ = ends_of(links[0])
    _, last = ends_of(links[-1])
    before: dict[object, Link | None] = {first: None}
    near = [first]
    while near and last not in before:
        reached = []
        for link in links:
            start, end = ends_of(link)
            if start in near and end not in before:
                before[end] = link
                reached.append(end)
        near = reached
    way: list[Link] = []
    while (step := before.get(last)) is not None:
        way.insert(0, step)
        last, _ = ends_of(step)
    return way


# --- how to draw them ------------------------------------------------------------------------------------------------


class Costs:
    """What it costs to draw over each place of a board."""

    def __init__(self, extent: float) -> None:
        self._costs = np.full((math.ceil(extent / GRAIN),) * 2, 0.02)

    def add(self, x: float, y: float, reach: float, cost: float) -> None:
        """Make a square more expensive."""
        left, right, top, bottom = (
            max(0, int((middle + side) / GRAIN)) for middle in (x, y) for side in (-reach, reach + GRAIN)
        )
        self._costs[top:bottom, left:right] += cost

    def along(self, points: NDArray[np.float64]) -> float:
        """The cost of a line; points are equally far apart."""
        places = (points / GRAIN).astype(int)
        if (points < 0).any() or (places >= len(self._costs)).any():
            return math.inf
        return float(self._costs[places[:, 1], places[:, 0]].sum())

    def take(self, points: NDArray[np.float64]) -> None:
        """Make a line more expensive for others."""
        for x, y in points[::2]:
            self.add(x, y, 2.5, 0.25)


def arrows(
    step: Step,
    at: Callable[[Candidate], Point],
    costs: Costs,
    fill: Callable[[str], str],
    stroke: Callable[[str], str],
) -> list[str]:
    """The chains as arrows; ``at`` gives the centre of a candidate."""
    out = []
    for number, branch in enumerate(shown_of(step)):
        paint = BRANCHES[number % len(BRANCHES)]
        lines: dict[str, list[str]] = {}
        heads = []
        for link in branch:
            if link.start[:3] == link.end[:3]:
                # A digit that has to be in a cell because it is not: there is no way to draw.
                continue
            curve = _curve(at(link.start), at(link.end), costs)
            line, head = _arrow(*curve)
            nested = isinstance(link.reason, int)
            dash = "0.1 3.6" if nested else "" if link.strong else "4.6 3.2"
            lines.setdefault(dash, []).append(line)
            heads.append(head)
        for dash, paths in lines.items():
            cap = "butt" if dash == "4.6 3.2" else "round"
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            out.append(
                f'<path {stroke(paint)} fill="none" stroke-linecap="{cap}" stroke-width="1.7"{dashes} '
                f'd="{"".join(paths)}"/>'
            )
        if heads:
            out.append(f'<path {fill(paint)} d="{"".join(heads)}"/>')
    return out


def _curve(start: Point, end: Point, costs: Costs) -> Curve:
    """The cheapest curve from one candidate to another: its start, control point and end."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y)
    across = -(v - y) / length, (u - x) / length
    found: list[tuple[float, Curve, NDArray[np.float64]]] = []
    for bend in BENDS:
        # Marks in one cell may touch: there is room beside them only.
        if not 8 <= abs(bend) <= 13 if length < 30 else abs(bend) > max(30, 0.75 * length):
            continue
        control = (x + u) / 2 + 2 * bend * across[0], (y + v) / 2 + 2 * bend * across[1]
        curve = _toward(start, control, GAP), control, _toward(end, control, GAP)
        points = _points(curve)
        found.append((costs.along(points) + 0.05 * abs(bend), curve, points))
    cost, curve, points = min(found, key=lambda one: one[0])
    if cost < math.inf:
        costs.take(points)
    return curve


def _points(curve: Curve) -> NDArray[np.float64]:
    """Points of a curve about 2 units apart."""
    a, b, c = (np.array(point) for point in curve)
    count = max(4, int((np.hypot(*(b - a)) + np.hypot(*(c - b))) / 2))
    t = np.linspace(0, 1, count)[:, None]
    points: NDArray[np.float64] = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
    return points


def _arrow(start: Point, control: Point, tip: Point) -> tuple[str, str]:
    """A curve and its head, as commands of paths."""
    length = math.hypot(tip[0] - start[0], tip[1] - start[1])
    size = 5.2 if length > 12 else 4.2
    u, v = _toward(tip, control, 0.7 * size)
    # The head points along the curve's end.
    d = math.hypot(tip[0] - u, tip[1] - v) or 1.0
    along = ((tip[0] - u) / d, (tip[1] - v) / d)
    back = (tip[0] - size * along[0], tip[1] - size * along[1])
    side = (-along[1] * size * 0.45, along[0] * size * 0.45)
    head = (
        f"M{tip[0]:.1f} {tip[1]:.1f}L{back[0] + side[0]:.1f} {back[1] + side[1]:.1f}"
        f"L{back[0] - side[0]:.1f} {back[1] - side[1]:.1f}Z"
    )
    return f"M{start[0]:.1f} {start[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {u:.1f} {v:.1f}", head


def _toward(start: Point, end: Point, distance: float) -> Point:
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (
        start[0] + (end[0] - start[0]) * distance / length,
        start[1] + (end[1] - start[1]) * distance / length,
    )
