"""Difficulty as a target: ``Difficulty``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import shown
from bitdoku.logic._explain import TECHNIQUES, numbers_of
from bitdoku.logic._techniques import Level, Technique

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    from bitdoku.logic._explain import Techniques
    from bitdoku.typing import PuzzlesLike, RulesLike

    Whole: TypeAlias = int | tuple[int, int] | None
    Real: TypeAlias = float | tuple[float, float] | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Difficulty:
    """How hard a puzzle is to be, for :func:`generate`.

    All conditions given must hold. Ranges are single numbers or pairs (low, high), both included; they are kept as
    pairs. The measures are those of :func:`rate`. Puzzles of other sides and rules have ``singles``, ``level``,
    ``score`` and techniques of the scale ``"hodoku"``; the other measures are refused for them.

    Attributes
    ----------
    singles : int or (low, high)
        What solves the puzzle: 0 naked singles, 1 naked and hidden singles, 2 also locked candidates and subsets, 3
        none of these.
    guesses : int or (low, high)
        Number of guesses of the portable kernel's search, on the puzzle as it is. 0 needs no guess.
    level : str, Level or (low, high)
        Level of HoDoKu, such as ``"hard"``. It says how hard the hardest step is, or that there are many: the score of
        a level is at most 800, 1000, 1600 and 1800 for ``"easy"`` to ``"unfair"``, and unlimited for ``"extreme"``.
    score : int or (low, high)
        Score of HoDoKu: the sum over all steps.
    er, ep, ed : float or (low, high)
        Ratings of Sudoku Explainer.
    requires : str, Technique, or several of them
        Techniques that all occur among the steps.
    forbids : str, Technique, or several of them
        Techniques of which none occurs.
    hardest : str or Technique
        A technique that occurs, and none that comes after it in the order of the scale.
    scale : {"hodoku", "explainer"}
        The scale whose steps ``requires``, ``forbids`` and ``hardest`` look at.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(3, seed=1, difficulty=bd.Difficulty(hardest="x_wing", scale="explainer"))
    >>> [bool((bd.rate(puzzle, columns="counts")["counts"][bd.Technique.X_WING] > 0)) for puzzle, _ in made]
    [True, True, True]
    >>> [float(er) for er in bd.rate(bd.generate(3, seed=1, difficulty=bd.Difficulty(er=(7.0, 7.5))))["er"]]
    [7.2, 7.2, 7.2]
    """

    singles: Whole = None
    guesses: Whole = None
    level: str | Level | tuple[str | Level, str | Level] | None = None
    score: Whole = None
    er: Real = None
    ep: Real = None
    ed: Real = None
    requires: Techniques = None
    forbids: Techniques = None
    hardest: str | Technique | Iterable[Technique] | None = None
    scale: Literal["hodoku", "explainer"] = "hodoku"

    __module__ = "bitdoku"

    def __post_init__(self) -> None:
        for name in ("requires", "forbids", "hardest"):
            numbers = numbers_of(getattr(self, name), name)
            if name == "hardest" and numbers is not None and len(numbers) != 1:
                raise ValueError(f"hardest is {self.hardest!r}; expected one technique")
            if numbers is not None:
                techniques = tuple(Technique(number) for number in numbers)
                object.__setattr__(self, name, techniques)
        wish = self._wish()
        for name, pair in wish.items():
            if name == "level" and pair is not None:
                pair = tuple(map(Level, pair))
            if name != "steps":
                object.__setattr__(self, name, pair)

    def __repr__(self) -> str:
        given = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return f"Difficulty({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"

    def fits(
        self, puzzles: PuzzlesLike, *, rules: RulesLike = None, threads: int | None = None
    ) -> npt.NDArray[np.bool_]:
        """Whether each puzzle is as difficult as that: a bool array of the leading shape of the puzzles.

        Puzzles with no solution or several are not. ``puzzles``, ``rules`` and ``threads`` are as for :func:`rate`.
        """
        return _core._fits(puzzles, self._wish(), rules=rules, threads=threads)[()]

    def _wish(self) -> dict[str, Any]:
        """What the core reads: pairs, and numbers of techniques."""
        word("scale", self.scale, ("hodoku", "explainer"))
        wish: dict[str, Any] = {
            "singles": _pair("singles", self.singles, most=3),
            "guesses": _pair("guesses", self.guesses, most=2**64 - 1),
            "level": _pair("level", _levels(self.level), least=1, most=max(Level)),
            "score": _pair("score", self.score, most=2**32 - 1),
            "er": _pair("er", self.er),
            "ep": _pair("ep", self.ep),
            "ed": _pair("ed", self.ed),
            "steps": self._steps(),
        }
        if all(value is None for value in wish.values()):
            names = ", ".join(field.name for field in fields(self)[:-1])
            raise ValueError(f"the difficulty is empty; expected one of {names}")
        return wish

    def _steps(self) -> tuple[bool, list[int], list[int], int | None] | None:
        """Whether the scale is HoDoKu's, and numbers of techniques: required, forbidden, the hardest.

        The core refuses what the rules of the puzzles do not have; here, what no rules have.
        """
        if self.requires is None and self.forbids is None and self.hardest is None:
            return None
        requires = numbers_of(self.requires, "requires") or []
        forbids = numbers_of(self.forbids, "forbids") or []
        hardest = next(iter(numbers_of(self.hardest, "hardest") or ()), None)
        named = {*requires, *forbids} | ({hardest} if hardest is not None else set())
        orders = [_core._techniques_of(self.scale)]
        if self.scale == "hodoku":
            orders.append(_core._techniques_of(self.scale, False))
        for number in sorted(named.difference(*orders)):
            raise ValueError(f"{Technique(number).name.lower()} is not a technique of the scale {self.scale!r}")
        orders = [order for order in orders if named.issubset(order)]
        if not orders:
            raise ValueError(
                "the difficulty has techniques of classic 9x9 Sudoku and of other rules only; expected one"
            )
        later = [order[order.index(hardest) + 1 :] if hardest is not None else [] for order in orders]
        both = [{*requires, hardest} & {*forbids, *after} for after in later]
        if all(both):
            names = ", ".join(technique.name.lower() for technique in TECHNIQUES if technique in both[0])
            raise ValueError(f"the difficulty both requires and excludes {names}")
        return self.scale == "hodoku", requires, forbids, hardest


def wish_of(difficulty: Any) -> dict[str, Any] | None:
    """The argument ``difficulty`` as the core reads it: a `Difficulty`, or its arguments in a mapping."""
    if difficulty is None:
        return None
    if isinstance(difficulty, str | Level):
        difficulty = Difficulty(level=difficulty)
    if isinstance(difficulty, Mapping):
        names = [field.name for field in fields(Difficulty)]
        for name in difficulty:
            if name not in names:
                raise ValueError(f"difficulty has {shown(name)}; expected some of {', '.join(names)}")
        difficulty = Difficulty(**difficulty)
    if not isinstance(difficulty, Difficulty):
        raise TypeError(f"difficulty is {kind(difficulty)}; expected a level such as 'hard', or a Difficulty")
    return difficulty._wish()


def plain(difficulty: Any) -> dict[str, Any]:
    """The same difficulty as a mapping of what JSON holds, equal for equal wishes."""
    wish = wish_of(difficulty)
    if wish is None:
        return {}
    described: dict[str, Any] = {name: [*pair] for name, pair in wish.items() if name != "steps" and pair is not None}
    if wish["steps"] is not None:
        is_hodoku, requires, forbids, hardest = wish["steps"]
        named = {"requires": requires, "forbids": forbids}
        described |= {name: [Technique(n).name.lower() for n in numbers] for name, numbers in named.items() if numbers}
        if hardest is not None:
            described["hardest"] = Technique(hardest).name.lower()
        described["scale"] = "hodoku" if is_hodoku else "explainer"
    return described


def parse(text: str) -> dict[str, Any]:
    """Arguments of :class:`Difficulty` from ``hard``, or words such as ``er=7.0-7.5,requires=x_wing+xy_wing``."""
    if "=" not in text:
        return {"level": text}
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        if not value:
            raise ValueError(f"{part!r} is not a measure with a value, such as er=7-8 or hardest=x_wing")
        if name in options:
            raise ValueError(f"{name} is given twice")
        if name in ("requires", "forbids"):
            options[name] = value.split("+")
        elif name in ("hardest", "scale"):
            options[name] = value
        elif name == "level":
            options[name] = tuple(value.split("-")) if "-" in value else value
        else:
            try:
                numbers = [float(number) if "." in number else int(number) for number in value.split("-")]
            except ValueError:
                raise ValueError(f"{name} is {value!r}; expected a number, or two such as 7-8") from None
            options[name] = tuple(numbers) if len(numbers) > 1 else numbers[0]
    return options


def _levels(levels: Any) -> Any:
    """Levels as numbers; names in any case."""
    known = {level.name.lower(): level for level in Level if level is not Level.INCOMPLETE}
    several = isinstance(levels, tuple | list)
    numbers = [
        known[word("level", level.lower(), tuple(known))] if isinstance(level, str) else level
        for level in (levels if several else [levels])
    ]
    return numbers if several else numbers[0]


def _pair(name: str, value: Any, least: int = 0, most: int | None = None) -> tuple[Any, Any] | None:
    """A range as a pair: of ints up to ``most``, or of floats."""
    if value is None:
        return None
    pair = tuple(value) if isinstance(value, tuple | list) else (value, value)
    if len(pair) != 2:
        raise ValueError(f"{name} has {len(pair)} numbers; expected one or (low, high)")
    low, high = (
        _real(name, number) if most is None else whole(name, number, least=least, most=most) for number in pair
    )
    if low == math.inf:
        raise ValueError(f"{name} is {shown(pair[0])}; expected a finite number")
    if low > high:
        raise ValueError(f"the range of {name} from {low} to {high} is empty")
    return low, high


def _real(name: str, number: Any) -> float:
    try:
        if isinstance(number, bool | str):
            raise TypeError
        real = float(number)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {kind(number)}; expected a number") from None
    except OverflowError:
        real = math.inf if number > 0 else -math.inf
    if math.isnan(real):
        raise ValueError(f"{name} is NaN; expected a number")
    if real < 0:
        raise ValueError(f"{name} is {shown(number)}; expected at least 0")
    # Ratings have one decimal; float32 has not exactly the same.
    return round(real, 4)
