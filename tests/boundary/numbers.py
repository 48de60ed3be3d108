"""Forms that hold numbers: arrays of every dtype and layout, nested lists, tables of data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boundary.boards import DIGITS
from boundary.form import Form, boards, flat, flat_boards, one_board, read_numbers, same_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from boundary.boards import Board, Digits


# --- arrays ---------------------------------------------------------------------------------------------------------


def _cast(dtype: str) -> Callable[[Digits, Board], Any]:
    return lambda grids, board: grids.astype(dtype)


def _fortran(grids: Digits, board: Board) -> Any:
    return np.asfortranarray(grids)


def _flat_fortran(grids: Digits, board: Board) -> Any:
    return np.asfortranarray(flat(grids).astype(np.int32))


def _backwards(grids: Digits, board: Board) -> Any:
    return grids[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1]


def _sliced(grids: Digits, board: Board) -> Any:
    wide = np.full((2 * len(grids), board.side, 3 * board.side), 99, np.int16)
    wide[::2, :, 1::3] = grids
    return wide[::2, :, 1::3]


def _transposed(grids: Digits, board: Board) -> Any:
    return grids.transpose(2, 0, 1).copy().transpose(1, 2, 0)


def _unaligned(grids: Digits, board: Board) -> Any:
    record = np.zeros(grids.shape, [("pad", "u1"), ("value", "<i8")])
    record["value"] = grids
    return record["value"]


def _read_only(grids: Digits, board: Board) -> Any:
    frozen = grids.copy()
    frozen.flags.writeable = False
    return frozen


def _offset(grids: Digits, board: Board) -> Any:
    return np.concatenate([np.zeros(3, np.uint8), grids.ravel()])[3:].reshape(len(grids), board.area)


class _Mine(np.ndarray):
    """A subclass, whose results are plain arrays."""


class _Tensor:
    """Makes an array of itself, and is none."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array


def _blanked(blank: Any, dtype: Any = object) -> Callable[[Digits, Board], Any]:
    """An array with something else than 0 in blank cells."""

    def make(grids: Digits, board: Board) -> Any:
        array = grids.astype(dtype)
        array[grids == 0] = blank()
        return array

    return make


def _na() -> Any:
    import pandas as pd

    return pd.NA


INTEGERS = ("i1", "<u2", ">i2", ">u2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8")

ARRAYS = [
    Form("uint8 (N, n, n)", lambda grids, board: grids.copy(), same_shape),
    Form("uint8 (N, n²)", lambda grids, board: flat(grids), same_shape, flat=True),
    Form("uint8 (1, N, n, n)", lambda grids, board: grids[None], same_shape, leading=lambda count: (1, count)),
    Form(
        "int64 (N, 1, n²)",
        lambda grids, board: flat(grids)[:, None].astype(np.int64),
        same_shape,
        flat=True,
        leading=lambda count: (count, 1),
    ),
    Form("uint8 (n, n)", lambda grid, board: grid.copy(), same_shape, one=True),
    Form("uint8 (n²,)", lambda grid, board: flat(grid), same_shape, one=True, flat=True),
    Form("int64 (n, n)", _cast("i8"), same_shape, one=True),
    Form("transposed int16 (n, n)", lambda grid, board: grid.T.astype("i2").T, same_shape, one=True),
    *[Form(f"{dtype} (N, n, n)", _cast(dtype), same_shape) for dtype in INTEGERS],
    Form("Fortran order", _fortran, same_shape),
    Form("flat, Fortran order", _flat_fortran, same_shape, flat=True),
    Form("negative strides", _backwards, same_shape),
    Form("every third cell of every second row", _sliced, same_shape),
    Form("transposed axes", _transposed, same_shape),
    Form("unaligned", _unaligned, same_shape),
    Form("read-only", _read_only, same_shape),
    Form("offset in memory", _offset, same_shape, flat=True),
    Form("subclass of ndarray", lambda grids, board: grids.view(_Mine), same_shape),
    Form("__array__", lambda grids, board: _Tensor(grids.astype(">i4")), read_numbers(lambda s, board: s.array.shape)),
    Form("float64", _cast("f8"), same_shape),
    Form("float32, NaN is blank", _blanked(lambda: np.nan, "f4"), same_shape),
    Form("float16 (n, n), NaN is blank", _blanked(lambda: np.nan, "f2"), same_shape, one=True),
    Form("objects, None is blank", _blanked(lambda: None), same_shape),
    Form("objects, NaN is blank", _blanked(lambda: float("nan")), same_shape),
    Form("objects, NA is blank", _blanked(_na), same_shape, needs=("pandas",)),
    Form("objects (n, n)", _cast("O"), same_shape, one=True),
]


# --- nested lists ---------------------------------------------------------------------------------------------------


def _nest(change: Callable[[int], Any]) -> Callable[[Digits, Board], Any]:
    """Nested lists with each number changed."""

    def nested(value: Any) -> Any:
        return [nested(item) for item in value] if isinstance(value, list) else change(value)

    return lambda grids, board: nested(grids.tolist())


def _letters(grids: Digits, board: Board) -> Any:
    """Nested lists of single characters."""
    return _nest(DIGITS.__getitem__)(grids, board)


def _read_letters(result: Any, source: Any, board: Board) -> Digits:
    def numbers(value: Any, like: Any) -> Any:
        assert type(value) is type(like)
        if isinstance(value, str):
            return DIGITS.index(value)
        assert len(value) == len(like)
        return [numbers(item, other) for item, other in zip(value, like, strict=True)]

    return np.array(numbers(result, source), np.uint8).reshape(-1, board.side, board.side)


def _character_array(grids: Digits, board: Board) -> Any:
    return np.array(_letters(grids, board))


def _read_character_array(result: Any, source: Any, board: Board) -> Digits:
    assert type(result) is np.ndarray
    assert (result.shape, result.dtype) == (source.shape, source.dtype)
    return _read_letters(result.tolist(), source.tolist(), board)


def _rows_of_text(container: Any) -> Callable[[Digits, Board], Any]:
    """One board as n texts of n characters; ``rules=`` tells that these are not n puzzles."""
    return lambda grid, board: container(["".join(DIGITS[digit] for digit in row) for row in grid.tolist()])


def _read_rows_of_text(result: Any, source: Any, board: Board) -> Digits:
    assert type(result) is type(source)
    assert len(result) == board.side
    assert {type(row) for row in result} <= {str, np.str_}
    numbers = [[DIGITS.index(letter) for letter in row] for row in result]
    return np.array(numbers, np.uint8).reshape(1, board.side, board.side)


def _has_rules(board: Board) -> bool:
    return board.rules is not None


def _mixed(grids: Digits, board: Board) -> Any:
    return [grids[0].tolist(), *grids[1:].astype(">i8")]


NESTED = [
    Form("list (N, n, n)", lambda grids, board: grids.tolist(), same_shape),
    Form("list (N, n²)", lambda grids, board: flat(grids).tolist(), same_shape, flat=True),
    Form("list (1, N, n, n)", lambda grids, board: [grids.tolist()], same_shape, leading=lambda count: (1, count)),
    Form("list (n, n)", lambda grid, board: grid.tolist(), same_shape, one=True),
    Form("list (n²,)", lambda grid, board: flat(grid).tolist(), same_shape, one=True, flat=True),
    Form("tuple of tuples", lambda grids, board: tuple(map(tuple, flat(grids).tolist())), same_shape, flat=True),
    Form("list of tuples (n, n)", lambda grid, board: [*map(tuple, grid.tolist())], same_shape, one=True),
    Form("list of arrays (n, n)", lambda grids, board: [*grids.astype(np.int64)], boards),
    Form("list of arrays (n²,)", lambda grids, board: [*flat(grids)], flat_boards, flat=True),
    Form("list of lists of arrays", lambda grids, board: [[*grid.astype(">u2")] for grid in grids], boards),
    Form("tuple of arrays", lambda grids, board: tuple(grids), boards),
    Form("list of a list and arrays", _mixed, boards),
    Form("numpy scalars", _nest(np.int16), same_shape),
    Form("whole floats", _nest(float), same_shape),
    Form("None is blank", _nest(lambda digit: digit or None), same_shape),
    Form("None is blank, (n²,)", lambda grid, board: [d or None for d in flat(grid).tolist()], same_shape, one=True,
         flat=True),
    Form("NaN is blank", _nest(lambda digit: digit or float("nan")), same_shape),
    Form("NA is blank", _nest(lambda digit: digit or _na()), same_shape, needs=("pandas",)),
    Form("rows of characters", _letters, _read_letters, one=True),
    Form("rows of characters, many", _letters, _read_letters),
    Form("array of characters", _character_array, _read_character_array, one=True),
    Form("array of characters, many", _character_array, _read_character_array),
    *[
        Form(f"rows of text in {container.__name__}", _rows_of_text(container), _read_rows_of_text, one=True,
             fits=_has_rules)
        for container in (list, tuple, np.array)
    ],
]  # fmt: skip


# --- data frames ----------------------------------------------------------------------------------------------------


def _pandas(dtype: str, *, missing: bool = False) -> Callable[[Digits, Board], Any]:
    """A frame of one board, or with a row for each of many."""

    def make(grids: Digits, board: Board) -> Any:
        import pandas as pd

        table = grids if grids.ndim == 2 else flat(grids)
        blank = (pd.NA if dtype[0] in "IU" else np.nan) if missing else 0
        columns = {i: pd.array([d or blank for d in column], dtype) for i, column in enumerate(table.T.tolist())}
        return pd.DataFrame(columns)

    return make


def _polars(dtype: str, *, missing: bool = False) -> Callable[[Digits, Board], Any]:
    def make(grids: Digits, board: Board) -> Any:
        import polars as pl

        table = grids if grids.ndim == 2 else flat(grids)
        columns = {
            f"c{i}": [None if missing and digit == 0 else digit for digit in column]
            for i, column in enumerate(table.T.tolist())
        }
        return pl.DataFrame(columns, schema=dict.fromkeys(columns, getattr(pl, dtype)))

    return make


FRAMES = [
    *[
        Form(f"pandas frame {what}", make, one_board, one=True, needs=("pandas",))
        for what, make in {
            "int64": _pandas("int64"),
            "uint8": _pandas("uint8"),
            "Int64 with NA": _pandas("Int64", missing=True),
            "float64 with NaN": _pandas("float64", missing=True),
            "object with NaN": _pandas("object", missing=True),
        }.items()
    ],
    *[
        Form(f"pandas frame {what}, a puzzle a row", make, flat_boards, flat=True, needs=("pandas",))
        for what, make in {
            "int64": _pandas("int64"),
            "UInt8 with NA": _pandas("UInt8", missing=True),
            "float64 with NaN": _pandas("float64", missing=True),
        }.items()
    ],
    *[
        Form(f"Polars frame {what}", make, one_board, one=True, needs=("polars",))
        for what, make in {
            "Int64": _polars("Int64"),
            "UInt8 with null": _polars("UInt8", missing=True),
        }.items()
    ],
    *[
        Form(f"Polars frame {what}, a puzzle a row", make, flat_boards, flat=True, needs=("polars",))
        for what, make in {
            "UInt8": _polars("UInt8"),
            "Int64 with null": _polars("Int64", missing=True),
            "Float64 with null": _polars("Float64", missing=True),
        }.items()
    ],
]

FORMS = [*ARRAYS, *NESTED, *FRAMES]
