"""Difficulty ratings of many puzzles: ``rate``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._core import _kind as kind

if TYPE_CHECKING:
    from typing import Literal, SupportsIndex, TypeAlias, TypedDict, Unpack, overload

    from numpy.typing import NDArray

    from bitdoku.typing import BudgetLike, ManyPuzzles, OnePuzzle, PuzzlesLike, RulesLike

    Column: TypeAlias = Literal["clues", "singles", "guesses", "level", "score", "er", "ep", "ed", "hardest", "counts"]
    # A word of another kind is an iterable of words for type checkers.
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


# Name, type, values of a puzzle; whether the steps on one scale give it, it is for classic boards only, and a default.
_TABLE = _core._columns()
#: The columns in their order: names and types.
COLUMNS: dict[str, tuple[Any, ...]] = {
    name: (dtype,) if values == 1 else (dtype, (values,)) for name, dtype, values, *_ in _TABLE
}
#: Those that the steps of logic give.
RATINGS = tuple(name for name, _, _, is_rating, _, _ in _TABLE if is_rating)
#: Those that are known for classic 9x9 only.
CLASSIC_ONLY = frozenset(name for name, _, _, _, is_classic, _ in _TABLE if is_classic)
DEFAULT = tuple(name for name, _, _, _, _, is_default in _TABLE if is_default)

if TYPE_CHECKING:

    @overload
    def rate(puzzles: ManyPuzzles, **options: Unpack[_Options]) -> NDArray[np.void]: ...
    @overload
    def rate(puzzles: OnePuzzle, **options: Unpack[_Options]) -> np.void: ...
    @overload
    def rate(puzzles: PuzzlesLike, **options: Unpack[_Options]) -> NDArray[np.void] | Any: ...


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
) -> Any:
    """How difficult puzzles are, as a structured array of one row for each puzzle.

    Only the columns asked for are computed. They come in this order:

    ======== ======= =================================================================================================
    column   dtype   contents
    ======== ======= =================================================================================================
    clues    uint8   number of givens
    singles  uint8   what solves the puzzle: 0 naked singles, 1 naked and hidden singles, 2 also locked candidates and
                     subsets, 3 none of these
    guesses  float64 guesses of the portable search until it knows whether there is one solution: the mean over 8 fixed
                     members of the class, so that equivalent puzzles have equal values (measure ``portable-1``)
    level    uint8   :class:`Level` on the scale of HoDoKu 2.2
    score    int32   sum of the scores of all steps on that scale
    er       float64 highest rating of a step on the scale of Sudoku Explainer 1.2.1
    ep       float64 highest rating up to the first step that places a digit
    ed       float64 rating of the first step
    hardest  uint8   hardest :class:`Technique` of all steps on ``scale``: the last in the order of ``"hodoku"``, that
                     of the first step with the highest rating of ``"explainer"``
    counts   uint16  number of steps of each technique on ``scale``: an array indexed by :class:`Technique`
    ======== ======= =================================================================================================

    Under rules other than classic 9x9, ``guesses``, ``er``, ``ep`` and ``ed`` are NaN, ``scale`` has to be
    ``"hodoku"``, and above side 15 ``clues`` is uint16.

    Parameters
    ----------
    puzzles, rules, symbols, threads
        As for :func:`solve`.
    columns : str or iterable of str, optional
        The columns to compute; the default is all but ``guesses`` and ``counts``.
    scale : {"hodoku", "explainer"}
        The scale for ``hardest`` and ``counts``.
    budget : int or datetime.timedelta, optional
        An int is the number of search nodes for each puzzle: in the check for one solution, in each search of
        ``guesses``, and, for the ratings, steps and the assumptions that chains follow. A timedelta is the time for the
        call. What is not known by then is NaN, 255 or, for ``score``, -1.
    malformed : {"raise", "mark"}
        Whether malformed rows raise, or have NaN, 255 and -1 in all columns.
    strict : bool
        If true, ``level`` and the columns after it are NaN, 255, -1 and 65535 for puzzles that do not have exactly one
        solution. If false, that is not checked, and puzzles are rated as the original programs do: as if they had one,
        with level ``INCOMPLETE`` or ``er`` 20.0 where no technique applies. Puzzles with several solutions or none,
        such as an empty grid or clashing givens, may then take longer than anyone can wait: set ``budget``.

    Returns
    -------
    ndarray or numpy.void
        A structured array with the leading shape of the puzzles; one record for one puzzle.

    Examples
    --------
    >>> import bitdoku as bd
    >>> easy = "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63.."
    >>> bd.rate(easy)["score"]
    np.int32(180)
    >>> rated = bd.rate([easy, "." * 81])
    >>> rated["clues"], rated["er"]
    (array([36,  0], dtype=uint8), array([1.2, nan]))
    >>> bd.Level(rated["level"][0]), rated["score"]
    (<Level.EASY: 1>, array([180,  -1], dtype=int32))
    >>> bd.Technique(rated["hardest"][0])
    <Technique.NAKED_SINGLE: 5>
    """
    names = columns_of(columns)
    data = _core._rate(
        puzzles,
        names,
        scale=scale,
        strict=strict,
        rules=rules,
        symbols=symbols,
        threads=threads,
        budget=budget,
        malformed=malformed,
    )
    types = {name: COLUMNS[name] for name in names}
    width = np.dtype([(name, *form) for name, form in types.items()]).itemsize
    if data.shape[-1] > width:
        # Boards of 256 cells and more have as many clues.
        types["clues"] = ("u2",)
    records = data.view([(name, *form) for name, form in types.items()])[..., 0]
    # An array of no axes becomes a record.
    return records[()]


def columns_of(columns: Any) -> list[str]:
    """The names of columns, in their order."""
    if columns is None:
        return [*DEFAULT]
    expected = f"some of {', '.join(COLUMNS)}"
    names = several("columns", columns, expected)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"columns holds {kind(name)}; expected {expected}")
        if name not in COLUMNS:
            raise ValueError(f"columns holds {name!r}; expected {expected}")
    if not names:
        raise ValueError(f"columns is empty; expected {expected}")
    return [name for name in COLUMNS if name in names]
