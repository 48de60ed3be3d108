"""``bitdoku audit``."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from command_line import Run
from puzzles import EASY, HARD, THREE

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: object, stdin: str = "") -> Run:
    return Run("audit", *arguments, stdin=stdin)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.txt"
    path.write_text(f"{HARD}\n{THREE}\n{EASY}\n{bd.shuffle(HARD, seed=1)}\n")
    return path


def test_reports_come_in_three_forms(bad: Path, tmp_path: Path) -> None:
    expected = bd.datasets.audit(bad)
    assert expected.faults == {"several solutions": 1, "repeated class": 1}
    shown = run(bad)
    assert (shown.code, shown.err) == (1, "")
    assert shown.out.rstrip() == str(expected).rstrip()
    assert json.loads(run(bad, "--json").out) == expected.to_dict()
    assert run(bad, "--html").out == expected.html()
    for name, text in {"a.json": expected.to_json(), "a.html": expected.html(), "a.txt": str(expected)}.items():
        done = run(bad, "-o", tmp_path / name)
        assert (done.code, done.out) == (1, "")
        assert (tmp_path / name).read_text(encoding="utf-8").rstrip() == text.rstrip()
    assert run(bad, "-o", tmp_path / "b.txt", "--json").code == 1
    assert json.loads((tmp_path / "b.txt").read_text())["rows"] == 4
    rated = json.loads(run(bad, "--json", "--ratings", "level,er").out)["ratings"]
    assert rated == bd.datasets.audit(bad, ratings=("level", "er")).to_dict()["ratings"]
    assert sum(rated["er"].values()) == 3
    wrong = run(bad, "--ratings", "hardness")
    assert (wrong.code, "hardness" in wrong.err) == (2, True)
    assert len(json.loads(run(bad, "--json", "--examples", 0).out)["findings"]) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
@pytest.mark.parametrize("suffix", ["npy", "txt"])
def test_the_report_of_a_file_whose_name_is_not_utf_8(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"a\xff&." + suffix.encode())
    bd.datasets.write(path, [EASY])
    for name in ("a.html", "a.json", "a.txt"):
        done = run(path, "-o", tmp_path / name)
        assert (done.code, done.err) == (0, "")
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "a\ufffd&" in text.replace("\\ufffd", "\ufffd").replace("&amp;", "&")
    assert f"a\ufffd&.{suffix}" in run(path).out


def test_good_sets_and_stdin() -> None:
    done = run(stdin=f"{HARD}\n{EASY}\n")
    assert (done.code, done.err) == (0, "")
    assert "stdin" in done.out


def test_wasteful_storage_is_no_fault(tmp_path: Path) -> None:
    np.save(tmp_path / "wide.npy", bd.generate(3, seed=1).puzzle.astype(np.int64))
    done = run(tmp_path / "wide.npy")
    assert (done.code, done.err) == (0, "")
    assert "int64" in done.out


def test_other_boards(tmp_path: Path) -> None:
    path = tmp_path / "4x4.csv"
    path.write_text("Puzzle,Solution\n0034000000002100,1234341243212143\n")
    assert json.loads(run(path, "--json").out)["rules"] == "4x4"
    assert json.loads(run(path, "--json", "--rules", "4x4 + x").out)["rules"] == "4x4 + x"


def test_leaks(bad: Path, tmp_path: Path) -> None:
    train = tmp_path / "train.csv"
    train.write_text(f"id,givens\n1,{EASY}\n")
    found = json.loads(run(bad, "--against", train, "--json", "--threads", 1).out)
    assert found["faults"]["leak"] == 1
    assert found["findings"]["leak"][0]["place"] == f"{bad}:3"
    # Beside the puzzles there are grids of the same form, in a column of a likelier name.
    train.write_text(f"x,quiz board\n{'.' * 81},{EASY}\n")
    more = ["--against-puzzle", "quiz board"]
    assert json.loads(run(bad, "--against", train, "--json", *more).out)["faults"]["leak"] == 1
    (tmp_path / "plain").write_bytes(train.read_bytes())
    options = ["--against-format", "csv", "--against-puzzle", "quiz board", "--json"]
    assert json.loads(run(bad, "--against", tmp_path / "plain", *options).out)["faults"]["leak"] == 1
    small = tmp_path / "4.txt"
    small.write_text("1234341221434321\n")
    assert run(small, "--side", 4, "--against", small).code == 1
    assert "-" in run("-", "--against", "-").err


def test_what_goes_wrong_is_said(bad: Path, tmp_path: Path) -> None:
    cases: list[tuple[list[object], int, str]] = [
        ([tmp_path / "nothing.csv"], 2, "nothing.csv"),
        ([bad, "--html", "--json"], 2, "not allowed"),
        ([bad, "-o", tmp_path / "no/folder.html"], 2, "folder"),
        ([bad, "--side", 4, "--rules", "x"], 2, "rules"),
        ([bad, "--examples", "some"], 2, "--examples"),
    ]
    for arguments, code, message in cases:
        done = run(*arguments)
        assert done.code == code, done.err
        assert message in done.err
