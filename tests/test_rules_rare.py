"""Rules: refusals that other tests leave out, and primitives inside of alternatives."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r
from bitdoku.rules._lines import _read_once, _read_twice

SMALL = bd.Rules(box=(2, 2))


def test_an_alternative_that_no_grid_meets() -> None:
    """Four cells of a box do not hold a digit twice."""
    even = r.even("r1c1")
    assert bd.count("." * 16, rules=SMALL + r.any_of(even, r.quadruple("r1c1", [1, 1]))) == 144
    assert bd.count("." * 16, rules=SMALL + r.quadruple("r1c1", [1, 1])) == 0


def test_a_sum_without_repeats_as_an_alternative() -> None:
    """A board has one of two sums, or both: all grids with the one, and with the other, less those with both."""
    cells, others = [(0, 0), (1, 0), (2, 1)], [(3, 3), (2, 3), (1, 2)]
    one, other = r.total(cells, 7, no_repeat=True), r.total(others, 7, no_repeat=True)
    first, second, both = (
        bd.count("." * 16, rules=rules) for rules in (SMALL + one, SMALL + other, SMALL + one + other)
    )
    assert bd.count("." * 16, rules=SMALL + r.any_of(one, other)) == first + second - both
    # What makes a difference: cells that may repeat a digit.
    assert first < bd.count("." * 16, rules=SMALL + r.total(cells, 7))


@pytest.mark.parametrize("values", [range(1, 10), range(9), range(1, 13)])
def test_automata_of_lunchboxes_read_different_digits(values: range) -> None:
    rng = np.random.default_rng(8)
    accepted = set()
    for _ in range(60):
        length = int(rng.integers(2, min(9, len(values)) + 1))
        lines = [rng.choice(values, length, replace=False).tolist() for _ in range(40)]
        sums = [between_ends(line) for line in lines]
        wanted = sums[0]
        once, twice = _read_once(values, length, wanted), _read_twice(values, length, wanted)
        for line, found in zip(lines, sums, strict=True):
            assert accepts(once, values, line) == accepts(twice, values, [*line, *line]) == (found == wanted)
            accepted.add(found == wanted)
    assert accepted == {True, False}


def between_ends(line: list[int]) -> int:
    """The sum of what is between the lowest and the highest digit."""
    first, last = sorted([line.index(min(line)), line.index(max(line))])
    return sum(line[first + 1 : last])


def accepts(automaton: bd.rules.Automaton, values: range, line: list[int]) -> bool:
    state = automaton.start
    for digit in line:
        state = automaton.transitions[state][values.index(digit)]
        if state < 0:
            return False
    return state in automaton.accepting


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9"])
def test_ranks_of_all_lines_hold_together_and_no_two_can_be_exchanged(name: str) -> None:
    for seed in range(4):
        rules = bd.Rules(name)
        grid = bd.grids(1, seed=seed, rules=rules)[0]
        wheres: list[dict[str, Any]] = []
        numbers = []
        for across, board in (("row", grid), ("column", grid.T)):
            for k, line in enumerate(board.tolist()):
                wheres += [{across: k}, {across: k, "reverse": True}]
                numbers += [line, line[::-1]]
        ranks = [1 + sum(other < number for other in numbers) for number in numbers]
        assert bd.verdict(grid, rules=ranked(rules, ranks, wheres)) == bd.Verdict.UNIQUE
        exchanged = 0
        for i, k in combinations(range(len(numbers)), 2):
            if numbers[i][0] == numbers[k][0] and ranks[i] != ranks[k]:
                other = ranks.copy()
                other[i], other[k] = ranks[k], ranks[i]
                assert bd.verdict(grid, rules=ranked(rules, other, wheres)) == bd.Verdict.NO_SOLUTION
                exchanged += 1
        assert exchanged > rules.side


def test_equal_numbers_share_a_rank_unless_ties_are_excluded() -> None:
    seen = set()
    for grid in bd.grids(40, rules="4x4", seed=1):
        numbers = [line for across in (grid, grid.T) for line in across.tolist() + across[:, ::-1].tolist()]
        rank = 1 + sum(number < numbers[0] for number in numbers)
        expected = bd.Verdict.UNIQUE if numbers.count(numbers[0]) == 1 else bd.Verdict.NO_SOLUTION
        strict = r.full_rank(rank, row=0, ties=False)
        assert bd.verdict(grid, rules=SMALL + r.full_rank(rank, row=0)) == bd.Verdict.UNIQUE
        assert bd.verdict(grid, rules=SMALL + strict) == expected
        assert bd.verdict(grid, rules=SMALL + r.any_of(strict, r.whispers([(0, 0), (0, 1)], 4))) == expected
        assert SMALL + r.full_rank(rank, row=0) != SMALL + strict
        seen.add(expected)
    assert len(seen) == 2


@pytest.mark.parametrize(
    "impossible",
    [
        r.thermometer([(row, column) for row in range(3) for column in (range(4), range(3, -1, -1))[row % 2]]),
        r.allowed((0, 0), []), r.killer_cage([(0, 0), (0, 1)], 8), r.killer_cage([(0, 0), (0, 1)], 2),
        r.x_sum(2, row=0), r.sandwich(1, row=0), r.total([(0, 0), (0, 1)], 40),
    ],
    ids=lambda rule: rule.name,
)  # fmt: skip
def test_an_impossible_alternative_leaves_the_others(impossible: r.Rule) -> None:
    grid = np.array([[2, 0, 0, 0], [0, 0, 1, 2], [0, 0, 0, 0], [0, 0, 0, 0]])
    rules = SMALL + r.any_of(impossible, r.even([(0, 1)]), r.odd([(0, 2)]))
    assert bd.count(grid, rules=rules) == bd.count(grid, rules=SMALL + r.any_of(r.even([(0, 1)]), r.odd([(0, 2)])))


def ranked(rules: bd.Rules, ranks: list[int], wheres: list[dict[str, Any]]) -> bd.Rules:
    return rules + [r.full_rank(rank, **where) for rank, where in zip(ranks, wheres, strict=True)]


def test_clues_of_full_rank_compile_on_the_largest_board() -> None:
    rules = bd.Rules("12x12")
    grid = bd.grids(1, seed=0, rules=rules)[0]
    numbers = [number for across in (grid, grid.T) for line in across.tolist() for number in (line, line[::-1])]
    by_place: dict[int, tuple[int, int]] = {}
    for row, line in enumerate(grid.tolist()):
        rank = 1 + sum(number < line for number in numbers)
        by_place.setdefault(rank % 4, (row, rank))
    assert len(by_place) == 4
    for row, rank in by_place.values():
        assert bd.verdict(grid, rules=rules + r.full_rank(rank, row=row)) == bd.Verdict.UNIQUE
        wrong = rank + 1 if rank % 4 else rank - 1
        assert bd.verdict(grid, rules=rules + r.full_rank(wrong, row=row)) == bd.Verdict.NO_SOLUTION


@pytest.mark.parametrize("clues", [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
def test_clues_of_full_rank_that_contradict_each_other_are_refused_in_any_order(clues: list[int]) -> None:
    some = [r.full_rank(1, column=0), r.full_rank(4, row=1), r.full_rank(5, row=0, reverse=True)]
    with pytest.raises(bd.RulesError, match="rank"):
        bd.Rules(box=(1, 2)) + [some[k] for k in clues]


def test_an_alternative_may_be_a_lunchbox_that_cannot_be() -> None:
    cells = [(0, 0), (0, 1), (0, 2)]
    rules = SMALL + r.any_of(r.lunchbox(cells, 1), r.lunchbox(cells, 2))
    assert bd.verdict(np.zeros((4, 4), int), rules=rules) == bd.Verdict.MULTIPLE
