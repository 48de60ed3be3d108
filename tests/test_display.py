"""Results and data in notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bitdoku as bd
from puzzles import HARD
from puzzles import USUAL as PUZZLE
from puzzles import USUAL_SOLUTION as SOLUTION

if TYPE_CHECKING:
    from pathlib import Path


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
