"""The engine for browsers: its answers are those of Python. Skipped unless ``make web`` has built it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import puzzle_sets, read_set
from bitdoku.board._drawing import omission_note
from puzzles import CLASH, EMPTY, KNOWN, NO_CANDIDATE, USUAL
from variant_puzzles import large, mixed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.typing import RulesLike

WEB = Path(__file__).parents[1] / "web"
FULL = WEB / "dist" / "full"

Case = tuple[str | None, str, list[Any], Any]


def _line(array: Any) -> str:
    return json.dumps({"values": np.asarray(array).ravel().tolist()})


def _digits(masks: Any) -> list[list[int]]:
    return [[d + 1 for d in range(64) if int(mask) >> d & 1] for mask in np.asarray(masks).ravel()]


def _state(state: Any) -> dict[str, Any]:
    return {"values": state.grid.ravel().tolist(), "candidates": _digits(state.candidates)}


def _step(step: bd.Step) -> dict[str, Any]:
    data = step.to_dict()
    del data["label"]
    return {**data, "name": step.technique.label, "nested": [_step(inner) for inner in step.nested]}


def _step_of_path(step: bd.Step) -> dict[str, Any]:
    houses = step._cells_of_houses
    # Houses of other rules carry their cells, for the picture.
    cells = {} if houses is None else {"house_cells": json.loads(json.dumps(houses))}
    return {**_step(step), **cells, "omission": omission_note(step), "state": _state(step.state)}


def _explanation(found: bd.Explanation) -> dict[str, Any]:
    data = found.to_dict()
    return {
        **{key: data[key] for key in ("level", "score", "er", "ep", "ed")},
        "verdict": found.verdict.name.lower(),
        "ended": found.ended,
        "closing": found._closing,
        "steps": [_step_of_path(step) for step in found],
        "end": _state(found.state(len(found))),
    }


def solving(puzzle: Any, text: str, rules: RulesLike, known: str | None) -> Iterator[Case]:
    """Answers about a puzzle, without logic."""
    solution, verdict = bd.solve(puzzle, rules=rules)
    is_known = verdict in (bd.Verdict.UNIQUE, bd.Verdict.MULTIPLE)
    cells = None
    if is_known:
        cells = [int(c) for c in solution] if isinstance(solution, str) else np.asarray(solution).ravel().tolist()
    name = verdict.name.lower()
    yield known, "solve", [text, None], {"verdict": name, "solution": cells}
    yield known, "verdict", [text, None], json.loads(json.dumps(name))
    yield known, "count", [text, 20, None], int(bd.count(puzzle, limit=20, rules=rules))
    for level in ("basic", "singles", "locked", "true"):
        yield known, "candidates", [text, level], _digits(bd.candidates(puzzle, level=level, rules=rules))
    side = 9 if rules is None else rules.side  # type: ignore[union-attr]
    answer = np.array(cells or [0] * side**2, np.uint8).reshape(side, side)
    answer[0, 0], answer[-1, 0] = answer[-1, 0], 0
    found: Any = bd.check(puzzle, answer, rules=rules)
    checked = {**found._asdict(), "cell_errors": found.cell_errors.ravel().tolist()}
    yield known, "check", [text, _line(answer)], checked


def logic(puzzle: Any, text: str, rules: RulesLike, known: str | None) -> Iterator[Case]:
    """Answers about the steps of a puzzle."""
    for scale in ("hodoku", "explainer") if rules is None else ("hodoku",):
        options = json.dumps({"scale": scale})
        yield known, "explain", [text, options], _explanation(bd.explain(puzzle, scale=scale, rules=rules))
    row = bd.rate(puzzle, rules=rules)
    numbers = {key: None if row[key] in (255, -1) else int(row[key]) for key in row.dtype.names}
    yield known, "rate", [text, None], numbers


def cases() -> Iterator[Case]:
    """Puzzles of all kinds with Python's answers."""
    rng = random.Random(1)
    sets = {path.stem: read_set(path) for path in puzzle_sets()}
    samples = {name: rng.sample(lines, min(1100, len(lines))) for name, lines in sets.items()}
    own = [puzzle for puzzle, _ in KNOWN.values()] + [CLASH, EMPTY, NO_CANDIDATE, USUAL]
    for puzzle in own + [puzzle for lines in samples.values() for puzzle in lines]:
        yield from solving(puzzle, puzzle, None, None)
    for puzzle in [USUAL, CLASH, NO_CANDIDATE] + [puzzle for lines in samples.values() for puzzle in lines[:20]]:
        yield from logic(puzzle, puzzle, None, None)
    for make, count in ((mixed, 300), (large, 40)):
        for seed in range(count):
            rules, board = make(seed)
            known = rules.to_primitives()
            yield from solving(board, _line(board), rules, known)
            if seed % 5 == 0 and rules.symbols is None:
                yield from logic(board, _line(board), rules, known)
    for entries in json.loads((Path(__file__).parent / "golden" / "rules.json").read_text(encoding="utf-8")).values():
        for entry in entries:
            rules = bd.Rules.from_json(entry["rules"])
            board = np.array(entry["puzzle"], np.uint8).reshape(rules.side, rules.side)
            yield from solving(board, _line(board), rules, rules.to_primitives())
    for seed in range(20):
        for options in ({}, {"symmetry": "half_turn", "clues": (24, 30)}, {"difficulty": {"level": "hard"}}):
            made = bd.generate(1, seed=seed, start=3, **options)
            difficulty: Any = options.get("difficulty", {})
            given = {"seed": seed, "start": 3, **{k: v for k, v in options.items() if k != "difficulty"}, **difficulty}
            boards = {"puzzle": made.puzzle[0].ravel().tolist(), "solution": made.solution[0].ravel().tolist()}
            yield None, "generate", [json.dumps(given)], boards


@pytest.mark.slow
def test_answers_are_those_of_python(tmp_path: Path) -> None:
    if not FULL.exists():
        pytest.skip("web/dist is missing: make web")
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    file = tmp_path / "cases.jsonl"
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(case) + "\n" for case in cases())
    command = [node, str(WEB / "tests" / "answers.mjs"), str(FULL), str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
