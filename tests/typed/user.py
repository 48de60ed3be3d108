"""A typical session without `Any`; read by mypy and pyright, never run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias, assert_type

import numpy as np
from numpy.typing import NDArray

import bitdoku as bd
from bitdoku.datasets import Audit, Leaks, Source

if TYPE_CHECKING:
    from pathlib import Path

Digits: TypeAlias = NDArray[np.uint8]


def numbers_and_text(line: str, lines: list[str], array: NDArray[np.int64]) -> None:
    assert_type(bd.to_array(line), Digits)
    assert_type(bd.to_array(lines, malformed="mark"), Digits)
    assert_type(bd.to_text(line), str)
    assert_type(bd.to_text(lines, blank="0"), list[str])
    assert_type(bd.to_text(bd.Board(line)), str)
    counts, verdicts = bd.count(lines, budget=1000)
    assert_type(counts, NDArray[np.uint64])
    assert_type(verdicts, Digits)
    assert_type(bd.count(line, malformed="mark"), bd.CountResult[int, bd.Verdict])
    assert_type(bd.Pencilmarks.from_digits([[(1, 2)]]), bd.Pencilmarks)


def boards(line: str) -> None:
    board = bd.Board(line, bd.solve(line).solution, candidates="basic", highlight={(0, 0): "green"})
    assert_type(board.puzzle, Digits)
    assert_type(board.svg(size=300), str)
    assert_type(str(board), str)
    assert_type(board.save("board.svg"), None)
    assert_type(board.rules, bd.Rules)
    pages = bd.sheet([line], columns=2, title="Monday")
    assert_type(pages, bd.Sheet)
    assert_type(pages.save("sheet.pdf"), None)
    made_book = bd.book({"seed": 7, "chapter": [{"generate": {"n": 4}}]})
    assert_type(made_book, bd.Book)
    assert_type(made_book.tables, list[bd.Puzzles])


def rules() -> None:
    killer = bd.Rules("9x9") + bd.rules.killer_cage("r1c1 r1c2", 10)
    assert_type(killer, bd.Rules)
    assert_type(bd.solve("." * 81, rules=killer), bd.SolveResult[str, bd.Verdict])


def files(path: Path) -> None:
    source = bd.datasets.scan(path, batch=1000)
    assert_type(source, Source)
    assert_type(iter(source), Iterator[bd.Puzzles])
    for rows in source:
        assert_type(rows.puzzle, Digits)
        solution, verdict = bd.solve(rows)
        assert_type(solution, Digits)
        assert_type(verdict, Digits)
    rows = bd.datasets.read(path, malformed="drop")
    assert_type(rows, bd.Puzzles)
    report = bd.datasets.audit(path, against=rows)
    assert_type(report, Audit)
    assert_type(report.clean, bool)
    assert_type(bd.datasets.dedupe(rows, by="class"), NDArray[np.intp])
    assert_type(bd.datasets.split(rows, {"train": 0.8, "test": 0.2}, seed=1), dict[str, NDArray[np.intp]])
    assert_type(bd.datasets.leaks(rows, path), Leaks)
    assert_type(bd.datasets.write("out.csv", rows), int)


def logic(line: str) -> None:
    for step in bd.explain(line):
        assert_type(step.text, str)
    made = bd.generate(10, seed=1, difficulty="hard")
    assert_type(bd.rate(made)["level"], np.ndarray)
