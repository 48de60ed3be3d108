"""Pictures in the formats of other programs: PNG by resvg-py, PDF by fpdf2, which are extras.

Both read our SVG, which has no text and no style sheet in the themes ``light`` and ``dark``, so neither needs a font.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["pdf_of", "png_of"]


def png_of(svg: str) -> bytes:
    """A picture as PNG, as large as its SVG says in pixels."""
    try:
        import resvg_py
    except ImportError:
        raise ImportError("PNG needs resvg-py: pip install 'bitdoku[png]'", name="resvg_py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def pdf_of(pages: Iterable[str], title: str = "Sudoku") -> bytes:
    """Pictures as the pages of a PDF, of vectors; each page is as large as its SVG says, in points."""
    try:
        import fpdf
        from fpdf.svg import SVGObject
    except ImportError:
        raise ImportError("PDF needs fpdf2: pip install 'bitdoku[pdf]'", name="fpdf") from None
    document = fpdf.FPDF(unit="pt")
    document.set_margin(0)
    document.set_auto_page_break(False)
    # With one time of creation, equal pages give equal files.
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_title(title)
    for svg in pages:
        width, height = (float(re.search(rf' {name}="([0-9.]+)"', svg)[1]) for name in ("width", "height"))  # type: ignore[index]
        document.add_page(format=(width, height))
        SVGObject(svg).draw_to_page(document, 0, 0)
    return bytes(document.output())
