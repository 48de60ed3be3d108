"""What later versions keep, against the golden files of tests/golden (docs/dev/releasing.md).

``BITDOKU_GOLDEN=write pytest tests/test_promises.py`` writes what is missing. It replaces nothing: to break a
promise, delete the entry first and raise the version that the page names.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from bitdoku.datasets import read, write
from puzzles import EASY, HARD
from variant_instances import INSTANCES, instance

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
BOXES = ("4x4", "6x6", "16x16")
NAMES = (*BOXES, "x", "windoku", "anti-knight")


def golden(name: str, now: dict[str, Any]) -> dict[str, Any]:
    """The entries of a golden file; where asked for, with those that it lacks."""
    file = GOLDEN / f"{name}.json"
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if os.environ.get("BITDOKU_GOLDEN") == "write" and now.keys() - known.keys():
        known = {**now, **known}
        file.parent.mkdir(exist_ok=True)
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in known.items())
        file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return known


def digest(*arrays: Any) -> str:
    hashed = hashlib.sha256()
    for array in arrays:
        hashed.update(np.ascontiguousarray(array, dtype="<u8").tobytes())
    return hashed.hexdigest()


def made(**options: Any) -> str:
    puzzles = bd.generate(seed=7, **options)
    return digest(puzzles.puzzle, puzzles.solution)


def streams() -> dict[str, str]:
    """Everything that a seed determines."""
    puzzles = bd.generate(20, seed=3)
    moved = bd.shuffle(puzzles.puzzle, seed=7, copies=2)
    found = {
        "generate": made(n=20),
        "generate start": made(n=5, start=10**12),
        "generate clues": made(n=5, clues=(24, 26)),
        "generate symmetry": made(n=5, symmetry="half_turn"),
        "generate controlled": made(n=1, method="controlled"),
        "generate difficulty": made(n=3, difficulty=bd.Difficulty(guesses=(1, 9))),
        "generate solution": made(n=3, solution=puzzles.solution[0]),
        "grids": digest(bd.grids(20, seed=7)),
        "shuffle": digest(moved),
        "shuffle geometry": digest(bd.shuffle(puzzles.puzzle, seed=7, group="geometry")),
        "transform": digest(*([t.rows, t.columns, t.digits] for t in map(bd.Transform.random, range(3)))),
        "minimize": digest(bd.minimize(puzzles.solution, seed=7)),
        "minimize clues": digest(bd.minimize(puzzles.solution, seed=7, clues=30)),
        "harder": digest(bd.harder(puzzles.puzzle[:2], seed=7, rounds=5)),
        "sample": digest(bd.sample(np.where(np.arange(9)[:, None] < 3, 0, puzzles.solution[0]), 5, seed=7)),
        "split": digest(*bd.datasets.split(puzzles, (0.5, 0.5), seed=7)),
    }
    for name in NAMES:
        grids = bd.grids(2, seed=7, rules=name)
        found[f"grids {name}"] = digest(grids)
        found[f"shuffle {name}"] = digest(bd.shuffle(grids, seed=7, rules=name))
        if name != "16x16":  # takes seconds
            found[f"minimize {name}"] = digest(bd.minimize(grids, seed=7, rules=name))
    return found


def test_streams() -> None:
    """A change here is a new stream version, which gets a file of its own."""
    found = streams()
    assert found == golden(f"streams-{bd.generate(1, seed=1).stream_version}", found)


def test_fingerprints() -> None:
    boards = {"9x9": [EASY, HARD, "." * 81]}
    for name in BOXES[:2]:
        boards[name] = [bd.Board(grid, rules=name).text() for grid in bd.grids(2, seed=7, rules=name)]
    now = {name: {board: bd.fingerprint(board, rules=name).hex() for board in boards[name]} for name in boards}
    known = golden("fingerprints", now)
    assert sum(map(len, known.values())) >= 7
    for name, told in known.items():
        for board, expected in told.items():
            assert bd.fingerprint(board, rules=name).hex() == expected, (name, board)


def test_numbers() -> None:
    """The numbers of answers in arrays and files."""
    now = {kind.__name__: {item.name: item.value for item in kind} for kind in (bd.Technique, bd.Level, bd.Verdict)}
    for kind, known in golden("numbers", now).items():
        # New names may be added, with numbers of their own.
        assert known.items() <= now[kind].items()


def test_rules_as_json() -> None:
    """What was written is read, means the same, and is written again as it was."""

    def entry(rules: bd.Rules, puzzle: np.ndarray) -> dict[str, Any]:
        count = bd.count(puzzle, limit=9, rules=rules)
        return {"rules": rules.to_dict(), "puzzle": puzzle.ravel().tolist(), "count": count}

    now = {name: [entry(*instance(name, seed)) for seed in range(2)] for name in INSTANCES}
    known = golden("rules", now)
    assert known.keys() == now.keys()
    for name, entries in known.items():
        for told in entries:
            rules = bd.Rules.from_json(told["rules"])
            side = rules.side
            assert entry(rules, np.array(told["puzzle"]).reshape(side, side)) == told, name


def test_files(tmp_path: Path) -> None:
    """Files of the first version are read, with the same boards; those of text are written as they were."""
    made = bd.generate(3, seed=11)
    columns = {"id": [1, 2, 3], "note": ["a", 'b, "c"', ""]}
    written: dict[str, Callable[[Path], int]] = {
        **{
            f"boards.{suffix}": lambda path: write(path, made.puzzle)
            for suffix in ("txt", "sdk", "ss", "sdx", "pm", "hodoku", "opensudoku", "npy")
        },
        **{f"rows.{suffix}": lambda path: write(path, made, columns=columns) for suffix in ("csv", "tsv", "jsonl")},
        "rows.npz": lambda path: write(path, made),
    }
    for name, make in written.items():
        make(tmp_path / name)
        file = GOLDEN / "files" / name
        if os.environ.get("BITDOKU_GOLDEN") == "write" and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tmp_path / name, file)
        rows = read(file)
        np.testing.assert_array_equal(rows.puzzle, made.puzzle, err_msg=name)
        if rows.solution is not None:
            np.testing.assert_array_equal(rows.solution, made.solution, err_msg=name)
        if not name.endswith("npz"):  # its members carry the time
            assert (tmp_path / name).read_bytes() == file.read_bytes(), name
