"""Documents and links of SudokuPad: the board, the givens and the texts. `_drawn` reads the rules.

A document has ``cells`` (rows of objects with ``value``), ``regions`` and ``cages`` (lists of ``[row, column]`` from
0), drawings (``lines``, ``arrows``, ``underlays``, ``overlays``) and ``metadata``. Old documents have their title,
author, rules and solution in cages without cells: ``{"value": "title: …"}``. See `_scl_text` for the form in links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from bitdoku._arguments import one_board
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._drawn import read_drawn
from bitdoku.links._lzstring import compress
from bitdoku.links._scl_frame import cropped
from bitdoku.links._scl_text import dumps_relaxed, loads_relaxed
from bitdoku.links._scl_writer import Writer
from bitdoku.links._shared import Shared, Source, decompressed, expect_solution, parsed, unsupported
from bitdoku.links._words import WHOLE, understood
from bitdoku.rules._layout import default_box
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt

    from bitdoku.rules import Rule

_DRAWINGS = ("lines", "arrows", "underlays", "overlays")
#: Keys of documents that are read or do not affect the rules.
_KEYS = {
    "id", "cellSize", "settings", "metadata", "cells", "regions", "cages", "global", "videos", "foglight", "fogsource",
    *_DRAWINGS,
}  # fmt: skip
_CELL_KEYS = {
    "value",
    "given",
    "pencilMarks",
    "pencilmarks",
    "centremarks",
    "candidates",
    "c",
    "color",
    "colors",
    "highlight",
}
_FLAGS = {"true": True, "1": True, "false": False, "0": False, "none": False, "": False}
_TEXTS = {"title": "title", "author": "author", "rules": "ruleset"}
_KEYS_OF_TEXTS = {ours: key for key, ours in _TEXTS.items()}


def recognizes(source: Source) -> bool:
    """Whether the text is a document of SudokuPad or a link with one."""
    return source.has("cells") or _payload(source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the puzzle."""
    payload = _payload(source.text)
    if payload is None:
        return from_document(source.data, ignore, source)
    text = decompressed(payload)
    if text.lstrip().startswith('{"'):
        return from_document(parsed(text), ignore, source)
    try:
        return from_document(loads_relaxed(text), ignore, source)
    except ValueError as error:
        if isinstance(error, PuzzleError | RulesError):
            raise
        raise PuzzleError(f"the link does not contain a SudokuPad document: {error}") from None
    except RecursionError:
        raise PuzzleError("the link does not contain a puzzle: the document is nested too deeply") from None


def _payload(text: str) -> str | None:
    """The compressed part of a link, or of a puzzle id that starts with scl or ctc."""
    site = r"(?:https?://)?(?:[\w.-]*sudokupad\.[\w.]+|app\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=|\?.*&puzzleid=)?"
    match = re.match(rf"(?:{site})?(?:scl|ctc)([A-Za-z0-9+/= -]+)", unquote(text))
    return match[1] if match else None


def from_document(data: Any, ignore: Collection[str], source: Source | None = None) -> Shared:
    """Read a document. Texts of the source are for a document without them."""
    source = source or Source()
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise PuzzleError("not a SudokuPad document: it has no 'cells'")
    data, size = cropped(data)
    puzzle, entered = _cells(data["cells"], ignore)
    side = len(puzzle)
    cages = _list(data, "cages")
    about = _about(data, cages, ignore)
    for key, text in source.texts.items():
        about[_KEYS_OF_TEXTS.get(key, key)] = about.get(_KEYS_OF_TEXTS.get(key, key)) or text
    for key, value in data.items():
        if key not in _KEYS and key not in ignore and value not in (None, False, "", [], {}):
            raise unsupported(f"the document has {key!r}", key)
    texts: dict[str, Any] = {ours: str(about.get(key) or "") for key, ours in _TEXTS.items()}
    words = understood(texts["ruleset"], side)
    board = _board(_list(data, "regions"), side)
    shown_cages = [] if "cages" in ignore else [cage for cage in cages if _is_drawn(cage, side)]
    kept = {key: _list(data, key) for key in _DRAWINGS if key not in ignore}
    drawn = read_drawn(board, words, kept, shown_cages, source, ignore)
    rules = board + drawn.rules + _whole(data, about, {said.name for said in words.by_board()})
    known = about.get("solution")
    if size is not None and known:
        known = size.inside(str(known).strip())
    solution = None if "solution" in ignore else _solution(known, rules)
    skipped = [key for key in data if key in ignore] + ["words"] * bool(words.unknown)
    if about.get("solution") and solution is None:
        skipped.append("solution")
    return Shared(
        puzzle,
        rules,
        solution=solution,
        entered=entered,
        ignored=tuple(dict.fromkeys([*sorted(skipped), *drawn.ignored])),
        by_words=drawn.by_words,
        drawings=drawn.listed,
        **texts,
    )


def _list(data: dict[str, Any], key: str) -> list[Any]:
    values = data.get(key) or []
    if not isinstance(values, list) or not all(
        isinstance(value, list if key == "regions" else dict) for value in values
    ):
        raise PuzzleError(f"{key} is {shown(values)}; expected a list")
    return values


def _cells(rows: list[Any], ignore: Collection[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The givens and the digits that were entered."""
    side = len(rows)
    if not all(isinstance(row, list) for row in rows):
        raise PuzzleError("cells is malformed; expected a list of rows")
    if not 1 <= side <= 64 or any(len(row) != side for row in rows):
        sides = f"{side}x{len(rows[0]) if rows else 0}"
        raise RulesError(f"the document has {sides} cells; expected a square board, or regions that form one")
    puzzle, entered = np.zeros((2, side, side), np.uint8)
    for row, column in np.ndindex(side, side):
        cell = rows[row][column]
        if not isinstance(cell, dict):
            raise PuzzleError(f"r{row + 1}c{column + 1} is {shown(cell)}; expected an object")
        for key in cell.keys() - _CELL_KEYS:
            if key not in ignore:
                raise unsupported(f"r{row + 1}c{column + 1} has {key!r}", key)
        value = cell.get("value")
        if value in (None, ""):
            continue
        digit = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
        if type(digit) is not int or not 1 <= digit <= side:
            raise PuzzleError(f"r{row + 1}c{column + 1} holds {shown(value)}; expected 1..{side}")
        (entered if cell.get("given") is False else puzzle)[row, column] = digit
    return puzzle, entered


def _about(data: dict[str, Any], cages: list[dict[str, Any]], ignore: Collection[str]) -> dict[str, Any]:
    """The metadata, also of cages without cells."""
    about: dict[str, Any] = {}
    for cage in cages:
        text = "" if cage.get("cells") else str(cage.get("value") or "").strip()
        if match := re.match(r"(\w+):\s*(.*)", text, re.DOTALL):
            about[match[1].lower()] = match[2]
        elif text and "cages" not in ignore:
            raise unsupported(f"a cage without cells has the value {shown(text)}", "cages")
    if isinstance(data.get("metadata"), dict):
        for key, value in data["metadata"].items():
            about[key] = "\n".join(map(str, value)) if isinstance(value, list) else value
    return about


def _is_drawn(cage: dict[str, Any], side: int) -> bool:
    """Whether a cage is a clue, not a text, a row, a column or a frame. Raises PuzzleError for malformed cells."""
    cells = cage.get("cells")
    if not cells:
        return False
    places = isinstance(cells, list) and all(
        isinstance(cell, list) and len(cell) == 2 and all(type(at) is int and 0 <= at < side for at in cell)
        for cell in cells
    )
    if not places:
        raise PuzzleError(f"a cage has the cells {shown(cells)}; expected [row, column] from 0 to {side - 1}")
    if cage.get("hidden") or cage.get("type") == "rowcol":
        lines = {len({cell[axis] for cell in cells}) for axis in (0, 1)}
        return not (cage.get("unique") is False or (1 in lines and len(cells) == side))
    return True


def _board(regions: list[list[Any]], side: int) -> Rules:
    box = default_box(side)
    if not regions:
        return Rules(box=box)
    board = np.full((side, side), -1)
    for k, region in enumerate(regions):
        for cell in region:
            inside = isinstance(cell, list) and len(cell) == 2 and all(type(x) is int and 0 <= x < side for x in cell)
            if not inside or board[tuple(cell)] >= 0:
                raise RulesError(
                    f"region {k} has the cell {shown(cell)}, counted from 0, outside the board or of another region"
                )
            board[tuple(cell)] = k
    if (board < 0).any():
        row, column = np.argwhere(board < 0)[0]
        raise RulesError(f"r{row + 1}c{column + 1} is in no region; expected regions for all cells or for none")
    return Rules.jigsaw(board)


def _whole(data: dict[str, Any], about: dict[str, Any], said: set[str]) -> list[Rule]:
    """The rules of the whole board."""
    names = data.get("global") or []
    if not isinstance(names, list) or {*map(str, names)} - {*WHOLE}:
        raise unsupported(f"the document has 'global' {shown(names)}", "global")
    flags = {*names, *(key for key, value in about.items() if value is True)}
    for key in about.keys() & WHOLE.keys():
        flag = str(about[key]).lower()
        if flag not in _FLAGS:
            raise RulesError(f"the metadata have {key!r} with the value {shown(about[key])}; expected true or false")
        flags |= {key} if _FLAGS[flag] else set()
    if unknown := flags - {*WHOLE}:
        raise unsupported(f"the metadata have {min(unknown)!r}", "metadata")
    return [make() for key, (name, make) in WHOLE.items() if key in flags or name in said]


def _solution(text: Any, rules: Rules) -> npt.NDArray[np.uint8] | None:
    """The solution, digits in reading order with any other character for a blank; None if numbers are joined."""
    if text in (None, "", []) or rules.side > 9:
        return None
    try:
        return one_board("solution", re.sub("[^0-9]", ".", str(text).strip()), rules)
    except TypeError as error:
        raise PuzzleError(str(error)) from None


# --- writing ----------------------------------------------------------------------------------------------------------


def to_document(
    puzzle: Any, rules: Any = None, *, title: str = "", author: str = "", ruleset: str = "", solution: Any = None
) -> dict[str, Any]:
    """The puzzle as a document of SudokuPad, with the rules in words.

    Raises RulesError for a rule without a drawing, and if ``ruleset`` is given but does not state the rules.
    """
    known = rules_of(rules, puzzle)
    if known.symbols is not None or len(known.digits) > known.side:
        raise RulesError("SudokuPad's own format has digits from 1 to the side")
    givens = one_board("puzzle", puzzle, known)
    writer = Writer(known)
    for rule in known.rules:
        writer.write(rule)
    texts = {"title": title, "author": author, "rules": ruleset or "\n".join(writer.sentences)}
    document = {**writer.document(givens), "metadata": {key: text for key, text in texts.items() if text}}
    try:
        same, why = from_document(document, ()).rules == known, ""
    except RulesError as error:
        same, why = False, f": {str(error).partition(';')[0]}"
    if not same:
        advice = "; without ruleset, the rules are stated in words that can be read" if ruleset else ""
        raise RulesError(f"SudokuPad's own format cannot represent this combination of rules{why}{advice}")
    if solution is not None:
        solved = one_board("solution", solution, known)
        expect_solution(givens, solved, known)
        if solved.any() and known.side <= 9:
            document["metadata"]["solution"] = "".join(str(digit or ".") for digit in solved.ravel().tolist())
    return document


def packed(document: dict[str, Any]) -> str:
    """The document as it is in links."""
    return "scl" + compress(dumps_relaxed(document))
