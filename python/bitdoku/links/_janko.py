"""Sudokus of janko.at, as text between [begin] and [end], alone or in a page.

    [begin]
    puzzle sudoku
    author Otto Janko
    [problem]
    - - 1 - …           rows of numbers, - for a blank
    [solution]
    …
    [end]

Variants such as ``puzzle sudoku, kropki`` are refused by name: how their marks are written is not documented. So are
boards of which the sides are not square numbers, whose boxes may lie in two ways.

Credit: the pages of janko.at.
"""

from __future__ import annotations

import html
import re
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._documents import board, skipped
from bitdoku.links._shared import Shared
from bitdoku.rules import Rules
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt

    from bitdoku.links._shared import Source

_TEXT = re.compile(r"\[begin\](.*?)\[end\]", re.DOTALL | re.IGNORECASE)
_NEUTRAL = ("source", "info", "date", "rules", "mail", "unit", "solver", "moves")


def recognizes(source: Source) -> bool:
    """Whether the text has a puzzle between [begin] and [end]."""
    return _TEXT.search(source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the text or page."""
    found = _TEXT.findall(source.text)
    if len(found) != 1:
        raise PuzzleError(f"the text holds {len(found)} puzzles between [begin] and [end]; expected one")
    words: dict[str, str] = {}
    sections: dict[str, list[list[str]]] = {}
    rows: list[list[str]] | None = None
    for line in html.unescape(re.sub("<[^>]*>", "", found[0])).splitlines():
        if section := re.fullmatch(r"\s*\[(\w+)\]\s*", line):
            rows = sections.setdefault(section[1].lower(), [])
        elif rows is not None and line.strip():
            rows.append(line.split())
        elif line.strip():
            key, _, value = line.strip().partition(" ")
            words[key.lower()] = value.strip()
    if words.get("puzzle", "").lower() != "sudoku":
        raise RulesError(
            f"the text has the puzzle {shown(words.get('puzzle'))}, which is not supported; expected 'sudoku'"
        )
    if "problem" not in sections:
        raise PuzzleError("the text has no section [problem]")
    other = [key for key in (*words, *sections) if key not in ("puzzle", "author", "title", "problem", "solution")]
    ignored = skipped(other, _NEUTRAL, ignore, "the text")
    side = len(sections["problem"])
    base = isqrt(side)
    if not 1 <= side <= MAX_SIDE or base * base != side:
        raise RulesError(f"the text has {side} rows; expected a square number up to {MAX_SIDE}")
    boards = {key: _board(sections[key], side, key) for key in ("problem", "solution") if key in sections}
    return Shared(
        boards["problem"], Rules(box=(base, base)), title=words.get("title", ""), author=words.get("author", ""),
        solution=boards.get("solution"), entered=np.zeros((side, side), np.uint8), ignored=tuple(ignored),
    )  # fmt: skip


def _board(rows: list[list[str]], side: int, key: str) -> npt.NDArray[np.uint8]:
    for i, row in enumerate(rows):
        if len(row) != side:
            raise PuzzleError(f"[{key}], row {i}: {len(row)} cells; expected {side}")
    meanings = {"-": 0, **{str(digit): digit for digit in range(1, side + 1)}}
    return board([cell for row in rows for cell in row], side, f"[{key}]", meanings)
