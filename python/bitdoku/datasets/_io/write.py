"""Writing data sets of any format, and conversion between formats."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import flag, path_of
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, shown
from bitdoku._table import Puzzles
from bitdoku.datasets._io import write_arrays, write_text
from bitdoku.datasets._io.formats import FORMATS, WRITTEN, format_from_name
from bitdoku.datasets._io.read import is_data_set, read, scan
from bitdoku.datasets._io.rules_column import with_rules
from bitdoku.datasets._io.streams import bare_name, opened_target
from bitdoku.datasets._io.writing import Options

if TYPE_CHECKING:
    import os

    from bitdoku._board_text import Malformed

_WRITERS: dict[str, Any] = {
    "txt": write_text.write_plain,
    "sdk": write_text.write_sdk,
    "ss": write_text.write_ss,
    "sdx": write_text.write_sdx,
    "pencilmarks": write_text.write_pencilmarks,
    "hodoku": write_text.write_hodoku,
    "opensudoku": write_text.write_opensudoku,
    "csv": write_text.write_csv,
    "jsonl": write_text.write_jsonl,
    "npy": write_arrays.write_npy,
    "npz": write_arrays.write_npz,
    "parquet": write_arrays.write_parquet,
    "arrow": write_arrays.write_arrow,
}
#: Formats whose writers need a seekable file.
_SEEKING = frozenset({"npz", "parquet", "arrow"})
#: What to do instead of writing formats that are only read.
_UNWRITTEN = {
    "hrm": "folders of HRM and TRM are written by write_hrm",
    "pt": "files of PyTorch are read, not written; write npz",
}


def write(
    path: str | os.PathLike[str],
    puzzles: Any,
    solution: Any = None,
    *,
    columns: Mapping[str, Any] | None = None,
    to: str | None = None,
    blank: str | None = None,
    header: bool = True,
    lists: bool = False,
    metadata: Mapping[str, str] | None = None,
) -> int:
    """Write a data set; the file is written atomically.

    Parameters
    ----------
    path : str or path
        The extension gives the format (``.json`` an array, ``.jsonl`` lines of JSON); a further ``.gz``, ``.bz2``,
        ``.xz`` or ``.zst`` the compression. An existing file is replaced at the end. ``"-"`` is stdout.
    puzzles : Puzzles, iterable of Puzzles, Source, path, table, or puzzles
        Anything that :func:`scan` reads, with its solutions and other columns. An iterable of :class:`bitdoku.Puzzles`
        is written in bounded memory. Formats of text with columns write a malformed board as it was read. Formats with
        columns have a column ``rules``, in JSON of :meth:`bitdoku.Rules.to_json`, if the rules are not those of an
        ordinary board of this side.
    solution : optional
        The solutions, in the same forms. Formats for puzzles only (txt, sdk, ss, npy, …) omit solutions and other
        columns.
    columns : mapping of str to column, optional
        Other columns, in addition to those of a table: arrays, lists, Series or Arrow columns with one entry a row.
    to : str, optional
        One of :data:`bitdoku.datasets.FORMATS`, if the extension does not give it.
    blank : {".", "0"}, optional
        The character for a blank cell in text; by default ``0`` in .sdm files and ``.`` elsewhere, and in formats with
        columns the one of the file that the rows were read from.
    header : bool
        Whether CSV has a header.
    lists : bool
        Whether boards in Parquet and Arrow files are lists of uint8 rather than strings.
    metadata : mapping of str to str, optional
        For Parquet and Arrow files, in addition to ``bitdoku_version``: for example ``seed``, ``license``.

    Returns
    -------
    int
        The number of rows.

    Raises
    ------
    FormatError
        If the format is unknown or cannot hold the boards, or has no column for the rules of rows with different rules.
    PuzzleError
        If a row is malformed and the format needs its cells.
    ImportError
        If the format needs pyarrow, which is not installed.

    Examples
    --------
    >>> import bitdoku as bd, tempfile
    >>> made = bd.generate(3, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     bd.datasets.write(f"{folder}/some.csv.gz", made.puzzle, made.solution, columns={"clues": made.clues})
    ...     bd.datasets.read(f"{folder}/some.csv.gz")
    3
    <3 puzzles of side 9 with solutions, columns clues>
    """
    name = path_of("path", path)
    form = target_format(name, to)
    if blank not in (None, ".", "0"):
        raise ValueError(f"blank is {shown(blank)}; expected '.' or '0'")
    about: Mapping[Any, Any] = {} if metadata is None else metadata
    if not isinstance(about, Mapping):
        raise TypeError(f"metadata is {kind(metadata)}; expected a mapping of texts")
    for key, text in about.items():
        if not isinstance(key, str) or not isinstance(text, str):
            raise TypeError(f"metadata has {shown(key)}: {shown(text)}; expected texts")
    suffix = Path(bare_name(name)).suffix.lower()
    options = Options(
        blank or ("0" if suffix == ".sdm" else "."),
        blank is None,
        flag("header", header),
        flag("lists", lists),
        "\t" if suffix == ".tsv" else ",",
        suffix == ".json",
        {"bitdoku_version": _core.__version__, **about},
    )
    written = 0
    try:
        with opened_target(name) as file:

            def counted() -> Iterator[Puzzles]:
                nonlocal written
                for table in with_rules(_checked(_batches(puzzles, solution, columns)), form, header=header):
                    written += len(table)
                    yield table
                    if name == "-":
                        file.flush()

            if form in _SEEKING and not (file.seekable() and file.readable()):
                with tempfile.TemporaryFile() as whole:
                    _WRITERS[form](whole, counted(), options)
                    whole.seek(0)
                    shutil.copyfileobj(whole, file, 1 << 20)
            else:
                _WRITERS[form](file, counted(), options)
    except UnicodeError as error:  # lone surrogates
        raise FormatError(f"{name}: a value cannot be written: {error}") from error
    return written


def target_format(name: str, given: str | None, option: str = "to") -> str:
    """The format to write, given by an option or from the name of the target.

    Raises FormatError if there is none, or it cannot be written.
    """
    known: Any = given
    if given is None:
        known = "txt" if name == "-" else format_from_name(bare_name(name))
    if isinstance(known, str) and known in _WRITERS:
        return known
    if known is None:
        suffixes = " ".join(suffix for known in WRITTEN for suffix in FORMATS[known].extensions)
        msg = f"{name}: the extension has no format; use one of {suffixes}, or give {option}"
    elif isinstance(known, str) and known in _UNWRITTEN:
        msg = _UNWRITTEN[known]
    else:
        msg = f"{option} is {shown(known)}; expected one of {', '.join(WRITTEN)}"
    raise FormatError(msg)


def _checked(batches: Iterable[Puzzles]) -> Iterator[Puzzles]:
    """The tables with rows. Raises FormatError if their boards are of several sides."""
    side = empty = None
    for rows in batches:
        if not isinstance(rows, Puzzles):
            raise TypeError(f"an iterator gave {kind(rows)}; expected Puzzles")
        if not len(rows):
            empty = rows if empty is None else empty
            continue
        if side not in (None, rows.side):
            raise FormatError(f"{rows.place(0)}: boards of side {rows.side}; earlier rows have side {side}")
        side = rows.side
        yield rows
    # Tables without rows have no types of columns. If there is no other, the first has their names.
    if empty is not None and side is None:
        yield empty


def _batches(puzzles: Any, solution: Any, columns: Mapping[str, Any] | None) -> Iterable[Puzzles]:
    several = isinstance(puzzles, Iterator) or (
        isinstance(puzzles, list) and bool(puzzles) and isinstance(puzzles[0], Puzzles)
    )
    is_read = not several and is_data_set(puzzles)
    if (solution is not None and isinstance(puzzles, Puzzles)) or (
        (several or is_read) and (solution is not None or columns is not None)
    ):
        what = "solution" if solution is not None else "columns"
        raise TypeError(f"{what} cannot be given with {kind(puzzles)}, which has its own")
    if several or is_read:
        batches = iter(scan(puzzles) if is_read else puzzles)
        return itertools.chain([next(batches, Puzzles(np.zeros((0, 9, 9), np.uint8)))], batches)
    table = puzzles if isinstance(puzzles, Puzzles) else read(puzzles, solution=solution)
    if isinstance(columns, Mapping):
        columns = {**table._columns, **columns}
    return [table if columns is None else table.replace(columns=columns)]


def convert(
    source: Any,
    target: str | os.PathLike[str],
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    format: str | None = None,  # noqa: A002
    side: int | None = None,
    digits: int | None = None,
    symbols: str | None = None,
    to: str | None = None,
    blank: str | None = None,
    header: bool = True,
    lists: bool = False,
    malformed: Malformed = "raise",
) -> int:
    r"""Convert a data set to another format, in bounded memory; every row is validated.

    Returns the number of rows written.

    Parameters
    ----------
    source, puzzle, solution, format, side, digits, symbols
        As for :func:`scan`; ``"-"`` is stdin.
    target : str or path
        A file to write atomically; ``"-"`` is stdout.
    to : str, optional
        The format of the target, if its extension does not give it.
    blank, header, lists
        As for :func:`write`.
    malformed : {"raise", "mark", "drop"}
        Raise for the first malformed row, keep malformed rows as they are if the format can hold them, or drop them.

    Raises
    ------
    FormatError, PuzzleError, ImportError
        As :func:`scan` and :func:`write`.

    Examples
    --------
    >>> import bitdoku as bd, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "4x4.csv").write_text("Puzzle\n0034000000002100\n")
    >>> bd.datasets.convert(folder / "4x4.csv", folder / "4x4.txt"), (folder / "4x4.txt").read_text()
    (1, '..34........21..\n')
    """
    target = path_of("target", target)
    target_format(target, to, "to")
    about: Any = {"puzzle": puzzle, "solution": solution, "format": format, "side": side, "digits": digits}
    with scan(source, **about, symbols=symbols, malformed=malformed) as opened:
        return write(
            target,
            opened,
            to=to,
            blank=blank,
            header=header,
            lists=lists,
            metadata=kept_metadata(opened.metadata, malformed),
        )


def kept_metadata(metadata: Mapping[str, str] | None, malformed: str) -> dict[str, str]:
    """The metadata that apply to the converted file: if rows are dropped, only the license."""
    kept = {key: text for key, text in (metadata or {}).items() if key != "bitdoku_version"}
    return kept if malformed != "drop" else {key: text for key, text in kept.items() if key == "license"}
