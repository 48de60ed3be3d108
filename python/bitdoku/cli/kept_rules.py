"""The rules of rows in the output: formats without a column for rules refuse different rules, and drop shared ones."""

from __future__ import annotations

import sys
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from bitdoku._table import Puzzles


def with_equal_rules(rows: Puzzles) -> Iterator[Puzzles]:
    """The parts of a batch whose successive rows have the same rules."""
    own = [row.rules for row in rows] if "rules" in rows.columns else []
    ends = [i for i in range(1, len(own)) if own[i] != own[i - 1]]
    for start, end in pairwise([0, *ends, len(rows)]):
        yield rows[start:end] if ends else rows


def choose_format(rows: Puzzles, options: argparse.Namespace) -> None:
    """Set ``--to jsonl`` for stdout if rows have rules of their own and no format is given."""
    if getattr(options, "to", "") is None and options.output in (None, "-"):
        from bitdoku._board_text import are_of_side
        from bitdoku.rules._rules import Rules

        each = rows._row_rules()
        if not isinstance(each, Rules) and not all(map(are_of_side, each)):
            options.to = "jsonl"


def begun(results: Iterable[Puzzles], options: argparse.Namespace) -> Iterator[Puzzles]:
    """The results; for stdout, the first one is computed now, because its rows may choose the format."""
    results = iter(results)
    return chain([*islice(results, options.output in (None, "-"))], results)


def noted(
    results: Iterable[Puzzles], options: argparse.Namespace, kind: str, *, header: bool = True
) -> Iterator[Puzzles]:
    """The results; at their end, stderr says if the file does not hold the rules that all rows share."""
    from bitdoku._board_text import are_of_side
    from bitdoku.datasets._io.rules_column import keeps_rules

    rows = None
    for rows in results:
        yield rows
    named = options.output not in (None, "-") and not options.quiet
    if named and rows is not None and not keeps_rules(kind, header=header) and not are_of_side(rows.rules):
        given = getattr(options, "rules", None)
        name = f" {given}" if isinstance(given, str) else ""
        print(f"bitdoku: {options.output} does not hold the rules; give --rules{name} to read it", file=sys.stderr)
