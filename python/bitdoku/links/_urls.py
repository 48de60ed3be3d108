"""Links of SudokuWiki and SudokuExchange: a classic puzzle in a parameter.

    https://www.sudokuwiki.org/sudoku.htm?bd=000004700500370060…    81 digits, 0 for a blank
    https://www.sudokuwiki.org/sudoku.htm?bd=S9B9e9e0603…           81 numbers in base 36, two characters each
    https://sudokuexchange.com/play/?s=000001230123008040…          81 digits, or a shorter form

A number of S9B is a given (1..9), an entered digit plus 9 (10..18), or the mask of the candidates plus 18. In the
shorter form, a character is a digit and the blanks behind it: the value of 0..9, A..Z, a..z is the digit plus ten times
the number of blanks.

Credit: the solver of sudokuwiki.org (Andrew Stuart); grantm/sudoku-web-app, the code of SudokuExchange (MIT).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import numpy as np

from bitdoku import rules as r
from bitdoku._arguments import one_board
from bitdoku._errors import PuzzleError, shown
from bitdoku.links._documents import skipped
from bitdoku.links._shared import Shared
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bitdoku.links._shared import Source

_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#: Parameters without meaning for the puzzle: the difficulty, the source of the link, a saved game.
_NEUTRAL = ("d", "v", "r", "i")


def recognizes(source: Source) -> bool:
    """Whether the text is a link to one of the sites."""
    return source.is_link("sudokuwiki.org", "sudokuexchange.com")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the link."""
    text = source.text
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
    except ValueError as error:
        raise PuzzleError(f"the link is malformed: {error}") from None
    wiki = source.is_link("sudokuwiki.org")
    site, key = ("SudokuWiki", "bd") if wiki else ("SudokuExchange", "s")
    page = parts.path.rpartition("/")[2].lower()
    if wiki and page not in ("sudoku.htm", "sudoku.asp", "sudoku.aspx"):
        raise PuzzleError(f"the link is to the page {page!r} of SudokuWiki; expected sudoku.htm")
    values = {name: found[-1] for name, found in parse_qs(parts.query).items()}
    if not values.get(key):
        raise PuzzleError(f"the link to {site} has no parameter {key!r} with a puzzle")
    known = values.pop(key)
    ignored = skipped(values, _NEUTRAL, ignore, "the link")
    if known[:3] == "S9B":
        return _numbers(known[3:], ignored)
    if re.match("[A-Z][0-9]+[A-Z]", known):
        raise PuzzleError(f"the link has the board type {known[:3]!r}, which is not supported; expected 'S9B'")
    digits = known.replace(",", "")
    if len(digits) < 81 and not wiki:
        digits = _expanded(digits)
    puzzle = one_board("the puzzle of the link", digits, Rules())
    return Shared(puzzle, Rules(), entered=np.zeros_like(puzzle), ignored=tuple(ignored))


def _expanded(text: str) -> str:
    """The digits of the shorter form."""
    plain = re.sub("[_.-]", "0", text)
    if not plain.isalnum() or not plain.isascii():
        raise PuzzleError(f"the link has the puzzle {shown(text)}; expected digits and letters")
    return "".join(f"{number % 10}{'0' * (number // 10)}" for number in map(_CHARACTERS.index, plain))


def _numbers(text: str, ignored: Sequence[str]) -> Shared:
    """The board of S9B. Candidates are part of the rules only if there are no givens, as in other links."""
    if not re.fullmatch("([0-9a-z]{2}){81}", text):
        raise PuzzleError(f"the link has {len(text)} characters after S9B; expected 162 of 0..9 and a..z")
    numbers = np.array([int(text[i : i + 2], 36) for i in range(0, 162, 2)]).reshape(9, 9)
    invalid = np.argwhere((numbers == 0) | (numbers > 18 + 511))
    if len(invalid):
        row, column = invalid[0].tolist()
        raise PuzzleError(f"the link: r{row + 1}c{column + 1} holds {numbers[row, column]}; expected 1..529")
    puzzle = np.where(numbers <= 9, numbers, 0).astype(np.uint8)
    entered = np.where((numbers > 9) & (numbers <= 18), numbers - 9, 0).astype(np.uint8)
    marks = {
        (row, column): tuple(digit for digit in range(1, 10) if numbers[row, column] - 18 >> digit - 1 & 1)
        for row, column in np.argwhere(numbers > 18).tolist()
    }
    rules = Rules() + ([] if puzzle.any() else [r.allowed(cell, digits) for cell, digits in marks.items()])
    return Shared(puzzle, rules, entered=entered, center_marks=marks, ignored=tuple(ignored))
