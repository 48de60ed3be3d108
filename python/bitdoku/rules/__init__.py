"""Sizes and variants: the rules that can be added to :class:`bitdoku.Rules`.

>>> import bitdoku as bd
>>> rules = bd.Rules() + bd.rules.diagonals() + bd.rules.thermometer([(0, 0), (0, 1), (1, 1)])

Cells are (row, column), counted from 0, or names such as "r1c1", counted from 1, as in messages; a list of cells may be
one text, "r1c1 r1c2 r2c2". All rules are built from five primitives, which can be used directly: :func:`allowed`,
:func:`different`, :func:`related`, :func:`total`, :func:`accepted`.
"""

from bitdoku.rules import _any_of, _lines, _outside, _ranks, named
from bitdoku.rules._any_of import *  # noqa: F403 - the names in __all__, as below
from bitdoku.rules._lines import *  # noqa: F403
from bitdoku.rules._outside import *  # noqa: F403
from bitdoku.rules._ranks import *  # noqa: F403
from bitdoku.rules._rule import Automaton, Rule
from bitdoku.rules._rules import Rules
from bitdoku.rules.named import *  # noqa: F403

__all__ = ["Automaton", "Rule", "Rules"]
__all__ += [*named.__all__, *_lines.__all__, *_outside.__all__, *_ranks.__all__, *_any_of.__all__]
