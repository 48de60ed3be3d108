"""The primitives of rules as JSON, for the engine outside of Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitdoku.rules._rules import Rules


def primitives(rules: Rules) -> str:
    """The result of `Rules.to_primitives`."""
    # Rules often share an automaton, which may be large.
    automata: dict[Any, int] = {}

    def plain(constraint: tuple[Any, ...]) -> tuple[Any, ...]:
        if constraint[0] != "accepted":
            return constraint
        transitions = constraint[5]
        return (*constraint[:5], automata.setdefault(transitions, len(automata)), *constraint[6:])

    constraints, clues = rules._compiled_form
    data = {
        "side": rules.side,
        "box": rules.box,
        "digits": len(rules.digits),
        "symbols": rules.symbols,
        "constraints": [*map(plain, constraints)],
        "clues": None if clues is None else [*map(plain, clues)],
        "automata": [*automata],
        "named": rules.to_dict(),
    }
    return json.dumps(data, separators=(",", ":"))
