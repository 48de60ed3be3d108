"""Writing data sets: every format against text written by hand or another library, and back; files that stay whole."""

from __future__ import annotations

import datetime
import decimal
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import time
import zipfile
from typing import TYPE_CHECKING, Any, cast
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import FormatError, Puzzles
from bitdoku.datasets import convert, read, scan, write
from puzzles import EASY, HARD, HARD_SOLUTION
from test_reading import SDK, SDK_PUZZLE, SDX, SS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pa = pytest.importorskip("pyarrow")

EASY_SOLUTION = bd.solve(EASY).solution
TEXTS = [HARD, EASY]
TWO = bd.datasets.read(TEXTS).puzzle
SOLVED = bd.datasets.read([HARD_SOLUTION, EASY_SOLUTION]).puzzle


def rows_of(puzzles: Any, solutions: Any = None, **columns: Any) -> Puzzles:
    return Puzzles(puzzles, solutions, columns)


def test_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for puzzles in (TWO, TWO.reshape(2, 81).astype(np.int64), [HARD, EASY], pa.array([HARD, EASY])):
        assert write(file, puzzles) == 2
        assert file.read_text() == f"{HARD}\n{EASY}\n"
    write(file, HARD, blank="0")
    assert file.read_text() == HARD.replace(".", "0") + "\n"
    write(tmp_path / "a.sdm", TWO)
    assert (tmp_path / "a.sdm").read_text() == f"{HARD}\n{EASY}\n".replace(".", "0")


def test_boards(tmp_path: Path) -> None:
    (tmp_path / "a.sdk").write_text(SDK)
    for name, text in [("b.sdk", SDK), ("b.ss", "".join(SDK.splitlines(True)[:2]) + SS), ("b.txt", SDK_PUZZLE + "\n")]:
        assert convert(tmp_path / "a.sdk", tmp_path / name) == 1
        assert (tmp_path / name).read_text() == text
        np.testing.assert_array_equal(read(tmp_path / name).puzzle, read(tmp_path / "a.sdk").puzzle)
    write(tmp_path / "two.sdk", TWO)
    np.testing.assert_array_equal(read(tmp_path / "two.sdk").puzzle, TWO)


def test_candidates(tmp_path: Path) -> None:
    (tmp_path / "a.sdx").write_text(SDX)
    convert(tmp_path / "a.sdx", tmp_path / "b.sdx")
    assert (tmp_path / "b.sdx").read_text() == SDX
    convert(tmp_path / "a.sdx", tmp_path / "c.pm")
    marks = (tmp_path / "c.pm").read_text()
    assert marks[:27] == ".2............67.9.....67.9"
    assert len(marks) == 730
    back = read(tmp_path / "c.pm")
    assert back.candidates is not None
    np.testing.assert_array_equal(back.candidates, read(tmp_path / "a.sdx").candidates)
    # Texts of candidates go through formats of text, and arrays of digits have no place for them.
    for name in ("d.txt", "d.csv", "d.jsonl", "d.parquet"):
        convert(tmp_path / "c.pm", tmp_path / name)
        convert(tmp_path / name, tmp_path / "e.pm")
        assert (tmp_path / "e.pm").read_text() == marks
    for name in ("f.npy", "f.npz", "f.sdk", "f.ss", "f.hodoku", "f.opensudoku"):
        with pytest.raises(FormatError, match=r"a\.sdx:1"):
            convert(tmp_path / "a.sdx", tmp_path / name)
    with pytest.raises(FormatError, match="list"):
        convert(tmp_path / "a.sdx", tmp_path / "f.parquet", lists=True)
    # Without candidates a blank cell has all nine.
    write(tmp_path / "f.pm", HARD)
    expected = "".join("123456789" if c == "." else "".join(d if d == c else "." for d in "123456789") for c in HARD)
    assert (tmp_path / "f.pm").read_text() == expected + "\n"
    masks = np.full((1, 9, 9), 511, np.uint16)
    masks[0, 0, 1] = 0
    with pytest.raises(bd.PuzzleError, match="r1c2"):
        write(tmp_path / "g.sdx", Puzzles(TWO[:1], candidates=masks))


def test_hodoku(tmp_path: Path) -> None:
    line = f":0300:5:{HARD[:1]}..+4{HARD[4:]}:123 456:517 518:a comment:\n"
    (tmp_path / "a.hodoku").write_text(line)
    convert(tmp_path / "a.hodoku", tmp_path / "b.hodoku")
    assert (tmp_path / "b.hodoku").read_text() == line
    write(tmp_path / "c.hodoku", HARD)
    assert (tmp_path / "c.hodoku").read_text() == f":::{HARD}::::\n"


def test_opensudoku(tmp_path: Path) -> None:
    rows = rows_of(TWO[[0, 1, 0]], folder=["A & B", "A & B", "C"])
    write(tmp_path / "a.opensudoku", rows)
    tree = ET.parse(tmp_path / "a.opensudoku").getroot()
    assert [(folder.get("name"), [game.get("data") for game in folder]) for folder in tree] == [
        ("A & B", [HARD.replace(".", "0"), EASY.replace(".", "0")]),
        ("C", [HARD.replace(".", "0")]),
    ]
    back = read(tmp_path / "a.opensudoku")
    assert back.to_dict()["folder"] == ["A & B", "A & B", "C"]
    np.testing.assert_array_equal(back.puzzle, TWO[[0, 1, 0]])
    with pytest.raises(FormatError, match="side 4"):
        write(tmp_path / "b.opensudoku", np.zeros((1, 4, 4), int))


def test_csv(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    columns = {"id": ["007", 'say "hi", you'], "clues": np.array([21, 30]), "hot": [True, None]}
    assert write(file, TWO, SOLVED, columns=columns) == 2
    assert file.read_text() == (
        f"puzzle,solution,id,clues,hot\n{HARD},{HARD_SOLUTION},007,21,true\n"
        f'{EASY},{EASY_SOLUTION},"say ""hi"", you",30,\n'
    )
    back = read(file)
    np.testing.assert_array_equal((back.puzzle, back.solution), (TWO, SOLVED))
    assert [str(value) for value in back["id"]] == columns["id"]
    write(file, TWO[:1], header=False, blank="0")
    assert file.read_text() == HARD.replace(".", "0") + "\n"
    write(tmp_path / "a.tsv", TWO[:1], SOLVED[:1])
    assert (tmp_path / "a.tsv").read_text() == f"puzzle\tsolution\n{HARD}\t{HARD_SOLUTION}\n"
    write(file, np.zeros((0, 81), int))
    assert file.read_text() == "puzzle\n"


def test_jsonl(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", TWO, SOLVED, columns={"rating": [5, None], "key": [b"\x01\xff", b""]})
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()] == [
        {"puzzle": HARD, "solution": HARD_SOLUTION, "rating": 5, "key": "01ff"},
        {"puzzle": EASY, "solution": EASY_SOLUTION, "rating": None, "key": ""},
    ]


def test_arrays(tmp_path: Path) -> None:
    write(tmp_path / "a.npy", [HARD, EASY])
    array = np.load(tmp_path / "a.npy")
    np.testing.assert_array_equal(array, TWO)
    assert array.dtype == np.uint8
    write(tmp_path / "a.npz", TWO, SOLVED, columns={"rating": [12, 7], "id": ["007", "7"], "score": [1.5, None]})
    with np.load(tmp_path / "a.npz") as arrays:
        np.testing.assert_array_equal(arrays["puzzle"], TWO)
        np.testing.assert_array_equal(arrays["solution"], SOLVED)
        assert arrays["rating"].tolist() == [12, 7]
        assert arrays["id"].tolist() == ["007", "7"]
        np.testing.assert_array_equal(arrays["score"], [1.5, np.nan])
    assert zipfile.ZipFile(tmp_path / "a.npz").testzip() is None
    # Many batches make one array, and the same data the same bytes.
    batches = [rows_of(TWO, SOLVED, rating=np.array([i, i])) for i in range(500)]
    assert write(tmp_path / "b.npz", iter(batches)) == 1000
    first = (tmp_path / "b.npz").read_bytes()
    write(tmp_path / "b.npz", batches)
    assert (tmp_path / "b.npz").read_bytes() == first
    back = read(tmp_path / "b.npz")
    np.testing.assert_array_equal(back.puzzle, np.tile(TWO, (500, 1, 1)))
    assert back.to_dict()["rating"] == [i for i in range(500) for _ in range(2)]


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
@pytest.mark.parametrize("lists", [False, True])
def test_arrow_files(name: str, lists: bool, tmp_path: Path) -> None:
    import pyarrow.parquet as pq
    from pyarrow import feather

    keys = np.arange(32, dtype=np.uint8).reshape(2, 16)
    columns = {"rating": [12, None], "id": ["007", "1"], "fingerprint": keys}
    write(tmp_path / name, TWO, SOLVED, columns=columns, metadata={"seed": "5", "license": "CC0-1.0"}, lists=lists)
    table = pq.read_table(tmp_path / name) if name == "a.parquet" else feather.read_table(tmp_path / name)
    assert table.column_names == ["puzzle", "solution", "rating", "id", "fingerprint"]
    expected: Any = TWO.reshape(2, 81).tolist() if lists else [HARD, EASY]
    assert table["puzzle"].to_pylist() == expected
    assert table["rating"].to_pylist() == [12, None]
    assert table["id"].to_pylist() == ["007", "1"]
    assert table["fingerprint"].to_pylist() == [bytes(range(16)), bytes(range(16, 32))]
    assert table.schema.field("fingerprint").type == pa.binary(16)
    assert table.schema.metadata == {
        b"bitdoku_version": bd.__version__.encode(),
        b"seed": b"5",
        b"license": b"CC0-1.0",
    }
    if lists:
        assert table.schema.field("puzzle").type == pa.list_(pa.uint8(), 81)
    back = read(tmp_path / name)
    np.testing.assert_array_equal((back.puzzle, back.solution), (TWO, SOLVED))
    # What a file says of itself goes on.
    convert(tmp_path / name, tmp_path / "b.parquet")
    assert (scan(tmp_path / "b.parquet").metadata or {})["seed"] == "5"


def values_of(table: Puzzles, name: str) -> list[Any]:
    """Python values, in which texts of numpy have no null."""
    return [None if value == "" else value for value in table.to_dict()[name]]


#: Values of the first rows, values of later rows, and what these are in the file, or None if they do not fit.
TYPES: list[tuple[list[Any], list[Any], list[Any] | None]] = [
    ([1, 2], [3, -4], [3, -4]),
    ([1, 2], [3.0], [3]),
    ([1, 2], [0.5], None),
    ([1, 2], ["a"], None),
    ([1, 2], ["7"], None),
    ([1, 2], [True], None),
    ([1, 2], [2**70], None),
    ([1.5, None], [2], [2.0]),
    ([1.5, None], [None, 2], [None, 2.0]),
    ([1.5], [2**60 + 1], None),
    ([1.5], ["2"], None),
    ([True, False], [True], [True]),
    ([True, False], [1], None),
    (["a", None], ["b", None], ["b", None]),
    (["a", "b"], [1, 0.5], ["1", "0.5"]),
    ([1, "a"], [2], ["2"]),
    ([True, 1], [0.5], ["0.5"]),
    ([None, None], ["a"], ["a"]),
    ([None, None], [1], ["1"]),
    ([{"a": [1]}], [{"b": 2}], ['{"b": 2}']),
]


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.npz"])
@pytest.mark.parametrize(("first", "later", "wanted"), TYPES)
def test_the_first_rows_have_the_types(
    name: str, first: list[Any], later: list[Any], wanted: list[Any] | None, tmp_path: Path
) -> None:
    # No rows, as filters leave of some batches, have no types.
    parts: list[list[Any]] = [[], first, [], later]
    batches = [rows_of(np.tile(TWO[:1], (len(part), 1, 1)), x=part) for part in parts]
    if wanted is None:
        with pytest.raises(FormatError, match="'x'"):
            write(tmp_path / name, iter(batches))
        assert os.listdir(tmp_path) == []
        return
    assert write(tmp_path / name, iter(batches)) == len(first) + len(later)
    found = values_of(read(tmp_path / name), "x")[len(first) :]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in wanted]


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.npz"])
def test_types_come_from_the_source(name: str, tmp_path: Path) -> None:
    """CSV has texts, whatever they look like; JSON has numbers."""
    columns = {"id": ["007", "8"], "rating": ["12", "1.5"], "clues": ["22", "23"], "level": ["", "4"]}
    lines = [",".join(["puzzle", *columns]), *(",".join(row) for row in zip(TEXTS, *columns.values(), strict=True))]
    (tmp_path / "a.csv").write_text("\n".join([*lines, ""]))
    convert(tmp_path / "a.csv", tmp_path / name)
    found = read(tmp_path / name).to_dict()
    assert found == {"puzzle": TEXTS} | columns
    rows: list[dict[str, Any]] = [{"id": "007", "rating": 12, "score": 1.5, "hot": True}, {"id": "8", "rating": 7}]
    objects = [{"puzzle": text, "score": 2.0, "hot": False, **row} for text, row in zip(TEXTS, rows, strict=True)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in objects))
    convert(tmp_path / "a.jsonl", tmp_path / name)
    found = read(tmp_path / name).to_dict()
    assert found == {title: [row[title] for row in objects] for title in found}
    assert set(found) == {"puzzle", "id", "rating", "score", "hot"}


def test_rows_with_a_column_more(tmp_path: Path) -> None:
    batches = [rows_of(TWO, id=[1, 2]), rows_of(TWO, SOLVED, id=[3, 4], note=["a", "b"])]
    write(tmp_path / "a.jsonl", batches)
    rows = read(tmp_path / "a.jsonl")
    np.testing.assert_array_equal(rows.solution, np.concatenate([np.zeros_like(SOLVED), SOLVED]))
    assert rows.to_dict()["note"] == [None, None, "a", "b"]
    for name in ("a.csv", "a.npz", "a.parquet", "a.arrow"):
        with pytest.raises(FormatError, match="earlier"):
            write(tmp_path / name, batches)


def test_other_columns_are_told_by_their_values(tmp_path: Path) -> None:
    for name in ("a.csv", "a.jsonl", "a.parquet", "a.arrow", "a.npz"):
        for title in ("a", "label", "y", "answer"):
            write(tmp_path / name, TWO, columns={title: ["easy", "hard"]})
            rows = read(tmp_path / name)
            assert rows.solution is None
            assert rows.to_dict()[title] == ["easy", "hard"]
            write(tmp_path / name, TWO, columns={title: [HARD_SOLUTION, EASY_SOLUTION]})
            np.testing.assert_array_equal(read(tmp_path / name).solution, SOLVED)
            assert scan(tmp_path / name, solution="").solution is None
            assert title in next(iter(scan(tmp_path / name, solution=""))).columns
        write(tmp_path / name, TWO, columns={"Puzzle": ["a", "b"]})
        assert read(tmp_path / name).to_dict()["other_Puzzle"] == ["a", "b"]


FORMATS = ["txt", "sdk", "ss", "csv", "jsonl", "npy", "npz", "parquet", "arrow.gz", "txt.xz", "parquet.zst"]


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("side", [4, 16, 36])
def test_other_sides(suffix: str, side: int, tmp_path: Path) -> None:
    boards = np.random.default_rng(side).integers(0, side + 1, (50, side, side))
    if side == 36 and suffix in ("sdk", "ss"):
        with pytest.raises(FormatError, match="side 36"):
            write(tmp_path / f"a.{suffix}", boards)
        return
    assert write(tmp_path / f"a.{suffix}", boards) == 50
    back = read(tmp_path / f"a.{suffix}", side=36 if side == 36 else None)
    assert back.side == side
    np.testing.assert_array_equal(back.puzzle, boards)
    convert(tmp_path / f"a.{suffix}", tmp_path / "b.csv", side=36 if side == 36 else None)
    np.testing.assert_array_equal(read(tmp_path / "b.csv", side=side).puzzle, boards)


def test_compression(tmp_path: Path) -> None:
    text = f"{HARD}\n{EASY}\n".encode()
    for suffix, unpack in [(".gz", gzip.decompress), (".xz", lzma.decompress)]:
        file = tmp_path / f"a.txt{suffix}"
        write(file, TWO)
        assert unpack(file.read_bytes()) == text
        first = file.read_bytes()
        time.sleep(0.01)
        write(file, TWO)
        assert file.read_bytes() == first
    write(tmp_path / "a.txt.zst", TWO)
    assert pa.CompressedInputStream(str(tmp_path / "a.txt.zst"), "zstd").read() == text


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    write(file, TWO)
    old = file.read_bytes()

    def broken() -> Iterator[Puzzles]:
        for _ in range(10):
            yield Puzzles(np.tile(TWO, (20_000, 1, 1)))
        raise RuntimeError("stop")

    for name in ("a.parquet", "b.npz", "c.csv.gz"):
        with pytest.raises(RuntimeError, match="stop"):
            write(tmp_path / name, broken())
    assert os.listdir(tmp_path) == ["a.parquet"]
    assert file.read_bytes() == old


@pytest.mark.serial
@pytest.mark.skipif(sys.platform == "win32", reason="no kill")
@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_killed_in_the_middle(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    write(file, TWO)
    old = file.read_bytes()
    code = (
        "import itertools, sys, numpy as np; from bitdoku import Puzzles; from bitdoku.datasets import write\n"
        "rows = Puzzles(np.random.default_rng(1).integers(0, 10, (50_000, 9, 9), np.uint8))\n"
        "write(sys.argv[1], itertools.repeat(rows))"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(file)]) as process:
        for _ in range(1000):
            if any(part.stat().st_size > 1_000_000 for part in tmp_path.glob(".*.part")):
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    assert list(tmp_path.glob(".*.part"))
    assert file.read_bytes() == old
    assert len(read(file)) == 2


def test_permissions_and_links(tmp_path: Path) -> None:
    file, link = tmp_path / "a.txt", tmp_path / "b.txt"
    write(file, TWO)
    file.chmod(0o640)
    try:
        link.symlink_to(file)
    except OSError as error:
        pytest.skip(f"no links: {error}")  # on Windows only those who may
    write(link, TWO[:1])
    assert link.is_symlink()
    assert file.read_text() == HARD + "\n"
    assert sys.platform == "win32" or file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("name", "options", "error", "word"),
    [
        ("a.doc", {}, FormatError, "extension"),
        ("a.txt", {"to": "hrm"}, FormatError, "write_hrm"),
        ("a.txt", {"to": "doc"}, FormatError, "'doc'"),
        ("a.txt", {"to": np.array([])}, FormatError, "^to is"),
        ("a.npz", {"columns": {"a": ["x\0", "y"]}}, FormatError, "column 'a'"),
        ("a.npz", {"columns": {"x\0y": [1, 2]}}, FormatError, "npz files"),
        ("a.csv", {"columns": {"\ud800": [1, 2]}}, FormatError, "cannot be written"),
        ("a.csv", {"columns": {5: [1, 2]}}, TypeError, "name of a column"),
        ("a.txt", {"blank": "x"}, ValueError, "blank"),
        ("a.txt", {"blank": 10**5000}, ValueError, "blank"),
        ("a.txt", {"columns": {"id": [1]}}, ValueError, "1 entries for 2"),
        ("a.txt", {"solution": SOLVED[:1]}, ValueError, "1 solutions"),
        ("gone/a.txt", {}, FileNotFoundError, "gone"),
        ("a.csv", {"columns": [1]}, TypeError, "columns"),
        ("a.csv", {"metadata": 5}, TypeError, "metadata"),
        ("a.csv", {"metadata": {"a": 10**5000}}, TypeError, "metadata has 'a'"),
        ("a.csv", {"header": "x"}, TypeError, "header"),
        ("a.csv", {"lists": 1}, TypeError, "lists"),
    ],
    ids=range(18),
)
def test_what_cannot_be_written(
    name: str, options: dict[str, Any], error: type[Exception], word: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=word):
        write(tmp_path / name, TWO, **options)
    assert os.listdir(tmp_path) == []


def test_rows_that_cannot_be_written(tmp_path: Path) -> None:
    calls: list[tuple[Any, type[Exception], str]] = [
        (lambda: convert(TWO, tmp_path / "a.csv", to="doc"), FormatError, "'doc'"),
        (lambda: write(tmp_path / "a.csv", [rows_of(TWO, a=[1, 2]), rows_of(TWO, b=[1, 2])]), FormatError, "columns"),
        (
            lambda: write(tmp_path / "a.txt", [Puzzles(TWO), Puzzles(TWO[:1, :4, :4])]),
            FormatError,
            "side 4",
        ),
        (lambda: write(tmp_path / "a.csv", Puzzles(TWO), SOLVED), TypeError, "^solution cannot"),
        (lambda: write(tmp_path / "a.csv", np.full((1, 81), 10)), bd.PuzzleError, "10"),
        (lambda: write(tmp_path / "a.csv", iter([1, 2])), TypeError, "Puzzles"),
    ]
    for call, error, word in calls:
        with pytest.raises(error, match=word):
            call()
    assert os.listdir(tmp_path) == []


def test_hodoku_has_the_puzzle_and_lines_that_are_lines(tmp_path: Path) -> None:
    """A column of the same name as a field may hold anything."""
    columns = {"board": ["NYT-17", f"+1{HARD[1:]}"], "comment": ["two\nlines: one", None], "digits": ["", "5"]}
    write(tmp_path / "a.hodoku", [HARD, EASY], columns=columns)
    assert (tmp_path / "a.hodoku").read_text() == f":::{HARD}::::two lines: one:\n::5:{EASY}::::\n"
    np.testing.assert_array_equal(read(tmp_path / "a.hodoku").puzzle, TWO)
    with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\]"):
        write(tmp_path / "b.hodoku", [HARD, EASY], columns={"technique": ["x", "a:b"]})


def test_null_goes_through_arrays(tmp_path: Path) -> None:
    """Where it is NaN, which other formats have no other use for."""
    write(tmp_path / "a.npz", [HARD, EASY, HARD], columns={"score": [1.5, None, 2.0]})
    assert str(np.load(tmp_path / "a.npz")["score"].tolist()) == "[1.5, nan, 2.0]"
    for name, wanted in (("a.csv", ["1.5", "", "2.0"]), ("a.parquet", [1.5, None, 2.0])):
        convert(tmp_path / "a.npz", tmp_path / name)
        assert read(tmp_path / name).to_dict()["score"] == wanted
        convert(tmp_path / name, tmp_path / "b.npz")
        assert str(np.load(tmp_path / "b.npz")["score"].tolist()) == str(wanted).replace("None", "nan")


def test_values_that_text_has_no_form_for(tmp_path: Path) -> None:
    day, inside = datetime.date(2020, 1, 2), {"a": [datetime.date(2021, 1, 1)], "b": b"\xff"}
    table = {"puzzle": [HARD], "day": [day], "price": [decimal.Decimal("1.50")], "inside": [inside], "raw": [[b"a"]]}
    pa.parquet.write_table(pa.table(table), tmp_path / "a.parquet")
    for name in ("b.csv", "b.jsonl", "b.npz"):
        convert(tmp_path / "a.parquet", tmp_path / name)
    assert json.loads((tmp_path / "b.jsonl").read_text()) == {
        "puzzle": HARD, "day": "2020-01-02", "price": "1.50", "inside": {"a": ["2021-01-01"], "b": "ff"}, "raw": ["61"],
    }  # fmt: skip
    for name in ("b.csv", "b.npz"):
        found = {title: str(column[0]) for title, column in read(tmp_path / name).to_dict().items()}
        assert found == {
            "puzzle": HARD,
            "day": "2020-01-02",
            "price": "1.50",
            "inside": '{"a": ["2021-01-01"], "b": "ff"}',
            "raw": "61",
        }
    write(tmp_path / "c.jsonl", HARD, columns={"x": [np.float32(1.5)], "y": [np.int64(3)]})
    assert json.loads((tmp_path / "c.jsonl").read_text()) == {"puzzle": HARD, "x": 1.5, "y": 3}


def test_columns_of_many_kinds(tmp_path: Path) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    kinds: list[Any] = [
        pandas.Series([1, 2]), polars.Series([1, 2]), (1, 2), range(1, 3), [1, 2], np.array([1, 2]), pa.array([1, 2]),
    ]  # fmt: skip
    for column in kinds:
        for name in ("a.csv", "a.jsonl", "a.npz", "a.parquet"):
            write(tmp_path / name, [HARD, EASY], columns={"x": column})
            found = read(tmp_path / name)["x"]
            assert [int(str(value)) for value in found] == [1, 2]
    write(tmp_path / "a.csv", [HARD, EASY], columns={"x": pandas.Series(["a", None])})
    assert [str(text) for text in read(tmp_path / "a.csv")["x"]] == ["a", ""]
    tables = [module({"a": [1, 2]}) for module in (pandas.DataFrame, polars.LazyFrame, pa.table)]
    wrong: list[Any] = [5, "ab", np.array(5), None, *tables]
    for column in wrong:
        with pytest.raises(TypeError, match="column 'x' is"):
            write(tmp_path / "a.csv", [HARD, EASY], columns={"x": column})


def test_columns_of_unusual_arrays(tmp_path: Path) -> None:
    """Masks, the other byte order, times of nanoseconds and the like are what they were, whatever the format."""
    masked = np.ma.MaskedArray([1, 2], [False, True])
    kinds: list[tuple[Any, list[str]]] = [
        (masked, ["1", ""]),
        (np.ma.MaskedArray(["a", "b"], [True, False]), ["", "b"]),
        (np.array([1, 600], ">i4"), ["1", "600"]),
        (np.array([0.5, 600.25], ">f8"), ["0.5", "600.25"]),
        (np.array([1, 600], ">u2").astype(np.longdouble), ["1", "600"]),
        (np.array([b"007", b"\xff"]), ["007", "\\xff"]),
        (np.array(["2020-01-01T00:00:00.123456789", "NaT"], "M8[ns]"), ["2020-01-01 00:00:00.123456789", ""]),
        (np.array([7, 8], "M8[ns]").astype("M8[us]"), ["1970-01-01 00:00:00", "1970-01-01 00:00:00"]),
    ]
    if hasattr(np.dtypes, "StringDType"):
        kinds.append((np.array(["007", None], np.dtypes.StringDType(na_object=None)), ["007", ""]))
    for column, wanted in kinds:
        for name in ("a.csv", "a.jsonl", "a.npz", "a.parquet", "a.arrow"):
            write(tmp_path / name, [HARD, EASY], columns={"x": column})
            convert(tmp_path / name, tmp_path / "b.csv")
            found = [str(text) for text in read(tmp_path / "b.csv")["x"]]
            if name not in ("a.parquet", "a.arrow") or column.dtype.kind != "S":  # those have bytes, in hex as text
                assert [text.removesuffix(".0") for text in found] == wanted, (name, column.dtype)
    write(tmp_path / "a.parquet", [HARD, EASY], columns={"x": np.array([1, 600], ">i4")})
    assert read(tmp_path / "a.parquet").to_arrow()["x"].type == pa.int32()
    write(tmp_path / "a.jsonl", [HARD], columns={"x": np.ma.MaskedArray([[1, 2]], [[False, True]])})
    assert read(tmp_path / "a.jsonl").to_dict()["x"] == [[1, None]]
    write(tmp_path / "a.parquet", [HARD], columns={"x": np.zeros((1, 0))})
    assert read(tmp_path / "a.parquet").to_dict()["x"] == [[]]


def test_masked_boards_are_refused(tmp_path: Path) -> None:
    """Masked values are not digits."""
    masked = np.ma.MaskedArray(np.ones((1, 81), np.uint8), True)
    for call, name in (
        (lambda: write(tmp_path / "a.csv", masked), "masked"),
        (lambda: bd.datasets.audit(masked), "masked"),
        (lambda: bd.datasets.audit(TWO, against=masked), "against"),
    ):
        with pytest.raises(TypeError, match=name):
            call()


@pytest.mark.parametrize(("values", "dtype"), [([2**63, 1], np.uint64), ([5, 6], np.int64), ([2**70, 1], np.str_)])
def test_whole_numbers_stay_numbers(values: list[int], dtype: Any, tmp_path: Path) -> None:
    """Integers beyond 64 bits are written as text."""
    write(tmp_path / "a.npz", [HARD, EASY], columns={"x": values})
    found = np.load(tmp_path / "a.npz")["x"]
    assert found.dtype.type is dtype
    assert found.tolist() == (values if dtype is not np.str_ else [*map(str, values)])


def test_columns_that_a_format_cannot_hold(tmp_path: Path) -> None:
    no_utf8 = pa.array([b"\xff"]).view(pa.string())
    for name in ("a.jsonl", "a.npz"):
        write(tmp_path / name, [HARD], columns={"x": no_utf8})
        assert [str(text) for text in read(tmp_path / name)["x"]] == ["\\xff"]
    for column, name in (
        (pa.array([1 << 62], pa.timestamp("s")), "a.csv"),
        (pa.array([1 << 62], pa.timestamp("s")), "a.parquet"),
        (pa.RunEndEncodedArray.from_arrays([1], [1]), "a.parquet"),
    ):
        with pytest.raises(FormatError, match="column"):
            write(tmp_path / name, [HARD], columns={"x": column})
        assert not (tmp_path / name).exists() or name != "a.csv"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "npz", "parquet", "arrow"])
def test_a_column_is_not_both_puzzles_and_solutions(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"a.{suffix}"
    write(file, TWO, SOLVED, columns={"id": ["a", "b"]})
    source = scan(file, puzzle="solution")
    (rows,) = source
    assert (source.puzzle, source.solution, source.solution_dtype, rows.solution) == ("solution", None, None, None)
    np.testing.assert_array_equal(rows.puzzle, SOLVED)
    assert rows.columns == ["puzzle", "other_puzzle", "id"]
    write(file, TWO, columns={"id": ["a", "b"]})
    with pytest.raises(FormatError, match="'puzzle'"):
        read(file, solution="puzzle")


def test_columns_have_an_entry_for_each_row() -> None:
    message = "'a' has 1 entries for 2"
    columns: Any = {"b": [1, 2], "a": [1]}
    with pytest.raises(ValueError, match=message):
        Puzzles(TWO, columns=columns)
    with pytest.raises(ValueError, match=message):
        Puzzles(TWO).with_results(SOLVED, columns)
    with pytest.raises(TypeError, match="'a'"):
        Puzzles(TWO, columns={"a": cast("Any", 5)})


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "npz", "parquet", "arrow", "hodoku", "sdk", "opensudoku"])
@pytest.mark.parametrize("value", [10**5000, "\ud800", ["\ud800"]], ids=["number", "text", "list"])
def test_values_that_no_text_can_hold(suffix: str, value: Any, tmp_path: Path) -> None:
    if (suffix == "npz" and value != 10**5000) or (suffix == "sdk" and isinstance(value, list)):
        pytest.skip("the format holds it")
    name = {"hodoku": "comment", "sdk": "author", "opensudoku": "folder"}.get(suffix, "x")
    with pytest.raises(FormatError if value != 10**5000 else ValueError):
        write(tmp_path / f"a.{suffix}", [HARD, EASY], columns={name: [None, value]})
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("side", [4, 6, 9, 16, 25])
def test_pencil_marks_of_any_side(side: int, tmp_path: Path) -> None:
    masks = np.random.default_rng(side).integers(1, 1 << side, (3, side, side))
    write(tmp_path / "a.pm", bd.Pencilmarks(masks))
    rows = read(tmp_path / "a.pm")
    np.testing.assert_array_equal(rows.candidates, masks)
    singles = np.where(masks & (masks - 1) == 0, np.log2(masks).astype(int) + 1, 0)
    np.testing.assert_array_equal(rows.puzzle, singles)
    for name in ("a.csv", "a.jsonl"):
        write(tmp_path / name, rows)
        np.testing.assert_array_equal(read(tmp_path / name).candidates, masks)


def test_a_folder_that_cannot_be_synchronized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is in place, so this is no failure."""

    def fail(_: Path) -> None:
        raise OSError("no fsync")

    monkeypatch.setattr("bitdoku._atomic.synchronize", fail)
    assert write(tmp_path / "a.txt", [HARD]) == 1
    assert os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.parametrize(
    ("arguments", "kind", "name"),
    [
        (["x"], TypeError, "puzzle"),
        ([[HARD]], TypeError, "puzzle"),
        ([np.zeros(81)], bd.PuzzleError, r"puzzle has shape \(81,\)"),
        ([np.zeros((1, 80))], bd.PuzzleError, r"puzzle has shape \(1, 80\)"),
        ([np.zeros((1, 3, 4))], bd.PuzzleError, r"puzzle has shape \(1, 3, 4\)"),
        ([TWO, 5], TypeError, "solution"),
        ([TWO, SOLVED[:1]], bd.PuzzleError, r"solution has shape \(1, 9, 9\)"),
        ([TWO, SOLVED, 5], TypeError, "columns"),
        ([TWO, SOLVED, {5: [1, 2]}], TypeError, "name of a column"),
        ([TWO, None, {"lines": 5}], TypeError, "column 'lines'"),
    ],
    ids=range(10),
)
def test_what_rows_cannot_be_made_of(arguments: list[Any], kind: type[Exception], name: str) -> None:
    with pytest.raises(kind, match=f"^(the )?{name}"):
        Puzzles(*arguments)


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("lines", [1], ValueError),
        ("numbers", [1, 2, 3], ValueError),
        ("lines", 5, TypeError),
        ("name", ["a"], ValueError),
        ("rules", [bd.Rules()], ValueError),
        ("malformed", [True], ValueError),
    ],
)
def test_rows_have_an_entry_of_each_kind(name: str, value: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=f"^{name}"):
        Puzzles(TWO, **{name: value})
