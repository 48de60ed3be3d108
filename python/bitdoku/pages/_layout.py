"""Pages of boards: their size and margins, the places of boards on them, and their SVG.

```
  ┌──────────────────────────┐     a page is one SVG, in points (1/72 inch)
  │ Chapter                  │
  │ the rules of all puzzles │     boards of one width in rows and columns
  │ 1  Hard     2  Hard      │
  │ ┌───────┐   ┌───────┐    │     below a board its own rules and the QR code
  │ └───────┘   └───────┘    │
  │                       12 │     bound pages: the margin inside is wider, the number is outside
  └──────────────────────────┘
```
"""

from __future__ import annotations

import html
import math
import re
from bisect import bisect
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bitdoku.board._drawing import CELL, SUM_HEIGHT, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bitdoku.board._font import Font

#: Width and height of named sizes in points.
PAPERS = {"a4": (595.0, 842.0), "a5": (420.0, 595.0), "letter": (612.0, 792.0)}
#: The shortest and the longest edge of paper in inches.
SHORTEST, LONGEST = 4.0, 20.0
#: The margin of single pages, and of bound pages except inside; the space between boards.
MARGIN, OUTSIDE, GAP = 42.0, 36.0, 22.0
#: The margins inside of bound pages by the number of pages, in points: 1/8 inch more than printers require at least.
INSIDE = ((150, 36.0), (300, 45.0), (500, 54.0), (700, 63.0), (1 << 60, 72.0))
#: The size of a font with digits as high as those of a board, as a share of a cell.
DIGITS = 0.711
#: The least height of the sums of cages in millimeters.
LEAST_SUM = 1.6
#: The size of a module of a QR code: 0.35 mm.
MODULE = 1.0
#: The least size of fonts and digits in large print, and of digits if no number of boards is given.
LARGE, LEGIBLE = 16.0, 7.0


def paper_size(paper: str) -> tuple[float, float] | None:
    """Width and height in points of a size of paper: a name, or inches such as ``6x9``."""
    paper = paper.lower()
    if paper in PAPERS:
        return PAPERS[paper]
    inches = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", paper)
    if not inches or not all(SHORTEST <= float(edge) <= LONGEST for edge in inches.groups()):
        return None
    return float(inches[1]) * 72, float(inches[2]) * 72


@dataclass(frozen=True)
class Item:
    """A board on a page: its picture, its caption with a tab before what is at the right, its text and QR code."""

    picture: str
    caption: str
    text: str = ""
    code: tuple[int, str] | None = None
    long: bool = False
    """Whether digits are numbers above 9, which are drawn smaller."""

    @property
    def box(self) -> tuple[float, ...]:
        """Left, top, width and height of the picture in its own units."""
        return tuple(map(float, re.search('viewBox="([^"]*)"', self.picture)[1].split()))  # type: ignore[index]

    @property
    def code_width(self) -> float:
        """The width of the QR code and of the space at its left."""
        return (self.code[0] + 4) * MODULE if self.code else 0.0

    @property
    def aspect(self) -> float:
        """Height divided by width."""
        return self.box[3] / self.box[2]


@dataclass(frozen=True)
class Section:
    """Boards under one heading, with the columns and the number of boards on a page if they are given."""

    heading: str
    text: str
    items: Sequence[Item]
    columns: int | None
    per_page: int | None
    sums: bool = False
    """Whether boards have the sums of cages."""
    usual: int = 2
    """The columns if no number is given; fewer if digits or sums would be too small."""
    name: str = "per_page"
    """The option of the number of boards, for messages."""
    chapter: str = ""
    """A smaller heading above the boards."""
    flows: bool = False
    """Whether the boards may begin on a page of another section with the same heading."""


@dataclass(frozen=True)
class Grid:
    """The places of boards on a page."""

    columns: int
    rows: int
    width: float
    """The width of a board."""
    height: float
    """The height of a row."""
    below: float
    """The height of the texts and codes below a board."""
    beside: float = 0.0
    """The width of the codes if they are at the right of the boards, else 0."""


@dataclass(frozen=True)
class Block:
    """Boards of a section on a page; ``top`` is the upper edge of their first row."""

    section: Section
    grid: Grid
    items: Sequence[Item]
    top: float

    @property
    def bottom(self) -> float:
        """The lower edge of the last row, with the space below it."""
        return self.top + -(-len(self.items) // self.grid.columns) * self.grid.height


@dataclass(frozen=True)
class Paper:
    """The size, margins, fonts and colors of pages."""

    width: float
    height: float
    font: Font = field(repr=False)
    theme: str = "light"
    bound: bool = False
    large: bool = False
    inside: float = INSIDE[0][1]

    @property
    def margin(self) -> float:
        return OUTSIDE if self.bound else MARGIN

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - self.margin - (self.inside if self.bound else self.margin)

    def size(self, usual: float) -> float:
        """The size of a font."""
        return max(usual, LARGE) if self.large else usual

    def left(self, number: int) -> float:
        """The margin at the left of a page, numbered from 1."""
        return self.inside if self.bound and number % 2 else self.margin

    def lines(self, section: Section) -> list[str]:
        """The lines of the text of a section."""
        return self.font.lines(section.text, self.room, self.size(9.5))

    def top(self, section: Section) -> float:
        """The space above the boards, from the edge of the paper."""
        heading = 1.7 * self.size(18) if section.heading else 0.0
        lines = len(self.lines(section))
        return self.margin + heading + (lines * 1.35 * self.size(9.5) + 8 if lines else 0.0) + self.subheading(section)

    def subheading(self, section: Section) -> float:
        """The height of the smaller heading."""
        return 1.7 * self.size(12) if section.chapter else 0.0

    @property
    def bottom(self) -> float:
        """The lower edge of the boards."""
        return self.height - self.margin - 1.6 * self.size(9)

    def below(self, item: Item, width: float, code: float) -> float:
        """The height of the text and a code below a board."""
        lines = self.font.lines(item.text, width - code, self.size(8.5)) if item.text else []
        return max(len(lines) * 1.3 * self.size(8.5) + (4 if lines else 0), code)

    # --- the places of boards ----------------------------------------------------------------------------------------

    def grid(self, section: Section) -> Grid:
        """The places of the boards of a section.

        Raises
        ------
        ValueError
            The given numbers make digits or sums too small.
        """
        grid = self._widest(section)
        fixed = section.columns is not None or section.per_page is not None
        # Fewer rows, then fewer columns.
        while not fixed and self._faults(section, grid, LARGE if self.large else LEGIBLE):
            taller = self._grid(section, grid.columns, grid.rows - 1) if grid.rows > 1 else grid
            if taller.width > grid.width:
                grid = taller
            elif grid.columns > 1:
                grid = self._grid(section, grid.columns - 1)
            else:
                break
        least = LARGE if self.large else 0.0
        if why := self._faults(section, grid, least):
            where = f" under {section.heading!r}" if section.heading else ""
            if fixed:
                columns, per_page = section.columns, section.per_page
                name, given = (section.name, per_page) if per_page else ("columns", columns)
                fewer = [
                    replace(section, columns=columns and min(columns, number), per_page=per_page and number)
                    for number in range(1, given or 1)
                ]
                # More boards are never larger.
                if fits := bisect(fewer, "", key=lambda one: self._faults(one, self._widest(one), least)):
                    raise ValueError(f"{name} is {given}{where}: {why}; at most {fits} is possible")
            raise ValueError(f"paper is too small{where}: {why}")
        return grid

    def _widest(self, section: Section) -> Grid:
        """The grid with the given numbers and the widest boards."""
        if section.per_page is None:
            return self._grid(section, section.columns or section.usual)
        columns = [section.columns] if section.columns else range(1, section.per_page + 1)
        return max(
            (self._grid(section, one, -(-section.per_page // one)) for one in columns if one), key=lambda one: one.width
        )

    @staticmethod
    def _faults(section: Section, grid: Grid, least: float) -> str:
        """What is too small, if anything, with digits of at least this size of a font."""
        cells = [grid.width * CELL / item.box[2] for item in section.items]
        sums = SUM_HEIGHT / CELL * min(cells) / 72 * 25.4
        if section.sums and sums < LEAST_SUM - 1e-9:
            return f"the sums of cages are {_floor(sums)} mm high, expected at least {LEAST_SUM} mm"
        digits = min(
            DIGITS * cell * (0.72 if item.long else 1.0) for cell, item in zip(cells, section.items, strict=True)
        )
        return f"digits have {_floor(digits)} points, expected at least {least:g}" if digits < least - 1e-9 else ""

    def _grid(self, section: Section, columns: int, rows: int = 0) -> Grid:
        """The grid with these columns and rows; with 0, as many rows as fit."""
        code = max(item.code_width for item in section.items)
        grids = [self._grid_with(section, columns, rows, beside) for beside in ((0.0, code) if code else (0.0,))]
        # Codes are where they leave the most room for boards.
        return max(grids, key=lambda grid: (grid.rows, grid.width))

    def _grid_with(self, section: Section, columns: int, rows: int, beside: float) -> Grid:
        aspect = max(item.aspect for item in section.items)
        gap = min(GAP, 180 / columns)
        room = self.bottom - self.top(section)
        column = (self.room - gap * (columns - 1)) / columns
        below = max(self.below(item, column, 0.0 if beside else item.code_width) for item in section.items)
        extra = 1.5 * self.size(9) + below + gap
        # Boards shrink by up to a fifth if another row fits then.
        width = column - beside
        rows = rows or max(1, int((room + gap) / (0.8 * width * aspect + extra)))
        height = (room + gap) / rows
        width = max(1.0, min(width, (height - extra) / aspect))
        # Rows under chapters are close together, so that other chapters fit on the page.
        height = min(height, width * aspect + extra) if section.chapter else height
        return Grid(columns, rows, width, height, below, beside)

    def pages(self, sections: Sequence[Section]) -> list[list[Block]]:
        """The boards of each page."""
        pages: list[list[Block]] = []
        for section in sections:
            grid = self.grid(section) if section.items else None
            rest = section.items
            while grid and rest:
                block = self._flowing(pages[-1], section, grid, rest) if section.flows and pages else None
                if block is None:
                    pages.append([])
                    each = section.per_page or grid.columns * grid.rows
                    block = Block(section, grid, rest[:each], self.top(section))
                pages[-1].append(block)
                rest = rest[len(block.items) :]
        return pages

    def _flowing(self, page: list[Block], section: Section, grid: Grid, rest: Sequence[Item]) -> Block | None:
        """A block for the boards below the others of a page, if there is space."""
        last = page[-1]
        if not last.section.flows or last.section.heading != section.heading:
            return None
        top = last.bottom + (self.subheading(section) if section.chapter != last.section.chapter else 0.0)
        rows = int((self.bottom - top + min(GAP, 180 / grid.columns)) / grid.height + 1e-6)
        used = sum(len(block.items) for block in page)
        each = min(rows * grid.columns, (section.per_page or len(rest) + used) - used)
        return Block(section, grid, rest[:each], top) if each > 0 else None

    # --- pictures ------------------------------------------------------------------------------------------------

    def svg(self, number: int, count: int, blocks: Sequence[Block]) -> str:
        """A page as SVG, with its number from 1 and the number of all pages."""
        section = blocks[0].section
        paper = THEMES["light" if self.theme == "auto" else self.theme]["paper"]
        left, right = self.left(number), self.left(number) + self.room
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bitdoku-{self.theme}" width="{self.width:g}" '
            f'height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" role="group" '
            f'aria-label="{html.escape(section.heading or "Sudoku")}">'
            f'<rect width="{self.width:g}" height="{self.height:g}" class="f-paper" fill="{paper}"/>'
        ]
        size = self.size(18)
        out.append(self._text(section.heading, left, self.margin + 0.8 * size, size, room=self.room))
        size, lines = self.size(9.5), self.lines(section)
        y = self.top(section) - self.subheading(section) - 8 - len(lines) * 1.35 * size
        out += [self._text(line, left, y + (1.35 * k + 1) * size, size) for k, line in enumerate(lines)]
        foot, size = self.height - self.margin, self.size(9)
        if self.bound:
            x, anchor = (right, "end") if number % 2 else (left, "start")
            out.append(self._text(f"{number}", x, foot, size, anchor))
        else:
            out.append(self._text(f"{number} / {count}", right, foot, size, "end"))
        chapter = ""
        for block in blocks:
            if block.section.chapter != chapter:
                chapter, size = block.section.chapter, self.size(12)
                out.append(self._text(chapter, left, block.top - 0.7 * size, size, room=self.room))
            out += self._block(block, left)
        out.append("</svg>")
        return "".join(out)

    def _block(self, block: Block, left: float) -> Iterator[str]:
        """The boards of a block."""
        grid = block.grid
        gap = min(GAP, 180 / grid.columns)
        pitch = (self.room + gap) / grid.columns
        for k, item in enumerate(block.items):
            height = 1.5 * self.size(9) + grid.width * item.aspect + grid.below
            y = block.top + k // grid.columns * grid.height + max(0.0, grid.height - gap - height) / 2
            yield from self._item(item, left + k % grid.columns * pitch, y, pitch - gap, grid)

    def _item(self, item: Item, x: float, y: float, room: float, grid: Grid) -> Iterator[str]:
        """A caption, a board, and its text and code, in a column with this room."""
        width, middle = grid.width, x + room / 2
        first = x + (room - width - grid.beside) / 2
        start, _, end = item.caption.partition("\t")
        line = self.size(9)
        size = min(line, width / max(1e-9, self.font.width(f"{start}m{end}" if end else start)))
        yield self._text(start, first, y + line, size)
        yield self._text(end, first + width, y + line, size, "end")
        y += 1.5 * line
        left, top, box_width, _ = item.box
        scale = width / box_width
        role_and_label = re.search('role="img" aria-label="[^"]*"', item.picture)[0]  # type: ignore[index]
        yield (
            f'<g transform="translate({first - left * scale:.5g} {y - top * scale:.5g}) scale({scale:.5g})" '
            f"{role_and_label}>{item.picture[item.picture.index('>') + 1 : -len('</svg>')]}</g>"
        )
        y += width * item.aspect
        code = 0.0 if grid.beside else item.code_width
        if item.code:
            modules, path = item.code
            # At the right of the board, with equal lower edges, or below it.
            right = first + width + item.code_width if grid.beside else x + room
            top = y - modules * MODULE if grid.beside else y + 4 * MODULE
            yield (
                f'<g transform="translate({right - modules * MODULE:.5g} {top:.5g}) scale({MODULE:g})">'
                f'<rect x="-4" y="-4" width="{modules + 8}" height="{modules + 8}" fill="#ffffff"/>'
                f'<path d="{path}" fill="#000000"/></g>'
            )
        size = self.size(8.5)
        for k, text in enumerate(self.font.lines(item.text, room - code, size)):
            yield self._text(text, middle - code / 2, y + 4 + (1.3 * k + 1) * size, size, "middle")

    def _text(self, text: str, x: float, y: float, size: float, anchor: str = "start", room: float = 1e9) -> str:
        """A line of text; one that is wider than its room is smaller."""
        if not text:
            return ""
        paint = THEMES["light" if self.theme == "auto" else self.theme]["given"]
        size = min(size, room / max(1e-9, self.font.width(text)))
        end = "" if anchor == "start" else f' text-anchor="{anchor}"'
        return (
            f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:.3g}" class="f-given" fill="{paint}" '
            f'font-family="{self.family},sans-serif"{end}>{html.escape(text)}</text>'
        )

    @property
    def family(self) -> str:
        """The name of the font in CSS, without characters that have a meaning there."""
        return "'" + re.sub(r"[^\w -]", "", self.font.family) + "'"


def _floor(number: float) -> str:
    """Two decimals, rounded down, so that a number is less than a limit with fewer decimals as shown."""
    return f"{math.floor(number * 100) / 100:g}"


def bound_paper(paper: Paper, sections: Sequence[Section]) -> Paper:
    """The paper with the margin inside that its number of pages needs."""
    for most, inside in INSIDE:
        wider = replace(paper, inside=inside)
        if len(wider.pages(sections)) <= most:
            return wider
    raise AssertionError("unreachable")
