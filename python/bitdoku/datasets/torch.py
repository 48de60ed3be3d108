"""Data sets for PyTorch's ``DataLoader`` that shuffle and augment on the fly (extra ``torch``).

* :class:`PuzzleDataset` is map-style: ``DataLoader`` forms batches and distributes items to workers, samplers
  distribute them to ranks.
* :class:`PuzzleBatches` is iterable and yields whole batches: it is faster, distributes batches to workers and ranks
  itself, and can resume after any batch.

In both, item i of epoch e depends only on (seed, e, i), regardless of the number of workers and ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter, length_hint
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import numpy as np

from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku.datasets._stream import Stream

try:
    import torch
    import torch.distributed
    from torch.utils.data import Dataset, IterableDataset, get_worker_info
except ImportError as error:
    raise ImportError('bitdoku.datasets.torch needs torch: pip install "bitdoku[torch]"') from error

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.logic._difficulty import Difficulty
    from bitdoku.typing import SeedLike

    _Boards = npt.NDArray[np.uint8]
    Encode: TypeAlias = Callable[[_Boards, _Boards], Any]

__all__ = ["PuzzleBatches", "PuzzleDataset"]


class _Options(TypedDict, total=False):
    shuffle: bool
    augment: bool
    rules: object
    bands: npt.ArrayLike | Sequence[str | Difficulty]
    curriculum: Sequence[int | Sequence[int]]


class _Epochs:
    """The common base: the stream and its position.

    The position is in shared memory, so that persistent workers (``persistent_workers=True``) see changes: the epoch,
    the batch, and the number of the pass of workers that has read from there, or 0.
    """

    def __init__(
        self, puzzles: Any, solutions: Any, *, seed: SeedLike, encode: Encode | None = None, **options: Unpack[_Options]
    ) -> None:
        # Workers are processes; more threads would only compete.
        self._stream = Stream(puzzles, solutions, seed=seed, threads=1, **options)
        self._encode = encode
        self._at = torch.zeros(3, dtype=torch.int64).share_memory_()

    @property
    def epoch(self) -> int:
        """The number of the epoch, from 0."""
        return int(self._at[0])

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch of the next iteration; a new epoch starts with its first item."""
        number = self._number(epoch)
        if number != self.epoch:
            self._at[:] = torch.tensor([number, 0, 0])

    def _number(self, epoch: int) -> int:
        return whole("epoch", epoch, most=2**62 // len(self._stream) - 2)

    def _state(self) -> dict[str, Any]:
        stream = self._stream
        seed = stream.seed
        return {
            "seed": [np.vectorize(int, "O")(seed.entropy).tolist(), *map(int, seed.spawn_key)]
            if isinstance(seed, np.random.SeedSequence)
            else int(seed),
            "items": len(stream),
            "puzzles": stream.name,
            "shuffle": stream.shuffle,
            "augment": stream.augment,
            "rules": "9x9" if stream.rules.is_classic else repr(stream.rules),
        } | ({} if stream.curriculum is None else {"curriculum": stream.curriculum})

    def _expect(self, state: dict[str, Any], own: dict[str, Any]) -> None:
        for key, value in own.items():
            if state.get(key) != value:
                raise ValueError(
                    f"the state is that of another stream: {key} is {state.get(key)!r}; expected {value!r}"
                )

    def _take(self, epoch: int, positions: npt.NDArray[Any]) -> Any:
        puzzles, solutions = self._stream.take(epoch, positions)
        if self._encode is None:
            return {"puzzle": puzzles, "solution": solutions}
        return self._encode(puzzles, solutions)


class PuzzleDataset(_Epochs, Dataset[Any]):
    """Puzzles and solutions as a map-style data set.

    Parameters
    ----------
    puzzles, solutions : any form that :func:`bitdoku.solve` takes
        Memory-mapped uint8 arrays are not copied; their digits and givens are checked when rows are read. Other
        solutions are fully checked at the start.
    seed : int, numpy SeedSequence, numpy Generator or None
        None draws a seed; to resume in another process, pass ``seed=state["seed"]``.
    shuffle : bool
        Whether each epoch has its own order. Do not shuffle in the sampler too: consecutive positions are read
        together.
    augment : bool
        Whether each item is a random member of the class of its puzzle, drawn anew in each epoch. Its ratings on
        the scales of HoDoKu and Sudoku Explainer, and bands of them, can differ from those of the puzzle.
    encode : callable, optional
        Takes puzzles and solutions, uint8 of shape (k, 9, 9), and returns an array, or a tuple, list or dict of arrays,
        with k along the first axis; see :mod:`bitdoku.datasets.encodings`. Without it an item is a dict of ``puzzle``
        and ``solution``, uint8 of shape (9, 9).
    rules : optional
        As for :func:`bitdoku.solve`; boards of side n are (n, n).
    bands : array or list of ints, or list of difficulties, optional
        The band of each puzzle: a number, such as the column ``band`` of :func:`bitdoku.datasets.build` or the level of
        :func:`bitdoku.rate`; or, for a list of levels and :class:`bitdoku.Difficulty`, the index of the first that
        fits, which is found at the start.
    curriculum : sequence, optional
        The band or bands of each epoch, such as ``[0, (0, 1), (0, 1, 2)]``; the last entry is repeated. The length of
        the data set is the length of the current epoch.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets.torch import PuzzleDataset
    >>> from torch.utils.data import DataLoader
    >>> made = bd.generate(10, seed=1)
    >>> dataset = PuzzleDataset(made.puzzle, made.solution, seed=2)
    >>> [tuple(batch["puzzle"].shape) for batch in DataLoader(dataset, batch_size=4)]
    [(4, 9, 9), (4, 9, 9), (2, 9, 9)]
    """

    def __len__(self) -> int:
        return self._stream.size(self.epoch)

    def __getitem__(self, position: int) -> Any:
        return self.__getitems__([position])[0]

    def __getitems__(self, positions: Sequence[int]) -> list[Any]:
        """Items at several positions; ``DataLoader`` calls this."""
        rows = np.array([whole("position", position, least=-(2**63)) for position in positions], object)
        taken = self._take(self.epoch, rows)
        parts: Any = [taken]
        item: Any = itemgetter(0)
        if isinstance(taken, dict):
            parts, item = taken.values(), lambda row: dict(zip(taken, row, strict=True))
        elif isinstance(taken, tuple | list):
            parts, item = taken, getattr(taken, "_make", type(taken))
        for part in parts:
            if isinstance(part, dict | str) or length_hint(part) != len(rows):
                raise TypeError(
                    f"encode returned {kind(taken)} with {kind(part)} of length {length_hint(part)}; "
                    f"expected an array, or a tuple, list or dict of arrays, of length {len(rows)}"
                )
        return [item(row) for row in zip(*parts, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """The state for :meth:`load_state_dict`: the stream and its epoch. The sampler holds the position."""
        return {**self._state(), "epoch": self.epoch}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Set the epoch of a state.

        Raises
        ------
        ValueError
            If the state is of another stream: with another seed, number of items, or options.
        """
        self._expect(state, self._state())
        self.set_epoch(state["epoch"])


class PuzzleBatches(_Epochs, IterableDataset[Any]):
    """Puzzles and solutions as an iterable data set of whole batches, for ``DataLoader(…, batch_size=None)``.

    With R ranks, batch b of rank r has positions (b·R + r)·size to (b·R + r + 1)·size − 1 of the epoch. Worker w of W
    makes every W-th of them, from number w on, and ``DataLoader`` takes batches from the workers in turn, so that a
    rank gets its batches in order, for any W.

    Parameters
    ----------
    puzzles, solutions, seed, shuffle, augment, encode, rules, bands, curriculum
        As for :class:`PuzzleDataset`. ``encode`` returns the batch; a dict gets the number of the batch. All ranks need
        the same seed.
    batch_size : int
    rank, world_size : int, optional
        By default the values of ``torch.distributed``, if it is initialized.
    drop_last : bool
        Whether to omit an incomplete last round, so that all ranks have the same number of batches; there must be at
        least one round. With False every item occurs exactly once, and ranks may differ by one batch.

    Notes
    -----
    A batch that is a dict (the default without ``encode``) has two more entries: ``epoch``, and ``batch``, its number.
    ``state_dict(after=batch)`` is the state after this batch, even if workers have read ahead.

    Examples
    --------
    >>> import bitdoku as bd
    >>> from bitdoku.datasets.torch import PuzzleBatches
    >>> from torch.utils.data import DataLoader
    >>> made = bd.generate(100, seed=1)
    >>> batches = PuzzleBatches(made.puzzle, made.solution, batch_size=32, seed=2)
    >>> loader = DataLoader(batches, batch_size=None)
    >>> for epoch in range(2):
    ...     batches.set_epoch(epoch)
    ...     print([(batch["epoch"], batch["batch"], len(batch["puzzle"])) for batch in loader])
    [(0, 0, 32), (0, 1, 32), (0, 2, 32)]
    [(1, 0, 32), (1, 1, 32), (1, 2, 32)]
    """

    def __init__(
        self,
        puzzles: Any,
        solutions: Any,
        *,
        batch_size: int,
        seed: SeedLike,
        encode: Encode | None = None,
        rank: int | None = None,
        world_size: int | None = None,
        drop_last: bool = True,
        **options: Unpack[_Options],
    ) -> None:
        super().__init__(puzzles, solutions, seed=seed, encode=encode, **options)
        distributed = torch.distributed.is_available() and torch.distributed.is_initialized()
        if world_size is None:
            world_size = torch.distributed.get_world_size() if distributed else 1
        if rank is None:
            rank = torch.distributed.get_rank() if distributed else 0
        self.batch_size = whole("batch_size", batch_size, least=1)
        self.world_size = whole("world_size", world_size, least=1)
        self.rank = whole("rank", rank)
        if self.rank >= self.world_size:
            raise ValueError(f"rank is {rank}; expected 0..{self.world_size - 1}")
        if seed is None and self.world_size > 1:
            raise ValueError("seed is None; expected the same seed for all ranks")
        self.drop_last = drop_last
        fewest = min(self._stream.sizes)
        if drop_last and fewest < self.batch_size * self.world_size:
            needed = f"a round of {self.world_size} batches" if self.world_size > 1 else "a batch"
            raise ValueError(
                f"there are {fewest} items, and {needed} of {self.batch_size} needs more; with drop_last=True there "
                "would be no batch"
            )
        # Of this process: the position of the iteration, and in a worker the position at which the next one resumes.
        self._next: tuple[int, int] | None = None
        self._resumed: tuple[int, int] | None = None
        self._passes = 0

    def __len__(self) -> int:
        """Batches of this rank in the whole epoch."""
        return self._batches(self.epoch)

    def _batches(self, epoch: int) -> int:
        n, size = self._stream.size(epoch), self.batch_size
        if self.drop_last:
            return n // (size * self.world_size)
        return max(0, -(-(-(-n // size) - self.rank) // self.world_size))

    def __iter__(self) -> Iterator[Any]:
        worker, workers = _worker() or (0, 1)
        epoch, start, reader = self._at.tolist()
        # The workers of one pass over the loader share this number; only the first pass starts in the middle.
        info = get_worker_info()
        here = info.seed - worker + self._passes if info else 0
        self._passes += 1
        self._at[2] = reader or here
        if not info:
            self._at[1] = 0
        # The loader starts with the first worker, even if an epoch is resumed in the middle.
        first = worker + start * (reader in (0, here))
        if self._resumed is not None:
            (epoch, first), self._resumed = self._resumed, None
        self._next = epoch, first
        n, size = self._stream.size(epoch), self.batch_size
        for number in range(first, self._batches(epoch), workers):
            low = (number * self.world_size + self.rank) * size
            batch = self._take(epoch, np.arange(low, min(low + size, n)))
            if isinstance(batch, dict):
                batch |= {"epoch": epoch, "batch": number}
            self._next = epoch, number + workers
            yield batch

    def _state(self) -> dict[str, Any]:
        return {
            **super()._state(),
            "batch_size": self.batch_size,
            "world_size": self.world_size,
            "drop_last": self.drop_last,
        }

    def state_dict(self, after: dict[str, Any] | None = None) -> dict[str, Any]:
        """The state after a batch from the loader, the same for all ranks.

        Without ``after``, the state at the position of this process, for loaders without workers, and for loaders that
        collect the state of each worker, such as torchdata's ``StatefulDataLoader``.

        Raises
        ------
        RuntimeError
            Without ``after``, if workers have read ahead of the loop.
        """
        epoch, number, elsewhere = self._at.tolist()
        worker = _worker()
        if after is None and worker is None and elsewhere:
            raise RuntimeError("workers read ahead of the loop; pass the last batch: state_dict(after=batch)")
        if after is not None:
            epoch, number = int(after["epoch"]), int(after["batch"]) + 1
        elif self._next is not None and (worker is not None or self._next[0] == epoch):
            epoch, number = self._next
        elif worker is not None:
            number += worker[0]
        return {**self._state(), "epoch": epoch, "batch": number, "worker": worker if after is None else None}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resume the next iteration at this state; later ones start at their first batch.

        Raises
        ------
        ValueError
            If the state is of another stream (another seed, number of items, batch size, or options) or another worker.
        """
        worker = _worker()
        self._expect(state, {**self._state(), "worker": worker})
        at = self._number(state["epoch"]), whole("batch", state["batch"])
        self._next = None
        if worker is None:
            self._at[:] = torch.tensor([*at, 0])
        else:
            self._next = self._resumed = at

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch of the next iteration; a new epoch starts with its first batch."""
        before = self.epoch
        super().set_epoch(epoch)
        if before != self.epoch:
            self._next = None


def _worker() -> list[int] | None:
    """The number of this worker and the number of workers; None in the main process."""
    info = get_worker_info()
    return None if info is None else [info.id, info.num_workers]
