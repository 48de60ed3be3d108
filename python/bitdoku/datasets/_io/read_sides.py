"""``read_sides``: files with boards of several sides, as a table for each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.datasets._io.raw import other_sides
from bitdoku.datasets._io.read import read

if TYPE_CHECKING:
    from bitdoku._table import Puzzles


def read_sides(
    source: Any,
    *,
    puzzle: str | None = None,
    solution: Any = None,
    format: str | None = None,  # noqa: A002
) -> dict[int, Puzzles]:
    r"""Read a data set with boards of several sides, as a table for each side.

    The file is read once for each side. Rows keep their numbers and lines, and each row is in exactly one table.

    Parameters
    ----------
    source, puzzle, solution, format
        As for :func:`scan`; not stdin.

    Returns
    -------
    dict of int to Puzzles
        The tables by side, smallest first.

    Raises
    ------
    PuzzleError
        If a row is no board of any side.
    FormatError, ImportError
        As :func:`scan`.

    Examples
    --------
    >>> import tempfile, pathlib, bitdoku as bd
    >>> file = pathlib.Path(tempfile.mkdtemp(), "puzzles.txt")
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> _ = file.write_text(f"{hard}\n12..34..21..43..\n{hard}\n")
    >>> tables = bd.datasets.read_sides(file)
    >>> {side: table.numbers.tolist() for side, table in tables.items()}
    {4: [1], 9: [0, 2]}
    """
    about: Any = {"puzzle": puzzle, "solution": solution, "format": format, "malformed": "mark"}
    table = read(source, **about)
    tables, left = {table.side: table[~table.malformed]}, table.malformed
    for side in other_sides(table):
        other = read(source, side=side, **about)
        tables[side] = other[left & ~other.malformed]
        left = left & other.malformed
    if left.any():
        raise table.fault(int(np.argmax(left)))
    return {side: tables[side] for side in sorted(tables)}
