"""Documents and links of SudokuPad: drawings and words together are rules, and what is not understood is refused."""

from __future__ import annotations

import json
import lzma
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from bitdoku.links._lzstring import compress
from bitdoku.links._scl_text import dumps_relaxed, loads_relaxed
from bitdoku.links._words import understood

NEIGHBORS = [*bd.Rules()._layout.neighbors()]
NORMAL = "Normal sudoku rules apply. "
GREEN, PURPLE, BLUE, GRAY, WHITE = "#67f067ff", "#f067f0", "#34bbe6", "#cccf", "#FFFFFF"


def document(words: str = "", **more: Any) -> dict[str, Any]:
    return {"cells": [[{} for _ in range(9)] for _ in range(9)], "metadata": {"rules": NORMAL + words}, **more}


def read(words: str = "", ignore: Any = (), **more: Any) -> links.Shared:
    return links.read(json.dumps(document(words, **more)), ignore=ignore)


def line(color: str, *points: tuple[float, float]) -> dict[str, Any]:
    return {"wayPoints": [[row - 0.5, column - 0.5] for row, column in points], "color": color, "thickness": 10}


def circle(row: float, column: float, size: float = 0.8, **entry: Any) -> dict[str, Any]:
    return {"center": [row - 0.5, column - 0.5], "width": size, "height": size, "rounded": True, **entry}


@pytest.mark.parametrize(
    "data",
    [
        {"cells": [[{}, {"value": 5}, {}], [{}]], "id": "a b", "fogless": False, "hidden": True},
        {
            "metadata": {"title": "it's", "rules": "a: {b}, [c]\nd"},
            "lines": [{"color": "#000000", "wayPoints": [[0.5, -1]]}],
        },
        {"overlays": [{"backgroundColor": "#FFFFFF", "text": "f", "class": "board-position", "stroke-width": 1}]},
        {"overlays": [{"borderColor": "#123456", "text": "123456x", "width": 1e-05}], "cages": [{"value": None}]},
    ],
)
def test_relaxed_json_there_and_back(data: Any) -> None:
    assert loads_relaxed(dumps_relaxed(data)) == data


def test_relaxed_json_as_the_site_writes_it() -> None:
    text = r"{ce:[[,{v:5}],[,]],l:[{c:f067f0,r:t,wp:[[0.5,1.5]]}],metadata:{t:'it\'s',solution:'12'},u:[{c2:#F,h:f}]}"
    found = loads_relaxed(text)
    assert found["cells"] == [[{}, {"value": 5}], [{}, {}]]
    assert found["lines"] == [{"color": "#f067f0", "rounded": True, "wayPoints": [[0.5, 1.5]]}]
    assert found["metadata"] == {"title": "it's", "solution": "12"}
    assert found["underlays"] == [{"backgroundColor": "#FFFFFF", "height": False}]
    for wrong in ("", "{", "{a}", "{a:1,a:2}", "[1 2]", "{a:1}x", "{a:?}", "{'a':'b}", "[" * 5000):
        with pytest.raises((ValueError, RecursionError)):
            loads_relaxed(wrong)


@pytest.mark.parametrize("prefix", ["https://sudokupad.app/scl", "https://app.crackingthecryptic.com/sudoku/?puzzleid=ctc",
                                    "https://beta.sudokupad.app/sudoku/scl", "scl"])  # fmt: skip
def test_forms_of_links(prefix: str) -> None:
    data = document()
    data["cells"][0][0] = {"value": "7"}
    for text in (dumps_relaxed(data), json.dumps(data)):
        assert links.read(prefix + compress(text)).puzzle[0, 0] == 7
    with pytest.raises(bd.PuzzleError):
        links.read(f"{prefix}N4Ig")


@pytest.mark.parametrize(
    ("words", "drawings", "rules"),
    [
        ("Cells a knight's move apart cannot contain the same digit.", {}, [r.anti_knight()]),
        (
            "Digits along thermometers increase from the bulb.",
            {"lines": [line(GRAY, (1, 3), (1, 1)), line(GRAY, (1, 2), (2, 2))],
             "underlays": [circle(1, 1, backgroundColor=GRAY)]},
            [r.thermometer("r1c1 r1c2 r1c3"), r.thermometer("r1c1 r1c2 r2c2")],
        ),
        (
            "Adjacent digits along a green line differ by at least 4. Purple lines are renban lines.",
            {"lines": [line(GREEN, (1, 1), (3, 3)), line(PURPLE, (5, 1), (5, 3)), line(PURPLE, (5, 2), (6, 2))]},
            [r.whispers("r1c1 r2c2 r3c3", 4), r.renban("r5c1 r5c2 r5c3 r6c2")],
        ),
        (
            "Box borders divide a blue line into segments with the same sum.",
            {"lines": [line(BLUE, (1, 3), (1, 4), (2, 4), (2, 3), (1, 3))]},
            [r.region_sum_line("r1c4 r2c4 r2c3 r1c3")],
        ),
        (
            "Digits along an arrow sum to the number in the circle.",
            {"arrows": [line("#aaa", (1.3, 1.3), (3, 3)), line("#aaa", (2, 2), (2, 4))],
             "overlays": [circle(1, 1, backgroundColor=WHITE, borderColor="#aaa")]},
            [r.arrow("r1c1", "r2c2 r3c3"), r.arrow("r1c1", "r2c2 r2c3 r2c4")],
        ),
        (
            "Digits in cages sum to the total in the corner.",
            {"cages": [{"cells": [[0, 0], [0, 1]], "value": "9", "unique": True}, {"value": "author: me"},
                       {"cells": [[0, 0], [8, 8]], "unique": False, "hidden": True}]},
            [r.killer_cage("r1c1 r1c2", 9)],
        ),
        (
            "Digits joined by an X sum to 10. A white dot means consecutive digits. All possible dots are given.",
            {"overlays": [circle(1, 1.5, 0.3, backgroundColor=WHITE, text="X"),
                          circle(1.5, 1, 0.3, backgroundColor=WHITE, borderColor="#000")]},
            [r.xv(["r1c1 r1c2"]), r.kropki_white(["r1c1 r2c1"]),
             r.related([pair for pair in NEIGHBORS if {*pair} != {(0, 0), (1, 0)}], lambda a, b: abs(a - b) != 1)],
        ),
        (
            "A yellow circle contains an odd digit; a yellow square contains an even digit.",
            {"underlays": [circle(1, 1, 0.7, backgroundColor="#ffe033"),
                           {**circle(1, 2, 0.7, backgroundColor="#ffe033"), "rounded": False}]},
            [r.odd("r1c1"), r.even("r1c2")],
        ),
        (
            "Clues outside the grid are sandwich sums: the sum of the digits between 1 and 9.",
            {"overlays": [{"center": [2.5, -0.5], "text": 7, "width": 0, "height": 0}]},
            [r.sandwich(7, row=2)],
        ),
    ],
    ids=range(9),
)  # fmt: skip
def test_words_and_drawings_are_rules(words: str, drawings: Any, rules: list[Any]) -> None:
    shared = read(words, **drawings)
    assert shared.rules == bd.Rules() + rules
    assert shared.warnings == ()


@pytest.mark.parametrize(
    ("words", "drawings", "message"),
    [
        ("", {"lines": [line(GREEN, (1, 1), (3, 3))]}, "green line at r1c1.*ignore=\\['lines'\\]"),
        ("Purple lines are renban.", {"lines": [line(GREEN, (1, 1), (3, 3))]}, "green line"),
        ("Digits on a red line have an even sum.", {"lines": [line("#f00", (1, 1), (3, 3))]}, "words.*even sum"),
        ("Adjacent digits along a green line differ by at least five cows.", {"lines": [line(GREEN, (1, 1), (2, 1))],
         "underlays": [circle(4, 4, backgroundColor=GREEN)]}, "circle at r4c4"),
        ("", {"cages": [{"cells": [[0, 0], [0, 1]], "value": 9}]}, "cage with the sum 9 at r1c1"),
        ("Digits in cages sum to the total.", {"cages": [{"cells": [[0, 0]], "value": "r1c1=4"}]}, "r1c1=4"),
        ("", {"global": ["fortress"]}, "global"),
        ("", {"triggereffect": [1]}, "'triggereffect'"),
        ("Either all rows or all columns are wrong.", {}, "words"),
        ("", {"regions": [[[0, 0]]]}, "r1c2 is in no region"),
        ("", {"metadata": {"rules": "", "antiqueen": True}}, "'antiqueen'"),
        ("", {"cells": [[{}] * 9] * 8}, "8x9 cells"),
    ],
    ids=range(12),
)  # fmt: skip
def test_what_is_not_understood_is_refused_by_name(words: str, drawings: Any, message: str) -> None:
    with pytest.raises(bd.RulesError, match=message):
        read(words, **drawings)


@pytest.mark.parametrize(
    "text",
    [
        NORMAL + "9s are queens and may not attack each other diagonally.",
        NORMAL + "Identical things a bishop move apart are forbidden.",
        NORMAL + "Each 3 is next to a 6.",
        NORMAL + "Torus: left wraps to right",
        NORMAL + "Consecutive 1-2-3-4 never touch",
        NORMAL + "Gleiche Ziffern berühren sich nicht.",
        NORMAL + "NO CONSECUTIVE NEIGHBOURS",
        NORMAL + "Digits may repeat in boxes.",
        NORMAL + "Digits may repeat on queen lines.",
        NORMAL + "Digits do not repeat in marked regions.",
        NORMAL + "Each 2x2 box contains the digits 1-9 once.",
        "Normal sudoku rules apply, and 5 never touches 5 diagonally.",
        "Place the digits 1-9 in each row, column and box, such that every 2x2 contains an even one.",
        "Every row contains every digit once, and the main diagonal sums to 45.",
        "Every row contains digits once and their order is increasing.",
        "Digits may repeat in boxes.",
        "Place the digits 0-8 in every row.",
        "Digits may repeat.",
    ],
)
def test_a_sentence_that_is_not_wholly_understood_is_refused(text: str) -> None:
    with pytest.raises(bd.RulesError, match=r"rules in words say.*ignore"):
        read(metadata={"rules": text})


@pytest.mark.parametrize(
    "text",
    [
        "Rules: Normal 9x9 sudoku rules apply!",
        "Standard sudoku rules apply: each row, column, and 3x3 box must contain all the digits from 1 to 9.",
        "Normal Sudoku rules apply (place the digits 1-9 once each in every box, row and column)",
        "Fill the grid with digits 1-9, such that no digit repeats in any row, column or box.",
        "SUDOKU\nSudoku: Place the digits 1-9 into each row, column and outlined 3x3 box without repeats. Enjoy!",
        "Digits cannot repeat in rows, columns or boxes. Not all possible dots are necessarily given.",
        "Every digit from 1 to 9 must appear once in every row, column and region.",
    ],
)
def test_sentences_that_change_nothing(text: str) -> None:
    assert read(metadata={"rules": text}).rules == bd.Rules()


def test_capitals_state_rules() -> None:
    assert read("ANTIKNIGHT APPLIES").rules == bd.Rules() + r.anti_knight()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"cells": [3]}, "list of rows"),
        ({"cells": [[3]]}, "r1c1 is 3"),
        ({"cells": [[{"value": 2}]]}, "r1c1 holds 2"),
        ({"lines": [{"wayPoints": [[0, "a"]]}]}, r"lines\[0\]"),
        ({"lines": [3]}, "lines"),
        ({"overlays": [{"center": [1, 1], "width": 1e300}]}, "width"),
        ({"cages": [{"cells": [[0, 9]]}]}, "cage"),
    ],
)
def test_malformed_documents(more: dict[str, Any], message: str) -> None:
    with pytest.raises(bd.PuzzleError, match=message):
        read(**more)


def test_shading_and_words_that_are_skipped() -> None:
    shade = [{"center": [0.5, 0.5], "width": 1, "height": 1, "backgroundColor": "#c0e0ff"}]
    assert read(underlays=shade).ignored == ("colors of cells",)
    with pytest.raises(bd.RulesError, match="blue rectangle"):
        read("Cells in blue areas are equal. Digits do not repeat in cages.", ["words"], underlays=shade)
    shared = read("Digits in a pair of rows are strange.", ["words"])
    assert (shared.ignored, shared.warnings) == (("words",), ("not understood: Digits in a pair of rows are strange.",))


def test_rules_that_only_the_words_mention_are_warnings() -> None:
    data = links.to_fpuzzles("." * 81, ruleset=NORMAL + "Cells a knight's move apart cannot contain the same digit.")
    (warning,) = links.read(json.dumps(data)).warnings
    assert "knight" in warning
    assert links.read(json.dumps({**data, "antiknight": True})).warnings == ()
    (warning,) = read("Digits along a palindrome read the same in either direction.").warnings[:1]
    assert "palindrome" in warning


def test_a_solution_that_violates_the_rules_as_read() -> None:
    solved = bd.solve("." * 81, rules=r.anti_knight()).solution
    words = NORMAL + "Orthogonally adjacent cells cannot contain consecutive digits."
    assert read(metadata={"rules": NORMAL, "solution": solved}).solution is not None
    with pytest.raises(bd.PuzzleError, match=r"solution.*violates the rules"):
        read(metadata={"rules": words, "solution": solved})


def test_cages_without_cells_and_flags() -> None:
    with pytest.raises(bd.RulesError, match=r"'Anti-knight'.*ignore=\['cages'\]"):
        read(cages=[{"value": "Anti-knight"}])
    assert read(ignore=["cages"], cages=[{"value": "Anti-knight"}]).rules == bd.Rules()
    for flag in (True, 1, "true", "1"):
        assert read(metadata={"antiknight": flag}).rules == bd.Rules() + r.anti_knight()
    assert read(metadata={"antiknight": "false"}, cages=[{"value": ""}]).rules == bd.Rules()
    with pytest.raises(bd.RulesError, match=r"'antiknight'.*'maybe'"):
        read(metadata={"antiknight": "maybe"})


def test_sentences() -> None:
    text = "KILLER\n- Digits in cages sum to the total. (Digits may repeat.)\n\nFor example, 1 2. Enjoy!\\n"
    words = understood(f"{text}Not all dots are given.")
    assert ([said.name for said in words.statements], words.unknown) == (["killer_cage"], [])
    assert understood("Digits along a green line differ by at least 3.").statements[0].number() == 3


COMBINED = [
    r.whispers("r1c1 r2c2 r3c3"), r.renban("r5c1 r5c2 r5c3"), r.thermometer("r9c1 r9c2 r9c3"),
    r.arrow("r1c9", "r2c9 r3c9"), r.killer_cage("r7c7 r7c8", 9), r.anti_knight(), r.kropki_white(["r4c4 r4c5"]),
    r.xv(["r6c6 r6c7"]), r.even("r9c9"), r.odd("r9c8"), r.quadruple((4, 4), [1, 2]), r.sandwich(5, row=3),
    r.little_killer((0, 3), "down_right", 20),
]  # fmt: skip


@pytest.mark.parametrize(
    "rules",
    [
        bd.Rules() + COMBINED,
        bd.Rules("6x6") + r.xv(["r1c1 r1c2"], ["r2c1 r3c1"], all_given=True),
        bd.Rules(box=(1, 5)) + r.kropki(["r1c1 r1c2"], []),
        bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]) + r.diagonals(anti=False),
        r.arrow("r1c1 r1c2", "r2c3 r3c3") + r.total("r5c5 r5c6", 7) + r.skyscraper(3, row=2, reverse=True),
        bd.Rules() + r.modular("r1c1 r1c2 r1c3", 2) + r.zipper("r2c1 r2c2 r2c3") + r.between("r4c1 r4c2 r4c3"),
    ],
    ids=range(6),
)  # fmt: skip
def test_written_documents_are_read_as_the_same_rules(rules: bd.Rules) -> None:
    n = rules.side
    puzzle = np.zeros((n, n), np.uint8)
    solved, verdict = bd.solve(puzzle, rules=rules, budget=3000)
    known = solved if verdict == bd.Verdict.MULTIPLE else None
    shared = links.read(links.write(puzzle, rules, format="scl", title="Ünï'code", solution=known))
    assert shared.rules == rules
    assert (shared.title, shared.warnings) == ("Ünï'code", ())
    assert shared.ruleset.startswith("Normal sudoku rules apply.")
    assert (shared.solution is None) == (known is None)


def test_what_cannot_be_written() -> None:
    for rules in (r.clone("r1c1 r1c2", "r5c4 r5c5"), r.renban("r1c1 r5c9"), r.modular("r1c1 r1c2", 5)):
        with pytest.raises(bd.RulesError, match="own format"):
            links.write("." * 81, rules, format="scl")
    with pytest.raises(bd.RulesError, match="without ruleset"):
        links.write("." * 81, r.anti_knight(), format="scl", ruleset="Have fun with this.")
    with pytest.raises(ValueError, match="site"):
        links.write("." * 81, format="scl", site="f_puzzles")


def test_files(tmp_path: Path) -> None:
    thermometer = bd.Rules() + r.thermometer("r1c1 r1c2")
    one = links.write("1" + "." * 80, thermometer, format="scl")
    two = links.write("." * 81, r.anti_knight())
    path = tmp_path / "links.txt"
    path.write_text(f"# links\n{one}\n\n{two}\nnot a link\n")
    with pytest.raises(bd.PuzzleError, match=r"links\.txt:5"):
        links.read_file(path)
    first, second, third = links.read_file(path, malformed="mark")
    assert isinstance(first, links.Shared)
    assert isinstance(second, links.Shared)
    assert (first.rules, second.rules) == (thermometer, bd.Rules() + r.anti_knight())
    assert isinstance(third, bd.PuzzleError)
    assert len(links.read_file(path, malformed="drop")) == 2
    with pytest.raises(ValueError, match="malformed"):
        links.read_file(path, malformed="skip")  # type: ignore[call-overload]
    board = "1" + "." * 80
    words = NORMAL + "Cells a king's move apart cannot contain the same digit."
    rows = [
        {"title": "t", "rows": 9, "cols": 9, "initial_board": board, "encoded_puzzle": one},
        {"rules": words, "scl": {"cells": document()["cells"]}},
        {"fpuzzles": links.to_fpuzzles("." * 81), "initial_board": board},
        {"rules": "?"},
    ]  # fmt: skip
    for text in (json.dumps(rows), json.dumps(rows, indent=1), "\n".join(map(json.dumps, rows))):
        path.write_text(text)
        found = links.read_file(path, malformed="mark")
        king = found[1]
        assert isinstance(king, links.Shared)
        assert king.rules == bd.Rules() + r.anti_king()
        messages = [str(error).removeprefix(str(path)) for error in found if isinstance(error, bd.Error)]
        assert ["r1c1" in messages[-2], "no document" in messages[-1]] == [True, True]


@pytest.mark.parametrize(
    ("outside", "message"),
    [
        ({"initial_board": "x" * 80 + "1"}, "initial_board"),
        ({"initial_board": [[2] + [0] * 8] + [[0] * 9] * 8}, "initial_board has 2 in r1c1, the document 1"),
        ({"board": 5}, "board"),
        ({"solution": "2" + "." * 80}, "solution.*2"),
        ({"solution": "12"}, "solution"),
        ({"rules": NORMAL + "Each 3 is next to a 6."}, "rules differ"),
        ({"side": "8"}, "side is '8'"),
    ],
)
def test_what_differs_outside_a_document(tmp_path: Path, outside: dict[str, Any], message: str) -> None:
    data = document()
    data["cells"][0][0] = {"value": 1}
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"scl": data, **outside}))
    with pytest.raises(bd.Error, match=message):
        links.read_file(path)
    assert links.read_file(path, ignore=list(outside))[0].puzzle.sum() == 1


def test_boards_outside_a_large_document(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    cells: list[Any] = [[{} for _ in range(16)] for _ in range(16)]
    for digit in (0, 16):
        board = [[digit] + [0] * 15, *[[0] * 16] * 15]
        path.write_text(json.dumps({"scl": {"cells": cells}, "initial_board": board}))
        if not digit:
            assert links.read_file(path)[0].puzzle.shape == (16, 16)
    with pytest.raises(bd.PuzzleError, match="initial_board has 16"):
        links.read_file(path)


def test_published_documents_have_the_published_solution() -> None:
    folder = os.environ.get("BITDOKU_PUZZLES")
    path = Path(folder or ".").resolve().parent / "variants"
    names = ["sudoku_bench_100.jsonl.xz", "series_scl.jsonl.xz", "series_fpuzzles_2023.jsonl.xz"]
    if not folder or not all((path / name).exists() for name in names):
        pytest.skip("the folder variants beside BITDOKU_PUZZLES")
    unique = 0
    for name in names:
        found = links.read_file(path / name, malformed="mark")
        with lzma.open(path / name) as file:
            assert len(found) == len(file.readlines())
        for shared in found:
            if isinstance(shared, links.Shared):
                solution, verdict = bd.solve(shared.puzzle, rules=shared.rules, threads=1, budget=20_000)
                assert verdict != bd.Verdict.NO_SOLUTION, shared.title
                assert verdict in (bd.Verdict.UNIQUE, bd.Verdict.UNDECIDED) or shared.warnings, shared.title
                if verdict == bd.Verdict.UNIQUE:
                    unique += 1
                    known = solution if shared.solution is None else shared.solution
                    np.testing.assert_array_equal(np.where(known, solution, 0), known)
    assert unique >= 131
