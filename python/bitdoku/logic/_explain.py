"""Human logic: ``explain``, ``hint`` and ``steps``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._errors import BudgetError
from bitdoku._results import Verdict
from bitdoku.board._board import Board, is_same_size
from bitdoku.logic._explanation import Explanation
from bitdoku.logic._steps import Step, step_of
from bitdoku.logic._techniques import SINGLES, Technique
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from bitdoku.rules import Rules
    from bitdoku.typing import AnyNumbers, BudgetLike, OnePuzzle, RulesLike

    Scale: TypeAlias = Literal["hodoku", "explainer"]
    Techniques: TypeAlias = str | Technique | Iterable[str | Technique] | None

#: The techniques that can be named: all but the two numbers that stand for no technique.
TECHNIQUES = tuple(technique for technique in Technique if technique not in (Technique.NONE, Technique.UNKNOWN))


def explain(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Explanation:
    """The steps with which a person solves a puzzle, easiest first.

    Each step is the first technique in the order of the scale that applies. The scale ``"hodoku"`` is that of HoDoKu
    2.2, with a score for each step and a level; ``"explainer"`` that of Sudoku Explainer 1.2.1, with a rating for each
    step. The steps are those of the original programs. Techniques that rely on a unique solution are only used if the
    puzzle has one. For other puzzles, dynamic chains (``"explainer"``), which could search for hours, are left out
    unless ``techniques`` names them.

    Other sides and rules have the scale ``"hodoku"``: its order, scores and levels, with own numbers for the steps of
    clues such as cages and thermometers. Uniqueness techniques are used on plain boards only. Chains, forcing chains
    and nets are left out while a board has more than 16,384 candidates; an empty 25x25 board has 15,625.

    Parameters
    ----------
    puzzle
        One puzzle in any form. The candidates of a :class:`Board`, and pencil marks, are the candidates at the start.
    scale : {"hodoku", "explainer"}
        The order of the techniques, and what they are worth.
    techniques : str, Technique, or several of them, optional
        The techniques to use, such as ``["naked_pair", "x_wing"]``; the default is all but ``"death_blossom"``,
        ``"large_fish"``, ``"franken_jellyfish"`` and ``"mutant_fish"``. ``"singles"`` stands for
        full houses, hidden and naked singles.
    rules, symbols
        As for :func:`solve`.
    budget : int or datetime.timedelta, optional
        An int is the number of search nodes: those of the check for one solution, and as many for the explanation,
        where steps and the assumptions that chains follow are nodes. A timedelta is the time for the whole call. The
        steps found by then are returned.

    Returns
    -------
    Explanation
        A sequence of :class:`Step`. Where logic stops, the steps stop; ``ended`` says why.

    Raises
    ------
    PuzzleError
        The puzzle is malformed.
    RulesError
        The rules are not those of classic 9x9 Sudoku, and the scale is ``"explainer"``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> steps = bd.explain(".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........")
    >>> steps
    Explanation(58 steps, solved, EASY 432)
    >>> steps[0].text
    'In row 3, r3c4 is the only place left for 8.'
    >>> bd.explain(steps.to_dict()["puzzle"], scale="explainer")
    Explanation(58 steps, solved, ER 2.0)
    """
    return _explanation(puzzle, scale, "path", techniques, rules, symbols, budget)


def _explanation(
    puzzle: Any, scale: str, extent: Literal["path", "next"], techniques: Any, rules: Any, symbols: Any, budget: Any
) -> Explanation:
    allowed = numbers_of(techniques)
    answer, known = _ask(puzzle, scale, extent, allowed, rules, symbols, budget)
    verdict, is_contradictory, is_late, givens, found, cells, masks, worth, clue = answer
    verdict = Verdict(verdict)
    is_solved = 0 not in cells and verdict not in (Verdict.NO_SOLUTION, Verdict.MULTIPLE)
    ended: Any = "contradiction" if is_contradictory else "solved" if is_solved else "budget" if is_late else "stuck"
    steps = tuple(step_of(parts, (givens, *state), scale, known) for parts, *state in found)
    return Explanation(steps, verdict, ended, scale, allowed is None, (givens, cells, masks), worth, known, clue)


def hint(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Step | None:
    """The next step of a puzzle; None if it is complete, contradicts itself, or no technique applies.

    The arguments are those of :func:`explain`.

    Raises
    ------
    BudgetError
        The budget ran out first.

    Examples
    --------
    >>> import bitdoku as bd
    >>> step = bd.hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> step.technique, step.placements
    (<Technique.NAKED_SINGLE: 5>, ((4, 4, 5),))
    """
    answer, known = _ask(puzzle, scale, "next", numbers_of(techniques), rules, symbols, budget)
    return next(iter(_steps(answer, scale, known)), None)


def steps(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> list[Step]:
    """All steps that apply to a puzzle as it is, in the order of the scale.

    The arguments are those of :func:`explain`. On the scale ``"hodoku"`` these are all singles, and of each other
    search the step that the program would take. On ``"explainer"``, dynamic chains take minutes to list: unless
    ``techniques`` names some, only the next one is returned, if nothing else applies. Of several steps of one technique
    that place the same digit, such as hidden singles of a box and of a row, the first is returned.

    Raises
    ------
    BudgetError
        The budget ran out first.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [step.placements for step in bd.steps(puzzle, techniques="naked_single")]
    [((4, 4, 5),), ((6, 5, 7),), ((7, 7, 3),), ((6, 8, 4),)]
    """
    answer, known = _ask(puzzle, scale, "all", numbers_of(techniques), rules, symbols, budget)
    return _steps(answer, scale, known)


def first(
    puzzle: Any, *, scale: str = "hodoku", techniques: Any = None, rules: Any = None, budget: Any = None
) -> Explanation:
    """An explanation with at most one step, which also says why if it has none."""
    return _explanation(puzzle, scale, "next", techniques, rules, None, budget)


def _steps(answer: tuple[Any, ...], scale: str, rules: Rules | None) -> list[Step]:
    _, _, is_late, givens, found, *_ = answer
    if is_late:
        raise BudgetError("the budget ran out before the steps were found")
    return [step_of(parts, (givens, *state), scale, rules) for parts, *state in found]


def _ask(
    puzzle: Any,
    scale: Any,
    extent: Literal["path", "next", "all"],
    techniques: list[int] | None,
    rules: Any,
    symbols: str | None,
    budget: Any,
) -> tuple[tuple[Any, ...], Rules | None]:
    """What the core answers, and the rules if they are not classic."""
    word("scale", scale, ("hodoku", "explainer"))
    marks = givens = None
    known = rules_of(rules, puzzle)
    if isinstance(puzzle, Board) and is_same_size(puzzle.rules, known):
        # The core takes solved cells of a board for givens.
        givens = puzzle.puzzle.tobytes()
        marks = None if puzzle.candidates is None else puzzle.candidates.ravel().tolist()
    answer = _core._explain(
        puzzle,
        scale,
        extent,
        techniques=techniques,
        marks=marks,
        givens=givens,
        rules=rules,
        symbols=symbols,
        budget=budget,
    )
    return (*answer[:3], givens or answer[3], *answer[4:]), None if known.is_classic else known


def _plain(name: str) -> str:
    return re.sub("[ -]+", "_", name.strip()).lower()


def numbers_of(techniques: Any, argument: str = "techniques") -> list[int] | None:
    """The numbers of techniques given by name, increasing; None for all."""
    if techniques is None:
        return None
    expected = "names of techniques such as 'x_wing', or 'singles'"
    found: set[int] = set()
    for item in several(argument, techniques, expected, (str, Technique)):
        if isinstance(item, Technique):
            known: list[Technique] = [item] if item in TECHNIQUES else []
        elif isinstance(item, str):
            name = _plain(item)
            known = [technique for technique in TECHNIQUES if name in (_plain(technique.name), _plain(technique.label))]
            if name == "singles":
                known = [*SINGLES]
        else:
            raise TypeError(f"{argument} holds {kind(item)}; expected {expected}")
        if not known:
            raise ValueError(f"{argument} holds {item!r}; expected {expected}")
        found.update(map(int, known))
    if not found:
        raise ValueError(f"{argument} is empty; expected {expected}")
    return sorted(found)
