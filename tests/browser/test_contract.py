"""The Editor without a notebook: the contract of anywidget, on which VS Code and Colab rely, and accessibility.

The contract is a module whose default export has ``render({ model, el })``, and a model with ``get``, ``set``,
``save_changes``, ``on``, ``off`` and ``send``. Here the model is a small one that refuses all else; its messages go to
an `Editor` in this process.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Screenshot = Callable[[Any, str], None]

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

#: A model with the members of the contract only.
HOST = """async ([source, css, view, theme]) => {
  const state = { _view: view, theme };
  const watching = new Map();
  const set = (name, value) => {
    state[name] = value;
    for (const watch of [...(watching.get(`change:${name}`) ?? [])]) watch();
  };
  const send = async (content) => set("_view", await kernel(content));
  const known = {
    get: (name) => state[name],
    set,
    save_changes() {},
    on: (name, watch) => watching.set(name, (watching.get(name) ?? new Set()).add(watch)),
    off: (name, watch) => watching.get(name)?.delete(watch),
    send,
  };
  const model = new Proxy(known, {
    get(target, name) {
      if (!(name in target)) throw new Error(`model.${String(name)} is not in the contract`);
      return target[name];
    },
  });
  const before = Object.keys(window);
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  document.body.append(Object.assign(document.createElement("style"), { textContent: css }));
  window.host = {
    exports: [Object.keys(module), Object.keys(module.default)],
    set,
    watching: () => [...watching.values()].reduce((sum, set) => sum + set.size, 0),
    async show() {
      const el = document.querySelector("main").appendChild(document.createElement("div"));
      return { el, cleanup: await module.default.render({ model, el }) };
    },
  };
  window.shown = [await host.show(), await host.show()];
  return Object.keys(window).filter((name) => !before.includes(name) && !["host", "shown"].includes(name));
}"""


@pytest.fixture
def host(browser: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a page with two views of one Editor; returns the page, the Editor and errors."""
    pytest.importorskip("anywidget", reason="anywidget is not installed")
    from bitdoku.widget import Editor

    pages = []

    def host(puzzle: Any = None, *, theme: Any = "light", dark: bool = False) -> Any:
        editor = Editor(puzzle, theme=theme)
        wrong: list[str] = []

        def kernel(content: Any) -> Any:
            editor._receive(None, content, None)
            return editor._view

        page = browser.new_page(viewport={"width": 800, "height": 1800})
        page.set_default_timeout(10_000)
        pages.append(page)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.expose_function("kernel", kernel)
        page.set_content('<!DOCTYPE html><html lang="en"><title>Editor</title><main><h1>Notebook</h1></main></html>')
        if dark:
            page.add_style_tag(content="html { background: #111; color: white }")
        folder = Path(bd.__file__).parent / "widget"
        source, css = ((folder / name).read_text(encoding="utf-8") for name in ("editor.js", "editor.css"))
        assert page.evaluate(HOST, [source, css, editor._view, theme]) == []
        return page, editor, wrong

    yield host
    for page in pages:
        page.close()


def test_the_contract_of_anywidget(host: Callable[..., Any]) -> None:
    page, editor, wrong = host()
    assert page.evaluate("host.exports") == [["default"], ["render"]]
    views = page.locator(".bitdoku-editor")
    assert views.count() == 2
    # Both views show digits typed into one of them.
    views.nth(0).get_by_role("gridcell").first.focus()
    for k, digit in enumerate(HARD[:27]):
        if digit != ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        if k % 9 == 8:
            page.keyboard.press("ArrowDown")
    for k in range(2):
        views.nth(k).locator(".verdict").filter(has_text="6 givens, 75 blank").wait_for()
    assert editor.board.line() == HARD[:27] + "." * 54
    assert views.nth(1).get_by_role("gridcell").first.get_attribute("aria-label") == "row 1 column 1, 8 given"

    # The function that render returns removes one view only.
    page.evaluate("shown[0].cleanup()")
    assert views.count() == 1
    views.get_by_role("button", name="Clear all").click()
    views.locator(".verdict").filter(has_text="0 givens, 81 blank").wait_for()
    page.evaluate("host.set('theme', 'dark')")
    assert views.get_attribute("data-theme") == "dark"
    page.evaluate("shown[1].cleanup()")
    assert (views.count(), page.evaluate("host.watching()")) == (0, 0)
    page.evaluate("document.body.setAttribute('class', 'other')")
    page.wait_for_timeout(50)
    assert wrong == []


def test_the_theme_is_that_of_the_page(host: Callable[..., Any]) -> None:
    """A background of the page takes precedence over the system, in any notation of colors."""
    page, _, wrong = host(theme="auto")
    dark = ("rgb(20 20 20)", "color(srgb 0.1 0.1 0.1)", "oklch(0.2 0 0)")
    for pair in zip(dark, ("#fff", "color(srgb 1 1 1)", "oklch(0.98 0 0)"), strict=True):
        for theme, other, color in zip(("dark", "light"), ("light", "dark"), pair, strict=True):
            page.emulate_media(color_scheme=other)
            page.evaluate("color => document.body.setAttribute('style', `background: ${color}`)", color)
            page.wait_for_function(
                "name => document.querySelector('.bitdoku-editor').dataset.theme === name", arg=theme
            )
    assert wrong == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(host: Callable[..., Any], theme: str, screenshot: Screenshot) -> None:
    """Names, roles, labels and contrast, with all details open, with a conflict and with an explanation."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page, _, wrong = host(HARD, theme=theme, dark=theme == "dark")
    page.evaluate("shown[1].cleanup()")
    for name in ("New puzzle", "Text", "Rules", "Share", "Keys"):
        page.locator("summary").get_by_text(name).click()

    def faults() -> list[tuple[str, list[str]]]:
        found = axe.Axe().run(page).response
        assert {"aria-required-children", "button-name", "color-contrast", "label"} <= {
            one["id"] for one in found["passes"]
        }
        return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]

    page.get_by_role("button", name="Given").click()
    page.get_by_role("gridcell").nth(4).focus()
    page.keyboard.press("8")
    page.locator(".verdict").filter(has_text="No solution").wait_for()
    assert faults() == []
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Explain").click()
    page.get_by_role("region", name="Explanation").wait_for()
    screenshot(page, f"editor-open-{theme}")
    assert (faults(), wrong) == ([], [])


def test_screen_readers(host: Callable[..., Any]) -> None:
    page, _, _ = host(HARD)
    page.evaluate("shown[1].cleanup()")
    grid = page.get_by_role("grid", name="Sudoku, 9 by 9")
    assert [grid.get_by_role("row").count(), grid.get_by_role("gridcell").count()] == [9, 81]
    assert grid.get_by_role("row").nth(1).get_by_role("gridcell").nth(2).aria_snapshot() == (
        '- gridcell "row 2 column 3, 3 given"'
    )
    assert page.get_by_role("status").inner_text() == "Exactly one solution; 21 givens, 60 blank"
    # Tab moves through the controls from top to bottom, with one stop for the grid.
    stops = []
    grid.get_by_role("gridcell").first.focus()
    for _ in range(28):
        stops.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.firstChild.textContent"))
        page.keyboard.press("Tab")
    modes = ["Given", "Digit", "Marks", "Color", "Draw"]
    actions = ["Solve", "Clear solved", "Clear all", "Fill marks", "Hint", "Explain"]
    details = ["New puzzle", "Text", "Rules", "Share", "Keys"]
    assert stops == ["row 1 column 1, 8 given", *modes, *"123456789", "Blank", *actions, *details, stops[-1]]
    # Typed digits and the verdict are announced; an error is an alert.
    page.get_by_role("button", name="Given").click()
    grid.get_by_role("gridcell").nth(1).focus()
    page.keyboard.press("8")
    page.locator("[aria-live=polite]").get_by_text("row 1 column 2, 8 given, conflict").wait_for()
    page.get_by_role("button", name="Digit", exact=True).click()
    grid.get_by_role("gridcell").first.focus()
    page.keyboard.press("5")
    page.get_by_role("alert").get_by_text("r1c1 is given; choose Given to change it").wait_for()
