"""The disjunction: at least one of several rules holds.

It needs no primitive: a finite automaton can check each primitive, and a sequence of automata can decide whether one of
them accepts. One automaton reads the cells of all alternatives, some of them several times::

    any_of(even r1c1, [odd r1c2, r1c2 < r1c3])

    cells     r1c1   │ r1c2   │ r1c2  r1c3
              even?  │ odd?   │ less than?
    states    alive ─┼─ holds: the remaining cells are ignored
              failed ┼─ alive ┼─ alive ── holds
                     │ failed ┼─ failed ── rejects

The number of states is the sum, not the product, over the primitives. Propagation is exact, except that cells read
several times are treated as different cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from bitdoku._errors import RulesError, shown
from bitdoku.rules._automata import minimal
from bitdoku.rules._rule import MAX_STEPS, Automaton, Rule, UnattainableError, named
from bitdoku.rules.named import accepted

if TYPE_CHECKING:
    from bitdoku.rules._layout import Layout

__all__ = ["any_of"]

#: The position of the next cell, and the state of the automaton that reads it.
State = tuple[int, int]
#: The next states of each state.
Rows = Sequence[Sequence[int]]
FAILED = -1
#: The state after an alternative that holds.
HOLDS = (-1, -1)


@named
def any_of(layout: Layout, *rules: Rule | Sequence[Rule]) -> Iterator[Rule]:
    """At least one of the alternatives holds: a rule, or all rules of a list.

    Some alternatives may be impossible, such as an X-sum of 2, but not all. Arguments out of range, such as ten
    skyscrapers, are errors.
    """
    if len(rules) < 2:
        raise RulesError(f"{len(rules)} alternative{'s' * (len(rules) != 1)}; expected at least two")
    cells: list[int] = []
    unattainable: UnattainableError | None = None
    # For each cell: the transitions, the accepting states if the automaton ends here, whether the alternative ends.
    reads: list[tuple[Rows, set[int] | None, bool]] = []
    for alternative in rules:
        checks: list[tuple[list[int], Automaton]] = []
        count = len(cells)
        try:
            for check in (check for rule in _members(alternative) for check in _checks(layout, rule)):
                checks.append(check)
                count += len(check[0])
                if count**2 * layout.count > MAX_STEPS:
                    raise RulesError(f"the alternatives read {count} cells or more, which are too many")
        except UnattainableError as error:
            unattainable = error
            continue
        if not checks:
            raise RulesError("an alternative holds always")
        for read, automaton in checks:
            cells += read
            rows = automaton.transitions
            reads += [(rows, None, False)] * (len(read) - 1) + [(rows, {*automaton.accepting}, False)]
        reads[-1] = (*reads[-1][:2], True)

    if unattainable is not None and not reads:
        raise unattainable

    def step(state: State, digit: int) -> State | None:
        if state == HOLDS:
            return state
        position, inner = state
        rows, accepting, ends_alternative = reads[position]
        target = FAILED if inner == FAILED else rows[inner][digit - layout.first]
        if accepting is not None:
            target = 0 if target in accepting else FAILED
        if ends_alternative:
            if target != FAILED:
                return HOLDS
            target = 0
        return (position + 1, target) if position + 1 < len(reads) else None

    yield accepted(layout.places(cells), Automaton.of(layout.values, (0, 0), step, lambda state: state == HOLDS))


def _members(alternative: object) -> Iterator[Rule]:
    for rule in alternative if isinstance(alternative, tuple) else (alternative,):
        if not isinstance(rule, Rule):
            raise RulesError(f"an alternative is {shown(rule)}; expected a rule or a list of rules")
        yield rule


def _checks(layout: Layout, rule: Rule) -> Iterator[tuple[list[int], Automaton]]:
    """The automata that check a rule, with start state 0, and the cells that they read."""
    for part in rule.primitives(layout):
        arguments = part.arguments
        match part.name:
            case "allowed":
                fits = layout.digits(arguments["digits"])
                row = [1 if fits >> k & 1 else -1 for k in range(layout.count)]
                yield [layout.cell(arguments["cell"])], Automaton([row, [-1] * layout.count], [1])
            case "different":
                cells = layout.cells(arguments["cells"])
                yield cells, _different(layout.values, len(cells))
            case "related":
                table = layout.table(arguments["table"])
                span = range(layout.count)
                seconds = [[1 + layout.count if fits else -1 for fits in row] for row in table]
                automaton = Automaton([[1 + k for k in span], *seconds, [-1] * layout.count], [1 + layout.count])
                yield from (([*pair], automaton) for pair in layout.pairs(arguments["pairs"]))
            case "total":
                cells = layout.cells(arguments["cells"])
                if arguments["no_repeat"]:
                    yield cells, _different(layout.values, len(cells))
                yield cells, _total(layout, arguments["weights"] or (1,) * len(cells), arguments["sum"])
            case "accepted":
                cells = layout.cells(arguments["cells"], distinct=False)
                yield cells, Automaton(*minimal(arguments["automaton"], layout.labels(dict.fromkeys(cells))))


@lru_cache(maxsize=8)  # a rule such as anti-knight has many pairs
def _different(values: Iterable[int], count: int) -> Automaton:
    """The states are the sets of digits seen."""

    def step(seen: int, digit: int) -> int | None:
        more = seen | 1 << digit
        return more if more != seen and more.bit_count() <= count else None

    return Automaton.of(values, 0, step, lambda seen: seen.bit_count() == count)


def _total(layout: Layout, weights: Sequence[int], total: int) -> Automaton:
    """The states are the number of cells read and their sum."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        count, part = state
        return (count + 1, part + weights[count] * digit) if count < len(weights) else None

    return Automaton.of(layout.values, (0, 0), step, lambda state: state == (len(weights), total))
