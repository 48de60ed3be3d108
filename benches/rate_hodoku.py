"""Levels and scores of HoDoKu's scale by ``bd.rate``, compared with HoDoKu itself on the same puzzles.

HoDoKu 2.2.0 (github.com/u0hz/HoDoKu, GPL) is a separate program: ``--hodoku``, or the environment variable HODOKU,
names its jar or the folder of its classes, compiled with ``javac --release 8``. Without it only bitdoku is measured.
Other versions give other levels and scores. A difference is a failure.

Everything runs on one core, in alternating rounds; times are processor times with system time. Those of HoDoKu include
reading and writing text and are reduced by the time for a file of one puzzle. None checks that a puzzle has one
solution.

    BITDOKU_PUZZLES=… python benches/rate_hodoku.py --hodoku … --record benches/records/rate_hodoku.json
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import python_bench
from rate import EASY, chosen, per_second, seconds, sha256_of, spread, summary

if TYPE_CHECKING:
    import argparse

#: The sets, and how many of their puzzles, evenly spread over the file, are rated in a pass.
SETS = {
    "kaggle": 2_000,
    "newspaper": 500,
    "17clue": 1_000,
    "minimal": 1_000,
    "top1465": 150,
    "hardest_1905": 50,
    "hardest_1106": 50,
    "easy": 500,
    "few_clues": 500,
    "hard": 20,
}


def run(program: Path, folder: Path, puzzles: list[str]) -> list[tuple[str, int]]:
    """Level and score of each puzzle by HoDoKu."""
    # File names are relative: what begins with a slash counts as an option.
    (folder / "puzzles.txt").write_text("\n".join(puzzles) + "\n")
    options = ["-XX:ActiveProcessorCount=1", "-Djava.awt.headless=true", "-cp", str(program), "sudoku.Main"]
    subprocess.run(
        ["java", *options, "/bs", "puzzles.txt", "/o", "out.txt"], cwd=folder, check=True, capture_output=True
    )
    found = re.findall(r"^[0-9.]{81} #\d+ (\w+) \((\d+)\)", (folder / "out.txt").read_text(), re.MULTILINE)
    return [(level.upper(), int(score)) for level, score in found]


def measure(options: argparse.Namespace, folder: Path, name: str, sha256: str, lines: list[str]) -> dict[str, Any]:
    """Measure one set."""
    import bitdoku as bd

    puzzles = spread(lines, max(1, SETS[name] // (10 if options.quick else 1)))
    work = partial(bd.rate, puzzles, columns=["level", "score"], threads=1, strict=False)
    rated = work()
    ours = [(bd.Level(level).name, int(score)) for level, score in zip(rated["level"], rated["score"], strict=True)]
    times: dict[str, list[float]] = {"bitdoku": [], "hodoku": []}
    equal = None
    for _ in range(options.rounds):
        times["bitdoku"].append(seconds(work, options.turn_ms / 1000))
        if options.hodoku is not None:
            start = min(seconds(partial(run, options.hodoku, folder, [EASY])) for _ in range(2))
            theirs: list[tuple[str, int]] = []
            took = seconds(lambda: theirs.extend(run(options.hodoku, folder, puzzles)))  # noqa: B023
            equal = sum(one == other for one, other in zip(ours, theirs, strict=True))
            times["hodoku"].append(max(took - start, 1e-9))
    result: dict[str, Any] = {
        "set": name,
        "sha256": sha256,
        "puzzles": len(puzzles),
        "sha256_of_puzzles": sha256_of(puzzles),
        "levels": {level: sum(one == level for one, _ in ours) for level in bd.Level.__members__},
        "bitdoku": summary(len(puzzles), times["bitdoku"]),
    }
    text = f"{name:13} {len(puzzles):6} puzzles   bitdoku {per_second(result['bitdoku']):>8} /s"
    if equal is not None:
        ratios = [theirs / our for our, theirs in zip(times["bitdoku"], times["hodoku"], strict=True)]
        result["hodoku"] = summary(len(puzzles), times["hodoku"]) | {
            "ratio": float(f"{statistics.median(ratios):.3g}"),
            "equal": equal,
        }
        text += f"   hodoku {per_second(result['hodoku']):>7} /s ({result['hodoku']['ratio']} x, equal {equal})"
    print(text, flush=True)
    return result


def main() -> None:
    """Measure and write the record."""
    parser = python_bench.parser(__doc__, 3, 500)
    parser.add_argument("--hodoku", type=Path, default=os.environ.get("HODOKU") or None)
    options = python_bench.parsed(parser)
    if options.hodoku is not None:
        options.hodoku = options.hodoku.resolve()
    python_bench.on_one_core()
    with tempfile.TemporaryDirectory() as folder:
        versions: dict[str, Any] = {package: version(package) for package in ("bitdoku", "numpy")}
        record = python_bench.header(options, "rate_hodoku", "processor time with system time", versions)
        record["results"] = [measure(options, Path(folder), name, *value) for name, value in chosen(options).items()]
    python_bench.write(record, options.record)
    unequal = [
        result["set"]
        for result in record["results"]
        if result.get("hodoku", {}).get("equal") not in (None, result["puzzles"])
    ]
    if unequal:
        raise SystemExit(f"levels or scores differ from HoDoKu's: {', '.join(unequal)}")


if __name__ == "__main__":
    main()
