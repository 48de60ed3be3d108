"""Compares builds of the extension module: the processor time of calls from Python, alternating between the builds.

    python benches/builds.py OLD/_core.abi3.so NEW/_core.abi3.so … [--rounds 9] [--backend avx2] [--only rate,canonical]

Each build runs in a process of its own, with the Python files of the checkout. Each task is repeated to take 0.1 s. The
table has the median of the first build in milliseconds and, for the others, the median and the minimum in percent of
the first. A build that is listed twice shows the noise. The puzzles are those of BITDOKU_PUZZLES, which must be set.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent


def tasks() -> dict[str, Callable[[], Any]]:
    """Calls by name, all with one thread."""
    import numpy as np
    from python_bench import array_of, sets

    import bitdoku as bd

    some = {
        name: array_of(lines[:20_000])
        for name, (_, lines) in sets(("kaggle", "17clue", "minimal", "hardest_1905", "multiple", "none")).items()
    }
    many = {name: np.tile(puzzles, (200_000 // len(puzzles), 1)) for name, puzzles in some.items()}
    texts = bd.to_text(some["minimal"], blank="0")
    six = bd.generate(5000, seed=1, rules="6x6").puzzle
    crossed = bd.generate(100, seed=1, rules="x").puzzle
    grids = bd.grids(20_000, seed=1)
    folder = Path(tempfile.mkdtemp())
    for name in ("puzzles.txt", "puzzles.csv", "puzzles.jsonl"):
        bd.datasets.write(folder / name, many["minimal"])
    calls: dict[str, Callable[[], Any]] = {f"solve {name}": partial(bd.solve, many[name], threads=1) for name in many}
    calls |= {f"verdict {name}": partial(bd.verdict, many[name], threads=1) for name in ("multiple", "none")}
    calls |= {
        "solve one by one": lambda: [bd.solve(text) for text in texts[:2000]],
        "solve texts": partial(bd.solve, texts, threads=1),
        "solve 6x6": partial(bd.solve, six, rules="6x6", threads=1),
        "solve x": partial(bd.solve, crossed, rules="x", threads=1),
        "count": partial(bd.count, some["multiple"][:1000], limit=1000, threads=1),
        "candidates": partial(bd.candidates, some["multiple"][:1500], threads=1),
        "generate": partial(bd.generate, 5000, seed=1, threads=1),
        "generate 6x6": partial(bd.generate, 5000, seed=1, rules="6x6", threads=1),
        "generate x": partial(bd.generate, 40, seed=1, rules="x", threads=1),
        "grids": partial(bd.grids, 100_000, seed=1, threads=1),
        "minimize": partial(bd.minimize, grids[:3000], seed=1, threads=1),
        "rate hodoku": partial(bd.rate, some["minimal"][:150], columns=["level", "score"], threads=1),
        "rate explainer": partial(bd.rate, some["minimal"][:60], columns="er", threads=1),
        "rate 6x6": partial(bd.rate, six[:500], rules="6x6", columns="score", threads=1),
        "rate x": partial(bd.rate, crossed[:3], rules="x", columns="score", threads=1),
        "explain": lambda: [bd.explain(text) for text in texts[:40]],
        "canonical grids": partial(bd.canonical, grids, threads=1),
        "canonical 17clue": partial(bd.canonical, some["17clue"], threads=1),
        "canonical 6x6": partial(bd.canonical, six, rules="6x6", threads=1),
        "shuffle": partial(bd.shuffle, many["minimal"], seed=1, threads=1),
        "audit": partial(bd.datasets.audit, some["17clue"], threads=1),
        "write csv": partial(bd.datasets.write, folder / "out.csv", many["minimal"]),
    }
    for name in ("txt", "csv", "jsonl"):
        calls[f"scan {name}"] = partial(scan, folder / f"puzzles.{name}")
    return calls


def scan(file: Path) -> int:
    """The number of rows, read batch by batch."""
    import bitdoku as bd

    return sum(map(len, bd.datasets.scan(file)))


def serve() -> None:
    """Measures the tasks that the standard input names, and prints seconds."""
    calls = tasks()
    print(",".join(calls), flush=True)
    times: dict[str, int] = {}
    for line in sys.stdin:
        call = calls[line.strip()]
        if line not in times:
            begin = time.process_time()
            call()
            times[line] = max(1, round(0.1 / max(1e-6, time.process_time() - begin)))
        begin = time.process_time()
        for _ in range(times[line]):
            call()
        print((time.process_time() - begin) / times[line], flush=True)


class Build:
    """A process that imports one build."""

    def __init__(self, extension: Path, backend: str | None) -> None:
        self.folder = tempfile.TemporaryDirectory()
        package = Path(self.folder.name) / "bitdoku"
        package.mkdir()
        for path in (ROOT / "python" / "bitdoku").iterdir():
            if not path.name.startswith("_core.") or path.suffix == ".pyi":
                (package / path.name).symlink_to(path)
        (package / f"_core{''.join(extension.suffixes[-2:])}").symlink_to(extension.resolve())
        environment = {**os.environ, "PYTHONPATH": f"{self.folder.name}{os.pathsep}{ROOT / 'benches'}"}
        if backend:
            environment["BITDOKU_BACKEND"] = backend
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", "import builds; builds.serve()"]
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)
        self.tasks = self.answer().split(",")

    def answer(self) -> str:
        """The next line that the process prints."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the measuring process ended")
        return line.strip()

    def seconds(self, task: str) -> float:
        """The processor time of one call."""
        assert self.process.stdin
        self.process.stdin.write(f"{task}\n")
        self.process.stdin.flush()
        return float(self.answer())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extensions", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--backend")
    parser.add_argument("--only", default="", help="beginnings of tasks")
    options = parser.parse_args()
    if "BITDOKU_PUZZLES" not in os.environ:
        parser.error("BITDOKU_PUZZLES is not set")
    builds = [Build(extension, options.backend) for extension in options.extensions]
    wanted = [task for task in builds[0].tasks if task.startswith(tuple(options.only.split(",")))]
    print(f"{'':20}{'ms':>10}" + "".join(f"{k:>9} median, min %" for k in range(2, len(builds) + 1)))
    for task in wanted:
        found: list[list[float]] = [[] for _ in builds]
        for turn in range(options.rounds + 1):
            for k in range(len(builds)):
                i = (k + turn) % len(builds)
                found[i].append(builds[i].seconds(task))
        found = [times[1:] for times in found]  # the first one calibrates
        first = found[0]
        ratios = ((100 * of(times) / of(first) for of in (statistics.median, min)) for times in found[1:])
        line = "".join(f"{median:16.1f} {least:7.1f}" for median, least in ratios)
        print(f"{task:20}{1000 * statistics.median(first):10.3f}{line}", flush=True)


if __name__ == "__main__":
    main()
