"""The page docs/guides/composed-sheets.md, with 48 composed puzzles of each kind on a sheet.

    python docs/make_sheets.py
    python docs/make_sheets.py jigsaw

Writes docs/pictures/sheets/*.png, of all kinds or of those that are named, and the page. Needs Pillow and resvg-py.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

from PIL import Image

import bitdoku as bd
from bitdoku._kinds import KINDS
from bitdoku.board._render import png_from_svg

PAGE = Path(__file__).parent / "guides" / "composed-sheets.md"
FOLDER = Path(__file__).parent / "pictures" / "sheets"

#: The argument ``kind`` by the name of the sheet.
SHEETS: dict[str, Any] = {
    **{name: name for name in KINDS},
    "cages-and-thermometers": {"killer_cage": 12, "thermometer": 3},
    "jigsaw-and-cages": {"jigsaw": None, "killer_cage": 8},
}
#: Boards on a sheet, side by side, and the width and the gap of a board in pixels.
COUNT, COLUMNS, WIDTH, GAP = 48, 8, 200, 16
GRAYS = 16

START = """# Sheets of composed puzzles

<!-- Made by docs/make_sheets.py. -->

The first 48 puzzles of each kind, as `bd.compose(48, kind=…, seed=1)` returns them, to compare layouts. See
[compose variants](compose.md) for the options.
"""


def picture(boards: list[bd.Board]) -> bytes:
    """Boards side by side, as a PNG in gray."""
    parts = []
    drawn = [board.svg() for board in boards]
    boxes = [[*map(float, re.search('viewBox="([^"]*)"', svg)[1].split())] for svg in drawn]  # type: ignore[index]
    height = max(WIDTH * box[3] / box[2] for box in boxes)
    for k, (svg, (left, top, width, _)) in enumerate(zip(drawn, boxes, strict=True)):
        scale = WIDTH / width
        x = GAP + k % COLUMNS * (WIDTH + GAP) - left * scale
        y = GAP + k // COLUMNS * (height + GAP) - top * scale
        inner = svg[svg.index(">") + 1 : -len("</svg>")]
        parts.append(f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{inner}</g>')
    rows = -(-len(boards) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP) + GAP, round(rows * (height + GAP) + GAP)
    sheet = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>'
    )
    file = io.BytesIO()
    Image.open(io.BytesIO(png_from_svg(sheet))).convert("L").quantize(GRAYS).save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> None:
    """Write the sheets and the page."""
    FOLDER.mkdir(exist_ok=True)
    page = [START]
    for name, kind in SHEETS.items():
        title = name.replace("_", " ").replace("-", " ").capitalize()
        argument = f'"{kind}"' if isinstance(kind, str) else str(kind).replace("'", '"')
        alt = f"{COUNT} puzzles with kind={name}"
        page.append(f"## {title}\n\n`kind={argument}`\n\n![{alt}](../pictures/sheets/{name}.png)\n")
        if name in (sys.argv[1:] or SHEETS):
            made = bd.compose(COUNT, kind=kind, seed=1)
            (FOLDER / f"{name}.png").write_bytes(picture([*map(bd.Board, made)]))
    PAGE.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
