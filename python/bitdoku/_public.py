"""The public names of ``import bitdoku as bd``; the package loads this module when the first of them is used."""

from bitdoku import datasets, links, rules
from bitdoku._core import (
    Transform,
    __version__,
    automorphisms,
    backend,
    candidate_counts,
    candidates,
    canonical,
    check,
    conflicts,
    count,
    fingerprint,
    sample,
    shuffle,
    solutions,
    solve,
    verdict,
)
from bitdoku._errors import BudgetError, Error, FormatError, GenerationError, PlanError, PuzzleError, RulesError
from bitdoku._generate import generate, grids, harder, minimize, redundant
from bitdoku._pencilmarks import Pencilmarks
from bitdoku._puzzles import Puzzles
from bitdoku._results import CheckResult, SolveResult, Verdict
from bitdoku._setting import ambiguous, digits_of, masks_of
from bitdoku.board import Board
from bitdoku.board._sheet import Sheet, sheet
from bitdoku.logic._difficulty import Difficulty
from bitdoku.logic._explain import explain, hint, steps
from bitdoku.logic._explanation import Explanation
from bitdoku.logic._rate import rate
from bitdoku.logic._steps import Step
from bitdoku.logic._techniques import Level, Technique
from bitdoku.rules import Rules

__all__ = [
    "Board",
    "BudgetError",
    "CheckResult",
    "Difficulty",
    "Error",
    "Explanation",
    "FormatError",
    "GenerationError",
    "Level",
    "Pencilmarks",
    "PlanError",
    "PuzzleError",
    "Puzzles",
    "Rules",
    "RulesError",
    "Sheet",
    "SolveResult",
    "Step",
    "Technique",
    "Transform",
    "Verdict",
    "__version__",
    "ambiguous",
    "automorphisms",
    "backend",
    "candidate_counts",
    "candidates",
    "canonical",
    "check",
    "conflicts",
    "count",
    "datasets",
    "digits_of",
    "explain",
    "fingerprint",
    "generate",
    "grids",
    "harder",
    "hint",
    "links",
    "masks_of",
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
    "verdict",
]
