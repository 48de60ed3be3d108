"""`sheet`: pages with all puzzles and their answers, in each format."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zlib
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.board._drawing import THEMES
from bitdoku.board._font import built_in
from bitdoku.pages._captions import _SENTENCES, code_of, link_of
from bitdoku.rules._rule import DEFINITIONS
from puzzles import EASY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
SVG = "{http://www.w3.org/2000/svg}"


def labels(sheet: bd.Sheet) -> list[str]:
    """The labels of the boards of all pages."""
    pages = (ET.fromstring(sheet.svg(page)) for page in range(len(sheet)))
    return [
        group.get("aria-label", "") for page in pages for group in page.iter(SVG + "g") if group.get("role") == "img"
    ]


def test_all_puzzles_then_all_answers() -> None:
    made = bd.generate(7, seed=1)
    sheet = bd.sheet(made, columns=2, title="Monday")
    puzzles, answers = (
        ["".join(map(str, one.ravel())).replace("0", ".") for one in two] for two in (made.puzzle, made.solution)
    )
    assert labels(sheet) == [f"Sudoku {line}" for line in (*puzzles, *answers)]
    assert repr(sheet) == f"Sheet(7 puzzles on {len(sheet)} pages)"
    assert labels(bd.sheet(made, answers=False)) == [f"Sudoku {line}" for line in puzzles]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("columns", [1, 3, 20])
@pytest.mark.parametrize("rules", ["9x9", "16x16", bd.Rules() + bd.rules.anti_king() + bd.rules.sandwich(12, row=3)])
def test_boards_lie_on_the_page_apart_from_each_other(paper: Any, columns: int, rules: Any) -> None:
    side = bd.Rules(rules).side if isinstance(rules, str) else rules.side
    sheet = bd.sheet(["." * side**2] * 9, columns=columns, answers=False, paper=paper, rules=rules)
    wide, high = (595, 842) if paper == "a4" else (612, 792)
    assert len(labels(sheet)) == 9
    for page in range(len(sheet)):
        root = ET.fromstring(sheet.svg(page))
        assert root.get("viewBox") == f"0 0 {wide} {high}"
        boxes = []
        for group in root.iter(SVG + "g"):
            if group.get("role") != "img":
                continue
            x, y, scale = map(float, " ".join(re.findall(r"\(([^)]*)\)", group.get("transform", ""))).split())
            paper_ = next(group.iter(SVG + "rect"))
            left, top = x + scale * float(paper_.get("x", 0)), y + scale * float(paper_.get("y", 0))
            size = [scale * float(paper_.get(name, 0)) for name in ("width", "height")]
            boxes.append((left, top, left + size[0], top + size[1]))
        for k, (a, b, c, d) in enumerate(boxes):
            assert 40 < a < c < wide - 40, "on the page"
            assert 50 < b < d < high - 40, "on the page"
            for e, f, g, h in boxes[:k]:
                assert c <= e + 0.1 or g <= a + 0.1 or d <= f + 0.1 or h <= b + 0.1, "apart"


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 7, 12, 20])
def test_answers_are_legible(columns: int) -> None:
    """Answers are about as wide as the puzzles, or at least 13 mm wide."""
    sheet = bd.sheet([HARD], columns=columns)
    puzzle, answer = (
        float(re.search(r"scale\(([^)]*)\)", sheet.svg(page))[1]) * 364  # type: ignore[index]
        for page in range(2)
    )
    assert answer > 0.85 * puzzle > 9 or answer > 13 / 25.4 * 72


def texts(sheet: bd.Sheet, page: int = 0) -> list[ET.Element]:
    return [*ET.fromstring(sheet.svg(page)).iter(SVG + "text")]


@pytest.mark.parametrize("title", ["Sudoku " * 14, "W" * 30, "数独" * 50, "Судоку " * 14, "i" * 100])
def test_long_titles_end_at_the_margin(title: str) -> None:
    sheet = bd.sheet([HARD] * 20, title=title, columns=1)
    for page in range(len(sheet)):
        heading, *_ = texts(sheet, page)
        size = float(heading.get("font-size", 0))
        assert 4 < size <= 18
        assert built_in().width(heading.text or "", size) < 595 - 2 * 42 + 1


def test_captions() -> None:
    made = bd.generate(4, seed=1)
    sheet = bd.sheet(made, caption="{number}: {level}, {clues}\t{minutes} min", first=7, answers="Lösungen")
    words = dict(enumerate(["", "Easy", "Medium", "Hard", "Unfair", "Extreme"]))
    rated = bd.rate(made.puzzle, columns=["clues", "level", "minutes"])
    found = [text.text for text in texts(sheet)]
    for k, (clues, level, minutes) in enumerate(rated.tolist()):
        assert f"{7 + k}: {words[level]}, {clues}" in found
        assert f"{round(minutes)} min" in found
    assert [text.text for text in texts(sheet, 1)][:2] == ["Lösungen", "2 / 2"]
    assert "Leicht" in bd.sheet(EASY, caption="{level}", levels=["Leicht", "", "", "", ""]).svg()
    composed = bd.compose(1, kind="killer_cage", seed=1)
    assert re.search(">(Easy|Medium|Hard|Unfair|Extreme)<", bd.sheet(composed, caption="{level}").svg())
    assert ">1: <" in bd.sheet(composed, caption="{number}: {minutes}").svg()


def test_numbers_on_a_page() -> None:
    made = bd.generate(13, seed=1)
    for per_page, answers_per_page, pages in ((1, 13, 14), (2, 4, 11), (6, 6, 6), (13, 1, 14)):
        sheet = bd.sheet(made, per_page=per_page, answers_per_page=answers_per_page, paper="6x9", bound=True)
        assert len(sheet) == pages
        assert len(texts(sheet)) == per_page + 1


def test_rules_in_words() -> None:
    killers = bd.compose(2, kind="killer_cage", seed=1)
    mixed = bd.compose(2, kind={"thermometer": 2, "kropki": None}, seed=1)
    said = [text.text or "" for text in texts(bd.sheet(killers))]
    assert said[0].startswith("The digits in a cage")
    assert len(said) == 4, "once for all"
    sheet = bd.sheet([*killers, *mixed], per_page=4)
    page = " ".join(text.text or "" for text in texts(sheet))
    assert page.count("in a cage") == page.count("a white dot") + page.count("A white dot") == 2
    assert "Cage" not in "".join(text.text or "" for text in texts(bd.sheet(killers, rule_text=False)))
    assert "Own words" in bd.sheet(killers, rule_text="Own words").svg()
    # Without sentences, rules that have no picture are named.
    knight = bd.sheet("." * 81, rules="anti-knight", rule_text=False, answers=False)
    assert "anti knight" in [text.text for text in texts(knight)]
    # Details that pictures do not show are said.
    far = bd.Rules() + bd.rules.kropki_white([((0, 0), (4, 4))])
    assert "White dot r1c1 r5c5." in bd.sheet("." * 81, rules=far, answers=False).svg()
    jigsaw = bd.compose(1, kind="jigsaw", seed=1)
    assert texts(bd.sheet(jigsaw))[0].text == "Each outlined region contains each digit once."
    # Answers have no marks.
    labels_, marks = (bd.sheet(killers).svg(page).count("stroke-dasharray") for page in (1, 0))
    assert labels_ == 0 < marks


def test_every_rule_has_a_sentence() -> None:
    without = {"accepted", "allowed", "different", "related", "total"}
    assert {name for name in DEFINITIONS if name not in _SENTENCES} - without == {
        "any_of", "indexing", "modular", "thermometer",
    }  # fmt: skip


@pytest.mark.parametrize(("pages", "inside"), [(150, 36), (151, 45), (301, 54), (501, 63), (701, 72)])
def test_bound_pages(pages: int, inside: float) -> None:
    sheet = bd.sheet([HARD] * pages, per_page=1, answers=False, paper="5x8", bound=True, title="T")
    assert len(sheet) == pages
    for page, left, right in ((0, inside, 36), (1, 36, inside)):
        heading, number, _ = texts(sheet, page)
        assert float(heading.get("x", 0)) == left
        assert number.text == f"{page + 1}"
        assert float(number.get("x", 0)) == (left if page else 360 - right)


def test_large_print() -> None:
    for paper in ("a4", "5x8", "8.5x11"):
        sheet = bd.sheet([HARD] * 4, paper=paper, large_print=True, title="Large", caption="{number} {level}")
        for page in range(len(sheet)):
            svg = sheet.svg(page)
            assert all(float(size) >= 16 for size in re.findall('font-size="([^"]*)"', svg))
            # Digits are 20.3 of 40 units high, and capitals of Noto Sans 0.714 of their size.
            cell = 40 * min(float(scale) for scale in re.findall(r"scale\(([^)]*)\)", svg))
            assert cell * 20.3 / 40 / 0.714 >= 16
    with pytest.raises(ValueError, match=r"per_page is 12.*16"):
        bd.sheet([HARD] * 12, per_page=12, paper="5x8", large_print=True)


def test_sums_are_legible() -> None:
    made = bd.compose(2, kind="killer_cage", seed=1)
    with pytest.raises(ValueError, match=r"columns is 4: the sums of cages are 0\.\d\d mm.*; at most 1 is possible"):
        bd.sheet(made, columns=4)
    # Neighboring numbers: the largest is accepted, the next one refused.
    with pytest.raises(ValueError, match=r"per_page is 9: digits .*; at most 6 is possible"):
        bd.sheet([HARD] * 9, per_page=9, columns=2, large_print=True)
    assert bd.sheet([HARD] * 9, per_page=6, columns=2, large_print=True, paper="A4")
    assert bd.sheet(made, paper="5x8").svg().count('role="img"') == 1, "one column"


def test_codes() -> None:
    pytest.importorskip("segno")
    killer = bd.compose(1, kind="killer_cage", seed=1)[0]
    for puzzle in (HARD, killer):
        link = link_of(bd.Board(puzzle))
        assert bd.links.read(link).rules == bd.Board(puzzle).rules
        assert (bd.links.read(link).puzzle == bd.Board(puzzle).puzzle).all()
    side, path = code_of(link_of(bd.Board(HARD)))
    dark = np.zeros((side, side), bool)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v", path):
        dark[int(y), int(x) : int(x) + int(width)] = True
    assert dark[:7, :7].sum() == 33, "the pattern in the corner"
    assert bd.sheet([HARD] * 2, qr=True, answers=False).svg().count(path) == 2


@pytest.mark.parametrize("form", ["text", "board", "grid", "line", "list", "array", "boards", "series", "rows"])
def test_puzzles_in_any_form(form: str) -> None:
    grid = np.array([0 if c == "." else int(c) for c in HARD], np.uint8)
    puzzles: Any = {
        "text": HARD,
        "board": bd.Board(HARD),
        "grid": grid.reshape(9, 9),
        "line": grid,
        "list": [HARD],
        "array": grid.reshape(1, 9, 9),
        "boards": [bd.Board(HARD)],
        "rows": bd.datasets.read([HARD]),
    }.get(form)
    if form == "series":
        puzzles = pytest.importorskip("pandas").Series([HARD])
    assert labels(bd.sheet(puzzles)) == [f"Sudoku {HARD}", f"Sudoku {SOLUTION}"]


def test_answers_without_a_unique_solution() -> None:
    page = bd.sheet(["11" + "." * 79, "." * 81])
    assert labels(page)[2] == "Sudoku 11" + "." * 79
    # A stored solution is used even if there are others.
    stored = bd.Board("." * 81, SOLUTION)
    rows = bd.Puzzles(np.zeros((1, 9, 9), np.uint8), stored.cells[None])
    assert labels(bd.sheet(rows))[1] == f"Sudoku {SOLUTION}"
    assert labels(bd.sheet([])) == []


def test_html(tmp_path: Path) -> None:
    sheet = bd.sheet([HARD] * 3, title="<b>数独</b>", paper="letter")
    sheet.save(tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text()
    assert page == sheet.html()
    assert "@page{size:612pt 792pt" in page
    assert "<b>" not in page
    assert page.count("&lt;b&gt;数独&lt;/b&gt;</text>") == 1
    assert page.count("<svg") == len(sheet)
    assert "<script" not in page
    assert sheet._repr_html_().count("<svg") == len(sheet)
    auto = bd.sheet([HARD], theme="auto").svg()
    assert 'class="bitdoku-auto"' in auto


def test_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    pytest.importorskip("uharfbuzz")
    sheet = bd.sheet([HARD] * 5, title="Übung Łódź, Судоку")
    sheet.save(tmp_path / "sheet.pdf")
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data == sheet.pdf()
    assert data.count(b"/Type /Page\n") == len(sheet) == 2
    assert b"/MediaBox [0 0 595.00 842.00]" in data
    assert data.count(b"/FontFile2") == 1, "the embedded font"
    assert b"NotoSans" in data
    with pytest.raises(ValueError, match="'数'"):
        bd.sheet(HARD, title="数独").pdf()


def test_gray_has_no_colors() -> None:
    gray, light = (bd.sheet(HARD, theme=theme) for theme in ("gray", "light"))
    for page in range(2):
        assert all(len({*color}) == 1 for color in re.findall('"#(..)(..)(..)"', gray.svg(page)))
    assert THEMES["light"]["solved"] not in light.svg(1), "answers are gray"
    for package in ("fpdf", "uharfbuzz"):
        pytest.importorskip(package)
    streams = re.findall(b"stream\n(.*?)\nendstream", gray.pdf(), re.DOTALL)
    contents = [zlib.decompress(stream) for stream in streams if stream[:1] == b"x"]
    assert {color for content in contents for color in re.findall(rb" (rg|RG|g|G|k|K)[ \n]", content)} == {b"g", b"G"}


def test_own_font(tmp_path: Path) -> None:
    """A font with a single letter, which draws it; other letters are those of Noto Sans."""
    builder = pytest.importorskip("fontTools.fontBuilder").FontBuilder(1000, isTTF=True)
    pen = pytest.importorskip("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 700))
    pen.lineTo((900, 0))
    pen.closePath()
    glyph = pen.glyph()
    builder.setupGlyphOrder([".notdef", "number"])
    builder.setupCharacterMap({ord("数"): "number"})
    builder.setupGlyf({".notdef": glyph, "number": glyph})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "number": (1000, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "One Letter", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "one.ttf")
    sheet = bd.sheet(HARD, title="数 Sudoku", font=tmp_path / "one.ttf")
    assert "font-family=\"'One Letter',sans-serif\"" in sheet.svg()
    assert "@font-face{font-family:'One Letter'" in sheet.html()
    for package in ("fpdf", "uharfbuzz", "resvg_py"):
        pytest.importorskip(package)
    assert sheet.pdf().count(b"/FontFile2") == 2
    assert sheet.png(dpi=72) != bd.sheet(HARD, title="  Sudoku").png(dpi=72)
    with pytest.raises(ValueError, match="'独'"):
        bd.sheet(HARD, title="独", font=tmp_path / "one.ttf").pdf()
    (tmp_path / "bad.ttf").write_bytes(b"\0\1\0\0" + b"x" * 100)
    with pytest.raises(ValueError, match=r"bad\.ttf"):
        bd.sheet(HARD, font=tmp_path / "bad.ttf")
    with pytest.raises(FileNotFoundError):
        bd.sheet(HARD, font=tmp_path / "none.ttf")


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    sheet = bd.sheet([HARD] * 3, paper="letter", title="Page Łódź")
    with pytest.raises(ValueError, match="2 pages"):
        sheet.save(tmp_path / "page.png")
    sheet.save(tmp_path / "page-{number}.png")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page-1.png", "page-2.png"]
    png = (tmp_path / "page-1.png").read_bytes()
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1275, 1650)
    assert sheet.png(dpi=72) != sheet.png(1, dpi=72)
    # The text is drawn without fonts of the system.
    assert sheet.png(dpi=72) != bd.sheet([HARD] * 3, paper="letter", title="Page").png(dpi=72)
    with pytest.raises(ValueError, match="'数'"):
        bd.sheet(HARD, title="数独").png()


@pytest.mark.parametrize(
    ("call", "error", "name"),
    [
        (lambda: bd.sheet(HARD, columns=0), ValueError, "columns"),
        *((lambda p=p: bd.sheet(HARD, paper=p), ValueError, "paper") for p in ("a3", "6x", "3x8", "6x21", "6 x 9")),
        (lambda: bd.sheet(HARD, per_page=0), ValueError, "per_page"),
        (lambda: bd.sheet(HARD, caption="{puzzle}"), ValueError, "caption"),
        (lambda: bd.sheet(HARD, caption="{number"), ValueError, "caption"),
        (lambda: bd.sheet(HARD, levels=["Easy"]), ValueError, "levels"),
        (lambda: bd.sheet(HARD, bound=cast("Any", 1)), TypeError, "bound"),
        (lambda: bd.sheet(HARD, theme=cast("Any", "red")), ValueError, "theme"),
        (lambda: bd.sheet(HARD, theme="auto").save("sheet.pdf"), ValueError, "theme"),
        (lambda: bd.sheet(HARD, theme="auto", answers=False).save("sheet.png"), ValueError, "theme"),
        (lambda: bd.sheet(HARD, answers=cast("Any", 5)), TypeError, "answers"),
        *((lambda c=c: bd.sheet(HARD, title=f"a{c}"), ValueError, "title") for c in "\ud800\0\x07\x1f\ufffe\uffff"),
        (lambda: bd.sheet(HARD, title="a" * 101), ValueError, "100"),
        (lambda: bd.sheet(HARD, title=cast("Any", 5)), TypeError, "title"),
        (lambda: bd.sheet([HARD, "12"]), bd.PuzzleError, r"puzzles\[1\]"),
        (lambda: bd.sheet(HARD).save("sheet.svg"), ValueError, r"\.html"),
        (lambda: bd.sheet(HARD).svg(2), ValueError, "page"),
    ],
)
def test_refusals(
    call: Callable[[], Any], error: type[Exception], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=name):
        call()
    assert not [*tmp_path.iterdir()]
