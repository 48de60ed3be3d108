"""New puzzles for other rules than those of the usual puzzle: the twin of :mod:`bitdoku._generate`.

Grids come from the engine of the rules. Clues go in random order while the solution stays unique; where nothing but one
clue at a time is asked for the engine does that, else all puzzles take their step together here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import GenerationError, PuzzleError, RulesError
from bitdoku._forms import read
from bitdoku._results import Verdict
from bitdoku.rules._symmetry import random_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from bitdoku._forms import Batch
    from bitdoku.rules._rules import Rules

    Digits = npt.NDArray[np.uint8]

#: Puzzles that are made at a time.
BLOCK = 256


def generate(
    known: Rules,
    n: int,
    *,
    seed: Any,
    start: int,
    clues: tuple[int, int] | None,
    symmetry: str,
    pattern: npt.ArrayLike | None,
    minimal: bool | None,
    progress: Callable[[int, int], object] | None,
    threads: Any,
) -> tuple[Digits, Digits]:
    """Puzzles and their solutions, (n, side, side)."""
    side, area = known.side, known.side**2
    low, high = clues or (0, area)
    if low > high or high > area:
        raise ValueError(f"clues are {low} to {high}; expected a range within 0..{area}")
    groups = _cell_groups(symmetry, side)
    allowed = None
    if pattern is not None:
        allowed = np.asarray(pattern) != 0
        if allowed.shape not in ((side, side), (area,)):
            raise ValueError(f"pattern has shape {allowed.shape}; expected ({side}, {side}) or ({area},)")
        allowed = allowed.ravel()
    plain = clues is None and symmetry == "none" and pattern is None
    if minimal and symmetry != "none":
        raise RulesError("minimal=True and symmetry are not combined for other rules than the usual")
    reduce = plain if minimal is None else minimal
    puzzles, solutions = np.zeros((n, area), np.uint8), np.zeros((n, area), np.uint8)
    for i in range(0, n, BLOCK):
        block = slice(i, min(i + BLOCK, n))
        size = block.stop - i
        grids = known.engine.grids(size, seed=seed, start=start + i, threads=threads)
        solutions[block], first = grids, grids
        if allowed is not None:
            first = np.where(allowed, grids, 0).astype(np.uint8)
            _, verdicts = known.engine.solve(first, want="verdict", threads=threads)
            if (verdicts != 1).any():
                raise GenerationError(
                    f"puzzle {start + i + int(np.argmax(verdicts != 1))}: the cells of the pattern do not make the "
                    "solution unique; allow more cells, or take another seed"
                )
        if allowed is not None and clues is None and not reduce:
            puzzles[block] = first
        elif plain or (reduce and clues is None and allowed is None):
            puzzles[block] = known.engine.minimize(first, seed=seed, start=start + i, threads=threads)
        else:
            aims = np.array([random_of(seed, start + k).integers(low, high + 1) for k in range(i, i + size)], np.intp)
            if clues is None or reduce:
                aims[:] = 0
            puzzles[block] = remove(known, first, seed=seed, start=start + i, groups=groups, aims=aims, threads=threads)
        if progress is not None:
            progress(block.stop, n)
    number = np.count_nonzero(puzzles, axis=1)
    outside = np.flatnonzero((number < low) | (number > high))
    if clues is not None and len(outside):
        k = int(outside[0])
        raise GenerationError(
            f"puzzle {start + k} keeps {number[k]} clues, where {low} to {high} were asked for: no more can go; ask "
            "for more clues, or take another seed"
        )
    return puzzles.reshape(n, side, side), solutions.reshape(n, side, side)


def grids(known: Rules, n: int, *, seed: Any, start: int, threads: Any) -> Digits:
    """Complete grids, (n, side, side)."""
    made = known.engine.grids(n, seed=seed, start=start, threads=threads)
    return made.reshape(n, known.side, known.side)


def minimize(known: Rules, puzzles: Any, *, seed: Any, symbols: str | None, threads: Any) -> Any:
    """:func:`bitdoku.minimize`."""
    batch = read("puzzles", puzzles, known.side, symbols=symbols)
    _refuse_other_than_unique(known, batch, threads)
    return batch.mirror(known.engine.minimize(batch.digits, seed=seed, threads=threads))


def redundant(known: Rules, puzzles: Any, *, symbols: str | None, threads: Any) -> Any:
    """:func:`bitdoku.redundant`."""
    batch = read("puzzles", puzzles, known.side, symbols=symbols)
    counts, _ = known.engine.count(batch.digits, 2, threads=threads)
    found = np.zeros(batch.digits.shape, bool)
    for cell in range(known.side**2):
        rows = np.flatnonzero(batch.digits[:, cell] > 0)
        without = batch.digits[rows]
        without[:, cell] = 0
        # A puzzle with two solutions or more keeps them all where the solver finds no solution with another digit.
        found[rows, cell] = _follows(known, without, batch.digits[rows, cell], cell, counts[rows], threads)
    return found.reshape(batch.cell_shape)


def _follows(
    known: Rules, without: Digits, digit: Digits, cell: int, counts: npt.NDArray[np.uint64], threads: Any
) -> npt.NDArray[np.bool_]:
    """Whether each puzzle has no solution with another digit than this in a cell."""
    if (counts == 1).all():
        return np.asarray(known.engine.solve(without, want="verdict", threads=threads)[1] == Verdict.UNIQUE)
    follows = np.ones(len(without), bool)
    for other in range(1, known.side + 1):
        tried = without.copy()
        tried[:, cell] = other
        rows = np.flatnonzero(follows & (digit != other))
        follows[rows] = known.engine.solve(tried[rows], want="verdict", threads=threads)[1] == Verdict.NO_SOLUTION
    return follows


def remove(
    known: Rules,
    puzzles: Digits,
    *,
    seed: Any,
    start: int = 0,
    groups: npt.NDArray[np.intp] | None = None,
    aims: npt.NDArray[np.intp] | None = None,
    threads: Any = None,
) -> Digits:
    """Takes clues away in random order as long as the solution stays unique, all puzzles at a time.

    Args:
        known: the rules.
        puzzles: (N, n²) puzzles with one solution each.
        seed: of the orders; puzzle i has the one of number start + i.
        start: the number of the first puzzle.
        groups: the group of each cell; those of a group go together. By default each is alone.
        aims: where to stop, the number of clues of each puzzle.
        threads: how many work.
    """
    area = known.side**2
    groups = np.arange(area) if groups is None else groups
    names, members = np.unique(groups), {name: np.flatnonzero(groups == name) for name in np.unique(groups)}
    orders = (
        np.stack([random_of(seed, start + i).permutation(names) for i in range(len(puzzles))])
        if len(puzzles)
        else names[None]
    )
    left = puzzles.copy()
    for step in range(len(names)):
        tried = left.copy()
        for row in range(len(left)):
            tried[row, members[orders[row, step]]] = 0
        gone = (left > 0).sum(axis=1) - (tried > 0).sum(axis=1)
        enough = (tried > 0).sum(axis=1) >= (0 if aims is None else aims)
        rows = np.flatnonzero((gone > 0) & enough)
        if len(rows):
            _, verdicts = known.engine.solve(tried[rows], want="verdict", threads=threads)
            rows = rows[verdicts == Verdict.UNIQUE]
            left[rows] = tried[rows]
    return left


def _refuse_other_than_unique(known: Rules, batch: Batch, threads: Any) -> None:
    _, verdicts = known.engine.solve(batch.digits, want="verdict", threads=threads)
    for row in np.flatnonzero(verdicts != Verdict.UNIQUE).tolist():
        what = "has no solution" if verdicts[row] == Verdict.NO_SOLUTION else "has several solutions"
        index = ", ".join(map(str, np.unravel_index(row, batch.shape))) if batch.shape else ""
        place = f"{batch.name}[{index}]" if index else batch.name
        raise PuzzleError(f"{place} {what}; expected exactly one")


def _cell_groups(symmetry: str, side: int) -> npt.NDArray[np.intp]:
    """The group of each cell: cells that the symmetry carries into one another."""
    cells = np.arange(side * side).reshape(side, side)
    moves = {
        "none": [],
        "horizontal": [cells[::-1]],
        "vertical": [cells[:, ::-1]],
        "diagonal": [cells.T],
        "antidiagonal": [cells[::-1, ::-1].T],
        "half-turn": [cells[::-1, ::-1]],
        "quarter-turn": [np.rot90(cells)],
        "mirrors": [cells[::-1], cells[:, ::-1]],
        "diagonals": [cells.T, cells[::-1, ::-1].T],
        "full": [cells[::-1], cells[:, ::-1], cells.T],
    }
    if symmetry not in moves:
        raise ValueError(f"symmetry is {symmetry!r}; expected one of {', '.join(map(repr, moves))}")
    groups = cells.copy()
    # Each cell takes the smallest number that it meets; four rounds reach every picture of it.
    for _ in range(4):
        for move in moves[symmetry]:
            groups = np.minimum(groups, groups.ravel()[move])
    return groups.ravel().astype(np.intp)
