"""`sheet`: pages with all puzzles and their answers, in each format."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd

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
            assert 60 < b < d < high - 40, "on the page"
            for e, f, g, h in boxes[:k]:
                assert c <= e + 0.1 or g <= a + 0.1 or d <= f + 0.1 or h <= b + 0.1, "apart"


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 7, 12, 20])
def test_answers_are_legible(columns: int) -> None:
    """Answers are as wide as the puzzles, or at least 13 mm wide."""
    sheet = bd.sheet([HARD], columns=columns)
    puzzle, answer = (
        float(re.search(r"scale\(([^)]*)\)", sheet.svg(page))[1]) * 364  # type: ignore[index]
        for page in range(2)
    )
    assert answer == puzzle > 10 or answer > 13 / 25.4 * 72


@pytest.mark.parametrize("title", ["Sudoku " * 14, "W" * 30, "数独" * 50, "Судоку " * 14, "i" * 100])
def test_long_titles_end_before_the_number_of_the_page(title: str) -> None:
    """The width of text is estimated: a wide character has the height of the font, others 0.6 of it."""
    sheet = bd.sheet([HARD] * 20, title=title, columns=1)
    for page in range(len(sheet)):
        root = ET.fromstring(sheet.svg(page))
        paths = [path.get("d", "") for path in root.findall(SVG + "path")]
        text = root.find(SVG + "text")
        if text is not None:
            size = float(text.get("font-size", 0))
            wide = sum(size * (1 if character > "\u3000" else 0.6) for character in text.text or "")
            assert size > 4
        else:
            wide = max(float(x) for x in re.findall(r"M(\S+) ", paths.pop(0))) - 42
        (start, *_) = re.findall(r"M(\S+) ", paths[0])
        assert 0 < wide < float(start) - 42 - 5
    assert 'stroke-width="1.6"' in bd.sheet(HARD, title="Monday").svg()


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
    assert "@page{size:letter" in page
    assert "<b>" not in page
    assert page.count("&lt;b&gt;数独&lt;/b&gt;</text>") == 1
    assert page.count("<svg") == len(sheet)
    assert "<script" not in page
    assert sheet._repr_html_().count("<svg") == len(sheet)
    auto = bd.sheet([HARD], theme="auto").svg()
    assert 'class="bitdoku-auto"' in auto


def test_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    sheet = bd.sheet([HARD] * 5, title="Übung")
    sheet.save(tmp_path / "sheet.pdf")
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data == sheet.pdf()
    assert data.count(b"/Type /Page\n") == len(sheet) == 2
    assert b"/MediaBox [0 0 595.00 842.00]" in data
    bd.sheet(HARD).pdf()
    with pytest.raises(ValueError, match="'Ł'"):
        bd.sheet(HARD, title="Übung Łódź").pdf()


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    sheet = bd.sheet([HARD] * 3, paper="letter", title="Page")
    with pytest.raises(ValueError, match="2 pages"):
        sheet.save(tmp_path / "page.png")
    sheet.save(tmp_path / "page-{number}.png")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page-1.png", "page-2.png"]
    png = (tmp_path / "page-1.png").read_bytes()
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1275, 1650)
    assert sheet.png(dpi=72) != sheet.png(1, dpi=72)


def test_a_png_without_fonts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg = pytest.importorskip("resvg_py")
    draw = resvg.svg_to_bytes
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **options: draw(**{**options, "skip_system_fonts": True}))
    with pytest.raises(ValueError, match="font"):
        bd.sheet(HARD, title="Łódź").png()


@pytest.mark.parametrize(
    ("call", "error", "name"),
    [
        (lambda: bd.sheet(HARD, columns=0), ValueError, "columns"),
        (lambda: bd.sheet(HARD, paper=cast("Any", "a5")), ValueError, "paper"),
        (lambda: bd.sheet(HARD, theme=cast("Any", "red")), ValueError, "theme"),
        (lambda: bd.sheet(HARD, theme="auto").save("sheet.pdf"), ValueError, "theme"),
        (lambda: bd.sheet(HARD, theme="auto", answers=False).save("sheet.png"), ValueError, "theme"),
        (lambda: bd.sheet(HARD, answers=cast("Any", "no")), TypeError, "answers"),
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
