"""The numbers and the chart of docs/concepts/minutes.md: predicted against observed minutes.

    python docs/make_minutes.py ../shared/ratings/minutes.tsv.xz

The argument is a table with the columns puzzle, players and seconds: S.-W. Wang's data set (CC0,
github.com/synnwang/sudoku_dataset_difficulty, doi 10.1109/ACCESS.2024.3434632). Writes docs/pictures/minutes.svg, and
prints the numbers that the page quotes. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import csv
import lzma
from itertools import pairwise
from pathlib import Path

import numpy as np

import bitdoku as bd

#: The limits of the bands of predicted minutes on the page.
BANDS = (0, 4.5, 5, 5.5, 6, 7, 8, 10, 13, 16, 30)
#: The columns that the page compares, and their names there.
MEASURES = {"minutes": "`minutes`", "er": "`er`", "level": "`level`", "score": "`score`", "guesses": "`guesses`"}


def read(path: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Puzzles, numbers of players, and mean seconds."""
    with lzma.open(path, "rt") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    players, seconds = (np.array([float(row[name]) for row in rows]) for name in ("players", "seconds"))
    return [row["puzzle"] for row in rows], players, seconds


def ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each value; equal values share their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """The rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def bands(predicted: np.ndarray, seconds: np.ndarray) -> list[tuple[str, int, list[float]]]:
    """For each band of predicted minutes: name, number of puzzles, and quartiles of the observed minutes."""
    found = []
    for low, high in pairwise(BANDS):
        here = (predicted >= low) & (predicted < high)
        name = f"{low:g} to {high:g}" if low else f"below {high:g}"
        found.append((name, int(here.sum()), np.percentile(seconds[here] / 60, [25, 50, 75]).tolist()))
    return found


def draw(predicted: np.ndarray, seconds: np.ndarray, path: Path) -> None:
    """A point for each puzzle, and the median of each band."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bitdoku", "font.family": "sans-serif"})
    figure, ax = plt.subplots(figsize=(6.4, 5), layout="constrained", dpi=150)
    observed = seconds / 60
    ax.scatter(predicted, observed, s=7, alpha=0.35, color="#0b66c3", linewidths=0, rasterized=True, label="a puzzle")
    for (low, high), (_, _, (first, median, third)) in zip(pairwise(BANDS), bands(predicted, seconds), strict=True):
        middle = np.median(predicted[(predicted >= low) & (predicted < high)])
        ax.plot([middle, middle], [first, third], color="#b23a48", linewidth=1.5)
        ax.plot(
            [middle], [median], "o", color="#b23a48", markersize=4, label="quartiles of a band" if not low else None
        )
    ax.plot([3.5, 30], [3.5, 30], color="#888888", linewidth=1, zorder=0, label="equal")
    ax.set(xscale="log", yscale="log", xlabel="predicted minutes", ylabel="observed mean minutes")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks([3, 5, 10, 20, 50, 100], ["3", "5", "10", "20", "50", "100"])
        axis.set_ticks([], minor=True)
    ax.set(xlim=(3.5, 30), ylim=(2, 110))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="upper left")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Compare, draw and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("table", type=Path, help="puzzles, players and seconds as .tsv.xz")
    puzzles, players, seconds = read(parser.parse_args().table)
    rated = bd.rate(puzzles, columns=[*MEASURES])
    many = players >= 20
    draw(rated["minutes"], seconds, Path(__file__).with_name("pictures") / "minutes.svg")
    print(
        f"| measure | all {len(puzzles):,} puzzles | {many.sum()} puzzles with at least 20 players |\n|---|---:|---:|"
    )
    for name, label in MEASURES.items():
        cells = (f"{spearman(rated[name][some], seconds[some]):.2f}" for some in (slice(None), many))
        print(f"| {label} | {' | '.join(cells)} |")
    print("\n| predicted | puzzles | observed: 25 % | median | 75 % |\n|---|---:|---:|---:|---:|")
    for label, count, quartiles in bands(rated["minutes"], seconds):
        print(f"| {label} | {count} | {' | '.join(f'{value:.1f}' for value in quartiles)} |")
    print("\nfit:", bd.fit_minutes(puzzles, seconds, players))


if __name__ == "__main__":
    main()
