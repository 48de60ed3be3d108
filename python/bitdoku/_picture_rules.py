"""Drawing of rules: thermometers, cages, dots and the like, in the usual way.

There are two layers: `under` has shapes that fill cells, drawn before lines and digits; `over` has shapes on borders.
Rules of the whole board without a picture (anti-knight) and primitives are not drawn; the label of the picture names
them. A rule is drawn by a method `_draw_<name>`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bitdoku.rules import Rules

    Cell = tuple[int, int]
    Paint = Callable[[str], str]
    #: Strokes of a number for (number, x, y, scale).
    Number = Callable[[int, float, float, float], str]

__all__ = ["OUTSIDE", "Marks"]

#: Rules whose clues stand outside the board.
OUTSIDE = {"sandwich", "little_killer"}

_ROUND = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


class Marks:
    """The shapes of the rules of a board.

    Parameters
    ----------
    rules
        The rules.
    cell
        The width of a cell.
    margin
        The offset of the first cell.
    fill
        Gives the attributes of a filled shape by the name of a colour.
    stroke
        Gives the attributes of a line by the name of a colour.
    number
        Gives the strokes of a number.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        cell: int,
        margin: int,
        fill: Paint,
        stroke: Paint,
        number: Number,
    ) -> None:
        self.under: list[str] = []
        self.over: list[str] = []
        self.rules = rules
        self.side = rules.side
        self._cell = cell
        self._margin = margin
        self._fill = fill
        self._stroke = stroke
        self._number = number
        for rule in rules.rules:
            draw = getattr(self, f"_draw_{rule.name}", None)
            if draw is not None:
                draw(**rule.arguments)

    # --- shapes --------------------------------------------------------------------------------------------------

    def _centre(self, cell: Sequence[float]) -> tuple[float, float]:
        """The centre of a cell; fractions reach its borders."""
        row, column = cell
        return self._margin + (column + 0.5) * self._cell, self._margin + (row + 0.5) * self._cell

    def _line(self, cells: Sequence[Any], paint: str, width: float) -> str:
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self._centre, cells))
        return f'<polyline points="{points}" {self._stroke(paint)} {_ROUND} stroke-width="{width:g}"/>'

    def _disc(self, cell: Sequence[float], radius: float, paint: str, edge: str = "") -> str:
        x, y = self._centre(cell)
        line = f' {self._stroke(edge)} stroke-width="1.5"' if edge else ""
        # A shape has one CSS class for its colours, so the edge is a separate circle.
        disc = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {self._fill(paint)}/>'
        return disc + (f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none"{line}/>' if edge else "")

    def _shade(self, cells: Iterable[Cell], paint: str) -> None:
        size = self._cell
        squares = [
            f"M{self._margin + column * size} {self._margin + row * size}h{size}v{size}h-{size}z"
            for row, column in cells
        ]
        self.under.append(f'<path {self._fill(paint)} d="{"".join(squares)}"/>')

    def _write(self, number: int, place: Sequence[float], scale: float, width: float) -> str:
        strokes = self._number(number, *self._centre(place), scale)
        return f'<path {self._stroke("given")} {_ROUND} stroke-width="{width:g}" d="{strokes}"/>'

    def _between(self, pair: Sequence[Cell]) -> tuple[float, float]:
        (row, column), (other_row, other_column) = pair
        return (row + other_row) / 2, (column + other_column) / 2

    # --- lines ---------------------------------------------------------------------------------------------------

    def _draw_thermometer(self, cells: Sequence[Cell], slow: bool) -> None:
        self.under.append(self._disc(cells[0], 15, "thin") + self._line(cells, "thin", 8 if slow else 13))

    def _draw_whispers(self, cells: Sequence[Cell], difference: int | None) -> None:
        self.under.append(self._line(cells, "green", 9))

    def _draw_renban(self, cells: Sequence[Cell]) -> None:
        self.under.append(self._line(cells, "purple", 9))

    def _draw_palindrome(self, cells: Sequence[Cell]) -> None:
        self.under.append(self._line(cells, "thin", 7))

    def _draw_between(self, cells: Sequence[Cell]) -> None:
        ends = "".join(self._disc(cell, 16, "paper", "candidate") for cell in (cells[0], cells[-1]))
        self.under.append(self._line(cells, "thin", 3) + ends)

    def _draw_arrow(self, circle: Sequence[Any], path: Sequence[Cell]) -> None:
        head = [circle] if isinstance(circle[0], int) else list(circle)
        line = self._line([head[-1], *path], "candidate", 2)
        # The arrow head: two short strokes back from the centre of the last cell.
        (x, y), (u, v) = self._centre(path[-1]), self._centre(path[-2] if len(path) > 1 else head[-1])
        length = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 or 1
        along, down = 7 * (x - u) / length, 7 * (y - v) / length
        tip = f"M{x - along - down:g} {y - down + along:g}L{x:g} {y:g}L{x - along + down:g} {y - down - along:g}"
        line += f'<path {self._stroke("candidate")} {_ROUND} stroke-width="2" d="{tip}"/>'
        if len(head) == 1:
            ring = self._disc(head[0], 16, "paper", "candidate")
        else:
            ring = self._line(head, "candidate", 32) + self._line(head, "paper", 29)
        self.under.append(line + ring)

    def _draw_diagonals(self, main: bool, anti: bool) -> None:
        last = self.side - 1
        for wanted, ends in (
            (main, [(-0.5, -0.5), (last + 0.5, last + 0.5)]),
            (anti, [(-0.5, last + 0.5), (last + 0.5, -0.5)]),
        ):
            if wanted:
                self.under.append(self._line(ends, "blue", 2))

    # --- cells ---------------------------------------------------------------------------------------------------

    def _draw_even(self, cells: Sequence[Cell]) -> None:
        for x, y in map(self._centre, cells):
            self.under.append(f'<rect x="{x - 14:g}" y="{y - 14:g}" width="28" height="28" {self._fill("thin")}/>')

    def _draw_odd(self, cells: Sequence[Cell]) -> None:
        self.under += [self._disc(cell, 14.5, "thin") for cell in cells]

    def _draw_extra_region(self, cells: Sequence[Cell]) -> None:
        self._shade(cells, "green")

    def _draw_windoku(self) -> None:
        # The windows come from the expansion of the rule.
        (rule,) = (rule for rule in self.rules.rules if rule.name == "windoku")
        for part in rule.expanded(self.rules._layout):
            self._shade(part.arguments["cells"], "green")

    def _draw_clone(self, cells: Sequence[Cell], copy: Sequence[Cell]) -> None:
        self._shade([*cells, *copy], "purple")

    # --- cages, borders, margins ---------------------------------------------------------------------------------

    def _draw_killer_cage(self, cells: Sequence[Cell], sum: int | None) -> None:
        self.over.append(
            f'<path {self._stroke("candidate")} fill="none" stroke-width="1.3" stroke-dasharray="3.5 2.5" '
            f'd="{self._outline({*cells}, 3.5)}"/>'
        )
        if sum is not None:
            row, column = min(cells)
            # In the corner, on a background that hides the edge of the cage.
            width = 3 + 5 * len(str(sum))
            x, y = self._margin + column * self._cell + 2, self._margin + row * self._cell + 2
            background = f'<rect x="{x}" y="{y}" width="{width}" height="12" {self._fill("paper")}/>'
            place = (row - 0.5 + 8 / self._cell, column - 0.5 + (2 + width / 2) / self._cell)
            self.over.append(
                background + self._write(sum, place, 0.45 if sum < 10 else 0.62 if sum < 100 else 0.85, 1.2)
            )

    def _draw_different(self, cells: Sequence[Cell]) -> None:
        self._draw_killer_cage(cells, None)

    def _outline(self, cells: set[Cell], inset: float) -> str:
        """The outline of some cells, drawn inside them, with edges that meet."""
        out = []
        for row, column in sorted(cells):
            for turned in (False, True):
                # Edges above and below; with rows and columns exchanged, those at the left and right.
                at, along = (column, row) if turned else (row, column)

                def has(across: int, beside: int, turned: bool = turned) -> bool:
                    return ((beside, across) if turned else (across, beside)) in cells

                for step in (-1, 1):
                    if has(at + step, along):
                        continue
                    level = self._margin + (at + (step > 0)) * self._cell - step * inset
                    ends = []
                    for side in (-1, 1):
                        end = float(self._margin + (along + (side > 0)) * self._cell)
                        if not has(at, along + side):
                            end -= side * inset
                        elif has(at + step, along + side):
                            end += side * inset
                        ends.append(end)
                    out.append(
                        f"M{level:g} {ends[0]:g}V{ends[1]:g}" if turned else f"M{ends[0]:g} {level:g}H{ends[1]:g}"
                    )
        return "".join(out)

    def _draw_kropki_white(self, pairs: Sequence[Sequence[Cell]]) -> None:
        self.over += [self._disc(self._between(pair), 5, "paper", "thick") for pair in pairs]

    def _draw_kropki_black(self, pairs: Sequence[Sequence[Cell]]) -> None:
        self.over += [self._disc(self._between(pair), 5, "thick") for pair in pairs]

    def _draw_kropki(self, white: Sequence[Sequence[Cell]], black: Sequence[Sequence[Cell]]) -> None:
        self._draw_kropki_white(white)
        self._draw_kropki_black(black)

    def _draw_xv(self, x: Sequence[Sequence[Cell]], v: Sequence[Sequence[Cell]], all_given: bool) -> None:
        for pairs, strokes in ((x, "M-3 -4L3 4M3 -4L-3 4"), (v, "M-3 -4L0 4L3 -4")):
            self.over += [self._sign(self._between(pair), strokes) for pair in pairs]

    def _draw_greater_than(self, pairs: Sequence[Sequence[Cell]]) -> None:
        turns = {(0, 1): "M-3 -4.5L3 0L-3 4.5", (0, -1): "M3 -4.5L-3 0L3 4.5"}
        turns |= {(1, 0): "M-4.5 -3L0 3L4.5 -3", (-1, 0): "M-4.5 3L0 -3L4.5 3"}
        for pair in pairs:
            (row, column), (other_row, other_column) = pair
            strokes = turns.get((other_row - row, other_column - column))
            if strokes:
                self.over.append(self._sign(self._between(pair), strokes))

    def _sign(self, place: Sequence[float], strokes: str) -> str:
        x, y = self._centre(place)
        return self._disc(place, 6.5, "paper") + (
            f'<path transform="translate({x:g} {y:g})" {self._stroke("thick")} {_ROUND} stroke-width="1.6" '
            f'd="{strokes}"/>'
        )

    def _draw_sandwich(self, sum: int, row: int | None, column: int | None) -> None:
        self.over.append(self._write(sum, (-0.95, column or 0) if row is None else (row, -0.95), 1, 1.8))

    def _draw_little_killer(self, start: Cell, direction: str, sum: int) -> None:
        down, right = (1 if "down" in direction else -1), (1 if "right" in direction else -1)
        row, column = start
        self.over.append(self._write(sum, (row - 1.05 * down, column - 1.05 * right), 0.9, 1.7))
        x, y = self._centre((row - 0.6 * down, column - 0.6 * right))
        tip = f"M{x - 6 * right:g} {y:g}H{x:g}V{y - 6 * down:g}M{x - 7 * right:g} {y - 7 * down:g}L{x:g} {y:g}"
        self.over.append(f'<path {self._stroke("given")} {_ROUND} stroke-width="1.3" d="{tip}"/>')
