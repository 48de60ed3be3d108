"""Pictures and pages displayed and printed by a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(21, 24, 28)"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    yield page
    page.close()


def test_boards_on_one_page_keep_their_themes(page: Any, screenshot: Callable[[Any, str], None]) -> None:
    board, rich = bd.Board(HARD), bd.Board(HARD, candidates="basic", highlight=[(0, 0)])
    pictures = [
        *(board.svg(size=250), board.svg(size=250, theme="dark"), board.svg(size=250, theme="light")),
        *(f'<span data-theme="{theme}">{rich.svg(size=250)}</span>' for theme in ("light", "dark")),
        *(f'<span data-jp-theme-light="{light}">{board.svg(size=250)}</span>' for light in ("true", "false")),
        f'<span class="vscode-dark">{board.svg(size=250)}</span>',
    ]
    page.set_content("".join(pictures))
    papers = "[...document.querySelectorAll('svg > rect')].map(e => getComputedStyle(e).fill)"
    digits = "[...document.querySelectorAll('svg > .s-given')].map(e => getComputedStyle(e).stroke)"
    for scheme, auto in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        expected = [auto, DARK, LIGHT, LIGHT, DARK, LIGHT, DARK, DARK]
        assert page.evaluate(papers) == expected
        inks = page.evaluate(digits)
        assert {ink for ink, paper in zip(inks, expected, strict=True) if paper == LIGHT} == {"rgb(13, 17, 23)"}
        assert {ink for ink, paper in zip(inks, expected, strict=True) if paper == DARK} == {"rgb(246, 248, 250)"}
        screenshot(page, f"boards-{scheme}")


def test_a_report_fits_a_phone(page: Any, tmp_path: Path, screenshot: Callable[[Any, str], None]) -> None:
    path = tmp_path / f"{'a-long-name-' * 9}.txt"
    path.write_text(f"{HARD}\n" * 12 + "11" + "." * 79 + f"\n{HARD[1:]}\n")
    page.set_content(bd.datasets.audit(path).html())
    for width in (360, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        # Boards in the text wrap to a few lines.
        assert page.evaluate("Math.max(...[...document.querySelectorAll('code')].map(e => e.offsetHeight))") < 120
        screenshot(page, f"report-{width}")


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 216, 279)])
def test_sheets_print_one_page_each(page: Any, paper: Any, width: int, height: int) -> None:
    sheet = bd.sheet([HARD] * 10, title="Monday", paper=paper)
    page.set_content(sheet.html())
    data = page.pdf(prefer_css_page_size=True)
    assert data.count(b"/Type /Page\n") == len(sheet) > 2
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert (round(float(box[2]) / 72 * 25.4), round(float(box[3]) / 72 * 25.4)) == (width, height)
