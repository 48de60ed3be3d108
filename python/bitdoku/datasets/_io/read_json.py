"""Reading JSON: lines or an array with an object for each row, and documents of other shapes.

.. code-block:: text

    first rows with boards    ── the reader of the core ──────────────> rows, in bounded memory
    any other document        ── json ── json_tables ── columns ──────> rows; at most 1 GiB

The first 64 KiB decide. Boards are strings or lists of cells. In the first case, any object may have new columns; a bad
line is an error of its row.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from bitdoku import _core
from bitdoku._column import as_column, take
from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import SOLUTION_NAMES
from bitdoku.datasets._io.json_boards import boards_in, side_if_board, text_of
from bitdoku.datasets._io.json_tables import Table, find_tables, joined
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.request import FIRST, PIECE, Request, read_batches
from bitdoku.datasets._io.streams import HEAD, HeadedReader

#: Objects read together. It does not depend on the size of batches, so that the columns do not either.
OBJECTS = 1 << 14
#: The maximum number of bytes of a document that is read as a whole.
LIMIT = 1 << 30
#: The start of an array of values other than objects.
_ARRAY = re.compile(rb"\s*\[\s*[^{\s]")
#: The start of a document, perhaps after a comment.
_DOCUMENT = re.compile(rb"(\xef\xbb\xbf)?\s*([\[{\"#]|(np\.)?array\()")


def read_json(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """The rows of a JSON file."""
    # The reader of rows accepts empty files, and reports lines without an end.
    if not _DOCUMENT.match(stream.head):
        return _read_rows(stream, request)
    _expect_sound_keys(stream.head, request.name)
    return _read_rows(stream, request) if _has_rows(stream, request) else _read_document(stream, request)


def _expect_sound_keys(head: bytes, name: str) -> None:
    """Raise FormatError if keys of the first objects are boards, or boards are lost because a key occurs twice."""
    text = head.decode(errors="replace")
    at = _end_of_space(text, 0)
    try:
        while at < len(text):
            at = _end_of_space(text, _decoded(text, at)[1])
    except (json.JSONDecodeError, RecursionError):
        return
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def _has_rows(stream: HeadedReader, request: Request) -> bool:
    """Whether the file is an array or lines of rows with boards, by its first rows."""
    reader = _core._Reader.json(request.name)
    reader.feed(stream.head)
    is_whole = len(stream.head) < HEAD and not stream.isatty()
    if is_whole:
        reader.feed(b"")
    some = replace(request)
    try:
        batch = reader.batch(FIRST, flush=True)
        columns = {} if batch is None else dict(zip(batch.names, batch.columns, strict=True))
        some.find_columns([*columns], lambda name: some.may_be_boards(columns[name]))
    except FormatError:
        return False
    puzzles = columns.get(some.puzzle or "")
    if batch is None or puzzles is None:
        return False
    # The core would also read an array of boards as one board.
    texts = puzzles.to_list()
    are_boards = any(side_if_board(_list(text)) for text in texts if text)
    if _ARRAY.match(stream.head):
        return are_boards and not is_whole
    others = [column for name, column in columns.items() if name not in (some.puzzle, some.solution)]
    nested = (text for column in others for text in column.to_list() if text and text[0] in "[{")
    if request.wanted[0] is None and is_whole and any(_hold_boards(_decoded(text)[0]) for text in nested):
        return False
    alone = is_whole and len(batch.lines) == 1
    return (are_boards and not (alone and any(map(_are_nested, others)))) or not _are_nested(puzzles)


def _list(text: str) -> Any:
    """The list of a text of JSON; another text unchanged."""
    try:
        return _decoded(text)[0] if text[:1] == "[" else text
    except json.JSONDecodeError:
        return text


def _are_nested(column: _core._Texts) -> bool:
    """Whether a column has arrays or objects."""
    return any(text and text[0] in "[{" for text in column.to_list())


def _read_rows(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Objects; a column of boards may appear after the first rows."""
    known: list[str] = []
    lined = True
    for batch in read_batches(stream, _core._Reader.json(request.name), OBJECTS):
        columns = dict(zip(batch.names, batch.columns, strict=True))
        if len(batch.names) > len(known):
            if not known:
                # Errors in a document of one line give the number of the item.
                lined = len(batch.lines) < 2 or batch.lines[0] != batch.lines[-1]
            request.find_columns(batch.names, lambda name: request.may_be_boards(columns[name]))  # noqa: B023
            request.solution_dtype = None if request.solution is None else "text"
            if not known:
                request.detect(columns[request.puzzle_among(batch.names)])
            known = batch.names
        for begin in range(0, len(batch.lines), request.rows):
            some = np.arange(begin, min(begin + request.rows, len(batch.lines)))
            taken = {name: (old if len(some) == len(old) else old.take(some)) for name, old in columns.items()}
            faults = {i - begin: text for i, text in batch.faults if begin <= i <= some[-1]}
            yield request.raw(taken, batch.lines[some] if lined else None, faults)


# --- documents -------------------------------------------------------------------------------------------------------


def _read_document(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """The tables of a document. If rows are in several places, the column ``path`` has the place of each."""
    tables, request.metadata = find_tables(_parsed(stream, request.name), request)
    if request.wanted[0] is None:
        _expect_no_other_boards(tables, request.name)
    request.puzzle = tables[0].puzzle
    request.solution = next((table.solution for table in tables if table.solution is not None), None)
    request.solution_dtype = None if request.solution is None else "text"
    request.total = sum(map(len, tables))
    boards = itertools.chain.from_iterable(table.columns[table.puzzle] for table in tables)
    request.detect(_core._Texts.of([*map(text_of, itertools.islice(boards, FIRST))]))
    names = dict.fromkeys(name for table in tables for name in table.others())
    paths = [table.paths() for table in tables]
    # The default index of a DataFrame says nothing.
    numbers = [*map(str, range(len(tables[0])))]
    are_apart = len({*itertools.chain.from_iterable(paths)}) > 1 and (len(tables) > 1 or tables[0].keys != numbers)
    for table, found in zip(tables, paths, strict=True):
        rows = range(len(table))
        columns = {name: as_column(name, table.columns.get(name) or [None for _ in rows]) for name in names}
        if are_apart:
            columns = {_unused("path", names): as_column("path", found)} | columns
        for begin in range(0, len(table), request.rows):
            some = slice(begin, begin + request.rows)
            puzzles, solutions = (
                _core._Texts.of([*map(text_of, table.columns[name][some])]) if name else None for name in table.roles()
            )
            faults = {i - begin: table.faults[i] for i in rows[some] if i in table.faults}
            raw = Raw(puzzles, solutions, {name: take(column, some) for name, column in columns.items()}, None, faults)
            raw.name = _place(request.name, table.place)
            if len(tables) > 1 or table.keys is not None:
                raw.name = [_place(request.name, place) for place in table.places()[some]]
                raw.lines = np.zeros(len(raw.name), np.int64)
            yield raw


def _expect_no_other_boards(tables: list[Table], name: str) -> None:
    """Raise FormatError if boards beside the puzzles may be puzzles too, or puzzles may be solutions."""
    for table in tables:
        for column in table.others():
            values = zip(table.places(), table.columns[column], strict=True)
            place = next((joined(place, column) for place, value in values if _hold_boards(value)), None)
            if place is not None:
                beside = f"boards beside the puzzles of {table.puzzle!r}"
                raise FormatError(f"{name}: {place} holds {beside}; name the puzzles with puzzle=")
        if "assistant" in table.columns.get("role", ()):
            where = _place(name, table.place)
            raise FormatError(f"{where}: boards in chat messages; expected a column of puzzles and one of solutions")
    # A single letter alone is no name.
    apart = [len(table.puzzle) > 1 and table.puzzle.lower() in SOLUTION_NAMES for table in tables]
    if any(apart) and not all(apart):
        places = [_place(table.place, table.puzzle if table.keys is None else "") for table in tables]
        raise FormatError(
            f"{name}: {places[apart.index(True)]} holds solutions apart from the puzzles of "
            f"{places[apart.index(False)]}; name the puzzles with puzzle="
        )


def _hold_boards(value: Any) -> bool:
    """Whether an array or object that is no board holds boards."""
    return isinstance(value, list | dict) and side_if_board(value) is None and any(True for _ in boards_in(value))


def _place(name: str, path: str) -> str:
    return f"{name}: {path}" if path else name


def _unused(name: str, names: Iterable[str]) -> str:
    return _unused(f"json_{name}", names) if name in names else name


#: A comment before a value, a surrogate without its pair after escapes and pairs.
_SPACE = re.compile(r"(?:\s|#.*)*")
_SURROGATE = re.compile(r"(\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..)|\\u[dD][89a-fA-F]..")


def _parsed(stream: HeadedReader, name: str) -> Any:
    """The value of a document, or the values of several in a list.

    Raises FormatError if the document is invalid or too large.
    """
    pieces: list[bytes] = []
    read = 0
    while piece := stream.read1(PIECE):
        pieces.append(piece)
        read += len(piece)
        if read > LIMIT:
            raise FormatError(
                f"{name}: the document has more than {LIMIT:,} bytes; lines of objects may be of any size"
            )
    text = b"".join(pieces).decode(errors="replace")
    del pieces
    if "\\ud" in text or "\\uD" in text:
        text = _SURROGATE.sub(lambda match: match[1] or "\\ufffd", text)
    found = []
    at = _end_of_space(text, 0)
    try:
        while at < len(text):
            value, at = _decoded(text, at)
            found.append(value)
            at = _end_of_space(text, at)
    except json.JSONDecodeError as error:
        # A board as numpy or Python prints it.
        if _core._recognize(text)[2] is not None:
            return [text]
        raise FormatError(f"{name}:{error.lineno}: invalid JSON: {error.msg} at column {error.colno}") from None
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    except RecursionError:
        raise FormatError(f"{name}: values are nested too deeply") from None
    return found[0] if len(found) == 1 else found


def _end_of_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _whole(text: str) -> int | str:
    """A number, as text if it is too large for Python."""
    return int(text) if len(text) < 4000 else text


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises FormatError if a key is a board, or occurs twice with boards."""
    found: dict[str, Any] = {}
    for key, value in members:
        if key in found and any(True for _ in boards_in(found[key])):
            raise FormatError(f"an object has the key {key!r} twice, with boards; expected different keys")
        if len(key) >= _SHORTEST and side_if_board(key) is not None:
            raise FormatError(
                f"the key {key!r} is a board; expected boards as values, such as those of puzzle and solution"
            )
        found[key] = value
    return found


#: The minimum length of keys that count as boards: shorter ones may be numbers.
_SHORTEST = 36
_DECODER = json.JSONDecoder(object_pairs_hook=_object)
_PATIENT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole)


def _decoded(text: str, at: int = 0) -> tuple[Any, int]:
    """The value at a position, and its end."""
    try:
        return _DECODER.raw_decode(text, at)
    except (json.JSONDecodeError, FormatError):
        raise
    except ValueError:  # a number with too many digits
        return _PATIENT.raw_decode(text, at)
