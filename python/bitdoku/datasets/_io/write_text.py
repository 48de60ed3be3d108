"""Writers of text: lines, CSV, JSON, boards, candidates, HoDoKu's library, OpenSudoku's XML.

Each writes the whole file from tables of consecutive rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from bitdoku import _core
from bitdoku._board_text import board_texts, written_boards
from bitdoku._column import as_json, texts, values
from bitdoku._errors import FormatError, PuzzleError, cell_name
from bitdoku.datasets._io.read_boards import DESCRIPTIONS
from bitdoku.datasets._io.read_lines import HODOKU_COLUMNS, hodoku_puzzle
from bitdoku.datasets._io.writing import Options, board_columns, expect_plain, written_names
from bitdoku.rules._layout import default_box

if TYPE_CHECKING:
    from bitdoku._table import Puzzles


def write_plain(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """One puzzle a line."""
    blank = options.blank
    file.writelines(_core._line_rows(written_boards(table, "puzzle", blank), blank, table.digits) for table in tables)


def write_csv(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """The columns ``puzzle``, ``verdict`` and ``solution`` where there are any, and the others."""
    known: list[str] | None = None
    for table in tables:
        blank = options.blank_for(table)
        names = written_names(table, known)
        if known is None and options.header:
            file.write(_core._csv_rows([[name] for name in names], options.delimiter))
        known, columns = names, board_columns(table, blank)
        for name, column in table._columns.items():
            # Text in Arrow is written as it is.
            is_text = isinstance(column, _core._Texts) and column.kinds is None
            columns[name] = column if is_text else texts(column)
        file.write(_core._csv_rows([columns[name] for name in known], options.delimiter, blank, table.digits))


def write_jsonl(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """One JSON object a line, or an array of them in ``.json`` files."""
    before = b"[\n"
    for table in tables:
        blank = options.blank_for(table)
        columns = board_columns(table, blank)
        for name, column in table._columns.items():
            # Infinity, as Python writes it, was read as a number that many readers refuse.
            is_source = isinstance(column, _core._Texts) and (column.kinds is None or b"1e999" not in column)
            columns[name] = column if is_source else [as_json(value).encode() for value in values(column)]
        rows = _core._json_rows([*columns], [*columns.values()], blank, table.digits)
        if options.array and len(rows):
            # Line feeds in values are escaped.
            file.write(before + bytes(rows)[:-1].replace(b"\n", b",\n"))
            before = b",\n"
        elif not options.array:
            file.write(rows)
    if options.array:
        file.write(b"\n]\n" if before == b",\n" else b"[]\n")


def _write_boards(file: BinaryIO, tables: Iterator[Puzzles], boards: Callable[[Puzzles], Iterable[list[str]]]) -> None:
    """Write boards with a blank line between them; ``boards`` returns the lines of each board of a table."""
    is_first = True
    for table in tables:
        for about, lines in zip(_descriptions(table), boards(table), strict=True):
            file.write("\n".join([*[""] * (not is_first), *about, *lines, ""]).encode())
            is_first = False


def _descriptions(table: Puzzles) -> list[list[str]]:
    """The descriptive lines of each row."""
    found: list[list[str]] = [[] for _ in range(len(table))]
    columns = table._columns
    for letter, name in DESCRIPTIONS.items():
        if name in columns:
            for lines, value in zip(found, values(columns[name]), strict=True):
                text = "" if value is None else str(value)
                lines += [f"#{letter}{line}" for line in text.splitlines()]
    return found


def write_sdk(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """Lines of n cells after the descriptive lines; a blank line between boards."""
    _write_boards(file, tables, lambda table: _rows_of_cells(table, options.blank))


def write_ss(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
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

    _write_boards(file, tables, lambda table: map(framed, _rows_of_cells(table, options.blank)))


def _rows_of_cells(table: Puzzles, blank: str) -> Iterator[list[str]]:
    """Each board as lines of one character a cell."""
    side = table.side
    name = "a board of one character a cell"
    for text in board_texts(expect_plain(table, name).puzzle, blank, table.digits, table.rules.symbols):
        if len(text) != side * side:
            raise FormatError(f"boards of side {side} cannot be written with one character a cell")
        yield [text[j : j + side] for j in range(0, len(text), side)]


def _expect_nine(table: Puzzles, name: str) -> Puzzles:
    if table.side != 9 or table.digits is not None:
        size = f"side {table.side}" if table.side != 9 else f"{table.digits} digits"
        raise FormatError(f"{name} has boards of side 9 with 9 digits only, these have {size}")
    return table


def _candidate_texts(table: Puzzles, name: str) -> list[str]:
    """The candidates of each cell as text: its given, else the candidates of the table, else all digits."""
    puzzles = expect_plain(table.replace(candidates=None), name).puzzle.astype(np.uint64)
    all_digits = np.uint64((1 << (table.digits or table.side)) - 1)
    masks = all_digits if table.candidates is None else table.candidates.astype(np.uint64)
    masks = np.where(puzzles > 0, np.uint64(1) << (puzzles - (puzzles > 0)), masks)
    return [*written_boards(table.replace(candidates=masks), "puzzle", ".")]


def write_sdx(file: BinaryIO, tables: Iterator[Puzzles], _options: Options) -> None:
    """Nine lines of nine cells with their candidates; ``u`` before a single one that is not a given."""

    def boards(table: Puzzles) -> Iterator[list[str]]:
        for i, text in enumerate(_candidate_texts(_expect_nine(table, "sdx"), "sdx")):
            cells = [text[j : j + 9].replace(".", "") for j in range(0, 729, 9)]
            if not all(cells):
                cell = cell_name(*divmod(cells.index(""), 9))
                raise PuzzleError(f"{table.place(i)}: {cell} has no candidate, which sdx cannot represent")
            givens = table.puzzle[i].ravel().tolist()
            tokens = [f"u{c}" if len(c) == 1 and not given else c for c, given in zip(cells, givens, strict=True)]
            yield [" ".join(tokens[j : j + 9]) for j in range(0, 81, 9)]

    _write_boards(file, tables, boards)


def write_pencilmarks(file: BinaryIO, tables: Iterator[Puzzles], _options: Options) -> None:
    """A line for each puzzle, with a character for each digit of each cell: the digit, or ``.`` if it is excluded."""
    file.writelines(_core._line_rows(_candidate_texts(table, "pencilmarks")) for table in tables)


def write_hodoku(file: BinaryIO, tables: Iterator[Puzzles], options: Options) -> None:
    """Lines ``:technique:digits:board:deleted:eliminations:placements:comment:``; missing columns are empty."""
    for table in tables:
        boards = board_texts(expect_plain(_expect_nine(table, "hodoku"), "hodoku").puzzle, options.blank)
        columns, empty = table._columns, [""] * len(table)
        fields = {name: texts(columns[name]) if name in columns else empty for name in HODOKU_COLUMNS}
        # A stored board of the same puzzle keeps its placed digits.
        fields["board"] = [
            stored if hodoku_puzzle(stored).replace("0", ".") == board.replace("0", ".") else board
            for stored, board in zip(fields["board"], boards, strict=True)
        ]
        for name, field in fields.items():
            odd = next((i for i, text in enumerate(field) if ":" in text and name != "comment"), None)
            if odd is not None:
                raise PuzzleError(
                    f"{table.place(odd)}: {name} is {field[odd]!r}; fields of HoDoKu's library have no colons"
                )
            fields[name] = [" ".join(text.splitlines()) for text in field]
        lines = (f":{':'.join(line)}".removesuffix(":") for line in zip(*fields.values(), strict=True))
        file.write("".join(f"{line}:\n" for line in lines).encode())


def write_opensudoku(file: BinaryIO, tables: Iterator[Puzzles], _options: Options) -> None:
    """One game for each puzzle, in the folders of the column ``folder``."""
    from xml.sax.saxutils import quoteattr  # imported here because it loads HTTP modules

    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n')
    current: str | None = None
    for table in tables:
        boards = board_texts(expect_plain(_expect_nine(table, "opensudoku"), "opensudoku").puzzle, "0")
        columns = table._columns
        folders = texts(columns["folder"]) if "folder" in columns else ["bitdoku"] * len(table)
        for board, folder in zip(boards, folders, strict=True):
            if folder != current:
                file.write(b"" if current is None else b"  </folder>\n")
                file.write(f"  <folder name={quoteattr(folder)}>\n".encode())
                current = folder
            file.write(f'    <game data="{board}"/>\n'.encode())
    file.write((b"" if current is None else b"  </folder>\n") + b"</opensudoku>\n")
