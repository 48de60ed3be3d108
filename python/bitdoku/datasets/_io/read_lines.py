"""Reading text with one puzzle a line: plain, HoDoKu's library, and JSON.

Lines are numbered from 1. In the first two, blank lines and lines that begin with ``#`` are skipped. JSON may also be a
document of objects, texts or lists; its boards are strings or lists of cells, and any object may have new columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.request import FIRST, Request, read_batches

if TYPE_CHECKING:
    from bitdoku.datasets._io.streams import HeadedReader

_SEPARATOR = re.compile(r"[\s,;#]")
#: A puzzle and its solution, with the number of solutions between them or not.
_PAIR = re.compile(r"([^\s,;:#]+)(?:[\s,;]+|:(?:\d+:)?)([^\s,;:#]*)")


def read_plain(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Lines with one puzzle each, in any form of one line.

    If the second text of most lines is a complete board that agrees with the first, it is the solution; other text
    after a separator is ignored.
    """
    head = [line.strip() for line in stream.head.decode(errors="replace").splitlines()]
    head = [line for line in head if line and line[0] != "#"][:FIRST]
    request.detect(_core._Texts.of([line.partition(":")[0] for line in head]))
    side = request.side = request.side or 9
    pairs = [pair for pair in map(_pair, head) if pair[1]]
    paired = request.wanted[1] != "" and 2 * _solved(pairs, side) > len(pairs)
    request.solution_dtype = "text" if paired else None
    length = side**3 if request.marks else side**2
    # From a pipe, available lines are enough: its writer need not fill a batch.
    for batch in read_batches(stream, _core._Reader.lines(request.name), request.rows, flush=stream.path is None):
        texts, solutions = batch.columns[0], None
        if paired:
            pairs = [_pair(line) for line in texts.to_list()]
            texts, solutions = (_core._Texts.of([pair[i] for pair in pairs]) for i in (0, 1))
        elif not (texts.lengths == length).all():
            texts = _core._Texts.of([_first_board(text, length) for text in texts.to_list()])
        yield Raw(texts, solutions, {}, batch.lines)


def _pair(line: str) -> tuple[str, str | None]:
    found = _PAIR.match(line)
    return (found[1], found[2]) if found is not None else (line, None)


def _solved(pairs: list[tuple[str, str | None]], side: int) -> int:
    """The number of pairs of a puzzle and a complete board that agrees with its givens."""
    (cells, *_), (answers, *_) = (_core._decode(_core._Texts.of([pair[i] for pair in pairs]), side) for i in (0, 1))
    complete = (answers - np.uint8(1) < side).all(axis=1)
    return int((complete & ((cells == 0) | (cells == answers)).all(axis=1)).sum())


def _first_board(line: str, length: int) -> str:
    """The puzzle of a line: its first characters if a separator follows, else the whole line.

    The core accepts comments but not a second board after the first, which is common here: files of puzzles and
    solutions.
    """
    if len(line) > length and line[length] in " \t,;:#" and not _SEPARATOR.search(line, 0, length):
        return line[:length]
    return line


#: The columns for the fields of a line of HoDoKu's library.
HODOKU_COLUMNS = ("technique", "digits", "board", "deleted", "eliminations", "comment")


def hodoku_puzzle(board: str) -> str:
    """The givens of a board in which ``+`` marks placed digits."""
    return re.sub(r"\+[1-9]", ".", board)


def read_hodoku(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Lines ``:technique:digits:board:deleted:eliminations:comment:``.

    The puzzle has the givens of the board; digits after ``+`` are placed ones and blank in it. There is a column for
    each field; ``board`` has the original text.
    """
    request.side = request.side or 9
    yield Raw([], None, {name: [] for name in HODOKU_COLUMNS})
    for batch in read_batches(stream, _core._Reader.lines(request.name), request.rows):
        faults = {}
        rows = []
        for i, line in enumerate(batch.columns[0].to_list()):
            fields = line.split(":", 6)
            if fields[0] or len(fields) < 4:
                faults[i] = "expected :technique:candidates:81 cells:…"
                fields = []
            fields += [""] * (7 - len(fields))
            rows.append([*fields[1:6], fields[6].rstrip(":")])
        columns = dict(zip(HODOKU_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
        puzzles = [None if i in faults else hodoku_puzzle(board) for i, board in enumerate(columns["board"])]
        yield Raw(_core._Texts.of(puzzles), None, columns, batch.lines, faults)


#: Objects read together. It does not depend on the size of batches, so that the columns do not either.
OBJECTS = 1 << 14


def _one_board(rows: _core._Texts) -> str | None:
    """The text of the list of lists that are the n rows of one board; None for other values."""
    lists = rows.to_list()
    text = f"[{','.join(map(str, lists))}]"
    side, _, kind, _ = _core._recognize(text)
    is_board = side == len(lists) and kind in ("puzzles", "grids") and all(row and row[0] == "[" for row in lists)
    return text if is_board else None


def read_json(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Objects; a column of boards may appear after the first rows."""
    known: list[str] = []
    lined = True
    for batch in read_batches(stream, _core._Reader.json(request.name), OBJECTS):
        columns = dict(zip(batch.names, batch.columns, strict=True))
        is_first = not known
        if is_first and not batch.names and batch.faults:
            i, text = batch.faults[0]
            raise FormatError(f"{request.name}:{batch.lines[i]}: {text}")
        if len(batch.names) > len(known):
            known = batch.names
            request.find_columns(known, lambda name: request.may_be_boards(columns[name]))  # noqa: B023
            request.solution_dtype = None if request.solution is None else "text"
        puzzles = columns[request.puzzle_among(known)]
        if is_first:
            # Errors in a document of one line give the number of the item.
            lined = len(batch.lines) < 2 or batch.lines[0] != batch.lines[-1]
            request.detect(puzzles)
            if len(columns) == 1 and (text := _one_board(puzzles.take(np.arange(min(len(puzzles), 65))))) is not None:
                yield Raw(_core._Texts.of([text]), None, {}, batch.lines[:1])
                return
        for begin in range(0, len(batch.lines), request.rows):
            some = np.arange(begin, min(begin + request.rows, len(batch.lines)))
            taken = {name: (old if len(some) == len(old) else old.take(some)) for name, old in columns.items()}
            faults = {i - begin: text for i, text in batch.faults if begin <= i <= some[-1]}
            yield request.raw(taken, batch.lines[some] if lined else None, faults)
