"""The core's writers of text: against Python's own csv and json, for every kind of column."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from bitdoku import _core

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIDES = [1, 4, 9, 16, 35, 36, 64]
#: Whatever has a meaning in CSV or JSON, in text that has any other characters too.
TEXTS = st.text(st.sampled_from(',;\t"\r\n\\/ \b\f\x00\x1f\x7fé😀\u2028x') | st.characters(codec="utf-8"), max_size=8)


def board_text(cells: Any, blank: str) -> str | None:
    """A board as text, written another way than the core does."""
    numbers = np.asarray(cells).reshape(-1).tolist()
    if set(numbers) == {255}:
        return None
    if math.isqrt(len(numbers)) > 35:
        return " ".join(str(number) for number in numbers)
    return "".join(SYMBOLS[number] if number else blank for number in numbers)


@st.composite
def boards(draw: st.DrawFn, rows: int) -> Any:
    """Boards of any side in any layout, some of them missing."""
    side = draw(st.sampled_from(SIDES))
    random = np.random.default_rng(draw(st.integers(0, 99)))
    cells = random.integers(0, side + 1, (rows, side, side), np.uint8)
    cells[random.random(rows) < 0.3] = 255
    array = cells if draw(st.booleans()) else cells.reshape(rows, side * side)
    layout = draw(st.sampled_from(["contiguous", "reversed", "Fortran", "every other", "read-only"]))
    if layout == "reversed":
        return np.ascontiguousarray(array[::-1])[::-1]
    if layout == "Fortran":
        return np.asfortranarray(array)
    if layout == "every other":
        return np.repeat(array, 2, axis=1)[:, ::2]
    array.flags.writeable = layout != "read-only"
    return array


@st.composite
def texts(draw: st.DrawFn, rows: int) -> Any:
    """A column of texts and its values."""
    values: list[str | None] = draw(st.lists(TEXTS | st.none(), min_size=rows, max_size=rows))
    kinds = ["list", "ours", "string", "large", "view", "dictionary", "null", "chunks", "slice", "polars"]
    kind = draw(st.sampled_from(kinds))
    if kind == "list":
        return list(values), values
    if kind == "ours":
        return _core._Texts.of(values), values
    if kind == "dictionary":
        return pa.array(values, pa.string()).dictionary_encode(), values
    if kind == "null":
        return pa.nulls(rows), [None] * rows
    if kind == "chunks":
        return pa.chunked_array([values[: rows // 2], values[rows // 2 :]], pa.string()), values
    if kind == "slice":
        return pa.array(["x", None, *values, "y"], pa.string())[2 : 2 + rows], values
    if kind == "polars":
        return pl.Series(values, dtype=pl.String), values
    types = {"string": pa.string(), "large": pa.large_string(), "view": pa.string_view()}
    return pa.array(values, types[kind]), values


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Any], list[list[str | None]]]:
    """Columns of one length, and the values that they have with points for blanks."""
    rows = draw(st.integers(0, 5))
    columns, values = [], []
    for is_board in draw(st.lists(st.booleans(), min_size=1, max_size=4)):
        if is_board:
            columns.append(draw(boards(rows)))
            values.append([board_text(cells, ".") for cells in columns[-1]])
        else:
            column, expected = draw(texts(rows))
            columns.append(column)
            values.append(expected)
    return columns, values


def as_csv(rows: Any, delimiter: str) -> bytes:
    """Python's own lines, with the line ends of Unix but quotes for those of others."""
    lines = []
    for row in rows:
        line = io.StringIO()
        csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow(row)
        lines.append(line.getvalue()[:-2] + "\n")
    return "".join(lines).encode()


@given(tables(), st.sampled_from(",;\t|"))
def test_csv_is_that_of_the_standard_library(table: Any, delimiter: str) -> None:
    columns, values = table
    expected = as_csv(zip(*values, strict=True), delimiter)
    assert _core._csv_rows(columns, delimiter) == expected
    rows = list(csv.reader(io.StringIO(expected.decode(), newline=""), delimiter=delimiter))
    assert rows == [[value or "" for value in row] for row in zip(*values, strict=True)]


@given(tables(), st.data())
def test_json_is_that_of_the_standard_library(table: Any, data: st.DataObject) -> None:
    columns, values = table
    count = len(columns)
    names = data.draw(st.lists(TEXTS, min_size=count, max_size=count, unique=True))
    rows = [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]
    expected = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    assert _core._json_rows(names, columns) == expected.encode()


@given(st.data())
def test_lines(data: st.DataObject) -> None:
    cells = data.draw(boards(data.draw(st.integers(0, 5))))
    for blank in ".0":
        expected = "".join(f"{board_text(board, blank) or ''}\n" for board in cells)
        assert _core._line_rows(cells, blank) == expected.encode()
    column, values = data.draw(texts(3))
    assert _core._line_rows(column) == "".join(f"{value or ''}\n" for value in values).encode()


@pytest.mark.parametrize("side", SIDES)
def test_boards_of_every_side(side: int) -> None:
    cells = np.random.default_rng(side).integers(0, side + 1, (600, side * side), np.uint8)
    # More than one piece, whose last one is not full; nothing depends on where a row is.
    cells[[0, 17, 599]] = 255
    for blank in ".0":
        values = [board_text(board, blank) for board in cells]
        assert _core._csv_rows([cells, cells], blank=blank) == as_csv(zip(values, values, strict=True), ",")
        expected = "".join(json.dumps({"a": value}) + "\n" for value in values)
        for shaped in (cells, cells.reshape(-1, side, side)):
            assert _core._json_rows(["a"], [shaped], blank) == expected.encode()


def test_json_source_is_verbatim() -> None:
    reader = _core._Reader.json("a.jsonl")
    reader.feed(b'{"a": [1, 2]}\n{"a": "[1, 2]"}\n{"b": 1}\n{"a": null}\n{"a": {"a":  1e5}}\n')
    batch = reader.batch(5)
    assert batch is not None
    column = batch.columns[0]
    source = [b"1", b"1.50", None, b"true", "x"]
    assert str(_core._json_rows(["a", "b"], [column, source]), "utf-8").splitlines() == [
        '{"a": [1, 2], "b": 1}',
        '{"a": "[1, 2]", "b": 1.50}',
        '{"a": null, "b": null}',
        '{"a": null, "b": true}',
        '{"a": {"a":  1e5}, "b": "x"}',
    ]
    expected = [["[1, 2]"], ["[1, 2]"], [""], [""], ['{"a":  1e5}']]
    assert _core._csv_rows([column]) == as_csv(expected, ",")


def test_the_first_row_with_a_fault_is_named() -> None:
    columns = [np.ones((1000, side * side), np.uint8) for side in (4, 9, 16)]
    for row, column in [(999, 0), (500, 2), (150, 1), (150, 0), (10, 2)]:
        columns[column][row, 3] = 99
        with pytest.raises(bd.PuzzleError, match=rf"columns\[{column}\]\[{row}\]: r1c4"):
            _core._csv_rows(columns)


def test_bytes_that_are_not_text_are_escaped() -> None:
    column = pa.array([b"a\xffb", b"\xed\xa0\x80", "é".encode()]).view(pa.string())
    expected = [r"a\xffb", r"\xed\xa0\x80", "é"]
    assert str(_core._line_rows(column), "utf-8").splitlines() == expected
    assert [json.loads(line) for line in bytes(_core._json_rows(["a"], [column])).splitlines()] == [
        {"a": text} for text in expected
    ]


def test_tables_without_columns_or_rows() -> None:
    empty = np.zeros((0, 81), np.uint8)
    texts = [_core._csv_rows([]), _core._json_rows([], []), _core._csv_rows([empty, []]), _core._line_rows([])]
    assert [bytes(text) for text in (*texts, _core._json_rows(["a"], [empty]))] == [b""] * 5


BOARD = np.ones((2, 81), np.uint8)


@pytest.mark.parametrize(
    ("error", "place", "columns"),
    [
        (TypeError, r"columns\[1\] is int", [BOARD, 3]),
        (TypeError, r"columns\[1\] is ndarray", [BOARD, BOARD.astype(int)]),
        (TypeError, r"columns\[0\] is Arrow data of type", [pa.array([1, 2])]),
        (TypeError, r"columns\[0\] is Arrow data of type Binary", [pa.array([b"a", b"b"])]),
        (TypeError, r"columns\[0\] is Arrow data of type List", [pa.array([[1], [2]])]),
        (TypeError, r"columns\[1\]\[0\] is bytes", [["a"], [b"a"]]),
        (TypeError, r"columns\[0\]\[1\] is float", [["a", math.nan]]),
        (ValueError, r"columns\[1\] has 1 rows", [BOARD, ["x"]]),
        (ValueError, r"columns\[0\] has shape \(2, 80\)", [np.ones((2, 80), np.uint8)]),
        (ValueError, r"columns\[0\] has shape \(2, 4225\)", [np.ones((2, 65 * 65), np.uint8)]),
        (ValueError, r"columns\[0\] has shape \(2, 9, 8\)", [np.ones((2, 9, 8), np.uint8)]),
        (ValueError, r"columns\[0\] has shape \(2, 0\)", [np.ones((2, 0), np.uint8)]),
        (UnicodeEncodeError, "surrogates", [["\ud800"]]),
    ],
    ids=range(13),
)
def test_columns_that_are_refused(error: type[Exception], place: str, columns: list[Any]) -> None:
    with pytest.raises(error, match=place):
        _core._csv_rows(columns)


def test_options_that_are_refused() -> None:
    for names, columns, place in ((["a", "b"], [BOARD, None], '"b"'), (["a"], [[1]], r'"a"\[0\]')):
        with pytest.raises(TypeError, match=place):
            _core._json_rows(names, columns)
    with pytest.raises(ValueError, match="names"):
        _core._json_rows(["a"], [])
    assert bytes(_core._csv_rows([[None, "~"]], "~")) == b'""\n"~"\n'
    for delimiter in ["", '"', "\n", "\r", ".", "1", "x", " ", ",,", "é"]:
        with pytest.raises(ValueError, match="delimiter"):
            _core._csv_rows([BOARD], delimiter)
    with pytest.raises(ValueError, match="blank"):
        _core._csv_rows([BOARD], blank="x")


@pytest.mark.parametrize(("row", "cell", "value"), [(0, 0, 10), (3, 80, 255), (999, 44, 254)])
def test_cells_that_are_not_digits_are_refused(row: int, cell: int, value: int) -> None:
    cells = np.ones((1000, 81), np.uint8)
    cells[2] = 255
    cells[row, cell] = value
    for array in (cells, np.asfortranarray(cells)):
        with pytest.raises(bd.PuzzleError, match=rf"^columns\[1\]\[{row}\]: .*{value}") as caught:
            _core._csv_rows([array * 0 + 1, array])
        assert (caught.value.index, caught.value.cell) == ((row,), divmod(cell, 9))
        with pytest.raises(bd.PuzzleError, match=rf'^column "b"\[{row}\]: .*{value}'):
            _core._json_rows(["b"], [array])
