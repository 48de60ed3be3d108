"""The formats of links and documents.

To add a format: write a module with ``recognizes`` and ``read`` as in `_shared.Format`, and list it here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bitdoku._errors import PuzzleError
from bitdoku.links import (
    _fpuzzles_document,
    _gnome,
    _ipuz,
    _janko,
    _killer_text,
    _ksudoku,
    _libresudoku,
    _penpa,
    _rules_data,
    _scl,
    _sudokumaker,
    _tatham,
    _urls,
)
from bitdoku.links._shared import Source, decompressed, expect_solution
from bitdoku.links._words import warnings

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Format, Shared

_TEXTS = ("title", "author", "ruleset")
#: `_killer_text` comes before `_tatham`, whose ids start in the same way; ipuz and SudokuMaker come before
#: `_rules_data`, which has the key "puzzle" too.
FORMATS: tuple[Format, ...] = (
    _janko, _urls, _penpa, _sudokumaker, _killer_text, _tatham, _ksudoku, _ipuz, _gnome, _libresudoku, _rules_data,
    _fpuzzles_document, _scl,
)  # fmt: skip


def recognized(source: Source) -> bool:
    """Whether a format recognizes the text or the data."""
    return any(form.recognizes(source) for form in FORMATS)


def read_source(source: Source, ignore: Collection[str]) -> Shared:
    """Read a puzzle from a link, the compressed part of a link, or JSON. Raises PuzzleError and RulesError."""
    for form in FORMATS:
        if form.recognizes(source):
            shared = form.read(source, ignore)
            if source.listing:
                return shared
            if source.meanings and not shared.drawings:
                raise ValueError(f"{next(iter(source.meanings)).argument}: the document has no such drawing")
            if "solution" in ignore:
                shared = replace(shared, solution=None)
            if shared.solution is not None:
                expect_solution(shared.puzzle, shared.solution, shared.rules)
            outside: dict[str, Any] = {
                key: text for key, text in source.texts.items() if key in _TEXTS and not getattr(shared, key)
            }
            shared = replace(shared, **outside)
            return replace(shared, warnings=(*shared.warnings, *warnings(shared.ruleset, shared.rules)))
    if source.data is not None:
        found = f" an object with the keys {', '.join(source.data)[:200]}" if isinstance(source.data, dict) else ""
        raise PuzzleError(f"the JSON is no puzzle in a known format:{found or ' expected an object'}")
    if re.match(r"(?:https?:)?//|[\w-]+\.[\w.-]+/", source.text):
        raise PuzzleError(
            "the link is no puzzle in a known format, such as https://f-puzzles.com/?load=… or "
            "https://sudokupad.app/scl… (open a short link in a browser to get the long one)"
        )
    text = decompressed(source.text).strip()
    if not text.startswith("{"):
        raise PuzzleError("the compressed text does not contain a JSON object")
    return read_source(source.on(text), ignore)
