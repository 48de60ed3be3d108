"""Puzzles of a benchmark for language models, or other files of links: how many are read, refused and proved unique.

    python benches/language_models.py FILE… [--reasons]

Each file is read by ``bitdoku.links.read_file``; its documents may have the published ``solution``. For each file, the
table counts the puzzles that are refused and read, and of those read, the puzzles with one solution (as published or
not), with several, and with none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import timedelta

import bitdoku as bd
from bitdoku import links

COLUMNS = ("puzzles", "refused", "read", "unique", "as published", "not as published", "several", "none", "undecided")
_NAMES = {
    bd.Verdict.UNIQUE: "unique", bd.Verdict.MULTIPLE: "several", bd.Verdict.NO_SOLUTION: "none",
    bd.Verdict.UNDECIDED: "undecided",
}  # fmt: skip


def counted(path: str, limit: float = 60.0, *, reasons: bool = False) -> Counter[str]:
    """The number of puzzles in each column."""
    found: Counter[str] = Counter()
    for shared in links.read_file(path, malformed="mark"):
        found["puzzles"] += 1
        if not isinstance(shared, links.Shared):
            found["refused"] += 1
            if reasons:
                print(shared)
            continue
        found["read"] += 1
        solution, verdict = bd.solve(shared.puzzle, rules=shared.rules, threads=1, budget=timedelta(seconds=limit))
        found[_NAMES[bd.Verdict(int(verdict))]] += 1
        if verdict == bd.Verdict.UNIQUE and shared.solution is not None:
            same = (solution == shared.solution)[shared.solution > 0].all()
            found["as published" if same else "not as published"] += 1
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--limit", type=float, default=60.0, help="time limit of a puzzle in seconds")
    parser.add_argument("--reasons", action="store_true", help="print why puzzles are refused")
    options = parser.parse_args()
    rows = [(path, counted(path, options.limit, reasons=options.reasons)) for path in options.files]
    print("| file |", " | ".join(COLUMNS), "|")
    print("|---" * (1 + len(COLUMNS)) + "|")
    for path, found in rows:
        print(f"| {path.rpartition('/')[2]} |", " | ".join(str(found[column]) for column in COLUMNS), "|")


if __name__ == "__main__":
    main()
