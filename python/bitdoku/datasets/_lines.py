"""Text files of one puzzle a line: plain, pencilmarks of 729 characters, HoDoKu's library, JSON.

Blank lines and those that begin with ``#`` are skipped. Lines are counted from 1, as editors do.
"""

from __future__ import annotations

import io
import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.datasets._cells import BLANKS, SYMBOLS, UNKNOWN, side_of
from bitdoku.datasets._names import FormatError, puzzle_column
from bitdoku.datasets._request import Opened, usual_side
from bitdoku.datasets._rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request

_SEPARATOR = re.compile(r"[\s,;#]")
_PLAIN = (SYMBOLS + SYMBOLS.lower() + BLANKS + "\n").encode()
_Lines = list[tuple[int, str]]


def open_plain(stream: HeadedReader, request: Request) -> Opened:
    """One puzzle a line, of one character a cell or in numbers; what follows behind a separator is left out."""
    return Opened(_plain(stream, request))


def _plain(stream: HeadedReader, request: Request) -> Iterator[Rows]:
    file: io.BufferedReader[Any] = io.BufferedReader(stream, 1 << 20)
    side = request.side
    start, line = 0, 1
    pieces: Iterator[bytes] = iter(file.readline, b"") if stream.isatty() else _pieces(file, request.rows * 82)
    for piece in pieces:
        if line == 1:
            piece = piece.removeprefix(b"\xef\xbb\xbf")
        table = _equal_lines(piece, side)
        if table is not None:
            side = side or side_of(table.dtype.itemsize) or 9
            yield Rows(table, None, {}, request.name, start, side, range(line, line + len(table)))
            start, line = start + len(table), line + len(table)
            continue
        numbered = list(enumerate(piece.decode(errors="replace").split("\n"), line))
        if piece.endswith(b"\n"):
            numbered.pop()
        line += len(numbered)
        stripped = [(number, text.strip()) for number, text in numbered]
        kept = [(number, text) for number, text in stripped if text and not text.startswith("#")]
        if kept:
            side = side or usual_side(_SEPARATOR.split(text, 1)[0] for _, text in kept)
            texts = [_first_board(text, side * side) for _, text in kept]
            yield Rows(texts, None, {}, request.name, start, side, [number for number, _ in kept])
            start += len(kept)


def _pieces(file: io.BufferedReader[Any], size: int) -> Iterator[bytes]:
    """Whole lines, about ``size`` bytes of them at a time."""
    # What has come is enough: who writes into a pipe should not have to fill a batch.
    while piece := file.read1(size):
        yield piece if piece.endswith(b"\n") else piece + file.readline()


def _equal_lines(piece: bytes, side: int | None) -> np.ndarray[Any, np.dtype[np.bytes_]] | None:
    """The lines as one array, where all are boards of one length and nothing else is there: the fast way."""
    length = piece.find(b"\n")
    if length < 1 or len(piece) % (length + 1) or side_of(length) not in ((side,) if side else range(4, 36)):
        return None
    table = np.frombuffer(piece, np.uint8).reshape(-1, length + 1)
    if (table[:, length] != 10).any() or piece.count(b"\n") != len(table) or piece.translate(None, _PLAIN):
        return None
    return np.ascontiguousarray(table[:, :length]).view(f"S{length}").reshape(-1)


def _first_board(line: str, cells: int) -> str:
    """The puzzle of a line: its first n² characters where anything follows behind a separator, else all of it.

    The text parser takes comments too, but refuses a second board behind the first; here that is the usual case: files
    of puzzles and solutions.
    """
    if len(line) > cells and line[cells] in " \t,;#" and not _SEPARATOR.search(line, 0, cells):
        return line[:cells]
    return line


def _batches(stream: HeadedReader, request: Request, read: Callable[[_Lines, int], Rows]) -> Iterator[Rows]:
    """Applies ``read`` to some lines with their numbers at a time."""
    lines = enumerate(io.TextIOWrapper(io.BufferedReader(stream, 1 << 20), "utf-8-sig", "replace"), 1)
    start = 0
    size = 1 if stream.isatty() else request.rows
    while chunk := list(islice(lines, size)):
        stripped = [(number, line.strip()) for number, line in chunk]
        kept = [(number, line) for number, line in stripped if line and not line.startswith("#")]
        if kept:
            rows = read(kept, start)
            start += len(rows)
            yield rows


def open_pencilmarks(stream: HeadedReader, request: Request) -> Opened:
    """729 characters a line. A cell with one candidate is a given; column ``candidates`` has them all, (81,) uint16."""

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
    """Which candidates a text of 729 characters has, (81, 9)."""
    if len(text) != 729:
        msg = f"{len(text)} characters; expected 729, nine for each cell"
        raise ValueError(msg)
    for i, character in enumerate(text):
        if character not in ".0" and character != "123456789"[i % 9]:
            cell = divmod(i // 9, 9)
            msg = f"cell {cell} holds {character!r} in the place of {i % 9 + 1}; expected that digit, . or 0"
            raise ValueError(msg)
    return np.array([character not in ".0" for character in text]).reshape(81, 9)


#: The fields of a line of HoDoKu's library that become columns; the board is in between.
HODOKU_COLUMNS = ("technique", "digits", "board", "deleted", "eliminations", "comment")


def open_hodoku(stream: HeadedReader, request: Request) -> Opened:
    """Lines ``:technique:digits:board:deleted:eliminations:comment:``.

    The puzzle is the board's givens; digits behind ``+`` were placed later and are blank in it. Column ``board`` keeps
    the field as it is, the other columns are the other fields.
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
                puzzles.append(re.sub(r"\+[1-9]", ".", fields[3]))
            fields += [""] * (7 - len(fields))
            for name, text in zip(HODOKU_COLUMNS, [*fields[1:6], ":".join(fields[6:]).rstrip(":")], strict=True):
                columns[name].append(text)
        return Rows(puzzles, None, {**columns}, request.name, start, 9, [number for number, _ in lines])

    return Opened(_batches(stream, request, read))


def open_jsonl(stream: HeadedReader, request: Request) -> Opened:
    """One JSON object a line; boards are strings or lists of numbers. The first lines say which columns there are."""
    found: dict[str, str | None] = {}
    names: list[str] = []
    side = request.side

    def read(lines: _Lines, start: int) -> Rows:
        nonlocal side
        objects: list[dict[str, Any]] = []
        for number, line in lines:
            try:
                value = json.loads(line)
            except ValueError as error:
                request.fault(number, f"no JSON: {error}")
                value = {}
            if not isinstance(value, dict):
                request.fault(number, f"JSON {type(value).__name__}; expected an object")
                value = {}
            objects.append(value)
        if not names:
            names.extend(dict.fromkeys(name for value in objects for name in value))
            found["puzzle"] = puzzle_column(names, request.puzzle, "puzzle", request.name)
            found["solution"] = puzzle_column(names, request.solution, "solution", request.name)
            if found["puzzle"] is None:
                msg = f"{request.name}: no column of puzzles among {', '.join(names)}; name it with puzzle="
                raise FormatError(msg)
        boards = [_json_column([value.get(found[what] or "") for value in objects]) for what in ("puzzle", "solution")]
        if side is None:
            first = boards[0]
            side = usual_side(first) if isinstance(first, list) else side_of(first.shape[1]) or 9
        others = [name for name in names if name not in found.values()]
        columns = {name: [value.get(name) for value in objects] for name in others}
        solutions = None if found["solution"] is None else boards[1]
        return Rows(boards[0], solutions, columns, request.name, start, side, [number for number, _ in lines])

    return Opened(_batches(stream, request, read))


def _json_column(values: list[Any]) -> Any:
    """A list of texts, or an array of numbers where there are lists; rows that are neither become null or -1."""
    if not any(isinstance(value, list) for value in values):
        return [value if isinstance(value, str) else None for value in values]
    flat = [_flat(value) for value in values]
    length = next((len(row) for row in flat if side_of(len(row))), 81)
    usable = [row if len(row) == length else [-1] * length for row in flat]
    return np.array(usable, np.int64)


def _flat(value: Any) -> list[int]:
    """A list of numbers, or a list of such lists, as one; empty where it is anything else."""
    if not isinstance(value, list):
        return []
    cells = [cell for row in value for cell in row] if value and all(isinstance(row, list) for row in value) else value
    fine = all(type(cell) is int and abs(cell) < 2**31 for cell in cells)
    return cells if fine else []
