"""Plans of builds: the rarer keys, invalid values, and builds that other processes left behind."""

from __future__ import annotations

import json
import re
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import build, read, write, write_hrm
from puzzles import HARD

if TYPE_CHECKING:
    from collections.abc import Callable

FEW: dict[str, Any] = {"n": 3}
#: A number that Python does not write.
HUGE: Any = 10**5000
EASY = {"n": 1, "difficulty": "easy"}


def built(folder: Path, part: str = "train") -> Any:
    (file,) = (folder / "data").glob(f"{part}-*")
    return read(file)


def begin(folder: Path, manifest: dict[str, Any]) -> None:
    """The mark of a build that has begun."""
    work = folder / ".build"
    work.mkdir(parents=True)
    (work / "begun.json").write_text(json.dumps({key: manifest[key] for key in ("versions", "plan", "sources")}))


@pytest.mark.parametrize(
    ("plan", "key"),
    [
        ({"generate": FEW}, "seed"),
        ({"seed": 1, "generate": {"n": 3, "clues": [1, 2, 3]}}, "generate.clues"),
        ({"seed": 1, "generate": FEW, "filter": {"minimal": 1}}, "filter.minimal"),
        ({"seed": 1, "generate": {"bands": [EASY] * 256}}, "generate.bands"),
        ({"seed": 1, "take": {"files": 3}}, "take.files"),
        ({"seed": 1, "take": {"files": []}}, "take.files"),
        ({"seed": 1, "take": {"files": "-"}}, "take.files"),
        ({"seed": 1, "generate": FEW, "write": {"columns": "clues"}}, "write.columns"),
        ({"seed": 1, "generate": FEW, "split": {f"p{i}": 1 / 256 for i in range(256)}}, "split has 256"),
        ({"seed": 1, "generate": FEW, "encode": {"x": {"dtype": "int8"}}}, "encode.x.encoding"),
        ({"seed": 1, "generate": FEW, "split": {"train": float("nan")}}, "split is"),
        ({"seed": 1, "generate": {"n": 10**13}}, "start + n"),
        ({"seed": 1, "generate": {"n": HUGE}}, "start + n"),
        ({"seed": 1, "generate": FEW, "filter": {"clues": HUGE}}, "filter.clues"),
        ({"seed": 1, "generate": FEW, "write": {"shard": HUGE}}, "write.shard"),
        ({"seed": 1, "generate": FEW, HUGE: 1}, "unknown key"),
        ({"seed": 1, "take": {"files": ["a\0"]}}, "take.files"),
        # One even cell leaves the other bands, stacks and digits of 12x12 free.
        ({"seed": 1, "generate": FEW, "rules": bd.Rules(box=(3, 4)) + bd.rules.even([(0, 0)])}, "canonical"),
    ],
)
def test_plans_that_are_refused(plan: dict[str, Any], key: str, tmp_path: Path) -> None:
    with pytest.raises(bd.PlanError, match=re.escape(key)):
        build(tmp_path / "a", plan)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("plan", [5, [5], b"plan.toml"])
def test_plans_are_files_or_mappings(plan: Any, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=rf"plan.*{type(plan).__name__}"):
        build(tmp_path / "a", plan)


def test_progress_is_a_function(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="progress"):
        build(tmp_path / "a", seed=1, generate=FEW, progress=cast("Any", True))


@pytest.mark.parametrize("form", [lambda kept: "".join("1" if cell else "." for cell in kept), list, np.asarray])
def test_a_pattern(form: Callable[[list[bool]], Any], tmp_path: Path) -> None:
    """Text or bools, givens only where it has some."""
    kept: list[bool] = (bd.generate(1, seed=4, clues=32).puzzle.ravel() > 0).tolist()
    build(tmp_path / "a", seed=2, generate={"n": 2, "pattern": form(kept)}, dedupe="none", write={"format": "csv"})
    assert json.loads((tmp_path / "a" / "manifest.json").read_text())["plan"]["generate"]["pattern"].count("1") == 32
    puzzles = built(tmp_path / "a").puzzle.reshape(-1, 81)
    assert len(puzzles) == 2
    assert ((puzzles > 0) == kept).all()
    assert (bd.verdict(puzzles) == bd.Verdict.UNIQUE).all()


def test_a_filter_by_symmetry(tmp_path: Path) -> None:
    turned = bd.generate(3, seed=1, symmetry="half_turn", clues=30).puzzle
    write(tmp_path / "a.npy", np.concatenate([bd.generate(20, seed=2).puzzle, turned]))
    build(
        tmp_path / "b",
        seed=1,
        take={"files": tmp_path / "a.npy"},
        filter={"symmetry": "half_turn"},
        write={"format": "csv"},
    )
    np.testing.assert_array_equal(built(tmp_path / "b").puzzle, turned)


def test_a_folder_as_source(tmp_path: Path) -> None:
    """The manifest names its files by one hash, which changes with any of them."""
    made = bd.generate(5, seed=1)
    write_hrm(tmp_path / "set", train=made)
    options: dict[str, Any] = {"seed": 1, "take": {"files": tmp_path / "set"}, "write": {"format": "csv"}}
    (source,) = build(tmp_path / "a", **options)["sources"]
    assert source["bytes"] == sum(path.stat().st_size for path in (tmp_path / "set").rglob("*") if path.is_file())
    np.testing.assert_array_equal(built(tmp_path / "a").puzzle, made.puzzle)
    labels = tmp_path / "set" / "train" / "all__labels.npy"
    changed = labels.read_bytes()
    labels.write_bytes(changed[:-1] + bytes([changed[-1] ^ 1]))
    with pytest.raises(FileExistsError, match="source"):
        build(tmp_path / "a", **options)


def test_candidates_are_no_givens(tmp_path: Path) -> None:
    write(tmp_path / "a.sdx", HARD)
    with pytest.raises(bd.FormatError, match=r"a\.sdx.*candidates"):
        build(tmp_path / "b", seed=1, take={"files": tmp_path / "a.sdx"}, write={"format": "csv"})


def test_a_build_killed_after_its_last_file(tmp_path: Path) -> None:
    """Nothing is made again, and what marked it as begun goes."""
    options: dict[str, Any] = {"seed": 1, "generate": FEW, "write": {"format": "csv"}}
    made = build(tmp_path / "a", **options)
    begin(tmp_path / "a", made)
    (file,) = (tmp_path / "a" / "data").iterdir()
    before = file.stat().st_mtime_ns
    assert build(tmp_path / "a", **options) == made
    assert file.stat().st_mtime_ns == before
    assert not (tmp_path / "a" / ".build").exists()


def test_what_a_killed_build_left_half_written(tmp_path: Path) -> None:
    options: dict[str, Any] = {"seed": 1, "generate": FEW, "write": {"format": "hrm"}}
    wanted = build(tmp_path / "a", **options)
    begin(tmp_path / "b", wanted)
    (tmp_path / "b" / ".train.x.part").mkdir()
    (tmp_path / "b" / ".train.x.part" / "half.npy").touch()
    (tmp_path / "b" / ".manifest.json.x.part").touch()
    assert build(tmp_path / "b", **options)["parts"] == wanted["parts"]
    assert not [*(tmp_path / "b").glob(".*")]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can remove a folder with an open file there")
def test_a_build_that_begins_as_another_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one removes the folder of work between its creation here and the opening of the lock in it."""
    target = tmp_path / "a"
    work, real, times = target / ".build", Path.open, threading.Semaphore(1)

    def opened(path: Path, mode: str = "r", *rest: Any, **options: Any) -> Any:
        if path == work / "lock" and times.acquire(blocking=False):
            work.rmdir()
        return real(path, mode, *rest, **options)

    monkeypatch.setattr(Path, "open", opened)
    build(target, seed=1, generate=FEW, dedupe="none", write={"format": "csv"})
    assert not times.acquire(blocking=False)
    np.testing.assert_array_equal(built(target).puzzle, bd.generate(3, seed=1).puzzle)
