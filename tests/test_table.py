"""The table of puzzles: rows, columns, provenance, and other libraries."""

from __future__ import annotations

import json
import pickle
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, scan, write
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from pathlib import Path

MADE = bd.generate(6, seed=2)
#: A column of each type, with nulls.
VALUES: dict[str, list[Any]] = {
    "whole": [1, None, 3, 2**60, 5, 6],
    "real": [0.5, None, 1.5, 2.5, 3.5, 4.5],
    "text": ["007", None, "", "é", "x", "y"],
    "bool": [True, None, False, True, True, False],
}
TABLE = MADE.with_results(MADE.solution, VALUES)


def texts(boards: Any) -> list[str]:
    return ["".join(map(str, board.ravel())).replace("0", ".") for board in boards]


def test_rows() -> None:
    assert len(MADE) == 6
    puzzle, solution = MADE[-1]
    np.testing.assert_array_equal((puzzle, solution), (MADE.puzzle[5], MADE.solution[5]))
    assert [(one == two).all() for one, two in MADE] == [False] * 6
    assert read([HARD])[0][1] is None
    for key in (6, -7):
        with pytest.raises(IndexError, match=f"row {key}"):
            MADE[key]
    wrong_keys: list[Any] = [0.5, [0.5], [[1]], None, ["a"]]
    for wrong in wrong_keys:
        with pytest.raises(TypeError, match="key"):
            MADE[wrong]
    with pytest.raises(TypeError):
        puzzle in MADE  # type: ignore[operator]  # noqa: B015
    assert not hasattr(MADE, "index")
    assert not hasattr(MADE, "count")


def test_a_row_is_a_puzzle() -> None:
    row = MADE[2]
    assert bd.verdict(row) == bd.Verdict.UNIQUE
    assert bd.verdict([row, MADE[3]]).tolist() == bd.verdict((row, *MADE)).tolist()[:2] == [1, 1]
    np.testing.assert_array_equal(bd.solve(row).solution, row.solution)
    np.testing.assert_array_equal(bd.to_array([*MADE]), MADE.puzzle)
    np.testing.assert_array_equal(bd.Board(row).puzzle, row.puzzle)
    assert bd.datasets.read(row) == MADE[2:3]
    assert bd.datasets.read([*MADE]) == bd.datasets.read((*MADE,)) == MADE
    assert bd.datasets.audit([*MADE]).stored["right"] == bd.datasets.audit(MADE).stored["right"] == 6
    assert bd.datasets.dedupe([*MADE, row]).tolist() == [0, 1, 2, 3, 4, 5]
    for copy in (pickle.loads(pickle.dumps(row)), row):
        assert copy.rules == MADE.rules
        np.testing.assert_array_equal(copy, MADE.puzzle[2])


def test_tables_and_rows_as_arrays() -> None:
    np.testing.assert_array_equal(np.concatenate([MADE, MADE[:1]]), [*MADE.puzzle, MADE.puzzle[0]])
    for array in (np.asarray(MADE), np.array(MADE), np.array([*MADE])):
        np.testing.assert_array_equal(array, MADE.puzzle)
    assert np.asarray(MADE, float).dtype == float
    assert not np.shares_memory(np.array(MADE), MADE.puzzle)


def test_rows_have_rules_and_pencil_marks() -> None:
    made = bd.generate(3, seed=1, rules="x")
    np.testing.assert_array_equal(bd.solve([*made]).solution, made.solution)
    assert bd.datasets.read([*made]).rules == made.rules
    with pytest.raises(bd.RulesError, match=r"puzzles\[1\] has other rules"):
        bd.datasets.read([made[0], MADE[0]])
    marks = bd.datasets.read(["1........" + "123456789" * 80])
    assert marks.candidates is not None
    assert bd.verdict([*marks]).tolist() == bd.verdict(marks).tolist()
    assert bd.datasets.read([*marks]) == marks
    for one in (marks, marks[0]):
        with pytest.raises(TypeError, match="pencil marks"):
            np.asarray(one)


def test_rows_without_a_solution_or_a_board() -> None:
    rows = bd.datasets.read([MADE[0], read([HARD])[0]])
    np.testing.assert_array_equal(rows.solution, [MADE.solution[0], np.zeros((9, 9))])
    marked = read([HARD, HARD[1:]], malformed="mark")
    assert read([*marked], malformed="mark").malformed.tolist() == [False, True]
    with pytest.raises(bd.PuzzleError, match=r"\[1\]"):
        bd.verdict([*marked])


def test_answers_of_a_table_are_its_solutions() -> None:
    for answers in (MADE, [*MADE], MADE.solution):
        assert bd.check(MADE, answers).correct.all()
    assert bd.check(MADE[1].puzzle, MADE[1]).correct
    assert not bd.check(MADE, read(MADE.puzzle)).complete.any()
    wrong = MADE.replace(solution=MADE.solution[::-1].copy())
    assert not bd.check(MADE, wrong).correct.any()


def test_equality_is_that_of_boards(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    bd.datasets.write(file, MADE)
    assert bd.datasets.read(file) == MADE
    assert MADE[[0, 1]] == bd.Puzzles(MADE.puzzle[:2], MADE.solution[:2])
    assert MADE[:2] != MADE[1:3]
    assert bd.Puzzles(MADE.puzzle) != MADE
    assert MADE.replace(rules="x") != MADE


def test_attributes_are_not_columns() -> None:
    with pytest.raises(KeyError, match=r"use the attribute \.clues"):
        MADE["clues"]
    with pytest.raises(KeyError, match=r"expected one of 'puzzle', 'solution'\"$"):
        MADE["level"]


@pytest.mark.parametrize(
    "key",
    [slice(2, 5), slice(None, None, -1), slice(5, 0, -2), [3, 1, 3], [], np.array([-1, 0]), np.arange(6) % 2 == 0],
    ids=str,
)
def test_selections_are_tables(key: Any) -> None:
    chosen = np.arange(6)[key] if len(np.atleast_1d(key)) else np.arange(0)
    found = TABLE[key]
    np.testing.assert_array_equal(found.puzzle, TABLE.puzzle[chosen])
    assert found.numbers.tolist() == chosen.tolist()
    assert found.to_dict() == {name: [column[i] for i in chosen] for name, column in TABLE.to_dict().items()}
    assert found.seed == 2
    for number, pair in zip(found.numbers.tolist(), found, strict=True):
        np.testing.assert_array_equal(bd.generate(1, seed=2, start=number)[0], pair)
    assert bd.solve(found).verdict.tolist() == [1] * len(found)


def test_provenance() -> None:
    assert MADE[2:4] == bd.generate(2, seed=2, start=2)
    assert (MADE.start, MADE[2:4].start, MADE[::2].start, MADE[::-1].start, MADE[:0].start) == (0, 2, None, None, 0)
    assert (MADE[3:].rules, MADE.stream_version) == (bd.Rules(), 2)
    drawn = [bd.generate(2, seed=np.random.SeedSequence(5, spawn_key=(key,))) for key in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    both = read([MADE[4:], MADE[:2]])
    assert (both.numbers.tolist(), both.seed, read([MADE, bd.generate(1, seed=3)]).seed) == ([4, 5, 0, 1], 2, None)


def test_columns() -> None:
    assert TABLE.columns == ["puzzle", "solution", *VALUES]
    assert [TABLE[name].dtype for name in ("whole", "real", "text")] == [object, float, object]
    assert TABLE["puzzle"] is TABLE.puzzle
    assert MADE.clues.tolist() == [81 - text.count(".") for text in texts(MADE.puzzle)]
    with pytest.raises(KeyError, match="'puzzle', 'solution', 'whole'"):
        TABLE["x"]
    with pytest.raises(KeyError, match="'solution'"):
        read([HARD])["solution"]
    assert TABLE.to_dict() == {"puzzle": texts(MADE.puzzle), "solution": texts(MADE.solution), **VALUES}


def test_tables_as_values() -> None:
    assert repr(MADE) == "<6 puzzles of side 9 with solutions, seed 2, start 0>"
    assert repr(read([HARD])) == "<1 puzzle of side 9 without solutions>"
    assert "very large" in repr(bd.generate(1, seed=10**5000))
    assert MADE != 6
    assert MADE != TABLE
    assert MADE.with_results(MADE.solution, VALUES) == TABLE
    with pytest.raises(TypeError):
        hash(MADE)


def test_pickling(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", TABLE)
    (tmp_path / "b.csv").write_text(f"puzzle,id\n{HARD},007\n{HARD[1:]},8\n")
    for table in (TABLE, read(tmp_path / "a.jsonl"), read(tmp_path / "b.csv", malformed="mark")):
        assert pickle.loads(pickle.dumps(table)) == table
    marked = pickle.loads(pickle.dumps(table))
    assert str(marked.fault(1)) == str(table.fault(1))


def test_faults_of_selections(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle,solution\n{HARD},x\noops,{HARD_SOLUTION}\n{EASY},\n")
    table = read(tmp_path / "a.csv", malformed="mark")
    found = table[[1, 2, 1, 0]]
    assert found.malformed.tolist() == [True, False, True, True]
    assert [str(found.fault(i)) for i in (0, 2, 3)] == [str(table.fault(i)) for i in (1, 1, 0)]
    assert found.to_dict()["puzzle"] == ["oops", EASY, "oops", HARD]
    assert found.to_dict()["solution"] == [HARD_SOLUTION, None, HARD_SOLUTION, "x"]
    assert found.clues.tolist() == [0, 81 - EASY.count("."), 0, 21]


def test_rules_of_each_row() -> None:
    rules = [bd.Rules(), bd.Rules("x"), bd.Rules()]
    table = bd.Puzzles(MADE.puzzle[:3], rules=rules)
    with pytest.raises(bd.RulesError, match="row 1"):
        bd.minimize(table)
    assert bd.solve(table[::2]).verdict.tolist() == [1, 1]
    assert table.columns == ["puzzle", "rules"]
    assert [bd.Rules.from_json(text) for text in table[::-1].to_dict()["rules"]] == rules[::-1]
    assert [*read([table, MADE])["rules"]] == [*rules, *[bd.Rules()] * 6]
    assert pickle.loads(pickle.dumps(table)) == table
    frame = pytest.importorskip("polars").DataFrame(table)
    assert [bd.Rules.from_json(text) for text in frame["rules"]] == rules
    assert table._repr_html_().count("<svg") == 3


@pytest.mark.parametrize("form", ["to_dict", "to_pandas", "to_polars", "to_arrow"])
def test_other_libraries_receive_rules(form: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    made = bd.compose(2, kind="killer_cage", seed=1, rules="4x4")
    found = getattr(made, form)()
    assert [*read(found)["rules"]] == [*made["rules"]]
    if form == "to_pandas":
        found.to_csv(tmp_path / "a.csv", index=False)
        found.to_parquet(tmp_path / "a.parquet", index=False)
        assert read(tmp_path / "a.csv") == read(tmp_path / "a.parquet") == read(found)
    shared = bd.generate(2, seed=1, rules="x")
    assert read(getattr(shared, form)()).rules == shared.rules
    assert "rules" not in str(getattr(bd.generate(2, seed=1, rules="4x4"), form)())


def test_columns_of_rules_in_memory() -> None:
    rules = [bd.Rules(), bd.Rules("x")]
    assert [*read({"puzzle": [EASY, EASY], "rules": rules})["rules"]] == rules
    assert [*read({"puzzle": [EASY, EASY], "rules": [None, "x"]})["rules"]] == rules
    board = bd.Board(EASY, rules="x")
    assert read(board).rules == read([board]).rules == bd.Rules("x")


def test_symbols_of_rules() -> None:
    table = bd.generate(2, seed=1, rules=bd.Rules(digits=range(9)))
    assert all(set(text) <= set(".012345678") for text in table.to_dict()["puzzle"])
    np.testing.assert_array_equal(bd.solve(table.to_dict()["puzzle"][0], rules=table.rules).verdict, 1)


@pytest.mark.parametrize("name", ["polars", "pyarrow", "pandas"])
def test_other_libraries(name: str) -> None:
    library = pytest.importorskip(name)
    frame = {"polars": TABLE.to_polars, "pyarrow": TABLE.to_arrow, "pandas": TABLE.to_pandas}[name]()
    if name == "pandas":
        assert frame.index.tolist() == list(range(6))
        assert [str(frame[column].dtype) for column in ("whole", "real")] == ["object", "float64"]
        assert frame["text"].isna().tolist() == [value is None for value in VALUES["text"]]
        return
    assert (frame.to_dict(as_series=False) if name == "polars" else frame.to_pydict()) == TABLE.to_dict()
    direct = library.DataFrame(TABLE[:0]) if name == "polars" else library.table(TABLE[:0])
    assert len(direct) == 0
    back = read(frame)
    assert back.to_dict() == TABLE.to_dict()
    np.testing.assert_array_equal(back.solution, MADE.solution)


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    made = TABLE  # found by its name
    assert duckdb.sql("select puzzle, whole from made where whole = 3").fetchall() == [(texts(made.puzzle)[2], 3)]


def test_foreign_columns(tmp_path: Path) -> None:
    """Columns of Polars and of pyarrow, lists of pyarrow among them, are kept and given to both."""
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    columns = {
        "series": pl.Series([1, None, 3, 4, 5, 6]),
        "days": pl.Series([None, *range(5)]).cast(pl.Date),
        "lists": pa.chunked_array([[[1], [2, 3]], [None, [], [4], [5]]]),
    }
    table = bd.Puzzles(MADE.puzzle, columns=columns)[::-2]
    wanted = {"series": [6, 4, None], "lists": [[5], [], [2, 3]]}
    for frame in (pl.DataFrame(table).to_dict(as_series=False), pa.table(table).to_pydict(), table.to_dict()):
        assert {name: frame[name] for name in wanted} == wanted
        assert str(frame["days"][-1]) == "1970-01-01"
    for suffix in ("parquet", "jsonl", "csv", "npz"):
        assert write(tmp_path / f"a.{suffix}", table) == 3


def test_frames_of_polars_need_no_pyarrow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    with monkeypatch.context() as patch:
        for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
            patch.delitem(sys.modules, name)
        patch.setitem(sys.modules, "pyarrow", None)
        frame = TABLE.to_polars()
        source = scan(frame, batch=4)
        assert (source.format, source.puzzle, source.solution, source.total) == ("table", "puzzle", "solution", 6)
        assert [len(part) for part in source] == [4, 2]
        assert read(frame).to_dict() == TABLE.to_dict()
        assert write(tmp_path / "a.jsonl", frame) == 6
        assert bd.datasets.audit(frame).clean
        lists = pl.DataFrame({"x": MADE.puzzle.reshape(6, 81).tolist(), "id": range(6)})
        np.testing.assert_array_equal(read(lists).puzzle, MADE.puzzle)
        category = pl.DataFrame({"quizzes": texts(MADE.puzzle)}, schema={"quizzes": pl.Categorical})
        np.testing.assert_array_equal(read(category).puzzle, MADE.puzzle)
        np.testing.assert_array_equal(bd.solve(frame["puzzle"]).solution.to_list(), texts(MADE.solution))
        with pytest.raises(bd.PuzzleError, match=r"table\[1\]: r1c2"):
            read(pl.DataFrame({"puzzle": [HARD, f"8z{HARD[2:]}"]}))
        with pytest.raises(bd.FormatError, match="'a'"):
            read(pl.DataFrame({"a": [1, 2]}))
    assert [json.loads(line)["whole"] for line in (tmp_path / "a.jsonl").read_text().splitlines()] == VALUES["whole"]


@pytest.mark.parametrize("key", [True, (), (0, 1), 0.5, [0.5], None])
def test_keys_that_select_nothing(key: Any) -> None:
    with pytest.raises(TypeError, match=r"^key is"):
        bd.generate(2, seed=1)[key]
