"""Published variant puzzles by other people: time, verdict, and whether the solution is the published one.

Reads ``corpus.jsonl.xz`` from the folder ``variants`` beside the folder that the environment variable BITDOKU_PUZZLES
names: one JSON object a line, with ``source``, ``solution`` (digits in reading order, or None) and either ``rules`` and
``givens``, or ``fpuzzles`` (the JSON of f-puzzles). Others are left out, and so are documents with rules that bitdoku
does not support; both are counted.

    BITDOKU_PUZZLES=… python benches/variants.py --record variants.json

The time is the processor time of one ``bitdoku.solve`` with one thread. It includes compiling the rules in the core
and, if there are several solutions, finding the smallest.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import bitdoku as bd
from bitdoku import links

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt


class Variant(NamedTuple):
    """A puzzle of the corpus."""

    source: str
    rules: bd.Rules
    puzzle: npt.NDArray[np.uint8]
    #: The published solution, or None.
    solution: str | None
    #: What the corpus says about the number of solutions: a verdict, or None.
    verdict: int | None


def corpus() -> Path | None:
    """The file, or None if it is not there."""
    folder = os.environ.get("BITDOKU_PUZZLES")
    path = Path(folder or ".").resolve().parent / "variants" / "corpus.jsonl.xz"
    return path if folder and path.exists() else None


def read(path: Path) -> Iterator[Variant | str]:
    """The puzzles that bitdoku can read; the reason for each other."""
    with lzma.open(path, "rt") as file:
        for line in file:
            row: dict[str, Any] = json.loads(line)
            try:
                if "rules" in row:
                    rules, puzzle = bd.Rules.from_json(row["rules"]), np.array(row["givens"], np.uint8)
                elif "fpuzzles" in row:
                    shared = links.from_fpuzzles(row["fpuzzles"])
                    rules, puzzle = shared.rules, shared.puzzle
                else:
                    yield "another notation"
                    continue
            except bd.RulesError:
                yield "a rule that is not supported"
                continue
            yield Variant(row["source"], rules, puzzle, row["solution"], row.get("verdict"))


def is_published(solution: npt.NDArray[np.uint8], published: str) -> bool:
    """Whether this is the published solution; above 9 its digits are letters from A, or numbers without spaces."""
    digits = solution.ravel().tolist()
    letters = "".join(chr(ord("A") + digit - 1) for digit in digits)
    return published in ("".join(map(str, digits)), letters)


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="", help="only puzzles whose source contains this")
    parser.add_argument("--limit", type=float, default=60.0, help="time limit of a puzzle in seconds")
    parser.add_argument("--rounds", type=int, default=1, help="how often all puzzles are solved; the least time counts")
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    path = corpus()
    if path is None:
        parser.error("BITDOKU_PUZZLES names no folder with the folder variants beside it")
    read_rows = list(read(path))
    variants = [row for row in read_rows if isinstance(row, Variant) and options.name in row.source]
    left_out = Counter(row for row in read_rows if isinstance(row, str))
    rows: list[dict[str, Any]] = []
    for variant in variants:
        times = []
        for _ in range(options.rounds):
            rules = bd.Rules.from_json(variant.rules.to_json())
            rules.constraints  # noqa: B018 - made on first use
            begin = time.process_time()
            solution, verdict = bd.solve(
                variant.puzzle, rules=rules, threads=1, budget=timedelta(seconds=options.limit)
            )
            times.append(1e3 * (time.process_time() - begin))
        same = None if variant.solution is None else is_published(solution, variant.solution)
        word = bd.Verdict(int(verdict)).name
        rows.append({"source": variant.source, "ms": round(min(times), 3), "verdict": word, "published": same})
    rows.sort(key=lambda row: -row["ms"])
    print(f"{'ms':>10}  verdict     published  puzzle")
    for row in rows:
        word = {None: "-", True: "yes", False: "no"}[row["published"]]
        print(f"{row['ms']:10.2f}  {row['verdict']:<11} {word:<10} {row['source']}")
    all_times = np.array([row["ms"] for row in rows])
    for bound in (1, 10, 50, 100, 1000):
        print(f"{(all_times <= bound).sum():5} of {len(all_times)} within {bound} ms")
    for (word, same), number in sorted(Counter((r["verdict"], r["published"]) for r in rows).items(), key=str):
        print(f"{number:5} {word}, published solution: {same}")
    for reason, number in left_out.items():
        print(f"{number:5} left out: {reason}")
    if options.record:
        record = {"limit_s": options.limit, "rounds": options.rounds, "left out": left_out, "results": rows}
        options.record.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
