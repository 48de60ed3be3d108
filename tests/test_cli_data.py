"""The command line on data sets, in this process, which is quicker than one for each."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import json
import lzma
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.cli import main
from bitdoku.datasets import read, write
from puzzles import CLASH, HARD
from puzzles import HARD_SOLUTION as HARD_SOLVED
from puzzles import SMALLEST as EMPTY_SOLVED

if TYPE_CHECKING:
    from pathlib import Path

pa = pytest.importorskip("pyarrow")


def bitdoku(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (stdin.encode(), b"", b"")]
    with (
        mock.patch.object(sys, "stdin", streams[0]),
        contextlib.redirect_stdout(streams[1]),
        contextlib.redirect_stderr(streams[2]),
    ):
        code = main(arguments)
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(arguments, code, out, err)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A CSV file of a puzzle with one solution, one with none, one with many, and a column more."""
    file = tmp_path / "three.csv"
    file.write_text(f"id,question\n007,{HARD}\n008,{CLASH}\n009,{'.' * 81}\n")
    return file


def test_solve_keeps_other_columns_in_data_sets(three: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert bitdoku("solve", "-q", str(three), "-o", str(out)).returncode == 0
    assert out.read_text() == (
        f"puzzle,verdict,solution,id\n{HARD},unique,{HARD_SOLVED},007\n{CLASH},no_solution,,008\n"
        f"{'.' * 81},multiple,{EMPTY_SOLVED},009\n"
    )
    assert bitdoku("solve", "-q", str(three)).stdout.splitlines()[0] == f"{HARD},unique,{HARD_SOLVED}"
    for name in ("out.parquet", "out.jsonl.gz", "out.npz"):
        assert bitdoku("solve", "-q", str(three), "-o", str(tmp_path / name)).returncode == 0
        rows = read(tmp_path / name)
        assert rows.solution is not None
        assert rows.solution[:, 0, :3].tolist() == [[8, 1, 2], [0, 0, 0], [1, 2, 3]]
        assert [str(value) for value in rows.columns["verdict"]] == ["unique", "no_solution", "multiple"]
        # And on from there, whatever the form of the cells.
        again = bitdoku("solve", "-q", str(tmp_path / name))
        assert again.stdout == bitdoku("solve", "-q", str(three)).stdout
    refused = bitdoku("solve", str(three), "-o", str(tmp_path / "out.sdk"))
    assert (refused.returncode, "sdk has no columns for results" in refused.stderr) == (2, True)


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl", "npz"])
def test_results_take_the_place_of_columns_that_are_called_like_them(suffix: str, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / f"out.{suffix}"
    file.write_text(f"puzzle,verdict,count,fingerprint,id\n{'.' * 81},unique,1,none,007\n")
    for command, name, expected in [("solve", "verdict", "multiple"), ("count", "count", "50")]:
        limit = ["--limit", "50"] * (command == "count")
        assert bitdoku(command, "-q", str(file), *limit, "-o", str(out)).returncode == 0
        columns = read(out).columns
        assert [str(value) for value in columns[name]] == [expected]
        assert [str(value) for value in columns["id"]] == ["007"]
        # And so on.
        assert bitdoku(command, "-q", str(out), *limit, "-o", str(tmp_path / f"b.{suffix}")).returncode == 0
        assert [str(value) for value in read(tmp_path / f"b.{suffix}").columns[name]] == [expected]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow", "jsonl", "npz"])
def test_columns_that_are_called_like_boards_stay_apart(suffix: str, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / f"out.{suffix}"
    file.write_text(f"puzzle,board,Solution,other_puzzle\nNYT-17,{HARD},{HARD_SOLVED},x\n")
    for command in (["solve"], ["convert"], ["count"], ["canonical"]):
        assert bitdoku(*command, "-q", "--puzzle", "board", str(file), "-o", str(out)).returncode == 0
        rows = read(out)
        found = bd.canonical(HARD) if command == ["canonical"] else HARD
        assert rows.puzzle.ravel().tolist() == [int(c) for c in found.replace(".", "0")]
        assert [str(value) for value in rows.columns["other_other_puzzle"]] == ["NYT-17"]
        assert [str(value) for value in rows.columns["other_puzzle"]] == ["x"]
        assert (rows.solution is None) == (command == ["canonical"])
    assert bitdoku("convert", "-q", "--puzzle", "board", "--solution", "", str(file), "-o", str(out)).returncode == 0
    assert read(out).solution is None
    assert [str(value) for value in read(out).columns["other_Solution"]] == [HARD_SOLVED]


def test_solve_without_pyarrow(three: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = sys.modules['pyarrow.csv'] = None\n"
        f"from bitdoku.cli import main; sys.exit(main(['solve', '-q', {str(three)!r}, '--to', 'csv']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == bitdoku("solve", "-q", str(three), "--to", "csv").stdout
    assert run.stdout.startswith("puzzle,verdict,solution,id\n")


def test_malformed_rows_of_data_sets(three: Path, tmp_path: Path) -> None:
    three.write_text(three.read_text() + f"010,{HARD}7\n{HARD}\n")
    run = bitdoku("solve", str(three))
    assert (run.returncode, run.stderr) == (1, f"bitdoku: {three}:5: the text holds 82 cells; expected 81\n")
    run = bitdoku("solve", str(three), "--malformed", "mark", "-o", str(tmp_path / "out.csv"))
    assert run.returncode == 1
    assert f"{three}:5: " in run.stderr
    assert f"{three}:6: 1 field; expected 2" in run.stderr
    assert (tmp_path / "out.csv").read_text().splitlines()[4:] == [f"{HARD}7,malformed,,010", ",malformed,,"]
    np.save(tmp_path / "bad.npy", np.full((3, 81), [[0], [12], [0]]))
    run = bitdoku("solve", str(tmp_path / "bad.npy"))
    assert (run.returncode, run.stdout.count("multiple")) == (1, 1)
    assert f"{tmp_path / 'bad.npy'}[1]: cell (0, 0) holds 12; expected 0..9" in run.stderr


def test_count(three: Path, tmp_path: Path) -> None:
    run = bitdoku("count", "-q", str(three), "--limit", "50")
    assert run.stdout == f"{HARD},1\n{CLASH},0\n{'.' * 81},50\n"
    run = bitdoku("count", "-q", str(three), "--limit", "none", "--budget", "1000", "-o", str(tmp_path / "out.csv"))
    assert run.returncode == 0
    assert (tmp_path / "out.csv").read_text().splitlines()[2:] == [f"{CLASH},0,008", f"{'.' * 81},,009"]
    run = bitdoku("count", "--malformed", "mark", stdin=f"12\n{HARD}\n")
    assert (run.returncode, run.stdout) == (1, f"12,\n{HARD},1\n")
    assert "stdin:1: " in run.stderr


def test_counts_are_of_one_type(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "in.txt"
    file.write_text(f"{HARD}\n" * 5000 + "bad\n" + f"{HARD}\n" * 5000)
    out = tmp_path / "out.parquet"
    assert bitdoku("count", "-q", "--threads", "1", "--malformed", "mark", str(file), "-o", str(out)).returncode == 1
    column = pq.read_table(out)["count"]
    assert (str(column.type), column.null_count, sum(column.drop_null().to_pylist())) == ("uint64", 1, 10_000)


def test_canonical(tmp_path: Path) -> None:
    twins = [HARD, *bd.shuffle(HARD, seed=1, copies=3)]
    run = bitdoku("canonical", "-q", stdin="\n".join(twins))
    assert set(run.stdout.splitlines()) == {bd.canonical(HARD)}
    write(tmp_path / "in.csv", twins, columns={"id": ["a", "b", "c", "d"]})
    bitdoku("canonical", "-q", str(tmp_path / "in.csv"), "-o", str(tmp_path / "out.csv"))
    expected = f"{bd.canonical(HARD)},a,{bd.fingerprint(HARD).hex()}"
    assert (tmp_path / "out.csv").read_text().splitlines()[:2] == ["puzzle,id,fingerprint", expected]
    run = bitdoku("canonical", "--malformed", "mark", stdin=f"12\n{HARD}\n")
    assert (run.returncode, run.stdout) == (1, f"\n{bd.canonical(HARD)}\n")


def test_generate(tmp_path: Path) -> None:
    made = bd.generate(5, seed=7, start=2)
    run = bitdoku("generate", "-n", "5", "--seed", "7", "--start", "2")
    assert [[int(c) for c in line.replace(".", "0")] for line in run.stdout.split()] == made.puzzle.reshape(
        -1, 81
    ).tolist()
    assert "5 puzzles, seed 7; " in run.stderr
    bitdoku("generate", "-n", "5", "--seed", "7", "--start", "2", "-o", str(tmp_path / "a.parquet"))
    rows = read(tmp_path / "a.parquet")
    np.testing.assert_array_equal(rows.solution, made.solution)
    assert rows.columns["index"].to_list() == [2, 3, 4, 5, 6]
    drawn = bitdoku("generate", "-n", "2", "--clues", "28-30", "--symmetry", "half-turn")
    seed = drawn.stderr.split("seed ")[1].split(";")[0]
    same = bitdoku(
        "generate", "-n", "2", "--clues", "28-30", "--symmetry", "half-turn", "--seed", seed, "--threads", "1"
    )
    assert same.stdout == drawn.stdout
    assert all(28 <= 81 - line.count(".") <= 30 for line in drawn.stdout.split())
    metadata = bd.datasets.scan(tmp_path / "a.parquet").metadata or {}
    assert (metadata["seed"], metadata["licence"], metadata["options"]) == ("7", "CC0-1.0", "--method top-down")
    rare = bitdoku("generate", "--seed", "7", "--clues", "20", "--minimal", "--effort", "1")
    assert (rare.returncode, rare.stdout) == (1, "")
    impossible = bitdoku("generate", "--clues", "16")
    assert (impossible.returncode, "16 clues" in impossible.stderr) == (2, True)


@pytest.mark.parametrize("suffix", ["txt", "csv", "parquet", "npz", "jsonl"])
def test_nothing_is_generated_where_nothing_is_asked_for(suffix: str, tmp_path: Path) -> None:
    for i, arguments in enumerate((["-n", "0"], ["-n", "3", "--seed", "1", "--shard", "1/5"])):
        file = tmp_path / f"{i}.{suffix}"
        assert bitdoku("generate", *arguments, "-o", str(file)).returncode == 0
        assert len(read(file)) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--format", "nonsense"],
        ["solve", "--to", "nonsense"],
        ["solve", "--side", "65"],
        ["solve", "--side", "5"],
        ["convert", "--to", "hrm"],
        ["convert", "-o", ""],
        ["solve", "-o", "solved.parqet"],
        ["count", "-o", "c.jsonlx"],
        ["canonical", "-o", "c.foo"],
        ["generate", "-o", "a.doc"],
        ["generate", "--clues", "5"],
        ["generate", "--pattern", "11"],
        ["generate", "--start", "18446744073709551615"],
        ["audit", "-o", "rep.pdf"],
        ["audit", "--rules", "cubist"],
        ["audit", "gone.csv"],
        ["bench", "--seconds", "nan"],
        ["bench", "--seconds", "-1"],
    ],
)
def test_wrong_usage(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = bitdoku(*arguments, stdin=f"{HARD}\n").returncode
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="no sh")
@pytest.mark.parametrize("stream", ["<", ">", "2>"])
def test_streams_that_are_closed(stream: str, three: Path) -> None:
    argument = "-" if stream == "<" else str(three)
    command = f"{sys.executable} -m bitdoku solve {argument} {stream}&-"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    if stream == "2>":
        assert (run.returncode, run.stdout.count("\n")) == (0, 3)
    else:
        name = "stdin" if stream == "<" else "stdout"
        assert (run.returncode, run.stderr) == (1, f"bitdoku: {name}: is closed\n")


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
    metadata = {"seed": "5", "licence": "CC0-1.0"}
    write(tmp_path / "a.parquet", read([HARD, "bad"], malformed="mark"), metadata=metadata)
    drop = ["convert", "--malformed", "drop", str(tmp_path / "a.parquet"), "-o"]
    bitdoku(*drop, str(tmp_path / "b.parquet"))
    bd.datasets.convert(tmp_path / "a.parquet", tmp_path / "c.parquet", malformed="drop")
    for name in "bc":
        found = bd.datasets.scan(tmp_path / f"{name}.parquet").metadata
        assert found == {"bitdoku_version": bd.__version__, "licence": "CC0-1.0"}


def test_fingerprints_stay_what_they_are(tmp_path: Path) -> None:
    bitdoku("canonical", "-q", "-o", str(tmp_path / "0.parquet"), stdin=HARD)
    for i, suffix in enumerate(["csv", "npz", "jsonl", "arrow", "npz", "csv", "parquet"]):
        source = next(tmp_path.glob(f"{i}.*"))
        assert bitdoku("convert", "-q", str(source), "-o", str(tmp_path / f"{i + 1}.{suffix}")).returncode == 0
    column = read(tmp_path / "7.parquet").columns["fingerprint"]
    assert column.to_list() == [bd.fingerprint(HARD)]
    assert str(pa.array(column).type) == "fixed_size_binary[16]"


def test_other_rules(tmp_path: Path) -> None:
    blank, one = "." * 16, "1" + "." * 15
    run = bitdoku("count", "-q", stdin=f"{blank}\n{one}\n")
    assert run.stdout == f"{blank},288\n{one},72\n"  # there are 288 grids of 4x4
    assert bitdoku("count", "-q", "--rules", "4x4", stdin=f"{blank}\n{one}\n").stdout == run.stdout
    run = bitdoku("solve", "--rules", "4x4", "--malformed", "mark", stdin=f"{blank}\n5{one[1:]}\n11{one[2:]}\n")
    assert run.stdout == f"{blank},multiple,1234341221434321\n5{one[1:]},malformed,\n11{one[2:]},no_solution,\n"
    assert "stdin:2: " in run.stderr
    twins = f"{one}\n{blank[1:]}4\n"
    assert len(set(bitdoku("canonical", "-q", stdin=twins).stdout.split())) == 1
    bitdoku("canonical", "-q", "-o", str(tmp_path / "out.csv"), stdin=twins)
    assert (tmp_path / "out.csv").read_text().splitlines()[1].split(",")[1] == bd.fingerprint(one, rules="4x4").hex()
    assert bitdoku("solve", "-q", "--pretty", stdin=one).stdout.splitlines()[2] == "│ 1 2 │ 3 4 │"

    # One solution with both diagonals, several without.
    texts = ["".join(map(str, puzzle.flat)) for puzzle in bd.generate(3, seed=1, rules="x").puzzle]
    for line in bitdoku("solve", "-q", "--rules", "x", stdin="\n".join(texts)).stdout.splitlines():
        _, verdict, solution = line.split(",")
        assert verdict == "unique"
        assert sorted(solution[::10]) == sorted(solution[8:-1:8]) == sorted("123456789")
    assert bitdoku("count", "-q", "--rules", "x", stdin=texts[0]).stdout == f"{texts[0]},1\n"
    assert "multiple" in bitdoku("solve", "-q", stdin=texts[0]).stdout

    assert bitdoku("solve", "--rules", "x", "--side", "4", stdin=blank).returncode == 2
    assert (
        bitdoku("solve", "--rules", "x", stdin=blank).stderr
        == "bitdoku: stdin:1: the text holds 16 cells; expected 81; boards of other sizes need rules, such as '4x4'\n"
    )


@pytest.mark.parametrize("command", ["solve", "count", "generate", "canonical", "audit"])
def test_rules_of_a_file(command: str, tmp_path: Path) -> None:
    known = bd.Rules(box=(2, 2)) + bd.rules.diagonals() + bd.rules.killer_cage([(0, 0), (0, 1)], 3)
    (tmp_path / "ours.json").write_text("\ufeff" + known.to_json(), encoding="utf-8")
    (tmp_path / "theirs.JSON").write_text(json.dumps(bd.links.to_fpuzzles("1...............", known)))
    made = bd.generate(3, seed=1, rules=known)
    texts = ["".join(map(str, puzzle.flat)).replace("0", ".") for puzzle in made.puzzle]
    solved = ["".join(map(str, grid.flat)) for grid in made.solution]
    expected = {
        "solve": [f"{puzzle},unique,{grid}" for puzzle, grid in zip(texts, solved, strict=True)],
        "count": [f"{puzzle},1" for puzzle in texts],
        "generate": texts,
        "canonical": bd.canonical(texts, rules=known),
        "audit": str(bd.datasets.audit(texts, rules=known)).split("\n")[5:],
    }[command]
    for name in ("ours.json", "theirs.JSON"):
        more = ["-n", "3", "--seed", "1"] if command == "generate" else ["-q"]
        run = bitdoku(command, "--rules", str(tmp_path / name), *more, stdin="\n".join(texts))
        lines = run.stdout.splitlines()
        assert (lines[5:] if command == "audit" else lines) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        ("{", "Expecting"),
        ('{"box": 3}', "rules.json: "),
        ('{"rules": [{"rule": "dance"}]}', "unknown rule 'dance'"),
        ('{"rules": [{"rule": "even", "cells": [[9, 0]]}]}', "r10c1 is outside"),
        ('{"grid": [[{}]], "foo": 0}', "'foo'"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[]", "expected a JSON object"),
    ],
)
def test_files_that_hold_no_rules(
    content: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit) as end:
        main(["generate", "--rules", str(file)])
    assert end.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("rules", "options", "suffix"),
    [
        *(("6x6", {}, suffix) for suffix in ("txt", "csv", "jsonl", "npz", "parquet")),
        *(("16x16", {"clues": 180}, suffix) for suffix in ("txt", "csv")),
        *(("36x36", {"clues": 1290}, suffix) for suffix in ("txt", "parquet")),
    ],
)
def test_other_boards_are_generated(rules: str, options: dict[str, Any], suffix: str, tmp_path: Path) -> None:
    made = bd.generate(4, seed=7, start=5, rules=rules, **options)
    side = made.puzzle.shape[1]
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]

    def generated(name: str, *more: str) -> Path:
        file = tmp_path / f"{name}.{suffix}"
        asked = ["generate", "-q", "-n", "4", "--seed", "7", "--start", "5", "--rules", rules, *words, *more]
        assert bitdoku(*asked, "-o", str(file)).returncode == 0
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
    run = bitdoku("generate", "-n", "3", "--seed", "1", "--rules", "6x6", "--clues", "14-18", "--symmetry", "half-turn")
    for line in run.stdout.split():
        assert 14 <= 36 - line.count(".") <= 18
        assert [cell == "." for cell in line] == [cell == "." for cell in reversed(line)]
    pattern = "111111111111...."
    run = bitdoku("generate", "-q", "--seed", "1", "--rules", "4x4", "--clues", "4-8", "--pattern", pattern)
    assert set(run.stdout[12:16]) == {"."}
    for arguments, message in [
        (["--rules", "6x6", "--difficulty", "guesses=3"], "difficulty"),
        (["--rules", "6x6", "--method", "controlled"], "controlled"),
        (["--rules", "6x6", "--clues", "37"], "a grid has 36 cells, not 37"),
        (["--rules", "6x6", "--pattern", pattern], "--pattern: the text holds 16 cells; expected 36"),
        (["--rules", "4x4", "--to", "sdx"], "side 9"),
    ]:
        refused = bitdoku("generate", *arguments)
        assert (refused.returncode, message in refused.stderr, refused.stdout) == (2, True, ""), refused.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
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
    assert first == "".join(map(str, puzzle.flat)).replace("0", ".") + "\n"


@pytest.mark.parametrize("suffix", ["txt", "csv", "jsonl"])
def test_shards_make_the_whole(suffix: str, tmp_path: Path) -> None:
    def made(name: str, *arguments: str) -> bytes:
        file = tmp_path / f"{name}.{suffix}"
        assert bitdoku("generate", "-q", "-n", "10", "--seed", "7", *arguments, "-o", str(file)).returncode == 0
        return file.read_bytes()

    whole = made("whole")
    assert whole.count(b"\n") == 10 + (suffix == "csv")
    bare = [made(f"bare {i}", "--shard", f"{i}/4", *["--no-header"] * (i > 1)) for i in range(1, 5)]
    assert b"".join(bare) == whole
    made("2", "--shard", "2/4")
    assert len(read(tmp_path / f"2.{suffix}")) == 3  # a shard is a data set of its own
    if suffix == "csv":  # with its own header
        assert (tmp_path / "2.csv").read_text().splitlines()[0] == whole.decode().splitlines()[0]


@pytest.mark.parametrize(("suffix", "module"), [("gz", gzip), ("bz2", bz2), ("xz", lzma)])
def test_damaged_compression_is_named(suffix: str, module: Any, tmp_path: Path) -> None:
    file = tmp_path / f"in.csv.{suffix}"
    puzzles = bd.generate(3000, seed=1).puzzle.reshape(-1, 81)
    whole = module.compress("\n".join(["puzzle", *("".join(map(str, puzzle)) for puzzle in puzzles), ""]).encode())
    for left in (20, len(whole) - 20):  # in the first bytes, and behind them
        file.write_bytes(whole[:left])
        run = bitdoku("solve", str(file))
        assert (run.returncode, run.stderr) == (1, f"bitdoku: {file}: the compressed data are truncated\n")
    file.write_bytes(whole[: len(whole) // 2] + bytes(1000) + whole[len(whole) // 2 + 1000 :])
    run = bitdoku("solve", str(file))
    assert (run.returncode, f"bitdoku: {file}: the compressed data are damaged (" in run.stderr) == (1, True)


def test_convert(three: Path, tmp_path: Path) -> None:
    run = bitdoku("convert", str(three), "-o", str(tmp_path / "a.parquet"))
    assert (run.returncode, run.stderr) == (0, "3 puzzles\n")
    assert bitdoku("convert", "-q", str(tmp_path / "a.parquet")).stdout == f"{HARD}\n{CLASH}\n{'.' * 81}\n"
    text = bitdoku("convert", "-q", str(tmp_path / "a.parquet"), "--to", "csv", "--blank", "0", "--no-header").stdout
    assert text.splitlines()[0] == f"{HARD.replace('.', '0')},007"
    assert bitdoku("convert", "-q", "-", "--to", "ss", stdin=HARD).stdout.startswith("*-----------*\n|8..|...|...|\n")
    both = bitdoku("convert", "-q", str(three), str(three), "--to", "jsonl")
    assert len(both.stdout.splitlines()) == 6
    three.write_text(three.read_text() + "010\n")
    assert bitdoku("convert", "-q", str(three)).returncode == 1
    dropped = bitdoku("convert", str(three), "--malformed", "drop")
    assert (dropped.returncode, len(dropped.stdout.splitlines())) == (1, 3)
    assert dropped.stderr.endswith("3 puzzles, 1 malformed left out\n")
    assert bitdoku("convert", str(three), "-o", str(tmp_path / "a.doc")).returncode == 2


def test_other_sides_are_converted(tmp_path: Path) -> None:
    run = bitdoku("convert", "-q", "--to", "csv", "-", stdin="0034000000002100\n")
    assert run.stdout == "puzzle\n0034000000002100\n"


def test_bench(three: Path) -> None:
    run = bitdoku("bench", str(three), "--seconds", "0.01", "--threads", "1", "--json")
    report = json.loads(run.stdout)
    assert report["puzzles"] == 3
    assert report["backend"] == bd.backend()
    assert set(report["rates"]) == {"solve", "verdict", "canonical", "fingerprint", "generate"}
    assert all(value > 0 for rates in report["rates"].values() for value in rates.values())
    assert "solve" in bitdoku("bench", str(three), "--seconds", "0.01").stdout


def test_bench_of_other_rules(tmp_path: Path) -> None:
    def rates(*arguments: str) -> dict[str, Any]:
        run = bitdoku("bench", *arguments, "--seconds", "0.001", "--threads", "1", "--json")
        assert run.returncode == 0, run.stderr
        return dict(json.loads(run.stdout))

    report = rates("--rules", "4x4")
    assert (report["puzzles"], report["source"], len(report["rates"])) == (250, "generated minimal puzzles", 5)
    small, big = tmp_path / "small.txt", tmp_path / "big.csv"
    small.write_text("1" + "." * 35 + "\n")
    write(big, bd.generate(1, seed=1, rules="14x14 + x").puzzle)
    assert rates(str(small))["puzzles"] == 1
    assert set(rates(str(big), "--rules", "14x14 + x")["rates"]) == {
        "solve",
        "verdict",
        "canonical",
        "fingerprint",
        "generate",
    }
    (tmp_path / "empty.txt").touch()
    assert rates(str(tmp_path / "empty.txt"), "--rules", "6x6")["puzzles"] == 0
    mixed = bitdoku("bench", str(small), str(big))
    assert (mixed.returncode, "several sides" in mixed.stderr) == (2, True)


def test_boards_are_compressed_as_the_name_says(tmp_path: Path) -> None:
    out = tmp_path / "boards.txt.gz"
    assert bitdoku("solve", "-q", "--pretty", "-o", str(out), stdin=f"{HARD}\n").returncode == 0
    assert "unique" in gzip.decompress(out.read_bytes()).decode()
    # Lines are what txt is, whether the name says so or an option.
    assert bitdoku("solve", "-q", "--to", "txt", stdin=f"{HARD}\n").stdout == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
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
        assert bitdoku(command, "-q", *map(str, files), "-o", str(out)).returncode == 0
        assert out.read_text().splitlines()[0] == columns
        assert out.read_text().count("\n") == 1 + rows


def test_malformed_solutions_are_described(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{HARD},{HARD_SOLVED[:-1]}z\n")
    done = bitdoku("convert", "--malformed", "drop", str(file), "-o", str(tmp_path / "out.csv"))
    assert "in.csv:2 (solution): cell (8, 8) holds 'z'" in done.stderr
