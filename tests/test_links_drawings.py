"""Drawings without typed rules: what the caller says of them, what the words say, and the list of them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from test_links_formats import Drawing

GREEN, PURPLE, RED = "#67f067", "#f067f0", "#ff0000"


def document(words: str = "", **more: Any) -> str:
    return json.dumps({"cells": [[{}] * 9] * 9, "metadata": {"rules": words}, **more})


def line(color: str, *points: tuple[float, float]) -> dict[str, Any]:
    return {"wayPoints": [[row - 0.5, column - 0.5] for row, column in points], "color": color, "thickness": 10}


def shape(row: float, column: float, size: float = 0.8, **entry: Any) -> dict[str, Any]:
    return {"center": [row - 0.5, column - 0.5], "width": size, "height": size, **entry}


LINES = [line(GREEN, (1, 1), (1, 4)), line(RED, (5, 1), (5, 3))]
DOTS = [shape(1.5, 1, 0.3, rounded=True, backgroundColor=RED), shape(8, 8, 1, backgroundColor="#ccc")]
OUTSIDE = [{"center": [2.5, -0.5], "text": "7"}, {"center": [9.5, 3.5], "text": "9"}]


@pytest.mark.parametrize(
    ("drawn", "said", "rules"),
    [
        ({"lines": LINES}, {"lines": {GREEN: "whispers", "red": "entropic"}},
         [r.whispers("r1c1 r1c2 r1c3 r1c4"), r.entropic("r5c1 r5c2 r5c3")]),
        ({"lines": LINES}, {"lines": {"#67F067FF": None, "line red": lambda cells: [r.total(cells, 10)]}},
         [r.total("r5c1 r5c2 r5c3", 10)]),
        ({"lines": LINES}, {"lines": "thermometer"},
         [r.thermometer("r1c1 r1c2 r1c3 r1c4"), r.thermometer("r5c1 r5c2 r5c3")]),
        ({"lines": LINES[:1]}, {"lines": "region_sum_line"}, [r.region_sum_line("r1c1 r1c2 r1c3 r1c4")]),
        ({"lines": LINES[:1], "arrows": [line(RED, (5, 1), (5, 3))]}, {"lines": "arrow"},
         [r.arrow("r5c1", "r5c2 r5c3"), r.arrow("r1c1", "r1c2 r1c3 r1c4")]),
        ({"lines": LINES[:1]}, {"lines": "double_arrow"}, [r.double_arrow("r1c1 r1c2 r1c3 r1c4")]),
        ({"underlays": DOTS}, {"shapes": {RED: "kropki_white", "square gray": "maximum"}},
         [r.kropki_white(["r1c1 r2c1"]), r.maximum("r8c8")]),
        ({"overlays": [shape(1, 1), shape(2, 2)], "underlays": DOTS[:1]}, {"shapes": lambda cells: r.total(cells, 9)},
         [r.total("r1c1 r2c1", 9)]),
        ({"overlays": OUTSIDE}, {"text": "x_sum"}, [r.x_sum(7, row=2), r.x_sum(9, column=3, reverse=True)]),
        ({"overlays": OUTSIDE}, {"text": ["numbered_room"]},
         [r.numbered_room(7, row=2), r.numbered_room(9, column=3, reverse=True)]),
        ({"overlays": OUTSIDE}, {"text": {"7": "sandwich", "9": lambda cells, text: r.total(cells[:2], int(text))}},
         [r.sandwich(7, row=2), r.total("r9c4 r8c4", 9)]),
        ({"overlays": [shape(1, 1.5, 0, text="X"), shape(4.5, 4.5, 0, text="12")]}, {"text": ("xv", "quadruple")},
         [r.xv(["r1c1 r1c2"]), r.quadruple("r4c4", [1, 2])]),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": 9}]}, {"cages": "killer_cage"},
         [r.killer_cage("r1c1 r1c2", 9)]),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": 9}]}, {"cages": "total"}, [r.total("r1c1 r1c2", 9)]),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": "1114"}]}, {"cages": "look_and_say"},
         [r.look_and_say("r1c1 r1c2", "1114")]),
    ],
    ids=range(15),
)  # fmt: skip
def test_the_caller_says_what_drawings_mean(drawn: Any, said: Any, rules: list[Any]) -> None:
    shared = links.read(document(**drawn), **said)
    assert shared.rules == bd.Rules() + rules
    assert (shared.by_words, {drawing.sentence for drawing in shared.drawings}) == ((), {""})
    assert all(drawing.meaning for drawing in shared.drawings)


def test_the_caller_comes_before_the_words() -> None:
    words = "Green lines are renban lines. Purple lines are renban lines."
    data = document(words, lines=[LINES[0], line(PURPLE, (7, 1), (7, 3))])
    shared = links.read(data, lines={GREEN: "whispers"})
    assert shared.rules == bd.Rules() + r.whispers("r1c1 r1c2 r1c3 r1c4") + r.renban("r7c1 r7c2 r7c3")
    assert shared.by_words == ("renban: pink/purple line at r7c1 (#f067f0), by 'purple lines are renban lines.'",)
    assert [drawing.sentence for drawing in shared.drawings] == ["", "purple lines are renban lines."]
    both = links.read(data)
    assert both.by_words[0].startswith("renban: green line at r1c1")


def test_the_solution_checks_what_the_caller_says() -> None:
    solved = bd.solve("." * 81, rules=r.thermometer("r1c1 r1c2 r1c3 r1c4")).solution
    data = json.loads(document(lines=LINES[:1]))
    data["metadata"]["solution"] = solved
    assert links.read(json.dumps(data), lines="thermometer").solution is not None
    with pytest.raises(bd.PuzzleError, match="violates the rules"):
        links.read(json.dumps(data), lines="entropic")


def test_the_list_of_drawings() -> None:
    data = document("Green lines are whispers. Red lines are odd.", lines=LINES, overlays=OUTSIDE, underlays=DOTS,
                    cages=[{"cells": [[0, 0], [0, 1]], "value": 9}])  # fmt: skip
    with pytest.raises(bd.RulesError, match=r"say 'Red lines are odd.*red line at r5c1 \(#ff0000\)") as caught:
        links.read(data)
    assert "text '7' at r3c0" in str(caught.value)
    found = {(drawing.kind, drawing.color, drawing.text): drawing for drawing in links.drawings(data)}
    assert found["line", GREEN, ""].meaning == "whispers"
    assert found["line", RED, ""] == ("line", RED, ((4, 0), (4, 1), (4, 2)), "", "", "")
    assert found["circle", RED, ""].cells == ((0, 0), (1, 0))
    assert found["rectangle", "#cccccc", ""].cells == ((7, 7),)
    assert found["text", "", "7"].cells == ((2, -1),)
    assert found["cage", "", "9"].cells == ((0, 0), (0, 1))
    assert links.drawings(links.write("." * 81)) == ()


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ({"lines": {"#fff": "whispers"}}, ValueError, "no drawing fits '#ffffff'"),
        ({"lines": {"blah": "whispers"}}, ValueError, "'blah' is no color and no shape"),
        ({"lines": "whisper"}, ValueError, r"'whisper' \(do you mean 'whispers'\?\); expected one of thermometer"),
        ({"lines": "whispers", "ignore": ["foo"]}, ValueError, "ignore has 'foo'; the document has no such part"),
        ({"shapes": {"red": "x_sum"}}, ValueError, r"shapes\['red'\] is 'x_sum'"),
        ({"lines": 3}, TypeError, "lines is 3"),
        ({"lines": {3: "whispers"}}, TypeError, "key 3"),
        ({"text": "x_sum"}, ValueError, "text: the document has no such drawing"),
        ({"lines": lambda _: 3}, TypeError, "returned 3; expected rules"),
        ({"lines": {GREEN: "whispers"}}, bd.RulesError, "red line at r5c1"),
    ],
)
def test_meanings_that_are_refused(said: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        links.read(document(lines=LINES), **said)
    if error is not bd.RulesError:
        with pytest.raises((TypeError, ValueError)):
            links.read("1" + "." * 80 if "text" in said else links.write("." * 81), **said)


@pytest.mark.parametrize(
    ("words", "drawn", "rules"),
    [
        ("Box borders divide a blue line into segments with the same sum.",
         {"lines": [line("#3366ff", (1, 2), (1, 5)), line("#3366ff", (2, 4), (1, 5)), line("#3366ff", (1, 4), (3, 2))]},
         [r.equal_sums(["r1c2 r1c3", "r1c4 r1c5 r2c4", "r2c3 r3c2"])]),
        ("Inequality signs point to the smaller digit.",
         {"lines": [line("#000", (8.0, 7.56), (8.1, 7.61), (8.2, 7.56))], "overlays": [shape(1.5, 1, 0.2, text="^")]},
         [r.greater_than(["r8c7 r8c8", "r2c1 r1c1"])]),
        ("Digits in gray cells are greater than their orthogonally adjacent neighbors.", {"underlays": DOTS[1:]},
         [r.maximum("r8c8")]),
        ("Each gray line is divided into segments that each sum to 10.",
         {"lines": [line("#aaa", (1, 1), (1, 2), (2, 2), (2, 1), (1, 1)), line("#aaa", (5, 1), (5, 3))]},
         [r.any_of(*[r.sum_line(cells, 10) for cells in ("r1c1 r1c2 r2c2 r2c1", "r1c2 r2c2 r2c1 r1c1",
                                                         "r2c2 r2c1 r1c1 r1c2", "r2c1 r1c1 r1c2 r2c2")]),
          r.sum_line("r5c1 r5c2 r5c3", 10)]),
        ("Digits along a purple line an equal distance from the center have the same sum.",
         {"lines": [line(PURPLE, (1, 1), (1, 4)), line("#000", (1, 1), (1, 4))],
          "overlays": [{**shape(1, 2.5, 0.4, backgroundColor=PURPLE)}]},
         [r.zipper("r1c1 r1c2 r1c3 r1c4")]),
        ("Digits on thermometers stay the same or increase from the bulb.",
         {"lines": [line("#ccc", (1, 1), (1, 3))], "underlays": [shape(1, 1, rounded=True, backgroundColor="#ccc")]},
         [r.thermometer("r1c1 r1c2 r1c3", slow=True)]),
        ("Numbered rooms: a clue is the digit in the Nth cell, where N is the first digit.", {"overlays": OUTSIDE},
         [r.numbered_room(7, row=2), r.numbered_room(9, column=3, reverse=True)]),
        ("Clues are sums of the indicated diagonals. Digits may repeat along diagonals.",
         {"overlays": [{"center": [-0.5, 1.5], "text": "9"}], "arrows": [line("#000", (0.2, 2.2), (0.4, 2.4))]},
         [r.little_killer("r1c3", "down_right", 9)]),
        ("", {"cages": [{"cells": [[0, 0], [0, 1]], "value": 9, "unique": True}]}, [r.killer_cage("r1c1 r1c2", 9)]),
    ],
    ids=range(9),
)  # fmt: skip
def test_more_words(words: str, drawn: Any, rules: list[Any]) -> None:
    assert links.read(document(words, **drawn)).rules == bd.Rules() + rules


def test_sums_of_cages() -> None:
    words = "Digits in a cage cannot repeat and sum to the total."
    cells = [[0, 0], [0, 1]]
    expected = {"<5": {3, 4}, ">=16": {16, 17}, "≤ 4": {3, 4}, "1?": {*range(10, 18)}}
    for text, sums in expected.items():
        shared = links.read(document(words, cages=[{"cells": cells, "value": text}]))
        found = {
            total for total in range(3, 18)
            if bd.verdict("." * 81, rules=shared.rules + r.total("r1c1 r1c2", total)) != bd.Verdict.NO_SOLUTION
        }  # fmt: skip
        assert found == sums, text
    with pytest.raises(bd.RulesError, match="cage with the text"):
        links.read(document(words, cages=[{"cells": cells, "value": "?"}]))
    digit = links.read(document(words + ' A "?" means a single digit total.', cages=[{"cells": cells, "value": "?"}]))
    assert bd.verdict("89" + "." * 79, rules=digit.rules) == bd.Verdict.NO_SOLUTION


def test_cells_around_the_board() -> None:
    cells: list[Any] = [[{} for _ in range(6)] for _ in range(7)]
    cells[1][0], cells[2][2] = {"value": "5"}, {"value": "3"}
    regions = [[[row + down, column + right] for down in (0, 1) for right in (0, 1)]
               for row in (1, 3) for column in (1, 3)]  # fmt: skip
    data = {"cells": cells, "regions": regions, "lines": [line(GREEN, (2, 2), (2, 4))],
            "metadata": {"solution": "." * 8 + "3" + "." * 33}}  # fmt: skip
    shared = links.read(json.dumps(data), text="x_sum", lines="renban")
    assert shared.rules == bd.Rules(box=(2, 2)) + r.x_sum(5, row=0) + r.renban("r1c1 r1c2 r1c3")
    assert shared.puzzle[1, 1] == 3
    assert shared.solution is not None
    assert shared.solution[0].tolist() == [0, 3, 0, 0]


GREEN_LINE, CAGE = {"lines": LINES[:1]}, {"cages": [{"cells": [[0, 0], [0, 1]], "value": 10}]}
THERMOMETER = {"lines": [line("#ccc", (1, 1), (1, 3))],
               "underlays": [shape(1, 1, rounded=True, backgroundColor="#ccc")]}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("This is not an anti-knight sudoku.", {}),
        ("The anti-knight rule applies only to 5s.", {}),
        ("Digits a king's move apart are never the same, except for 5s.", {}),
        ("Green lines are not whispers.", GREEN_LINE),
        ("Some green lines are whispers.", GREEN_LINE),
        ("One of the green lines is a whisper line.", GREEN_LINE),
        ("Green lines may be whispers.", GREEN_LINE),
        ("Adjacent digits on a green line never differ by 5 or more.", GREEN_LINE),
        ("Adjacent digits on a green line do not differ by at least 5.", GREEN_LINE),
        ("Adjacent digits on a green whisper line differ by more than 5.", GREEN_LINE),
        ("Digits on a green renban line are consecutive in any order and may repeat.", GREEN_LINE),
        ("Cages show the product of their digits.", CAGE),
        ("The digits in a cage sum to the number in its corner, plus one.", CAGE),
        ("Digits in cages do not sum to the total.", CAGE),
        ("Odd digits a knight's move apart cannot be the same.", {}),
        ("If a cage is odd, its digits in the cage sum to the total.", CAGE),
        ("Thermometers decrease from the bulb.", THERMOMETER),
        ("Thermometers increase by at least 2 from the bulb.", THERMOMETER),
        ("Digits on thermometers increase to the bulb.", THERMOMETER),
    ],
)
def test_words_that_change_a_rule(words: str, drawn: Any) -> None:
    with pytest.raises(bd.RulesError, match="which is not understood"):
        links.read(document(words, **drawn))
    skipped = links.read(document(words, **drawn), ignore=["words", *drawn])
    assert (skipped.rules, skipped.by_words) == (bd.Rules(), ())
    assert f"not understood: {words}" in links.read(fpuzzles(words)).warnings


def test_rules_of_the_board_are_by_words() -> None:
    shared = links.read(document("Anti-knight."))
    assert (shared.rules, shared.by_words) == (
        bd.Rules() + r.anti_knight(), ("anti_knight: the board, by 'anti-knight.'",))  # fmt: skip


# --- Penpa+ -----------------------------------------------------------------------------------------------------------


def drawing(words: str = "", **drawn: Any) -> Drawing:
    found = Drawing().divide(bd.Rules().regions)
    found.words = words
    for name, entries in drawn.items():
        found.question[name] = {**found.question[name], **entries} if name == "lineE" else entries
    return found


P = Drawing().point


def lower(row: int, column: int) -> int:
    """The center of the lower edge of a cell."""
    return 2 * 169 + P(row, column)


def right(row: int, column: int) -> int:
    """The center of the right edge of a cell."""
    return 3 * 169 + P(row, column)


def corner(row: int, column: int) -> int:
    """The lower right corner of a cell."""
    return 169 + P(row, column)


def chain(*cells: tuple[int, int], style: int = 3) -> dict[str, int]:
    return {f"{P(*one)},{P(*two)}": style for one, two in pairwise(cells)}


@pytest.mark.parametrize(
    ("words", "drawn", "rules"),
    [
        ("", {"arrows": [[P(0, 0), P(1, 1), P(2, 2)], []]}, [r.arrow("r1c1", "r2c2 r3c3")]),
        ("Digits along arrows sum to the digit in the circle.", {"arrows": [[P(0, 0), P(0, 3)]]},
         [r.arrow("r1c1", "r1c2 r1c3 r1c4")]),
        ("Slow thermometers: digits stay the same or increase.", {"thermo": [[P(0, 0), P(0, 1)]]},
         [r.thermometer("r1c1 r1c2", slow=True)]),
        ("A white dot separates consecutive digits. A black dot separates digits with a ratio of 2:1.",
         {"symbol": {str(lower(0, 0)): [1, "circle_SS", 2], str(right(4, 4)): [2, "circle_S", 1]}},
         [r.kropki_white(["r1c1 r2c1"]), r.kropki_black(["r5c5 r5c6"])]),
        ("Gray circles are odd, gray squares are even.",
         {"symbol": {str(P(0, 0)): [3, "circle_L", 1], str(P(1, 1)): [3, "square_M", 1]}},
         [r.odd("r1c1"), r.even("r2c2")]),
        ("Green lines are whispers. Gray lines are palindromes.",
         {"line": chain((0, 0), (1, 1), (1, 2)), "freeline": {f"{P(3, 1)},{P(6, 4)}": 5}},
         [r.whispers("r1c1 r2c2 r2c3"), r.palindrome("r4c2 r5c3 r6c4 r7c5")]),
        ("Digits separated by X sum to 10. Digits in a circle are in the four surrounding cells.",
         {"number": {str(right(0, 0)): ["X", 1, "5"], str(corner(4, 4)): ["12", 6, "4"]}},
         [r.xv(["r1c1 r1c2"]), r.quadruple("r5c5", [1, 2])]),
        ("Sandwich sums: the sum of the digits between 1 and 9.", {"number": {str(P(0, -1)): ["7", 1, "1"]}},
         [r.sandwich(7, row=0)]),
        ("Clues outside the grid are sums of the indicated diagonals.",
         {"number": {str(P(-1, 2)): ["12_7", 1, "2"], str(P(9, 3)): ["9_5", 1, "2"]}},
         [r.little_killer("r1c4", "down_right", 12), r.little_killer("r9c5", "up_right", 9)]),
        ("The inequality signs point to the smaller digit.",
         {"symbol": {str(right(0, 0)): [1, "inequality", 2], str(lower(0, 0)): [4, "inequality", 2]}},
         [r.greater_than(["r1c2 r1c1", "r1c1 r2c1"])]),
        ("Digits in gray cells are greater than their neighbors.", {"surface": {str(P(4, 4)): 3}},
         [r.maximum("r5c5")]),
        ("A cell a knight's move away cannot contain the same digit.", {}, [r.anti_knight()]),
    ],
    ids=range(12),
)  # fmt: skip
def test_drawings_of_penpa_by_words(words: str, drawn: Any, rules: list[Any]) -> None:
    shared = links.read(drawing(words, **drawn).link())
    assert shared.rules == bd.Rules() + rules
    assert all(found.meaning for found in shared.drawings)


def test_drawings_of_penpa_by_the_caller() -> None:
    lines = chain((0, 0), (0, 1), (1, 1), (1, 0), (0, 0)) | chain((5, 0), (5, 1), (5, 2)) | chain((5, 1), (6, 1))
    drawn = drawing("Lines are strange.", line=lines, number={str(P(0, 9)): ["12", 1, "1"]})
    drawn.colors = {"line": dict.fromkeys(list(lines)[4:], "rgb(255, 0, 0)")}
    found = {item.color or item.text: item for item in links.drawings(drawn.link())}
    assert found["#208020"].cells == ((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))
    assert [item.cells for item in links.drawings(drawn.link()) if item.color == "#ff0000"] == [
        ((5, 0), (5, 1)), ((5, 1), (5, 2)), ((5, 1), (6, 1))]  # fmt: skip
    with pytest.raises(bd.RulesError, match=r"'Lines are strange\.'.*red line at r6c1 \(#ff0000\).*'line', 'number'"):
        links.read(drawn.link())
    said: dict[str, Any] = {"lines": {"green": None, "#ff0000": "renban"}, "text": "x_sum"}
    shared = links.read(drawn.link(), ignore=["words"], **said)
    assert shared.rules == bd.Rules() + r.renban("r6c1 r6c2 r6c3 r7c2") + r.x_sum(12, row=0, reverse=True)


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ({"arrows": [[P(0, 0), P(1, 1)]]}, "average"),
        ({"symbol": {str(P(0, 0)): [2, "star", 1]}}, "text 'star 2' at r1c1"),
        ({"polygon": [[corner(0, 0), corner(0, 2), corner(2, 2)]]}, "black line"),
        ({"wall": {"1,2": 3}}, "'wall'"),
        ({"numberS": {str(4 * (P(0, 0) + 169)): ["3", 1]}}, "text '3' at r1c1"),
        ({"line": {str(P(0, 0)): 98}}, "text 'line 98' at r1c1"),
        ({"line": {f"{P(0, 0)},{P(0, 0)}": 3}}, "twice"),
    ],
)
def test_drawings_of_penpa_without_meaning(drawn: Any, message: str) -> None:
    words = "A digit in a circle is the average of its arrow." if "arrows" in drawn else ""
    with pytest.raises(bd.Error, match=message):
        links.read(drawing(words, **drawn).link())


# --- f-puzzles --------------------------------------------------------------------------------------------------------


def fpuzzles(words: str = "", /, **more: Any) -> str:
    return json.dumps({"size": 9, "grid": [[{}] * 9 for _ in range(9)], "ruleset": words, **more})


DOT = {"baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.3, "height": 0.3}
NEIGHBORS = [*bd.Rules()._layout.neighbors()]


@pytest.mark.parametrize(
    ("words", "drawn", "rules"),
    [
        ("Slow thermometers: digits never decrease.",
         {"line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#CFCFCF", "width": 0.5}],
          "circle": [{"cells": ["R1C1"], "baseC": "#CFCFCF", "width": 0.8, "height": 0.8}]},
         [r.thermometer("r1c1 r1c2", slow=True)]),
        ("Digits with a white dot between them are consecutive. White dots are consecutive.",
         {"circle": [{**DOT, "cells": ["R1C1", "R1C2"]}]}, [r.kropki_white(["r1c1 r1c2"])]),
        ("Digits outside are x-sums.", {"text": [{"cells": ["R0C3"], "value": "20"}, {"cells": ["R9C9"]}]},
         [r.x_sum(20, column=2)]),
        ("Digits in a cage cannot repeat and sum to the total. A '?' means a digit.",
         {"cage": [{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": ["R9C9"], "value": "FOW"}],
          "foglight": ["R1C1"], "fogofwar": ["R2C2"]},
         [r.killer_cage("r1c1 r1c2", 5)]),
        ("All white dots are given.", {"difference": [{"cells": ["R1C1", "R1C2"]}]},
         [r.kropki_white(["r1c1 r1c2"]),
          r.related([pair for pair in NEIGHBORS if pair != ((0, 0), (0, 1))], lambda a, b: abs(a - b) != 1)]),
        ("White dots: consecutive. Black dots: double. All dots are given.",
         {"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R5C5", "R5C6"]}]},
         [r.kropki(["r1c1 r1c2"], ["r5c5 r5c6"])]),
    ],
    ids=range(6),
)  # fmt: skip
def test_drawings_of_f_puzzles_by_words(words: str, drawn: Any, rules: list[Any]) -> None:
    shared = links.read(fpuzzles(words, **drawn))
    assert bd.Rules() + rules + shared.rules.rules == shared.rules
    assert shared.by_words


@pytest.mark.parametrize(
    ("words", "typed", "rules"),
    [
        ("Digits may repeat within cages if allowed by other rules.", "killercage", r.total("r1c1 r5c5", 18)),
        ("Digits in cages sum to the total. Digits may repeat.", "killercage", r.total("r1c1 r5c5", 18)),
        ("No digit may be repeated in a cage.", "killercage", r.killer_cage("r1c1 r5c5", 8)),
        ("Digits increase or stay equal along thermometers.", "thermometer", r.thermometer("r1c1 r5c5", slow=True)),
        ("Digits along thermometers increase (slow thermometers).", "thermometer",
         r.thermometer("r1c1 r5c5", slow=True)),
    ],
)  # fmt: skip
def test_typed_rules_that_the_words_change(words: str, typed: str, rules: Any) -> None:
    cells = ["R1C1", "R5C5"]
    entry = {"cells": cells, "value": rules.arguments["sum"]} if typed == "killercage" else {"lines": [cells]}
    shared = links.read(fpuzzles(words, **{typed: [entry]}))
    assert (shared.rules, shared.warnings) == (bd.Rules() + rules, ())
    assert [text.partition(":")[0] for text in shared.by_words] == [rules.name] * (rules.name != "killer_cage")


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("Cages show the product of their digits.", {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "10"}]}),
        ("Digits in a cage sum to the total, plus one.",
         {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "10"}]}),
        ("Thermometers decrease from the bulb.", {"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}),
        ("Digits on an arrow sum to one less than the circled digit.",
         {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}]}),
        ("A sandwich clue is the product of the digits between 1 and 9.",
         {"sandwichsum": [{"cell": "R1C0", "value": "12"}]}),
        ("Digits along the main diagonal sum to a prime.", {}),
    ],
)  # fmt: skip
def test_words_that_contradict_typed_rules_are_warnings(words: str, typed: Any) -> None:
    assert links.read(fpuzzles(words, **typed)).warnings == (f"not understood: {words}",)


def test_drawings_of_f_puzzles_by_the_caller() -> None:
    grid = [[{"c": "#ff0000"}] + [{}] * 8, *[[{}] * 9 for _ in range(8)]]
    drawn = fpuzzles(grid=grid, line=[{"lines": [["R1C1", "R1C2"]], "outlineC": "#67F067"}],
                     rectangle=[{"cells": ["R3C3"], "baseC": "#000000", "width": 0.5, "height": 0.5}],
                     cage=[{"cells": ["R1C1", "R1C2"], "value": "a"}])  # fmt: skip
    with pytest.raises(
        bd.RulesError, match=r"cage.*green line at r1c1.*rectangle at r3c3.*'cage', 'line', 'rectangle'"
    ):
        links.read(drawn)
    assert [item.kind for item in links.drawings(drawn)] == ["rectangle", "line", "rectangle", "cage"]
    shared = links.read(drawn, lines="whispers", cages={"a": lambda cells, _: r.total(cells, 7)},
                        shapes={"black": None, "red": "odd"})  # fmt: skip
    assert shared.rules == bd.Rules() + r.whispers("r1c1 r1c2") + r.total("r1c1 r1c2", 7) + r.odd("r1c1")
    assert shared.colors == {(0, 0): ("#ff0000",)}
    # The digits in the circles are those that the cells around them do not have.
    circle = [
        {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "baseC": "#FFFFFF", "value": "5", "width": 0.5, "height": 0.5}
    ]
    words = "A digit in a white circle may NOT appear in the four cells surrounding that circle."
    with pytest.raises(bd.RulesError, match="white text '5' at r2c2"):
        links.read(fpuzzles(words, circle=circle))
    assert links.read(fpuzzles(words.replace("may NOT", "must"), circle=circle)).rules.rules[0].name == "quadruple"
    with pytest.raises(bd.RulesError, match="'circle' has"):
        links.read(fpuzzles(circle=[{"cells": []}]))
    with pytest.raises(bd.RulesError, match="'text' is malformed"):
        links.read(fpuzzles(text=["R1C1"]))


def test_keys_of_extensions() -> None:
    lines: dict[str, Any] = {"zipperline": r.zipper, "doublearrow": r.double_arrow}
    for key, make in lines.items():
        data = fpuzzles("", **{key: [{"lines": [["R1C1", "R1C2", "R1C3"]]}]})
        assert links.read(data).rules == bd.Rules() + make("r1c1 r1c2 r1c3")
    apart = r.related(["r1c1 r1c2", "r1c1 r1c3", "r1c2 r1c3"], lambda a, b: abs(a - b) > 1)
    white = [pair for pair in NEIGHBORS if pair not in [((0, 0), (0, 1)), ((0, 1), (0, 2))]]
    negative = r.kropki_white(["r1c1 r1c2"]) + r.kropki_black(["r1c2 r1c3"]) + r.related(
        white, lambda a, b: abs(a - b) != 1)  # fmt: skip
    ratio = r.kropki_white(["r1c1 r1c2"]) + r.related(
        [pair for pair in NEIGHBORS if pair != ((0, 0), (0, 1))], lambda a, b: a != 2 * b and b != 2 * a)  # fmt: skip
    for rules, key in [(apart, "nabner"), (r.modular("r1c1 r1c2 r1c3", 2), "parityline"), (negative, "nonconsecutive"),
                       (ratio, "negative")]:  # fmt: skip
        written = links.to_fpuzzles("." * 81, rules)
        assert key in written
        assert links.from_fpuzzles(written).rules == bd.Rules() + rules
    with pytest.raises(bd.RulesError, match="cannot represent"):
        links.to_fpuzzles("." * 81, r.related(NEIGHBORS[:5], lambda a, b: abs(a - b) != 1))
    box = links.read(fpuzzles(boxindexer=[{"cells": ["R1C1", "R1C2"]}])).rules
    # r1c1 is the first cell of its box and r1c2 the second: 3 in r1c1 puts a 1 in r1c3, and a 2 in r2c1 a 4 in r1c2.
    found = bd.candidates("3.." + "." * 6 + "2" + "." * 71, level="true", rules=box)
    assert (found[0, 2], found[0, 1]) == (1 << 0, 1 << 3)
