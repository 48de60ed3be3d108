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
    assert grids == sorted(grids, key=lambda grid: grid.tobytes()) if rules.side == 1 else True
    lines = [grid.ravel().tolist() for grid in grids]
    assert all(a < b for a, b in pairwise(lines))


def test_forms_of_input_and_output() -> None:
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    rules: Any = "6x6"
    flat = SIX.puzzle.reshape(5, 36)
    for puzzles, solution in [
        (SIX.puzzle, SIX.solution),
        (flat, SIX.solution.reshape(5, 36)),
        (SIX.puzzle.astype(">i4").reshape(1, 5, 6, 6), SIX.solution.reshape(1, 5, 6, 6)),
        (np.asfortranarray(flat.astype(int)), SIX.solution.reshape(5, 36)),
        (SIX.puzzle.tolist(), SIX.solution),
        ([[*row] for row in flat], SIX.solution.reshape(5, 36)),
        (SIX.puzzle[0], SIX.solution[0]),
        (flat[0].tolist(), SIX.solution[0].ravel()),
    ]:
        found, verdict = bd.solve(puzzles, rules=rules)
        assert found.dtype == np.uint8
        assert found.flags.c_contiguous
        np.testing.assert_array_equal(found, solution)
        assert (np.asarray(verdict) == 1).all()
    assert bd.solve(TEXTS[0], rules=rules) == (SOLVED[0], bd.Verdict.UNIQUE)
    assert bd.solve(TEXTS[0].encode(), rules=rules).solution == SOLVED[0].encode()
    assert bd.solve(bytearray(TEXTS[0].encode()), rules=rules).solution == bytearray(SOLVED[0].encode())
    assert bd.solve(TEXTS, rules=rules).solution == SOLVED
    assert bd.solve(tuple(TEXTS), rules=rules).solution == tuple(SOLVED)
    for dtype in ("U36", "S40", object, np.dtypes.StringDType()):
        array = np.array([t.encode() for t in TEXTS] if dtype == "S40" else TEXTS, dtype).reshape(5, 1)
        found = bd.solve(array, rules=rules).solution
        assert found.shape == (5, 1)
        assert found.dtype.kind == array.dtype.kind
        assert [t.decode() if isinstance(t, bytes) else t for t in found.ravel().tolist()] == SOLVED
    series = pd.Series(TEXTS, index=[*"abcde"], name="puzzle")
    found = bd.solve(series, rules=rules).solution
    pd.testing.assert_series_equal(found, pd.Series(SOLVED, index=[*"abcde"], name="puzzle"))
    column = pl.Series("p", TEXTS)
    assert bd.solve(column, rules=rules).solution.equals(pl.Series("p", SOLVED))
    lists = pl.Series("p", flat.tolist(), dtype=pl.Array(pl.UInt8, 36))
    solved = pl.Series("p", SIX.solution.reshape(5, 36).tolist(), dtype=lists.dtype)
    assert bd.solve(lists, rules=rules).solution.equals(solved)
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        assert bd.solve(pa.array(TEXTS, kind), rules=rules).solution.equals(pa.array(SOLVED, kind))
    chunked = pa.chunked_array([TEXTS[:2], TEXTS[2:]])
    found = bd.solve(chunked, rules=rules).solution
    assert found.equals(pa.chunked_array([SOLVED[:2], SOLVED[2:]]))
    assert found.num_chunks == 2
    assert bd.solve(pa.array(TEXTS).dictionary_encode(), rules=rules).solution.equals(pa.array(SOLVED))


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


def test_symbols_of_ones_own() -> None:
    table = str.maketrans("123456", "abcdef")
    assert bd.solve([t.translate(table) for t in TEXTS], rules="6x6", symbols="abcdef").solution == [
        t.translate(table) for t in SOLVED
    ]
    with pytest.raises(ValueError, match="expected 6"):
        bd.solve(TEXTS, rules="6x6", symbols="abc")


@pytest.mark.parametrize(
    ("puzzles", "message", "index", "cell"),
    [
        (np.full((2, 6, 6), 7), r"puzzles\[0\]: cell \(0, 0\) holds 7; expected 0\.\.6", (0,), (0, 0)),
        ([[0] * 36, [0] * 35 + [-1]], r"puzzles\[1\]: cell \(5, 5\) holds -1", (1,), (5, 5)),
        ([[0] * 35 + [10**30]], r"holds 1000000000000000000000000000000; expected 0\.\.6", (0,), (5, 5)),
        (["." * 36, "." * 35 + "7"], r"puzzles\[1\]: cell \(5, 5\) holds '7'", (1,), (5, 5)),
        ("." * 35, r"puzzles: the text holds 35 cells; expected 36", (), None),
        ("." * 81, r"expected 36", (), None),
        ([TEXTS[0], None], r"puzzles\[1\]: a null", (1,), None),
        (b"\1" * 36, "raw digits", (), None),
        (np.zeros((81,), int), r"shape \(81,\); expected \(…, 6, 6\) or \(…, 36\)", None, None),
    ],
)
def test_malformed_puzzles(puzzles: Any, message: str, index: Any, cell: Any) -> None:
    with pytest.raises(bd.PuzzleError, match=message) as caught:
        bd.solve(puzzles, rules="6x6")
    assert caught.value.index == index
    assert caught.value.cell == cell
    if index is not None:
        solution, verdict = bd.solve(puzzles, rules="6x6", malformed="mark")
        at = index[0] if index else ()
        assert np.asarray(verdict)[at] == 255
        if index:
            assert not np.array(solution[at] == 0).all() or not np.any(solution[at])
        counts = bd.verdict(puzzles, rules="6x6", malformed="mark")
        np.testing.assert_array_equal(counts, verdict)


@pytest.mark.parametrize(
    "puzzles", [np.full((6, 6), 0.5), np.zeros((6, 6), bool), ["1" * 36, 3], [[True] * 36], 5, memoryview(b"1")]
)
def test_wrong_kinds_of_objects(puzzles: Any) -> None:
    with pytest.raises(TypeError):
        bd.solve(puzzles, rules="6x6")


def test_options() -> None:
    out = np.empty_like(SIX.puzzle)
    assert bd.solve(SIX.puzzle, rules="6x6", out=out).solution is out
    np.testing.assert_array_equal(out, SIX.solution)
    with pytest.raises(ValueError, match="out has shape"):
        bd.solve(SIX.puzzle, rules="6x6", out=out[1:])
    with pytest.raises(TypeError, match="numeric input"):
        bd.solve(TEXTS, rules="6x6", out=out)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        bd.solve(TEXTS, rules="6x6", threads=0)
    with pytest.raises(ValueError, match="malformed"):
        bd.solve(TEXTS, rules="6x6", malformed="drop")  # type: ignore[call-overload]
    blank = np.zeros((16, 16), int)
    assert bd.verdict(blank, rules="16x16", budget=1) == bd.Verdict.UNDECIDED
    assert bd.verdict(blank, rules="16x16", budget=datetime.timedelta(microseconds=1)) == bd.Verdict.UNDECIDED
    with pytest.raises(bd.BudgetError):
        bd.count(blank, rules="16x16", budget=10)
    counts = bd.count(np.stack([blank, blank]), rules="16x16", budget=10)
    assert np.ma.getmaskarray(counts).all()
    assert bd.count([*TEXTS, "." * 36], rules="6x6", limit=7).tolist() == [1] * 5 + [7]
    marked = bd.count([TEXTS[0], "1"], rules="6x6", malformed="mark")
    assert np.ma.getmaskarray(marked).tolist() == [False, True]
    for threads in (1, 2):
        np.testing.assert_array_equal(bd.solve(SIX.puzzle, rules="6x6", threads=threads).solution, SIX.solution)


def test_empty_batches() -> None:
    assert bd.solve([], rules="6x6").solution == []
    assert bd.solve(np.zeros((0, 6, 6), int), rules="6x6").solution.shape == (0, 6, 6)
    assert bd.count(np.zeros((2, 0, 36), int), rules="6x6").shape == (2, 0)
    assert bd.canonical(np.zeros((0, 36), int), rules="6x6").shape == (0, 36)


def test_candidates_and_conflicts() -> None:
    masks = bd.candidates("1" + "." * 35, rules="6x6")
    assert masks.shape == (6, 6)
    assert masks.dtype == np.uint16
    assert (masks[0, 0], masks[0, 1], masks[5, 5]) == (1, 62, 63)
    assert bd.candidates(np.zeros((25, 25), int), rules="25x25").dtype == np.uint32
    assert bd.candidates(np.zeros((36, 36), int), rules="36x36").dtype == np.uint64
    true = bd.candidates(SIX.puzzle, level="true", rules="6x6")
    np.testing.assert_array_equal(true, 1 << (SIX.solution.astype(np.uint16) - 1))
    clash = bd.conflicts("11" + "." * 34, rules="6x6")
    assert np.argwhere(clash).tolist() == [[0, 0], [0, 1]]
    assert bd.conflicts("1" + "." * 79 + "1", rules="x").sum() == 2


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
    known = bd.Rules.named(rules)
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
    made = bd.generate(6, seed=2, rules="6x6", clues=(12, 16), symmetry="half-turn")
    assert all(12 <= clues <= 16 for clues in made.clues)
    np.testing.assert_array_equal(made.puzzle > 0, made.puzzle[:, ::-1, ::-1] > 0)
    again = bd.generate(3, seed=2, start=3, rules="6x6", clues=(12, 16), symmetry="half-turn")
    np.testing.assert_array_equal(again.puzzle, made.puzzle[3:])
    made = bd.generate(4, seed=2, rules="6x6", symmetry="half-turn", minimal=True)
    assert not bd.redundant(made.puzzle, rules="6x6").any()
    np.testing.assert_array_equal(made.puzzle > 0, made.puzzle[:, ::-1, ::-1] > 0)
    pattern = np.ones((6, 6), bool)
    pattern[2:4, 2:4] = False
    made = bd.generate(2, seed=2, rules="6x6", pattern=pattern)
    assert (made.puzzle > 0).sum() == 64
    made = bd.generate(2, seed=2, rules="6x6", pattern=pattern, minimal=True)
    assert not bd.redundant(made.puzzle, rules="6x6").any()
    assert not made.puzzle[:, 2:4, 2:4].any()
    with pytest.raises(bd.GenerationError, match="no grid of 5 gave a puzzle with 3 clues"):
        bd.generate(1, seed=2, rules="6x6", clues=3, effort=5)
    with pytest.raises(bd.GenerationError, match="clues inside the pattern"):
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


def test_rules_without_a_grid() -> None:
    with pytest.raises(bd.GenerationError):
        bd.grids(1, seed=1, rules=bd.Rules(box=(2, 2)) + r.anti_king() + r.anti_knight())


def test_more_different_cells_of_a_sum_than_digits() -> None:
    """Three cells of two digits, each different from the others by one rule or another, and weights of both signs."""
    rules = bd.Rules(box=(1, 2)) + r.total([(0, 0), (1, 0), (0, 1)], 6, [-2, -1, 5]) + r.different([(0, 1), (1, 0)])
    assert bd.verdict([[0, 0], [0, 0]], rules=rules) == bd.Verdict.NO_SOLUTION


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
    with pytest.raises(bd.GenerationError, match="no grid obeys the rules"):
        bd.grids(1, seed=1, rules=rules)
    with pytest.raises(bd.GenerationError, match="no grid obeys the rules"):
        bd.generate(1, seed=1, rules=rules)
