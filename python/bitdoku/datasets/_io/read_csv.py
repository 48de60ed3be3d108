"""Reading CSV, with or without a header, separated by commas, semicolons or tabs.

Every column is text, so that leading zeros are kept. Lines without any value are skipped, and so are comments before
the header.

The layout is detected from the first 200 rows, within the first 64 KiB. Columns in which at least half of the texts are
boards (possibly with some faults) are columns of boards. The first row that is not a comment is

* the header, if its texts in these columns are names (short words, mostly letters, not mostly cells, and none for a
  missing value such as ``null``), and it has as many fields as rows with boards or contains a known name; or if it has
  a requested name, or the numbers of the columns, as pandas writes them;
* else a row of data, malformed unless it has boards.

So ``9x9 (2024)`` is not accepted as the header of a column of boards, and a first row of two malformed words, such as
``abc,def``, counts as a header: both readings are possible there. Without a header, a line that begins with ``#`` is a
row if it contains a board or has the same number of fields, at least two, as the rows; else it is a comment.

Of two columns of boards without known names, the column whose boards are complete holds the solutions, or the second if
both are complete. Two columns of incomplete boards are an error.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.cells import CellTable, detect_delimiter, joined
from bitdoku.datasets._io.formats import PUZZLE_NAMES, SOLUTION_NAMES, has_header
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.read_boards import read_boards, starts_board
from bitdoku.datasets._io.request import FIRST, Request, read_batches
from bitdoku.datasets._io.streams import HEAD, HeadedReader


def read_csv(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """The rows of a CSV file; without a header the columns are ``puzzle``, ``solution``, and ``column0`` and so on.

    A file without columns of boards may have a column for each cell, or be a board: n rows of n fields.
    """
    try:
        layout = Layout(stream.head, request)
    except FormatError:
        if request.wanted[0]:
            raise
        request.puzzle = request.solution = None
        lines = [line for line in stream.head.decode(errors="replace").splitlines() if line.strip()]
        table = CellTable.detected(request.name, lines, len(stream.head) < HEAD, request.symbols)
        if table is not None:
            yield from _read_cells(stream, request, table)
        elif starts_board(lines[:65]):
            yield from read_boards(stream, request)
        else:
            raise
        return
    request.solution_dtype = None if request.solution is None else "text"
    yield request.raw({name: [] for name in layout.names})
    # Also solutions that are not wanted: a quote in one of them may not be closed.
    reader = _core._Reader.csv(request.name, layout.delimiter, len(layout.names), line=layout.lines + 1)
    stream.read1(_start(stream.head, layout.lines))
    for batch in read_batches(stream, reader, request.rows):
        for i in batch.several:
            if layout.swallowed([column[i] or "" for column in batch.columns]):
                place = f"{request.name}:{batch.lines[i]}"
                raise FormatError(f"{place}: a quoted field contains what looks like rows; is a quote not closed?")
        yield request.raw(dict(zip(layout.names, batch.columns, strict=True)), batch.lines, dict(batch.faults))


def _read_cells(stream: HeadedReader, request: Request, table: CellTable) -> Iterator[Raw]:
    """The boards of a table with a column for each cell, and its other columns unless they are an index."""
    request.side = request.side or table.side
    if not table.boards:
        yield from _read_rows_of_cells(stream, request, table)
        return
    header = bool(table.header)
    reader = _core._Reader.csv(request.name, table.delimiter, table.width, line=header + 1)
    stream.read1(_start(stream.head, header))
    solved = table.boards == 2 and request.solutions and request.wanted[1] != ""
    for batch in read_batches(stream, reader, request.rows):
        faults = dict(batch.faults)
        rows = zip(*(column.to_list() for column in batch.columns), strict=True)
        lists = [[None] * table.boards if i in faults else table.lists(row) for i, row in enumerate(rows)]
        puzzles, *solutions = map(_core._Texts.of, map(list, zip(*lists, strict=True)))
        others = {name: batch.columns[i] for i, name in table.names.items()}
        yield Raw(puzzles, solutions[0] if solved else None, others, batch.lines, faults)


def _read_rows_of_cells(stream: HeadedReader, request: Request, table: CellTable) -> Iterator[Raw]:
    """The boards of a table with a record for each row of a board. The header may be repeated before each."""
    text = io.TextIOWrapper(io.BufferedReader(stream), "utf-8", "replace", newline="")
    reader = csv.reader(text, delimiter=table.delimiter)
    records = ((reader.line_num, [field.strip() for field in record]) for record in reader)
    rows = ((line, record) for line, record in records if record and record != table.header)
    for some in iter(lambda: [*itertools.islice(rows, table.side * request.rows)], []):
        boards = [some[i : i + table.side] for i in range(0, len(some), table.side)]
        texts, faults = [], {}
        for i, board in enumerate(boards):
            odd = next((row for row, (_, record) in enumerate(board) if len(record) != table.width), None)
            if odd is not None:
                faults[i] = f"row {odd} has {len(board[odd][1])} fields; expected {table.width}"
            elif len(board) != table.side:
                faults[i] = f"{len(board)} rows; expected {table.side} rows of {table.side} cells"
            texts.append(None if i in faults else joined([table.lists(record)[0] for _, record in board]))
        yield Raw(_core._Texts.of(texts), None, {}, [board[0][0] for board in boards], faults)


def _start(head: bytes, lines: int) -> int:
    """The number of bytes before the first row, in so many lines."""
    return sum(map(len, head.splitlines(keepends=True)[:lines]))


#: The line with which some programs declare the delimiter.
_SEPARATOR = re.compile(r'"?sep=(.)"?')
_QUOTED = re.compile(r'"[^"]*"')
_SPACED = re.compile(r"[\s,;]")
#: The end of a line.
_BREAK = re.compile(r"\r\n?|\n")
#: Names that make a row a header; single letters are too ambiguous.
_KNOWN_NAMES = frozenset(name for name in (*PUZZLE_NAMES, *SOLUTION_NAMES) if len(name) > 1)
#: The maximum length of the name of a column of boards.
_MAX_NAME = 40
_MISSING = frozenset({"null", "none", "nan", "nil", "na", "n/a", "#n/a", "missing", "undefined"})


def _records(lines: Sequence[str], delimiter: str) -> list[tuple[list[str], int]]:
    """The first rows with any value, and the number of the last line of each."""
    reader = csv.reader(io.StringIO("".join(lines), newline=""), delimiter=delimiter)
    some = ((record, reader.line_num) for record in reader if any(field.strip() for field in record))
    return list(itertools.islice(some, FIRST + 1))


def _name(field: str) -> str:
    """The name in a field of the header, without quotes after a space."""
    text = field.strip()
    return text[1:-1] if field[:1].isspace() and len(text) > 1 and text[0] == text[-1] == '"' else text


@lru_cache(1 << 10)
def _side(text: str, symbols: str | None, given: int | None) -> int | None:
    """The side of the board in a text, or None."""
    side, _, kind, _ = _core._recognize(text, symbols, given)
    return None if kind is None else side


class _Boards:
    """The positions of boards in some rows."""

    def __init__(self, records: Sequence[Sequence[str]], request: Request) -> None:
        """Detect the side of the boards and the columns that hold them."""
        self._symbols, self._given = request.symbols, request.side
        texts = [[field.strip() for field in record] for record in records]
        sides = Counter(side for record in texts for text in record if (side := self.side_of(text)) is not None)
        self.side = sides.most_common(1)[0][0] if sides else 9
        self.widths = Counter(len(record) for record in texts if any(map(self.side_of, record)))
        """The numbers of fields of rows with boards."""
        self.places: list[int] = []
        some: list[int] = []
        for i in range(self.width):
            there = [record[i] for record in texts if len(record) > i and record[i]]
            found = [self.has_cells(text, 3 * self.side**2 // 4) for text in there]
            # The first text may be a name.
            if any(found) and 2 * sum(found) >= len(found) - (not found[0]):
                self.places.append(i)
            elif any(map(self.side_of, there)):
                some.append(i)
        self.places = self.places or some

    def side_of(self, text: str) -> int | None:
        return _side(text, self._symbols, self._given)

    @property
    def width(self) -> int:
        """The most frequent number of fields of rows with boards."""
        return max(self.widths, key=self.widths.__getitem__, default=0)

    def has_cells(self, text: str, least: int) -> bool:
        """Whether a text is a board, or at least ``least`` characters most of which are cells: a board with faults."""
        if self.side_of(text.strip()) is not None:
            return True
        cells, others = _core._count_cells(text, self.side, self._symbols)
        return cells + others >= least and cells >= 3 * others

    def occur_in(self, record: Iterable[str]) -> bool:
        """Whether a row contains boards, with faults or without."""
        return any(self.has_cells(field, self.side**2 // 2) for field in record)

    def is_header(self, record: Sequence[str], request: Request) -> bool:
        """Whether a row is the header of these boards."""
        fields = [field.strip() for field in record]
        if not self.places or {*request.wanted} & {*filter(None, fields)}:
            return True
        numbers = [*map(str, range(len(fields)))]
        if fields in (numbers, ["", *numbers[:-1]]):
            return True
        names = [fields[i] for i in self.places if i < len(fields) and fields[i]]
        known = _KNOWN_NAMES & {field.lower() for field in fields}
        return all(map(self._is_name, names)) and bool(known or (names and len(fields) in self.widths))

    def _is_name(self, text: str) -> bool:
        letters = sum(map(str.isalpha, text))
        word = len(text) <= _MAX_NAME and 2 * letters >= len(text) and not text[0].isdigit() and text[0] != "."
        return word and text.lower() not in _MISSING and not self.has_cells(text, self.side)


class Layout:
    """The layout of a CSV file: names, delimiter, columns of boards."""

    def __init__(self, head: bytes, request: Request) -> None:
        text = head.decode(errors="replace")
        if len(head) >= HEAD:
            end = max(text.rfind("\n"), text.rfind("\r")) + 1
            if not end:
                raise FormatError(f"{request.name}: the first line has more than {HEAD:,} bytes")
            text = text[:end]
        lines = list(io.StringIO(text, newline=""))
        before = self._before(lines, request)
        read = _records(lines[before:], self.delimiter)
        records = [record for record, _ in read]
        boards = _Boards(records, request)
        self.lines = before  # the number of lines before the first row
        if not records or boards.is_header(records[0], request):
            self.names = [_name(field) or f"column{i}" for i, field in enumerate(records[0] if records else ["puzzle"])]
            self.lines += read[0][1] if records else 0
            del records[:1]
        else:
            self.names = [f"column{i}" for i in range(boards.width)]
            if request.wanted[0] not in self.names:
                columns = {
                    self.names[i]: [record[i].strip() for record in records if len(record) > i] for i in boards.places
                }
                for role, name in zip(request.roles_among(columns), ("puzzle", "solution"), strict=True):
                    if role is not None:
                        self.names[self.names.index(role)] = name
        places = {name: i for i, name in enumerate(self.names)}

        def values(name: str) -> list[str]:
            return [record[places[name]].strip() for record in records if len(record) > places[name]]

        request.find_columns(self.names, lambda name: request.may_be_boards([*values(name)]))
        if request.puzzle is None:
            # No known names: use the columns that hold boards.
            names = [name for i, name in enumerate(self.names) if i in boards.places]
            found = {name: values(name) for name in names if any(map(boards.side_of, values(name)))}
            name = request.solution or ""
            if name in found and request.wanted[1] is None:
                alone = len(found) == 1 and len(self.names) == 1
                is_sure = name.lower() in SOLUTION_NAMES[:2] and len(found) > 1
                if alone or not (is_sure or request.are_solutions(found[name])):
                    request.solution = None  # the puzzles, whatever its name
            if request.solution:
                # Other complete boards are not the puzzles of these solutions.
                found.pop(request.solution, None)
                solved = [name for name, column in found.items() if request.are_solutions(column)]
                found = {name: found[name] for name in found if name not in solved[len(solved) == len(found) :]}
            request.puzzle, solution = request.roles_among(found)
            if request.wanted[1] is None:
                request.solution = request.solution or solution
        self.puzzle = request.puzzle_among(self.names)
        request.detect([*values(self.puzzle)])
        self._boards = boards
        self.cells = boards.side**2  # the minimum length of a board

    def _before(self, lines: Sequence[str], request: Request) -> int:
        """The number of lines before the header or first row: blank lines, comments, a declaration of the delimiter.

        Sets the delimiter too.
        """
        stripped = [line.strip() for line in lines]
        declared = [_SEPARATOR.fullmatch(line.strip(" \r\n")) for line in lines]
        others = (i for i, text in enumerate(stripped) if text and text[0] != "#" and not declared[i])
        first = next(others, len(lines))
        comments = [i for i, text in enumerate(stripped[:first]) if text.startswith("#")]
        begin = lines[first] if first < len(lines) else max((lines[i] for i in comments), key=len, default="")
        # Quoted text has no delimiters and may have line breaks.
        bare = _QUOTED.sub('""', "".join(lines[first:])) or begin
        likely = self._likely(lines[first:], _BREAK.split(bare)[0], request)
        self.delimiter = next((match[1] for match in declared[:first] if match), likely)
        records = [record for record, _ in _records(lines[first:], self.delimiter)]
        boards = _Boards(records, request)
        fields = {i: self.fields(lines[i]) for i in comments}
        names = [i for i in comments if has_header(stripped[i][1:]) and not boards.occur_in(fields[i])]
        # Rows before the header have been commented out.
        named = has_header(begin) and not boards.occur_in(self.fields(begin))
        if named or (records and (boards.places or request.wanted[0]) and boards.is_header(records[0], request)):
            return first
        rows = [i for i in comments if 1 < len(fields[i]) == boards.width or boards.occur_in(fields[i])]
        return next((i for i in names if i in rows), min(rows, default=first))

    @staticmethod
    def _likely(lines: Sequence[str], first: str, request: Request) -> str:
        """The likely delimiter: the one with which the most rows have a field that is, or begins with, a board.

        Ties are resolved by the number of occurrences in the first line.
        """
        default = detect_delimiter(first)
        text = "".join(lines)
        if sum(sign in text for sign in ",;\t") < 2:
            return default

        def worth(sign: str) -> tuple[int, int, int, bool]:
            rows = [[field.strip() for field in record] for record, _ in _records(lines, sign)]
            boards = [
                [field for field in row if _side(field, request.symbols, request.side) is not None] for row in rows
            ]
            whole = sum(any(not _SPACED.search(field) for field in row) for row in boards)
            return whole, sum(map(bool, boards)), first.count(sign), sign == default

        return max(",;\t", key=worth)

    def swallowed(self, fields: Sequence[str]) -> bool:
        """Whether a row of several lines seems to be several rows joined by a quote.

        That is so if a line within a field is a row with a board, or if two of the lines are when quotes are ignored.
        """
        within = itertools.chain.from_iterable(_BREAK.split(field)[1:] for field in fields)
        plain = _BREAK.split(self.delimiter.join(fields))
        return any(map(self._is_row, within)) or sum(map(self._is_row, plain)) > 1

    def _is_row(self, line: str) -> bool:
        """Whether a line has a board, possibly with faults, in the puzzle column."""
        place, width, least = self.names.index(self.puzzle), len(self.names), self.cells * 3 // 4
        if len(line) < least or line.count(self.delimiter) < width - 1:
            return False
        row = self.fields(line)
        return len(row) == width and self._boards.has_cells(row[place].strip(), least)

    def fields(self, text: str) -> list[str]:
        """The fields of one row; the whole row if a field exceeds the limit of the standard library."""
        try:
            return next(csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter), [])
        except csv.Error:
            return [text]
