"""The benchmark puzzles, where the environment variable BITDOKU_PUZZLES says they are."""

from __future__ import annotations

import lzma
import os
from pathlib import Path


def puzzle_sets() -> list[Path]:
    """The files of the folder BITDOKU_PUZZLES."""
    folder = os.environ.get("BITDOKU_PUZZLES")
    return sorted(Path(folder).glob("*.txt.xz")) if folder else []


def read_set(path: Path) -> list[str]:
    """The puzzles of a set, a line each."""
    with lzma.open(path, "rt") as file:
        return file.read().split()


def beside(name: str) -> Path | None:
    """A file of a folder beside BITDOKU_PUZZLES, such as ``ratings/hodoku.tsv.xz``; None if it is not there."""
    folder = os.environ.get("BITDOKU_PUZZLES")
    path = Path(folder or ".").resolve().parent / name
    return path if folder and path.exists() else None


def ratings(name: str) -> list[list[str]] | None:
    """The rows of a table of ratings, from the folder ``ratings`` beside BITDOKU_PUZZLES; None if it is not there."""
    path = beside(f"ratings/{name}.tsv.xz")
    return None if path is None else rows(path)


def rows(table: Path) -> list[list[str]]:
    """The rows of a table, without comments and the names of its columns."""
    with lzma.open(table, "rt") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return lines[1:]
