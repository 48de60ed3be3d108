"""``Puzzles``: generated puzzles with their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from bitdoku._display import html
from bitdoku._errors import shown

if TYPE_CHECKING:
    from typing import SupportsIndex

    import numpy.typing as npt

    from bitdoku.rules import Rules


@dataclass(frozen=True, eq=False, repr=False)
class Puzzles(Sequence["tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]"]):
    """Generated puzzles with their solutions: a sequence of pairs (puzzle, solution), each of shape (side, side).

    Slices are `Puzzles` too. Two are equal if all their attributes are. They hold arrays and are not hashable.
    A function that takes puzzles uses the array ``puzzle`` and the rules.

    Attributes
    ----------
    puzzle, solution : uint8 arrays of shape (n, side, side)
        The puzzles (0 is blank) and the unique solution of each.
    clues : integer array of shape (n,)
        Number of clues; uint8 up to side 15.
    log_weight : float64 array of shape (n,), or None
        With ``method="controlled"``, logarithms of the weights that make statistics unbiased.
    seed : int or numpy SeedSequence
        Pass it with ``start`` to generate the same puzzles again.
    start : int
        The number of the first puzzle.
    stream_version : int
        Version of the random streams; another version gives other puzzles.
    rules : Rules
        The rules of the puzzles.
    """

    puzzle: npt.NDArray[np.uint8]
    solution: npt.NDArray[np.uint8]
    clues: npt.NDArray[Any]
    log_weight: npt.NDArray[np.float64] | None
    seed: SupportsIndex | np.random.SeedSequence
    start: int
    stream_version: int
    rules: Rules

    @overload
    def __getitem__(self, index: SupportsIndex) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]: ...
    @overload
    def __getitem__(self, index: slice) -> Puzzles: ...
    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self.puzzle[index], self.solution[index]
        first, _, step = index.indices(len(self))
        if step != 1:
            raise ValueError(f"the step is {step}; expected 1, because the items must be consecutive in the stream")
        return replace(
            self,
            puzzle=self.puzzle[index],
            solution=self.solution[index],
            clues=self.clues[index],
            log_weight=None if self.log_weight is None else self.log_weight[index],
            start=self.start + first,
        )

    def __len__(self) -> int:
        return len(self.puzzle)

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[np.uint8], bool]:
        return self.puzzle, False

    @property
    def __bitdoku_rules__(self) -> Rules:
        return self.rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzles):
            return NotImplemented
        names = ("start", "stream_version", "clues", "log_weight", "puzzle", "solution")
        return (_seed_key(self.seed), self.rules) == (_seed_key(other.seed), other.rules) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in names
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Puzzles({len(self)} puzzles, seed={shown(self.seed)}, start={self.start})"

    def _repr_html_(self) -> str:
        return html(self)


def _seed_key(seed: SupportsIndex | np.random.SeedSequence) -> object:
    """A value that is equal for equal seeds."""
    if isinstance(seed, np.random.SeedSequence):
        return str(seed.entropy), seed.spawn_key, seed.pool_size
    return seed.__index__()
