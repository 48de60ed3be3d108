"""Columns, encodings, editors and difficulties: rare and invalid values."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import encodings, read, write
from bitdoku.logic._difficulty import difficulty_data, parse_difficulty
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MADE = bd.generate(4, seed=3)


def test_numbers_of_thousands_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(f'{{"puzzle": "{EASY}", "x": 1}}\n{{"puzzle": "{EASY}", "x": {"9" * 6000}}}\n')
    with pytest.raises(bd.FormatError, match="row 1"):
        read(file)["x"]


def test_numbers_that_json_has_not(tmp_path: Path) -> None:
    values = [{"x": np.float64("nan")}, {"x": np.float32("inf")}, {"x": (1.5, np.float32("nan"))}]
    write(tmp_path / "a.jsonl", MADE.puzzle[:3], columns={"c": values})
    rows = [json.loads(line)["c"] for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert rows == [{"x": None}, {"x": "inf"}, {"x": [1.5, None]}]


def test_columns_that_change_their_shape(tmp_path: Path) -> None:
    first, second = (read(MADE.puzzle[k : k + 2]).with_results(None, {"c": np.zeros((2, k + 3))}) for k in (0, 2))
    with pytest.raises(bd.FormatError, match=r"'c'.*\(3,\).*\(5,\)"):
        write(tmp_path / "a.npz", iter([first, second]))
    assert not [*tmp_path.iterdir()]


def test_missing_solutions_stay_missing_in_text(tmp_path: Path) -> None:
    solutions = MADE.solution.copy()
    solutions[1] = 0
    write(tmp_path / "a.jsonl", MADE.puzzle, solutions)
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert ['"solution":null' in line.replace(" ", "") for line in lines] == [False, True, False, False]
    np.testing.assert_array_equal(read(tmp_path / "a.jsonl").solution, solutions)
    # Also beside one that is malformed.
    (tmp_path / "b.jsonl").write_text(
        "".join(json.dumps({"puzzle": HARD, "solution": s}) + "\n" for s in (None, "12x"))
    )
    write(tmp_path / "c.jsonl", read(tmp_path / "b.jsonl", malformed="mark"))
    found = [json.loads(line)["solution"] for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    assert found == [None, "12x"]


def test_a_board_of_candidates_with_rows_of_other_lengths(tmp_path: Path) -> None:
    cells = [HARD[start : start + 9].replace(".", "0") for start in range(0, 81, 9)]
    rows = [" ".join("123456789" if cell == "0" else cell for cell in row) for row in cells]
    rows[4] += " 5"
    path = tmp_path / "a.sdx"
    path.write_text("\n".join(rows))
    with pytest.raises(bd.PuzzleError, match="9, 9, 9, 9, 10, 9, 9, 9, 9"):
        read(path)


def test_fingerprints_are_of_sixteen_bytes(tmp_path: Path) -> None:
    """A column of that name which holds something else is a column like others."""
    pytest.importorskip("pyarrow")
    write(tmp_path / "a.csv", MADE.puzzle, columns={"fingerprint": ["00" * 15] * 4})
    assert read(tmp_path / "a.csv").to_dict()["fingerprint"] == ["00" * 15] * 4
    write(tmp_path / "b.parquet", read(tmp_path / "a.csv"))
    assert read(tmp_path / "b.parquet").to_dict()["fingerprint"] == ["00" * 15] * 4


def test_encodings_refuse_numbers_that_are_none() -> None:
    with pytest.raises(bd.PuzzleError, match="encoded"):
        encodings.from_traces(np.full(1, 10**10))
    with pytest.raises(ValueError, match=r"encoded.*\(3,\)"):
        encodings.from_traces(np.zeros(3, int))


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (
            lambda: bd.generate(
                1, difficulty=bd.Difficulty(scale="hodoku", requires=["avoidable_rectangle_1", "combinations"])
            ),
            ValueError,
            "is not a technique of classic",
        ),
        (lambda: parse_difficulty("er=7,er=8"), ValueError, "er is"),
        (lambda: parse_difficulty("er=high"), ValueError, "'high'"),
        (lambda: bd.hint(HARD, techniques=cast("Any", 3.5)), TypeError, "techniques is float"),
        (lambda: bd.hint(HARD, techniques=cast("Any", [3.5])), TypeError, "techniques holds float"),
        (lambda: bd.harder(EASY, target=float("nan")), ValueError, "target is NaN"),
    ],
)
def test_refusals(make: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        make()


def test_difficulties_as_text() -> None:
    assert parse_difficulty("easy") == {"level": "easy"}
    assert parse_difficulty("level=easy-hard,hardest=x_wing") == {"level": ("easy", "hard"), "hardest": "x_wing"}
    assert difficulty_data(None) == {}
    assert difficulty_data(bd.Difficulty(hardest="x_wing"))["hardest"] == "x_wing"


def test_rules_of_the_editor() -> None:
    pytest.importorskip("anywidget")
    from bitdoku.widget import Editor

    editor = Editor(HARD)
    editor._receive(None, {"do": "rules", "id": "page 2", "rules": "x"}, None)
    verdicts = [editor.verdict]
    editor._receive(None, {"do": "rules", "id": "page 3", "rules": ""}, None)
    verdicts.append(editor.verdict)
    assert verdicts == [bd.verdict(HARD, rules="x"), bd.Verdict.UNIQUE]
    editor.solve()
    assert editor.board.line() == HARD_SOLUTION


def test_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    for name in ("bitdoku.widget", "bitdoku.widget._editor"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ImportError, match=r"bitdoku\[widget\]"):
        import_module("bitdoku.widget")
    # Another module that is missing is not blamed on it.
    monkeypatch.undo()
    pytest.importorskip("anywidget")
    for name in ("bitdoku.widget", "bitdoku.widget._editor"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "bitdoku.widget._edits", None)
    with pytest.raises(ImportError, match=r"bitdoku\.widget\._edits"):
        import_module("bitdoku.widget")


def test_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "bitdoku.datasets.torch", raising=False)
    with pytest.raises(ImportError, match=r"bitdoku\[torch\]"):
        import_module("bitdoku.datasets.torch")


def test_names_of_the_package(python: Callable[..., Any]) -> None:
    """Listed before the first use of any, too; nothing else is, but dunders."""
    done = python("import bitdoku, sys; assert 'numpy' not in sys.modules; print(*dir(bitdoku))")
    names = {*done.stdout.split()}
    assert {name for name in names if not name.startswith("__")} | {"__version__"} == {*bd.__all__}


def test_modules_with_optional_packages(python: Callable[..., Any]) -> None:
    done = python("import sys; sys.modules['matplotlib'] = None; import bitdoku; bitdoku.plot")
    assert done.stderr.splitlines()[-1].startswith("ImportError")
    assert "bitdoku[plot]" in done.stderr
    assert python("import bitdoku; bitdoku.plots").stderr.splitlines()[-1].startswith("AttributeError")
