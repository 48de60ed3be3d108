"""The compiled rules behind `bitdoku.rules`: what goes in and what is refused."""

import threading
import time
from datetime import timedelta
from functools import partial

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import _core
from bitdoku import rules as r
from bitdoku._core import RuleSet


def plain(height: int, width: int) -> list[tuple[object, ...]]:
    """Rows, columns and boxes."""
    side = height * width
    cells = np.arange(side * side).reshape(side, side)
    boxes = cells.reshape(side // height, height, side // width, width).swapaxes(1, 2).reshape(side, side)
    return [("different", unit.tolist()) for units in (cells, cells.T, boxes) for unit in units]


def blank(side: int, n: int = 1) -> np.ndarray:
    return np.zeros((n, side * side), np.uint8)


@pytest.mark.parametrize(
    ("box", "grids"),
    [((2, 3), 28_200_960), ((3, 2), 28_200_960), ((2, 4), 29_136_487_207_403_520), ((4, 2), 29_136_487_207_403_520)],
)
def test_all_grids_are_counted(box: tuple[int, int], grids: int) -> None:
    side = box[0] * box[1]
    assert bd.count(blank(side), rules=RuleSet(side, plain(*box))).tolist() == [grids]


@pytest.mark.parametrize("box", [(2, 2), (2, 4), (4, 2), (3, 3), (4, 4), (3, 5)])
def test_grids_obey_the_rules(box: tuple[int, int]) -> None:
    side = box[0] * box[1]
    constraints = plain(*box)
    grids = _core.grids(5, seed=1, start=0, rules=RuleSet(side, constraints), threads=None).reshape(5, -1)
    assert len(np.unique(grids, axis=0)) == 5
    for _, unit in constraints:
        assert (np.sort(grids[:, np.asarray(unit)], axis=1) == np.arange(1, side + 1)).all()


def test_masks_grow_with_the_side() -> None:
    for box, kind in (((4, 4), np.uint16), ((4, 5), np.uint32), ((6, 6), np.uint64)):
        side = box[0] * box[1]
        masks = bd.candidates(blank(side), rules=RuleSet(side, plain(*box)))
        assert masks.dtype == kind
        assert (masks == 2**side - 1).all()


def test_grids_and_minimal_puzzles_do_not_depend_on_threads_or_shards() -> None:
    rules = bd.Rules(box=(2, 3))
    grids = bd.grids(20, rules=rules, seed=5)
    assert (bd.verdict(grids, rules=rules) == 1).all()
    assert (grids[7:11] == bd.grids(4, rules=rules, seed=5, start=7, threads=1)).all()
    made = bd.generate(20, rules=rules, seed=3)
    assert (bd.solve(made).solution == made.solution).all()
    assert made[7:11] == bd.generate(4, rules=rules, seed=3, start=7, threads=1)
    puzzles = bd.minimize(grids, rules=rules, seed=3)
    assert (puzzles == bd.minimize(grids, rules=rules, seed=3, threads=1)).all()
    for puzzle in puzzles:
        for cell in zip(*puzzle.nonzero(), strict=True):
            fewer = puzzle.copy()
            fewer[cell] = 0
            assert bd.verdict(fewer, rules=rules) == 2
    with pytest.raises(bd.PuzzleError, match="solutions"):
        bd.minimize(blank(6), rules=rules, seed=1)


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (("different", [0, 99]), r"constraints\[0\]: cell 99"),
        (("different",), "'different'"),
        (("different", [0, 1, 0]), r"constraints\[0\]: cell 0"),
        (("different", [0, 1, 2, 3, 4]), "5 cells"),
        (("related", [(0, 1)], [15] * 3), "3 rows"),
        (("related", [(0, 1)], [31] * 4), "digit 5"),
        (("total", [0, 1], 5, [1], False), "1 weights"),
        (("total", [0, 1], 2**41, None, False), "2199023255552"),
        (("accepted", [0], 0, 0, [], []), "0 states"),
        (("accepted", [0] * 5000, 2000, 0, [0], [[0] * 4] * 2000), "2000 states"),
        (("accepted", [0], 1, 0, [1], [[0] * 4]), "state 1"),
        (("accepted", [0], 1, 0, [0], [[0] * 4] * 2), "2 rows"),
        (("accepted", [0], 1, 0, [0], [[0] * 3]), "3 transitions"),
        (("accepted", [0], 1, 0, [0], [[0, 0, 0, 1]]), "transition to 1"),
        (("sum", [1]), "'sum'"),
        (("allowed", 0, 1 << 70), r"constraints\[0\]"),
        ((), r"constraints\[0\]"),
        ("allowed", r"constraints\[0\]"),
    ],
)
def test_constraints_that_make_no_sense(constraint: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RuleSet(4, [constraint])


def test_boards_that_make_no_sense() -> None:
    rules = RuleSet(4, plain(2, 2))
    with pytest.raises(bd.PuzzleError, match=r"shape \(1, 15\)"):
        bd.solve(np.zeros((1, 15), np.uint8), rules=rules)
    boards = blank(4, 3)
    boards[1, 6] = 5
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve(boards, rules=rules)
    assert (caught.value.index, caught.value.cell) == ((1,), (1, 2))
    for size, name in (((65, []), "side"), ((4, [], None, 3), "3 digits")):
        with pytest.raises(ValueError, match=name):
            RuleSet(*size)


@pytest.mark.serial
def test_a_budget_leaves_undecided_what_it_does_not_reach() -> None:
    rules = RuleSet(16, plain(4, 4))
    solution, verdict = bd.solve(blank(16), rules=rules, budget=3)
    assert verdict.tolist() == [3]
    assert not solution.any()
    begin = time.perf_counter()
    counts = bd.count(blank(16), rules=rules, budget=timedelta(milliseconds=50))
    assert time.perf_counter() - begin < 1
    assert (counts.count.tolist(), counts.verdict.tolist()) == ([0], [3])


@pytest.mark.serial
def test_an_interrupt_ends_a_long_search() -> None:
    import _thread

    rules = RuleSet(16, plain(4, 4))
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        bd.count(blank(16), rules=rules)
    assert time.perf_counter() - begin < 1


@pytest.mark.serial
def test_budgets_end_what_would_take_long() -> None:
    """Boards so large that their clauses alone take seconds, and an automaton that takes a while for each look."""
    short = timedelta(milliseconds=50)
    for side in ("49x49", "64x64"):
        n = int(side[:2])
        assert bd.verdict(np.zeros((n, n), int), rules=side, budget=short) == bd.Verdict.UNDECIDED
    states = 500
    rows = np.random.default_rng(1).integers(0, states, (states, 16)).tolist()
    everywhere = [(row, column) for row in range(16) for column in range(16)]
    rules = bd.Rules(box=(4, 4)) + r.accepted(everywhere, r.Automaton(rows, [0]))
    assert bd.verdict(np.zeros((16, 16), int), rules=rules, budget=short) == bd.Verdict.UNDECIDED


def test_automata_have_a_size_to_keep() -> None:
    rows = np.random.default_rng(1).integers(0, 2500, (2500, 16)).tolist()
    everywhere = [(row, column) for row in range(16) for column in range(16)]
    with pytest.raises(bd.RulesError, match="2500 states"):
        bd.verdict(np.zeros((16, 16), int), rules=bd.Rules(box=(4, 4)) + r.accepted(everywhere, r.Automaton(rows, [0])))


def test_rules_for_single_cells_of_a_classic_board() -> None:
    """They are solved as pencil marks; a relation without effect keeps the same board in the general engine."""
    rng = np.random.default_rng(8)
    seen = set()
    for k in range(60):
        solution = bd.grids(1, seed=8, start=k)[0]
        masks = rng.integers(0, 512, (9, 9)) & rng.integers(0, 512, (9, 9)) | 1 << (solution.astype(int) - 1)
        if k % 4 == 0:
            masks[tuple(rng.integers(0, 9, 2))] = 1 << rng.integers(0, 9)
        digits = [(cell, [d for d in range(1, 10) if masks[cell] >> (d - 1) & 1]) for cell in np.ndindex(9, 9)]
        rules = bd.Rules() + [r.allowed(cell, some) for cell, some in digits]
        general = rules + r.related([((0, 0), (8, 8))], np.ones((9, 9), bool))
        puzzle = np.where(rng.random((9, 9)) < 0.1, solution, 0).astype(np.uint8)
        verdict = bd.verdict(puzzle, rules=rules)
        seen.add(int(verdict))
        assert verdict == bd.verdict(puzzle, rules=general)
        assert bd.solve(puzzle, rules=rules, solution="any").verdict == verdict
        for function in (bd.solve, partial(bd.count, limit=50), partial(bd.candidates, level="true")):
            first, second = (np.asarray(function(puzzle, rules=one), object) for one in (rules, general))
            assert all(map(np.array_equal, np.atleast_1d(first), np.atleast_1d(second)))
        assert [*map(bytes, bd.solutions(puzzle, limit=9, rules=rules))] == [
            *map(bytes, bd.solutions(puzzle, limit=9, rules=general))
        ]
    assert seen == {0, 1, 2}
