"""Sizes and variants: the rules that can be added to :class:`bitdoku.Rules`.

>>> import bitdoku as bd
>>> rules = bd.Rules() + bd.rules.diagonals() + bd.rules.thermometer([(0, 0), (0, 1), (1, 1)])

Cells are (row, column), counted from 0; messages count from 1, as in r1c1. Every rule is built from five primitives,
which can be used directly: :func:`allowed`, :func:`different`, :func:`related`, :func:`total`, :func:`accepted`.
"""

from bitdoku.rules import named
from bitdoku.rules._rule import Automaton, Rule
from bitdoku.rules._rules import Rules
from bitdoku.rules.named import *  # noqa: F403 - the names in its __all__

__all__ = ["Automaton", "Rule", "Rules"]
__all__ += named.__all__
