"""Writers of text: lines, CSV, JSON, boards, candidates, HoDoKu's library, OpenSudoku's XML.

Each takes a binary file, batches of rows and the options, and writes the whole file.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import FormatError, PuzzleError
from bitdoku.datasets._boards import DESCRIPTIONS
from bitdoku.datasets._cells import holds
from bitdoku.datasets._columns import (
    arrow_numbers,
    as_json,
    board_strings,
    board_texts,
    numbers,
    plain_texts,
    same_titles,
    titles,
    values_of,
)
from bitdoku.datasets._lines import HODOKU_COLUMNS, hodoku_puzzle
from bitdoku.rules._rules import default_box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from bitdoku.datasets._options import Options
    from bitdoku.datasets._rows import Rows


def write_plain(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One puzzle a line."""
    for rows in batches:
        if isinstance(rows.puzzles, np.ndarray) and rows.puzzles.dtype.kind == "S":
            file.write(b"\n".join([*rows.puzzles.tolist(), b""]))
        else:
            file.write("".join(f"{text}\n" for text in board_texts(rows.puzzles, rows.side, options.blank)).encode())


def write_csv(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """``puzzle``, ``verdict`` and ``solution`` where there are any, and the other columns."""
    encode: Callable[[Rows, Options], bytes | None]
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        encode = _csv_by_standard_library
    else:
        encode = _ArrowCsv(file)
    known: list[str] | None = None
    for rows in batches:
        if known is None and options.header:
            file.write(_csv_lines([titles(rows)], options.delimiter))
        known = same_titles(rows, known)
        file.write(encode(rows, options) or b"")


def _columns(rows: Rows) -> list[tuple[str, Any]]:
    """The title and the column of each; None for boards."""
    return [(title, rows.columns.get(title)) for title in titles(rows)]


def _boards(rows: Rows, title: str) -> Any:
    return rows.puzzles if title == "puzzle" else rows.solutions


class _ArrowCsv:
    """Writes lines with pyarrow, in blocks of a thousand rows."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        import pyarrow as pa

        self._file = file
        self._written = 0
        self._sink = pa.PythonFile(self, mode="w")

    def write(self, data: bytes) -> int:
        self._written += len(data)
        return self._file.write(data)

    def flush(self) -> None:
        """Does nothing: the owner of the file flushes it."""

    def __call__(self, rows: Rows, options: Options) -> bytes | None:
        """Write rows; if some could not be written, return the text of the remaining ones."""
        import pyarrow as pa
        import pyarrow.csv

        columns = []
        for title, column in _columns(rows):
            if column is None:
                columns.append(board_strings(_boards(rows, title), rows.side, options.blank))
                continue
            if isinstance(column, np.ndarray) and column.ndim == 1 and column.dtype.kind in "iu":
                column = arrow_numbers(np.ascontiguousarray(column))
            if isinstance(column, pa.DictionaryArray):
                column = column.dictionary_decode()
            kind = column.type if isinstance(column, (pa.Array, pa.ChunkedArray)) else None
            simple = kind is not None and (pa.types.is_integer(kind) or pa.types.is_string(kind))
            column = column if simple else pa.array(plain_texts(column), pa.string())
            if pa.types.is_string(column.type) and holds(column, b"\r"):
                # pyarrow would not quote them.
                return _csv_by_standard_library(rows, options)
            columns.append(column)
        table = pa.Table.from_arrays(columns, names=[str(i) for i in range(len(columns))])
        plain = pa.csv.WriteOptions(include_header=False, quoting_style="none", delimiter=options.delimiter)
        self._written = 0
        try:
            pa.csv.write_csv(table, self._sink, plain)
        except pa.ArrowInvalid:
            # A value contains a delimiter or a quote. The text written so far has none and is the same here.
            return _csv_by_standard_library(rows, options)[self._written :]
        return None


def _csv_by_standard_library(rows: Rows, options: Options) -> bytes:
    columns = [
        board_texts(_boards(rows, title), rows.side, options.blank) if column is None else plain_texts(column)
        for title, column in _columns(rows)
    ]
    return _csv_lines(zip(*columns, strict=True), options.delimiter)


class _Lines(list[str]):
    r"""Lines that end in \n. The CSV writer ends them with \r\n, so that it quotes fields with either character."""

    def write(self, line: str) -> None:
        self.append(line[:-2] + "\n")


def _csv_lines(lines: Any, delimiter: str) -> bytes:
    written = _Lines()
    csv.writer(written, delimiter=delimiter, lineterminator="\r\n").writerows(lines)
    return "".join(written).encode()


def write_jsonl(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One JSON object a line."""
    for rows in batches:
        columns: dict[str, list[Any]] = {"puzzle": list(board_texts(rows.puzzles, rows.side, options.blank))}
        if rows.solutions is not None:
            columns["solution"] = [text or None for text in board_texts(rows.solutions, rows.side, options.blank)]
        for name, column in rows.columns.items():
            columns[name] = values_of(column)
        lines = (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))
        file.write("".join(f"{as_json(line)}\n" for line in lines).encode())


def _about(rows: Rows, i: int) -> list[str]:
    """The descriptive lines of a board."""
    lines = []
    for letter, name in DESCRIPTIONS.items():
        value = values_of(rows.columns[name])[i] if name in rows.columns else None
        lines += [f"#{letter}{line}" for line in str(value).splitlines()] if value not in (None, "") else []
    return lines


def write_sdk(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """Lines of n cells after the descriptive lines; a blank line between boards."""
    _write_boards(file, batches, options, lambda cells: cells)


def write_ss(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """Like :func:`write_sdk`, in frames."""

    def framed(cells: list[str]) -> list[str]:
        high, wide = default_box(len(cells))
        edge = f"*{'-' * (len(cells) + len(cells) // wide - 1)}*"
        middle = f"|{'+'.join(['-' * wide] * (len(cells) // wide))}|"
        lines = [edge]
        for i, row in enumerate(cells):
            lines += [middle] if i and i % high == 0 else []
            lines.append(f"|{'|'.join(row[j : j + wide] for j in range(0, len(row), wide))}|")
        return [*lines, edge]

    _write_boards(file, batches, options, framed)


def _write_boards(file: BinaryIO, batches: Iterator[Rows], options: Options, shape: Any) -> None:
    first = True
    for rows in batches:
        side = rows.side
        for i, text in enumerate(board_texts(numbers(rows).puzzles, side, options.blank)):
            if len(text) != side * side:
                raise FormatError(f"boards of side {side} cannot be written with one character a cell")
            board = shape([text[j : j + side] for j in range(0, len(text), side)])
            file.write("\n".join([*([] if first else [""]), *_about(rows, i), *board, ""]).encode())
            first = False


def _only_nine(rows: Rows, name: str) -> Rows:
    if rows.side != 9:
        raise FormatError(f"{name} has boards of side 9 only, these have {rows.side}")
    return numbers(rows)


def _candidates(rows: Rows) -> Any:
    """The candidates of each cell, (rows, 81): the given, else those in the column ``candidates``, else all nine."""
    puzzles = np.asarray(rows.puzzles, np.uint16)
    masks: Any = np.full(puzzles.shape, 511, np.uint16)
    if "candidates" in rows.columns:
        stored = rows.columns["candidates"]
        if isinstance(stored, np.ndarray) and stored.shape == masks.shape and stored.dtype.kind in "iu":
            masks = stored
        else:
            for i, text in enumerate(plain_texts(stored)):
                # Another column with that name is ignored.
                if len(found := text.split()) == 81 and all(re.fullmatch("[0-9]{1,3}", mask) for mask in found):
                    masks[i] = [int(mask) & 511 for mask in found]
    return np.where(puzzles > 0, np.uint16(1) << (puzzles - (puzzles > 0)), masks)


def write_sdx(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """Nine lines of nine cells with their candidates; ``u`` before a single one that is not a given."""
    first = True
    for rows in batches:
        rows = _only_nine(rows, "sdx")
        for i, (puzzle, masks) in enumerate(zip(rows.puzzles.tolist(), _candidates(rows).tolist(), strict=True)):
            tokens = []
            for cell, (given, mask) in enumerate(zip(puzzle, masks, strict=True)):
                digits = "".join(str(digit) for digit in range(1, 10) if mask >> digit - 1 & 1)
                if not digits:
                    raise PuzzleError(
                        f"{rows.place(i)}: cell {divmod(cell, 9)} has no candidate, which sdx cannot represent"
                    )
                tokens.append(digits if given or len(digits) > 1 else f"u{digits}")
            board = [" ".join(tokens[j : j + 9]) for j in range(0, 81, 9)]
            file.write("\n".join([*([] if first else [""]), *_about(rows, i), *board, ""]).encode())
            first = False


def write_pencilmarks(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """729 characters a line, nine for each cell: the candidates, and ``.`` for the others."""
    for rows in batches:
        masks = _candidates(_only_nine(rows, "pencilmarks")).astype(np.uint16)
        marks = (masks[:, :, None] >> np.arange(9, dtype=np.uint16)) & 1
        text = np.where(marks == 1, np.frombuffer(b"123456789", np.uint8), ord("."))
        lines = np.full((len(rows), 730), ord("\n"), np.uint8)
        lines[:, :729] = text.reshape(len(rows), 729)
        file.write(lines.tobytes())


def _givens(board: str) -> str:
    return re.sub("[.0]", ".", board)


def write_hodoku(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """Lines ``:technique:digits:board:deleted:eliminations:comment:``; fields without a column stay empty."""
    for rows in batches:
        boards = board_texts(_only_nine(rows, "hodoku").puzzles, 9, options.blank)
        empty = [""] * len(rows)
        fields = {name: plain_texts(rows.columns[name]) if name in rows.columns else empty for name in HODOKU_COLUMNS}
        # A stored board of the same puzzle keeps its placed digits.
        fields["board"] = [
            stored if _givens(hodoku_puzzle(stored)) == _givens(board) else board
            for stored, board in zip(fields["board"], boards, strict=True)
        ]
        for name, texts in fields.items():
            odd = next((i for i, text in enumerate(texts) if ":" in text and name != "comment"), None)
            if odd is not None:
                raise PuzzleError(
                    f"{rows.place(odd)}: {name} is {texts[odd]!r}; fields of HoDoKu's library have no colons"
                )
            fields[name] = [" ".join(text.splitlines()) for text in texts]
        file.write("".join(f":{':'.join(line)}:\n" for line in zip(*fields.values(), strict=True)).encode())


def write_opensudoku(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """One game for each puzzle, in the folders of the column ``folder``."""
    from xml.sax.saxutils import quoteattr  # imported here because it loads HTTP modules

    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n')
    current: str | None = None
    for rows in batches:
        boards = board_texts(_only_nine(rows, "opensudoku").puzzles, 9, "0")
        folders = plain_texts(rows.columns["folder"]) if "folder" in rows.columns else ["bitdoku"] * len(rows)
        for board, folder in zip(boards, folders, strict=True):
            if folder != current:
                file.write(("" if current is None else "  </folder>\n").encode())
                file.write(f"  <folder name={quoteattr(folder)}>\n".encode())
                current = folder
            file.write(f'    <game data="{board}"/>\n'.encode())
    file.write(("" if current is None else "  </folder>\n").encode() + b"</opensudoku>\n")
