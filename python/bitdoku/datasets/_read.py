"""Reading data sets of any format, including tables: ``scan`` by batches, ``read`` as a whole."""

from __future__ import annotations

import codecs
import itertools
import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bitdoku._core import _whole as whole
from bitdoku._errors import FormatError
from bitdoku.datasets import _arrays, _arrow, _boards, _csv, _lines, _tensors, _xml
from bitdoku.datasets._cells import SIDES
from bitdoku.datasets._files import HeadedReader, bare_name, damage_named, decompressed, standard
from bitdoku.datasets._names import FORMATS, begins_with_board, format_of, format_of_name
from bitdoku.datasets._request import Opened, Request
from bitdoku.datasets._rows import Rows, concatenated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.datasets._rows import Malformed

    #: An object accepted by :func:`bitdoku.datasets._arrow.is_table`.
    Table = Any

_READERS: dict[str, Any] = {
    "txt": _lines.open_plain,
    "sdk": _boards.open_boards,
    "ss": _boards.open_boards,
    "sdx": _boards.open_sdx,
    "pencilmarks": _lines.open_pencilmarks,
    "hodoku": _lines.open_hodoku,
    "opensudoku": _xml.open_opensudoku,
    "csv": _csv.open_csv,
    "jsonl": _lines.open_jsonl,
    "npy": _arrays.open_npy,
}
#: Formats that are not read sequentially.
_SEEKING: dict[str, Any] = {
    "npz": _arrays.open_npz,
    "pt": _tensors.open_tensors,
    "parquet": _arrow.open_parquet,
    "arrow": _arrow.open_arrow,
}

#: Formats whose files are never empty.
_BINARY = ("npy", *_SEEKING)

#: Rows in a batch: a few megabytes of text, some milliseconds of work.
BATCH = 16_384


class Source:
    """A data set on disk, or a table, that is read again by each iteration; returned by :func:`scan`.

    Iteration yields :class:`Rows` in the order of the file, in bounded memory. A file without rows gives one empty
    batch with its columns.

    Attributes:
    ----------
    path : str
        The file or folder; ``"-"`` for stdin, which can be read once; ``"table"`` for a table.
    format : str
        One of :data:`bitdoku.datasets.FORMATS`, or ``"table"``.
    puzzle, solution : str or None
        The names of the columns, if columns have names.
    total : int or None
        The number of rows, if the file declares it.
    side : int
        n, so that a puzzle has n² cells.
    dtype : str
        How a cell of a puzzle is stored: ``"text"``, or the dtype of an array.
    solution_dtype : str or None
        The same for stored solutions, if known.
    metadata : dict of str, or None
        The metadata of a Parquet or Arrow file.
    """

    def __init__(self, path: str, request: Request, format: str | None, table: Any = None) -> None:  # noqa: A002
        self.path = path
        self._request = request
        self._format = format
        self._table = table
        self._stream: HeadedReader | None = None
        self._folder = table is None and Path(path).is_dir()
        self._size = os.path.getsize(path) if table is None and path != "-" and not self._folder else 0
        batches = self._batches()
        first = next(batches)
        self.side = first.side
        self._waiting: Iterator[Rows] | None = itertools.chain([first], batches)

    def _batches(self) -> Iterator[Rows]:
        with damage_named(self._request.name), ExitStack() as stack:
            opened = self._open(stack)
            self.puzzle, self.solution, self.total = opened.puzzle, opened.solution, opened.total
            self.dtype, self.solution_dtype = opened.dtype, opened.solution_dtype
            self.metadata = opened.metadata
            any_rows = False
            for rows in opened.batches:
                any_rows = True
                rows = replace(rows, faults=self._request.faults) if self._request.faults else rows
                yield rows if self._request.solutions else _without_solutions(rows)
            if not any_rows:
                yield self._without_rows(opened)

    def _without_rows(self, opened: Opened) -> Rows:
        side = self._request.side or 9
        puzzles = np.zeros((0, side**2), np.uint8)
        found = Rows(puzzles, name=self._request.name, side=side) if opened.empty is None else opened.empty
        return found if self._request.solutions else _without_solutions(found)

    def _open(self, stack: ExitStack) -> Opened:
        if self._table is not None:
            self.format = "table"
            return _arrow.open_table(self._table, self._request)
        if self._folder:
            self.format = "hrm"
            return _arrays.open_hrm(Path(self.path), self._request, stack)
        stdin = self.path == "-"
        file = standard("stdin") if stdin else stack.enter_context(Path(self.path).open("rb", buffering=0))  # noqa: SIM115
        self._stream = HeadedReader(file, self.path if self._size else None)
        data = decompressed(self._stream, self._request.name)
        bare = bare_name(self.path)
        expected = format_of_name(bare) if self._format is None else self._format
        if not (data.isatty() or (expected in (None, "txt") and begins_with_board(data.head))):
            data.fill()
        if data.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise FormatError(
                f"{self._request.name}: text in UTF-16; expected UTF-8, as iconv -f UTF-16 -t UTF-8 writes it"
            )
        if not data.head and (format_of_name(bare) in _BINARY or (data is self._stream and bare != self.path)):
            raise FormatError(f"{self._request.name}: the file is empty")
        self.format = self._format or format_of(data.head, bare)
        if self.format == "hrm":
            raise FormatError(f"{self._request.name} is a file; expected a folder of HRM or TRM")
        if self.format in _SEEKING:
            plain = data is self._stream and not stdin
            return cast("Opened", _SEEKING[self.format](data, self._request, self.path if plain else None, stack))
        return cast("Opened", _READERS[self.format](data, self._request))

    def __iter__(self) -> Iterator[Rows]:
        batches, self._waiting = self._waiting, None
        if batches is None:
            if self.path == "-":
                raise ValueError("stdin can be read only once")
            batches = self._batches()
        return batches

    def done(self) -> float | None:
        """The fraction of the file that has been read, from 0 to 1; None if unknown."""
        if self._stream is None or not self._size or self.format in _SEEKING:
            return None
        return min(1.0, self._stream.done / self._size)

    def __repr__(self) -> str:
        return f"<{self.path}: {self.format}, side {self.side}, puzzles in {self.dtype}>"


def _without_solutions(rows: Rows) -> Rows:
    return rows if rows.solutions is None else replace(rows, solutions=None)


def scan(
    path: str | os.PathLike[str] | Table,
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    batch: int = BATCH,
    solutions: bool = True,
    malformed: Malformed = "raise",
) -> Source:
    r"""Open a data set to read it by batches; it may be larger than memory.

    Batches hold puzzles in the form of the file, which :func:`bitdoku.solve` and similar functions accept directly;
    cells are not validated before. :meth:`Rows.decoded` converts them to arrays.

    Parameters
    ----------
    path : str, path or table
        A file of any supported format, optionally compressed with gzip, xz or zstd; a folder of HRM or TRM; ``"-"`` for
        stdin. Or a table: a Polars or pandas DataFrame, a pyarrow Table, a Hugging Face Dataset.
    puzzle, solution : str, optional
        The names of the columns, if not detected. ``solution=""`` means that there are no solutions.
    format : str, optional
        One of :data:`bitdoku.datasets.FORMATS`, if it is not detected by the first bytes and the extension.
    side : int, optional
        n, for boards of n² cells, if it is not detected by the first rows.
    batch : int
        Approximate number of rows in a batch.
    solutions : bool
        False omits stored solutions, which is faster if they have their own column.
    malformed : {"raise", "mark"}
        For rows without a puzzle, such as CSV lines with too few fields: raise, or replace the puzzle by null.

    Returns:
    -------
    Source
        An iterable of :class:`Rows`.

    Raises:
    ------
    FormatError
        If the format is unknown, or no column has puzzles.
    PuzzleError
        If a row has no puzzle; the message names the file and the line.
    ImportError
        If the format needs pyarrow, which is not installed.

    Examples:
    --------
    >>> import tempfile, pathlib, bitdoku as bd
    >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.csv")
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> _ = file.write_text("\n".join(["id,puzzle", f"007,{puzzle}", ""]))
    >>> for rows in bd.datasets.scan(file):
    ...     print(rows, bd.solve(rows.puzzles).verdict, rows.columns["id"][0])
    <1 rows of side 9 without solutions, columns id> [1] 007
    """
    if format is not None and format not in FORMATS:
        raise ValueError(f"format is {format!r}; expected one of {', '.join(FORMATS)}")
    if malformed not in ("raise", "mark"):
        raise ValueError(f'malformed is {malformed!r}; expected "raise" or "mark"')
    batch = whole("batch", batch, least=1)
    if side is not None and side not in SIDES:
        raise ValueError(f"side is {side}; expected {SIDES[0]} to {SIDES[-1]}")
    arguments = puzzle, solution, side, batch, malformed, solutions
    if _arrow.is_table(path):
        return Source("table", Request("table", *arguments), None, path)
    path = os.fsdecode(cast("str | os.PathLike[str]", path))
    name = "stdin" if path == "-" else path
    if Path(path).is_dir() and not _arrays.is_hrm(Path(path)):
        raise FormatError(f"{name} is a folder without dataset.json; expected a file, or a folder of HRM or TRM")
    return Source(path, Request(name, *arguments), format)


def read(
    path: str | os.PathLike[str] | Table,
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    malformed: Malformed = "raise",
) -> Rows:
    r"""Read a data set as uint8 arrays of shape (rows, n²).

    Parameters
    ----------
    path : str, path or table
        As for :func:`scan`.
    puzzle, solution, format, side : optional
        As for :func:`scan`.
    malformed : {"raise", "mark"}
        Raise for the first malformed row, or set its cells to 0 and mark it in ``.malformed``.

    Returns:
    -------
    Rows
        ``.puzzles`` and ``.solutions`` are uint8, 0 for a blank; ``.solutions`` is None if the file has none.

    Raises:
    ------
    FormatError
        If the format is unknown, or no column has puzzles.
    PuzzleError
        If a row is malformed; the message names file, line and cell.
    ImportError
        If the format needs pyarrow, which is not installed.

    Examples:
    --------
    >>> import tempfile, pathlib, bitdoku as bd
    >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.txt")
    >>> _ = file.write_text("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")
    >>> rows = bd.datasets.read(file)
    >>> rows.puzzles.shape, rows.puzzles.dtype, rows.place(0).endswith("puzzles.txt:1")
    ((1, 81), dtype('uint8'), True)
    """
    source = scan(path, puzzle=puzzle, solution=solution, format=format, side=side, malformed=malformed)
    return concatenated(rows.decoded(malformed) for rows in source)
