"""Decoding of the scores of a photo reader or a neural network: ``decode``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of, flag
from bitdoku._core import _whole as whole
from bitdoku._results import DecodeResult, Verdict
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.typing import BudgetLike, RulesLike

#: The largest size of a score; the bounds of the search are not exact for sums of small and much larger scores.
LARGEST = 1e6
#: The largest ``k``.
MOST_BOARDS = 10**6


def decode(
    scores: Any,
    *,
    rules: RulesLike = None,
    k: int = 1,
    unique: bool = True,
    budget: BudgetLike = 100_000,
    threads: int | None = None,
) -> DecodeResult[Any, Any]:
    """Find the most likely valid boards, given the log-probabilities of the values of each cell.

    The score of a board is the sum of the log-probabilities of its values. If the cells are independent, it is the
    logarithm of the board's probability, up to a constant. The result is exact: no valid board has a higher score.

    Parameters
    ----------
    scores : array of floats, shape (..., n, n, n + 1) or (..., n, n, n)
        The log-probability of each value of each cell; for rules with m digits the last axis has m + 1 or m items. With
        m + 1 items, item 0 is blank, item d is digit d, and the boards are puzzles. With m items, item d - 1 is
        digit d, and the boards are complete grids. -inf is an impossible value, and so is each score below -1e6, such
        as the numbers that mask the outputs of a network. Unnormalized scores such as logits give the same boards. The
        sums are computed with float64, cell by cell in reading order.
    rules : optional
        None, a name such as ``"16x16"`` or ``"x"``, :class:`Rules`, or one rule of :mod:`bitdoku.rules`.
    k : int
        The number of boards for each item of the leading shape, best first; at most a million.
    unique : bool
        Whether a puzzle must have exactly one solution, or only at least one. Complete grids are not affected.
    budget : int, datetime.timedelta or None
        The maximum number of boards that are tested for each item, or of search nodes for complete grids; or the time
        for the whole call. None is no limit; a hard item may then need much memory. A number does not limit the search
        for the solutions of a tested board, so set a time for boards larger than 16x16.
    threads : int, optional
        As for :func:`solve`. The results do not depend on it.

    Returns
    -------
    DecodeResult
        A named tuple of ``board``, ``solution``, ``score`` and ``verdict``. With ``k`` of 2 or more, they have an axis
        of length ``k`` after the leading shape.

    Raises
    ------
    ValueError
        The shape is another one; a score is NaN or above 1e6; all scores of a cell are below -1e6, but not all are
        -inf; or the scores of an item are probabilities, percentages or the like: none is negative, and the sums of all
        cells differ by at most 5 %.
    TypeError
        The scores are not real numbers.

    Notes
    -----
    Puzzles with equal scores are in lexicographic order. Complete grids whose scores differ only by rounding errors
    (1e-12 of the sizes of the possible scores) count as equal; their order is the same on every machine.

    Boards whose most likely values are valid take a few microseconds. Otherwise, the search tests boards in the order
    of their scores, and skips boards that contain a conflict found before.

    Examples
    --------
    A reader takes a 7 for a 1, and is not sure:

    >>> import bitdoku as bd, numpy as np
    >>> puzzle = bd.to_array("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> p = np.full((9, 9, 10), 0.001)
    >>> np.put_along_axis(p, puzzle[:, :, None], 0.991, axis=2)
    >>> p[0, 4, [1, 7]] = 0.6, 0.4
    >>> board, solution, score, verdict = bd.decode(np.log(p))
    >>> board[0]
    array([5, 3, 0, 0, 7, 0, 0, 0, 0], dtype=uint8)
    >>> (board == puzzle).all(), verdict, round(score, 2)
    (np.True_, <Verdict.UNIQUE: 1>, -1.64)
    """
    rules = rules_of(rules)
    side, digits = rules.side, len(rules.digits)
    array = array_of("scores", scores)
    expected = f"expected (..., {side}, {side}, {digits + 1}) or (..., {side}, {side}, {digits})"
    if array.dtype.kind not in "fiu":
        raise TypeError(f"scores hold {array.dtype}; expected floats")
    if array.ndim < 3 or array.shape[-3:-1] != (side, side) or array.shape[-1] - digits not in (0, 1):
        raise ValueError(f"scores have shape {array.shape}; {expected}")
    leading, values = array.shape[:-3], array.shape[-1]
    # A copy that no other thread can change.
    array = np.array(array, dtype=np.float64, order="C").reshape(-1, side * side, values)
    _expect_scores(array, leading, side, values - digits)
    k = int(whole("k", k, least=1, most=MOST_BOARDS))
    found = _core._best_boards(array, values > digits, flag("unique", unique), k, rules, threads, budget)
    shape = leading if k == 1 else (*leading, k)
    boards, solutions = (cells.reshape(*shape, side, side) for cells in found[:2])
    score, verdict = (numbers.reshape(shape) for numbers in found[2:])
    if shape:
        return DecodeResult(boards, solutions, score, verdict)
    return DecodeResult(boards, solutions, float(score), Verdict(int(verdict)))


def _expect_scores(scores: npt.NDArray[np.float64], leading: tuple[int, ...], side: int, blank: int) -> None:
    """Replace scores that are too low by -inf; raise ValueError unless all may be log-probabilities."""

    def place(row: int, cell: int = -1) -> str:
        index = "".join(f"[{i}]" for i in np.unravel_index(row, leading)) if leading else ""
        return f"scores{index}" if cell < 0 else f"scores{index}: r{cell // side + 1}c{cell % side + 1}"

    rows = scores.reshape(len(scores), scores.shape[1] * scores.shape[2])
    if not (rows.max(axis=1) <= LARGEST).all():
        row, cell, value = np.argwhere(~(scores <= LARGEST))[0].tolist()
        name = "blank" if value < blank else f"digit {value + 1 - blank}"
        found = f"{place(row, cell)} has {scores[row, cell, value]} for {name}"
        raise ValueError(f"{found}; expected a log-probability, at most {LARGEST:g}")
    smallest = rows.min(axis=1)
    if (smallest < -LARGEST).any() and (low := (scores < -LARGEST) & (scores > -np.inf)).any():
        scores[low] = -np.inf
        lost = low.any(axis=-1) & np.isneginf(scores).all(axis=-1)
        if lost.any():
            raise ValueError(f"{place(*np.argwhere(lost)[0].tolist())} has no score above {-LARGEST:g}")
    for row in np.flatnonzero(smallest >= 0).tolist():
        sums = scores[row].sum(axis=-1)
        if sums.min() > 0 and sums.max() <= 1.05 * sums.min():
            found = f"they are not negative and add up to about {sums.mean():.3g} in each cell"
            raise ValueError(f"{place(row)} holds probabilities: {found}; expected their logarithms")
