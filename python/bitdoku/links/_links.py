"""Links as text, the JSON object in them, and ``Shared``, a puzzle that was read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from bitdoku import rules as r
from bitdoku._arguments import expect_text, one_board, several
from bitdoku._core import _word as word
from bitdoku._core import check
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.board._board import merge_solution
from bitdoku.links._fpuzzles import Reader, unsupported
from bitdoku.links._fpuzzles_writer import Writer
from bitdoku.links._lzstring import compress, decompress
from bitdoku.rules._layout import default_box
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import numpy.typing as npt

_SITES = {"sudokupad": "https://sudokupad.app/fpuzzles", "f_puzzles": "https://f-puzzles.com/?load="}

#: Keys of cells that are read.
_CELL_KEYS = {"value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"}
_COLOR_KEYS = ("cArray", "highlightArray", "c", "highlight")

_Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Shared:
    """A puzzle read from a link.

    Attributes
    ----------
    puzzle
        The givens, a uint8 array of shape (n, n).
    rules
        The rules.
    title, author, ruleset
        The title, the author, and the rules in words; "" if the link has none.
    solution
        The solution in the link, a uint8 array of shape (n, n), or None.
    entered
        Digits that are not givens, a uint8 array of shape (n, n).
    center_marks
        The digits noted in the center of each cell (row, column). In a puzzle without givens, they are candidates and
        part of ``rules``.
    corner_marks
        The digits noted in the corners of each cell.
    colors
        The colors of each cell, as in ``("#ffffb0",)``. Their meaning is unknown: they may represent rules.
    ignored
        The names of parts that were skipped because of ``ignore`` or because they do not affect the rules.
    """

    puzzle: npt.NDArray[np.uint8]
    rules: Rules
    title: str = ""
    author: str = ""
    ruleset: str = ""
    solution: npt.NDArray[np.uint8] | None = None
    entered: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    center_marks: Mapping[_Cell, tuple[int, ...]] = field(default_factory=dict)
    corner_marks: Mapping[_Cell, tuple[int, ...]] = field(default_factory=dict)
    colors: Mapping[_Cell, tuple[str, ...]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


def read(link: str, *, ignore: Collection[str] = ()) -> Shared:
    """Read a puzzle from a link to f-puzzles or SudokuPad, from the compressed part of such a link, or from its JSON.

    JSON may also be an object with ``puzzle``, in any form, and ``rules``, a name or the result of ``Rules.to_dict``;
    ``solution``, ``title``, ``author`` and ``ruleset`` are optional.

    Parameters
    ----------
    link
        The link, its compressed part, or JSON.
    ignore
        Keys of the JSON to skip, such as ``"text"`` or ``"line"``. By default nothing is skipped: drawings often
        represent rules.

    Raises
    ------
    PuzzleError
        The text does not contain a puzzle.
    RulesError
        bitdoku does not support a rule of the puzzle; the message names it.
    """
    expect_text("link", link)
    text = link.strip()
    if not text.startswith("{"):
        compressed = _compressed(text)
        try:
            text = decompress(compressed)
        except ValueError as error:
            raise PuzzleError(f"the link does not contain a compressed puzzle: {error}") from None
    try:
        data = loads(text)
    except ValueError as error:
        raise PuzzleError(f"the link does not contain valid JSON: {error}") from None
    except RecursionError:
        raise PuzzleError("the link does not contain a puzzle: the JSON is nested too deeply") from None
    if isinstance(data, dict) and "grid" not in data and "puzzle" in data:
        return _from_rules_data(data, _ignored(ignore))
    return from_fpuzzles(data, ignore=ignore)


def _from_rules_data(data: dict[str, Any], ignore: Collection[str]) -> Shared:
    """The puzzle of an object with ``puzzle`` and ``rules``."""
    known = ("puzzle", "rules", "solution", "title", "author", "ruleset", "name")
    unknown = [key for key in data if key not in known and key not in ignore]
    if unknown:
        raise unsupported(f"the puzzle has {unknown[0]!r}", unknown[0])
    rules = data.get("rules")
    rules = Rules.from_json(rules) if isinstance(rules, dict) else rules_of(rules)
    shape = (rules.side, rules.side)
    found: dict[str, npt.NDArray[np.uint8]] = {}
    for name in ("puzzle", "solution"):
        if name == "puzzle" or data.get(name) is not None:
            try:
                found[name] = one_board(name, data[name], rules)
            except TypeError as error:
                raise PuzzleError(str(error)) from None
    return Shared(
        found["puzzle"],
        rules,
        solution=found.get("solution"),
        entered=np.zeros(shape, np.uint8),
        ignored=tuple(key for key in data if key not in known),
        **_texts(data),
    )


def _texts(data: dict[str, Any]) -> dict[str, Any]:
    return {key: str(data.get(key) or "") for key in ("title", "author", "ruleset")}


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
    """Write a link to a puzzle.

    Parameters
    ----------
    puzzle
        One puzzle in any form.
    rules
        As for :func:`bitdoku.solve`.
    site
        ``"sudokupad"`` or ``"f_puzzles"``.
    title, author, ruleset
        The title, the author, and the rules in words.
    solution
        One grid in any form, possibly with blank cells. SudokuPad checks the answer against it.

    Raises
    ------
    RulesError
        f-puzzles does not support a rule; the message names it.
    PuzzleError
        ``solution`` contradicts a given or the rules.
    TypeError
        ``title``, ``author`` or ``ruleset`` is not text; ``puzzle`` or ``solution`` is not one board.
    """
    word("site", site, _SITES)
    data = to_fpuzzles(puzzle, rules, title=title, author=author, ruleset=ruleset, solution=solution)
    return _SITES[site] + quote(compress(json.dumps(data, separators=(",", ":"), ensure_ascii=False)), safe="")


def _compressed(text: str) -> str:
    """The compressed part of a link."""
    text = unquote(text)
    if match := re.search(r"[?&]load=([^&#]+)", text):
        return match[1]
    if match := re.search(r"(?:^|/|[?&]puzzleid=)(?:fpuzzles|fpuz)([A-Za-z0-9+/= -]+)", text):
        return match[1]
    if re.search(r"(?:^|/|=)(?:scf|scl|ctc)", text):
        raise PuzzleError("the link contains a SudokuPad drawing with its rules in prose; expected an f-puzzles link")
    if "/" in text.split("=")[0][:40] and "://" in text:
        raise PuzzleError(
            "the link does not contain an f-puzzles puzzle; expected https://f-puzzles.com/?load=… or "
            "https://sudokupad.app/fpuzzles… (open a short link in a browser to get the long one)"
        )
    return text


# --- reading ----------------------------------------------------------------------------------------------------------


def from_fpuzzles(data: Any, *, ignore: Collection[str] = ()) -> Shared:
    """Read a puzzle from the parsed JSON of f-puzzles; see :func:`read`."""
    try:
        return _shared(data, _ignored(ignore))
    except RecursionError:
        raise PuzzleError("not an f-puzzles puzzle: the JSON is nested too deeply") from None


def _ignored(names: Any) -> list[Any]:
    return several("ignore", names, "names such as ['text', 'line']")


def _shared(data: Any, ignore: Collection[str]) -> Shared:
    if not isinstance(data, dict) or not isinstance(data.get("grid"), list):
        raise PuzzleError("not an f-puzzles puzzle: it has no 'grid'")
    side = data.get("size", len(data["grid"]))
    if type(side) is not int or not 1 <= side <= 64:
        raise PuzzleError(f"size is {shown(side)}; expected 1 to 64")
    grid = data["grid"]
    if len(grid) != side or any(not isinstance(row, list) or len(row) != side for row in grid):
        raise PuzzleError(f"grid is malformed; expected {side} rows of {side} cells")
    for row, column in np.ndindex(side, side):
        if not isinstance(grid[row][column], dict):
            raise PuzzleError(f"cell ({row}, {column}) is {shown(grid[row][column])}; expected an object")
    reader = Reader(data, _board(grid, side), ignore)
    puzzle, entered = np.zeros((2, side, side), np.uint8)
    marks: dict[str, dict[_Cell, tuple[int, ...]]] = {
        key: {} for key in ("givenPencilMarks", "centerPencilMarks", "cornerPencilMarks")
    }
    colors: dict[_Cell, tuple[str, ...]] = {}
    for row, column in np.ndindex(side, side):
        cell = grid[row][column]
        for key in sorted(map(str, cell.keys() - _CELL_KEYS - {*_COLOR_KEYS})):
            if key not in ignore:
                raise unsupported(f"r{row + 1}c{column + 1} has {key!r}", key)
        skipped = [key for key in cell if key in ignore and cell[key] not in (None, "", [])]
        reader.ignored.update(dict.fromkeys(skipped))
        read = {key: value for key, value in cell.items() if key not in ignore}
        value, given = read.get("value"), read.get("given")
        if not isinstance(given, bool | None):
            raise PuzzleError(f"cell ({row}, {column}) has given {shown(given)}; expected true or false")
        if value not in (None, ""):
            (puzzle if given else entered)[row, column] = _digit(value, 1, side, f"cell ({row}, {column})")
        for key, found in marks.items():
            if digits := _items(read, key):
                what = f"{key} of cell ({row}, {column})"
                found[row, column] = tuple(_digit(digit, 1, side, what) for digit in digits)
        # The format has single colors and lists of them, which may be equal.
        shades = [shade for key in _COLOR_KEYS for shade in _items(read, key)]
        if not all(isinstance(shade, str) for shade in shades):
            raise PuzzleError(f"cell ({row}, {column}) has the colors {shown(shades)}; expected text")
        if shades:
            colors[row, column] = tuple(dict.fromkeys(shades))
    allowed = [marks["givenPencilMarks"]] + [marks["centerPencilMarks"]] * (not puzzle.any())
    rules = reader.rules() + [r.allowed(cell, digits) for found in allowed for cell, digits in found.items()]
    solution = None if "solution" in ignore else _solution(data.get("solution"), side)
    return Shared(
        puzzle,
        rules,
        solution=solution,
        entered=entered,
        center_marks=marks["centerPencilMarks"],
        corner_marks=marks["cornerPencilMarks"],
        colors=colors,
        ignored=tuple(sorted(reader.ignored)),
        **_texts(data),
    )


def _items(cell: dict[str, Any], key: str) -> list[Any]:
    """The items of a key of a cell, which has a list, one item or nothing."""
    value = cell.get(key)
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _digit(value: Any, least: int, side: int, what: str) -> int:
    if type(value) is not int or not least <= value <= side:
        raise PuzzleError(f"{what} holds {shown(value)}; expected {least}..{side}")
    return value


def _solution(values: Any, side: int) -> npt.NDArray[np.uint8] | None:
    """The solution in the JSON, a list of numbers, numbers as text, or blanks."""
    if values in (None, [], ""):
        return None
    if not isinstance(values, list) or len(values) != side * side:
        raise PuzzleError(f"the solution is malformed; expected a list of {side * side} digits")
    solution = np.zeros((side, side), np.uint8)
    for (row, column), value in zip(np.ndindex(side, side), values, strict=True):
        number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
        if number not in (None, "", "."):
            solution[row, column] = _digit(number, 0, side, f"solution: cell ({row}, {column})")
    return solution


def _board(grid: list[list[dict[str, Any]]], side: int) -> Rules:
    """The board with the regions of the cells, or with the default boxes if no cell has a region."""
    box = default_box(side)
    named = [cell["region"] for row in grid for cell in row if "region" in cell]
    if not named:
        # A prime side has rows and columns only.
        return Rules(box=box)
    if len(named) == side * side and all(region is None for region in named):
        return Rules(box=(1, side))
    default = None if box[0] == 1 and side > 1 else Rules(box=box).regions
    regions = np.zeros((side, side), int)
    for row, column in np.ndindex(side, side):
        # Cells in their default region have no key.
        region = grid[row][column].get("region")
        if "region" not in grid[row][column] and default is not None:
            region = int(default[row, column])
        if type(region) is not int or not 0 <= region < 2**31:
            raise RulesError(f"r{row + 1}c{column + 1} is in no region; expected regions for all cells or for none")
        regions[row, column] = region
    return Rules.jigsaw(regions)


# --- writing ----------------------------------------------------------------------------------------------------------


def to_fpuzzles(
    puzzle: Any, rules: Any = None, *, title: str = "", author: str = "", ruleset: str = "", solution: Any = None
) -> dict[str, Any]:
    """The puzzle as JSON data of f-puzzles; see :func:`write`."""
    texts = {"title": title, "author": author, "ruleset": ruleset}
    for name, text in texts.items():
        expect_text(name, text)
    known = rules_of(rules, puzzle)
    side = known.side
    if known.symbols is not None:
        raise RulesError("f-puzzles has digits from 1, not from 0")
    if len(known.digits) > side:
        raise RulesError(
            f"f-puzzles has as many digits as rows; the rules have {len(known.digits)} digits on {side}x{side}"
        )
    givens = one_board("puzzle", puzzle, known)
    grid: list[list[dict[str, Any]]] = [
        [{"value": d, "given": True} if d else {} for d in row] for row in givens.tolist()
    ]
    box = default_box(side)
    if side > 1 and (box[0] == 1 or known.box != box):
        for row, column in np.ndindex(side, side):
            grid[row][column]["region"] = int(known.regions[row, column])
    data: dict[str, Any] = {"size": side}
    data.update({name: text for name, text in texts.items() if text})
    data["grid"] = grid
    writer = Writer(data, known)
    for rule in known.rules:
        writer.write(rule)
    try:
        same, why = from_fpuzzles(data).rules == known, ""
    except RulesError as error:  # the part after the semicolon is advice about ``ignore``
        same, why = False, f": {str(error).partition(';')[0]}"
    if not same:
        raise RulesError(f"f-puzzles cannot represent this combination of rules{why}")
    if solution is not None:
        solved = one_board("solution", solution, known)
        merge_solution(givens, solved)  # raises if it contradicts a given
        found = check(givens, solved, rules=known)
        if found.cell_errors.any():
            row, column = np.argwhere(found.cell_errors)[0].tolist()
            held = solved[row, column]
            raise PuzzleError(f"solution: cell ({row}, {column}) holds {held}, which violates the rules")
        if found.complete and not found.correct:
            raise PuzzleError("solution violates the rules")
        if solved.any():
            data["solution"] = solved.ravel().tolist()
    return data
