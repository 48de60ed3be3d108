"""``Row``: one row of a table of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from bitdoku._board_text import MALFORMED, board_texts
from bitdoku._display import html
from bitdoku.rules._rules import rule_counts

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.rules import Rules


class _Pair(NamedTuple):
    puzzle: npt.NDArray[np.uint8]
    solution: npt.NDArray[np.uint8] | Any


class Row(_Pair):
    """One row of :class:`Puzzles`, a named tuple of ``puzzle`` and ``solution``.

    Functions that accept puzzles use the puzzle and its rules; a list of rows is a list of puzzles. Functions of data
    sets also use the solution, as does :func:`check` for answers. ``np.asarray(row)`` is the puzzle.

    Attributes
    ----------
    puzzle : uint8 array of shape (side, side)
        Digits; 0 is a blank cell.
    solution : uint8 array of shape (side, side), or None
        The solution; 0 throughout if it is missing.
    rules : Rules
        The rules of the puzzle.
    candidates : unsigned array of shape (side, side), or None
        Masks of candidates, if the puzzle consists of pencil marks.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(3, seed=1)
    >>> puzzle, solution = made[0]
    >>> bd.verdict(made[0]), bd.verdict(list(made)).tolist(), bd.check(puzzle, made[0]).correct
    (<Verdict.UNIQUE: 1>, [1, 1, 1], True)
    """

    __module__ = "bitdoku"

    rules: Rules
    candidates: npt.NDArray[Any] | None

    def __new__(cls, puzzle: Any, solution: Any, rules: Rules, candidates: Any = None) -> Self:
        row = super().__new__(cls, puzzle, solution)
        row.rules, row.candidates = rules, candidates
        return row

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        return (self.puzzle, False) if self.candidates is None else (self.candidates, True)

    @property
    def __bitdoku_rules__(self) -> Rules:
        return self.rules

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return puzzles_as_array(self.puzzle, self.candidates, dtype, copy)

    def __reduce__(self) -> Any:
        return Row, (self.puzzle, self.solution, self.rules, self.candidates)

    def __repr__(self) -> str:
        puzzle = "malformed" if self.malformed else board_texts(self.puzzle[None], symbols=self.rules.symbols)[0]
        solution = self.solution is not None and self.solution.any() and not self.malformed
        ending = f"{'with' if solution else 'without'} solution"
        return f"<Row {', '.join([f'{puzzle} {ending}', *rule_counts(self.rules)])}>"

    def _repr_html_(self) -> str:
        return html(self)

    @property
    def malformed(self) -> bool:
        """Whether the puzzle or the solution is malformed, with 255 in its cells."""
        return self.puzzle[0, 0] == MALFORMED or (self.solution is not None and self.solution[0, 0] == MALFORMED)


def puzzles_as_array(puzzle: npt.NDArray[Any], candidates: Any, dtype: Any, copy: bool | None) -> npt.NDArray[Any]:
    """The puzzles for ``__array__``.

    Raises TypeError for pencil marks, whose masks would be taken for digits.
    """
    if candidates is not None:
        raise TypeError("the puzzles are pencil marks; expected puzzles of givens: use .candidates for their masks")
    return np.array(puzzle, dtype) if copy else np.asarray(puzzle, dtype)
