"""Reading files of other programs: .sdk (SadMan, SudoCue), .ss (Simple Sudoku), .sdx (candidates), OpenSudoku's XML.

The first three are text, one line for each row of a board. A file may hold several boards. Lines that begin with ``#``
and a letter describe the next board: ``#A`` author, ``#D`` description, ``#C`` comment, ``#B`` date, ``#S`` source,
``#L`` level, ``#U`` URL.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError, shown
from bitdoku.datasets._io.raw import Raw

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
        boards = [[split_row(row) for row in rows] for _, _, rows in some]
        side = request.side = request.side or next((len(rows) for rows in boards if _is_square(rows)), 9)
        for i, rows in enumerate(boards):
            if len(rows) == side and _is_square(rows):
                texts.append(_list(itertools.chain.from_iterable(rows)))
                continue
            odd = next((i for i, row in enumerate(rows) if len(row) != side), None)
            found = f"{len(rows)} rows" if odd is None else f"row {odd} has {len(rows[odd])} cells"
            faults[i] = f"{found}; expected {side} rows of {side} cells"
            texts.append(None)
        lines = [line for line, _, _ in some]
        yield Raw(_core._Texts.of(texts), None, _described(some), lines, faults)


def _is_square(rows: list[list[str]]) -> bool:
    return 1 < len(rows) <= 64 and all(len(row) == len(rows) for row in rows)


def _list(cells: Iterable[str]) -> str:
    """Cells as the text of a list, in which numbers and characters are single cells."""
    return f"[{','.join(cells)}]"


_FRAME = re.compile(r"[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*[-=─═]{2}[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*")
_BAR = re.compile(r"[|│║]")
_HEADING = re.compile(r"[^\W\d_][^,;|]*?\d*\s*[:.)]?")


def is_frame(line: str) -> bool:
    """Whether a line is part of the frame of a board, without cells."""
    return bool(_FRAME.fullmatch(line))


def is_heading(line: str) -> bool:
    """Whether a line is the title of a board, such as ``Grid 01``, rather than a row."""
    text = line.strip()
    if len(text) > 40 or sum(map(str.isalpha, text)) < 3 or _HEADING.fullmatch(text) is None:
        return False
    row = split_row(text)
    return not 1 < len(row) <= 64 or _core._count_cells("".join(row), len(row))[1] > 0


def split_row(line: str) -> list[str]:
    """The cells of a row, ``.`` for an empty one; none if the line has no cells.

    ``53..7....``, ``|53.|.7.|...|``, ``|5|3| | |7| | | | |`` and ``5,3,,,7,,,,`` are the same row.
    """
    text = line.strip(" \r\n")
    framed = _BAR.split(text)
    if len(framed) > 1:
        # A frame has empty texts at its ends.
        fields = framed[not framed[0].strip() : len(framed) - (not framed[-1].strip())]
        if all(len(field.strip()) <= 1 for field in fields) and len(fields) > 3:
            return [field.strip() or "." for field in fields]
        return [*"".join("".join(fields).split())]
    for delimiter in ",;\t":
        if delimiter in text:
            fields = [field.strip().strip("\"'") for field in text.split(delimiter)]
            if len(fields) > 4 and not fields[-1] and (len(fields) - 1) ** 0.5 % 1 == 0:
                fields.pop()  # after a delimiter at the end
            return [field or "." for field in fields]
    tokens = text.split()
    return tokens if len(tokens) > 1 and all(len(token) <= 2 for token in tokens) else [*"".join(tokens)]


def starts_board(lines: list[str]) -> bool:
    """Whether the first lines are n rows of n cells, where a row is not a whole smaller board."""
    content = [line for line in lines if not is_frame(line)]
    content = content[bool(content) and is_heading(content[0]) :]
    side = len(split_row(content[0])) if content else 0
    rows = [split_row(line) for line in content[:side]]
    if side < 4 or len(rows) < side or not _is_square(rows):
        return False
    found, _, kind, _ = _core._recognize(_list(itertools.chain.from_iterable(rows)))
    is_row = side not in (16, 25, 36, 49, 64) or any(sign in content[0] for sign in " ,")
    return is_row and found == side and kind is not None


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
                first, width = number, len(split_row(line))
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

    Files of Sudoku 10'000 (.1gsudoku) have ``<sudoku data="…"/>`` instead; credit: the importer of LibreSudoku.

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
            elif element.tag == "game" or (element.tag == "sudoku" and element.get("data")):
                has_games = True
                texts.append(_puzzle(element.get("data")))
                folders.append(folder or collection)
            elif element.tag == "folder":
                folder = None
            if element.tag in ("game", "sudoku", "folder"):
                element.clear()
            if len(texts) == request.rows:
                yield Raw(_core._Texts.of(texts), None, {"folder": folders})
                texts, folders = [], []
    except ET.ParseError as error:
        raise FormatError(f"{request.name}: invalid XML: {error}") from None
    if root != "opensudoku" and not has_games:
        raise FormatError(f"{request.name}: XML of {root!r} without a game; expected 'opensudoku'")
    yield Raw(_core._Texts.of(texts), None, {"folder": folders})


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
