"""A choice of techniques finds what there is of them, whatever techniques that are not chosen would find first."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

import bitdoku as bd
from followed_steps import follow
from hodoku_library import library, outcome
from puzzles import digits

T = bd.Technique

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [[9 * (box // 3 * 3 + k // 3) + box % 3 * 3 + k % 3 for k in range(9)] for box in range(9)]
DIAGONALS = [[10 * k for k in range(9)], [8 * (k + 1) for k in range(9)]]
SINGLES = {T.FULL_HOUSE, T.NAKED_SINGLE, T.HIDDEN_SINGLE}

Units = list[list[int]]


def states(rules: str | None, count: int, seed: int) -> list[tuple[bd.Board, np.ndarray]]:
    """Boards on the way of generated puzzles where a technique is needed, with their masks."""
    found = []
    for puzzle in bd.generate(count, seed=seed, rules=rules).puzzle:
        needed = (step for step in bd.explain(puzzle, rules=rules) if step.technique not in SINGLES)
        found += [(bd.Board(step), np.asarray(step.state.candidates).ravel()) for step in needed]
    assert len(found) > count
    return found


def places(masks: np.ndarray, digit: int, unit: list[int]) -> list[int]:
    return [cell for cell in unit if masks[cell] >> digit & 1]


@cache
def peers(is_x: bool) -> list[set[int]]:
    units = ROWS + COLUMNS + BOXES + (DIAGONALS if is_x else [])
    return [{other for unit in units if cell in unit for other in unit} - {cell} for cell in range(81)]


def pairs(masks: np.ndarray, digit: int, units: Units) -> list[list[int]]:
    """The units with two places of a digit."""
    return [pair for unit in units if len(pair := places(masks, digit, unit)) == 2]


def components(masks: np.ndarray, digit: int, units: Units) -> list[tuple[set[int], set[int]]]:
    """The places of a digit that pairs join, in two colours."""
    links = pairs(masks, digit, units)
    found: list[tuple[set[int], set[int]]] = []
    for cell in sorted({cell for pair in links for cell in pair}):
        if any(cell in one | other for one, other in found):
            continue
        colours: tuple[set[int], set[int]] = ({cell}, set())
        open_ = [(cell, 0)]
        while open_:
            cell, colour = open_.pop()
            for pair in links:
                if cell in pair:
                    other = pair[pair[0] == cell]
                    if other not in colours[0] | colours[1]:
                        colours[1 - colour].add(other)
                        open_.append((other, 1 - colour))
        found.append(colours)
    return found


def colours(masks: np.ndarray, units: Units) -> set[bd.Technique]:
    """The techniques of colours that apply."""
    sees = peers(len(units) > 27)
    found = set()

    def touches(one: set[int], other: set[int]) -> bool:
        return any(sees[cell] & other for cell in one)

    for digit in range(9):
        cells = {cell for cell in range(81) if masks[cell] >> digit & 1}
        every = components(masks, digit, units)
        for one, other in every:
            if touches(one, one) or touches(other, other):
                found.add(T.SIMPLE_COLORS_WRAP)
            if any(sees[cell] & one and sees[cell] & other for cell in cells - one - other):
                found.add(T.SIMPLE_COLORS_TRAP)
        for first, second in combinations(every, 2):
            for (a, b), (c, d) in product((first, first[::-1]), (second, second[::-1])):
                if touches(a, c) and any(sees[cell] & b and sees[cell] & d for cell in cells):
                    found.add(T.MULTI_COLORS_1)
                if (touches(a, c) and touches(a, d)) or (touches(c, a) and touches(c, b)):
                    found.add(T.MULTI_COLORS_2)
    return found


@pytest.mark.parametrize("rules", [None, "x"])
def test_colours(rules: str | None) -> None:
    units = ROWS + COLUMNS + BOXES + (DIAGONALS if rules else [])
    techniques = [T.SIMPLE_COLORS_TRAP, T.MULTI_COLORS_1]
    if rules is None:
        techniques += [T.SIMPLE_COLORS_WRAP, T.MULTI_COLORS_2]
    counts: Counter[bd.Technique] = Counter()
    for board, masks in states(rules, 12, 11):
        expected = colours(masks, units)
        counts.update(expected)
        for technique in techniques:
            step = bd.hint(board, rules=rules, techniques=[technique])
            assert (step is not None) == (technique in expected), (board.text, technique)
    assert len(counts) == 4, counts


def test_fish() -> None:
    """A fish is found also where a smaller one in the other lines removes the same."""
    for board, masks in states(None, 15, 12):
        for technique, size in ((T.X_WING, 2), (T.SWORDFISH, 3), (T.JELLYFISH, 4)):
            expected = False
            for digit, (base, across) in product(range(9), ((ROWS, COLUMNS), (COLUMNS, ROWS))):
                lines = {k: {base[k].index(cell) for cell in places(masks, digit, base[k])} for k in range(9)}
                for chosen in combinations([k for k in lines if 2 <= len(lines[k]) <= size], size):
                    cover = set().union(*(lines[k] for k in chosen))
                    if len(cover) == size:
                        inside = {cell for k in chosen for cell in base[k]}
                        expected |= any(set(places(masks, digit, across[k])) - inside for k in cover)
            assert (bd.hint(board, techniques=[technique]) is not None) == expected, technique


def chains(masks: np.ndarray, units: Units) -> set[bd.Technique]:
    """Skyscrapers and kites, by chains of two pairs."""
    sees = peers(len(units) > 27)
    found = set()
    kinds = [
        (T.SKYSCRAPER, ROWS, ROWS, units),
        (T.SKYSCRAPER, COLUMNS, COLUMNS, units),
        (T.TWO_STRING_KITE, ROWS, COLUMNS, BOXES),
    ]
    for digit, (technique, ones, others, joining) in product(range(9), kinds):
        cells = {cell for cell in range(81) if masks[cell] >> digit & 1}
        strong = [set(pair) for pair in pairs(masks, digit, units)]
        for one, other in product(pairs(masks, digit, ones), pairs(masks, digit, others)):
            if len({*one, *other}) < 4:
                continue
            for (a, b), (c, d) in product((one, one[::-1]), (other, other[::-1])):
                # Ends that are a pair are locked candidates.
                if (
                    any(b in unit and c in unit for unit in joining)
                    and cells & sees[a] & sees[d]
                    and {a, d} not in strong
                ):
                    found.add(technique)
    return found


def test_skyscrapers_and_kites_of_the_general_engine() -> None:
    for board, masks in states("x", 8, 3):
        expected = chains(masks, ROWS + COLUMNS + BOXES + DIAGONALS)
        for technique in (T.SKYSCRAPER, T.TWO_STRING_KITE):
            step = bd.hint(board, rules="x", techniques=[technique])
            assert (step is not None) == (technique in expected), (technique, board.text)


def test_aic_where_a_loop_is_preferred() -> None:
    puzzle = "...6..5.447.5.91...........7.8..3.4......5....9..186...317..29..5......62........"
    steps = follow(digits(puzzle), digits(bd.solve(puzzle).solution), techniques=["singles", "aic"])
    assert {step.technique for step in steps} - SINGLES == {T.AIC}


LOOPS = [
    (T.CONTINUOUS_NICE_LOOP, T.DISCONTINUOUS_NICE_LOOP, T.AIC),
    (T.GROUPED_CONTINUOUS_NICE_LOOP, T.GROUPED_DISCONTINUOUS_NICE_LOOP, T.GROUPED_AIC),
]


@pytest.mark.parametrize("techniques", LOOPS)
def test_the_best_of_several_is_the_best_of_the_best(techniques: tuple[bd.Technique, ...]) -> None:
    preferred: Counter[bd.Technique] = Counter()
    alone: Counter[bd.Technique] = Counter()
    for board, _ in states(None, 25, 13):
        best = bd.hint(board, techniques=techniques)
        each = [bd.hint(board, techniques=[technique]) for technique in techniques]
        assert (best is None) == (each == [None] * len(each))
        if best is not None:
            assert best in each
            preferred[best.technique] += 1
            alone.update(step.technique for step in each if step is not None)
            grid = bd.solve(board.puzzle).solution
            for row, column, digit in (mark for step in each if step for mark in step.eliminations):
                assert grid[row, column] != digit
    assert all(alone[technique] > preferred[technique] for technique in techniques), (alone, preferred)


FORCED = [
    "8..7.3..5.......6...58.........874.........5..8.56..121....4.......9....57....1.9",
    ".4.5.....8...9..3..76.2.....146..........9..7.....36....1..4.5..6......3..71..2..",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
]


@pytest.mark.parametrize("name", ["forcing_chain", "forcing_net"])
def test_contradictions_and_verities(name: str) -> None:
    """What contradicts itself is found as a verity, too, and what is true in any case as a contradiction."""
    contradiction, verity = bd.Technique[f"{name}_contradiction".upper()], bd.Technique[f"{name}_verity".upper()]
    count = 0
    for puzzle in FORCED:
        grid = digits(bd.solve(puzzle).solution)
        for step in bd.explain(puzzle):
            if step.technique not in (contradiction, verity):
                continue
            both = bd.steps(bd.Board(step), techniques=[contradiction, verity])
            assert [found.notation for found in both] == [step.notation]
            for technique in (contradiction, verity):
                alone = bd.hint(bd.Board(step), techniques=[technique])
                if name == "forcing_chain" or technique is contradiction:
                    assert alone is not None, step.text
                if alone is not None:
                    count += technique is verity
                    assert alone.technique is technique
                    assert all(grid[row, column] == digit for row, column, digit in alone.placements)
                    assert all(grid[row, column] != digit for row, column, digit in alone.eliminations)
    assert count >= 3


def test_chains_of_explainer_that_remove_the_same() -> None:
    """Of hints that remove the same, only the best is listed; those of a technique that is not chosen do not count."""
    names = [T.X_CYCLE, T.Y_CYCLE, T.XY_CYCLE, T.FORCING_X_CHAIN, T.FORCING_CHAIN]
    more: Counter[bd.Technique] = Counter()
    for board, _ in states(None, 6, 14):
        grid = bd.solve(board.puzzle).solution
        every = bd.steps(board, scale="explainer", techniques=names)
        for technique in names:
            alone = bd.steps(board, scale="explainer", techniques=[technique])
            listed = [step for step in every if step.technique is technique]
            assert all(step in alone for step in listed)
            assert bd.hint(board, scale="explainer", techniques=[technique]) == next(iter(alone), None)
            for step in alone:
                assert all(grid[row, column] == digit for row, column, digit in step.placements)
                assert all(grid[row, column] != digit for row, column, digit in step.eliminations)
            more[technique] += len(alone) - len(listed)
    assert more[T.FORCING_CHAIN] > 0, more


def test_hodoku_s_regression_library() -> None:
    outcomes = Counter(map(outcome, library()))
    if not outcomes:
        pytest.skip("needs the folder suites beside BITDOKU_PUZZLES")
    assert outcomes == {
        "equal": 1_033,
        "no step": 20,
        "technique missing": 18,
        "another step": 17,
        "of the technique, where HoDoKu returns a related one": 14,
        "library's step": 10,
    }
