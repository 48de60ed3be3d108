"""JSON objects with ``puzzle`` and, as bitdoku writes them, ``rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._arguments import one_board
from bitdoku._errors import PuzzleError
from bitdoku.links._shared import Shared, Source, texts, unsupported
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy.typing as npt


def recognizes(source: Source) -> bool:
    """Whether the text is a JSON object with ``puzzle``."""
    return source.has("puzzle") and not source.has("grid")


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the puzzle."""
    data: dict[str, Any] = source.data
    known = ("puzzle", "rules", "solution", "title", "author", "ruleset", "name")
    unknown = [key for key in data if key not in known and key not in ignore]
    if unknown:
        raise unsupported(f"the puzzle has {unknown[0]!r}", unknown[0])
    rules = data.get("rules")
    rules = Rules.from_json(rules) if isinstance(rules, dict) else rules_of(rules)
    shape = (rules.side, rules.side)
    found: dict[str, npt.NDArray[np.uint8]] = {}
    for name in ("puzzle", "solution"):
        if name == "puzzle" or data.get(name) is not None:
            try:
                found[name] = one_board(name, data[name], rules)
            except TypeError as error:
                raise PuzzleError(str(error)) from None
    return Shared(
        found["puzzle"],
        rules,
        solution=found.get("solution"),
        entered=np.zeros(shape, np.uint8),
        ignored=tuple(key for key in data if key not in known),
        **texts(data),
    )
