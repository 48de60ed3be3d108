"""The named rules, each defined in a few lines by the primitives.

To add a rule, write a function of the layout of the board and the arguments that yields simpler rules, and add its name
to ``__all__``. The five primitives only check their arguments. The decorator provides the name, the JSON form, equality
and messages. Arguments annotated as ``Cells``, ``Digits`` or ``Pairs`` may be sets, others have an order. Callers do
not pass the layout: :class:`bitdoku.Rules` does, when the rule is added.

>>> import bitdoku as bd
>>> from bitdoku import rules as r
>>> bd.Rules() + r.diagonals() + r.thermometer([(0, 0), (0, 1), (1, 1)])
Rules() + diagonals() + thermometer(((0, 0), (0, 1), (1, 1)))
"""

from __future__ import annotations

import re
from builtins import sum as _sum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from bitdoku._errors import RulesError, shown
from bitdoku.rules._rule import Automaton, Rule, UnattainableError, named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy.typing as npt

    from bitdoku.rules._layout import Layout

    #: (row, column), or a name such as "r1c1".
    Cell: TypeAlias = Sequence[int] | str
    #: Cells whose order has no meaning, and cells in order.
    Cells: TypeAlias = Iterable[Cell]
    Line: TypeAlias = Sequence[Cell]
    Groups: TypeAlias = Sequence[Cells]
    Pairs: TypeAlias = Iterable[Sequence[Cell]]
    Digits: TypeAlias = int | Iterable[int]

__all__ = [
    "accepted", "allowed", "anti_king", "anti_knight", "clone", "counting_circles", "diagonals", "different",
    "disjoint_groups", "even", "extra_region", "greater_than", "indexing", "killer_cage", "kropki", "kropki_black",
    "kropki_white", "look_and_say", "maximum", "minimum", "non_consecutive", "odd", "quadruple", "related",
    "same_values", "total", "windoku", "xv",
]  # fmt: skip

# --- the five primitives --------------------------------------------------------------------------------------------


@named
def allowed(layout: Layout, cell: Cell, digits: Digits) -> None:
    """The cell holds one of the digits."""
    if not layout.digits(digits):
        raise UnattainableError(f"no digit is allowed in {layout.label(layout.cell(cell))}")


@named
def different(layout: Layout, cells: Cells) -> None:
    """No digit occurs twice in the cells."""
    layout.cells(cells)


@named
def related(layout: Layout, pairs: Pairs, table: Callable[[int, int], object] | npt.ArrayLike) -> None:
    """The digits of each pair of cells are related.

    Parameters
    ----------
    pairs
        Pairs of cells.
    table
        A function of the first and the second digit, or an n×n array; true for permitted digits.
    """
    layout.pairs(pairs)
    layout.table(table)


@named
def total(
    layout: Layout, cells: Line, sum: int, weights: Sequence[int] | None = None, *, no_repeat: bool = False
) -> None:
    """The digits, multiplied by their weights, add up to ``sum``; weights may be negative and are 1 by default."""
    numbers = layout.cells(cells)
    layout.number(sum, "sum")
    if weights is not None:
        if not isinstance(weights, tuple) or len(weights) != len(numbers):
            raise RulesError(f"weights are {shown(weights)}; expected {len(numbers)} numbers, one for each cell")
        for weight in weights:
            layout.number(weight, "weight")


@named
def accepted(layout: Layout, cells: Line, automaton: Automaton) -> None:
    """A finite automaton accepts the digits in the order of the cells; a cell may occur several times."""
    layout.cells(cells, distinct=False)
    if not isinstance(automaton, Automaton):
        raise RulesError(f"automaton is {type(automaton).__name__}; expected rules.Automaton(transitions, accepting)")
    if len(automaton.transitions[0]) != layout.count:
        raise RulesError(f"the automaton reads {len(automaton.transitions[0])} digits; expected {layout.count}")


# --- rules for the whole board --------------------------------------------------------------------------------------


@named
def diagonals(layout: Layout, *, main: bool = True, anti: bool = True) -> Iterator[Rule]:
    """No digit occurs twice on the main diagonal (from the top left) or on the anti-diagonal."""
    span = range(layout.side)
    if main:
        yield different([(k, k) for k in span])
    if anti:
        yield different([(k, layout.side - 1 - k) for k in span])


@named
def windoku(layout: Layout) -> Iterator[Rule]:
    """Each digit occurs once in each window, a box one cell from the edges and from other windows.

    A 9x9 board has four windows; 4x4 and 6x6 boards have one.
    """
    height, width = _box(layout)
    tops, lefts = range(1, layout.side - height, height + 1), range(1, layout.side - width, width + 1)
    if not (tops and lefts):
        raise RulesError(f"no window of {height} by {width} cells fits inside the board")
    for top in tops:
        for left in lefts:
            yield extra_region([(row, col) for row in range(top, top + height) for col in range(left, left + width)])


@named
def disjoint_groups(layout: Layout) -> Iterator[Rule]:
    """Cells at the same position in different boxes hold different digits."""
    height, width = _box(layout)
    for top in range(height):
        for left in range(width):
            yield different(
                [(row, col) for row in range(top, layout.side, height) for col in range(left, layout.side, width)]
            )


def _box(layout: Layout) -> tuple[int, int]:
    if layout.box is None:
        raise RulesError("the board has no boxes")
    return layout.box


@named
def anti_knight(layout: Layout) -> Iterator[Rule]:
    """Cells a knight's move apart hold different digits."""
    yield from map(different, layout.neighbors(((1, 2), (2, 1), (1, -2), (2, -1))))


@named
def anti_king(layout: Layout) -> Iterator[Rule]:
    """Cells that touch, including at a corner, hold different digits."""
    yield from map(different, layout.neighbors(((0, 1), (1, 0), (1, 1), (1, -1))))


@named
def non_consecutive(layout: Layout) -> Iterator[Rule]:
    """Orthogonally adjacent cells do not hold consecutive digits."""
    yield related(list(layout.neighbors()), lambda a, b: abs(a - b) != 1)


# --- regions and cages ----------------------------------------------------------------------------------------------


@named
def extra_region(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """Each digit occurs once in the cells; their number is the side of the board.

    On a board with more digits than the side, no digit occurs twice, and the number of cells is the side or the number
    of digits.
    """
    numbers = layout.cells(cells)
    if len(numbers) not in (layout.side, layout.count):
        expected = " or ".join(map(str, sorted({layout.side, layout.count})))
        raise RulesError(f"cells holds {layout.counted(numbers)}; expected {expected}")
    yield different(cells)


@named
def killer_cage(layout: Layout, cells: Cells, sum: int | None = None) -> Iterator[Rule]:
    """No digit occurs twice in the cage, and the digits add up to ``sum``, if given. Cages must not overlap."""
    yield different(cells) if sum is None else total([*cells], sum, no_repeat=True)


@named
def same_values(layout: Layout, groups: Groups) -> Iterator[Rule]:
    """All groups of cells hold the same digits equally often."""
    sets = layout.groups(groups)
    length = len(sets[0])
    other = next((cells for cells in sets if len(cells) != length), None)
    if other is not None:
        raise RulesError(f"a group holds {len(other)} cells, the first {length}; expected equal counts")
    for first, second in pairwise(sets):
        for digit in layout.values:
            yield accepted(layout.places(first + second), _same_count(layout, digit, length))


def _same_count(layout: Layout, digit: int, length: int) -> Automaton:
    """Accepts if the digit occurs equally often in the first ``length`` cells and in the others."""

    def step(state: tuple[int, int], seen: int) -> tuple[int, int] | None:
        position, more = state
        more += (seen == digit) * (1 if position < length else -1)
        return (position + 1, more) if more >= 0 and position < 2 * length else None

    return Automaton.of(layout.values, (0, 0), step, lambda state: state == (2 * length, 0))


@named
def counting_circles(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """A digit in a circle is the number of circles that hold this digit."""
    layout.cells(cells)
    for digit in layout.values:
        yield accepted([*cells], _occurs(layout, digit, (0, digit)))


@named
def look_and_say(layout: Layout, cells: Cells, clue: str) -> Iterator[Rule]:
    """The clue counts digits in the cells: with "2311", they hold exactly two 3s and one 1.

    The clue consists of pairs of a number and a digit, one character each. Other digits may occur any number of times.
    """
    length = len(layout.cells(cells))
    given: Any = clue
    if not isinstance(given, str) or not re.fullmatch("([0-9]{2})+", given):
        raise RulesError(f"clue is {shown(clue)}; expected pairs of a number and a digit, such as '2311'")
    pairs = [(int(times), int(digit)) for times, digit in zip(clue[::2], clue[1::2], strict=True)]
    layout.digits(tuple(digit for _, digit in pairs))
    if len({digit for _, digit in pairs}) < len(pairs):
        raise RulesError(f"clue is {clue!r}; expected each digit at most once")
    if _sum(times for times, _ in pairs) > length:
        raise UnattainableError(f"clue is {clue!r}; expected at most {length} digits for {length} cells")
    for times, digit in pairs:
        yield accepted([*cells], _occurs(layout, digit, (times,)))


def _occurs(layout: Layout, digit: int, times: tuple[int, ...]) -> Automaton:
    """Accepts if the number of occurrences of the digit is in ``times``, which is sorted."""

    def step(seen: int, found: int) -> int:
        return min(seen + (found == digit), times[-1] + 1)

    return Automaton.of(layout.values, 0, step, lambda seen: seen in times)


@named
def quadruple(layout: Layout, cell: Cell, digits: int | Sequence[int]) -> Iterator[Rule]:
    """The digits occur in the four cells around a corner; ``cell`` is the upper left of the four.

    A digit given twice occurs at least twice.
    """
    row, column = layout.place(layout.cell(cell))
    if max(row, column) + 1 == layout.side:
        raise RulesError(f"{layout.label(layout.cell(cell))} is at the edge; expected the upper left of four cells")
    layout.digits(digits)
    wanted = (digits,) if isinstance(digits, int) else tuple(sorted(digits))
    if not 1 <= len(wanted) <= 4:
        raise RulesError(f"digits holds {len(wanted)} digits; expected 1 to 4")

    # States: the digits that are still missing.
    def step(missing: tuple[int, ...], digit: int) -> tuple[int, ...]:
        k = missing.index(digit) if digit in missing else len(missing)
        return missing[:k] + missing[k + 1 :]

    around = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    yield accepted(around, Automaton.of(layout.values, wanted, step, lambda missing: not missing))


# --- single cells, pairs of cells -----------------------------------------------------------------------------------


@named
def even(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The cells hold even digits."""
    layout.cells(cells)
    yield from (allowed(cell, [digit for digit in layout.values if digit % 2 == 0]) for cell in cells)


@named
def odd(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The cells hold odd digits."""
    layout.cells(cells)
    yield from (allowed(cell, [digit for digit in layout.values if digit % 2]) for cell in cells)


@named
def greater_than(layout: Layout, pairs: Pairs) -> Iterator[Rule]:
    """In each pair, the first cell holds the greater digit."""
    yield related(pairs, lambda a, b: a > b)


@named
def maximum(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """Each cell holds a greater digit than its orthogonal neighbors outside the list of cells."""
    yield greater_than(list(_edge(layout, cells)))


@named
def minimum(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """Each cell holds a smaller digit than its orthogonal neighbors outside the list of cells."""
    yield greater_than([(b, a) for a, b in _edge(layout, cells)])


def _edge(layout: Layout, cells: Cells) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of a cell in the list and an orthogonal neighbor outside it."""
    inside = {*layout.places(layout.cells(cells))}
    for a, b in layout.neighbors():
        if (a in inside) != (b in inside):
            yield (a, b) if a in inside else (b, a)


@named
def indexing(layout: Layout, cells: Cells, *, by: str = "column") -> Iterator[Rule]:
    """Each cell holds the column in which its row has the number of the cell's column: if r2c1 is 4, r2c4 is 1.

    With ``by="row"``, each cell holds the row in which its column has the number of the cell's row: if r1c2 is 4, r4c2
    is 1. "159" puzzles index all cells of columns 1, 5 and 9.
    """
    if by not in ("column", "row"):
        raise RulesError(f"by is {shown(by)}; expected 'column' or 'row'")
    span = range(1, layout.side + 1)
    for row, column in layout.places(layout.cells(cells)):
        index = (column if by == "column" else row) + 1
        yield allowed((row, column), [digit for digit in layout.values if digit in span])
        for k in span:
            if k != index:
                other = (row, k - 1) if by == "column" else (k - 1, column)
                yield related([((row, column), other)], _points(k, index))


def _points(k: int, index: int) -> Callable[[int, int], bool]:
    """The first digit is k if and only if the second is the index."""
    return lambda a, b: (a == k) == (b == index)


@named
def clone(layout: Layout, cells: Line, copy: Line) -> Iterator[Rule]:
    """Corresponding cells of the two lists hold the same digit."""
    first, second = layout.cells(cells), layout.cells(copy, "copy")
    if len(first) != len(second):
        raise RulesError(f"cells holds {len(first)} cells, copy {len(second)}; expected equal counts")
    yield related([pair for pair in zip(cells, copy, strict=True) if pair[0] != pair[1]], lambda a, b: a == b)


def _white(a: int, b: int) -> bool:
    return abs(a - b) == 1


def _black(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


@named
def kropki_white(layout: Layout, pairs: Pairs) -> Iterator[Rule]:
    """White dots: the two digits are consecutive. Use :func:`kropki` if all dots are given."""
    yield related(pairs, _white)


@named
def kropki_black(layout: Layout, pairs: Pairs) -> Iterator[Rule]:
    """Black dots: one digit is twice the other. Use :func:`kropki` if all dots are given."""
    yield related(pairs, _black)


@named
def kropki(layout: Layout, white: Pairs = (), black: Pairs = ()) -> Iterator[Rule]:
    """White and black dots, all given: neighbors without a dot are not consecutive, and neither is twice the other."""
    yield kropki_white(white)
    yield kropki_black(black)
    marked = {frozenset(pair) for pair in layout.pairs(white, "white") + layout.pairs(black, "black")}
    yield related(_unmarked(layout, marked), lambda a, b: not _white(a, b) and not _black(a, b))


@named
def xv(layout: Layout, x: Pairs = (), v: Pairs = (), *, all_given: bool = False) -> Iterator[Rule]:
    """Pairs marked X add up to 10, pairs marked V to 5; with ``all_given``, other neighbors to neither."""
    yield related(x, lambda a, b: a + b == 10)
    yield related(v, lambda a, b: a + b == 5)
    if all_given:
        marked = {frozenset(pair) for pair in layout.pairs(x, "x") + layout.pairs(v, "v")}
        yield related(_unmarked(layout, marked), lambda a, b: a + b not in (5, 10))


def _unmarked(layout: Layout, marked: set[frozenset[int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of neighbors without a mark."""
    return [pair for pair in layout.neighbors() if frozenset(map(layout.cell, pair)) not in marked]
