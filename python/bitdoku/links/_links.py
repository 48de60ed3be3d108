"""The functions of the package that read and write links."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bitdoku._arguments import expect_text
from bitdoku._core import _word as word
from bitdoku.links import _playground
from bitdoku.links._formats import read_source
from bitdoku.links._fpuzzles_document import to_fpuzzles
from bitdoku.links._ipuz_writer import to_ipuz
from bitdoku.links._lzstring import compress
from bitdoku.links._meanings import meanings
from bitdoku.links._scl import packed, to_document
from bitdoku.links._shared import Source, UsedNames, ignored_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._meanings import Meant
    from bitdoku.links._shared import Drawing, Shared

_SITES = {"sudokupad": "https://sudokupad.app/fpuzzles", "f_puzzles": "https://f-puzzles.com/?load="}
_WRITERS = ("f_puzzles", "scl", "ipuz", "playground")


def read(
    link: str,
    *,
    ignore: Collection[str] = (),
    lines: Meant = None,
    shapes: Meant = None,
    text: Meant = None,
    cages: Meant = None,
) -> Shared:
    """Read a puzzle from a link to f-puzzles or SudokuPad, from the compressed part of such a link, or from its JSON.

    Links of SudokuPad that start with ``fpuzzles`` have formal rules. Those that start with ``scl`` have drawings and
    the rules in words; a drawing is read as a rule if the words say so, or if one of the arguments ``lines``,
    ``shapes``, ``text`` and ``cages`` does. A sentence or a drawing that is not understood is an error.
    :func:`drawings` lists the drawings, and the attribute ``by_words`` of the result the rules that come from words.

    Links to the playground, SudokuMaker, SudokuWiki, SudokuExchange and Penpa+, game ids of Solo (of Simon Tatham's
    collection), killers in one line (``3x3::k:…`` of SudoCue, or 81 sums and directions), and documents of ipuz,
    KSudoku, janko.at, GNOME Sudoku and LibreSudoku are read too.

    JSON may also be an object with ``puzzle``, in any form, and ``rules``, a name or the result of ``Rules.to_dict``;
    ``solution``, ``title``, ``author`` and ``ruleset`` are optional.

    Parameters
    ----------
    link
        The link, its compressed part, or JSON.
    ignore
        Keys of the JSON to skip, such as ``"text"`` or ``"line"``; ``"words"`` skips sentences that are not understood.
        By default nothing is skipped: drawings often represent rules.
    lines
        The meaning of lines and arrows: a meaning, or a mapping from descriptions to meanings, such as
        ``{"#67f067": "whispers"}``. A description is a color (a code or ``"green"``), a shape (``"line"`` or
        ``"arrow"``) or both. A meaning is the name of a rule, a function of the list of cells that returns rules, or
        None for a decoration.
    shapes
        The meaning of circles and rectangles without a text, as for lines: ``{"circle white": "kropki_white"}``.
    text
        The meaning of texts, such as ``"x_sum"`` for numbers outside the board. Keys of a mapping are the texts
        themselves or codes of colors; functions get the cells and the text. The cells of a text outside the board are
        the row or column as seen from it.
    cages
        The meaning of cages, such as ``"killer_cage"``, as for texts.

    Raises
    ------
    PuzzleError
        The text does not contain a puzzle.
    RulesError
        bitdoku does not support a rule of the puzzle; the message names it.
    ValueError
        A meaning is no rule of such drawings, no drawing fits its description, or the document has no part with a name
        in ``ignore``.

    Examples
    --------
    >>> import json
    >>> import bitdoku as bd
    >>> from bitdoku import links
    >>> line = {"color": "#67f067", "wayPoints": [[0.5, 0.5], [2.5, 2.5]]}
    >>> document = json.dumps({"cells": [[{}] * 9] * 9, "lines": [line]})
    >>> links.read(document, lines={"#67f067": "whispers"}).rules
    Rules() + whispers(((0, 0), (1, 1), (2, 2)))
    >>> links.read(document, lines=lambda cells: bd.rules.whispers(cells, 4)).rules
    Rules() + whispers(((0, 0), (1, 1), (2, 2)), difference=4)
    """
    expect_text("link", link)
    said = meanings(lines=lines, shapes=shapes, text=text, cages=cages)
    names = UsedNames(ignored_names(ignore))
    shared = read_source(Source(link, meanings=said), names)
    names.expect_use()
    return shared


def drawings(link: str) -> tuple[Drawing, ...]:
    """List the drawings of a puzzle that have a meaning only by words, with the meanings that the words state.

    It also lists the drawings of puzzles that :func:`read` refuses, so that you can say what they mean.

    Raises
    ------
    PuzzleError, RulesError
        The text does not contain a puzzle, or the board is not supported.

    Examples
    --------
    >>> import json
    >>> from bitdoku import links
    >>> line = {"color": "#67f067", "wayPoints": [[0.5, 0.5], [1.5, 1.5]]}
    >>> words = {"rules": "Digits on green lines are strange."}
    >>> links.drawings(json.dumps({"cells": [[{}] * 9] * 9, "metadata": words, "lines": [line]}))
    (Drawing(kind='line', color='#67f067', cells=((0, 0), (1, 1)), text='', meaning='', sentence=''),)
    """
    expect_text("link", link)
    return read_source(Source(link, listing=True), []).drawings


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
        ``"sudokupad"`` or ``"f_puzzles"``, for the format ``"f_puzzles"``.
    format
        ``"f_puzzles"``, which both sites read, or ``"scl"``, the format of SudokuPad: drawings, and the rules in words.
        ``"ipuz"`` returns the text of a document instead of a link. ``"playground"`` is a link to bitdoku's own page,
        which solves and explains the puzzle in the browser.
    title, author, ruleset
        The title, the author, and the rules in words. With ``format="scl"``, the default of ``ruleset`` is a sentence
        for each kind of rule. Links to the playground have no texts.
    solution
        One grid in any form, possibly with blank cells. SudokuPad checks the answer against it; the playground finds
        the solution itself.

    Raises
    ------
    RulesError
        The format does not support a rule; the message names it. Or the rules are too long for a link.
    PuzzleError
        ``solution`` contradicts a given or the rules.
    ValueError
        The format does not have the site or the texts.
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
    if format == "playground":
        for name in filter(texts.get, texts):
            raise ValueError(f"links to the playground have no {name}")
        return _playground.link(puzzle, rules, solution)
    if format == "ipuz":
        return json.dumps(to_ipuz(puzzle, rules, **texts, solution=solution), ensure_ascii=False)
    data = to_fpuzzles(puzzle, rules, **texts, solution=solution)
    return _SITES[site] + quote(compress(json.dumps(data, separators=(",", ":"), ensure_ascii=False)), safe="")
