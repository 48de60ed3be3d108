"""The model of the minutes that players need: named ranges, rounds, and ``fit_minutes``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku.logic._rate import rate

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.logic._steps import Candidate
    from bitdoku.typing import PuzzlesLike

#: The named ranges of minutes. Without a pace of its own, no puzzle has more than 1440.
MINUTE_BANDS = {"quick": (0, 5), "short": (5, 6), "moderate": (6, 8), "long": (8, 12), "very_long": (12, 1440)}


class Pace(NamedTuple):
    """The seconds of the model of minutes, as :func:`fit_minutes` returns them.

    Attributes
    ----------
    write
        Seconds to write a digit.
    look
        Seconds to look at a cell.
    left
        Seconds for each cell that is open where singles and locked candidates end.
    """

    write: float = 3.0
    look: float = 0.7
    left: float = 15.0


class Round(NamedTuple):
    """A round of the model of minutes: the digits that can be found on a board, all written at once.

    Attributes
    ----------
    placements
        The digits that are written: tuples (row, column, digit).
    open
        The number of open cells before the round.
    boxes, lines
        The number of digits hidden in a box, and in a row or column. A cell counts in each of its houses.
    naked
        The weight of the naked singles: for each, 1/2 if one of its houses has two open cells, and half of that for
        each further open cell.
    seconds
        The predicted seconds: the number of placements, times
        ``3 + 0.7 * open / max(boxes + lines / 2 + naked, 1 / 4)``.
    """

    placements: tuple[Candidate, ...]
    open: int
    boxes: int
    lines: int
    naked: float
    seconds: float


class Minutes(NamedTuple):
    """The predicted minutes for a puzzle, as in ``explain(puzzle).minutes``.

    Attributes
    ----------
    total
        The column ``minutes`` of :func:`rate`.
    rounds
        A :class:`Round` for each time that the digits on the board are found and written.
    left
        The number of cells that are open where singles and locked candidates end. Each adds 15 seconds; the total is
        then a lower bound.
    """

    total: float
    rounds: tuple[Round, ...]
    left: int


def minutes_of(puzzle: npt.NDArray[Any]) -> Minutes:
    """The minutes of a classic puzzle with one solution."""
    total, rounds, left = _core._rounds(puzzle.ravel().tolist())
    return Minutes(total, tuple(Round(tuple(written), *counts) for written, *counts in rounds), left)


def fit_minutes(puzzles: PuzzlesLike, seconds: npt.ArrayLike, players: npt.ArrayLike | None = None) -> Pace:
    """Fit the seconds of the model of minutes to measured times.

    The fit minimizes the squared differences of logarithms with a soft-L1 loss of scale 0.3, so that a few plays with
    an idle phone have little influence. Puzzles have the weight players / (players + 26).

    Parameters
    ----------
    puzzles
        At least three classic puzzles with one solution, in any form.
    seconds : array_like
        The mean time of each puzzle in seconds.
    players : array_like, optional
        The number of plays behind each mean; by default all means have equal weight.

    Returns
    -------
    Pace
        A named tuple for the argument ``minutes`` of :func:`rate`. If singles and locked candidates solve all puzzles,
        ``left`` cannot be fitted and is five times ``write``, as by default. If a number is close to 0, the puzzles are
        too few or too similar to determine it.

    Raises
    ------
    ValueError
        A puzzle does not have exactly one solution, or has no blank cell; or a time or a number of players is not
        positive.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzles = bd.generate(100, seed=1).puzzle
    >>> seconds = 60 * bd.rate(puzzles, columns="minutes", minutes=(2, 1, 30))["minutes"]
    >>> [round(number, 6) for number in bd.fit_minutes(puzzles, seconds)]
    [2.0, 1.0, 30.0]
    """
    # The model is linear in its three numbers.
    units: Any = np.eye(3).tolist()
    parts = [np.atleast_1d(rate(puzzles, columns="minutes", minutes=unit)["minutes"]) for unit in units]
    times = 60 * np.stack([part.ravel() for part in parts], axis=1)
    if len(times) < 3:
        raise ValueError(f"there are {len(times)} puzzles; expected at least 3")
    unknown = np.flatnonzero(np.isnan(times[:, 0]))
    if len(unknown):
        raise ValueError(f"puzzle {unknown[0]} has no minutes; expected classic puzzles with exactly one solution")
    full = np.flatnonzero(times[:, 0] == 0)
    if len(full):
        raise ValueError(f"puzzle {full[0]} has no blank cell; expected puzzles that take time")
    measured = np.log(_positive("seconds", seconds, len(times)))
    weights = np.ones(len(times))
    if players is not None:
        counts = _positive("players", players, len(times))
        weights = counts / (counts + 26)
    default = np.array(Pace())
    solved = not times[:, 2].any()
    if solved:
        times, default = times[:, :2], default[:2]
    fitted = _fit(times, measured, weights, default)
    write, look, *left = fitted.tolist()
    return Pace(write, look, left[0] if left else 5 * write)


def _fit(
    times: npt.NDArray[Any], measured: npt.NDArray[Any], weights: npt.NDArray[Any], start: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Positive factors of the columns of ``times``: Gauss-Newton steps on their logarithms, reweighted for the loss."""

    def residuals(logs: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.asarray(measured - np.log(times @ np.exp(logs)))

    def loss(logs: npt.NDArray[Any]) -> float:
        return float(np.sum(weights * (np.sqrt(1 + (residuals(logs) / 0.3) ** 2) - 1)))

    logs = np.log(start) + np.median(residuals(np.log(start)))
    for _ in range(100):
        here = residuals(logs)
        shares = times * np.exp(logs)
        shares /= shares.sum(axis=1, keepdims=True)
        roots = np.sqrt(weights / np.sqrt(1 + (here / 0.3) ** 2))
        step = np.clip(np.linalg.lstsq(roots[:, None] * shares, roots * here, rcond=None)[0], -1, 1)
        while np.abs(step).max() > 1e-12 and loss(logs + step) > loss(logs):
            step /= 2
        logs += step
        if np.abs(step).max() <= 1e-12:
            break
    return np.asarray(np.exp(logs))


def _positive(name: str, values: Any, count: int) -> npt.NDArray[Any]:
    """Positive numbers, one for each puzzle, as a flat array."""
    try:
        numbers = np.asarray(values, dtype=float).ravel()
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {kind(values)}; expected a number for each puzzle") from None
    if len(numbers) != count:
        raise ValueError(f"{name} has {len(numbers)} numbers; expected one for each of {count} puzzles")
    wrong = np.flatnonzero(~((numbers > 0) & np.isfinite(numbers)))
    if len(wrong):
        raise ValueError(f"{name}[{wrong[0]}] is {numbers[wrong[0]]}; expected a positive number")
    return numbers
