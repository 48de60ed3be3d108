"""The disjunction: at least one of several rules holds.

It needs no primitive: a finite automaton can check each primitive, and one automaton can decide whether all automata of
some alternative accept. If alternatives share cells, it reads each cell once, and its state contains the states of all
alternatives::

    any_of(r1c1 < r1c2, r1c1 + r1c2 = 5)

    cells     r1c1                       r1c2
    states    read 3, rest 2             holds: the remaining cells are ignored
              read 7, first alternative failed: rejects

The number of states is the product over the primitives that are read at the same time. If this is too many, or if no
order of the cells fits all primitives, the automaton reads the primitives one after another, some cells several times::

    any_of(even r1c1, [odd r1c2, r1c2 < r1c3])

    cells     r1c1   │ r1c2   │ r1c2  r1c3
              even?  │ odd?   │ less than?
    states    alive ─┼─ holds: the remaining cells are ignored
              failed ┼─ alive ┼─ alive ── holds
                     │ failed ┼─ failed ── rejects

The number of states is then the sum, and propagation is exact, except that cells read several times are treated as
different cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError, shown
from bitdoku.rules._automata import minimal
from bitdoku.rules._rule import MAX_STEPS, Automaton, Rule, UnattainableError, named
from bitdoku.rules.named import accepted

if TYPE_CHECKING:
    from bitdoku.rules._layout import Layout

__all__ = ["any_of"]

#: The cells that a primitive reads, its automaton, and its automaton for another order of the cells, if there is one.
Check = tuple[list[int], Automaton, Callable[[list[int]], Automaton] | None]
#: The next states of each state.
Rows = Sequence[Sequence[int]]
#: The state of each primitive of an alternative, or None if the alternative has failed.
Alternative = tuple[int, ...] | None
#: The position of the next cell, and the state of each alternative; () if one of them holds.
State = tuple[int, tuple[Alternative, ...]]
HOLDS: State = (-1, ())
#: The state of a primitive whose cells have all been read.
READ = -1
#: The maximum number of states of an automaton that reads each cell once.
MOST_STATES = 2048


class _TooManyStatesError(Exception):
    """Reading each cell once needs too many states."""


@named
def any_of(layout: Layout, *rules: Rule | Sequence[Rule]) -> Iterator[Rule]:
    """At least one of the alternatives holds: a rule, or all rules of a list.

    Some alternatives may be impossible, such as an X-sum of 2, but not all. Arguments out of range, such as ten
    skyscrapers, are errors.
    """
    if len(rules) < 2:
        raise RulesError(f"{len(rules)} alternative{'s' * (len(rules) != 1)}; expected at least two")
    alternatives: list[list[Check]] = []
    count = 0
    unattainable: UnattainableError | None = None
    for alternative in rules:
        checks: list[Check] = []
        reads = count
        try:
            for check in (check for rule in _members(alternative) for check in _checks(layout, rule)):
                checks.append(check)
                reads += len(check[0])
                if reads**2 * layout.count > MAX_STEPS:
                    raise RulesError(f"the alternatives read {reads} cells or more, which are too many")
        except UnattainableError as error:
            unattainable = error
            continue
        if not checks:
            raise RulesError("an alternative holds always")
        alternatives.append(checks)
        count = reads
    if unattainable is not None and not alternatives:
        raise unattainable

    cells = _order([check for checks in alternatives for check in checks])
    if cells is not None:
        with suppress(_TooManyStatesError):
            yield accepted(layout.places(cells), _read_once(layout, alternatives, cells))
            return
    cells = [cell for checks in alternatives for read, *_ in checks for cell in read]
    yield accepted(layout.places(cells), _read_in_turn(layout, alternatives))


def _order(checks: Sequence[Check]) -> list[int] | None:
    """Each cell once, in an order that suits all checks; None if there is none, or if the checks share no cells."""
    cells = [cell for read, *_ in checks for cell in read]
    after: dict[int, list[int]] = {cell: [] for cell in cells}
    if len(after) == len(cells):
        return None
    for read, _, reordered in checks:
        for cell, following in pairwise([] if reordered else read):
            after[cell].append(following)
    # Each cell after the cells that must be read before it, otherwise in the order of their first occurrence.
    waiting = Counter(following for some in after.values() for following in some)
    order: list[int] = []
    while len(order) < len(after):
        ready = [cell for cell in after if not waiting[cell]]
        if not ready:
            return None
        order.append(ready[0])
        waiting[ready[0]] = -1
        waiting.subtract(after[ready[0]])
    return order


def _read_once(layout: Layout, alternatives: Sequence[Sequence[Check]], cells: Sequence[int]) -> Automaton:
    """The automaton that reads these cells, each once, in an order that suits all checks."""
    position_of = {cell: position for position, cell in enumerate(cells)}
    # For each cell: the checks that read it, by alternative and number, with the accepting states if they end here.
    reads: list[list[tuple[int, int, Rows, set[int] | None]]] = [[] for _ in cells]
    for k, checks in enumerate(alternatives):
        for number, (read, automaton, reordered) in enumerate(checks):
            ordered = sorted(read, key=position_of.__getitem__)
            if reordered:
                automaton = reordered(ordered)
            for cell in ordered:
                ends = {*automaton.accepting} if cell == ordered[-1] else None
                reads[position_of[cell]].append((k, number, automaton.transitions, ends))
    steps = 0

    def step(state: State, digit: int) -> State | None:
        nonlocal steps
        steps += 1
        if steps > MOST_STATES * layout.count:
            raise _TooManyStatesError
        position, known = state
        if state == HOLDS:
            return state
        states = [None if inner is None else [*inner] for inner in known]
        for k, number, rows, ends in reads[position]:
            inner = states[k]
            if inner is None:
                continue
            target = rows[inner[number]][digit - layout.first]
            if target < 0 or (ends is not None and target not in ends):
                states[k] = None
            else:
                inner[number] = target if ends is None else READ
        if any(inner is not None and {*inner} == {READ} for inner in states):
            return HOLDS
        if not any(states):
            return None
        return position + 1, tuple(None if inner is None else tuple(inner) for inner in states)

    start: State = (0, tuple((0,) * len(checks) for checks in alternatives))
    return Automaton.of(layout.values, start, step, lambda state: state == HOLDS)


def _read_in_turn(layout: Layout, alternatives: Sequence[Sequence[Check]]) -> Automaton:
    """The automaton that reads the cells of one check after another."""
    # For each cell: the transitions, the accepting states if the automaton ends here, whether the alternative ends.
    reads: list[tuple[Rows, set[int] | None, bool]] = []
    for checks in alternatives:
        for read, automaton, _ in checks:
            rows = automaton.transitions
            reads += [(rows, None, False)] * (len(read) - 1) + [(rows, {*automaton.accepting}, False)]
        reads[-1] = (*reads[-1][:2], True)
    failed, holds = -1, (-1, -1)

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        if state == holds:
            return state
        position, inner = state
        rows, accepting, ends_alternative = reads[position]
        target = failed if inner == failed else rows[inner][digit - layout.first]
        if accepting is not None:
            target = 0 if target in accepting else failed
        if ends_alternative:
            if target != failed:
                return holds
            target = 0
        return (position + 1, target) if position + 1 < len(reads) else None

    return Automaton.of(layout.values, (0, 0), step, lambda state: state == holds)


def _members(alternative: object) -> Iterator[Rule]:
    for rule in alternative if isinstance(alternative, tuple) else (alternative,):
        if not isinstance(rule, Rule):
            raise RulesError(f"an alternative is {shown(rule)}; expected a rule or a list of rules")
        yield rule


def _checks(layout: Layout, rule: Rule) -> Iterator[Check]:
    """The cells that a rule reads, and the automata that check it, with start state 0."""
    for part in rule.primitives(layout):
        arguments = part.arguments
        match part.name:
            case "allowed":
                fits = layout.digits(arguments["digits"])
                row = [1 if fits >> k & 1 else -1 for k in range(layout.count)]
                yield [layout.cell(arguments["cell"])], Automaton([row, [-1] * layout.count], [1]), None
            case "different":
                yield _different(layout, layout.cells(arguments["cells"]))
            case "related":
                table = layout.table(arguments["table"])
                forward, backward = _related(table), _related([*zip(*table, strict=True)])
                for first, second in layout.pairs(arguments["pairs"]):
                    by_first = {first: forward, second: backward}
                    yield [first, second], forward, None if first == second else partial(_by_first, by_first)
            case "total":
                cells = layout.cells(arguments["cells"])
                if arguments["no_repeat"]:
                    yield _different(layout, cells)
                weights = dict(zip(cells, arguments["weights"] or (1,) * len(cells), strict=True))
                automaton_for = partial(_total, layout, weights, arguments["sum"])
                yield cells, automaton_for(cells), automaton_for
            case "accepted":
                cells = layout.cells(arguments["cells"], distinct=False)
                yield cells, Automaton(*minimal(arguments["automaton"], layout.labels(dict.fromkeys(cells)))), None


def _different(layout: Layout, cells: list[int]) -> Check:
    automaton = _all_different(layout.values, len(cells))
    return cells, automaton, lambda _: automaton


@lru_cache(maxsize=8)  # a rule such as anti-knight has many pairs
def _all_different(values: Iterable[int], count: int) -> Automaton:
    """The states are the sets of digits seen."""

    def step(seen: int, digit: int) -> int | None:
        more = seen | 1 << digit
        return more if more != seen and more.bit_count() <= count else None

    return Automaton.of(values, 0, step, lambda seen: seen.bit_count() == count)


def _related(table: Sequence[Sequence[int]]) -> Automaton:
    """The states are the start, the first digit, and the end."""
    count = len(table)
    seconds = [[1 + count if fits else -1 for fits in row] for row in table]
    return Automaton([[1 + k for k in range(count)], *seconds, [-1] * count], [1 + count])


def _by_first(automata: Mapping[int, Automaton], cells: Sequence[int]) -> Automaton:
    return automata[cells[0]]


def _total(layout: Layout, weights: Mapping[int, int], total: int, cells: Sequence[int]) -> Automaton:
    """The states are the number of cells read and their sum, without sums that are too small or too large."""
    ends = [sorted((weights[cell] * layout.values[0], weights[cell] * layout.values[-1])) for cell in cells]
    least = [sum(low for low, _ in ends[k:]) for k in range(len(cells) + 1)]
    most = [sum(high for _, high in ends[k:]) for k in range(len(cells) + 1)]

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        count, part = state
        if count == len(cells):
            return None
        count, part = count + 1, part + weights[cells[count]] * digit
        return (count, part) if part + least[count] <= total <= part + most[count] else None

    return Automaton.of(layout.values, (0, 0), step, lambda state: state == (len(cells), total))
