"""Reading text files with one puzzle a line: plain, pencilmarks of 729 characters, HoDoKu's library, JSON.

Blank lines and lines that begin with ``#`` are skipped. Lines are numbered from 1.
"""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bitdoku.datasets._cells import BLANKS, SYMBOLS, UNKNOWN, may_be_boards
from bitdoku.datasets._names import board_columns, no_puzzles
from bitdoku.datasets._request import Opened, likely_side
from bitdoku.datasets._rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request

_SEPARATOR = re.compile(r"[\s,;#]")
_COMMENT = re.compile("[;#]")
_PLAIN = (SYMBOLS + SYMBOLS.lower() + BLANKS + "\n").encode()
#: Lines of JSON parsed together.
JSON_LINES = 1 << 14
_Lines = list[tuple[int, str]]


def open_plain(stream: HeadedReader, request: Request) -> Opened:
    """Open lines with one puzzle each, of one character a cell or numbers; text after a separator is ignored."""
    return Opened(_plain(stream, request))


def _plain(stream: HeadedReader, request: Request) -> Iterator[Rows]:
    file: io.BufferedReader[Any] = io.BufferedReader(stream, 1 << 20)
    head = map(str.strip, _lines_of(stream.head.decode("utf-8-sig", "replace")))
    # A comment after a board need not be preceded by a space.
    side = request.side or likely_side(_COMMENT.split(text, maxsplit=1)[0] for text in head if text[:1] != "#")
    start, line = 0, 1
    pieces: Iterator[bytes] = iter(file.readline, b"") if stream.isatty() else _pieces(file, request.rows * 82)
    for piece in pieces:
        if line == 1:
            piece = piece.removeprefix(b"\xef\xbb\xbf")
        table = _equal_lines(piece, side)
        if table is not None:
            yield Rows(table, None, {}, request.name, start, side, range(line, line + len(table)))
            start, line = start + len(table), line + len(table)
            continue
        numbered = list(enumerate(_lines_of(piece.decode(errors="replace")), line))
        if piece.endswith((b"\n", b"\r")):
            numbered.pop()
        line += len(numbered)
        stripped = [(number, text.strip()) for number, text in numbered]
        kept = [(number, text) for number, text in stripped if text and not text.startswith("#")]
        if kept:
            texts = [_first_board(text, side * side) for _, text in kept]
            yield Rows(texts, None, {}, request.name, start, side, [number for number, _ in kept])
            start += len(kept)


def _lines_of(text: str) -> list[str]:
    """The lines of a text with line ends of any system."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _pieces(file: io.BufferedReader[Any], size: int) -> Iterator[bytes]:
    """Whole lines, about ``size`` bytes of them at a time."""
    # Available data are enough: a writer into a pipe need not fill a batch.
    while piece := file.read1(size):
        yield piece if piece.endswith(b"\n") else piece + file.readline()


def _equal_lines(piece: bytes, side: int) -> np.ndarray[Any, np.dtype[np.bytes_]] | None:
    """The lines as one array if all are boards of the same length: the fast path."""
    length = piece.find(b"\n")
    if length != side * side or len(piece) % (length + 1):
        return None
    table = np.frombuffer(piece, np.uint8).reshape(-1, length + 1)
    if (table[:, length] != 10).any() or piece.count(b"\n") != len(table) or piece.translate(None, _PLAIN):
        return None
    return np.ascontiguousarray(table[:, :length]).view(f"S{length}").reshape(-1)


def _first_board(line: str, cells: int) -> str:
    """The puzzle of a line: its first n² characters if a separator follows, else the whole line.

    The text parser accepts comments but not a second board after the first, which is common here: files of puzzles and
    solutions.
    """
    if len(line) > cells and line[cells] in " \t,;#" and not _SEPARATOR.search(line, 0, cells):
        return line[:cells]
    return line


def _numbered(stream: HeadedReader, size: int) -> Iterator[_Lines]:
    """Batches of lines with their numbers."""
    lines = enumerate(io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), "utf-8-sig", "replace"), 1)
    while chunk := list(islice(lines, 1 if stream.isatty() else size)):
        stripped = [(number, line.strip()) for number, line in chunk]
        kept = [(number, line) for number, line in stripped if line and not line.startswith("#")]
        if kept:
            yield kept


def _batches(stream: HeadedReader, request: Request, read: Callable[[_Lines, int], Rows]) -> Iterator[Rows]:
    """Apply ``read`` to batches of lines with their numbers."""
    start = 0
    for lines in _numbered(stream, request.rows):
        rows = read(lines, start)
        start += len(rows)
        yield rows


def open_pencilmarks(stream: HeadedReader, request: Request) -> Opened:
    """Open lines of 729 characters. Single candidates are givens; column ``candidates`` has the masks, (81,) uint16."""

    def read(lines: _Lines, start: int) -> Rows:
        puzzles = np.zeros((len(lines), 81), np.uint8)
        masks = np.zeros((len(lines), 81), np.uint16)
        for i, (number, line) in enumerate(lines):
            try:
                marks = _marks(_SEPARATOR.split(line, maxsplit=1)[0])
            except ValueError as error:
                request.fault(number, str(error))
                puzzles[i] = UNKNOWN
                continue
            masks[i] = marks.astype(np.uint16) @ (1 << np.arange(9, dtype=np.uint16))
            puzzles[i] = np.where(marks.sum(axis=1) == 1, marks.argmax(axis=1) + 1, 0)
        columns = {"candidates": masks}
        return Rows(puzzles, None, columns, request.name, start, 9, [number for number, _ in lines])

    return Opened(_batches(stream, request, read))


def _marks(text: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The candidates in a text of 729 characters as bools, (81, 9)."""
    if len(text) != 729:
        raise ValueError(f"{len(text)} characters; expected 729, nine for each cell")
    for i, character in enumerate(text):
        if character not in ".0" and character != "123456789"[i % 9]:
            cell = divmod(i // 9, 9)
            raise ValueError(
                f"cell {cell} holds {character!r} in the place of {i % 9 + 1}; expected that digit, . or 0"
            )
    return np.array([character not in ".0" for character in text]).reshape(81, 9)


#: The columns for the fields of a line of HoDoKu's library.
HODOKU_COLUMNS = ("technique", "digits", "board", "deleted", "eliminations", "comment")


def hodoku_puzzle(board: str) -> str:
    """The givens of a board in which ``+`` marks placed digits."""
    return re.sub(r"\+[1-9]", ".", board)


def open_hodoku(stream: HeadedReader, request: Request) -> Opened:
    """Open lines ``:technique:digits:board:deleted:eliminations:comment:``.

    The puzzle has the givens of the board; digits after ``+`` are placed ones and blank in it. There is a column for
    each field; ``board`` has the original text.
    """

    def read(lines: _Lines, start: int) -> Rows:
        puzzles: list[str | None] = []
        columns: dict[str, list[str]] = {name: [] for name in HODOKU_COLUMNS}
        for number, line in lines:
            fields = line.split(":")
            if not line.startswith(":") or len(fields) < 4:
                request.fault(number, "expected :technique:candidates:81 cells:…")
                fields = ["", "", "", ""]
                puzzles.append(None)
            else:
                puzzles.append(hodoku_puzzle(fields[3]))
            fields += [""] * (7 - len(fields))
            for name, text in zip(HODOKU_COLUMNS, [*fields[1:6], ":".join(fields[6:]).rstrip(":")], strict=True):
                columns[name].append(text)
        return Rows(puzzles, None, {**columns}, request.name, start, 9, [number for number, _ in lines])

    return Opened(_batches(stream, request, read))


def open_jsonl(stream: HeadedReader, request: Request) -> Opened:
    """Open lines of JSON objects; boards are strings or lists of numbers. New columns may appear on any line.

    The number of lines parsed together does not depend on the size of batches, so that the columns do not either.
    """
    return Opened(_jsonl(stream, request))


def _jsonl(stream: HeadedReader, request: Request) -> Iterator[Rows]:
    names: list[str] = []
    puzzle = solution = None
    side = request.side
    start = 0
    for lines in _numbered(stream, JSON_LINES):
        objects = _json_objects(lines, request)
        for i, (_, line) in enumerate(lines):
            if "\\ud" in line or "\\uD" in line:
                objects[i] = _without_surrogates(objects[i])
        found = [*dict.fromkeys([*names, *(name for value in objects for name in value)])]
        if len(found) > len(names):
            names = found
            columns = board_columns(names, request, lambda name: may_be_boards(value.get(name) for value in objects))  # noqa: B023
            puzzle, solution = puzzle or columns[0], solution or columns[1]
        if puzzle is None:
            raise no_puzzles(names, request)
        side = side or _json_side([value.get(puzzle) for value in objects])
        for begin in range(0, len(lines), request.rows):
            part = objects[begin : begin + request.rows]
            puzzles = _json_column([value.get(puzzle) for value in part], side)
            solutions = None
            if solution is not None:
                solutions = _json_column([value.get(solution) for value in part], side, solutions=True)
            others = {name: [value.get(name) for value in part] for name in names if name not in (puzzle, solution)}
            numbers = [number for number, _ in lines[begin : begin + request.rows]]
            yield Rows(puzzles, solutions, others, request.name, start, side, numbers)
            start += len(part)


def _json_objects(lines: _Lines, request: Request) -> list[dict[str, Any]]:
    # One call for all lines takes half the time of one for each. NaN, which is in none of the lines, separates them: if
    # every second value is NaN, no line continues another.
    values: list[Any] = []
    if not any("NaN" in line for _, line in lines):
        with suppress(ValueError, RecursionError):
            values = json.loads(f"[{',NaN,'.join(line for _, line in lines)}]")
    objects = values[::2]
    separated = len(objects) == len(lines) and all(value != value for value in values[1::2])
    if separated and all(type(value) is dict for value in objects):
        return cast("list[dict[str, Any]]", objects)
    return [_json_object(number, line, request) for number, line in lines]


def _json_object(number: int, line: str, request: Request) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        request.fault(number, f"invalid JSON: {error}")
        return {}
    if not isinstance(value, dict):
        request.fault(number, f"JSON {type(value).__name__}; expected an object")
        return {}
    return value


def _without_surrogates(value: dict[str, Any]) -> dict[str, Any]:
    """The object with replacement characters for unpaired surrogates, which cannot be encoded."""
    text = json.dumps(value, ensure_ascii=False)
    surrogates = any("\ud800" <= character <= "\udfff" for character in text)
    return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")) if surrogates else value


def _json_side(values: list[Any]) -> int:
    """The side of most boards among the first values."""
    return likely_side(value if isinstance(value, str) else " ".join(map(str, _flat(value))) for value in values)


def _json_column(values: list[Any], side: int, *, solutions: bool = False) -> Any:
    """A list of texts, or an array of numbers if all values are lists or missing.

    Missing or invalid puzzles become null or -1; missing solutions null or 0, invalid ones a malformed text or -1.
    """
    present = [value for value in values if value not in (None, "", [])]
    if not present or not all(isinstance(value, list) for value in present):
        return [_json_text(value, solutions=solutions) for value in values]
    absent = [0 if solutions else -1] * side**2
    flat = [absent if value in (None, "", []) else _flat(value) for value in values]
    return np.array([row if len(row) == side**2 else [-1] * side**2 for row in flat], np.int64)


def _json_text(value: Any, *, solutions: bool) -> str | None:
    if isinstance(value, str):
        return value
    # Space-separated numbers are text too; the name of a type is a malformed board.
    numbers = " ".join(map(str, _flat(value)))
    return numbers or (type(value).__name__ if solutions and value not in (None, []) else None)


def _flat(value: Any) -> list[int]:
    """A list of numbers, or of lists of numbers, as one list; empty for other values."""
    if not isinstance(value, list):
        return []
    cells = [cell for row in value for cell in row] if value and all(isinstance(row, list) for row in value) else value
    valid = all(type(cell) is int and abs(cell) < 2**31 for cell in cells)
    return cells if valid else []
