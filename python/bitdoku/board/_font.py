"""Fonts of pages: the widths of their characters, and lines that fit into a width.

The package contains a part of Noto Sans for Latin, Greek and Cyrillic text, so that pages look the same on every
machine. A font of the user comes first; characters that it lacks are drawn with Noto Sans.

Of a font file are read: ``cmap``, from characters to glyphs, ``hmtx``, the widths of the glyphs, and ``name``.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from bitdoku._arguments import path_of

#: Noto Sans 2.015 under the SIL Open Font License, without the characters of other scripts and without hinting.
BUILT_IN = Path(__file__).parent / "fonts" / "NotoSans-Regular.ttf"
#: The height of capitals and digits, as a share of the size of the font.
CAPITAL = 0.714


@dataclass(frozen=True)
class Font:
    """A font file. Widths are shares of the size of the font."""

    path: str
    family: str
    widths: dict[int, float] = field(repr=False)

    def missing(self, text: str) -> str:
        """The first character of a text that this font and Noto Sans lack, or nothing."""
        known = built_in().widths
        return next((one for one in text if ord(one) not in self.widths and ord(one) not in known), "")

    def width(self, text: str, size: float = 1.0) -> float:
        """The width of a text without kerning. A character that no font has is as wide as it is high."""
        known = built_in().widths
        return size * sum(self.widths.get(ord(one)) or known.get(ord(one), 1.0) for one in text)

    def lines(self, text: str, width: float, size: float) -> list[str]:
        """The text as lines of at most this width; a longer word is broken."""
        lines: list[str] = []
        for paragraph in text.splitlines():
            line = ""
            for word in paragraph.split():
                if line and self.width(f"{line} {word}", size) <= width:
                    line += f" {word}"
                    continue
                if line:
                    lines.append(line)
                line = word
                while self.width(line, size) > width and len(line) > 1:
                    cut = next(k for k in range(len(line), 0, -1) if k == 1 or self.width(line[:k], size) <= width)
                    lines.append(line[:cut])
                    line = line[cut:]
            if line:
                lines.append(line)
        return lines


@cache
def built_in() -> Font:
    """Noto Sans."""
    return _read(str(BUILT_IN), 0)


def font_of(path: object) -> Font:
    """The font of a file, or Noto Sans for None.

    Raises
    ------
    ValueError
        The file is not a font in the TrueType or OpenType format.
    OSError
        The file cannot be read.
    """
    if path is None:
        return built_in()
    name = path_of("font", path)
    return _read(name, Path(name).stat().st_mtime_ns)


@lru_cache(8)
def _read(name: str, changed: int) -> Font:  # noqa: ARG001
    data = Path(name).read_bytes()
    try:
        if data[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
            raise ValueError
        count = struct.unpack_from(">H", data, 4)[0]
        entries = (struct.unpack_from(">4sIII", data, 12 + 16 * k) for k in range(count))
        tables = {tag: data[start : start + length] for tag, _, start, length in entries}
        per_em = struct.unpack_from(">H", tables[b"head"], 18)[0]
        longest = struct.unpack_from(">H", tables[b"hhea"], 34)[0]
        advances = np.frombuffer(tables[b"hmtx"], ">u2", 2 * longest)[::2]
        glyphs = _glyphs(tables[b"cmap"])
        widths = {code: float(advances[min(glyph, longest - 1)]) / per_em for code, glyph in glyphs.items()}
        family = _family(tables[b"name"])
    except (ValueError, KeyError, IndexError, ZeroDivisionError, struct.error):
        raise ValueError(f"font is {name!r}; expected a font in the TrueType or OpenType format (.ttf, .otf)") from None
    return Font(name, family, widths)


def _family(table: bytes) -> str:
    """The name of the family: of all weights and widths (16), or of four styles (1)."""
    count, strings = struct.unpack_from(">HH", table, 2)
    found: dict[int, str] = {}
    for k in range(count):
        platform, _, _, name, length, start = struct.unpack_from(">6H", table, 6 + 12 * k)
        if platform in (0, 3):
            found.setdefault(name, table[strings + start : strings + start + length].decode("utf-16-be", "replace"))
    return found.get(16) or found[1]


def _glyphs(table: bytes) -> dict[int, int]:
    """The glyph of each character, from the Unicode subtable with the most characters."""
    count = struct.unpack_from(">H", table, 2)[0]
    glyphs: dict[int, int] = {}
    for k in range(count):
        platform, encoding, start = struct.unpack_from(">HHI", table, 4 + 8 * k)
        kind = struct.unpack_from(">H", table, start)[0]
        if platform != 0 and (platform, encoding) not in ((3, 1), (3, 10)):
            continue
        if kind == 12:
            groups = struct.unpack_from(">I", table, start + 12)[0]
            for first, last, glyph in np.frombuffer(table, ">u4", 3 * groups, start + 16).reshape(-1, 3).tolist():
                glyphs.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
        elif kind == 4:
            segments = struct.unpack_from(">H", table, start + 6)[0] // 2
            ends, starts, deltas, offsets = (
                np.frombuffer(table, ">u2", segments, start + 14 + skip + 2 * segments * part).tolist()
                for part, skip in enumerate((0, 2, 2, 2))
            )
            for j, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
                for code in range(first, min(last, 0xFFFE) + 1):
                    glyph = code
                    if offset:
                        at = start + 16 + 6 * segments + 2 * j + offset + 2 * (code - first)
                        glyph = struct.unpack_from(">H", table, at)[0]
                    if offset == 0 or glyph:
                        glyphs[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in glyphs.items() if glyph}
