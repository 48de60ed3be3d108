"""Conversion of our SVG to PNG by resvg-py and to PDF by fpdf2; both packages are extras.

The SVG has no style sheet in the themes ``light`` and ``dark``, and needs a font for ``<text>`` only.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The maximum width of a PNG in pixels, because resvg cannot be interrupted. At this width a board full of candidates
#: takes 2 s (16x16 and 25x25), 5 s (36x36) or 13 s (64x64).
MAX_WIDTH = 4096


def png_from_svg(svg: str) -> bytes:
    """Render an SVG as PNG in its own size. A missing character is drawn as a box.

    Raises
    ------
    ImportError
        resvg-py is not installed.
    ValueError
        The SVG has text and the system has no font.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ImportError("PNG needs resvg-py: pip install 'bitdoku[png]'", name="resvg_py") from None
    picture = bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    if "<text" not in svg:
        return picture
    # Without a font resvg skips text silently.
    with_text = bytes(svg_to_bytes(svg_string=svg))
    if with_text == picture:
        raise ValueError("title is not ASCII; a PNG of it needs a font, and no font is installed")
    return with_text


def pdf_from_svg(pages: Iterable[str], title: str = "Sudoku") -> bytes:
    """Convert SVGs to a PDF with a page for each, as large as its SVG, one point for a pixel. Text must be Latin-1.

    Raises
    ------
    ImportError
        fpdf2 is not installed.
    """
    try:
        import fpdf
        from fpdf.svg import SVGObject
    except ImportError:
        raise ImportError("PDF needs fpdf2: pip install 'bitdoku[pdf]'", name="fpdf") from None
    document = fpdf.FPDF(unit="pt")
    document.set_margin(0)
    document.set_auto_page_break(False)
    # A fixed date, so that equal pages give equal files.
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_title(title)
    for svg in pages:
        width, height = (float(re.search(rf' {name}="([0-9.]+)"', svg)[1]) for name in ("width", "height"))  # type: ignore[index]
        document.add_page(format=(width, height))
        SVGObject(svg).draw_to_page(document, 0, 0)
    return bytes(document.output())
