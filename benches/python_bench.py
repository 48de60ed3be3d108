"""The speed from Python relative to the core, and the overhead of a call.

Three measurements, alternating within a few seconds because clock rates drift:

* batches: ``bd.solve`` (``bd.verdict`` on sets with several solutions) on a uint8 array (N, 81), a list of str and an
  Arrow column, with one thread, relative to the core in the program ``benches/peers`` in the same round;
* one call on one puzzle: nanoseconds in addition to a single call of the core;
* two threads against one, by the wall clock.

For comparison the PyPI package ``rustoku``: the solution, and the number of solutions up to two.

    python benches/python_bench.py --record benches/records/python.json
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import lzma
import os
import platform
import statistics
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    import numpy as np
    from numpy.typing import NDArray

ROOT = Path(__file__).parent.parent
PEERS = ROOT / "benches/peers/target/release/bitdoku-peers"
#: Sets with puzzles of several solutions, measured with ``verdict``; the others with ``solve``.
SEVERAL = ("multiple", "multiple_16clue", "several")


def sets(wanted: Container[str] | None = None) -> dict[str, tuple[str, list[str]]]:
    """Name, SHA-256 and puzzles of the wanted sets or all; those of tests/data if BITDOKU_PUZZLES is unset."""
    folder = Path(os.environ.get("BITDOKU_PUZZLES", ROOT / "tests/data"))
    found = {}
    for path in sorted(folder.glob("*.txt*")):
        name = path.name.split(".")[0]
        if wanted and name not in wanted:
            continue
        data = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        lines = [line[:81] for line in data.decode().splitlines() if line and line[0] != "#"]
        found[name] = hashlib.sha256(data).hexdigest(), lines
    return found


def array_of(lines: list[str]) -> NDArray[np.uint8]:
    """The puzzles as an array (N, 81)."""
    import numpy as np

    text = np.frombuffer("".join(lines).encode(), np.uint8)
    return np.where(text == ord("."), 0, text - ord("0")).astype(np.uint8).reshape(-1, 81)


def core(name: str, question: str, backend: str, turn_ms: int) -> dict[str, float]:
    """Puzzles per second of the core, ``batch`` and ``single``, one turn each, in thread processor time."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.json"
        options = f"--set {name} --question {question} --backend {backend} --peer none --rounds 1 --turn-ms {turn_ms}"
        command = [str(PEERS), "solve", *options.split(), "--no-check", "--record", str(record)]
        subprocess.run(command, check=True, capture_output=True)
        (result,) = json.loads(record.read_text())["results"]
    return {row["mode"]: row["puzzles_per_second"] for row in result["contestants"]}


def rate(work: Callable[[], object], units: int, turn: float, clock: Callable[[], float] = time.thread_time) -> float:
    """Units per second, over passes that last at least ``turn`` seconds in total."""
    start = clock()
    passes = 0
    while (took := clock() - start) < turn:
        work()
        passes += 1
    return passes * units / took


def summary(rates: list[float]) -> dict[str, Any]:
    """The median and the rounds."""
    return {"puzzles_per_second": round(statistics.median(rates)), "rounds": [round(value) for value in rates]}


def batches(options: argparse.Namespace, name: str, sha256: str, lines: list[str]) -> dict[str, Any]:
    """Measure one set in every form, with the core and rustoku."""
    import pyarrow as pa
    import rustoku

    import bitdoku as bd

    question = "verdict" if name in SEVERAL else "solve"
    function: Any = bd.verdict if question == "verdict" else bd.solve
    array = array_of(lines)
    forms: dict[str, Any] = {"uint8": array, "str": lines, "arrow": pa.array(lines)}
    turn = options.turn_ms / 1000

    def by_rustoku(puzzles: list[str]) -> None:
        for puzzle in puzzles:
            # It raises for clashing givens, which is an answer.
            with contextlib.suppress(ValueError):
                if question == "solve":
                    rustoku.solve(puzzle)
                rustoku.count_solutions(puzzle, 2)

    few = lines[:: max(1, len(lines) // 50)]
    fit = int(rate(partial(by_rustoku, few), len(few), 0.01) * turn)
    sample = lines[:: max(1, len(lines) // max(fit, 50))]

    rates: dict[str, list[float]] = {form: [] for form in ("core", *forms, "rustoku")}
    for _ in range(options.rounds):
        rates["core"].append(core(name, question, bd.backend(), options.turn_ms)["batch"])
        for form, puzzles in forms.items():
            rates[form].append(rate(partial(function, puzzles, threads=1), len(lines), turn))
        rates["rustoku"].append(rate(partial(by_rustoku, sample), len(sample), turn))

    def ratio(form: str, other: str) -> float:
        pairs = zip(rates[form], rates[other], strict=True)
        return round(statistics.median(a / b for a, b in pairs), 3)

    result: dict[str, Any] = {"set": name, "sha256": sha256, "puzzles": len(lines), "question": question}
    result |= {form: summary(values) for form, values in rates.items()}
    for form in forms:
        result[form] |= {"share_of_core": ratio(form, "core"), "to_rustoku": ratio(form, "rustoku")}
    shares = "   ".join(f"{form} {result[form]['share_of_core']:.0%}" for form in forms)
    peer = f"{result['uint8']['to_rustoku']:.0f} x rustoku"
    print(f"{name:16} {question:8} core {result['core']['puzzles_per_second']:>11,} /s   {shares}   {peer}", flush=True)
    return result


def single_call(options: argparse.Namespace, name: str, lines: list[str]) -> dict[str, Any]:
    """Nanoseconds of one call on one puzzle in addition to a single call of the core."""
    import bitdoku as bd

    few = lines[: min(len(lines), 2000)]
    arrays = list(array_of(few).reshape(-1, 9, 9))
    backend, turn = bd.backend(), options.turn_ms / 1000
    overheads: dict[str, list[float]] = {"str": [], "array": []}

    def each(puzzles: list[Any]) -> None:
        for puzzle in puzzles:
            bd.solve(puzzle)

    for _ in range(options.rounds):
        # The core solves the whole set rather than the same few puzzles: its time is a small part of the call.
        kernel = 1e9 / core(name, "solve", backend, options.turn_ms)["single"]
        forms: dict[str, list[Any]] = {"str": few, "array": arrays}
        for form, puzzles in forms.items():
            call = 1e9 / rate(partial(each, puzzles), len(few), turn)
            overheads[form].append(call - kernel)
    medians = {form: round(statistics.median(values)) for form, values in overheads.items()}
    print(
        f"one call on one puzzle ({name}): str {medians['str']} ns, (9, 9) array {medians['array']} ns above the kernel"
    )
    rounds = {form: [round(value) for value in values] for form, values in overheads.items()}
    return {"set": name, "overhead_ns": medians, "rounds": rounds}


def two_threads(options: argparse.Namespace, name: str, lines: list[str]) -> dict[str, Any]:
    """Measure one and two threads by the wall clock."""
    import bitdoku as bd

    array = array_of(lines)
    turn = 2 * options.turn_ms / 1000
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(options.rounds):
        for threads, values in rates.items():
            values.append(rate(partial(bd.solve, array, threads=threads), len(lines), turn, time.perf_counter))
    gain = round(statistics.median(b / a for a, b in zip(rates[1], rates[2], strict=True)), 3)
    print(f"two threads ({name}): {gain:.2f} x one")
    return {"set": name, "one": summary(rates[1]), "two": summary(rates[2]), "gain": gain}


def revision(folder: Path, *options: str) -> str | None:
    """The revision of a git checkout."""
    command = ["git", "describe", "--always", "--dirty", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout.strip() or None


def on_one_core() -> None:
    """Run on one core from now on, if the system supports that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def header(options: argparse.Namespace, kind: str, clock: str, versions: dict[str, Any]) -> dict[str, Any]:
    """The metadata of a run."""
    import bitdoku as bd

    cpu = platform.processor()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0] if names else cpu
    return {
        "kind": kind,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"cpu": cpu, "cores": os.cpu_count(), "architecture": platform.machine(), "os": platform.system()},
        "versions": versions | {"python": platform.python_version(), "revision": revision(ROOT)},
        "backend": bd.backend(),
        "threads": 1,
        "clock": clock,
        "rounds": options.rounds,
        "turn_ms": options.turn_ms,
        "quick": options.quick,
    }


def parser(description: str | None, rounds: int, turn_ms: int) -> argparse.ArgumentParser:
    """A parser with the options that the programs have in common."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", type=Path, help="where the JSON record goes")
    parser.add_argument("--set", action="append", help="sets to run (default: all)")
    parser.add_argument("--backend", help="kernels to use instead of the fastest")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--turn-ms", type=int, default=turn_ms)
    parser.add_argument("--quick", action="store_true", help="three short rounds")
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options, after those that hold for the whole run have been applied."""
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.turn_ms = 3, min(options.turn_ms, 50)
    if options.backend:
        os.environ["BITDOKU_BACKEND"] = options.backend
    return options


def write(record: dict[str, Any], path: Path | None) -> None:
    """Write a record, if it goes anywhere."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".json.part")
        unfinished.write_text(json.dumps(record, indent=2) + "\n")
        unfinished.replace(path)
        print(f"record: {path}")


def main() -> None:
    """Measure and write the record."""
    options = parsed(parser(__doc__, 7, 150))
    versions = {package: version(package) for package in ("bitdoku", "numpy", "pyarrow", "rustoku")}
    record = header(options, "python", "thread processor time; wall for two threads", versions)
    chosen = sets(options.set)
    record["batches"] = [batches(options, name, *value) for name, value in chosen.items()]
    easiest = "kaggle" if "kaggle" in chosen else next(iter(chosen))
    record["single_call"] = single_call(options, easiest, chosen[easiest][1])
    pair: list[str] = [name for name in ("17clue", "hardest_1905") if name in chosen] or [easiest]
    record["two_threads"] = [two_threads(options, name, chosen[name][1]) for name in pair]
    write(record, options.record)


if __name__ == "__main__":
    main()
