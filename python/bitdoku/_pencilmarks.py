"""``Pencilmarks``: puzzles given as candidates, and masks of digits."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._arguments import array_of
from bitdoku._core import _whole as whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt


def integer_masks(masks: Any, name: str = "masks", more: str = "") -> npt.NDArray[Any]:
    """Masks as an array of integers; ``more`` names alternatives, for the message.

    Raises
    ------
    TypeError
        The masks are a masked array or not integers.
    ValueError
        The masks are nested unevenly or have more than 64 bits.
    """
    array = array_of(name, masks)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} have dtype {array.dtype}; expected integers, bit k for digit k + 1{more}")
    return array


def mask_type(digits: int) -> type[np.unsignedinteger[Any]]:
    """The smallest type for masks of this many digits."""
    return np.uint16 if digits <= 16 else np.uint32 if digits <= 32 else np.uint64


@lru_cache(4096)
def digits_in(mask: int) -> tuple[int, ...]:
    """The digits of a mask."""
    return tuple(k + 1 for k in range(mask.bit_length()) if mask >> k & 1)


class Pencilmarks:
    """Puzzles given as the candidates of each cell (Sukaku); accepted by every function that solves.

    A text with a character for each digit of each cell (729 on 9x9) needs no wrapper.

    Parameters
    ----------
    masks
        Integers of shape (…, n, n) or (…, n²), bit k for digit k + 1, such as :func:`bitdoku.candidates` returns. A
        puzzle that has a cell with mask 0 has no solution.

    Attributes
    ----------
    masks : integer array
        The masks.

    Raises
    ------
    TypeError
        The masks are a masked array, puzzles, or not integers.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> marks = bd.Pencilmarks(bd.candidates(puzzle))
    >>> bd.verdict(marks)
    <Verdict.UNIQUE: 1>
    >>> marks.digits()[0][:4]
    [(5,), (3,), (1, 2, 4), (2, 6)]
    """

    __module__ = "bitdoku"
    __slots__ = ("masks",)

    masks: npt.NDArray[Any]

    def __init__(self, masks: npt.ArrayLike) -> None:
        if hasattr(type(masks), "__bitdoku__"):
            raise TypeError(f"masks are {type(masks).__name__}; expected integers, such as bitdoku.candidates returns")
        self.masks = integer_masks(masks)

    @classmethod
    def from_digits(cls, digits: Iterable[Any]) -> Pencilmarks:
        """Pencil marks from the digits of each cell: lists of cells, nested as in ``masks``.

        The masks are uint16, or wider if a digit is above 16.

        Raises
        ------
        TypeError
            The digits are not whole numbers in lists.
        ValueError
            A digit is not in 1 to 64, or cells are nested unevenly.

        Examples
        --------
        >>> import bitdoku as bd
        >>> bd.Pencilmarks.from_digits([[(1, 2), ()], [{3}, [4]]]).masks
        array([[3, 0],
               [4, 8]], dtype=uint16)
        """
        try:
            masks = np.array(_masks(digits), np.uint64)
        except ValueError as error:
            if "inhomogeneous" not in str(error):
                raise
            raise ValueError("digits are nested unevenly; expected lists of equal lengths for the cells") from None
        return cls(masks.astype(mask_type(int(masks.max(initial=0)).bit_length())))

    def digits(self) -> Any:
        """The digits of each cell: a tuple for each mask, in lists nested as ``masks``.

        Raises
        ------
        ValueError
            A mask is negative.
        """
        if (self.masks < 0).any():
            raise ValueError(f"masks hold {int(self.masks.min())}; expected no negative numbers")
        return _digits(self.masks.tolist())

    __bitdoku_rules__ = None

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        return self.masks, True

    def __repr__(self) -> str:
        return f"Pencilmarks(masks of shape {self.masks.shape})"


def _digits(mask: Any) -> Any:
    return [_digits(item) for item in mask] if isinstance(mask, list) else digits_in(mask)


def _masks(digits: Any) -> Any:
    if isinstance(digits, str | bytes) or not hasattr(digits, "__iter__") or getattr(digits, "ndim", 1) == 0:
        raise TypeError(f"digits hold {type(digits).__name__}; expected whole numbers in lists")
    items = [*digits]
    if any(hasattr(item, "__iter__") for item in items):
        return [_masks(item) for item in items]
    # Distinct powers of two, so that their sum is the mask.
    return sum(1 << whole("digits", digit, least=1, most=64) - 1 for digit in {*items})
