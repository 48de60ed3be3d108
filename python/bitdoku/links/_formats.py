"""The formats of links and documents.

To add a format: write a module with ``recognizes`` and ``read`` as in `_shared.Format`, and list it here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bitdoku._errors import PuzzleError, shown
from bitdoku.links import (
    _fpuzzles_document,
    _gnome,
    _ipuz,
    _janko,
    _killer_text,
    _ksudoku,
    _libresudoku,
    _penpa,
    _playground,
    _rules_data,
    _scl,
    _sudokumaker,
    _tatham,
    _urls,
)
from bitdoku.links._lzstring import decompress
from bitdoku.links._shared import Source, expect_solution
from bitdoku.links._words import warnings

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Format, Shared

_TEXTS = ("title", "author", "ruleset")
#: `_killer_text` comes before `_tatham`, whose ids start in the same way; ipuz and SudokuMaker come before
#: `_rules_data`, which has the key "puzzle" too.
FORMATS: tuple[Format, ...] = (
    _janko, _urls, _playground, _penpa, _sudokumaker, _killer_text, _tatham, _ksudoku, _ipuz, _gnome, _libresudoku,
    _rules_data, _fpuzzles_document, _scl,
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
        found = "expected an object"
        if isinstance(source.data, dict):
            found = f"it has the keys {', '.join(source.data)[:200]}" if source.data else "it is empty"
        raise PuzzleError(f"the JSON is no puzzle in a known format: {found}")
    if re.match(r"(?:https?:)?//|[\w-]+\.[\w.-]+/", source.text):
        raise PuzzleError(
            "the link is no puzzle in a known format, such as https://f-puzzles.com/?load=… or "
            "https://sudokupad.app/scl… (open a short link in a browser to get the long one)"
        )
    if not source.text:
        raise PuzzleError("the text is empty; expected a link or a document")
    if re.fullmatch(r"[0-9.*_\s]{4,}", source.text):
        raise PuzzleError(
            f"{shown(source.text)} is no link and no document; functions such as solve accept a board as text"
        )
    try:
        text = decompress(source.text).strip()
        why = "" if text.startswith("{") else "the decompressed text is no JSON object"
    except ValueError as error:
        text, why = "", str(error)
    if why:
        raise PuzzleError(f"{shown(source.text)} is no link, document or compressed document in a known format: {why}")
    return read_source(source.on(text), ignore)
