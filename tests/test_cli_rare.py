"""The command line: invalid arguments and files, and rarely used options."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write
from command_line import Run
from puzzles import HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from pathlib import Path

SMALL = bd.generate(3, seed=1, rules="4x4")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands run, with files of two sizes of boards."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(f"{HARD}\n")
    write("small.csv", SMALL.puzzle, SMALL.solution)
    return tmp_path


@pytest.mark.parametrize("command", ["solve", "count", "hint", "shuffle", "dedupe", "audit", "draw", "link"])
@pytest.mark.usefixtures("folder")
def test_threads_of_the_environment(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for threads in ("x", "0", " ", "1_000"):
        monkeypatch.setenv("BITDOKU_THREADS", threads)
        for file in ("one.txt", HARD):
            run = Run(command, file)
            assert (run.code, f'BITDOKU_THREADS is "{threads}"' in run.err) == (2, True)


def test_the_backend_of_a_run_is_that_of_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    used = bd.backend()
    monkeypatch.setenv("BITDOKU_BACKEND", "")
    assert Run("solve", "--backend", used, HARD).code == 0
    assert os.environ["BITDOKU_BACKEND"] == ""
    other = "scalar" if used != "scalar" else "avx2"
    run = Run("solve", "--backend", other, HARD)
    assert (run.code, f"this process already uses {used}" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "usage"),
        (["dance"], 2, "dance"),
        (["solve", "--threads", "0"], 2, "--threads"),
        (["solve", "--malformed", "ignore"], 2, "ignore"),
        *((["solve", option, "nonsense"], 2, "'nonsense'") for option in ("--format", "--to", "--rules")),
        *((["solve", "--side", side], 2, side) for side in ("65", "5")),
        *(
            (["solve", f"--budget={budget}"], 2, f"'{budget}'")
            for budget in ("soon", "2m", "-1", "0", "", "1.5", "s", "²", "9" * 14 + "s")
        ),
        (["count", "--budget", "0s"], 2, "0s"),
        (["convert", "--to", "hrm"], 2, "'hrm'"),
        (["convert", "-o", ""], 2, "empty"),
        *(([command, "one.txt", "-o", "a.csvx"], 2, "a.csvx") for command in ("count", "canonical", "convert")),
        (["generate", "-o", "a.doc"], 2, "a.doc"),
        (["generate", "--effort", "0"], 2, "--effort"),
        (["generate", "--symmetry", "lopsided"], 2, "lopsided"),
        (["generate", "--clues", "5"], 2, "5 clues"),
        (["generate", "--pattern", "11"], 2, "--pattern"),
        (["generate", "--start", "18446744073709551615"], 2, "start"),
        (["audit", "one.txt", "-o", "a.pdf"], 2, "a.pdf"),
        (["audit", "gone.csv"], 2, "gone.csv"),
        *((["bench", f"--seconds={seconds}"], 2, f"'{seconds}'") for seconds in ("nan", "-1", "soon")),
        (["rate", "--columns", "x"], 2, "'x'"),
        (["rate", "--columns", "er,counts"], 2, "'counts'"),
        (["explain", "--scale", "serate"], 2, "'serate'"),
        (["explain", "--techniques", "x"], 2, "'x'"),
        (["explain", "--to", "parquet"], 2, "'parquet'"),
        *((["split", "one.txt", *more], 2, "{part}") for more in ([], ["-o", "x.csv"])),
        *(
            (["split", "--parts", parts], 2, message)
            for parts, message in (("a=0.5,b=0.6", "1.1"), ("a=1,a=0", "'a'"), ("a", "'a'"), ("../a=1", "'../a=1'"))
        ),
        (["split", "one.txt", "-o", "{part}.xyz"], 2, "xyz"),
        (["check", "one.txt", "--answers", "small.csv"], 1, "small.csv"),
        (["split", "one.txt", "small.csv", "--parts", "a=0.5,b=0.5", "-o", "{part}.csv"], 2, "sides"),
        (["draw", "one.txt", "-o", "a.png", "--size", "16385"], 2, "--size is 16385"),
        (["draw", "one.txt", "-o", "a.html", "--columns", "21"], 2, "--columns is 21"),
        (["draw", "one.txt", "-o", "a.html", "--title", "\udcff"], 2, r"--title is '\udcff'"),
        (["link", "one.txt", "--rules", "unlinked.json"], 1, "'full_rank'"),
        (["generate", "--clues", "many"], 2, "'many'"),
        (["generate", "--clues", "28-24"], 2, "'28-24'"),
        (["generate", "--shard", "5/3"], 2, "'5/3'"),
        (["generate", "--shard", "1/3"], 2, "--shard needs --seed"),
        (["solve", "4" * 65 * 65], 1, "4225 cells"),
        (["generate", "--seed", "-1"], 2, "argument --seed: '-1'"),
        (["count", "--limit", "0"], 2, "argument --limit: '0'"),
        (["shuffle", "one.txt", "--copies", "1e99"], 2, "2^62"),
        (["shuffle", "one.txt", "--start", "1e30"], 2, "2^40"),
        (["shuffle", "one.txt", "--start", "1e12", "--copies", "1e12"], 2, "2^62"),
        (["minimize", "one.txt", "--start", "1e30"], 2, "2^40"),
        *(
            ([command, option, f"{before}1{'0' * 4999}"], 2, f"argument {option}: invalid")
            for command, option, before in (
                ("generate", "-n", ""),
                ("generate", "--seed", ""),
                ("generate", "--clues", "5-"),
                ("generate", "--shard", "1/"),
                ("count", "--limit", ""),
                ("solve", "--threads", ""),
                ("solve", "--side", ""),
                ("draw", "--size", ""),
            )
        ),
        (["generate", "-n", "9" * 4000], 2, f"{'9' * 20}…"),
        (["generate", "--symmetry", "9" * 4000], 2, f"{'9' * 20}…"),
        (["check", "one.txt"], 2, "--solution"),
        *(
            ([*command.split(), "-o", "a.csv.zip"], 2, "a.csv.zip")
            for command in ("solve one.txt", "explain one.txt", "hint one.txt --text", "rate one.txt", "generate")
        ),
        (["solve", "one.txt", "-o", "a.foo"], 2, "a.foo"),
        (["build", "plan.toml", "-o", ""], 2, "--output"),
        *(([command, ""], 1, "path is empty") for command in ("solve", "dedupe", "draw")),
        (["convert", "", "-o", "a.csv"], 1, "path is empty"),
        (["check", "one.txt", "--answers", ""], 1, "path is empty"),
        (["audit", ""], 2, "path is empty"),
        (["audit", "one.txt", "--against", ""], 2, "path is empty"),
    ],
)
def test_refusals(arguments: list[str], code: int, message: str, folder: Path) -> None:
    (folder / "unlinked.json").write_text('{"rules": [{"rule": "full_rank", "rank": 1, "row": 0}]}')
    before = {*folder.iterdir()}
    run = Run(*arguments)
    assert run.code == code
    assert message in run.err
    assert {*folder.iterdir()} == before


def test_progress_of_puzzles_in_arguments_and_of_stdin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The total is known for arguments, and unknown for stdin."""
    shown: list[float | None] = []

    class Progress:
        def __init__(self, *_: object, **__: object) -> None:
            self.total: float | None = None

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def add_task(self, _: str, total: float | None) -> int:
            return 0

        def update(self, _: int, description: str, total: float | None, completed: float | None) -> None:
            assert (total is None) == (completed is None)
            shown.append(completed)

    progress = pytest.importorskip("rich.progress")
    monkeypatch.setattr(progress, "Progress", Progress)
    monkeypatch.setattr("bitdoku.cli.progress.on_terminal", lambda stream: True)
    assert Run("solve", "-o", "out.txt", HARD).code == 0
    assert (len(shown) > 0, {*shown}) == (True, {1.0})
    shown.clear()
    assert Run("solve", "-o", "out.txt", stdin=HARD).code == 0
    assert (len(shown) > 0, {*shown}) == (True, {None})
    np.testing.assert_array_equal(read("out.txt").puzzle[0].ravel(), [int(d) for d in HARD.replace(".", "0")])
    assert HARD_SOLUTION in (folder / "out.txt").read_text()
