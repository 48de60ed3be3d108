"""Files as people publish them: one text in each of the forms that were found in public repositories."""

from __future__ import annotations

import io
import json
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write
from puzzles import EASY

if TYPE_CHECKING:
    from pathlib import Path

SOLUTION = bd.solve(EASY).solution
CELLS = np.array([int(cell) for cell in EASY.replace(".", "0")], np.uint8).reshape(9, 9)
SOLVED = np.array([int(cell) for cell in SOLUTION], np.uint8).reshape(9, 9)
ROWS = [EASY[i : i + 9] for i in range(0, 81, 9)]
MARKS = "".join("".join(str(k) if cell == "." or int(cell) == k else "." for k in range(1, 10)) for cell in EASY)


def grid(delimiter: str, blank: str, end: str = "") -> str:
    return "\n".join(delimiter.join(blank if cell == "." else cell for cell in row) + end for row in ROWS) + "\n"


def expect(path: Path, rows: int, *, solutions: bool = False) -> bd.Puzzles:
    found = read(path)
    assert len(found) == rows
    assert (found.puzzle == CELLS).all()
    assert (found.solution is not None) == solutions
    assert found.solution is None or (found.solution == SOLVED).all()
    return found


@pytest.mark.parametrize("between", [",", ";", " ", "\t", ":1:", ", ", ":"])
def test_a_solution_after_each_puzzle_of_a_text_file(tmp_path: Path, between: str) -> None:
    (tmp_path / "a.txt").write_text(f"# two\n{EASY}{between}{SOLUTION}\n{EASY}{between}{SOLUTION}\n")
    expect(tmp_path / "a.txt", 2, solutions=True)


def test_wrong_solutions_of_a_text_file_are_found(tmp_path: Path) -> None:
    wrong = SOLUTION[::-1]
    (tmp_path / "b.txt").write_text(f"{EASY},{wrong}\n")
    assert bd.datasets.audit(tmp_path / "b.txt").faults["wrong solution"] == 1
    (tmp_path / "a.txt").write_text("".join(f"{EASY},{SOLUTION}\n" for _ in range(3)) + f"{EASY},{wrong}\n")
    assert bd.datasets.audit(tmp_path / "a.txt").faults["wrong solution"] == 1


@pytest.mark.parametrize("text", [f"{EASY} easy\n", f"{EASY} # {SOLUTION}x\n", f"{EASY}:1:\n", f"{EASY},1.2,1.2\n"])
def test_other_text_after_a_puzzle_is_no_solution(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text * 2)
    expect(tmp_path / "a.txt", 2)


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize("titles", [("", ""), ("Puzzle:\n", "Solution:\n")])
def test_a_solution_after_a_board(tmp_path: Path, between: str, titles: tuple[str, str]) -> None:
    solution = "\n".join(SOLUTION[k : k + 9] for k in range(0, 81, 9))
    content = titles[0] + "\n".join(ROWS) + between + titles[1] + solution + between
    (tmp_path / "a.txt").write_text(content * 2)
    expect(tmp_path / "a.txt", 2, solutions=True)


@pytest.mark.parametrize("first", ["easy ", "1: ", "001 "])
def test_labels_before_puzzles(tmp_path: Path, first: str) -> None:
    (tmp_path / "a.txt").write_text(f"{first}{EASY}\n" * 2)
    found = expect(tmp_path / "a.txt", 2)
    assert found.to_dict()["column0"] == [first.strip(": ")] * 2
    np.testing.assert_array_equal(read(tmp_path / "a.txt", puzzle="2").puzzle, found.puzzle)


def test_n_lines_of_n_characters(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("123456789ABCDEFG\n" * 16)
    assert read(path).puzzle.shape == read(path, side=16).puzzle.shape == (1, 16, 16)
    path.write_text("1...............\n" * 16)
    with pytest.raises(bd.FormatError, match="side="):
        read(path)
    assert read(path, side=16).puzzle.shape == (1, 16, 16)
    assert read(path, side=4).puzzle.shape == (16, 4, 4)
    path.write_text("\n".join(EASY))
    expect(path, 1)
    rows = [row.replace(".", "-") for row in ROWS]
    path.write_text("\n".join([rows[0], "-" * 9, *rows[2:]]))
    assert (read(path).puzzle[0, 1] == 0).all()


@pytest.mark.parametrize("blank", ["", "0", ".", "X"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["", "delimiter"])
def test_a_csv_file_that_is_one_board(tmp_path: Path, blank: str, delimiter: str, end: str) -> None:
    (tmp_path / "sudoku.csv").write_text(grid(delimiter, blank, delimiter if end else ""))
    expect(tmp_path / "sudoku.csv", 1)


@pytest.mark.parametrize("cells", ["bare", "spaced"])
@pytest.mark.parametrize("before", ["", "\n", "Grid {:02}\n", "Puzzle {}:\n", "# {}\n"])
def test_nine_lines_a_board(tmp_path: Path, cells: str, before: str) -> None:
    board = grid("" if cells == "bare" else " ", "0")
    (tmp_path / "a.txt").write_text("".join(before.format(k) + board for k in range(1, 4)))
    found = expect(tmp_path / "a.txt", 3)
    if before.startswith("Grid"):
        assert found.to_dict()["description"] == ["Grid 01", "Grid 02", "Grid 03"]


@pytest.mark.parametrize("blank", [" ", ".", "0"])
def test_a_bar_between_cells(tmp_path: Path, blank: str) -> None:
    (tmp_path / "a.txt").write_text("\n".join(f"|{row}|" for row in grid("|", blank).splitlines()))
    assert bd.datasets.scan(tmp_path / "a.txt").format == "ss"
    expect(tmp_path / "a.txt", 1)


def test_frames_of_boxes_that_are_two_wide(tmp_path: Path) -> None:
    board = bd.generate(1, seed=0, rules="8x8").solution[0]
    lines = ["|" + "|".join("".join(map(str, row[k : k + 2])) for k in range(0, 8, 2)) + "|" for row in board.tolist()]
    (tmp_path / "a.txt").write_text("\n".join(lines) + "\n")
    assert (read(tmp_path / "a.txt", side=8).puzzle == board).all()


def documents() -> dict[str, tuple[Any, bool]]:
    lists, flat = CELLS.tolist(), CELLS.ravel().tolist()
    return {
        "texts": ([EASY, EASY], False),
        "objects": ([{"puzzle": EASY, "solution": SOLUTION, "id": k} for k in range(2)], True),
        "grids": ([lists, lists], False),
        "flat": ([flat, flat], False),
        "object of grids": ({"about": "two boards", "puzzles": [lists, lists]}, False),
        "object of objects": ({"version": 1, "data": [{"quiz": lists, "answer": SOLVED.tolist()}] * 2}, True),
    }


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".txt"])
def test_documents_of_json(tmp_path: Path, name: str, indent: int | None, suffix: str) -> None:
    content, solutions = documents()[name]
    (tmp_path / f"a{suffix}").write_text(json.dumps(content, indent=indent))
    expect(tmp_path / f"a{suffix}", 2, solutions=solutions)


@pytest.mark.parametrize("header", [False, True])
@pytest.mark.parametrize("solutions", [False, True])
def test_a_column_for_each_cell(tmp_path: Path, header: bool, solutions: bool) -> None:
    cells = [*EASY.replace(".", "0"), *(SOLUTION if solutions else "")]
    names = ",".join(f"c{i}" for i in range(len(cells))) + "\n"
    (tmp_path / "a.csv").write_text(names * header + (",".join(cells) + "\n") * 3)
    found = expect(tmp_path / "a.csv", 3, solutions=solutions)
    assert found.lines is not None
    assert list(found.lines) == [1 + header, 2 + header, 3 + header]


def test_a_column_for_each_cell_with_faults(tmp_path: Path) -> None:
    line = ",".join(EASY.replace(".", "0"))
    (tmp_path / "a.csv").write_text(f"{line}\n{line}\n{line[:-1]}12\n{line},1\n")
    found = read(tmp_path / "a.csv", malformed="mark")
    assert found.malformed.tolist() == [False, False, True, True]
    assert "r9c9 holds" in str(found.fault(2))
    assert "a.csv:4: 82" in str(found.fault(3))


def test_integers_of_pandas_are_padded() -> None:
    pd = pytest.importorskip("pandas")
    puzzle = "000" + EASY[3:].replace(".", "0")
    frame = pd.read_csv(io.StringIO(f"quizzes,solutions\n{puzzle},{SOLUTION}\n{puzzle},{SOLUTION}\n"))
    assert type(frame["quizzes"][0]) is int
    found = read(frame)
    assert found.solution is not None
    assert (found.puzzle[1, 0, :3] == 0).all()
    assert (found.puzzle.reshape(2, 81)[:, 3:] == CELLS.reshape(81)[3:]).all()
    assert (found.solution == SOLVED).all()


@pytest.mark.parametrize("name", ["a.pm", "a.txt", "a.csv", "a.jsonl"])
def test_pencil_marks_are_solved_as_such(tmp_path: Path, name: str) -> None:
    # Without its givens only the candidates lead to the solution.
    marks = list(MARKS)
    for cell in range(81):
        for digit in range(9):
            if marks[9 * cell + digit] != "." and cell % 3 and str(digit + 1) != SOLUTION[cell]:
                marks[9 * cell + digit] = "."
    text = "".join(marks)
    line = {"a.csv": f"puzzle\n{text}\n", "a.jsonl": json.dumps({"puzzle": text})}.get(name, f"{text}\n")
    (tmp_path / name).write_text(line)
    found = read(tmp_path / name)
    assert found.candidates is not None
    assert bd.solve(found).verdict.tolist() == [bd.Verdict.UNIQUE]
    assert (bd.solve(found).solution[0] == SOLVED).all()
    # They stay what they are in another file.
    write(tmp_path / "b.csv", found)
    again = read(tmp_path / "b.csv")
    assert again.candidates is not None
    assert (again.candidates == found.candidates).all()


def test_formats_tell_what_can_be_written(tmp_path: Path) -> None:
    for name, known in bd.datasets.FORMATS.items():
        if known.writable and name not in ("parquet", "arrow"):
            path = tmp_path / f"a{known.extensions[0]}"
            assert write(path, [EASY]) == 1
            assert bd.datasets.scan(path).format == name
        elif not known.writable:
            with pytest.raises(bd.FormatError):
                write(tmp_path / "a", [EASY], to=name)


def test_rows_are_taken_by_position_and_by_mask(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,puzzle\n" + "".join(f"{k},{EASY}\n" for k in range(5)))
    rows = read(tmp_path / "a.csv")
    mask = np.array([False, True, False, False, True])
    for keep in ([1, 4], np.array([1, 4]), mask, [-4, -1]):
        taken = rows[keep]
        assert taken.to_dict()["id"] == ["1", "4"]
        assert [taken.place(i) for i in range(2)] == [f"{tmp_path}/a.csv:3", f"{tmp_path}/a.csv:6"]
    assert len(rows[[]]) == len(rows[[]]["id"]) == 0
    with pytest.raises(ValueError, match="row 0"):
        rows.fault(0)


def test_rows_are_pickled(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"puzzle": EASY, "x": [1, {"y": None}], "n": 5}) + "\n")
    rows = pickle.loads(pickle.dumps(read(tmp_path / "a.jsonl")))
    assert (rows.puzzle == CELLS).all()
    assert rows.to_dict()["x"] == [[1, {"y": None}]]


def test_numbers_of_json_are_numbers_of_arrow(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    lines = [{"puzzle": EASY, "n": k, "x": k / 2, "m": None if k else 1, "s": str(k)} for k in range(3)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    schema = pa.table(read(tmp_path / "a.jsonl")).schema
    assert [str(schema.field(name).type) for name in "nxms"] == ["int64", "double", "int64", "large_string"]
