"""Writers of text: lines, CSV, JSON, boards, candidates, HoDoKu's library, OpenSudoku's XML.

Each takes a binary file, batches of rows and the options, and writes the whole file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError, PuzzleError
from bitdoku.datasets._io.column import as_json
from bitdoku.datasets._io.read_boards import DESCRIPTIONS
from bitdoku.datasets._io.read_lines import HODOKU_COLUMNS, hodoku_puzzle
from bitdoku.datasets._io.rows import Rows, board_texts
from bitdoku.datasets._io.writing import Options, boards_of, titles, without_candidates
from bitdoku.rules._layout import default_box


def write_plain(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One puzzle a line."""
    blank = options.blank
    file.writelines(_core._line_rows(rows.boards("puzzle", blank), blank, rows.digits) for rows in batches)


def write_csv(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """``puzzle``, ``verdict`` and ``solution`` where there are any, and the other columns."""
    known: list[str] | None = None
    for rows in batches:
        blank = options.blank_of(rows)
        names = titles(rows, known)
        if known is None and options.header:
            file.write(_core._csv_rows([[name] for name in names], options.delimiter))
        known, columns = names, boards_of(rows, blank)
        for name, column in rows.columns.items():
            # Texts in Arrow are written as they are.
            is_text = isinstance(column.data, _core._Texts) and column.data.kinds is None
            columns[name] = column.data if is_text else column.texts()
        file.write(_core._csv_rows([columns[name] for name in known], options.delimiter, blank, rows.digits))


def write_jsonl(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """One JSON object a line."""
    for rows in batches:
        blank = options.blank_of(rows)
        columns = boards_of(rows, blank)
        for name, column in rows.columns.items():
            data = column.data
            # Infinity, as Python writes it, was read as a number that many readers refuse.
            is_source = isinstance(data, _core._Texts) and (data.kinds is None or b"1e999" not in data)
            columns[name] = data if is_source else [as_json(value).encode() for value in column.to_list()]
        file.write(_core._json_rows([*columns], [*columns.values()], blank, rows.digits))


def _about(rows: Rows, i: int) -> list[str]:
    lines = []
    for letter, name in DESCRIPTIONS.items():
        value = rows.columns[name][i] if name in rows.columns else None
        lines += [f"#{letter}{line}" for line in str(value).splitlines()] if value not in (None, "") else []
    return lines


def write_sdk(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """Lines of n cells after the descriptive lines; a blank line between boards."""
    _write_boards(file, _boards(batches, "a board of one character a cell", options.blank))


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

    boards = _boards(batches, "a board of one character a cell", options.blank)
    _write_boards(file, ((rows, i, framed(lines)) for rows, i, lines in boards))


def _boards(batches: Iterator[Rows], name: str, blank: str) -> Iterator[tuple[Rows, int, list[str]]]:
    """Boards as lines of one character a cell, with their rows and position."""
    for rows in batches:
        side = rows.side
        for i, text in enumerate(board_texts(without_candidates(rows, name).puzzle, blank, rows.digits)):
            if len(text) != side * side:
                raise FormatError(f"boards of side {side} cannot be written with one character a cell")
            yield rows, i, [text[j : j + side] for j in range(0, len(text), side)]


def _write_boards(file: BinaryIO, boards: Iterator[tuple[Rows, int, list[str]]]) -> None:
    file.writelines(
        "\n".join([*[""] * (number > 0), *_about(rows, i), *lines, ""]).encode()
        for number, (rows, i, lines) in enumerate(boards)
    )


def _only_nine(rows: Rows, name: str) -> Rows:
    if rows.side != 9 or rows.digits not in (None, 9):
        size = f"side {rows.side}" if rows.side != 9 else f"{rows.digits} digits"
        raise FormatError(f"{name} has boards of side 9 with 9 digits only, these have {size}")
    return rows


def _with_candidates(rows: Rows, name: str) -> Rows:
    """The rows with the candidates of each cell: the given, else those of the rows, else all nine."""
    puzzles = without_candidates(replace(_only_nine(rows, name), candidates=None), name).puzzle.astype(np.uint16)
    masks = np.uint16(511) if rows.candidates is None else rows.candidates
    return replace(rows, candidates=np.where(puzzles > 0, np.uint16(1) << (puzzles - (puzzles > 0)), masks))


def write_sdx(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """Nine lines of nine cells with their candidates; ``u`` before a single one that is not a given."""

    def boards() -> Iterator[tuple[Rows, int, list[str]]]:
        for rows in batches:
            for i, text in enumerate(_with_candidates(rows, "sdx").boards("puzzle", ".")):
                cells = [text[j : j + 9].replace(".", "") for j in range(0, 729, 9)]
                if not all(cells):
                    cell = divmod(cells.index(""), 9)
                    raise PuzzleError(f"{rows.place(i)}: cell {cell} has no candidate, which sdx cannot represent")
                givens = rows.puzzle[i].ravel().tolist()
                tokens = [f"u{c}" if len(c) == 1 and not given else c for c, given in zip(cells, givens, strict=True)]
                yield rows, i, [" ".join(tokens[j : j + 9]) for j in range(0, 81, 9)]

    _write_boards(file, boards())


def write_pencilmarks(file: BinaryIO, batches: Iterator[Rows], _options: Options) -> None:
    """729 characters a line, nine for each cell: the candidates, and ``.`` for the others."""
    file.writelines(_core._line_rows(_with_candidates(rows, "pencilmarks").boards("puzzle", ".")) for rows in batches)


def write_hodoku(file: BinaryIO, batches: Iterator[Rows], options: Options) -> None:
    """Lines ``:technique:digits:board:deleted:eliminations:comment:``; fields without a column stay empty."""
    for rows in batches:
        boards = board_texts(without_candidates(_only_nine(rows, "hodoku"), "hodoku").puzzle, options.blank)
        empty = [""] * len(rows)
        fields = {name: rows.columns[name].texts() if name in rows.columns else empty for name in HODOKU_COLUMNS}
        # A stored board of the same puzzle keeps its placed digits.
        fields["board"] = [
            stored if hodoku_puzzle(stored).replace("0", ".") == board.replace("0", ".") else board
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
        boards = board_texts(without_candidates(_only_nine(rows, "opensudoku"), "opensudoku").puzzle, "0")
        folders = rows.columns["folder"].texts() if "folder" in rows.columns else ["bitdoku"] * len(rows)
        for board, folder in zip(boards, folders, strict=True):
            if folder != current:
                file.write(b"" if current is None else b"  </folder>\n")
                file.write(f"  <folder name={quoteattr(folder)}>\n".encode())
                current = folder
            file.write(f'    <game data="{board}"/>\n'.encode())
    file.write((b"" if current is None else b"  </folder>\n") + b"</opensudoku>\n")
