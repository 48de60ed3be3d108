"""Conversion of our SVG to PNG by the package resvg-py, which is an extra."""

from __future__ import annotations

from bitdoku.board._font import BUILT_IN, Font, built_in

#: The maximum width of a PNG in pixels, because resvg cannot be interrupted. At this width a board full of candidates
#: takes 2 s (16x16 and 25x25), 5 s (36x36) or 13 s (64x64).
MAX_WIDTH = 4096


def png_from_svg(svg: str, font: Font | None = None) -> bytes:
    """Render an SVG as PNG in its own size.

    Raises
    ------
    ImportError
        resvg-py is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ImportError("PNG needs resvg-py: pip install 'bitdoku[png]'", name="resvg_py") from None
    own = font or built_in()
    files = [own.path, str(BUILT_IN)] if "<text" in svg else []
    picture = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, sans_serif_family=own.family)
    return bytes(picture)
