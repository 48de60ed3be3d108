"""The named rules, each defined in a few lines by the primitives.

To add a rule, write a function here that takes the layout of the board and its arguments and yields simpler rules, and
add its name to ``__all__``; the five primitives only check their arguments. The decorator provides the name, the JSON
form, equality and messages. Arguments annotated as ``Cells``, ``Digits`` or ``Pairs`` may be sets, others have an
order. Callers do not pass the layout: it is known when the rule is added to :class:`bitdoku.Rules`.

>>> import bitdoku as bd
>>> from bitdoku import rules as r
>>> bd.Rules() + r.diagonals() + r.thermometer([(0, 0), (0, 1), (1, 1)])
Rules() + diagonals() + thermometer(((0, 0), (0, 1), (1, 1)))
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeAlias

from bitdoku._errors import RulesError
from bitdoku.rules._rule import Automaton, Layout, Rule, named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy.typing as npt

    Cell: TypeAlias = Sequence[int]
    #: Cells whose order has no meaning, and cells in order.
    Cells: TypeAlias = Iterable[Cell]
    Line: TypeAlias = Sequence[Cell]
    Pairs: TypeAlias = Iterable[Sequence[Cell]]
    Digits: TypeAlias = int | Iterable[int]

__all__ = [
    "accepted",
    "allowed",
    "anti_king",
    "anti_knight",
    "arrow",
    "between",
    "clone",
    "diagonals",
    "different",
    "disjoint_groups",
    "even",
    "extra_region",
    "greater_than",
    "killer_cage",
    "kropki",
    "kropki_black",
    "kropki_white",
    "little_killer",
    "non_consecutive",
    "odd",
    "palindrome",
    "related",
    "renban",
    "sandwich",
    "thermometer",
    "total",
    "whispers",
    "windoku",
    "xv",
]

#: Right and down: each pair of neighbours once.
_ORTHOGONAL = ((0, 1), (1, 0))

# --- the five primitives --------------------------------------------------------------------------------------------


@named
def allowed(layout: Layout, cell: Cell, digits: Digits) -> None:
    """The cell holds one of the digits."""
    if not layout.digits(digits):
        raise RulesError(f"no digit is allowed in {layout.label(layout.cell(cell))}")


@named
def different(layout: Layout, cells: Cells) -> None:
    """No digit occurs twice in the cells."""
    layout.cells(cells)


@named
def related(layout: Layout, pairs: Pairs, table: Callable[[int, int], object] | npt.ArrayLike) -> None:
    """The digits of each pair of cells satisfy a relation.

    Parameters
    ----------
    pairs
        Pairs of cells.
    table
        A function of the first and the second digit, or an n×n array; true if they are allowed.
    """
    layout.pairs(pairs)
    layout.table(table)


@named
def total(
    layout: Layout, cells: Line, sum: int, weights: Sequence[int] | None = None, *, no_repeat: bool = False
) -> None:
    """The digits, each times its weight, add up to ``sum``; weights may be 0 or negative and are 1 by default."""
    numbers = layout.cells(cells)
    layout.number(sum, "sum")
    if weights is not None:
        if not isinstance(weights, tuple) or len(weights) != len(numbers):
            raise RulesError(f"weights are {weights!r}; expected {len(numbers)} numbers, one for each cell")
        for weight in weights:
            layout.number(weight, "weight")


@named
def accepted(layout: Layout, cells: Line, automaton: Automaton) -> None:
    """A finite automaton accepts the digits, read along the cells."""
    layout.cells(cells)
    if not isinstance(automaton, Automaton):
        raise RulesError(f"automaton is {type(automaton).__name__}; expected rules.Automaton(transitions, accepting)")
    if len(automaton.transitions[0]) != layout.side:
        raise RulesError(f"the automaton reads {len(automaton.transitions[0])} digits; expected {layout.side}")


# --- rules for the whole board --------------------------------------------------------------------------------------


@named
def diagonals(layout: Layout, *, main: bool = True, anti: bool = True) -> Iterator[Rule]:
    """No digit twice on the main diagonal (from the top left), nor on the other."""
    span = range(layout.side)
    if main:
        yield different([(k, k) for k in span])
    if anti:
        yield different([(k, layout.side - 1 - k) for k in span])


@named
def windoku(layout: Layout) -> Iterator[Rule]:
    """Each digit occurs once in each window: boxes one cell from the edges and from each other.

    A 9x9 board has four windows, 4x4 and 6x6 one.
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
    """Cells at the same position in their boxes differ."""
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
    """Cells a knight's move apart differ."""
    yield from map(different, layout.neighbours(((1, 2), (2, 1), (1, -2), (2, -1))))


@named
def anti_king(layout: Layout) -> Iterator[Rule]:
    """Cells that touch, including at a corner, differ."""
    yield from map(different, layout.neighbours(((0, 1), (1, 0), (1, 1), (1, -1))))


@named
def non_consecutive(layout: Layout) -> Iterator[Rule]:
    """Orthogonally adjacent cells do not hold consecutive digits."""
    yield related(list(layout.neighbours(_ORTHOGONAL)), lambda a, b: abs(a - b) != 1)


# --- regions and cages ----------------------------------------------------------------------------------------------


@named
def extra_region(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """Each digit occurs once in the cells, whose number is the side of the board."""
    numbers = layout.cells(cells)
    if len(numbers) != layout.side:
        raise RulesError(f"cells holds {len(numbers)} cells ({layout.labels(numbers)}); expected {layout.side}")
    yield different(cells)


@named
def killer_cage(layout: Layout, cells: Cells, sum: int | None = None) -> Iterator[Rule]:
    """No digit occurs twice in the cage, and the digits add up to ``sum`` if given. Cages do not overlap."""
    yield different(cells) if sum is None else total([*cells], sum, no_repeat=True)


@named
def little_killer(layout: Layout, start: Cell, direction: str, sum: int) -> Iterator[Rule]:
    """The digits on a diagonal add up to ``sum``; they may repeat.

    Parameters
    ----------
    start
        The first cell of the diagonal, at the edge of the board.
    direction
        ``"down-right"``, ``"down-left"``, ``"up-right"`` or ``"up-left"``.
    sum
        The sum of the digits.
    """
    steps = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}
    if direction not in steps:
        raise RulesError(f"direction is {direction!r}; expected {', '.join(map(repr, steps))}")
    layout.cell(start, "start")
    (row, col), (down, right) = start, steps[direction]
    if layout.inside(row - down, col - right):
        raise RulesError(
            f"start {layout.label(layout.cell(start))} is not at the edge where a diagonal {direction} begins"
        )
    cells = []
    while layout.inside(row, col):
        cells.append((row, col))
        row, col = row + down, col + right
    yield total(cells, sum)


@named
def sandwich(layout: Layout, sum: int, *, row: int | None = None, column: int | None = None) -> Iterator[Rule]:
    """The digits between 1 and the highest digit, in a row or column (counted from 0), add up to ``sum``."""
    if (row is None) == (column is None):
        raise RulesError("expected either row or column")
    line = layout.number(column if row is None else row, "row or column", 0)
    layout.number(sum, "sum", 0)
    side = layout.side
    cells = [(k, line) if row is None else (line, k) for k in range(side)]
    most = side * (side + 1) // 2 - side - 1
    if side < 2:
        raise RulesError("a 1x1 board has no cells between 1 and the highest digit")
    if sum > most:
        raise RulesError(f"sum is {sum}; expected 0..{most}")
    if not reduce(lambda sums, digit: sums | sums << digit, range(2, side), 1) >> sum & 1:
        where = f"column {line + 1}" if row is None else f"row {line + 1}"
        raise RulesError(f"sum is {sum}; no digits of 2..{side - 1} in {where} add up to it")
    # States: before the first crust, after the second, and between them with each partial sum.
    before, after, between = 0, 1, 2
    rows = [[before] * side, [after] * side]
    rows[before][0] = rows[before][-1] = between
    rows[after][0] = rows[after][-1] = -1
    for filling in range(sum + 1):
        more = [between + filling + digit if filling + digit <= sum else -1 for digit in range(1, side + 1)]
        more[0] = more[-1] = after if filling == sum else -1
        rows.append(more)
    yield accepted(cells, Automaton(rows, [after]))


# --- lines ----------------------------------------------------------------------------------------------------------


@named
def thermometer(layout: Layout, cells: Line, *, slow: bool = False) -> Iterator[Rule]:
    """Digits increase from the bulb, the first cell; in a slow thermometer they may also stay the same."""
    numbers = layout.cells(cells, least=2)
    if not slow and len(numbers) > layout.side:
        raise RulesError(f"{len(numbers)} cells cannot increase with {layout.side} digits ({layout.labels(numbers)})")
    yield related(list(pairwise(cells)), (lambda a, b: a <= b) if slow else (lambda a, b: a < b))


@named
def whispers(layout: Layout, cells: Line, difference: int | None = None) -> Iterator[Rule]:
    """Neighbours on the line differ by at least ``difference``; by default half the side, rounded up: 5 on 9x9."""
    layout.cells(cells, least=2)
    least = layout.number((layout.side + 1) // 2 if difference is None else difference, "difference", 1)
    yield related(list(pairwise(cells)), lambda a, b: abs(a - b) >= least)


@named
def renban(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The digits on the line are consecutive, in any order, without repeats."""
    length = len(layout.cells(cells))
    yield different(cells)
    yield related(list(combinations(cells, 2)), lambda a, b: abs(a - b) < length)


@named
def palindrome(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The line reads the same from both ends."""
    layout.cells(cells, least=2)
    cells = list(cells)
    half = len(cells) // 2
    yield related(list(zip(cells[:half], cells[::-1], strict=False)), lambda a, b: a == b)


@named
def between(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The digits of the line lie strictly between those of its two ends."""
    layout.cells(cells, least=3)
    first, *middle, last = cells
    side, span = layout.side, range(layout.side)
    # States: start; one for each digit of the first end; one for each pair of ends, lower and higher.
    ends = {pair: 1 + side + k for k, pair in enumerate(combinations(span, 2))}
    rows = [[1 + digit for digit in span]]
    rows += [[-1 if b == a else ends[min(a, b), max(a, b)] for b in span] for a in span]
    rows += [[state if low < digit < high else -1 for digit in span] for (low, high), state in ends.items()]
    # The automaton reads both ends first.
    yield accepted([first, last, *middle], Automaton(rows, list(ends.values())))


@named
def arrow(layout: Layout, circle: Cell | Line, path: Line) -> Iterator[Rule]:
    """The digits along the path add up to the number in the circle: one cell, or several read as one number."""
    head = layout.cells((circle,) if _is_cell(circle) else circle, "circle")
    tail = layout.cells(path, "path")
    shared = sorted({*head} & {*tail})
    if shared:
        raise RulesError(f"path holds {layout.label(shared[0])}, which is in the circle")
    if len(head) > 1 and layout.side > 9:
        raise RulesError("circle has several cells; expected one on boards above 9x9")
    tens = [10**k for k in reversed(range(len(head)))]
    yield total(layout.places(head + tail), 0, [*tens, *[-1] * len(tail)])


def _is_cell(cells: object) -> bool:
    return isinstance(cells, tuple) and len(cells) == 2 and all(isinstance(item, int) for item in cells)


# --- single cells, pairs of cells -----------------------------------------------------------------------------------


@named
def even(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The cells hold even digits."""
    layout.cells(cells)
    yield from (allowed(cell, range(2, layout.side + 1, 2)) for cell in cells)


@named
def odd(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The cells hold odd digits."""
    layout.cells(cells)
    yield from (allowed(cell, range(1, layout.side + 1, 2)) for cell in cells)


@named
def greater_than(layout: Layout, pairs: Pairs) -> Iterator[Rule]:
    """The first cell of each pair holds the greater digit."""
    yield related(pairs, lambda a, b: a > b)


@named
def clone(layout: Layout, cells: Line, copy: Line) -> Iterator[Rule]:
    """Corresponding cells of both lists hold the same digit."""
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
    """White dots: the two digits are consecutive. See :func:`kropki` for boards that show every dot."""
    yield related(pairs, _white)


@named
def kropki_black(layout: Layout, pairs: Pairs) -> Iterator[Rule]:
    """Black dots: one digit is twice the other. See :func:`kropki` for boards that show every dot."""
    yield related(pairs, _black)


@named
def kropki(layout: Layout, white: Pairs = (), black: Pairs = ()) -> Iterator[Rule]:
    """All white and black dots: neighbours without a dot are neither consecutive nor is one twice the other."""
    yield kropki_white(white)
    yield kropki_black(black)
    marked = {frozenset(pair) for pair in layout.pairs(white, "white") + layout.pairs(black, "black")}
    yield related(_unmarked(layout, marked), lambda a, b: not _white(a, b) and not _black(a, b))


@named
def xv(layout: Layout, x: Pairs = (), v: Pairs = (), *, all_given: bool = False) -> Iterator[Rule]:
    """Pairs marked X add up to 10, pairs marked V to 5; with ``all_given``, other neighbours do neither."""
    yield related(x, lambda a, b: a + b == 10)
    yield related(v, lambda a, b: a + b == 5)
    if all_given:
        marked = {frozenset(pair) for pair in layout.pairs(x, "x") + layout.pairs(v, "v")}
        yield related(_unmarked(layout, marked), lambda a, b: a + b not in (5, 10))


def _unmarked(layout: Layout, marked: set[frozenset[int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of neighbours without a mark."""
    neighbours = layout.neighbours(_ORTHOGONAL)
    return [pair for pair in neighbours if frozenset(map(layout.cell, pair)) not in marked]
