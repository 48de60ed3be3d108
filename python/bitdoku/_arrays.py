"""Arguments that are arrays of numbers other than puzzles, which the core reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import shown

if TYPE_CHECKING:
    import numpy.typing as npt


def array_of(name: str, values: Any) -> npt.NDArray[Any]:
    """The argument as an array, of any dtype: NumPy's own messages do not name it.

    Raises
    ------
    TypeError
        It is a masked array: what is below the mask has no meaning.
    ValueError
        It is nested unevenly, or has integers that no dtype can represent.
    """
    be, hold = ("are", "hold") if name.endswith("s") else ("is", "holds")
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} {be} a masked array; expected a plain one, as {name}.filled(0) returns")
    try:
        array = np.asarray(values)
    except ValueError:
        message = f"{name} {hold} lists of different lengths; expected numbers in rows of one length"
        raise ValueError(message) from None
    if array.dtype == object:
        for number in array.flat:
            if isinstance(number, int) and not -(2**63) <= number < 2**64:
                raise ValueError(f"{name} {hold} {shown(number)}; expected numbers of at most 64 bits")
    return array
