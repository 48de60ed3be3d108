"""Generation of puzzles: ``generate``, ``grids``, ``minimize``, ``redundant``, ``harder``."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, overload

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of, expect_function, flag, number_range, one_board, resolve_seed, stream_range
from bitdoku._compose import compose
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import GenerationError, shown
from bitdoku._kinds import named_kinds
from bitdoku._symmetries import SYMMETRIES
from bitdoku._table import Puzzles
from bitdoku.logic._difficulty import difficulty_conditions, rating_number
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal, SupportsIndex, TypeAlias

    import numpy.typing as npt

    from bitdoku._results import RedundantResult
    from bitdoku._symmetries import Symmetry
    from bitdoku.logic._difficulty import Difficulty
    from bitdoku.typing import (
        AnyNumbers,
        BudgetLike,
        Characters,
        ManyOfNumbers,
        ManyTexts,
        OneOfNumbers,
        PuzzlesLike,
        RulesLike,
        SeedLike,
        Text,
        TextArray,
    )

    _Numbers: TypeAlias = OneOfNumbers | ManyOfNumbers | AnyNumbers

# The result has the type of the puzzles.
_Same = TypeVar("_Same", bound="Text | Characters | ManyTexts | TextArray")

#: For each number of clues, the logarithm of the weight that corrects the bias of ``method="controlled"``.
LOG_WEIGHTS = np.array([math.log(math.comb(81, clues)) for clues in range(82)])

_MAX_U64 = 2**64 - 1


def generate(
    n: int,
    *,
    seed: SeedLike = None,
    start: int = 0,
    rules: RulesLike = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: Symmetry | None = None,
    pattern: npt.ArrayLike | None = None,
    difficulty: str | Difficulty | Mapping[str, Any] | None = None,
    minimal: bool | None = None,
    method: Literal["top_down", "controlled"] = "top_down",
    solution: PuzzlesLike | None = None,
    effort: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    threads: int | None = None,
) -> Puzzles:
    """Generate ``n`` puzzles with exactly one solution each.

    Each puzzle starts as a uniformly random complete grid. Clues are removed in random order as long as the solution
    stays unique. By default the puzzles are minimal, with 24.4 clues on average.

    Puzzle i depends only on the seed, ``start`` + i and the options, not on the machine, the threads or the division of
    a job into shards.

    Parameters
    ----------
    n : int
        Number of puzzles.
    seed : int, numpy SeedSequence, numpy Generator or None
        The source of randomness. None draws a seed at random, a Generator draws one from itself; the attribute ``seed``
        of the result has it.
    start : int
        Number of the first puzzle; start + n is at most 2**40.
    clues : int or (low, high)
        Number of clues. Each puzzle draws a target from the range; removal stops at the target, or when no clue can be
        removed and the number is in the range.
    symmetry : str
        Symmetry of the clue pattern: ``"horizontal"`` (top and bottom exchanged),
        ``"vertical"``, ``"diagonal"`` (from the top left), ``"antidiagonal"``, ``"half_turn"``, ``"quarter_turn"``,
        ``"mirrors"`` (horizontal and vertical), ``"diagonals"`` (both), ``"full"``, or ``"none"``. Clues are removed in
        orbits.
    pattern : array of n² bools, shape (n, n) or (n²,)
        Cells that may hold clues. Without ``clues``, ``symmetry`` and ``minimal``, all of them hold clues,
        whatever the ``difficulty``.
    difficulty : str, Difficulty, or dict of its arguments
        Difficulty of the puzzles: a level such as ``"hard"``, a range of minutes such as ``"quick"``, or a
        :class:`Difficulty`. Candidates are generated until
        one has the difficulty, so rare combinations take long.
    minimal : bool
        Whether no single clue can be removed. None means True, unless ``clues``, ``symmetry`` or ``pattern`` is given.
    method : {"top_down", "controlled"}
        ``"controlled"`` generates minimal puzzles with a known bias: weighted by exp(``log_weight``), they are
        a uniform sample of all minimal puzzles (mean 26.6 clues). About one grid in 250,000 yields a puzzle.
    solution : one grid in any form
        The solution of all puzzles, instead of a random grid for each.
    effort : int
        Maximum number of grids, or of removal orders for ``solution``, to try for each puzzle; by default a million
        (controlled: twenty million; other rules: 200, or 10,000 with ``difficulty``). The error reports what was found
        instead.
    progress : callable
        ``progress(done, total)`` is called a few times a second with the number of puzzles generated, and n.
    threads : int
        Number of worker threads; all cores by default.
    rules : str, Rules or Rule
        Rules other than classic 9x9; by default the rules of ``solution``, if it carries any. The names of kinds of
        marks, as in ``"killer"``, ``"jigsaw"`` or ``"6x6 + thermometer"``, call :func:`compose`.
        ``method="controlled"``, and ``guesses``, ``er``, ``ep``, ``ed``, ``minutes``, ``te``, ``b``, ``bxb`` and
        ``bxbb`` of a difficulty, support classic 9x9 only.

    Raises
    ------
    GenerationError
        No such puzzle exists (16 clues, a pattern that leaves two rows of a band blank, a solution that violates the
        rules), or none was found within ``effort``. A result always meets all options.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(3, seed=1)
    >>> made.puzzle.shape, bool((bd.verdict(made) == bd.Verdict.UNIQUE).all())
    ((3, 9, 9), True)
    >>> puzzle, solution = made[2]
    >>> bd.generate(1, seed=1, start=2) == made[2:]
    True
    >>> bd.generate(2, seed=1, clues=30, symmetry="half_turn").clues.tolist()
    [30, 30]
    >>> again = bd.generate(2, seed=1, clues=24, solution=solution)
    >>> again.clues.tolist(), bool((again.solution == solution).all())
    ([24, 24], True)
    """
    n, start = stream_range(n, start)
    word("method", method, ("top_down", "controlled"))
    board, kinds = named_kinds(rules) if isinstance(rules, str) else ("", [])
    if kinds:
        given = {"pattern": pattern, "solution": solution, "method": None if method == "top_down" else method}
        if refused := [name for name, value in given.items() if value is not None]:
            raise GenerationError(f"{refused[0]} is not for puzzles with marks; rules are {shown(rules)}: see compose")
        return compose(
            n,
            kind=dict.fromkeys(kinds),
            seed=seed,
            start=start,
            rules=board,
            givens=clues,
            symmetry=symmetry or "none",
            minimal=minimal or False,
            difficulty=difficulty,
            effort=effort,
            progress=progress,
            threads=threads,
        )
    if symmetry is None:
        symmetry = "none"
    word("symmetry", symmetry, SYMMETRIES)
    expect_function("progress", progress, "a function of (done, total)")
    if minimal is None:
        minimal = (clues is None and symmetry == "none" and pattern is None) or method == "controlled"
    board_rules = rules_of(rules, solution)
    side = board_rules.side
    resolved = resolve_seed(seed)
    options: dict[str, Any] = {
        "seed": resolved,
        "clues": number_range("clues", clues, partial(whole, "clues", most=2**32 - 1)),
        "symmetry": symmetry,
        "pattern": None if pattern is None else _pattern(pattern, side),
        "minimal": flag("minimal", minimal),
        "difficulty": difficulty_conditions(difficulty),
        "controlled": method == "controlled",
        "effort": None if effort is None else whole("effort", effort, least=1, most=_MAX_U64),
        "given": None if solution is None else one_board("solution", solution, board_rules).tobytes(),
        "rules": board_rules,
        "progress": progress,
        "threads": threads,
    }
    puzzle, solutions = (np.zeros((n, side, side), np.uint8) for _ in range(2))
    _core.generate_into(puzzle, solutions, start=start, **options)
    version = _core.stream_version()
    made = Puzzles(puzzle, solutions, rules=board_rules, seed=resolved, stream_version=version, start=start)
    return made.replace(columns={"log_weight": LOG_WEIGHTS[made.clues]}) if method == "controlled" else made


def _pattern(pattern: npt.ArrayLike, side: int) -> list[bool]:
    """The pattern as one bool for each cell."""
    cells = array_of("pattern", pattern)
    if cells.dtype.kind not in "biuf":
        raise TypeError(f"pattern has dtype {cells.dtype.name}; expected bools or numbers")
    if cells.shape not in ((side, side), (side * side,)):
        raise ValueError(f"pattern has shape {cells.shape}; expected ({side}, {side}) or ({side * side},)")
    if np.isnan(cells).any():
        raise ValueError("pattern has a NaN; expected True or False, or numbers")
    allowed: list[bool] = (cells != 0).ravel().tolist()
    return allowed


def grids(
    n: int, *, seed: SeedLike = None, start: int = 0, rules: RulesLike = None, threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """Draw ``n`` complete grids, uniformly from all 6,670,903,752,021,072,936,960.

    Returns a uint8 array of shape (n, 9, 9), or (n, side, side) with ``rules``. Grid i depends only on the seed and
    ``start`` + i. The options are as for :func:`generate`.

    Grids of other rules are uniform on boards up to 6x6 that have fewer than 100,000 grids up to relabeling; on larger
    boards every grid can occur, but not with equal probability.

    Examples
    --------
    >>> import bitdoku as bd
    >>> grids = bd.grids(1000, seed=7)
    >>> bool(bd.check(grids, grids).correct.all())
    True
    >>> bool((bd.grids(1, seed=7, start=999)[0] == grids[999]).all())
    True
    """
    n, start = stream_range(n, start, 1 << 60)
    return _core.grids(n, seed=resolve_seed(seed), start=start, rules=rules, threads=threads)


class _Marked(TypedDict, total=False):
    rules: RulesLike
    symbols: str | None
    threads: int | None
    malformed: Literal["raise", "mark"]


class _Options(_Marked, total=False):
    seed: SeedLike
    start: SupportsIndex


class _MinimizeOptions(_Options, total=False):
    clues: int | None
    budget: BudgetLike


class _HarderOptions(_Options, total=False):
    rounds: int
    by: Literal["guesses", "score", "er", "b", "bxb"]
    target: float | None


@overload
def minimize(puzzles: _Same, **options: Unpack[_MinimizeOptions]) -> _Same: ...  # type: ignore[overload-overlap]
@overload
def minimize(puzzles: _Numbers, **options: Unpack[_MinimizeOptions]) -> npt.NDArray[np.uint8]: ...
@overload
def minimize(puzzles: PuzzlesLike, **options: Unpack[_MinimizeOptions]) -> Any: ...
def minimize(
    puzzles: PuzzlesLike,
    *,
    seed: SeedLike = None,
    start: SupportsIndex = 0,
    clues: int | None = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
    budget: BudgetLike = None,
    malformed: Literal["raise", "mark"] = "raise",
) -> Any:
    """Remove clues in random order until the puzzle is minimal or ``clues`` are left.

    A puzzle may become minimal with more than ``clues`` clues; ``generate`` with ``solution`` and ``clues`` tries other
    orders. A puzzle with fewer clues is returned unchanged.

    A clue is kept if ``budget`` runs out before the search shows that it can be removed, so a result may not be
    minimal; :func:`redundant` shows which results are. A puzzle is returned unchanged if the budget runs out before it
    is known to have one solution. An int limits the nodes of all searches for a puzzle together; they then run one
    after another, which takes several times as long.

    Results have the form of the input. The result for puzzle i depends only on the puzzle, the seed and ``start`` + i:
    ``start=i`` continues a batch of i puzzles. ``seed`` is as for :func:`generate`; the other options are as for
    :func:`solve`. With ``malformed="mark"``, malformed rows become blank.

    Raises
    ------
    PuzzleError
        A puzzle is malformed, or has no solution or several.

    Examples
    --------
    >>> import bitdoku as bd
    >>> small = bd.minimize(bd.grids(5, seed=1), seed=2)
    >>> bool(bd.redundant(small).any())
    False
    >>> (bd.minimize(bd.grids(5, seed=1), seed=2, clues=30) > 0).sum(axis=(1, 2)).tolist()
    [30, 30, 30, 30, 30]
    """
    number = whole("start", start, most=2**47)
    fewest = 0 if clues is None else whole("clues", clues, most=64**2)
    about: Any = {"rules": rules, "symbols": symbols, "threads": threads, "budget": budget, "malformed": malformed}
    return _core.minimize(puzzles, seed=resolve_seed(seed), start=number, clues=fewest, **about)


@overload
def redundant(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> npt.NDArray[np.bool_]: ...
@overload
def redundant(puzzles: PuzzlesLike, *, budget: BudgetLike, **options: Unpack[_Marked]) -> RedundantResult: ...
def redundant(
    puzzles: PuzzlesLike,
    *,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
    budget: BudgetLike = None,
    malformed: Literal["raise", "mark"] = "raise",
) -> Any:
    """Mark the givens that can be removed, one at a time, without adding a solution.

    Returns a bool array of shape (…, 9, 9), or (…, 81) for flat puzzles. A puzzle with one solution is minimal if none
    of its givens is redundant. The arguments are as for :func:`solve`; with ``malformed="mark"``, malformed rows are
    False throughout. With ``budget``, returns a :class:`RedundantResult` of this array and a second one of the givens
    left undecided; an int limits the nodes of all searches for a puzzle together.

    Raises
    ------
    PuzzleError
        A puzzle is malformed.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bool(bd.redundant(bd.generate(1, seed=3).puzzle).any())
    False
    >>> int(bd.redundant(bd.grids(1, seed=3)).sum())
    81

    With a budget, the redundant givens found and the undecided ones:

    >>> puzzle = bd.generate(1, seed=3).puzzle
    >>> known, undecided = bd.redundant(puzzle, budget=10)
    >>> bool(known.any()), bool(undecided.any())
    (False, True)
    """
    return _core.redundant(puzzles, rules=rules, symbols=symbols, threads=threads, budget=budget, malformed=malformed)


@overload
def harder(puzzles: _Same, **options: Unpack[_HarderOptions]) -> _Same: ...  # type: ignore[overload-overlap]
@overload
def harder(puzzles: _Numbers, **options: Unpack[_HarderOptions]) -> npt.NDArray[np.uint8]: ...
@overload
def harder(puzzles: PuzzlesLike, **options: Unpack[_HarderOptions]) -> Any: ...
def harder(
    puzzles: PuzzlesLike,
    *,
    seed: SeedLike = None,
    start: SupportsIndex = 0,
    rounds: int = 100,
    by: Literal["guesses", "score", "er", "b", "bxb"] = "guesses",
    target: float | None = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
    malformed: Literal["raise", "mark"] = "raise",
) -> Any:
    """Search for similar puzzles that are harder.

    Each round moves one or two clues ({−1+1}, {−2+2}) in 32 ways and continues with the hardest puzzle. The result has
    the same number of clues, exactly one solution (often another one), and at least the same difficulty. Results have
    the form of the input. The result for puzzle i depends only on the puzzle, the seed and ``start`` + i.

    Parameters
    ----------
    puzzles, symbols, threads
        As for :func:`solve`.
    malformed : {"raise", "mark"}
        Whether malformed rows raise, or become blank.
    seed : int, numpy SeedSequence, numpy Generator or None
        As for :func:`generate`.
    start : int
        The number of the first puzzle: ``start=i`` continues a batch of i puzzles.
    rounds : int
        The number of rounds for each puzzle.
    by : {"guesses", "score", "er", "b", "bxb"}
        The measure of difficulty: guesses of the portable kernel's search, HoDoKu's score, Sudoku Explainer's rating
        of the hardest step, or the length of braids, infinite where they do not suffice (see :func:`rate`). A round
        takes milliseconds with ``"score"``, and up to seconds with ``"er"`` for puzzles above ER 9.
    target : float, optional
        The difficulty at which the search for a puzzle ends.

    Raises
    ------
    PuzzleError
        A puzzle is malformed, or has no solution or several.

    Examples
    --------
    >>> import bitdoku as bd
    >>> hard = bd.harder(bd.generate(2, seed=1).puzzle, seed=1, rounds=20)
    >>> bd.verdict(hard).tolist()
    [1, 1]
    """
    rounds = whole("rounds", rounds, most=2**32 - 1)
    return _core.harder(
        puzzles,
        seed=resolve_seed(seed),
        start=whole("start", start, most=2**47),
        rounds=rounds,
        by=by,
        target=math.inf if target is None else rating_number("target", target),
        rules=rules,
        symbols=symbols,
        threads=threads,
        malformed=malformed,
    )
