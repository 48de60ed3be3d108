"""Human logic: ``explain``, ``hint`` and ``steps``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._errors import BudgetError
from bitdoku._results import Verdict
from bitdoku.logic._explanation import Explanation
from bitdoku.logic._steps import Step, make_step
from bitdoku.logic._techniques import NAMED_ONLY, SINGLES, TECHNIQUES, Technique
from bitdoku.rules._rules import is_same_size, rules_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from bitdoku.typing import AnyNumbers, BudgetLike, OnePuzzle, RulesLike

    Scale: TypeAlias = Literal["hodoku", "explainer"]
    Techniques: TypeAlias = str | Technique | Iterable[str | Technique] | None


def explain(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Explanation:
    """Solve a puzzle as a person does and return the steps.

    Each step is the first technique in the order of the scale that applies. The scale ``"hodoku"`` is that of HoDoKu
    2.2, with a score for each step and a level; ``"explainer"`` is that of Sudoku Explainer 1.2.1, with a rating for
    each step. The steps equal the steps of the original programs. Techniques that rely on a unique solution are used
    only if the puzzle has one. For other puzzles, dynamic chains (``"explainer"``) could search for hours; they are
    used only if ``techniques`` names them.

    Boards of other sides and rules have the scale ``"hodoku"``: its order, scores and levels, with additional scores
    for the steps of clues such as cages and thermometers. Uniqueness techniques are used on plain boards only. Chains,
    forcing chains and nets are skipped while a board has more than 16,384 candidates; an empty 25x25 board has 15,625.

    Parameters
    ----------
    puzzle
        One puzzle in any form. The candidates of a :class:`Board`, and pencil marks, are the candidates at the start.
    scale : {"hodoku", "explainer"}
        The scale: the order of the techniques and their ratings.
    techniques : str, Technique, or several of them, optional
        The techniques to use, such as ``["naked_pair", "x_wing"]``; the default is all but ``"death_blossom"``,
        ``"large_fish"``, ``"franken_jellyfish"`` and ``"mutant_fish"``. ``"singles"`` means full houses, hidden and
        naked singles.
    rules, symbols
        As for :func:`solve`.
    budget : int or datetime.timedelta, optional
        An int limits the search nodes of the check for one solution, and, separately, of the explanation, where each
        step and each assumption of a chain is a node. A timedelta limits the time of the whole call. The steps found so
        far are returned.

    Returns
    -------
    Explanation
        A sequence of :class:`Step`, with the reason for its end in ``ended``.

    Raises
    ------
    PuzzleError
        The puzzle is malformed.
    ValueError
        The scale does not have one of the techniques.
    RulesError
        The rules are not classic 9x9, and the scale is ``"explainer"``.

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
    return _explained("path", puzzle, scale, techniques, rules, symbols, budget)


def hint(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> Step | None:
    """Return the next step of a puzzle, or None if there is none.

    There is none if the grid is complete, if digits clash or a cell has no candidate, and if no technique applies, as
    on an empty grid: a puzzle with several solutions is not guessed. ``explain(puzzle).ended`` is the reason, and
    ``print(explain(puzzle))`` ends with it in words. The arguments are as for :func:`explain`.

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
    >>> bd.hint("55" + "." * 79), bd.explain("55" + "." * 79).ended
    (None, 'contradiction')
    """
    found = _within_budget(_explained("next", puzzle, scale, techniques, rules, symbols, budget))
    return found[0] if len(found) else None


def steps(
    puzzle: OnePuzzle | AnyNumbers,
    *,
    scale: Scale = "hodoku",
    techniques: Techniques = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    budget: BudgetLike = None,
) -> list[Step]:
    """Return all steps that apply to a puzzle in its current state, in the order of the scale.

    The arguments are as for :func:`explain`. On the scale ``"hodoku"`` the result has all singles and, for each other
    technique, the step that HoDoKu would choose. On ``"explainer"``, listing dynamic chains takes minutes: unless
    ``techniques`` names one of them, they are searched only if nothing else applies, and the first is returned. Of
    several steps of one technique that place the same digit, such as hidden singles in a box and in a row, only the
    first is returned.

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
    return [*_within_budget(_explained("all", puzzle, scale, techniques, rules, symbols, budget))]


def first(
    puzzle: Any, *, scale: str = "hodoku", techniques: Any = None, rules: Any = None, budget: Any = None
) -> Explanation:
    """An explanation with at most one step; its ``ended`` says why it has none."""
    return _explained("next", puzzle, scale, techniques, rules, None, budget)


def _within_budget(explanation: Explanation) -> Explanation:
    if explanation.ended == "budget":
        raise BudgetError("the budget ran out before the steps were found")
    return explanation


def _explained(
    extent: Literal["path", "next", "all"],
    puzzle: Any,
    scale: Any,
    techniques: Any,
    rules: Any,
    symbols: str | None,
    budget: Any,
) -> Explanation:
    word("scale", scale, ("hodoku", "explainer"))
    known = rules_of(rules, puzzle)
    allowed = technique_numbers(techniques)
    if allowed is not None:
        more = {*NAMED_ONLY} if scale == "hodoku" else set()
        if Technique.NAKED_SINGLE in allowed:
            # "singles" has full houses too, which "explainer" counts as naked singles.
            more.add(Technique.FULL_HOUSE)
        expect_of_scale("techniques", allowed, scale, _core._techniques_of(scale, known.is_classic), more)
    marks = own_givens = None
    if hasattr(puzzle, "__bitdoku_start__") and is_same_size(puzzle.__bitdoku_rules__, known):
        # A board. The core would treat its solved cells as givens.
        start, candidates = puzzle.__bitdoku_start__()
        own_givens = start.tobytes()
        marks = None if candidates is None else candidates.ravel().tolist()
    verdict, givens, found, cells, masks, worth, ended, closing = _core._explain(
        puzzle,
        scale,
        extent,
        techniques=allowed,
        marks=marks,
        givens=own_givens,
        rules=rules,
        symbols=symbols,
        budget=budget,
    )
    givens, own_rules = own_givens or givens, None if known.is_classic else known
    steps = tuple(make_step(parts, (givens, *state), scale, own_rules) for parts, *state in found)
    ends = (givens, cells, masks)
    return Explanation(steps, Verdict(verdict), ended, scale, allowed is None, ends, worth, own_rules, closing)


def _plain(name: str) -> str:
    return re.sub("[ -]+", "_", name.strip()).lower()


def technique_numbers(techniques: Any, argument: str = "techniques") -> list[int] | None:
    """The numbers of the named techniques in increasing order; None for all."""
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
            names = [technique.name.lower() for technique in TECHNIQUES]
            near = "".join(f"; did you mean {name!r}?" for name in get_close_matches(str(item).lower(), names, 1, 0.7))
            raise ValueError(f"{argument} holds {item!r}; expected {expected}{near}")
        found.update(map(int, known))
    if not found:
        raise ValueError(f"{argument} is empty; expected {expected}")
    return sorted(found)


def expect_of_scale(argument: str, numbers: Iterable[int], scale: str, *orders: Iterable[int]) -> None:
    """Raise ValueError for a technique that is in none of the orders of a scale."""
    for number in sorted({*numbers}.difference(*orders)):
        name = Technique(number).name.lower()
        raise ValueError(f"{argument} holds {name!r}, which is not a technique of the scale {scale!r} on this board")
