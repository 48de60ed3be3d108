"""The edits of the interactive board. Each function returns a new `Board`, so undo only needs a list of boards.

``puzzle`` are the givens, the other ``cells`` digits from the player or the solver, ``candidates`` pencil marks (0 if
there are none), and ``highlight`` the colors of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core, rules
from bitdoku._pencilmarks import digits_in, mask_type
from bitdoku.board._board import Board
from bitdoku.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bitdoku.logic._steps import Step
    from bitdoku.rules import Rule

    Cells = Sequence[tuple[int, int]]


def rebuild(
    board: Board,
    puzzle: NDArray[np.uint8] | None = None,
    cells: NDArray[np.uint8] | None = None,
    marks: NDArray[Any] | None = None,
    colors: dict[Any, str] | None = None,
) -> Board:
    """The board with some parts replaced, and without marks in filled cells."""
    puzzle = board.puzzle if puzzle is None else puzzle
    cells = board.cells if cells is None else cells
    marks = board.candidates if marks is None else marks
    if marks is not None:
        marks = np.where(cells > 0, marks.dtype.type(0), marks)
    return Board(
        puzzle,
        cells,
        candidates=marks if marks is not None and marks.any() else None,
        highlight=board.highlight if colors is None else colors,
        symbols=board.symbols,
        rules=board.rules,
    )


def marks_copy(board: Board) -> NDArray[Any]:
    """A copy of the pencil marks; 0 where there are none."""
    if board.candidates is not None:
        return board.candidates.copy()
    side = board.rules.side
    return np.zeros((side, side), mask_type(len(board.rules.digits)))


def basic_marks(board: Board) -> NDArray[Any]:
    """For each blank cell the digits that no peer has."""
    masks = np.asarray(_core.candidates(board.cells, level="basic", rules=board.rules))
    return np.where(board.cells > 0, masks.dtype.type(0), masks)


def enter(board: Board, places: Cells, digit: int, *, given: bool) -> Board:
    """Put a digit (0 to remove it) into cells, and remove this pencil mark from their peers.

    Givens are replaced only by givens. Changing a given in a complete grid removes all digits that are not given,
    because they solve the old puzzle.
    """
    puzzle, cells, marks = board.puzzle.copy(), board.cells.copy(), marks_copy(board)
    for place in places:
        if given:
            puzzle[place] = cells[place] = digit
        elif not puzzle[place]:
            cells[place] = digit
        if not digit:
            marks[place] = 0
    if given and board.cells.all() and not np.array_equal(puzzle, board.puzzle):
        cells = puzzle
    new = rebuild(board, puzzle, cells, marks)
    if not (digit and marks.any()):
        return new
    other_digits = ~marks.dtype.type(1 << (digit - 1))
    return rebuild(new, marks=marks & (basic_marks(new) | other_digits))


def toggle_mark(board: Board, places: Cells, digit: int) -> Board:
    """Add a pencil mark to the blank cells, or remove it if all have it. Digit 0 removes all marks."""
    marks = marks_copy(board)
    blank = [place for place in places if not board.cells[place]]
    bit = marks.dtype.type(1 << (digit - 1)) if digit else marks.dtype.type(0)
    add = any(not marks[place] & bit for place in blank)
    for place in blank:
        marks[place] = 0 if not digit else marks[place] | bit if add else marks[place] & ~bit
    return rebuild(board, marks=marks)


def toggle_color(board: Board, places: Cells, color: str) -> Board:
    """Color cells, or remove their colors if all have this one or the name is empty."""
    colors = board.highlight
    same = all(colors.get(place) == color for place in places)
    for place in places:
        colors.pop(place, None)
        if color and not same:
            colors[place] = color
    return rebuild(board, colors=colors)


def apply_step(board: Board, step: Step) -> Board:
    """The board after a step. An elimination fills in the marks if a blank cell has none."""
    cells = board.cells.copy()
    for row, column, digit in step.placements:
        cells[row, column] = digit
    new = rebuild(board, cells=cells)
    marks = marks_copy(board)
    if step.eliminations and not marks[board.cells == 0].all():
        marks = basic_marks(board)
    if marks.any():
        marks &= basic_marks(new)
    for row, column, digit in step.eliminations:
        marks[row, column] &= ~marks.dtype.type(1 << (digit - 1))
    return rebuild(new, marks=marks)


#: Marks that can be drawn. The first cell of an arrow is its circle.
DRAWN = (
    "killer_cage", "thermometer", "arrow", "whispers", "renban", "palindrome", "region_sum_line", "between"
)  # fmt: skip


def drawn_rule(mark: str, places: Cells, total: int | None) -> Rule:
    """The rule of a mark through cells; a killer cage without a sum only has no digit twice."""
    if mark not in DRAWN:
        raise ValueError(f"unknown mark {mark!r}; expected one of {', '.join(DRAWN)}")
    least = 1 if mark == "killer_cage" else 3 if mark == "between" else 2
    if len(places) < least:
        raise ValueError(f"{mark} has {len(places)} cell; drag along at least {least}")
    if mark != "killer_cage":
        if total is not None:
            raise ValueError(f"{mark} has no sum")
        return rules.arrow(places[0], places[1:]) if mark == "arrow" else getattr(rules, mark)(places)
    return rules.different(places) if total is None else rules.killer_cage(places, total)


def without_marks(known: Rules, places: Cells) -> Rules:
    """The rules without the cages and lines through these cells."""
    drawn = (*DRAWN, "different")

    def through(rule: Rule) -> bool:
        cells = {*rule.arguments.get("cells", ()), rule.arguments.get("circle")}
        return rule.name in drawn and not cells.isdisjoint(places)

    return Rules.valid(known._layout, [rule for rule in known.rules if not through(rule)])


def describe_cells(board: Board, clashes: NDArray[np.bool_]) -> tuple[list[str], list[str]]:
    """The label of each cell for screen readers, and its kind: given, solved or blank."""
    labels, kinds = [], []
    colors = board.highlight
    for (row, column), digit in np.ndenumerate(board.cells):
        kind = "given" if board.puzzle[row, column] else "solved" if digit else "blank"
        words = [f"row {row + 1} column {column + 1}", f"{digit} {kind}" if digit else "blank"]
        if clashes[row, column]:
            words.append("conflict")
        mask = 0 if board.candidates is None or digit else int(board.candidates[row, column])
        if mask:
            words.append("marks " + " ".join(map(str, digits_in(mask))))
        if (row, column) in colors:
            words.append(colors[row, column])
        labels.append(", ".join(words))
        kinds.append(kind)
    return labels, kinds
