"""Keys of puzzles: 16 bytes, equal for equivalent puzzles.

.. code-block:: text

    by="exact"     grid ──────────────────────────> key
                   grid + rules of the row as JSON ─> key    because puzzles without givens differ in rules only
    other classes  symmetries of the rules ────────> key    for puzzles with the same rules
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

import numpy as np

from bitdoku import _core
from bitdoku._by_rules import by_rules, carried_rules
from bitdoku._errors import RulesError
from bitdoku._table import Puzzles
from bitdoku.datasets._io.rules_column import expect_rules
from bitdoku.rules._rules import Rules, are_for_one_puzzle, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

By: TypeAlias = Literal["exact", "class", "solution_class"]


@by_rules
def class_keys(
    puzzles: Any, *, by: By, rules: object = None, symbols: str | None = None, threads: SupportsIndex | None = None
) -> npt.NDArray[np.uint64]:
    """The keys of puzzles as two words each, shape (n, 2). Rules that exact puzzles carry are part of their keys."""
    own = carried_rules(puzzles) if by == "exact" and rules is None else []
    if len(own) == 1 and are_for_one_puzzle(known := own[0]):
        cells = _core._cells(puzzles, symbols=symbols).reshape(-1, known.side**2)
        return composed_keys(cells, np.array([known.to_json().encode()] * len(cells), object))
    keys = _core._class_keys(puzzles, by=by, rules=rules, symbols=symbols, threads=threads)
    return keys.reshape(-1, 16).view("<u8")


class Keys:
    """The keys of puzzles that are compared with each other, in batches."""

    def __init__(
        self, by: By, rules: object = None, symbols: str | None = None, threads: SupportsIndex | None = None
    ) -> None:
        self.rules, self.symbols = rules, symbols
        self._options: dict[str, Any] = {"by": by, "threads": threads}
        self._seen: set[Rules] = set()

    def __call__(self, puzzles: Any, *, inferred: str | None = None, symbols: str | None = None) -> Any:
        """The keys, shape (n, 2); ``inferred`` are the rules of puzzles that carry none.

        Raises RulesError if rules differ and the keys do not include them.
        """
        rules = inferred if self.rules is None else self.rules
        if self.rules is not None and isinstance(puzzles, Puzzles):
            expect_rules(puzzles, rules_of(rules), given=True)
        elif self.rules is None and self._options["by"] != "exact":
            self._seen.update(carried_rules(puzzles) or [rules_of(inferred)])
            if len(self._seen) > 1:
                raise RulesError("rows have rules of their own: only by='exact' compares them along with the grids")
        return class_keys(puzzles, rules=rules, symbols=symbols, **self._options)


def composed_keys(puzzles: npt.NDArray[np.uint8], rules: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """The keys of puzzles with rules as JSON, shape (n, 2)."""
    pairs = zip(puzzles, rules.tolist(), strict=True)
    digests = [blake2b(puzzle.tobytes() + text, digest_size=16).digest() for puzzle, text in pairs]
    return np.frombuffer(b"".join(digests), "<u8").reshape(-1, 2)
