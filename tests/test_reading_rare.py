"""Readers: what is refused that other tests do not refuse, and rare forms of files."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import FormatError
from bitdoku._core import _kind as kind
from bitdoku.datasets import read, scan, write
from puzzles import EASY, HARD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Put = Callable[[str, str | bytes], Path]

MADE = bd.generate(5, seed=9)
CELLS = MADE.puzzle.reshape(-1, 81)
DIGITS = [int(digit) for digit in HARD.replace(".", "0")]


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def archive(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr(name, "nothing")
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.npz", npz(x=np.zeros(3), n=np.array(3)), "'x', 'n'"),
        ("a.npz", npz(puzzle=np.array(3)), "puzzle.npy"),
        ("a.npz", npz(puzzles=CELLS, solutions=CELLS[:3]), "5 puzzles"),
        ("a.npz", archive("a/data.pkl"), "data.pkl"),
        ("a.jsonl", '{"note": 1}\n', "'note'"),
        ("a.sdk", "\nhello\nworld\n", "a.sdk:2"),
        ("a.sdx", "nonsense\n", "a.sdx:1"),
        ("a.parquet", "\n\n", "white space"),
        ("a.npy", " \n", "white space"),
        ("a.csv.gz", "\n", "white space"),
        ("a.npy", 2 * npy(np.zeros((2, 81), np.uint8)), "(2, 81)"),
        ("a.npy", 2 * npy(np.zeros((81, 2), np.uint8).T), "(2, 81)"),
    ],
    ids=range(12),
)
def test_files_that_are_refused(name: str, content: str | bytes, words: str, put: Put) -> None:
    with pytest.raises(bd.FormatError, match=re.escape(words)) as caught:
        read(put(name, content), format="npz" if name == "a.npz" else None)
    assert name in str(caught.value)


def test_tables_that_are_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    for table, word in (
        ({"note": [1]}, "'note'"),
        ({"puzzle": [[1.5] * 81]}, "'puzzle'.*double"),
        ({"puzzle": [1, 30, None]}, "'puzzle'.*30"),
    ):
        with pytest.raises(bd.FormatError, match=word):
            read(pa.table(table), puzzle="puzzle" if "puzzle" in table else None)


def test_numbers_among_boards_are_no_boards_with_lost_zeros() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for numbers, cells in (([int(EASY.replace(".", "0")), 23], 81), ([34_000_000_002_100, 23], 16)):
        found = read(pandas.DataFrame({"puzzle": numbers, "solution": numbers}), malformed="mark")
        assert found.malformed.tolist() == [False, True]
        assert re.search(rf"table\[1\]: .* {cells}", str(found.fault(1)))


@pytest.mark.parametrize("name", ["puzzle", "solution"])
@pytest.mark.parametrize("value", [0, (), [], bytearray(), 10**5000, False, b"puzzle"], ids=kind)
def test_names_of_columns_are_text(name: str, value: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle\n{EASY}\n")
    if name == "puzzle":
        sources: tuple[Any, ...] = (tmp_path / "a.csv", [EASY], bd.datasets.scan([EASY]))
    else:  # with puzzles in memory, their solutions
        sources = (tmp_path / "a.csv", bd.datasets.scan([EASY]))
    for source in sources:
        for function in (read, bd.datasets.scan, bd.datasets.audit):
            with pytest.raises(TypeError, match=f"^{name} is"):
                function(source, **{name: value})


def test_masks_have_an_entry_for_each_row() -> None:
    rows = read([HARD, EASY])
    for mask in (np.array([True]), np.ones(3, bool)):
        with pytest.raises(IndexError, match="mask"):
            rows[mask]
    with pytest.raises(TypeError, match="mask"):
        rows[np.ones((2, 1), bool)]


def test_a_frame_of_objects_of_several_kinds() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    with pytest.raises(bd.FormatError, match="convert"):
        read(pandas.DataFrame({"puzzle": [HARD, EASY], "note": [1, "x"]}, dtype=object))


def test_columns_of_extension_types() -> None:
    pa = pytest.importorskip("pyarrow")
    texts = pa.ExtensionArray.from_storage(pa.opaque(pa.string(), "text", "anyone"), pa.array([HARD, EASY]))
    found = read(pa.table({"puzzle": texts}))
    np.testing.assert_array_equal(found.puzzle[0].ravel(), DIGITS)


@pytest.mark.filterwarnings("ignore:Feather V1:DeprecationWarning")
def test_the_first_version_of_feather(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather

    try:
        feather.write_feather(pa.table({"puzzle": [HARD, EASY]}), tmp_path / "a.feather", version=1)
    except (ValueError, NotImplementedError) as error:
        pytest.skip(str(error))
    np.testing.assert_array_equal(read(tmp_path / "a.feather").puzzle[0].ravel(), DIGITS)


def test_games_of_opensudoku_by_batches(put: Put) -> None:
    texts = ["".join(map(str, cells)) for cells in CELLS]
    games = "".join(f'<game data="{text}"/>' for text in texts)
    path = put("a.opensudoku", f"<opensudoku><name>all</name>{games}</opensudoku>")
    parts = list(scan(path, batch=2))
    assert [len(part) for part in parts] == [2, 2, 1]
    np.testing.assert_array_equal(np.concatenate([part.puzzle for part in parts]), MADE.puzzle)


def test_a_line_of_hodoku_with_too_few_fields(put: Put) -> None:
    path = put("a.hodoku", f":0000:x:{HARD}:::\nnothing here\n")
    assert read(path, malformed="mark").malformed.tolist() == [False, True]
    with pytest.raises(bd.PuzzleError, match=r"a\.hodoku:2"):
        read(path)


def test_formats_by_their_first_line(put: Put) -> None:
    rows = [HARD[start : start + 9] for start in range(0, 81, 9)]
    found = read(put("noname", "[Puzzle]\n" + "\n".join(rows)))
    np.testing.assert_array_equal(found.puzzle.ravel(), DIGITS)
    all_nine = "\n".join(" ".join(cell.replace(".", "123456789") for cell in row) for row in rows)
    found = read(put("other", all_nine))
    assert found.candidates is not None
    np.testing.assert_array_equal(found.candidates.ravel(), [1 << d >> 1 if d else 511 for d in DIGITS])


def test_stdin_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{HARD}\n".encode())))
    source = scan("-")
    assert repr(source) == "<-: txt, side 9, puzzles in text>"
    assert sum(map(len, source)) == 1
    with pytest.raises(ValueError, match="stdin"):
        list(source)


@pytest.mark.parametrize(
    ("source", "options", "error", "place"),
    [
        ((MADE.puzzle, np.ones((5, 4, 4), int)), {}, bd.PuzzleError, r"puzzles\[5\]"),
        (np.array(5), {}, bd.PuzzleError, "puzzles"),
        (MADE.puzzle, {"digits": 10}, ValueError, "digits"),
        (MADE.puzzle, {"side": 9, "digits": 8}, ValueError, "digits"),
        (MADE.puzzle, {"side": 6.0}, TypeError, "side"),
        (MADE.puzzle, {"side": True}, TypeError, "side"),
        (MADE.puzzle, {"side": 6, "digits": "9"}, TypeError, "digits"),
        ([True] + [0] * 80, {}, TypeError, r"puzzles\[0\]"),
        ([[[0] * 80 + [np.False_]]], {}, TypeError, r"puzzles\[0\]"),
        ([bd.Board(HARD), HARD], {}, TypeError, r"puzzles\[[01]\]"),
        ([HARD, bd.Board(HARD)], {}, TypeError, r"puzzles\[1\]"),
        (np.ma.masked_array(MADE.puzzle), {}, TypeError, "puzzles"),
        ([HARD, EASY, "123456789" * 81], {}, bd.PuzzleError, r"puzzles\[2\]"),
    ],
    ids=range(13),
)
def test_arguments_that_are_refused(source: Any, options: dict[str, Any], error: type[Exception], place: str) -> None:
    with pytest.raises(error, match=place):
        read(source, **options)


def test_options_of_scan_that_are_refused() -> None:
    with pytest.raises(TypeError, match="solutions"):
        scan(MADE.puzzle, solutions=cast("Any", "no"))
    with pytest.raises(ValueError, match="format"):
        scan(MADE.puzzle, format=cast("Any", []))


@pytest.mark.skipif(sys.platform != "linux", reason="a file that cannot be read, by a number of the system")
def test_errors_of_the_system_keep_their_number() -> None:
    with pytest.raises(OSError, match="Input/output error"):
        read("/proc/self/mem", format="csv")


def test_files_with_candidates_are_no_givens(tmp_path: Path) -> None:
    write(tmp_path / "a.sdx", HARD)
    with pytest.raises(bd.FormatError, match=r"a\.sdx:1"):
        bd.datasets.audit(tmp_path / "a.sdx")


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_that_end_early(order: Any, tmp_path: Path) -> None:
    """The sizes are those of the file, not of a batch."""
    file = tmp_path / "a.npy"
    np.save(file, np.asarray(np.zeros((20_000, 81), np.uint8), order=order))
    data = file.read_bytes()
    file.write_bytes(data[:-5])
    with pytest.raises(FormatError, match=r"a\.npy: .*1,619,995"):
        read(file)


def test_rows_that_were_chosen_keep_their_numbers() -> None:
    """When they are put together with others, too."""
    rows = read([read(MADE.puzzle[:2])[np.array([1])], read(MADE.puzzle[2:])])
    assert rows.numbers.tolist() == [1, 0, 1, 2]
    np.testing.assert_array_equal(rows.puzzle, MADE.puzzle[1:])
