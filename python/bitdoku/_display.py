"""The displays of values in notebooks.

Values are defined below boards, which draw them. :mod:`bitdoku.board._html` registers a function for each class.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any


@singledispatch
def html(value: Any) -> str:
    """The value as HTML, for ``_repr_html_``."""
    raise NotImplementedError(f"no display for {type(value).__name__}")


@singledispatch
def svg(value: Any, *, size: int, theme: str) -> str:
    """The value drawn on its board."""
    raise NotImplementedError(f"no picture of {type(value).__name__}")
