"""Readers: what is refused that other tests do not refuse, and rare forms of files."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku._core import _kind as kind
from bitdoku.datasets import Column, FormatError, read, scan, write
from puzzles import EASY, HARD, HARD_SOLUTION

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
    ("name", "content", "message"),
    [
        (
            "a.npz",
            npz(x=np.zeros(3), n=np.array(3)),
            "a.npz: no column of puzzles among 'x', 'n'; give its name with puzzle=",
        ),
        (
            "a.npz",
            npz(puzzle=np.array(3)),
            "a.npz:puzzle.npy is an array of int64 of shape (); expected (rows, 81), (rows, 9, 9), "
            "one-hot (rows, 9, 9, 9), or text",
        ),
        ("a.npz", npz(puzzles=CELLS, solutions=CELLS[:3]), "a.npz: 5 puzzles in 'puzzles' and 3 in 'solutions'"),
        ("a.jsonl", '{"note": 1}\n', "a.jsonl: no column of puzzles among 'note'; give its name with puzzle="),
        ("a.sdk", "\nhello\nworld\n", "a.sdk:2: 'hello' without a board after it; expected a board of one line a row"),
        ("a.sdx", "nonsense\n", "a.sdx:1: 'nonsense' without a board after it; expected a board of one line a row"),
        ("a.parquet", "\n\n", "a.parquet: the file has only white space"),
        ("a.npy", " \n", "a.npy: the file has only white space"),
        ("a.csv.gz", "\n", "a.csv.gz: the file has only white space"),
        (
            "a.npy",
            2 * npy(np.zeros((2, 81), np.uint8)),
            "a.npy: the file has more after an array of shape (2, 81); expected one array",
        ),
        (
            "a.npy",
            2 * npy(np.zeros((81, 2), np.uint8).T),
            "a.npy: the file has more after an array of shape (2, 81); expected one array",
        ),
    ],
)
def test_files_that_are_refused(name: str, content: str | bytes, message: str, put: Put) -> None:
    path = put(name, content)
    with pytest.raises(bd.FormatError) as caught:
        read(path)
    assert str(caught.value) == f"{path.parent}/{message}"


def test_an_archive_of_tensors_is_none_of_arrays(put: Put) -> None:
    with pytest.raises(bd.FormatError, match=r"a\.npz"):
        read(put("a.npz", archive("a/data.pkl")), format="npz")


def test_tables_that_are_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    for table, message in (
        ({"note": [1]}, "no column of puzzles among 'note'; give its name with puzzle="),
        ({"puzzle": [[1.5] * 81]}, "column 'puzzle' has lists of double; expected whole numbers"),
        (
            {"puzzle": [1, 30, None]},
            "table: column 'puzzle' holds whole numbers up to 30; expected boards: text, lists of cells, or numbers of "
            "n² digits; give the name of another column with puzzle=",
        ),
    ):
        with pytest.raises(bd.FormatError, match=re.escape(message)):
            read(pa.table(table), puzzle="puzzle" if "puzzle" in table else None)


def test_numbers_among_boards_are_no_boards_with_lost_zeros() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for numbers, cells in (([int(EASY.replace(".", "0")), 23], 81), ([34_000_000_002_100, 23], 16)):
        found = read(pandas.DataFrame({"puzzle": numbers, "solution": numbers}), malformed="mark")
        assert found.malformed.tolist() == [False, True]
        assert str(found.fault(1)) == f"table[1]: the text holds 2 cells; expected {cells}"


@pytest.mark.parametrize("name", ["puzzle", "solution"])
@pytest.mark.parametrize("value", [0, (), [], bytearray(), 10**5000, False, b"puzzle"], ids=kind)
def test_names_of_columns_are_text(name: str, value: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle\n{EASY}\n")
    message = f"^{name} is {type(value).__name__}; expected the name of a column$"
    for source in (tmp_path / "a.csv", [EASY], bd.datasets.scan([EASY])):
        for function in (read, bd.datasets.scan, bd.datasets.audit):
            with pytest.raises(TypeError, match=message):
                function(source, **{name: value})


def test_masks_have_an_entry_for_each_row() -> None:
    rows = read([HARD, EASY])
    for chosen in (rows, Column([1, 2])):
        for mask in (np.array([True]), np.ones(3, bool), np.ones((2, 1), bool)):
            message = f"the mask has shape {mask.shape} for 2 rows; expected one entry for each row"
            with pytest.raises(ValueError, match=f"{re.escape(message)}"):
                chosen.take(mask)


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


def test_a_long_line_within_a_field(put: Put) -> None:
    """The standard library takes no field of more than 131,072 characters; no quote swallowed a row here."""
    note = f"x\n{'y' * 200_000},z"
    found = read(put("a.csv", f'puzzle,note\n{HARD},"{note}"\n'))
    np.testing.assert_array_equal(found.puzzle.ravel(), DIGITS)
    assert found.columns["note"].to_list() == [note]


def test_one_board_as_json(put: Put) -> None:
    rows = [DIGITS[start : start + 9] for start in range(0, 81, 9)]
    for text in (json.dumps(rows), "".join(json.dumps({"puzzle": row}) + "\n" for row in rows)):
        found = read(put("a.json", text))
        np.testing.assert_array_equal(found.puzzle.ravel(), DIGITS)


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


def test_arguments_that_are_refused() -> None:
    with pytest.raises(bd.PuzzleError, match="side 9"):
        read((MADE.puzzle, np.ones((5, 4, 4), int)))
    with pytest.raises(ValueError, match="digits"):
        read(MADE.puzzle, digits=10)
    with pytest.raises(ValueError, match="digits"):
        read(MADE.puzzle, side=9, digits=8)
    with pytest.raises(bd.PuzzleError, match="puzzles"):
        read(np.array(5))
    options: list[dict[str, Any]] = [
        *({"side": side} for side in (6.0, "6", [6], True)),
        *({"side": 6, "digits": digits} for digits in (9.0, "9", [9], True)),
    ]
    for given in options:
        name, value = [*given.items()][-1]
        with pytest.raises(TypeError, match=f"{name}"):
            read(MADE.puzzle, **given)
    with pytest.raises(TypeError, match="solutions"):
        scan(MADE.puzzle, solutions=cast("Any", "no"))
    with pytest.raises(ValueError, match="format"):
        scan(MADE.puzzle, format=cast("Any", []))
    for cells in ([True] + [0] * 80, [0] * 80 + [np.False_]):
        for boards in (cells, [cells], [[cells]], np.array(cells, object).reshape(9, 9).tolist()):
            with pytest.raises(TypeError, match=r"puzzles(\[\d+\])+"):
                read(boards)
    mixed: list[list[Any]] = [[bd.Board(HARD), HARD], [HARD, bd.Board(HARD)]]
    for boards in mixed:
        with pytest.raises(TypeError, match=r"puzzles\[[01]\]"):
            read(boards)
    masked = np.ma.masked_array(MADE.puzzle)
    with pytest.raises(TypeError, match="puzzles"):
        read(masked)


def test_a_text_is_one_puzzle() -> None:
    found = read(SimpleNamespace(puzzle=HARD, solution=HARD_SOLUTION))
    np.testing.assert_array_equal(found.puzzle.ravel(), DIGITS)
    np.testing.assert_array_equal(found.solution.ravel(), [*map(int, HARD_SOLUTION)])  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform != "linux", reason="a file that cannot be read, by a number of the system")
def test_errors_of_the_system_keep_their_number() -> None:
    with pytest.raises(OSError, match="Input/output error"):
        read("/proc/self/mem", format="csv")


def test_files_with_candidates_are_no_givens(tmp_path: Path) -> None:
    write(tmp_path / "a.sdx", HARD)
    with pytest.raises(bd.FormatError, match=r"a\.sdx:1"):
        bd.datasets.audit(tmp_path / "a.sdx")


def test_malformed_rows_of_arrays(tmp_path: Path) -> None:
    """Marked without a change of what was given, and written as they were."""
    given = MADE.puzzle.astype(np.uint8)
    given[1, 0, 0] = 77
    given.flags.writeable = False
    rows = read(given, malformed="mark")
    assert rows.malformed.tolist() == [False, True, False, False, False]
    assert given[1, 0, 0] == 77
    write(tmp_path / "a.csv", rows)
    line = (tmp_path / "a.csv").read_text().splitlines()[2]
    assert line.split(",")[0].split() == [*map(str, given[1].ravel().tolist())]
    (tmp_path / "a.npz").write_bytes(npz(puzzle=np.full((2, 9, 9, 9), 2, np.uint8)))
    with pytest.raises(bd.PuzzleError, match=r"npz\[0\]"):
        read(tmp_path / "a.npz")


def test_pencil_marks_among_puzzles() -> None:
    with pytest.raises(bd.PuzzleError, match=r"puzzles\[2\]"):
        read([HARD, EASY, "123456789" * 81])


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_that_end_early(order: Any, tmp_path: Path) -> None:
    """The sizes are those of the file, not of a batch."""
    file = tmp_path / "a.npy"
    np.save(file, np.asarray(np.zeros((20_000, 81), np.uint8), order=order))
    data = file.read_bytes()
    file.write_bytes(data[:-5])
    size = "it has 1,619,995 bytes of an array of shape (20000, 81); expected 1,620,000"
    with pytest.raises(FormatError, match=re.escape(f"a.npy: the file ends early: {size}")):
        read(file)
    for length, found in ((5, "magic string, expected 8 bytes got 5"), (100, "header, expected 118 bytes got 90")):
        file.write_bytes(data[:length])
        with pytest.raises(FormatError, match=r"a\.npy"):
            read(file)


def test_rows_that_were_chosen_keep_their_numbers() -> None:
    """When they are put together with others, too."""
    rows = read([read(MADE.puzzle[:2]).take(np.array([1])), read(MADE.puzzle[2:])])
    assert [rows.number(i) for i in range(len(rows))] == [1, 0, 1, 2]
    np.testing.assert_array_equal(rows.puzzle, MADE.puzzle[1:])
