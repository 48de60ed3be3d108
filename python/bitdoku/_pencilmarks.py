"""Puzzles given by pencil marks (Sukaku)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Pencilmarks"]


class Pencilmarks:
    """Puzzles that say which digits each cell may hold (Sukaku), for every function that solves.

    A text of n³ characters, n for each cell, means the same without this class.

    Args:
        masks: integers of shape (…, n, n) or (…, n²), bit k for digit k + 1, as :func:`bitdoku.candidates` gives them.
            A cell of 0 may hold nothing: there is no solution.

    Raises:
        TypeError: masks that are not integers.

    Examples:
        >>> import bitdoku as bd
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> bd.verdict(bd.Pencilmarks(bd.candidates(puzzle)))
        <Verdict.UNIQUE: 1>
    """

    __module__ = "bitdoku"
    __slots__ = ("masks",)

    masks: npt.NDArray[Any]

    def __init__(self, masks: npt.ArrayLike) -> None:
        found = np.asarray(masks)
        if found.dtype.kind not in "iu":
            raise TypeError(f"masks have dtype {found.dtype}; expected integers, bit k for digit k + 1")
        self.masks = found

    def __bitdoku__(self) -> tuple[npt.NDArray[Any], bool, None]:
        return self.masks, True, None

    def __repr__(self) -> str:
        return f"Pencilmarks(masks of shape {self.masks.shape})"
