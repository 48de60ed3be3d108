"""Data sets: duplicates, splits and leaks.

>>> import bitdoku as bd
>>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> twins = [puzzle, bd.shuffle(puzzle, seed=1)]
>>> bd.datasets.dedupe(twins)
array([0, 1])
>>> bd.datasets.dedupe(twins, by="class")
array([0])
"""

from bitdoku.datasets._classes import By, Leaks, dedupe, leaks, split

__all__ = ["By", "Leaks", "dedupe", "leaks", "split"]
