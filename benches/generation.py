"""Ten million minimal puzzles, in one call and in a hundred shards: histogram, memory and rate.

Also the rate of ``method="controlled"`` on one core, and ``bd.shuffle`` compared with a numpy loop over pairs.

    python benches/generation.py --record benches/records/generation.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import resource
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

import bitdoku as bd

#: Percentages of minimal puzzles generated top-down, by clues (Berthier, "Unbiased statistics of a CSP", 2009).
TOP_DOWN = {20: 0.0044, 21: 0.24, 22: 3.45, 23: 17.25, 24: 34.23, 25: 29.78, 26: 12.21, 27: 2.53, 28: 0.27}


def whole(n: int, seed: int, threads: int) -> tuple[dict[str, Any], bd.Puzzles]:
    """Measure one call."""
    start = time.perf_counter()
    made = bd.generate(n, seed=seed, threads=threads)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    result = {
        "puzzles": n,
        "threads": threads,
        "seconds": round(seconds, 1),
        "puzzles_per_second": round(n / seconds),
        "peak_memory_of_the_process": peak,
        "sha256_of_puzzles": hashlib.sha256(made.puzzle.data).hexdigest(),
        "sha256_of_solutions": hashlib.sha256(made.solution.data).hexdigest(),
    }
    return result, made


def sharded(n: int, seed: int, shards: int) -> dict[str, Any]:
    """Hash the same rows generated in shards, alternately with one and two threads."""
    puzzles, solutions = hashlib.sha256(), hashlib.sha256()
    for shard in range(shards):
        first, end = n * shard // shards, n * (shard + 1) // shards
        made = bd.generate(end - first, seed=seed, start=first, threads=1 + shard % 2)
        puzzles.update(made.puzzle.data)
        solutions.update(made.solution.data)
    return {
        "shards": shards,
        "sha256_of_puzzles": puzzles.hexdigest(),
        "sha256_of_solutions": solutions.hexdigest(),
    }


def histogram(clues: np.ndarray[Any, np.dtype[Any]]) -> dict[str, Any]:
    """The histogram of clues, compared with published values."""
    counts = np.bincount(clues, minlength=31)
    cells = [number for number in TOP_DOWN if 22 <= number <= 28]
    expected = np.array([TOP_DOWN[number] / 100 * len(clues) for number in cells])
    chi_square = float(((counts[cells] - expected) ** 2 / expected).sum())
    return {
        "puzzles": len(clues),
        "mean": round(float(clues.mean()), 4),
        "standard_deviation": round(float(clues.std()), 4),
        "counts": {int(number): int(counts[number]) for number in np.flatnonzero(counts)},
        "chi_square_against_berthier": round(chi_square, 1),
        "cells": len(cells),
    }


def controlled(n: int, seed: int) -> dict[str, Any]:
    """Measure the controlled method on one core."""
    start = time.perf_counter()
    made = bd.generate(n, seed=seed, method="controlled", threads=1)
    seconds = time.perf_counter() - start
    weights = np.exp(made["log_weight"] - made["log_weight"].max())
    return {
        "puzzles": n,
        "seconds": round(seconds, 1),
        "an_hour": round(3600 * n / seconds),
        "weighted_mean_of_clues": round(float((weights * made.clues).sum() / weights.sum()), 2),
    }


def by_numpy(
    puzzle: np.ndarray[Any, np.dtype[Any]], solution: np.ndarray[Any, np.dtype[Any]], random: np.random.Generator
) -> tuple[np.ndarray[Any, np.dtype[Any]], np.ndarray[Any, np.dtype[Any]]]:
    """Shuffle one pair with numpy: transposition, lines and digits."""
    digits = np.concatenate(([0], random.permutation(9) + 1)).astype(np.uint8)
    rows, columns = (
        np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)]) for _ in range(2)
    )
    if random.random() < 0.5:
        puzzle, solution = puzzle.T, solution.T
    return digits[puzzle[rows][:, columns]], digits[solution[rows][:, columns]]


def shuffling(made: bd.Puzzles, rounds: int) -> dict[str, Any]:
    """Pairs per second, alternately by bitdoku and numpy."""
    random = np.random.default_rng(1)
    pairs = list(zip(made.puzzle[:2000], made.solution[:2000], strict=True))
    ratios, ours = [], []
    for seed in range(rounds):
        start = time.perf_counter()
        bd.shuffle(made.puzzle, made.solution, seed=seed, threads=1)
        middle = time.perf_counter()
        for puzzle, solution in pairs:
            by_numpy(puzzle, solution, random)
        end = time.perf_counter()
        ours.append(len(made.puzzle) / (middle - start))
        ratios.append(ours[-1] / (len(pairs) / (end - middle)))
    return {
        "pairs_per_second": round(statistics.median(ours)),
        "to_numpy_loop": round(statistics.median(ratios)),
        "rounds": [round(ratio) for ratio in ratios],
    }


def main() -> None:
    """Measure and write the record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--record", type=Path, help="where the JSON record goes")
    parser.add_argument("-n", type=int, default=10_000_000, help="puzzles")
    parser.add_argument("--controlled", type=int, default=40, help="puzzles of the controlled method")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=2024)
    options = parser.parse_args()

    one, made = whole(options.n, options.seed, options.threads)
    print(one, flush=True)
    clues = histogram(made.clues[:1_000_000])
    print(clues, flush=True)
    del made
    small = bd.generate(min(options.n, 300_000), seed=options.seed)
    shuffled = shuffling(small, 5)
    print(shuffled, flush=True)
    parts = sharded(options.n, options.seed, 100)
    same = all(parts[key] == one[key] for key in ("sha256_of_puzzles", "sha256_of_solutions"))
    print(parts, "the same" if same else "DIFFERENT", flush=True)
    unbiased = controlled(options.controlled, options.seed)
    print(unbiased, flush=True)
    record = {
        "kind": "generation",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"cores": os.cpu_count(), "architecture": platform.machine(), "os": platform.system()},
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "bitdoku": bd.__version__},
        "backend": bd.backend(),
        "one_call": one,
        "shards": parts | {"same_rows": same},
        "clues_of_a_million": clues,
        "shuffle": shuffled,
        "controlled": unbiased,
    }
    if options.record:
        options.record.write_text(json.dumps(record, indent=2) + "\n")
    if not same:
        raise SystemExit("the shards differ from the whole")


if __name__ == "__main__":
    main()
