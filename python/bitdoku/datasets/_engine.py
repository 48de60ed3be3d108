"""The functions that audits and builds use, bound to rules and threads.

Boards are uint8 of shape (n, side²). Rules with too many symmetries to enumerate have no canonical form and so no
classes. Guesses are defined for classic 9x9 only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._errors import RulesError
from bitdoku._results import Verdict
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

    _Boards = npt.NDArray[np.uint8]
    _Mask = npt.NDArray[np.bool_]
    _Words = npt.NDArray[np.uint64]


class Engine:
    """The functions of :mod:`bitdoku` bound to rules and threads."""

    def __init__(self, rules: object, side: int, threads: int | None) -> None:
        if rules is None and side != 9:
            rules = f"{side}x{side}"
        self._rules = known = rules_of(rules)
        if known.symbols is not None:
            raise RulesError("data sets have digits from 1; the rules have digits from 0")
        self.side = known.side
        self.classic = known.is_classic
        self._threads = threads
        self.name = "9x9" if self.classic else rules if isinstance(rules, str) else repr(known)
        try:
            _core.fingerprint(np.zeros((1, self.side**2), np.uint8), rules=known)
            self.has_classes = True
        except RulesError:
            self.has_classes = False

    def solve(self, boards: _Boards) -> tuple[_Boards, _Boards]:
        """Solutions and verdicts."""
        solutions, verdicts = _core.solve(boards, rules=self._rules, threads=self._threads)
        return solutions, verdicts

    def conflicts(self, boards: _Boards) -> _Mask:
        """Which cells clash."""
        return _core.conflicts(boards, rules=self._rules, threads=self._threads)

    def correct(self, boards: _Boards, answers: _Boards) -> _Mask:
        """Which answers are solutions."""
        judged: _Mask = _core.check(boards, answers, rules=self._rules, threads=self._threads).correct
        return judged

    def keys(self, boards: _Boards) -> tuple[_Boards, _Boards]:
        """Keys of boards and of their classes, (n, 16); the keys of boards twice if there are no classes."""
        exact, classes = (
            _core._class_keys(boards, by=by, rules=self._rules, threads=self._threads)
            for by in ("exact", "class" if self.has_classes else "exact")
        )
        return exact, classes

    def singles(self, boards: _Boards) -> _Mask:
        """Which boards naked and hidden singles solve."""
        return _core._singles(boards, rules=self._rules, threads=self._threads)

    def guesses(self, boards: _Boards) -> npt.NDArray[Any]:
        """Guesses of the classic search; 0 for other rules."""
        if self.classic:
            return _core._guesses(boards, threads=self._threads)
        return np.zeros(len(boards), np.int64)

    def clash(self, board: _Boards) -> str:
        """Describe two equal cells that clash, or, for other rules, one clashing cell."""
        clashing = self.conflicts(board[None])[0]
        first = int(np.argmax(clashing))
        here = divmod(first, self.side)
        if not self.classic:
            return f"cell {here} holds {board[first]}, which violates the rules"
        number = np.arange(81)
        row, column, box = number // 9, number % 9, number // 27 * 3 + number % 9 // 3
        seen = (row == row[first]) | (column == column[first]) | (box == box[first])
        last = int(np.flatnonzero(clashing & seen & (board == board[first]))[-1])
        return f"cells {here} and {divmod(last, 9)} hold {board[first]}"

    def difference(self, stored: _Boards, solution: _Boards, verdict: int) -> str:
        """Why a stored solution is wrong."""
        if verdict == Verdict.NO_SOLUTION:
            return "the puzzle has no solution"
        if verdict == Verdict.MULTIPLE:
            return "not a solution of the puzzle"
        cell = int(np.argmax(stored != solution))
        return f"cell {divmod(cell, self.side)} holds {stored[cell]}; the solution has {solution[cell]}"
