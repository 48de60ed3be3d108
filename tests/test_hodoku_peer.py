"""The scale of HoDoKu compared with hodoku-py, another port of that program, on new puzzles."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bitdoku as bd

pytestmark = pytest.mark.skipif(importlib.util.find_spec("hodoku") is None, reason="needs hodoku-py")

#: The names of steps there that are others here.
NAMES = {
    "LOCKED_CANDIDATES_1": "POINTING", "LOCKED_CANDIDATES_2": "CLAIMING", "NAKED_TRIPLE": "NAKED_TRIPLET",
    "HIDDEN_TRIPLE": "HIDDEN_TRIPLET", "NAKED_QUADRUPLE": "NAKED_QUAD", "HIDDEN_QUADRUPLE": "HIDDEN_QUAD",
    "BUG_PLUS_1": "BUG_PLUS_ONE",
}  # fmt: skip


def peer(puzzles: Any) -> list[dict[str, Any]]:
    """What hodoku-py says of puzzles: level, score and steps."""
    lines = "\n".join(bd.to_text(puzzles, blank="0"))
    program = [sys.executable, str(Path(__file__).parent / "hodoku_peer.py")]
    run = subprocess.run(program, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def before_nets(steps: list[tuple[str, Any, Any]]) -> list[tuple[str, Any, Any]]:
    """The steps up to the first forcing net, whose proofs have several equal ones."""
    first = next((i for i, step in enumerate(steps) if step[0].startswith("FORCING_NET")), len(steps))
    return steps[:first]


@pytest.mark.parametrize("level", [None, "easy", "medium", "hard", "unfair", "extreme"])
def test_new_puzzles_are_rated_and_solved_alike(level: Any) -> None:
    puzzles = bd.generate(4 if level is None else 2, seed=20261123, difficulty=level).puzzle
    rated = bd.rate(puzzles, columns=["level", "score"])
    answers = peer(puzzles)
    assert len(answers) == len(puzzles)
    for puzzle, (our_level, score), theirs in zip(puzzles, rated.tolist(), answers, strict=True):
        assert (bd.Level(our_level).name, score) == (theirs["level"], theirs["score"]), puzzle.tolist()
        ours = [
            (step.technique.name, sorted(map(list, step.placements)), sorted(map(list, step.eliminations)))
            for step in bd.explain(puzzle)
        ]
        other = [(NAMES.get(name, name), placed, gone) for name, placed, gone in theirs["steps"]]
        assert before_nets(ours) == before_nets(other), puzzle.tolist()
