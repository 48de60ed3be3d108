"""Puzzles as links: f-puzzles and SudokuPad, in and out.

Both sites read the puzzles of f-puzzles: a JSON object, packed into the link. What bitdoku has no rule for is refused
by name, never left out; what only decorates can be named in ``ignore``.

>>> import bitdoku as bd
>>> from bitdoku import links
>>> rules = bd.Rules(box=(2, 2)) + bd.rules.thermometer([(0, 0), (0, 1), (0, 2)])
>>> link = links.write("....4......1....", rules)
>>> link[:32]
'https://sudokupad.app/fpuzzlesN4'
>>> shared = links.read(link)
>>> shared.rules == rules, shared.puzzle.tolist()[1]
(True, [4, 0, 0, 0])
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from bitdoku import rules as r
from bitdoku._core import _cells
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, RulesError
from bitdoku._fpuzzles import Reader, Writer
from bitdoku._json import loads
from bitdoku._lzstring import compress, decompress
from bitdoku.rules._rules import Rules, _usual_box, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt

__all__ = ["Shared", "from_fpuzzles", "read", "to_fpuzzles", "write"]

_SITES = {"sudokupad": "https://sudokupad.app/fpuzzles", "f-puzzles": "https://f-puzzles.com/?load="}

#: Keys of cells that say nothing about the rules.
_SILENT_IN_CELLS = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks"}
_SILENT_IN_CELLS |= {"c", "cArray", "highlight", "highlightArray"}


@dataclass(frozen=True, eq=False)
class Shared:
    """A puzzle that somebody shared.

    Attributes:
        puzzle: the givens, a uint8 array of shape (n, n).
        rules: what holds besides.
        title: its name, or "".
        author: who made it, or "".
        ruleset: the rules in words, or "".
        solution: the solution that came along, a uint8 array of shape (n, n), or None.
    """

    puzzle: npt.NDArray[np.uint8]
    rules: Rules
    title: str = ""
    author: str = ""
    ruleset: str = ""
    solution: npt.NDArray[np.uint8] | None = None


def read(link: str, *, ignore: Collection[str] = ()) -> Shared:
    """The puzzle of a link to f-puzzles or SudokuPad, of what such a link packs, or of f-puzzles' JSON.

    Args:
        link: the text.
        ignore: keys of the JSON that may be left out, such as ``"text"`` or ``"line"``: drawings often stand for rules.

    Raises:
        PuzzleError: this is no such link.
        RulesError: the puzzle has rules that bitdoku does not; the message names them.
    """
    if not isinstance(link, str):
        raise TypeError(f"link is {kind(link)}; expected text")
    text = link.strip()
    if not text.startswith("{"):
        packed = _packed(text)
        try:
            text = decompress(packed)
        except ValueError as error:
            raise PuzzleError(f"the link holds no packed puzzle: {error}") from None
    try:
        data = loads(text)
    except ValueError as error:
        raise PuzzleError(f"the link holds no JSON: {error}") from None
    except RecursionError:
        raise PuzzleError("the link holds no puzzle: it is nested too deeply") from None
    return from_fpuzzles(data, ignore=ignore)


def write(
    puzzle: Any,
    rules: Any = None,
    *,
    site: str = "sudokupad",
    title: str = "",
    author: str = "",
    ruleset: str = "",
    solution: Any = None,
) -> str:
    """A link to the puzzle.

    Args:
        puzzle: one puzzle in any form.
        rules: as for :func:`bitdoku.solve`.
        site: ``"sudokupad"`` or ``"f-puzzles"``.
        title: its name.
        author: who made it.
        ruleset: the rules in words.
        solution: one grid in any form, which lets SudokuPad tell whether it was solved.

    Raises:
        RulesError: there is a rule that f-puzzles does not have; the message names it.
    """
    word("site", site, _SITES)
    data = to_fpuzzles(puzzle, rules, title=title, author=author, ruleset=ruleset, solution=solution)
    return _SITES[site] + quote(compress(json.dumps(data, separators=(",", ":"), ensure_ascii=False)), safe="")


def _packed(text: str) -> str:
    """What a link packs."""
    text = unquote(text)
    if match := re.search(r"[?&]load=([^&#]+)", text):
        return match[1]
    if match := re.search(r"(?:^|/|[?&]puzzleid=)(?:fpuzzles|fpuz)([A-Za-z0-9+/= -]+)", text):
        return match[1]
    if re.search(r"(?:^|/|=)(?:scf|scl|ctc)", text):
        raise PuzzleError("this link packs a SudokuPad drawing, whose rules are prose; expected one of f-puzzles")
    if "/" in text.split("=")[0][:40] and "://" in text:
        raise PuzzleError(
            "this link holds no puzzle of f-puzzles; expected https://f-puzzles.com/?load=… or "
            "https://sudokupad.app/fpuzzles… (short links are looked up on the site)"
        )
    return text


# --- in -------------------------------------------------------------------------------------------------------------


def from_fpuzzles(data: Any, *, ignore: Collection[str] = ()) -> Shared:
    """The puzzle of f-puzzles' JSON, an object that has been read; see :func:`read`."""
    try:
        return _shared(data, ignore)
    except RecursionError:
        raise PuzzleError("this is no puzzle of f-puzzles: it is nested too deeply") from None


def _shared(data: Any, ignore: Collection[str]) -> Shared:
    if not isinstance(data, dict) or not isinstance(data.get("grid"), list):
        raise PuzzleError("this is no puzzle of f-puzzles: it has no 'grid'")
    side = data.get("size", len(data["grid"]))
    if type(side) is not int or not 1 <= side <= 64:
        raise PuzzleError(f"size is {side!r}; expected 1 to 64")
    grid = data["grid"]
    if len(grid) != side or any(not isinstance(row, list) or len(row) != side for row in grid):
        raise PuzzleError(f"grid is not {side} rows of {side} cells")
    puzzle = np.zeros((side, side), np.uint8)
    marks = []
    for row, column in np.ndindex(side, side):
        cell = grid[row][column]
        if not isinstance(cell, dict):
            raise PuzzleError(f"cell ({row}, {column}) is {cell!r}; expected an object")
        unknown = sorted(map(str, cell.keys() - _SILENT_IN_CELLS - {"givenPencilMarks"} - {*ignore}))
        if unknown:
            raise RulesError(f"r{row + 1}c{column + 1} has {unknown[0]!r}, which is not understood")
        value, given, digits = map(cell.get, ("value", "given", "givenPencilMarks"))
        if given not in (None, True, False) or not isinstance(given, bool | None):
            raise PuzzleError(f"cell ({row}, {column}) has given {given!r}; expected true or false")
        if given and value is not None:
            puzzle[row, column] = _digit(value, 1, side, f"cell ({row}, {column})")
        if digits not in (None, []):
            if not isinstance(digits, list):
                raise PuzzleError(f"cell ({row}, {column}) has givenPencilMarks {digits!r}; expected a list of digits")
            what = f"givenPencilMarks of cell ({row}, {column})"
            marks.append(r.allowed((row, column), [_digit(digit, 1, side, what) for digit in digits]))
    reader = Reader(data, _board(grid, side), ignore)
    solution = None if "solution" in ignore else _solution(data.get("solution"), side)
    words = [str(data.get(key) or "") for key in ("title", "author", "ruleset")]
    return Shared(puzzle, reader.rules() + marks, words[0], words[1], words[2], solution)


def _digit(value: Any, least: int, side: int, what: str) -> int:
    if type(value) is not int or not least <= value <= side:
        raise PuzzleError(f"{what} holds {value!r}; expected {least}..{side}")
    return value


def _solution(values: Any, side: int) -> npt.NDArray[np.uint8] | None:
    """The solution that came along: numbers, also as text, with blanks."""
    if values in (None, [], ""):
        return None
    if not isinstance(values, list) or len(values) != side * side:
        raise PuzzleError(f"the solution is no list of {side * side} digits")
    solution = np.zeros((side, side), np.uint8)
    for (row, column), value in zip(np.ndindex(side, side), values, strict=True):
        number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
        if number not in (None, "", "."):
            solution[row, column] = _digit(number, 0, side, f"solution: cell ({row}, {column})")
    return solution


def _board(grid: list[list[dict[str, Any]]], side: int) -> Rules:
    regions: list[list[Any]] = [[cell.get("region") for cell in row] for row in grid]
    if all(region is None for row in regions for region in row) and not any(
        "region" in cell for row in grid for cell in row
    ):
        return Rules.named(f"{side}x{side}") if side > 1 else Rules(box=(1, 1))
    usual = None
    for row, column in np.ndindex(side, side):
        if "region" not in grid[row][column]:
            # Only what was changed is written.
            usual = usual if usual is not None else Rules.named(f"{side}x{side}").regions
            regions[row][column] = int(usual[row, column])
        elif type(regions[row][column]) is not int:
            raise RulesError(f"r{row + 1}c{column + 1} is in no region, which is not understood")
    return Rules.jigsaw(regions)


# --- out ------------------------------------------------------------------------------------------------------------


def to_fpuzzles(
    puzzle: Any,
    rules: Any = None,
    *,
    title: str = "",
    author: str = "",
    ruleset: str = "",
    solution: Any = None,
) -> dict[str, Any]:
    """The puzzle as f-puzzles' JSON, an object that can be written; see :func:`write`."""
    known = rules_of(rules)
    side = known.side
    cells = _cells(puzzle, rules=known, name="puzzle")
    if cells.size != side**2:
        raise TypeError("puzzle holds many puzzles; a link has one")
    givens = cells.reshape(side, side).tolist()
    grid: list[list[dict[str, Any]]] = [[{"value": d, "given": True} if d else {} for d in row] for row in givens]
    if not (side == 1 or (known.box is not None and known.box == _usual_box_or_none(side))):
        for row, column in np.ndindex(side, side):
            grid[row][column]["region"] = int(known.regions[row, column])
    data: dict[str, Any] = {"size": side}
    data.update({key: text for key, text in (("title", title), ("author", author), ("ruleset", ruleset)) if text})
    data["grid"] = grid
    writer = Writer(data, known)
    for rule in known.rules:
        make = getattr(writer, rule.name, None)
        if make is None:
            raise RulesError(f"f-puzzles has no rule {rule.name!r}")
        make(**rule.arguments)
    if from_fpuzzles(data).rules != known:
        raise RulesError("f-puzzles mixes these rules, and would read others")
    if solution is not None:
        data["solution"] = _cells(solution, rules=known, name="solution").ravel().tolist()
    return data


def _usual_box_or_none(side: int) -> tuple[int, int] | None:
    try:
        return _usual_box(side, f"{side}x{side}")
    except RulesError:
        return None
