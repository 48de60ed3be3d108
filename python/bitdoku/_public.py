"""The public names of :mod:`bitdoku`, which loads this module at the first use of one of them."""

from bitdoku import _core, rules
from bitdoku._by_rules import of_grids
from bitdoku._compose import compose
from bitdoku._core import (
    Transform,
    __version__,
    automorphisms,
    backend,
    candidate_counts,
    candidates,
    check,
    conflicts,
    count,
    sample,
    solutions,
    solve,
    to_array,
    to_text,
    verdict,
)
from bitdoku._decode import decode
from bitdoku._errors import BudgetError, Error, FormatError, GenerationError, PlanError, PuzzleError, RulesError
from bitdoku._generate import generate, grids, harder, minimize, redundant
from bitdoku._pencilmarks import Pencilmarks
from bitdoku._results import (
    CandidatesResult,
    CheckResult,
    CountResult,
    DecodeResult,
    RedundantResult,
    SolveResult,
    Verdict,
)
from bitdoku._row import Row
from bitdoku._table import Puzzles
from bitdoku.board import Board
from bitdoku.logic._difficulty import Difficulty
from bitdoku.logic._explain import explain, hint, steps
from bitdoku.logic._explanation import Explanation
from bitdoku.logic._minutes import Minutes, Pace, Round, fit_minutes
from bitdoku.logic._rate import Rating, rate
from bitdoku.logic._steps import Step
from bitdoku.logic._techniques import Level, Technique
from bitdoku.pages._book import Book, book
from bitdoku.pages._sheet import Sheet, sheet
from bitdoku.rules import Rules

# Functions of grids, which need the same rules for all.
canonical = of_grids(_core.canonical)
fingerprint = of_grids(_core.fingerprint)
shuffle = of_grids(_core.shuffle)

__all__ = [
    "Board",
    "Book",
    "BudgetError",
    "CandidatesResult",
    "CheckResult",
    "CountResult",
    "DecodeResult",
    "Difficulty",
    "Error",
    "Explanation",
    "FormatError",
    "GenerationError",
    "Level",
    "Minutes",
    "Pace",
    "Pencilmarks",
    "PlanError",
    "PuzzleError",
    "Puzzles",
    "Rating",
    "RedundantResult",
    "Round",
    "Row",
    "Rules",
    "RulesError",
    "Sheet",
    "SolveResult",
    "Step",
    "Technique",
    "Transform",
    "Verdict",
    "__version__",
    "automorphisms",
    "backend",
    "book",
    "candidate_counts",
    "candidates",
    "canonical",
    "check",
    "compose",
    "conflicts",
    "count",
    "decode",
    "explain",
    "fingerprint",
    "fit_minutes",
    "generate",
    "grids",
    "harder",
    "hint",
    "minimize",
    "rate",
    "redundant",
    "rules",
    "sample",
    "sheet",
    "shuffle",
    "solutions",
    "solve",
    "steps",
    "to_array",
    "to_text",
    "verdict",
]
