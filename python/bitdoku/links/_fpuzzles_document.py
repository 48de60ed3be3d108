"""Documents and links of f-puzzles: the board, the digits, the marks and the texts. `_fpuzzles` reads the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from bitdoku import rules as r
from bitdoku._arguments import expect_text, one_board
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._drawings import drawings
from bitdoku.links._drawn import read_drawn
from bitdoku.links._fpuzzles import Reader
from bitdoku.links._fpuzzles_writer import Writer
from bitdoku.links._shared import (
    Cell,
    Shared,
    Source,
    decompressed,
    expect_solution,
    ignored_names,
    parsed,
    texts,
    unsupported,
)
from bitdoku.rules._layout import default_box
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt

    from bitdoku.links._words import Words

#: Keys of cells that are read.
_CELL_KEYS = {"value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"}
_COLOR_KEYS = ("cArray", "highlightArray", "c", "highlight")


def recognizes(source: Source) -> bool:
    """Whether the text is a document of f-puzzles or a link with one."""
    return source.has("grid") or _payload(source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the puzzle."""
    payload = _payload(source.text)
    data = source.data if payload is None else parsed(decompressed(payload))
    try:
        return _shared(data, ignore, source)
    except RecursionError:
        raise PuzzleError("not an f-puzzles puzzle: the JSON is nested too deeply") from None


def _payload(text: str) -> str | None:
    """The compressed part of a link."""
    text = unquote(text)
    for pattern in (
        r"[?&]load=([^&#]+)",
        r"(?:^|/|[?&]puzzleid=)(?:fpuzzles|fpuz)([A-Za-z0-9+/= -]+)",
    ):
        if match := re.search(pattern, text):
            return match[1]
    return None


def from_fpuzzles(data: Any, *, ignore: Collection[str] = ()) -> Shared:
    """Read a puzzle from the parsed JSON of f-puzzles; see :func:`read`."""
    try:
        return _shared(data, ignored_names(ignore), Source())
    except RecursionError:
        raise PuzzleError("not an f-puzzles puzzle: the JSON is nested too deeply") from None


def _shared(data: Any, ignore: Collection[str], source: Source) -> Shared:
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
            raise PuzzleError(f"r{row + 1}c{column + 1} is {shown(grid[row][column])}; expected an object")
    reader = Reader(data, _board(grid, side), ignore)
    puzzle, entered = np.zeros((2, side, side), np.uint8)
    marks: dict[str, dict[Cell, tuple[int, ...]]] = {
        key: {} for key in ("givenPencilMarks", "centerPencilMarks", "cornerPencilMarks")
    }
    colors: dict[Cell, tuple[str, ...]] = {}
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
            raise PuzzleError(f"r{row + 1}c{column + 1} has given {shown(given)}; expected true or false")
        if value not in (None, ""):
            (puzzle if given else entered)[row, column] = _digit(value, 1, side, f"r{row + 1}c{column + 1}")
        for key, found in marks.items():
            if digits := _items(read, key):
                what = f"{key} of r{row + 1}c{column + 1}"
                found[row, column] = tuple(_digit(digit, 1, side, what) for digit in digits)
        # The format has single colors and lists of them, which may be equal.
        shades = [shade for key in _COLOR_KEYS for shade in _items(read, key)]
        if not all(isinstance(shade, str) for shade in shades):
            raise PuzzleError(f"r{row + 1}c{column + 1} has the colors {shown(shades)}; expected text")
        if shades:
            colors[row, column] = tuple(dict.fromkeys(shades))
    allowed = [marks["givenPencilMarks"]] + [marks["centerPencilMarks"]] * (not puzzle.any())
    rules = reader.rules() + [r.allowed(cell, digits) for found in allowed for cell, digits in found.items()]
    reader.drawings.shade(colors, lambda square: source.listing or _is_meant(square, source))
    words, warnings = _words(data, reader)
    drawn = read_drawn(
        reader.board, words, reader.drawings.document, reader.drawings.cages, source, ignore, strict=False,
        typed=reader.dots,
    )  # fmt: skip
    rules += drawn.rules
    solution = None if "solution" in ignore else _solution(data.get("solution"), side)
    return Shared(
        puzzle,
        rules,
        solution=solution,
        entered=entered,
        center_marks=marks["centerPencilMarks"],
        corner_marks=marks["cornerPencilMarks"],
        colors=colors,
        ignored=tuple(sorted({*reader.ignored, *drawn.ignored})),
        warnings=warnings,
        by_words=(*reader.by_words, *drawn.by_words),
        drawings=drawn.listed,
        **texts(data),
    )


def _is_meant(square: dict[str, Any], source: Source) -> bool:
    """Whether the caller says something of a colored cell."""
    (drawn,) = drawings({"underlays": [square]})
    return any(meaning.fits(drawn) for meaning in source.meanings)


def _words(data: dict[str, Any], reader: Reader) -> tuple[Words, tuple[str, ...]]:
    """The rules in words, and warnings. "All dots are given" is left out where the document says it too."""
    words = reader.words
    negative = {*(data.get("negative") or ())}
    typed = ["kropki_black"] * ("ratio" in negative) + ["x", "v"] * ("xv" in negative)
    typed += ["kropki_white"] * bool(data.get("nonconsecutive") or "difference" in negative)
    for name in typed:
        words.all_given.pop(name, None)
    if not reader.has_numbers:
        return words, ()
    lost = [words.all_given.pop(name) for name in ("kropki_white", "kropki_black") if name in words.all_given]
    return words, tuple(f"not read, since dots have numbers: {sentence}" for sentence in dict.fromkeys(lost))


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
            solution[row, column] = _digit(number, 0, side, f"solution: r{row + 1}c{column + 1}")
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
    default = Rules(box=box).regions
    regions = np.zeros((side, side), int)
    for row, column in np.ndindex(side, side):
        # Cells in their default region have no key. On boards of a prime side, the default regions are the rows.
        region = grid[row][column].get("region", int(default[row, column]))
        if type(region) is not int or not 0 <= region < 2**31:
            raise RulesError(f"r{row + 1}c{column + 1} is in no region; expected regions for all cells or for none")
        regions[row, column] = region
    return Rules.jigsaw(regions)


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
        expect_solution(givens, solved, known)
        if solved.any():
            data["solution"] = solved.ravel().tolist()
    return data
