"""Puzzles in memory: conversion of any form that :func:`bitdoku.solve` takes to text or numbers, with their side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import PuzzleError
from bitdoku.datasets._cells import side_of
from bitdoku.datasets._request import likely_side

if TYPE_CHECKING:
    import numpy.typing as npt


def column_of(boards: Any, name: str, side: int | None = None) -> tuple[npt.NDArray[Any] | list[str | None], int]:
    """The puzzles as integers of shape (n, side²) or a list of texts, and the side; ``side`` resolves ambiguous shapes.

    Raises:
    ------
    PuzzleError
        If the shape or the cells are invalid; text is not validated.
    TypeError
        If an item of a list of texts is not text.
    """
    if isinstance(boards, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; expected a plain one, as {name}.filled(0) returns")
    if isinstance(boards, np.ndarray) and boards.dtype.kind in "iu":
        found = side_of_shape(boards.shape, side)
        if found is None:
            expected = "(…, 9, 9) or (…, 81), or the same for another side"
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
        return texts, likely_side(texts)
    try:
        array = np.asarray(boards)
    except ValueError:  # ragged rows, for which the core has a better message
        array = np.empty(0)
    if array.dtype.kind in "iu" and array.ndim:
        return column_of(array, name, side)
    cells = _core._cells(boards, name=name)
    return cells.reshape(-1, cells.shape[-1]), round(cells.shape[-1] ** 0.5)


def pair_of(given: Any) -> tuple[Any, Any]:
    """Puzzles and solutions from a tuple or an object with both attributes; None if there are no solutions."""
    if hasattr(given, "puzzle") and hasattr(given, "solution"):
        return given.puzzle, given.solution
    if isinstance(given, tuple) and len(given) == 2 and not any(isinstance(board, str | bytes) for board in given):
        return given
    return given, None


def side_of_shape(shape: tuple[int, ...], side: int | None = None) -> int | None:
    """The side of the boards in an array, or None.

    A last axis of length n² is flat, else the last two axes are (n, n). Three axes with the last two equal are always
    (rows, n, n), unless ``side`` excludes that.
    """
    if not shape:
        return None
    flat = side_of(shape[-1])
    square = shape[-1] if len(shape) > 1 and shape[-1] == shape[-2] and 3 < shape[-1] <= 64 else None
    if side is not None and side in (flat, square):
        return side
    flat = flat if flat is not None and flat > 3 else None
    return (square or flat) if len(shape) > 2 else (flat or square)


def expect_equal_counts(puzzles: Any, solutions: Any, what: str = "") -> None:
    """Raise unless there is one solution for each puzzle."""
    if len(puzzles) != len(solutions):
        counts = f"{len(puzzles)} puzzles and {len(solutions)} solutions; expected equal counts"
        raise ValueError(f"{what} has {counts}" if what else counts)


def expect_solutions(puzzles: Any, solutions: Any, what: str = "", rules: Any = None, threads: Any = None) -> None:
    """Raise unless each solution solves its puzzle; cells of shape (n, side²).

    Raises:
    ------
    PuzzleError
        For the first that does not.
    """
    expect_equal_counts(puzzles, solutions, what)
    correct = np.atleast_1d(_core.check(puzzles, solutions, rules=rules, threads=threads).correct)
    if not correct.all():
        row = int(np.argmin(correct))
        raise PuzzleError(f"{what}{': ' * bool(what)}solutions[{row}] does not solve puzzles[{row}]")


def _text(board: Any, name: str) -> str | None:
    """A text, or None for missing values, including those of pandas."""
    if isinstance(board, bytes):
        return board.decode(errors="replace")
    if board is None or isinstance(board, str):
        return board
    if type(board).__name__ in ("NAType", "NaTType") or board != board:
        return None
    raise TypeError(f"{name} is {kind(board)}; expected text like the items before it")
