"""Random instances of every named rule and primitive, solved by CP-SAT too: the same verdict and solution.

``BITDOKU_INSTANCES=300`` tests that many of each. Without the slow tests, a handful of rules stands for all.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from variant_instances import INSTANCES, instance
from variant_puzzles import large, mixed, more_digits, sums

pytest.importorskip("ortools")

from variant_model import solve

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBER = int(os.environ.get("BITDOKU_INSTANCES", "8"))
#: One rule for each primitive.
FEW = {"allowed", "different", "killer_cage", "kropki", "renban", "any_of"}


def test_every_named_rule_is_tested() -> None:
    known = {name for name in bd.rules.__all__ if name[0].islower()}
    assert known == {*INSTANCES}


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in INSTANCES]
)
def test_verdicts_and_solutions(name: str) -> None:
    verdicts = set()
    for seed in range(NUMBER):
        rules, puzzle = instance(name, seed)
        expected, grid = solve(rules, puzzle)
        solution, verdict = bd.solve(puzzle, rules=rules)
        assert verdict == expected, (rules, puzzle.tolist())
        if expected == 0:
            assert not solution.any()
        elif expected == 1:
            np.testing.assert_array_equal(solution, grid)
        else:
            assert solve(rules, solution)[0] == 1, (rules, puzzle.tolist())
            assert ((puzzle == 0) | (puzzle == solution)).all()
            found = [*bd.solutions(puzzle, rules=rules, limit=2)]
            assert len(found) == 2
            np.testing.assert_array_equal(bd.check(puzzle, found, rules=rules).correct, [True, True])
        verdicts.add(expected)
    assert len(verdicts) > 1, "the instances decide nothing"


@pytest.mark.parametrize(
    ("make", "number"),
    [
        (mixed, 4 * NUMBER),
        *(
            pytest.param(*parameters, marks=pytest.mark.slow)
            for parameters in ((large, 12 * NUMBER), (sums, 6 * NUMBER), (more_digits, 25 * NUMBER))
        ),
    ],
)
def test_rules_together(make: Callable[[int], tuple[bd.Rules, np.ndarray]], number: int) -> None:
    verdicts = []
    for seed in range(number):
        rules, puzzle = make(seed)
        expected, grid = solve(rules, puzzle)
        solution, verdict = bd.solve(puzzle, rules=rules)
        assert verdict == expected, (rules, puzzle.tolist())
        verdicts.append(expected)
        if grid is None:
            continue
        if expected == 1:
            np.testing.assert_array_equal(solution, grid)
        # A solution that the other solver found: accepted, without a clash, and within every level's candidates.
        assert bd.check(puzzle, grid, rules=rules)
        assert not bd.conflicts(grid, rules=rules).any()
        for level in ("basic", "singles", "locked", "true"):
            masks = bd.candidates(puzzle, level=level, rules=rules)
            assert ((masks >> (grid.astype(masks.dtype) - 1)) & 1).all(), (level, rules, puzzle.tolist())
    assert {*verdicts} == {0, 1, 2}
