"""Puzzles of a wanted difficulty, and searches for harder ones."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import bitdoku as bd


def test_ratings_are_as_wanted() -> None:
    for name, low, high in (("er", 1.0, 1.5), ("er", 6.6, 7.2), ("ep", 7.0, 8.3), ("ed", 2.6, 3.4)):
        made = bd.generate(12, seed=5, difficulty={name: (low, high)})
        values = bd.rate(made, columns=name)[name]
        assert ((low <= values) & (values <= high)).all()
    singles = bd.rate(bd.generate(20, seed=5, difficulty=bd.Difficulty(singles=0)), columns="singles")["singles"]
    assert not singles.any()
    made = bd.generate(20, seed=5, difficulty=bd.Difficulty(guesses=(3, 5)))
    assert ((bd._core._guesses(made.puzzle) - 4.0) ** 2 <= 1).all()


def test_levels_are_as_wanted() -> None:
    for level in ("easy", "medium", "hard", "unfair", "extreme"):
        made = bd.generate(10, seed=6, difficulty=level)
        assert (bd.rate(made, columns="level")["level"] == bd.Level[level.upper()]).all()
    made = bd.generate(10, seed=6, difficulty=bd.Difficulty(level=("medium", "hard"), score=(900, 1100)))
    rated = bd.rate(made, columns=["level", "score"])
    assert set(rated["level"]) <= {bd.Level.MEDIUM, bd.Level.HARD}
    assert ((rated["score"] >= 900) & (rated["score"] <= 1100)).all()
    made = bd.generate(4, seed=6, difficulty={"hardest": "skyscraper", "forbids": "claiming"})
    for puzzle, _ in made:
        used = {step.technique for step in bd.explain(puzzle, scale="hodoku")}
        assert bd.Technique.SKYSCRAPER in used
        assert bd.Technique.CLAIMING not in used


def test_techniques_are_as_wanted() -> None:
    def counts(**wish: Any) -> Any:
        made = bd.generate(8, seed=2, difficulty=bd.Difficulty(**wish, scale="explainer"))
        return bd.rate(made, columns=["hardest", "counts"], scale="explainer")

    hardest = counts(hardest="x_wing")
    assert (hardest["hardest"] == bd.Technique.X_WING).all()
    both = counts(requires=["naked_pair", bd.Technique.XY_WING])["counts"]
    assert (both[:, [bd.Technique.NAKED_PAIR, bd.Technique.XY_WING]] > 0).all()
    without = counts(er=(2.6, 4.0), forbids=["pointing", "claiming"])["counts"]
    assert not without[:, [bd.Technique.POINTING, bd.Technique.CLAIMING]].any()


def test_other_options_hold_too() -> None:
    made = bd.generate(
        6,
        seed=3,
        clues=(24, 30),
        symmetry="half-turn",
        difficulty={"er": (2.6, 5.0), "requires": "claiming", "scale": "explainer"},
    )
    assert ((made.clues >= 24) & (made.clues <= 30)).all()
    assert ((made.puzzle > 0) == (made.puzzle[:, ::-1, ::-1] > 0)).all()
    rated = bd.rate(made, columns=["er", "counts"], scale="explainer")
    assert ((rated["er"] >= 2.6) & (rated["er"] <= 5.0)).all()
    assert (rated["counts"][:, bd.Technique.CLAIMING] > 0).all()


def test_a_puzzle_depends_on_its_number_alone() -> None:
    wish = bd.Difficulty(er=(6.6, 8.0))
    made = bd.generate(30, seed=9, difficulty=wish)
    for start, n, threads in ((0, 1, 1), (7, 5, 2), (12, 18, 1)):
        part = bd.generate(n, seed=9, start=start, difficulty=wish, threads=threads)
        np.testing.assert_array_equal(part.puzzle, made.puzzle[start : start + n])


def test_the_error_says_what_was_found() -> None:
    expected = (
        "item 3: no grid of 40 gave a puzzle with no clue that can go and ER 11 to 12; of 40 puzzles that were rated"
    )
    with pytest.raises(bd.GenerationError, match=f"^{re.escape(expected)}, 40 were easier, 0 were harder, 0 needed"):
        bd.generate(1, seed=1, start=3, effort=40, difficulty=bd.Difficulty(er=(11, 12)))


@pytest.mark.parametrize(
    ("wish", "kind", "message"),
    [
        ({}, ValueError, "the difficulty is empty; expected one of singles, guesses, level, score, er"),
        ({"er": "7"}, TypeError, "er is str; expected a number"),
        ({"er": True}, TypeError, "er is bool; expected a number"),
        ({"er": float("nan")}, ValueError, "er is NaN; expected a number"),
        ({"ep": (8, 7)}, ValueError, "the range of ep from 8.0 to 7.0 is empty"),
        ({"ed": (1, 2, 3)}, ValueError, "ed has 3 numbers; expected one or (low, high)"),
        ({"singles": 4}, ValueError, "singles is 4; expected at most 3"),
        ({"guesses": 1.5}, TypeError, "guesses is float; expected a whole number"),
        ({"hardest": "x-ray"}, ValueError, "hardest holds 'x-ray'; expected names of techniques"),
        ({"hardest": "singles"}, ValueError, "hardest is 'singles'; expected one technique"),
        ({"requires": []}, ValueError, "requires is empty"),
        ({"requires": "x_wing", "forbids": ["x_wing"]}, ValueError, "the difficulty both requires and excludes x_wing"),
        ({"requires": "jellyfish", "hardest": "x_wing"}, ValueError, "both requires and excludes jellyfish"),
        ({"scale": "mine", "er": 3}, ValueError, "scale is 'mine'; expected"),
        ({"level": "silly"}, ValueError, "level is 'silly'; expected 'easy', 'medium'"),
        ({"level": "incomplete"}, ValueError, "level is 'incomplete'; expected 'easy'"),
        ({"level": 0}, ValueError, "level is 0; expected at least 1"),
        ({"level": 6}, ValueError, "level is 6; expected at most 5"),
        ({"level": ("hard", "easy")}, ValueError, "the range of level from 3 to 1 is empty"),
        ({"score": -1}, ValueError, "score is -1; expected at least 0"),
        ({"requires": "nishio"}, ValueError, "nishio is not a technique of the scale 'hodoku'"),
        ({"hardest": "skyscraper", "scale": "explainer"}, ValueError, "skyscraper is not a technique of the scale"),
        ({"x": 1}, TypeError, "unexpected keyword"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        bd.Difficulty(**wish)


def test_the_argument_is_a_difficulty_or_its_arguments() -> None:
    one, other = (bd.generate(3, seed=1, difficulty=wish).puzzle for wish in ({"er": 2.6}, bd.Difficulty(er=2.6)))
    np.testing.assert_array_equal(one, other)
    for wish in (3, (1, 2)):
        with pytest.raises(TypeError, match="expected a level such as 'hard', or a Difficulty"):
            bd.generate(1, difficulty=wish)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="difficulty has 'ratings'; expected some of singles, "):
        bd.generate(1, difficulty={"ratings": 3})
    with pytest.raises(bd.RulesError, match="difficulty is for classic 9x9"):
        bd.generate(1, rules="x", difficulty={"er": 3})


def test_harder_climbs_by_a_measure_up_to_a_target() -> None:
    puzzles = bd.generate(4, seed=1).puzzle
    before = bd.rate(puzzles)["er"]
    after = bd.rate(bd.harder(puzzles, seed=1, rounds=20, by="er"))["er"]
    assert (after >= before).all()
    assert (after > before).any()
    np.testing.assert_array_equal(bd.harder(puzzles, seed=1, by="er", target=1.0), puzzles)
    reached = bd.harder(puzzles, seed=1, rounds=60, by="er", target=7.0)
    assert (bd.rate(reached)["er"] >= 7.0).sum() >= 3
    with pytest.raises(ValueError, match="by is 'size'; expected 'guesses'"):
        bd.harder(puzzles, by="size")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="target is str; expected a number"):
        bd.harder(puzzles, target="9")  # type: ignore[call-overload]


def test_the_command_takes_the_same_wishes() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "bitdoku", "generate", *arguments], capture_output=True, text=True)

    printed = run("-q", "-n", "3", "--seed", "4", "--difficulty", "er=2.6-4.0,requires=pointing,scale=explainer").stdout
    wish = bd.Difficulty(er=(2.6, 4.0), requires="pointing", scale="explainer")
    puzzles = bd.generate(3, seed=4, difficulty=wish).puzzle
    assert printed.split() == ["".join(map(str, puzzle.ravel())).replace("0", ".") for puzzle in puzzles]
    for text, message in (
        ("er=3,ep", "'ep' is not a measure with a value"),
        ("er=8-7", "the range of er"),
        ("x=1", "'x'"),
    ):
        refused = run("--difficulty", text)
        assert (refused.returncode, message in refused.stderr) == (2, True), refused.stderr


def test_equal_wishes_are_equal() -> None:
    same = [
        bd.Difficulty(level="hard", er=7, requires="x_wing"),
        bd.Difficulty(level=bd.Level.HARD, er=(7.0, 7.0), requires=(name for name in ["x_wing", "X-Wing"])),
        bd.Difficulty(level=("HARD", 3), er=[7, 7], requires={bd.Technique.X_WING}),  # type: ignore[arg-type]
    ]
    assert same[0] == same[1] == same[2]
    assert len(set(same)) == 1
    assert pickle.loads(pickle.dumps(same[0])) == same[0]
    assert repr(bd.Difficulty(er=7)) == "Difficulty(er=(7.0, 7.0), scale='hodoku')"


def test_the_error_does_not_depend_on_threads() -> None:
    messages = set()
    for threads in (1, 2):
        with pytest.raises(bd.GenerationError) as caught:
            bd.generate(10, seed=1, effort=8, difficulty=bd.Difficulty(er=(11, 12)), threads=threads)
        messages.add(str(caught.value))
    assert len(messages) == 1
    assert "of 8 puzzles that were rated, 8 were easier" in messages.pop()
    with pytest.raises(bd.GenerationError, match="0 were harder, 9 needed other techniques"):
        bd.generate(1, seed=1, effort=9, difficulty=bd.Difficulty(forbids="hidden_single"))


def test_the_hardest_technique_is_that_of_ratings() -> None:
    puzzles = bd.generate(1000, seed=3).puzzle
    hardest = bd.rate(puzzles, columns="hardest")["hardest"]
    for technique in (bd.Technique.AIC, bd.Technique.DISCONTINUOUS_NICE_LOOP, bd.Technique.NAKED_PAIR):
        fits = bd.Difficulty(hardest=technique).fits(puzzles)
        np.testing.assert_array_equal(fits, hardest == technique)


def test_pencil_marks_with_endless_remote_pairs() -> None:
    masks = np.full((9, 9), 0x1FF, np.uint16)
    masks[np.add.outer(np.arange(9), np.arange(9)) % 2 == 0] = 0b11
    assert bd.hint(bd.Board("." * 81, candidates=masks), techniques="remote_pair", budget=1000) is None
