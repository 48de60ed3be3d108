"""Detection of formats by first bytes and extension; names of columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isqrt
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.cells import CellTable, detect_delimiter
from bitdoku.datasets._io.read_boards import starts_board

#: Names of columns and arrays, in lower case, in order of preference.
PUZZLE_NAMES = (
    *("puzzle", "puzzles", "question", "questions", "quizzes", "quiz", "sudoku", "sudokus", "q", "inputs", "input"),
    *("givens", "clues", "x", "unsolved", "mission", "problem", "problems", "initial_board", "initial", "start"),
    *("board", "boards", "grid", "grids", "value"),
)
SOLUTION_NAMES = (
    *("solution", "solutions", "answer", "answers", "a", "labels", "label", "output", "outputs", "target", "y"),
    *("solved", "solution_grid", "solution_board", "solved_board", "solved_grid"),
)


class Format(NamedTuple):
    """A format of files."""

    extensions: tuple[str, ...]
    """The extensions of its files, the default first; empty for folders."""
    writable: bool = True
    """Whether :func:`bitdoku.datasets.write` supports it. All formats can be read."""


#: The formats by name.
FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "txt": Format((".txt", ".sdm")),
        "sdk": Format((".sdk",)),
        "ss": Format((".ss",)),
        "sdx": Format((".sdx",)),
        "pencilmarks": Format((".pm", ".pencilmarks")),
        "hodoku": Format((".hodoku",)),
        "opensudoku": Format((".opensudoku", ".xml", ".1gsudoku")),
        "csv": Format((".csv", ".tsv")),
        "jsonl": Format((".jsonl", ".ndjson", ".json")),
        "npy": Format((".npy",)),
        "npz": Format((".npz",)),
        "pt": Format((".pt", ".pth"), writable=False),
        "parquet": Format((".parquet", ".pq")),
        "arrow": Format((".arrow", ".feather", ".ipc", ".arrows")),
        "hrm": Format((), writable=False),
    }
)
#: Formats that can be written.
WRITTEN = tuple(name for name, known in FORMATS.items() if known.writable)
#: Formats with columns besides puzzles.
TABLES = ("csv", "jsonl", "npz", "parquet", "arrow")
_MAGIC = {b"\x93NUMPY": "npy", b"PK\3\4": "npz", b"PK\5\6": "npz", b"PAR1": "parquet"}
_MAGIC |= dict.fromkeys((b"ARROW1", b"\xff\xff\xff\xff", b"FEA1"), "arrow")


def format_from_name(name: str) -> str | None:
    """The format of the extension, or None."""
    suffix = Path(name).suffix.lower()
    return next((name for name, known in FORMATS.items() if suffix in known.extensions), None)


def detect_format(head: bytes, name: str, side: int | None = None) -> str:
    """The format of a file from its first bytes and its name without the extension of a compression.

    Raises FormatError if n lines may be n boards or one.
    """
    named = format_from_name(name)
    # Files of PyTorch are zip archives too, or pickles.
    if named == "pt" or (head.startswith(b"PK") and b"data.pkl" in head[:256]):
        return "pt"
    for magic, found in _MAGIC.items():
        # The file may be truncated.
        if head.startswith(magic) or (named == found and head and magic.startswith(head)):
            return found
    lines = [line for line in head.decode(errors="replace").splitlines()[:300] if line.strip()]
    content = [line for line in lines if line.lstrip()[:1] not in ("#", "%")]
    if not content:
        return named if named in ("csv", "jsonl", "sdk", "ss", "sdx", "hodoku", "pencilmarks") else "txt"
    first = content[0].strip()
    # A placed digit is not a tag: <2>.
    if re.match(r"<\D", first):
        return "opensudoku"
    kind = _kind_of_line(first)
    is_list = re.match(r"\[\s*([\[{\"0-9]|$)", first) and not (named == "txt" and kind)
    if is_list or first.startswith(("{", "array(", "np.array(")):
        return "jsonl"
    if first.startswith(":") and first.count(":") >= 6:
        return "hodoku"
    if named in ("csv", "jsonl", "sdk", "ss", "sdx"):
        return named
    if first.lower() == "[puzzle]":
        return "sdk"
    if kind == "pencilmarks":
        return "pencilmarks"
    if (first.startswith("|") or _core._row_width(first) == 0) and set(first) != {"-"}:
        return "ss"
    widths = {len(token) for line in content[:9] for token in line.split()}
    if (
        {len(line.split()) for line in content[:2]} == {9}
        and len(widths) > 1
        and (kind is None or first[0] in "u123456789")
    ):
        return "sdx"
    if kind is None and CellTable.detected(name, lines, len(lines) < 200) is not None:
        return "csv"
    shown = [line.strip("\r\n") for line in content]
    lengths = {len(line.strip()) for line in shown}
    if kind is not None and lengths == {len(shown)} and len(shown) > 9 and side is None:
        n = len(shown)
        raise FormatError(f"{name}: {n} lines of {n} characters; pass side={n} for one board, side={isqrt(n)} for {n}")
    if (kind is None or side == _core._row_width(first)) and starts_board(
        shown if lengths == {1} else shown[:66], side
    ):
        return "sdk"
    return "csv" if kind is None and has_header(first) else "txt"


def begins_with_board(head: bytes) -> bool:
    """Whether the first line that is not a comment begins with a puzzle, so that the file is text."""
    lines = map(str.strip, head.decode(errors="replace").splitlines())
    return _kind_of_line(next((line for line in lines if line and line[0] not in "#%"), "")) is not None


def _kind_of_line(line: str) -> str | None:
    """The kind of the board with which a line begins, or None."""
    board = line if line.startswith("[") else re.split(r"[\s,;]", line, maxsplit=1)[0]
    return _core._recognize(line)[2] or _core._recognize(board)[2]


def has_header(line: str) -> bool:
    """Whether a line contains known names of columns."""
    fields = {field.strip().strip('"').lower() for field in line.split(detect_delimiter(line))}
    return bool(fields & {*PUZZLE_NAMES, *SOLUTION_NAMES})
