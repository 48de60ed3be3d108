"""JSON in which nothing is said twice: of two values of one key the standard reader drops the first in silence."""

from __future__ import annotations

import json
from typing import Any


def loads(text: str | bytes) -> Any:
    """The data of JSON text.

    Raises:
        ValueError: this is no JSON, or an object has a key twice.
        RecursionError: it is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"{key[:80]!r} is there twice")
        data[key] = value
    return data
