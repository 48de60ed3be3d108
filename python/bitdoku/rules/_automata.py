"""Canonical form of automata: minimal, with states and cells in a fixed order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from bitdoku.rules._rule import UnattainableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy.typing as npt

    from bitdoku.rules._rule import Automaton

T = TypeVar("T")

#: Rows of next states, -1 for none.
Rows = tuple[tuple[int, ...], ...]
#: Cells, the rows of a minimal automaton with start 0, and its accepting states.
Reading = tuple[tuple[int, ...], Rows, tuple[int, ...]]
#: Larger automata are not tested for reversal, which takes quadratic time.
MAX_REVERSED = 4096
#: Results for automata up to this number of states are cached: equal sandwiches occur many times.
MAX_CACHED = 512
#: Pairs of steps compared at a time.
BLOCK = 2**22


def _cached(function: functools._lru_cache_wrapper[T], states: int) -> Callable[..., T]:
    """The cached function for small automata, the function itself for large ones."""
    return function if states <= MAX_CACHED else function.__wrapped__


def minimal(automaton: Automaton, cells: str) -> tuple[Rows, tuple[int, ...]]:
    """The minimal equivalent automaton with start 0, its states in breadth-first order.

    Raises UnattainableError with the names ``cells`` if it accepts nothing.
    """
    rows = automaton.transitions
    found = _cached(_minimal, len(rows))(rows, automaton.accepting, automaton.start)
    if found is None:
        raise UnattainableError(f"no digits are possible in {cells}")
    return found


@functools.lru_cache(maxsize=512)
def _minimal(rows: Rows, accepting: tuple[int, ...], start: int) -> tuple[Rows, tuple[int, ...]] | None:
    # A dead state makes the automaton complete.
    dead = len(rows)
    complete = [*([dead if target < 0 else target for target in row] for row in rows), [dead] * len(rows[0])]
    group = _groups(complete, accepting)
    if group[start] == group[dead]:
        return None
    number = {group[start]: 0}
    states = [start]
    out: list[tuple[int, ...]] = []
    for state in states:
        row = []
        for target in complete[state]:
            if group[target] == group[dead]:
                row.append(-1)
                continue
            if group[target] not in number:
                number[group[target]] = len(states)
                states.append(target)
            row.append(number[group[target]])
        out.append(tuple(row))
    ends = {*accepting}
    return tuple(out), tuple(k for k, state in enumerate(states) if state in ends)


def _groups(rows: Sequence[Sequence[int]], accepting: Sequence[int]) -> list[int]:
    """The equivalence class of each state of a complete automaton (Hopcroft's algorithm).

    Groups are split until all states of a group lead to the same groups. The largest piece of a group keeps the number,
    so only predecessors of the other pieces are visited again, and a state changes its number at most log2(n) times.
    Rounds over all states would take n rounds for a chain of n states.
    """
    before: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for target in {*row}:
            before[target].append(state)
    group, members = [0] * len(rows), [{*range(len(rows))}]
    ends = {*accepting}
    # Pieces that will get a new number, with the group that they leave.
    split = [(0, [*min(ends, members[0] - ends, key=len)])]
    while split:
        changed: list[int] = []
        for number, piece in split:
            for state in piece:
                group[state] = len(members)
            members[number].difference_update(piece)
            members.append({*piece})
            changed += piece
        pieces: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for state in {source for target in changed for source in before[target]}:
            leads = tuple([group[target] for target in rows[state]])
            pieces.setdefault(group[state], {}).setdefault(leads, []).append(state)
        split = []
        for number, found in pieces.items():
            parts = sorted(found.values(), key=len)
            # The states that lead to no new number are one piece, which keeps the number unless another is larger.
            if len(members[number]) - sum(map(len, parts)) < len(parts[-1]):
                same = members[number].difference(*parts)
                parts[-1:] = [[*same]] if same else []
            split += [(number, part) for part in parts]
    return group


def in_order(cells: Sequence[int], rows: Rows, accepting: tuple[int, ...]) -> tuple[int, ...]:
    """The cells in canonical order, in which the minimal automaton accepts the same grids.

    Cells are sorted within runs in which their order does not matter. If the automaton accepts the reverse of each
    word, the smaller direction is chosen.
    """
    states = len(rows)
    lengths = _cached(_run_lengths, states)(len(cells), rows)
    ordered = _sorted_in_runs(cells, lengths)
    if states <= MAX_REVERSED and _cached(_reads_backwards, states)(rows, accepting):
        return min(ordered, _sorted_in_runs(ordered[::-1], lengths))
    return ordered


def _sorted_in_runs(cells: Sequence[int], lengths: Sequence[int]) -> tuple[int, ...]:
    ordered: list[int] = []
    for length in lengths:
        ordered += sorted(cells[len(ordered) : len(ordered) + length])
    return tuple(ordered)


@functools.lru_cache(maxsize=512)
def _run_lengths(count: int, rows: Rows) -> tuple[int, ...]:
    """The lengths of the runs among ``count`` cells in which the order does not matter to the automaton."""
    # The dead state is last, at index -1.
    table = np.array([*rows, [-1] * len(rows[0])], np.int32)
    lengths = [0]
    states = np.array([0])
    for step in range(count):
        lengths[-1] += 1
        if step + 1 < count and not _commutes(states, table):
            lengths.append(0)
        reached = np.unique(table[states])
        states = reached[reached >= 0]
    return tuple(lengths)


def _commutes(states: npt.NDArray[Any], table: npt.NDArray[np.int32]) -> bool:
    """Whether any two digits lead to the same state in either order, from each of the states."""
    at_once = max(1, BLOCK // table.shape[1] ** 2)
    for start in range(0, len(states), at_once):
        both = table[table[states[start : start + at_once]]]
        if not (both == both.transpose(0, 2, 1)).all():
            return False
    return True


@functools.lru_cache(maxsize=512)
def _reads_backwards(rows: Rows, accepting: tuple[int, ...]) -> bool:
    """Whether a minimal automaton accepts each word together with its reverse."""
    # The automaton of the reversed words. Its states are sets of states that lead to acceptance, as bool arrays.
    table = np.array([*rows, [-1] * len(rows[0])]).T.copy()
    last = np.zeros(len(rows) + 1, bool)
    last[[*accepting]] = True
    numbers, sets = {last.tobytes(): 0}, [last]
    reversed_rows: list[tuple[int, ...]] = []
    for members in sets:
        targets = []
        for origin in members[table]:
            if not origin.any():
                targets.append(-1)
                continue
            number = numbers.setdefault(origin.tobytes(), len(sets))
            if number == len(sets):
                sets.append(origin)
            targets.append(number)
        reversed_rows.append(tuple(targets))
        # The determinized reverse of a minimal automaton is minimal: more states mean another language.
        if len(sets) > len(rows) + 1:
            return False
    ends = tuple(k for k, members in enumerate(sets) if members[0])
    return bool(ends) and _minimal.__wrapped__(tuple(reversed_rows), ends, 0) == (rows, accepting)
