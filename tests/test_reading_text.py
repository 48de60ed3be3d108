"""Reading text: the same rows however a file ends its lines, separates its fields and comes; no row within another."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd
from bitdoku import FormatError
from bitdoku.datasets import convert, scan
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from pathlib import Path

#: Solutions and candidates may be None.
read: Any = bd.datasets.read

EASY_SOLUTION = str(bd.solve(EASY).solution)


def texts(boards: Any) -> list[str]:
    return ["".join(map(str, board.ravel().tolist())).replace("0", ".") for board in boards]


class Slow(io.RawIOBase):
    """A pipe into which somebody writes some bytes at a time."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._pieces:
            return 0
        data = self._pieces[0][: len(buffer)]
        self._pieces[:1] = [self._pieces[0][len(data) :]] if len(data) < len(self._pieces[0]) else []
        buffer[: len(data)] = data
        return len(data)


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Any:
    def pipe(*pieces: str) -> str:
        stream = io.TextIOWrapper(io.BufferedReader(Slow([piece.encode() for piece in pieces])))
        monkeypatch.setattr(sys, "stdin", stream)
        return "-"

    return pipe


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (f"# old\r{HARD}\r{EASY}\r", [2, 3]),
        (f"{HARD} # one\r{EASY}", [1, 2]),
        (f"# old\r\n{HARD}\r# new\r\r\n{EASY}\n", [2, 5]),
    ],
)
def test_carriage_returns_end_lines_of_text(content: str, lines: list[int], put: Any) -> None:
    rows = read(put("a.txt", content))
    assert texts(rows.puzzle) == [HARD, EASY]
    assert [rows.place(i).rpartition(":")[2] for i in range(2)] == [*map(str, lines)]


#: What a first piece does not tell: which columns are which, the format, the side.
PIECES = {
    "csv": [
        ("id,a,x,grid\n", f"1,5,7,{HARD}\n2,6,8,{EASY}\n"),
        (f"{HARD},\n", f"{EASY},{EASY_SOLUTION}\n"),
        ("# old\n", "id,grid\n", f"1,{HARD}\n"),
    ],
    "": [
        ("# sixteen\n", "1...341221434321\n"),
        ("# some\n", json.dumps({"puzzle": HARD}) + "\n"),
        ("\n", "id,puzzle\n", f"1,{HARD}\n"),
        ("53..7....\n", "6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"),
        ("bad\n", "1...341221434321\n"),
    ],
}


def of(path: Any, **options: Any) -> tuple[Any, ...]:
    source = scan(path, malformed="mark", **options)
    rows = read(source)
    boards = [texts(rows.puzzle), rows.solution is not None and texts(rows.solution)]
    columns = rows.to_dict()
    return source.format, source.side, boards, [*rows.lines], rows.malformed.tolist(), columns


@pytest.mark.parametrize(("form", "pieces"), [(form, some) for form, all_ in PIECES.items() for some in all_])
def test_pieces_of_any_size_give_the_same_rows(form: str, pieces: tuple[str, ...], put: Any, pipe: Any) -> None:
    options = {"format": form or None}
    expected = of(put("a", "".join(pieces)), **options)
    assert of(pipe(*pieces), **options) == expected
    assert of(pipe(*"".join(pieces)), **options) == expected
    members = b"".join(gzip.compress(piece.encode()) for piece in pieces)
    assert of(put("a.gz", members), **options) == expected


def test_a_puzzle_from_a_pipe_is_available_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [b"# some\n", f"{HARD}\n".encode(), b"later\n"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Slow(pieces))))
    first = next(iter(scan("-")))
    assert (texts(first.puzzle), pieces) == ([HARD], [b"later\n"])


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (f"sep=\t\npuzzle\tid\n{HARD}\t1\n{EASY}\t2\n", ["id"]),
        (f"sep=\t\r\n{HARD}\n{EASY}\n", []),
        (f"puzzle\ta,b,c\n{HARD}\tx\n{EASY}\ty\n", ["a,b,c"]),
        (f"puzzle,a;b;c\n{HARD},x\n{EASY},y\n", ["a;b;c"]),
        (f"{HARD},a;b;c\n{EASY},d;e;f\n", ["column1"]),
        (f'{HARD};"a,b,c"\n{EASY};d,e,f\n', ["column1"]),
    ],
)
def test_boards_determine_the_delimiter(content: str, columns: list[str], put: Any) -> None:
    rows = read(put("a.csv", content))
    assert texts(rows.puzzle) == [HARD, EASY]
    assert rows.columns[1:] == columns


def test_names_with_delimiters_round_trip(tmp_path: Path) -> None:
    for name in ("a.csv", "a.tsv"):
        bd.datasets.write(tmp_path / name, [HARD, EASY], columns={"a,b": ["x", "y"], "c;d;e": ["1", "2"], "\t": [1, 2]})
        assert read(tmp_path / name).columns[1:3] == ["a,b", "c;d;e"]


@pytest.mark.parametrize("batch", [1, 1000])
@pytest.mark.parametrize(
    "swallowed",
    [
        f'"one,{HARD},{HARD_SOLUTION}\n"two",{EASY},{EASY_SOLUTION}\n',
        f'"one,{HARD},{HARD_SOLUTION}\ntwo",{EASY},{EASY_SOLUTION}\n',
        f'"one,{HARD[:-1]},{HARD_SOLUTION}\ntwo",{EASY},{EASY_SOLUTION}\n',
        f'"one,{HARD},{HARD_SOLUTION}\nthree,{EASY[1:]},\ntwo",{EASY},{EASY_SOLUTION}\n',
        f'one,"{HARD},{HARD_SOLUTION}\ntwo,{EASY}",{EASY_SOLUTION}\n',
    ],
)
def test_rows_whose_first_line_is_in_quotes(batch: int, swallowed: str, put: Any) -> None:
    plain = f"note,{EASY},{EASY_SOLUTION}\n"
    file = put("a.csv", f"note,puzzle,solution\n{plain}{swallowed}{plain}")
    with pytest.raises(FormatError, match=r"a\.csv:3"):
        [*scan(file, batch=batch, malformed="mark")]
    # Lines within a note are none of the rows, and neither are those of a board.
    nine = "\n".join(HARD[i : i + 9] for i in range(0, 81, 9))
    file = put("a.csv", f'note,puzzle,solution\n"two\nlines",{EASY},"{EASY_SOLUTION}"\n"a\n\nb","{nine}",\n')
    assert texts(read(file).puzzle) == [EASY, HARD]


def test_written_json_is_valid(put: Any, tmp_path: Path) -> None:
    lines = [
        f'{{"puzzle": "{HARD}", "n": NaN, "m": Infinity, "name": "a\\ud800b"}}',
        f'{{"puzzle": "{EASY}", "n": [NaN, {{"x": -Infinity}}], "m": 1.5, "name": "\\ud83d\\ude00\\uDFFF"}}',
    ]
    file = put("a.jsonl", "\n".join(lines))
    assert convert(file, tmp_path / "b.jsonl") == 2

    def never(text: str) -> None:
        raise AssertionError(text)

    first, second = (
        json.loads(line, parse_constant=never) for line in (tmp_path / "b.jsonl").read_bytes().splitlines()
    )
    assert first == {"puzzle": HARD, "n": None, "m": "inf", "name": "a\ufffdb"}
    assert second == {"puzzle": EASY, "n": [None, {"x": "-inf"}], "m": 1.5, "name": "\U0001f600\ufffd"}
    assert convert(file, tmp_path / "b.csv") == 2
    with (tmp_path / "b.csv").open(encoding="utf-8", newline="") as text:
        assert [row["name"] for row in csv.DictReader(text)] == ["a\ufffdb", "\U0001f600\ufffd"]


def test_damage_between_xz_streams_is_an_error(put: Any) -> None:
    some, more = (lzma.compress(f"{text}\n".encode()) for text in (HARD, EASY))
    for whole in (some + more, some + bytes(8) + more + bytes(4), some + bytes(1 << 16) + more):
        assert texts(read(put("a.txt.xz", whole)).puzzle) == [HARD, EASY]
    damaged = [some + b"\xfd8" + more[2:], some + more + b"more than a header", some + more[:20] + b"?" + more[21:]]
    for data, word in [*((data, "damaged") for data in damaged), (some + more[:-1], "truncated"), (some[:-1], "trunc")]:
        with pytest.raises(FormatError, match=rf"a\.txt\.xz: .*{word}"):
            read(put("a.txt.xz", data), malformed="mark")


def test_faults_of_marked_rows(put: Any) -> None:
    width = put("a.csv", f"puzzle,id\n{HARD},1\n{EASY}\n{HARD},2,3\n{EASY},4\n,5\n")
    for batch in (1, 1000):
        rows = [*scan(width, batch=batch, malformed="mark")]
        found = [str(part.fault(i)) for part in rows for i in range(len(part)) if part.place(i)[-1] in "346"]
        assert ["a.csv:3: " in found[0], "a.csv:4: " in found[1], "a.csv:6: " in found[2]] == [True] * 3
    assert [finding.text[:7] for finding in bd.datasets.audit(width).findings["malformed"][:2]] == [
        "1 field",
        "3 field",
    ]


@pytest.mark.parametrize("header", ["", "n,puzzle\n"])
@pytest.mark.parametrize("comment", ['#,,"', '#,,"of three\n# words"', '#,,"\n'])
def test_quotes_in_comments(comment: str, header: str, put: Any) -> None:
    file = put("a.csv", f'{comment}\n{header}1,{HARD}\n2,{EASY}\n"3",{HARD}\n')
    rows = read(file)
    assert texts(rows.puzzle) == [HARD, EASY, HARD]
    first = comment.count("\n") + header.count("\n") + 2
    assert [rows.place(i) for i in range(3)] == [f"{file}:{first + i}" for i in range(3)]


def test_quotes_after_spaces_in_a_header(put: Any) -> None:
    rows = read(put("a.csv", f'"id", "puzzle", "solution"\n1,{HARD},{HARD_SOLUTION}\n'))
    assert (texts(rows.solution), rows.columns[2:]) == ([HARD_SOLUTION], ["id"])
    with pytest.raises(bd.PuzzleError, match=r"a\.csv:2 \(solution\)"):
        read(put("a.csv", f'"puzzle", "solution"\n"{HARD}", "{HARD_SOLUTION}"\n'))


def test_files_of_other_kinds(put: Any) -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        for name, text in (("a.csv", f"puzzle\n{HARD}\n"), ("a.txt", f"{HARD}\n"), ("a.jsonl", "{}\n")):
            with pytest.raises(FormatError, match="UTF-16"):
                read(put(name, f"\ufeff{text}".encode(encoding)), malformed="mark")
    with pytest.raises(FormatError, match="HTML"):
        read(put("a.csv", "<!DOCTYPE html><html><body>404</body></html>"))
    assert len(read(put("a.opensudoku", "<opensudoku></opensudoku>"))) == 0
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("sudoku.csv", f"puzzle\n{HARD}\n")
    assert len(read(put("a.zip", packed.getvalue()))) == 1  # test_compression.py has more of these


@pytest.mark.parametrize("depth", [60, 70, 90, 99, 101, 5000])
def test_deep_json_in_the_first_row_hides_no_puzzle(depth: int, tmp_path: Path) -> None:
    rows = [{"puzzle": HARD, "x": 1}, {"puzzle": EASY, "x": 2}]
    deep = json.dumps(rows[0]).replace("1}", "[" * depth + "]" * depth + "}")
    (tmp_path / "a.jsonl").write_text(f"{deep}\n{json.dumps(rows[1])}\n")
    found = read(tmp_path / "a.jsonl", malformed="mark")
    assert texts(found.puzzle)[1] == EASY
    assert found.malformed.tolist() == [depth > 100, False]
    if depth > 100:
        with pytest.raises(bd.PuzzleError, match=r"a\.jsonl:1"):
            read(tmp_path / "a.jsonl")
    else:
        assert texts(found.puzzle)[0] == HARD


def test_a_board_with_faults_on_a_line_is_no_label(put: Any) -> None:
    """The solution after it is not taken for the puzzle."""
    dashes = HARD.replace(".", "-")
    for line in (f"{HARD},{HARD_SOLUTION}", f"{dashes},{HARD_SOLUTION}", f"1,{dashes},{HARD_SOLUTION}"):
        rows = read(put("a.txt", f"{line}\n"))
        assert (texts(rows.puzzle), texts(rows.solution)) == ([HARD], [HARD_SOLUTION])
    for puzzle in (HARD[:80], f"{HARD}1"):
        with pytest.raises(bd.PuzzleError, match=rf"a\.txt:1: .*{len(puzzle)} cells"):
            read(put("a.txt", f"{puzzle},{HARD_SOLUTION}\n"))


def test_boards_after_the_second_are_errors(put: Any) -> None:
    for third in (HARD, HARD_SOLUTION):
        with pytest.raises(bd.PuzzleError, match="second board"):
            read(put("a.txt", f"{HARD},{HARD_SOLUTION},{third}\n"))
    with pytest.raises(bd.PuzzleError, match=r"solution.*80 cells"):
        read(put("a.txt", f"{HARD},{HARD_SOLUTION[:80]}\n"))
    with pytest.raises(FormatError, match=r"a\.txt:2: 'Solution'"):
        read(put("a.txt", f"Puzzle: {HARD}\nSolution: {HARD_SOLUTION}\n"))
    with pytest.raises(bd.PuzzleError, match="second board"):
        read("\n".join([HARD] * 4))
