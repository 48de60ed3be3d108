"""Boards as values of JSON: texts and nested arrays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bitdoku import _core

#: The maximum depth of nested values.
DEEPEST = 100
#: The largest side of a board.
_SIDE = 64


def text_of(value: Any) -> str | None:
    """A value as the text of a board; None for null."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


def side_if_board(value: Any) -> int | None:
    """The side of a board, or None for any other value."""
    if not isinstance(value, str) and not (isinstance(value, list) and 0 < sum(1 for _ in cells_in(value)) <= _SIDE**2):
        return None
    side, _, kind, _ = _core._recognize(text_of(value))
    if side is None or kind is None:
        return None
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    # Four boards of 9x9 are not a board of 18x18.
    is_nested = isinstance(value, list) and isinstance(value[0], list)
    return None if is_nested and len(value) not in (side, side**2) else side


def cells_in(value: Any) -> Iterator[Any]:
    """The values in nested arrays, not many more than a board can have; none if there are objects among them."""
    waiting = [value]
    for _ in range(3 * _SIDE**2):
        if not waiting:
            return
        item = waiting.pop()
        if isinstance(item, list):
            waiting += reversed(item[: _SIDE**2 + 1])
        elif isinstance(item, dict):
            return
        else:
            yield item


def uniform_depth(value: Any) -> int | None:
    """The depth of nested arrays if it is the same everywhere, or None."""
    if not isinstance(value, list):
        return 0
    depths = {*map(uniform_depth, value)}
    inner = depths.pop() if len(depths) == 1 else None
    return None if inner is None else 1 + inner


def boards_in(value: Any, depth: int = 0) -> Iterator[Any]:
    """The boards in a value, the innermost first."""
    if isinstance(value, (list, dict)) and depth <= DEEPEST:
        for item in value.values() if isinstance(value, dict) else value:
            yield from boards_in(item, depth + 1)
    if side_if_board(value) is not None:
        yield value
