"""Published variant puzzles from the folder ``variants`` beside BITDOKU_PUZZLES: verdicts and published solutions.

Each puzzle has a budget of nodes, which almost all need only a small part of; ``benches/variants.py`` solves them all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import Verdict
from programs import program

NODES = 2000


@pytest.fixture(scope="module")
def bench() -> Any:
    """The benchmark, which reads the puzzles."""
    return program(Path(__file__).parent.parent / "benches" / "variants.py")


def test_published_puzzles_have_the_published_solution(bench: Any) -> None:
    path = bench.corpus()
    if path is None:
        pytest.skip("the folder variants beside BITDOKU_PUZZLES")
    decided = undecided = 0
    for row in bench.read(path):
        if isinstance(row, str):
            continue
        solution, verdict = bd.solve(row.puzzle, rules=row.rules, threads=1, budget=NODES)
        if verdict == Verdict.UNDECIDED:
            undecided += 1
            continue
        decided += 1
        assert verdict != Verdict.NO_SOLUTION, row.source
        assert row.verdict in (None, verdict), row.source
        if row.solution is None:
            continue
        if verdict == Verdict.UNIQUE:
            assert bench.is_published(solution, row.solution), row.source
        elif row.rules.side <= 9:
            published = np.array([*map(int, row.solution)]).reshape(solution.shape)
            assert bd.check(row.puzzle, published, rules=row.rules), row.source
    assert decided > 200
    assert undecided <= decided // 10
