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
