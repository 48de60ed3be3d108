"""Human logic: ``explain``, ``hint`` and ``steps``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._results import Verdict
from bitdoku._steps import SINGLES, Explanation, Step, Technique, step_of
from bitdoku.board import Board

if TYPE_CHECKING:
    from typing import TypeAlias

    from bitdoku.typing import AnyNumbers, BudgetLike, OnePuzzle, RulesLike

    Techniques: TypeAlias = str | Technique | Iterable[str | Technique] | None

#: Techniques that stand for themselves: all but the two that are none.
TECHNIQUES = tuple(technique for technique in Technique if technique not in (Technique.NONE, Technique.UNKNOWN))


def explain(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Literal["explainer"] = "explainer",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Explanation:
    """The steps with which a person solves a puzzle, easiest first.

    The scale ``"explainer"`` is that of Sudoku Explainer 1.2.1: each step is the first technique in its order that
    applies, so the steps and their ratings are those of the original. Techniques that rely on a unique solution are
    only used if the puzzle has one. Dynamic chains, which could search for hours, are left out for other puzzles unless
    ``techniques`` names them. Classic 9x9 only.

    Parameters
    ----------
    puzzle
        One puzzle in any form. The candidates of a :class:`Board`, and pencil marks, are the candidates at the start.
    scale : {"explainer"}
        The order of the techniques and their ratings.
    techniques : str, Technique, or several of them, optional
        The techniques to use, such as ``["naked_pair", "x_wing"]``; the default is all. ``"singles"`` stands for
        hidden and naked singles.
    rules, symbols
        As for :func:`solve`.
    budget : int or datetime.timedelta, optional
        An int is the number of search nodes: those of the check for one solution, and as many for the explanation,
        where steps and the assumptions that chains follow are nodes. A timedelta is the time for the whole call. The
        steps found by then are returned.

    Returns:
    -------
    Explanation
        A sequence of :class:`Step`. Where logic stops, the steps stop; ``ended`` says why.

    Raises:
    ------
    PuzzleError
        The puzzle is malformed.
    RulesError
        The rules are not those of classic 9x9 Sudoku.

    Examples:
    --------
    >>> import bitdoku as bd
    >>> steps = bd.explain(".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........")
    >>> steps
    Explanation(58 steps, solved, ER 2.0)
    >>> steps[34].notation
    'Direct Hidden Pair: Cells r7c6,r9c6: 4,9 in block => r8c6=6'
    """
    _scale(scale)
    allowed = numbers_of(techniques)
    answer = _ask(puzzle, "path", allowed, rules, symbols, budget)
    return _explanation(answer, allowed is None)


def _explanation(answer: tuple[Any, ...], is_complete: bool) -> Explanation:
    verdict, is_contradictory, is_late, givens, found, cells, masks = answer
    verdict = Verdict(verdict)
    is_solved = 0 not in cells and verdict not in (Verdict.NO_SOLUTION, Verdict.MULTIPLE)
    ended: Any = "contradiction" if is_contradictory else "solved" if is_solved else "budget" if is_late else "stuck"
    steps = tuple(step_of(parts, (givens, *state)) for parts, *state in found)
    return Explanation(steps, verdict, ended, "explainer", is_complete, (givens, cells, masks))


def hint(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Literal["explainer"] = "explainer",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Step | None:
    """The next step of a puzzle; None if it is complete, contradicts itself, or no technique applies.

    The arguments are those of :func:`explain`.

    Raises:
    ------
    BudgetError
        The budget ran out first.

    Examples:
    --------
    >>> import bitdoku as bd
    >>> step = bd.hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> step.technique, step.placements
    (<Technique.HIDDEN_SINGLE: 1>, ((0, 5, 8),))
    """
    _scale(scale)
    answer = _ask(puzzle, "next", numbers_of(techniques), rules, symbols, budget)
    return next(iter(_steps(answer)), None)


def steps(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Literal["explainer"] = "explainer",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> list[Step]:
    """All steps that apply to a puzzle as it is, in the order of the scale.

    The arguments are those of :func:`explain`. Dynamic chains take minutes to list: unless ``techniques`` names some,
    only the next one is returned, if nothing else applies. Of several steps of one technique that place the same digit,
    such as hidden singles of a box and of a row, the first is returned.

    Raises:
    ------
    BudgetError
        The budget ran out first.

    Examples:
    --------
    >>> import bitdoku as bd
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [step.placements for step in bd.steps(puzzle, techniques="naked_single")]
    [((4, 4, 5),), ((6, 5, 7),), ((6, 8, 4),), ((7, 7, 3),)]
    """
    _scale(scale)
    return _steps(_ask(puzzle, "all", numbers_of(techniques), rules, symbols, budget))


def first(puzzle: Any, *, techniques: Any = None, rules: Any = None, budget: Any = None) -> Explanation:
    """An explanation with at most one step, which also says why if it has none."""
    allowed = numbers_of(techniques)
    return _explanation(_ask(puzzle, "next", allowed, rules, None, budget), allowed is None)


def _steps(answer: tuple[Any, ...]) -> list[Step]:
    _, _, is_late, givens, found, _, _ = answer
    if is_late:
        from bitdoku._errors import BudgetError

        raise BudgetError("the budget ran out before the steps were found")
    return [step_of(parts, (givens, *state)) for parts, *state in found]


def _ask(
    puzzle: Any,
    extent: Literal["path", "next", "all"],
    techniques: list[int] | None,
    rules: Any,
    symbols: str | None,
    budget: Any,
) -> tuple[Any, ...]:
    marks = None
    if isinstance(puzzle, Board) and puzzle.candidates is not None and puzzle.rules.is_classic:
        marks = puzzle.candidates.ravel().tolist()
    answer = _core._explain(
        puzzle, extent, techniques=techniques, marks=marks, rules=rules, symbols=symbols, budget=budget
    )
    # The core takes solved cells of a board for givens.
    givens = puzzle.puzzle.tobytes() if isinstance(puzzle, Board) else answer[3]
    return (*answer[:3], givens, *answer[4:])


def _scale(scale: Any) -> None:
    if isinstance(scale, str) and scale == "hodoku":
        raise ValueError("scale is 'hodoku', which is not supported yet; expected 'explainer'")
    word("scale", scale, ("explainer",))


def _plain(name: str) -> str:
    return re.sub("[ -]+", "_", name.strip()).lower()


def numbers_of(techniques: Any, argument: str = "techniques") -> list[int] | None:
    """The numbers of techniques given by name, increasing; None for all."""
    if techniques is None:
        return None
    expected = "expected names of techniques such as 'x_wing', or 'singles'"
    if isinstance(techniques, str | int):
        techniques = [techniques]
    elif isinstance(techniques, bytes) or not isinstance(techniques, Iterable):
        raise TypeError(f"{argument} is {kind(techniques)}; {expected}")
    found: set[int] = set()
    for item in techniques:
        if isinstance(item, Technique):
            known: list[Technique] = [item] if item in TECHNIQUES else []
        elif isinstance(item, str):
            name = _plain(item)
            known = [technique for technique in TECHNIQUES if name in (_plain(technique.name), _plain(technique.label))]
            if name == "singles":
                known = [*SINGLES]
        else:
            raise TypeError(f"{argument} holds {kind(item)}; {expected}")
        if not known:
            raise ValueError(f"{argument} holds {item!r}; {expected}")
        found.update(map(int, known))
    if not found:
        raise ValueError(f"{argument} is empty; {expected}")
    return sorted(found)
