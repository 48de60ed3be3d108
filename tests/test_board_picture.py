"""`Board` as a picture: elements, themes, file formats, and comparison with stored pictures."""

from __future__ import annotations

import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.board._drawing import THEMES
from bitdoku.board._render import MAX_WIDTH, png_from_svg
from puzzles import HARD, digits
from puzzles import USUAL as PUZZLE
from puzzles import USUAL_SOLUTION as SOLUTION

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str, name: str) -> list[ET.Element]:
    """The elements of the picture whose class is `name`."""
    return [element for element in ET.fromstring(svg).iter() if element.get("class") == name]


def strokes(svg: str, name: str) -> int:
    """The number of strokes in the paths of a class; a digit has one or two."""
    return sum(len(re.findall("M", element.get("d", ""))) for element in drawn(svg, name))


STROKES = dict(zip("123456789", [1, 1, 2, 1, 1, 1, 1, 2, 1], strict=True))


def strokes_of(text: str) -> int:
    return sum(STROKES.get(c, 0) for c in text)


def test_givens_and_solved_cells_differ() -> None:
    svg = bd.Board(PUZZLE, SOLUTION).svg(theme="light")
    solved = "".join(s for p, s in zip(PUZZLE, SOLUTION, strict=True) if p == ".")
    assert strokes(svg, "s-given") == strokes_of(PUZZLE)
    assert strokes(svg, "s-solved") == strokes_of(solved)
    assert strokes(svg, "f-ground") == 81 - PUZZLE.count(".")
    (given,), (light,) = drawn(svg, "s-given"), drawn(svg, "s-solved")
    assert given.get("stroke") != light.get("stroke")
    assert float(given.get("stroke-width", 0)) > 1.4 * float(light.get("stroke-width", 0))


def test_clashes_are_ringed() -> None:
    assert not drawn(bd.Board(PUZZLE).svg(), "s-clash")
    clashing = "5" + PUZZLE[1:8] + "5" + PUZZLE[9:]
    board = bd.Board(clashing)
    assert strokes(board.svg(), "s-clash") == 3 == bd.conflicts(clashing).sum()


def test_candidates_and_highlights() -> None:
    masks = bd.candidates(PUZZLE)
    board = bd.Board(
        PUZZLE,
        candidates="basic",
        highlight={(0, 2): "blue", (0, 2, 1): "green", (0, 2, 4): "red", (0, 0): "yellow"},
    )
    svg = board.svg(theme="dark")
    blank = digits(PUZZLE) == 0
    # Candidates are copies of one shape for each digit.
    copies = [use.get("href") for use in ET.fromstring(svg).iter(SVG + "use")]
    assert [copies.count(f"#bd9-{k + 1}") for k in range(9)] == [int((masks[blank] >> k & 1).sum()) for k in range(9)]
    shapes = {shape.get("id"): shape.get("d", "") for shape in ET.fromstring(svg).iter(SVG + "path") if shape.get("id")}
    assert {f"#{name}" for name in shapes} == {*copies}
    assert all(shapes[f"bd9-{digit}"].count("M") == STROKES[digit] for digit in "123456789")
    assert strokes(svg, "f-blue") == strokes(svg, "f-yellow") == 1
    assert [circle.tag for circle in drawn(svg, "f-green") + drawn(svg, "f-red")] == [SVG + "circle"] * 2
    assert strokes(svg, "s-clash") == 1  # the struck candidate
    # Places without a color are yellow.
    assert bd.Board(PUZZLE, highlight=[(0, 0)]).highlight == {(0, 0): "yellow"}


def test_themes() -> None:
    board = bd.Board(PUZZLE)
    light, dark, auto = board.svg(theme="light"), board.svg(theme="dark"), board.svg()
    for svg, theme, other in ((light, "light", "dark"), (dark, "dark", "light")):
        assert THEMES[theme]["given"] in svg
        assert THEMES[other]["given"] not in svg
    assert "<style>" not in light + dark
    # Renderers without variables show the light theme; the style sheet has both, for systems and for notebooks.
    assert f'stroke="{THEMES["light"]["given"]}"' in auto
    for words in (
        "prefers-color-scheme:dark",
        '[data-jp-theme-light="false"]',
        ".vscode-dark",
        *(THEMES["dark"][name] for name in ("paper", "ground", "thin", "thick", "given")),
    ):
        assert words in auto
    # Styles apply to the whole page, so their selectors must not match pictures with a fixed theme.
    (style,) = re.findall("<style>(.*)</style>", auto)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", style)
    assert all(".bitdoku-auto" in part for selector in selectors for part in selector.split(","))
    for svg, theme in ((auto, "auto"), (light, "light"), (dark, "dark")):
        assert ET.fromstring(svg).get("class") == f"bitdoku-{theme}"
    assert THEMES["light"].keys() == THEMES["dark"].keys()
    with pytest.raises(ValueError, match="theme"):
        board.svg(theme="grey")  # type: ignore[arg-type]


def test_renderers_without_variables_show_the_light_theme() -> None:
    pytest.importorskip("resvg_py")
    board = bd.Board(PUZZLE, SOLUTION)
    assert png_from_svg(board.svg()) == png_from_svg(board.svg(theme="light"))


def test_pictures_are_well_formed_and_have_the_requested_size() -> None:
    svg = bd.Board(PUZZLE, SOLUTION, highlight=[(0, 0)]).svg(size=500)
    root = ET.fromstring(svg)
    assert (root.tag, root.get("width"), root.get("height")) == (SVG + "svg", "500", "500")
    assert SOLUTION in root.get("aria-label", "")
    assert bd.Board(PUZZLE)._repr_html_() == bd.Board(PUZZLE)._repr_svg_() == bd.Board(PUZZLE).svg()


def test_png() -> None:
    pytest.importorskip("resvg_py")
    for theme in ("light", "dark"):
        png = bd.Board(PUZZLE).png(size=200, theme=theme)
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        assert int.from_bytes(png[16:20]) == int.from_bytes(png[20:24]) == 200
    assert bd.Board(PUZZLE).png() != bd.Board(SOLUTION).png()
    with pytest.raises(ValueError, match="theme"):
        bd.Board(PUZZLE).png(theme="auto")  # type: ignore[arg-type]


def test_the_size_of_a_png_is_bounded() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(ValueError, match=f"{MAX_WIDTH}"):
        bd.Board(PUZZLE).png(size=MAX_WIDTH + 1)
    png = bd.Board(np.zeros((64, 64), np.uint8), rules="64x64", candidates=np.ones((64, 64), int)).png()
    assert int.from_bytes(png[16:20]) == MAX_WIDTH


def test_save(tmp_path: Path) -> None:
    board = bd.Board(PUZZLE)
    board.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == board.svg(theme="light")
    board.save(str(tmp_path / "board.HTML"), size=200, theme="auto")
    page = (tmp_path / "board.HTML").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert board.svg(size=200) in page
    for name in ("board", "board.jpg", "board.svg.gz"):
        with pytest.raises(ValueError, match=name):
            board.save(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        board.save(tmp_path / "none" / "board.svg")
    assert {file.name for file in tmp_path.iterdir()} == {"board.svg", "board.HTML"}


def test_save_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    board = bd.Board(PUZZLE)
    board.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes() == board.png()


def test_save_as_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    board = bd.Board(PUZZLE, candidates="basic")
    board.save(tmp_path / "board.pdf")
    board.save(tmp_path / "again.pdf")
    data = (tmp_path / "board.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data == (tmp_path / "again.pdf").read_bytes()
    assert b"/MediaBox [0 0 364.00 364.00]" in data
    with pytest.raises(ValueError, match="theme"):
        board.save(tmp_path / "board.pdf", theme="auto")


def test_user_text_is_escaped() -> None:
    board = bd.Board("&abcdefgh" + "." * 72, symbols="&abcdefgh")
    assert "&abcdefgh..." in ET.fromstring(board.svg()).get("aria-label", "")


@pytest.mark.parametrize(("extra", "package"), [("pdf", "fpdf"), ("png", "resvg_py")])
def test_a_missing_extra_is_named(extra: str, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"bitdoku\[{extra}\]"):
        bd.Board(PUZZLE).save(tmp_path / f"board.{extra}")


def test_digits_and_candidates_of_a_cage_are_where_those_of_neighbors_are() -> None:
    rules = bd.Rules() + bd.rules.killer_cage([(0, 0), (0, 1)], 7)
    svg = bd.Board("........." * 9, candidates="basic", rules=rules).svg()
    places = [(float(use.get("x", 0)), float(use.get("y", 0))) for use in ET.fromstring(svg).iter(SVG + "use")]
    heights = {round(y % 40, 2) for _, y in places}
    assert len(heights) == 3, "three rows of candidates, the same in each cell"

    def starts(rules: bd.Rules) -> list[tuple[str, str]]:
        """The starts of the strokes of givens."""
        given = drawn(bd.Board("34" + "." * 79, rules=rules).svg(), "s-given")[-1]
        return re.findall(r"M(\S+) ([\d.]+)", given.get("d", ""))

    moved = np.array(starts(rules), float) - np.array(starts(bd.Rules()), float)
    np.testing.assert_allclose(moved, [[0, 2.5]] * 3, atol=0.1)


def test_arrows_end_before_the_digit() -> None:
    """The digit of the last cell is within 12 units of its center."""
    for path in ([(0, 1), (0, 2)], [(1, 1), (2, 2)], [(1, 0), (2, 0)]):
        svg = bd.Board("." * 81, rules=bd.Rules() + bd.rules.arrow((0, 0), path)).svg()
        line = next(ET.fromstring(svg).iter(SVG + "polyline"))
        x, y = map(float, line.get("points", "").split()[-1].split(","))
        row, column = path[-1]
        assert np.hypot(x - 22 - 40 * column, y - 22 - 40 * row) == pytest.approx(13, abs=0.01)


# --- stored pictures ------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent / "pictures"
R = bd.rules
CLUES = [R.sandwich(12, column=3), R.sandwich(7, row=2), R.killer_cage([(3, 3), (3, 4), (4, 4)], 15)]
CLUES += [R.little_killer((0, 4), "down_right", 25), R.little_killer((0, 2), "down_left", 14), R.anti_king()]
CLUES += [R.kropki_white([((0, 0), (0, 1))]), R.kropki_black([((1, 1), (2, 1))])]
RULES = sum([*CLUES, R.thermometer([(6, 0), (7, 0), (8, 1)])], bd.Rules())
LINES = [R.arrow((0, 0), [(1, 1), (2, 1), (2, 2)]), R.arrow([(4, 4), (4, 5)], [(3, 5), (2, 5)]), R.odd([(6, 3)])]
LINES += [R.thermometer([(6, 0), (5, 1), (4, 1), (3, 2)]), R.between([(0, 8), (1, 7), (2, 8)]), R.even([(7, 4)])]
LINES += [
    R.renban([(0, 3), (0, 4), (1, 5)]),
    R.killer_cage([(7, 7), (8, 7), (8, 8)], 15),
    R.palindrome([(2, 6), (3, 6), (4, 7)]),
]
ROWS, COLUMNS = np.indices((16, 16))
LARGE = np.where((ROWS * 7 + COLUMNS * 3) % 5 < 2, 0, (ROWS % 4 * 4 + ROWS // 4 + COLUMNS) % 16 + 1)
BOARDS: dict[str, Any] = {
    "plain": lambda: bd.Board(PUZZLE, SOLUTION),
    "candidates": lambda: bd.Board(PUZZLE, candidates="basic", highlight={(0, 2): "blue", (0, 2, 4): "red"}),
    "clash": lambda: bd.Board("5" + PUZZLE[1:8] + "5" + PUZZLE[9:]),
    "rules": lambda: bd.Board("." * 72 + "123" + "." * 6, candidates="basic", rules=RULES),
    "lines": lambda: bd.Board("." * 72 + ".4.7..3..", candidates="basic", rules=sum(LINES, bd.Rules())),
    "step": lambda: bd.Board(next(s for s in bd.explain(HARD) if s.links)),
    "large": lambda: bd.Board(LARGE, candidates="basic", rules="16x16"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", BOARDS)
def test_pictures_match_the_stored_ones(name: str, theme: Any, tmp_path: Path) -> None:
    """Compares with a tolerance for other renderers; BITDOKU_PICTURES=write stores the current pictures."""
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    golden = GOLDEN / f"{name}-{theme}.png"
    drawn = tmp_path / golden.name
    board = BOARDS[name]()
    drawn.write_bytes(board.png(size=182 if board.rules.side == 9 else 320, theme=theme))
    if os.environ.get("BITDOKU_PICTURES") == "write":
        GOLDEN.mkdir(exist_ok=True)
        image.open(drawn).convert("RGB").save(golden, optimize=True)
    now, before = (np.asarray(image.open(path).convert("RGB"), int) for path in (drawn, golden))
    assert now.shape == before.shape
    difference = np.abs(now - before).max(axis=2)
    # Pixels at edges may differ by a renderer's rounding; a shape that moves or changes color alters a whole block.
    height, width = (extent // 6 * 6 for extent in difference.shape)
    blocks = difference[:height, :width].reshape(height // 6, 6, width // 6, 6).mean(axis=(1, 3))
    assert blocks.max() < 25, f"{drawn} differs from {golden}"
