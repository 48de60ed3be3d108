"""Checks of arguments, beside those of the core for puzzles, whole numbers and words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, shown

if TYPE_CHECKING:
    import numpy.typing as npt


def flag(name: str, value: Any) -> bool:
    """True or False, Python's or numpy's. Raises TypeError for anything else, 0 and 1 included."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is {kind(value)}; expected True or False")
    return bool(value)


def expect_text(name: str, value: Any) -> None:
    """Raise TypeError unless an argument is text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {kind(value)}; expected text")


def expect_function(name: str, value: Any, expected: str = "a function") -> None:
    """Raise TypeError unless an argument is None or can be called."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} is {kind(value)}; expected {expected}")


def several(name: str, values: Any, expected: str, one: type | tuple[type, ...] = str) -> list[Any]:
    """The items of an argument that is one value, text by default, or several.

    Raises TypeError for bytes and for what cannot be iterated, such as arrays without dimensions, which are Iterable.
    """
    if isinstance(values, one):
        return [values]
    try:
        if isinstance(values, bytes | bytearray):
            raise TypeError
        items = iter(values)
    except TypeError:
        raise TypeError(f"{name} is {kind(values)}; expected {expected}") from None
    return list(items)


def number_range(name: str, value: Any, number: Callable[[Any], Any]) -> tuple[Any, Any] | None:
    """The pair (low, high) of an argument that is one number or a pair; ``number`` checks each."""
    if value is None:
        return None
    pair = tuple(value) if isinstance(value, tuple | list) else (value, value)
    if len(pair) != 2:
        raise ValueError(f"{name} has {len(pair)} numbers; expected one or (low, high)")
    return number(pair[0]), number(pair[1])


def path_of(name: str, path: Any, expected: str = "the name of a file") -> str:
    """The text of a path.

    Raises TypeError if it is not a path, FormatError if it is empty or no file can have such a name.
    """
    if not isinstance(path, str | bytes | os.PathLike):
        raise TypeError(f"{name} is {kind(path)}; expected {expected}")
    text = os.fsdecode(path)
    if not text:
        raise FormatError(f"{name} is empty; expected {expected}")
    try:
        valid = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:  # a lone surrogate
        valid = False
    if not valid:
        raise FormatError(f"{name} is {shown(text)}; expected {expected}, without NUL and lone surrogates")
    return text


def expect_unmasked(name: str, values: Any) -> None:
    """Raise TypeError for a masked array: what is below the mask has no meaning."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; expected a plain one, as {name}.filled(0) returns")


def array_of(name: str, values: Any) -> npt.NDArray[Any]:
    """The argument as an array, of any dtype: NumPy's own messages do not name it.

    Raises
    ------
    TypeError
        It is a masked array.
    ValueError
        It is nested unevenly, or has integers that no dtype can represent.
    """
    expect_unmasked(name, values)
    hold = "hold" if name.endswith("s") else "holds"
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


def one_board(name: str, board: Any, rules: Any) -> npt.NDArray[np.uint8]:
    """One board in any form as an array of shape (side, side).

    Raises TypeError if it is not a board, or several; PuzzleError if it is malformed.
    """
    cells = _core._cells(board, rules=rules, name=name)
    if cells.size != rules.side**2:
        raise TypeError(f"{name} holds {cells.size // rules.side**2 or 'no'} boards; expected one")
    return cells.reshape(rules.side, rules.side)


@contextmanager
def puzzles_named(name: str) -> Iterator[None]:
    """Let errors about puzzles, or about their solutions, name the argument that holds them."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        # The name of a file may begin so, too.
        if re.match(r"puzzles(\[\d|: | is | are | has | hold)", text):
            error.args = (name + text.removeprefix("puzzles").replace(" puzzles.filled(", f" {name}.filled("),)
        elif re.match(r"solutions(\[\d|: | is | are | has | hold)|\d+ puzzles and ", text):
            error.args = (f"{name}: {text}",)
        raise
