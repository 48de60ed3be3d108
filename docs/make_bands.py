"""The plot of docs/difficulty.md: how the ratings of random minimal puzzles are distributed.

    python docs/make_bands.py -n 1000000

Writes docs/difficulty.svg, and prints the shares that the page quotes. Needs matplotlib.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

import bitdoku as bd

LEVELS = [bd.Level.EASY, bd.Level.MEDIUM, bd.Level.HARD, bd.Level.UNFAIR, bd.Level.EXTREME]
COLOURS = ["#4c9f70", "#8cb369", "#e3b23c", "#e07a3f", "#b23a48"]
BATCH = 100_000


def rated(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Level, score and ER of minimal puzzles number 0 to ``count`` - 1 of seed 1."""
    parts = []
    for start in range(0, count, BATCH):
        made = bd.generate(min(BATCH, count - start), seed=1, start=start)
        parts.append(bd.rate(made, columns=["level", "score", "er"]))
        print(f"{start + len(made)} puzzles", flush=True)
    rows = np.concatenate(parts)
    return rows["level"], rows["score"], rows["er"]


def draw(level: np.ndarray, score: np.ndarray, er: np.ndarray, path: Path) -> None:
    """Two histograms, both coloured by level."""
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bitdoku", "font.family": "sans-serif"})
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    scores = np.geomspace(150, 20_000, 60)
    ratings = np.arange(0.95, 10.0, 0.1)
    for axes, values, bins in ((left, np.clip(score, 151, 19_999), scores), (right, er, ratings)):
        parts = [values[level == one] for one in LEVELS]
        shares = [np.full(len(part), 100 / len(values)) for part in parts]
        axes.hist(parts, bins, weights=shares, stacked=True, color=COLOURS, label=[one.name.lower() for one in LEVELS])
        axes.set_ylabel("% of puzzles")
        axes.spines[["top", "right"]].set_visible(False)
    left.set_xscale("log")
    left.set_xticks([200, 500, 1000, 2000, 5000, 10_000], ["200", "500", "1000", "2000", "5000", "10000"])
    left.minorticks_off()
    left.set_xlabel("score (HoDoKu)")
    right.set_xlabel("ER (Sudoku Explainer)")
    right.legend(title="level (HoDoKu)", frameon=False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Rate, draw and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-n", type=int, default=1_000_000, help="number of puzzles (default a million)")
    options = parser.parse_args()
    level, score, er = rated(options.n)
    draw(level, score, er, Path(__file__).with_name("difficulty.svg"))
    print("| level | share | score: 5 % | median | 95 % | ER: 5 % | median | 95 % |")
    for one in LEVELS:
        here = level == one
        scores, ratings = (np.percentile(values[here], [5, 50, 95]) for values in (score, er))
        cells = [*(f"{value:.0f}" for value in scores), *(f"{value:.1f}" for value in ratings)]
        print(f"| {one.name.lower()} | {100 * here.mean():.1f} % | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
