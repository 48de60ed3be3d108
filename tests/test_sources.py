"""Every function of data sets takes puzzles in every form: files, tables, sources, rows, arrays, texts."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import audit, convert, dedupe, leaks, read, scan, split, write
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

MADE = bd.generate(20, seed=1)
#: Five of the puzzles come again, five in another form.
PUZZLES = np.concatenate([MADE.puzzle, MADE.puzzle[:5], bd.shuffle(MADE.puzzle[5:10], seed=2)])
TEXTS = bd.to_text(PUZZLES)
FORMS = ("str", "Path", "Source", "Rows", "table", "pandas", "polars", "array", "texts", "Arrow column")


@pytest.fixture
def form(tmp_path: Path) -> Callable[[str, list[str]], Any]:
    def form(name: str, texts: list[str]) -> Any:
        file = tmp_path / f"{len(texts)}.csv"
        file.write_text("\n".join(["id,puzzle", *(f"{i},{text}" for i, text in enumerate(texts)), ""]))
        if name in ("pandas", "polars"):
            return pytest.importorskip(name).DataFrame({"id": range(len(texts)), "puzzle": texts})
        forms: dict[str, Callable[[], Any]] = {
            "str": lambda: str(file),
            "Path": lambda: file,
            "Source": lambda: scan(file, batch=7),
            "Rows": lambda: read(file),
            "table": lambda: pa.table({"id": range(len(texts)), "puzzle": texts}),
            "array": lambda: bd.datasets.encodings.digits(texts),
            "texts": lambda: texts,
            "Arrow column": lambda: pa.array(texts),
        }
        return forms[name]()

    return form


@pytest.mark.parametrize("name", FORMS)
def test_all_forms(name: str, form: Callable[[str, list[str]], Any], tmp_path: Path) -> None:
    assert dedupe(form(name, TEXTS)).tolist() == list(range(20)) + list(range(25, 30))
    assert dedupe(form(name, TEXTS), by="class").tolist() == list(range(20))
    parts = split(form(name, TEXTS), {"train": 0.5, "test": 0.5}, seed=3)
    wanted = split(PUZZLES, {"train": 0.5, "test": 0.5}, seed=3)
    for part in ("train", "test"):
        np.testing.assert_array_equal(parts[part], wanted[part])
    found = leaks(form(name, TEXTS[:20]), form(name, TEXTS[20:]))
    assert (found.test.tolist(), found.train.tolist()) == (list(range(10)), list(range(10)))
    report = audit(form(name, TEXTS[20:]), against=form(name, TEXTS[:20]))
    assert report.faults == {"leak": 10}
    for written in (
        write(tmp_path / "a.csv", form(name, TEXTS)),
        convert(form(name, TEXTS), tmp_path / "a.csv"),
    ):
        assert written == 30
        rows = read(tmp_path / "a.csv")
        np.testing.assert_array_equal(rows.puzzle, PUZZLES)
        assert [*{*rows.columns} - {"puzzle", "solution"}] == ["id"] * (name not in ("array", "texts", "Arrow column"))


def test_puzzles_with_their_solutions(tmp_path: Path) -> None:
    for options in ({"source": MADE}, {"source": MADE.puzzle, "solution": MADE.solution}):
        assert audit(**options).stored["right"] == 20
        assert convert(target=tmp_path / "a.csv", **options) == 20
        np.testing.assert_array_equal(read(tmp_path / "a.csv").solution, MADE.solution)
    assert write(tmp_path / "a.csv", MADE.puzzle, MADE.solution) == write(tmp_path / "b.csv", MADE) == 20
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert dedupe(MADE).tolist() == [*range(20)]
    assert leaks(MADE, MADE.solution).clean
    for puzzles, solutions in ((HARD, HARD_SOLUTION), ([HARD], [HARD_SOLUTION]), ([HARD], pa.array([HARD_SOLUTION]))):
        assert audit(puzzles, solution=solutions).stored["right"] == 1
        assert read(puzzles, solution="").solution is None
    with pytest.raises(ValueError, match="19 solutions"):
        read(MADE.puzzle, solution=MADE.solution[1:])
    with pytest.raises(ValueError, match="1 solutions"):
        read([HARD, EASY], solution=[HARD_SOLUTION])
    with pytest.raises(bd.PuzzleError, match=r"solutions.*9, 9"):
        read(MADE.puzzle, solution=np.ones((20, 4, 4), int))


def test_a_tuple_is_a_list_of_puzzles() -> None:
    pair = (MADE.puzzle, MADE.puzzle[::-1])
    assert len(read(pair)) == bd.verdict(pair).size == 40
    assert dedupe(pair).tolist() == [*range(20)]
    assert dedupe((EASY, HARD)).tolist() == [0, 1]


@pytest.mark.parametrize("pair", [tuple, list], ids=str)
@pytest.mark.parametrize(
    "made",
    [MADE, MADE[0], bd.generate(300, seed=1, rules="4x4"), bd.Puzzles(MADE.puzzle.reshape(-1, 81), MADE.solution)],
)
def test_solutions_are_not_puzzles(made: Any, pair: Callable[[Any], Any]) -> None:
    given = pair([made.puzzle, made.solution])
    calls: list[Callable[[Any], Any]] = [
        audit,
        dedupe,
        lambda pair: split(pair, [1.0], seed=1),
        lambda pair: leaks(made.puzzle, pair),
        lambda pair: leaks(pair, made.puzzle),
        lambda pair: audit(made.puzzle, against=pair),
    ]
    for call in calls:
        with pytest.raises(bd.PuzzleError, match=r"\[1\] completes .*solution="):
            call(given)
    # Neither complete grids nor other solutions are meant.
    assert audit(pair([made.solution, made.solution])).faults


def test_solutions_in_text_are_not_puzzles() -> None:
    with pytest.raises(bd.PuzzleError, match="solution="):
        audit((HARD, HARD_SOLUTION))
    with pytest.raises(bd.PuzzleError, match="solution="):
        dedupe([bd.to_text(MADE.puzzle), bd.to_text(MADE.solution)])


def test_a_string_is_a_path_unless_it_is_a_board(tmp_path: Path) -> None:
    grid = "\n".join(HARD[i : i + 9] for i in range(0, 81, 9))
    calls: list[Callable[[Any], Any]] = [
        dedupe,
        audit,
        read,
        scan,
        lambda text: write(tmp_path / "b.txt", text),
        lambda text: convert(text, tmp_path / "b.txt"),
        lambda text: split(text, [1.0], seed=1),
        lambda text: leaks(text, text),
    ]
    assert (read("1...341221434321").side, read("12.4" * 16).side) == (4, 4)
    for call in calls:
        for text in (HARD, grid, HARD.encode()):
            call(text)
        for missing in ("gone.txt", tmp_path / "gone.txt", b"gone.txt"):
            with pytest.raises(FileNotFoundError, match=r"gone\.txt"):
                call(missing)


def test_a_square_array_is_one_board(tmp_path: Path) -> None:
    for side in (9, 16, 25):
        board = np.zeros((side, side), np.uint8)
        np.save(tmp_path / "a.npy", board)
        for source in (board, board.astype(float), board.tolist(), tmp_path / "a.npy"):
            assert read(source).puzzle.shape == (1, side, side)
    assert read(np.zeros((16, 16), int), side=4).puzzle.shape == (16, 4, 4)
    assert read(np.zeros((81, 81), int)).puzzle.shape == (81, 9, 9)


def test_solutions_that_are_not_wanted() -> None:
    """Nor are malformed ones, whatever has them."""
    given = MADE.solution[:3].copy()
    given[1, 0, 0] = 77
    puzzles = MADE.puzzle[:3]
    rows = read(puzzles, solution=given, malformed="mark")
    table = pa.table({"puzzle": list(puzzles.reshape(3, 81)), "solution": list(given.reshape(3, 81))})
    for options in (
        {"source": puzzles, "solution": given},
        {"source": rows},
        {"source": [rows, rows[[]]]},
        {"source": table},
    ):
        opened = scan(**options, solutions=False)
        (found,) = opened
        assert opened.solution_dtype is None
        assert found.solution is None
        assert not found.malformed.any()
        assert not found._faults
        np.testing.assert_array_equal(found.puzzle, puzzles)
    broken = np.zeros((1, 9, 9), int) + 77
    marked = scan(read(broken, solution=given[:1], malformed="mark"), solutions=False, malformed="mark")
    assert [found.malformed.tolist() for found in marked] == [[True]]


@pytest.mark.parametrize("name", ["memory", "table"])
def test_files_called_like_other_sources(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(HARD.replace(".", "0"))
    assert read(name).blank == "0"
    (tmp_path / name).write_bytes(b"ARROW1\0\0garbage")
    with pytest.raises(bd.FormatError, match=f"{name}"):
        read(name)


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_malformed_rows_are_kept_if_asked_for(name: str, tmp_path: Path) -> None:
    """Formats of text with columns hold what the file had, formats of digits do not."""
    source = tmp_path / "in.csv"
    source.write_text(f"id,puzzle\n1,{HARD}\n2,{HARD[:-1]}\n3,{EASY}\n")
    with pytest.raises(bd.PuzzleError, match=r"in\.csv:3"):
        convert(source, tmp_path / name)
    with pytest.raises(bd.PuzzleError, match=r"in\.csv:3"):
        write(tmp_path / name, source)
    assert not (tmp_path / name).exists()
    assert convert(source, tmp_path / name, malformed="drop") == 2
    assert read(tmp_path / name).to_dict()["id"] == ["1", "3"]
    assert convert(source, tmp_path / name, malformed="mark") == 3
    assert read(tmp_path / name, malformed="mark").malformed.tolist() == [False, True, False]
    assert scan(tmp_path / name, malformed="mark").dtype == "text"
    with pytest.raises(bd.PuzzleError, match=r":[23]|\[1\]"):
        read(tmp_path / name)
    for digits in ("b.npy", "b.npz", "b.sdk"):
        with pytest.raises(bd.PuzzleError, match=r"in\.csv:3"):
            convert(source, tmp_path / digits, malformed="mark")


def test_a_source_is_pickled_as_its_path(
    form: Callable[[str, list[str]], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in FORMS:
        source = scan(form(name, TEXTS), batch=7, malformed="mark")
        again = pickle.loads(pickle.dumps(source))
        assert [len(rows) for rows in again] == [len(rows) for rows in source]
        np.testing.assert_array_equal(read(again).puzzle, read(source).puzzle)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{EASY}\n".encode())))
    with pytest.raises(TypeError, match="stdin"):
        pickle.dumps(scan("-"))


def test_nan_is_empty_wherever_it_comes_from(tmp_path: Path) -> None:
    values = [1.5, float("nan")]
    pq.write_table(pa.table({"puzzle": [HARD, EASY], "x": pa.array(values, from_pandas=False)}), tmp_path / "a.parquet")
    write(tmp_path / "b.csv", [HARD, EASY], columns={"x": np.array(values)})
    write(tmp_path / "c.csv", [HARD, EASY], columns={"x": values})
    assert read(tmp_path / "a.parquet").to_dict()["x"] == [1.5, None]
    for name in ("a.parquet", "b.csv", "c.csv"):
        convert(tmp_path / name, tmp_path / "d.csv")
        assert (tmp_path / "d.csv").read_text() == f"puzzle,x\n{HARD},1.5\n{EASY},\n"


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_pencil_marks_in_tables(suffix: str, tmp_path: Path) -> None:
    write(tmp_path / "a.pencilmarks", [HARD, EASY])
    text = (tmp_path / "a.pencilmarks").read_text()
    rows = read(tmp_path / "a.pencilmarks")
    write(tmp_path / "b.pm", rows)
    assert (tmp_path / "b.pm").read_text() == text
    # One malformed row is kept as it is.
    odd = tmp_path / "odd.pm"
    odd.write_text(text.splitlines()[0] + "\n" + "3" * 729 + "\n" + text.splitlines()[1] + "\n")
    assert convert(odd, tmp_path / f"a.{suffix}", malformed="mark") == 3
    table = read(tmp_path / f"a.{suffix}", malformed="mark")
    assert table.malformed.tolist() == [False, True, False]
    assert table.candidates is not None
    assert (table.candidates[[0, 2]] == rows.candidates).all()
    assert (table.puzzle[[0, 2]] == rows.puzzle).all()
    with pytest.raises(bd.PuzzleError, match=r"r1c1"):
        read(tmp_path / f"a.{suffix}")
    assert (bd.solve(read(tmp_path / f"a.{suffix}", malformed="drop")).verdict == 1).all()
    with pytest.raises(bd.FormatError, match="candidates"):
        convert(tmp_path / "a.pencilmarks", tmp_path / f"b.{suffix}", lists=True)


def test_arguments_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "plan.csv").write_text("puzzle\n")
    calls: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: scan(""), bd.FormatError, "path"),
        (lambda: scan(HARD, batch=0), ValueError, "batch"),
        (lambda: scan(HARD, batch=1 << 64), ValueError, "batch"),
        (lambda: bd.datasets.build(tmp_path / "a", tmp_path / "plan.csv"), bd.PlanError, r"plan\.csv"),
        (lambda: bd.datasets.build(tmp_path / "a", tmp_path), bd.PlanError, "folder"),
    ]
    for call, error, word in calls:
        with pytest.raises(error, match=word):
            call()


@pytest.mark.parametrize("format", ["txt", "sdk", "sdx", "pencilmarks", "hodoku", "csv", "jsonl"])
def test_endless_lines_are_errors(format: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(17 << 20))
    with pytest.raises(bd.FormatError, match=r"a\b.* more than"):
        read(tmp_path / "a", format=format)
