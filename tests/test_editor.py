"""`Editor` without a browser: its messages and attributes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r

pytest.importorskip("anywidget", reason="anywidget is not installed")

import traitlets

from bitdoku.widget import Editor
from puzzles import HARD
from puzzles import HARD_SOLUTION as SOLUTION

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Page:
    """A substitute for the browser."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.editor = Editor(*arguments, **options)

    def ask(self, do: str, **content: Any) -> dict[str, Any]:
        self.editor._receive(None, {"do": do, "id": f"page {do}", **content}, None)
        view: dict[str, Any] = self.editor._view
        assert view["answered"] == f"page {do}"
        return view

    def enter(self, cells: list[int], digit: int, mode: str = "given", **content: Any) -> dict[str, Any]:
        return self.ask("enter", cells=cells, digit=digit, mode=mode, **content)

    @property
    def line(self) -> str:
        return self.editor.board.line()


def test_typing_a_puzzle() -> None:
    page = Page()
    for k, digit in enumerate(HARD):
        if digit != ".":
            view = page.enter([k], int(digit))
    assert page.line == HARD
    assert [word in view["status"] for word in ("Exactly one", "21", "60")] == [True] * 3
    assert page.editor.verdict is bd.Verdict.UNIQUE
    assert view["kinds"] == ["blank" if c == "." else "given" for c in HARD]
    assert ["8 given" in view["labels"][0], "blank" in view["labels"][1]] == [True, True]
    assert view["svg"] == page.editor.board.svg()


def test_conflicts_while_typing() -> None:
    page = Page(HARD)
    view = page.enter([4], 8)
    assert view["clashes"] == [0, 4]
    assert view["status"].startswith("No solution")
    assert "conflict" in view["labels"][4]
    assert page.enter([4], 0)["clashes"] == []


def test_solve_clear_undo_redo() -> None:
    page = Page("11" + "." * 79)
    assert "no solution" in page.ask("solve")["message"]
    assert page.line == "11" + "." * 79
    # Changing a given removes the solved digits.
    page = Page(HARD)
    page.ask("solve")
    page.enter([0], 0)
    assert page.line == "." + HARD[1:]
    page = Page(HARD)
    view = page.ask("solve")
    assert page.line == SOLUTION
    assert view["kinds"].count("solved") == 60
    assert "solved" in view["status"]
    assert (view["undo"], view["redo"]) == (True, False)
    page.ask("clear solved")
    assert page.line == HARD
    page.ask("clear all")
    assert page.line == "." * 81
    lines = [page.line]
    while page.editor._view["undo"]:
        page.ask("undo")
        lines.append(page.line)
    assert lines == ["." * 81, HARD, SOLUTION, HARD]
    page.ask("undo")
    assert page.line == HARD
    view = page.ask("redo")
    assert page.line == SOLUTION
    assert view["redo"]
    # An edit after undo discards the boards for redo.
    assert not page.enter([0], 5)["redo"]
    # An edit without effect is not in the history.
    page = Page(HARD)
    assert not page.enter([0], 8)["undo"]


def test_digits_marks_and_colors() -> None:
    page = Page(HARD)
    view = page.enter([1], 4, "digit")
    assert (view["kinds"][1], page.editor.puzzle[0, 1]) == ("solved", 0)
    assert "is given" in page.enter([0], 4, "digit")["message"]
    # Givens in a selection keep their digit.
    page.enter([0, 2], 6, "digit")
    assert page.line[:3] == "846"
    # A mark is added to all cells unless all have it.
    page.enter([9], 5, "mark")
    page.enter([9, 10], 5, "mark")
    marks = page.editor.board.candidates
    assert marks is not None
    assert (marks[1, 0], marks[1, 1]) == (16, 16)
    assert page.enter([9, 10], 5, "mark")["labels"][9].endswith("blank")
    # A digit removes the mark from its peers.
    page.enter([9, 10], 5, "mark")
    page.enter([9, 80], 1, "mark")
    view = page.enter([16], 5, "digit")
    assert [view["labels"][cell].endswith("marks 1") for cell in (9, 80)] == [True, True]
    page.enter([0, 1], 1, "color", color="green")
    assert page.editor.board.highlight == {(0, 0): "green", (0, 1): "green"}
    assert page.enter([1], 1, "color", color="red")["labels"][1].endswith("4 solved, red")
    assert "pink" in page.enter([1], 1, "color", color="pink")["message"]
    page.enter([0], 1, "color", color="green")
    assert page.editor.board.highlight == {(0, 1): "red"}
    # Solved cells and marks are removed, colors and givens are kept.
    page.ask("clear solved")
    assert page.editor.board == bd.Board(HARD, highlight={(0, 1): "red"})


def test_numbers_of_two_digits() -> None:
    page = Page(rules="16x16")
    page.enter([0], 1, "mark")
    page.enter([0], 12, "mark", replaces=True)
    assert page.editor._view["labels"][0].endswith("marks 12")
    page.enter([1], 16)
    assert page.editor.puzzle[0, 1] == 16
    assert "17" in page.enter([1], 17)["message"]


def test_the_first_digit_of_a_number_leaves_nothing_behind() -> None:
    """Peers keep the mark of the first digit, and one undo removes the number."""
    page = Page(rules="16x16")
    editor = page.editor
    page.enter([1], 1, "mark")
    for mode in ("digit", "given"):
        page.enter([0], 1, mode)
        view = page.enter([0], 12, mode, replaces=True)
        assert f"12 {'solved' if mode == 'digit' else 'given'}" in view["labels"][0]
        assert view["labels"][1].endswith("marks 1")
        view = page.ask("undo")
        assert [view["labels"][0].endswith("blank"), view["labels"][1].endswith("marks 1")] == [True, True]
    # Only the first digit is replaced: not the entry before a rejected or repeated digit, nor an edit from Python.
    page.enter([20], 3)
    page.enter([20], 3, "digit")
    assert "is given" in page.enter([20], 13, "digit", replaces=True)["message"]
    assert editor.puzzle[1, 4] == 3
    page.enter([40], 1)
    page.enter([41], 1, "color", color="red")
    page.enter([40], 1)
    page.enter([40], 12, replaces=True)
    page.enter([50], 1)
    editor.board = bd.Board(editor.board, highlight={(9, 9): "blue"})
    page.enter([50], 12, replaces=True)
    assert (editor.puzzle[2, 8], editor.puzzle[3, 2]) == (12, 12)
    assert editor.board.highlight == {(9, 9): "blue"}
    page.ask("undo")
    page.ask("undo")
    assert editor.board.highlight == {(2, 9): "red"}


def test_a_number_typed_again_is_one_change() -> None:
    """Typing 12 over 12 leaves no board with 1 in the history."""
    page = Page(rules="16x16")
    editor = page.editor
    page.enter([0], 12)
    seen: list[int] = []
    editor.observe(lambda change: seen.append(int(change["new"].cells[0, 0])), "board")
    page.enter([0], 1)
    view = page.enter([0], 12, replaces=True)
    assert seen == [1, 12]
    assert (view["undo"], view["redo"]) == (True, False)
    page.enter([0], 1)
    page.enter([0], 13, replaces=True)
    assert seen == [1, 12, 1, 13]
    page.ask("undo")
    assert seen == [1, 12, 1, 13, 12]
    assert page.ask("undo")["undo"] is False


def test_hints_and_explanations() -> None:
    page = Page(EASY)
    view = page.ask("hint")
    step = bd.hint(EASY)
    assert step is not None
    assert (view["player"]["text"], view["player"]["count"]) == (step.text, 0)
    assert page.editor.step == step
    assert view["svg"] == bd.Board(EASY, step=step).svg()
    page.ask("apply")
    row, column, digit = step.placements[0]
    assert page.editor.board.cells[row, column] == digit
    assert page.editor._view["player"] is None
    explanation = bd.explain(bd.Board(EASY, page.line))
    view = page.ask("explain")
    player = view["player"]
    assert (player["at"], player["count"], player["text"]) == (0, len(explanation), explanation[0].text)
    for at, expected in ((3, 3), (-5, 0), (10**6, len(explanation))):
        view = page.ask("show", at=at)
        assert view["player"]["at"] == expected
        assert view["line"] == bd.Board(explanation.state(expected).grid).line()
    page.ask("show", at=4)
    page.ask("apply")
    assert page.line == bd.Board(explanation.state(5).grid).line()
    # Colors are visible again after the step.
    page.enter([2, 3], 0, "color", color="green")
    for do in ("hint", "explain"):
        assert "green" not in page.ask(do)["labels"][2]
        assert "green" in page.ask("apply")["labels"][2]
    # Typing continues on the player's board.
    page.ask("explain")
    assert page.enter([2], 0, "digit")["player"] is None
    page.ask("solve")
    assert all("complete" in page.ask(do)["message"] for do in ("hint", "explain"))


def test_hints_continue_after_eliminations() -> None:
    """Applied hints solve the puzzle, because the marks store their eliminations."""
    page = Page(HARD)
    for _ in range(200):
        if page.ask("hint")["player"] is None:
            break
        page.ask("apply")
    assert page.line == SOLUTION
    assert page.editor.board.candidates is None


def test_hints_for_boards_with_mistakes() -> None:
    page = Page(HARD)
    page.enter([1], 4, "digit")
    assert "r1c2" in page.ask("hint")["message"]
    page.ask("undo")
    page.ask("marks")
    page.enter([1], 1, "mark")
    assert "r1c2" in page.ask("explain")["message"]


def test_a_rejected_hint_has_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise bd.RulesError("no logic for <this>")

    monkeypatch.setattr("bitdoku.widget._editor.hint", refuse)
    page = Page(HARD)
    assert page.ask("hint")["message"] == "no logic for <this>"
    assert page.ask("enter", cells=[1], digit=0, mode="given")["message"] == ""


@pytest.mark.parametrize(
    ("rules", "puzzle"),
    [
        ("6x6", ".1.4..36......3....4...1..51.6.3...4"),
        ("x", "..6.4...8...8......2.7....6.......4.2..........7..3...3.5....7......9.....9.1...4"),
    ],
)
def test_hints_under_other_rules(rules: str, puzzle: str) -> None:
    page = Page(puzzle, rules=rules)
    view = page.ask("hint")
    step = bd.hint(puzzle, rules=rules)
    assert step is not None
    assert view["player"]["text"].startswith(step.text)
    assert view["svg"] == bd.Board(step).svg()
    page.ask("apply")
    view = page.ask("explain")
    found = page.editor.explanation
    assert found is not None
    assert view["player"]["count"] == len(found)
    for at in range(len(found) + 1):
        assert page.ask("show", at=at)["message"] == ""
    editor = Editor()
    editor.explanation = found
    assert (editor.rules, editor.step) == (bd.Rules(rules), found[0])


def test_pasting() -> None:
    page = Page(rules="4x4")
    for text in (HARD.replace(".", "0"), str(bd.Board(HARD)), f"  {HARD}\n# a comment", bd.links.write(HARD)):
        assert page.ask("paste", text=text)["message"] == ""
        assert (page.line, page.editor.rules) == (HARD, bd.Rules())
    rules = bd.Rules() + r.thermometer([(0, 0), (0, 1)])
    page.ask("paste", text=bd.links.write("." * 81, rules))
    for text in ("12", "", "<b>", "https://example.org", "{"):
        assert page.ask("paste", text=text)["message"], text
    assert page.editor.rules == rules


def test_generating() -> None:
    page = Page()
    view = page.ask("generate", clues="28-30", symmetry="half_turn", seed="3", difficulty="")
    expected = bd.generate(1, seed=3, clues=(28, 30), symmetry="half_turn")
    np.testing.assert_array_equal(page.editor.puzzle, expected.puzzle[0])
    assert "seed 3" in view["message"]
    for wrong in ({"clues": "many"}, {"symmetry": "odd"}, {"clues": "16"}, {"difficulty": "odd"}):
        assert page.ask("generate", **wrong)["message"], wrong
    np.testing.assert_array_equal(page.editor.puzzle, expected.puzzle[0])
    page.ask("generate", kind="killer_cage", seed="1", difficulty="easy", clues="")
    killer = bd.compose(1, kind="killer_cage", seed=1, difficulty="easy")[0]
    assert page.editor.rules == killer.rules
    # The marks of the puzzle before are removed.
    page.ask("generate", kind="even", seed="1", clues="30")
    assert page.editor.rules == bd.compose(1, kind="even", seed=1, givens=30)[0].rules
    page = Page(rules="6x6")
    page.ask("generate", seed="1")
    assert bd.verdict(page.editor.puzzle, rules="6x6") == bd.Verdict.UNIQUE


def test_messages_that_no_page_sends() -> None:
    page = Page(HARD)
    mark = {"do": "enter", "cells": [2], "digit": 99, "mode": "mark"}
    outside = {"do": "enter", "cells": [99], "digit": 1, "mode": "given"}
    for content in ({}, {"do": "burn"}, {"do": "enter"}, outside, mark):
        page.editor._receive(None, content, None)
        assert page.editor._view["message"]
    page.editor._receive(None, "text", None)
    assert page.line == HARD


def test_digits_from_0_are_refused() -> None:
    rules = bd.Rules(digits=range(9))
    editor = Editor(HARD)
    with pytest.raises(bd.RulesError, match="digits"):
        editor.rules = rules
    assert editor.board.line() == HARD
    with pytest.raises(bd.RulesError, match="digits"):
        Editor(rules=rules)


def test_the_theme_of_the_picture() -> None:
    editor = Editor(HARD)
    for theme in ("light", "dark", "auto"):
        editor.theme = theme
        assert editor._view["svg"] == bd.Board(HARD).svg(theme=theme)
        assert Editor(HARD, theme=theme)._view["svg"] == editor._view["svg"]


def test_from_python() -> None:
    editor = Editor()
    seen: list[str] = []
    editor.observe(lambda change: seen.append(change["new"].line()), "board")
    editor.puzzle = HARD
    editor.puzzle = np.array(editor.puzzle, int)
    assert seen == [HARD]
    assert editor.puzzle.shape == (9, 9)
    assert editor.verdict is bd.Verdict.UNIQUE
    editor.solve()
    editor.undo()
    editor.redo()
    editor.clear_solved()
    editor.clear()
    assert seen == [HARD, SOLUTION, HARD, SOLUTION, HARD, "." * 81]
    with pytest.raises(bd.PuzzleError):
        editor.puzzle = "12"
    editor.puzzle = bd.Board("." * 16, rules="4x4")
    assert (editor.rules.side, editor._view["side"]) == (4, 4)
    editor.rules = "9x9 + x"
    assert len(editor._view["labels"]) == 81
    editor.puzzle = HARD
    editor.rules = None
    assert editor.board.line() == HARD
    explanation = bd.explain(EASY)
    editor.explanation = explanation
    assert editor.board.line() == EASY
    assert editor.step == explanation[0]
    with pytest.raises(TypeError, match="explanation"):
        editor.explanation = "all"  # type: ignore[assignment]
    assert editor._view["player"]
    editor.explanation = None
    assert not editor._view["player"]
    with pytest.raises(bd.RulesError):
        Editor(rules="9x8")
    with pytest.raises(traitlets.TraitError, match="theme"):
        Editor(theme="red")  # type: ignore[arg-type]
    assert Editor(bd.generate(1, seed=1, rules="4x4").puzzle[0], rules="4x4").rules.side == 4


def test_rules_are_drawn_and_live_answers_have_a_limit() -> None:
    rules = bd.Rules() + r.killer_cage([(0, 0), (0, 1)], 3) + r.anti_king()
    editor = Editor(rules=rules)
    assert editor._view["svg"] == bd.Board("." * 81, rules=rules).svg()
    # Too large for the time limit.
    editor = Editor(rules=f"{8 * 8}x{8 * 8}")
    assert math.isqrt(len(editor._view["kinds"])) == 64
    assert editor._view["verdict"] in ("MULTIPLE", "UNDECIDED")
