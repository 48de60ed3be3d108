"""Texts of puzzles on pages: captions with the level, rules in words, and QR codes of links."""

from __future__ import annotations

import math
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._by_rules import rows_by_rules
from bitdoku._errors import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bitdoku.board._board import Board
    from bitdoku.rules import Rule, Rules

#: Words for the levels of HoDoKu from 1 to 5.
LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
#: What a caption can contain.
FIELDS = ("number", "level", "minutes", "clues")

#: What the pictures of the rules mean, in the words of puzzle magazines.
_SENTENCES = {
    "anti_king": "Cells that touch, including at a corner, have different digits.",
    "anti_knight": "Cells a knight's move apart have different digits.",
    "arrow": "The digits along an arrow add up to the number in its circle.",
    "between": "The digits on a line are strictly between the digits in its two circles.",
    "clone": "Shaded groups of the same shape have the same digits in the same places.",
    "counting_circles": "A digit in a circle says how many circles contain it.",
    "diagonals": "No digit is repeated on a marked diagonal.",
    "disjoint_groups": "Cells at the same place of different boxes have different digits.",
    "double_arrow": "The digits on a line add up to the sum of the digits in its two circles.",
    "entropic": "Three successive cells of an entropic line have a low, a middle and a high digit.",
    "equal_sums": "Groups of one color have equal sums.",
    "even": "Cells with a square have even digits.",
    "extra_region": "Each shaded region contains each digit once.",
    "full_rank": "A hexagon beside a row or column is its rank among all rows and columns, read as numbers.",
    "greater_than": "The signs point to the smaller digit.",
    "killer_cage": "The digits in a cage are different and add up to the number in its corner.",
    "kropki": "A white dot joins consecutive digits, a black dot a digit and its double. All dots are given.",
    "kropki_black": "A black dot joins a digit and its double.",
    "kropki_white": "A white dot joins consecutive digits.",
    "little_killer": "The digits along an arrow from outside the grid add up to its number and may repeat.",
    "lockout": "The digits on a line are outside the range of the digits in its diamonds.",
    "look_and_say": "A clue such as 2311 counts the digits of its cage: exactly two 3s and one 1.",
    "lunchbox": "The digits between the lowest and the highest of a box with round corners add up to its number.",
    "maximum": "Shaded cells have higher digits than their neighbors.",
    "minimum": "Shaded cells have lower digits than their neighbors.",
    "non_consecutive": "Adjacent cells do not have consecutive digits.",
    "numbered_room": "A circled number is in the X-th cell of its row or column; X is the digit in the first cell.",
    "odd": "Cells with a circle have odd digits.",
    "palindrome": "A line reads the same from both ends.",
    "quadruple": "The digits in a circle occur in the four cells around it.",
    "region_sum_line": "Borders of boxes divide a line into parts with equal sums.",
    "renban": "The digits on a purple line are consecutive, in any order.",
    "same_values": "Groups of one color have the same digits.",
    "sandwich": "A number beside a row or column is the sum of the digits between the lowest and the highest digit.",
    "skyscraper": "A tower counts the digits that are higher than all before them, seen from there.",
    "sum_line": "A line divides into parts with the same given sum.",
    "whispers": "Neighbors on a green line differ by at least half the number of digits, rounded up.",
    "windoku": "Each shaded window contains each digit once.",
    "x_sum": "A framed number is the sum of the first X digits from there; X is the first digit.",
    "xv": "X joins digits with the sum 10, V digits with the sum 5.",
    "zipper": "Digits at the same distance from the center of a double line add up to the digit in the center.",
}


def _sentence(rule: Rule) -> str:
    given = rule.arguments
    if rule.name == "thermometer":
        return (
            "Digits on a slow thermometer never decrease from the bulb."
            if given["slow"]
            else "Digits on a thermometer increase from the bulb."
        )
    if rule.name == "killer_cage" and given["sum"] is None:
        return "The digits in a cage are different."
    if rule.name == "modular":
        number = given["modulus"]
        return f"{number} successive digits of a line leave different remainders when divided by {number}."
    if rule.name == "indexing":
        return (
            f"A digit in a shaded cell is the {given['by']} of the digit that equals the number of its {given['by']}."
        )
    if rule.name == "any_of":
        return "Of some rules, only one of the alternatives holds."
    return _SENTENCES.get(rule.name, "")


@lru_cache(256)
def rules_in_words(rules: Rules) -> str:
    """The rules in sentences, with the details that a picture does not show; nothing for the rules of each Sudoku."""
    names = {rule.name.replace("_", " "): _sentence(rule) for rule in rules.rules}
    details = [text for text in details_in_words(rules).split(", ") if text and not names.get(text)]
    if "all dots given" in details and "kropki" in names:
        details.remove("all dots given")
    sentences = [*dict.fromkeys(filter(None, map(_sentence, rules.rules)))]
    if rules.box is None:
        often = "once" if len(rules.digits) == rules.side else "at most once"
        sentences.insert(0, f"Each outlined region contains each digit {often}.")
    return " ".join([*sentences, *(f"{detail[0].upper()}{detail[1:]}." for detail in details)])


@lru_cache(256)
def details_in_words(rules: Rules) -> str:
    """What a picture of the rules does not show, as under a board."""
    return ", ".join(_core._captions(rules.to_json()))


def captions(template: str, boards: Sequence[Board], first: int, levels: Sequence[str]) -> list[str]:
    """The caption of each puzzle. Raises ValueError if the template has an unknown field."""
    fields = caption_fields(template)
    columns = [name for name in ("level", "minutes") if name in fields]
    values: Any = rated(boards, columns) if columns else None
    out = []
    for k, board in enumerate(boards):
        about: dict[str, Any] = {"number": first + k, "clues": int((board.puzzle > 0).sum())}
        if "level" in columns:
            # Level 0 is a puzzle beyond the techniques for its rules.
            about["level"] = levels[(int(values["level"][k]) or 5) - 1]
        if "minutes" in columns:
            minutes = float(values["minutes"][k])
            # Other rules than classic 9x9 have no minutes.
            about["minutes"] = "" if math.isnan(minutes) else max(1, round(minutes))
        out.append(template.format_map(about))
    return out


def caption_fields(template: str) -> set[str]:
    """The fields of a template. Raises ValueError if it is invalid."""
    expected = f"expected text with {', '.join(f'{{{name}}}' for name in FIELDS)}"
    try:
        fields = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
        template.format_map(dict.fromkeys(FIELDS, 1))
    except (ValueError, KeyError, IndexError, AttributeError, TypeError):
        raise ValueError(f"caption is {shown(template)}; {expected}") from None
    return fields


def rated(boards: Sequence[Board], columns: Sequence[str]) -> Any:
    """The ratings of boards, which may have different rules."""
    from bitdoku.logic._rate import rate

    values: Any = None
    for rules, rows in rows_by_rules(board.rules for board in boards).items():
        found = rate(np.stack([boards[k].puzzle for k in rows]), columns=columns, rules=rules)
        values = np.zeros(len(boards), found.dtype) if values is None else values
        values[rows] = found
    return values


def link_of(board: Board) -> str:
    """A link to play a puzzle: SudokuExchange for a classic one, because the link is short, else SudokuPad."""
    from bitdoku.links import write

    if board.rules.is_classic and board.rules.side == 9:
        digits = "".join(map(str, board.puzzle.ravel().tolist()))
        return f"https://sudokuexchange.com/play/?s={digits}"
    return write(board.puzzle, board.rules)


def code_of(link: str) -> tuple[int, str]:
    """The number of modules beside each other in the QR code of a text, and the path of its dark modules.

    Raises
    ------
    ImportError
        segno is not installed.
    """
    try:
        import segno
    except ImportError:
        raise ImportError("QR codes need segno: pip install 'bitdoku[qr]'", name="segno") from None
    matrix = segno.make(link, micro=False, error="l").matrix
    path = []
    for y, row in enumerate(matrix):
        ends = np.flatnonzero(np.diff(np.frombuffer(bytes(row), np.uint8), prepend=0, append=0)).tolist()
        path += [f"M{x} {y}h{end - x}v1h-{end - x}z" for x, end in zip(ends[::2], ends[1::2], strict=True)]
    return len(matrix), "".join(path)
