"""Reading data sets of any format, tables, and puzzles in memory: ``scan`` by batches, ``read`` as a whole."""

from __future__ import annotations

import codecs
import itertools
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from bitdoku import _core
from bitdoku._arguments import flag, path_of
from bitdoku._board_text import are_of_side
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._errors import FormatError, PuzzleError, shown
from bitdoku._table import Puzzles, concatenated
from bitdoku.datasets._io import read_arrays, read_arrow, read_boards, read_csv, read_json, read_lines
from bitdoku.datasets._io.formats import FORMATS, begins_with_board, detect_format, format_from_name
from bitdoku.datasets._io.not_boards import expect_boards, folder_error
from bitdoku.datasets._io.raw import Raw, expect_equal_counts, fault_with_sides
from bitdoku.datasets._io.read_memory import is_path, is_records, read_memory, read_records
from bitdoku.datasets._io.request import Request
from bitdoku.datasets._io.rules_column import take_rules
from bitdoku.datasets._io.streams import (
    COMPRESSIONS,
    HeadedReader,
    bare_name,
    damage_named,
    decompressed,
    opened_source,
)
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rule import MAX_SIDE
from bitdoku.rules._rules import rules_of, size_of_files

if TYPE_CHECKING:
    from bitdoku._board_text import Malformed
    from bitdoku.typing import RulesLike

_READERS: dict[str, Callable[[Any, Request], Iterator[Raw]]] = {
    "txt": read_lines.read_plain,
    "sdk": read_boards.read_boards,
    "ss": read_boards.read_boards,
    "sdx": read_boards.read_sdx,
    "pencilmarks": read_lines.read_plain,
    "hodoku": read_lines.read_hodoku,
    "opensudoku": read_boards.read_opensudoku,
    "csv": read_csv.read_csv,
    "jsonl": read_json.read_json,
    "npy": read_arrays.read_npy,
    "npz": read_arrays.read_npz,
    "pt": read_arrays.read_tensors,
    "parquet": read_arrow.read_parquet,
    "arrow": read_arrow.read_arrow,
}
#: Formats that are not read sequentially.
_SEEKING = ("npz", "pt", "parquet", "arrow")

#: Puzzles in a batch: a few megabytes of text, some milliseconds of work.
BATCH = 16_384


class Source:
    """A data set, read again by each iteration; returned by :func:`scan`.

    Iteration yields :class:`bitdoku.Puzzles` in order, in bounded memory. A file without rows gives one empty batch
    with its columns. A source is a context manager; ``close()`` closes its file. Pickled, it is opened again from its
    path.

    Attributes
    ----------
    path : str
        The file or folder; ``"-"`` for stdin, which can be read once; ``"table"`` for a table, ``"memory"`` for other
        objects.
    name : str
        The name in messages and reports: the path, ``"stdin"``, or ``""`` for objects in memory.
    format : str
        One of :data:`bitdoku.datasets.FORMATS`, ``"table"`` or ``"memory"``.
    puzzle, solution : str or None
        The names of the columns, if columns have names.
    total : int or None
        The number of rows, if known.
    side : int
        n, so that a puzzle has n² cells.
    rules : Rules
        The rules of the first rows.
    dtype : str
        How a cell of a puzzle is stored: ``"text"``, or the dtype of an array.
    solution_dtype : str or None
        The same for stored solutions, if known.
    metadata : dict of str, or None
        The metadata of a Parquet or Arrow file; the values of a JSON document that are not in rows, as text by path.
    """

    __module__ = "bitdoku.datasets"

    def __init__(
        self,
        path: str,
        request: Request,
        format: str | None,  # noqa: A002
        given: Any = None,
        solutions: Any = None,
    ) -> None:
        self.path = path
        self.name = request.name
        self._request = request
        self._format = format
        self._given, self._solutions = given, solutions
        self._in_memory = given is not None and path == "memory"
        self._stream: HeadedReader | None = None
        self._folder = given is None and Path(path).is_dir()
        self._size = os.path.getsize(path) if given is None and path != "-" and not self._folder else 0
        self._batches = self._read()
        first = next(self._batches)
        self._waiting: Puzzles | None = first
        self.side, self.rules = first.side, first.rules

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        if self.path == "-":
            raise TypeError("stdin cannot be pickled; read() it")
        return Source, (self.path, self._request, self._format, self._given, self._solutions)

    def close(self) -> None:
        """Close the file; iterating opens it again."""
        self._waiting = None
        self._batches.close()

    def _read(self) -> Generator[Puzzles, None, None]:
        """The batches; the first has the side of the boards even if it has no rows."""
        request = replace(self._request)
        with nullcontext() if self._in_memory else damage_named(request.name), ExitStack() as stack:
            batches = self._open(request, stack)
            first = next(batches, Raw([]))
            # By now the reader has described the file.
            self.puzzle, self.solution, self.total = request.puzzle, request.solution, request.total
            self.dtype, self.solution_dtype = request.dtype, request.solution_dtype if request.solutions else None
            self.metadata = request.metadata
            is_first = True
            for rows in self._decoded(itertools.chain([first], batches), request):
                bad = rows.malformed.any()
                if bad and request.malformed == "raise":
                    # The rows before the first malformed one are good.
                    i = int(np.argmax(rows.malformed))
                    if i or is_first:
                        yield rows[0:i]
                    raise fault_with_sides(rows, i)
                if bad and request.malformed == "drop":
                    rows = rows[~rows.malformed]
                if len(rows) or is_first:
                    yield rows
                    is_first = False

    def _decoded(self, batches: Iterator[Raw | Puzzles], request: Request) -> Iterator[Puzzles]:
        """The batches with rows; one without if there is no other."""
        name, start, has_rows = request.name, 0, False
        blank = "." if self._in_memory else ""
        empty = Raw([])
        for raw in batches:
            if isinstance(raw, Raw):
                raw.solutions = raw.solutions if request.solutions else None
                if not len(raw.puzzles):
                    empty = raw
                    continue
                if isinstance(raw.name, str) and raw.name != name:
                    name, start = raw.name, 0
                if request.side is None:
                    request.detect(raw.puzzles)
                request.side = request.side or 9
                own = take_rules(raw, request, start)
                if own and request.rules is None:
                    request.symbols, (request.side, request.digits) = own[0].symbols, (own[0].side, len(own[0].digits))
                blank = blank or request.recognized(raw.puzzles)[3]
                about: Any = {
                    "marks": request.marks,
                    "digits": request.digits,
                    "symbols": request.symbols,
                    "blank": blank,
                }
                raw = raw.decoded(name, request.side, start, **about)
                start += len(raw)
                rules: Any = request.rules
                if own and rules is None:
                    is_one = own.count(own[0]) == len(own) and not are_of_side(own[0])
                    rules = own[0] if is_one else own
                raw = raw if rules is None else raw.replace(rules=rules)
            elif request.rules is not None:
                raw = raw.replace(rules=request.rules)
            yield raw
            has_rows = True
        if not has_rows:
            table = empty.decoded(name, request.side or 9, digits=request.digits, symbols=request.symbols)
            yield table if request.rules is None else table.replace(rules=request.rules)

    def _open(self, request: Request, stack: ExitStack) -> Iterator[Raw | Puzzles]:
        if self._given is not None:
            self.format = self.path
            if self.path == "table" and is_records(self._given):
                return read_records(self._given, request)
            if self.path == "table":
                return read_arrow.read_table(self._given, request)
            return read_memory(self._given, self._solutions, request)
        if self._folder:
            self.format = "hrm"
            return read_arrays.read_hrm(Path(self.path), request)
        self._stream = HeadedReader(stack.enter_context(opened_source(self.path)), self.path if self._size else None)
        data = decompressed(self._stream, request.name)
        bare = bare_name(self.path)
        expected = format_from_name(bare) if self._format is None else self._format
        if not (data.isatty() or (expected in (None, "txt") and begins_with_board(data.head))):
            data.fill()
        if data.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise FormatError(f"{request.name}: text in UTF-16; expected UTF-8, as iconv -f UTF-16 -t UTF-8 writes it")
        # Files of arrays and tables are never empty, and neither are compressed ones.
        magic = COMPRESSIONS[Path(self.path).suffix.lower()] if bare != self.path and data is self._stream else None
        if not data.head.strip() and (magic or format_from_name(bare) in ("npy", *_SEEKING)):
            raise FormatError(f"{request.name}: the file {'has only white space' if data.head else 'is empty'}")
        if magic and magic.startswith(data.head):
            raise FormatError(f"{request.name}: the compressed data are truncated")
        self.format = self._format or detect_format(data.head, bare, request.side)
        expect_boards(data.head, request.name, self.format, expected)
        if self.format == "hrm":
            raise FormatError(f"{request.name} is a file; expected a folder of HRM or TRM")
        return _READERS[self.format](data, request)

    def __iter__(self) -> Iterator[Puzzles]:
        if self._waiting is None:
            if self.path == "-" or isinstance(self._given, Iterator):
                what = "stdin" if self.path == "-" else "an iterator"
                raise ValueError(f"{what} can be read only once")
            self._batches = self._read()
        first, self._waiting = self._waiting, None
        return self._batches if first is None else itertools.chain([first], self._batches)

    def done(self) -> float | None:
        """The fraction of the file that has been read, from 0 to 1; None if unknown."""
        if self._stream is None or not self._size or self.format in _SEEKING:
            return None
        return min(1.0, self._stream.done / self._size)

    def __repr__(self) -> str:
        return f"<{self.path}: {self.format}, side {self.side}, puzzles in {self.dtype}>"


def scan(
    source: Any,
    *,
    puzzle: str | None = None,
    solution: Any = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    digits: int | None = None,
    symbols: str | None = None,
    rules: RulesLike = None,
    batch: int = BATCH,
    solutions: bool = True,
    malformed: Malformed = "raise",
) -> Source:
    r"""Open a data set to read it by batches; it may be larger than memory.

    Parameters
    ----------
    source : path, table, puzzles, Puzzles or Source
        A file of any supported format, optionally compressed with gzip, xz, zstd or bzip2, or in a zip archive of its
        own; a folder of HRM or TRM; ``"-"`` for stdin. Or a table: a Polars or pandas DataFrame, a pyarrow Table, a
        Hugging Face Dataset. Or records: a dict of columns, dicts in any iterable, tuples as of ``fetchall()``. Or
        puzzles in any form that :func:`bitdoku.solve` accepts, or a result of :func:`bitdoku.generate` or its rows. A
        Source is returned unchanged. In all functions of data sets, a text is a puzzle if it shows a board of side 4 or
        more, has several lines, or consists of 16 or more digits and blanks, and else a path. A tuple of arrays holds
        puzzles, as a list does.
    puzzle, solution : str, optional
        The names of the columns, if not detected, or their numbers from 1 if no column has such a name; ``"column0"``
        and so on in tuples. ``solution=""`` means that there are no solutions. With puzzles in memory, ``solution`` may
        be their solutions, in any form.
    format : str, optional
        One of :data:`bitdoku.datasets.FORMATS`, if it is not detected by the first bytes and the extension.
    side : int, optional
        n, for boards of n² cells, if it is not detected by the first rows.
    digits : int, optional
        The number of digits, if it is not the side; with it, give the side too.
    symbols : str, optional
        One character for each digit, the first for 1, as for :func:`bitdoku.solve`: ``"0123456789ABCDEF"`` for boards
        of 0 to F. The side is their number, unless given. If they are digits from 0, the rows have rules with these
        digits, and are written with them again.
    rules : None, name, or Rules
        The rules of all puzzles, as for :func:`bitdoku.solve`, with their side, digits and symbols. None means the
        rules in a column ``rules``, as :func:`write` makes it, or of the puzzles in memory, or else those of an
        ordinary board. If the column does not hold rules, such as rules in words, its name becomes ``other_rules``.
    batch : int
        Approximate number of rows in a batch, below 2^31.
    solutions : bool
        False omits stored solutions.
    malformed : {"raise", "mark", "drop"}
        For malformed rows: raise at the first, after the rows before it; mark them in ``.malformed``, with 255 in the
        cells of the malformed board; or omit them.

    Returns
    -------
    Source
        An iterable of :class:`bitdoku.Puzzles`.

    Raises
    ------
    FormatError
        If the format is unknown, no column has puzzles, or without ``rules``, a column ``rules`` does not hold rules.
    PuzzleError
        If a row is malformed; the message names file, line and cell.
    ImportError
        If the format needs pyarrow, which is not installed.

    Examples
    --------
    >>> import tempfile, pathlib, bitdoku as bd
    >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.csv")
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> _ = file.write_text("\n".join(["id,puzzle", f"007,{puzzle}", ""]))
    >>> with bd.datasets.scan(file) as source:
    ...     for rows in source:
    ...         print(rows, bd.solve(rows).verdict, rows["id"][0])
    <1 puzzle of side 9 without solutions, columns id> [1] 007
    """
    given_rules = None if rules is None else rules_of(rules)
    if given_rules is not None:
        size = size_of_files(given_rules)
        side, digits = side or size["side"], digits or size["digits"]
        symbols = symbols or given_rules.symbols
        if (side, digits or side) != (given_rules.side, len(given_rules.digits)):
            raise ValueError(f"side or digits differ from those of the rules, {shown(rules)}")
    if symbols is not None:
        _core._recognize("", symbols, side)  # raises for symbols that no text can have
        side, digits = side or len(symbols), len(symbols) if digits is None else digits
    in_memory = not is_data_set(source, symbols) and not isinstance(source, Puzzles)
    answers = solution if in_memory and not (isinstance(solution, str) and is_path(solution)) else None
    solution = solution if answers is None else None
    for name, column in (("puzzle", puzzle), ("solution", solution)):
        if column is not None and not isinstance(column, str):
            raise TypeError(f"{name} is {kind(column)}; expected the name of a column")
    form: Any = format
    if form is not None and not (isinstance(form, str) and form in FORMATS):
        raise ValueError(f"format is {shown(format)}; expected one of {', '.join(FORMATS)}")
    if malformed not in ("raise", "mark", "drop"):
        raise ValueError(f'malformed is {shown(malformed)}; expected "raise", "mark" or "drop"')
    batch = whole("batch", batch, least=1, most=(1 << 31) - 1)
    solutions = flag("solutions", solutions)
    side = None if side is None else whole("side", side, least=2, most=MAX_SIDE)
    digits = None if digits is None else whole("digits", digits)
    if isinstance(source, Source):
        return source
    if source is None:
        raise TypeError("puzzles is None; expected a path, a table or puzzles")
    if digits is not None:
        if side is None:
            raise ValueError(f"digits is {shown(digits)} without a side; expected both")
        most = MAX_SIDE if side >= len(SYMBOLS) else len(SYMBOLS) - 1
        if not side <= digits <= most:
            raise ValueError(f"digits is {shown(digits)}; expected {side} to {most} on boards of side {side}")
    arguments = (
        (puzzle, solution),
        side,
        batch,
        malformed,
        solutions,
        None if digits == side else digits,
        symbols,
        given_rules,
    )
    if is_records(source) or read_arrow.is_table(source):
        return Source("table", Request("table", *arguments), None, source)
    if not is_path(source, symbols):
        return Source("memory", Request("", *arguments), None, source, answers)
    path = path_of("the path", source, "a file, a folder of HRM or TRM, or '-' for stdin")
    name = "stdin" if path == "-" else os.fsencode(path).decode(errors="replace")
    if Path(path).is_dir() and not read_arrays.is_hrm(Path(path)):
        raise folder_error(Path(path), name)
    return Source(path, Request(name, *arguments), format)


def read(
    source: Any,
    *,
    puzzle: str | None = None,
    solution: Any = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    digits: int | None = None,
    symbols: str | None = None,
    rules: RulesLike = None,
    malformed: Malformed = "raise",
) -> Puzzles:
    r"""Read a whole data set.

    Parameters
    ----------
    source, puzzle, solution, format, side, digits, symbols, rules, malformed
        As for :func:`scan`.

    Returns
    -------
    Puzzles
        ``.puzzle`` and ``.solution`` are uint8 of shape (n, side, side), 0 for a blank; ``.solution`` is None if there
        are none.

    Raises
    ------
    FormatError, PuzzleError, ImportError
        As :func:`scan` and its batches.

    Examples
    --------
    >>> import tempfile, pathlib, bitdoku as bd
    >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.txt")
    >>> _ = file.write_text("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")
    >>> rows = bd.datasets.read(file)
    >>> rows.puzzle.shape, rows.puzzle.dtype, rows.place(0).endswith("puzzles.txt:1")
    ((1, 9, 9), dtype('uint8'), True)
    """
    about: Any = {"puzzle": puzzle, "solution": solution, "format": format, "side": side, "digits": digits}
    with scan(source, **about, symbols=symbols, rules=rules, malformed=malformed) as opened:
        return concatenated(opened)


def is_data_set(given: Any, symbols: str | None = None) -> bool:
    """Whether an object is a Source, a table, records, or the path of a data set."""
    return isinstance(given, Source) or is_path(given, symbols) or is_records(given) or read_arrow.is_table(given)


def expect_solutions(puzzles: Any, solutions: Any, what: str = "", rules: Any = None, threads: Any = None) -> None:
    """Raise unless each solution solves its puzzle; cells of shape (n, side²).

    Raises PuzzleError for the first that does not.
    """
    expect_equal_counts(puzzles, solutions, what)
    correct = np.atleast_1d(_core.check(puzzles, solutions, rules=rules, threads=threads).correct)
    if not correct.all():
        row = int(np.argmin(correct))
        raise PuzzleError(f"{what}{': ' * bool(what)}solutions[{row}] does not solve puzzles[{row}]")
