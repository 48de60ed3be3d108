"""JSON without duplicate keys: of two values of one key the standard reader silently drops the first."""

from __future__ import annotations

import json
from typing import Any


def loads(text: str | bytes) -> Any:
    """Parse JSON text.

    Raises
    ------
    ValueError
        The text is not valid JSON, or an object has a duplicate key.
    RecursionError
        The text is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_without_duplicates)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"{key[:80]!r} is there twice")
        data[key] = value
    return data
