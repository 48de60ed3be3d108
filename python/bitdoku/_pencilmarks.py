"""Puzzles given by pencil marks (Sukaku)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku._arguments import array_of

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Pencilmarks"]


def integer_masks(masks: Any, name: str = "masks", more: str = "") -> npt.NDArray[Any]:
    """Masks as an array of integers; ``more`` is what else is expected, for the message.

    Raises
    ------
    TypeError
        They are a masked array, or no integers.
    ValueError
        They are nested unevenly, or integers of more than 64 bits.
    """
    array = array_of(name, masks)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} have dtype {array.dtype}; expected integers, bit k for digit k + 1{more}")
    return array


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
        The masks are not integers, or they are a masked array or puzzles.

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
        if hasattr(type(masks), "__bitdoku__"):
            raise TypeError(f"masks are {type(masks).__name__}; expected integers, as bitdoku.candidates gives them")
        self.masks = integer_masks(masks)

    __bitdoku_rules__ = None

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        return self.masks, True

    def __repr__(self) -> str:
        return f"Pencilmarks(masks of shape {self.masks.shape})"
