"""Files: compression seen through, counted reading, and targets that appear whole or not at all.

A target is written beside its destination under a temporary name, fsynced and renamed. Whatever ends the writing early
leaves the old file as it was; only a process that is killed on the spot (``kill -9``) leaves the temporary one behind,
which begins with a dot and ends in ``.part``. The command line takes SIGTERM for an end like any other.

Compression is told by the first bytes when reading and by the last extension when writing: ``.gz`` and ``.xz`` by the
standard library, ``.zst`` by the standard library from Python 3.14 on and by pyarrow before.
"""

from __future__ import annotations

import csv
import errno
import gzip
import io
import lzma
import os
import re
import shutil
import struct
import sys
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, cast

from bitdoku._errors import Error, FormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Extension: the first bytes of what it compresses.
COMPRESSIONS = {".gz": b"\x1f\x8b", ".xz": b"\xfd7zXZ\x00", ".zst": b"\x28\xb5\x2f\xfd"}

#: What libraries raise for damaged files, beside the usual exceptions; those of pyarrow are ValueError or the like.
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, csv.Error, struct.error)

#: What the system says where a file cannot grow.
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, *({errno.EDQUOT} if hasattr(errno, "EDQUOT") else ())}

#: Bytes that a compressor gets at a time: each may take some milliseconds, and signals wait for it.
PIECE = 1 << 15

#: Bytes looked at to tell what a file is.
HEAD = 1 << 16


def require(module: str, extra: str, purpose: str) -> Any:
    """A module of an optional dependency, or an ImportError that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        msg = f'{purpose} needs {package}: pip install "bitdoku[{extra}]"'
        raise ImportError(msg) from error


def standard(name: Literal["stdin", "stdout"]) -> BinaryIO:
    """One of the process's streams, as bytes.

    Raises:
    ------
    OSError
        If it is closed.
    """
    stream = getattr(sys, name)
    if stream is None:
        raise OSError(errno.EBADF, "is closed", name)
    return cast("BinaryIO", stream.buffer)


@contextmanager
def damage_named(name: str) -> Iterator[None]:
    """What libraries say of a file that is damaged, or not what it looks like, becomes an error that names the file."""
    try:
        yield
    except (Error, MemoryError, ImportError):
        raise
    except (
        ValueError,
        KeyError,
        EOFError,
        NotImplementedError,
        OverflowError,
        RecursionError,
        OSError,
        *_DAMAGE,
    ) as error:
        # What the system says has a number; EINVAL is said of places outside of a file, where a damaged one points.
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise
        text = str(error).partition("\n")[0].strip() or type(error).__name__
        raise FormatError(f"{name}: damaged, or not what it looks like: {text}") from error


#: A line that is neither blank nor a comment.
_CONTENT = re.compile(rb"^[^\S\n]*[^\s#].*\n", re.MULTILINE)


class HeadedReader(io.RawIOBase):
    """A binary stream whose first bytes can be looked at in ``head``; counts what was read.

    They are as many as :meth:`fill` gets, or up to the end of the first line that is no comment: then who types a
    puzzle, or writes one into a pipe, need not write more before there is an answer.

    ``compressed`` is the name of the file, for messages, where the stream decompresses it.
    """

    def __init__(self, stream: Any, path: str | None = None, compressed: str | None = None) -> None:
        self.path = path
        """The file that the stream is of from end to end, for who opens that better."""
        self.done = 0
        self.last = b""
        """The last bytes read, 64 where there were as many."""
        self._stream = stream
        take = getattr(stream, "read1", stream.read)
        self._take = take if compressed is None else _named(take, compressed)
        self.head = self._pushed_back = b""
        while not _CONTENT.search(self.head) and self._more():
            pass

    def fill(self) -> None:
        """Takes the first 64 KiB into ``head``, or all there is: however it comes, it is the same. Before reading."""
        while self._more():
            pass

    def _more(self) -> bool:
        piece = self._take(HEAD - len(self.head)) if len(self.head) < HEAD else b""
        self.head = self._pushed_back = self.head + piece
        return bool(piece)

    def readable(self) -> bool:
        return True

    def read1(self, wanted: int) -> bytes:
        """What one reading gives, at most ``wanted`` bytes; none at the end."""
        if self._pushed_back:
            data, self._pushed_back = self._pushed_back[:wanted], self._pushed_back[wanted:]
        else:
            data = self._take(wanted)
        self.done += len(data)
        self.last = (self.last + data)[-64:] if len(data) < 64 else data[-64:]
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


def compression_of(head: bytes) -> str | None:
    """The extension of the compression that begins with these bytes, or None."""
    return next((name for name, magic in COMPRESSIONS.items() if head.startswith(magic)), None)


def bare_name(path: str | os.PathLike[str]) -> str:
    """The name of a file without the extension of a compression."""
    name = os.fspath(path)
    return name[: -len(Path(name).suffix)] if Path(name).suffix.lower() in COMPRESSIONS else name


def _named(take: Callable[[int], bytes], name: str) -> Callable[[int], bytes]:
    """The same reading, but what is wrong with compressed data names the file."""

    def taken(wanted: int) -> bytes:
        try:
            return take(wanted)
        except EOFError:
            msg = f"{name}: the compressed data end early"
            raise FormatError(msg) from None
        except (gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
            msg = f"{name}: the compressed data are damaged ({error})"
            raise FormatError(msg) from None

    return taken


def decompressed(stream: HeadedReader, name: str) -> HeadedReader:
    """The stream as it was before compression."""
    kind = compression_of(stream.head)
    if kind is None:
        return stream
    buffered = io.BufferedReader(stream, 1 << 18)
    if kind == ".gz":
        return HeadedReader(gzip.GzipFile(fileobj=buffered, mode="rb"), compressed=name)
    if kind == ".xz":
        return HeadedReader(_Xz(buffered), compressed=name)
    return HeadedReader(_zstd(buffered, "rb"), compressed=name)


class _Xz(io.RawIOBase):
    """What is in xz streams behind each other. The standard library takes damage behind the first for the end."""

    def __init__(self, file: io.BufferedReader[Any]) -> None:
        self._file = file
        self._decompressor = lzma.LZMADecompressor()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data:
            given = b""
            if self._decompressor.eof:
                # Between streams, and behind them, there may be zeros.
                given = self._decompressor.unused_data.lstrip(b"\0")
                while not given:
                    given = self._file.read(PIECE)
                    if not given:
                        return 0
                    given = given.lstrip(b"\0")
                self._decompressor = lzma.LZMADecompressor()
            elif self._decompressor.needs_input:
                given = self._file.read(PIECE)
                if not given:
                    raise EOFError
            data = self._decompressor.decompress(given, len(buffer))
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Errors of writing within the block name the file, or where temporary files without a name are."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


@contextmanager
def seekable(stream: HeadedReader, path: str | None) -> Iterator[BinaryIO]:
    """A file for formats that are not read from front to back: the one at ``path``, or a copy of the stream."""
    if path is not None:
        with open(path, "rb") as file:
            yield cast("BinaryIO", file)
        return
    with tempfile.TemporaryFile() as copy:
        with naming(tempfile.gettempdir()):
            shutil.copyfileobj(io.BufferedReader(stream, 1 << 20), copy, 1 << 20)
        copy.seek(0)
        yield cast("BinaryIO", copy)


def _zstd(file: Any, mode: str) -> BinaryIO:
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdFile

        return cast("BinaryIO", ZstdFile(file, mode))
    pa = require("pyarrow", "arrow", "reading and writing .zst before Python 3.14")
    opened = pa.CompressedInputStream(file, "zstd") if mode == "rb" else pa.CompressedOutputStream(file, "zstd")
    return cast("BinaryIO", opened)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that takes the place of ``path`` when the block ends, and is gone where an exception ends it.

    What is no regular file (a device, a named pipe) cannot be replaced and is written to directly.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield cast("BinaryIO", file)
        return
    target = target.resolve()  # through a link, to what it points at
    try:
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        # The name of the unfinished file means nothing to whoever asked for this one.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with naming(path), open(handle, "w+b") as file:
            yield cast("BinaryIO", file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise
    sync_folder(target.parent)


@contextmanager
def compressing(file: BinaryIO, path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """What is written arrives in ``file``, compressed as the extension of ``path`` says."""
    kind = Path(path).suffix.lower()
    if kind not in COMPRESSIONS:
        yield file
        return
    with io.BufferedWriter(_Unclosed(file), 1 << 20) as sink:
        if kind == ".gz":
            # No name and no time: the same data are the same bytes.
            stream: Any = gzip.GzipFile(filename="", fileobj=sink, mode="wb", compresslevel=6, mtime=0)
        elif kind == ".xz":
            stream = lzma.open(sink, "wb")  # noqa: SIM115 (closed below)
        else:
            stream = _zstd(sink, "wb")
        with stream:
            yield cast("BinaryIO", _Pieces(stream))


@contextmanager
def opened_target(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, compressed as its name says, that appears whole or not at all."""
    with replacing(path) as file, compressing(file, path) as stream:
        yield stream


class _Pieces(io.RawIOBase):
    """A compressor that takes large data piece by piece, so that Ctrl-C need not wait for all of it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        for start in range(0, len(view), PIECE):
            self._stream.write(view[start : start + PIECE])
        return len(view)

    def flush(self) -> None:
        """What the compressor holds back arrives at the end: to flush it earlier makes the file larger."""


class _Unclosed(io.RawIOBase):
    """A file that somebody else closes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


def sync_folder(folder: Path) -> None:
    """Makes a rename last. Windows has no such thing and needs none."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
