"""``grade_moves``: placements one after the other, and the technique that each needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, shown
from bitdoku.answers._grade import one_row
from bitdoku.logic._explain import explain, steps
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from bitdoku.logic._explain import Scale
    from bitdoku.rules import Rules
    from bitdoku.typing import AnyNumbers, OnePuzzle, RulesLike

#: The fields of a graded move.
MOVES = np.dtype(
    [
        ("row", np.int16),
        ("column", np.int16),
        ("digit", np.uint8),
        ("right", np.bool_),
        ("forced", np.bool_),
        ("technique", "U40"),
        ("reason", "U8"),
    ]
)


def grade_moves(
    puzzle: OnePuzzle | AnyNumbers,
    moves: str | Iterable[Sequence[int]] | npt.ArrayLike,
    *,
    scale: Scale = "hodoku",
    rules: RulesLike = None,
    symbols: str | None = None,
) -> npt.NDArray[Any]:
    """Grade placements one after the other: whether each is right, and the logic that it needs.

    Each placement is judged on the board that the puzzle and the right placements before it make; wrong ones are not
    put on the board.

    Parameters
    ----------
    puzzle
        One puzzle in any form.
    moves
        Rows (row, column, digit), rows and columns from 0 and the first digit 1. Or a text, of which all placements
        count: ``r1c1=5``, ``(1, 1) = 5``, ``Row 1, column 1: 5`` and the like, with rows and columns from 1, or from
        0 if there is a 0. Other words are ignored.
    scale : {"hodoku", "explainer"}
        The order of the techniques, as for :func:`bitdoku.explain`.
    rules, symbols
        As for :func:`bitdoku.solve`.

    Returns
    -------
    numpy.ndarray
        A structured array of shape (moves,) with the fields of ``bitdoku.answers.MOVES``:

        * ``row``, ``column``, ``digit``: the placement; a number too large for its field is clipped, a digit that the
          board does not have is 0 in a text
        * ``right``: some solution contains the digit together with the givens and the right placements before it
        * ``forced``: the placement is right and new, and a single (full house, hidden or naked single) forces it now
        * ``technique``: the simplest technique that forces a right and new placement: techniques up to it, in the order
          of the scale, fill the cell, and without it they do not. A forced placement has the simplest single of the
          cell. Empty if no logic fills the cell, as in a puzzle with several solutions; on ``"hodoku"``,
          ``"brute_force"`` means that only a guess does. Rules whose digits do not start at 1 have no techniques,
          and then ``forced`` is False
        * ``reason``: ``"right"``, ``"wrong"``, ``"given"`` (the cell is given), ``"repeated"`` (the cell was filled by
          an earlier placement) or ``"outside"`` (no such cell or digit)

    Raises
    ------
    PuzzleError
        The puzzle is malformed, or a move is not three whole numbers.

    Notes
    -----
    Each move of a puzzle with several solutions needs a search of its own. Boards of 16x16 and more with few givens can
    take many seconds.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> graded = bd.answers.grade_moves(puzzle, "r5c5=5, r1c3=4, r1c3=1, r1c1=5")
    >>> graded["reason"].tolist()
    ['right', 'right', 'repeated', 'given']
    >>> graded["forced"].tolist(), graded["technique"].tolist()
    ([True, False, False, False], ['naked_single', 'naked_single', '', ''])
    """
    word("scale", scale, ("hodoku", "explainer"))
    known = rules_of(rules, puzzle)
    board = one_row(puzzle, known, symbols)[0].copy()
    given = board > 0
    side = known.side
    placements = _placements(moves, known, symbols)
    graded = np.zeros(len(placements), MOVES)
    for name, column in zip(("row", "column", "digit"), zip(*placements, strict=True), strict=False):
        limits = np.iinfo(MOVES[name])
        graded[name] = [min(max(number, limits.min), limits.max) for number in column]
    valid = [
        0 <= row < side and 0 <= column < side and 1 <= digit <= len(known.digits) for row, column, digit in placements
    ]
    graded["reason"] = "outside"
    inside = [move for move, is_valid in zip(placements, valid, strict=True) if is_valid]
    cells = [(row * side + column, digit) for row, column, digit in inside]
    right = _core._right_moves(board.reshape(1, -1), cells, rules=known)
    grades = iter(zip(cells, right, strict=True))
    for k in np.flatnonzero(valid):
        (cell, digit), is_right = next(grades)
        graded["right"][k] = is_right
        if board[cell]:
            graded["reason"][k] = "given" if given[cell] else "repeated"
            continue
        graded["reason"][k] = "right" if is_right else "wrong"
        if is_right:
            place = (cell // side, cell % side, digit)
            graded["forced"][k], graded["technique"][k] = _forced(board.reshape(side, side), place, scale, known)
            board[cell] = digit
    return graded


def _forced(board: npt.NDArray[np.uint8], place: tuple[int, int, int], scale: Scale, rules: Rules) -> tuple[bool, str]:
    """Whether a single places a digit, and the simplest technique that does."""
    if rules.digits.start != 1:
        return False, ""
    order = {number: k for k, number in enumerate(_core._techniques_of(scale, rules.is_classic))}
    singles = [
        step.technique
        for step in steps(board, scale=scale, techniques="singles", rules=rules)
        if place in step.placements
    ]
    if singles:
        return True, min(singles, key=lambda technique: order.get(technique, 0)).name.lower()
    hardest = None
    for step in explain(board, scale=scale, rules=rules):
        if hardest is None or order.get(step.technique, 0) > order.get(hardest, 0):
            hardest = step.technique
        if place in step.placements:
            return False, hardest.name.lower()
    return False, ""


def _placements(moves: Any, rules: Rules, symbols: str | None) -> list[tuple[int, int, int]]:
    """The moves as (row, column, digit)."""
    if isinstance(moves, str):
        return _core._placements(moves, rules=rules, symbols=symbols)
    rows = []
    for k, move in enumerate(several("moves", moves, "rows (row, column, digit), or a text")):
        try:
            row, column, digit = (whole("moves", number) for number in move)
        except (TypeError, ValueError):
            raise PuzzleError(f"moves[{k}] is {shown(move)}; expected (row, column, digit)") from None
        rows.append((row, column, digit))
    return rows
