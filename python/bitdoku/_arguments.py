"""Checks of arguments. The core checks puzzles, whole numbers and words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._errors import FormatError, GenerationError, shown

if TYPE_CHECKING:
    from typing import SupportsIndex

    import numpy.typing as npt

    from bitdoku.typing import SeedLike


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
    """The items of an argument that is one value, text by default, or an iterable of values.

    Raises TypeError for bytes and for objects that cannot be iterated, such as arrays without dimensions.
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

    Raises TypeError if it is not a path, FormatError if it is empty or not a valid name of a file.
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
    """Raise TypeError for a masked array, because masked values have no meaning."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; expected a plain one, as {name}.filled(0) returns")


def array_of(name: str, values: Any) -> npt.NDArray[Any]:
    """The argument as an array of any dtype, with messages that name the argument.

    Raises
    ------
    TypeError
        The argument is a masked array.
    ValueError
        The argument is nested unevenly, or has integers of more than 64 bits.
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
    """Replace "puzzles" or "solutions" in messages of errors by the name of the argument."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        # Not a message about a file whose name begins with "puzzles".
        if re.match(r"puzzles(\[\d|: | is | are | has | hold)", text):
            error.args = (name + text.removeprefix("puzzles").replace(" puzzles.filled(", f" {name}.filled("),)
        elif re.match(r"solutions(\[\d|: | is | are | has | hold)|\d+ puzzles and ", text):
            error.args = (f"{name}: {text}",)
        raise


def resolve_seed(seed: SeedLike) -> SupportsIndex | np.random.SeedSequence:
    """A seed that can be reused: 64 bits drawn at random for None, or drawn from a Generator."""
    if seed is None:
        seed = np.random.default_rng()
    if isinstance(seed, np.random.Generator):
        return int.from_bytes(seed.bytes(8), "little")
    return int(seed) if isinstance(seed, np.integer) else seed


def stream_range(n: int, start: int, items: int = 1 << 40) -> tuple[int, int]:
    """The checked arguments ``n`` and ``start`` for a stream of ``items`` items."""
    n, start = whole("n", n), whole("start", start)
    if start + n > items:
        raise GenerationError(f"start + n is {shown(start)} + {shown(n)}; items are numbered below {items}")
    return n, start
