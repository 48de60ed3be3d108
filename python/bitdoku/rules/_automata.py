"""Automata in one form: as small as can be, their states and the cells that they read in a fixed order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy.typing as npt

    from bitdoku.rules._rule import Automaton

#: Rows of next states, -1 for none.
Rows = tuple[tuple[int, ...], ...]
#: Cells, and the rows of a minimal automaton with start 0, and its accepting states.
Reading = tuple[tuple[int, ...], Rows, tuple[int, ...]]
#: Larger automata are not asked whether they read the same backwards, which takes the square of their states.
MOST_REVERSED = 4096
#: Smaller ones are given again and again, sandwiches for example, and what was found is kept.
MOST_KEPT = 512
#: Pairs of steps that are looked at a time.
BLOCK = 2**22


def minimal(automaton: Automaton) -> tuple[Rows, tuple[int, ...]]:
    """The smallest automaton that accepts the same, states in the order in which digits reach them; start 0."""
    make = _minimal if len(automaton.transitions) <= MOST_KEPT else _minimal.__wrapped__
    return make(automaton.transitions, automaton.accepting, automaton.start)


@functools.lru_cache(maxsize=512)
def _minimal(rows: Rows, accepting: tuple[int, ...], start: int) -> tuple[Rows, tuple[int, ...]]:
    # The dead state makes it complete.
    dead = len(rows)
    complete = [*([dead if target < 0 else target for target in row] for row in rows), [dead] * len(rows[0])]
    group = _groups(complete, accepting)
    if group[start] == group[dead]:
        raise RulesError("the automaton accepts nothing")
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
    """For each state of a complete automaton the number of its group: states that accept the same.

    Groups are split until the states of each lead to the same groups. Of the pieces of a group the largest keeps the
    number, so that only states before the others have to be looked at again: a state changes its number log2(n) times
    at most (the smaller half, after Hopcroft), where rounds over all states would be n for a chain of n states.
    """
    before: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for target in {*row}:
            before[target].append(state)
    group, members = [0] * len(rows), [{*range(len(rows))}]
    ends = {*accepting}
    # Pieces that get a number of their own, with the group that they come from.
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
            # Those that lead to no new number stay together, and keep theirs unless another piece is larger.
            if len(members[number]) - sum(map(len, parts)) < len(parts[-1]):
                same = members[number].difference(*parts)
                parts[-1:] = [[*same]] if same else []
            split += [(number, part) for part in parts]
    return group


def in_order(cells: Sequence[int], rows: Rows, accepting: tuple[int, ...]) -> tuple[int, ...]:
    """The cells in one of the orders in which the automaton, a minimal one, accepts the same.

    Neighbours that it reads in either order alike are sorted, and so are the two directions where those are alike.
    """
    return in_runs(cells, run_lengths(len(cells), rows), backwards=reads_backwards(rows, accepting))


def in_runs(cells: Sequence[int], lengths: Sequence[int], *, backwards: bool) -> tuple[int, ...]:
    """The same where it is known how long the runs are, and whether the directions are alike."""
    ordered: list[int] = []
    for length in lengths:
        ordered += sorted(cells[len(ordered) : len(ordered) + length])
    return min(tuple(ordered), in_runs(ordered[::-1], lengths, backwards=False)) if backwards else tuple(ordered)


def run_lengths(count: int, rows: Rows) -> tuple[int, ...]:
    """The lengths of the runs of ``count`` cells within which the automaton does not mind the order."""
    return (_run_lengths if len(rows) <= MOST_KEPT else _run_lengths.__wrapped__)(count, rows)


@functools.lru_cache(maxsize=512)
def _run_lengths(count: int, rows: Rows) -> tuple[int, ...]:
    # With a dead state at the end, which -1 is as an index too.
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
    """Whether two digits lead to the same state in either order, from each of these states."""
    at_once = max(1, BLOCK // table.shape[1] ** 2)
    for start in range(0, len(states), at_once):
        both = table[table[states[start : start + at_once]]]
        if not (both == both.transpose(0, 2, 1)).all():
            return False
    return True


def reads_backwards(rows: Rows, accepting: tuple[int, ...]) -> bool:
    """Whether a minimal automaton accepts each word together with its reverse."""
    if len(rows) > MOST_REVERSED:
        return False
    return (_reads_backwards if len(rows) <= MOST_KEPT else _reads_backwards.__wrapped__)(rows, accepting)


@functools.lru_cache(maxsize=512)
def _reads_backwards(rows: Rows, accepting: tuple[int, ...]) -> bool:
    # Sets of states that lead to acceptance, as arrays of truth values: the automaton of the reversed words.
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
        # The reverse of a minimal automaton, made deterministic, is minimal: with more states it is another one.
        if len(sets) > len(rows) + 1:
            return False
    ends = tuple(k for k, members in enumerate(sets) if members[0])
    return bool(ends) and _minimal.__wrapped__(tuple(reversed_rows), ends, 0) == (rows, accepting)
