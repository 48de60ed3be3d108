"""Peak memory of calls on a million rows: the memory allocated beyond the input, and the part of it that is the result.

Each call runs in its own process. After a small call of the same kind, which starts the threads, the kernel's record of
the peak resident size is reset, so that it shows the peak of the large call. Linux only.

    python benches/memory.py [--rows N] [--threads N]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

FORMS = ("uint8", "int64", "str", "U81", "arrow", "polars")
CALLS = ("solve", "solve, out", "verdict", "count", "candidates", "check", "canonical", "fingerprint", "shuffle")
MEGABYTE = 1_000_000


def resident(field: str) -> int:
    """VmRSS or VmHWM (the peak) of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"this system has no {field}")


def size(result: object) -> int:
    """The bytes of a result."""
    if isinstance(result, tuple | list) and result and not isinstance(result[0], str):
        return sum(map(size, result))
    if isinstance(result, list):
        return sys.getsizeof(result) + sum(map(sys.getsizeof, result))
    for name in ("nbytes", "estimated_size"):
        value = getattr(result, name, None)
        if value is not None:
            return int(value() if callable(value) else value)
    return 0


def measure(form: str, call: str, rows: int, threads: int) -> dict[str, float]:
    """Measure one call in this process, in megabytes."""
    import numpy as np

    import bitdoku as bd

    few = bd.generate(1000, seed=1).puzzle.reshape(-1, 81)
    array = np.ascontiguousarray(np.tile(few, (-(-rows // 1000), 1))[:rows])

    def strings(digits: np.ndarray) -> list[str]:
        return [row.tobytes().decode() for row in digits + np.uint8(ord("0"))]

    puzzles: object
    if form in ("uint8", "int64"):
        puzzles = array.astype(form)
    elif form == "str":
        puzzles = strings(array)
    elif form == "U81":
        puzzles = np.array(strings(array), "U81")
    elif form == "arrow":
        import pyarrow as pa

        puzzles = pa.array(strings(array))
    else:
        import polars as pl

        puzzles = pl.Series(strings(array))
    del array
    out = np.empty((rows, 81), np.uint8) if call == "solve, out" else None

    def work(puzzles: object, out: np.ndarray | None) -> object:
        solver: dict[str, object] = {"threads": threads}
        match call:
            case "solve" | "solve, out":
                return tuple(bd.solve(puzzles, out=out, **solver))  # type: ignore[call-overload]
            case "check":
                return tuple(bd.check(puzzles, puzzles, **solver))  # type: ignore[call-overload]
            case "shuffle":
                return bd.shuffle(puzzles, seed=1, **solver)  # type: ignore[call-overload]
        return getattr(bd, call)(puzzles, **solver)

    if out is not None:
        out.fill(1)
    work(puzzles[:20_000], None if out is None else out[:20_000])  # type: ignore[index]
    Path("/proc/self/clear_refs").write_text("5")
    before = resident("VmRSS")
    result = work(puzzles, out)
    peak = resident("VmHWM") - before
    results = size(result) - (0 if out is None else out.nbytes)
    return {"peak": peak / MEGABYTE, "result": results / MEGABYTE, "input": size(puzzles) / MEGABYTE}


def main() -> None:
    """Measure all calls on all forms, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--form", choices=FORMS, action="append")
    parser.add_argument("--call", choices=CALLS, action="append")
    parser.add_argument("--one", action="store_true", help="measure in this process and print JSON")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.form[0], options.call[0], options.rows, options.threads)))
        return
    print("| call | form | input, MB | result, MB | peak, MB | peak − result, MB |\n|---|---|---:|---:|---:|---:|")
    for call in options.call or CALLS:
        for form in options.form or FORMS:
            if call == "solve, out" and form not in ("uint8", "int64"):
                continue
            command = [sys.executable, __file__, "--one", "--form", form, "--call", call]
            command += ["--rows", str(options.rows), "--threads", str(options.threads)]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            numbers = (found["input"], found["result"], found["peak"], found["peak"] - found["result"])
            print(f"| {call} | {form} | {' | '.join(f'{number:.0f}' for number in numbers)} |", flush=True)


if __name__ == "__main__":
    main()
