"""The puzzles of examples/variants: one solution each, as CP-SAT finds too; the script makes them again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import bitdoku as bd
from programs import program

FOLDER = Path(__file__).parent.parent / "examples" / "variants"
FILES = sorted(FOLDER.glob("*.json"))


def load(path: Path) -> tuple[bd.Rules, np.ndarray, np.ndarray]:
    data = json.loads(path.read_text())
    assert data["name"] == path.stem
    return bd.Rules.from_json(data["rules"]), np.array(data["puzzle"]), np.array(data["solution"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_solution(path: Path) -> None:
    rules, puzzle, solution = load(path)
    found, verdict = bd.solve(puzzle, rules=rules)
    assert verdict == bd.Verdict.UNIQUE
    np.testing.assert_array_equal(found, solution)
    assert bd.count(puzzle, rules=rules) == 1
    assert bd.check(puzzle, solution, rules=rules)
    if rules.side < 16:
        assert not bd.redundant(puzzle, rules=rules).any()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_solution_says_cp_sat(path: Path) -> None:
    pytest.importorskip("ortools")
    from variant_model import solve

    rules, puzzle, solution = load(path)
    verdict, found = solve(rules, puzzle)
    assert verdict == 1
    np.testing.assert_array_equal(found, solution)


@pytest.mark.parametrize("name", ["6x6", "thermo", "killer"])
def test_made_again(name: str) -> None:
    make = program(FOLDER / "make.py")
    rules, puzzle = make.PUZZLES[name]()
    expected_rules, expected, _ = load(FOLDER / f"{name}.json")
    assert rules == expected_rules
    np.testing.assert_array_equal(puzzle, expected)
