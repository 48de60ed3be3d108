"""What rules come to: cells' digits, pairs of cells, sums, automata, in one canonical form.

Two sets of rules mean the same where their canonical forms are equal::

    masks      {cell: mask}                          where not every digit may stand
    unlike     (n², n²) bool                         pairs of cells that differ, whatever says so
    tables     {(a, b): table}, a < b                other pairs; what `unlike` says already is left out
    totals     {((cell, weight), …; sum)}            three cells and more; weights without common divisor, the first > 0
    automata   {(cells; minimal automaton)}

Sums of one and two cells are masks and tables. Equal meaning in a wider sense (rules that other rules imply) is not
looked for: that would be to solve them.
"""

from __future__ import annotations

import functools
import hashlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import RulesError
from bitdoku.rules._rule import Automaton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bitdoku.rules._rule import Layout, Mask, Rule, Table

#: A sum: cells with weights, and what it comes to.
Total = tuple[tuple[tuple[int, int], ...], int]
#: Cells, and the rows of a minimal automaton with start 0, and its accepting states.
Reading = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


class Parts:
    """The canonical form of some rules on a layout."""

    def __init__(self, layout: Layout, regions: Iterable[Iterable[int]], rules: Iterable[Rule]) -> None:
        self.layout = layout
        side = layout.side
        self.masks: dict[int, Mask] = {}
        self.tables: dict[tuple[int, int], Table] = {}
        self.totals: set[Total] = set()
        self.automata: set[Reading] = set()
        self.differents: set[frozenset[int]] = set()
        lines = np.arange(side * side).reshape(side, side)
        houses = [*lines.tolist(), *lines.T.tolist(), *regions]
        self.differents.update(frozenset(house) for house in houses if side > 1)

        gathered: list[tuple[dict[int, int], int]] = []
        for rule in rules:
            for part in rule.laid(layout):
                self._take(part, gathered)
        self._drop_small_differents()
        self.unlike = self._unlike_pairs()
        for weights, total in gathered:
            self._total(weights, total)
        self._clean_tables()
        for cell, mask in list(self.masks.items()):
            if mask == 0:
                raise RulesError(f"no digit may stand in {layout.label(cell)}")
            if mask == layout.all_digits:
                del self.masks[cell]

    # --- taking the primitives ----------------------------------------------------------------------------------

    def _take(self, part: Rule, totals: list[tuple[dict[int, int], int]]) -> None:
        layout, arguments = self.layout, part.arguments
        match part.name:
            case "allowed":
                self._allow(layout.cell(arguments["cell"]), layout.digits(arguments["digits"]))
            case "different":
                group = frozenset(layout.cells(arguments["cells"]))
                if len(group) > 1:
                    self.differents.add(group)
            case "related":
                table = masks_of(arguments["table"])
                for first, second in layout.pairs(arguments["pairs"]):
                    self._relate(first, second, table)
            case "total":
                cells = layout.cells(arguments["cells"])
                weights = dict(zip(cells, arguments["weights"] or [1] * len(cells), strict=True))
                if arguments["no_repeat"] and len(cells) > 1:
                    self.differents.add(frozenset(cells))
                totals.append(({cell: w for cell, w in weights.items() if w}, arguments["sum"]))
            case "accepted":
                rows, accepting = minimal(arguments["automaton"])
                self.automata.add((in_order(layout.cells(arguments["cells"]), rows, accepting), rows, accepting))

    def _allow(self, cell: int, mask: Mask) -> None:
        self.masks[cell] = self.masks.get(cell, self.layout.all_digits) & mask

    def _relate(self, first: int, second: int, table: Table) -> None:
        if first > second:
            first, second, table = second, first, transposed(table)
        known = self.tables.get((first, second))
        self.tables[first, second] = table if known is None else both(known, table)

    # --- bringing them to one form ------------------------------------------------------------------------------

    def _drop_small_differents(self) -> None:
        """Leaves out those that lie within another; pairs become part of `unlike` alone."""
        through: dict[int, list[frozenset[int]]] = {}
        kept: set[frozenset[int]] = set()
        for cells in sorted(self.differents, key=lambda cells: (-len(cells), sorted(cells))):
            if len(cells) > self.layout.side:
                raise RulesError(
                    f"{len(cells)} cells cannot all be different with {self.layout.side} digits: "
                    f"{self.layout.labels(sorted(cells))}"
                )
            if any(cells < other for other in through.get(min(cells), ())):
                continue
            kept.add(cells)
            for cell in cells:
                through.setdefault(cell, []).append(cells)
        self.differents = kept

    def _unlike_pairs(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        area = self.layout.side**2
        unlike = np.zeros((area, area), bool)
        for cells in self.differents:
            index = np.fromiter(cells, np.intp)
            unlike[np.ix_(index, index)] = True
        np.fill_diagonal(unlike, False)
        return unlike

    def _total(self, weights: dict[int, int], total: int) -> None:
        layout = self.layout
        cells = sorted(weights)
        shown = layout.labels(cells)
        low, high = self._bounds([weights[cell] for cell in cells], cells)
        divisor = math.gcd(*weights.values()) if weights else 0
        if not low <= total <= high or (divisor and total % divisor):
            raise RulesError(f"total: {shown or 'no cells'} cannot total {total}; expected {low}..{high}")
        if not cells:
            return
        if weights[cells[0]] < 0:
            divisor = -divisor
        terms = [(cell, weights[cell] // divisor) for cell in cells]
        total //= divisor
        if len(terms) == 1:
            self._allow(cells[0], layout.digits(total // terms[0][1]))
        elif len(terms) == 2:
            (first, w), (second, v) = terms
            table = layout.table(lambda a, b: w * a + v * b == total)
            self._relate(first, second, masks_of(table))
        else:
            self.totals.add((tuple(terms), total))

    def _bounds(self, weights: list[int], cells: list[int]) -> tuple[int, int]:
        """The least and the greatest total; exact where all cells differ or have weights of one sign."""
        side = self.layout.side
        if weights and all(w < 0 for w in weights):
            low, high = self._bounds([-w for w in weights], cells)
            return -high, -low
        if any(w < 0 for w in weights):
            signs = [
                [(w, cell) for w, cell in zip(weights, cells, strict=True) if (w < 0) == less] for less in (True, False)
            ]
            parts = [self._bounds([w for w, _ in terms], [cell for _, cell in terms]) for terms in signs]
            return sum(low for low, _ in parts), sum(high for _, high in parts)
        if self.all_differ(cells):
            # The heaviest weight takes the most extreme digit.
            weights = sorted(weights, reverse=True)
            low = sum(w * digit for digit, w in enumerate(weights, 1))
            high = sum(w * (side + 1 - digit) for digit, w in enumerate(weights, 1))
            return low, high
        return sum(weights), sum(weights) * side

    def all_differ(self, cells: Iterable[int]) -> bool:
        """Whether no two of the cells may hold the same digit."""
        index = np.fromiter(cells, np.intp)
        return bool(self.unlike[np.ix_(index, index)].sum() == len(index) * (len(index) - 1))

    def _clean_tables(self) -> None:
        full = (self.layout.all_digits,) * self.layout.side
        unequal = tuple(self.layout.all_digits & ~(1 << k) for k in range(self.layout.side))
        for (first, second), known in list(self.tables.items()):
            table = known
            if self.unlike[first, second]:
                table = both(table, unequal)
            if not any(table):
                raise RulesError(f"no two digits fit in {self.layout.label(first)} and {self.layout.label(second)}")
            if table == unequal:
                self.unlike[first, second] = self.unlike[second, first] = True
            if table in (full, unequal):
                del self.tables[first, second]
            else:
                self.tables[first, second] = table

    # --- what comes of it ---------------------------------------------------------------------------------------

    def key(self) -> bytes:
        """Equal for equal meaning."""
        digest = hashlib.blake2b(np.packbits(self.unlike).tobytes(), digest_size=32)
        rest = (sorted(self.masks.items()), sorted(self.tables.items()), sorted(self.totals), sorted(self.automata))
        digest.update(repr((self.layout.side, rest)).encode())
        return digest.digest()

    def constraints(self) -> list[tuple[Any, ...]]:
        """The form that the core takes."""
        out: list[tuple[Any, ...]] = [
            ("different", sorted(cells)) for cells in sorted(self.differents, key=sorted) if len(cells) > 1
        ]
        told = np.zeros_like(self.unlike)
        for cells in self.differents:
            index = np.fromiter(cells, np.intp)
            told[np.ix_(index, index)] = True
        alone = np.triu(self.unlike & ~told)
        out += [("different", [int(first), int(second)]) for first, second in np.argwhere(alone)]
        out += [("allowed", cell, mask) for cell, mask in sorted(self.masks.items())]
        by_table: dict[Table, list[tuple[int, int]]] = {}
        for pair, table in sorted(self.tables.items()):
            by_table.setdefault(table, []).append(pair)
        out += [("related", pairs, list(table)) for table, pairs in by_table.items()]
        for terms, total in sorted(self.totals):
            summed = [cell for cell, _ in terms]
            weights = [weight for _, weight in terms]
            plain = None if set(weights) == {1} else weights
            out.append(("total", summed, total, plain, self.all_differ(summed)))
        for read, rows, accepting in sorted(self.automata):
            out.append(("accepted", list(read), len(rows), 0, list(accepting), [list(row) for row in rows]))
        return out


@functools.lru_cache(maxsize=4096)
def both(a: Table, b: Table) -> Table:
    """Pairs of digits that two tables allow."""
    return tuple(x & y for x, y in zip(a, b, strict=True))


@functools.lru_cache(maxsize=1024)
def transposed(table: Table) -> Table:
    """The table of the swapped pair."""
    span = range(len(table))
    return tuple(sum((table[k] >> digit & 1) << k for k in span) for digit in span)


@functools.lru_cache(maxsize=1024)
def masks_of(table: tuple[tuple[int, ...], ...]) -> Table:
    """Rows of 0 and 1 as masks."""
    return tuple(sum(value << k for k, value in enumerate(row)) for row in table)


@functools.lru_cache(maxsize=1024)
def minimal(automaton: Automaton) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The smallest automaton that accepts the same, states in the order in which digits reach them; start 0."""
    rows, accepting = automaton.transitions, set(automaton.accepting)
    # The dead state makes it complete.
    dead = len(rows)
    complete = [*([dead if target < 0 else target for target in row] for row in rows), [dead] * len(rows[0])]
    group = [int(state in accepting) for state in range(dead + 1)]
    while True:
        seen: dict[tuple[int, ...], int] = {}
        finer = [
            seen.setdefault((group[state], *(group[target] for target in complete[state])), len(seen))
            for state in range(dead + 1)
        ]
        if len(seen) == len(set(group)):
            break
        group = finer
    if group[automaton.start] == group[dead]:
        raise RulesError("the automaton accepts nothing")
    number = {group[automaton.start]: 0}
    states = [automaton.start]
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
    return tuple(out), tuple(k for k, state in enumerate(states) if state in accepting)


def in_order(cells: list[int], rows: tuple[tuple[int, ...], ...], accepting: tuple[int, ...]) -> tuple[int, ...]:
    """The cells in one of the orders in which the automaton, a minimal one, accepts the same.

    Neighbours that it reads in either order alike are sorted, and so are the two directions where those are alike.
    """
    runs = runs_of(cells, rows)
    ordered = tuple(cell for run in runs for cell in sorted(run))
    return min(ordered, ordered[::-1]) if reads_backwards(rows, accepting) else ordered


def runs_of(cells: list[int], rows: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """The cells in runs within which the automaton does not mind the order."""
    runs: list[list[int]] = [[]]
    states = {0}
    for step, cell in enumerate(cells):
        runs[-1].append(cell)
        if step + 1 < len(cells) and not _commutes(states, rows):
            runs.append([])
        states = {target for state in states for target in rows[state] if target >= 0}
    return runs


def _commutes(states: set[int], rows: tuple[tuple[int, ...], ...]) -> bool:
    """Whether two digits lead to the same state in either order, from each of these states."""
    for state in states:
        for a, first in enumerate(rows[state]):
            for b, second in enumerate(rows[state][:a]):
                if (rows[first][b] if first >= 0 else -1) != (rows[second][a] if second >= 0 else -1):
                    return False
    return True


@functools.lru_cache(maxsize=1024)
def reads_backwards(rows: tuple[tuple[int, ...], ...], accepting: tuple[int, ...]) -> bool:
    """Whether a minimal automaton accepts each word together with its reverse."""
    # Sets of states that lead to acceptance: the automaton of the reversed words.
    before: list[list[set[int]]] = [[set() for _ in rows] for _ in rows[0]]
    for state, row in enumerate(rows):
        for digit, target in enumerate(row):
            if target >= 0:
                before[digit][target].add(state)
    numbers = {frozenset(accepting): 0}
    sets = [frozenset(accepting)]
    reversed_rows: list[list[int]] = []
    for members in sets:
        targets: list[int] = []
        for sources in before:
            origin = frozenset(source for state in members for source in sources[state])
            if origin and origin not in numbers:
                numbers[origin] = len(sets)
                sets.append(origin)
            targets.append(numbers[origin] if origin else -1)
        reversed_rows.append(targets)
        # The reverse of a minimal automaton, made deterministic, is minimal: with more states it is another one.
        if len(sets) > len(rows) + 1:
            return False
    ends = [k for k, members in enumerate(sets) if 0 in members]
    return bool(ends) and minimal(Automaton(reversed_rows, ends)) == (rows, accepting)
