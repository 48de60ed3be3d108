"""Ratings of both scales equal those of the original programs, on puzzles of bitdoku's own generator.

``tests/data/ratings.tsv.xz`` names the programs and their versions.
"""

from __future__ import annotations

from pathlib import Path

import bitdoku as bd
from benchmark_sets import rows

ROWS = rows(Path(__file__).parent / "data" / "ratings.tsv.xz")
PUZZLES = [row[0] for row in ROWS]


def test_explainer() -> None:
    rated = bd.rate(PUZZLES, columns=["er", "ep", "ed"])
    expected = [tuple(round(10 * float(value)) for value in row[1:4]) for row in ROWS]
    assert [tuple(round(10 * float(value)) for value in row) for row in rated.tolist()] == expected


def test_hodoku() -> None:
    rated = bd.rate(PUZZLES, columns=["level", "score"])
    found = [(bd.Level(level).name.title(), score) for level, score in rated.tolist()]
    assert found == [(row[4], int(row[5])) for row in ROWS]
