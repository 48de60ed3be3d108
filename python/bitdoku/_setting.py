"""For setters: the cells in which the solutions of a puzzle differ, and masks of digits as digits and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._pencilmarks import integer_masks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

    import numpy.typing as npt

    from bitdoku.typing import PuzzlesLike, RulesLike

__all__ = ["ambiguous", "digits_of", "masks_of"]


def ambiguous(
    puzzles: PuzzlesLike,
    *,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.bool_]:
    """Mark the cells that differ among the solutions of a puzzle: a given in one of them removes a solution.

    Returns a bool array of shape (…, 9, 9), or (…, 81) for flat puzzles. A puzzle with one solution, or none,
    has no such cells.

    Parameters
    ----------
    puzzles
        One puzzle or many, in any form.
    rules, symbols, threads
        As for :func:`bitdoku.solve`.

    Raises
    ------
    PuzzleError
        Malformed data.
    RulesError
        The rules are invalid.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "..3456789456789123789123456..4365897365897214897214365531642978642978531978531642"
    >>> [f"r{row + 1}c{column + 1}" for row, column in zip(*bd.ambiguous(puzzle).nonzero())]
    ['r1c1', 'r1c2', 'r4c1', 'r4c2']
    """
    masks = _core.candidates(puzzles, level="true", rules=rules, symbols=symbols, threads=threads)
    # A mask with more than one bit.
    several: npt.NDArray[np.bool_] = masks & (masks - 1) != 0
    return several


def digits_of(masks: SupportsIndex | npt.ArrayLike) -> Any:
    """The digits of masks, such as :func:`bitdoku.candidates` returns: bit k stands for digit k + 1.

    Returns a tuple of digits for one mask, and nested lists of tuples for an array.

    Parameters
    ----------
    masks
        One mask, or integers of any shape.

    Raises
    ------
    TypeError
        The masks are not integers.
    ValueError
        A mask is negative.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.digits_of(0b10011)
    (1, 2, 5)
    >>> bd.digits_of(bd.candidates("1234" + "." * 12, rules="4x4"))[1]
    [(3, 4), (3, 4), (1, 2), (1, 2)]
    """
    array = integer_masks(masks)
    if (array < 0).any():
        raise ValueError(f"masks hold {int(array.min())}; expected no negative numbers")
    return _digits(array.tolist())


def _digits(mask: Any) -> Any:
    if isinstance(mask, list):
        return [_digits(item) for item in mask]
    return digits_in(mask)


@lru_cache(4096)
def digits_in(mask: int) -> tuple[int, ...]:
    """The digits of one mask."""
    return tuple(k + 1 for k in range(mask.bit_length()) if mask >> k & 1)


def masks_of(digits: Iterable[Any]) -> Any:
    """The masks of digits, for :class:`bitdoku.Pencilmarks`: bit k stands for digit k + 1.

    Returns an int for the digits of one cell, and an unsigned integer array for nested lists of them: uint16, or wider
    if a digit is above 16.

    Parameters
    ----------
    digits
        The digits of one cell, or nested lists of those of many cells.

    Raises
    ------
    TypeError
        The digits are not whole numbers in lists.
    ValueError
        A digit is not in 1 to 64; cells are nested unevenly, or in more than 32 lists.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.masks_of([1, 2, 5])
    19
    >>> bd.masks_of([[(1, 2), ()], [{3}, [4]]])
    array([[3, 0],
           [4, 8]], dtype=uint16)
    """
    masks = _masks(digits)
    if isinstance(masks, int):
        return masks
    try:
        array = np.array(masks, np.uint64)
    except ValueError:
        raise ValueError("digits are nested unevenly; expected lists of equal lengths for the cells") from None
    most = int(array.max(initial=0)).bit_length()
    return array.astype(mask_type(most))


def mask_type(digits: int) -> type[np.unsignedinteger[Any]]:
    """The smallest type for masks of so many digits."""
    return np.uint16 if digits <= 16 else np.uint32 if digits <= 32 else np.uint64


#: Dimensions of an array, in NumPy 1, and the lists of one cell's digits.
MAX_DEPTH = 33


def _masks(digits: Any, depth: int = 0) -> Any:
    is_number = not hasattr(digits, "__iter__") or getattr(digits, "shape", None) == ()
    if isinstance(digits, str | bytes) or is_number:
        raise TypeError(f"digits hold {type(digits).__name__}; expected whole numbers in lists")
    if depth == MAX_DEPTH:
        raise ValueError("digits are nested too deeply; expected whole numbers in lists for the cells")
    items = [*digits]
    if any(hasattr(item, "__iter__") for item in items):
        return [_masks(item, depth + 1) for item in items]
    mask = 0
    for digit in items:
        number = _core._whole("digits", digit, least=1, most=64)
        mask |= 1 << (number - 1)
    return mask
