"""Tables with a column for each cell, other symbols in files, rules in files, and files that hold no boards."""

from __future__ import annotations

import csv
import gzip
import io
import pickle
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, scan, write
from command_line import Run

if TYPE_CHECKING:
    from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HEX = "0123456789ABCDEF"
ROWS = [list(EASY[i : i + 9].replace(".", "0")) for i in range(0, 81, 9)]


def saved(rows: list[list[str]], header: list[str] | None = None, index: bool = True, **options: Any) -> str:
    """A table as pandas saves it."""
    text = io.StringIO()
    header = [str(i) for i in range(len(rows[0]))] if header is None else header
    body = [[str(i), *row] for i, row in enumerate(rows)] if index else rows
    csv.writer(text, lineterminator="\n", **options).writerows([[""] * index + header, *body])
    return text.getvalue()


def floats(rows: list[list[str]]) -> list[list[str]]:
    return [["" if cell == "0" else f"{cell}.0" for cell in row] for row in rows]


FRAMES = {
    "index": saved(ROWS),
    "no index": saved(ROWS, index=False),
    "semicolons": saved(ROWS, delimiter=";"),
    "floats": saved(floats(ROWS)),
    "floats without index": saved(floats(ROWS), index=False),
    "names": saved(ROWS, [f"c{i}" for i in range(9)]),
    "from 1": saved(ROWS, [str(i) for i in range(1, 10)], index=False),
    "letters": saved(ROWS, list("ABCDEFGHI")),
    "unnamed": "Unnamed: 0" + saved(ROWS),
    "no header": saved(ROWS).partition("\n")[2],
}


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a"])
@pytest.mark.parametrize("frame", FRAMES)
def test_a_board_saved_with_header_and_index(frame: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FRAMES[frame])
    rows = read(tmp_path / name)
    assert rows.to_dict() == {"puzzle": [EASY]}


def test_several_boards_in_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for text in (saved(ROWS) * 2, saved(ROWS) + "\n" + saved(ROWS), saved(ROWS * 2), saved(ROWS * 2, index=False)):
        path.write_text(text)
        assert read(path).to_dict() == {"puzzle": [EASY] * 2}
    path.write_text(saved(ROWS * 2 + ROWS[:4], index=False))
    with pytest.raises(bd.PuzzleError, match=r":20: 4 rows; expected 9"):
        read(path)
    assert scan(path, malformed="mark").rules == bd.Rules()


CELLS = list(EASY.replace(".", "0"))


@pytest.mark.parametrize(
    ("rows", "header", "columns"),
    [
        ([CELLS], [str(i) for i in range(81)], []),
        ([CELLS], [f"c{i}" for i in range(81)], []),
        ([CELLS], [f"r{i // 9 + 1}c{i % 9 + 1}" for i in range(81)], []),
        (floats([CELLS]), [str(i) for i in range(81)], []),
        ([["7", *CELLS]], ["id", *map(str, range(81))], ["id"]),
        ([[*CELLS, "easy"]], [*map(str, range(81)), "level"], ["level"]),
        ([["17", *CELLS, "easy"]], ["id", *map(str, range(81)), "level"], ["id", "level"]),
    ],
)
def test_a_column_for_each_cell(rows: list[list[str]], header: list[str], columns: list[str], tmp_path: Path) -> None:
    for text in (saved(rows * 3, header), saved(rows * 3, header, index=False)):
        (tmp_path / "a.csv").write_text(text)
        found = read(tmp_path / "a.csv")
        assert found.columns == ["puzzle", *columns]
        assert found.to_dict()["puzzle"] == [EASY] * 3


def test_which_columns_are_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n".join(",".join(["17", *CELLS, "easy"]) for _ in range(3)))
    assert read(path).to_dict() == {"puzzle": [EASY] * 3, "column0": ["17"] * 3, "column82": ["easy"] * 3}
    path.write_text("\n".join(",".join(["7", *CELLS]) for _ in range(3)))
    with pytest.raises(bd.FormatError, match="82 columns, 81 of which are cells"):
        read(path)


def test_a_column_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"1,{SOLVED},{EASY}\n2,{SOLVED},{EASY}\n")
    rows = read(path, puzzle="3", solution="2")
    assert (rows.to_dict()["puzzle"], rows.to_dict()["solution"]) == ([EASY] * 2, [SOLVED] * 2)
    with pytest.raises(bd.FormatError, match="no column '4'"):
        read(path, puzzle="4")
    path.write_text(f"2,a\n{EASY},{SOLVED}\n")
    assert read(path, puzzle="2").to_dict()["puzzle"] == [EASY]


# --- symbols ----------------------------------------------------------------------------------------------------------


def made_of(symbols: str) -> tuple[bd.Puzzles, str, str]:
    """A 16x16 puzzle without the highest standard digit, its text and the text of its solution in other symbols."""
    made = bd.generate(1, seed=1, rules="16x16")
    made.puzzle[made.puzzle == 16] = 0
    puzzle, solution = (
        "".join(symbols[c - 1] if c else "." for c in one[0].ravel()) for one in (made.puzzle, made.solution)
    )
    return made, puzzle, solution


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.txt", "a.parquet"])
@pytest.mark.parametrize("symbols", [HEX, "ABCDEFGHIJKLMNOP"])
def test_symbols_of_files(symbols: str, name: str, tmp_path: Path) -> None:
    made, puzzle, solution = made_of(symbols)
    path = tmp_path / name
    if name.endswith("parquet"):
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pa.table({"puzzle": [puzzle]}), path)
    elif name.endswith("jsonl"):
        path.write_text(f'{{"puzzle": "{puzzle}"}}\n')
    else:
        path.write_text(f"puzzle,solution\n{puzzle},{solution}\n" if name == "a.csv" else f"{puzzle}\n")
    rows = read(path, symbols=symbols)
    np.testing.assert_array_equal(rows.puzzle, made.puzzle)
    assert bd.datasets.dedupe(path, symbols=symbols).tolist() == [0]
    assert bd.datasets.audit(path, symbols=symbols).rows == 1
    if symbols != HEX:
        return
    # Digits from 0 are written again, with their rules.
    assert rows.to_dict()["puzzle"] == [puzzle]
    for target in ("b.csv", "b.jsonl"):
        assert bd.datasets.convert(path, tmp_path / target, symbols=symbols) == 1
        assert puzzle in (tmp_path / target).read_text()
        assert read(tmp_path / target).rules == rows.rules == bd.Rules((4, 4), digits=range(16))
    with pytest.raises(bd.PuzzleError, match=f"symbols='{HEX}'"):
        read(path)


def test_zero_as_a_digit_in_a_text() -> None:
    _, puzzle, _ = made_of(HEX)
    for text in (puzzle, "\n".join(puzzle[i : i + 16] for i in range(0, 256, 16))):
        with pytest.raises(bd.PuzzleError, match=f"symbols='{HEX}'"):
            bd.solve(text, rules="16x16")
    # One blank, the highest digit, or at most nine digits: 0 is a blank.
    for text in (puzzle.replace("0", "."), puzzle.replace("E", "G")):
        assert bd.count(text, rules="16x16", limit=1) >= 0
    assert bd.count("0." * 40 + "1", limit=2) == 2
    _, letters, _ = made_of("ABCDEFGHIJKLMNOP")
    with pytest.raises(bd.PuzzleError, match="symbols="):
        bd.solve(letters, rules="16x16")


def test_symbols_on_the_command_line(tmp_path: Path) -> None:
    _, puzzle, solution = made_of(HEX)
    (tmp_path / "a.csv").write_text(f"puzzle,solution\n{puzzle},{solution}\n")
    assert Run("convert", tmp_path / "a.csv", "--symbols", HEX).lines == [puzzle]
    assert Run("dedupe", puzzle, "--symbols", HEX).lines == [puzzle]
    assert Run("solve", tmp_path / "a.csv").code == 1
    assert Run("solve", tmp_path / "a.csv", "--symbols", "0120").code == 2
    solved = Run("solve", tmp_path / "a.csv", "--symbols", HEX)
    assert solved.code == 0
    assert solved.lines[0].startswith(puzzle)


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.npz", "a.parquet", "a.arrow"])
def test_files_keep_rules(name: str, tmp_path: Path) -> None:
    if name[2:] in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    for rules in ("x", "anti-knight+6x6", bd.Rules((2, 2), digits=range(4)), None):
        made = bd.generate(3, seed=1, rules=rules)
        write(path, made)
        rows = read(path)
        assert (rows.rules, rows.columns) == (made.rules, ["puzzle", "solution"])
        np.testing.assert_array_equal(rows.puzzle, made.puzzle)
        assert bd.datasets.audit(path).clean
    mixed = bd.Puzzles(np.concatenate([made.puzzle] * 2), rules=[*["x"] * 3, *["9x9"] * 3])
    write(path, mixed)
    assert [*read(path)["rules"]] == [*mixed["rules"]]
    with pytest.raises(bd.RulesError, match="other rules"):
        bd.datasets.audit(path)


def test_rules_of_files_that_do_not_say(tmp_path: Path) -> None:
    made = bd.generate(2, seed=1, rules="x")
    path = tmp_path / "a.csv"
    write(path, made.puzzle)
    assert read(path).rules == bd.Rules()
    assert read(path, rules="x").rules == made.rules
    path.write_text(f"puzzle,rules\n{EASY},Normal sudoku rules apply\n")
    with pytest.raises(
        bd.FormatError, match=r":2: the column 'rules' holds no rules: unknown .*; for a column of words"
    ):
        read(path)
    assert read(path, rules="9x9").to_dict()["other_rules"] == ["Normal sudoku rules apply"]
    write(path, made)
    assert Run("solve", path).lines[0].split(",")[1] == "unique"
    with pytest.raises(bd.FormatError, match=r":2: rows have rules of their own"):
        read(path, rules="9x9")
    path.write_text(f"puzzle,rules\n{EASY},x\n{EASY},none\n")
    with pytest.raises(bd.FormatError, match=r":3: the column 'rules' holds no rules: unknown rules 'none'"):
        read(path)


@pytest.mark.parametrize("name", ["a.txt", "a.sdk", "a.npy"])
def test_formats_without_rules(name: str, tmp_path: Path) -> None:
    mixed = bd.Puzzles(bd.generate(2, seed=1, rules="x").puzzle, rules=["x", "9x9"])
    for rows in (mixed, mixed[:1], iter([mixed[1:], mixed[:1]])):
        with pytest.raises(bd.FormatError, match=r"no column for the rules of each puzzle; write csv, jsonl, npz"):
            write(tmp_path / name, rows)
    assert not (tmp_path / name).exists()
    with pytest.raises(bd.FormatError, match=r"text without a header has no column"):
        write(tmp_path / "a.csv", mixed, header=False)
    assert write(tmp_path / name, mixed[1:]) == 1


def test_a_folder_names_its_files(tmp_path: Path) -> None:
    write(tmp_path / "train.csv", [EASY])
    with pytest.raises(
        bd.FormatError, match=r"is a folder .* expected one of its files, train.csv, or a folder of HRM"
    ):
        read(tmp_path)


# --- several sides ----------------------------------------------------------------------------------------------------

FOUR = "12..34..21..43.."


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl"])
def test_boards_of_several_sides(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    boards = [EASY, FOUR, EASY, EASY]
    first, line = {"a.txt": ("", "{}\n"), "a.csv": ("id,puzzle\n", "7,{}\n"), "a.jsonl": ("", '{{"puzzle":"{}"}}\n')}[
        name
    ]
    path.write_text(first + "".join(map(line.format, boards)))
    with pytest.raises(bd.PuzzleError, match=r"1 of side 4, 3 of side 9\): pass side=9 .*read_sides"):
        read(path)
    tables = bd.datasets.read_sides(path)
    assert {side: table.numbers.tolist() for side, table in tables.items()} == {4: [1], 9: [0, 2, 3]}
    assert [tables[side].to_dict()["puzzle"] for side in tables] == [[FOUR], [EASY] * 3]
    path.write_text(first + "".join(map(line.format, [*boards, "12z"])))
    with pytest.raises(bd.PuzzleError, match=rf"{name}:{6 if first else 5}"):
        bd.datasets.read_sides(path)


# --- files without boards ---------------------------------------------------------------------------------------------


def archive(names: list[str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as opened:
        for name in names:
            opened.writestr(name, "x")
    return file.getvalue()


def tar() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as opened:
        opened.addfile(tarfile.TarInfo("a.csv"))
    return gzip.compress(file.getvalue(), mtime=0)


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        (
            "a.csv",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            "Git LFS pointer.*git lfs pull",
        ),
        ("a.parquet", b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "xls.*save it as CSV"),
        ("a.xlsx", archive(["[Content_Types].xml", "xl/workbook.xml"]), "xlsx.*save it as CSV"),
        ("a.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB"),
        ("a.pkl", pickle.dumps([EASY]), "pickle"),
        ("a.db", b"SQLite format 3\0" + bytes(99), "SQLite"),
        ("a.h5", b"\x89HDF\r\n\x1a\n", "HDF5"),
        ("a.pdf", b"%PDF-1.7\n", "PDF"),
        ("a.csv", b"\n<!DOCTYPE html>\n<html>", "HTML"),
        ("a.txt", b"\x89PNG\r\n\x1a\n" + bytes(9), "PNG"),
        ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(9), "JPEG"),
        ("a.tar.gz", tar(), "tar.*unpack it"),
        ("a.zip", archive(["a.csv", "b.csv"]), "2 files.*a.csv, b.csv"),
        ("a.npz", b"no archive", "not a file of npz"),
        ("a.npy", b"no array", "not a file of npy"),
        ("a.parquet", b"no table", "not a file of parquet"),
        ("a.bin", bytes(99), "binary data"),
    ],
)
def test_files_without_boards_say_what_they_are(name: str, data: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(bd.FormatError, match=what):
        read(tmp_path / name)
