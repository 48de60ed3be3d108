"""How fast the engine is in a browser, beside the native kernels: headless Chromium, one thread in the worker.

    python benches/web.py [--record FILE] [--times N]

`make web` builds the engine, BITDOKU_PUZZLES names the folder of the puzzles. The browser and the native engine
(backend ``sse``, one thread) alternate, and each figure is the best of N.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import lzma
import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any, ClassVar

os.environ["BITDOKU_BACKEND"] = "sse"

import numpy as np
from playwright.sync_api import sync_playwright

import bitdoku as bd

FOLDER = Path(__file__).parents[1] / "web" / "dist" / "full"
#: Puzzles of a set, and how often it is repeated: short runs would measure the compilation in the browser.
SETS = {"kaggle": (10_000, 20), "17clue": (49_158, 2)}
HARDEST = 20

PAGE = """<!doctype html><script type="module">
import { Engine } from "./bitdoku.js";
const start = performance.now();
window.engine = new Engine();
window.loaded = engine.load().then(() => performance.now() - start);
window.timed = async (work) => { const t = performance.now(); await work(); return performance.now() - t; };
window.many = async (name) => {
  const cells = new Uint8Array(await (await fetch(name)).arrayBuffer());
  const n = cells.length / 81;
  let verdicts;
  const ms = await timed(async () => { ({ verdicts } = await engine.solveMany(cells)); });
  return { rate: n / ms * 1000, unique: verdicts.filter((v) => v === 1).length };
};
window.explained = (puzzles, scale) => timed(async () => {
  for (const puzzle of puzzles) await engine.explain(puzzle, { scale });
});
window.key = async (puzzle) => {
  const times = [];
  for (let i = 0; i < 200; i++) times.push(await timed(() => engine.verdict(puzzle)));
  return times.sort((a, b) => a - b);
};
</script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the engine, the page and the puzzles."""

    boards: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        """Answers a request."""
        body = PAGE.encode() if self.path == "/" else self.boards.get(self.path[1:])
        if body is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if self.path == "/" else "application/octet-stream")
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: Any) -> None:
        """Prints nothing."""


def read(name: str, count: int) -> list[str]:
    """The first puzzles of a set."""
    with lzma.open(Path(os.environ["BITDOKU_PUZZLES"]) / f"{name}.txt.xz", "rt") as file:
        return file.read().split()[:count]


def seconds(work: Any) -> float:
    """The seconds that a call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Measures and prints a record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    boards = {
        name: np.tile(
            np.array([[*line.replace(".", "0").encode()] for line in read(name, n)], np.uint8) - 48, (times, 1)
        )
        for name, (n, times) in SETS.items()
    }
    hardest = read("hardest_1905", HARDEST)
    Handler.boards = {name: array.tobytes() for name, array in boards.items()}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(FOLDER)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    record: dict[str, Any] = {}
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        record["browser"] = f"Chromium {browser.version}, {page.evaluate('engine.load()')}"
        record["load ms"] = round(page.evaluate("loaded"))
        for name, array in boards.items():
            web, native = [], []
            for _ in range(options.times):
                web.append(page.evaluate(f"many({name!r})")["rate"])
                native.append(len(array) / seconds(lambda array=array: bd.solve(array, threads=1)))
            record[name] = {
                "web": round(max(web)),
                "native": round(max(native)),
                "ratio": round(max(web) / max(native), 2),
            }
        for scale in ("hodoku", "explainer"):
            web, native = [], []
            for _ in range(options.times):
                web.append(page.evaluate("([puzzles, scale]) => explained(puzzles, scale)", [hardest, scale]) / 1000)
                native.append(seconds(lambda scale=scale: [bd.explain(puzzle, scale=scale) for puzzle in hardest]))
            ratio = round(min(web) / min(native), 2)
            record[f"explain {scale}, {HARDEST} hardest"] = {
                "web s": round(min(web), 3),
                "native s": round(min(native), 3),
                "times": ratio,
            }
        times = page.evaluate("puzzle => key(puzzle)", hardest[0])
        record["verdict ms"] = {"median": round(times[100], 2), "maximum": round(times[-1], 2)}
        browser.close()
    text = json.dumps(record, indent=1)
    print(text)
    if options.record:
        options.record.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
