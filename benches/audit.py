"""The time of an audit compared with ``solve`` plus ``canonical`` of the same rows, and its memory.

The rows are random members of the classes of a set, in random order. They are audited from files of several formats,
with solutions if the format supports them; solve and canonical get the array. All alternate within one process, with
one thread, in processor time; the medians of the rounds are printed. The time of an audit includes reading and
decompression; a ``scan`` measures that part, in nanoseconds a row. The second ratio is to ``solve`` and ``canonical``
from the same file, that is with the time of a scan added to each.

    BITDOKU_PUZZLES=… python benches/audit.py --rows 1000000 --rounds 3 --format npy --format csv
    python benches/audit.py --rows 30000000 --memory 1024     # audit generated boards in 1024 MiB of addresses
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import python_bench

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


#: The formats; ``lists`` is Parquet with lists of numbers.
FORMATS = ("npy", "csv", "parquet", "txt", "arrow", "npz", "csv.gz", "lists", "jsonl", "csv.xz", "hodoku")


def compare(name: str, puzzles: list[str], rows: int, rounds: int, formats: list[str], folder: Path) -> None:
    """Measure a set and print a line for each format."""
    copies = bd.shuffle(bd.datasets.encodings.digits(puzzles), seed=1, copies=-(-rows // len(puzzles)))
    array = np.random.default_rng(1).permutation(copies.reshape(-1, 81))[:rows]
    solutions = bd.solve(array).solution
    files = {kind: folder / (f"{name}-lists.parquet" if kind == "lists" else f"{name}.{kind}") for kind in formats}
    for kind, path in files.items():
        bd.datasets.write(path, array, solutions, lists=kind == "lists")
    times: dict[str, list[float]] = {what: [] for what in ("solve", "canonical")}
    scans: dict[str, list[float]] = {kind: [] for kind in files}
    ratios: dict[str, list[float]] = {kind: [] for kind in files}
    from_file: dict[str, list[float]] = {kind: [] for kind in files}
    for _ in range(rounds):
        solve = seconds(lambda: bd.solve(array, threads=1))
        canonical = seconds(lambda: bd.canonical(array, threads=1))
        times["solve"].append(solve)
        times["canonical"].append(canonical)
        for kind, path in files.items():
            scan = seconds(lambda path=path: [len(some) for some in bd.datasets.scan(path)])  # type: ignore[misc]
            scans[kind].append(scan)
            audit = seconds(lambda path=path: bd.datasets.audit(path, threads=1))  # type: ignore[misc]
            ratios[kind].append(audit / (solve + canonical))
            from_file[kind].append(audit / (solve + canonical + 2 * scan))
    each = {what: statistics.median(values) * 1e9 / rows for what, values in {**times, **scans}.items()}
    print(f"{name}: solve {each['solve']:.0f} ns a row, canonical {each['canonical']:.0f}", flush=True)
    for kind, values in ratios.items():
        file = statistics.median(from_file[kind])
        print(
            f"    {kind:8} audit {statistics.median(values):.2f} ×, {file:.2f} × from the file, "
            f"scan only {each[kind]:.0f} ns a row",
            flush=True,
        )
    for path in files.values():
        path.unlink()


def generated(path: Path, rows: int) -> None:
    """Write a .npy file of boards of different classes: random grids with 25 random cells removed."""
    rng = np.random.default_rng(1)
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "|u1", "fortran_order": False, "shape": (rows, 81)})
        for start in range(0, rows, 1 << 18):
            boards = bd.grids(min(1 << 18, rows - start), seed=1, start=start).reshape(-1, 81)
            removed = np.argpartition(rng.random(boards.shape, np.float32), 25, axis=1)[:, :25]
            np.put_along_axis(boards, removed, 0, axis=1)
            file.write(boards.data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--set", action="append", default=[], help="sets to use (default: all)")
    parser.add_argument("--format", action="append", choices=FORMATS, help="formats to use (default: all)")
    parser.add_argument("--memory", type=int, metavar="MIB", help="audit generated rows within this address space")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.memory is None:
            for name, (_, puzzles) in python_bench.sets(options.set).items():
                compare(name, puzzles, options.rows, options.rounds, options.format or [*FORMATS], Path(folder))
            return
        path = Path(folder) / "rows.npy"
        child = os.fork()
        if child == 0:
            generated(path, options.rows)
            os._exit(0)
        os.waitpid(child, 0)
        resource.setrlimit(resource.RLIMIT_AS, (options.memory << 20, options.memory << 20))
        start = time.perf_counter()
        report = bd.datasets.audit(path)
        taken = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(report)
        print(f"\n{options.rows:,} rows in {taken:.1f} s, resident at most {peak} MiB")


if __name__ == "__main__":
    main()
