"""Memory stays bounded, however many rows go from file to file."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import Puzzles
from bitdoku.datasets import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("pyarrow")
resource = pytest.importorskip("resource")

FEW, MANY = 20_000, 400_000
#: Of the whole process, addresses and all, as `ulimit -v 1048576` sets it.
LIMIT = 1 << 30


@pytest.fixture(scope="module")
def solved() -> Puzzles:
    puzzles = bd.shuffle(bd.generate(200, seed=1, clues=(32, 40)).puzzle, seed=1, copies=100).reshape(-1, 81)
    return Puzzles(puzzles, bd.solve(puzzles).solution)


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits and their units are those of Linux")


def peak(*arguments: str) -> int:
    """The megabytes that a command has in memory at its peak, under the limit."""
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({LIMIT}, {LIMIT}))\n"
        "import sys; from bitdoku.cli import main; from bitdoku.datasets import _ledger\n"
        "_ledger.SPOOLED = 1 << 12  # records go to disk at once\n"
        "assert main(sys.argv[1:]) in (0, 1)\n"
        # Not ru_maxrss, which a process inherits from the one that started it.
        "print(*[int(line.split()[1]) // 1024 for line in open('/proc/self/status') if line.startswith('VmHWM')])"
    )
    command = [sys.executable, "-c", code, *arguments]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout)


def batches(solved: Puzzles, rows: int) -> Iterator[Puzzles]:
    for _ in range(0, rows, len(solved)):
        yield solved


@linux
@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("txt", "solve --threads 1"),
        ("parquet", "solve --threads 1"),
        ("csv", "solve --threads 2"),
        ("csv", "audit --threads 2"),
    ],
)
def test_many_rows_take_no_more_than_few(kind: str, command: str, solved: Puzzles, tmp_path: Path) -> None:
    few, many = tmp_path / f"few.{kind}", tmp_path / f"many.{kind}"
    target = tmp_path / ("out.json" if "audit" in command else "out.csv" if kind == "txt" else f"out.{kind}")
    # Enough for full batches, of several threads too.
    write(few, batches(solved, FEW if "1" in command else 5 * FEW))
    assert write(many, batches(solved, MANY)) == MANY
    name, *options = command.split()
    more = peak(name, "-q", *options, str(many), "-o", str(target)) - peak(
        name, "-q", *options, str(few), "-o", str(target)
    )
    # In and out these are more than 100 MB of cells. A row group of Parquet is 22 MB, batches for two threads are
    # large, and several are on their way: what a solve of Parquet takes levels off 105 MB above that of few rows.
    assert more < 100
    assert target.stat().st_size > 0
    if name == "solve":
        verdicts = [bd.verdict(rows.puzzle) for rows in bd.datasets.scan(many)]
        assert sum(map(len, verdicts)) == MANY
        assert all(np.all(part == 1) for part in verdicts)


@linux
def test_leaks_into_many_rows_take_no_more_than_into_few(solved: Puzzles, tmp_path: Path) -> None:
    write(tmp_path / "test.npy", solved)
    peaks = []
    for rows in (5 * FEW, MANY):
        write(tmp_path / "train.npy", batches(solved, rows))
        command = ["audit", str(tmp_path / "test.npy"), "--against", str(tmp_path / "train.npy")]
        peaks.append(peak(*command, "-q", "-o", str(tmp_path / "report.json")))
        report = json.loads((tmp_path / "report.json").read_text())
        assert (report["against_rows"], report["faults"]["leak"]) == (rows, FEW)
    assert peaks[1] - peaks[0] < 20


@linux
def test_builds_of_many_rows_take_no_more_than_of_few(solved: Puzzles, tmp_path: Path) -> None:
    peaks = []
    for rows in (5 * FEW, MANY):
        write(tmp_path / f"{rows}.npy", batches(solved, rows))
        plan = tmp_path / f"{rows}.toml"
        plan.write_text(
            f'seed = 1\ndedupe = "none"\n[take]\nfiles = "{rows}.npy"\n[augment]\ntrain = 1\n'
            '[write]\nformat = "csv"\nshard = 100000\n'
        )
        peaks.append(peak("build", str(plan), "-q", "-o", str(tmp_path / f"{rows}")))
        manifest = json.loads((tmp_path / f"{rows}" / "manifest.json").read_text())
        assert manifest["parts"]["train"]["rows"] == 2 * rows
    # What goes to files is 130 MB.
    assert peaks[1] - peaks[0] < 20
