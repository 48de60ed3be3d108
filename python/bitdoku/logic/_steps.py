"""``Step``: one application of a technique, as ``explain``, ``hint`` and ``steps`` return it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from bitdoku import _display
from bitdoku.logic._techniques import LEVELS, Level, Technique
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bitdoku.rules import Rules

#: A cell: row and column, from 0.
Cell: TypeAlias = tuple[int, int]
#: A digit in a cell: row, column, digit.
Candidate: TypeAlias = tuple[int, int, int]
#: A house: its kind and its number, from 0. Other rules have more kinds, such as ``"cage"``.
House: TypeAlias = tuple[str, int]

#: The houses of classic 9x9, in the order of the core.
HOUSES: tuple[House, ...] = tuple((kind, number) for kind in ("row", "column", "box") for number in range(9))


class Link(NamedTuple):
    """One link of a chain: if ``start`` is on (or off), then ``end`` is off (or on).

    Attributes
    ----------
    start
        The candidate (row, column, digit) that is assumed or known.
    start_on
        Whether the digit of ``start`` is in its cell.
    end
        The candidate that is deduced.
    end_on
        Whether the digit of ``end`` is in its cell.
    reason
        ``"cell"``, a house such as ``("row", 0)`` or ``("cage", 3)``, or the number of a step in ``Step.nested``.
    """

    start: Candidate
    start_on: bool
    end: Candidate
    end_on: bool
    reason: Literal["cell"] | House | int

    @property
    def strong(self) -> bool:
        """Whether the link goes from off to on. A weak link goes from on to off."""
        return self.end_on and not self.start_on


class State(NamedTuple):
    """The grid and the candidates before a step.

    Attributes
    ----------
    grid
        Read-only uint8 array of shape (n, n), n the side of the board; 0 where blank.
    candidates
        Read-only array of shape (n, n): masks of the blank cells, bit k for digit k + 1; 0 for filled cells. The dtype
        is uint16, for more than 16 digits uint32 and above 32 uint64.
    """

    grid: NDArray[np.uint8]
    candidates: NDArray[Any]


@dataclass(frozen=True, repr=False, slots=True)
class Step:
    """One application of a technique.

    Cells are (row, column) and candidates (row, column, digit), rows and columns from 0; texts call them r1c1. Steps
    are immutable, compare by value, and can be pickled. Notebooks draw them.

    Attributes
    ----------
    technique
        The :class:`Technique`.
    placements
        Candidates that are placed.
    eliminations
        Candidates that are removed, without the peers of ``placements``.
    cells
        The cells of the pattern.
    houses
        The houses that prove the step, such as ``("row", 0)``, ``("column", 8)`` or ``("box", 4)``. Under other rules,
        units and clues are included under the name of their rule, numbered in the order of the rules: ``("cage", 3)``.
    links
        The links of the chains, one tuple for each branch.
    text
        An explanation in sentences; chains have a line for each branch.
    score
        The score on the scale ``"hodoku"``, else None.
    rating
        The rating on the scale ``"explainer"``, else None.
    level
        The :class:`Level` on the scale ``"hodoku"``, else None.
    digits
        The digits of the pattern.
    complexity
        The number of candidates in the chains, 0 without chains.
    notation
        The step in a line of players' notation.
    nested
        Steps inside the chains.
    """

    __module__ = "bitdoku"

    technique: Technique
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    cells: tuple[Cell, ...]
    houses: tuple[House, ...]
    links: tuple[tuple[Link, ...], ...]
    text: str
    score: int | None
    rating: float | None
    level: Level | None
    digits: tuple[int, ...] = ()
    complexity: int = 0
    notation: str = ""
    nested: tuple[Step, ...] = ()
    # Givens, cells and masks as bytes, because arrays do not compare to a bool.
    _state: tuple[bytes, bytes, bytes] | None = None
    # None for classic 9x9, whose houses need no list of cells.
    _rules: Rules | None = None
    _cells_of_houses: tuple[tuple[Cell, ...], ...] | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return rules_of(self._rules)

    @property
    def label(self) -> str:
        """The name of the technique or of a variety of it, as in the notation.

        ``"Turbot Fish"``, for example, is the shortest forcing X-chain.
        """
        match = re.match(r"(.+?)(?: n=\d+)?: ", self.notation)
        return match[1] if match else self.technique.label

    @property
    def worth(self) -> str:
        """The rating or the score as text: ``"3.2"`` on the scale ``"explainer"``, ``"140"`` on ``"hodoku"``."""
        return str(self.score) if self.rating is None else f"{self.rating:.1f}"

    @property
    def state(self) -> State:
        """The grid and the candidates before the step."""
        return decode_state(*self._known[1:])

    @property
    def givens(self) -> NDArray[np.bool_]:
        """The cells that are given, as a bool array of shape (n, n)."""
        return decode_grid(self._known[0]) > 0

    @property
    def _known(self) -> tuple[bytes, bytes, bytes]:
        if self._state is None:
            raise ValueError("this step carries no board; pass the puzzle: Board(puzzle, step=step)")
        return self._state

    def to_dict(self) -> dict[str, Any]:
        """The step without its state as plain data for JSON."""
        return {
            "technique": self.technique.name.lower(),
            "label": self.label,
            "placements": _lists(self.placements),
            "eliminations": _lists(self.eliminations),
            "cells": _lists(self.cells),
            "houses": _lists(self.houses),
            "links": [[_lists(link._asdict()) for link in branch] for branch in self.links],
            "digits": list(self.digits),
            "text": self.text,
            "notation": self.notation,
            "rating": self.rating,
            "score": self.score,
            "level": None if self.level is None else self.level.name.lower(),
            "complexity": self.complexity,
            "nested": [step.to_dict() for step in self.nested],
        }

    def __repr__(self) -> str:
        worth = f"score={self.score}" if self.rating is None else f"rating={self.rating}"
        return f"Step({self.notation!r}, {worth})"

    def __str__(self) -> str:
        return self.text

    def svg(self, *, size: int = 364, theme: Literal["auto", "light", "dark"] = "auto") -> str:
        """The step drawn on the board before it, as SVG; see :meth:`Board.svg`."""
        return _display.svg(self, size=size, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return _display.html(self)


def _lists(value: Any) -> Any:
    """The value with lists instead of tuples."""
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    return [*map(_lists, value)] if isinstance(value, tuple) else value


def chains_within(step: Step, path: str = "") -> Iterator[tuple[str, Step]]:
    """The nested chains of a step with their numbers in its text: 3, or 3.1 for a chain inside chain 3."""
    for number, inner in enumerate(step.nested, 1):
        if inner.links:
            yield f"{path}{number}", inner
            yield from chains_within(inner, f"{path}{number}.")


def candidate_label(candidate: Candidate) -> str:
    """A candidate as text: r1c1=5."""
    row, column, digit = candidate
    return f"r{row + 1}c{column + 1}={digit}"


def decode_grid(cells: bytes, dtype: str = "u1") -> NDArray[Any]:
    """A read-only array of shape (n, n) from one little-endian value per cell."""
    values = np.frombuffer(cells, f"<{dtype}").astype(dtype, copy=False)
    values.flags.writeable = False
    side = math.isqrt(values.size)
    return values.reshape(side, side)


def decode_state(cells: bytes, masks: bytes) -> State:
    """The state from one byte per cell and masks of one width."""
    return State(decode_grid(cells), decode_grid(masks, f"u{len(masks) // len(cells)}"))


def make_step(
    parts: tuple[Any, ...],
    state: tuple[bytes, bytes, bytes] | None = None,
    scale: str = "explainer",
    rules: Rules | None = None,
) -> Step:
    """The step that the core returns as a tuple; ``rules`` are None for classic 9x9."""
    technique, rating, placements, eliminations, cells, digits, houses, chains, complexity, nested, text, notation = (
        parts
    )
    is_hodoku = scale == "hodoku"
    members = None
    if rules is None:
        houses = [HOUSES[house] for house in houses]
    else:
        # Houses of other rules carry their cells.
        members = tuple(inside for _, _, inside in houses)
        houses = [(kind, number) for kind, number, _ in houses]
    return Step(
        technique=Technique(technique),
        placements=placements,
        eliminations=eliminations,
        cells=cells,
        houses=tuple(houses),
        links=tuple(tuple(Link._make((*link[:4], _link_reason(link[4]))) for link in chain) for chain in chains),
        text=text,
        score=int(rating) if is_hodoku else None,
        rating=None if is_hodoku else rating,
        level=LEVELS[technique] if is_hodoku else None,
        digits=digits,
        complexity=complexity,
        notation=notation,
        nested=tuple(map(make_step, nested)),
        _state=state,
        _rules=rules,
        _cells_of_houses=members,
    )


def _link_reason(reason: int | House) -> Literal["cell"] | House | int:
    """The reason of a link: the core encodes the cell as -1, and nested steps from -2 downwards."""
    if isinstance(reason, tuple):
        return reason
    return "cell" if reason == -1 else HOUSES[reason] if reason >= 0 else -2 - reason
