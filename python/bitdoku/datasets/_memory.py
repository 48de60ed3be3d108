"""Puzzles in memory: any form that :func:`bitdoku.solve` takes as a column of :class:`Rows`; pairs with solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import PuzzleError
from bitdoku.datasets._cells import side_of
from bitdoku.datasets._request import usual_side

if TYPE_CHECKING:
    import numpy.typing as npt


def column_of(boards: Any, name: str, side: int | None = None) -> tuple[npt.NDArray[Any] | list[str | None], int]:
    """Integers of shape (n, side²), or a list of texts; and the side, which ``side`` tells where a shape does not.

    Raises:
    ------
    PuzzleError
        If the shape or the cells are those of no board; text is not looked at.
    TypeError
        If something else than text is among texts.
    """
    if isinstance(boards, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array: fill it first, with {name}.filled(0) for blanks")
    if isinstance(boards, np.ndarray) and boards.dtype.kind in "iu":
        found = side_of_shape(boards.shape, side)
        if found is None:
            expected = "(…, 9, 9) or (…, 81), or those of another side"
            raise PuzzleError(f"{name} has shape {boards.shape}; expected {expected}")
        return boards.reshape(-1, found * found), found
    if isinstance(boards, str | bytes):
        boards = [boards]
    for method in ("to_pylist", "to_list", "tolist"):
        values = getattr(boards, method, None)
        if values is not None:
            boards = values()
            break
    if isinstance(boards, list | tuple) and any(isinstance(board, str | bytes) for board in boards):
        texts = [_text(board, f"{name}[{i}]") for i, board in enumerate(boards)]
        return texts, usual_side(texts)
    try:
        array = np.asarray(boards)
    except ValueError:  # rows of several lengths, which the core describes better
        array = np.empty(0)
    return column_of(array, name, side) if array.dtype.kind in "iu" else (_core._cells(boards).reshape(-1, 81), 9)


def pair_of(given: Any) -> tuple[Any, Any]:
    """Puzzles and their solutions, out of a tuple of two arrays or what has both; None where there are no solutions."""
    if hasattr(given, "puzzle") and hasattr(given, "solution"):
        return given.puzzle, given.solution
    if isinstance(given, tuple) and len(given) == 2 and not any(isinstance(board, str | bytes) for board in given):
        return given
    return given, None


def side_of_shape(shape: tuple[int, ...], side: int | None = None) -> int | None:
    """The side of the boards in an array, or None.

    A last axis of n² is flat, else the last two are (n, n). Three axes of which the last two are equal are taken for
    (rows, n, n) all the same, unless ``side`` says that they are not.
    """
    if not shape:
        return None
    flat = side_of(shape[-1])
    square = shape[-1] if len(shape) > 1 and shape[-1] == shape[-2] and 3 < shape[-1] <= 64 else None
    if side is not None and side in (flat, square):
        return side
    flat = flat if flat is not None and flat > 3 else None
    return (square or flat) if len(shape) > 2 else (flat or square)


def expect_as_many(puzzles: Any, solutions: Any, what: str = "") -> None:
    """Makes sure that there is a solution for each puzzle."""
    if len(puzzles) != len(solutions):
        counts = f"{len(puzzles)} puzzles and {len(solutions)} solutions; expected as many"
        raise ValueError(f"{what} has {counts}" if what else counts)


def expect_solutions(puzzles: Any, solutions: Any, what: str = "", rules: Any = None, threads: Any = None) -> None:
    """Makes sure that each solution is one of its puzzle; cells of shape (n, side²).

    Raises:
    ------
    PuzzleError
        At the first that is none.
    """
    expect_as_many(puzzles, solutions, what)
    correct = np.atleast_1d(_core.check(puzzles, solutions, rules=rules, threads=threads).correct)
    if not correct.all():
        row = int(np.argmin(correct))
        raise PuzzleError(f"{what}{': ' * bool(what)}solutions[{row}] is no solution of puzzles[{row}]")


def _text(board: Any, name: str) -> str | None:
    """A text as text; what stands for none in pandas is none."""
    if isinstance(board, bytes):
        return board.decode(errors="replace")
    if board is None or isinstance(board, str):
        return board
    if type(board).__name__ in ("NAType", "NaTType") or board != board:
        return None
    raise TypeError(f"{name} is {kind(board)}; expected text, as before it")
