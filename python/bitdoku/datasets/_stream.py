"""The training stream: item i of epoch e is a function of the seed, e and i.

.. code-block:: text

    position i of epoch e ── order ──> row of the set ── transformation e·n + i of the seed ──> puzzle, solution

The number of processes, their order, and interruptions do not change it. With a curriculum, an epoch has only the rows
in its bands of difficulty.

The order of an epoch is a permutation computed item by item, without memory: a Feistel network on the smallest power of
four that is at least n, iterated until the result is below n (less than four steps on average; Black and Rogaway,
2002). Its round function is the splitmix64 finalizer.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from bitdoku import _core
from bitdoku._arguments import resolve_seed
from bitdoku._core import _whole as whole
from bitdoku._errors import PuzzleError
from bitdoku.datasets._classes import mix
from bitdoku.datasets._io.raw import expect_equal_counts
from bitdoku.datasets._io.read import expect_solutions
from bitdoku.logic._difficulty import difficulty_conditions
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.typing import SeedLike

    _Boards = npt.NDArray[np.uint8]
    _Words = npt.NDArray[np.uint64]

_ROUNDS = 6

#: Rows at each end of a set that identify it: a file may be larger than memory.
_ENDS = 1024


class Order:
    """A permutation of the numbers below ``n`` for each epoch."""

    def __init__(self, n: int, seed: SupportsIndex | np.random.SeedSequence) -> None:
        self.n = n
        self._seed = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(int(seed))
        self._half = max(1, ((n - 1).bit_length() + 1) // 2)
        self._epoch = -1
        self._keys: _Words = np.empty(0, np.uint64)

    def rows(self, epoch: int, positions: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
        """The numbers at these positions in the order of this epoch."""
        if epoch != self._epoch:
            # A child of the seed, so that other uses of the seed get other words.
            key = (*self._seed.spawn_key, 0x6F72646572, epoch)
            sequence = np.random.SeedSequence(self._seed.entropy, spawn_key=key)
            self._keys, self._epoch = sequence.generate_state(_ROUNDS, np.uint64).astype(np.uint64), epoch
        words = self._step(positions.astype(np.uint64))
        while len(outside := np.flatnonzero(words >= self.n)):
            words[outside] = self._step(words[outside])
        return words.astype(np.intp)

    def _step(self, words: _Words) -> _Words:
        half, mask = np.uint64(self._half), np.uint64((1 << self._half) - 1)
        left, right = words >> half, words & mask
        for key in self._keys:
            left, right = right, left ^ (mix(right ^ key) & mask)
        return (left << half) | right


class Stream:
    """Puzzles with solutions as an endless stream of epochs."""

    def __init__(
        self,
        puzzles: Any,
        solutions: Any,
        *,
        seed: SeedLike,
        shuffle: bool = True,
        augment: bool = True,
        rules: object = None,
        bands: Any = None,
        curriculum: Any = None,
        threads: int | None = None,
    ) -> None:
        self.rules = rules_of(rules)
        self.side = self.rules.side
        self.puzzles, self.solutions = (self._stored(boards) for boards in (puzzles, solutions))
        if len(self.puzzles) == 0:
            raise ValueError("there are no puzzles; expected at least one")
        # Rows of a memory-mapped file are validated when they are read, not at the start.
        self._mapped = any(isinstance(boards, np.memmap) for boards in (self.puzzles, self.solutions))
        if self._mapped:
            expect_equal_counts(self.puzzles, self.solutions)
        else:
            expect_solutions(self.puzzles, self.solutions, rules=self.rules, threads=threads)
        self.seed = resolve_seed(seed)
        self.shuffle, self.augment, self.threads = shuffle, augment, threads
        if (bands is None) != (curriculum is None):
            raise TypeError("bands and curriculum go together; expected both or neither")
        self.curriculum = None if curriculum is None else _stages(curriculum)
        self._bands = (
            np.zeros(0, np.int64) if bands is None else _band_of_each(self.puzzles, bands, self.rules, threads)
        )
        stages = [] if self.curriculum is None else self.curriculum
        self.sizes = [int(np.isin(self._bands, stage).sum()) for stage in stages] or [len(self.puzzles)]
        """The number of items of each stage of the curriculum; the last stage is repeated."""
        if 0 in self.sizes:
            raise ValueError(f"curriculum[{self.sizes.index(0)}] has no puzzles; expected bands with puzzles")
        self._stage = -1

    def __len__(self) -> int:
        return len(self.puzzles)

    def size(self, epoch: int) -> int:
        """The number of items of an epoch."""
        return self.sizes[min(epoch, len(self.sizes) - 1)]

    @cached_property
    def name(self) -> str:
        """A digest of the first and last rows and the bands, which identifies the set."""
        ends: list[_Boards] = [
            boards[some] for boards in (self.puzzles, self.solutions) for some in (slice(_ENDS), slice(-_ENDS, None))
        ]
        data = b"".join(end.tobytes() for end in ends)
        return blake2b(data + self._bands.tobytes(), digest_size=8).hexdigest()

    def _rows(self, epoch: int, positions: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """The rows of the set at positions of an epoch."""
        stage = min(epoch, len(self.sizes) - 1)
        if stage != self._stage:
            self._stage = stage
            self._order = Order(self.sizes[stage], self.seed)
            if self.curriculum is not None:
                self._some = np.flatnonzero(np.isin(self._bands, self.curriculum[stage]))
        rows = self._order.rows(epoch, positions) if self.shuffle else positions
        return rows if self.curriculum is None else self._some[rows]

    def take(self, epoch: int, positions: npt.NDArray[np.intp]) -> tuple[_Boards, _Boards]:
        """Puzzles and solutions at these positions of this epoch, uint8 of shape (len, n, n).

        Raises
        ------
        IndexError
            If a position is not within -n to n - 1; negative positions count from the end.
        PuzzleError
            If a row of a memory-mapped file is malformed, or its solution contradicts a given.
        """
        n = self.size(epoch)
        outside = (positions < -n) | (positions >= n)
        if outside.any():
            raise IndexError(f"position is {positions[outside][0]}; there are {n} items")
        positions = (positions % n).astype(np.intp)
        rows = self._rows(epoch, positions)
        puzzles, solutions = self.puzzles[rows], self.solutions[rows]
        if self._mapped:
            self._validate(puzzles, solutions, rows)
        if self.augment and len(positions):
            # One call handles consecutive transformations, so there is one for each run of positions.
            for run in np.split(np.arange(len(positions)), np.flatnonzero(np.diff(positions) != 1) + 1):
                puzzles[run], solutions[run] = _core.shuffle(
                    puzzles[run],
                    solutions[run],
                    seed=self.seed,
                    start=epoch * len(self) + int(positions[run[0]]),
                    rules=self.rules,
                    threads=self.threads,
                )
        shape = (-1, self.side, self.side)
        return puzzles.reshape(shape), solutions.reshape(shape)

    def _validate(self, puzzles: _Boards, solutions: _Boards, rows: npt.NDArray[np.intp]) -> None:
        """Check cheaply that cells hold digits and solutions agree with givens."""
        digits = (solutions - np.uint8(1) < len(self.rules.digits)).all(axis=1)
        valid = digits & ((puzzles == 0) | (puzzles == solutions)).all(axis=1)
        if not valid.all():
            row = int(rows[np.argmin(valid)])
            raise PuzzleError(f"solutions[{row}] does not solve puzzles[{row}]")

    def _stored(self, boards: Any) -> _Boards:
        """Cells of shape (n, side²); a memory-mapped uint8 array is not copied."""
        length = self.side**2
        shapes = ((length,), (self.side, self.side))
        if isinstance(boards, np.memmap) and boards.dtype == np.uint8 and boards.shape[1:] in shapes:
            return boards.reshape(-1, length)
        return _core._cells(boards, rules=self.rules).reshape(-1, length)


def _stages(curriculum: Any) -> list[list[int]]:
    if not isinstance(curriculum, list | tuple) or not curriculum:
        raise ValueError(f"curriculum is {curriculum!r}; expected a list of bands, one or several for each epoch")
    several = [stage if isinstance(stage, list | tuple | range) else [stage] for stage in curriculum]
    return [[whole(f"curriculum[{i}]", band) for band in stage] for i, stage in enumerate(several)]


def _band_of_each(puzzles: _Boards, bands: Any, rules: Rules, threads: int | None) -> npt.NDArray[np.int64]:
    """The band of each puzzle: the number given, or the index of the first difficulty that fits; -1 for none."""
    if not isinstance(bands, list | tuple) or any(type(band) is int or isinstance(band, np.integer) for band in bands):
        numbers = np.asarray(bands)
        if numbers.dtype.kind not in "iu" or numbers.shape != (len(puzzles),):
            raise ValueError(f"bands are {numbers.dtype} of shape {numbers.shape}; expected a number for each puzzle")
        return numbers.astype(np.int64)
    found = np.full(len(puzzles), -1)
    for number, difficulty in enumerate(bands):
        if difficulty is None:
            raise TypeError(f"bands[{number}] is None; expected a level such as 'hard', or a Difficulty")
        left = np.flatnonzero(found < 0)
        found[left[_core._fits(puzzles[left], difficulty_conditions(difficulty), rules=rules, threads=threads)]] = (
            number
        )
    return found
