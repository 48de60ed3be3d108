"""``malformed=`` of functions that return boards or numbers of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import dedupe, leaks, read, scan, split

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MADE = bd.generate(6, seed=4)
TEXTS = bd.to_text(MADE.puzzle)
#: Rows 1 and 4 are malformed; row 6 equals row 0.
WITH_FAULTS = [TEXTS[0], "?", *TEXTS[1:3], "1" * 80, TEXTS[3], TEXTS[0]]


@pytest.mark.parametrize("function", [bd.minimize, bd.harder])
def test_malformed_rows_become_blank(function: Any) -> None:
    with pytest.raises(bd.PuzzleError, match=r"\[1\]"):
        function(WITH_FAULTS, seed=1)
    options = {"seed": 1, "start": 7} | ({"rounds": 2} if function is bd.harder else {})
    made = function(WITH_FAULTS, malformed="mark", **options)
    assert [i for i, text in enumerate(made) if text == "." * 81] == [1, 4]
    # Well-formed rows keep their numbers in the random stream.
    for i in (0, 2, 3, 5, 6):
        assert made[i] == function(WITH_FAULTS[i], **options | {"start": 7 + i})
    numbers = np.where(np.arange(3)[:, None, None] == 1, 77, MADE.puzzle[:3])
    assert (function(numbers, malformed="mark", **options) == 0).all(axis=(1, 2)).tolist() == [False, True, False]
    assert function("?", malformed="mark", **options) == "." * 81
    with pytest.raises(bd.PuzzleError, match=r"\[2\] has several solutions"):
        function(["?", TEXTS[0], "." * 81], malformed="mark", **options)


def forms(tmp_path: Path) -> dict[str, Callable[[], Any]]:
    file = tmp_path / "a.txt"
    file.write_text("\n".join([*WITH_FAULTS, ""]))
    cells = bd.to_array(WITH_FAULTS, malformed="mark")
    return {
        "texts": lambda: WITH_FAULTS,
        "array": lambda: cells,
        "floats": lambda: np.where(cells == 255, np.nan, cells),
        "file": lambda: file,
        "table": lambda: read(file, malformed="mark"),
        "source": lambda: scan(file, malformed="mark", batch=2),
        "dicts": lambda: [{"puzzle": text} for text in WITH_FAULTS],
    }


@pytest.mark.parametrize("form", ["texts", "array", "floats", "file", "table", "source", "dicts"])
def test_malformed_rows_are_dropped(form: str, tmp_path: Path) -> None:
    given = forms(tmp_path)[form]
    with pytest.raises(bd.PuzzleError):
        dedupe(given())
    assert dedupe(given(), malformed="drop").tolist() == [0, 2, 3, 5]
    parts = split(given(), [0.5, 0.5], seed=1, malformed="drop")
    assert sorted(np.concatenate(parts).tolist()) == [0, 2, 3, 5, 6]
    found = leaks(given(), TEXTS[3:], malformed="drop")
    assert (found.test.tolist(), found.train.tolist()) == ([0], [5])
    found = leaks(TEXTS[:1], given(), malformed="drop")
    assert (found.test.tolist(), found.train.tolist()) == ([0, 6], [0, 0])
    with pytest.raises(ValueError, match="malformed"):
        dedupe(given(), malformed="mark")  # type: ignore[arg-type]


def test_symbols_and_nothing_left() -> None:
    letters = [text.translate(str.maketrans("123456789", "ABCDEFGHI")) for text in TEXTS[:2]]
    assert dedupe([letters[0], "?", letters[1]], symbols="ABCDEFGHI", malformed="drop").tolist() == [0, 2]
    assert dedupe(["?"], malformed="drop").tolist() == []


@pytest.mark.parametrize("side", [4, 6, 16])
def test_rules_are_inferred_from_the_side(side: int) -> None:
    rules = f"{side}x{side}"
    made = bd.generate(3, seed=1, rules=rules)
    for given in (made.puzzle, made.puzzle.reshape(3, -1), made.puzzle.tolist(), bd.to_text(made), [*made], made):
        assert dedupe(given, by="class").tolist() == dedupe(made.puzzle, by="class", rules=rules).tolist()
        assert len(leaks(given, given)) == 3
        assert sum(map(len, split(given, [0.5, 0.5], seed=1))) == 3
