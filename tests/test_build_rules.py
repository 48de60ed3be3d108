"""Data sets of other rules: the same as by the public functions, whatever stops the build."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import PlanError
from bitdoku import rules as r
from bitdoku.datasets import Source, build, dedupe, read, write
from test_build import expected, part

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("pyarrow")

JIGSAW = bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]])
CAGES = bd.Rules(box=(2, 2)) + r.killer_cage([(0, 0), (0, 1)], 3)


@pytest.mark.parametrize(
    ("said", "rules", "n", "format"),
    [
        ("6x6", "6x6", 120, "csv"),
        ("x", "x", 40, "parquet"),
        (JIGSAW.to_dict(), JIGSAW, 60, "npz"),
        (CAGES, CAGES, 60, "jsonl"),
    ],
    ids=["6x6", "x", "jigsaw", "cages"],
)
def test_the_same_as_in_memory(said: Any, rules: Any, n: int, format: str, tmp_path: Path) -> None:
    plan = {"seed": 7, "generate": {"n": n}, "split": {"train": 0.7, "test": 0.3}, "augment": {"train": 2}}
    plan |= {"filter": {"clues": [9, 11]}} if said == "6x6" else {}
    plan["write"] = {"format": format, "shard": 50}
    manifest = build(tmp_path / "a", {**plan, "rules": said}, threads=1)
    side = rules.side if isinstance(rules, bd.Rules) else bd.Rules(rules).side
    for name, wanted in expected(plan, rules).items():
        for one, right in zip(part(tmp_path / "a", name, side), wanted, strict=True):
            np.testing.assert_array_equal(one, right)

    # Stopped in the middle, with other threads, and from the manifest.
    def stop(least: int, done: int, _total: int | None) -> None:
        if done >= least:
            raise InterruptedError

    for when in (1, n + 1):
        with pytest.raises(InterruptedError):
            build(tmp_path / "b", tmp_path / "a" / "manifest.json", progress=partial(stop, when))
    assert build(tmp_path / "b", tmp_path / "a" / "manifest.json", threads=3) == manifest
    for entry in manifest["files"]:
        assert (tmp_path / "b" / entry["path"]).read_bytes() == (tmp_path / "a" / entry["path"]).read_bytes()


def test_large_boards(tmp_path: Path) -> None:
    plan = {"seed": 1, "rules": "16x16", "generate": {"n": 40, "clues": 200}, "filter": {"singles": True}}
    build(tmp_path / "a", {**plan, "encode": {"given": "masks"}, "augment": {"train": 1}})
    (file,) = (tmp_path / "a" / "data").iterdir()
    rows = read(file, side=16)
    assert (bd.verdict(rows.puzzle, rules="16x16") == bd.Verdict.UNIQUE).all()
    assert set(np.asarray(rows["clues"]).tolist()) == {200}
    assert len(rows) >= 40
    build(tmp_path / "b", seed=1, rules="4x4", generate={"n": 3}, filter={"clues": 16}, split={"train": 1.0})
    (file,) = (tmp_path / "b" / "data").iterdir()
    assert len(read(file)) == 0


def test_puzzles_that_are_taken_follow_the_rules(tmp_path: Path) -> None:
    made = bd.generate(20, seed=3, rules="x")
    plain = bd.generate(20, seed=3)
    # Of the plain puzzles those without a solution on the diagonals go.
    write(tmp_path / "in.csv", np.concatenate([made.puzzle, plain.puzzle, made.puzzle]))
    take = {"seed": 1, "take": {"files": str(tmp_path / "in.csv")}, "rules": "x"}
    counts = build(tmp_path / "a", take)["counts"]
    verdicts = bd.verdict(plain.puzzle, rules="x")
    assert counts["no solution"] == int((verdicts == bd.Verdict.NO_SOLUTION).sum()) > 0
    assert counts["repeated"] >= 20
    assert counts["used"] + counts["repeated"] + counts["no solution"] == 60
    with pytest.raises(bd.PuzzleError, match=r"in\.csv:2"):
        build(tmp_path / "b", {**take, "rules": "6x6"})
    write(tmp_path / "small.csv", bd.generate(2, seed=3, rules="6x6").puzzle)
    with pytest.raises(bd.RulesError, match=r"6.*9x9"):
        build(tmp_path / "c", seed=1, take={"files": str(tmp_path / "small.csv")})


def test_files_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Any] = []
    monkeypatch.setattr(Source, "close", lambda source: closed.append(source.name))
    file = str(tmp_path / "in.csv")
    write(file, bd.generate(2, seed=3).puzzle)
    for use in (
        partial(build, tmp_path / "a", seed=1, take={"files": file}),
        partial(build, tmp_path / "b", seed=1, take={"files": file}, rules="6x6", dedupe="exact"),
        partial(dedupe, file),
        partial(dedupe, file, rules="x"),
    ):
        closed.clear()
        with suppress(bd.Error):
            use()
        assert closed == [file]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"rules": "cubist"}, "'cubist'"),
        ({"rules": 6}, "rules"),
        ({"rules": {"box": [2, 2], "rules": [{"rule": "dance"}]}}, "'dance'"),
        ({"rules": {"box": 2}}, "box"),
        ({"rules": "x", "write": {"format": "hrm"}}, "hrm"),
        ({"rules": "6x6", "write": {"format": "sdx"}}, "sdx"),
        ({"rules": "36x36", "write": {"format": "sdk"}}, "35x35"),
        ({"rules": "x", "filter": {"guesses": 0}}, "guesses"),
        ({"rules": "x", "write": {"columns": ["guesses"]}}, "guesses"),
        ({"rules": "x", "write": {"columns": ["level", "ep"]}}, "ep"),
        ({"rules": "x", "encode": {"t": "traces"}}, "traces"),
        ({"rules": "6x6", "generate": {"n": 1, "difficulty": {"guesses": 3}}}, "difficulty"),
        ({"rules": "6x6", "generate": {"n": 1, "method": "controlled"}}, "controlled"),
        ({"rules": "6x6", "generate": {"n": 1, "pattern": "11"}}, "36"),
        ({"rules": "6x6", "generate": {"n": 1, "pattern": [1] * 81}}, "36"),
    ],
)
def test_what_does_not_go_together(said: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=message):
        build(tmp_path / "a", {"seed": 1, "generate": {"n": 1}, **said})
    assert not (tmp_path / "a").exists()


def test_levels_and_scores(tmp_path: Path) -> None:
    columns = ["level", "score"]
    plan = {"seed": 1, "rules": "6x6", "generate": {"n": 20}, "augment": {"train": 1}}
    build(tmp_path / "a", {**plan, "write": {"format": "npz", "columns": columns}})
    with np.load(next((tmp_path / "a").rglob("*.npz"))) as found:
        rated = bd.rate(found["puzzle"], columns=columns, rules="6x6")
        for name in columns:
            np.testing.assert_array_equal(found[name], rated[name])


def test_rules_without_classes_go_by_equality(tmp_path: Path) -> None:
    plan = {"seed": 1, "rules": "16x16 + x", "dedupe": "exact", "split_by": "exact", "generate": {"n": 2, "clues": 230}}
    manifest = build(tmp_path / "a", plan)
    assert manifest["parts"]["train"]["puzzles"] == 2
    assert json.loads((tmp_path / "a" / "manifest.json").read_text())["plan"]["rules"] == "16x16 + x"


@pytest.mark.parametrize(("rules", "format"), [("killer", "jsonl"), ("6x6 + jigsaw", "csv"), ("thermo", "npz")])
def test_composed_puzzles(rules: str, format: str, tmp_path: Path) -> None:
    plan: Any = {"seed": 7, "rules": rules, "generate": {"n": 12}, "split": {"train": 0.7, "test": 0.3}}
    plan["write"] = {"format": format, "shard": 5, "columns": ["index", "clues", "level"]}
    manifest = build(tmp_path / "a", plan)
    made = bd.generate(12, seed=7, rules=rules)
    seen = []
    for entry in manifest["files"][:-1]:
        table = read(tmp_path / "a" / entry["path"])
        for row, index in zip(table, map(int, table["index"]), strict=True):
            assert row.rules == made[index].rules
            np.testing.assert_array_equal(row.puzzle, made.puzzle[index])
            np.testing.assert_array_equal(row.solution, made.solution[index])
            seen.append(index)
        assert [*map(int, table["level"])] == bd.rate(table)["level"].tolist()
    assert sorted(seen) == [*range(12)]
    assert build(tmp_path / "b", tmp_path / "a" / "manifest.json", threads=1) == manifest


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"take": {"files": "killers.jsonl"}, "generate": None}, r"expected \[generate\], not \[take\]"),
        ({"dedupe": "class"}, "dedupe = 'class' is for puzzles with the same rules"),
        ({"augment": {"train": 2}}, "augment.train is for"),
        ({"write": {"format": "txt"}}, "txt has no column for them"),
        ({"filter": {"difficulty": "easy"}}, "filter.difficulty is for"),
        ({"write": {"format": "npz"}, "encode": {"x": "candidates"}}, "encode.x is for"),
        ({"write": {"format": "csv", "columns": ["fingerprint"]}}, "the column fingerprint is for"),
        ({"generate": {"n": 1, "method": "controlled"}}, "method is not for puzzles with marks"),
    ],
)
def test_options_that_need_the_same_rules(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    plan = {"seed": 7, "rules": "killer", "generate": {"n": 1}, **options}
    with pytest.raises(PlanError, match=message):
        build(tmp_path / "a", {key: value for key, value in plan.items() if value is not None})
