"""Pictures in the formats of other programs: PNG by resvg-py, PDF by fpdf2, which are extras.

Both read our SVG, which has no text and no style sheet in the themes ``light`` and ``dark``, so neither needs a font.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from datetime import UTC, datetime
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["pdf_of", "png_of"]


#: Pictures of more characters or pixels take more than some 100 ms.
MOST_CHARACTERS, MOST_PIXELS = 64_000, 2_000_000

#: The program of the process that draws a large picture.
DRAW = """
import sys
from bitdoku._render import drawn
sys.stdout.buffer.write(drawn(sys.stdin.buffer.read().decode()))
"""


def png_of(svg: str) -> bytes:
    """A picture as PNG, as large as its SVG says in pixels."""
    width, height = _size(svg)
    _resvg()
    if len(svg) <= MOST_CHARACTERS and width * height <= MOST_PIXELS:
        return drawn(svg)
    # resvg draws in one call, which cannot be interrupted; its process can.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    text: bytes | None = svg.encode()
    with Popen([sys.executable, "-c", DRAW], stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment) as process:
        try:
            while process.returncode is None:
                with suppress(TimeoutExpired):
                    picture, errors = process.communicate(text, timeout=0.05)
                text = None
        finally:
            process.kill()
    if process.returncode != 0:
        kind = MemoryError if b"memory" in errors.lower() else RuntimeError
        raise kind(
            f"a picture of {width:.0f} by {height:.0f} pixels could not be drawn: {errors.decode(errors='replace')}"
        )
    return picture


def drawn(svg: str) -> bytes:
    """The PNG, drawn in this process."""
    return bytes(_resvg().svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def _resvg() -> Any:
    """resvg-py."""
    try:
        import resvg_py
    except ImportError:
        raise ImportError("PNG needs resvg-py: pip install 'bitdoku[png]'", name="resvg_py") from None
    return resvg_py


def _size(svg: str) -> tuple[float, float]:
    """Width and height of a picture."""
    width, height = (float(re.search(rf' {name}="([0-9.]+)"', svg)[1]) for name in ("width", "height"))  # type: ignore[index]
    return width, height


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
        document.add_page(format=_size(svg))
        SVGObject(svg).draw_to_page(document, 0, 0)
    return bytes(document.output())
