"""Reading text with one puzzle a line: plain, and HoDoKu's library.

Lines are numbered from 1; blank lines and lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import SOLUTION_NAMES
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.request import FIRST, Request, read_batches

if TYPE_CHECKING:
    from bitdoku.datasets._io.streams import HeadedReader


def read_plain(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Lines with one puzzle each, in any form of one line.

    A second board on a line that is complete is the solution, right or wrong. Text before the puzzle is the column
    ``column0``; ``puzzle="2"`` names the second field of each line. Other text after a separator is ignored.
    """
    head = [line.strip("\r\n") for line in stream.head.decode(errors="replace").splitlines()]
    head = [line for line in head if line.strip() and line.strip()[0] not in "#%"][:FIRST]
    wanted = request.wanted[0]
    if wanted and not wanted.isdecimal():
        raise FormatError(f"{request.name}: puzzle is {wanted!r}; the fields of lines have numbers, 1 for the first")
    field = int(wanted) if wanted else None
    fields: list[list[str | None]] = [[*re.split(r"[\s,;:]+", line.strip())] for line in head] if field else []
    request.detect(_core._Texts.of([line[field - 1] for line in fields if len(line) >= field] if field else [*head]))
    side = request.side = request.side or 9
    parts = [_core._line_parts(line, side, request.marks, field, request.symbols) for line in head]
    labeled = any(label for label, _, _ in parts)
    paired = request.wanted[1] != "" and (bool(request.wanted[1]) or any(solution for _, _, solution in parts))
    request.solution_dtype = "text" if paired else None
    length = side**3 if request.marks else side**2
    # From a pipe, available lines are enough: its writer need not fill a batch.
    for batch in read_batches(stream, _core._Reader.lines(request.name), request.rows, flush=stream.path is None):
        texts, solutions, columns = batch.columns[0], None, {}
        if paired or labeled or field or not (texts.lengths == length).all():
            parts = [_core._line_parts(line, side, request.marks, field, request.symbols) for line in texts.to_list()]
            labels, puzzles, answers = map(list, zip(*parts, strict=True))
            title = next((i for i, label in enumerate(labels) if label.lower() in SOLUTION_NAMES), None)
            if title is not None:
                line = batch.lines[title]
                expected = "expected puzzle and solution on one line, or columns of a CSV file"
                raise FormatError(f"{request.name}:{line}: {labels[title]!r} before a board; {expected}")
            texts, columns = _core._Texts.of(puzzles), {"column0": labels} if labeled else {}
            solutions = _core._Texts.of(answers) if paired else None
            late = next((i for i, answer in enumerate(answers) if answer), None)
            if not paired and request.wanted[1] is None and late is not None:
                line = batch.lines[late]
                raise FormatError(f"{request.name}:{line}: the first solution of the file; pass solution='solution'")
        yield Raw(texts, solutions, columns, batch.lines)


#: The columns for the fields of a line of HoDoKu's library.
HODOKU_COLUMNS = ("technique", "digits", "board", "deleted", "eliminations", "placements", "comment")


def hodoku_puzzle(board: str) -> str:
    """The givens of a board in which ``+`` marks placed digits."""
    return re.sub(r"\+[1-9]", ".", board)


def read_hodoku(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Lines ``:technique:digits:board:deleted:eliminations:placements:comment:``.

    The puzzle has the givens of the board; digits after ``+`` are placed ones and blank in it. There is a column for
    each field; ``board`` has the original text, ``placements`` the digits that the technique places.
    """
    request.side = request.side or 9
    yield Raw([], None, {name: [] for name in HODOKU_COLUMNS})
    for batch in read_batches(stream, _core._Reader.lines(request.name), request.rows):
        faults = {}
        rows = []
        for i, line in enumerate(batch.columns[0].to_list()):
            fields = line.split(":", 7)
            if fields[0] or len(fields) < 4:
                faults[i] = "expected :technique:candidates:81 cells:…"
                fields = []
            fields += [""] * (8 - len(fields))
            rows.append([*fields[1:7], fields[7].rstrip(":")])
        columns = dict(zip(HODOKU_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
        puzzles = [None if i in faults else hodoku_puzzle(board) for i, board in enumerate(columns["board"])]
        yield Raw(_core._Texts.of(puzzles), None, columns, batch.lines, faults)
