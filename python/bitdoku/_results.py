"""The results of ``solve``, ``count``, ``check`` and others: named tuples, as those of ``numpy.linalg``.

Tuples compare item by item, and the comparison of two arrays is an array, so ``==`` of results that hold arrays of
several items raises ValueError as in NumPy. Compare the fields instead.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

_S = TypeVar("_S")
_V = TypeVar("_V")
_B = TypeVar("_B")
_A = TypeVar("_A", bound="npt.NDArray[np.unsignedinteger[Any]]")


class Verdict(enum.IntEnum):
    """The number of solutions of a puzzle, as far as it matters; a decided verdict is min(number of solutions, 2)."""

    __module__ = "bitdoku"

    NO_SOLUTION = 0
    """There is no solution."""
    UNIQUE = 1
    """There is exactly one solution."""
    MULTIPLE = 2
    """There are at least two solutions."""
    UNDECIDED = 3
    """The search ended early: the budget ran out, or a count stopped at ``limit=1``."""
    MALFORMED = 255
    """The row is not a puzzle (with ``malformed="mark"``)."""


class SolveResult(NamedTuple, Generic[_S, _V]):
    """The result of :func:`bitdoku.solve`: ``solution, verdict = bd.solve(puzzles)``.

    Attributes
    ----------
    solution
        The solutions in the form of the puzzles.
    verdict
        A :class:`Verdict` for one puzzle, a uint8 array for many.
    """

    solution: _S
    verdict: _V


class CountResult(NamedTuple, Generic[_S, _V]):
    """The result of :func:`bitdoku.count` with ``budget`` or ``malformed="mark"``.

    Attributes
    ----------
    count
        The number of solutions; 0, not the number found so far, if the budget ran out, or if the row is malformed.
        An int for one puzzle, a uint64 array for many.
    verdict
        A :class:`Verdict` for one puzzle, a uint8 array for many.
    """

    count: _S  # type: ignore[assignment]  # hides the method of tuples
    verdict: _V


class CandidatesResult(NamedTuple, Generic[_A]):
    """The result of :func:`bitdoku.candidates` with ``budget``: arrays of bit masks.

    Attributes
    ----------
    candidates
        The candidates of each cell. At level "true", digits that occur in a solution found within the budget.
    undecided
        The digits that may occur as well, because the budget ran out: 0 in all cells of decided puzzles.
    """

    candidates: _A
    undecided: _A


class RedundantResult(NamedTuple):
    """The result of :func:`bitdoku.redundant` with ``budget``: bool arrays.

    Attributes
    ----------
    redundant
        The givens that follow from the others.
    undecided
        The givens for which the budget was not enough.
    """

    redundant: npt.NDArray[np.bool_]
    undecided: npt.NDArray[np.bool_]


class CheckResult(NamedTuple, Generic[_B]):
    """The result of :func:`bitdoku.check`. Its truth value is whether all answers are correct.

    Attributes
    ----------
    correct
        The answer is a solution of the puzzle. As the next two fields, a bool for one answer, a bool array with the
        leading shape for many.
    respects_givens
        The answer contains every given.
    complete
        Every cell of the answer holds a digit.
    cell_errors
        Bool array of shape (…, 9, 9) or (…, 81): the cells that contradict a given, equal a peer, or hold something
        that is neither a digit nor blank. A blank cell is incomplete, not an error.
    """

    correct: _B
    respects_givens: _B
    complete: _B
    cell_errors: npt.NDArray[np.bool_]

    def __bool__(self) -> bool:
        return bool(np.all(np.asarray(self.correct)))

    def __repr__(self) -> str:
        fields = [(name, getattr(self, name)) for name in self._fields[:3]]
        parts = [
            f"{name}={value}" if np.ndim(value) == 0 else f"{name}: {np.count_nonzero(value)} of {np.size(value)}"
            for name, value in fields
        ]
        return f"CheckResult({', '.join(parts)}, cell_errors: {np.count_nonzero(self.cell_errors)})"


class DecodeResult(NamedTuple, Generic[_S, _V]):
    """The result of :func:`bitdoku.decode`: ``board, solution, score, verdict = bd.decode(scores)``.

    Attributes
    ----------
    board
        The puzzles or complete grids, a uint8 array of shape (…, n, n); 0 is blank.
    solution
        A solution of each board: the lexicographically smallest one if there are several, as of :func:`bitdoku.solve`.
        That of a complete grid is the grid itself.
    score
        The sum of the scores of the board's values, a float for one board, a float64 array for many.
    verdict
        The :class:`Verdict` on each board: UNIQUE, or MULTIPLE with ``unique=False``. NO_SOLUTION: there is no further
        valid board. UNDECIDED: the budget ran out before. Board and solution are then blank, the score is -inf or NaN.
    """

    board: npt.NDArray[np.uint8]
    solution: npt.NDArray[np.uint8]
    score: _S
    verdict: _V


for _result in (SolveResult, CountResult, CandidatesResult, RedundantResult, CheckResult, DecodeResult):
    _result.__module__ = "bitdoku"
