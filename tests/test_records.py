"""Records and objects of other libraries in memory: rows of databases, dicts, streamed data sets, buffers."""

from __future__ import annotations

import array
import sqlite3
from collections import UserDict, UserList, deque
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import audit, dedupe, read, scan
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MADE = bd.generate(5, seed=3)
PUZZLES, SOLUTIONS = bd.to_text(MADE.puzzle), bd.to_text(MADE.solution)
TABLE = MADE.with_results(MADE.solution, {"level": np.arange(5)})
DICTS = [{"level": i, "puzzle": p, "solution": s} for i, (p, s) in enumerate(zip(PUZZLES, SOLUTIONS, strict=True))]


class Streamed:
    """A stand-in for an ``IterableDataset``: it can be iterated again and again, and has no length."""

    column_names = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(DICTS)


class TestRecords:
    @pytest.mark.parametrize(
        "records",
        [
            lambda: DICTS,
            lambda: tuple(DICTS),
            lambda: iter(DICTS),
            lambda: (UserDict(row) for row in DICTS),
            Streamed,
            lambda: {"level": range(5), "puzzle": PUZZLES, "solution": SOLUTIONS},
            lambda: {"puzzle": MADE.puzzle, "solution": MADE.solution, "level": np.arange(5)},
            lambda: UserDict({"puzzle": MADE.puzzle.reshape(-1, 81), "solution": SOLUTIONS, "level": range(5)}),
            lambda: [{"level": i, "puzzle": p.tolist(), "solution": s} for i, (p, s) in enumerate(MADE)],
        ],
    )
    @pytest.mark.parametrize("batch", [2, 100])
    def test_records_are_rows(self, records: Callable[[], Any], batch: int) -> None:
        with scan(records(), batch=batch) as source:
            batches = [*source]
        assert [len(rows) for rows in batches] == ([2, 2, 1] if batch == 2 else [5])
        assert read(records()) == TABLE
        assert audit(records()).stored["right"] == 5
        assert dedupe(records()).tolist() == [0, 1, 2, 3, 4]

    @pytest.mark.parametrize("board", [HARD, bd.to_array(HARD), bd.to_array(HARD).ravel().tolist()], ids=type)
    def test_a_dict_of_values_is_a_row(self, board: Any) -> None:
        rows = read({"puzzle": board, "solution": bd.solve(board).solution, "level": "hard"})
        assert rows.to_dict() == {"puzzle": [HARD], "solution": [HARD_SOLUTION], "level": ["hard"]}

    def test_other_names_need_puzzle(self) -> None:
        rows = [{"text": PUZZLES[0], "n": 1}]
        with pytest.raises(bd.FormatError, match="puzzle="):
            read(rows)
        assert read(rows, puzzle="text").to_dict() == {"puzzle": PUZZLES[:1], "n": [1]}

    def test_later_keys_that_are_missing(self) -> None:
        rows = read([{"puzzle": HARD, "a": 1}, {"puzzle": HARD, "b": "x"}])
        assert rows.to_dict() == {"puzzle": [HARD] * 2, "a": [1, None], "b": [None, "x"]}

    def test_rows_unlike_the_first_batch(self) -> None:
        rows: list[Any] = [{"puzzle": HARD}] * 3
        for other, message in (
            ({"puzzle": HARD, "level": 1}, "row 4 has the key 'level'"),
            (HARD, "row 4 is of type str; expected a dict"),
        ):
            with scan([*rows, rows[0], other], batch=3) as source, pytest.raises(bd.FormatError, match=message):
                list(source)
        with pytest.raises(bd.FormatError, match="row 1 is of type str"):
            read([{"puzzle": HARD}, HARD])
        with (
            scan([(HARD, "a")] * 3 + [(HARD, "b", 1)], batch=3) as source,
            pytest.raises(bd.FormatError, match="row 3 does not have 2 fields"),
        ):
            list(source)

    def test_lists_of_pairs_need_solution(self) -> None:
        pairs = [(p.tolist(), s.tolist()) for p, s in zip(MADE.puzzle, MADE.solution, strict=True)]
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[0\] holds a puzzle and its solution, .*solution="):
            read(pairs)
        assert read([p for p, _ in pairs], solution=[s for _, s in pairs]).to_dict()["solution"] == SOLUTIONS

    def test_text_of_lists_is_no_path(self) -> None:
        cells = bd.to_array(HARD).tolist()
        for text in (str([cells, cells]), f"board = {cells}"):
            with pytest.raises(bd.PuzzleError):
                read(text)

    def test_columns_of_other_lengths(self) -> None:
        with pytest.raises(bd.FormatError, match="'puzzle' 5, 'level' 4"):
            read({"puzzle": PUZZLES, "level": range(4)})
        with pytest.raises(bd.FormatError, match="'puzzle' 5, 'level' a single value"):
            read({"puzzle": PUZZLES, "level": "easy"})

    def test_several_data_sets_in_a_dict(self) -> None:
        with pytest.raises(TypeError, match="several data sets; expected one of them: 'train', 'test'"):
            read({"train": Streamed(), "test": Streamed()})

    def test_an_iterator_is_read_once(self) -> None:
        source = scan(iter(DICTS), batch=2)
        assert sum(map(len, source)) == 5
        with pytest.raises(ValueError, match="only once"):
            next(iter(source))
        again = scan(Streamed(), batch=2)
        assert sum(map(len, again)) == sum(map(len, again)) == 5

    def test_an_iterator_of_puzzles(self) -> None:
        assert read(iter(PUZZLES)) == read(PUZZLES)
        assert read(map(str, PUZZLES)) == read(PUZZLES)
        assert [len(rows) for rows in scan(iter(MADE.puzzle), batch=3)] == [3, 2]

    def test_malformed_records_are_named(self) -> None:
        with pytest.raises(bd.PuzzleError, match=r"\[1\].*80 cells"):
            read([{"puzzle": HARD}, {"puzzle": HARD[1:]}])
        assert len(read([{"puzzle": HARD}, {"puzzle": None}], malformed="drop")) == 1

    def test_functions_of_puzzles_name_the_way_out(self) -> None:
        several: list[Any] = [DICTS, [(1, HARD, HARD_SOLUTION)], [(HARD, HARD_SOLUTION)], [(HARD,)]]
        for rows in several:
            with pytest.raises(TypeError, match=r"pass one field of each row, or .*bd\.datasets\.read"):
                bd.verdict(rows)


class TestTuples:
    def test_rows_of_a_database(self) -> None:
        base = sqlite3.connect(":memory:")
        try:
            base.execute("create table t (id int, question text, answer text, level text)")
            values = [(i, p, s, "hard") for i, (p, s) in enumerate(zip(PUZZLES, SOLUTIONS, strict=True))]
            base.executemany("insert into t values (?, ?, ?, ?)", values)
            for order in ("id, question, answer, level", "id, answer, question, level"):
                cursor = base.execute(f"select {order} from t")
                rows = read(cursor.fetchall())
                assert rows.to_dict()["puzzle"] == PUZZLES
                assert rows.to_dict()["solution"] == SOLUTIONS
                assert (rows["column0"].tolist(), rows["column3"].tolist()) == ([0, 1, 2, 3, 4], ["hard"] * 5)
            assert read(base.execute("select question from t").fetchall()).to_dict() == {"puzzle": PUZZLES}
            # A cursor is an iterator.
            assert len(read(base.execute("select question, answer from t"))) == 5
        finally:
            base.close()

    def test_a_field_is_named_by_its_number(self) -> None:
        rows = read([(HARD, "a", HARD_SOLUTION, HARD)], puzzle="column3", solution="column2")
        assert rows.to_dict() == {"puzzle": [HARD], "solution": [HARD_SOLUTION], "column0": [HARD], "column1": ["a"]}
        with pytest.raises(bd.FormatError, match=r"'column0', 'column3' may be .*puzzle="):
            read([(HARD, "a", HARD_SOLUTION, HARD)])
        with pytest.raises(bd.FormatError, match=r"'column0', 'column1' may be .*puzzle="):
            read([(HARD, EASY), (EASY, HARD)])

    def test_tuples_of_other_lengths(self) -> None:
        with pytest.raises(bd.FormatError, match="row 1 does not have 2 fields"):
            read([(HARD, 1), (HARD,)])

    def test_rows_of_boards_are_not_records(self) -> None:
        texts = [HARD[i : i + 9] for i in range(0, 81, 9)]
        assert read([texts, texts], side=9).puzzle.shape == (2, 9, 9)
        sixteen = ["1" + "." * 15] * 16
        assert read([sixteen] * 2, side=16).side == 16


class TestBuffers:
    @pytest.mark.parametrize(
        "data",
        [
            array.array("B", MADE.puzzle[0].ravel().tolist()),
            array.array("i", MADE.puzzle[0].ravel().tolist()),
            memoryview(MADE.puzzle[0].tobytes()),
            memoryview(MADE.puzzle[0]),
            memoryview(PUZZLES[0].encode()),
            deque(MADE.puzzle[0].ravel().tolist()),
        ],
    )
    def test_one(self, data: Any) -> None:
        assert bd.verdict(data) == bd.Verdict.UNIQUE
        np.testing.assert_array_equal(bd.to_array(data).reshape(9, 9), MADE.puzzle[0])
        np.testing.assert_array_equal(read(data).puzzle, MADE.puzzle[:1])

    def test_sequences_are_lists(self) -> None:
        for data in (UserList(PUZZLES), deque(PUZZLES)):
            assert bd.solve(data).solution == SOLUTIONS
            assert len(read(data)) == 5

    def test_files_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(HARD)
        with (tmp_path / "a.txt").open() as file, pytest.raises(TypeError, match="the name of a file"):
            read(file)


class TestCharacters:
    @pytest.mark.parametrize("kind", ["S1", "U1", object])
    @pytest.mark.parametrize("shape", [(81,), (9, 9), (2, 9, 9), (2, 81)], ids=str)
    def test_arrays_of_characters(self, kind: Any, shape: tuple[int, ...]) -> None:
        board = np.array([*HARD], "S1" if kind == "S1" else "U1").astype(kind)
        cells = np.broadcast_to(board.reshape(shape[-2:] if shape[-1] == 9 else 81), shape).copy()
        solution = bd.solve(cells).solution
        assert (solution.shape, solution.dtype.kind) == (shape, "S" if kind == "S1" else "U")
        np.testing.assert_array_equal(solution.astype("U1").ravel(), [*HARD_SOLUTION] * (cells.size // 81))
        assert len(read(cells)) == cells.size // 81


class TestOneHot:
    HOT = np.eye(10, dtype=np.uint8)[MADE.puzzle][..., 1:]

    @pytest.mark.parametrize("dtype", [np.uint8, float])
    @pytest.mark.parametrize("boards", [HOT, HOT[0], HOT.reshape(-1, 81, 9), HOT[0].reshape(81, 9)])
    def test_digits_are_asked_for(self, boards: Any, dtype: Any) -> None:
        for call in (bd.verdict, read, dedupe, audit):
            with pytest.raises(bd.PuzzleError, match="argmax"):
                call(boards.astype(dtype))

    def test_the_hint_is_right(self) -> None:
        puzzles = self.HOT
        np.testing.assert_array_equal(np.where(puzzles.any(-1), puzzles.argmax(-1) + 1, 0), MADE.puzzle)

    def test_boards_with_three_leading_axes_are_boards(self) -> None:
        boards = np.zeros((2, 9, 9, 9), np.uint8)
        assert bd.verdict(boards).shape == (2, 9)
        boards[0, 3, 4, 4] = 1
        assert bd.verdict(boards).shape == (2, 9)


class TestNulls:
    @pytest.mark.parametrize(
        "board",
        [np.full((9, 9), np.nan), np.full(81, np.nan, np.float16), [[None] * 9] * 9, [None] * 81, [float("nan")] * 81],
        ids=type,
    )
    def test_a_board_of_nulls_is_malformed(self, board: Any) -> None:
        for call in (bd.verdict, bd.solve, read, dedupe):
            with pytest.raises(bd.PuzzleError, match="every cell is null"):
                call(board)
        assert bd.verdict(board, malformed="mark") == bd.Verdict.MALFORMED

    def test_among_others(self) -> None:
        boards = MADE.puzzle.astype(float)
        boards[2] = np.nan
        boards[1][boards[1] == 0] = np.nan
        for some in (boards, [[*map(list, board)] for board in boards]):
            with pytest.raises(bd.PuzzleError, match=r"\[2\]: every cell is null"):
                bd.verdict(some)
            assert bd.verdict(some, malformed="mark").tolist() == [1, 1, 255, 1, 1]
        assert dedupe(boards, malformed="drop").tolist() == [0, 1, 3, 4]

    def test_columns(self) -> None:
        pa = pytest.importorskip("pyarrow")
        column = pa.array([[0] * 81, [None] * 81, [None] * 80 + [1]])
        assert bd.verdict(column, malformed="mark").tolist() == [2, 255, 2]

    def test_an_answer_without_digits_is_incomplete(self) -> None:
        checked = bd.check(HARD, np.full((9, 9), np.nan))
        assert not checked.complete
        assert not checked.correct


class TestNestedColumns:
    @pytest.mark.parametrize("library", ["pyarrow", "polars"])
    @pytest.mark.parametrize("fixed", [False, True])
    def test_lists_of_lists(self, library: str, fixed: bool) -> None:
        boards = MADE.puzzle.tolist()
        if library == "pyarrow":
            pa = pytest.importorskip("pyarrow")
            kind = pa.list_(pa.list_(pa.uint8(), 9), 9) if fixed else pa.large_list(pa.list_(pa.int64()))
            column = pa.array([None, *boards], kind)[1:]
        else:
            pl = pytest.importorskip("polars")
            kind = pl.Array(pl.UInt8, (9, 9)) if fixed else pl.List(pl.List(pl.Int64))
            column = pl.Series("p", boards, dtype=kind)
        np.testing.assert_array_equal(bd.to_array(column), MADE.puzzle.reshape(-1, 81))
        solution = bd.solve(column).solution
        assert (
            solution.to_list()
            if library == "polars"
            else solution.to_pylist() == MADE.solution.reshape(-1, 81).tolist()
        )
        assert read(column) == read(MADE.puzzle)

    def test_rows_of_other_lengths(self) -> None:
        pa = pytest.importorskip("pyarrow")
        board = MADE.puzzle[0].tolist()
        column = pa.array([board, [*board[:-2], [0] * 8, [0] * 10], [*board[:-1], None], None, [], board[1:]])
        assert bd.verdict(column, malformed="mark").tolist() == [1, 255, 255, 255, 255, 255]
        with pytest.raises(bd.PuzzleError, match=r"\[1\]: rows of different lengths; expected 9 of 9"):
            bd.verdict(column)


class TestOtherLibraries:
    def test_a_frame_of_square_arrays(self) -> None:
        pd = pytest.importorskip("pandas")
        frame = pd.DataFrame({"puzzle": PUZZLES, "solution": [*MADE.solution]})
        assert read(frame) == MADE

    def test_objects_with_an_array(self) -> None:
        class DataArray:  # of xarray
            def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
                return MADE.puzzle

        assert bd.verdict(DataArray()).tolist() == [1] * 5
        assert read(DataArray()) == read(MADE.puzzle)

    def test_lazy_frames(self) -> None:
        pl = pytest.importorskip("polars")
        with pytest.raises(TypeError, match=r"collect it first, with puzzles\.collect\(\)"):
            read(pl.DataFrame({"puzzle": PUZZLES}).lazy())

    def test_data_sets_of_hugging_face(self) -> None:
        datasets = pytest.importorskip("datasets")
        data = datasets.Dataset.from_dict({"puzzle": PUZZLES, "solution": SOLUTIONS, "level": [*range(5)]})
        assert bd.verdict(data["puzzle"]).tolist() == [1] * 5
        for column in (data["puzzle"], data.to_iterable_dataset()["puzzle"]):
            assert read(column) == read(PUZZLES)
        assert read(data[:2]) == TABLE[:2]
        for records in (data, data[:], data.to_iterable_dataset()):
            assert read(records) == TABLE
        with pytest.raises(TypeError, match=r"pass one of its columns, puzzles\['name'\]"):
            bd.verdict(data)
        for parts in (datasets.DatasetDict(train=data), datasets.IterableDatasetDict(train=data.to_iterable_dataset())):
            with pytest.raises(TypeError, match=r"several data sets.*'train'"):
                read(parts)


class TestTexts:
    @pytest.mark.parametrize("text", [HARD[1:], HARD + ".", HARD[:16] + "0", "." * 80, HARD.encode()[1:]])
    def test_a_puzzle_with_a_fault_is_not_a_path(self, text: Any) -> None:
        for call in (read, dedupe):
            with pytest.raises(bd.PuzzleError, match=r"cells; expected 81"):
                call(text)
        assert audit(text).faults == {"malformed": 1}

    @pytest.mark.parametrize(
        "path", ["puzzles", "2024-11-29.csv", "train-00000-of-00001", HARD + ".txt", "data/" + HARD]
    )
    def test_a_name_is_a_path(self, path: str) -> None:
        with pytest.raises(FileNotFoundError):
            read(path)
