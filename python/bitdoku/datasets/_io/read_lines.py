"""Reading text with one puzzle a line: plain, including pencil marks of 729 characters, HoDoKu's library, and JSON.

Lines are numbered from 1. In the first two, blank lines and lines that begin with ``#`` are skipped. JSON may also be a
document of objects, texts or lists; its boards are strings or lists of numbers, and any object may have new columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._board_text import rules_of_side
from bitdoku._column import values
from bitdoku._errors import FormatError
from bitdoku.datasets._io.raw import Raw, are_pencilmarks
from bitdoku.datasets._io.recognition import may_be_boards, side_spelled
from bitdoku.datasets._io.request import FIRST, Request, fed, side_of_column

if TYPE_CHECKING:
    from bitdoku.datasets._io.streams import HeadedReader

_SEPARATOR = re.compile(r"[\s,;#]")
_COMMENT = re.compile("[;#]")
#: A puzzle and its solution, with the number of solutions between them or not.
_PAIR = re.compile(r"([^\s,;:#]+)(?:[\s,;]+|:(?:\d+:)?)([^\s,;:#]*)")


def read_plain(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Lines with one puzzle each, of one character a cell or numbers.

    If the second text of most lines is a complete board of the same side, it is the solution; other text after a
    separator is ignored.
    """
    head = [line.strip() for line in stream.head.decode(errors="replace").splitlines()]
    head = [line for line in head if line and line[0] != "#"]
    # A comment after a board need not be preceded by a space.
    request.marks = are_pencilmarks([_SEPARATOR.split(line, 1)[0] for line in head])
    boards = [_COMMENT.split(line, maxsplit=1)[0] for line in head]
    request.side = request.side or (9 if request.marks else side_of_column(boards)) or 9
    area = request.side**2
    pairs = [_pair(line) for line in head[:200]]
    solved = 2 * sum(_has_solution(*pair) for pair in pairs if pair[1]) > sum(bool(pair[1]) for pair in pairs)
    paired = solved and request.wanted[1] != ""
    request.solution_dtype = "text" if paired else None
    # From a pipe, available lines are enough: its writer need not fill a batch.
    for batch in fed(stream, _core._Reader.lines(request.name), request.rows, flush=stream.path is None):
        texts: Any = batch.columns[0]
        solutions = None
        if paired:
            pairs = [_pair(line) for line in texts.to_list()]
            texts, solutions = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        elif request.marks:
            texts = [_SEPARATOR.split(line, 1)[0] for line in texts.to_list()]
        elif not (texts.lengths == area).all():
            texts = [_first_board(text, area) for text in texts.to_list()]
        yield Raw(texts, solutions, {}, batch.lines)


def _pair(line: str) -> tuple[str, str | None]:
    found = _PAIR.match(line)
    return (found[1], found[2]) if found is not None else (line, None)


def _has_solution(puzzle: str, solution: str | None) -> bool:
    """Whether the second text of a line is a solution of the first: a complete board that agrees with the givens."""
    side = side_spelled(puzzle)
    if side is None or solution is None or side_spelled(solution) != side:
        return False
    cells, answer = (_core._cells(text, rules=rules_of_side(side)) for text in (puzzle, solution))
    return bool(answer.all() and ((cells == 0) | (cells == answer)).all())


def _first_board(line: str, cells: int) -> str:
    """The puzzle of a line: its first n² characters if a separator follows, else the whole line.

    The text parser accepts comments but not a second board after the first, which is common here: files of puzzles and
    solutions.
    """
    if len(line) > cells and line[cells] in " \t,;:#" and not _SEPARATOR.search(line, 0, cells):
        return line[:cells]
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
    for batch in fed(stream, _core._Reader.lines(request.name), request.rows):
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
        yield Raw(puzzles, None, columns, batch.lines, faults)


#: Objects read together. It does not depend on the size of batches, so that the columns do not either.
OBJECTS = 1 << 14


def _first(column: _core._Texts, most: int) -> list[Any]:
    """The first values, or their texts if one is a number too large for Python, so that the core names its row."""
    column = column.take(np.arange(min(len(column), most)))
    try:
        return values(column)
    except FormatError:
        return list(column.to_list())


def _is_one_board(rows: _core._Texts) -> bool:
    """Whether lists are the n rows of one board."""
    lists = _first(rows, 65)
    return (
        len(lists) > 3
        and all(isinstance(row, list) and len(row) == len(lists) for row in lists)
        and not any(isinstance(cell, list) for row in lists for cell in row)
    )


def read_json(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Objects; a column of boards may appear after the first rows."""
    known: list[str] = []
    lined = True
    for batch in fed(stream, _core._Reader.json(request.name), OBJECTS):
        columns = dict(zip(batch.names, batch.columns, strict=True))
        is_first = not known
        if is_first and not batch.names and batch.faults:
            i, text = batch.faults[0]
            raise FormatError(f"{request.name}:{batch.lines[i]}: {text}")
        if len(batch.names) > len(known):
            known = batch.names
            request.find(known, lambda name: may_be_boards(_first(columns[name], FIRST)))  # noqa: B023
            request.solution_dtype = None if request.solution is None else "text"
        puzzles = columns[request.puzzle_among(known)]
        if is_first:
            # Errors in a document of one line give the number of the item.
            lined = len(batch.lines) < 2 or batch.lines[0] != batch.lines[-1]
            request.look_at(_first(puzzles, FIRST))
            if len(columns) == 1 and _is_one_board(puzzles):
                yield Raw([f"[{','.join(puzzles.to_list())}]"], None, {}, batch.lines[:1])
                return
        for begin in range(0, len(batch.lines), request.rows):
            some = np.arange(begin, min(begin + request.rows, len(batch.lines)))
            taken = {name: (old if len(some) == len(old) else old.take(some)) for name, old in columns.items()}
            faults = {i - begin: text for i, text in batch.faults if begin <= i <= some[-1]}
            yield request.raw(taken, batch.lines[some] if lined else None, faults)
