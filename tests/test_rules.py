"""Rules as values: what is equal, what is refused, how they are written down."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r
from test_hostile import OwnError, values
from variant_instances import INSTANCES, instance

if TYPE_CHECKING:
    from collections.abc import Callable

A, B, C, D = (0, 0), (0, 1), (1, 1), (1, 0)
CLASSIC = bd.Rules()


@pytest.mark.parametrize("rule", [r.thermometer([A, B]), r.diagonals(), r.killer_cage([A, B], 3), r.anti_knight()])
def test_rows_columns_and_regions_come_first(rule: r.Rule) -> None:
    # The core has the geometry of plain boards at hand, and adds to it.
    assert (CLASSIC + rule).constraints[:27] == CLASSIC.constraints


@pytest.mark.parametrize("box", [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (4, 4), (5, 5), (1, 64), (8, 8)])
def test_boards_of_all_sizes(box: tuple[int, int]) -> None:
    rules = bd.Rules(box=box)
    assert rules.side == box[0] * box[1]
    assert rules.box == box
    assert np.bincount(rules.regions.ravel()).tolist() == [rules.side] * rules.side
    assert not rules.regions.flags.writeable


#: Two digits as odd together as the last two, and 1 between: it reads the same backwards, and minds no order in a pair.
PAIRS = r.Automaton(
    [
        *([2, 1] * 4 + [2], [4, 3] * 4 + [4], [3, 4] * 4 + [3], [5] + [-1] * 8, [6] + [-1] * 8),
        *([8, 7] * 4 + [8], [7, 8] * 4 + [7], [-1, 9] * 4 + [-1], [9, -1] * 4 + [9], [-1] * 9),
    ],
    [9],
)
EQUAL: list[tuple[Any, Any]] = [
    (CLASSIC + r.diagonals() + r.even([A]), CLASSIC + r.even([A]) + r.diagonals()),
    (CLASSIC + r.even([A, B]), CLASSIC + r.even([B]) + r.even([A]) + r.even([A])),
    (CLASSIC + r.killer_cage([A, B], 3), CLASSIC + r.killer_cage([B, A], 3)),
    (CLASSIC + r.kropki_white([(A, B)]), CLASSIC + r.kropki_white([(B, A), (A, B)])),
    (CLASSIC + r.greater_than([(A, B)]), CLASSIC + r.thermometer([B, A])),
    (CLASSIC + r.xv(x=[(A, B)]), CLASSIC + r.total([A, B], 10)),
    (CLASSIC + r.total([A, B, C], 12, [2, 2, 2]), CLASSIC + r.total([C, B, A], 6)),
    (CLASSIC + r.total([A, B, C], 0, [1, -1, -1]), CLASSIC + r.arrow(A, [C, B])),
    (CLASSIC + r.arrow([A], [B, C]), CLASSIC + r.arrow(A, [C, B])),
    (CLASSIC + r.between([A, B, C]), CLASSIC + r.between([C, B, A])),
    (CLASSIC + r.palindrome([A, B, (3, 3)]), CLASSIC + r.clone([(3, 3)], [A])),
    (CLASSIC + r.renban([A, B, C]), CLASSIC + r.renban([B, C, A])),
    (
        CLASSIC + r.anti_king(),
        CLASSIC + [r.different(pair) for pair in [*CLASSIC._layout.neighbours(((1, 1), (1, -1)))]],
    ),
    (CLASSIC + r.different([A, B, C]), CLASSIC),
    (CLASSIC + r.extra_region([(4, k) for k in range(9)]), CLASSIC),
    (CLASSIC + r.related([(A, B)], lambda a, b: a < b), CLASSIC + r.thermometer([A, B], slow=True)),
    (CLASSIC + r.related([(A, (5, 5))], np.ones((9, 9), bool)), CLASSIC),
    (CLASSIC + r.total([A], 5), CLASSIC + r.allowed(A, 5)),
    (CLASSIC + r.allowed(A, [1, 2, 3]) + r.allowed(A, [3, 4]), CLASSIC + r.allowed(A, {3})),
    (
        CLASSIC + r.windoku(),
        CLASSIC
        + [r.extra_region([(t + i, u + j) for i in range(3) for j in range(3)]) for t in (1, 5) for u in (1, 5)],
    ),
    (bd.Rules.jigsaw(bd.Rules(box=(2, 3)).regions + 5), bd.Rules(box=(2, 3))),
    (bd.Rules(box=(1, 4)), bd.Rules(box=(4, 1))),
    (bd.Rules.jigsaw(["aabb", "aabb", "ccdd", "ccdd"]), bd.Rules(box=(2, 2))),
    (bd.Rules.jigsaw("1122 1122 3344 3344"), bd.Rules(box=(2, 2))),
    (bd.Rules("6x6"), bd.Rules(box=(2, 3))),
    (bd.Rules("16x16 + x"), bd.Rules(box=(4, 4)) + r.diagonals()),
    (r.diagonals() + r.windoku(), CLASSIC + r.windoku() + r.diagonals()),
    # Names of cells, one or several in a text.
    (CLASSIC + r.thermometer(["r1c1", "R1C2"]), CLASSIC + r.thermometer([A, B])),
    (CLASSIC + r.thermometer("r1c1 r1c2,\nr3c9"), CLASSIC + r.thermometer([A, B, (2, 8)])),
    (CLASSIC + r.even("r1c1"), CLASSIC + r.even([A])),
    (CLASSIC + r.equal_sums(["r1c1", "r1c2 r3c3"]), CLASSIC + r.arrow(A, "r1c2 r3c3")),
    (CLASSIC + r.greater_than(["r1c1 r1c2", ("r1c1", (5, 5))]), CLASSIC + r.greater_than([(A, B), (A, (5, 5))])),
    (CLASSIC + r.arrow("r1c1", "r1c2 r3c3"), CLASSIC + r.arrow(A, [B, (2, 2)])),
    (CLASSIC + r.little_killer("r1c1", "down-right", 40), CLASSIC + r.little_killer(A, "down-right", 40)),
    (CLASSIC + r.allowed("r1c1", {2, 3}), CLASSIC + r.allowed(A, [3, 2])),
    # Closed lines and lines that cross themselves.
    (CLASSIC + r.whispers("r1c1 r1c2 r4c4 r1c1"), CLASSIC + r.whispers([A, B, (3, 3)]) + r.whispers([(3, 3), A])),
    (CLASSIC + r.renban("r1c1 r1c2 r2c2 r1c1"), CLASSIC + r.renban("r1c1 r1c2 r2c2")),
    (CLASSIC + r.palindrome("r1c1 r2c4 r5c5 r4c2 r1c1"), CLASSIC + r.clone(["r2c4"], ["r4c2"])),
    (CLASSIC + r.arrow(A, "r2c2 r4c4 r2c2"), CLASSIC + r.total([A, (1, 1), (3, 3)], 0, [1, -2, -1])),
    (CLASSIC + r.modular("r1c1 r1c2 r4c4 r8c8 r1c1"), CLASSIC + r.modular("r1c2 r4c4 r8c8 r1c1 r1c2")),
    # The named rules by others.
    (CLASSIC + r.double_arrow([A, B, C]), CLASSIC + r.arrow(B, [A, C])),
    (CLASSIC + r.zipper([A, B, C]), CLASSIC + r.arrow(B, [A, C])),
    (CLASSIC + r.equal_sums([[A], [B, C]]), CLASSIC + r.arrow(A, [B, C])),
    (CLASSIC + r.region_sum_line("r1c1 r1c4 r1c5"), CLASSIC + r.arrow(A, "r1c4 r1c5")),
    (
        bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"]) + r.region_sum_line("r1c3 r1c4 r2c4"),
        bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"]) + r.arrow("r1c3", "r1c4 r2c4"),
    ),
    (CLASSIC + r.sum_line([A, B], 10), CLASSIC + r.sum_line([B, A], 10)),
    (CLASSIC + r.numbered_room(3, row=4), CLASSIC + r.numbered_room(3, row=4, reverse=False)),
    (CLASSIC + r.maximum([A]), CLASSIC + r.greater_than([(A, B), (A, (1, 0))])),
    (CLASSIC + r.quadruple(A, [1, 2]), CLASSIC + r.quadruple(A, [2, 1])),
    (CLASSIC + r.any_of(r.even([A]), r.odd([B])), CLASSIC + r.any_of([r.even([A])], [r.allowed(B, (1, 3, 5, 7, 9))])),
    (bd.Rules.named("X"), CLASSIC + r.diagonals()),
    (bd.Rules.named("9x9 + anti knight"), CLASSIC + r.anti_knight()),
    (bd.Rules.named("12x12"), bd.Rules(box=(3, 4))),
    (CLASSIC + (CLASSIC + r.diagonals()), CLASSIC + r.diagonals()),
    (CLASSIC + r.killer_cage([A, B], 3) + r.killer_cage([B, A]), CLASSIC + r.killer_cage([A, B], 3)),
    (CLASSIC + r.killer_cage([A, B, D]) + r.killer_cage([D, A, B], 9), CLASSIC + r.killer_cage([A, B, D], 9)),
    (
        CLASSIC + r.accepted([A, B], r.Automaton([[0] * 9], [0], np.int64(0))),  # type: ignore[arg-type]
        CLASSIC + r.accepted([B, A], r.Automaton([[0] * 9], [np.int64(0)])),  # type: ignore[list-item]
    ),
    # One automaton, written in two ways: an even number of ones.
    (
        CLASSIC + r.accepted([A, B], r.Automaton([[1] + [0] * 8, [0] + [1] * 8], [0])),
        CLASSIC
        + r.accepted([B, A], r.Automaton([[0] + [1] * 8, [3] + [2] * 8, [3] + [1] * 8, [1] + [3] * 8], [1, 2], 1)),
    ),
    (CLASSIC + r.accepted([A, B, (4, 4), C, D], PAIRS), CLASSIC + r.accepted([C, D, (4, 4), B, A], PAIRS)),
]


@pytest.mark.parametrize("k", range(len(EQUAL)))
def test_equal_by_meaning(k: int) -> None:
    first, second = EQUAL[k]
    assert first == second
    assert hash(first) == hash(second)


def test_different_rules_differ() -> None:
    several = [
        CLASSIC,
        bd.Rules(box=(1, 9)),
        bd.Rules(box=(2, 3)),
        bd.Rules(box=(3, 2)),
        CLASSIC + r.diagonals(),
        CLASSIC + r.diagonals(anti=False),
        CLASSIC + r.thermometer([A, B]),
        CLASSIC + r.thermometer([B, A]),
        CLASSIC + r.thermometer([A, B, C]),
        CLASSIC + r.thermometer([A, (5, 5)], slow=True),
        CLASSIC + r.killer_cage([A, B], 4),
        CLASSIC + r.killer_cage([A, B, C], 14),
        CLASSIC + r.killer_cage([A, B, C], 15),
        CLASSIC + r.arrow(A, [B, C]),
        CLASSIC + r.arrow([A, B], [C, D]),
        CLASSIC + r.between([A, B, C]),
        CLASSIC + r.between([A, C, B]),
        CLASSIC + r.sandwich(3, row=0),
        CLASSIC + r.sandwich(3, column=0),
        CLASSIC + r.sandwich(4, row=0),
    ]
    assert len({*several}) == len(several)
    assert CLASSIC != 9
    assert bd.Rules().is_classic
    assert not several[1].is_classic


@pytest.mark.parametrize("name", INSTANCES)
def test_written_down_and_read_again(name: str) -> None:
    for seed in range(3):
        rules, _ = instance(name, seed)
        again = bd.Rules.from_json(rules.to_json())
        assert again == rules
        assert again.rules == rules.rules
        assert bd.Rules.from_json(json.loads(rules.to_json())) == rules
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert copy.deepcopy(rules) == rules
        names = {**{name: getattr(r, name) for name in r.__all__}, "Rules": bd.Rules}
        assert eval(repr(rules), names) == rules
        for rule in rules.rules:
            assert pickle.loads(pickle.dumps(rule)) == rule
            assert hash(rule) == hash(copy.copy(rule))


def test_jigsaw_regions_are_written_down() -> None:
    regions = [[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]
    rules = bd.Rules.jigsaw(regions)
    assert rules.box is None
    assert bd.Rules.from_json(rules.to_json()) == rules == bd.Rules.jigsaw(np.array(regions) * 7)


def chain(states: int) -> r.Automaton:
    """Which needs all of its states."""
    return r.Automaton([[min(k + 1, states - 1)] * 9 for k in range(states)], [states - 1])


def deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: bd.Rules(box=(9, 9)), "expected a side, their product, of 1 to 64"),
    (lambda: bd.Rules(box=(0, 3)), "box is 0 by 3"),
    (lambda: bd.Rules(box=3), "box is 3;"),  # type: ignore[arg-type]
    (lambda: bd.Rules(box=(2.0, 3)), "expected the rows and columns"),  # type: ignore[arg-type]
    (lambda: bd.Rules.jigsaw([[1, 1], [1, 2]]), "region 1 (r1c1) has 3 cells; expected 2"),
    (lambda: bd.Rules.jigsaw([[1, 1, 2, 2]]), "regions have shape (1, 4)"),
    (lambda: bd.Rules.jigsaw([[1.0]]), "regions have dtype float64"),
    (lambda: bd.Rules.named("7x7"), "7x7 has no boxes"),
    (lambda: bd.Rules.named("66x66"), "side 66; expected 1 to 64"),
    (lambda: bd.Rules.named("x-wing"), "unknown rules 'x-wing'"),
    (lambda: bd.Rules.named("6x6+4x4"), "unknown rules"),
    (lambda: CLASSIC + r.thermometer([A, (9, 0)]), "thermometer: cell r10c1 is outside the 9x9 board"),
    (lambda: CLASSIC + r.thermometer([A, (0, -1)]), "thermometer: cell r1c0 is outside"),
    (lambda: CLASSIC + r.thermometer([A, B, A]), "thermometer: cells holds r1c1 twice"),
    (lambda: CLASSIC + r.thermometer([A]), "cells holds 1 cell (r1c1); expected at least 2"),
    (lambda: CLASSIC + r.thermometer([]), "cells holds 0 cells; expected at least 2"),
    (lambda: CLASSIC + r.lockout([A, B, C], 9), "lockout: no digits are possible in r1c1"),
    (
        lambda: CLASSIC + r.any_of(r.killer_cage([A, B], 19), r.killer_cage([A, B], 20)),
        "any_of: no digits are possible in r1c1, r1c2",
    ),
    (lambda: CLASSIC + r.thermometer("r1c1 r0c1"), "cell r0c1 is outside"),
    (lambda: CLASSIC + r.thermometer("r1c1 c1"), "cells is 'r1c1 c1'; expected a list of (row, column)"),
    (lambda: bd.Rules("4x4") + r.entropic([A, B]), "entropic: 4 digits do not make three equal groups"),
    (lambda: CLASSIC + r.modular([A, B], 1), "modular: modulus is 1; expected at least 2"),
    (lambda: CLASSIC + r.region_sum_line([A, B]), "the line stays in one region (r1c1, r1c2)"),
    (lambda: CLASSIC + r.same_values([[A], [B, C]]), "a group holds 2 cells, the first 1"),
    (lambda: CLASSIC + r.equal_sums([[A, B]]), "expected at least two lists of (row, column)"),
    (lambda: CLASSIC + r.quadruple((8, 0), [1]), "quadruple: r9c1 is at the edge"),
    (lambda: CLASSIC + r.quadruple(A, [1, 2, 3, 4, 5]), "quadruple: digits holds 5 digits; expected 1 to 4"),
    (lambda: CLASSIC + r.quadruple(A, [10]), "quadruple: digits hold 10; expected 1..9"),
    (lambda: CLASSIC + r.skyscraper(10, row=0), "skyscraper: count is 10; expected 1..9"),
    (lambda: CLASSIC + r.skyscraper(1), "skyscraper: expected either row or column"),
    (lambda: CLASSIC + r.skyscraper(1, row=9), "skyscraper: cell r10c1 is outside"),
    (lambda: CLASSIC + r.x_sum(2, row=0), "x_sum: sum is 2; no first digits of row 1 add up to it"),
    (lambda: bd.Rules("12x12") + r.lunchbox([(0, 0), (0, 1)], 1), "lunchbox: sum is 1; expected 0..0 for 2 cells"),
    (lambda: CLASSIC + r.x_sum(46, column=1), "x_sum: sum is 46; no first digits of column 2 add up to it"),
    (lambda: CLASSIC + r.numbered_room(0, row=0), "numbered_room: digits hold 0; expected 1..9"),
    (lambda: CLASSIC + r.full_rank(37, row=0), "full_rank: rank is 37; expected 1..36"),
    (lambda: CLASSIC + r.full_rank(0, row=0), "full_rank: rank is 0; expected at least 1"),
    (lambda: CLASSIC + r.full_rank(1), "full_rank: expected either row or column"),
    (lambda: bd.Rules(box=(1, 1)) + r.full_rank(2, row=0), "full_rank: rank is 2; expected 1..1"),
    (
        lambda: CLASSIC + r.full_rank(9, row=0) + r.full_rank(10, row=0),
        "full_rank: rank is 10, but another clue of the same line is 9",
    ),
    (
        lambda: CLASSIC + r.full_rank(33, row=0) + r.full_rank(33, column=3, reverse=True) + r.full_rank(34, row=8),
        "full_rank: rank is 33; a line that begins in the same row, column or region has rank 34",
    ),
    (
        lambda: (
            CLASSIC
            + r.full_rank(33, row=3)
            + r.full_rank(33, column=4, reverse=True)
            + r.full_rank(34, column=5)
            + r.full_rank(1, row=1)
        ),
        "full_rank: rank is 34; the ranks of other lines exclude it",
    ),
    (
        lambda: bd.Rules((2, 3), digits=range(1, 10)) + r.full_rank(1, row=0),
        "full_rank: expected as many digits as cells in a row; there are 9 for 6",
    ),
    (lambda: CLASSIC + r.indexing([A], by="box"), "indexing: by is 'box'; expected 'column' or 'row'"),
    (lambda: CLASSIC + r.any_of(r.even([A])), "any_of: 1 alternative; expected at least two"),
    (lambda: CLASSIC + r.any_of(r.even([A]), A), "any_of: an alternative is 0; expected a rule"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.any_of(r.x_sum(2, row=0), r.x_sum(4, row=0)), ""),
    (
        lambda: CLASSIC + r.any_of(r.x_sum(2, row=0), [r.x_sum(46, row=0), r.even([A])]),
        "any_of: sum is 46; no first digits of row 1 add up to it",
    ),
    (lambda: bd.Rules(digits=range(2, 11)), "digits are [2, 3, 4, 5, 6, 7, 8, 9, 10]; expected 0 to 8, 1 to 9 or more"),
    (lambda: bd.Rules(digits=range(1, 8)), "digits are 1 to 7; expected at least 9: the 9 cells of a row differ"),
    (lambda: bd.Rules("6x6", digits=range(5)), "digits are 0 to 4; expected at least 6: the 6 cells of a row differ"),
    (lambda: bd.Rules("6x6", digits=range(37)), "in order, from 0 at most 36, from 1 at most 64"),
    (lambda: bd.Rules("6x6", digits=range(1, 10**9)), "in order, from 0 at most 36, from 1 at most 64"),
    (lambda: bd.Rules(digits="abc"), "digits are 'abc'; expected whole numbers such as range(9)"),  # type: ignore[arg-type]
    (lambda: bd.Rules(digits=range(9)) + r.killer_cage([A, B], 16), "cannot total 16; expected 1..15"),
    (lambda: bd.Rules(digits=range(9)) + r.allowed(A, 9), "digits hold 9; expected 0..8"),
    (lambda: bd.Rules(digits=range(9)) + bd.Rules(), "different sides, boxes, regions or digits"),
    (lambda: CLASSIC + r.any_of(r.even([A]), []), "any_of: an alternative holds always"),
    (lambda: CLASSIC + r.any_of(r.even([A]), r.even([(9, 9)])), "any_of: cell r10c10 is outside"),
    (lambda: CLASSIC + r.any_of(r.anti_knight(), r.anti_king()), "any_of: the alternatives read"),
    (lambda: bd.Rules((8, 8)) + r.any_of(r.anti_knight(), r.anti_king()), "any_of: the alternatives read 364 cells"),
    (lambda: bd.Rules.jigsaw(["aab", "abb", "ccb"]), "region b (r1c3) has 4 cells; expected 3"),
    (lambda: bd.Rules("7 by 7"), "unknown rules '7 by 7'"),
    (lambda: CLASSIC + r.thermometer(A), "cells is one cell"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.thermometer([[0, 0, 0], B]), "expected (row, column)"),
    (lambda: bd.Rules(box=(2, 2)) + r.thermometer([(0, k) for k in range(4)] + [C]), "cannot increase with 4 digits"),
    (lambda: CLASSIC + r.killer_cage([A, B], 18), "cannot total 18; expected 3..17"),
    (lambda: CLASSIC + r.killer_cage([A, B, (4, 4)], 25), "cannot total 25; expected 6..24"),
    (lambda: CLASSIC + r.killer_cage([A, B], 3) + r.killer_cage([B, C], 7), "r1c2 is in two cages"),
    (lambda: CLASSIC + r.killer_cage([A, B], 3) + r.killer_cage([B, A], 4), "is in two cages"),
    (lambda: CLASSIC + r.killer_cage([(k, j) for k in range(2) for j in range(5)]), "cannot all be different"),
    (lambda: CLASSIC + r.killer_cage([A]) + r.killer_cage([A], 3) + r.killer_cage([A], 4), "is in two cages"),
    (lambda: CLASSIC + r.killer_cage([(9, 0)]), "killer_cage: cell r10c1 is outside"),
    (lambda: CLASSIC + r.killer_cage([A, B], 18), "killer_cage: r1c1, r1c2 cannot total 18"),
    (lambda: CLASSIC + r.killer_cage([A, B], 10**13), "killer_cage: sum is 10000000000000; expected at most 2^40"),
    (
        lambda: bd.Rules(digits=range(9)) + r.total([A, B, (1, 3)], 2**40, [2**40, 2**40 - 1, 2**40 - 3]),
        "total: sum and weights are too large; expected at most 2^40 in size, with digits from 1",
    ),
    (lambda: CLASSIC + r.total([A, B], 10**13), "total: sum is 10000000000000; expected at most 2^40"),
    (lambda: CLASSIC + r.total([A, B, C], 10**12, [1, 2, -(10**13)]), "total: weight is -10000000000000; expected at"),
    (lambda: CLASSIC + r.arrow([(0, k) for k in range(9)] + [(1, k) for k in range(6)], [(8, 8)]), "arrow: weight is"),
    (lambda: CLASSIC + r.total([A, B, C], 15, [2, 2, 2]), "total 15; expected 12..48, a multiple of 2"),
    (lambda: CLASSIC + r.total([A, B, C], 5, [0, 0, 0]), "total: sum is 5; expected 0, because all weights are 0"),
    (
        lambda: CLASSIC + r.total([A, B, (3, 3)], 5) + r.different([A, B, (3, 3)]),
        "different: r1c1",
    ),
    (lambda: CLASSIC + r.total([A, (3, 3)], 2) + r.different([A, (3, 3)]), "different: no two digits are possible"),
    (
        lambda: CLASSIC + r.arrow(A, [(0, k) for k in range(1, 5)]),
        "arrow: the sums cannot be equal: r1c1 1..9 and r1c2, r1c3, r1c4, r1c5 10..30",
    ),
    (lambda: CLASSIC + r.arrow([A, B], [C]), "arrow: the sums cannot be equal: r1c1, r1c2 12..98 and r2c2 1..9"),
    (
        lambda: bd.Rules(digits=range(9)) + r.arrow(A, [(0, k) for k in range(1, 6)]),
        "arrow: the sums cannot be equal: r1c1 0..8 and r1c2, r1c3, r1c4, r1c5, r1c6 10..30",
    ),
    (lambda: CLASSIC + r.modular([A, B, A]), "modular: the line holds r1c1 twice in 3 successive cells, which have to"),
    (lambda: CLASSIC + r.entropic([A, B, A]), "entropic: the line holds r1c1 twice in 3 successive cells"),
    (lambda: CLASSIC + r.modular([A, B, C, B], 3), "modular: the line holds r1c2 twice in 3 successive cells"),
    (lambda: CLASSIC + r.whispers([A, A]), "whispers: the line holds r1c1 twice in 2 successive cells"),
    (lambda: CLASSIC + r.quadruple((2, 2), [1, 1, 1]), "quadruple: digits holds 1 3 times; the four cells around this"),
    (lambda: CLASSIC + r.quadruple(A, [2, 2]), "this corner can hold it at most once"),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "231"), "look_and_say: clue is '231'; expected pairs of a number"),
    (lambda: CLASSIC + r.look_and_say([A, B], 11), "look_and_say: clue is 11; expected pairs"),  # type: ignore[arg-type]
    (
        lambda: CLASSIC + r.look_and_say([A, B], 10**5000),  # type: ignore[arg-type]
        "look_and_say: clue is a very large number; expected pairs",
    ),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "1323"), "clue is '1323'; expected each digit at most once"),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "2321"), "clue is '2321'; expected at most 3 digits for 3 cells"),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "10"), "look_and_say: digits hold 0; expected 1..9"),
    (lambda: CLASSIC + r.lunchbox([A, B, C], 100), "lunchbox: sum is 100; expected 0..8 for 3 cells"),
    (lambda: CLASSIC + r.lunchbox([A, B], 1), "lunchbox: sum is 1; expected 0..0 for 2 cells"),
    (lambda: CLASSIC + r.little_killer(A, "down-right", 90), "little_killer: r1c1, r2c2"),
    (lambda: CLASSIC + r.sandwich(1, row=0), "sandwich: sum is 1; no digits of 2..8 in row 1 add up to it"),
    (lambda: CLASSIC + r.sandwich(34, column=8), "sandwich: sum is 34; no digits of 2..8 in column 9 add up to it"),
    (lambda: bd.Rules(box=(1, 1)) + r.sandwich(0, row=0), "sandwich: a 1x1 board"),
    (lambda: CLASSIC + r.whispers([A, B], 9), "whispers: no two digits are possible in r1c1 and r1c2"),
    (lambda: bd.Rules.named("4x4") + r.xv([(A, B)]), "xv: no two digits are possible in r1c1 and r1c2"),
    (lambda: CLASSIC + r.palindrome([A, B]), "palindrome: no two digits are possible in r1c1 and r1c2"),
    (lambda: CLASSIC + r.arrow(A, [B]), "arrow: no two digits are possible in r1c1 and r1c2"),
    (lambda: CLASSIC + r.different(np.argwhere(np.ones((9, 9)))), "different: 81 cells cannot all be different"),
    (lambda: CLASSIC + r.even([A]) + r.odd([A]), "odd: no digit is possible in r1c1"),
    (lambda: CLASSIC + r.accepted([A], r.Automaton([[0] * 9], [])), "accepted: no digits are possible in r1c1"),
    (
        lambda: CLASSIC + r.accepted([(0, k) for k in range(9)] + [(k, 0) for k in range(1, 9)], chain(60_000)),
        "accepted: the automaton has 60000 states; expected at most 54827 for these cells",
    ),
    (
        lambda: (
            CLASSIC
            + r.total([(k, 0) for k in range(9)] + [(4, 4)], 50)
            + [r.different([(k, 0), (4, 4)]) for k in range(9)]
        ),
        "different: 10 cells cannot all be different",
    ),
    (
        lambda: bd.Rules.jigsaw(np.ma.array([[1, 1], [2, 2]], mask=[[False, False], [False, True]])),
        "masked array; expected a plain one",
    ),
    (lambda: bd.Rules.jigsaw(np.broadcast_to(np.uint8(1), (10**6, 10**6))), "regions have shape (1000000, 1000000)"),
    (lambda: r.Automaton([[0] * 9] * (2**16 + 1), [0]), "automaton: 65537 states; expected at most 65536"),
    (lambda: bd.Rules(box=(1, 5)) + r.windoku(), "windoku: no window of 1 by 5 cells fits inside the board"),
    (lambda: bd.Rules.named("٤x٤"), "unknown rules"),
    (lambda: bd.Rules(box=(True, 9)), "expected the rows and columns"),
    (lambda: bd.Rules.jigsaw([[1, 2], [1]]), "regions are malformed"),
    (lambda: bd.Rules.from_json({"box": 3}), "box is 3; expected"),
    (lambda: bd.Rules.from_json('{"box": null}'), "box is None; expected"),
    (lambda: bd.Rules.from_json('{"box": [true, 9]}'), "box is [True, 9]; expected"),
    (lambda: bd.Rules.from_json('{"regions": [[1, 2], [3]]}'), "regions are malformed"),
    (lambda: bd.Rules.from_json("[" * 100_000), "the rules are nested too deeply"),
    (lambda: bd.Rules.from_json('{"box": [3, 3], "box": [2, 2]}'), "'box' is there twice"),
    (
        lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0, 0]], "cells": [[1, 1]]}]}'),
        "'cells' is there twice",
    ),
    (lambda: bd.Rules.from_json({"rules": deep()}), "nested too deeply"),
    (lambda: bd.Rules.from_json({"rules": [deep()]}), "nested too deeply"),
    (lambda: bd.Rules.from_json({"box": deep()}), "nested too deeply"),
    (lambda: bd.Rules.from_json({"rules": [{"rule": "even", "cells": deep()}]}), "nested too deeply"),
    (
        lambda: bd.Rules.from_json(f'{{"box": [{"3" * 5000}, 3]}}'),
        "the rules are not valid JSON: a number has thousands of digits",
    ),
    (lambda: bd.Rules.from_json({3: 1, "fog": 2}), "unknown key 3"),  # type: ignore[dict-item]
    (lambda: bd.Rules.from_json({"rules": [["x"] * 1000]}), "'x'…; expected an object with its name as 'rule'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "fog": 1}]}'), "even: missing a required argument"),
    (
        lambda: bd.Rules.from_json({"rules": [{"rule": "accepted", "automaton": {3: 1, "fog": 2}}]}),
        "unknown key 3",
    ),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0.0, 1]]}]}'), "even: cells holds float"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "accepted", "automaton": {"end": 1}}]}'), "unknown key 'end'"),
    (
        lambda: bd.Rules.from_json('{"rules": [{"rule": "accepted", "automaton": {}}]}'),
        "automaton has no 'transitions'",
    ),
    (
        lambda: bd.Rules.from_json('{"rules": [{"rule": "x", "automaton": {"transitions": [0.5], "accepting": []}}]}'),
        "automaton: transitions holds float",
    ),
    (lambda: bd.Rules.jigsaw([[1, True], [2, 2]]), "regions hold bools"),
    (lambda: CLASSIC + r.extra_region([A]), "cells holds 1 cell (r1c1); expected 9"),
    (lambda: CLASSIC + r.arrow(A, [B, A]), "path holds r1c1, which is in the circle"),
    (lambda: CLASSIC + r.little_killer(C, "down-right", 9), "is not at the edge"),
    (lambda: CLASSIC + r.little_killer(A, "down", 9), "direction is 'down'"),
    (lambda: CLASSIC + r.sandwich(36, row=0), "sum is 36; expected 0..35"),
    (lambda: CLASSIC + r.sandwich(3), "expected either row or column"),
    (lambda: CLASSIC + r.sandwich(3, row=9), "r10c1 is outside"),
    (lambda: CLASSIC + r.clone([A], [B, C]), "cells holds 1 cells, copy 2"),
    (lambda: CLASSIC + r.clone([A], [B]), "no two digits are possible in r1c1 and r1c2"),
    (lambda: CLASSIC + r.even([A]) + r.odd([A]), "no digit is possible in r1c1"),
    (lambda: CLASSIC + r.allowed(A, [0]), "digits hold 0; expected 1..9"),
    (lambda: CLASSIC + r.allowed(A, []), "no digit is allowed in r1c1"),
    (lambda: CLASSIC + r.kropki_white([(A, A)]), "r1c1 with itself"),
    (lambda: CLASSIC + r.kropki_white([A]), "kropki_white: pairs holds one cell, r1c1; expected pairs of cells"),  # type: ignore[list-item]
    (
        lambda: CLASSIC + r.related([(A, B)], np.ones((4, 4))[:1].astype(int)),
        "table is malformed; expected a 9x9 array",
    ),
    (lambda: CLASSIC + r.related([(A, B)], np.full((9, 9), 2)), "values other than true and false"),
    (lambda: CLASSIC + r.total([A, B], 5, [1]), "expected 2 numbers"),
    (lambda: CLASSIC + r.total([A, B, C], 7, [2, 2, 2]), "cannot total 7"),
    (lambda: CLASSIC + r.accepted([A], r.Automaton([[0] * 4], [0])), "reads 4 digits; expected 9"),
    (lambda: CLASSIC + r.accepted([A], r.Automaton([[0] * 9], [])), "no digits are possible in r1c1"),
    (lambda: r.Automaton([[1] * 9], [0]), "goes to 1 on 1"),
    (lambda: r.Automaton([[0] * 9], [3]), "3 is not a state"),
    (lambda: bd.Rules.jigsaw([[1, 1], [2, 2]]) + r.disjoint_groups(), ""),
    (lambda: bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]) + r.windoku(), "has no boxes"),
    (lambda: CLASSIC + bd.Rules(box=(2, 3)), "cannot be added"),
    (lambda: bd.Rules.from_json("{"), "not valid JSON"),
    (lambda: bd.Rules.from_json("[]"), "expected a JSON object"),
    (lambda: bd.Rules.from_json('{"box": [3, 3], "fog": 1}'), "unknown key 'fog'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "fog"}]}'), "unknown rule 'fog'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0, 0]], "fog": 1}]}'), "even: "),
    (lambda: bd.solve("." * 81, rules=3), "rules are 3"),  # type: ignore[call-overload]
]


@pytest.mark.parametrize("k", range(len(REFUSED)))
def test_what_cannot_be_is_refused(k: int) -> None:
    function, message = REFUSED[k]
    if message:
        with pytest.raises(bd.RulesError, match=re.escape(message)):
            function()
    else:
        function()


def test_wrong_kinds_of_objects() -> None:
    with pytest.raises(TypeError):
        r.diagonals() + 3
    with pytest.raises(TypeError):
        CLASSIC + 3  # type: ignore[operator]
    with pytest.raises(TypeError, match="expected whole numbers"):
        r.even([(0.0, 1)])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="float64"):
        r.even(np.zeros((1, 2)))
    with pytest.raises(AttributeError, match="immutable"):
        CLASSIC.side = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="immutable"):
        r.diagonals().name = "x"
    with pytest.raises(AttributeError, match="immutable"):
        del r.diagonals().name
    with pytest.raises(TypeError, match="thermometer: too many positional arguments"):
        r.thermometer([A, B], True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="even: missing a required argument: 'cells'"):
        r.even()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="even: got an unexpected keyword argument 'cell'"):
        r.even([A], cell=A)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="even: multiple values for argument 'cells'"):
        r.even([A], cells=[A])  # type: ignore[misc]
    of: dict[str, Any] = {"digits": range(1, 5), "start": 0, "step": max, "accepts": bool}
    hashed = "expected a state that can be hashed, such as a number or a tuple"
    wrong: list[tuple[str, Any, str]] = [
        ("digits", None, "digits is None; expected the digits in order, such as range(1, 10)"),
        ("step", 5, "step is int; expected a function of a state and a digit"),
        ("accepts", [0], "accepts is list; expected a function of a state"),
        ("start", [], f"start is list; {hashed}"),
        ("step", lambda state, digit: [digit], f"step returned list; {hashed}"),
    ]
    for name, value, message in wrong:
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            r.Automaton.of(**{**of, name: value})
    with pytest.raises(TypeError, match="allowed: digits holds dict"):
        r.allowed(A, {1: 2})
    with pytest.raises(TypeError, match="even: missing a required argument: 'cells'"):
        r.even(cell=[A])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="killer_cage: missing a required argument: 'cells'"):
        r.killer_cage(total=3)  # type: ignore[call-arg]


def test_sets_have_no_order() -> None:
    """They may stand where order means nothing, and nowhere else."""
    cells = {A, B, D}
    for rule in (r.killer_cage, r.renban, r.even, r.different):
        assert CLASSIC + rule(cells) == CLASSIC + rule(sorted(cells))
    assert CLASSIC + r.kropki_white({(A, B), (A, D)}) == CLASSIC + r.kropki_white([(A, B), (A, D)])
    makers: list[Callable[[], r.Rule]] = [
        lambda: r.thermometer({A, B}),  # type: ignore[arg-type]
        lambda: r.whispers({A, B}),  # type: ignore[arg-type]
        lambda: r.palindrome({A, B}),  # type: ignore[arg-type]
        lambda: r.between(cells),  # type: ignore[arg-type]
        lambda: r.arrow({A, B}, [C]),  # type: ignore[arg-type]
        lambda: r.clone({A}, [C]),  # type: ignore[arg-type]
        lambda: r.total({A, B}, 10, [1, 2]),  # type: ignore[arg-type]
        lambda: r.total([A, B], 10, {1, 2}),  # type: ignore[arg-type]
        lambda: r.accepted(cells, r.Automaton([[0] * 9], {0})),  # type: ignore[arg-type]
        lambda: r.greater_than([{A, B}]),  # type: ignore[list-item]
        lambda: r.even([{1, 5}]),  # type: ignore[list-item]
        lambda: r.allowed({1, 5}, 3),  # type: ignore[arg-type]
        lambda: r.little_killer({0, 1}, "down-right", 30),  # type: ignore[arg-type]
        lambda: r.related([(A, B)], [{0, 1}] * 9),  # type: ignore[arg-type]
    ]
    for make in makers:
        with pytest.raises(TypeError, match="holds a set; expected a list"):
            make()
    with pytest.raises(TypeError, match="even: cells is a set of mixed types"):
        r.even({A, "x"})


def immutable(value: object) -> bool:
    return all(map(immutable, value)) if isinstance(value, tuple) else value is None or isinstance(value, int | str)


def test_what_rules_give_out_cannot_be_changed() -> None:
    cell = [A, B, (3, 3)]
    rules = CLASSIC + r.windoku() + r.thermometer(cell) + r.even(cell) + r.arrow(A, [B, D]) + r.between(cell)
    assert immutable(rules.constraints)
    with pytest.raises(ValueError, match="WRITEABLE"):
        rules.regions.flags.writeable = True


def test_rules_are_the_same_in_any_order() -> None:
    # The second says that two cells of a sum differ, the third that a table's do.
    several = [r.total([A, D, (3, 3)], 12), r.different([A, (3, 3)]), r.kropki_white([(A, (3, 3))]), r.even([A])]
    whole = CLASSIC + several
    for order in permutations(several):
        rules = CLASSIC
        for rule in order:
            rules += rule
        assert rules == whole
        assert rules.constraints == whole.constraints


def equivalent(rows: list[list[int]], accepting: set[int]) -> int:
    """The number of states that are told apart by what they accept, without the dead one: all pairs, marked."""
    complete = [*([len(rows) if target < 0 else target for target in row] for row in rows), [len(rows)] * len(rows[0])]
    ends = np.isin(np.arange(len(complete)), [*accepting])
    apart = ends[:, None] != ends
    for _ in complete:
        for column in np.transpose(complete):
            apart |= apart[np.ix_(column, column)]
    reached, before = {0}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {target for state in reached for target in complete[state]}
    return len({apart[state].tobytes() for state in reached if apart[state, -1]})


def test_automata_become_as_small_as_can_be() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        states, digits = int(rng.integers(1, 12)), int(rng.integers(1, 4))
        rows = np.where(rng.random((states, digits)) < 0.3, -1, rng.integers(0, states, (states, digits))).tolist()
        accepting = {*rng.integers(0, states, int(rng.integers(1, 3))).tolist()}
        rules = bd.Rules(box=(1, digits))
        few = equivalent(rows, accepting)
        if few == 0:
            with pytest.raises(bd.RulesError, match="no digits are possible in r1c1"):
                rules + r.accepted([A], r.Automaton(rows, [*accepting]))
            continue
        ((_, _, number, start, ends, small),) = [
            c for c in (rules + r.accepted([A], r.Automaton(rows, [*accepting]))).constraints if c[0] == "accepted"
        ]
        assert number == len(small) == few
        for word in product(range(digits), repeat=5):
            first, second = 0, start
            for digit in word:
                first, second = rows[first][digit] if first >= 0 else -1, small[second][digit] if second >= 0 else -1
                assert (first in accepting) == (second in ends)


def test_long_chains_of_states() -> None:
    (accepted,) = [c for c in (CLASSIC + r.accepted([A, B], chain(2**16))).constraints if c[0] == "accepted"]
    assert accepted[2] == 2**16


def test_arguments_may_be_arrays() -> None:
    assert CLASSIC + r.even(np.argwhere(np.eye(9) > 0)) == CLASSIC + r.even([(k, k) for k in range(9)])
    assert r.even(np.array([[0, 1]])).arguments == {"cells": ((0, 1),)}


def test_adding_keeps_the_old_rules() -> None:
    one = CLASSIC + r.diagonals()
    two = one + r.even([A])
    assert one.rules == (r.diagonals(),)
    assert two.rules == (r.diagonals(), r.even([A]))
    assert (two + r.even([A])).rules == two.rules


USUAL: dict[str, Any] = {
    "cells": [A, B, D],
    "copy": [(3, 3), (4, 4), (5, 5)],
    "cell": A,
    "digits": [1, 2],
    "pairs": [(A, B)],
    "table": np.ones((9, 9), int),
    "sum": 10,
    "automaton": r.Automaton([[0] * 9], [0]),
    "circle": A,
    "path": [B],
    "start": A,
    "direction": "down-right",
}
ODD: list[Any] = [A, [A, B], [(A, B)], -1, 9, 10**30, True, "x", [None], [[[0]]], {A}, lambda a: a, np.ones((9, 9))]


@pytest.mark.parametrize("name", INSTANCES)
def test_no_argument_does_worse_than_an_error(name: str) -> None:
    function = getattr(r, name)
    messages: list[str] = []
    parameters = inspect.signature(function).parameters
    for key in parameters:
        for value in [*values(), *ODD]:
            arguments = {k: USUAL.get(k, p.default) for k, p in parameters.items()}
            if name == "sandwich":
                arguments["row"] = 0
            try:
                assert isinstance(CLASSIC + function(**{**arguments, key: value}), bd.Rules)
            except (bd.RulesError, TypeError, ValueError, OwnError) as error:
                messages.append(str(error))
    assert bool(messages) == bool(parameters)
    assert all(messages)


def test_no_rules_do_worse_than_an_error() -> None:
    messages: list[str] = []
    for value in [*values(), *ODD]:
        for function in (
            bd.Rules,
            bd.Rules.jigsaw,
            bd.Rules.named,
            bd.Rules.from_json,
            lambda value: CLASSIC + value,
            lambda value: r.Automaton(value, [0]),
            lambda value: r.Automaton([[0]], value),
            lambda value: r.Automaton([[0]], [0], value),
            lambda value: bd.Rules.from_json({"box": value}),
            lambda value: bd.Rules.from_json({"regions": value}),
            lambda value: bd.Rules.from_json({"rules": value}),
            lambda value: bd.Rules.from_json({"rules": [value]}),
            lambda value: bd.Rules.from_json({"rules": [{"rule": value}]}),
            lambda value: bd.Rules.from_json({"rules": [{"rule": "even", "cells": value}]}),
        ):
            try:
                function(value)
            except (bd.RulesError, TypeError, ValueError, OwnError) as error:
                messages.append(str(error))
    assert all(messages)


def test_the_table_of_rules_in_the_documentation() -> None:
    text = (Path(__file__).parent.parent / "docs" / "rules.md").read_text()
    rows = re.findall(r"^\| (`[a-z_`, ]+) \| .* \| `(r\..*)` \|$", text, re.MULTILINE)
    for names, example in rows:
        rule = eval(example, {"r": r})
        assert f"`{rule.name}`" in names
        assert isinstance(CLASSIC + rule, bd.Rules)
        assert bd.verdict("." * 81, rules=rule, budget=10_000) != bd.Verdict.NO_SOLUTION, example
    assert {name for names, _ in rows for name in re.findall("[a-z_]+", names)} == {*INSTANCES}
