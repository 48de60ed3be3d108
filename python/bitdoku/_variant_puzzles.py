"""New puzzles for other rules than those of the usual puzzle: the twin of :mod:`bitdoku._generate`.

Grids come from the engine of the rules. Clues go in random order while the solution stays unique; where nothing but one
clue at a time is asked for the engine does that, else all puzzles take their step together here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import GenerationError, PuzzleError, RulesError
from bitdoku._forms import read
from bitdoku._results import Verdict
from bitdoku.rules._symmetry import Symmetries, random_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from bitdoku._forms import Batch
    from bitdoku.rules._rules import Rules

    Digits = npt.NDArray[np.uint8]

#: Puzzles that are made at a time.
BLOCK = 256

#: Boards up to this side may have few enough grids to know them all.
SMALL = 6
MOST_GRIDS = 100_000

#: Grids that are tried for each puzzle: seconds of one core at 9x9.
EFFORT = 200


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
    effort: int | None,
    progress: Callable[[int, int], object] | None,
    threads: Any,
) -> tuple[Digits, Digits]:
    """Puzzles and their solutions, (n, side, side)."""
    side, area = known.side, known.side**2
    if clues is not None and (clues[0] > clues[1] or clues[1] > area):
        raise ValueError(f"clues are {clues[0]} to {clues[1]}; expected a range within 0..{area}")
    allowed = None
    if pattern is not None:
        allowed = np.asarray(pattern) != 0
        if allowed.shape not in ((side, side), (area,)):
            raise ValueError(f"pattern has shape {allowed.shape}; expected ({side}, {side}) or ({area},)")
        allowed = allowed.ravel()
    if minimal and symmetry != "none":
        raise RulesError("minimal=True and symmetry are not combined for other rules than the usual")
    if minimal is None:
        minimal = clues is None and symmetry == "none" and pattern is None
    wish = _Wish(known, clues, _cell_groups(symmetry, side), symmetry == "none", allowed, bool(minimal), threads)
    tries = EFFORT if effort is None else effort
    puzzles, solutions = np.zeros((n, area), np.uint8), np.zeros((n, area), np.uint8)
    for i in range(0, n, BLOCK):
        block = slice(i, min(i + BLOCK, n))
        puzzles[block], solutions[block], good = wish.attempt(seed, start + i, block.stop - i)
        # What failed is tried again alone, with grids of its own: no item depends on others.
        for k in (i + np.flatnonzero(~good)).tolist():
            for again in range(1, max(tries, 1)):
                found = wish.attempt(_child(seed, again), start + k, 1)
                if found[2][0]:
                    puzzles[k], solutions[k] = found[0][0], found[1][0]
                    break
            else:
                raise GenerationError(
                    f"puzzle {start + k}: {max(tries, 1)} grids gave none with {wish}; ask for less, or for more effort"
                )
        if progress is not None:
            progress(block.stop, n)
    return puzzles.reshape(n, side, side), solutions.reshape(n, side, side)


@dataclass(frozen=True)
class _Wish:
    """What puzzles are to be like."""

    known: Rules
    clues: tuple[int, int] | None
    groups: npt.NDArray[np.intp]
    alone: bool  # each cell is a group of its own
    allowed: npt.NDArray[np.bool_] | None
    minimal: bool
    threads: Any

    def __str__(self) -> str:
        words = []
        if self.clues is not None:
            low, high = self.clues
            words.append(f"{low} clues" if low == high else f"{low} to {high} clues")
        if self.allowed is not None:
            words.append("one solution on the pattern")
        words += [] if self.alone else ["the symmetry"]
        return ", ".join(words) or "one solution"

    def attempt(self, seed: Any, start: int, n: int) -> tuple[Digits, Digits, npt.NDArray[np.bool_]]:
        """Puzzles and solutions of items start, start + 1, …, and which of them are as wished for."""
        known = self.known
        grids = _grids(known, n, seed, start, self.threads)
        puzzles = grids if self.allowed is None else np.where(self.allowed, grids, 0).astype(np.uint8)
        good = np.ones(n, bool)
        if self.allowed is not None:
            good = known.engine.solve(puzzles, want="verdict", threads=self.threads)[1] == Verdict.UNIQUE
            if self.clues is None and not self.minimal:
                return puzzles, grids, good
        floor = 0 if self.minimal or self.clues is None else self.clues[0]
        if self.alone and good.all() and (self.clues is None or self.minimal or self.clues[0] == self.clues[1]):
            puzzles = known.engine.minimize(puzzles, seed=seed, start=start, floor=floor, threads=self.threads)
        else:
            aims = np.full(n, floor, np.intp)
            if floor and self.clues is not None:
                low, high = self.clues
                aims[:] = [random_of(seed, start + k).integers(low, high + 1) for k in range(n)]
            puzzles = np.where(
                good[:, None],
                remove(known, puzzles, seed=seed, start=start, groups=self.groups, aims=aims, threads=self.threads),
                puzzles,
            ).astype(np.uint8)
        if self.clues is not None:
            number = np.count_nonzero(puzzles, axis=1)
            good &= (self.clues[0] <= number) & (number <= self.clues[1])
        return puzzles, grids, good


def _child(seed: Any, attempt: int) -> np.random.SeedSequence:
    """The seed of a further attempt."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(int(seed.__index__()))
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, attempt), pool_size=root.pool_size)


def grids(known: Rules, n: int, *, seed: Any, start: int, threads: Any) -> Digits:
    """Complete grids, (n, side, side): each equally likely where all are known, else as the engine finds them."""
    return _grids(known, n, seed, start, threads).reshape(n, known.side, known.side)


def _grids(known: Rules, n: int, seed: Any, start: int, threads: Any) -> Digits:
    every = _every_grid(known)
    if every is None:
        return known.engine.grids(n, seed=seed, start=start, threads=threads)
    if not len(every):
        raise GenerationError("no grid obeys these rules")
    made = np.empty((n, known.side**2), np.uint8)
    free = Symmetries.of(known).free
    for i in range(n):
        rng = random_of(seed, start + i)
        grid = every[rng.integers(len(every))]
        made[i] = (rng.permutation(known.side) + 1)[grid - 1] if free else grid
    return made


def _every_grid(known: Rules) -> Digits | None:
    """All grids of small boards, up to relabelling where any keeps the rules; None where there are too many."""
    if known.side > SMALL:
        return None
    if "_every_grid" not in known.__dict__:
        start = np.zeros((1, known.side**2), np.uint8)
        if Symmetries.of(known).free:
            start[0, : known.side] = range(1, known.side + 1)
        (number,), _ = known.engine.count(start, MOST_GRIDS + 1, threads=1)
        grids = [*known.engine.solutions(start[0])] if number <= MOST_GRIDS else None
        known.__dict__["_every_grid"] = None if grids is None else np.array(grids, np.uint8).reshape(-1, start.shape[1])
    found: Digits | None = known.__dict__["_every_grid"]
    return found


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
