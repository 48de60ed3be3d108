"""Boards of other sizes and rules: text that reads back, pictures with their regions."""

from __future__ import annotations

import contextlib
import pickle
import re
import xml.etree.ElementTree as ET
from itertools import product
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import _core
from bitdoku import rules as r
from variant_instances import INSTANCES, instance

JIGSAW = bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]])
BOARDS: list[Any] = [
    "4x4",
    "6x6",
    bd.Rules(box=(3, 2)),
    bd.Rules(box=(1, 5)),
    JIGSAW,
    "8x8",
    "x",
    "12x12",
    "16x16",
    "25x25",
    bd.Rules(box=(6, 6)),
    "64x64",
]


def board_of(rules: Any) -> bd.Board:
    if rules == "64x64":
        row, column = np.indices((64, 64))
        grid = ((row % 8 * 8 + row // 8 + column) % 64 + 1).astype(np.uint8)
    else:
        grid = bd.grids(1, seed=1, rules=rules)[0]
    grid[np.random.default_rng(1).random(grid.shape) < 0.4] = 0
    return bd.Board(grid, rules=rules)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_what_is_printed_reads_back(rules: Any) -> None:
    board = board_of(rules)
    for text in (str(board), board.text("ascii"), board.line()):
        again = bd.Board(text, rules=rules)
        np.testing.assert_array_equal(again.cells, board.cells)
        assert again == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert np.asarray(board).shape == (board.rules.side,) * 2
    names = {"Board": bd.Board, "Rules": bd.Rules, **{name: getattr(r, name) for name in r.__all__}}
    assert eval(repr(board), names) == board


def test_conflicts_and_candidates_follow_the_rules() -> None:
    corners = "1" + "." * 79 + "1"
    assert bd.conflicts(bd.Board(corners, rules="x")).sum() == 2 > bd.conflicts(bd.Board(corners)).sum()
    board = bd.Board("1" + "." * 80, candidates="basic", rules="x")
    assert board.candidates is not None
    assert board.candidates[8, 8] == 0x1FE
    assert bd.Board("." * 625, candidates="basic", rules="25x25").candidates.dtype == np.uint32  # type: ignore[union-attr]
    assert "2345" in bd.Board("1" + "." * 24, rules=bd.Rules(box=(1, 5))).pencilmarks()


@pytest.mark.parametrize(
    ("puzzle", "options", "error", "word"),
    [
        ("." * 81, {}, bd.PuzzleError, "16"),
        (["." * 16] * 2, {}, bd.PuzzleError, "one"),
        (bd.Board("." * 81), {}, bd.PuzzleError, "side 9"),
        ("." * 16, {"highlight": [(4, 0)]}, bd.PuzzleError, "4"),
        ("." * 16, {"candidates": np.full(16, 16)}, bd.PuzzleError, "16"),
        ("." * 16, {"rules": "4x5"}, bd.RulesError, "4x5"),
    ],
    ids=range(6),
)
def test_refusals(puzzle: Any, options: dict[str, Any], error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        bd.Board(puzzle, **{"rules": "4x4", **options})


def test_boards_keep_their_rules() -> None:
    assert bd.Board(bd.Board("." * 81), rules="x").rules == bd.Rules("x")
    assert bd.Board(bd.Board("." * 81, rules="x")).rules == bd.Rules("x")
    with pytest.raises(ValueError, match="frame"):
        bd.Board("." * 81).text("round")  # type: ignore[arg-type]


def thick(svg: str) -> list[str]:
    (path,) = [
        element
        for element in ET.fromstring(svg).iter()
        if element.get("class") == "s-thick" and element.get("stroke-width") == "3"
    ]
    return re.findall("M[^M]*", path.get("d", ""))


def test_pictures() -> None:
    for rules in BOARDS[:-1]:
        board = board_of(rules)
        root = ET.fromstring(board.svg(size=300))
        assert root.get("width") == "300"
    assert thick(bd.Board("." * 81).svg()) == [f"M2 {2 + 120 * k}h360" for k in range(4)] + [
        f"M{2 + 120 * k} 2v360" for k in range(4)
    ]
    assert thick(bd.Board("." * 36, rules="6x6").svg()) == [f"M2 {2 + 80 * k}h240" for k in range(4)] + [
        f"M{2 + 120 * k} 2v240" for k in range(3)
    ]
    # Around jigsaw regions: as much in all as edges between different regions.
    lengths = [int(re.split("[hv]", line)[1]) for line in thick(bd.Board("." * 16, rules=JIGSAW).svg())]
    regions = JIGSAW.regions
    edges = (regions[1:] != regions[:-1]).sum() + (regions[:, 1:] != regions[:, :-1]).sum()
    assert sum(lengths) == 40 * (16 + edges)


def shapes(rule: r.Rule, tag: str) -> int:
    """How many shapes of a kind a rule adds to a picture."""
    numbers = [
        sum(element.tag.endswith(tag) for element in ET.fromstring(bd.Board("." * 81, rules=rules).svg()).iter())
        for rules in (bd.Rules() + rule, bd.Rules())
    ]
    return numbers[0] - numbers[1]


def test_rules_are_drawn() -> None:
    a, b, c, d = (0, 0), (0, 1), (1, 1), (1, 3)
    assert (shapes(r.thermometer([a, b, c]), "polyline"), shapes(r.thermometer([a, b, c]), "circle")) == (1, 1)
    assert shapes(r.whispers([a, b]), "polyline") == shapes(r.renban([a, b]), "polyline") == 1
    assert shapes(r.palindrome([a, b, d]), "polyline") == 1
    assert shapes(r.arrow(a, [b, c]), "polyline") == 1
    assert shapes(r.between([a, b, c]), "circle") == 4
    assert shapes(r.diagonals(), "polyline") == 2
    assert shapes(r.even([a, b]), "path") == shapes(r.odd([a, b]), "path") == 2
    assert shapes(r.kropki_white([(a, b)]), "circle") == 2
    assert shapes(r.kropki([(a, b)], [(b, c)]), "circle") == 4
    assert shapes(r.xv([(a, b)]), "path") == shapes(r.greater_than([(a, b)]), "path") == 1
    assert shapes(r.killer_cage([a, b]), "path") == 1
    assert shapes(r.killer_cage([a, b], 5), "path") == 2
    # A shade, and an outline of each group of cells.
    assert shapes(r.windoku(), "path") == 5
    assert shapes(r.clone([a], [d]), "path") == 3
    assert shapes(r.extra_region([(4, k) for k in range(9)]), "path") == 2
    # Rules without a picture are named below the board.
    assert shapes(r.anti_knight(), "path") == 1
    assert 'digits with anti knight"' in bd.Board("." * 81, rules="anti-knight").svg().replace("." * 81, "digits")


def test_clues_outside_make_room() -> None:
    for rule in (r.sandwich(3, row=0), r.little_killer((0, 0), "down_right", 40)):
        x, y, wide, high = map(int, ET.fromstring(bd.Board("." * 81, rules=rule).svg()).get("viewBox", "").split())
        assert x == y == -(wide - 364) // 2
        assert 20 < -x < 44
        assert wide == high
    assert ET.fromstring(bd.Board("." * 81, rules="x").svg()).get("viewBox") == "0 0 364 364"


def test_the_edge_of_a_cage_is_closed() -> None:
    """An L and a ring: each piece begins where another ends."""
    ring = [(k, j) for k in range(3) for j in range(3) if (k, j) != (1, 1)]
    for cells in ([(0, 0), (1, 0), (1, 1)], ring, [(4, 4)]):
        svg = bd.Board("." * 81, rules=r.killer_cage(cells)).svg()
        (path,) = re.findall('stroke-dasharray="[^"]*" d="([^"]*)"', svg)
        ends: dict[tuple[float, float], int] = {}
        for x, y, way, end in re.findall("M([0-9.]+) ([0-9.]+)([HV])([0-9.]+)", path):
            start = (float(x), float(y))
            for point in (start, (float(end), start[1]) if way == "H" else (start[0], float(end))):
                ends[point] = ends.get(point, 0) + 1
        assert set(ends.values()) == {2}


@pytest.mark.parametrize("name", INSTANCES)
def test_pictures_of_every_rule_are_well_formed(name: str) -> None:
    themes: list[Any] = ["auto", "light", "dark"]
    for seed, theme in enumerate(themes):
        rules, puzzle = instance(name, seed)
        ET.fromstring(bd.Board(puzzle, rules=rules).svg(theme=theme))


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """The boxes of numbers and arrows outside the board, from the points of their strokes."""
    found = []
    for element in ET.fromstring(svg).iter():
        if element.get("class") != "s-given" or not element.get("d"):
            continue
        xs, ys = [], []
        x = y = 0.0
        for command, words in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.get("d", "")):
            numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", words)]
            if command in "hH":
                x = numbers[0] + (x if command == "h" else 0)
            elif command in "vV":
                y = numbers[0] + (y if command == "v" else 0)
            elif numbers:
                x, y = (numbers[-2] + (0 if command.isupper() else x), numbers[-1] + (0 if command.isupper() else y))
            xs.append(x)
            ys.append(y)
        if min(xs + ys) < 0 or max(xs + ys) > 364:
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def test_clues_outside_never_overprint() -> None:
    """All that can stand outside: sums of rows and columns, and arrows into every diagonal."""
    rules = bd.Rules()
    for k in range(9):
        rules = rules + r.sandwich(8, row=k) + r.sandwich(8, column=k)
    for k in range(9):
        edges = {"down": (0, k), "up": (8, k), "right": (k, 0), "left": (k, 8)}
        for start, direction in product(edges.values(), ("down_right", "down_left", "up_right", "up_left")):
            # A diagonal of one or two cells has no such sum; others begin inside.
            with contextlib.suppress(bd.RulesError):
                rules = rules + r.little_killer(start, direction, 14)
    svg = bd.Board("." * 81, rules=rules).svg(theme="light")
    found = boxes(svg)
    assert len(found) > 70
    x, y, wide, high = map(float, ET.fromstring(svg).get("viewBox", "").split())
    for k, (left, top, right, bottom) in enumerate(found):
        assert x <= left
        assert y <= top
        assert right <= x + wide
        assert bottom <= y + high
        assert right <= 0.5 or left >= 363.5 or bottom <= 0.5 or top >= 363.5, "inside the board"
        for a, b, c, d in found[:k]:
            assert min(right, c) - max(left, a) < 0.5 or min(bottom, d) - max(top, b) < 0.5, (k, found[k], (a, b, c, d))


def test_dots_keep_their_meaning_in_the_dark() -> None:
    rules = bd.Rules() + r.kropki_white([((0, 0), (0, 1))]) + r.kropki_black([((1, 1), (1, 2))])
    for theme in ("light", "dark"):
        svg = bd.Board("." * 81, rules=rules).svg(theme=theme)
        fills = [
            e.get("fill", "") for e in ET.fromstring(svg).iter() if e.tag.endswith("circle") and e.get("fill") != "none"
        ]
        assert sorted(fills) == ["#0d1117", "#ffffff"], theme


def test_sums_of_cages_keep_clear_of_digits() -> None:
    plain = bd.Board("5" + "." * 80, candidates="basic")
    caged = bd.Board(plain, rules=bd.Rules() + r.killer_cage([(0, 0), (0, 1)], 12) + r.killer_cage([(4, 4)], 3))
    root = ET.fromstring(bd.Board(caged, candidates="basic").svg(theme="light"))
    rects = [e for e in root.iter() if e.tag.endswith("rect") and e.get("height") == "9.2"]
    assert len(rects) == 2
    bottom = float(rects[0].get("y", 0)) + 9.2
    (given,) = [e for e in root.iter() if e.get("class") == "s-given" and e.get("stroke-width") == "3.5"]
    top = float(re.match(r"M\S+ (\S+?)h", given.get("d", ""))[1])  # type: ignore[index]
    assert top - 1.75 >= bottom
    # The candidates of the other cell begin below its sum.
    uses = [(float(e.get("x", 0)), float(e.get("y", 0))) for e in root.iter() if e.tag.endswith("use")]
    here = [y for x, y in uses if 162 < x < 202 and 162 < y < 202]
    assert min(here) - 3.7 >= 163.5 + 9.2


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda pairs: r.kropki_white(pairs), "white dot"),
        (lambda pairs: r.kropki_black(pairs), "black dot"),
        (lambda pairs: r.xv(x=pairs), "X"),
        (lambda pairs: r.xv(v=pairs), "V"),
        (lambda pairs: r.greater_than(pairs), "greater than"),
    ],
)
def test_pairs_that_do_not_touch_are_named(make: Any, name: str) -> None:
    """A mark halfway would stand for other cells."""

    near = bd.Rules() + make(["r1c1 r1c2"])
    both = bd.Rules() + make(["r1c1 r1c2", "r2c2 r2c5", "r4c4 r5c5"])
    captions = [_core._captions(rules.to_json()) for rules in (near, both)]
    assert captions == [[], [f"{name} r2c2 r2c5", f"{name} r4c4 r5c5"]]
    pictures = {bd.Board("." * 81, rules=rules)._svg(None, "light", captioned=False) for rules in (near, both)}
    assert len(pictures) == 1


def colour_of(board: bd.Board, row: int, column: int) -> str:
    """The last colour of the square of a cell."""
    square = f"M{2 + 40 * column} {2 + 40 * row}h40v40h-40z"
    paths: list[tuple[str, str]] = re.findall('class="f-([a-z]+)"[^>]* d="([^"]*)"', board.svg())
    return [name for name, path in paths if square in path][-1]


def test_highlights_and_steps_hide_shades_of_rules() -> None:
    board = bd.Board("." * 10 + "1" + "." * 70, rules="windoku", highlight={(1, 2): "red"})
    assert [colour_of(board, 1, column) for column in (1, 2, 3)] == ["green", "red", "green"]
    made = bd.generate(1, seed=1, rules="windoku", clues=24)
    step = next(step for step in bd.explain(made.puzzle[0], rules="windoku") if step.cells)
    assert {colour_of(bd.Board(step), *cell) for cell in step.cells} == {"pattern"}


def test_groups_of_cells_can_be_told_apart() -> None:
    """Each rule has a colour, each group an outline."""
    left, right = ([(k, column) for k in range(9)] for column in (3, 4))
    rules = bd.Rules("x") + r.extra_region(left) + r.extra_region(right) + r.clone([(0, 0)], [(4, 6)])
    svg = bd.Board("." * 81, rules=rules).svg(theme="light")
    # Blue is for the diagonals.
    assert [len(re.findall(f'class="f-{name}"', svg)) for name in ("green", "red", "orange")] == [1, 1, 1]
    outlines = re.findall('class="s-candidate" stroke="[^"]*" fill="none" stroke-width="1.3" d="([^"]*)"', svg)
    assert len({*outlines}) == 4


@pytest.mark.parametrize("group", ["clone", "extra_region", "windoku"])
@pytest.mark.parametrize("line", ["diagonals", "modular", "whispers"])
def test_lines_can_be_seen_on_groups_of_cells(line: str, group: str) -> None:
    cells = [(1, 1), (1, 2), (1, 3)]
    groups: dict[str, Any] = {
        "clone": r.clone(cells, [(4, 5), (4, 6), (4, 7)]),
        "extra_region": r.extra_region([(1, column) for column in range(9)]),
        "windoku": r.windoku(),
    }
    lines: dict[str, Any] = {
        "diagonals": r.diagonals(),
        "modular": r.modular(cells),
        "whispers": r.whispers(cells),
    }
    # With five more, groups have every colour that there is for them.
    rules = bd.Rules() + groups[group] + lines[line]
    for column, other in ((2, 5), (3, 6), (4, 7), (5, 1), (6, 2)):
        rules += r.clone([(7, column)], [(8, other)])
    svg = bd.Board("." * 81, rules=rules).svg()
    shades = {*re.findall(r'class="f-([a-z]+)" fill="[^"]*" d="M\d+ \d+h40v40h-40z', svg)}
    colors = {*re.findall(r'<polyline [^>]*class="s-([a-z]+)"', svg)}
    assert shades
    assert colors
    assert not shades & colors


def test_sums_that_begin_in_one_cell_stand_beside_each_other() -> None:
    cells = [(0, 0), (0, 1), (0, 2)]
    rules = bd.Rules() + r.killer_cage(cells, 14) + r.lunchbox(cells, 7) + r.look_and_say([*cells, (1, 0)], "12")
    root = ET.fromstring(bd.Board("." * 81, rules=rules).svg())
    rects = [e for e in root.iter() if e.tag.endswith("rect") and e.get("height") == "9.2"]
    spans = [(float(e.get("x", 0)), float(e.get("x", 0)) + float(e.get("width", 0))) for e in rects]
    assert len(spans) == 3
    assert [end for _, end in spans[:-1]] == pytest.approx([start for start, _ in spans[1:]])
    assert spans[-1][1] <= 42


def test_text_and_repr_count_the_rules_that_text_does_not_show() -> None:
    killer = bd.compose(1, kind="killer_cage", seed=1)[0]
    board = bd.Board(killer)
    count = f"{len(board.rules.rules)} × killer cage"
    assert str(board).splitlines()[-1] == f"# not shown: {count}"
    assert repr(board) == f"Board({board.line()!r}, rules=<{count}>)"
    assert bd.verdict(str(board), rules=board.rules) == bd.Verdict.UNIQUE
