"""Reading JSON documents: every shape, every board accounted for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from bitdoku import FormatError, PuzzleError
from bitdoku.cli import main
from bitdoku.datasets import read, scan
from puzzles import EASY, HARD

if TYPE_CHECKING:
    from pathlib import Path

CELLS = bd.to_array([EASY, HARD])
SOLVED = bd.solve(CELLS).solution
SOLUTIONS = [bd.to_text(board) for board in SOLVED]
PUZZLES_MORE = bd.to_text(bd.generate(2, seed=1).puzzle)
LISTS, FLAT = CELLS.tolist(), CELLS.reshape(2, 81).tolist()
ROW_TEXTS = [EASY[i : i + 9] for i in range(0, 81, 9)]
RECORDS = [
    {"puzzle": text, "solution": solved, "level": k}
    for k, (text, solved) in enumerate(zip([EASY, HARD], SOLUTIONS, strict=True))
]
COLUMNS = {name: [row[name] for row in RECORDS] for name in RECORDS[0]}
HUB_ROWS = {
    "features": [{"feature_idx": 0, "name": "question", "type": {"dtype": "string"}}],
    "rows": [
        {"row_idx": k, "row": {"question": text, "answer": solved, "level": k}, "truncated_cells": []}
        for k, (text, solved) in enumerate(zip([EASY, HARD], SOLUTIONS, strict=True))
    ],
    "num_rows_total": 2,
}


@pytest.fixture
def put(tmp_path: Path) -> Any:
    def put(document: Any, name: str = "a.json") -> Path:
        (tmp_path / name).write_text(json.dumps(document))
        return tmp_path / name

    return put


def test_pandas_writes_what_is_read(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(RECORDS)
    for orient in ("records", "split", "columns", "index", "values", "table"):
        (tmp_path / "a.json").write_text(frame.to_json(orient=orient))
        found = read(tmp_path / "a.json")
        np.testing.assert_array_equal(found.puzzle, CELLS)
        np.testing.assert_array_equal(found.solution, SOLVED)
        assert found["column2" if orient == "values" else "level"].tolist() == [0, 1]
        assert "path" not in found.columns, orient
    frame.index = ["first", "second"]
    for orient in ("columns", "index"):
        (tmp_path / "a.json").write_text(frame.to_json(orient=orient))
        assert read(tmp_path / "a.json").to_dict()["path"] == ["first", "second"]
    (tmp_path / "a.json").write_text(frame["puzzle"].to_json())
    assert read(tmp_path / "a.json").to_dict()["path"] == ["first", "second"]


@pytest.mark.parametrize(
    "document",
    [
        COLUMNS,
        dict(reversed(COLUMNS.items())),
        {"tags": ["easy", "hard", "a third"], "name": "set", **COLUMNS, "sizes": [9, 9, 9, 9]},
        {"data": COLUMNS, "version": 1},
        HUB_ROWS,
        {
            "newboard": {
                "grids": [
                    {"value": a, "solution": b, "level": k}
                    for k, (a, b) in enumerate(zip(LISTS, SOLVED.tolist(), strict=True))
                ]
            }
        },
        [
            {"id": k, "game": {"board": row["puzzle"], "solved": row["solution"], "level": k}}
            for k, row in enumerate(RECORDS)
        ],
        {"sets": [{"sudokus": RECORDS[:1]}, {"sudokus": RECORDS[1:]}]},
        {
            "train": {"quizzes": [EASY], "solutions": SOLUTIONS[:1], "level": [0]},
            "test": {"puzzle": [HARD], "solution": SOLUTIONS[1:], "level": [1]},
        },
        [["puzzle", "solution", "level"], *([*row.values()] for row in RECORDS)],
        {"first": RECORDS[0], "second": RECORDS[1]},
    ],
    ids=range(11),
)
def test_tables_at_any_place(document: Any, put: Any) -> None:
    found = read(put(document))
    np.testing.assert_array_equal(found.puzzle, CELLS)
    np.testing.assert_array_equal(found.solution, SOLVED)
    assert found["level"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("document", "paths"),
    [
        ({"easy": [EASY], "hard": [HARD]}, ["easy", "hard"]),
        ({"easy": EASY, "hard": HARD}, ["easy", "hard"]),
        ({"easy": [{"puzzle": EASY}], "hard": [{"question": HARD}]}, ["easy", "hard"]),
        ({"easy": {"puzzle": EASY}, "hard": {"puzzle": HARD}}, ["easy", "hard"]),
        ({"levels": {"easy": LISTS[:1], "hard": [HARD]}, "count": 2}, ["levels.easy", "levels.hard"]),
        ({"sets": [{"name": "x", "puzzles": [EASY]}, {"name": "y", "puzzles": [HARD]}]}, None),
        ([[EASY, HARD]], None),
        ({"puzzles": [EASY, HARD]}, None),
        ({"puzzles": LISTS}, None),
        (["x", {"a": [EASY]}, {"b": HARD}], ["[1]", "[2]"]),
    ],
    ids=range(10),
)
def test_boards_in_several_places_have_their_paths(document: Any, paths: Any, put: Any) -> None:
    found = read(put(document))
    np.testing.assert_array_equal(found.puzzle, CELLS)
    assert found.solution is None
    assert found.to_dict().get("path") == paths


@pytest.mark.parametrize(
    "document",
    [ROW_TEXTS, {"grid": ROW_TEXTS}, LISTS[0], FLAT[0], [FLAT[0]], {"board": EASY}, [[LISTS[0]]],
     {"a": {"b": {"c": LISTS[0]}}},
     {"rows": [[str(c or "") for c in row] for row in LISTS[0]]},
     [[[str(c) if c else " " for c in row] for row in LISTS[0]]],
     {"puzzle": [[c or "*" for c in row] for row in LISTS[0]]},
     {"puzzle": [[c or None for c in row] for row in LISTS[0]], "id": "x"}],
    ids=range(12),
)  # fmt: skip
@pytest.mark.parametrize("indent", [None, 1])
def test_one_board(document: Any, indent: int | None, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(document, indent=indent))
    found = read(tmp_path / "a.json")
    np.testing.assert_array_equal(found.puzzle, CELLS[:1])
    assert found.solution is None


@pytest.mark.parametrize("cells", [None, " "])
def test_sixteen_texts_of_sixteen_characters(put: Any, cells: Any) -> None:
    four = bd.generate(16, seed=0, rules="4x4")
    texts = bd.to_text(four)
    assert len(read(put(texts))) == 16
    assert len(read(put({"easy": texts}))) == 16
    sixteen = bd.generate(1, seed=0, rules="16x16").puzzle
    row_texts = ["".join(".123456789ABCDEFG"[c] for c in row) for row in sixteen[0].tolist()]
    for document in (row_texts, {"puzzle": row_texts}, sixteen[0].tolist(), {"a": sixteen[0].tolist()}):
        np.testing.assert_array_equal(read(put(document)).puzzle, sixteen)


def test_what_is_outside_the_tables_is_metadata(put: Any) -> None:
    source = scan(
        put({"name": "x", "tags": ["a"], "puzzles": [EASY, HARD], "more": {"n": [1] * 5000, "m": 1}, "license": "MIT"})
    )
    assert source.metadata == {"name": "x", "tags": '["a"]', "more": "object of length 2", "license": "MIT"}
    assert source.total == 2


def test_a_path_or_a_name_selects_the_puzzles(put: Any) -> None:
    document = {"tags": [f"{'a' * 9}"] * 2, "sets": {"easy": [EASY], "hard": [HARD, HARD]}}
    for name in ("hard", "sets.hard"):
        assert len(read(put(document), puzzle=name)) == 2
    assert scan(put(HUB_ROWS), puzzle="question").puzzle == "question"
    with pytest.raises(FormatError, match="'nothing'"):
        read(put(document), puzzle="nothing")
    with pytest.raises(FormatError, match="'nothing'"):
        read(put(COLUMNS), solution="nothing")
    assert read(put(COLUMNS), solution="").solution is None


def test_errors_name_the_path(put: Any) -> None:
    bad = EASY[:-1] + "z"
    for document, place in (
        ({"newboard": {"grids": [{"value": EASY}, {"value": bad}]}}, r"a\.json: newboard\.grids\[1\]: r9c9"),
        ({"easy": [EASY], "hard": [HARD, EASY[:-1]]}, r"a\.json: hard\[1\]: "),
        ({"puzzle": [EASY, bad], "level": [1, 2]}, r"a\.json: puzzle\[1\]: r9c9"),
        ({"a": {"b": bad}, "c": {"d": HARD}}, r"a\.json: a\.b: r9c9"),
        (
            {"puzzle": [EASY, HARD], "solution": [SOLUTIONS[0], SOLUTIONS[1][:-1]]},
            r"a\.json: puzzle\[1\] \(solution\): ",
        ),
    ):
        with pytest.raises(PuzzleError, match=place):
            read(put(document))
    refused: Any
    for refused, text in (
        (
            {"puzzles": [EASY, HARD], "solutions": SOLUTIONS[:1]},
            "2 puzzles in 'puzzles' and 1 solutions in 'solutions'",
        ),
        ({"easy": [EASY], "hard": [HARD], "solutions": SOLUTIONS[:1]}, "'easy' and 'hard' hold puzzles"),
        ({"size": 9, "grid": [[{"value": 5, "given": True}] * 9] * 9}, r"a\.json: grid: .*links\.read"),
        ({"cells": [[{"value": 5}] * 9] * 9, "cages": []}, r"a\.json: cells: .*links\.read"),
        ({"a": {"b": 1}}, "no column of puzzles among 'a'"),
    ):
        with pytest.raises(FormatError, match=text):
            read(put(refused))


def test_keys_are_no_boards_and_differ(put: Any) -> None:
    solved = SOLUTIONS[0]
    for document in ({EASY: solved}, [{EASY: solved}], {"data": {EASY: {"solution": solved, "level": 1}}}):
        with pytest.raises(FormatError, match="is a board; expected boards as values"):
            read(put(document))
    path = put({})
    for text in (
        f'{{"puzzle": "{EASY}", "puzzle": "{HARD}"}}',
        f'{{"a": [{{"puzzle": "{EASY}", "puzzle": "{HARD}"}}]}}',
    ):
        path.write_text(text)
        with pytest.raises(FormatError, match="'puzzle' twice"):
            read(path)


def test_boards_beside_a_known_name(put: Any) -> None:
    first, second = PUZZLES_MORE
    for document, puzzles in (
        ({"version": 1, "puzzle": EASY, "more": [HARD, first]}, {EASY, HARD, first}),
        ([{"board": EASY, "next": {"board": HARD}}, {"board": second, "next": None}], {EASY, HARD, second}),
    ):
        rows = read(put(document))
        assert {*rows.to_dict()["puzzle"]} == puzzles
        assert len({*rows["path"]}) > 1
    with pytest.raises(
        FormatError, match=r"data\.meta\.solution holds solutions apart from the puzzles of data\.board"
    ):
        read(put({"data": {"board": EASY, "meta": {"solution": SOLUTIONS[0]}}}))
    chat = [{"role": "user", "content": EASY}, {"role": "assistant", "content": SOLUTIONS[0]}]
    for value in ({"messages": chat}, [{"messages": chat}] * 2):
        with pytest.raises(FormatError, match="chat messages"):
            read(put(value))
    several = [{"board": EASY, "steps": [[HARD, first], 3]}, {"board": second, "steps": None}]
    with pytest.raises(FormatError, match=r"\[0\]\.steps holds boards beside the puzzles of 'board'"):
        read(put(several))
    assert read(put(several), puzzle="board").to_dict()["puzzle"] == [EASY, second]


def test_rows_of_other_lengths_keep_the_pairs(put: Any) -> None:
    pairs: list[list[str]] = [[EASY, SOLUTIONS[0]], [HARD, SOLUTIONS[1]]]
    for odd, message in (([HARD, SOLUTIONS[1], "x"], "3 fields; expected 2"), ([HARD], "1 field; expected 2")):
        path = put([*pairs, odd])
        rows = read(path, malformed="drop")
        assert rows.to_dict() == {"puzzle": [EASY, HARD], "solution": SOLUTIONS}
        with pytest.raises(PuzzleError, match=rf"\[2\]: {message}"):
            read(path)


def test_the_command_line_reads_every_table(put: Any, capfd: Any) -> None:
    for document in ({"easy": [EASY], "hard": [HARD]}, COLUMNS, HUB_ROWS):
        assert main(["audit", "-q", str(put(document)), "--json"]) == 0
        assert json.loads(capfd.readouterr().out)["rows"] == 2
        assert main(["solve", "-q", str(put(document))]) == 0
        assert len(capfd.readouterr().out.splitlines()) == 2
    assert main(["audit", "-q", str(put({"easy": [EASY], "hard": [HARD[:-1]]}))]) == 1


def _boards(count: int, faults: list[bool], form: str) -> list[Any]:
    """Boards that are texts, rows or lists; those with faults have too few cells."""
    forms = {"text": [EASY, HARD], "rows": LISTS, "list": FLAT, "texts": [ROW_TEXTS, ROW_TEXTS]}[form]
    boards = [forms[k % 2] for k in range(count)]
    return [board[:-1] if bad else board for board, bad in zip(boards, faults, strict=False)] + boards[len(faults) :]


@st.composite
def documents(draw: st.DrawFn, depth: int = 3) -> tuple[Any, int, int]:
    """A document, the number of its boards, and how many of them have faults."""
    shape = draw(st.sampled_from(["array", "rows", "columns", "split", "index", *["object", "list"] * (depth > 0)]))
    if shape in ("object", "list"):
        parts = draw(st.lists(documents(depth=depth - 1), min_size=1, max_size=3))
        values: list[Any] = [part[0] for part in parts]
        counts = sum(part[1] for part in parts), sum(part[2] for part in parts)
        if shape == "list":
            return values, *counts
        names = draw(st.permutations(["easy", "medium", "hard"]))
        noise: dict[str, Any] = draw(st.sampled_from([{}, {"name": "a set"}, {"tags": ["x", "y"]}, {"n": 5}]))
        return {**noise, **dict(zip(names, values, strict=False))}, *counts
    faults = draw(st.lists(st.booleans(), max_size=3).filter(lambda found: not all(found) or not found))
    count = draw(st.integers(max(1, len(faults)), 4))
    boards = _boards(count, faults, draw(st.sampled_from(["text", "rows", "list", "texts"])))
    name = draw(st.sampled_from(["puzzle", "board", "quizzes", "q1"]))
    solution: list[Any] = draw(st.sampled_from([[], [None], SOLUTIONS[:1]]))
    document = {
        "array": boards,
        "rows": [{"id": 1, name: board} for board in boards],
        "columns": {"level": [*range(count)], name: boards},
        "split": {"columns": ["id", name], "data": [[k, board] for k, board in enumerate(boards)]},
        "index": {f"r{k}": {name: board} for k, board in enumerate(boards)},
    }[shape]
    if solution and shape == "columns":
        assert isinstance(document, dict)
        document["solution"] = solution * count
    return document, count, sum(faults)


@given(documents())
def test_every_board_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, made: tuple[Any, int, int]) -> None:
    document, boards, faults = made
    file = tmp_path_factory.mktemp("json") / "a.json"
    file.write_text(json.dumps(document))
    try:
        found = read(file, malformed="mark")
    except FormatError as error:
        assert "beside the" in str(error)  # noqa: PT017
        return
    bad = found.puzzle[:, 0, 0] == 255
    # A row that is refused may hold several boards.
    assert len(found) == boards if not bad.any() else boards >= len(found), document
    assert bad.any() or not faults, document
    if bad.any():
        with pytest.raises(PuzzleError, match=r"a\.json"):
            read(file)
