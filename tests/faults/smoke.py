"""One call of every public name, run by tests under settings that make Python strict."""

from __future__ import annotations

import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import bitdoku as bd

EASY = "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63.."
THREE = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."


def main() -> None:
    array = bd.to_array([EASY, THREE])
    solution, verdict = bd.solve(array)
    assert verdict.tolist() == [bd.Verdict.UNIQUE, bd.Verdict.MULTIPLE]
    assert bd.verdict(EASY) == bd.Verdict.UNIQUE
    assert bd.count([EASY, THREE]).tolist() == [1, 3]
    assert len(list(bd.solutions(THREE))) == 3
    for level in ("basic", "singles", "locked", "true"):
        bd.candidates(array, level=level)
    bd.conflicts(EASY)
    assert bd.check(array, solution).correct.all()
    bd.sample(THREE, 2, seed=1)
    bd.candidate_counts(THREE)
    bd.Pencilmarks.from_digits(bd.Pencilmarks(bd.candidates(EASY)).digits())
    assert bd.to_text(bd.to_array(EASY)) == EASY
    bd.backend()
    for function in (bd.canonical, bd.fingerprint, bd.automorphisms):
        function(array)
    bd.shuffle(EASY, seed=1)
    bd.Transform.random(1)(EASY)
    made = bd.generate(2, seed=1)
    assert isinstance(made, bd.Puzzles)
    bd.generate(1, seed=1, difficulty=bd.Difficulty(level="easy"))
    bd.grids(2, seed=1)
    bd.minimize(EASY, seed=1)
    bd.redundant(EASY)
    bd.harder(EASY, seed=1, rounds=1)
    explanation = bd.explain(EASY)
    assert isinstance(explanation, bd.Explanation)
    assert isinstance(bd.hint(EASY), bd.Step)
    bd.steps(EASY, scale="explainer")
    assert bd.rate(EASY)["level"] == bd.Level.EASY
    assert len(bd.Technique) > 90
    board = bd.Board(EASY, step=explanation[0])
    board.svg()
    board.pencilmarks()
    bd.sheet(array).html()
    rules = bd.Rules() + bd.rules.thermometer([(0, 0), (0, 1)])
    pickle.loads(pickle.dumps(rules))
    bd.links.read(bd.links.write(EASY))
    for name in ("6x6", "x", rules):
        bd.solve(bd.generate(1, seed=1, rules=name).puzzle, rules=name)
    wrong: Any
    for wrong in ("1", np.zeros((3, 3)), None):
        try:
            bd.solve(wrong)
        except (bd.Error, TypeError) as error:
            pickle.loads(pickle.dumps(error))
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".csv", ".txt", ".jsonl", ".npy", ".csv.gz"):
            path = Path(folder) / f"rows{suffix}"
            bd.datasets.write(path, made.puzzle, made.solution)
            rows = bd.datasets.read(path)
            assert isinstance(rows, bd.Puzzles)
            sum(map(len, bd.datasets.scan(path)))
            assert bd.datasets.audit(path).clean
        bd.datasets.dedupe(array, by="class")
        bd.datasets.split(array, [0.5, 0.5], seed=1)
        bd.datasets.leaks(array, array)
        bd.datasets.write_hrm(Path(folder) / "hrm", train=made, seed=1)
        bd.datasets.build(Path(folder) / "built", {"seed": 1, "generate": {"n": 2}, "write": {"format": "csv"}})
    print("all is well", len(sys.argv))


if __name__ == "__main__":
    main()
