"""Reading objects in memory: puzzles in any form, tables and rows of :class:`bitdoku.Puzzles`, and records.

==============================================  ==============================================================
records                                         columns
==============================================  ==============================================================
a dict of columns, or of the values of one row  its keys
dicts, in a list or any other iterable          the keys of the first batch
tuples with a text, as ``fetchall()`` returns   ``puzzle``, ``solution``, and ``column0`` and so on, as in CSV
==============================================  ==============================================================

An iterable without a length is read by batches: a generator can be read once, a streamed data set again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

import numpy as np

from bitdoku import _core
from bitdoku._board_text import MALFORMED
from bitdoku._errors import FormatError, PuzzleError
from bitdoku._row import Row
from bitdoku._table import Puzzles, concatenated
from bitdoku.datasets._io.raw import Raw, expect_equal_counts, item
from bitdoku.datasets._io.request import FIRST, Request

_TEXTS = str, bytes, bytearray
#: A board that may lack or have too many cells.
_NEARLY_A_BOARD = re.compile(r"[\d.*_?-]{16,}")
#: The maximum number of bytes in the name of a file.
_LONGEST = 255


def is_path(given: Any, symbols: str | None = None) -> bool:
    """Whether an object is the path of a data set rather than puzzles.

    A text is a path unless the core recognizes a board in it, it has several lines, or it has 16 or more characters,
    all of them digits or blanks, or it has a component longer than any file system allows.
    """
    if isinstance(given, str | bytes):
        text = given if isinstance(given, str) else given.decode(errors="replace")
        lines = text.splitlines()
        kinds = (_core._recognize(given, own)[2] for own in dict.fromkeys((None, symbols)))
        longest = max(len(part.encode(errors="replace")) for part in re.split(r"[/\\]", text))
        return len(lines) < 2 and longest <= _LONGEST and not any(kinds) and not _NEARLY_A_BOARD.fullmatch(text.strip())
    return isinstance(given, os.PathLike)


def read_memory(given: Any, solutions: Any, request: Request) -> Iterator[Raw | Puzzles]:
    """Puzzles in any form of the core, with solutions or not; an object with both, or tables or rows, one or a list."""
    size = request.rows
    if isinstance(given, Puzzles | Row):
        given = [given]
    if isinstance(given, list | tuple) and given and isinstance(given[0], Puzzles | Row):
        rows = _as_table([*given]) if isinstance(given[0], Row) else concatenated(given)
        if not request.solutions:
            bad = rows.puzzle[:, 0, 0] == MALFORMED
            rows = rows.with_results(None, {}).replace(malformed=rows.malformed & bad)
        request.total, request.dtype = len(rows), "uint8"
        request.solution_dtype = None if rows.solution is None else "uint8"
        yield from (rows[i : i + size] for i in range(0, max(len(rows), 1), size))
        return
    if hasattr(given, "read"):
        raise TypeError(f"puzzles is {type(given).__name__}; expected the name of a file, or its text, file.read()")
    if solutions is None and isinstance(given, list | tuple) and given and all(map(_is_pair, given[:FIRST])):
        raise PuzzleError(
            "puzzles[0] holds a puzzle and its solution, which would count as a puzzle; pass the puzzles alone, and "
            "their solutions as solution="
        )
    first = given[0] if isinstance(given, list | tuple) and given else given
    rules = getattr(first, "__bitdoku_rules__", None)
    request.detect(given)
    side = request.side = request.side or 9
    if solutions is None and hasattr(given, "puzzle") and hasattr(given, "solution"):
        given, solutions = given.puzzle, given.solution
    solutions = solutions if request.solutions else None
    puzzles: Any = [given] if isinstance(given, _TEXTS) else given
    solutions = [solutions] if isinstance(solutions, _TEXTS) else solutions
    if rules is None and _is_sliced(puzzles, side) and (solutions is None or _is_sliced(solutions, side)):
        # Arrays may be mapped from files larger than memory.
        puzzles = puzzles.reshape(-1, side * side)
        if solutions is not None:
            solutions = solutions.reshape(-1, side * side)
            expect_equal_counts(puzzles, solutions)
        request.total, request.dtype = len(puzzles), _dtype(puzzles)
        request.solution_dtype = None if solutions is None else _dtype(solutions)
        for some in (slice(i, i + size) for i in range(0, max(len(puzzles), 1), size)):
            yield Raw(puzzles[some], None if solutions is None else solutions[some])
        return
    about: Any = {"marks": request.marks, "digits": request.digits, "symbols": request.symbols}
    rows = Raw(puzzles, solutions).decoded("", side, **about)
    rows = rows if rules is None else rows.replace(rules=rules)
    request.total, request.dtype = len(rows), _dtype(puzzles)
    request.solution_dtype = None if solutions is None else _dtype(solutions)
    yield from (rows[i : i + size] for i in range(0, max(len(rows), 1), size))


def _as_table(rows: list[Row]) -> Puzzles:
    """Rows of tables as a table; those without a solution get a missing one if others have one."""
    # Raises if boards differ in rules, or are givens and pencil marks.
    rules, marks = rows[0].rules, rows[0].candidates is not None
    _core._decode(rows, rules.side, len(rules.digits), marks)
    puzzle = np.stack([row.puzzle for row in rows])
    missing = np.zeros_like(puzzle[0])
    solutions = [missing if row.solution is None else row.solution for row in rows]
    return Puzzles(
        puzzle,
        None if all(row.solution is None for row in rows) else np.stack(solutions),
        rules=rules,
        candidates=np.stack([np.asarray(row.candidates) for row in rows]) if marks else None,
        malformed=[row.malformed for row in rows],
    )


def expect_no_pair(given: Any) -> None:
    """Raise PuzzleError for a list or tuple of puzzles and their solutions, which would count as puzzles too."""
    if _is_pair(given):
        raise PuzzleError(
            "puzzles[1] completes the puzzles before it: in a tuple or a list, solutions would count as puzzles; pass "
            "the puzzles alone, and their solutions as solution= where they matter"
        )


def _is_pair(given: Any) -> bool:
    """Whether an object is a list or tuple of puzzles and their solutions.

    The first boards decide: all of the second item are complete and agree with the givens of the first, which has
    blank cells.
    """
    if not isinstance(given, list | tuple) or isinstance(given, Row) or len(given) != 2:
        return False
    side = _core._recognize(given[0])[0]
    if side is None or side != _core._recognize(given[1])[0]:
        return False
    try:
        boards = [_core._cells(_first(one, side), rules=f"{side}x{side}").reshape(-1, side**2) for one in given]
    except (PuzzleError, TypeError, ValueError):
        return False
    puzzles, others = boards
    agree = len(puzzles) == len(others) and others.all() and (~puzzles.astype(bool) | (puzzles == others)).all()
    return bool(agree and len(puzzles) and not puzzles.all())


def _first(boards: Any, side: int) -> Any:
    """The first boards of many; a single board as it is."""
    many = not isinstance(boards, _TEXTS) and hasattr(boards, "__len__") and len(boards) > FIRST
    return boards[:FIRST] if many and len(boards) != side * side else boards


def _is_sliced(boards: Any, side: int) -> bool:
    """Whether boards are an array of integers of shape (…, n²) or (…, n, n)."""
    if not isinstance(boards, np.ndarray) or boards.dtype.kind not in "iu" or isinstance(boards, np.ma.MaskedArray):
        return False
    shape: tuple[int, ...] = boards.shape
    return shape[-1:] == (side * side,) or shape[-2:] == (side, side)


def _dtype(boards: Any) -> str:
    """How the cells of boards in memory are stored: ``numbers`` in lists and objects."""
    if isinstance(boards, np.ndarray) and boards.dtype.kind in "iu":
        return str(boards.dtype)
    is_indexed = hasattr(boards, "__getitem__") and not isinstance(boards, memoryview)
    first = item(boards, 0) if is_indexed and len(boards) else None
    return "text" if first is None or isinstance(first, _TEXTS) else "numbers"


# --- records --------------------------------------------------------------------------------------------------------


def is_records(given: Any) -> bool:
    """Whether an object is a dict, a list of dicts or of tuples with a text, or an iterable without a length."""
    if isinstance(given, list | tuple):
        return len(given) > 0 and _is_record(given[0])
    if isinstance(given, Mapping):
        return True
    # A generator, a cursor, a streamed data set: its items may be puzzles too.
    known = ("__len__", "__array__", "__arrow_c_stream__", "read")
    return isinstance(given, Iterable) and not any(hasattr(given, name) for name in known)


def _is_record(row: Any) -> bool:
    """Whether an item of a list is a record rather than a puzzle or the row of one."""
    if isinstance(row, Mapping):
        return True
    if not isinstance(row, list | tuple) or isinstance(row, Row):
        return False
    texts = [value for value in row if isinstance(value, _TEXTS)]
    # Text of n characters in a list of n is the row of a board.
    return any(len(text) != len(row) and _core._recognize(text)[2] is not None for text in texts)


def read_records(given: Any, request: Request) -> Iterator[Raw]:
    """The rows of an object accepted by :func:`is_records`."""
    if isinstance(given, Mapping):
        given = {str(name): value for name, value in given.items()}
        splits = [name for name, value in given.items() if hasattr(value, "column_names")]
        if splits:
            among = ", ".join(map(repr, splits))
            raise TypeError(f"{request.name} holds several data sets; expected one of them: {among}")
        names = [*given]
        request.find_columns(names, lambda name: _core._recognize(given[name])[2] is not None)
        one = _is_one_board(given[request.puzzle_among(names)])
        yield from _sliced({name: [value] if one else _flat(value) for name, value in given.items()}, request)
        return
    rows = iter(given)
    head = [*islice(rows, request.rows)]
    request.total = len(given) if hasattr(given, "__len__") else None
    if not all(isinstance(row, Mapping | list | tuple) and _is_record(row) for row in head[:1]):
        # Puzzles one by one.
        request.detect(head)
        batches = ([*islice(rows, request.rows)] for _ in iter(int, 1))
        yield Raw(head)
        while batch := next(batches):
            yield Raw(batch)
        return
    are_dicts = not head or isinstance(head[0], Mapping)
    if are_dicts:
        _expect_dicts(head, 0, request)
    names = list(dict.fromkeys(chain.from_iterable(head))) if are_dicts else _names(head, request)

    def columns_of(batch: list[Any], begin: int) -> dict[str, Any]:
        if are_dicts:
            _expect_dicts(batch, begin, request)
            new = next(((i, name) for i, row in enumerate(batch) for name in row if name not in known), None)
            if new is not None:
                raise FormatError(
                    f"{request.name}: row {begin + new[0]} has the key {new[1]!r}, absent from the first {len(head):,} "
                    "rows; add it to the first row"
                )
            return {str(name): [row.get(name) for row in batch] for name in names}
        _expect_width(batch, begin, len(names), request)
        return dict(zip(names, map(list, zip(*batch, strict=True)), strict=True))

    known = frozenset(names)
    first = columns_of(head, 0)
    _describe(first, request)
    yield request.raw(first)
    begin = len(head)
    while batch := [*islice(rows, request.rows)]:
        yield request.raw(columns_of(batch, begin))
        begin += len(batch)


def _expect_dicts(rows: list[Any], begin: int, request: Request) -> None:
    """Raise FormatError if a row is not a dict."""
    odd = next((i for i, row in enumerate(rows) if not isinstance(row, Mapping)), None)
    if odd is not None:
        kind = type(rows[odd]).__name__
        raise FormatError(f"{request.name}: row {begin + odd} is of type {kind}; expected a dict like row 0")


def _expect_width(rows: list[Any], begin: int, width: int, request: Request) -> None:
    """Raise FormatError if a row is not a tuple or list of this length."""
    odd = next((i for i, row in enumerate(rows) if not isinstance(row, list | tuple) or len(row) != width), None)
    if odd is not None:
        raise FormatError(f"{request.name}: row {begin + odd} does not have {width} fields like row 0")


def _is_one_board(value: Any) -> bool:
    """Whether a value is one board rather than a column of boards."""
    if isinstance(value, _TEXTS):
        return True
    side, rows = _core._recognize(value)[0] or 0, len(value)
    shape = np.shape(value[0]) if rows else ()
    return not isinstance(value[0] if rows else "", _TEXTS) and (rows, *shape) in ((side, side), (side * side,))


def _flat(column: Any) -> Any:
    """A column of boards as an array (n, side, side) with its boards flat; any other column as it is."""
    is_square = isinstance(column, np.ndarray) and column.ndim == 3 and column.shape[1] == column.shape[2]
    return column.reshape(len(column), -1) if is_square else column


def _sliced(columns: dict[str, Any], request: Request) -> Iterator[Raw]:
    """The rows of columns in memory. Raises FormatError if they differ in length."""
    sized = {name: column for name, column in columns.items() if hasattr(column, "__len__")}
    lengths = {name: len(column) for name, column in sized.items() if not isinstance(column, _TEXTS)}
    if len(lengths) < len(columns) or len({*lengths.values()}) > 1:
        shown = ", ".join(f"{name!r} {lengths.get(name, 'a single value')}" for name in columns)
        raise FormatError(f"{request.name}: columns differ in length: {shown}")
    request.total = rows = max(lengths.values(), default=0)
    _describe({name: column[:FIRST] for name, column in columns.items()}, request)
    for i in range(0, max(rows, 1), request.rows):
        yield request.raw({name: column[i : i + request.rows] for name, column in columns.items()})


def _describe(columns: dict[str, Any], request: Request) -> None:
    """Find the columns of boards and their size by the first rows."""
    names = [*columns]
    request.find_columns(names, lambda name: _are_boards(columns[name], request))
    puzzle = request.puzzle_among(names)
    request.dtype = _dtype(columns[puzzle])
    request.solution_dtype = None if request.solution is None else _dtype(columns[request.solution])
    request.detect(columns[puzzle][:FIRST])


def _are_boards(column: Any, request: Request) -> bool:
    """Whether a column of texts, lists or arrays has boards."""
    first = next((value for value in column[:FIRST] if value is not None), None)
    return isinstance(first, (*_TEXTS, list, tuple, np.ndarray)) and request.may_be_boards(column[:FIRST])


def _names(head: list[Any], request: Request) -> list[str]:
    """Names for the fields of tuples, found as in a CSV file without a header.

    Raises FormatError if the tuples differ in length.
    """
    width = len(head[0])
    _expect_width(head, 0, width, request)
    columns = [list(column) for column in zip(*head, strict=True)]
    names = [f"column{i}" for i in range(width)]
    if request.wanted[0] is None:
        boards = {names[i]: column for i, column in enumerate(columns) if _are_boards(column, request)}
        for found, name in zip(request.roles_among(boards), ("puzzle", "solution"), strict=True):
            if found is not None:
                names[names.index(found)] = name
    return names
