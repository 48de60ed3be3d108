"""Histograms of sets of puzzles: clues, guesses, minutes, ratings.

Needs the extra ``plot``: ``pip install "bitdoku[plot]"``.

>>> import bitdoku as bd
>>> axes = bd.plot.ratings(bd.generate(200, seed=1))

Each function accepts puzzles in any form, or the array that :func:`bitdoku.rate` returned for them, and draws shares in
percent on ``ax``, by default on new axes. It returns these axes, to which titles, limits and other sets can be added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku.datasets._io.streams import require
from bitdoku.logic._minutes import MINUTE_BANDS
from bitdoku.logic._rate import rate
from bitdoku.logic._techniques import Level

if TYPE_CHECKING:
    from typing import Literal

    import numpy.typing as npt
    from matplotlib.axes import Axes

    from bitdoku.typing import PuzzlesLike

pyplot = require("matplotlib.pyplot", "plot", "bitdoku.plot")

__all__ = ["clues", "guesses", "minutes", "ratings"]

#: The colors of the levels, easy to extreme.
COLORS = ("#4c9f70", "#8cb369", "#e3b23c", "#e07a3f", "#b23a48")
LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME)
#: Numbers on the logarithmic axis of scores.
TICKS = tuple(digit * 10**power for power in range(1, 6) for digit in (1, 2, 5))
#: The color of bars without a level.
BAR_COLOR = "#0b66c3"


def clues(puzzles: PuzzlesLike | npt.NDArray[Any], *, ax: Axes | None = None) -> Axes:
    """Draw a histogram of the number of givens, with a bar for each number.

    Raises
    ------
    ValueError
        There are no puzzles, or the array has no column ``clues``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.plot.clues(bd.generate(100, seed=1)).get_xlabel()
    'givens'
    """
    values = _rated(puzzles, ["clues"])["clues"].astype(float)
    return _draw_bars(values, np.arange(values.min(), values.max() + 2) - 0.5, "givens", ax)


def guesses(puzzles: PuzzlesLike | npt.NDArray[Any], *, ax: Axes | None = None) -> Axes:
    """Draw a histogram of the column ``guesses`` of :func:`bitdoku.rate`: the guesses of the search.

    There is a bar for puzzles without a guess; each further bar covers twice the range of the previous one. Puzzles
    without a unique solution are omitted. Classic 9x9 only.

    Raises
    ------
    ValueError
        There are no puzzles with one solution, or the array has no column ``guesses``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.plot.guesses(bd.generate(100, seed=1)).get_xlabel()
    'guesses'
    """
    missing = "no puzzle has a number of guesses; only classic 9x9 puzzles with one solution have one"
    values = _known(puzzles, "guesses", missing)
    # The bars are 0, up to 1, up to 2, up to 4, …
    bars = np.where(values == 0, 0, np.ceil(np.log2(np.maximum(values, 1))) + 1).astype(int)
    count = int(bars.max()) + 1
    ax = _draw_bars(bars.astype(float), np.arange(count + 1) - 0.5, "guesses", ax)
    names = ["0", "≤ 1", *(f"≤ {2**k}" for k in range(1, count))]
    ax.set_xticks(range(count), names[:count])
    return ax


def minutes(puzzles: PuzzlesLike | npt.NDArray[Any], *, ax: Axes | None = None) -> Axes:
    """Draw a histogram of the column ``minutes`` of :func:`bitdoku.rate`, with a bar for each minute.

    The named ranges of :class:`bitdoku.Difficulty` have different colors. Puzzles without exactly one solution are
    omitted. Classic 9x9 only.

    Raises
    ------
    ValueError
        There are no puzzles with one solution, or the array has no column ``minutes``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.plot.minutes(bd.generate(100, seed=1)).get_xlabel()
    'predicted minutes'
    """
    missing = "no puzzle has minutes; only classic 9x9 puzzles with one solution have them"
    values = _known(puzzles, "minutes", missing)
    bins = np.arange(np.floor(values.min()), np.floor(values.max()) + 2)
    numbers = np.digitize(values, [low for low, _ in MINUTE_BANDS.values()]) - 1
    parts = {name: values[numbers == i] for i, name in enumerate(MINUTE_BANDS)}
    ax = _checked_axes(ax)
    _draw_stacked([*parts.values()], bins, [name.replace("_", " ") for name in parts], ax)
    return _label_axes(ax, "predicted minutes")


def ratings(
    puzzles: PuzzlesLike | npt.NDArray[Any],
    *,
    scale: Literal["hodoku", "explainer"] = "explainer",
    ax: Axes | None = None,
) -> Axes:
    """Draw a histogram of ratings, in which HoDoKu's levels have different colors.

    Puzzles without a rating are omitted. An array needs the columns ``level`` and ``er`` or ``score``.

    Parameters
    ----------
    puzzles
        Puzzles in any form, or an array of :func:`bitdoku.rate`.
    scale : {"hodoku", "explainer"}
        ``"explainer"``: ER, in steps of 0.1, for classic 9x9 only. ``"hodoku"``: the score, on a logarithmic axis.
    ax : matplotlib Axes, optional
        Where to draw; by default new axes.

    Raises
    ------
    ValueError
        No puzzle has a rating, or the array lacks a column.

    Examples
    --------
    >>> import bitdoku as bd
    >>> rated = bd.rate(bd.generate(100, seed=1), columns=["level", "score", "er"])
    >>> bd.plot.ratings(rated).get_xlabel(), bd.plot.ratings(rated, scale="hodoku").get_xlabel()
    ('ER (Sudoku Explainer)', 'score (HoDoKu)')
    """
    word("scale", scale, ("hodoku", "explainer"))
    column = "er" if scale == "explainer" else "score"
    rows = _rated(puzzles, ["level", column])
    # Under other rules, puzzles that no technique solves have no level.
    known = ~np.isnan(rows["er"]) if column == "er" else np.isin(rows["level"], LEVELS)
    values, level = rows[column][known].astype(float), rows["level"][known]
    hint = "; for other rules than classic 9x9 use scale='hodoku'" if column == "er" else ""
    _expect_some(values, f"no puzzle has a rating in {column!r}; only puzzles with one solution are rated{hint}")
    if scale == "explainer":
        bins = np.arange(np.floor(values.min() * 10) - 0.5, np.ceil(values.max() * 10) + 1.5) / 10
    else:
        bins = np.geomspace(max(values.min(), 1), max(values.max(), 2) * 1.001, 60)
    ax = _checked_axes(ax)
    names = [one.name.lower() for one in LEVELS]
    _draw_stacked([values[level == one] for one in LEVELS], bins, names, ax, title="level (HoDoKu)")
    if scale == "hodoku":
        ax.set_xscale("log")
        ticks = [number for number in TICKS if values.min() / 2 <= number <= values.max() * 2]
        ax.set_xticks(ticks, [str(number) for number in ticks])
        ax.minorticks_off()
    return _label_axes(ax, "ER (Sudoku Explainer)" if scale == "explainer" else "score (HoDoKu)")


def _rated(puzzles: Any, columns: list[str]) -> npt.NDArray[Any]:
    """The columns of the ratings of puzzles, as a flat structured array."""
    if isinstance(puzzles, np.ndarray | np.void) and puzzles.dtype.names is not None:
        missing = [column for column in columns if column not in puzzles.dtype.names]
        if missing:
            raise ValueError(f"the ratings have no column {', '.join(missing)}; expected bd.rate(…, columns={columns})")
        rows = np.asarray(puzzles)
    else:
        rows = np.asarray(rate(puzzles, columns=columns))
    _expect_some(rows)
    return rows.ravel()


def _checked_axes(ax: Axes | None) -> Any:
    """The argument ``ax``, or new axes."""
    if ax is None:
        return pyplot.subplots(layout="constrained")[1]
    if not isinstance(ax, pyplot.Axes):
        raise TypeError(f"ax is {kind(ax)}; expected Axes of matplotlib, such as plt.gca() returns")
    return ax


def _known(puzzles: Any, column: str, missing: str) -> npt.NDArray[Any]:
    """The values of a column without NaN. Raises ValueError with the message ``missing`` if there are none."""
    values: npt.NDArray[Any] = _rated(puzzles, [column])[column]
    values = values[~np.isnan(values)]
    _expect_some(values, missing)
    return values


def _expect_some(rows: npt.NDArray[Any], message: str = "there are no puzzles to draw") -> None:
    if rows.size == 0:
        raise ValueError(message)


def _draw_bars(values: npt.NDArray[Any], bins: npt.NDArray[Any], name: str, ax: Axes | None) -> Axes:
    """Draw a histogram in one color."""
    ax = _checked_axes(ax)
    ax.hist(values, bins.tolist(), weights=np.full(len(values), 100 / len(values)), color=BAR_COLOR, rwidth=0.9)
    return _label_axes(ax, name)


def _draw_stacked(
    parts: list[npt.NDArray[Any]], bins: npt.NDArray[Any], names: list[str], ax: Any, title: str | None = None
) -> None:
    """Draw a histogram of five parts in different colors."""
    share = 100 / sum(map(len, parts))
    weights = [np.full(len(part), share) for part in parts]
    ax.hist(parts, bins.tolist(), weights=weights, stacked=True, color=COLORS, label=names)
    ax.legend(title=title, frameon=False)


def _label_axes(ax: Axes, name: str) -> Axes:
    ax.set_xlabel(name)
    ax.set_ylabel("% of puzzles")
    ax.spines[["top", "right"]].set_visible(False)
    return ax
