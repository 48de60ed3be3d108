"""Puzzles on pages to print, with the answers after them.

```
  ┌──────────────────────────┐     a page is one SVG, in points (1/72 inch)
  │ Title               1/3  │
  │ 1          2             │     boards of one width, in columns; as many rows as fit
  │ ┌───────┐  ┌───────┐     │
  │ │       │  │       │     │     pages of answers have up to twice as many columns
  │ └───────┘  └───────┘     │
```

HTML contains these SVGs; PDF and PNG are converted from them. An ASCII title is drawn as strokes, any other as
``<text>``, which needs a font.
"""

from __future__ import annotations

import html
import os
import re
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bitdoku import _core
from bitdoku._arguments import expect_text, flag, path_of
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, shown
from bitdoku._results import Verdict
from bitdoku.board._board import Board
from bitdoku.board._glyphs import text_path, text_width
from bitdoku.board._render import pdf_from_svg, png_from_svg
from bitdoku.board._svg import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from bitdoku.board._board import Theme
    from bitdoku.typing import PuzzlesLike, RulesLike

#: Width and height in points, and the name of the size in CSS.
PAPERS = {"a4": (595, 842, "A4"), "letter": (612, 792, "letter")}
#: The margin of a page, the height of its heading, the space between boards and the height of a label, in points.
MARGIN, HEADING, GAP, LABEL = 42, 30, 22, 14

_NOTES = {Verdict.NO_SOLUTION: "no solution", Verdict.MULTIPLE: "several solutions"}


def sheet(
    puzzles: PuzzlesLike,
    *,
    columns: int = 2,
    answers: bool = True,
    title: str = "",
    paper: Literal["a4", "letter"] = "a4",
    theme: Theme = "light",
    rules: RulesLike = None,
) -> Sheet:
    """Lay out puzzles on pages to print, numbered, followed by pages with the answers.

    Parameters
    ----------
    puzzles
        One or many puzzles in any form. Boards keep their candidates, solved cells and highlights.
    columns : int
        Number of boards side by side, 1 to 20. Answers have twice as many, up to 8.
    answers : bool
        Whether pages with the solutions follow. Stored solutions are used if there are any, else computed.
    title : str
        Printed at the top of each page; at most 100 characters.
    paper : {"a4", "letter"}
        The size of the pages.
    theme : {"light", "dark", "auto"}
        The colors; ``"auto"`` is for HTML.
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
        ``answers`` is not a bool, or ``title`` not text.
    ValueError
        ``columns``, ``paper`` or ``theme`` is out of range; ``title`` is too long or has control characters or lone
        surrogates.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.sheet(bd.generate(6, seed=1), title="Monday")
    Sheet(6 puzzles on 2 pages)
    """
    answers = flag("answers", answers)
    expect_text("title", title)
    if len(title) > 100 or re.search(r"[\0-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", title):
        expected = "expected at most 100 characters, without lone surrogates and control characters"
        raise ValueError(f"title is {shown(title)}; {expected}")
    boards, solutions = _boards_and_solutions(puzzles, rules)
    solved = [_answer(board, solutions[k]) for k, board in enumerate(boards)] if answers else []
    columns = whole("columns", columns, least=1, most=20)
    return Sheet(boards, solved, columns=columns, title=title, paper=paper, theme=theme)


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

    def __init__(
        self,
        boards: list[Board],
        answers: list[tuple[Board, str]],
        *,
        columns: int,
        title: str,
        paper: Literal["a4", "letter"],
        theme: Theme,
    ) -> None:
        word("paper", paper, tuple(PAPERS))
        word("theme", theme, ("auto", *THEMES))
        self._title, self._theme, self._paper = title, theme, paper
        self._puzzle_count = len(boards)
        puzzle_pictures = [(board.svg(theme=theme), f"{k}") for k, board in enumerate(boards, 1)]
        answer_pictures = [
            (board.svg(theme=theme), f"{k}: {note}" if note else f"{k}") for k, (board, note) in enumerate(answers, 1)
        ]
        # More than 8 boards side by side are hard to read.
        answer_columns = max(columns, min(2 * columns, 8))
        heading = f"{title}: answers" if title else "Answers"
        #: For each page its heading, the number of columns, and the pictures with their labels.
        self._pages = [(title, columns, page) for page in self._split(puzzle_pictures, columns)]
        self._pages += [(heading, answer_columns, page) for page in self._split(answer_pictures, answer_columns)]

    def _split(self, pictures: list[tuple[str, str]], columns: int) -> Iterator[list[tuple[str, str]]]:
        """The pictures of each page."""
        if pictures:
            _, rows, _ = self._layout(columns, max(_aspect(picture) for picture, _ in pictures))
            for first in range(0, len(pictures), rows * columns):
                yield pictures[first : first + rows * columns]

    def _layout(self, columns: int, aspect: float) -> tuple[float, int, float]:
        """The width of a board, the number of rows and the height of a row, for boards of this height per width."""
        page_width, page_height, _ = PAPERS[self._paper]
        gap = min(GAP, 180 / columns)
        height = page_height - 2 * MARGIN - HEADING + gap
        width = (page_width - 2 * MARGIN - gap * (columns - 1)) / columns
        # Boards shrink by up to a fifth if another row fits then.
        rows = max(1, int(height / (0.8 * width * aspect + LABEL + gap)))
        width = min(width, (height / rows - LABEL - gap) / aspect)
        return width, rows, width * aspect + LABEL + gap

    def __len__(self) -> int:
        return len(self._pages)

    def __repr__(self) -> str:
        count, pages = self._puzzle_count, len(self)
        return f"Sheet({count} puzzle{'s' * (count != 1)} on {pages} page{'s' * (pages != 1)})"

    def svg(self, page: int = 0) -> str:
        """One page as SVG; pages are numbered from 0. It needs a font if the title is not ASCII."""
        whole("page", page, least=0, most=len(self) - 1)
        heading, columns, pictures = self._pages[page]
        page_width, page_height, _ = PAPERS[self._paper]
        paint = THEMES["light" if self._theme == "auto" else self._theme]
        width, _, row_height = self._layout(columns, max(_aspect(picture) for picture, _ in pictures))
        column_width = (page_width - 2 * MARGIN) / columns
        ink = f'class="s-given" stroke="{paint["given"]}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku-{self._theme}" width="{page_width}" '
            f'height="{page_height}" viewBox="0 0 {page_width} {page_height}" role="group" '
            f'aria-label="{html.escape(heading or "Sudoku")}">'
            f'<rect width="{page_width}" height="{page_height}" class="f-paper" fill="{paint["paper"]}"/>'
        ]
        number = f"{page + 1} / {len(self)}"
        number_x = page_width - MARGIN - text_width(number, 0.6)
        if heading:
            # A font of 19 points has the size of the strokes; its characters are at most 6.5 points wide per byte.
            heading_width = text_width(heading, 1) if heading.isascii() else 6.5 * len(heading.encode())
            scale = min(1, (number_x - MARGIN - 12) / max(1, heading_width))
            if heading.isascii():
                path = text_path(heading, MARGIN, MARGIN + 8, scale)
                out.append(f'<path {ink} stroke-width="{1.6 * scale:.2g}" d="{path}"/>')
            else:
                out.append(
                    f'<text x="{MARGIN}" y="{MARGIN + 15}" font-family="sans-serif" font-size="{19 * scale:.3g}" '
                    f'class="f-given" fill="{paint["given"]}">{html.escape(heading)}</text>'
                )
        out.append(f'<path {ink} stroke-width="1" d="{text_path(number, number_x, MARGIN + 10, 0.6)}"/>')
        for k, (picture, label) in enumerate(pictures):
            x = MARGIN + (k % columns + 0.5) * column_width - width / 2
            y = MARGIN + HEADING + k // columns * row_height
            left, top, box_width, _ = _view_box(picture)
            scale = min(0.62, width / text_width(label, 1))
            out.append(f'<path {ink} stroke-width="1" d="{text_path(label, x, y + 5, scale)}"/>')
            scale = width / box_width
            role_and_label = re.search('role="img" aria-label="[^"]*"', picture)[0]  # type: ignore[index]
            out.append(
                f'<g transform="translate({x - left * scale:.4g} {y + LABEL - top * scale:.4g}) scale({scale:.4g})" '
                f"{role_and_label}>{picture[picture.index('>') + 1 : -len('</svg>')]}</g>"
            )
        out.append("</svg>")
        return "".join(out)

    def html(self) -> str:
        """All pages as an HTML document that prints one of them on each sheet of paper."""
        width, height, name = PAPERS[self._paper]
        title = html.escape(self._title or "Sudoku")
        style = (
            f"@page{{size:{name};margin:0}}body{{margin:0}}"
            f"svg{{display:block;width:{width}pt;height:{height}pt;max-width:100%;break-after:page}}"
        )
        head = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{style}</style>\n'
        return head + "".join(f"{self.svg(page)}\n" for page in range(len(self)))

    def pdf(self) -> bytes:
        """All pages as PDF; needs the extra ``pdf`` (the package fpdf2).

        Raises
        ------
        ImportError
            fpdf2 is not installed.
        ValueError
            The title is not Latin-1; the theme is ``"auto"``.
        """
        word("theme", self._theme, ("light", "dark"))
        try:
            self._title.encode("latin-1")
        except UnicodeEncodeError as error:
            character = self._title[error.start]
            raise ValueError(f"title has {character!r}; PDF supports Latin-1, HTML and PNG other characters") from None
        return pdf_from_svg((self.svg(page) for page in range(len(self))), self._title or "Sudoku")

    def png(self, page: int = 0, *, dpi: int = 150) -> bytes:
        """A page as PNG with ``dpi`` pixels an inch, at most 300; needs the extra ``png`` (the package resvg-py).

        The fonts of the system draw a title that is not ASCII, with a box for a character that they lack.

        Raises
        ------
        ImportError
            resvg-py is not installed.
        ValueError
            The title is not ASCII, and no font is installed; the theme is ``"auto"``.
        """
        word("theme", self._theme, ("light", "dark"))
        width, height, _ = PAPERS[self._paper]
        scale = whole("dpi", dpi, least=1, most=300) / 72
        size = f'width="{round(width * scale)}" height="{round(height * scale)}"'
        return png_from_svg(self.svg(page).replace(f'width="{width}" height="{height}"', size, 1))

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


def _view_box(picture: str) -> tuple[float, ...]:
    return tuple(map(float, re.search('viewBox="([^"]*)"', picture)[1].split()))  # type: ignore[index]


def _aspect(picture: str) -> float:
    """Height divided by width."""
    _, _, width, height = _view_box(picture)
    return height / width
