"""Streams of files: counted reading and transparent compression.

The first bytes of a file determine its compression for reading, the last extension for writing. The standard library
reads and writes ``.gz``, ``.bz2`` and ``.xz``, and ``.zst`` from Python 3.14 on; before, pyarrow does. A ``.zip`` with
one file is read. ``.npz`` and the files of PyTorch are zip archives too, which their readers open.
"""

from __future__ import annotations

import codecs
import csv
import errno
import gzip
import io
import os
import re
import shutil
import struct
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from bitdoku._atomic import disk_named, replacing
from bitdoku._errors import Error, FormatError

#: The first bytes of compressed files by extension.
COMPRESSIONS = {
    ".gz": b"\x1f\x8b",
    ".bz2": b"BZh",
    ".xz": b"\xfd7zXZ\0",
    ".zst": b"\x28\xb5\x2f\xfd",
    ".zip": b"PK\3\4",
}

#: Endings of the first member in zip archives of numpy and PyTorch.
_ARRAYS = (b".npy", b"data.pkl")

#: The error for damaged xz data. Python is often built without the libraries of bz2, xz or zstd.
_XZ_DAMAGE: type[Exception] = EOFError
with suppress(ImportError):
    from lzma import LZMAError

    _XZ_DAMAGE = LZMAError

#: Exceptions of libraries for damaged files; pyarrow derives its own from ValueError and others.
_DAMAGE = (
    *(ValueError, KeyError, EOFError, NotImplementedError, OverflowError, RecursionError, OSError),
    *(zipfile.BadZipFile, zlib.error, _XZ_DAMAGE, csv.Error, struct.error),
)

#: Bytes compressed or decompressed at a time. Signals wait until a piece is done, a few milliseconds.
PIECE = 1 << 15

#: Bytes used to detect the format.
HEAD = 1 << 16


def require(module: str, extra: str, purpose: str) -> Any:
    """Import a module of an optional dependency. The ImportError names the command that installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(f'{purpose} needs {package}: pip install "bitdoku[{extra}]"') from error


def standard(name: Literal["stdin", "stdout"]) -> BinaryIO:
    """A standard stream as a binary file. Raises OSError if it is closed."""
    stream = getattr(sys, name)
    if stream is None:
        raise OSError(errno.EBADF, "is closed", name)
    return cast("BinaryIO", stream.buffer)


def opened_source(path: str) -> AbstractContextManager[Any]:
    """Open a file for reading, unbuffered; ``"-"`` is stdin, which stays open."""
    return nullcontext(standard("stdin")) if path == "-" else open(path, "rb", buffering=0)


@contextmanager
def damage_named(name: str) -> Iterator[None]:
    """Convert errors of libraries about damaged or unexpected files to FormatError with the name of the file."""
    try:
        yield
    except (Error, MemoryError, ImportError):
        raise
    except _DAMAGE as error:
        # System errors have a number; EINVAL comes from offsets outside the file, as damaged files have them.
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise
        text = str(error).partition("\n")[0].strip() or type(error).__name__
        raise FormatError(f"{name}: damaged, or not of the detected format: {text}") from error


#: A line that is neither blank nor a comment.
_CONTENT = re.compile(rb"^[^\S\n]*[^\s#].*\n", re.MULTILINE)


class HeadedReader(io.RawIOBase):
    """A binary stream that counts the bytes read and keeps the first bytes in ``head``.

    ``head`` ends with the first line that is not a comment, so that a puzzle typed or written into a pipe is processed
    at once; :meth:`fill` reads more. A byte order mark of UTF-8 is skipped.

    ``compressed`` is the name of the file, for messages, if the stream decompresses a file.
    """

    def __init__(self, stream: Any, path: str | None = None, compressed: str | None = None) -> None:
        self.path = path  # of a whole, uncompressed file, for readers that open it themselves
        self.done = 0
        self._stream, self._compressed = stream, compressed
        self.head = self._pushed_back = b""
        while not _CONTENT.search(self.head) and self._more():
            pass
        self.head = self._pushed_back = self.head.removeprefix(codecs.BOM_UTF8)

    def _take(self, wanted: int) -> bytes:
        """Read once. Errors in compressed data name the file."""
        try:
            return cast("bytes", getattr(self._stream, "read1", self._stream.read)(wanted))
        except (EOFError, OSError, _XZ_DAMAGE, zlib.error, zipfile.BadZipFile) as error:
            # Errors of the system have a number; those of gzip and bz2 have none.
            if self._compressed is None or getattr(error, "errno", None) is not None:
                raise
            what = "truncated" if isinstance(error, EOFError) else f"damaged ({error})"
            raise FormatError(f"{self._compressed}: the compressed data are {what}") from None

    def fill(self) -> None:
        """Read up to 64 KiB into ``head``, whatever the sizes of pieces. To be called before reading."""
        while self._more():
            pass

    def _more(self) -> bool:
        piece = self._take(HEAD - len(self.head)) if len(self.head) < HEAD else b""
        self.head = self._pushed_back = self.head + piece
        return bool(piece)

    def readable(self) -> bool:
        return True

    def read1(self, wanted: int) -> bytes:
        """Read once, at most ``wanted`` bytes; empty at the end."""
        if self._pushed_back:
            data, self._pushed_back = self._pushed_back[:wanted], self._pushed_back[wanted:]
        else:
            data = self._take(wanted)
        self.done += len(data)
        return data

    def readinto(self, buffer: Any) -> int:
        data = self.read1(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def isatty(self) -> bool:
        return bool(self._stream.isatty())

    def close(self) -> None:
        if not self.closed and self._stream is not getattr(sys.stdin, "buffer", None):
            self._stream.close()
        super().close()


def bare_name(path: str | os.PathLike[str]) -> str:
    """The name of a file without the extension of its compression."""
    name = os.fspath(path)
    return name[: -len(Path(name).suffix)] if Path(name).suffix.lower() in COMPRESSIONS else name


def decompressed(stream: HeadedReader, name: str) -> HeadedReader:
    """The decompressed stream, or the stream itself."""
    head = stream.head
    kind = next((kind for kind, magic in COMPRESSIONS.items() if head.startswith(magic)), None)
    member = head[30 : 30 + int.from_bytes(head[26:28], "little")]
    if kind is None or (kind == ".zip" and member.endswith(_ARRAYS)):
        return stream
    file = io.BufferedReader(stream, 1 << 18)
    opened: dict[str, Callable[[], Any]] = {
        ".gz": lambda: gzip.GzipFile(fileobj=file, mode="rb"),
        ".bz2": lambda: _Streams(file, import_module("bz2").BZ2Decompressor),
        ".xz": lambda: _Streams(file, import_module("lzma").LZMADecompressor),
        ".zst": lambda: _zstd(file, "rb"),
        ".zip": lambda: _Member(stream, name),
    }
    return HeadedReader(opened[kind](), compressed=name)


class _Member(io.BufferedReader):
    """The content of the only file in a zip archive. An archive on disk is read in place.

    Raises FormatError if the archive is damaged, encrypted, or does not have exactly one file.
    """

    def __init__(self, stream: HeadedReader, name: str) -> None:
        self._stream = stream
        self._opened = ExitStack()
        try:
            self._file = self._opened.enter_context(seekable(stream))
            archive = zipfile.ZipFile(self._file)
            # macOS adds a folder with descriptions of the files.
            files = [member.filename for member in archive.infolist() if not member.is_dir()]
            files = [file for file in files if not file.startswith("__MACOSX/")]
            if any(file.startswith("xl/") for file in files):
                raise FormatError(f"{name}: this is a workbook of Excel (.xlsx); save it as CSV")
            if len(files) != 1:
                names = f": {', '.join(files[:5])}{', …' * (len(files) > 5)}" if files else ""
                raise FormatError(f"{name}: the archive has {len(files)} files; expected one{names}")
            super().__init__(cast("Any", archive.open(files[0])), 1 << 18)
        except BaseException as error:
            self._opened.close()
            if isinstance(error, zipfile.BadZipFile):
                raise FormatError(f"{name}: the compressed data are truncated or damaged ({error})") from None
            if isinstance(error, RuntimeError):  # encrypted, or an unusual method
                raise FormatError(f"{name}: the archive cannot be read: {error}") from None
            raise

    def read1(self, size: int = -1, /) -> bytes:
        data = super().read1(size)
        self._stream.done = self._file.tell()
        return data

    def close(self) -> None:
        super().close()
        self._opened.close()


class _Streams(io.RawIOBase):
    """The content of concatenated streams. The standard library takes damage after the first stream for the end."""

    def __init__(self, file: io.BufferedReader[Any], decompressor: Callable[[], Any]) -> None:
        self._file = file
        self._new = decompressor
        self._decompressor = decompressor()

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data:
            given = b""
            if self._decompressor.eof:
                # There may be zeros between and after streams.
                given = self._decompressor.unused_data.lstrip(b"\0")
                while not given:
                    given = self._file.read(PIECE)
                    if not given:
                        return 0
                    given = given.lstrip(b"\0")
                self._decompressor = self._new()
            elif self._decompressor.needs_input:
                given = self._file.read(PIECE)
                if not given:
                    raise EOFError
            data = self._decompressor.decompress(given, len(buffer))
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def seekable(stream: HeadedReader) -> Iterator[BinaryIO]:
    """The file of a stream, or a seekable copy of the stream."""
    with tempfile.TemporaryFile() if stream.path is None else open(stream.path, "rb") as file:
        if stream.path is None:
            with disk_named(tempfile.gettempdir()):
                shutil.copyfileobj(io.BufferedReader(stream, 1 << 20), file, 1 << 20)
            file.seek(0)
        yield cast("BinaryIO", file)


def _zstd(file: Any, mode: str) -> BinaryIO:
    if sys.version_info >= (3, 14):
        return cast("BinaryIO", import_module("compression.zstd").ZstdFile(file, mode))
    pa = require("pyarrow", "arrow", "reading and writing .zst before Python 3.14")
    opened = pa.CompressedInputStream(file, "zstd") if mode == "rb" else pa.CompressedOutputStream(file, "zstd")
    return cast("BinaryIO", opened)


def expect_no_zip(name: str) -> None:
    """Raise FormatError for the name of a zip archive."""
    if name.lower().endswith(".zip"):
        raise FormatError(f"{name}: zip archives are read, not written; use .gz, .bz2, .xz or .zst")


@contextmanager
def compressing(file: BinaryIO, path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream that compresses to ``file`` according to the extension of ``path``."""
    kind = Path(path).suffix.lower()
    if kind not in COMPRESSIONS:
        yield file
        return
    expect_no_zip(os.fspath(path))
    with open(file.fileno(), "wb", 1 << 20, closefd=False) as sink:
        opened: dict[str, Callable[[], Any]] = {
            # Without name and time, so that the same data give the same bytes.
            ".gz": lambda: gzip.GzipFile(filename="", fileobj=sink, mode="wb", compresslevel=6, mtime=0),
            ".bz2": lambda: import_module("bz2").BZ2File(sink, "wb"),
            ".xz": lambda: import_module("lzma").LZMAFile(sink, "wb"),
            ".zst": lambda: _zstd(sink, "wb"),
        }
        with opened[kind]() as stream:
            yield cast("BinaryIO", _Pieces(stream))


@contextmanager
def opened_target(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write atomically, compressed according to its name; ``"-"`` is stdout."""
    if os.fspath(path) == "-":
        yield standard("stdout")
        return
    with replacing(path) as file, compressing(file, path) as stream:
        yield stream


class _Pieces(io.RawIOBase):
    """A compressor to which data are written in pieces, so that Ctrl-C is not delayed."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        for start in range(0, len(view), PIECE):
            self._stream.write(view[start : start + PIECE])
        return len(view)

    def flush(self) -> None:
        """Do nothing: an early flush of the compressor makes the file larger."""
