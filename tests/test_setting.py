"""For setters: masks as digits, puzzles of a given grid, digits from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r

if TYPE_CHECKING:
    from collections.abc import Callable

GRID = bd.grids(1, seed=5)[0]


# --- masks ------------------------------------------------------------------------------------------------------------


def test_masks_as_digits_and_back() -> None:
    for side in (4, 9, 16, 25, 36):
        rng = np.random.default_rng(side)
        masks = rng.integers(0, 1 << side, (side, side)).astype(np.uint64)
        masks[0, 0] = (1 << side) - 1
        digits = bd.Pencilmarks(masks).digits()
        assert digits[1][2] == tuple(d for d in range(1, side + 1) if int(masks[1, 2]) >> (d - 1) & 1)
        back = bd.Pencilmarks.from_digits(digits).masks
        np.testing.assert_array_equal(back, masks)
        assert back.dtype == (np.uint16 if side <= 16 else np.uint32 if side <= 32 else np.uint64)
    assert bd.Pencilmarks.from_digits([{64}, ()]).masks.tolist() == [1 << 63, 0]
    marks = bd.Pencilmarks(bd.candidates("1" + "." * 80))
    assert bd.verdict(bd.Pencilmarks.from_digits(marks.digits())) == bd.Verdict.MULTIPLE


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: bd.Pencilmarks([-1]).digits(), ValueError, "masks hold -1"),
        (lambda: bd.Pencilmarks.from_digits([0]), ValueError, "digits is 0"),
        (lambda: bd.Pencilmarks.from_digits("12"), TypeError, "digits"),
        (lambda: bd.Pencilmarks.from_digits(np.array(5)), TypeError, "ndarray"),
        (lambda: bd.Pencilmarks.from_digits([[1], 2]), TypeError, "digits"),
        (lambda: bd.Pencilmarks.from_digits([[[1], [2]], [[3]]]), ValueError, "unevenly"),
    ],
)
def test_masks_that_are_refused(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


# --- puzzles of a given grid ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [None, "6x6", "x"])
def test_puzzles_of_a_given_grid(rules: Any) -> None:
    grid = GRID if rules is None else bd.grids(1, seed=5, rules=rules)[0]
    clues = 10 if rules == "6x6" else 24
    made = bd.generate(12, seed=1, rules=rules, solution=grid, clues=clues)
    assert made.clues.tolist() == [clues] * 12
    assert (made.solution == grid).all()
    assert (bd.verdict(made) == bd.Verdict.UNIQUE).all()
    assert len({puzzle.tobytes() for puzzle in made.puzzle}) > 6
    alone = bd.generate(1, seed=1, start=7, rules=rules, solution=grid, clues=clues, threads=1)
    np.testing.assert_array_equal(alone.puzzle[0], made.puzzle[7])
    minimal = bd.generate(2, seed=1, rules=rules, solution=bd.Board(grid, rules=rules))
    assert not bd.redundant(minimal).any()
    # A board carries its rules.
    carried = bd.generate(2, seed=1, solution=bd.Board(grid, rules=rules))
    np.testing.assert_array_equal(carried.puzzle, minimal.puzzle)
    half = bd.generate(1, seed=1, rules=rules, solution=grid.tolist(), symmetry="half_turn").puzzle[0] > 0
    np.testing.assert_array_equal(half, half[::-1, ::-1])


def test_a_given_grid_and_a_difficulty() -> None:
    made = bd.generate(2, seed=1, solution=GRID, difficulty="hard")
    assert (made.solution == GRID).all()
    assert bd.rate(made, columns=["level"])["level"].tolist() == [bd.Level.HARD] * 2


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"solution": np.ones((9, 9), int)}, bd.GenerationError, "complete grid"),
        ({"solution": GRID, "rules": "x"}, bd.GenerationError, "complete grid"),
        ({"solution": [GRID, GRID]}, TypeError, "solution"),
        ({"solution": "1"}, bd.PuzzleError, "solution"),
        ({"solution": GRID, "method": "controlled"}, bd.GenerationError, "solution"),
        ({"solution": GRID, "clues": 17, "effort": 20}, bd.GenerationError, "17 clues"),
    ],
)
def test_grids_that_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bd.generate(1, seed=1, **options)


@pytest.mark.parametrize("rules", [None, "6x6"])
def test_minimize_stops_at_a_number_of_clues(rules: Any) -> None:
    grids = bd.grids(5, seed=3, rules=rules)
    for clues in (16, 30, 36):
        some = bd.minimize(grids, seed=2, clues=clues, rules=rules)
        left = np.count_nonzero(some, axis=(1, 2))
        assert (left >= clues).all()
        assert (bd.verdict(some, rules=rules) == bd.Verdict.UNIQUE).all()
        # More than the number only if no clue can go.
        more = left > clues
        assert not bd.redundant(some[more], rules=rules).any()
        assert more.all() if rules is None and clues == 16 else not more.any()
    np.testing.assert_array_equal(
        bd.minimize(grids, seed=2, clues=0, rules=rules), bd.minimize(grids, seed=2, rules=rules)
    )
    # A puzzle with fewer clues stays.
    small = bd.minimize(grids, seed=2, rules=rules)
    np.testing.assert_array_equal(bd.minimize(small, seed=2, clues=60, rules=rules), small)
    with pytest.raises(ValueError, match="clues"):
        bd.minimize(grids, clues=-1, rules=rules)


# --- digits from 0 ----------------------------------------------------------------------------------------------------

FOUR = bd.Rules("4x4", digits=range(4))
GRIDS = np.array([*bd.solutions([[0] * 4] * 4, rules="4x4")], int) - 1


def line(grid: np.ndarray, names: str) -> list[int]:
    return [int(grid[int(name[1]) - 1, int(name[3]) - 1]) for name in names.split()]


#: Rules, and what they mean for digits 0 to 3.
MEANING: list[tuple[r.Rule, Callable[[np.ndarray], bool]]] = [
    (r.allowed("r1c1", [0, 3]), lambda g: g[0, 0] in (0, 3)),
    (r.even("r1c1 r4c4"), lambda g: g[0, 0] % 2 == g[3, 3] % 2 == 0),
    (r.odd("r1c1"), lambda g: g[0, 0] % 2 == 1),
    (r.killer_cage("r1c1 r1c2 r2c2", 3), lambda g: len({*line(g, A)}) == 3 and sum(line(g, A)) == 3),
    (r.total("r1c1 r2c3 r3c3", 2, [2, 1, -1]), lambda g: 2 * g[0, 0] + g[1, 2] - g[2, 2] == 2),
    (r.total("r1c1 r4c4", 2), lambda g: g[0, 0] + g[3, 3] == 2),
    (r.total("r1c1", 0), lambda g: g[0, 0] == 0),
    (r.arrow("r1c1", "r2c2 r3c3 r3c2"), lambda g: g[0, 0] == g[1, 1] + g[2, 2] + g[2, 1]),
    (r.arrow("r1c1 r1c2", "r2c2 r3c3 r4c4"), lambda g: 10 * g[0, 0] + g[0, 1] == g[1, 1] + g[2, 2] + g[3, 3]),
    (r.related([("r1c1", "r3c2")], lambda a, b: a * b == 0), lambda g: g[0, 0] * g[2, 1] == 0),
    (r.kropki_black(["r1c1 r1c2"]), lambda g: g[0, 0] == 2 * g[0, 1] or g[0, 1] == 2 * g[0, 0]),
    (r.xv(v=["r1c1 r1c2"]), lambda g: g[0, 0] + g[0, 1] == 5),
    (r.renban("r1c1 r1c2 r2c2"), lambda g: len({*line(g, A)}) == 3 and np.ptp(line(g, A)) == 2),
    (r.thermometer("r1c1 r2c2 r3c3"), lambda g: g[0, 0] < g[1, 1] < g[2, 2]),
    (r.sandwich(1, row=0), lambda g: sandwiched(g[0].tolist()) == 1),
    (r.skyscraper(2, column=1, reverse=True), lambda g: seen(g[::-1, 1].tolist()) == 2),
    (r.x_sum(3, row=2), lambda g: sum(g[2, : g[2, 0]]) == 3),
    (r.x_sum(0, row=2), lambda g: sum(g[2, : g[2, 0]]) == 0),
    (r.numbered_room(0, column=3), lambda g: g[0, 3] > 0 and g[g[0, 3] - 1, 3] == 0),
    (r.sum_line("r1c1 r2c2 r3c3 r4c4", 3), lambda g: cut(np.diag(g).tolist(), 3)),
    (r.sum_line("r1c2 r2c3", 3), lambda g: cut([g[0, 1], g[1, 2]], 3)),  # which may both be 0: no part
    (
        r.counting_circles("r1c1 r2c2 r3c3"),
        lambda g: all(np.diag(g)[:3].tolist().count(d) == d for d in np.diag(g)[:3]),
    ),
    (
        r.look_and_say("r1c1 r2c2 r3c3", "2001"),
        lambda g: np.diag(g)[:3].tolist().count(0) == 2 and 1 not in np.diag(g)[:3],
    ),
    (r.quadruple("r2c2", [0, 3]), lambda g: {0, 3} <= {*g[1:3, 1:3].ravel().tolist()}),
    (r.modular("r1c1 r2c2 r3c3"), lambda g: len({d % 3 for d in np.diag(g)[:3]}) == 3),
    (
        r.any_of(r.total("r1c1 r4c4 r2c3", 6), r.even("r1c2")),
        lambda g: g[0, 0] + g[3, 3] + g[1, 2] == 6 or g[0, 1] in (0, 2),
    ),
    (r.indexing("r1c1 r2c1"), lambda g: all(g[k, 0] > 0 and g[k, g[k, 0] - 1] == 1 for k in (0, 1))),
    (r.zipper("r1c1 r2c2 r3c3 r4c3 r4c2"), lambda g: g[0, 0] + g[3, 1] == g[1, 1] + g[3, 2] == g[2, 2]),
]
A = "r1c1 r1c2 r2c2"


def sandwiched(digits: list[int]) -> int:
    first, second = sorted([digits.index(0), digits.index(3)])
    return sum(digits[first + 1 : second])


def seen(digits: list[int]) -> int:
    return 1 + sum(digit > max(digits[:k]) for k, digit in enumerate(digits) if k)


def cut(digits: list[int], whole: int) -> bool:
    """Whether the first digits add up to each multiple, of which there is at least one."""
    sums = [sum(digits[:k]) for k in range(1, len(digits) + 1)]
    multiples = range(whole, sums[-1] + 1, whole)
    return all(multiple in sums for multiple in multiples) and sums[-1] % whole == 0 < len(multiples)


@pytest.mark.parametrize(("rule", "meaning"), MEANING, ids=[rule.name for rule, _ in MEANING])
def test_digits_from_zero_mean_what_they_say(rule: r.Rule, meaning: Callable[[np.ndarray], bool]) -> None:
    rules = FOUR + rule
    expected = sorted("".join(map(str, grid.ravel().tolist())) for grid in GRIDS if meaning(grid))
    assert sorted(bd.solutions("." * 16, rules=rules)) == expected
    assert len(expected) < 288
    again = bd.Rules.from_json(rules.to_json())
    assert again == rules == eval(repr(rules), {**vars(r), "Rules": bd.Rules})
    assert again != bd.Rules("4x4") + (rule if rule.name == "thermometer" else ())


def test_boards_with_digits_from_zero() -> None:
    rules = bd.Rules(digits=range(9))
    assert (rules.digits, rules.symbols, bd.Rules().symbols) == (range(9), "012345678", None)
    assert rules != bd.Rules()
    assert not rules.is_classic
    puzzle = "0" + "." * 80
    assert bd.solve(puzzle, rules=rules).solution[:9] == "012345678"
    assert bd.count(puzzle, rules=rules, limit=5) == 5
    found = bd.solve(np.zeros((9, 9), int), rules=rules).solution
    assert (found.min(), found.max()) == (1, 9)
    assert bd.solve(puzzle, rules=rules, symbols="abcdefghi0"[:9]).solution[0] == "a"
    with pytest.raises(bd.PuzzleError, match="holds '9'"):
        bd.solve("9" + "." * 80, rules=rules)
    board = bd.Board(puzzle, rules=rules)
    assert board.line() == puzzle
    assert str(board).splitlines()[1].startswith("│ 0 .")
    assert board.svg() != bd.Board("1" + "." * 80).svg()
    jigsaw = bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"], digits=range(4)) + r.diagonals()
    assert bd.Rules.from_json(jigsaw.to_json()) == jigsaw == eval(repr(jigsaw), {**vars(r), "Rules": bd.Rules})
    assert bd.Rules("4x4 + x", digits=range(4)) == FOUR + r.diagonals()
    assert bd.Rules(digits=range(1, 10)) == bd.Rules()
    with pytest.raises(bd.RulesError, match="digits"):
        bd.links.write(puzzle, rules)
    given = str(bd.solve(puzzle, rules=rules).solution)
    assert bd.datasets.audit([given], rules=rules).clean


def test_highlights_by_name() -> None:
    wanted = {(0, 0): "yellow", (8, 3): "yellow"}
    several: list[Any] = ["r1c1 r9c4", ["r1c1", (8, 3)], {"R1C1": "yellow", "r9c4": "yellow"}]
    for highlight in several:
        assert bd.Board("." * 81, highlight=highlight).highlight == wanted
    assert bd.Board("." * 81, highlight="r1c1").highlight == {(0, 0): "yellow"}
    wrong: list[tuple[Any, Any]] = [("r1", TypeError), (["c1"], TypeError), ("r10c1", bd.PuzzleError)]
    for highlight, error in wrong:
        with pytest.raises(error, match=r"highlight|row, column"):
            bd.Board("." * 81, highlight=highlight)
