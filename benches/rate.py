"""Ratings of Sudoku Explainer (ER, EP, ED) by ``bd.rate``, compared with other raters on the same puzzles.

The raters are separate programs, found by an option or an environment variable; a rater that is not given is left out:

* ``--sukaku-forge``, ``SUKAKU_FORGE_RATE``: the executable sukaku-forge-rate (github.com/SlowLarry/sukaku-forge, LGPL).
  Its ratings equal those of Sudoku Explainer 1.2.1 after ``unique_loop_fix`` and ``bug_fix`` are set to false in
  ``crates/engine/src/se121.rs``. Build it with ``make build-rater-native``. ER, EP and ED are compared puzzle by
  puzzle, and a difference is a failure; a build with the fixes is recognised by two puzzles and refused.
* ``--skfr``, ``SKFR``: the executable of github.com/dobrichev/skfr (BSD), ``g++ -O3 -march=native`` on its sources
  without the one for a DLL. It finds shorter chains and loops, so equal ratings are only counted.

Everything runs on one core. The raters alternate within each round; bitdoku repeats its pass until a turn is over, the
others make one pass over the same puzzles. None checks that a puzzle has one solution. Times are processor times with
system time; those of the other programs include reading and writing text and are reduced by the time for a file of one
puzzle. The columns ``singles`` and ``guesses`` of ``bd.rate`` are measured in the same rounds.

    BITDOKU_PUZZLES=… python benches/rate.py --record benches/records/rate.json

The set newspaper is read from ``ratings/se.tsv.xz`` beside the folder BITDOKU_PUZZLES.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import resource
import statistics
import subprocess
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import python_bench

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from numpy.typing import NDArray

SCALE = ("er", "ep", "ed")
#: The sets, and how many of their puzzles, evenly spread over the file, are rated in a pass. The other raters take
#: seconds for one of the hardest puzzles; of hardest_1106 all are rated, for one of them takes longer than thirty
#: others. The last three sets are those of tests/data.
SETS = {
    "kaggle": 10_000,
    "newspaper": 1_000,
    "17clue": 4_000,
    "minimal": 1_000,
    "top1465": 150,
    "hardest_1905": 10,
    "hardest_1106": 188,
    "easy": 1_000,
    "few_clues": 1_000,
    "hard": 20,
}
#: Sets that are measured in three rounds at most.
LONG = ("hardest_1905", "hardest_1106")
#: Puzzles for a pass of ``singles`` and ``guesses``.
COLUMN_PUZZLES = 10_000
#: Rated 1.2, for the time that a program takes to start.
EASY = "5.9..1....7.....52..15879.4.1.96......8...56.4....2..1.....341.734.....5.924568.."
#: Puzzles whose ER in tenths depends on the two fixes of sukaku-forge, with the ER of Sudoku Explainer: 45 and 57 with.
FIXES = {
    "...8.....1.69...2...723..98.91..3..56...9....7...5...4...1.46....9..............3": 67,
    "985......2.46.1.....1..5.....7..41.2...5..9......2..86.9.....6......6..44.....5.1": 65,
}


class Rater:
    """A program that rates the puzzles of a file."""

    def __init__(self, name: str, path: Path, folder: Path) -> None:
        self.name = name
        self.path = path.resolve()
        self.folder = folder

    def command(self) -> list[str]:
        """The command line that rates ``puzzles.txt`` in the folder."""
        if self.name == "skfr":
            # Names are relative and without the ending. The ratings go to puzzles_rat.txt.
            return [str(self.path), "-ipuzzles"]
        return [str(self.path), "--allow-uniqueness", "--format=%r/%p/%d", "--input=-"]

    def write(self, puzzles: list[str]) -> None:
        """Write the input."""
        (self.folder / "puzzles.txt").write_text("\n".join(puzzles) + "\n")

    def run(self) -> None:
        """Rate the puzzles that were written."""
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        with (self.folder / "puzzles.txt").open() as puzzles, (self.folder / "output.txt").open("w") as output:
            subprocess.run(self.command(), check=True, cwd=self.folder, env=environment, stdin=puzzles, stdout=output)

    def ratings(self) -> NDArray[Any]:
        """The ratings of the last run in tenths, shape (N, 3)."""
        import numpy as np

        name = "puzzles_rat.txt" if self.name == "skfr" else "output.txt"
        lines = (self.folder / name).read_text().split("\n")
        found = [line.rsplit("=")[-1].split("/") for line in lines if line]
        return np.array([[round(10 * float(value)) for value in each] for each in found], np.int64).reshape(-1, 3)

    def about(self) -> dict[str, Any]:
        """What identifies the program: its hash, and the revision if it lies in a git checkout."""
        revision = python_bench.revision(self.path.parent, "--exclude=*")
        return {"sha256": hashlib.sha256(self.path.read_bytes()).hexdigest(), "revision": revision}


def spent() -> float:
    """Seconds of processor time until now, of this process and the children that have ended."""
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(time.ru_utime + time.ru_stime for time in times)


def seconds(work: Callable[[], object], turn: float = 0.0) -> float:
    """Seconds of processor time for one pass: the mean of the passes that fit in the turn, at least one."""
    start = spent()
    passes = 0
    while passes == 0 or spent() - start < turn:
        work()
        passes += 1
    return (spent() - start) / passes


def sets() -> dict[str, tuple[str, list[str]]]:
    """Name, SHA-256 and puzzles of the sets that are there, in the order of SETS."""
    found = python_bench.sets()
    ratings = Path(os.environ.get("BITDOKU_PUZZLES", ".")).parent / "ratings/se.tsv.xz"
    if ratings.exists():
        rows = [line.split("\t") for line in lzma.decompress(ratings.read_bytes()).decode().splitlines()]
        lines = [row[0] for row in rows if row[1:2] == ["newspaper"]]
        found["newspaper"] = sha256_of(lines), lines
    return {name: found[name] for name in SETS if name in found}


def chosen(options: argparse.Namespace) -> dict[str, tuple[str, list[str]]]:
    """The sets to measure; those that are not there are named."""
    found = sets()
    wanted = options.set or (list(SETS)[:7] if "BITDOKU_PUZZLES" in os.environ else list(SETS)[7:])
    for name in wanted:
        if name not in found:
            print(f"{name} is left out: no such set")
    return {name: value for name, value in found.items() if name in wanted}


def sha256_of(lines: list[str]) -> str:
    """The hash of a file of these lines."""
    return hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()


def spread(lines: list[str], count: int) -> list[str]:
    """At most so many lines, evenly spread."""
    return [lines[i * len(lines) // count] for i in range(count)] if count < len(lines) else lines


def in_tenths(rows: NDArray[Any]) -> NDArray[Any]:
    """ER, EP and ED of ``bd.rate`` in tenths, shape (N, 3); -1 where undecided."""
    import numpy as np

    values = np.stack([rows[field].astype(np.float64) for field in SCALE], axis=-1)
    tenths: NDArray[Any] = np.rint(np.where(np.isnan(values), -0.1, values) * 10).astype(np.int64)
    return tenths


def equality(ours: NDArray[Any], theirs: NDArray[Any]) -> dict[str, int]:
    """How many of the ratings are equal."""
    if len(ours) != len(theirs):
        raise SystemExit(f"{len(theirs)} ratings of {len(ours)} puzzles")
    same = ours == theirs
    return {field: int(same[:, i].sum()) for i, field in enumerate(SCALE)} | {"all": int(same.all(axis=1).sum())}


def summary(count: int, times: list[float]) -> dict[str, Any]:
    """The median and the rounds, in puzzles per second."""
    rates = [count / time for time in times]
    return {
        "puzzles_per_second": float(f"{statistics.median(rates):.4g}"),
        "rounds": [float(f"{rate:.4g}") for rate in rates],
    }


def per_second(of: dict[str, Any]) -> str:
    """A rate as text."""
    value = of["puzzles_per_second"]
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def measure(
    options: argparse.Namespace, raters: list[Rater], name: str, sha256: str, lines: list[str]
) -> dict[str, Any]:
    """Measure one set."""
    import numpy as np

    import bitdoku as bd

    share = 10 if options.quick else 1
    puzzles = spread(lines, max(1, SETS[name] // share))
    many = spread(lines, max(1, COLUMN_PUZZLES // share))
    turn = options.turn_ms / 1000
    work = partial(bd.rate, puzzles, columns=list(SCALE), threads=1, strict=False)
    ours = in_tenths(work())
    times: dict[str, list[float]] = {each: [] for each in ("bitdoku", *(rater.name for rater in raters))}
    columns: dict[str, list[float]] = {"singles": [], "guesses": []}
    starts: dict[str, list[float]] = {rater.name: [] for rater in raters}
    equal = {}
    for _ in range(min(options.rounds, 3) if name in LONG else options.rounds):
        times["bitdoku"].append(seconds(work, turn))
        for rater in raters:
            rater.write([EASY])
            starts[rater.name].append(min(seconds(rater.run) for _ in range(3)))
            rater.write(puzzles)
            took = seconds(rater.run)
            equal[rater.name] = equality(ours, rater.ratings())
            times[rater.name].append(max(took - starts[rater.name][-1], 1e-9))
        for column, values in columns.items():
            values.append(seconds(partial(bd.rate, many, columns=[column], threads=1), turn))

    result: dict[str, Any] = {
        "set": name,
        "sha256": sha256,
        "puzzles": len(puzzles),
        "sha256_of_puzzles": sha256_of(puzzles),
        "er": {"median": float(np.median(ours[:, 0])) / 10, "highest": int(ours[:, 0].max()) / 10},
        "undecided": int((ours == -1).any(axis=1).sum()),
        "bitdoku": summary(len(puzzles), times["bitdoku"]),
    }
    for rater in raters:
        ratios = [theirs / our for our, theirs in zip(times["bitdoku"], times[rater.name], strict=True)]
        result[rater.name] = summary(len(puzzles), times[rater.name]) | {
            "ratio": float(f"{statistics.median(ratios):.3g}"),
            "start_ms": round(1000 * statistics.median(starts[rater.name]), 2),
            "equal": equal[rater.name],
        }
    result["columns"] = {"puzzles": len(many)} | {
        column: summary(len(many), values) for column, values in columns.items()
    }
    text = f"{name:13} {len(puzzles):6} puzzles   bitdoku {per_second(result['bitdoku']):>8} /s"
    for rater in raters:
        of = result[rater.name]
        text += f"   {rater.name} {per_second(of):>7} /s ({of['ratio']} x, equal {of['equal']['all']})"
    for column in columns:
        text += f"   {column} {per_second(result['columns'][column])} /s"
    print(text, flush=True)
    return result


def given(options: argparse.Namespace, folder: Path) -> list[Rater]:
    """The raters whose paths are given; those left out are named."""
    raters = []
    for name, path in (("sukaku-forge", options.sukaku_forge), ("skfr", options.skfr)):
        if path is None:
            print(f"{name} is left out: no path is given")
            continue
        if not path.is_file():
            raise SystemExit(f"{name}: {path} is not a file")
        (folder / name).mkdir()
        raters.append(Rater(name, path, folder / name))
        if name == "sukaku-forge":
            raters[-1].write(list(FIXES))
            raters[-1].run()
            if raters[-1].ratings()[:, 0].tolist() != list(FIXES.values()):
                raise SystemExit(f"{path} was built with the fixes, so its ratings are not those of Sudoku Explainer")
    return raters


def main() -> None:
    """Measure and write the record."""
    parser = python_bench.parser(__doc__, 5, 500)
    parser.add_argument("--sukaku-forge", type=Path, default=os.environ.get("SUKAKU_FORGE_RATE") or None)
    parser.add_argument("--skfr", type=Path, default=os.environ.get("SKFR") or None)
    options = python_bench.parsed(parser)
    python_bench.on_one_core()

    with tempfile.TemporaryDirectory() as folder:
        raters = given(options, Path(folder))
        versions: dict[str, Any] = {package: version(package) for package in ("bitdoku", "numpy")}
        versions["peers"] = {rater.name: rater.about() for rater in raters}
        record = python_bench.header(options, "rate", "processor time with system time", versions)
        record["results"] = [measure(options, raters, name, *value) for name, value in chosen(options).items()]
    python_bench.write(record, options.record)
    unequal = [
        result["set"]
        for result in record["results"]
        if "sukaku-forge" in result and result["sukaku-forge"]["equal"]["all"] != result["puzzles"]
    ]
    if unequal:
        raise SystemExit(f"ratings differ from sukaku-forge's: {', '.join(unequal)}")


if __name__ == "__main__":
    main()
