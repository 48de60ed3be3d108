"""The command line: arguments and files that are refused with a sentence, and rare ways through the commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Self

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write
from puzzles import HARD, HARD_SOLUTION
from test_cli_commands import Run

if TYPE_CHECKING:
    from pathlib import Path

SMALL = bd.generate(3, seed=1, rules="4x4")
#: Rules that have no canonical form, by one even cell.
TOO_SYMMETRIC = '{"box": [3, 4], "rules": [{"rule": "even", "cells": [[0, 0]]}]}'


#: The first digits of a long number in messages.
BEGINNING = "10000000000000000000"
EMPTY_PATH = "bitdoku: the path is empty; expected a file, a folder of HRM or TRM, or '-' for stdin\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands run, with files of two sizes of boards."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(f"{HARD}\n")
    write("small.csv", SMALL.puzzle, SMALL.solution)
    (tmp_path / "rules.json").write_text(TOO_SYMMETRIC)
    return tmp_path


@pytest.mark.parametrize("threads", ["x", "0", " ", "1_000"])
@pytest.mark.parametrize("command", ["solve", "count", "hint", "shuffle", "dedupe", "audit", "draw", "link"])
@pytest.mark.usefixtures("folder")
def test_threads_of_the_environment(monkeypatch: pytest.MonkeyPatch, command: str, threads: str) -> None:
    monkeypatch.setenv("BITDOKU_THREADS", threads)
    expected = f"the environment variable BITDOKU_THREADS is {threads!r}; expected a whole number of at least 1"
    for file in ("one.txt", HARD):
        run = Run(command, file)
        assert (run.code, run.err) == (2, f"bitdoku: {expected}\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["check", "one.txt", "--answers", "small.csv"], 1, "small.csv: boards of side 4, puzzles of side 9; expected"),
        (["split", "one.txt", "small.csv", "--parts", "a=0.5,b=0.5", "-o", "{part}.csv"], 2, "boards of several sides"),
        (["draw", "one.txt", "-o", "a.png", "--size", "16385"], 2, "bitdoku: --size is 16385; expected at most 16384"),
        (["draw", "one.txt", "-o", "a.html", "--columns", "21"], 2, "bitdoku: --columns is 21; expected at most 20"),
        (
            ["draw", "one.txt", "-o", "a.html", "--title", "\udcff"],
            2,
            r"bitdoku: --title is '\udcff'; expected at most",
        ),
        (["link", "one.txt", "--rules", "unlinked.json"], 1, "f-puzzles does not support the rule 'full_rank'"),
        (["bench", "--seconds", "soon"], 2, "'soon'"),
        (["generate", "--clues", "many"], 2, "'many' is neither a number nor a range such as 24-28"),
        (["generate", "--clues", "28-24"], 2, "'28-24' is neither a number nor a range such as 24-28"),
        (["generate", "--shard", "5/3"], 2, "'5/3' is not a part such as 3/100, from 1/100 to 100/100"),
        (["generate", "--shard", "1/3"], 2, "--shard needs --seed: without it, each shard would draw its own seed"),
        (["solve", "4" * 65 * 65], 1, "file name too long"),
        (["generate", "--seed", "-1"], 2, "argument --seed: '-1' is not a whole number of at least 0"),
        (["count", "--limit", "0"], 2, "argument --limit: '0' is not a whole number of at least 1"),
        (["shuffle", "one.txt", "--copies", "1e99"], 2, "transformations are numbered below 2^62"),
        (["shuffle", "one.txt", "--start", "1e30"], 2, "puzzles are numbered below 2^40"),
        (["shuffle", "one.txt", "--start", "1e12", "--copies", "1e12"], 2, "transformations are numbered below 2^62"),
        (["minimize", "one.txt", "--start", "1e30"], 2, "puzzles are numbered below 2^40"),
        *(
            ([command, option, f"{before}1{'0' * 4999}"], 2, f"argument {option}: '{BEGINNING}…' has 5,000 digits")
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
        (["generate", "-n", "9" * 4000], 2, "start + n is 0 + 99999999999999999999…; items are numbered below"),
        (["generate", "--symmetry", "9" * 4000], 2, "invalid choice: '99999999999999999999…' (choose from 'none'"),
        (["check", "one.txt"], 2, "no stored solutions to check; name their column with --solution, or a file with"),
        *(
            ([*command.split(), "-o", "a.csv.zip"], 2, "a.csv.zip: zip archives are read, not written; use .gz, .bz2")
            for command in ("solve one.txt", "explain one.txt", "hint one.txt --text", "rate one.txt", "generate")
        ),
        (["solve", "one.txt", "-o", "a.foo"], 2, "a.foo: the extension has no format; use one of .txt .sdm "),
        (["build", "plan.toml", "-o", ""], 2, "argument -o/--output: the name of the folder is empty\n"),
        (["solve", "one.txt", "-o", "a.foo"], 2, ", or give --to\n"),
        *(([command, ""], 1, EMPTY_PATH) for command in ("solve", "dedupe", "draw")),
        (["convert", "", "-o", "a.csv"], 1, EMPTY_PATH),
        (["check", "one.txt", "--answers", ""], 1, EMPTY_PATH),
        (["audit", ""], 2, EMPTY_PATH),
        (["audit", "one.txt", "--against", ""], 2, EMPTY_PATH),
    ],
)
def test_refusals(arguments: list[str], code: int, message: str, folder: Path) -> None:
    (folder / "unlinked.json").write_text('{"rules": [{"rule": "full_rank", "rank": 1, "row": 0}]}')
    before = {*folder.iterdir()}
    run = Run(*arguments)
    assert run.code == code
    assert message in run.err
    assert "Traceback" not in run.err
    assert {*folder.iterdir()} == before


def test_a_bench_of_boards_without_minimal_puzzles_or_forms(folder: Path) -> None:
    """Above 16x16 puzzles are made with many clues; canonical forms are measured if there are any."""
    run = Run("bench", "--rules", "rules.json", "--seconds", "0.001", "--threads", "1", "--json")
    assert run.code == 0
    assert set(json.loads(run.out)["rates"]) == {"solve", "verdict", "generate"}
    run = Run("bench", "--rules", "20x20", "--seconds", "0.001", "--threads", "1", "--json")
    assert run.code == 0
    assert set(json.loads(run.out)["rates"]) == {"solve", "verdict", "canonical", "fingerprint", "generate"}


def test_progress_of_puzzles_in_arguments_and_of_stdin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much there is is known of the one, and not of the other."""
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
            assert description.startswith("1 puzzles, ")
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
