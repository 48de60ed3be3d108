"""Audits: planted faults are found, exactly those, whatever the form of the set."""

from __future__ import annotations

import csv
import gzip
import html
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import Puzzles
from bitdoku.datasets import _audit, _ledger, audit
from bitdoku.datasets._audit import _Places
from bitdoku.datasets._report import _bars
from puzzles import EASY, HARD, HARD_SOLUTION, NO_CANDIDATE, NONE, THREE

if TYPE_CHECKING:
    from pathlib import Path

MADE = bd.generate(400, seed=71)


def text(board: np.ndarray) -> str:
    line: str = bd.to_text(board, blank="0")
    return line


def name(cell: int) -> str:
    """The name of a cell in messages."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def clashing(cells: list[int]) -> list[int]:
    """The first cell that clashes, and those that it clashes with."""

    def meet(a: int, b: int) -> bool:
        return a // 9 == b // 9 or a % 9 == b % 9 or (a // 27, a % 9 // 3) == (b // 27, b % 9 // 3)

    for a in range(81):
        others = [b for b in range(a + 1, 81) if cells[a] and cells[a] == cells[b] and meet(a, b)]
        if others:
            return [a, *others]
    raise AssertionError("no clash")


class Planted:
    """A set of good rows with faults at places that are known, as texts."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.puzzle = [text(puzzle) for puzzle in MADE.puzzle]
        self.solution = [text(solution) for solution in MADE.solution]
        # For each kind the rows, each with the words of its reason, or the row that it repeats.
        self.faults: dict[str, dict[int, Any]] = {}
        free = iter((1 + rng.permutation(399)).tolist())  # row 0 stays good

        def plant(kind: str, n: int) -> list[int]:
            rows = sorted(next(free) for _ in range(n))
            self.faults[kind] = dict.fromkeys(rows, ())
            return rows

        for i, bad in zip(plant("malformed", 4), ["12", "z" * 81, "", "1" * 80 + "/"], strict=True):
            self.puzzle[i] = bad
        several, none, impossible = bd.shuffle([THREE, NONE, NO_CANDIDATE], seed=seed)
        for i in plant("clash", 5):
            cells = [int(digit) for digit in self.puzzle[i]]
            given = next(cell for cell in range(81) if cells[cell])
            row = given // 9 * 9
            cells[next(cell for cell in range(row, row + 9) if not cells[cell])] = cells[given]
            self.puzzle[i] = "".join(map(str, cells))
            one, *_, last = clashing(cells)
            self.faults["clash"][i] = (name(one), name(last), cells[one])
        for i, puzzle in zip(plant("no solution", 2), (none, impossible), strict=True):
            self.puzzle[i] = puzzle.replace(".", "0")
        for i in self.faults["clash"] | self.faults["no solution"]:
            self.solution[i] = ""
        answers = list(bd.solutions(several))
        for i, answer in zip(plant("several solutions", 3), [*answers[1:], answers[0][::-1]], strict=True):
            # Three equivalent puzzles: two repeat the class of the first.
            moved, stored = bd.shuffle(several, answer, seed=i)
            self.puzzle[i], self.solution[i] = moved.replace(".", "0"), stored
        first, *rest = self.faults["several solutions"]
        self.faults["solution not the only one"] = {first: (), rest[0]: ()}
        self.faults["wrong solution"] = {rest[1]: ()}
        for i in sorted(next(free) for _ in range(6)):
            at = int(rng.integers(81))
            found, right = (int(self.solution[i][at]) % 9 + 1), self.solution[i][at]
            self.solution[i] = f"{self.solution[i][:at]}{found}{self.solution[i][at + 1 :]}"
            self.faults["wrong solution"][i] = name(at), found, right
        self.faults["duplicate"] = {}
        self.faults["repeated class"] = dict.fromkeys(rest, first)
        for moves in (False, True):
            for _ in range(7):
                one, other = sorted((next(free), next(free)))
                pair = self.puzzle[one], self.solution[one]
                if moves:
                    pair = tuple(part.replace(".", "0") for part in bd.shuffle(*pair, seed=one))
                else:
                    self.faults["duplicate"][other] = one
                self.puzzle[other], self.solution[other] = pair
                self.faults["repeated class"][other] = one

    def check(self, report: Any, place: Any, *, stored: bool = True) -> None:
        """The report names exactly these faults, each with its reason."""
        expected = {
            kind: rows
            for kind, rows in self.faults.items()
            if stored or kind not in ("wrong solution", "solution not the only one")
        }
        assert report.faults == {kind: len(rows) for kind, rows in expected.items()}
        assert not report.clean
        assert report.rows == 400
        for kind, rows in expected.items():
            found = report.findings[kind]
            assert [finding.row for finding in found] == sorted(rows)[:100], kind
            assert [finding.place for finding in found] == [place(row) for row in sorted(rows)], kind
            for finding in found:
                told = rows[finding.row]
                words = [place(told)] if isinstance(told, int) else map(str, told)
                assert all(word in finding.text for word in words), finding
        readable = [puzzle for i, puzzle in enumerate(self.puzzle) if i not in self.faults["malformed"]]
        assert report.distinct == len(set(readable))
        forms = Counter(bd.canonical(readable))
        assert report.classes == len(forms)
        assert report.class_sizes == Counter(forms.values())
        assert report.clues == Counter(81 - puzzle.count("0") for puzzle in readable)
        verdicts = Counter(bd.verdict(readable).tolist())
        assert report.verdicts == {
            "no_solution": verdicts[0],
            "unique": verdicts[1],
            "multiple": verdicts[2],
            "malformed": len(self.faults["malformed"]),
        }
        assert report.sampled == verdicts[1]
        singles = [
            (bd.candidates(p, level="singles").ravel() & (bd.candidates(p, level="singles").ravel() - 1) == 0).all()
            for p in readable
            if bd.verdict(p) == 1
        ]
        assert report.singles == pytest.approx(np.mean(singles))
        assert sum(report.guesses.values()) == verdicts[1]


@pytest.fixture
def planted() -> Planted:
    return Planted(5)


@pytest.mark.parametrize("small", [False, True])
def test_planted_faults_are_found_exactly(
    planted: Planted, tmp_path: Path, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if small:  # many batches, everything on disk, many chunks
        monkeypatch.setattr(_ledger, "CHUNK", 3)
        monkeypatch.setattr(_ledger, "SPOOLED", 40)
    path = tmp_path / "set.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "quizzes", "solutions"])
        writer.writerows(zip(range(400), planted.puzzle, planted.solution, strict=True))
    planted.check(audit(path, examples=100), lambda row: f"{path}:{row + 2}")
    source = bd.datasets.scan(path, batch=29, malformed="mark")
    planted.check(audit(source, examples=100, threads=1), lambda row: f"{path}:{row + 2}")
    options: Any = {"source": planted.puzzle, "solution": planted.solution}
    if small:
        options = {"source": bd.datasets.scan(**options, batch=37, malformed="mark")}
    planted.check(audit(**options, examples=100), lambda row: f"[{row}]")
    planted.check(audit(planted.puzzle, examples=100), lambda row: f"[{row}]", stored=False)
    lines = tmp_path / "set.txt.gz"
    with gzip.open(lines, "wt") as compressed:
        for i, puzzle in enumerate(planted.puzzle):
            compressed.write(f"# row {i}\n" * (i % 3 == 0) + (puzzle or "-") + "\n")
    planted.check(audit(lines, examples=100), lambda row: f"{lines}:{row + row // 3 + 2}", stored=False)


def test_only_the_first_rows_are_named(planted: Planted) -> None:
    report = audit(planted.puzzle, solution=planted.solution, examples=2)
    for kind, rows in planted.faults.items():
        assert report.faults[kind] == len(rows)
        assert [finding.row for finding in report.findings[kind]] == sorted(rows)[:2]
    assert not audit(planted.puzzle, examples=0).findings


def test_a_good_set_has_no_faults(tmp_path: Path) -> None:
    report = audit(MADE)
    assert report.clean
    with pytest.raises(TypeError, match="clean"):
        bool(report)
    assert not report.faults
    assert (report.rows, report.distinct, report.classes, report.waste) == (400, 400, 400, 1)
    assert report.stored == {"present": 400, "right": 400, "missing": 0}
    easy = bd.generate(20, seed=1, difficulty={"guesses": 0}).puzzle
    assert audit(easy).guesses == {0: 20}
    hard = audit(bd.generate(20, seed=1, difficulty={"guesses": (3, 6)}).puzzle)
    assert set(hard.guesses) <= {3, 4, 5, 6}
    assert hard.singles == 0
    assert audit(np.zeros((0, 81), np.uint8)).rows == 0
    bd.datasets.write_hrm(tmp_path / "hrm", train=MADE, augment=2, seed=1)
    report = audit(tmp_path / "hrm")
    assert report.faults == {"repeated class": 800}
    assert report.class_sizes == {3: 400}


def test_leaks_are_found(tmp_path: Path) -> None:
    train, test = MADE.puzzle[:300], MADE.puzzle[300:].copy()
    test[17] = bd.shuffle(train[5], seed=1)
    test[60] = train[250]
    test[61] = train[250]
    report = audit(test, against=train)
    assert report.faults == {"duplicate": 1, "repeated class": 1, "leak": 3}
    assert [(leak.row, leak.text.split()[-1]) for leak in report.findings["leak"]] == [
        (17, "[5]"), (60, "[250]"), (61, "[250]")
    ]  # fmt: skip
    for name, puzzles in (("train.npy", train), ("test.csv", test)):
        bd.datasets.write(tmp_path / name, puzzles)
    report = audit(tmp_path / "test.csv", against=tmp_path / "train.npy", examples=1)
    assert report.faults["leak"] == 3
    (leak,) = report.findings["leak"]
    assert leak.place == f"{tmp_path}/test.csv:19"
    assert f"{tmp_path}/train.npy[5]" in leak.text
    assert report.against == str(tmp_path / "train.npy")
    assert "leak" not in audit(MADE.puzzle[:300], against=MADE.puzzle[300:]).faults


def test_the_other_set_is_read_as_the_first(tmp_path: Path) -> None:
    """From the same column; rows that cannot be read are reported."""
    train = tmp_path / "train.csv"
    rows = zip(MADE.solution[:20], MADE.puzzle[:20], strict=True)
    train.write_text("".join(["x,board\n", *(f"{text(solution)},{text(puzzle)}\n" for solution, puzzle in rows)]))
    assert audit(train, puzzle="board", against=train).faults == {"leak": 20}
    assert audit(MADE.puzzle[:30], puzzle="board", against=train).faults == {"leak": 20}
    assert audit(train, puzzle="board", against=MADE.puzzle[10:12]).faults == {"leak": 2}
    report = audit(MADE.puzzle[:30], against=bd.datasets.scan(train, puzzle="board"))
    assert (report.faults, report.against_rows) == ({"leak": 20}, 20)
    with pytest.raises(bd.FormatError, match="'quiz'"):
        audit(MADE.puzzle, puzzle="quiz", against=train)
    # The other set's solutions do not matter, whatever they are.
    other = [text(puzzle) for puzzle in MADE.puzzle[:3]]
    assert audit(MADE.puzzle, against=other).faults == {"leak": 3}
    train.write_text(f"puzzle\noops\n{other[0]}\n\n12\n")
    report = audit(MADE, against=train, examples=1)
    assert report.faults == {"leak": 1, "unreadable other": 2}
    (finding,) = report.findings["unreadable other"]
    assert finding.place == f"{train}:2"
    train.write_text(f"puzzle,solution\n{other[0]},12\n")
    (finding,) = audit(train).findings["malformed"]
    assert finding.place == f"{train}:2"
    assert "solution" in finding.text
    assert not audit(MADE, against=["oops"]).clean
    assert audit(MADE, against=[]).against_rows == 0


def test_rows_with_names_of_their_own() -> None:
    rows = Puzzles(np.stack([MADE.puzzle[0]] * 3), name=["a", "b", "b"], start=5)
    found = audit(rows).findings["duplicate"]
    assert [(finding.place, finding.text.split()[-1]) for finding in found] == [("b[6]", "a[5]"), ("b[7]", "a[5]")]
    assert audit(Puzzles(MADE.puzzle[:0], name=[])).clean
    both = bd.datasets.read([Puzzles(MADE.puzzle[:2], name=np.array(["a", "b"])), Puzzles(MADE.puzzle[:1])])
    assert [both.place(i) for i in range(3)] == ["a[0]", "b[1]", "puzzles[0]"]


def test_wasteful_solutions_are_told(tmp_path: Path) -> None:
    puzzles, solutions = MADE.puzzle, MADE.solution.astype(np.int64)
    np.savez(tmp_path / "set.npz", puzzles=puzzles, solutions=solutions)
    bd.datasets.write_hrm(tmp_path / "hrm", train=MADE)
    labels = tmp_path / "hrm/train/all__labels.npy"
    np.save(labels, np.load(labels).astype(np.int64))
    memory = bd.datasets.scan(puzzles, solution=solutions)
    for source in (tmp_path / "set.npz", tmp_path / "hrm", memory):
        report = audit(source)
        assert (report.dtype, report.solution_dtype, report.waste, report.clean) == ("uint8", "int64", 8, True)
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    columns = {"puzzle": [text(puzzle) for puzzle in puzzles], "solution": pa.array(solutions.reshape(-1, 81).tolist())}
    pq.write_table(pa.table(columns), tmp_path / "set.parquet")
    report = audit(tmp_path / "set.parquet")
    assert (report.dtype, report.solution_dtype, report.waste) == ("text", "int64", 8)
    columns["puzzle"] = pa.array(columns["puzzle"]).cast(pa.string_view())
    with pa.ipc.new_file(tmp_path / "set.arrow", pa.table(columns).schema) as file:
        file.write_table(pa.table(columns))
    assert audit(tmp_path / "set.arrow").dtype == "text"


def test_shapes_in_memory_are_those_of_files(tmp_path: Path) -> None:
    """A last axis of n² is flat, unless the last two are a board."""
    grids = {side: bd.grids(side * side, seed=1, rules=f"{side}x{side}").reshape(-1, side * side) for side in (4, 6)}
    for side, boards in grids.items():
        for shape, found, rows in [
            ((-1, side, side), side, side**2),
            ((1, side**2, side**2), side**2, 1),
        ]:
            array = boards.reshape(shape)
            np.save(tmp_path / "set.npy", array)
            bd.datasets.write(tmp_path / "set.jsonl", array)
            assert bd.datasets.scan(tmp_path / "set.npy").side == found
            assert len(bd.datasets.read(tmp_path / "set.jsonl", side=found)) == rows
            for source in (tmp_path / "set.npy", array, array.tolist()):
                report = audit(source)
                assert (report.rules, report.rows) == (f"{found}x{found}", rows), (shape, type(source))
    large = bd.grids(1, seed=1, rules="16x16").reshape(16, 16)
    assert audit(large, rules="16x16").rows == 1
    np.save(tmp_path / "set.npy", large)
    assert audit(bd.datasets.scan(tmp_path / "set.npy", side=16)).rules == "16x16"
    assert audit(bd.grids(2, seed=1)[0]).rows == 1


def test_any_form_in_memory() -> None:
    texts = [HARD, EASY, HARD, THREE]
    expected = audit(texts).faults
    assert expected == {"several solutions": 1, "duplicate": 1, "repeated class": 1}
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    digits = bd.datasets.encodings.digits(texts)
    for source in (
        tuple(texts[:0]) or np.array(texts),
        pd.Series(texts),
        pl.Series(texts),
        pa.chunked_array([texts]),
        digits,
        digits.reshape(2, 2, 81).astype(np.int16),
        digits.tolist(),
        bd.datasets.read(texts),
        [puzzle.encode() for puzzle in texts],
    ):
        assert audit(source).faults == expected, type(source)
    assert audit([HARD], solution=[HARD_SOLUTION]).clean
    for source in (pd.Series([HARD, None]), pd.Series([HARD, pd.NA], dtype="string"), [HARD, None]):
        assert audit(source).faults == {"malformed": 1}
    with pytest.raises(TypeError, match=r"puzzles\[1\]"):
        audit([HARD, 5])


def test_large_sets_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_audit, "SAMPLE", 100)
    report = audit(bd.datasets.scan(MADE.puzzle, batch=64))
    assert 50 < report.sampled <= 100
    assert sum(report.guesses.values()) == report.sampled
    assert audit(bd.datasets.scan(MADE.puzzle, batch=33)).guesses == report.guesses


def test_places_of_rows_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def places(batches: list[Puzzles]) -> list[str]:
        known = _Places("set")
        for rows in batches:
            known.add(rows)
        return [known[row] for row in range(known.rows)]

    def rows(lines: Any, n: int, start: int = 0, name: str = "set") -> Puzzles:
        return Puzzles(np.zeros((n, 9, 9), np.uint8), name=name, start=start, lines=lines)

    two = [rows(range(1, 4), 3), rows([4, 5, 9], 3, 3), rows(None, 2, 6), rows(None, 2, 0, "test")]
    expected = ["set:1", "set:2", "set:3", "set:4", "set:5", "set:9", "set[6]", "set[7]", "test[0]", "test[1]"]
    assert places(two) == expected
    monkeypatch.setattr(_audit, "PLACES", 2)
    assert places([rows([1, 3, 5, 7], 4)]) == ["set[0]", "set[1]", "set[2]", "set[3]"]


def test_the_report_in_all_its_forms(tmp_path: Path) -> None:
    folder = tmp_path / "<script>&"
    folder.mkdir()
    path = folder / "set.npz"
    np.savez(path, puzzles=MADE.puzzle.astype(np.int64), solutions=MADE.solution[::-1].astype(np.int64))
    report = audit(path)
    assert report.faults == {"wrong solution": 400}
    content = json.loads(report.to_json())
    assert content == report.to_dict()
    assert content["faults"] == report.faults
    assert content["clues"] == {str(clues): count for clues, count in report.clues.items()}
    assert content["findings"]["wrong solution"][3]["place"] == f"{path}[3]"
    page = report.html()
    assert "<script>" not in page
    assert html.escape(f"{path}[3]") in page
    assert "400" in str(report)
    assert "400" in repr(report)


def test_histograms() -> None:
    assert _bars({3: 5, 5: 1, 20: 2}) == [("3", 5), ("4", 0), ("5", 1), ("⋮", 0), ("20", 2)]
    # Scores hardly ever occur twice.
    assert _bars(dict.fromkeys((204, 228, 316, 330, 412, 546, 560, 702, 1180), 1)) == [
        ("128–255", 2), ("256–511", 3), ("512–1,023", 3), ("1,024–2,047", 1)
    ]  # fmt: skip
    # Fractions.
    assert _bars({7.1: 3, 1.2: 5, 7.0: 1}) == [("1.2", 5), ("7.0", 1), ("7.1", 3)]
    assert _bars({k / 10: 1 for k in range(12, 60)} | {8.5: 2}) == [
        ("1", 8), ("2", 10), ("3", 10), ("4", 10), ("5", 10), ("6", 0), ("7", 0), ("8", 2)
    ]  # fmt: skip


def test_what_cannot_be_audited_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    path.write_text("Puzzle,Solution\n0034000000002100,2134432112434312\n")
    with pytest.raises(bd.RulesError, match=r"small\.csv.*4.*6x6"):
        audit(path, rules="6x6")
    with pytest.raises(bd.RulesError, match=r"against.*6.*9x9"):
        audit(MADE, against=np.zeros((2, 6, 6), np.uint8))
    with pytest.raises(bd.RulesError, match=r"source.*9.*16x16"):
        audit(MADE, rules="16x16")
    with pytest.raises(bd.RulesError, match="'chess'"):
        audit(MADE, rules="chess")
    with pytest.raises(ValueError, match=r"400.*399"):
        audit(MADE.puzzle, solution=MADE.solution[1:])
    for wrong in (5, np.zeros(()), np.zeros((2, 3), int), [1, 2], [[1, 2], [3]], None, object(), 1.5):
        with pytest.raises((TypeError, ValueError), match=r"expected|cannot be read"):
            audit(wrong)
    options: Any
    for options in (*({"ratings": value} for value in (5, None, object(), b"er", np.array(5))), {"progress": 5}):
        with pytest.raises(TypeError, match=next(iter(options))):
            audit(MADE, **options)
    with pytest.raises(ValueError, match=r"examples.*-1"):
        audit(MADE, examples=-1)
    with pytest.raises(FileNotFoundError):
        audit(tmp_path / "nothing.csv")


def test_progress_is_told(tmp_path: Path) -> None:
    bd.datasets.write(tmp_path / "set.csv", MADE.puzzle)
    told: list[int] = []
    audit(bd.datasets.scan(tmp_path / "set.csv", batch=100), against=MADE, progress=lambda done, _: told.append(done))
    assert told == sorted(told)
    assert told[-1] == 800
    audit(MADE, progress=lambda *step: told.append(step[1]))
    assert told[-1] == len(MADE)


def test_ratings_that_can_differ_between_equivalent_rows_are_named() -> None:
    made = bd.generate(3, seed=1).puzzle
    moved = np.concatenate([made, bd.shuffle(made[:1], seed=1)])
    stored = Puzzles(moved, columns={"minutes": range(4), "ER": range(4), "guesses": range(4)})
    report = audit(stored, ratings=["level", "b"])
    assert report.order_dependent == ("level", "ER", "guesses")
    assert "can differ in level, ER, guesses, but not in minutes, te, b, bxb, bxbb" in str(report)
    assert audit(moved, ratings="b").order_dependent == ()
    # Without equivalent rows, other than equal ones.
    assert audit(stored[[0, 0, 1, 2]], ratings="level").order_dependent == ()
    small = bd.generate(1, seed=1, rules="6x6").puzzle
    report = audit(np.concatenate([small, bd.shuffle(small, seed=1, rules="6x6")]), ratings="score")
    assert "can differ in score\n" in str(report)


def test_ratings_are_those_of_rate() -> None:
    puzzles = np.concatenate([MADE.puzzle[:60].reshape(-1, 81), np.zeros((1, 81), np.uint8)])
    report = audit(puzzles, ratings=["level", "er", "score"])
    rated = bd.rate(MADE.puzzle[:60], columns=["level", "er", "score"])
    assert report.ratings == {name: Counter(rated[name].tolist()) for name in ("level", "er", "score")}
    assert report.sampled == 60
    plain = json.loads(report.to_json())["ratings"]
    assert plain["er"] == {str(value): n for value, n in report.ratings["er"].items()}
    assert audit(puzzles).ratings == {}
    assert audit([], ratings="er").ratings == {"er": {}}
    with pytest.raises(ValueError, match=r"ratings.*'ed2'"):
        audit(puzzles, ratings=["er", "ed2"])
    with pytest.raises(bd.RulesError, match=r"ep.*6x6"):
        audit(bd.generate(2, seed=1, rules="6x6").puzzle, ratings=["level", "ep"])
