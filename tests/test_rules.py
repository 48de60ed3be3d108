"""Rules as values: what is equal, what is refused, how they are written down."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, cast

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
    (
        CLASSIC + r.anti_king(),
        CLASSIC + [r.different(pair) for pair in [*CLASSIC._layout.neighbors(((1, 1), (1, -1)))]],
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
    (bd.Rules("6x6"), bd.Rules(box=(2, 3))),
    (bd.Rules("16x16 + x"), bd.Rules(box=(4, 4)) + r.diagonals()),
    (r.diagonals() + r.windoku(), CLASSIC + r.windoku() + r.diagonals()),
    # Names of cells, one or several in a text.
    (CLASSIC + r.thermometer(["r1c1", "R1C2"]), CLASSIC + r.thermometer([A, B])),
    (CLASSIC + r.thermometer("r1c1 r1c2,\nr3c9"), CLASSIC + r.thermometer([A, B, (2, 8)])),
    (CLASSIC + r.even("r1c1"), CLASSIC + r.even(np.array([A]))),
    (CLASSIC + r.equal_sums(["r1c1", "r1c2 r3c3"]), CLASSIC + r.arrow(A, "r1c2 r3c3")),
    (CLASSIC + r.greater_than(["r1c1 r1c2", ("r1c1", (5, 5))]), CLASSIC + r.greater_than([(A, B), (A, (5, 5))])),
    # Closed lines and lines that cross themselves.
    (CLASSIC + r.whispers("r1c1 r1c2 r4c4 r1c1"), CLASSIC + r.whispers([A, B, (3, 3)]) + r.whispers([(3, 3), A])),
    (CLASSIC + r.renban("r1c1 r1c2 r2c2 r1c1"), CLASSIC + r.renban("r1c1 r1c2 r2c2")),
    (CLASSIC + r.palindrome("r1c1 r2c4 r5c5 r4c2 r1c1"), CLASSIC + r.clone(["r2c4"], ["r4c2"])),
    (CLASSIC + r.arrow(A, "r2c2 r4c4 r2c2"), CLASSIC + r.total([A, (1, 1), (3, 3)], 0, [1, -2, -1])),
    (CLASSIC + r.modular("r1c1 r1c2 r4c4 r8c8 r1c1"), CLASSIC + r.modular("r1c2 r4c4 r8c8 r1c1 r1c2")),
    # The named rules by others.
    (CLASSIC + r.double_arrow([A, B, C]), CLASSIC + r.arrow(B, [A, C])),
    (CLASSIC + r.equal_sums([[A], [B, C]]), CLASSIC + r.arrow(A, [B, C])),
    (CLASSIC + r.region_sum_line("r1c1 r1c4 r1c5"), CLASSIC + r.arrow(A, "r1c4 r1c5")),
    (
        bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"]) + r.region_sum_line("r1c3 r1c4 r2c4"),
        bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"]) + r.arrow("r1c3", "r1c4 r2c4"),
    ),
    (CLASSIC + r.maximum([A]), CLASSIC + r.greater_than([(A, B), (A, (1, 0))])),
    (CLASSIC + r.any_of(r.even([A]), r.odd([B])), CLASSIC + r.any_of([r.even([A])], [r.allowed(B, (1, 3, 5, 7, 9))])),
    (bd.Rules("X"), CLASSIC + r.diagonals()),
    (bd.Rules("9x9 + anti knight"), CLASSIC + r.anti_knight()),
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
    """An automaton that needs all of its states."""
    return r.Automaton([[min(k + 1, states - 1)] * 9 for k in range(states)], [states - 1])


#: Lists in lists, deeper than Python can recurse.
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: bd.Rules(box=(9, 9)), "64"),
    (lambda: bd.Rules(box=(0, 3)), "box is 0"),
    (lambda: bd.Rules(box=3), "box is 3"),  # type: ignore[arg-type]
    (lambda: bd.Rules(box=(2.0, 3)), "rows and columns"),  # type: ignore[arg-type]
    (lambda: bd.Rules.jigsaw([[1, 1], [1, 2]]), "(r1c1) has 3"),
    (lambda: bd.Rules.jigsaw([[1, 1, 2, 2]]), "regions"),
    (lambda: bd.Rules.jigsaw([[1.0]]), "regions"),
    (lambda: bd.Rules("7x7"), "7x7"),
    (lambda: bd.Rules("66x66"), "66"),
    (lambda: bd.Rules("x-wing"), "'x-wing'"),
    (lambda: bd.Rules("6x6+4x4"), "unknown rules"),
    (lambda: CLASSIC + r.thermometer([A, (9, 0)]), "r10c1"),
    (lambda: CLASSIC + r.thermometer([A, B, A]), "r1c1 twice"),
    (lambda: CLASSIC + r.thermometer([A]), "holds 1 cell (r1c1"),
    (lambda: CLASSIC + r.thermometer([]), "cells holds 0"),
    (lambda: CLASSIC + r.lockout([A, B, C], 9), "possible in r1c1"),
    (lambda: CLASSIC + r.any_of(r.killer_cage([A, B], 19), r.killer_cage([A, B], 20)), "possible in r1c1"),
    (lambda: CLASSIC + r.thermometer("r1c1 r0c1"), "r0c1"),
    (lambda: CLASSIC + r.thermometer("r1c1 c1"), "'r1c1 c1'"),
    (lambda: bd.Rules("4x4") + r.entropic([A, B]), "4 digits"),
    (lambda: CLASSIC + r.modular([A, B], 1), "modulus is 1"),
    (lambda: CLASSIC + r.region_sum_line([A, B]), "one region (r1c1"),
    (lambda: CLASSIC + r.same_values([[A], [B, C]]), "group holds 2"),
    (lambda: CLASSIC + r.equal_sums([[A, B]]), "two lists"),
    (lambda: CLASSIC + r.quadruple((8, 0), [1]), "r9c1"),
    (lambda: CLASSIC + r.quadruple(A, [1, 2, 3, 4, 5]), "digits holds 5"),
    (lambda: CLASSIC + r.quadruple(A, [10]), "digits hold 10"),
    (lambda: CLASSIC + r.skyscraper(10, row=0), "count is 10"),
    (lambda: CLASSIC + r.skyscraper(1), "skyscraper:"),
    (lambda: CLASSIC + r.x_sum(2, row=0), "no digits are possible in r1c1"),
    (lambda: bd.Rules("12x12") + r.lunchbox([(0, 0), (0, 1)], 1), "sum is 1"),
    (lambda: CLASSIC + r.full_rank(37, row=0), "rank is 37"),
    (lambda: CLASSIC + r.full_rank(0, row=0), "rank is 0"),
    (lambda: CLASSIC + r.full_rank(1), "full_rank:"),
    (lambda: bd.Rules(box=(1, 1)) + r.full_rank(2, row=0), "rank is 2"),
    (lambda: bd.Rules((2, 3), digits=range(1, 10)) + r.full_rank(1, row=0), "there are 9"),
    (lambda: CLASSIC + r.indexing([A], by="box"), "by is 'box'"),
    (lambda: CLASSIC + r.any_of(r.even([A])), "1 alternative"),
    (lambda: CLASSIC + r.any_of(r.even([A]), A), "alternative is 0"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.any_of(r.x_sum(2, row=0), [r.x_sum(2, row=1), r.even([A])]), "in r2c1"),
    (lambda: bd.Rules(digits=range(2, 11)), "digits are [2"),
    (lambda: bd.Rules(digits=range(1, 8)), "digits are 1"),
    (lambda: bd.Rules("6x6", digits=range(5)), "digits are 0"),
    (lambda: bd.Rules("6x6", digits=range(37)), "36"),
    (lambda: bd.Rules("6x6", digits=range(1, 10**9)), "36"),
    (lambda: bd.Rules(digits="abc"), "digits are 'abc'"),  # type: ignore[arg-type]
    (lambda: bd.Rules(digits=range(9)) + r.killer_cage([A, B], 16), "cannot total 16"),
    (lambda: bd.Rules(digits=range(9)) + r.allowed(A, 9), "digits hold 9"),
    (lambda: bd.Rules(digits=range(9)) + bd.Rules(), "digits"),
    (lambda: CLASSIC + r.any_of(r.even([A]), []), "an alternative"),
    (lambda: CLASSIC + r.any_of(r.even([A]), r.even([(9, 9)])), "r10c10"),
    (lambda: CLASSIC + r.any_of(r.anti_knight(), r.anti_king()), "alternatives"),
    (lambda: bd.Rules((8, 8)) + r.any_of(r.anti_knight(), r.anti_king()), "364 cells"),
    (lambda: bd.Rules.jigsaw(["aab", "abb", "ccb"]), "(r1c3) has 4"),
    (lambda: CLASSIC + r.thermometer(A), "cells"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.thermometer([[0, 0, 0], B]), "expected (row, column)"),
    (lambda: bd.Rules(box=(2, 2)) + r.thermometer([(0, k) for k in range(4)] + [C]), "4 digits"),
    (lambda: CLASSIC + r.killer_cage([A, B], 18), "cannot total 18"),
    (lambda: CLASSIC + r.killer_cage([A, B], 3) + r.killer_cage([B, C], 7), "r1c2 is in two"),
    (lambda: CLASSIC + r.killer_cage([A]) + r.killer_cage([A], 3) + r.killer_cage([A], 4), "two cages"),
    (lambda: CLASSIC + r.killer_cage([A, B], 10**13), "sum is 10000000000000"),
    (lambda: bd.Rules(digits=range(9)) + r.total([A, B, (1, 3)], 2**40, [2**40, 2**40 - 1, 2**40 - 3]), "too large"),
    (lambda: CLASSIC + r.total([A, B, C], 10**12, [1, 2, -(10**13)]), "weight is -10000000000000"),
    (lambda: CLASSIC + r.arrow([(0, k) for k in range(9)] + [(1, k) for k in range(6)], [(8, 8)]), "weight"),
    (lambda: CLASSIC + r.total([A, B, C], 15, [2, 2, 2]), "total 15"),
    (lambda: CLASSIC + r.total([A, B, C], 5, [0, 0, 0]), "sum is 5"),
    (lambda: CLASSIC + r.total([A, B, (3, 3)], 5) + r.different([A, B, (3, 3)]), "different: r1c1"),
    (lambda: CLASSIC + r.total([A, (3, 3)], 2) + r.different([A, (3, 3)]), "no two digits"),
    (lambda: CLASSIC + r.arrow(A, [(0, k) for k in range(1, 5)]), "equal: r1c1"),
    (lambda: bd.Rules(digits=range(9)) + r.arrow(A, [(0, k) for k in range(1, 6)]), "equal: r1c1"),
    (lambda: CLASSIC + r.modular([A, B, A]), "r1c1 with itself"),
    (lambda: CLASSIC + r.entropic([A, B, A]), "r1c1 with itself"),
    (lambda: CLASSIC + r.whispers([A, A]), "r1c1 with itself"),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "231"), "clue is '231'"),
    (lambda: CLASSIC + r.look_and_say([A, B], 11), "clue is 11"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.look_and_say([A, B], 10**5000), "clue"),  # type: ignore[arg-type]
    (lambda: CLASSIC + r.look_and_say([A, B, C], "1323"), "clue is '1323'"),
    (lambda: CLASSIC + r.look_and_say([A, B, C], "2321"), "clue is '2321'"),
    (lambda: CLASSIC + r.lunchbox([A, B, C], 100), "sum is 100"),
    (lambda: CLASSIC + r.little_killer(A, "down_right", 90), "r1c1, r2c2"),
    (lambda: CLASSIC + r.sandwich(1, row=0), "possible in r1c1"),
    (lambda: bd.Rules(box=(1, 1)) + r.sandwich(0, row=0), "1x1"),
    (lambda: CLASSIC + r.whispers([A, B], 9), "possible in r1c1"),
    (lambda: CLASSIC + r.arrow(A, [B]), "possible in r1c1"),
    (lambda: CLASSIC + r.different(np.argwhere(np.ones((9, 9)))), "81 cells"),
    (lambda: CLASSIC + r.even([A]) + r.odd([A]), "possible in r1c1"),
    (lambda: CLASSIC + r.accepted([A], r.Automaton([[0] * 9], [])), "possible in r1c1"),
    (
        lambda: CLASSIC + r.accepted([(0, k) for k in range(9)] + [(k, 0) for k in range(1, 9)], chain(60_000)),
        "automaton has 60000",
    ),
    (
        lambda: (
            CLASSIC
            + r.total([(k, 0) for k in range(9)] + [(4, 4)], 50)
            + [r.different([(k, 0), (4, 4)]) for k in range(9)]
        ),
        "10 cells",
    ),
    (lambda: bd.Rules.jigsaw(np.ma.array([[1, 1], [2, 2]], mask=[[False, False], [False, True]])), "masked"),
    (lambda: bd.Rules.jigsaw(np.broadcast_to(np.uint8(1), (10**6, 10**6))), "regions"),
    (lambda: r.Automaton([[0] * 9] * (2**16 + 1), [0]), "65537 states"),
    (lambda: bd.Rules(box=(1, 5)) + r.windoku(), "window"),
    (lambda: bd.Rules("٤x٤"), "unknown rules"),
    (lambda: bd.Rules(box=(True, 9)), "rows and columns"),
    (lambda: bd.Rules.jigsaw([[1, 2], [1]]), "regions"),
    (lambda: bd.Rules.from_json({"box": 3}), "box is 3"),
    (lambda: bd.Rules.from_json('{"box": [true, 9]}'), "box is [True, 9]"),
    (lambda: bd.Rules.from_json('{"regions": [[1, 2], [3]]}'), "regions"),
    (lambda: bd.Rules.from_json("[" * 100_000), "nested"),
    (lambda: bd.Rules.from_json('{"box": [3, 3], "box": [2, 2]}'), "'box'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0, 0]], "cells": [[1, 1]]}]}'), "'cells'"),
    (lambda: bd.Rules.from_json({"rules": DEEP}), "nested"),
    (lambda: bd.Rules.from_json({"rules": [{"rule": "even", "cells": DEEP}]}), "nested"),
    (lambda: bd.Rules.from_json(f'{{"box": [{"3" * 5000}, 3]}}'), "JSON"),
    (lambda: bd.Rules.from_json({3: 1, "fog": 2}), "unknown key 3"),  # type: ignore[dict-item]
    (lambda: bd.Rules.from_json({"rules": [["x"] * 1000]}), "'x'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "fog": 1}]}'), "argument"),
    (lambda: bd.Rules.from_json({"rules": [{"rule": "accepted", "automaton": {"fog": 2}}]}), "fog"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0.0, 1]]}]}'), "float"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "accepted", "automaton": {"end": 1}}]}'), "'end'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "accepted", "automaton": {}}]}'), "'transitions'"),
    (
        lambda: bd.Rules.from_json('{"rules": [{"rule": "x", "automaton": {"transitions": [0.5], "accepting": []}}]}'),
        "float",
    ),
    (lambda: bd.Rules.jigsaw([[1, True], [2, 2]]), "regions"),
    (lambda: CLASSIC + r.extra_region([A]), "holds 1 cell (r1c1"),
    (lambda: CLASSIC + r.arrow(A, [B, A]), "r1c1, which"),
    (lambda: CLASSIC + r.little_killer(C, "down_right", 9), "edge"),
    (lambda: CLASSIC + r.little_killer(A, "down", 9), "direction is 'down'"),
    (lambda: CLASSIC + r.sandwich(36, row=0), "sum is 36"),
    (lambda: CLASSIC + r.clone([A], [B, C]), "cells holds 1"),
    (lambda: CLASSIC + r.clone([A], [B]), "possible in r1c1"),
    (lambda: CLASSIC + r.allowed(A, [0]), "digits hold 0"),
    (lambda: CLASSIC + r.allowed(A, []), "allowed in r1c1"),
    (lambda: CLASSIC + r.kropki_white([(A, A)]), "r1c1 with itself"),
    (lambda: CLASSIC + r.kropki_white([A]), "one cell, r1c1"),  # type: ignore[list-item]
    (lambda: CLASSIC + r.related([(A, B)], np.ones((4, 4))[:1].astype(int)), "table"),
    (lambda: CLASSIC + r.related([(A, B)], np.full((9, 9), 2)), "true and false"),
    (lambda: CLASSIC + r.total([A, B], 5, [1]), "2 numbers"),
    (lambda: CLASSIC + r.total([A, B, C], 7, [2, 2, 2]), "cannot total 7"),
    (lambda: CLASSIC + r.accepted([A], r.Automaton([[0] * 4], [0])), "4 digits"),
    (lambda: r.Automaton([[1] * 9], [0]), "to 1"),
    (lambda: r.Automaton([[0] * 9], [3]), "3 is not"),
    (lambda: bd.Rules.jigsaw([[1, 1], [2, 2]]) + r.disjoint_groups(), ""),
    (lambda: bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]) + r.windoku(), "boxes"),
    (lambda: CLASSIC + bd.Rules(box=(2, 3)), "added"),
    (lambda: bd.Rules.from_json("{"), "JSON"),
    (lambda: bd.Rules.from_json("[]"), "JSON"),
    (lambda: bd.Rules.from_json('{"box": [3, 3], "fog": 1}'), "'fog'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "fog"}]}'), "'fog'"),
    (lambda: bd.Rules.from_json('{"rules": [{"rule": "even", "cells": [[0, 0]], "fog": 1}]}'), "even:"),
    (lambda: bd.solve("." * 81, rules=3), "rules are 3"),  # type: ignore[call-overload]
    (lambda: r.Automaton.of([1], 0, lambda state, digit: state + digit, lambda state: True), "65536 states"),
    (lambda: r.Automaton([[0, 0], [1]], [0]), "state 1"),
    (lambda: bd.Rules("4x4") + r.related([(A, B)], [[1] * 4, [1] * 3, [1] * 4, [1] * 4]), "digit 2"),
    (lambda: bd.Rules(box=(5, 5)) + r.full_rank(1, row=0), "25x25"),
    (lambda: bd.Rules(box=(4, 4)) + r.arrow([A, B], [D, (2, 0)]), "circle"),
    (lambda: bd.Rules.from_json('{"box": [2, 2], "regions": ["aabb", "aabb", "ccdd", "ccdd"]}'), "'regions'"),
    (lambda: bd.datasets.audit(np.zeros((1, 9, 9), int), rules=bd.Rules(digits=range(1, 41))), "40"),
]


@pytest.mark.parametrize("k", range(len(REFUSED)))
def test_what_cannot_be_is_refused(k: int) -> None:
    function, message = REFUSED[k]
    if message:
        with pytest.raises(bd.RulesError, match=re.escape(message)) as caught:
            function()
        assert "\n" not in str(caught.value)
    else:
        function()


OF: dict[str, Any] = {"digits": range(1, 5), "start": 0, "step": max, "accepts": bool}


@pytest.mark.parametrize(
    ("call", "error", "word"),
    [
        (lambda: r.diagonals() + cast("Any", 3), TypeError, "int"),
        (lambda: CLASSIC + cast("Any", 3), TypeError, "int"),
        (lambda: r.even(cast("Any", [(0.0, 1)])), TypeError, "whole numbers"),
        (lambda: r.even(np.zeros((1, 2))), TypeError, "float64"),
        (lambda: setattr(CLASSIC, "side", 4), AttributeError, "side|immutable"),
        (lambda: setattr(r.diagonals(), "name", "x"), AttributeError, "name|immutable"),
        (lambda: delattr(r.diagonals(), "name"), AttributeError, "name|immutable"),
        (lambda: cast("Any", r.thermometer)([A, B], True), TypeError, "thermometer"),
        (lambda: cast("Any", r.even)(), TypeError, "'cells'"),
        (lambda: cast("Any", r.even)([A], cell=A), TypeError, "'cell'"),
        (lambda: cast("Any", r.even)([A], cells=[A]), TypeError, "'cells'"),
        (lambda: cast("Any", r.killer_cage)(total=3), TypeError, "'cells'"),
        (lambda: r.allowed(A, cast("Any", {1: 2})), TypeError, "digits"),
        (lambda: r.even(cast("Any", {A, "x"})), TypeError, "cells"),
        (lambda: r.Automaton.of(**{**OF, "digits": None}), TypeError, "^digits is None"),
    ],
)
def test_wrong_kinds_of_objects(call: Callable[[], Any], error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        call()


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
        lambda: r.little_killer({0, 1}, "down_right", 30),  # type: ignore[arg-type]
        lambda: r.related([(A, B)], [{0, 1}] * 9),  # type: ignore[arg-type]
    ]
    for make in makers:
        with pytest.raises(TypeError, match="set"):
            make()


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
            with pytest.raises(bd.RulesError, match="r1c1"):
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
    (accepted,) = [c for c in (CLASSIC + r.accepted([A, B], chain(2**14))).constraints if c[0] == "accepted"]
    assert accepted[2] == 2**14


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
    "direction": "down_right",
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
