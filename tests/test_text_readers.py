"""The readers of text in the core, against Python's csv and json modules, with files in pieces of any size."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitdoku import FormatError, PuzzleError, _core, datasets
from puzzles import EASY, HARD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Row = dict[Any, Any]


def read(
    reader: _core._Reader, data: bytes, cuts: Sequence[int] = (), size: int = 3
) -> tuple[list[Row], list[int], Any, Any]:
    """The rows, their lines, the faults and the rows of several lines."""
    rows: list[Row] = []
    lines: list[int] = []
    faults = []
    several = []
    ends = [0, *sorted({min(cut, len(data)) for cut in cuts} - {0, len(data)}), len(data)]
    for piece in [*(data[a:b] for a, b in itertools.pairwise(ends) if a < b), b""]:
        reader.feed(memoryview(piece) if len(rows) % 2 else piece)
        while (batch := reader.batch(size)) is not None:
            assert len(batch.lines) == size or not piece
            faults += [(len(rows) + row, text) for row, text in batch.faults]
            several += [len(rows) + row for row in batch.several]
            columns = dict(zip(batch.names or range(len(batch.columns)), batch.columns, strict=True))
            texts = {name: (column.to_list(), column.kinds) for name, column in columns.items()}
            rows += [
                {name: value(text[i], 1 if kinds is None else kinds[i]) for name, (text, kinds) in texts.items()}
                for i in range(len(batch.lines))
            ]
            lines += batch.lines.tolist()
    return rows, lines, faults, several


def value(text: str | None, kind: int) -> Any:
    return json.loads(text) if kind == 2 and text is not None else text


def csv_rows(data: bytes, delimiter: str, width: int) -> tuple[list[Row], list[int], Any, Any]:
    """What the csv module reads."""
    reader = csv.reader(io.StringIO(data.decode(errors="replace"), newline=""), delimiter=delimiter)
    rows: list[Row] = []
    lines, faults, several = [], [], []
    line = 1
    for record in reader:
        first, line = line, reader.line_num + 1
        if not any(record) and len(record) in (0, 1, width):
            continue
        if len(record) != width:
            faults.append((len(rows), f"{len(record)} field{'s' * (len(record) != 1)}; expected {width}"))
        if line > first + 1:
            several.append(len(rows))
        rows.append(dict(enumerate(record if len(record) == width else [None] * width)))
        lines.append(first)
    return rows, lines, faults, several


def is_open(data: bytes, delimiter: str) -> bool:
    text = data.decode(errors="replace") + "\nend"
    return [*csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)][-1:] != [["end"]]


PIECES = [b"a", b",", b";", b'"', b'""', b"\n", b"\r", b"\r\n", b" ", b"\0", "é".encode(), b"\xe2", b"\x82", b"53..7"]
BYTES = st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join)
CUTS = st.lists(st.integers(0, 60), max_size=4)


@given(BYTES, CUTS, st.sampled_from(",;\t"), st.integers(1, 3), st.integers(1, 4))
def test_csv_is_what_the_csv_module_reads(data: bytes, cuts: list[int], delimiter: str, width: int, size: int) -> None:
    reader = _core._Reader.csv("a.csv", delimiter, width)
    if is_open(data, delimiter):
        with pytest.raises(FormatError, match=r"a\.csv:\d+"):
            read(reader, data, cuts, size)
    else:
        assert read(reader, data, cuts, size) == csv_rows(data, delimiter, width)


def test_csv_begins_at_any_line() -> None:
    reader = _core._Reader.csv("a.csv", ",", 3, line=7)
    assert read(reader, b"a,b,c\n\nd,e,f\nx\n")[:3] == (
        [{0: "a", 1: "b", 2: "c"}, {0: "d", 1: "e", 2: "f"}, {0: None, 1: None, 2: None}],
        [7, 9, 10],
        [(2, "1 field; expected 3")],
    )
    for delimiter, columns in [("é", 2), ('"', 2), ("\n", 2), (",", 0)]:
        with pytest.raises(ValueError, match=r"delimiter|columns"):
            _core._Reader.csv("a.csv", delimiter, columns)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(HARD),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.lists(
    st.dictionaries(st.sampled_from(["puzzle", "b", '"', "é\ud800"]), JSON, max_size=4), min_size=1, max_size=6
)


def same(found: list[Row], objects: list[Row]) -> None:
    """Null, NaN and absent are the same, as are lone surrogates and replacement characters in names and texts."""

    def clean(row: Row) -> str:
        known = {name: item for name, item in sorted(row.items()) if item is not None and item == item}
        text = json.dumps(known, ensure_ascii=False).replace("NaN", "null")
        return re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)

    assert [clean(row) for row in found] == [clean(row) for row in objects]


@given(OBJECTS, CUTS, st.integers(1, 4), st.booleans())
def test_lines_of_json_are_what_the_json_module_reads(
    objects: list[Row], cuts: list[int], size: int, is_ascii: bool
) -> None:
    first: Row = {"b": HARD}  # says that the file is lines
    lines = [json.dumps(row, ensure_ascii=is_ascii) for row in [first, *objects]]
    data = "\n# comment\n\n".join(lines).encode(errors="replace")
    objects = [json.loads(line.encode(errors="replace")) for line in lines]
    found = read(_core._Reader.json("a.jsonl"), data, cuts, size)
    same(found[0], objects)
    assert found[1:] == ([*range(1, 3 * len(objects), 3)], [], [])


@given(OBJECTS, CUTS, st.integers(1, 4), st.sampled_from([None, 1]))
def test_documents_of_json_are_what_the_json_module_reads(
    objects: list[Row], cuts: list[int], size: int, indent: int | None
) -> None:
    found = read(_core._Reader.json("a.json"), json.dumps(objects, indent=indent).encode(), cuts, size)
    same(found[0], objects)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1]", "JSON array"),
        ("null", "JSON null"),
        ("tru", "invalid JSON"),
        ('{"a":', "invalid JSON"),
        ('{"a": 1} x', "invalid JSON"),
        ('{"b":' + "[" * 101 + "]" * 101 + "}", "JSON nested"),
        ("[" * 100_000, "invalid JSON"),
    ],
)
def test_a_bad_line_of_json_is_a_fault_of_its_row(text: str, expected: str) -> None:
    rows, lines, faults, _ = read(_core._Reader.json("a"), f'{{"b": "x"}}\n{text}\n{{"b": "y"}}'.encode())
    assert rows == [{"b": "x"}, {"b": None}, {"b": "y"}]
    assert lines == [1, 2, 3]
    assert faults[0][0] == 1
    assert faults[0][1].startswith(expected)


def test_a_line_with_a_value_that_is_not_read_names_its_columns(tmp_path: Path) -> None:
    deep = f'{{"note": {"[" * 200}{"]" * 200}, "puzzle": "{EASY}"}}\n'
    rows, _, faults, _ = read(_core._Reader.json("a"), deep.encode())
    assert (rows, faults) == ([{"note": None, "puzzle": None}], [(0, "JSON nested more than 100 levels deep")])
    file = tmp_path / "a.jsonl"
    file.write_text(deep)
    with pytest.raises(PuzzleError, match=r"a\.jsonl:1"):
        datasets.read(file)
    file.write_text(deep + f'{{"puzzle": "{HARD}"}}\n')
    assert datasets.read(file, malformed="drop").numbers[0] == 1


def test_a_document_with_bad_syntax_is_an_error() -> None:
    with pytest.raises(FormatError, match=r"a\.json:3"):
        read(_core._Reader.json("a.json"), b'[{"a": 1},\n{"a": 2,\n"b" 3}]')


@given(st.lists(st.sampled_from([*PIECES, b"#", b"\t", b"\x1c", "\N{NO-BREAK SPACE}".encode()]), max_size=30), CUTS)
def test_lines_are_those_with_text(pieces: list[bytes], cuts: list[int]) -> None:
    data = b"".join(pieces)
    text = data.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    expected = [(i, line.strip()) for i, line in enumerate(text.split("\n"), 1)]
    expected = [(i, line) for i, line in expected if line and not line.startswith("#")]
    rows, lines, faults, several = read(_core._Reader.lines("a.txt"), data, cuts)
    assert [(line, row[0]) for line, row in zip(lines, rows, strict=True)] == expected
    assert (faults, several) == ([], [])


def test_flush_gives_what_there_is() -> None:
    reader = _core._Reader.lines("a.txt")
    assert reader.batch(2, flush=True) is None
    reader.feed(b"a\nb")
    assert reader.batch(2) is None
    batch = reader.batch(2, flush=True)
    assert batch is not None
    assert batch.columns[0].to_list() == ["a"]
    reader.feed(b"c\nd\ne\n")
    assert reader.batch(4) is None
    parts = [reader.batch(2), reader.batch(2), reader.batch(2, flush=True)]
    assert [part and part.columns[0].to_list() for part in parts] == [["bc", "d"], None, ["e"]]
    reader.feed(b"")
    assert reader.batch(2) is None


def test_columns_are_sequences() -> None:
    texts: list[str | None] = [EASY, None, "é", "", HARD]
    column = _core._Texts.of(texts)
    assert (len(column), column.to_list(), column.kinds) == (5, texts, None)
    assert [column[i] for i in range(5)] == texts
    for row in (-1, 5):
        with pytest.raises(IndexError):
            column[row]
        with pytest.raises(IndexError):
            column.take(np.array([0, row]))
    assert column.take(np.array([4, 1, 4])).to_list() == [HARD, None, HARD]
    assert _core._Texts.concat([column, column.take(np.array([2]))]).to_list() == [*texts, "é"]
    assert _core._Texts.concat([]).to_list() == []
    assert _core._Texts.of_codes(np.array([1, 0, 1], np.uint8), ["a", "bc"]).to_list() == ["bc", "a", "bc"]
    with pytest.raises(IndexError):
        _core._Texts.of_codes(np.array([2], np.uint8), ["a", "bc"])
    for names in (_core._Batch, _core._Texts):
        with pytest.raises(TypeError):
            names()


def test_columns_are_arrow_arrays_in_place() -> None:
    pa = pytest.importorskip("pyarrow")
    texts: list[str | None] = [EASY, None, "é", "", HARD]
    array = pa.array(_core._Texts.of(texts))
    array.validate(full=True)
    assert (array.type, array.to_pylist(), array.null_count) == (pa.large_string(), texts, 1)
    column = _core._Texts.of([EASY, HARD])
    first, second = pa.array(column), pa.array(column)
    assert first.null_count == 0
    assert first.buffers()[2].address == second.buffers()[2].address
    assert pa.array(_core._Texts.of([])).to_pylist() == []
    del column
    assert first.to_pylist() == [EASY, HARD]


def test_threads_may_share_a_reader() -> None:
    reader = _core._Reader.lines("a.txt")
    data = b"a\n" * 10_000
    found = []

    def work() -> None:
        for _ in range(20):
            reader.feed(data)
            while (batch := reader.batch(1000)) is not None:
                found.append(len(batch.lines))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(found) == 800_000
