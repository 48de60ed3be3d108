"""``Difficulty``: the target difficulty of generated puzzles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._arguments import number_range
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import shown
from bitdoku.logic._explain import expect_of_scale, technique_numbers
from bitdoku.logic._minutes import MINUTE_BANDS
from bitdoku.logic._techniques import Level, Technique

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    from bitdoku.logic._explain import Techniques
    from bitdoku.typing import PuzzlesLike, RulesLike

    Whole: TypeAlias = int | tuple[int, int] | None
    Real: TypeAlias = float | tuple[float, float] | None


#: The largest lower limit of ratings of Sudoku Explainer. The hardest puzzles known have 11.9.
MOST_EXPLAINER = 12
#: The levels of puzzles that the steps solve, by name.
_LEVELS = {level.name.lower(): level for level in Level if level is not Level.INCOMPLETE}


@dataclass(frozen=True, kw_only=True, repr=False)
class Difficulty:
    """The difficulty of puzzles, for :func:`generate`.

    A puzzle must meet all conditions. Ranges are single numbers or pairs (low, high), both included; attributes are
    always pairs. :func:`rate` defines the measures. For puzzles of other sides and rules, only ``singles``,
    ``level``, ``score`` and techniques of the scale ``"hodoku"`` are available.

    Attributes
    ----------
    singles : int or (low, high)
        The simplest techniques that solve the puzzle: 0 naked singles, 1 naked and hidden singles, 2 also locked
        candidates and subsets, 3 none of these.
    guesses : int or (low, high)
        Number of guesses of the portable kernel's search, on the puzzle as written. 0 needs no guess.
    level : str, Level or (low, high)
        Level of HoDoKu, such as ``"hard"``: the level of the hardest step, raised while the score is above the maximum
        of the level: 800, 1000, 1600 and 1800 for ``"easy"`` to ``"unfair"``, unlimited for ``"extreme"``.
    score : int or (low, high)
        Score of HoDoKu: the sum over all steps.
    er, ep, ed : float or (low, high)
        Ratings of Sudoku Explainer.
    minutes : str or (low, high)
        Predicted minutes of players, or a name: ``"quick"`` (below 5), ``"short"`` (5 to 6), ``"moderate"`` (6 to 8),
        ``"long"`` (8 to 12), ``"very_long"`` (above 12).
    te, b, bxb, bxbb : int or (low, high)
        T&E depth, and the length of the longest braid without, within one and within two nested assumptions.
    requires : str, Technique, or several of them
        Techniques that all occur among the steps.
    forbids : str, Technique, or several of them
        Techniques that do not occur.
    hardest : str or Technique
        The technique that is the last in the order of the scale among the steps.
    scale : {"hodoku", "explainer"}
        The scale for ``requires``, ``forbids`` and ``hardest``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(3, seed=1, difficulty=bd.Difficulty(hardest="x_wing", scale="explainer"))
    >>> [bool((bd.rate(puzzle, columns="counts")["counts"][bd.Technique.X_WING] > 0)) for puzzle, _ in made]
    [True, True, True]
    >>> made = bd.generate(3, seed=1, difficulty=bd.Difficulty(er=(7.0, 7.5)))
    >>> bd.rate(made, columns="er")["er"].tolist()
    [7.2, 7.2, 7.2]
    """

    singles: Whole = None
    guesses: Whole = None
    level: str | Level | tuple[str | Level, str | Level] | None = None
    score: Whole = None
    er: Real = None
    ep: Real = None
    ed: Real = None
    minutes: str | Real = None
    te: Whole = None
    b: Whole = None
    bxb: Whole = None
    bxbb: Whole = None
    requires: Techniques = None
    forbids: Techniques = None
    hardest: str | Technique | Iterable[Technique] | None = None
    scale: Literal["hodoku", "explainer"] = "hodoku"

    __module__ = "bitdoku"

    def __post_init__(self) -> None:
        for name in ("requires", "forbids", "hardest"):
            numbers = technique_numbers(getattr(self, name), name)
            if name == "hardest" and numbers is not None and len(numbers) != 1:
                raise ValueError(f"hardest is {self.hardest!r}; expected one technique")
            if numbers is not None:
                object.__setattr__(self, name, tuple(map(Technique, numbers)))
        for name, value in self._conditions().items():
            if name != "steps":
                pair = tuple(map(Level, value)) if name == "level" and value is not None else value
                object.__setattr__(self, name, pair)

    def __repr__(self) -> str:
        given = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return f"Difficulty({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"

    def fits(
        self, puzzles: PuzzlesLike, *, rules: RulesLike = None, threads: int | None = None
    ) -> npt.NDArray[np.bool_]:
        """Return whether each puzzle has this difficulty: a bool array with the leading shape of the puzzles.

        The result is False for puzzles without exactly one solution. ``puzzles``, ``rules`` and ``threads`` are as for
        :func:`rate`.
        """
        return _core._fits(puzzles, self._conditions(), rules=rules, threads=threads)[()]

    def _conditions(self) -> dict[str, Any]:
        """The conditions for the core: pairs, and numbers of techniques."""
        word("scale", self.scale, ("hodoku", "explainer"))
        conditions: dict[str, Any] = {
            "singles": _range("singles", self.singles, most=3),
            "guesses": _range("guesses", self.guesses, most=2**64 - 1),
            "level": _range("level", _level_numbers(self.level), least=1, most=max(Level)),
            "score": _range("score", self.score, most=2**32 - 1),
            **{name: _range(name, getattr(self, name)) for name in ("er", "ep", "ed")},
            "minutes": _range("minutes", _minute_range(self.minutes)),
            "te": _range("te", self.te, most=3),
            **{name: _range(name, getattr(self, name), most=255) for name in ("b", "bxb", "bxbb")},
            "steps": self._steps(),
        }
        if all(value is None for value in conditions.values()):
            names = ", ".join(field.name for field in fields(self)[:-1])
            raise ValueError(f"the difficulty is empty; expected one of {names}")
        return conditions

    def _steps(self) -> tuple[bool, list[int], list[int], int | None] | None:
        """The conditions on steps: whether the scale is HoDoKu's, required and forbidden techniques, the hardest.

        Raises ValueError for techniques outside the scale. The core checks them against the rules of the puzzles.
        """
        if self.requires is None and self.forbids is None and self.hardest is None:
            return None
        requires, forbids, hardest = (
            technique_numbers(getattr(self, name), name) or [] for name in ("requires", "forbids", "hardest")
        )
        named = {*requires, *forbids, *hardest}
        orders = [_core._techniques_of(self.scale)]
        if self.scale == "hodoku":
            orders.append(_core._techniques_of(self.scale, False))
        expect_of_scale("difficulty", named, self.scale, *orders)
        orders = [order for order in orders if named.issubset(order)]
        later = [order[order.index(hardest[0]) + 1 :] if hardest else [] for order in orders]
        both = [{*requires, *hardest} & {*forbids, *after} for after in later]
        if both and all(both):
            names = ", ".join(Technique(number).name.lower() for number in sorted(both[0]))
            raise ValueError(f"the difficulty both requires and excludes {names}")
        return self.scale == "hodoku", requires, forbids, hardest[0] if hardest else None


def difficulty_conditions(difficulty: Any) -> dict[str, Any] | None:
    """The conditions for the core of an argument ``difficulty``.

    It is a level, the name of a range of minutes, a `Difficulty`, or its arguments.
    """
    if difficulty is None:
        return None
    if isinstance(difficulty, str):
        difficulty = _named(difficulty)
    if isinstance(difficulty, Level):
        difficulty = Difficulty(level=difficulty)
    if isinstance(difficulty, Mapping):
        names = [field.name for field in fields(Difficulty)]
        for name in difficulty:
            if name not in names:
                raise ValueError(f"difficulty has {shown(name)}; expected some of {', '.join(names)}")
        difficulty = Difficulty(**difficulty)
    if not isinstance(difficulty, Difficulty):
        raise TypeError(f"difficulty is {kind(difficulty)}; expected a level such as 'hard', or a Difficulty")
    return difficulty._conditions()


def difficulty_data(difficulty: Any) -> dict[str, Any]:
    """An argument ``difficulty`` as plain data for JSON; equal for equal difficulties."""
    conditions = difficulty_conditions(difficulty)
    if conditions is None:
        return {}
    steps = conditions.pop("steps")
    data: dict[str, Any] = {name: [*pair] for name, pair in conditions.items() if pair is not None}
    if steps is not None:
        is_hodoku, requires, forbids, hardest = steps
        named = {"requires": requires, "forbids": forbids}
        data |= {name: [Technique(n).name.lower() for n in numbers] for name, numbers in named.items() if numbers}
        if hardest is not None:
            data["hardest"] = Technique(hardest).name.lower()
        data["scale"] = "hodoku" if is_hodoku else "explainer"
    return data


def parse_difficulty(text: str) -> dict[str, Any]:
    """Arguments of :class:`Difficulty` from text: ``hard``, ``quick``, or ``er=7.0-7.5,requires=x_wing+xy_wing``."""
    if "=" not in text:
        near = get_close_matches(text.lower(), [technique.name.lower() for technique in Technique], 1, 0.7)
        if near and text.lower() not in (*_LEVELS, *MINUTE_BANDS):
            raise ValueError(f"{text!r} is neither a level nor a range of minutes; did you mean requires={near[0]}?")
        return _named(text)
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
        else:
            words: list[Any] = value.split("-")
            if name == "minutes" and value in MINUTE_BANDS:
                options[name] = value
                continue
            try:
                bounds = words if name == "level" else [float(word) if "." in word else int(word) for word in words]
            except ValueError:
                raise ValueError(f"{name} is {value!r}; expected a number, or two such as 7-8") from None
            options[name] = tuple(bounds) if len(bounds) > 1 else bounds[0]
    return options


def _named(name: str) -> dict[str, str]:
    """The arguments of `Difficulty` for the name of a level or of a range of minutes."""
    known = word("difficulty", name.lower(), (*_LEVELS, *MINUTE_BANDS))
    return {"minutes" if known in MINUTE_BANDS else "level": known}


def _level_numbers(levels: Any) -> Any:
    """A level or a range of levels as numbers; names are case-insensitive."""
    if isinstance(levels, tuple | list):
        return tuple(_level_number(level) for level in levels)
    return _level_number(levels)


def _level_number(level: Any) -> Any:
    return _LEVELS[word("level", level.lower(), tuple(_LEVELS))] if isinstance(level, str) else level


def _minute_range(minutes: Any) -> Any:
    """The range of a name, or the argument itself."""
    return MINUTE_BANDS[word("minutes", minutes, MINUTE_BANDS)] if isinstance(minutes, str) else minutes


def _range(name: str, value: Any, least: int = 0, most: int | None = None) -> tuple[Any, Any] | None:
    """A range as a pair: of ints up to ``most``, or of floats."""
    number = partial(rating_number, name) if most is None else partial(whole, name, least=least, most=most)
    pair = number_range(name, value, number)
    if pair is None:
        return None
    low, high = pair
    if name in ("er", "ep", "ed") and MOST_EXPLAINER < low < math.inf:
        raise ValueError(f"{name} is {shown(value)}; expected at most {MOST_EXPLAINER}: no puzzle known is above 11.9")
    if low == math.inf:
        raise ValueError(f"{name} is {shown(value)}; expected a finite number")
    if low > high:
        raise ValueError(f"the range of {name} from {low} to {high} is empty")
    return low, high


def rating_number(name: str, number: Any) -> float:
    """A measure as a float: not NaN and at least 0."""
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
    # Ratings have one decimal; a float32 differs in the eighth.
    return round(real, 4)
