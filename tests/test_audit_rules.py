"""`datasets.audit` of boards of other sides and rules."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import audit
from puzzles import HARD

if TYPE_CHECKING:
    from pathlib import Path


def grids_of_side_4() -> list[str]:
    """All 288, by trying all rows."""
    rows = ["".join(row) for row in permutations("1234")]
    bands = [a + b for a, b in product(rows, repeat=2) if len({*a[:2], *b[:2]}) == len({*a[2:], *b[2:]}) == 4]
    return [a + b for a, b in product(bands, repeat=2) if all(len({*(a + b)[c::4]}) == 4 for c in range(4))]


def test_small_boards_are_audited_by_their_rules(tmp_path: Path) -> None:
    grids = grids_of_side_4()
    assert len(grids) == 288
    report = audit(grids)
    # Published: two classes, of 96 and 192 grids.
    assert (report.rules, report.distinct, report.classes, report.class_sizes) == ("4x4", 288, 2, {96: 1, 192: 1})
    assert report.faults == {"repeated class": 286}
    assert (report.clues, report.singles, report.guesses) == ({16: 288}, 1.0, {})

    def solutions_of(puzzle: str) -> list[str]:
        return [grid for grid in grids if all(a in (b, "0") for a, b in zip(puzzle, grid, strict=True))]

    rng = np.random.default_rng(2)
    path = tmp_path / "4x4.csv"
    expected: Counter[str] = Counter()
    with path.open("w") as file:
        file.write("Puzzle,Solution\n")
        seen: set[str] = set()
        for i in range(200):
            grid = grids[int(rng.integers(288))]
            keep = rng.random(16) < 0.35
            puzzle = "".join(digit if here else "0" for digit, here in zip(grid, keep, strict=True))
            if i % 16 == 7:
                puzzle = min(seen)
            solution = grid if i % 10 else grids[int(rng.integers(288))]
            answers = solutions_of(puzzle)
            expected["several solutions"] += len(answers) > 1
            expected["wrong solution"] += solution not in answers
            expected["solution not the only one"] += solution in answers and len(answers) > 1
            expected["duplicate"] += puzzle in seen
            seen.add(puzzle)
            file.write(f"{puzzle},{solution}\n")
    report = audit(path)
    assert {kind: count for kind, count in report.faults.items() if kind != "repeated class"} == expected
    assert expected["several solutions"] > 30
    assert report.distinct == len(seen)
    assert all(solutions_of(f.puzzle.replace(".", "0"))[1:] for f in report.findings["several solutions"])
    clash = audit(np.array([[1, 1, *[0] * 14]]))
    assert clash.faults == {"clash": 1}
    assert "r1c1" in clash.findings["clash"][0].text


def test_larger_boards_and_variants() -> None:
    six = bd.generate(6, seed=1, rules="6x6")
    puzzles = np.concatenate([six.puzzle, bd.shuffle(six.puzzle[2:4], seed=1, rules="6x6")])
    report = audit(puzzles, against=bd.shuffle(six.puzzle[:1], seed=5, rules="6x6"))
    assert (report.rules, report.classes, report.faults) == ("6x6", 6, {"repeated class": 2, "leak": 1})
    grids = bd.grids(3, seed=1, rules="16x16")
    grids[:, 3, 3] = 0
    report = audit(np.concatenate([grids, grids[:1]]), against=grids[1:2])
    assert (report.rules, report.classes, report.class_sizes) == ("16x16", 3, {1: 2, 2: 1})
    assert report.faults == {"duplicate": 1, "repeated class": 1, "leak": 1}
    assert "[0]" in report.findings["duplicate"][0].text
    # Twice a 1 on the second diagonal.
    assert audit([HARD]).faults == {}
    report = audit([HARD], rules="x")
    assert (report.rules, report.faults) == ("x", {"clash": 1})
    assert audit([HARD], rules="9x9").clean


def test_the_rules_tell_the_side_where_the_shape_does_not(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.zeros((16, 16), int))
    assert audit(tmp_path / "one.npy", rules="4x4").rows == 16
    report = audit(tmp_path / "one.npy", rules="16x16", against=tmp_path / "one.npy")
    assert (report.rows, report.faults) == (1, {"several solutions": 1, "leak": 1})


def test_puzzles_carry_their_rules() -> None:
    assert bd.datasets.audit(bd.generate(3, seed=1, rules="x")).clean
    assert not bd.datasets.audit(bd.generate(3, seed=1, rules="x"), rules="9x9").clean


@pytest.mark.parametrize("rules", ["6x6", "x"])
def test_levels_and_scores_of_other_rules(rules: str) -> None:
    made = bd.generate(6, seed=2, rules=rules)
    report = audit(made, ratings=["level", "score"])
    rated = bd.rate(made, columns=["level", "score"], rules=rules)
    assert report.ratings == {name: Counter(rated[name].tolist()) for name in ("level", "score")}
    assert max(report.ratings["score"]) > 0
