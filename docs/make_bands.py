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
from bitdoku import plot

BATCH = 100_000


def rated(count: int) -> np.ndarray:
    """Level, score and ER of minimal puzzles number 0 to ``count`` - 1 of seed 1."""
    parts = []
    for start in range(0, count, BATCH):
        made = bd.generate(min(BATCH, count - start), seed=1, start=start)
        parts.append(bd.rate(made, columns=["level", "score", "er"]))
        print(f"{start + len(made)} puzzles", flush=True)
    return np.concatenate(parts)


def draw(rows: np.ndarray, path: Path) -> None:
    """Two histograms, both coloured by level."""
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bitdoku", "font.family": "sans-serif"})
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    plot.ratings(rows, scale="hodoku", ax=left).get_legend().remove()
    plot.ratings(rows, ax=right)
    left.set_xlim(150, 20_000)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Rate, draw and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-n", type=int, default=1_000_000, help="number of puzzles (default a million)")
    options = parser.parse_args()
    rows = rated(options.n)
    draw(rows, Path(__file__).with_name("difficulty.svg"))
    print("| level | share | score: 5 % | median | 95 % | ER: 5 % | median | 95 % |")
    for one in plot.LEVELS:
        here = rows["level"] == one
        scores, ratings = (np.percentile(rows[name][here], [5, 50, 95]) for name in ("score", "er"))
        cells = [*(f"{value:.0f}" for value in scores), *(f"{value:.1f}" for value in ratings)]
        print(f"| {one.name.lower()} | {100 * here.mean():.1f} % | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
