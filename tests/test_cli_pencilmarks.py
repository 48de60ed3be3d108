"""The command line on files of pencil marks, which some commands accept and others refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write_hrm
from command_line import Run
from puzzles import HARD

if TYPE_CHECKING:
    from pathlib import Path

MASKS = bd.candidates(HARD, level="basic")


def line(masks: np.ndarray) -> str:
    """729 characters, nine for each cell."""
    held = masks.ravel()[:, None] >> np.arange(9) & 1
    return "".join(np.where(held, [*"123456789"], ".").ravel())


def two_digits(solution: np.ndarray) -> np.ndarray:
    """Pencil marks without a cell of one digit: the solution's digit and the next one."""
    digits = solution.astype(np.uint16)
    return np.uint16(1) << (digits - 1) | np.uint16(1) << (digits % 9)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: three different puzzles, a puzzle with its solution and one with another's."""
    monkeypatch.chdir(tmp_path)
    grids = bd.grids(3, seed=1)
    (tmp_path / "three.txt").write_text("".join(f"{line(two_digits(grid))}\n" for grid in grids))
    for name, solution in (("right.csv", grids[0]), ("wrong.csv", grids[1])):
        text = "".join(map(str, solution.ravel().tolist()))
        (tmp_path / name).write_text(f"puzzle,solution\n{line(two_digits(grids[0]))},{text}\n")
    return tmp_path


def test_stored_solutions_are_those_of_the_candidates(folder: Path) -> None:
    assert read(folder / "wrong.csv").candidates is not None
    for name, code, summary in (("right.csv", 0, [1, 1, 0]), ("wrong.csv", 1, [1, 0, 1, 1, 0])):
        run = Run("check", name)
        assert (run.code, run.numbers()) == (code, summary)


@pytest.mark.parametrize(
    "arguments",
    [
        ["dedupe", "three.txt"],
        ["dedupe", "three.txt", "--by", "class"],
        ["shuffle", "right.csv", "--seed", "1"],
        ["split", "three.txt", "--parts", "a=0.5,b=0.5", "-o", "{part}.csv"],
        ["link", "three.txt"],
        ["minimize", "three.txt", "--seed", "1"],
        ["canonical", "three.txt"],
        ["bench", "three.txt", "--seconds", "0.01"],
    ],
)
def test_what_needs_givens(arguments: list[str], folder: Path) -> None:
    run = Run(*arguments)
    assert run.code == 1
    assert f"{arguments[1]}:" in run.err
    assert "candidates" in run.err
    assert not [*folder.glob("[ab].csv")]


def test_steps_begin_with_the_candidates(folder: Path) -> None:
    (folder / "hard.txt").write_text(line(MASKS))
    expected = bd.explain(bd.Pencilmarks(MASKS))
    assert str(expected) in Run("explain", "hard.txt").out
    first = bd.hint(bd.Pencilmarks(MASKS))
    assert first is not None
    assert first.label in Run("hint", "hard.txt").out


def test_pictures_have_the_candidates(folder: Path) -> None:
    assert Run("draw", "right.csv", "-o", "board.svg").code == 0
    rows = read(folder / "right.csv")
    candidates = rows.candidates
    assert candidates is not None
    board = bd.Board(rows.puzzle[0], candidates=candidates[0])
    assert (folder / "board.svg").read_text() == board.svg(theme="light")
    with pytest.raises(bd.PuzzleError, match="candidates"):
        bd.sheet(rows)


def test_hrm_has_givens_only(folder: Path) -> None:
    with pytest.raises(bd.FormatError, match=r"train.*candidates"):
        write_hrm(folder / "hrm", train=folder / "right.csv")
