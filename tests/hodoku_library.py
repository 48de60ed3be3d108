"""Compares the steps of techniques with HoDoKu's regression library.

    python tests/hodoku_library.py

The library, and what HoDoKu 2.2 with default options returns for each of its lines, are read from the folder ``suites``
beside BITDOKU_PUZZLES. A line holds a technique, a board with candidates, and what the technique removes or places
there: one step of possibly several. HoDoKu returns the step that it prefers, which can be of a related technique.
"""

from __future__ import annotations

import lzma
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import bitdoku as bd
from benchmark_sets import beside

if TYPE_CHECKING:
    from collections.abc import Iterator

#: HoDoKu's techniques that have another name in bitdoku; those without one are missing.
NAMES = {
    "LOCKED_CANDIDATES_1": "POINTING",
    "LOCKED_CANDIDATES_2": "CLAIMING",
    "NAKED_TRIPLE": "NAKED_TRIPLET",
    "NAKED_QUADRUPLE": "NAKED_QUAD",
    "HIDDEN_TRIPLE": "HIDDEN_TRIPLET",
    "HIDDEN_QUADRUPLE": "HIDDEN_QUAD",
    "BUG_PLUS_1": "BUG_PLUS_ONE",
    "DUAL_TWO_STRING_KITE": "TWO_STRING_KITE",
    "DUAL_EMPTY_RECTANGLE": "EMPTY_RECTANGLE",
    "FINNED_FRANKEN_JELLYFISH": "FRANKEN_JELLYFISH",
    "FINNED_MUTANT_JELLYFISH": "MUTANT_FISH",
    "FINNED_MUTANT_SQUIRMBAG": "MUTANT_FISH",
    "FINNED_MUTANT_WHALE": "MUTANT_FISH",
}

#: What a step places and removes: cells, from 0, with digits.
Effect = tuple[frozenset[tuple[int, int, int]], frozenset[tuple[int, int, int]]]


class Line(NamedTuple):
    """A line of the library."""

    number: int
    #: The code of the technique, such as ``0402-1``; an ``x`` at its end says that it does not apply.
    code: str
    technique: bd.Technique | None
    board: bd.Board
    #: The step of the library.
    effect: Effect
    #: The technique's code and the step that HoDoKu returns, if any.
    returned: tuple[str, Effect] | None


def marks(text: str) -> frozenset[tuple[int, int, int]]:
    """Candidates such as ``312 845``: digit, row, column."""
    return frozenset((int(mark[1]) - 1, int(mark[2]) - 1, int(mark[0])) for mark in text.split())


def board_of(text: str, removed: str) -> bd.Board:
    """A board of the library: a ``+`` stands before each solved cell."""
    cells = np.array([0 if char == "." else int(char) for char in text.replace("+", "")], np.uint8)
    solved = [before == "+" for before, char in zip("." + text, text, strict=False) if char != "+"]
    masks = bd.candidates(cells, level="basic").ravel().copy()
    for row, column, digit in marks(removed):
        masks[9 * row + column] &= 511 ^ 1 << digit - 1
    masks[cells != 0] = 0
    return bd.Board(np.where(solved, 0, cells).astype(np.uint8), cells, candidates=masks)


def library() -> Iterator[Line]:
    """The lines of the library; none where the files are not there."""
    paths = [beside(f"suites/{name}") for name in ("hodoku_reglib_1.4.txt.xz", "hodoku22_getstep_on_reglib.tsv.xz")]
    if paths[0] is None or paths[1] is None:
        return
    with lzma.open(paths[0], "rt") as file:
        lines = [line.rstrip("\n").split(":") for line in file if line.startswith(":")]
    with lzma.open(paths[1], "rt") as file:
        answers = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    for (_, code, _, board, removed, gone, placed, *rest), (number, name, answer) in zip(lines, answers, strict=True):
        technique = getattr(bd.Technique, NAMES.get(name, name), None)
        effect = (marks(placed or "".join(rest[:1])), marks(gone)) if gone == "" else (frozenset(), marks(gone))
        returned = None
        if answer != "NONE":
            kind, removes, places = answer.split(" ")
            returned = kind, (marks(places[1:].replace(",", " ")), marks(removes[1:].replace(",", " ")))
        yield Line(int(number), code, technique, board_of(board, removed), effect, returned)


def outcome(line: Line) -> str:
    """How the step that bitdoku returns for a line compares with HoDoKu's and with the library's."""
    if line.technique is None:
        return "technique missing"
    step = bd.hint(line.board, techniques=[line.technique])
    ours = step and (frozenset(step.placements), frozenset(step.eliminations))
    if ours == (line.returned and line.returned[1]):
        return "equal"
    if ours is not None and line.returned is not None and line.returned[0] != line.code[:4]:
        return "of the technique, where HoDoKu returns a related one"
    return "library's step" if ours == line.effect else "no step" if ours is None else "another step"


def main() -> None:
    """Prints the outcomes, and those that are not equal by code."""
    counts: Counter[str] = Counter()
    by_code: Counter[tuple[str, str]] = Counter()
    for line in library():
        result = outcome(line)
        counts[result] += 1
        by_code[result, line.code] += result != "equal"
    for result, count in counts.most_common():
        codes = (f"{code} {count}" for (other, code), count in sorted(by_code.items()) if other == result and count)
        print(f"{count:5} {result}: {', '.join(codes)}")


if __name__ == "__main__":
    main()
