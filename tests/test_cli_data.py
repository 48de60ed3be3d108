"""The command line on data sets."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write
from command_line import Run
from puzzles import CLASH, HARD
from puzzles import HARD_SOLUTION as HARD_SOLVED
from puzzles import SMALLEST as EMPTY_SOLVED

pa = pytest.importorskip("pyarrow")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A CSV file of a puzzle with one solution, one with none, one with many, and a column more."""
    file = tmp_path / "three.csv"
    file.write_text(f"id,question\n007,{HARD}\n008,{CLASH}\n009,{'.' * 81}\n")
    return file


def test_solve_keeps_other_columns_in_data_sets(three: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert Run("solve", "-q", three, "-o", out).code == 0
    assert out.read_text() == (
        f"puzzle,verdict,solution,id\n{HARD},unique,{HARD_SOLVED},007\n{CLASH},no_solution,,008\n"
        f"{'.' * 81},multiple,{EMPTY_SOLVED},009\n"
    )
    assert Run("solve", "-q", three).out.splitlines()[0] == f"{HARD},unique,{HARD_SOLVED}"
    for name in ("out.parquet", "out.jsonl.gz", "out.npz"):
        assert Run("solve", "-q", three, "-o", tmp_path / name).code == 0
        rows = read(tmp_path / name)
        assert rows.solution is not None
        assert rows.solution[:, 0, :3].tolist() == [[8, 1, 2], [0, 0, 0], [1, 2, 3]]
        assert [str(value) for value in rows["verdict"]] == ["unique", "no_solution", "multiple"]
        # And on from there, whatever the form of the cells.
        again = Run("solve", "-q", tmp_path / name)
        assert again.out == Run("solve", "-q", three).out
    refused = Run("solve", three, "-o", tmp_path / "out.sdk")
    assert (refused.code, "sdk" in refused.err) == (2, True)


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl", "npz"])
def test_results_take_the_place_of_columns_that_are_called_like_them(suffix: str, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / f"out.{suffix}"
    file.write_text(f"puzzle,verdict,count,fingerprint,id\n{'.' * 81},unique,1,none,007\n")
    for command, name, expected in [("solve", "verdict", "multiple"), ("count", "count", "50")]:
        limit = ["--limit", "50"] * (command == "count")
        assert Run(command, "-q", file, *limit, "-o", out).code == 0
        columns = read(out)
        assert [str(value) for value in columns[name]] == [expected]
        assert [str(value) for value in columns["id"]] == ["007"]
        # And so on.
        assert Run(command, "-q", out, *limit, "-o", tmp_path / f"b.{suffix}").code == 0
        assert [str(value) for value in read(tmp_path / f"b.{suffix}")[name]] == [expected]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow", "jsonl", "npz"])
def test_columns_that_are_called_like_boards_stay_apart(suffix: str, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / f"out.{suffix}"
    file.write_text(f"puzzle,board,Solution,other_puzzle\nNYT-17,{HARD},{HARD_SOLVED},x\n")
    for command in (["solve"], ["convert"], ["count"], ["canonical"]):
        assert Run(*command, "-q", "--puzzle", "board", file, "-o", out).code == 0
        rows = read(out)
        found = bd.canonical(HARD) if command == ["canonical"] else HARD
        assert rows.puzzle.ravel().tolist() == bd.to_array(found).ravel().tolist()
        assert [str(value) for value in rows["other_other_puzzle"]] == ["NYT-17"]
        assert [str(value) for value in rows["other_puzzle"]] == ["x"]
        assert (rows.solution is None) == (command == ["canonical"])
    assert Run("convert", "-q", "--puzzle", "board", "--solution", "", file, "-o", out).code == 0
    assert read(out).solution is None
    assert [str(value) for value in read(out)["other_Solution"]] == [HARD_SOLVED]


def test_solve_without_pyarrow(three: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = sys.modules['pyarrow.csv'] = None\n"
        f"from bitdoku.cli import main; sys.exit(main(['solve', '-q', {str(three)!r}, '--to', 'csv']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == Run("solve", "-q", three, "--to", "csv").out
    assert run.stdout.startswith("puzzle,verdict,solution,id\n")


def test_malformed_rows_of_data_sets(three: Path, tmp_path: Path) -> None:
    three.write_text(three.read_text() + f"010,{HARD}7\n{HARD}\n")
    run = Run("solve", three)
    assert (run.code, f"{three}:5: " in run.err) == (1, True)
    run = Run("solve", three, "--malformed", "mark", "-o", tmp_path / "out.csv")
    assert run.code == 1
    assert f"{three}:5: " in run.err
    assert f"{three}:6: " in run.err
    assert (tmp_path / "out.csv").read_text().splitlines()[4:] == [f"{HARD}7,malformed,,010", ",malformed,,"]
    np.save(tmp_path / "bad.npy", np.full((3, 81), [[0], [12], [0]]))
    run = Run("solve", tmp_path / "bad.npy")
    assert (run.code, run.out.count("multiple")) == (1, 1)
    assert f"{tmp_path / 'bad.npy'}[1]: r1c1 holds 12" in run.err


def test_count(three: Path, tmp_path: Path) -> None:
    run = Run("count", "-q", three, "--limit", "50")
    assert run.out == f"{HARD},1\n{CLASH},0\n{'.' * 81},50\n"
    run = Run("count", "-q", three, "--limit", "none", "--budget", "1000", "-o", tmp_path / "out.csv")
    assert run.code == 0
    assert (tmp_path / "out.csv").read_text().splitlines()[2:] == [f"{CLASH},0,008", f"{'.' * 81},,009"]
    run = Run("count", "--malformed", "mark", stdin=f"12\n{HARD}\n")
    assert (run.code, run.out) == (1, f"12,\n{HARD},1\n")
    assert "stdin:1: " in run.err


def test_counts_are_of_one_type(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "in.txt"
    file.write_text(f"{HARD}\n" * 5000 + "bad\n" + f"{HARD}\n" * 5000)
    out = tmp_path / "out.parquet"
    assert Run("count", "-q", "--threads", "1", "--malformed", "mark", file, "-o", out).code == 1
    column = pq.read_table(out)["count"]
    assert (str(column.type), column.null_count, sum(column.drop_null().to_pylist())) == ("uint64", 1, 10_000)


def test_canonical(tmp_path: Path) -> None:
    twins = [HARD, *bd.shuffle(HARD, seed=1, copies=3)]
    run = Run("canonical", "-q", stdin="\n".join(twins))
    assert set(run.out.splitlines()) == {bd.canonical(HARD)}
    write(tmp_path / "in.csv", twins, columns={"id": ["a", "b", "c", "d"]})
    Run("canonical", "-q", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    expected = f"{bd.canonical(HARD)},a,{bd.fingerprint(HARD).hex()}"
    assert (tmp_path / "out.csv").read_text().splitlines()[:2] == ["puzzle,id,fingerprint", expected]
    run = Run("canonical", "--malformed", "mark", stdin=f"12\n{HARD}\n")
    assert (run.code, run.out) == (1, f"\n{bd.canonical(HARD)}\n")


def test_generate(tmp_path: Path) -> None:
    made = bd.generate(5, seed=7, start=2)
    run = Run("generate", "-n", "5", "--seed", "7", "--start", "2")
    assert [[int(c) for c in line.replace(".", "0")] for line in run.out.split()] == made.puzzle.reshape(
        -1, 81
    ).tolist()
    assert "seed 7" in run.err
    Run("generate", "-n", "5", "--seed", "7", "--start", "2", "-o", tmp_path / "a.parquet")
    rows = read(tmp_path / "a.parquet")
    np.testing.assert_array_equal(rows.solution, made.solution)
    assert rows.to_dict()["index"] == [2, 3, 4, 5, 6]
    drawn = Run("generate", "-n", "2", "--clues", "28-30", "--symmetry", "half_turn")
    seed = drawn.err.split("seed ")[1].split(";")[0]
    same = Run("generate", "-n", "2", "--clues", "28-30", "--symmetry", "half_turn", "--seed", seed, "--threads", "1")
    assert same.out == drawn.out
    assert all(28 <= 81 - line.count(".") <= 30 for line in drawn.out.split())
    metadata = bd.datasets.scan(tmp_path / "a.parquet").metadata or {}
    assert (metadata["seed"], metadata["license"], metadata["options"]) == ("7", "CC0-1.0", "--method top_down")
    rare = Run("generate", "--seed", "7", "--clues", "20", "--minimal", "--effort", "1")
    assert (rare.code, rare.out) == (1, "")
    impossible = Run("generate", "--clues", "16")
    assert (impossible.code, "16 clues" in impossible.err) == (2, True)


@pytest.mark.parametrize("suffix", ["txt", "csv", "parquet", "npz", "jsonl"])
def test_nothing_is_generated_where_nothing_is_asked_for(suffix: str, tmp_path: Path) -> None:
    for i, arguments in enumerate((["-n", "0"], ["-n", "3", "--seed", "1", "--shard", "1/5"])):
        file = tmp_path / f"{i}.{suffix}"
        assert Run("generate", *arguments, "-o", file).code == 0
        assert len(read(file)) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no sh")
@pytest.mark.parametrize("stream", ["<", ">", "2>"])
def test_streams_that_are_closed(stream: str, three: Path) -> None:
    argument = "-" if stream == "<" else three
    command = f"{sys.executable} -m bitdoku solve {argument} {stream}&-"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    if stream == "2>":
        assert (run.returncode, run.stdout.count("\n")) == (0, 3)
    else:
        name = "stdin" if stream == "<" else "stdout"
        assert (run.returncode, run.stderr.startswith(f"bitdoku: {name}: ")) == (1, True)


@pytest.mark.serial
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_ended_by_signals(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("this run ignores the signal, as under nohup, and so does what it starts")
    command = [sys.executable, "-m", "bitdoku", "generate", "-n", "1e8", "--seed", "1", "-o", str(tmp_path / "a.csv")]
    with subprocess.Popen(command) as process:
        for _ in range(1000):
            if list(tmp_path.iterdir()):
                break
            time.sleep(0.02)
        process.send_signal(number)
        assert process.wait(60) == {"SIGTERM": 143, "SIGHUP": 129}[name]
    assert not list(tmp_path.iterdir())


def test_part_of_a_file_does_not_say_what_the_whole_did(tmp_path: Path) -> None:
    metadata = {"seed": "5", "license": "CC0-1.0"}
    write(tmp_path / "a.parquet", read([HARD, "bad"], malformed="mark"), metadata=metadata)
    drop = ["convert", "--malformed", "drop", tmp_path / "a.parquet", "-o"]
    Run(*drop, tmp_path / "b.parquet")
    bd.datasets.convert(tmp_path / "a.parquet", tmp_path / "c.parquet", malformed="drop")
    for name in "bc":
        found = bd.datasets.scan(tmp_path / f"{name}.parquet").metadata
        assert found == {"bitdoku_version": bd.__version__, "license": "CC0-1.0"}


def test_fingerprints_stay_what_they_are(tmp_path: Path) -> None:
    Run("canonical", "-q", "-o", tmp_path / "0.parquet", stdin=HARD)
    for i, suffix in enumerate(["csv", "npz", "jsonl", "arrow", "npz", "csv", "parquet"]):
        source = next(tmp_path.glob(f"{i}.*"))
        assert Run("convert", "-q", str(source), "-o", tmp_path / f"{i + 1}.{suffix}").code == 0
    column = read(tmp_path / "7.parquet")["fingerprint"]
    assert column.tolist() == [bd.fingerprint(HARD)]


def test_other_rules(tmp_path: Path) -> None:
    blank, one = "." * 16, "1" + "." * 15
    run = Run("count", "-q", stdin=f"{blank}\n{one}\n")
    assert run.out == f"{blank},288\n{one},72\n"  # there are 288 grids of 4x4
    assert Run("count", "-q", "--rules", "4x4", stdin=f"{blank}\n{one}\n").out == run.out
    run = Run("solve", "--rules", "4x4", "--malformed", "mark", stdin=f"{blank}\n5{one[1:]}\n11{one[2:]}\n")
    assert run.out == f"{blank},multiple,1234341221434321\n5{one[1:]},malformed,\n11{one[2:]},no_solution,\n"
    assert "stdin:2: " in run.err
    twins = f"{one}\n{blank[1:]}4\n"
    assert len(set(Run("canonical", "-q", stdin=twins).out.split())) == 1
    Run("canonical", "-q", "-o", tmp_path / "out.csv", stdin=twins)
    assert (tmp_path / "out.csv").read_text().splitlines()[1].split(",")[1] == bd.fingerprint(one, rules="4x4").hex()

    # One solution with both diagonals, several without.
    (puzzle,) = bd.to_text(bd.generate(1, seed=1, rules="x"), blank="0")
    assert Run("count", "-q", "--rules", "x", stdin=puzzle).out == f"{puzzle},1\n"
    assert "multiple" in Run("solve", "-q", stdin=puzzle).out
    assert Run("solve", "--rules", "x", "--side", "4", stdin=blank).code == 2
    assert "stdin:1: " in Run("solve", "--rules", "x", stdin=blank).err


@pytest.mark.parametrize("command", ["solve", "count", "generate", "canonical", "audit"])
def test_rules_of_a_file(command: str, tmp_path: Path) -> None:
    known = bd.Rules(box=(2, 2)) + bd.rules.diagonals() + bd.rules.killer_cage([(0, 0), (0, 1)], 3)
    (tmp_path / "ours.json").write_text("\ufeff" + known.to_json(), encoding="utf-8")
    (tmp_path / "theirs.JSON").write_text(json.dumps(bd.links.to_fpuzzles("1...............", known)))
    made = bd.generate(3, seed=1, rules=known)
    texts = bd.to_text(made)
    solved = bd.to_text(made.solution, rules=known)
    expected = {
        "solve": [f"{puzzle},unique,{grid}" for puzzle, grid in zip(texts, solved, strict=True)],
        "count": [f"{puzzle},1" for puzzle in texts],
        "generate": texts,
        "canonical": bd.canonical(texts, rules=known),
        "audit": str(bd.datasets.audit(texts, rules=known)).split("\n")[5:],
    }[command]
    for name in ("ours.json", "theirs.JSON"):
        more = ["-n", "3", "--seed", "1"] if command == "generate" else ["-q"]
        run = Run(command, "--rules", tmp_path / name, *more, stdin="\n".join(texts))
        lines = run.out.splitlines()
        assert (lines[5:] if command == "audit" else lines) == expected


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (None, "rules.json"),
        ("{", "rules.json"),
        ('{"box": 3}', "rules.json"),
        ('{"rules": [{"rule": "dance"}]}', "'dance'"),
        ('{"rules": [{"rule": "even", "cells": [[9, 0]]}]}', "r10c1"),
        ('{"grid": [[{}]], "foo": 0}', "'foo'"),
        ('{"a":' * 100_000, "rules.json"),
        ("[]", "object"),
    ],
)
def test_files_that_hold_no_rules(content: str | None, named: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    if content is not None:
        file.write_text(content)
    run = Run("generate", "--rules", file)
    assert (run.code, named in run.err) == (2, True)


@pytest.mark.parametrize(
    ("rules", "options", "suffix"),
    [
        *(("9x9", {}, suffix) for suffix in ("txt", "csv", "jsonl", "npz", "parquet")),
        *(("6x6", {}, suffix) for suffix in ("txt", "csv")),
        ("16x16", {"clues": 180}, "jsonl"),
        *(("36x36", {"clues": 1290}, suffix) for suffix in ("txt", "parquet")),
    ],
)
def test_shards_make_the_whole(rules: str, options: dict[str, Any], suffix: str, tmp_path: Path) -> None:
    made = bd.generate(4, seed=7, start=5, rules=rules, **options)
    side = made.puzzle.shape[1]
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]

    def generated(name: str, *more: str) -> Path:
        file = tmp_path / f"{name}.{suffix}"
        asked = ["generate", "-q", "-n", "4", "--seed", "7", "--start", "5", "--rules", rules, *words, *more]
        assert Run(*asked, "-o", file).code == 0
        return file

    whole = generated("whole")
    rows = read(whole, side=side)
    np.testing.assert_array_equal(rows.puzzle, made.puzzle)
    if suffix != "txt":
        np.testing.assert_array_equal(rows.solution, made.solution)
    shards = [generated(str(i), "--shard", f"{i}/3", *["--no-header"] * (i > 1)) for i in range(1, 4)]
    if suffix in ("txt", "csv", "jsonl"):
        assert b"".join(shard.read_bytes() for shard in shards) == whole.read_bytes()
    if suffix == "parquet":
        assert (bd.datasets.scan(whole).metadata or {})["rules"] == rules


def test_other_boards_are_made_as_asked_for(tmp_path: Path) -> None:
    run = Run("generate", "-n", "3", "--seed", "1", "--rules", "6x6", "--clues", "14-18", "--symmetry", "half_turn")
    for line in run.out.split():
        assert 14 <= 36 - line.count(".") <= 18
        assert [cell == "." for cell in line] == [cell == "." for cell in reversed(line)]
    pattern = "111111111111...."
    run = Run("generate", "-q", "--seed", "1", "--rules", "4x4", "--clues", "4-8", "--pattern", pattern)
    assert set(run.out[12:16]) == {"."}
    for arguments, message in [
        (["--rules", "6x6", "--difficulty", "guesses=3"], "difficulty"),
        (["--rules", "6x6", "--method", "controlled"], "controlled"),
        (["--rules", "6x6", "--clues", "37"], "37"),
        (["--rules", "6x6", "--pattern", pattern], "--pattern"),
        (["--rules", "4x4", "--to", "sdx"], "side 9"),
    ]:
        refused = Run("generate", *arguments)
        assert (refused.code, message in refused.err, refused.out) == (2, True, ""), refused.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.serial
def test_a_controlled_puzzle_is_written_as_it_comes() -> None:
    # The first puzzle of this seed takes a tenth of a second, all of them an hour.
    command = "generate -n 2000 --method controlled --seed 5 --threads 1"
    with subprocess.Popen(
        [sys.executable, "-m", "bitdoku", *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    (puzzle,) = bd.generate(1, seed=5, method="controlled").puzzle
    assert first == bd.to_text(puzzle) + "\n"


def test_convert(three: Path, tmp_path: Path) -> None:
    run = Run("convert", three, "-o", tmp_path / "a.parquet")
    assert (run.code, run.numbers()) == (0, [3])
    assert Run("convert", "-q", tmp_path / "a.parquet").out == f"{HARD}\n{CLASH}\n{'.' * 81}\n"
    text = Run("convert", "-q", tmp_path / "a.parquet", "--to", "csv", "--blank", "0", "--no-header").out
    assert text.splitlines()[0] == f"{HARD.replace('.', '0')},007"
    assert Run("convert", "-q", "-", "--to", "ss", stdin=HARD).out.startswith("*---")
    both = Run("convert", "-q", three, three, "--to", "jsonl")
    assert len(both.out.splitlines()) == 6
    three.write_text(three.read_text() + "010\n")
    assert Run("convert", "-q", three).code == 1
    dropped = Run("convert", three, "--malformed", "drop")
    assert (dropped.code, len(dropped.out.splitlines())) == (1, 3)
    assert dropped.numbers() == [3, 1]
    assert Run("convert", three, "-o", tmp_path / "a.doc").code == 2


@pytest.mark.parametrize(
    ("arguments", "puzzles", "missing"),
    [
        (["three.csv"], 3, set()),
        (["--rules", "4x4"], 250, set()),
        (["small.txt"], 1, set()),
        (["empty.txt", "--rules", "6x6"], 0, None),
        # Above 16x16 puzzles are made with many clues; not all rules have canonical forms.
        (["--rules", "rules.json"], None, {"canonical", "fingerprint"}),
        (["--rules", "20x20"], None, set()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bench(
    arguments: list[str], puzzles: int | None, missing: set[str] | None, three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(three.parent)
    Path("small.txt").write_text("1" + "." * 35 + "\n")
    Path("empty.txt").touch()
    Path("rules.json").write_text('{"box": [3, 4], "rules": [{"rule": "even", "cells": [[0, 0]]}]}')
    run = Run("bench", *arguments, "--seconds", "0.001", "--threads", "1", "--json")
    assert run.code == 0, run.err
    report = json.loads(run.out)
    assert puzzles in (None, report["puzzles"])
    if missing is not None:
        assert {*report["rates"]} == {"solve", "verdict", "canonical", "fingerprint", "generate"} - missing
        assert all(value > 0 for rates in report["rates"].values() for value in rates.values())
    mixed = Run("bench", "small.txt", "three.csv")
    assert (mixed.code, "sides" in mixed.err) == (2, True)


def test_boards_are_compressed_as_the_name_says(tmp_path: Path) -> None:
    out = tmp_path / "boards.txt.gz"
    assert Run("solve", "-q", "--pretty", "-o", out, stdin=f"{HARD}\n").code == 0
    assert "unique" in gzip.decompress(out.read_bytes()).decode()
    # Lines are what txt is, whether the name says so or an option.
    assert Run("solve", "-q", "--to", "txt", stdin=f"{HARD}\n").out == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.serial
def test_compressors_do_not_hold_signals_back(tmp_path: Path) -> None:
    boards = bd.grids(60_000, seed=1)
    write(tmp_path / "in.csv", np.where(np.random.default_rng(1).random(boards.shape) < 0.5, boards, 0))
    command = [sys.executable, "-m", "bitdoku", "solve", str(tmp_path / "in.csv"), "-o", str(tmp_path / "out.jsonl.xz")]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not [*tmp_path.glob(".*.part")]:
            time.sleep(0.01)
        time.sleep(1)
        clock = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        # Otherwise it takes seconds.
        assert time.monotonic() - clock < 2
    assert not [*tmp_path.glob(".*.part")]


@pytest.mark.parametrize(
    ("command", "columns"),
    [
        ("solve", "puzzle,verdict,solution,note"),
        ("count", "puzzle,solution,count,note"),
        ("canonical", "puzzle,note,fingerprint"),
        ("convert", "puzzle,solution,note"),
    ],
)
def test_parts_without_rows_have_the_columns_of_others(command: str, columns: str, tmp_path: Path) -> None:
    empty, full, out = (tmp_path / name for name in ("empty.csv", "full.csv", "out.csv"))
    empty.write_text("puzzle,solution,note\n")
    full.write_text(f"puzzle,solution,note\n{HARD},{HARD_SOLVED},x\n")
    for files, rows in (([empty], 0), ([empty, full], 1), ([full, empty], 1), ([empty, empty], 0)):
        assert Run(command, "-q", *map(str, files), "-o", out).code == 0
        assert out.read_text().splitlines()[0] == columns
        assert out.read_text().count("\n") == 1 + rows


def test_malformed_solutions_are_named(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{HARD},{HARD_SOLVED[:-1]}z\n")
    done = Run("convert", "--malformed", "drop", file, "-o", tmp_path / "out.csv")
    assert "in.csv:2 (solution): r9c9" in done.err
