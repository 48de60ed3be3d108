"""The predicted minutes: published values, symmetry, the data of the model, and the fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import beside
from bitdoku.logic._minutes import MINUTE_BANDS
from command_line import Run
from programs import program
from puzzles import CLASH, EASY, EMPTY, FULL, HARD, NONE, USUAL

MADE = bd.generate(400, seed=1).puzzle


def minutes(puzzles: Any, **options: Any) -> Any:
    return bd.rate(puzzles, columns="minutes", **options)["minutes"]


def test_published_values() -> None:
    np.testing.assert_allclose(60 * minutes([USUAL, HARD]), [229.541278, 900.0], rtol=1e-8)
    assert minutes(FULL) == 0


def test_unknown_values() -> None:
    assert np.isnan(minutes([EMPTY, NONE, CLASH])).all()
    assert np.isnan(minutes(bd.Pencilmarks(bd.candidates([EASY, HARD])))).all()
    assert np.isnan(minutes(bd.generate(2, seed=1, rules="6x6"), rules="6x6")).all()
    assert np.isnan(minutes(MADE[:2], rules="x")).all()
    # Without the check, singles and locked candidates decide.
    assert minutes(EMPTY, strict=False) == 81 * 15 / 60
    assert np.isnan(minutes(CLASH, strict=False))


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_equivalent_puzzles_are_equal_to_the_last_bit(count: int) -> None:
    puzzles = bd.generate(count, seed=1).puzzle
    np.testing.assert_array_equal(minutes(bd.shuffle(puzzles, seed=2)), minutes(puzzles))


def test_cells_are_left_where_singles_do_not_suffice() -> None:
    singles = bd.rate(MADE, columns="singles")["singles"]
    left = np.array([bd.explain(puzzle, techniques="singles").minutes.left for puzzle in MADE])  # type: ignore[union-attr]
    assert {*singles.tolist()} == {0, 1, 2, 3}
    assert (left[singles <= 1] == 0).all()
    assert (left[singles == 3] > 0).all()


def test_rounds() -> None:
    for puzzle in MADE[:50]:
        found = bd.explain(puzzle, techniques="singles").minutes
        assert found is not None
        assert found.total == minutes(puzzle)
        seconds = 0.0
        cells = puzzle.copy()
        solution = bd.solve(puzzle).solution
        for one in found.rounds:
            assert one.open == (cells == 0).sum()
            share = max(one.boxes + one.lines / 2 + one.naked, 0.25)
            assert one.seconds == len(one.placements) * (3.0 + 0.7 * one.open / share)
            for row, column, digit in one.placements:
                assert cells[row, column] == 0
                assert solution[row, column] == digit
                cells[row, column] = digit
            seconds += one.seconds
        assert found.left == (cells == 0).sum()
        assert found.total == (seconds + 15.0 * found.left) / 60
    assert bd.explain(FULL).minutes == bd.Minutes(0.0, (), 0)


def test_explanations_without_minutes() -> None:
    board = bd.Board(USUAL, candidates="true")
    assert bd.explain(board, techniques="singles").minutes is None
    assert bd.explain(EMPTY, techniques="singles").minutes is None
    assert bd.explain(bd.generate(1, seed=1, rules="6x6").puzzle[0], rules="6x6").minutes is None


def test_difficulty() -> None:
    for wish in ((7, 8), "moderate", "long"):
        low, high = MINUTE_BANDS[wish] if isinstance(wish, str) else wish
        made = bd.generate(5, seed=1, difficulty={"minutes": wish})
        assert ((minutes(made) >= low) & (minutes(made) <= high)).all()
        assert bd.Difficulty(minutes=wish).fits(made).all()
        assert bd.Difficulty(minutes=wish).minutes == (low, high)
    assert not bd.Difficulty(minutes=(0, 9)).fits([HARD, EMPTY]).any()
    with pytest.raises(ValueError, match=r"'quik'.*quick"):
        bd.Difficulty(minutes="quik")
    with pytest.raises(bd.RulesError, match="minutes"):
        bd.generate(1, rules="6x6", difficulty={"minutes": 5})
    assert bd.generate(2, seed=1, difficulty="long") == bd.generate(2, seed=1, difficulty={"minutes": "long"})
    for spec in ("minutes=moderate", "moderate", "minutes=6-8"):
        lines = Run("generate", "-n", "3", "--seed", "1", "--difficulty", spec).out.split()
        assert ((minutes(lines) >= 6) & (minutes(lines) <= 8)).all()


def test_audit_and_build(tmp_path: Path) -> None:
    report = bd.datasets.audit(MADE, ratings="minutes")
    found = minutes(MADE)
    assert report.ratings["minutes"] == {k: int((found // 1 == k).sum()) for k in {*(found // 1).astype(int).tolist()}}
    assert f"very_long {100 * (found >= 12).mean():.1f} %" in str(report)
    bands = [{"n": 5, "difficulty": {"minutes": name}} for name in ("moderate", "very_long")]
    bd.datasets.build(
        tmp_path / "set", seed=1, generate={"bands": bands}, write={"format": "jsonl", "columns": ["minutes", "band"]}
    )
    rows = [json.loads(line) for line in next((tmp_path / "set").rglob("*.jsonl")).read_text().splitlines()]
    assert [row["minutes"] for row in rows] == minutes([row["puzzle"] for row in rows]).tolist()
    assert all((6 <= row["minutes"] <= 8) if row["band"] == 0 else row["minutes"] >= 12 for row in rows)
    made = bd.datasets.read(next((tmp_path / "set").rglob("*.jsonl")))
    assert made["minutes"].tolist() == [row["minutes"] for row in rows]


# --- other players --------------------------------------------------------------------------------------------------


def test_pace() -> None:
    # HARD has no round.
    assert minutes(HARD, minutes=(1, 1, 6)) == 6.0
    assert minutes(USUAL, minutes=(60, 0, 0)) == 51
    np.testing.assert_array_equal(minutes(MADE, minutes=bd.Pace()), minutes(MADE))
    for wrong, error in (
        ((1, 2), ValueError),
        ((1, 2, -3), ValueError),
        ((1, 2, np.nan), ValueError),
        (3, TypeError),
        ("123", TypeError),
    ):
        with pytest.raises(error, match="minutes"):
            minutes(EASY, minutes=wrong)


def test_fit_finds_the_pace() -> None:
    pace = bd.Pace(2.0, 1.5, 40.0)
    seconds = 60 * minutes(MADE, minutes=pace)
    np.testing.assert_allclose(bd.fit_minutes(MADE, seconds), pace, rtol=1e-9)
    # Outliers have little influence, and none without players.
    seconds[:20] *= 10
    np.testing.assert_allclose(bd.fit_minutes(MADE, seconds), pace, rtol=0.15)
    players = np.where(np.arange(len(MADE)) < 20, 1e-9, 20)
    np.testing.assert_allclose(bd.fit_minutes(MADE, seconds, players), pace, rtol=1e-6)


def test_fit_without_cells_left() -> None:
    solved = MADE[bd.rate(MADE, columns="singles")["singles"] <= 1]
    pace = bd.fit_minutes(solved, 60 * minutes(solved, minutes=(4, 2, 99)))
    np.testing.assert_allclose(pace, (4, 2, 20), rtol=1e-9)


@pytest.mark.parametrize(
    ("puzzles", "seconds", "message"),
    [
        (MADE[:2], [100, 200], "2 puzzles"),
        (np.append(MADE[:3], np.zeros((1, 9, 9), int), axis=0), [100] * 4, "puzzle 3"),
        (MADE[:3], [100] * 2, "seconds has 2"),
        (np.append(MADE[:3], [bd.to_array(FULL)], axis=0), [100] * 4, "puzzle 3 has no blank"),
        (MADE[:3], [100, 0, 100], r"seconds\[1\]"),
    ],
)
def test_faults_of_a_fit(puzzles: Any, seconds: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bd.fit_minutes(puzzles, seconds)


def test_the_data_of_the_model() -> None:
    table = beside("ratings/minutes.tsv.xz")
    if table is None:
        pytest.skip("needs ratings/minutes.tsv.xz beside BITDOKU_PUZZLES")
    script = program(Path(__file__).parent.parent / "docs" / "make_minutes.py")
    puzzles, players, seconds = script.read(table)
    predicted, many = minutes(puzzles), players >= 20
    for some, rank, linear in ((slice(None), 0.6978, 0.6591), (many, 0.8081, 0.7748)):
        assert script.spearman(predicted[some], seconds[some]) == pytest.approx(rank, abs=5e-5)
        logs = np.log(predicted[some]), np.log(seconds[some])
        assert np.corrcoef(*logs)[0, 1] == pytest.approx(linear, abs=5e-5)
    medians = [quartiles[1] for _, _, quartiles in script.bands(predicted, seconds)]
    assert medians == sorted(medians)
    named = [seconds[(predicted >= low) & (predicted < high)] for low, high in MINUTE_BANDS.values()]
    medians = [float(np.median(part)) for part in named]
    assert medians == sorted(medians)
    fitted = bd.fit_minutes(puzzles, seconds, players)
    assert [round(number, places) for number, places in zip(fitted, (2, 2, 1), strict=True)] == [2.95, 0.73, 14.8]
