"""Generation of puzzles: ``generate``, ``grids``, ``minimize``, ``redundant``, ``harder``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, overload

import numpy as np

from bitdoku import _core
from bitdoku._arguments import array_of, expect_function
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import GenerationError, shown
from bitdoku._puzzles import Puzzles
from bitdoku._symmetries import SYMMETRIES
from bitdoku.logic._difficulty import wish_of
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal, SupportsIndex, TypeAlias

    import numpy.typing as npt

    from bitdoku._symmetries import Symmetry
    from bitdoku.logic._difficulty import Difficulty
    from bitdoku.rules import Rules
    from bitdoku.typing import (
        AnyNumbers,
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

# Forms that results have too.
_Same = TypeVar("_Same", bound="Text | Characters | ManyTexts | TextArray")

LOG_WEIGHTS = np.array([math.log(math.comb(81, clues)) for clues in range(82)])

_MAX_U64 = 2**64 - 1

_METHODS = ("top-down", "controlled")


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
    method: Literal["top-down", "controlled"] = "top-down",
    solution: PuzzlesLike | None = None,
    effort: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    threads: int | None = None,
) -> Puzzles:
    """Generate ``n`` puzzles with exactly one solution each.

    Each starts as a uniformly random complete grid. Clues are removed in random order while the solution stays unique,
    by default until none can be removed: the puzzles are minimal, with 24.4 clues on average.

    Puzzle i depends only on the seed, ``start`` + i and the options, not on the machine, the threads or the division of
    a job into shards.

    Parameters
    ----------
    n : int
        Number of puzzles.
    seed : int, numpy SeedSequence, numpy Generator or None
        None draws a random seed, a Generator draws one from itself; the result keeps it in ``seed``.
    start : int
        Number of the first puzzle; start + n is at most 2**40.
    clues : int or (low, high)
        Number of clues. Each puzzle draws its target from the range; removal stops there, or when no clue can go.
    symmetry : str
        Symmetry of the clue pattern: ``"horizontal"`` (top and bottom exchanged),
        ``"vertical"``, ``"diagonal"`` (from the top left), ``"antidiagonal"``, ``"half-turn"``, ``"quarter-turn"``,
        ``"mirrors"`` (the first two), ``"diagonals"`` (both), ``"full"``, or ``"none"``. Clues are removed in orbits.
    pattern : array of n² bools, shape (n, n) or (n²,)
        Cells that may hold clues. Without ``clues``, ``symmetry`` and ``minimal`` all of them hold clues,
        whatever the ``difficulty``.
    difficulty : str, Difficulty, or dict of its arguments
        How hard the puzzles are: a level such as ``"hard"``, or see :class:`Difficulty`. Puzzles are made until one is
        as hard as wanted, so rare wishes take long.
    minimal : bool
        Whether no single clue can be removed. None means yes, unless ``clues``, ``symmetry`` or ``pattern`` is given.
    method : str
        ``"controlled"`` generates minimal puzzles with a known bias: weighted by exp(``log_weight``), they are
        a uniform sample of all minimal puzzles (mean 26.6 clues). About one grid in 250,000 gives a puzzle.
    solution : one grid in any form
        The solution of all puzzles, instead of a random grid for each.
    effort : int
        Maximum number of grids, or orders of removal from the given one, to try for each puzzle; by default a million
        (controlled: twenty million; other rules: 200, or 10,000 with ``difficulty``). The error says what was found
        instead.
    progress : callable
        Called with (puzzles generated, n) a few times a second.
    threads : int
        Number of worker threads; all cores by default.
    rules : str, Rules or Rule
        Rules other than classic 9x9; by default those of ``solution``, if it carries any. ``method="controlled"``, and
        ``guesses``, ``er``, ``ep`` and ``ed`` of a difficulty, support classic 9x9 only.

    Raises
    ------
    GenerationError
        If no such puzzle exists (16 clues, a pattern that leaves two rows of a band blank, a solution that breaks the
        rules), or none was found within ``effort``. Options are never met in part.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(3, seed=1)
    >>> made.puzzle.shape, bool((bd.verdict(made) == bd.Verdict.UNIQUE).all())
    ((3, 9, 9), True)
    >>> puzzle, solution = made[2]
    >>> bd.generate(1, seed=1, start=2) == made[2:]
    True
    >>> bd.generate(2, seed=1, clues=30, symmetry="half-turn").clues.tolist()
    [30, 30]
    >>> again = bd.generate(2, seed=1, clues=24, solution=solution)
    >>> again.clues.tolist(), bool((again.solution == solution).all())
    ([24, 24], True)
    """
    n, start = numbers_of(n, start)
    word("method", method, _METHODS)
    if symmetry is None:
        symmetry = "none"
    word("symmetry", symmetry, SYMMETRIES)
    if minimal is not None and not isinstance(minimal, bool | np.bool_):
        raise TypeError(f"minimal is {kind(minimal)}; expected True, False or None")
    expect_function("progress", progress, "a callable with two arguments")
    if minimal is None:
        minimal = (clues is None and symmetry == "none" and pattern is None) or method == "controlled"
    board_rules = rules_of(rules, solution)
    side, area = board_rules.side, board_rules.side**2
    resolved = resolve_seed(seed)
    options: dict[str, Any] = {
        "seed": resolved,
        "clues": _range("clues", clues, 2**32 - 1),
        "symmetry": symmetry,
        "pattern": None if pattern is None else _pattern(pattern, side),
        "minimal": bool(minimal),
        "difficulty": wish_of(difficulty),
        "controlled": method == "controlled",
        "effort": None if effort is None else whole("effort", effort, least=1, most=_MAX_U64),
        "given": None if solution is None else _grid(solution, board_rules),
        "rules": board_rules,
        "progress": progress,
        "threads": threads,
    }
    puzzle, solutions = (np.zeros((n, side, side), np.uint8) for _ in range(2))
    _core.generate_into(puzzle, solutions, start=start, **options)
    # In chunks, so that ten million puzzles need no third array of their size.
    number = np.empty(n, np.min_scalar_type(area))
    for first in range(0, n, 65536):
        number[first : first + 65536] = np.count_nonzero(puzzle[first : first + 65536], axis=(1, 2))
    weight = LOG_WEIGHTS[number] if method == "controlled" else None
    return Puzzles(puzzle, solutions, number, weight, resolved, start, _core.stream_version(), board_rules)


def _grid(solution: PuzzlesLike, rules: Rules) -> bytes:
    """The digits of one grid."""
    cells = _core._cells(solution, rules=rules, name="solution")
    if cells.size != rules.side**2:
        raise TypeError("solution holds many grids; expected one")
    return cells.tobytes()


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
    n: int,
    *,
    seed: SeedLike = None,
    start: int = 0,
    rules: RulesLike = None,
    threads: int | None = None,
) -> npt.NDArray[np.uint8]:
    """Draw ``n`` complete grids, uniformly from all 6,670,903,752,021,072,936,960.

    Grid i depends only on the seed and ``start`` + i. Returns a uint8 array of shape (n, 9, 9).

    With ``rules`` the grids have the side of the rules. Up to 6x6 the draw is uniform too if there are fewer than
    100,000 grids up to relabelling; on larger boards every grid can occur, but not with equal probability.

    Examples
    --------
    >>> import bitdoku as bd
    >>> grids = bd.grids(1000, seed=7)
    >>> bool(bd.check(grids, grids).correct.all())
    True
    >>> bool((bd.grids(1, seed=7, start=999)[0] == grids[999]).all())
    True
    """
    n, start = numbers_of(n, start, 1 << 60)
    return _core.grids(n, seed=resolve_seed(seed), start=start, rules=rules, threads=threads)


class _Search(TypedDict, total=False):
    seed: SeedLike
    rules: RulesLike
    symbols: str | None
    threads: int | None


class _Removal(_Search, total=False):
    start: SupportsIndex
    clues: int | None


class _Rounds(_Search, total=False):
    rounds: int
    by: Literal["guesses", "score", "er"]
    target: float | None


@overload
def minimize(puzzles: _Same, **options: Unpack[_Removal]) -> _Same: ...  # type: ignore[overload-overlap]
@overload
def minimize(puzzles: _Numbers, **options: Unpack[_Removal]) -> npt.NDArray[np.uint8]: ...
@overload
def minimize(puzzles: PuzzlesLike, **options: Unpack[_Removal]) -> Any: ...
def minimize(
    puzzles: PuzzlesLike,
    *,
    seed: SeedLike = None,
    start: SupportsIndex = 0,
    clues: int | None = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
) -> Any:
    """Remove clues in random order until no clue can be removed without a second solution, or ``clues`` are left.

    A result has more clues if the order of removal leads to a minimal puzzle earlier; ``generate`` with ``solution``
    and ``clues`` tries other orders. A puzzle with fewer clues remains as it is.

    Results have the form of the input; ``symbols`` as for :func:`bitdoku.solve`. The result for puzzle i depends only
    on the puzzle, the seed and ``start + i``: ``start=i`` continues where a batch of i puzzles ended.

    Raises
    ------
    PuzzleError
        If a puzzle has no solution or several.

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
    return _core.minimize(
        puzzles, seed=resolve_seed(seed), start=number, clues=fewest, rules=rules, symbols=symbols, threads=threads
    )


def redundant(
    puzzles: PuzzlesLike,
    *,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.bool_]:
    """Mark the givens that follow from the others: removing any one of them adds no solution.

    Returns a bool array of shape (…, 9, 9), or (…, 81) for flat puzzles. A unique puzzle is minimal if none of its
    givens is redundant.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bool(bd.redundant(bd.generate(1, seed=3).puzzle).any())
    False
    >>> int(bd.redundant(bd.grids(1, seed=3)).sum())
    81
    """
    return _core.redundant(puzzles, rules=rules, symbols=symbols, threads=threads)


@overload
def harder(puzzles: _Same, **options: Unpack[_Rounds]) -> _Same: ...  # type: ignore[overload-overlap]
@overload
def harder(puzzles: _Numbers, **options: Unpack[_Rounds]) -> npt.NDArray[np.uint8]: ...
@overload
def harder(puzzles: PuzzlesLike, **options: Unpack[_Rounds]) -> Any: ...
def harder(
    puzzles: PuzzlesLike,
    *,
    seed: SeedLike = None,
    rounds: int = 100,
    by: Literal["guesses", "score", "er"] = "guesses",
    target: float | None = None,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
) -> Any:
    """Search for similar puzzles that are harder.

    Each round moves one or two clues ({−1+1}, {−2+2}) in 32 ways and continues from the best. Returns the hardest
    puzzle found: the same number of clues, exactly one solution (often another one), at least as hard. Results have the
    form of the input; the result for puzzle i depends only on the puzzle, the seed and i.

    Parameters
    ----------
    puzzles, symbols, threads
        As for :func:`solve`.
    seed : int, numpy SeedSequence, numpy Generator or None
        As for :func:`generate`.
    rounds : int
        The number of rounds for each puzzle.
    by : {"guesses", "score", "er"}
        What is hard: guesses of the portable kernel's search, HoDoKu's score, or Sudoku Explainer's rating of the
        hardest step (see :func:`rate`). Ratings take longer, from milliseconds a round to seconds where ER is above 9.
    target : float, optional
        The search for a puzzle ends when it is as hard as this.

    Raises
    ------
    PuzzleError
        If a puzzle has no solution or several.

    Examples
    --------
    >>> import bitdoku as bd
    >>> hard = bd.harder(bd.generate(2, seed=1).puzzle, seed=1, rounds=20)
    >>> bd.verdict(hard).tolist()
    [1, 1]
    """
    rounds = whole("rounds", rounds, most=2**32 - 1)
    if target is None:
        target = math.inf
    elif isinstance(target, bool) or not isinstance(target, int | float | np.number):
        raise TypeError(f"target is {kind(target)}; expected a number")
    try:
        target = float(target)
    except OverflowError:
        raise ValueError(f"target is {shown(target)}; expected a number in the range of a float") from None
    if math.isnan(target):
        raise ValueError("target is NaN; expected a number")
    return _core.harder(
        puzzles,
        seed=resolve_seed(seed),
        rounds=rounds,
        by=by,
        target=target,
        rules=rules,
        symbols=symbols,
        threads=threads,
    )


def resolve_seed(seed: SeedLike) -> SupportsIndex | np.random.SeedSequence:
    """A seed that can be reused: drawn at random for None, drawn from a Generator."""
    if seed is None:
        return int.from_bytes(np.random.default_rng().bytes(16), "little")
    if isinstance(seed, np.random.Generator):
        return int.from_bytes(seed.bytes(16), "little")
    return int(seed) if isinstance(seed, np.integer) else seed


def numbers_of(n: int, start: int, items: int = 1 << 40) -> tuple[int, int]:
    """Checked ``n`` and ``start`` for a stream of ``items`` items."""
    n, start = whole("n", n), whole("start", start)
    if start + n > items:
        raise GenerationError(f"start + n is {shown(start)} + {shown(n)}; items are numbered below {items}")
    return n, start


def _range(name: str, value: object, most: int) -> tuple[int, int] | None:
    if value is None:
        return None
    if isinstance(value, tuple | list):
        if len(value) != 2:
            raise ValueError(f"{name} has {len(value)} numbers; expected one or (low, high)")
        low, high = (whole(name, number, most=most) for number in value)
        return low, high
    number = whole(name, value, most=most)
    return number, number
