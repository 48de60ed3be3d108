"""``Parts``: the canonical form of rules.

Two sets of rules are equal if their canonical forms are equal::

    digits     the values; sums and tables below have digits from 1
    masks      {cell: mask}                          cells with fewer than all digits
    unlike     [set of cells]                        for each cell the cells that must differ from it
    tables     {(a, b): table}, a < b                other relations between two cells, without the pairs in `unlike`
    totals     {((cell, weight), …; sum)}            three cells or more; weights without common divisor, the first > 0
    automata   {(cells; minimal automaton)}
    ranks      {line: rank}                          full-rank clues, whose automata depend on each other

Sums of one and two cells become masks and tables. Implied rules are not detected: that would require solving.

Parts also keep the clues: the primitives of each rule as added, with a noun for the texts of human logic, which deduces
from one clue at a time: "the cage at r1c1", "the thermometer at r5c2".

Rules are added one by one, each checked against the rules before it (:meth:`Parts.plus`); parts that depend on all
rules are computed at first use. Sets of cells are integers, bit c for cell c: a 64x64 board has 4096 sets of 4096 bits.
"""

from __future__ import annotations

import functools
import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bitdoku._errors import RulesError
from bitdoku.rules import _ranks
from bitdoku.rules._automata import in_order, minimal
from bitdoku.rules._rule import MAX_NUMBER, MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bitdoku.rules._automata import Reading
    from bitdoku.rules._layout import Layout
    from bitdoku.rules._rule import Mask, Rule, Table

#: The nouns of clues that differ from the names of their rules. Primitives have the nouns of the core.
NOUNS = {
    "anti_king": "king's move",
    "anti_knight": "knight's move",
    "between": "between line",
    "clone": "clones",
    "diagonals": "diagonal",
    "disjoint_groups": "group",
    "extra_region": "region",
    "greater_than": "inequality",
    "killer_cage": "cage",
    "kropki": "missing dot",
    "kropki_black": "black dot",
    "kropki_white": "white dot",
    "non_consecutive": "border",
    "renban": "renban line",
    "whispers": "whispers line",
    "windoku": "window",
    "xv": "X or V",
    **dict.fromkeys(("accepted", "allowed", "different", "related", "total")),
}
#: Rules that keep their own noun inside other rules.
OWN_NOUNS = ("kropki_black", "kropki_white")

#: A sum: cells with weights, and the total.
Total = tuple[tuple[tuple[int, int], ...], int]


class Parts:
    """The canonical form of some rules on a layout."""

    def __init__(self, layout: Layout, regions: Iterable[Iterable[int]]) -> None:
        self.layout = layout
        side = layout.side
        self.masks: dict[int, Mask] = {}
        #: The set of cells of each total.
        self.totals: dict[Total, int] = {}
        self._automata: set[Reading] = set()
        #: The ranks of lines in full-rank clues.
        self._ranks: dict[int, int] = {}
        # As added: groups of different cells, for each cell the other cells of its groups, tables, cages by cell.
        self._differents: set[tuple[int, ...]] = set()
        self._unlike = [0] * side**2
        self._tables: dict[tuple[int, int], Table] = {}
        self._cages: dict[int, tuple[int, int | None]] = {}
        #: The primitives of all rules in the form of the core; for full rank, the rule, whose clue only logic needs.
        self._clues: list[tuple[Any, ...] | Rule] = []
        span = range(side)
        rows = [tuple(side * k + j for j in span) for k in span]
        houses = [*rows, *zip(*rows, strict=True), *sorted(tuple(sorted(region)) for region in regions)]
        #: Rows, columns and regions with their numbers, in the order that the core compiles fastest.
        self._houses = {cells: k for k, cells in enumerate(dict.fromkeys(houses))}
        for cells in self._houses:
            self._differ(cells)

    def plus(self, rules: Iterable[Rule]) -> Parts:
        """A copy with further rules. Messages of RulesErrors begin with the name of the rule."""
        more = Parts.__new__(Parts)
        more.layout = self.layout
        more._houses = self._houses
        for name in ("masks", "totals", "_automata", "_ranks", "_differents", "_unlike", "_tables", "_cages", "_clues"):
            setattr(more, name, getattr(self, name).copy())
        for rule in rules:
            try:
                if rule.name == "killer_cage":
                    more._cage(rule)
                if rule.name == "full_rank":
                    more._rank(rule)
                    continue
                for part, noun in _with_nouns(rule, self.layout):
                    more._add(part, noun)
            except RulesError as error:
                raise RulesError(f"{rule.name}: {error}") from None
        return more

    # --- adding primitives --------------------------------------------------------------------------------------

    def _add(self, part: Rule, noun: str | None = None) -> None:
        layout, arguments = self.layout, part.arguments
        match part.name:
            case "allowed":
                # No clue: candidates show the digits of single cells.
                self._allow(layout.cell(arguments["cell"]), layout.digits(arguments["digits"]))
            case "different":
                cells = layout.cells(arguments["cells"])
                self._differ(cells)
                self._clues.append(("different", cells, noun))
            case "related":
                table = _row_masks(layout.table(arguments["table"]))
                pairs = tuple(layout.pairs(arguments["pairs"]))
                for first, second in pairs:
                    self._relate(first, second, table)
                self._clues.append(("related", pairs, table, noun))
            case "total":
                cells = layout.cells(arguments["cells"])
                clue = ("total", cells, arguments["sum"], arguments["weights"], arguments["no_repeat"], noun)
                self._clues.append(clue)
                if arguments["no_repeat"]:
                    self._differ(cells)
                weights = arguments["weights"] or [1] * len(cells)
                terms = [(cell, w) for cell, w in sorted(zip(cells, weights, strict=True)) if w]
                total = arguments["sum"] + self._shift(weights)
                if abs(total) > MAX_NUMBER:
                    raise RulesError("sum and weights are too large; expected at most 2^40 in size, with digits from 1")
                self._total(terms, total)
            case "accepted":
                reading = self._minimal(part)
                self._automata.add((in_order(*reading), *reading[1:]))
                self._clues.append(_accepted(reading, noun))

    def _minimal(self, part: Rule) -> Reading:
        """The minimal automaton, and its cells as given."""
        cells = self.layout.cells(part.arguments["cells"], distinct=False)
        rows, accepting = minimal(part.arguments["automaton"], self.layout.labels(dict.fromkeys(cells)))
        if len(cells) * len(rows) * self.layout.count > MAX_STEPS:
            most = MAX_STEPS // (len(cells) * self.layout.count)
            raise RulesError(f"the automaton has {len(rows)} states; expected at most {most} for these cells")
        return tuple(cells), rows, accepting

    def _allow(self, cell: int, mask: Mask) -> None:
        mask &= self.masks.get(cell, self.layout.all_digits)
        if mask == 0:
            raise RulesError(f"no digit is possible in {self.layout.label(cell)}")
        if mask != self.layout.all_digits:
            self.masks[cell] = mask

    def _differ(self, cells: Iterable[int]) -> None:
        cells = tuple(sorted(cells))
        self._check_count(cells)
        if len(cells) < 2 or cells in self._differents:
            return
        self._differents.add(cells)
        group, unlike, new = _cell_set(cells), self._unlike, False
        for cell in cells:
            known, others = unlike[cell], group ^ (1 << cell)
            if others & ~known:
                unlike[cell] = known | others
                new = True
        if new and self._tables:
            for pair in combinations(cells, 2):
                if pair in self._tables:
                    self._check_pair(*pair, self._tables[pair])
        if new:
            for (terms, total), summed in self.totals.items():
                if (summed & group).bit_count() > 1:
                    self._check_total(terms, total)

    def _check_count(self, cells: Sequence[int]) -> None:
        """Raise RulesError if there are more cells than digits."""
        if len(cells) > self.layout.count:
            raise RulesError(
                f"{len(cells)} cells cannot all be different with {self.layout.count} digits: "
                f"{self.layout.labels(cells)}"
            )

    def _relate(self, first: int, second: int, table: Table) -> None:
        if first > second:
            first, second, table = second, first, _transposed(table)
        known = self._tables.get((first, second))
        if known is not None:
            table = _intersection(known, table)
        self._check_pair(first, second, table)
        self._tables[first, second] = table

    def _check_pair(self, first: int, second: int, table: Table) -> None:
        if self._unlike[first] >> second & 1:
            table = _intersection(table, _unequal(self.layout.count))
        if not any(table):
            raise RulesError(
                f"no two digits are possible in {self.layout.label(first)} and {self.layout.label(second)}"
            )

    def _cage(self, cage: Rule) -> None:
        """Raise RulesError if a cage overlaps another; one cage may be given twice, also without its sum."""
        numbers = self.layout.cells(cage.arguments["cells"])
        cells, total = _cell_set(numbers), cage.arguments["sum"]
        for cell in sorted(numbers):
            known, known_total = self._cages.get(cell, (cells, None))
            if known != cells or (None not in (total, known_total) and total != known_total):
                raise RulesError(f"{self.layout.label(cell)} is in two cages; use total(…) for overlapping sums")
            self._cages[cell] = (cells, known_total if total is None else total)

    def _rank(self, clue: Rule) -> None:
        """Add a clue of full rank; raise RulesError if another clue excludes it."""
        arguments = {**clue.arguments}
        ties = arguments.pop("ties")
        line, rank = _ranks.line_and_rank(self.layout, **arguments)
        if self._ranks.setdefault(line, rank) != rank:
            raise RulesError(f"rank is {rank}, but another clue of the same line is {self._ranks[line]}")
        _ranks.check_together(self.layout, self._ranks)
        self._add(_ranks.first_digit(self.layout, line, rank))
        for rule in () if ties else _ranks.unequal(self.layout, line):
            self._add(rule)
        self._clues.append(clue)

    # --- sums ---------------------------------------------------------------------------------------------------

    def _total(self, terms: list[tuple[int, int]], total: int) -> None:
        if not terms:
            if total:
                raise RulesError(f"sum is {total}; expected 0, because all weights are 0")
            return
        divisor = self._check_total(terms, total)
        if terms[0][1] < 0:
            divisor = -divisor
        terms = [(cell, weight // divisor) for cell, weight in terms]
        total //= divisor
        if len(terms) == 1:
            self._allow(terms[0][0], 1 << (total - 1))
        elif len(terms) == 2:
            (first, w), (second, v) = terms
            span = range(1, self.layout.count + 1)
            fits = [divmod(total - w * digit, v) for digit in span]
            self._relate(first, second, tuple(1 << (k - 1) if not rest and k in span else 0 for k, rest in fits))
        else:
            self.totals[tuple(terms), total] = _cell_set(cell for cell, _ in terms)

    def _check_total(self, terms: Iterable[tuple[int, int]], total: int) -> int:
        """The greatest common divisor of the weights; raise RulesError if the cells cannot have the sum."""
        cells, weights = zip(*terms, strict=True)
        low, high = self._bounds(weights, cells)
        divisor = math.gcd(*weights)
        if not low <= total <= high or total % divisor:
            if total == self._shift(weights) and min(weights) < 0 < max(weights):
                raise RulesError(self._unequal_sums(cells, weights))
            # Messages use the values of the digits.
            low, high, total = (number - self._shift(weights) for number in (low, high, total))
            expected = f"{low}..{high}" + (f", a multiple of {divisor}" if divisor > 1 else "")
            raise RulesError(f"{self.layout.labels(cells)} cannot total {total}; expected {expected}")
        return divisor

    def _unequal_sums(self, cells: Sequence[int], weights: Sequence[int]) -> str:
        """The message for cells with positive weights that cannot have the sum of the cells with negative weights."""
        parts = []
        for sign in (1, -1):
            terms = [(c, w * sign) for c, w in zip(cells, weights, strict=True) if w * sign > 0]
            part, factors = zip(*terms, strict=True)
            low, high = (bound - self._shift(factors) for bound in self._bounds(factors, part))
            parts.append(f"{self.layout.labels(part)} {low}..{high}")
        return f"the sums cannot be equal: {parts[0]} and {parts[1]}"

    def _shift(self, weights: Iterable[int]) -> int:
        """The difference between a sum of digits from 1 and the sum of the values."""
        return (1 - self.layout.first) * sum(weights)

    def _bounds(self, weights: Iterable[int], cells: Iterable[int]) -> tuple[int, int]:
        """Bounds of the total; exact if all cells differ or all weights have one sign."""
        largest = self.layout.count
        low = high = 0
        terms = [*zip(weights, cells, strict=True)]
        for sign in (1, -1):
            some = [cell for w, cell in terms if w * sign > 0]
            if not some:
                continue
            # The largest weight gets the most extreme digit.
            heavy = sorted([w * sign for w, _ in terms if w * sign > 0], reverse=True)
            all_weights, in_order = sum(heavy), 0
            if _all_differ(self._unlike, some):
                self._check_count(some)
                in_order = sum([k * w for k, w in enumerate(heavy)])
            least, most = all_weights + in_order, largest * all_weights - in_order
            low, high = (low + least, high + most) if sign > 0 else (low - most, high - least)
        return low, high

    # --- results ------------------------------------------------------------------------------------------------

    @functools.cached_property
    def _clean(self) -> tuple[dict[tuple[int, int], Table], list[int], list[tuple[int, int]]]:
        """Tables other than ≠, for each cell the cells that differ from it, and the pairs whose table is ≠."""
        full, differing = (self.layout.all_digits,) * self.layout.count, _unequal(self.layout.count)
        tables, unlike, pairs = {}, self._unlike.copy(), []
        for (first, second), table in sorted(self._tables.items()):
            known = self._unlike[first] >> second & 1
            if known:
                table = _intersection(table, differing)
            elif table == differing:
                pairs.append((first, second))
                unlike[first] |= 1 << second
                unlike[second] |= 1 << first
            if table not in (full, differing):
                tables[first, second] = table
        return tables, unlike, pairs

    @functools.cached_property
    def automata(self) -> set[Reading]:
        """All automata, including full-rank clues."""
        ranked = map(self._minimal, _ranks.ranked(self.layout, self._ranks))
        return self._automata.union((in_order(*reading), *reading[1:]) for reading in ranked)

    @functools.cached_property
    def meaning(self) -> tuple[Any, ...]:
        """A hashable key, equal for equal rules."""
        pieces = (self.masks.items(), self._clean[0].items(), self.totals, self._automata, self._ranks.items())
        return (self.layout.side, self.layout.values, tuple(self._clean[1]), *map(frozenset, pieces))

    def is_house(self, constraint: tuple[Any, ...]) -> bool:
        """Whether a primitive in the form of the core is the rule of a row, column or region."""
        return constraint[0] == "different" and constraint[1] in self._houses

    def constraints(self) -> tuple[tuple[Any, ...], ...]:
        """The primitives in the form of the core."""
        tables, unlike, pairs = self._clean
        order, last = self._houses, len(self._houses)
        groups = sorted(self._widest(), key=lambda cells: (order.get(cells, last), cells))
        out: list[tuple[Any, ...]] = [("different", cells) for cells in groups]
        out += [("different", pair) for pair in pairs]
        out += [("allowed", cell, mask) for cell, mask in sorted(self.masks.items())]
        by_table: dict[Table, list[tuple[int, int]]] = {}
        for pair, table in tables.items():
            by_table.setdefault(table, []).append(pair)
        out += [("related", tuple(pairs), table) for table, pairs in by_table.items()]
        for terms, total in sorted(self.totals):
            cells, weights = zip(*terms, strict=True)
            plain = None if {*weights} == {1} else weights
            # Pairs may force more cells to differ than there are digits; then the search finds no grid.
            no_repeat = len(cells) <= self.layout.count and _all_differ(unlike, cells)
            out.append(("total", cells, total, plain, no_repeat))
        out += map(_accepted, sorted(self.automata))
        return tuple(out)

    def clues(self) -> Iterator[tuple[Any, ...]]:
        """The primitives of all rules with nouns, in the order of addition, in the form of the core."""
        for clue in self._clues:
            if isinstance(clue, tuple):
                yield clue
                continue
            for part, noun in _with_nouns(clue, self.layout):
                if part.name == "accepted":
                    yield _accepted(self._minimal(part), noun)

    def _widest(self) -> list[tuple[int, ...]]:
        """Groups of different cells that are not inside another group, and all rows, columns and regions."""
        through: dict[int, list[int]] = {}
        kept = []
        for cells in sorted(self._differents, key=len, reverse=True):
            group = _cell_set(cells)
            if len(cells) == self.layout.side or not any(group & other == group for other in through.get(cells[0], ())):
                kept.append(cells)
                for cell in cells:
                    through.setdefault(cell, []).append(group)
        return kept


def _with_nouns(rule: Rule, layout: Layout) -> Iterator[tuple[Rule, str | None]]:
    """The primitives of a rule, each with the noun of its clue."""
    return _primitives([rule], layout, NOUNS.get(rule.name, rule.name.replace("_", " ")))


def _primitives(parts: Iterable[Rule], layout: Layout, noun: str | None) -> Iterator[tuple[Rule, str | None]]:
    for part in parts:
        inner = part.parts(layout)
        if inner is None:
            yield part, noun
        else:
            yield from _primitives(inner, layout, NOUNS[part.name] if part.name in OWN_NOUNS else noun)


def _accepted(reading: Reading, *noun: str | None) -> tuple[Any, ...]:
    """An automaton in the form of the core."""
    cells, rows, accepting = reading
    return "accepted", cells, len(rows), 0, accepting, rows, *noun


def _cell_set(cells: Iterable[int]) -> int:
    """Distinct cells as a set."""
    return sum([1 << cell for cell in cells])


def _all_differ(unlike: list[int], cells: Iterable[int]) -> bool:
    """Whether all of the cells must differ."""
    group = _cell_set(cells)
    return all((unlike[cell] | 1 << cell) & group == group for cell in cells)


@functools.cache
def _unequal(count: int) -> Table:
    """The table of ≠."""
    return tuple((1 << count) - 1 & ~(1 << k) for k in range(count))


@functools.lru_cache(maxsize=4096)
def _intersection(a: Table, b: Table) -> Table:
    """The pairs of digits that both tables allow."""
    return tuple(x & y for x, y in zip(a, b, strict=True))


@functools.lru_cache(maxsize=1024)
def _transposed(table: Table) -> Table:
    """The table of the pair in reverse order."""
    span = range(len(table))
    return tuple(sum((table[k] >> digit & 1) << k for k in span) for digit in span)


@functools.lru_cache(maxsize=1024)
def _row_masks(table: tuple[tuple[int, ...], ...]) -> Table:
    """Rows of 0 and 1 as masks."""
    return tuple(sum(value << k for k, value in enumerate(row)) for row in table)
