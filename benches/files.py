"""``bitdoku solve`` from file to file, compared with reading and writing the same file by pyarrow only.

A million easy puzzles with their solutions, as CSV and as Parquet, in a folder in memory if there is one. All processes
run on one core. Each round measures in turn, in processor time of all threads, including system time (on an idle core
that equals the wall clock):

* files: a process in which pyarrow reads the file and writes the same table, batch by batch, with one thread, minus the
  time for a file of one row;
* solve: ``bd.solve`` on the uint8 array (N, 81) with one thread;
* command: the process ``bitdoku solve --threads 1 IN -o OUT``, minus the time for a file of one row.

Target: command ≤ files + 1.5 × solve, each the minimum of the rounds, because other load on the machine only adds time.
``--profile`` prints a profile of the command instead.

    BITDOKU_PUZZLES=… python benches/files.py --record benches/records/files.json
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import json
import lzma
import os
import platform
import pstats
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import python_bench
from rate import seconds

import bitdoku as bd
from bitdoku.cli import main as bitdoku


def puzzles(rows: int) -> tuple[str, np.ndarray[Any, Any]]:
    """Description and puzzles: shuffled members of the classes of the set kaggle, or of generated puzzles."""
    folder = os.environ.get("BITDOKU_PUZZLES")
    if folder:
        data = lzma.decompress((Path(folder) / "kaggle.txt.xz").read_bytes())
        texts = data.decode().split()
        cells = bd.to_array(texts).reshape(-1, 81)
        name = f"kaggle ({hashlib.sha256(data).hexdigest()[:16]}), shuffled"
    else:
        cells = bd.generate(10_000, seed=0, clues=(30, 36)).puzzle.reshape(-1, 81)
        name = "generated with 30 to 36 clues, shuffled"
    copies = -(-rows // len(cells))
    return name, bd.shuffle(cells, seed=0, copies=copies).reshape(-1, 81)[:rows]


def copy_csv(source: Path, target: Path) -> None:
    """Read and write with pyarrow only, in the fastest way that keeps the text."""
    reader = pa.csv.open_csv(
        source,
        read_options=pa.csv.ReadOptions(use_threads=False, block_size=1 << 21),
        convert_options=pa.csv.ConvertOptions(column_types={"puzzle": pa.string(), "solution": pa.string()}),
    )
    options = pa.csv.WriteOptions(quoting_style="none")
    with pa.csv.CSVWriter(target, reader.schema, write_options=options) as writer:
        for batch in reader:
            writer.write_batch(batch)


def copy_parquet(source: Path, target: Path) -> None:
    """Like :func:`copy_csv` for Parquet."""
    with pq.ParquetFile(source) as file, pq.ParquetWriter(target, file.schema_arrow, **PARQUET) as writer:
        for i in range(file.num_row_groups):
            writer.write_table(file.read_row_group(i, use_threads=False))


#: The options of bitdoku, which are faster than the defaults of pyarrow: boards need no dictionary.
PARQUET: dict[str, Any] = {"compression": "zstd", "use_dictionary": False}


def command(source: Path, target: Path) -> list[str]:
    """The command line to measure."""
    return [sys.executable, "-m", "bitdoku", "solve", "-q", "--threads", "1", str(source), "-o", str(target)]


def copying(source: Path, target: Path) -> list[str]:
    """The command line that copies with pyarrow."""
    return [sys.executable, __file__, "--copy", str(source), str(target)]


def run(words: list[str]) -> None:
    """Run a process that keeps its bytecode, as installed programs do, even where the environment forbids it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(words, check=True, env=environment | {"PYTHONPYCACHEPREFIX": str(Path(words[-1]).parent)})


def measure(kind: str, folder: Path, cells: np.ndarray[Any, Any], rounds: int) -> dict[str, Any]:
    """Measure one format."""
    source, one, target = folder / f"in.{kind}", folder / f"one.{kind}", folder / f"out.{kind}"
    solution = bd.solve(cells).solution
    bd.datasets.write(source, cells, solution)
    bd.datasets.write(one, cells[:1], solution[:1])
    names = ("copy", "copy start", "solve", "start", "command")
    took: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        took["copy"].append(seconds(lambda: run(copying(source, target))))
        took["copy start"].append(seconds(lambda: run(copying(one, target))))
        took["solve"].append(seconds(lambda: bd.solve(cells, threads=1)))
        took["start"].append(seconds(lambda: run(command(one, target))))
        took["command"].append(seconds(lambda: run(command(source, target))))
    # Check the output.
    written = bd.datasets.read(target)
    found = [boards.reshape(-1, 81) for boards in (written.puzzle, written.solution) if boards is not None]
    if not all(np.array_equal(one, right) for one, right in zip(found, (cells, solution), strict=True)):
        raise SystemExit(f"{target} is wrong")
    least = {name: min(values) for name, values in took.items()}
    spent, allowed = least["command"] - least["start"], least["copy"] - least["copy start"] + 1.5 * least["solve"]
    print(
        f"{kind}: pyarrow {least['copy'] - least['copy start']:.3f} s, solve {least['solve']:.3f} s, allowed "
        f"{allowed:.3f} s; command {spent:.3f} s and {least['start']:.3f} s to start: {spent / allowed:.2f} of what is "
        "allowed"
    )
    return {
        "format": kind,
        "seconds": {name: [round(value, 4) for value in values] for name, values in took.items()},
        "least": {name: round(value, 4) for name, value in least.items()},
        "allowed": round(allowed, 4),
        "spent": round(spent, 4),
        "share": round(spent / allowed, 3),
    }


def profile(kind: str, folder: Path, cells: np.ndarray[Any, Any]) -> None:
    """Print a profile of the command in this process."""
    source, target = folder / f"in.{kind}", folder / f"out.{kind}"
    bd.datasets.write(source, cells, bd.solve(cells).solution)
    profiler = cProfile.Profile()
    profiler.runcall(bitdoku, ["solve", "-q", "--threads", "1", str(source), "-o", str(target)])
    print(f"\n{kind}")
    pstats.Stats(profiler).sort_stats("tottime").print_stats(14)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--record", type=Path)
    arguments.add_argument("--profile", action="store_true")
    arguments.add_argument("--quick", action="store_true", help="a tenth of the rows, three rounds")
    arguments.add_argument("--copy", type=Path, nargs=2, help="only copy a file with pyarrow (used by the rounds)")
    options = arguments.parse_args()
    if options.copy:
        source, target = options.copy
        (copy_csv if source.suffix == ".csv" else copy_parquet)(source, target)
        return
    rows, rounds = (options.rows // 10, 3) if options.quick else (options.rows, options.rounds)
    python_bench.on_one_core()
    name, cells = puzzles(rows)
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as name_of_folder:
        folder = Path(name_of_folder)
        if options.profile:
            for kind in ("csv", "parquet"):
                profile(kind, folder, cells)
            return
        results = [measure(kind, folder, cells, rounds) for kind in ("csv", "parquet")]
    if options.record:
        record = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": f"{platform.machine()} {platform.processor()}".strip(),
            "python": platform.python_version(),
            "bitdoku": bd.__version__,
            "pyarrow": pa.__version__,
            "backend": bd.backend(),
            "folder": "in memory" if memory else "on disk",
            "puzzles": name,
            "rows": len(cells),
            "results": results,
        }
        options.record.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
