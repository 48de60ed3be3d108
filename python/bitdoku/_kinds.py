"""The kinds of marks that :func:`bitdoku.compose` invents.

A kind is a shape, the usual numbers and sizes of its marks, and the rules of its forms. The core receives each form as
a template: the primitives of the rule for some cells, with positions in the list of cells instead of the cells. The
meaning of a mark is thereby defined by :mod:`bitdoku.rules` alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, TypeAlias

import bitdoku.rules as r
from bitdoku._arguments import number_range
from bitdoku._core import _whole as whole
from bitdoku._errors import GenerationError, RulesError, shown
from bitdoku.rules._outside import DIRECTIONS
from bitdoku.rules._parts import Parts

if TYPE_CHECKING:
    from bitdoku.rules import Rule, Rules
    from bitdoku.rules._layout import Layout

Cells: TypeAlias = "list[tuple[int, int]]"
#: The template, the cells and the sum of a mark.
Mark: TypeAlias = tuple[int, Cells, int]
#: Numbers of marks in the argument ``kind``.
Counts: TypeAlias = Mapping[str, int | tuple[int, int] | None]

#: The kind of puzzles with random regions.
JIGSAW = "jigsaw"

#: Other names of kinds, as in titles of puzzles.
OTHER_NAMES = {"killer": "killer_cage", "thermo": "thermometer"}

#: Weights of sizes of cages, as in magazines.
CAGES = {2: 10, 3: 8, 4: 4, 5: 1}


@dataclass(frozen=True)
class Form:
    """One form of a mark: the rule for its cells and sum, and an example for the template."""

    #: The rule from the cells and the sum of a mark; None if one rule holds all marks of the kind.
    rule: Callable[[Cells, int], Rule] | None
    example: Rule
    cells: Cells
    parts: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Spec:
    """A kind: its shape, forms, and defaults for 9x9 boards."""

    shape: str
    #: The forms for the places, or for the sizes, of marks.
    forms: Callable[[Layout, Any], Iterable[Form]]
    #: The minimum and maximum number of marks; None for a mark at every place.
    count: tuple[int, int] | None
    #: The weights of sizes.
    sizes: Mapping[int, int] | None = None
    grows: bool = False
    has_sum: bool = False
    by_region: bool = False
    #: The rules of all marks, by form.
    together: Callable[[list[list[Any]]], Iterable[Rule]] | None = None
    #: If there is a mark at every place: the form of places without a mark, and the rules of all marks.
    unmarked: Callable[[Layout], Form] | None = None
    complete: Callable[[list[list[Any]]], Iterable[Rule]] | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of a call: the argument for the core, and the rules of its marks."""

    forms: tuple[Form, ...]
    #: The number of the form of each template.
    numbers: tuple[int, ...]
    argument: Mapping[str, Any]
    together: Callable[[list[list[Any]]], Iterable[Rule]] | None

    @property
    def covers(self) -> bool:
        """Whether the marks cover the board."""
        return bool(self.argument["shape"] == "cover")

    def rules(self, marks: Sequence[Mark]) -> Iterator[Rule]:
        """The rules of marks."""
        if self.together is not None:
            of_form: list[list[Any]] = [[] for _ in self.forms]
            for template, cells, _ in marks:
                of_form[self.numbers[template]].append(cells if len(cells) > 1 else cells[0])
            yield from self.together(of_form)
            return
        for template, cells, value in marks:
            build = self.forms[self.numbers[template]].rule
            assert build is not None
            yield build(cells, value)


def named_kinds(text: str) -> tuple[str, list[str]]:
    """The name of the board and the kinds of marks in a name such as "6x6 + killer"."""
    board: list[str] = []
    kinds: list[str] = []
    for word in text.split("+"):
        name = re.sub(r"[\s-]+", "_", word.strip().lower())
        name = OTHER_NAMES.get(name, name)
        (kinds if name in KINDS else board).append(name if name in KINDS else word)
    return "+".join(board) or "9x9", kinds


def kinds_of(board: Rules, counts: Counts, sizes: Any) -> list[Kind]:
    """The kinds of marks with these numbers, with the sizes of an argument ``sizes``."""
    for name in counts:
        if name not in KINDS:
            near = get_close_matches(str(name), KINDS, 1)
            meant = f" (do you mean {near[0]!r}?)" if near else ""
            raise RulesError(f"unknown kind {shown(name)}{meant}; expected one of {', '.join(map(repr, KINDS))}")
    if not isinstance(sizes, Mapping):
        sized = [name for name in counts if name in SPECS and SPECS[name].sizes]
        if sizes is not None and not sized:
            raise RulesError(f"sizes is {shown(sizes)}; expected cages or lines among the kinds")
        sizes = dict.fromkeys(sized, sizes)
    for name in sizes:
        if name not in counts or name not in SPECS or not SPECS[name].sizes:
            raise RulesError(f"sizes has {shown(name)}; expected cages or lines among the kinds")
    return [_kind(board._layout, name, counts[name], sizes.get(name)) for name in counts if name in SPECS]


def ascending(name: str, value: Any, **limits: int) -> tuple[int, int] | None:
    """The pair (low, high) of whole numbers of an argument; raises GenerationError if low is above high."""
    pair = number_range(name, value, partial(whole, name, **limits))
    if pair is not None and pair[0] > pair[1]:
        raise GenerationError(f"the range of {name} from {pair[0]} to {pair[1]} is empty")
    return pair


def _kind(layout: Layout, name: str, count: Any, sizes: Any) -> Kind:
    spec = SPECS[name]
    given = ascending(name, count, most=2 * layout.side**2)
    weights: dict[int, int] = {}
    if spec.sizes:
        most = layout.count if spec.shape != "line" else layout.side
        low, high = (ascending("sizes", sizes, least=2, most=most) if most > 1 else None) or (2, most)
        weights = {size: spec.sizes.get(size, 1) for size in range(low, high + 1) if sizes or size in spec.sizes}
    every = spec.count is None and given is None and spec.shape != "cage"
    forms, numbers, templates, places, group = _forms(layout, name, tuple(weights), every)
    shape: Any = places or spec.shape
    if spec.shape == "cage" and given is None:
        shape, given = "cover", (0, 0)
    if given is None:
        given = (0, 0) if spec.count is None else scaled(spec.count, layout)
    listed = [weights.get(size, 0) for size in range(max(weights, default=0) + 1)]
    together = spec.complete if every and spec.complete else spec.together
    argument = {
        "shape": shape,
        "count": given,
        "every": every,
        "sizes": listed,
        "grows": spec.grows,
        "by_region": spec.by_region,
        "inside": spec.shape.startswith("inner "),
        "templates": templates,
        "group": group,
    }
    return Kind(forms, numbers, argument, together)


def scaled(count: tuple[int, int], layout: Layout) -> tuple[int, int]:
    """Numbers of marks for a board, from those of a 9x9 board."""
    low, high = (max(1, round(number * layout.side**2 / 81)) for number in count)
    return low, high


@lru_cache(maxsize=64)
def _forms(layout: Layout, name: str, sizes: tuple[int, ...], every: bool) -> tuple[Any, ...]:
    """The forms of a kind, numbers and templates of the possible ones, the places of marks, and the group of places."""
    spec = SPECS[name]
    places, group = [], 0
    over: Any = sizes
    shape = spec.shape.removeprefix("inner ")
    if shape in PLACES:
        places = [cells for cells in PLACES[shape](layout) if len(cells) > 1 or shape == "cell"]
        group = [*PLACES].index(shape)
        over = places
    elif sizes and (spec.grows or spec.shape == "cage"):
        # A line grows from two cells; cages that cover the board may leave a single cell.
        over = range(2 if spec.grows else 1, max(sizes) + 1)
    forms = [*spec.forms(layout, over)] if over else []
    marked = len(forms)
    if every and spec.unmarked is not None:
        forms.append(spec.unmarked(layout))
    numbers, templates = [], []
    for number, form in enumerate(forms):
        try:
            template = _template(layout, form)
        except RulesError:  # no digits satisfy this form, such as a sandwich of 1
            continue
        numbers.append(number)
        templates.append((form.parts or (len(form.cells),), template, spec.has_sum))
    if not any(number < marked for number in numbers):
        raise RulesError(f"a board of side {layout.side} is too small for {name}")
    numbered = [[layout.cell(cell) for cell in cells] for cells in places]
    return tuple(forms), tuple(numbers), templates, numbered, group


def _template(layout: Layout, form: Form) -> list[tuple[Any, ...]]:
    """The primitives of a form in the form of the core, with positions instead of cells."""
    position = {layout.cell(cell): k for k, cell in enumerate(form.cells)}
    parts = Parts(layout, ()).plus([form.example])
    clues = [*parts.clues()]
    # Masks without a clue are rules of single cells; others follow from a sum, which the core replaces.
    masks = {} if clues else parts.masks
    out: list[tuple[Any, ...]] = [("allowed", position[cell], mask) for cell, mask in masks.items()]
    for clue in clues:
        name, cells, *others = clue
        if name == "related":
            out.append((name, tuple((position[a], position[b]) for a, b in cells), *others))
        elif name == "total":
            # Sums of clues are those of the values; the core has digits from 1.
            total, weights, *rest = others
            total += (1 - layout.first) * (len(cells) if weights is None else sum(weights))
            out.append((name, tuple(position[cell] for cell in cells), total, weights, *rest))
        else:
            out.append((name, tuple(position[cell] for cell in cells), *others))
    return out


# --- shapes ---------------------------------------------------------------------------------------------------------


def _apart(size: int) -> Cells:
    """Cells that share no row, column or region with each other, as an example of a line."""
    return [(k, k) for k in range(size)]


def _ends(layout: Layout) -> Iterator[Cells]:
    """Rows and columns, from both ends."""
    span = range(layout.side)
    for k in span:
        for line in ([(k, j) for j in span], [(j, k) for j in span]):
            yield from (line, line[::-1])


def _lines(layout: Layout) -> Iterator[Cells]:
    """Rows and columns."""
    span = range(layout.side)
    for k in span:
        yield from ([(k, j) for j in span], [(j, k) for j in span])


def _diagonals(layout: Layout) -> Iterator[Cells]:
    """Diagonals of two cells or more from each cell at the edge."""
    for row, column in product(range(layout.side), repeat=2):
        for down, right in DIRECTIONS.values():
            if layout.inside(row - down, column - right) or not layout.inside(row + down, column + right):
                continue
            yield [
                (row + k * down, column + k * right)
                for k in range(layout.side)
                if layout.inside(row + k * down, column + k * right)
            ]


def _corners(layout: Layout) -> Iterator[Cells]:
    for row, column in product(range(layout.side - 1), repeat=2):
        yield [(row + down, column + right) for down in (0, 1) for right in (0, 1)]


def _pairs(layout: Layout) -> Iterator[Cells]:
    return map(list, layout.neighbors())


def _single(layout: Layout) -> Iterator[Cells]:
    return ([(row, column)] for row, column in product(range(layout.side), repeat=2))


PLACES: dict[str, Callable[[Layout], Iterable[Cells]]] = {
    "pair": _pairs,
    "cell": _single,
    "corner": _corners,
    "end": _ends,
    "row": _lines,
    "diagonal": _diagonals,
}

# --- forms ----------------------------------------------------------------------------------------------------------


def _of_sizes(rule: Callable[..., Rule], least: Callable[[int], int] | None = None) -> Any:
    """One form for each size. ``least`` is a sum that so many cells can have."""

    def build(cells: Cells, value: int) -> Rule:
        return rule(cells, value) if least else rule(cells)

    def forms(_: Layout, sizes: Iterable[int]) -> Iterator[Form]:
        for size in sizes:
            cells = _apart(size)
            yield Form(build, build(cells, least(size) if least else 0), cells)

    return forms


def _arrow(_: Layout, sizes: Iterable[int]) -> Iterator[Form]:
    for size in sizes:
        cells = _apart(size)
        yield Form(lambda cells, _: r.arrow(cells[0], cells[1:]), r.arrow(cells[0], cells[1:]), cells)


def _region_sums(_: Layout, sizes: Iterable[int]) -> Iterator[Form]:
    """A form for each division of a line into two or three parts of at most three cells."""
    for parts in (parts for count in (2, 3) for parts in product((1, 2, 3), repeat=count) if sum(parts) in {*sizes}):
        cells = _apart(sum(parts))
        ends = [sum(parts[:k]) for k in range(len(parts) + 1)]
        groups = [cells[a:b] for a, b in pairwise(ends)]
        yield Form(lambda cells, _: r.region_sum_line(cells), r.equal_sums(groups), cells, parts)


def _pair(*rules: Callable[[list[Any]], Rule]) -> Any:
    """A form for each rule of pairs or of single cells."""

    def forms(_: Layout, places: Sequence[Cells]) -> Iterator[Form]:
        cells = _apart(len(places[0]))
        for rule in rules:
            yield Form(None, rule([cells if len(cells) > 1 else cells[0]]), cells)

    return forms


def _both_ways(_: Layout, __: object) -> Iterator[Form]:
    cells = _apart(2)
    yield Form(None, r.greater_than([cells]), cells)
    yield Form(None, r.greater_than([cells[::-1]]), cells)


def _quadruple(layout: Layout, places: Sequence[Cells]) -> Iterator[Form]:
    for size in (4, 3):
        for digits in combinations(layout.values, size):
            yield Form(partial(_quadruple_rule, digits), r.quadruple(places[0][0], digits), places[0])


def _quadruple_rule(digits: tuple[int, ...], cells: Cells, _: int) -> Rule:
    return r.quadruple(cells[0], digits)


def _outside(rule: Callable[..., Rule], values: Callable[[Layout], Iterable[int]], *, ends: bool = True) -> Any:
    """A form for each value of a clue beside a row or column."""

    def build(value: int, cells: Cells, _: int) -> Rule:
        row, column = cells[0]
        (name, number), reverse = (("row", row), column > 0) if cells[1][0] == row else (("column", column), row > 0)
        return rule(value, **{name: number}, **({"reverse": True} if ends and reverse else {}))

    def forms(layout: Layout, places: Sequence[Cells]) -> Iterator[Form]:
        for value in values(layout):
            made = partial(build, value)
            yield Form(made, made(places[0], 0), places[0])

    return forms


def _little_killer(_: Layout, places: Sequence[Cells]) -> Iterator[Form]:
    def build(cells: Cells, value: int) -> Rule:
        step = (cells[1][0] - cells[0][0], cells[1][1] - cells[0][1])
        direction = next(name for name, known in DIRECTIONS.items() if known == step)
        return r.little_killer(cells[0], direction, value)

    for cells in {len(cells): cells for cells in places}.values():
        yield Form(build, build(cells, len(cells) + 1), cells)


def _sums(layout: Layout) -> Iterable[int]:
    return range(1, sum(layout.values) + 1)


def _fillings(layout: Layout) -> Iterable[int]:
    return range(sum(layout.values[1:-1]) + 1)


def _heights(layout: Layout) -> Iterable[int]:
    return range(1, layout.side + 1)


def _unmarked(relation: Callable[[int, int], object]) -> Callable[[Layout], Form]:
    return lambda _: Form(None, r.related([_apart(2)], relation), _apart(2))


def _joined(*rules: Callable[[list[Any]], Rule]) -> Any:
    """One rule for all marks of each form."""
    return lambda marks: [rule(some) for rule, some in zip(rules, marks, strict=False) if some]


def _is_dotted(a: int, b: int) -> bool:
    return abs(a - b) == 1 or a == 2 * b or b == 2 * a


def _least_sum(size: int) -> int:
    return size * (size + 1) // 2


# --- kinds ----------------------------------------------------------------------------------------------------------

SPECS: dict[str, Spec] = {
    "killer_cage": Spec("cage", _of_sizes(r.killer_cage, _least_sum), None, CAGES, has_sum=True),
    "thermometer": Spec("line", _of_sizes(r.thermometer), (8, 11), {3: 2, 4: 4, 5: 4, 6: 2, 7: 1}, grows=True),
    "arrow": Spec("line", _arrow, (9, 13), {3: 3, 4: 3, 5: 1}),
    "whispers": Spec("line", _of_sizes(r.whispers), (6, 9), {3: 1, 4: 3, 5: 3, 6: 2, 7: 1}, grows=True),
    "renban": Spec("line", _of_sizes(r.renban), (7, 10), {3: 3, 4: 3, 5: 1}),
    "palindrome": Spec("line", _of_sizes(r.palindrome), (6, 9), {4: 2, 5: 4, 6: 1, 7: 1}),
    "region_sum_line": Spec("line", _region_sums, (7, 10), {3: 1, 4: 3, 5: 3, 6: 2}, by_region=True),
    "between": Spec("line", _of_sizes(r.between), (7, 10), {3: 2, 4: 3, 5: 2}),
    "kropki": Spec(
        "pair",
        _pair(r.kropki_white, r.kropki_black),
        None,
        together=_joined(r.kropki_white, r.kropki_black),
        unmarked=_unmarked(lambda a, b: not _is_dotted(a, b)),
        complete=lambda marks: [r.kropki(marks[0], marks[1])],
    ),
    "xv": Spec(
        "pair",
        _pair(lambda pairs: r.xv(x=pairs), lambda pairs: r.xv(v=pairs)),
        None,
        together=lambda marks: [r.xv(marks[0], marks[1])],
        unmarked=_unmarked(lambda a, b: a + b not in (5, 10)),
        complete=lambda marks: [r.xv(marks[0], marks[1], all_given=True)],
    ),
    "greater_than": Spec(
        "inner pair",
        _both_ways,
        None,
        together=lambda marks: [r.greater_than([*marks[0], *(pair[::-1] for pair in marks[1])])],
    ),
    "even": Spec("cell", _pair(r.even), (12, 18), together=_joined(r.even)),
    "odd": Spec("cell", _pair(r.odd), (12, 18), together=_joined(r.odd)),
    "quadruple": Spec("corner", _quadruple, (10, 14)),
    "sandwich": Spec("row", _outside(r.sandwich, _fillings, ends=False), None),
    "x_sum": Spec("end", _outside(r.x_sum, _sums), (14, 20)),
    "skyscraper": Spec("end", _outside(r.skyscraper, _heights), (16, 24)),
    "little_killer": Spec("diagonal", _little_killer, (10, 16), has_sum=True),
}

#: The names of all kinds.
KINDS = (JIGSAW, *SPECS)
