"""Documents of one puzzle with rules of its own, which `bitdoku.links` reads and a data set would read without them."""

from __future__ import annotations

import re

from bitdoku._errors import FormatError

_DOCUMENTS = {
    "ipuz": rb'\s*\{.*"http://ipuz\.org/',
    "KSudoku": rb"\s*<(?:[?!][^>]*>\s*<)*ksudoku",
    "GNOME Sudoku": rb'\s*\{.*"difficulty_category".*"cells"',
    "janko.at": rb"\s*\[begin\]",
    "LibreSudoku with killer puzzles": rb'\s*\{.*"boards".*"killerCages"\s*:\s*"',
}


def expect_no_document(head: bytes, name: str) -> None:
    """Raise FormatError if the first bytes of a file are such a document."""
    for program, pattern in _DOCUMENTS.items():
        if re.match(pattern, head.removeprefix(b"\xef\xbb\xbf"), re.DOTALL | re.IGNORECASE):
            raise FormatError(
                f"{name}: a document of {program}, which may have rules; bitdoku.links.read_file reads it"
            )
