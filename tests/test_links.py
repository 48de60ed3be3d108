"""Links to f-puzzles and SudokuPad: packed as their own code packs, understood or refused."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from bitdoku.links import _lzstring
from bitdoku.links._lzstring import compress, decompress
from puzzles import FULL
from test_hostile import OwnError, values
from variant_instances import INSTANCES, instance

#: Lists in lists, deeper than Python can recurse.
DEEP: Any = []
for _ in range(200_000):
    DEEP = [DEEP]
#: Rules that f-puzzles does not have.
MISSING = {
    "related", "total", "accepted", "any_of", "counting_circles", "equal_sums", "full_rank",
    "look_and_say", "lunchbox", "numbered_room", "same_values", "sum_line",
}  # fmt: skip
#: Rules that it has with one number only.
FIXED = {"lockout": "difference", "modular": "modulus"}


def test_packing_against_another_package() -> None:
    peer = pytest.importorskip("lzstring").LZString()
    chance = random.Random(1)
    for _ in range(100):
        letters = chance.choice(["ab", '{}":,0123456789RC', "äéλ漢ÿĀ𝄞"])
        text = "".join(chance.choice(letters) for _ in range(chance.choice([1, 2, 3, 5, 10, 50, 300])))
        packed = compress(text)
        assert decompress(packed) == text
        if text.isascii():
            assert packed == peer.compressToBase64(text)
            assert peer.decompressFromBase64(packed) == text
    assert decompress(compress("")) == ""


@pytest.mark.parametrize("packed", ["", "A", "!!", "N4Ig", "abc=", "Q" * 50])
def test_what_was_never_packed(packed: str) -> None:
    with pytest.raises(bd.PuzzleError):
        links.read(packed)


def test_what_unpacks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_lzstring, "MAX_LENGTH", 1000)
    assert decompress(compress("a" * 1000)) == "a" * 1000
    with pytest.raises(ValueError, match="1000"):
        decompress(compress("a" * 1001))


def test_solutions_that_violate_the_rules() -> None:
    rules = bd.Rules() + r.thermometer("r1c1 r1c2")
    solved = bd.solve("." * 81, rules=rules).solution
    assert links.read(links.write("." * 81, rules, solution=solved)).solution is not None
    assert links.read(links.write("." * 81, rules, solution=f"1{'.' * 80}")).solution is not None
    assert links.read(links.write("." * 81, rules, solution="." * 81)).solution is None
    swapped = solved.translate(str.maketrans("123456789", "987654321"))
    for wrong in (swapped, f"98{'.' * 79}", "9" * 81):
        with pytest.raises(bd.PuzzleError, match="r1c1"):
            links.write("." * 81, rules, solution=wrong)


@pytest.mark.parametrize("name", sorted({*INSTANCES} - MISSING))
def test_there_and_back(name: str) -> None:
    for seed in range(3):
        rules, puzzle = instance(name, seed)
        if name in FIXED:
            some = [rule for rule in rules.rules if rule.arguments[FIXED[name]] in (None, 3)]
            rules = bd.Rules(box=rules.box or (3, 3)) + some
        solved, verdict = bd.solve(puzzle, rules=rules)
        for site in ("sudokupad", "f_puzzles"):
            link = links.write(puzzle, rules, site=site, title="Ünïcode", author="me", solution=solved)
            shared = links.read(link)
            assert shared.rules == rules
            np.testing.assert_array_equal(shared.puzzle, puzzle)
            assert (shared.solution is None) == (verdict == bd.Verdict.NO_SOLUTION)
            if shared.solution is not None:
                np.testing.assert_array_equal(shared.solution, solved)
            assert (shared.title, shared.author, shared.ruleset) == ("Ünïcode", "me", "")


@pytest.mark.parametrize(
    "rules",
    [
        bd.Rules(box=(2, 2)),
        bd.Rules(box=(3, 2)),
        bd.Rules(box=(1, 5)),
        bd.Rules(box=(4, 4)),
        bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]),
        bd.Rules() + r.windoku(),
    ],
    ids=str,
)
def test_boards(rules: bd.Rules) -> None:
    puzzle = bd.grids(1, seed=1, rules=rules)[0]
    shared = links.read(links.write(puzzle, rules))
    assert shared.rules == rules
    np.testing.assert_array_equal(shared.puzzle, puzzle)


def test_rules_that_share_a_cell_there_and_back() -> None:
    rules = bd.Rules() + r.allowed((0, 0), [1, 5]) + r.allowed((0, 0), [5, 6]) + r.allowed((0, 1), 3) + r.odd([(0, 0)])
    shared = links.read(links.write("6" + "." * 80, rules))
    assert shared.rules == rules
    assert bd.verdict(shared.puzzle, rules=shared.rules) == bd.Verdict.NO_SOLUTION


def test_cages_that_overlap_and_extremes_there_and_back() -> None:
    cells = [[(0, 0), (0, 1), (1, 1)], [(1, 1), (1, 2)], [(4, 4), (4, 5)], [(5, 5), (4, 5)]]
    data = blank(
        killercage=[{"cells": [f"R{a + 1}C{b + 1}" for a, b in cage], "value": "9"} for cage in cells],
        minimum=[{"cell": "R9C1"}, {"cell": "R5C5"}],
        maximum=[{"cell": "R5C6"}],
    )
    shared = links.from_fpuzzles(data)
    again = links.to_fpuzzles(shared.puzzle, shared.rules)
    assert {key: again[key] for key in ("killercage", "minimum", "maximum")} == {
        key: data[key] for key in ("killercage", "minimum", "maximum")
    }
    assert links.from_fpuzzles(again).rules == shared.rules
    least = r.greater_than([((0, 1), (0, 0)), ((1, 0), (0, 0))])
    some = r.greater_than([((1, 1), (1, 0)), ((2, 0), (1, 0))])
    far = r.greater_than([((8, 8), (3, 3))])
    rules = bd.Rules() + least + some + far + r.total([(0, 0), (5, 5)], 9, [1, 1], no_repeat=True)
    written = links.to_fpuzzles("." * 81, rules)
    assert (written["minimum"], len(written["thermometer"])) == ([{"cell": "R1C1"}], 3)
    assert links.from_fpuzzles(written).rules == rules
    for weights, no_repeat in [([1, 2], True), (None, False)]:
        with pytest.raises(bd.RulesError, match="'total'"):
            links.write("." * 81, bd.Rules() + r.total([(0, 0), (5, 5)], 9, weights, no_repeat=no_repeat))


def test_dots_with_numbers_there_and_back() -> None:
    dots = {
        "difference": [{"cells": ["R4C5", "R4C6"], "value": "3"}],
        "ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}, {"cells": ["R3C5", "R3C6"], "value": "2"}],
    }
    shared = links.from_fpuzzles(blank(**dots))
    again = links.to_fpuzzles(shared.puzzle, shared.rules)
    assert (again["difference"], again["ratio"]) == (dots["difference"], dots["ratio"])
    apart = bd.Rules() + r.related([((0, 0), (0, 1))], lambda a, b: abs(a - b) == 3) + r.non_consecutive()
    with pytest.raises(bd.RulesError, match="dots"):
        links.write("." * 81, apart)
    pair = [((0, 0), (0, 1))]
    for rules, name in (
        ([r.non_consecutive(), r.kropki_black(pair)], "'non_consecutive'"),
        ([r.kropki(pair, []), r.kropki_white(pair)], "'kropki'"),
    ):
        with pytest.raises(bd.RulesError, match=name):
            links.write("." * 81, bd.Rules() + rules)
    outside = {"cell": "R0C0", "cells": [], "direction": "UL", "value": "5"}
    with pytest.raises(bd.RulesError, match="little_killer: start r-1c-1"):
        links.from_fpuzzles(blank(littlekillersum=[outside]))


def blank(**more: Any) -> dict[str, Any]:
    return {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], **more}


def test_what_others_write() -> None:
    """JSON as the site writes it, by hand."""
    data = blank(
        title="t",
        thermometer=[{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}],
        killercage=[{"cells": ["R5C5", "R5C6"], "value": "10", "outlineC": "#000000", "fontC": "#000000"}],
        arrow=[{"lines": [["R9C9", "R9C8", "R9C7"]], "cells": ["R9C9"]}],
        littlekillersum=[{"cell": "R0C1", "direction": "DR", "value": "20"}, {"cell": "R0C1", "direction": "DR"}],
        sandwichsum=[{"cell": "R3C0", "value": "5"}, {"cell": "R0C4", "value": 0}],
        difference=[{"cells": ["R2C5", "R2C6"]}, {"cells": ["R4C5", "R4C6"], "value": "3"}],
        minimum=[{"cell": "R9C1"}],
        whispers=[{"lines": [["R7C1", "R7C2"]]}],
        antiknight=True,
        antiking=False,
        **{"diagonal+": True},
    )
    data["grid"][0][8] = {"value": 4, "given": True, "c": "#ff0000"}
    data["grid"][8][8] = {"value": 4, "cornerPencilMarks": [1, 2]}
    data["grid"][7][7] = {"givenPencilMarks": [1, 2]}
    shared = links.read(json.dumps(data))
    assert (shared.puzzle[0, 8], shared.puzzle.sum(), shared.title) == (4, 4, "t")
    wanted = [
        r.thermometer([(0, 0), (0, 1)]),
        r.thermometer([(0, 0), (1, 0)]),
        r.killer_cage([(4, 4), (4, 5)], 10),
        r.arrow((8, 8), [(8, 7), (8, 6)]),
        r.total([(k, k + 1) for k in range(8)], 20),
        r.sandwich(5, row=2),
        r.sandwich(0, column=3),
        r.kropki_white([((1, 4), (1, 5))]),
        r.related([((3, 4), (3, 5))], lambda a, b: abs(a - b) == 3),
        r.greater_than([((7, 0), (8, 0)), ((8, 1), (8, 0))]),
        r.whispers([(6, 0), (6, 1)], 5),
        r.anti_knight(),
        r.diagonals(main=False),
        r.allowed((7, 7), [1, 2]),
    ]
    assert shared.rules == bd.Rules() + wanted


def test_nothing_is_dropped_in_silence() -> None:
    data = blank(
        disabledlogic=["x"],
        successMessage="",
        highlightConflicts=True,
        killercage=[{"cells": ["R5C5", "R5C6"], "value": "10", "outlineC": "#000000"}],
        arrow=[{"cells": ["R1C1", "R1C2"], "lines": []}],
    )
    data["grid"][0][0] = {"value": 4, "given": True, "c": "#ff0000", "cArray": ["#ff0000", "#00ff00"]}
    data["grid"][1][0] = {"value": 5, "centerPencilMarks": [1, 2], "cornerPencilMarks": [3], "highlight": "#0000ff"}
    data["grid"][2][0] = {"cornerPencilMarks": [], "c": None}
    shared = links.from_fpuzzles(data)
    assert shared.rules == bd.Rules() + r.killer_cage("r5c5 r5c6", 10)
    assert shared.ignored == ("arrow: no line", "disabledlogic", "highlightConflicts", "outlineC")
    assert (shared.entered[1, 0], shared.entered.sum(), shared.puzzle.sum()) == (5, 5, 4)
    assert shared.center_marks == {(1, 0): (1, 2)}
    assert shared.corner_marks == {(1, 0): (3,)}
    assert shared.colors == {(0, 0): ("#ff0000", "#00ff00"), (1, 0): ("#0000ff",)}
    without = links.from_fpuzzles(data, ignore=["centerPencilMarks", "c", "cArray", "highlight", "killercage"])
    assert (without.center_marks, without.colors, without.rules) == ({}, {}, bd.Rules())
    assert {"centerPencilMarks", "cArray", "killercage"} <= {*without.ignored}
    # Without a given, the marks in the centre are the puzzle.
    data["grid"][0][0] = {}
    assert links.from_fpuzzles(data).rules == shared.rules + r.allowed("r2c1", [1, 2])
    for cell, word in [({"c": 3}, "colors"), ({"cornerPencilMarks": "3"}, "cornerPencilMarks")]:
        with pytest.raises(bd.PuzzleError, match=word):
            links.from_fpuzzles({**data, "grid": [[cell] * 9] * 9})


def test_drawings_of_rules_that_are_read_are_no_rules() -> None:
    data = blank(
        renban=[{"lines": [["R1C1", "R1C2"]]}],
        lockout=[{"lines": [["R3C1", "R3C2", "R3C3"]]}],
        line=[
            {"lines": [["R1C1", "R1C2"]], "outlineC": "#C060C0", "width": 0.4, "fromConstraint": "Renban"},
            {"lines": [["R3C1", "R3C2", "R3C3"]], "isLLConstraint": True},
        ],
    )
    shared = links.from_fpuzzles(data)
    assert shared.rules == r.renban("r1c1 r1c2") + r.lockout("r3c1 r3c2 r3c3")
    assert shared.ignored == ("line: drawings of rules",)
    data["line"].append({"lines": [["R1C1", "R1C2"]], "outlineC": "#67F067"})
    assert links.from_fpuzzles(data).rules == shared.rules
    data["line"].append({"lines": [["R1C1", "R1C3"]]})
    with pytest.raises(bd.RulesError, match=re.escape("ignore=['line']")):
        links.from_fpuzzles(data)


@pytest.mark.parametrize("side", [5, 7])
def test_boards_without_regions(side: int) -> None:
    for cell in ({}, {"region": None}):
        data = {"size": side, "grid": [[dict(cell) for _ in range(side)] for _ in range(side)]}
        assert links.from_fpuzzles(data).rules == bd.Rules(box=(1, side))
    # A cell whose region is the default one, its row, has no key.
    regions = np.array([[(row + column // 2) % side for column in range(side)] for row in range(side)])
    jigsaw = bd.Rules.jigsaw(regions)
    grid = [[{} if region == row else {"region": int(region)} for region in line] for row, line in enumerate(regions)]
    assert links.from_fpuzzles({"size": side, "grid": grid}).rules == jigsaw
    nine = blank(grid=[[{"region": None} for _ in range(9)] for _ in range(9)])
    assert links.from_fpuzzles(nine).rules == bd.Rules(box=(1, 9))
    nine["grid"][3][4]["region"] = 2
    with pytest.raises(bd.RulesError, match="r1c1"):
        links.from_fpuzzles(nine)


def test_a_puzzle_with_its_rules_as_json() -> None:
    rules = bd.Rules("6x6") + r.diagonals()
    made = bd.generate(1, seed=1, rules=rules)
    data = {"puzzle": made.puzzle[0].tolist(), "rules": rules.to_dict(), "solution": made.solution[0].tolist()}
    shared = links.read(json.dumps({**data, "title": "t"}))
    assert (shared.rules, shared.title) == (rules, "t")
    np.testing.assert_array_equal(shared.puzzle, made.puzzle[0])
    np.testing.assert_array_equal(shared.solution, made.solution[0])
    assert links.read('{"puzzle": "1...............", "rules": "4x4"}').puzzle.sum() == 1
    assert links.read(json.dumps({"puzzle": "." * 81})).rules == bd.Rules()
    with pytest.raises(bd.RulesError, match=re.escape("ignore=['cells']")):
        links.read(json.dumps({**data, "cells": []}))
    assert links.read(json.dumps({**data, "cells": []}), ignore=["cells"]).ignored == ("cells",)
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"puzzle": "." * 81}, "36"),
        ({"puzzle": None}, "puzzle is NoneType"),
        ({"puzzle": ["." * 36] * 2}, "puzzle holds 2"),
        ({"solution": [1]}, "solution"),
    ]
    for wrong, word in wrongs:
        with pytest.raises(bd.PuzzleError, match=word):
            links.read(json.dumps({**data, **wrong}))
    for rule in ({"rule": "any_of", "rules": 3}, {"rule": "any_of", "rules": [3]}, {"rule": "any_of"}):
        with pytest.raises(bd.RulesError):
            links.read(json.dumps({"puzzle": "." * 81, "rules": {"rules": [rule]}}))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"quadruple": [{"cells": ["R1C1"], "values": [1]}]}, "'quadruple'"),
        ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R3C2"], "values": [1]}]}, "'quadruple'"),
        ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": "12"}]}, "quadruple"),
        ({"text": [{"cells": ["R1C1"], "value": "5"}]}, "'text'"),
        ({"line": [{"lines": [["R1C1"]], "fromConstraint": "Renban"}]}, "'line'"),
        ({"skyscraper": [{"cell": "R1C1", "value": "3"}]}, "'skyscraper'"),
        ({"maxarrow": [{"cells": ["R1C1"]}]}, "'maxarrow'"),
        ({"triggereffect": [{"trigger": 1}]}, "'triggereffect'"),
        ({"killercage": [{"cells": ["R1C1"], "value": "a"}]}, "'killercage' has the value 'a'"),
        ({"thermometer": [{"lines": [["R1C1", "r1"]]}]}, "'r1'"),
        ({"thermometer": [{"lines": [["R1C1", "R10C1"]]}]}, "r10c1"),
        ({"negative": ["sum"]}, "'sum'"),
        ({"nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, "negative"),
        ({"killercage": [{"cells": ["R1C1"], "value": "?"}]}, "'killercage' has the value '?'"),
        ({"antiknight": [[{"value": 5}] * 40] * 40}, "true or false"),
        ({"minimum": [{"cell": "R1"}]}, "'R1'"),
        ({"minimum": [{}]}, "'minimum'"),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]], "bulbless": True}]}, "'bulbless'"),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]], "value": "3"}]}, "'value'"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "X", "negative": 0}]}, "'negative'"),
        ({"thermometer": [{"lines": []}]}, "'thermometer'"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1"]]}]}, "'arrow'"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R5C5", "R5C6"]]}]}, "'arrow'"),
        ({"littlekillersum": [{}]}, "'littlekillersum'"),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "9" * 5000}]}, "'difference'"),
        ({"killercage": [{"cells": {"R1C1": 0}}]}, "list of cells"),
        ({"diagonal+": "no"}, "'diagonal+' is 'no'"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(more: dict[str, Any], message: str) -> None:
    with pytest.raises(bd.RulesError, match=re.escape(message)):
        links.from_fpuzzles(blank(**more))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("https://sudokupad.app/", "known format"),
        ("https://sudokupad.app/abc123", "short link"),
        ("{", "JSON"),
        ('{"size": 9}', "keys size"),
        ('{"size": 9, "size": 4, "grid": []}', "'size'"),
        ('{"size": 2, "grid": [[{}]]}', "2 rows"),
        ('{"size": 1, "grid": [[{"value": 2, "given": true}]]}', "2"),
        ('{"a":' * 100_000, "nested"),
    ],
    ids=range(8),
)
def test_texts_that_are_refused(text: str, word: str) -> None:
    with pytest.raises(bd.PuzzleError, match=word):
        links.read(text)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ({"solution": [300] * 81}, "solution: r1c1 holds 300"),
        ({"solution": [1] * 80 + [-1]}, "solution: r9c9 holds -1"),
        ({"solution": ["a"] * 81}, "'a'"),
        ({"solution": [True] * 81}, "True"),
        ({"solution": [1] * 80}, "81"),
        ({"grid": [[{"value": True, "given": True}] * 9] * 9}, "r1c1 holds True"),
        ({"grid": [[{"value": 1, "given": "no"}] * 9] * 9}, "given 'no'"),
        ({"grid": [[{"givenPencilMarks": [1.5]}] * 9] * 9}, "givenPencilMarks of r1c1"),
        ({"grid": [[{"givenPencilMarks": "12"}] * 9] * 9}, "givenPencilMarks of r1c1 holds '12'"),
        ({"size": True}, "size"),
        ({"killercage": [{"cells": DEEP}]}, "nested"),
    ],
    ids=range(11),
)
def test_data_that_are_refused(data: dict[str, Any], word: str) -> None:
    with pytest.raises(bd.PuzzleError, match=re.escape(word)):
        links.from_fpuzzles(blank(**data))


def test_what_is_left_out_on_request() -> None:
    data = blank(text=[{"cells": ["R1C1"], "value": "5"}], line=[{"lines": [["R1C1"]]}])
    shared = links.from_fpuzzles(data, ignore=["text", "line"])
    assert (shared.rules, shared.ignored) == (bd.Rules(), ("line", "text"))
    assert links.from_fpuzzles(blank(text=data["text"]), ignore="text").ignored == ("text",)
    for ignore in (None, 5, b"text", np.array(5)):
        with pytest.raises(TypeError, match="ignore"):
            links.from_fpuzzles(data, ignore=ignore)  # type: ignore[arg-type]


def test_blanks_in_solutions() -> None:
    found = links.from_fpuzzles(blank(solution=["", None, ".", "7", 0, 5] + ["1"] * 75)).solution
    assert found is not None
    assert found.ravel()[:7].tolist() == [0, 0, 0, 7, 0, 5, 1]


@pytest.mark.parametrize("name", sorted(MISSING))
def test_rules_that_cannot_be_written(name: str) -> None:
    rules, puzzle = instance(name, 1)
    if name == "related":
        rules += r.related([((0, 0), (0, 1))], lambda a, b: a + b > 4)
    with pytest.raises(bd.RulesError, match=f"'{name}'"):
        links.write(puzzle, rules)


@pytest.mark.parametrize(
    ("puzzle", "options", "error", "word"),
    [
        ("." * 81, {"rules": r.lockout("r1c1 r1c2 r1c3", 3)}, bd.RulesError, "'lockout'"),
        ("." * 81, {"rules": r.modular("r1c1 r1c2", 5)}, bd.RulesError, "'modular'"),
        ("." * 81, {"title": 5}, TypeError, "title"),
        ("." * 81, {"ruleset": 5}, TypeError, "ruleset"),
        ("." * 81, {"site": "elsewhere"}, ValueError, "site"),
        (["." * 81] * 2, {}, TypeError, "puzzle holds 2"),
        ("." * 81, {"solution": [FULL, FULL]}, TypeError, "solution holds 2"),
        ("." * 81, {"solution": np.zeros((9, 9, 9, 9), int)}, TypeError, "solution holds 81"),
        ("." * 81, {"solution": []}, TypeError, "solution"),
        (FULL[:40] + "." * 41, {"solution": FULL[::-1]}, bd.PuzzleError, "solution: r1c1"),
    ],
    ids=range(10),
)
def test_what_cannot_be_written(puzzle: Any, options: dict[str, Any], error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        links.write(puzzle, **options)


def test_no_data_do_worse_than_an_error() -> None:
    messages: list[str] = []
    keys = [
        "size", "grid", "title", "killercage", "arrow", "thermometer", "littlekillersum", "sandwichsum", "difference",
        "negative", "xv", "even", "clone", "minimum", "diagonal+", "nonconsecutive", "solution", "whatever",
        "quadruple", "skyscraper", "xsum", "columnindexer", "regionsumline", "lockout", "line", "disabledlogic",
    ]  # fmt: skip
    odd: list[Any] = [[["R1C1"]], "R1C1", ["R1C1", "R1C2"], -1, [1, 2], [[{}]]]
    for value in [*values(), *odd]:
        entry = dict.fromkeys(["cells", "lines", "value", "values", "cell", "direction", "cloneCells"], value)
        cells = [{"value": value, "given": True}, {"region": value}, {"givenPencilMarks": value}, {"c": value}, value]
        cells += [{"centerPencilMarks": value}, {"cArray": value}, {"value": value}]
        data = [blank(**{key: item}) for key in keys for item in (value, [entry])]
        data += [{"grid": [[cell] * 9] * 9} for cell in cells]
        for item in data:
            try:
                links.from_fpuzzles(item)
            except (bd.RulesError, bd.PuzzleError, TypeError, ValueError, OwnError) as error:
                messages.append(str(error))
        for function in (links.read, links.write, links.from_fpuzzles, lambda value: links.write("." * 81, value)):
            try:
                function(value)
            except (bd.Error, TypeError, ValueError, OwnError) as error:
                messages.append(str(error))
    assert all(messages)


def test_clues_without_a_value_are_told() -> None:
    data = links.to_fpuzzles("." * 81)
    data["littlekillersum"] = [{"cell": "R0C0", "direction": "DR", "value": ""}]
    data["sandwichsum"] = [{"cell": "R1C0"}]
    data["xsum"] = data["skyscraper"] = [{"cell": "R0C1", "value": ""}]
    shared = links.from_fpuzzles(data)
    assert shared.rules == bd.Rules()
    names = [ignored.partition(":")[0] for ignored in shared.ignored]
    assert names == ["littlekillersum", "sandwichsum", "skyscraper", "xsum"]


def test_extremes_side_by_side() -> None:
    shared = links.from_fpuzzles(blank(maximum=[{"cell": "R1C1"}, {"cell": "R1C2"}, {"cell": "R9C9"}]))
    pairs = ["r1c1 r2c1", "r1c2 r2c2", "r1c2 r1c3", "r9c9 r9c8", "r9c9 r8c9"]
    assert shared.rules == bd.Rules() + r.greater_than(pairs)
    assert links.read(links.write(shared.puzzle, shared.rules)).rules == shared.rules


def test_puzzles_of_links_are_puzzles() -> None:
    made = bd.compose(2, kind="killer_cage", seed=1)
    both: list[Any] = [links.read(links.write(row)) for row in made]
    first = both[0]
    assert bd.Board(first).rules == first.rules == bd.datasets.read(first).rules == bd.datasets.read([first]).rules
    assert bd.solve(first).verdict == 1
    assert bd.verdict(both).tolist() == [1, 1]
    assert bd.rate(first) == bd.rate(made[0])
    np.testing.assert_array_equal(np.asarray(first), first.puzzle)
