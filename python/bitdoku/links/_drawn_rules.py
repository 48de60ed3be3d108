"""Rules from drawings and words: a green line is a whisper line where the text says so.

Each reader of `RulesReader` marks the drawings that it has used; what is left at the end is refused by name. What the
caller says of drawings are statements too, which come before the words.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bitdoku import rules as r
from bitdoku._errors import RulesError
from bitdoku.links._drawn_marks import MarksReader, floored, name_of
from bitdoku.links._meanings import NAMES, Meaning
from bitdoku.links._words import LINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bitdoku.links._drawings import Drawn
    from bitdoku.links._shared import Cell
    from bitdoku.links._words import Statement

#: Rules that are one line.
_MAKERS: dict[str, Callable[[list[Cell], Statement], r.Rule]] = {
    "whispers": lambda cells, said: r.whispers(cells, _difference(said)),
    "palindrome": lambda cells, _: r.palindrome(cells),
    "entropic": lambda cells, _: r.entropic(cells),
    "modular": lambda cells, _: r.modular(cells),
    "parity": lambda cells, _: r.modular(cells, 2),
    "between": lambda cells, _: r.between(cells),
    "lockout": lambda cells, said: r.lockout(cells, said.number()),
    "zipper": lambda cells, _: r.zipper(cells),
    "sum_line": lambda cells, _: _sum_line(cells, 10),
    # The caller may call a line without a circle an arrow.
    "arrow": lambda cells, _: r.arrow(cells[0], cells[1:]),
    "double_arrow": lambda cells, _: r.double_arrow(cells),
    "nabner": lambda cells, _: nabner(cells),
}
#: Lines with circles at their ends or in their center.
_WITH_CIRCLES = {"between", "lockout", "zipper", "double_arrow"}


class RulesReader(MarksReader):
    """Reads the rules of one document."""

    def rules(self) -> list[r.Rule]:
        """All rules, without those of the whole board. Fills ``unread``."""
        found = [
            *self._called(), *self._cages(), *self._arrows(), *self._little_killers(), *self._outside(),
            *self._diagonals(), *self._inequalities(), *self._lines(), *self._marks(), *self._quadruples(),
            *self._circles_and_squares(),
        ]  # fmt: skip
        self._use_outlines()
        for drawing in self.drawings:
            if drawing.used:
                continue
            if self._is_shading(drawing):
                self.ignored["colors of cells"] = None
            else:
                self._refuse(f"the {name_of(drawing)}", drawing.origin)
        return found

    def _use_outlines(self) -> None:
        """Mark the lines that repeat a line in another color, which are its outline."""
        lines = {(*line.points,): line for line in self.drawings if line.kind == "lines" and line.used}
        for line in self._free("lines"):
            same = lines.get((*line.points,)) or lines.get((*reversed(line.points),))
            if same is not None:
                line.meaning, line.called = same.meaning, same.called

    def _is_shading(self, drawing: Drawn) -> bool:
        """Whether a drawing is a colored background to which the words do not refer."""
        height, width = drawing.size
        colored = "|".join([*drawing.colors, "shaded", "colou?r", "grey", "marked", "tinted", "highlight"])
        return (
            drawing.kind == "underlays" and not drawing.text and not drawing.is_round
            and min(height, width) >= 0.95 and not self.words.mentions(rf"\b(?:{colored})")
        )  # fmt: skip

    # --- arrows ---

    def _arrows(self) -> Iterator[r.Rule]:
        if not self.words.named("arrow"):
            return
        circles = [
            shape for shape in self._shapes()
            if shape.is_round and not shape.text and min(shape.size) >= 0.6
        ]  # fmt: skip
        paths = [(arrow, path) for arrow in self._free("arrows") if (path := arrow.path()) and self._inside(*path)]
        known: dict[Cell, tuple[list[Cell], list[Cell]]] = {}
        pending = paths
        while pending:
            later = []
            for arrow, path in pending:
                circle = next((shape for shape in circles if path[0] in shape.covered()), None)
                if circle is not None:
                    head = circle.covered()
                    before: list[Cell] = []
                    circle.meaning = "arrow"
                elif path[0] in known:
                    head, before = known[path[0]]
                else:
                    later.append((arrow, path))
                    continue
                cells = [cell for cell in path if cell not in head] if circle else path[1:]
                for k, cell in enumerate(cells):
                    known.setdefault(cell, (head, [*before, *cells[: k + 1]]))
                arrow.meaning = "arrow"
                yield r.arrow(head[0] if len(head) == 1 else head, [*before, *cells])
            if len(later) == len(pending):
                break
            pending = later
        for arrow, path in pending:
            if any(said.name == "arrow" for said in self._meanings_of_caller(arrow)):
                arrow.meaning, arrow.called = "arrow", True
                yield r.arrow(path[0], path[1:])

    def _little_killers(self) -> Iterator[r.Rule]:
        if not self.words.named("little_killer"):
            return
        texts = [
            shape for shape in self._shapes() if shape.text.isdecimal() and not self._inside(floored(shape.center))
        ]
        for arrow in self._free("arrows"):
            (top, left), (bottom, right) = arrow.points[0], arrow.points[-1]
            step = (bottom > top) - (bottom < top), (right > left) - (right < left)
            number = min(texts, key=lambda text: _distance(text.center, (top, left)), default=None)
            if number is None or _distance(number.center, (top, left)) > 0.8 or 0 in step:
                continue
            row, column = floored(number.center)
            start = row + step[0], column + step[1]
            if not self._inside(start) or number.used:
                continue
            arrow.meaning = number.meaning = "little_killer"
            name = {(1, 1): "down_right", (1, -1): "down_left", (-1, 1): "up_right", (-1, -1): "up_left"}[step]
            yield r.little_killer(start, name, int(number.text))

    # --- lines ---

    def _diagonals(self) -> Iterator[r.Rule]:
        if not self.words.named("diagonals"):
            return
        drawn = {}
        for line in self._free("lines"):
            ends = {(round(row), round(column)) for row, column in (line.points[0], line.points[-1])}
            straight = len(line.points) == 2 or all(
                min(abs(row - column), abs(row + column - self.side)) < 0.1 for row, column in line.points
            )
            for name, corners in {
                "main": {(0, 0), (self.side, self.side)},
                "anti": {(0, self.side), (self.side, 0)},
            }.items():
                if straight and ends == corners:
                    drawn[name] = line
        for line in drawn.values():
            line.meaning = "diagonals"
        if not drawn and self.typed is not None:
            return
        if not drawn and not self.words.mentions(r"(?:both|two|main|marked|long|each|the) .{0,25}diagonals"):
            raise RulesError("the words mention a diagonal that is not drawn; ignore=['words'] skips it")
        yield r.diagonals(main=not drawn or "main" in drawn, anti=not drawn or "anti" in drawn)

    def _lines(self) -> Iterator[r.Rule]:
        groups: dict[str, list[tuple[Drawn, list[Cell]]]] = {}
        for line in self._free("lines"):
            path = line.path()
            if path is not None and self._inside(*path):
                for name, said in self._meanings(line).items():
                    groups.setdefault(name, []).append((line, path))
                    line.meaning = name
                    if name in _MAKERS:
                        yield _MAKERS[name](path, said)
                    if name in _WITH_CIRCLES:
                        self._use_circles(path, name)
        yield from self._region_sums([path for _, path in groups.get("region_sum_line", [])])
        if "renban" in groups:
            yield from map(r.renban, _joined([path for _, path in groups["renban"]]))
        if "thermometer" in groups:
            yield from self._thermometers(groups["thermometer"])

    def _region_sums(self, paths: list[list[Cell]]) -> Iterator[r.Rule]:
        """A line that ends on another one is part of it: then the connected cells in each region have the same sum."""
        for group in _touching(paths):
            if len(group) == 1:
                yield r.region_sum_line(self._cut_at_border(group[0]))
                continue
            regions = self.board.regions
            parts: dict[Cell, set[Cell]] = {cell: {cell} for path in group for cell in path}
            for one, two in (pair for path in group for pair in pairwise(path)):
                if regions[one] == regions[two] and parts[one] is not parts[two]:
                    parts[one] |= parts[two]
                    parts.update(dict.fromkeys(parts[two], parts[one]))
            yield r.equal_sums([sorted(part) for part in {id(part): part for part in parts.values()}.values()])

    def _cut_at_border(self, path: list[Cell]) -> list[Cell]:
        """The line; a closed one starts where it enters a region."""
        if path[0] != path[-1]:
            return path
        ring, regions = path[:-1], self.board.regions
        start = next((k for k in range(len(ring)) if regions[ring[k - 1]] != regions[ring[k]]), 0)
        return ring[start:] + ring[:start]

    def _meanings(self, line: Drawn) -> dict[str, Statement]:
        """What the words say about a line: statements that name its color, else the one that its color means."""
        called = [said for said in self._meanings_of_caller(line) if said.name != "little_killer"]
        if called:
            line.called = True
            return {said.name: said for said in called}
        named = (statement for name in NAMES["lines"] if name in LINES for statement in self.words.named(name))
        said = [statement for statement in named if not isinstance(statement, Meaning)]
        bulb = any(self._bulbs(line))
        said = [statement for statement in said if statement.name != "thermometer" or bulb]
        if bulb and any(statement.name == "thermometer" for statement in said):
            # A bulb is for thermometers only.
            return {statement.name: statement for statement in said if statement.name == "thermometer"}
        explicit = [statement for statement in said if statement.colors & line.colors]
        implicit = {
            statement.name: statement for statement in said
            if not statement.colors & {*_COLORS} and LINES[statement.name][1] & line.colors
        }  # fmt: skip
        if explicit:
            return {statement.name: statement for statement in explicit}
        if len(implicit) == 1:
            return implicit
        unclear = {statement.name: statement for statement in said if not statement.colors}
        colors = {frozenset(other.colors) for other in self.drawings if other.kind == "lines" and not other.used}
        return unclear if len(said) == len(unclear) == 1 and len(colors) == 1 else {}

    def _bulbs(self, line: Drawn) -> Iterator[Drawn]:
        """The filled circles of the color of a line at its ends."""
        path = line.path() or []
        for shape in self.drawings:
            if shape.kind in {"overlays", "underlays"} and shape.is_round and not shape.text and path:
                filled = shape.colors & line.colors and min(shape.size) >= 0.5
                if filled and shape.cell() in {path[0], path[-1]}:
                    yield shape

    def _use_circles(self, path: list[Cell], meaning: str) -> None:
        middle = {path[len(path) // 2], path[(len(path) - 1) // 2]}
        for shape in self._shapes():
            at_end = shape.is_round and shape.cell() in {path[0], path[-1]}
            if not shape.text and min(shape.size) < 1 and (at_end or {*shape.touched()} == middle):
                shape.meaning = meaning

    def _thermometers(self, lines: list[tuple[Drawn, list[Cell]]]) -> Iterator[r.Rule]:
        slow = bool(self.words.slow())
        paths = []
        for line, path in lines:
            bulbs = [*self._bulbs(line)]
            starts = {bulb.cell() for bulb in bulbs}
            for bulb in bulbs:
                bulb.meaning = "thermometer"
            if path[0] in starts and path[-1] in starts:
                self._refuse(f"the thermometer with two bulbs, {name_of(line)}", line.origin)
            # A line of the caller without a bulb starts where it is drawn.
            paths.append(path[::-1] if path[-1] in starts else path)
        # Branches without a bulb of their own.
        branches = [
            (line, cells) for line in self._free("lines")
            if (cells := line.path() or []) and self._inside(*cells) and line.colors == lines[0][0].colors
        ]  # fmt: skip
        for line, cells in branches:
            for branch in (cells, cells[::-1]):
                stem = next((other for other in paths if branch[0] in other), None)
                if stem is not None and not line.used:
                    line.meaning = "thermometer"
                    paths.append([*stem[: stem.index(branch[0])], *branch])
        yield from (r.thermometer(path, slow=slow) for path in paths)


_COLORS = ("red", "orange", "yellow", "green", "turquoise", "blue", "purple", "pink", "black", "white")


def _difference(said: Statement) -> int | None:
    number = said.number()
    if number is None and "whisper" not in said.sentence:
        raise RulesError(f"the rules in words say {said.sentence[:120]!r}, which has no number for the difference")
    return number


def _sum_line(cells: list[Cell], total: int) -> r.Rule:
    """The line is divided into parts with the sum; a closed one may be cut anywhere."""
    if len(cells) < 4 or cells[0] != cells[-1]:
        return r.sum_line(cells, total)
    ring = cells[:-1]
    return r.any_of(*[r.sum_line(ring[k:] + ring[:k], total) for k in range(len(ring))])


def _distance(first: tuple[float, float], second: tuple[float, float]) -> float:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _touching(paths: list[list[Cell]]) -> list[list[list[Cell]]]:
    """The lines in groups; a line that ends on another one is in its group."""
    groups: list[list[list[Cell]]] = []
    for path in paths:
        near = [
            group for group in groups
            if any({path[0], path[-1]} & {*other} or {other[0], other[-1]} & {*path} for other in group)
        ]  # fmt: skip
        groups = [group for group in groups if group not in near]
        groups.append([other for group in near for other in group] + [path])
    return groups


def _joined(paths: list[list[Cell]]) -> list[list[Cell]]:
    """Lines as sets of cells; a line that ends on another one is part of it."""
    return [list(dict.fromkeys(cell for path in group for cell in path)) for group in _touching(paths)]


def nabner(cells: list[Cell]) -> r.Rule:
    """No two digits on the line are equal or consecutive."""
    pairs = [(one, two) for k, one in enumerate(cells) for two in cells[k + 1 :]]
    return r.related(pairs, lambda a, b: abs(a - b) > 1)
