"""Compressed files beside gz, xz and zstd: bz2, and zip archives with one file."""

from __future__ import annotations

import bz2
import io
import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import FormatError
from bitdoku.datasets import convert, read, scan, write
from bitdoku.datasets._io.streams import COMPRESSIONS
from puzzles import EASY, HARD

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

TEXT = f"{HARD}\n{EASY}\n"


def zipped(*files: tuple[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return packed.getvalue()


def both(path: Path) -> bool:
    """Whether a file has both puzzles, read as a whole and again by batches."""
    expected = bd.solve(bd.Board(HARD)).solution, bd.solve(bd.Board(EASY)).solution
    source = scan(path)
    passes = [np.concatenate([bd.solve(rows).solution for rows in source]) for _ in range(2)]
    passes.append(bd.solve(read(path)).solution)
    return all(np.array_equal(found, expected) for found in passes)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.txt.packed"


def test_bz2_and_zip_are_read_whatever_their_names(file: Path, tmp_path: Path) -> None:
    for data in (bz2.compress(TEXT.encode()), zipped(("inner/a.csv", f"id,puzzle\n1,{HARD}\n2,{EASY}\n"))):
        file.write_bytes(data)
        assert both(file)
    # What macOS adds is not a second file, and a folder is not one either.
    file.write_bytes(zipped(("a/", ""), ("a/a.txt", TEXT), ("__MACOSX/a/._a.txt", "?")))
    assert both(file)
    np.save(tmp_path / "plain.npy", bd.generate(3, seed=1).puzzle)
    file.write_bytes(bz2.compress((tmp_path / "plain.npy").read_bytes()))
    assert (scan(file).format, len(read(file))) == ("npy", 3)


def test_numpy_archives_stay_numpy_archives(tmp_path: Path) -> None:
    made = bd.generate(3, seed=1)
    write(tmp_path / "a.npz", made)
    assert (scan(tmp_path / "a.npz").format, len(read(tmp_path / "a.npz"))) == ("npz", 3)
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(tmp_path / "a.npz", "a.npz")
    assert len(read(packed)) == 3


def test_writing_bz2(tmp_path: Path) -> None:
    made = bd.generate(5, seed=1)
    assert write(tmp_path / "a.csv.bz2", made) == 5
    text = bz2.decompress((tmp_path / "a.csv.bz2").read_bytes()).decode()
    assert text.startswith("puzzle,solution\n")
    assert text.count("\n") == 6
    assert convert(tmp_path / "a.csv.bz2", tmp_path / "b.txt") == 5
    assert np.array_equal(bd.solve(read(tmp_path / "b.txt")).solution, made.solution)


def test_zip_on_disk_is_read_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(("a.txt", TEXT)))
    monkeypatch.delattr("tempfile.TemporaryFile")
    with bd.datasets.scan(tmp_path / "a.zip") as source:
        assert len(bd.datasets.read(source)) == 2
        assert 0 < (source.done() or 0) <= 1


def test_zip_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.csv\.zip"):
        write(tmp_path / "a.csv.zip", bd.generate(1, seed=1))
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(bd.PlanError, match=r"write\.format.*'csv\.zip'"):
        bd.datasets.build(tmp_path / "out", {"seed": 1, "generate": {"n": 1}, "write": {"format": "csv.zip"}})


@pytest.mark.parametrize("kind", COMPRESSIONS)
def test_files_with_the_first_byte_only(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"a.csv{kind}"
    file.write_bytes(COMPRESSIONS[kind][:1])
    with pytest.raises(FormatError, match=rf"a\.csv\{kind}.*truncated"):
        read(file)


def test_several_files_in_an_archive_are_named(file: Path) -> None:
    file.write_bytes(zipped(("train.csv", TEXT), ("test.csv", TEXT)))
    with pytest.raises(FormatError, match=r"a\.txt\.packed.*2 files.*train\.csv"):
        read(file)
    file.write_bytes(zipped(("only a folder/", "")))
    with pytest.raises(FormatError, match=r"a\.txt\.packed.*0 files"):
        read(file)


def test_damaged_and_truncated_bz2(file: Path) -> None:
    some, more = (bz2.compress(f"{puzzle}\n".encode()) for puzzle in (HARD, EASY))
    file.write_bytes(some + more)
    assert both(file)
    # The standard library takes damage after the first stream for the end.
    for damaged in (some + more[:20] + b"?" + more[21:], some + b"BZ?" + more[3:], some + more + b"more"):
        file.write_bytes(damaged)
        with pytest.raises(FormatError, match=r"a\.txt\.packed.*damaged"):
            read(file, malformed="mark")
    for short in (some + more[:-1], some + more[:9], some[:-1], some[:10]):
        file.write_bytes(short)
        with pytest.raises(FormatError, match=r"a\.txt\.packed.*truncated"):
            read(file, malformed="mark")


def test_damaged_truncated_and_encrypted_zip(file: Path) -> None:
    puzzles = bd.generate(3000, seed=1).puzzle
    whole = zipped(("a.txt", "".join(f"{bd.Board(puzzle).line()}\n" for puzzle in puzzles)))
    file.write_bytes(whole)
    assert len(read(file)) == 3000
    for damaged in (
        whole[:-1],
        whole[:-30],
        whole[: len(whole) // 2],
        whole[:40],
        whole[:5000] + bytes(1000) + whole[6000:],
        whole.replace(b"PK\x01\x02", b"PK\x01\x03"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(FormatError, match=r"a\.txt\.packed.*damaged"):
            read(file, malformed="mark")
    # The flag of encryption, in both headers.
    encrypted = bytearray(whole)
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        encrypted[whole.index(header) + flags] |= 1
    file.write_bytes(encrypted)
    with pytest.raises(FormatError, match=r"a\.txt\.packed.*encrypted"):
        read(file)


def test_python_without_libraries_of_compression(python: Run, tmp_path: Path) -> None:
    """Only their files cannot be read and written: Python is often built without them."""
    write(tmp_path / "puzzles.txt.xz", [HARD])
    write(tmp_path / "puzzles.txt.bz2", [HARD])
    code = f"""
import sys
sys.modules.update(_bz2=None, _lzma=None, bz2=None, lzma=None)
import bitdoku as bd
assert bd.solve({HARD!r}).verdict == 1
bd.datasets.write("puzzles.txt.gz", [{HARD!r}])
assert len(bd.datasets.read("puzzles.txt.gz")) == 1
for name in ("bz2", "xz"):
    for call in (bd.datasets.read, lambda file: bd.datasets.write(file, [{HARD!r}])):
        try:
            call("puzzles.txt." + name)
        except ImportError as error:
            print(error)
"""
    done = python(f"import os\nos.chdir({str(tmp_path)!r})\n{code}")
    assert ["bz2" in line for line in done.stdout.splitlines()] == [True, True, False, False]
    assert done.stderr == ""
