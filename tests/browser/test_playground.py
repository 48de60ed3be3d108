"""The playground in a real browser: alone, offline, on a phone and within the site. Needs ``make web``."""

from __future__ import annotations

import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd
from browser.test_editor import HARD, PASTE
from browser.test_site import PHONE, Silent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Screenshot = Callable[[Any, str], None]

FULL = Path(__file__).parents[2] / "web" / "dist" / "full"
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="web/dist is missing: make web")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: Violations of the policy of a page are errors on its console too, but not those in workers.
WATCH = "window.violations = []; addEventListener('securitypolicyviolation', e => violations.push(e.violatedDirective))"


@pytest.fixture(scope="module")
def serve() -> Iterator[Callable[[Path], str]]:
    """A function that serves a folder and returns its address."""
    servers = []

    def serve(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A page of a new visitor. No error may occur, and no request to another host."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    wrong: list[str] = []

    def requested(request: Any) -> None:
        if not request.url.startswith("http://127.0.0.1:"):
            wrong.append(request.url)

    context.on("request", requested)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert (wrong, page.evaluate("violations")) == ([], [])
    context.close()


def open_playground(tab: Any, address: str) -> Any:
    """Open the playground and wait for the module; returns the editor."""
    tab.goto(address)
    tab.locator("html[data-ready]").wait_for()
    return tab.locator(".bitdoku-editor")


# The policy of the page forbids the function wait_for_function of Playwright.
def settle(tab: Any) -> None:
    """Wait until all requests are answered."""
    tab.locator(".bitdoku-editor[aria-busy=false]").wait_for()


def paste(tab: Any, text: str) -> None:
    tab.locator("[role=gridcell][tabindex='0']").focus()
    tab.evaluate(PASTE, text)
    settle(tab)


def test_the_playground(tab: Any, serve: Callable[[Path], str], screenshot: Screenshot) -> None:
    editor = open_playground(tab, f"{serve(FULL)}/index.html")
    screenshot(tab, "playground-start")
    assert editor.locator(".title").inner_text() == "X-Wing (140)"
    status, message = editor.get_by_role("status"), editor.get_by_role("alert")

    # Text in any form; other links and text that is no puzzle have messages.
    paste(tab, str(bd.Board(EASY)))
    assert status.inner_text() == "Exactly one solution; 30 givens, 51 blank"
    paste(tab, "https://sudokupad.app/abc")
    assert "the link is short" in message.inner_text()
    paste(tab, "https://www.sudokuwiki.org/sudoku.htm?bd=1")
    assert "bitdoku.links.read" in message.inner_text()
    paste(tab, "nothing")
    assert "expected a digit" in message.inner_text()
    editor.get_by_text("Text", exact=True).click()
    editor.get_by_label("Puzzle").fill(HARD)
    editor.get_by_role("button", name="Use text").click()
    settle(tab)
    assert "21 givens" in status.inner_text()

    # Each key has a verdict.
    editor.get_by_role("gridcell").nth(1).focus()
    times = [tab.evaluate(KEY_TIME, digit) for digit in "1234567" * 4]
    print(f"a key is answered in {median(times):.1f} ms, at most {max(times):.1f} ms")
    assert median(times) < 500
    editor.get_by_role("button", name="Clear solved").click()

    # Hint, explanation, solution.
    paste(tab, EASY)
    editor.get_by_role("button", name="Hint").click()
    settle(tab)
    hint = bd.hint(EASY)
    assert hint is not None
    assert editor.locator(".text").inner_text() == hint.text
    editor.get_by_role("button", name="Explain").click()
    settle(tab)
    assert editor.locator(".count").inner_text() == f"1 of {len(bd.explain(EASY))}"
    screenshot(tab, "playground-explanation")
    editor.get_by_role("button", name="Solve", exact=True).click()
    editor.locator("[data-kind=solved]").nth(50).wait_for(state="attached")
    assert "solved" in status.inner_text()

    # A new puzzle, and its ratings.
    editor.get_by_text("New puzzle").click()
    editor.get_by_label("Clues").fill("30")
    editor.get_by_label("Symmetry").select_option("half_turn")
    editor.get_by_label("Seed").fill("5")
    editor.get_by_role("button", name="Generate").click()
    editor.get_by_text("New puzzle with 30 clues; seed 5.").wait_for()
    made = bd.Board(bd.generate(1, seed=5, clues=30, symmetry="half_turn").puzzle[0]).line()
    editor.get_by_role("button", name="Rate", exact=True).click()
    settle(tab)
    rated = bd.rate(made, columns=("level", "er", "ep", "ed"))
    level, er, ep, ed = bd.Level(int(rated["level"])).name.lower(), *(float(rated[c]) for c in ("er", "ep", "ed"))
    assert message.inner_text().startswith(f"HoDoKu: {level}, score ")
    assert message.inner_text().endswith(f"ER {er:.1f}, EP {ep:.1f}, ED {ed:.1f}")

    # Rules by name, which the picture shows.
    editor.locator("summary", has_text="Rules").click()
    editor.get_by_label("Rules").fill("anti-king")
    editor.get_by_role("button", name="Use rules").click()
    editor.get_by_role("button", name="Clear all").click()
    settle(tab)
    assert editor.locator(".picture svg").get_attribute("viewBox") != "0 0 364 364"
    screenshot(tab, "playground-rules")


#: Types a digit where the focus is; resolves to the milliseconds until the view is shown.
KEY_TIME = """(digit) => new Promise((resolve) => {
  const editor = document.querySelector(".bitdoku-editor");
  const from = performance.now();
  new MutationObserver((_, observer) => {
    if (editor.getAttribute("aria-busy") === "true") return;
    observer.disconnect();
    resolve(performance.now() - from);
  }).observe(editor, { attributeFilter: ["aria-busy"] });
  const options = { key: digit, code: `Digit${digit}`, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", options));
})"""


def test_variants(tab: Any, serve: Callable[[Path], str], screenshot: Screenshot) -> None:
    """Links open with their rules, rules are drawn, and the link of the board has them all."""
    row = bd.compose(1, kind="killer", seed=1)[0]
    editor = open_playground(tab, f"{serve(FULL)}/index.html")
    status = editor.get_by_role("status")
    paste(tab, bd.links.write(row, title="A killer"))
    assert "Exactly one solution" in status.inner_text()
    assert "A killer" in editor.get_by_role("alert").inner_text()
    editor.get_by_role("button", name="Explain").click()
    settle(tab)
    assert editor.locator(".count").inner_text() == f"1 of {len(bd.explain(row))}"
    screenshot(tab, "playground-killer")
    editor.get_by_role("button", name="Clear all").click()
    editor.get_by_role("button", name="Draw").click()
    editor.locator("select[name=mark]").select_option("thermometer")
    editor.get_by_role("gridcell").nth(0).focus()
    for key in ("Shift+ArrowRight", "Shift+ArrowDown", "Enter"):
        tab.keyboard.press(key)
    settle(tab)
    editor.get_by_text("Share").click()
    editor.get_by_role("button", name="Link", exact=True).click()
    settle(tab)
    assert [rule.name for rule in bd.links.read(tab.url).rules.rules][-1] == "thermometer"
    picture = editor.locator("svg").first.inner_html()
    tab.reload()
    tab.locator("html[data-ready]").wait_for()
    assert editor.locator("svg").first.inner_html() == picture


def test_a_link_restores_the_board(tab: Any, serve: Callable[[Path], str]) -> None:
    address = f"{serve(FULL)}/index.html"
    editor = open_playground(tab, address)
    paste(tab, HARD)
    editor.get_by_role("gridcell").nth(1).focus()
    tab.keyboard.press("1")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Shift+Digit2")
    editor.locator("[aria-label='row 1 column 3, blank, marks 2']").wait_for(state="attached")
    editor.get_by_text("Share", exact=True).click()
    editor.get_by_role("button", name="Link").click()
    settle(tab)
    link = editor.locator("a.link").inner_text()
    assert link.startswith(f"{address}#p={HARD}&d=81")
    assert tab.url == link
    tab.goto("about:blank")
    editor = open_playground(tab, link)
    labels = [editor.get_by_role("gridcell").nth(k).get_attribute("aria-label") for k in range(3)]
    assert labels == ["row 1 column 1, 8 given", "row 1 column 2, 1 solved", "row 1 column 3, blank, marks 2"]
    tab.goto(f"{address}#p=12")
    editor.get_by_role("alert").get_by_text("the address is damaged").wait_for()


def test_the_board_is_there_before_the_module_and_offline(tab: Any, serve: Callable[[Path], str]) -> None:
    address = f"{serve(FULL)}/index.html"
    held: list[Any] = []
    tab.context.route("**/*.wasm", lambda route: held.append(route))  # Playwright needs a function
    tab.goto(address)
    tab.locator("[role=gridcell]").nth(80).wait_for()
    assert tab.locator("html[data-ready]").count() == 0
    tab.wait_for_timeout(300)
    assert tab.locator(".picture svg").count() == 1
    for route in held:
        route.continue_()
    tab.context.unroute("**/*.wasm")
    tab.locator("html[data-ready]").wait_for()
    tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    tab.context.set_offline(True)
    editor = open_playground(tab, f"{address}?small")
    paste(tab, HARD)
    assert "21 givens" in editor.get_by_role("status").inner_text()
    tab.context.set_offline(False)


def test_cancel_and_print(tab: Any, serve: Callable[[Path], str]) -> None:
    editor = open_playground(tab, f"{serve(FULL)}/index.html")
    # No grid has a puzzle with 17 clues of full symmetry within seconds.
    editor.get_by_text("New puzzle").click()
    editor.get_by_label("Clues").fill("17")
    editor.get_by_label("Symmetry").select_option("full")
    editor.get_by_role("button", name="Generate").click()
    editor.get_by_role("button", name="Cancel").click()
    editor.get_by_role("alert").get_by_text("Cancelled.").wait_for()
    paste(tab, HARD)
    tab.evaluate("window.print = () => (window.printed = true)")
    editor.get_by_role("button", name="Print").click()
    settle(tab)
    assert tab.evaluate("window.printed")
    tab.emulate_media(media="print")
    assert tab.locator(".paper svg").is_visible()
    assert not editor.is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone(tab: Any, serve: Callable[[Path], str], theme: Any, screenshot: Screenshot) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    tab.set_viewport_size(PHONE)
    tab.emulate_media(color_scheme=theme)
    editor = open_playground(tab, f"{serve(FULL)}/index.html")
    assert editor.get_attribute("data-theme") == theme
    for summary in editor.locator("summary").all():
        summary.click()
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    screenshot(tab, f"playground-phone-{theme}")
    # The policy of the page forbids the script of axe, which needs none of it.
    found = tab.context.new_cdp_session(tab)
    found.send("Page.setBypassCSP", {"enabled": True})
    tab.reload()
    tab.locator("html[data-ready]").wait_for()
    assert [one["id"] for one in axe.Axe().run(tab).response["violations"]] == []


@pytest.mark.slow
def test_the_site(tab: Any, site: Path, serve: Callable[[Path], str], screenshot: Screenshot) -> None:
    """The front page plays in both themes, and examples of techniques are players."""
    address = serve(site)
    tab.goto(f"{address}/index.html")
    tab.locator(".play.ready").wait_for()
    frame = tab.frame_locator(".play iframe")
    assert frame.locator(".title").inner_text() == "X-Wing (140)"
    assert not any(image.is_visible() for image in tab.locator(".play img").all())
    tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    frame.locator(".bitdoku-editor[data-theme=dark]").wait_for()
    frame.get_by_role("gridcell", name="row 2 column 8").press("4")
    frame.get_by_text("Exactly one solution; 24 givens, 22 blank").wait_for()
    screenshot(tab, "site-playground")

    tab.goto(f"{address}/playground.html")
    tab.locator(".play.ready").wait_for()
    tab.set_viewport_size(PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    tab.get_by_role("link", name="The playground as a separate page").click()
    tab.locator("html[data-ready]").wait_for()

    tab.goto(f"{address}/techniques/x_wing.html")
    tab.get_by_role("button", name="Step through").first.click()
    player = tab.locator(".live")
    player.get_by_text("Step 41 of 60: X-Wing").wait_for()
    player.get_by_role("button", name="Next step").click()
    player.get_by_text("Step 42 of 60").wait_for()
    screenshot(tab, "site-live")
    player.get_by_role("button", name="Another puzzle").click()
    player.locator("button:not([disabled])", has_text="Another puzzle").wait_for()
    player.get_by_text("X-Wing", exact=False).first.wait_for()
    player.get_by_role("link", name="Open in the playground").evaluate("link => link.removeAttribute('target')")
    player.get_by_role("link", name="Open in the playground").click()
    tab.locator("html[data-ready]").wait_for()
    assert "Exactly one solution" in tab.get_by_role("status").inner_text()

    tab.goto(f"{address}/speed-test.html")
    tab.get_by_role("button", name="Start").click()
    tab.locator("tr.own").wait_for(timeout=60_000)
    assert tab.locator(".bars .own").count() == 2
    screenshot(tab, "site-speed")
