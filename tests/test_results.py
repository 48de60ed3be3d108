"""Results: named tuples."""

from __future__ import annotations

import copy
import pickle
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import CheckResult, SolveResult, Verdict
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

ARRAY = np.zeros((2, 81), np.uint8)


def test_results_are_named_tuples() -> None:
    result = bd.solve(HARD)
    solution, verdict = result
    assert isinstance(result, tuple)
    assert SolveResult._fields == ("solution", "verdict")
    assert result == (solution, verdict) == (result.solution, result.verdict) == (HARD_SOLUTION, Verdict.UNIQUE)
    assert result == bd.solve(HARD) != bd.solve(EASY)
    assert hash(result) == hash((HARD_SOLUTION, 1))
    assert result._asdict() == {"solution": HARD_SOLUTION, "verdict": 1}
    assert result._replace(verdict=Verdict.MULTIPLE) == (HARD_SOLUTION, 2)
    assert repr(result) == f"SolveResult(solution='{HARD_SOLUTION}', verdict=<Verdict.UNIQUE: 1>)"
    match result:
        case SolveResult(text, Verdict.UNIQUE):
            assert text == HARD_SOLUTION
        case _:
            pytest.fail("no match")
    assert bd.count(HARD, budget=10**6)._fields == ("count", "verdict")


def test_comparing_arrays_raises_as_in_numpy() -> None:
    with pytest.raises(ValueError, match="ambiguous"):
        assert bd.solve(ARRAY) == bd.solve(ARRAY)
    with pytest.raises(TypeError, match="unhashable"):
        hash(bd.solve(ARRAY))


@pytest.mark.parametrize(
    "make",
    [
        lambda: bd.solve(HARD),
        lambda: bd.solve([HARD, EASY]),
        lambda: bd.solve(ARRAY),
        lambda: bd.count(HARD, budget=10**6),
        lambda: bd.check(HARD, HARD_SOLUTION),
    ],
)
def test_copies(make: Callable[[], Any]) -> None:
    result = make()
    for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert type(again) is type(result)
        assert again._fields == result._fields
        assert all(map(np.array_equal, again, result))


def test_a_result_keeps_no_input() -> None:
    puzzles = ARRAY.copy()
    alive = weakref.ref(puzzles)
    result = bd.solve(puzzles)
    del puzzles
    assert alive() is None
    assert result.verdict.tolist() == [2, 2]


def test_check_results() -> None:
    result = bd.check(HARD, HARD_SOLUTION)
    assert isinstance(result, tuple)
    assert result[:3] == (True, True, True)
    assert CheckResult._fields == ("correct", "respects_givens", "complete", "cell_errors")
    assert bool(result) is True
    assert bool(bd.check([HARD] * 2, [HARD_SOLUTION, HARD])) is False


@pytest.mark.serial
def test_memory_that_is_not_there_is_a_memory_error(python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    pytest.importorskip("resource")
    code = """
import resource
import numpy as np, bitdoku as bd
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
puzzle = np.zeros(81, np.uint8)
rows = np.broadcast_to(puzzle, (10**8, 81))
calls = [
    lambda: bd.solve(rows),
    lambda: bd.candidates(rows),
    lambda: bd.conflicts(rows),
    lambda: bd.canonical(rows),
    lambda: bd.grids(10**8, seed=1),
    lambda: bd.shuffle(puzzle, seed=1, copies=10**8),
    lambda: bd.shuffle("." * 81, seed=1, copies=2**40),
]
for i, call in enumerate(calls):
    try:
        call()
    except MemoryError:
        print(i)
"""
    assert python(code).stdout.split() == [str(i) for i in range(7)]
