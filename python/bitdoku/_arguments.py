"""Arguments that Python code judges; what is refused is named, with what was expected. The twin of arguments.rs."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection


def kind(value: object) -> str:
    """``None``, or the name of the value's type."""
    return "None" if value is None else type(value).__name__


def whole(name: str, value: object, *, least: int = 0, most: int | None = None) -> int:
    """A whole number within bounds; True and 1.0 are none."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool | np.bool_ | np.ndarray):
        raise TypeError(f"{name} is {kind(value)}; expected a whole number")
    if number < least:
        raise ValueError(f"{name} is {number}; expected at least {least}")
    if most is not None and number > most:
        raise ValueError(f"{name} is {number}; expected at most {most}")
    return number


def word(name: str, value: object, choices: Collection[str]) -> str:
    """One of a few words."""
    if isinstance(value, str) and value in choices:
        return value
    *others, last = (f"'{choice}'" for choice in choices)
    expected = f"{', '.join(others)} or {last}"
    if isinstance(value, str):
        raise ValueError(f"{name} is {value!r}; expected {expected}")
    raise TypeError(f"{name} is {kind(value)}; expected {expected}")
