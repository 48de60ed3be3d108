"""Data sets: files of many formats, audits, duplicates, splits, leaks, and arrays for training.

>>> import bitdoku as bd
>>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> twins = [puzzle, bd.shuffle(puzzle, seed=1)]
>>> bd.datasets.dedupe(twins)
array([0, 1])
>>> bd.datasets.dedupe(twins, by="class")
array([0])
"""

from bitdoku.datasets import encodings
from bitdoku.datasets._audit import audit
from bitdoku.datasets._build import build
from bitdoku.datasets._classes import Leaks, dedupe, leaks, split
from bitdoku.datasets._hrm import HrmPart, from_extreme_csv, read_hrm, write_hrm
from bitdoku.datasets._io.formats import FORMATS, Format
from bitdoku.datasets._io.read import Source, read, scan
from bitdoku.datasets._io.read_sides import read_sides
from bitdoku.datasets._io.write import convert, write
from bitdoku.datasets._puzzle_keys import By
from bitdoku.datasets._report import Audit, Finding

__all__ = [
    "FORMATS",
    "Audit",
    "By",
    "Finding",
    "Format",
    "HrmPart",
    "Leaks",
    "Source",
    "audit",
    "build",
    "convert",
    "dedupe",
    "encodings",
    "from_extreme_csv",
    "leaks",
    "read",
    "read_hrm",
    "read_sides",
    "scan",
    "split",
    "write",
    "write_hrm",
]
