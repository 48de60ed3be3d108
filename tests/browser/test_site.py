"""The documentation in a real browser: no console errors, pages that fit a phone, search."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Screenshot = Callable[[Any, str], None]

#: Pages of every kind.
PAGES = [
    *("index.html", "guides/set-a-variant.html", "concepts/symmetry.html", "techniques/x_wing.html"),
    *("api/solving.html", "named-rules.html", "performance.html"),
]
#: The build of the documentation takes a minute.
pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}


class Silent(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(browser: Any) -> Iterator[tuple[Any, list[str]]]:
    """A page, and the errors on it."""
    tab = browser.new_page()
    wrong: list[str] = []

    def failed(request: Any) -> None:
        # Leaving a page may abort its requests.
        if request.failure != "net::ERR_ABORTED":
            wrong.append(f"{request.url}: {request.failure}")

    def wanted(request: Any) -> None:
        # The site works offline, so it loads nothing from other hosts.
        if not request.url.startswith(("http://127.0.0.1:", "file:", "data:")):
            wrong.append(f"{request.url} wanted")

    def told(message: Any) -> None:
        if message.type in ("error", "warning"):
            wrong.append(message.text)

    tab.on("console", told)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("requestfailed", failed)
    tab.on("request", wanted)
    yield tab, wrong
    tab.close()


@pytest.mark.parametrize("name", PAGES)
def test_pages(address: str, page: tuple[Any, list[str]], name: str) -> None:
    """A page loads without errors and fits a phone: wide code and tables scroll, the page does not."""
    tab, wrong = page
    tab.goto(f"{address}/{name}")
    tab.wait_for_load_state("load")
    broken = tab.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
    assert (broken, wrong) == ([], [])
    tab.set_viewport_size(PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_front_page_in_both_themes_at_phone_width(
    address: str, page: tuple[Any, list[str]], scheme: str, screenshot: Screenshot
) -> None:
    tab, wrong = page
    tab.set_viewport_size(PHONE)
    tab.emulate_media(color_scheme=scheme)
    # Visitors who save data see the picture instead of the playground.
    tab.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    tab.goto(f"{address}/index.html")
    assert "Sudoku" in tab.inner_text("h1")
    shown = [image.get_attribute("src") or "" for image in tab.query_selector_all("article img") if image.is_visible()]
    assert [Path(source).name for source in shown] == [f"board-{scheme}.svg"]
    # The contrast of text and background is at least 7.
    text, back = tab.evaluate(
        "[getComputedStyle(document.querySelector('article p')).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert contrast(text, back) >= 7
    screenshot(tab, f"site-{scheme}")
    assert wrong == []


def contrast(one: str, other: str) -> float:
    """The contrast of two colors ``rgb(r, g, b)``, as WCAG defines it."""

    def luminance(color: str) -> float:
        parts = [int(part) / 255 for part in color[color.index("(") + 1 : -1].split(",")[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_search_finds_canonical_offline(site: Path, page: tuple[Any, list[str]], screenshot: Screenshot) -> None:
    """The search of a site opened as files finds pages, but cannot show excerpts."""
    tab, _ = page
    tab.goto((site / "index.html").as_uri())
    tab.keyboard.press("Control+k")
    tab.keyboard.type("canonical")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#search-results li a", timeout=20_000)
    tab.wait_for_function("document.querySelectorAll('#search-results li').length > 3")
    found = [link.get_attribute("href") or "" for link in tab.query_selector_all("#search-results li a")]
    assert any("api/symmetry.html" in link and "bitdoku.canonical" in link for link in found)
    assert any("concepts/symmetry.html" in link for link in found)
    screenshot(tab, "site-search")
