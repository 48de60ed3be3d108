"""Puzzles of a wanted difficulty, and searches for harder ones."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from command_line import Run

#: A range whose ends are itself.
ENDLESS: list[Any] = []
ENDLESS += [ENDLESS, ENDLESS]


def test_ratings_are_as_wanted() -> None:
    for name, low, high in (("er", 1.0, 1.5), ("er", 6.6, 7.2), ("ep", 2.0, 4.0), ("ed", 2.0, 2.5)):
        made = bd.generate(6, seed=5, difficulty={name: (low, high)})
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
        symmetry="half_turn",
        difficulty={"er": (2.6, 5.0), "requires": "claiming", "scale": "explainer"},
    )
    assert ((made.clues >= 24) & (made.clues <= 30)).all()
    assert ((made.puzzle > 0) == (made.puzzle[:, ::-1, ::-1] > 0)).all()
    rated = bd.rate(made, columns=["er", "counts"], scale="explainer")
    assert ((rated["er"] >= 2.6) & (rated["er"] <= 5.0)).all()
    assert (rated["counts"][:, bd.Technique.CLAIMING] > 0).all()


@pytest.mark.parametrize(
    ("wish", "kind", "message"),
    [
        ({}, ValueError, "empty"),
        ({"er": "7"}, TypeError, "er is str"),
        ({"er": True}, TypeError, "er is bool"),
        ({"er": float("nan")}, ValueError, "er is NaN"),
        ({"ep": (8, 7)}, ValueError, "ep from 8.0 to 7.0"),
        ({"ed": (1, 2, 3)}, ValueError, "ed has 3"),
        ({"singles": 4}, ValueError, "singles is 4"),
        ({"guesses": 1.5}, TypeError, "guesses is float"),
        ({"hardest": "x-ray"}, ValueError, "hardest holds 'x-ray'"),
        ({"hardest": "singles"}, ValueError, "hardest is 'singles'"),
        ({"requires": []}, ValueError, "requires is empty"),
        *(({name: np.array(5)}, TypeError, f"{name} is ndarray") for name in ("requires", "forbids", "hardest")),
        *(
            ({name: value}, ValueError, f"{name} is {shown}")
            for name in ("er", "ep", "ed")
            for value, shown in (
                (-1, "-1"),
                ((-0.5, 3), "-0.5"),
                (-(10**5000), "a very large number"),
                (float("inf"), "inf"),
                (10**5000, "a very large number"),
            )
        ),
        ({"level": ENDLESS}, TypeError, "level is list"),
        ({"level": ("easy", ["hard"])}, TypeError, "level is list"),
        ({"requires": "x_wing", "forbids": ["x_wing"]}, ValueError, "x_wing"),
        ({"requires": "jellyfish", "hardest": "x_wing"}, ValueError, "jellyfish"),
        ({"scale": "mine", "er": 3}, ValueError, "scale is 'mine'"),
        ({"level": "silly"}, ValueError, "level is 'silly'"),
        ({"level": "incomplete"}, ValueError, "level is 'incomplete'"),
        ({"level": 0}, ValueError, "level is 0"),
        ({"level": 6}, ValueError, "level is 6"),
        ({"level": ("hard", "easy")}, ValueError, "level from 3 to 1"),
        ({"score": -1}, ValueError, "score is -1"),
        ({"requires": "nishio"}, ValueError, "nishio"),
        ({"hardest": "skyscraper", "scale": "explainer"}, ValueError, "skyscraper"),
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
        with pytest.raises(TypeError, match="difficulty"):
            bd.generate(1, difficulty=wish)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"difficulty.*'ratings'"):
        bd.generate(1, difficulty={"ratings": 3})


# --- other sides and rules -------------------------------------------------------------------------------------------

OTHER = {
    "6x6": bd.Rules(box=(2, 3)),
    "x": bd.Rules("x"),
    "cage": bd.Rules(box=(2, 2)) + bd.rules.killer_cage(["r1c1", "r1c2"], 5),
    "line": bd.Rules(box=(2, 3)) + bd.rules.thermometer([(0, 0), (1, 0), (2, 1)]),
}


@pytest.mark.parametrize(
    ("name", "wish", "options"),
    [
        ("6x6", {"level": "medium"}, {}),
        ("6x6", {"level": ("medium", "hard"), "score": (200, 400)}, {"symmetry": "half_turn"}),
        ("6x6", {"hardest": "naked_pair"}, {"clues": (8, 12)}),
        ("6x6", {"singles": 2}, {"minimal": True, "clues": (0, 10)}),
        ("x", {"level": "medium", "forbids": ["naked_pair"]}, {"clues": 24}),
        ("x", {"level": "easy"}, {"clues": 30}),
        ("cage", {"requires": ["combinations"], "level": "easy"}, {}),
        ("line", {"requires": "pair_relation"}, {"minimal": True, "pattern": [True] * 30 + [False] * 6}),
    ],
)
def test_puzzles_of_other_rules_are_as_wanted(name: str, wish: dict[str, Any], options: dict[str, Any]) -> None:
    rules = OTHER[name]
    made = bd.generate(4, seed=7, rules=rules, difficulty=wish, **options)
    assert (bd.verdict(made) == bd.Verdict.UNIQUE).all()
    assert bd.Difficulty(**wish).fits(made).all()
    np.testing.assert_array_equal(bd.Difficulty(**wish).fits(made.puzzle, rules=rules), True)
    order = bd._core._techniques_of("hodoku", False)
    for puzzle, _ in made:
        found = bd.explain(puzzle, rules=rules)
        used = {step.technique.name.lower() for step in found}
        assert used >= set(np.atleast_1d(wish.get("requires", [])))
        assert not used & set(np.atleast_1d(wish.get("forbids", [])))
        if "hardest" in wish:
            assert max(order.index(step.technique) for step in found) == order.index(
                bd.Technique[wish["hardest"].upper()]
            )
        if "singles" in wish:
            assert bd.rate(puzzle, rules=rules, columns="singles")["singles"] == wish["singles"]
    if "clues" in options:
        low, high = np.broadcast_to(options["clues"], 2)
        assert ((made.clues >= low) & (made.clues <= high)).all()
    if "symmetry" in options:
        assert ((made.puzzle > 0) == (made.puzzle[:, ::-1, ::-1] > 0)).all()
    if "pattern" in options:
        assert not made.puzzle[:, 5].any()


def test_ratings_of_other_rules_stop_where_they_would_go_on() -> None:
    """What fits is what the whole rating says, level by level and technique by technique."""
    for rules, clues in (("6x6", None), ("x", 25)):
        made = bd.generate(40, seed=4, rules=rules, clues=clues)
        rated = bd.rate(made, columns=["level", "score", "hardest", "counts"])
        for level in list(bd.Level)[1:]:
            np.testing.assert_array_equal(bd.Difficulty(level=level).fits(made), rated["level"] == level)
        middle = int(np.median(rated["score"]))
        np.testing.assert_array_equal(bd.Difficulty(score=(0, middle)).fits(made), rated["score"] <= middle)
        for technique in {*rated["hardest"].tolist()}:
            fits = bd.Difficulty(hardest=bd.Technique(technique)).fits(made)
            np.testing.assert_array_equal(fits, rated["hardest"] == technique)
        without = bd.Difficulty(forbids="naked_pair").fits(made)
        np.testing.assert_array_equal(without, rated["counts"][:, bd.Technique.NAKED_PAIR] == 0)
    assert not bd.Difficulty(level="easy").fits("." * 36, rules="6x6")


def test_a_puzzle_depends_on_its_number_alone() -> None:
    for rules, n, clues, wish in ((None, 30, None, {"er": (6.6, 8)}), ("6x6", 60, None, "hard"), ("x", 6, 24, "hard")):
        options: dict[str, Any] = {"seed": 9, "rules": rules, "difficulty": wish, "clues": clues}
        made = bd.generate(n, **options)
        for start, count, threads in ((0, 1, 1), (3, 3, 2), (n // 2, n // 2, 1)):
            part = bd.generate(count, start=start, threads=threads, **options)
            np.testing.assert_array_equal(part.puzzle, made.puzzle[start : start + count])
            np.testing.assert_array_equal(part.solution, made.solution[start : start + count])
    # What fits at once is the puzzle that there would be without a difficulty.
    plain = bd.generate(60, seed=9, rules="6x6")
    fits = bd.Difficulty(level="hard").fits(plain)
    made = bd.generate(60, seed=9, rules="6x6", difficulty="hard")
    np.testing.assert_array_equal(made.puzzle[fits], plain.puzzle[fits])
    assert fits.any()
    assert not fits.all()


@pytest.mark.parametrize(
    ("rules", "wish", "shown"), [(None, {"er": (11, 12)}, "ER 11 to 12"), ("4x4", "extreme", "EXTREME")]
)
def test_the_error_says_what_was_found(rules: Any, wish: Any, shown: str) -> None:
    """Whatever the number of threads."""
    messages = set()
    for threads in (1, 2):
        with pytest.raises(bd.GenerationError, match=rf"item 3.*{shown}.*\b40 were easier") as caught:
            bd.generate(8, seed=1, start=3, effort=40, rules=rules, difficulty=wish, threads=threads)
        messages.add(str(caught.value))
    assert len(messages) == 1
    forbids = ["hidden_single", *(["naked_single"] if rules else [])]
    with pytest.raises(bd.GenerationError, match=r"\b9 needed"):
        bd.generate(1, seed=1, effort=9, rules=rules and "6x6", difficulty={"forbids": forbids})


def test_progress_of_other_rules_and_interruption() -> None:
    seen: list[tuple[int, int]] = []
    bd.generate(5, seed=1, rules="6x6", difficulty="medium", progress=lambda made, n: seen.append((made, n)))
    assert seen[-1] == (5, 5)

    class EnoughError(Exception):
        pass

    def stop(made: int, n: int) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        bd.generate(1, seed=1, effort=10**9, rules="6x6", difficulty={"score": (5000, 6000)}, progress=stop)


@pytest.mark.parametrize(
    ("rules", "wish", "message"),
    [
        ("x", {"er": 3}, "er"),
        ("6x6", {"ep": 3}, "ep"),
        ("6x6", {"ed": 3, "level": "easy"}, "ed"),
        ("6x6", {"guesses": 3}, "guesses"),
        ("x", {"requires": "x_wing", "scale": "explainer"}, "explainer"),
        ("x", {"requires": "avoidable_rectangle_1"}, "avoidable_rectangle_1"),
        ("9x9", {"forbids": "line_pattern"}, "line_pattern"),
        (bd.Rules(digits=range(9)), {"level": "easy"}, "digits"),
    ],
)
def test_what_rules_do_not_have_is_refused_by_name(rules: Any, wish: dict[str, Any], message: str) -> None:
    side = bd.generate(0, rules=rules).puzzle.shape[1]
    with pytest.raises(bd.RulesError, match=re.escape(message)):
        bd.generate(1, rules=rules, difficulty=wish)
    with pytest.raises(bd.RulesError, match=re.escape(message)):
        bd.Difficulty(**wish).fits(np.zeros((1, side, side), np.uint8), rules=rules)


def test_harder_climbs_by_a_measure_up_to_a_target() -> None:
    puzzles = bd.generate(4, seed=1).puzzle
    before = bd.rate(puzzles, columns="er")["er"]
    after = bd.rate(bd.harder(puzzles, seed=1, rounds=20, by="er"), columns="er")["er"]
    assert (after >= before).all()
    assert (after > before).any()
    np.testing.assert_array_equal(bd.harder(puzzles, seed=1, by="er", target=1.0), puzzles)
    reached = bd.harder(puzzles, seed=1, rounds=60, by="er", target=7.0)
    assert (bd.rate(reached, columns="er")["er"] >= 7.0).sum() >= 3
    with pytest.raises(ValueError, match=r"by.*'size'"):
        bd.harder(puzzles, by="size")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="target"):
        bd.harder(puzzles, target="9")  # type: ignore[call-overload]


def test_the_command_takes_the_same_wishes() -> None:
    run = Run("generate", "-q", "-n", 3, "--seed", 4, "--difficulty", "er=2.6-4.0,requires=pointing,scale=explainer")
    wish = bd.Difficulty(er=(2.6, 4.0), requires="pointing", scale="explainer")
    puzzles = bd.generate(3, seed=4, difficulty=wish).puzzle
    assert run.lines == ["".join(map(str, puzzle.ravel())).replace("0", ".") for puzzle in puzzles]
    for text, named in (("er=3,ep", "'ep'"), ("er=8-7", "er"), ("x=1", "'x'")):
        refused = Run("generate", "--difficulty", text)
        assert (refused.code, named in refused.err) == (2, True), refused.err


def test_equal_wishes_are_equal() -> None:
    same = [
        bd.Difficulty(level="hard", er=7, requires="x_wing"),
        bd.Difficulty(level=bd.Level.HARD, er=(7.0, 7.0), requires=(name for name in ["x_wing", "X-Wing"])),
        bd.Difficulty(level=("HARD", 3), er=[7, 7], requires={bd.Technique.X_WING}),  # type: ignore[arg-type]
    ]
    assert same[0] == same[1] == same[2]
    assert len(set(same)) == 1
    assert pickle.loads(pickle.dumps(same[0])) == same[0]


def test_the_hardest_technique_is_that_of_ratings() -> None:
    puzzles = bd.generate(400, seed=3).puzzle
    hardest = bd.rate(puzzles, columns="hardest")["hardest"]
    for technique in (bd.Technique.AIC, bd.Technique.DISCONTINUOUS_NICE_LOOP, bd.Technique.NAKED_PAIR):
        fits = bd.Difficulty(hardest=technique).fits(puzzles)
        np.testing.assert_array_equal(fits, hardest == technique)


def test_pencil_marks_with_endless_remote_pairs() -> None:
    masks = np.full((9, 9), 0x1FF, np.uint16)
    masks[np.add.outer(np.arange(9), np.arange(9)) % 2 == 0] = 0b11
    assert bd.hint(bd.Board("." * 81, candidates=masks), techniques="remote_pair", budget=1000) is None
