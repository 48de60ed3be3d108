"""The functions of the package that read and write links."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bitdoku._arguments import expect_text
from bitdoku._core import _word as word
from bitdoku.links._formats import read_source
from bitdoku.links._fpuzzles_document import to_fpuzzles
from bitdoku.links._ipuz_writer import to_ipuz
from bitdoku.links._lzstring import compress
from bitdoku.links._scl import packed, to_document
from bitdoku.links._shared import Source, ignored_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Shared

_SITES = {"sudokupad": "https://sudokupad.app/fpuzzles", "f_puzzles": "https://f-puzzles.com/?load="}
_WRITERS = ("f_puzzles", "scl", "ipuz")


def read(link: str, *, ignore: Collection[str] = ()) -> Shared:
    """Read a puzzle from a link to f-puzzles or SudokuPad, from the compressed part of such a link, or from its JSON.

    Links of SudokuPad that start with ``fpuzzles`` have formal rules. Those that start with ``scl`` have drawings and
    the rules in words; a drawing is read as a rule if the words say so. A sentence or a drawing that is not understood
    is an error.

    Links to SudokuWiki, SudokuExchange and Penpa+, game ids of Solo (of Simon Tatham's collection), and documents of
    ipuz, KSudoku, janko.at, GNOME Sudoku and LibreSudoku are read too.

    JSON may also be an object with ``puzzle``, in any form, and ``rules``, a name or the result of ``Rules.to_dict``;
    ``solution``, ``title``, ``author`` and ``ruleset`` are optional.

    Parameters
    ----------
    link
        The link, its compressed part, or JSON.
    ignore
        Keys of the JSON to skip, such as ``"text"`` or ``"line"``; ``"words"`` skips sentences that are not understood.
        By default nothing is skipped: drawings often represent rules.

    Raises
    ------
    PuzzleError
        The text does not contain a puzzle.
    RulesError
        bitdoku does not support a rule of the puzzle; the message names it.
    """
    expect_text("link", link)
    return read_source(Source(link), ignored_names(ignore))


def write(
    puzzle: Any,
    rules: Any = None,
    *,
    site: str = "sudokupad",
    format: str = "f_puzzles",  # noqa: A002
    title: str = "",
    author: str = "",
    ruleset: str = "",
    solution: Any = None,
) -> str:
    """Write a link to a puzzle, or a document of ipuz.

    Parameters
    ----------
    puzzle
        One puzzle in any form.
    rules
        As for :func:`bitdoku.solve`.
    site
        ``"sudokupad"`` or ``"f_puzzles"``.
    format
        ``"f_puzzles"``, which both sites read, or ``"scl"``, the format of SudokuPad: drawings, and the rules in words.
        ``"ipuz"`` returns the text of a document instead of a link.
    title, author, ruleset
        The title, the author, and the rules in words. With ``format="scl"``, the default of ``ruleset`` is a sentence
        for each kind of rule.
    solution
        One grid in any form, possibly with blank cells. SudokuPad checks the answer against it.

    Raises
    ------
    RulesError
        The format does not support a rule; the message names it.
    PuzzleError
        ``solution`` contradicts a given or the rules.
    TypeError
        ``title``, ``author`` or ``ruleset`` is not text; ``puzzle`` or ``solution`` is not one board.
    """
    word("site", site, _SITES)
    word("format", format, _WRITERS)
    texts = {"title": title, "author": author, "ruleset": ruleset}
    for name, text in texts.items():
        expect_text(name, text)
    if format == "scl":
        if site != "sudokupad":
            raise ValueError("format 'scl' is for site 'sudokupad'")
        return "https://sudokupad.app/" + quote(packed(to_document(puzzle, rules, **texts, solution=solution)), safe="")
    if format == "ipuz":
        return json.dumps(to_ipuz(puzzle, rules, **texts, solution=solution), ensure_ascii=False)
    data = to_fpuzzles(puzzle, rules, **texts, solution=solution)
    return _SITES[site] + quote(compress(json.dumps(data, separators=(",", ":"), ensure_ascii=False)), safe="")
