"""The column ``rules`` of files: the rules of each puzzle where the side alone does not say them.

A text is the name of rules, or JSON of :meth:`bitdoku.Rules.to_json`. Files with columns are written with it if a
table has other rules than an ordinary board of its side; a reader turns it into rules again. A column of this name
whose first text is neither, such as a description in words, is an ordinary column.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import _core
from bitdoku._board_text import rules_of_side
from bitdoku._column import values
from bitdoku._errors import FormatError, RulesError, shown
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from bitdoku._table import Puzzles
    from bitdoku.datasets._io.raw import Raw
    from bitdoku.datasets._io.request import Request

NAME = "rules"


def are_of_side(rules: Rules) -> bool:
    """Whether rules are those of an ordinary board with such digits, which readers infer."""
    return rules == rules_of(rules_of_side(rules.side, len(rules.digits)))


def expect_rules(table: Puzzles, rules: Rules) -> None:
    """Raise RulesError if rows say that they have other rules than these."""
    own = table.__bitdoku_rules__
    if own != rules and not are_of_side(own):
        raise RulesError(f"{table.place(0)}: the puzzle has other rules than {shown(rules)}")


def with_rules_column(table: Puzzles) -> Puzzles:
    """The table with a column of its rules, unless readers infer them or there is such a column."""
    if NAME in table.columns or are_of_side(table.rules):
        return table
    column = _core._Texts.of_codes(np.zeros(len(table), np.uint8), [table.rules.to_json()])
    return table.replace(columns={**table._columns, NAME: column})


@lru_cache(1 << 10)
def _parsed(text: str) -> Rules | None:
    """The rules in a text; None for another text."""
    with suppress(RulesError):
        return Rules.from_json(text) if text.lstrip().startswith("{") else rules_of(text)
    return None


def take_rules(raw: Raw, request: Request, start: int) -> list[Rules] | None:
    """Remove the column of rules from rows, and return the rules of each; None if there are none.

    Raises FormatError if a later text has no rules, or they do not fit the boards.
    """
    if request.has_rules is False or NAME not in raw.columns:
        return None
    texts = [text if isinstance(text, str) else json.dumps(text) for text in values(raw.columns[NAME])]
    if request.has_rules is None:
        request.has_rules = _parsed(texts[0]) is not None
        if not request.has_rules:
            return None
    found = [_parsed(text) for text in texts]
    known = [rules for rules in found if rules is not None]
    for i, rules in enumerate(found):
        odd = None
        if rules is None:
            odd = f"the column 'rules' holds {shown(texts[i])}; earlier rows have rules"
        elif rules.side != (request.side or rules.side):
            odd = f"rules of side {rules.side} with a board of side {request.side}"
        elif rules.digits != (request.rules or known[0]).digits:
            odd = "rules with other digits than the first row"
        elif request.rules not in (None, rules):
            odd = "rules other than those of rules="
        if odd:
            place = f"{request.name}[{start + i}]" if raw.lines is None else f"{request.name}:{raw.lines[i]}"
            raise FormatError(f"{place}: {odd}")
    del raw.columns[NAME]
    return known
