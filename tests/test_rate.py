"""Ratings of puzzles: the columns, what is not known, and the table of the original's ratings."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import ratings
from bitdoku.cli.rate import DESCRIPTION
from bitdoku.logic._rate import COLUMNS, ORDER_DEPENDENT
from puzzles import CLASH, EASY, EMPTY, FULL, HARD, NONE, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

# Puzzles with the ER, EP and ED of Sudoku Explainer 1.2.1, one for each kind of technique.
RATED: dict[str, tuple[float, float, float]] = {
    ".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........": (2.0, 1.2, 1.2),
    "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6": (3.2, 1.2, 1.2),
    "................12..3.45......1...6..7....4..8..2........8...2...5.......94...3..": (4.0, 1.2, 1.2),
    "........1.......2...3..4.......1.......52.3...14..........67....2.....6.5....89..": (4.4, 1.2, 1.2),
    "..............1..2..3..4.5.........6......1....738.....1...6...4.....8..8..2...7.": (5.7, 1.2, 1.2),
    "8..4.......7.9..4.6......82.5.3......9...71...6..5...9..1.2.5....2....78...7.5...": (6.2, 1.2, 1.2),
    ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5...": (6.5, 1.2, 1.2),
    "1234....94.7...23.......5....9.41..5....2.1.8...8...7.5.8.....1.6....9.....3....7": (7.2, 1.2, 1.2),
    "..1..4.....25.94..6......5...82..5...9...1.6........38.....7.14.2.43......5......": (7.6, 1.2, 1.2),
    "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3": (8.3, 1.2, 1.2),
    "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..": (9.0, 1.2, 1.2),
}
PUZZLES = [*RATED]
#: It has several solutions, and logic cannot decide among them.
STUCK = ".......27.7.9.864...6..7....5...........1....4.3.5.9.1...7...3...8..64...3.48..6."
ALL = (*COLUMNS,)
EXPLAINER = ("er", "ep", "ed")


def same(rated: Any, wanted: Any) -> None:
    """Equal to the bit: NumPy does not compare NaN within records."""
    assert rated.dtype == wanted.dtype
    assert rated.tobytes() == wanted.tobytes()


def scales(rated: Any) -> list[tuple[float, float, float]]:
    return [tuple(row) for row in rated[[*EXPLAINER]].tolist()]


def test_cheap_columns_are_the_default() -> None:
    assert bd.rate(EASY).dtype.names == ("clues", "singles", "level", "score")


def test_ratings_are_those_of_the_original() -> None:
    assert scales(bd.rate(PUZZLES, columns=EXPLAINER)) == [*RATED.values()]


@pytest.mark.parametrize("strict", [True, False])
def test_ratings_are_those_of_the_table(strict: bool) -> None:
    rows = ratings("se")
    if rows is None:
        pytest.skip("needs ratings/se.tsv.xz beside BITDOKU_PUZZLES")
    # Above 9.5 a puzzle takes seconds to minutes, and the original's own ratings are not certain.
    rows = [row for row in rows if float(row[2]) < 9.5]
    assert len(rows) > 2900
    wanted = [tuple(map(float, row[2:5])) for row in rows]
    found = scales(bd.rate([row[0] for row in rows], columns=EXPLAINER, strict=strict))
    assert [(row, f) for row, f, w in zip(rows, found, wanted, strict=True) if f != w] == []


# --- the form of the result -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0,), (3, 0), (2, 3), (1,)])
def test_leading_axes(shape: tuple[int, ...]) -> None:
    rated = bd.rate(np.zeros((*shape, 9, 9), int), columns=ALL)
    assert rated.shape == shape
    assert rated["counts"].shape == (*shape, len(bd.Technique) - 1)


def test_only_the_columns_asked_for_are_there() -> None:
    assert bd.rate([HARD], columns="guesses").dtype.names == ("guesses",)
    # In their own order.
    assert bd.rate([HARD], columns=["er", "clues", "er"]).dtype.names == ("clues", "er")
    assert bd.rate([HARD], columns=("hardest", "counts")).dtype.names == ("hardest", "counts")
    assert bd.rate([HARD], columns=iter(["ed"])).dtype.names == ("ed",)


def test_a_column_does_not_depend_on_the_others() -> None:
    together = bd.rate(PUZZLES[:6], columns=ALL)
    for name in ALL:
        np.testing.assert_array_equal(bd.rate(PUZZLES[:6], columns=name)[name], together[name])


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ("er_", ValueError, "'er_'"),
        (["er", "x"], ValueError, "'x'"),
        ([], ValueError, "columns"),
        (7, TypeError, "columns"),
        (np.array(5), TypeError, "columns"),
        ([1], TypeError, "columns"),
    ],
)
def test_columns_that_are_refused(columns: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bd.rate(EASY, columns=columns)


# --- the columns ----------------------------------------------------------------------------------------------------


def test_tiers_of_singles() -> None:
    # A full row that misses one digit needs naked singles only.
    naked = "." + FULL[1:]
    pairs = "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6"
    assert bd.rate([FULL, naked, EASY, pairs, HARD, EMPTY, NONE, CLASH], columns="singles")["singles"].tolist() == [
        0, 0, 0, 3, 3, 3, 3, 3,
    ]  # fmt: skip
    made = np.concatenate([bd.generate(200, seed=3).puzzle, bd.generate(100, seed=3, clues=40).puzzle])
    tiers = bd.rate(made, columns="singles")["singles"]
    assert {*tiers.tolist()} == {0, 1, 2, 3}
    solved = (bd.candidates(made, level="singles").astype(int) & -bd.candidates(made, level="singles").astype(int)) == (
        bd.candidates(made, level="singles")
    )
    assert ((tiers <= 1) == (solved.all((1, 2)))).all()
    # Subsets need no chains: such puzzles are rated below wings.
    assert bd.rate(made[tiers == 2], columns="er")["er"].max() < 6.0


def test_columns_are_equal_for_equivalent_puzzles_unless_they_depend_on_the_order() -> None:
    made = np.concatenate([bd.generate(200, seed=3).puzzle, bd.generate(100, seed=3, clues=40).puzzle])
    moved = bd.shuffle(made, seed=1)
    names = [name for name in COLUMNS if name not in ORDER_DEPENDENT]
    same(bd.rate(moved, columns=names), bd.rate(made, columns=names))
    assert (bd.rate(moved, columns="score") != bd.rate(made, columns="score")).any()


def test_guesses() -> None:
    assert bd.rate([EASY, HARD], columns="guesses")["guesses"].tolist() == [0.0, HARD_GUESSES]


#: Another value is another measure, and needs another name than ``portable-1``.
HARD_GUESSES = 79.625


def test_hardest_and_counts_are_those_of_the_steps() -> None:
    rated = bd.rate(PUZZLES[:9], columns=["hardest", "counts", "er"], scale="explainer")
    for puzzle, row in zip(PUZZLES, rated, strict=False):
        steps = bd.explain(puzzle, scale="explainer")
        counts = np.bincount([step.technique for step in steps], minlength=len(row["counts"]))
        np.testing.assert_array_equal(row["counts"], counts)
        first = next(step for step in steps if step.rating == steps.er)
        assert bd.Technique(row["hardest"]) is first.technique


# --- what is not known ----------------------------------------------------------------------------------------------


def unknown(row: Any) -> bool:
    """Whether nothing is said about the steps."""
    return bool(
        all(np.isnan(row[name]) for name in ("er", "ep", "ed", "b", "bxb", "bxbb"))
        and row["te"] == 255
        and row["level"] == 255
        and row["score"] == -1
        and row["hardest"] == bd.Technique.UNKNOWN
        and (row["counts"] == 65535).all()
    )


@pytest.mark.parametrize("puzzle", [EMPTY, THREE, NONE, CLASH])
def test_puzzles_without_one_solution_are_not_rated(puzzle: str) -> None:
    row = bd.rate([EASY, puzzle], columns=ALL)[1]
    assert unknown(row)
    assert row["singles"] == 3
    assert row["clues"] == sum(c != "." for c in puzzle)


def test_unless_that_is_not_to_be_checked() -> None:
    columns = [*EXPLAINER, "hardest"]
    rated = bd.rate([STUCK, EASY, THREE], columns=columns, scale="explainer", strict=False)
    assert scales(rated) == [(20.0, 1.2, 1.2), (1.2, 1.2, 1.2), (4.5, 1.2, 1.2)]
    assert [*map(bd.Technique, rated["hardest"])] == [
        bd.Technique.NONE,
        bd.Technique.HIDDEN_SINGLE,
        bd.Technique.UNIQUE_RECTANGLE,
    ]
    with pytest.raises(TypeError, match="strict"):
        bd.rate(EASY, strict=1)  # type: ignore[call-overload]


def test_malformed_rows_are_marked_and_no_others() -> None:
    puzzles = [EASY, "junk", HARD]
    with pytest.raises(bd.PuzzleError) as caught:
        bd.rate(puzzles)
    assert caught.value.index == (1,)
    rated = bd.rate(puzzles, columns=ALL, malformed="mark")
    assert unknown(rated[1])
    assert (rated["clues"][1], rated["singles"][1]) == (255, 255)
    assert np.isnan(rated["guesses"][1])
    same(rated[[0, 2]], bd.rate([EASY, HARD], columns=ALL))


# --- budgets, threads, signals --------------------------------------------------------------------------------------


def test_nodes_of_ratings_depend_on_the_puzzle_alone() -> None:
    known = bd.rate([HARD, EASY], columns="er")["er"]
    for budget in (1, 20, 500, 10**7):
        one = bd.rate(HARD, columns="er", budget=budget, strict=False)["er"]
        assert np.isnan(one) == (budget < 10**7)
        many = bd.rate([HARD, EASY] * 20, columns="er", budget=budget, strict=False, threads=3)["er"]
        np.testing.assert_array_equal(many, [one, known[1]] * 20)
    assert one == known[0]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_ratings_do_not_depend_on_threads_or_batches(threads: int) -> None:
    made = bd.generate(300, seed=11).puzzle
    puzzles = [*PUZZLES[:9], EMPTY, *bd.to_text(made, blank="0")]
    together = bd.rate(puzzles, columns=ALL, threads=1)
    same(bd.rate(puzzles, columns=ALL, threads=threads), together)
    again = np.concatenate([bd.rate(puzzles[i : i + 7], columns=ALL, threads=threads) for i in range(0, 310, 7)])
    same(again, together)


def test_pencil_marks() -> None:
    digits = bd.to_array([EASY, PUZZLES[3]]).astype(int)
    # Blank cells may hold anything. A cell with one candidate is a given.
    marks = bd.Pencilmarks(np.where(digits > 0, 1 << (digits.clip(1) - 1), 511))
    wanted = [column for column in ALL if column not in ("guesses", "minutes")]
    same(bd.rate(marks, columns=wanted), bd.rate(digits, columns=wanted))
    with pytest.raises(TypeError, match="guesses"):
        bd.rate(marks, columns="guesses")


def test_budgets() -> None:
    rated = bd.rate([HARD] * 64 + [EASY], columns=["clues", "er"], budget=timedelta(microseconds=1), strict=False)
    assert (rated["clues"] > 16).all()
    assert np.isnan(rated["er"]).any()
    assert np.isnan(bd.rate(HARD, columns="guesses", budget=1)["guesses"])
    assert bd.rate(EASY, columns=["guesses", "er"], budget=1).tolist() == (0.0, 1.2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.serial
def test_ctrl_c_interrupts(python: Callable[..., Any]) -> None:
    code = """
import os, signal, threading, time
import bitdoku as bd
hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
threading.Timer(0.5, lambda: (times.append(time.perf_counter()), os.kill(os.getpid(), signal.SIGINT))).start()
times = []
try:
    bd.rate([hard] * 1000, columns="er")
except KeyboardInterrupt:
    print("interrupted", time.perf_counter() - times[0] < 5)
"""
    assert python(code).stdout.split() == ["interrupted", "True"]


def test_every_column_is_described() -> None:
    docs = (Path(__file__).parent.parent / "docs" / "explaining.md").read_text(encoding="utf-8")
    for name in COLUMNS:
        assert f"    {name} " in (bd.rate.__doc__ or ""), f"the docstring of rate lacks {name}"
        assert f"`{name}`" in docs, f"docs/explaining.md lacks {name}"
        assert name == "counts" or name in DESCRIPTION, f"the help in python/bitdoku/cli/rate.py lacks {name}"
