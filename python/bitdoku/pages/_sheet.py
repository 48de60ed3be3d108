"""Puzzles on pages to print, with the answers after them.

Pages are SVGs (:mod:`bitdoku.pages._layout`). HTML contains them; PDF and PNG are converted from them. A book is a
sheet with chapters (:mod:`bitdoku.pages._book`).
"""

from __future__ import annotations

import base64
import html
import os
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import path_of
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, shown
from bitdoku._results import Verdict
from bitdoku.board._board import Board
from bitdoku.board._drawing import THEMES
from bitdoku.board._font import BUILT_IN
from bitdoku.board._pdf import pdf_from_svg
from bitdoku.board._render import png_from_svg
from bitdoku.pages._captions import (
    LEVELS,
    captions,
    code_of,
    details_in_words,
    link_of,
    rules_in_words,
)
from bitdoku.pages._layout import Item, Paper, Section, bound_paper, paper_size
from bitdoku.pages._options import Chapter, SheetOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from bitdoku.board._board import Theme
    from bitdoku.typing import PuzzlesLike, RulesLike

_NOTES = {Verdict.NO_SOLUTION: "no solution", Verdict.MULTIPLE: "several solutions"}


def sheet(
    puzzles: PuzzlesLike,
    *,
    columns: int | None = None,
    per_page: int | None = None,
    answers: bool | str = True,
    answers_per_page: int | None = None,
    title: str = "",
    caption: str = "{number}",
    levels: Sequence[str] = LEVELS,
    first: int = 1,
    rule_text: bool | str = True,
    qr: bool = False,
    paper: str = "a4",
    bound: bool = False,
    large_print: bool = False,
    font: str | os.PathLike[str] | None = None,
    theme: Theme = "light",
    rules: RulesLike = None,
) -> Sheet:
    r"""Lay out puzzles on pages to print, numbered, followed by pages with the answers.

    Parameters
    ----------
    puzzles
        One or many puzzles in any form. Boards keep their candidates, solved cells and highlights.
    columns : int, optional
        Number of boards side by side, 1 to 20; by default 2, or as many as make the boards largest with ``per_page``.
        Answers have twice as many, up to 8.
    per_page : int, optional
        Number of puzzles on a page, 1 to 100; by default as many as fit.
    answers : bool or str
        Whether pages with the solutions follow, without the marks of the rules. Text is their heading. Stored solutions
        are used if there are any, else computed.
    answers_per_page : int, optional
        Number of answers on a page.
    title : str
        Printed at the top of each page; at most 100 characters.
    caption : str
        Printed above each puzzle. ``{number}``, ``{level}`` (of HoDoKu), ``{minutes}`` (expected for players; empty
        for rules other than classic 9x9) and ``{clues}`` are replaced. Text after a tab is at the right:
        ``"{number} {level}\tName ________"``.
    levels : sequence of str
        Five words for ``{level}``, from the easiest.
    first : int
        The number of the first puzzle.
    rule_text : bool or str
        Whether the rules beyond those of each Sudoku are printed in words: above the boards if all have the same, else
        below each board. Text is printed instead of them. With False, only what pictures do not show is named.
    qr : bool
        Whether each puzzle has a QR code of a link to play it; needs the extra ``qr`` (the package segno).
    paper : str
        The size of the pages: ``"a4"``, ``"a5"``, ``"letter"``, or width and height in inches from 4 to 20, such as
        ``"6x9"`` or ``"8.5x11"``, in upper or lower case.
    bound : bool
        Whether the pages are for a book: the first one is at the right, the margin inside grows from 1/2 to 1 inch with
        the number of pages, and page numbers are outside.
    large_print : bool
        Whether text and the digits in cells have at least the size of a font of 16 points. Numbers that belong to
        marks, such as the sums of cages and the numbers outside the grid, are smaller.
    font : path, optional
        A font file (.ttf or .otf) for all text. Characters that it lacks, and all text by default, have Noto Sans,
        which is included for Latin, Greek and Cyrillic text. PDF files contain the fonts.
    theme : {"light", "dark", "gray", "auto"}
        The colors; ``"gray"`` has none, and ``"auto"`` is for HTML. Answers of ``"light"`` are gray.
    rules
        As for :func:`solve`.

    Returns
    -------
    Sheet
        The pages. Notebooks display them; ``save(path)`` writes HTML, PDF or PNG.

    Raises
    ------
    PuzzleError
        A puzzle is malformed.
    TypeError
        An argument has the wrong type.
    ValueError
        An argument is out of range; ``title`` is too long or has control characters or lone surrogates; so many boards
        on a page make the sums of cages less than 1.6 mm high, or digits too small for ``large_print``.
    OSError
        The font cannot be read.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(6, seed=1)
    >>> bd.sheet(made, title="Monday")
    Sheet(6 puzzles on 2 pages)
    >>> bd.sheet(made, per_page=1, caption="{number} {level}\tName ________", paper="6x9", bound=True)
    Sheet(6 puzzles on 7 pages)
    """
    options = SheetOptions(
        columns=columns,
        per_page=per_page,
        answers=answers,
        answers_per_page=answers_per_page,
        title=title,
        caption=caption,
        levels=levels,
        first=first,
        rule_text=rule_text,
        qr=qr,
        paper=paper,
        bound=bound,
        large_print=large_print,
        font=font,
        theme=theme,
    )
    boards, solutions = _boards_and_solutions(puzzles, rules)
    return Sheet([Chapter(title, boards, solutions, rule_text, columns, per_page, caption, answers)], options)


def _boards_and_solutions(puzzles: PuzzlesLike, rules: RulesLike) -> tuple[list[Board], Sequence[Any]]:
    """Puzzles in any form as boards, and for each its stored solution or None."""
    if isinstance(puzzles, Board | str | bytes | bytearray):
        return [Board(puzzles, rules=rules)], [None]
    if isinstance(puzzles, list | tuple) and puzzles and all(isinstance(one, Board) for one in puzzles):
        return [Board(one, rules=rules) for one in puzzles], [None] * len(puzzles)
    from bitdoku._row import Row
    from bitdoku._table import Puzzles
    from bitdoku.datasets._io.read import read
    from bitdoku.rules._rules import rules_of, size_of_files

    if rules is None and isinstance(puzzles, list | tuple):
        own_rows = [one for one in puzzles if isinstance(one, Row)]
        if own_rows and len(own_rows) == len(puzzles):
            return [*map(Board, own_rows)], [one.solution for one in own_rows]
    size: dict[str, Any] = {} if rules is None else size_of_files(rules_of(rules))
    side = size.get("side")
    shape = np.shape(puzzles) if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "iuf" else ()
    # One grid, flat or not; (81, 81) are 81 flat puzzles.
    if len(shape) == 1 or shape == (side or 9, side or 9):
        return [Board(puzzles, rules=rules)], [None]
    rows = puzzles if isinstance(puzzles, Puzzles) else read(puzzles, **size)
    if rows.candidates is not None:
        raise PuzzleError(f"{rows.place(0)}: the puzzle has candidates; expected givens")
    solutions = [None] * len(rows) if rows.solution is None else [*rows.solution]
    if rules is None:
        # Each row has its own.
        return [*map(Board, rows)], solutions
    return [Board(one, rules=rules) for one in rows.puzzle], solutions


def _answer(board: Board, solution: NDArray[np.uint8] | None) -> tuple[Board, str]:
    """A board with its stored solution or else a computed one, and a note if no solution is unique."""
    note = ""
    if solution is None or not solution.any():
        solution, verdict = _core.solve(board.puzzle, rules=board.rules)
        note = _NOTES.get(Verdict(int(verdict)), "")
    return Board(board.puzzle, solution, rules=board.rules), note


class Sheet:
    """Pages of puzzles, as :func:`bitdoku.sheet` returns them. ``len(sheet)`` is the number of pages."""

    __module__ = "bitdoku"

    def __init__(self, chapters: Sequence[Chapter], options: SheetOptions) -> None:
        size = paper_size(options.paper)
        assert size is not None, "checked"
        self._title, self._theme = options.title, options.theme
        paper = Paper(*size, options.file, options.theme, options.bound, options.large_print)
        self._puzzle_count = sum(len(chapter.boards) for chapter in chapters)
        sections = [*_sections(chapters, options), *_answers(chapters, options)]
        self._paper = bound_paper(paper, sections) if options.bound else paper
        self._pages = self._paper.pages(sections)

    def __len__(self) -> int:
        return len(self._pages)

    def __repr__(self) -> str:
        count, pages = self._puzzle_count, len(self)
        return f"{type(self).__name__}({count} puzzle{'s' * (count != 1)} on {pages} page{'s' * (pages != 1)})"

    def svg(self, page: int = 0) -> str:
        """One page as SVG; pages are numbered from 0. Text has the font ``font`` if the system has it."""
        whole("page", page, least=0, most=len(self) - 1)
        return self._paper.svg(page + 1, len(self), self._pages[page])

    def html(self) -> str:
        """All pages as an HTML document that prints one of them on each sheet of paper.

        The document contains the font ``font``; other text has the fonts of the system.
        """
        paper = self._paper
        size = f"{paper.width:g}pt {paper.height:g}pt"
        style = (
            f"@page{{size:{size};margin:0}}body{{margin:0}}"
            f"svg{{display:block;width:{paper.width:g}pt;height:{paper.height:g}pt;max-width:100%;break-after:page}}"
        )
        if paper.font.path != str(BUILT_IN):
            data = base64.b64encode(Path(paper.font.path).read_bytes()).decode()
            style += f"@font-face{{font-family:{paper.family};src:url(data:font/ttf;base64,{data})}}"
        title = html.escape(self._title or "Sudoku")
        head = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{style}</style>\n'
        return head + "".join(f"{self.svg(page)}\n" for page in range(len(self)))

    def pdf(self) -> bytes:
        """All pages as PDF with embedded fonts; needs the extra ``pdf`` (the packages fpdf2 and uharfbuzz).

        Raises
        ------
        ImportError
            A package is not installed.
        ValueError
            The font lacks a character; the theme is ``"auto"``.
        """
        self._expect_printable()
        pages = (self.svg(page) for page in range(len(self)))
        return pdf_from_svg(pages, self._title or "Sudoku", self._paper.font)

    def png(self, page: int = 0, *, dpi: int = 150) -> bytes:
        """A page as PNG with ``dpi`` pixels an inch, at most 300; needs the extra ``png`` (the package resvg-py).

        Raises
        ------
        ImportError
            resvg-py is not installed.
        ValueError
            The font lacks a character; the theme is ``"auto"``.
        """
        self._expect_printable()
        width, height = (f"{edge:g}" for edge in (self._paper.width, self._paper.height))
        scale = whole("dpi", dpi, least=1, most=300) / 72
        size = f'width="{round(self._paper.width * scale)}" height="{round(self._paper.height * scale)}"'
        svg = self.svg(page).replace(f'width="{width}" height="{height}"', size, 1)
        return png_from_svg(svg, self._paper.font)

    def _expect_printable(self) -> None:
        """Raise if the theme or a character cannot be printed."""
        word("theme", self._theme, tuple(THEMES))
        for block in (block for page in self._pages for block in page):
            texts = [block.section.heading, block.section.chapter, block.section.text]
            texts += [text for item in block.items for text in (item.caption, item.text)]
            if missing := self._paper.font.missing("".join(texts).replace("\t", "").replace("\n", "")):
                where = next(text for text in texts if missing in text)
                raise ValueError(
                    f"font has no character {missing!r}, which is in {shown(where)}; expected a file with it, "
                    "such as one of Noto Sans for that script"
                )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pages to a file, atomically; the extension is ``.html``, ``.pdf`` or ``.png``.

        A PNG contains one page. For several pages, ``{number}`` in the name is replaced by 1, 2, 3 and so on.

        Raises
        ------
        ValueError
            Another extension; several pages and no ``{number}``; see also :meth:`pdf` and :meth:`png`.
        ImportError
            The package of the extra is not installed.
        """
        from bitdoku._atomic import replacing

        name = path_of("path", path)
        suffix = os.path.splitext(name)[1].lower()
        if suffix not in (".html", ".pdf", ".png"):
            raise ValueError(f"path is {name!r}; expected a name that ends in .html, .pdf or .png")
        if suffix != ".png":
            with replacing(name) as file:
                file.write(self.pdf() if suffix == ".pdf" else self.html().encode())
            return
        if not len(self):
            raise ValueError("there are no puzzles, so there is no page to write as PNG")
        if len(self) > 1 and "{number}" not in name:
            raise ValueError(f"path is {name!r}; {len(self)} pages as PNG need a name such as 'page-{{number}}.png'")
        for page in range(len(self)):
            with replacing(name.replace("{number}", str(page + 1))) as file:
                file.write(self.png(page))

    def _repr_html_(self) -> str:
        border = "border:1px solid #8886;margin:0 8px 8px 0;display:inline-block;width:min(100%,420px)"
        fluid = '<svg style="display:block;width:100%;height:auto" '
        pages = (self.svg(page).replace("<svg ", fluid, 1) for page in range(len(self)))
        return "".join(f'<div style="{border}">{page}</div>' for page in pages)


def _sections(chapters: Sequence[Chapter], options: SheetOptions) -> Iterator[Section]:
    """The pages of the puzzles."""
    first = options.first
    for chapter in chapters:
        boards, custom = chapter.boards, chapter.rule_text
        write = details_in_words if custom is False else rules_in_words
        texts = [custom if isinstance(custom, str) else write(board.rules) for board in boards]
        common = texts[0] if texts and custom is not False and len({*texts}) == 1 else ""
        codes = [code_of(link_of(board)) if options.qr else None for board in boards]
        named = captions(chapter.caption, boards, first, options.levels)
        items = [
            Item(
                board._svg(None, options.theme, captioned=False), caption, "" if common else text, code, _is_long(board)
            )
            for board, caption, text, code in zip(boards, named, texts, codes, strict=True)
        ]
        sums = any(rule.name in ("killer_cage", "lunchbox") for board in boards for rule in board.rules.rules)
        yield Section(chapter.title, common, items, chapter.columns, chapter.per_page, sums)
        first += len(boards)


def _answers(chapters: Sequence[Chapter], options: SheetOptions) -> Iterator[Section]:
    """The answers, whose boards have no marks of rules, under the titles of their chapters."""
    items: list[tuple[str, str, Item]] = []
    number = options.first
    titles = {chapter.title for chapter in chapters if chapter.answers}
    theme: Theme = "gray" if options.theme == "light" else options.theme
    for chapter in chapters:
        heading = chapter.answers if isinstance(chapter.answers, str) else "Answers"
        if isinstance(chapter.answers, bool) and options.title and len(chapters) == 1:
            heading = f"{options.title}: answers"
        title = chapter.title if len(titles) > 1 else ""
        for board, solution in zip(chapter.boards, chapter.solutions, strict=True):
            if chapter.answers:
                answer, note = _answer(board, solution)
                picture = answer._svg(None, theme, captioned=False, marked=False)
                item = Item(picture, f"{number}: {note}" if note else f"{number}", long=_is_long(board))
                items.append((heading, title, item))
            number += 1
    # More than 8 boards side by side are hard to read.
    usual = max(options.columns or 2, min(2 * (options.columns or 2), 8))
    each = options.answers_per_page
    for (heading, title, _), group in groupby(items, lambda entry: (*entry[:2], entry[2].box)):
        some = [item for *_, item in group]
        yield Section(heading, "", some, None, each, usual=usual, name="answers_per_page", chapter=title, flows=True)


def _is_long(board: Board) -> bool:
    return board.rules.digits[-1] > 9
