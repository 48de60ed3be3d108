"""Solve the puzzles of examples/puzzles.txt, show some of them, and measure the speed.

``make demo`` builds bitdoku and runs this.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import bitdoku as bd

lines = (Path(__file__).parent / "puzzles.txt").read_text().splitlines()
rows = [line.split("  # ") for line in lines if line and not line.startswith("#")]
puzzles = [puzzle for puzzle, _ in rows]
known = [int(count) for _, count in rows]

solutions, verdicts = bd.solve(puzzles)
counts = bd.count(puzzles).tolist()

hardest = known.index(1, len(known) // 2)
for i in (0, hardest, known.index(0), next(i for i, count in enumerate(known) if count > 1)):
    verdict = bd.Verdict(verdicts[i])
    print(f"Puzzle {i + 1}: {counts[i]} solution{'s' * (counts[i] != 1)}")
    left = str(bd.Board(puzzles[i])).splitlines()
    solved = verdict in (bd.Verdict.UNIQUE, bd.Verdict.MULTIPLE)
    right = str(bd.Board(solutions[i])).splitlines() if solved else [""] * len(left)
    print("\n".join(f"{a}   {b}" for a, b in zip(left, right, strict=True)), end="\n\n")

for verdict, number in sorted(Counter(verdicts.tolist()).items()):
    print(f"{number:5} {bd.Verdict(verdict).name.lower().replace('_', ' ')}")
wrong = sum(count != found for count, found in zip(known, counts, strict=True))
print(f"{len(puzzles) - wrong:5} of {len(puzzles)} counts as recorded in the file")

# Many puzzles in one call, as with a large file: the few hundred above, repeated.
many = puzzles * 200
start = time.perf_counter()
bd.verdict(many)
seconds = time.perf_counter() - start
print(f"\n{len(many)} verdicts in {seconds:.2f} s: {len(many) / seconds:,.0f} puzzles per second ({bd.backend()})")
raise SystemExit(wrong > 0)
