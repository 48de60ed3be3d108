"""Writing data sets of any format, and conversion between formats."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError
from bitdoku.datasets import _write_arrays, _write_text
from bitdoku.datasets._arrow import is_table
from bitdoku.datasets._columns import BOARDS, given_column, with_unreserved_names
from bitdoku.datasets._files import bare_name, opened_target, standard
from bitdoku.datasets._memory import column_of, pair_of
from bitdoku.datasets._names import EXTENSIONS, format_of_name
from bitdoku.datasets._options import Options
from bitdoku.datasets._read import Source, scan
from bitdoku.datasets._rows import Rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt


_WRITERS: dict[str, Any] = {
    "txt": _write_text.write_plain,
    "sdk": _write_text.write_sdk,
    "ss": _write_text.write_ss,
    "sdx": _write_text.write_sdx,
    "pencilmarks": _write_text.write_pencilmarks,
    "hodoku": _write_text.write_hodoku,
    "opensudoku": _write_text.write_opensudoku,
    "csv": _write_text.write_csv,
    "jsonl": _write_text.write_jsonl,
    "npy": _write_arrays.write_npy,
    "npz": _write_arrays.write_npz,
    "parquet": _write_arrays.write_parquet,
    "arrow": _write_arrays.write_arrow,
}
#: Formats that can be written.
WRITTEN = tuple(_WRITERS)
#: Formats whose writers need a seekable file.
_SEEKING = frozenset({"npz", "parquet", "arrow"})


def write(
    path: str | os.PathLike[str],
    puzzles: Any,
    solutions: Any = None,
    *,
    columns: Mapping[str, Any] | None = None,
    format: str | None = None,  # noqa: A002
    blank: str | None = None,
    header: bool = True,
    lists: bool = False,
    metadata: Mapping[str, str] | None = None,
) -> int:
    """Write a data set; the file is written atomically.

    Parameters
    ----------
    path : str or path
        The extension gives the format; a further ``.gz``, ``.bz2``, ``.xz`` or ``.zst`` the compression. An existing
        file is replaced at the end. ``"-"`` is stdout.
    puzzles : Rows, iterable of Rows, Source, table, puzzles, or pair
        Puzzles in any form that :func:`bitdoku.solve` takes; boards of other sides as integer arrays of shape
        (rows, n, n) or as text. A tuple of two arrays, or a result of :func:`bitdoku.generate`, has puzzles and
        solutions. An iterable of :class:`Rows` is written in bounded memory. A table, such as a DataFrame, is read by
        :func:`scan`, with its solutions and other columns.
    solutions : optional
        The solutions, in the same forms. Formats for puzzles only (txt, sdk, ss, npy, …) omit them and other columns.
    columns : mapping of str to column, optional
        Other columns: arrays, lists, Series or Arrow columns with one entry a row.
    format : str, optional
        One of :data:`bitdoku.datasets.FORMATS`, if the extension does not give it.
    blank : {".", "0"}, optional
        The character for a blank cell in text; by default ``0`` in .sdm files and ``.`` elsewhere. Formats with columns
        keep puzzles given as text unchanged.
    header : bool
        Whether CSV has a header.
    lists : bool
        Whether boards in Parquet and Arrow files are lists of uint8 rather than strings.
    metadata : mapping of str to str, optional
        For Parquet and Arrow files, in addition to ``bitdoku_version``: for example ``seed``, ``licence``.

    Returns:
    -------
    int
        The number of rows.

    Raises:
    ------
    FormatError
        If the format is unknown or cannot hold the boards.
    PuzzleError
        If a row is malformed and the format needs its cells.
    ImportError
        If the format needs pyarrow, which is not installed.

    Examples:
    --------
    >>> import bitdoku as bd, tempfile
    >>> made = bd.generate(3, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     bd.datasets.write(f"{folder}/some.csv.gz", made.puzzle, made.solution, columns={"clues": made.clues})
    ...     bd.datasets.read(f"{folder}/some.csv.gz")
    3
    <3 rows of side 9 with solutions, columns clues>
    """
    name = os.fspath(path)
    kind = target_format(name, format)
    if blank not in (None, ".", "0"):
        raise ValueError(f"blank is {blank!r}; expected '.' or '0'")
    items: Mapping[Any, Any] = metadata or {}
    for key, text in items.items():
        if not isinstance(key, str) or not isinstance(text, str):
            raise TypeError(f"metadata has {key!r}: {text!r}; expected texts")
    suffix = Path(bare_name(name)).suffix.lower()
    options = Options(
        blank or ("0" if suffix == ".sdm" else "."),
        header,
        lists,
        "\t" if suffix == ".tsv" else ",",
        {"bitdoku_version": _core.__version__, **(metadata or {})},
    )
    batches = _batches(puzzles, solutions, columns)
    counted = _Counted(batches)
    with ExitStack() as stack:
        file = standard("stdout") if name == "-" else stack.enter_context(opened_target(path))
        if kind in _SEEKING and not (file.seekable() and file.readable()):
            with tempfile.TemporaryFile() as whole:
                _WRITERS[kind](whole, iter(counted), options)
                whole.seek(0)
                shutil.copyfileobj(whole, file, 1 << 20)
        else:
            _WRITERS[kind](file, iter(counted) if name != "-" else _flushing(counted, file), options)
    return counted.rows


def target_format(name: str, format: str | None) -> str:  # noqa: A002
    """The format to write, given or from the name of the target.

    Raises:
    ------
    FormatError
        If there is none, or it cannot be written.
    """
    known = format or ("txt" if name == "-" else format_of_name(bare_name(name)))
    if known in _WRITERS:
        return known
    if known == "hrm":
        msg = "folders of HRM and TRM are written by write_hrm"
    elif known == "pt":
        msg = "files of PyTorch are read, not written; write npz"
    elif known is not None:
        msg = f"format is {known!r}; expected one of {', '.join(WRITTEN)}"
    else:
        suffixes = " ".join(suffix for known in WRITTEN for suffix in EXTENSIONS[known])
        msg = f"{name}: the extension has no format; use one of {suffixes}, or format="
    raise FormatError(msg)


class _Counted:
    """Batches with one side and unreserved column names, and the number of their rows."""

    def __init__(self, batches: Iterable[Rows]) -> None:
        self.rows = 0
        self.side: int | None = None
        self._batches = batches

    def __iter__(self) -> Iterator[Rows]:
        for rows in self._batches:
            if not isinstance(rows, Rows):
                raise TypeError(f"an iterator gave {kind(rows)}; expected Rows")
            if self.side not in (None, rows.side):
                raise FormatError(f"{rows.place(0)}: boards of side {rows.side}; earlier rows have side {self.side}")
            self.side = rows.side
            self.rows += len(rows)
            yield with_unreserved_names(rows)


def _flushing(batches: Iterable[Rows], file: BinaryIO) -> Iterator[Rows]:
    """The batches; the file is flushed after each."""
    for rows in batches:
        yield rows
        file.flush()


def _batches(puzzles: Any, solutions: Any, columns: Mapping[str, Any] | None) -> Iterable[Rows]:
    empty = Rows(np.zeros((0, 81), np.uint8))
    if solutions is None and not isinstance(puzzles, Source):
        puzzles, solutions = (scan(puzzles), None) if is_table(puzzles) else pair_of(puzzles)
    if isinstance(puzzles, Rows):
        puzzles = [puzzles]
    if isinstance(puzzles, (Source, Iterator)) or (
        isinstance(puzzles, list) and puzzles and isinstance(puzzles[0], Rows)
    ):
        if solutions is not None or columns is not None:
            raise TypeError("solutions and columns are part of Rows; give them there")
        batches = iter(puzzles)
        return itertools.chain([next(batches, empty)], batches)
    cells, side = _cells(puzzles)
    answers = None
    if solutions is not None:
        answers, other = _cells(solutions)
        if answers.shape != cells.shape:
            raise ValueError(
                f"{len(cells)} puzzles of side {side}, {len(answers)} solutions of side {other}; expected equal counts"
            )
    given = {name: given_column(name, column) for name, column in (columns or {}).items()}
    for name in given:
        if name.lower() in BOARDS:
            raise ValueError(f"column {name!r} has a name reserved for boards; expected another name")
        if len(given[name]) != len(cells):
            raise ValueError(f"column {name!r} has {len(given[name])} entries for {len(cells)} puzzles")
    return [Rows(cells, answers, given, "puzzles", 0, side)]


def _cells(boards: Any) -> tuple[npt.NDArray[np.uint8], int]:
    """Boards in any form as uint8 of shape (rows, n²), and n."""
    column, side = column_of(boards, "puzzles")
    return Rows(column, None, {}, "puzzles", 0, side).decoded().puzzles, side


def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    to: str | None = None,
    blank: str | None = None,
    header: bool = True,
    lists: bool = False,
    malformed: Literal["raise", "drop"] = "raise",
) -> int:
    r"""Convert a data set to another format, in bounded memory; every row is validated.

    Parameters
    ----------
    source : str or path
        A file that :func:`scan` reads; ``"-"`` for stdin.
    target : str or path
        A file to write atomically; ``"-"`` for stdout.
    puzzle, solution, format, side : optional
        For the source, as for :func:`scan`.
    to : str, optional
        The format of the target, if its extension does not give it.
    blank, header, lists : optional
        As for :func:`write`.
    malformed : {"raise", "drop"}
        Raise for the first malformed row, or omit malformed rows.

    Returns:
    -------
    int
        The number of rows written.

    Raises:
    ------
    FormatError
        If a format is unknown or cannot hold the boards.
    PuzzleError
        If a row is malformed; the message names file, line and cell.
    ImportError
        If a format needs pyarrow, which is not installed.

    Examples:
    --------
    >>> import bitdoku as bd, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "4x4.csv").write_text("Puzzle,Solution\n0034000000002100,2134432112434312\n")
    ...     bd.datasets.convert(f"{folder}/4x4.csv", f"{folder}/4x4.ss")
    ...     print(pathlib.Path(folder, "4x4.ss").read_text())
    1
    *-----*
    |..|34|
    |..|..|
    |--+--|
    |..|..|
    |21|..|
    *-----*
    <BLANKLINE>
    """
    if malformed not in ("raise", "drop"):
        raise ValueError(f'malformed is {malformed!r}; expected "raise" or "drop"')
    target_format(os.fspath(target), to)
    read = scan(
        source,
        puzzle=puzzle,
        solution=solution,
        format=format,
        side=side,
        malformed="raise" if malformed == "raise" else "mark",
    )
    return write(
        target,
        decoded(read, malformed),
        format=to,
        blank=blank,
        header=header,
        lists=lists,
        metadata=kept_metadata(read.metadata, malformed),
    )


def kept_metadata(metadata: Mapping[str, str] | None, malformed: str) -> dict[str, str]:
    """The metadata that apply to the converted file: if rows are dropped, only the licence."""
    kept = {key: text for key, text in (metadata or {}).items() if key != "bitdoku_version"}
    return kept if malformed == "raise" else {key: text for key, text in kept.items() if key == "licence"}


def decoded(source: Iterable[Rows], malformed: Literal["raise", "drop"]) -> Iterator[Rows]:
    """The decoded rows; malformed ones raise or are omitted."""
    for rows in source:
        if malformed == "raise":
            yield rows.decoded()
            continue
        marked = rows.decoded("mark")
        if marked.malformed is not None:
            marked = replace(marked.take(np.flatnonzero(~marked.malformed)), malformed=None)
        yield marked
