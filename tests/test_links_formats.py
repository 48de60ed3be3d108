"""Links, game ids and documents of other programs, written by hand from their specifications."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from command_line import Run
from puzzles import FULL

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARD = np.array([int(digit.replace(".", "0")) for digit in CLASSIC]).reshape(9, 9)
SOLUTION = np.array([*map(int, bd.solve(CLASSIC).solution)]).reshape(9, 9)
JIGSAW = bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"])
REGIONS = [np.argwhere(JIGSAW.regions == k).tolist() for k in range(4)]


def is_classic(shared: links.Shared) -> None:
    assert (shared.puzzle == BOARD).all()
    assert shared.rules == bd.Rules()
    assert bd.verdict(shared.puzzle) == bd.Verdict.UNIQUE


def refused(text: str, message: str, error: type[Exception] = bd.PuzzleError, **options: Any) -> None:
    with pytest.raises(error, match=re.escape(message)):
        links.read(text, **options)


# --- links of sites ---------------------------------------------------------------------------------------------------


WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
EXCHANGE = "https://sudokuexchange.com/play/?s="


@pytest.mark.parametrize("link", [WIKI, "sudokuwiki.org/sudoku.htm?bd=", EXCHANGE, "http://www.sudokuexchange.com/?s="])
@pytest.mark.parametrize("blank", ".0-_")
def test_links_with_81_digits(link: str, blank: str) -> None:
    is_classic(links.read(f" {link}{CLASSIC.replace('.', blank)}\n"))


def test_the_short_form_of_sudokuexchange() -> None:
    # 5 3 0 0 7: 3 with two blanks is the value 23, N.
    assert links.read(EXCHANGE + "5N7" + "0" * 76).puzzle[0].tolist() == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    packed = re.sub("[0-9]0{0,5}", lambda m: letters[int(m[0][0]) + 10 * (len(m[0]) - 1)], CLASSIC.replace(".", "0"))
    assert len(packed) < 81
    is_classic(links.read(EXCHANGE + packed))


def test_candidates_of_sudokuwiki() -> None:
    numbers = [digit or 18 + 511 for digit in BOARD.ravel().tolist()]
    numbers[2:4] = [9 + 4, 18 + 0b100010010]
    text = "".join(f"{number // 36:x}{np.base_repr(number % 36, 36).lower()}" for number in numbers)
    shared = links.read(f"{WIKI}S9B{text}")
    is_classic(shared)
    assert (shared.entered[0, 2], shared.entered.sum()) == (4, 4)
    assert shared.center_marks[0, 3] == (2, 5, 9)
    # Without givens, the candidates are the puzzle.
    free = "".join(f"{number // 36:x}{np.base_repr(number % 36, 36).lower()}" for number in [18 + 3] * 2 + [529] * 79)
    assert links.read(f"{WIKI}S9B{free}").rules.rules[0] == r.allowed((0, 0), [1, 2])


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (WIKI + "1" * 80, "80 cells; expected 81"),
        (WIKI + "z" * 81, "r1c1 holds 'z'"),
        (WIKI + "S9B" + "00" * 81, "r1c1 holds 0"),
        (WIKI + "S9B" + "eq" * 81, "r1c1 holds 530"),
        (WIKI + "S9B0", "1 characters"),
        (WIKI + "J9B" + "01" * 81, "'J9B'"),
        (WIKI[:-3], "'bd'"),
        ("https://www.sudokuwiki.org/killersudoku.htm?bd=1", "'killersudoku.htm'"),
        (EXCHANGE + "z", "7 cells"),
        (EXCHANGE + "é", "'é'"),
        ("sudokuwiki.org/[?bd=1", "the page '['"),
    ],
    ids=range(11),
)
def test_links_that_are_refused(link: str, message: str) -> None:
    refused(link, message)


def test_parameters_of_links() -> None:
    assert links.read(EXCHANGE + CLASSIC + "&d=3").ignored == ("d",)
    refused(EXCHANGE + CLASSIC + "&variant=x", "'variant'", bd.RulesError)
    is_classic(links.read(EXCHANGE + CLASSIC + "&variant=x", ignore="variant"))


# --- killers in one line ----------------------------------------------------------------------------------------------

#: Cages of three cells in a row, eight in a column, pairs on diagonals, and one cell.
CAGES = [
    ([(0, 0), (0, 1), (0, 2)], 10),
    ([(row, 0) for row in range(1, 9)], 44),
    ([(3, 3), (4, 4)], 9),
    ([(3, 5), (4, 6)], 3),
    ([(8, 8)], 5),
]
CAGES += [([(6, 1), (5, 2)], 12), ([(6, 8), (5, 7)], 17)]


def numbers_of_cages(first: int = 0) -> list[int]:
    """The cells as SudoCue writes them: cells without a cage have numbers of their own."""
    found = np.arange(100, 181).reshape(9, 9)
    for number, (cells, total) in enumerate(CAGES):
        for row, column in cells:
            found[row, column] = 256 * total + number + first
    return found.ravel().tolist()


def test_a_killer_in_numbers() -> None:
    rules = bd.Rules() + [bd.rules.killer_cage(cells, total) for cells, total in CAGES]
    text = ":".join(map(str, numbers_of_cages()))
    shared = links.read(f"3x3::k:{text}:")
    assert shared.rules == rules
    assert not shared.puzzle.any()
    assert links.read(f" 3x3:d:k:{text}\n").rules == rules + bd.rules.diagonals()
    refused(f"3x3:w:k:{text}", "rules 'w'; expected 'd'", bd.RulesError)
    refused(f"3x3::k:{text}:1:", "82 numbers after 'k:'; expected 81")
    refused(f"3x3::k:x{text}", "r1c1 is 'x2560'; expected a number")
    refused(f"3x3::k:{text}".replace("2560:", "2816:", 1), "r1c2: cage 0 has the sums 11 and 10", bd.RulesError)


def test_a_killer_in_directions() -> None:
    rules = bd.Rules() + [bd.rules.killer_cage(cells, total) for cells, total in CAGES]
    cells = ["0"] * 81
    arrows = {(0, 0): "A", (0, 1): "<", (0, 2): "<", (3, 3): ".", (4, 4): "9", (3, 5): "3"}
    arrows |= {(row, 0): "v" for row in range(1, 8)} | {(8, 0): "i"}
    arrows |= {(4, 6): "`", (8, 8): "5", (6, 1): "'", (5, 2): "C", (5, 7): ".", (6, 8): "H"}
    for (row, column), character in arrows.items():
        cells[9 * row + column] = character
    text = "".join(cells)
    shared = links.read("\n".join(text[i : i + 9] for i in range(0, 81, 9)))
    assert shared.rules == rules
    # A cage without a sum.
    assert links.read("0<" + "0" * 79).rules == bd.Rules() + bd.rules.killer_cage([(0, 0), (0, 1)])
    refused("<" + text[1:], "the directions from r1c1 lead out of the board")
    refused(">" + text[1:], "the directions from r1c1 lead in a circle")


# --- Solo -------------------------------------------------------------------------------------------------------------


def givens(cells: np.ndarray[Any, Any]) -> str:
    """The cells as Solo writes them."""
    found, run = "", 0
    for number in [*cells.ravel().tolist(), None]:
        if number == 0:
            run += 1
            continue
        found += "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")
        found += "_" if not run and found and number is not None else ""
        found, run = found + ("" if number is None else str(number)), 0
    return found


def test_a_plain_game() -> None:
    for prefix in ("", "Solo: ", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#"):
        for parameters in ("3x3", "3", "3x3r2db", "3x3adu", "3x3m8"):
            is_classic(links.read(f"{prefix}{parameters}:{givens(BOARD)}"))


def test_boxes_of_a_game() -> None:
    # Two columns and three rows of boxes: each box has two rows and three columns.
    rules = bd.Rules(box=(2, 3))
    made = bd.generate(1, seed=1, rules=rules)
    shared = links.read(f"2x3:{givens(made.puzzle[0])}")
    assert shared.rules == rules
    assert bd.verdict(shared.puzzle, rules=rules) == bd.Verdict.UNIQUE
    # Digits above 9 are numbers, and _ divides them.
    assert links.read("4x4:16_1" + "z" * 9 + "t").puzzle[0, :3].tolist() == [16, 1, 0]


def edges(groups: np.ndarray[Any, Any]) -> str:
    """The edges between cells of different groups, as Solo writes them."""
    found, run = "", 0
    pairs = [*zip(groups[:, :-1].ravel(), groups[:, 1:].ravel(), strict=True)]
    pairs += [*zip(groups.T[:, :-1].ravel(), groups.T[:, 1:].ravel(), strict=True)]
    for one, two in [*pairs, (0, 1)]:
        if one == two:
            run += 1
        else:
            found += "z" * (run // 25 if run % 25 or not run else run // 25 - 1)
            found, run = found + (chr(96 + (run % 25 or (25 if run else -1))) if run else "_"), 0
    return found


@pytest.mark.parametrize("size", ["4j", "2x2j", "1x4j", "4x1j"])
def test_a_jigsaw(size: str) -> None:
    made = bd.generate(1, seed=1, rules=JIGSAW)
    text = edges(JIGSAW.regions)
    shared = links.read(f"{size}:{givens(made.puzzle[0])},{text}")
    assert shared.rules == JIGSAW
    assert bd.verdict(shared.puzzle, rules=shared.rules) == bd.Verdict.UNIQUE


def test_edges_by_hand() -> None:
    # Columns of two cells: the pairs of rows are edges, the pairs of columns are none.
    assert links.read("2j:d,__b").rules == bd.Rules.jigsaw(["ab", "ab"])
    assert links.read("2j:d,b__").rules == bd.Rules.jigsaw(["aa", "bb"])


def test_killer_and_diagonals() -> None:
    # Each row is divided into cages of four and five cells.
    groups = np.arange(9)[:, None] * 2 + (np.arange(9) >= 4)
    rules = bd.Rules() + r.diagonals()
    solved = np.asarray(bd.grids(1, seed=3, rules=rules)[0])
    sums = np.zeros((9, 9), int)
    for k in range(18):
        row, column = np.argwhere(groups == k)[0]
        sums[row, column] = solved[groups == k].sum()
        rules += r.killer_cage([(int(a), int(b)) for a, b in np.argwhere(groups == k)], int(sums[row, column]))
    shared = links.read(f"3x3xkdu:{givens(BOARD * 0)},{edges(groups)},{givens(sums)}")
    assert shared.rules == rules
    assert bd.check(shared.puzzle, solved, rules=shared.rules).correct


@pytest.mark.parametrize(
    ("text", "message", "error"),
    [
        ("3x3#1234", "seed", bd.PuzzleError),
        ("9x9:a", "side 81", bd.RulesError),
        ("3x3:" + "z" * 4, "104 cells; expected 81", bd.PuzzleError),
        ("3x3:" + "z" * 3 + "c,a", "2 parts after ':'; expected 1", bd.PuzzleError),
        ("2x2:5o", "r1c1 holds 5", bd.PuzzleError),
        ("2x2:!", "'!'", bd.PuzzleError),
        ("2j:d,a", "1 pairs of cells; expected 4", bd.PuzzleError),
        ("2j:d,___", "2 pairs", bd.PuzzleError),
        ("2j:d,_____", "cells", bd.RulesError),
        ("2j:d,!", "'!'", bd.PuzzleError),
        ("2x2k:p," + edges(np.zeros((4, 4))) + ",1_2n", "sums [1, 2]", bd.RulesError),
    ],
    ids=range(11),
)
def test_games_that_are_refused(text: str, message: str, error: type[Exception]) -> None:
    refused(text, message, error)


# --- ipuz -------------------------------------------------------------------------------------------------------------


def ipuz(kind: str = "", **more: Any) -> str:
    kind = f"http://ipuz.org/sudoku{kind and '/'}{kind}#1"
    return json.dumps({"version": "http://ipuz.org/v2", "kind": [kind], "puzzle": BOARD.tolist(), **more})


def test_an_ipuz_document() -> None:
    is_classic(links.read(ipuz()))
    shared = links.read(
        ipuz(
            charset="123456789", boxes=True, dimensions={"width": 9, "height": 9}, title="A &amp; B", author="me",
            intro="words", solution=SOLUTION.tolist(), copyright="c", difficulty="hard",
            saved=[["5", 3, [1, "2"], *[None] * 6], *[[0] * 9] * 8],
        )
    )  # fmt: skip
    is_classic(shared)
    assert (shared.title, shared.author, shared.ruleset) == ("A & B", "me", "words")
    np.testing.assert_array_equal(shared.solution, SOLUTION)
    assert (shared.entered.sum(), shared.center_marks) == (0, {(0, 2): (1, 2)})
    assert shared.ignored == ("copyright", "difficulty")


def test_characters_of_ipuz() -> None:
    letters = [["ABCDEFGHI"[digit - 1] if digit else "-" for digit in row] for row in BOARD.tolist()]
    is_classic(links.read(ipuz("wordoku", charset="ABCDEFGHI", empty="-", puzzle=letters)))
    cells = [
        [{"given": str(digit), "style": {"color": "#ff0000"}} if digit else None for digit in row] for row in BOARD
    ]
    shared = links.read(ipuz(puzzle=cells))
    is_classic(shared)
    assert shared.ignored == ("color",)
    zero = "".join(map(str, range(9)))
    refused(ipuz(charset=zero), "'0'")
    lower = [[digit - 1 if digit else "" for digit in row] for row in BOARD.tolist()]
    is_classic(links.read(ipuz(charset=zero, empty="", puzzle=lower)))


def test_rules_of_ipuz() -> None:
    empty: dict[str, Any] = {"puzzle": [[0] * 4] * 4}
    zones = [{"cells": [[column, row] for row, column in cells]} for cells in REGIONS]
    assert links.read(ipuz("jigsawsudoku", zones=zones, **empty)).rules == JIGSAW
    assert links.read(ipuz(zones=zones, boxes=False, **empty)).rules == JIGSAW
    assert links.read(ipuz("latinsquare", **empty)).rules == bd.Rules(box=(1, 4))
    assert links.read(ipuz("diagonalsudoku")).rules == bd.Rules("x")
    assert links.read(ipuz("hypersudoku")).rules == bd.Rules("windoku")
    extra = bd.Rules() + r.extra_region([(1, k) for k in range(9)])
    assert links.read(ipuz(zones=[{"rect": [0, 1, 8, 1]}])).rules == extra
    cages = [{"rect": [1, 0, 2, 0], "value": 5, "operator": "+"}, {"cells": [[0, 3], [0, 2]]}]
    killer = bd.Rules("4x4") + r.killer_cage("r1c2 r1c3", 5) + r.killer_cage("r3c1 r4c1")
    assert links.read(ipuz("killersudoku", cages=cages, **empty)).rules == killer


def test_a_calcudoku() -> None:
    solved = np.array([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]])
    cages = [
        {"rect": [0, 0, 0, 3], "value": 24, "operator": "*"},
        {"rect": [1, 0, 1, 1], "value": 2, "operator": "/"},
        {"rect": [2, 0, 3, 0], "value": 1, "operator": "-"},
        {"cells": [[1, 2], [1, 3], [2, 3]], "value": 9, "operator": "+"},
        {"cells": [[3, 3]], "value": 1},
    ]
    rules = links.read(ipuz("calcudoku", cages=cages, puzzle=[[0] * 4] * 4)).rules
    assert rules.box == (1, 4)
    assert bd.check(solved * 0, solved, rules=rules).correct
    other = ipuz("calcudoku", cages=[{**cages[0], "value": 12}], puzzle=[[0] * 4] * 4)
    assert bd.verdict(solved * 0, rules=links.read(other).rules) == bd.Verdict.NO_SOLUTION
    refused(other.replace("12", "25"), "no digits are possible", bd.RulesError)
    refused(other.replace("12", "0"), "at least 1", bd.RulesError)
    # Digits of a cage may be equal.
    square = [{"cells": [[0, 0], [1, 0], [0, 1], [1, 1]], "value": 4, "operator": "*"}]
    shared = links.read(ipuz("calcudoku", cages=square, puzzle=[[0] * 4] * 4))
    assert bd.check(solved * 0, solved, rules=shared.rules).correct


@pytest.mark.parametrize(
    ("kind", "more", "message", "error"),
    [
        ("killer", {}, "'http://ipuz.org/sudoku/killer#1'", bd.RulesError),
        ("", {"dots": []}, "'dots'", bd.RulesError),
        ("", {"puzzle": []}, "0 rows", bd.PuzzleError),
        ("", {"puzzle": [[0] * 9] * 8 + [[0] * 8]}, "puzzle[8]", bd.PuzzleError),
        ("", {"puzzle": [[0] * 9] * 8 + [[0] * 8 + ["#"]]}, "puzzle[8][8] is '#'", bd.PuzzleError),
        ("", {"puzzle": [[0] * 9] * 8 + [[0] * 8 + [True]]}, "puzzle[8][8] is True", bd.PuzzleError),
        ("", {"puzzle": [[0] * 9] * 8 + [[0] * 8 + [{"given": {}}]]}, "puzzle[8][8] is {}", bd.PuzzleError),
        ("", {"puzzle": [[{"given": 1, "style": {"lessthan": "R"}}] * 9] * 9}, "'lessthan'", bd.RulesError),
        ("", {"charset": "1123456789"}, "charset", bd.PuzzleError),
        ("", {"dimensions": {"width": 9, "height": 8}}, "dimensions", bd.PuzzleError),
        ("", {"saved": [[{}] * 9] * 8 + [[0] * 8 + [{"value": "x"}]]}, "saved[8][8]", bd.PuzzleError),
        ("", {"boxes": 1}, "boxes is 1", bd.PuzzleError),
        ("", {"zones": [{"rect": [0, 0, 1, 1]}]}, "'zones'", bd.RulesError),
        ("", {"zones": [{"rect": [1, 1, 9, 1]}]}, "zones[0]", bd.PuzzleError),
        ("", {"zones": 5}, "zones", bd.PuzzleError),
        ("killersudoku", {}, "no cages", bd.RulesError),
        ("jigsawsudoku", {}, "no zones", bd.RulesError),
        ("jigsawsudoku", {"zones": [{"rect": [0, 0, 8, 0]}] * 2}, "r1c1 is in two regions", bd.RulesError),
        ("", {"cages": [{"value": 3}]}, "cages[0]", bd.PuzzleError),
        ("", {"cages": [{"cells": [[0, 0]], "value": "3"}]}, "cages[0] has the value '3'", bd.PuzzleError),
        ("calcudoku", {"cages": [{"rect": [0, 0, 1, 0], "value": 3}]}, "operator None", bd.RulesError),
        ("calcudoku", {"cages": [{"rect": [0, 0, 2, 0], "value": 3, "operator": "-"}]}, "3 cells", bd.RulesError),
    ],
)  # fmt: skip
def test_ipuz_that_is_refused(kind: str, more: dict[str, Any], message: str, error: type[Exception]) -> None:
    refused(ipuz(kind, **more), message, error)


@pytest.mark.parametrize(
    "rules",
    [
        bd.Rules(),
        bd.Rules("x") + r.killer_cage("r5c5 r5c6", 10),
        bd.Rules("6x6") + r.killer_cage("r1c1 r1c2"),
        bd.Rules(box=(3, 2)),
        bd.Rules(box=(1, 5)),
        bd.Rules("16x16"),
        JIGSAW,
        bd.Rules("windoku"),
        bd.Rules() + r.extra_region([(k, k) for k in range(9)]),
    ],
    ids=range(9),
)
def test_ipuz_there_and_back(rules: bd.Rules) -> None:
    solved = np.asarray(bd.grids(1, seed=1, rules=rules)[0])
    puzzle = np.where(np.arange(solved.size).reshape(solved.shape) % 3, solved, 0)
    text = links.write(puzzle, rules, format="ipuz", title="a < b", author="me", ruleset="words", solution=solved)
    shared = links.read(text)
    assert (shared.rules, shared.title, shared.author, shared.ruleset) == (rules, "a < b", "me", "words")
    np.testing.assert_array_equal(shared.puzzle, puzzle)
    np.testing.assert_array_equal(shared.solution, solved)


def test_what_ipuz_cannot_say() -> None:
    for rules in (
        bd.Rules() + r.anti_knight(),
        bd.Rules(digits=range(9)),
        bd.Rules(box=(6, 6)),
        JIGSAW + r.odd("r1c1"),
    ):
        with pytest.raises(bd.RulesError, match="ipuz"):
            links.write(np.zeros((rules.side, rules.side), int), rules, format="ipuz")
    with pytest.raises(bd.PuzzleError, match="solution"):
        links.write(CLASSIC, format="ipuz", solution=FULL)


# --- Penpa+ -----------------------------------------------------------------------------------------------------------


class Drawing:
    """A drawing on a board with space around it."""

    def __init__(
        self, side: int = 9, space: tuple[int, int, int, int] = (0, 0, 0, 0), gridtype: str = "sudoku"
    ) -> None:
        self.side, self.space, self.gridtype = side, space, gridtype
        self.width, self.height = side + space[2] + space[3] + 4, side + space[0] + space[1] + 4
        self.question: dict[str, Any] = {"number": {}, "numberS": {}, "lineE": {}, "killercages": [], "thermo": []}
        self.answer: dict[str, Any] = {"number": {}}
        self.colors: dict[str, Any] = {}
        self.words = "Normal sudoku rules apply.\nEnjoy!"

    def point(self, row: int, column: int) -> int:
        return (row + 2 + self.space[0]) * self.width + column + 2 + self.space[2]

    def corner(self, row: int, column: int) -> int:
        """The point of the upper left corner of a cell."""
        return self.width * self.height + self.point(row - 1, column - 1)

    def divide(self, regions: np.ndarray[Any, Any]) -> Drawing:
        """Draw thick edges between the regions."""
        for row, column in np.ndindex(self.side, self.side):
            if column and regions[row, column] != regions[row, column - 1]:
                self.question["lineE"][f"{self.corner(row, column)},{self.corner(row + 1, column)}"] = 2
            if row and regions[row, column] != regions[row - 1, column]:
                self.question["lineE"][f"{self.corner(row, column)},{self.corner(row, column + 1)}"] = 2
        return self

    def enter(self, cells: np.ndarray[Any, Any]) -> Drawing:
        for row, column in np.argwhere(cells > 0).tolist():
            self.question["number"][str(self.point(row, column))] = [str(cells[row, column]), 1, "1"]
        return self

    def link(self, mode: str = "edit") -> str:
        head = f"{self.gridtype},{self.width - 4},{self.height - 4},38,0,1,1,380,380,94,94,0,0,0,0"
        words = self.words.replace("\n", "%2D").replace(",", "%2C")
        points = [self.point(row, column) for row, column in np.ndindex(self.side, self.side)]
        steps = json.dumps([points[0], *np.diff(points).tolist()])
        lines = [f"{head},Title: t%2C u,Author: me,,{words}", json.dumps(self.space), "{}"]
        rest = [*["x"] * 6, "1", json.dumps(self.colors)] if self.colors else []
        text = "\n".join([*lines, json.dumps(self.question), json.dumps(self.answer), steps, "[]", *rest])
        for name, short in {"z": "zZ", '"number"': "zN", '"lineE"': "zE", '"killercages"': "z6", "null": "zO"}.items():
            text = text.replace(name, short)
        packer = zlib.compressobj(wbits=-15)
        packed = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
        return f"https://swaroopg92.github.io/penpa-edit/#m={mode}&p={packed}"


def classic_drawing(**options: Any) -> Drawing:
    return Drawing(**options).divide(bd.Rules().regions).enter(BOARD)


@pytest.mark.parametrize("space", [(0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 1, 0)])
def test_a_drawing(space: tuple[int, int, int, int]) -> None:
    for gridtype in ("sudoku", "square"):
        shared = links.read(classic_drawing(space=space, gridtype=gridtype).link("solve"))
        is_classic(shared)
        assert (shared.title, shared.author, shared.ruleset) == ("t, u", "me", "Normal sudoku rules apply.\nEnjoy!")


def test_rules_of_a_drawing() -> None:
    drawing = Drawing(4).divide(JIGSAW.regions)
    assert links.read(drawing.link()).rules == JIGSAW
    for k in range(4):
        drawing.question["lineE"][f"{drawing.corner(k, k)},{drawing.corner(k + 1, k + 1)}"] = 12
    rules = JIGSAW + r.diagonals(anti=False)
    assert links.read(drawing.link()).rules == rules
    for k in range(4):
        drawing.question["lineE"][f"{drawing.corner(k, 4 - k)},{drawing.corner(k + 1, 3 - k)}"] = 12
    assert links.read(drawing.link()).rules == JIGSAW + r.diagonals()
    drawing = classic_drawing()
    drawing.question["killercages"] = [[drawing.point(0, 2), drawing.point(0, 3)], [drawing.point(8, 0)], []]
    drawing.question["cage"] = {"1,2": 10}
    drawing.question["numberS"] = {str(4 * (drawing.point(0, 2) + drawing.width * drawing.height)): ["10", 1]}
    drawing.question["surface"] = {str(drawing.point(4, 4)): 3}
    drawing.question["thermo"] = [[drawing.point(4, 1), drawing.point(3, 1)]]
    drawing.answer["number"] = {str(drawing.point(0, 2)): ["4", 2, "1"], str(drawing.point(0, 0)): ["9", 2, "1"]}
    shared = links.read(drawing.link())
    cages = r.killer_cage("r1c3 r1c4", 10), r.killer_cage("r9c1")
    assert shared.rules == bd.Rules() + list(cages) + r.thermometer("r5c2 r4c2")
    assert (shared.entered.sum(), shared.ignored) == (4, ("cage", "colors of cells"))
    assert bd.verdict(shared.puzzle, rules=shared.rules) == bd.Verdict.UNIQUE


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"symbol": {"30": [1, "circle_M", 1]}}, "'symbol'"),
        ({"cage": {"1,2": 10}}, "'cage'"),
        ({"number": {"28": ["x", 1, "1"]}}, "text 'x' at r1c1 has no meaning"),
        ({"number": {"28": ["12", 1, "7"]}}, "text '12' at r1c1"),
        ({"number": {"0": ["1", 1, "1"]}}, "text '1' at r-1c-1"),
        ({"numberS": {"800": ["1", 1]}}, "'numberS'"),
        ({"lineE": {}}, "'lineE'"),
        ({"lineE": {"200,201": 3}}, "'lineE'"),
        ({"lineE": {"184,198": 12}}, "'lineE'"),
    ],
    ids=range(9),
)
def test_drawings_that_are_refused(part: dict[str, Any], message: str) -> None:
    drawing = classic_drawing()
    drawing.question.update(part)
    refused(drawing.link(), message, bd.RulesError)
    name = next(iter(part))
    assert name == "number" or links.read(drawing.link(), ignore=name).rules == bd.Rules()


def test_links_to_penpa_that_are_refused() -> None:
    base = "https://swaroopg92.github.io/penpa-edit/#m=edit&"
    for link, message in [
        (base + "q=1", "'p'"),
        (base + "p=!!!", "compressed"),
        (base + "p=é", "compressed"),
        (base + "p=AAAA", "cut off"),
        (classic_drawing().link()[:-40], "cut off"),
        (Drawing(9, gridtype="hex").link(), "'hex'"),
    ]:
        refused(link, message)
    broken = Drawing(9)
    broken.question["killercages"] = [5]
    refused(broken.divide(bd.Rules().regions).link(), "malformed drawing")
    wide = Drawing(9)
    wide.width += 1
    refused(wide.link(), "10 columns")


# --- documents --------------------------------------------------------------------------------------------------------


def ksudoku(graph: str, values: np.ndarray[Any, Any] | None = None, history: str = "") -> str:
    letters = "" if values is None else "".join("_bcdefghij"[digit] for digit in values.T.ravel().tolist())
    content = f"<values>{letters}</values>" if letters else ""
    return f"""<!DOCTYPE ksudoku>
<ksudoku><game had-help="0" msecs-elapsed="5"><puzzle>{graph}{content}</puzzle><history>{history}</history></game>
</ksudoku>"""


def custom(order: int, content: str, kind: str = "Jigsaw", size: int | None = None) -> str:
    size = order if size is None else size
    sizes = f'sizeX="{size}" sizeY="{size}" sizeZ="1"'
    return f'<graph order="{order}" type="custom" specific-type="{kind}" name="n" {sizes}>{content}</graph>'


def cliques(groups: list[list[list[int]]], side: int) -> str:
    return "".join(
        f'<clique size="{len(cells)}">{" ".join(str(column * side + row) for row, column in cells)} </clique>'
        for cells in groups
    )


def test_ksudoku() -> None:
    plain = '<graph order="9" type="sudoku" specific-type="Plain"/>'
    is_classic(links.read(ksudoku(plain, BOARD)))
    moves = '<simple-event index="18" value="4"/><simple-event index="27" markers="010000000"/>'
    shared = links.read(ksudoku(plain, BOARD, moves))
    assert (shared.entered[0, 2], shared.entered.sum(), shared.ignored) == (4, 4, ("history",))
    blocks, none = '<sudokugroups at="0" withblocks="1"/>', '<sudokugroups at="0" withblocks="0"/>'
    diagonals = [[[k, k] for k in range(9)], [[k, 8 - k] for k in range(9)]]
    assert links.read(ksudoku(custom(9, blocks + cliques(diagonals, 9)))).rules == bd.Rules("x")
    assert links.read(ksudoku(custom(4, none + cliques(REGIONS, 4)))).rules == JIGSAW
    boxes = [np.argwhere(bd.Rules("6x6").regions == k).tolist() for k in range(6)]
    assert links.read(ksudoku(custom(6, none + cliques(boxes, 6)))).rules == bd.Rules("6x6")
    cages = '<cage operator="4" value="5" size="2"> 0 4 </cage><cage operator="0" value="3" size="1"> 2 </cage>'
    killer = bd.Rules("4x4") + r.killer_cage("r1c1 r1c2", 5) + r.killer_cage("r3c1", 3)
    assert links.read(ksudoku(custom(4, blocks + cages, "KillerSudoku"))).rules == killer
    inside = cliques(diagonals, 9) + '<cage operator="4" value="5" size="2">0 9</cage>'
    assert links.read(ksudoku(f'<graph order="9" type="sudoku">{inside}</graph>')).rules == bd.Rules("x") + r.total(
        "r1c1 r1c2", 5
    )
    mathdoku = '<cage operator="2" value="1" size="2">0 1</cage><cage operator="3" value="4" size="4">8 9 12 13</cage>'
    rules = links.read(ksudoku(custom(4, none + mathdoku, "Mathdoku"))).rules
    assert rules == bd.Rules(box=(1, 4)) + r.related([((0, 0), (1, 0))], lambda a, b: abs(a - b) == 1) + rules.rules[1]


def test_a_solution_of_another_puzzle_is_refused() -> None:
    other = bd.solve(CLASSIC[::-1]).solution
    rows = np.array([*map(int, other)]).reshape(9, 9).tolist()
    for text in (
        ipuz(puzzle=BOARD.tolist(), solution=rows),
        json.dumps({"puzzle": CLASSIC, "rules": "x", "solution": str(SOLUTION)}),
        json.dumps({"puzzle": CLASSIC, "solution": other}),
    ):
        refused(text, "solution")
        assert links.read(text, ignore=["solution"]).solution is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("null", "'null' is no link, document or compressed document"),
        ("scl", "'scl' is no link, document or compressed document"),
        ("." * 81, "is no link and no document; functions such as solve accept"),
        ("{}", "known format: it is empty"),
        ("[]", "expected an object"),
    ],
)
def test_texts_that_are_no_puzzle(text: str, message: str) -> None:
    refused(text, message)


def test_ksudoku_that_is_refused() -> None:
    blocks = '<sudokugroups at="0" withblocks="1"/>'
    for graph, message, error in [
        ('<graph order="9" type="roxdoku"/>', "'roxdoku'", bd.RulesError),
        (custom(9, blocks * 5, "Samurai", 21), "'Samurai'", bd.RulesError),
        (custom(6, blocks), "side 6", bd.RulesError),
        (custom(9, blocks + "<dots/>"), "'dots'", bd.RulesError),
        (custom(9, blocks + '<clique size="2">0 1</clique>'), "the group at r1c1 has 2 cells", bd.RulesError),
        (custom(9, blocks + '<clique size="9">0 1</clique>'), "size '9'", bd.PuzzleError),
        (custom(9, blocks + '<cage operator="9" value="1" size="1">0</cage>'), "operator 9", bd.RulesError),
        (custom(9, blocks + '<cage operator="4" value="1" size="1">81</cage>'), "cell 81", bd.PuzzleError),
        ("", "'graph'", bd.PuzzleError),
        ("<graph", "XML", bd.PuzzleError),
        ("<values>b</values>" + '<graph order="9" type="sudoku"/>', "1 cells; expected 81", bd.PuzzleError),
    ]:
        refused(ksudoku(graph), message, error)
    refused("<ksudoku><!ENTITY", "entities")


def janko(kind: str = "sudoku", rows: np.ndarray[Any, Any] = BOARD, more: str = "") -> str:
    problem = "\n".join(" ".join(str(digit or "-") for digit in row) for row in rows.tolist())
    solution = "\n".join(" ".join(map(str, row)) for row in SOLUTION.tolist())
    words = f"puzzle {kind}\nauthor O. J.\nsource s"
    return f"[begin]\n{words}\n[problem]\n{problem}\n[solution]\n{solution}\n{more}[end]"


def test_janko() -> None:
    for text in (janko(), f"<html><pre>{janko()}</pre></html>".replace("\n", "<br>\n")):
        shared = links.read(text)
        is_classic(shared)
        assert (shared.author, shared.ignored) == ("O. J.", ("source",))
        np.testing.assert_array_equal(shared.solution, SOLUTION)
    refused(janko("sudoku, kropki"), "'sudoku, kropki'", bd.RulesError)
    refused(janko(more="[areas]\n1 1\n"), "'areas'", bd.RulesError)
    refused(janko(rows=BOARD[:, :8]), "[problem], row 0: 8 cells")
    refused(janko(rows=BOARD[:6, :6]), "6 rows", bd.RulesError)
    refused(janko(rows=BOARD + 5), "r1c1 holds '10'")
    refused(janko() * 2, "2 puzzles")


def gnome(**more: Any) -> str:
    cells = [
        {"position": [row, column], "value": int(BOARD[row, column]), "fixed": True, "earmarks": []}
        for row, column in np.argwhere(BOARD > 0).tolist()
    ]
    return json.dumps({"difficulty_category": "easy", "time_elapsed": 1.5, "cells": cells, **more})


def test_gnome_sudoku() -> None:
    is_classic(links.read(gnome()))
    cells = json.loads(gnome())["cells"]
    cells.append({"position": [0, 2], "value": 4, "fixed": False, "earmarks": []})
    cells.append({"position": [0, 3], "value": 0, "fixed": False, "earmarks": [2, 6]})
    shared = links.read(gnome(cells=cells))
    is_classic(shared)
    assert (shared.entered.sum(), shared.corner_marks) == (4, {(0, 3): (2, 6)})
    for wrong in ({"position": [9, 0]}, {"value": 10}, {"earmarks": [0]}, {"fixed": 1, "position": None}):
        refused(gnome(cells=[{**cells[0], **wrong}]), "cells[0]")
    refused(gnome(cells=[{}]), "cells[0]")
    refused(gnome(cells=5), "cells is 5")
    refused(gnome(variant="x"), "'variant'", bd.RulesError)


def libresudoku(**more: Any) -> str:
    zero = CLASSIC.replace(".", "0")
    board = {"uid": 1, "initialBoard": zero, "solvedBoard": "", "type": "Default9x9", "difficulty": "Easy", **more}
    return json.dumps({"backupSchemeVersion": 1, "boards": [board], "savedGames": []})


def test_libresudoku() -> None:
    is_classic(links.read(libresudoku()))
    cell = [{"row": 0, "col": k, "value": 0, "error": False, "locked": False} for k in range(2)]
    cages = json.dumps([{"id": 0, "sum": 8, "cells": cell}])
    solved = "".join(map(str, SOLUTION.ravel().tolist()))
    shared = links.read(libresudoku(type="Killer9x9", killerCages=cages, solvedBoard=solved))
    assert shared.rules == bd.Rules() + r.killer_cage("r1c1 r1c2", 8)
    np.testing.assert_array_equal(shared.solution, SOLUTION)
    twelve = links.read(libresudoku(type="Default12x12", initialBoard="c" + "0" * 143))
    assert (twelve.rules, twelve.puzzle[0, 0]) == (bd.Rules(box=(3, 4)), 12)
    refused(libresudoku(killerCages=cages), "'killerCages'", bd.RulesError)
    refused(libresudoku(type="Killer9x9"), "killerCages is None")
    refused(libresudoku(type="Windoku"), "'Windoku'", bd.RulesError)
    refused(libresudoku(initialBoard="x" * 81), "boards[0].initialBoard: r1c1 holds 'x'")
    refused('{"backupSchemeVersion": 1, "boards": []}', "0 puzzles")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ipuz", json.dumps(json.loads(ipuz()), indent=1)),
        ("a.ksudoku", ksudoku('<graph order="9" type="sudoku"/>', BOARD)),
        ("a.txt", janko()),
        ("a.htm", f"<html>\n<pre>{janko()}</pre></html>"),
        ("a.json", gnome()),
        ("b.json", libresudoku(killerCages=None)),
        ("links.txt", f"# SudokuWiki\n{WIKI}{CLASSIC}\n"),
        ("games.txt", f"3x3:{givens(BOARD)}\n"),
    ],
)
def test_files(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (shared,) = links.read_file(path)
    is_classic(shared)
    output = Run("link", "--read", path)
    assert CLASSIC in output.out


@pytest.mark.parametrize(
    "text",
    [
        ipuz("diagonalsudoku"),
        json.dumps(json.loads(ipuz()), indent=1),
        ksudoku('<graph order="9" type="sudoku"/>', BOARD),
        janko(),
        gnome(),
        libresudoku(type="Killer9x9", killerCages="[]"),
    ],
    ids=range(6),
)
def test_data_sets_refuse_documents_with_rules(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(bd.FormatError, match=re.escape("bitdoku.links.read_file")):
        bd.datasets.read(path)


def test_sudoku_10000(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.1gsudoku"
    games = f'<sudoku data="{CLASSIC.replace(".", "0")}"/>' * 2
    path.write_text(f'<?xml version="1.0"?>\n<sudokus>{games}</sudokus>', encoding="utf-8")
    assert (bd.datasets.read(path).puzzle == BOARD).all()


def test_links_as_arguments() -> None:
    for link in (f"{WIKI}{CLASSIC}", classic_drawing().link()):
        assert "".join(map(str, SOLUTION.ravel().tolist())) in Run("solve", link).out
    assert CLASSIC in Run("link", "--read", f"3x3:{givens(BOARD)}").out
