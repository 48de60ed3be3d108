"""Arguments that hold a puzzle with its rules: links, and JSON of f-puzzles or bitdoku."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from bitdoku.cli.errors import USAGE, CommandError

if TYPE_CHECKING:
    import argparse

    from bitdoku.links import Shared

_LINK = r"https?://(?:[^/]*(?:f-puzzles|sudokupad|crackingthe|sudokuwiki|sudokuexchange)|\S*(?:penpa-edit|solo\.html#))"
#: Size in bytes above which a JSON file is a data set, not one puzzle.
LARGEST = 1 << 22


def text_of(argument: str) -> str | None:
    """The link or JSON text of a puzzle with its rules; None for other arguments and files."""
    if argument.lstrip().startswith("{") or re.match(_LINK, argument):
        return argument
    if (
        not argument.lower().endswith((".json", ".ipuz", ".ksudoku"))
        or not os.path.isfile(argument)
        or os.path.getsize(argument) > LARGEST
    ):
        return None
    with open(argument, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    if not argument.lower().endswith(".json"):
        return text
    # A table may have a column "grid" or "rules", but no array of cells or object of rules under that name.
    if not text.lstrip().startswith("{") or not re.search(r'"(?:grid|cells)"\s*:\s*\[|"rules"\s*:\s*["{]', text):
        return None
    return text


def shared(argument: str, number: int, options: argparse.Namespace) -> Shared | None:
    """The puzzle with its rules in an argument, or None.

    Raises
    ------
    CommandError
        The puzzle is malformed, or a rule is not supported.
    """
    text = text_of(argument) if hasattr(options, "ignore") else None
    if text is None:
        return None
    from bitdoku import PuzzleError, RulesError, links
    from bitdoku.rules._rules import rules_of_files

    name = f"argument:{number}" if text is argument else argument
    try:
        found = links.read(text, ignore=options.ignore)
        rules_of_files(found.rules)
    except (PuzzleError, RulesError) as error:
        raise CommandError(f"{name}: {error}") from None
    if options.rules is not None:
        raise CommandError(f"{name}: the puzzle has rules of its own; --rules is for others", USAGE)
    if not options.quiet:
        skipped = [*found.ignored, *["colors of cells"] * bool(found.colors)]
        if skipped:
            print(f"bitdoku: {name}: not read as rules: {', '.join(skipped)}", file=sys.stderr)
        for warning in found.warnings:
            print(f"bitdoku: {name}: {warning}", file=sys.stderr)
    return found
