"""Steps of human logic: explain, hint and steps, what they return, and how boards show them."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import itertools
import json
import pickle
import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import ratings
from bitdoku import _core
from bitdoku.logic._explain import technique_numbers
from bitdoku.logic._steps import Link
from bitdoku.logic._techniques import SINGLES, TECHNIQUES
from followed_steps import follow
from puzzles import CLASH, EASY, EMPTY, FULL, HARD, NO_CANDIDATE, NONE, THREE, digits

T = bd.Technique

#: The scale of most tests here; others name theirs.
explain = functools.partial(bd.explain, scale="explainer")
hint = functools.partial(bd.hint, scale="explainer")
steps = functools.partial(bd.steps, scale="explainer")

#: Ratings by techniques from singles to forcing chains of several branches.
WINGS = "........1.......2...3..4.......1.......52.3...14..........67....2.....6.5....89.."
XWING = "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6"
LOOPS = ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5..."
REGIONS = "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3"
DYNAMIC = "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3.."
PAIR_EXCLUSION = "8..4.......7.9..4.6......82.5.3......9...71...6..5...9..1.2.5....2....78...7.5..."
TRIPLET_EXCLUSION = ".7.9.......6...7.35..6..9......2.5.6.2...3..4....8..2......72.9...21..4...7.6...."
#: Its chains hold chains.
NESTED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
#: It has several solutions.
STUCK = ".......27.7.9.864...6..7....5...........1....4.3.5.9.1...7...3...8..64...3.48..6."


def xwing() -> bd.Step:
    return explain(XWING)[34]


def chain() -> bd.Step:
    return next(step for step in explain(REGIONS) if step.technique is T.REGION_FORCING_CHAINS)


# --- explain --------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_explained_as_the_original_does() -> None:
    explanation = explain(XWING)
    assert (explanation.solved, explanation.ended, explanation.verdict) == (True, "solved", bd.Verdict.UNIQUE)
    assert (explanation.er, explanation.ep, explanation.ed) == (3.2, 1.2, 1.2)
    assert (explanation.level, explanation.score, explanation.scale) == (None, None, "explainer")
    others = {i: (s.technique, s.rating) for i, s in enumerate(explanation, 1) if s.technique not in SINGLES}
    assert others == {28: (T.DIRECT_HIDDEN_PAIR, 2.0), 34: (T.DIRECT_HIDDEN_PAIR, 2.0), 35: (T.X_WING, 3.2)}
    assert [explanation[i].placements for i in (0, 1, 27, 33)] == [
        ((2, 5, 4),),
        ((0, 6, 9),),
        ((6, 3, 8),),
        ((1, 8, 3),),
    ]
    found = [step.rating for step in explanation]
    assert [found.count(rating) for rating in (1.0, 1.2, 1.5)] == [19, 27, 9]
    assert explanation.to_text() == str(explanation)
    for step in explanation:
        assert step.notation in str(explanation)


@pytest.mark.parametrize("puzzle", [EASY, XWING, WINGS, LOOPS, REGIONS, DYNAMIC])
def test_every_step_is_sound_leads_to_the_next_and_can_be_drawn(puzzle: str) -> None:
    for step in follow(digits(puzzle), digits(bd.solve(puzzle).solution), scale="explainer"):
        ET.fromstring(step.svg())


def test_explanations_have_the_ratings_of_the_table() -> None:
    rows = ratings("se")
    if rows is None:
        pytest.skip("needs ratings/se.tsv.xz beside BITDOKU_PUZZLES")
    rows = [row for row in rows if float(row[2]) < 9.0][::7]
    assert len(rows) > 400
    for row in rows:
        explanation = explain(row[0])
        assert explanation.solved
        assert [f"{rating:.1f}" for rating in (explanation.er, explanation.ep, explanation.ed)] == row[2:5], row[0]


def test_singles_alone() -> None:
    explanation = explain(EASY, techniques="singles")
    assert explanation.solved
    assert {step.technique for step in explanation} <= {*SINGLES}
    filled = [int((explanation.state(i).grid > 0).sum()) for i in range(len(explanation) + 1)]
    assert filled == [*range(81 - EASY.count("."), 82)]
    # It is no rating if techniques are left out.
    assert (explanation.er, explanation.ep, explanation.ed) == (None, None, None)


def test_logic_stops_where_techniques_stop() -> None:
    explanation = explain(HARD, techniques="singles")
    assert (explanation.solved, explanation.ended, explanation.er) == (False, "stuck", None)
    only = explain(XWING, techniques=[T.HIDDEN_SINGLE, "X-Wing", "direct hidden pair"])
    assert only.solved
    assert {step.technique for step in only} == {T.HIDDEN_SINGLE, T.X_WING, T.DIRECT_HIDDEN_PAIR}


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("techniques", "x", ValueError, "techniques holds 'x'"),
        ("techniques", [], ValueError, "techniques is empty"),
        ("techniques", np.array(5), TypeError, "techniques is ndarray"),
        ("techniques", 5.0, TypeError, "techniques is float"),
        ("techniques", b"singles", TypeError, "techniques is bytes"),
        ("techniques", [3], TypeError, "techniques holds int"),
        ("techniques", T.UNKNOWN, ValueError, "techniques holds <Technique.UNKNOWN: 255>"),
        ("techniques", ["none"], ValueError, "techniques holds 'none'"),
        ("scale", "serate", ValueError, "'serate'"),
        ("scale", None, TypeError, "scale"),
        ("puzzle", [EASY, HARD], TypeError, "puzzle holds a batch of 2"),
        ("puzzle", np.zeros((1, 9, 9), int), TypeError, "puzzle holds a batch of 1"),
        ("puzzle", "123", bd.PuzzleError, "puzzle: "),
        ("puzzle", np.full((9, 9), 12), bd.PuzzleError, "puzzle: r1c1 holds 12"),
        ("puzzle", None, TypeError, "puzzle is NoneType"),
    ],
)
def test_arguments_that_are_refused(name: str, value: Any, error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"puzzle": EASY, name: value}
    for function in (bd.explain, bd.hint, bd.steps):
        with pytest.raises(error, match=re.escape(message)):
            function(**arguments)


# --- puzzles without one solution -----------------------------------------------------------------------------------


def test_several_solutions() -> None:
    for puzzle in (THREE, STUCK):
        explanation = explain(puzzle, techniques=[t for t in T if 0 < t < 24])
        assert explanation.verdict is bd.Verdict.MULTIPLE
        assert (explanation.solved, explanation.ended, explanation.er) == (False, "stuck", None)
        # No technique that needs a single solution.
        assert not {T.UNIQUE_RECTANGLE, T.UNIQUE_LOOP, T.BUG} & {step.technique for step in explanation}
        # Nothing is claimed that some solution contradicts.
        masks = bd.candidates(puzzle, level="true")
        for step in explanation:
            for row, column, digit in step.placements:
                assert masks[row, column] == 1 << (digit - 1)
            for row, column, digit in step.eliminations:
                assert not masks[row, column] >> (digit - 1) & 1


def test_no_solution() -> None:
    # The first cell holds a 2 in the solution.
    wrong = "1" + XWING[1:]
    for puzzle, ended in ((NONE, "stuck"), (wrong, "contradiction")):
        explanation = explain(puzzle)
        assert not bd.conflicts(puzzle).any()
        assert (explanation.verdict, explanation.ended, explanation.er) == (bd.Verdict.NO_SOLUTION, ended, None)
        assert not explanation.solved
    for puzzle in (CLASH, NO_CANDIDATE):
        explanation = explain(puzzle)
        assert (len(explanation), explanation.ended) == (0, "contradiction")
        assert hint(puzzle) is None
        assert steps(puzzle) == []


def test_a_complete_grid() -> None:
    explanation = explain(FULL)
    assert (len(explanation), explanation.solved, explanation.er, explanation.ep, explanation.ed) == (0, True, 0, 0, 0)
    assert hint(FULL) is None
    assert steps(FULL) == []
    wrong = FULL[1] + FULL[1:]
    assert not explain(wrong).solved


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (EMPTY, ["several solutions", "dynamic chains"]),
        (NONE, ["no solution", "dynamic chains"]),
        (CLASH, ["no solution", "clash"]),
        (NO_CANDIDATE, ["no solution", "no place"]),
        (FULL, ["complete"]),
    ],
)
def test_why_there_are_no_further_steps(puzzle: str, words: list[str]) -> None:
    explanation = explain(puzzle)
    for shown in (explanation.to_text(), explanation._repr_html_()):
        assert all(word in shown for word in words)
    assert "solution" not in explain(EASY).to_text()


@pytest.mark.serial
def test_time_runs_out() -> None:
    short = datetime.timedelta(seconds=0.2)
    chains = [technique for technique in T if technique.name.startswith("DYNAMIC")]
    explanation = explain(EMPTY, techniques=chains, budget=short)
    assert (len(explanation), explanation.ended, explanation.verdict) == (0, "budget", bd.Verdict.MULTIPLE)
    with pytest.raises(bd.BudgetError):
        hint(EMPTY, techniques=chains, budget=short)


# --- hint and steps -------------------------------------------------------------------------------------------------


def test_a_hint_is_the_next_step() -> None:
    explanation = explain(XWING)
    assert hint(XWING) == explanation[0]
    board = bd.Board(explanation[34])
    assert hint(board) == explanation[34]
    # Without its candidates the board is what its cells tell.
    assert hint(board.cells) == hint(bd.Board(board.cells))


def test_all_steps_that_apply() -> None:
    found = steps(XWING)
    assert hint(XWING) == found[0]
    assert len({step.notation for step in found}) > 5
    placed = [(step.technique, step.placements) for step in found if step.placements]
    assert len(placed) == len({*placed}) > 3
    naked = steps(XWING, techniques=["naked_pair", "x_wing"])
    assert {step.technique for step in naked} <= {T.NAKED_PAIR, T.X_WING}
    solution = bd.solve(XWING).solution
    for step in found:
        for row, column, digit in step.placements:
            assert solution[9 * row + column] == str(digit)
        for row, column, digit in step.eliminations:
            assert solution[9 * row + column] != str(digit)


# --- forms of input -------------------------------------------------------------------------------------------------


def test_any_form_of_one_puzzle() -> None:
    wanted = explain(XWING)
    digits = bd.to_array(XWING).astype(int)
    for puzzle in (digits.ravel(), digits.tolist(), XWING.encode(), bd.Board(XWING), bd.Board(XWING).text()):
        assert explain(puzzle) == wanted
    marks = bd.Pencilmarks(np.where(digits > 0, 1 << (digits.clip(1) - 1), 511))
    assert explain(marks) == wanted
    assert explain(XWING.translate(str.maketrans("123456789", "ABCDEFGHI")), symbols="ABCDEFGHI") == wanted


def test_candidates_of_a_board_are_where_steps_begin() -> None:
    masks = bd.candidates(HARD).copy()
    row, column = (int(i) for i in np.argwhere((masks & (masks - 1)) > 0)[0])
    digit = int(bd.solve(HARD).solution[9 * row + column])
    assert steps(HARD, techniques="naked_single") == []
    masks[row, column] = 1 << (digit - 1)
    (step,) = steps(bd.Board(HARD, candidates=masks), techniques="naked_single")
    assert step.placements == ((row, column, digit),)
    # Without the right digit there is no solution.
    masks[row, column] = 1 << (digit % 9)
    assert explain(bd.Board(HARD, candidates=masks), techniques="singles").verdict is bd.Verdict.NO_SOLUTION


# --- what is returned -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("skyscraper", {"scale": "explainer"}),
        ("full_house", {"scale": "explainer"}),
        ("combinations", {}),
        ("avoidable_rectangle_1", {"rules": "x"}),
    ],
)
def test_techniques_that_the_scale_does_not_have_are_refused(name: str, options: Any) -> None:
    for function in (bd.explain, bd.hint, bd.steps):
        with pytest.raises(ValueError, match=f"'{name}'"):
            function(EASY, techniques=["hidden_single", name], **options)


def test_techniques_have_the_names_and_numbers_of_the_core() -> None:
    numbers = {name: number for number, (name, _, _) in enumerate(_core._techniques(), 1)}
    assert {technique.name: technique for technique in TECHNIQUES} == numbers


@pytest.mark.parametrize("puzzle", [WINGS, LOOPS, REGIONS, DYNAMIC])
def test_a_step_has_one_name(puzzle: str) -> None:
    kinds = {"Turbot Fish": T.FORCING_X_CHAIN, "Generalized X-Wing": T.X_CYCLE}
    for step in explain(puzzle):
        assert step.label.startswith(step.technique.label) or kinds[step.label] is step.technique
        if step.technique not in SINGLES:
            assert re.match(re.escape(step.label) + r"( n=\d+)?: ", step.notation)
        assert f"<b>{step.label}</b>" in step._repr_html_()
        assert step.to_dict()["label"] == step.label


def test_labels_name_techniques() -> None:
    for technique in TECHNIQUES:
        assert technique_numbers(technique.label) == technique_numbers(technique.name) == [technique]


def test_what_a_step_holds() -> None:
    step = xwing()
    assert (step.technique, step.rating, step.score, step.level) == (T.X_WING, 3.2, None, None)
    assert step.cells == ((2, 3), (2, 8), (5, 3), (5, 8))
    assert {*step.houses} == {("row", 2), ("row", 5), ("column", 3), ("column", 8)}
    assert (step.placements, step.eliminations) == ((), ((5, 1, 1), (5, 6, 1), (5, 7, 1)))
    assert (step.digits, step.links, step.nested, step.complexity) == ((1,), (), (), 0)
    assert str(step) == step.text
    with pytest.raises(AttributeError):
        step.rating = 1.0  # type: ignore[misc]


def test_what_a_chain_holds() -> None:
    step = chain()
    assert len(step.links) >= 2
    assert step.complexity > 0
    for branch in step.links:
        assert all(isinstance(link, Link) for link in branch)
        for link in branch:
            assert link.strong == (not link.start_on and link.end_on)
            assert link.reason == "cell" or isinstance(link.reason, tuple)
            (row, column, digit), (other_row, other_column, other) = link.start, link.end
            if link.reason == "cell":
                assert (row, column) == (other_row, other_column)
                assert digit != other
            else:
                assert digit == other


def test_values_compare_hash_and_pickle() -> None:
    explanation, again = explain(XWING), explain(XWING)
    assert explanation == again
    assert explanation is not again
    assert hash(explanation) == hash(again)
    assert explanation != explain(EASY)
    assert explanation != "text"  # type: ignore[comparison-overlap]
    assert {*explanation} == {*again}
    for value in (explanation, xwing(), chain()):
        assert pickle.loads(pickle.dumps(value)) == value
    assert explanation[0] != explanation[1]


def test_an_explanation_is_a_sequence() -> None:
    explanation = explain(XWING)
    assert explanation[-1] is explanation[len(explanation) - 1]
    assert explanation[:2] == (explanation[0], explanation[1])
    assert next(reversed(explanation)) is explanation[-1]
    assert explanation.index(explanation[5]) == 5
    with pytest.raises(IndexError, match="of an explanation"):
        explanation[58]
    with pytest.raises(IndexError, match="of an explanation"):
        explanation[10**5000]
    with pytest.raises(TypeError, match="indices"):
        explanation["x"]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"i is 59"):
        explanation.state(59)
    np.testing.assert_array_equal(explanation.state(-1).grid, explanation.state(57).grid)
    for array in explanation.state(3):
        assert not array.flags.writeable


def test_as_numbers() -> None:
    explanation = explain(XWING)
    array = explanation.to_numpy()
    assert array.shape == (58,)
    assert array["technique"].tolist() == [step.technique for step in explanation]
    assert array["rating"].tolist() == [step.rating for step in explanation]
    np.testing.assert_array_equal(array["grid"][34], explanation.state(34).grid)
    np.testing.assert_array_equal(array["candidates"][34], explanation.state(34).candidates)
    assert np.argwhere(array["removed"][34] == 1).tolist() == [[5, 1], [5, 6], [5, 7]]
    assert not array["placed"][34].any()
    assert (array["placed"] > 0).sum() == XWING.count(".")


@pytest.mark.parametrize("puzzle", [REGIONS, NESTED])
def test_json_holds_all_of_a_step(puzzle: str) -> None:
    """Steps can be made again from it."""
    explanation = explain(puzzle)
    data = json.loads(json.dumps(explanation.to_dict()))
    assert (data["verdict"], data["ended"], data["er"]) == ("unique", "solved", explanation.er)
    assert data["givens"] == puzzle
    assert [*map(step_from, data["steps"])] == [*map(bare, explanation)]


def bare(step: bd.Step) -> bd.Step:
    return dataclasses.replace(step, _state=None, nested=tuple(map(bare, step.nested)))


def step_from(data: dict[str, Any]) -> bd.Step:
    """The step of a dictionary."""

    def frozen(value: Any) -> Any:
        return tuple(map(frozen, value)) if isinstance(value, list) else value

    fields = {key: frozen(value) for key, value in data.items() if key not in ("label", "links", "nested")}
    return bd.Step(
        **{**fields, "technique": getattr(T, data["technique"].upper())},
        links=tuple(
            tuple(Link(**{key: frozen(value) for key, value in link.items()}) for link in branch)
            for branch in data["links"]
        ),
        nested=tuple(map(step_from, data["nested"])),
    )


# --- pictures -------------------------------------------------------------------------------------------------------


def paths(svg: str, name: str) -> list[ET.Element]:
    """The elements with a class."""
    return [element for element in ET.fromstring(svg).iter() if element.get("class") == name]


def test_a_board_draws_a_step() -> None:
    step = xwing()
    board = bd.Board(step)
    assert board.step is step
    np.testing.assert_array_equal(board.cells, step.state.grid)
    np.testing.assert_array_equal(board.puzzle > 0, step.givens)
    svg = board.svg()
    assert len(paths(svg, "f-pattern")) == len(paths(svg, "f-house")) == 1
    assert paths(svg, "f-pattern")[0].get("d", "").count("z") == 4
    # Four rows and columns without the cells of the pattern.
    assert paths(svg, "f-house")[0].get("d", "").count("z") == 4 * 9 - 4 - 4
    assert len(paths(svg, "f-on")) == 4
    assert len(paths(svg, "f-red")) == 3
    assert bd.Board(XWING, step=step) == board
    assert bd.Board(board).step is step
    assert pickle.loads(pickle.dumps(board)) == board
    assert hash(board) != hash(bd.Board(XWING))
    assert svg == step.svg()
    assert step._repr_svg_() == svg
    assert svg != step.svg(theme="dark")


def test_chains_are_arrows() -> None:
    step = chain()
    svg = bd.Board(step).svg()
    for number in range(1, len(step.links) + 1):
        lines = paths(svg, f"s-chain{number}")
        assert lines
        # Weak links are dashed.
        strong = [link for link in step.links[number - 1] if link.strong]
        assert any(line.get("stroke-dasharray") is None for line in lines) == bool(strong)
        assert any(line.get("stroke-dasharray") for line in lines)
        assert len(paths(svg, f"f-chain{number}")) == 1


def arrows_of(svg: str) -> list[list[float]]:
    """The curve of each arrow: start, control point and end."""
    lines = [line.get("d", "") for k in range(1, 6) for line in paths(svg, f"s-chain{k}")]
    return [[float(n) for n in re.findall(r"[\d.]+", curve)] for line in lines for curve in line.split("M")[1:]]


def test_long_chains_are_reduced_to_their_shortest_ways() -> None:
    step = max(explain(DYNAMIC), key=lambda step: step.complexity)
    links = {(link.start, link.end) for branch in step.links for link in branch}
    shown = arrows_of(step.svg())
    assert len(shown) < len(links) > 18
    assert f"{len(shown)} of {len(links)} links" in step._repr_html_()


@pytest.mark.parametrize(
    ("puzzle", "technique", "count"),
    [(PAIR_EXCLUSION, T.ALIGNED_PAIR_EXCLUSION, 2), (TRIPLET_EXCLUSION, T.ALIGNED_TRIPLET_EXCLUSION, 3)],
)
def test_aligned_exclusions_show_their_excluders(puzzle: str, technique: bd.Technique, count: int) -> None:
    step = next(step for step in explain(puzzle) if step.technique is technique)
    aligned, excluders = step.cells[:count], step.cells[count:]
    assert {(row, column) for row, column, _ in step.eliminations} <= {*aligned}
    assert excluders
    for row, column in excluders:
        assert 2 <= int(step.state.candidates[row, column]).bit_count() <= count
        assert f"r{row + 1}c{column + 1}" in step.text
    # Without all other cells, no combination with the digit is left.
    digits = {cell: {d for d in range(1, 10) if int(step.state.candidates[cell]) >> (d - 1) & 1} for cell in step.cells}
    for *cell, gone in step.eliminations:
        for chosen in itertools.product(*[{gone} if other == tuple(cell) else digits[other] for other in aligned]):
            pairs = itertools.combinations(zip(aligned, chosen, strict=True), 2)
            is_equal = any(a == b and sees(one, two) for (one, a), (two, b) in pairs)
            assert is_equal or any(digits[excluder] <= {*chosen} for excluder in excluders)
    solid, dashed = paths(step.svg(), "s-frame")
    assert (solid.get("stroke-dasharray"), bool(dashed.get("stroke-dasharray"))) == (None, True)
    assert solid.get("d", "").count("z") == count
    assert dashed.get("d", "").count("z") == len(excluders)


def sees(one: tuple[int, int], two: tuple[int, int]) -> bool:
    (a, b), (c, d) = one, two
    return a == c or b == d or (a // 3, b // 3) == (c // 3, d // 3)


def test_extra_digits_are_marked() -> None:
    """Of unique loops and BUG."""
    found = {step.technique: step for step in explain(LOOPS) if step.technique in (T.UNIQUE_LOOP, T.BUG)}
    loop, bug = found[T.UNIQUE_LOOP], found[T.BUG]
    for step, extras in (
        (loop, [((5, 7), 4), ((8, 1), 4)]),
        (bug, [((5, 3), 3), ((4, 0), 3), ((4, 1), 3)]),
    ):
        svg = step.svg()
        assert len(paths(svg, "f-orange")) == len(extras)
        assert paths(svg, "s-off")[0].get("d", "").count("M") == len(extras)
        assert all(int(step.state.candidates[cell]) >> (digit - 1) & 1 for cell, digit in extras)
    assert len(paths(loop.svg(), "f-on")) == 2 * len(loop.cells)


def test_a_highlight_replaces_a_mark() -> None:
    svg = bd.Board(xwing(), highlight={(2, 3): "blue", (5, 1, 1): "purple"}).svg()
    assert len(paths(svg, "f-blue")) == len(paths(svg, "f-purple")) == 1
    assert len(paths(svg, "f-red")) == 2


def test_a_step_that_does_not_fit_the_puzzle() -> None:
    with pytest.raises(bd.PuzzleError, match="solution"):
        bd.Board(EASY, step=xwing())
    with pytest.raises(TypeError, match="step"):
        bd.Board(EASY, step="x")  # type: ignore[arg-type]


def test_a_step_without_a_board() -> None:
    """One made by hand, or one within a chain."""
    known = xwing()
    step = dataclasses.replace(known, links=(), text="", _state=None)
    for use in (bd.Board, bd.Step.svg, lambda step: step.state, lambda step: step.givens):
        with pytest.raises(ValueError, match="board"):
            use(step)
    board = bd.Board(XWING, step=step)
    assert board.step is step
    np.testing.assert_array_equal(board.candidates, bd.Board(XWING, candidates="basic").candidates)
    assert len(paths(board.svg(), "f-red")) == 3
    masks = known.state.candidates
    np.testing.assert_array_equal(bd.Board(bd.Board(XWING, candidates=masks), step=step).candidates, masks)


def test_notebooks() -> None:
    explanation = explain(XWING)
    html = explanation._repr_html_()
    assert html.count("<svg") == html.count("<details>") == 3
    assert "X-Wing" in html
    assert explanation.svg() == explanation[34].svg()
    assert explanation.svg(0, size=100, theme="dark") == explanation[0].svg(size=100, theme="dark")
    with pytest.raises(ValueError, match="no step"):
        explain(FULL).svg()


def test_a_budget_of_nodes_gives_the_first_steps() -> None:
    puzzle = ".7.9.......6...7.35..6..9......2.5.6.2...3..4....8..2......72.9...21..4...7.6...."
    whole = explain(puzzle)
    part = explain(puzzle, budget=40)
    assert (whole.ended, part.ended) == ("solved", "budget")
    assert 0 < len(part) < len(whole)
    assert list(part) == list(whole)[: len(part)]


def test_a_budget_that_does_not_cover_the_check_is_no_verdict() -> None:
    explanation = explain(HARD, budget=1)
    assert (len(explanation), explanation.ended, explanation.verdict) == (0, "budget", bd.Verdict.UNDECIDED)
    for function in (bd.hint, bd.steps):
        with pytest.raises(bd.BudgetError):
            function(HARD, budget=1)


@pytest.mark.parametrize("name", ["death_blossom", "large_fish", "franken_jellyfish", "mutant_fish"])
def test_techniques_that_are_used_only_if_they_are_named(name: str) -> None:
    technique = bd.Technique[name.upper()]
    count = 0
    for puzzle, grid in bd.generate(9, seed=5):
        explanation = bd.explain(puzzle, techniques=["singles", name])
        for step in explanation:
            assert all(grid[row, column] != digit for row, column, digit in step.eliminations), step.text
        steps = [step for step in explanation if step.technique is technique]
        for step in steps:
            assert step.notation.startswith(f"{step.label}: ")
            assert step.score == (bd.steps(bd.Board(step), techniques=name)[0].score or 0) > 0
            ET.fromstring(step.svg())
        count += len(steps)
        assert technique not in {step.technique for step in bd.explain(puzzle)}
        assert technique not in {step.technique for step in bd.steps(puzzle)}
    assert count > 0
    with pytest.raises(ValueError, match=name):
        bd.Difficulty(requires=name)
