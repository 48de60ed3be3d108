"""``Explanation``: the steps that solve a puzzle, and why they end."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._errors import shown
from bitdoku.logic._steps import Step, named, square, state_of
from bitdoku.logic._techniques import SINGLES, Level
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from bitdoku._results import Verdict
    from bitdoku.logic._steps import State
    from bitdoku.rules import Rules


class Explanation(Sequence[Step]):
    """The steps that solve a puzzle, as :func:`bitdoku.explain` returns them: an immutable sequence of :class:`Step`.

    It compares by value and can be pickled. In a notebook it shows the steps with their pictures.

    Attributes
    ----------
    verdict
        How many solutions the puzzle has.
    ended
        Why the steps end: ``"solved"``, ``"stuck"`` (no technique applies), ``"contradiction"`` (some cell or digit has
        no place left) or ``"budget"``.
    scale
        The name of the scale.

    ``level`` and ``score`` belong to the scale ``"hodoku"``; ``er``, ``ep`` and ``ed`` to ``"explainer"``. They are
    None on the other scale, and unless the puzzle has exactly one solution, all techniques were allowed, and the steps
    solve it.
    """

    __module__ = "bitdoku"
    __slots__ = ("_clue", "_complete", "_ends", "_rules", "_steps", "_worth", "ended", "scale", "verdict")

    verdict: Verdict
    ended: Literal["solved", "stuck", "contradiction", "budget"]
    scale: str

    def __init__(
        self,
        steps: tuple[Step, ...],
        verdict: Verdict,
        ended: Literal["solved", "stuck", "contradiction", "budget"],
        scale: str,
        complete: bool,
        ends: tuple[bytes, bytes, bytes],
        worth: tuple[int, int] | None,
        rules: Rules | None,
        clue: str | None,
    ) -> None:
        # ``complete``: whether all techniques were allowed; ``worth``: level and score; ``rules``: None for classic;
        # ``clue``: what a full grid breaks.
        self._steps, self._complete, self._ends, self._worth, self._rules = steps, complete, ends, worth, rules
        self._clue = clue
        self.verdict, self.ended, self.scale = verdict, ended, scale

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._steps[index]
        try:
            return self._steps[operator.index(index)]
        except IndexError:
            raise IndexError(
                f"explanation index {shown(operator.index(index))} out of range; it has {self._count()}"
            ) from None
        except TypeError:
            expected = "expected a whole number or a slice"
            raise TypeError(f"explanation index is {kind(index)}; {expected}") from None

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

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
        first = next((i for i, step in enumerate(self._steps) if step.placements), 0)
        return self._highest(first + 1)

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
        """That of the hardest step; one up for each level whose highest score the sum of all scores exceeds."""
        return Level(self._worth[0]) if self._rated and self._worth else None

    @property
    def score(self) -> int | None:
        """The sum of the scores of all steps."""
        return self._worth[1] if self._rated and self._worth else None

    def state(self, i: SupportsIndex) -> State:
        """What is known before step ``i``; ``state(len(explanation))`` is the end."""
        number = whole("i", i, least=-len(self), most=len(self))
        return state_of(*self._ends[1:]) if number == len(self) else self._steps[number].state

    @property
    def givens(self) -> NDArray[np.uint8]:
        """The givens: a read-only uint8 array of shape (n, n)."""
        return square(np.frombuffer(self._ends[0], np.uint8))

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return rules_of(self._rules)

    # --- other forms -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dictionaries, for JSON.

        ``puzzle`` and ``candidates`` (masks) are what is known before the first step, ``givens`` the given digits.
        """
        return {
            "puzzle": self._line(),
            "givens": self._line_of(self.givens),
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
        """A structured array of one row for each step.

        ``technique``, ``rating`` (NaN on the scale ``"hodoku"``) and ``score`` (0 on the scale ``"explainer"``) are
        those of the step; ``grid`` and ``candidates`` of shape (n, n) are the state before it; ``placed`` (digits, 0
        elsewhere) and ``removed`` (masks) of shape (n, n) are what it places and removes.
        """
        side = len(self.givens)
        array = np.zeros(len(self), _step_type(side, self._ends[2]))
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
        """The steps as text: singles one after the other as cell=digit(rating), other steps on lines of their own.

        On the scale ``"hodoku"`` it has scores instead of ratings.
        """
        head = self._line()
        if self.level is not None:
            head += f"  {self.level.name} {self.score}"
        elif self._rated:
            head += f"  ER/EP/ED {self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}"
        lines = [head]
        for are_singles, group in groupby(enumerate(self._steps, 1), key=lambda pair: pair[1].technique in SINGLES):
            if are_singles:
                words = (f"{named(step.placements[0])}({step.worth})" for _, step in group)
                lines.append(f"  {' '.join(words)}")
            else:
                lines += [f"{number:2} {step.worth} {step.notation}" for number, step in group]
        if reason := end_of(self):
            lines.append(f"   {reason}")
        return "\n".join(lines)

    def _line(self) -> str:
        return self._line_of(self.state(0).grid)

    def _line_of(self, grid: NDArray[np.uint8]) -> str:
        return _core.board_line(grid.ravel().tolist(), None, len(self.rules.digits))

    def svg(
        self, i: SupportsIndex | None = None, *, size: int = 364, theme: Literal["auto", "light", "dark"] = "auto"
    ) -> str:
        """Step ``i`` drawn on the board before it, by default the first of those with the highest rating or score."""
        if not self._steps:
            raise ValueError("there is no step to draw")
        if i is None:
            return max(self._steps, key=lambda step: step.rating or step.score or 0).svg(size=size, theme=theme)
        return self._steps[whole("i", i, least=-len(self), most=len(self) - 1)].svg(size=size, theme=theme)

    def _repr_html_(self) -> str:
        from bitdoku.board._html import explanation_html

        return explanation_html(self)

    # --- as a value --------------------------------------------------------------------------------------------

    def _key(self) -> tuple[Any, ...]:
        return (
            *(self._steps, self.verdict, self.ended, self.scale),
            *(self._complete, self._ends, self._worth, self._rules, self._clue),
        )

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Explanation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Explanation, self._key()

    def __repr__(self) -> str:
        rating = f", ER {self.er:.1f}" if self.er is not None else ""
        if self.level is not None:
            rating = f", {self.level.name} {self.score}"
        return f"Explanation({self._count()}, {self.ended}{rating})"

    def _count(self) -> str:
        return f"{len(self)} step{'s' * (len(self) != 1)}"

    def __str__(self) -> str:
        return self.to_text()


def end_of(explanation: Explanation) -> str:
    """Why an explanation has no further steps, as a sentence; empty if steps solve the puzzle."""
    if explanation.solved:
        return "" if len(explanation) else "The grid is complete."
    if explanation.ended == "budget":
        return "The budget ran out."
    if explanation.ended == "contradiction":
        clash = np.any(_core.conflicts(explanation.state(0).grid, rules=explanation._rules))
        why = "two equal digits clash" if clash else "a cell or a digit has no place left"
        if explanation._rules is not None:
            why = "givens clash with the rules" if clash else "a cell, a digit or a clue has nothing left"
        if explanation._clue is not None:
            why = f"the digits break {explanation._clue}"
        return f"The puzzle has no solution: {why}."
    solutions = {0: "no solution", 2: "several solutions"}.get(explanation.verdict)
    if solutions is None:
        return "No further technique applies."
    unused = "uniqueness techniques"
    if explanation._complete:
        unused += " and " + ("brute force" if explanation.scale == "hodoku" else "dynamic chains")
    return f"The puzzle has {solutions}: {unused} were not used; no other technique applies."


def _step_type(side: int, masks: bytes) -> np.dtype[Any]:
    """The type of a step in an array."""
    shape, mask = (side, side), f"u{len(masks) // side**2}"
    kinds = {"grid": "u1", "candidates": mask, "placed": "u1", "removed": mask}
    plain = {"technique": "u1", "rating": "f8", "score": "u2"}
    return np.dtype([*plain.items(), *((name, kind, shape) for name, kind in kinds.items())])
