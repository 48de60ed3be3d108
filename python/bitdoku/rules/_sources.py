"""The primitives of rules with the names that texts give them, for human logic.

The engine gets primitives in a canonical form, which forgets which rule each comes from. A step of logic has to say
"the cage at r1c1" or "the thermometer at r5c2", so it gets the primitives of each rule as they are, with a noun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku.rules._parts import _masks_of
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.rules._layout import Layout
    from bitdoku.rules._rule import Rule

#: What a sentence calls a clue, if that is not the name of the rule.
NOUNS = {
    "anti_king": "king's move",
    "anti_knight": "knight's move",
    "between": "between line",
    "clone": "clones",
    "diagonals": "diagonal",
    "disjoint_groups": "group",
    "extra_region": "region",
    "greater_than": "inequality",
    "killer_cage": "cage",
    "kropki": "missing dot",
    "kropki_black": "black dot",
    "kropki_white": "white dot",
    "non_consecutive": "border",
    "renban": "renban line",
    "whispers": "whispers line",
    "windoku": "window",
    "xv": "X or V",
    # Primitives have the nouns of the core.
    **dict.fromkeys(("accepted", "allowed", "different", "related", "total"), ""),
}
#: Rules within others that keep their own name.
OWN = ("kropki_black", "kropki_white")


def sources(rules: object) -> list[tuple[str, tuple[Any, ...]]]:
    """The noun and the primitive, in the form of the core, of all that is added to a board; none if it is not known."""
    if isinstance(rules, _core.RuleSet):
        return []
    known = rules_of(rules)
    return [item for rule in known.rules for item in _walk(rule, known._layout, rule.name)]


def _walk(rule: Rule, layout: Layout, name: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    parts = rule.parts(layout)
    if parts is not None:
        for part in parts:
            yield from _walk(part, layout, part.name if part.name in OWN else name)
    elif rule.name != "allowed":
        yield NOUNS.get(name, name.replace("_", " ")), _primitive(rule, layout)


def _primitive(rule: Rule, layout: Layout) -> tuple[Any, ...]:
    """A primitive as the core reads it. Digits of single cells are no clue: they are candidates."""
    arguments = rule.arguments
    match rule.name:
        case "related":
            return ("related", tuple(layout.pairs(arguments["pairs"])), _masks_of(layout.table(arguments["table"])))
        case "total":
            cells = layout.cells(arguments["cells"])
            return ("total", cells, arguments["sum"], arguments["weights"], arguments["no_repeat"])
        case "accepted":
            cells, read = layout.cells(arguments["cells"], distinct=False), arguments["automaton"]
            return ("accepted", cells, len(read.transitions), read.start, read.accepting, read.transitions)
    return ("different", layout.cells(arguments["cells"]))
