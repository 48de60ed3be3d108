"""What a person does to a board: each edit makes a new `Board` from one, so that undo only needs the old ones.

The parts of a board have these meanings here: ``puzzle`` are the givens, other ``cells`` the digits of the player or
the solver, ``candidates`` pencil marks (0 where there are none), and ``highlight`` the colours of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._setting import digits_in, mask_type
from bitdoku.board._board import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bitdoku.logic._steps import Step

    Cells = Sequence[tuple[int, int]]


def remade(
    board: Board,
    puzzle: NDArray[np.uint8] | None = None,
    cells: NDArray[np.uint8] | None = None,
    marks: NDArray[Any] | None = None,
    colours: dict[Any, str] | None = None,
) -> Board:
    """The board with some parts replaced; marks in filled cells go."""
    puzzle = board.puzzle if puzzle is None else puzzle
    cells = board.cells if cells is None else cells
    marks = board.candidates if marks is None else marks
    if marks is not None:
        marks = np.where(cells > 0, marks.dtype.type(0), marks)
    return Board(
        puzzle,
        cells,
        candidates=marks if marks is not None and marks.any() else None,
        highlight=board.highlight if colours is None else colours,
        symbols=board.symbols,
        rules=board.rules,
    )


def marks_of(board: Board) -> NDArray[Any]:
    """The pencil marks of a board as a new array."""
    if board.candidates is not None:
        return board.candidates.copy()
    side = board.rules.side
    return np.zeros((side, side), mask_type(len(board.rules.digits)))


def basic_marks(board: Board) -> NDArray[Any]:
    """For each blank cell all digits that no peer has."""
    masks = np.asarray(_core.candidates(board.cells, level="basic", rules=board.rules))
    return np.where(board.cells > 0, masks.dtype.type(0), masks)


def entered(board: Board, places: Cells, digit: int, *, given: bool) -> Board:
    """Put a digit (0 to remove it) into cells, as given or as the player's. Its peers lose that pencil mark.

    The player's digits leave givens alone. A changed given also removes the digits of a complete grid, which were
    those of the old puzzle.
    """
    puzzle, cells, marks = board.puzzle.copy(), board.cells.copy(), marks_of(board)
    for place in places:
        if given:
            puzzle[place] = cells[place] = digit
        elif not puzzle[place]:
            cells[place] = digit
        if not digit:
            marks[place] = 0
    if given and board.cells.all() and not np.array_equal(puzzle, board.puzzle):
        cells = puzzle
    made = remade(board, puzzle, cells, marks)
    if not (digit and marks.any()):
        return made
    others = ~marks.dtype.type(1 << (digit - 1))
    return remade(made, marks=marks & (basic_marks(made) | others))


def marked(board: Board, places: Cells, digit: int) -> Board:
    """Toggle a pencil mark in blank cells, or remove all marks for digit 0. If some lack it, all get it."""
    marks = marks_of(board)
    blank = [place for place in places if not board.cells[place]]
    bit = marks.dtype.type(1 << (digit - 1)) if digit else marks.dtype.type(0)
    add = any(not marks[place] & bit for place in blank)
    for place in blank:
        marks[place] = 0 if not digit else marks[place] | bit if add else marks[place] & ~bit
    return remade(board, marks=marks)


def coloured(board: Board, places: Cells, colour: str) -> Board:
    """Give cells a colour, or none for the empty name or if all have it."""
    colours = board.highlight
    same = all(colours.get(place) == colour for place in places)
    for place in places:
        colours.pop(place, None)
        if colour and not same:
            colours[place] = colour
    return remade(board, colours=colours)


def applied(board: Board, step: Step) -> Board:
    """Do what a step says. Eliminations need all marks: they are filled in if cells lack them."""
    cells = board.cells.copy()
    for row, column, digit in step.placements:
        cells[row, column] = digit
    made = remade(board, cells=cells)
    marks = marks_of(board)
    if step.eliminations and not marks[board.cells == 0].all():
        marks = basic_marks(board)
    if marks.any():
        marks &= basic_marks(made)
    for row, column, digit in step.eliminations:
        marks[row, column] &= ~marks.dtype.type(1 << (digit - 1))
    return remade(made, marks=marks)


def described(board: Board, clashes: NDArray[np.bool_]) -> tuple[list[str], list[str]]:
    """For each cell what a screen reader says, and its kind: given, solved or blank."""
    labels, kinds = [], []
    colours = board.highlight
    for (row, column), digit in np.ndenumerate(board.cells):
        kind = "given" if board.puzzle[row, column] else "solved" if digit else "blank"
        words = [f"row {row + 1} column {column + 1}", f"{digit} {kind}" if digit else "blank"]
        if clashes[row, column]:
            words.append("conflict")
        mask = 0 if board.candidates is None or digit else int(board.candidates[row, column])
        if mask:
            words.append("marks " + " ".join(map(str, digits_in(mask))))
        if (row, column) in colours:
            words.append(colours[row, column])
        labels.append(", ".join(words))
        kinds.append(kind)
    return labels, kinds
