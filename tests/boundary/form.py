"""A form of input: how puzzles get into it, and how the digits are read back from a result of the same form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boundary.boards import DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board, Digits


def all_boards(board: Board) -> bool:
    """Every board has this form."""
    return True


def no_options(board: Board) -> dict[str, Any]:
    """A call needs no further options."""
    return {}


def one_axis(count: int) -> tuple[int, ...]:
    """Puzzles follow each other along one axis."""
    return (count,)


@dataclass(frozen=True, eq=False)
class Form:
    """One row of the table of forms."""

    name: str
    #: From grids (count, side, side), or (side, side) for one puzzle, to the form.
    make: Callable[[Digits, Board], Any]
    #: From a result that mirrors the form, and the input, to grids (count, side, side). Asserts types and shapes.
    read: Callable[[Any, Any, Board], Digits]
    #: The form of one puzzle, so that verdicts and counts are scalars.
    one: bool = False
    #: Whether masks of cells have a last axis of n² instead of (n, n).
    flat: bool = False
    #: The leading axes of results for so many puzzles.
    leading: Callable[[int], tuple[int, ...]] = one_axis
    #: Whether ``rules=`` has to be passed; a board brings its own.
    needs_rules: bool = True
    #: Packages.
    needs: tuple[str, ...] = ()
    #: Further arguments of a call, such as symbols.
    options: Callable[[Board], dict[str, Any]] = no_options
    #: Which boards can have the form.
    fits: Callable[[Board], bool] = field(default=all_boards)

    def __str__(self) -> str:
        return self.name


# --- numbers --------------------------------------------------------------------------------------------------------


def read_numbers(shape: Callable[[Any, Board], tuple[int, ...]]) -> Callable[[Any, Any, Board], Digits]:
    """Reads a fresh C-contiguous uint8 array of the shape that the input shows."""

    def read(result: Any, source: Any, board: Board) -> Digits:
        assert type(result) is np.ndarray
        assert result.dtype == np.uint8
        assert result.shape == shape(source, board)
        assert result.flags.c_contiguous
        assert result.flags.writeable
        return result.reshape(-1, board.side, board.side)

    return read


#: The shape of the input itself.
same_shape = read_numbers(lambda source, board: np.shape(source))
one_board = read_numbers(lambda source, board: (board.side, board.side))
boards = read_numbers(lambda source, board: (len(source), board.side, board.side))
flat_boards = read_numbers(lambda source, board: (len(source), board.area))


def flat(grids: np.ndarray) -> Any:
    """(…, side, side) as (…, side²)."""
    return np.ascontiguousarray(grids).reshape(*grids.shape[:-2], grids.shape[-1] ** 2)


# --- text -----------------------------------------------------------------------------------------------------------


def text(grid: Digits, symbols: str | None = None) -> str:
    """A line of n² characters."""
    letters = DIGITS if symbols is None else "." + symbols
    return "".join(letters[digit] for digit in np.ravel(grid).tolist())


def texts(grids: Digits, symbols: str | None = None) -> list[str]:
    """A line for each of (count, side, side) grids."""
    return [text(grid, symbols) for grid in grids]


def cells(lines: Any, board: Board, symbols: str | None = None) -> Digits:
    """The grids of lines of text, which hold one character a cell and blanks as ``.``."""
    letters = DIGITS[: board.digits + 1] if symbols is None else "." + symbols
    rows = [line if isinstance(line, str) else bytes(line).decode() for line in lines]
    assert {len(row) for row in rows} <= {board.area}
    numbers = [[letters.index(letter) for letter in row] for row in rows]
    return np.array(numbers, np.uint8).reshape(-1, board.side, board.side)
