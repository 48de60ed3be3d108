"""Generated puzzles with their prompts, for the adapters."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku._generate import generate
from bitdoku.answers._prompt import prompt
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Puzzles generated at a time.
BLOCK = 256


def tasks(
    n: int | None, *, seed: int, style: Any = "grid", rules: Any = None, difficulty: Any = None
) -> Iterator[dict[str, str]]:
    """``n`` puzzles, without end if None: dicts of ``puzzle``, ``solution`` and ``prompt``.

    Item i depends only on the seed, i and the options.
    """
    known = rules_of(rules)
    for start in count(0, BLOCK):
        size = BLOCK if n is None else min(BLOCK, n - start)
        if size <= 0:
            return
        made = generate(size, seed=seed, start=start, rules=known, difficulty=difficulty)
        lines = [_core.to_text(boards, rules=known) for boards in (made.puzzle, made.solution)]
        for puzzle, solution in zip(*lines, strict=True):
            yield {"puzzle": puzzle, "solution": solution, "prompt": prompt(puzzle, style, rules=known)}
