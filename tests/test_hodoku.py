"""HoDoKu's scale: level, score and path are those of the original, and the steps hold."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import ratings
from followed_steps import follow
from puzzles import CLASH, EASY, EMPTY, FULL, HARD, NO_CANDIDATE, NONE, THREE, digits

T = bd.Technique

#: A puzzle of each level with its score in HoDoKu 2.2.
LEVELS: dict[str, tuple[bd.Level, int]] = {
    "...7.....4.6.9.....2..4.7....213.4....58..9...9.4...6........9.....63.7.168......": (bd.Level.EASY, 278),
    "..6.28.........9..27.4..8.....9..74...7...3...2..5..9.....8.51.81.6.7....4.5....7": (bd.Level.MEDIUM, 390),
    "...39......8....56.....61.2.7..2.4..3.91......8......1.4..3.......5....7.2.41...8": (bd.Level.HARD, 978),
    ".....6..2..5.4...7.891.....834.7.....976..5.......9..3..3.8.97..7...........5...6": (bd.Level.UNFAIR, 1664),
    "9..4..5....7.8...44...3.19....8....1..1......3..7...6..56..13.77.........42...6..": (bd.Level.EXTREME, 2744),
}
MEDIUM, UNFAIR = list(LEVELS)[1], list(LEVELS)[3]

#: The codes of the table's paths.
CODES = {
    "fh": T.FULL_HOUSE, "n1": T.NAKED_SINGLE, "h1": T.HIDDEN_SINGLE, "l2": T.LOCKED_PAIR, "l3": T.LOCKED_TRIPLE,
    "lc1": T.POINTING, "lc2": T.CLAIMING, "n2": T.NAKED_PAIR, "n3": T.NAKED_TRIPLET, "n4": T.NAKED_QUAD,
    "h2": T.HIDDEN_PAIR, "h3": T.HIDDEN_TRIPLET, "h4": T.HIDDEN_QUAD, "bf2": T.X_WING, "bf3": T.SWORDFISH,
    "bf4": T.JELLYFISH, "fbf2": T.FINNED_X_WING, "fbf3": T.FINNED_SWORDFISH, "fbf4": T.FINNED_JELLYFISH,
    "sbf2": T.SASHIMI_X_WING, "sbf3": T.SASHIMI_SWORDFISH, "sbf4": T.SASHIMI_JELLYFISH, "ff2": T.FRANKEN_X_WING,
    "ff3": T.FRANKEN_SWORDFISH, "fff2": T.FINNED_FRANKEN_X_WING, "fff3": T.FINNED_FRANKEN_SWORDFISH,
    "sk": T.SKYSCRAPER, "2sk": T.TWO_STRING_KITE, "tf": T.TURBOT_FISH, "er": T.EMPTY_RECTANGLE, "ww": T.W_WING,
    "xy": T.XY_WING, "xyz": T.XYZ_WING, "rp": T.REMOTE_PAIR, "bug1": T.BUG_PLUS_ONE, "u1": T.UNIQUENESS_1,
    "u2": T.UNIQUENESS_2, "u3": T.UNIQUENESS_3, "u4": T.UNIQUENESS_4, "u5": T.UNIQUENESS_5, "u6": T.UNIQUENESS_6,
    "hr": T.HIDDEN_RECTANGLE, "ar1": T.AVOIDABLE_RECTANGLE_1, "ar2": T.AVOIDABLE_RECTANGLE_2, "sdc": T.SUE_DE_COQ,
    "sc1": T.SIMPLE_COLORS_TRAP, "sc2": T.SIMPLE_COLORS_WRAP, "mc1": T.MULTI_COLORS_1, "mc2": T.MULTI_COLORS_2,
    "xc": T.X_CHAIN, "xyc": T.XY_CHAIN, "cnl": T.CONTINUOUS_NICE_LOOP, "dnl": T.DISCONTINUOUS_NICE_LOOP, "aic": T.AIC,
    "gcnl": T.GROUPED_CONTINUOUS_NICE_LOOP, "gdnl": T.GROUPED_DISCONTINUOUS_NICE_LOOP, "gaic": T.GROUPED_AIC,
    "axz": T.ALS_XZ, "axy": T.ALS_XY_WING, "ach": T.ALS_XY_CHAIN, "fcc": T.FORCING_CHAIN_CONTRADICTION,
    "fcv": T.FORCING_CHAIN_VERITY, "fnc": T.FORCING_NET_CONTRADICTION, "fnv": T.FORCING_NET_VERITY,
    "bf": T.BRUTE_FORCE,
}  # fmt: skip
#: The row of the table is the same; which of the two it is called, the length of chains decides.
SAME = {T.FORCING_NET_VERITY: T.FORCING_NET_CONTRADICTION}


def path_of(codes: str) -> list[bd.Technique]:
    """The techniques of a path in codes such as ``n1*4 fh``."""
    parts = (code.partition("*") for code in codes.split(" "))
    return [CODES[code] for code, _, times in parts for _ in range(int(times or 1))]


def table() -> list[list[str]]:
    rows = ratings("hodoku")
    if rows is None:
        pytest.skip("needs ratings/hodoku.tsv.xz beside BITDOKU_PUZZLES")
    return rows


def test_level_and_score_are_those_of_the_original() -> None:
    rated = bd.rate([*LEVELS], columns=["level", "score"])
    assert [(bd.Level(level), score) for level, score in rated.tolist()] == [*LEVELS.values()]
    for puzzle, (level, score) in LEVELS.items():
        explanation = bd.explain(puzzle)
        assert (explanation.level, explanation.score) == (level, score)
        assert (explanation.er, explanation.ep, explanation.ed, explanation.scale) == (None, None, None, "hodoku")
        assert sum(step.score or 0 for step in explanation) == score
        assert max(step.level or 0 for step in explanation) <= level


@pytest.mark.parametrize("strict", [True, False])
def test_levels_and_scores_are_those_of_the_table(strict: bool) -> None:
    rows = table()
    rated = bd.rate([row[0] for row in rows], columns=["level", "score"], strict=strict)
    assert [bd.Level(level).name for level in rated["level"]] == [row[2] for row in rows]
    assert rated["score"].tolist() == [int(row[3]) for row in rows]


def test_paths_are_those_of_the_table() -> None:
    """Every step of every row, but for the name of forcing nets."""
    rows = table()
    counts = bd.rate([row[0] for row in rows], columns="counts")["counts"]
    names = [SAME.get(technique, technique) for technique in T if 0 < technique < 255]
    for row, ours in zip(rows, counts, strict=True):
        path = [SAME.get(technique, technique) for technique in path_of(row[6])]
        found = dict.fromkeys(names, 0)
        for technique in names:
            found[technique] = int(ours[technique])
        for other, technique in SAME.items():
            found[technique] += int(ours[other])
        assert {technique: path.count(technique) for technique in names} == found, row[0]
    for row in rows[::5]:
        steps = bd.explain(row[0])
        path = [SAME.get(technique, technique) for technique in path_of(row[6])]
        assert [SAME.get(step.technique, step.technique) for step in steps] == path, row[0]


@pytest.mark.parametrize("puzzle", [EASY, HARD, *LEVELS])
def test_every_step_is_sound_and_leads_to_the_next(puzzle: str) -> None:
    for step in follow(digits(puzzle), digits(bd.solve(puzzle).solution)):
        assert "<svg" in step.svg()


def test_a_step_has_score_and_level() -> None:
    step = next(step for step in bd.explain(UNFAIR) if step.technique is T.XY_CHAIN)
    assert (step.score, step.level, step.rating, step.worth) == (260, bd.Level.UNFAIR, None, "260")
    assert json.loads(json.dumps(step.to_dict()))["level"] == "unfair"
    assert pickle.loads(pickle.dumps(step)) == step


def test_explanations_as_text_and_numbers() -> None:
    explanation = bd.explain(MEDIUM)
    assert max(explanation, key=lambda step: step.score or 0).notation in explanation.to_text()
    data = explanation.to_dict()
    assert (data["level"], data["score"], data["er"]) == ("medium", 390, None)
    array = explanation.to_numpy()
    assert array["score"].tolist() == [step.score for step in explanation]
    assert np.isnan(array["rating"]).all()
    assert pickle.loads(pickle.dumps(explanation)) == explanation


def test_hints_and_steps() -> None:
    explanation = bd.explain(MEDIUM)
    assert bd.hint(MEDIUM) == explanation[0]
    found = bd.steps(MEDIUM)
    assert found[0] == explanation[0]
    pointing = next(step for step in explanation if step.technique is T.POINTING)
    found = bd.steps(bd.Board(pointing))
    assert bd.hint(bd.Board(pointing)) == pointing
    assert found[0] == pointing
    assert len({step.technique for step in found}) == len(found) > 1
    solution = bd.solve(MEDIUM).solution
    for step in found:
        assert not any(solution[9 * row + column] == str(digit) for row, column, digit in step.eliminations)


def test_solved_cells_of_a_board_are_not_given() -> None:
    """Avoidable rectangles need to know."""
    puzzle = "...4....2.1..8.76..7..3..491....4..8..6.5.27....8......2.34...7......6..36..7.4.5"
    step = next(step for step in bd.explain(puzzle) if step.technique is T.AVOIDABLE_RECTANGLE_1)
    only: Any = {"techniques": T.AVOIDABLE_RECTANGLE_1}
    assert bd.hint(bd.Board(step), **only) == step
    assert bd.hint(bd.Board(step.state.grid, candidates=step.state.candidates), **only) is None


@pytest.mark.parametrize("puzzle", [EMPTY, THREE, NONE, CLASH, NO_CANDIDATE])
def test_puzzles_without_one_solution(puzzle: str) -> None:
    explanation = bd.explain(puzzle)
    assert not explanation.solved
    assert (explanation.level, explanation.score) == (None, None)
    unproved = {T.BRUTE_FORCE, T.BUG_PLUS_ONE, T.HIDDEN_RECTANGLE}
    assert not unproved & {step.technique for step in explanation}
    masks = bd.candidates(puzzle, level="true")
    for step in explanation if explanation.verdict is bd.Verdict.MULTIPLE else ():
        for row, column, digit in step.eliminations:
            assert not masks[row, column] >> (digit - 1) & 1
    rated: Any = bd.rate(puzzle, columns=["level", "score", "hardest"])
    assert rated.tolist() == (255, -1, 255)


def test_a_complete_grid() -> None:
    explanation = bd.explain(FULL)
    assert (explanation.level, explanation.score, explanation.solved) == (bd.Level.EASY, 0, True)


def test_hardest_and_counts_are_those_of_the_steps() -> None:
    rated = bd.rate([*LEVELS], columns=["hardest", "counts"])
    for puzzle, row in zip(LEVELS, rated, strict=True):
        steps = bd.explain(puzzle)
        np.testing.assert_array_equal(
            row["counts"], np.bincount([step.technique for step in steps], minlength=len(row["counts"]))
        )
        assert bd.Technique(row["hardest"]) in {step.technique for step in steps}
