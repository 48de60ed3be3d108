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
        #: Digits are 1 to this, the side or more.
        self.largest = len(rules.digits)
        self.regions = rules.regions
        self.box = rules.box
        self.model = cp_model.CpModel()
        self.x = {
            (r, c): self.model.new_int_var_from_domain(
                cp_model.Domain.from_values([int(puzzle[r, c])] if puzzle[r, c] else range(1, self.largest + 1)),
                f"r{r}c{c}",
            )
            for r, c in np.ndindex(n, n)
        }
        for k in range(n):
            self.all_different((k, c) for c in range(n))
            self.all_different((r, k) for r in range(n))
        for region in range(int(self.regions.max()) + 1):
            self.all_different(cell for cell in self.x if self.regions[cell] == region)
        self.add(rules.rules)

    def blank(self, model: cp_model.CpModel, rules: Any = ()) -> Model:
        """Cells of their own, with rules but without houses."""
        other = object.__new__(Model)
        other.side, other.regions, other.box, other.model = self.side, self.regions, self.box, model
        other.largest = self.largest
        other.x = {cell: model.new_int_var(1, self.largest, "") for cell in self.x}
        other.add(rules)
        return other

    def all_different(self, cells: Iterable[Any]) -> None:
        self.model.add_all_different([self.x[tuple(cell)] for cell in cells])

    def among(self, pair: Any, fits: Any) -> None:
        """The digits of two cells are one of the pairs that fit."""
        a, b = (self.x[cell] for cell in pair)
        span = range(1, self.largest + 1)
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
        m.add_element(high, line, self.largest)
        inside = []
        for k, digit in enumerate(line):
            after_low, after_high, between = m.new_bool_var(""), m.new_bool_var(""), m.new_bool_var("")
            m.add(low < k).only_enforce_if(after_low)
            m.add(low >= k).only_enforce_if(after_low.negated())
            m.add(high < k).only_enforce_if(after_high)
            m.add(high >= k).only_enforce_if(after_high.negated())
            m.add(after_low != after_high).only_enforce_if(between)
            m.add(after_low == after_high).only_enforce_if(between.negated())
            filling = m.new_int_var(0, self.largest, "")
            crust = m.new_bool_var("")
            m.add_allowed_assignments(
                [digit, crust], [(d, int(d in (1, self.largest))) for d in range(1, self.largest + 1)]
            )
            counts = m.new_bool_var("")
            m.add_bool_and([between, crust.negated()]).only_enforce_if(counts)
            m.add_bool_or([between.negated(), crust]).only_enforce_if(counts.negated())
            m.add(filling == digit).only_enforce_if(counts)
            m.add(filling == 0).only_enforce_if(counts.negated())
            inside.append(filling)
        m.add(cp_model.LinearExpr.sum(inside) == sum)

    def outside(self, row: int | None, column: int | None, reverse: bool) -> list[Any]:
        line = [self.x[row, k] if row is not None else self.x[k, column] for k in range(self.side)]
        return line[::-1] if reverse else line

    def is_digit(self, variable: Any, digit: int) -> Any:
        """A literal for a digit in a cell."""
        literal = self.model.new_bool_var("")
        self.model.add(variable == digit).only_enforce_if(literal)
        self.model.add(variable != digit).only_enforce_if(literal.negated())
        return literal

    def at_least(self, a: Any, b: Any) -> Any:
        """A literal for a >= b."""
        literal = self.model.new_bool_var("")
        self.model.add(a >= b).only_enforce_if(literal)
        self.model.add(a < b).only_enforce_if(literal.negated())
        return literal

    def skyscraper(self, count: int, row: int | None, column: int | None, reverse: bool) -> None:
        line = self.outside(row, column, reverse)
        seen = []
        for k, tower in enumerate(line):
            highest = self.model.new_int_var(0, self.largest, "")
            self.model.add_max_equality(highest, [0, *line[:k]])
            seen.append(self.at_least(tower, highest + 1))
        self.model.add(cp_model.LinearExpr.sum(seen) == count)

    def x_sum(self, sum: int, row: int | None, column: int | None, reverse: bool) -> None:
        line = self.outside(row, column, reverse)
        self.model.add(line[0] <= self.side)
        for x in range(1, self.side + 1):
            first = self.is_digit(line[0], x)
            self.model.add(cp_model.LinearExpr.sum(line[:x]) == sum).only_enforce_if(first)

    def numbered_room(self, digit: int, row: int | None, column: int | None, reverse: bool) -> None:
        line = self.outside(row, column, reverse)
        self.model.add_element(line[0] - 1, line, digit)

    def full_rank(self, rank: int, row: int | None, column: int | None, reverse: bool, ties: bool) -> None:
        powers = [10**k for k in reversed(range(self.side))]

        def number(*where: Any) -> Any:
            return cp_model.LinearExpr.weighted_sum(self.outside(*where), powers)

        own = number(row, column, reverse)
        lines: list[Any] = [(k, None, back) for k in range(self.side) for back in (False, True)]
        lines += [(None, k, back) for k, _, back in lines]
        smaller = [self.at_least(own, number(*where) + 1) for where in lines]
        self.model.add(cp_model.LinearExpr.sum(smaller) == rank - 1)
        for where in lines:
            if not ties and where != (row, column, reverse):
                self.model.add(number(*where) != own)

    # lines

    def thermometer(self, cells: Any, slow: bool) -> None:
        for a, b in pairwise(cells):
            self.model.add(self.x[a] + (0 if slow else 1) <= self.x[b])

    def whispers(self, cells: Any, difference: int | None) -> None:
        least = difference or (self.largest + 1) // 2
        for pair in pairwise(cells):
            self.among(pair, lambda i, j: abs(i - j) >= least)

    def renban(self, cells: Any) -> None:
        cells = sorted({*cells})
        self.all_different(cells)
        line = [self.x[cell] for cell in cells]
        low, high = self.model.new_int_var(1, self.largest, ""), self.model.new_int_var(1, self.largest, "")
        self.model.add_min_equality(low, line)
        self.model.add_max_equality(high, line)
        self.model.add(high - low == len(line) - 1)

    def palindrome(self, cells: Any) -> None:
        for a, b in zip(cells, reversed(cells), strict=True):
            self.model.add(self.x[a] == self.x[b])

    def between(self, cells: Any) -> None:
        ends = [self.x[cells[0]], self.x[cells[-1]]]
        low, high = self.model.new_int_var(1, self.largest, ""), self.model.new_int_var(1, self.largest, "")
        self.model.add_min_equality(low, ends)
        self.model.add_max_equality(high, ends)
        for cell in cells[1:-1]:
            self.model.add(low < self.x[cell])
            self.model.add(self.x[cell] < high)

    def lockout(self, cells: Any, difference: int | None) -> None:
        ends = [self.x[cells[0]], self.x[cells[-1]]]
        low, high = self.model.new_int_var(1, self.largest, ""), self.model.new_int_var(1, self.largest, "")
        self.model.add_min_equality(low, ends)
        self.model.add_max_equality(high, ends)
        self.model.add(high - low >= (self.largest // 2 if difference is None else difference))
        for cell in cells[1:-1]:
            below, above = self.at_least(low, self.x[cell] + 1), self.at_least(self.x[cell], high + 1)
            self.model.add_bool_or([below, above])

    def windows(self, cells: Any, length: int) -> Iterable[list[Any]]:
        """So many successive cells, or all of a shorter line; a closed line goes on from its end."""
        line = [*cells[:-1], *cells[:-1]][: len(cells) - 2 + length] if cells[0] == cells[-1] else list(cells)
        for k in range(max(1, len(line) - length + 1)):
            yield line[k : k + length]

    def remainders(self, cells: Any, modulus: int) -> None:
        found = []
        for cell in cells:
            found.append(self.model.new_int_var(0, modulus - 1, ""))
            self.model.add_modulo_equality(found[-1], self.x[cell], modulus)
        self.model.add_all_different(found)

    def modular(self, cells: Any, modulus: int) -> None:
        for window in self.windows(cells, modulus):
            self.remainders(window, modulus)

    def entropic(self, cells: Any) -> None:
        third = self.largest // 3
        for window in self.windows(cells, 3):
            groups = [self.model.new_int_var(0, 2, "") for _ in window]
            for group, cell in zip(groups, window, strict=True):
                self.model.add_division_equality(group, self.x[cell] - 1, third)
            self.model.add_all_different(groups)

    def plus(self, cells: Any) -> Any:
        return cp_model.LinearExpr.sum([self.x[tuple(cell)] for cell in cells])

    def double_arrow(self, cells: Any) -> None:
        self.model.add(self.plus([cells[0], cells[-1]]) == self.plus(cells[1:-1]))

    def zipper(self, cells: Any) -> None:
        whole = self.model.new_int_var(1, 2 * self.largest, "")
        half = len(cells) // 2
        for a, b in zip(cells[:half], reversed(cells[-half:]), strict=True):
            self.model.add(self.plus([a, b]) == whole)
        if len(cells) % 2:
            self.model.add(self.x[cells[half]] == whole)

    def region_sum_line(self, cells: Any) -> None:
        whole = self.model.new_int_var(1, self.largest**2, "")
        part: list[Any] = []
        for cell, after in zip(cells, [*cells[1:], None], strict=True):
            part.append(cell)
            if after is None or self.regions[after] != self.regions[cell]:
                self.model.add(self.plus(part) == whole)
                part = []

    def sum_line(self, cells: Any, sum: int) -> None:
        # Where a part ends, the digits so far add up to the next multiple; no digit passes a multiple.
        ended: Any = 0
        for k in range(len(cells)):
            ends = self.model.new_bool_var("")
            ended = ended + ends
            self.model.add(self.plus(cells[: k + 1]) == sum * ended).only_enforce_if(ends)
            self.model.add(self.plus(cells[: k + 1]) < sum * (ended + 1)).only_enforce_if(ends.negated())
        self.model.add(ends == 1)

    # groups

    def equal_sums(self, groups: Any) -> None:
        for first, second in pairwise(groups):
            self.model.add(self.plus(first) == self.plus(second))

    def same_values(self, groups: Any) -> None:
        for digit in range(1, self.largest + 1):
            number = self.model.new_int_var(0, self.side**2, "")
            for group in groups:
                self.model.add(cp_model.LinearExpr.sum([self.is_digit(self.x[c], digit) for c in group]) == number)

    def counting_circles(self, cells: Any) -> None:
        for digit in range(1, self.largest + 1):
            held = [self.is_digit(self.x[cell], digit) for cell in cells]
            for literal in held:
                self.model.add(cp_model.LinearExpr.sum(held) == digit).only_enforce_if(literal)

    def look_and_say(self, cells: Any, clue: str) -> None:
        for times, digit in zip(map(int, clue[::2]), map(int, clue[1::2]), strict=True):
            held = [self.is_digit(self.x[cell], digit) for cell in cells]
            self.model.add(cp_model.LinearExpr.sum(held) == times)

    def quadruple(self, cell: Any, digits: Any) -> None:
        row, column = cell
        around = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        digits = (digits,) if isinstance(digits, int) else digits
        for digit in {*digits}:
            held = [self.is_digit(self.x[place], digit) for place in around]
            self.model.add(cp_model.LinearExpr.sum(held) >= digits.count(digit))

    def lunchbox(self, cells: Any, sum: int) -> None:
        self.all_different(cells)
        line = [self.x[cell] for cell in cells]
        low, high = self.model.new_int_var(1, self.largest, ""), self.model.new_int_var(1, self.largest, "")
        self.model.add_min_equality(low, line)
        self.model.add_max_equality(high, line)
        n = len(line)
        # Where the lowest and the highest digit stand, as a table of literals with the sum between them.
        cases = []
        for i in range(n):
            for j in range(n):
                if i != j:
                    case = self.model.new_bool_var("")
                    self.model.add(line[i] == low).only_enforce_if(case)
                    self.model.add(line[j] == high).only_enforce_if(case)
                    between = line[min(i, j) + 1 : max(i, j)]
                    self.model.add(cp_model.LinearExpr.sum(between) == sum).only_enforce_if(case)
                    cases.append(case)
        self.model.add_exactly_one(cases)

    def any_of(self, rules: Any) -> None:
        """Each alternative is a model of its own, whose digits are those of the cells if it is the one that holds."""
        cases = []
        for alternative in rules:
            case = self.model.new_bool_var("")
            if _one(self.blank(cp_model.CpModel(), alternative), 60) is None:
                continue  # It contradicts itself.
            cases.append(case)
            other = self.blank(self.model)
            for cell, digit in other.x.items():
                self.model.add(digit == self.x[cell]).only_enforce_if(case)
            other.add(alternative)
        self.model.add_bool_or(cases)

    def add(self, rules: Any) -> None:
        for rule in rules if isinstance(rules, tuple) else (rules,):
            getattr(self, rule.name)(**rule.arguments)

    # cells and pairs

    def maximum(self, cells: Any, sign: int = 1) -> None:
        for a, b in self.neighbours():
            for cell, other in ((a, b), (b, a)):
                if cell in cells and other not in cells:
                    self.model.add(sign * self.x[cell] > sign * self.x[other])

    def minimum(self, cells: Any) -> None:
        self.maximum(cells, -1)

    def indexing(self, cells: Any, by: str) -> None:
        for row, column in cells:
            if by == "column":
                self.model.add_element(self.x[row, column] - 1, [self.x[row, k] for k in range(self.side)], column + 1)
            else:
                self.model.add_element(self.x[row, column] - 1, [self.x[k, column] for k in range(self.side)], row + 1)

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
