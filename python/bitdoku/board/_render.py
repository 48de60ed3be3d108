"""Pictures in the formats of other programs: PNG by resvg-py, PDF by fpdf2, which are extras.

Both read our SVG, which has no text and no style sheet in the themes ``light`` and ``dark``, so neither needs a font.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["pdf_of", "png_of"]

#: Pictures of more characters or pixels take more than some 100 ms.
MOST_CHARACTERS, MOST_PIXELS = 64_000, 2_000_000

#: The program of the process that draws a large picture.
DRAW = """
import sys, resvg_py
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))
"""


def png_of(svg: str) -> bytes:
    """A picture as PNG, as large as its SVG says in pixels."""
    resvg_py = _resvg()
    width, height = _size(svg)
    is_large = len(svg) > MOST_CHARACTERS or width * height > MOST_PIXELS
    # In a frozen program, the executable is the program itself.
    if is_large and sys.executable and not getattr(sys, "frozen", False):
        picture = _by_a_process(svg)
        if picture.startswith(b"\x89PNG"):
            return picture
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def _by_a_process(svg: str) -> bytes:
    """What a process of its own draws, since a call of resvg cannot be interrupted; nothing if no process starts."""
    from subprocess import PIPE, Popen, TimeoutExpired

    with TemporaryFile() as source:
        source.write(svg.encode())
        source.seek(0)
        try:
            # -P: nothing is imported from the current folder. The flag is CREATE_NO_WINDOW of Windows.
            process = Popen(
                [sys.executable, "-P", "-c", DRAW],
                stdin=source,
                stdout=PIPE,
                stderr=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))},
                creationflags=0x08000000 if sys.platform == "win32" else 0,
            )
        except OSError:
            return b""
        with process:
            try:
                while process.returncode is None:
                    with suppress(TimeoutExpired):
                        picture, errors = process.communicate(timeout=0.05)
            finally:
                process.kill()
                process.wait()
    # Its last words, or those of the system, which kills processes for want of memory.
    if b"memory allocation" in errors or process.returncode == -9:
        raise MemoryError("the picture is too large")
    return picture


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
