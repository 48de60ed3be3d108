"""Finding rows with equal keys among more rows than fit in memory.

A record has 32 bytes: a key of 16, the number of the row, and a word of data. Records go to one of 64 files by the
first bits of their keys, so equal keys are in the same file. Then each file is read, sorted and counted.

.. code-block:: text

    key 16 bytes ── first 6 bits ──> file 0 … 63 (in memory up to a megabyte, then on disk)
                                          │ a million records at a time, sorted, joined to
                                          ▼
                                     a table: one record and one count for each key

Memory is 64 megabytes for the files and 40 bytes for each key of one file: 100 million rows with different keys need
3.2 gigabytes on disk and 63 megabytes for the largest table. Sorting needs about 0.1 µs a row.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._atomic import disk_named

if TYPE_CHECKING:
    import numpy.typing as npt

    _Records = npt.NDArray[np.void]
    _Counts = npt.NDArray[np.int64]
    _Indices = npt.NDArray[np.intp]

RECORD = np.dtype([("high", "<u8"), ("low", "<u8"), ("row", "<u8"), ("note", "<u8")])

FILES = 64
SPOOLED = 1 << 20
#: Records sorted at a time.
CHUNK = 1 << 20


class Ledger(ExitStack):
    """Records grouped by key; a context manager that closes the files. Rows are added in increasing order."""

    def __init__(self) -> None:
        super().__init__()
        self._files = [self.enter_context(tempfile.SpooledTemporaryFile(SPOOLED)) for _ in range(FILES)]  # noqa: SIM115

    def add(self, keys: npt.NDArray[np.uint8], rows: npt.NDArray[Any], notes: npt.NDArray[Any]) -> None:
        """Add rows with keys of shape (n, 16)."""
        part = keys[:, 0] >> 2
        order = np.argsort(part, kind="stable")
        records = np.empty(len(keys), RECORD)
        words = np.ascontiguousarray(keys[order]).view("<u8")
        records["high"], records["low"] = words[:, 0], words[:, 1]
        records["row"], records["note"] = rows[order], notes[order]
        ends = np.cumsum(np.bincount(part, minlength=FILES))[:-1]
        with disk_named(tempfile.gettempdir()):
            for file, some in zip(self._files, np.split(records, ends), strict=True):
                file.write(some.data)

    def chunks(self, part: int) -> Iterator[_Records]:
        """The records of one file, in the order of insertion."""
        file = self._files[part]
        file.seek(0)
        while data := file.read(CHUNK * RECORD.itemsize):
            yield np.frombuffer(data, RECORD)


@dataclass
class Repeats:
    """The number of rows with the key of an earlier row, and the first such rows."""

    keep: int
    count: int = 0
    rows: list[tuple[int, int, bool]] = field(default_factory=list)
    """(row, the first row with its key, whether their notes are equal), by row."""

    def add(self, rows: npt.NDArray[Any], first: npt.NDArray[Any], alike: npt.NDArray[np.bool_]) -> None:
        self.count += len(rows)
        if len(rows) > self.keep:
            few = np.argpartition(rows, self.keep)[: self.keep]
            rows, first, alike = rows[few], first[few], alike[few]
        found = zip(rows.tolist(), first.tolist(), alike.tolist(), strict=True)
        self.rows = sorted([*self.rows, *found])[: self.keep]


def sizes(ledger: Ledger, repeats: Repeats) -> Iterator[tuple[_Records, _Counts]]:
    """Yield, for each file, the first record and the number of rows of each key; add the other rows to ``repeats``."""
    for part in range(FILES):
        table, counts = np.empty(0, RECORD), np.empty(0, np.int64)
        for chunk in ledger.chunks(part):
            both = np.concatenate([table, chunk])
            order, starts = runs(both["high"], both["low"])
            both = both[order]
            counts = np.concatenate([counts, np.ones(len(chunk), np.int64)])[order]
            _later(both, starts, repeats)
            table, counts = both[starts], np.add.reduceat(counts, starts)
        yield table, counts


def matches(ledger: Ledger, other: Ledger, repeats: Repeats) -> None:
    """Add the rows of ``ledger`` with a key of ``other`` to ``repeats``, with the first such row of ``other``."""
    for part, (known, _) in enumerate(sizes(other, Repeats(0))):
        for chunk in ledger.chunks(part):
            both = np.concatenate([known, chunk])
            order, starts = runs(both["high"], both["low"])
            # If a run contains a known key, it comes first.
            _later(both[order], starts, repeats, order[starts] < len(known))


def runs(high: npt.NDArray[np.uint64], low: npt.NDArray[np.uint64]) -> tuple[_Indices, _Indices]:
    """A stable order that groups equal keys, and the starts of the groups."""
    high = np.ascontiguousarray(high)
    order = np.argsort(high)
    tied = np.zeros(len(order) + 1, bool)
    tied[1:-1] = high[order[1:]] == high[order[:-1]]
    inside = np.flatnonzero(tied[1:] | tied[:-1])
    if len(inside):
        # Keys with equal high words may differ in the low ones, and the sort above is not stable.
        some = order[inside]
        order[inside] = some[np.lexsort((some, low[some], high[some]))]
    fresh = np.ones(len(order), bool)
    fresh[1:] = (high[order[1:]] != high[order[:-1]]) | (low[order[1:]] != low[order[:-1]])
    return order, np.flatnonzero(fresh)


def _later(records: _Records, starts: _Indices, repeats: Repeats, of: npt.NDArray[np.bool_] | None = None) -> None:
    """Add all rows but the first of each run, or of the runs that ``of`` marks."""
    if len(starts) == len(records):
        return
    lengths = np.diff(starts, append=len(records))
    later = np.ones(len(records), bool) if of is None else np.repeat(of, lengths)
    later[starts] = False
    first = records[np.repeat(starts, lengths)[later]]
    records = records[later]
    repeats.add(records["row"], first["row"], records["note"] == first["note"])
