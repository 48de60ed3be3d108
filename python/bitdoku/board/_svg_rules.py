"""Drawing of rules: thermometers, cages, dots and the like, in the usual way.

There are two layers: `under` contains shapes that fill cells, drawn before lines and digits; `over` contains shapes on
borders. `shades` are the colors of cells, which highlights override; their outlines are in `over`. The method
`_draw_<name>` draws a rule. `captions` name the rules without such a method (anti-knight, primitives), rules with an
ambiguous picture, and details that are not drawn, such as that all dots are given.

Clues outside the board are in slots, one beside each row, column and corner. The clues of a slot are stacked away from
the board:

```
       12            a number for the column
     9   14          arrows of two diagonals, each in its half of the slot
      ↙ ↘
  ┌─────────┐
```
"""

from __future__ import annotations

import math
from functools import partialmethod
from itertools import chain, cycle, pairwise
from typing import TYPE_CHECKING, Any

from bitdoku.board._glyphs import number_path
from bitdoku.board._svg_outline import CELL, MARGIN, outline
from bitdoku.rules.named import windoku

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bitdoku.rules import Rule, Rules

    Cell = tuple[int, int]
    Paint = Callable[[str], str]
    #: Down and right: -1, 0 or 1.
    Direction = tuple[int, int]

#: The height of the sums of cages.
SUM_HEIGHT = 7.6

#: The colors of highlights.
COLORS = ("yellow", "green", "blue", "red", "orange", "purple")

#: The colors of lines. Cells on the same board have other colors.
_LINE_COLORS = {
    "diagonals": "blue",
    "entropic": "orange",
    "modular": "yellow",
    "region_sum_line": "blue",
    "sum_line": "red",
    "whispers": "green",
}

#: Rules with a picture that need a caption because the picture is ambiguous.
_CAPTIONED = {"any_of", "counting_circles", "double_arrow", "entropic", "equal_sums", "full_rank", "indexing"}
_CAPTIONED |= {"lockout", "look_and_say", "lunchbox", "numbered_room", "region_sum_line", "same_values", "skyscraper"}
_CAPTIONED |= {"x_sum", "zipper"}

_ROUNDED = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def _names(rules: Iterable[Any]) -> Iterator[str]:
    """The names of rules, including the alternatives of ``any_of``."""
    for rule in rules:
        if isinstance(rule, tuple):
            yield from _names(rule)
        else:
            yield rule.name
            yield from _names(rule.arguments["rules"] if rule.name == "any_of" else ())


class RuleShapes:
    """The shapes of the rules of a board.

    ``fill`` and ``stroke`` return the attributes of a filled shape or a line by the name of a color. Without ``marked``
    there are no shapes.

    Attributes
    ----------
    under, over
        The shapes of the two layers.
    shades
        The colors of cells.
    captions
        What is not drawn, in words.
    sums
        The sums of cages by the cell whose corner shows them.
    lined
        The cells with thin lines, which candidates interrupt.
    room
        The space that clues outside the board need on each side.
    """

    def __init__(self, rules: Rules, fill: Paint, stroke: Paint, *, marked: bool = True) -> None:
        self.under: list[str] = []
        self.over: list[str] = []
        self.shades: dict[Cell, str] = {}
        self.captions: list[str] = []
        self.sums: dict[Cell, list[str]] = {}
        self.lined: set[Cell] = set()
        self.room = 0
        self.rules = rules
        self.side = rules.side
        self._fill = fill
        self._stroke = stroke
        self._clues: dict[Cell, list[tuple[Direction, int, str]]] = {}
        line_colors = {_LINE_COLORS.get(name) for name in _names(rules.rules)}
        # Yellow, the usual highlight, comes last.
        self._group_colors = cycle(color for color in (*COLORS[1:], COLORS[0]) if color not in line_colors)
        self._draw(rules.rules if marked else ())
        self.captions = [*dict.fromkeys(self.captions)]
        for slot, clues in self._clues.items():
            self._draw_slot(slot, clues)
        for first, sums in self.sums.items():
            self._draw_sums(first, sums)

    def _draw(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            self._name = rule.name.replace("_", " ")
            draw = getattr(self, f"_draw_{rule.name}", None)
            if draw is not None:
                draw(*rule.arguments.values())
            if draw is None or rule.name in _CAPTIONED:
                self.captions.append(rule.name.replace("_", " "))

    def _draw_any_of(self, rules: Sequence[Any]) -> None:
        """Draw all alternatives."""
        for alternative in rules:
            self._draw(alternative if isinstance(alternative, tuple) else (alternative,))

    # --- shapes --------------------------------------------------------------------------------------------------

    def _center(self, cell: Sequence[float]) -> tuple[float, float]:
        """The center of a cell; a fraction of 0.5 moves it to the border."""
        row, column = cell
        return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL

    def _line(self, cells: Sequence[Any], paint: str, width: float) -> str:
        if any(math.dist(*pair) >= 2 for pair in pairwise(cells)) and all(isinstance(n, int) for n in chain(*cells)):
            self.captions.append(" ".join([self._name, *(f"r{row + 1}c{column + 1}" for row, column in cells)]))
        if paint in ("candidate", "thin"):
            self.lined.update(cells)
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self._center, cells))
        return f'<polyline points="{points}" {self._stroke(paint)} {_ROUNDED} stroke-width="{width:g}"/>'

    def _disc(self, cell: Sequence[float], radius: float, paint: str, edge: str = "") -> str:
        x, y = self._center(cell)
        line = f' {self._stroke(edge)} stroke-width="1.5"' if edge else ""
        if edge:
            self.lined.add((cell[0], cell[1]))  # type: ignore[arg-type]  # a border is no cell
        # An element has one CSS class for its color, so the edge is a separate circle.
        disc = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {self._fill(paint)}/>'
        return disc + (f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none"{line}/>' if edge else "")

    def _shade(self, cells: Sequence[Cell], paint: str) -> None:
        """Color cells and outline them."""
        self.shades.update(dict.fromkeys(cells, paint))
        self._trace(outline({*cells}))

    def _trace(self, path: str, dash: str = "") -> None:
        self.over.append(f'<path {self._stroke("candidate")} fill="none" stroke-width="1.3"{dash} d="{path}"/>')

    def _between(self, pair: Sequence[Cell]) -> tuple[float, float]:
        (row, column), (other_row, other_column) = pair
        return (row + other_row) / 2, (column + other_column) / 2

    def _adjacent(self, name: str, pairs: Sequence[Sequence[Cell]]) -> list[Sequence[Cell]]:
        """The pairs of adjacent cells. Captions name other pairs: a mark midway would be on cells between them."""
        for pair in pairs:
            if math.dist(*pair) != 1:
                self.captions.append(" ".join([name, *(f"r{row + 1}c{column + 1}" for row, column in pair)]))
        return [pair for pair in pairs if math.dist(*pair) == 1]

    # --- lines ---------------------------------------------------------------------------------------------------

    def _draw_plain(self, paint: str, width: float, cells: Sequence[Cell]) -> None:
        self.under.append(self._line(cells, paint, width))

    _draw_entropic = partialmethod(_draw_plain, _LINE_COLORS["entropic"], 9)
    _draw_palindrome = partialmethod(_draw_plain, "line", 7)
    _draw_region_sum_line = partialmethod(_draw_plain, _LINE_COLORS["region_sum_line"], 7)
    # The purple of cells is too pale for a line.
    _draw_renban = partialmethod(_draw_plain, "violet", 9)

    def _draw_thermometer(self, cells: Sequence[Cell], slow: bool) -> None:
        self.under.append(self._disc(cells[0], 15, "line") + self._line(cells, "line", 8 if slow else 13))

    def _draw_whispers(self, cells: Sequence[Cell], difference: int | None) -> None:
        if difference is not None:
            self.captions.append(f"whispers differ by {difference}")
        self.under.append(self._line(cells, _LINE_COLORS["whispers"], 9))

    def _draw_with_round_ends(self, paint: str, width: float, cells: Sequence[Cell]) -> None:
        ends = "".join(self._disc(cell, 16, "paper", "candidate") for cell in (cells[0], cells[-1]))
        self.under.append(self._line(cells, paint, width) + ends)

    _draw_between = partialmethod(_draw_with_round_ends, "thin", 3)
    _draw_double_arrow = partialmethod(_draw_with_round_ends, "candidate", 2)

    def _draw_lockout(self, cells: Sequence[Cell], difference: int | None) -> None:
        if difference is not None:
            self.captions.append(f"lockout ends differ by {difference}")
        self.under.append(self._line(cells, "thin", 4))
        for x, y in map(self._center, (cells[0], cells[-1])):
            diamond = f"M{x - 17:g} {y:g}l17 -17l17 17l-17 17z"
            self.under.append(f'<path {self._fill("paper")} d="{diamond}"/>')
            self.under.append(f'<path {self._stroke("candidate")} fill="none" stroke-width="1.5" d="{diamond}"/>')

    def _draw_zipper(self, cells: Sequence[Cell]) -> None:
        # Two rails, and a ring in the middle cell.
        line = self._line(cells, "violet", 11) + self._line(cells, "paper", 4)
        self.under.append(line + (self._disc(cells[len(cells) // 2], 9, "violet") if len(cells) % 2 else ""))

    def _draw_modular(self, cells: Sequence[Cell], modulus: int) -> None:
        self.captions.append(f"modulus {modulus}")
        self.under.append(self._line(cells, _LINE_COLORS["modular"], 9))

    def _draw_sum_line(self, cells: Sequence[Cell], sum: int) -> None:
        self.captions.append(f"parts of a line with sum {sum}")
        self.under.append(self._line(cells, _LINE_COLORS["sum_line"], 9))

    def _draw_arrow(self, circle: Sequence[Any], path: Sequence[Cell]) -> None:
        head = [circle] if isinstance(circle[0], int) else list(circle)
        # The arrow ends before the digit of the last cell. The arrowhead is two short strokes back from its tip.
        (row, column), (last_row, last_column) = path[-2] if len(path) > 1 else head[-1], path[-1]
        down, right = last_row - row, last_column - column
        short = 13 / CELL / (math.hypot(down, right) or 1)
        end = (last_row - short * down, last_column - short * right)
        line = self._line([head[-1], *path[:-1], end], "candidate", 2)
        self.lined.add(path[-1])
        x, y = self._center(end)
        along, across = 7 * right * short * CELL / 13, 7 * down * short * CELL / 13
        tip = (
            f"M{x - along - across:g} {y - across + along:g}L{x:g} {y:g}L{x - along + across:g} {y - across - along:g}"
        )
        line += f'<path {self._stroke("candidate")} {_ROUNDED} stroke-width="2" d="{tip}"/>'
        if len(head) == 1:
            ring = self._disc(head[0], 16, "paper", "candidate")
        else:
            ring = self._line(head, "candidate", 32) + self._line(head, "paper", 29)
        self.under.append(line + ring)

    def _draw_diagonals(self, main: bool, anti: bool) -> None:
        last = self.side - 1
        ends = [[(-0.5, -0.5), (last + 0.5, last + 0.5)]] * main + [[(-0.5, last + 0.5), (last + 0.5, -0.5)]] * anti
        self.under += [self._line(pair, _LINE_COLORS["diagonals"], 2) for pair in ends]

    # --- cells ---------------------------------------------------------------------------------------------------

    def _draw_parity(self, shape: str, cells: Sequence[Cell]) -> None:
        """Draw shapes with an edge, which makes them visible on the bulb of a thermometer."""
        path = "".join(f"M{x:g} {y:g}{shape}" for x, y in map(self._center, cells))
        self.under.append(f'<path {self._fill("line")} d="{path}"/>')
        self.lined.update(cells)
        self._trace(path)

    _draw_even = partialmethod(_draw_parity, "m-14 -14h28v28h-28z")
    _draw_odd = partialmethod(_draw_parity, "m-14.5 0a14.5 14.5 0 0 1 29 0a14.5 14.5 0 0 1 -29 0z")

    def _draw_extra_region(self, cells: Sequence[Cell]) -> None:
        self._draw_groups([cells])

    def _draw_windoku(self) -> None:
        self._draw_groups([part.arguments["cells"] for part in windoku().expanded(self.rules._layout)])

    def _draw_clone(self, cells: Sequence[Cell], copy: Sequence[Cell]) -> None:
        self._draw_groups([cells, copy])

    def _draw_edge(self, sign: int, cells: Sequence[Cell]) -> None:
        """Shade cells, and point from the larger to the smaller cell on their borders to other cells."""
        self._shade(cells, "house")
        for row, column in cells:
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                other = row + down, column + right
                if other not in cells and self.rules._layout.inside(*other):
                    self._draw_greater_than([((row, column), other)[::sign]])

    _draw_maximum = partialmethod(_draw_edge, 1)
    _draw_minimum = partialmethod(_draw_edge, -1)

    def _draw_indexing(self, cells: Sequence[Cell], by: str) -> None:
        self._shade(cells, "red" if by == "column" else "orange")

    def _draw_counting_circles(self, cells: Sequence[Cell]) -> None:
        self.under += [self._disc(cell, 16, "paper", "candidate") for cell in cells]

    def _draw_groups(self, groups: Sequence[Sequence[Cell]]) -> None:
        """Outline each group, all in one color."""
        color = next(self._group_colors)
        for cells in groups:
            self._shade(cells, color)

    _draw_equal_sums = _draw_same_values = _draw_groups

    # --- cages, borders, margins ---------------------------------------------------------------------------------

    def _draw_killer_cage(self, cells: Sequence[Cell], sum: int | str | None = None) -> None:
        self._trace(outline({*cells}), ' stroke-dasharray="3.5 2.5"')
        if sum is not None:
            self._write_sum(min(cells), sum)

    _draw_different = _draw_look_and_say = _draw_killer_cage

    def _write_sum(self, cell: Cell, sum: int | str) -> None:
        """Write a sum or another clue into the corner of a cell."""
        self.sums.setdefault(cell, []).append(str(sum))

    def _draw_sums(self, cell: Cell, sums: list[str]) -> None:
        """Draw the sums of a cell side by side, on backgrounds that hide the edges of cages."""
        x, y = MARGIN + cell[1] * CELL + 1.5, MARGIN + cell[0] * CELL + 1
        # Long numbers shrink to the width of the cell.
        fit = min(1, (CELL - 3) / sum(1.5 + 6 * len(one) for one in sums))
        for one in sums:
            width = fit * (1.5 + 6 * len(one))
            self.over.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="9.2" {self._fill("paper")}/>')
            # All numbers have the height SUM_HEIGHT: `number_path` makes several digits smaller.
            scale = SUM_HEIGHT / 14 / (1, 0.72, 0.52)[min(len(one), 3) - 1] * fit
            self._ink(number_path(one, x + width / 2, y + 4.6, scale), 1.4)
            x += width

    def _draw_lunchbox(self, cells: Sequence[Cell], sum: int) -> None:
        # A cage drawn as a box with round corners.
        self.under.append(self._line(cells, "candidate", 31) + self._line(cells, "paper", 28.5))
        self._write_sum(cells[0], sum)

    def _draw_quadruple(self, cell: Cell, digits: Any) -> None:
        digits = sorted((digits,) if isinstance(digits, int) else digits)
        corner = (cell[0] + 0.5, cell[1] + 0.5)
        x, y = self._center(corner)
        self.over.append(self._disc(corner, 11, "paper", "thick"))
        # Two digits in a row; a single digit is centered.
        rows = [digits[:2], digits[2:]] if len(digits) > 2 else [digits]
        scale = 0.5 if self.side < 10 else 0.4
        for k, row in enumerate(rows):
            for j, digit in enumerate(row):
                u, v = x + 7.4 * (j - (len(row) - 1) / 2), y + 8.6 * (k - (len(rows) - 1) / 2)
                self._ink(number_path(digit, u, v, scale if len(digits) > 1 else 0.85), 1.3)

    def _draw_dots(self, color: str, pairs: Sequence[Sequence[Cell]]) -> None:
        adjacent = self._adjacent(f"{color} dot", pairs)
        self.over += [self._disc(self._between(pair), 5, color, "thick") for pair in adjacent]

    _draw_kropki_white = partialmethod(_draw_dots, "white")
    _draw_kropki_black = partialmethod(_draw_dots, "black")

    def _draw_kropki(self, white: Sequence[Sequence[Cell]], black: Sequence[Sequence[Cell]]) -> None:
        self._draw_kropki_white(white)
        self._draw_kropki_black(black)
        self.captions.append("all dots given")

    def _draw_xv(self, x: Sequence[Sequence[Cell]], v: Sequence[Sequence[Cell]], all_given: bool) -> None:
        for name, pairs, strokes in (("X", x, "M-3 -4L3 4M3 -4L-3 4"), ("V", v, "M-3 -4L0 4L3 -4")):
            self.over += [self._sign(self._between(pair), strokes) for pair in self._adjacent(name, pairs)]
        if all_given:
            self.captions.append("all X and V given")

    def _draw_greater_than(self, pairs: Sequence[Sequence[Cell]]) -> None:
        turns = {(0, 1): "M-3 -4.5L3 0L-3 4.5", (0, -1): "M3 -4.5L-3 0L3 4.5"}
        turns |= {(1, 0): "M-4.5 -3L0 3L4.5 -3", (-1, 0): "M-4.5 3L0 -3L4.5 3"}
        for pair in self._adjacent("greater than", pairs):
            (row, column), (other_row, other_column) = pair
            strokes = turns[other_row - row, other_column - column]
            self.over.append(self._sign(self._between(pair), strokes))

    def _sign(self, place: Sequence[float], strokes: str) -> str:
        x, y = self._center(place)
        return self._disc(place, 6.5, "paper") + (
            f'<path transform="translate({x:g} {y:g})" {self._stroke("thick")} {_ROUNDED} stroke-width="1.6" '
            f'd="{strokes}"/>'
        )

    # --- clues outside -------------------------------------------------------------------------------------------

    def _draw_beside(
        self, frame: str, number: int, row: int | None, column: int | None, reverse: bool = False, ties: bool = True
    ) -> None:
        """Add the clue of a row or column, at its left or top, or with ``reverse`` at the other end."""
        end = self.side if reverse else -1
        self._add_clue(number, (end, column or 0) if row is None else (row, end), frame=frame)

    _draw_sandwich = partialmethod(_draw_beside, "")
    _draw_skyscraper = partialmethod(_draw_beside, "M-7.5 10V-8L0 -11.5L7.5 -8V10")
    _draw_x_sum = partialmethod(_draw_beside, "M-11.5 -9.5H11.5V9.5H-11.5Z")
    _draw_full_rank = partialmethod(_draw_beside, "M-12.5 0L-7 -9.5H7L12.5 0L7 9.5H-7Z")
    _draw_numbered_room = partialmethod(_draw_beside, "M-10.5 0a10.5 10.5 0 0 1 21 0a10.5 10.5 0 0 1 -21 0z")

    def _draw_little_killer(self, start: Cell, direction: str, sum: int) -> None:
        down, right = (1 if "down" in direction else -1), (1 if "right" in direction else -1)
        self._add_clue(sum, (start[0] - down, start[1] - right), (down, right))

    def _add_clue(self, number: int, slot: Cell, direction: Direction = (0, 0), *, frame: str = "") -> None:
        """Add a number beside the board, unless it is there.

        The row or the column of the slot is -1 or the side of the board. The direction is that of an arrow from the
        number into a diagonal, or (0, 0). The frame is the path of strokes around the number.
        """
        clues = self._clues.setdefault(slot, [])
        if (direction, number, frame) not in clues:
            clues.append((direction, number, frame))

    def _draw_slot(self, slot: Cell, clues: list[tuple[Direction, int, str]]) -> None:
        """Draw the clues of a slot, from the board outward: arrows first, one of each direction in a layer."""
        depth = 0
        arrows = [(direction, number) for direction, number, _ in clues if any(direction)]
        while arrows:
            layer = dict(reversed(arrows))
            for clue in layer.items():
                arrows.remove(clue)
                self._draw_arrow_clue(slot, *clue, depth)
            depth += 34
        for _, number, frame in (clue for clue in clues if not any(clue[0])):
            x, y = self._beside(slot, depth + 13)
            self._ink(number_path(number, x, y, 0.85 if frame else 1), 1.8)
            if frame:
                shape = f'transform="translate({x:g} {y:g})" stroke-width="1.2" d="{frame}"'
                self.over.append(f"<path {self._stroke('candidate')} {_ROUNDED} {shape}/>")
            depth += 24
        self.room = max(self.room, depth + 2)

    def _draw_arrow_clue(self, slot: Cell, direction: Direction, number: int, depth: int) -> None:
        down, right = direction
        # Along an edge each direction has its half of the slot; a corner has one direction.
        halves = [way if -1 < place < self.side else 0 for place, way in zip(slot, direction, strict=True)]
        x, y = self._beside(slot, depth + 23)
        self._ink(number_path(number, x + 9 * halves[1], y + 9 * halves[0], 0.85), 1.6)
        x, y = self._beside(slot, depth + 3)
        x, y = x + 17 * halves[1], y + 17 * halves[0]
        tip = f"M{x - 6 * right:g} {y:g}H{x:g}V{y - 6 * down:g}M{x - 9 * right:g} {y - 9 * down:g}L{x:g} {y:g}"
        self._ink(tip, 1.3)

    def _beside(self, slot: Cell, distance: float) -> tuple[float, float]:
        """The point in the middle of a slot, at a distance from the edge of the board."""
        points = []
        for place in reversed(slot):
            edge = MARGIN + max(0, min(place, self.side)) * CELL
            points.append(edge - distance if place < 0 else edge + distance if place >= self.side else edge + 20.0)
        return points[0], points[1]

    def _ink(self, strokes: str, width: float) -> None:
        self.over.append(f'<path {self._stroke("given")} {_ROUNDED} stroke-width="{width}" d="{strokes}"/>')
