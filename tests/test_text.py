"""Text as it reaches the functions: every form that is read, and every one that is refused with its place."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]

GRIDS = st.lists(st.sampled_from(".........123456789"), min_size=81, max_size=81).map("".join)


def read(text: str | bytes) -> str:
    return bd.Board(text).line()


FORMS = {
    "rows": "\n".join(ROWS),
    "windows": "\r\n".join(ROWS) + "\r\n",
    "spaces": " ".join(PUZZLE),
    "commas": ",".join(PUZZLE.replace(".", "0")),
    "numpy": str(np.array(list(PUZZLE.replace(".", "0")), int).reshape(9, 9)),
    "list": str([[int(c) for c in row.replace(".", "0")] for row in ROWS]),
    "sadman": "#A someone\n#D made by hand\n" + "\n".join(ROWS),
    "comment": f"{PUZZLE}  # 30 givens",
    "columns": f"{PUZZLE},source,17,1.2",
    "norvig": "\n".join(
        " ".join(row[:3])
        + " |"
        + " ".join(row[3:6])
        + " |"
        + " ".join(row[6:])
        + ("\n------+------+------" if i in (2, 5) else "")
        for i, row in enumerate(ROWS)
    ),
    "simple": " *-----------*\n"
    + "".join(
        f" |{row[:3]}|{row[3:6]}|{row[6:]}|\n" + (" |---+---+---|\n" if i in (2, 5) else "")
        for i, row in enumerate(ROWS)
    )
    + " *-----------*\n",
    "cells": "╔═══╤═══╤═══╗\n"
    + "\n╟───┼───┼───╢\n".join("║ " + " │ ".join(row.replace(".", " ")) + " ║" for row in ROWS),
    "named": "      A B C   D E F   G H I\n"
    + "".join(
        ("    +-----------------------+\n" if i % 3 == 0 else "")
        + f"  {i + 1} | {' | '.join(' '.join(row[k : k + 3]) for k in (0, 3, 6))} |\n".replace(".", " ")
        for i, row in enumerate(ROWS)
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    text = FORMS[form]
    assert read(text) == PUZZLE
    assert read(text.encode()) == PUZZLE
    # One text among many is read like one alone, and answered with a row of 81.
    solution, verdict = bd.solve([PUZZLE, text])
    assert solution == [SOLUTION, SOLUTION]
    assert verdict.tolist() == [1, 1]


#: Texts, and the words or the place that the message names.
REFUSED = {
    PUZZLE[:80]: "80",
    PUZZLE + PUZZLE: "162",
    "": "0 cells",
    PUZZLE.replace(".", "-", 1): r"r1c3 .*'-' .*line 1, column 3",
    "\n".join(ROWS).replace("98", "9A"): r"r3c3 .*'A' .*line 3, column 3",
    PUZZLE + "x1": "83",
    PUZZLE + "/": "'/' .*line 1, column 82",
    PUZZLE + "\n" + PUZZLE: "line 2, column 1",
    PUZZLE + "," + SOLUTION: "line 1, column 83",
    "\n".join([*ROWS[:4], ROWS[4][:8], *ROWS[5:]]): "line 5",
    " ".join(PUZZLE.replace(".", "0")).replace("8", "12", 1): r"r3c3 .*12 .*line 1, column 41",
    str(bd.Board(PUZZLE)).replace("│ 6 . .", "│ 6 .  ", 1).replace("│ . 9 8", "│ .98  "): "line 2",
    "\n".join(str(bd.Board(PUZZLE)).splitlines()[:-2]): "8 rows",
}


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_refusals(text: str) -> None:
    with pytest.raises(bd.PuzzleError, match=REFUSED[text]):
        bd.solve(text)
    with pytest.raises(bd.PuzzleError, match=r"^puzzles\[1\]: .*" + REFUSED[text]):
        bd.solve([PUZZLE, text])
    assert bd.verdict([PUZZLE, text], malformed="mark").tolist() == [1, 255]


@given(GRIDS, st.sampled_from(["box", "ascii"]), st.text(" \t\r\n", max_size=4))
def test_whatever_is_printed_reads_back(grid: str, frame: str, space: str) -> None:
    board = bd.Board(grid)
    assert read(f"{space}{board.text(frame)}{space}") == grid == read(f"{space}{board.line()}{space}")  # type: ignore[arg-type]


def outcome(text: str | bytes) -> str:
    """The row that is read, or the message of the refusal."""
    try:
        return read(text)
    except bd.PuzzleError as error:
        return str(error)


@given(st.one_of(st.text(), st.text("0123456789.|+-─│ \n\t,;#[]xA", max_size=300), st.binary(max_size=200)))
def test_no_text_does_worse_than_a_puzzle_error(text: str | bytes) -> None:
    line = outcome(text)
    assert line.startswith("puzzle: ") or re.fullmatch(r"[1-9.]{81}", line)
