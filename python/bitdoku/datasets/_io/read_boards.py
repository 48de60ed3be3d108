"""Reading files of other programs: .sdk (SadMan, SudoCue), .ss (Simple Sudoku), .sdx (candidates), OpenSudoku's XML.

The first three are text, one line for each row of a board. A file may hold several boards. Lines that begin with ``#``
and a letter describe the next board: ``#A`` author, ``#D`` description, ``#C`` comment, ``#B`` date, ``#S`` source,
``#L`` level, ``#U`` URL.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError, cell_name, shown
from bitdoku.datasets._io.raw import Raw

if TYPE_CHECKING:
    from bitdoku.datasets._io.request import Request
    from bitdoku.datasets._io.streams import HeadedReader


#: The letters of descriptive lines, and their columns.
DESCRIPTIONS = {"A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url"}
#: The most characters of a line.
LONGEST = 1 << 20


def read_boards(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Boards of several lines, each read by the core as one text."""
    paired = (
        request.solutions
        and request.wanted[1] != ""
        and (bool(request.wanted[1]) or _has_solutions(stream.head, request.name))
    )
    request.solution_dtype = "text" if paired else None
    yield Raw([], [] if paired else None, _described([]))
    is_detected = False
    for some in _batches(stream, request):
        texts = _core._Texts.of([board.text for board in some])
        if not is_detected:
            request.detect(texts)
            is_detected = True
        solutions = [board.solution for board in some]
        if not paired and request.solutions and request.wanted[1] is None and any(solutions):
            late = next(board.line for board in some if board.solution)
            raise FormatError(f"{request.name}:{late}: the first solution of the file; pass solution='solution'")
        columns = _described([board.about for board in some])
        lines = [board.line for board in some]
        yield Raw(texts, _core._Texts.of(solutions) if paired else None, columns, lines)


def _has_solutions(head: bytes, name: str) -> bool:
    return any(board.solution for board in _solved(_grouped(io.StringIO(head.decode(errors="replace")), name)))


def starts_board(lines: list[str], side: int | None = None) -> bool:
    """Whether the first lines are n rows of n cells, where a row is not a whole smaller board."""
    widths = [_core._row_width(line) for line in lines]
    # Titles and frames before the first row.
    begin = next((i for i, width in enumerate(widths) if width is None or width > 0), len(lines))
    rows = [i for i in range(begin, len(lines)) if widths[i] != 0]
    width = widths[begin] if rows else 0
    n = side or width or 9
    if width == 1 or (rows and "\t" in lines[begin]):
        found, _, kind, _ = _core._recognize("\n".join(lines))
        return kind is not None and side in (None, found)
    found, _, kind, _ = _core._recognize("\n".join(lines[begin : (rows[n - 1] + 1 if len(rows) >= n else len(lines))]))
    return kind is not None and found == n and (width is None or side is not None or width == n)


class _Board(NamedTuple):
    line: int  # the first line
    about: dict[str, str]  # the description by letter
    text: str
    solution: str | None = None
    is_titled: bool = False  # whether the title says that it is a solution
    is_next: bool = False  # whether no blank line is before it


_SOLUTION = re.compile(r"\W*(solution|solved|answer|l(ö|oe)sung|soluci[oó]n)", re.IGNORECASE)


def _solved(boards: Iterable[_Board]) -> Iterator[_Board]:
    """The boards, each with the complete board after it as its solution, right or wrong.

    A complete board is a solution if its title says so, if it follows without a blank line, or if it agrees with the
    givens before it.
    """
    last: _Board | None = None
    for board in boards:
        if last is not None and last.solution is None and _is_solution(last, board):
            last = last._replace(solution=board.text)
            continue
        if last is not None:
            yield last
        last = board
    if last is not None:
        yield last


def _is_solution(puzzle: _Board, board: _Board) -> bool:
    side, _, kind, _ = _core._recognize(board.text)
    first, _, of_first, _ = _core._recognize(puzzle.text)
    if kind != "grids" or side != first or side is None or (of_first == "grids" and not board.is_titled):
        return False
    if board.is_titled or board.is_next:
        return True
    (cells, answer), *_ = _core._decode(_core._Texts.of([puzzle.text, board.text]), side)
    return of_first == "puzzles" and bool(((cells == 0) | (cells == answer)).all())


def _batches(stream: HeadedReader, request: Request) -> Iterator[list[_Board]]:
    lines = io.TextIOWrapper(io.BufferedReader(stream), "utf-8", "replace")
    boards = _solved(_grouped(lines, request.name, request.side))
    size = 1 if stream.isatty() else request.rows
    return iter(lambda: list(islice(boards, size)), [])


def _described(boards: list[dict[str, str]]) -> dict[str, Any]:
    return {name: [about.get(letter) for about in boards] for letter, name in DESCRIPTIONS.items()}


class _Lines(list[tuple[int, str]]):
    """Consecutive lines of a board, by number."""

    def rows(self) -> int:
        """The number of rows: lines with cells, and those of dashes where dashes are blanks."""
        texts = [line.strip() for _, line in self]
        rows = [text for text in texts if text and _core._row_width(text) != 0]
        if not any("-" in row for row in rows):
            return len(rows)
        width = self.width()
        return len(rows) + sum(set(text) == {"-"} and len(text) == width for text in texts)

    def width(self) -> int | None:
        """The number of cells of the first row, if a board may have as many rows; None if it ends with a blank line."""
        line = next((line for _, line in self if line.strip() and _core._row_width(line) != 0), "\t")
        # Tabs at the end of a row may be missing.
        width = None if "\t" in line else _core._row_width(line)
        return width if width is not None and width > 1 else None


def _grouped(lines: io.TextIOBase, name: str, side: int | None = None) -> Iterator[_Board]:
    """The boards of a file, with their descriptions.

    A board has as many rows as its first row has cells. Blank lines may divide it into bands, unless the lines
    between them are a board or do not add up to one. A title or a description ends a board.

    Raises FormatError if there are titles, but no board.
    """
    about: dict[str, str] = {}
    bands, piece = _Lines(), _Lines()
    title = None
    is_ignored = is_titled = is_next = found = False

    def board(lines: _Lines) -> _Board:
        nonlocal about, is_titled, is_next, found
        text = "\n".join(line for _, line in lines)
        first = next((number for number, line in lines if _core._row_width(line) != 0), lines[0][0])
        made = _Board(first, about, text, None, is_titled, is_next)
        about, is_titled, is_next, found = {}, False, True, True
        return made

    def ended() -> Iterator[_Board]:
        """The board or boards of the lines so far."""
        nonlocal bands, piece
        joined = _Lines([*bands, *piece])
        some = [joined] if joined.width() is None or joined.rows() <= (joined.width() or 0) else [bands, piece]
        bands, piece = _Lines(), _Lines()
        yield from (board(lines) for lines in some if lines.rows())

    for number, line in enumerate(iter(partial(lines.readline, LONGEST), ""), 1):
        if len(line) == LONGEST:
            raise FormatError(f"{name}:{number}: a line has more than {LONGEST:,} characters")
        text = line.strip()
        if re.fullmatch(r"\[[A-Za-z ]+\]", text):
            # SudoCue: the section [Puzzle] has the puzzle, [State] the progress of the user.
            yield from ended()
            is_ignored = text.lower() != "[puzzle]"
            continue
        if is_ignored:
            continue
        if text[:1] in ("#", "%") and text:
            yield from ended()
            key, value = (text[1:2], text[2:].strip()) if text[1:2] in DESCRIPTIONS else ("C", text[1:].strip())
            about[key] = f"{about[key]}\n{value}" if key in about else value
        elif (
            not text
            and not ("\t" in line or (piece and "\t" in piece[0][1]))
            and not (line.strip("\r\n") and piece and len(line.strip("\r\n")) == len(piece[0][1]))
        ):
            joined = _Lines([*bands, *piece])
            width = joined.width()
            if width is None or joined.rows() >= width:
                yield from ended()
            else:
                bands, piece = joined, _Lines()
            is_next = False
        elif text and _core._row_width(text) == -1:
            yield from ended()
            title = title or f"{name}:{number}: {shown(text)}"
            is_titled = _SOLUTION.match(text) is not None
            about["D"] = f"{about['D']}\n{text}" if "D" in about else text
        else:
            piece.append((number, line.rstrip("\r\n")))
            rows, width = piece.rows(), piece.width()
            if rows and (rows == width or (width or 0) > 64 or (side is not None and width == side * side)):
                if bands.rows():
                    yield board(bands)
                yield board(piece)
                bands, piece = _Lines(), _Lines()
    yield from ended()
    if title and not found:
        raise FormatError(f"{title} without a board after it; expected a board of one line a row")


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
        for i, (puzzle, mask, board) in enumerate(zip(puzzles, masks, some, strict=True)):
            rows = [row for row in board.text.splitlines() if row.strip()]
            tokens = [row.split() for row in rows]
            cells = [_given_and_candidates(token) for row in tokens for token in row]
            if len(rows) != 9 or any(len(row) != 9 for row in tokens):
                widths = ", ".join(str(len(row)) for row in tokens)
                faults[i] = f"{len(rows)} rows of {widths} cells; expected 9 of 9"
            elif None in cells:
                row, column = divmod(cells.index(None), 9)
                where = cell_name(row, column)
                faults[i] = f"{where} holds {tokens[row][column]!r}; expected candidates, or u and a digit"
            else:
                puzzle[:], mask[:] = zip(*filter(None, cells), strict=True)
        lines = [board.line for board in some]
        yield Raw(puzzles, None, _described([board.about for board in some]), lines, faults, masks)


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
