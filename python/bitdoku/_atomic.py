"""Atomic writing of files.

A file is written under a temporary name in the same folder, synchronized, and renamed. If writing fails, the old file
is unchanged. Only ``kill -9`` leaves the temporary file, whose name begins with a dot and ends in ``.part``; the
command line handles SIGTERM.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

#: Errors of the system when a file cannot grow.
_NO_SPACE = {errno.ENOSPC, errno.EFBIG, *({errno.EDQUOT} if hasattr(errno, "EDQUOT") else ())}


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that replaces ``path`` at the end of the block, and is removed if the block raises.

    Devices and named pipes cannot be replaced and are written directly.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield cast("BinaryIO", file)
        return
    target = target.resolve()  # replaces the target of a link, not the link
    unfinished = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    try:
        created = unfinished.open("x+b")
    except OSError as error:
        # The error names the requested file, not the temporary one.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with disk_named(path), created as file:
            yield cast("BinaryIO", file)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            unfinished.chmod(target.stat().st_mode & 0o7777)
        os.replace(unfinished, target)
    except BaseException:
        unfinished.unlink()
        raise
    # The file is in place: a folder that cannot be synchronized is no failure.
    with suppress(OSError):
        synchronize(target.parent)


@contextmanager
def disk_named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the name of a file or folder to errors of a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_SPACE or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def synchronize(path: Path) -> None:
    """Make a written file, or the renames in a folder, durable. Windows does not open folders and does not need it."""
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
