"""Rules from the drawings and the words of a SudokuPad document.

A drawing states a rule only together with words: a green line is a whisper line where the text says so. Each reader of
`RulesReader` marks the drawings that it has used; what is left at the end is refused by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku import rules as r
from bitdoku._errors import RulesError, shown
from bitdoku.links._words import LINES, Statement, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bitdoku.links._scl_drawings import Drawing
    from bitdoku.links._shared import Cell
    from bitdoku.rules import Rules

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
    "sum_line": lambda cells, _: r.sum_line(cells, 10),
}
#: Lines with circles at their ends or in their center.
_WITH_CIRCLES = {"between", "lockout", "zipper"}
_OUTSIDE = ("sandwich", "x_sum", "skyscraper")
#: Marks on edges: the sum of the cells of X and V, and what dots compare.
_SUMS = {"x": 10, "v": 5}


class RulesReader:
    """Reads the rules of one document.

    Attributes
    ----------
    ignored
        The names of drawings that are not rules.
    """

    def __init__(self, board: Rules, words: Words, drawings: list[Drawing], cages: list[dict[str, Any]]) -> None:
        self.board = board
        self.side = board.side
        self.words = words
        self.drawings = [drawing for drawing in drawings if not drawing.is_invisible]
        self.cages = cages
        self.ignored: dict[str, None] = {}

    def rules(self) -> list[r.Rule]:
        """All rules, without those of the whole board. Raises RulesError for drawings that are not understood."""
        found = [
            *self._cages(), *self._arrows(), *self._little_killers(), *self._outside(), *self._diagonals(),
            *self._lines(), *self._marks(), *self._quadruples(), *self._circles_and_squares(),
        ]  # fmt: skip
        self._refuse_rest()
        return found

    # --- what is left ---

    def _refuse_rest(self) -> None:
        for drawing in self.drawings:
            if drawing.used:
                continue
            if self._is_shading(drawing):
                self.ignored["colors of cells"] = None
                continue
            name = drawing.kind
            raise RulesError(
                f"the {drawing} has no meaning that the rules in words explain, which is not supported; "
                f"ignore=[{name!r}] skips all {name}"
            )

    def _is_shading(self, drawing: Drawing) -> bool:
        """Whether a drawing is a colored background to which the words do not refer."""
        height, width = drawing.size
        colored = "|".join([*drawing.colors, "shaded", "colou?r", "grey", "marked", "tinted", "highlight"])
        return (
            drawing.kind == "underlays" and not drawing.text and not drawing.is_round
            and min(height, width) >= 0.95 and not self.words.mentions(rf"\b(?:{colored})")
        )  # fmt: skip

    def _free(self, *kinds: str) -> Iterator[Drawing]:
        """The drawings of these lists that are not used yet."""
        return (drawing for drawing in self.drawings if drawing.kind in kinds and not drawing.used)

    def _shapes(self) -> Iterator[Drawing]:
        return self._free("overlays", "underlays")

    def _inside(self, *cells: Cell) -> bool:
        return all(0 <= row < self.side and 0 <= column < self.side for row, column in cells)

    # --- cages ---

    def _cages(self) -> Iterator[r.Rule]:
        summed, unique = self.words.named("killer_cage"), self.words.named("cage")
        repeat = self.words.mentions(r"(?:can|may) (?:be )?repeat(?:ed)? (?:with)?in (?:a )?cage")
        for cage in self.cages:
            cells = [tuple(cell) for cell in cage["cells"]]
            value = cage.get("value", cage.get("cageValue"))
            if value in (None, ""):
                if not (unique or (summed and cage.get("unique"))):
                    raise self._no_words("cage without a sum", cells, "cages")
                yield r.different(cells)
                continue
            if not str(value).isdecimal() or len(str(value)) > 6:
                raise RulesError(f"{self._at('cage', cells)} has the value {shown(value)}; expected a sum")
            if not summed:
                raise self._no_words(f"cage with the sum {value}", cells, "cages")
            distinct = cage.get("unique", not repeat)
            yield r.killer_cage(cells, int(value)) if distinct else r.total(cells, int(value))

    def _at(self, what: str, cells: list[Any]) -> str:
        row, column = cells[0]
        return f"the {what} at r{row + 1}c{column + 1}"

    def _no_words(self, what: str, cells: list[Any], name: str) -> RulesError:
        return RulesError(
            f"{self._at(what, cells)} has no meaning that the rules in words explain, which is not supported; "
            f"ignore=[{name!r}] skips all {name}"
        )

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
                    circle.used = True
                elif path[0] in known:
                    head, before = known[path[0]]
                else:
                    later.append((arrow, path))
                    continue
                cells = [cell for cell in path if cell not in head] if circle else path[1:]
                for k, cell in enumerate(cells):
                    known.setdefault(cell, (head, [*before, *cells[: k + 1]]))
                arrow.used = True
                yield r.arrow(head[0] if len(head) == 1 else head, [*before, *cells])
            if len(later) == len(pending):
                return
            pending = later

    def _little_killers(self) -> Iterator[r.Rule]:
        if not self.words.named("little_killer"):
            return
        texts = [shape for shape in self._shapes() if shape.text.isdecimal() and not self._inside(_floor(shape.center))]
        for arrow in self._free("arrows"):
            (top, left), (bottom, right) = arrow.points[0], arrow.points[-1]
            step = (bottom > top) - (bottom < top), (right > left) - (right < left)
            number = min(texts, key=lambda text: _distance(text.center, (top, left)), default=None)
            if number is None or _distance(number.center, (top, left)) > 0.8 or 0 in step:
                continue
            row, column = _floor(number.center)
            start = row + step[0], column + step[1]
            if not self._inside(start) or number.used:
                continue
            arrow.used = number.used = True
            name = {(1, 1): "down_right", (1, -1): "down_left", (-1, 1): "up_right", (-1, -1): "up_left"}[step]
            yield r.little_killer(start, name, int(number.text))

    def _outside(self) -> Iterator[r.Rule]:
        kinds = [name for name in _OUTSIDE if self.words.named(name)]
        if len(kinds) != 1:
            return
        for shape in self._shapes():
            row, column = _floor(shape.center)
            inside = range(self.side)
            if not shape.text.isdecimal() or (row in inside) == (column in inside):
                continue
            place = {"row": row} if row in inside else {"column": column}
            reverse = column >= self.side or row >= self.side
            shape.used = True
            value = int(shape.text)
            if kinds[0] == "sandwich":
                yield r.sandwich(value, **place)
            else:
                yield getattr(r, kinds[0])(value, **place, reverse=reverse)

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
            line.used = True
        if not drawn and not self.words.mentions(r"(?:both|two|main|marked|long|each|the) .{0,25}diagonals"):
            raise RulesError("the words mention a diagonal that is not drawn; ignore=['words'] skips it")
        yield r.diagonals(main=not drawn or "main" in drawn, anti=not drawn or "anti" in drawn)

    def _lines(self) -> Iterator[r.Rule]:
        groups: dict[str, list[tuple[Drawing, list[Cell]]]] = {}
        for line in self._free("lines"):
            path = line.path()
            if path is not None and self._inside(*path):
                for name, said in self._meanings(line).items():
                    groups.setdefault(name, []).append((line, path))
                    line.used = True
                    if name == "region_sum_line":
                        yield r.region_sum_line(self._cut_at_border(path))
                    if name in _MAKERS:
                        yield _MAKERS[name](path, said)
                    if name in _WITH_CIRCLES:
                        self._use_circles(path)
        for line, path in groups.get("region_sum_line", []):
            others = [cells for other, cells in groups["region_sum_line"] if other is not line]
            if any({path[0], path[-1]} & {*cells} for cells in others):
                raise self._no_words("line that branches into equal sums", path, "lines")
        if "renban" in groups:
            yield from map(r.renban, _joined([path for _, path in groups["renban"]]))
        if "thermometer" in groups:
            yield from self._thermometers(groups["thermometer"])

    def _cut_at_border(self, path: list[Cell]) -> list[Cell]:
        """The line; a closed one starts where it enters a region."""
        if path[0] != path[-1]:
            return path
        ring, regions = path[:-1], self.board.regions
        start = next((k for k in range(len(ring)) if regions[ring[k - 1]] != regions[ring[k]]), 0)
        return ring[start:] + ring[:start]

    def _meanings(self, line: Drawing) -> dict[str, Statement]:
        """What the words say about a line: statements that name its color, else the one that its color means."""
        said = [statement for name in LINES for statement in self.words.named(name)]
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

    def _bulbs(self, line: Drawing) -> Iterator[Drawing]:
        """The filled circles of the color of a line at its ends."""
        path = line.path() or []
        for shape in self.drawings:
            if shape.kind in {"overlays", "underlays"} and shape.is_round and not shape.text and path:
                filled = shape.colors & line.colors and min(shape.size) >= 0.5
                if filled and shape.cell() in {path[0], path[-1]}:
                    yield shape

    def _use_circles(self, path: list[Cell]) -> None:
        for shape in self._shapes():
            if shape.is_round and not shape.text and shape.cell() in {path[0], path[-1], path[len(path) // 2]}:
                shape.used = True

    def _thermometers(self, lines: list[tuple[Drawing, list[Cell]]]) -> Iterator[r.Rule]:
        slow = any("slow" in said.sentence or "or equal" in said.sentence for said in self.words.named("thermometer"))
        paths = []
        for line, path in lines:
            bulbs = [*self._bulbs(line)]
            starts = {bulb.cell() for bulb in bulbs}
            for bulb in bulbs:
                bulb.used = True
            if path[0] in starts and path[-1] in starts:
                raise self._no_words("thermometer with two bulbs", [path[0]], "lines")
            paths.append(path if path[0] in starts else path[::-1])
        # Branches without a bulb of their own.
        branches = [
            (line, cells) for line in self._free("lines")
            if (cells := line.path() or []) and self._inside(*cells) and line.colors == lines[0][0].colors
        ]  # fmt: skip
        for line, cells in branches:
            for branch in (cells, cells[::-1]):
                stem = next((other for other in paths if branch[0] in other), None)
                if stem is not None and not line.used:
                    line.used = True
                    paths.append([*stem[: stem.index(branch[0])], *branch])
        yield from (r.thermometer(path, slow=slow) for path in paths)

    # --- marks on edges and corners ---

    def _marks(self) -> Iterator[r.Rule]:
        found: dict[str, list[tuple[Cell, Cell]]] = {name: [] for name in ("x", "v", "kropki_white", "kropki_black")}
        backgrounds = []
        for shape in self._shapes():
            pair = shape.edge()
            if pair is None or not self._inside(*pair):
                continue
            if shape.text.lower() in _SUMS and self.words.named(shape.text.lower()):
                found[shape.text.lower()].append(pair)
                shape.used = True
            elif shape.is_round and not shape.text and max(shape.size) <= 0.55:
                color = "white" if "white" in shape.colors else "black" if "black" in shape.colors else ""
                if color == "white" and "black" not in shape.border | shape.colors and not shape.border & {"gray"}:
                    backgrounds.append((shape, pair))
                elif color and self.words.named(f"kropki_{color}"):
                    found[f"kropki_{color}"].append(pair)
                    shape.used = True
        for shape, pair in backgrounds:
            if any(pair in found[name] for name in _SUMS):
                shape.used = True  # the background of an X or V
            elif self.words.named("kropki_white"):
                found["kropki_white"].append(pair)
                shape.used = True
        yield from self._pairs(found)

    def _pairs(self, found: dict[str, list[tuple[Cell, Cell]]]) -> Iterator[r.Rule]:
        every = self.words.all_given
        white, black = found["kropki_white"], found["kropki_black"]
        if {"kropki_white", "kropki_black"} <= every:
            yield r.kropki(white, black)
        else:
            yield from [r.kropki_white(white)] * bool(white)
            yield from [r.kropki_black(black)] * bool(black)
            if "kropki_white" in every:
                yield r.related(self._others(white), lambda a, b: abs(a - b) != 1)
            if "kropki_black" in every:
                yield r.related(self._others(black), lambda a, b: a != 2 * b and b != 2 * a)
        if {"x", "v"} <= every:
            yield r.xv(found["x"], found["v"], all_given=True)
            return
        if found["x"] or found["v"]:
            yield r.xv(found["x"], found["v"])
        for name, total in _SUMS.items():
            if name in every:
                yield r.related(self._others(found[name]), lambda a, b, total=total: a + b != total)  # type: ignore[misc]

    def _others(self, marked: list[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
        sets = [{*pair} for pair in marked]
        return [pair for pair in self.board._layout.neighbors() if {*pair} not in sets]

    def _quadruples(self) -> Iterator[r.Rule]:
        if not self.words.named("quadruple"):
            return
        for shape in self._shapes():
            corner = shape.corner()
            digits = [int(digit) for digit in shape.text if digit.isdecimal()]
            if corner is None or not digits or {*shape.text} - {*"0123456789, "} or not self._inside(corner):
                continue
            shape.used = True
            for other in self._shapes():
                other.used |= other.corner() == corner and not other.text and other.is_round
            yield r.quadruple(corner, digits)

    def _circles_and_squares(self) -> Iterator[r.Rule]:
        found: dict[str, list[Cell]] = {"odd": [], "even": [], "counting_circles": []}
        for shape in self._shapes():
            cell = shape.cell()
            if cell is None or shape.text or not self._inside(cell) or not 0.4 <= min(shape.size) < 0.95:
                continue
            names = ["odd", "counting_circles"] if shape.is_round else ["even"]
            said = [name for name in names if any(self._fits(shape, word) for word in self.words.named(name))]
            if len(said) == 1:
                shape.used = True
                found[said[0]].append(cell)
        for name, cells in found.items():
            if cells:
                yield getattr(r, name)(cells)

    def _fits(self, shape: Drawing, said: Statement) -> bool:
        return not said.colors or bool(said.colors & (shape.colors | shape.border))


_COLORS = ("red", "orange", "yellow", "green", "turquoise", "blue", "purple", "pink", "black", "white")


def _difference(said: Statement) -> int | None:
    number = said.number()
    if number is None and "whisper" not in said.sentence:
        raise RulesError(f"the rules in words say {said.sentence[:120]!r}, which has no number for the difference")
    return number


def _floor(point: tuple[float, float]) -> Cell:
    return int(point[0] // 1), int(point[1] // 1)


def _distance(first: tuple[float, float], second: tuple[float, float]) -> float:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _joined(paths: list[list[Cell]]) -> list[list[Cell]]:
    """Lines as sets of cells; a line that ends on another one is part of it."""
    sets: list[list[Cell]] = []
    for path in paths:
        touching = [other for other in sets if {path[0], path[-1]} & {*other} or {other[0], other[-1]} & {*path}]
        sets = [other for other in sets if other not in touching]
        sets.append([*dict.fromkeys([cell for part in [*touching, path] for cell in part])])
    return sets
