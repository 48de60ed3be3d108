"""Results and data in notebooks."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku._results import MAX_SHOWN
from puzzles import HARD, digits
from puzzles import USUAL as PUZZLE
from puzzles import USUAL_SOLUTION as SOLUTION

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "form",
    [
        tuple,
        lambda texts: np.array(texts).reshape(2, 3),
        lambda texts: np.stack([digits(text) for text in texts]).reshape(3, 2, 9, 9),
        lambda texts: np.stack([digits(text) for text in texts]).reshape(6, 81),
        lambda texts: pytest.importorskip("pandas").Series(texts, index=list("abcdef")),
        lambda texts: pytest.importorskip("pyarrow").array(texts),
        lambda texts: pytest.importorskip("polars").Series(texts),
        bd.datasets.read,
    ],
)
def test_results_of_many_in_every_form(form: Any) -> None:
    puzzles = form([PUZZLE, "55" + PUZZLE[2:], "." * 81, PUZZLE, PUZZLE, PUZZLE])
    shown = bd.solve(puzzles)._repr_html_()
    assert shown.count("<svg") == MAX_SHOWN == 4
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown
    for caption in ("2 more", "unique", "no solution", "several"):
        assert caption in shown


def test_results_do_not_keep_the_puzzles() -> None:
    puzzles = np.stack([digits(PUZZLE)] * 6)
    alive = weakref.ref(puzzles)
    result = bd.solve(puzzles)
    puzzles[:] = 0
    del puzzles
    assert alive() is None
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in result._repr_html_()


def test_results_without_shown_puzzles() -> None:
    marked = bd.solve([PUZZLE, "<b>no puzzle</b>"], malformed="mark")
    assert "&lt;b&gt;no puzzle" in marked._repr_html_()
    assert "<b>" not in marked._repr_html_()
    out = np.empty((9, 9), np.uint8)
    assert bd.Board(SOLUTION).svg(size=300) in bd.solve(digits(PUZZLE), out=out)._repr_html_()
    candidates = bd.Pencilmarks(bd.candidates(PUZZLE))
    assert bd.Board(SOLUTION).svg(size=300) in bd.solve(candidates)._repr_html_()
    assert "999,996" in bd.SolveResult(["." * 81] * 4, np.zeros(10**6, np.uint8), ["." * 81] * 4)._repr_html_()
    assert "<svg" not in bd.SolveResult([], np.zeros(0, np.uint8), [])._repr_html_()


def test_data_show_themselves() -> None:
    made = bd.generate(6, seed=1)
    shown = made._repr_html_()
    assert shown.count("<svg") == 4
    assert f"{made.clues[3]} clues" in shown
    assert bd.Board(made.puzzle[0], made.solution[0]).svg(size=300) in shown
    other = "1" + PUZZLE[1:]
    rows = bd.datasets.read([PUZZLE, "<b>", other], malformed="mark")
    shown = rows._repr_html_()
    assert shown.count("<svg") == 2
    assert "malformed" in shown
    assert "<b>" not in shown
    assert bd.Board(other).svg(size=300) in shown
    assert "<svg" not in made[:0]._repr_html_()
    assert "<table>" in bd.datasets.audit([PUZZLE])._repr_html_()
    assert "<svg" in bd.explain(HARD)._repr_html_()


def test_rows_with_solutions_of_other_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "some.csv"
    file.write_text(f"puzzle,solution,note\n{PUZZLE},{SOLUTION},a\n1{PUZZLE[1:]},{SOLUTION},b\n")
    shown = bd.datasets.read(file)._repr_html_()
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown
    assert "some.csv:3: " in shown
