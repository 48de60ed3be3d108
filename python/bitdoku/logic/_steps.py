"""Steps of human logic: what ``explain``, ``hint`` and ``steps`` return."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

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


class Link(NamedTuple):
    """One link of a chain: if ``start`` is on (or off), then ``end`` is off (or on).

    Attributes
    ----------
    start
        The candidate (row, column, digit) that is assumed or known.
    start_on
        Whether the digit is in the cell.
    end
        What follows.
    end_on
        Whether that digit is in its cell.
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
        """Whether the link goes from off to on. From on to off it is weak."""
        return self.end_on and not self.start_on


class State(NamedTuple):
    """What is known before a step.

    Attributes
    ----------
    grid
        Read-only uint8 array of shape (n, n), n the side of the board; 0 where blank.
    candidates
        Read-only array of the same shape: masks of the blank cells, bit k for digit k + 1; 0 for cells with a digit.
        uint16, for more than 16 digits uint32 and above 32 uint64.
    """

    grid: NDArray[np.uint8]
    candidates: NDArray[Any]


@dataclass(frozen=True, repr=False, slots=True)
class Step:
    """One application of a technique.

    Cells are (row, column) and candidates (row, column, digit), rows and columns from 0; texts name them r1c1. Steps
    are immutable, compare by value, and can be pickled. In a notebook a step draws itself.

    Attributes
    ----------
    technique
        The :class:`Technique`.
    placements
        Candidates that are placed.
    eliminations
        Candidates that are removed, besides those that the placements remove.
    cells
        The cells of the pattern.
    houses
        The houses that prove it, such as ``("row", 0)``, ``("column", 8)`` or ``("box", 4)``. Under other rules also
        units and clues by the name of their rule, numbered in the order of the rules: ``("cage", 3)``.
    links
        The links of its chains, one tuple for each branch.
    text
        What the step says, in sentences; of chains a line for each branch.
    score
        Its score on the scale ``"hodoku"``, else None.
    rating
        Its rating on the scale ``"explainer"``, else None.
    level
        Its :class:`Level` on the scale ``"hodoku"``, else None.
    digits
        The digits of the pattern.
    complexity
        The number of candidates in its chains, 0 without chains.
    notation
        The step in a line of players' notation.
    nested
        Steps within its chains.
    state
        What is known before the step.
    rules
        The rules of the board.
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
    # Givens, cells and masks as bytes: arrays would not compare.
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
        """The name of the step, as its notation has it: that of its technique, or of a kind of it.

        Kinds are such as ``"Turbot Fish"``, the shortest forcing X-chain, and ``"Unique Rectangle type 1"``.
        """
        match = re.match(r"(.+?)(?: n=\d+)?: ", self.notation)
        return match[1] if match else self.technique.label

    @property
    def worth(self) -> str:
        """Rating or score as text: ``"3.2"`` on the scale ``"explainer"``, ``"140"`` on ``"hodoku"``."""
        return str(self.score) if self.rating is None else f"{self.rating:.1f}"

    @property
    def state(self) -> State:
        """What is known before the step."""
        return state_of(*self._known[1:])

    @property
    def givens(self) -> NDArray[np.bool_]:
        """The cells that are given, as a bool array of shape (n, n)."""
        return square(np.frombuffer(self._known[0], np.uint8)) > 0

    @property
    def _known(self) -> tuple[bytes, bytes, bytes]:
        if self._state is None:
            raise ValueError("this step carries no board; pass the puzzle: Board(puzzle, step=step)")
        return self._state

    def to_dict(self) -> dict[str, Any]:
        """The step as numbers, texts, lists and dictionaries, for JSON: all but the board before it."""
        return {
            "technique": self.technique.name.lower(),
            "label": self.label,
            "placements": [list(one) for one in self.placements],
            "eliminations": [list(one) for one in self.eliminations],
            "cells": [list(cell) for cell in self.cells],
            "houses": [list(house) for house in self.houses],
            "links": [[_link(link) for link in branch] for branch in self.links],
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
        """The board before the step with the step drawn on it, as SVG; see :meth:`Board.svg`."""
        from bitdoku.board._board import Board

        return Board(self).svg(size=size, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from bitdoku.board._html import step_html

        return step_html(self)


def _link(link: Link) -> dict[str, Any]:
    reason = list(link.reason) if isinstance(link.reason, tuple) else link.reason
    return {**link._asdict(), "start": list(link.start), "end": list(link.end), "reason": reason}


def chains_within(step: Step, path: str = "") -> Iterator[tuple[str, Step]]:
    """The nested chains to which the text of a step refers, and those within them, with their numbers: 3, or 3.1."""
    for number, inner in enumerate(step.nested, 1):
        if inner.links:
            yield f"{path}{number}", inner
            yield from chains_within(inner, f"{path}{number}.")


def named(candidate: Candidate) -> str:
    """A digit in a cell as text: r1c1=5."""
    row, column, digit = candidate
    return f"r{row + 1}c{column + 1}={digit}"


def state_of(cells: bytes, masks: bytes) -> State:
    """The arrays of a state."""
    width = len(masks) // len(cells)
    candidates = square(np.frombuffer(masks, f"<u{width}").astype(f"u{width}"))
    candidates.flags.writeable = False
    return State(square(np.frombuffer(cells, np.uint8)), candidates)


def square(cells: NDArray[Any]) -> NDArray[Any]:
    """The cells of a board as rows."""
    side = math.isqrt(cells.size)
    return cells.reshape(side, side)


def step_of(
    parts: tuple[Any, ...],
    state: tuple[bytes, bytes, bytes] | None = None,
    scale: str = "explainer",
    rules: Rules | None = None,
) -> Step:
    """The step of a tuple of the core; ``rules`` are None for classic 9x9."""
    technique, rating, placements, eliminations, cells, digits, houses, chains, complexity, nested, text, notation = (
        parts
    )
    is_hodoku = scale == "hodoku"
    members = None
    if rules is not None:
        # Other rules have houses of any cells.
        members = tuple(inside for _, _, inside in houses)
        houses = [(kind, number) for kind, number, _ in houses]
    return Step(
        technique=Technique(technique),
        placements=placements,
        eliminations=eliminations,
        cells=cells,
        houses=tuple(houses if rules is not None else (HOUSES[house] for house in houses)),
        links=tuple(tuple(_link_of(*link) for link in chain) for chain in chains),
        text=text,
        score=int(rating) if is_hodoku else None,
        rating=None if is_hodoku else rating,
        level=LEVELS[technique] if is_hodoku else None,
        digits=digits,
        complexity=complexity,
        notation=notation,
        nested=tuple(map(step_of, nested)),
        _state=state,
        _rules=rules,
        _cells_of_houses=members,
    )


def _link_of(start: Candidate, start_on: bool, end: Candidate, end_on: bool, reason: int | House) -> Link:
    known: Literal["cell"] | House | int
    if isinstance(reason, tuple):
        known = reason
    else:
        # Nested steps have the numbers -2, -3, …
        known = "cell" if reason == -1 else HOUSES[reason] if reason >= 0 else -2 - reason
    return Link(start, start_on, end, end_on, known)


#: The houses in the order of the core.
HOUSES: tuple[House, ...] = (
    *(("row", k) for k in range(9)),
    *(("column", k) for k in range(9)),
    *(("box", k) for k in range(9)),
)
