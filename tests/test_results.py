"""Results: unpacking, comparing, pickling, showing."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import CheckResult, SolveResult, Verdict
from puzzles import EASY, EMPTY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

ARRAY = np.zeros((2, 81), np.uint8)


def test_it_unpacks_like_a_tuple() -> None:
    result = bd.solve(HARD)
    solution, verdict = result
    assert (solution, verdict) == (result.solution, result.verdict) == (HARD_SOLUTION, Verdict.UNIQUE)
    assert len(result) == 2
    assert (result[0], result[-1], result[:1]) == (solution, verdict, (solution,))
    with pytest.raises(IndexError):
        result[2]  # type: ignore[misc]
    match result:
        case SolveResult(text, Verdict.UNIQUE):
            assert text == HARD_SOLUTION
        case _:
            pytest.fail("no match")
    assert [*reversed(result)] == [verdict, solution]
    assert (result.index(verdict), tuple(bd.check(HARD, HARD_SOLUTION))[:3]) == (1, (True, True, True))


@pytest.mark.parametrize("rules", ["6x6", "x", bd.Rules(box=(2, 2))], ids=str)
def test_it_remembers_what_it_is_about(rules: Any) -> None:
    side = 9 if rules == "x" else 6 if rules == "6x6" else 4
    puzzle = "." * side**2
    result = bd.solve(puzzle, rules=rules, symbols="ABCDEFGHI"[:side])
    assert result.symbols == "ABCDEFGHI"[:side]
    assert bd.Board(puzzle, rules=result.rules).rules == bd.Board(puzzle, rules=rules).rules
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert again.symbols == result.symbols
    assert "<svg" in again._repr_html_()
    assert bd.solve(HARD).rules is None


def test_it_compares_without_raising() -> None:
    assert bd.solve(HARD) == bd.solve(HARD)
    assert bd.solve(HARD) == (HARD_SOLUTION, Verdict.UNIQUE)
    assert bd.solve(HARD) == (HARD_SOLUTION, 1)
    assert bd.solve(HARD) != bd.solve(EASY)
    assert bd.solve(ARRAY) == bd.solve(ARRAY)
    assert bd.solve(ARRAY) != bd.solve(ARRAY[:1])
    assert bd.solve(ARRAY) != bd.solve([EMPTY, EMPTY])
    assert bd.solve(ARRAY) != bd.solve(EMPTY)
    assert bd.solve([HARD]) == bd.solve([HARD])
    assert bd.solve([HARD]) != bd.solve((HARD,))
    assert bd.solve(HARD) != 5
    assert bd.solve(HARD) != (1, 2, 3)
    with pytest.raises(TypeError, match="unhashable"):
        hash(bd.solve(HARD))


def test_columns_compare() -> None:
    pa = pytest.importorskip("pyarrow")
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    for make in (pa.array, pd.Series, pl.Series):
        assert bd.solve(make([HARD])) == bd.solve(make([HARD]))
        assert bd.solve(make([HARD])) != bd.solve(make([EASY]))


@pytest.mark.parametrize("puzzles", [HARD, [HARD, EASY], ARRAY], ids=range(3))
def test_copies(puzzles: Any) -> None:
    result = bd.solve(puzzles)
    for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert type(again) is SolveResult
        assert again == result


def test_check_results() -> None:
    result = bd.check(HARD, HARD_SOLUTION)
    correct, respects, complete, errors = result
    assert (correct, respects, complete) == (True, True, True)
    assert errors is result.cell_errors
    assert result == bd.check(HARD, HARD_SOLUTION)
    assert result != bd.check(HARD, HARD)
    assert result == pickle.loads(pickle.dumps(result))
    many = bd.check([HARD] * 2, [HARD_SOLUTION, HARD])
    assert many == bd.check([HARD] * 2, [HARD_SOLUTION, HARD])
    assert not many
    assert type(many) is CheckResult
    assert result[:3] == (True, True, True)
    assert len(result) == 4


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
