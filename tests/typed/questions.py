"""What type checkers know of the other functions; read by mypy and pyright, never run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, assert_type

import numpy as np
from numpy.typing import NDArray

import bitdoku as bd
from bitdoku import CheckResult, Verdict

if TYPE_CHECKING:
    from bitdoku import Puzzles
    from bitdoku.typing import BudgetLike, PuzzlesLike, RulesLike, SeedLike

Digits: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Counts: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.unsignedinteger[Any]]


def logic(line: str, board: bd.Board, array: NDArray[np.int64], lines: list[str], grid: list[list[int]]) -> None:
    assert_type(bd.explain(line, techniques="singles"), bd.Explanation)
    assert_type(bd.explain(array, budget=5), bd.Explanation)
    assert_type(bd.explain(grid, techniques=[bd.Technique.X_WING, "bug"]), bd.Explanation)
    explanation = bd.explain(board)
    assert_type(explanation[0], bd.Step)
    assert_type(explanation[1:], tuple[bd.Step, ...])
    for step in explanation:
        assert_type(step, bd.Step)
    assert_type(explanation.er, float | None)
    assert_type(explanation.state(0).grid, Digits)
    assert_type(explanation[0].technique, bd.Technique)
    assert_type(explanation[0].eliminations, tuple[tuple[int, int, int], ...])
    assert_type(bd.hint(line), bd.Step | None)
    assert_type(bd.steps(array), list[bd.Step])
    assert_type(bd.rate(line), bd.Rating)
    assert_type(bd.rate(board, columns="er"), bd.Rating)
    assert_type(bd.rate(lines, columns=["er", "counts"], strict=False), NDArray[np.void])
    assert_type(bd.rate(array), NDArray[np.void] | Any)
    bd.Board(explanation[0]).svg()
    bd.Board(line, step=explanation[0])


def one(line: str, board: bd.Board, flat: list[int], grid: list[list[str]]) -> None:
    assert_type(bd.verdict(line), Verdict)
    assert_type(bd.verdict(board), Verdict)
    assert_type(bd.verdict(flat), Verdict)
    assert_type(bd.verdict(grid), Verdict)
    assert_type(bd.count(line, limit=2), int)
    assert_type(bd.count(board), int)
    assert_type(bd.automorphisms(line), int)
    assert_type(bd.fingerprint(line), bytes)
    assert_type(bd.check(line, line), CheckResult[bool])
    assert_type(bd.check(board, line), CheckResult[bool])


def many(lines: list[str], made: bd.Puzzles, rows: Puzzles, grids: list[list[list[int]]]) -> None:
    assert_type(bd.verdict(lines), Digits)
    assert_type(bd.verdict(made), Digits)
    assert_type(bd.verdict(rows), Digits)
    assert_type(bd.verdict(grids), Digits)
    assert_type(bd.count(lines), Counts)
    assert_type(bd.automorphisms(lines), Numbers)
    assert_type(bd.fingerprint(lines), Digits)
    assert_type(bd.check(lines, lines), CheckResult[Bools])
    assert_type(bd.check(made, made.solution), CheckResult[Bools])
    # One puzzle, many answers.
    assert_type(bd.check("." * 81, lines), CheckResult[Bools])


def one_or_many(array: NDArray[np.int64], grid: list[list[int]]) -> None:
    assert_type(bd.verdict(array), Digits | Any)
    assert_type(bd.verdict(grid), Digits | Any)
    assert_type(bd.count(array), Counts | Any)
    assert_type(bd.automorphisms(array), Numbers | Any)
    assert_type(bd.fingerprint(array), Digits | Any)
    assert_type(bd.check(array, array), CheckResult[Bools | Any])
    bd.verdict(array).tolist()
    bd.count(array).sum()


def judgements(result: CheckResult[bool], array: NDArray[np.int64]) -> None:
    correct, respects_givens, complete, cell_errors = result
    assert_type(correct, bool)
    assert_type(respects_givens, bool)
    assert_type(complete, bool)
    assert_type(cell_errors, Bools)
    assert_type(bd.check(array, array).cell_errors, Bools)
    bd.check(array, array).correct.all()


def cells(array: NDArray[np.int64], line: str) -> None:
    assert_type(bd.candidates(array), Numbers)
    assert_type(bd.candidates(line, level="true"), Numbers)
    assert_type(bd.conflicts(line), Bools)
    assert_type(bd.redundant(array), Bools)
    assert_type(bd.redundant(array, budget=10).undecided, Bools)


def mirrored(
    line: str, lines: list[bytes], grid: list[list[str]], strings: NDArray[np.str_], array: NDArray[np.int64]
) -> None:
    assert_type(bd.canonical(line), str)
    assert_type(bd.canonical(lines), list[bytes])
    assert_type(bd.canonical(grid), list[list[str]])
    assert_type(bd.canonical(strings), NDArray[np.str_])
    assert_type(bd.canonical(array), Digits)
    assert_type(bd.minimize(line, seed=1), str)
    assert_type(bd.minimize(lines), list[bytes])
    assert_type(bd.minimize(array), Digits)
    assert_type(bd.harder(line, seed=1), str)
    assert_type(bd.harder(array), Digits)
    transform = bd.Transform.random(1)
    assert_type(transform(line), str)
    assert_type(transform(lines), list[bytes])
    assert_type(transform(array), Digits)


def iterated(line: str, grid: list[list[str]], array: NDArray[np.int64], board: bd.Board) -> None:
    assert_type(bd.solutions(line), Iterator[str])
    assert_type(bd.solutions(line.encode(), limit=5), Iterator[bytes])
    assert_type(bd.solutions(grid), Iterator[list[list[str]]])
    assert_type(bd.solutions(array), Iterator[Digits])
    assert_type(bd.solutions(board), Iterator[Digits])
    assert_type(next(bd.solutions([0] * 81)), Digits)
    assert_type(bd.sample(line, 5, seed=1), list[str])
    assert_type(bd.sample(array, 5, seed=1), Digits)
    assert_type(bd.candidate_counts(board), NDArray[np.uint64])


def shuffled(line: str, lines: list[str], array: NDArray[np.int64], made: bd.Puzzles) -> None:
    assert_type(bd.shuffle(line, seed=1), str)
    assert_type(bd.shuffle(line, seed=1, copies=3), list[str])
    assert_type(bd.shuffle(lines, seed=1), list[str])
    assert_type(bd.shuffle(lines, seed=1, copies=3), list[list[str]])
    assert_type(bd.shuffle(array, seed=1), Digits)
    assert_type(bd.shuffle(array, seed=None, copies=3), Digits)
    assert_type(bd.shuffle(made.puzzle, made.solution, seed=1), tuple[Digits, Digits])
    bd.shuffle(lines, lines, seed=1)
    bd.shuffle(array, seed=1, moves=[array])


def generated(rules: bd.Rules) -> None:
    made = bd.generate(3, seed=1, rules=rules)
    assert_type(made.puzzle, Digits)
    assert_type(made.solution, Digits | Any)
    assert_type(made[0], bd.Row)
    assert_type(made[1:], bd.Puzzles)
    assert_type(bd.grids(3, seed=1), Digits)


def named(puzzles: PuzzlesLike, rules: RulesLike, budget: BudgetLike, seed: SeedLike) -> None:
    """The types of arguments have names, and every function takes them."""
    bd.solve("", rules=rules, budget=budget)
    bd.verdict(puzzles, rules=rules, budget=budget)
    bd.count(puzzles, rules=rules, budget=budget)
    bd.candidates(puzzles, rules=rules)
    bd.conflicts(puzzles, rules=rules)
    bd.check(puzzles, puzzles, rules=rules)
    bd.canonical(puzzles, rules=rules)
    bd.fingerprint(puzzles, rules=rules)
    bd.automorphisms(puzzles, rules=rules)
    bd.shuffle(puzzles, seed=seed, rules=rules)
    bd.minimize(puzzles, seed=seed, rules=rules)
    bd.harder(puzzles, seed=seed, rules=rules)
    bd.redundant(puzzles, rules=rules)
    bd.generate(1, seed=seed, rules=rules)
    bd.grids(1, seed=seed, rules=rules)
