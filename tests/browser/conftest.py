"""A real browser for tests: the system's Chromium, controlled by Playwright. Without either, the tests are skipped.

Screenshots go to ``target/browser``, or to the folder that ``BITDOKU_SCREENSHOTS`` names, to be looked at.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd

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


# Per module, because Playwright occupies the event loop of the thread while it runs.
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


@contextmanager
def serving(arguments: list[str], folder: Path, health: str, **environment: str) -> Iterator[str]:
    """Runs ``python -m arguments`` on a free port; yields the address once the server answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    variables = {**os.environ, "PYTHONPATH": str(Path(bd.__file__).parents[1]), **environment}
    with (folder / "log.txt").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *arguments, f"--port={port}"],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/{health}", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, (folder / "log.txt").read_text()
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """A function that saves a picture of a page, or of a part of it, under a name."""
    folder = Path(os.environ.get("BITDOKU_SCREENSHOTS", request.config.rootpath / "target" / "browser"))
    folder.mkdir(parents=True, exist_ok=True)

    def screenshot(part: Any, name: str) -> None:
        part.screenshot(path=folder / f"{name}.png")

    return screenshot
