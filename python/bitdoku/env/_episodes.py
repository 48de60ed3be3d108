"""The puzzles of episodes: generated ahead in a background thread, or drawn from a data set.

.. code-block:: text

    episodes of a board:  0 1 2 3 4 5 6 7 8 9 …     below `started`: played
                                ^         ^         from there to below `drawn`: ready, in slot number % slots
                          started         drawn

Episode i of a board depends only on the seed of the board, i and the options.
"""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bitdoku import _core
from bitdoku._arguments import number_range
from bitdoku._core import _whole as whole
from bitdoku._errors import GenerationError, PuzzleError
from bitdoku._results import Verdict
from bitdoku.logic._difficulty import difficulty_conditions

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from bitdoku.rules._rules import Rules

    Boards: TypeAlias = npt.NDArray[np.uint8]
    Numbers: TypeAlias = npt.NDArray[np.uint64]
    #: Puzzles, their solutions, and whether each puzzle has exactly one.
    Puzzles: TypeAlias = tuple[Boards, Boards, list[bool]]

#: The number of episodes that are ready for each board, and for few boards together.
AHEAD, AHEAD_TOGETHER = 8, 64
#: The time after which drawn puzzles are made available, in seconds, about.
PIECE = 0.05
#: The seed of a board that has no stream of episodes yet.
UNSEEDED = np.uint64(2**64 - 1)


class DataSet:
    """Episodes with puzzles drawn uniformly from a data set."""

    def __init__(self, count: int, rules: Rules, puzzles: Any) -> None:
        self.puzzles, self.solutions, self.unique = solved("puzzles", puzzles, rules)
        self.seeds: Numbers = np.full(count, UNSEEDED)
        self.started: Numbers = np.zeros(count, np.uint64)

    def reseed(self, rows: npt.NDArray[np.intp], seeds: Numbers, first: int | Numbers = 0) -> None:
        """Start the streams of these seeds on some boards, at their episode ``first``."""
        self.seeds[rows], self.started[rows] = seeds, first

    def set_difficulty(self, difficulty: Any) -> None:
        """Refuse any difficulty."""
        self.conditions(difficulty)

    def conditions(self, difficulty: Any) -> None:
        """Refuse any difficulty."""
        if difficulty is not None:
            raise ValueError("difficulty is for generated puzzles; select the puzzles of a data set beforehand")

    def take(self, rows: npt.NDArray[np.intp]) -> Puzzles:
        """The next puzzle for each of these boards."""
        drawn = _core.episode_numbers(self.seeds[rows].tolist(), self.started[rows].tolist(), len(self.puzzles))
        self.started[rows] += np.uint64(1)
        return self.puzzles[drawn], self.solutions[drawn], self.unique[drawn].tolist()


class Generated:
    """Episodes with generated puzzles."""

    def __init__(self, count: int, rules: Rules, difficulty: Any, clues: Any) -> None:
        self._rules = rules
        self._clues = number_range("clues", clues, partial(whole, "clues", most=2**32 - 1))
        self._slots = max(AHEAD, AHEAD_TOGETHER // count)
        shape = (count, self._slots, rules.side, rules.side)
        self._puzzles, self._solutions = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self.seeds: Numbers = np.full(count, UNSEEDED)
        self.started: Numbers = np.zeros(count, np.uint64)
        self._drawn: Numbers = np.zeros(count, np.uint64)
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        #: Changes with the seeds and the difficulty, so that puzzles for the earlier ones are not used.
        self._version = 0
        #: The version in which the worker found no puzzle for an episode.
        self._failed = -1
        self.set_difficulty(difficulty)

    def set_difficulty(self, difficulty: Any) -> None:
        """Set the difficulty of the next episodes."""
        conditions = self.conditions(difficulty)
        with self._lock:
            self._bands = conditions
            self._version += 1
            self._drawn[:] = self.started

    def conditions(self, difficulty: Any) -> list[Any]:
        """The conditions of each of the difficulties; raises for those that the rules and the clues exclude."""
        bands = list(difficulty) if isinstance(difficulty, list | tuple) else [difficulty]
        if not bands:
            raise ValueError("difficulty is empty; expected a difficulty, or several")
        conditions = [difficulty_conditions(band) for band in bands]
        self._draw(conditions, np.zeros(0, np.uint64), np.zeros(0, np.uint64))
        return conditions

    def reseed(self, rows: npt.NDArray[np.intp], seeds: Numbers, first: int | Numbers = 0) -> None:
        """Start the streams of these seeds on some boards, at their episode ``first``."""
        with self._lock:
            self._version += 1
            self.seeds[rows] = seeds
            self.started[rows] = self._drawn[rows] = first

    def take(self, rows: npt.NDArray[np.intp]) -> Puzzles:
        """The next puzzle for each of these boards.

        Raises GenerationError for an episode without a puzzle, and skips this episode.
        """
        missing = rows[self._drawn[rows] == self.started[rows]]
        try:
            if len(missing):
                self._draw_now(missing)
        except GenerationError:
            for row in missing.reshape(-1, 1):
                try:
                    self._draw_now(row)
                except GenerationError:
                    with self._lock:
                        self.started[row] += np.uint64(1)
                        self._drawn[row] = self.started[row]
                        self._failed = -1
                    raise
        with self._lock:
            slots = (self.started[rows] % np.uint64(self._slots)).astype(np.intp)
            puzzles, solutions = self._puzzles[rows, slots], self._solutions[rows, slots]
            self.started[rows] += np.uint64(1)
        self._draw_ahead()
        return puzzles, solutions, [True] * len(rows)

    def _draw_now(self, rows: npt.NDArray[np.intp]) -> None:
        """Generate the next puzzle of these boards."""
        items = self.started[rows]
        self._keep(self._version, rows, items, *self._draw(self._bands, self.seeds[rows], items))

    def _draw(
        self,
        bands: list[Any],
        seeds: Numbers,
        items: Numbers,
        wanted: Callable[[], bool] | None = None,
        threads: int | None = None,
    ) -> tuple[Boards, Boards]:
        """Generate the puzzles of episodes."""
        episodes = seeds.tolist(), items.tolist()
        numbers = _core.episode_numbers(*episodes, len(bands)) if len(bands) > 1 else [0] * len(seeds)
        shape = (len(seeds), self._rules.side, self._rules.side)
        puzzles, solutions = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        options: Any = {"difficulties": bands, "clues": self._clues, "rules": self._rules}
        options |= {"wanted": wanted, "threads": threads}
        _core.draw_puzzles(*episodes, numbers, puzzles, solutions, **options)
        return puzzles, solutions

    def _keep(
        self, version: int, rows: npt.NDArray[np.intp], items: Numbers, puzzles: Boards, solutions: Boards
    ) -> None:
        """Store drawn puzzles, unless the board has them already or they are for other options."""
        with self._lock:
            new = (self._drawn[rows] == items) & (version == self._version)
            rows, items = rows[new], items[new]
            slots = (items % np.uint64(self._slots)).astype(np.intp)
            self._puzzles[rows, slots], self._solutions[rows, slots] = puzzles[new], solutions[new]
            self._drawn[rows] = items + np.uint64(1)

    def _draw_ahead(self) -> None:
        """Start the thread that generates ahead if a board has less than half of its episodes ready."""
        if self._failed == self._version or (self._worker is not None and self._worker.is_alive()):
            return
        if int((self._drawn - self.started).min()) > self._slots // 2:
            return
        self._worker = threading.Thread(target=self._work, name="bitdoku-episodes")
        self._worker.start()

    def _work(self) -> None:
        """Generate until all boards have their episodes ready, the next ones first."""
        with self._lock:
            version, bands, ready = self._version, self._bands, self._drawn - self.started
            plan = [np.flatnonzero(ready <= depth) for depth in range(self._slots)]
            rows = np.concatenate(plan)
            depths = np.repeat(np.arange(self._slots, dtype=np.uint64), [*map(len, plan)])
            items = self.started[rows] + depths
            seeds = self.seeds[rows]

        def wanted() -> bool:
            # The interpreter waits for this thread at its end.
            return version == self._version and threading.main_thread().is_alive()

        first, size = 0, 1
        try:
            while first < len(rows) and wanted():
                piece = slice(first, first + size)
                begin = time.perf_counter()
                drawn = self._draw(bands, seeds[piece], items[piece], wanted, threads=1)
                self._keep(version, rows[piece], items[piece], *drawn)
                first += size
                size = 2 * size if time.perf_counter() - begin < PIECE / 2 else max(1, size // 2)
        except InterruptedError:
            return
        except GenerationError:
            self._failed = version  # until the episode is taken, which raises the error again


def solved(name: str, puzzles: Any, rules: Rules) -> tuple[Boards, Boards, npt.NDArray[np.bool_]]:
    """Puzzles in any form, a solution of each, and whether it is the only one.

    Raises
    ------
    PuzzleError
        A puzzle is malformed, has no solution, or no blank cell.
    """
    side = rules.side
    cells = _core._cells(puzzles, rules=rules, name=name).reshape(-1, side, side)
    if not len(cells):
        raise ValueError(f"{name} holds no puzzles; expected at least one")
    solutions, found = _core.solve(cells, rules=rules)
    for wrong, reason in ((found == Verdict.NO_SOLUTION, "has no solution"), (cells.all((1, 2)), "has no blank cell")):
        if wrong.any():
            place = f"{name}[{int(wrong.argmax())}]" if len(cells) > 1 else name
            raise PuzzleError(f"{place} {reason}; expected a puzzle to solve")
    return cells, solutions, found == Verdict.UNIQUE
