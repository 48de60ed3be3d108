"""A step of human logic on a board: shaded houses and cells, marked candidates, and chains as arrows.

```
  house ░    cell of the pattern ▒ with a frame     other cell involved ░ with a dashed frame
  digit of the pattern, or on in a chain ●     off in a chain ○     extra digit ◉     removed ⊘     placed ◎
  strong link, from off to on  ──▶     weak link, from on to off  - - ▶     nested step  ···▶     colors: branches
```

Shapes repeat the meaning of the colors, for prints in black and white.

Arrows run from mark to mark. Among curves with different bends, the one that covers the fewest digits and earlier
arrows is drawn; costs are summed over squares of `GRAIN` units. A chain with many links is reduced to the shortest path
from each assumption to its end; `omission_note` says so.
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

    #: The start, control point and end of a quadratic curve; x + yi is the point (x, y).
    Curve = tuple[complex, complex, complex]
    #: A candidate, and whether it is on.
    End = tuple[Candidate, bool]

#: The colors of branches.
BRANCHES = ("chain1", "chain2", "chain3", "chain4", "chain5")
#: The distance of the ends of an arrow from the centers of its candidates, outside their marks.
GAP = 6.4
#: The houses of a step with one chain are shaded if there are at most this many.
MAX_HOUSES = 3
#: A chain with more arrows is reduced.
MAX_ARROWS = 18
#: The width of the squares for costs.
GRAIN = 2
#: The distances of curves from the straight line, in the middle.
BENDS = (0.0, 4.0, -4.0, 8.0, -8.0, 13.0, -13.0, 19.0, -19.0, 27.0, -27.0, 38.0, -38.0)

#: Techniques with a deadly pattern. Its additional digits are marked.
DEADLY_PATTERNS = (
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
#: Fish that may have fins. Half of their houses are base houses, followed by the cover houses.
FISH = (
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
#: The number of cells that lose digits. The cells after them exclude combinations.
ALIGNED = {Technique.ALIGNED_PAIR_EXCLUSION: 2, Technique.ALIGNED_TRIPLET_EXCLUSION: 3}


def shaded_cells(step: Step) -> Iterator[Cell]:
    """The cells of the houses to shade."""
    if step._cells_of_houses is None:
        for house in _shaded_houses(step):
            yield from _house_cells(house)
    elif not step.links or len(step.houses) <= MAX_HOUSES:
        for cells in step._cells_of_houses:
            yield from cells


def _house_cells(house: House) -> Iterator[Cell]:
    """The cells of a house of the classic board."""
    kind, k = house
    for i in range(9):
        yield {"row": (k, i), "column": (i, k), "box": (k // 3 * 3 + i // 3, k % 3 * 3 + i % 3)}[kind]


def _shaded_houses(step: Step) -> tuple[House, ...]:
    """The houses to shade on the classic board."""
    if not step.links:
        return step.houses
    # A forcing chain that tries all places of a digit in a house names this house in its notation.
    if match := re.search(r" in (row|column|block) ==>", step.notation):
        row, column = step.cells[0]
        numbers = {"row": row, "column": column, "block": row // 3 * 3 + column // 3}
        return (("box" if match[1] == "block" else match[1], numbers[match[1]]),)
    # The houses of long chains cover most of the board.
    return step.houses if len(step.links) == 1 and len(step.houses) <= MAX_HOUSES else ()


def pattern_cells(step: Step) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells of the pattern, and the other cells involved."""
    count = ALIGNED.get(step.technique, len(step.cells))
    return step.cells[:count], step.cells[count:]


def candidate_colors(step: Step, masks: NDArray[np.unsignedinteger]) -> dict[Candidate, str]:
    """The colors of the discs behind candidates."""
    colors: dict[Candidate, str] = {}
    if not step.links and step.technique not in ALIGNED:
        if step.technique not in BUGS:
            colors.update(((*cell, digit), "on") for cell in step.cells for digit in step.digits)
        colors.update(dict.fromkeys(_extra_candidates(step, masks), "orange"))
    colors.update((end, "on") for links in drawn_links(step) for link in links for end, on in _ends(link) if on)
    colors.update(dict.fromkeys(step.eliminations, "red"))
    colors.update(dict.fromkeys(step.placements, "on"))
    return colors


def off_candidates(step: Step, masks: NDArray[np.unsignedinteger]) -> list[Candidate]:
    """The candidates to ring thinly: those that are off in a chain, and extra candidates."""
    off = (end for links in drawn_links(step) for link in links for end, on in _ends(link) if not on)
    ringed = dict.fromkeys((*off, *_extra_candidates(step, masks)))
    return [candidate for candidate in ringed if candidate not in step.eliminations]


def _extra_candidates(step: Step, masks: NDArray[np.unsignedinteger]) -> Iterator[Candidate]:
    """The fins of a fish, and the candidates that keep a deadly pattern or a BUG from being one."""
    if step.technique in FISH:
        houses = [{*cells} for cells in step._cells_of_houses or map(_house_cells, step.houses)]
        base, cover = houses[: len(houses) // 2], houses[len(houses) // 2 :]
        for cell in step.cells:
            if not any(cell in house for house in cover) or sum(cell in house for house in base) > 1:
                yield from ((*cell, digit) for digit in step.digits)
    if step.technique not in DEADLY_PATTERNS:
        return
    is_bug = step.technique in BUGS
    for row, column in step.cells:
        digits = [digit for digit in range(1, len(masks) + 1) if int(masks[row, column]) >> (digit - 1) & 1]
        # In a BUG, cells with two candidates have no extra candidate.
        if not is_bug or len(digits) > 2:
            yield from ((row, column, digit) for digit in digits if (digit in step.digits) == is_bug)


# --- selection of links ----------------------------------------------------------------------------------------------


def drawn_links(step: Step) -> list[list[Link]]:
    """The links to draw of each branch. A link that branches share is drawn once."""
    branches = [[*links] for links in step.links]
    if _count(branches) > MAX_ARROWS:
        branches = [_shortest_path(links) for links in step.links]
    seen: set[tuple[End, End]] = set()
    drawn: list[list[Link]] = []
    for links in branches:
        drawn.append([link for link in links if _ends(link) not in seen])
        seen.update(map(_ends, links))
    return drawn


def omission_note(step: Step) -> str:
    """A sentence about links that the picture omits; empty if there are none."""
    count, drawn = _count(step.links), _count(drawn_links(step))
    return f"The picture shows {drawn} of {count} links: the shortest path of each branch." if drawn < count else ""


def _ends(link: Link) -> tuple[End, End]:
    return (link.start, link.start_on), (link.end, link.end_on)


def _count(branches: Iterable[Iterable[Link]]) -> int:
    return len({_ends(link) for links in branches for link in links})


def _shortest_path(links: tuple[Link, ...]) -> list[Link]:
    """The shortest path from the assumption, which is the start of the first link, to the end of the last."""
    first, _ = _ends(links[0])
    _, last = _ends(links[-1])
    link_to: dict[End, Link | None] = {first: None}
    reached = [first]
    while reached and last not in link_to:
        next_reached = []
        for link in links:
            start, end = _ends(link)
            if start in reached and end not in link_to:
                link_to[end] = link
                next_reached.append(end)
        reached = next_reached
    path: list[Link] = []
    while (step := link_to.get(last)) is not None:
        path.insert(0, step)
        last, _ = _ends(step)
    return path


# --- curves ----------------------------------------------------------------------------------------------------------


class DrawingCosts:
    """The cost of drawing over each square of a board."""

    def __init__(self, extent: float) -> None:
        self._costs = np.full((math.ceil(extent / GRAIN),) * 2, 0.02)

    def add(self, x: float, y: float, reach: float, cost: float) -> None:
        """Increase the cost around a point."""
        left, right, top, bottom = (
            max(0, int((middle + side) / GRAIN)) for middle in (x, y) for side in (-reach, reach + GRAIN)
        )
        self._costs[top:bottom, left:right] += cost

    def along(self, points: NDArray[np.complex128]) -> float:
        """The cost of a curve, of which these are equally distant points."""
        x, y = points.real, points.imag
        if min(x.min(), y.min()) < 0 or max(x.max(), y.max()) >= len(self._costs) * GRAIN:
            return math.inf
        return float(self._costs[(y / GRAIN).astype(int), (x / GRAIN).astype(int)].sum())

    def add_curve(self, points: NDArray[np.complex128]) -> None:
        """Increase the cost along a curve."""
        for point in points[::2]:
            self.add(point.real, point.imag, 2.5, 0.25)


def chain_arrows(
    step: Step,
    center: Callable[[Candidate], tuple[float, float]],
    costs: DrawingCosts,
    fill: Callable[[str], str],
    stroke: Callable[[str], str],
) -> list[str]:
    """The elements of the chains' arrows; ``center`` returns the center of a candidate."""
    out = []
    for number, branch in enumerate(drawn_links(step)):
        paint = BRANCHES[number % len(BRANCHES)]
        lines: dict[str, list[str]] = {}
        heads = []
        for link in branch:
            if link.start[:3] == link.end[:3]:
                # The digit must be in the cell because it is not: the link has no extent.
                continue
            curve = _curve(complex(*center(link.start)), complex(*center(link.end)), costs)
            line, head = _arrow(*curve)
            is_nested = isinstance(link.reason, int)
            dash = "0.1 3.6" if is_nested else "" if link.strong else "4.6 3.2"
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


def _curve(start: complex, end: complex, costs: DrawingCosts) -> Curve:
    """The cheapest curve between the centers of two candidates."""
    length = abs(end - start)
    normal = (end - start) * 1j / length
    found: list[tuple[float, Curve, NDArray[np.complex128]]] = []
    for bend in BENDS:
        # Marks in one cell may touch, so the arrow bends around them.
        if not 8 <= abs(bend) <= 13 if length < 30 else abs(bend) > max(30, 0.75 * length):
            continue
        control = (start + end) / 2 + 2 * bend * normal
        curve = _toward(start, control, GAP), control, _toward(end, control, GAP)
        points = _points(*curve)
        found.append((costs.along(points) + 0.05 * abs(bend), curve, points))
    cost, curve, points = min(found, key=lambda item: item[0])
    if cost < math.inf:
        costs.add_curve(points)
    return curve


def _points(start: complex, control: complex, end: complex) -> NDArray[np.complex128]:
    """Points of a curve, about 2 units apart."""
    count = max(4, int((abs(control - start) + abs(end - control)) / 2))
    t = np.linspace(0, 1, count)
    points: NDArray[np.complex128] = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end
    return points


def _arrow(start: complex, control: complex, tip: complex) -> tuple[str, str]:
    """The paths of a curve and of its head."""
    size = 5.2 if abs(tip - start) > 12 else 4.2
    end = _toward(tip, control, 0.7 * size)
    # The head has the direction of the curve's end.
    back = _toward(tip, end, size)
    side = (tip - back) * 0.45j
    head = f"M{_xy(tip)}L{_xy(back + side)}L{_xy(back - side)}Z"
    return f"M{_xy(start)}Q{_xy(control)} {_xy(end)}", head


def _toward(start: complex, end: complex, distance: float) -> complex:
    return start + (end - start) * distance / (abs(end - start) or 1.0)


def _xy(point: complex) -> str:
    return f"{point.real:.1f} {point.imag:.1f}"
