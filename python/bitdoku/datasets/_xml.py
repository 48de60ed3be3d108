"""Reading OpenSudoku's XML: ``<game data="…"/>`` with 81 digits or, in newer versions, cells with notes.

Newer versions write ``version: N`` and then cells as ``value|notes|editable|``, with two fields of notes from version 4
on; a cell that is not editable is a given.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from bitdoku._errors import FormatError
from bitdoku.datasets._request import Opened
from bitdoku.datasets._rows import Raw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Request

_SAVED = re.compile(r"\s*version: (\d+)\s+(.*)", re.DOTALL)


def open_opensudoku(stream: HeadedReader, request: Request) -> Opened:
    """Open a file; the column ``folder`` has the name of the folder of a game, or of the collection."""
    return Opened(_games(stream, request), side=9, columns={"folder": []})


def _games(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    texts: list[str | None] = []
    folders: list[str | None] = []
    start = 0
    root = collection = folder = None
    try:
        for event, element in ET.iterparse(io.BufferedReader(stream, 1 << 20), ("start", "end")):
            if event == "start":
                root = root or element.tag
                if element.tag == "folder":
                    folder = element.get("name")
                continue
            if element.tag == "name":
                collection = element.text
            elif element.tag == "game":
                texts.append(_puzzle(element.get("data")))
                folders.append(folder or collection)
            elif element.tag == "folder":
                folder = None
            if element.tag in ("game", "folder"):
                element.clear()
            if len(texts) == request.rows:
                yield Raw(texts, None, {"folder": folders}, start)
                start += len(texts)
                texts, folders = [], []
    except ET.ParseError as error:
        raise FormatError(f"{request.name}: invalid XML: {error}") from None
    if texts:
        yield Raw(texts, None, {"folder": folders}, start)
    elif not start and root != "opensudoku":
        raise FormatError(f"{request.name}: XML of {root!r} without a game; expected 'opensudoku'")


def _puzzle(data: str | None) -> str | None:
    """The givens of a game saved with notes; other text unchanged."""
    saved = _SAVED.fullmatch(data or "")
    if saved is None:
        return data
    width = 4 if int(saved[1]) >= 4 else 3
    # Version 2 has two bars after the notes.
    fields = re.sub(r"\|+", "|", saved[2].strip()).strip("|").split("|")
    cells = zip(fields[::width], fields[width - 1 :: width], strict=False)
    return "".join("." if editable == "1" or value == "0" else value for value, editable in cells)
