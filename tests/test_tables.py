"""Tables in memory as data sets: DataFrames, Tables of pyarrow, Datasets of Hugging Face."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd

if TYPE_CHECKING:
    from pathlib import Path

pyarrow = pytest.importorskip("pyarrow")

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = "." + HARD[1:]
SOLVED = bd.solve(HARD).solution
WRONG = SOLVED[1] + SOLVED[0] + SOLVED[2:]
TEXTS: dict[str, list[Any]] = {
    "id": ["007", "8", None],
    "puzzle": [HARD, SEVERAL, HARD],
    "solution": [SOLVED, SOLVED, WRONG],
    "level": [3, 2**60, None],
}
LISTS: dict[str, list[Any]] = {
    "inputs": [[int(c) for c in text.replace(".", "0")] for text in TEXTS["puzzle"]],
    "labels": [[int(c) for c in text] for text in TEXTS["solution"]],
}


def tables(columns: dict[str, Any]) -> list[Any]:
    """The same columns in every kind of table that is installed."""
    found = [pyarrow.table(columns), pyarrow.record_batch(columns)]
    for name in ("polars", "pandas", "datasets"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if name == "datasets":
            whole = module.Dataset.from_dict(columns)
            found += [whole, module.concatenate_datasets([whole, whole]).select([3, 1, 5])]
        else:
            found.append(module.DataFrame(columns))
    return found


@pytest.mark.parametrize("table", tables(TEXTS), ids=lambda table: type(table).__module__)
def test_texts(table: Any, tmp_path: Path) -> None:
    source = bd.datasets.scan(table, batch=2)
    assert (source.format, source.puzzle, source.solution, source.total, source.side, source.dtype) == (
        *("table", "puzzle", "solution"),
        *(3, 9, "text"),
    )
    for _ in range(2):  # anew each time
        batches = list(source)
        assert sum(map(len, batches)) == 3
    rows: Any = bd.datasets.read(table)
    assert rows.puzzle.reshape(3, 81).tolist() == LISTS["inputs"]
    assert rows.solution.reshape(3, 81).tolist() == LISTS["labels"]
    assert rows.to_dict()["id"] == TEXTS["id"]
    assert bd.datasets.write(tmp_path / "a.jsonl", table) == 3
    written = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [row["puzzle"] for row in written] == TEXTS["puzzle"]
    assert [row["solution"] for row in written] == TEXTS["solution"]
    assert [row["id"] for row in written] == TEXTS["id"]
    if type(table).__module__ != "pandas":  # which has no whole numbers with nulls
        assert [row["level"] for row in written] == TEXTS["level"]
    report = bd.datasets.audit(table)
    faults = ["several solutions", "wrong solution", "solution not the only one", "duplicate", "repeated class"]
    assert (report.rows, report.faults) == (3, dict.fromkeys(faults, 1))
    assert str(report.findings["wrong solution"][0]).startswith("table[2]: ")


def test_invalid_tables(tmp_path: Path) -> None:
    table = pyarrow.table({"a": [1, 2]})
    with pytest.raises(bd.FormatError, match="table"):
        bd.datasets.scan(table)
    with pytest.raises(bd.PuzzleError) as caught:
        bd.datasets.read(pyarrow.table({"puzzle": [HARD, f"8z{HARD[2:]}"]}))
    assert caught.value.cell == (0, 1)
    with pytest.raises(TypeError, match=r"^columns cannot"):
        bd.datasets.write(tmp_path / "a.csv", pyarrow.table(TEXTS), columns={"b": [1, 2, 3]})
    pandas = pytest.importorskip("pandas")
    with pytest.raises(bd.FormatError, match="table: "):
        bd.datasets.read(pandas.DataFrame({"puzzle": [HARD, 3, [4]]}))


def test_lists_of_other_lengths() -> None:
    board = [[*row] for row in np.array(LISTS["inputs"][0]).reshape(9, 9).tolist()]
    ragged = [*board[:3], [*board[3], 0], board[4][1:], *board[5:]]
    for wrong in (ragged, [*board[:8], None], [], board[:8]):
        table = pyarrow.table({"puzzle": [board, board, board, wrong, board], "id": range(5)})
        with pytest.raises(bd.PuzzleError, match=r"table\[3\]"):
            bd.datasets.read(table)
        rows = bd.datasets.read(table, malformed="drop")
        assert rows.to_dict()["id"] == [0, 1, 2, 4]
        assert (rows.puzzle == board).all()


@pytest.mark.parametrize("shape", [(9, 9), (81, 1), (3, 27), (27, 3), (1, 81), (1, 9, 9)])
def test_nested_lists(shape: tuple[int, ...]) -> None:
    boards = np.array(LISTS["inputs"]).reshape(3, *shape).tolist()
    table = pyarrow.table({"puzzle": [*boards, boards[0] * 2, []], "id": range(5)})
    rows = bd.datasets.read(table, malformed="mark", side=9)
    assert rows.malformed.tolist() == [False] * 3 + [True] * 2
    assert rows.puzzle[:3].reshape(3, 81).tolist() == LISTS["inputs"]
    assert len(bd.datasets.read(table, malformed="drop", side=9)) == 3


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view", "binary(81)"])
def test_bytes(kind: str) -> None:
    boards = pyarrow.array([text.encode() for text in TEXTS["puzzle"]])
    table = pyarrow.table({"puzzle": boards.cast(pyarrow.binary(81) if "(" in kind else getattr(pyarrow, kind)())})
    assert bd.datasets.read(table).puzzle.reshape(3, 81).tolist() == LISTS["inputs"]


def test_views_of_texts(tmp_path: Path) -> None:
    """Polars hands over and writes texts as views, of which pyarrow cannot take rows."""
    view, names = pyarrow.string_view(), ("text", "list", "large", "fixed", "struct", "map", "bytes", "category")
    values: dict[str, Any] = {
        "text": pyarrow.array(["a", None, "c"], view),
        "list": pyarrow.array([["x"], None, []], pyarrow.list_(view)),
        "large": pyarrow.array([["x"], None, []], pyarrow.large_list(view)),
        "fixed": pyarrow.array([["x", "y"], None, ["", "z"]], pyarrow.list_(view, 2)),
        "map": pyarrow.array([[("k", "v")], None, []], pyarrow.map_(view, view)),
        "struct": pyarrow.array([{"q": "z"}, None, {"q": None}], pyarrow.struct([("q", view)])),
        "bytes": pyarrow.array([b"a", None, b"c"], pyarrow.binary_view()),
        "category": pyarrow.DictionaryArray.from_arrays([0, None, 1], pyarrow.array(["u", "v"], view)),
    }
    table = pyarrow.table({"puzzle": pyarrow.array([HARD, "x", SEVERAL], view), **values})
    with pyarrow.OSFile(str(tmp_path / "a.arrow"), "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    for source in (table, tmp_path / "a.arrow"):
        rows = bd.datasets.read(source, malformed="drop")
        assert {name: rows.to_dict()[name] for name in names} == {name: values[name].to_pylist()[::2] for name in names}
        for suffix in ("parquet", "arrow", "csv", "jsonl"):
            assert bd.datasets.convert(source, tmp_path / f"b.{suffix}", malformed="drop") == 2


def test_texts_of_several_types_are_joined(tmp_path: Path) -> None:
    texts = pyarrow.array(["1", "2", None])
    kinds = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
    columns = [*map(texts.cast, kinds), texts.dictionary_encode()]
    for first in columns:
        for second in columns[:-1]:
            rows = [bd.datasets.read(pyarrow.table({"puzzle": TEXTS["puzzle"], "tag": tag})) for tag in (first, second)]
            for suffix in ("parquet", "arrow"):
                bd.datasets.write(tmp_path / f"a.{suffix}", rows)
                assert bd.datasets.read(tmp_path / f"a.{suffix}").to_dict()["tag"] == texts.to_pylist() * 2


def test_data_sets_of_several_parts() -> None:
    datasets = pytest.importorskip("datasets")
    parts = datasets.DatasetDict(train=datasets.Dataset.from_dict(TEXTS), test=datasets.Dataset.from_dict(TEXTS))
    with pytest.raises(TypeError, match="table"):
        bd.datasets.read(parts)


def test_batches_without_rows_before_others(tmp_path: Path) -> None:
    marks = pyarrow.record_batch({"puzzle": ["1........" + "123456789" * 80]})
    small = pyarrow.record_batch({"puzzle": ["1234" + "." * 12]})
    for batch, shape in ((marks, (1, 9, 9)), (small, (1, 4, 4))):
        table = pyarrow.Table.from_batches([batch[:0], batch[:0], batch])
        with pyarrow.ipc.new_file(tmp_path / "a.arrow", batch.schema) as file:
            file.write_table(table)
        for source in (table, tmp_path / "a.arrow"):
            rows = bd.datasets.read(source)
            assert (rows.puzzle.shape, rows.candidates is not None) == (shape, batch is marks)


def test_an_index_is_not_a_column() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(bd.FormatError, match="'w'"):
        bd.datasets.read(pandas.DataFrame([[HARD, 1, 2]], columns=["puzzle", "w", "w"]))
    with pytest.raises(bd.FormatError, match="name 0"):
        bd.datasets.read(pandas.DataFrame(np.zeros((2, 81), int), columns=np.zeros(81, int)))
    frame = pandas.DataFrame({"puzzle": [HARD, SEVERAL, HARD], "clues": [21, 20, 21]})
    for some in (frame[frame["clues"] == 21], frame.iloc[[2, 0, 1]]):  # pandas sees steps in the first
        rows = bd.datasets.read(some)
        assert (len(rows), rows.columns) == (len(some), ["puzzle", "clues"])
