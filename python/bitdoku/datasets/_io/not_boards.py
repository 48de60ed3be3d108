"""Files that hold no boards, or boards with rules that a data set would lose: the error says how to read them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import format_from_name
from bitdoku.datasets._io.streams import bare_name

if TYPE_CHECKING:
    from pathlib import Path

_AS_CSV = "save it as CSV"
#: The first bytes, what the file is, and the way out.
_KINDS = (
    (b"version https://git-lfs", "a Git LFS pointer, not the file", "run git lfs pull"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook of Excel (.xls)", _AS_CSV),
    (b"MATLAB 5.0 MAT-file", "a file of MATLAB", "save it as CSV with writematrix"),
    (b"\x89HDF\r\n\x1a\n", "a file of HDF5", "save the data set as .npy or CSV"),
    (b"SQLite format 3\0", "a database of SQLite", "export the table as CSV"),
    (b"%PDF-", "a PDF document", "copy the boards into a text file"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)", "type the boards into a text file"),
    (b"\xff\xd8\xff", "a picture (JPEG)", "type the boards into a text file"),
    (b"GIF8", "a picture (GIF)", "type the boards into a text file"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7z)", "unpack it"),
    (b"Rar!\x1a\x07", "an archive (rar)", "unpack it"),
    (b"<!doctype html", "an HTML page", "download the file itself"),
    (b"<html", "an HTML page", "download the file itself"),
    *(
        (bytes([0x80, version]), "a pickle of Python", "write its data with bd.datasets.write")
        for version in range(2, 6)
    ),
)
#: The first bytes of documents with rules of their own.
_DOCUMENTS = {
    "ipuz": rb'\s*\{.*"http://ipuz\.org/',
    "SudokuMaker": rb'\s*\{.{,200}"formatVersion"\s*:.{,200}"puzzle"\s*:\s*\{',
    "KSudoku": rb"\s*<(?:[?!][^>]*>\s*<)*ksudoku",
    "GNOME Sudoku": rb'\s*\{.*"difficulty_category".*"cells"',
    "janko.at": rb"\s*\[begin\]",
    "LibreSudoku with killer puzzles": rb'\s*\{.*"boards".*"killerCages"\s*:\s*"',
}
#: Formats of binary files.
_BINARY = ("npy", "npz", "pt", "parquet", "arrow")


def expect_boards(head: bytes, name: str, found: str, named: str | None) -> None:
    """Raise FormatError for a file that is known to hold no boards, or is not of the format that its name says.

    ``found`` is the format by the first bytes, ``named`` the one given or of the extension.
    """
    if found in _BINARY:
        return
    begin = head.lstrip()[:32].lower()
    for magic, what, way_out in _KINDS:
        if head.startswith(magic) or begin.startswith(magic.lower()):
            raise FormatError(f"{name}: this is {what}; {way_out}")
    for program, pattern in _DOCUMENTS.items():
        if re.match(pattern, head.removeprefix(b"\xef\xbb\xbf"), re.DOTALL | re.IGNORECASE):
            raise FormatError(
                f"{name}: a document of {program}, which may have rules; bitdoku.links.read_file reads it"
            )
    if re.match(rb"(?:\xef\xbb\xbf)?\s*(?:#[^\n]*\n\s*)*https?://", head, re.IGNORECASE):
        raise FormatError(f"{name}: this is a file of links; bitdoku link --read and bitdoku.links.read_file read it")
    if head[257:262] == b"ustar":
        raise FormatError(f"{name}: this is an archive (tar); unpack it")
    if named in _BINARY:
        raise FormatError(f"{name}: not a file of {named}, or damaged: it begins with {head[:8]!r}")
    if named is None and b"\0" in head:
        raise FormatError(f"{name}: binary data of an unknown format; save them as CSV")


def folder_error(path: Path, name: str) -> FormatError:
    """The error for a folder that is not one of HRM or TRM; it names the data sets inside, such as parts of a build."""
    files = [file for file in [*path.glob("data/*")] or path.glob("*") if file.is_file()]
    named = sorted(file.relative_to(path).as_posix() for file in files if format_from_name(bare_name(str(file))))
    inside = f"one of its files, {', '.join(named[:5])}{', …' * (len(named) > 5)}" if named else "a file"
    return FormatError(f"{name} is a folder without dataset.json; expected {inside}, or a folder of HRM or TRM")
