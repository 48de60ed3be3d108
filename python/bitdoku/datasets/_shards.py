"""The second half of a build: augments, encodes and writes the rows of each part in shards.

The name and the bytes of shard k of a part depend only on the plan, and files are written atomically, so existing files
are not written again. An original and its copies are consecutive rows of one file.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._generate import LOG_WEIGHTS
from bitdoku.datasets._column import Column
from bitdoku.datasets._hrm import write_hrm
from bitdoku.datasets._plan import encoding_of
from bitdoku.datasets._rows import Rows
from bitdoku.datasets._write import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from bitdoku.datasets._pieces import Chosen, Progress
    from bitdoku.datasets._plan import Plan
    from bitdoku.rules import Rules

#: Boards processed at a time.
BLOCK = 1 << 14


def write_shards(
    plan: Plan, chosen: Chosen, folder: Path, metadata: dict[str, str], threads: int | None, progress: Progress
) -> list[tuple[Path, str, int]]:
    """Write the missing files; return all files as (path, part, rows), in the order of the plan."""
    if plan.write.kind == "hrm":
        return _write_folder(plan, chosen, folder, threads, progress)
    total = sum(chosen.size(k) * (plan.copies(part) + 1) for k, part in enumerate(plan.parts))
    files: list[tuple[Path, str, int]] = []
    done = 0
    for k, part in enumerate(plan.parts):
        group = plan.copies(part) + 1
        puzzles, step = chosen.size(k), max(1, plan.write.shard // group)
        shards = max(1, -(-puzzles // step))
        for shard in range(shards):
            first, end = shard * step, min((shard + 1) * step, puzzles)
            path = folder / f"{part}-{shard:05}-of-{shards:05}.{plan.write.format}"
            if not path.exists():
                rows = _rows(plan, chosen, k, first, end, threads)
                write(path, rows, blank=plan.write.blank, lists=plan.write.lists, metadata=metadata)
            files.append((path, part, (end - first) * group))
            done += files[-1][2]
            progress("writing", done, total)
    return files


def _rows(plan: Plan, chosen: Chosen, k: int, first: int, end: int, threads: int | None) -> Iterator[Rows]:
    """Puzzles ``first`` to ``end - 1`` of a part with their copies, ready to be written."""
    copies = plan.copies(plan.parts[k])
    # An empty file has the columns too.
    empty = [(0, np.empty((0, plan.side**2), np.uint8), np.empty(0, np.int64))]
    step = max(1, BLOCK // (copies + 1))
    for start, puzzles, index in chosen.rows(k, first, end) if end > first else empty:
        for here in range(0, max(len(puzzles), 1), step):
            some = slice(here, here + step)
            yield _batch(plan, puzzles[some], index[some], start + here, copies, threads)


def _batch(
    plan: Plan,
    puzzles: npt.NDArray[np.uint8],
    index: npt.NDArray[np.int64],
    start: int,
    copies: int,
    threads: int | None,
) -> Rows:
    rules, area = plan.known, plan.side**2
    solutions = _core.solve(puzzles, rules=rules, threads=threads).solution
    if copies:
        # Copy j of puzzle i of the part is transformation i * copies + j of the seed.
        first = start * copies
        moved = _core.shuffle(
            puzzles, solutions, seed=plan.seed, copies=copies, start=first, rules=rules, threads=threads
        )
        puzzles, solutions = (
            np.concatenate([one[:, None], more], axis=1).reshape(-1, area)
            for one, more in zip((puzzles, solutions), moved, strict=True)
        )
    columns = {name: _column(name, puzzles, index, copies, rules, threads) for name in plan.write.columns}
    for name, options in plan.encode.items():
        encoded = encoding_of(options, puzzles, solutions, rules)
        # Tables have flat lists of numbers; the card documents their shape.
        columns[name] = (
            encoded if plan.write.kind == "npz" else encoded.reshape(len(encoded), math.prod(encoded.shape[1:]))
        )
    named = {name: Column(column) for name, column in columns.items()}
    return Rows(puzzles, solutions, named, "build", start)


def _column(
    name: str,
    puzzles: npt.NDArray[np.uint8],
    index: npt.NDArray[np.int64],
    copies: int,
    rules: Rules,
    threads: int | None,
) -> npt.NDArray[Any]:
    if name == "index":
        return np.repeat(index, copies + 1)
    if name == "copy":
        return np.tile(np.arange(copies + 1, dtype=np.uint32), len(index))
    column: npt.NDArray[Any]
    if name == "clues":
        column = np.count_nonzero(puzzles, axis=1).astype(np.min_scalar_type(puzzles.shape[1]))
    elif name == "log_weight":
        column = LOG_WEIGHTS[np.count_nonzero(puzzles, axis=1)]
    elif name == "guesses":
        column = _core._guesses(puzzles, threads=threads)
    else:
        column = _core.fingerprint(puzzles, rules=rules, threads=threads)
    return column


def _write_folder(
    plan: Plan, chosen: Chosen, folder: Path, threads: int | None, progress: Progress
) -> list[tuple[Path, str, int]]:
    """Write a folder for HRM and TRM atomically; its puzzles, but not their copies, are held in memory."""
    sizes = {part: chosen.size(k) * (plan.copies(part) + 1) for k, part in enumerate(plan.parts)}
    if not (folder / "identifiers.json").exists():
        pairs = {}
        for k, part in enumerate(plan.parts):
            found = [puzzles for _, puzzles, _ in chosen.rows(k, 0, chosen.size(k))]
            puzzles = np.concatenate([np.empty((0, 81), np.uint8), *found])
            pairs[part] = (puzzles, _core.solve(puzzles, threads=threads).solution)
        write_hrm(
            folder,
            train=pairs["train"],
            test=pairs.get("test"),
            augment=plan.copies("train"),
            seed=plan.seed,
            threads=threads,
        )
    progress("writing", sum(sizes.values()), sum(sizes.values()))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path, part if (part := path.parent.name) in sizes else "", sizes.get(part, 0)) for path in files]
