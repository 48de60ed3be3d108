"""Forms that hold text: one line, several in lists and in numpy arrays, other layouts, other symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from boundary.boards import DIGITS
from boundary.form import Form, cells, text, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board, Digits


class _Line(str):
    """A subclass, whose results are plain text."""

    __slots__ = ()


# --- one text -------------------------------------------------------------------------------------------------------


def _read_one(kind: type) -> Callable[[Any, Any, Board], Digits]:
    def read(result: Any, source: Any, board: Board) -> Digits:
        assert type(result) is kind
        return cells([result], board)

    return read


def _blanks(blanks: str) -> Callable[[Digits, Board], str]:
    """A line whose blanks are these characters in turn."""

    def make(grid: Digits, board: Board) -> str:
        line = list(text(grid))
        for i, letter in enumerate(line):
            if letter == ".":
                line[i] = blanks[i % len(blanks)]
        return "".join(line)

    return make


def _rows(grid: Digits, board: Board) -> str:
    return "\n".join(text(row) for row in grid) + "\n"


def _tokens(grid: Digits, board: Board) -> str:
    """Numbers apart by white space, a row a line."""
    return "\n".join(" ".join(str(digit or ".") for digit in row) for row in grid.tolist())


def _framed(grid: Digits, board: Board) -> str:
    return str(bd.Board(grid, rules=board.rules))


ONE = [
    Form("str", lambda grid, board: text(grid), _read_one(str), one=True),
    Form("bytes", lambda grid, board: text(grid).encode(), _read_one(bytes), one=True),
    Form("bytearray", lambda grid, board: bytearray(text(grid).encode()), _read_one(bytearray), one=True),
    Form("numpy str", lambda grid, board: np.str_(text(grid)), _read_one(str), one=True),
    Form("numpy bytes", lambda grid, board: np.bytes_(text(grid).encode()), _read_one(bytes), one=True),
    Form("subclass of str", lambda grid, board: _Line(text(grid)), _read_one(str), one=True),
    Form("lower case", lambda grid, board: text(grid).lower(), _read_one(str), one=True),
    Form("blanks 0_*?", _blanks("0_*?"), _read_one(str), one=True),
    Form("blanks .xX", _blanks(".xX"), _read_one(str), one=True),
    Form("a line for each row", _rows, _read_one(str), one=True),
    Form("numbers apart by white space", _tokens, _read_one(str), one=True),
    Form("numbers apart by commas", lambda grid, board: ",".join(map(str, grid.ravel().tolist())), _read_one(str),
         one=True),
    Form("a frame", _framed, _read_one(str), one=True),
    Form("a comment", lambda grid, board: text(grid) + " # a comment, 5", _read_one(str), one=True),
]  # fmt: skip


# --- many texts -----------------------------------------------------------------------------------------------------


def _many(container: Any, change: Callable[[str], Any]) -> Callable[[Digits, Board], Any]:
    return lambda grids, board: container(change(line) for line in texts(grids))


def _read_many(container: Any, kind: type) -> Callable[[Any, Any, Board], Digits]:
    def read(result: Any, source: Any, board: Board) -> Digits:
        assert type(result) is container
        assert {type(line) for line in result} <= {kind}
        assert len(result) == len(source)
        return cells(result, board)

    return read


def _encoded(line: str) -> bytes:
    return line.encode()


def _array(dtype: Any, shape: tuple[int, ...] = (-1,)) -> Callable[[Digits, Board], Any]:
    """An array of text; dtypes of fixed width get the line's."""

    def make(grids: Digits, board: Board) -> Any:
        lines = [_encoded(line) for line in texts(grids)] if dtype in ("S", "O bytes") else texts(grids)
        kind = np.dtypes.StringDType() if dtype == "T" else "O" if dtype == "O bytes" else dtype
        return np.array(lines, kind).reshape(shape)

    return make


def _wide(grids: Digits, board: Board) -> Any:
    """Big-endian, wider than the lines, every second of them."""
    lines = [line for puzzle in texts(grids) for line in (puzzle, "")]
    return np.array(lines, f">U{board.area + 7}")[::2]


def _read_array(result: Any, source: Any, board: Board) -> Digits:
    assert type(result) is np.ndarray
    assert result.shape == source.shape
    assert result.dtype.kind == source.dtype.kind
    if source.dtype.kind == "O":
        assert {type(line) for line in result.flat} <= {type(line) for line in source.flat}
    return cells(result.ravel().tolist(), board)


MANY = [
    Form("list of str", _many(list, str), _read_many(list, str)),
    Form("tuple of str", _many(tuple, str), _read_many(tuple, str)),
    Form("list of bytes", _many(list, _encoded), _read_many(list, bytes)),
    Form("tuple of bytes", _many(tuple, _encoded), _read_many(tuple, bytes)),
    Form("list of bytearray", _many(list, lambda line: bytearray(line.encode())), _read_many(list, bytearray)),
    Form("list of numpy str", _many(list, np.str_), _read_many(list, str)),
    Form("list of framed str", lambda grids, board: [_framed(grid, board) for grid in grids], _read_many(list, str)),
    Form("list of numbers in str", lambda grids, board: [_tokens(grid, board) for grid in grids],
         _read_many(list, str)),
    Form("numpy U", _array("U"), _read_array),
    Form("numpy U, big-endian and wide", _wide, _read_array),
    Form("numpy U (1, N)", _array("U", (1, -1)), _read_array, leading=lambda count: (1, count)),
    Form("numpy S", _array("S"), _read_array),
    Form("numpy S (N, 1)", _array("S", (-1, 1)), _read_array, leading=lambda count: (count, 1)),
    Form("numpy StringDType", _array("T"), _read_array),
    Form("numpy StringDType (N, 1)", _array("T", (-1, 1)), _read_array, leading=lambda count: (count, 1)),
    Form("numpy objects of str", _array("O"), _read_array),
    Form("numpy objects of bytes", _array("O bytes"), _read_array),
    Form("numpy objects of str (1, N)", _array("O", (1, -1)), _read_array, leading=lambda count: (1, count)),
]  # fmt: skip


# --- other symbols --------------------------------------------------------------------------------------------------


def letters(board: Board) -> str:
    """A for 1; on the side 25 the symbol X is a digit, no blank."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: board.digits]


def from_zero(board: Board) -> str:
    """0 for 1, so that 0 is a digit: 0 to F on 16x16."""
    return ("0" + DIGITS[1:])[: board.digits]


def greek(board: Board) -> str:
    """Characters of more than one byte."""
    return "αβγδεζηθικλμνξοπρστυφχψωА"[: board.digits]


def _in_symbols(alphabet: Callable[[Board], str], form: str) -> Form:
    """Text in other symbols, in one of three forms."""

    def options(board: Board) -> dict[str, Any]:
        return {"symbols": alphabet(board)}

    def make(grids: Digits, board: Board) -> Any:
        lines = texts(grids, alphabet(board)) if grids.ndim == 3 else [text(grids, alphabet(board))]
        return lines[0] if form == "str" else lines if form == "list of str" else np.array(lines)

    def read(result: Any, source: Any, board: Board) -> Digits:
        assert type(result) is type(source)
        return cells([result] if form == "str" else list(result), board, alphabet(board))

    return Form(f"{form} in {alphabet.__name__}", make, read, one=form == "str", options=options)


SYMBOLS = [
    _in_symbols(alphabet, form)
    for alphabet in (letters, from_zero, greek)
    for form in ("str", "list of str", "numpy U")
]

FORMS = [*ONE, *MANY, *SYMBOLS]
