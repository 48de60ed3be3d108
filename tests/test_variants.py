"""Every function with other rules: sizes, forms of input, options."""

from __future__ import annotations

import datetime
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r

SIX = bd.generate(5, seed=3, rules="6x6")
LETTERS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text(grid: np.ndarray) -> str:
    return "".join(LETTERS[digit] for digit in grid.ravel())


TEXTS, SOLVED = [text(p) for p in SIX.puzzle], [text(s) for s in SIX.solution]


def obeys(grid: np.ndarray, box: tuple[int, int]) -> bool:
    """Rows, columns and boxes hold each digit once."""
    n = len(grid)
    cells = np.arange(n)
    boxes = [grid[t : t + box[0], u : u + box[1]] for t in cells[:: box[0]] for u in cells[:: box[1]]]
    return all(sorted(house.ravel().tolist()) == [*range(1, n + 1)] for house in [*grid, *grid.T, *boxes])


@pytest.mark.parametrize(("box", "number"), [((1, 1), 1), ((1, 2), 2), ((1, 3), 12), ((1, 4), 576), ((2, 2), 288)])
def test_known_numbers_of_grids(box: tuple[int, int], number: int) -> None:
    rules = bd.Rules(box=box)
    blank = np.zeros((rules.side, rules.side), int)
    assert bd.count(blank, rules=rules) == number
    grids = [*bd.solutions(blank, rules=rules)]
    assert len({grid.tobytes() for grid in grids}) == number
    assert all(obeys(grid, box) for grid in grids)
    lines = [grid.ravel().tolist() for grid in grids]
    assert all(a < b for a, b in pairwise(lines))


def test_big_boards_in_letters_and_numbers() -> None:
    grid = bd.grids(1, seed=1, rules="16x16")[0]
    puzzle = grid.copy()
    puzzle[::3, ::2] = 0
    letters = text(puzzle)
    numbers = "\n".join(" ".join(str(d) if d else "." for d in row) for row in puzzle)
    solution = text(grid)
    assert bd.solve(letters, rules="16x16").solution == solution
    assert bd.solve(letters.lower(), rules="16x16").solution == solution
    assert bd.solve(numbers, rules="16x16").solution == solution
    assert bd.solve(",".join(str(d) for d in puzzle.ravel()), rules="16x16").solution == solution
    rows = [letters[k : k + 16] for k in range(0, 256, 16)]
    framed = "\n".join("|" + "|".join(row[k : k + 4] for k in (0, 4, 8, 12)) + "|" for row in rows)
    assert bd.solve(framed, rules="16x16").solution == solution
    # Beyond the letters the answers are numbers too, and read back.
    big = bd.Rules(box=(6, 6))
    grid = bd.grids(1, seed=1, rules=big)[0]
    words = " ".join(map(str, grid.ravel()))
    assert bd.solve(words, rules=big) == (words, 1)
    np.testing.assert_array_equal(bd.solve(grid, rules=big).solution, grid)


def test_budgets_limits_and_marks() -> None:
    blank = np.zeros((16, 16), int)
    assert bd.verdict(blank, rules="16x16", budget=1) == bd.Verdict.UNDECIDED
    assert bd.verdict(blank, rules="16x16", budget=datetime.timedelta(microseconds=1)) == bd.Verdict.UNDECIDED
    assert bd.count(blank, rules="16x16", budget=10) == (0, bd.Verdict.UNDECIDED)
    assert bd.count(np.stack([blank, blank]), rules="16x16", budget=10).verdict.tolist() == [3, 3]
    assert bd.count([*TEXTS, "." * 36], rules="6x6", limit=7).tolist() == [1] * 5 + [7]
    marked = bd.count([TEXTS[0], "1"], rules="6x6", malformed="mark")
    assert (marked.count.tolist(), marked.verdict.tolist()) == ([1, 0], [1, 255])


def test_check_judges_by_the_rules() -> None:
    assert bd.check(SIX.puzzle, SIX.solution, rules="6x6").correct.all()
    wrong = SIX.solution.copy()
    wrong[0, 0, 0] = wrong[0, 0, 0] % 6 + 1
    wrong[1, 2, 3] = 77
    wrong[2, 5, 5] = 0
    result = bd.check(SIX.puzzle, wrong, rules="6x6")
    assert result.correct.tolist() == [False, False, False, True, True]
    assert result.complete.tolist() == [True, False, False, True, True]
    assert result.cell_errors[1, 2, 3]
    assert result.cell_errors[0, 0, 0]
    assert bd.check("." * 36, SOLVED, rules="6x6").correct.tolist() == [True] * 5
    assert bd.check(TEXTS, SOLVED[0], rules="6x6").correct.tolist() == [True] + [False] * 4
    # Whatever stands in a cell is judged.
    odd = "z" + SOLVED[0][1:]
    result = bd.check(TEXTS[0], [odd, " ".join(odd), SOLVED[0]], rules="6x6")
    assert result.correct.tolist() == [False, False, True]
    assert result.cell_errors[:2, 0, 0].all()
    # A grid of the usual rules that breaks the diagonals.
    grid = bd.solve("." * 81).solution
    assert bd.check("." * 81, grid).correct
    assert not bd.check("." * 81, grid, rules="x").correct


def test_rules_that_come_to_the_usual_ones() -> None:
    puzzle = "4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6..."
    usual: list[Any] = [None, "9x9", bd.Rules(), bd.Rules.jigsaw(bd.Rules().regions), r.different([(0, 0), (0, 1)])]
    for rules in usual:
        assert bd.solve(puzzle, rules=rules) == bd.solve(puzzle)
        assert bd.count([puzzle], rules=rules).tolist() == [1]
        assert bd.canonical(puzzle, rules=rules) == bd.canonical(puzzle)
        assert bd.shuffle(puzzle, seed=1, rules=rules) == bd.shuffle(puzzle, seed=1)
        np.testing.assert_array_equal(bd.generate(2, seed=1, rules=rules).puzzle, bd.generate(2, seed=1).puzzle)


@pytest.mark.parametrize("rules", ["4x4", "6x6", "8x8", "x", "windoku", "anti-knight", "anti-king", "12x12"])
def test_generated_puzzles_are_unique_and_minimal(rules: str) -> None:
    known = bd.Rules(rules)
    n = 4
    made = bd.generate(n, seed=5, rules=rules)
    assert made.puzzle.shape == made.solution.shape == (n, known.side, known.side)
    assert (bd.solve(made.puzzle, rules=known).verdict == 1).all()
    np.testing.assert_array_equal(bd.solve(made.puzzle, rules=known).solution, made.solution)
    assert made.clues.tolist() == np.count_nonzero(made.puzzle, axis=(1, 2)).tolist()
    if known.side < 12:
        assert not bd.redundant(made.puzzle, rules=known).any()
    again = bd.generate(1, seed=5, start=n - 1, rules=known, threads=1)
    np.testing.assert_array_equal(again.puzzle, made.puzzle[n - 1 :])


def test_generating_options() -> None:
    made = bd.generate(6, seed=2, rules="6x6", clues=(12, 16), symmetry="half_turn")
    assert all(12 <= clues <= 16 for clues in made.clues)
    np.testing.assert_array_equal(made.puzzle > 0, made.puzzle[:, ::-1, ::-1] > 0)
    again = bd.generate(3, seed=2, start=3, rules="6x6", clues=(12, 16), symmetry="half_turn")
    np.testing.assert_array_equal(again.puzzle, made.puzzle[3:])
    made = bd.generate(4, seed=2, rules="6x6", symmetry="half_turn", minimal=True)
    assert not bd.redundant(made.puzzle, rules="6x6").any()
    np.testing.assert_array_equal(made.puzzle > 0, made.puzzle[:, ::-1, ::-1] > 0)
    pattern = np.ones((6, 6), bool)
    pattern[2:4, 2:4] = False
    made = bd.generate(2, seed=2, rules="6x6", pattern=pattern)
    assert (made.puzzle > 0).sum() == 64
    made = bd.generate(2, seed=2, rules="6x6", pattern=pattern, minimal=True)
    assert not bd.redundant(made.puzzle, rules="6x6").any()
    assert not made.puzzle[:, 2:4, 2:4].any()
    with pytest.raises(bd.GenerationError, match="3 clues"):
        bd.generate(1, seed=2, rules="6x6", clues=3, effort=5)
    with pytest.raises(bd.GenerationError, match="pattern"):
        bd.generate(1, seed=2, rules="6x6", pattern=np.eye(6), effort=5)
    # Few clues take several grids; the items stay what they are alone.
    made = bd.generate(12, seed=2, rules="6x6", clues=9)
    assert made.clues.tolist() == [9] * 12
    assert (bd.verdict(made.puzzle, rules="6x6") == 1).all()
    for k in (0, 5, 11):
        alone = bd.generate(1, seed=2, start=k, rules="6x6", clues=9)
        np.testing.assert_array_equal(alone.puzzle[0], made.puzzle[k])
    with pytest.raises(bd.RulesError, match="difficulty"):
        bd.generate(1, rules="6x6", difficulty={"guesses": 1})
    with pytest.raises(bd.RulesError, match="controlled"):
        bd.generate(1, rules="6x6", method="controlled")
    with pytest.raises(bd.RulesError, match="harder"):
        bd.harder("." * 36, rules="6x6")


def test_minimize_and_redundant() -> None:
    small = bd.minimize(SOLVED, seed=1, rules="6x6")
    assert (bd.verdict(small, rules="6x6") == 1).all()
    assert not bd.redundant(small, rules="6x6").any()
    assert bd.redundant(SOLVED, rules="6x6").all()
    with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\]"):
        bd.minimize([SOLVED[0], "." * 36], seed=1, rules="6x6")
    # Of a puzzle with several solutions: what follows from the others, cell by cell.
    puzzle = SIX.solution[0].copy()
    puzzle[:3] = 0
    puzzle[0, 0] = SIX.solution[0, 0, 0]
    told = bd.redundant(puzzle, rules="6x6")
    for row, column in np.argwhere(puzzle):
        without = puzzle.copy()
        without[row, column] = 0
        assert told[row, column] == (bd.count(without, rules="6x6") == bd.count(puzzle, rules="6x6"))


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (bd.Rules(box=(2, 2)), 288),
        (bd.Rules(box=(2, 2)) + r.diagonals(), 48),
        (bd.Rules(box=(2, 2)) + r.even([(0, 0)]), 144),
        (bd.Rules(box=(1, 3)), 12),
    ],
    ids=str,
)
def test_small_grids_are_equally_likely(rules: bd.Rules, number: int) -> None:
    n = 100 * number
    grids = bd.grids(n, seed=1, rules=rules).reshape(n, -1)
    _, counts = np.unique(grids, axis=0, return_counts=True)
    assert len(counts) == number
    # Chi-square: mean number - 1, standard deviation √(2 · (number - 1)); the seed is fixed.
    surprise = ((counts - 100) ** 2 / 100).sum()
    assert abs(surprise - (number - 1)) < 4 * (2 * (number - 1)) ** 0.5
    np.testing.assert_array_equal(bd.grids(2, seed=1, start=n - 2, rules=rules).reshape(2, -1), grids[-2:])


@pytest.mark.parametrize(("side", "squares"), [(4, 48), (5, 960)])
def test_latin_squares_with_different_diagonals(side: int, squares: int) -> None:
    """Boxes of one row are the rows again; the numbers are those of diagonal Latin squares (OEIS A274806)."""
    rules = bd.Rules(box=(1, side)) + r.diagonals()
    houses, groups = rules.constraints[: 2 * side], rules.constraints[2 * side :]
    assert [cells for _, cells in houses[:side]] == [tuple(range(k * side, (k + 1) * side)) for k in range(side)]
    assert len(groups) == 2
    assert bd.count(np.zeros((side, side), int), rules=rules) == squares


def test_rules_that_only_search_refutes() -> None:
    """Random tries alone would go on for hours: CP-SAT says as well that there is none."""
    regions = np.array(bd.Rules().regions)
    regions[2, 8], regions[3, 6] = regions[3, 6], regions[2, 8]
    rules = bd.Rules.jigsaw(regions) + r.anti_knight()
    assert bd.verdict("." * 81, rules=rules) == bd.Verdict.NO_SOLUTION
    for function in (bd.grids, bd.generate):
        with pytest.raises(bd.GenerationError, match="no grid"):
            function(1, seed=1, rules=rules)
