"""Reading JSON: one object a line, or a document of objects, texts or lists.

Boards are strings or lists of numbers. New columns may appear in any object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku.datasets._cells import may_be_boards
from bitdoku.datasets._column import Column
from bitdoku.datasets._names import board_columns, no_puzzles
from bitdoku.datasets._request import FIRST, Opened, Request, fed, side_of_column
from bitdoku.datasets._rows import Raw, are_pencilmarks

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.datasets._files import HeadedReader

#: Objects read together. It does not depend on the size of batches, so that the columns do not either.
OBJECTS = 1 << 14


def _is_one_board(rows: Column) -> bool:
    """Whether lists are the n rows of one board."""
    lists = rows.to_list()
    return (
        len(lists) > 3
        and all(isinstance(row, list) and len(row) == len(lists) for row in lists)
        and not any(isinstance(cell, list) for row in lists for cell in row)
    )


def read_json(stream: HeadedReader, request: Request, opened: Opened) -> Iterator[Raw]:
    """Objects; a column of boards may appear after the first rows."""
    known: list[str] = []
    puzzle = solution = None
    is_first = True
    opened.solution_dtype = "text"
    for batch in fed(stream, _core._Reader.json(request.name), OBJECTS):
        columns: dict[str, Any] = dict(zip(batch.names, batch.columns, strict=True))
        if len(batch.names) > len(known):
            known = batch.names
            found = board_columns(known, request, lambda name: may_be_boards(Column(columns[name])[:FIRST]))  # noqa: B023
            puzzle, solution = puzzle or found[0], solution or found[1]
        if puzzle is None:
            raise no_puzzles(known, request)
        opened.puzzle, opened.solution = puzzle, solution
        if is_first:
            first = Column(columns[puzzle])[:FIRST].to_list()
            opened.side, opened.marks = opened.side or side_of_column(first), are_pencilmarks(first)
        puzzles = columns.pop(puzzle)
        if is_first and len(batch.names) == 1 and _is_one_board(Column(puzzles)[:65]):
            yield Raw([" ".join(puzzles.to_list())], None, {}, batch.lines[:1])
            return
        solutions = columns.pop(solution) if solution is not None else None
        size = len(batch.lines)
        for begin in range(0, size, request.rows):
            some = np.arange(begin, min(begin + request.rows, size))
            yield Raw(
                _taken(puzzles, some),
                _taken(solutions, some),
                {name: _taken(column, some) for name, column in columns.items()},
                batch.lines[some],
                {i - begin: text for i, text in batch.faults if begin <= i < begin + len(some)},
            )
        is_first = False


def _taken(column: Any, some: npt.NDArray[np.int64]) -> Any:
    return column if column is None or len(column) == len(some) else column.take(some)
