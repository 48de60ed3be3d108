"""Checks of arguments that are not puzzles, beside those of the core for whole numbers and words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from bitdoku._core import _kind as kind
from bitdoku._errors import FormatError, shown


def flag(name: str, value: Any) -> bool:
    """True or False, Python's or numpy's. Raises TypeError for anything else, 0 and 1 included."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is {kind(value)}; expected True or False")
    return bool(value)


def expect_function(name: str, value: Any, expected: str = "a function") -> None:
    """Raise TypeError unless an argument is None or can be called."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} is {kind(value)}; expected {expected}")


def path_of(name: str, path: Any, expected: str = "the name of a file") -> str:
    """The text of a path.

    Raises TypeError if it is none, FormatError if it is empty or no file can have such a name.
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


@contextmanager
def puzzles_named(name: str) -> Iterator[None]:
    """Let errors about puzzles, or about their solutions, name the argument that holds them."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        if re.match(r"puzzles[\[: ]", text):
            error.args = (name + text.removeprefix("puzzles"),)
        elif re.match(r"solutions[\[: ]|\d+ puzzles and ", text):
            error.args = (f"{name}: {text}",)
        raise
