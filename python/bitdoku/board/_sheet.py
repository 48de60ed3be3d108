"""Puzzles on pages to print, with the answers after them.

```
  ┌──────────────────────────┐     a page is one SVG, in points (1/72 inch)
  │ Title               1/3  │
  │ 1          2             │     boards of one width, in columns; as many rows as fit
  │ ┌───────┐  ┌───────┐     │
  │ │       │  │       │     │     answers have up to twice as many columns
  │ └───────┘  └───────┘     │
```

HTML shows the pages; PDF and PNG are made from them.
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
from bitdoku.board import _glyphs
from bitdoku.board._board import Board
from bitdoku.board._render import pdf_of, png_of
from bitdoku.board._svg import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bitdoku.board._board import Theme
    from bitdoku.typing import RulesLike

__all__ = ["PAPERS", "Sheet", "boards_of", "sheet"]

#: Width and height in points, and the name of the size in CSS.
PAPERS = {"a4": (595, 842, "A4"), "letter": (612, 792, "letter")}
#: The margin of a page, the space between boards, the height of a board's number.
EDGE, GAP, LABEL = 42, 22, 14
#: The extensions of pages; a PNG holds one.
FORMATS = (".html", ".pdf", ".png")

_MISSING = {Verdict.NO_SOLUTION: "no solution", Verdict.MULTIPLE: "several solutions"}


def sheet(
    puzzles: Any,
    *,
    columns: int = 2,
    answers: bool = True,
    title: str = "",
    paper: Literal["a4", "letter"] = "a4",
    theme: Theme = "light",
    rules: RulesLike = None,
) -> Sheet:
    """Puzzles on pages to print, numbered, with the answers on pages of their own after them.

    Parameters
    ----------
    puzzles
        One or many puzzles in any form. Boards keep their candidates, solved cells and highlights.
    columns : int
        Number of boards beside each other. Answers have twice as many, up to 8.
    answers : bool
        Whether pages with the solutions follow: stored solutions if there are any, else computed ones.
    title : str
        Printed at the top of each page; at most 100 characters.
    paper : {"a4", "letter"}
        The size of the pages.
    theme : {"light", "dark", "auto"}
        The colours; ``"auto"`` is for HTML.
    rules
        As for :func:`solve`.

    Returns
    -------
    Sheet
        It shows itself in a notebook; ``save(path)`` writes HTML, PDF or PNG.

    Raises
    ------
    PuzzleError
        A puzzle is malformed.
    TypeError
        ``answers`` is not a bool, or ``title`` not text.
    ValueError
        ``columns`` is not in 1 to 20; another ``paper`` or ``theme``; a ``title`` that is too long, or that
        no file can hold.

    Examples
    --------
    >>> import bitdoku as bd
    >>> bd.sheet(bd.generate(6, seed=1), title="Monday")
    Sheet(6 puzzles on 2 pages)
    """
    answers = flag("answers", answers)
    expect_text("title", title)
    if len(title) > 100 or re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", title):
        expected = "expected at most 100 characters, without lone surrogates and control characters"
        raise ValueError(f"title is {shown(title)}; {expected}")
    boards, known = boards_of(puzzles, rules)
    return Sheet(
        boards,
        _solved(boards, known) if answers else [],
        columns=whole("columns", columns, least=1, most=20),
        title=title,
        paper=paper,
        theme=theme,
    )


def boards_of(puzzles: Any, rules: RulesLike = None) -> tuple[list[Board], NDArray[np.uint8] | None]:
    """Puzzles in any form as boards, and their stored solutions, if there are any."""
    if isinstance(puzzles, Board | str | bytes | bytearray):
        return [Board(puzzles, rules=rules)], None
    if isinstance(puzzles, list | tuple) and puzzles and all(isinstance(one, Board) for one in puzzles):
        return [Board(one, rules=rules) for one in puzzles], None
    from bitdoku.datasets._io.read import read
    from bitdoku.datasets._io.rows import Rows
    from bitdoku.rules._rules import rules_of, size_of_files

    own = getattr(puzzles, "__bitdoku_rules__", None) if rules is None else rules
    size: dict[str, Any] = {} if own is None else size_of_files(rules_of(own))
    side = size.get("side")
    shape = np.shape(puzzles) if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "iuf" else ()
    # One grid, flat or not; (81, 81) are 81 flat puzzles.
    if len(shape) == 1 or shape == (side or 9, side or 9):
        return [Board(puzzles, rules=rules)], None
    rows = puzzles if isinstance(puzzles, Rows) else read(puzzles, **size)
    if rows.candidates is not None:
        raise PuzzleError(f"{rows.place(0)}: the puzzle has candidates; expected givens")
    if own is None:
        own = rows.__bitdoku_rules__
    return [Board(one, rules=own) for one in rows.puzzle], rows.solution


def _solved(boards: list[Board], known: NDArray[np.uint8] | None) -> list[tuple[Board, str]]:
    """Each board with its solution, and what it has instead of one."""
    found = []
    for k, board in enumerate(boards):
        stored = None if known is None or not np.any(known[k]) else known[k]
        verdict = Verdict.UNIQUE
        if stored is None:
            stored, verdict = _core.solve(board.puzzle, rules=board.rules)
        found.append((Board(board.puzzle, stored, rules=board.rules), _MISSING.get(Verdict(verdict), "")))
    return found


class Sheet:
    """Pages of puzzles, as :func:`bitdoku.sheet` makes them. ``len(sheet)`` is the number of pages."""

    __module__ = "bitdoku"

    def __init__(
        self,
        boards: list[Board],
        answers: list[tuple[Board, str]],
        *,
        columns: int,
        title: str,
        paper: str,
        theme: Theme,
    ) -> None:
        word("paper", paper, tuple(PAPERS))
        word("theme", theme, ("auto", *THEMES))
        self._title, self._theme, self._paper = title, theme, paper
        self._count = len(boards)
        numbered = [(board, str(k)) for k, board in enumerate(boards, 1)]
        solved = [(board, f"{k}: {note}" if note else f"{k}") for k, (board, note) in enumerate(answers, 1)]
        heading = f"{title}: answers" if title else "Answers"
        #: For each page its heading, the number of columns and the boards with their labels.
        self._pages = [(title, columns, some) for some in self._parted(numbered, columns)]
        # Boards in more than 8 columns are hard to read.
        columns = max(columns, min(2 * columns, 8))
        self._pages += [(heading, columns, some) for some in self._parted(solved, columns)]

    def _parted(self, boards: list[tuple[Board, str]], columns: int) -> Iterator[list[tuple[Board, str]]]:
        if boards:
            _, rows, _ = self._layout(columns, max(_ratio(board.svg(theme="light")) for board, _ in boards))
            for first in range(0, len(boards), rows * columns):
                yield boards[first : first + rows * columns]

    def _layout(self, columns: int, ratio: float) -> tuple[float, int, float]:
        """The width of a board, how many rows fit, and the height of a row."""
        wide, high, _ = PAPERS[self._paper]
        gap = min(GAP, 180 / columns)
        room = high - 2 * EDGE - 30 + gap
        width = (wide - 2 * EDGE - gap * (columns - 1)) / columns
        # Boards are drawn up to a fifth smaller if that gives another row.
        rows = max(1, int(room / (0.8 * width * ratio + LABEL + gap)))
        width = min(width, (room / rows - LABEL - gap) / ratio)
        return width, rows, width * ratio + LABEL + gap

    def __len__(self) -> int:
        return len(self._pages)

    def __repr__(self) -> str:
        count, pages = self._count, len(self)
        return f"Sheet({count} puzzle{'s' * (count != 1)} on {pages} page{'s' * (pages != 1)})"

    def svg(self, page: int = 0) -> str:
        """A page as SVG. A title that PDF cannot show needs a font there."""
        whole("page", page, least=0, most=len(self) - 1)
        heading, columns, boards = self._pages[page]
        wide, high, _ = PAPERS[self._paper]
        paint = THEMES["light" if self._theme == "auto" else self._theme]
        pictures = [board.svg(theme=self._theme) for board, _ in boards]
        ratio = max(map(_ratio, pictures))
        width, _, row = self._layout(columns, ratio)
        column = (wide - 2 * EDGE) / columns
        ink = f'class="s-given" stroke="{paint["given"]}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku-{self._theme}" width="{wide}" height="{high}" '
            f'viewBox="0 0 {wide} {high}" role="group" aria-label="{html.escape(heading or "Sudoku")}">'
            f'<rect width="{wide}" height="{high}" class="f-paper" fill="{paint["paper"]}"/>'
        ]
        number = f"{page + 1} / {len(self)}"
        place = wide - EDGE - _glyphs.width(number, 0.6)
        # In a font of 19 points, characters are hardly wider than 6.5 a byte, or than their strokes.
        units = max(6.5 * len(heading.encode()), _glyphs.width(heading, 1))
        size = min(1, (place - EDGE - 12) / max(1, units))
        if _glyphs.unknown(heading):
            out.append(
                f'<text x="{EDGE}" y="{EDGE + 15}" font-family="sans-serif" font-size="{19 * size:.3g}" '
                f'class="f-given" fill="{paint["given"]}">{html.escape(heading)}</text>'
            )
        elif heading:
            strokes = _glyphs.text(heading, EDGE, EDGE + 8, size)
            out.append(f'<path {ink} stroke-width="{1.6 * size:.2g}" d="{strokes}"/>')
        out.append(f'<path {ink} stroke-width="1" d="{_glyphs.text(number, place, EDGE + 10, 0.6)}"/>')
        for k, (picture, (_, label)) in enumerate(zip(pictures, boards, strict=True)):
            x, y = EDGE + (k % columns + 0.5) * column - width / 2, EDGE + 30 + k // columns * row
            left, top, units, _ = _box(picture)
            scale = width / units
            size = min(0.62, width / max(1, _glyphs.width(label, 1)))
            out.append(f'<path {ink} stroke-width="1" d="{_glyphs.text(label, x, y + 5, size)}"/>')
            out.append(
                f'<g transform="translate({x - left * scale:.4g} {y + LABEL - top * scale:.4g}) scale({scale:.4g})" '
                f"{_about(picture)}>{picture[picture.index('>') + 1 : -len('</svg>')]}</g>"
            )
        out.append("</svg>")
        return "".join(out)

    def html(self) -> str:
        """All pages as a HTML page that prints them."""
        wide, high, name = PAPERS[self._paper]
        title = html.escape(self._title or "Sudoku")
        style = (
            f"@page{{size:{name};margin:0}}body{{margin:0}}"
            f"svg{{display:block;width:{wide}pt;height:{high}pt;max-width:100%;break-after:page}}"
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
            The title has other characters than ASCII, European Latin letters and punctuation; the theme is ``"auto"``.
        """
        self._check_fixed()
        return pdf_of((self.svg(page) for page in range(len(self))), self._title or "Sudoku")

    def png(self, page: int = 0, *, dpi: int = 150) -> bytes:
        """A page as PNG with ``dpi`` pixels an inch; needs the extra ``png`` (the package resvg-py).

        Raises
        ------
        ImportError
            resvg-py is not installed.
        ValueError
            The title has other characters than ASCII, European Latin letters and punctuation; the theme is ``"auto"``.
        """
        self._check_fixed()
        wide, high, _ = PAPERS[self._paper]
        scale = whole("dpi", dpi, least=1, most=1200) / 72
        size = f'width="{round(wide * scale)}" height="{round(high * scale)}"'
        return png_of(self.svg(page).replace(f'width="{wide}" height="{high}"', size, 1))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pages to a file, atomically; the extension is ``.html``, ``.pdf`` or ``.png``.

        PNG is a picture of one page: for several, ``{number}`` in the name is replaced by 1, 2, 3 and so on.

        Raises
        ------
        ValueError
            Another extension; several pages and no ``{number}``; as :meth:`pdf`.
        ImportError
            The package of the extra is not installed.
        """
        from bitdoku.datasets._io.streams import replacing

        name = path_of("path", path)
        suffix = os.path.splitext(name)[1].lower()
        if suffix not in FORMATS:
            raise ValueError(f"path is {name!r}; expected a name that ends in .html, .pdf or .png")
        if suffix != ".png":
            with replacing(name) as file:
                file.write(self.pdf() if suffix == ".pdf" else self.html().encode())
            return
        if not len(self):
            raise ValueError("there are no puzzles, and so no pages to write as PNG")
        if len(self) > 1 and "{number}" not in name:
            raise ValueError(f"path is {name!r}; {len(self)} pages as PNG need a name such as 'page-{{number}}.png'")
        for page in range(len(self)):
            with replacing(name.replace("{number}", str(page + 1))) as file:
                file.write(self.png(page))

    def _check_fixed(self) -> None:
        """PDF and PNG have neither fonts nor a theme to follow."""
        word("theme", self._theme, ("light", "dark"))
        if strange := _glyphs.unknown(self._title):
            raise ValueError(
                f"title has {strange!r}; PDF and PNG have ASCII, European Latin letters and punctuation, HTML has all"
            )

    def _repr_html_(self) -> str:
        border = "border:1px solid #8886;margin:0 8px 8px 0;display:inline-block;width:min(100%,420px)"
        return "".join(
            f'<div style="{border}">{self.svg(page).replace("<svg ", _FLUID, 1)}</div>' for page in range(len(self))
        )


#: A page in a notebook is as wide as its place.
_FLUID = '<svg style="display:block;width:100%;height:auto" '


def _box(picture: str) -> tuple[float, ...]:
    """The view box of a picture."""
    return tuple(map(float, re.search('viewBox="([^"]*)"', picture)[1].split()))  # type: ignore[index]


def _ratio(picture: str) -> float:
    _, _, wide, high = _box(picture)
    return high / wide


def _about(picture: str) -> str:
    """The role and label of a picture, for the group that it becomes."""
    return re.search('role="img" aria-label="[^"]*"', picture)[0]  # type: ignore[index]
