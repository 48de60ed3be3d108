"""Reading files of other programs: .sdk (SadMan, SudoCue), .ss (Simple Sudoku), .sdx (candidates), OpenSudoku's XML.

The first three are text, one line for each row of a board. A file may hold several boards. Lines that begin with ``#``
and a letter describe the next board: ``#A`` author, ``#D`` description, ``#C`` comment, ``#B`` date, ``#S`` source,
``#L`` level, ``#U`` URL.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np

from bitdoku._errors import FormatError, shown
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.recognition import SIDES, cells_of, is_frame, is_heading

if TYPE_CHECKING:
    from bitdoku.datasets._io.request import Request
    from bitdoku.datasets._io.streams import HeadedReader


#: The letters of descriptive lines, and their columns.
DESCRIPTIONS = {"A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url"}
#: The most characters of a line.
LONGEST = 1 << 20
#: The number of the first line, the description by letter, the rows.
_Board: TypeAlias = tuple[int, dict[str, str], list[str]]


def read_boards(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Boards of one line a row: characters, cells separated by spaces, commas, semicolons, tabs or bars."""
    yield Raw([], None, _described([]))
    for some in _batches(stream, request):
        texts: list[str | None] = []
        faults = {}
        boards = [[cells_of(row) for row in rows] for _, _, rows in some]
        side = request.side = request.side or next((len(rows) for rows in boards if _is_square(rows)), 9)
        for rows in boards:
            if len(rows) != side or any(len(row) != side for row in rows):
                odd = next((i for i, row in enumerate(rows) if len(row) != side), None)
                found = f"{len(rows)} rows" if odd is None else f"row {odd} has {len(rows[odd])} cells"
                faults[len(texts)] = f"{found}; expected {side} rows of {side} cells"
                texts.append(None)
            else:
                cells = [cell for row in rows for cell in row]
                texts.append(("" if all(len(cell) == 1 for cell in cells) else " ").join(cells))
        lines = [line for line, _, _ in some]
        yield Raw(texts, None, _described(some), lines, faults)


def _is_square(rows: list[list[str]]) -> bool:
    return len(rows) in SIDES and all(len(row) == len(rows) for row in rows)


def _batches(stream: HeadedReader, request: Request) -> Iterator[list[_Board]]:
    boards = _grouped(stream, request.name)
    size = 1 if stream.isatty() else request.rows
    return iter(lambda: list(islice(boards, size)), [])


def _described(boards: list[_Board]) -> dict[str, Any]:
    return {name: [about.get(letter) for _, about, _ in boards] for letter, name in DESCRIPTIONS.items()}


def _grouped(stream: HeadedReader, name: str) -> Iterator[_Board]:
    """For each board its first line, its description and its rows, without frames.

    A board ends when it has as many rows as its first row has cells, before a blank or descriptive line, or at the end
    of the file.

    Raises FormatError if there are headings, but no board.
    """
    about: dict[str, str] = {}
    rows: list[str] = []
    first = width = 0
    heading = None
    ignored = False
    lines = io.TextIOWrapper(io.BufferedReader(stream), "utf-8", "replace")
    for number, line in enumerate(iter(partial(lines.readline, LONGEST), ""), 1):
        if len(line) == LONGEST:
            raise FormatError(f"{name}:{number}: a line has more than {LONGEST:,} characters")
        text = line.strip()
        if text.startswith("["):
            # SudoCue: the section [Puzzle] has the puzzle, [State] the progress of the user.
            ignored = text.lower() != "[puzzle]"
        elif text.startswith("#") or not (text or (rows and "\t" in rows[0] and "\t" in line)):
            if rows:
                yield first, about, rows
                about, rows = {}, []
            if text:
                key, value = (text[1:2], text[2:].strip()) if text[1:2] in DESCRIPTIONS else ("C", text[1:].strip())
                about[key] = f"{about[key]}\n{value}" if key in about else value
        elif not ignored and not is_frame(text):
            if not rows:
                if is_heading(text):
                    heading = heading or f"{name}:{number}: {shown(text)}"
                    about["D"] = f"{about['D']}\n{text}" if "D" in about else text
                    continue
                first, width = number, len(cells_of(line))
            rows.append(line.rstrip("\r\n"))
            if len(rows) == width:
                yield first, about, rows
                about, rows = {}, []
    if rows:
        yield first, about, rows
    elif heading and not first:
        raise FormatError(f"{heading} without a board after it; expected a board of one line a row")


def read_sdx(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Nine lines of nine cells, each with its candidates.

    A single candidate is a given, or after ``u`` a digit placed by the user. The puzzle has the givens; the rows have
    the candidates of all cells.
    """
    request.side = request.side or 9
    yield Raw([], None, _described([]))
    for some in _batches(stream, request):
        puzzles = np.full((len(some), 81), -1, np.int16)
        masks = np.zeros((len(some), 81), np.uint16)
        faults = {}
        for i, (puzzle, mask, (_, _, rows)) in enumerate(zip(puzzles, masks, some, strict=True)):
            tokens = [row.split() for row in rows]
            cells = [_given_and_candidates(token) for row in tokens for token in row]
            if len(rows) != 9 or any(len(row) != 9 for row in tokens):
                widths = ", ".join(str(len(row)) for row in tokens)
                faults[i] = f"{len(rows)} rows of {widths} cells; expected 9 of 9"
            elif None in cells:
                row, column = where = divmod(cells.index(None), 9)
                faults[i] = f"cell {where} holds {tokens[row][column]!r}; expected candidates, or u and a digit"
            else:
                puzzle[:], mask[:] = zip(*filter(None, cells), strict=True)
        lines = [line for line, _, _ in some]
        yield Raw(puzzles, None, _described(some), lines, faults, masks)


@lru_cache(1 << 12)
def _given_and_candidates(token: str) -> tuple[int, int] | None:
    """The given of a cell, or 0, and its candidates; None if the text is malformed."""
    placed = token.startswith("u")
    digits = token.removeprefix("u")
    if not re.fullmatch("[1-9]+", digits) or (placed and len(digits) > 1):
        return None
    given = int(digits) if len(digits) == 1 and not placed else 0
    return given, sum(1 << int(digit) - 1 for digit in set(digits))


_SAVED = re.compile(r"\s*version: (\d+)\s+(.*)", re.DOTALL)


def read_opensudoku(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """OpenSudoku's XML: ``<game data="…"/>`` with 81 digits or, in newer versions, cells with notes.

    Newer versions write ``version: N`` and then cells as ``value|notes|editable|``, with two fields of notes from
    version 4 on; a cell that is not editable is a given. The column ``folder`` has the name of the folder of a game, or
    of the collection.
    """
    request.side = request.side or 9
    yield Raw([], None, {"folder": []})
    texts: list[str | None] = []
    folders: list[str | None] = []
    root = collection = folder = None
    has_games = False
    try:
        for event, element in ET.iterparse(io.BufferedReader(stream, 1 << 20), ("start", "end")):
            if event == "start":
                root = root or element.tag
                if element.tag == "folder":
                    folder = element.get("name")
                continue
            if element.tag == "name":
                collection = element.text
            elif element.tag == "game":
                has_games = True
                texts.append(_puzzle(element.get("data")))
                folders.append(folder or collection)
            elif element.tag == "folder":
                folder = None
            if element.tag in ("game", "folder"):
                element.clear()
            if len(texts) == request.rows:
                yield Raw(texts, None, {"folder": folders})
                texts, folders = [], []
    except ET.ParseError as error:
        raise FormatError(f"{request.name}: invalid XML: {error}") from None
    if root != "opensudoku" and not has_games:
        raise FormatError(f"{request.name}: XML of {root!r} without a game; expected 'opensudoku'")
    yield Raw(texts, None, {"folder": folders})


def _puzzle(data: str | None) -> str | None:
    """The givens of a game saved with notes; other text unchanged."""
    saved = _SAVED.fullmatch(data or "")
    if saved is None:
        return data
    width = 4 if int(saved[1]) >= 4 else 3
    # Version 2 has two bars after the notes.
    fields = re.sub(r"\|+", "|", saved[2].strip()).strip("|").split("|")
    cells = zip(fields[::width], fields[width - 1 :: width], strict=False)
    return "".join("." if editable == "1" or value == "0" else value for value, editable in cells)
