"""``compose``: puzzles whose marks are invented as well."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations, pairwise
from typing import Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.cli import main

JIGSAW = bd.compose(1, kind="jigsaw", seed=1)[0]

#: Kinds whose puzzles are checked one by one; little killers take longer than all others.
KINDS: list[Any] = [
    "killer_cage", "thermometer", "arrow", "whispers", "renban", "palindrome", "region_sum_line", "between", "kropki",
    "xv", "greater_than", "even", "odd", "quadruple", "sandwich", "x_sum", "skyscraper",
    "jigsaw", {"killer_cage": 8, "thermometer": 3}, {"xv": 10, "kropki": (5, 8)},
    {"jigsaw": None, "region_sum_line": 3},
]  # fmt: skip


def cells_of(row: bd.Row, name: str) -> list[list[tuple[int, int]]]:
    """The cells of the rules of a row with a name."""
    return [[*rule.arguments["cells"]] for rule in row.rules.rules if rule.name == name]


def is_connected(cells: list[tuple[int, int]]) -> bool:
    found, rest = [cells[0]], {*cells[1:]}
    for row, column in found:
        near = rest & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        found += near
        rest -= near
    return not rest


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_puzzles_are_unique(kind: Any) -> None:
    for rules, n in (("6x6", 6), (None, 3)):
        made = bd.compose(n, kind=kind, seed=3, rules=rules)
        for row in made:
            solution, verdict = bd.solve(row)
            assert verdict == bd.Verdict.UNIQUE
            assert (solution == row.solution).all()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_digits_may_begin_with_0(kind: Any) -> None:
    for row in bd.compose(4, kind=kind, seed=3, rules=bd.Rules((2, 3), digits=range(6))):
        solution, verdict = bd.solve(row)
        assert verdict == bd.Verdict.UNIQUE
        np.testing.assert_array_equal(solution, row.solution)
        assert row.rules.digits == range(6)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_cp_sat_finds_the_same_solution(kind: Any) -> None:
    pytest.importorskip("ortools")
    from variant_model import solve

    for row in bd.compose(2, kind=kind, seed=7, rules=None if kind == "killer_cage" else "6x6"):
        verdict, solution = solve(row.rules, row.puzzle)
        assert verdict == bd.Verdict.UNIQUE
        np.testing.assert_array_equal(solution, row.solution)


def test_cages_cover_the_board() -> None:
    for row in bd.compose(20, kind="killer_cage", seed=1):
        cages = cells_of(row, "killer_cage")
        assert sorted(cell for cage in cages for cell in cage) == [divmod(k, 9) for k in range(81)]
        assert all(is_connected(cage) and len(cage) <= 5 for cage in cages)
        assert sum(len(cage) == 1 for cage in cages) <= 3
        assert not row.puzzle.any()
        assert (bd.Rules() + list(row.rules.rules)) == row.rules


def rectangles(regions: Any) -> list[tuple[int, int]]:
    """The heights and widths of the regions that are rectangles."""
    sizes = [np.ptp(np.argwhere(regions == number), axis=0) + 1 for number in range(len(regions))]
    return [(int(height), int(width)) for height, width in sizes if height * width == len(regions)]


@pytest.mark.parametrize(
    ("rules", "symmetry"),
    [
        ("9x9", "full"),
        ("9x9", "quarter_turn"),
        ("9x9", "mirrors"),
        ("9x9", "diagonal"),
        ("6x6", "none"),
        ("4x4", "none"),
    ],
)
def test_regions_are_irregular(rules: str, symmetry: Any) -> None:
    for row in bd.compose(4, kind="jigsaw", rules=rules, symmetry=symmetry, seed=1):
        side = len(row.solution)
        found = rectangles(row.rules.regions)
        assert row.rules.box is None
        assert len(found) <= side / 4
        assert not {(1, side), (side, 1)} & {*found}


@pytest.mark.parametrize("side", [4, 5, 6, 7, 8, 9, 10])
def test_regions_are_connected(side: int) -> None:
    made = bd.compose(3, kind="jigsaw", rules=bd.Rules(box=(1, side)), symmetry="half_turn", seed=1)
    for row in made:
        regions = row.rules.regions
        for number in range(side):
            cells = [(int(a), int(b)) for a, b in np.argwhere(regions == number)]
            assert len(cells) == side
            assert is_connected(cells)
        turned = regions[::-1, ::-1].ravel()
        same = regions.ravel()[:, None] == regions.ravel()
        assert (same == (turned[:, None] == turned)).all()
        assert row.rules == bd.Rules.jigsaw(regions)
        given = row.puzzle > 0
        assert (given == given[::-1, ::-1]).all()


def test_lines_do_not_cross() -> None:
    for kind in ("thermometer", "whispers", "palindrome"):
        for row in bd.compose(20, kind=kind, seed=1):
            lines = cells_of(row, kind)
            assert len({cell for line in lines for cell in line}) == sum(map(len, lines))
            steps = [{a, b} for line in lines for a, b in pairwise(line)]
            assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in steps)
            crossings = [{(a[0], b[1]), (b[0], a[1])} for a, b in steps if a[0] != b[0] and a[1] != b[1]]
            assert not any(crossing in steps for crossing in crossings)


def test_sizes_and_numbers() -> None:
    row = bd.compose(1, kind={"killer_cage": 5, "thermometer": (2, 3)}, sizes={"killer_cage": (3, 3)}, seed=1)[0]
    assert [len(cage) for cage in cells_of(row, "killer_cage")] == [3] * 5
    assert 2 <= len(cells_of(row, "thermometer")) <= 3
    small = bd.compose(3, kind="killer_cage", sizes=(2, 3), seed=1)
    assert all(len(cage) <= 3 for one in small for cage in cells_of(one, "killer_cage"))


@pytest.mark.parametrize("side", [3, 4])
def test_x_and_v_of_small_boards(side: int) -> None:
    # No two digits have the sum 10.
    for row in bd.compose(3, kind="xv", rules=bd.Rules((1, 3) if side == 3 else (2, 2)), seed=1):
        assert (bd.solve(row).solution == row.solution).all()


def test_kinds_have_different_solutions() -> None:
    made = [bd.compose(1, kind=kind, seed=2)[0] for kind in ("killer_cage", "thermometer", "kropki", "even")]
    made.append(bd.compose(1, kind={"even": 15, "odd": 15}, seed=2)[0])
    assert len({row.solution.tobytes() for row in made}) == len(made)
    sequence = np.random.SeedSequence(2)
    assert (
        bd.compose(1, kind="even", seed=sequence).puzzle.tolist() == bd.compose(1, kind="even", seed=2).puzzle.tolist()
    )


def test_an_item_depends_on_the_seed_and_its_number() -> None:
    made = bd.compose(12, kind="killer_cage", seed=5, threads=1)
    assert bd.compose(12, kind="killer_cage", seed=5, threads=4) == made
    assert bd.compose(5, kind="killer_cage", seed=5, start=7) == made[7:]
    assert bd.compose(12, kind="killer_cage", seed=6) != made
    for a, b in combinations(made, 2):
        assert a.rules != b.rules


@pytest.mark.parametrize("kind", ["thermometer", "kropki", "killer_cage"])
def test_no_superfluous_mark(kind: str) -> None:
    count: Any = {"kropki": {"kropki": (1, 30)}, "thermometer": {"thermometer": (4, 9)}}.get(kind, kind)
    for row in bd.compose(3, kind=count, rules="6x6", minimal=True, seed=2):
        rules = [*row.rules.rules]
        for k, rule in enumerate(rules):
            pairs = rule.arguments.get("pairs")
            fewer = (
                [[bd.rules.Rule(rule.name, {"pairs": pairs[:j] + pairs[j + 1 :]})] for j in range(len(pairs))]
                if pairs and len(pairs) > 1
                else [[]]
            )
            for instead in fewer:
                without = bd.Rules("6x6") + rules[:k] + instead + rules[k + 1 :]
                assert bd.verdict(row.puzzle, rules=without) == bd.Verdict.MULTIPLE


def test_givens() -> None:
    made = bd.compose(5, kind="thermometer", givens=(20, 24), seed=1)
    assert ((made.clues >= 20) & (made.clues <= 24)).all()
    half = bd.compose(3, kind="thermometer", symmetry="half_turn", seed=1).puzzle > 0
    assert (half == half[:, ::-1, ::-1]).all()
    with pytest.raises(bd.GenerationError, match=r"none of 3 grids gave a puzzle with one solution; 3 had several"):
        bd.compose(1, kind={"even": 5}, givens=0, effort=3, seed=1)


def is_equal_for_equivalent(row: bd.Row) -> Any:
    """A value that symmetries of a 9x9 board and of its digits do not change."""
    regions, puzzle, solution = (np.asarray(one) for one in (row.rules.regions, row.puzzle, row.solution))
    if not row.rules.rules:
        # A jigsaw: the smallest of its eight images, with regions and digits in the order of their first cells.
        images = []
        for k in range(8):
            cells = [np.rot90(one.T if k > 3 else one, k).ravel() for one in (regions, solution, puzzle > 0)]
            first = [np.unique(one, return_index=True, return_inverse=True)[1:] for one in cells[:2]]
            images.append((*first[0][0][first[0][1]], *first[1][0][first[1][1]], *cells[2]))
        return min(images)
    # The digits of the solution in each mark, or their complements in the opposite order of a thermometer.
    digits = [[int(solution[cell]) for cell in rule.arguments["cells"]] for rule in row.rules.rules]
    if row.rules.rules[0].name == "killer_cage":
        return tuple(sorted(tuple(sorted(some)) for some in digits))
    flipped = [[10 - digit for digit in some[::-1]] for some in digits]
    return min(tuple(sorted(map(tuple, some))) for some in (digits, flipped))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["killer_cage", "jigsaw", "thermometer"])
def test_a_thousand_puzzles_are_unique_and_not_equivalent(kind: str) -> None:
    pytest.importorskip("ortools")
    from variant_model import solve

    made = bd.compose(1000, kind=kind, seed=8)
    assert len({is_equal_for_equivalent(row) for row in made}) == 1000
    assert (bd.verdict(made) == bd.Verdict.UNIQUE).all()
    for row in made[::10]:
        verdict, solution = solve(row.rules, row.puzzle)
        assert verdict == bd.Verdict.UNIQUE
        np.testing.assert_array_equal(solution, row.solution)


def test_rows_with_different_rules() -> None:
    made = bd.compose(3, kind="killer_cage", seed=1)
    jigsaw = bd.compose(1, kind="jigsaw", seed=1)[0]
    rows: list[Any] = [made[0], jigsaw, made[1], made[0]]
    for puzzles in (made, rows):
        solution, verdict = bd.solve(puzzles)
        assert verdict.tolist() == [bd.Verdict.UNIQUE] * len(puzzles)
        np.testing.assert_array_equal(solution, [row.solution for row in puzzles])
        assert bd.verdict(puzzles, budget=timedelta(minutes=1)).tolist() == verdict.tolist()
        assert bd.check(puzzles, puzzles).correct.all()
        assert bd.check(puzzles, [bd.to_text(row.solution) for row in puzzles]).correct.all()
        assert bd.check(puzzles, answers=made.solution[0]).correct.tolist() == [
            (row.solution == made.solution[0]).all() for row in puzzles
        ]
        assert bd.rate(puzzles).tolist() == [bd.rate(row).item() for row in puzzles]
        assert bd.count(puzzles, limit=2, budget=1000).count.tolist() == [1] * len(puzzles)
        np.testing.assert_array_equal(bd.candidates(puzzles), [bd.candidates(row) for row in puzzles])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rows: bd.solve(rows, out=np.zeros((2, 9, 9), np.uint8)), "out is for puzzles with the same rules"),
        (lambda rows: bd.check(rows, rows[:1]), "answers are 1, puzzles 2; expected one answer for each"),
        (lambda rows: bd.check(rows, cast("Any", 5)), "answers is int; expected a list, an array or a table"),
        (lambda rows: bd.verdict([*rows, bd.generate(1, rules="6x6", seed=1)[0]]), "other rules"),
        (bd.minimize, "row 1 has other rules than row 0; select rows"),
    ],
)
def test_different_rules_that_are_refused(call: Any, message: str) -> None:
    with pytest.raises((bd.RulesError, ValueError, TypeError), match=message):
        call(bd.compose(2, kind="killer_cage", seed=1))


def test_difficulty_is_that_of_rate() -> None:
    made = bd.compose(4, kind="killer_cage", difficulty="medium", seed=1)
    assert [bd.rate(row)["level"] for row in made] == [bd.Level.MEDIUM] * 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "killers"}, r"unknown kind 'killers' \(do you mean 'killer_cage'\?\)"),
        ({"kind": {"jigsaw": 3}}, "jigsaw is 3; expected None"),
        ({"kind": "jigsaw", "symmetry": "diagonal", "rules": "6x6"}, "no irregular regions with symmetry .diagonal."),
        (
            {"kind": "jigsaw", "rules": bd.Rules((1, 1))},
            "no irregular regions with symmetry .none. were found for side 1",
        ),
        ({"kind": "jigsaw", "rules": JIGSAW.rules}, "the board has regions of its own; expected one with boxes"),
        ({"kind": "jigsaw", "rules": "windoku"}, "windoku: the board has no boxes"),
        ({"kind": "jigsaw", "rules": "disjoint-groups"}, "disjoint_groups: the board has no boxes"),
        ({"kind": "killer_cage", "rules": bd.rules.killer_cage("r1c1 r1c2", 5)}, "the board has killer cages"),
        *[
            ({"kind": kind, "rules": bd.Rules((1, 1))}, f"a board of side 1 is too small for {kind}")
            for kind in ("thermometer", "killer_cage", "kropki", "sandwich", "x_sum", "greater_than", "little_killer")
        ],
        ({"kind": "xv", "rules": bd.Rules((1, 2))}, "a board of side 2 is too small for xv"),
        ({"kind": "kropki", "sizes": (3, 4)}, r"sizes is \(3, 4\); expected cages or lines among the kinds"),
        ({"kind": "killer_cage", "sizes": (5, 3)}, "the range of sizes from 5 to 3 is empty"),
        ({"kind": 3}, "kind is 3; expected a name"),
        ({"kind": "even", "sizes": {"even": (2, 3)}}, "sizes has 'even'; expected cages or lines"),
        ({"kind": {"even": (5, 3)}}, "the range of even from 5 to 3 is empty"),
        ({"kind": "even", "givens": (5, 3)}, "the range of givens from 5 to 3 is empty"),
        ({"kind": "even", "seed": -1}, "seed is -1; expected at least 0"),
        ({"kind": "even", "seed": "lucky"}, "seed is str; expected a whole number"),
        ({"kind": "killer_cage", "symmetry": "round"}, "symmetry is 'round'"),
        ({"kind": "killer_cage", "difficulty": bd.Difficulty(er=(1, 2))}, "difficulty has er"),
        ({"kind": "even", "rules": bd.Rules(digits=range(9)), "difficulty": "easy"}, "digits are range"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((bd.Error, TypeError, ValueError), match=message):
        bd.compose(1, **arguments)


def test_progress() -> None:
    calls: list[tuple[int, int]] = []
    bd.compose(3, kind="killer_cage", seed=1, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (3, 3)
    assert len(bd.compose(0, kind="killer_cage", seed=1)) == 0
    assert np.asarray(bd.compose(2, kind="even", seed=1)).shape == (2, 9, 9)


def test_generate_composes(tmp_path: Any) -> None:
    made = bd.generate(3, rules="killer", seed=1)
    assert made == bd.compose(3, kind="killer_cage", seed=1)
    assert bd.generate(1, rules="6x6 + jigsaw + thermo", seed=1).side == 6
    with pytest.raises(bd.GenerationError, match="pattern is not for puzzles with marks; rules are 'killer'"):
        bd.generate(1, rules="killer", pattern=np.ones((9, 9)))
    for name in ("made.jsonl", "made.csv"):
        bd.datasets.write(tmp_path / name, made)
        again = bd.datasets.read(tmp_path / name)
        assert [row.rules for row in again] == [row.rules for row in made]
        assert [*map(bd.verdict, again)] == [bd.Verdict.UNIQUE] * 3
    assert bd.links.read(bd.links.write(made[0])).rules == made[0].rules
    assert bd.Board(made[0]).rules == made[0].rules
    assert bd.sheet(made).svg() == bd.sheet([*map(bd.Board, made)]).svg()


def test_the_command_line_composes(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    target = tmp_path / "made.jsonl"
    assert main(["generate", "-n", "3", "--rules", "killer", "--seed", "1", "-o", str(target)]) == 0
    rows = bd.datasets.read(target)
    assert [row.rules for row in rows] == [row.rules for row in bd.compose(3, kind="killer_cage", seed=1)]
    assert main(["generate", "--rules", "jigsaw", "--seed", "1"]) == 0
    assert "regions" in capsys.readouterr().out
    assert main(["generate", "--rules", "killer", "-o", str(tmp_path / "made.txt")]) == 2
    assert "txt has no column for the rules of each puzzle" in capsys.readouterr().err
