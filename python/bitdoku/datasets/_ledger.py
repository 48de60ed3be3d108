"""Which rows of a set have equal keys, for more rows than fit in memory.

A record is 32 bytes: a key of 16, the row's number, and a word about the row. Records go to one of 64 files by the
first bits of their keys, so that equal keys meet in one file; then each file is read, sorted and counted by itself.

.. code-block:: text

    key 16 bytes ── first 6 bits ──> file 0 … 63 (in memory up to a megabyte, then on disk)
                                          │ a million records at a time, sorted, joined to
                                          ▼
                                     a table: one record and one count for each key met so far

Memory is 64 megabytes for the files, and 40 bytes for each key of one file: 100 million rows with as many keys are
3.2 gigabytes on disk, and 63 megabytes for the largest table. Sorting takes about a tenth of a microsecond a row.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from bitdoku.datasets._files import naming

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    _Records = npt.NDArray[np.void]
    _Counts = npt.NDArray[np.int64]
    _Indices = npt.NDArray[np.intp]

RECORD = np.dtype([("high", "<u8"), ("low", "<u8"), ("row", "<u8"), ("note", "<u8")])

FILES = 64
SPOOLED = 1 << 20
#: Records that are sorted at a time.
CHUNK = 1 << 20


class Ledger:
    """Records by key. Rows are added in increasing order."""

    def __init__(self) -> None:
        self._files = [tempfile.SpooledTemporaryFile(max_size=SPOOLED) for _ in range(FILES)]  # noqa: SIM115
        self.rows = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def add(self, keys: npt.NDArray[np.uint8], rows: npt.NDArray[Any], notes: npt.NDArray[Any]) -> None:
        """Adds rows with keys of shape (n, 16)."""
        part = keys[:, 0] >> 2
        order = np.argsort(part, kind="stable")
        records = np.empty(len(keys), RECORD)
        words = np.ascontiguousarray(keys[order]).view("<u8")
        records["high"], records["low"] = words[:, 0], words[:, 1]
        records["row"], records["note"] = rows[order], notes[order]
        ends = np.cumsum(np.bincount(part, minlength=FILES)).tolist()
        start = 0
        for file, end in zip(self._files, ends, strict=True):
            if end > start:
                _write(file, records[start:end])
            start = end
        self.rows += len(keys)

    def chunks(self, part: int) -> Iterator[_Records]:
        """The records of one file, in the order in which they were added."""
        file = self._files[part]
        file.seek(0)
        while data := file.read(CHUNK * RECORD.itemsize):
            yield np.frombuffer(data, RECORD)


def _write(file: tempfile.SpooledTemporaryFile[bytes], records: _Records) -> None:
    with naming(tempfile.gettempdir()):
        file.write(records.data)


@dataclass
class Repeats:
    """Rows whose key was there before, and the first few of them."""

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
    """For each file its keys, with the first record of each, and how many rows have it; fills ``repeats``."""
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
    """Rows of ``ledger`` whose key is in ``other``: fills ``repeats`` with them and the other's first rows."""
    for part in range(FILES):
        known = np.empty(0, RECORD)
        for chunk in other.chunks(part):
            both = np.concatenate([known, chunk])
            order, starts = runs(both["high"], both["low"])
            known = both[order[starts]]
        for chunk in ledger.chunks(part):
            both = np.concatenate([known, chunk])
            order, starts = runs(both["high"], both["low"])
            # The first of a run is known, or none of the run is.
            lengths = np.diff(np.append(starts, len(both)))
            mine = np.repeat(order[starts] < len(known), lengths)
            mine[starts] = False
            first = np.repeat(order[starts], lengths)[mine]
            found = both[order[mine]]
            repeats.add(found["row"], both["row"][first], found["note"] == both["note"][first])


def runs(high: npt.NDArray[np.uint64], low: npt.NDArray[np.uint64]) -> tuple[_Indices, _Indices]:
    """An order that brings equal keys together, those of a run as they stood; and where runs start."""
    high = np.ascontiguousarray(high)
    order = np.argsort(high)
    tied = np.zeros(len(order) + 1, bool)
    tied[1:-1] = high[order[1:]] == high[order[:-1]]
    inside = np.flatnonzero(tied[1:] | tied[:-1])
    if len(inside):
        # The quick sort leaves equal words in any order; and keys can agree in 64 bits and differ in the others.
        some = order[inside]
        order[inside] = some[np.lexsort((some, low[some], high[some]))]
    fresh = np.ones(len(order), bool)
    fresh[1:] = (high[order[1:]] != high[order[:-1]]) | (low[order[1:]] != low[order[:-1]])
    return order, np.flatnonzero(fresh)


def _later(records: _Records, starts: _Indices, repeats: Repeats) -> None:
    """Adds all but the first of each run."""
    if len(starts) == len(records):
        return
    first = np.repeat(starts, np.diff(np.append(starts, len(records))))
    later = np.ones(len(records), bool)
    later[starts] = False
    first = first[later]
    repeats.add(records["row"][later], records["row"][first], records["note"][later] == records["note"][first])
