"""Reading text files with one puzzle a line: plain, including pencil marks of 729 characters, and HoDoKu's library.

Blank lines and lines that begin with ``#`` are skipped. Lines are numbered from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku.datasets._cells import side_spelled
from bitdoku.datasets._request import Opened, Request, fed, likely_side
from bitdoku.datasets._rows import Raw, are_pencilmarks, rules_of_side

if TYPE_CHECKING:
    from bitdoku.datasets._files import HeadedReader

_SEPARATOR = re.compile(r"[\s,;#]")
_COMMENT = re.compile("[;#]")
#: A puzzle and its solution, with the number of solutions between them or not.
_PAIR = re.compile(r"([^\s,;:#]+)(?:[\s,;]+|:(?:\d+:)?)([^\s,;:#]*)")


def read_plain(stream: HeadedReader, request: Request, opened: Opened) -> Iterator[Raw]:
    """Lines with one puzzle each, of one character a cell or numbers.

    If the second text of most lines is a complete board of the same side, it is the solution; other text after a
    separator is ignored.
    """
    head = [line.strip() for line in stream.head.decode("utf-8-sig", "replace").splitlines()]
    head = [line for line in head if line and line[0] != "#"]
    # A comment after a board need not be preceded by a space.
    marks = are_pencilmarks([_SEPARATOR.split(line, 1)[0] for line in head])
    side = request.side or (9 if marks else None) or likely_side(_COMMENT.split(line, maxsplit=1)[0] for line in head)
    pairs = [_pair(line) for line in head[:200]]
    solved = 2 * sum(_has_solution(*pair) for pair in pairs if pair[1]) > sum(bool(pair[1]) for pair in pairs)
    paired = solved and request.solution != ""
    opened.solution_dtype, opened.side, opened.marks = "text" if paired else None, side, marks
    if stream.head.startswith(b"\xef\xbb\xbf"):
        stream.read1(3)
    # From a pipe, available lines are enough: its writer need not fill a batch.
    for batch in fed(stream, _core._Reader.lines(request.name), request.rows, flush=stream.path is None):
        texts: Any = batch.columns[0]
        solutions = None
        if paired:
            pairs = [_pair(line) for line in texts.to_list()]
            texts, solutions = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        elif marks:
            texts = [_SEPARATOR.split(line, 1)[0] for line in texts.to_list()]
        elif not (texts.lengths == side * side).all():
            texts = [_first_board(text, side * side) for text in texts.to_list()]
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


def read_hodoku(stream: HeadedReader, request: Request, opened: Opened) -> Iterator[Raw]:
    """Lines ``:technique:digits:board:deleted:eliminations:comment:``.

    The puzzle has the givens of the board; digits after ``+`` are placed ones and blank in it. There is a column for
    each field; ``board`` has the original text.
    """
    opened.side, opened.columns = 9, {name: [] for name in HODOKU_COLUMNS}
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
