"""The Editor in marimo, used with the keyboard in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Screenshot = Callable[[Any, str], None]

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

#: A widget is an element of marimo's own: other cells run when its value changes.
APP = """\
import marimo

app = marimo.App()


@app.cell
def _():
    import bitdoku as bd
    from bitdoku.widget import Editor

    editor = Editor()
    editor
    return bd, editor


@app.cell
def _(bd):
    bd.Board("." * 81)
    return
"""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[str]:
    """The address of the app."""
    for name in ("marimo", "anywidget"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    (tmp_path / "app.py").write_text(APP)
    with serving(["marimo", "run", "app.py", "--headless", "--no-token"], tmp_path, "health", HOME=str(tmp_path)) as at:
        yield at


@pytest.mark.slow
def test_editor_in_marimo(app: str, browser: Any, screenshot: Screenshot) -> None:
    """Type a puzzle, read the verdict, solve it, undo."""
    page = browser.new_page(viewport={"width": 1000, "height": 1400}, color_scheme="dark")
    page.set_default_timeout(60_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(app)
    try:
        editor = page.locator(".bitdoku-editor")
        editor.wait_for()
        # The page of marimo is light although the system is dark.
        assert editor.get_attribute("data-theme") == "light"
        status = editor.locator(".verdict")
        editor.get_by_role("gridcell").first.focus()
        for k, character in enumerate(HARD):
            if character != ".":
                page.keyboard.press(character)
            page.keyboard.press("ArrowRight")
            if k % 9 == 8:
                page.keyboard.press("ArrowDown")
        status.filter(has_text="Exactly one solution; 21 givens, 60 blank").wait_for()
        editor.get_by_role("button", name="Solve", exact=True).click()
        status.filter(has_text="0 blank; solved").wait_for()
        screenshot(page, "editor-marimo")
        editor.get_by_role("gridcell").first.focus()
        page.keyboard.press("Control+z")
        status.filter(has_text="60 blank").wait_for()
        assert wrong == []
    finally:
        screenshot(page, "last-marimo")
        page.close()
