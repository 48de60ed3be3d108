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
from bitdoku._lzstring import compress, decompress
from test_hostile import OwnError, values
from variant_instances import INSTANCES, instance

#: Rules that f-puzzles does not have.
MISSING = {"related", "total", "accepted", "greater_than"}


def test_packing_against_another_package() -> None:
    peer = pytest.importorskip("lzstring").LZString()
    chance = random.Random(1)
    for _ in range(300):
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


@pytest.mark.parametrize("name", sorted({*INSTANCES} - MISSING))
def test_there_and_back(name: str) -> None:
    for seed in range(4):
        rules, puzzle = instance(name, seed)
        for site in ("sudokupad", "f-puzzles"):
            link = links.write(puzzle, rules, site=site, title="Ünïcode", author="me", solution=puzzle)
            shared = links.read(link)
            assert shared.rules == rules
            np.testing.assert_array_equal(shared.puzzle, puzzle)
            assert shared.solution is not None
            np.testing.assert_array_equal(shared.solution, puzzle)
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


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"quadruple": [{"cells": ["R1C1"], "values": [1]}]}, "'quadruple'"),
        ({"text": [{"cells": ["R1C1"], "value": "5"}]}, "'text'"),
        ({"fogofwar": ["R1C1"]}, "'fogofwar'"),
        ({"killercage": [{"cells": ["R1C1"], "value": "a"}]}, "'killercage' has the value 'a'"),
        ({"killercage": [{}]}, "'killercage' has {}"),
        ({"thermometer": [{"lines": [["R1C1", "r1"]]}]}, "'r1' is no cell"),
        ({"thermometer": [{"lines": [["R1C1", "R10C1"]]}]}, "r10c1 is outside"),
        ({"negative": ["sum"]}, "'sum'"),
        ({"nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"]}]}, "some dots are all given"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "expected X or V"),
        ({"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]}, "side by side"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(more: dict[str, Any], message: str) -> None:
    with pytest.raises(bd.RulesError, match=re.escape(message)):
        links.from_fpuzzles(blank(**more))


def test_refusals() -> None:
    data = blank(text=[{"cells": ["R1C1"], "value": "5"}], line=[{"lines": [["R1C1"]]}])
    assert links.from_fpuzzles(data, ignore=["text", "line"]).rules == bd.Rules()
    for text, message in [
        ("https://sudokupad.app/sclN4Ig", "drawing"),
        ("https://sudokupad.app/abc123", "no puzzle of f-puzzles"),
        ("{", "no JSON"),
        ("[]", "no"),
        ('{"size": 9}', "no 'grid'"),
        ('{"size": 2, "grid": [[{}]]}', "not 2 rows"),
        ('{"size": 1, "grid": [[{"value": 2, "given": true}]]}', "holds 2"),
    ]:
        with pytest.raises(bd.PuzzleError, match=message):
            links.read(text)
    for name in MISSING:
        rules, puzzle = instance(name, 1)
        with pytest.raises(bd.RulesError, match=f"no rule '{name}'"):
            links.write(puzzle, rules)
    with pytest.raises(TypeError, match="many puzzles"):
        links.write(["." * 81], None)
    with pytest.raises(ValueError, match="site"):
        links.write("." * 81, site="elsewhere")


def test_no_data_do_worse_than_an_error() -> None:
    messages: list[str] = []
    keys = [
        "size", "grid", "title", "killercage", "arrow", "thermometer", "littlekillersum", "sandwichsum", "difference",
        "negative", "xv", "even", "clone", "minimum", "diagonal+", "nonconsecutive", "solution", "whatever",
    ]  # fmt: skip
    odd: list[Any] = [[["R1C1"]], "R1C1", ["R1C1", "R1C2"], -1, [1, 2], [[{}]]]
    for value in [*values(), *odd]:
        entry = dict.fromkeys(["cells", "lines", "value", "cell", "direction", "cloneCells"], value)
        cells = [{"value": value, "given": True}, {"region": value}, {"givenPencilMarks": value}, value]
        data = [blank(**{key: item}) for key in keys for item in (value, [value], [entry])]
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
