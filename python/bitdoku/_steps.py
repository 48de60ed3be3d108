"""Steps of human logic: what ``explain``, ``hint`` and ``steps`` return."""

from __future__ import annotations

import enum
import math
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from bitdoku._results import Verdict
    from bitdoku.rules import Rules

#: A cell: row and column, from 0.
Cell: TypeAlias = tuple[int, int]
#: A digit in a cell: row, column, digit.
Candidate: TypeAlias = tuple[int, int, int]
#: A house: its kind and its number, from 0. Other rules have more kinds, such as ``"cage"``.
House: TypeAlias = tuple[str, int]


class Level(enum.IntEnum):
    """How difficult a puzzle or a step is, on the scale ``"hodoku"``."""

    __module__ = "bitdoku"

    INCOMPLETE = 0
    """The techniques do not solve the puzzle."""
    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


class Technique(enum.IntEnum):
    """The techniques of human logic. The numbers do not change from version to version."""

    __module__ = "bitdoku"

    NONE = 0
    """No step at all, for a grid that is complete."""
    HIDDEN_SINGLE = 1
    DIRECT_POINTING = 2
    DIRECT_CLAIMING = 3
    DIRECT_HIDDEN_PAIR = 4
    NAKED_SINGLE = 5
    DIRECT_HIDDEN_TRIPLET = 6
    POINTING = 7
    CLAIMING = 8
    NAKED_PAIR = 9
    X_WING = 10
    HIDDEN_PAIR = 11
    NAKED_TRIPLET = 12
    SWORDFISH = 13
    HIDDEN_TRIPLET = 14
    XY_WING = 15
    XYZ_WING = 16
    UNIQUE_RECTANGLE = 17
    UNIQUE_LOOP = 18
    NAKED_QUAD = 19
    JELLYFISH = 20
    HIDDEN_QUAD = 21
    BUG = 22
    ALIGNED_PAIR_EXCLUSION = 23
    X_CYCLE = 24
    Y_CYCLE = 25
    XY_CYCLE = 26
    FORCING_X_CHAIN = 27
    FORCING_CHAIN = 28
    ALIGNED_TRIPLET_EXCLUSION = 29
    NISHIO = 30
    CELL_FORCING_CHAINS = 31
    REGION_FORCING_CHAINS = 32
    DYNAMIC_CELL_FORCING_CHAINS = 33
    DYNAMIC_REGION_FORCING_CHAINS = 34
    DYNAMIC_CONTRADICTION = 35
    DYNAMIC_DOUBLE = 36
    FULL_HOUSE = 37
    LOCKED_PAIR = 38
    LOCKED_TRIPLE = 39
    REMOTE_PAIR = 40
    BUG_PLUS_ONE = 41
    SKYSCRAPER = 42
    TWO_STRING_KITE = 43
    TURBOT_FISH = 44
    EMPTY_RECTANGLE = 45
    W_WING = 46
    UNIQUENESS_1 = 47
    UNIQUENESS_2 = 48
    UNIQUENESS_3 = 49
    UNIQUENESS_4 = 50
    UNIQUENESS_5 = 51
    UNIQUENESS_6 = 52
    HIDDEN_RECTANGLE = 53
    AVOIDABLE_RECTANGLE_1 = 54
    AVOIDABLE_RECTANGLE_2 = 55
    FINNED_X_WING = 56
    SASHIMI_X_WING = 57
    FINNED_SWORDFISH = 58
    SASHIMI_SWORDFISH = 59
    FINNED_JELLYFISH = 60
    SASHIMI_JELLYFISH = 61
    SUE_DE_COQ = 62
    SIMPLE_COLORS_TRAP = 63
    SIMPLE_COLORS_WRAP = 64
    MULTI_COLORS_1 = 65
    MULTI_COLORS_2 = 66
    X_CHAIN = 67
    XY_CHAIN = 68
    CONTINUOUS_NICE_LOOP = 69
    DISCONTINUOUS_NICE_LOOP = 70
    AIC = 71
    GROUPED_CONTINUOUS_NICE_LOOP = 72
    GROUPED_DISCONTINUOUS_NICE_LOOP = 73
    GROUPED_AIC = 74
    ALS_XZ = 75
    ALS_XY_WING = 76
    ALS_XY_CHAIN = 77
    FRANKEN_X_WING = 78
    FRANKEN_SWORDFISH = 79
    FINNED_FRANKEN_X_WING = 80
    FINNED_FRANKEN_SWORDFISH = 81
    FORCING_CHAIN_CONTRADICTION = 82
    FORCING_CHAIN_VERITY = 83
    FORCING_NET_CONTRADICTION = 84
    FORCING_NET_VERITY = 85
    BRUTE_FORCE = 86
    LOCKED_CANDIDATES = 87
    PAIR_RELATION = 88
    COMBINATIONS = 89
    REACHABLE_SUMS = 90
    LINE_PATTERN = 91
    INNIES_AND_OUTIES = 92
    UNKNOWN = 255
    """Not known: the puzzle is malformed or undecided, or does not have exactly one solution."""

    @property
    def label(self) -> str:
        """The name in words, such as ``"X-Wing"``."""
        words = re.sub(r"\b(Bug|Als|Aic)\b", lambda match: match[1].upper(), self.name.replace("_", " ").title())
        words = re.sub(r"\b(W|X|Y|Xy|Xyz) ", lambda match: f"{match[1].upper()}-", words)
        if self.name.endswith("CYCLE"):
            return f"Bidirectional {words}".replace("XY-", "")
        return (
            f"{words} Forcing Chains" if self.name in ("NISHIO", "DYNAMIC_CONTRADICTION", "DYNAMIC_DOUBLE") else words
        )


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
        Read-only uint8 array of shape (9, 9), 0 where blank; with rules of side n, (n, n).
    candidates
        Read-only array of the same shape: masks of the blank cells, bit k for digit k + 1; 0 for cells with a digit.
        uint16, above side 16 uint32 and above 32 uint64.
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
        from bitdoku.rules._rules import rules_of

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
        if self._state is None:
            raise ValueError(NO_BOARD)
        return state_of(*self._state[1:])

    @property
    def givens(self) -> NDArray[np.bool_]:
        """The cells that are given, as a bool array of shape (9, 9)."""
        if self._state is None:
            raise ValueError(NO_BOARD)
        return _square(np.frombuffer(self._state[0], np.uint8)) > 0

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
        from bitdoku.board import Board

        return Board(self).svg(size=size, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from bitdoku._display import step_html

        return step_html(self)


def _link(link: Link) -> dict[str, Any]:
    reason = list(link.reason) if isinstance(link.reason, tuple) else link.reason
    return {**link._asdict(), "start": list(link.start), "end": list(link.end), "reason": reason}


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
    __slots__ = ("_complete", "_ends", "_rules", "_steps", "_worth", "ended", "scale", "verdict")

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
        worth: tuple[int, int] | None = None,
        rules: Rules | None = None,
    ) -> None:
        # ``complete``: whether all techniques were allowed; ``worth``: level and score; ``rules``: None for classic.
        self._steps, self._complete, self._ends, self._worth, self._rules = steps, complete, ends, worth, rules
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
            raise IndexError(f"explanation index {index} out of range; it has {self._count()}") from None
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
        """The givens: a read-only uint8 array of shape (9, 9)."""
        return _square(np.frombuffer(self._ends[0], np.uint8))

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        from bitdoku.rules._rules import rules_of

        return rules_of(self._rules)

    # --- other forms -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dictionaries, for JSON.

        ``puzzle`` and ``candidates`` (9x9 masks) are what is known before the first step, ``givens`` the given digits.
        """
        return {
            "puzzle": self._line(),
            "givens": _line_of(self.givens),
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
        those of the step; ``grid`` and ``candidates`` of shape (9, 9) are the state
        before it; ``placed`` (digits, 0 elsewhere) and ``removed`` (masks) of shape (9, 9) are what it places and
        removes.
        """
        side = len(self.givens)
        array = np.zeros(len(self), STEP_TYPE if side == 9 else _step_type(side, self._ends[2]))
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
                words = (f"{_place(step.placements[0])}({step.worth})" for _, step in group)
                lines.append(f"  {' '.join(words)}")
            else:
                lines += [f"{number:2} {step.worth} {step.notation}" for number, step in group]
        if reason := end_of(self):
            lines.append(f"   {reason}")
        return "\n".join(lines)

    def _line(self) -> str:
        return _line_of(self.state(0).grid)

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
        from bitdoku._display import explanation_html

        return explanation_html(self)

    # --- as a value --------------------------------------------------------------------------------------------

    def _key(self) -> tuple[Any, ...]:
        return (
            *(self._steps, self.verdict, self.ended, self.scale),
            *(self._complete, self._ends, self._worth, self._rules),
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


#: Techniques that are written in one line with their neighbours.
SINGLES = (Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE, Technique.FULL_HOUSE)

#: Steps that users make, and those within chains.
NO_BOARD = "this step carries no board; pass the puzzle: Board(puzzle, step=step)"


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
        return f"The puzzle has no solution: {why}."
    solutions = {0: "no solution", 2: "several solutions"}.get(explanation.verdict)
    if solutions is None:
        return "No further technique applies."
    unused = "uniqueness techniques"
    if explanation._complete:
        unused += " and " + ("brute force" if explanation.scale == "hodoku" else "dynamic chains")
    return f"The puzzle has {solutions}: {unused} were not used; no other technique applies."


STEP_TYPE = np.dtype(
    [
        ("technique", "u1"),
        ("rating", "f8"),
        ("score", "u2"),
        ("grid", "u1", (9, 9)),
        ("candidates", "u2", (9, 9)),
        ("placed", "u1", (9, 9)),
        ("removed", "u2", (9, 9)),
    ]
)


def _step_type(side: int, masks: bytes) -> np.dtype[Any]:
    """The type of the steps of another side."""
    shape, mask = (side, side), f"u{len(masks) // side**2}"
    kinds = {"grid": "u1", "candidates": mask, "placed": "u1", "removed": mask}
    plain = {"technique": "u1", "rating": "f8", "score": "u2"}
    return np.dtype([*plain.items(), *((name, kind, shape) for name, kind in kinds.items())])


def _line_of(grid: NDArray[np.uint8]) -> str:
    return _core.board_line(grid.ravel().tolist(), None)


def chains_within(step: Step, path: str = "") -> Iterator[tuple[str, Step]]:
    """The nested chains to which the text of a step refers, and those within them, with their numbers: 3, or 3.1."""
    for number, inner in enumerate(step.nested, 1):
        if inner.links:
            yield f"{path}{number}", inner
            yield from chains_within(inner, f"{path}{number}.")


def _place(candidate: Candidate) -> str:
    row, column, digit = candidate
    return f"r{row + 1}c{column + 1}={digit}"


def state_of(cells: bytes, masks: bytes) -> State:
    """The arrays of a state."""
    width = len(masks) // len(cells)
    candidates = _square(np.frombuffer(masks, f"<u{width}").astype(f"u{width}"))
    candidates.flags.writeable = False
    return State(_square(np.frombuffer(cells, np.uint8)), candidates)


def _square(cells: NDArray[Any]) -> NDArray[Any]:
    """The cells of a board as rows."""
    side = math.isqrt(cells.size)
    return cells.reshape(side, side)


#: The level of each technique on the scale "hodoku".
LEVELS = tuple(map(Level, _core._levels()))


def step_of(
    parts: tuple[Any, ...],
    state: tuple[bytes, bytes, bytes] | None = None,
    scale: str = "explainer",
    rules: Rules | None = None,
) -> Step:
    """The step of a tuple of the core; ``rules`` are None for classic 9x9."""
    technique, rating, placements, eliminations, cells, digits, houses, chains, complexity, nested, *texts = parts
    text, notation = texts
    is_hodoku = scale == "hodoku"
    members = None
    if rules is not None:
        # Other rules have houses of any cells, and a core that does not know the names of techniques.
        members = tuple(inside for _, _, inside in houses)
        houses = [(kind, number) for kind, number, _ in houses]
        notation = f"{Technique(technique).label}: {notation}"
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
