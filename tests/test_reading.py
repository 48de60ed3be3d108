"""Reading data sets: files written by hand, one of each format, and files with faults."""

from __future__ import annotations

import gzip
import json
import lzma
import re
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import FormatError
from bitdoku.datasets import scan
from puzzles import EASY, EMPTY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Solutions and candidates may be None.
read: Any = bd.datasets.read

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
feather = pytest.importorskip("pyarrow.feather")


def digits(text: str) -> list[int]:
    return [0 if character == "." else int(character) for character in text]


TWO = np.array([digits(HARD), digits(EASY)]).reshape(2, 9, 9)
SOLVED = np.array([digits(HARD_SOLUTION), digits(bd.solve(EASY).solution)]).reshape(2, 9, 9)


SDK = """\
#ARuud
#DA random puzzle
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
SDK_PUZZLE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
SS = """\
*-----------*
|2..|1.5|..3|
|.54|...|71.|
|.1.|2.3|.8.|
|---+---+---|
|6.2|8.7|3.4|
|...|...|...|
|1.5|3.9|8.6|
|---+---+---|
|.2.|7.1|.6.|
|.81|...|24.|
|7..|4.2|..1|
*-----------*
"""
SDX = """\
2 679 679 1 4789 5 u4 79 3
389 5 4 69 69 68 7 1 29
79 1 679 2 4679 3 469 8 59
6 9 2 8 1 7 3 59 4
3489 3479 3789 56 2456 46 159 2579 2579
1 47 5 3 24 9 8 27 6
3459 2 39 7 3589 1 59 6 589
359 8 1 569 3569 6 2 4 579
7 369 369 4 35689 2 59 359 1
"""


def test_lines(put: Any) -> None:
    text = f"\ufeff# two puzzles\n\n{HARD}\r\n{EASY.replace('.', '0')}  # easy\n"
    rows = read(put("a.txt", text))
    np.testing.assert_array_equal(rows.puzzle, TWO)
    assert (rows.puzzle.dtype, rows.solution, rows.malformed.any(), rows.side) == (np.uint8, None, False, 9)
    assert rows.place(1).endswith("a.txt:4")
    # An incomplete board after the first is no solution, and not left out.
    for sign in "\t,; ":
        with pytest.raises(bd.PuzzleError, match="second board"):
            read(put("a.sdm", f"{HARD}{sign}{EASY}\n"))


def test_lines_in_batches(put: Any) -> None:
    file = put("a.txt", f"{HARD}\n{EASY}\n" * 500 + f"{HARD[:-1]}7\n")
    batches = list(scan(file, batch=100))
    assert len(batches) > 5
    np.testing.assert_array_equal(np.concatenate([rows.puzzle for rows in batches])[:1000], np.tile(TWO, (500, 1, 1)))
    assert batches[1].place(0).endswith(f":{len(batches[0]) + 1}")
    assert read(file).puzzle[-1, -1, -1] == 7


def test_boards(put: Any) -> None:
    expected = np.array([digits(SDK_PUZZLE)]).reshape(1, 9, 9)
    sdk = read(put("a.sdk", SDK))
    np.testing.assert_array_equal(sdk.puzzle, expected)
    assert [sdk[name][0] for name in ("author", "description", "level")] == ["Ruud", "A random puzzle", None]
    np.testing.assert_array_equal(read(put("a.ss", SS)).puzzle, expected)
    # By their content alone, and several in one file.
    np.testing.assert_array_equal(read(put("b", SDK)).puzzle, expected)
    np.testing.assert_array_equal(read(put("c", SS + "\n" + SS)).puzzle, expected[[0, 0]])
    np.testing.assert_array_equal(read(put("d.sdk", "[Puzzle]\n" + SDK + "[State]\n" + SDK)).puzzle, expected)


def test_files_of_candidates(put: Any) -> None:
    rows = read(put("a.sdx", SDX))
    assert rows.puzzle.shape == (1, 9, 9)
    assert rows.puzzle[0, 0].tolist() == [2, 0, 0, 1, 0, 5, 0, 0, 3]
    assert rows.candidates.shape == (1, 9, 9)
    masks = [1 << 1, 0b101100000, 0b101100000, 1, 0b111001000, 1 << 4, 1 << 3]
    assert rows.candidates[0, 0, :7].tolist() == masks
    assert "candidates" not in rows.columns
    # Candidates are solved, not givens: a digit placed by the user is wrong.
    assert (bd.verdict(rows).tolist(), bd.verdict(rows.puzzle).tolist()) == ([0], [1])
    marks = "1........" + "123456789" * 79 + ".2......."
    rows = read(put("a.txt", marks + "\n"))
    assert rows.puzzle.ravel().tolist() == [1] + [0] * 79 + [2]
    assert rows.candidates.ravel().tolist() == [1] + [511] * 79 + [2]
    pairs = "".join(
        digit if digit in pair else "." for pair in map("{}{}".format, HARD_SOLUTION, "1" * 81) for digit in "123456789"
    )
    rows = read(put("a.pm", pairs + "\n"))
    np.testing.assert_array_equal(bd.solve(rows).solution, SOLVED[:1])


def test_hodoku(put: Any) -> None:
    line = f":0300:5:{HARD[:1]}..+4{HARD[4:]}:123 456:517 518::"
    rows = read(put("a.txt", line + "\n"))
    np.testing.assert_array_equal(rows.puzzle, TWO[:1])
    assert rows.to_dict()["technique"] == ["0300"]
    assert rows.to_dict()["eliminations"] == ["517 518"]
    assert rows.to_dict()["board"] == [line.split(":")[3]]


def test_opensudoku(put: Any) -> None:
    plain = f'<?xml version="1.0"?><opensudoku><name>Mine</name><game data="{HARD.replace(".", "0")}"/></opensudoku>'
    saved = "".join(f"{c if c != '.' else 0}|0|{'1' if c == '.' else '0'}|" for c in HARD)
    noted = "".join(f"{c if c != '.' else 7}|12|0|{'1' if c == '.' else '0'}|" for c in HARD)
    newer = (
        f'<opensudoku version="2"><folder name="One"><game data="version: 3\n{saved}"/></folder>'
        f'<folder name="Two"><game state="1" data="version: 4\n{noted}"/></folder></opensudoku>'
    )
    rows = read(put("a.opensudoku", plain))
    np.testing.assert_array_equal(rows.puzzle, TWO[:1])
    assert rows.to_dict()["folder"] == ["Mine"]
    rows = read(put("a.xml", newer))
    np.testing.assert_array_equal(rows.puzzle, TWO[[0, 0]])
    assert rows.to_dict()["folder"] == ["One", "Two"]
    with pytest.raises(FormatError, match="XML"):
        read(put("bad.xml", plain[:-5]))


@pytest.mark.usefixtures("installed")
def test_csv_of_many_kinds(put: Any) -> None:
    solved = [HARD_SOLUTION, bd.solve(EASY).solution]
    zero = [text.replace(".", "0") for text in (HARD, EASY)]
    kinds = {
        "extreme": f"source,question,answer,rating\nx,{HARD},{solved[0]},12\ny,{EASY},{solved[1]},007\n",
        "kaggle 1M": f"quizzes,solutions\n{zero[0]},{solved[0]}\n{zero[1]},{solved[1]}\n",
        "kaggle 3M": f"id,puzzle,solution,clues,difficulty\n1,{HARD},{solved[0]},21,2.2\n2,{EASY},{solved[1]},30,0.0\n",
        "kaggle 9M": f"puzzle,solution\r\n{zero[0]},{solved[0]}\r\n{zero[1]},{solved[1]}\r\n",
        "rrn": f"{zero[0]},{solved[0]}\n{zero[1]},{solved[1]}\n",
        "quoted": f'\ufeff"Puzzle";"Solution"\n"{HARD}";"{solved[0]}"\n\n{EASY};{solved[1]}',
        "other names": f"before\tafter\n{HARD}\t{solved[0]}\n{EASY}\t{solved[1]}\n",
    }
    for kind, text in kinds.items():
        rows = read(put("a.csv", text))
        np.testing.assert_array_equal(rows.puzzle, TWO, kind)
        np.testing.assert_array_equal(rows.solution, SOLVED, kind)
    assert read(put("a.csv", kinds["extreme"])).to_dict()["rating"] == ["12", "007"]
    assert read(put("a.csv", kinds["quoted"])).place(1).endswith("a.csv:4")
    given = read(put("a.csv", f"one,two\n{solved[0]},{HARD}\n"), puzzle="two", solution="one")
    np.testing.assert_array_equal((given.puzzle, given.solution), (TWO[:1], SOLVED[:1]))
    for names in ({"puzzle": "three"}, {"puzzle": "one", "solution": "three"}, {}):
        with pytest.raises(FormatError, match="'three'.*'one', 'two'" if names else "'one', 'two'"):
            read(put("a.csv", "one,two\n1,2\n"), **names)
    assert len(read(put("a.csv", "puzzle,solution\n"))) == 0
    assert len(read(put("a.csv", ""))) == 0


@pytest.mark.parametrize("batch", [50, 1000])
def test_line_breaks_within_quotes(put: Any, batch: int) -> None:
    blocks = "".join(
        f'{HARD},"more\nthan {i}\r\nlines"\n{EASY},plain\n' + f'{HARD},"too\nmany",{i}\n' * (i % 500 == 7)
        for i in range(2000)
    )
    file = put("a.csv", f'\n \n"puzzle","a\nnote"\n{blocks}{HARD}\n')
    batches = list(scan(file, malformed="mark", batch=batch))
    assert len(batches) > 1
    text = file.read_text().split("\n")
    assert sum(map(len, batches)) == 4005
    for rows in batches:
        for i, (puzzle, note) in enumerate(zip(rows.puzzle, rows["a\nnote"], strict=True)):
            line = text[int(rows.place(i).rpartition(":")[2]) - 1]
            if rows.malformed[i]:
                assert line == HARD or line.endswith('"too')
            else:
                assert digits(line[:81]) == puzzle.ravel().tolist()
                assert ("more" in line) == ("than" in note)
    assert sum(rows.malformed.sum() for rows in batches) == 5
    with pytest.raises(bd.PuzzleError, match=r"a\.csv:37"):
        read(file)


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_quote_that_is_never_closed(put: Any, suffix: str) -> None:
    pack: Callable[[bytes], bytes] = gzip.compress if suffix else bytes
    for title in ("note", "solution"):
        for end in ("\n", ""):
            text = f'puzzle,{title}\n{HARD},"x"\n{HARD},"y\n{HARD} z\n{HARD} z{end}'
            with pytest.raises(FormatError, match=r"a\.csv.*:3: "):
                list(scan(put(f"a.csv{suffix}", pack(text.encode())), malformed="mark", solutions=False))
            closed = pack((text.rstrip() + f'"{end}').encode())
            assert len(read(put(f"a.csv{suffix}", closed), malformed="mark")) == 2
            with pytest.raises(FormatError, match=r"a\.csv.*:3: "):
                list(scan(put(f"a.csv{suffix}", pack(text.replace("\n", "\r").encode())), malformed="mark"))
            assert len(read(put(f"a.csv{suffix}", pack(f'puzzle,note\n{HARD},a"b\n'.encode())))) == 1


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_malformed_csv(put: Any, batch: int) -> None:
    good = f"{HARD},{HARD_SOLUTION},1\n"
    file = put(
        "a.csv",
        (
            f"puzzle,solution,rating\n{good}\n{HARD}\n{good}{HARD[:-1]},{HARD_SOLUTION},2\n{good}"
            f"{HARD[:40]}ä{HARD[41:]},{HARD_SOLUTION},3\n{HARD},,4\n{HARD},{HARD_SOLUTION}z,5\n{good}1,2,3,4,5\n"
        ).encode("latin-1"),
    )
    with pytest.raises(bd.PuzzleError, match=r"a\.csv:4"):
        read(file)
    batches = [*scan(file, malformed="mark", batch=batch)]
    assert [line for rows in batches for line in rows.lines] == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert [line for rows in batches for line in rows.lines[rows.malformed]] == [4, 6, 8, 10, 12]
    ratings = ["1", None, "1", "2", "1", "3", "4", "5", "1", None]
    assert [value for rows in batches for value in rows["rating"]] == ratings
    np.testing.assert_array_equal(batches[0].puzzle[0], TWO[0])
    before: list[Any] = []
    with pytest.raises(bd.PuzzleError, match=r"a\.csv:4"):
        before.extend(scan(file, batch=batch))
    assert [line for rows in before for line in rows.lines] == [2]
    kept = [*scan(file, malformed="drop", batch=batch)]
    assert [line for rows in kept for line in rows.lines] == [2, 5, 7, 9, 11]


@pytest.mark.parametrize(
    ("name", "text", "place", "cell"),
    [
        ("a.txt", f"{HARD}\n{HARD[:-1]}x7\n", "a.txt:2", None),
        ("a.txt", f"{HARD}\n\n{HARD[:10]}a{HARD[11:]}\n", "a.txt:3", (1, 1)),
        ("a.txt", f"{EASY}\n".replace(".", "0") + "0" * 80 + "ä\n", "a.txt:2", (8, 8)),
        ("a.csv", f"puzzle\n{HARD[:-1]}\n", "a.csv:2", None),
        ("a.csv", f"puzzle,solution\n{HARD},{HARD_SOLUTION[:-1]}a\n", "a.csv:2 (solution)", (8, 8)),
        ("a.csv", "Puzzle\n0034000000002100\n003400000000210\n", "a.csv:3", None),
        ("a.csv", "Puzzle\n0034000000002100\n0034000000002105\n", "a.csv:3", (3, 3)),
        ("a.sdk", SDK.replace(".54...71.", ".54...71"), "a.sdk:3", None),
        ("a.sdx", SDX.replace("u4", "v4"), "a.sdx:1: r1c7", None),
        ("a.jsonl", f'{{"puzzle": "{HARD}"}}\n{{"puzzle": 7}}\n', "a.jsonl:2", None),
        ("a.jsonl", f'{{"puzzle": "{HARD}"}}\n{{"id": 7}}\n', "a.jsonl:2", None),
        ("a.jsonl", f'{{"puzzle": "{HARD}"}}\n{{"puzzle"\n', "a.jsonl:2", None),
    ],
    ids=range(12),
)
def test_faults_name_file_line_and_cell(name: str, text: str, place: str, cell: Any, put: Any) -> None:
    with pytest.raises(bd.PuzzleError, match=re.escape(place)) as caught:
        read(put(name, text))
    assert caught.value.cell == cell
    assert read(put(name, text), malformed="mark").malformed.tolist()[-1]


@pytest.mark.parametrize("item", [HARD[1:], [0] * 80, [[0] * 9], [1.5, *[0] * 80], [1.5, *[0] * 78]], ids=range(5))
def test_faults_of_a_document_on_one_line_name_the_item(item: Any, put: Any) -> None:
    """1.5 is not a 1, a blank and a 5, which would make 81 cells of the last one."""
    text = json.dumps([[0] * 81, item, [0] * 81])
    with pytest.raises(bd.PuzzleError, match=r"a\.json\[1\]: "):
        read(put("a.json", text))
    # In lines, or where objects have lines of their own, the line.
    row = json.dumps({"puzzle": item})
    for name, form, line in (("a.jsonl", "%s\n%s", 2), ("a.json", "[\n%s,\n%s]", 3)):
        with pytest.raises(bd.PuzzleError, match=rf"{name}:{line}: "):
            read(put(name, form % (json.dumps({"puzzle": HARD}), row)))
    assert read(put("a.json", text), malformed="drop").place(1).endswith("a.json[2]")
    with pytest.raises(FormatError, match=r"a\.json:1: invalid JSON"):
        read(put("a.json", f'["{HARD}", x]'))


def test_a_number_too_large_for_python_is_a_fault_of_its_row(put: Any) -> None:
    cells = f"[{'9' * 6000}{', 0' * 80}]"
    for name, text in [
        ("a.json", cells),
        ("a.json", f"[{cells}]"),
        ("a.jsonl", f'{{"puzzle": {cells}}}\n'),
        ("a.txt", f"{cells}\n"),
        ("a.csv", f'puzzle\n"{cells}"\n'),
    ]:
        with pytest.raises(bd.PuzzleError, match=r"a\.\w+(: puzzle|:[12])?: r1c1"):
            read(put(name, text))
    with pytest.raises(bd.PuzzleError, match=":1: "):
        read(put("a.txt", cells[1:-1].replace(",", "")))


@pytest.mark.usefixtures("installed")
def test_jsonl(put: Any) -> None:
    objects = [{"id": "007", "puzzle": HARD, "answer": HARD_SOLUTION}, {"id": None, "puzzle": EASY, "answer": None}]
    rows = read(put("a.jsonl", "".join(json.dumps(value) + "\n" for value in objects)))
    np.testing.assert_array_equal(rows.puzzle, TWO)
    np.testing.assert_array_equal(rows.solution, [SOLVED[0], 0 * SOLVED[0]])
    assert rows.to_dict()["id"] == ["007", None]
    nested = {"puzzle": TWO[0].tolist()}
    np.testing.assert_array_equal(read(put("b.jsonl", json.dumps(nested))).puzzle, TWO[:1])


def test_json_columns_that_begin_late(put: Any) -> None:
    lines = [json.dumps({"puzzle": HARD, "weight": 1})] * 5_000 + [
        json.dumps({"puzzle": HARD, "weight": 0.5, "note": "x", "solution": "9" * 81})
    ] * 2
    file = put("a.jsonl", "\n".join(lines))
    rows = read(file)
    assert rows["note"][-3:].tolist() == [None, "x", "x"]
    assert rows["weight"][-3:].tolist() == [1, 0.5, 0.5]
    assert (rows.solution[-2:] == 9).all()
    assert not rows.solution[:-2].any()
    assert bd.datasets.audit(file).faults["wrong solution"] == 2
    columns = [[list(part.columns) for part in scan(file, batch=n)][:: 4096 // n] for n in (1024, 4096)]
    assert columns[0] == columns[1]  # not a matter of how many rows a batch has


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.npy", "a.parquet", "a.npz"])
def test_compressed(put: Any, name: str, suffix: str, tmp_path: Path) -> None:
    plain = tmp_path / ("plain-" + name)
    if name == "a.npy":
        np.save(plain, TWO)
    elif name == "a.npz":
        np.savez_compressed(plain, puzzles=TWO, solutions=SOLVED, other=np.arange(3))
    elif name == "a.parquet":
        pq.write_table(pa.table({"puzzle": [HARD, EASY]}), plain)
    else:
        plain.write_text(f"puzzle\n{HARD}\n{EASY}\n" if name == "a.csv" else f"{HARD}\n{EASY}\n")
    pack: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        ".gz": gzip.compress,
        ".xz": lzma.compress,
        ".zst": lambda data: pa.compress(data, "zstd", asbytes=True),
    }
    source = scan(put(name + suffix, pack[suffix](plain.read_bytes())))
    assert source.format == name[2:]
    for _ in range(2):  # a source can be read again
        np.testing.assert_array_equal(np.concatenate([rows.puzzle for rows in source]), TWO)


def test_arrays(tmp_path: Path) -> None:
    def saved(array: np.ndarray[Any, Any]) -> Any:
        np.save(tmp_path / "a.npy", array)
        return read(tmp_path / "a.npy")

    for dtype in (np.int8, np.uint8, np.int32, np.int64, np.float32, ">i2"):
        for shape in ((2, 9, 9), (2, 81)):
            np.testing.assert_array_equal(saved(TWO.reshape(shape).astype(dtype)).puzzle, TWO)
    np.testing.assert_array_equal(saved(np.asfortranarray(TWO)).puzzle, TWO)
    np.testing.assert_array_equal(saved(np.array([HARD, EASY])).puzzle, TWO)
    np.testing.assert_array_equal(saved(np.array([HARD, EASY], "S")).puzzle, TWO)
    np.testing.assert_array_equal(saved(TWO[0]).puzzle, TWO[:1])
    hot = np.eye(10)[TWO][..., 1:]
    for one_hot in (hot, hot.astype(np.float32), hot.astype(np.uint8), hot.astype(bool)):
        np.testing.assert_array_equal(saved(one_hot).puzzle, TWO)
    assert saved(np.zeros((3, 16, 16), np.int8)).side == 16
    hot[1, 4, 4] = [1, 1, 0, 0, 0, 0, 0, 0, 0]
    with pytest.raises(bd.PuzzleError) as caught:
        saved(hot)
    assert (caught.value.index, caught.value.cell) == ((1,), (4, 4))
    for wrong in ((3, 80), (81,), (2, 9, 8)):
        with pytest.raises(FormatError, match="shape"):
            saved(np.zeros(wrong, int))
    with pytest.raises(FormatError, match="bool"):
        saved(TWO > 0)
    np.save(tmp_path / "o.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(FormatError, match="pickled"):
        read(tmp_path / "o.npy")


def test_archives_of_arrays(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", quizzes=TWO, solutions=SOLVED, rating=np.array([5, 6]))
    rows = read(tmp_path / "a.npz")
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO, SOLVED))
    assert (rows.to_dict()["rating"], scan(tmp_path / "a.npz").dtype) == ([5, 6], "int64")


def test_solver_traces(tmp_path: Path) -> None:
    order = np.random.default_rng(1).permutation(81)
    given = TWO[0].ravel()[order] > 0
    order = np.concatenate([order[given], order[~given]])
    for base in (0, 1):
        steps = [x for cell in order for x in (cell // 9 + base, cell % 9 + base, SOLVED[0].flat[cell], 3)]
        np.save(tmp_path / "a.npy", np.array([[np.count_nonzero(TWO[0]), *steps]]))
        rows = read(tmp_path / "a.npy")
        np.testing.assert_array_equal(rows.puzzle, TWO[:1])
        np.testing.assert_array_equal(rows.solution, SOLVED[:1])


def test_hrm(tmp_path: Path) -> None:
    """As the reference builder writes it, by hand: two groups in train, of 2 and 1, and one in test."""
    for part, rows, groups in [("train", [0, 1, 1], [0, 2, 3]), ("test", [0], [0, 1])]:
        folder = tmp_path / part
        folder.mkdir()
        (folder / "dataset.json").write_text('{"sets": ["all"], "seq_len": 81, "vocab_size": 11, "ignore_label_id": 0}')
        np.save(folder / "all__inputs.npy", TWO[rows].reshape(-1, 81) + 1)
        np.save(folder / "all__labels.npy", SOLVED[rows].reshape(-1, 81) + 1)
        np.save(folder / "all__puzzle_indices.npy", np.arange(len(rows) + 1, dtype=np.int32))
        np.save(folder / "all__group_indices.npy", np.array(groups, np.int32))
    (tmp_path / "identifiers.json").write_text('["<blank>"]')
    found = read(tmp_path)
    np.testing.assert_array_equal((found.puzzle, found.solution), (TWO[[0, 1, 1, 0]], SOLVED[[0, 1, 1, 0]]))
    assert found.to_dict()["part"] == ["train"] * 3 + ["test"]
    assert found.to_dict()["group"] == [0, 0, 1, 0]
    assert len(read(tmp_path / "test")) == 1
    np.save(tmp_path / "train" / "all__inputs.npy", np.array([[0] * 81] * 3, np.uint8))  # padding, never a puzzle
    with pytest.raises(bd.PuzzleError) as caught:
        read(tmp_path)
    assert (caught.value.index, caught.value.cell) == ((0,), (0, 0))
    with pytest.raises(FormatError, match=r"dataset\.json"):
        read(tmp_path.parent)


@pytest.mark.parametrize("kind", ["parquet", "arrow", "stream", "feather"])
def test_arrow_files(kind: str, tmp_path: Path) -> None:
    table = pa.table({"puzzle": [HARD, EASY], "solution": [HARD_SOLUTION, None], "clues": [21, 30]})
    table = table.replace_schema_metadata({"seed": "7"})
    file = tmp_path / "data"  # no extension: the first bytes tell
    if kind == "parquet":
        pq.write_table(table, file)
    elif kind == "feather":
        feather.write_feather(table, str(file))
    else:
        with (pa.ipc.new_file if kind == "arrow" else pa.ipc.new_stream)(str(file), table.schema) as writer:
            writer.write_table(table)
    source = scan(file)
    assert source.metadata == {"seed": "7"}
    assert source.dtype == "text"
    rows = read(file)
    np.testing.assert_array_equal(rows.puzzle, TWO)
    np.testing.assert_array_equal(rows.solution, [SOLVED[0], 0 * SOLVED[0]])
    assert rows.to_dict()["clues"] == [21, 30]
    assert [len(part) for part in scan(file, batch=1)] == [1, 1]


def test_boards_as_arrow_lists(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    flat = TWO.reshape(2, 81).tolist()
    for column, dtype in [
        (pa.array(flat, pa.list_(pa.uint8(), 81)), "uint8"),
        (pa.array(flat, pa.list_(pa.int64())), "int64"),
        (pa.array(TWO.tolist(), pa.list_(pa.list_(pa.int16()))), "int16"),
        (pa.array([HARD, EASY]).dictionary_encode(), "text"),
        (pa.array([HARD, EASY], pa.large_string()), "text"),
    ]:
        pq.write_table(pa.table({"sudoku": column}), file)
        assert scan(file).dtype == dtype
        np.testing.assert_array_equal(read(file).puzzle, TWO)
    pq.write_table(pa.table({"sudoku": [flat[0], [1, 2, 3], None, [*flat[0][:-1], None]]}), file)
    marked = read(file, malformed="mark")
    # A null in a list is a blank cell, as in a list that is passed to solve.
    assert marked.malformed.tolist() == [False, True, True, False]
    pq.write_table(pa.table({"puzzle": [1.5]}), file)
    with pytest.raises(FormatError, match="double"):
        read(file)


def test_other_sides(put: Any) -> None:
    assert read(put("a.txt", "1" + "." * 35 + "\n")).side == 6
    big = "G" + "." * 254 + "a"
    rows = read(put("a.txt", big + "\n"))
    assert (rows.side, rows.puzzle[0, 0, 0], rows.puzzle[0, 15, 15]) == (16, 16, 10)
    numbers = " ".join(["16", *["0"] * 254, "10"])
    np.testing.assert_array_equal(read(put("a.txt", numbers + "\n"), side=16).puzzle, rows.puzzle)
    board = "\n".join(big[i : i + 16] for i in range(0, 256, 16))
    np.testing.assert_array_equal(read(put("a.sdk", board + "\n")).puzzle, rows.puzzle)
    six = "123456\n" + "......\n" * 5
    assert read(put("b.txt", six)).puzzle.tolist() == [[[1, 2, 3, 4, 5, 6]] + [[0] * 6] * 5]


def test_malformed_boards_are_255_throughout(put: Any) -> None:
    rows = read(put("a.csv", f"puzzle\n{HARD}\nnonsense\n{EMPTY}\n"), malformed="mark")
    np.testing.assert_array_equal(rows.puzzle, [TWO[0], np.full((9, 9), 255), np.zeros((9, 9))])
    assert rows.malformed.tolist() == [False, True, False]
    assert bd.solve(rows, malformed="mark").verdict.tolist() == [1, 255, 2]
    with pytest.raises(bd.PuzzleError, match=r"a\.csv:3") as caught:
        bd.solve(rows)
    assert caught.value.cell == (0, 0)


@pytest.mark.parametrize(("data", "package", "extra"), [("PAR1", "pyarrow", "arrow"), ("PK", "torch", "torch")])
def test_packages_that_are_not_installed(
    data: str, package: str, extra: str, put: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"bitdoku\[{extra}\]"):
        read(put("a.parquet" if extra == "arrow" else "a.pt", data))


@pytest.mark.parametrize(
    ("content", "options", "error", "place"),
    [
        (HARD, {"format": "doc"}, ValueError, "format"),
        (HARD, {"malformed": "skip"}, ValueError, "malformed"),
        (HARD, {"batch": 0}, ValueError, "batch"),
        (HARD, {"side": 65}, ValueError, "side"),
        (HARD, {"side": 1}, ValueError, "side"),
        (HARD, {"side": 10**5000}, ValueError, "side"),
        (HARD, {"format": "hrm"}, FormatError, "HRM"),
        (f"puzzle,note\n{HARD},{'x' * 17_000_000}\n", {"format": "csv"}, FormatError, "a:2"),
        (f"puzzle,puzzle\n{HARD},{HARD}\n", {"format": "csv"}, FormatError, "'puzzle'"),
    ],
    ids=range(9),
)
def test_refusals(content: str, options: dict[str, Any], error: type[Exception], place: str, put: Any) -> None:
    with pytest.raises(error, match=place):
        [*scan(put("a", content), **options)]


def test_errors_name_damaged_files(put: Any, tmp_path: Path) -> None:
    table = pa.table({"puzzle": [HARD, EASY] * 2000, "id": list(range(4000))})
    pq.write_table(table, tmp_path / "a.parquet")
    with pa.ipc.new_file(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table)
    with pa.ipc.new_stream(str(tmp_path / "s.arrow"), table.schema) as stream:
        stream.write_table(table)
    np.savez(tmp_path / "a.npz", puzzles=np.tile(TWO, (2000, 1, 1)))
    np.savez_compressed(tmp_path / "c.npz", puzzles=np.random.default_rng(1).integers(0, 10, (4000, 81)))
    np.save(tmp_path / "a.npy", np.tile(TWO, (2000, 1, 1)))
    for name in ("a.parquet", "a.arrow", "s.arrow", "a.npz", "c.npz", "a.npy"):
        whole = (tmp_path / name).read_bytes()
        middle = len(whole) // 2
        for cut in (whole[:6], whole[:100], whole[:middle], whole[:-1], whole[: middle - 50] + whole[middle:], b""):
            file = put(f"cut-{name}", cut)
            try:
                read(file, malformed="mark")
            except (FormatError, bd.PuzzleError) as error:
                assert str(file) in str(error)  # noqa: PT017
            else:
                assert len(cut) >= len(whole) - 50
        with pytest.raises(FormatError, match="empty"):
            bd.datasets.audit(put(f"empty-{name}", b""))
    with pytest.raises(FormatError, match=r"a\.csv\.gz"):
        read(put("a.csv.gz", b""))


@pytest.mark.parametrize("value", [1.5, float("inf"), -1.0])
def test_arrays_of_fractions(value: float, tmp_path: Path) -> None:
    array = TWO.astype(float)
    array[1, 8, 7] = value
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(bd.PuzzleError, match=r"a\.npy") as caught:
        read(tmp_path / "a.npy")
    assert (caught.value.index, caught.value.cell) == ((1,), (8, 7))
    assert read(tmp_path / "a.npy", malformed="mark").malformed.tolist() == [False, True]


ROW = f"{HARD},{HARD_SOLUTION}"


@pytest.mark.parametrize(
    "first",
    [
        *("8..3,z!", "1,2", "!!,??", "null,null", ",1", "7", "1,2,3", "bad"),
        f"{'z' * 81},{'z' * 81}",
    ],
)
def test_a_first_row_without_a_board_is_a_malformed_row(first: str, put: Any) -> None:
    for more in ([ROW], [ROW] * 3, ["bad,worse", ROW, ROW]):
        text = "\n".join([first, *more, ""])
        found = read(put("a.csv", text), malformed="mark")
        assert found.malformed.tolist() == [True, *(row != ROW for row in more)], more
        assert found.place(0).endswith("a.csv:1")
        with pytest.raises(bd.PuzzleError, match=r"a\.csv:1"):
            read(put("a.csv", text))
    # With a header nothing is different.
    found = read(put("a.csv", f"puzzle,solution\n{first}\n{ROW}\n"), malformed="mark")
    assert found.malformed.tolist() == [True, False]


@pytest.mark.parametrize(
    "header", ["one,two", "puzzle,solution", "Sudoku #1,Done", "数独,解答", "x1,y2", "0,1", "the_grid,", '"a puzzle",b']
)
def test_names_are_a_header(header: str, put: Any) -> None:
    for rows in ([ROW], [ROW, "bad,worse", ROW], ["bad,worse", ROW]):
        found = read(put("a.csv", "\n".join([header, *rows, ""])), malformed="mark")
        assert found.malformed.tolist() == [row != ROW for row in rows]
        assert found.place(0).endswith("a.csv:2")
        np.testing.assert_array_equal((found.puzzle[-1:], found.solution[-1:]), (TWO[:1], SOLVED[:1]))


@pytest.mark.parametrize("header", ["", "one,two\n", "0,1\n"])
def test_solutions_before_puzzles(header: str, put: Any) -> None:
    other = f"{bd.solve(EASY).solution},{EASY}"
    for second, solutions in ((other, SOLVED), (f",{EASY}", [SOLVED[0], 0 * SOLVED[0]])):
        rows = read(put("a.csv", f"{header}{HARD_SOLUTION},{HARD}\n{second}\n"))
        np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO, solutions))
    # Grids are puzzles where there are none with blanks.
    rows = read(put("a.csv", f"{header}{HARD_SOLUTION},{bd.solve(EASY).solution}\n"))
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (SOLVED[:1], SOLVED[1:]))


def test_which_column_has_the_solutions(put: Any) -> None:
    file = put("a.csv", f"7,{HARD_SOLUTION},{HARD},{EASY}\n")
    with pytest.raises(FormatError, match=r"'column2', 'column3' may be the puzzles; .* puzzle="):
        read(file)
    rows = read(file, puzzle="column2", solution="column1")
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO[:1], SOLVED[:1]))
    assert rows.to_dict()["column3"] == [EASY]
    # A column of grids has grids in more than half of its rows.
    with pytest.raises(FormatError, match="'column0', 'column1' may be the puzzles"):
        read(put("a.csv", f"{EASY},{HARD}\n{HARD_SOLUTION},{HARD}\n"))
    # Incomplete boards are no solutions, whatever the names of their columns.
    for header in ("easy,hard", "a,b"):
        with pytest.raises(FormatError, match=r"may be the puzzles; .*puzzle="):
            read(put("a.csv", f"{header}\n{EASY},{HARD}\n"))
    rows = read(put("a.csv", f"a,b\n{HARD},{HARD_SOLUTION}\n"))
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO[:1], SOLVED[:1]))
    with pytest.raises(FormatError, match="'b', 'c' may be the solutions"):
        read(put("a.csv", f"p,b,c\n{HARD},{HARD_SOLUTION},{HARD_SOLUTION}\n"))
    # Names decide before contents.
    rows = read(put("a.csv", f"puzzle,solution\n{HARD_SOLUTION},{HARD}\n"))
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (SOLVED[:1], TWO[:1]))


@pytest.mark.parametrize("first", [f"#1,{ROW}", "#1,8..,9z!", f"# {ROW},", f"#1,{HARD[:-1]},"])
def test_rows_that_begin_with_a_number_sign(first: str, put: Any) -> None:
    row = f"2,{ROW}"
    # The third has a grid in place of the puzzle, and is a row too.
    found = read(put("a.csv", f"{first}\n{row}\n{row}\n"), malformed="mark")
    assert found.malformed.tolist() == [first.startswith("#1") and first != f"#1,{ROW}", False, False]
    assert found.to_dict()["column0"][1:] == ["2", "2"]
    # Above a header it is a comment.
    found = read(put("a.csv", f"{first}\nid,puzzle,solution\n{row}\n"))
    assert (len(found), found.place(0).rpartition(":")[2]) == (1, "3")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"#{HARD}\n{HARD}\n", 2),
        (f"#1,{ROW}\n", 1),
        (f"# from a book, 2024\n2,{ROW}\n", 1),
        (f"#\n2,{ROW}\n", 1),
        (f"# one\n\n# two\n2,{ROW}\n", 1),
        (f"# from a book of 2024\n{HARD}\n", 1),
        ("# nothing but this\n", 0),
        (f"#in,out\n{ROW}\n", 1),
        (f"# from, a book\n#id,puzzle\n7,{HARD}\n", 1),
    ],
    ids=range(9),
)
def test_comments_before_rows(text: str, rows: int, put: Any) -> None:
    assert len(read(put("a.csv", text), malformed="mark")) == rows


@pytest.mark.parametrize("batch", [1, 1000])
def test_a_header_without_a_line_break(batch: int, put: Any) -> None:
    for text in (
        "puzzle,solution",
        "\ufeffpuzzle,solution",
        "# by me\npuzzle,solution",
        "puzzle,solution\r",
        '"puzzle","solution"',
    ):
        (rows,) = scan(put("a.csv", text), batch=batch)
        assert (len(rows), rows.solution is not None) == (0, True)
    long = ",".join(["puzzle", *(f"a column of number {i}" for i in range(1000))])
    rows = read(put("a.csv", f"{long}\n{HARD}{',5' * 1000}\n"))
    assert (len(rows), len(rows.columns)) == (1, 1001)
    with pytest.raises(FormatError, match=r"a\.csv.*first line"):
        read(put("a.csv", f"puzzle,{'x' * 100_000}\n{HARD},\n"))


def test_blank_lines_between_rows(put: Any) -> None:
    spaced = " ".join(HARD.replace(".", "0")) + " "
    assert len(spaced) == 2 * len(HARD)
    for line in ("", ",", '"",'):
        for solutions in (True, False):
            batches = [*scan(put("a.csv", f"puzzle,solution\n{spaced},\n{line}\n{ROW}\n"), solutions=solutions)]
            assert [(len(rows), rows.place(1).rpartition(":")[2]) for rows in batches] == [(2, "4")]


@pytest.mark.parametrize("batch", [30, 100_000])
@pytest.mark.parametrize("solutions", [True, False])
def test_a_quote_that_is_not_closed_in_a_long_file(batch: int, solutions: bool, put: Any) -> None:
    """The text within quotes is longer than the limit of Python's csv module."""
    rows = [f"{HARD},{chr(34) if i == 500 else ''}{HARD_SOLUTION},n" for i in range(2000)]
    file = put("a.csv", "\n".join(["puzzle,solution,note", *rows]))
    with pytest.raises(FormatError, match=r"a\.csv:502"):
        list(scan(file, malformed="mark", batch=batch, solutions=solutions))


@pytest.mark.parametrize("end", [1999, 1600])
def test_quotes_in_solutions_that_are_not_read(put: Any, end: int) -> None:
    """Far behind the head of the file, where nobody has seen a quote."""
    quotes = {1500: '"', end: '"' if end < 1999 else ""}
    for solution in (HARD_SOLUTION, ""):
        lines = [f"{HARD},{quotes.get(i, '')}{solution if i < 1501 else HARD_SOLUTION}\n" for i in range(2000)]
        for content, stop in ((["puzzle,solution\n", *lines], 1502), (lines, 1501)):
            if content is lines and not solution:
                continue  # columns without a name are told by what they hold
            file = put("a.csv", "".join(content))
            with pytest.raises(FormatError, match=rf"a\.csv:{stop}"):
                list(scan(file, solutions=False))
    # Closed quotes are no fault, and missing solutions none that is looked for here.
    fine = [f"{HARD},{['', HARD_SOLUTION][i % 2]}\n" for i in range(1500)] + [f'{EASY},"{HARD_SOLUTION}"\n'] * 500
    assert sum(map(len, scan(put("a.csv", "".join(["puzzle,solution\n", *fine])), solutions=False))) == 2000


def test_carriage_returns_within_quotes(put: Any) -> None:
    """Blocks end anywhere, also between a carriage return and the line feed behind it."""
    row = f'"{{}}\r\nb",{HARD}\r\n'
    for shift in range(len(row) + 3):
        notes = ["a" * shift, *["note"] * 60]
        file = put("a.csv", "".join(["note,puzzle\r\n", *map(row.format, notes)]))
        batches = list(scan(file, batch=1))
        found = [(str(note), rows.place(i)) for rows in batches for i, note in enumerate(rows["note"])]
        assert [note for note, _ in found] == [f"{note}\r\nb" for note in notes]
        assert found[-1][1].endswith(f":{2 + 2 * 60}")


def test_single_carriage_returns_within_quotes_end_lines(put: Any) -> None:
    """As they do for editors, in rows that are malformed too."""
    row = f'"a\rb",{HARD}'
    file = put("a.csv", "\r".join(["note,puzzle", row, f"{row},more", row, ""]))
    (rows,) = scan(file, malformed="mark")
    assert [rows.place(i).rpartition(":")[2] for i in range(3)] == ["2", "4", "6"]
    assert rows.to_dict()["note"] == ["a\rb", None, "a\rb"]


def test_lines_before_the_header(put: Any) -> None:
    for before in ("# from a book\n", "sep=;\n", '\n"sep=;"\r\n', "# one\n#,two\n\n"):
        rows = read(put("a.csv", f"{before}puzzle;rating;solution\n{HARD};5,5;{HARD_SOLUTION}\n"))
        np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO[:1], SOLVED[:1]))
        assert rows.to_dict()["rating"] == ["5,5"]
        assert rows.place(0).endswith(f":{before.count(chr(10)) + 2}")
        assert len(read(put("a.csv", f"{before}{HARD};{HARD_SOLUTION}\n"))) == 1
    assert read(put("a.csv", f"#id,puzzle\n7,{HARD}\n")).columns == ["puzzle", "#id"]


def test_detection_of_columns(put: Any, tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", y=TWO)
    assert read(tmp_path / "a.npz").solution is None
    rows = read(put("a.csv", f"a,b,\n{HARD_SOLUTION},{HARD},5\n"))
    np.testing.assert_array_equal((rows.puzzle, rows.solution), (TWO[:1], SOLVED[:1]))
    assert read(put("a.csv", f"a\n{HARD}\n")).solution is None
    # Solutions are no puzzles, even if nothing else is.
    for header, first in (
        ("quizzes,solutions", HARD[1:]),
        ("id,solution", "1"),
        ("question,answer", HARD.replace("8", "٨")),
    ):
        with pytest.raises(FormatError, match=", ".join(map(repr, header.split(",")))):
            read(put("a.csv", f"{header}\n{first},{HARD_SOLUTION}\n"))
    rows = read(put("a.jsonl", json.dumps({"Puzzle": "the first", "puzzle": HARD})))
    np.testing.assert_array_equal(rows.puzzle, TWO[:1])
    for name, text in (("a.csv", f"puzzle\n{HARD}\n"), ("a.jsonl", json.dumps({"puzzle": HARD}))):
        with pytest.raises(FormatError, match="'puzzle'"):
            read(put(name, text), puzzle="puzzle", solution="puzzle")


def test_json_lists_hold_what_lists_in_memory_hold(put: Any) -> None:
    cells = TWO[0].ravel().tolist()
    texts = [str(digit or ".") for digit in cells]
    values: list[Any] = [
        [float(digit) for digit in cells],
        [digit or None for digit in cells],
        texts,
        TWO[0].astype(float).tolist(),
        [texts[i : i + 9] for i in range(0, 81, 9)],
    ]
    file = put("a.jsonl", "".join(json.dumps({"puzzle": value, "solution": value}) + "\n" for value in values))
    rows = read(file)
    np.testing.assert_array_equal(rows.puzzle, TWO[[0] * 5])
    np.testing.assert_array_equal(rows.solution, TWO[[0] * 5])
    for one in values[1:]:
        np.testing.assert_array_equal(read(put("a.json", json.dumps(one if len(one) == 9 else [one]))).puzzle, TWO[:1])


def test_what_json_lists_do_not_hold(put: Any) -> None:
    floats = [0.0] * 81
    texts = ["."] * 81
    for value, message in (
        ([*floats[:80], 1.5], "r9c9 holds 1.5"),
        ([*floats[:80], 12], "r9c9 holds 12"),
        ([None, *floats[:79], 1e400], "r9c9 holds 1e999"),
        ([[*texts[:8], "z"], *[texts[:9]] * 8], "r1c9 holds 'z'"),
        ([True, *floats[:80]], "r1c1 holds true"),
        ([floats, floats], "second board"),
        (["q" + "." * 8, *["." * 9] * 8], "r1c1 holds 'q'"),
        (["." * 8, *["." * 9] * 8], "80"),
        ([0.5], "cells; expected 81"),
    ):
        for row in ({"puzzle": value}, {"puzzle": HARD, "solution": value}):
            rows = read(put("a.jsonl", json.dumps({"puzzle": HARD}) + "\n" + json.dumps(row)), malformed="mark")
            assert rows.malformed.tolist() == [False, True]
            assert message in str(rows.fault(1))


def test_cells_that_pandas_wrote_as_floats(put: Any) -> None:
    cells = TWO.reshape(2, 81).tolist()
    lines = [",".join(f"{digit}.0" if digit else "" for digit in row) for row in cells]
    header = ",".join(map(str, range(81)))
    for text in ("\n".join([header, *lines, ""]), "\n".join([*lines, ""])):
        np.testing.assert_array_equal(read(put("a.csv", text)).puzzle, TWO)


@pytest.mark.parametrize(
    "text", ['{"puzzle": "%s"}\n{"puzzle": "%s"}\n', '[{"puzzle": "%s"}, {"puzzle": "%s"}]', "%s\n%s\n"]
)
def test_byte_order_marks_are_skipped(put: Any, text: str) -> None:
    rows = read(put("a.jsonl" if "{" in text else "a.txt", "\ufeff" + text % (HARD, EASY)))
    np.testing.assert_array_equal(rows.puzzle, TWO)


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet", "a.arrow"])
@pytest.mark.parametrize("form", ["text", "list", "rows"])
def test_null_means_no_solution(name: str, form: str, tmp_path: Path) -> None:
    """Nor does it matter which rows come together."""
    board: Any = {"text": HARD_SOLUTION, "list": digits(HARD_SOLUTION), "rows": SOLVED[0].tolist()}[form]
    empty: Any = "" if form == "text" else []
    faulty = board[:-1]
    for solutions in (
        [None, board, faulty, None, empty, board],
        [board, None, faulty, empty],
        [None, None, board],
        [None],
    ):
        objects = [{"puzzle": HARD, "solution": value} for value in solutions]
        if name == "a.jsonl":
            (tmp_path / name).write_text("".join(json.dumps(value) + "\n" for value in objects))
        elif name == "a.parquet":
            pq.write_table(pa.Table.from_pylist(objects), tmp_path / name)
        else:
            feather.write_feather(pa.Table.from_pylist(objects), tmp_path / name)
        for batch in (1, 2, 3, 100):
            rows = [*scan(tmp_path / name, batch=batch, malformed="mark")]
            for part in rows:
                for i in range(len(part)):
                    value = solutions[part.start + i]
                    assert part.malformed[i] == (value == faulty)
                    expected = SOLVED[0] if value == board else np.full((9, 9), 255 if value == faulty else 0)
                    np.testing.assert_array_equal(part.solution[i], expected)


@pytest.mark.parametrize("wrong", [7, False, {"a": 1}, [1.5] * 81, [[1], 2], ["z"] * 81, "x", [1, 2]], ids=range(8))
def test_json_solutions_that_are_not_boards(wrong: Any, put: Any) -> None:
    for other in (HARD_SOLUTION, digits(HARD_SOLUTION), None):
        values = [other, wrong, None, other]
        file = put("a.jsonl", "".join(json.dumps({"puzzle": HARD, "solution": value}) + "\n" for value in values))
        for batch in (1, 2, 100):
            marks = [part.malformed for part in scan(file, batch=batch, malformed="mark")]
            assert np.concatenate(marks).tolist() == [False, True, False, False]
        with pytest.raises(bd.PuzzleError, match=r"a\.jsonl:2 \(solution\)"):
            read(file)


def test_lines_of_json_that_are_valid_only_together(put: Any) -> None:
    broken = f'{{"puzzle": "{HARD}", "x": [{{}}\n{{"y": 1}}]}}, {{"puzzle": "{EASY}"}}'
    file = put("a.jsonl", "\n".join([broken, json.dumps({"puzzle": EASY}), ""]))
    assert read(file, malformed="mark").malformed.tolist() == [True, True, False]
    with pytest.raises(bd.PuzzleError, match=r"a\.jsonl:1"):
        read(file)


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_the_side_does_not_depend_on_the_size_of_batches(batch: int, put: Any, tmp_path: Path) -> None:
    four = ["bad", "0034000000002100", "0034000000002100"]
    lists = [[1], *map(digits, four[1:])]
    files = [
        put("a.txt", "\n".join(four)),
        put("a.csv", "\n".join(["puzzle", *four])),
        put("a.jsonl", "".join(json.dumps({"puzzle": text}) + "\n" for text in four)),
        put("b.jsonl", "".join(json.dumps({"puzzle": cells}) + "\n" for cells in lists)),
        tmp_path / "a.parquet",
        tmp_path / "a.arrow",
    ]
    pq.write_table(pa.table({"puzzle": four}), files[4])
    feather.write_feather(pa.table({"puzzle": [None, *lists[1:]]}), files[5])
    for file in files:
        rows = [*scan(file, batch=batch, malformed="mark")]
        assert {part.side for part in rows} == {4}, file
        assert np.concatenate([part.malformed for part in rows]).tolist() == [True, False, False], file


def test_first_rows_that_are_not_boards(put: Any) -> None:
    noise = "!" * 25  # as long as a board of 5x5
    assert scan(put("a.txt", f"{noise}\n{HARD}\n")).side == 9
    assert scan(put("a.csv", f"puzzle\n{noise}\n")).side == 9
    assert scan(put("a.sdk", "x" * 326 + "\n"), malformed="mark").side == 9
    assert scan(put("a.csv", f"puzzle,note\n{HARD} a,b\n")).side == 9


def test_arrays_of_another_side_than_requested(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", TWO)
    with pytest.raises(FormatError, match=r"a\.npy.*81"):
        read(tmp_path / "a.npy", side=16)
    lists = pa.array([[1] * 16, [0] * 81, None])
    pq.write_table(pa.table({"puzzle": lists}), tmp_path / "c.parquet")
    assert read(tmp_path / "c.parquet", side=9, malformed="mark").malformed.tolist() == [True, False, True]
    with pytest.raises(bd.PuzzleError, match=r"c\.parquet\[0\]"):
        read(tmp_path / "c.parquet", side=9)


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.arrow", "a.npz"])
def test_files_without_rows_have_columns(name: str, tmp_path: Path) -> None:
    none = np.zeros((0, 81), np.uint8)
    bd.datasets.write(tmp_path / name, none, none, columns={"note": np.array([], np.str_), "n": np.array([], np.int32)})
    (rows,) = scan(tmp_path / name)
    assert (len(rows), rows.columns) == (0, ["puzzle", "solution", "note", "n"])
    assert next(iter(scan(tmp_path / name, solutions=False))).solution is None
    assert read(tmp_path / name).columns == ["puzzle", "solution", "note", "n"]
    assert bd.datasets.convert(tmp_path / name, tmp_path / "b.csv") == 0
    assert (tmp_path / "b.csv").read_text() == "puzzle,solution,note,n\n"
    assert bd.datasets.audit(tmp_path / name).rows == 0


@pytest.mark.parametrize(("step", "wrong"), [(81, 1 << 30), (3, -5), (2, 1 << 30)])
def test_offsets_of_arrow_files_that_are_out_of_bounds(step: int, wrong: int, tmp_path: Path) -> None:
    table = pa.table({"puzzle": [HARD] * 50, "id": ["abc"] * 50, "list": [[1, 2]] * 50})
    path = tmp_path / "a.arrow"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    whole = path.read_bytes()
    offsets = np.arange(51, dtype=np.int32) * step
    at = whole.index(offsets.tobytes())
    offsets[20] = wrong
    path.write_bytes(whole[:at] + offsets.tobytes() + whole[at + offsets.nbytes :])
    with pytest.raises(FormatError, match=r"a\.arrow"):
        read(path)


@pytest.mark.parametrize("shape", [b"(2, 81(", b"(-5,81)"])
def test_shapes_of_arrays_that_make_no_sense(shape: bytes, tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros((2, 81), np.uint8))
    whole = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(whole.replace(b"(2, 81)", shape))
    with pytest.raises(FormatError, match=r"a\.npy"):
        read(tmp_path / "a.npy")
