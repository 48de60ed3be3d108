"""Rules as models for CP-SAT, from what the rules mean to puzzlers: the independent judge of the variant tests.

Nothing here looks at primitives, automata or tables of bitdoku; only a rule's name and arguments are read.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Iterable

    import bitdoku as bd

ADJACENT = ((0, 1), (1, 0))


class Model:
    """A puzzle with rules. ``x[row, column]`` is the digit of a cell."""

    def __init__(self, rules: bd.Rules, puzzle: np.ndarray) -> None:
        self.side = n = rules.side
        self.regions = rules.regions
        self.box = rules.box
        self.model = cp_model.CpModel()
        self.x = {
            (r, c): self.model.new_int_var_from_domain(
                cp_model.Domain.from_values([int(puzzle[r, c])] if puzzle[r, c] else range(1, n + 1)), f"r{r}c{c}"
            )
            for r, c in np.ndindex(n, n)
        }
        for k in range(n):
            self.all_different((k, c) for c in range(n))
            self.all_different((r, k) for r in range(n))
            self.all_different(cell for cell in self.x if self.regions[cell] == k)
        for rule in rules.rules:
            getattr(self, rule.name)(**rule.arguments)

    def all_different(self, cells: Iterable[Any]) -> None:
        self.model.add_all_different([self.x[tuple(cell)] for cell in cells])

    def among(self, pair: Any, fits: Any) -> None:
        """The digits of two cells are one of the pairs that fit."""
        a, b = (self.x[cell] for cell in pair)
        span = range(1, self.side + 1)
        self.model.add_allowed_assignments([a, b], [(i, j) for i in span for j in span if fits(i, j)])

    def neighbours(self, steps: Any = ADJACENT) -> Iterable[tuple[Any, Any]]:
        for r, c in self.x:
            for down, right in steps:
                if (r + down, c + right) in self.x:
                    yield (r, c), (r + down, c + right)

    # primitives

    def allowed(self, cell: Any, digits: Any) -> None:
        digits = digits if isinstance(digits, tuple) else (digits,)
        self.model.add_allowed_assignments([self.x[cell]], [(d,) for d in digits])

    def different(self, cells: Any) -> None:
        self.all_different(cells)

    def related(self, pairs: Any, table: Any) -> None:
        for pair in pairs:
            self.among(pair, lambda i, j: table[i - 1][j - 1])

    def total(self, cells: Any, sum: int, weights: Any, no_repeat: bool) -> None:
        weights = weights or [1] * len(cells)
        self.model.add(cp_model.LinearExpr.weighted_sum([self.x[cell] for cell in cells], list(weights)) == sum)
        if no_repeat:
            self.all_different(cells)

    def accepted(self, cells: Any, automaton: Any) -> None:
        moves = [
            (state, digit, target)
            for state, row in enumerate(automaton.transitions)
            for digit, target in enumerate(row, 1)
            if target >= 0
        ]
        self.model.add_automaton([self.x[cell] for cell in cells], automaton.start, list(automaton.accepting), moves)

    # the whole board

    def diagonals(self, main: bool, anti: bool) -> None:
        if main:
            self.all_different((k, k) for k in range(self.side))
        if anti:
            self.all_different((k, self.side - 1 - k) for k in range(self.side))

    def windoku(self) -> None:
        assert self.side == 9
        for top in (1, 5):
            for left in (1, 5):
                self.all_different((top + i, left + j) for i in range(3) for j in range(3))

    def disjoint_groups(self) -> None:
        assert self.box is not None
        height, width = self.box
        for place in np.ndindex(height, width):
            self.all_different(cell for cell in self.x if (cell[0] % height, cell[1] % width) == place)

    def anti_knight(self) -> None:
        for a, b in self.neighbours([(1, 2), (2, 1), (-1, 2), (-2, 1)]):
            self.model.add(self.x[a] != self.x[b])

    def anti_king(self) -> None:
        for a, b in self.neighbours([(1, 1), (1, -1), (0, 1), (1, 0)]):
            self.model.add(self.x[a] != self.x[b])

    def non_consecutive(self) -> None:
        for a, b in self.neighbours():
            self.model.add(self.x[a] - self.x[b] != 1)
            self.model.add(self.x[b] - self.x[a] != 1)

    # regions, cages, sums

    def extra_region(self, cells: Any) -> None:
        self.all_different(cells)

    def killer_cage(self, cells: Any, sum: int | None) -> None:
        self.all_different(cells)
        if sum is not None:
            self.model.add(cp_model.LinearExpr.sum([self.x[cell] for cell in cells]) == sum)

    def little_killer(self, start: Any, direction: str, sum: int) -> None:
        down = 1 if direction.startswith("down") else -1
        right = 1 if direction.endswith("right") else -1
        cells = [(start[0] + k * down, start[1] + k * right) for k in range(self.side)]
        self.model.add(cp_model.LinearExpr.sum([self.x[cell] for cell in cells if cell in self.x]) == sum)

    def arrow(self, circle: Any, path: Any) -> None:
        head = [circle] if isinstance(circle[0], int) else circle
        number = cp_model.LinearExpr.weighted_sum(
            [self.x[c] for c in head], [10 ** (len(head) - 1 - k) for k in range(len(head))]
        )
        self.model.add(number == cp_model.LinearExpr.sum([self.x[cell] for cell in path]))

    def sandwich(self, sum: int, row: int | None, column: int | None) -> None:
        n, m = self.side, self.model
        line = [self.x[row, k] if row is not None else self.x[k, column] for k in range(n)]
        low, high = m.new_int_var(0, n - 1, ""), m.new_int_var(0, n - 1, "")
        m.add_element(low, line, 1)
        m.add_element(high, line, n)
        inside = []
        for k, digit in enumerate(line):
            after_low, after_high, between = m.new_bool_var(""), m.new_bool_var(""), m.new_bool_var("")
            m.add(low < k).only_enforce_if(after_low)
            m.add(low >= k).only_enforce_if(after_low.negated())
            m.add(high < k).only_enforce_if(after_high)
            m.add(high >= k).only_enforce_if(after_high.negated())
            m.add(after_low != after_high).only_enforce_if(between)
            m.add(after_low == after_high).only_enforce_if(between.negated())
            filling = m.new_int_var(0, n, "")
            crust = m.new_bool_var("")
            m.add_allowed_assignments([digit, crust], [(d, int(d in (1, n))) for d in range(1, n + 1)])
            counts = m.new_bool_var("")
            m.add_bool_and([between, crust.negated()]).only_enforce_if(counts)
            m.add_bool_or([between.negated(), crust]).only_enforce_if(counts.negated())
            m.add(filling == digit).only_enforce_if(counts)
            m.add(filling == 0).only_enforce_if(counts.negated())
            inside.append(filling)
        m.add(cp_model.LinearExpr.sum(inside) == sum)

    # lines

    def thermometer(self, cells: Any, slow: bool) -> None:
        for a, b in pairwise(cells):
            self.model.add(self.x[a] + (0 if slow else 1) <= self.x[b])

    def whispers(self, cells: Any, difference: int | None) -> None:
        least = difference or (self.side + 1) // 2
        for pair in pairwise(cells):
            self.among(pair, lambda i, j: abs(i - j) >= least)

    def renban(self, cells: Any) -> None:
        self.all_different(cells)
        line = [self.x[cell] for cell in cells]
        low, high = self.model.new_int_var(1, self.side, ""), self.model.new_int_var(1, self.side, "")
        self.model.add_min_equality(low, line)
        self.model.add_max_equality(high, line)
        self.model.add(high - low == len(line) - 1)

    def palindrome(self, cells: Any) -> None:
        for a, b in zip(cells, reversed(cells), strict=True):
            self.model.add(self.x[a] == self.x[b])

    def between(self, cells: Any) -> None:
        ends = [self.x[cells[0]], self.x[cells[-1]]]
        low, high = self.model.new_int_var(1, self.side, ""), self.model.new_int_var(1, self.side, "")
        self.model.add_min_equality(low, ends)
        self.model.add_max_equality(high, ends)
        for cell in cells[1:-1]:
            self.model.add(low < self.x[cell])
            self.model.add(self.x[cell] < high)

    # cells and pairs

    def even(self, cells: Any) -> None:
        for cell in cells:
            self.model.add_modulo_equality(0, self.x[cell], 2)

    def odd(self, cells: Any) -> None:
        for cell in cells:
            self.model.add_modulo_equality(1, self.x[cell], 2)

    def greater_than(self, pairs: Any) -> None:
        for a, b in pairs:
            self.model.add(self.x[a] > self.x[b])

    def clone(self, cells: Any, copy: Any) -> None:
        for a, b in zip(cells, copy, strict=True):
            self.model.add(self.x[a] == self.x[b])

    def kropki_white(self, pairs: Any) -> None:
        for pair in pairs:
            self.among(pair, lambda i, j: i - j in (1, -1))

    def kropki_black(self, pairs: Any) -> None:
        for pair in pairs:
            self.among(pair, lambda i, j: 2 * i == j or i == 2 * j)

    def kropki(self, white: Any, black: Any) -> None:
        self.kropki_white(white)
        self.kropki_black(black)
        marked = {frozenset(pair) for pair in (*white, *black)}
        for pair in self.neighbours():
            if frozenset(pair) not in marked:
                self.among(pair, lambda i, j: i - j not in (1, -1) and 2 * i != j and i != 2 * j)

    def xv(self, x: Any, v: Any, all_given: bool) -> None:
        for pairs, total in ((x, 10), (v, 5)):
            for a, b in pairs:
                self.model.add(self.x[a] + self.x[b] == total)
        if all_given:
            marked = {frozenset(pair) for pair in (*x, *v)}
            for a, b in self.neighbours():
                if frozenset((a, b)) not in marked:
                    self.model.add(self.x[a] + self.x[b] != 10)
                    self.model.add(self.x[a] + self.x[b] != 5)


def solve(rules: bd.Rules, puzzle: np.ndarray, *, seconds: float = 60) -> tuple[int, np.ndarray | None]:
    """The verdict (0, 1 or 2 for more), and a solution."""
    made = Model(rules, puzzle)
    first = _one(made, seconds)
    if first is None:
        return 0, None
    others = []
    for cell, variable in made.x.items():
        if not puzzle[cell]:
            other = made.model.new_bool_var("")
            made.model.add(variable != int(first[cell])).only_enforce_if(other)
            others.append(other)
    made.model.add_bool_or(others)
    return (1 if _one(made, seconds) is None else 2), first


def _one(made: Model, seconds: float) -> np.ndarray | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(made.model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), "CP-SAT ran out of time"
    grid = np.zeros((made.side, made.side), np.uint8)
    for cell, variable in made.x.items():
        grid[cell] = solver.value(variable)
    return grid
