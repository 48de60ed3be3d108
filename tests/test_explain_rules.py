"""Human logic under rules other than classic: steps, ratings and pictures."""

from __future__ import annotations

import datetime
import json
import pickle
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r
from bitdoku.logic._rate import COLUMNS
from command_line import Run
from followed_steps import follow
from variant_instances import INSTANCES, instance
from variant_puzzles import large, mixed

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

T = bd.Technique
ALL = (*COLUMNS,)
EXAMPLES = Path(__file__).parent.parent / "examples" / "variants"


def example(name: str) -> tuple[bd.Rules, np.ndarray, np.ndarray]:
    data = json.loads((EXAMPLES / f"{name}.json").read_text())
    return bd.Rules.from_json(data["rules"]), np.array(data["puzzle"]), np.array(data["solution"])


def with_one_solution(rules: bd.Rules, puzzle: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray] | None:
    """The puzzle with more givens until it has one solution; None if it has none."""
    found = bd.solve(puzzle, rules=rules)
    if found.verdict == bd.Verdict.NO_SOLUTION:
        return None
    rng, puzzle, grid = np.random.default_rng(seed), np.array(puzzle), np.asarray(found.solution)
    while others := [one for one in bd.solutions(puzzle, rules=rules, limit=2) if (one != grid).any()]:
        row, column = rng.choice(np.argwhere(others[0] != grid)).tolist()
        puzzle[row, column] = grid[row, column]
    return puzzle, grid


@pytest.mark.parametrize("name", sorted(INSTANCES))
def test_steps_remove_no_digit_of_the_solution(name: str) -> None:
    followed = 0
    for seed in range(6):
        rules, puzzle = instance(name, seed)
        found = with_one_solution(rules, puzzle, seed)
        if found:
            follow(*found, rules=rules)
            followed += 1
    assert followed > 0


@pytest.mark.parametrize("make", [mixed, large])
def test_steps_of_several_rules_and_large_boards_are_sound(make: Any) -> None:
    followed = 0
    for seed in range(500, 512):
        rules, puzzle = make(seed)
        found = with_one_solution(rules, puzzle, seed)
        if found:
            follow(*found, rules=rules)
            followed += 1
    assert followed > 2


@pytest.mark.parametrize("name", ["4x4", "6x6", "x", "windoku", "killer", "thermo", "kropki", "16x16", "25x25"])
def test_the_examples_are_explained(name: str) -> None:
    rules, puzzle, grid = example(name)
    explanation = follow(puzzle, grid, rules=rules)
    assert explanation.rules == rules
    assert explanation.level is not None
    assert explanation.score == sum(step.score or 0 for step in explanation)


def test_a_killer_is_told_by_its_cages() -> None:
    rules, puzzle, _ = example("killer")
    steps = [step for step in bd.explain(puzzle, rules=rules) if step.technique is T.COMBINATIONS]
    step = steps[0]
    kind, number = step.houses[0]
    cage = rules.rules[number]
    assert kind == "cage"
    assert sorted(step.cells) == sorted(cage.arguments["cells"])
    row, column = min(cage.arguments["cells"])
    assert f"cage at r{row + 1}c{column + 1}" in step.text


def names_of(rules: bd.Rules, puzzle: Any) -> set[str]:
    return {kind for step in bd.explain(puzzle, rules=rules) for kind, _ in step.houses}


@pytest.mark.parametrize(
    ("rule", "kind", "clue"),
    [
        (r.thermometer([(0, 0), (0, 1), (1, 1)]), "thermometer", "thermometer at r1c1"),
        (r.kropki_black([((0, 0), (0, 1))]), "black dot", "black dot at r1c1"),
        (r.whispers([(0, 0), (1, 1)], 3), "whispers line", "whispers line at r1c1"),
        (r.killer_cage([(0, 0), (0, 1)], 3), "cage", "cage at r1c1"),
        (r.arrow((0, 0), [(0, 1), (1, 2)]), "arrow", "arrow at r1c1"),
        (r.arrow([(0, 0), (0, 1)], [(3, 3), (2, 0), (1, 0), (1, 1)]), "arrow", "10 × r1c1 + r1c2 = "),
        (r.little_killer((0, 2), "down_right", 7), "little killer", "little killer at r1c3"),
        (r.between([(0, 0), (1, 1), (2, 2)]), "between line", "between line at r1c1"),
        (r.greater_than([((0, 0), (0, 1))]), "inequality", "inequality at r1c1"),
    ],
    ids=lambda item: item.name if isinstance(item, r.Rule) else None,
)
def test_texts_name_the_clue(rule: r.Rule, kind: str, clue: str) -> None:
    rules = bd.Rules(box=(2, 2)) + rule
    found = [step for step in bd.steps("." * 16, rules=rules) if kind in dict(step.houses)]
    assert any(clue in step.text for step in found), [step.text for step in bd.steps("." * 16, rules=rules)]


def test_units_of_other_rules_have_their_names() -> None:
    puzzles = bd.generate(2, seed=0, rules="x", clues=30).puzzle
    assert set.union(*(names_of(bd.Rules("x"), puzzle) for puzzle in puzzles)) >= {"row", "diagonal"}
    rules, puzzle, _ = example("windoku")
    assert "window" in names_of(rules, puzzle)
    rules, puzzle, _ = example("anti-knight")
    chains = [link for step in bd.explain(puzzle, rules=rules) for branch in step.links for link in branch]
    assert any(link.reason[0] == "knight's move" for link in chains if isinstance(link.reason, tuple))


# --- what is right only on some boards -------------------------------------------------------------------------------


def test_uniqueness_techniques_are_for_plain_boards() -> None:
    puzzles = bd.generate(40, seed=3, rules="6x6").puzzle
    plain = [bd.explain(puzzle, rules="6x6") for puzzle in puzzles]
    used = {step.technique for explanation in plain for step in explanation}
    unique = {technique for technique in T if technique.name.startswith("UNIQUENESS")} | {T.BUG_PLUS_ONE}
    assert used & unique
    # The same puzzles as pencil marks: digits could not be swapped if the marks were fewer.
    for explanation, puzzle in zip(plain, puzzles, strict=True):
        if {step.technique for step in explanation} & unique:
            marks = np.asarray(bd.candidates(puzzle, rules="6x6"))
            found = bd.explain(bd.Pencilmarks(marks), rules="6x6")
            assert found.solved
            assert not {step.technique for step in found} & unique


def test_a_sandwich_needs_no_net_for_what_remains_between() -> None:
    rules = bd.Rules(box=(2, 3)) + r.sandwich(12, row=0)
    alone = bd.explain("." * 36, rules=rules, techniques="line_pattern")
    steps = [step for step in alone if "and no digit twice in row 1" in step.text]
    assert steps
    true = np.asarray(bd.candidates("." * 36, rules=rules, level="true"))
    for step in alone:
        for row, column, digit in step.eliminations:
            assert not int(true[row, column]) >> (digit - 1) & 1
    # Nothing that row and sandwich exclude is left in the row.
    np.testing.assert_array_equal(alone.state(len(alone)).candidates[0], true[0])


@pytest.mark.parametrize(
    ("rules", "numbers", "techniques"),
    [
        ("x", range(5), ["sue_de_coq"]),
        ("x", range(5), ["simple_colors_trap"]),
        ("8x8", range(8), ["multi_colors_1"]),
        ("x", range(5), ["grouped_aic"]),
        ("x", range(5), ["als_xz", "als_xy_wing"]),
        ("windoku", range(5), ["als_xy_chain"]),
        ("8x8", range(5), ["continuous_nice_loop"]),
        ("x", range(5), ["grouped_continuous_nice_loop"]),
        ("x", range(5), ["franken_swordfish", "finned_franken_x_wing"]),
        ("windoku", range(5), ["finned_franken_swordfish"]),
        ("x", range(5), ["franken_jellyfish"]),
        ("8x8", range(5), ["mutant_fish"]),
        ("x", range(5), ["death_blossom"]),
        ("8x8", range(5, 12), ["uniqueness_1", "uniqueness_3", "uniqueness_4"]),
        ("8x8", range(95, 100), ["uniqueness_1", "uniqueness_2", "uniqueness_4"]),
        ("6x6", range(360, 366), ["uniqueness_6"]),
    ],
)
def test_techniques_of_links_and_rectangles_are_sound(rules: str, numbers: range, techniques: list[str]) -> None:
    easy = ["singles", "pointing", "claiming", "naked_pair", "hidden_pair", "naked_triplet"]
    found = set()
    clues = (20, 26) if rules in ("x", "windoku") else None
    for puzzle, grid in bd.generate(len(numbers), seed=8, start=numbers[0], rules=rules, clues=clues):
        for step in bd.explain(puzzle, rules=rules, techniques=[*easy, *techniques, "brute_force"]):
            found.add(step.technique.name.lower())
            assert all(grid[row, column] != digit for row, column, digit in step.eliminations), step.text
            assert all(grid[row, column] == digit for row, column, digit in step.placements), step.text
    assert found >= {*techniques}


def test_the_scale_of_sudoku_explainer_is_for_classic_boards() -> None:
    for function in (bd.explain, bd.hint, bd.steps, bd.rate):
        with pytest.raises(bd.RulesError, match="'explainer'"):
            function("." * 81, rules="x", scale="explainer")


def test_digits_from_0_are_refused() -> None:
    for rules in (bd.Rules(digits=range(9)), bd.Rules(digits=range(9)) + r.killer_cage(["r1c1", "r1c2"], 1)):
        for function in (bd.explain, bd.hint, bd.steps, bd.rate):
            with pytest.raises(bd.RulesError, match="digits"):
                function("." * 81, rules=rules)


def test_puzzles_without_one_solution() -> None:
    rules = bd.Rules(box=(2, 2)) + r.killer_cage([(0, 0), (0, 1)], 4)
    several = bd.explain("." * 16, rules=rules)
    assert (several.verdict, several.ended, several.level) == (bd.Verdict.MULTIPLE, "stuck", None)
    true = np.asarray(bd.candidates("." * 16, rules=rules, level="true"))
    for step in several:
        for row, column, digit in step.eliminations:
            assert not int(true[row, column]) >> (digit - 1) & 1
    assert T.BRUTE_FORCE not in {step.technique for step in several}
    none = bd.explain("2" + "." * 15, rules=rules)
    assert (none.verdict, none.ended, none.solved) == (bd.Verdict.NO_SOLUTION, "contradiction", False)
    clash = bd.explain("11" + "." * 14, rules=rules)
    assert (len(clash), clash.ended) == (0, "contradiction")
    assert bd.hint("11" + "." * 14, rules=rules) is None
    full = bd.explain("1234341221434321", rules=rules)
    assert (len(full), full.verdict, full.ended) == (0, bd.Verdict.NO_SOLUTION, "contradiction")
    assert "cage at r1c1" in full.to_text()
    assert pickle.loads(pickle.dumps(full)).to_text() == full.to_text()


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (r.thermometer([(0, 1), (0, 0)]), "thermometer at r1c2"),
        (r.little_killer((0, 2), "down_right", 6), "little killer at r1c3"),
        (r.between([(0, 0), (0, 1), (0, 2)]), None),
        (r.between([(0, 0), (1, 1), (2, 2)]), "between line at r1c1"),
    ],
)
def test_the_clue_that_a_full_grid_breaks_is_named(rule: r.Rule, name: str | None) -> None:
    full = bd.explain("1234341221434321", rules=bd.Rules(box=(2, 2)) + rule)
    assert full.ended == ("contradiction" if name else "solved")
    assert name is None or name in full.to_text()


# --- as values, as pictures ------------------------------------------------------------------------------------------


def test_steps_and_explanations_are_values() -> None:
    rules, puzzle, _ = example("killer")
    explanation = bd.explain(puzzle, rules=rules)
    assert pickle.loads(pickle.dumps(explanation)) == explanation
    assert {*explanation} == {*bd.explain(puzzle, rules=rules)}
    data = json.loads(json.dumps(explanation.to_dict()))
    assert data["steps"][7]["houses"] == [["cage", 0]]
    rows = explanation.to_numpy()
    assert rows["grid"].shape == (len(explanation), 9, 9)
    rules, puzzle, _ = example("25x25")
    explanation = bd.explain(puzzle, rules=rules)
    assert explanation.state(0).candidates.dtype == np.uint32
    assert explanation.to_numpy()["removed"].dtype == np.uint32
    assert explanation.to_text().splitlines()[1].startswith("  r")


def test_a_board_carries_its_rules_and_candidates() -> None:
    rules, puzzle, _ = example("killer")
    board = bd.Board(puzzle, rules=rules)
    assert bd.explain(board) == bd.explain(puzzle, rules=rules)
    assert bd.steps(board) == bd.steps(puzzle, rules=rules)
    explanation = bd.explain(board)
    for i in (0, 9, 40):
        here = bd.Board(explanation[i])
        assert here.rules == rules
        assert bd.hint(here) == explanation[i]
    assert np.array_equal(bd.rate(bd.generate(2, seed=1, rules="6x6"))["level"] > 0, [True, True])


def test_pictures_show_the_clue() -> None:
    rules, puzzle, _ = example("killer")
    explanation = bd.explain(puzzle, rules=rules)
    step = next(step for step in explanation if step.technique is T.COMBINATIONS)
    svg = step.svg()
    ET.fromstring(svg)
    assert 'class="f-pattern"' in svg
    assert svg.count('class="s-frame"') == 1
    single = next(step for step in explanation if step.technique is T.HIDDEN_SINGLE)
    assert 'class="f-house"' in single.svg()
    ET.fromstring(f"<div>{explanation._repr_html_()}</div>".replace("&nbsp;", " "))
    rules, puzzle, _ = example("16x16")
    chain = next(step for step in bd.explain(puzzle, rules=rules) if step.links)
    ET.fromstring(chain.svg())


# --- ratings ---------------------------------------------------------------------------------------------------------


def test_ratings_are_those_of_the_steps() -> None:
    rules, puzzle, _ = example("killer")
    explanation = bd.explain(puzzle, rules=rules)
    rated = bd.rate(puzzle, rules=rules, columns=ALL)
    assert explanation.level is not None
    assert (rated["level"], rated["score"], rated["clues"]) == (explanation.level, explanation.score, 2)
    counts = np.zeros_like(rated["counts"])
    for step in explanation:
        counts[step.technique] += 1
    np.testing.assert_array_equal(rated["counts"], counts)
    assert rated["hardest"] == T.COMBINATIONS
    assert rated["singles"] == 1
    assert all(np.isnan(rated[name]) for name in ("er", "ep", "ed", "minutes", "guesses"))


def test_ratings_of_many_do_not_depend_on_threads() -> None:
    for rules, clues in (("x", 30), ("6x6", 10)):
        puzzles = bd.generate(8, seed=5, rules=rules, clues=clues).puzzle
        rated = bd.rate(puzzles, rules=rules, threads=1)
        assert rated.tobytes() == bd.rate(puzzles, rules=rules, threads=4).tobytes()
        assert (rated["level"] > 0).all()
        assert rated["score"].tolist() == [bd.explain(puzzle, rules=rules).score for puzzle in puzzles]


def test_ratings_of_puzzles_without_one_solution() -> None:
    rated = bd.rate(["." * 16, "1" * 16], rules="4x4")
    assert rated["clues"].tolist() == [0, 16]
    assert rated["level"].tolist() == [255, 255]
    assert rated["score"].tolist() == [-1, -1]
    loose = bd.rate("." * 16, rules="4x4", strict=False)
    assert loose["level"] == bd.Level.EXTREME
    rules, puzzle, _ = example("25x25")
    assert bd.rate(puzzle, rules=rules, columns="clues")["clues"] == (puzzle > 0).sum() > 255


def test_budgets() -> None:
    rules, puzzle, _ = example("jigsaw")
    late = bd.explain(puzzle, rules=rules, budget=120)
    assert late.ended == "budget"
    assert 0 < len(late) < len(bd.explain(puzzle, rules=rules))
    assert bd.rate(puzzle, rules=rules, budget=120)["level"] == 255
    assert bd.explain(puzzle, rules=rules, budget=datetime.timedelta(seconds=60)).solved
    with pytest.raises(bd.BudgetError):
        bd.steps(puzzle, rules=rules, budget=1, techniques="forcing_net_contradiction")


# --- command line ----------------------------------------------------------------------------------------------------


def test_commands_take_rules(tmp_path: Path) -> None:
    rules, puzzle, _ = example("killer")
    (tmp_path / "killer.json").write_text(rules.to_json())
    files = [bd.Board(puzzle).line(), "--rules", tmp_path / "killer.json"]
    assert "cage at r3c6" in Run("explain", *files, "--text").out
    assert "Naked Single" in Run("hint", *files).out
    assert "combinations" in Run("rate", *files, "--columns", "level,hardest").out


@pytest.mark.serial
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
@pytest.mark.parametrize("box", [(6, 6), (8, 8)])
def test_boards_with_very_many_candidates(
    box: tuple[int, int], python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """Chains and nets are left out there, for their tables would take from 0.5 to 17 GB."""
    code = f"""
import resource
import numpy as np
import bitdoku as bd

def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

rules = bd.Rules(box={box})
puzzle = np.zeros((rules.side, rules.side), np.uint8)
bd.verdict(puzzle, rules=rules)  # takes more than what is measured
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
before = peak()
print(bd.explain(puzzle, rules=rules).ended, bd.steps(puzzle, rules=rules))
print((peak() - before) // 1024)
"""
    done = python(code, timeout=120)
    assert done.returncode == 0, done.stderr
    ended, megabytes = done.stdout.splitlines()
    assert ended == "stuck []"
    assert int(megabytes) < 100
