"""Difficulty ratings of many puzzles: ``rate``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._by_rules import by_rules
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._errors import shown
from bitdoku.logic._techniques import Level, Technique

if TYPE_CHECKING:
    from typing import Literal, SupportsIndex, TypeAlias, TypedDict, Unpack, overload

    from numpy.typing import NDArray

    from bitdoku.typing import BudgetLike, ManyPuzzles, OnePuzzle, PuzzlesLike, RulesLike

    Column: TypeAlias = Literal[
        "clues", "singles", "guesses", "level", "score", "er", "ep", "ed", "minutes",
        "te", "b", "bxb", "bxbb",
        "hardest", "counts",
    ]  # fmt: skip
    # Type checkers treat any other word as an iterable of words.
    Columns: TypeAlias = Column | Iterable[str] | None

    class _Options(TypedDict, total=False):
        columns: Columns
        scale: Literal["hodoku", "explainer"]
        rules: RulesLike
        symbols: str | None
        threads: SupportsIndex | None
        budget: BudgetLike
        malformed: Literal["raise", "mark"]
        strict: bool
        minutes: tuple[float, float, float] | None


# Rows: name, dtype, values per puzzle, whether one scale defines it, whether it needs a classic board, whether it is a
# default.
_TABLE = _core._columns()
#: The dtype, and the shape if there are several values, of each column in order.
COLUMNS: dict[str, tuple[Any, ...]] = {
    name: (dtype,) if values == 1 else (dtype, (values,)) for name, dtype, values, *_ in _TABLE
}
#: The columns that do not depend on the argument ``scale``, and rate steps or proofs.
RATINGS = tuple(name for name, _, _, is_rating, _, _ in _TABLE if is_rating)
#: The columns that exist for classic 9x9 only.
CLASSIC_ONLY = frozenset(name for name, _, _, _, is_classic, _ in _TABLE if is_classic)
#: The columns that depend on the order of rows, columns and digits: equivalent puzzles can have different values.
ORDER_DEPENDENT = ("level", "score", "er", "ep", "ed", "hardest", "counts")
#: The maximum of each number of a pace, in seconds.
_DAY = 86_400
DEFAULT = tuple(name for name, _, _, _, _, is_default in _TABLE if is_default)
#: The names of ratings, and of the values of ``singles``, in the text of a rating.
_LABELS = {"te": "T&E", "b": "B", "bxb": "BxB", "bxbb": "BxBB"}
_SINGLES = ("naked singles suffice", "singles suffice", "subsets suffice", "needs more than subsets")


class Rating(np.void):  # type: ignore[misc]  # the stubs of NumPy declare the class final
    """The ratings of one puzzle: a record of :func:`rate`. Printed, it names its values.

    ``rating["level"]`` is a :class:`Level`, unless it is unknown, and ``rating["hardest"]`` a :class:`Technique`; other
    items are NumPy scalars.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> rating = bd.rate(puzzle, columns=["level", "score", "er"])
    >>> print(rating)
    EXTREME 21342, ER 10.7
    >>> rating["level"], float(rating["er"])
    (<Level.EXTREME: 5>, 10.7)
    """

    __module__ = "bitdoku"

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        if key == "hardest":
            return Technique(value)
        return Level(value) if key == "level" and not _is_unknown(value) else value

    def __str__(self) -> str:
        return ", ".join(self._words()) or "unrated"

    def __repr__(self) -> str:
        return f"Rating({self})"

    def _words(self) -> Iterator[str]:
        """The known values in words, those of the scales first."""
        names = self.dtype.names or ()
        known = {name: self[name] for name in names if not _is_unknown(np.void.__getitem__(self, name))}
        if known and any(name in names and name not in known for name in ("level", "score")):
            yield "not rated: no solution, several, or the budget ran out"
        if "level" in known or "score" in known:
            level = known["level"].name if "level" in known else "score"
            yield f"{level} {known['score']}" if "score" in known else level
        yield from (f"{name.upper()} {known[name]:.1f}" for name in ("er", "ep", "ed") if name in known)
        yield from (f"{label} {known[name]:g}" for name, label in _LABELS.items() if name in known)
        if "hardest" in known:
            yield f"hardest {known['hardest'].label}"
        if "minutes" in known:
            yield f"{known['minutes']:.1f} minutes"
        yield from (f"{known[name]:.3g} {name}" for name in ("clues", "guesses") if name in known)
        if "singles" in known:
            yield _SINGLES[known["singles"]]
        if "counts" in known:
            yield f"{known['counts'].sum()} steps"


def _is_unknown(value: Any) -> bool:
    """Whether an item of a rating is NaN, -1, or the largest integer of its dtype."""
    first = np.ravel(value)[0]
    return bool(np.isnan(first) if first.dtype.kind == "f" else first in (-1, np.iinfo(first.dtype).max))


if TYPE_CHECKING:

    @overload
    def rate(puzzles: ManyPuzzles, **options: Unpack[_Options]) -> NDArray[np.void]: ...
    @overload
    def rate(puzzles: OnePuzzle, **options: Unpack[_Options]) -> Rating: ...
    @overload
    def rate(puzzles: PuzzlesLike, **options: Unpack[_Options]) -> NDArray[np.void] | Any: ...


@by_rules
def rate(
    puzzles: Any,
    *,
    columns: Any = None,
    scale: Any = "hodoku",
    rules: Any = None,
    symbols: str | None = None,
    threads: Any = None,
    budget: Any = None,
    malformed: Any = "raise",
    strict: Any = True,
    minutes: Any = None,
) -> Any:
    """Rate the difficulty of puzzles: a structured array with one row per puzzle.

    By default, ``clues``, ``singles``, ``level`` and ``score`` are computed. Columns are returned in this order:

    ======== ======= =================================================================================================
    column   dtype   contents
    ======== ======= =================================================================================================
    clues    uint8   number of givens
    singles  uint8   the simplest techniques that solve the puzzle: 0 naked singles, 1 naked and hidden singles, 2 also
                     locked candidates and subsets, 3 none of these
    guesses  float64 guesses of the portable kernel's search for a second solution, averaged over 8 fixed members of the
                     class, so that equivalent puzzles have equal values (measure ``portable-1``)
    level    uint8   :class:`Level` on the scale of HoDoKu 2.2
    score    int32   sum of the scores of all steps on the scale of HoDoKu 2.2
    er       float64 highest rating of a step on the scale of Sudoku Explainer 1.2.1
    ep       float64 highest rating up to the first step that places a digit
    ed       float64 rating of the first step
    minutes  float64 predicted mean time of players in minutes; a lower bound if singles and locked candidates do not
                     solve the puzzle (`How long players need
                     <https://bitdoku.github.io/bitdoku/concepts/minutes.html>`_)
    te       uint8   T&E depth: the number of nested assumptions that solve the puzzle; 0 singles, 3 more than two
    b        float64 length of the longest braid needed; 0 if ``te`` is 0, inf if it is above 1
    bxb      float64 length of the longest braid needed within one assumption; 0 if ``te`` is below 2, inf if it is 3
    bxbb     float64 length of the longest braid needed within two nested assumptions; 0 if ``te`` is below 3
    hardest  uint8   hardest :class:`Technique` of all steps on ``scale``: the last in the order of ``"hodoku"``; the
                     technique of the first step with the highest rating of ``"explainer"``
    counts   uint16  number of steps of each technique on ``scale``: an array indexed by :class:`Technique`
    ======== ======= =================================================================================================

    ``level``, ``score``, ``er``, ``ep``, ``ed``, ``hardest`` and ``counts`` depend on the order of rows, columns and
    digits, so equivalent puzzles can have different values. In all other columns, equivalent puzzles have equal values.
    `Which rating for which use <https://bitdoku.github.io/bitdoku/concepts/scales.html>`_ compares the columns and
    their speed. The ratings of both scales take less than a millisecond for a random minimal puzzle, but ``er``, ``ep``
    and ``ed`` take up to minutes for one that needs nested chains. ``bxb`` and ``bxbb`` take about 0.1 s for the rare
    puzzles where they are not 0. ``hardest`` and ``counts`` cost as much as ``score`` on ``"hodoku"`` and as much as
    ``er`` on ``"explainer"``.

    ``te``, ``b``, ``bxb`` and ``bxbb`` are the ratings of Denis Berthier. Lengths are exact minimums.

    Under rules other than classic 9x9, ``guesses``, ``er``, ``ep``, ``ed``, ``minutes``, ``b``, ``bxb`` and ``bxbb``
    are NaN, ``te`` is 255, ``scale`` must be ``"hodoku"``, and ``clues`` is uint16 above side 15. ``minutes`` is NaN
    for pencil marks too: it was measured on classic puzzles of givens only.

    Parameters
    ----------
    puzzles, rules, symbols, threads
        As for :func:`solve`.
    columns : str or iterable of str, optional
        The columns to compute.
    scale : {"hodoku", "explainer"}
        The scale of ``hardest`` and ``counts``.
    budget : int or datetime.timedelta, optional
        An int limits the search nodes for each puzzle: in the check for one solution, in each search of ``guesses``,
        and, for ratings, the steps and the assumptions of chains, or the steps of the search for braids. A timedelta
        limits the time of the call. Values that are still unknown are NaN, 255 or, for ``score``, -1.
    malformed : {"raise", "mark"}
        Raise an error for malformed rows, or mark them with NaN, 255 and -1 in all columns.
    strict : bool
        If true, ``level`` and the columns after it are NaN, 255, -1 and 65535 for puzzles that do not have exactly one
        solution. If false, the number of solutions is not checked, and puzzles are rated as the original programs do,
        with level ``INCOMPLETE`` or ``er`` 20.0 where no technique applies. Without a ``budget``, ``er``, ``ep`` and
        ``ed`` then take minutes for an empty grid, and possibly hours for other puzzles with many solutions. Depth
        ratings always require one solution.
    minutes : (float, float, float), optional
        The seconds for the column ``minutes``: to write a digit, to look at a cell, and for each cell that is open
        where singles and locked candidates end. The default is (3, 0.7, 15); :func:`fit_minutes` fits them to measured
        times.

    Returns
    -------
    ndarray or Rating
        A structured array with the leading shape of the puzzles; a :class:`Rating` for one puzzle.

    Examples
    --------
    >>> import bitdoku as bd
    >>> easy = "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63.."
    >>> print(bd.rate(easy))
    EASY 180, 36 clues, naked singles suffice
    >>> bd.rate(easy)["score"]
    np.int32(180)
    >>> rated = bd.rate([easy, "." * 81], columns=["clues", "level", "score", "er", "hardest"])
    >>> rated["clues"], rated["er"]
    (array([36,  0], dtype=uint8), array([1.2, nan]))
    >>> bd.Level(rated["level"][0]), rated["score"]
    (<Level.EASY: 1>, array([180,  -1], dtype=int32))
    >>> bd.Technique(rated["hardest"][0])
    <Technique.NAKED_SINGLE: 5>
    """
    names = [*DEFAULT] if columns is None else _column_names(columns)
    data = _core._rate(
        puzzles,
        names,
        scale=scale,
        strict=strict,
        pace=None if minutes is None else _checked_pace(minutes),
        rules=rules,
        symbols=symbols,
        threads=threads,
        budget=budget,
        malformed=malformed,
    )
    fields = [(name, *COLUMNS[name]) for name in names]
    if data.shape[-1] > np.dtype(fields).itemsize:
        # A board of 256 cells or more has uint16 clues.
        fields[names.index("clues")] = ("clues", "u2")
    # Indexing an array without axes by () returns a record.
    return data.view(np.dtype((Rating, fields)))[..., 0][()]


def _checked_pace(minutes: Any) -> tuple[float, ...]:
    expected = "expected three numbers of seconds, as bd.fit_minutes returns them"
    if not isinstance(minutes, tuple | list | np.ndarray):
        raise TypeError(f"minutes is {kind(minutes)}; {expected}")
    try:
        pace = tuple(map(float, minutes))
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"minutes is {shown(minutes)}; {expected}") from None
    if len(pace) != 3 or not all(0 <= number <= _DAY for number in pace):
        raise ValueError(f"minutes is {shown(minutes)}; {expected}, from 0 to {_DAY}")
    return pace


def _column_names(columns: Any) -> list[str]:
    """The chosen names in the order of the table."""
    expected = f"some of {', '.join(COLUMNS)}"
    names = [word("columns", name, COLUMNS) for name in several("columns", columns, expected)]
    if not names:
        raise ValueError(f"columns is empty; expected {expected}")
    return [name for name in COLUMNS if name in names]
