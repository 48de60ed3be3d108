"""Puzzles whose marks are invented as well: ``compose``.

The kinds of marks are described in :mod:`bitdoku._kinds`; the core draws marks and checks that puzzles are unique.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex
from zlib import crc32

import numpy as np

from bitdoku import _core
from bitdoku._arguments import expect_function, flag, resolve_seed, stream_range
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import RulesError, shown
from bitdoku._kinds import JIGSAW, OTHER_NAMES, ascending, kinds_of
from bitdoku._symmetries import SYMMETRIES
from bitdoku._table import Puzzles
from bitdoku.logic._difficulty import difficulty_conditions
from bitdoku.rules._layout import Layout
from bitdoku.rules._rules import Rules, compiled, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bitdoku._kinds import Counts
    from bitdoku._symmetries import Symmetry
    from bitdoku.logic._difficulty import Difficulty
    from bitdoku.typing import RulesLike, SeedLike

_MAX_U64 = 2**64 - 1


def counts_of(kind: object) -> Counts:
    """The numbers of marks of an argument ``kind``."""
    given: Any = {kind: None} if isinstance(kind, str) else kind
    if not isinstance(given, Mapping) or not given:
        raise TypeError(f"kind is {shown(kind)}; expected a name such as 'killer_cage', or numbers of marks by name")
    counts: dict[str, Any] = {OTHER_NAMES.get(str(name), str(name)): count for name, count in given.items()}
    if counts.get(JIGSAW) is not None:
        raise RulesError(f"{JIGSAW} is {shown(counts[JIGSAW])}; expected None, because regions are as many as rows")
    return counts


def _seed_of(seed: SupportsIndex | np.random.SeedSequence, counts: Counts) -> SupportsIndex | np.random.SeedSequence:
    """The seed of a stream of the kinds, so that puzzles of other kinds with the same seed have other solutions."""
    if isinstance(seed, SupportsIndex) and not isinstance(seed, bool) and index(seed) >= 0:
        seed = np.random.SeedSequence(index(seed))
    if not isinstance(seed, np.random.SeedSequence):
        return seed  # The core refuses it.
    key = (*seed.spawn_key, crc32("+".join(counts).encode()))
    return np.random.SeedSequence(seed.entropy, spawn_key=key, pool_size=seed.pool_size)


def _without_boxes(board: Rules) -> Rules:
    """The rules of a board without its boxes: rows as regions, to which the core adds random regions."""
    if board.box is None:
        raise RulesError("the board has regions of its own; expected one with boxes, which a jigsaw replaces")
    layout = board._layout
    # Raises an error for rules that need boxes.
    compiled(Rules.valid(Layout(layout.side, layout.regions, None, layout.values), board.rules))
    return Rules(box=(1, board.side), digits=board.digits) + board.rules


def compose(
    n: int,
    *,
    kind: str | Mapping[str, int | tuple[int, int] | None],
    seed: SeedLike = None,
    start: int = 0,
    rules: RulesLike = None,
    sizes: tuple[int, int] | Mapping[str, tuple[int, int]] | None = None,
    givens: int | tuple[int, int] | None = None,
    symmetry: Symmetry = "none",
    minimal: bool = False,
    difficulty: str | Difficulty | Mapping[str, Any] | None = None,
    effort: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    threads: int | None = None,
) -> Puzzles:
    """Compose ``n`` puzzles with exactly one solution each, whose marks are invented as well.

    Each puzzle starts as a random complete grid, for which marks are drawn: cages, lines, dots, clues outside the
    board. As long as there is another solution, cages are changed, or givens or marks added that it violates. Givens
    that are not needed are removed at the end.

    Puzzle i depends only on the seed, ``start`` + i and the options, not on the machine, the threads or the division of
    a job into shards. The column ``rules`` of the result has the rules of each puzzle, which functions use.

    Parameters
    ----------
    n : int
        Number of puzzles.
    kind : str, or mapping of str to int, (low, high) or None
        The kind of marks, or the number of marks of each of several kinds; None for the usual number. Kinds are named
        as the rules of :mod:`bitdoku.rules`: ``"killer_cage"``, ``"thermometer"``, ``"arrow"``, ``"whispers"``,
        ``"renban"``, ``"palindrome"``, ``"region_sum_line"``, ``"between"``, ``"kropki"``, ``"xv"``,
        ``"greater_than"``, ``"even"``, ``"odd"``, ``"quadruple"``, ``"sandwich"``, ``"x_sum"``, ``"skyscraper"`` and
        ``"little_killer"``. Without a number, killer cages cover the board, all dots of Kropki and all X and V are
        given (a missing mark is a clue too), all neighbors in a region are compared, and each row and column has a
        sandwich. ``"jigsaw"``, alone or with other kinds, has random regions in place of boxes: no region is a row or a
        column, and at most a quarter are boxes or other rectangles.
    seed : int, numpy SeedSequence, numpy Generator or None
        As for :func:`generate`. Puzzles of other kinds with the same seed have other solutions.
    start : int
        Number of the first puzzle.
    rules : str, Rules or Rule
        The rules of the board, such as ``"6x6"``, ``"x"`` or ``"anti-knight"``; classic 9x9 by default.
    sizes : (low, high), or mapping of str to (low, high)
        Numbers of cells of cages or lines, of all kinds or by kind.
    givens : int or (low, high)
        Number of givens. By default as many as are needed; with cages that cover the board, none.
    symmetry : str
        Symmetry of the pattern of givens, and of the regions of a jigsaw, as for :func:`generate`.
    minimal : bool
        Whether no mark can be removed. With a number of marks, all marks are needed.
    difficulty : str, Difficulty, or dict of its arguments
        Difficulty of the puzzles: a level such as ``"hard"``, or a :class:`Difficulty`; see :func:`generate`.
    effort : int
        Maximum number of grids to try for each puzzle; by default 200, or 2,000 with ``difficulty``.
    progress : callable
        ``progress(done, total)`` is called a few times a second with the number of finished puzzles, and n.
    threads : int
        Number of worker threads; all cores by default.

    Raises
    ------
    GenerationError
        No such puzzle was found; the message says what was found instead.
    RulesError
        The kind is unknown, or it does not fit the rules of the board.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.compose(3, kind="killer_cage", seed=1)
    >>> made
    <3 puzzles of side 9 with solutions, columns rules, seed 1, start 0>
    >>> [bd.verdict(row) for row in made] == [bd.Verdict.UNIQUE] * 3, made.clues.tolist()
    (True, [0, 0, 0])
    >>> mixed = bd.compose(1, kind={"killer_cage": 12, "thermometer": 3}, seed=1)
    >>> [rule.name for rule in mixed[0].rules.rules].count("thermometer")
    3
    """
    n, start = stream_range(n, start)
    word("symmetry", symmetry, SYMMETRIES)
    expect_function("progress", progress, "a function of (done, total)")
    counts = counts_of(kind)
    board, has_regions = rules_of(rules), JIGSAW in counts
    if "killer_cage" in counts and any(rule.name == "killer_cage" for rule in board.rules):
        raise RulesError(
            "the board has killer cages, which new ones would overlap; expected rules without killer cages"
        )
    if has_regions:
        board = _without_boxes(board)
    if difficulty is not None and board.digits[0] != 1:
        raise RulesError(f"digits are {board.digits}; difficulty is for digits from 1")
    kinds = kinds_of(board, counts, sizes)
    resolved = resolve_seed(seed)
    area = board.side**2
    most = 0 if any(one.covers for one in kinds) else area
    given = ascending("givens", givens, most=area) or (0, most)
    made = _core._compose(
        n,
        [one.argument for one in kinds],
        () if has_regions else board._layout.regions,
        seed=_seed_of(resolved, counts),
        start=start,
        givens=given,
        symmetry=symmetry,
        minimal=flag("minimal", minimal),
        difficulty=difficulty_conditions(difficulty),
        effort=None if effort is None else whole("effort", effort, least=1, most=_MAX_U64),
        rules=board,
        progress=progress,
        threads=threads,
    )
    boards = np.zeros((2, n, area), np.uint8)
    found: list[Rules] = []
    for i, (puzzle, solution, regions, marks) in enumerate(made):
        boards[0, i], boards[1, i] = puzzle, solution
        of_kind: list[list[Any]] = [[] for _ in kinds]
        for number, template, cells, value in marks:
            # The core has digits from 1.
            total = value + (board.digits[0] - 1) * len(cells)
            of_kind[number].append((template, [divmod(cell, board.side) for cell in cells], total))
        layout = board._layout
        if has_regions:
            layout = Layout(board.side, tuple(regions), None, layout.values)
        added = (rule for one, some in zip(kinds, of_kind, strict=True) for rule in one.rules(some))
        found.append(Rules.valid(layout, (*board.rules, *added)))
    puzzles, solutions = boards.reshape(2, n, board.side, board.side)
    return Puzzles(
        puzzles,
        solutions,
        rules=found,
        seed=resolved,
        stream_version=_core.stream_version(),
        start=start,
    )
