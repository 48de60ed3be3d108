"""Results and data in notebooks."""

from __future__ import annotations

import pickle
import re
from typing import TYPE_CHECKING

import bitdoku as bd
from bitdoku import links
from bitdoku.logic._rate import COLUMNS
from puzzles import HARD
from puzzles import USUAL as PUZZLE
from puzzles import USUAL_SOLUTION as SOLUTION

if TYPE_CHECKING:
    from pathlib import Path


def test_data_show_themselves() -> None:
    made = bd.generate(6, seed=1)
    shown = made._repr_html_()
    folded = re.findall("<details>.*?</details>", shown)
    assert len(folded) == 4
    assert re.sub("<details>.*?</details>", "", shown).count("<svg") == 4
    assert f"{made.clues[3]} clues" in shown
    assert bd.Board(made.puzzle[0]).svg(size=300) in shown
    assert bd.Board(made.puzzle[0], made.solution[0]).svg(size=300) in folded[0]
    assert bd.Board(made.puzzle[5]).svg(size=300) in made[5]._repr_html_()
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


def test_reprs_are_short_and_name_their_values() -> None:
    made = bd.generate(2, rules="killer", seed=1)
    link = links.write(made[0], rules=made[0].rules, title="Cages", solution=made[0].solution)
    shared = links.read(link)
    assert "killer cage" in repr(made[0])
    assert all(word in repr(shared) for word in ("Cages", "9x9", "killer cage", "solution"))
    assert "<details>" in shared._repr_html_()
    checked = bd.check([PUZZLE] * 2, [PUZZLE, SOLUTION])
    for value in (bd.generate(1), made[0], shared, bd.Board(made[0]), checked, bd.rate(HARD, columns=["er", "counts"])):
        assert len(repr(value)) < 400
        assert "array(" not in repr(value)


def test_a_rating_names_its_values() -> None:
    columns = ["level", "score", "er", "hardest"]
    rating, easy = bd.rate(HARD, columns=columns), bd.rate(PUZZLE, columns=columns)
    assert rating["level"] is bd.Level.EXTREME
    assert isinstance(rating["hardest"], bd.Technique)
    assert str(rating).startswith(f"EXTREME {rating['score']}, ER {rating['er']}")
    assert pickle.loads(pickle.dumps(rating)) == rating
    table = bd.rate([HARD, PUZZLE], columns=columns)
    assert [*map(str, table)] == [str(rating), str(easy)]
    assert table["level"].tolist() == [rating["level"], easy["level"]]
    unrated = bd.rate("." * 81, columns=columns)
    assert (str(unrated), unrated["level"]) == ("unrated", 255)
    everything = bd.rate(HARD, columns=[*COLUMNS])
    assert "nan" not in str(everything)


def test_rows_with_solutions_of_other_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "some.csv"
    file.write_text(f"puzzle,solution,note\n{PUZZLE},{SOLUTION},a\n1{PUZZLE[1:]},{SOLUTION},b\n")
    shown = bd.datasets.read(file)._repr_html_()
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown
    assert "some.csv:3: " in shown
