"""bitdoku, the Sudoku engine.

>>> import bitdoku as bd
>>> bd.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
SolveResult(solution='812753649943682175…', verdict=<Verdict.UNIQUE: 1>)

Puzzles come in any form: text, integer arrays of shape (…, 9, 9) or (…, 81), nested lists, lists and arrays of text,
pandas, Polars and Arrow columns; results mirror the form. A blank cell is 0 in numbers and ``.`` in text.
"""

import numpy as np  # noqa: F401  (a missing numpy is an ImportError here, not a panic in the core)

from bitdoku import datasets
from bitdoku._core import (
    Transform,
    __version__,
    automorphisms,
    backend,
    candidates,
    canonical,
    check,
    conflicts,
    count,
    fingerprint,
    shuffle,
    solutions,
    solve,
    verdict,
)
from bitdoku._errors import BudgetError, Error, GenerationError, PuzzleError, RulesError
from bitdoku._results import CheckResult, SolveResult, Verdict
from bitdoku.board import Board

__all__ = [
    "Board",
    "BudgetError",
    "CheckResult",
    "Error",
    "GenerationError",
    "PuzzleError",
    "RulesError",
    "SolveResult",
    "Transform",
    "Verdict",
    "__version__",
    "automorphisms",
    "backend",
    "candidates",
    "canonical",
    "check",
    "conflicts",
    "count",
    "datasets",
    "fingerprint",
    "shuffle",
    "solutions",
    "solve",
    "verdict",
]
