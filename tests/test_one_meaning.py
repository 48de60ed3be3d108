"""A text means the same in a call and in a file of any format."""

from __future__ import annotations

import json
import sys
from functools import partial
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SYMBOLS = ".123456789ABCDEFG"


def givens(side: int) -> np.ndarray:
    puzzle: np.ndarray = bd.generate(1, seed=side, rules=f"{side}x{side}").puzzle[0]
    assert puzzle.any()
    return puzzle


def texts_of_givens(cells: np.ndarray) -> Iterator[str]:
    """The forms of a board in one line, and some in several."""
    side = len(cells)
    rows = ["".join(SYMBOLS[digit] for digit in row) for row in cells]
    line = "".join(rows)
    numbers = [str(digit) for digit in cells.ravel()]
    yield from (line, f"{line} # a comment", f"{line}; a comment, 17", line.lower(), f" {line} ")
    for blank in "0_*?":
        yield line.replace(".", blank)
    if side <= 9:
        yield line.replace(".", "x")
    yield from (" ".join(rows), " ".join(line), ",".join(line), " ".join(numbers), ", ".join(numbers))
    yield from (str(cells.ravel().tolist()), str(cells.tolist()), json.dumps(rows), json.dumps([*line]))
    yield json.dumps(cells.astype(float).tolist())
    yield json.dumps([int(digit) or None for digit in cells.ravel()])
    yield str([float(digit) or None for digit in cells.ravel()])
    yield "|".join(rows) if side == 9 else " | ".join(" ".join(row) for row in rows)
    yield from (
        "\n".join(rows),
        "\n".join(f"| {' '.join(row)} |" for row in rows),
        str(bd.Board(line, rules=rules(side))),
    )


def rarer_texts(cells: np.ndarray) -> Iterator[str]:
    """Forms of other programs: dashes, spaces, empty fields, labels, titles, marks of placed digits, printed lists."""
    side = len(cells)
    rows = ["".join(SYMBOLS[digit] for digit in row) for row in cells]
    line, band = "".join(rows), isqrt(side)
    numbers = [[str(digit or "") for digit in row] for row in cells]
    between = "-" * side
    for blank in "-":
        yield from (line.replace(".", blank), "\n".join(row.replace(".", blank) for row in rows))
    if "." not in line[0] + line[-1]:
        yield line.replace(".", " ")
    if all(row[-1] != "." and row.strip(".") for row in rows):
        yield "\n".join(row.replace(".", " ") for row in rows)
    for delimiter in ("\t", ",", ";"):
        yield "\n".join(delimiter.join(row) for row in numbers)
    if any(numbers[0]) and any(numbers[-1]):
        yield "\n".join("\t".join(row).rstrip("\t") for row in numbers)
    yield from (f"easy {line}", f"007: {line}", f"007 {line}", f"7;{line}", f"{line}:1:")
    yield "\n".join(row.replace("1", "+1") for row in rows)
    yield from (line.replace("2", "<2>"), line.replace("3", "3+"))
    yield from (
        f"Grid 01\n{chr(10).join(rows)}",
        f"Puzzle:\n{chr(10).join(rows)}",
        f"% a comment\n{chr(10).join(rows)}",
    )
    yield "\n\n".join("\n".join(rows[k : k + band]) for k in range(0, side, band))
    yield f"\n{between}\n".join("\n".join(rows[k : k + band]) for k in range(0, side, band))
    yield f"\n{between} # next\n".join("\n".join(rows[k : k + band]) for k in range(0, side, band))
    letters = [[SYMBOLS[digit] if digit else "" for digit in row] for row in cells]
    yield from (repr(letters), json.dumps(letters), json.dumps([[cell or " " for cell in row] for row in letters]))
    yield from (repr([row.replace(".", " ") for row in rows]), repr(tuple(map(tuple, cells.tolist()))), repr(cells))
    yield from (str(np.array(letters)), str(cells), str(cells.astype(float)))
    yield "\n".join(line)


def texts_of_candidates(masks: np.ndarray) -> Iterator[str]:
    side = len(masks)
    digits = [[SYMBOLS[k + 1] for k in range(side) if mask >> k & 1] for mask in masks.ravel()]
    line = "".join(SYMBOLS[k + 1] if mask >> k & 1 else "." for mask in masks.ravel() for k in range(side))
    yield from (line, line.replace(".", "0"), f"{line} # a comment")
    lists = " ".join("".join(cell) for cell in digits)
    if side <= 9:
        table = [["".join(cell) for cell in digits[k : k + side]] for k in range(0, side * side, side)]
        yield from (lists, "\n".join("|" + "|".join(row) + "|" for row in table))
        yield "\n".join("   ".join(row) for row in table)
        box = isqrt(side)
        yield "\n".join("|" + "|".join(" ".join(row[k : k + box]) for k in range(0, side, box)) + "|" for row in table)


def rules(side: int) -> str:
    return f"{side}x{side}"


def in_files(text: str, folder: Path) -> Iterator[tuple[str, Callable[[], bd.Puzzles]]]:
    """The readers of files and columns with a single puzzle, by name."""
    if "\t" not in text:  # tables of a spreadsheet may be CSV
        (folder / "a.txt").write_text(f"{text}\n")
        yield "line", lambda: read(folder / "a.txt")
    quoted = text.replace('"', '""')
    (folder / "a.csv").write_text(f'id,puzzle\n1,"{quoted}"\n')
    (folder / "a.jsonl").write_text(json.dumps({"id": 1, "puzzle": text}))
    table = pa.table({"id": [1], "puzzle": [text]})
    pq.write_table(table, folder / "a.parquet")
    for name in ("a.csv", "a.jsonl", "a.parquet"):
        yield name, partial(read, folder / name)
    yield "table", lambda: read(table)
    yield "list", lambda: read([text])
    yield "str", lambda: read(text)


@pytest.mark.parametrize("side", [4, 6, 9, 16])
def test_givens(side: int, tmp_path: Path) -> None:
    cells = givens(side)
    expected = bd.solve(cells, rules=rules(side))
    for text in chain(texts_of_givens(cells), rarer_texts(cells)):
        assert bd.verdict(text, rules=rules(side)) == expected.verdict, text
        assert (bd.datasets.encodings.digits(text, rules=rules(side)).reshape(side, side) == cells).all()
        for name, reader in in_files(text, tmp_path):
            rows = reader()
            assert rows.side == side, (name, text)
            np.testing.assert_array_equal(rows.puzzle, [cells], f"{name}: {text}")
            assert rows.candidates is None


@pytest.mark.parametrize("side", [4, 6, 9, 16])
def test_pencil_marks(side: int, tmp_path: Path) -> None:
    masks = bd.candidates(givens(side), rules=rules(side))
    for text in texts_of_candidates(masks):
        assert bd.verdict(text, rules=rules(side)) == bd.Verdict.UNIQUE, text
        for name, reader in in_files(text, tmp_path):
            np.testing.assert_array_equal(reader().candidates, [masks], f"{name}: {text}")
            assert bd.verdict(reader(), rules=rules(side)).tolist() == [1]


@pytest.mark.parametrize("side", [4, 6, 9, 16])
def test_givens_among_pencil_marks(side: int) -> None:
    cells = givens(side)
    line = "".join(SYMBOLS[digit] for digit in cells.ravel())
    marks = next(texts_of_candidates(bd.candidates(cells, rules=rules(side))))
    for texts in ([marks, line], pa.array([marks, line])):
        assert bd.verdict(texts, rules=rules(side)).tolist() == [1, 1]
    rows = read([marks, line])
    np.testing.assert_array_equal(rows.puzzle[1], cells)
    assert rows.candidates is not None
    np.testing.assert_array_equal(rows.candidates[1] == (1 << side) - 1, cells == 0)


@pytest.mark.parametrize("side", [4, 6, 9, 16])
def test_what_a_call_refuses(side: int, tmp_path: Path) -> None:
    """A file refuses it too, for the same reason."""
    line = "".join(SYMBOLS[digit] for digit in givens(side).ravel())
    numbers = line.replace(".", "0")
    for text in (
        line[1:],
        line + "1",
        "!" + line[1:],
        "[" + ",".join([str(side + 1), *numbers[1:]]) + "]",
        "",
        "[[1, 2",
    ):
        with pytest.raises(bd.PuzzleError) as of_call:
            bd.solve([line, text], rules=rules(side))
        reason = str(of_call.value).partition(": ")[2]
        (tmp_path / "a.csv").write_text(f'id,puzzle\n1,{line}\n2,"{text}"\n')
        (tmp_path / "a.jsonl").write_text("".join(json.dumps({"puzzle": one}) + "\n" for one in (line, text)))
        for source in (tmp_path / "a.csv", tmp_path / "a.jsonl", pa.table({"puzzle": [line, text]}), [line, text]):
            with pytest.raises(bd.PuzzleError) as of_file:
                read(source)
            assert str(of_file.value).endswith(reason)
            assert of_file.value.cell == of_call.value.cell
            assert read(source, malformed="mark").malformed.tolist() == [False, True]


def test_dataframes_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "".join(SYMBOLS[digit] for digit in givens(9).ravel())
    marks = next(texts_of_candidates(bd.candidates(line)))
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    for frame in (polars.DataFrame, partial(pandas.DataFrame, dtype=object)):
        frames = [frame({"id": ["a", "b"], "puzzle": [text, None]}) for text in (line, marks)]
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        for text, table in zip((line, marks), frames, strict=True):
            rows = read(table, malformed="mark")
            assert (rows["id"].tolist(), rows.malformed.tolist()) == (["a", "b"], [False, True])
            assert (rows.candidates is not None) == (text is marks)
            assert bd.verdict(rows, malformed="mark").tolist() == [1, 255]
        monkeypatch.undo()
