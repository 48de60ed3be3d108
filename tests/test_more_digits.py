"""Boards with more digits than cells in a row, as users have them: text, pictures, files, links, the command line.

What functions answer is tested with all other boards: test_boundary_*.py and test_variant_models.py.
"""

from __future__ import annotations

import itertools
import json
import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from command_line import Run

if TYPE_CHECKING:
    from pathlib import Path

NINE = bd.Rules(box=(2, 3), digits=range(1, 10))
SQUARES = bd.Rules.jigsaw(
    [[row // 3 * 2 + column // 3 for column in range(6)] for row in range(6)], digits=range(1, 10)
)


def test_one_cell() -> None:
    """Its row and column are no groups of cells that differ."""
    one = bd.Rules(box=(1, 1), digits=range(1, 6))
    assert bd.count([[0]], rules=one) == 5
    assert bd.count([[0]], rules=one + r.even([(0, 0)])) == 2
    assert bd.solve([[0]], rules=one + r.total([(0, 0)], 3)).solution.tolist() == [[3]]
    assert bd.count([[0]], rules="1x1") == 1


def killer(grid: np.ndarray) -> bd.Rules:
    """The board with cages of two or three cells whose digits differ, of a grid."""
    cages = [
        [(row, column), (row, column + 1), (row + 1, column)][
            : 3 if grid[row, column + 1] != grid[row + 1, column] else 2
        ]
        for row in (0, 2, 4)
        for column in (0, 2, 4)
    ]
    return NINE + [r.killer_cage(cage, sum(int(grid[cell]) for cell in cage)) for cage in cages]


GRID = bd.grids(1, seed=1, rules=NINE)[0]
KILLER = killer(GRID)
MADE = bd.generate(2, seed=1, rules=KILLER)


def test_rules() -> None:
    assert (NINE.side, NINE.digits, NINE.box, NINE.symbols) == (6, range(1, 10), (2, 3), None)
    assert repr(NINE) == "Rules(box=(2, 3), digits=range(1, 10))"
    assert bd.Rules("6x6", digits=range(1, 10)) == NINE
    assert (
        len({NINE, bd.Rules("6x6"), bd.Rules("6x6", digits=range(1, 8)), bd.Rules("6x6", digits=range(9)), SQUARES})
        == 5
    )
    for rules in (NINE, KILLER, SQUARES, bd.Rules("4x4", digits=range(10))):
        assert (
            bd.Rules.from_json(rules.to_json())
            == pickle.loads(pickle.dumps(rules))
            == eval(repr(rules), scope)
            == rules
        )
    assert NINE.to_dict() == {"box": [2, 3], "digits": [*range(1, 10)], "rules": []}
    with pytest.raises(bd.RulesError, match="boxes"):
        NINE + bd.Rules("6x6")
    with pytest.raises(bd.RulesError, match="region 0"):
        bd.Rules.jigsaw([[0, 0], [0, 1]], digits=range(1, 4))


scope = {"Rules": bd.Rules, **{name: getattr(r, name) for name in r.__all__}}


def test_the_meaning_of_rules() -> None:
    """Sums, ranges and defaults go by the number of digits, lines and places by the side."""
    blank = np.zeros((6, 6), np.uint8)

    def first(rule: Any) -> Any:
        return bd.Pencilmarks(bd.candidates(blank, level="true", rules=NINE + rule)).digits()[0][0]

    assert first(r.killer_cage("r1c1 r1c2", 17)) == (8, 9)
    assert first(r.thermometer([(0, k) for k in range(6)])) == (1, 2, 3, 4)
    assert first(r.whispers("r1c1 r1c2")) == (1, 2, 3, 4, 6, 7, 8, 9)
    assert first(r.even("r1c1")) == (2, 4, 6, 8)
    assert first(r.skyscraper(6, row=0)) == (1, 2, 3, 4)
    assert first(r.x_sum(21, row=0)) == (4, 5, 6)
    assert first(r.numbered_room(9, row=0)) == (2, 3, 4, 5, 6)
    assert first(r.sandwich(26, row=0)) == (1, 9)
    assert bd.verdict(blank, rules=NINE + r.sandwich(30, row=0)) == 0
    square = [(row, column) for row in range(3) for column in range(3)]
    assert bd.verdict(blank, rules=NINE + r.extra_region(square)) == 2
    with pytest.raises(bd.RulesError, match="6 or 9"):
        NINE + r.extra_region([(0, 0)])
    with pytest.raises(bd.RulesError, match="10 cells"):
        NINE + r.different([(0, k) for k in range(6)] + [(1, k) for k in range(4)])


@pytest.mark.parametrize("rules", [bd.Rules(box=(1, 2), digits=range(1, 5)), bd.Rules(box=(1, 3), digits=range(1, 5))])
def test_counts_by_enumeration(rules: bd.Rules) -> None:
    n, digits = rules.side, rules.digits
    rows = [*itertools.permutations(digits, n)]
    grids = [
        grid
        for grid in itertools.product(rows, repeat=n)
        if all(len({*column}) == n for column in zip(*grid, strict=True))
    ]
    blank = np.zeros((n, n), np.uint8)
    assert bd.count(blank, rules=rules) == len(grids)
    assert [tuple(map(tuple, grid)) for grid in bd.solutions(blank, rules=rules)] == grids
    counts = bd.candidate_counts(blank, rules=rules)
    assert counts.shape == (n, n, len(digits))
    assert (counts == len(grids) // len(digits)).all()
    drawn = Counter(grid.tobytes() for grid in bd.grids(4000, seed=1, rules=rules))
    assert len(drawn) <= len(grids)
    # Uniform: the sum of squared deviations is chi-squared with as many degrees of freedom as grids.
    mean = 4000 / len(grids)
    deviation = sum((drawn[key] - mean) ** 2 / mean for key in drawn) + mean * (len(grids) - len(drawn))
    assert abs(deviation - len(grids)) < 5 * (2 * len(grids)) ** 0.5
    sampled = bd.sample(blank, 50, seed=1, rules=rules)
    assert bd.check(sampled, sampled, rules=rules).correct.all()


def test_all_digits_are_relabelled() -> None:
    grid = bd.grids(1, seed=3, rules=NINE)
    used = {*np.unique(bd.shuffle(np.repeat(grid, 50, axis=0), seed=1, rules=NINE)).tolist()}
    assert used == {*range(1, 10)}
    moved = bd.shuffle(grid, seed=7, rules=NINE)
    assert (bd.canonical(moved, rules=NINE) == bd.canonical(grid, rules=NINE)).all()
    assert (bd.fingerprint(moved, rules=NINE) == bd.fingerprint(grid, rules=NINE)).all()
    # With a sum, digits may only be reversed: 10 minus the digit.
    cage = NINE + r.killer_cage("r1c1 r1c2", 10)
    puzzle = np.zeros((6, 6), np.uint8)
    puzzle[0, 0], puzzle[5, 5] = 9, 2
    other = np.where(puzzle, 10 - puzzle, 0).astype(np.uint8)
    assert (bd.canonical(puzzle, rules=cage) == bd.canonical(other, rules=cage)).all()


def test_large_boards_with_more_digits() -> None:
    """Forms by refinement, masks of two widths, text in numbers."""
    rules = bd.Rules(digits=range(1, 13))
    grid = bd.grids(1, seed=1, rules=rules)
    assert grid.max() > 9
    assert (bd.canonical(bd.shuffle(grid, seed=1, rules=rules), rules=rules) == bd.canonical(grid, rules=rules)).all()
    assert bd.solve(bd.Board(grid[0], rules=rules).line(), rules=rules).verdict == 1
    for digits, dtype in ((17, "uint32"), (40, "uint64")):
        wide = bd.Rules("4x4", digits=range(1, digits + 1))
        masks = bd.candidates("." * 16 if digits < 36 else "0 " * 16, rules=wide)
        assert (masks.dtype.name, int(masks[0, 0])) == (dtype, (1 << digits) - 1)
        assert bd.solve(bd.Pencilmarks(masks), rules=wide).solution[0].tolist() == [1, 2, 3, 4]
    assert bd.Board(np.eye(4, dtype=np.uint8) * 40, rules=wide).line().split()[:2] == ["40", "."]


# --- text, pictures, logic --------------------------------------------------------------------------------------------


def test_text() -> None:
    line = bd.Board(MADE.solution[0], rules=KILLER).line()
    assert max(line) == "9"
    board = bd.Board(line, rules=KILLER)
    assert bd.solve(str(board), rules=KILLER).solution == line
    assert len(bd.Board(MADE.puzzle[0], rules=KILLER).pencilmarks().splitlines()) == 10
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve("A" + "." * 35, rules=NINE)
    assert caught.value.cell == (0, 0)
    with pytest.raises(ValueError, match="6 characters"):
        bd.solve("." * 36, rules=NINE, symbols="abcdef")
    assert bd.solve("i" + "." * 35, rules=NINE, symbols="abcdefghi").solution[0] == "i"
    with pytest.raises(bd.PuzzleError, match="9 digits"):
        bd.Board(board, rules="6x6")


def test_logic() -> None:
    """Steps keep the solution, and rows and boxes are no units in which each digit has a place."""
    for puzzle, solution in MADE:
        found = bd.explain(puzzle, rules=KILLER)
        assert found.solved
        for step in found:
            for row, column, digit in step.placements:
                assert solution[row, column] == digit
            for row, column, digit in step.eliminations:
                assert solution[row, column] != digit
            assert step.technique.label not in (
                "Hidden Single",
                "Full House",
                "X-Wing",
                "Locked Candidates Type 1 (Pointing)",
            )
        assert bd.hint(puzzle, rules=KILLER) is not None
        assert bd.Board(found[0]).svg().startswith("<svg")
    # Regions with a cell for each digit have all of them.
    names = set()
    for puzzle, solution in bd.generate(5, seed=2, rules=SQUARES):
        for step in bd.explain(puzzle, rules=SQUARES):
            assert all(solution[row, column] == digit for row, column, digit in step.placements)
            names.add(step.technique.label)
    assert "Hidden Single" in names
    rated = bd.rate(MADE.puzzle, columns=["clues", "score"], rules=KILLER)
    assert rated["clues"].tolist() == MADE.clues.tolist()


# --- files, links, the command line -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["made.txt", "made.csv", "made.npz", "made.parquet"])
def test_files(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    bd.datasets.write(tmp_path / name, MADE)
    rows = bd.datasets.read(tmp_path / name, side=6, digits=9)
    np.testing.assert_array_equal(rows.puzzle, MADE.puzzle)
    assert bd.count(rows, rules=KILLER).tolist() == [1, 1]
    assert bd.datasets.convert(tmp_path / name, tmp_path / "b.jsonl", side=6, digits=9) == len(rows)
    np.testing.assert_array_equal(bd.datasets.read(tmp_path / "b.jsonl", side=6, digits=9).puzzle, MADE.puzzle)
    assert not bd.datasets.audit(tmp_path / name, rules=KILLER).findings
    if name == "made.txt":
        with pytest.raises(bd.PuzzleError, match=r"holds|cells"):
            bd.datasets.read(tmp_path / name, side=6)
    else:
        assert bd.datasets.read(tmp_path / name).rules == KILLER


def test_links() -> None:
    with pytest.raises(bd.RulesError, match="9 digits"):
        links.write(MADE.puzzle[0], KILLER)
    data = {"puzzle": bd.Board(MADE.puzzle[0], rules=KILLER).line(), "rules": KILLER.to_dict()}
    shared = links.read(json.dumps(data))
    assert shared.rules == KILLER
    np.testing.assert_array_equal(shared.puzzle, MADE.puzzle[0])


def test_command_line(tmp_path: Path) -> None:
    rules, made, solved = tmp_path / "killer.json", tmp_path / "made.csv", tmp_path / "solved.csv"
    rules.write_text(KILLER.to_json())
    assert Run("generate", "-n", 2, "--seed", 1, "--rules", rules, "-o", made).code == 0
    assert Run("solve", made, "--rules", rules, "-o", solved).code == 0
    np.testing.assert_array_equal(bd.datasets.read(solved, side=6, digits=9).solution, MADE.solution)
    puzzle = bd.Board(MADE.puzzle[0], rules=KILLER).line()
    for command in (
        ["count", made],
        ["check", made],
        ["explain", puzzle],
        ["hint", puzzle],
        ["rate", made, "--columns", "clues"],
        ["minimize", made],
        ["shuffle", made],
        ["canonical", made],
        ["dedupe", made],
        ["audit", made],
        ["draw", made, "-o", tmp_path / "made.html"],
    ):
        run = Run(*command, "--rules", rules)
        assert run.code == 0, (command, run.err)
    run = Run("link", puzzle, "--rules", rules)
    assert run.code != 0
    assert "f-puzzles" in run.err
