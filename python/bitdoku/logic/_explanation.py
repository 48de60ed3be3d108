"""``Explanation``: the steps that solve a puzzle, and the reason for their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from bitdoku import _core
from bitdoku._core import _whole as whole
from bitdoku._display import html
from bitdoku._errors import shown
from bitdoku.logic._minutes import minutes_of
from bitdoku.logic._steps import Step, candidate_label, decode_grid, decode_state
from bitdoku.logic._techniques import SINGLES, Level
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from bitdoku._results import Verdict
    from bitdoku.logic._minutes import Minutes
    from bitdoku.logic._steps import State
    from bitdoku.rules import Rules


@dataclass(frozen=True, repr=False, slots=True)
class Explanation(Sequence[Step]):
    """The steps that solve a puzzle, as :func:`bitdoku.explain` returns them: an immutable sequence of :class:`Step`.

    Explanations compare by value and can be pickled. Notebooks show the steps with their pictures.

    Attributes
    ----------
    verdict
        The number of solutions of the puzzle.
    ended
        The reason for the end: ``"solved"``, ``"stuck"`` (no technique applies), ``"contradiction"`` (a cell has no
        candidate, or a digit no place) or ``"budget"``.
    scale
        The name of the scale.

    ``level`` and ``score`` belong to the scale ``"hodoku"``; ``er``, ``ep`` and ``ed`` to ``"explainer"``. They are
    None on the other scale, and unless the puzzle has exactly one solution, all techniques were allowed, and the steps
    solve it.
    """

    __module__ = "bitdoku"

    _steps: tuple[Step, ...]
    verdict: Verdict
    ended: Literal["solved", "stuck", "contradiction", "budget"]
    scale: str
    # Whether all techniques were allowed.
    _complete: bool
    # Givens, cells and masks at the end.
    _ends: tuple[bytes, bytes, bytes]
    # Level and score on the scale "hodoku".
    _worth: tuple[int, int] | None
    # None for classic 9x9.
    _rules: Rules | None
    # The reason for the end as a sentence; empty if steps solve the puzzle.
    _closing: str

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: Any) -> Any:
        try:
            return self._steps[index]
        except IndexError:
            raise IndexError(f"step {shown(index)} of an explanation of {self._count()}") from None

    @property
    def solved(self) -> bool:
        """Whether the steps solve the puzzle."""
        return self.ended == "solved"

    @property
    def er(self) -> float | None:
        """The highest rating of a step; 0 for a complete grid."""
        return self._highest(len(self))

    @property
    def ep(self) -> float | None:
        """The highest rating up to the first step that places a digit."""
        return self._highest(1 + next((i for i, step in enumerate(self._steps) if step.placements), 0))

    @property
    def ed(self) -> float | None:
        """The rating of the first step."""
        return self._highest(1)

    @property
    def _rated(self) -> bool:
        return self.solved and self._complete and self.verdict == 1

    def _highest(self, count: int) -> float | None:
        if not self._rated or self._worth:
            return None
        return max((step.rating or 0.0 for step in self._steps[:count]), default=0.0)

    @property
    def level(self) -> Level | None:
        """The level of the hardest step, raised until the score is at most the maximum of the level."""
        return Level(self._worth[0]) if self._rated and self._worth else None

    @property
    def score(self) -> int | None:
        """The sum of the scores of all steps."""
        return self._worth[1] if self._rated and self._worth else None

    @property
    def minutes(self) -> Minutes | None:
        """The predicted minutes of players, with the rounds in which they find digits; the steps play no part.

        None for other sides and rules, if candidates were removed before the first step, and unless the puzzle has
        exactly one solution: the model was fitted to classic puzzles of givens.
        """
        grid, candidates = self.state(0)
        if self._rules is not None or self.verdict != 1 or np.any(candidates != _core.candidates(grid) * (grid == 0)):
            return None
        return minutes_of(grid)

    def state(self, i: SupportsIndex) -> State:
        """The grid and the candidates before step ``i``; ``state(len(explanation))`` is the end."""
        number = whole("i", i, least=-len(self), most=len(self))
        return decode_state(*self._ends[1:]) if number == len(self) else self._steps[number].state

    @property
    def givens(self) -> NDArray[np.uint8]:
        """The givens: a read-only uint8 array of shape (n, n)."""
        return decode_grid(self._ends[0])

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return rules_of(self._rules)

    # --- other forms -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain data for JSON.

        ``puzzle`` and ``candidates`` (masks) are the state before the first step, ``givens`` the given digits.
        """
        return {
            "puzzle": self._line(self.state(0).grid),
            "givens": self._line(self.givens),
            "candidates": self.state(0).candidates.tolist(),
            "verdict": self.verdict.name.lower(),
            "scale": self.scale,
            "ended": self.ended,
            "level": None if self.level is None else self.level.name.lower(),
            "score": self.score,
            "er": self.er,
            "ep": self.ep,
            "ed": self.ed,
            "steps": [step.to_dict() for step in self._steps],
        }

    def to_numpy(self) -> NDArray[np.void]:
        """The steps as a structured array, one row for each.

        ``technique``, ``rating`` (NaN on the scale ``"hodoku"``) and ``score`` (0 on the scale ``"explainer"``)
        describe the step; ``grid`` and ``candidates`` of shape (n, n) are the state before it; ``placed`` (digits, 0
        elsewhere) and ``removed`` (masks) of shape (n, n) are its effect.
        """
        shape = self.givens.shape
        mask = f"u{len(self._ends[2]) // len(self._ends[1])}"
        boards = {"grid": "u1", "candidates": mask, "placed": "u1", "removed": mask}
        numbers = [("technique", "u1"), ("rating", "f8"), ("score", "u2")]
        array = np.zeros(len(self), [*numbers, *((name, dtype, shape) for name, dtype in boards.items())])
        for row, step in zip(array, self._steps, strict=True):
            row["technique"], row["score"] = step.technique, step.score or 0
            row["rating"] = np.nan if step.rating is None else step.rating
            row["grid"], row["candidates"] = step.state
            for r, c, digit in step.placements:
                row["placed"][r, c] = digit
            for r, c, digit in step.eliminations:
                row["removed"][r, c] |= 1 << (digit - 1)
        return array

    def to_text(self) -> str:
        """The steps as text: runs of singles on one line as cell=digit(rating), other steps on a line each.

        On the scale ``"hodoku"``, scores replace ratings.
        """
        head = self._line(self.state(0).grid)
        if self.level is not None:
            head += f"  {self.level.name} {self.score}"
        elif self._rated:
            head += f"  ER/EP/ED {self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}"
        lines = [head]
        for are_singles, group in groupby(enumerate(self._steps, 1), key=lambda pair: pair[1].technique in SINGLES):
            if are_singles:
                words = (f"{candidate_label(step.placements[0])}({step.worth})" for _, step in group)
                lines.append(f"  {' '.join(words)}")
            else:
                lines += [f"{number:2} {step.worth} {step.notation}" for number, step in group]
        if self._closing:
            lines.append(f"   {self._closing}")
        return "\n".join(lines)

    def _line(self, grid: NDArray[np.uint8]) -> str:
        return _core.board_line(grid.ravel().tolist(), None, len(self.rules.digits))

    def svg(
        self, i: SupportsIndex | None = None, *, size: int = 364, theme: Literal["auto", "light", "dark"] = "auto"
    ) -> str:
        """Step ``i`` drawn on the board before it; by default, the first step with the highest rating or score."""
        if not self._steps:
            raise ValueError("there is no step to draw")
        if i is None:
            return max(self._steps, key=lambda step: step.rating or step.score or 0).svg(size=size, theme=theme)
        return self._steps[whole("i", i, least=-len(self), most=len(self) - 1)].svg(size=size, theme=theme)

    def _repr_html_(self) -> str:
        return html(self)

    def __repr__(self) -> str:
        rating = f", ER {self.er:.1f}" if self.er is not None else ""
        if self.level is not None:
            rating = f", {self.level.name} {self.score}"
        return f"Explanation({self._count()}, {self.ended}{rating})"

    def _count(self) -> str:
        return f"{len(self)} step{'s' * (len(self) != 1)}"

    def __str__(self) -> str:
        return self.to_text()
