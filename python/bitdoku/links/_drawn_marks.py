"""Rules from cages, marks and numbers of a drawing, together with words. `_drawn_rules` adds lines and arrows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bitdoku import rules as r
from bitdoku._errors import shown
from bitdoku.links._documents import DIGIT_MARK, cage_of_text
from bitdoku.links._drawings import Drawn
from bitdoku.links._meanings import DECORATION, Meaning
from bitdoku.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bitdoku.links._shared import Cell
    from bitdoku.links._words import Statement, Words
    from bitdoku.rules import Rules

_OUTSIDE = ("sandwich", "x_sum", "skyscraper", "numbered_room")
#: Marks on edges: the sum of the cells of X and V.
_SUMS = {"x": 10, "v": 5}
#: Dots, and the relation of their cells.
_DOTS: dict[str, Callable[[int, int], bool]] = {
    "kropki_white": lambda a, b: abs(a - b) == 1,
    "kropki_black": lambda a, b: a == 2 * b or b == 2 * a,
}
#: The direction (down, right) to which an inequality sign points.
_TIPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "∧": (-1, 0), "˄": (-1, 0), "∨": (1, 0), "˅": (1, 0)}
#: Rules of cells with a shape.
_CELL_RULES = ("odd", "even", "counting_circles", "maximum", "minimum")


class MarksReader:
    """Reads the rules of cages, marks and numbers.

    Attributes
    ----------
    unread
        The drawings without a meaning, as they are in errors.
    ignored
        The names of drawings that are not rules.
    typed
        Pairs of cells with marks that the document types: ``"x"``, ``"v"``, ``"kropki_white"`` and ``"kropki_black"``;
        None if it types no rules at all.
    negative
        The marks that are all given by the words.
    """

    def __init__(
        self,
        board: Rules,
        words: Words,
        drawings: Iterable[Drawn],
        cages: Iterable[dict[str, Any]],
        typed: Mapping[str, list[tuple[Cell, Cell]]] | None = None,
    ) -> None:
        self.board = board
        self.side = board.side
        self.words = words
        self.drawings = [drawing for drawing in drawings if not drawing.is_invisible]
        self.cages = [_drawn_cage(cage) for cage in cages]
        self.unread: dict[str, str] = {}
        self.ignored: dict[str, None] = {}
        self.typed = typed
        self.negative: list[str] = []

    def _free(self, *kinds: str) -> Iterator[Drawn]:
        """The drawings of these lists that are not used yet."""
        return (drawing for drawing in self.drawings if drawing.kind in kinds and not drawing.used)

    def _shapes(self) -> Iterator[Drawn]:
        return self._free("overlays", "underlays")

    def _inside(self, *cells: Cell) -> bool:
        return all(0 <= row < self.side and 0 <= column < self.side for row, column in cells)

    def _refuse(self, what: str, name: str) -> None:
        self.unread.setdefault(what, name)

    def _called(self) -> Iterator[Rule]:
        """The drawings that the caller gives to a function, or calls decorations."""
        for drawn in [*self.drawings, *self.cages]:
            for meaning in self._meanings_of_caller(drawn):
                if meaning.make is None and meaning.name != DECORATION:
                    continue
                drawn.meaning, drawn.called = meaning.name, True
                if meaning.make is not None:
                    cells = self._seen(drawn)
                    made = meaning.make(cells, drawn.text) if drawn.text else meaning.make(cells)
                    rules = list(made) if isinstance(made, list | tuple) else [made]
                    if not all(isinstance(rule, Rule) for rule in rules):
                        raise TypeError(f"the function for {name_of(drawn)} returned {shown(made)}; expected rules")
                    yield from rules

    def _meanings_of_caller(self, drawn: Drawn) -> list[Meaning]:
        return [said for said in self.words.statements if isinstance(said, Meaning) and said.fits(drawn)]

    def _seen(self, drawn: Drawn) -> list[Cell]:
        """The cells of a drawing; of a text beside the board, the row or column as seen from it."""
        cells = drawn.touched()
        row, column = cells[0]
        inside = range(self.side)
        if not drawn.text or self._inside(*cells):
            return [cell for cell in cells if self._inside(cell)]
        if row in inside:
            return [(row, k) for k in (inside if column < 0 else reversed(inside))]
        if column in inside:
            return [(k, column) for k in (inside if row < 0 else reversed(inside))]
        return []

    def _named(self, drawn: Drawn, names: Iterable[str]) -> str:
        """The one of the names that the caller or, if they say nothing of it, the words state of a drawing; else ""."""
        said = [statement for name in names for statement in self.words.named(name)]
        called = {statement.name for statement in said if isinstance(statement, Meaning) and statement.fits(drawn)}
        if len(called) == 1:
            drawn.called = True
            return called.pop()
        stated = {statement.name for statement in said if not isinstance(statement, Meaning)}
        return stated.pop() if len(stated) == 1 and not called else ""

    # --- cages ---

    def _cages(self) -> Iterator[Rule]:
        repeat = self.words.cages_repeat
        digit = DIGIT_MARK.search(self.words.text.lower()) is not None
        silent = not self.words.mentions(r"\bcages?\b")
        for cage in [cage for cage in self.cages if not cage.used]:
            cells = cage.touched()
            called = {meaning.name for meaning in self._meanings_of_caller(cage)}
            summed = called & {"killer_cage", "total"} or self.words.named("killer_cage")
            alone = called & {"killer_cage", "different"} or self.words.named("cage")
            typed = cage.data.get("unique") is True and silent
            cage.called = bool(called)
            if "look_and_say" in called and cage.text:
                cage.meaning = "look_and_say"
                yield r.look_and_say(cells, cage.text)
            elif not cage.text and (alone or typed or (summed and cage.data.get("unique"))):
                cage.meaning = "different"
                yield r.different(cells)
            elif cage.text and (summed or typed) and "different" not in called:
                distinct = "total" not in called and cage.data.get("unique", not repeat)
                others = {cell for other in self.cages if other is not cage for cell in other.touched()}
                rules = cage_of_text(
                    self.board, cells, cage.text, distinct=bool(distinct), overlaps=bool(others & {*cells}), digit=digit
                )
                cage.meaning = "killer_cage" if distinct else "total"
                if rules is None:
                    cage.meaning = ""
                    self._refuse(f"the {cage_name(cage)}", cage.origin)
                yield from rules or ()
            else:
                self._refuse(f"the {cage_name(cage)}", cage.origin)

    # --- numbers outside ---

    def _outside(self) -> Iterator[Rule]:
        for shape in self._shapes():
            row, column = floored(shape.center)
            inside = range(self.side)
            if not shape.text.isdecimal() or (row in inside) == (column in inside):
                continue
            kind = self._named(shape, _OUTSIDE)
            if not kind:
                continue
            place = {"row": row} if row in inside else {"column": column}
            reverse = column >= self.side or row >= self.side
            shape.meaning = kind
            value = int(shape.text)
            yield (
                r.sandwich(value, **place) if kind == "sandwich" else getattr(r, kind)(value, **place, reverse=reverse)
            )

    # --- marks on edges and corners ---

    def _marks(self) -> Iterator[Rule]:
        found: dict[str, list[tuple[Cell, Cell]]] = {name: [] for name in ("x", "v", *_DOTS)}
        backgrounds = []
        for shape in self._shapes():
            pair = shape.edge()
            if pair is None or not self._inside(*pair):
                continue
            called = {meaning.name for meaning in self._meanings_of_caller(shape)} & {*_DOTS}
            if shape.text.lower() in _SUMS and self.words.named(shape.text.lower()):
                shape.meaning = shape.text.lower()
                found[shape.meaning].append(pair)
                shape.called = bool(self._meanings_of_caller(shape))
            elif called:
                shape.meaning, shape.called = min(called), True
                found[shape.meaning].append(pair)
            elif shape.is_round and not shape.text and max(shape.size) <= 0.55:
                color = "white" if "white" in shape.colors else "black" if "black" in shape.colors else ""
                if color == "white" and "black" not in shape.border | shape.colors and not shape.border & {"gray"}:
                    backgrounds.append((shape, pair))
                elif color and self._stated(f"kropki_{color}"):
                    shape.meaning = f"kropki_{color}"
                    found[shape.meaning].append(pair)
        for shape, pair in backgrounds:
            if any(pair in found[name] for name in _SUMS):
                shape.meaning = next(name for name in _SUMS if pair in found[name])  # the background of an X or V
            elif self._stated("kropki_white"):
                shape.meaning = "kropki_white"
                found["kropki_white"].append(pair)
        yield from self._pairs(found)

    def _stated(self, name: str) -> bool:
        return any(not isinstance(said, Meaning) for said in self.words.named(name))

    def _pairs(self, found: dict[str, list[tuple[Cell, Cell]]]) -> Iterator[Rule]:
        typed = self.typed or {}
        marked = {name: [*typed.get(name, ()), *pairs] for name, pairs in found.items()}
        given = [name for name in marked if name in self.words.all_given]
        # "All dots are given" says nothing of a kind of dots that neither words nor marks have.
        self.negative = [name for name in given if marked[name] or self._stated(name)]
        if {*_DOTS} <= {*self.negative}:
            yield r.kropki(*(marked[name] for name in _DOTS))
        else:
            for name, fits in _DOTS.items():
                if found[name]:
                    yield getattr(r, name)(found[name])
                if name in self.negative:
                    every = [pair for kind in _DOTS for pair in marked[kind]]
                    yield r.related(self._others(every), lambda a, b, fits=fits: not fits(a, b))  # type: ignore[misc]
        if {*_SUMS} <= {*self.negative}:
            yield r.xv(marked["x"], marked["v"], all_given=True)
            return
        if found["x"] or found["v"]:
            yield r.xv(found["x"], found["v"])
        for name, total in _SUMS.items():
            if name in self.negative:
                yield r.related(self._others(marked[name]), lambda a, b, total=total: a + b != total)  # type: ignore[misc]

    def _others(self, marked: list[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
        sets = [{*pair} for pair in marked]
        return [pair for pair in self.board._layout.neighbors() if {*pair} not in sets]

    def _inequalities(self) -> Iterator[Rule]:
        """Signs on edges, as texts or as small lines of three points; the tip points to the smaller digit."""
        if not self.words.named("greater_than"):
            return
        pairs = []
        for drawn in [*self._shapes(), *self._free("lines")]:
            if drawn.text in _TIPS and not drawn.data.get("angle"):
                tip, middle = _TIPS[drawn.text], drawn
            elif drawn.kind == "lines" and len(drawn.points) == 3 and _extent(drawn.points) < 0.5:
                ends, (row, column) = (drawn.points[0], drawn.points[2]), drawn.points[1]
                down, right = row - (ends[0][0] + ends[1][0]) / 2, column - (ends[0][1] + ends[1][1]) / 2
                tip = (0, 1 if right > 0 else -1) if abs(right) > abs(down) else (1 if down > 0 else -1, 0)
                middle = Drawn("overlays", {}, [(round(row * 2) / 2, round(column * 2) / 2)])
            else:
                continue
            pair = middle.edge()
            if pair is None or not self._inside(*pair):
                continue
            step = pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]
            if step in (tip, (-tip[0], -tip[1])):
                drawn.meaning = "greater_than"
                pairs.append(pair if step == tip else pair[::-1])
        if pairs:
            yield r.greater_than(pairs)

    def _quadruples(self) -> Iterator[Rule]:
        for shape in self._shapes():
            corner = shape.corner()
            digits = [int(digit) for digit in shape.text if digit.isdecimal()]
            if corner is None or not digits or {*shape.text} - {*"0123456789, "} or not self._inside(corner):
                continue
            if not self._named(shape, ["quadruple"]):
                continue
            shape.meaning = "quadruple"
            for other in self._shapes():
                if other.corner() == corner and not other.text and other.is_round:
                    other.meaning = "quadruple"
            yield r.quadruple(corner, digits)

    def _circles_and_squares(self) -> Iterator[Rule]:
        found: dict[str, list[Cell]] = {name: [] for name in _CELL_RULES}
        for shape in self._shapes():
            cell = shape.cell()
            if cell is None or shape.text or not self._inside(cell):
                continue
            said = [meaning.name for meaning in self._meanings_of_caller(shape) if meaning.name in _CELL_RULES]
            shape.called = bool(said)
            if not said:
                said = self._said_of_cell(shape)
            if len(said) == 1:
                shape.meaning = said[0]
                found[said[0]].append(cell)
        for name, cells in found.items():
            if cells:
                yield getattr(r, name)(cells)

    def _said_of_cell(self, shape: Drawn) -> list[str]:
        """The rules that the words state of a shape in a cell."""
        size = min(shape.size)
        if shape.is_round:
            names = ["odd", "counting_circles"] if 0.4 <= size < 0.95 else []
        else:
            names = ["even"] if 0.4 <= size < 0.95 else ["maximum", "minimum"]
        stated = (said for name in names for said in self.words.named(name) if not isinstance(said, Meaning))
        return [said.name for said in stated if self._fits_words(shape, said)]

    def _fits_words(self, shape: Drawn, said: Statement) -> bool:
        if said.name in ("maximum", "minimum"):
            return bool(said.colors & shape.colors) or ("shaded" in said.sentence and bool(shape.colors - {"white"}))
        return not said.colors or bool(said.colors & (shape.colors | shape.border))


def _drawn_cage(cage: dict[str, Any]) -> Drawn:
    value = cage.get("value", cage.get("cageValue"))
    return Drawn(
        "cages", cage, [(row + 0.5, column + 0.5) for row, column in cage["cells"]],
        "" if value is None else str(value).strip(),
    )  # fmt: skip


def cage_name(cage: Drawn) -> str:
    """The name of a cage in errors."""
    row, column = cage.touched()[0]
    what = "without a sum" if not cage.text else f"with the {'sum' if cage.text.isdecimal() else 'text'} {cage.text}"
    return f"cage {what} at r{row + 1}c{column + 1}"


def name_of(drawn: Drawn) -> str:
    """The name of a drawing in errors."""
    if drawn.kind == "cages":
        return cage_name(drawn)
    colors = "/".join(sorted(drawn.colors or drawn.border))
    row, column = drawn.points[0]
    what = f"{colors} {drawn.shape}" if drawn.shape != "text" else f"{colors} text {drawn.text!r}"
    code = f" ({drawn.color})" if drawn.color else ""
    return f"{what} at r{math.floor(row) + 1}c{math.floor(column) + 1}{code}".strip()


def _extent(points: list[tuple[float, float]]) -> float:
    return float(max(max(values) - min(values) for values in zip(*points, strict=True)))


def floored(point: tuple[float, float]) -> Cell:
    """The cell of a point."""
    return math.floor(point[0]), math.floor(point[1])
