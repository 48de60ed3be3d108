"""The table of docs/concepts/scales.md: how often a shuffle changes a rating, and how fast the ratings are.

    python docs/make_labels.py

Prints for each column of ``rate`` the share of random minimal puzzles whose value changes under ``shuffle``, and the
number of puzzles that one core rates in a second. ``bxb`` is 0 for such puzzles, so its last row has equivalents of a
puzzle of T&E depth 2.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

import bitdoku as bd
from bitdoku.logic._rate import COLUMNS

DEEP = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def row(puzzles: np.ndarray, column: str) -> str:
    """A row of the table."""
    start = process_time()
    values = bd.rate(puzzles, columns=column, threads=1)[column]
    speed = len(puzzles) / (process_time() - start)
    others = bd.rate(bd.shuffle(puzzles, seed=2), columns=column)[column]
    changed = (values != others).reshape(len(puzzles), -1).any(axis=1)
    return f"| `{column}` | {100 * changed.mean():.2f} % | {speed:,.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-n", type=int, default=10_000, help="number of puzzles (default 10,000)")
    puzzles = bd.generate(parser.parse_args().n, seed=1).puzzle
    print("| column | changed | puzzles/s |\n|---|---:|---:|")
    for column in COLUMNS:
        print(row(puzzles, column), flush=True)
    print(row(np.array(bd.to_array(bd.shuffle(DEEP, seed=1, copies=100))), "bxb"))


if __name__ == "__main__":
    main()
