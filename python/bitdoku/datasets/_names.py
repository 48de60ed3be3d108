"""Which column is which, and what format a file has: by its first bytes, then by its extension."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from bitdoku._errors import FormatError
from bitdoku.datasets._cells import is_board, side_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bitdoku.datasets._request import Request

#: Names of columns and arrays, lower-case, in the order of preference.
PUZZLE_NAMES = ("puzzle", "puzzles", "question", "quizzes", "quiz", "sudoku", "q", "inputs", "input", "givens", "x")
SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "a", "labels", "label", "output", "target", "y")

#: Format: the extensions that mean it, the usual one first.
EXTENSIONS = {
    "txt": (".txt", ".sdm"),
    "sdk": (".sdk",),
    "ss": (".ss",),
    "sdx": (".sdx",),
    "pencilmarks": (".pm",),
    "hodoku": (".hodoku",),
    "opensudoku": (".opensudoku", ".xml"),
    "csv": (".csv", ".tsv"),
    "jsonl": (".jsonl", ".ndjson"),
    "npy": (".npy",),
    "npz": (".npz",),
    "pt": (".pt", ".pth"),
    "parquet": (".parquet", ".pq"),
    "arrow": (".arrow", ".feather", ".ipc", ".arrows"),
    "hrm": (),
}
FORMATS = tuple(EXTENSIONS)
_MAGIC = {
    b"\x93NUMPY": "npy",
    b"PK\x03\x04": "npz",
    b"PK\x05\x06": "npz",
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\xff\xff\xff\xff": "arrow",
    b"FEA1": "arrow",
}
_FRAME = re.compile(r"[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*[-=─═]{2}[-+|*=.:'`~─│┼├┤┌┐└┘┬┴╔╗╚╝═║╠╣╦╩╬╪╫╟╢ \t]*")


def format_of_name(name: str) -> str | None:
    """The format that the extension stands for, or None."""
    suffix = Path(name).suffix.lower()
    return next((known for known, suffixes in EXTENSIONS.items() if suffix in suffixes), None)


def format_of(head: bytes, name: str) -> str:
    """The format of what begins with ``head`` and is called ``name`` (without the extension of a compression)."""
    named = format_of_name(name)
    # PyTorch's are zip archives too, or were plain pickles.
    if named == "pt" or (head.startswith(b"PK") and b"data.pkl" in head[:256]):
        return "pt"
    for magic, found in _MAGIC.items():
        if head.startswith(magic):
            return found
    lines = [line for line in head.decode("utf-8-sig", "replace").splitlines()[:200] if line.strip()]
    content = [line for line in lines if not line.startswith("#")]
    if not content:
        return named if named in ("csv", "jsonl", "sdk", "ss", "sdx", "hodoku", "pencilmarks") else "txt"
    first = content[0].strip()
    if first.startswith("<"):
        return "opensudoku"
    if first.startswith("{"):
        return "jsonl"
    if re.match(r"\[\s*(\{|$)", first):
        msg = f"{name}: an array of JSON; expected an object a line, as jq --compact-output '.[]' makes them"
        raise FormatError(msg)
    if first.startswith(":") and first.count(":") >= 6:
        return "hodoku"
    if named in ("csv", "jsonl", "sdk", "ss", "sdx"):
        return named
    if first.lower() == "[puzzle]":
        return "sdk"
    if len(_token(first)) == 729 and is_pencilmarks(_token(first)):
        return "pencilmarks"
    if first.startswith("|") or is_frame(first):
        return "ss"
    tokens = first.split()
    if len(tokens) == len(content[1 if len(content) > 1 else 0].split()) == 9 and any(len(t) > 1 for t in tokens):
        return "sdx"
    if _starts_board([line.strip() for line in content[:64]]):
        return "sdk"
    if has_header(first) and not is_board(_token(first)):
        return "csv"
    return "txt"


def begins_with_board(head: bytes) -> bool:
    """Whether the first line that is no comment begins with a puzzle, which says by itself what the file is."""
    lines = map(str.strip, head.decode("utf-8-sig", "replace").splitlines())
    return is_board(_token(next((line for line in lines if line and not line.startswith("#")), "")))


def _starts_board(lines: list[str]) -> bool:
    """Whether there are n lines of n cells, of a length that no whole board has."""
    length = len(lines[0])
    rows = lines[:length]
    square = len(rows) == length > 3 and all(len(line) == length and is_row(line) for line in rows)
    return square and side_of(length) not in range(4, 65)


def _token(line: str) -> str:
    return re.split(r"[\s,;\t]", line, maxsplit=1)[0]


def is_pencilmarks(text: str) -> bool:
    """Whether 729 characters are nine for each cell, each its digit or a sign that it is gone."""
    return all(character in ".0" or character == "123456789"[i % 9] for i, character in enumerate(text))


def is_frame(line: str) -> bool:
    """Whether a line belongs to the frame of a board: it has no cells."""
    return bool(_FRAME.fullmatch(line))


def is_row(line: str) -> bool:
    """Whether a line can be a row of a board of one character a cell."""
    return bool(re.fullmatch(r"[0-9A-Za-z._*?]+", line))


def delimiter_of(line: str) -> str:
    """What separates the fields of a line."""
    return max(",;\t", key=line.count) if any(sign in line for sign in ",;\t") else ","


def has_header(line: str) -> bool:
    """Whether a line names columns."""
    fields = {field.strip().strip('"').lower() for field in line.split(delimiter_of(line))}
    return bool(fields & {*PUZZLE_NAMES, *SOLUTION_NAMES})


def board_columns(
    names: Sequence[str], request: Request, may_be_boards: Callable[[str], bool]
) -> tuple[str | None, str | None]:
    """The names among ``names`` of the puzzles' and the solutions' columns, or None where there is none.

    What is called puzzle or solution is taken for that. Of the other usual names, ``may_be_boards`` says whether the
    values agree.

    Raises:
    ------
    FormatError
        If a name was asked for that is not there, or two columns have the same.
    """
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        msg = f"{request.name}: two columns have the name {twice!r}"
        raise FormatError(msg)
    if request.puzzle and request.puzzle == request.solution:
        msg = f"{request.name}: {request.puzzle!r} is to be the column of the puzzles and that of the solutions"
        raise FormatError(msg)
    found = []
    # Of names that differ in their letters' case the first, but that of lower case before others.
    lower = {name.lower(): name for name in reversed(names)} | {name: name for name in names if name == name.lower()}
    for what, wanted, known in (
        ("puzzles", request.puzzle, PUZZLE_NAMES),
        ("solutions", request.solution, SOLUTION_NAMES),
    ):
        if wanted and wanted not in names:
            msg = f"{request.name}: no column {wanted!r} for the {what}; there are {', '.join(map(repr, names))}"
            raise FormatError(msg)
        usual = (lower[name] for name in known if name in lower and (name in known[:2] or may_be_boards(lower[name])))
        found.append(next(usual, None) if wanted is None else wanted or None)
    return found[0], found[1]


def no_puzzles(names: Sequence[str], request: Request) -> FormatError:
    """That no column has puzzles."""
    among = f" among {', '.join(map(repr, names))}" if names else ""
    return FormatError(f"{request.name}: no column of puzzles{among}; name it with puzzle=")
