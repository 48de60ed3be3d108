"""Equal keys against a dictionary, in memory and on disk, in one chunk and in many."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bitdoku.datasets import _ledger
from bitdoku.datasets._ledger import Ledger, Repeats, matches, sizes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def keys_of(rng: np.random.Generator, n: int, kinds: int) -> np.ndarray:
    """Keys of which many agree, some in the first half only."""
    pool = rng.integers(0, 256, (kinds, 16), np.uint8)
    pool[kinds // 2 :, :8] = pool[: kinds - kinds // 2, :8]
    return pool[rng.integers(0, kinds, n)]


@pytest.mark.parametrize("chunk", [7, 1 << 20])
@pytest.mark.parametrize("spooled", [64, 1 << 20])
def test_counts_and_first_rows(monkeypatch: pytest.MonkeyPatch, chunk: int, spooled: int) -> None:
    monkeypatch.setattr(_ledger, "CHUNK", chunk)
    monkeypatch.setattr(_ledger, "SPOOLED", spooled)
    rng = np.random.default_rng(1)
    keys, notes = keys_of(rng, 3000, 700), rng.integers(0, 2, 3000)
    others = np.concatenate([keys_of(rng, 500, 300), keys[rng.integers(0, 3000, 100)]])

    rows = defaultdict(list)
    for row, key in enumerate(keys.tolist()):
        rows[tuple(key)].append(row)
    expected = sorted((row, of[0], bool(notes[row] == notes[of[0]])) for of in rows.values() for row in of[1:])
    first = {tuple(key): row for row, key in reversed(list(enumerate(others.tolist())))}
    leaking = [
        (row, first[tuple(key)], bool(notes[row] == 1)) for row, key in enumerate(keys.tolist()) if tuple(key) in first
    ]
    assert expected
    assert leaking

    with Ledger() as ledger, Ledger() as other:
        for start in range(0, 3000, 800):
            here = np.arange(start, min(start + 800, 3000))
            ledger.add(keys[here], here, notes[here])
        other.add(others, np.arange(600), np.ones(600, int))
        repeats = Repeats(25)
        counted = {
            (record["high"].tobytes() + record["low"].tobytes(), int(record["row"])): int(count)
            for table, counts in sizes(ledger, repeats)
            for record, count in zip(table, counts, strict=True)
        }
        assert counted == {(bytes(key), of[0]): len(of) for key, of in rows.items()}
        assert repeats.count == len(expected)
        assert repeats.rows == expected[:25]
        leaks = Repeats(10**6)
        matches(ledger, other, leaks)
        assert leaks.rows == leaking
        assert leaks.count == len(leaking)


def test_nothing_has_no_keys() -> None:
    with Ledger() as ledger:
        repeats = Repeats(3)
        assert sum(len(table) for table, _ in sizes(ledger, repeats)) == 0
        matches(ledger, ledger, repeats)
        assert (repeats.count, repeats.rows) == (0, [])


@pytest.mark.serial
def test_a_full_disk_is_named(python: Callable[..., Any], tmp_path: Path) -> None:
    pytest.importorskip("resource")
    code = """
import resource, signal, numpy as np
from bitdoku.datasets import _ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
_ledger.SPOOLED = 100
with _ledger.Ledger() as ledger:
    for _ in range(100):
        ledger.add(np.zeros((10, 16), np.uint8), np.arange(10), np.arange(10))
"""
    done = python(code, TMPDIR=str(tmp_path))
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert not list(tmp_path.iterdir())
