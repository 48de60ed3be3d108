"""Building data sets: against the same steps in memory, and whatever stops a build."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import PlanError
from bitdoku.cli import main
from bitdoku.datasets import build, dedupe, encodings, read, read_hrm, split, write, write_hrm
from bitdoku.datasets._pieces import symmetric
from puzzles import EASY, HARD
from test_generate import COMBINED, SYMMETRIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

pytest.importorskip("pyarrow")

PLAN: dict[str, Any] = {
    "seed": 5,
    "generate": {"n": 300},
    "filter": {"clues": [23, 25]},
    "split": {"train": 0.8, "test": 0.2},
    "augment": {"train": 2},
    "write": {"format": "csv", "shard": 100},
}


locks = pytest.mark.skipif(find_spec("fcntl") is None, reason="no flock")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """In memory where that can be: a build asks the disk to have everything, and a busy one takes long."""
    memory = Path("/dev/shm")
    if not (memory.is_dir() and os.access(memory, os.W_OK)):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def part(folder: Path, name: str, side: int = 9) -> Any:
    """The rows of a part, in order: puzzles, solutions, indices."""
    rows = [read(path, side=side) for path in sorted((folder / "data").glob(f"{name}-*"))]
    index = np.concatenate([np.asarray(one["index"]).astype(int) for one in rows])
    return np.concatenate([one.puzzle for one in rows]), np.concatenate([one.solution for one in rows]), index


def expected(plan: dict[str, Any], rules: Any = None) -> dict[str, Any]:
    """The same by the public functions, all in memory."""
    made = bd.generate(plan["generate"]["n"], seed=plan["seed"], rules=rules)
    low, high = plan.get("filter", {"clues": (0, 81)})["clues"]
    chosen = np.flatnonzero((made.clues >= low) & (made.clues <= high))
    chosen = chosen[dedupe(made.puzzle[chosen], by="class", rules=rules)]
    parts = {}
    for name, numbers in split(made.puzzle[chosen], plan["split"], seed=plan["seed"], rules=rules).items():
        index = chosen[numbers]
        pair = made.puzzle[index], made.solution[index]
        copies = plan["augment"].get(name, 0)
        if copies:
            moved = bd.shuffle(*pair, seed=plan["seed"], copies=copies, rules=rules)
            pair = tuple(
                np.concatenate([a[:, None], b], axis=1).reshape(-1, *a.shape[1:])
                for a, b in zip(pair, moved, strict=True)
            )  # type: ignore[assignment]
        parts[name] = (*pair, np.repeat(index, copies + 1))
    return parts


@pytest.mark.parametrize(("threads", "shard", "format"), [(1, 100, "csv"), (3, 7, "parquet"), (2, 10**6, "npz")])
def test_the_same_as_in_memory(threads: int, shard: int, format: str, tmp_path: Path) -> None:
    plan = {**PLAN, "write": {"format": format, "shard": shard}}
    told: list[tuple[int, int | None]] = []
    manifest = build(tmp_path / "a", plan, threads=threads, progress=lambda *step: told.append(step))
    for name, wanted in expected(PLAN).items():
        for found, right in zip(part(tmp_path / "a", name), wanted, strict=True):
            np.testing.assert_array_equal(found, right)
        assert manifest["parts"][name] == {"puzzles": len(set(wanted[2])), "rows": len(wanted[2])}
    counts = manifest["counts"]
    assert counts["made"] == 300
    assert (
        300 - counts["filter clues"] - counts["repeated"]
        == counts["used"]
        == sum(parts["puzzles"] for parts in manifest["parts"].values())
    )
    assert told == sorted(told, key=lambda step: step[0])
    done, total = told[-1]
    assert done == total == 300 + sum(parts["rows"] for parts in manifest["parts"].values())
    assert not (tmp_path / "a" / ".build").exists()


def test_manifest_and_card(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    manifest = build(folder, {**PLAN, "name": 'A "set": 1', "write": {"shard": 100}})
    assert manifest == json.loads((folder / "manifest.json").read_bytes())
    files = contents(folder)
    del files["manifest.json"]
    told = {entry["path"]: entry for entry in manifest["files"]}
    assert told.keys() == files.keys()
    for name, data in files.items():
        assert told[name]["sha256"] == hashlib.sha256(data).hexdigest()
        assert told[name]["bytes"] == len(data)
        assert told[name].get("rows", 0) == (len(read(folder / name)) if name.startswith("data") else 0)
    assert manifest["versions"]["bitdoku"] == bd.__version__
    assert manifest["license"] == "CC0-1.0"
    assert str(tmp_path) not in (folder / "manifest.json").read_text()

    hub = pytest.importorskip("huggingface_hub")
    front = hub.DatasetCard.load(folder / "README.md").data.to_dict()
    assert front["license"] == "cc0-1.0"
    assert front["pretty_name"] == 'A "set": 1'
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert {name: len(rows) for name, rows in loaded.items()} == {
        name: entry["rows"] for name, entry in manifest["parts"].items()
    }
    # The card's own words on how to get the same again.
    build(tmp_path / "b", folder / "manifest.json")
    assert contents(tmp_path / "b") == contents(folder)


@pytest.mark.parametrize(
    ("columns", "copies", "words", "generate"),
    [
        (["level", "minutes", "guesses"], 1, "can differ in guesses, level.", {"n": 3}),
        (["minutes", "b"], 1, "", {"n": 3}),
        (["level", "guesses"], 0, "", {"n": 3}),
        (["index"], 1, "can differ in score.", {"n": 1, "difficulty": {"score": [300, 900]}}),
        (["band"], 1, "can differ in level, band.", {"bands": [{"n": 1, "difficulty": "easy"}]}),
        (["band"], 1, "", {"bands": [{"n": 1, "difficulty": {"minutes": "long"}}]}),
    ],
)
def test_the_card_names_ratings_that_copies_do_not_share(
    columns: list[str], copies: int, words: str, generate: dict[str, Any], tmp_path: Path
) -> None:
    write = {"format": "csv", "columns": columns}
    build(tmp_path / "a", seed=1, generate=generate, augment={"train": copies}, write=write)
    card = (tmp_path / "a" / "README.md").read_text()
    assert words in card
    assert ("can differ" in card) == bool(words)


@pytest.mark.parametrize("format", ["parquet", "csv", "tsv.xz", "jsonl.gz", "arrow"])
def test_the_hub_reads_it(format: str, tmp_path: Path) -> None:
    """With the types that it has, and without stumbling over an empty part."""
    datasets = pytest.importorskip("datasets")
    split = {"train": 1.0, "test": 0.0}
    columns = ["index", "copy", "clues", "guesses", "fingerprint"]
    plan = {**PLAN, "split": split, "write": {"format": format, "columns": columns}}
    manifest = build(tmp_path / "a", plan)
    assert manifest["parts"]["test"]["rows"] == 0
    loaded = datasets.load_dataset(str(tmp_path / "a"), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["train"]
    rows = loaded["train"]
    assert rows.column_names == ["puzzle", "solution", *columns]
    made = bd.generate(300, seed=5)
    first = rows[0]
    assert first["solution"] == "".join(map(str, made.solution[first["index"]].ravel()))
    assert first["clues"] == made.clues[first["index"]]
    assert len(rows) == manifest["parts"]["train"]["rows"]


@pytest.mark.parametrize(
    ("format", "names"),
    [
        ("csv", set()),
        ("parquet", {"pyarrow"}),
        ("npz", {"numpy", "zlib"}),
        ("txt.gz", {"zlib"}),
        ("jsonl.xz", {"python"}),
        ("jsonl.zst", {"pyarrow"} if sys.version_info < (3, 14) else {"python"}),
        ("hrm", {"numpy"}),
    ],
)
def test_the_manifest_names_the_libraries_that_decide_the_bytes(format: str, names: set[str], tmp_path: Path) -> None:
    versions = build(tmp_path / "a", seed=1, generate={"n": 3}, write={"format": format})["versions"]
    assert versions.keys() == {"bitdoku", "stream"} | names
    known = {"numpy": np.__version__, "zlib": zlib.ZLIB_RUNTIME_VERSION, "python": platform.python_version()}
    assert all(versions[name] == known[name] for name in names & known.keys())


def test_taken(tmp_path: Path) -> None:
    made = bd.generate(40, seed=1).puzzle
    twins = bd.shuffle(made[:5], seed=2)
    write(tmp_path / "a.npy", np.concatenate([made, made[:3], twins]))
    (tmp_path / "b.csv").write_text(f"id,quiz\n1,{HARD}\n2,{'11' + '.' * 79}\n3,{'.' * 81}\n4,oops\n5,{EASY}\n")
    plan = tmp_path / "plan.toml"
    for by, repeated in (("class", 8), ("exact", 3), ("none", 0)):
        plan.write_text(
            f'seed = 1\ndedupe = "{by}"\n[take]\nfiles = ["a.npy", "b.csv"]\nmalformed = "drop"\n'
            '[write]\nformat = "csv"\nshard = 9\n'
        )
        manifest = build(tmp_path / by, plan)
        counts = {"taken": 53, "malformed": 1, "no solution": 1, "several solutions": 1, "used": 50 - repeated}
        assert manifest["counts"] == counts | ({"repeated": repeated} if by != "none" else {})
        assert manifest["license"] == "unknown", "what others made is theirs"
        assert [source["path"] for source in manifest["sources"]] == ["a.npy", "b.csv"]
        puzzles, solutions, index = part(tmp_path / by, "train")
        assert index[:40].tolist() == list(range(40))
        assert index[-2:].tolist() == [48, 52]
        np.testing.assert_array_equal(puzzles[:40], made)
        np.testing.assert_array_equal(solutions, bd.solve(puzzles).solution)
    with pytest.raises(bd.PuzzleError, match=r"b\.csv:5"):
        build(tmp_path / "raise", seed=1, take={"files": [tmp_path / "a.npy", tmp_path / "b.csv"]})
    (tmp_path / "4x4.txt").write_text("1" * 16)
    with pytest.raises(bd.RulesError, match=r"4x4\.txt"):
        build(tmp_path / "small", seed=1, take={"files": tmp_path / "4x4.txt"})
    with pytest.raises(FileNotFoundError, match="gone"):
        build(tmp_path / "none", seed=1, take={"files": "gone.csv"})


def _guesses(puzzles: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    """By what generate can make: a puzzle of that difficulty passes."""
    return bd._core._guesses(puzzles)


@pytest.mark.parametrize(
    ("wanted", "passes"),
    [
        ({"clues": 24}, lambda p: (p > 0).sum(axis=1) == 24),
        ({"guesses": [1, 3]}, lambda p: (_guesses(p) >= 1) & (_guesses(p) <= 3)),
        ({"singles": True}, lambda p: (encodings.traces(p)[:, 4::4] < 3).all(axis=1)),
        ({"singles": False}, lambda p: (encodings.traces(p)[:, 4::4] == 3).any(axis=1)),
        ({"minimal": True}, lambda p: ~bd.redundant(p).any(axis=1)),
        ({"minimal": False}, lambda p: bd.redundant(p).any(axis=1)),
    ],
)
def test_filters(wanted: dict[str, Any], passes: Callable[[Any], Any], tmp_path: Path) -> None:
    made = np.concatenate([bd.generate(60, seed=3).puzzle, bd.generate(60, seed=4, clues=28).puzzle])
    write(tmp_path / "a.npy", made)
    options: dict[str, Any] = {"seed": 1, "take": {"files": tmp_path / "a.npy"}, "write": {"format": "csv"}}
    build(tmp_path / "b", filter=wanted, **options)
    puzzles, _, _ = part(tmp_path / "b", "train")
    np.testing.assert_array_equal(puzzles, made[passes(made.reshape(-1, 81))])
    assert 0 < len(puzzles) < 120


@pytest.mark.parametrize("side", [4, 9])
def test_symmetries(side: int) -> None:
    moves = {name: [move] for name, move in SYMMETRIES.items()}
    moves |= {name: [SYMMETRIES[move] for move in some] for name, some in COMBINED.items()}
    rng = np.random.default_rng(1)
    patterns = []
    for group in moves.values():
        for pattern in rng.random((10, side, side)) < 0.1:
            for move in 4 * group:
                pattern = pattern | move(pattern)
            patterns.append(pattern)
    digits = np.array(patterns).reshape(-1, side * side) * rng.integers(1, side + 1, side * side, np.uint8)
    for name, group in moves.items():
        found = [all((move(pattern) == pattern).all() for move in group) for pattern in patterns]
        assert symmetric(digits, name, side).tolist() == found
        assert 10 <= sum(found) < len(found) or name == "none"


def test_encodings(tmp_path: Path) -> None:
    plan = {**PLAN, "encode": {"x": "one_hot", "y": {"encoding": "labels", "dtype": "int8"}}}
    build(tmp_path / "npz", {**plan, "write": {"format": "npz"}})
    build(tmp_path / "parquet", {**plan, "write": {"columns": ["fingerprint", "guesses"], "lists": True}})
    for name, (puzzles, solutions, _) in expected(PLAN).items():
        with np.load(tmp_path / "npz" / "data" / f"{name}-00000-of-00001.npz") as arrays:
            np.testing.assert_array_equal(arrays["x"], encodings.one_hot(puzzles))
            np.testing.assert_array_equal(arrays["y"], encodings.labels(puzzles, solutions))
            assert arrays["y"].dtype == np.int8
        import pyarrow.parquet as pq

        table = pq.read_table(tmp_path / "parquet" / "data" / f"{name}-00000-of-00001.parquet")
        assert table.column_names == ["puzzle", "solution", "fingerprint", "guesses", "x", "y"]
        np.testing.assert_array_equal(table["puzzle"].to_pylist(), puzzles.reshape(-1, 81))
        assert table["fingerprint"].to_pylist() == [key.tobytes() for key in bd.fingerprint(puzzles)]
        np.testing.assert_array_equal(table["x"].to_pylist(), encodings.one_hot(puzzles).reshape(-1, 729))


def test_weights_are_kept(tmp_path: Path) -> None:
    """Puzzles of controlled bias are of no use without them."""
    options: dict[str, Any] = {"seed": 3, "generate": {"n": 1, "method": "controlled"}, "dedupe": "none"}
    build(tmp_path / "a", **options, augment={"train": 1})
    made = bd.generate(1, seed=3, method="controlled")
    rows = read(tmp_path / "a" / "data" / "train-00000-of-00001.parquet")
    assert rows.columns[2:] == ["index", "copy", "clues", "log_weight"]
    np.testing.assert_array_equal(rows["log_weight"], np.repeat(made["log_weight"], 2))
    assert "log_weight" in (tmp_path / "a" / "README.md").read_text()
    with pytest.raises(PlanError, match="log_weight"):
        build(tmp_path / "b", seed=3, generate={"n": 2}, write={"columns": ["log_weight"]})


def test_hrm(tmp_path: Path) -> None:
    manifest = build(tmp_path / "a", {**PLAN, "write": {"format": "hrm"}})
    wanted = expected({**PLAN, "augment": {}})
    train, test = (bd.Puzzles(*wanted[part][:2]) for part in ("train", "test"))
    write_hrm(tmp_path / "b", train=train, test=test, augment=2, seed=PLAN["seed"])
    assert contents(tmp_path / "a" / "data") == contents(tmp_path / "b")
    assert {entry["path"] for entry in manifest["files"]} == contents(tmp_path / "a").keys() - {"manifest.json"}
    assert len(read_hrm(tmp_path / "a" / "data")["train"]) == manifest["parts"]["train"]["rows"]


def test_nothing_left(tmp_path: Path) -> None:
    """Empty parts are files without rows, with the same columns."""
    for kind in ("parquet", "csv", "npz", "txt"):
        plan = {"seed": 1, "generate": {"n": 3}, "filter": {"clues": 80}, "write": {"format": kind}}
        manifest = build(tmp_path / kind, plan)
        assert manifest["counts"] == {"made": 3, "filter clues": 3, "repeated": 0, "used": 0}
        assert len(read(tmp_path / kind / "data" / f"train-00000-of-00001.{kind}")) == 0
    assert build(tmp_path / "zero", seed=1, generate={"n": 0})["counts"]["used"] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sed": 1}, "'sed'.*'seed'"),
        ({"licence": "MIT"}, "'license'"),
        ({"seed": None}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"name": "Sudoku\n# of mine"}, "name"),
        ({"license": "CC0\x85"}, "license"),
        ({"generate": {"n": 3, "clue": 3}}, r"'clue'.*generate.*'clues'"),
        ({"generate": {}}, r"generate\.n"),
        ({"generate": 3}, "generate"),
        ({"generate": {"n": 3, "clues": 16}}, "16"),
        ({"generate": {"n": 3, "clues": [30, 20]}}, r"\[30, 20\]"),
        ({"generate": {"n": 3, "symmetry": "round"}}, "symmetry.*'round'"),
        ({"generate": {"n": 3, "pattern": "1" * 9}}, r"generate\.pattern"),
        ({"generate": {"n": 3, "difficulty": {"er": "high"}}}, "er is"),
        ({"generate": {"bands": 3}}, r"generate\.bands"),
        ({"generate": {"bands": [{"n": 3}]}}, r"generate\.bands\[0\]"),
        ({"generate": {"bands": [{"n": 3, "difficulty": "x"}]}}, r"generate\.bands\[0\]\.difficulty.*'x'"),
        ({"generate": {"bands": [{"n": 3, "difficulty": "easy"}], "n": 4}}, "both"),
        ({"write": {"columns": ["band"]}}, "'band'"),
        ({"take": {"files": "a.csv"}}, "both"),
        ({"filter": {"guesses": "3"}}, r"filter\.guesses"),
        ({"filter": {"colour": 3}}, "colour"),
        ({"filter": {"x": 3}}, "'x'"),
        ({"dedupe": "classes"}, "dedupe.*'classes'"),
        ({"split": {"train": 0.5}}, "add up"),
        ({"split": {"a/b": 1.0}}, "part 'a/b'"),
        ({"augment": {"tran": 3}}, "'tran'|'train'"),
        ({"augment": {"train": -3}}, r"augment\.train.*-3"),
        ({"write": {"format": "doc"}}, r"write\.format.*'doc'"),
        ({"write": {"format": "../csv"}}, "write.format"),
        ({"write": {"shard": 0}}, r"write\.shard.*0"),
        ({"write": {"columns": ["tier"]}}, "'tier'"),
        ({"write": {"format": "txt", "columns": ["clues"]}}, "txt"),
        ({"write": {"format": "hrm"}, "split": {"a": 1}, "augment": {}}, "hrm"),
        ({"write": {"format": "hrm"}, "augment": {"test": 1}}, "augment.test"),
        ({"write": {}, "encode": {"x": "onehot"}}, "'onehot'"),
        ({"encode": {"x": "one_hot"}}, "csv"),
        ({"write": {}, "encode": {"x": {"encoding": "digits", "offst": 1}}}, r"encode\.x.*offst"),
        ({"write": {}, "encode": {"puzzle": "digits"}}, "puzzle"),
    ],
)
def test_plans_that_are_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=message):
        build(tmp_path / "a", {**PLAN, **change})
    assert not (tmp_path / "a").exists()


def test_plans_from_files(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text("\ufeffseed = 1", encoding="utf-8")
    with pytest.raises(PlanError, match="neither"):
        build(tmp_path / "a", plan)
    for name, data in (
        ("a.toml", b"seed = "),
        ("b.toml", b"seed = " + b"9" * 6000),
        ("c.toml", b"seed = \xff"),
        ("d.json", b"{}"),
        ("e.json", b"[" * 100_000),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(PlanError, match=name):
            build(tmp_path / "a", tmp_path / name)
    wrong: Any
    for wrong in ({}, {"plan": PLAN, "seed": 1}):
        with pytest.raises(TypeError, match="plan"):
            build(tmp_path / "a", **wrong)


def test_used_folders(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    first = build(folder, PLAN)
    before = contents(folder)
    assert build(folder, PLAN) == first, "a finished build is left as it is"
    assert contents(folder) == before
    with pytest.raises(FileExistsError, match=r"seed.*5.*6"):
        build(folder, {**PLAN, "seed": 6})
    with pytest.raises(FileExistsError, match=r"generate\.n.*300.*301"):
        build(folder, {**PLAN, "generate": {"n": 301}})
    assert contents(folder) == before
    (folder / "README.md").unlink()
    with pytest.raises(FileNotFoundError, match=r"README\.md"):
        build(folder, PLAN)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"mine\.txt"):
        build(tmp_path / "b", PLAN)
    assert os.listdir(tmp_path / "b") == ["mine.txt"]
    (tmp_path / "c.txt").write_text(HARD)
    build(tmp_path / "c", seed=1, take={"files": tmp_path / "c.txt"})
    (tmp_path / "c.txt").write_text(EASY)
    with pytest.raises(FileExistsError, match="source"):
        build(tmp_path / "c", seed=1, take={"files": tmp_path / "c.txt"})


@locks
def test_who_comes_second_changes_nothing(tmp_path: Path) -> None:
    """Not even where the first has the lock, but has not said yet what it builds."""
    import fcntl

    work = tmp_path / "a" / ".build"
    work.mkdir(parents=True)
    with (work / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(FileExistsError, match="running"):
            build(tmp_path / "a", PLAN)
        assert os.listdir(work) == ["lock"]


# Two plans for one folder at the same moment: one of them is built, the other refused.
TWO = """
import os, sys
from pathlib import Path
from bitdoku.datasets import build

home = Path(sys.argv[1])

def plan(seed):
    return {"seed": seed, "generate": {"n": 30}, "write": {"format": "csv", "shard": 10}}

def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

whole = {}
for seed in (1, 2):
    build(home / f"whole-{seed}", plan(seed), threads=1)
    whole[seed] = contents(home / f"whole-{seed}")
for k in range(int(sys.argv[2])):
    ready, go = os.pipe()
    children = {}
    for seed in (1, 2):
        child = os.fork()
        if not child:
            os.close(go)
            os.read(ready, 1)
            try:
                build(home / f"{k}", plan(seed), threads=1)
            except FileExistsError:
                os._exit(1)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(2)
            os._exit(0)
        children[child] = seed
    os.close(ready)
    os.close(go)
    codes = {children[child]: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}
    assert sorted(codes.values()) == [0, 1], codes
    assert contents(home / f"{k}") == whole[min(codes, key=codes.get)], codes
"""


@forks
def test_two_plans_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TWO, str(tmp_path), "6"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


# Forks, so that a build starts at once; without threads, so that it may.
KILLED = """
import os, random, shutil, signal, sys, time
from pathlib import Path
from bitdoku.datasets import build

home, plan = Path(sys.argv[1]), {
    "seed": 5, "generate": {"n": 200}, "split": {"test": 0.2, "train": 0.8}, "augment": {"train": 2},
    "write": {"shard": 40, "format": sys.argv[2]},
}

def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

def begin(folder):
    child = os.fork()
    if not child:
        build(folder, plan, threads=1)
        os._exit(0)
    return child

build(home / "whole", plan, threads=1)
whole = contents(home / "whole")
clock = time.monotonic()
os.waitpid(begin(home / "timed"), 0)
span = time.monotonic() - clock
chance = random.Random()
kills, states = 0, set()
# A few kills can happen to meet the same state.
while kills < int(sys.argv[3]) or (len(states) < 2 and kills < 100):
    folder = home / f"{kills}"
    child = begin(folder)
    time.sleep(chance.random() * span)
    os.kill(child, signal.SIGKILL)
    if os.waitpid(child, 0)[1] != signal.SIGKILL:
        shutil.rmtree(folder)
        continue
    left = contents(folder) if folder.exists() else {}
    states.add((sum(name.startswith("data") for name in left), sum("piece" in name for name in left)))
    kills += 1
    build(folder, plan, threads=1)
    assert contents(folder) == whole, (kills, sorted(contents(folder).keys() ^ whole.keys()))
    shutil.rmtree(folder)
print(kills, len(states))
"""


@forks
@pytest.mark.serial
@pytest.mark.parametrize(("format", "kills"), [("parquet", 3), ("csv", 3), ("hrm", 3)])
def test_killed_and_resumed(format: str, kills: int, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), format, str(kills)], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    done, states = map(int, run.stdout.split())
    assert done >= kills
    assert states > 1, "all kills met the same state"


BIG = {**PLAN, "split": {"test": 0.2, "train": 0.8}, "augment": {"train": 9}, "write": {"format": "csv", "shard": 5000}}


@pytest.mark.parametrize("format", ["csv", "parquet", "npz"])
def test_no_room(format: str, tmp_path: Path) -> None:
    """Files may not grow beyond a limit: the small test part is written, the train part is not."""
    pytest.importorskip("resource")
    plan = {**BIG, "write": {"format": format}}
    build(tmp_path / "whole", plan)
    code = (
        "import json, resource, sys; from bitdoku.datasets import build\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))\n"
        "build(sys.argv[1], json.loads(sys.argv[2]), threads=1)"
    )
    limit = (tmp_path / "whole" / "data" / f"train-00000-of-00001.{format}").stat().st_size - 1000
    folder = tmp_path / "a"
    command = [sys.executable, "-c", code, str(folder), json.dumps(plan), str(limit)]
    first = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert first.returncode == 1
    # The arrays of .npz wait in temporary files.
    where = "|".join(map(re.escape, (str(folder), tempfile.gettempdir())))
    assert re.search(rf"OSError: \[Errno \d+\] .*'({where})", first.stderr)
    assert os.listdir(folder / "data") == [f"test-00000-of-00001.{format}"]
    small = f"data/test-00000-of-00001.{format}"
    assert (folder / small).read_bytes() == (tmp_path / "whole" / small).read_bytes()
    build(folder, plan)
    assert contents(folder) == contents(tmp_path / "whole")


# As nobody, if it may choose: nothing is forbidden to root.
FORBIDDEN = """
import json, os, sys
from pathlib import Path
from bitdoku.datasets import build

home, plan = Path(sys.argv[1]), json.loads(sys.argv[2])
build(home / "whole", plan, threads=1)
(home / "a").mkdir()
if os.getuid() == 0:
    home.chmod(0o755)
    os.chown(home / "a", 65534, 65534)
    os.setuid(65534)
os.chdir(home / "a")
build(home / "a", plan, threads=1, progress=lambda done, _: done <= 300 or os.chmod(home / "a/data", 0o500))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions")
def test_no_permission(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    command = [sys.executable, "-c", FORBIDDEN, str(tmp_path), json.dumps(PLAN)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    first, second = (f"train-0000{k}-of-00007.csv" for k in range(2))
    assert re.search(rf"PermissionError: .*{second}", run.stderr), run.stderr
    assert os.listdir(folder / "data") == [first]
    (folder / "data").chmod(0o700)
    build(folder, PLAN)
    assert contents(folder) == contents(tmp_path / "whole")


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('seed = 1\n[generate]\nn = 20\n[augment]\ntrain = 2\n[write]\nformat = "csv"\n')
    assert main(["build", str(plan), "-o", str(tmp_path / "a"), "--threads", "1"]) == 0
    assert re.findall(r"\d+", capsys.readouterr().err) == ["20", "60"]
    assert main(["build", str(tmp_path / "a" / "manifest.json"), "-o", str(tmp_path / "b"), "-q"]) == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    plan.write_text(plan.read_text().replace("generate", "generates"))
    assert main(["build", str(plan), "-o", str(tmp_path / "c")]) == 2
    assert "'generates'" in capsys.readouterr().err
    plan.write_text('seed = 2\n[generate]\nn = 20\n[write]\nformat = "csv"\n')
    assert main(["build", str(plan), "-o", str(tmp_path / "a")]) == 1
    assert "seed" in capsys.readouterr().err
    assert main(["build", str(tmp_path / "none.toml"), "-o", str(tmp_path / "a")]) == 1


def test_progress_does_not_go_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[int, float | None]] = []

    @contextlib.contextmanager
    def progress(hidden: bool) -> Iterator[Callable[[int, float | None], None]]:
        yield lambda done, share: shown.append((done, share))

    monkeypatch.setattr("bitdoku.cli.build.progress", progress)
    plan = tmp_path / "plan.toml"
    plan.write_text('seed = 1\n[generate]\nn = 40\n[augment]\ntrain = 2\n[write]\nformat = "csv"\nshard = 20\n')
    assert main(["build", str(plan), "-o", str(tmp_path / "a")]) == 0
    assert len(shown) > 5
    assert shown == sorted(shown)
    assert shown[-1] == (160, 1.0)


@pytest.mark.serial
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends a build soon, and leaves what was done."""
    plan = tmp_path / "plan.toml"
    plan.write_text('seed = 1\n[generate]\nn = 100000000\n[write]\nformat = "csv"\nshard = 2000\n')
    with subprocess.Popen(
        [sys.executable, "-m", "bitdoku", "build", str(plan), "-o", str(tmp_path / "a")], stderr=subprocess.PIPE
    ) as process:
        try:
            for _ in range(1000):
                if list((tmp_path / "a").glob(".build/piece-*.npz")):
                    break
                time.sleep(0.02)
            process.send_signal(2)
            assert process.wait(20) == 130
        finally:
            process.kill()  # else a build that does not listen would be waited for
    assert not list((tmp_path / "a").rglob("*.part"))


def test_bands_and_ratings(tmp_path: Path) -> None:
    bands = [{"n": 30, "difficulty": "easy"}, {"n": 20, "difficulty": {"er": [7.0, 8.3]}}]
    options: dict[str, Any] = {
        "seed": 5,
        "dedupe": "none",
        "write": {"format": "npz", "columns": ["band", "level", "er"]},
    }
    manifest = build(tmp_path / "a", generate={"bands": bands}, **options)
    assert build(tmp_path / "b", tmp_path / "a" / "manifest.json")["parts"] == manifest["parts"]
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    with np.load(next((tmp_path / "a").rglob("*.npz"))) as found:
        puzzles, band, level, er = (found[name] for name in ("puzzle", "band", "level", "er"))
    assert np.bincount(band).tolist() == [30, 20]
    rated = bd.rate(puzzles, columns=["level", "er"])
    np.testing.assert_array_equal(rated["level"], level)
    np.testing.assert_array_equal(rated["er"], er)
    assert (level[band == 0] == bd.Level.EASY).all()
    assert ((er[band == 1] >= 7.0) & (er[band == 1] <= 8.3)).all()
    # A piece of the second band begins where the first one ends.
    made = bd.generate(20, seed=5, start=30, difficulty=bd.Difficulty(er=(7.0, 8.3)))
    assert {p.tobytes() for p in made.puzzle} == {p.tobytes() for p in puzzles.reshape(-1, 81)[band == 1]}


def test_a_filter_by_difficulty(tmp_path: Path) -> None:
    made = bd.generate(150, seed=8).puzzle
    write(tmp_path / "a.npy", made)
    options: dict[str, Any] = {"seed": 1, "take": {"files": tmp_path / "a.npy"}, "write": {"format": "csv"}}
    build(tmp_path / "b", filter={"difficulty": {"level": ["easy", "medium"]}}, **options)
    puzzles, _, _ = part(tmp_path / "b", "train")
    kept = np.isin(bd.rate(made, columns="level")["level"], [bd.Level.EASY, bd.Level.MEDIUM])
    np.testing.assert_array_equal(puzzles, made[kept])
    np.testing.assert_array_equal(bd.Difficulty(level=("easy", "medium")).fits(made), kept)
    assert not bd.Difficulty(level="easy").fits("." * 81)
