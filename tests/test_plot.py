"""Histograms: the heights of bars against independent counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Iterator

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402 - after the choice of a backend without a window

from bitdoku import plot  # noqa: E402

MADE = bd.generate(300, seed=4)
RATED = bd.rate(MADE, columns=["clues", "guesses", "level", "score", "er", "minutes"])


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close all figures."""
    yield
    pyplot.close("all")


def bars(axes: Any) -> list[tuple[float, float]]:
    """The center and the height of each bar that is not empty."""
    found = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in axes.patches]
    return [(center, height) for center, height in found if height > 0]


def test_clues() -> None:
    counted = Counter(sum(digit > 0 for digit in puzzle.flat) for puzzle in MADE.puzzle)
    expected = sorted((clues, number / 3) for clues, number in counted.items())
    for source in (MADE, MADE.puzzle, RATED):
        assert np.allclose(bars(plot.clues(source)), expected)


def test_guesses() -> None:
    axes = plot.guesses(RATED)
    names = [label.get_text() for label in axes.get_xticklabels()]
    assert names[:4] == ["0", "≤ 1", "≤ 2", "≤ 4"]
    limits = [0, 1, 2, 4, 8, 16, 32]
    for center, height in bars(axes):
        k = round(center)
        low = limits[k - 1] if k else -1
        assert height == pytest.approx(sum(low < guesses <= limits[k] for guesses in RATED["guesses"]) / 3)


def test_minutes_have_the_colors_of_ranges() -> None:
    axes = plot.minutes(RATED)
    ranges = [(0, 5), (5, 6), (6, 8), (8, 12), (12, 1440)]
    for (low, high), container in zip(ranges, axes.containers, strict=True):
        inside = (low <= RATED["minutes"]) & (RATED["minutes"] < high)
        assert sum(bar.get_height() for bar in container) == pytest.approx(inside.mean() * 100)
    found: defaultdict[float, float] = defaultdict(float)
    for center, height in bars(axes):
        found[center - 0.5] += height
    counted = Counter(minutes // 1 for minutes in RATED["minutes"].tolist())
    assert {minute: pytest.approx(number / 3) for minute, number in counted.items()} == dict(found)


def test_ratings_of_explainer() -> None:
    found: defaultdict[float, float] = defaultdict(float)
    for center, height in bars(plot.ratings(RATED)):
        found[round(center, 1)] += height
    counted = Counter(round(float(er), 1) for er in RATED["er"])
    assert {er: pytest.approx(number / 3) for er, number in counted.items()} == dict(found)


def test_ratings_of_hodoku_have_the_colors_of_levels() -> None:
    axes = plot.ratings(RATED, scale="hodoku")
    assert axes.get_xscale() == "log"
    # Ticks are plain numbers within the range of scores.
    ticks = [int(label.get_text()) for label in axes.get_xticklabels()]
    assert {200, 500, 1000} <= {*ticks}
    assert RATED["score"].min() / 2 <= min(ticks) < max(ticks) <= RATED["score"].max() * 2
    for level, container in zip(plot.LEVELS, axes.containers, strict=True):
        share = sum(bar.get_height() for bar in container)
        assert share == pytest.approx((RATED["level"] == level).mean() * 100)


def test_puzzles_without_a_rating_are_left_out() -> None:
    puzzles = [MADE.puzzle[0], np.zeros((9, 9), int)]
    assert sum(height for _, height in bars(plot.ratings(puzzles))) == pytest.approx(100)
    for scale, column in (("explainer", "er"), ("hodoku", "score")):
        with pytest.raises(ValueError, match=f"'{column}'"):
            plot.ratings("." * 81, scale=scale)  # type: ignore[arg-type]


def test_errors() -> None:
    with pytest.raises(ValueError, match="no puzzles"):
        plot.clues([])
    with pytest.raises(ValueError, match=r"\ber\b"):
        plot.ratings(bd.rate(MADE, columns=["level"]))
    with pytest.raises(ValueError, match="scale"):
        plot.ratings(RATED, scale="other")  # type: ignore[arg-type]
    for function in (plot.clues, plot.guesses, plot.minutes, plot.ratings):
        with pytest.raises(TypeError, match="ax"):
            function(RATED, ax=pyplot.subplots(2)[1])
    small = bd.generate(3, seed=1, rules="6x6")
    for function, word in ((plot.ratings, "hodoku"), (plot.guesses, "guesses"), (plot.minutes, "minutes")):
        with pytest.raises(ValueError, match=word):
            function(small)
