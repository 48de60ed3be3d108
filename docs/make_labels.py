"""The table of docs/concepts/scales.md: how often a shuffle changes a rating, and how fast each rating is.

    python docs/make_labels.py -n 10000

Prints the rows of the table for random minimal puzzles: the share whose value changes under ``bd.shuffle``, and the
puzzles that one core rates in a second.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import bitdoku as bd

COLUMNS = (
    "level",
    "score",
    "er",
    "ep",
    "ed",
    "singles",
    "guesses",
    "minutes",
    "te",
    "b",
    "bxb",
    "bxbb",
    "hardest",
    "counts",
)


def main() -> None:
    """Rate, shuffle, rate again and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-n", type=int, default=10_000, help="number of puzzles (default 10,000)")
    puzzles = bd.generate(parser.parse_args().n, seed=1).puzzle
    moved = bd.shuffle(puzzles, seed=2)
    print("| column | changed | puzzles/s |\n|---|---:|---:|")
    for column in COLUMNS:
        start = perf_counter()
        before = bd.rate(puzzles, columns=column, threads=1)[column]
        speed = len(puzzles) / (perf_counter() - start)
        other = bd.rate(moved, columns=column)[column]
        changed = (other != before).reshape(len(puzzles), -1).any(axis=1).mean()
        print(f"| `{column}` | {100 * changed:.1f} % | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
