"""A real browser for tests: Chromium of the system, driven by Playwright. Where either is missing, the tests skip.

Screenshots go to ``target/browser``, or to the folder that ``BITDOKU_SCREENSHOTS`` names, to be looked at.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: As root there is no sandbox. The rest keeps Chromium from calling home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Per module: while Playwright runs, its event loop is that of the thread, and other tests could not start one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium, a ``playwright.sync_api.Browser``."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """Keeps a picture of a page or of a part of it under a name."""
    folder = Path(os.environ.get("BITDOKU_SCREENSHOTS", request.config.rootpath / "target" / "browser"))
    folder.mkdir(parents=True, exist_ok=True)

    def screenshot(part: Any, name: str) -> None:
        part.screenshot(path=folder / f"{name}.png")

    return screenshot
