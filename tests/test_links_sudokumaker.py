"""Links and documents of SudokuMaker, written by hand from the public descriptions of the format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from bitdoku.links._lzstring import compress

if TYPE_CHECKING:
    from pathlib import Path

BOXES = [row // 3 * 3 + column // 3 for row in range(9) for column in range(9)]
NEIGHBORS = [*bd.Rules()._layout.neighbors()]


def document(*constraints: dict[str, Any], **more: Any) -> dict[str, Any]:
    cells = more.pop("cells", [{}] * 81)
    blocks = [{"type": 0}, {"type": 1, "regions": BOXES}, *constraints]
    return {"formatVersion": "1.5.0", "puzzle": {"cells": cells, "constraints": blocks, **more}}


def read(*constraints: dict[str, Any], **more: Any) -> links.Shared:
    said = {key: more.pop(key) for key in ("ignore", "lines", "shapes", "text", "cages") if key in more}
    return links.read(json.dumps(document(*constraints, **more)), **said)


def bits(*digits: int) -> int:
    return sum(1 << digit for digit in digits)


def test_links_and_cells() -> None:
    cells = [{"given": True, "value": 5}, {"value": 3}, {"candidates": bits(1, 9), "colors": 6}, None, *[{}] * 77]
    data = document(cells=cells, name="N", author="A", comment="Normal sudoku rules apply.", width=9, height=9)
    packed = compress(json.dumps(data)).replace("/", "-").rstrip("=")
    for link in (f"https://sudokumaker.app/?puzzle={packed}", f"sudokumaker.app/?x=1&puzzle={quote(packed)}$"):
        shared = links.read(link)
        assert (shared.title, shared.author, shared.ruleset) == ("N", "A", "Normal sudoku rules apply.")
        assert (shared.puzzle[0, 0], shared.entered[0, 1]) == (5, 3)
        assert shared.center_marks == {(0, 2): (1, 9)}
        assert shared.colors == {(0, 2): ("red", "orange")}
        assert shared.rules == bd.Rules()
    with pytest.raises(bd.PuzzleError):
        links.read("https://sudokumaker.app/?puzzle=N4Ig")


@pytest.mark.parametrize(
    ("constraint", "rules"),
    [
        ({"type": 10, "style": {"color": "#fff"}}, [r.diagonals(anti=False)]),
        ({"type": 11}, [r.diagonals(main=False)]),
        ({"type": 12}, [r.anti_king()]),
        ({"type": 13}, [r.anti_knight()]),
        ({"type": 14}, [r.disjoint_groups()]),
        ({"type": 15}, [r.non_consecutive()]),
        ({"type": 100, "cells": [0, 10]}, [r.even("r1c1 r2c2")]),
        ({"type": 101, "cells": [80]}, [r.odd("r9c9")]),
        ({"type": 102, "cells": [0, 1]}, [r.maximum("r1c1 r1c2")]),
        ({"type": 103, "cells": [40]}, [r.minimum("r5c5")]),
        ({"type": 200, "clues": [{"value": 1, "edge": 75}, {"edge": 132}, {"value": 3, "edge": 70}]},
         [r.kropki_white(["r5c3 r5c4", "r8c6 r8c7"]), r.related(["r4c8 r5c8"], lambda a, b: abs(a - b) == 3)]),
        ({"type": 201, "clues": [{"value": 2, "edge": 103}]}, [r.kropki_black(["r6c5 r7c5"])]),
        ({"type": 202, "clues": [{"value": 10, "edge": 1}, {"value": 5, "edge": 9}]},
         [r.xv(["r1c1 r1c2"], ["r1c1 r2c1"])]),
        ({"type": 300, "thermometers": [[0, 1, 10]], "slow": True}, [r.thermometer("r1c1 r1c2 r2c2", slow=True)]),
        ({"type": 301, "cages": [{"cells": [0, 1], "value": 9}, {"cells": [9, 10], "value": 0}]},
         [r.killer_cage("r1c1 r1c2", 9), r.different("r2c1 r2c2")]),
        ({"type": 301, "cages": [{"cells": [0, 1], "value": 9}, {"cells": [1, 2], "value": 8}]},
         [r.total("r1c1 r1c2", 9, no_repeat=True), r.total("r1c2 r1c3", 8, no_repeat=True)]),
        ({"type": 302, "groups": [[0, 40], [1, 41]]}, [r.clone("r1c1", "r5c5"), r.clone("r1c2", "r5c6")]),
        ({"type": 303, "clues": [{"corner": 11, "digits": [1, 2]}]}, [r.quadruple("r1c1", [1, 2])]),
        ({"type": 304, "cages": [{"cells": [0, 1, 2], "value": "1122"}]}, [r.look_and_say("r1c1 r1c2 r1c3", "1122")]),
        ({"type": 305, "cells": [0, 10, 20]}, [r.different("r1c1 r2c2 r3c3")]),
        ({"type": 400, "lines": [[0, 1, 2]]}, [r.renban("r1c1 r1c2 r1c3")]),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 4}, [r.whispers("r1c1 r1c2", 4)]),
        ({"type": 402, "lines": [[0, 13, 26]]}, [r.palindrome("r1c1 r2c5 r3c9")]),
        ({"type": 403, "lines": [[0, 1, 2]]}, [r.between("r1c1 r1c2 r1c3")]),
        ({"type": 404, "lines": [[1, 2, 3]], "singleRegionTotals": False}, [r.region_sum_line("r1c2 r1c3 r1c4")]),
        ({"type": 404, "lines": [[2, 3, 12, 11]], "singleRegionTotals": True},
         [r.equal_sums(["r1c3 r2c3", "r1c4 r2c4"])]),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [bits(1, 2, 3), bits(4, 5, 6), bits(7, 8, 9)]},
         [r.entropic("r1c1 r1c2 r1c3")]),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [bits(3, 6, 9), bits(1, 4, 7), bits(2, 5, 8)]},
         [r.modular("r1c1 r1c2 r1c3")]),
        ({"type": 406, "lines": [[0, 1, 2]], "groups": [bits(2, 4, 6, 8), bits(1, 3, 5, 7, 9)]},
         [r.modular("r1c1 r1c2 r1c3", 2)]),
        ({"type": 407, "lines": [[0, 1, 2]]}, [r.lockout("r1c1 r1c2 r1c3")]),
        ({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 10, 20]]},
                                           {"bulbCells": [37, 36], "arrows": [[37, 38, 39]]}]},
         [r.arrow("r1c1", "r2c2 r3c3"), r.arrow("r5c1 r5c2", "r5c3 r5c4")]),
        ({"type": 409, "lines": [[0, 1, 10, 20]]}, [r.double_arrow("r1c1 r1c2 r2c2 r3c3")]),
        ({"type": 500, "clues": [{"outerCell": 2, "diagonal": -1, "value": 20}, {"outerCell": 2, "diagonal": 1},
                                 {"outerCell": 22, "diagonal": 1, "value": 3}]},
         [r.little_killer("r1c3", "down_right", 20), r.little_killer("r1c1", "up_right", 3)]),
        ({"type": 501, "clues": [{"outerCell": 11, "value": 5}]}, [r.sandwich(5, row=0)]),
        ({"type": 502, "clues": [{"outerCell": 1, "value": 9}, {"outerCell": 111, "value": 8}, {"outerCell": 21}]},
         [r.x_sum(9, column=0), r.x_sum(8, column=0, reverse=True)]),
        ({"type": 503, "clues": [{"outerCell": 21, "value": 3}]}, [r.skyscraper(3, row=0, reverse=True)]),
        ({"type": 504, "clues": [{"outerCell": 21, "value": 3}]}, [r.numbered_room(3, row=0, reverse=True)]),
        ({"type": 600, "cells": [0, 1]}, [r.indexing("r1c1 r1c2", by="row")]),
        ({"type": 601, "cells": [0, 9]}, [r.indexing("r1c1 r2c1")]),
        ({"type": 2003}, []),
        ({"type": 4000, "lightCells": [3]}, []),
        ({"type": 1000, "disabled": True}, []),
    ],
)  # fmt: skip
def test_constraints(constraint: dict[str, Any], rules: list[Any]) -> None:
    assert read(constraint).rules == bd.Rules() + rules


def test_negative_constraints() -> None:
    white = {"type": 200, "clues": [{"value": 1, "edge": 1}], "negative": [1]}
    black = {"type": 201, "clues": [{"value": 2, "edge": 2}], "negative": [2]}
    dots = r.kropki_white(["r1c1 r1c2"]) + r.kropki_black(["r1c2 r1c3"])
    ends = {"white": ((0, 0), (0, 1)), "black": ((0, 1), (0, 2))}

    def rules(*marked: str) -> list[r.Rule]:
        """The negative rules, the first for all pairs but those of the marked ends."""
        pairs = [pair for pair in NEIGHBORS if pair not in [ends[name] for name in marked]]
        every = [pair for pair in NEIGHBORS if pair not in ends.values()]
        return [
            r.related(every, lambda a, b: abs(a - b) != 1), r.related(pairs, lambda a, b: a != 2 * b and b != 2 * a)
        ]  # fmt: skip

    assert read(white, black).rules == dots + rules("white", "black")
    assert read({**white, "overrideNegativeRatios": False}, black).rules == dots + rules("black")
    assert read({"type": 202, "clues": [], "negative": [5, 10]}).rules == bd.Rules() + r.xv(all_given=True)


def test_sequences_and_groups() -> None:
    rules = read({"type": 405, "lines": [[0, 1, 2]]}).rules
    assert bd.candidates("1.3" + "." * 78, level="true", rules=rules)[0, 1] == 1 << 1
    assert bd.verdict("124" + "." * 78, rules=rules) == bd.Verdict.NO_SOLUTION
    entropy = read({"type": 16, "groups": [bits(1, 2, 3), bits(4, 5, 6), bits(7, 8, 9)]}).rules
    assert bd.verdict("12......." + "34" + "." * 70, rules=entropy) == bd.Verdict.NO_SOLUTION
    grouped = read({"type": 406, "lines": [[0, 1, 2]], "groups": [bits(1, 2), bits(3, 4)]}).rules
    assert bd.candidates("1" + "." * 80, level="true", rules=grouped)[0, 1:3].tolist() == [bits(2, 3), 2]


def test_data_sets_refuse_documents(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(document()))
    with pytest.raises(bd.FormatError, match=r"a document of SudokuMaker.*links\.read_file"):
        bd.datasets.read(path)
    (shared,) = links.read_file(path)
    assert shared.rules == bd.Rules()


def test_boards() -> None:
    latin = {"formatVersion": "1.5.0", "puzzle": {"cells": [{}] * 16, "size": 4, "constraints": []}}
    assert links.read(json.dumps(latin)).rules == bd.Rules(box=(1, 4))
    wide = {**latin["puzzle"], "maxDigit": 5}  # type: ignore[dict-item]
    assert links.read(json.dumps({**latin, "puzzle": wide})).rules == bd.Rules(box=(1, 4), digits=range(1, 6))


COSMETICS = [
    {"type": 2000, "lines": [[{"x": 0.5, "y": 0.5}, {"x": 2.5, "y": 0.5}]], "style": {"color": "#67f067ff"}},
    {"type": 2001, "cages": [{"cells": [9, 10], "value": "9"}, {"cells": [5], "value": "FogLight"}]},
    {"type": 2002, "params": [{"type": "ellipse", "rx": 0.15, "ry": 0.15, "fill": "#ffffff", "stroke": "#000000"}],
     "symbols": [[1, 4.5, 0, "foreground"]]},
    {"type": 2002, "symbols": [{"position": {"x": -0.5, "y": 2.5}, "params": {"type": "text", "text": "7"}}]},
]  # fmt: skip


def test_cosmetics_by_words_and_by_the_caller() -> None:
    words = (
        "Green lines are renban lines. Digits in cages cannot repeat and sum to the total. White dots are consecutive."
    )
    expected = bd.Rules() + r.renban("r1c1 r1c2 r1c3") + r.killer_cage("r2c1 r2c2", 9) + r.kropki_white(["r5c1 r5c2"])
    shared = read(
        *COSMETICS[:3], comment=words.replace(". W", ". The digits beside a w").replace("dots are", "dot are")
    )
    assert shared.rules == expected
    assert [text.partition(":")[0] for text in shared.by_words] == ["renban", "kropki_white", "killer_cage"]
    said = {"lines": "renban", "cages": "killer_cage", "shapes": "kropki_white"}
    assert read(*COSMETICS, text="sandwich", **said).rules == expected + r.sandwich(7, row=2)
    with pytest.raises(bd.RulesError, match=r"green line at r1c1.*text '7' at r3c0.*'CosmeticLine'"):
        read(*COSMETICS)
    assert read(*COSMETICS, ignore=["CosmeticLine", "CosmeticCage", "CosmeticSymbol"]).rules == bd.Rules()


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ({"type": 306, "cells": [1]}, "'CountingCircles'"),
        ({"type": 1000, "definition": {"name": "Queens"}}, "'Queens'.*ignore=\\['Queens'\\]"),
        ({"type": 77}, "'type 77'"),
        ({"type": 400, "lines": [[0, 1]], "strict": True}, "'Renban' has 'strict'"),
        ({"type": 400, "lines": [[0, 81]]}, "81 is no cell"),
        ({"type": 400, "lines": 3}, "'Renban' is malformed"),
        ({"type": 202, "clues": [{"value": 7, "edge": 1}]}, "expected 10"),
        ({"type": 200, "clues": [{"value": 1, "edge": 0}]}, "no edge"),
        ({"type": 500, "clues": [{"outerCell": 12, "diagonal": 1, "value": 1}]}, "no diagonal"),
        ({"type": 502, "clues": [{"outerCell": 12, "value": 1}]}, "not beside"),
        ({"type": 502, "clues": [{"outerCell": 1, "value": 1, "diagonal": 1}]}, "reads a diagonal"),
        ({"type": 406, "lines": [[0, 1]], "groups": []}, "groups of digits"),
        ({"type": 1, "regions": BOXES}, "several constraints with regions"),
        ({"type": 2003, "areas": [{"x": 0, "y": 0, "width": 3, "height": 9}]}, "parts of the board"),
        ({"type": 2002, "symbols": [{"position": {"x": 1, "y": 1}, "params": {"type": "star"}}]}, "symbol"),
    ],
)
def test_what_is_refused(constraint: dict[str, Any], message: str) -> None:
    with pytest.raises(bd.RulesError, match=message):
        read(constraint)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"cells": [{}] * 80}, "80 cells"),
        ({"cells": [{"value": 10, "given": True}, *[{}] * 80]}, r"r1c1 holds 10"),
        ({"cells": [3, *[{}] * 80]}, r"r1c1 is 3"),
        ({"cells": [{"x": 1}, *[{}] * 80]}, "r1c1 has 'x'"),
        ({"cells": [{"colors": "red"}, *[{}] * 80]}, "colors"),
        ({"minDigit": 0, "maxDigit": 8}, "digits 0 to 8"),
        ({"width": "9"}, "width is '9'"),
        ({"type": "custom"}, "type 'custom'"),
        ({"wrap": True}, "'wrap'"),
        ({"constraints": 3}, "constraints"),
        ({"constraints": [{"type": 1, "regions": [-1, *BOXES[1:]]}]}, "r1c1 is in no region"),
        ({"constraints": [{"type": 1, "regions": [0]}]}, "regions is"),
    ],
)
def test_malformed_documents(more: dict[str, Any], message: str) -> None:
    with pytest.raises(bd.Error, match=message):
        read(**more)
    with pytest.raises(bd.PuzzleError, match="no 'puzzle'"):
        links.read(json.dumps({"formatVersion": "1.5.0", "puzzle": 3}))
