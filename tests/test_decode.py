"""Decoding: brute force on 4x4, CP-SAT on 9x9, and the promises of the docstring."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import bitdoku as bd

Floats = npt.NDArray[np.float64]

PUZZLE = bd.to_array("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
GRIDS = np.array(list(bd.solutions(np.zeros((4, 4), dtype=int), rules="4x4"))).reshape(-1, 16)
#: The sets of cells of a 4x4 board, as numbers.
SETS = 1 << 16


@pytest.fixture(scope="module")
def unique() -> npt.NDArray[np.bool_]:
    """For each 4x4 grid and each set of its cells, whether the puzzle with these givens has one solution."""
    equal = ((GRIDS[:, None] == GRIDS) << np.arange(16)).sum(axis=-1)
    table = np.empty((len(GRIDS), SETS), dtype=bool)
    for i, sets in enumerate(equal):
        # A set of givens that another grid shares, and all subsets of it, have several solutions.
        shared = np.zeros(SETS, dtype=bool)
        shared[np.delete(sets, i)] = True
        for cell in range(16):
            pairs = shared.reshape(-1, 2, 1 << cell)
            pairs[:, 0] |= pairs[:, 1]
        table[i] = ~shared
    return table


def best_puzzles(scores: Floats, k: int, valid: npt.NDArray[np.bool_] | None) -> tuple[Any, list[float]]:
    """The ``k`` best 4x4 puzzles among all that agree with a grid, those with equal scores in lexicographic order."""
    sums = np.empty((len(GRIDS), SETS))
    for row, grid in zip(sums, GRIDS, strict=True):
        total = np.zeros(1)
        for cell, digit in zip(scores.reshape(16, 5), grid, strict=True):
            total = np.concatenate([total + cell[0], total + cell[digit]])
        row[:] = total
    if valid is not None:
        sums[~valid] = -np.inf
    # A puzzle agrees with at most 288 grids.
    best = np.argpartition(sums.ravel(), -288 * k)[-288 * k :]
    puzzles = {}
    for at in best:
        number, cells = divmod(int(at), SETS)
        puzzles[tuple(np.where(cells >> np.arange(16) & 1, GRIDS[number], 0).tolist())] = float(sums.flat[at])
    ranked = sorted(puzzles.items(), key=lambda item: (-item[1], item[0]))[:k]
    return np.array([puzzle for puzzle, _ in ranked]), [score for _, score in ranked]


@pytest.mark.parametrize("concentration", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("is_unique", [True, False])
def test_puzzles_equal_brute_force(unique: npt.NDArray[np.bool_], concentration: float, is_unique: bool) -> None:
    random = np.random.default_rng(int(10 * concentration))
    for k in (1, 1, 4):
        scores = np.log(random.dirichlet(np.full(5, concentration), (4, 4)) + 1e-12)
        found = bd.decode(scores, rules="4x4", k=k, unique=is_unique)
        puzzles, sums = best_puzzles(scores, k, unique if is_unique else None)
        np.testing.assert_allclose(np.atleast_1d(found.score), sums)
        np.testing.assert_array_equal(found.board.reshape(k, 16), puzzles)
        solution, verdict = bd.solve(found.board, rules="4x4")
        np.testing.assert_array_equal(found.solution, solution)
        np.testing.assert_array_equal(found.verdict, verdict)


@pytest.mark.parametrize("k", [1, 5])
def test_grids_equal_brute_force(k: int) -> None:
    scores = np.log(np.random.default_rng(k).dirichlet(np.ones(4), (100, 4, 4)))
    found = bd.decode(scores, rules="4x4", k=k)
    sums = np.take_along_axis(scores.reshape(100, 1, 16, 4), (GRIDS - 1)[None, :, :, None], axis=-1).sum(axis=(2, 3))
    best = np.argsort(-sums, axis=1)[:, :k]
    np.testing.assert_array_equal(found.board.reshape(100, k, 16), GRIDS[best])
    np.testing.assert_array_equal(found.solution, found.board)
    np.testing.assert_allclose(found.score.reshape(100, k), np.take_along_axis(sums, best, axis=1))
    assert (found.verdict == bd.Verdict.UNIQUE).all()


def noisy(boards: npt.NDArray[np.uint8], values: int, margin: float, seed: int) -> Floats:
    """Log-probabilities with normal noise; the logit of each value of the boards is larger by ``margin``."""
    logits = np.random.default_rng(seed).normal(size=(*boards.shape, values))
    index = boards.astype(int)[..., None] - (10 - values)
    np.put_along_axis(logits, index, np.take_along_axis(logits, index, axis=-1) + margin, axis=-1)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True)))


def cp_best(scores: Floats, is_unique: bool) -> tuple[npt.NDArray[np.int_], int]:
    """The best board by CP-SAT, and its score in millionths."""
    from ortools.sat.python import cp_model

    model, values = cp_model.CpModel(), scores.shape[-1]
    weights = np.rint(scores.reshape(81, values) * 1e6).astype(int).tolist()
    grid = [[model.new_bool_var("") for _ in range(9)] for _ in range(81)]
    for row in grid:
        model.add_exactly_one(row)
    cells = np.arange(81).reshape(9, 9)
    boxes = cells.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    for unit in (*cells, *cells.T, *boxes):
        for digit in range(9):
            model.add_exactly_one(grid[cell][digit] for cell in unit)
    given = [[model.new_bool_var("") for _ in range(9)] for _ in range(81)] if values == 10 else grid
    blank = [model.new_bool_var("") for _ in range(81)]
    for cell in range(81 if values == 10 else 0):
        model.add_exactly_one([blank[cell], *given[cell]])
        for digit in range(9):
            model.add_implication(given[cell][digit], grid[cell][digit])
    terms = [(weights[cell][values - 9 + digit], given[cell][digit]) for cell in range(81) for digit in range(9)]
    if values == 10:
        terms += [(weights[cell][0], blank[cell]) for cell in range(81)]
    model.maximize(sum(weight * variable for weight, variable in terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    while True:
        assert solver.solve(model) == cp_model.OPTIMAL
        board = np.array([1 + np.argmax([solver.value(v) for v in row]) if any(map(solver.value, row)) else 0
                          for row in given])  # fmt: skip
        both = list(bd.solutions(board, limit=2))
        if len(both) == 1 or not is_unique:
            return board, round(solver.objective_value)
        # A puzzle with one solution has a given that one of the two solutions contradicts.
        same = [(cell, int(digit) - 1) for cell, digit in enumerate(both[0]) if both[1][cell] == digit]
        agrees = {cell: [blank[cell]] for cell in range(81)}
        for cell, digit in same:
            agrees[cell].append(given[cell][digit])
        leaves = [model.new_bool_var("") for _ in range(81)]
        for cell, choices in agrees.items():
            for choice in choices:
                model.add_implication(leaves[cell], choice.Not())
        model.add_bool_or(leaves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "cases", "margins"), [("unique", 60, (3, 5)), ("solvable", 60, (3, 5)), ("grids", 80, (2, 4.5))]
)
def test_boards_equal_cp_sat(kind: str, cases: int, margins: tuple[float, float]) -> None:
    pytest.importorskip("ortools")
    puzzles = np.asarray(bd.to_array(bd.generate(cases, seed=3)))
    boards = bd.solve(puzzles).solution if kind == "grids" else puzzles
    for case, margin in enumerate(np.linspace(*margins, cases)):
        scores = noisy(boards[case], 9 if kind == "grids" else 10, float(margin), case)
        found = bd.decode(scores, unique=kind == "unique")
        _, millionths = cp_best(scores, kind == "unique")
        # CP-SAT maximizes a sum of 81 numbers rounded to millionths.
        assert abs(found.score * 1e6 - millionths) < 81, (case, margin)


def test_results_do_not_depend_on_threads_or_batch() -> None:
    puzzles = np.asarray(bd.to_array(bd.generate(40, seed=1)))
    scores = noisy(puzzles, 10, 4.0, 1)
    whole = bd.decode(scores, threads=1)
    for name, field in bd.decode(scores, threads=3)._asdict().items():
        np.testing.assert_array_equal(field, getattr(whole, name))
    one = bd.decode(scores[7].astype(np.float64).tolist())
    np.testing.assert_array_equal(one.board, whole.board[7])
    assert one.score == whole.score[7]
    assert one.verdict is bd.Verdict(int(whole.verdict[7]))
    ranked = bd.decode(scores[:10].reshape(2, 5, 9, 9, 10), k=3)
    assert ranked.board.shape == (2, 5, 3, 9, 9)
    assert ranked.score.shape == ranked.verdict.shape == (2, 5, 3)
    np.testing.assert_array_equal(ranked.board[:, :, 0].reshape(-1, 9, 9), whole.board[:10])
    assert bd.decode(scores[:0]).board.shape == (0, 9, 9)


def sure(board: npt.NDArray[np.uint8], values: int = 10) -> Floats:
    """Scores of 0 for the values of a board and -inf for all others."""
    scores = np.full((*board.shape, values), -np.inf)
    np.put_along_axis(scores, board.astype(int)[..., None] - (10 - values), 0.0, axis=-1)
    return scores


def test_impossible_values_leave_no_board() -> None:
    assert bd.decode(sure(PUZZLE), k=2).verdict.tolist() == [1, 0]
    clash = PUZZLE.copy()
    clash[0, 8] = 5
    found = bd.decode(sure(clash))
    assert found.verdict == bd.Verdict.NO_SOLUTION
    assert found.score == -np.inf
    assert not found.board.any()
    scores = sure(PUZZLE)
    scores[4, 4] = -np.inf
    assert bd.decode(scores).verdict == bd.Verdict.NO_SOLUTION
    solution = bd.solve(PUZZLE).solution
    assert bd.decode(sure(solution, 9), k=2).verdict.tolist() == [1, 0]
    assert bd.decode(sure(clash + (clash == 0), 9)).verdict == bd.Verdict.NO_SOLUTION
    loose = np.where(PUZZLE == 7, 0, PUZZLE).astype(np.uint8)
    assert bd.decode(sure(loose)).verdict == bd.Verdict.NO_SOLUTION
    found = bd.decode(sure(loose), unique=False)
    assert found.verdict == bd.Verdict.MULTIPLE
    np.testing.assert_array_equal(found.solution, bd.solve(loose).solution)


@pytest.mark.parametrize(("rules", "shape"), [("9x9", (9, 9, 10)), ("16x16", (16, 16, 16))])
def test_hard_scores_are_undecided(rules: str, shape: tuple[int, ...]) -> None:
    scores = np.random.default_rng(1).normal(size=shape)
    for budget in (20, timedelta(milliseconds=50)):
        found = bd.decode(scores, rules=rules, budget=budget)
        assert found.verdict == bd.Verdict.UNDECIDED
        assert np.isnan(found.score)
        assert not found.board.any()
        assert not found.solution.any()


def test_boards_found_before_the_budget_ran_out_are_kept() -> None:
    scores = noisy(PUZZLE, 10, 8.0, 1)
    few, many = bd.decode(scores, k=50, budget=60), bd.decode(scores, k=50)
    decided = few.verdict != bd.Verdict.UNDECIDED
    assert 0 < decided.sum() < 50
    np.testing.assert_array_equal(few.board[decided], many.board[decided])


@pytest.mark.parametrize("rules", ["x", "6x6", "16x16"])
def test_rules(rules: str) -> None:
    grid = np.asarray(bd.grids(1, seed=1, rules=rules))[0]
    puzzle = np.asarray(bd.minimize(grid, seed=1, rules=rules))
    digits = len(grid)
    random = np.random.default_rng(1)
    for board, values in ((puzzle, digits + 1), (grid, digits)):
        index = board.astype(int)[..., None] - (digits + 1 - values)
        logits = random.normal(size=(*board.shape, values))
        np.put_along_axis(logits, index, np.take_along_axis(logits, index, axis=-1) + 6, axis=-1)
        found = bd.decode(logits, rules=rules)
        assert found.verdict == bd.verdict(found.board, rules=rules) == bd.Verdict.UNIQUE
        likely = np.take_along_axis(logits, index, axis=-1).sum()
        assert found.score >= likely - 1e-9


def test_bad_scores_raise() -> None:
    scores = sure(PUZZLE)
    scores[4, 6, 3] = np.nan
    with pytest.raises(ValueError, match=r"^scores: r5c7 has nan for digit 3; expected a log-probability"):
        bd.decode(scores)
    batch = np.zeros((2, 3, 9, 9, 10))
    batch[1, 2, 0, 8, 0] = np.inf
    with pytest.raises(ValueError, match=r"^scores\[1\]\[2\]: r1c9 has inf for blank"):
        bd.decode(batch)
    with pytest.raises(ValueError, match=r"shape \(9, 9\); expected \(\.\.\., 9, 9, 10\) or \(\.\.\., 9, 9, 9\)"):
        bd.decode(PUZZLE)
    batch[1, 2] = -1e308
    with pytest.raises(ValueError, match=r"^scores\[1\]\[2\]: r1c1 has no score above -1e\+06"):
        bd.decode(batch)
    with pytest.raises(ValueError, match=r"r1c1 has 1e\+308 for blank; expected a log-probability, at most 1e\+06"):
        bd.decode(np.full((9, 9, 10), 1e308))
    with pytest.raises(TypeError, match="scores hold bool; expected floats"):
        bd.decode(np.zeros((9, 9, 10), dtype=bool))
    with pytest.raises(ValueError, match="k is 0; expected at least 1"):
        bd.decode(sure(PUZZLE), k=0)
    with pytest.raises(ValueError, match="expected at most 1000000"):
        bd.decode(sure(PUZZLE), k=2**70)
    with pytest.raises(TypeError, match="unique is int; expected True or False"):
        bd.decode(sure(PUZZLE), unique=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("likes", ["p", "p.round(2)", "100 * p", "(255 * p).round().astype(np.uint8)"])
def test_probabilities_raise(likes: str) -> None:
    p = np.random.default_rng(1).dirichlet(np.full(10, 0.5), (9, 9))
    scores = eval(likes, {"p": p, "np": np})
    for batch, name in ((scores, "scores"), (np.stack([np.log(p), scores]), r"scores\[1\]")):
        with pytest.raises(ValueError, match=f"^{name} holds probabilities: .*; expected their logarithms"):
            bd.decode(batch)
    assert bd.decode(np.zeros((9, 9, 10)), budget=5).verdict == bd.Verdict.UNDECIDED


@pytest.mark.parametrize("mask", [-1e5, -1e6, -1.1e6, -1e15, np.finfo(np.float32).min, np.finfo(float).min])
def test_masked_scores_are_impossible(mask: float) -> None:
    """A finite mask gives the boards of -inf wherever -inf leaves a board."""
    random = np.random.default_rng(0)
    scores = random.normal(size=(300, 4, 4, 4))
    masked = random.random(scores.shape) < 0.3
    exact = bd.decode(np.where(masked, -np.inf, scores), rules="4x4")
    usable = exact.verdict == bd.Verdict.UNIQUE
    found = bd.decode(np.where(masked, mask, scores)[usable], rules="4x4")
    assert 50 < usable.sum() < 300
    np.testing.assert_array_equal(found.board, exact.board[usable])
    np.testing.assert_array_equal(found.score, exact.score[usable])
