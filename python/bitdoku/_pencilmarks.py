"""Puzzles given by pencil marks (Sukaku)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Pencilmarks"]


class Pencilmarks:
    """Puzzles given as candidates of each cell (Sukaku); accepted by every function that solves.

    A string of a character for each digit of each cell (729 on 9x9) needs no wrapper.

    Parameters
    ----------
    masks
        Integers of shape (…, n, n) or (…, n²), bit k for digit k + 1, as :func:`bitdoku.candidates` gives them. A cell
        with mask 0 has no candidate, so the puzzle has no solution.

    Raises
    ------
    TypeError
        The masks are not integers.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> bd.verdict(bd.Pencilmarks(bd.candidates(puzzle)))
    <Verdict.UNIQUE: 1>
    """

    __module__ = "bitdoku"
    __slots__ = ("masks",)

    masks: npt.NDArray[Any]

    def __init__(self, masks: npt.ArrayLike) -> None:
        array = np.asarray(masks)
        if array.dtype.kind not in "iu":
            raise TypeError(f"masks have dtype {array.dtype}; expected integers, bit k for digit k + 1")
        self.masks = array

    __bitdoku_rules__ = None

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        return self.masks, True

    def __repr__(self) -> str:
        return f"Pencilmarks(masks of shape {self.masks.shape})"
