"""Sizes and variants: what may be added to :class:`bitdoku.Rules`.

>>> import bitdoku as bd
>>> rules = bd.Rules() + bd.rules.diagonals() + bd.rules.thermometer([(0, 0), (0, 1), (1, 1)])

Cells are (row, column), counted from 0; messages count from 1, as r1c1. Five primitives carry every rule, and may be
used directly: :func:`allowed`, :func:`different`, :func:`related`, :func:`total`, :func:`accepted`.
"""

from bitdoku.rules._rule import Automaton, Rule
from bitdoku.rules._rules import Rules
from bitdoku.rules.named import (
    accepted,
    allowed,
    anti_king,
    anti_knight,
    arrow,
    between,
    clone,
    diagonals,
    different,
    disjoint_groups,
    even,
    extra_region,
    greater_than,
    killer_cage,
    kropki,
    kropki_black,
    kropki_white,
    little_killer,
    non_consecutive,
    odd,
    palindrome,
    related,
    renban,
    sandwich,
    thermometer,
    total,
    whispers,
    windoku,
    xv,
)

__all__ = [
    "Automaton",
    "Rule",
    "Rules",
    "accepted",
    "allowed",
    "anti_king",
    "anti_knight",
    "arrow",
    "between",
    "clone",
    "diagonals",
    "different",
    "disjoint_groups",
    "even",
    "extra_region",
    "greater_than",
    "killer_cage",
    "kropki",
    "kropki_black",
    "kropki_white",
    "little_killer",
    "non_consecutive",
    "odd",
    "palindrome",
    "related",
    "renban",
    "sandwich",
    "thermometer",
    "total",
    "whispers",
    "windoku",
    "xv",
]
