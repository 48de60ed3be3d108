"""The column ``rules`` of files: the rules of each puzzle where the side alone does not say them.

A text is the name of rules, or JSON of :meth:`bitdoku.Rules.to_json`; null means an ordinary board. Files with columns
are written with it if a table has other rules than an ordinary board of its side, and readers return the rules. Other
formats refuse rows with different rules, and drop the rules that all rows share: ``rules=`` states these again. With
``rules=``, a column of other texts, such as rules in words, becomes ``other_rules``; without, it is an error.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._board_text import are_of_side as are_of_side
from bitdoku._board_text import columns_with_rules, rules_of_side
from bitdoku._column import as_column, values
from bitdoku._errors import FormatError, RulesError
from bitdoku.datasets._io.formats import TABLES
from bitdoku.rules._rules import Rules, are_for_one_puzzle, described, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bitdoku._table import Puzzles
    from bitdoku.datasets._io.raw import Raw
    from bitdoku.datasets._io.request import Request

NAME = "rules"


def expect_rules(table: Puzzles, rules: Rules, *, given: bool = False) -> None:
    """Raise RulesError if rows have other rules than these.

    A table with the rules of an ordinary board may come from a file without rules, so they are no others. If the rules
    are ``given`` as an argument, they replace all but those with clues of one puzzle.
    """
    found = table._row_rules()
    own = found if isinstance(found, np.ndarray) else [found] * bool(len(table))
    for row, one in enumerate(own):
        replaced = are_of_side(one) or (given and not are_for_one_puzzle(one))
        if one != rules and not (replaced and own is not found):
            raise RulesError(
                f"{table.place(row)}: rows have rules of their own ({described(one)}), other rules than expected "
                f"({described(rules)})"
            )


def keeps_rules(form: str, *, header: bool = True) -> bool:
    """Whether files of a format have a column for rules."""
    return form in TABLES and (header or form != "csv")


def no_rules_column(form: str) -> FormatError:
    """The error for rows with different rules in a format without a column for them."""
    name = "text without a header" if form == "csv" else form
    return FormatError(f"{name} has no column for the rules of each puzzle; write {', '.join(TABLES)}")


def with_rules(tables: Iterable[Puzzles], form: str, *, header: bool) -> Iterator[Puzzles]:
    """The tables with a column of their rules, where readers do not infer them.

    Raises FormatError if rows have different rules and the format has no such column.
    """
    keeps, first = keeps_rules(form, header=header), None
    for table in tables:
        if keeps:
            written = table.replace()
            written._columns = columns_with_rules(table)
            yield written
            continue
        rules = table._row_rules()
        if isinstance(rules, Rules):
            first = rules if first is None else first
            differ = rules != first
        else:
            differ = not all(map(are_of_side, rules))
        if differ:
            raise no_rules_column(form)
        yield table


@lru_cache(1 << 10)
def _parsed(text: str) -> Rules:
    """The rules in a text. Raises RulesError for another text."""
    return Rules.from_json(text) if text.lstrip().startswith("{") else rules_of(text)


def take_rules(raw: Raw, request: Request, start: int) -> list[Rules] | None:
    """Remove the column of rules from rows, and return the rules of each; None if there are none.

    Raises FormatError if a text has no rules, or they do not fit the boards.
    """
    if NAME not in raw.columns:
        return None
    column, plain = as_column(NAME, raw.columns.pop(NAME)), None
    found: list[Rules] = []
    for i, value in enumerate(values(column)):
        odd = None
        try:
            if value is None or value == "":
                plain = plain or request.rules or rules_of(rules_of_side(request.side or 9, request.digits))
                rules = plain
            elif isinstance(value, Rules):
                rules = value
            else:
                rules = _parsed(value if isinstance(value, str) else json.dumps(value))
        except RulesError as error:
            if request.rules is not None:
                raw.columns[f"other_{NAME}"] = column
                return None
            odd = f"the column {NAME!r} holds no rules: {error}; for a column of words, give rules="
        else:
            if rules.side != (request.side or rules.side):
                odd = f"rules of side {rules.side} with a board of side {request.side}"
            elif rules.digits != (request.rules or (found or [rules])[0]).digits:
                odd = "rules with other digits than the first row"
            elif request.rules not in (None, rules):
                odd = (
                    f"rows have rules of their own ({described(rules)}), other rules than expected "
                    f"({described(request.rules)})"
                )
            found.append(rules)
        if odd:
            place = f"{request.name}[{start + i}]" if raw.lines is None else f"{request.name}:{raw.lines[i]}"
            raise FormatError(f"{place}: {odd}")
    return found
