"""Rules of lines, defined by the primitives as in :mod:`bitdoku.rules.named`.

A line may cross itself or end at its start. A cell on the line twice is compared with its neighbors at each visit,
counts twice in a sum, and counts once if the order of the cells has no meaning.
"""

from __future__ import annotations

from builtins import sum as _sum
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, groupby, pairwise, product
from typing import TYPE_CHECKING, Any, TypeAlias

from bitdoku._errors import RulesError
from bitdoku.rules._rule import Automaton, Rule, UnattainableError, is_cell, named
from bitdoku.rules.named import accepted, different, related, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bitdoku.rules._layout import Layout
    from bitdoku.rules.named import Cell, Cells, Groups, Line

__all__ = [
    "arrow", "between", "double_arrow", "entropic", "equal_sums", "lockout", "lunchbox", "modular", "palindrome",
    "region_sum_line", "renban", "sum_line", "thermometer", "whispers", "zipper",
]  # fmt: skip


@named
def thermometer(layout: Layout, cells: Line, *, slow: bool = False) -> Iterator[Rule]:
    """Digits increase from the bulb, the first cell; with ``slow``, neighbors may also be equal."""
    numbers = layout.cells(cells, least=2)
    if not slow and len(numbers) > layout.count:
        raise UnattainableError(
            f"{len(numbers)} cells cannot increase with {layout.count} digits ({layout.labels(numbers)})"
        )
    yield related(list(pairwise(cells)), (lambda a, b: a <= b) if slow else (lambda a, b: a < b))


@named
def whispers(layout: Layout, cells: Line, difference: int | None = None) -> Iterator[Rule]:
    """Neighbors on the line differ by at least ``difference``, by default half the digits, rounded up: 5 of 9."""
    layout.cells(cells, least=2, distinct=False)
    least = layout.number((layout.count + 1) // 2 if difference is None else difference, "difference", 1)
    yield related(list(pairwise(cells)), lambda a, b: abs(a - b) >= least)


@named
def renban(layout: Layout, cells: Cells) -> Iterator[Rule]:
    """The line holds consecutive digits in any order, without repeats."""
    numbers = {*layout.cells(cells, distinct=False)}
    places, length = layout.places(sorted(numbers)), len(numbers)
    yield different(places)
    yield related(list(combinations(places, 2)), lambda a, b: abs(a - b) < length)


@named
def palindrome(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The line reads the same from both ends."""
    layout.cells(cells, least=2, distinct=False)
    half = len(cells) // 2
    pairs = zip(cells[:half], cells[::-1], strict=False)
    yield related([(a, b) for a, b in pairs if a != b], lambda a, b: a == b)


@named
def between(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The digits inside the line are strictly between the digits at its two ends."""
    yield _by_ends(layout, cells, lambda low, high: low < high, lambda low, digit, high: low < digit < high)


@named
def lockout(layout: Layout, cells: Line, difference: int | None = None) -> Iterator[Rule]:
    """The two ends of the line differ by at least ``difference``, and the other digits are outside their range.

    The default difference is half the number of digits, rounded down: 4 of 9.
    """
    least = layout.number(layout.count // 2 if difference is None else difference, "difference", 0)
    yield _by_ends(
        layout, cells, lambda low, high: high - low >= least, lambda low, digit, high: not low <= digit <= high
    )


def _by_ends(
    layout: Layout, cells: Line, ends: Callable[[int, int], bool], middle: Callable[[int, int, int], bool]
) -> Rule:
    """A rule from a condition on the lower and higher end, and one on each other digit between or outside them."""
    layout.cells(cells, least=3)
    first, *others, last = cells

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) == 2:
            return state if middle(state[0], digit, state[1]) else None
        known = tuple(sorted((*state, digit)))
        return known if len(known) == 1 or ends(*known) else None

    # The automaton reads both ends first.
    start: tuple[int, ...] = ()
    return accepted([first, last, *others], Automaton.of(layout.values, start, step, lambda state: len(state) == 2))


@named
def entropic(layout: Layout, cells: Line) -> Iterator[Rule]:
    """Any three successive cells hold a low, a middle and a high digit: on 9x9, of 1 to 3, 4 to 6 and 7 to 9."""
    if layout.count % 3:
        raise RulesError(f"{layout.count} digits do not make three equal groups")
    size = layout.count // 3
    yield _successive(layout, cells, 3, lambda digit: (digit - layout.values[0]) // size)


@named
def modular(layout: Layout, cells: Line, modulus: int = 3) -> Iterator[Rule]:
    """Any ``modulus`` successive digits leave different remainders when divided by ``modulus``."""
    layout.number(modulus, "modulus", 2)
    yield _successive(layout, cells, modulus, lambda digit: digit % modulus)


def _successive(layout: Layout, cells: Line, length: int, group: Callable[[int], int]) -> Rule:
    """Any ``length`` successive digits, also around a closed line, are in different groups."""
    layout.cells(cells, least=2, distinct=False)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    ring = [*cells[:-1], *cells[: length - 1]] if closed else cells
    pairs = dict.fromkeys((ring[k], other) for k in range(len(ring)) for other in ring[k + 1 : k + length])
    return related(list(pairs), lambda a, b: group(a) != group(b))


# --- sums -----------------------------------------------------------------------------------------------------------


@named
def arrow(layout: Layout, circle: Cell | Line, path: Line) -> Iterator[Rule]:
    """The digits along the path add up to the number in the circle: one digit, or several cells read as a number."""
    head = layout.cells((circle,) if is_cell(circle) else circle, "circle")
    tail = layout.cells(path, "path", distinct=False)
    shared = sorted({*head} & {*tail})
    if shared:
        raise RulesError(f"path holds {layout.label(shared[0])}, which is in the circle")
    if len(head) > 1 and layout.count > 9:
        raise RulesError("circle has several cells; expected one on boards with more than 9 digits")
    yield _balanced(layout, {cell: 10**k for k, cell in enumerate(reversed(head))}, tail)


@named
def double_arrow(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The digits inside the line have the same sum as its two ends."""
    first, *middle, last = layout.cells(cells, least=3, distinct=False)
    yield _balanced(layout, [first, last], middle)


@named
def zipper(layout: Layout, cells: Line) -> Iterator[Rule]:
    """Each pair of digits at the same distance from the center of the line adds up to the digit in the center.

    On a line with an even number of cells, all pairs have the same sum.
    """
    numbers = layout.cells(cells, least=3, distinct=False)
    half = len(numbers) // 2
    teeth: list[Sequence[int]] = [*zip(numbers[:half], numbers[::-1], strict=False)]
    first = [numbers[half]] if len(numbers) % 2 else teeth.pop()
    yield from (_balanced(layout, pair, first) for pair in teeth)


@named
def region_sum_line(layout: Layout, cells: Line) -> Iterator[Rule]:
    """The box or region borders divide the line into parts with equal sums; each visit of a region is a part."""
    numbers = layout.cells(cells, least=2, distinct=False)
    parts = [[*part] for _, part in groupby(numbers, layout.regions.__getitem__)]
    if len(parts) == 1:
        raise RulesError(f"the line stays in one region ({layout.labels(numbers)}); expected at least two")
    yield from (_balanced(layout, *pair) for pair in combinations(parts, 2))


@named
def equal_sums(layout: Layout, groups: Groups) -> Iterator[Rule]:
    """All groups of cells have the same sum."""
    yield from (_balanced(layout, *pair) for pair in pairwise(layout.groups(groups)))


def _balanced(layout: Layout, cells: Mapping[int, int] | Iterable[int], others: Iterable[int]) -> Rule:
    """Cells, with weights if given, have the same sum as the others; cells may occur several times."""
    weights = Counter(cells)
    weights.subtract(others)
    return total(layout.places(weights), 0, [*weights.values()])


@named
def sum_line(layout: Layout, cells: Line, sum: int) -> Iterator[Rule]:
    """The line divides into parts that each add up to ``sum``."""
    layout.cells(cells, distinct=False)
    layout.number(sum, "sum", 1)

    def step(part: int, digit: int) -> int | None:
        if digit == 0:
            return part
        reached = part % sum + digit
        return reached % sum if reached <= sum else None

    # Zeros alone are not a part: the state before any other digit is ``sum``.
    start = sum if 0 in layout.values else 0
    yield accepted(cells, Automaton.of(layout.values, start, step, lambda part: part == 0))


@named
def lunchbox(layout: Layout, cells: Line, sum: int) -> Iterator[Rule]:
    """The digits of the line differ, and the digits between the lowest and the highest add up to ``sum``."""
    length = len(layout.cells(cells, least=2))
    layout.number(sum, "sum", 0)
    # The largest digits inside; the highest and the lowest digit are the ends.
    most = _sum(layout.values[1:-1][-(length - 2) :]) if length > 2 else 0
    if sum > most:
        raise UnattainableError(f"sum is {sum}; expected 0..{most} for {length} cells")
    yield different(cells)
    if layout.count <= _MOST_READ_ONCE and _has_sum(layout.values, length, sum):
        yield accepted(cells, _read_once(layout.values, length, sum))
    else:
        yield accepted([*cells, *cells], _read_twice(layout.values, length, sum))


#: With more digits, the automaton of a lunchbox has too many states if it reads each cell once.
_MOST_READ_ONCE = 9


def _has_sum(values: range, length: int, sum: int) -> bool:
    """Whether digits between the ends can add up to the sum: an automaton that accepts nothing would be an error."""
    return any(_sum(digits) == sum for count in range(length - 1) for digits in combinations(values[1:-1], count))


@lru_cache(maxsize=256)
def _read_once(values: range, length: int, sum: int) -> Automaton:
    """Reads different digits; accepts if the digits between the lowest and the highest add up to ``sum``."""

    @cache
    def fits(low: int, high: int, count: int) -> bool:
        """Whether ``count`` different digits between ``low`` and ``high`` can add up to ``sum``."""
        return any(_sum(digits) == sum for digits in combinations(range(low + 1, high), count))

    # What follows the lowest or the highest digit so far counts if a higher or a lower one comes: its sum and how many
    # digits there are, until none can come that makes the sum right.
    Part: TypeAlias = tuple[int, int] | None

    def plus(part: Part, digit: int) -> Part:
        return part and (part[0] + digit, part[1] + 1)

    @cache
    def useful(part: Part, lows: range, highs: range, more: int) -> Part:
        """The part, unless fewer than ``more`` further digits and no ends from ``lows`` and ``highs`` complete it."""
        ends = product(lows, highs, range(more))
        if part and part[0] <= sum and any(fits(low, high, part[1] + further) for low, high, further in ends):
            return part
        return None

    # States: how many digits were read, the lowest and the highest, whether the sum between them is right, both parts.
    def step(state: tuple[int, int, int, bool, Part, Part], digit: int) -> Any:
        read, low, high, right, after_low, after_high = state
        if read == length or digit in (low, high):
            return None
        if read == 0:
            low = high = digit
        elif digit > high:
            right = after_low is not None and after_low[0] == sum and fits(low, digit, after_low[1])
            high, after_low, after_high = digit, plus(after_low, digit), (0, 0)
        elif digit < low:
            right = after_high is not None and after_high[0] == sum and fits(digit, high, after_high[1])
            low, after_low, after_high = digit, (0, 0), plus(after_high, digit)
        else:
            after_low, after_high = plus(after_low, digit), plus(after_high, digit)
        more = length - read - 1
        after_low = useful(after_low, range(low, low + 1), range(high + 1, values.stop), more)
        after_high = useful(after_high, range(values.start, low), range(high, high + 1), more)
        return read + 1, low, high, right, after_low, after_high

    return Automaton.of(values, (0, -1, -1, False, (0, 0), (0, 0)), step, lambda state: state[0] == length and state[3])


def _read_twice(values: range, length: int, sum: int) -> Automaton:
    """Reads the cells twice: first for the lowest and the highest digit, then for the sum between them."""

    # States: the number of cells read, both digits, and the sum if it has begun.
    def step(state: tuple[int, int, int, int], digit: int) -> tuple[int, int, int, int] | None:
        position, low, high, part = state
        if position < length:
            return position + 1, min(low, digit), max(high, digit), -1
        crust = digit in (low, high)
        if part == -1 or part > sum:
            return state if not crust else (length, low, high, 0) if part == -1 else None
        if crust:
            return (length, low, high, sum + 1) if part == sum else None
        return (length, low, high, part + digit) if part + digit <= sum else None

    return Automaton.of(values, (0, values[-1], values[0], -1), step, lambda state: state[3] > sum)
