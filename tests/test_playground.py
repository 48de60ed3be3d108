"""The playground of the site answers as the Editor in notebooks. Skipped unless ``make web`` has built it."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bitdoku import links
from bitdoku.widget._edits import DRAWN
from puzzles import CLASH, EMPTY, KNOWN, USUAL
from variant_instances import instance
from variant_puzzles import mixed

if TYPE_CHECKING:
    from collections.abc import Callable

WEB = Path(__file__).parents[1] / "web"
FULL = WEB / "dist" / "full"
#: What differs: links, and rules by name, which the playground has in part.
OWN = {"link", "names", "composed"}
COLORS = ("yellow", "green", "")
LINES = [USUAL, CLASH, EMPTY, *(puzzle for puzzle, _ in KNOWN.values())]


def random_message(rng: random.Random, side: int) -> dict[str, Any]:
    """A message of a page with a board of this side."""
    kinds = {"enter": 40, "undo": 6, "redo": 4, "plain": 6, "hint": 8, "apply": 6, "show": 4}
    kinds |= {"link": 2, "explain": 2, "generate": 2, "rules": 1, "paste": 2}
    (kind,) = rng.choices([*kinds], [*kinds.values()])
    message: dict[str, Any] = {"do": kind}
    if kind == "enter":
        cells = rng.sample(range(side**2), rng.choice((1, 1, 1, 2, 3)))
        mode = rng.choice(("given", "digit", "digit", "mark", "mark", "color"))
        message |= {"cells": cells, "mode": mode, "replaces": rng.random() < 0.1}
        message |= {"color": rng.choice(COLORS)} if mode == "color" else {"digit": rng.randint(0, side)}
    elif kind == "plain":
        message["do"] = rng.choice(("solve", "clear solved", "marks", "close"))
    elif kind == "show":
        message["at"] = rng.randint(-1, 60)
    elif kind == "generate":
        message |= {"seed": str(rng.randint(0, 99)), "clues": "", "difficulty": "", "symmetry": ""}
        if side == 9:
            message |= rng.choice(({"difficulty": "easy"}, {"symmetry": "half_turn"}, {"clues": "26-30"}, {}))
    elif kind == "rules":
        message["rules"] = rng.choice(("", "9x9", "x", "windoku", "4x4", "6x6"))
    elif kind == "paste":
        message["text"] = rng.choice([*LINES, "1.3." + "." * 12, "nothing", "1" * 80])
    return message


def compare(folder: Path, messages: Callable[[int], dict[str, Any]], count: int) -> None:
    """Compare the views of the Editor with those of the playground; messages depend on the side of the board."""
    pytest.importorskip("anywidget", reason="anywidget is not installed")
    from bitdoku.widget import Editor

    if not FULL.exists():
        pytest.skip("web/dist is missing: make web")
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    file, editor = folder / "cases.jsonl", Editor(theme="light")
    with file.open("w", encoding="utf-8") as out:
        for _ in range(count):
            message = messages(editor.rules.side)
            editor._receive(None, message, None)
            view = {key: value for key, value in editor._view.items() if key not in OWN}
            view["svg"] = re.sub(' style="[^"]*"', "", view["svg"], count=1)  # a policy may forbid it
            view["message"] = view["message"].removeprefix("puzzle: ")  # the argument of Python
            if view["failed"] and message["do"] == "draw":
                del view["message"]  # in other words
            out.write(json.dumps([message, view]) + "\n")
    command = [node, str(WEB / "tests" / "views.mjs"), str(FULL), str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_views_are_those_of_the_editor(tmp_path: Path) -> None:
    rng = random.Random(3)
    compare(tmp_path, lambda side: random_message(rng, side), 1500)


def test_links_open_with_their_rules(tmp_path: Path) -> None:
    variants = [
        *map(mixed, (9, 10, 18, 19, 20)),
        *(instance(name, 1) for name in ("killer_cage", "between", "diagonals")),
    ]
    texts = [links.write(puzzle, rules, format="playground") for rules, puzzle in variants]
    texts += [links.write(puzzle, rules) for rules, puzzle in variants[1:]]
    messages = [message for text in texts for message in ({"do": "paste", "text": text}, {"do": "link"})]
    rest = iter(messages)
    compare(tmp_path, lambda _: next(rest), len(messages))


def test_rules_are_drawn_as_in_the_editor(tmp_path: Path) -> None:
    rng = random.Random(5)

    def message(side: int) -> dict[str, Any]:
        kind = rng.choice(("draw", "draw", "draw", "erase", "undo", "rules", "enter"))
        row, column, step = rng.randrange(side), rng.randrange(side), rng.choice(((0, 1), (1, 0), (1, 1), (1, -1)))
        line = [(row + k * step[0], column + k * step[1]) for k in range(rng.randint(1, 5))]
        cells = [row * side + column for row, column in line if row < side and 0 <= column < side]
        if kind == "erase":
            return {"do": kind, "cells": cells}
        if kind == "enter":
            return {"do": kind, "cells": cells, "digit": rng.randint(1, side), "mode": "given", "replaces": False}
        if kind == "draw":
            mark = rng.choice(DRAWN)
            total = str(rng.randint(3, 20)) if mark == "killer_cage" and rng.random() < 0.8 else ""
            return {"do": kind, "mark": mark, "sum": total, "cells": cells}
        return {"do": kind, "rules": rng.choice(("9x9", "6x6", "windoku", "x"))} if kind == "rules" else {"do": kind}

    compare(tmp_path, message, 200)
