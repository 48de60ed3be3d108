"""The Editor in a real browser: in JupyterLab, and alone with various keyboards, touch and page styles."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r
from browser import test_contract
from browser.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Screenshot = Callable[[Any, str], None]

#: The puzzle `hard` of the README.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

host = test_contract.host


@pytest.fixture
def notebook(browser: Any, screenshot: Screenshot, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """A function that opens a notebook with two cells in JupyterLab, runs the first and returns the page."""
    for name in ("jupyterlab", "anywidget"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    settings = tmp_path / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    options = {"ip": "127.0.0.1", "port_retries": 0, "root_dir": tmp_path, "open_browser": False}
    options |= {"allow_root": True, "log_level": "WARN"}
    arguments = ["jupyterlab", "--IdentityProvider.token="]
    arguments += [f"--ServerApp.{name}={value}" for name, value in options.items()]
    folders = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython"}
    environment = {name: str(tmp_path / folder) for name, folder in folders.items()}
    page = browser.new_page(viewport={"width": 1300, "height": 1350}, permissions=["clipboard-read", "clipboard-write"])
    page.set_default_timeout(60_000)

    def open_notebook(source: str, color_scheme: Any = "light") -> Any:
        page.emulate_media(color_scheme=color_scheme)
        cell: dict[str, Any] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
        content = {
            "cells": [{**cell, "id": f"cell{k}", "source": source} for k, source in enumerate((source, ""))],
            "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (tmp_path / "a.ipynb").write_text(json.dumps(content))
        page.goto(f"{address}/lab/tree/a.ipynb?reset")
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        run(page, 0)
        return page

    with serving(arguments, tmp_path, "api/status", **environment) as address:
        yield open_notebook
        screenshot(page, "last-lab")
        page.close()


def run(page: Any, k: int) -> None:
    """Run a cell of the notebook, repeatedly until JupyterLab accepts the key."""
    cell = page.locator(".jp-Cell").nth(k)
    for _ in range(5):
        if (accept := page.locator(".jp-Dialog .jp-mod-accept")).count():  # which kernel to use
            accept.click()
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        for _ in range(50):
            if re.search(r"\[\d+\]", cell.locator(".jp-InputPrompt").inner_text()):
                return
            page.wait_for_timeout(200)
    raise AssertionError(f"cell {k} does not run")


def kinds(editor: Any) -> list[str]:
    found: list[str] = editor.evaluate("e => [...e.querySelectorAll('[role=gridcell]')].map(c => c.dataset.kind)")
    return found


SETUP = """\
import bitdoku as bd
from bitdoku import rules as r
from bitdoku.widget import Editor
rules = bd.Rules() + r.killer_cage([(0, 0), (0, 1)], 15) + r.thermometer([(4, 4), (5, 4), (6, 5)]) + r.anti_king()
dark = Editor(rules=rules, theme="dark")
large = Editor(rules="16x16")
display(dark, large, bd.Board("." * 81))"""


@pytest.mark.slow
def test_rules_sizes_and_themes(notebook: Callable[..., Any], screenshot: Screenshot) -> None:
    page = notebook(SETUP)
    dark, large = page.locator(".bitdoku-editor").nth(0), page.locator(".bitdoku-editor").nth(1)
    large.wait_for()
    # Keys such as 0 0 and d d, which are commands of JupyterLab, do not reach it.
    large.get_by_role("gridcell").first.focus()
    for key in "00dd":
        page.keyboard.press(key)
    assert page.locator(".jp-Dialog").count() == 0
    paper = "e => getComputedStyle(e).fill"
    assert dark.locator(".picture .f-paper").first.evaluate(paper) == "rgb(21, 24, 28)"
    assert large.locator(".picture .f-paper").first.evaluate(paper) == "rgb(255, 255, 255)"
    assert page.locator("svg.bitdoku-auto .f-paper").last.evaluate(paper) == "rgb(255, 255, 255)"

    # Digits, marks and colors in a selection of several cells, then undo.
    cells = dark.get_by_role("gridcell")
    cells.nth(40).click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+Digit3")
    page.wait_for_function("document.querySelectorAll('[aria-label*=\"marks 3\"]').length === 2")
    assert cells.nth(41).get_attribute("aria-label") == "row 5 column 6, blank, marks 3"
    for _ in range(3):
        page.keyboard.press("Space")
    assert dark.get_by_role("button", name="Color").get_attribute("aria-pressed") == "true"
    page.keyboard.press("2")
    page.wait_for_function("document.querySelectorAll('[aria-label*=\"green\"]').length === 2")
    for _ in range(2):
        page.keyboard.press("Space")
    page.keyboard.press("Home")
    page.keyboard.press("7")
    dark.locator("[data-kind=given]").wait_for(state="attached")
    screenshot(dark, "editor-rules-dark")
    page.keyboard.press("Control+z")
    dark.locator("[data-kind=given]").wait_for(state="detached")

    # Numbers above 9 as letters, and as two digits in sequence.
    cells = large.get_by_role("gridcell")
    cells.first.focus()
    for key in ("g", "ArrowRight", "1", "2", "ArrowRight", "9"):
        page.keyboard.press(key)
    page.wait_for_function(
        "document.querySelectorAll('.bitdoku-editor')[1].querySelectorAll('[data-kind=given]').length == 3"
    )
    labels = [cells.nth(k).get_attribute("aria-label") for k in range(3)]
    assert labels == [f"row 1 column {k + 1}, {digit} given" for k, digit in enumerate((16, 12, 9))]
    large.get_by_role("button", name="Fill marks").click()
    page.wait_for_function(
        "document.querySelectorAll('.bitdoku-editor')[1].querySelectorAll('[aria-label*=marks]').length == 253"
    )
    screenshot(large, "editor-16")
    large.get_by_role("button", name="Hint").click()
    page.wait_for_function(
        "document.querySelectorAll('.bitdoku-editor')[1].querySelector('.message, .player .title').textContent"
    )
    # Pasting a puzzle of another side changes the board.
    page.evaluate("text => navigator.clipboard.writeText(text)", f"a comment\n{HARD}"[10:])
    cells.first.focus()
    page.keyboard.press("Control+v")
    large.locator("[data-kind]").nth(80).wait_for(state="attached")
    page.wait_for_function("document.querySelectorAll('.bitdoku-editor')[1].textContent.includes('21 givens')")
    assert large.get_by_role("gridcell").count() == 81
    # Pasting other text shows a message.
    page.evaluate("navigator.clipboard.writeText('no <b>puzzle</b>')")
    page.keyboard.press("Control+v")
    large.get_by_role("alert").get_by_text(re.compile("expected")).wait_for()
    assert large.locator("b").count() == 0

    # New puzzles, with options.
    large.get_by_text("New puzzle").click()
    large.get_by_label("Clues").fill("30")
    large.get_by_label("Symmetry").select_option("half_turn")
    large.get_by_label("Seed").fill("5")
    large.get_by_role("button", name="Generate").click()
    large.get_by_text("New puzzle with 30 clues; seed 5.").wait_for()
    assert kinds(large).count("given") == 30

    # Changes in Python reach the page, and changes in the page Python.
    page.locator(".jp-Cell .cm-content").nth(1).click()
    page.keyboard.type(f"dark.puzzle = '{HARD}'; print(large.puzzle[:2].tolist(), large.rules == bd.Rules())")
    run(page, 1)
    page.wait_for_function("document.querySelector('.bitdoku-editor').textContent.includes('21 givens')")
    made = bd.generate(1, seed=5, clues=30, symmetry="half_turn").puzzle[0]
    page.get_by_text(f"{made[:2].tolist()} True").wait_for()


@pytest.fixture
def alone(host: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """A function that opens a page with one view; returns page and Editor. No error may occur."""
    seen: list[str] = []

    def alone(puzzle: Any = None, **options: Any) -> Any:
        nonlocal seen
        page, editor, seen = host(puzzle, **options)
        page.evaluate("shown[1].cleanup()")
        return page, editor

    yield alone
    assert seen == []


def settle(page: Any) -> None:
    """Wait until the Editor has answered all requests."""
    page.wait_for_function("document.querySelector('.bitdoku-editor').getAttribute('aria-busy') !== 'true'")


def middle(cell: Any) -> dict[str, float]:
    box = cell.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


#: A key of a keyboard that Playwright does not know.
KEY = """([key, code, shiftKey]) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }))"""
#: Paste a text where the focus is.
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}"""


def test_editor(alone: Callable[..., Any], screenshot: Screenshot) -> None:
    """Type a puzzle, solve it, clear it, make a conflict, step through its explanation."""
    page, widget = alone()
    editor = page.locator(".bitdoku-editor")
    status = editor.get_by_role("status")
    cells = editor.get_by_role("gridcell")
    assert status.inner_text().startswith("Several solutions")
    cells.first.focus()
    for k, character in enumerate(HARD):
        if character != ".":
            page.keyboard.press(character)
        page.keyboard.press("ArrowRight")
        if k % 9 == 8:
            page.keyboard.press("ArrowDown")
    page.wait_for_function("document.querySelector('[role=status].verdict').textContent.includes('21 givens')")
    assert status.inner_text() == "Exactly one solution; 21 givens, 60 blank"
    screenshot(page, "editor-typed")

    # Solve: solved cells differ from givens in kind, label and color.
    editor.get_by_role("button", name="Solve", exact=True).click()
    editor.locator("[data-kind=solved]").nth(59).wait_for(state="attached")
    assert [kind == "given" for kind in kinds(editor)] == [c != "." for c in HARD]
    assert "solved" in status.inner_text()
    assert cells.nth(1).get_attribute("aria-label") == "row 1 column 2, 1 solved"
    inks = {
        name: editor.locator(f".picture .s-{name}").evaluate("e => getComputedStyle(e).stroke")
        for name in ("given", "solved")
    }
    assert inks["given"] != inks["solved"]
    screenshot(editor, "editor-solved")

    editor.get_by_role("button", name="Clear solved").click()
    editor.locator("[data-kind=blank]").nth(59).wait_for(state="attached")
    assert kinds(editor).count("given") == 21

    # A conflict: a second 8 in row 1.
    cells.nth(4).focus()
    page.keyboard.press("8")
    editor.locator("[aria-invalid=true]").nth(1).wait_for(state="attached")
    invalid = editor.evaluate(
        "e => [...e.querySelectorAll('[role=gridcell]')].flatMap((c, k) => c.ariaInvalid === 'true' ? [k] : [])"
    )
    assert invalid == [0, 4]
    assert status.inner_text().startswith("No solution")
    assert editor.locator(".picture .s-clash").count() == 1
    screenshot(editor, "editor-conflict")
    page.keyboard.press("Control+z")
    page.wait_for_function("document.querySelector('[role=status].verdict').textContent.startsWith('Exactly one')")

    # Hint, then the explanation, step by step.
    editor.get_by_role("button", name="Hint").click()
    player = editor.get_by_role("region", name="Explanation")
    player.wait_for()
    assert player.locator(".text").inner_text() == bd.hint(HARD).text  # type: ignore[union-attr]
    page.keyboard.press("Escape")
    editor.get_by_role("button", name="Explain").click()
    slider = player.get_by_role("slider")
    slider.wait_for()
    steps = bd.explain(HARD)
    assert player.locator(".count").inner_text() == f"1 of {len(steps)}"
    slider.focus()
    for k in range(1, 3):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "text => document.querySelector('.bitdoku-editor .text').textContent.startsWith(text)", arg=steps[k].text
        )
    screenshot(editor, "editor-explanation")
    page.keyboard.press("End")
    page.wait_for_function("document.querySelector('.bitdoku-editor .count').textContent === 'end'")
    assert "blank" not in kinds(editor)
    player.get_by_role("button", name="Close").click()
    player.wait_for(state="hidden")

    assert (widget.board.line(), widget.verdict) == (HARD, bd.Verdict.UNIQUE)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_the_theme_is_that_of_jupyterlab(
    notebook: Callable[..., Any], tmp_path: Path, theme: str, screenshot: Screenshot
) -> None:
    """The operating system has the other theme."""
    settings = tmp_path / "settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
    settings.write_text(json.dumps({"theme": f"JupyterLab {theme}", "adaptive-theme": False}))
    page = notebook("from bitdoku.widget import Editor\nEditor()", color_scheme="dark" if theme == "Light" else "light")
    editor = page.locator(".bitdoku-editor")
    editor.wait_for()
    page.wait_for_function(
        "theme => document.querySelector('.bitdoku-editor').dataset.theme === theme", arg=theme.lower()
    )
    screenshot(page, f"lab-{theme.lower()}")


def test_marks_are_drawn_with_the_mouse_and_with_keys(alone: Callable[..., Any], screenshot: Screenshot) -> None:
    page, editor = alone(HARD)
    cells = page.get_by_role("gridcell")
    assert page.get_by_role("button", name="Digit", exact=True).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Draw").click()

    def drag(*path: int) -> None:
        for k in path:
            box = cells.nth(k).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            if k == path[0]:
                page.mouse.down()
        page.mouse.up()
        settle(page)

    page.locator("input[name=sum]").fill("17")
    drag(0, 1, 10)
    page.locator("input[name=sum]").fill("")
    page.locator("select[name=mark]").select_option("thermometer")
    drag(30, 31, 32, 31)  # back along the path shortens it
    page.locator("select[name=mark]").select_option("arrow")
    cells.nth(60).focus()
    for key in ("Shift+ArrowRight", "Shift+ArrowDown", "Enter"):
        page.keyboard.press(key)
    settle(page)
    drawn = (
        r.killer_cage([(0, 0), (0, 1), (1, 1)], 17),
        r.thermometer([(3, 3), (3, 4)]),
        r.arrow((6, 6), [(6, 7), (7, 7)]),
    )
    assert editor.rules.rules == drawn
    screenshot(page, "editor-drawn")
    page.locator("select[name=mark]").select_option("killer cage")
    drag(26, 35, 34)
    assert editor.rules.rules == (*drawn, r.different([(2, 8), (3, 8), (3, 7)]))
    page.keyboard.press("Control+z")
    drag(0)
    page.get_by_role("button", name="Erase").click()
    settle(page)
    assert editor.rules.rules == drawn[1:]
    page.locator("summary").get_by_text("Share").click()
    page.get_by_role("button", name="Link").click()
    settle(page)
    link = page.locator("a.link").get_attribute("href")
    assert bd.links.read(link).rules == editor.rules
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save picture").click()
    assert saved.value.path().read_text(encoding="utf-8") == editor.board.svg(theme="light")


def test_peers_and_equal_digits_of_the_selected_cell(alone: Callable[..., Any]) -> None:
    page, editor = alone(HARD)
    page.get_by_role("gridcell").first.click()

    def shown(name: str) -> list[int]:
        found: list[int] = page.evaluate(
            """name => [...document.querySelectorAll('[role=gridcell]')].flatMap(
              (e, k) => e.dataset[name] === 'true' ? [k] : [])""",
            name,
        )
        return found

    row, column = np.indices((9, 9)).reshape(2, 81)
    peers = (row == 0) | (column == 0) | ((row < 3) & (column < 3))
    assert shown("peer") == np.flatnonzero(peers)[1:].tolist()
    assert shown("same") == np.flatnonzero(editor.puzzle == 8).tolist()


def test_a_fixed_theme_in_a_page_of_the_other(alone: Callable[..., Any]) -> None:
    """The board has the theme of the Editor, whatever the theme of the page."""
    page, _ = alone(HARD, theme="light")
    paper = page.locator(".picture .f-paper").first
    frame = page.locator(".bitdoku-editor").evaluate("e => getComputedStyle(e).backgroundColor")
    page.emulate_media(color_scheme="dark")
    for name, value in [("data-jp-theme-light", "false"), ("class", "vscode-dark"), ("data-theme", "dark")]:
        page.evaluate("([name, value]) => document.body.setAttribute(name, value)", [name, value])
    page.evaluate("document.documentElement.setAttribute('theme', 'dark')")
    assert paper.evaluate("e => getComputedStyle(e).fill") == frame


def test_pages_from_right_to_left(alone: Callable[..., Any]) -> None:
    """The cells cover the picture, which runs from left to right."""
    page, _ = alone()
    page.evaluate("document.documentElement.dir = 'rtl'")
    x = [middle(page.get_by_role("gridcell").nth(k))["x"] for k in range(9)]
    assert x == sorted(x)


def test_keyboards_where_digits_need_shift(alone: Callable[..., Any]) -> None:
    """A French keyboard: Shift types the digit, the key alone the pencil mark."""
    page, editor = alone()
    cells = page.get_by_role("gridcell")
    cells.first.focus()
    page.evaluate(KEY, ["1", "Digit1", True])
    settle(page)
    assert editor.board.line()[0] == "1"
    page.evaluate(KEY, ["à", "Digit0", False])
    page.evaluate(KEY, ["(", "Digit5", False])
    cells.nth(1).focus()
    # A dead key has no effect. Other keys and digits work as on any keyboard.
    page.evaluate(KEY, ["Dead", "Digit3", False])
    page.evaluate(KEY, ["7", "Numpad7", True])
    page.evaluate(KEY, ["$", "Digit4", True])
    cells.nth(2).focus()
    page.evaluate(KEY, ["۶", "Digit6", False])
    # A keyboard on which Shift+6 is a dead key.
    cells.nth(3).focus()
    page.evaluate(KEY, ["Dead", "Digit6", True])
    settle(page)
    assert str(cells.nth(3).get_attribute("aria-label")).endswith("marks 6")
    # AltGr types another character, which is ignored unless it is a digit.
    cells.nth(4).focus()
    for key in ("²", "8"):
        init = f"{{key: '{key}', code: 'Digit2', modifierAltGraph: true, bubbles: true}}"
        page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {init}))")
    settle(page)
    assert str(cells.nth(4).get_attribute("aria-label")).endswith("8 given")
    assert [cells.nth(k).get_attribute("aria-label").split(", ", 1)[1] for k in range(3)] == [
        "blank, marks 5",
        "blank, marks 4 7",
        "6 given",
    ]


def test_the_focus_stays_when_the_size_changes(alone: Callable[..., Any]) -> None:
    page, editor = alone(HARD)
    page.get_by_role("gridcell").nth(4).focus()
    page.evaluate(PASTE, "." * 256)
    settle(page)
    assert editor.rules.side == 16
    page.keyboard.press("5")
    settle(page)
    assert editor.board.cells[0, 0] == 5
    for _ in range(2):
        page.keyboard.press("Control+z")
    settle(page)
    assert editor.board.line() == HARD
    assert page.evaluate("document.activeElement.dataset.cell") == "0"
    # A focus outside the grid does not move.
    page.get_by_role("button", name="Redo").focus()
    page.keyboard.press("Enter")
    settle(page)
    assert (editor.rules.side, page.evaluate("document.activeElement.textContent")) == (16, "Redo")


def test_a_finger_selects_several_cells(alone: Callable[..., Any]) -> None:
    page, _ = alone()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    start, end = (middle(page.get_by_role("gridcell").nth(k)) for k in (10, 30))

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for part in range(1, 9):
        touch("touchMove", {axis: start[axis] + (end[axis] - start[axis]) * part / 8 for axis in ("x", "y")})
    touch("touchEnd")
    selected = page.locator("[aria-selected=true]")
    assert selected.evaluate_all("cells => cells.map((cell) => Number(cell.dataset.cell))") == [
        *(10, 11, 12, 19, 20, 21, 28, 29, 30),
    ]
    touch("touchStart", end)
    touch("touchEnd")
    assert selected.count() == 1


def test_a_selection_can_be_seen_while_buttons_are_used(alone: Callable[..., Any]) -> None:
    page, _ = alone()
    cells = page.get_by_role("gridcell")
    cells.first.focus()
    page.keyboard.press("Shift+ArrowRight")
    color = "e => getComputedStyle(e).backgroundColor"
    chosen = cells.first.evaluate(color)
    assert chosen != cells.nth(2).evaluate(color)
    page.get_by_role("button", name="Color").click()
    assert [cells.nth(k).evaluate(color) for k in range(2)] == [chosen, chosen]
    # Some browsers do not give the focus to buttons.
    page.evaluate("document.activeElement.blur()")
    assert [cells.nth(k).evaluate(color) for k in range(2)] == [chosen, chosen]


def test_the_cursor_stays_on_the_screen(alone: Callable[..., Any]) -> None:
    """Keys scroll no more than necessary; a click does not scroll."""
    side = 16
    page, _ = alone(bd.Board("." * side**2, rules="16x16"))
    page.set_viewport_size({"width": 800, "height": 300})
    cells = page.get_by_role("gridcell")
    cells.first.focus()
    for _ in range(side - 1):
        before = page.evaluate("scrollY")
        page.keyboard.press("ArrowDown")
        box = page.locator("[role=gridcell]:focus").bounding_box()
        assert -1 < box["y"] < 301 - box["height"]
        assert page.evaluate("scrollY") - before < 2 * box["height"]
    box = cells.nth(side).bounding_box()
    page.evaluate("y => scrollBy(0, y)", box["y"] + box["height"] / 2)
    before = page.evaluate("scrollY")
    page.mouse.click(box["x"] + 2, box["height"] / 2 - 2)
    assert page.evaluate("[document.activeElement.dataset.cell, scrollY]") == [str(side), before]


def test_marks_of_two_digits(alone: Callable[..., Any]) -> None:
    """Typing 12 keeps an existing mark 1; 10 can be typed; one undo removes the number."""
    page, editor = alone(bd.Board("." * 256, rules="16x16"))
    cells = page.get_by_role("gridcell")
    cells.nth(20).focus()
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Shift+ArrowRight")
    for digit in "12":
        page.keyboard.press(f"Shift+Digit{digit}")
    settle(page)
    assert [int(mask) for mask in editor.board.candidates[1, 4:6]] == [1 << 11 | 1, 1 << 11]
    page.keyboard.press("Control+z")
    settle(page)
    assert [int(mask) for mask in editor.board.candidates[1, 4:6]] == [1, 0]
    for digit in "10":
        page.keyboard.press(f"Shift+Digit{digit}")
    settle(page)
    assert [int(mask) for mask in editor.board.candidates[1, 4:6]] == [1 << 9 | 1, 1 << 9]
    # The pad has a button for each number.
    cells.nth(40).click()
    page.get_by_role("button", name="Marks", exact=True).click()
    for digit in "12":
        page.get_by_role("group", name="Digits", exact=True).get_by_role("button", name=digit, exact=True).click()
    settle(page)
    assert int(editor.board.candidates[2, 8]) == 0b11


def test_six_colors_on_every_board(alone: Callable[..., Any]) -> None:
    page, editor = alone(bd.Board("." * 16, rules="4x4"))
    page.get_by_role("button", name="Color").click()
    pad = page.get_by_role("group", name="Colors", exact=True).get_by_role("button")
    assert pad.all_inner_texts() == ["1 yellow", "2 green", "3 blue", "4 red", "5 orange", "6 purple", "⌫"]
    page.get_by_role("gridcell").first.focus()
    for key in ("1", "6", "8"):  # there is no eighth
        page.keyboard.press(key)
    settle(page)
    assert editor.board.highlight == {(0, 0): "purple"}
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="blue").click()
    settle(page)
    assert editor.board.highlight == {(0, 0): "purple", (0, 1): "blue"}
    page.get_by_role("button", name="Blank").click()
    settle(page)
    assert editor.board.highlight == {(0, 0): "purple"}
    page.get_by_role("button", name="Marks", exact=True).click()
    pad = page.get_by_role("group", name="Digits", exact=True).get_by_role("button")
    # Beside each digit is how often it is missing.
    assert [text.split() for text in pad.all_inner_texts()] == [["14"], ["24"], ["34"], ["44"], ["⌫"]]


def test_a_new_puzzle_has_marks_of_a_kind(alone: Callable[..., Any]) -> None:
    page, editor = alone()
    page.get_by_text("New puzzle", exact=True).click()
    page.locator("select[name=kind]").select_option("killer_cage")
    page.get_by_label("Seed").fill("1")
    page.get_by_role("button", name="Generate").click()
    page.get_by_text("New puzzle with 0 clues; seed 1.").wait_for()
    assert editor.rules == bd.compose(1, kind="killer_cage", seed=1)[0].rules
